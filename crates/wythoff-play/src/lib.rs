//! A game being played: turns, forbidding, proposing, memory, the perfect player and weaker ones, hints, undo, boards
//! and records.
//!
//! A [`Match`] says whose decision comes next and what for ([`Match::turn`]), takes it or says why it is illegal
//! ([`Match::decide`]), and knows what the perfect player would do ([`Match::advice`]) and why ([`Match::why`]). A face
//! shows a [`Turn`] and hands back an [`Act`]; it never knows a game's rules.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_play::{Act, Controller, Match, Player, Setup, Turn};
//! use wythoff_rules::{Game, Position};
//!
//! let setup = Setup::new(Position::small(&[3, 4])).with(Player::Two, Controller::Machine);
//! let mut game = Match::new(Game::named("WN")?, setup, &Budget::default())?;
//! let refused = game.decide(Act::Move(Position::small(&[0, 3]))).unwrap_err();
//! assert_eq!(refused.to_string(), "taking (3, 1) is none of the moves (rook, bishop)");
//! assert_eq!(game.advice()?.unwrap().to_string(), "Move to (1, 2): that wins.");
//! game.decide(Act::Move(Position::small(&[1, 2])))?;
//! while let Some(act) = game.let_machine_decide()? {
//!     assert_eq!(act, Act::Move(Position::small(&[0, 2])));
//! }
//! game.decide(Act::Move(Position::small(&[0, 0])))?;
//! let Turn::Over(ending) = game.turn() else { panic!("nothing is left") };
//! assert_eq!(ending.winner, Player::One);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod act;
mod advice;
mod choose;
mod facts;
mod far;
mod level;
mod match_state;
mod memory;
mod notation;
mod options;
mod place;
mod record;
mod remoteness;
mod review;
mod setup;
mod solved;
mod stage;
pub mod terminal;
mod turn;
mod view;

pub use act::{Act, Asked, Illegal};
pub use advice::{Advice, Basis, Why};
pub use level::Level;
pub use match_state::Match;
pub use memory::MemoryView;
pub use notation::{NotPositions, read_act, read_positions};
pub use options::OptionView;
pub use record::{BadRecord, Record};
pub use review::{Comment, Merit, Review};
pub use setup::Setup;
pub use turn::{Allowance, Controller, Ending, Offer, OfferGroup, Player, Standing, Stuck, Turn};
pub use view::{BoardSquare, BoardView, SquareRole};
