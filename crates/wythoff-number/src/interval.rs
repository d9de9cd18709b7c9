//! Outward-rounded intervals on big integers: what is known of a real number at some precision.
//!
//! An [`Interval`] at `bits` is the set `[lo, hi] / 2^bits`. Every operation rounds the lower end down and the upper
//! end up, so the exact result of the operation on any two members is a member of the result.

use dashu_int::ops::{BitTest, DivEuclid, SquareRoot};

use super::{Integer, Natural, RealExpr, constants};

/// `[lo, hi] / 2^bits`. The precision is kept by whoever holds the interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) lo: Integer,
    pub(super) hi: Integer,
}

/// `ceil(a / 2^bits)`
fn shift_up(a: Integer, bits: usize) -> Integer {
    -((-a) >> bits)
}

/// `floor(a / b)` for `b != 0`
fn floor_div(a: &Integer, b: &Integer) -> Integer {
    if *b < Integer::ZERO { (-a).div_euclid(-b) } else { a.div_euclid(b) }
}

/// `ceil(a / b)` for `b != 0`
fn ceil_div(a: &Integer, b: &Integer) -> Integer {
    -floor_div(&-a, b)
}

/// The magnitude of a number known to be at least zero.
fn magnitude(a: &Integer) -> Natural {
    a.clone().into_parts().1
}

impl Interval {
    /// The integer `n`, exactly.
    pub(super) fn integer(n: &Integer, bits: usize) -> Interval {
        let lo = n << bits;
        Interval { hi: lo.clone(), lo }
    }

    /// The same set seen with fewer bits.
    pub(super) fn coarser(&self, drop: usize) -> Interval {
        Interval { lo: &self.lo >> drop, hi: shift_up(self.hi.clone(), drop) }
    }

    pub(super) fn contains_zero(&self) -> bool {
        self.lo <= Integer::ZERO && self.hi >= Integer::ZERO
    }

    fn is_positive(&self) -> bool {
        self.lo > Integer::ZERO
    }

    fn neg(self) -> Interval {
        Interval { lo: -self.hi, hi: -self.lo }
    }

    fn add(self, other: Interval) -> Interval {
        Interval { lo: self.lo + other.lo, hi: self.hi + other.hi }
    }

    fn mul(&self, other: &Interval, bits: usize) -> Interval {
        let (lo, hi) = if self.is_positive() && other.is_positive() {
            (&self.lo * &other.lo, &self.hi * &other.hi)
        } else {
            let ends =
                [&self.lo * &other.lo, &self.lo * &other.hi, &self.hi * &other.lo, &self.hi * &other.hi];
            min_max(ends)
        };
        Interval { lo: lo >> bits, hi: shift_up(hi, bits) }
    }

    /// The quotient, or nothing if the divisor may be zero.
    pub(super) fn div(&self, other: &Interval, bits: usize) -> Option<Interval> {
        if other.contains_zero() {
            return None;
        }
        let (a, b) = (&self.lo << bits, &self.hi << bits);
        if self.is_positive() && other.is_positive() {
            return Some(Interval { lo: floor_div(&a, &other.hi), hi: ceil_div(&b, &other.lo) });
        }
        let pairs = [(&a, &other.lo), (&a, &other.hi), (&b, &other.lo), (&b, &other.hi)];
        let (lo, _) = min_max(pairs.map(|(x, y)| floor_div(x, y)));
        let (_, hi) = min_max(pairs.map(|(x, y)| ceil_div(x, y)));
        Some(Interval { lo, hi })
    }

    /// The square root of the members that are not negative.
    fn sqrt(&self, bits: usize) -> Interval {
        let root = |a: &Integer| if *a <= Integer::ZERO { Natural::ZERO } else { magnitude(a) << bits };
        let lo = root(&self.lo);
        let hi = root(&self.hi);
        let low_root = lo.sqrt();
        // An exact square root stays exact, so that sqrt(0) and sqrt(4) cost no width.
        let high_root = if hi == lo {
            if &low_root * &low_root == lo { low_root.clone() } else { &low_root + 1u8 }
        } else {
            hi.sqrt() + 1u8
        };
        Interval { lo: low_root.into(), hi: high_root.into() }
    }

    /// The root of a degree of at least 2 of the members that are not negative.
    fn root(&self, degree: usize, bits: usize) -> Interval {
        let raised = |a: &Integer| {
            if *a <= Integer::ZERO { Natural::ZERO } else { magnitude(a) << (bits * (degree - 1)) }
        };
        let (lo, hi) = (raised(&self.lo), raised(&self.hi));
        let low_root = nth_root(&lo, degree);
        // An exact root stays exact, as with square roots.
        let high_root = if hi == lo {
            if low_root.pow(degree) == lo { low_root.clone() } else { &low_root + 1u8 }
        } else {
            nth_root(&hi, degree) + 1u8
        };
        Interval { lo: low_root.into(), hi: high_root.into() }
    }

    /// The logarithm, or nothing if a member may be zero or negative.
    fn ln(&self, bits: usize) -> Option<Interval> {
        if !self.is_positive() {
            return None;
        }
        let Interval { lo, hi } = constants::ln(&magnitude(&self.lo), bits);
        // ln(b) <= ln(a) + (b - a)/a: the second logarithm is not worth its time.
        let spread = ceil_div(&((&self.hi - &self.lo) << bits), &self.lo);
        Some(Interval { lo, hi: hi + spread })
    }
}

