//! Exact slopes: from counts that repeat, from the law that columns hold equally many P-positions, or the simplest number that
//! fits. What lies outside the interval that the data leave is never offered.
//!
//! A beam of slope s with c P-positions per column has c/s per row and c/|s − 1| per diagonal: two of these numbers give a rational
//! slope. Where every column holds κ P-positions in all, Σ c(1 + 1/s) = κ over the beams above the diagonal of a symmetric game; one
//! number and this law give a slope that is rational or quadratic. (blocking-wythoff, Proposition 1.2, for the columns of W^k.)

use super::pattern::LineCounts;
use dashu_int::ops::{SquareRootRem, UnsignedAbs};
use wythoff_number::{Integer, Natural, Quadratic, Rational, Real, RealExpr};

/// Where an exact slope comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlopeGround {
    /// Two of the numbers per column, per row and per diagonal repeat.
    Counts,
    /// One of them repeats, and so does the number of P-positions in a column, all beams together.
    CountingLaw,
    /// The steps from P-position to P-position spell a word that a substitution makes from itself.
    Word,
    /// No other number as simple lies in the interval, nor would one be expected to.
    Simplest,
}

/// What is known of a beam before its slope is.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) low: Rational,
    pub(super) high: Rational,
    pub(super) column: Option<LineCounts>,
    pub(super) row: Option<LineCounts>,
    pub(super) diagonal: Option<LineCounts>,
}

impl Known {
    /// Does a number lie in the interval of the slope?
    pub(super) fn admits(&self, slope: &Real) -> bool {
        let cmp = |bound: &Rational| {
            let (num, den) = bound.clone().into_parts();
            slope.cmp_rational(&num, &den).ok()
        };
        cmp(&self.low).is_some_and(std::cmp::Ordering::is_ge)
            && cmp(&self.high).is_some_and(std::cmp::Ordering::is_le)
    }

    fn admits_rational(&self, slope: &Rational) -> bool {
        (&self.low..=&self.high).contains(&slope)
    }

    fn exact(counts: &Option<LineCounts>) -> Option<&Rational> {
        counts.as_ref().and_then(LineCounts::exact).filter(|mean| **mean > Rational::ZERO)
    }

    fn per_column(&self) -> Option<&Rational> {
        Known::exact(&self.column)
    }

    fn per_row(&self) -> Option<&Rational> {
        Known::exact(&self.row)
    }

    /// Per diagonal, of a beam that is certainly above or below the main one.
    fn per_diagonal(&self) -> Option<(&Rational, bool)> {
        let above = self.low > Rational::ONE;
        Known::exact(&self.diagonal).filter(|_| above || self.high < Rational::ONE).map(|d| (d, above))
    }

    /// The slope that two numbers give.
    pub(super) fn by_counts(&self) -> Option<Rational> {
        let (c, r, d) = (self.per_column(), self.per_row(), self.per_diagonal());
        let mut found = Vec::new();
        if let (Some(c), Some(r)) = (c, r) {
            found.push(c / r);
        }
        if let (Some(c), Some((d, above))) = (c, d) {
            found.push(if above { Rational::ONE + c / d } else { Rational::ONE - c / d });
        }
        if let (Some(r), Some((d, above))) = (r, d) {
            let rest = if above { d - r } else { d + r };
            if !rest.is_zero() {
                found.push(d / rest);
            }
        }
        // Three numbers that say different things say nothing.
        let first = found.first()?.clone();
        (found.iter().all(|s| *s == first) && self.admits_rational(&first)).then_some(first)
    }

    /// The slope that satisfies an equation.
    pub(super) fn by_equation(&self, [a, b, c]: &[Rational; 3]) -> Option<Real> {
        roots(a, b, c).into_iter().find(|s| self.admits(s))
    }

    /// The slope of the one beam above the diagonal that is left, if it and its mirror image take this many P-positions of a column.
    pub(super) fn by_law(&self, rest: &Rational) -> Option<Real> {
        if *rest <= Rational::ZERO {
            return None;
        }
        let admitted = |slope: Rational| Some(slope).filter(|s| self.admits_rational(s)).and_then(rational);
        if let Some(c) = self.per_column().filter(|c| *c < rest) {
            return admitted(c / (rest - c));
        }
        if let Some((d, true)) = self.per_diagonal() {
            // d(s − 1)(1 + 1/s) = rest
            return roots(d, &-rest, &-d).into_iter().find(|s| self.admits(s));
        }
        admitted(rest / self.per_row()? - Rational::ONE)
    }
}

