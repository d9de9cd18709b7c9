//! Definition 3 of invariant-games: the pairs of `G(α_k)`, recursively and in closed form.

use std::collections::VecDeque;

use dashu_int::UBig;
use dashu_int::ops::SquareRoot;

use super::{Mex, ParameterError, at_least};

/// The pairs of invariant-games, Definition 3, from `n = 0` on, for `k ≥ 2`.
///
/// They begin `(0, 0), (1, 2), (3, 4), …, (2k − 1, 2k)`; then `A_{n+1}` is the mex of all that came before, and the
/// difference `B − A` stays the same if `H1 ∧ [(H2 ∧ H3) ∨ H4]` and grows by one otherwise, where
///
/// * `H1`: `A_{n+1} − A_n = 2`,
/// * `H2`: `B_n − A_n = B_{n−k+1} − A_{n−k+1} + 1`,
/// * `H3`: `A_{n+1} − A_{n−k} ≠ 2k + 1`,
/// * `H4`: `B_{n−k} − A_{n−k} ≠ B_n − A_n − 1`.
///
/// The paper's line breaks leave the bracketing open. `(H1 ∧ H2 ∧ H3) ∨ H4` gives the same sequence, as `H4` never
/// occurs without `H1`. By Theorems 3 and 4 the pairs are the P-positions of `G(α_k)` and equal [`InvariantBeatty`].
///
/// ```
/// use wythoff_solve::sequence::InvariantPairs;
/// let pairs: Vec<_> = InvariantPairs::new(2)?.take(8).collect();
/// assert_eq!(pairs, [(0, 0), (1, 2), (3, 4), (5, 7), (6, 9), (8, 11), (10, 14), (12, 16)]);
/// # Ok::<(), wythoff_solve::sequence::ParameterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct InvariantPairs {
    k: u64,
    /// The last `k + 1` pairs, oldest first.
    recent: VecDeque<(u64, u64)>,
    produced: u64,
    mex: Mex,
}

impl InvariantPairs {
    /// The sequence for `k ≥ 2`.
    ///
    /// # Errors
    ///
    /// If `k` is 0 or 1.
    pub fn new(k: u32) -> Result<Self, ParameterError> {
        let k = at_least("k", 2, k)?.into();
        Ok(InvariantPairs { k, recent: VecDeque::new(), produced: 0, mex: Mex::default() })
    }

    /// `B_{n+1} − A_{n+1}`, given `A_{n+1}` and the pairs `n − k, …, n`.
    fn difference(&self, next: u64) -> u64 {
        if self.produced <= self.k {
            return self.produced.min(1);
        }
        let gap = |i: usize| self.recent[i].1 - self.recent[i].0;
        let newest = self.recent.len() - 1;
        let h1 = next - self.recent[newest].0 == 2;
        let h2 = gap(newest) == gap(1) + 1;
        let h3 = next - self.recent[0].0 != 2 * self.k + 1;
        let h4 = gap(0) + 1 != gap(newest);
        if h1 && ((h2 && h3) || h4) { gap(newest) } else { gap(newest) + 1 }
    }
}

impl Iterator for InvariantPairs {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<Self::Item> {
        let a = self.mex.peek();
        let b = a.checked_add(self.difference(a))?;
        self.mex.take();
        self.mex.exclude(b);
        if self.recent.len() as u64 > self.k {
            self.recent.pop_front();
        }
        self.recent.push_back((a, b));
        self.produced += 1;
        Some((a, b))
    }
}

/// The pairs `(⌊nα_k⌋, ⌊nβ_k⌋)` with `α_k = 1 + (√(k² + 4k) − k)/2` and `β_k = 3/2 + √(k² + 4k)/(2k)`, for `k ≥ 1`.
///
/// They are the P-positions of `G(α_k)` (invariant-games, Theorem 4; Remark 3 for `k = 1`, which is Wythoff Nim).
///
/// ```
/// use wythoff_solve::sequence::InvariantBeatty;
/// let g = InvariantBeatty::new(3)?;
/// assert_eq!(g.pair(&10u8.into()), (17u8.into(), 22u8.into()));
/// # Ok::<(), wythoff_solve::sequence::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvariantBeatty {
    k: u32,
}

impl InvariantBeatty {
    /// The sequence for `k ≥ 1`.
    ///
    /// # Errors
    ///
    /// If `k` is 0.
    pub fn new(k: u32) -> Result<Self, ParameterError> {
        Ok(InvariantBeatty { k: at_least("k", 1, k)? })
    }

    /// The `n`-th pair, at any size.
    #[must_use]
    pub fn pair(&self, n: &UBig) -> (UBig, UBig) {
        let k = UBig::from(self.k);
        let root = (n * n * &k * (&k + UBig::from(4u8))).sqrt();
        let a = n + (&root - n * &k) / UBig::from(2u8);
        let b = (UBig::from(3u8) * &k * n + root) / (UBig::from(2u8) * k);
        (a, b)
    }

    /// The `n`-th pair in machine integers; `None` if the square root does not fit 128 bits or `B_n` does not fit 64.
    #[must_use]
    pub fn get(&self, n: u64) -> Option<(u64, u64)> {
        let (n, k) = (u128::from(n), u128::from(self.k));
        let root = (k * (k + 4)).checked_mul(n.checked_mul(n)?)?.isqrt();
        let a = n + (root - n * k) / 2;
        let b = (3 * k).checked_mul(n)?.checked_add(root)? / (2 * k);
        Some((a.try_into().ok()?, b.try_into().ok()?))
    }

    /// The pairs from `n = 0` on, as long as [`InvariantBeatty::get`] has them.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + use<> {
        let this = *self;
        (0..).map_while(move |n| this.get(n))
    }
}
