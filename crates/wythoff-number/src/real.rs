//! Real constants with floors that are never wrong.
//!
//! A [`Real`] is an expression together with what is proved about it: its [`Nature`], and its value as a
//! [`Quadratic`] if it is one. Rational numbers and quadratic irrationals answer exactly. Every other number is
//! enclosed in an interval, refined until the answer is certain or the [`Precision`] is used up; the best enclosure so
//! far is remembered, so that many questions about one number pay for its digits once.
//!
//! ```
//! use wythoff_number::{Natural, Nature, Real, RealExpr};
//! let beta = Real::new(RealExpr::integer(2) + RealExpr::integer(2).ln())?;
//! assert!(matches!(beta.nature(), Nature::Irrational(_)));
//! assert_eq!(beta.complement()?.to_string(), "(2 + ln(2))/(2 + ln(2) - 1)");
//! // floor(n*beta) and floor(n*complement) share out the positive integers (Rayleigh 1894, Beatty 1926).
//! for x in 1u32..100 {
//!     let x = Natural::from(x);
//!     assert!(beta.beatty_index(&x)?.is_some() != beta.complement()?.beatty_index(&x)?.is_some());
//! }
//! # Ok::<(), wythoff_number::NumberError>(())
//! ```

use std::cmp::Ordering;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use dashu_int::ops::{BitTest, DivEuclid, SquareRoot, UnsignedAbs};

use super::interval::{Interval, enclose};
use super::nature::{Findings, examine};
use super::{Integer, Natural, Nature, NumberError, Quadratic, Rational, RealExpr};

/// The deepest expression that is accepted.
const MAX_DEPTH: usize = 200;

/// How far an enclosure may be refined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Precision {
    /// Bits beyond the size of the question: `floor(n*beta)` is given up at `bits(n) + extra_bits`.
    pub extra_bits: usize,
}

impl Default for Precision {
    fn default() -> Self {
        Precision { extra_bits: 20_000 }
    }
}

/// A real constant. Cheap to clone; two are equal if they are written alike.
#[derive(Clone)]
pub struct Real(Arc<Inner>);

struct Inner {
    expr: RealExpr,
    nature: Nature,
    quadratic: Option<Quadratic>,
    precision: Precision,
    value: Enclosure,
    inverse: Enclosure,
    positive: OnceLock<bool>,
    /// `floor(2^128/value)`, for an irrational value above 1.
    inverse_word: OnceLock<Option<u128>>,
}

impl Inner {
    fn new(expr: RealExpr, nature: Nature, quadratic: Option<Quadratic>, precision: Precision) -> Arc<Inner> {
        Arc::new(Inner {
            expr,
            nature,
            quadratic,
            precision,
            value: Enclosure::default(),
            inverse: Enclosure::default(),
            positive: OnceLock::new(),
            inverse_word: OnceLock::new(),
        })
    }
}

/// The most precise enclosure found so far, with its precision.
#[derive(Default)]
struct Enclosure(Mutex<Option<(usize, Arc<Interval>)>>);

impl Enclosure {
    /// An enclosure at `bits` or somewhat above, with its precision; made by `make` if none is known.
    fn at(
        &self,
        bits: usize,
        make: impl FnOnce(usize) -> Option<Interval>,
    ) -> Option<(usize, Arc<Interval>)> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((have, interval)) = known
            && have >= bits
        {
            // A short question about a long number should not pay for the length of the number.
            return Some(if have > 2 * bits + 256 {
                (bits, Arc::new(interval.coarser(have - bits)))
            } else {
                (have, interval)
            });
        }
        // Round up to a multiple of an eighth of the size, so that slightly longer questions find an answer here.
        let step = (bits.next_power_of_two() / 16).max(64);
        let bits = bits.next_multiple_of(step);
        let interval = Arc::new(make(bits)?);
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.as_ref().is_none_or(|(have, _)| *have < bits) {
            *slot = Some((bits, Arc::clone(&interval)));
        }
        Some((bits, interval))
    }
}

impl Real {
    /// Checks an expression and finds out what is known about its value.
    ///
    /// # Errors
    /// [`NumberError::DivisionByZero`], [`NumberError::NegativeRoot`] and [`NumberError::NonPositiveLog`] where the
    /// expression has no value; [`NumberError::Unseparated`] where that could not be decided;
    /// [`NumberError::TooDeep`], [`NumberError::RootDegree`].
    pub fn new(expr: RealExpr) -> Result<Real, NumberError> {
        Real::with_precision(expr, Precision::default())
    }

