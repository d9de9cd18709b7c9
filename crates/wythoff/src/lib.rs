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
//! `examples/face.rs` does all of this in a hundred lines. ARCHITECTURE.md has the rooms and the direction of `use` between them. What is
//! not in the list below is the workshop: it may change from version to version.

mod answer;
pub mod api;
pub mod automaton;
pub mod budget;
pub mod check;
pub mod draw;
pub mod explore;
pub mod export;
mod game;
mod hint;
mod identity;
mod listing;
pub mod logic;
mod nearest;
pub mod number;
pub mod piles;
pub mod play;
mod position;
pub mod prove;
pub mod replicate;
pub mod report;
pub mod rulebook;
pub mod rules;
mod saved;
pub mod sequence;
pub mod solve;
pub mod strategy;
pub mod survey;
pub mod sweep;
pub mod typed;
pub mod warnings;
pub mod ways;

pub use answer::{Answer, Ground, MethodUsed};
pub use budget::{Budget, Canceller, Crew, Limit, Progress};
pub use game::{Game, GameError, GameKind};
pub use hint::Hint;
pub use identity::{Identity, checksum};
pub use position::{Outcome, Position};
pub use saved::{NotSaved, SavedRun};
pub use solve::SolveError;
pub use solve::way::{Frame, Method, Pane, Reach, Solution, Way};
pub use ways::Ways;
