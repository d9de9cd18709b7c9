//! Answers as data: outcome, moves, the way of solving and the ground it rests on.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use wythoff_rules::position::{Outcome, Position};

/// The way of solving that gave an answer.
///
/// ```
/// use wythoff_budget::Budget;
/// use wythoff_rules::{Game, Position};
/// use wythoff_solve::{MethodUsed, Ways};
/// let answer = Ways::without_proofs(Game::named("WN")?).ask(&Position::small(&[3, 5]), &[], &Budget::default())?;
/// assert_eq!(answer.method, MethodUsed::Beatty);
/// assert_eq!(answer.method.to_string(), "beatty");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum MethodUsed {
    /// The definition of play, slow and obvious.
    Reference,
    /// A dense board.
    Board,
    /// Only the P-positions, column by column.
    Columns,
    /// A closed form with Beatty sequences.
    Beatty,
    /// The fixed point of a morphism.
    Morphism,
    /// The recursion of (p,m)-Wythoff Nim.
    Recursive,
    /// The theorem about (p,m)-Imitation Nim.
    Imitation,
    /// An automaton that a certificate proves.
    Automaton,
    /// A periodic tail that a certificate proves.
    Tail,
    /// Windows of columns, as far down as needed, by beams that a certificate proves.
    Beams,
    /// Grundy values.
    Grundy,
}

impl MethodUsed {
    /// How it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            MethodUsed::Reference => "reference",
            MethodUsed::Board => "board",
            MethodUsed::Columns => "columns",
            MethodUsed::Beatty => "beatty",
            MethodUsed::Morphism => "morphism",
            MethodUsed::Recursive => "recursive",
            MethodUsed::Imitation => "imitation",
            MethodUsed::Automaton => "automaton",
            MethodUsed::Tail => "tail",
            MethodUsed::Beams => "beams",
            MethodUsed::Grundy => "grundy",
        }
    }
}

impl fmt::Display for MethodUsed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// On what an answer rests. Data hold it as one text, which reads back as the same ground.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ground {
    /// The definition of play, computed position by position.
    Definition,
    /// A theorem, inside its hypotheses: which, and of which paper.
    Theorem(String),
    /// A proof for all sizes that can be checked again: which certificate.
    Certificate(String),
    /// A statement that is not proved, and how far it was checked.
    Conjecture(String),
}

const DEFINITION: &str = "the definition of play, computed position by position";
const CERTIFICATE: &str = "certificate: ";
const CONJECTURE: &str = "conjecture: ";

impl Ground {
    /// The theorem or statement alone.
    pub fn text(&self) -> &str {
        match self {
            Ground::Definition => DEFINITION,
            Ground::Theorem(text) | Ground::Certificate(text) | Ground::Conjecture(text) => text,
        }
    }

    /// The ground that is written so. No theorem is called a certificate or a conjecture, so this is certain.
    fn read(text: &str) -> Ground {
        if text == DEFINITION {
            Ground::Definition
        } else if let Some(which) = text.strip_prefix(CERTIFICATE) {
            Ground::Certificate(which.to_owned())
        } else if let Some(which) = text.strip_prefix(CONJECTURE) {
            Ground::Conjecture(which.to_owned())
        } else {
            Ground::Theorem(text.to_owned())
        }
    }
}

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ground::Definition | Ground::Theorem(_) => f.write_str(self.text()),
            Ground::Certificate(text) => write!(f, "{CERTIFICATE}{text}"),
            Ground::Conjecture(text) => write!(f, "{CONJECTURE}{text}"),
        }
    }
}

impl Serialize for Ground {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Ground {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ground, D::Error> {
        Ok(Ground::read(&String::deserialize(deserializer)?))
    }
}

/// The answer to "what about this position?". Its form as data is `AnswerReport` of `wythoff-service`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The position asked about.
    pub position: Position,
    /// Who wins.
    pub outcome: Outcome,
    /// N-positions: every option that is a P-position; in games with a twist, those from which one can be chosen.
    pub winning_moves: Vec<Position>,
    /// P-positions of blocking games: the options that the previous player must forbid.
    pub block: Vec<Position>,
    /// P-positions of comply games: the options that the previous player may propose.
    pub propose: Vec<Position>,
    /// N-positions of comply games with large piles: every option wins but these.
    pub all_but: Option<Vec<Position>>,
    /// Nothing can be done here: the game is over.
    pub terminal: bool,
    /// How many options there are, before any is forbidden; `None` where they are not counted.
    pub options: Option<usize>,
    /// Why, in words, where the way of solving knows better than the outcomes of the options tell.
    pub reason: Option<String>,
    /// The way of solving.
    pub method: MethodUsed,
    /// On what the answer rests.
    pub ground: Ground,
}
