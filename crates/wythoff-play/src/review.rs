//! A game looked at afterwards: which decisions were mistakes, and what would have won.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_play::{Act, Match, Merit, Review, Setup};
//! use wythoff_rules::{Game, Position};
//! let mut game = Match::new(Game::named("WN")?, Setup::new(Position::small(&[3, 4])), &Budget::default())?;
//! game.decide(Act::Move(Position::small(&[2, 3])))?;
//! game.decide(Act::Move(Position::small(&[1, 2])))?;
//! let review = Review::of(Game::named("WN")?, &game.record(), &Budget::default())?;
//! assert_eq!(review.comments[0].merit, Merit::Mistake);
//! assert_eq!(review.comments[0].to_string(), "player one moves to (2, 3), a mistake: (1, 2) wins");
//! assert_eq!(review.comments[1].to_string(), "player two moves to (1, 2), which wins");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::act::{Act, Asked};
use super::level::Level;
use super::match_state::Match;
use super::record::{BadRecord, Record};
use super::turn::{Controller, Ending, Player, Turn};
use serde::Serialize;
use std::fmt;
use std::sync::Arc;
use wythoff_budget::Budget;
use wythoff_rules::game::Game;
use wythoff_rules::position::Position;

/// How good a decision was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Merit {
    /// Whoever decides so wins against any play.
    Wins,
    /// Another decision would have won, this one loses against perfect play.
    Mistake,
    /// Every decision loses against perfect play.
    Lost,
}

/// A decision of a game, and what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Comment {
    /// Who decided.
    pub player: Player,
    /// Where the game stood.
    pub at: Position,
    /// What was decided.
    pub act: Act,
    /// How good it was.
    pub merit: Merit,
    /// What would have won, if it was a mistake.
    pub better: Option<Act>,
}

/// `player one moves to (2, 3), a mistake: (1, 2) wins`.
impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = match self.act.asked() {
            Asked::Move => "moves to",
            Asked::Forbid => "forbids",
            Asked::Propose => "proposes",
        };
        write!(f, "player {} {verb} {}", self.player, named(&self.act))?;
        match (self.merit, &self.better) {
            (Merit::Wins, _) => f.write_str(", which wins"),
            (Merit::Lost, _) => Ok(()),
            (Merit::Mistake, Some(better @ Act::Move(_))) => write!(f, ", a mistake: {} wins", named(better)),
            (Merit::Mistake, Some(better)) => {
                write!(f, ", a mistake: to {} {} wins", better.asked(), named(better))
            }
            (Merit::Mistake, None) => f.write_str(", a mistake"),
        }
    }
}

/// The positions of a decision.
fn named(act: &Act) -> String {
    match act.positions() {
        [] => "nothing".to_owned(),
        list => list.iter().map(Position::to_string).collect::<Vec<_>>().join(" "),
    }
}

/// A whole game with comments. See the [module](self).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Review {
    /// The game as it was played.
    pub record: Record,
    /// What is to be said about each decision, in order.
    pub comments: Vec<Comment>,
    /// Where the game stands at the end of the record.
    pub position: Position,
    /// How it ended, if it did.
    pub ending: Option<Ending>,
}

/// The whole game in lines, with who played and how it ended.
impl fmt::Display for Review {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { game, setup, .. } = &self.record;
        writeln!(f, "{game} from {}, begun by player {}", setup.start, setup.begins)?;
        for player in [Player::One, Player::Two] {
            match setup.controller(player) {
                Controller::Person => writeln!(f, "player {player}: a person")?,
                Controller::Machine if setup.level == Level::Perfect => {
                    writeln!(f, "player {player}: the perfect player")?;
                }
                Controller::Machine => {
                    writeln!(f, "player {player}: the machine, level {}, seed {}", setup.level, setup.seed)?;
                }
            }
        }
        for (i, comment) in self.comments.iter().enumerate() {
            writeln!(f, "{:3}. {}: {comment}", i + 1, comment.at)?;
        }
        match &self.ending {
            Some(ending) => writeln!(f, "At {} {ending}.", self.position),
            None => writeln!(f, "The game was left at {}.", self.position),
        }
    }
}

impl Review {
    /// Plays a record through, and looks at every decision.
    ///
    /// # Errors
    /// What [`Match::replay`] refuses, and a computation beyond the budget.
    pub fn of(game: impl Into<Arc<Game>>, record: &Record, budget: &Budget) -> Result<Review, BadRecord> {
        let mut played = Match::begin(game.into(), record, budget)?;
        let mut comments = Vec::new();
        for (i, act) in record.acts.iter().enumerate() {
            let unsolved = |why| BadRecord::Unsolved { number: i + 1, why };
            let refused = |why| BadRecord::Act { number: i + 1, act: act.clone(), why };
            let at = played.position();
            let before = played.clone();
            let player = played.turn().player();
            played.decide(act.clone()).map_err(refused)?;
            let Some(player) = player else { continue };
            let could_win = before.winner().map_err(unsolved)? == player;
            let wins = played.winner().map_err(unsolved)? == player;
            let merit = match (could_win, wins) {
                (_, true) => Merit::Wins,
                (true, false) => Merit::Mistake,
                (false, false) => Merit::Lost,
            };
            let advice = if merit == Merit::Mistake { before.advice().map_err(unsolved)? } else { None };
            let better = advice.filter(|advice| advice.wins).map(|advice| advice.act);
            comments.push(Comment { player, at, act: act.clone(), merit, better });
        }
        record.agrees_with(&played)?;
        let ending = match played.turn() {
            Turn::Over(ending) => Some(ending),
            _ => None,
        };
        let position = played.position();
        Ok(Review { record: record.clone(), comments, position, ending })
    }
}
