//! The options of a position with who wins there, for tinting a board.

use super::facts::Facts;
use super::far::near_options;
use super::place::Place;
use serde::Serialize;
use wythoff_rules::Twist;
use wythoff_rules::position::{Outcome, Position};
use wythoff_solve::Answer;

/// An option of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct OptionView {
    /// Where it leads.
    pub to: Position,
    /// The rules' names for such a move.
    pub kinds: Vec<String>,
    /// Who wins there, where that is known.
    pub outcome: Option<Outcome>,
}

/// At most so many options, and whether these are all.
pub(crate) fn options_of(
    facts: &Facts,
    place: &Place,
    answer: &Answer,
    most: usize,
) -> (Vec<OptionView>, bool) {
    let from = place.position();
    let view =
        |to: Position, outcome: Option<Outcome>| OptionView { kinds: facts.kinds(&from, &to), to, outcome };
    let named = || answer.winning_moves.iter().chain(&answer.block).chain(&answer.propose);
    if let Place::Board { choices, .. } = place {
        let mut found: Vec<(Position, Outcome)> =
            choices.iter().map(|choice| (choice.state.position(), choice.outcome)).collect();
        let complete = found.len() <= most;
        // What is cut off is the least interesting.
        found.sort_by_key(|(to, _)| !named().any(|other| other == to));
        if complete {
            found.sort_by(|a, b| b.0.cmp(&a.0));
        }
        let views = found.into_iter().take(most).map(|(to, outcome)| view(to, Some(outcome)));
        return (views.collect(), complete);
    }
    // An answer names all P-options, but for comply games, where there may be more than can be named.
    let comply = matches!(facts.twist, Twist::Comply(_));
    let outcome = |to: &Position| {
        let is_p = answer.winning_moves.contains(to) || answer.block.contains(to);
        (!comply && !facts.game.has_memory()).then(|| Outcome::p_if(is_p))
    };
    let mut found: Vec<Position> = named().cloned().collect();
    let (more, complete) = match place.options() {
        Some(all) => (all, true),
        None => (near_options(facts, place), false),
    };
    for (to, _) in more {
        if !found.contains(&to) && found.len() < most {
            found.push(to);
        }
    }
    let views = found.into_iter().take(most).map(|to| view(to.clone(), outcome(&to)));
    (views.collect(), complete)
}

/// Options that take little, at most so many. Nothing about them tells who wins.
pub(crate) fn near_options_of(facts: &Facts, place: &Place, most: usize) -> Vec<OptionView> {
    let from = place.position();
    let near = near_options(facts, place).into_iter().take(most);
    near.map(|(to, _)| OptionView { kinds: facts.kinds(&from, &to), to, outcome: None }).collect()
}
