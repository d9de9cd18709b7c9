//! Sets of P-positions made of Beatty pairs.

use super::count::{first_index, first_index_from};
use super::{PSet, Square, reached};
use crate::SolveError;
use dashu_int::ops::{DivEuclid as _, RemEuclid as _};
use num_integer::Integer as _;
use wythoff_number::{Integer, Natural, Real, RealExpr};

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
    indices_in_class(low, high, 1, 0)
}

/// Those of them that are ≡ `residue` modulo `modulus`.
fn indices_in_class(
    low: Integer,
    high: &Integer,
    modulus: u64,
    residue: u64,
) -> Result<Vec<Natural>, SolveError> {
    let start = low.max(Integer::from(0));
    let ahead = (Integer::from(residue) - &start).rem_euclid(Integer::from(modulus));
    let first = start + Integer::from(ahead);
    if first > *high {
        return Ok(Vec::new());
    }
    let count = floor_div(&(high - &first), modulus) + Integer::from(1);
    match u64::try_from(count.clone()) {
        Ok(count) if count <= MOST_IN_BAND => {
            let first = natural(first);
            Ok((0..count).map(|i| &first + Natural::from(i) * modulus).collect())
        }
        _ => Err(SolveError::TooLarge {
            wanted: format!("a list of about {count} P-positions on a line"),
            possible: format!("at most {MOST_IN_BAND}"),
        }),
    }
}

/// The inverse of a number modulo another, if there is one.
fn inverse(k: u64, modulus: u64) -> Option<u64> {
    let found = i128::from(k).extended_gcd(&i128::from(modulus));
    let inverse = found.x.rem_euclid(i128::from(modulus));
    (found.gcd == 1).then_some(u64::try_from(inverse).ok()?)
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

    /// The indices n ≥ 0 with `a_n = x`: the numbers from the first to the last of these, at most m of them.
    fn lower_range(&self, x: &Natural) -> Result<(Integer, Integer), SolveError> {
        let upto = self.alpha.beatty_count(x)?;
        let first = match x.is_zero() {
            true => Natural::from(0u8),
            false => self.alpha.beatty_count(&(x - 1u8))? + 1u8,
        };
        Ok((integer(&first), integer(&upto)))
    }

    /// The index n ≥ 0 with `b_n = x`.
    fn upper(&self, x: &Natural) -> Result<Option<Natural>, SolveError> {
        if x.is_zero() {
            return Ok(Some(Natural::from(0u8)));
        }
        Ok(self.beta.beatty_index(x)?)
    }

    /// The first and the last index with `low <= k n <= high`.
    fn with_difference(&self, low: &Integer, high: &Integer) -> (Integer, Integer) {
        (ceil_div(low, self.k), floor_div(high, self.k))
    }
}

impl PSet for BeattyPairs {
    fn column(&self, x: &Natural) -> Result<Vec<Natural>, SolveError> {
        let mut column = Vec::new();
        if let Some(n) = self.upper(x)? {
            column.push(self.pair(&n)?.0);
        }
        let (first, last) = self.lower_range(x)?;
        for n in indices(first, &last)? {
            column.push(x + n * self.k);
        }
        column.sort();
        column.dedup();
        Ok(column)
    }

    /// A column may hold m members. Those a multiple of the stride below y have their index in one residue class.
    fn below(&self, x: &Natural, y: &Natural, stride: u64, most: usize) -> Result<Vec<Natural>, SolveError> {
        let mut found = Vec::new();
        if let Some(n) = self.upper(x)? {
            found.push(self.pair(&n)?.0);
        }
        let Some(inverse) = inverse(self.k % stride, stride).filter(|_| stride > 1) else {
            let (first, last) = self.lower_range(x)?;
            let top = floor_div(&(integer(y) - integer(x) - Integer::from(1)), self.k).min(last);
            let enough = &first + Integer::from(most as u64 - 1);
            found.extend(indices(first, &top.min(enough))?.into_iter().map(|n| x + n * self.k));
            found.sort();
            found.dedup();
            return Ok(reached(found, y, stride, most));
        };
        let difference = (integer(y) - integer(x)).rem_euclid(Integer::from(stride));
        let residue = difference * inverse % stride;
        let (first, last) = self.lower_range(x)?;
        let members = indices_in_class(first, &last, stride, residue)?;
        found.extend(members.into_iter().map(|n| x + n * self.k));
        found.sort();
        found.dedup();
        Ok(reached(found, y, stride, most))
    }

