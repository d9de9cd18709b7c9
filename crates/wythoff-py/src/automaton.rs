//! Automata: of certificates, and in Walnut's text format.

use crate::convert::natural;
use crate::failure::{raised, wrong};
use crate::running::{Limits, run};
use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use wythoff::automaton::dfa::align;
use wythoff::automaton::{DEAD, walnut};
use wythoff::prove::load::{Loaded, numeration, stated_numeration};

/// An automaton that reads the digits of some numbers together, the most significant first.
#[pyclass(frozen, subclass, module = "wythoff._native")]
pub(crate) struct Automaton {
    text: String,
    loaded: Loaded,
}

impl Automaton {
    fn letters(&self) -> usize {
        (self.loaded.automaton.digit_count() as usize).saturating_pow(self.loaded.automaton.tracks() as u32)
    }

    /// The n-th tuple of digits.
    fn digits_of(&self, mut number: usize) -> Vec<u32> {
        let digits = self.loaded.automaton.digit_count().max(1) as usize;
        let mut tuple = vec![0; self.loaded.automaton.tracks()];
        for place in tuple.iter_mut().rev() {
            *place = (number % digits) as u32;
            number /= digits;
        }
        tuple
    }
}

#[pymethods]
impl Automaton {
    /// The automaton of a text: of a certificate, or in Walnut's format.
    #[new]
    #[pyo3(signature = (text, numeration = None, **limits))]
    fn new(
        py: Python<'_>,
        text: String,
        numeration: Option<String>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Automaton> {
        let limits = Limits::read(limits)?;
        run(py, &limits, move |budget| {
            let named = match numeration {
                Some(name) => Some(self::numeration(&name)?),
                None => stated_numeration(&text, budget)?,
            };
            let loaded = Loaded::from_text(&text, named.as_ref(), budget)?;
            Ok(Automaton { text, loaded })
        })
    }

    /// The text that it was read from.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// The numeration in which it reads, such as fib.
    #[getter]
    fn numeration(&self) -> String {
        self.loaded.numeration.system().name()
    }

    /// How many numbers it reads together.
    #[getter]
    fn tracks(&self) -> usize {
        self.loaded.automaton.tracks()
    }

    /// How many states it has; they are numbered from 0 on.
    #[getter]
    fn states(&self) -> usize {
        self.loaded.automaton.states()
    }

    /// How many digits there are.
    #[getter]
    fn digits(&self) -> u32 {
        self.loaded.automaton.digit_count()
    }

    /// The states that it starts in: one, or one for each remainder of the length of the digits.
    #[getter]
    fn initial(&self) -> Vec<u32> {
        self.loaded.automaton.starts().to_vec()
    }

    /// The states that accept.
    #[getter]
    fn accepting(&self) -> Vec<usize> {
        let outputs = self.loaded.automaton.outputs().iter().enumerate();
        outputs.filter(|(_, output)| **output != 0).map(|(state, _)| state).collect()
    }

    /// Every transition: from which state, by which digits, to which state.
    #[getter]
    fn transitions<'py>(&self, py: Python<'py>) -> PyResult<Vec<(u32, Bound<'py, PyTuple>, u32)>> {
        let dfa = &self.loaded.automaton;
        let mut found = Vec::new();
        for state in 0..dfa.states() as u32 {
            for letter in 0..self.letters() {
                let digits = self.digits_of(letter);
                let next = dfa.step(state, dfa.letter(&digits));
                if next != DEAD {
                    found.push((state, PyTuple::new(py, &digits)?, next));
                }
            }
        }
        Ok(found)
    }

    /// The same as an array: entry [state, letter] is the next state, or -1. The letter of digits (d, e) is d * digits + e.
    #[getter]
    fn table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let dfa = &self.loaded.automaton;
        let letters: Vec<usize> = (0..self.letters()).map(|n| dfa.letter(&self.digits_of(n))).collect();
        let step = |(state, letter): (u32, usize)| match dfa.step(state, letter) {
            DEAD => -1,
            next => i64::from(next),
        };
        let all =
            (0..dfa.states() as u32).flat_map(|state| letters.iter().map(move |letter| (state, *letter)));
        PyArray1::from_iter(py, all.map(step)).reshape([dfa.states(), letters.len()])
    }

    /// Is this tuple of numbers accepted?
    #[pyo3(signature = (*numbers))]
    fn accepts(&self, py: Python<'_>, numbers: &Bound<'_, PyTuple>) -> PyResult<bool> {
        let numbers = numbers.iter_borrowed().map(|n| natural(&n)).collect::<PyResult<Vec<_>>>()?;
        let (tracks, found) = (self.tracks(), numbers.len());
        if tracks != found {
            return Err(wrong(
                py,
                format!("the automaton reads {tracks} numbers together, and these are {found}"),
            ));
        }
        let Loaded { numeration, automaton } = &self.loaded;
        Ok(py.detach(|| automaton.run(numeration, &numbers) != 0))
    }

    /// The digits of some numbers, as it reads them: one tuple after the other.
    #[pyo3(signature = (*numbers))]
    fn read<'py>(
        &self,
        py: Python<'py>,
        numbers: &Bound<'py, PyTuple>,
    ) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let numbers = numbers.iter_borrowed().map(|n| natural(&n)).collect::<PyResult<Vec<_>>>()?;
        let words = align(&self.loaded.numeration, &numbers);
        let length = words.first().map_or(0, Vec::len);
        let letter = |at: usize| PyTuple::new(py, words.iter().map(|word| word[at]));
        (0..length).map(letter).collect()
    }

    /// The automaton in Walnut's text format.
    #[getter]
    fn walnut(&self) -> String {
        walnut::write(&self.loaded.automaton, &self.loaded.numeration)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Automaton>().is_ok_and(|other| self.loaded == other.get().loaded)
    }

    fn __hash__(&self) -> u64 {
        wythoff::checksum(self.walnut().as_bytes())
    }

    fn __repr__(&self) -> String {
        format!("<automaton with {} states in {}>", self.states(), self.numeration())
    }
}

/// Is there a numeration of this name? Its canonical name.
#[pyfunction]
fn numeration_name(py: Python<'_>, name: &str) -> PyResult<String> {
    numeration(name).map(|found| found.system().name()).map_err(|e| raised(py, e))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Automaton>()?;
    module.add_function(wrap_pyfunction!(numeration_name, module)?)
}
