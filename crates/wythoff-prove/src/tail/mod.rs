//! Games whose P-positions are, from some column on, finitely many progressions: guesses, and answers.
//!
//! The claim, its text and its proof are in [`check::tail`](wythoff_check::tail).
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_check::Verdict;
//! use wythoff_check::tail::verify;
//! use wythoff_prove::tail::guess::{Finding, find};
//! use wythoff_rules::Definition;
//! // Nim, or one or two tokens from each pile; two options may be blocked.
//! let text = "game \"g\"\nmove rook: s = 0 or t = 0\nmove short: s = t and s <= 2\nblock 2\n";
//! let rules = Definition::parse("g", text).unwrap().bind_text("").unwrap();
//! let Finding::Tail(claim) = find(&rules, 500, &Budget::default()).unwrap() else { panic!() };
//! assert_eq!((claim.start, claim.period()), (6, 3));
//! assert_eq!(verify(&claim, &Budget::default()).unwrap(), Verdict::Proved);
//! // Nim, or three tokens from the first pile and one from the second; of the moves of Nim two may be blocked.
//! let text = "game \"h\"\nmove rook: s = 0 or t = 0\nmove leap: s = 3 and t = 1\nblock 2 of rook\n";
//! let rules = Definition::parse("h", text).unwrap().bind_text("").unwrap();
//! let Finding::Tail(claim) = find(&rules, 500, &Budget::default()).unwrap() else { panic!() };
//! assert_eq!(claim.below.as_ref().map(Vec::len), Some(1));
//! assert_eq!(verify(&claim, &Budget::default()).unwrap(), Verdict::Proved);
//! ```

pub mod answer;
pub mod automaton;
pub mod guess;
pub(crate) mod listing;

pub use wythoff_check::tail::{Beam, LARGEST, Ray, TailCertificate};
