//! The answer about a position.

use serde::{Deserialize, Serialize};
use wythoff_rules::Twist;
use wythoff_rules::game::Game;
use wythoff_rules::position::{Outcome, Position};
use wythoff_solve::answer::{Answer, Ground, MethodUsed};
use wythoff_solve::kinship::Kinship;
use wythoff_solve::strategy::reason;

/// Everything about a position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerReport {
    /// The game.
    pub game: String,
    /// The position asked about.
    pub position: Position,
    /// Who wins.
    pub outcome: Outcome,
    /// Every winning move, see [`Answer::winning_moves`].
    pub winning_moves: Vec<Position>,
    /// What the previous player must forbid.
    pub block: Vec<Position>,
    /// What the previous player may propose; of comply games only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub propose: Option<Vec<Position>>,
    /// Nothing can be done here: the game is over.
    pub terminal: bool,
    /// The way of solving.
    pub method: MethodUsed,
    /// On what the answer rests.
    pub ground: Ground,
    /// Why, in words.
    pub reason: String,
    /// Every option wins but these, see [`Answer::all_but`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winning_moves_all_but: Option<Vec<Position>>,
    /// The game of the rulebook that a text of another name is: proved to have the same rules at all sizes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    /// Why a theorem about games like this one was not used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theorem_not_used: Option<String>,
}

impl AnswerReport {
    /// The answer of a game, with its reason.
    #[must_use]
    pub fn new(game: &Game, answer: &Answer) -> AnswerReport {
        let comply = game.ruleset().is_some_and(|r| matches!(r.twist, Twist::Comply(_)));
        AnswerReport {
            game: game.label().to_owned(),
            position: answer.position.clone(),
            outcome: answer.outcome,
            winning_moves: answer.winning_moves.clone(),
            block: answer.block.clone(),
            propose: comply.then(|| answer.propose.clone()),
            terminal: answer.terminal,
            method: answer.method,
            ground: answer.ground.clone(),
            reason: reason(game, answer),
            winning_moves_all_but: answer.all_but.clone(),
            same_as: None,
            theorem_not_used: None,
        }
    }

    /// The same with what the game has to do with the rulebook and the theorems.
    #[must_use]
    pub fn with_kinship(self, kinship: Option<&Kinship>) -> AnswerReport {
        let same_as = kinship.and_then(|kinship| kinship.same_as.clone());
        let theorem_not_used = kinship.and_then(|kinship| kinship.not_used.clone());
        AnswerReport { same_as, theorem_not_used, ..self }
    }
}
