"""Random rule texts against the definition of play in plain Python, which shares nothing with the library, not even the reading of rules."""

from __future__ import annotations

import functools
import random

import numpy as np
import pytest
import wythoff

SIDE = 12
PHI = {int(n * (1 + 5**0.5) / 2) for n in range(1, 40)}

#: Formulas twice: as rules say them, and as Python does.
MOVES = [
    ("s = 0 or t = 0", "s == 0 or t == 0"), ("s = t", "s == t"), ("s = 0", "s == 0"), ("t = 0", "t == 0"), ("|s - t| < 2", "abs(s - t) < 2"),
    ("t = 0 and s mod 2 = 0", "t == 0 and s % 2 == 0"), ("2 * s = 3 * t", "2 * s == 3 * t"), ("s + t <= 3", "s + t <= 3"),
    ("s = 1 and t = 2 or s = 3 and t = 1", "s == 1 and t == 2 or s == 3 and t == 1"), ("s = 0 and t <= x", "s == 0 and t <= x"),
    ("t = 0 and s > 0 and y mod 2 = 0", "t == 0 and s > 0 and y % 2 == 0"), ("s = t and x < y", "s == t and x < y"),
    ("max(s, t) - min(s, t) in {1, 3}", "max(s, t) - min(s, t) in (1, 3)"), ("s + t <= x and 2 * s < y", "s + t <= x and 2 * s < y"),
    ("s = 0 and y in beatty(phi) or t = 0", "s == 0 and y in PHI or t == 0"), ("s - t mod 3 = 1", "(s - t) % 3 == 1"),
]
CUTS = [("x + y != 7", "x + y != 7"), ("not (x < 2 and y < 3)", "not (x < 2 and y < 3)"), ("x - y mod 4 != 1", "(x - y) % 4 != 1"),
        ("|x - y| < 5", "abs(x - y) < 5"), ("y not in beatty(phi) or x > 3", "y not in PHI or x > 3")]
CLASSES = [("", "True"), (" of a", "a(x, y, s, t)"), (" of not a", "not a(x, y, s, t)"), (" of a and s > t", "a(x, y, s, t) and s > t")]


def function(text, arguments="x, y, s, t", **names):
    return eval(f"lambda {arguments}: bool({text})", {"PHI": PHI, **names})


class Text:
    """A rule text, and what it says in Python."""

    def __init__(self, seed):
        pick = random.Random(seed)
        lines, self.moves = [], []
        for name in "abc"[: pick.randint(1, 3)]:
            said, meant = pick.choice(MOVES)
            lines.append(f"move {name}: {said}")
            self.moves.append(function(meant))
        self.exists = lambda x, y: True
        if pick.random() < 0.35:
            said, meant = pick.choice(CUTS)
            lines.append(f"position: {said}")
            self.exists = function(meant, "x, y")
        self.twist, self.parts = pick.choice(["", "block", "block", "comply"]), []
        for _ in range(pick.randint(1, 2) if self.twist else 0):
            said, meant = pick.choice(CLASSES)
            number = pick.randint(1, 3)
            self.parts.append((number, function(meant, a=self.moves[0]), f"{number}{said}"))
        if self.twist == "block":
            lines += [f"block {said}" for _, _, said in self.parts]
        elif self.twist == "comply":
            lines.append("comply " + " or ".join(said for _, _, said in self.parts))
        self.misere = pick.random() < 0.25
        lines += ["play misere"] if self.misere else []
        self.text = "\n".join(lines)

    def options(self, x, y):
        taken = ((s, t) for s in range(x + 1) for t in range(y + 1) if s + t > 0)
        return [(x - s, y - t) for s, t in taken if any(move(x, y, s, t) for move in self.moves) and self.exists(x - s, y - t)]

    def squares(self):
        return ((x, y) for x in range(SIDE) for y in range(SIDE) if self.exists(x, y))

    def solved(self):
        """For every square whether it is P, its options, and those of them that are P."""
        found = {}
        for x, y in self.squares():
            options = self.options(x, y)
            good = [option for option in options if found[option][0]]
            found[x, y] = (self.is_p((x, y), options, good), options, good)
        return found

    def is_p(self, at, options, good):
        def within(part, option):
            return part[1](*at, at[0] - option[0], at[1] - option[1])

        if self.twist == "comply":
            bad = [option for option in options if option not in good]
            return any(sum(within(part, option) for option in bad) >= part[0] for part in self.parts)
        if self.twist == "block":
            payers = [[i for i, part in enumerate(self.parts) if within(part, option)] for option in good]
            blocked = can_pay(payers, [part[0] for part in self.parts])
            return blocked and (not self.misere or len(options) > len(good))
        return not good if options else not self.misere

    def grundy(self):
        values = np.full((SIDE, SIDE), -1)
        for x, y in self.squares():
            seen = {values[v, u] for u, v in self.options(x, y)}
            values[y, x] = next(n for n in range(len(seen) + 1) if n not in seen)
        return values


