"""Pictures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from . import _native

_FORMATS = {".svg": "svg", ".png": "png", ".pdf": "pdf", ".tex": "tikz"}


class Picture:
    """A picture that shows itself in a notebook and can be saved.

    >>> import wythoff
    >>> picture = wythoff.game("W^4").draw(to=20)
    >>> picture.media, picture.svg[:4]
    ('image/svg+xml', '<svg')
    """

    __slots__ = ("data", "media")

    def __init__(self, media: str, data: bytes) -> None:
        #: Of which kind the bytes are, as the web says it.
        self.media = media
        #: The bytes of the file.
        self.data = data

    @property
    def svg(self) -> str:
        """The text of an SVG picture."""
        if self.media != "image/svg+xml":
            raise ValueError(f"this picture is {self.media}: draw it with format=\"svg\"")
        return self.data.decode()

    def save(self, path: str | Path) -> None:
        """Writes the file."""
        Path(path).write_bytes(self.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picture) and (self.media, self.data) == (other.media, other.data)

    def __hash__(self) -> int:
        return hash((self.media, self.data))

    def __repr__(self) -> str:
        return f"<picture, {self.media}, {len(self.data)} bytes>"

    def _repr_svg_(self) -> str | None:
        return self.svg if self.media == "image/svg+xml" else None

    def _repr_png_(self) -> bytes | None:
        return self.data if self.media == "image/png" else None

    def _repr_latex_(self) -> str | None:
        return None


def drawn(operation: str, fields: dict[str, Any], limits: Any) -> Picture:
    """A request that is answered with a picture."""
    given = {name: value for name, value in fields.items() if value is not None and value is not False}
    media, data = _native.request(operation, json.dumps(given), **limits)
    return Picture(media, data)
