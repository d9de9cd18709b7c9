//! wythoff

pub mod automaton;
pub mod number;
pub mod rules;
