"""Lists, arrays and windows, and who else can read them."""

import pickle

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import wythoff


def test_columns_are_an_array_that_owns_its_memory():
    found = wythoff.game("W^4").columns(10**5)
    assert found.dtype == np.uint64 and found.shape == (282844, 2) and found.flags.c_contiguous and found.flags.writeable
    assert type(found.base).__name__ != "Positions"
    assert wythoff.game("W^4").count(columns=10**5) == len(found)
    assert (found[:, 0] <= found[:, 1]).all()


def test_chunks_are_the_same():
    g = wythoff.game("W^4")
    parts = list(g.columns(5000, chunks=999))
    assert len(parts) == 6 and all(part.dtype == np.uint64 for part in parts)
    assert (np.concatenate(parts) == g.columns(5000)).all()
    stopped = wythoff.game("W^40").columns(10**8, chunks=10**7, time=0.05)
    with pytest.raises(wythoff.LimitError):
        next(stopped)
    with pytest.raises(wythoff.RequestError, match="begin again"):
        next(stopped)
    with pytest.raises(wythoff.RequestError, match="at least one column"):
        g.columns(10, chunks=0)


def test_lists_agree_with_each_other():
    g = wythoff.game("W^4")
    listed = g.p_positions(to=200)
    assert listed == g.p_positions(to=200) and hash(listed) == hash(g.p_positions(to=200))
    assert g.first(50).positions == listed[:50]
    assert listed[-1] == listed[len(listed) - 1] and listed[::7] == listed.positions[::7]
    assert list(listed) == listed.positions and (3, 8) in listed and (3, 7) not in listed
    assert listed.array.tolist() == [list(p) for p in listed]
    assert listed.board == {"to": 200} and listed.symmetric is True and listed.game == "W^4"
    assert pickle.loads(pickle.dumps(listed)) == listed
    assert g.p_positions(columns=100) == [tuple(p) for p in g.columns(100).tolist()]
    with pytest.raises(IndexError):
        listed[10**6]
    with pytest.raises(TypeError):
        g.p_positions()


def test_lists_from_any_index():
    far = wythoff.game("WN").first(3, start=10**30)
    assert far.board == {"from": 10**30, "first": 3}
    for x, y in far:
        assert wythoff.game("WN").ask(x, y).is_p
    assert wythoff.game("WN").count(to=10**30) == 381966011250105151795413165635


def test_windows():
    g = wythoff.game("WN")
    near = g.window(0, 0, 40, 30)
    assert near.dtype == np.bool_ and near.shape == (30, 40)
    pairs = {(x, y) for x, y in g.p_positions(to=60)}
    for j in range(30):
        for i in range(40):
            assert near[j, i] == ((i, j) in pairs or (j, i) in pairs)
    x, y = g.first(1, start=10**40)[0]
    far = g.window(x - 5, y - 5, 20, 10)
    assert far[5, 5] and far.shape == (10, 20)
    assert g.window(3, 5, 0, 4).shape == (4, 0) and g.window(3, 5, 4, 0).shape == (0, 4)


PARITY = "move rook: s = 0 or t = 0\nmove bishop: s = t and x mod 2 = 0\n"


@pytest.mark.parametrize("name", ["WN", "W^4", "W^5", "comply(k=3)", PARITY])
def test_large_windows_are_the_board(name):
    """Across words and blocks of a board, and by every way: against counters of rows, columns and diagonals where the game has them."""
    g = wythoff.rules(name)() if name == PARITY else wythoff.game(name)
    own = g.window(0, 0, 300, 200)
    assert own.dtype == np.bool_ and own.flags.c_contiguous and own.flags.writeable
    for method in ("board", "columns"):
        try:
            other = g.window(0, 0, 300, 200, method=method)
        except wythoff.RequestError:
            continue
        assert (own == other).all(), method
    assert (g.window(63, 65, 130, 70) == own[65:135, 63:193]).all()
    k = {"WN": 1, "W^4": 4, "W^5": 5}.get(name)
    if k is not None:
        columns, rows, diagonals = [0] * 300, [0] * 200, [0] * 500
        for y in range(200):
            for x in range(300):
                is_p = columns[x] + rows[y] + diagonals[x - y] < k
                assert own[y, x] == is_p, (x, y)
                columns[x], rows[y], diagonals[x - y] = columns[x] + is_p, rows[y] + is_p, diagonals[x - y] + is_p


