"""Claims about beams, with or without slips: from column `start` on the P-positions with x <= y are in beams.

The game is Wythoff Nim where a square is P if it sees fewer than k P-positions, perhaps on a board from which some
residue classes are absent. Only x <= y is played; R, D and C count the P-positions found in a row, on a diagonal d = y
- x and in the column. Column x begins with C = R(x), its mirror image; absent rows hold k.

Beam j (from the inside out) has the numbers a = `row`, c = `column`, and b = k - a - (c of the beam before), or k - 2a
for the first. In column x its window begins at diagonal e(x), so at row x + e(x). By induction on x: rows and
diagonals that were left below it hold at least a and b. So nothing is P below the first window, since a + b + a = k,
nor between two windows, once the column holds c of the lower one. Each beam is a machine that finds rows and diagonals
as the next one left them, and the column with a constant count; but the first finds R(x). Hence
  - outer beams are machines without input; if they come back to their state at `start`, they repeat for ever (`outer`);
  - the inner one reads R(x), which it has written itself, long before. It is followed for all letters that the language
    allows; what it writes must be in the language, so the language holds all that it ever reads (`closure`);
  - no machine may look at what is not below the next window: outer beams are compared for a common period, and for the
    inner one the least distance on all paths is computed (`apart`).

Slope: let f(x) = x + e(x), N(y) the sum of R, when closed, over the rows start <= . < y, n(x) the number of
P-positions of the inner beam in the columns start <= . < x, r the mean of what rows hold before they meet the inner
beam, c the mean of what diagonals gain there. Counted by columns, diagonals and rows, with u = x - start,
  n(x) = c_1 u - N(x) = c (e(x) - e(start)) + A,     N(f(x)) - N(f(start)) = r (f(x) - f(start)) + n(x) + B,
where A and B depend on the state of the machine only. With s - 1/s = (c_1 - r)/c, v = r + c - c/s, E(y) = N(y) - v (y
- start),
  E(f(x)) = E(f(start)) - E(x)/s + (1 - 1/s) A + B,     e(x) = e(start) + (s - 1) u - (E(x) + A)/c.
The first equation bounds E, by induction (f(x) > x), and then the second the distance from the line y = s x (`slope`).

Slips: if diagonals leave the inner beam with different counts, s is rational, and D(y) is the sum of R - a, when
closed, over the rows start <= . < y, so D(x) is what the columns before x have read beyond a. The columns from the
start to x are a walk through pairs (state, place that reads); labels that no step of any walk exceeds bound what adds
up along it (`walks`):
  |e(x) - e(start) - (s - 1) u| - fall D(x),     D(f(x)) - D(f(start)) - D(x) <= B,     x - e(x) - (start - e(start))
  <= G.
The first is all if fall = 0. Else let m(x) be the number of binary digits of x, and M = D(f(start)) + B. Then
  D(y) <= D(f(start)) + M (m(y) - m(start)) for all y >= start,     if e(start) - start >= G + 2,
by induction: for y <= f(start) it is clear. Above, f(x) < y <= f(x + 1) for some x >= start, and f(x) = x + e(x) >= 2
(x + 1), so m(x + 1) < m(y), and D(y) <= D(f(x + 1)) <= D(x + 1) + M. So drift >= fall M makes up for all slips beyond
the start (`pace`).
"""

from collections import deque
from fractions import Fraction
from functools import reduce
from math import ceil, gcd, inf, isqrt, lcm

from . import NotShown, least_period, need, reach, shown
from .automata import possible, translator
from .numeration import numeration
from .quadratic import Quadratic
from .rules import Rules, atoms, congruent, neg
from .tails import check_rays

# --- machines --------------------------------------------------------------------------------------------------------


class Stream:
    """Counts of rows or diagonals that repeat: the least period that is a multiple of `unit`. `values` begin with
    number `first`."""

    def __init__(self, values, unit, first=0):
        self.size = least_period(values, unit)
        self.values = [values[(i - first) % self.size] for i in range(self.size)]

    def at(self, number):
        return self.values[number % self.size]

    def excess(self, counts, first):
        """How much greater the sum of some counts is than the stream says."""
        return sum(counts) - sum(self.at(first + i) for i in range(len(counts)))


class Machine:
    """A beam that walks upwards, column by column. Its state is (rows, diagonals, y, d): what the rows and diagonals
    of its window hold, from the lowest open ones on, as far as it differs from what the next beam leaves there
    (`rows`, `diagonals` of the machine); and the numbers of the lowest row and diagonal modulo the periods of these
    streams."""

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
        """One column, in which `have` P-positions lie below the window: the next state; the P-positions, counted from
        the lowest diagonal; the counts of the rows and of the diagonals that leave the window; and how many diagonals
        were looked at."""
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
        gone, left = rows[:closed + 1], diagonals[:closed]
        shown(min(gone) >= self.row, "a row leaves a window with too few P-positions")
        reached = max([closed + 2 + self.patience, *(place + 1 for place in found)])
        after = self.state(rows[closed + 1:], diagonals[closed:], y + closed + 1, d + closed)
        return after, found, gone, left, reached


