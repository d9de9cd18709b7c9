"""Numerations: numbers as words of digits.

A numeration is a finite automaton that says which words of digits are valid; N_j(i) is the number of valid words of
length i from its state j on, so N_0(i) is the weight of the digit with i digits behind it, and the numbers below N_0(i)
are the valid words of length i in lexicographic order. N(i+1) = A N(i) with a non-negative matrix A.

A linear form of several numbers, whose digits are read together from the most significant on, is after a prefix
w . N(i) + (the form of the rests), where i digits are left, w is a vector of integers and every rest is between 0 and
N_0(i) - 1. One more column of digits replaces w by wA + (e, 0, ...), e being the form of the digits.
"""

import re
from fractions import Fraction
from functools import reduce

from . import least_period, need, shown
from .quadratic import Quadratic


class Numeration:
    """Valid words, most significant digit first. `next[i mod period][state][digit]` is the state after a digit with i
    digits behind it, -1 if that is not valid; a word may end in the states of `final`. State 0 is the start, and a
    digit below the greatest that is possible leads to state 0, so that a digit e is worth e * N_0(i)."""

    def __init__(self, tables, final, slope=None):
        self.next, self.final, self.slope = tables, final, slope
        self.period, self.size, self.digits = len(tables), len(final), len(tables[0][0])
        need(self.digits <= 256, "digits are below 256")
        self.matrix = [[[row.count(j) for j in range(self.size)] for row in table] for table in tables]
        self.lasting, last = {j for j in range(self.size) if final[j]}, None
        while self.lasting != last:  # states from which there are valid words of every length: N_j(i) >= 1 for all i
            last = self.lasting
            self.lasting = {j for j in last if all(last.intersection(table[j]) for table in tables)}
        self.known = {}

    def times(self, w, phase):
        """w A, where w belongs to a number of digits left that is 1 + phase modulo the period; () is the vector 0."""
        return [sum(a * row[j] for a, row in zip(w, self.matrix[phase]) if a) for j in range(self.size)]

    def at_end(self, w):
        """w . N(0)"""
        return sum(a for a, last in zip(w, self.final) if last)

    def at_least(self, v, bound, phase):
        """Whether v . N(i) >= bound for all i = phase modulo the period; False also means "not recognised". It holds if
        it holds for the i below some number, and then v, as it has become by then, has no negative entry and is great
        enough where N_j(i) >= 1."""
        key = v, bound, phase
        if key not in self.known:
            self.known[key] = False
            for _ in range(8 + 8 * self.period):
                if phase == 0 and self.at_end(v) < bound or max(v) <= 0 < bound:
                    break
                if min(v) >= 0 and sum(v[j] for j in self.lasting) >= bound:
                    self.known[key] = True
                    break
                phase = (phase - 1) % self.period
                v = self.times(v, phase)
        return self.known[key]

    def value(self, digits):
        counts, total = [int(last) for last in self.final], 0
        for i, digit in enumerate(reversed(digits)):
            total += digit * counts[0]
            counts = [sum(n * c for n, c in zip(row, counts)) for row in self.matrix[i % self.period]]
        return total


def ostrowski(quotients):
    """Weights are the denominators q_i of [0; a_1, a_2, ...], a_i periodic; q_0 is left out if a_1 = 1, as q_1 is the
    same. A digit of weight q_i is at most a_(i+1), and if it is as great, the next one is 0; that of q_0 is below a_1.
    """
    need(quotients and min(quotients) >= 1, "partial quotients are at least 1")
    quotients = quotients[:least_period(quotients)]
    skip = int(quotients[0] == 1)
    shifted, digits = quotients[skip:] + quotients[:skip], max(quotients) + 1
    rows = [[0 if e < a else 1 if e == a else -1 for e in range(digits)] for a in shifted]
    tables = [[row, [0] + [-1] * (digits - 1)] for row in rows]
    a = quotients[0]
    alpha = (Quadratic.root(a * a + 4) - Quadratic(a)) / Quadratic(2) if len(quotients) == 1 else None  # [0; a, a, ...]
    return Numeration(tables, [True, skip == 1], alpha)


def expansion_of_one(polynomial):
    """The greedy beta-expansion of 1 for the greatest root beta > 1 of a monic polynomial, as (digits, start of the
    period): exact arithmetic in Z[beta], signs by bisection of beta."""
    value = lambda p, q: reduce(lambda total, c: total * q + c, p, Fraction(0))
    derivatives = [polynomial]
    while len(derivatives[-1]) > 1:
        derivatives.append([c * i for i, c in zip(range(len(derivatives[-1]) - 1, 0, -1), derivatives[-1])])
    low, high = Fraction(1), Fraction(2 + sum(abs(c) for c in polynomial))
    for _ in range(200):  # all derivatives are positive exactly beyond the greatest root, if that is simple
        middle = (low + high) / 2
        low, high = (low, middle) if all(value(p, middle) > 0 for p in derivatives) else (middle, high)
    need(value(polynomial, low) <= 0 and low > 1, "the greatest root is not simple, or not above 1")
    rest, digits, seen = [0] * (len(polynomial) - 2) + [1], [], {}  # coefficients, that of beta^0 last
    while any(rest) and tuple(rest) not in seen:
        need(len(digits) < 64, "the expansion of 1 has more than 64 digits")
        seen[tuple(rest)] = len(digits)
        rest = [c - rest[0] * p for c, p in zip(rest[1:] + [0], polynomial[1:])]
        least, most = (value(rest, end) // 1 for end in (low, high))
        need(least == most or not any(rest[:-1]), "beta is too close to a rational number")
        digits.append(int(least) if any(rest[:-1]) else rest[-1])
        rest[-1] -= digits[-1]
    return digits, seen.get(tuple(rest))


def pisot(polynomial):
    """The greedy numeration of Bertrand for the greatest root beta: valid are the words of the beta-shift, none of
    whose ends exceeds the quasi-greedy expansion of 1. State i has read as much of that, which goes on at `repeat`."""
    need(len(polynomial) >= 2 and polynomial[0] == 1, "the polynomial is monic, from the leading coefficient on")
    tops, repeat = expansion_of_one(polynomial)
    if repeat is None:  # a finite expansion d_1 ... d_n becomes the period d_1 ... (d_n - 1)
        tops, repeat = tops[:-1] + [tops[-1] - 1], 0
    after = [*range(1, len(tops)), repeat]
    table = [[0 if e < top else there if e == top else -1 for e in range(max(tops) + 1)]
             for top, there in zip(tops, after)]
    result = Numeration([table], [True] * len(tops))
    weights = [result.value([1] + [0] * i) for i in range(2 * len(tops) + len(polynomial))]
    for i in range(len(weights) - len(polynomial) + 1):
        shown(sum(c * w for c, w in zip(reversed(polynomial), weights[i:])) == 0,
              "a numeration whose weights are not the numbers of words of its base, which this checker does not know")
    return result


def numeration(name):
    match = re.fullmatch(r"(fib|pell|trib|base|ostrowski|pisot)(?:\((-?\d+(?:,-?\d+)*)\))?", name)
    need(match and (match[2] is None) == (match[1] in ("fib", "pell", "trib")), f"unknown numeration {name}")
    kind, numbers = match[1], [int(n) for n in (match[2] or "").split(",") if n]
    if kind == "base":
        need(len(numbers) == 1 and numbers[0] >= 2, "a base is at least 2")
        return Numeration([[[0] * numbers[0]]], [True])
    if kind in ("trib", "pisot"):
        return pisot(numbers or [1, -1, -1, -1])
    return ostrowski({"fib": [1], "pell": [2]}.get(kind, numbers))
