"""How far something is: a function that is called, or a bar."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypedDict, Union

Listener = Callable[[Union[str, None], str, int, Union[int, None]], object]


class Limits(TypedDict, total=False):
    """What every function that may take long takes besides.

    ``time`` in seconds, or as "30s", "2m", "1h"; ``memory`` in bytes, or as "512M", "2G"; ``threads``, all cores unless something else is
    said; and ``progress``, which is called with part, stage, done and total some times a second, or True for a bar of tqdm.

    >>> import wythoff
    >>> heard = []
    >>> found = wythoff.game("W^5").columns(200_000, progress=lambda part, stage, done, total: heard.append(stage))
    >>> found.shape
    (695408, 2)
    """

    time: float | str | None
    memory: int | str | None
    threads: int | None
    progress: Listener | bool | None


class Bar:
    """A bar of tqdm, for ``progress=True``."""

    def __init__(self) -> None:
        try:
            self._tqdm: Any = import_module("tqdm.auto").tqdm
        except ImportError:
            raise ImportError("a bar needs tqdm (pip install tqdm); or give progress a function") from None
        self._bar: Any = None
        self._stage = ""

    def __call__(self, part: str | None, stage: str, done: int, total: int | None) -> None:
        words = f"{part}: {stage}" if part else stage
        if self._bar is None or words != self._stage:
            self.close()
            self._bar, self._stage = self._tqdm(desc=words, total=total, leave=False), words
        self._bar.total = total
        self._bar.n = done
        self._bar.refresh()

    def close(self) -> None:
        """Takes the bar away."""
        if self._bar is not None:
            self._bar.close()
        self._bar = None
