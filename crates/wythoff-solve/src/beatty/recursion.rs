//! Pairs without a closed form that can still be computed at any size.

use super::{PSet, Square};
use crate::SolveError;
use crate::recursive::{PmWythoff, RecursiveError};
use crate::sequence::Morphism;
use dashu_int::ops::DivEuclid as _;
use std::sync::Arc;
use wythoff_budget::Budget;
use wythoff_number::{Integer, Natural};

impl From<RecursiveError> for SolveError {
    fn from(error: RecursiveError) -> SolveError {
        match error {
            RecursiveError::Limit(limit) => SolveError::Limit(limit),
            other => SolveError::Stopped(other.to_string()),
        }
    }
}

/// The (p,m)-Wythoff pairs for any p and m ([`crate::recursive`]).
#[derive(Clone, Debug)]
pub struct RecursivePairs {
    pairs: PmWythoff,
}

impl RecursivePairs {
    /// The pairs.
    #[must_use]
    pub fn new(pairs: PmWythoff) -> RecursivePairs {
        RecursivePairs { pairs }
    }

    /// The pairs whose difference, a multiple of m, is in the range.
    fn with_difference(&self, low: &Integer, high: &Integer) -> Result<Vec<Square>, SolveError> {
        let m = Integer::from(self.pairs.m());
        let first: Integer = -(-low.clone()).div_euclid(m.clone());
        let last: Integer = high.clone().div_euclid(m);
        let first = first.max(Integer::from(0));
        if first > last {
            return Ok(Vec::new());
        }
        let p = self.pairs.p();
        let from = Natural::try_from(first.clone()).unwrap_or_default() * p;
        let differences = u64::try_from(last - first).unwrap_or(u64::MAX).saturating_add(1);
        Ok(self.pairs.pairs(&from, differences.saturating_mul(p))?)
    }

    /// The `most` lowest pairs of every difference in the range: p pairs share a difference.
    fn lowest(&self, low: &Integer, high: &Integer, most: u64) -> Result<Vec<Square>, SolveError> {
        let m = Integer::from(self.pairs.m());
        let first: Integer = -(-low.clone()).div_euclid(m.clone());
        let mut quotient = first.max(Integer::from(0));
        let mut found = Vec::new();
        while &quotient * &m <= *high {
            let from = Natural::try_from(quotient.clone()).unwrap_or_default() * self.pairs.p();
            found.extend(self.pairs.pairs(&from, self.pairs.p().min(most))?);
            quotient += Integer::from(1);
        }
        Ok(found)
    }
}

impl PSet for RecursivePairs {
    fn within(&self, budget: &Budget) -> Option<Arc<dyn PSet>> {
        Some(Arc::new(RecursivePairs { pairs: self.pairs.clone().within(budget) }))
    }

    fn column(&self, x: &Natural) -> Result<Vec<Natural>, SolveError> {
        let place = self.pairs.place(x)?;
        Ok(vec![place.partner(x).clone()])
    }

    fn band(&self, low: &Integer, high: &Integer) -> Result<Vec<Square>, SolveError> {
        let mut found = self.with_difference(low, high)?;
        found.extend(self.with_difference(&-high.clone(), &-low.clone())?.into_iter().map(|(a, b)| (b, a)));
        Ok(found)
    }

    fn diagonal(&self, x: &Natural, y: &Natural, width: u64, most: usize) -> Result<Vec<Square>, SolveError> {
        let difference = Integer::from(y.clone()) - Integer::from(x.clone());
        let (low, high) = (&difference - width, &difference + width);
        let mut found = self.lowest(&low, &high, most as u64)?;
        found.extend(self.lowest(&-high, &-low, most as u64)?.into_iter().map(|(a, b)| (b, a)));
        found.retain(|(u, v)| u <= x && v <= y);
        Ok(found)
    }

    fn nth(&self, n: &Natural) -> Result<Square, SolveError> {
        Ok(self.pairs.pair(n)?)
    }

    fn index(&self, x: &Natural, y: &Natural) -> Result<Option<Natural>, SolveError> {
        let place = self.pairs.place(x)?;
        Ok((place.lower == *x && place.upper == *y).then_some(place.index))
    }

    fn contains(&self, x: &Natural, y: &Natural) -> Result<bool, SolveError> {
        Ok(self.pairs.is_p(x, y)?)
    }
}

/// The P-positions of kWN^(2), k even, as a morphism spells them ([`Morphism`]): a conjecture.
#[derive(Clone, Debug)]
pub struct MorphismPairs {
    pairs: Morphism,
}

impl MorphismPairs {
    /// The pairs.
    #[must_use]
    pub fn new(pairs: Morphism) -> MorphismPairs {
        MorphismPairs { pairs }
    }

    /// The pairs whose difference is in the range. Every step of the word makes the difference larger, by at least
    /// one, so the index is found by bisection.
    fn with_difference(&self, low: &Integer, high: &Integer) -> Result<Vec<Square>, SolveError> {
        let Ok(high) = Natural::try_from(high.clone()) else { return Ok(Vec::new()) };
        let low = Natural::try_from(low.clone()).unwrap_or_default();
        let difference = |n: &Natural| {
            let (a, b) = self.pairs.pair(n);
            b - a
        };
        let (mut first, mut end) = (Natural::from(0u8), &low + 1u8);
        while first < end {
            let middle = (&first + &end) / 2u8;
            if difference(&middle) < low {
                first = middle + 1u8;
            } else {
                end = middle;
            }
        }
        let mut found = Vec::new();
        loop {
            let (a, b) = self.pairs.pair(&first);
            if &b - &a > high {
                return Ok(found);
            }
            found.push((a, b));
            first += 1u8;
        }
    }
}

impl PSet for MorphismPairs {
    fn column(&self, x: &Natural) -> Result<Vec<Natural>, SolveError> {
        Ok(self.pairs.column(x).into_iter().map(|(y, _)| y).collect())
    }

    fn band(&self, low: &Integer, high: &Integer) -> Result<Vec<Square>, SolveError> {
        let mut found = self.with_difference(low, high)?;
        found.extend(self.with_difference(&-high.clone(), &-low.clone())?.into_iter().map(|(a, b)| (b, a)));
        Ok(found)
    }

    fn nth(&self, n: &Natural) -> Result<Square, SolveError> {
        Ok(self.pairs.pair(n))
    }

    fn index(&self, x: &Natural, y: &Natural) -> Result<Option<Natural>, SolveError> {
        Ok(if x <= y { self.pairs.index(x, y) } else { None })
    }

    fn contains(&self, x: &Natural, y: &Natural) -> Result<bool, SolveError> {
        Ok(self.pairs.is_pair(x, y))
    }
}
