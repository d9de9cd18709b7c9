"""Games, and what can be asked about one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Union, overload

from . import _native
from ._picture import Picture, drawn
from ._play import Match
from ._proof import Certificate, proved
from ._report import Report, asked, digits, position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Unpack

    from ._progress import Limits

#: A game, or the name of one.
Playable = Union["Game", str]
#: An integer of any size, or an expression such as "10^30+7".
Number = Union[int, str]


class Game(_native.Game):
    """A game that can be asked about; :func:`wythoff.game` and :func:`wythoff.rules` make them.

    Games with the same rules are equal whatever they are called, and pickle by their rule text.

    >>> import wythoff
    >>> g = wythoff.game("W^4")
    >>> g
    <W^4, Blocking-k Wythoff Nim>
    >>> g.ask(11, 28).block
    [(11, 4), (11, 26), (11, 27)]
    >>> g == wythoff.game("blocking", k=4)
    True
    """

    def _fields(self, **more: Any) -> dict[str, Any]:
        return {**json.loads(self.words), **more}

    def __repr__(self) -> str:
        return f"<{self.label}, {self.title}>" if self.title else f"<{self.label}>"

    @property
    def rules(self) -> Report:
        """Its rules: words, parameters, source, what is known, and the text with all parameters in it.

        >>> import wythoff
        >>> print(wythoff.game("W^4").rules.bound.rules)
        game "Blocking-k Wythoff Nim"
        move rook: s = 0 or t = 0
        move bishop: s = t
        block 3
        <BLANKLINE>
        """
        return asked("rules", self._fields(), {})

    def options(self, *piles: Any, history: Any = None, **limits: Unpack[Limits]) -> Report:
        """The options of a position by kind of move, with their outcomes.

        Of more than 400 only those that win and the first others are listed, and ``complete`` is False.

        >>> import wythoff
        >>> wythoff.game("WN").options(1, 2).options[0]
        <to=(1, 1), kinds=['rook'], outcome='N'>
        """
        return asked("options", self._fields(at=_at(piles), history=_history(history)), limits)

    def p_positions(
        self, to: Number | None = None, *, columns: Number | None = None, height: Number | None = None,
        method: str | None = None, all: bool = False, **limits: Unpack[Limits],
    ) -> _native.Positions:
        """All P-positions with piles up to a size, or with the first pile less than ``columns``.

        Of symmetric games only those with x ≤ y; with ``all=True`` both (a, b) and (b, a). The list's ``symmetric`` says whether
        only x ≤ y is in it.

        >>> import wythoff
        >>> wythoff.game("WN").p_positions(to=10)
        <5 P-positions of WN: (0, 0), (1, 2), (3, 5), (4, 7), (6, 10)>
        >>> wythoff.game("WN").p_positions(to=3, all=True).positions
        [(0, 0), (1, 2), (2, 1)]
        """
        return _native.listed(self, to=to, columns=columns, height=height, method=method, all=all, **limits)

    def first(
        self, n: Number, start: Number = 0, *, method: str | None = None, all: bool = False, **limits: Unpack[Limits]
    ) -> _native.Positions:
        """So many P-positions in lexicographic order, from an index on that may have any size where a theorem or a proof lists.

        Of symmetric games only those with x ≤ y; with ``all=True`` both (a, b) and (b, a).

        >>> import wythoff
        >>> wythoff.game("3WN").first(2, start=10**30)[0]
        (1302775637731994646559610633735, 4302775637731994646559610633735)
        """
        return _native.listed(self, first=n, start=start, method=method, all=all, **limits)

    def count(
        self, to: Number | None = None, *, columns: Number | None = None, method: str | None = None, all: bool = False,
        **limits: Unpack[Limits],
    ) -> int:
        """How many P-positions there are, at once and for any size where a theorem counts.

        Of symmetric games those with x ≤ y are counted; with ``all=True`` both (a, b) and (b, a).

        >>> import wythoff
        >>> wythoff.game("WN").count(to=10**30)
        381966011250105151795413165635
        >>> wythoff.game("WN").count(to=10), wythoff.game("WN").count(to=10, all=True)
        (5, 9)
        """
        return _native.count(self, to=to, columns=columns, method=method, all=all, **limits)

    @overload
    def columns(
        self, n: Number, *, chunks: None = None, height: Number | None = None, method: str | None = None,
        all: bool = False, **limits: Unpack[Limits],
    ) -> NDArray[np.uint64]: ...

    @overload
    def columns(
        self, n: Number, *, chunks: Number, height: Number | None = None, method: str | None = None,
        all: bool = False, **limits: Unpack[Limits],
    ) -> Iterator[NDArray[np.uint64]]: ...

    def columns(
        self, n: Number, *, chunks: Number | None = None, height: Number | None = None, method: str | None = None,
        all: bool = False, **limits: Unpack[Limits],
    ) -> NDArray[np.uint64] | Iterator[NDArray[np.uint64]]:
        """All P-positions with the first pile less than ``n``: an array of shape (count, 2), made without a copy.

        Of symmetric games only those with x ≤ y; with ``all=True`` both (a, b) and (b, a).
        With ``chunks`` an iterator of such arrays, so many columns each, for what would not fit into memory at once.

        >>> import wythoff
        >>> wythoff.game("W^3").columns(2).tolist()
        [[0, 0], [0, 1], [0, 2], [1, 3], [1, 4]]
        >>> sum(len(part) for part in wythoff.game("W^3").columns(10_000, chunks=1000))
        20001
        """
        if chunks is not None:
            return _native.Chunks(self, n, chunks, height=height, method=method, all=all, **limits)
        return _native.columns(self, n, height=height, method=method, all=all, **limits)

    def window(
        self, x: Number, y: Number, w: Number, h: Number, *, method: str | None = None, **limits: Unpack[Limits]
    ) -> NDArray[np.bool_]:
        """Which squares of a window are P-positions: entry [j, i] is (x+i, y+j). Squares that the rules cut out are not.

        >>> import wythoff
        >>> wythoff.game("WN").window(0, 0, 3, 3).astype(int).tolist()
        [[1, 0, 0], [0, 0, 1], [0, 1, 0]]
        >>> bool(wythoff.game("WN").window(10**30, 1618033988749894848204586834365, 60, 60).any())
        True
        """
        return _native.window(self, x, y, w, h, method=method, **limits)

    def grundy(self, to: Number = 20, **limits: Unpack[Limits]) -> NDArray[np.int64]:
        """Grundy values: entry [y, x] is that of (x, y), and -1 where there is no square.

        >>> import wythoff
        >>> wythoff.game("WN").grundy(to=2).tolist()
        [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
        """
        return _native.grundy(self, to, **limits)

    def periods(self, to: Number = 20, length: Number | None = None, **limits: Unpack[Limits]) -> Report:
        """The additive periods that rows of Grundy values show: row by row, or None where none shows. Not a proof.

        >>> import wythoff
        >>> wythoff.game("WN").periods(to=1).periods[0]
        <period=1, preperiod=0, increment=1>
        """
        return asked("grundy", self._fields(to=_some(to), periods=True, length=_some(length)), limits)

    def draw(
        self, to: Number | None = None, *, format: str = "svg", columns: Number | None = None, window: Any = None,
        at: Any = None, against: Playable | None = None, colouring: str | None = None, palette: str | None = None,
        **options: Any,
    ) -> Picture:
        """A picture: the board up to a size, in a window (x, y, w, h), around a position, or beside that of another game.

        ``format`` is svg, png, pdf or tikz; ``colouring`` outcome, surplus, grundy, residue or strip; ``palette`` usual, safe or grey. What
        else the operation *draw* of ``docs/api.md`` takes can be given by its name: plain, cell, size, sequence, residual, slope, no_title, no_caption, no_legend, width="8cm", …

        >>> import wythoff
        >>> wythoff.game("W^5").draw(to=100, colouring="surplus", palette="safe").media
        'image/svg+xml'
        >>> wythoff.game("W^4").draw(window=(10**30, 2414213562373095048801688724195, 60, 60), format="png").media
        'image/png'
        """
        limits = {name: options.pop(name) for name in ("time", "memory", "threads", "progress") if name in options}
        if window is not None and not isinstance(window, str):
            x, y, w, h = window
            window = f"{digits(x)},{digits(y)}:{digits(w)}x{digits(h)}"
        other = _said(against) if against is not None else None
        fields = self._fields(
            to=_some(to), columns=_some(columns), window=window, at=None if at is None else position(at), against=other,
            colouring=colouring, palette=palette, **options,
        )
        return drawn("draw", {**fields, "as": format}, limits)

    def beams(self, columns: Number | None = None, **limits: Unpack[Limits]) -> Report:
        """The lines at which P-positions gather.

        >>> import wythoff
        >>> [beam.slope.exact for beam in wythoff.game("W^3").beams().beams]
        ['2']
        """
        return asked("beams", self._fields(columns=_some(columns)), limits)

    def describe(self, **limits: Unpack[Limits]) -> Report:
        """What the game equals, and every form that fits its P-positions.

        >>> import wythoff
        >>> wythoff.game("WN").describe().forms[0].kind
        'Beatty pair'
        """
        return asked("describe", self._fields(), limits)

    def compare(self, other: Playable, to: Number | None = None, **limits: Unpack[Limits]) -> Report:
        """Are the P-positions of two games the same? By proof, or as far as computed.

        >>> import wythoff
        >>> wythoff.game("WN").compare("1WN").equal
        'proved'
        """
        return asked("compare", self._fields(other=_said(other), to=_some(to)), limits)

    def star(self, to: Number | None = None, **limits: Unpack[Limits]) -> Report:
        """The star operator: are its P-positions those of an invariant game?

        >>> import wythoff
        >>> wythoff.game("WN").star(to=20).invariant
        'yes'
        """
        return asked("star", self._fields(to=_some(to)), limits)

    def learn(
        self, games: int | None = None, seeds: int | None = None, size: int | None = None, winner: str | None = None,
        learner: str | None = None, **limits: Unpack[Limits],
    ) -> Report:
        """What a learner sees of P-positions in games against one who knows them.

        >>> import wythoff
        >>> wythoff.game("(3,2)WN").learn(games=5, seeds=2, size=30).pairs
        15
        """
        fields = self._fields(games=games, seeds=seeds, size=size, winner=winner, learner=learner)
        found: Report = asked("learn", fields, limits).lessons[0]
        return found

    def prove(
        self, *, formula: str | None = None, numeration: str | None = None, states: int | None = None,
        time: float | str | None = 60, **limits: Any,
    ) -> Certificate:
        """Looks for a proof of all P-positions, at all sizes; or decides a formula about x and y that claims to be one.

        Raises :class:`wythoff.Undecided` if there is none, or it is not found within the limits.

        >>> import wythoff
        >>> certificate = wythoff.game("WN").prove()
        >>> certificate.automaton.states, certificate.automaton.numeration
        (7, 'fib')
        >>> certificate.check().verdict
        'proved'
        """
        fields = self._fields(formula=formula, numeration=numeration, states=states)
        return proved(asked("prove", fields, {"time": time, **limits}), self.label)

    def with_certificate(self, certificate: Certificate | str, **limits: Unpack[Limits]) -> Game:
        """The same game, which answers and lists from a certificate by ``method="automaton"``. It is checked first.

        >>> import wythoff
        >>> g = wythoff.game("WN")
        >>> own = g.with_certificate(g.prove())
        >>> own.ask(3, 5, method="automaton").method
        'automaton'
        """
        text, name = (certificate, "the certificate") if isinstance(certificate, str) else (certificate.text, certificate.name)
        return Game(self.words, (text, name), **limits)

    def play(
        self, *piles: Any, history: Any = None, level: str | None = None, seed: int | None = None, you: str = "one",
        two_people: bool = False,
    ) -> Match:
        """A game being played from a position, against the perfect player or a weaker one.

        >>> import wythoff
        >>> match = wythoff.game("WN").play(10, 13)
        >>> match.move(4, 7).position
        (3, 7)
        >>> match.move(3, 5).over
        False
        """
        fields = self._fields(at=_at(piles), history=_history(history), level=level, seed=seed)
        return Match.begun(fields, you, two_people)

    def export(self, format: str, *, to: Number | None = None, first: Number | None = None, start: Number | None = None,
               columns: Number | None = None, sequence: str | None = None, **limits: Unpack[Limits]) -> bytes:
        """A list of P-positions as a file: table, csv, json, jsonl, bfile, latex or raw.

        >>> import wythoff
        >>> wythoff.game("3WN").export("bfile", first=3, sequence="b")
        b'# P-positions of 3WN with x <= y\\n0 0\\n1 4\\n2 8\\n'
        """
        fields = self._fields(
            format=format, to=_some(to), first=_some(first), columns=_some(columns), sequence=sequence, **{"from": _some(start)}
        )
        return drawn("download", fields, limits).data

    def _repr_svg_(self) -> str | None:
        try:
            return self.draw(to=30, time=5).svg
        except Exception:  # A game that has no board shows its rules.
            return None

    def _repr_html_(self) -> str:
        from html import escape

        board = self._repr_svg_()
        text = self.text if self.text is not None else self.title
        shown = "" if board is None else f"<div style='max-width:24em'>{board}</div>"
        return f"<div><b>{escape(self.label)}</b>, {escape(self.title)}<pre>{escape(text)}</pre>{shown}</div>"

    def _repr_latex_(self) -> str | None:
        notation = self.notation
        if notation is None or not set(notation) <= set("0123456789WINk^(),"):
            return None  # Words and Greek letters read better as they are.
        base, _, power = notation.partition("^")
        return f"${base}^{{{power}}}$" if power else f"${base}$"


class Rules:
    """A rule text whose parameters are still open: called with their values it gives a :class:`Game`.

    >>> import wythoff
    >>> family = wythoff.rules('''
    ... game "Mine"
    ... param k >= 1
    ... move rook: s = 0 or t = 0
    ... move bishop: |s - t| < k and s > 0 and t > 0
    ... ''')
    >>> [parameter.name for parameter in family.parameters]
    ['k']
    >>> family(k=3)
    <Mine(k=3), Mine>
    """

    def __init__(self, text: str, name: str | None = None) -> None:
        if not isinstance(text, str):
            raise TypeError(f"rules are a text, and not something of type {type(text).__name__}")
        self.text = text
        self.name = name
        read = asked("read", {"text": text, "name": name}, {})
        if not read.understood:
            from ._errors import RuleError

            first = read.diagnostics[0]
            message = f"line {first.line}, column {first.column}: {first.message}"
            raise RuleError(message, {"error": message, "diagnostics": read.to_dict()["diagnostics"]})
        self._read = read

    @property
    def title(self) -> str:
        """Its title."""
        return str(self._read.title)

    @property
    def parameters(self) -> list[Report]:
        """Its parameters: their names, and which values they take."""
        return list(self._read.parameters)

    @property
    def diagnostics(self) -> list[Report]:
        """Warnings about the text: line, column, message and help."""
        return list(self._read.diagnostics)

    def __call__(self, **parameters: Any) -> Game:
        words: dict[str, Any] = {"text": self.text}
        if self.name is not None:
            words["name"] = self.name
        if parameters:
            words["parameters"] = {name: _value(value) for name, value in parameters.items()}
        return Game(json.dumps(words))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and (self.text, self.name) == (other.text, other.name)

    def __hash__(self) -> int:
        return hash((self.text, self.name))

    def __repr__(self) -> str:
        return f"<rules {self.title or self.name or ''!r}, parameters {[p.name for p in self.parameters]}>"


def game(name: str, /, **parameters: Any) -> Game:
    """The game of the rulebook that a notation or a name means.

    >>> import wythoff
    >>> wythoff.game("W^4").ask(11, 28).outcome
    'P'
    >>> wythoff.game("modular", k=2, m=3).notation
    '2WN^(3)'
    """
    if not isinstance(name, str):
        raise TypeError(f"a game is said by its name, and not by something of type {type(name).__name__}")
    words: dict[str, Any] = {"game": name}
    if parameters:
        words["parameters"] = {key: _value(value) for key, value in parameters.items()}
    return Game(json.dumps(words))


def rules(text: str, name: str | None = None) -> Rules:
    """A rule text. What it gives is called with the values of its parameters, also if it has none.

    >>> import wythoff
    >>> g = wythoff.rules("move any: s + t <= 3")()
    >>> g.ask(2, 1).outcome
    'N'
    """
    return Rules(text, name)


def _value(value: Any) -> str:
    return value if isinstance(value, str) else digits(value) if not isinstance(value, float) else str(value)


def _some(number: Any) -> str | None:
    return None if number is None else digits(number)


def _at(piles: tuple[Any, ...]) -> list[str] | str:
    if len(piles) == 1 and not isinstance(piles[0], int):
        return position(piles[0])
    return position(piles)


def _history(history: Any) -> Any:
    return history if history is None or isinstance(history, str) else [position(one) for one in history]


def _said(other: Playable) -> Any:
    """A game as part of a request."""
    if isinstance(other, _native.Game):
        return json.loads(other.words)
    return other


def _made(one: Playable) -> Game:
    """A game, or the one of a name."""
    return one if isinstance(one, Game) else game(one)


def _ask_again(of: Game, piles: tuple[int, ...], keywords: dict[str, Any]) -> _native.Answer:
    return of.ask(*piles, **keywords)
