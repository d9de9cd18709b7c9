//! kWN^(2) for even `k`, where the theorem of beatty-extensions is silent: the recursion.

use std::collections::VecDeque;

use super::ParameterError;

/// The P-positions `(a_n, b_n)`, `a_n ≤ b_n`, of kWN^(2) for even `k` by a recursion, in lexicographic order.
///
/// In k-Wythoff Modulo-2 Nim a rook move removes an even number of tokens. Theorem 5.2 of beatty-extensions needs
/// `gcd(k, m) = 1`; for `m = 2` and even `k` the P-positions are no Beatty pair. Every row and column holds exactly two of
/// them, one of each parity (the mirrored ones counted in). The recursion, from `(0, 0)`:
///
/// * `a_n` is the least column with fewer than two entries;
/// * `b_n = b_{n−1} + k + 1`, plus 1 if column `a_n` already holds a lower entry of the same parity.
///
/// **Ground: a conjecture**, agreeing with play on the boards named by [`Morphism::CHECKED_BOARD`](super::Morphism::CHECKED_BOARD); no proof is
/// known that the recursion gives the P-positions.
///
/// ```
/// use wythoff_solve::sequence::ModularTwo;
/// let pairs: Vec<_> = ModularTwo::new(2)?.take(8).collect();
/// assert_eq!(pairs, [(0, 0), (0, 3), (1, 6), (1, 9), (2, 12), (2, 15), (3, 19), (4, 22)]);
/// # Ok::<(), wythoff_solve::sequence::ParameterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ModularTwo {
    k: u64,
    /// The least column that may have room, its number of entries, and its lower entry.
    column: u64,
    entries: u8,
    lower: Option<u64>,
    last: Option<u64>,
    /// The pairs whose mirror image lies in a column not yet reached.
    mirrored: VecDeque<(u64, u64)>,
}

impl ModularTwo {
    /// The sequence for even `k ≥ 2`.
    ///
    /// # Errors
    ///
    /// If `k` is 0 or odd (for odd `k` see [`Beatty`](super::Beatty) with `m = 2`).
    pub fn new(k: u32) -> Result<Self, ParameterError> {
        let k = super::morphism::even(k)?.into();
        Ok(ModularTwo { k, column: 0, entries: 0, lower: None, last: None, mirrored: VecDeque::new() })
    }
}

impl Iterator for ModularTwo {
    type Item = (u64, u64);

    fn next(&mut self) -> Option<Self::Item> {
        let Some(last) = self.last else {
            // The square (0, 0) is its own mirror image: one entry of column 0.
            self.entries = 1;
            self.last = Some(0);
            return Some((0, 0));
        };
        while self.entries == 2 {
            self.column += 1;
            self.entries = 0;
            self.lower = None;
            if let Some(&(a, b)) = self.mirrored.front()
                && b == self.column
            {
                self.mirrored.pop_front();
                self.entries = 1;
                self.lower = Some(a);
            }
        }
        let step = last.checked_add(self.k + 1)?;
        let b =
            if self.lower.is_some_and(|lower| lower % 2 == step % 2) { step.checked_add(1)? } else { step };
        self.entries += 1;
        self.last = Some(b);
        self.mirrored.push_back((self.column, b));
        Some((self.column, b))
    }
}