# --- the proof -------------------------------------------------------------------------------------------------------


class Beams:
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
            shown(min(self.rows[x + below:x + e]) >= machine.row and min(self.diagonals[below:e]) >= machine.diagonal,
                  f"at the start a row or diagonal below window {j + 1} holds too little")
            state, end = machine.state(self.rows[x + e:x + end], self.diagonals[e:end], x + e, e), e
            if j:
                rows, diagonals, next_ = self.outer(machine, state, before, beam, next_)
        first = self.rows[x:x + self.lowest]
        self.pairs = self.closure(machine, state, first)
        if next_:
            self.apart(machine, state, next_)
        result = self.pace(machine, state, first) if "slips" in self.fields else self.slope(machine, state, first)
        height = max((found[-1] + 1 for _, found, *_ in machine.steps.values() if found), default=0)
        shown(height <= self.fields["height"], f"the inner beam has a height of {height}")
        return f"{len(machine.steps)} steps of the inner beam, {result}"

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
            self.budget.check()
            have, y = rows[x], x
            while have < k:
                extend(y + 1)
                if rows[y] + diagonals[y - x] + have < k:
                    rows[y], diagonals[y - x], have = rows[y] + 1, diagonals[y - x] + 1, have + 1
                y += 1
        self.rows, self.diagonals = rows, diagonals

    def outer(self, machine, start, before, beam, next_):
        """One period of an outer beam: the streams of rows and diagonals that it leaves, and its lowest diagonals with
        period and growth."""
        state, e, period, lowest, reached, rows, diagonals = start, beam["lowest"], beam["period"], [], [], [], []
        for n in range(period):
            self.budget.check(len(rows))
            shown(n == 0 or state != start, "an outer beam repeats sooner")
            state, _, gone, closed, far = machine.step(state, self.k if machine.no_column(state) else before)
            lowest.append(e)
            reached.append(e + far)
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
                shown(reached[n % period] + n // period * growth <= others[n % length] + n // length * faster,
                      "two outer beams meet")
        rows, diagonals = Stream(rows, q, self.start + beam["lowest"]), Stream(diagonals, q, beam["lowest"])
        return rows, diagonals, (lowest, period, growth)

    def letters(self, machine, state, place):
        """With how many P-positions a column can begin, as the language has it, and the places after that."""
        for count, after in enumerate(self.language[place], machine.row):
            if after >= 0 and (count == self.k if machine.no_column(state) else count <= machine.column):
                yield count, after

    def written(self, machine, place, counts, y):
        """The place in the language after rows, from number y on, that the inner beam has left."""
        for y, count in enumerate(counts, y):
            shown(self.absent[y % len(self.absent)] or count <= machine.column, "a row leaves with too many")
            row, letter = self.language[place], count - machine.row
            shown(0 <= letter < len(row) and row[letter] >= 0, "the inner beam writes what is not in the language")
            place = row[letter]
        return place

    def closure(self, machine, state, first):
        """Visits all (state, place that reads, place that writes); how many pairs (state, place that reads) there are.
        The rows from the start to the first window are `first`."""
        def steps(node):
            state, read, write = node
            for have, after in self.letters(machine, state, read):
                there, _, gone, _, _ = machine.step(state, have)
                yield have, (there, after, self.written(machine, write, gone, state[2]))

        came = {(state, 0, self.written(machine, 0, first, self.start)): None}
        reach(came, steps, self.budget)
        return len({node[:2] for node in came})

    def walks(self, machine, start, weight, what):
        """For every (state, place that reads) the greatest sum of weights on walks to it from the start. A column that
        reads n beyond the least and leaves some rows and diagonals has weight(n, rows, diagonals). The sum grew with
        every step of the walk that gave it, so one of as many steps as there are pairs has gone round a cycle that
        gains."""
        greatest, todo = {(start, 0): (0, 0)}, deque([(start, 0)])  # sums, and lengths of walks that have them
        while todo:
            self.budget.check(len(greatest))
            node = todo.popleft()
            total, length = greatest[node]
            shown(length < self.pairs, what)
            for have, after in self.letters(machine, *node):
                there, _, gone, closed, _ = machine.step(node[0], have)
                reached = total + weight(have - machine.row, gone, closed)
                if reached > greatest.get((there, after), (-inf, 0))[0]:
                    greatest[there, after] = reached, length + 1
                    todo.append((there, after))
        return {node: total for node, (total, _) in greatest.items()}

    def apart(self, machine, start, next_):
        """What the inner beam looks at is below the second one: period e_2(x) is at least growth u - late + a
        constant."""
        lowest, period, growth = next_
        late = max(growth * n - period * (e - lowest[0]) for n, e in enumerate(lowest))
        room, meets = period * (lowest[0] - self.lowest) - late, "the inner beam may meet the next one"
        nearest = self.walks(machine, start, lambda _, __, closed: period * len(closed) - growth, meets)
        for node, taken in nearest.items():
            for have, _ in self.letters(machine, *node):
                shown(room - taken >= period * machine.step(node[0], have)[4], meets)

    def slope(self, machine, start, first):
        """The law, and the distance from the line."""
        top, e0, left = machine.column, self.lowest, self.diagonals_left(machine)
        rows = [min(count, top) for count in machine.rows.values]  # absent rows hold more, but give columns nothing
        r = Fraction(sum(rows), len(rows))
        c = Fraction(sum(left) - sum(machine.diagonals.values), len(left))
        shown(c > 0 and top > r, "the counting law says nothing")
        law = (top - r) / c
        if [law.numerator, law.denominator] != self.fields["law"]:
            raise NotShown(f"the law is {law}")
        parts = partial_sums([count - r for count in rows], self.start + e0)
        gains = partial_sums([after - before - c for after, before in zip(left, machine.diagonals.values)], e0)

        def a_and_b(state):  # up to constants
            return (machine.diagonals.excess(state[1], state[3]) + gains[state[3]],
                    parts[state[2]] - machine.rows.excess(state[0], state[2]))

        a0, b0 = a_and_b(start)
        high, low = -inf, inf
        errors = set()  # (p, q): E(y) - E(f(start)) + E(x)/s = p + q/s for rows f(x) <= y < f(x + 1)
        for (state, _), (_, found, gone, _, _) in machine.steps.items():
            a, b = a_and_b(state)
            a, b, total = a - a0, b - b0, 0
            for i, count in enumerate(gone):
                errors.add((a + b + total - (r + c) * i, c * i - a))
                total += min(count, top)
            if found:
                high, low = max(high, found[-1] - a / c), min(low, found[0] - a / c)

        number = Quadratic
        inverse = (Quadratic.root(law * law + 4) - number(law)) / number(2)  # 1/s
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
        shown(distance <= number(self.fields["distance"]), f"only a distance of {ceil(distance)} can be shown")
        return f"within {ceil(distance)} of its line"

    @staticmethod
    def diagonals_left(machine):
        """What diagonals hold when they leave the inner beam, by their phase, on which alone it must depend."""
        size, left = machine.diagonals.size, {}
        for (state, _), (_, _, _, closed, _) in machine.steps.items():
            for d, count in enumerate(closed, state[3]):
                shown(left.setdefault(d % size, count) == count, "diagonals leave the inner beam with different counts")
        shown(len(left) == size, "no diagonal leaves the inner beam")
        return [left[d] for d in range(size)]

    def pace(self, machine, start, first):
        """The distance from the line of a beam that may slip."""
        (a, b), e0, digits = self.fields["law"], self.lowest, self.start.bit_length()
        fall, drift = self.fields["slips"].values()
        slope = Fraction(a + isqrt(a * a + 4 * b * b), 2 * b)
        u, v = (slope - 1).as_integer_ratio()
        walks = lambda weight, what: self.walks(machine, start, weight, what)
        ahead = walks(lambda n, _, closed: v * (len(closed) - fall * n) - u, "the inner beam may run ahead of its pace")
        behind = walks(lambda n, _, closed: u - v * (len(closed) + fall * n), "the inner beam may fall behind its pace")
        high = low = -inf  # y - s x and s x - y, but for the line and fall D(x)
        for node in ahead:
            for have, _ in self.letters(machine, *node):
                if found := machine.step(node[0], have)[1]:
                    high = max(high, Fraction(ahead[node], v) + found[-1])
                    low = max(low, Fraction(behind[node], v) - found[0])
        shown(high > -inf, "the inner beam is empty")
        line, more = e0 - (slope - 1) * self.start, ""
        distance = max(high + line, low - line)
        if fall:
            begin = sum(first) - machine.row * len(first)
            passed = walks(lambda n, gone, _: sum(gone) - machine.row * len(gone) - n, "slips may multiply")
            late = walks(lambda _, __, closed: 1 - len(closed), "the beam may rise by less than two rows a column")
            shown(e0 - self.start >= max(late.values()) + 2, "the inner beam may be too low for slips to be rare")
            least = fall * (begin + max(passed.values()))
            distance += fall * begin
            more = f", and {least} more for each binary digit of x beyond {digits}"
            shown(least <= drift, f"only a drift of {least} can be shown")
        result = f"within {ceil(distance)} of its line" + more
        shown(distance - drift * digits <= self.fields["distance"], f"only this can be shown: it is {result}")
        return result


