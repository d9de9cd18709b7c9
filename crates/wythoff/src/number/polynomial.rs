//! Polynomials and fractions over square roots, pi, e and logarithms: the normal form behind [`Nature`](super::Nature).
//!
//! A [`Fraction`] is a quotient of two [`Polynomial`]s with rational coefficients in [`Generator`]s. Roots of integers
//! obey `sqrt(b)^2 = b`; every other generator is an indeterminate. The roots that occur are of pairwise coprime
//! integers that are no squares, so no product of some of them is a square, and by the classical theorem (Besicovitch
//! 1940) the products of distinct roots are linearly independent over the rationals. Hence a polynomial in roots alone
//! is zero only if all its coefficients are.
//!
//! All operations give up (`None`) when a polynomial would get more than [`MAX_TERMS`] terms. Giving up is always
//! allowed: a number without a normal form is a number of unknown nature.

use std::collections::{BTreeMap, BTreeSet};

use super::{Integer, Natural, Rational};

/// The most terms a polynomial may have.
const MAX_TERMS: usize = 400;

/// A number that is not rational, taken as a symbol.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Generator {
    /// The square root of a member of the coprime base.
    Root(Natural),
    Pi,
    E,
    /// The logarithm of a member of the coprime base.
    Log(Natural),
    /// The square root of a number of any other kind.
    OtherRoot(Box<Fraction>),
    /// The logarithm of a number of any other kind.
    OtherLog(Box<Fraction>),
}

/// A product of generators with positive exponents.
pub(super) type Monomial = BTreeMap<Generator, u32>;

/// A sum of monomials with coefficients that are not zero.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Polynomial(pub(super) BTreeMap<Monomial, Rational>);

impl Polynomial {
    pub(super) fn constant(value: Rational) -> Polynomial {
        Polynomial::term(Monomial::new(), value)
    }

    fn one() -> Polynomial {
        Polynomial::constant(Rational::ONE)
    }

    fn term(monomial: Monomial, coefficient: Rational) -> Polynomial {
        let mut sum = Polynomial::default();
        sum.put(monomial, coefficient);
        sum
    }

    pub(super) fn generator(generator: Generator) -> Polynomial {
        Polynomial::term(Monomial::from([(generator, 1)]), Rational::ONE)
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The value, if there is no generator in it.
    pub(super) fn as_constant(&self) -> Option<Rational> {
        match self.0.len() {
            0 => Some(Rational::ZERO),
            1 => self.0.get(&Monomial::new()).cloned(),
            _ => None,
        }
    }

    pub(super) fn generators(&self) -> BTreeSet<&Generator> {
        self.0.keys().flat_map(BTreeMap::keys).collect()
    }

    /// Whether only roots of integers occur, so that the value is an element of a multiquadratic field.
    pub(super) fn is_multiquadratic(&self) -> bool {
        self.generators().iter().all(|g| matches!(g, Generator::Root(_)))
    }

    fn put(&mut self, monomial: Monomial, coefficient: Rational) {
        let sum = self.0.remove(&monomial).map_or(coefficient.clone(), |old| old + coefficient);
        if !sum.is_zero() {
            self.0.insert(monomial, sum);
        }
    }

    pub(super) fn add(&self, other: &Polynomial) -> Polynomial {
        let mut sum = self.clone();
        for (monomial, coefficient) in &other.0 {
            sum.put(monomial.clone(), coefficient.clone());
        }
        sum
    }

    pub(super) fn scale(&self, factor: &Rational) -> Polynomial {
        if factor.is_zero() {
            return Polynomial::default();
        }
        Polynomial(self.0.iter().map(|(m, c)| (m.clone(), c * factor)).collect())
    }

    pub(super) fn mul(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut product = Polynomial::default();
        for (m1, c1) in &self.0 {
            for (m2, c2) in &other.0 {
                let (mut monomial, mut coefficient) = (m1.clone(), c1 * c2);
                for (generator, exponent) in m2 {
                    let sum = monomial.remove(generator).unwrap_or(0) + exponent;
                    match generator {
                        Generator::Root(b) if sum == 2 => coefficient *= Rational::from(b.clone()),
                        _ => _ = monomial.insert(generator.clone(), sum),
                    }
                }
                product.put(monomial, coefficient);
            }
            if product.0.len() > MAX_TERMS {
                return None;
            }
        }
        Some(product)
    }

    /// `(a, b)` with `self = a + b * root` for a generator that occurs at most to the first power.
    fn split(&self, root: &Generator) -> (Polynomial, Polynomial) {
        let (mut without, mut with) = (Polynomial::default(), Polynomial::default());
        for (monomial, coefficient) in &self.0 {
            let mut rest = monomial.clone();
            let part = if rest.remove(root).is_some() { &mut with } else { &mut without };
            part.put(rest, coefficient.clone());
        }
        (without, with)
    }

    /// The monomial of indeterminates that comes last, with its coefficient in the multiquadratic field.
    fn leading(&self) -> Option<Polynomial> {
        let outer = |m: &Monomial| -> Monomial {
            m.iter().filter(|(g, _)| !matches!(g, Generator::Root(_))).map(|(g, e)| (g.clone(), *e)).collect()
        };
        let last = self.0.keys().map(outer).max()?;
        let mut coefficient = Polynomial::default();
        for (monomial, c) in self.0.iter().filter(|(m, _)| outer(m) == last) {
            let roots = monomial.iter().filter(|(g, _)| matches!(g, Generator::Root(_)));
            coefficient.put(roots.map(|(g, e)| (g.clone(), *e)).collect(), c.clone());
        }
        Some(coefficient)
    }
}

/// A quotient of polynomials, reduced as far as the nature of its value asks for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fraction {
    pub(super) numerator: Polynomial,
    /// Never zero, also not as a real number; 1 whenever the value lies in a multiquadratic field.
    pub(super) denominator: Polynomial,
}

