//! Quadratic irrationals `(p + q*sqrt(d))/r`: every question about them is answered by integer square roots.
//!
//! The slopes of k-Wythoff Nim and of most of its relatives are of this kind, which is why their P-positions are known
//! for piles with a million digits. The floor rests on `floor((A + x)/r) = floor((A + floor(x))/r)` for integers `A`,
//! `r > 0` and any real `x`, with `x = +-sqrt(n^2 q^2 d)`.
//!
//! ```
//! use wythoff_number::{Natural, Quadratic};
//! let phi = Quadratic::new(1, 1, 5u8, 2)?;
//! assert_eq!(phi.to_string(), "(1 + sqrt(5))/2");
//! assert_eq!(phi.floor_mul(&Natural::from(10u8).pow(20)), "161803398874989484820".parse().unwrap());
//! assert_eq!(phi.mul(&phi)?.to_string(), "(3 + sqrt(5))/2");
//! # Ok::<(), wythoff_number::NumberError>(())
//! ```

use std::cmp::Ordering;
use std::fmt;

use dashu_int::ops::{DivEuclid, DivRem, Gcd, SquareRoot, SquareRootRem, UnsignedAbs};

use super::{Integer, Natural, NumberError, Rational, RealExpr};

/// An irrational number `(p + q*sqrt(d))/r` in lowest terms.
///
/// Always `q != 0`, `r > 0`, `d` is no square and has no small square factor, and `gcd(p, q, r) = 1`.
#[derive(Clone, Debug)]
pub struct Quadratic {
    p: Integer,
    q: Integer,
    d: Natural,
    r: Natural,
}

impl Quadratic {
    /// The number `(p + q*sqrt(d))/r`.
    ///
    /// # Errors
    /// [`NumberError::DivisionByZero`] if `r = 0`, [`NumberError::NotIrrational`] if the value is rational.
    pub fn new(
        p: impl Into<Integer>,
        q: impl Into<Integer>,
        d: impl Into<Natural>,
        r: impl Into<Integer>,
    ) -> Result<Quadratic, NumberError> {
        let (mut p, mut q, r) = (p.into(), q.into(), r.into());
        if r.is_zero() {
            return Err(NumberError::DivisionByZero("r".to_owned()));
        }
        let (square, d) = extract_square(d.into());
        q *= Integer::from(square);
        if r < Integer::ZERO {
            (p, q) = (-p, -q);
        }
        let mut r = r.unsigned_abs();
        if q.is_zero() || d <= Natural::ONE {
            let value = Rational::from_parts(p + q * Integer::from(d), r);
            return Err(NumberError::NotIrrational(value.to_string()));
        }
        let common = (&q).gcd(&r).gcd(&p);
        if !common.is_one() {
            p /= Integer::from(common.clone());
            q /= Integer::from(common.clone());
            r /= common;
        }
        Ok(Quadratic { p, q, d, r })
    }

    /// The integer part of the numerator.
    #[must_use]
    pub fn p(&self) -> &Integer {
        &self.p
    }

    /// The factor of the root; never zero.
    #[must_use]
    pub fn q(&self) -> &Integer {
        &self.q
    }

    /// The radicand; never a square.
    #[must_use]
    pub fn d(&self) -> &Natural {
        &self.d
    }

    /// The denominator; never zero.
    #[must_use]
    pub fn r(&self) -> &Natural {
        &self.r
    }

    /// `floor(self)`
    #[must_use]
    pub fn floor(&self) -> Integer {
        self.floor_mul(&Natural::ONE)
    }

    /// `floor(n * self)`, by one integer square root.
    #[must_use]
    pub fn floor_mul(&self, n: &Natural) -> Integer {
        if n.is_zero() {
            return Integer::ZERO;
        }
        let scaled = n * self.q.clone().unsigned_abs();
        let root = Integer::from((&scaled * &scaled * &self.d).sqrt());
        // The root is irrational, so floor(-x) = -floor(x) - 1.
        let root = if self.q > Integer::ZERO { root } else { -root - 1 };
        let sum = &self.p * n + root;
        if self.r.is_one() { sum } else { sum.div_euclid(Integer::from(self.r.clone())) }
    }

