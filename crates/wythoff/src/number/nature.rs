//! Is a number rational? Answered by theorems, never by digits.
//!
//! An expression is brought into the normal form of [`polynomial`](super::polynomial) and judged by its generators:
//!
//! * none left: rational;
//! * roots of integers only: irrational, since such roots are linearly independent (Besicovitch 1940);
//! * one transcendental number besides: a rational function of pi, of e or of one logarithm, with algebraic
//!   coefficients, which is not constant, is transcendental (Hermite 1873, Lindemann 1882);
//! * quotients of two linear forms in pi and logarithms of integers with algebraic coefficients: constant or
//!   transcendental, since 1, pi and the logarithms of multiplicatively independent integers are linearly independent
//!   over the algebraic numbers (Baker 1966);
//! * a rational multiple of the square root of an irrational number, plus a rational: irrational;
//! * everything else, such as `pi + e`: [`Nature::Unknown`].
//!
//! Integers under roots and logarithms are never factored: a coprime base, found with greatest common divisors only,
//! serves as well as primes do, so `sqrt(N)` with a 500-digit `N` is as cheap as `sqrt(2)`.

use std::cmp::Ordering;
use std::fmt;

use dashu_int::ops::{Gcd, SquareRootRem};

use super::interval::enclose;
use super::polynomial::{Fraction, Generator, Polynomial};
use super::quadratic::Quadratic;
use super::{Integer, Natural, NumberError, Rational, RealExpr};

/// Precision up to which a divisor or a radicand is compared with zero when a number is built.
const SIGN_BITS: usize = 16_384;

/// What is known about the rationality of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nature {
    /// Exactly this rational number.
    Rational(Rational),
    /// Proved irrational.
    Irrational(Irrationality),
    /// No theorem known here decides. Floors are still right, but may end in [`NumberError::Unseparated`].
    Unknown,
}

/// The theorem by which a number is irrational.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Irrationality {
    /// A combination of square roots of integers.
    SquareRoots,
    /// A function of the one transcendental number named here.
    Transcendental(String),
    /// A quotient of linear forms in pi and logarithms.
    LogarithmForms,
    /// The square root of an irrational number.
    RootOfIrrational,
}

impl fmt::Display for Irrationality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Irrationality::SquareRoots => f.write_str("square roots are linearly independent (Besicovitch)"),
            Irrationality::Transcendental(name) => write!(f, "{name} is transcendental (Hermite, Lindemann)"),
            Irrationality::LogarithmForms => {
                f.write_str("logarithms are independent over the algebraic numbers (Baker)")
            }
            Irrationality::RootOfIrrational => f.write_str("its square is irrational"),
        }
    }
}

/// What [`examine`] finds.
pub(super) struct Findings {
    pub(super) nature: Nature,
    pub(super) quadratic: Option<Quadratic>,
}

/// Checks that an expression denotes a number, and finds its nature.
pub(super) fn examine(expr: &RealExpr) -> Result<Findings, NumberError> {
    let mut base = Base::default();
    let form = loop {
        match normalise(expr, &base) {
            Ok(form) => break form,
            Err(Stop::Error(error)) => return Err(error),
            // The base only ever gets finer, and all integers met divide powers of finitely many numbers.
            Err(Stop::Refine(n)) => base.insert(n),
        }
    };
    Ok(match form {
        Some(form) => Findings { nature: judge(&form), quadratic: quadratic(&form) },
        None => Findings { nature: Nature::Unknown, quadratic: None },
    })
}

/// Why normalisation ended early.
enum Stop {
    Error(NumberError),
    /// The base does not factor this integer.
    Refine(Natural),
}

/// Pairwise coprime integers above one, none of them a square.
#[derive(Default)]
struct Base(Vec<Natural>);

