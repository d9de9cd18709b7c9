#!/usr/bin/env python3
"""The finite closures behind docs/arguments.md, and small doubts about its arguments.

    python3 docs/arguments/closures.py holes APART LETTERS             Wythoff Nim with holes
    python3 docs/arguments/closures.py gdwn                            Wythoff Nim against an adversary, for (p, q)GDWN
    python3 docs/arguments/closures.py modular K M [LETTERS [COLUMNS]] k-Wythoff Modulo-m Nim, with its morphism if there is one
    python3 docs/arguments/closures.py pencil                          the constants of the proof without a closure
    python3 docs/arguments/closures.py --test                          the quick ones, compared with the text; half a minute

Everything that decides is in whole numbers or fractions; floating point appears in what is printed as "about". The standard
library is all that is used.

What a closure is
-----------------
A machine stands before column x. Its state is what is open above: which diagonals are taken, which rows are used, both relative to
where it stands. It reads a letter, that of row x, which it wrote itself long ago; it moves; and it writes the letters of the rows that
no later column can use. Not every word can be read: only what was written. So `explore` keeps a set of factors, words of LETTERS
letters, and visits all triples (state, last LETTERS - 1 letters read, last LETTERS - 1 letters written) that can be reached by reading
factors of the set, and puts every factor that is written into it, until nothing is new. The real play is one of the walks that were
visited: by induction on x, what it reads was written by it before. So whatever holds in all states holds in the game for ever.
"""

import random
import sys
import time
from collections import defaultdict, namedtuple
from fractions import Fraction
from itertools import permutations
from math import isqrt

Explored = namedtuple("Explored", "nodes factors extensions")


class NotClosed(Exception):
    """More nodes than the limit, or a window that grows: nothing is known."""


def explore(length, factors, nodes, step, limit=2_000_000):
    """All nodes (state, read, written) that can be reached, for factors of `length` letters.

    `step(state, letter)` gives the pairs (next state, word written). `factors` and `nodes` are those of the start. Letters are small
    numbers; factors are kept as `bytes`.
    """
    known, seen, waiting, fresh = set(), set(), [], []
    by_read, extensions, moves = defaultdict(list), defaultdict(list), {}

    def add_factor(factor):
        if factor not in known:
            known.add(factor)
            fresh.append(factor)

    def add_node(node):
        if node not in seen:
            seen.add(node)
            by_read[node[1]].append(node)
            waiting.append(node)

    def read(node, letter):
        state, before, written = node
        if (state, letter) not in moves:
            moves[state, letter] = step(state, letter)
        after = (before + bytes((letter,)))[1:]
        for next_state, word in moves[state, letter]:
            tail = written
            for written_letter in word:
                add_factor(tail + bytes((written_letter,)))
                tail = (tail + bytes((written_letter,)))[1:]
            add_node((next_state, after, tail))

    for factor in factors:
        add_factor(factor)
    for node in nodes:
        add_node(node)
    while waiting or fresh:
        if fresh:
            factor = fresh.pop()
            extensions[factor[:-1]].append(factor[-1])
            for node in list(by_read[factor[:-1]]):
                read(node, factor[-1])
        else:
            node = waiting.pop()
            for letter in list(extensions[node[1]]):
                read(node, letter)
        if len(seen) > limit:
            raise NotClosed(f"not closed with {limit} nodes")
    return Explored(seen, known, extensions)


def factors_of(word, length):
    """The factors of `length` letters of a word."""
    return {bytes(word[i:i + length]) for i in range(len(word) - length + 1)}


def last(word, count):
    """The last `count` letters."""
    return bytes(word[len(word) - count:])


# --- Wythoff Nim with holes ----------------------------------------------------------------------------------------


USED, HOLE = "used", "hole"


