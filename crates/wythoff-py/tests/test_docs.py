"""Every example of every docstring runs, in Python and in the native part; stubs and README agree with what is there."""

import ast
import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest
import wythoff
from wythoff import _native

MODULES = ["wythoff", *(f"wythoff.{m.name}" for m in pkgutil.iter_modules(wythoff.__path__) if m.name != "_native")]
FLAGS = doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=FLAGS)
    assert result.failed == 0


def test_native_examples():
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=FLAGS)
    for name, thing in vars(_native).items():
        parts = {name: thing, **{f"{name}.{n}": part for n, part in vars(thing).items()}} if isinstance(thing, type) else {name: thing}
        for place, part in parts.items():
            text = getattr(part, "__doc__", None)
            if text and ">>>" in text:
                runner.run(parser.get_doctest(text, {}, place, None, 0))
    assert runner.summarize(verbose=False).failed == 0 and runner.tries > 0


def test_the_readme():
    text = (Path(__file__).parents[3] / "README.md").read_text()
    section = text.partition("\n## Python\n")[2].partition("\n## ")[0]
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(doctest.DocTestParser().get_doctest(section, {}, "README.md", None, 0))
    assert runner.summarize(verbose=False).failed == 0 and runner.tries > 5
    g = wythoff.game("W^4")
    here = {"wythoff": wythoff, "g": g, "x": 1, "y": 2, "w": 3, "h": 4, "a": "WN", "b": "1WN", "c": g.prove(numeration="pell")}
    skipped = ("g.columns(10**6)", "c.save", "wythoff.load", "c = ", "g.with_", "g.grundy", "g.periods", "g.count", 'wythoff.replicate("blocking-wythoff")', "make ")
    tried = 0
    for line in section.splitlines():
        if line.startswith("| `"):
            for call in re.findall("`([^`]*)`", line.split(" | ")[0]):
                if not call.startswith(skipped):
                    eval(call, dict(here))
                    tried += 1
    assert tried >= 10


def test_the_oldest_python_can_read_it():
    for path in Path(wythoff.__file__).parent.glob("*.py*"):
        ast.parse(path.read_text(), str(path), feature_version=(3, 10))


def test_everything_public_is_documented_with_an_example():
    for name in wythoff.__all__:
        thing = getattr(wythoff, name)
        if name.startswith("__"):
            continue
        assert thing.__doc__, name
        if callable(thing) and not isinstance(thing, type):
            assert ">>>" in thing.__doc__, name
    for name, part in vars(wythoff.Game).items():
        if callable(part) and not name.startswith("_"):
            assert ">>>" in (part.__doc__ or ""), name
