//! A person's conjecture as a claim: a formula over x and y, compiled to an automaton.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_prove::{agree, stated};
//! use wythoff_rules::Game;
//! let game = Game::named("WN")?;
//! let rules = game.ruleset().ok_or("two piles")?;
//! let budget = Budget::default();
//! let text = "En x = floor(n*phi) & y = floor(n*phi^2) | x = floor(n*phi^2) & y = floor(n*phi)";
//! let stated::StatedClaim { numeration, automaton } = stated::claim(text, None, &budget)?;
//! let settled = agree::decide(rules, &numeration, &automaton, &budget)?;
//! assert!(matches!(settled, agree::Settled::Proved(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::load::{LoadError, numeration_for};
use wythoff_automata::{Dfa, Numeration};
use wythoff_budget::Budget;
use wythoff_logic::{
    BadFormula, BadReal, Defined, Failed, LogicFormula, LogicTerm, parse_statement, real_automata, relation,
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
    /// It is in no numeration, or not in the one that was asked for.
    #[error(transparent)]
    Numeration(#[from] LoadError),
    /// It speaks of other variables than x and y.
    #[error("a claim is about x and y; {0} is neither, and needs a quantifier: E{0} …")]
    Variable(String),
    /// It was not compiled.
    #[error(transparent)]
    Failed(#[from] Failed),
}

/// Compiles a formula over x and y, in the numeration of [`numeration_for`].
///
/// # Errors
/// [`StatedError`] says what is wrong with the text, or which limit was reached.
pub fn claim(text: &str, wanted: Option<&Numeration>, budget: &Budget) -> Result<StatedClaim, StatedError> {
    let statement = parse_statement(text)?;
    let numeration = numeration_for(&statement, wanted, &[])?;
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
