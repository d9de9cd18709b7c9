//! Is a number rational? Answered by theorems, never by digits.
//!
//! An expression is brought into the normal form of [`polynomial`](super::polynomial) and judged by its generators:
//!
//! * none left: rational;
//! * roots of integers only: irrational, since such roots are linearly independent (Besicovitch 1940, Siegel 1972);
//! * one transcendental number besides: a rational function of pi, of e or of one logarithm, with algebraic
//!   coefficients, which is not constant, is transcendental (Hermite 1873, Lindemann 1882);
//! * quotients of two linear forms in pi and logarithms of integers with algebraic coefficients: constant or
//!   transcendental, since 1, pi and the logarithms of multiplicatively independent integers are linearly independent
//!   over the algebraic numbers (Baker 1966);
//! * a rational multiple of a root of an irrational number, plus a rational: irrational;
//! * everything else, such as `pi + e`: [`Nature::Unknown`].
//!
//! Integers under roots and logarithms are never factored: a coprime base, found with greatest common divisors only,
//! serves as well as primes do, so `sqrt(N)` with a 500-digit `N` is as cheap as `sqrt(2)`.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

use dashu_int::ops::{Gcd, SquareRootRem};

use super::interval::{enclose, nth_root};
use super::polynomial::{Fraction, Generator, Monomial, Polynomial};
use super::quadratic::Quadratic;
use super::{Integer, Natural, NumberError, Rational, RealExpr};

/// Precision up to which a divisor or a radicand is compared with zero when a number is built.
const SIGN_BITS: usize = 16_384;

/// The highest common degree of roots for which nested roots are taken as one.
const HIGHEST_DEGREE: u32 = 5040;

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
    /// A combination of roots of integers.
    Radicals,
    /// A function of the one transcendental number named here.
    Transcendental(String),
    /// A quotient of linear forms in pi and logarithms.
    LogarithmForms,
    /// A root of an irrational number.
    RootOfIrrational,
}

impl fmt::Display for Irrationality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Irrationality::SquareRoots => f.write_str("square roots are linearly independent (Besicovitch)"),
            Irrationality::Radicals => f.write_str("roots are linearly independent (Besicovitch, Siegel)"),
            Irrationality::Transcendental(name) => write!(f, "{name} is transcendental (Hermite, Lindemann)"),
            Irrationality::LogarithmForms => {
                f.write_str("logarithms are independent over the algebraic numbers (Baker)")
            }
            Irrationality::RootOfIrrational => f.write_str("a power of it is irrational"),
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
    let mut base = Base { degree: common_degree(expr), members: Vec::new() };
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

/// The degree that all roots of integers are written with. Roots inside roots multiply their degrees; where that gets
/// too large, only roots beside each other are brought to one degree. At least 2, for the root in phi.
fn common_degree(expr: &RealExpr) -> u32 {
    let even = |d: u32| if d.is_multiple_of(2) { d } else { 2 * d };
    // Without a common degree, roots of other degrees than 2 have no normal form.
    degree(expr, true).or_else(|| degree(expr, false)).map_or(2, even)
}

fn degree(expr: &RealExpr, nested: bool) -> Option<u32> {
    let common = |a: u32, b: u32| num_integer::lcm(u64::from(a), u64::from(b));
    let found = match expr {
        RealExpr::Integer(_) | RealExpr::Pi | RealExpr::E => 1,
        RealExpr::Phi => 2,
        RealExpr::Neg(a) | RealExpr::Ln(a) => u64::from(degree(a, nested)?),
        RealExpr::Sqrt(a) | RealExpr::Root(a, _) => {
            let own = if let RealExpr::Root(_, n) = expr { *n } else { 2 };
            let inner = degree(a, nested)?;
            if nested { u64::from(own) * u64::from(inner) } else { common(own, inner) }
        }
        RealExpr::Add(a, b) | RealExpr::Sub(a, b) | RealExpr::Mul(a, b) | RealExpr::Div(a, b) => {
            common(degree(a, nested)?, degree(b, nested)?)
        }
    };
    u32::try_from(found).ok().filter(|d| *d <= HIGHEST_DEGREE)
}

/// Pairwise coprime integers above one, none of them a p-th power for a prime p that divides the degree.
struct Base {
    degree: u32,
    members: Vec<Natural>,
}