impl Base {
    fn insert(&mut self, n: Natural) {
        let mut open = vec![n];
        'next: while let Some(mut n) = open.pop() {
            loop {
                let (root, rest) = n.sqrt_rem();
                if n <= Natural::ONE || !rest.is_zero() {
                    break;
                }
                n = root;
            }
            if n <= Natural::ONE {
                continue;
            }
            for i in 0..self.0.len() {
                let common = (&n).gcd(&self.0[i]);
                if common == self.0[i] && common == n {
                    continue 'next;
                }
                if !common.is_one() {
                    let member = self.0.swap_remove(i);
                    open.extend([member / &common, n / &common, common]);
                    continue 'next;
                }
            }
            self.0.push(n);
        }
    }

    /// The exponents of the members in `n > 0`.
    fn factor(&self, n: &Natural) -> Result<Vec<(Natural, u32)>, Stop> {
        let mut rest = n.clone();
        let mut factors = Vec::new();
        for member in &self.0 {
            match rest.remove(member) {
                Some(exponent) if exponent > 0 => factors.push((member.clone(), exponent as u32)),
                _ => {}
            }
        }
        if rest.is_one() { Ok(factors) } else { Err(Stop::Refine(rest)) }
    }

    /// The square root of a rational number that is not negative.
    fn sqrt(&self, value: &Rational) -> Result<Fraction, Stop> {
        if value.is_zero() {
            return Ok(Fraction::constant(Rational::ZERO));
        }
        // sqrt(a/b) = sqrt(ab)/b
        let radicand = value.numerator().clone().into_parts().1 * value.denominator();
        let mut coefficient = Rational::ONE / Rational::from(value.denominator().clone());
        let mut root = Fraction::constant(Rational::ONE);
        for (member, exponent) in self.factor(&radicand)? {
            coefficient *= Rational::from(member.pow(exponent as usize / 2));
            if exponent % 2 == 1 {
                let next = Fraction::polynomial(Polynomial::generator(Generator::Root(member)));
                // A product of distinct roots is one term.
                root = root.mul(&next).unwrap_or(root);
            }
        }
        Ok(Fraction::polynomial(root.numerator.scale(&coefficient)))
    }

    /// The logarithm of a positive integer.
    fn log(&self, n: &Natural) -> Result<Polynomial, Stop> {
        let mut sum = Polynomial::default();
        for (member, exponent) in self.factor(n)? {
            let term = Polynomial::generator(Generator::Log(member)).scale(&Rational::from(exponent));
            sum = sum.add(&term);
        }
        Ok(sum)
    }
}

/// The normal form of an expression, or `None` where it grows too large.
fn normalise(expr: &RealExpr, base: &Base) -> Result<Option<Fraction>, Stop> {
    let both = |a: &RealExpr, b: &RealExpr| Ok((normalise(a, base)?, normalise(b, base)?));
    Ok(match expr {
        RealExpr::Integer(n) => Some(Fraction::constant(Rational::from(n.clone()))),
        RealExpr::Pi => Some(Fraction::polynomial(Polynomial::generator(Generator::Pi))),
        RealExpr::E => Some(Fraction::polynomial(Polynomial::generator(Generator::E))),
        RealExpr::Phi => {
            let half = Rational::from_parts(Integer::ONE, Natural::from(2u8));
            let root = base.sqrt(&Rational::from_parts(Integer::from(5), Natural::from(4u8)))?;
            root.add(&Fraction::constant(half))
        }
        RealExpr::Neg(a) => normalise(a, base)?.map(|form| form.neg()),
        RealExpr::Add(a, b) => match both(a, b)? {
            (Some(a), Some(b)) => a.add(&b),
            _ => None,
        },
        RealExpr::Sub(a, b) => match both(a, b)? {
            (Some(a), Some(b)) => a.add(&b.neg()),
            _ => None,
        },
        RealExpr::Mul(a, b) => match both(a, b)? {
            (Some(a), Some(b)) => a.mul(&b),
            _ => None,
        },
        RealExpr::Div(a, b) => {
            let (above, below) = both(a, b)?;
            if sign(b, below.as_ref())? == Ordering::Equal {
                return Err(Stop::Error(NumberError::DivisionByZero(b.to_string())));
            }
            match (above, below) {
                (Some(a), Some(b)) => a.div(&b),
                _ => None,
            }
        }
        RealExpr::Sqrt(a) => {
            let inner = normalise(a, base)?;
            match sign(a, inner.as_ref())? {
                Ordering::Less => return Err(Stop::Error(NumberError::NegativeRoot(a.to_string()))),
                Ordering::Equal => Some(Fraction::constant(Rational::ZERO)),
                Ordering::Greater => match inner {
                    Some(inner) => Some(square_root(inner, base)?),
                    None => None,
                },
            }
        }
        RealExpr::Ln(a) => {
            let inner = normalise(a, base)?;
            if sign(a, inner.as_ref())? != Ordering::Greater {
                return Err(Stop::Error(NumberError::NonPositiveLog(a.to_string())));
            }
            match inner {
                Some(inner) => Some(logarithm(inner, base)?),
                None => None,
            }
        }
    })
}