    /// How the number compares with `num/den`; never equal.
    ///
    /// # Errors
    /// [`NumberError::DivisionByZero`] if `den = 0`.
    pub fn cmp_rational(&self, num: &Integer, den: &Natural) -> Result<Ordering, NumberError> {
        if den.is_zero() {
            return Err(NumberError::DivisionByZero("den".to_owned()));
        }
        // Sign of (p*den - num*r) + q*den*sqrt(d).
        Ok(sign_of_sum(&(&self.p * den - num * &self.r), &(&self.q * den), &self.d))
    }

    /// Whether the number is above zero.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        sign_of_sum(&self.p, &self.q, &self.d) == Ordering::Greater
    }

    /// The number with the sign of the root changed.
    #[must_use]
    pub fn conjugate(&self) -> Quadratic {
        Quadratic { q: -&self.q, ..self.clone() }
    }

    /// `-self`
    #[must_use]
    pub fn neg(&self) -> Quadratic {
        Quadratic { p: -&self.p, q: -&self.q, ..self.clone() }
    }

    /// `1/self`
    #[must_use]
    pub fn inverse(&self) -> Quadratic {
        // r/(p + q w) = r (p - q w)/(p^2 - q^2 d), and the norm is not zero because w is irrational.
        let norm = &self.p * &self.p - &self.q * &self.q * &self.d;
        let r = &self.r;
        Quadratic::reduced(&self.p * r, -(&self.q * r), self.d.clone(), norm)
    }

    /// `self + other`
    ///
    /// # Errors
    /// [`NumberError::DifferentFields`], or [`NumberError::NotIrrational`] if the sum is rational.
    pub fn add(&self, other: &Quadratic) -> Result<Quadratic, NumberError> {
        let (q, r) = self.rebase(other)?;
        let p = &self.p * &r + &other.p * &self.r;
        Quadratic::new(p, &self.q * &r + q * &self.r, self.d.clone(), r * &self.r)
    }

    /// `self - other`
    ///
    /// # Errors
    /// As for [`Quadratic::add`].
    pub fn sub(&self, other: &Quadratic) -> Result<Quadratic, NumberError> {
        self.add(&other.neg())
    }

    /// `self * other`
    ///
    /// # Errors
    /// As for [`Quadratic::add`].
    pub fn mul(&self, other: &Quadratic) -> Result<Quadratic, NumberError> {
        let (q, r) = self.rebase(other)?;
        // other = (p' + q w)/r with p' = other.p * (r / other.r)
        let p = &other.p * (&r / Integer::from(other.r.clone()));
        let real = &self.p * &p + &self.q * &q * &self.d;
        let root = &self.p * q + &self.q * p;
        Quadratic::new(real, root, self.d.clone(), r * &self.r)
    }

    /// `self / other`
    ///
    /// # Errors
    /// As for [`Quadratic::add`].
    pub fn div(&self, other: &Quadratic) -> Result<Quadratic, NumberError> {
        self.mul(&other.inverse())
    }

    /// `self + value`
    #[must_use]
    pub fn add_rational(&self, value: &Rational) -> Quadratic {
        let (num, den) = value.clone().into_parts();
        let p = &self.p * &den + num * &self.r;
        Quadratic::reduced(p, &self.q * &den, self.d.clone(), Integer::from(&self.r * den))
    }

    /// `self * value`
    ///
    /// # Errors
    /// [`NumberError::NotIrrational`] if `value` is zero.
    pub fn mul_rational(&self, value: &Rational) -> Result<Quadratic, NumberError> {
        let (num, den) = value.clone().into_parts();
        Quadratic::new(&self.p * &num, &self.q * num, self.d.clone(), Integer::from(&self.r * den))
    }

    /// The `n >= 1` with `floor(n * self) = x`, the least one if there are several.
    ///
    /// # Errors
    /// [`NumberError::NotPositive`] if the number is negative.
    pub fn beatty_index(&self, x: &Natural) -> Result<Option<Natural>, NumberError> {
        if !self.is_positive() {
            return Err(NumberError::NotPositive(self.to_string()));
        }
        // The multiples in [x, x + 1) are those with x/self <= n < (x + 1)/self, and no end is met but for x = 0.
        let inverse = self.inverse();
        let first = inverse.floor_mul(x).unsigned_abs() + 1u8;
        let last = inverse.floor_mul(&(x + 1u8)).unsigned_abs();
        Ok((first <= last).then_some(first))
    }

    /// The number as an expression.
    #[must_use]
    pub fn to_expr(&self) -> RealExpr {
        let root = RealExpr::integer(self.d.clone()).sqrt();
        let size = self.q.clone().unsigned_abs();
        let term = if size.is_one() { root } else { RealExpr::integer(size) * root };
        let positive = self.q > Integer::ZERO;
        let above = match (self.p.is_zero(), positive) {
            (true, true) => term,
            (true, false) => -term,
            (false, true) => RealExpr::Integer(self.p.clone()) + term,
            (false, false) => RealExpr::Integer(self.p.clone()) - term,
        };
        if self.r.is_one() { above } else { above / RealExpr::integer(self.r.clone()) }
    }

    /// `new` for values known to be irrational with a denominator other than zero.
    fn reduced(p: Integer, q: Integer, d: Natural, r: Integer) -> Quadratic {
        Quadratic::new(p, q, d, r).expect("q and r are not zero, and d is no square")
    }

    /// `(q, r)` such that the irrational part of `other` is `q*sqrt(self.d)/r`; `r` is a multiple of `other.r`.
    fn rebase(&self, other: &Quadratic) -> Result<(Integer, Integer), NumberError> {
        let r = Integer::from(other.r.clone());
        if self.d == other.d {
            return Ok((other.q.clone(), r));
        }
        // sqrt(d') = sqrt(d d')/d * sqrt(d) if d d' is a square. Only radicands with large square factors get here.
        let (root, rest) = (&self.d * &other.d).sqrt_rem();
        if !rest.is_zero() {
            return Err(NumberError::DifferentFields(self.d.clone(), other.d.clone()));
        }
        Ok((&other.q * root, r * &self.d))
    }
}

