//! The answer about a sum of positions.

use crate::answer::MethodUsed;
use crate::game::Game;
use crate::position::{Outcome, Position};
use crate::solve::sum::SumAnswer;
use crate::strategy::sum_reason;
use serde::{Deserialize, Serialize};

/// Everything about a sum of positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SumReport {
    /// The parts.
    pub sum: Vec<SumPart>,
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value of the sum.
    pub grundy: u32,
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
    /// Its Grundy value.
    pub grundy: u32,
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
        let part = |((game, position), grundy): (&(&Game, Position), &u32)| SumPart {
            game: game.label().to_owned(),
            position: position.clone(),
            grundy: *grundy,
        };
        let moves = answer.winning_moves.iter().map(|(part, to)| SumMove { part: *part, to: to.clone() });
        SumReport {
            sum: parts.iter().zip(&answer.values).map(part).collect(),
            outcome: answer.outcome,
            grundy: answer.value,
            winning_moves: moves.collect(),
            terminal: answer.terminal,
            method: MethodUsed::Grundy,
            reason: sum_reason(answer),
        }
    }
}