@pytest.mark.parametrize("name", ["WN", "W^4", "W^5"])
def test_windows_at_fifty_digits(name):
    g = wythoff.game(name)
    x, y = 10**50, {"WN": 161803398874989484820458683436563811772030917980576, "W^4": 241421356237309504880168872420969807856967187537694,
                    "W^5": 10**50 * 2 + 7}[name]
    found = g.window(x, y, 12, 9)
    for j in range(0, 9, 2):
        for i in range(0, 12, 3):
            assert found[j, i] == g.ask(x + i, y + j).is_p, (i, j)


def test_lists_up_to_a_size_are_those_of_windows():
    for g in (*(wythoff.game(name) for name in ("WN", "W^4", "2WN^(3)")), wythoff.rules(PARITY)()):
        squares = {(int(x), int(y)) for y, x in zip(*np.nonzero(g.window(0, 0, 151, 151, method="board")))}
        listed = g.p_positions(to=150)
        assert {p for p in squares if not listed.symmetric or p[0] <= p[1]} == set(listed) and listed.positions == sorted(listed)
        assert listed == g.p_positions(to=150, method="board")


def test_all_orders_of_the_piles():
    for name in ("WN", "W^4", "2WN^(3)", "shifted(2,3,1)"):
        g = wythoff.game(name)
        half, every = g.p_positions(to=90), g.p_positions(to=90, all=True)
        assert half.symmetric == g.is_symmetric and not every.symmetric
        both = {(y, x) for x, y in half} if g.is_symmetric else set()
        assert every.positions == sorted(both | set(half))
        assert g.count(to=90, all=True) == len(every) and g.count(to=90) == len(half)
        assert g.first(20, all=True).positions == [tuple(p) for p in g.columns(30, all=True).tolist()][:20]
        parts = np.concatenate(list(g.columns(30, chunks=7, all=True)))
        assert np.array_equal(parts, g.columns(30, all=True)) and len(parts) == g.count(columns=30, all=True)


def test_grundy_values():
    values = wythoff.game("WN").grundy(to=30)
    assert values.shape == (31, 31)
    for y in range(31):
        for x in range(31):
            options = {values[y, i] for i in range(x)} | {values[j, x] for j in range(y)}
            options |= {values[y - k, x - k] for k in range(1, min(x, y) + 1)}
            assert values[y, x] == next(n for n in range(len(options) + 1) if n not in options)
    with pytest.raises(wythoff.RequestError, match="no Grundy values"):
        wythoff.game("W^4").grundy(to=5)


def test_three_piles():
    g = wythoff.game("nim(piles=3)")
    assert g.piles == 3 and g.ask(3, 5, 6).is_p
    assert g.p_positions(to=3).array.shape[1] == 3
    assert pa.table(g.p_positions(to=3)).column_names == ["x", "y", "z"]
    with pytest.raises(wythoff.RequestError, match="played on 3 piles"):
        g.ask(1, 2)


def test_arrow():
    listed = wythoff.game("W^4").p_positions(to=100)
    rows = listed.positions
    table = pa.table(listed)
    assert table.schema.field("x").type == pa.uint64() and list(zip(*table.to_pydict().values())) == rows
    assert pl.DataFrame(listed).rows() == rows
    frame = pd.DataFrame.from_arrow(listed)
    assert [tuple(row) for row in frame.to_numpy().tolist()] == rows
    assert duckdb.sql("select count(*), max(y) from listed").fetchall()[0] == (len(rows), max(y for _, y in rows))
    assert duckdb.sql("select * from listed").fetchall() == rows
    large = wythoff.game("WN").first(2, start=10**30)
    assert pa.table(large).schema.field("x").type == pa.string()
    assert int(pa.table(large)["y"][0].as_py()) == large[0][1]
    empty = wythoff.rules("move any: s + t >= 1")().p_positions(to=0)
    assert pa.table(empty).num_rows == len(empty)


def test_export(tmp_path):
    g = wythoff.game("2WN^(3)")
    assert g.export("csv", first=4) == b"x,y\n0,0\n0,2\n0,4\n1,7\n"
    raw = np.frombuffer(g.export("raw", columns=50), "<u8").reshape(-1, 2)
    assert (raw == g.columns(50)).all()