def partial_sums(values, first):
    """Sums from the number `first` on of values that repeat, and are 0 in the mean; by phase."""
    result, total = {}, Fraction(0)
    for i in range(first, first + len(values)):
        result[i % len(values)] = total
        total += values[i % len(values)]
    return result


def residues(rules, budget):
    """For each residue class whether it is absent, if the positions are the squares whose piles both avoid some
    classes."""
    if not rules.position:
        return [False]
    binary = numeration("base(2)")
    translate = translator(rules, binary, 2, budget)
    position = translate.formula(rules.position, {"x": {0: 1}, "y": {1: 1}})
    m = reduce(lcm, (atom[2] for atom in atoms(position) if atom[0] == "mod"), 1)
    shown(m <= 64, "residue classes modulo more than 64")
    some = lambda *conditions: possible(binary, translate.tracks, [translate.meant, *conditions], budget)
    absent = [not some(position, *(congruent({track: 1}, m, [r]) for track in (0, 1))) for r in range(m)]
    there = [congruent({track: 1}, m, [r for r in range(m) if not absent[r]]) for track in (0, 1)]
    if some(position, neg(there[0])) or some(position, neg(there[1])) or some(*there, neg(position)):
        raise NotShown("the positions are not those whose piles avoid some residue classes")
    return absent