/// The sign of an expression with this normal form, exactly.
fn sign(expr: &RealExpr, form: Option<&Fraction>) -> Result<Ordering, Stop> {
    if let Some(value) = form.and_then(Fraction::as_constant) {
        return Ok(value.cmp(&Rational::ZERO));
    }
    if form.is_some_and(Fraction::is_zero) {
        return Ok(Ordering::Equal);
    }
    let mut bits = 64;
    while bits <= SIGN_BITS {
        if let Some(interval) = enclose(expr, bits)
            && !interval.contains_zero()
        {
            return Ok(interval.lo.cmp(&Integer::ZERO));
        }
        bits *= 2;
    }
    let number = expr.to_string();
    let what = format!("the sign of {number}");
    let may_be_rational = !matches!(form.map(judge), Some(Nature::Irrational(_)));
    Err(Stop::Error(NumberError::Unseparated { what, number, bits: SIGN_BITS, may_be_rational }))
}

/// The square root of a positive number.
fn square_root(inner: Fraction, base: &Base) -> Result<Fraction, Stop> {
    if let Some(value) = inner.as_constant() {
        return base.sqrt(&value);
    }
    if let Some(root) = denest(&inner, base)? {
        return Ok(root);
    }
    Ok(Fraction::polynomial(Polynomial::generator(Generator::OtherRoot(Box::new(inner)))))
}

/// `sqrt(a + b sqrt(d)) = sqrt((a + c)/2) +- sqrt((a - c)/2)` where `c = sqrt(a^2 - b^2 d)` is rational.
fn denest(inner: &Fraction, base: &Base) -> Result<Option<Fraction>, Stop> {
    let Some((a, b, d)) = rational_and_root(inner) else { return Ok(None) };
    let norm = &a * &a - &b * &b * Rational::from(d);
    if norm < Rational::ZERO {
        return Ok(None);
    }
    let Some(c) = base.sqrt(&norm)?.as_constant() else { return Ok(None) };
    let half = Rational::from_parts(Integer::ONE, Natural::from(2u8));
    // a > 0 and |c| < a, because a + b sqrt(d) and its norm are not negative.
    let (p, q) = ((&a + &c) * &half, (&a - &c) * &half);
    if p < Rational::ZERO || q < Rational::ZERO {
        return Ok(None);
    }
    let (p, q) = (base.sqrt(&p)?, base.sqrt(&q)?);
    Ok(if b > Rational::ZERO { p.add(&q) } else { p.add(&q.neg()) })
}

/// The logarithm of a positive number.
fn logarithm(inner: Fraction, base: &Base) -> Result<Fraction, Stop> {
    // A single term c * sqrt(m) * ... * e^k has the logarithm ln(c) + ln(m)/2 + ... + k.
    let mut terms = inner.numerator.0.iter();
    if let (Some((monomial, coefficient)), None, true) = (terms.next(), terms.next(), inner.is_polynomial())
        && *coefficient > Rational::ZERO
        && monomial.keys().all(|g| matches!(g, Generator::Root(_) | Generator::E))
    {
        let (above, below) = coefficient.clone().into_parts();
        let minus = Rational::from(Integer::NEG_ONE);
        let mut sum = base.log(&above.into_parts().1)?.add(&base.log(&below)?.scale(&minus));
        for (generator, exponent) in monomial {
            if let Generator::Root(m) = generator {
                let half = Rational::from_parts(Integer::ONE, Natural::from(2u8));
                sum = sum.add(&base.log(m)?.scale(&half));
            } else {
                sum = sum.add(&Polynomial::constant(Rational::from(*exponent)));
            }
        }
        return Ok(Fraction::polynomial(sum));
    }
    Ok(Fraction::polynomial(Polynomial::generator(Generator::OtherLog(Box::new(inner)))))
}

/// `(a, b, d)` with value `a + b*sqrt(d)` and `b != 0`, if the form is one.
fn rational_and_root(form: &Fraction) -> Option<(Rational, Rational, Natural)> {
    if !form.is_polynomial() || !form.numerator.is_multiquadratic() {
        return None;
    }
    let (mut a, mut root) = (Rational::ZERO, None);
    for (monomial, coefficient) in &form.numerator.0 {
        if monomial.is_empty() {
            a = coefficient.clone();
        } else if root.is_none() {
            let members = monomial.keys().map(|g| match g {
                Generator::Root(m) => m.clone(),
                _ => Natural::ONE,
            });
            root = Some((coefficient.clone(), members.product::<Natural>()));
        } else {
            return None;
        }
    }
    root.map(|(b, d)| (a, b, d))
}

fn quadratic(form: &Fraction) -> Option<Quadratic> {
    let (a, b, d) = rational_and_root(form)?;
    let (p1, r1) = a.into_parts();
    let (p2, r2) = b.into_parts();
    let (r1, r2) = (Integer::from(r1), Integer::from(r2));
    Quadratic::new(p1 * &r2, p2 * &r1, d, r1 * r2).ok()
}

