"""A game being played."""

from __future__ import annotations

import json
from typing import Any

from ._report import Report, asked, position


class Match:
    """A game being played: you decide, the machine answers. Blocking, proposing and memory go by the rules.

    >>> import wythoff
    >>> match = wythoff.game("W^3").play(3, 5)
    >>> match
    <The machine forbids (3, 1) (0, 2). player one to move from (3, 5).>
    >>> match.hint().words
    'There is a winning move.'
    >>> match.move(1, 3).turn.asked
    'forbid'
    """

    __slots__ = ("_reply",)

    def __init__(self, reply: Report) -> None:
        self._reply = reply

    @classmethod
    def begun(cls, fields: dict[str, Any], you: str, two_people: bool) -> Match:
        """A new game; ``you`` are player one or two."""
        other = {"one": "two", "two": "one"}.get(you)
        if other is None:
            raise ValueError('you are player "one" or "two"')
        people = {you: "person", other: "person" if two_people else "machine"}
        return cls(asked("play", {**fields, **people, "machine": True}, {}))

    @classmethod
    def resume(cls, record: str | dict[str, Any]) -> Match:
        """Goes on with a game from its record.

        >>> import wythoff
        >>> match = wythoff.game("WN").play(10, 13)
        >>> wythoff.Match.resume(match.record).position
        (10, 13)
        """
        return cls(asked("play", {"record": record, "machine": True}, {}))

    @property
    def record(self) -> dict[str, Any]:
        """The game so far, as a value: :meth:`resume` takes it."""
        found: dict[str, Any] = self._reply.record.to_dict()
        return found

    @property
    def position(self) -> tuple[int, ...]:
        """Where the game is."""
        return tuple(self._reply.position)

    @property
    def turn(self) -> Report:
        """What is asked of whom: player, asked ("move", "forbid", "propose" or "over"), options, forbidden, …"""
        found: Report = self._reply.turn
        return found

    @property
    def said(self) -> str:
        """What happened last, in a sentence."""
        return str(self._reply.said)

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return bool(self.turn.asked == "over")

    @property
    def winner(self) -> str | None:
        """The player who won, "one" or "two", once the game is over."""
        return str(self.turn.ending.winner) if self.over else None

    def move(self, *piles: Any) -> Match:
        """Moves to a position, and lets the machine answer."""
        return self._decide({"move": position(_only(piles))})

    def forbid(self, *positions: Any) -> Match:
        """Forbids these options, or nothing."""
        return self._decide({"forbid": [position(one) for one in positions]})

    def propose(self, *positions: Any) -> Match:
        """Proposes these options."""
        return self._decide({"propose": [position(one) for one in positions]})

    def undo(self, times: int = 1) -> Match:
        """Takes back decisions of a person."""
        self._reply = self._ask(undo=times, machine=True)
        return self

    def hint(self, step: int = 1) -> Report:
        """1: is there a winning decision? 2: of which kind? 3: which?"""
        found: Report = self._ask(hint=step).hint
        return found

    def why(self) -> Report:
        """Who wins here, and why."""
        found: Report = self._ask(why=True).why
        return found

    def review(self) -> list[Report]:
        """Which decisions were mistakes."""
        return list(self._ask(review=True).review)

    def _ask(self, **more: Any) -> Report:
        return asked("play", {"record": self.record, **more}, {})

    def _decide(self, act: dict[str, Any]) -> Match:
        self._reply = self._ask(act=act, machine=True)
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self.record == other.record

    def __hash__(self) -> int:
        return hash(json.dumps(self.record, sort_keys=True))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Match, (self._reply,))

    def __repr__(self) -> str:
        return f"<{self.said}>"

    def _repr_html_(self) -> str:
        from html import escape

        return f"<div>{escape(self.said)}</div>"


def _only(piles: tuple[Any, ...]) -> Any:
    if len(piles) == 1 and not isinstance(piles[0], int):
        return piles[0]
    return piles


