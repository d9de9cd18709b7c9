//! Definition 1 of imitation-nim: the (p,m)-Wythoff pairs.

use super::{Mex, ParameterError, at_least};

/// The (p,m)-Wythoff pairs (imitation-nim, Definition 1), from `i = 0` on:
/// `a_i = mex{a_j, b_j : j < i}`, `b_i = a_i + ⌊i/p⌋·m`.
///
/// By Proposition 1 they are the P-positions of (p,m)-Wythoff Nim, they partition the natural numbers (the pairs
/// `(i, i)`, `i < p`, counting once), and every multiple of `m` is the difference of exactly `p` of them.
///
/// ```
/// use wythoff_solve::sequence::PmPairs;
/// let pairs: Vec<_> = PmPairs::new(2, 1)?.take(7).collect();
/// assert_eq!(pairs, [(0, 0), (1, 1), (2, 3), (4, 5), (6, 8), (7, 9), (10, 13)]);
/// # Ok::<(), wythoff_solve::sequence::ParameterError>(())
/// ```
///
/// A term costs O(1) amortised, memory grows linearly. For indices beyond reach of this iterator see
/// [`crate::recursive`].
#[derive(Clone, Debug)]
pub struct PmPairs {
    p: u32,
    m: u64,
    /// `i mod p` for the next index `i`.
    phase: u32,
    /// `⌊i/p⌋·m` for the next index `i`.
    difference: u64,
    mex: Mex,
}

impl PmPairs {
    /// The sequence for `p, m ≥ 1`.
    ///
    /// # Errors
    ///
    /// If `p` or `m` is 0.
    pub fn new(p: u32, m: u32) -> Result<Self, ParameterError> {
        let p = at_least("p", 1, p)?;
        let m = at_least("m", 1, m)?.into();
        Ok(PmPairs { p, m, phase: 0, difference: 0, mex: Mex::default() })
    }
}

impl Iterator for PmPairs {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<Self::Item> {
        let a = self.mex.peek();
        let b = a.checked_add(self.difference)?;
        self.phase += 1;
        if self.phase == self.p {
            self.phase = 0;
            self.difference = self.difference.checked_add(self.m)?;
        }
        self.mex.take();
        self.mex.exclude(b);
        Some((a, b))
    }
}
