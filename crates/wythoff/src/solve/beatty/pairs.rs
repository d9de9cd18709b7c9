//! Sets of P-positions made of Beatty pairs.

use super::{PSet, Square};
use crate::number::{Integer, Natural, Real, RealExpr};
use crate::solve::SolveError;
use dashu_int::ops::DivEuclid as _;

/// Bands may hold many positions; more than this are not listed.
const MOST_IN_BAND: u64 = 100_000;

fn natural(value: Integer) -> Natural {
    Natural::try_from(value).unwrap_or_default()
}

/// The floor and the ceiling of the quotient by a positive number.
fn floor_div(a: &Integer, b: u64) -> Integer {
    a.clone().div_euclid(Integer::from(b))
}

fn ceil_div(a: &Integer, b: u64) -> Integer {
    -floor_div(&-a.clone(), b)
}

fn integer(n: &Natural) -> Integer {
    Integer::from(n.clone())
}

/// The numbers from `low` to `high` that are not negative; an error if there are too many.
fn indices(low: Integer, high: &Integer) -> Result<Vec<Natural>, SolveError> {
    let first = low.max(Integer::from(0));
    if first > *high {
        return Ok(Vec::new());
    }
    let count = high - &first + Integer::from(1);
    match u64::try_from(count.clone()) {
        Ok(count) if count <= MOST_IN_BAND => {
            let first = natural(first);
            Ok((0..count).map(|i| &first + i).collect())
        }
        _ => Err(SolveError::TooLarge {
            wanted: format!("a list of about {count} diagonal options"),
            possible: format!("at most {MOST_IN_BAND}"),
        }),
    }
}

/// `{a_n, b_n}` with `a_n = ⌊n Φ_km / m⌋` and `b_n = a_n + k n`, n ≥ 0 (beatty-extensions, Lemma 3.3).
#[derive(Clone, Debug)]
pub struct BeattyPairs {
    k: u64,
    alpha: Real,
    beta: Real,
}

impl BeattyPairs {
    /// The pairs for these parameters.
    ///
    /// # Errors
    /// Never for k, m ≥ 1.
    pub fn new(k: u64, m: u64) -> Result<BeattyPairs, SolveError> {
        let int = |n: Integer| RealExpr::Integer(n);
        let km = Integer::from(k) * Integer::from(m);
        let root = int(&km * &km + Integer::from(4)).sqrt();
        let two_m = int(Integer::from(m) * Integer::from(2));
        // Φ_x = (2 − x + √(x² + 4))/2; both slopes over m.
        let alpha = Real::new((int(Integer::from(2) - &km) + root.clone()) / two_m.clone())?;
        let beta = Real::new((int(Integer::from(2) + &km) + root) / two_m)?;
        Ok(BeattyPairs { k, alpha, beta })
    }

    /// The n-th pair.
    ///
    /// # Errors
    /// Never: quadratic irrationals have exact floors.
    pub fn pair(&self, n: &Natural) -> Result<Square, SolveError> {
        let a = natural(self.alpha.floor_mul(n)?);
        let b = &a + n * self.k;
        Ok((a, b))
    }

    /// The indices n ≥ 0 with `a_n = x`: consecutive numbers, at most m of them.
    fn lower(&self, x: &Natural) -> Result<Vec<Natural>, SolveError> {
        let upto = self.alpha.beatty_count(x)?;
        let first = match x.is_zero() {
            true => Natural::from(0u8),
            false => self.alpha.beatty_count(&(x - 1u8))? + 1u8,
        };
        indices(integer(&first), &integer(&upto))
    }

    /// The index n ≥ 0 with `b_n = x`.
    fn upper(&self, x: &Natural) -> Result<Option<Natural>, SolveError> {
        if x.is_zero() {
            return Ok(Some(Natural::from(0u8)));
        }
        Ok(self.beta.beatty_index(x)?)
    }

