"""What goes wrong, as exceptions. All of them are a :class:`wythoff.Error`."""

from __future__ import annotations

import json
from typing import Any


class Error(Exception):
    """Whatever wythoff cannot do.

    >>> import wythoff
    >>> try:
    ...     wythoff.game("W^")
    ... except wythoff.Error as error:
    ...     print(error)
    no game is called "W^"; did you mean "WN"?
    """

    def __init__(self, message: str = "", details: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.message = message
        #: The refusal as the interface of the lab words it, as a dictionary.
        self.details: dict[str, Any] = details if details is not None else {"error": message}

    @property
    def hint(self) -> str | None:
        """What would help, in a word, where that is known: "prove", "columns", "height", …"""
        found = self.details.get("hint")
        return None if found is None else str(found)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.message, self.details))


class RequestError(Error, ValueError):
    """Something was asked for that makes no sense: a negative pile, an unknown game, three piles where there are two."""


class RuleError(RequestError):
    """A rule text, or values of its parameters, that cannot be understood: all problems, each with its place.

    >>> import wythoff
    >>> try:
    ...     wythoff.rules("move rook: s = 0 or t =")()
    ... except wythoff.RuleError as error:
    ...     print((error.line, error.column))
    (1, 24)
    """

    @property
    def diagnostics(self) -> list[dict[str, Any]]:
        """All problems: severity, in, line, column, length, message, label and help."""
        return list(self.details.get("diagnostics", []))

    @property
    def line(self) -> int:
        """The line of the first problem, from 1."""
        return int(self.diagnostics[0]["line"])

    @property
    def column(self) -> int:
        """The column of the first problem in characters, from 1."""
        return int(self.diagnostics[0]["column"])


class LimitError(Error):
    """It is too large or too long: a limit of time, memory or size was reached."""


class Undecided(Error):
    """No proof was found, or the claim is refuted; ``report`` says how far each try came.

    >>> import wythoff
    >>> try:
    ...     wythoff.game("3WN").prove(formula="x = y")
    ... except wythoff.Undecided as error:
    ...     print(error.report.verdict, error.report.at)
    refuted (1, 1)
    """

    def __init__(self, message: str = "", report: Any = None) -> None:
        super().__init__(message)
        self.report = report

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.message, self.report))


class Fault(Error):
    """A fault of wythoff itself. Please report it."""


def refused(status: int, text: str) -> Error:
    """The exception for a refusal of the library: the status that the web uses, and its JSON."""
    details: dict[str, Any] = json.loads(text)
    message = str(details.get("error", ""))
    if details.get("diagnostics"):
        return RuleError(message, details)
    kinds: dict[int, type[Error]] = {422: LimitError, 499: LimitError, 500: Fault}
    return kinds.get(status, RequestError)(message, details)