impl Fraction {
    pub(super) fn polynomial(numerator: Polynomial) -> Fraction {
        Fraction { numerator, denominator: Polynomial::one() }
    }

    pub(super) fn constant(value: Rational) -> Fraction {
        Fraction::polynomial(Polynomial::constant(value))
    }

    pub(super) fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    pub(super) fn is_polynomial(&self) -> bool {
        self.denominator == Polynomial::one()
    }

    pub(super) fn as_constant(&self) -> Option<Rational> {
        if self.is_polynomial() { self.numerator.as_constant() } else { None }
    }

    pub(super) fn add(&self, other: &Fraction) -> Option<Fraction> {
        if self.denominator == other.denominator {
            let numerator = self.numerator.add(&other.numerator);
            return reduce(numerator, self.denominator.clone());
        }
        let left = self.numerator.mul(&other.denominator)?;
        let right = other.numerator.mul(&self.denominator)?;
        reduce(left.add(&right), self.denominator.mul(&other.denominator)?)
    }

    pub(super) fn neg(&self) -> Fraction {
        let minus = Rational::from(Integer::NEG_ONE);
        Fraction { numerator: self.numerator.scale(&minus), denominator: self.denominator.clone() }
    }

    pub(super) fn mul(&self, other: &Fraction) -> Option<Fraction> {
        reduce(self.numerator.mul(&other.numerator)?, self.denominator.mul(&other.denominator)?)
    }

    /// The quotient; the divisor must be known not to be zero as a real number.
    pub(super) fn div(&self, other: &Fraction) -> Option<Fraction> {
        reduce(self.numerator.mul(&other.denominator)?, self.denominator.mul(&other.numerator)?)
    }
}

/// Brings a quotient into the form that [`Fraction`] promises.
fn reduce(mut numerator: Polynomial, mut denominator: Polynomial) -> Option<Fraction> {
    for _ in 0..64 {
        let Some(root) = repeated_root(&numerator).or_else(|| repeated_root(&denominator)) else {
            return finish(numerator, denominator);
        };
        let (n1, d1) = substitute_square(&numerator, &root)?;
        let (n2, d2) = substitute_square(&denominator, &root)?;
        (numerator, denominator) = (n1.mul(&d2)?, d1.mul(&n2)?);
    }
    None
}

