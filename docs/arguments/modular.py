#!/usr/bin/env python3
"""Exact slopes of k-Wythoff Modulo-m Nim, gcd(k, m) > 1. Plain Python; nothing is decided by floating point.

    python3 docs/arguments/modular.py K M      one game, with all that the proof needs
    python3 docs/arguments/modular.py --test   all games of docs/arguments.md, against its table

It was written from the definition of play and the argument in docs/arguments.md, without a look at closures.py, as a second opinion; they share no code.

The game. Take s and t from the piles with |s - t| < k, not both 0, or a multiple of m from one pile. By symmetry look at P-positions (x, y) with
x <= y: column x, row y, diagonal d = y - x.

1. The machine. From (x, x + d), d >= k, a move of the first kind leads to an upper P-position (a, a + e) if and only if |e - d| < k and x - a >= e - d
   (x > a if e = d), and never to a lower one. So a taken diagonal e closes e, ..., e + k - 1 at once, also for the rest of its column, and e - j after j
   columns, for ever. A multiple of m leads to the left to a P-position of row y on a diagonal = d mod m; down to an upper one of column x on a diagonal =
   d mod m, or to a lower one (x, a), that is, to (a, x) in *row* x on a diagonal e = -d mod m. So let the letter of a row be the set of residues mod m of
   its diagonals: column x wants just those residues that are not -e for an e in the letter of row x, and takes each once, as low as it can. L(x) is the
   lowest diagonal not closed before column x, F(x) = x + L(x). (0, 0) closes 0, ..., k - 1, so L >= k from column 1 on. L never decreases, so F increases
   strictly, rows below F(x) get nothing more before column x and are written, and x < F(x): the letter of row x is known in column x. A state is L mod m,
   for d = L, L + 1, ... when it closes, and the letters of rows F(x), F(x) + 1, ... so far. Neither x nor x mod m is needed, and the machine is right from
   column 0 on (which has an empty letter): there is no other start.

2. The closure. u is the word of letters. Take a column X and a length l. A *context* is a word of l letters; val(context before column x) = (state, last l
   letters written). Factors are words of l + 1 letters. Begin with the context of column X and all factors of u[X - l .. F(X)). For each factor ca of
   which c has a val, let the machine read a: it writes letters, which make new factors, and gives a val to the last l letters of ca. It must not differ
   from one that is there. If that ends well, then by induction on x >= X all factors of u that begin at X - l or later and end below F(x) are there, and
   the val of the context of column x is what it should be; for x < F(x), so that the next factor that is read is one that is there.

3. The morphism. Let v(x) be the factor that ends in row x. If all factors have been read, they are the letters of a morphism g with v(F(x)) ... v(F(x + 1)
   - 1) = g(v(x)) for x >= X: g(ca) is the factors that end in a letter written on reading a after c. Merge letters as long as images have the same length
   and the same merged letters. Let B be the matrix of the merged morphism; some power of it is positive. Then the word from F^j(X) on is cut into g^j(a)'s,
   whose frequencies of letters tend to the same limit p with j, p B = sigma p; so F(x)/x tends to p B 1 = sigma, the largest eigenvalue. P-positions of
   column x are in rows F(x), ..., F(x) + W with W that the machine has seen. So y/x tends to sigma.

4. Numbers. The characteristic polynomial of B is t^a Q P, where Q is found by trial division, P is irreducible (modulo a prime), and
   P has a root in an interval (lo, hi) such that no larger root of Q P exists beyond hi and none of Q beyond lo: no sign is changed in the coefficients of
   the polynomial shifted there. So P is the minimal polynomial of sigma. theta is the next modulus: the discs of radius theta and theta - 1/10^4 hold all
   roots but sigma, and not all (Schur and Cohn's rule, in whole numbers); roots of Q do not count if P(B) B^n 1 = 0, for then lengths of images have the
   recursion P. F(x) - sigma x is bounded if theta < 1; otherwise O(x^kappa), kappa = log theta / log sigma, and not less, see docs/arguments.md.
"""
import sys
from itertools import permutations
from math import gcd


# 1. Play -----------------------------------------------------------------------------------------------------------------------------------------------