    /// [`Real::new`] with a limit on refinement other than the default.
    ///
    /// # Errors
    /// As for [`Real::new`].
    pub fn with_precision(expr: RealExpr, precision: Precision) -> Result<Real, NumberError> {
        if expr.depth() > MAX_DEPTH {
            return Err(NumberError::TooDeep(MAX_DEPTH));
        }
        if let Some(degree) = expr.unfit_root() {
            return Err(NumberError::RootDegree(degree));
        }
        let Findings { nature, quadratic } = examine(&expr)?;
        Ok(Real(Inner::new(expr, nature, quadratic, precision)))
    }

    /// The expression, as it was written.
    #[must_use]
    pub fn expr(&self) -> &RealExpr {
        &self.0.expr
    }

    /// What is known about the rationality of the number.
    #[must_use]
    pub fn nature(&self) -> Nature {
        self.0.nature.clone()
    }

    /// Whether the number is proved irrational.
    #[must_use]
    pub fn is_irrational(&self) -> bool {
        matches!(self.0.nature, Nature::Irrational(_))
    }

    /// The limit on refinement.
    #[must_use]
    pub fn precision(&self) -> Precision {
        self.0.precision
    }

    /// The value, if it is rational.
    #[must_use]
    pub fn as_rational(&self) -> Option<&Rational> {
        match &self.0.nature {
            Nature::Rational(value) => Some(value),
            _ => None,
        }
    }

    /// The value, if it is a quadratic irrational.
    #[must_use]
    pub fn as_quadratic(&self) -> Option<&Quadratic> {
        self.0.quadratic.as_ref()
    }

    /// `floor(self)`
    ///
    /// # Errors
    /// [`NumberError::Unseparated`]
    pub fn floor(&self) -> Result<Integer, NumberError> {
        self.floor_mul(&Natural::ONE)
    }

    /// `floor(n * self)`
    ///
    /// # Errors
    /// [`NumberError::Unseparated`]
    pub fn floor_mul(&self, n: &Natural) -> Result<Integer, NumberError> {
        if n.is_zero() {
            return Ok(Integer::ZERO);
        }
        if let Some(value) = self.as_rational() {
            return Ok((value.numerator() * n).div_euclid(Integer::from(value.denominator().clone())));
        }
        let seen = self.refine(n.bit_len(), Side::Value, |interval, bits| {
            let lo = &interval.lo * n;
            // The interval is narrow: its width times n is a short product.
            let hi = &lo + (&interval.hi - &interval.lo) * n;
            let floor = lo >> bits;
            (floor == hi >> bits).then_some(floor)
        });
        match (seen, self.as_quadratic()) {
            (Ok(floor), _) => Ok(floor),
            (Err(_), Some(quadratic)) => Ok(quadratic.floor_mul(n)),
            (Err(bits), None) => Err(self.unseparated("floor of n*", bits)),
        }
    }

    /// How the number compares with `num/den`.
    ///
    /// # Errors
    /// [`NumberError::DivisionByZero`] if `den = 0`, [`NumberError::Unseparated`]
    pub fn cmp_rational(&self, num: &Integer, den: &Natural) -> Result<Ordering, NumberError> {
        if den.is_zero() {
            return Err(NumberError::DivisionByZero(format!("{num}/0")));
        }
        if let Some(value) = self.as_rational() {
            return Ok((value.numerator() * den).cmp(&(num * value.denominator())));
        }
        if let Some(quadratic) = self.as_quadratic() {
            return quadratic.cmp_rational(num, den);
        }
        self.refine(num.bit_len() + den.bit_len(), Side::Value, |interval, bits| {
            let other = num << bits;
            if &interval.lo * den > other {
                Some(Ordering::Greater)
            } else {
                (&interval.hi * den < other).then_some(Ordering::Less)
            }
        })
        .map_err(|bits| self.unseparated(&format!("the order of {num}/{den} and "), bits))
    }

    /// The `n >= 1` with `floor(n * self) = x`; the least one if there are several, as below 1.
    ///
    /// # Errors
    /// [`NumberError::NotPositive`], [`NumberError::Unseparated`]
    pub fn beatty_index(&self, x: &Natural) -> Result<Option<Natural>, NumberError> {
        let (below, upto) = self.beatty_counts(x)?;
        // The multiples whose floor is x are those counted up to x and not before.
        Ok((below < upto).then(|| below + 1u8))
    }

