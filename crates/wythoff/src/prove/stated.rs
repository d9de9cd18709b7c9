//! A person's conjecture as a claim: a formula over x and y, compiled to an automaton.
//!
//! ```
//! use wythoff::{Budget, Game};
//! use wythoff::prove::{agree, stated};
//! let game = Game::named("WN")?;
//! let rules = game.ruleset().ok_or("two piles")?;
//! let budget = Budget::default();
//! let text = "En x = floor(n*phi) & y = floor(n*phi^2) | x = floor(n*phi^2) & y = floor(n*phi)";
//! let stated::StatedClaim { numeration, automaton } = stated::claim(text, None, &budget)?;
//! let settled = agree::decide(rules, &numeration, &automaton, &budget)?;
//! assert!(matches!(settled, agree::Settled::Proved(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::load::numeration as numeration_named;
use crate::automaton::numeration::BadSystem;
use crate::automaton::{Dfa, Numeration};
use crate::budget::Budget;
use crate::logic::{
    BadFormula, BadReal, Defined, Failed, LogicFormula, LogicTerm, numeration_of_reals, parse_statement,
    real_automata, relation,
};

/// A claim: the set of all `(x, y)` that an automaton accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedClaim {
    /// The numeration that the automaton reads.
    pub numeration: Numeration,
    /// It reads x and y.
    pub automaton: Dfa,
}

/// Why a text is not a claim.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StatedError {
    /// It is no formula.
    #[error(transparent)]
    Formula(#[from] BadFormula),
    /// A number in it cannot be used.
    #[error(transparent)]
    Real(#[from] BadReal),
    /// The numeration in front of it cannot be used.
    #[error(transparent)]
    Numeration(#[from] BadSystem),
    /// Two numerations were named.
    #[error("the formula is in the numeration {0}, and {1} was asked for")]
    Two(String, String),
    /// It speaks of other variables than x and y.
    #[error("a claim is about x and y; {0} is neither, and needs a quantifier: E{0} …")]
    Variable(String),
    /// It was not compiled.
    #[error(transparent)]
    Failed(#[from] Failed),
}

/// Compiles a formula over x and y. The numeration is the given one, or the one in front of the formula, or that of the first
/// irrational number in it, or base 2.
///
/// # Errors
/// [`StatedError`] says what is wrong with the text, or which limit was reached.
pub fn claim(text: &str, wanted: Option<&Numeration>, budget: &Budget) -> Result<StatedClaim, StatedError> {
    let statement = parse_statement(text)?;
    let written = statement.numeration.map(Numeration::new).transpose()?;
    let numeration = match (wanted, written) {
        (Some(wanted), Some(written)) if wanted.system() != written.system() => {
            return Err(StatedError::Two(written.system().name(), wanted.system().name()));
        }
        (Some(numeration), _) => numeration.clone(),
        (None, Some(written)) => written,
        (None, None) => match numeration_of_reals(&statement.formula)? {
            Some(system) => Numeration::new(system)?,
            None => numeration_named("base(2)").unwrap_or_else(|_| unreachable!("base 2 is a numeration")),
        },
    };
    let named = real_automata(&statement.formula, &numeration, budget)?;
    // Both variables are mentioned, so that both have a track.
    let mentioned = |name: &str| LogicTerm {
        parts: [(name.to_owned(), 0)].into_iter().collect(),
        ..LogicTerm::default()
    };
    let both = ["x", "y"].map(|name| LogicFormula::Zero(mentioned(name)));
    let formula = LogicFormula::And(both.into_iter().chain([statement.formula]).collect());
    match relation(&formula, &numeration, &named, budget)? {
        Defined::Set(names, automaton) => match names.iter().find(|name| *name != "x" && *name != "y") {
            None => Ok(StatedClaim { numeration, automaton }),
            Some(other) => Err(StatedError::Variable(other.clone())),
        },
        Defined::Constant(_) => unreachable!("the formula mentions x and y"),
    }
}
