//! A whole game on paper: how it began and what was decided, as data and as text.
//!
//! ```
//! use wythoff::{Budget, Game, Position, play::{Act, Match, Record, Setup}};
//! let mut game = Match::new(Game::named("WN")?, Setup::new(Position::small(&[3, 4])), &Budget::default())?;
//! game.decide(Act::Move(Position::small(&[1, 2])))?;
//! let text = game.record().to_string();
//! assert!(text.ends_with("start (3, 4)\nbegins one\nplayers person person\nmove (1, 2)\n"));
//! let record: Record = text.parse()?;
//! let again = Match::replay(Game::named("WN")?, &record, &Budget::default())?;
//! assert_eq!(again.position(), Position::small(&[1, 2]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::act::{Act, Illegal};
use super::notation::read_positions;
use super::setup::Setup;
use super::turn::{Controller, Player};
use crate::position::Position;
use crate::solve::SolveError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A game as it was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// What the game is called.
    pub game: String,
    /// The text of its [identity](crate::Identity), by which it is known whatever it is called.
    pub rules: String,
    /// How it began.
    pub setup: Setup,
    /// What was decided, in order.
    pub acts: Vec<Act>,
}

/// Why a record cannot be read or replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadRecord {
    /// A line that cannot be read.
    #[error("line {line} of the record: {why}")]
    Line {
        /// Which line, counted from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// Something that every record says is not said.
    #[error("the record does not say {0}")]
    Missing(&'static str),
    /// Another game.
    #[error("the record is of {recorded}, with other rules than {given}")]
    OtherGame {
        /// The game of the record.
        recorded: String,
        /// The game it was to be replayed in.
        given: String,
    },
    /// The game cannot begin like this.
    #[error("the game of the record cannot begin: {0}")]
    Setup(SolveError),
    /// A decision that the rules do not allow.
    #[error("decision {number} of the record, {act}, is illegal: {why}")]
    Act {
        /// Which, counted from 1.
        number: usize,
        /// The decision.
        act: Act,
        /// Why it is illegal.
        why: Illegal,
    },
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { start, history, begins, players } = &self.setup;
        writeln!(f, "game {}", self.game)?;
        for line in self.rules.lines() {
            writeln!(f, "rule {line}")?;
        }
        for position in history {
            writeln!(f, "before {position}")?;
        }
        writeln!(f, "start {start}")?;
        writeln!(f, "begins {begins}")?;
        writeln!(f, "players {} {}", players[0], players[1])?;
        self.acts.iter().try_for_each(|act| writeln!(f, "{act}"))
    }
}

/// Reads what `Display` writes; empty lines are passed over.
impl FromStr for Record {
    type Err = BadRecord;

    fn from_str(text: &str) -> Result<Record, BadRecord> {
        let (mut game, mut start, mut begins, mut players) = (None, None, None, None);
        let (mut rules, mut history, mut acts) = (String::new(), Vec::new(), Vec::new());
        for (number, line) in text.lines().enumerate() {
            let bad = |why: String| BadRecord::Line { line: number + 1, why };
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match word {
                "" => {}
                "game" => game = Some(rest.to_owned()),
                "rule" => rules = rules + rest + "\n",
                "before" => history.push(one_position(rest).map_err(bad)?),
                "start" => start = Some(one_position(rest).map_err(bad)?),
                "begins" => begins = Some(player(rest).map_err(bad)?),
                "players" => players = Some(controllers(rest).map_err(bad)?),
                "move" => acts.push(Act::Move(one_position(rest).map_err(bad)?)),
                "forbid" => acts.push(Act::Forbid(list(rest).map_err(bad)?)),
                "propose" => acts.push(Act::Propose(list(rest).map_err(bad)?)),
                other => return Err(bad(format!("{other:?} begins no line of a record"))),
            }
        }
        let setup = Setup {
            start: start.ok_or(BadRecord::Missing("where it starts"))?,
            history,
            begins: begins.ok_or(BadRecord::Missing("who begins"))?,
            players: players.ok_or(BadRecord::Missing("who plays"))?,
        };
        let game = game.ok_or(BadRecord::Missing("which game it is"))?;
        Ok(Record { game, rules, setup, acts })
    }
}

fn player(word: &str) -> Result<Player, String> {
    [Player::One, Player::Two]
        .into_iter()
        .find(|p| p.to_string() == word)
        .ok_or_else(|| format!("{word:?} is no player: expected one or two"))
}

fn controllers(words: &str) -> Result<[Controller; 2], String> {
    let read =
        |word: &str| [Controller::Person, Controller::Machine].into_iter().find(|c| c.to_string() == word);
    match words.split_whitespace().map(read).collect::<Option<Vec<_>>>().as_deref() {
        Some([one, two]) => Ok([*one, *two]),
        _ => Err(format!("{words:?} does not say person or machine for each of two players")),
    }
}

/// Positions, each in parentheses; or `none`.
fn list(text: &str) -> Result<Vec<Position>, String> {
    if text == "none" {
        return Ok(Vec::new());
    }
    let list: Vec<Position> = text.split_inclusive(')').map(one_position).collect::<Result<_, _>>()?;
    if list.is_empty() { Err("no position is named; `none` says so".to_owned()) } else { Ok(list) }
}

fn one_position(text: &str) -> Result<Position, String> {
    let inside = text.trim().strip_prefix('(').and_then(|t| t.strip_suffix(')'));
    let inside = inside.ok_or_else(|| format!("{text:?} is not a position in parentheses"))?;
    let piles = inside.split(',').count();
    let mut positions = read_positions(inside, piles).map_err(|e| e.to_string())?;
    positions.pop().ok_or_else(|| format!("{text:?} is not a position"))
}
