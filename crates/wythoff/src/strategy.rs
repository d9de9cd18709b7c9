//! Why a position is won or lost, in words.

use crate::game::Game;
use crate::position::{Outcome, Position};
use crate::rules::{Play, Twist};
use crate::solve::Answer;

/// The reason for an answer, in a sentence.
///
/// ```
/// use wythoff::{Game, Position, strategy::reason};
/// let game = Game::named("WN")?;
/// let answer = game.ask(&Position::small(&[4, 7]), &[])?;
/// assert_eq!(reason(&game, &answer), "none of the 15 moves leads to a P-position");
/// # Ok::<(), wythoff::GameError>(())
/// ```
#[must_use]
pub fn reason(game: &Game, answer: &Answer) -> String {
    let twist = game.ruleset().map_or(&Twist::None, |r| &r.twist);
    let misere = game.ruleset().is_some_and(|r| r.play == Play::Misere);
    match (twist, answer.outcome) {
        (Twist::None, _) if answer.options == 0 && answer.terminal => {
            let winner = if misere { "wins, as misère play says" } else { "loses" };
            format!("there is no move, so the player to move {winner}")
        }
        (Twist::None, Outcome::P) if answer.block.is_empty() => {
            format!("none of the {} leads to a P-position", count(answer.options, "move"))
        }
        (Twist::None, Outcome::P) => {
            format!("the previous player points so that {} is forbidden, and no other move leads to a P-position", list(&answer.block))
        }
        (Twist::None, Outcome::N) => format!("moving to {} leaves a P-position", any_of(&answer.winning_moves)),
        (Twist::Block(_), Outcome::P) if answer.options == 0 => {
            "there is no move, so the player to move loses".to_owned()
        }
        (Twist::Block(_), Outcome::P) if answer.block.is_empty() => {
            format!("none of the {} leads to a P-position, so nothing needs to be forbidden", count(answer.options, "option"))
        }
        (Twist::Block(_), Outcome::P) => {
            let others = answer.options - answer.block.len();
            let rest = if others == 0 { "no move is left" } else { "every other move leads to an N-position" };
            format!("the previous player forbids {}, the only P-positions among the options, and {rest}", list(&answer.block))
        }
        (Twist::Block(_), Outcome::N) if answer.winning_moves.is_empty() || (misere && answer.options == answer.winning_moves.len()) => {
            "the previous player cannot leave a move to an N-position, and in misère play who cannot move wins".to_owned()
        }
        (Twist::Block(blocks), Outcome::N) => {
            let budgets: Vec<String> = blocks.iter().map(|b| b.limit.to_string()).collect();
            format!(
                "{} among the options, {}, and the previous player cannot forbid them all (at most {})",
                plural(answer.winning_moves.len(), "P-position is", "P-positions are"),
                list(&answer.winning_moves),
                budgets.join(" + ")
            )
        }
        (Twist::Comply(_), Outcome::P) => {
            format!("the previous player proposes N-positions only: enough of {}", list(&answer.propose))
        }
        (Twist::Comply(_), Outcome::N) if answer.terminal => {
            "the previous player cannot propose enough options, and so loses".to_owned()
        }
        (Twist::Comply(_), Outcome::N) => {
            format!("the previous player cannot propose enough N-positions, so one of {} must be proposed", list(&answer.winning_moves))
        }
    }
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// A few positions by name; of many only the first and how many there are.
fn list(positions: &[Position]) -> String {
    const SHOWN: usize = 6;
    let shown: Vec<String> = positions.iter().take(SHOWN).map(Position::to_string).collect();
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
