//! A game. It is said by the words of a request, which is also how it pickles; what it knows of itself it knows from the library.

use crate::answer::Answer;
use crate::convert::{method, position, positions};
use crate::desk::{desk, fields};
use crate::failure::wrong;
use crate::running::{Limits, at_once, run};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use wythoff::api::Refusal;
use wythoff::check::{AnyCertificate, Proved};
use wythoff::number::Natural;
use wythoff::prove::library::ProvedGame;
use wythoff::{Budget, Position, Ways};

/// A game of the rulebook or from a rule text. The package's Game is made from it.
#[pyclass(frozen, subclass, module = "wythoff._native")]
pub(crate) struct Game {
    words: String,
    /// The text and the name of a certificate that it answers from.
    certificate: Option<(String, String)>,
    ways: Ways,
    identity: OnceLock<String>,
    /// Was a small, a large position asked about before? Then whatever takes long at first is done.
    ready: [AtomicBool; 2],
}

impl Game {
    pub(crate) fn ways(&self) -> &Ways {
        &self.ways
    }

    /// The rules in canonical form.
    pub(crate) fn identity(&self) -> &str {
        self.identity.get_or_init(|| self.ways.game().identity().text().to_owned())
    }

    fn readiness(&self, position: &Position) -> &AtomicBool {
        let small = position.piles().iter().all(|pile| *pile <= Natural::from(1000u32));
        &self.ready[usize::from(!small)]
    }
}

#[pymethods]
impl Game {
    /// The game of these words: the JSON of an object with `game`, or with `text`, `parameters` and `name`. With the text and the name of
    /// a certificate it answers from that by the method "automaton", once the checker has confirmed it.
    #[new]
    #[pyo3(signature = (words, certificate = None, **limits))]
    fn new(
        py: Python<'_>,
        words: &str,
        certificate: Option<(String, String)>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Game> {
        let (request, given) = (fields(py, words)?, certificate.clone());
        let ways = run(py, &Limits::read(limits)?, move |budget| {
            let ways = desk().game(&request)?;
            match &given {
                None => Ok(ways),
                Some((text, name)) => certified(ways, text, name, budget),
            }
        })?;
        Ok(Game {
            words: words.to_owned(),
            certificate,
            ways,
            identity: OnceLock::new(),
            ready: Default::default(),
        })
    }

    /// The words that it was said by, as JSON.
    #[getter]
    fn words(&self) -> &str {
        &self.words
    }

    /// Its name with parameters, such as modular(k=2,m=3).
    #[getter]
    fn name(&self) -> &str {
        self.ways.game().name()
    }

    /// How papers write it, if they do.
    #[getter]
    fn notation(&self) -> Option<&str> {
        self.ways.game().notation()
    }

    /// What to call it in a line: its notation, else its name.
    #[getter]
    fn label(&self) -> &str {
        self.ways.game().label()
    }

    /// Its title.
    #[getter]
    fn title(&self) -> &str {
        self.ways.game().title()
    }

    /// The rule text as written, with its parameters; None for games on n piles.
    #[getter]
    fn text(&self) -> Option<&str> {
        self.ways.game().text()
    }

    /// Its rules in canonical form: what makes it this game and no other.
    #[getter]
    fn canonical(&self) -> &str {
        self.identity()
    }

    /// How many piles it is played on.
    #[getter]
    fn piles(&self) -> usize {
        self.ways.game().piles()
    }

    /// Does it matter how a position came about?
    #[getter]
    fn has_memory(&self) -> bool {
        self.ways.game().has_memory()
    }

    /// Are positions that differ only in the order of the piles alike?
    #[getter]
    fn is_symmetric(&self) -> bool {
        self.ways.is_symmetric()
    }

    /// Everything about a position: who wins, how, and why. Piles are integers of any size, or expressions such as "10^30+7"; in games
    /// with memory `history` has the positions before it, oldest first.
    ///
    /// >>> import wythoff
    /// >>> answer = wythoff.game("WN").ask(10, 13)
    /// >>> answer.outcome, answer.winning_moves
    /// ('N', [(4, 7), (8, 13), (10, 6)])
    /// >>> wythoff.game("3WN").ask("10^30+7", 4 * 10**30).winning_moves
    /// [(1000000000000000000000000000007, 3302775637731994646559610633760)]
    /// >>> wythoff.game("(2,1)IN").ask(7, 11, history=[(10, 14), (7, 14)]).winning_moves
    /// [(7, 9)]
    #[pyo3(signature = (*piles, history = None, method = None, **limits))]
    fn ask(
        slf: &Bound<'_, Self>,
        piles: &Bound<'_, PyTuple>,
        history: Option<&Bound<'_, PyAny>>,
        method: Option<&str>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Answer> {
        let (py, this) = (slf.py(), slf.get());
        let at = position(piles)?;
        let history = history.map(positions).transpose()?.unwrap_or_default();
        if !history.is_empty() && !this.has_memory() {
            return Err(wrong(py, format!("{} has no memory: leave the history out", this.name())));
        }
        let (by, asked) = (self::method(py, method)?, method.map(str::to_owned));
        let made = |answer, history| Answer { of: slf.clone().unbind(), answer, history, asked };
        let ready = this.readiness(&at);
        if limits.is_none() && ready.load(Ordering::Relaxed) {
            let asking = |budget: &_| Ok(this.ways.ask_by(by, &at, &history, budget)?);
            if let Some(answer) = at_once(py, asking)? {
                return Ok(made(answer, history));
            }
        }
        let (ways, before) = (this.ways.clone(), history.clone());
        let answer =
            run(py, &Limits::read(limits)?, move |budget| Ok(ways.ask_by(by, &at, &before, budget)?))?;
        ready.store(true, Ordering::Relaxed);
        Ok(made(answer, history))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| self.identity() == other.get().identity())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.identity().hash(&mut hasher);
        hasher.finish()
    }

    #[expect(clippy::type_complexity, reason = "the protocol of pickle")]
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String, Option<(String, String)>)) {
        (slf.get_type().into_any(), (slf.get().words.clone(), slf.get().certificate.clone()))
    }
}

/// The ways of solving with one more: by a certificate, once the checker has confirmed it.
fn certified(ways: Ways, text: &str, name: &str, budget: &Budget) -> Result<Ways, Refusal> {
    let said = |e: &dyn std::fmt::Display| Refusal::wrong(e.to_string());
    let piles =
        || Refusal::wrong(format!("{} is played on n piles; certificates are about two", ways.game().name()));
    let rules = ways.game().ruleset().ok_or_else(piles)?;
    let certificate = AnyCertificate::read(text, budget).map_err(|e| said(&e))?;
    let proved = Proved::new(certificate, budget).map_err(|e| said(&e))?;
    let solution = ProvedGame::new(rules, &proved, name).map_err(|e| said(&e))?;
    Ok(ways.clone().with_certificate(solution))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Game>()
}
