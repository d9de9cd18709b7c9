//! All ways of solving, those by proof among them: the only place that knows them all.
//!
//! Adding a way means writing its file (see [`Way`]) and one line in [`ALL`].
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_prove::ways::AllWays;
//! use wythoff_rules::{Game, Position};
//! use wythoff_solve::Method;
//! let ways = AllWays::of(Game::named("W^4")?);
//! let at = Position::small(&[11, 28]);
//! let budget = Budget::default();
//! for method in [Method::Auto, Method::Reference, Method::Board, Method::Columns, Method::Automaton] {
//!     assert!(ways.ask_by(method, &at, &[], &budget)?.outcome.is_p());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::certified::{ByCertificate, ByProof, Certified};
use crate::library::ProvedGame;
use std::ops::Deref;
use std::sync::Arc;
use wythoff_rules::game::Game;
use wythoff_solve::beatty::{ByConjecture, ByTheorem};
use wythoff_solve::board::ByBoard;
use wythoff_solve::columns::ByColumns;
use wythoff_solve::memory_theorem::ByMemoryTheorem;
use wythoff_solve::nim::ByNimSum;
use wythoff_solve::reference::ByDefinition;
use wythoff_solve::way::{Method, Way};
use wythoff_solve::ways::Ways;

/// Every way, the most preferred first.
pub static ALL: [&dyn Way; 9] = [
    &ByMemoryTheorem,
    &ByNimSum,
    &ByTheorem,
    &ByCertificate,
    &ByConjecture,
    &ByDefinition,
    &ByColumns,
    &ByBoard,
    &ByProof,
];

/// [`Ways`] that were handed [`ALL`]. Whatever takes `&Ways` takes a reference to these.
#[derive(Clone, Debug)]
pub struct AllWays(Ways);

impl AllWays {
    /// All ways of solving a game. Nothing is opened yet.
    #[must_use]
    pub fn of(game: impl Into<Arc<Game>>) -> AllWays {
        AllWays(Ways::among(&ALL, game))
    }

    /// The same, with a claim that the checker has proved in place of the certificates that come with the library:
    /// [`Method::Automaton`] answers and lists from it.
    #[must_use]
    pub fn with_certificate(self, proved: ProvedGame) -> AllWays {
        let certified = Certified::new(self.0.shared_game(), proved);
        AllWays(self.0.with_solution(Method::Automaton, Box::new(certified)))
    }
}

impl Deref for AllWays {
    type Target = Ways;

    fn deref(&self) -> &Ways {
        &self.0
    }
}

impl From<AllWays> for Ways {
    fn from(ways: AllWays) -> Ways {
        ways.0
    }
}
