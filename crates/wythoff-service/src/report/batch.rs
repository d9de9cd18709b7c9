//! Many questions about one game, a line each: what a script writes to a program and reads back from it.
//!
//! A question is a line `{"at":["11","28"]}`, in games with memory with `"history":[["10","14"],["7","14"]]` besides, oldest
//! first. Piles are strings, in which expressions such as `10^20+1` may stand, or integers. The reply is an [`AnswerReport`] on
//! one line, or `{"error":"…"}` in its place.
//!
//! ```
//! use wythoff_budget::Budget;
//! use wythoff_rules::Game;
//! use wythoff_service::report::{AnswerReport, BatchReply, Question};
//! use wythoff_prove::AllWays;
//! let ways = AllWays::of(Game::named("WN")?);
//! let answer = |line: &str| BatchReply::to(ways.game(), line, &|q: &Question| {
//!     let answer = ways.ask(&q.at, &q.history, &Budget::default())?;
//!     Ok(AnswerReport::new(ways.game(), &answer).with_kinship(ways.kinship_beside(&answer)))
//! });
//! assert!(answer(r#"{"at":["4","6"]}"#).to_line().starts_with(r#"{"game":"WN","position":["4","6"],"outcome":"N","#));
//! assert_eq!(answer(r#"{"at":[4]}"#).to_line(), r#"{"error":"wythoff is played on 2 piles, and this position has 1"}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::AnswerReport;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wythoff_number::{Natural, parse_natural};
use wythoff_rules::game::Game;
use wythoff_rules::position::Position;
use wythoff_solve::SolveError;

/// A question about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The position.
    pub at: Position,
    /// The positions before it, oldest first, for games with memory.
    pub history: Vec<Position>,
}

/// Why a line is not a question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadQuestion {
    /// It is not an object of the fields that are known.
    #[error("not a question such as {{\"at\":[\"11\",\"28\"]}}: {0}")]
    Json(String),
    /// A number that is not a pile.
    #[error("{0} is not a pile: {1}")]
    Pile(String, String),
    /// A history of a game that does not look back.
    #[error("{0} has no memory: leave the history out")]
    NoMemory(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    at: Vec<Value>,
    #[serde(default)]
    history: Option<Vec<Vec<Value>>>,
}

impl Question {
    /// Reads a line about a game.
    ///
    /// # Errors
    /// [`BadQuestion`].
    pub fn read(game: &Game, line: &str) -> Result<Question, BadQuestion> {
        let line: Line = serde_json::from_str(line).map_err(|e| BadQuestion::Json(e.to_string()))?;
        if line.history.is_some() && !game.has_memory() {
            return Err(BadQuestion::NoMemory(game.label().to_owned()));
        }
        let history = line.history.iter().flatten().map(|piles| position(piles));
        Ok(Question { at: position(&line.at)?, history: history.collect::<Result<_, _>>()? })
    }
}

fn position(piles: &[Value]) -> Result<Position, BadQuestion> {
    Ok(Position::new(piles.iter().map(pile).collect::<Result<_, _>>()?))
}

fn pile(value: &Value) -> Result<Natural, BadQuestion> {
    let wrong = |why: &str| BadQuestion::Pile(value.to_string(), why.to_owned());
    match value {
        Value::String(text) => parse_natural(text).map_err(|e| wrong(&e.to_string())),
        Value::Number(number) => match number.as_u64() {
            Some(n) => Ok(Natural::from(n)),
            None if number.is_i64() => Err(wrong("it cannot be negative")),
            None => Err(wrong("as a number it would be rounded; write it as a string")),
        },
        _ => Err(wrong("a string or an integer is expected")),
    }
}

/// The reply to a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum BatchReply {
    /// The answer.
    Answer(Box<AnswerReport>),
    /// Why there is none.
    Failed {
        /// The reason, in words.
        error: String,
    },
}

impl BatchReply {
    /// The reply to a line about a game, whose questions are answered by `ask`.
    pub fn to(
        game: &Game,
        line: &str,
        ask: &dyn Fn(&Question) -> Result<AnswerReport, SolveError>,
    ) -> BatchReply {
        let question = match Question::read(game, line) {
            Ok(question) => question,
            Err(bad) => return BatchReply::failed(&bad),
        };
        match ask(&question) {
            Ok(answer) => BatchReply::Answer(Box::new(answer)),
            Err(error) => BatchReply::failed(&error),
        }
    }

    /// There is no answer, for this reason.
    #[must_use]
    pub fn failed(reason: &dyn std::error::Error) -> BatchReply {
        BatchReply::Failed { error: reason.to_string() }
    }

    /// Is there no answer?
    #[must_use]
    pub fn is_failed(&self) -> bool {
        matches!(self, BatchReply::Failed { .. })
    }

    /// One line of JSON, without its end.
    #[must_use]
    pub fn to_line(&self) -> String {
        // Strings, lists and names of fields: there is nothing in it that has no JSON.
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Question;
    use wythoff_rules::game::Game;
    use wythoff_rules::position::Position;

    fn read(game: &str, line: &str) -> Result<Question, String> {
        Question::read(&Game::named(game).expect("a game"), line).map_err(|e| e.to_string())
    }

    #[test]
    fn piles_are_strings_expressions_or_integers() {
        let at = |line: &str| read("WN", line).map(|q| q.at);
        for line in [r#"{"at":["11","28"]}"#, r#" { "at" : [11, "4*7"] } "#, r#"{"at":["1_1",28]}"#] {
            assert_eq!(at(line), Ok(Position::small(&[11, 28])), "{line}");
        }
        assert!(at(r#"{"at":["10^40","28"]}"#).is_ok());
        for (line, why) in [
            (r#"{"at":[1e30,2]}"#, "write it as a string"),
            (r#"{"at":[123456789012345678901234567890,2]}"#, "write it as a string"),
            (r#"{"at":[1.5,2]}"#, "write it as a string"),
            (r#"{"at":[-1,2]}"#, "cannot be negative"),
            (r#"{"at":["-1",2]}"#, "cannot be negative"),
            (r#"{"at":["a",2]}"#, "\"a\" is not a pile"),
            (r#"{"at":[null,2]}"#, "a string or an integer"),
            (r#"{"at":"11"}"#, "not a question"),
            (r#"{"att":[1,2]}"#, "unknown field `att`"),
            (r#"{"at":[1,2],"histroy":[]}"#, "unknown field `histroy`"),
            (r#"{}"#, "missing field `at`"),
            ("", "not a question"),
            ("[1,2]", "not a question"),
            (r#"{"at":[1,2],"history":[["3","4"]]}"#, "WN has no memory"),
        ] {
            let error = at(line).expect_err(line);
            assert!(error.contains(why), "{line}: {error}");
        }
    }

    #[test]
    fn histories_are_oldest_first() {
        let question = read("IN", r#"{"at":["7","11"],"history":[["10","14"],[7,14]]}"#).expect("a question");
        assert_eq!(question.history, [Position::small(&[10, 14]), Position::small(&[7, 14])]);
    }
}
