#!/usr/bin/env python3
"""A second checker of certificates, which shares no code with the program `wythoff`.

    python3 certificates/check.py FILE ...  [--limit STATES] [--time SECONDS]

prints a line for each file and exits with 0 if all claims are true, 1 if one is false or was not shown, 2 if a file
cannot be read. It was written from docs/certificates.md and the README's table of the rule language, for beams also from the
induction in the documentation of `check::beams`, and never from code; it uses the standard library only, and is slow.

What has to be trusted: Python; this file; and that the rules in the certificate are those of the game that is meant.
Nothing else in a certificate is believed, and no number is rounded. It is complete for all kinds of certificates but for some rules
(memory, real numbers that are not quadratic, tails without rook moves) and numerations (of Pisot numbers like the plastic one, whose
weights are not the numbers of words of the base): these are "not shown", and so is what exceeds the limits. Of tails on
both sides (`Half`, `Play`) the proof is that of the other tails, but whoever wrote this part had written that of `wythoff` before.

It has six parts: numerations; rule texts; conditions on numbers, and automata that decide them; then the kinds of claims,
automata and Grundy values (`Sentence`, `decide`), tails (`Tail`) and beams (`Beams`); and the reading of files. The proofs are told where they
are carried out; what the first of them rests on is this.

Numbers as words
----------------
A numeration is a finite automaton that says which words of digits are valid; N_j(i) is the number of valid words of
length i from its state j on, so N_0(i) is the weight of the digit with i digits behind it, and the numbers below
N_0(i) are the valid words of length i in lexicographic order. N(i+1) = A N(i) with a non-negative matrix A.

A linear form of several numbers, whose digits are read together from the most significant on, is after a prefix
w . N(i) + (the form of the rests), where i digits are left, w is a vector of integers and every rest is between 0 and
N_0(i) - 1. One more column of digits replaces w by wA + (e, 0, ...), e being the form of the digits. So "lo <= form <=
hi" is settled as soon as a vector v (w plus or minus a multiple of the first unit vector) satisfies v . N(i) >= bound
for all i, and this holds if it holds for i < k and v A^k has no negative entry (`Numeration.at_least`). What is not
recognised as settled is kept, which is never wrong and costs only time. If all eigenvalues of A but the greatest are
less than 1 in modulus, only finitely many w occur; otherwise the limit of states ends the run. A form modulo m needs w
modulo m only.

Automata
--------
From a position (x, y) the options are the (u, v) = (x - s, y - t) for which a Boolean combination of linear
comparisons, congruences and memberships holds. It is cut into disjoint cases, each a conjunction (`cases`); a thread
is a case with a prefix of digits of x, y, u, v, ... read; its conditions change digit by digit as said above. Every
option of (x, y) that is in the claimed set belongs to exactly one thread that accepts, so that reading x and y alone and
*counting* the threads in each state (up to what can matter) gives the number of claimed options: a finite automaton
that knows for every (x, y) whether it is claimed, whether it is a position, and who wins there if the claim is right
about its options. All its states are visited. If the two answers agree everywhere, the claim is true by induction on
x + y; where they do not agree the claim is false, since it contradicts the rules there. Each answer is therefore final
unless the limit is reached.

A position has the Grundy value g if it has none of the values below g, so options of each of them, and no option of value g.
So if the lower levels are shown, level g is right if and only if it accepts just the positions that no lower level accepts
and that have no option in level g: the same proof, in which the automata of lower levels read x and y, too.
"""

import argparse
import ast
import json
import re
import sys
import time
from bisect import bisect_right, insort
from collections import deque
from fractions import Fraction
from functools import reduce
from itertools import product
from math import ceil, floor, gcd, inf, isqrt, lcm

SENTENCE = {
    "automaton": "the accepted pairs are the P-positions",
    "tail": "from column start on, the P-positions with x <= y are the points of the beams, "
            "each moved by all multiples of its beam's (period, rise)",
    "sides": "from column start on, the P-positions with x <= y are the points of the beams, "
             "each moved by all multiples of its beam's (period, rise); and from row start on, those with x > y are in the same way "
             "the points of the beams below, with the piles exchanged",
    "beams": "from column start on, the P-positions with x <= y are in beams: each outer one repeats after period columns, rise rows "
             "higher, and the inner one stays within distance of y = s*x, where s - 1/s is the fraction law",
    "slips": "from column start on, the P-positions with x <= y are in beams: each outer one repeats after period columns, rise rows "
             "higher, and the inner one stays within distance, and drift more for each binary digit of x, of y = s*x, where s - 1/s is "
             "the fraction law",
    "grundy": "for every g, the pairs that automaton g of levels accepts are the positions of Grundy value g",
}


class Unreadable(Exception):
    """The file is no certificate in the documented format."""


class NotShown(Exception):
    """The claim may be true or false: it is too large, or of a kind that this checker cannot decide."""


class False_(Exception):
    """The claim is false."""


def need(condition, message):
    if not condition:
        raise Unreadable(message)


def shown(condition, message):
    if not condition:
        raise NotShown(message)


class Budget:
    """How many states may be made, and how long it may take."""

    def __init__(self, states, seconds):
        self.states, self.end = states, time.process_time() + seconds

    def check(self, count):
        if count > self.states:
            raise NotShown(f"too large for this checker: more than {self.states} states")
        if time.process_time() > self.end:
            raise NotShown("too large for this checker: the time is up")


# --- numerations ---------------------------------------------------------------------------------------------------


