//! Algorithms I–III of beatty-extensions, Proposition 6.1: three rules of minimal exclusion for one pair of sequences.
//!
//! All three give `a_n = ⌊nΦ_km/m⌋`, `b_n = a_n + kn`, the pairs of [`Beatty`](super::Beatty). The paper prints two of
//! them ambiguously; the readings used here are the ones that agree with the floor formula (for `k ≤ 5`, `m ≤ 6` the
//! others fail within the first `m + 1` terms). The proposition asks for `m > 1`, but `m = 1` is right as well.
//!
//! ```
//! use wythoff_solve::sequence::{Beatty, MexClasses, MexMultiset, MexResidue};
//! let (k, m) = (2, 3);
//! let closed: Vec<_> = Beatty::new(k, m)?.iter().take(500).collect();
//! assert!(MexMultiset::new(k, m)?.take(500).eq(closed.iter().copied()));
//! assert!(MexResidue::new(k, m)?.take(500).eq(closed.iter().copied()));
//! assert!(MexClasses::new(k, m)?.take(500).eq(closed.iter().copied()));
//! # Ok::<(), wythoff_solve::sequence::ParameterError>(())
//! ```

use std::collections::VecDeque;

use super::{Mex, ParameterError, at_least};

/// Algorithm I: `a_n` is the least number that fewer than `m` of the indices `j < n` have as `a_j` or `b_j`.
///
/// Indices are counted, not entries: `j = 0` has `a_0 = b_0 = 0` and counts once (counting it twice already breaks at
/// `n = m − 1`).
#[derive(Clone, Debug)]
pub struct MexMultiset {
    k: u64,
    m: u32,
    /// The candidate for `a_n`, and how many indices have it.
    value: u64,
    count: u32,
    difference: u64,
    /// The `b_j` that are larger than the candidate, increasing.
    upper: VecDeque<u64>,
}

impl MexMultiset {
    /// The sequence for `k, m ≥ 1`.
    ///
    /// # Errors
    ///
    /// If `k` or `m` is 0.
    pub fn new(k: u32, m: u32) -> Result<Self, ParameterError> {
        let k = at_least("k", 1, k)?.into();
        let m = at_least("m", 1, m)?;
        Ok(MexMultiset { k, m, value: 0, count: 0, difference: 0, upper: VecDeque::new() })
    }
}

impl Iterator for MexMultiset {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<Self::Item> {
        while self.count == self.m {
            self.value = self.value.checked_add(1)?;
            self.count = 0;
            if self.upper.front() == Some(&self.value) {
                self.upper.pop_front();
                self.count = 1;
            }
        }
        let pair = (self.value, self.value.checked_add(self.difference)?);
        self.difference = self.difference.checked_add(self.k)?;
        self.count += 1;
        if pair.1 > pair.0 {
            self.upper.push_back(pair.1);
        }
        Some(pair)
    }
}

/// Algorithm II: `a_n = mex({a_i : i ≡ n} ∪ {b_i : i ≡ −n})` over `i < n`, congruences modulo `m`.
///
/// The paper writes the two congruences after one set; read as "both" it fails at `n = m + 1`, read as "either" it
/// fails earlier (`m ≥ 3`).
#[derive(Clone, Debug)]
pub struct MexResidue {
    k: u64,
    residue: usize,
    difference: u64,
    /// One set per residue class of `n`.
    classes: Vec<Mex>,
}

impl MexResidue {
    /// The sequence for `k, m ≥ 1`.
    ///
    /// # Errors
    ///
    /// If `k` or `m` is 0.
    pub fn new(k: u32, m: u32) -> Result<Self, ParameterError> {
        let k = at_least("k", 1, k)?.into();
        let m = at_least("m", 1, m)? as usize;
        Ok(MexResidue { k, residue: 0, difference: 0, classes: vec![Mex::default(); m] })
    }
}

impl Iterator for MexResidue {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<Self::Item> {
        let m = self.classes.len();
        let a = self.classes[self.residue].peek();
        let b = a.checked_add(self.difference)?;
        self.difference = self.difference.checked_add(self.k)?;
        self.classes[self.residue].take();
        self.classes[(m - self.residue) % m].exclude(b);
        self.residue = (self.residue + 1) % m;
        Some((a, b))
    }
}

/// Algorithm III: `a_{mn} = mex{a_{mi}, b_{mi}}` and, for `0 < l < m`, `a_{mn+l} = mex{a_{mi+l}, b_{m(i+1)−l}}`, over
/// `0 ≤ i < n`.
///
/// Filled in the order of the indices. It differs from [`MexResidue`] in what it looks at: for `l > m/2` the entry
/// `b_{m(n+1)−l}` is known when `a_{mn+l}` is computed, but only `i < n` is asked for.
#[derive(Clone, Debug)]
pub struct MexClasses {
    k: u64,
    /// The next index is `m·row + class`.
    class: usize,
    difference: u64,
    classes: Vec<Mex>,
    /// Per class, the one `b_{m(i+1)−l}` with `i = row` that is already known but not yet to be looked at.
    waiting: Vec<Option<u64>>,
}

impl MexClasses {
    /// The sequence for `k, m ≥ 1`.
    ///
    /// # Errors
    ///
    /// If `k` or `m` is 0.
    pub fn new(k: u32, m: u32) -> Result<Self, ParameterError> {
        let k = at_least("k", 1, k)?.into();
        let m = at_least("m", 1, m)? as usize;
        Ok(MexClasses {
            k,
            class: 0,
            difference: 0,
            classes: vec![Mex::default(); m],
            waiting: vec![None; m],
        })
    }
}

impl Iterator for MexClasses {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<Self::Item> {
        let (m, class) = (self.classes.len(), self.class);
        let a = self.classes[class].peek();
        let b = a.checked_add(self.difference)?;
        self.difference = self.difference.checked_add(self.k)?;
        self.classes[class].take();
        if class == 0 {
            self.classes[0].exclude(b);
        } else {
            // Index m·row + class is m(i+1) − l for l = m − class and i = row: class l may look at it from the next
            // row on.
            self.waiting[m - class] = Some(b);
        }
        self.class += 1;
        if self.class == m {
            self.class = 0;
            for (mex, waiting) in self.classes.iter_mut().zip(&mut self.waiting) {
                if let Some(b) = waiting.take() {
                    mex.exclude(b);
                }
            }
        }
        Some((a, b))
    }
}
