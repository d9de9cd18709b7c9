//! Proofs for all sizes: from rules to a sentence, from solved boards to a guess, from a guess to a certificate.
//!
//! If the P-positions of a game are recognised by an automaton in some numeration, then "a position is in this set if and only if
//! the previous player wins there, given the set" is a first-order sentence that can be decided. A set that satisfies it at every
//! position *is* the set of P-positions: every move makes `x + y` smaller, so this follows by induction.

pub mod answer;
pub mod certificate;
pub mod check;
pub mod compile;
pub mod formula;
pub mod guess;
pub mod learn;
pub mod library;
pub mod plan;
mod read;
pub mod same;
pub mod sentence;
pub mod slopes;
pub mod source;
pub mod tail;

use crate::automaton::beatty::{NotRegular, beatty};
use crate::automaton::{Dfa, Limit, Limits, Numeration};
use crate::number::Real;

/// Why a claim was neither proved nor refuted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] Limit),
    /// A Beatty sequence is not in the numeration's field.
    #[error("beatty({0}) is not regular in this numeration, as far as is known: {1}")]
    Beatty(String, NotRegular),
    /// The rules are outside what sentences can say.
    #[error("{0}")]
    Rules(&'static str),
}

/// The automaton of `{⌊n·r⌋ : n ≥ 1}`.
fn beatty_set(numeration: &Numeration, r: &Real, limits: &Limits<'_>) -> Result<Dfa, Undecided> {
    let undecided = |reason| match reason {
        NotRegular::Limit(limit) => Undecided::Limit(limit),
        other => Undecided::Beatty(r.to_string(), other),
    };
    let quadratic = r.as_quadratic().ok_or(NotRegular::Field).map_err(undecided)?;
    beatty(numeration, quadratic, limits).map_err(undecided)
}