    fn band(&self, low: &Integer, high: &Integer) -> Result<Vec<Square>, SolveError> {
        let mut found = Vec::new();
        let (first, last) = self.with_difference(low, high);
        for n in indices(first, &last)? {
            found.push(self.pair(&n)?);
        }
        let (first, last) = self.with_difference(&-high.clone(), &-low.clone());
        for n in indices(first, &last)? {
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

    /// The i from `low` to `high` for which `(b_i, a_i)` belongs to the set: l, l + m, l + 2m …
    fn flat(&self, low: &Integer, high: &Integer) -> Result<Vec<Natural>, SolveError> {
        indices_in_class(low.clone().max(Integer::from(self.l)), high, self.m, self.l % self.m)
    }

    /// The i from `low` to `high` for which `(a_i, b_i)` belongs to the set: m − l, 2m − l …
    fn steep(&self, low: &Integer, high: &Integer) -> Result<Vec<Natural>, SolveError> {
        let first = self.m - self.l;
        indices_in_class(low.clone().max(Integer::from(first)), high, self.m, first % self.m)
    }

    /// The other coordinates of the members that contain x, as the lower number of `lower` pairs and the upper one of others.
    fn partners(&self, x: &Natural, steep: bool) -> Result<Vec<Natural>, SolveError> {
        let members = |low: &Integer, high: &Integer, steep: bool| {
            if steep { self.steep(low, high) } else { self.flat(low, high) }
        };
        let (first, last) = self.pairs.lower_range(x)?;
        let mut found = Vec::new();
        for n in members(&first, &last, steep)? {
            found.push(self.pairs.pair(&n)?.1);
        }
        if let Some(n) = self.pairs.upper(x)? {
            let n = integer(&n);
            for n in members(&n, &n, !steep)? {
                found.push(self.pairs.pair(&n)?.0);
            }
        }
        found.sort();
        found.dedup();
        Ok(found)
    }
}

impl PSet for ShiftedPairs {
    fn column(&self, x: &Natural) -> Result<Vec<Natural>, SolveError> {
        self.partners(x, true)
    }

    fn row(&self, y: &Natural) -> Result<Vec<Natural>, SolveError> {
        self.partners(y, false)
    }

    fn left(&self, x: &Natural, y: &Natural, stride: u64, most: usize) -> Result<Vec<Natural>, SolveError> {
        Ok(reached(self.row(y)?, x, stride, most))
    }

    fn band(&self, low: &Integer, high: &Integer) -> Result<Vec<Square>, SolveError> {
        let mut found = Vec::new();
        let (first, last) = self.pairs.with_difference(low, high);
        for i in self.steep(&first, &last)? {
            found.push(self.pairs.pair(&i)?);
        }
        let (first, last) = self.pairs.with_difference(&-high.clone(), &-low.clone());
        for i in self.flat(&first, &last)? {
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

    /// Of `(b_i, a_i)` and `(a_i, b_i)` alike the larger pile is `b_i`, which grows with i.
    fn count_to(&self, to: &Natural) -> Result<Natural, SolveError> {
        let every = |first: u64| first_index(|n| Ok(self.pairs.pair(&(n * self.m + first))?.1 > *to));
        let flat = every(self.l)?;
        Ok(if self.is_symmetric() { flat } else { flat + every(self.m - self.l)? })
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

    /// Every pair comes in p copies, of which those are options that are not beyond (x, y).
    fn diagonal(&self, x: &Natural, y: &Natural, width: u64, most: usize) -> Result<Vec<Square>, SolveError> {
        let difference = integer(y) - integer(x);
        let (low, high) = (&difference - width, &difference + width);
        let mut found = Vec::new();
        for (a, b) in self.pairs.band(&ceil_div(&low, self.p), &floor_div(&high, self.p))? {
            let (u, v) = (a * self.p, b * self.p);
            let copies = (0..self.p).take_while(|r| &u + r <= *x && &v + r <= *y).take(most);
            found.extend(copies.map(|r| (&u + r, &v + r)));
        }
        Ok(found)
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

    /// The first n with `b_n − a_n >= least`.
    ///
    /// The difference never decreases: it is `⌊n(β − 2)⌋ + ⌈n(2 − α)⌉`, and α < 2 < β. It is within 1 of `n (β − α)`, so that n
    /// lies between `(least − 1)/(β − α)` and `(least + 1)/(β − α)`.
    fn with_difference_from(&self, least: &Integer) -> Result<Natural, SolveError> {
        if *least <= Integer::from(0) {
            return Ok(Natural::from(0u8));
        }
        let near = |d: Integer| Ok::<_, SolveError>(natural(self.per_difference.floor_mul(&natural(d))?));
        let low = near(least - Integer::from(1))?;
        let gap = near(least + Integer::from(1))? + 1u8 - &low;
        first_index_from(low, &gap, &mut |n| {
            let (a, b) = self.pair(n)?;
            Ok(integer(&b) - integer(&a) >= *least)
        })
    }

    /// The first and the last n with `low <= b_n − a_n <= high`.
    fn with_difference(&self, low: &Integer, high: &Integer) -> Result<(Integer, Integer), SolveError> {
        let end = self.with_difference_from(&(high + Integer::from(1)))?;
        Ok((integer(&self.with_difference_from(low)?), integer(&end) - Integer::from(1)))
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
        let mut found = Vec::new();
        let (first, last) = self.with_difference(low, high)?;
        for n in indices(first, &last)? {
            found.push(self.pair(&n)?);
        }
        let (first, last) = self.with_difference(&-high.clone(), &-low.clone())?;
        for n in indices(first, &last)? {
            let (a, b) = self.pair(&n)?;
            found.push((b, a));
        }
        Ok(found)
    }

    /// Where β is near 2, very many pairs have the same difference; both piles grow with the index.
    fn diagonal(&self, x: &Natural, y: &Natural, width: u64, most: usize) -> Result<Vec<Square>, SolveError> {
        let difference = integer(y) - integer(x);
        let (low, high) = (&difference - width, &difference + width);
        let mut found = Vec::new();
        for mirrored in [false, true] {
            let (low, high) =
                if mirrored { (-high.clone(), -low.clone()) } else { (low.clone(), high.clone()) };
            let (first, last) = self.with_difference(&low, &high)?;
            let enough = &first + Integer::from(most as u64 - 1);
            for n in indices(first, &last.min(enough))? {
                let (a, b) = self.pair(&n)?;
                let (u, v) = if mirrored { (b, a) } else { (a, b) };
                if u > *x || v > *y {
                    break;
                }
                found.push((u, v));
            }
        }
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