class Holes:
    """Wythoff Nim on a board without the rows and columns of any set of numbers that are at least `apart` apart.

    A state is (gaps, rows, since). Diagonals are counted from the highest used one, M: `gaps` are the free ones below, so all <= -1,
    and M + 1 is the offset 1. Rows are counted from x + M: `rows` are those from x + L to x + M + 1 that are used or holes. `since` is
    the distance of row x + M + 1 from the last hole, at most `apart`. The letter of a row is 1 if it is in A, else 0.
    """

    def __init__(self, apart):
        self.apart = apart

    def enter(self, rows, since, known, upto):
        """All ways to choose holes among the rows known + 1, ..., upto, with the distance from the last."""
        ways = [(rows, since)]
        for row in range(known + 1, upto + 1):
            longer = []
            for chosen, distance in ways:
                longer.append((chosen, min(self.apart, distance + 1)))
                if distance + 1 >= self.apart:
                    longer.append(({**chosen, row: HOLE}, 0))
            ways = longer
        return ways

    def step(self, state, letter):
        """Column x. A column of A takes the lowest gap whose row is free; else M + 1; else, if that row is a hole, M + 2."""
        gaps, rows, since = list(state[0]), dict(state[1]), state[2]
        low, known, rise = (gaps[0] if gaps else 1), 1, 0
        if letter:
            feasible = [diagonal for diagonal in gaps if diagonal not in rows]
            if feasible:
                gaps.remove(feasible[0])
                rows[feasible[0]] = USED
            elif rows.get(1) == HOLE:
                gaps.append(1)
                rows[2] = USED
                rise, known, since = 2, 2, 1
            else:
                rows[1] = USED
                rise = 1
        new_low = gaps[0] if gaps else rise + 1
        result = []
        for filled, distance in self.enter(rows, since, known, rise + 2):
            word = tuple(0 if row in filled else 1 for row in range(low, new_low + 1))
            kept = tuple(sorted((row - 1 - rise, kind) for row, kind in filled.items() if row > new_low))
            result.append(((tuple(gap - rise for gap in gaps), kept, distance), word))
        return result

    def start(self, length):
        """Factors and nodes after the first open column: 0, or 1 if 0 is a hole. Before row 0 we write letters 1, which is harmless."""
        factors, nodes = set(), []
        for hole_at_0 in (False, True):
            word = [1] * (length - 1) + ([0, 1] if hole_at_0 else [1])
            # Row f of the first open column is known; now rows f + 1, whose letter is settled, and f + 2 = x + M + 1.
            for rows, since in self.enter({}, 1 if hole_at_0 else self.apart, 0, 2):
                written = word + [0 if 1 in rows else 1]
                factors |= factors_of(written, length)
                state = ((), ((1, HOLE),) if 2 in rows else (), since)
                nodes.append((state, last(word, length - 1), last(written, length - 1)))
        return factors, nodes


def close_holes(apart, length, limit=2_000_000):
    """The closure for holes that are at least `apart` apart: what is claimed of it, as a dictionary."""
    machine = Holes(apart)
    explored = explore(length, *machine.start(length), machine.step, limit)
    states = {node[0] for node in explored.nodes}
    return {"states": len(states), "nodes": len(explored.nodes), "factors": len(explored.factors),
            "gaps": max(len(gaps) for gaps, _, _ in states),
            "window": max(1 - gaps[0] if gaps else 0 for gaps, _, _ in states)}


# --- Wythoff Nim against an adversary ------------------------------------------------------------------------------


class Adversary:
    """Wythoff Nim in which an adversary may block the first feasible square of some columns.

    He starts an event in any column, at least `apart` columns after the start of the one before, by blocking there, and may block in
    others of its `span` columns, `blocks` times in all. A state is (gaps, rows, age, blocked, mark), offsets as for `Holes`; `age`: columns
    since the event started, at most `apart`; `blocked`: how often he did in this event. `mark` follows one P-position (a1, b1), any one, as
    long as diagonals below its own are free: (offset of row b1, those diagonals, how many of them were taken above row b1).
    """

    def __init__(self, apart, span, blocks):
        self.apart, self.span, self.blocks = apart, span, blocks
        self.inversions = 0  # most P-positions (a, b) with b > b1 on a lower diagonal than (a1, b1)
        self.reach = 0  # greatest b - b1 of such

    def step(self, state, letter):
        """Column x: not in A, or without a block, or with one."""
        gaps, rows, age, blocked, mark = state
        older = min(self.apart, age + 1)
        if not letter:
            return [self.after(state, gaps, rows, 0, older, blocked, mark)]
        ways = [(0, older, blocked)]
        if age >= self.apart:
            ways.append((1, 1, 1))
        elif age < self.span and 0 < blocked < self.blocks:
            ways.append((1, older, blocked + 1))
        feasible = sorted(gap for gap in gaps if gap not in rows) + [1, 2]
        result = []
        for skipped, new_age, new_blocked in ways:
            taken = feasible[skipped]
            rise = max(taken, 0)
            new_gaps = (gaps | set(range(1, rise))) - {taken}
            arguments = (state, new_gaps, rows | {taken}, rise, new_age, new_blocked)
            result.append(self.after(*arguments, self.follow(mark, taken)))
            below = frozenset(gap for gap in new_gaps if gap < taken)
            if mark is None and below:
                result.append(self.after(*arguments, (taken, below, 0)))
        return result

    def follow(self, mark, taken):
        """The mark after a P-position on the diagonal `taken`, whose row has the same offset."""
        if mark is None or taken not in mark[1]:
            return mark
        row, diagonals, count = mark
        if taken > row:
            count += 1
            self.inversions = max(self.inversions, count)
            self.reach = max(self.reach, taken - row)
        return row, diagonals - {taken}, count

    def after(self, state, gaps, rows, rise, age, blocked, mark):
        """The next state, and the letters of the rows that are closed; M has grown by `rise`."""
        low = min(state[0], default=1)
        new_low = min(gaps, default=rise + 1)
        word = tuple(0 if row in rows else 1 for row in range(low, new_low + 1))
        if mark is not None:
            mark = (mark[0] - 1 - rise, frozenset(gap - rise for gap in mark[1]), mark[2]) if mark[1] else None
        return (frozenset(gap - rise for gap in gaps), frozenset(row - 1 - rise for row in rows if row > new_low), age,
                0 if age >= self.apart else blocked, mark), word


