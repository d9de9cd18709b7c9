//! Wythoff-type games: a rule language, exact solvers, and answers with reasons.
//!
//! ```
//! use wythoff::{Budget, Game, Outcome, Position, Ways};
//!
//! let ways = Ways::of(Game::named("W^4")?);
//! let answer = ways.ask(&Position::small(&[11, 28]), &[], &Budget::default())?;
//! assert_eq!(answer.outcome, Outcome::P);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
pub mod automaton;
pub mod budget;
pub mod check;
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
pub mod report;
pub mod rulebook;
pub mod rules;
mod saved;
pub mod sequence;
pub mod solve;
pub mod strategy;
pub mod ways;

pub use answer::{Answer, Ground, MethodUsed};
pub use budget::{Budget, Canceller, Limit, Progress};
pub use game::{Game, GameError, GameKind};
pub use hint::Hint;
pub use identity::{Identity, checksum};
pub use position::{Outcome, Position};
pub use saved::{NotSaved, SavedRun};
pub use solve::SolveError;
pub use solve::way::{Frame, Method, Pane, Reach, Solution, Way};
pub use ways::Ways;
