"""Answers of the library as objects: what is a field of the JSON is an attribute here, and decimal strings are integers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from . import _native, _show

#: Fields that hold a number as a text, since it may be longer than any number of JSON.
_NUMBERS = {"count", "value", "grundy", "from", "x", "y"}
#: Python's own reader of integers refuses texts that are longer.
_LONGEST = 4000


def integer(text: str) -> int:
    """The integer of some digits, however many."""
    return int(text) if len(text) <= _LONGEST else _native.integer_of(text)


def digits(number: object) -> str:
    """A number as JSON takes it: its digits, or an expression as it is."""
    return number if isinstance(number, str) else _native.digits_of(number)


def position(piles: Any) -> list[str] | str:
    """A position as JSON takes it."""
    return piles if isinstance(piles, str) else [digits(pile) for pile in piles]


def board(text: str) -> dict[str, int]:
    """How far a list goes, from its JSON."""
    return {name: integer(str(value)) for name, value in json.loads(text).items()}


def _is_number(value: object) -> bool:
    return isinstance(value, str) and value.isascii() and value.isdigit()


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return Report({key: _plain(key, part) for key, part in value.items()})
    if isinstance(value, list):
        if value and all(_is_number(part) for part in value):
            return tuple(integer(part) for part in value)
        return [_plain(name, part) for part in value]
    if name in _NUMBERS and _is_number(value):
        return integer(value)
    return value


def _json(value: Any) -> Any:
    if isinstance(value, Report):
        return {name: _json(part) for name, part in value._fields.items()}
    if isinstance(value, tuple):
        return [digits(part) if isinstance(part, int) else _json(part) for part in value]
    if isinstance(value, list):
        return [_json(part) for part in value]
    return value


class Report:
    """What was found out, with the names of ``docs/json.md`` as attributes. Positions are tuples of integers.

    >>> import wythoff
    >>> found = wythoff.compare("WN", "2WN")
    >>> found.equal, found.first_difference
    ('no', (1, 2))
    >>> found["games"]
    ['WN', '2WN']
    >>> sorted(found)[:3]
    ['differences', 'equal', 'first_difference']
    """

    __slots__ = ("_fields",)
    _fields: dict[str, Any]

    def __init__(self, fields: dict[str, Any]) -> None:
        object.__setattr__(self, "_fields", fields)

    @classmethod
    def read(cls, text: str | bytes) -> Report:
        """The report of a JSON text."""
        return cls({name: _plain(name, value) for name, value in json.loads(text).items()})

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self._fields[name]
        except KeyError:
            raise AttributeError(f"there is no field {name!r} here, only {', '.join(self._fields)}") from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("reports are not changed")

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __contains__(self, name: object) -> bool:
        return name in self._fields

    def __dir__(self) -> list[str]:
        return [*object.__dir__(self), *self._fields]

    def get(self, name: str, default: Any = None) -> Any:
        """A field, or something else where it is left out."""
        return self._fields.get(name, default)

    def keys(self) -> list[str]:
        """The names of the fields."""
        return list(self._fields)

    def to_dict(self) -> dict[str, Any]:
        """The same as dictionaries and lists, as the JSON of the command line has it."""
        return dict(_json(self))

    def to_json(self) -> str:
        """The same as a text."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Report) and self._fields == other._fields

    def __hash__(self) -> int:
        return hash(json.dumps(self.to_dict(), sort_keys=True))

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._fields,))

    def __repr__(self) -> str:
        return _show.line(self._fields)

    def _repr_html_(self) -> str:
        return _show.report(self._fields)


def asked(operation: str, fields: dict[str, Any], limits: Any) -> Report:
    """A request that is answered with data."""
    given = {name: value for name, value in fields.items() if value is not None}
    _, reply = _native.request(operation, json.dumps(given), **limits)
    return Report.read(reply)
