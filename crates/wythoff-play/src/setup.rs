//! How a game begins.

use super::level::Level;
use super::turn::{Controller, Player};
use serde::{Deserialize, Serialize};
use wythoff_rules::position::Position;

/// Where a game begins, who begins it, and who plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The position at the beginning.
    pub start: Position,
    /// Positions that came before it, oldest first, for games with memory.
    #[serde(default)]
    pub history: Vec<Position>,
    /// Who moves first. In games with blocking or proposals the other one has the first decision.
    pub begins: Player,
    /// Who decides for players one and two.
    pub players: [Controller; 2],
    /// How well the machine plays.
    #[serde(default)]
    pub level: Level,
    /// From what its mistakes are drawn: the same seed, the same game.
    #[serde(default)]
    pub seed: u32,
}

impl Setup {
    /// Two people, of whom player one begins.
    #[must_use]
    pub fn new(start: Position) -> Setup {
        let players = [Controller::Person; 2];
        let (history, level) = (Vec::new(), Level::Perfect);
        Setup { start, history, begins: Player::One, players, level, seed: 0 }
    }

    /// These positions came before, oldest first.
    #[must_use]
    pub fn after(self, history: Vec<Position>) -> Setup {
        Setup { history, ..self }
    }

    /// This player begins.
    #[must_use]
    pub fn begun_by(self, begins: Player) -> Setup {
        Setup { begins, ..self }
    }

    /// This one decides for a player.
    #[must_use]
    pub fn with(mut self, player: Player, controller: Controller) -> Setup {
        self.players[player as usize] = controller;
        self
    }

    /// The machine plays like this.
    #[must_use]
    pub fn at_level(self, level: Level, seed: u32) -> Setup {
        Setup { level, seed, ..self }
    }

    /// Who decides for a player.
    #[must_use]
    pub fn controller(&self, player: Player) -> Controller {
        self.players[player as usize]
    }
}
