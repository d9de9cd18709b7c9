//! Polynomials and fractions over roots, pi, e and logarithms: the normal form behind [`Nature`](super::Nature).
//!
//! A [`Fraction`] is a quotient of two [`Polynomial`]s with rational coefficients in [`Generator`]s. Roots of integers
//! obey `(b^(1/n))^n = b`, with one degree `n` for all of them; every other generator is an indeterminate. The roots that
//! occur are of pairwise coprime integers that are no p-th powers for any prime p that divides n, so that a product of powers
//! `b^(k/n)`, 0 <= k < n, is rational only if all its exponents are 0. Hence no two such products differ by a rational factor, and
//! positive real radicals of that kind are linearly independent over the rationals (Besicovitch 1940 for primes, Mordell
//! 1953, Siegel 1972). So a polynomial in roots alone is zero only if all its coefficients are, and a quotient of two of
//! them is rational only if the two are proportional.
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
    /// The root of a member of the coprime base: member, degree.
    Root(Natural, u32),
    Pi,
    E,
    /// The logarithm of a member of the coprime base.
    Log(Natural),
    /// The root of a number of any other kind: number, degree.
    OtherRoot(Box<Fraction>, u32),
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

    pub(super) fn term(monomial: Monomial, coefficient: Rational) -> Polynomial {
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

    /// Whether only roots of integers occur, so that the value is a combination of independent radicals.
    pub(super) fn is_radical(&self) -> bool {
        self.generators().iter().all(|g| matches!(g, Generator::Root(..)))
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
                        Generator::Root(b, degree) if sum >= *degree => {
                            coefficient *= Rational::from(b.clone());
                            if sum > *degree {
                                monomial.insert(generator.clone(), sum - degree);
                            }
                        }
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

    /// `(a, b)` with `self = a + b * root^k` for a generator that occurs with the exponents 0 and k only.
    fn split(&self, root: &Generator) -> (Polynomial, Polynomial) {
        let (mut without, mut with) = (Polynomial::default(), Polynomial::default());
        for (monomial, coefficient) in &self.0 {
            let mut rest = monomial.clone();
            let part = if rest.remove(root).is_some() { &mut with } else { &mut without };
            part.put(rest, coefficient.clone());
        }
        (without, with)
    }

    /// The monomial of indeterminates that comes last: its coefficient, a combination of radicals.
    fn leading(&self) -> Option<Polynomial> {
        let outer = |m: &Monomial| -> Monomial {
            m.iter()
                .filter(|(g, _)| !matches!(g, Generator::Root(..)))
                .map(|(g, e)| (g.clone(), *e))
                .collect()
        };
        let last = self.0.keys().map(outer).max()?;
        let mut coefficient = Polynomial::default();
        for (monomial, c) in self.0.iter().filter(|(m, _)| outer(m) == last) {
            let roots = monomial.iter().filter(|(g, _)| matches!(g, Generator::Root(..)));
            coefficient.put(roots.map(|(g, e)| (g.clone(), *e)).collect(), c.clone());
        }
        Some(coefficient)
    }
}

/// A quotient of polynomials, reduced as far as the nature of its value asks for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fraction {
    pub(super) numerator: Polynomial,
    /// Never zero, also not as a real number. 1 if the value is rational or a combination of square roots.
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
        let Some((inner, degree)) = repeated_root(&numerator).or_else(|| repeated_root(&denominator)) else {
            return finish(numerator, denominator);
        };
        let (n1, d1) = substitute_power(&numerator, &inner, degree)?;
        let (n2, d2) = substitute_power(&denominator, &inner, degree)?;
        (numerator, denominator) = (n1.mul(&d2)?, d1.mul(&n2)?);
    }
    None
}

/// A root of a non-integer which occurs with its degree as an exponent: what it is the root of, and the degree.
fn repeated_root(polynomial: &Polynomial) -> Option<(Fraction, u32)> {
    polynomial.0.keys().flatten().find_map(|(generator, exponent)| match generator {
        Generator::OtherRoot(inner, degree) if exponent >= degree => Some(((**inner).clone(), *degree)),
        _ => None,
    })
}

