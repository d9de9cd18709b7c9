//! Fraenkel's first strategy: the P-positions of k-Wythoff Nim by minimal exclusion.

use super::{Mex, ParameterError, at_least};

/// The pairs of k-Wythoff Nim by the mex rule (beatty-extensions, Theorem 2.1 (I)), from `n = 0` on:
/// `a_n = mex{a_i, b_i : i < n}`, `b_n = a_n + kn`.
///
/// ```
/// use wythoff_solve::sequence::Recursive;
/// let pairs: Vec<_> = Recursive::new(1)?.take(5).collect();
/// assert_eq!(pairs, [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]);
/// # Ok::<(), wythoff_solve::sequence::ParameterError>(())
/// ```
///
/// A term costs O(1) amortised; the values `b_i` not yet passed by `a_n` are kept, so memory grows linearly.
#[derive(Clone, Debug)]
pub struct Recursive {
    k: u64,
    difference: u64,
    mex: Mex,
}

impl Recursive {
    /// The sequence for `k ≥ 1`.
    ///
    /// # Errors
    ///
    /// If `k` is 0.
    pub fn new(k: u32) -> Result<Self, ParameterError> {
        let k = at_least("k", 1, k)?.into();
        Ok(Recursive { k, difference: 0, mex: Mex::default() })
    }
}

impl Iterator for Recursive {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<Self::Item> {
        let a = self.mex.peek();
        let b = a.checked_add(self.difference)?;
        self.difference = self.difference.checked_add(self.k)?;
        self.mex.take();
        self.mex.exclude(b);
        Some((a, b))
    }
}
