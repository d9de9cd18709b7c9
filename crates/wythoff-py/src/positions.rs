//! Lists of positions: a sequence for Python, and a table of one batch for whoever speaks Arrow.

use crate::convert::{integer, tuple};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator, StringArray, UInt64Array};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use numpy::{PyArray1, PyArrayMethods as _};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList, PySlice, PyTuple};
use std::sync::Arc;
use wythoff::Position;

/// The piles of many positions: in machine words where all of them fit.
#[derive(Debug, PartialEq)]
enum Piles {
    /// One position after the other.
    Words(Vec<u64>),
    Large(Vec<Position>),
}

/// A list of positions in order. It is a sequence of tuples, an array by `array`, and a table with a column for each pile for whatever
/// reads Arrow's streams (pyarrow, pandas, polars, duckdb): uint64, or decimal strings if one of the piles is 2**64 or more.
#[pyclass(frozen, sequence, module = "wythoff._native")]
pub(crate) struct Positions {
    #[pyo3(get)]
    game: String,
    #[pyo3(get)]
    title: String,
    /// How far the list goes, as JSON.
    board: String,
    #[pyo3(get)]
    symmetric: bool,
    width: usize,
    piles: Piles,
}

/// What a list is a list of.
pub(crate) struct Heading {
    pub(crate) game: String,
    pub(crate) title: String,
    pub(crate) board: String,
    pub(crate) symmetric: bool,
    pub(crate) width: usize,
}

