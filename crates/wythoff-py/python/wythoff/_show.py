"""How objects show themselves: in a line, and in a notebook. Everything that comes from outside is escaped."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._native import Positions

_MOST = 12


def _short(value: Any, longest: int = 60) -> str:
    try:
        text = repr(value)
    except ValueError:  # Python does not print integers of thousands of digits.
        text = "…"
    return text if len(text) <= longest else text[: longest - 1] + "…"


def line(fields: dict[str, Any]) -> str:
    """A report in a line."""
    return f"<{', '.join(f'{name}={_short(value)}' for name, value in fields.items())}>"


def _cell(value: Any) -> str:
    from ._report import Report

    if isinstance(value, Report):
        return report(value._fields)
    if isinstance(value, list):
        if not value:
            return ""
        if all(isinstance(part, Report) for part in value):
            return rows([part._fields for part in value])
        more = "" if len(value) <= _MOST else f" … ({len(value)})"
        return ", ".join(_cell(part) for part in value[:_MOST]) + more
    if isinstance(value, tuple):
        return escape(_short(value, 80))
    return escape(str(value)).replace("\n", "<br>")


def report(fields: dict[str, Any]) -> str:
    """A report as a table of its fields."""
    cells = (f"<tr><th style='text-align:left'>{escape(name)}</th><td style='text-align:left'>{_cell(value)}</td></tr>"
             for name, value in fields.items())
    return f"<table>{''.join(cells)}</table>"


def rows(found: list[dict[str, Any]]) -> str:
    """Reports of the same kind as a table with a row for each."""
    names: list[str] = []
    for fields in found:
        names.extend(name for name in fields if name not in names)
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td style='text-align:left'>{_cell(fields.get(name, ''))}</td>" for name in names) + "</tr>"
        for fields in found[:_MOST]
    )
    more = f"<caption>the first {_MOST} of {len(found)}</caption>" if len(found) > _MOST else ""
    return f"<table>{more}<tr>{head}</tr>{body}</table>"


def _positions(found: list[list[str]]) -> str:
    def one(piles: list[str]) -> str:
        return "(" + ", ".join(pile if len(pile) <= 24 else f"{pile[:6]}…{pile[-6:]}" for pile in piles) + ")"

    more = "" if len(found) <= _MOST else f" … ({len(found)})"
    return " ".join(one(piles) for piles in found[:_MOST]) + more


def answer(text: str) -> str:
    """The answer about a position."""
    found = json.loads(text)
    who = {"P": "the previous player wins", "N": "the next player wins"}[found["outcome"]]
    lines = [f"<b>{escape(_positions([found['position']]))}</b> in {escape(found['game'])}: <b>{found['outcome']}</b>, {who}"]
    for name, words in (("winning_moves", "winning moves"), ("block", "to forbid"), ("propose", "to propose")):
        if found.get(name):
            lines.append(f"{words}: {escape(_positions(found[name]))}")
    lines.append(f"why: {escape(found['reason'])}")
    lines.append(f"ground: {escape(found['ground'])}")
    return "<div>" + "<br>".join(lines) + "</div>"


def _names(width: int) -> list[str]:
    return ["x", "y", "z"][:width] if width <= 3 else [f"pile{i}" for i in range(1, width + 1)]


def positions(found: Positions) -> str:
    """A list of positions as a table."""
    some = found[:_MOST]
    head = "".join(f"<th>{name}</th>" for name in ["n", *_names(len(some[0]) if some else 2)])
    body = "".join(
        f"<tr><td>{n}</td>" + "".join(f"<td>{escape(_short(pile, 40))}</td>" for pile in piles) + "</tr>"
        for n, piles in enumerate(some)
    )
    more = f"the first {_MOST} of " if len(found) > _MOST else ""
    return f"<table><caption>{more}{len(found)} P-positions of {escape(found.game)}</caption><tr>{head}</tr>{body}</table>"


def positions_latex(found: Positions) -> str:
    """A list of positions as mathematics."""
    some = [r"\left(" + ", ".join(_short(pile, 40) for pile in piles) + r"\right)" for piles in found[:_MOST]]
    return "$$" + ", ".join([*some, *([r"\ldots"] if len(found) > _MOST else [])]) + "$$"