def by_definition(k, m, size):
    """The P-positions on a board: what no P-position is reached from. Knows nothing but the moves."""
    reached = [[False] * size for _ in range(size)]
    found = set()
    for x in range(size):
        for y in range(size):
            if reached[x][y]:
                continue
            found.add((x, y))
            for t in range(m, size, m):
                if x + t < size:
                    reached[x + t][y] = True
                if y + t < size:
                    reached[x][y + t] = True
            for s in range(size - x):
                for t in range(max(0, s - k + 1), min(s + k, size - y)):
                    if s or t:
                        reached[x + s][y + t] = True
    return found


class Machine:
    """States are numbers; states[q] = (L mod m, in how many columns L, L + 1, ... close (0: closed, None: not yet known), letters of rows so far)."""

    def __init__(self, k, m):
        self.k, self.m = k, m
        self.number, self.states, self.memo = {}, [], {}
        self.start = self.name((0, (), ()))

    def name(self, state):
        if state not in self.number:
            self.number[state] = len(self.states)
            self.states.append(state)
        return self.number[state]

    def read(self, q, letter):
        """(next state, letters written, diagonals taken less L) of a column. A letter is chr(bits of residues)."""
        if (q, letter) not in self.memo:
            self.memo[q, letter] = self.column(*self.states[q], ord(letter))
        return self.memo[q, letter]

    def column(self, low, close, rows, letter):
        k, m = self.k, self.m
        close, rows, taken, i = list(close), list(rows), [], 0
        want = {d for d in range(m) if not letter >> (-d % m) & 1}
        while want:
            close += [None] * (i + k - len(close))
            rows += [0] * (i + 1 - len(rows))
            d = (low + i) % m
            if d in want and close[i] != 0 and not rows[i] >> d & 1:
                want.remove(d)
                taken.append(i)
                rows[i] |= 1 << d
                close[i:i + k] = [0] * k
                for j in range(1, min(k, i + 1)):
                    if close[i - j] is None or close[i - j] > j:
                        close[i - j] = j
            i += 1
        close = [c - 1 if c else c for c in close]
        up = 0
        while up < len(close) and close[up] == 0:
            up += 1
        rows += [0] * (up + 1 - len(rows))
        written, close, rows = ''.join(map(chr, rows[:up + 1])), close[up:], rows[up + 1:]
        while close and close[-1] is None:
            close.pop()
        while rows and rows[-1] == 0:
            rows.pop()
        return self.name(((low + up) % m, tuple(close), tuple(rows))), written, taken


def play(machine, columns):
    """The word u, the state before each column up to `columns`, and F. (Row 0 is written by (0, 0), but column 0 has an empty letter.)"""
    q, u, states, ends = machine.start, [], [], []
    for x in range(columns):
        states.append(q)
        ends.append(len(u))
        q, written, _ = machine.read(q, u[x] if x else chr(0))
        u.extend(written)
    return ''.join(u), states + [q], ends + [len(u)]


# 2. The closure ----------------------------------------------------------------------------------------------------------------------------------------

def ambiguous(u, states, ends, first, l):
    """Do two columns of the play, from `first` on, have the same l letters before them and not the same val?"""
    seen = {}
    for x in range(first, len(states)):
        val = (states[x], u[ends[x] - l:ends[x]])
        if seen.setdefault(u[x - l:x], val) != val:
            return True
    return False


def least_length(u, states, ends, first):
    """The least l that is not ambiguous in play. (If l is not, l + 1 is not: at least one letter is written in a column.)"""
    low, high = 0, 1
    while ambiguous(u, states, ends, first, high):
        low, high = high, 2 * high
        if high > first:
            return None
    while high - low > 1:
        l = (low + high) // 2
        low, high = (l, high) if ambiguous(u, states, ends, first, l) else (low, l)
    return high


