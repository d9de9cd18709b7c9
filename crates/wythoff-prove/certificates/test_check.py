#!/usr/bin/env python3
"""Tests of check.py: python3 crates/wythoff-prove/certificates/test_check.py [--all] [--with PROGRAM] [names of tests]

Every certificate of this folder that is not in SLOW must be found true (with --all those, too). Hundreds of changed claims are
checked, and games whose automata or tails are guessed here from small boards: what check.py says must be what the definition of
play, applied to each square of a board by the most naive program, says of that board. With --with target/debug/wythoff all of them
are given to that program as well: neither may call false, or refuse to read, what the other calls true. (That both say the same of
random certificates of all kinds is tested in crates/wythoff-cli/tests/cli/two_checkers.rs.)
"""

import json
import math
import random
import re
import subprocess
import sys
import time
import unittest
from fractions import Fraction
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import check  # noqa: E402
from checker import automata, beams, numeration as numerations, rules as texts  # noqa: E402

FOLDER = Path(__file__).resolve().parent
DOCS = FOLDER.parents[2] / "docs" / "certificates.md"
# Seconds that check.py needs, as far as measured; not tested unless asked for.
SLOW = {"beta-silver": "28", "k-wythoff-10": "26", "invariant-3": "27", "invariant-4": "83", "modular-2-2": "more than 100",
        "blocking-72": "more than 55", "modular-4-2": "unknown", "blocking-10": "unknown", "grundy-1-wythoff": "more than 75",
        "grundy-5-k-wythoff-3": "25", "grundy-7-k-wythoff-2": "54"}
ALL = "--all" in sys.argv
PROGRAM = sys.argv[sys.argv.index("--with") + 1] if "--with" in sys.argv else None
compared = {}


def verdict(data, states=300000, seconds=3600):
    """True, False, None or "refused", and the remark; after it was compared with what the other program says."""
    try:
        result = check.check(data, states, seconds)
    except check.Unreadable as reason:
        result = "refused", str(reason)
    if PROGRAM:
        run = subprocess.run([PROGRAM, "check", "-", "--time", "60s"], input=data, capture_output=True)
        other = {0: True, 1: False}.get(run.returncode, None if b"not decided" in run.stderr else "refused")
        compared[result[0], other] = compared.get((result[0], other), 0) + 1
        if (result[0] is True and other in (False, "refused")) or (other is True and result[0] in (False, "refused")):
            raise AssertionError(f"check.py: {result}; {PROGRAM}: {run.stdout + run.stderr}; {data.decode()}")
    return result


# --- the definition of play, square by square ----------------------------------------------------------------------


class Beatty:
    """{floor(n r), n >= 1}, for the small numbers of these boards."""

    def __init__(self, r):
        self.members = {math.floor(n * r) for n in range(1, 500)}

    def __contains__(self, number):
        return number in self.members


def python(formula):
    formula = texts.bars(formula)
    formula = re.sub(r"(?<![<>!=])=(?!=)", "==", formula).replace(" mod ", " % ")
    return compile(formula, formula, "eval")


class Naive:
    """Who wins at the squares of a board, by the definition."""

    def __init__(self, text, size):
        self.names = {"beatty": Beatty, "sqrt": math.sqrt, "phi": (1 + 5 ** 0.5) / 2}
        self.moves, self.position, self.blocks, self.comply, self.misere = [], [], [], [], False
        for line in text.strip().split("\n"):
            word, _, rest = line.partition(" ")
            if word == "move":
                name, formula = rest.split(":", 1)
                self.moves.append((name, python(formula.strip())))
            elif word == "position:":
                self.position.append(python(rest))
            elif word == "block":
                self.blocks.append(self.quota(rest))
            elif word == "comply":
                self.comply = [self.quota(part) for part in re.split(r" or (?=\d)", rest)]
            elif word == "play":
                self.misere = rest == "misere"
            elif word == "load":
                name, automaton = rest.split(" = ", 1)
                self.names[name] = membership(automata.loaded(json.loads(automaton)))
        self.P, self.removals = set(), None
        if not any(re.search(r"\b[xy]\b", formula.co_filename) for _, formula in self.moves):  # the same moves everywhere
            self.removals = [(s, t, kinds) for s, t in product(range(size), repeat=2) if s or t
                             for kinds in [self.kinds(s=s, t=t)] if any(kinds.values())]
        squares = sorted(product(range(size), repeat=2), key=sum)
        self.squares = {z for z in squares if all(self.holds(f, x=z[0], y=z[1]) for f in self.position)}
        for z in squares:
            if z in self.squares and self.previous_wins(*z):
                self.P.add(z)

    @staticmethod
    def quota(text):
        number, _, class_ = text.partition(" of ")
        return int(number), python(class_ or "True")

    def holds(self, formula, **variables):
        return eval(formula, {**self.names, **variables})

    def kinds(self, **variables):
        result = {}
        for name, formula in self.moves:
            result[name] = result.get(name, False) or self.holds(formula, **variables)
        return result

    def previous_wins(self, x, y):
        options = []  # whether it is P, and to which classes it belongs
        everywhere = ((s, t, self.kinds(x=x, y=y, s=s, t=t)) for s, t in product(range(x + 1), range(y + 1)) if s or t)
        for s, t, kinds in everywhere if self.removals is None else self.removals:
            if s <= x and t <= y and (x - s, y - t) in self.squares and any(kinds.values()):
                classes = [self.holds(class_, s=s, t=t, **kinds) for _, class_ in self.blocks or self.comply]
                options.append(((x - s, y - t) in self.P, classes))
        if self.misere and all(p for p, _ in options):
            return False  # nothing is left but P-options, or nothing at all
        if self.comply:
            return any(sum(not p and classes[i] for p, classes in options) >= number for i, (number, _) in enumerate(self.comply))
        return self.can_forbid([classes for p, classes in options if p], [number for number, _ in self.blocks])

    def can_forbid(self, options, budgets):
        if not options:
            return True
        return any(budget and of and self.can_forbid(options[1:], [b - (i == j) for j, b in enumerate(budgets)])
                   for i, (budget, of) in enumerate(zip(budgets, options[0])))


boards = {}


def naive(text, size):
    if (text, size) not in boards:
        boards[text, size] = Naive(text, size).P
    return boards[text, size]


def grundy(text, size):
    """The Grundy values of the positions on a board, by the definition."""
    board, values = Naive(text, size), {}
    for x, y in sorted(board.squares, key=sum):
        taken = {values[x - s, y - t] for s, t, _ in board.removals if (x - s, y - t) in values}
        values[x, y] = next(g for g in range(2 * size) if g not in taken)
    return values