def close_adversary(apart=38, length=10, span=22, blocks=3, limit=2_000_000):
    """The closure behind (p, q)GDWN: what is claimed of it, as a dictionary."""
    machine = Adversary(apart, span, blocks)
    ones = bytes([1] * (length - 1))
    start = ((frozenset(), frozenset(), apart, 0, None), ones, ones)
    explored = explore(length, [ones + bytes([1])], [start], machine.step, limit)
    states = {node[0] for node in explored.nodes}
    return {"states": len(states), "nodes": len(explored.nodes), "factors": len(explored.factors),
            "gaps": max(len(state[0]) for state in states),
            "window": max(1 - min(state[0], default=1) for state in states),
            "gaps when an event may start": max(len(state[0]) for state in states if state[2] >= apart),
            "inversions": machine.inversions, "reach": machine.reach}


# --- k-Wythoff Modulo-m Nim ----------------------------------------------------------------------------------------


class Modular:
    """k-Wythoff Modulo-m Nim. The letter of row y is the set of the residues mod m of the columns x < y of its P-positions (x, y), as bits.

    A state is (x mod m, L mod m, used, rows): L is the lowest diagonal that is not blocked; `used` are the pairs (diagonal, columns since
    it was taken, at most k), for diagonals from L - k + 1 on, and `rows` the letters so far of the rows from x + L on, both counted from L.
    """

    def __init__(self, k, m, window=200):
        self.k, self.m, self.full, self.window = k, m, (1 << m) - 1, window

    def blocked(self, diagonal, ages, later=0):
        """Whether a bishop's move leads from this diagonal to a P-position (a, a + e): |e - diagonal| < k, and x - a >= e - diagonal."""
        return any(e in ages and (e <= diagonal or ages[e] + later >= e - diagonal)
                   for e in range(diagonal - self.k + 1, diagonal + self.k))

    def step(self, state, letter):
        """Column x takes squares upwards until it has a P-position of each residue."""
        x_mod, low_mod, used, rows = state
        ages, rows, has, diagonal = dict(used), list(rows), letter, 0
        while has != self.full:
            if diagonal > self.window:
                raise NotClosed(f"a window of more than {self.window} diagonals")
            bit = 1 << (x_mod + low_mod + diagonal) % self.m
            rows.extend([0] * (diagonal + 1 - len(rows)))
            if not has & bit and not rows[diagonal] >> x_mod & 1 and not self.blocked(diagonal, ages):
                has |= bit
                rows[diagonal] |= 1 << x_mod
                ages[diagonal] = 0
            diagonal += 1
        advance = 0
        while self.blocked(advance, ages, 1):
            advance += 1
        rows.extend([0] * (advance + 1 - len(rows)))
        kept = tuple(sorted((e - advance, min(age + 1, self.k)) for e, age in ages.items() if e - advance > -self.k))
        state = ((x_mod + 1) % self.m, (low_mod + advance) % self.m, kept, trimmed(rows[advance + 1:]))
        return [(state, tuple(rows[:advance + 1]))]

    def play(self, columns):
        """The first columns, also near the main diagonal: the upper P-positions, the state after them and all closed letters."""
        k, m = self.k, self.m
        letters, column_of, low, positions = defaultdict(int), {}, 0, []

        def blocked(diagonal, x):
            return any(e in column_of and (e <= diagonal or x - column_of[e] >= e - diagonal)
                       for e in range(max(0, diagonal - k + 1), diagonal + k))

        def blocked_from_below(diagonal, x):
            """By a P-position (a + e, a) of the lower side; only near the main diagonal."""
            return any(e in column_of and column_of[e] + e <= x and column_of[e] <= x + diagonal for e in range(1, k - diagonal))

        for x in range(columns):
            has, diagonal = letters[x], low
            while has != self.full:
                y = x + diagonal
                if not (has >> y % m & 1 or letters[y] >> x % m & 1 or blocked(diagonal, x) or blocked_from_below(diagonal, x)):
                    has |= 1 << y % m
                    letters[y] |= 1 << x % m
                    column_of[diagonal] = x
                    positions.append((x, y))
                diagonal += 1
            while blocked(low, x + 1):
                low += 1
        if low < k:
            raise ValueError("too few columns: the two sides are not apart yet")
        top = max(column_of)
        used = tuple((e - low, min(columns - column_of[e], k)) for e in range(low - k + 1, top + 1) if e in column_of)
        rows = trimmed([letters[columns + low + i] for i in range(top - low + 1)])
        return positions, (columns % m, low % m, used, rows), [letters[y] for y in range(columns + low)]

    def close(self, length, columns=3000, limit=400_000):
        """The closure from the real state before column `columns` on."""
        _, state, letters = self.play(columns)
        factors = factors_of(letters[columns - length + 1:], length)
        node = (state, last(letters[:columns], length - 1), last(letters, length - 1))
        return explore(length, factors, [node], self.step, limit)

    def slopes(self, explored, steps):
        """Exact bounds for all limit points of y/x: 1 + least and greatest mean advance of L over walks of `steps` columns."""
        edges, number = [], {}
        for state, before in {(state, before) for state, before, _ in explored.nodes}:
            for letter in explored.extensions[before]:
                next_state, word = self.step(state, letter)[0]
                start = number.setdefault((state, before), len(number))
                end = number.setdefault((next_state, (before + bytes((letter,)))[1:]), len(number))
                edges.append((start, end, len(word)))
        bounds = []
        for sign in (-1, 1):
            best = [0] * len(number)
            for _ in range(steps):
                longer = [None] * len(number)
                for start, end, advance in edges:
                    total = best[end] + sign * advance
                    if longer[start] is None or total > longer[start]:
                        longer[start] = total
                best = longer
            bounds.append(Fraction(sign * max(best), steps))
        return bounds