def closure(machine, u, states, ends, first, l):
    """({factor: number}, images: the numbers of the factors that end in a letter written for it), or None if some context has two vals."""
    x, n = first, l + 1
    assert x - l >= 1 and ends[x] > x
    vals = {u[x - l:x]: (states[x], u[ends[x] - l:ends[x]])}
    number, images, waiting, todo = {}, [], {}, []

    def add(factor):
        if factor not in number:
            number[factor] = len(images)
            images.append(None)
            if factor[:-1] in vals:
                todo.append(factor)
            else:
                waiting.setdefault(factor[:-1], []).append(factor)
        return number[factor]

    for i in range(x - l, ends[x] - l):
        add(u[i:i + n])
    while todo:
        factor = todo.pop()
        q, tail = vals[factor[:-1]]
        q, written, _ = machine.read(q, factor[-1])
        tail += written
        images[number[factor]] = [add(tail[i:i + n]) for i in range(len(written))]
        context, val = factor[1:], (q, tail[len(written):])
        if vals.setdefault(context, val) != val:
            return None
        todo += waiting.pop(context, ())
    assert not waiting and None not in images, 'factors that are never read'
    return number, images


# 3. The morphism ---------------------------------------------------------------------------------------------------------------------------------------

def merged(images):
    """The coarsest merging of letters, so that images of merged letters are the same: the images, and the class of every letter."""
    classes, count = [0] * len(images), 1
    while True:
        keys = {}
        classes = [keys.setdefault(tuple(classes[j] for j in w), len(keys)) for w in images]
        if len(keys) == count:
            break
        count = len(keys)
    morphism = [None] * count
    for i, w in enumerate(images):
        w = [classes[j] for j in w]
        assert morphism[classes[i]] in (None, w)
        morphism[classes[i]] = w
    return morphism, classes


def primitive(matrix):
    """Has some power of the matrix no zero? The power n^2 - 2n + 2 has none, then (Wielandt), nor has any higher one."""
    n = len(matrix)
    rows, power = [sum(1 << j for j in range(n) if r[j]) for r in matrix], 1
    while power < n * n - 2 * n + 2:
        new = []
        for r in rows:
            bits = 0
            for j in range(n):
                if r >> j & 1:
                    bits |= rows[j]
            new.append(bits)
        rows, power = new, 2 * power
    return all(r == (1 << n) - 1 for r in rows)


# 4. Polynomials: lists of whole numbers, the constant first ------------------------------------------------------------------------------------------

def characteristic(matrix):
    """Faddeev and LeVerrier; the divisions leave no remainder."""
    n = len(matrix)
    out, power = [1], [[int(i == j) for j in range(n)] for i in range(n)]
    for step in range(1, n + 1):
        power = [[sum(a * power[i][j] for i, a in enumerate(row) if a) for j in range(n)] for row in matrix]
        c, rest = divmod(-sum(power[i][i] for i in range(n)), step)
        assert rest == 0
        out.append(c)
        for i in range(n):
            power[i][i] += c
    assert not any(map(any, power))
    return out[::-1]


def divide(p, d, prime=None):
    """(quotient, remainder) by a monic d."""
    p, q = list(p), [0] * max(len(p) - len(d) + 1, 0)
    for i in range(len(q) - 1, -1, -1):
        q[i] = p[i + len(d) - 1]
        for j, c in enumerate(d):
            p[i + j] -= q[i] * c
            if prime:
                p[i + j] %= prime
    p = p[:len(d) - 1]
    while p and p[-1] == 0:
        p.pop()
    return q, p


def split(p):
    """(P, Q): P without the factor t and without factors of degree at most 2 with small coefficients, which make Q."""
    rest = [1]
    small = [[c, 1] for c in range(-4, 5)] + [[c, b, 1] for c in range(-4, 5) for b in range(-4, 5)]
    for d in small:
        while len(p) > len(d):
            q, r = divide(p, d)
            if r:
                break
            p, rest = q, [sum(rest[i - j] * c for j, c in enumerate(d) if 0 <= i - j < len(rest)) for i in range(len(rest) + len(d) - 1)]
    return p, rest


def times(p, q, f, prime):
    """p q modulo f and prime."""
    out = [0] * (len(p) + len(q))
    for i, c in enumerate(p):
        for j, d in enumerate(q):
            out[i + j] += c * d
    return divide([c % prime for c in out], f, prime)[1]


