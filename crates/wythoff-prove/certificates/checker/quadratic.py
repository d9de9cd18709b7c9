"""Real numbers a + b sqrt(d), exactly: for Beatty sequences and the slopes of beams."""

from fractions import Fraction
from math import floor, isqrt, lcm

from . import need, shown


class Quadratic:
    """The number a + b sqrt(d); d is the same in all that is computed together, and 0 if b is."""

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

    def common(self, other):
        shown(not self.d or not other.d or self.d == other.d, "this checker does not mix square roots")
        return self.d or other.d

    def __add__(self, other):
        return Quadratic(self.a + other.a, self.b + other.b, self.common(other))

    def __sub__(self, other):
        return Quadratic(self.a - other.a, self.b - other.b, self.common(other))

    def __mul__(self, other):
        d = self.common(other)
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

    def __le__(self, other):
        return floor(other - self) >= 0

    def __lt__(self, other):
        return not other <= self