def trimmed(rows):
    """Without the empty rows at the end."""
    while rows and not rows[-1]:
        rows.pop()
    return tuple(rows)


Morphism = namedtuple("Morphism", "letters images matrix")


def morphism(machine, explored):
    """The merged morphism of the word of rows; None where contexts (last letters read, x mod m) do not fix state and letters written."""
    found = defaultdict(set)
    for state, before, written in explored.nodes:
        found[before, state[0]].add((state, written))
    ambiguous = sum(len(ends) > 1 for ends in found.values())
    if ambiguous:
        return None, (ambiguous, len(found))
    images = {}
    for (before, x_mod), ((state, written),) in found.items():
        for letter in explored.extensions[before]:
            image, tail, row = [], written, (state[0] + state[1]) % machine.m
            for written_letter in machine.step(state, letter)[0][1]:
                image.append((tail, row, written_letter))
                tail, row = (tail + bytes((written_letter,)))[1:], (row + 1) % machine.m
            images[before, x_mod, letter] = image
    if any(letter not in images for image in images.values() for letter in image):
        return None, ("some", len(found))
    return merge(images), (0, len(found))


def merge(images):
    """Letters are one if their images have the same length and are the same words of merged letters: the coarsest such partition."""
    kind = {letter: len(image) for letter, image in images.items()}
    while True:
        names = {}
        finer = {letter: names.setdefault((kind[letter], tuple(kind[other] for other in image)), len(names))
                 for letter, image in images.items()}
        if len(names) == len(set(kind.values())):
            break
        kind = finer
    names = {name: number for number, name in enumerate(sorted(set(kind.values())))}
    merged = {}
    for letter, image in images.items():
        word = tuple(names[kind[other]] for other in image)
        if merged.setdefault(names[kind[letter]], word) != word:
            raise AssertionError("merged letters have different images")
    matrix = [[merged[letter].count(other) for other in range(len(names))] for letter in range(len(names))]
    return Morphism(len(images), [merged[letter] for letter in range(len(names))], matrix)


# --- polynomials, by coefficients from the highest power down ------------------------------------------------------


def product(left, right):
    """The product of two matrices."""
    return [[sum(a * b for a, b in zip(row, column)) for column in zip(*right)] for row in left]


