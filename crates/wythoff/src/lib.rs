//! Wythoff-type games: a rule language, exact solvers, and answers with reasons.
//!
//! ```
//! use wythoff::{Game, Outcome, Position};
//!
//! let game = Game::named("W^4")?;
//! let answer = game.ask(&Position::small(&[11, 28]), &[])?;
//! assert_eq!(answer.outcome, Outcome::P);
//! # Ok::<(), wythoff::GameError>(())
//! ```

pub mod automaton;
pub mod budget;
mod game;
pub mod logic;
mod nearest;
pub mod number;
pub mod piles;
pub mod play;
mod position;
pub mod prove;
pub mod rulebook;
pub mod rules;
pub mod sequence;
pub mod solve;
pub mod strategy;
pub mod table;

pub use budget::{Budget, Canceller, Limit, Progress};
pub use game::{Game, GameError, GameKind};
pub use position::{Outcome, Position};