/// The sign of `a + b*sqrt(d)` with `b != 0` and `d` no square.
fn sign_of_sum(a: &Integer, b: &Integer, d: &Natural) -> Ordering {
    let (sign_a, sign_b) = (a.cmp(&Integer::ZERO), b.cmp(&Integer::ZERO));
    if sign_a != sign_b.reverse() {
        return sign_b;
    }
    if a * a > b * b * d { sign_a } else { sign_b }
}

/// `(s, e)` with `n = s^2 * e`; `e` has no square factor that trial division finds, and is no square but 1 (or 0).
///
/// Without square factors for `n` below 2^36. Larger leftovers cost beauty in print, never correctness: two radicands
/// whose product is a square are recognised as one field.
fn extract_square(n: Natural) -> (Natural, Natural) {
    const LAST: u32 = 4096;
    let (mut square, mut free, mut rest) = (Natural::ONE, Natural::ONE, n);
    if rest.is_zero() {
        return (square, rest);
    }
    for k in 2..LAST {
        if Natural::from(k).pow(3) > rest {
            break;
        }
        let mut odd = false;
        loop {
            let (quotient, remainder) = (&rest).div_rem(k);
            if remainder != 0 {
                break;
            }
            rest = quotient;
            if odd {
                square *= k;
            }
            odd = !odd;
        }
        if odd {
            free *= k;
        }
    }
    let (root, remainder) = rest.sqrt_rem();
    if remainder.is_zero() { (square * root, free) } else { (square, free * rest) }
}

impl PartialEq for Quadratic {
    fn eq(&self, other: &Quadratic) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Quadratic {}

impl PartialOrd for Quadratic {
    fn partial_cmp(&self, other: &Quadratic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Quadratic {
    fn cmp(&self, other: &Quadratic) -> Ordering {
        match self.sub(other) {
            Ok(difference) => difference.cmp_zero(),
            // The difference is the rational in the parts without a root.
            Err(NumberError::NotIrrational(_)) => (&self.p * &other.r).cmp(&(&other.p * &self.r)),
            // Across fields the two differ, so comparing finer and finer floors ends.
            Err(_) => {
                let mut scale = Natural::ONE << 64;
                loop {
                    match self.floor_mul(&scale).cmp(&other.floor_mul(&scale)) {
                        Ordering::Equal => scale = &scale * &scale,
                        order => return order,
                    }
                }
            }
        }
    }
}

impl Quadratic {
    fn cmp_zero(&self) -> Ordering {
        sign_of_sum(&self.p, &self.q, &self.d)
    }
}

impl fmt::Display for Quadratic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_expr().fmt(f)
    }
}
