"""Claims about automata and Grundy values; and conditions on all numbers, decided by automata.

Conditions. While the digits of some numbers are read, a condition (see `rules`) changes digit by digit as `numeration`
says of linear forms. A comparison is settled as soon as `Numeration.at_least` recognises it; what is not recognised as
settled is kept, which is never wrong and costs only time. If all eigenvalues of the matrix A but the greatest are less
than 1 in modulus, only finitely many vectors w occur; otherwise the limit of states ends the run. A form modulo m needs
w modulo m only. So what is left of a condition is a state of a finite automaton (`Reading`).

The claim. From a position (x, y) the options are the (u, v) = (x - s, y - t) for which a condition holds. A thread is
what is left of it, and of all that matters about (u, v), after a prefix of digits of x, y, u, v, ... Every option of
(x, y) belongs to exactly one thread, so that reading x and y alone and *counting* the threads in each state (up to what
can matter) gives the number of claimed options: a finite automaton that knows for every (x, y) whether it is claimed,
whether it is a position, and who wins there if the claim is right about its options. All its states are visited
(`decide`). If the two answers agree everywhere, the claim is true by induction on x + y; where they do not agree the
claim is false, since it contradicts the rules there. Each answer is therefore final unless the limit is reached.

Grundy values. A position has the value g if it has none of the values below g, so options of each of them, and no
option of value g. So if the lower levels are shown, level g is right if and only if it accepts just the positions that
no lower level accepts and that have no option in level g: the same proof on a board without the squares of lower
levels.
"""

import re
from fractions import Fraction
from itertools import product
from math import lcm

from . import Budget, NotShown, Refuted, need, reach, shown
from .numeration import numeration
from .rules import Rules, Translator, at_least, atoms, conj, disj, each, equals, member, neg

# --- automata and how they are read ----------------------------------------------------------------------------------


class Automaton:
    """states[q] maps tuples of digits to states; a letter that is not there leads nowhere (-1). Words have a length
    that is a multiple of the period, and start in `start`."""

    def __init__(self, numeration_, tracks, start, accepting, states):
        self.numeration, self.tracks, self.start = numeration_, tracks, start
        self.accepting, self.states = frozenset(accepting), states

    def step(self, q, letter):
        return self.states[q].get(letter, -1) if q >= 0 else -1


def valid_words(n):
    """The automaton of the valid words of a numeration."""
    states = [{(e,): (left - 1) % n.period * n.size + j for e, j in enumerate(row) if j >= 0}
              for left in range(n.period) for row in n.next[left - 1]]
    return Automaton(n, 1, 0, [j for j in range(n.size) if n.final[j]], states)


def read(n, tracks, starts, accepting, rows):
    """An automaton as a file has it. A word with a zero in front must be read like the word."""
    need(1 <= tracks <= 4, "1 to 4 tracks")
    need(len(starts) == n.period, "as many starts as the period of the numeration is long")
    need(all(-1 <= q < len(rows) for q in starts), "there is no such state")
    need(all(0 <= q < len(rows) for q in accepting), "there is no such state")
    states = unfold(rows, tracks, n.digits)
    class_ = equivalent(states, accepting)
    for i, q in enumerate(starts):
        after = states[q].get((0,) * tracks, -1) if q >= 0 else -1
        need(class_[after] == class_[starts[i - 1]], "zeros in front make a difference")
    return Automaton(n, tracks, starts[0], accepting, states)


def unfold(rows, tracks, digits):
    """Successors of states, with runs that lead nowhere unfolded, as dictionaries from letters."""
    need(digits ** tracks <= 2 ** 22, "too many letters")
    letters, states = list(product(range(digits), repeat=tracks)), []
    for row in rows:
        need(all(entry < len(rows) for entry in row), "there is no such state")
        need(all(a >= 0 or b >= 0 for a, b in zip(row, row[1:])), "two runs that lead nowhere follow each other")
        need(sum(max(1, -entry) for entry in row) == len(letters), "too few or too many successors")
        flat = [after for entry in row for after in ([entry] if entry >= 0 else [-1] * -entry)]
        states.append({letter: after for letter, after in zip(letters, flat) if after >= 0})
    return states


