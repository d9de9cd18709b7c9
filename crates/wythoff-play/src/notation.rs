//! Positions and decisions as people type them.

use super::act::{Act, Asked};
use wythoff_number::{Natural, parse_natural};
use wythoff_rules::position::Position;

/// A text that does not consist of positions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotPositions {
    /// Something that is no number.
    #[error("{0:?} is not a number of tokens")]
    Word(String),
    /// Several positions where one is asked for.
    #[error("a move leads to one position")]
    Several,
    /// Numbers, but not a position or several.
    #[error("a position has {piles} numbers here, and there {} {found}", if *.found == 1 { "is" } else { "are" })]
    Numbers {
        /// How many piles a position has.
        piles: usize,
        /// How many numbers there are.
        found: usize,
    },
}

/// Longer words are refused: nobody types them.
const LONGEST_WORD: usize = 20_000;

/// All numbers of a line in groups of one position each, each position once: `3 5`, `(3, 5)`, `1,2 3,5`,
/// `10^20 7`.
///
/// ```
/// use wythoff_play::read_positions;
/// use wythoff_rules::Position;
/// assert_eq!(read_positions("(1, 2) 3,5", 2)?, [Position::small(&[1, 2]), Position::small(&[3, 5])]);
/// assert_eq!(read_positions("1 2 3", 2).unwrap_err().to_string(), "a position has 2 numbers here, and there are 3");
/// # Ok::<(), wythoff_play::NotPositions>(())
/// ```
///
/// # Errors
/// Anything else, or no number at all.
pub fn read_positions(text: &str, piles: usize) -> Result<Vec<Position>, NotPositions> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | ';'));
    let numbers: Vec<Natural> = words.filter(|w| !w.is_empty()).map(number).collect::<Result<_, _>>()?;
    let found = numbers.len();
    if found == 0 || piles == 0 || !found.is_multiple_of(piles) {
        return Err(NotPositions::Numbers { piles, found });
    }
    let mut positions: Vec<Position> = Vec::new();
    for group in numbers.chunks(piles) {
        let position = Position::new(group.to_vec());
        if !positions.contains(&position) {
            positions.push(position);
        }
    }
    Ok(positions)
}

/// What is decided by a line, when this is asked: a position to move to, positions to forbid or to propose, or `none`.
///
/// ```
/// use wythoff_play::{Act, Asked, read_act};
/// use wythoff_rules::Position;
/// assert_eq!(read_act("3 5", Asked::Move, 2)?, Act::Move(Position::small(&[3, 5])));
/// assert_eq!(read_act("none", Asked::Forbid, 2)?, Act::Forbid(Vec::new()));
/// # Ok::<(), wythoff_play::NotPositions>(())
/// ```
///
/// # Errors
/// Anything else.
pub fn read_act(text: &str, asked: Asked, piles: usize) -> Result<Act, NotPositions> {
    let nothing = matches!(text.trim(), "none" | "nothing") && asked != Asked::Move;
    let mut list = if nothing { Vec::new() } else { read_positions(text, piles)? };
    match asked {
        Asked::Forbid => Ok(Act::Forbid(list)),
        Asked::Propose => Ok(Act::Propose(list)),
        Asked::Move => match (list.pop(), list.len()) {
            (Some(to), 0) => Ok(Act::Move(to)),
            _ => Err(NotPositions::Several),
        },
    }
}

fn number(word: &str) -> Result<Natural, NotPositions> {
    let number = if word.len() <= LONGEST_WORD { parse_natural(word).ok() } else { None };
    number.ok_or_else(|| NotPositions::Word(word.chars().take(40).collect()))
}
