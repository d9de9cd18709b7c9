//! The answer about a position. What it says is read off when it is asked for: a loop that wants outcomes pays for nothing else.

use crate::convert::{tuple, tuples};
use crate::game::Game;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::Value;
use wythoff::report::AnswerReport;
use wythoff::strategy::reason;
use wythoff::{Outcome, Position};

/// Everything about a position of a game: who wins, by which moves, by forbidding what, and why.
#[pyclass(frozen, module = "wythoff._native")]
pub(crate) struct Answer {
    pub(crate) of: Py<Game>,
    pub(crate) answer: wythoff::Answer,
    pub(crate) history: Vec<Position>,
    pub(crate) asked: Option<String>,
}

impl Answer {
    fn report(&self) -> AnswerReport {
        let ways = self.of.get().ways();
        AnswerReport::new(ways.game(), &self.answer).with_kinship(ways.kinship_beside(&self.answer))
    }
}

#[pymethods]
impl Answer {
    /// The game, in a word.
    #[getter]
    fn game(&self) -> &str {
        self.of.get().ways().game().label()
    }

    /// The position asked about.
    #[getter]
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, &self.answer.position)
    }

    /// Who wins: "P", the previous player, or "N", the next one.
    #[getter]
    fn outcome(&self) -> &'static str {
        match self.answer.outcome {
            Outcome::P => "P",
            Outcome::N => "N",
        }
    }

    /// Is it a P-position?
    #[getter]
    fn is_p(&self) -> bool {
        self.answer.outcome.is_p()
    }

    /// Every winning move, by where it leads.
    #[getter]
    fn winning_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        tuples(py, &self.answer.winning_moves)
    }

    /// What the previous player must forbid.
    #[getter]
    fn block<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        tuples(py, &self.answer.block)
    }

    /// What the previous player may propose; None but in comply games.
    #[getter]
    fn propose<'py>(&self, py: Python<'py>) -> PyResult<Option<Vec<Bound<'py, PyTuple>>>> {
        self.report().propose.map(|list| tuples(py, &list)).transpose()
    }

    /// Every option wins but these; None where winning_moves has them all.
    #[getter]
    fn winning_moves_all_but<'py>(&self, py: Python<'py>) -> PyResult<Option<Vec<Bound<'py, PyTuple>>>> {
        self.answer.all_but.as_ref().map(|list| tuples(py, list)).transpose()
    }

    /// Is the game over here?
    #[getter]
    fn terminal(&self) -> bool {
        self.answer.terminal
    }

    /// The way of solving.
    #[getter]
    fn method(&self) -> &'static str {
        self.answer.method.name()
    }

    /// On what the answer rests.
    #[getter]
    fn ground(&self) -> String {
        self.answer.ground.to_string()
    }

    /// Why, in words.
    #[getter]
    fn reason(&self) -> String {
        reason(self.of.get().ways().game(), &self.answer)
    }

    /// The game of the rulebook that a text of another name is.
    #[getter]
    fn same_as(&self) -> Option<String> {
        self.report().same_as
    }

    /// Why a theorem about games like this one was not used.
    #[getter]
    fn theorem_not_used(&self) -> Option<String> {
        self.report().theorem_not_used
    }

    /// What the command line prints for it as JSON.
    fn to_json(&self) -> String {
        serde_json::to_value(self.report()).unwrap_or(Value::Null).to_string()
    }

    fn __repr__(&self) -> String {
        let (position, outcome) = (self.answer.position.shortened(), self.outcome());
        format!("<{position} in {}: {outcome}, {}>", self.game(), self.reason())
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(py.import("wythoff._show")?.getattr("answer")?.call1((self.to_json(),))?.unbind())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Answer>().is_ok_and(|other| {
            let other = other.get();
            self.answer == other.answer
                && self.history == other.history
                && self.of.get().identity() == other.of.get().identity()
        })
    }

    fn __hash__<'py>(&self, py: Python<'py>) -> PyResult<isize> {
        (self.of.get().identity(), tuple(py, &self.answer.position)?).into_pyobject(py)?.hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let again = py.import("wythoff._game")?.getattr("_ask_again")?;
        let keywords = PyDict::new(py);
        if !self.history.is_empty() {
            keywords.set_item("history", tuples(py, &self.history)?)?;
        }
        if let Some(method) = &self.asked {
            keywords.set_item("method", method)?;
        }
        let arguments = (self.of.clone_ref(py), self.position(py)?, keywords).into_pyobject(py)?;
        Ok((again, arguments))
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Answer>()
}
