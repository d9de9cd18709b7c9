//! The perfect player: what it would decide here, and why a position is won or lost.

use super::act::Act;
use super::choose::{Weighed, best_move, best_to_forbid, best_to_propose, left};
use super::facts::Facts;
use super::far;
use super::place::{Place, lock};
use super::turn::Player;
use serde::Serialize;
use std::fmt;
use wythoff_budget::Budget;
use wythoff_rules::Twist;
use wythoff_rules::position::{Outcome, Position};
use wythoff_solve::exhaustive::Choice;
use wythoff_solve::{Answer, Ground, SolveError};

/// What the perfect player would decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Advice {
    /// The decision.
    pub act: Act,
    /// Does the player who takes it win, whatever the opponent does?
    pub wins: bool,
    /// How it was chosen among decisions with the same winner.
    pub basis: Basis,
}

/// How a decision is chosen among those that win, or among those that lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Basis {
    /// By the length of the game: the winner makes it as short as possible, the loser as long as possible. With both
    /// playing so, there are this many moves to come.
    Remoteness(u32),
    /// By a rule of thumb, since the length of the game would take too long to compute: a winner leaves few tokens, a
    /// loser leaves many.
    Tokens,
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named: Vec<String> = self.act.positions().iter().map(Position::to_string).collect();
        let named = if named.is_empty() { "nothing".to_owned() } else { named.join(" ") };
        match (&self.act, self.wins, self.basis) {
            (Act::Move(_), true, _) => write!(f, "Move to {named}: that wins."),
            (Act::Move(_), false, Basis::Remoteness(_)) => {
                write!(f, "Every move loses against perfect play; {named} holds out longest.")
            }
            (Act::Move(_), false, Basis::Tokens) => {
                write!(f, "Every move loses against perfect play; {named} keeps the most tokens.")
            }
            (Act::Forbid(_), true, _) => write!(f, "Forbid {named}: that wins."),
            (Act::Forbid(_), false, _) => write!(f, "Forbid {named}: but a winning move is left."),
            (Act::Propose(_), true, _) => write!(f, "Propose {named}: that wins."),
            (Act::Propose(_), false, _) => write!(f, "Propose {named}: but a winning move is among them."),
        }
    }
}

/// Who wins a position, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Why {
    /// The position, before anything is forbidden or proposed.
    pub position: Position,
    /// Who wins there.
    pub outcome: Outcome,
    /// Who wins from here, with what is forbidden or proposed by now.
    pub winner: Player,
    /// Has the previous player forbidden or proposed wrongly, and so thrown away the win?
    pub thrown_away: bool,
    /// The reason, as it is given for any question about the position.
    pub reason: String,
    /// On what that rests.
    pub ground: Ground,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = if self.outcome.is_p() { "the player who moved last" } else { "the player to move" };
        write!(f, "{} is {}: {who} wins; {}.", self.position, self.outcome, self.reason)?;
        if self.thrown_away {
            f.write_str(" But a winning move was left, and now the player to move wins.")?;
        }
        write!(f, "\nGround: {}.", self.ground)
    }
}

/// What is asked of the player who advice is for.
pub(crate) enum Question<'a> {
    /// To forbid or to propose.
    Twist,
    /// To move, when this is forbidden or proposed.
    Move { forbidden: &'a [Position], proposed: Option<&'a [Position]> },
}

/// Advice at a place; `None` if nothing can be decided.
pub(crate) fn advice(
    facts: &Facts,
    place: &Place,
    steps: &[Position],
    question: &Question<'_>,
    budget: &Budget,
) -> Result<Option<Advice>, SolveError> {
    let Place::Board { solved, choices, .. } = place else {
        return far::advice(facts, place, steps, question, budget);
    };
    let answer = place.answer()?;
    match question {
        Question::Twist => {
            let relevant = |c: &Choice| c.outcome != answer.outcome;
            let (options, known) = lock(solved).weighed(facts, choices, relevant, budget)?;
            Ok(twist_advice(facts, &answer, choices, &options, known))
        }
        Question::Move { forbidden, proposed } => {
            let allowed: Vec<usize> = (0..choices.len())
                .filter(|i| is_allowed(&choices[*i].state.position(), forbidden, *proposed))
                .collect();
            // Of winning moves the lengths matter; if there is none, of all.
            let wins = allowed.iter().any(|i| choices[*i].outcome.is_p());
            let allowed_choices: Vec<Choice> = allowed.iter().map(|i| choices[*i].clone()).collect();
            let relevant = |c: &Choice| c.outcome.is_p() == wins;
            let (options, known) = lock(solved).weighed(facts, &allowed_choices, relevant, budget)?;
            let all: Vec<usize> = (0..options.len()).collect();
            Ok(best_move(&options, &all).map(|i| Advice {
                act: Act::Move(allowed_choices[i].state.position()),
                wins,
                basis: basis(known, options[i].length.0.saturating_add(1)),
            }))
        }
    }
}

/// Is an option left by what the opponent says?
pub(crate) fn is_allowed(to: &Position, forbidden: &[Position], proposed: Option<&[Position]>) -> bool {
    !forbidden.contains(to) && proposed.is_none_or(|list| list.contains(to))
}

fn basis(known: bool, moves: u32) -> Basis {
    if known { Basis::Remoteness(moves) } else { Basis::Tokens }
}

fn twist_advice(
    facts: &Facts,
    answer: &Answer,
    choices: &[Choice],
    options: &[Weighed],
    known: bool,
) -> Option<Advice> {
    let named = |places: &[usize]| places.iter().map(|i| choices[*i].state.position()).collect();
    let (act, allowed) = match &facts.twist {
        Twist::None => return None,
        Twist::Block(_) => {
            let forbidden = best_to_forbid(facts, answer.outcome, options);
            (Act::Forbid(named(&forbidden)), left(&forbidden, options.len()))
        }
        Twist::Comply(_) => {
            let proposed = best_to_propose(facts, answer.outcome, options)?;
            (Act::Propose(named(&proposed)), proposed)
        }
    };
    let moves = best_move(options, &allowed).map_or(0, |i| options[i].length.0.saturating_add(1));
    Some(Advice { act, wins: answer.outcome == Outcome::P, basis: basis(known, moves) })
}
