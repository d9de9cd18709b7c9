//! Wythoff-type games: a rule language, exact solvers, proofs for all sizes, and answers with reasons.
//!
//! # A guide
//!
//! A [`Game`] is a noun: of the rulebook by name, or from a rule text. [`Ways`] are the ways of solving it; whatever can take long is
//! given a [`Budget`], which also cancels it and says how far it is.
//!
//! ```
//! use wythoff::{Budget, Frame, Game, Method, Outcome, Position, Ways};
//!
//! let ways = Ways::of(Game::named("W^4")?);
//! let budget = Budget::default().with_memory(1 << 28);
//! let answer = ways.ask(&Position::small(&[11, 28]), &[], &budget)?;
//! assert_eq!(answer.outcome, Outcome::P);
//! assert_eq!(answer.block.len(), 3); // what the previous player forbids
//!
//! let list = ways.list_to(Method::Auto, 9, &budget)?;
//! assert_eq!(list[0], Position::small(&[0, 0]));
//! let squares = ways.window(Method::Auto, &Frame::small(0, 0, 3, 3), &budget)?;
//! assert_eq!(squares.outcome(0, 2), Some(Outcome::P)); // three options, and all can be forbidden
//!
//! let own = Game::from_text("my.game", "game \"Mine\"\nmove any: s + t <= 3\n", "")?;
//! assert_eq!(Ways::of(own).ask(&Position::small(&[2, 1]), &[], &budget)?.outcome, Outcome::N);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | ask, list, stream, look at squares | [`Ways`]; [`Answer`], [`solve::stream::Stream`], [`Pane`] |
//! | stop, limit, watch | [`Budget`], [`Canceller`], [`Progress`] |
//! | prove for all sizes, and check | [`prove::guess::prove`], [`check::check`]; only [`check`] makes a [`check::Proved`] |
//! | see what a game looks like: beams, forms, equal games | [`explore`] |
//! | ask about all members of a family of games, and keep results | [`rules::Family`], [`sweep`] |
//! | decide statements about addition and order | [`logic`] |
//! | draw | [`draw::Drawing`] |
//! | warn of rules that nothing satisfies | [`warnings`] |
//! | play | [`play::Match`] |
//! | answer requests of pages and scripts, one JSON in, one out | [`api::Desk`] |
//! | read what people type | [`typed`] |
//! | show: JSON, lists as bytes, reasons in words | [`report`], [`export`], [`strategy`] |
//! | go on after a kill; tell games apart | [`SavedRun`]; [`Identity`] |
//!
//! `examples/face.rs` does all of this in a hundred lines. This crate is a facade: what it shows lies in the crates `wythoff-number`,
//! `wythoff-rules`, `wythoff-solve`, …, and ARCHITECTURE.md says which of them uses which.

pub use wythoff_automata as automaton;
pub use wythoff_budget as budget;
pub use wythoff_explore as explore;
pub use wythoff_explore::sweep;
pub use wythoff_logic as logic;
pub use wythoff_number as number;
pub use wythoff_papers as replicate;
pub use wythoff_play as play;
pub use wythoff_prove as prove;
pub use wythoff_prove::warnings;
pub use wythoff_rules as rules;
pub use wythoff_rules::{piles, rulebook};
pub use wythoff_service::{api, export, report, survey};
pub use wythoff_solve as solve;
pub use wythoff_solve::{sequence, strategy, typed};

/// The checker, and the certificates that come with the library.
pub mod check {
    pub use wythoff_check::*;
    pub use wythoff_prove::shipped;
}

/// Pictures, boards in characters, and descriptions as pages.
pub mod draw {
    pub use wythoff_draw::*;
    pub use wythoff_play::terminal;
    pub use wythoff_service::page;
}

/// All ways of solving.
pub mod ways {
    pub use wythoff_prove::ways::{ALL, AllWays as Ways};
    pub use wythoff_solve::ways::Lists;
}

pub use ways::Ways;
pub use wythoff_budget::{Budget, Canceller, Crew, Limit, Progress};
pub use wythoff_rules::{Game, GameError, GameKind, Hint, Identity, Outcome, Position, checksum};
pub use wythoff_solve::{
    Answer, Frame, Ground, Method, MethodUsed, NotSaved, Pane, Reach, SavedRun, Solution, SolveError, Way,
};
