//! The games of the rulebook.

use serde::{Deserialize, Serialize};
use wythoff_rules::rulebook::{Entry, entries};

/// The games of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GamesReport {
    /// In their order, see [`entries`].
    pub games: Vec<GameSummary>,
}

/// A game of the rulebook, its parameters still open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSummary {
    /// Its name.
    pub name: String,
    /// The names of its parameters.
    pub parameters: Vec<String>,
    /// How papers write it, see [`Entry::notations`].
    pub notation: Vec<String>,
    /// Its title.
    pub title: String,
    /// The rules in words.
    pub words: String,
    /// Where it comes from.
    pub source: String,
    /// What is known about it.
    pub known: String,
}

impl GamesReport {
    /// All games.
    #[must_use]
    pub fn all() -> GamesReport {
        GamesReport { games: entries().map(GameSummary::new).collect() }
    }
}

impl GameSummary {
    /// A game.
    #[must_use]
    pub fn new(entry: &Entry) -> GameSummary {
        GameSummary {
            name: entry.name.to_owned(),
            parameters: entry.parameters(),
            notation: entry.notations(),
            title: entry.title(),
            words: entry.words(),
            source: entry.source(),
            known: entry.known(),
        }
    }
}