fn failed(error: &ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

impl Positions {
    pub(crate) fn new(heading: Heading, positions: Vec<Position>) -> Positions {
        let words: Option<Vec<u64>> =
            positions.iter().flat_map(Position::piles).map(|pile| u64::try_from(pile).ok()).collect();
        let piles = words.map_or(Piles::Large(positions), Piles::Words);
        Positions::of(heading, piles)
    }

    pub(crate) fn of_words(heading: Heading, words: Vec<u64>) -> Positions {
        Positions::of(heading, Piles::Words(words))
    }

    fn of(heading: Heading, piles: Piles) -> Positions {
        let Heading { game, title, board, symmetric, width } = heading;
        Positions { game, title, board, symmetric, width: width.max(1), piles }
    }

    fn size(&self) -> usize {
        match &self.piles {
            Piles::Words(words) => words.len() / self.width,
            Piles::Large(list) => list.len(),
        }
    }

    fn at<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyTuple>> {
        match &self.piles {
            Piles::Words(words) => PyTuple::new(py, words.iter().skip(index * self.width).take(self.width)),
            Piles::Large(list) => {
                tuple(py, list.get(index).ok_or_else(|| PyIndexError::new_err("no such position"))?)
            }
        }
    }

    fn names(&self) -> Vec<String> {
        match self.width {
            0..=3 => ["x", "y", "z"].iter().take(self.width).map(|name| (*name).to_owned()).collect(),
            many => (1..=many).map(|pile| format!("pile{pile}")).collect(),
        }
    }

    fn schema(&self) -> Schema {
        let kind = || if matches!(self.piles, Piles::Words(_)) { DataType::UInt64 } else { DataType::Utf8 };
        Schema::new(self.names().into_iter().map(|name| Field::new(name, kind(), false)).collect::<Vec<_>>())
    }

    fn batch(&self) -> Result<RecordBatch, ArrowError> {
        let column = |pile: usize| -> ArrayRef {
            match &self.piles {
                Piles::Words(words) => Arc::new(UInt64Array::from_iter_values(
                    words.iter().skip(pile).step_by(self.width).copied(),
                )),
                Piles::Large(list) => {
                    Arc::new(StringArray::from_iter_values(list.iter().map(|p| p.piles()[pile].to_string())))
                }
            }
        };
        RecordBatch::try_new(Arc::new(self.schema()), (0..self.width).map(column).collect())
    }
}

#[pymethods]
impl Positions {
    /// How far the list goes: to, first, from, columns, height, whichever apply.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("wythoff._report")?.getattr("board")?.call1((&self.board,))
    }

    /// The positions as a list of tuples.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let all = (0..self.size()).map(|index| self.at(py, index)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, all)
    }

    /// The positions as an array of shape (n, piles): uint64, or Python's integers if one of them is 2**64 or more.
    #[getter]
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.piles {
            Piles::Words(words) => {
                let flat = PyArray1::from_slice(py, words);
                Ok(flat.reshape([self.size(), self.width])?.into_any())
            }
            Piles::Large(list) => {
                let numpy = py.import("numpy")?;
                let all = numpy.call_method1("empty", ((list.len(), self.width), "object"))?;
                for (i, position) in list.iter().enumerate() {
                    for (j, pile) in position.piles().iter().enumerate() {
                        all.set_item((i, j), integer(py, pile)?)?;
                    }
                }
                Ok(all)
            }
        }
    }

    fn __len__(&self) -> usize {
        self.size()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let size = self.size();
        if let Ok(slice) = index.cast::<PySlice>() {
            let found = slice.indices(size as isize)?;
            let places = (0..found.slicelength as isize).map(|i| (found.start + i * found.step) as usize);
            let all = places.map(|place| self.at(py, place)).collect::<PyResult<Vec<_>>>()?;
            return Ok(PyList::new(py, all)?.into_any());
        }
        let index: isize = index.extract()?;
        let place = if index < 0 { index.checked_add(size as isize).unwrap_or(-1) } else { index };
        match usize::try_from(place) {
            Ok(place) if place < size => Ok(self.at(py, place)?.into_any()),
            _ => Err(PyIndexError::new_err(format!("there are {size} positions, and no index {index}"))),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.positions(py)?.try_iter()?.into_any())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        if let Ok(other) = other.cast::<Positions>() {
            let other = other.get();
            return self.width == other.width && self.piles == other.piles;
        }
        let py = other.py();
        other.is_instance_of::<PyList>() && self.positions(py).and_then(|own| own.eq(other)).unwrap_or(false)
    }

    fn __hash__(&self) -> u64 {
        let text = match &self.piles {
            Piles::Words(words) => format!("{words:?}"),
            Piles::Large(list) => format!("{list:?}"),
        };
        wythoff::checksum(text.as_bytes())
    }

    /// One column for each pile, through Arrow's C stream interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A consumer may wish for other types, and casts by itself what it is not given.
        let _ = requested_schema;
        let batch = self.batch().map_err(|e| failed(&e))?;
        let schema = batch.schema();
        let reader = RecordBatchIterator::new(vec![Ok(batch)], schema);
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        const SHOWN: usize = 6;
        let small = |piles: &[u64]| Position::small(piles).to_string();
        let shown: Vec<String> = match &self.piles {
            Piles::Words(words) => words.chunks(self.width).take(SHOWN).map(small).collect(),
            Piles::Large(list) => list.iter().take(SHOWN).map(Position::shortened).collect(),
        };
        let more = if self.size() > SHOWN { ", …" } else { "" };
        format!("<{} P-positions of {}: {}{more}>", self.size(), self.game, shown.join(", "))
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        Ok(slf.py().import("wythoff._show")?.getattr("positions")?.call1((slf,))?.unbind())
    }

    fn _repr_latex_(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        Ok(slf.py().import("wythoff._show")?.getattr("positions_latex")?.call1((slf,))?.unbind())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let again = py.import("wythoff._native")?.getattr("positions_of")?;
        let heading = (&self.game, &self.title, &self.board, self.symmetric, self.width);
        Ok((again, (heading, self.positions(py)?).into_pyobject(py)?))
    }
}

/// A list as it was pickled.
#[pyfunction]
fn positions_of(
    heading: (String, String, String, bool, usize),
    positions: &Bound<'_, PyAny>,
) -> PyResult<Positions> {
    let (game, title, board, symmetric, width) = heading;
    let positions = crate::convert::positions(positions)?;
    if positions.iter().any(|position| position.piles().len() != width) {
        return Err(PyValueError::new_err("positions of a list have the same number of piles"));
    }
    Ok(Positions::new(Heading { game, title, board, symmetric, width }, positions))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Positions>()?;
    module.add_function(wrap_pyfunction!(positions_of, module)?)
}