/// Replaces the power `(inner^(1/degree))^degree` by `inner`.
fn substitute_power(
    polynomial: &Polynomial,
    inner: &Fraction,
    degree: u32,
) -> Option<(Polynomial, Polynomial)> {
    let root = Generator::OtherRoot(Box::new(inner.clone()), degree);
    let most = polynomial.0.keys().map(|m| m.get(&root).copied().unwrap_or(0) / degree).max().unwrap_or(0);
    let power = |base: &Polynomial, exponent: u32| {
        (0..exponent).try_fold(Polynomial::one(), |product, _| product.mul(base))
    };
    let mut sum = Polynomial::default();
    for (monomial, coefficient) in &polynomial.0 {
        let mut rest = monomial.clone();
        let exponent = rest.remove(&root).unwrap_or(0);
        if exponent % degree != 0 {
            rest.insert(root.clone(), exponent % degree);
        }
        let up = power(&inner.numerator, exponent / degree)?;
        let down = power(&inner.denominator, most - exponent / degree)?;
        sum = sum.add(&Polynomial::term(rest, coefficient.clone()).mul(&up)?.mul(&down)?);
    }
    Some((sum, power(&inner.denominator, most)?))
}

fn finish(mut numerator: Polynomial, mut denominator: Polynomial) -> Option<Fraction> {
    if numerator.is_zero() {
        return Some(Fraction::polynomial(numerator));
    }
    cancel_monomial(&mut numerator, &mut denominator);
    if !denominator.is_radical()
        && let (Some(above), Some(below)) = (numerator.leading(), denominator.leading())
        && numerator.mul(&below)? == denominator.mul(&above)?
    {
        // The two are proportional with radical factors: the quotient is one of radicals.
        (numerator, denominator) = (above, below);
    }
    if denominator.is_radical() {
        (numerator, denominator) = without_roots_below(numerator, denominator)?;
    }
    // Make the last coefficient below 1, so that equal quotients look more often the same.
    let last = denominator.0.last_key_value().map(|(_, c)| c.clone())?;
    let factor = Rational::ONE / last;
    Some(Fraction { numerator: numerator.scale(&factor), denominator: denominator.scale(&factor) })
}

/// A quotient whose denominator consists of radicals: without roots below where conjugates or a factor achieve that, and
/// in any case as a constant if it is one.
fn without_roots_below(
    mut numerator: Polynomial,
    mut denominator: Polynomial,
) -> Option<(Polynomial, Polynomial)> {
    // With r = b^(1/2), (a + c r)(a - c r) = a^2 - c^2 b has one root less; it is not zero because a + c r is not.
    while let Some((root, half)) = square_root_in(&denominator) {
        let (a, c) = denominator.split(&root);
        let minus = Polynomial::term(Monomial::from([(root, half)]), Rational::from(Integer::NEG_ONE));
        let conjugate = a.add(&c.mul(&minus)?);
        numerator = numerator.mul(&conjugate)?;
        denominator = denominator.mul(&conjugate)?;
    }
    if let (Some((monomial, _)), 1) = (denominator.0.first_key_value(), denominator.0.len()) {
        // One product of roots: another one makes it rational.
        let missing = monomial.iter().map(|(g, e)| match g {
            Generator::Root(_, degree) => (g.clone(), degree - e),
            _ => (g.clone(), 0),
        });
        let factor = Polynomial::term(missing.collect(), Rational::ONE);
        return Some((numerator.mul(&factor)?, denominator.mul(&factor)?));
    }
    if let (Some((monomial, below)), true) = (denominator.0.last_key_value(), numerator.is_radical())
        && let Some(above) = numerator.0.get(monomial)
    {
        let ratio = above / below;
        if numerator == denominator.scale(&ratio) {
            return Some((Polynomial::constant(ratio), Polynomial::one()));
        }
    }
    Some((numerator, denominator))
}

/// A root that occurs as a square root only, and half its degree.
fn square_root_in(polynomial: &Polynomial) -> Option<(Generator, u32)> {
    polynomial.generators().into_iter().find_map(|generator| {
        let Generator::Root(_, degree) = generator else { return None };
        let squares = polynomial.0.keys().filter_map(|m| m.get(generator)).all(|e| 2 * e == *degree);
        squares.then(|| (generator.clone(), degree / 2))
    })
}

/// Divides both by the powers of indeterminates that all their terms share.
fn cancel_monomial(numerator: &mut Polynomial, denominator: &mut Polynomial) {
    let generators: Vec<Generator> = denominator.generators().into_iter().cloned().collect();
    for generator in generators.into_iter().filter(|g| !matches!(g, Generator::Root(..))) {
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