class Numeration:
    """Valid words, most significant digit first. `next[i mod period][state][digit]` is the state after a digit with i
    digits behind it, -1 if that is not valid; a word may end in the states of `final`. State 0 is the start, and a digit
    below the greatest that is possible leads to state 0, so that a digit e is worth e * N_0(i)."""

    def __init__(self, name, tables, final, slope=None):
        self.name, self.next, self.final, self.slope = name, tables, final, slope
        self.period, self.size, self.digits = len(tables), len(final), len(tables[0][0])
        self.matrix = [[[row.count(j) for j in range(self.size)] for row in table] for table in tables]
        self.never_empty = self._never_empty()
        self._memo = {}

    def _never_empty(self):
        """States from which there are valid words of every length, so that N_j(i) >= 1 for all i."""
        good = {j for j in range(self.size) if self.final[j]}
        while True:
            kept = {j for j in good if all(good.intersection(table[j]) for table in self.next)}
            if kept == good:
                return good
            good = kept

    def times(self, w, phase):
        """w A, where w belongs to a number of digits left that is 1 + phase modulo the period."""
        return tuple(sum(a * row[j] for a, row in zip(w, self.matrix[phase]) if a) for j in range(self.size))

    def at_end(self, w):
        return sum(a for a, last in zip(w, self.final) if last)

    def at_least(self, v, bound, phase):
        """Whether v . N(i) >= bound for all i = phase modulo the period; False also means "not recognised"."""
        key = (v, bound, phase)
        if key not in self._memo:
            self._memo[key] = self._at_least(v, bound, phase)
        return self._memo[key]

    def _at_least(self, v, bound, phase):
        for _ in range(8 + 8 * self.period):
            if phase == 0 and self.at_end(v) < bound:
                return False
            if min(v) >= 0 and sum(a for j, a in enumerate(v) if j in self.never_empty) >= bound:
                return True
            if max(v) <= 0 and bound > 0:
                return False
            phase = (phase - 1) % self.period
            v = self.times(v, phase)
        return False

    def value(self, digits):
        counts, total = [int(last) for last in self.final], 0
        for i, digit in enumerate(reversed(digits)):
            total += digit * counts[0]
            matrix = self.matrix[i % self.period]
            counts = [sum(n * c for n, c in zip(row, counts)) for row in matrix]
        return total

    def word(self, number):
        """The valid word of a number, with no zeros in front but a length that is a multiple of the period."""
        weights, counts = [], [int(last) for last in self.final]
        while not weights or counts[0] <= number or len(weights) % self.period:
            weights.append(counts[0])
            counts = [sum(n * c for n, c in zip(row, counts)) for row in self.matrix[len(weights) % self.period - 1]]
        digits = []
        for weight in reversed(weights):
            digits.append(number // weight)
            number %= weight
        return digits


def shift_tables(expansion, repeat, digits):
    """Words none of whose suffixes exceeds the quasi-greedy expansion; after its last digit it goes on at `repeat`."""
    table = []
    for i, top in enumerate(expansion):
        after = i + 1 if i + 1 < len(expansion) else repeat
        table.append([0 if e < top else after if e == top else -1 for e in range(digits)])
    return [table]


def least_period(values, unit=1):
    """The least divisor of the length, among the multiples of `unit`, after which a list repeats."""
    return next(n for n in range(unit, len(values) + 1, unit) if len(values) % n == 0 and values[n:] == values[:-n])


def ostrowski(name, quotients):
    """Weights are the denominators q_i of [0; a_1, a_2, ...], a_i periodic; q_0 is left out if a_1 = 1, as q_1 is the
    same. A digit of weight q_i is at most a_(i+1), and if it is as great, the next one is 0; that of q_0 is below a_1."""
    need(quotients and all(a >= 1 for a in quotients), "partial quotients are at least 1")
    quotients = quotients[:least_period(quotients)]
    skip = 1 if quotients[0] == 1 else 0
    shifted = quotients[skip:] + quotients[:skip]
    digits = max(shifted) + 1
    tables = [[[0 if e < a else 1 if e == a else -1 for e in range(digits)], [0] + [-1] * (digits - 1)] for a in shifted]
    if len(quotients) == 1:
        half = Quadratic(Fraction(1, 2))
        slope = half * (Quadratic.root(quotients[0] ** 2 + 4) - Quadratic(quotients[0]))  # alpha = [0; a, a, ...]
    else:
        slope = None
    return Numeration(name, tables, [True, skip == 1], slope)


def expansion_of_one(polynomial):
    """The greedy beta-expansion of 1 for the greatest root beta > 1 of a monic polynomial, as (digits, start of the
    period): exact arithmetic in Z[beta], signs by bisection of beta."""
    degree = len(polynomial) - 1
    value = lambda p, q: reduce(lambda sum_, c: sum_ * q + c, p, Fraction(0))
    high = Fraction(2 + sum(abs(c) for c in polynomial))
    derivatives = [polynomial]
    while len(derivatives[-1]) > 1:
        last = derivatives[-1]
        derivatives.append([c * (len(last) - 1 - i) for i, c in enumerate(last[:-1])])
    low = Fraction(1)
    for _ in range(200):  # from the right all derivatives are positive exactly beyond the greatest root, if that is simple
        middle = (low + high) / 2
        if all(value(p, middle) > 0 for p in derivatives):
            high = middle
        else:
            low = middle
    need(value(polynomial, low) <= 0 and low > 1, "the greatest root is not simple, or not above 1")
    rest, digits, seen = [0] * (degree - 1) + [1], [], {}  # coefficients of beta^(degree-1) ... beta^0
    while any(rest):
        if tuple(rest) in seen:
            return digits, seen[tuple(rest)]
        need(len(digits) < 64, "the expansion of 1 has more than 64 digits")
        seen[tuple(rest)] = len(digits)
        lead, rest = rest[0], rest[1:] + [0]
        rest = [c - lead * p for c, p in zip(rest, polynomial[1:])]
        floors = {value(rest, end) // 1 for end in (low, high)}
        need(len(floors) == 1 or not any(rest[:-1]), "beta is too close to a rational number")
        digit = rest[-1] if not any(rest[:-1]) else int(floors.pop())
        digits.append(digit)
        rest[-1] -= digit
    return digits, None


def pisot(name, polynomial):
    """The greedy numeration of Bertrand for the greatest root beta: valid are the words of the beta-shift."""
    need(len(polynomial) >= 2 and polynomial[0] == 1, "the polynomial is monic, from the leading coefficient on")
    digits, repeat = expansion_of_one(polynomial)
    if repeat is None:  # a finite expansion d_1 ... d_n becomes the period d_1 ... (d_n - 1)
        digits, repeat = digits[:-1] + [digits[-1] - 1], 0
    numeration = Numeration(name, shift_tables(digits, repeat, max(digits) + 1), [True] * len(digits))
    weights = [numeration.value([1] + [0] * i) for i in range(2 * len(digits) + len(polynomial))]
    for i in range(len(weights) - len(polynomial) + 1):
        shown(sum(c * w for c, w in zip(reversed(polynomial), weights[i:])) == 0,
              f"{name} has weights that are not the numbers of words of its base, which this checker does not know")
    return numeration


def numeration(name):
    match = re.fullmatch(r"(fib|pell|trib|base|ostrowski|pisot)(?:\((-?\d+(?:,-?\d+)*)\))?", name)
    need(match and (match[2] is None) == (match[1] in ("fib", "pell", "trib")), f"unknown numeration {name}")
    numbers = [int(n) for n in (match[2] or "").split(",") if n]
    if match[1] == "base":
        need(len(numbers) == 1 and numbers[0] >= 2, "a base is at least 2")
        result = Numeration(name, [[[0] * numbers[0]]], [True])
    elif match[1] == "trib":
        result = pisot(name, [1, -1, -1, -1])
    elif match[1] == "pisot":
        result = pisot(name, numbers)
    else:
        result = ostrowski(name, {"fib": [1], "pell": [2]}.get(match[1], numbers))
    need(result.digits <= 256, "digits are below 256")
    return result


# --- real numbers a + b sqrt(d) ------------------------------------------------------------------------------------


class Quadratic:
    """a + b sqrt(d), exactly; d is the same in all that is computed together, and 0 if b is."""

    def __init__(self, a, b=0, d=0):
        self.a, self.b, self.d = Fraction(a), Fraction(b), d if b else 0

    @staticmethod
    def root(number):
        """The square root of a rational number, with a d that no square divides."""
        number = Fraction(number)
        d, b = number.numerator * number.denominator, Fraction(1, number.denominator)
        for p in range(2, isqrt(d) + 1):
            while d % (p * p) == 0:
                d, b = d // (p * p), b * p
        return Quadratic(b) if d == 1 else Quadratic(0, b, d)

    def _common(self, other):
        if self.d and other.d and self.d != other.d:
            raise NotShown("this checker does not mix square roots")
        return self.d or other.d

    def __add__(self, other):
        return Quadratic(self.a + other.a, self.b + other.b, self._common(other))

    def __sub__(self, other):
        return Quadratic(self.a - other.a, self.b - other.b, self._common(other))

    def __mul__(self, other):
        d = self._common(other)
        return Quadratic(self.a * other.a + self.b * other.b * d, self.a * other.b + self.b * other.a, d)

    def __truediv__(self, other):
        norm = other.a * other.a - other.b * other.b * other.d
        need(norm != 0, "division by zero")
        return self * Quadratic(other.a / norm, -other.b / norm, other.d)

    def __floor__(self):
        q = lcm(self.a.denominator, self.b.denominator)
        a, b = int(self.a * q), int(self.b * q)
        return (a + (isqrt(b * b * self.d) if b >= 0 else -isqrt(b * b * self.d) - 1)) // q

    def __ceil__(self):
        return -floor(Quadratic(0) - self)

    def __lt__(self, other):
        return not other <= self

    def __le__(self, other):
        return floor(other - self) >= 0


# --- rule texts ----------------------------------------------------------------------------------------------------

WORDS = {"and", "or", "not", "in", "abs", "min", "max", "sqrt", "beatty", "x", "y", "s", "t", "phi"}


def parse(text):
    """A formula or term, read by Python's own parser: `mod` becomes <<, which binds as it does, and other names get a _ in front."""
    text = re.sub(r"\|([^|]*)\|", r"abs(\1)", text)
    text = re.sub(r"(?<![<>!=])=(?!=)", "==", text).replace("^", "**")
    text = re.sub(r"\d[\d_]*\.\d+", lambda number: f"({Fraction(number[0].replace('_', ''))})", text)
    text = re.sub(r"[A-Za-z_]\w*", lambda name: "<<" if name[0] == "mod" else name[0] if name[0] in WORDS else "_" + name[0], text)
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        raise Unreadable(f"cannot read {text!r}") from None


class Rules:
    """What a rule text says: moves (name -> formula), position, blocks [(number, class)], comply, misere, loaded sets."""

    def __init__(self, text):
        self.moves, self.position, self.blocks, self.comply, self.misere, self.sets = {}, None, [], [], False, {}
        for line in text.split("\n"):
            if line.strip():
                self.statement(*re.fullmatch(r"\s*(\w*)\s*(.*)", line).groups())
        need(self.moves, "there are no moves")
        need(not (self.blocks and self.comply), "block and comply in one game")

    def statement(self, word, rest):
        if word == "move":
            name, _, formula = rest.partition(":")
            self.moves[name.strip()] = join(ast.Or(), self.moves.get(name.strip()), parse(formula))
        elif word == "position":
            self.position = join(ast.And(), self.position, parse(rest.lstrip(": ")))
        elif word == "block":
            self.blocks.append(quota(rest))
        elif word == "comply":
            self.comply += map(quota, re.split(r"\bor (?=\d+ *(?:$|of |or ))", rest))
        elif word == "play":
            need(rest in ("misere", "normal"), "play misere, or play normal")
            self.misere = rest == "misere"
        elif word == "load":
            name, _, automaton = rest.partition(" = ")
            self.sets[name] = loaded(json.loads(automaton))
        elif word != "game":
            raise NotShown(f"this checker does not know the statement {word!r}")

    def any_move(self):
        return ast.BoolOp(ast.Or(), list(self.moves.values()))


def join(how, old, new):
    return ast.BoolOp(how, [old, new]) if old else new


def quota(text):
    """`E` or `E of CLASS`."""
    number, _, class_ = text.partition(" of ")
    need(number.strip().isdigit(), f"{number!r} is no number")
    return int(number), parse(class_) if class_ else None


def real(term):
    """A number in a quadratic field."""
    if isinstance(term, ast.Constant):
        return Quadratic(term.value)
    if isinstance(term, ast.Name) and term.id == "phi":
        return Quadratic(Fraction(1, 2)) * (Quadratic(1) + Quadratic.root(5))
    if isinstance(term, ast.Call) and term.func.id == "sqrt":
        inner = real(term.args[0])
        shown(not inner.b and inner.a > 0, "this checker knows roots of rational numbers only")
        return Quadratic.root(inner.a)
    if isinstance(term, ast.UnaryOp) and isinstance(term.op, ast.USub):
        return Quadratic(0) - real(term.operand)
    operations = {ast.Add: "__add__", ast.Sub: "__sub__", ast.Mult: "__mul__", ast.Div: "__truediv__"}
    if isinstance(term, ast.BinOp) and type(term.op) in operations:
        return getattr(real(term.left), operations[type(term.op)])(real(term.right))
    raise NotShown("a real number that this checker does not know")


# --- conditions on numbers -----------------------------------------------------------------------------------------
# Tracks are 0: x, 1: y, 2: u = x - s, 3: v = y - t, and from 4 on numbers that stand for terms. A form is a tuple of
# (track, coefficient), ascending, without zeros. Conditions: True, False, ("and", f, g), ("or", f, g), ("not", f),
# ("ge", form, c) for form >= c, ("mod", form, m, r) for form = r modulo m, ("in", automaton, tracks).

X, Y, U, V = range(4)
HERE = {"x": {X: 1}, "y": {Y: 1}, "s": {X: 1, U: -1}, "t": {Y: 1, V: -1}}
THERE = {"x": {U: 1}, "y": {V: 1}}
S, T = ((X, 1), (U, -1)), ((Y, 1), (V, -1))


def conj(f, g):
    return f and g if isinstance(f, bool) else (f if g else False) if isinstance(g, bool) else ("and", f, g)


def disj(f, g):
    return f or g if isinstance(f, bool) else (True if g else f) if isinstance(g, bool) else ("or", f, g)


def neg(f):
    return (not f) if isinstance(f, bool) else ("not", f)


def at_least(coefficients, bound):
    """The condition that a form is at least a bound, with coefficients without common divisor, the first positive."""
    form = tuple(sorted((track, int(c)) for track, c in coefficients.items() if c))
    if not form:
        return bound <= 0
    divisor = gcd(*(c for _, c in form))
    if form[0][1] > 0:
        return ("ge", tuple((track, c // divisor) for track, c in form), -(-bound // divisor))
    return ("not", ("ge", tuple((track, -c // divisor) for track, c in form), -bound // divisor + 1))


def plus(a, b, factor=1):
    return {track: a.get(track, 0) + factor * b.get(track, 0) for track in a.keys() | b.keys()}


class Translator:
    """Formulas of the rules, as conditions. A term is a list of cases (condition, coefficients, constant)."""

    def __init__(self, numeration_, sets):
        self.numeration, self.sets, self.tracks, self.meant = numeration_, sets, 4, True
        self.moves, self.beatty = {}, {}

    def formula(self, f, names):
        if isinstance(f, ast.BoolOp):
            return reduce(conj if isinstance(f.op, ast.And) else disj, [self.formula(part, names) for part in f.values])
        if isinstance(f, ast.UnaryOp) and isinstance(f.op, ast.Not):
            return neg(self.formula(f.operand, names))
        if isinstance(f, ast.Name):
            need(f.id[1:] in self.moves, f"unknown name {f.id[1:]!r}")
            return self.formula(self.moves[f.id[1:]], names)
        if isinstance(f, ast.Call):
            automaton = self.sets.get(f.func.id[1:])
            need(automaton and automaton.tracks == len(f.args), f"{f.func.id[1:]!r} is no set, or has other arguments")
            shown(automaton.numeration.next == self.numeration.next, "a loaded automaton in another numeration")
            return self.member(automaton, f.args, names)
        need(isinstance(f, ast.Compare), "a comparison was expected")
        terms = [f.left, *f.comparators]
        return reduce(conj, [self.compare(left, type(op), right, names) for left, op, right in zip(terms, f.ops, terms[1:])])

    def compare(self, left, op, right, names):
        if op is ast.NotIn:
            return neg(self.compare(left, ast.In, right, names))
        if op is ast.In and isinstance(right, ast.Set):
            return reduce(disj, [self.compare(left, ast.Eq, member, names) for member in right.elts])
        if op is ast.In:
            need(isinstance(right, ast.Call) and right.func.id == "beatty", "a set was expected")
            return self.member(beatty(self.numeration, real(right.args[0])), [left], names)
        result = False
        for guard, coefficients, constant in self.term(ast.BinOp(left, ast.Sub(), right), names):
            ge, gt = at_least(coefficients, -constant), at_least(coefficients, 1 - constant)
            holds = {ast.Eq: conj(ge, neg(gt)), ast.NotEq: disj(neg(ge), gt), ast.Lt: neg(ge), ast.LtE: neg(gt), ast.Gt: gt, ast.GtE: ge}
            need(op in holds, "a comparison was expected")
            result = disj(result, conj(guard, holds[op]))
        return result

    def term(self, term, names):
        if isinstance(term, ast.Constant):
            need(type(term.value) is int, "a number in a term that is no integer")
            return [(True, {}, term.value)]
        if isinstance(term, ast.Name):
            need(term.id in names, f"{term.id!r} cannot stand here")
            return [(True, names[term.id], 0)]
        if isinstance(term, ast.UnaryOp) and isinstance(term.op, ast.USub):
            return self.term(ast.BinOp(ast.Constant(0), ast.Sub(), term.operand), names)
        if isinstance(term, ast.BinOp) and isinstance(term.op, (ast.Add, ast.Sub)):
            sign = 1 if isinstance(term.op, ast.Add) else -1
            return [(conj(g, h), plus(a, b, sign), c + sign * d)
                    for g, a, c in self.term(term.left, names) for h, b, d in self.term(term.right, names)]
        if isinstance(term, ast.BinOp) and isinstance(term.op, ast.Mult):
            return [self.product(*one, *other) for one in self.term(term.left, names) for other in self.term(term.right, names)]
        if isinstance(term, ast.BinOp) and isinstance(term.op, ast.LShift):
            return self.remainder(term.left, term.right, names)
        if isinstance(term, ast.Call) and term.func.id == "abs":
            return self.extreme("max", [*term.args, *(ast.UnaryOp(ast.USub(), inner) for inner in term.args)], names)
        if isinstance(term, ast.Call) and term.func.id in ("min", "max"):
            return self.extreme(term.func.id, term.args, names)
        raise NotShown("a term of a kind that this checker does not know")

    @staticmethod
    def product(guard, a, c, guard2, b, d):
        need(not any(a.values()) or not any(b.values()), "a product of two terms with variables")
        return conj(guard, guard2), plus({t: n * d for t, n in a.items()}, {t: n * c for t, n in b.items()}), c * d

    def extreme(self, name, terms, names):
        """The first of the terms that is greatest (least)."""
        relations, result = (ast.GtE, ast.Gt) if name == "max" else (ast.LtE, ast.Lt), []
        for i, candidate in enumerate(terms):
            best = True
            for j, other in enumerate(terms):
                if i != j:
                    best = conj(best, self.compare(candidate, relations[j < i], other, names))
            result += [(conj(best, g), a, c) for g, a, c in self.term(candidate, names)]
        return [case for case in result if case[0] is not False]

    def remainder(self, term, modulus, names):
        need(isinstance(modulus, ast.Constant) and modulus.value >= 1, "a modulus is at least 1")
        result, m = [], modulus.value
        for guard, a, c in self.term(term, names):
            form = tuple(sorted((track, n % m) for track, n in a.items() if n % m))
            for r in range(m):
                holds = ("mod", form, m, (r - c) % m) if form else (r - c) % m == 0
                if conj(guard, holds) is not False:
                    result.append((conj(guard, holds), {}, r))
        return result

    def member(self, automaton, terms, names):
        """Membership of terms: each that is no variable gets a track z of its own, with z = term, or 0 if that is negative."""
        result = True
        tracks = []
        for term in terms:
            cases_ = self.term(term, names)
            if len(cases_) == 1 and cases_[0][2] == 0 and list(cases_[0][1].values()) == [1]:
                tracks.append(next(iter(cases_[0][1])))
                continue
            z, self.tracks = self.tracks, self.tracks + 1
            tracks.append(z)
            means = nonnegative = False
            for guard, a, c in cases_:
                ge, difference = at_least(a, -c), plus({z: 1}, a, -1)
                equal = conj(at_least(difference, c), neg(at_least(difference, c + 1)))
                zero = neg(at_least({z: 1}, 1))
                means = disj(means, conj(guard, disj(conj(ge, equal), conj(neg(ge), zero))))
                nonnegative = disj(nonnegative, conj(guard, ge))
            self.meant = conj(self.meant, means)
            result = conj(result, nonnegative)
        return conj(result, ("in", automaton, tuple(tracks)))


def bounds(form, known):
    """Least and greatest value of a form as far as x, y, ... >= 0 and the known bounds of s and t tell."""
    low, high = known.get(form, (-inf, inf))
    c = dict(form)
    parts = [(-c.get(U, 0), known.get(S, (-inf, inf))), (-c.get(V, 0), known.get(T, (-inf, inf)))]
    rest = {X: c.get(X, 0) + c.get(U, 0), Y: c.get(Y, 0) + c.get(V, 0)}
    parts += [(n, (0, inf)) for n in [*rest.values(), *(n for track, n in form if track > V)]]
    least = sum(n * (ends[0] if n > 0 else ends[1]) for n, ends in parts if n)
    most = sum(n * (ends[1] if n > 0 else ends[0]) for n, ends in parts if n)
    return max(low, least), min(high, most)


def decided(f, known):
    """What is left of a condition where some atoms are known."""
    if isinstance(f, bool):
        return f
    if f[0] in ("and", "or"):
        return (conj if f[0] == "and" else disj)(decided(f[1], known), decided(f[2], known))
    if f[0] == "not":
        return neg(decided(f[1], known))
    if f[0] == "ge":
        low, high = bounds(f[1], known)
        return True if low >= f[2] else False if high < f[2] else f
    if f[0] == "mod":
        residues = known.get(f[1:3])
        return f if residues is None or (f[3] in residues and len(residues) > 1) else f[3] in residues
    return known.get(f[1:], f)


def first_atom(f):
    while f[0] in ("and", "or", "not"):
        f = f[1]
    return f


def cases(f, known=None):
    """Disjoint conjunctions whose disjunction is f, as dictionaries: form -> (low, high), (form, m) -> set of residues,
    (automaton, tracks) -> whether it accepts."""
    known = known or {}
    f = decided(f, known)
    if f is True:
        yield known
    if isinstance(f, bool):
        return
    atom = first_atom(f)
    if atom[0] == "ge":
        low, high = known.get(atom[1], (-inf, inf))
        yield from cases(f, {**known, atom[1]: (max(low, atom[2]), high)})
        yield from cases(f, {**known, atom[1]: (low, min(high, atom[2] - 1))})
    elif atom[0] == "mod":
        residues = known.get(atom[1:3], frozenset(range(atom[2])))
        yield from cases(f, {**known, atom[1:3]: frozenset([atom[3]])})
        yield from cases(f, {**known, atom[1:3]: residues - {atom[3]}})
    else:
        yield from cases(f, {**known, atom[1:]: True})
        yield from cases(f, {**known, atom[1:]: False})


# --- automata ------------------------------------------------------------------------------------------------------


class Automaton:
    """states[q] maps tuples of digits to states; a letter that is not there leads nowhere (-1). Words have a length that
    is a multiple of the period, and start in `start`. `only_valid` says that only valid words are accepted."""

    def __init__(self, numeration_, tracks, start, accepting, states, only_valid=False):
        self.numeration, self.tracks, self.start, self.only_valid = numeration_, tracks, start, only_valid
        self.accepting, self.states = frozenset(accepting), states

    def step(self, q, letter):
        return self.states[q].get(letter, -1) if q >= 0 else -1


def valid_words(n):
    """The automaton of the valid words of a numeration."""
    states = []
    for left in range(n.period):
        for row in n.next[left - 1]:
            states.append({(e,): (left - 1) % n.period * n.size + j for e, j in enumerate(row) if j >= 0})
    return Automaton(n, 1, 0, [j for j in range(n.size) if n.final[j]], states, True)


class Threads:
    """Nondeterministic automata made of conjunctions of conditions; see the text at the top. The first `visible` tracks are
    read, digits of the others are guessed. A thread is (phase, label, tracks, conditions): phase is the number of digits left
    modulo the period, conditions are numbers of
      ("form", form, second, low, high, phase, w)    low <= form <= high
      ("mod", form, m, residues, phase, w)           form modulo m is in residues
      ("in", automaton, tracks, wanted, q)           the automaton, now in state q, accepts if wanted, does not if not
    `second` are coefficients of floor((n + 1) alpha), a form of the digits with the weights N_1 (see `beatty`)."""

    TRUE, FALSE = -1, -2

    def __init__(self, numeration_, visible, budget):
        self.n, self.visible, self.budget = numeration_, visible, budget
        self.valid = valid_words(numeration_)
        self.atoms, self.numbers, self.steps = [], {}, {}
        self.starts = []

    def add(self, label, tracks, known, second=()):
        """One case (see `cases`). Guessed tracks must hold valid words."""
        zero = (0,) * self.n.size
        atoms = []
        covered = set()
        for key, value in known.items():
            if isinstance(key[0], Automaton):
                atoms.append(self.number(("in", *key, value, key[0].start)))
                covered |= set(key[1]) if value and key[0].only_valid else set()
            elif isinstance(value, frozenset):
                atoms.append(self.number(("mod", *key, value, 0, zero)))
            else:
                atoms.append(self.number(("form", key, dict(second).get(key, ()), *value, 0, zero)))
        for track in set(range(self.visible, tracks)) - covered:
            atoms.append(self.number(("in", self.valid, (track,), True, self.valid.start)))
        thread = self.thread(0, label, tracks, atoms)
        if thread:
            self.starts.append(thread)

    def thread(self, phase, label, tracks, atoms):
        if self.FALSE in atoms:
            return None
        return phase, label, tracks, tuple(sorted({a for a in atoms if a != self.TRUE}))

    def number(self, atom):
        """The number of an atom, or TRUE or FALSE if it is settled."""
        if atom[0] == "form":
            atom = self.settle(atom)
        elif atom[0] == "in" and atom[4] < 0:
            atom = not atom[3]
        if isinstance(atom, bool):
            return self.TRUE if atom else self.FALSE
        if atom not in self.numbers:
            self.numbers[atom] = len(self.atoms)
            self.atoms.append(atom)
        return self.numbers[atom]

    def settle(self, atom):
        _, form, second, low, high, phase, w = atom
        up = sum(c for _, c in form + second if c > 0)
        down = -sum(c for _, c in form + second if c < 0)
        least = (w[0] - down,) + w[1:]  # the form is at least this . N + down, and at most -(the next one . N) + ...
        most = (-w[0] - up,) + tuple(-a for a in w[1:])
        n = self.n
        if high < inf and n.at_least(least, high + 1 - down, phase):
            return False
        if low > -inf and n.at_least(most, 1 - low - up, phase):
            return False
        if low > -inf and n.at_least(least, low - down, phase):
            low = -inf
        if high < inf and n.at_least(most, -high - up, phase):
            high = inf
        return True if low == -inf and high == inf else ("form", form, second, low, high, phase, w)

    def step(self, number, letter):
        """The number of a condition after one more column of digits."""
        atom = self.atoms[number]
        if atom[0] == "in":
            digits = tuple(letter[track] for track in atom[2])
            key = (number, digits)
        else:
            digit = sum(c * letter[track] for track, c in atom[1])
            digit2 = sum(c * letter[track] for track, c in atom[2]) if atom[0] == "form" and atom[2] else 0
            key = (number, digit, digit2)
        if key in self.steps:
            return self.steps[key]
        if atom[0] == "in":
            after = (*atom[:4], atom[1].step(atom[4], digits))
        else:
            phase = (atom[-2] - 1) % self.n.period
            w = list(self.n.times(atom[-1], phase))
            w[0] += digit
            if digit2:
                w[1] += digit2
            if atom[0] == "mod":
                w = [a % atom[2] for a in w]
            after = (*atom[:-2], phase, tuple(w))
        self.steps[key] = result = self.number(after)
        return result

    def accepts(self, thread):
        if thread[0]:
            return False
        for atom in (self.atoms[number] for number in thread[3]):
            if atom[0] == "in":
                ok = (atom[4] in atom[1].accepting) == atom[3]
            elif atom[0] == "mod":
                ok = self.n.at_end(atom[-1]) % atom[2] in atom[3]
            else:
                ok = atom[3] <= self.n.at_end(atom[-1]) <= atom[4]
            if not ok:
                return False
        return True

    def letters(self, thread):
        """Pairs of a guessed tuple of digits and the state of the automaton that allows it, if one governs u and v."""
        digits = range(self.n.digits)
        for number in thread[3]:
            atom = self.atoms[number]
            if atom[0] == "in" and atom[3] and atom[2] == (U, V) and self.visible == 2:
                rest = list(product(digits, repeat=thread[2] - 4))
                return [pair + more for pair in atom[1].states[atom[4]] for more in rest]
        return list(product(digits, repeat=thread[2] - self.visible))

    def successors(self, thread):
        """Lists of threads, by visible letters."""
        phase, label, tracks, atoms = thread
        phase = (phase - 1) % self.n.period
        guesses, step, result = self.letters(thread), self.step, {}
        for read_ in product(range(self.n.digits), repeat=self.visible):
            found = []
            for guess in guesses:
                letter, after = read_ + guess, []
                for number in atoms:
                    now = step(number, letter)
                    if now == -2:
                        break
                    after.append(now)
                else:
                    found.append(self.thread(phase, label, tracks, after))
            if found:
                result[read_] = found
        return result

    def build(self):
        """All threads that can still accept, as (starts, accepting labels, successors by letters): numbers of classes, where threads
        with the same label and the same successors are one class."""
        order = list(dict.fromkeys(self.starts))
        number = {thread: i for i, thread in enumerate(order)}
        after = []
        for i, thread in enumerate(order):  # the list grows while it is read
            table = self.successors(thread)
            after.append({})
            for read_, found in table.items():
                for next_ in found:
                    if next_ not in number:
                        number[next_] = len(order)
                        order.append(next_)
                        self.budget.check(len(order))
                after[i][read_] = [number[next_] for next_ in found]
            if i % 64 == 0:
                self.budget.check(len(order))
        accepting = [self.accepts(thread) for thread in order]
        live = alive(after, accepting)
        block = classes([(thread[0], thread[1], yes) for thread, yes in zip(order, accepting)], after, live, self.budget)
        rows, labels = {}, {}
        for i, thread in enumerate(order):
            if live[i] and block[i] not in rows:
                rows[block[i]] = {letters: [block[j] for j in found if live[j]] for letters, found in after[i].items()}
                labels[block[i]] = thread[1] if accepting[i] else None
        starts = [block[number[thread]] for thread in self.starts if live[number[thread]]]
        return starts, labels, rows


def alive(after, accepting):
    """From which states an accepting one can be reached."""
    before = [[] for _ in after]
    for i, table in enumerate(after):
        for j in {j for found in table.values() for j in found}:
            before[j].append(i)
    live, todo = list(accepting), [i for i, yes in enumerate(accepting) if yes]
    while todo:
        for i in before[todo.pop()]:
            if not live[i]:
                live[i] = True
                todo.append(i)
    return live


def classes(names, after, live, budget=None):
    """The coarsest partition in which states of a class have the same name and equally many live successors in each class for each
    letter; -1 for states that are not live."""
    count = 0
    while True:
        if budget:
            budget.check(len(after))
        numbers, block = {}, []
        for name, yes in zip(names, live):
            block.append(numbers.setdefault(name, len(numbers)) if yes else -1)
        if len(numbers) == count:
            return block
        count, names = len(numbers), [
            (block[i], *((letter, row) for letter, found in table.items() if (row := tuple(sorted(block[j] for j in found if live[j])))))
            for i, table in enumerate(after)]


def beatty(n, r):
    """The automaton of {floor(m r): m >= 1}, for r = (a + b alpha)/c in an Ostrowski numeration of alpha = [0; k, k, ...].

    If k + 1 digits d_i of N have weights q_i, then floor((N + 1) alpha) is the sum of the d_i p_i, where p_i/q_i are the
    convergents of alpha; here p_i = q_(i-1) = N_1(i). So with M = |b| m - 1, floor(m b alpha) is a form of the digits of M (for b < 0
    it is -1 minus that for |b|), and T = floor(m r) says 0 <= a m + floor(m b alpha) - c T < c."""
    if r.b and (n.slope is None or n.slope.d != r.d):
        raise NotShown("this checker has Beatty sequences in fib, pell, ostrowski(k) of their own field only")
    b = r.b / n.slope.b if r.b else Fraction(0)
    a = r.a - b * n.slope.a if r.b else r.a
    c = lcm(a.denominator, b.denominator)
    a, b = int(a * c), int(b * c)
    threads = Threads(n, 1, Budget(20000, 60))
    t, m, big = 0, 1, 2
    difference = tuple((track, x) for track, x in ((t, -c), (m, a)) if x)
    shift = 1 if b < 0 else 0
    known = {((m, 1),): (1, inf), difference: (shift, c - 1 + shift)}
    if b:
        known[((m, -abs(b)), (big, 1))] = (-1, -1)
    threads.add("yes", 3 if b else 2, known, [(difference, ((big, 1 if b > 0 else -1),))] if b else [])
    starts, labels, rows = threads.build()
    return subsets(n, starts, labels, rows)


def padded(n, starts, rows, visible, cap):
    """How many threads are in which state after any number of zeros: guessed numbers may be longer than those that are read. Since zeros
    that are guessed, too, keep a thread where it is, the numbers (up to `cap`) grow until they stay."""
    count = {}
    for q in starts:
        count[q] = min(cap, count.get(q, 0) + 1)
    while True:
        now = count
        for _ in range(n.period):
            now = advance(now, rows, (0,) * visible, cap)
        if now == count:
            return count
        count = now


def advance(count, rows, letter, cap):
    result = {}
    for q, times in count.items():
        for after in rows[q].get(letter, ()):
            result[after] = min(cap, result.get(after, 0) + times)
    return result


def subsets(n, starts, labels, rows):
    start = frozenset(padded(n, starts, rows, 1, 1))
    number, order, states = {start: 0}, [start], []
    for here in order:
        table = {}
        for letter in sorted({letter for q in here for letter in rows[q]}):
            there = frozenset(j for q in here for j in rows[q].get(letter, ()))
            if there:
                if there not in number:
                    number[there] = len(order)
                    order.append(there)
                table[letter] = number[there]
        states.append(table)
    return Automaton(n, 1, 0, [i for i, here in enumerate(order) if any(labels[q] for q in here)], states)


# --- the game's sentence -------------------------------------------------------------------------------------------


class Sentence:
    """Who wins at (x, y), if the claim is right about its options. Options are counted by labels ("P" or "N", pattern), the
    pattern being the set of numbers of those `block` or `comply` lines to whose class the option belongs."""

    def __init__(self, rules, claim, budget):
        self.rules, self.claim = rules, claim
        self.quotas = rules.blocks or rules.comply
        self.cap = 1 + sum(number for number, _ in self.quotas)
        self.threads = Threads(claim.numeration, 2, budget)
        translate = Translator(claim.numeration, rules.sets)
        translate.moves = rules.moves
        option = conj(at_least(dict(S), 0), at_least(dict(T), 0))
        option = conj(option, disj(at_least(dict(S), 1), at_least(dict(T), 1)))
        option = conj(option, translate.formula(rules.any_move(), HERE))
        if rules.position:
            option = conj(option, translate.formula(rules.position, THERE))
        classes = [translate.formula(class_, HERE) if class_ else True for _, class_ in self.quotas]
        accepted = ("in", claim, (U, V))
        if not rules.comply:
            self.options("P", conj(option, accepted), classes, translate)
        if rules.comply or rules.misere:
            self.options("N", conj(option, neg(accepted)), classes if rules.comply else [], translate)
        self.everywhere = not rules.position
        if rules.position:
            translate = Translator(claim.numeration, rules.sets)
            self.add("position", translate.formula(rules.position, HERE), translate)

    def options(self, kind, option, classes, translate):
        for pattern in product((False, True), repeat=len(classes)):
            f = option
            for inside, class_ in zip(pattern, classes):
                f = conj(f, class_ if inside else neg(class_))
            self.add((kind, pattern), f, translate)

    def add(self, label, f, translate):
        for known in cases(conj(f, translate.meant)):
            used = {track for key in known for track in tracks_of(key)}
            self.threads.add(label, max(used | {V}) + 1 if label != "position" else max(used | {Y}) + 1, known)

    def previous_wins(self, counts):
        """P: the previous player can forbid all options that are P (Hall's theorem), or propose enough that are N."""
        if self.rules.comply:
            found = [sum(n for (_, pattern), n in counts.items() if pattern[i]) for i in range(len(self.quotas))]
            return any(have >= number for have, (number, _) in zip(found, self.quotas))
        for allowed in product((False, True), repeat=len(self.quotas)):
            budget = sum(number for use, (number, _) in zip(allowed, self.quotas) if use)
            inside = sum(n for (kind, pattern), n in counts.items()
                         if kind == "P" and all(use or not of for use, of in zip(allowed, pattern)))
            if inside > budget:
                return False
        return not self.rules.misere or any(kind == "N" for kind, _ in counts)


def tracks_of(key):
    if isinstance(key[0], Automaton):
        return key[1]
    form = key[0] if len(key) == 2 and isinstance(key[1], int) else key
    return [track for track, _ in form]


def decide(rules, claim, budget, lower=()):
    """None if the claim is true, else a shortest position (x, y) where it contradicts the rules. Squares that an automaton of `lower` accepts
    are not claimed."""
    sentence = Sentence(rules, claim, budget)
    starts, labels, rows = sentence.threads.build()
    n, cap = claim.numeration, sentence.cap
    start = (0, claim.start, 0, 0, tuple(sorted(padded(n, starts, rows, 2, cap).items())), tuple(level.start for level in lower))
    came = {start: None}
    queue = deque([start])
    letters = list(product(range(n.digits), repeat=2))
    while queue:
        here = queue.popleft()
        phase, q, i, j, counted, others = here
        if phase == 0 and n.final[i] and n.final[j]:
            taken = any(other in level.accepting for level, other in zip(lower, others))
            if q in claim.accepting if taken else not agrees(sentence, q, counted, labels):
                return position(n, came, here)
        phase = (phase - 1) % n.period
        for letter in letters:
            i_, j_ = n.next[phase][i][letter[0]], n.next[phase][j][letter[1]]
            if i_ < 0 or j_ < 0:
                continue
            count = advance(dict(counted), rows, letter, cap)
            there = (phase, claim.step(q, letter), i_, j_, tuple(sorted(count.items())),
                     tuple(level.step(other, letter) for level, other in zip(lower, others)))
            if there not in came:
                came[there] = (here, letter)
                queue.append(there)
        if len(came) % 16 == 0:
            budget.check(len(came))
    budget.used = len(labels), len(came)
    return None


def agrees(sentence, q, counted, labels):
    counts = {}
    for thread, times in counted:
        if labels[thread] is not None:
            counts[labels[thread]] = counts.get(labels[thread], 0) + times
    exists = counts.pop("position", 0) > 0 or sentence.everywhere
    return (q in sentence.claim.accepting) == (exists and sentence.previous_wins(counts))


def position(n, came, state):
    word = []
    while came[state]:
        state, letter = came[state]
        word.append(letter)
    word.reverse()
    return n.value([a for a, _ in word]), n.value([b for _, b in word])


# --- moves as rays -------------------------------------------------------------------------------------------------


def ray_condition(ray):
    a, b, p, q = ray
    at = lambda track, value: conj(at_least({track: 1}, value), neg(at_least({track: 1}, value + 1)))
    congruent = lambda track, value, m: ("mod", ((track, 1),), m, value % m) if m > 1 else True
    if (p, q) == (0, 0):
        return conj(at(0, a), at(1, b))
    if p == 0:
        return conj(at(0, a), conj(at_least({1: 1}, b), congruent(1, b, q)))
    if q == 0:
        return conj(at(1, b), conj(at_least({0: 1}, a), congruent(0, a, p)))
    line = {0: q, 1: -p}
    on = conj(at_least(line, q * a - p * b), neg(at_least(line, q * a - p * b + 1)))
    return conj(on, conj(at_least({0: 1}, a), congruent(0, a, p)))


def possible(n, f, budget):
    """Whether two numbers satisfy a condition."""
    threads = Threads(n, 0, budget)
    for known in cases(f):
        threads.add("yes", 2, known)
    return bool(threads.build()[0])


def check_rays(rules, rays, budget, blocks=None):
    """The rays are the moves, all of them, and no two meet; and each is in the classes of these lines and in no other."""
    binary = numeration("base(2)")
    translate = Translator(binary, rules.sets)
    moves = translate.formula(rules.any_move(), {"s": {0: 1}, "t": {1: 1}})
    moves = conj(moves, disj(at_least({0: 1}, 1), at_least({1: 1}, 1)))
    conditions = [ray_condition(ray) for ray in rays]
    union = reduce(disj, conditions, False)
    if possible(binary, disj(conj(moves, neg(union)), conj(union, neg(moves))), budget):
        raise False_("the rays are not the moves")
    for i, f in enumerate(conditions):
        for g in conditions[:i]:
            if possible(binary, conj(f, g), budget):
                raise False_("two rays meet")
    translate.moves = rules.moves
    for i, (_, class_) in enumerate(rules.blocks if blocks else ()):
        class_ = translate.formula(class_, {"s": {0: 1}, "t": {1: 1}}) if class_ else True
        for f, lines in zip(conditions, blocks):
            if possible(binary, conj(f, neg(class_) if i in lines else class_), budget):
                raise False_("the rays can be blocked in another way")


# --- tails ---------------------------------------------------------------------------------------------------------


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def basis(p, q):
    """The greatest common divisor g of p and q, and e with cross((p/g, q/g), e) = 1."""
    g = gcd(p, q)
    p, q = p // g, q // g
    y = pow(p, -1, q) if q else 1  # p y - q x = 1
    return g, ((p * y - 1) // q if q else 0, y)


class Columns:
    """P-positions column by column, by the definition of play: moves are rays (a, b) + n (p, q), the same with piles exchanged, one
    of them (0, 1) + n (0, 1), and a square is P if and only if fewer than k options are P. So a column is done when it holds k.

    For each ray, counts[x][y] is the number of n >= 0 for which (x, y) - n (p, q) is P, at most k, as a string of bytes: adding such
    strings is adding long integers, and the next square with a small sum is found by a regular expression."""

    def __init__(self, rays, k, budget):
        self.k, self.budget = k, budget
        self.counts = {ray: {} for ray in rays if ray[0]}
        if len(self.counts) * k > 255:
            raise NotShown("too large for this checker: too many options can be blocked")
        self.cut = bytes(min(i, k) for i in range(256))
        self.less = [re.compile(b"[" + b"".join(b"\\x%02x" % i for i in range(k - have)) + b"]") for have in range(k)]
        self.mirror = {}  # column -> its P-positions under the diagonal
        self.found = []  # for each column its P-positions with y >= x
        self.height = 64

    def next(self):
        x, below = len(self.found), self.mirror.pop(len(self.found), [])
        if x % 64 == 0:
            self.budget.check(0)
        while (found := self.column(x, len(below))) is None:
            self.height += self.height // 4
        for y in found:
            if y > x:
                self.mirror.setdefault(y, []).append(x)
        self.found.append(found)
        self.height = max([self.height, *(y + 64 for y in found)])
        for (a, _, p, q), columns in self.counts.items():
            line = bytearray(bytes(q) + columns.get(x - p, b"") if (p, q) != (0, 0) else b"")
            line.extend(bytes(max(0, max([*below, *found], default=0) + 1 - len(line))))
            for y in below + found:
                line[y] += 1
            columns[x] = line.translate(self.cut)
            columns.pop(x - max(a, p), None)
        return found

    def column(self, x, have):
        total, size = 0, self.height - x
        for (a, b, _, _), columns in self.counts.items():
            line = columns.get(x - a, b"")
            skipped = max(0, b - x)
            total += int.from_bytes(line[max(0, x - b):max(0, self.height - b)], "little") << 8 * skipped
        sums = total.to_bytes(max(size, 0), "little")
        found, y = [], 0
        while have < self.k:
            match = self.less[have].search(sums, y)
            if not match:
                return None
            y = match.end()
            found.append(match.start() + x)
            have += 1
        return found


class Tail:
    """The claim that from column `start` on the P-positions with x <= y are some progressions P + n B. Let S be the claimed set with its
    mirror image: these progressions, their images, and a finite set F, what the definition of play gives before the start.

    How many options of a square z are in S changes its law only at the lines through F + (a, b) and P + (a, b) in the direction (p, q)
    of a ray (a, b) + n (p, q), and through P + (a, b) in the direction of B. These are finitely many lines of finitely many directions;
    all lines of a direction lie in a strip (`strips`), and from some column on, for y >= x, the strips do not meet (`parted`). Beyond it
      - between two strips a ray either misses a progression, or meets it if and only if z - (a, b) - P is in the lattice spanned by (p, q)
        and B. All residues occur there, none is claimed, so for each at least k options must be in S (`sector`);
      - along the strip of direction v everything repeats with a multiple V of v that lies in all these lattices (`period`). (A ray parallel to
        a progression passes k of its points from some column on, or none for ever.) So it is enough that columns X to X + V_x, solved by the
        definition, are as claimed, where X is beyond the start of all.
    Both tests fail only if the claim is false, and with the columns before X they prove it, column by column."""

    edge = 0  # the least y - x of the squares that it is about

    def __init__(self, rays, k, start, beams, budget):
        self.columns = Columns(rays, k, budget)
        self.prepare(rays, k, start, beams, budget)
        self.families = {}
        for (a, b), points in self.upper.items():
            self.families.setdefault((a, b), set()).update(points)
            self.families.setdefault((b, a), set()).update((y, x) for x, y in points)

    def prepare(self, rays, k, start, beams, budget):
        self.rays, self.k, self.start, self.budget = rays, k, start, budget
        self.upper = self.join(beams)
        self.by_column = {step: {} for step in self.upper}
        for step, points in self.upper.items():
            for x, y in points:
                self.by_column[step].setdefault(x % step[0], []).append((x, y))

    def join(self, beams):
        """Progressions by their steps; those of one direction get one step, a multiple of all parallel rays."""
        times, points = {}, {}
        for beam in beams:
            g = gcd(beam["period"], beam["rise"])
            v = (beam["period"] // g, beam["rise"] // g)
            times[v] = lcm(times.get(v, 1), g)
            points.setdefault(v, []).extend((g, *point) for point in beam["points"])
        result = {}
        for v in times:
            for ray in self.rays:
                if ray[2:] != (0, 0) and cross(ray[2:], v) == 0:
                    times[v] = lcm(times[v], gcd(*ray[2:]))
            all_ = [(x + i * v[0], y + i * v[1]) for g, x, y in points[v] for i in range(0, times[v], g)]
            if len(set(all_)) < len(all_):
                raise False_("a square is claimed twice")
            result[v[0] * times[v], v[1] * times[v]] = set(all_)
        return result

    def claimed(self, x):
        return sorted(y + (x - a) // step[0] * step[1]
                      for step, table in self.by_column.items() for a, y in table.get(x % step[0], ()))

    def solve(self, end):
        while len(self.columns.found) < end:
            found, x = self.columns.next(), len(self.columns.found) - 1
            if x >= self.start and found != (claimed := self.claimed(x)):
                y = next(y for y in sorted(found + claimed) if found.count(y) != claimed.count(y))
                raise False_(f"it contradicts the rules at ({x}, {y})")

    def finite(self):
        """F, all of it."""
        finite = [(x, y) for x in range(self.start) for y in self.columns.found[x]]
        return finite + [(y, x) for x, y in finite]

    def strips(self):
        """For each direction v the least and the greatest v_x y - v_y x of its lines."""
        finite = self.finite()
        ends = [point for points in self.families.values() for point in points]
        lines = {(1, 1): [self.edge]}
        for a, b, p, q in [*self.rays, (0, 0, 0, 0)]:
            parallels = [((p, q), finite + ends)] if (p, q) != (0, 0) else []
            for v, points in [*parallels, *self.families.items()]:
                g = gcd(*v)
                v = (v[0] // g, v[1] // g)
                lines.setdefault(v, []).extend(cross(v, (x + a, y + b)) for x, y in points)
        return {v: (min(offsets), max(offsets)) for v, offsets in lines.items() if offsets}

    def parted(self, strips):
        """A column from which on the strips do not meet for y >= x, and the strips there, ascending."""
        strips[1, 1] = (self.edge, max(self.edge, strips[1, 1][1]))
        ends = [point for points in self.families.values() for point in points]
        column = 1 + max((x for x, _ in ends), default=self.start) + max(max(ray[:2]) for ray in self.rays)
        if (0, 1) in strips:
            column = max(column, 1 - strips[0, 1][0])
        slope = lambda v: Fraction(v[1], v[0])
        upper = sorted((v for v in strips if v[1] >= v[0] > 0), key=slope)
        pairs = [(v, (1, 1)) for v in strips if v[1] < v[0]] + list(zip(upper, upper[1:]))
        for v, w in pairs:  # (v_y x + high)/v_x + 1 < (w_y x + low)/w_x
            width = Fraction(strips[v][1], v[0]) + 1 - Fraction(strips[w][0], w[0])
            column = max(column, int(width / (slope(w) - slope(v))) + 2)
        for step in self.families:
            if any(ray[2:] != (0, 0) and cross(ray[2:], step) == 0 for ray in self.rays):
                column += (self.k + 1) * step[0]
        return column, upper

    def matter(self, z):
        """The pairs of a ray and a step such that the direction z lies strictly between theirs."""
        for ray in self.rays:
            for step in self.families:
                area = cross(ray[2:], step)
                if cross(ray[2:], z) * area > 0 and cross(z, step) * area > 0:
                    yield ray, step

    def period(self, v):
        times = 1
        for c in [*self.families, *(ray[2:] for ray in self.rays)]:
            if c != (0, 0) and cross(c, v) == 0:
                times = lcm(times, gcd(*c))
        for ray, step in self.matter(v):
            area = abs(cross(ray[2:], step))
            for n in (cross(v, step), cross(ray[2:], v)):
                times = lcm(times, area // gcd(area, n))
        return v[0] * times

    def sector(self, z):
        """For all residues, the numbers of claimed points that the rays pass have a sum of at least k: mostly the least numbers do."""
        tables = {ray: self.passed(ray, [step for r, step in self.matter(z) if r == ray]) for ray, _ in self.matter(z)}
        if sum(min(map(min, table)) for table in tables.values()) >= self.k:
            return
        modulus = reduce(lcm, map(len, tables.values()), 1)
        if modulus > 3000:
            raise NotShown("too large for this checker: too many residues between two beams")
        for x in range(modulus):
            self.budget.check(0)
            for y in range(modulus):
                count = 0
                for (a, b, p, q), table in tables.items():
                    g, e = basis(p, q)
                    square = (x - a, y - b)
                    count += table[cross((p // g, q // g), square) % len(table)][cross(square, e) % g]
                if count < self.k:
                    raise False_(f"it contradicts the rules far out near the direction {z}, at ({x}, {y}) modulo {modulus}")

    def passed(self, ray, steps):
        """How many points of the families with these steps the ray from h e + r c/g passes, by h and r, where c is the direction of
        the ray, g the divisor of its coordinates, and c/g, e a basis of all squares."""
        c, (g, e) = ray[2:], basis(*ray[2:])
        areas = {step: abs(cross(c, step)) for step in steps}
        modulus = reduce(lcm, areas.values(), g)
        table = [[0] * g for _ in range(modulus)]
        for step, area in areas.items():
            key = lambda x, y: (cross(c, (x, y)) % area, cross((x, y), step) % area)
            counts = {}
            for point in self.families[step]:
                counts[key(*point)] = counts.get(key(*point), 0) + 1
            for h, row in enumerate(table):
                for r in range(g):
                    row[r] += counts.get(key(h * e[0] + r * c[0] // g, h * e[1] + r * c[1] // g), 0)
        return table

    def decide(self):
        self.solve(self.start)
        first, upper = self.parted(self.strips())
        end = first + max(self.period(v) for v in upper)
        self.solve(end)
        for v, w in zip(upper, upper[1:] + [(0, 1)]):
            self.sector((v[0] + w[0], v[1] + w[1]))
        return f"{end} columns solved"


class Play:
    """P-positions by the definition of play. `counters` are pairs (rays, k): a square is P if and only if for each of them fewer than k options
    along its rays are P. found[0][x] are those of column x with y >= x, found[1][y] those of row y with x > y: column n, then row n, each
    from the diagonal outwards, so that all options have been looked at.

    For each ray, `lines` has the P-positions on each of its lines, in order; those that a square sees are counted by bisection."""

    def __init__(self, rays, counters, budget):
        self.rays, self.counters, self.budget = rays, counters, budget
        self.lines, self.found = {ray: {} for ray in rays}, ([], [])

    def place(self, ray, x, y):
        """The line of the ray on which a square is, and how far along."""
        _, _, p, q = ray
        if p:
            return (p * y - q * x, x % p), x
        return ((x, y % q), y) if q else ((x, y), 0)

    def seen(self, ray, x, y):
        """How many P-positions a square sees along a ray."""
        line, far = self.place(ray, x - ray[0], y - ray[1])
        return bisect_right(self.lines[ray].get(line, ()), far)

    def is_p(self, x, y, rays):
        """Whether a square is P if only these rays are looked at."""
        seen = {ray: self.seen(ray, x, y) for ray in rays}
        return all(sum(seen.get(ray, 0) for ray in members) < k for members, k in self.counters)

    def until(self, end):
        for n in range(len(self.found[0]), end):
            self.arm(n, 0)
            self.arm(n, 1)

    def arm(self, n, half):
        """A column from the diagonal on, or a row from behind it on. It is done when rays within it keep all that follows from being P: what they
        see grows along a common multiple of their steps."""
        square = (lambda m: (m, n)) if half else (lambda m: (n, m))
        within = [ray for ray in self.rays if ray[2:] != (0, 0) and ray[half] == 0 == ray[2 + half]]
        shown(within, "a column or row may hold infinitely many P-positions")
        step = reduce(lcm, (ray[3 - half] for ray in within))
        found, m, every = [], n + half, max(8, step)
        while True:
            if (m - n - half) % every == 0:
                self.budget.check(m)
                if not any(self.is_p(*square(t), within) for t in range(m, m + step)):
                    break
            if self.is_p(*square(m), self.rays):
                found.append(m)
                for ray in self.rays:
                    line, far = self.place(ray, *square(m))
                    insort(self.lines[ray].setdefault(line, []), far)
            m += 1
        self.found[half].append(found)


class Half(Tail):
    """One half of a claim about both sides of the diagonal: y >= x, or, with the piles exchanged, x > y. As in `Tail`, but S holds the
    progressions of both halves; and a square is P if and only if it has, for each counter, fewer than k options in S along its rays. So between two strips it
    is enough that for each residue one of the counters has k."""

    def __init__(self, play, half, start, beams):
        self.play, self.edge = play, half
        self.turn = turn = (lambda ray: (ray[1], ray[0], ray[3], ray[2])) if half else (lambda ray: ray)
        self.counters = [({turn(ray) for ray in members}, k) for members, k in play.counters]
        k = max(k for _, k in play.counters)
        self.prepare([turn(ray) for ray in play.rays], k, start, beams, play.budget)

    def beside(self, other):
        """The other half is known, too."""
        self.families = {step: set(points) for step, points in self.upper.items()}
        for (a, b), points in other.upper.items():
            self.families.setdefault((b, a), set()).update((y, x) for x, y in points)

    def finite(self):
        own, other = (self.play.found[i][:self.start] for i in (self.edge, 1 - self.edge))
        return [(x, y) for x, ys in enumerate(own) for y in ys] + [(y, x) for x, ys in enumerate(other) for y in ys]

    def compare(self, end):
        for x in range(self.start, end):
            found, claimed = self.play.found[self.edge][x], self.claimed(x)
            if found != claimed:
                y = next(y for y in sorted(found + claimed) if found.count(y) != claimed.count(y))
                raise False_(f"it contradicts the rules at ({y}, {x})" if self.edge else f"it contradicts the rules at ({x}, {y})")

    def sector(self, z):
        tables = {ray: self.passed(ray, [step for r, step in self.matter(z) if r == ray]) for ray, _ in self.matter(z)}
        least = {ray: min(map(min, table)) for ray, table in tables.items()}
        if any(sum(least.get(ray, 0) for ray in members) >= k for members, k in self.counters):
            return
        modulus = reduce(lcm, map(len, tables.values()), 1)
        if modulus > 3000:
            raise NotShown("too large for this checker: too many residues between two beams")
        for x, y in product(range(modulus), repeat=2):
            self.budget.check(0)
            count = {}
            for (a, b, p, q), table in tables.items():
                g, e = basis(p, q)
                square = (x - a, y - b)
                count[a, b, p, q] = table[cross((p // g, q // g), square) % len(table)][cross(square, e) % g]
            if all(sum(count.get(ray, 0) for ray in members) < k for members, k in self.counters):
                raise False_(f"it contradicts the rules far out near the direction {z}, at ({x}, {y}) modulo {modulus}, half {self.edge}")


def decide_sides(play, start, beams, below):
    halves = [Half(play, 0, start, beams), Half(play, 1, start, below)]
    play.until(start)
    end, upper = start, []
    for half, other in zip(halves, halves[::-1]):
        half.beside(other)
        first, directions = half.parted(half.strips())
        upper.append(directions)
        end = max(end, first + max(map(half.period, directions)))
    play.until(end)
    for half in halves:
        half.compare(end)
    for half, directions in zip(halves, upper):
        for v, w in zip(directions, directions[1:] + [(0, 1)]):
            half.sector((v[0] + w[0], v[1] + w[1]))
    return f"{end} columns and rows solved"


# --- beams ---------------------------------------------------------------------------------------------------------


class Stream:
    """Counts of rows or diagonals that repeat: the least period that is a multiple of `unit`. `values` begin with number `first`."""

    def __init__(self, values, unit, first=0):
        self.size = least_period(values, unit)
        self.values = [values[(i - first) % self.size] for i in range(self.size)]

    def at(self, number):
        return self.values[number % self.size]

    def excess(self, counts, first):
        """How much greater the sum of some counts is than the stream says."""
        return sum(counts) - sum(self.at(first + i) for i in range(len(counts)))


class Machine:
    """A beam that walks upwards, column by column. Its state is (rows, diagonals, y, d): what the rows and diagonals of its window hold,
    from the lowest open ones on, as far as it differs from what the next beam leaves there (`rows`, `diagonals` of the machine);
    and the numbers of the lowest row and diagonal modulo the periods of these streams."""

    def __init__(self, k, absent, beam, before, rows, diagonals):
        self.k, self.absent, self.rows, self.diagonals, self.steps = k, absent, rows, diagonals, {}
        self.row, self.column, self.patience = beam["row"], beam["column"], beam["patience"]
        self.diagonal = k - self.row - before

    def state(self, rows, diagonals, y, d):
        for counts, stream, first in ((rows, self.rows, y), (diagonals, self.diagonals, d)):
            while counts and counts[-1] == stream.at(first + len(counts) - 1):
                counts.pop()
        return tuple(rows), tuple(diagonals), y % self.rows.size, d % self.diagonals.size

    def no_column(self, state):
        return self.absent[(state[2] - state[3]) % len(self.absent)]

    def step(self, state, have):
        """One column, in which `have` P-positions lie below the window: the next state; the P-positions, counted from the lowest diagonal;
        the counts of the rows and of the diagonals that leave the window; and how many diagonals were looked at."""
        if (state, have) not in self.steps:
            self.steps[state, have] = self.play(state, have)
        return self.steps[state, have]

    def play(self, state, have):
        (rows, diagonals), (y, d) = map(list, state[:2]), state[2:]

        def look(i):
            for counts, stream, first in ((rows, self.rows, y), (diagonals, self.diagonals, d)):
                while len(counts) <= i:
                    counts.append(stream.at(first + len(counts)))

        found, i = [], 0
        while have < self.column:
            shown(i < 5000, "a column does not end")
            look(i)
            if rows[i] + diagonals[i] + have < self.k:
                rows[i], diagonals[i], have = rows[i] + 1, diagonals[i] + 1, have + 1
                found.append(i)
            i += 1
        closed = 0  # diagonals; with each of them a row more than the one that leaves in any case
        look(1 + self.patience)
        while diagonals[closed] >= self.diagonal and min(rows[closed + 1:closed + 2 + self.patience]) >= self.row:
            closed += 1
            shown(closed < 5000, "a window is empty")
            look(closed + 1 + self.patience)
        gone, rows = rows[:closed + 1], rows[closed + 1:]
        shown(min(gone) >= self.row, "a row leaves a window with too few P-positions")
        reach = max([closed + 2 + self.patience, *(place + 1 for place in found)])
        after = self.state(rows, diagonals[closed:], y + closed + 1, d + closed)
        return after, found, gone, diagonals[:closed], reach


class Beams:
    """The claim that from column `start` on the P-positions with x <= y are in beams. The game is Wythoff Nim where a square is P if it sees
    fewer than k P-positions. Only x <= y is played; R, D and C count the P-positions found in a row, on a diagonal d = y - x and in the
    column. Column x begins with C = R(x), its mirror image.

    Beam j (from the inside out) has the numbers a = `row`, c = `column`, and b = k - a - (c of the beam before), or k - 2a for the first. In
    column x its window begins at diagonal e(x), so at row x + e(x). By induction on x: rows and diagonals that were left below it hold
    at least a and b. So nothing is P below the first window, since a + b + a = k, nor between two windows, once the column holds c of the
    lower one. Each machine finds rows and diagonals as the next one left them, and the column with a constant count; but the first finds
    R(x). Hence
      - outer beams are machines without input; if they come back to their state at `start`, they repeat for ever (`outer`);
      - the inner one reads R(x), which it has written itself, long before. It is followed for all letters that the language allows; what it
        writes must be in the language, so the language holds all that it ever reads (`closure`);
      - no machine may look at what is not below the next window: outer beams are compared for a common period, and for the inner one the
        least distance on all paths is computed (`apart`).

    Slope: let f(x) = x + e(x), N(y) the sum of R, when closed, over the rows start <= . < y, n(x) the number of P-positions of the inner beam
    in the columns start <= . < x, r the mean of what rows hold before they meet the inner beam, c the mean of what diagonals gain there.
    Counted by columns, diagonals and rows, with u = x - start,
      n(x) = c_1 u - N(x) = c (e(x) - e(start)) + A,     N(f(x)) - N(f(start)) = r (f(x) - f(start)) + n(x) + B,
    where A and B depend on the state of the machine only. With s - 1/s = (c_1 - r)/c, v = r + c - c/s and E(y) = N(y) - v (y - start),
      E(f(x)) = E(f(start)) - E(x)/s + (1 - 1/s) A + B,     e(x) = e(start) + (s - 1) u - (E(x) + A)/c.
    The first equation bounds E, by induction (f(x) > x), and then the second the distance from the line y = s x (`slope`).

    Slips: if diagonals leave the inner beam with different counts, s is rational, and D(y) is the sum of R - a, when closed, over the rows
    start <= . < y, so D(x) is what the columns before x have read beyond a. The columns from the start to x are a walk through pairs (state,
    place that reads); labels that no step of any walk exceeds bound what adds up along it, and there are none if a cycle gains (`walks`):
      |e(x) - e(start) - (s - 1) (x - start)| - fall D(x),     D(f(x)) - D(f(start)) - D(x) <= B,     x - e(x) - (start - e(start)) <= G.
    The first is all if fall = 0. Else let m(x) be the number of binary digits of x, and M = D(f(start)) + B. Then
      D(y) <= D(f(start)) + M (m(y) - m(start)) for all y >= start,     if e(start) - start >= G + 2,
    by induction: for y <= f(start) it is clear. Above, f(x) < y <= f(x + 1) for some x >= start, and f(x) = x + e(x) >= 2 (x + 1), so
    m(x + 1) < m(y), and D(y) <= D(f(x + 1)) <= D(x + 1) + M. So drift >= fall M makes up for all slips beyond the start (`pace`)."""

    def __init__(self, k, absent, fields, budget):
        self.k, self.absent, self.fields, self.budget = k, absent, fields, budget
        self.start, self.beams, self.language = fields["start"], [fields["inner"], *fields["outer"]], fields["language"]
        self.lowest = fields["inner"]["lowest"]

    def decide(self):
        self.play()
        q, x, end, next_ = len(self.absent), self.start, len(self.rows), None
        rows, diagonals = Stream([self.k if no else 0 for no in self.absent], q), Stream([0] * q, q)
        for j, beam in reversed(list(enumerate(self.beams))):
            below, before = (self.beams[j - 1]["lowest"], self.beams[j - 1]["column"]) if j else (0, beam["row"])
            machine, e = Machine(self.k, self.absent, beam, before, rows, diagonals), beam["lowest"]
            shown(min(self.rows[x + below:x + e]) >= machine.row, f"at the start a row below window {j + 1} holds too little")
            shown(min(self.diagonals[below:e]) >= machine.diagonal, f"at the start a diagonal below window {j + 1} holds too little")
            state, end = machine.state(self.rows[x + e:x + end], self.diagonals[e:end], x + e, e), e
            if j:
                rows, diagonals, next_ = self.outer(machine, state, before, beam, next_)
        first = self.rows[x:x + self.lowest]
        pairs = self.closure(machine, state, first)
        self.apart(machine, state, next_)
        return self.pace(machine, state, first, pairs) if "slips" in self.fields else self.slope(machine, state, first)

    def play(self):
        """All columns before the start, by the definition."""
        k, absent, q = self.k, self.absent, len(self.absent)
        rows, diagonals = [], []

        def extend(size):
            while len(rows) < size:
                rows.append(k if absent[len(rows) % q] else 0)
                diagonals.append(0)

        extend(self.start + self.beams[-1]["lowest"] + 1)
        for x in range(self.start):
            self.budget.check(0)
            have, y = rows[x], x
            while have < k:
                extend(y + 1)
                if rows[y] + diagonals[y - x] + have < k:
                    rows[y], diagonals[y - x], have = rows[y] + 1, diagonals[y - x] + 1, have + 1
                y += 1
        self.rows, self.diagonals = rows, diagonals

    def outer(self, machine, start, before, beam, next_):
        """One period of an outer beam: the streams of rows and diagonals that it leaves, and its lowest diagonals with period and growth."""
        state, e, period, lowest, reach, rows, diagonals = start, beam["lowest"], beam["period"], [], [], [], []
        for n in range(period):
            self.budget.check(len(rows))
            shown(n == 0 or state != start, "an outer beam repeats sooner")
            state, _, gone, closed, far = machine.step(state, self.k if machine.no_column(state) else before)
            lowest.append(e)
            reach.append(e + far)
            e += len(closed)
            rows += gone
            diagonals += closed
        shown(state == start and len(rows) == beam["rise"] > period, "an outer beam does not repeat after its period")
        growth, q = len(diagonals), len(self.absent)
        if next_:
            others, length, faster = next_
            shown(growth * length <= faster * period, "an outer beam meets the next one")
            for n in range(lcm(period, length)):
                self.budget.check(n)
                shown(reach[n % period] + n // period * growth <= others[n % length] + n // length * faster, "two outer beams meet")
        return Stream(rows, q, self.start + beam["lowest"]), Stream(diagonals, q, beam["lowest"]), (lowest, period, growth)

    def written(self, machine, place, counts, y):
        """The place in the language after rows, from number y on, that the inner beam has left."""
        for y, count in enumerate(counts, y):
            shown(self.absent[y % len(self.absent)] or count <= machine.column, "a row leaves the inner beam with too many P-positions")
            row, letter = self.language[place], count - machine.row
            shown(0 <= letter < len(row) and row[letter] >= 0, "the inner beam writes what is not in the language")
            place = row[letter]
        return place

    def letters(self, machine, state, place):
        """With how many P-positions a column can begin, as the language has it, and the places after that."""
        for count, after in enumerate(self.language[place], machine.row):
            if after >= 0 and (count == self.k if machine.no_column(state) else count <= machine.column):
                yield count, after

    def closure(self, machine, state, first):
        """All (state, place that reads, place that writes); how many pairs (state, place that reads) there are. The rows from the start to the
        first window are `first`."""
        todo = [(state, 0, self.written(machine, 0, first, self.start))]
        seen = set(todo)
        for state, read, write in todo:  # grows while it is read
            self.budget.check(len(seen))
            for have, after in self.letters(machine, state, read):
                there, _, gone, _, _ = machine.step(state, have)
                node = there, after, self.written(machine, write, gone, state[2])
                if node not in seen:
                    seen.add(node)
                    todo.append(node)
        return len({node[:2] for node in seen})

    def apart(self, machine, state, next_):
        """The least distance from the second beam for every (state, place that reads); what is looked at must be below that beam."""
        if not next_:
            return
        lowest, period, growth = next_
        late = max(growth * n - period * (e - lowest[0]) for n, e in enumerate(lowest))  # period e_2 is at least growth u - late + constant
        least = {(state, 0): period * (lowest[0] - self.lowest) - late}
        todo = deque(least)
        while todo:
            self.budget.check(len(least))
            node = todo.popleft()
            for have, after in self.letters(machine, *node):
                there, _, _, closed, reach = machine.step(node[0], have)
                shown(least[node] >= period * reach, "the inner beam may meet the next one")
                distance = least[node] + growth - period * len(closed)
                if distance < least.get((there, after), inf):
                    least[there, after] = distance
                    todo.append((there, after))

    def slope(self, machine, start, first):
        """The law, the height and the distance from the line."""
        top, e0, left = machine.column, self.lowest, self.diagonals_left(machine)
        rows = [min(count, top) for count in machine.rows.values]  # absent rows hold more, but their columns get nothing
        r = Fraction(sum(rows), len(rows))
        c = Fraction(sum(left) - sum(machine.diagonals.values), len(left))
        shown(c > 0 and top > r, "the counting law says nothing")
        law = (top - r) / c
        if [law.numerator, law.denominator] != self.fields["law"]:
            raise False_(f"the law is {law}")
        parts = partial_sums([count - r for count in rows], self.start + e0)
        gains = partial_sums([after - before - c for after, before in zip(left, machine.diagonals.values)], e0)

        def a_and_b(state):  # up to constants
            return (machine.diagonals.excess(state[1], state[3]) + gains[state[3]],
                    parts[state[2]] - machine.rows.excess(state[0], state[2]))

        a0, b0 = a_and_b(start)
        height, high, low, errors = 0, -inf, inf, set()  # errors (p, q): E(y) - E(f(start)) + E(x)/s = p + q/s for rows f(x) <= y < f(x + 1)
        for (state, _), (_, found, gone, _, _) in machine.steps.items():
            a, b = a_and_b(state)
            a, b, total = a - a0, b - b0, 0
            for i, count in enumerate(gone):
                errors.add((a + b + total - (r + c) * i, c * i - a))
                total += min(count, top)
            if found:
                height, high, low = max(height, found[-1] + 1), max(high, found[-1] - a / c), min(low, found[0] - a / c)
        shown(height <= self.fields["height"], f"the inner beam has a height of {height}")

        number, half = Quadratic, Quadratic(Fraction(1, 2))
        inverse = half * (Quadratic.root(law * law + 4) - number(law))  # 1/s
        begin, total = [], 0  # E(y) for start <= y <= f(start)
        for u, count in enumerate([*first, 0]):
            begin.append(number(total - (r + c) * u) + number(c * u) * inverse)
            total += min(count, top)
        errors = [begin[-1] + number(p) + number(q) * inverse for p, q in errors]
        (least, most), (e_min, e_max) = (min(errors), max(errors)), (min(begin), max(begin))
        contraction = number(1) - inverse * inverse  # now the narrowest bounds of E that the induction keeps
        tries = [(e_min, e_max), (e_min, most - inverse * e_min), (least - inverse * e_max, e_max),
                 ((least - inverse * most) / contraction, (most - inverse * least) / contraction)]
        e_min, e_max = next((i, j) for i, j in tries
                            if i <= e_min and e_max <= j and i <= least - inverse * j and most - inverse * i <= j)
        line = number(e0) - (inverse + number(law - 1)) * number(self.start)
        distance = max(line - e_min / number(c) + number(high), e_max / number(c) - line - number(low))
        shown(distance <= number(self.fields["distance"]), f"only a distance of {ceil(distance)} from the line can be shown")
        return f"{len(machine.steps)} steps of the inner beam, within {ceil(distance)} of its line"

    def walks(self, machine, start, pairs, weight, what):
        """For every (state, place that reads) the greatest sum of weights on walks to it from the start. A column that reads n beyond the least
        and leaves some rows and diagonals has weight(n, rows, diagonals). The sum grew with every step of the walk that gave it, so one of
        as many steps as there are pairs has gone round a cycle that gains."""
        greatest, todo = {(start, 0): (0, 0)}, deque([(start, 0)])  # sums, and lengths of walks that have them
        while todo:
            self.budget.check(len(greatest))
            node = todo.popleft()
            total, length = greatest[node]
            shown(length < pairs, what)
            for have, after in self.letters(machine, *node):
                there, _, gone, closed, _ = machine.step(node[0], have)
                reached = total + weight(have - machine.row, gone, closed)
                if reached > greatest.get((there, after), (-inf, 0))[0]:
                    greatest[there, after] = reached, length + 1
                    todo.append((there, after))
        return {node: total for node, (total, _) in greatest.items()}

    def pace(self, machine, start, first, pairs):
        """The height and the distance from the line of a beam that may slip."""
        (a, b), e0, digits = self.fields["law"], self.lowest, self.start.bit_length()
        fall, drift = self.fields["slips"]["fall"], self.fields["slips"]["drift"]
        slope = Fraction(a + isqrt(a * a + 4 * b * b), 2 * b)
        u, v = (slope - 1).as_integer_ratio()
        walks = lambda weight, what: self.walks(machine, start, pairs, weight, what)
        ahead = walks(lambda n, _, closed: v * (len(closed) - fall * n) - u, "the inner beam may run ahead of its pace")
        behind = walks(lambda n, _, closed: u - v * (len(closed) + fall * n), "the inner beam may fall behind its pace")
        height, high, low, line = 0, -inf, -inf, e0 - (slope - 1) * self.start  # high, low: y - s x and s x - y, but for the line and fall D(x)
        for node in ahead:
            for have, _ in self.letters(machine, *node):
                found = machine.step(node[0], have)[1]
                if found:
                    height = max(height, found[-1] + 1)
                    high, low = max(high, Fraction(ahead[node], v) + found[-1]), max(low, Fraction(behind[node], v) - found[0])
        shown(height <= self.fields["height"], f"the inner beam has a height of {height}")
        shown(high > -inf, "the inner beam is empty")
        distance, more = max(high + line, low - line), ""
        if fall:
            begin = sum(first) - machine.row * len(first)
            passed = walks(lambda n, gone, _: sum(gone) - machine.row * len(gone) - n, "slips may multiply")
            late = walks(lambda n, _, closed: 1 - len(closed), "the inner beam may rise by less than two rows for each column")
            shown(e0 - self.start >= max(late.values()) + 2, "the inner beam may be too low for slips to be rare")
            least = fall * (begin + max(passed.values()))
            distance += fall * begin
            more = f", and {least} more for each binary digit of x beyond {digits}"
            shown(least <= drift, f"only a drift of {least} can be shown")
        result = f"within {ceil(distance)} of its line" + more
        shown(distance - drift * digits <= self.fields["distance"], f"only this can be shown: the inner beam is {result}")
        return f"{len(machine.steps)} steps of the inner beam, {result}"

    @staticmethod
    def diagonals_left(machine):
        """What diagonals hold when they leave the inner beam, by their phase, on which alone it must depend."""
        size, left = machine.diagonals.size, {}
        for (state, _), (_, _, _, closed, _) in machine.steps.items():
            for d, count in enumerate(closed, state[3]):
                shown(left.setdefault(d % size, count) == count, "diagonals leave the inner beam with different counts")
        shown(len(left) == size, "no diagonal leaves the inner beam")
        return [left[d] for d in range(size)]


def partial_sums(values, first):
    """Sums from the number `first` on of values that repeat, and are 0 in the mean; by phase."""
    result, total = {}, Fraction(0)
    for i in range(first, first + len(values)):
        result[i % len(values)] = total
        total += values[i % len(values)]
    return result


def residues(rules, budget):
    """For each residue class whether it is absent, if the positions are the squares whose piles both avoid some classes."""
    if not rules.position:
        return [False]
    binary = numeration("base(2)")
    position_ = Translator(binary, rules.sets).formula(rules.position, {"x": {0: 1}, "y": {1: 1}})
    m = reduce(lcm, moduli(position_), 1)
    shown(m <= 64, "residue classes modulo more than 64")
    class_ = lambda track, r: ("mod", ((track, 1),), m, r) if m > 1 else True
    absent = [not possible(binary, conj(position_, conj(class_(0, r), class_(1, r))), budget) for r in range(m)]
    present = [reduce(disj, [class_(track, r) for r in range(m) if not absent[r]], False) for track in (0, 1)]
    both = conj(*present)
    if possible(binary, disj(conj(position_, neg(both)), conj(both, neg(position_))), budget):
        raise False_("the positions are not those whose piles avoid some residue classes")
    return absent


def moduli(f):
    if isinstance(f, tuple):
        yield from [f[2]] if f[0] == "mod" else (m for part in f[1:] for m in moduli(part))


# --- certificates --------------------------------------------------------------------------------------------------

FIELDS = {
    "automaton": ["format", "version", "rules", "numeration", "claim", "starts", "accepting", "states", "digest"],
    "tail": ["format", "version", "rules", "claim", "rays", "start", "beams", "digest"],
    "beams": ["format", "version", "rules", "kind", "claim", "start", "inner", "outer", "law", "height", "distance", "language", "digest"],
}
FIELDS["grundy"] = ["format", "version", "rules", "kind", "numeration", "claim", "levels", "digest"]
FIELDS["sides"] = ["format", "version", "rules", "claim", "rays", "blocks", "start", "beams", "below", "digest"]  # tails, too; one may be missing
FIELDS["slips"] = FIELDS["beams"][:-2] + ["slips"] + FIELDS["beams"][-2:]  # these are of the kind "beams", too


def whole(value, low=0, high=2 ** 31 - 1):
    need(type(value) is int and low <= value <= high, f"{value!r} is not an integer from {low} to {high}")
    return value


def fnv1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2 ** 64
    return f"{value:016x}"


def spelling(fields):
    """The one text that a certificate may have."""
    compact = lambda value: json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    members = lambda beam: "{" + ", ".join(f'"{key}": {compact(part)}' for key, part in beam.items()) + "}"

    def lines(fields, indent):
        result = []
        for name, value in fields.items():
            if name in ("states", "beams", "below", "outer", "language", "levels"):  # a list with one member to a line, or ten
                spell = {"beams": members, "below": members, "outer": members, "levels": lambda level: lines(level, indent + "    ")}.get(name, compact)
                parts, row = [spell(part) for part in value], 10 if name == "language" else 1
                parts = [",".join(parts[i:i + row]) for i in range(0, len(parts), row)]
                text = f"[\n{indent}    " + f",\n{indent}    ".join(parts) + f"\n{indent}  ]" if parts else "[]"
            else:
                text = members(value) if name in ("inner", "slips") else compact(value)
            result.append(f'{indent}  "{name}": {text}')
        return "{\n" + ",\n".join(result) + f"\n{indent}}}"

    return lines(fields, "") + "\n"


def read(data):
    """The fields of a certificate and its kind."""
    try:
        text = data.decode()
        fields = json.loads(text)
    except ValueError as error:
        raise Unreadable(f"not JSON: {error}") from None
    need(isinstance(fields, dict), "not an object")
    kind = fields.get("kind", "tail" if "beams" in fields else "automaton")
    need(kind in ("beams", "grundy") or "kind" not in fields, f"kind not known: {kind}")
    kind = "slips" if kind == "beams" and "slips" in fields else kind
    kind = "sides" if kind == "tail" and ("blocks" in fields or "below" in fields) else kind
    missing = {"blocks", "below"} - set(fields) if kind == "sides" else ()
    need(list(fields) == [name for name in FIELDS[kind] if name not in missing], "fields are missing, unknown or in another order")
    need(fields["format"] == "wythoff certificate", "not a wythoff certificate")
    need(fields["version"] == 1 and type(fields["version"]) is int, f"version {fields['version']} is not known")
    need(all(type(fields[name]) is str for name in ("rules", "claim", "digest")), "a field is no text")
    need(fields["claim"] == SENTENCE["tail" if "below" in missing else kind], "the claim is not the sentence of its kind")
    try:
        need(spelling(fields) == text, "the text differs from its canonical spelling")
    except (TypeError, AttributeError):
        raise Unreadable("a field has the wrong type") from None
    body = data[data.index(b"\n") + 1:data.rindex(b'  "digest"')]
    need(fnv1a(body) == fields["digest"], "the digest differs")
    return kind, fields


def unfold(rows, letters, size, top):
    """Successors of states, with runs that lead nowhere unfolded, as dictionaries from letters (tuples of digits)."""
    tuples = list(product(range(size), repeat=letters))
    states = []
    for row in rows:
        need(isinstance(row, list), "states are lists")
        table, at, last = {}, 0, 0
        for entry in row:
            whole(entry, -len(tuples), top - 1)
            need(entry >= 0 or last >= 0, "two runs that lead nowhere follow each other")
            need(at + max(1, -entry) <= len(tuples), "too many successors")
            if entry >= 0:
                table[tuples[at]] = entry
            at, last = at + max(1, -entry), entry
        need(at == len(tuples), "too few successors")
        states.append(table)
    return states


def loaded(text):
    """The automaton in a `load` line of the rules."""
    match = re.fullmatch(r"automaton in (\S+) \| tracks (\d+) \| starts ([-\d ]+) \| accepting ([\d ]*)\| states (.*)", text)
    need(match, "a loaded automaton is not in the documented form")
    n, tracks = numeration(match[1]), int(match[2])
    need(1 <= tracks <= 4, "1 to 4 tracks")
    rows = [[int(entry) for entry in row.split()] for row in match[5].split(";")] if match[5].strip() else []
    starts = [whole(int(q), -1, len(rows) - 1) for q in match[3].split()]
    need(len(starts) == n.period, "as many starts as the period is long")
    accepting = [whole(int(q), 0, len(rows) - 1) for q in match[4].split()]
    states = unfold(rows, tracks, n.digits, len(rows))
    zeros_in_front(starts, states, (0,) * tracks, accepting)
    return Automaton(n, tracks, starts[0], accepting, states)


def zeros_in_front(starts, states, zero, accepting):
    """A word with a zero in front is read like the word: the two states accept the same words."""
    class_ = equivalent(states, set(accepting))
    for i, q in enumerate(starts):
        after = states[q].get(zero, -1) if q >= 0 else -1
        need(class_[after] == class_[starts[i - 1]], "zeros in front make a difference")


def equivalent(states, accepting):
    """The class of each state, that is the words it accepts; -1 if it accepts none, as does the state -1."""
    after = [{letter: [table[letter]] for letter in sorted(table)} for table in states]
    accepts = [q in accepting for q in range(len(states))]
    return dict(enumerate(classes(accepts, after, alive(after, accepts)))) | {-1: -1}


def read_automaton(fields):
    """The claimed automaton, which must be minimal, numbered breadth first, and accept only valid words."""
    need(type(fields["numeration"]) is str, "the numeration is a text")
    need(all(isinstance(fields[name], list) for name in ("starts", "accepting", "states")), "lists were expected")
    n, rows = numeration(fields["numeration"]), fields["states"]
    states = unfold(rows, 2, n.digits, len(rows))
    starts = [whole(q, -1, len(rows) - 1) for q in fields["starts"]]
    accepting = [whole(q, 0, len(rows) - 1) for q in fields["accepting"]]
    need(len(starts) == n.period, "as many starts as the period of the numeration is long")
    need(accepting == sorted(set(accepting)), "accepting states ascend")
    order = list(dict.fromkeys(q for q in starts if q >= 0))
    for q in order:  # grows while it is read
        order.extend(j for j in dict.fromkeys(states[q][letter] for letter in sorted(states[q])) if j not in order)
        if len(order) > len(rows):
            break
    need(order == list(range(len(rows))), "states are not numbered breadth first")
    class_ = equivalent(states, set(accepting))
    need(len(set(class_.values())) == len(rows) + 1, "the automaton is not minimal")
    zeros_in_front(starts, states, (0, 0), accepting)
    only_valid_words(n, starts, states, set(accepting))
    return Automaton(n, 2, starts[0], accepting, states, True)


def read_grundy(fields):
    """The automata of the values 0, 1, ..."""
    levels = fields["levels"]
    need(isinstance(levels, list) and 1 <= len(levels) <= 64, "there are 1 to 64 levels")
    need(all(list(level) == ["starts", "accepting", "states"] for level in levels), "a level has starts, accepting and states")
    return [read_automaton({"numeration": fields["numeration"], **level}) for level in levels]


def only_valid_words(n, starts, states, accepting):
    """States are never reached with invalid words: all can accept something, so this is what accepting only valid words means."""
    todo = [(left, q, 0, 0) for left, q in enumerate(starts) if q >= 0]
    seen = set(todo)
    for left, q, i, j in todo:  # grows while it is read
        need(left or q not in accepting or n.final[i] and n.final[j], "a word is accepted that is not valid")
        left = (left - 1) % n.period
        for (a, b), after in states[q].items():
            there = (left, after, n.next[left][i][a], n.next[left][j][b])
            need(min(there) >= 0, "a word is accepted that is not valid")
            if there not in seen:
                seen.add(there)
                todo.append(there)


def read_tail(fields):
    need(isinstance(fields["rays"], list) and isinstance(fields["beams"], list), "lists were expected")
    rays = [tuple(whole(n) for n in ray) for ray in fields["rays"]]
    need(all(len(ray) == 4 and ray[:2] != (0, 0) for ray in rays), "rays have four numbers and remove something")
    need(rays == sorted(set(rays)), "rays ascend")
    need(all(max(ray[2:]) <= 4096 for ray in rays), "steps of rays are at most 4096")
    start, beams = whole(fields["start"]), fields["beams"]
    need(beams, "there are no beams")
    read_beams_of_tail(start, beams)
    return rays, start, beams


def read_sides(fields):
    both = "below" in fields
    rays, start, beams = read_tail({**fields, "beams": fields["beams"] or [dict(period=1, rise=1, points=[[fields["start"]] * 2])]})
    beams = fields["beams"]
    if both:
        need(isinstance(fields["below"], list), "lists were expected")
        read_beams_of_tail(start, fields["below"], 1)
    else:
        need(beams, "there are no beams")
    blocks = fields.get("blocks")
    if blocks is not None:
        need(isinstance(blocks, list) and len(blocks) == len(rays), "blocks are lists, one for each ray")
        need(all(lines == sorted({whole(line, 0, 3) for line in lines}) for lines in blocks), "lines ascend")
    return rays, blocks, start, beams, fields.get("below")


def read_beams_of_tail(start, beams, edge=0):
    for beam in beams:
        need(list(beam) == ["period", "rise", "points"], "a beam has period, rise and points")
        period, rise = whole(beam["period"], 1), whole(beam["rise"], 1)
        need(rise >= period, "the rise is at least the period")
        points = [tuple(whole(n) for n in point) for point in beam["points"]]
        need(points and points == sorted(set(points)) and all(len(point) == 2 for point in points), "points ascend")
        need(all(start <= x < start + period and (y > x or y == x and rise == period and not edge) for x, y in points),
             "a point is out of range")
    steps = [(beam["period"], beam["rise"]) for beam in beams]
    need(steps == sorted(set(steps)), "beams ascend")


def check_sides(claim, rules, budget):
    rays, blocks, start, beams, below = claim
    need(not rules.position, "a tail is about all squares")
    need(not (rules.misere or rules.comply), "tails are about normal play without comply")
    lines = range(len(rules.blocks))
    need(len(lines) <= 4 and sum(number for number, _ in rules.blocks) <= 200, "at most four block lines, of at most 200 options together")
    need(len(lines) <= 1 or blocks is not None, "with several block lines there are blocks")
    blocks = [list(lines)] * len(rays) if blocks is None else blocks
    need(all(line in lines for of_ray in blocks for line in of_ray), "there is no such block line")
    check_rays(rules, rays, budget, blocks)
    of = dict(zip(rays, blocks))
    if below is None:
        if any(of.get((b, a, q, p)) != of_ray for (a, b, p, q), of_ray in of.items()):
            raise False_("the game is not symmetric")
        below = [{**beam, "points": points} for beam in beams if (points := [(x, y) for x, y in beam["points"] if x != y])]
    counters = []
    for allowed in product((False, True), repeat=len(lines)):  # by Hall's theorem
        members = {ray for ray, of_ray in of.items() if all(allowed[line] for line in of_ray)}
        if members:
            counters.append((members, 1 + sum(number for use, (number, _) in zip(allowed, rules.blocks) if use)))
    return decide_sides(Play(rays, counters, budget), start, beams, below)


def plain(rules):
    """k of a game in normal play with at most one `block` line, for all moves: a square is P if it has fewer than k P-options."""
    if rules.misere or rules.comply or len(rules.blocks) > 1 or any(class_ for _, class_ in rules.blocks):
        raise Unreadable("tails and beams are about normal play with at most one block line for all moves")
    k = 1 + sum(number for number, _ in rules.blocks)
    need(k <= 201, "at most 200 options can be blocked")
    return k


def check_tail(claim, rules, budget):
    rays, start, beams = claim
    need(not rules.position, "a tail is about all squares")
    if len(rules.blocks) == 1 and rules.blocks[0][1]:  # a class, which may hold all moves
        return check_sides((rays, None, start, beams, None), rules, budget)
    k = plain(rules)
    check_rays(rules, rays, budget)
    if {(b, a, q, p) for a, b, p, q in rays} != set(rays):
        raise False_("the game is not symmetric")
    shown((0, 1, 0, 1) in rays, "this checker needs [0,1,0,1] among the rays")
    return Tail(rays, k, start, beams, budget).decide()


def read_beams(fields):
    """Types and ranges of the fields of beams."""
    limit = 2 ** 24 - 1
    whole(fields["start"], 1, 2 ** 18)
    beams = [fields["inner"], *fields["outer"]]
    for beam in beams:
        need(list(beam) == ["lowest", "row", "column", "patience"] + ["period", "rise"] * (beam is not beams[0]), "a beam has other fields")
        for name, value in beam.items():
            whole(value, name in ("lowest", "period", "rise"), 256 if name == "patience" else limit)
    for inner, outer in zip(beams, beams[1:]):
        need(inner["lowest"] < outer["lowest"] and inner["column"] < outer["column"], "beams go from the inside out")
    law = [whole(number, 1, limit) for number in fields["law"]]
    need(len(law) == 2 and gcd(*law) == 1, "the law is a fraction in lowest terms")
    if "slips" in fields:
        (a, b), slips = law, fields["slips"]
        need(max(law) < 2 ** 20 and isqrt(a * a + 4 * b * b) ** 2 == a * a + 4 * b * b, "the slope of a beam with slips is rational")
        need(list(slips) == ["fall", "drift"], "slips have fall and drift")
        fall, drift = (whole(slips[name], 0, limit) for name in slips)
        need(fall or not drift, "without a fall there is no drift")
    whole(fields["height"], 0, limit)
    whole(fields["distance"], 0, limit)
    found = [0]  # states of the language
    for q in found:  # grows while it is read
        need(q < len(fields["language"]), "no such state of the language")
        row = [whole(after, -1, limit) for after in fields["language"][q]]
        need(not row or row[-1] >= 0, "-1 is left out at the end")
        for after in row:
            if after >= len(found):
                need(after == len(found), "states of the language are not in order")
                found.append(after)
    need(len(found) == len(fields["language"]), "a state of the language is not found")
    return fields


def check_beams(fields, rules, budget):
    k = plain(rules)
    need([fields["inner"], *fields["outer"]][-1]["column"] == k, "the last count of columns is k")
    check_rays(rules, [(0, 1, 0, 1), (1, 0, 1, 0), (1, 1, 1, 1)], budget)
    return Beams(k, residues(rules, budget), fields, budget).decide()


def check_automaton(claim, rules, budget):
    wrong = decide(rules, claim, budget)
    if wrong:
        raise False_(f"it contradicts the rules at {wrong}")
    return "{} threads, {} states visited".format(*budget.used)


def check_grundy(levels, rules, budget):
    need(not (rules.misere or rules.comply or rules.blocks), "Grundy values are of games in normal play without a twist")
    used = []
    for g, level in enumerate(levels):
        wrong = decide(rules, level, budget, levels[:g])
        if wrong:
            raise False_(f"level {g} contradicts the rules at {wrong}")
        used.append(budget.used)
    return "values 0 to {}: {} threads, {} states visited".format(len(levels) - 1, *map(sum, zip(*used)))


def check(data, states=300000, seconds=3600.0):
    """(verdict, remark) of the text of a certificate: True, False, or None if it was not decided."""
    kind, fields = read(data)
    budget = Budget(states, seconds)
    reader, decider = {"automaton": (read_automaton, check_automaton), "tail": (read_tail, check_tail), "sides": (read_sides, check_sides),
                       "beams": (read_beams, check_beams), "slips": (read_beams, check_beams),
                       "grundy": (read_grundy, check_grundy)}[kind]
    try:
        claim = reader(fields)
    except (TypeError, AttributeError):
        raise Unreadable("a field has the wrong type") from None
    except NotShown as reason:
        return None, str(reason)
    try:
        return True, decider(claim, Rules(fields["rules"]), budget)
    except NotShown as reason:
        return None, str(reason)
    except False_ as reason:
        return False, str(reason)


def main():
    parser = argparse.ArgumentParser(description="Decide whether the claims of certificates are true.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--limit", type=int, default=300000, help="the most states of any automaton (300000)")
    parser.add_argument("--time", type=float, default=3600, help="the most seconds for a file (3600)")
    arguments = parser.parse_args()
    worst = 0
    for name in arguments.files:
        began = time.process_time()
        try:
            with open(name, "rb") as file:
                verdict, remark = check(file.read(), arguments.limit, arguments.time)
            word, code = {True: ("true", 0), False: ("false", 1), None: ("not shown", 1)}[verdict]
        except (Unreadable, OSError) as reason:
            word, remark, code = "not read", str(reason), 2
        print(f"{name}: {word}: {remark} ({time.process_time() - began:.1f} s)", flush=True)
        worst = max(worst, code)
    return worst


if __name__ == "__main__":
    sys.exit(main())