    /// How many `n >= 1` have `floor(n * self) <= x`.
    ///
    /// For `self > 1` this is also the number of members of the Beatty sequence in `1..=x`.
    ///
    /// # Errors
    /// [`NumberError::NotPositive`], [`NumberError::Unseparated`]
    pub fn beatty_count(&self, x: &Natural) -> Result<Natural, NumberError> {
        self.beatty_counts(x).map(|(_, upto)| upto)
    }

    /// How many `n >= 1` have `floor(n*self) < x`, and how many have `floor(n*self) <= x`.
    fn beatty_counts(&self, x: &Natural) -> Result<(Natural, Natural), NumberError> {
        if !self.is_positive()? {
            return Err(NumberError::NotPositive(self.to_string()));
        }
        if let Ok(small) = u64::try_from(x)
            && let Some((below, upto)) = self.small_counts(small)
        {
            return Ok((below.into(), upto.into()));
        }
        let next = x + 1u8;
        if let Some(value) = self.as_rational() {
            // floor(n*self) < x iff n < x/self: ceil(x/self) - 1 of them, from n = 1 on.
            let (num, den) = (value.numerator().clone().unsigned_abs(), value.denominator());
            let count = |y: &Natural| if y.is_zero() { Natural::ZERO } else { (y * den - 1u8) / &num };
            return Ok((count(x), count(&next)));
        }
        // For an irrational number both counts are floors: of x/self and of (x + 1)/self, and of 0 for x = 0.
        let seen = self.refine(next.bit_len(), Side::Inverse, |interval, bits| {
            let lo = &interval.lo * &next;
            let hi = &lo + (&interval.hi - &interval.lo) * &next;
            let below = if x.is_zero() {
                Integer::ZERO
            } else {
                let floor = (&lo - &interval.hi) >> bits;
                if floor != (&hi - &interval.lo) >> bits {
                    return None;
                }
                floor
            };
            let upto = lo >> bits;
            (upto == hi >> bits).then(|| (below.unsigned_abs(), upto.unsigned_abs()))
        });
        match (seen, self.as_quadratic()) {
            (Ok(counts), _) => Ok(counts),
            (Err(_), Some(quadratic)) => {
                let inverse = quadratic.inverse();
                Ok((inverse.floor_mul(x).unsigned_abs(), inverse.floor_mul(&next).unsigned_abs()))
            }
            (Err(bits), None) => Err(self.unseparated("the Beatty index for ", bits)),
        }
    }

    /// `self/(self - 1)`: the number whose Beatty sequence is the complement of this one's, if both are irrational.
    ///
    /// # Errors
    /// [`NumberError::NoComplement`] unless the number is greater than 1.
    pub fn complement(&self) -> Result<Real, NumberError> {
        if self.cmp_rational(&Integer::ONE, &Natural::ONE)? != Ordering::Greater {
            return Err(NumberError::NoComplement(self.to_string()));
        }
        let expr = if let Some(value) = self.as_rational() {
            rational_expr(&(value / (value - Rational::ONE)))
        } else if let Some(value) = self.as_quadratic() {
            // b/(b - 1) = 1 + 1/(b - 1)
            let minus = Rational::from(Integer::NEG_ONE);
            value.add_rational(&minus).inverse().add_rational(&Rational::ONE).to_expr()
        } else {
            self.expr().clone() / (self.expr().clone() - RealExpr::integer(1))
        };
        Real::with_precision(expr, self.precision())
    }

    /// Whether the number is above zero.
    pub fn is_positive(&self) -> Result<bool, NumberError> {
        if let Some(known) = self.0.positive.get() {
            return Ok(*known);
        }
        let positive = self.cmp_rational(&Integer::ZERO, &Natural::ONE)? == Ordering::Greater;
        Ok(*self.0.positive.get_or_init(|| positive))
    }

    /// The two counts of [`Real::beatty_counts`] for a small x, by one 192-bit product.
    ///
    /// Boards ask for millions of them. Nothing if the number is rational or below 1, or the product is too close to
    /// an integer to tell.
    fn small_counts(&self, x: u64) -> Option<(u64, u64)> {
        let word = *self.0.inverse_word.get_or_init(|| {
            if self.as_rational().is_some() {
                return None;
            }
            self.refine(128, Side::Inverse, |interval, bits| {
                let (lo, hi) = (&interval.lo >> (bits - 128), &interval.hi >> (bits - 128));
                if lo == hi { u128::try_from(lo).ok() } else { None }
            })
            .ok()
        });
        let (word, next) = (word?, u128::from(x.checked_add(1)?));
        let high = word >> 64;
        // (x + 1)/self lies in [upto, upto + 2) / 2^64, and x/self in (below - 1, below + 2) / 2^64.
        let upto = high * next + ((u128::from(word as u64) * next) >> 64);
        let below = upto - high;
        let certain = |count: u128| (1..u64::MAX).contains(&(count as u64));
        if !certain(upto) || (x != 0 && !certain(below)) {
            return None;
        }
        Some((if x == 0 { 0 } else { (below >> 64) as u64 }, (upto >> 64) as u64))
    }