    /// The indices with `low <= k n <= high`.
    fn with_difference(&self, low: &Integer, high: &Integer) -> Result<Vec<Natural>, SolveError> {
        indices(ceil_div(low, self.k), &floor_div(high, self.k))
    }
}

impl PSet for BeattyPairs {
    fn column(&self, x: &Natural) -> Result<Vec<Natural>, SolveError> {
        let mut column = Vec::new();
        if let Some(n) = self.upper(x)? {
            column.push(self.pair(&n)?.0);
        }
        for n in self.lower(x)? {
            column.push(x + n * self.k);
        }
        column.sort();
        column.dedup();
        Ok(column)
    }

    fn band(&self, low: &Integer, high: &Integer) -> Result<Vec<Square>, SolveError> {
        let mut found = Vec::new();
        for n in self.with_difference(low, high)? {
            found.push(self.pair(&n)?);
        }
        for n in self.with_difference(&-high.clone(), &-low.clone())? {
            let (a, b) = self.pair(&n)?;
            found.push((b, a));
        }
        Ok(found)
    }

    fn nth(&self, n: &Natural) -> Result<Square, SolveError> {
        self.pair(n)
    }

    fn index(&self, x: &Natural, y: &Natural) -> Result<Option<Natural>, SolveError> {
        if y < x {
            return Ok(None);
        }
        // The difference alone gives the index, so one floor decides.
        let difference = y - x;
        let n = &difference / self.k;
        Ok((&n * self.k == difference && natural(self.alpha.floor_mul(&n)?) == *x).then_some(n))
    }

    fn contains(&self, x: &Natural, y: &Natural) -> Result<bool, SolveError> {
        let (x, y) = if x <= y { (x, y) } else { (y, x) };
        Ok(self.index(x, y)?.is_some())
    }
}

/// `(b_i, a_i)` for i = mn + l and `(a_i, b_i)` for i = m(n+1) − l, n ≥ 0: the l-shifted games (beatty-extensions,
/// Theorem 5.2 (III), with the coordinates of Example 6; FACTS T4). Every column and every row holds exactly one.
#[derive(Clone, Debug)]
pub struct ShiftedPairs {
    pairs: BeattyPairs,
    m: u64,
    l: u64,
}

impl ShiftedPairs {
    /// The set for these parameters, l < m.
    ///
    /// # Errors
    /// Never for k, m ≥ 1.
    pub fn new(k: u64, m: u64, l: u64) -> Result<ShiftedPairs, SolveError> {
        Ok(ShiftedPairs { pairs: BeattyPairs::new(k, m)?, m, l })
    }

    /// With the hole a square, (x,y) and (y,x) are alike, and only x ≤ y is listed.
    fn is_symmetric(&self) -> bool {
        2 * self.l == self.m
    }

    /// Does `(b_i, a_i)` belong to the set?
    fn flat(&self, i: &Natural) -> bool {
        i % self.m == self.l % self.m && *i >= Natural::from(self.l)
    }

    /// Does `(a_i, b_i)` belong to the set?
    fn steep(&self, i: &Natural) -> bool {
        let first = self.m - self.l;
        *i >= Natural::from(first) && (i - first) % self.m == 0
    }

    /// The other coordinates of the pairs that contain x, as lower and as upper one, if their index fits.
    fn partners(
        &self,
        x: &Natural,
        as_lower: impl Fn(&Natural) -> bool,
        as_upper: impl Fn(&Natural) -> bool,
    ) -> Result<Vec<Natural>, SolveError> {
        let mut found = Vec::new();
        for n in self.pairs.lower(x)?.into_iter().filter(as_lower) {
            found.push(self.pairs.pair(&n)?.1);
        }
        if let Some(n) = self.pairs.upper(x)?.filter(as_upper) {
            found.push(self.pairs.pair(&n)?.0);
        }
        found.sort();
        found.dedup();
        Ok(found)
    }
}

impl PSet for ShiftedPairs {
    fn column(&self, x: &Natural) -> Result<Vec<Natural>, SolveError> {
        self.partners(x, |i| self.steep(i), |i| self.flat(i))
    }

