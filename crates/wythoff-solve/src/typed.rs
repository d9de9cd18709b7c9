//! What people type, wherever they type it: piles, positions, histories, numbers, windows and names of games.
//!
//! Every face reads them here, so that a text means the same on a command line, in an address and in a box of a page, and what is
//! wrong with it is said in the same words.
//!
//! ```
//! use wythoff_rules::Position;
//! use wythoff_solve::typed;
//! assert_eq!(typed::position(&["11", "4*7"])?, Position::small(&[11, 28]));
//! assert_eq!(typed::history("10,14 7,14")?.len(), 2);
//! assert_eq!(typed::pile("-1").unwrap_err().to_string(), "\"-1\" is not a pile: it cannot be negative");
//! assert_eq!(typed::window("10^30,5:60x40")?.height, 40);
//! # Ok::<(), wythoff_solve::typed::NotTyped>(())
//! ```

use crate::way::Frame;
use std::time::Duration;
use wythoff_number::integer_expr::{IntegerError, Problem};
use wythoff_number::{Natural, parse_natural};
use wythoff_rules::game::{Game, GameError};
use wythoff_rules::position::Position;

/// Why a text is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotTyped(pub String);

/// What is wrong with a number. The column is left out where the whole of it is wrong.
fn explain(error: &IntegerError) -> String {
    match &error.problem {
        Problem::Negative => "it cannot be negative".to_owned(),
        Problem::TooLarge => error.problem.to_string(),
        _ => error.to_string(),
    }
}

/// A pile: a non-negative integer, or an expression such as `10^100+7`.
///
/// # Errors
/// Anything else.
pub fn pile(text: &str) -> Result<Natural, NotTyped> {
    parse_natural(text).map_err(|e| NotTyped(format!("{text:?} is not a pile: {}", explain(&e))))
}

/// A position from its piles.
///
/// # Errors
/// A text that is not a pile.
pub fn position<T: AsRef<str>>(piles: &[T]) -> Result<Position, NotTyped> {
    Ok(Position::new(piles.iter().map(|p| pile(p.as_ref())).collect::<Result<_, _>>()?))
}

/// A position with commas between its piles: `11,28`.
///
/// # Errors
/// Less than two piles, or a text that is not a pile.
pub fn joined_position(text: &str) -> Result<Position, NotTyped> {
    let piles: Vec<&str> = text.split(',').map(str::trim).collect();
    match piles.as_slice() {
        [_, _, ..] => position(&piles),
        _ => Err(NotTyped(format!("{text:?} is not a position: write X,Y, such as 11,28"))),
    }
}

/// Positions separated by spaces or semicolons, each with piles separated by commas: `10,14 7,14`.
///
/// # Errors
/// A text that is not a pile.
pub fn history(text: &str) -> Result<Vec<Position>, NotTyped> {
    let cleaned = text.replace(['(', ')', ';'], " ").replace(", ", ",");
    let one = |p: &str| position(&p.split(',').collect::<Vec<_>>());
    cleaned.split_whitespace().map(one).collect()
}

/// An index into a list, counted from 0.
///
/// # Errors
/// A text that is not a number.
pub fn index(text: &str) -> Result<Natural, NotTyped> {
    parse_natural(text).map_err(|e| NotTyped(format!("{text:?} is not an index: {}", explain(&e))))
}

/// A number of any size; `what` is what the face calls it.
///
/// # Errors
/// A text that is not a number.
pub fn number(text: &str, what: &str) -> Result<Natural, NotTyped> {
    parse_natural(text).map_err(|e| NotTyped(format!("{text:?} is not a number for {what}: {}", explain(&e))))
}

/// A number that is at most this.
///
/// # Errors
/// A text that is not a number, or a larger one.
pub fn small(text: &str, what: &str, most: u32) -> Result<u32, NotTyped> {
    match u32::try_from(&number(text, what)?) {
        Ok(n) if n <= most => Ok(n),
        _ => Err(NotTyped(format!("{what} can be at most {most}, and {text} is more"))),
    }
}

/// The same number, where none at all would be no question.
///
/// # Errors
/// Zero.
pub fn at_least_one(number: u64, what: &str) -> Result<u64, NotTyped> {
    if number == 0 { Err(NotTyped(format!("{what} is at least 1"))) } else { Ok(number) }
}

/// A number of columns, or of rows.
///
/// # Errors
/// A text that is not a number, or one beyond all boards.
pub fn many(text: &str, what: &str) -> Result<u64, NotTyped> {
    const MOST: u64 = 1 << 40;
    match u64::try_from(&number(text, what)?) {
        Ok(n) if n <= MOST => Ok(n),
        _ => Err(NotTyped(format!("{what} can be at most {MOST}, and {text} is more"))),
    }
}