def characteristic(matrix):
    """The characteristic polynomial det(t - matrix) of a matrix of integers, by Faddeev and LeVerrier; all divisions are exact."""
    size = len(matrix)
    coefficients, power = [1], [[0] * size for _ in range(size)]
    for index in range(1, size + 1):
        for i in range(size):
            power[i][i] += coefficients[-1]
        power = product(matrix, power)
        quotient, rest = divmod(-sum(power[i][i] for i in range(size)), index)
        if rest:
            raise AssertionError("the traces do not divide")
        coefficients.append(quotient)
    return coefficients


def divided(polynomial, divisor, modulus=None):
    """Quotient and rest by a monic divisor, of whole numbers or modulo a prime."""
    rest, quotient = list(polynomial), []
    for i in range(len(polynomial) - len(divisor) + 1):
        factor = rest[i] if modulus is None else rest[i] % modulus
        quotient.append(factor)
        for j, coefficient in enumerate(divisor):
            rest[i + j] -= factor * coefficient
    rest = rest[len(quotient):]
    return quotient, rest if modulus is None else [value % modulus for value in rest]


def shifted(polynomial, by):
    """The polynomial p(t + by): if its coefficients are all >= 0, p has no root t > by."""
    result = []
    for coefficient in polynomial:
        result = [left + by * right for left, right in zip(result + [0], [0] + result)] if result else []
        result = result[:-1] + [result[-1] + coefficient] if result else [coefficient]
    return result


def irreducible(polynomial):
    """Whether a monic polynomial of degree 3 or 4 has no factor of degree 1 or 2 modulo some small prime, so none in whole numbers."""
    for prime in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31):
        small = [(1, c) for c in range(prime)]
        if len(polynomial) == 5:
            small += [(1, b, c) for b in range(prime) for c in range(prime)]
        if all(any(divided(polynomial, divisor, prime)[1]) for divisor in small):
            return True
    return False


def positive_power(matrix):
    """Whether some power of a matrix of numbers >= 0 has positive entries only: all from exponent n^2 - 2n + 2 on then have (Wielandt)."""
    size, exponent = len(matrix), 1
    power = [[int(entry > 0) for entry in row] for row in matrix]
    while exponent < size * size - 2 * size + 2:
        power = [[int(entry > 0) for entry in row] for row in product(power, power)]
        exponent *= 2
    return all(all(row) for row in power)


def largest_eigenvalue(matrix, steps=400):
    """About the largest eigenvalue of a primitive matrix."""
    vector = [1.0] * len(matrix)
    for _ in range(steps):
        vector = [sum(a * b for a, b in zip(row, vector)) for row in matrix]
        largest = max(vector)
        vector = [value / largest for value in vector]
    return largest


def roots(polynomial, steps=2000):
    """About the roots, by the iteration of Weierstrass; sorted by modulus."""
    degree = len(polynomial) - 1
    guesses = [(0.4 + 0.9j) ** i * 3 for i in range(degree)]
    for _ in range(steps):
        for i, guess in enumerate(guesses):
            value = 0
            for coefficient in polynomial:
                value = value * guess + coefficient
            for j, other in enumerate(guesses):
                if i != j:
                    value /= guess - other
            guesses[i] = guess - value
    return sorted(guesses, key=abs, reverse=True)


def written_out(polynomial):
    """t^3 - 5t^2 - t + 1."""
    degree, text = len(polynomial) - 1, ""
    for power, coefficient in zip(range(degree, -1, -1), polynomial):
        if coefficient:
            size = "" if abs(coefficient) == 1 and power else str(abs(coefficient))
            variable = "" if not power else "t" if power == 1 else f"t^{power}"
            sign = (" - " if coefficient < 0 else " + ") if text else ("-" if coefficient < 0 else "")
            text += sign + size + variable
    return text


# --- the proof without a closure -----------------------------------------------------------------------------------


def pencil(m):
    """For holes at least m apart: a lower bound of s, upper bounds of the factor lambda and of Delta/x a priori; exact fractions.

    All bounds are worst for h = 1 - 1/m, so that 1/s = u with u^2 + hu = 1 is taken, rounded up.
    """
    h, scale = 1 - Fraction(1, m), 10 ** 12
    u = Fraction(isqrt(((h * h + 4) * scale * scale).__floor__()) + 1, 2 * scale) - h / 2
    eta = 1 - 2 * u + u * u - (u + u * u) / m  # eta/s of the text
    if eta <= 0 or m - 1 <= 1 / eta:
        return 1 / u, None, None
    big = 1 / eta  # K of the text
    growth = 1 + h / 2
    return 1 / u, u + (big - 1) / (m - 1 - big), Fraction(2, m - 1) / growth / (1 - u / growth)


