//! Games whose P-positions are, from some column on, finitely many progressions: guesses, and answers.
//!
//! The claim, its text and its proof are in [`check::tail`](wythoff_check::tail).

pub mod answer;
pub mod automaton;
pub mod guess;
pub(crate) mod listing;

pub use wythoff_check::tail::{Beam, LARGEST, Ray, TailCertificate};
