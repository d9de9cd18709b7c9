"""How long the package takes: against the library called from Rust in the same process, and against plain numpy and numba code.

Run it with `make python-bench`, which builds with optimisation. Every line is the median of some runs, and every result is compared
before it is timed. Python against Rust is measured by turns and in seconds of the processor, since a few microseconds are lost in the
noise of a clock on a busy machine; everything else by the clock.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import wythoff
from wythoff import _native


def seconds(work: Callable[[], Any], times: int = 5) -> float:
    """The median of some runs."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return statistics.median(found)


def processor(work: Callable[[], Any]) -> float:
    """Seconds of the processor."""
    start = time.process_time()
    work()
    return time.process_time() - start


def line(what: str, ours: float, theirs: float, unit: str = "s") -> None:
    scale = {"s": 1.0, "ms": 1e3, "µs": 1e6}[unit]
    print(f"{what:62} {ours * scale:10.3f} {unit:2} against {theirs * scale:10.3f} {unit:2}   ratio {ours / theirs:7.3f}")


def rust_columns(columns: int) -> None:
    g = wythoff.game("W^4")
    g.columns(1000)
    ours, theirs = [], []
    for _ in range(7):
        theirs.append(processor(lambda: _native.bench_columns(g, columns)))
        ours.append(processor(lambda: g.columns(columns)))
    line(f"W^4.columns({columns:,}) against the same call in Rust", statistics.median(ours), statistics.median(theirs))


def rust_ask(name: str, piles: tuple[int, ...], times: int) -> None:
    g = wythoff.game(name)
    g.ask(*piles)
    ours, theirs = [], []
    ask, (x, y) = g.ask, piles

    def loop() -> None:
        for _ in range(times):
            ask(x, y)

    for _ in range(9):
        theirs.append(processor(lambda: _native.bench_ask(g, piles, times)) / times)
        ours.append(processor(loop) / times)
    a, b = statistics.median(ours), statistics.median(theirs)
    shown = tuple(p if p < 10**6 else f"{p:.0e}" for p in piles)
    line(f"{name}.ask{shown} in a loop against Rust (+{(a - b) * 1e6:.2f} µs)", a, b, "µs")


def numpy_board(side: int, k: int) -> Any:
    """W^k: a square is P if fewer than k P-positions are among its options. Counters of rows, columns and diagonals."""
    board = np.zeros((side, side), dtype=np.bool_)
    columns, rows, diagonals = np.zeros(side, np.int64), np.zeros(side, np.int64), np.zeros(2 * side, np.int64)
    for y in range(side):
        for x in range(side):
            if columns[x] + rows[y] + diagonals[x - y + side] < k:
                board[y, x] = True
                columns[x] += 1
                rows[y] += 1
                diagonals[x - y + side] += 1
    return board


def numpy_list(columns: int) -> Any:
    """Wythoff's pairs by the golden ratio: exact as long as a double is."""
    n = np.arange(int(columns / 1.618033988749895) + 2)
    a = np.floor(n * ((1 + 5**0.5) / 2)).astype(np.uint64)
    pairs = np.stack([a, a + n.astype(np.uint64)], axis=1)
    return pairs[pairs[:, 0] < columns]


def main() -> None:
    quick = "--quick" in sys.argv
    rust_columns(100_000 if quick else 10**6)
    rust_ask("WN", (10, 13), 2000)
    rust_ask("WN", (10**30, 10**30 + 7), 2000)
    rust_ask("W^4", (11, 28), 2000)
    side = 400 if quick else 2000
    g = wythoff.game("W^5")
    own = g.window(0, 0, side, side, method="board")
    assert (own == numpy_board(side, 5)).all()
    ours = seconds(lambda: wythoff.game("W^5").window(0, 0, side, side, method="board"))
    line(f"W^5, a board of {side} x {side}, against plain Python and numpy", ours, seconds(lambda: numpy_board(side, 5), 1))
    try:
        import numba
    except ImportError:
        print("numba is not there: its lines are left out")
    else:
        compiled = numba.njit(cache=False)(numpy_board)
        compiled(10, 5)
        line(f"W^5, a board of {side} x {side}, against the same with numba", ours, seconds(lambda: compiled(side, 5)))

        @numba.njit
        def list_by_board(side: int, height: int, k: int) -> Any:
            rows, columns, diagonals = np.zeros(height, np.int64), np.zeros(side, np.int64), np.zeros(side + height, np.int64)
            found = []
            for x in range(side):
                for y in range(height):
                    if columns[x] + rows[y] + diagonals[x - y + height] < k:
                        columns[x] += 1
                        rows[y] += 1
                        diagonals[x - y + height] += 1
                        if x <= y:
                            found.append((x, y))
            return found

        many = 1000 if quick else 5000
        list_by_board(10, 30, 4)
        expected = np.array(list_by_board(many, 3 * many, 4), dtype=np.uint64)
        assert (wythoff.game("W^4").columns(many) == expected).all()
        fast, slow = seconds(lambda: wythoff.game("W^4").columns(many)), seconds(lambda: list_by_board(many, 3 * many, 4), 3)
        line(f"W^4, the list of {many:,} columns, against a board with numba", fast, slow)
    many = 10**5 if quick else 10**6
    assert (wythoff.game("WN").columns(many) == numpy_list(many)).all()
    fast, slow = seconds(lambda: wythoff.game("WN").columns(many)), seconds(lambda: numpy_list(many))
    line(f"WN, the list of {many:,} columns, against numpy's formula in floats", fast, slow)


if __name__ == "__main__":
    main()