impl Base {
    fn insert(&mut self, n: Natural) {
        let mut open = vec![n];
        'next: while let Some(mut n) = open.pop() {
            if n <= Natural::ONE {
                continue;
            }
            while let Some(root) = prime_factors(self.degree).find_map(|p| exact_root(&n, p)) {
                n = root;
            }
            for i in 0..self.members.len() {
                let common = (&n).gcd(&self.members[i]);
                if common == self.members[i] && common == n {
                    continue 'next;
                }
                if !common.is_one() {
                    let member = self.members.swap_remove(i);
                    open.extend([member / &common, n / &common, common]);
                    continue 'next;
                }
            }
            self.members.push(n);
        }
    }

    /// The exponents of the members in `n > 0`.
    fn factor(&self, n: &Natural) -> Result<Vec<(Natural, u32)>, Stop> {
        let mut rest = n.clone();
        let mut factors = Vec::new();
        for member in &self.members {
            match rest.remove(member) {
                Some(exponent) if exponent > 0 => factors.push((member.clone(), exponent as u32)),
                _ => {}
            }
        }
        if rest.is_one() { Ok(factors) } else { Err(Stop::Refine(rest)) }
    }

    /// The square root of a rational number that is not negative.
    fn sqrt(&self, value: &Rational) -> Result<Fraction, Stop> {
        self.root(value, 2)
    }

    /// The root of a rational number that is not negative; its degree divides the degree of the base.
    fn root(&self, value: &Rational, degree: u32) -> Result<Fraction, Stop> {
        if value.is_zero() {
            return Ok(Fraction::constant(Rational::ZERO));
        }
        // (a/b)^(1/n) = (a b^(n - 1))^(1/n)/b
        let (above, below) = (value.numerator().clone().into_parts().1, value.denominator());
        let mut exponents: BTreeMap<Natural, u32> = self.factor(&above)?.into_iter().collect();
        for (member, exponent) in self.factor(below)? {
            *exponents.entry(member).or_insert(0) += exponent * (degree - 1);
        }
        let mut coefficient = Rational::ONE / Rational::from(below.clone());
        let mut roots = Monomial::new();
        for (member, exponent) in exponents {
            coefficient *= Rational::from(member.pow((exponent / degree) as usize));
            if exponent % degree != 0 {
                roots
                    .insert(Generator::Root(member, self.degree), exponent % degree * (self.degree / degree));
            }
        }
        Ok(Fraction::polynomial(Polynomial::term(roots, coefficient)))
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
        RealExpr::Sqrt(a) | RealExpr::Root(a, _) => {
            let degree = if let RealExpr::Root(_, n) = expr { *n } else { 2 };
            let inner = normalise(a, base)?;
            match sign(a, inner.as_ref())? {
                Ordering::Less if degree == 2 => {
                    return Err(Stop::Error(NumberError::NegativeRoot(a.to_string())));
                }
                Ordering::Less => return Err(Stop::Error(NumberError::NegativeRadicand(a.to_string()))),
                Ordering::Equal => Some(Fraction::constant(Rational::ZERO)),
                Ordering::Greater => match inner {
                    Some(inner) => root(inner, degree, base)?,
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

/// The root of a positive number; nothing if the degree does not go with the others.
fn root(inner: Fraction, degree: u32, base: &Base) -> Result<Option<Fraction>, Stop> {
    if !base.degree.is_multiple_of(degree) {
        return Ok(None);
    }
    if let Some(value) = inner.as_constant() {
        return base.root(&value, degree).map(Some);
    }
    if let Some(root) = root_of_radical(&inner, degree, base)? {
        return Ok(Some(root));
    }
    if degree == 2
        && let Some(root) = denest(&inner, base)?
    {
        return Ok(Some(root));
    }
    Ok(Some(Fraction::polynomial(Polynomial::generator(Generator::OtherRoot(Box::new(inner), degree)))))
}

/// The root of `c * b^(k/n) * ...`, where all exponents can be divided.
fn root_of_radical(inner: &Fraction, degree: u32, base: &Base) -> Result<Option<Fraction>, Stop> {
    let mut terms = inner.numerator.0.iter();
    let (Some((monomial, coefficient)), None, true) = (terms.next(), terms.next(), inner.is_polynomial())
    else {
        return Ok(None);
    };
    if *coefficient <= Rational::ZERO
        || !monomial.iter().all(|(g, e)| matches!(g, Generator::Root(..)) && e % degree == 0)
    {
        return Ok(None);
    }
    let divided = monomial.iter().map(|(g, e)| (g.clone(), e / degree)).collect();
    let rest = Fraction::polynomial(Polynomial::term(divided, Rational::ONE));
    Ok(base.root(coefficient, degree)?.mul(&rest))
}

/// The distinct prime factors of a small number.
fn prime_factors(n: u32) -> impl Iterator<Item = u32> {
    let mut rest = n;
    (2..=n).filter(move |p| {
        let divides = rest.is_multiple_of(*p);
        while rest != 0 && rest.is_multiple_of(*p) {
            rest /= p;
        }
        divides
    })
}

/// The root, if it is an integer.
fn exact_root(n: &Natural, degree: u32) -> Option<Natural> {
    if *n <= Natural::ONE {
        return None;
    }
    if degree == 2 {
        let (root, rest) = n.sqrt_rem();
        return rest.is_zero().then_some(root);
    }
    let root = nth_root(n, degree as usize);
    (root.pow(degree as usize) == *n).then_some(root)
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
        && monomial.keys().all(|g| matches!(g, Generator::Root(..) | Generator::E))
    {
        let (above, below) = coefficient.clone().into_parts();
        let minus = Rational::from(Integer::NEG_ONE);
        let mut sum = base.log(&above.into_parts().1)?.add(&base.log(&below)?.scale(&minus));
        for (generator, exponent) in monomial {
            if let Generator::Root(m, degree) = generator {
                let part = Rational::from_parts(Integer::from(*exponent), Natural::from(*degree));
                sum = sum.add(&base.log(m)?.scale(&part));
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
    if !form.is_polynomial() || !form.numerator.is_radical() {
        return None;
    }
    let (mut a, mut root) = (Rational::ZERO, None);
    for (monomial, coefficient) in &form.numerator.0 {
        if monomial.is_empty() {
            a = coefficient.clone();
        } else if root.is_none() {
            let members = monomial.iter().map(|(g, e)| match g {
                Generator::Root(m, degree) if 2 * e == *degree => Some(m.clone()),
                _ => None,
            });
            root = Some((coefficient.clone(), members.product::<Option<Natural>>()?));
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
        generators.iter().copied().filter(|g| !matches!(g, Generator::Root(..))).collect();
    let polynomials = [&form.numerator, &form.denominator];
    match outer.as_slice() {
        [] if polynomials.into_iter().all(has_square_roots_only) => {
            return Nature::Irrational(Irrationality::SquareRoots);
        }
        [] => return Nature::Irrational(Irrationality::Radicals),
        [Generator::Pi] => return transcendental("pi"),
        [Generator::E] => return transcendental("e"),
        [Generator::Log(n)] => return transcendental(&format!("ln({n})")),
        // ln of an algebraic number other than 0 and 1 (Lindemann); rational arguments never end up here.
        [Generator::OtherLog(inner)] if inner.is_polynomial() && inner.numerator.is_radical() => {
            return transcendental("the logarithm of an algebraic number");
        }
        [Generator::OtherRoot(inner, _)]
            if generators.len() == 1
                && form.is_polynomial()
                && form.numerator.0.keys().all(|m| m.values().all(|e| *e == 1))
                && matches!(judge(inner), Nature::Irrational(_)) =>
        {
            // a + b r with rational a, b: neither r^2 nor a higher power occurs.
            return Nature::Irrational(Irrationality::RootOfIrrational);
        }
        _ => {}
    }
    let baker = outer.iter().all(|g| matches!(g, Generator::Pi | Generator::Log(_)));
    let linear = |p: &Polynomial| {
        p.0.keys().all(|m| {
            m.iter().filter(|(g, _)| !matches!(g, Generator::Root(..))).map(|(_, e)| *e).sum::<u32>() <= 1
        })
    };
    if baker && polynomials.into_iter().all(linear) {
        return Nature::Irrational(Irrationality::LogarithmForms);
    }
    Nature::Unknown
}

fn has_square_roots_only(polynomial: &Polynomial) -> bool {
    polynomial.0.keys().flatten().all(|(g, e)| matches!(g, Generator::Root(_, degree) if 2 * e == *degree))
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
            (1i64..30, 3u32..7).prop_map(|(n, degree)| RealExpr::integer(n).root(degree)),
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
                (inner.clone(), 2u32..5).prop_map(|(a, degree)| a.root(degree)),
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