    fn row(&self, y: &Natural) -> Result<Vec<Natural>, SolveError> {
        self.partners(y, |i| self.flat(i), |i| self.steep(i))
    }

    fn band(&self, low: &Integer, high: &Integer) -> Result<Vec<Square>, SolveError> {
        let mut found = Vec::new();
        for i in self.pairs.with_difference(low, high)?.into_iter().filter(|i| self.steep(i)) {
            found.push(self.pairs.pair(&i)?);
        }
        for i in
            self.pairs.with_difference(&-high.clone(), &-low.clone())?.into_iter().filter(|i| self.flat(i))
        {
            let (a, b) = self.pairs.pair(&i)?;
            found.push((b, a));
        }
        Ok(found)
    }

    fn nth(&self, n: &Natural) -> Result<Square, SolveError> {
        if self.is_symmetric() {
            return self.pairs.pair(&(n * self.m + self.l));
        }
        let mut column = self.column(n)?;
        match column.pop() {
            Some(y) => Ok((n.clone(), y)),
            None => Err(SolveError::TooLarge {
                wanted: format!("the P-position of column {n}, which has none"),
                possible: "another column".to_owned(),
            }),
        }
    }

    fn index(&self, x: &Natural, y: &Natural) -> Result<Option<Natural>, SolveError> {
        if !self.contains(x, y)? {
            return Ok(None);
        }
        if !self.is_symmetric() {
            return Ok(Some(x.clone()));
        }
        // Only x ≤ y is listed, and the difference gives the index.
        Ok((x <= y).then(|| ((y - x) / self.pairs.k - self.l) / self.m))
    }
}

/// `(p a_n + r, p b_n + r)`, 0 ≤ r < p, over the pairs of (m/p)-Wythoff Nim: (p,m)-Wythoff Nim for p | m
/// (imitation-nim, after Proposition 1).
#[derive(Clone, Debug)]
pub struct ScaledPairs {
    pairs: BeattyPairs,
    p: u64,
}

impl ScaledPairs {
    /// The set for these parameters; p must divide m.
    ///
    /// # Errors
    /// Never for p | m.
    pub fn new(p: u64, m: u64) -> Result<ScaledPairs, SolveError> {
        Ok(ScaledPairs { pairs: BeattyPairs::new(m / p, 1)?, p })
    }
}

impl PSet for ScaledPairs {
    fn column(&self, x: &Natural) -> Result<Vec<Natural>, SolveError> {
        let (quotient, rest) = (x / self.p, x % self.p);
        Ok(self.pairs.column(&quotient)?.into_iter().map(|y| y * self.p + rest).collect())
    }

    fn band(&self, low: &Integer, high: &Integer) -> Result<Vec<Square>, SolveError> {
        let scaled = self.pairs.band(&ceil_div(low, self.p), &floor_div(high, self.p))?;
        let copies = |(x, y): &Square, r: u64| (x * self.p + r, y * self.p + r);
        Ok(scaled.iter().flat_map(|square| (0..self.p).map(|r| copies(square, r))).collect())
    }

    fn nth(&self, n: &Natural) -> Result<Square, SolveError> {
        let (a, b) = self.pairs.pair(&(n / self.p))?;
        let rest = n % self.p;
        Ok((a * self.p + rest, b * self.p + rest))
    }

    fn index(&self, x: &Natural, y: &Natural) -> Result<Option<Natural>, SolveError> {
        let rest = x % self.p;
        if rest != y % self.p {
            return Ok(None);
        }
        Ok(self.pairs.index(&(x / self.p), &(y / self.p))?.map(|n| n * self.p + rest))
    }

    fn contains(&self, x: &Natural, y: &Natural) -> Result<bool, SolveError> {
        let (x, y) = if x <= y { (x, y) } else { (y, x) };
        Ok(self.index(x, y)?.is_some())
    }
}

