//! Positions and outcomes.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;
use wythoff_number::Natural;

/// Who wins with best play: the **P**revious or the **N**ext player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Outcome {
    /// The previous player wins: every move (that is not forbidden) is a mistake.
    P,
    /// The next player wins.
    N,
}

impl Outcome {
    /// P if the condition holds, else N.
    #[must_use]
    #[inline]
    pub fn p_if(condition: bool) -> Outcome {
        if condition { Outcome::P } else { Outcome::N }
    }

    /// Is it P?
    #[must_use]
    #[inline]
    pub fn is_p(self) -> bool {
        self == Outcome::P
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_p() { "P" } else { "N" })
    }
}

/// The sizes of the piles, of any size. As data they are decimal strings; small numbers can be read, too.
///
/// ```
/// use wythoff_rules::Position;
/// let position = Position::small(&[3, 5]);
/// assert_eq!(position.to_string(), "(3, 5)");
/// assert_eq!(serde_json::to_string(&position)?, r#"["3","5"]"#);
/// assert_eq!(serde_json::from_str::<Position>(r#"["3",5]"#)?, position);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position(Vec<Natural>);

impl Position {
    /// A position with these piles.
    #[must_use]
    pub fn new(piles: Vec<Natural>) -> Position {
        Position(piles)
    }

    /// A position whose piles fit into machine words.
    #[must_use]
    pub fn small(piles: &[u64]) -> Position {
        Position(piles.iter().map(|n| Natural::from(*n)).collect())
    }

    /// Few enough options to list them all: boards up to here are solved by definition in a moment.
    #[inline]
    pub fn is_small(&self) -> bool {
        self.0.iter().all(|n| *n <= Natural::from(1000u32))
    }

    /// The piles.
    #[must_use]
    #[inline]
    pub fn piles(&self) -> &[Natural] {
        &self.0
    }

    /// The position for a sentence: of long numbers only the first and last digits.
    #[must_use]
    pub fn shortened(&self) -> String {
        let pile = |n: &Natural| {
            let digits = n.to_string();
            match digits.len() {
                0..=24 => digits,
                length => format!("{}…{} [{length} digits]", &digits[..6], &digits[length - 6..]),
            }
        };
        format!("({})", self.0.iter().map(pile).collect::<Vec<_>>().join(", "))
    }

    /// The piles as machine words, if they fit.
    #[must_use]
    #[inline]
    pub fn as_small(&self) -> Option<Vec<u32>> {
        self.0.iter().map(|n| u32::try_from(n).ok()).collect()
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let piles: Vec<String> = self.0.iter().map(Natural::to_string).collect();
        write!(f, "({})", piles.join(", "))
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Natural::to_string))
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Pile {
            Text(String),
            Number(u64),
        }
        let pile = |pile: Pile| match pile {
            Pile::Number(n) => Ok(Natural::from(n)),
            // The parser of numbers would take signs and underscores, too.
            Pile::Text(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => digits
                .parse()
                .map_err(|_| D::Error::custom(format!("{digits:?} is not a pile: digits are expected"))),
            Pile::Text(text) => Err(D::Error::custom(format!("{text:?} is not a pile: digits are expected"))),
        };
        Vec::<Pile>::deserialize(deserializer)?.into_iter().map(pile).collect::<Result<_, _>>().map(Position)
    }
}
