//! Beatty sequences as automata.

use super::Undecided;
use crate::automaton::{Dfa, Limits, Numeration};
use crate::number::Real;

/// The automaton of `{⌊n·r⌋ : n ≥ 1}`.
///
/// # Errors
/// If `r` is not in the numeration's field, or a limit is reached.
pub fn beatty(_numeration: &Numeration, r: &Real, _limits: &Limits<'_>) -> Result<Dfa, Undecided> {
    Err(Undecided::Beatty(r.to_string()))
}
