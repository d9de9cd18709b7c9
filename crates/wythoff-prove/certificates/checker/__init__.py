"""The parts of check.py. What each of them proves, and on what it rests, is said at its beginning.

    quadratic    real numbers a + b sqrt(d)                      (for Beatty sequences and slopes)
    numeration   which words of digits are numbers               (for all)
    rules        rule texts, and conditions on numbers           (for all)
    automata     the claims about automata and Grundy values; and conditions on all numbers, decided by automata
    tails        the claims about tails, on one or both sides
    beams        the claims about beams, with or without slips

Here is what they have in common: how a check ends, and when it gives up.
"""

import time


class Unreadable(Exception):
    """The file is no certificate in the documented format."""


class NotShown(Exception):
    """The claim may be true or false: it is too large, or of a kind that this checker cannot decide."""


class Refuted(Exception):
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

    def check(self, count=0):
        shown(count <= self.states, f"too large for this checker: more than {self.states} states")
        shown(time.process_time() <= self.end, "too large for this checker: the time is up")


def reach(came, steps, budget):
    """Visits all that can be reached from the keys of `came`, breadth first; `steps(here)` are pairs (letter, there).
    `came` tells afterwards, in this order, how each was reached first: (from where, by which letter)."""
    todo = list(came)
    for here in todo:  # grows while it is read
        budget.check(len(came))
        for letter, there in steps(here):
            if there not in came:
                came[there] = here, letter
                todo.append(there)


def least_period(values, unit=1):
    """The least divisor of the length, among the multiples of `unit`, after which a list repeats."""
    return next(n for n in range(unit, len(values) + 1, unit) if len(values) % n == 0 and values[n:] == values[:-n])
