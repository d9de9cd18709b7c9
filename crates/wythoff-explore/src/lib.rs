//! From data to conjecture: what a set of P-positions looks like, before anything is proved about it.
//!
//! Nothing here is a proof unless it says so. What is seen is said with how far it was seen; what is called proved rests on equal rules, a
//! theorem or a claim that [`check`](wythoff_check) has confirmed. Exact arithmetic decides what is offered: a slope or a form that
//! the data contradict is not.
//!
//! - [`beams`]: the lines at which P-positions gather.
//! - [`compare`]: are the P-positions of two games the same, and if not, how do they differ?
//! - [`describe`]: one page about a game, with every form that fits.
//! - [`learn`]: what a player learns from one who knows how to win.
//! - [`star`]: the star operator, and which sets are the P-positions of an invariant game.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_explore::beams;
//! use wythoff_explore::beams::Drift;
//! use wythoff_rules::Game;
//! use wythoff_prove::AllWays;
//! let found = beams::of(&AllWays::of(Game::named("W^4")?), Some(20_000), &Budget::default())?;
//! let [beam] = found.beams.as_slice() else { panic!("one beam above the diagonal") };
//! assert_eq!(beam.exact.as_ref().map(|slope| slope.to_string()).as_deref(), Some("1 + sqrt(2)"));
//! assert_eq!(beam.drift, Drift::None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod beams;
pub mod compare;
pub mod describe;
pub mod learn;
pub mod star;
pub mod sweep;
mod word;