def loaded(text):
    """The automaton in a `load` line of the rules."""
    form = r"automaton in (\S+) \| tracks (\d+) \| starts ([-\d ]+) \| accepting ([\d ]*)\| states ([-\d ;]*)"
    match = re.fullmatch(form, text)
    need(match, "a loaded automaton is not in the documented form")
    starts, accepting, *rows = ([int(q) for q in part.split()] for part in [match[3], match[4], *match[5].split(";")])
    return read(numeration(match[1]), int(match[2]), starts, accepting, rows if match[5].strip() else [])


def read_claim(name, starts, accepting, states):
    """The claimed automaton, which must be minimal, numbered breadth first, and accept only valid words."""
    n = numeration(name)
    claim = read(n, 2, starts, accepting, states)
    need(accepting == sorted(set(accepting)), "accepting states ascend")
    order = dict.fromkeys(q for q in starts if q >= 0)
    reach(order, lambda q: claim.states[q].items(), Budget(len(states), 3600))
    need(list(order) == list(range(len(states))), "states are not numbered breadth first")
    need(len(set(equivalent(claim.states, accepting).values())) == len(states) + 1, "the automaton is not minimal")
    invalid = disj(*(neg(member(valid_words(n), (track,))) for track in (0, 1)))
    wrong = Threads(n, 2, 2, [member(claim, (0, 1)), invalid], [], Budget(10 ** 9, 3600))
    need(not wrong.starts, "a word is accepted that is not valid")
    return claim


def alive(after, accepting):
    """From which states an accepting one can be reached."""
    before = [[] for _ in after]
    for i, table in enumerate(after):
        for j in {j for found in table.values() for j in found}:
            before[j].append(i)
    todo = [i for i, yes in enumerate(accepting) if yes]
    live = set(todo)
    for j in todo:  # grows while it is read
        todo += (new := set(before[j]) - live)
        live |= new
    return live


def classes(names, after, live, budget):
    """The coarsest partition in which states of a class have the same name and, for each letter, equally many live
    successors in each class; -1 for states that are not live."""
    count = 0
    while True:
        budget.check()
        numbers = {}
        block = [numbers.setdefault(name, len(numbers)) if i in live else -1 for i, name in enumerate(names)]
        if len(numbers) == count:
            return block
        count, names = len(numbers), []
        for i, table in enumerate(after):
            found = {letter: tuple(sorted(block[j] for j in there if j in live)) for letter, there in table.items()}
            names.append((block[i], frozenset(part for part in found.items() if part[1])))


def equivalent(states, accepting):
    """The class of each state, that is the words it accepts; -1 if it accepts none, as does the state -1."""
    after = [{letter: [there] for letter, there in table.items()} for table in states]
    accepts = [q in accepting for q in range(len(states))]
    return dict(enumerate(classes(accepts, after, alive(after, accepts), Budget(0, 3600)))) | {-1: -1}


# --- conditions while digits are read --------------------------------------------------------------------------------


