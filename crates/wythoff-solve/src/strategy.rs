//! Why a position is won or lost, in words.

use crate::Answer;
use crate::sum::SumAnswer;
use wythoff_rules::game::Game;
use wythoff_rules::position::{Outcome, Position};
use wythoff_rules::{Formula, Play, Twist};

/// The reason for an answer, in a sentence.
///
/// ```
/// use wythoff_budget::Budget;
/// use wythoff_rules::{Game, Position};
/// use wythoff_solve::{Method, Ways};
/// use wythoff_solve::strategy::reason;
/// let ways = Ways::without_proofs(Game::named("WN")?);
/// let answer = ways.ask_by(Method::Reference, &Position::small(&[4, 7]), &[], &Budget::default())?;
/// assert_eq!(reason(ways.game(), &answer), "none of the 15 moves leads to a P-position");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn reason(game: &Game, answer: &Answer) -> String {
    let twist = game.ruleset().map_or(&Twist::None, |r| &r.twist);
    let misere = game.ruleset().is_some_and(|r| r.play == Play::Misere);
    if let Some(words) = &answer.reason {
        return words.clone();
    }
    match twist {
        Twist::None => without_twist(answer, misere),
        Twist::Block(blocks) => {
            let limits: Vec<String> = blocks.iter().map(|b| b.limit.to_string()).collect();
            let of_class = blocks.iter().any(|b| b.class != Formula::Constant(true));
            with_blocking(answer, misere, &limits.join(" + "), of_class)
        }
        // An empty proposal leaves the opponent without a move.
        Twist::Comply(parts) if parts.iter().any(|part| part.least == 0) => with_free_comply(answer, misere),
        Twist::Comply(_) => with_comply(answer),
    }
}

/// The reason for an answer about a sum, in a sentence.
#[must_use]
pub fn sum_reason(answer: &SumAnswer) -> String {
    let values: Vec<String> = answer.values.iter().map(ToString::to_string).collect();
    let sum = format!("the Grundy values {} have nim-sum {}", values.join(", "), answer.value);
    match answer.outcome {
        _ if answer.terminal => "there is no move, so the player to move loses".to_owned(),
        Outcome::P => format!("{sum}, and every move changes it"),
        Outcome::N => format!("{sum}, and a winning move makes it 0"),
    }
}

fn without_twist(answer: &Answer, misere: bool) -> String {
    match answer.outcome {
        _ if answer.terminal => {
            let end = if misere { "wins, as misère play says" } else { "loses" };
            format!("there is no move, so the player to move {end}")
        }
        Outcome::P if !answer.block.is_empty() => format!(
            "the previous player points so that {} is forbidden, and no other move leads to a P-position",
            list(&answer.block)
        ),
        Outcome::P => none_leads(answer, "move"),
        Outcome::N => format!("moving to {} leaves a P-position", any_of(&answer.winning_moves)),
    }
}

fn with_blocking(answer: &Answer, misere: bool, limits: &str, of_class: bool) -> String {
    match answer.outcome {
        Outcome::P if answer.block.is_empty() && answer.terminal && answer.options == Some(0) => {
            "there is no move, so the player to move loses".to_owned()
        }
        Outcome::P if answer.block.is_empty() => {
            format!("{}, so nothing needs to be forbidden", none_leads(answer, "option"))
        }
        Outcome::P => {
            let none_left = answer.options == Some(answer.block.len());
            let rest = if none_left { "no move is left" } else { "every other move leads to an N-position" };
            let blocked = list(&answer.block);
            let only = if answer.block.len() == 1 { "P-position" } else { "P-positions" };
            format!("the previous player forbids {blocked}, the only {only} among the options, and {rest}")
        }
        Outcome::N if misere && answer.options == Some(answer.winning_moves.len()) => {
            "the previous player cannot leave a move to an N-position, and in misère play who cannot move wins".to_owned()
        }
        Outcome::N => format!(
            "{} among the options, {}, and the previous player cannot forbid {} (the budget is {limits}{})",
            plural(answer.winning_moves.len(), "P-position is", "P-positions are"),
            list(&answer.winning_moves),
            if answer.winning_moves.len() == 1 { "it" } else { "all of them" },
            if of_class { ", of certain moves only" } else { "" },
        ),
    }
}

fn with_comply(answer: &Answer) -> String {
    match (answer.outcome, &answer.all_but) {
        (Outcome::P, _) => {
            let enough = if answer.propose.len() == 1 { "" } else { "enough of " };
            format!("the previous player proposes N-positions only: {enough}{}", list(&answer.propose))
        }
        (Outcome::N, _) if answer.terminal => {
            "the previous player cannot propose enough options, and so loses".to_owned()
        }
        (Outcome::N, Some(few)) if few.is_empty() => {
            "every option is a P-position, so whatever is proposed wins".to_owned()
        }
        (Outcome::N, Some(few)) => {
            format!(
                "only {} among the options are N-positions, too few to propose; every other option wins",
                list(few)
            )
        }
        (Outcome::N, None) if answer.winning_moves.is_empty() => {
            "the previous player cannot propose an N-position".to_owned()
        }
        (Outcome::N, None) => format!(
            "the previous player cannot propose enough N-positions, so one of {} must be proposed",
            list(&answer.winning_moves)
        ),
    }
}

/// The same where nothing need be proposed, so that every position is P unless play is misère.
fn with_free_comply(answer: &Answer, misere: bool) -> String {
    let last = "in misère play the player who cannot move wins";
    match (answer.outcome, misere) {
        (Outcome::N, true) if answer.terminal => format!("there is no move to propose, and {last}"),
        (Outcome::N, true) => {
            format!("every option is a P-position, and if nothing is proposed, {last}")
        }
        (Outcome::P, true) => format!(
            "the previous player proposes at least one of {}, and N-positions only; to propose nothing would lose, for {last}",
            any_of(&answer.propose)
        ),
        _ => "the previous player need not propose anything, and then no move is left".to_owned(),
    }
}

/// That no move wins, with how many there are, as far as they were counted.
fn none_leads(answer: &Answer, what: &str) -> String {
    match answer.options {
        Some(1) => format!("the only {what} does not lead to a P-position"),
        Some(n) => format!("none of the {n} {what}s leads to a P-position"),
        None => format!("none of the {what}s leads to a P-position"),
    }
}

fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// A few positions by name; of many only the first and how many there are.
fn list(positions: &[Position]) -> String {
    const SHOWN: usize = 6;
    let shown: Vec<String> = positions.iter().take(SHOWN).map(Position::shortened).collect();
    match (positions.len().checked_sub(SHOWN), shown.split_last()) {
        (Some(more), _) if more > 0 => format!("{} and {more} more", shown.join(", ")),
        (_, Some((last, rest))) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => shown.concat(),
    }
}

fn any_of(positions: &[Position]) -> String {
    match positions.len() {
        0 | 1 => list(positions),
        _ => list(positions).replace(" and ", " or "),
    }
}
