"""Claims about tails: from column `start` on, the P-positions with x <= y are some progressions P + n B, n >= 0; in the
same way those with x > y, from row `start` on (`below`), unless the game is symmetric.

Moves are rays: removals (a, b) + i (p, q), i >= 0, one if p = q = 0. No two rays meet, so an option is seen along one
of them. A square is P if and only if, for each *counter* (rays, k), fewer than k of its options along these rays are P.
Without `block` lines that is one counter, of all rays with k = 1; with them there is one for each set of lines, of the
rays that only these lines can forbid and with k = 1 + their numbers together (Hall's theorem).

The proof, for x <= y; for x > y it is the same with the piles exchanged. Let S be the claimed set: progressions, those
of the other half, and a finite set F, what play gives before the start. How many options of a square z are in S changes
its law only at the lines through F + (a, b) and P + (a, b) in the direction (p, q) of a ray, and through P + (a, b) in
the direction of B. These are finitely many lines of finitely many directions; all lines of a direction lie in a strip
(`strips`), and from some column on, for y >= x, the strips do not meet (`parted`). Beyond it
  - between two strips a ray either misses a progression, or meets it if and only if z - (a, b) - P is in the lattice
    that (p, q) and B span. All residues occur there, and no square is claimed, so for each residue some counter must
    have k options in S (`sector`);
  - along the strip of direction v everything repeats with a multiple V of v that lies in all these lattices
    (`period`). A ray parallel to a progression passes k of its points from some column on, or none for ever. So it is
    enough that columns X to X + V_x, solved by the definition, are as claimed, where X is beyond the start of all.
Both tests fail only if the claim is false, and with the columns before X they prove it, column by column.
"""

import re
from collections import defaultdict
from fractions import Fraction
from functools import cache, reduce
from heapq import heappop, heappush
from itertools import product
from math import gcd, lcm

from . import NotShown, Refuted, need, shown
from .automata import possible, translator
from .numeration import numeration
from .rules import Rules, at_least, congruent, conj, disj, equals, neg

# --- moves as rays ---------------------------------------------------------------------------------------------------


def ray_condition(ray):
    """That (s, t) is a removal of the ray."""
    a, b, p, q = ray
    line = equals({0: q, 1: -p}, q * a - p * b)
    along = lambda track, first, step: (conj(at_least({track: 1}, first), congruent({track: 1}, step, [first])) if step
                                        else equals({track: 1}, first))
    return conj(line, along(0, a, p), along(1, b, q))


def check_rays(rules, rays, budget, blocks=None):
    """The rays are the moves, all of them, and no two meet; and each is in the classes of its lines and in no other."""
    binary, names = numeration("base(2)"), {"s": {0: 1}, "t": {1: 1}}
    translate = translator(rules, binary, 2, budget)
    moves = conj(translate.formula(rules.any_move, names), disj(at_least({0: 1}, 1), at_least({1: 1}, 1)))
    classes = [translate.formula(class_, names) if class_ else True for _, class_ in rules.blocks]
    some = lambda *conditions: possible(binary, translate.tracks, [translate.meant, *conditions], budget)
    conditions = [ray_condition(ray) for ray in rays]
    union = disj(*conditions)
    if some(moves, neg(union)) or some(union, neg(moves)):
        raise NotShown("the rays are not the moves")
    if any(some(f, g) for i, f in enumerate(conditions) for g in conditions[:i]):
        raise NotShown("two rays meet")
    for f, lines in zip(conditions, blocks or ()):
        if any(some(f, neg(class_) if i in lines else class_) for i, class_ in enumerate(classes)):
            raise NotShown("the rays can be blocked in another way")


# --- the proof -------------------------------------------------------------------------------------------------------


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def primitive(v):
    return v[0] // gcd(*v), v[1] // gcd(*v)


@cache
def less(limit):
    """Finds a byte below a limit."""
    return re.compile(b"[\\x00-\\x%02x]" % (limit - 1))