/// The nature of a number by its normal form.
fn judge(form: &Fraction) -> Nature {
    if let Some(value) = form.as_constant() {
        return Nature::Rational(value);
    }
    let mut generators = form.numerator.generators();
    generators.extend(form.denominator.generators());
    let outer: Vec<&Generator> =
        generators.iter().copied().filter(|g| !matches!(g, Generator::Root(_))).collect();
    let polynomials = [&form.numerator, &form.denominator];
    match outer.as_slice() {
        [] => return Nature::Irrational(Irrationality::SquareRoots),
        [Generator::Pi] => return transcendental("pi"),
        [Generator::E] => return transcendental("e"),
        [Generator::Log(n)] => return transcendental(&format!("ln({n})")),
        // ln of an algebraic number other than 0 and 1 (Lindemann); rational arguments never end up here.
        [Generator::OtherLog(inner)] if inner.is_polynomial() && inner.numerator.is_multiquadratic() => {
            return transcendental("the logarithm of an algebraic number");
        }
        [Generator::OtherRoot(inner)]
            if generators.len() == 1
                && form.is_polynomial()
                && matches!(judge(inner), Nature::Irrational(_)) =>
        {
            // a + b r with rational a, b: higher powers of r were substituted away.
            return Nature::Irrational(Irrationality::RootOfIrrational);
        }
        _ => {}
    }
    let baker = outer.iter().all(|g| matches!(g, Generator::Pi | Generator::Log(_)));
    let linear = |p: &Polynomial| {
        p.0.keys().all(|m| {
            m.iter().filter(|(g, _)| !matches!(g, Generator::Root(_))).map(|(_, e)| *e).sum::<u32>() <= 1
        })
    };
    if baker && polynomials.into_iter().all(linear) {
        return Nature::Irrational(Irrationality::LogarithmForms);
    }
    Nature::Unknown
}

fn transcendental(name: &str) -> Nature {
    Nature::Irrational(Irrationality::Transcendental(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn expression() -> impl Strategy<Value = RealExpr> {
        let leaf = prop_oneof![
            (1i64..13).prop_map(RealExpr::integer),
            (1i64..13).prop_map(RealExpr::integer),
            (1i64..19).prop_map(|n| RealExpr::integer(n).sqrt()),
            (2i64..13).prop_map(|n| RealExpr::integer(n).ln()),
            Just(RealExpr::Pi),
            Just(RealExpr::E),
            Just(RealExpr::Phi),
        ];
        leaf.prop_recursive(4, 12, 2, |inner| {
            let two = (inner.clone(), inner.clone());
            prop_oneof![
                two.clone().prop_map(|(a, b)| a + b),
                two.clone().prop_map(|(a, b)| a - b),
                two.clone().prop_map(|(a, b)| a * b),
                two.prop_map(|(a, b)| a / b),
                inner.clone().prop_map(RealExpr::sqrt),
                inner.prop_map(RealExpr::ln),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]
        /// What is found must fit the digits, which are found without it.
        #[test]
        fn findings_fit_the_digits(expr in expression()) {
            const BITS: usize = 400;
            let Ok(Findings { nature, quadratic }) = examine(&expr) else { return Ok(()) };
            let interval = enclose(&expr, BITS).unwrap();
            if (&interval.hi - &interval.lo) >> 100usize > Integer::ZERO {
                return Ok(()); // too ill-conditioned to say anything
            }
            let multiple_may_be_integer = |n: u32| {
                let (lo, hi) = (&interval.lo * n, &interval.hi * n);
                (&hi >> BITS) << BITS >= lo
            };
            match nature {
                Nature::Rational(value) => {
                    let scaled = value.numerator() << BITS;
                    prop_assert!(&interval.lo * value.denominator() <= scaled, "{expr} is not {value}");
                    prop_assert!(&interval.hi * value.denominator() >= scaled, "{expr} is not {value}");
                }
                Nature::Irrational(reason) => {
                    let rational = (1..200).find(|n| multiple_may_be_integer(*n));
                    prop_assert_eq!(rational, None, "{} is irrational because {}", &expr, reason);
                }
                // Always allowed.
                Nature::Unknown => {}
            }
            if let Some(quadratic) = quadratic {
                let floor = quadratic.floor_mul(&(Natural::ONE << BITS));
                prop_assert!(interval.lo <= floor && floor <= interval.hi, "{expr} is not {quadratic}");
            }
        }
    }
}
