"""The wheel alone, with numpy and nothing else: run in an environment of its own."""

import importlib.util
import pickle
import sys

import numpy
import wythoff

assert "site-packages" in wythoff.__file__, wythoff.__file__
assert importlib.util.find_spec("pytest") is None, "this environment is not fresh"
g = wythoff.game("W^4")
assert g.ask(11, 28).block == [(11, 4), (11, 26), (11, 27)]
assert pickle.loads(pickle.dumps(g)) == g
assert g.columns(1000).dtype == numpy.uint64
assert g.draw(to=10).svg.startswith("<svg")
assert wythoff.game("WN").prove().check().verdict == "proved"
try:
    g.columns(10, progress=True)
except ImportError as error:
    assert "pip install tqdm" in str(error)
else:
    raise AssertionError("a bar without tqdm")
print(f"the wheel of {wythoff.__version__} works alone, with Python {sys.version.split()[0]} and numpy {numpy.__version__}")