def word(n, number):
    """The valid word of a number, with no zeros in front but a length that is a multiple of the period."""
    weights = []
    while not weights or n.value([1] + [0] * len(weights)) <= number or len(weights) % n.period:
        weights.append(n.value([1] + [0] * len(weights)))
    digits = []
    for weight in reversed(weights):
        digits.append(number // weight)
        number %= weight
    return digits


def membership(automaton):
    """Whether an automaton accepts numbers."""
    def member(*numbers):
        if min(numbers) < 0:
            return False
        words = [word(automaton.numeration, number) for number in numbers]
        length = max(map(len, words))
        q = automaton.start
        for letter in zip(*([0] * (length - len(digits)) + digits for digits in words)):
            q = automaton.step(q, letter)
        return q in automaton.accepting
    return member


# --- writing certificates ------------------------------------------------------------------------------------------


def written(fields):
    text = check.spelling({**fields, "digest": ""}).encode()
    body = text[2:text.rindex(b'  "digest"')]
    return check.spelling({**fields, "digest": check.fnv1a(body)}).encode() + b"\n"


def automaton_fields(rules, numeration, starts, accepting, states):
    return {"format": "wythoff certificate", "version": 1, "rules": rules, "numeration": numeration,
            "claim": check.SENTENCE["automaton"], "starts": starts, "accepting": accepting, "states": states}


def tail_fields(rules, rays, start, beams):
    return {"format": "wythoff certificate", "version": 1, "rules": rules, "claim": check.SENTENCE["tail"],
            "rays": [list(ray) for ray in rays], "start": start, "beams": beams}


def folded(table, letters):
    row = []
    for letter in letters:
        if letter in table:
            row.append(table[letter])
        elif row and row[-1] < 0:
            row[-1] -= 1
        else:
            row.append(-1)
    return row


def canonical(n, starts, accepting, states):
    """The fields starts, accepting, states of the minimal automaton with the same valid words, numbered breadth first."""
    letters = list(product(range(n.digits), repeat=2))
    begin = [(left, q, 0, 0) for left, q in enumerate(starts)]
    order, table, good = list(dict.fromkeys(begin)), {}, set()
    for state in order:
        left, q, i, j = state
        table[state] = {}
        if left == 0 and q in accepting and n.final[i] and n.final[j]:
            good.add(state)
        for (a, b), after in (states[q] if q >= 0 else {}).items():
            there = ((left - 1) % n.period, after, n.next[left - 1][i][a], n.next[left - 1][j][b])
            if min(there[2:]) >= 0:
                table[state][a, b] = there
                if there not in order:
                    order.append(there)
    number = {state: i for i, state in enumerate(order)}
    rows = [{letter: number[after] for letter, after in table[state].items()} for state in order]
    class_ = automata.equivalent(rows, {number[state] for state in good})
    dead = class_[-1]
    first = [class_[number[state]] for state in begin]
    names = {c: i for i, c in enumerate(dict.fromkeys(c for c in first if c != dead))}
    kept = list(names)
    some = {class_[i]: row for i, row in enumerate(rows)}
    result = []
    for c in kept:
        row = {}
        for letter in letters:
            after = class_[some[c][letter]] if letter in some[c] else dead
            if after != dead:
                if after not in names:
                    names[after] = len(names)
                    kept.append(after)
                row[letter] = names[after]
        result.append(folded(row, letters))
    accepted = sorted({names[class_[number[state]]] for state in good if class_[number[state]] in names})
    return [names.get(c, -1) for c in first], accepted, result


def learned(rules, numeration, member, depth):
    """The certificate that claims the set of pairs with the fewest states that fits all pairs of words of up to `depth` more digits."""
    n = numerations.numeration(numeration)
    letters = list(product(range(n.digits), repeat=2))

    def accepts(word):
        a, b = [[digits[i] for digits in word] for i in (0, 1)]
        return is_valid(n, a) and is_valid(n, b) and member(n.value(a), n.value(b))

    def row(prefix):
        return tuple(accepts(prefix + rest) for length in range(depth + 1) for rest in product(letters, repeat=length))

    names, order, states = {row(()): 0}, [()], []
    for prefix in order:
        table = {}
        for letter in letters:
            there = row(prefix + (letter,))
            if any(there):
                if there not in names:
                    names[there] = len(order)
                    order.append(prefix + (letter,))
                table[letter] = names[there]
        states.append(table)
    accepting = {i for i, prefix in enumerate(order) if accepts(prefix)}
    return automaton_fields(rules, numeration, *canonical(n, [0], accepting, states))


def is_valid(n, digits):
    state = 0
    for i, digit in zip(range(len(digits) - 1, -1, -1), digits):
        state = n.next[i % n.period][state][digit]
        if state < 0:
            return False
    return n.final[state]


# --- tests ---------------------------------------------------------------------------------------------------------


class Certificates(unittest.TestCase):
    def test_all_that_are_small_are_true(self):
        left_out, seen = [], set()  # many games of different names are the same
        for path in sorted(FOLDER.glob("*.json")):
            if path.stem in SLOW and not ALL:
                left_out.append(f"{path.stem} ({SLOW[path.stem]} s)")
                continue
            began, data = time.process_time(), path.read_bytes()
            kind, fields = check.read(data)
            fields.pop("digest")
            fields["rules"] = fields["rules"].partition("\n")[2]
            if repr(fields) in seen:
                continue
            seen.add(repr(fields))
            with self.subTest(path.name):
                self.assertEqual(verdict(data, 10 ** 7)[0], True)
            if "-v" in sys.argv:
                print(f"{path.stem}: {time.process_time() - began:.1f} s", flush=True)
        print("left out, as they take long: " + ", ".join(left_out))

    def test_examples_of_the_documentation(self):
        texts = dict(re.findall(r"```json (\w+)\n(.*?)```", DOCS.read_text(), re.S))
        self.assertEqual(set(texts), set(check.SENTENCE))
        for kind, text in texts.items():
            with self.subTest(kind):
                self.assertEqual(check.read(text.encode())[0], kind)
                self.assertEqual(verdict(text.encode())[0], True)

    def test_what_is_not_the_one_spelling_is_refused(self):
        data = (FOLDER / "wythoff.json").read_bytes()
        changes = [(b"[0]", b"[ 0]"), (b"Wythoff", b"wythoff"), (b"1,", b"2,"), (b'"fib"', b'"fob"'), (b"digest", b"digast"),
                   (b'"starts"', b'"kind"'), (b"}\n", b"}"), (b"\n", b"\r\n"), (b"accepted", b"rejected"), (b"[-2,3,-1]", b"[-1,-1,3,-1]")]
        for old, new in changes:
            with self.subTest(old=old):
                self.assertEqual(verdict(data.replace(old, new, 1))[0], "refused")
        for end in range(0, len(data), 7):
            self.assertEqual(verdict(data[:end])[0], "refused")


class Numerations(unittest.TestCase):
    def test_weights(self):
        known = {"fib": [1, 2, 3, 5, 8, 13], "pell": [1, 2, 5, 12, 29], "trib": [1, 2, 4, 7, 13, 24], "base(3)": [1, 3, 9],
                 "pisot(1,-5,-1,1)": [1, 6, 31, 160, 825, 4254], "pisot(1,-2,-1)": [1, 3, 7, 17], "pisot(1,-3,1)": [1, 3, 8, 21],
                 "ostrowski(1)": [1, 2, 3, 5], "ostrowski(1,2)": [1, 3, 4, 11], "ostrowski(2,1)": [1, 2, 3, 8]}
        for name, weights in known.items():
            n = numerations.numeration(name)
            self.assertEqual([n.value([1] + [0] * i) for i in range(len(weights))], weights, name)

    def test_periods(self):
        for name, period in {"fib": 1, "base(7)": 1, "pisot(1,-3,1)": 1, "ostrowski(2,2)": 1, "ostrowski(1,2)": 2, "ostrowski(3,1,3,1)": 2,
                             "ostrowski(1,1,2)": 3}.items():
            self.assertEqual(numerations.numeration(name).period, period, name)

    def test_every_number_has_one_valid_word(self):
        for name in ["fib", "pell", "trib", "base(2)", "pisot(1,-5,-1,1)", "pisot(1,-4,1)", "ostrowski(1,1,2)", "ostrowski(3,2)"]:
            n = numerations.numeration(name)
            for number in range(500):
                digits = word(n, number)
                self.assertTrue(is_valid(n, digits), (name, number))
                self.assertEqual(n.value(digits), number)
            length = 2 * n.period
            values = [n.value(w) for w in product(range(n.digits), repeat=length) if is_valid(n, w)]
            self.assertEqual(values, list(range(len(values))), name)

    def test_no_numerations(self):
        for name in ["fob", "base(1)", "base", "fib(2)", "ostrowski(0)", "pisot(2,-1)", "pisot(1,-1)", "base(300)"]:
            with self.subTest(name), self.assertRaises(check.Unreadable):
                numerations.numeration(name)

    def test_numerations_that_are_not_known(self):
        """The plastic number: a numeration, but not one of this checker."""
        with self.assertRaisesRegex(check.NotShown, "which this checker does not know"):
            numerations.numeration("pisot(1,0,-1,-1)")


class Conditions(unittest.TestCase):
    """Random conditions on x and y, compared with their values."""

    ATOMS = ["x < y", "2*x <= 3*y + 1", "x = y", "|x - y| < 3", "x mod 3 = 1", "(x + 2*y) mod 4 != 2", "x - 3*y > -5", "x in {2, 5, 7}",
             "max(x, 2*y) < 17", "min(x, y) mod 2 = 1", "x mod 2 < y mod 3", "3 < x <= 20", "x not in {1, 4}", "|x - 2*y| mod 5 = 1"]
    BEATTY = {"fib": ["x in beatty(phi)", "y not in beatty((3 + sqrt(5))/2)", "x - y in beatty(sqrt(5))", "x in beatty(3 - sqrt(5))",
                      "x + y - 9 in beatty((1 + sqrt(5))/2)", "x in beatty(5/2)"],
              "pell": ["x in beatty(sqrt(2))", "y in beatty(2 + sqrt(2))", "x - 4 not in beatty(1 + sqrt(2)/2)", "x in beatty(3 - sqrt(2))"]}

    def test_random_conditions(self):
        rng = random.Random(1)
        for round_ in range(40):
            name = rng.choice(["fib", "pell", "base(2)", "base(3)", "trib", "ostrowski(1,2)", "pisot(1,-3,1)", "pisot(1,-2,-1)"])
            atoms = self.ATOMS + self.BEATTY.get(name, []) * 2
            text = rng.choice(atoms)
            for _ in range(rng.randrange(3)):
                text = f"({text}) {rng.choice(['and', 'or', 'and not', 'or not'])} ({rng.choice(atoms)})"
            with self.subTest(name=name, text=text):
                self.compare(name, text)

    def compare(self, name, text):
        n = numerations.numeration(name)
        budget = check.Budget(10 ** 5, 100)
        translate = texts.Translator(2, {}, lambda r: automata.beatty(n, r, budget))
        condition = translate.formula(texts.parse(text), {"x": {0: 1}, "y": {1: 1}})
        threads = automata.Threads(n, translate.tracks, 2, [condition, translate.meant], [], budget)
        automaton = membership(threads.automaton(budget))
        code = python(re.sub(r"(\w+ mod \w+) < (\w+ mod \w+)", r"(\1) < (\2)", text))
        scope = {"beatty": Beatty, "sqrt": math.sqrt, "phi": (1 + 5 ** 0.5) / 2}
        for x, y in product(range(26), repeat=2):
            a, b = word(n, x), word(n, y)
            length = max(len(a), len(b))
            here = threads.begin(9)
            for letter in zip([0] * (length - len(a)) + a, [0] * (length - len(b)) + b):
                here = threads.advance(here, letter, 9)
            count = sum(times for q, times in here.items() if threads.labels[q] is not None)
            self.assertEqual(count, int(bool(eval(code, {**scope, "x": x, "y": y}))), (x, y))
            self.assertEqual(automaton(x, y), count == 1, (x, y))


class Changed(unittest.TestCase):
    """Claims that were changed at random, or guessed: what is said of them is what small boards say."""

    SIZE = 20
    SMALL = ["wythoff", "blocking-3", "blocking-4", "k-wythoff-2", "k-wythoff-3", "modular-1-2", "modular-1-4", "modular-1-3",
             "shifted-1-2-1", "shifted-1-3-1", "invariant-1", "diagonal-blocking-2-2", "diagonal-blocking-2-3", "roob-blocking-1-2",
             "roob-blocking-2-2", "beta-golden", "modular-3-1"]

    def judge(self, fields, must_decide=True):
        """The verdict, after it was compared with the board."""
        result, remark = verdict(written(fields), 20000, 60)
        if result in (None, "refused"):
            self.assertFalse(result is None and must_decide, remark)
            return result
        claim = automata.read_claim(*(fields[name] for name in ("numeration", "starts", "accepting", "states")))
        member, size = membership(claim), self.SIZE
        true = naive(fields["rules"], size)
        wrong = [z for z in product(range(size), repeat=2) if member(*z) != (z in true)]
        if result:
            self.assertEqual(wrong, [], fields)
        else:
            x, y = map(int, re.search(r"at \((\d+), (\d+)\)", remark).groups())
            if max(x, y) < size:  # the claim is wrong there or at an option of it
                self.assertTrue(any(a <= x and b <= y for a, b in wrong), (fields, remark))
        return result

    def test_changed_automata(self):
        rng = random.Random(2)
        seen = {True: 0, False: 0, "refused": 0}
        while sum(seen.values()) < 300:
            fields = json.loads((FOLDER / f"{rng.choice(self.SMALL)}.json").read_bytes())
            del fields["digest"]
            n = numerations.numeration(fields["numeration"])
            states = automata.unfold(fields["states"], 2, n.digits)
            accepting = set(fields["accepting"])
            for _ in range(rng.choice([1, 1, 2])):
                self.change(rng, fields, states, accepting, n)
            if rng.random() < 0.9:
                starts, accepting, rows = canonical(n, fields["starts"], accepting, states)
            else:
                starts, rows = fields["starts"], [folded(table, list(product(range(n.digits), repeat=2))) for table in states]
            fields.update(starts=starts, accepting=sorted(accepting), states=rows)
            seen[self.judge(fields)] += 1
        print(f"changed automata: {seen}")
        self.assertGreater(seen[False], 100)
        self.assertGreater(seen[True], 10)

    @staticmethod
    def change(rng, fields, states, accepting, n):
        kind = rng.choice(["transition", "transition", "accepting", "number", "number", "redirect"])
        q = rng.randrange(len(states))
        if kind == "accepting":
            accepting ^= {q}
        elif kind == "number":
            places = [m for m in re.finditer(r"(?<![\w(])\d+", fields["rules"]) if "beatty" not in fields["rules"]]
            if places:
                m = rng.choice(places)
                number = max(0, int(m[0]) + rng.choice([-1, 1]))
                changed = fields["rules"][:m.start()] + str(number) + fields["rules"][m.end():]
                if "mod 0" not in changed:
                    fields["rules"] = changed
        elif kind == "redirect" and states[q]:
            states[q][rng.choice(sorted(states[q]))] = rng.randrange(len(states))
        else:
            letter = (rng.randrange(n.digits), rng.randrange(n.digits))
            if states[q].pop(letter, None) is None:
                states[q][letter] = rng.randrange(len(states))

    GUESSED = [
        ("base(2)", 2, "game \"A\"\nmove rook: s = 0 or t = 0\ncomply 2\n"),
        ("base(2)", 2, "game \"B\"\nmove rook: s = 0 or t = 0\nplay misere\n"),
        ("base(2)", 2, "game \"C\"\nmove rook: s = 0 or t = 0\nblock 1\nplay misere\n"),
        ("base(2)", 2, "game \"D\"\nmove rook: s = 0 or t = 0\nblock 1 of rook\nblock 1 of s = 0\n"),
        ("base(2)", 2, "game \"E\"\nmove up: s = 0\nmove right: t = 0\ncomply 2 of up or 1 of right and s > 1\n"),
        ("base(2)", 2, "game \"F\"\nmove rook: s = 0 and t < 3 or t = 0 and s < 3\nposition: x + y != 3\n"),
        ("base(2)", 2, "game \"G\"\nmove any: (s + t) mod 3 != 0\n"),
        ("base(3)", 2, "game \"H\"\nmove a: s = 0 and t in {1, 2} or t = 0 and s = 1\nmove b: 2*s = t\nblock 1 of b\n"),
        ("fib", 4, "game \"I\"\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nplay misere\n"),
        ("fib", 4, "game \"J\"\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nmove leap: s = 1 and t = 3 or s = 3 and t = 1\n"),
        ("fib", 4, "game \"K\"\nload Z = \"automaton in fib | tracks 2 | starts 0 | accepting 0 3 4 | states 0 1 2 -1; -2 3 -1; -1 4 -2; "
                   "5 1 -2; 6 -1 2 -1; 3 1 -2; 4 -1 2 -1\"\nmove rook: s = 0 or t = 0\nposition: not Z(x + 1, y)\n"),
        ("fib", 4, "game \"L\"\nload Z = \"automaton in fib | tracks 2 | starts 0 | accepting 0 3 4 | states 0 1 2 -1; -2 3 -1; -1 4 -2; "
                   "5 1 -2; 6 -1 2 -1; 3 1 -2; 4 -1 2 -1\"\nmove rook: s = 0 or t = 0\nmove bishop: s = t and not Z(x, y - 2)\n"),
        ("pell", 2, "game \"M\"\nmove rook: s = 0 or t = 0\nmove near: |s - t| < 2\n"),
    ]

    def test_guessed_automata(self):
        verdicts = []
        for numeration, depth, rules in self.GUESSED:
            for less in (0, 1):
                true = naive(rules, 55)
                fields = learned(rules, numeration, lambda x, y: (x, y) in true, depth - less)
                verdicts.append(self.judge(fields, must_decide=False))
        self.assertGreater(verdicts.count(True), 8)
        self.assertGreater(verdicts.count(False), 3)


class Levels(unittest.TestCase):
    """Grundy values: levels that are guessed from boards, changed, exchanged or left out."""

    SIZE = 48
    GAMES = [
        ("base(2)", 2, 4, "game \"A\"\nmove rook: s = 0 or t = 0\n"),
        ("base(2)", 2, 2, "game \"B\"\nmove rook: s = 0 and t < 4 or t = 0 and s < 2\n"),
        ("base(3)", 1, 3, "game \"C\"\nmove rook: s = 0 and t < 3 or t = 0 and s < 3\n"),
        ("base(2)", 2, 3, "game \"D\"\nmove rook: s = 0 and t < 4 or t = 0 and s < 4\nposition: x + y != 3\n"),
        ("base(3)", 1, 3, "game \"E\"\nmove any: s + t < 3\n"),
        ("fib", 4, 1, "game \"F\"\nmove rook: s = 0 or t = 0\nmove bishop: s = t\n"),
    ]

    @staticmethod
    def claim(rules, numeration, levels):
        return {"format": "wythoff certificate", "version": 1, "rules": rules, "kind": "grundy", "numeration": numeration,
                "claim": check.SENTENCE["grundy"], "levels": levels}

    @classmethod
    def guessed(cls, game, less=0):
        numeration, depth, count, rules = game
        values = grundy(rules, cls.SIZE)
        levels = [learned(rules, numeration, lambda x, y: values.get((x, y)) == g, depth - less) for g in range(count)]
        return cls.claim(rules, numeration, [{name: level[name] for name in ("starts", "accepting", "states")} for level in levels])

    def judge(self, claim):
        """The verdict, after it was compared with the board."""
        result, remark = verdict(written(claim), 20000, 60)
        if result in (True, False):
            values, wrong = grundy(claim["rules"], self.SIZE), {}
            for g, level in enumerate(claim["levels"]):
                member = membership(automata.read_claim(claim["numeration"], *level.values()))
                wrong[g] = [z for z in product(range(self.SIZE // 2), repeat=2) if member(*z) != (values.get(z) == g)]
            if result:
                self.assertFalse(any(wrong.values()), claim)
            else:
                g, x, y = map(int, re.search(r"level (\d+) .* at \((\d+), (\d+)\)", remark).groups())
                self.assertFalse(any(wrong[lower] for lower in range(g)), claim)
                if max(x, y) < self.SIZE // 2:
                    self.assertTrue(any(a <= x and b <= y for a, b in wrong[g]), (claim, remark))
        return result

    def test_guessed_levels(self):
        verdicts = [self.judge(self.guessed(game, less)) for game in self.GAMES for less in (0, 1)]
        print(f"guessed levels: {verdicts}")
        self.assertEqual(verdicts[::2], [True] * len(self.GAMES))
        self.assertIn(False, verdicts)

    def test_changed_levels(self):
        rng, seen = random.Random(11), {True: 0, False: 0, "refused": 0}
        claims = [self.guessed(game) for game in self.GAMES[:5]]
        for claim in claims:
            levels = claim["levels"]
            for g in range(len(levels)):
                self.assertEqual(self.judge({**claim, "levels": levels[:g + 1]}), True)
                self.assertEqual(self.judge({**claim, "levels": levels[:g] + [levels[g - 1]]}), g == 0 and len(levels) == 1)
                self.assertIs(self.judge({**claim, "levels": levels[g + 1:]}) if g + 1 < len(levels) else False, False)
                nothing = {"starts": [-1], "accepting": [], "states": []}
                self.assertIs(self.judge({**claim, "levels": levels[:g] + [nothing]}), False)
        for _ in range(80):
            claim = json.loads(json.dumps(rng.choice(claims)))
            n, level = numerations.numeration(claim["numeration"]), rng.choice(claim["levels"])
            states, accepting = automata.unfold(level["states"], 2, n.digits), set(level["accepting"])
            Changed.change(rng, claim, states, accepting, n)
            starts, accepting, rows = canonical(n, level["starts"], accepting, states)
            level.update(starts=starts, accepting=sorted(accepting), states=rows)
            seen[self.judge(claim)] += 1
        print(f"changed levels: {seen}")
        self.assertGreater(seen[False], 40)

    def test_what_is_not_in_the_documented_form_is_refused(self):
        nim = self.guessed(self.GAMES[0])
        levels = nim["levels"]
        self.assertEqual(self.judge({**nim, "levels": levels[:2]}), True)
        for twist in ("block 1\n", "comply 1\n", "play misere\n"):
            self.assertIsNone(self.judge({**nim, "rules": nim["rules"] + twist}))
        for wrong in ([], [[]], [{}], [levels[0], None], levels * 17, [{"accepting": [], "starts": [-1], "states": []}],
                      [{**levels[0], "more": 0}], [{**levels[0], "starts": [1]}], [{**levels[0], "accepting": [0, 0]}]):
            try:
                data = written({**nim, "levels": wrong})
            except AttributeError:
                continue  # it cannot be written either
            self.assertEqual(verdict(data)[0], "refused")
        data = written({**nim, "levels": levels[:2]})
        for old, new in ((b"    {\n", b"   {\n"), (b"},\n    {", b"}, {"), (b"      \"starts\"", b"    \"starts\""), (b"grundy", b"nim")):
            self.assertIn(old, data)
            changed = data.replace(old, new, 1)
            digest = check.fnv1a(changed[2:changed.rindex(b'  "digest"')])
            self.assertEqual(verdict(re.sub(rb'"digest": "\w+"', f'"digest": "{digest}"'.encode(), changed))[0], "refused")


class Tails(unittest.TestCase):
    RAYS = {"s = t": [(1, 1, 1, 1)], "s = t and s >= 3": [(3, 3, 1, 1)], "s = t and s mod 2 = 0": [(2, 2, 2, 2)],
            "2*s = t or s = 2*t": [(1, 2, 1, 2), (2, 1, 2, 1)], "s = 1 and t = 2 or s = 2 and t = 1": [(1, 2, 0, 0), (2, 1, 0, 0)],
            "2*s = 3*t or 2*t = 3*s": [(2, 3, 2, 3), (3, 2, 3, 2)], "s = 2 and t = 2": [(2, 2, 0, 0)]}
    ROOK = [(0, 1, 0, 1), (1, 0, 1, 0)]

    @staticmethod
    def columns(rays, k, count):
        """P-positions with x <= y of the first columns, one square after the other."""
        P, result, done = set(), [], {}
        for x in range(count):
            y, have, found = 0, 0, []
            while have < k:
                n = have
                for a, b, p, q in rays:
                    u, v = x - a, y - b
                    while a and u >= 0 and v >= 0:
                        n += (u, v) in P
                        if (p, q) == (0, 0):
                            break
                        u, v = u - p, v - q
                if (n < k) if y >= x else (y, x) in P:
                    P.add((x, y))
                    have += 1
                    if y >= x:
                        found.append(y)
                y += 1
                if y > 40 * (x + k + 1):
                    raise AssertionError
            result.append(found)
        return result

    @staticmethod
    def guess(found, start):
        """Beams that fit the columns from `start` on, or None."""
        last, beams, left = len(found), {}, {(x, y) for x in range(start, len(found)) for y in found[x]}
        everything = set(left)
        while left:
            x, y = min(left)
            for period, rise in sorted(product(range(1, 7), range(1, 19)), key=lambda step: step[0]):
                points = {(x + i * period, y + i * rise) for i in range((last - 1 - x) // period + 1)}
                if rise >= period and x < start + period and points <= everything and len(points) > 4:
                    beams.setdefault((period, rise), []).append([x, y])
                    left -= points
                    break
            else:
                return None
        return [{"period": p, "rise": r, "points": sorted(points)} for (p, r), points in sorted(beams.items())]

    def judge(self, fields, count):
        result, remark = verdict(written(fields), 20000, 20)
        if result in (None, "refused") or "rays" in remark or "symmetric" in remark:
            return result
        k = int((re.findall(r"block (\d+)", fields["rules"]) or [0])[0]) + 1
        start, found = fields["start"], self.columns([tuple(ray) for ray in fields["rays"]], k, count)
        claimed = []
        for x in range(start, count):
            ys = {y + (x - a) // beam["period"] * beam["rise"] for beam in fields["beams"]
                  for a, y in beam["points"] if x >= a and (x - a) % beam["period"] == 0}
            claimed.append(sorted(ys))
        agrees = claimed == found[start:]
        if result:
            self.assertTrue(agrees, fields)
        elif match := re.search(r"rules at \((\d+), ", remark):
            if int(match[1]) < count:
                self.assertFalse(agrees, fields)
                x = int(match[1])
                self.assertNotEqual(claimed[x - start], found[x], fields)
                self.assertEqual(claimed[:x - start], found[start:x])
        return result

    def test_guessed_and_changed_tails(self):
        rng = random.Random(3)
        seen = {True: 0, False: 0, None: 0, "refused": 0}
        while seen[True] < 60 or seen[False] < 200:
            formulas = rng.sample(sorted(self.RAYS), rng.randrange(3))
            block, start = rng.randrange(6), rng.randrange(30)
            rays = sorted(self.ROOK + [ray for formula in formulas for ray in self.RAYS[formula]])
            found = self.columns(rays, block + 1, start + 45)
            beams = self.guess(found, start)
            if beams is None:
                continue
            rules = "game \"T\"\nmove rook: s = 0 or t = 0\n" + "".join(f"move m{i}: {f}\n" for i, f in enumerate(formulas))
            fields = tail_fields(rules + f"block {block}\n", rays, start, beams)
            for changed in range(4):
                if changed:
                    fields = json.loads(json.dumps(fields))
                    self.change(rng, fields)
                seen[self.judge(fields, start + 70)] += 1
        print(f"tails: {seen}")

    def test_rays_that_climb_in_other_columns(self):
        """Removals of one token from a pile and any number, but one, from the other: from each square a whole column is seen."""
        rays = sorted(self.ROOK + [(1, 2, 0, 1), (2, 1, 1, 0)])
        for block in range(5):
            sides = Sides()
            half = sides.halves(sides.board(rays, dict.fromkeys(rays, (0,)), [block]))[0]
            start = next(start for start in range(12) if self.guess(half, start))
            rules = f"game \"T\"\nmove rook: s = 0 or t = 0\nmove m: s = 1 and t > 1 or t = 1 and s > 1\nblock {block}\n"
            fields = tail_fields(rules, rays, start, self.guess(half, start))
            self.assertEqual(verdict(written(fields))[0], True, block)
        # What an earlier version of check.py called true, as it saw one square of such a column only.
        points = [[9, 14], [9, 19], [9, 21], [10, 15], [10, 20], [10, 22], [11, 18], [11, 21], [11, 23]]
        beams_ = [{"period": 3, "rise": 5, "points": points}, {"period": 5, "rise": 5, "points": [[12, 12]]}]
        self.assertNotIn((9, 14), Naive(rules, 20).P)
        self.assertEqual(verdict(written({**fields, "start": 9, "beams": beams_}))[0], False)

    @staticmethod
    def change(rng, fields):
        beam = rng.choice(fields["beams"])
        kind = rng.choice(["point", "drop", "add", "period", "start", "block", "ray"])
        point = rng.randrange(len(beam["points"]))
        if kind == "point":
            beam["points"][point][1] += rng.choice([-1, 1, 2])
        elif kind == "drop" and len(beam["points"]) > 1:
            del beam["points"][point]
        elif kind == "add":
            beam["points"] = sorted([*beam["points"], [beam["points"][point][0], beam["points"][point][1] + rng.choice([1, -1, 3])]])
        elif kind == "period":
            beam["period"] += rng.choice([-1, 1])
        elif kind == "start":
            by = rng.choice([-2, -1, 1])
            fields["start"] += by
            for other in fields["beams"]:
                step = (other["period"], other["rise"])
                moved = []
                for x, y in other["points"]:
                    n = -((x - fields["start"]) // max(1, step[0]))
                    moved.append([x + n * step[0], y + n * step[1]])
                other["points"] = sorted(moved)
        elif kind == "block":
            fields["rules"] = re.sub(r"block (\d)", lambda m: f"block {max(0, int(m[1]) + rng.choice([-1, 1]))}", fields["rules"])
        elif kind == "ray":
            ray = rng.choice(fields["rays"])
            ray[rng.randrange(4)] += 1


class Sides(unittest.TestCase):
    """Tails on both sides of the diagonal, and lines that block a part of the moves: guessed from a board that is solved square by square, and changed."""
    EXTRA = {"s = 3 and t = 1": [(3, 1, 0, 0)], "s = t and s <= 2": [(1, 1, 0, 0), (2, 2, 0, 0)], "s = 2*t": [(2, 1, 2, 1)],
             "s = 1 and t = 2 or s = 2 and t = 1": [(1, 2, 0, 0), (2, 1, 0, 0)], "s = t and s mod 2 = 1": [(1, 1, 2, 2)]}
    CLASSES = {"rook": [0, 1], "s = 0": [0], "t = 0 or extra": [1, 2], "extra": [2]}
    SIZE, USED = 110, 36

    def board(self, rays, of_ray, limits):
        """The P-positions: all P-options must be paid for, tried line by line."""
        P, seen = set(), {ray: {} for ray in rays}
        for x, y in sorted(product(range(self.SIZE), repeat=2), key=sum):
            counts = {}
            for ray in rays:
                a, b, p, q = ray
                at = (x - a, y - b)
                before = seen[ray].get((at[0] - p, at[1] - q), 0) if (p, q) != (0, 0) else 0
                seen[ray][at] = (at in P) + before
                lines = of_ray[ray]
                counts[lines] = counts.get(lines, 0) + seen[ray][at]
            if self.paid(list(counts.items()), limits):
                P.add((x, y))
        return P

    def paid(self, counts, limits):
        """Whether these numbers of options can be charged to their lines."""
        counts = [(lines, n) for lines, n in counts if n]
        if not counts:
            return True
        (lines, n), rest = counts[0], counts[1:]
        if sum(limits[line] for line in lines) < n:
            return False
        if len(lines) == 1:
            return self.paid(rest, [limit - n * (i in lines) for i, limit in enumerate(limits)])
        return any(self.paid(rest, [limits[0] - i, limits[1] - (n - i)]) for i in range(n + 1) if i <= limits[0] and n - i <= limits[1])

    def halves(self, P):
        return [[sorted(y for y in range(x, self.SIZE) if (x, y) in P) for x in range(self.USED)],
                [sorted(x for x in range(y + 1, self.SIZE) if (x, y) in P) for y in range(self.USED)]]

    def test_guessed_and_changed_claims(self):
        rng = random.Random(8)
        seen = {True: 0, False: 0, None: 0, "refused": 0}
        while seen[True] < 40 or seen[False] < 50:
            formula, blocked = rng.choice(sorted(self.EXTRA)), rng.sample(sorted(self.CLASSES), rng.randrange(3))
            limits = [rng.randrange(3) for _ in blocked]
            rules = f"game \"S\"\nmove rook: s = 0 or t = 0\nmove extra: {formula}\n"
            rules += "".join(f"block {n} of {'(' + name + ')' if ' or ' in name else name}\n" for n, name in zip(limits, blocked))
            kinds = [[(0, 1, 0, 1)], [(1, 0, 1, 0)], self.EXTRA[formula]]
            of_ray = {ray: tuple(i for i, name in enumerate(blocked) if kind in self.CLASSES[name]) for kind, rays in enumerate(kinds) for ray in rays}
            rays, start = sorted(of_ray), rng.randrange(12)
            found = self.halves(self.board(rays, of_ray, limits))
            beams = [Tails.guess(half, start) for half in found]
            if None in beams or not beams[0]:
                continue
            fields = {"format": "wythoff certificate", "version": 1, "rules": rules, "claim": check.SENTENCE["sides"], "rays": [list(ray) for ray in rays],
                      "blocks": [list(of_ray[ray]) for ray in rays], "start": start, "beams": beams[0], "below": beams[1]}
            for changed in range(4):
                if changed:
                    fields = json.loads(json.dumps(fields))
                    self.change(rng, fields)
                result, remark = verdict(written(fields), 20000, 20)
                seen[result] += 1
                claimed = [[sorted(y + (x - a) // beam["period"] * beam["rise"] for beam in half for a, y in beam["points"]
                                   if beam["period"] > 0 and x >= a and (x - a) % beam["period"] == 0)
                            for x in range(fields["start"], self.USED)] for half in (fields["beams"], fields["below"])]
                agrees = [[y for y in ys if y < self.SIZE] for half in claimed for ys in half] == [ys for half in found for ys in half[fields["start"]:]]
                if result is True:
                    self.assertTrue(agrees, fields)
                elif result is False and changed == 0:
                    # A guess may be wrong, but not where it was made.
                    self.assertNotRegex(remark, "rays|blocked|twice", fields)
        print(f"tails on both sides: {seen}")

    @staticmethod
    def change(rng, fields):
        half = fields[rng.choice(["beams", "below"])] or fields["beams"]
        kind, beam = rng.choice(["point", "drop", "swap", "rise", "lines", "empty"]), rng.choice(half)
        if kind == "point":
            rng.choice(beam["points"])[1] += rng.choice([-1, 1, 2])
        elif kind == "drop" and len(beam["points"]) > 1:
            del beam["points"][rng.randrange(len(beam["points"]))]
        elif kind == "swap":
            fields["beams"], fields["below"] = fields["below"] or fields["beams"], fields["beams"]
        elif kind == "rise":
            beam["rise"] += rng.choice([-1, 1])
        elif kind == "lines":
            fields["blocks"][rng.randrange(len(fields["blocks"]))] = rng.choice([[], [0], [0, 1]])
        elif kind == "empty":
            fields["below"] = []


# Wythoff Nim on a board from which a residue class is missing.
ABSENT = r'''{
  "format": "wythoff certificate",
  "version": 1,
  "rules": "game \"\"\nmove rook: s = 0 or t = 0\nmove bishop: s = t\nposition: x mod 6 != 2 and y mod 6 != 2\n",
  "kind": "beams",
  "claim": "",
  "start": 1000,
  "inner": {"lowest": 499, "row": 0, "column": 1, "patience": 0},
  "outer": [],
  "law": [5,6],
  "height": 2,
  "distance": 20,
  "language": [[1,2],[3,4],[4],[-1,5],[6],[7],[8],[-1,9],[-1,10],[-1,0],[11,0],[-1,12],[3]],
  "digest": ""
}'''


class Played:
    """Claims about beams against 3,000 columns, played one square after the other."""

    COLUMNS, STATES = 3000, 300000

    @classmethod
    def setUpClass(cls):
        cls.claims = cls.originals()
        cls.boards, cls.starts, play = {}, {}, beams.Beams.play

        def remembered(claim):  # the columns before a start are the same in hundreds of claims
            key = claim.k, claim.start, claim.beams[-1]["lowest"]
            if key not in cls.starts:
                play(claim)
                cls.starts[key] = claim.rows, claim.diagonals
            claim.rows, claim.diagonals = cls.starts[key]

        cls.play, beams.Beams.play = play, remembered

    @classmethod
    def tearDownClass(cls):
        beams.Beams.play = cls.play

    @classmethod
    def board(cls, k):
        """For each column what its row holds when the column begins, and its P-positions with x <= y."""
        if k not in cls.boards:
            rows, diagonals, result = {y: 1 for y in range(2, 3 * cls.COLUMNS, 6)} if k == 1 else {}, {}, []
            for x in range(cls.COLUMNS):
                begin = have = rows.get(x, 0)
                y, found = x, []
                while have < k:
                    if rows.get(y, 0) + diagonals.get(y - x, 0) + have < k:
                        rows[y], diagonals[y - x], have = rows.get(y, 0) + 1, diagonals.get(y - x, 0) + 1, have + 1
                        found.append(y)
                    y += 1
                result.append((begin, found))
            cls.boards[k] = result
        return cls.boards[k]

    def true(self, k, claim):
        """Whether a claim fits the board, as far as it goes; the law must be that of the file."""
        beams, place = [claim["inner"], *claim["outer"]], 0
        a, b = claim["law"]
        below = lambda x, y: y > 0 and b * (y * y - x * x) >= a * x * y  # s x <= y, as y/x - x/y is at least the law
        repeats = [{} for _ in claim["outer"]]
        for x, (have, found) in list(enumerate(self.board(k)))[claim["start"]:]:
            row, letter = claim["language"][place], have - claim["inner"]["row"]
            if not (0 <= letter < len(row)) or row[letter] < 0:
                return False
            place, parts = row[letter], []
            for beam in beams:
                parts.append(found[:max(0, beam["column"] - have)])
                found, have = found[len(parts[-1]):], have + len(parts[-1])
            distance = claim["distance"] + claim.get("slips", {"drift": 0})["drift"] * x.bit_length()
            if not all(below(x, y + distance) and not below(x, y - distance - 1) for y in parts[0]):
                return False
            if parts[0] and parts[0][-1] - parts[0][0] >= claim["height"]:
                return False
            for beam, part, seen in zip(beams[1:], parts[1:], repeats):
                seen[x] = part
                if [y + beam["rise"] for y in seen.get(x - beam["period"], part)] != part and x - beam["period"] in seen:
                    return False
        return [*claim["law"]] == self.claims[k]["law"]

    def verdict(self, k, claim):
        claim = {name: value for name, value in claim.items() if name != "digest"}
        result = verdict(written(claim), self.STATES, 60)[0]
        if result is True:
            self.assertTrue(self.true(k, claim), claim)
        return result

    def changed(self, k, **fields):
        return {**json.loads(json.dumps(self.claims[k])), **fields}

    def several_changes(self, k, rng):
        """Of any numbers at once, by a few."""
        claim = self.changed(k)
        for _ in range(rng.choice([1, 2, 3])):
            parts = [claim, claim["inner"], *claim["outer"], claim["law"], claim["language"]]
            part = rng.choice(parts + [claim["slips"]] * 3 if "slips" in claim else parts)
            if part is claim["language"]:
                row = rng.choice(part)
                if row:
                    row[rng.randrange(len(row))] = rng.randrange(-1, len(part))
                continue
            key = rng.choice([i for i in (part if isinstance(part, dict) else range(2)) if type(part[i]) is int])
            part[key] = max(0, part[key] + rng.choice([-3, -1, 1, 2]))
        claim["language"] = numbered(claim["language"])
        return claim

    def moved(self, k, start, rng):
        """Another start: the lowest diagonal moves with the slope, or just so."""
        claim = self.changed(k, start=start)
        for beam in [claim["inner"], *claim["outer"]]:
            beam["lowest"] = max(1, beam["lowest"] * start // 1000 + rng.randrange(-2, 3))
        return claim


class Beams(Played, unittest.TestCase):
    """Changed claims about beams: what is still found true is true of the columns that were played."""

    @classmethod
    def originals(cls):
        page = re.search(r"```json beams\n(.*?)```", DOCS.read_text(), re.S)[1]
        claims = {8: json.loads(page), 1: json.loads(ABSENT)}
        for k in (5, 12, 15, 19):
            claims[k] = json.loads((FOLDER / f"blocking-{k}.json").read_bytes())
        claims[1]["claim"] = check.SENTENCE["beams"]
        return claims

    def test_what_is_sharp_cannot_be_cut(self):
        """Height, distance, law, period and rise; the certificates as they are pass."""
        for k, claim in self.claims.items():
            with self.subTest(k):
                self.assertEqual(self.verdict(k, claim), True)
                self.assertIsNone(self.verdict(k, self.changed(k, height=claim["height"] - 1)))
                self.assertEqual(self.verdict(k, self.changed(k, height=claim["height"] + 1)), True)
                sharp = int(re.search(r"within (\d+) of", check.check(written(self.without_digest(k)))[1])[1])
                self.assertEqual(self.verdict(k, self.changed(k, distance=sharp)), True)
                for distance in (0, sharp // 2, sharp - 1):
                    self.assertIsNone(self.verdict(k, self.changed(k, distance=distance)))
                a, b = claim["law"]
                for law in ([a + 1, b], [a, b + 1], [a - 1, b], [a, b - 1], [b, a], [2 * a, 2 * b], [a + b, b]):
                    self.assertIn(self.verdict(k, self.changed(k, law=law)), (None, "refused"))
                for i, beam in enumerate(claim["outer"]):
                    for period, rise in ((-1, 0), (1, 0), (0, 1), (0, -1), (beam["period"], beam["rise"]), (1, 1), (1, 2)):
                        outer = self.changed(k)["outer"]
                        outer[i].update(period=beam["period"] + period, rise=beam["rise"] + rise)
                        self.assertIn(self.verdict(k, self.changed(k, outer=outer)), (None, "refused"))

    def without_digest(self, k):
        return {name: value for name, value in self.claims[k].items() if name != "digest"}

    def test_a_language_without_a_transition(self):
        """A transition less: if the inner beam really needs it, that is found out, and if not, the claim may still be true."""
        rng, seen = random.Random(4), {}
        for k, count in ((1, 30), (8, 9), (15, 40), (12, 25), (5, 8), (19, 4)):
            places = [(q, i) for q, row in enumerate(self.claims[k]["language"]) for i, after in enumerate(row) if after >= 0]
            for q, i in rng.sample(places, min(count, len(places))):
                language = self.changed(k)["language"]
                language[q][i] = -1
                result = self.verdict(k, self.changed(k, language=numbered(language)))
                seen[k, result] = seen.get((k, result), 0) + 1
        print(f"languages without a transition: {seen}")
        self.assertGreater(sum(n for (_, result), n in seen.items() if result is None), 60)

    def test_windows_that_are_cut_or_moved(self):
        """Lowest diagonals, counts and patience one off, and starts that are moved."""
        rng, seen = random.Random(5), {}
        for k in (1, 8, 15, 12, 5, 19):
            for beam, name, by in product(range(len(self.claims[k]["outer"]) + 1), ("lowest", "row", "column", "patience"), (-2, -1, 1, 2)):
                claim = self.changed(k)
                [claim["inner"], *claim["outer"]][beam][name] += by
                result = self.verdict(k, claim)
                seen[name, result] = seen.get((name, result), 0) + 1
            for start in [1, 2, 5, 10, 50, 100, 999, *rng.sample(range(1001, 1100), 6)]:
                result = self.verdict(k, self.moved(k, start, rng))
                seen["start", result] = seen.get(("start", result), 0) + 1
        print(f"windows that were changed: {seen}")
        for name in ("lowest", "row", "column", "patience", "start"):
            self.assertGreater(sum(n for (what, result), n in seen.items() if what == name and result is not True), 8, name)

    def test_claims_with_several_changes(self):
        rng, seen = random.Random(6), {}
        for _ in range(150):
            k = rng.choice([1, 8, 8, 15, 15, 12])
            result = self.verdict(k, self.several_changes(k, rng))
            seen[result] = seen.get(result, 0) + 1
        print(f"beams with several changes: {seen}")


class Slips(Played, unittest.TestCase):
    """The same for beams with slips, and the labels that bound walks against all walks of small graphs."""

    STATES = 1000  # those of the certificates have a few dozen; a wrong language may let a window grow for ever

    @classmethod
    def originals(cls):
        return {k: json.loads((FOLDER / f"blocking-{k}.json").read_bytes()) for k in (7, 11)}

    def test_certificates_are_true_and_the_page_shows_one(self):
        page = re.search(r"```json slips\n(.*?)```", DOCS.read_text(), re.S)[1]
        self.assertEqual(json.loads(page), self.claims[7])
        for k in (7, 11):
            self.assertEqual(self.verdict(k, self.changed(k)), True)

    def test_what_is_sharp_cannot_be_cut(self):
        """Fall, drift, distance, law, height, period and rise."""
        slips = lambda k, fall, drift, **other: self.verdict(k, self.changed(k, slips={"fall": fall, "drift": drift}, **other))
        for fall, drift in product((0, 1, 2), (0, 1, 6, 100)):
            self.assertEqual(slips(7, fall, drift, distance=10000), None if fall or not drift else "refused")
        for fall in (3, 4, 7):  # columns from 1000 on have one slip before row f(1000)
            self.assertEqual(slips(7, fall, fall), True)
            self.assertIsNone(slips(7, fall, fall - 1, distance=10000))
        self.assertEqual(slips(11, 0, 0, distance=15), True)
        for distance in (0, 7, 14):
            self.assertIsNone(slips(11, 0, 0, distance=distance))
        self.assertEqual(slips(11, 0, 1), "refused")
        for fall in (1, 2, 50):  # what rows get beyond the least may grow, in W^11
            self.assertIsNone(slips(11, fall, 10000, distance=10000))
        for k, claim in self.claims.items():
            self.assertIsNone(self.verdict(k, self.changed(k, height=claim["height"] - 1)))
            self.assertEqual(self.verdict(k, self.changed(k, height=claim["height"] + 1)), True)
            for law in ([3, 2], [8, 3], [15, 4], [209, 100], [2100, 1001]):  # slopes 2, 3, 4, and others, which are not rational
                self.assertIn(self.verdict(k, self.changed(k, law=law, distance=10000)), (None, "refused"))
            for slope in (Fraction(250, 101), Fraction(251, 100), Fraction(12, 5), Fraction(13, 5)):
                law = slope - 1 / slope
                self.assertIsNone(self.verdict(k, self.changed(k, law=[*law.as_integer_ratio()], distance=10 ** 6)))
        for period, rise in ((1, 5), (3, 5), (2, 4), (2, 6), (4, 10), (1, 2)):
            outer = [{**self.claims[7]["outer"][0], "period": period, "rise": rise}]
            self.assertIsNone(self.verdict(7, self.changed(7, outer=outer)))

    def test_what_is_not_in_the_documented_form_is_refused(self):
        for slips in ({"drift": 6, "fall": 3}, {"fall": 3}, {"fall": 3, "drift": 6, "more": 0}, {}, [], [3, 6], 3, None, "fall",
                      {"fall": -3, "drift": 6}, {"fall": 3, "drift": -6}, {"fall": "3", "drift": 6}, {"fall": 3, "drift": 6.0},
                      {"fall": True, "drift": 6}, {"fall": 2 ** 24, "drift": 6}, {"fall": 3, "drift": 2 ** 24}, {"fall": -1, "drift": 0}):
            with self.subTest(slips=slips):
                data = (FOLDER / "blocking-7.json").read_bytes().replace(b'{"fall": 3, "drift": 6}', json.dumps(slips).encode())
                digest = check.fnv1a(data[2:data.rindex(b'  "digest"')])
                self.assertEqual(verdict(re.sub(rb'"digest": "\w+"', f'"digest": "{digest}"'.encode(), data))[0], "refused")
        plain = {name: value for name, value in self.changed(7).items() if name not in ("slips", "digest")}
        self.assertEqual(verdict(written(plain))[0], "refused")  # the sentence is that of slips
        plain["claim"] = check.SENTENCE["beams"]
        self.assertIsNone(verdict(written(plain))[0])  # the counting law says nothing of it
        self.assertEqual(self.verdict(7, self.changed(7, claim=check.SENTENCE["beams"])), "refused")
        self.assertEqual(self.verdict(7, self.changed(7, law=[21 * 2 ** 20, 10 * 2 ** 20])), "refused")
        self.assertIsNone(self.verdict(7, self.changed(7, law=[1, 1])))

    def test_a_language_without_a_transition(self):
        """Or with one that leads elsewhere. Each is needed, as these languages are small."""
        rng = random.Random(10)
        for k in self.claims:
            for q, row in enumerate(self.claims[k]["language"]):
                for i, right in enumerate(row):
                    for after in (-1, rng.randrange(len(self.claims[k]["language"]))):
                        language = self.changed(k)["language"]
                        language[q][i] = after
                        result = self.verdict(k, self.changed(k, language=numbered(language)))
                        if after < 0:
                            self.assertIsNone(result)
                        elif after == right:
                            self.assertEqual(result, True)

    def test_windows_that_are_cut_or_moved(self):
        """Lowest diagonals, counts and patience one off, and starts that are moved."""
        rng, seen = random.Random(7), {}
        for k in (7, 11):
            for beam, name, by in product(range(len(self.claims[k]["outer"]) + 1), ("lowest", "row", "column", "patience"), (-2, -1, 1, 2)):
                claim = self.changed(k)
                [claim["inner"], *claim["outer"]][beam][name] += by
                result = self.verdict(k, claim)
                seen[name, result] = seen.get((name, result), 0) + 1
            for start in [1, 2, 5, 10, 50, 100, 999, *rng.sample(range(1001, 1100), 12)]:
                result = self.verdict(k, self.moved(k, start, rng))
                seen["start", result] = seen.get(("start", result), 0) + 1
        print(f"windows that slip and were changed: {seen}")
        for name in ("lowest", "row", "column", "patience", "start"):
            self.assertGreater(sum(n for (what, result), n in seen.items() if what == name and result is not True), 2, name)

    def test_claims_with_several_changes(self):
        rng, seen = random.Random(8), {}
        for _ in range(150):
            k = rng.choice([7, 7, 11])
            result = self.verdict(k, self.several_changes(k, rng))
            seen[result] = seen.get(result, 0) + 1
        print(f"slips with several changes: {seen}")
        self.assertGreater(seen[True], 5)
        self.assertGreater(seen[None], 40)

    def test_labels_are_the_greatest_sums_of_all_walks(self):
        """Graphs of up to six states at random: sums of at most as many steps as there are pairs, and whether more steps give more."""
        rng, seen = random.Random(9), {True: 0, False: 0}

        class Graph:
            row, column = 0, 1

            def __init__(self):
                self.size = rng.randrange(1, 7)
                self.steps = {(q, have): (rng.randrange(self.size), [], [rng.randrange(3)], [0] * rng.randrange(3), 0)
                              for q in range(self.size) for have in (0, 1)}

            def no_column(self, state):
                return False

            def step(self, state, have):
                return self.steps[state, have]

        for _ in range(300):
            graph, claim = Graph(), object.__new__(beams.Beams)
            claim.k, claim.budget = 3, check.Budget(10000, 60)
            claim.language = [[rng.randrange(-1, 2), rng.randrange(2)], [rng.randrange(2)]]
            a, b, c = (rng.randrange(-2, 3) for _ in range(3))
            weight = lambda n, gone, closed: a * n + b * (sum(gone) - 1) + c * (len(closed) - 1)
            sums, now = [], {(0, 0): 0}
            for _ in range(2 * graph.size + 1):
                sums.append(now)
                now = dict(now)
                for (q, place), total in sums[-1].items():
                    for n, after in enumerate(claim.language[place]):
                        if after >= 0:
                            there, _, gone, closed, _ = graph.step(q, n)
                            now[there, after] = max(now.get((there, after), -10 ** 9), total + weight(n, gone, closed))
            bounded = sums[-1] == now
            seen[bounded] += 1
            claim.pairs = len(now)
            if bounded:
                self.assertEqual(claim.walks(graph, 0, weight, ""), now)
            else:
                with self.assertRaises(check.NotShown):
                    claim.walks(graph, 0, weight, "")
        self.assertGreater(min(seen.values()), 50)


def numbered(language):
    """The states that are reached from state 0, in the order in which they are found, and no -1 at the ends."""
    order = [0]
    for q in order:
        order.extend(after for after in dict.fromkeys(language[q]) if after >= 0 and after not in order)
    name = {q: i for i, q in enumerate(order)}
    rows = [[name.get(after, -1) for after in language[q]] for q in order]
    for row in rows:
        while row and row[-1] < 0:
            row.pop()
    return rows


if __name__ == "__main__":
    sys.argv = [argument for argument in sys.argv if argument not in ("--all", "--with", PROGRAM)]
    run = unittest.main(exit=False)
    if PROGRAM:
        print(f"(check.py, {PROGRAM}): {compared}")
    sys.exit(not run.result.wasSuccessful())