# --- certificates ----------------------------------------------------------------------------------------------------

NUMBER, POSITIVE = range(2 ** 24), range(1, 2 ** 24)
INNER = {"lowest": POSITIVE, "row": NUMBER, "column": NUMBER, "patience": range(257)}
BEAMS = {"kind": str, "claim": str, "start": range(1, 2 ** 18 + 1), "inner": INNER,
         "outer": [{**INNER, "period": POSITIVE, "rise": POSITIVE}], "law": (POSITIVE, POSITIVE), "height": NUMBER,
         "distance": NUMBER, "slips": {"fall": NUMBER, "drift": NUMBER}, "language": [[range(-1, 2 ** 24)]]}
SHAPES = {"beams": {name: shape for name, shape in BEAMS.items() if name != "slips"}, "slips": BEAMS}
CLAIM = ("from column start on, the P-positions with x <= y are in beams: each outer one repeats after period columns, "
         "rise rows higher, and the inner one stays within distance{} of y = s*x, where s - 1/s is the fraction law")
SENTENCES = {"beams": CLAIM.format(""), "slips": CLAIM.format(", and drift more for each binary digit of x,")}


def check(fields, budget):
    beams, (a, b), language = [fields["inner"], *fields["outer"]], fields["law"], fields["language"]
    for inner, outer in zip(beams, beams[1:]):
        need(inner["column"] < outer["column"], "counts of columns grow from the inside out")
    if "slips" in fields:
        need(fields["slips"]["fall"] or not fields["slips"]["drift"], "without a fall there is no drift")
    need(all(after < len(language) for row in language for after in row), "no such state of the language")
    need(language and all(not row or row[-1] >= 0 for row in language), "-1 is left out at the end")
    order = {0: None}
    reach(order, lambda q: [(after, after) for after in language[q] if after >= 0], budget)
    need(list(order) == list(range(len(language))), "states of the language are not numbered as they are found")
    rules = Rules(fields["rules"])
    shown(not (rules.misere or rules.comply), "beams are shown in normal play")
    shown(len(rules.blocks) <= 1 and not any(class_ for _, class_ in rules.blocks), "more than one block line for all")
    k = 1 + sum(number for number, _ in rules.blocks)
    shown(k <= 201, "at most 200 options can be blocked")
    shown(beams[-1]["column"] == k, "the last count of columns is k")
    shown(all(one["lowest"] < other["lowest"] for one, other in zip(beams, beams[1:])), "beams go from the inside out")
    shown(gcd(a, b) == 1, "the law is a fraction in lowest terms")
    if "slips" in fields:
        shown(max(a, b) < 2 ** 20 and isqrt(a * a + 4 * b * b) ** 2 == a * a + 4 * b * b, "the slope is rational")
    check_rays(rules, [(0, 1, 0, 1), (1, 0, 1, 0), (1, 1, 1, 1)], budget)
    return Beams(k, residues(rules, budget), fields, budget).decide()