class Half:
    """The squares (x, y) with y >= x + edge; for edge = 1 the piles are exchanged. `other` is the other half, which is
    this one if the game is symmetric. columns[x] are all P-positions of column x, of both halves, as far as they are
    known."""

    def __init__(self, rays, counters, start, beams, edge, budget):
        self.rays, self.counters, self.start, self.edge, self.budget = rays, counters, start, edge, budget
        self.k, self.other = max((k for _, k in counters), default=1), self
        shown(any(a == p == 0 < q for a, b, p, q in rays), "a column or row may hold infinitely many P-positions")
        shown(self.k * min(2, sum(ray[2] > 0 for ray in rays)) < 256, "too large for this checker: too much is blocked")
        self.cut = bytes(min(i, self.k) for i in range(256))
        self.columns, self.solved = defaultdict(list), 0
        self.passed = {ray: {} for ray in rays if ray[2]}
        self.upper, self.first = defaultdict(set), defaultdict(list)  # step -> first points; (beam, residue) -> points
        self.steps = [(beam["period"], beam["rise"]) for beam in beams]
        for (period, rise), points in zip(self.steps, (beam["points"] for beam in beams)):
            for x, y in points:
                self.first[period, rise, x % period].append((x, y))
            parallel = [gcd(*ray[2:]) for ray in rays if any(ray[2:]) and cross(ray[2:], (period, rise)) == 0]
            n = lcm(gcd(period, rise), *parallel) // gcd(period, rise)  # the step is a multiple of all parallel rays
            self.upper[period * n, rise * n] |= {(x + i * period, y + i * rise) for x, y in points for i in range(n)}

    # Play. Column n of this half is solved after columns 0 to n - 1 of both, and column n of the half with edge 0
    # before that with edge 1; so all options of its squares are known, if it is solved from the diagonal upwards.

    def solve(self):
        """The next column. For each counter `sums` has for each square how many P-positions are seen along its rays, at
        least k meaning enough, as bytes: adding such strings is adding long integers. Vertical rays, which see a
        P-position from some height on for ever, are in `climbs[height modulo period]` once they do."""
        n, own = self.solved, [ray for ray in self.rays if ray[0] == 0]
        self.budget.check()
        period = reduce(lcm, (q for _, _, p, q in self.rays if p == 0 < q))
        counts = [(members, k, self.slanted(n, members), [0] * period) for members, k in self.counters]
        waiting = []

        def see(ray, y):
            """The P-position at height y of column n - a is seen along the ray from b squares higher in column n."""
            if ray[2] == 0 < ray[3]:
                heappush(waiting, (y + ray[1], ray))
                return
            for members, _, sums, _ in counts:
                if ray in members:
                    sums.extend(bytes(max(0, y + ray[1] + 1 - len(sums))))
                    sums[y + ray[1]] = min(255, sums[y + ray[1]] + 1)

        for ray in self.rays:
            if ray[0] == 0 or ray[2] == 0:
                for y in self.columns[n - ray[0]]:
                    see(ray, y)
        found, y = [], n + self.edge
        while True:
            if waiting and waiting[0][0] <= y:
                while waiting and waiting[0][0] <= y:
                    first, ray = heappop(waiting)
                    for members, _, _, climbs in counts:
                        for r in range(first % ray[3], period if ray in members else 0, ray[3]):
                            climbs[r] += 1
                if all(any(climbs[r] >= k for _, k, _, climbs in counts) for r in range(period)):
                    break  # nothing above is P: what climbs only grows
            for _, k, sums, climbs in counts:
                if (sums[y] if y < len(sums) else 0) + climbs[y % period] >= k:
                    break
            else:
                found.append(y)
                for ray in own:
                    see(ray, y)
            y += 1
            for _, k, sums, climbs in counts:  # squares that cannot be P are skipped
                match = less(max(1, k - min(climbs))).search(sums, y)
                y = match.start() if match else max(y, len(sums))
        self.known(n, found)

    def slanted(self, n, members):
        """How many P-positions of earlier columns are seen from column n along rays that are not vertical."""
        total = 0
        for ray in self.passed.keys() & members:
            a, b, p, q = ray
            line, up = (self.passed[ray].get(n - a, b""), b) if a else (self.passed[ray].get(n - p, b""), b + q)
            total += int.from_bytes(line, "little") << 8 * up
            total = int.from_bytes(total.to_bytes(-(-total.bit_length() // 8), "little").translate(self.cut), "little")
        return bytearray(total.to_bytes(-(-total.bit_length() // 8), "little"))

    def known(self, n, found):
        """Column n has these P-positions: they are compared with the claim, and told to those who will need them."""
        if n >= self.start and found != (claimed := self.claimed(n)):
            y = next(y for y in sorted(found + claimed) if found.count(y) != claimed.count(y))
            raise Refuted(f"it contradicts the rules at {(y, n) if self.edge else (n, y)}")
        self.columns[n] += found
        for y in found:
            if y > n or self.other.edge:
                self.other.columns[y].append(n)
        for (a, _, p, q), lines in self.passed.items():  # lines[x][y] is how many of (x, y) - i (p, q), i >= 0, are P
            line = bytearray(bytes(q) + lines.get(n - p, b""))
            line.extend(bytes(max(0, max(self.columns[n], default=-1) + 1 - len(line))))
            for y in self.columns[n]:
                line[y] = min(self.k, line[y] + 1)
            lines[n] = line
            lines.pop(n - max(a, p), None)
        self.solved += 1

    def claimed(self, n):
        return sorted(y + (n - x) // period * rise for period, rise in self.steps
                      for x, y in self.first.get((period, rise, n % period), ()))

    # Strips.

    def prepare(self):
        """When both halves are solved up to the start: S, as `families` (step -> first points) and `finite`."""
        self.families = {step: set(points) for step, points in self.upper.items()}
        for (a, b), points in self.other.upper.items():
            self.families.setdefault((b, a), set()).update((y, x) for x, y in points)
        own, other = ([(x, y) for x in range(self.start) for y in half.columns[x] if y >= x + half.edge]
                      for half in (self, self.other))
        self.finite = own + [(y, x) for x, y in other]
        self.ends = [point for points in self.families.values() for point in points]

    def strips(self):
        """For each direction v the least and the greatest cross(v, z) of the points z of its lines."""
        lines = defaultdict(list, {(1, 1): [self.edge]})
        for a, b, *c in [*self.rays, (0, 0, 0, 0)]:
            for v, points in [*([(c, self.finite + self.ends)] if any(c) else []), *self.families.items()]:
                lines[primitive(v)] += [cross(primitive(v), (x + a, y + b)) for x, y in points]
        return {v: (self.edge if v == (1, 1) else min(all_), max(all_)) for v, all_ in lines.items() if all_}

    def parted(self):
        """A column from which on the strips do not meet for y >= x, and their directions there, ascending."""
        strips, slope = self.strips(), lambda v: Fraction(v[1], v[0])
        column = 1 + max((x for x, _ in self.ends), default=self.start) + max(max(ray[:2]) for ray in self.rays)
        column = max(column, 1 - strips[0, 1][0] if (0, 1) in strips else 0)
        upper = sorted((v for v in strips if v[1] >= v[0] > 0), key=slope)
        for v, w in [*((v, (1, 1)) for v in strips if v[1] < v[0]), *zip(upper, upper[1:])]:
            width = Fraction(strips[v][1], v[0]) + 1 - Fraction(strips[w][0], w[0])
            column = max(column, int(width / (slope(w) - slope(v))) + 2)  # (v_y x + high)/v_x + 1 < (w_y x + low)/w_x
        for step in self.families:
            if any(any(ray[2:]) and cross(ray[2:], step) == 0 for ray in self.rays):
                column += (self.k + 1) * step[0]
        return column, upper

    def meeting(self, z):
        """The pairs of a ray and a step such that the direction z lies strictly between theirs."""
        for ray, step in product(self.rays, self.families):
            area = cross(ray[2:], step)
            if cross(ray[2:], z) * area > 0 and cross(z, step) * area > 0:
                yield ray, step

    def period(self, v):
        parallel = [c for c in [*self.families, *(ray[2:] for ray in self.rays)] if any(c) and cross(c, v) == 0]
        times = reduce(lcm, (gcd(*c) for c in parallel), 1)
        for ray, step in self.meeting(v):
            area = abs(cross(ray[2:], step))
            times = lcm(times, area // gcd(area, cross(v, step)), area // gcd(area, cross(ray[2:], v)))
        return v[0] * times

    # Sectors.

    def sector(self, z):
        """For each residue some counter sees k options: mostly the least numbers along each ray are enough."""
        steps = defaultdict(list)
        for ray, step in self.meeting(z):
            steps[ray].append(step)
        tables = {ray: self.table(ray, steps[ray]) for ray in steps}
        least = {ray: min(table.values()) for ray, (_, table) in tables.items()}
        if self.enough(least):
            return
        modulus = reduce(lcm, (m for m, _ in tables.values()), 1)
        shown(modulus <= 3000, "too large for this checker: too many residues between two beams")
        for x in range(modulus):
            self.budget.check()
            for y in range(modulus):
                seen = {ray: table[residue((x - ray[0], y - ray[1]), ray, m)] for ray, (m, table) in tables.items()}
                if not self.enough(seen):
                    raise Refuted(f"it contradicts the rules far out near the direction {z[::-1] if self.edge else z}")

    def enough(self, seen):
        return any(sum(seen.get(ray, 0) for ray in members) >= k for members, k in self.counters)

    def table(self, ray, steps):
        """How many points of these families the ray passes if it ends in w, by the residue of w: those P for which w -
        P is in the lattice spanned by (p, q) and the step. It is the same for w + (p, q), and for w modulo all
        areas."""
        _, _, p, q = ray
        areas = {step: abs(cross((p, q), step)) for step in steps}
        key = lambda w, step: (cross((p, q), w) % areas[step], cross(w, step) % areas[step])
        counts = defaultdict(int)
        for step in steps:
            for point in self.families[step]:
                counts[step, key(point, step)] += 1
        m, table = lcm(*areas.values()), {}
        for w in product(range(p), range(m)) if p else product(range(m), range(q)):
            table[residue(w, ray, m)] = sum(counts.get((step, key(w, step)), 0) for step in steps)
        return m, table


def residue(w, ray, m):
    """w modulo (p, q) and m."""
    _, _, p, q = ray
    i = w[0] // p if p else w[1] // q
    return (w[0] - i * p) % m, (w[1] - i * q) % m


def decide(halves):
    def solve(end):
        for _ in range(halves[0].solved, end):
            for half in halves:
                half.solve()

    solve(halves[0].start)
    ends, sectors = [], []
    for half in halves:
        half.prepare()
        first, upper = half.parted()
        ends.append(first + max(map(half.period, upper)))
        sectors += [(half, (v[0] + w[0], v[1] + w[1])) for v, w in zip(upper, upper[1:] + [(0, 1)])]
    solve(max(ends))
    for half, z in sectors:
        half.sector(z)
    return f"{max(ends)} columns solved"


# --- certificates ----------------------------------------------------------------------------------------------------

NUMBER = range(2 ** 31)
BEAM = {"period": range(1, 2 ** 31), "rise": range(1, 2 ** 31), "points": [(NUMBER, NUMBER)]}
SIDES = {"claim": str, "rays": [(NUMBER, NUMBER, range(4097), range(4097))], "blocks": [[range(4)]], "start": NUMBER,
         "beams": [BEAM], "below": [BEAM]}
SHAPES = {"tail": {name: shape for name, shape in SIDES.items() if name not in ("blocks", "below")}, "sides": SIDES}
SENTENCES = {"tail": "from column start on, the P-positions with x <= y are the points of the beams, each moved by all "
                     "multiples of its beam's (period, rise)"}
SENTENCES["sides"] = SENTENCES["tail"] + ("; and from row start on, those with x > y are in the same way the points of "
                                          "the beams below, with the piles exchanged")


def check_points(start, beams, edge):
    for beam in beams:
        period, rise, points = beam.values()
        need(rise >= period, "the rise is at least the period")
        need(points and points == sorted(map(list, set(map(tuple, points)))), "points ascend")
        need(all(start <= x < start + period and (y > x or y == x and rise == period and not edge) for x, y in points),
             "a point is out of range")
    steps = [(beam["period"], beam["rise"]) for beam in beams]
    need(steps == sorted(set(steps)), "beams ascend")


def check(fields, budget):
    rays, start = [tuple(ray) for ray in fields["rays"]], fields["start"]
    beams, below = fields["beams"], fields.get("below")
    need(all(any(ray[:2]) for ray in rays) and rays == sorted(set(rays)), "rays ascend, and remove something")
    need(beams or below is not None, "there are no beams")
    check_points(start, beams, 0)
    check_points(start, below or [], 1)
    blocks = fields.get("blocks")
    if blocks is not None:
        need(len(blocks) == len(rays) and all(lines == sorted(set(lines)) for lines in blocks), "blocks do not ascend")
    rules = Rules(fields["rules"])
    lines = range(len(rules.blocks))
    need(blocks is not None or len(lines) <= 1, "several block lines need the field blocks")
    blocks = [list(lines)] * len(rays) if blocks is None else blocks
    need(all(line in lines for of_ray in blocks for line in of_ray), "there is no such block line")
    shown(not (rules.position or rules.misere or rules.comply), "tails are shown for all squares, in normal play")
    shown(len(lines) <= 4 and sum(number for number, _ in rules.blocks) <= 200,
          "tails are shown for at most four block lines, of at most 200 options together")
    check_rays(rules, rays, budget, blocks)

    counters = []
    for allowed in product((False, True), repeat=len(lines)):
        members = {ray for ray, of_ray in zip(rays, blocks) if all(allowed[line] for line in of_ray)}
        if members:
            counters.append((members, 1 + sum(number for use, (number, _) in zip(allowed, rules.blocks) if use)))
    half = Half(rays, counters, start, beams, 0, budget)
    turned = lambda ray: (ray[1], ray[0], ray[3], ray[2])
    if below is None:
        of = dict(zip(rays, blocks))
        if any(of.get(turned(ray)) != of_ray for ray, of_ray in of.items()):
            raise NotShown("the rays are not symmetric")
        return decide([half])
    turned_counters = [(set(map(turned, members)), k) for members, k in counters]
    half.other = Half([turned(ray) for ray in rays], turned_counters, start, below, 1, budget)
    half.other.other = half
    return decide([half, half.other])