# --- doubts: play, by the definition and in columns ----------------------------------------------------------------


def by_definition(size, moves, is_place=lambda x: True):
    """All P-positions (x, y), x, y < size: those from which no move leads to one. `moves(x, y)` gives the positions it leads to."""
    found = set()
    for total in range(2 * size - 1):
        for x in range(max(0, total - size + 1), min(total, size - 1) + 1):
            y = total - x
            if is_place(x) and is_place(y) and not any(option in found for option in moves(x, y)):
                found.add((x, y))
    return found


def wythoff_moves(x, y):
    """The moves of Wythoff Nim."""
    yield from ((u, y) for u in range(x))
    yield from ((x, v) for v in range(y))
    yield from ((x - t, y - t) for t in range(1, min(x, y) + 1))


def leaps(p, q, x, y):
    """The moves (pt, qt) and (qt, pt)."""
    for s, t in ((p, q), (q, p)):
        yield from ((x - s * i, y - t * i) for i in range(1, min(x // s, y // t) + 1))


def modular_moves(k, m, x, y):
    """The moves of k-Wythoff Modulo-m Nim."""
    yield from ((u, y) for u in range(x % m, x, m))
    yield from ((x, v) for v in range(y % m, y, m))
    yield from ((x - s, y - t) for s in range(x + 1) for t in range(max(0, s - k + 1), min(y, s + k - 1) + 1) if s or t)


Column = namedtuple("Column", "n gaps top low")


def play_columns(columns, is_place=lambda x: True, is_blocked=lambda x, y, positions: False):
    """Wythoff Nim by columns: the P-positions (x, y), x <= y; before each column n, the gaps, M and L; and the blocked feasible squares."""
    used_rows, positions, gaps, top, before, blocks = set(), {}, [], -1, [], []
    for x in range(columns):
        before.append(Column(len(positions), tuple(gaps), top, gaps[0] if gaps else top + 1))
        if not is_place(x) or x in used_rows:
            continue
        diagonal = gaps[0] if gaps else top + 1
        while True:
            y = x + diagonal
            if (diagonal > top or diagonal in gaps) and is_place(y) and y not in used_rows:
                if not is_blocked(x, y, positions):
                    break
                blocks.append((x, y))
            diagonal += 1
        positions[x] = y
        used_rows.add(y)
        if diagonal > top:
            gaps += range(top + 1, diagonal)
            top = diagonal
        else:
            gaps.remove(diagonal)
    return positions, before, blocks


def doubt_holes(m, holes, columns):
    """The law and the two inequalities behind (2) and (3), as statements on whole numbers, in every column."""
    positions, before, _ = play_columns(columns, lambda x: x not in holes)
    made = {}  # gap -> the column in which it was made
    in_a = [0]
    for x in range(columns):
        in_a.append(in_a[-1] + (x in positions))
    for x, (n, gaps, top, low) in enumerate(before):
        assert n == in_a[x] and top + 1 == n + len(gaps)
        y = x + top
        if n and y < columns:
            later = sum(1 for a, b in positions.items() if x <= a < y and b < y)
            places = sum(1 for z in range(y) if z not in holes)
            assert in_a[y] == places + 1 - n - later and 0 <= later <= len(gaps)
        for gap in gaps:
            made.setdefault(gap, x - 1)
        if gaps:
            start = made[low]
            length, q, above = x - start - 1, len(before[start].gaps), len(gaps) - 1
            assert start + low in holes and before[start].top == low - 1
            turn = next(t for t in range(start + 1, x + 1) if t + before[t].top >= x + low)
            tau = turn - start - 1
            assert m * (n - in_a[start + 1]) <= m * (q + 3 + length - tau) + length
            assert m * (length - tau) <= m * (2 + in_a[turn] - in_a[start + 1]) + length
            assert (m - 1) * above <= length + n - in_a[start + 1] + m - 2


def doubt_gdwn(p, q, columns):
    """What the theorem says, and what its proof says of blocks, in real columns."""
    def is_blocked(x, y, positions):
        return any(positions.get(min(u, v)) == max(u, v) for u, v in leaps(p, q, x, y))

    positions, before, blocks = play_columns(columns, is_blocked=is_blocked)
    for x, y in positions.items():
        # -18 < y - phi x < 9 with phi = (1 + sqrt 5)/2, in whole numbers.
        low, high = 2 * (y + 18) - x, 2 * (y - 9) - x
        assert low > 0 and low * low > 5 * x * x and (high < 0 or high * high < 5 * x * x)
    assert max(len(column.gaps) for column in before) <= 2
    assert max(column.top - column.low + 1 for column in before) <= 12
    events = []
    for x, _ in blocks:
        if events and x - events[-1][0] < 22:
            events[-1].append(x)
        else:
            assert not events or x - events[-1][0] >= 38
            events.append([x])
    assert events and all(len(event) <= 3 and len(set(event)) == len(event) for event in events)
    return positions, len(events)


# --- what the text claims ------------------------------------------------------------------------------------------


# (k, m): the length of factors from which on the state is known, and the polynomial of the slope.
SLOPES = {
    (2, 2): (5, [1, -5, -1, 1]),
    (4, 2): (7, [1, -9, -1, 1]),
    (3, 3): (11, [1, -9, -5, 6, -2]),
    (6, 3): (17, [1, -17, 5, -1]),
    (9, 3): (23, [1, -21, -71, 12, -2]),
    (2, 4): (130, [1, -8, -8, -44, 12, -70, -60, -28, -33, -2]),
    (3, 6): (78, [1, -20, -4, -1]),
}

# Slopes of games that take a minute; whether shorter factors are enough was not tried.
SLOW = {
    (4, 4): (400, [1, -18, 27, 119, -466, 1461, -2596, -729, 8407, -14501, 16744, -10602, 6372, -4320, 5308, -2127, -3211, 397, -42]),
    (6, 4): (900, [1, -24, -16, -156, 0, -614, -136, -324, -105, -34]),
}

# The merged morphism of (3,3), as the text has it.
THREE = ["100052113211", "110005211", "440005211", "132111000", "10005211", "1000"]

# (k, m): the length of factors, the columns of walks, the states, and bounds of the slope.
WINDOWS = {
    (4, 4): (60, 1000, 64, "15.32", "16.37"),
    (6, 4): (60, 2000, 32, "24.80", "24.99"),
    (2, 6): (24, 1000, 108, "13.31", "13.40"),
}


def report_modular(k, m, length, steps=0):
    """Print the closure of a modular game, bounds of its slope on walks of `steps` columns, and its morphism; the results, for `test`."""
    machine = Modular(k, m)
    explored = machine.close(length)
    states = len({node[0] for node in explored.nodes})
    low, high = machine.slopes(explored, steps) if steps else (None, None)
    letters = len({letter for factor in explored.factors for letter in factor})
    print(f"({k},{m}), factors of {length} letters: {states} states, {len(explored.nodes)} nodes, {len(explored.factors)} factors, "
          f"{letters} letters")
    if steps:
        print(f"  on walks of {steps} columns the slope is between about {float(low):.5f} and {float(high):.5f}")
    found, (ambiguous, contexts) = morphism(machine, explored)
    if found is None:
        print(f"  no morphism: {ambiguous} of {contexts} contexts do not fix the state")
        return states, low, high, None
    polynomial = characteristic(found.matrix)
    print(f"  morphism of {found.letters} letters, merged to {len(found.matrix)}; growth about {largest_eigenvalue(found.matrix):.10f}, "
          f"{'a' if positive_power(found.matrix) else 'NO'} positive power")
    if len(found.matrix) < 10:
        print("  " + ", ".join(f"{letter} -> {''.join(map(str, image))}" for letter, image in enumerate(found.images)))
    print(f"  characteristic polynomial {written_out(polynomial)}")
    return states, low, high, found


def same_morphism(left, right):
    """Whether the images of two morphisms of few letters agree up to the names of the letters."""
    return any(all(tuple(names[letter] for letter in left[i]) == tuple(right[names[i]]) for i in range(len(left)))
               for names in permutations(range(len(right))))


def check_slope(found, stated):
    """That the largest eigenvalue is a root of the stated polynomial, irreducible if its degree is at most 4; about its next root."""
    assert positive_power(found.matrix)
    quotient, rest = divided(characteristic(found.matrix), stated)
    assert not any(rest), "the stated polynomial does not divide"
    assert all(coefficient >= 0 for coefficient in shifted(quotient, 2)), "the quotient may have a root beyond 2"
    assert len(stated) > 5 or irreducible(stated)
    largest, following = roots(stated)[:2]
    assert largest.real > 3 and abs(largest - largest_eigenvalue(found.matrix)) < 1e-6
    print(f"  {written_out(stated)} divides it, times {written_out(quotient)}; its roots are about {largest.real:.10f} and then "
          f"{abs(following):.4f} in modulus")


def test():
    """Everything quick that the text claims."""
    begin = time.time()

    def done(what):
        print(f"ok, {time.time() - begin:.1f} s: {what}", flush=True)

    assert close_holes(10, 6) == {"states": 46, "nodes": 705, "factors": 58, "gaps": 2, "window": 6}
    assert close_holes(8, 12) == {"states": 111, "nodes": 66_659, "factors": 2365, "gaps": 2, "window": 9}
    done("holes 10 6 and holes 8 12")
    assert close_adversary() == {"states": 14_068, "nodes": 301_819, "factors": 660, "gaps": 2, "window": 12,
                                 "gaps when an event may start": 0, "inversions": 2, "reach": 21}
    done("gdwn")

    assert all(pencil(m)[1] < 1 for m in range(33, 200)) and pencil(32)[1] > 1
    assert all(pencil(m)[1] < pencil(m)[0] - Fraction(18, 100) and pencil(m)[2] < Fraction(103, 1000) for m in range(24, 33))
    done("pencil")

    chance = random.Random(8)
    for m in (3, 8, 24, 33):
        for gap in (lambda: m, lambda: m + chance.randrange(m)):
            holes, place = set(), chance.randrange(m)
            while place < 8000:
                holes.add(place)
                place += gap()
            doubt_holes(m, holes, 1200)
            true = by_definition(70, wythoff_moves, lambda x: x not in holes)
            columns = play_columns(70, lambda x: x not in holes)[0]
            assert {(x, y) for x, y in true if x <= y} == {(x, y) for x, y in columns.items() if y < 70}
    done("the law and the inequalities for holes, in 1,200 columns of 8 boards; play by columns is that of the definition on boards of 70")

    for p, q, columns in ((1, 68, 4000), (41, 93, 4000), (2, 77, 4000)):
        positions, events = doubt_gdwn(p, q, columns)
        assert events > 5
        if p == 1:
            true = by_definition(180, lambda x, y: (*wythoff_moves(x, y), *leaps(1, 68, x, y)))
            assert {(x, y) for x, y in true if x <= y} == {(x, y) for x, y in positions.items() if y < 180}
    done("(1,68), (41,93) and (2,77)GDWN in 4,000 columns; the first by the definition on a board of 180")

    for k, m in list(SLOPES) + list(WINDOWS):
        true = by_definition(50, lambda x, y: modular_moves(k, m, x, y))
        assert {(x, y) for x, y in true if x <= y} == {(x, y) for x, y in Modular(k, m).play(60)[0] if y < 50}
    done("modular games by the definition on boards of 50")

    shortest = ((3, 3, 1, 18), (6, 3, 1, 18), (9, 3, 1, 18), (2, 4, 1, 32), (4, 4, 1, 64), (6, 4, 1, 32), (2, 6, 2, 2988), (3, 6, 1, 1152))
    for k, m, length, states in shortest:
        assert len({node[0] for node in Modular(k, m).close(length).nodes}) == states
    done("modular games close with factors of one letter, (2,6) with two")
    for (k, m), (length, polynomial) in SLOPES.items():
        states, _, _, found = report_modular(k, m, length)
        assert m != 3 or states == 18
        assert (k, m) != (3, 3) or same_morphism([[int(letter) for letter in image] for image in THREE], found.images)
        assert morphism(Modular(k, m), Modular(k, m).close(length - 1))[0] is None
        check_slope(found, polynomial)
    done("slopes of modular games")
    for (k, m), (length, steps, stated, least, greatest) in WINDOWS.items():
        states, low, high, found = report_modular(k, m, length, steps)
        assert (states, found) == (stated, None)
        assert Fraction(least) <= low <= high <= Fraction(greatest)
    done("windows of modular games")


def main(arguments):
    """The command line; see the top."""
    if arguments == ["--test"]:
        test()
        return 0
    try:
        name, numbers = arguments[0], [int(number) for number in arguments[1:]]
        if name == "holes" and len(numbers) == 2:
            print(close_holes(*numbers))
        elif name == "gdwn" and len(numbers) <= 4:
            print(close_adversary(*numbers))
        elif name == "modular" and 2 <= len(numbers) <= 4:
            game = (numbers[0], numbers[1])
            slopes = {**SLOPES, **SLOW}
            length_and_steps = numbers[2:] or slopes.get(game, ())[:1] or WINDOWS.get(game, (1,))[:2]
            found = report_modular(*game, *length_and_steps)[3]
            if found is not None and game in slopes:
                check_slope(found, slopes[game][1])
        elif name == "pencil" and not numbers:
            for m in (24, 32, 33, 40, 60):
                print(m, *(f"about {float(value):.4f}" for value in pencil(m)))
        else:
            raise IndexError
    except (IndexError, ValueError):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    except NotClosed as error:
        print(error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
