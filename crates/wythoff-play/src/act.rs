//! What players decide, and why a decision is refused.

use serde::{Deserialize, Serialize};
use std::fmt;
use wythoff_rules::position::Position;
use wythoff_solve::SolveError;

/// A decision of a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Act {
    /// Moves to a position.
    Move(Position),
    /// Forbids the opponent to move to these; none is allowed too.
    Forbid(Vec<Position>),
    /// Lets the opponent choose one of these.
    Propose(Vec<Position>),
}

impl Act {
    /// Which kind of decision.
    #[must_use]
    pub fn asked(&self) -> Asked {
        match self {
            Act::Move(_) => Asked::Move,
            Act::Forbid(_) => Asked::Forbid,
            Act::Propose(_) => Asked::Propose,
        }
    }

    /// The positions that are named.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        match self {
            Act::Move(to) => std::slice::from_ref(to),
            Act::Forbid(list) | Act::Propose(list) => list,
        }
    }
}

/// `move (1, 2)`, `forbid (1, 2) (3, 4)`, `forbid none`.
impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list: Vec<String> = self.positions().iter().map(Position::to_string).collect();
        let list = if list.is_empty() { "none".to_owned() } else { list.join(" ") };
        write!(f, "{} {list}", self.asked())
    }
}

/// The kinds of decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asked {
    /// To move.
    Move,
    /// To forbid.
    Forbid,
    /// To propose.
    Propose,
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Asked::Move => "move",
            Asked::Forbid => "forbid",
            Asked::Propose => "propose",
        })
    }
}

/// Why a decision is refused: a reason to be put behind a colon.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// There is nothing left to decide.
    #[error("the game is over")]
    Over,
    /// Another kind of decision is asked for.
    #[error("it is asked what to {asked}, not what to {given}")]
    NotAsked {
        /// What is asked for.
        asked: Asked,
        /// What came.
        given: Asked,
    },
    /// The wrong number of piles.
    #[error("a position has {expected} piles here, and {to} has {}", .to.piles().len())]
    Piles {
        /// How many piles there are.
        expected: usize,
        /// What was named.
        to: Position,
    },
    /// A move has to take something.
    #[error("nothing would be taken")]
    NothingTaken,
    /// Tokens are never added.
    #[error("pile {pile} would grow")]
    Grows {
        /// Which pile, counted from 1.
        pile: usize,
    },
    /// The rules have no such square.
    #[error("the square {to} does not exist")]
    NoSquare {
        /// The square.
        to: Position,
    },
    /// The rules do not have this removal.
    #[error("taking {taken} is none of the moves ({moves})")]
    NotAMove {
        /// What would be taken from each pile.
        taken: Position,
        /// What the rules call their moves.
        moves: String,
    },
    /// A rule with memory.
    #[error("it would imitate the last move{}, and {}", imitated(.last.as_ref()), often(*.allowed))]
    Imitates {
        /// The move that it would imitate: from where, and where to.
        last: Option<[Position; 2]>,
        /// How many imitations in a row a player may make.
        allowed: u64,
    },
    /// The opponent does not allow it.
    #[error("{to} is forbidden by the opponent")]
    Forbidden {
        /// The option.
        to: Position,
    },
    /// The opponent did not propose it.
    #[error("{to} is not among what the opponent proposed")]
    NotProposed {
        /// The option.
        to: Position,
    },
    /// An option in no class that may be forbidden.
    #[error("{to} may not be forbidden: only {allowances} may")]
    Protected {
        /// The option.
        to: Position,
        /// What may be forbidden.
        allowances: String,
    },
    /// More than the budget allows.
    #[error("at most {allowances} may be forbidden, and {named} are named")]
    TooMany {
        /// The budgets that are too small for what was named.
        allowances: String,
        /// How many options count for these budgets only.
        named: u64,
    },
    /// Less than the rule wants.
    #[error("at least {allowances} must be proposed")]
    TooFew {
        /// The alternatives.
        allowances: String,
    },
    /// Who wins there cannot be computed, so that the game cannot go on.
    #[error("the game cannot go on there: {0}")]
    Unsolved(SolveError),
}

impl Illegal {
    /// The same reason, which names the last of these positions where it is about the last move.
    pub(crate) fn after(self, steps: &[Position]) -> Illegal {
        match (self, steps) {
            (Illegal::Imitates { last: None, allowed }, [.., from, to]) => {
                Illegal::Imitates { last: Some([from.clone(), to.clone()]), allowed }
            }
            (other, _) => other,
        }
    }
}

fn imitated(last: Option<&[Position; 2]>) -> String {
    last.map_or_else(String::new, |[from, to]| format!(", {} to {}", from.shortened(), to.shortened()))
}

/// It is always the first imitation too many that is refused.
fn often(allowed: u64) -> String {
    match allowed {
        0 => "no imitation is allowed".to_owned(),
        1 => "only 1 imitation in a row is allowed: this would be the second".to_owned(),
        n => {
            format!("only {n} imitations in a row are allowed: this would be number {}", n.saturating_add(1))
        }
    }
}
