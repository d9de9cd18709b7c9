//! A question about a position: who wins, and what its options are.

use super::request::{Fields, missing};
use super::{Desk, Refusal, Reply};
use crate::report::AnswerReport;
use serde_json::{Value, json};
use wythoff_budget::Budget;
use wythoff_play::{Match, Setup};
use wythoff_prove::ways::AllWays as Ways;
use wythoff_rules::position::{Outcome, Position};
use wythoff_solve::way::Method;

/// The names of the ways of solving.
pub(super) const METHODS: [(&str, Method); 6] = [
    ("auto", Method::Auto),
    ("reference", Method::Reference),
    ("board", Method::Board),
    ("columns", Method::Columns),
    ("beatty", Method::Beatty),
    ("automaton", Method::Automaton),
];

/// So many options are listed.
const MOST_OPTIONS: usize = 400;

pub(super) fn method(fields: &Fields<'_>) -> Result<Method, Refusal> {
    Ok(fields.choice("method", &METHODS)?.unwrap_or_default())
}

/// Where the question is, and what came before.
pub(super) fn place(ways: &Ways, fields: &Fields<'_>) -> Result<(Position, Vec<Position>), Refusal> {
    let at = fields.position("at")?.ok_or_else(|| missing("at"))?;
    let history = match fields.positions("history")? {
        Some(list) if !list.is_empty() && !ways.game().has_memory() => {
            return Err(Refusal::wrong(format!(
                "{} has no memory: leave the history out",
                ways.game().name()
            )));
        }
        list => list.unwrap_or_default(),
    };
    Ok((at, history))
}

/// `ask`.
pub(super) fn ask(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let ways = desk.ways(fields)?;
    let (at, history) = place(&ways, fields)?;
    let answer = ways.ask_by(method(fields)?, &at, &history, budget)?;
    Reply::report(&AnswerReport::new(ways.game(), &answer).with_kinship(ways.kinship_beside(&answer)))
}

/// `options`.
pub(super) fn options(desk: &Desk, fields: &Fields<'_>, budget: &Budget) -> Result<Reply, Refusal> {
    let ways = desk.ways(fields)?;
    let (at, history) = place(&ways, fields)?;
    let answer = ways.ask(&at, &history, budget)?;
    let standing = Match::new(ways.game().clone(), Setup::new(at).after(history), budget)?;
    let (found, complete) = standing.options_with_outcomes(&answer, MOST_OPTIONS);
    let options: Vec<Value> = found
        .into_iter()
        .map(|option| {
            let outcome: Option<Outcome> = option.outcome;
            json!({"to": option.to, "kinds": option.kinds, "outcome": outcome})
        })
        .collect();
    Ok(Reply::data(json!({
        "position": answer.position,
        "outcome": answer.outcome,
        "options": options,
        "winning": answer.winning_moves,
        "forbid": answer.block,
        "propose": answer.propose,
        "all_but": answer.all_but,
        "complete": complete,
    })))
}
