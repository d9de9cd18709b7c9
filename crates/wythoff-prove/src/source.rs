//! Where solved boards come from.
//!
//! The guesser asks for boards and does not care how they are computed; a wrong board costs a proof, never truth.

use std::ops::ControlFlow;

use super::learn::Sample;
use wythoff_budget::Budget;
use wythoff_rules::Ruleset;
use wythoff_solve::board;
use wythoff_solve::columns::Columns;
use wythoff_solve::rays::cases::Cases;

/// Something that solves boards.
pub trait Source {
    /// The P-positions with both piles below `size` or, where that is too large, a smaller number; `None` if there is
    /// nothing larger than what was given before, or a limit is reached.
    fn board(&mut self, size: u32, budget: &Budget) -> Option<Sample>;
}

impl<F: FnMut(u32) -> Option<Sample>> Source for F {
    fn board(&mut self, size: u32, _: &Budget) -> Option<Sample> {
        self(size)
    }
}

/// Boards by the columns solver where it applies, else dense boards as far as is reasonable.
#[derive(Clone, Debug)]
pub struct Solver<'r> {
    rules: &'r Ruleset,
    /// The sizes of the dense boards that can still be given.
    sizes: &'static [u32],
}

/// Boards with more P-positions are not given: they would take gigabytes.
const MOST_POSITIONS: usize = 40_000_000;

/// Dense boards are of these sizes; larger ones take too long.
const DENSE: [u32; 4] = [240, 600, 2_500, 10_000];

/// The same for games of rays, even if these depend on the position.
const OF_RAYS: [u32; 4] = [2_500, 10_000, 40_000, 100_000];

/// A board of rays is not followed by a much larger one if more than one in so many squares is a P-position.
const CROWDED: u64 = 256;

impl<'r> Solver<'r> {
    /// A solver for a game.
    #[must_use]
    pub fn new(rules: &'r Ruleset) -> Self {
        let rays = Cases::split(rules).is_ok();
        Solver { rules, sizes: if rays { &OF_RAYS } else { &DENSE } }
    }
}

impl Source for Solver<'_> {
    fn board(&mut self, size: u32, budget: &Budget) -> Option<Sample> {
        // A board keeps eight bytes for each position, and comparing it with a guess writes down all numbers below its size.
        if u64::from(size) * 64 > budget.memory() {
            return None;
        }
        // A pair takes eight bytes, and four more when the board is made of them.
        let most = MOST_POSITIONS.min(usize::try_from(budget.memory() / 16).unwrap_or(usize::MAX));
        if let Ok(mut columns) = Columns::new(self.rules, Some(u64::from(size) - 1)) {
            let symmetric = columns.is_symmetric();
            let mut positions = vec![];
            let mut emit = |x: u64, rows: &[u64]| {
                for &y in rows {
                    let (x, y) = (x as u32, y as u32);
                    positions.push((x, y));
                    if symmetric && x != y {
                        positions.push((y, x));
                    }
                }
                if positions.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            columns.run(u64::from(size), budget, &mut emit).ok()?;
            return sample(size, positions, budget);
        }
        let (&most_columns, rest) = self.sizes.split_first()?;
        self.sizes = rest;
        let size = size.min(most_columns);
        let solved = board::Board::solve(self.rules, size.into(), size.into(), budget).ok()?;
        if solved.count() > most as u64 {
            return None;
        }
        let crowded = solved.count().saturating_mul(CROWDED) > u64::from(size) * u64::from(size);
        if crowded && self.sizes.first().is_some_and(|next| *next > 10_000) {
            self.sizes = &[];
        }
        let positions = solved.positions().map(|(x, y)| (x as u32, y as u32));
        sample(size, positions, budget)
    }
}

/// Positions as a sample, unless a limit is reached meanwhile: millions take a while.
fn sample(size: u32, positions: impl IntoIterator<Item = (u32, u32)>, budget: &Budget) -> Option<Sample> {
    let mut taken = 0u32;
    let goes_on = |_: &(u32, u32)| {
        taken = taken.wrapping_add(1);
        !taken.is_multiple_of(1 << 16) || budget.poll().is_ok()
    };
    let sample = Sample::new(size, positions.into_iter().take_while(goes_on));
    budget.poll().ok().map(|()| sample)
}