/// `{⌊nα⌋, ⌊nβ⌋}`, n ≥ 0, with 1/α + 1/β = 1 and β > 2 irrational: β-Wythoff Nim (beta-wythoff, Main Theorem) and the
/// invariant games (invariant-games, Theorem 4). Beatty's theorem: every positive integer is in exactly one pair.
#[derive(Clone, Debug)]
pub struct ComplementaryPairs {
    alpha: Real,
    beta: Real,
    /// 1/(β − α): how many pairs there are per unit of difference.
    per_difference: Real,
}

impl ComplementaryPairs {
    /// The pairs for an irrational β > 2.
    ///
    /// # Errors
    /// A β whose complement or difference cannot be computed.
    pub fn new(beta: Real) -> Result<ComplementaryPairs, SolveError> {
        let alpha = beta.complement()?;
        let gap = RealExpr::Sub(Box::new(beta.expr().clone()), Box::new(alpha.expr().clone()));
        let one = RealExpr::Integer(Integer::from(1));
        let per_difference = Real::new(RealExpr::Div(Box::new(one), Box::new(gap)))?;
        Ok(ComplementaryPairs { alpha, beta, per_difference })
    }

    /// The n-th pair.
    ///
    /// # Errors
    /// A precision limit.
    pub fn pair(&self, n: &Natural) -> Result<Square, SolveError> {
        Ok((natural(self.alpha.floor_mul(n)?), natural(self.beta.floor_mul(n)?)))
    }

    /// The pairs with `low <= b_n − a_n <= high`.
    ///
    /// `b_n − a_n` is within 1 of `n (β − α)`, so n lies between `(low − 1)/(β − α)` and `(high + 1)/(β − α)`.
    fn with_difference(&self, low: &Integer, high: &Integer) -> Result<Vec<Square>, SolveError> {
        if *high < Integer::from(0) {
            return Ok(Vec::new());
        }
        let from = (low - Integer::from(1)).max(Integer::from(0));
        let first = self.per_difference.floor_mul(&natural(from))?;
        let last = self.per_difference.floor_mul(&natural(high + Integer::from(1)))? + Integer::from(1);
        let mut found = Vec::new();
        for n in indices(first, &last)? {
            let (a, b) = self.pair(&n)?;
            let difference = integer(&b) - integer(&a);
            if *low <= difference && difference <= *high {
                found.push((a, b));
            }
        }
        Ok(found)
    }
}

impl PSet for ComplementaryPairs {
    fn column(&self, x: &Natural) -> Result<Vec<Natural>, SolveError> {
        if x.is_zero() {
            return Ok(vec![Natural::from(0u8)]);
        }
        // Exactly one of the two sequences has x.
        Ok(vec![match self.beta.beatty_index(x)? {
            Some(n) => natural(self.alpha.floor_mul(&n)?),
            None => {
                // As many b's as there are up to x are missing among the a's.
                let n = x - self.beta.beatty_count(x)?;
                natural(self.beta.floor_mul(&n)?)
            }
        }])
    }

    fn band(&self, low: &Integer, high: &Integer) -> Result<Vec<Square>, SolveError> {
        let mut found = self.with_difference(low, high)?;
        found.extend(self.with_difference(&-high.clone(), &-low.clone())?.into_iter().map(|(a, b)| (b, a)));
        Ok(found)
    }

    fn nth(&self, n: &Natural) -> Result<Square, SolveError> {
        self.pair(n)
    }

    fn index(&self, x: &Natural, y: &Natural) -> Result<Option<Natural>, SolveError> {
        if y.is_zero() {
            return Ok(x.is_zero().then(Natural::default));
        }
        match self.beta.beatty_index(y)? {
            Some(n) => Ok((natural(self.alpha.floor_mul(&n)?) == *x).then_some(n)),
            None => Ok(None),
        }
    }

    fn contains(&self, x: &Natural, y: &Natural) -> Result<bool, SolveError> {
        let (x, y) = if x <= y { (x, y) } else { (y, x) };
        Ok(self.index(x, y)?.is_some())
    }
}
