//! Questions about several games: sums of positions, and searches in families.

use crate::convert::position;
use crate::game::Game;
use crate::running::{Limits, run};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use wythoff::api::Refusal;
use wythoff::report::{SearchReport, SumReport};
use wythoff::rulebook::Entry;
use wythoff::rules::Family;
use wythoff::solve::sum;
use wythoff::sweep::of_rulebook;
use wythoff::sweep::search::{Search, SearchLimits, SearchQuestion};
use wythoff::sweep::task::NoShelf;
use wythoff::{Limit, Position, Ways};

fn json(report: &impl serde::Serialize) -> String {
    serde_json::to_string(report).unwrap_or_default()
}

/// Who wins a sum of positions, as JSON.
#[pyfunction]
#[pyo3(signature = (parts, **limits))]
fn sum_of(
    py: Python<'_>,
    parts: Vec<(Bound<'_, Game>, Bound<'_, PyTuple>)>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let read = |(game, piles): &(Bound<'_, Game>, Bound<'_, PyTuple>)| {
        Ok((game.get().ways().clone(), position(piles)?))
    };
    let parts: Vec<(Ways, Position)> = parts.iter().map(read).collect::<PyResult<_>>()?;
    run(py, &Limits::read(limits)?, move |budget| {
        let borrowed: Vec<_> = parts.iter().map(|(ways, at)| (ways.game(), at.clone())).collect();
        Ok(json(&SumReport::new(&borrowed, &sum::ask(&borrowed, budget)?)))
    })
}

/// Where a family comes from, and how its choices are narrowed.
#[derive(FromPyObject)]
pub(crate) struct FamilyWords {
    /// A name or notation of the rulebook with letters, or a text with choices.
    #[pyo3(item)]
    family: String,
    #[pyo3(item)]
    values: Vec<String>,
    #[pyo3(item)]
    conditions: Vec<String>,
}

impl FamilyWords {
    /// The family that is meant.
    pub(crate) fn family(&self) -> Result<(Family, Option<&'static Entry>), Refusal> {
        let text = &self.family;
        let (mut family, entry) = match text.contains('\n') {
            true => (Family::parse("the family", text)?, None),
            false => match of_rulebook(text)? {
                Some((family, entry)) => (family, Some(entry)),
                None => {
                    return Err(Refusal::wrong(format!(
                        "no family is called {text:?}: give a text with choices, or a name of the rulebook or its notation with letters, such as W^k"
                    )));
                }
            },
        };
        for text in &self.values {
            family = family.with_values("values", text)?;
        }
        for text in &self.conditions {
            family = family.with_condition("where", text)?;
        }
        Ok((family, entry))
    }
}

/// Which members of a family are like a game, have a pair of Beatty sequences, …, as JSON.
#[pyfunction]
#[pyo3(signature = (words, question, like = None, to = None, columns = None, **limits))]
fn search_in(
    py: Python<'_>,
    words: FamilyWords,
    question: &str,
    like: Option<&Bound<'_, Game>>,
    to: Option<u32>,
    columns: Option<u64>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let question = match (question, like) {
        ("like", Some(game)) => SearchQuestion::Like(game.get().ways().clone()),
        ("beatty", _) => SearchQuestion::BeattyPair,
        ("automaton", _) => SearchQuestion::Automaton,
        _ => SearchQuestion::EachOther,
    };
    let usual = SearchLimits::default();
    let effort = SearchLimits { to, columns: columns.unwrap_or(usual.columns), ..usual };
    run(py, &Limits::read(limits)?, move |budget| {
        let (family, entry) = words.family()?;
        let search = Search::new(&family, entry, question.clone(), effort)?;
        if search.members() == 0 {
            return Err(Refusal::wrong("the family has no members: its conditions leave out all choices"));
        }
        let table = search.run(&NoShelf, budget);
        match table.stopped {
            Some(Limit::Cancelled) => Err(Limit::Cancelled.into()),
            _ => Ok(json(&SearchReport::new(&family, &question, &table))),
        }
    })
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(sum_of, module)?)?;
    module.add_function(wrap_pyfunction!(search_in, module)?)
}
