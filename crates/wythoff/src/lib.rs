//! Wythoff-type games: a rule language, exact solvers, and answers with reasons.

pub mod automaton;
mod nearest;
pub mod number;
pub mod piles;
mod position;
pub mod prove;
pub mod rules;
pub mod solve;

pub use position::{Outcome, Position};