class Reading:
    """What is left of a condition after some columns of digits. States are numbers of conditions: 0 is False, 1 True.
    What a letter does depends only on how the condition looks at it, that is on its forms and tracks: `view`."""

    def __init__(self, n, condition, letters):
        self.n, self.conditions, self.numbers, self.rows = n, [False, True], {False: 0, True: 1}, {}
        looks = {atom[2] if atom[0] == "in" else atom[1] for atom in atoms(condition)}
        seen = [tuple(self.see(look, letter) for look in looks) for letter in letters]
        views = {values: i for i, values in enumerate(dict.fromkeys(seen))}
        self.view, self.seen = [views[values] for values in seen], [dict(zip(looks, values)) for values in views]
        self.start = self.number(condition)

    @staticmethod
    def see(look, letter):
        """The digits on some tracks; or a form of the digits, and for tracks ~j of those on track j (see `beatty`)."""
        if isinstance(look[0], int):
            return tuple(letter[track] for track in look)
        return sum(c * letter[track] for track, c in look if track >= 0), sum(c * letter[~j] for j, c in look if j < 0)

    def number(self, condition):
        if condition not in self.numbers:
            self.numbers[condition] = len(self.conditions)
            self.conditions.append(condition)
        return self.numbers[condition]

    def row(self, q, phase):
        """The states after one more column, by views; there are `phase` digits left then, modulo the period."""
        if (q, phase) not in self.rows:
            self.rows[q, phase] = [self.number(each(self.conditions[q], lambda atom: self.after(atom, seen, phase)))
                                   for seen in self.seen]
        return self.rows[q, phase]

    def after(self, atom, seen, phase):
        if atom[0] == "in":
            q = atom[1].step(atom[4], seen[atom[2]])
            return (*atom[:4], q) if q >= 0 else not atom[3]
        w, (first, second) = self.n.times(atom[-1], phase), seen[atom[1]]
        w[0] += first
        if second:
            w[1] += second
        if atom[0] == "mod":
            return *atom[:-1], tuple(a % atom[2] for a in w)
        atom = (*atom[:-1], tuple(w))
        return True if self.sure(atom, phase) else False if self.sure(neg(atom), phase) else atom

    def sure(self, atom, phase):
        """Whether a comparison is sure to hold: the rests are between 0 and N_0 - 1."""
        _, form, bound, w = atom
        down = -sum(c for _, c in form if c < 0)
        return self.n.at_least((w[0] - down, *w[1:]), bound - down, phase)

    def at_end(self, q):
        """Whether the condition holds, if there are no more digits."""
        def holds(atom):
            if atom[0] == "in":
                return (atom[4] in atom[1].accepting) == atom[3]
            value = self.n.at_end(atom[-1])
            return value >= atom[2] if atom[0] == "ge" else value % atom[2] in atom[3]
        return each(self.conditions[q], holds)


class Threads:
    """All numbers on `tracks` tracks for which the conditions `needed` hold, as a nondeterministic automaton: the first
    `visible` tracks are read, and digits of the others are guessed, of valid words. `labels` are more conditions: which
    of them hold is told by `labels[q]`, a tuple, None if the word may not end in state q. States from which nothing is
    accepted are left out, and states with the same label and equally many of the same successors are one."""

    def __init__(self, n, tracks, visible, needed, labels, budget):
        self.numeration, self.visible = n, visible
        letters = list(product(range(n.digits), repeat=tracks))
        needed = [*needed, *(member(valid_words(n), (track,)) for track in range(visible, tracks))]
        readings = [Reading(n, f, letters) for f in [*needed, *labels]]
        tables = {}

        def steps(thread):
            phase, after = (thread[0] - 1) % n.period, {}
            rows = [(reading.row(q, phase), reading.view) for reading, q in zip(readings, thread[1:])]
            possible_ = range(len(letters))
            for row, view in rows[:len(needed)]:
                possible_ = [i for i in possible_ if row[view[i]]]
            for i in possible_:
                after.setdefault(letters[i][:visible], []).append((phase, *(row[view[i]] for row, view in rows)))
            tables[thread] = after
            return [(letter, there) for letter, found in after.items() for there in found]

        def label(phase, *states):
            holds = [reading.at_end(q) for reading, q in zip(readings, states)]
            return tuple(holds[len(needed):]) if phase == 0 and all(holds[:len(needed)]) else None

        start = (0, *(reading.start for reading in readings))
        came = {start: None} if all(start[1:len(needed) + 1]) else {}
        reach(came, steps, budget)
        number, ends = {thread: i for i, thread in enumerate(came)}, [label(*thread) for thread in came]
        after = [{letter: [number[there] for there in found] for letter, found in table.items()}
                 for table in tables.values()]
        live = alive(after, [end is not None for end in ends])
        block = classes([(thread[0], end) for thread, end in zip(came, ends)], after, live, budget)
        self.starts, self.labels, self.rows = [block[0]] if 0 in live else [], {}, {}
        for i in live:
            self.labels[block[i]] = ends[i]
            self.rows[block[i]] = {letter: [block[j] for j in found if j in live] for letter, found in after[i].items()}

    def begin(self, cap):
        """How many threads are in which state, at most `cap`, after any number of zeros: guessed numbers may be longer
        than those that are read. As zeros that are guessed, too, keep a thread where it is, the numbers only grow."""
        count, last = dict.fromkeys(self.starts, 1), None
        while count != last:
            last = count
            for _ in range(self.numeration.period):
                count = self.advance(count, (0,) * self.visible, cap)
        return count

    def advance(self, count, letter, cap):
        result = {}
        for q, times in count.items():
            for there in self.rows[q].get(letter, ()):
                result[there] = min(cap, result.get(there, 0) + times)
        return result

    def automaton(self, budget):
        """The deterministic automaton of the visible numbers."""
        start, tables = frozenset(self.begin(1)), {}

        def steps(here):
            letters = sorted({letter for q in here for letter in self.rows[q]})
            after = {letter: frozenset(self.advance(dict.fromkeys(here, 1), letter, 1)) for letter in letters}
            tables[here] = {letter: there for letter, there in after.items() if there}
            return tables[here].items()

        came = {start: None}
        reach(came, steps, budget)
        number = {here: i for i, here in enumerate(came)}
        states = [{letter: number[there] for letter, there in tables[here].items()} for here in came]
        accepting = [number[here] for here in came if any(self.labels[q] is not None for q in here)]
        return Automaton(self.numeration, self.visible, 0, accepting, states)


