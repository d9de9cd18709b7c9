//! The definition of play, slow and obvious: the specification of everything else.
//!
//! Squares are taken in order of increasing `x + y`, so that all options of a square are known when it is reached;
//! their outcomes are counted and [`twist::previous_wins`](super::twist::previous_wins) decides. It is right for every
//! ruleset that the language can state. Games with memory are in [`memory`].
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_rules::Definition;
//! use wythoff_solve::reference::Reference;
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
use wythoff_budget::Budget;
use wythoff_rules::Ruleset;
use wythoff_rules::position::Outcome;

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
            return Err(too_large(ruleset, (width, height), budget));
        }
        let mut options = Options::new(ruleset, width, height)?;
        // If a quarter of what the middle or the corner has to offer is too much on average, say so before the work.
        let corner = options.removals(width, height).len();
        let typical = options.removals(width / 2, height / 2).len().min(corner) as u64;
        let allowed = most_work(budget);
        if squares.saturating_mul(typical) / 4 > allowed {
            return Err(too_large(ruleset, (width, height), budget));
        }
        let outcomes = vec![None; usize::try_from(squares).unwrap_or(usize::MAX)];
        let mut board = Reference { ruleset: ruleset.clone(), options, width, height, outcomes };
        let mut counts = Counts::new(lines(&ruleset.twist));
        // Say at once what is hopeless: a square looks at a third of the longest list on average.
        let longest = board.options.removals(width, height).len() as u64;
        if squares.saturating_mul(longest / 3) > allowed {
            return Err(too_large(ruleset, (width, height), budget));
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
                return Err(too_large(ruleset, (width, height), budget));
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

/// The error for a board that is too large, with one that is not.
pub(crate) fn too_large(ruleset: &Ruleset, (width, height): (u32, u32), budget: &Budget) -> SolveError {
    SolveError::TooLarge {
        wanted: format!("a board up to ({width}, {height})"),
        possible: possible(ruleset, budget),
    }
}

/// What is possible for these rules, in the words of an error.
pub(crate) fn possible(ruleset: &Ruleset, budget: &Budget) -> String {
    let side = affordable(ruleset, budget);
    format!("by definition a board up to about ({side}, {side})")
}

/// The largest square board of these rules within the limits of this solver.
///
/// How many options a square has is counted on two small boards; lists of options of the games here grow not at all, with the
/// side (rays) or with its square (areas, and rules whose options are only found when both piles are known).
pub(crate) fn affordable(ruleset: &Ruleset, budget: &Budget) -> u64 {
    const SMALL: u32 = 32;
    let listed = |side: u32| -> u64 {
        let Ok(mut options) = Options::new(ruleset, side, side) else { return 1 };
        let mut longest = 1;
        for (x, y) in [(side, side), (side - 1, side), (side, side - 1), (side - 1, side - 1)] {
            longest = longest.max(options.removals(x, y).len() as u64);
        }
        longest
    };
    let (few, many) = (listed(SMALL), listed(2 * SMALL));
    let power = if many >= 3 * few { 2 } else { u32::from(2 * many > 3 * few) };
    let options = |side: u64| {
        let scale = u128::from(side).max(u128::from(2 * SMALL)).pow(power);
        (u128::from(many) * scale).div_ceil(u128::from(2 * SMALL).pow(power))
    };
    let states = |side: u64| {
        let squares = u128::from(side + 1).pow(2);
        match ruleset.imitation {
            None => squares,
            // Every last move that can be imitated makes a state: on average a third of the side.
            Some(rule) => squares * u128::from(rule.allowed.min(side + 1)) * u128::from(side / 3 + 2),
        }
    };
    let fits = |side: u64| {
        states(side) <= u128::from(most_states(budget))
            && states(side) * options(side) <= u128::from(most_work(budget))
    };
    (0..=15).rev().fold(0, |side, bit| if fits(side | 1 << bit) { side | 1 << bit } else { side })
}

/// Would a board of this size certainly be too much work?
pub(crate) fn is_hopeless(ruleset: &Ruleset, width: u32, height: u32, budget: &Budget) -> bool {
    let side = affordable(ruleset, budget).saturating_add(1);
    // A board has at least the squares of the square board on its shorter side, and all the options on its longer one.
    let (short, long) = (u64::from(width.min(height)), u64::from(width.max(height)));
    u128::from(short.max(1)) * u128::from(long) > 4 * u128::from(side) * u128::from(side)
}
