"""How long the package takes: against the library called from Rust in the same process, and against plain numpy and numba code.

Run it with `make python-bench`, which builds with optimisation; `--quick` tries it on small sizes. Every result is compared before it is
timed, and every line is the median of some runs. Python against Rust is measured by turns and in seconds of the processor, since a few
microseconds are lost in the noise of a clock on a busy machine; everything else by the clock. Boards and lists are solved anew each time,
by a game that nobody asked before.
"""

from __future__ import annotations

import itertools
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import wythoff
from wythoff import _native

NUMBER = itertools.count()


def fresh(k: int) -> wythoff.Game:
    """W^k under a name of its own: nothing is solved of it yet."""
    text = f'game "measured {next(NUMBER)}"\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nblock {k - 1}\n'
    return wythoff.rules(text)()


def seconds(work: Callable[[Any], Any], times: int = 7, prepared: Callable[[], Any] = lambda: None) -> float:
    """The median of some runs, each with something that is made ready for it."""
    found = []
    for _ in range(times):
        given = prepared()
        start = time.perf_counter()
        work(given)
        found.append(time.perf_counter() - start)
    return statistics.median(found)


def processor(work: Callable[[], Any]) -> float:
    """Seconds of the processor."""
    start = time.process_time()
    work()
    return time.process_time() - start


def line(what: str, ours: float, theirs: float, unit: str, wanted: str = "") -> None:
    scale = {"s": 1.0, "ms": 1e3, "µs": 1e6}[unit]
    print(f"{what:72} {ours * scale:9.3f} {unit:2} against {theirs * scale:9.3f} {unit:2}   ratio {ours / theirs:7.3f}{wanted}", flush=True)


def rust_columns(columns: int) -> None:
    g = wythoff.game("W^4")
    assert len(g.columns(1000)) == g.count(columns=1000)
    ours, theirs = [], []
    for _ in range(7):
        theirs.append(processor(lambda: _native.bench_columns(g, columns)))
        ours.append(processor(lambda: g.columns(columns)))
    what = f"W^4.columns({columns:,}) against the same call in Rust"
    line(what, statistics.median(ours), statistics.median(theirs), "ms", "   (wanted: at most 1.2)")


def rust_ask(name: str, piles: tuple[int, ...], times: int) -> None:
    g = wythoff.game(name)
    assert g.ask(*piles).outcome == g.ask(*piles, method="reference" if max(piles) < 100 else None).outcome
    ours, theirs = [], []
    ask, (x, y) = g.ask, piles

    def loop() -> None:
        for _ in range(times):
            ask(x, y)

    for _ in range(15):
        theirs.append(processor(lambda: _native.bench_ask(g, piles, times)) / times)
        ours.append(processor(loop) / times)
    a, b = statistics.median(ours), statistics.median(theirs)
    shown = ", ".join(str(p) if p < 10**6 else f"{p:.0e}" for p in piles)
    line(f"{name}.ask({shown}) in a loop against Rust", a, b, "µs", f"   {(a - b) * 1e6:+.2f} µs (wanted: at most +3)")


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


def numpy_grundy(side: int) -> Any:
    """The Grundy values of Wythoff Nim, square by square: the least value that is not seen."""
    values = np.zeros((side, side), np.int64)
    seen = np.full(3 * side, -1, np.int64)
    for y in range(side):
        for x in range(side):
            here = y * side + x
            for i in range(x):
                seen[values[y, i]] = here
            for j in range(y):
                seen[values[j, x]] = here
            for d in range(1, min(x, y) + 1):
                seen[values[y - d, x - d]] = here
            least = 0
            while seen[least] == here:
                least += 1
            values[y, x] = least
    return values


def numpy_list(columns: int) -> Any:
    """Wythoff's pairs by the golden ratio: exact as long as a double is."""
    n = np.arange(int(columns / 1.618033988749895) + 2)
    a = np.floor(n * ((1 + 5**0.5) / 2)).astype(np.uint64)
    pairs = np.stack([a, a + n.astype(np.uint64)], axis=1)
    return pairs[pairs[:, 0] < columns]


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


def boards(side: int, numba: Any) -> None:
    expected = numpy_board(side, 5)
    whole = (0, 0, side, side)
    assert (fresh(5).window(*whole) == expected).all() and (fresh(5).window(*whole, method="board") == expected).all()
    ours = seconds(lambda g: g.window(*whole), prepared=lambda: fresh(5))
    by_board = seconds(lambda g: g.window(*whole, method="board"), prepared=lambda: fresh(5))
    line(f"W^5.window, {side} x {side}, against plain Python and numpy", ours, seconds(lambda _: numpy_board(side, 5), 1), "ms")
    if numba is not None:
        compiled = numba.njit(numpy_board)
        assert (compiled(side, 5) == expected).all()
        theirs = seconds(lambda _: compiled(side, 5))
        line(f"W^5.window, {side} x {side}, against the same with numba", ours, theirs, "ms")
        line(f'W^5.window, {side} x {side}, by method="board", against numba', by_board, theirs, "ms")


def tables(side: int, numba: Any) -> None:
    if numba is None:
        return
    compiled = numba.njit(numpy_grundy)
    g = wythoff.game("WN")
    assert (g.grundy(to=side - 1) == compiled(side)).all()
    line(f"WN.grundy, {side} x {side}, against numba", seconds(lambda _: g.grundy(to=side - 1)), seconds(lambda _: compiled(side), 3), "ms")


def lists(many: int, golden: int, numba: Any) -> None:
    if numba is not None:
        compiled = numba.njit(list_by_board)
        assert (fresh(4).columns(many) == np.array(compiled(many, 3 * many, 4), dtype=np.uint64)).all()
        ours = seconds(lambda g: g.columns(many), prepared=lambda: fresh(4))
        theirs = seconds(lambda _: compiled(many, 3 * many, 4), 3)
        line(f"W^4.columns({many:,}) against a board with numba", ours, theirs, "ms")
    expected = numpy_list(golden)
    g = wythoff.game("WN")
    assert (g.columns(golden) == expected).all()
    theirs = seconds(lambda _: numpy_list(golden))
    line(f"WN.columns({golden:,}) against numpy's formula in floats", seconds(lambda _: g.columns(golden)), theirs, "ms")
    low = expected[expected[:, 1] <= golden]
    assert (g.p_positions(to=golden).array == low).all()
    line(f"WN.p_positions(to={golden:,}) against the same", seconds(lambda _: g.p_positions(to=golden).array), theirs, "ms")


def main() -> None:
    quick = "--quick" in sys.argv
    try:
        import numba
    except ImportError:
        numba = None
        print("numba is not there: its lines are left out")
    rust_columns(100_000 if quick else 10**6)
    rust_ask("WN", (10, 13), 2000)
    rust_ask("WN", (10**30, 10**30 + 7), 2000)
    rust_ask("W^4", (11, 28), 2000)
    boards(400 if quick else 2000, numba)
    tables(100 if quick else 500, numba)
    lists(1000 if quick else 5000, 10**5 if quick else 10**6, numba)


if __name__ == "__main__":
    main()
