//! The answer about a sum of positions.

use serde::{Deserialize, Serialize};
use wythoff_number::Natural;
use wythoff_rules::game::Game;
use wythoff_rules::position::{Outcome, Position};
use wythoff_solve::answer::MethodUsed;
use wythoff_solve::strategy::sum_reason;
use wythoff_solve::sum::SumAnswer;

/// Everything about a sum of positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SumReport {
    /// The parts.
    pub sum: Vec<SumPart>,
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value of the sum: a number, or a decimal string if it is 2^32 or more.
    #[serde(with = "grundy_value")]
    pub grundy: Natural,
    /// Every winning move.
    pub winning_moves: Vec<SumMove>,
    /// No part has a move.
    pub terminal: bool,
    /// The way of solving.
    pub method: MethodUsed,
    /// Why, in words.
    pub reason: String,
}

/// A position in a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SumPart {
    /// The game.
    pub game: String,
    /// The position.
    pub position: Position,
    /// Its Grundy value: a number, or a decimal string if it is 2^32 or more.
    #[serde(with = "grundy_value")]
    pub grundy: Natural,
}

/// A move in a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SumMove {
    /// In which part, counted from 0.
    pub part: usize,
    /// To which position.
    pub to: Position,
}

impl SumReport {
    /// The answer about these parts, with its reason.
    #[must_use]
    pub fn new(parts: &[(&Game, Position)], answer: &SumAnswer) -> SumReport {
        let part = |((game, position), grundy): (&(&Game, Position), &Natural)| SumPart {
            game: game.label().to_owned(),
            position: position.clone(),
            grundy: grundy.clone(),
        };
        let moves = answer.winning_moves.iter().map(|(part, to)| SumMove { part: *part, to: to.clone() });
        SumReport {
            sum: parts.iter().zip(&answer.values).map(part).collect(),
            outcome: answer.outcome,
            grundy: answer.value.clone(),
            winning_moves: moves.collect(),
            terminal: answer.terminal,
            method: MethodUsed::Grundy,
            reason: sum_reason(answer),
        }
    }
}

/// Values of small positions are numbers, as they always were; larger ones do not fit every reader's numbers.
mod grundy_value {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use wythoff_number::{Natural, parse_natural};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Small(u32),
        Large(String),
    }

    pub(super) fn serialize<S: Serializer>(value: &Natural, serializer: S) -> Result<S::Ok, S::Error> {
        match u32::try_from(value) {
            Ok(small) => serializer.serialize_u32(small),
            Err(_) => serializer.serialize_str(&value.to_string()),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Natural, D::Error> {
        match Written::deserialize(deserializer)? {
            Written::Small(small) => Ok(small.into()),
            Written::Large(digits) => parse_natural(&digits).map_err(D::Error::custom),
        }
    }
}
