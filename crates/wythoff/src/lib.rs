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

pub mod automaton;
pub mod budget;
mod game;
mod identity;
pub mod logic;
mod nearest;
pub mod number;
pub mod piles;
pub mod play;
mod position;
pub mod prove;
pub mod rulebook;
pub mod rules;
mod saved;
pub mod sequence;
pub mod solve;
pub mod strategy;
pub mod table;
pub mod ways;

pub use budget::{Budget, Canceller, Limit, Progress};
pub use game::{Game, GameError, GameKind};
pub use identity::{Identity, checksum};
pub use position::{Outcome, Position};
pub use saved::{NotSaved, SavedRun};
pub use solve::way::{Frame, Method, Pane, Reach, Solution, Way};
pub use solve::{Answer, Ground, SolveError};
pub use ways::Ways;
