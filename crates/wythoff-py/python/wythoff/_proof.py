"""Proofs for all sizes: certificates, automata, and statements that are decided."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _native
from ._errors import RequestError, Undecided
from ._report import Report, asked

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._game import Game
    from ._progress import Limits


class Automaton(_native.Automaton):
    """An automaton that reads the digits of some numbers together, the most significant first.

    >>> import wythoff
    >>> automaton = wythoff.game("WN").prove().automaton
    >>> automaton
    <automaton with 7 states in fib>
    >>> automaton.accepts(3, 5), automaton.accepts(10**100, 10**100)
    (True, False)
    >>> automaton.transitions[0]
    (0, (0, 0), 0)
    >>> automaton.table.shape
    (7, 4)
    """

    def draw(self, at: Any = None, **limits: Unpack[Limits]) -> Any:
        """A picture of its states, with the way of a position through them if one is given."""
        from ._picture import Picture

        return Picture("image/svg+xml", str(self._drawn(at, limits).picture).encode())

    def walk(self, *numbers: Any, **limits: Unpack[Limits]) -> list[Report]:
        """The way of the digits of a position through the states.

        >>> import wythoff
        >>> [step.state for step in wythoff.game("WN").prove().automaton.walk(1, 2)]
        [1, 3]
        """
        return list(self._drawn(numbers, limits).walk)

    def _drawn(self, at: Any, limits: Any) -> Report:
        from ._report import position

        where = None if at is None else position(at)
        return asked("automaton", {"certificate": self.text, "numeration": self.numeration, "at": where}, limits)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.text, self.numeration))

    def _repr_svg_(self) -> str | None:
        found = self._drawn(None, {})
        return str(found.picture) if found.readable else None

    def _repr_html_(self) -> str:
        picture = self._repr_svg_()
        return f"<div>{self.states} states in {self.numeration}<br>{picture or ''}</div>"


class Certificate:
    """What claims to be the P-positions of a game at all sizes, as a text that anybody can check.

    >>> import wythoff
    >>> certificate = wythoff.game("W^4").prove(numeration="pell")
    >>> certificate
    <certificate: 26 states in pell, for Blocking-k Wythoff Nim>
    >>> certificate.game.ask(11, 28).outcome
    'P'
    """

    __slots__ = ("name", "report", "text")

    def __init__(self, text: str, name: str = "the certificate", report: Report | None = None) -> None:
        #: The text, as a file of ``crates/wythoff-prove/certificates/`` holds it.
        self.text = text
        #: Where it is from.
        self.name = name
        #: What the search that found it says.
        self.report = report

    @property
    def rules(self) -> str:
        """The rules that it is about."""
        return str(self._data()["rules"])

    @property
    def game(self) -> Game:
        """The game that it is about."""
        from ._game import rules

        return rules(self.rules)()

    @property
    def automaton(self) -> Automaton:
        """The automaton that accepts the P-positions; that of a periodic tail is made in base 2."""
        return Automaton(self.text)

    def check(self, **limits: Unpack[Limits]) -> Report:
        """Verifies it, without trusting whoever made it: verdict "proved", "refuted" or "undecided"."""
        return asked("check", {"certificate": self.text}, limits)

    def save(self, path: str | Path) -> None:
        """Writes the text to a file."""
        Path(path).write_text(self.text, encoding="utf-8")

    def _data(self) -> dict[str, Any]:
        try:
            found = json.loads(self.text)
        except ValueError:
            raise RequestError("this is not the text of a certificate") from None
        if not isinstance(found, dict) or "rules" not in found:
            raise RequestError("this is not the text of a certificate")
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Certificate) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        data = self._data()
        title = str(data["rules"]).partition('"')[2].partition('"')[0]
        what = f"{len(data['states'])} states in {data['numeration']}" if "states" in data else f"from column {data.get('start')} on"
        return f"<certificate: {what}, for {title or 'a game'}>"

    def _repr_html_(self) -> str:
        from html import escape

        picture = ""
        if "states" in self._data():
            picture = self.automaton._repr_svg_() or ""
        return f"<div>{escape(repr(self)[1:-1])}<pre>{escape(self.rules)}</pre>{picture}</div>"


def proved(report: Report, label: str) -> Certificate:
    """The certificate of a report, or why there is none."""
    text = report.get("certificate")
    if text is not None:
        return Certificate(text, f"the proof of {label}", report)
    if report.verdict == "refuted":
        raise Undecided(f"{label}: refuted: the claim contradicts the rules at {report.get('at')}", report)
    why = report.get("stopped") or report.get("reason") or "no claim was found"
    raise Undecided(f"{label}: not decided: {why}", report)


def load(source: str | Path, *, check: bool = False, **limits: Unpack[Limits]) -> Certificate:
    """The certificate of a file, or of its text; with ``check`` it is verified, and refused unless it is proved.

    >>> import wythoff, tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "wn.json")
    >>> wythoff.game("WN").prove().save(path)
    >>> wythoff.load(path, check=True).automaton.states
    7
    """
    name = "the certificate"
    if isinstance(source, str) and source.lstrip().startswith("{"):
        text = source
    else:
        name, text = str(source), Path(source).read_text(encoding="utf-8")
    found = Certificate(text, name)
    _native.Automaton(text, **limits)  # Refuses what is no certificate, with the reason.
    if check:
        report = found.check(**limits)
        if report.verdict != "proved":
            raise Undecided(f"{name}: {report.verdict}", report)
    return found


def decide(
    formula: str, numeration: str | None = None, time: float | str | None = None, memory: int | str | None = None,
    threads: int | None = None, progress: Any = None, **automata: Certificate | Automaton | str,
) -> Report:
    """Decides a statement about addition and order, with certificates or automata as its predicates.

    >>> import wythoff
    >>> wythoff.decide("Ex x > 10^20 & x < 10^20 + 8 & x mod 7 = 2").example[0].value
    100000000000000000007
    >>> wythoff.decide("Ax E>=4 y P(x,y)", P=wythoff.game("W^4").prove(numeration="pell")).truth
    True
    >>> wythoff.decide("Ax Ey x = y + y", numeration="fib").truth
    False
    """
    texts = {name: one if isinstance(one, str) else one.text for name, one in automata.items()}
    fields = {"formula": formula, "numeration": numeration, "certificates": texts or None}
    return asked("decide", fields, {"time": time, "memory": memory, "threads": threads, "progress": progress})
