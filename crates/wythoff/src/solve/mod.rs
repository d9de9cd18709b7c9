//! Ways of solving. One file per way; each says for which rulesets it is right and why.
//!
//! [`reference`] is the definition of play itself, slow and obvious. Every other way is tested against it.

pub mod beatty;
pub mod board;
pub(crate) mod capacity;
pub mod columns;
pub mod exhaustive;
pub mod grundy;
pub mod imitation;
pub mod memory_theorem;
pub(crate) mod options;
pub mod pile_reference;
pub mod predicate;
pub mod rays;
pub mod recursive;
pub mod reference;
pub(crate) mod squares;
pub mod stopped;
pub mod stream;
pub mod sum;
pub mod twist;
pub mod way;

use crate::budget::Limit;
use crate::number::NumberError;
use crate::position::{Outcome, Position};
use std::fmt;

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
    /// Nothing tells which P-positions come first.
    #[error(
        "which P-positions of {game} come first is not certain: its rules leave open how large a pile can be beside a \
         small one"
    )]
    Uncertain {
        /// The game.
        game: String,
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
    },
    /// A game that has no Grundy values.
    #[error("{game} has no Grundy values: only games without blocking, comply, memory and misère play have")]
    NoGrundy {
        /// The game.
        game: String,
    },
    /// A computation reached one of its own budget.
    #[error("{0}")]
    Stopped(String),
    /// A limit of the budget was reached, or somebody cancelled it.
    #[error("stopped: {0}")]
    Limit(#[from] Limit),
    /// An exact number could not be decided.
    #[error("{0}")]
    Number(#[source] NumberError),
}

/// On what an answer rests.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ground {
    /// The definition of play, computed position by position.
    Definition,
    /// A theorem, inside its hypotheses: which, and of which paper.
    Theorem(String),
    /// A proof for all sizes that can be checked again: which certificate.
    Certificate(String),
    /// A statement that is not proved, and how far it was checked.
    Conjecture(String),
}

impl Ground {
    /// The theorem or statement alone.
    pub(crate) fn text(&self) -> &str {
        match self {
            Ground::Definition => "the definition of play, computed position by position",
            Ground::Theorem(text) | Ground::Certificate(text) | Ground::Conjecture(text) => text,
        }
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ground::Definition | Ground::Theorem(_) => f.write_str(self.text()),
            Ground::Certificate(text) => write!(f, "certificate: {text}"),
            Ground::Conjecture(text) => write!(f, "conjecture: {text}"),
        }
    }
}

/// The answer to "what about this position?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The position asked about.
    pub position: Position,
    /// Who wins.
    pub outcome: Outcome,
    /// N-positions: every option that is a P-position; in games with a twist, those from which one can be chosen.
    pub winning_moves: Vec<Position>,
    /// P-positions of blocking games: the options that the previous player must forbid.
    pub block: Vec<Position>,
    /// P-positions of comply games: the options that the previous player may propose.
    pub propose: Vec<Position>,
    /// N-positions of comply games with large piles: every option wins but these.
    pub all_but: Option<Vec<Position>>,
    /// Nothing can be done here: the game is over.
    pub terminal: bool,
    /// How many options there are, before any is forbidden; `None` where they are not counted.
    pub options: Option<usize>,
    /// Why, in words, where the way of solving knows better than the outcomes of the options tell.
    pub reason: Option<String>,
    /// The way of solving.
    pub method: &'static str,
    /// On what the answer rests.
    pub ground: Ground,
}