/// `floor(a^(1/degree))`, for a degree of at least 2.
///
/// Newton's method, from above, where the higher half of the digits is known already; the library's own method starts far off
/// and takes thousands of rounds for roots of high degree.
pub(super) fn nth_root(a: &Natural, degree: usize) -> Natural {
    let half = a.bit_len() / (2 * degree);
    if half < 16 {
        return a.nth_root(degree);
    }
    let mut root = (nth_root(&(a >> (half * degree)), degree) + 1u8) << half;
    loop {
        let next = (&root * (degree - 1) + a / root.pow(degree - 1)) / degree;
        if next >= root {
            return root;
        }
        root = next;
    }
}

fn min_max(ends: [Integer; 4]) -> (Integer, Integer) {
    let [mut lo, b, c, d] = ends;
    let mut hi = lo.clone();
    for end in [b, c, d] {
        if end < lo {
            lo = end;
        } else if end > hi {
            hi = end;
        }
    }
    (lo, hi)
}

/// An enclosure of an expression at `bits`, or nothing if a divisor or the argument of a logarithm is not yet told
/// from zero at this precision. Radicands must be known not to be negative.
pub(super) fn enclose(expr: &RealExpr, bits: usize) -> Option<Interval> {
    Some(match expr {
        RealExpr::Integer(n) => Interval::integer(n, bits),
        RealExpr::Pi => constants::pi(bits),
        RealExpr::E => constants::e(bits),
        RealExpr::Phi => {
            // (1 + sqrt(5))/2: halving is shifting, so ask for one bit less of the sum.
            let root = Integer::from((Natural::from(5u8) << (2 * bits)).sqrt());
            let sum = root + (Integer::ONE << bits);
            Interval { lo: &sum >> 1usize, hi: (sum >> 1usize) + 1 }
        }
        RealExpr::Sqrt(a) => enclose(a, bits)?.sqrt(bits),
        RealExpr::Root(a, degree) => enclose(a, bits)?.root(*degree as usize, bits),
        RealExpr::Ln(a) => enclose(a, bits)?.ln(bits)?,
        RealExpr::Neg(a) => enclose(a, bits)?.neg(),
        RealExpr::Add(a, b) => enclose(a, bits)?.add(enclose(b, bits)?),
        RealExpr::Sub(a, b) => enclose(a, bits)?.add(enclose(b, bits)?.neg()),
        RealExpr::Mul(a, b) => match (&**a, &**b) {
            // An integer factor needs neither rounding nor a long product.
            (RealExpr::Integer(n), other) | (other, RealExpr::Integer(n)) => {
                let Interval { lo, hi } = enclose(other, bits)?;
                let (x, y) = (lo * n, hi * n);
                if x <= y { Interval { lo: x, hi: y } } else { Interval { lo: y, hi: x } }
            }
            _ => enclose(a, bits)?.mul(&enclose(b, bits)?, bits),
        },
        RealExpr::Div(a, b) => match &**b {
            RealExpr::Integer(n) if !n.is_zero() => {
                let Interval { lo, hi } = enclose(a, bits)?;
                let (lo, hi) = if *n > Integer::ZERO { (lo, hi) } else { (hi, lo) };
                Interval { lo: floor_div(&lo, n), hi: ceil_div(&hi, n) }
            }
            _ => enclose(a, bits)?.div(&enclose(b, bits)?, bits)?,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_round_down_and_up() {
        assert_eq!(Integer::from(-5) >> 1usize, Integer::from(-3));
        assert_eq!(shift_up(Integer::from(-5), 1), Integer::from(-2));
        assert_eq!(shift_up(Integer::from(5), 1), Integer::from(3));
    }

    #[test]
    fn quotients_round_down_and_up_for_all_signs() {
        for a in -20i32..=20 {
            for b in (-7i32..=7).filter(|b| *b != 0) {
                let exact = f64::from(a) / f64::from(b);
                let (x, y) = (Integer::from(a), Integer::from(b));
                assert_eq!(floor_div(&x, &y), Integer::from(exact.floor() as i64));
                assert_eq!(ceil_div(&x, &y), Integer::from(exact.ceil() as i64));
            }
        }
    }

    #[test]
    fn roots_are_floors() {
        for degree in [2usize, 3, 5, 7, 8, 61, 64] {
            for a in [0u8, 1, 2, 7, 8, 9, 255] {
                for shift in [0usize, 1, 100, 3000, 20_000] {
                    let a = Natural::from(a) << shift;
                    for a in [a.clone(), a.pow(2) + 1u8] {
                        let root = nth_root(&a, degree);
                        assert!(root.pow(degree) <= a && (&root + 1u8).pow(degree) > a, "{degree} {shift}");
                    }
                }
            }
        }
    }

    #[test]
    fn enclosures_tighten_and_nest() {
        let exprs = [
            RealExpr::Pi * RealExpr::E - RealExpr::Phi / (RealExpr::integer(3) - RealExpr::Pi),
            RealExpr::integer(10).ln() / (-RealExpr::integer(2).sqrt()),
            (RealExpr::Pi - RealExpr::integer(3)).ln().sqrt_of_negation(),
            RealExpr::integer(10).root(3) / (RealExpr::E - RealExpr::integer(2)).root(7),
        ];
        for expr in exprs {
            let mut last: Option<(usize, Interval)> = None;
            for bits in [64usize, 128, 500, 2000] {
                let now = enclose(&expr, bits).unwrap();
                assert!(&now.hi - &now.lo < Integer::from(1000), "{expr} at {bits}");
                if let Some((before, wide)) = last {
                    let seen = now.coarser(bits - before);
                    assert!(seen.lo <= wide.hi && seen.hi >= wide.lo, "{expr} at {bits}");
                }
                last = Some((bits, now));
            }
        }
    }

    impl RealExpr {
        fn sqrt_of_negation(self) -> RealExpr {
            (-self).sqrt()
        }
    }
}
