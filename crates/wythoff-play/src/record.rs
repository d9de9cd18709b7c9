//! A whole game on paper: how it began and what was decided, as data and as text.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_play::{Act, Match, Record, Setup};
//! use wythoff_rules::{Game, Position};
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
use super::level::Level;
use super::match_state::Match;
use super::notation::read_positions;
use super::setup::Setup;
use super::turn::{Controller, Player, Turn};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use wythoff_rules::game::{Game, GameError};
use wythoff_rules::position::Position;
use wythoff_solve::SolveError;

/// A game as it was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// What the game is called.
    pub game: String,
    /// The text of its [identity](wythoff_rules::Identity), by which it is known whatever it is called.
    pub rules: String,
    /// How it began.
    pub setup: Setup,
    /// What was decided, in order.
    pub acts: Vec<Act>,
    /// Who won, if the game was played to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Player>,
}

impl Record {
    /// Reads a record, written as JSON or as text.
    ///
    /// # Errors
    /// Neither of the two.
    pub fn read(text: &str) -> Result<Record, BadRecord> {
        match text.trim_start().starts_with('{') {
            true => serde_json::from_str(text).map_err(|e| BadRecord::Json(e.to_string())),
            false => text.parse(),
        }
    }

    /// The game of this record: of the rulebook by its name, or from the rules that it holds.
    ///
    /// # Errors
    /// Neither a name with these rules nor rules that can be read.
    pub fn game(&self) -> Result<Game, GameError> {
        match Game::named(&self.game) {
            Ok(game) if game.identity().text() == self.rules => Ok(game),
            Err(error) if self.rules.starts_with("game on n piles") => Err(error),
            _ => Game::from_text(&self.game, &self.rules, ""),
        }
    }

    /// Did the game end as the record says?
    pub(crate) fn agrees_with(&self, played: &Match) -> Result<(), BadRecord> {
        let found = match played.turn() {
            Turn::Over(ending) => Some(ending.winner),
            _ => None,
        };
        match self.winner {
            Some(recorded) if found != self.winner => Err(BadRecord::Winner { recorded }),
            _ => Ok(()),
        }
    }
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
    /// Data that are not those of a record.
    #[error("the record cannot be read: {0}")]
    Json(String),
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
    /// Another winner than the decisions lead to.
    #[error("the record says that player {recorded} won, and its decisions do not lead there")]
    Winner {
        /// The winner of the record.
        recorded: Player,
    },
    /// Who wins could not be computed.
    #[error("decision {number} of the record cannot be judged: {why}")]
    Unsolved {
        /// Which, counted from 1.
        number: usize,
        /// Why not.
        why: SolveError,
    },
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { start, history, begins, players, level, seed } = &self.setup;
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
        if *level != Level::Perfect {
            writeln!(f, "level {level}")?;
        }
        if *seed != 0 {
            writeln!(f, "seed {seed}")?;
        }
        self.acts.iter().try_for_each(|act| writeln!(f, "{act}"))?;
        self.winner.map_or(Ok(()), |winner| writeln!(f, "winner {winner}"))
    }
}

/// Reads what `Display` writes; empty lines are passed over.
impl FromStr for Record {
    type Err = BadRecord;

    fn from_str(text: &str) -> Result<Record, BadRecord> {
        let (mut game, mut start, mut begins, mut players) = (None, None, None, None);
        let (mut rules, mut history, mut acts) = (String::new(), Vec::new(), Vec::new());
        let (mut level, mut seed, mut winner) = (Level::Perfect, 0, None);
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
                "level" => level = read_level(rest).map_err(bad)?,
                "seed" => seed = rest.parse().map_err(|_| bad(format!("{rest:?} is no seed")))?,
                "winner" => winner = Some(player(rest).map_err(bad)?),
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
            level,
            seed,
        };
        let game = game.ok_or(BadRecord::Missing("which game it is"))?;
        Ok(Record { game, rules, setup, acts, winner })
    }
}

fn player(word: &str) -> Result<Player, String> {
    [Player::One, Player::Two]
        .into_iter()
        .find(|p| p.to_string() == word)
        .ok_or_else(|| format!("{word:?} is no player: expected one or two"))
}

fn read_level(word: &str) -> Result<Level, String> {
    let found = Level::ALL.into_iter().find(|level| level.to_string() == word);
    found.ok_or_else(|| format!("{word:?} is no level: expected easy, medium, hard or perfect"))
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