/// The slopes of the last two beams of a game that is not symmetric, one above the diagonal and one below: what they hold together
/// in a column and in a row.
pub(super) fn by_two_laws(
    above: &Known,
    below: &Known,
    column: &Rational,
    row: &Rational,
) -> Option<(Real, Real)> {
    let ((a, true), (b, false)) = (above.per_diagonal()?, below.per_diagonal()?) else { return None };
    // a(s − 1) + b(1 − t) = column and a(1 − 1/s) + b(1/t − 1) = row.
    let e = b - column - a;
    let g = a - b - row;
    let steep = roots(&(&g * a), &(&g * &e - a * a + b * b), &-(a * &e));
    let steep = steep.into_iter().find(|s| above.admits(s))?;
    let (factor, shift) = (a / b, e / b);
    let flat = match (steep.as_quadratic(), steep.as_rational()) {
        (Some(s), _) => {
            let flat = s.mul_rational(&factor).ok()?.add_rational(&shift);
            Real::new(flat.to_expr()).ok()?
        }
        (None, Some(s)) => rational(s * factor + shift)?,
        (None, None) => return None,
    };
    below.admits(&flat).then_some((steep, flat))
}

/// A rational number as a real one.
pub(crate) fn rational(value: Rational) -> Option<Real> {
    let (num, den) = value.into_parts();
    let num = RealExpr::Integer(num);
    let expr = if den.is_one() { num } else { num / RealExpr::integer(den) };
    Real::new(expr).ok()
}

/// The real roots of `a·z² + b·z + c`, for a ≠ 0.
fn roots(a: &Rational, b: &Rational, c: &Rational) -> Vec<Real> {
    if a.is_zero() {
        let linear = (!b.is_zero()).then(|| -c / b);
        return linear.and_then(rational).into_iter().collect();
    }
    // Over a common denominator: integers.
    let dens = [a, b, c].map(|r| Integer::from(r.denominator().clone()));
    let common = &dens[0] * &dens[1] * &dens[2];
    let whole = |r: &Rational| r.numerator() * (&common / Integer::from(r.denominator().clone()));
    let (a, b, c) = (whole(a), whole(b), whole(c));
    let discriminant = &b * &b - Integer::from(4) * &a * &c;
    if discriminant < Integer::ZERO {
        return Vec::new();
    }
    let discriminant: Natural = discriminant.unsigned_abs();
    let (root, rest) = discriminant.clone().sqrt_rem();
    let twice = Integer::from(2) * &a;
    [1, -1]
        .into_iter()
        .filter_map(|sign| match rest.is_zero() {
            true => {
                let above = -&b + Integer::from(sign) * Integer::from(root.clone());
                rational(Rational::from(above) / Rational::from(twice.clone()))
            }
            false => {
                let value = Quadratic::new(-b.clone(), sign, discriminant.clone(), twice.clone()).ok()?;
                Real::new(value.to_expr()).ok()
            }
        })
        .collect()
}

/// Numbers are offered as the simplest if so few as simple ones would be expected in an interval by chance.
const CHANCE: f64 = 0.02;
/// The same for fractions, which are what one expects of straight beams.
const FRACTION_CHANCE: f64 = 0.05;

/// The simplest rational or quadratic number in the interval, if it stands out.
pub(super) fn simplest(known: &Known) -> Option<Real> {
    let length = (&known.high - &known.low).to_f64().value();
    let middle = ((&known.high + &known.low) / Rational::from(2)).to_f64().value();
    if length == 0.0 {
        return rational(known.low.clone());
    }
    let simple = Rational::simplest_in(known.low.clone(), known.high.clone());
    let size = Rational::from(simple.denominator().clone()).to_f64().value();
    // About q²/3 fractions with denominators up to q lie between two integers.
    if size * size * length < FRACTION_CHANCE && known.admits_rational(&simple) {
        return rational(simple);
    }
    simplest_quadratic(known, middle, length)
}

/// The irrational root of the equation with the smallest coefficients. Floating point only chooses what to look at.
fn simplest_quadratic(known: &Known, middle: f64, length: f64) -> Option<Real> {
    let mut expected = 0.0;
    for height in 2..60_i64 {
        let mut found = None;
        for a in 1..height {
            for b in [a - height, height - a] {
                let slack = ((2 * a) as f64).mul_add(middle, b as f64).abs().max(1.0) * length;
                let c = -(a as f64 * middle).mul_add(middle, b as f64 * middle);
                expected += slack;
                if found.is_none() && (c - c.round()).abs() <= slack {
                    let [a, b, c] = [a, b, c.round() as i64].map(Rational::from);
                    found = roots(&a, &b, &c).into_iter().find(|s| s.is_irrational() && known.admits(s));
                }
            }
        }
        if expected > CHANCE {
            return None;
        }
        if found.is_some() {
            return found;
        }
    }
    None
}
