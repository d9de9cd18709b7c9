"""Several games at once: the rulebook, comparisons, sums, stars, searches, and the papers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _native
from ._game import Number, Playable, _made, _some
from ._picture import Picture, drawn
from ._report import Report, asked

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._progress import Limits


def games() -> list[Report]:
    """The games of the rulebook.

    >>> import wythoff
    >>> [game.name for game in wythoff.games()][:3]
    ['nim', 'wythoff', 'k-wythoff']
    """
    return list(asked("games", {}, {}).games)


def compare(a: Playable, b: Playable, to: Number | None = None, **limits: Unpack[Limits]) -> Report:
    """Are the P-positions of two games the same? By proof, or as far as computed, or how they differ.

    >>> import wythoff
    >>> wythoff.compare("WN", "1WN").equal
    'proved'
    >>> leap = wythoff.rules("move rook: s = 0 or t = 0\\nmove bishop: s = t\\nmove leap: s = 1 and t = 2 or s = 2 and t = 1")()
    >>> wythoff.compare("WN", leap).first_difference
    (1, 2)
    """
    return _made(a).compare(b, to, **limits)


def sum(*parts: tuple[Playable, Any], **limits: Unpack[Limits]) -> Report:
    """Who wins a sum of positions, by Grundy values.

    >>> import wythoff
    >>> found = wythoff.sum(("WN", (3, 5)), ("WN", (1, 2)))
    >>> found.outcome, found.grundy
    ('P', 0)
    """
    read = [(_made(one), at if isinstance(at, tuple) else (at,) if isinstance(at, str) else tuple(at)) for one, at in parts]
    return Report.read(_native.sum_of(read, **limits))


def star(of: Playable | None = None, *, pair: str | None = None, to: Number | None = None, **limits: Unpack[Limits]) -> Report:
    """The star operator: is a set of pairs the P-positions of an invariant game? Of a game, or of a Beatty pair such as "sqrt(2)".

    >>> import wythoff
    >>> wythoff.star("WN", to=20).invariant
    'yes'
    """
    if (of is None) == (pair is None):
        raise TypeError("give a game, or a pair")
    if of is not None:
        return _made(of).star(to, **limits)
    return asked("star", {"pair": pair, "to": _some(to)}, limits)


def search(
    family: str, *, like: Playable | None = None, beatty: bool = False, automaton: bool = False,
    values: str | Sequence[str] | Mapping[str, Any] = (), where: str | Sequence[str] = (), to: int | None = None,
    columns: int | None = None, **limits: Unpack[Limits],
) -> Report:
    """Which members of a family have the P-positions of a game, a pair of Beatty sequences, an automaton, or those of each other?

    A family is a name of the rulebook, a notation with letters, or a text with choices. ``values`` are such as "k=1..3" or {"k": range(1, 4)},
    and ``where`` has conditions such as "gcd(k,m) = 1".

    >>> import wythoff
    >>> found = wythoff.search("kWN^(m)", beatty=True, values={"k": range(1, 3), "m": 1})
    >>> [(row.member, row.verdict) for row in found.rows]
    [('k=1,m=1', 'proved'), ('k=2,m=1', 'proved')]
    """
    if (like is not None) + beatty + automaton > 1:
        raise TypeError("one of like, beatty and automaton is asked at a time")
    question = "like" if like is not None else "beatty" if beatty else "automaton" if automaton else "each-other"
    words = {"family": family, "values": values_of(values), "conditions": [where] if isinstance(where, str) else list(where)}
    other = None if like is None else _made(like)
    return Report.read(_native.search_in(words, question, like=other, to=to, columns=columns, **limits))


def values_of(values: str | Sequence[str] | Mapping[str, Any]) -> list[str]:
    """Values of parameters as a family takes them: ``{"k": range(1, 4)}`` is ``k=1..3``."""
    if isinstance(values, str):
        return [values]
    if not isinstance(values, Mapping):
        return list(values)

    def one(value: Any) -> str:
        if isinstance(value, range) and value.step == 1 and len(value) > 0:
            return f"{value.start}..{value.stop - 1}"
        if isinstance(value, (list, tuple, range)):
            return ",".join(str(part) for part in value)
        return str(value)

    return [f"{name}={one(value)}" for name, value in values.items()]


def papers(item: str | None = None) -> Report:
    """The papers' statements and what came of checking them, from the run on record.

    >>> import wythoff
    >>> wythoff.papers("blocking-wythoff:Figure 1").items[0].as_recorded
    True
    """
    return asked("papers", {"item": item}, {})


def replicate(item: str = "", level: str = "quick", **limits: Unpack[Limits]) -> Report:
    """Checks the papers' statements now: all, a paper, or an item such as "blocking-wythoff:Figure 1".

    >>> import wythoff
    >>> wythoff.replicate("blocking-wythoff:Figure 1").items[0].as_recorded
    True
    """
    return asked("replicate", {"item": item, "level": level}, limits)


def figure(paper: str, number: str, *, format: str = "svg", palette: str | None = None, **limits: Unpack[Limits]) -> Picture:
    """A figure of a paper, drawn from the rules.

    >>> import wythoff
    >>> wythoff.figure("blocking-wythoff", "2").media
    'image/svg+xml'
    """
    return drawn("draw", {"paper": paper, "figure": number, "palette": palette, "as": format}, limits)


