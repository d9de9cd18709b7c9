//! All moves from a position to P-positions: found by their pairs, not by scanning.

use dashu_int::UBig;
use dashu_int::ops::DivRem;

use super::{PmWythoff, RecursiveError};

/// The options of a position of (p,m)-Wythoff Nim that are P-positions.
///
/// The previous player may forbid up to `p − 1` options of those on both piles, and none of the others. So the position
/// is a P-position iff [`one_pile`](POptions::one_pile) is empty and [`two_piles`](POptions::two_piles) has fewer than `p`
/// elements: then these are what must be forbidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct POptions {
    /// P-positions reached by taking from one pile; at most two.
    pub one_pile: Vec<(UBig, UBig)>,
    /// P-positions reached by taking from both piles, by increasing distance from the origin; fewer than `2p`.
    pub two_piles: Vec<(UBig, UBig)>,
    p: u64,
}

impl POptions {
    /// Whether the position itself is a P-position.
    #[must_use]
    pub fn is_p(&self) -> bool {
        self.one_pile.is_empty() && (self.two_piles.len() as u64) < self.p
    }

    /// The options that win for the player to move: none from a P-position. Those on both piles win only if they
    /// cannot all be forbidden, and then only those that were not.
    #[must_use]
    pub fn winning_moves(&self) -> Vec<(UBig, UBig)> {
        let mut moves = self.one_pile.clone();
        if self.two_piles.len() as u64 >= self.p {
            moves.extend_from_slice(&self.two_piles);
        }
        moves
    }

    /// In a P-position, the options that the previous player has to forbid: at most `p − 1`. In an N-position no choice
    /// saves the previous player, and the list is empty.
    #[must_use]
    pub fn to_block(&self) -> &[(UBig, UBig)] {
        if self.is_p() { &self.two_piles } else { &[] }
    }
}

impl PmWythoff {
    /// The options of `(x, y)` that are P-positions, all of them.
    ///
    /// Row and column hold one P-position each: the partners of `x` and of `y`. With `x ≤ y` and `d = y − x`, a move on both
    /// piles leads to a difference in `(d − m, d + m)`; P-positions have differences that are multiples of `m`, `p` of them
    /// for each, with consecutive indices. So at most `2p` pairs come into question.
    ///
    /// # Errors
    ///
    /// If the limits are too narrow.
    pub fn p_options(&self, x: &UBig, y: &UBig) -> Result<POptions, RecursiveError> {
        if x > y {
            let mut mirrored = self.p_options(y, x)?;
            for (x, y) in mirrored.one_pile.iter_mut().chain(&mut mirrored.two_piles) {
                std::mem::swap(x, y);
            }
            return Ok(mirrored);
        }

        let mut one_pile = Vec::new();
        let place = self.place(x)?;
        let partner = place.partner(x);
        if partner < y {
            one_pile.push((x.clone(), partner.clone()));
        }
        // If {x, y} is a pair, then y has no other partner.
        if partner != y {
            let place = self.place(y)?;
            let partner = place.partner(y);
            if partner < x {
                one_pile.push((partner.clone(), y.clone()));
            }
        }

        // Differences qm (index qp …) and, unless d = qm, (q+1)m (the p indices behind).
        let (q, rest) = (y - x).div_rem(UBig::from(self.m()));
        let from = q * self.p();
        let count = if rest.is_zero() { self.p() } else { 2 * self.p() };
        let mut two_piles = Vec::new();
        // a_i ≥ i: from index x on no pair fits.
        if from < *x {
            two_piles = self.pairs(&from, count)?;
            two_piles.retain(|(a, b)| a < x && b < y);
        }
        Ok(POptions { one_pile, two_piles, p: self.p() })
    }
}
