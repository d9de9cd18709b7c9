//! Rows of a column that do not exist, 64 at a time.
//!
//! On a board from which a residue class of rows is taken, each missing row stays free for ever, and so would be looked at in every
//! column; of a missing column all rows would be.

use crate::rays::setup::{Existing, FARTHEST};

/// From some row of a column on, which rows exist: it depends on their residues only.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pattern {
    /// The rows from here on.
    pub(super) from: u64,
    modulus: u64,
    /// A bit for each row from a multiple of the modulus on.
    rows: u128,
}

impl Pattern {
    /// Longer ones are not looked at: with the rows of a block they are more than the bits there are.
    const LONGEST: u64 = 64;

    pub(super) fn of_column(existing: &Existing, x: u64) -> Option<Pattern> {
        let modulus = existing.modulus;
        if modulus > Pattern::LONGEST {
            return None;
        }
        let from = (existing.settled(x) + 1).next_multiple_of(modulus);
        if from + modulus > FARTHEST {
            return None;
        }
        let once = (0..modulus).filter(|i| existing.at(x, from + i)).fold(0, |rows, i| rows | 1 << i);
        let mut rows: u128 = once;
        let mut length = modulus;
        while length < 128 {
            rows |= rows << length;
            length *= 2;
        }
        Some(Pattern { from, modulus, rows })
    }

    /// Which of the 64 rows from this one on exist; all may if they begin too early to know.
    pub(super) fn block(&self, row: u64) -> u64 {
        if row < self.from { u64::MAX } else { (self.rows >> (row % self.modulus)) as u64 }
    }
}
