//! Ways of solving. One file per way; each says for which rulesets it is right and why.
//!
//! [`reference`] is the definition of play itself, slow and obvious. Every other way is tested against it.

pub mod answer;
pub(crate) mod areas;
pub mod beatty;
pub mod board;
pub mod capacity;
pub mod columns;
pub mod exhaustive;
pub mod family;
pub mod grundy;
pub mod imitation;
pub(crate) mod kept;
pub mod kinship;
pub mod listing;
pub mod memory_theorem;
pub mod nim;
pub(crate) mod options;
pub mod pile_reference;
pub mod predicate;
pub mod rays;
pub mod reach;
pub mod recursive;
pub mod reference;
pub(crate) mod row_masks;
pub(crate) mod rows;
pub mod saved;
pub mod sequence;
pub mod squares;
pub mod stopped;
pub mod strategy;
pub mod stream;
pub mod sum;
pub mod surplus;
pub mod tiles;
pub mod twist;
pub mod typed;
pub mod way;
pub mod ways;

pub use answer::{Answer, Ground, MethodUsed};
pub use saved::{NotSaved, SavedRun};
pub use way::{Frame, Method, Pane, Reach, Solution, Way};
pub use ways::Ways;

use wythoff_budget::Limit;
use wythoff_number::NumberError;
use wythoff_rules::hint::Hint;
use wythoff_rules::position::Position;

/// Why a question could not be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The computation would be too large.
    #[error("{wanted} is too large to compute; {possible} is possible")]
    TooLarge {
        /// What was asked for.
        wanted: String,
        /// What could be computed instead.
        possible: String,
    },
    /// A list that is too long to hold, and another way to it.
    #[error("{wanted} is too large to compute; {possible} is possible")]
    TooLong {
        /// What was asked for.
        wanted: String,
        /// What could be listed instead.
        possible: String,
        /// How that is asked for.
        hint: Hint,
    },
    /// A list from the first position on, of a game whose rules do not tell which positions come first.
    #[error(
        "which P-positions of {game} come first is not certain: its rules leave open how large a pile can be beside a \
         small one"
    )]
    Uncertain {
        /// The game.
        game: String,
    },
    /// A position of the wrong number of piles.
    #[error("{game} is played on {expected} piles, and this position has {found}")]
    Piles {
        /// The game.
        game: String,
        /// How many piles it has.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A square that the rules cut out.
    #[error("the square {position} does not exist in {game}")]
    NoSquare {
        /// The game.
        game: String,
        /// The square.
        position: Position,
    },
    /// A history of positions that the rules do not allow.
    #[error("{0}")]
    History(String),
    /// A way of solving that cannot do this game.
    #[error("{game} cannot be solved by method {method}: {why}")]
    Method {
        /// The game.
        game: String,
        /// The way of solving that was asked for.
        method: way::Method,
        /// Why it cannot.
        why: String,
        /// What would help.
        hint: Option<Hint>,
    },
    /// A list column by column of a game whose columns may have no end. A height ends them.
    #[error("the columns of {game} may have no end: {why}")]
    Endless {
        /// The game.
        game: String,
        /// Why nothing ends them.
        why: &'static str,
    },
    /// A game that has no Grundy values.
    #[error("{game} has no Grundy values: only games without blocking, comply, memory and misère play have")]
    NoGrundy {
        /// The game.
        game: String,
    },
    /// A computation reached one of its own limits.
    #[error("{0}")]
    Stopped(String),
    /// A limit of the budget was reached, or somebody cancelled it.
    #[error("stopped: {0}")]
    Limit(#[from] Limit),
    /// An exact number could not be decided.
    #[error("{0}")]
    Number(#[source] NumberError),
}

impl SolveError {
    /// What would help.
    #[must_use]
    pub fn hint(&self) -> Option<Hint> {
        match self {
            SolveError::TooLong { hint, .. } => Some(*hint),
            SolveError::Method { hint, .. } => *hint,
            SolveError::Uncertain { .. } => Some(Hint::Board),
            SolveError::Endless { .. } => Some(Hint::Height),
            _ => None,
        }
    }

    /// Does it say no more than that this way of solving cannot do it? Another may.
    pub(crate) fn is_of_the_way(&self) -> bool {
        matches!(self, SolveError::Method { .. } | SolveError::Endless { .. })
    }
}