/// A root of a non-integer which occurs squared.
fn repeated_root(polynomial: &Polynomial) -> Option<Fraction> {
    polynomial.0.keys().flatten().find_map(|(generator, exponent)| match generator {
        Generator::OtherRoot(inner) if *exponent >= 2 => Some((**inner).clone()),
        _ => None,
    })
}

/// Replaces the square of `sqrt(inner)` by `inner`.
fn substitute_square(polynomial: &Polynomial, inner: &Fraction) -> Option<(Polynomial, Polynomial)> {
    let root = Generator::OtherRoot(Box::new(inner.clone()));
    let squares = polynomial.0.keys().map(|m| m.get(&root).copied().unwrap_or(0) / 2).max().unwrap_or(0);
    let power = |base: &Polynomial, exponent: u32| {
        (0..exponent).try_fold(Polynomial::one(), |product, _| product.mul(base))
    };
    let mut sum = Polynomial::default();
    for (monomial, coefficient) in &polynomial.0 {
        let mut rest = monomial.clone();
        let exponent = rest.remove(&root).unwrap_or(0);
        if exponent % 2 == 1 {
            rest.insert(root.clone(), 1);
        }
        let up = power(&inner.numerator, exponent / 2)?;
        let down = power(&inner.denominator, squares - exponent / 2)?;
        sum = sum.add(&Polynomial::term(rest, coefficient.clone()).mul(&up)?.mul(&down)?);
    }
    Some((sum, power(&inner.denominator, squares)?))
}

fn finish(mut numerator: Polynomial, mut denominator: Polynomial) -> Option<Fraction> {
    if numerator.is_zero() {
        return Some(Fraction::polynomial(numerator));
    }
    cancel_monomial(&mut numerator, &mut denominator);
    if !denominator.is_multiquadratic()
        && let (Some(above), Some(below)) = (numerator.leading(), denominator.leading())
        && numerator.mul(&below)? == denominator.mul(&above)?
    {
        // The two are proportional over the multiquadratic field: the quotient lies in that field.
        (numerator, denominator) = (above, below);
    }
    if denominator.is_multiquadratic() {
        // (a + b r)(a - b r) = a^2 - b^2 r^2 has one root less; it is not zero because a + b r is not.
        loop {
            let Some(root) = denominator.generators().first().copied().cloned() else { break };
            let (a, b) = denominator.split(&root);
            let minus = Polynomial::term(Monomial::from([(root, 1)]), Rational::from(Integer::NEG_ONE));
            let conjugate = a.add(&b.mul(&minus)?);
            numerator = numerator.mul(&conjugate)?;
            denominator = denominator.mul(&conjugate)?;
        }
    }
    // Make the last coefficient below 1, so that equal quotients look more often the same.
    let last = denominator.0.last_key_value().map(|(_, c)| c.clone())?;
    let factor = Rational::ONE / last;
    Some(Fraction { numerator: numerator.scale(&factor), denominator: denominator.scale(&factor) })
}

/// Divides both by the powers of indeterminates that all their terms share.
fn cancel_monomial(numerator: &mut Polynomial, denominator: &mut Polynomial) {
    let generators: Vec<Generator> = denominator.generators().into_iter().cloned().collect();
    for generator in generators.into_iter().filter(|g| !matches!(g, Generator::Root(_))) {
        let monomials = numerator.0.keys().chain(denominator.0.keys());
        let shared = monomials.map(|m| m.get(&generator).copied().unwrap_or(0)).min().unwrap_or(0);
        if shared == 0 {
            continue;
        }
        for polynomial in [&mut *numerator, &mut *denominator] {
            let terms = std::mem::take(&mut polynomial.0);
            for (mut monomial, coefficient) in terms {
                if let Some(exponent) = monomial.remove(&generator)
                    && exponent > shared
                {
                    monomial.insert(generator.clone(), exponent - shared);
                }
                polynomial.0.insert(monomial, coefficient);
            }
        }
    }
}
