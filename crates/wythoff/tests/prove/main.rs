//! Automata, logic, proofs and certificates.

#![allow(missing_docs)]

mod automaton;
mod beam_paces;
#[path = "../brute/mod.rs"]
mod brute;
mod certificates;
mod certified;
mod corpus;
mod grundy;
mod load_rules;
mod loading;
mod logic;
mod pisot;
mod prove;
#[path = "../random/mod.rs"]
mod random;
mod tail;
mod tail_sides;
mod walnut;