/// A window may have so many columns and rows.
const LARGEST_SIDE: u32 = 1 << 31;

/// A window of squares: its corner and its size, `10^30,5:60x40`.
///
/// # Errors
/// Any other text.
pub fn window(text: &str) -> Result<Frame, NotTyped> {
    let wrong = || NotTyped(format!("{text:?} is not a window: write X,Y:WxH, such as 10^30,5:60x40"));
    let (corner, size) = text.rsplit_once(':').ok_or_else(wrong)?;
    let (x, y) = corner.split_once(',').ok_or_else(wrong)?;
    let (width, height) = size.split_once(['x', 'X', '×']).ok_or_else(wrong)?;
    let side = |text: &str| small(text, "a side of a window", LARGEST_SIDE);
    Ok(Frame { x: pile(x)?, y: pile(y)?, width: side(width)?, height: side(height)? })
}

/// Two integers, which may be negative: `-60:10`.
///
/// # Errors
/// Any other text.
pub fn range(text: &str) -> Result<(i64, i64), NotTyped> {
    let wrong = || NotTyped(format!("{text:?} is not a range: write LOW:HIGH, such as -60:10"));
    let (low, high) = text.split_once(':').ok_or_else(wrong)?;
    let number = |text: &str| {
        let (sign, digits) = text.trim().strip_prefix('-').map_or((1, text), |digits| (-1, digits));
        let size = parse_natural(digits).ok().and_then(|n| i64::try_from(&n).ok());
        size.map(|n| sign * n).ok_or_else(wrong)
    };
    Ok((number(low)?, number(high)?))
}

/// A time such as 30, 1.5s, 200ms, 2m or 1h.
///
/// ```
/// use wythoff_solve::typed::duration;
/// assert_eq!(duration("1.5s")?, duration("1500ms")?);
/// assert_eq!(duration("soon").unwrap_err().to_string(), "\"soon\" is not a time: write 30s, 2m or 1h");
/// # Ok::<(), wythoff_solve::typed::NotTyped>(())
/// ```
///
/// # Errors
/// Any other text.
pub fn duration(text: &str) -> Result<Duration, NotTyped> {
    let lower = text.trim().to_ascii_lowercase();
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let unit = units.iter().find_map(|(name, factor)| Some((lower.strip_suffix(name)?, *factor)));
    let (number, factor) = unit.unwrap_or((&lower, 1.0));
    let plain = number.trim().chars().all(|c| c.is_ascii_digit() || c == '.');
    let seconds = number.trim().parse::<f64>().ok().filter(|_| plain);
    seconds
        .and_then(|n| Duration::try_from_secs_f64(n * factor).ok())
        .ok_or_else(|| NotTyped(format!("{text:?} is not a time: write 30s, 2m or 1h")))
}

/// A size of memory in bytes, such as 512M or 2G; K, M, G, T are powers of 1024.
///
/// # Errors
/// Any other text.
pub fn bytes(text: &str) -> Result<u64, NotTyped> {
    let wrong = || NotTyped(format!("{text:?} is not a size of memory: write 512M or 2G"));
    let lower = text.trim().to_ascii_lowercase();
    let number = lower.trim_end_matches("ib").trim_end_matches('b');
    let (digits, shift) = match number.char_indices().last() {
        Some((at, 'k')) => (&number[..at], 10),
        Some((at, 'm')) => (&number[..at], 20),
        Some((at, 'g')) => (&number[..at], 30),
        Some((at, 't')) => (&number[..at], 40),
        _ => (number, 0),
    };
    let value: u64 = digits.trim().parse().map_err(|_| wrong())?;
    value.checked_mul(1 << shift).ok_or_else(wrong)
}

/// Why no game is meant.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotAGame {
    /// A parenthesis that is not closed.
    #[error("{0:?} has a parenthesis that is not closed")]
    Open(String),
    /// Everything else.
    #[error(transparent)]
    Game(#[from] GameError),
}

/// The game of the rulebook that is meant by a notation or a name with parameters.
///
/// # Errors
/// [`NotAGame`].
pub fn game(text: &str) -> Result<Game, NotAGame> {
    match Game::named(text) {
        Err(GameError::Unknown { .. }) if text.matches('(').count() > text.matches(')').count() => {
            Err(NotAGame::Open(text.to_owned()))
        }
        other => Ok(other?),
    }
}
