//! Where solved boards come from.
//!
//! The guesser asks for boards and does not care how they are computed; a wrong board costs a proof, never truth.

use std::ops::ControlFlow;

use super::learn::Board;
use crate::rules::Ruleset;
use crate::solve::columns::Columns;
use crate::solve::limits::Limits;
use crate::solve::reference::Reference;

/// Something that solves boards.
pub trait Source {
    /// The P-positions with both piles below `size` or, where that is too large, a smaller number; `None` if there is
    /// nothing larger than what was given before.
    fn board(&mut self, size: u32) -> Option<Board>;
}

impl<F: FnMut(u32) -> Option<Board>> Source for F {
    fn board(&mut self, size: u32) -> Option<Board> {
        self(size)
    }
}

/// Boards by the columns solver where it applies, else by definition as far as is reasonable.
#[derive(Clone, Debug)]
pub struct Solver<'r> {
    rules: &'r Ruleset,
    /// How many boards by definition have been given.
    given: usize,
}

/// Boards with more P-positions are not given: they would take gigabytes.
const MOST_POSITIONS: usize = 40_000_000;

/// Boards by definition are of these sizes; larger ones take too long.
const BY_DEFINITION: [u32; 2] = [240, 600];

impl<'r> Solver<'r> {
    /// A solver for a game.
    #[must_use]
    pub fn new(rules: &'r Ruleset) -> Self {
        Solver { rules, given: 0 }
    }
}

impl Source for Solver<'_> {
    fn board(&mut self, size: u32) -> Option<Board> {
        let mut positions = vec![];
        if let Ok(mut columns) = Columns::new(self.rules, Some(u64::from(size) - 1)) {
            let symmetric = columns.is_symmetric();
            let mut emit = |x: u64, rows: &[u64]| {
                for &y in rows {
                    let (x, y) = (x as u32, y as u32);
                    positions.push((x, y));
                    if symmetric && x != y {
                        positions.push((y, x));
                    }
                }
                if positions.len() > MOST_POSITIONS {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            columns.run(u64::from(size), &Limits::default(), &mut emit).ok()?;
            return Some(Board::new(size, positions));
        }
        let size = size.min(*BY_DEFINITION.get(self.given)?);
        self.given += 1;
        let solved =
            Reference::solve(self.rules, size - 1, size - 1, &crate::solve::Limits::default()).ok()?;
        Some(Board::new(size, solved.p_positions(false)))
    }
}