def irreducible(p):
    """True only if p is irreducible modulo some prime below 2000 (Rabin's test: t^(prime^n) = t, and no less power has a fixed point)."""
    n = len(p) - 1
    parts = {n // q for q in range(2, n + 1) if n % q == 0 and all(q % i for i in range(2, q))}
    for prime in [q for q in range(2, 2000) if all(q % i for i in range(2, q))]:
        f, power = [c % prime for c in p], [0, 1]
        for degree in range(1, n + 1):
            result, square, e = [1], power, prime                        # power := power^prime = t^(prime^degree) mod f
            while e:
                result, square, e = times(result, square, f, prime) if e & 1 else result, times(square, square, f, prime), e >> 1
            power = result
            if degree == n:
                if power == [0, 1]:
                    return True
            elif degree <= 3 or degree in parts:
                a, b = f, [(c - (i == 1)) % prime for i, c in enumerate(power + [0] * (2 - len(power)))]
                while any(b):
                    while not b[-1]:
                        b.pop()
                    inverse = pow(b[-1], -1, prime)
                    b = [c * inverse % prime for c in b]
                    a, b = b, divide(a, b, prime)[1]
                if len(a) > 1:
                    break
    return False


def no_root_beyond(p, a, b):
    """True only if p has no root > a/b: the coefficients of b^n p((t + a)/b) have one sign."""
    q = [c * b ** (len(p) - 1 - i) for i, c in enumerate(p)]
    for i in range(len(q) - 1):
        for j in range(len(q) - 2, i - 1, -1):
            q[j] += a * q[j + 1]
    return min(q) >= 0 or max(q) <= 0


def sign(p, a, b):
    value = sum(c * a ** i * b ** (len(p) - 1 - i) for i, c in enumerate(p))
    return (value > 0) - (value < 0)


def inside(p, a, b):
    """The number of roots of modulus < a/b. On the unit circle p and p* (p read backwards) have the same modulus; the rest is Rouche's theorem.
    Raises ValueError where the rule does not decide, as with roots on the circle."""
    p, count = [c * a ** i * b ** (len(p) - 1 - i) for i, c in enumerate(p)], 0
    while len(p) > 1:
        low, high, back = p[0], p[-1], p[::-1]
        if abs(low) == abs(high):
            raise ValueError('undecided')
        if abs(high) > abs(low):
            count, p = count + 1, [high * c - low * d for c, d in zip(p, back)][1:]
        else:
            p = [low * c - high * d for c, d in zip(p, back)]
        while p[-1] == 0:
            p.pop()
        common = gcd(*p)
        p = [c // common for c in p]
    return count


def largest_root(p, rest, digits=10):
    """a with a root of p between a/10^digits and (a + 1)/10^digits, and none of p or rest beyond; or None."""
    scale, low, high = 10 ** digits, 0, 1
    while not no_root_beyond(p, high, 1):
        high *= 2
    low, high = 0, high * scale
    while high - low > 1:
        mid = (low + high) // 2
        low, high = (low, mid) if no_root_beyond(p, mid, scale) else (mid, high)
    good = sign(p, low, scale) * sign(p, high, scale) < 0 and no_root_beyond(rest, low, scale)
    return low if good else None


def next_modulus(p, rest, scale=10 ** 4):
    """The least r/scale beyond 1 whose disc has all roots of p but one, and all of rest; and how many roots have just this modulus."""
    def count(r):
        for more in range(5):                                            # no root on the circle, in the worst case a little beyond
            try:
                return inside(p, 10 * r + more, 10 * scale) + (inside(rest, 10 * r + more, 10 * scale) if len(rest) > 1 else 0)
            except ValueError:
                pass
        raise ValueError('undecided')

    all_but_one = len(p) + len(rest) - 3
    low, high = 1, scale
    while count(high) < all_but_one:
        low, high = high, 2 * high
    while high - low > 1:
        mid = (low + high) // 2
        low, high = (low, mid) if count(mid) >= all_but_one else (mid, high)
    return high, count(high) - count(low)


# One game, and all of them -----------------------------------------------------------------------------------------------------------------------------

class Slope:
    """What the proof gives for one game. `columns` are played to find l, which grows until the closure ends well; it begins at column `first`."""

    def __init__(self, k, m, columns=100_000, first=1_000):
        self.machine = Machine(k, m)
        u, states, ends = play(self.machine, columns)
        self.l = least_length(u, states, ends, first)
        while self.l is None and first < columns // 4:
            first *= 2
            self.l = least_length(u, states, ends, first)
        if self.l is None:
            raise ValueError('no length is enough for the columns played')
        self.least = self.l                                              # that no less is enough is seen in play; that l is enough, by the closure
        while True:
            first = max(first, self.l + 1)
            closed = closure(self.machine, u, states, ends, first, self.l)
            if closed:
                break
            self.l += self.l // 8 + 1
        number, images = closed
        self.first, self.factors = first, len(images)
        self.morphism, classes = merged(images)
        n = len(self.morphism)
        self.matrix = [[w.count(j) for j in range(n)] for w in self.morphism]
        assert primitive(self.matrix), 'not primitive: begin at a later column'
        # Only what the closure has seen counts for the window; all of it is in memo, with the first columns of play.
        self.window = max(max(taken, default=0) for _, _, taken in self.machine.memo.values())
        self.polynomial, self.rest = split(characteristic(self.matrix))
        assert irreducible(self.polynomial)
        self.sigma = largest_root(self.polynomial, self.rest)
        assert self.sigma is not None
        self.distance([classes[number[u[y - self.l:y + 1]]] for y in range(first, ends[first])])
        # A doubt, no part of the proof: the word of the morphism against play.
        for x in range(first, columns // 50):
            word = [classes[number[u[y - self.l:y + 1]]] for y in range(ends[x], ends[x + 1])]
            assert word == self.morphism[classes[number[u[x - self.l:x + 1]]]]
        self.off = [min(ends[x] * 10 ** 10 - self.sigma * x for x in range(first, columns)) // 10 ** 10,
                    max(ends[x] * 10 ** 10 - self.sigma * x for x in range(first, columns)) // 10 ** 10 + 1]

    def distance(self, start):
        """theta, its exponent, and whether F(x) - sigma x is of just this order; `start` is the merged word from `first` to F(first)."""
        n = len(self.matrix)

        def after(vector):
            return [sum(a * b for a, b in zip(row, vector)) for row in self.matrix]

        power, left = [1] * n, [0] * n
        for _ in range(n):                                               # lengths |g^n(a)|: what belongs to the eigenvalue 0 is gone
            power = after(power)
        for c in self.polynomial:
            left, power = [a + c * b for a, b in zip(left, power)], after(power)
        rest = self.rest if any(left) else [1]                           # left = P(B) B^n 1: without it lengths have the recursion P
        self.theta, self.many = next_modulus(self.polynomial, rest)
        self.kappa, self.sharp = 0, False
        if self.theta > 10 ** 4:
            # the least kappa of three decimals with (theta + 1/10^4)^1000 <= sigma^(1000 kappa), in thousandths
            while (self.theta + 1) ** 1000 * 10 ** (10 * self.kappa) > self.sigma ** self.kappa * 10 ** 4000:
                self.kappa += 1
            self.sharp = len(rest) == 1 or inside(rest, self.theta - 1, 10 ** 4) == len(rest) - 1
            if not self.sharp:                                           # theta is a root of the other factor: t^i (t - theta)
                now, then = (sum(v[a] for a in start) for v in (left, after(left)))
                self.sharp = now != 0 and sum(map(bool, rest)) == 2 and then == -rest[-2] * now


def written(p):
    """A polynomial as text."""
    out = ''
    for i in range(len(p) - 1, -1, -1):
        if p[i]:
            number = '' if abs(p[i]) == 1 and i else str(abs(p[i]))
            out += (' - ' if p[i] < 0 else ' + ') + number + ('t' if i else '') + (f'^{i}' if i > 1 else '')
    return out[3:] if out.startswith(' + ') else out.strip()


def report(k, m, s):
    less = 'no less' if s.l == s.least else f'at least {s.least} are needed'
    print(f'({k},{m}): {len(s.machine.states)} states, {s.l} letters fix the state ({less}), {s.factors} factors, merged to '
          f'{len(s.morphism)}; y <= F(x) + {s.window}')
    print(f'  sigma = {s.sigma // 10 ** 10}.{s.sigma % 10 ** 10:010}..., the largest root of {written(s.polynomial)} (irreducible); '
          f'the other factor is {written(s.rest)}')
    order = f'O(x^{s.kappa / 1000:.3f})' + (', and not less' if s.sharp else '') if s.kappa else 'bounded' if s.theta < 10 ** 4 else 'O(a power of log x)'
    print(f'  next modulus {s.theta / 10 ** 4:.4f} ({s.many} roots), so F(x) - sigma x is {order}; from {s.off[0]} to {s.off[1]} in play')
    if len(s.morphism) <= 6:
        print('  ' + ', '.join(f'{i} -> ' + ''.join(map(str, w)) for i, w in enumerate(s.morphism)))


# k, m: letters, merged to, sigma, next modulus, exponent, polynomial (the constant last), as in docs/arguments.md
TABLE = {
    (3, 3): (10, 6, 94637011966, 11531, 64, '1 -9 -5 6 -2'),
    (6, 3): (16, 6, 167042589533, 20000, 247, '1 -17 5 -1'),
    (9, 3): (22, 6, 239444162268, 31129, 358, '1 -21 -71 12 -2'),
    (2, 4): (129, 13, 93535729875, 22580, 365, '1 -8 -8 -44 12 -70 -60 -28 -33 -2'),
    (6, 4): (845, 13, 248959781062, 23997, 273, '1 -24 -16 -156 0 -614 -136 -324 -105 -34'),
    (4, 4): (288, 41, 159315047076, 36406, 467, '1 -18 27 119 -466 1461 -2596 -729 8407 -14501 16744 -10602 6372 -4320 5308 -2127 -3211 397 -42'),
    (2, 6): (467, 29, 133361173579, 59251, 687, '1 -7 -84 -16 142 -203 -384 -64 37 20'),
    (3, 6): (77, 15, 202004658623, 2225, 0, '1 -20 -4 -1'),
    (2, 2): (4, 3, 51563251747, 5254, 0, '1 -5 -1 1'),
    (4, 2): (6, 3, 90978346790, 3840, 0, '1 -9 -1 1'),
}


def test():
    for k, m in sorted(TABLE) + [(5, 5), (1, 3), (3, 2)]:
        size = 120
        machine, q, found, letters = Machine(k, m), 0, set(), []
        for x in range(size):                                            # the machine against the definition
            low = len(letters)
            q, out, taken = machine.read(q, letters[x] if x else chr(0))
            letters += out
            found |= {(x, low + i) for i in taken}
        found = {(x, y) for x, y in found if y < size}
        assert found | {(y, x) for x, y in found} == by_definition(k, m, size)
    for (k, m), (l, count, sigma, theta, kappa, polynomial) in TABLE.items():
        s = Slope(k, m)
        report(k, m, s)
        seen = (s.l, len(s.morphism), s.kappa, ' '.join(map(str, s.polynomial[::-1])))
        assert seen == (l, count, kappa, polynomial), (seen, (l, count, kappa, polynomial))
        assert abs(s.sigma - sigma) <= 1 and abs(s.theta - theta) <= 1 and (s.sharp or theta < 10 ** 4)
    for k in (3, 9, 45):                                                 # the family for m = 3
        low, high = [0] * (k - 1), [1] * k
        form = [[0, 0] + high + [2, 3] + low, [0] + high + [2, 3] + low + [4, 3] + low, [0] + high, [5, 5] + high + [2, 3] + low,
                [0, 4, 3, 0] + low + high, [0] + high + [2, 3] + low]
        s = Slope(k, 3)
        assert s.polynomial == [-2, k + 3, -(k * k - k - 1), -(2 * k + 3), 1] and s.sharp
        assert any(all([names[a] for a in w] == form[names[i]] for i, w in enumerate(s.morphism)) for names in permutations(range(6)))
    print('all as in the table')


if __name__ == '__main__':
    if sys.argv[1:] == ['--test']:
        test()
    elif len(sys.argv) == 3:
        report(int(sys.argv[1]), int(sys.argv[2]), Slope(int(sys.argv[1]), int(sys.argv[2])))
    else:
        sys.exit(__doc__)
