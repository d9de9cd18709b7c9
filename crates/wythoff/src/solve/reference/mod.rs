//! The definition of play, slow and obvious: the specification of everything else.
//!
//! Squares are taken in order of increasing `x + y`, so that all options of a square are known when it is reached;
//! their outcomes are counted and [`twist::previous_wins`](super::twist::previous_wins) decides. It is right for every
//! ruleset that the language can state. Games with memory are in [`memory`].
//!
//! ```
//! use wythoff::Budget;
//! use wythoff::{rules::Definition, solve::{reference::Reference}};
//! let nim = Definition::parse("nim", "game \"Nim\"\nmove rook: s = 0 or t = 0\n")?.bind_text("")?;
//! let board = Reference::solve(&nim, 10, 10, &Budget::default())?;
//! assert!(board.is_p(4, 4) && !board.is_p(4, 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod memory;
mod way;

pub use way::ByDefinition;
pub(crate) use way::too_large as too_large_position;

use super::SolveError;
use super::options::{Options, Removal};
use super::twist::{Counts, lines, previous_wins};
use crate::budget::Budget;
use crate::position::Outcome;
use crate::rules::Ruleset;

/// All outcomes on a board.
pub struct Reference {
    ruleset: Ruleset,
    options: Options,
    width: u32,
    height: u32,
    /// Row by row of x; `None` where there is no square.
    outcomes: Vec<Option<Outcome>>,
}

/// An option of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareOption {
    /// The first pile after the move.
    pub x: u32,
    /// The second pile after the move.
    pub y: u32,
    /// In which classes of the twist the move is.
    pub signature: u8,
    /// Who wins there.
    pub outcome: Outcome,
}

impl Reference {
    /// Solves the board of all squares up to `(width, height)`. A rule with memory is not looked at: see [`memory`].
    ///
    /// # Errors
    /// A board beyond the budget.
    pub fn solve(
        ruleset: &Ruleset,
        width: u32,
        height: u32,
        budget: &Budget,
    ) -> Result<Reference, SolveError> {
        let squares = (u64::from(width) + 1).saturating_mul(u64::from(height) + 1);
        if squares > most_states(budget) {
            return Err(too_large(width, height, budget));
        }
        let mut options = Options::new(ruleset, width, height)?;
        // If a quarter of what the middle or the corner has to offer is too much on average, say so before the work.
        let corner = options.removals(width, height).len();
        let typical = options.removals(width / 2, height / 2).len().min(corner) as u64;
        let allowed = most_work(budget);
        if squares.saturating_mul(typical) / 4 > allowed {
            return Err(too_large(width, height, budget));
        }
        let outcomes = vec![None; usize::try_from(squares).unwrap_or(usize::MAX)];
        let mut board = Reference { ruleset: ruleset.clone(), options, width, height, outcomes };
        let mut counts = Counts::new(lines(&ruleset.twist));
        // Say at once what is hopeless: a square looks at a third of the longest list on average.
        let longest = board.options.removals(width, height).len() as u64;
        if squares.saturating_mul(longest / 3) > allowed {
            return Err(too_large(width, height, budget));
        }
        let mut work = 0_u64;
        let mut ticker = budget.ticker("squares");
        for ((x, y), done) in diagonal_order(width, height).zip(0..) {
            if !board.options.exists(x, y) {
                continue;
            }
            counts.clear();
            let removals = board.options.removals(x, y);
            work += removals.len() as u64;
            if work > allowed {
                return Err(too_large(width, height, budget));
            }
            ticker.tick_at(removals.len() as u64, done, squares)?;
            for option in board.confirmed(&removals, x, y) {
                counts.add(option.signature, option.outcome.is_p());
            }
            let index = board.index(x, y);
            board.outcomes[index] = Some(Outcome::p_if(previous_wins(ruleset, &counts)));
        }
        Ok(board)
    }

    fn index(&self, x: u32, y: u32) -> usize {
        x as usize * (self.height as usize + 1) + y as usize
    }

    /// The removals that are moves to squares that exist.
    fn confirmed<'a>(
        &'a self,
        removals: &'a [Removal],
        x: u32,
        y: u32,
    ) -> impl Iterator<Item = SquareOption> + 'a {
        let possible = removals.iter().take_while(move |r| r.s <= x);
        possible.filter_map(move |r| self.options.confirmed(*r, x, y)).filter_map(move |r| {
            let (x, y) = (x - r.s, y - r.t);
            let outcome = self.outcomes[self.index(x, y)]?;
            Some(SquareOption { x, y, signature: r.signature, outcome })
        })
    }

    /// The ruleset that was solved.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Who wins at a square of the board; `None` if it does not exist.
    #[must_use]
    pub fn outcome(&self, x: u32, y: u32) -> Option<Outcome> {
        if x > self.width || y > self.height { None } else { self.outcomes[self.index(x, y)] }
    }

    /// Is it a P-position?
    #[must_use]
    pub fn is_p(&self, x: u32, y: u32) -> bool {
        self.outcome(x, y) == Some(Outcome::P)
    }

    /// The options of a square, before any is forbidden, in increasing order of the tokens taken.
    pub fn options(&mut self, x: u32, y: u32) -> Vec<SquareOption> {
        let removals = self.options.removals(x, y);
        self.confirmed(&removals, x, y).collect()
    }

    /// All P-positions in lexicographic order; with `half`, only those with x ≤ y.
    pub fn p_positions(&self, half: bool) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..=self.width).flat_map(move |x| {
            let first = if half { x } else { 0 };
            (first..=self.height).filter(move |y| self.is_p(x, *y)).map(move |y| (x, y))
        })
    }
}

/// All squares in order of increasing `x + y`.
pub(crate) fn diagonal_order(width: u32, height: u32) -> impl Iterator<Item = (u32, u32)> {
    (0..=width + height).flat_map(move |sum| {
        let first = sum.saturating_sub(height);
        (first..=sum.min(width)).map(move |x| (x, sum - x))
    })
}

/// Most squares (or positions with memory) to hold. A square and its bookkeeping take at most 64 bytes.
pub(crate) fn most_states(budget: &Budget) -> u64 {
    (budget.memory() / 64).min(60_000_000)
}

/// Most options to look at: what this solver does in some ten seconds.
pub(crate) fn most_work(budget: &Budget) -> u64 {
    budget.work_left().min(4_000_000_000)
}

pub(crate) fn too_large(width: u32, height: u32, budget: &Budget) -> SolveError {
    // Wythoff Nim on n × n has n squares to look at from each square, about.
    let side = most_states(budget).isqrt().min(cube_root(most_work(budget)));
    let possible = match u64::from(width.max(height)) <= side {
        true => "by definition a smaller board".to_owned(),
        false => format!(
            "by definition, with moves like those of Wythoff Nim, a board up to about ({side}, {side})"
        ),
    };
    SolveError::TooLarge { wanted: format!("a board up to ({width}, {height})"), possible }
}

fn cube_root(n: u64) -> u64 {
    (0..=21).rev().fold(0, |root, bit| {
        let tried = root | 1 << bit;
        if u128::from(tried).pow(3) <= u128::from(n) { tried } else { root }
    })
}