def possible(n, tracks, needed, budget):
    """Whether some numbers satisfy all conditions."""
    return bool(Threads(n, tracks, 0, needed, [], budget).starts)


def beatty(n, r, budget):
    """The automaton of {floor(m r): m >= 1}, for r = (a + b alpha)/c in an Ostrowski numeration of alpha = [0; k, k,
    ...].

    If k + 1 digits d_i of M have weights q_i, then floor((M + 1) alpha) is the sum of the d_i p_i, where p_i/q_i are
    the convergents of alpha; here p_i = q_(i-1) = N_1(i), and M on track j has this number on track ~j. So with
    M = |b| m - 1, floor(m b alpha) is a form of the digits of M (for b < 0 it is -1 minus that for |b|), and
    T = floor(m r) says 0 <= a m + floor(m b alpha) - c T < c."""
    if r.b and (n.slope is None or n.slope.d != r.d):
        raise NotShown("this checker has Beatty sequences in fib, pell, ostrowski(k) of their own field only")
    b = r.b / n.slope.b if r.b else Fraction(0)
    a = r.a - b * n.slope.a if r.b else r.a
    c = lcm(a.denominator, b.denominator)
    a, b = int(a * c), int(b * c)
    sign, negative = (b > 0) - (b < 0), int(b < 0)
    difference = {0: -c, 1: a, ~2: sign}
    needed = [at_least({1: 1}, 1), at_least(difference, negative), neg(at_least(difference, c + negative))]
    if b:
        needed.append(equals({1: -abs(b), 2: 1}, -1))
    return Threads(n, 3 if b else 2, 1, needed, [], budget).automaton(budget)


def translator(rules, n, tracks, budget):
    """What reads the formulas of the rules, with numbers in a numeration."""
    sets = {name: loaded(text) for name, text in rules.sets.items()}
    shown(all((a.numeration.next, a.numeration.final) == (n.next, n.final) for a in sets.values()),
          "a loaded automaton in another numeration")
    return Translator(tracks, sets, lambda r: beatty(n, r, budget), rules.moves)


# --- the proof -------------------------------------------------------------------------------------------------------

X, Y, U, V = range(4)
HERE = {"x": {X: 1}, "y": {Y: 1}, "s": {X: 1, U: -1}, "t": {Y: 1, V: -1}}


def options(rules, claim, positions, budget):
    """The options of (x, y) that matter, as threads with the labels (is it claimed, is it in class 1, in class 2,
    ...)."""
    n = claim.numeration
    translate = translator(rules, n, 4, budget)
    s, t = HERE["s"], HERE["t"]
    moves = conj(at_least(s, 0), at_least(t, 0), disj(at_least(s, 1), at_least(t, 1)),
                 translate.formula(rules.any_move, HERE))
    classes_ = [translate.formula(class_, HERE) if class_ else True for _, class_ in rules.blocks or rules.comply]
    claimed = member(claim, (U, V))
    if rules.comply:  # misere or not: P-options are not proposed
        needed, label = [neg(claimed)], False
    elif rules.misere:
        needed, label = [], claimed
    else:
        needed, label = [claimed], True
    needed += [moves, translate.meant] + ([member(positions, (U, V))] if rules.position else [])
    return Threads(n, translate.tracks, 2, needed, [label, *classes_], budget)