def can_pay(payers, budgets):
    """Can every one be paid for by one of its budgets? All ways are tried."""
    if not payers:
        return True
    return any(
        budgets[i] > 0 and can_pay(payers[1:], [budget - (i == j) for j, budget in enumerate(budgets)]) for i in payers[0]
    )


@pytest.mark.parametrize("start", range(0, 120, 20))
def test_random_texts(start):
    solved = 0
    for seed in range(start, start + 20):
        own = Text(seed)
        try:
            game = wythoff.rules(own.text)()
        except wythoff.RuleError as error:
            assert "no move can be in this class" in str(error), own.text
            continue
        solved += 1
        compare(own, game, random.Random(seed))
    assert solved > 12


def compare(own, game, pick):
    found = own.solved()
    board = np.zeros((SIDE, SIDE), dtype=bool)
    for (x, y), (is_p, _, _) in found.items():
        board[y, x] = is_p
    methods = [None, "board", "reference", *(["columns"] if can(game, "columns") else [])]
    for method in methods:
        assert (game.window(0, 0, SIDE, SIDE, method=method) == board).all(), (own.text, method)
    fresh = wythoff.rules(own.text)()
    assert (fresh.window(5, 3, 4, 8) == board[3:11, 5:9]).all(), own.text
    listed = sorted((x, y) for (x, y), (is_p, _, _) in found.items() if is_p and (x <= y or not game.is_symmetric))
    assert game.p_positions(to=SIDE - 1) == listed and game.count(to=SIDE - 1) == len(listed), own.text
    assert [tuple(pair) for pair in game.columns(SIDE, height=SIDE - 1).tolist()] == listed, own.text
    if not own.twist and not own.misere:
        assert (game.grundy(to=SIDE - 1) == own.grundy()).all(), own.text
    for x, y in pick.sample(list(found), min(12, len(found))):
        is_p, options, good = found[x, y]
        answer = game.ask(x, y, method=pick.choice(methods))
        assert answer.is_p == is_p, (own.text, x, y)
        assert sorted(tuple(option.to) for option in game.options(x, y).options) == sorted(options), (own.text, x, y)
        if own.twist != "comply":
            told = answer.block if is_p else answer.winning_moves
            assert sorted(told) == ([] if is_p and not own.twist else sorted(good)), (own.text, x, y)
        elif is_p:
            assert answer.propose and set(answer.propose) <= set(options) - set(good), (own.text, x, y)


def can(game, method):
    try:
        game.window(0, 0, 1, 1, method=method)
    except wythoff.RequestError:
        return False
    return True


def after(at, taken, imitable, run, p, m):
    """What a move leaves to imitate, and the mover's imitations in a row; None if the rules forbid it."""
    (x, y), (s, t) = at, taken
    imitates = imitable is not None and (s, t)[imitable[0]] == 0 and imitable[1] <= (t, s)[imitable[0]] < imitable[1] + m
    run = run + 1 if imitates else 0
    if run > p - 1:
        return None
    if t == 0 and x <= y:
        return (0, s), run
    return ((1, t) if s == 0 and y <= x else None), run


@functools.cache
def wins(at, imitable, own, other, p, m):
    """To where a player wins, who has made so many imitations in a row."""
    x, y = at
    rooks = [(s, 0) for s in range(1, x + 1)] + [(0, t) for t in range(1, y + 1)]
    found = []
    for s, t in rooks:
        left = after(at, (s, t), imitable, own, p, m)
        if left is not None and not wins((x - s, y - t), left[0], other, left[1], p, m):
            found.append((x - s, y - t))
    return tuple(sorted(found))


@pytest.mark.parametrize("p, m", [(1, 1), (2, 1), (1, 3), (2, 2), (3, 2)])
def test_memory(p, m):
    pick = random.Random(10 * p + m)
    games = [wythoff.game(f"({p},{m})IN"), wythoff.rules(f"move rook: s = 0 or t = 0\nimitation {p} within {m}")()]
    for _ in range(60):
        at, history, imitable, runs = (pick.randint(0, 9), pick.randint(0, 9)), [], None, [0, 0]
        for turn in range(pick.randint(0, 4)):
            rooks = [(s, 0) for s in range(1, at[0] + 1)] + [(0, t) for t in range(1, at[1] + 1)]
            legal = [taken for taken in rooks if after(at, taken, imitable, runs[0], p, m) is not None]
            if not legal:
                break
            s, t = pick.choice(legal)
            imitable, run = after(at, (s, t), imitable, runs[0], p, m)
            history.append(at)
            at, runs = (at[0] - s, at[1] - t), [runs[1], run]
        expected = wins(at, imitable, runs[0], runs[1], p, m)
        for game in games:
            for method in (None, "reference"):
                answer = game.ask(*at, history=history, method=method)
                assert sorted(answer.winning_moves) == list(expected), (p, m, at, history, method)
                assert answer.is_p == (not expected)