    /// Asks `decide` with finer and finer enclosures of the number (or its inverse) until it answers.
    ///
    /// The error is the precision at the end.
    fn refine<T>(
        &self,
        size: usize,
        side: Side,
        mut decide: impl FnMut(&Interval, usize) -> Option<T>,
    ) -> Result<T, usize> {
        // A quadratic has an exact way to fall back on, which costs less than many rounds here.
        let limit = if self.0.quadratic.is_some() { 256 } else { self.0.precision.extra_bits };
        let mut extra = 64;
        loop {
            let bits = size + extra.min(limit);
            let enclosure = match side {
                Side::Value => self.0.value.at(bits, |bits| self.enclose(bits)),
                Side::Inverse => self.0.inverse.at(bits, |bits| self.enclose_inverse(bits)),
            };
            if let Some((bits, interval)) = enclosure
                && let Some(answer) = decide(&interval, bits)
            {
                return Ok(answer);
            }
            if extra >= limit {
                return Err(bits);
            }
            extra *= 2;
        }
    }

    fn enclose(&self, bits: usize) -> Option<Interval> {
        match &self.0.quadratic {
            Some(quadratic) => Some(enclose_quadratic(quadratic, bits)),
            None => enclose(&self.0.expr, bits),
        }
    }

    fn enclose_inverse(&self, bits: usize) -> Option<Interval> {
        if let Some(quadratic) = &self.0.quadratic {
            return Some(enclose_quadratic(&quadratic.inverse(), bits));
        }
        let (have, value) = self.0.value.at(bits, |bits| self.enclose(bits))?;
        // Of a finer enclosure only as many bits as asked for are worth inverting.
        let value = if have > bits { value.coarser(have - bits) } else { (*value).clone() };
        Interval::integer(&Integer::ONE, bits).div(&value, bits)
    }

    fn unseparated(&self, what: &str, bits: usize) -> NumberError {
        let number = self.to_string();
        let may_be_rational = matches!(self.0.nature, Nature::Unknown);
        let atom = matches!(
            self.expr(),
            RealExpr::Pi | RealExpr::E | RealExpr::Sqrt(_) | RealExpr::Root(..) | RealExpr::Ln(_)
        );
        let what = if atom { format!("{what}{number}") } else { format!("{what}({number})") };
        NumberError::Unseparated { what, number, bits, may_be_rational }
    }
}

/// Which of the two enclosures of a number is asked for.
#[derive(Clone, Copy)]
enum Side {
    Value,
    Inverse,
}

/// The value of a quadratic irrational at `bits`, by one square root.
fn enclose_quadratic(value: &Quadratic, bits: usize) -> Interval {
    let root = Integer::from((value.d() << (2 * bits)).sqrt());
    let whole = value.p() << bits;
    let near = &whole + value.q() * &root;
    let far = &near + value.q();
    let (lo, hi) = if near < far { (near, far) } else { (far, near) };
    let r = Integer::from(value.r().clone());
    if r.is_one() {
        return Interval { lo, hi };
    }
    // The two ends lie close together: one long division, and a short one for the difference.
    let floor = (&lo).div_euclid(&r);
    let rest = hi - &floor * &r;
    Interval { hi: &floor + rest.div_euclid(r) + 1, lo: floor }
}

/// A rational number as an expression.
fn rational_expr(value: &Rational) -> RealExpr {
    let above = RealExpr::Integer(value.numerator().clone());
    if value.is_int() { above } else { above / RealExpr::integer(value.denominator().clone()) }
}

impl From<&Quadratic> for Real {
    fn from(value: &Quadratic) -> Real {
        let nature = Nature::Irrational(super::Irrationality::SquareRoots);
        Real(Inner::new(value.to_expr(), nature, Some(value.clone()), Precision::default()))
    }
}

impl PartialEq for Real {
    fn eq(&self, other: &Real) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.expr == other.0.expr
    }
}

impl Eq for Real {}

impl fmt::Debug for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Real({})", self.0.expr)
    }
}

impl fmt::Display for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expr.fmt(f)
    }
}