def previous_wins(rules, counts):
    """P: the previous player can forbid all options that are P (Hall's theorem), or propose enough that are N; and
    in misere play an option that is N is left."""
    if rules.misere and all(claimed for claimed, *_ in counts):
        return False
    if rules.comply:
        return any(sum(times for (_, *inside), times in counts.items() if inside[i]) >= number
                   for i, (number, _) in enumerate(rules.comply))
    for allowed in product((False, True), repeat=len(rules.blocks)):
        limit = sum(number for use, (number, _) in zip(allowed, rules.blocks) if use)
        if limit < sum(times for (claimed, *inside), times in counts.items()
                       if claimed and all(use or not of for use, of in zip(allowed, inside))):
            return False
    return True


def decide(rules, claim, budget, lower=()):
    """Proves the claim, or finds a shortest position (x, y) where it contradicts the rules. Squares that an automaton
    of `lower` accepts are no positions."""
    n = claim.numeration
    translate = translator(rules, n, 2, budget)
    where = translate.formula(rules.position, {"x": {X: 1}, "y": {Y: 1}}) if rules.position else True
    positions = Threads(n, translate.tracks, 2, [where, translate.meant], [], budget).automaton(budget)
    board = conj(member(positions, (X, Y)), *(neg(member(level, (X, Y))) for level in lower))
    board = Threads(n, 2, 2, [board], [], budget).automaton(budget) if lower else positions
    threads = options(rules, claim, positions, budget)
    cap = 1 + sum(number for number, _ in rules.blocks or rules.comply)
    letters = list(product(range(n.digits), repeat=2))
    start = (0, 0, 0, claim.start, board.start, frozenset(threads.begin(cap).items()))
    came = {start: None}

    def steps(here):
        phase, i, j, q, square, counted = here
        if phase == 0 and n.final[i] and n.final[j]:
            counts = {}
            for thread, times in counted:
                if (label := threads.labels[thread]) is not None:
                    counts[label] = counts.get(label, 0) + times
            if (q in claim.accepting) != (square in board.accepting and previous_wins(rules, counts)):
                raise Refuted(f"contradicts the rules at {position(here)}")
        phase, counted = (phase - 1) % n.period, dict(counted)
        for a, b in letters:
            i_, j_ = n.next[phase][i][a], n.next[phase][j][b]
            if i_ >= 0 and j_ >= 0:
                yield (a, b), (phase, i_, j_, claim.step(q, (a, b)), board.step(square, (a, b)),
                               frozenset(threads.advance(counted, (a, b), cap).items()))

    def position(here):
        word = []
        while came[here]:
            here, letter = came[here]
            word.insert(0, letter)
        return tuple(n.value([letter[i] for letter in word]) for i in (0, 1))

    reach(came, steps, budget)
    return len(threads.labels), len(came)


# --- certificates ----------------------------------------------------------------------------------------------------

LEVEL = {"starts": [range(-1, 2 ** 31)], "accepting": [range(2 ** 31)], "states": [[range(-65536, 2 ** 31)]]}
SHAPES = {"automaton": {"numeration": str, "claim": str, **LEVEL},
          "grundy": {"kind": str, "numeration": str, "claim": str, "levels": [LEVEL]}}
SENTENCES = {"automaton": "the accepted pairs are the P-positions",
             "grundy": "for every g, the pairs that automaton g of levels accepts are the positions of Grundy value g"}


def check(fields, budget):
    grundy, levels = "levels" in fields, fields.get("levels", [fields])
    need(1 <= len(levels) <= 64, "there are 1 to 64 levels")
    claims = [read_claim(fields["numeration"], *(level[name] for name in LEVEL)) for level in levels]
    rules = Rules(fields["rules"])
    shown(not grundy or not (rules.misere or rules.comply or rules.blocks), "Grundy values are of games without a twist")
    used = []
    for g, claim in enumerate(claims):
        try:
            used.append(decide(rules, claim, budget, claims[:g]))
        except Refuted as reason:
            raise Refuted(f"level {g} {reason}" if grundy else f"it {reason}") from None
    return "{}{} threads, {} states visited".format(f"values 0 to {g}: " if grundy else "", *map(sum, zip(*used)))
