//! Proofs for all sizes: from rules to a sentence, from solved boards to a guess, from a guess to a certificate.
//!
//! If the P-positions of a game are recognised by an automaton in some numeration, then "a position is in this set if and only if
//! the previous player wins there, given the set" is a first-order sentence that can be decided. A set that satisfies it at every
//! position *is* the set of P-positions: every move makes `x + y` smaller, so this follows by induction.

pub mod beatty;
pub mod certificate;
pub mod check;
pub mod compile;
pub mod formula;
pub mod learn;
pub mod plan;
mod read;
pub mod same;
pub mod sentence;

use crate::automaton::Limit;

/// Why a claim was neither proved nor refuted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
    /// A Beatty sequence is not in the numeration's field.
    #[error("the sequence beatty({0}) is not known to be regular in this numeration")]
    Beatty(String),
    /// The rules are outside what sentences can say.
    #[error("{0}")]
    Rules(&'static str),
}
