//! P-positions in lists, arrays and windows, and Grundy values. Arrays are handed over as they were filled, without a copy.

use crate::convert::{integer, method, natural, small, word};
use crate::failure::wrong;
use crate::game::Game;
use crate::positions::{Heading, Positions};
use crate::running::{Limits, run};
use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use wythoff::api::Refusal;
use wythoff::export::Extent;
use wythoff::number::Natural;
use wythoff::report::BoardReport;
use wythoff::solve::grundy::{Grundy, GrundyError};
use wythoff::solve::stream::{Stream, StreamError};
use wythoff::ways::Lists;
use wythoff::{Budget, Frame, Limit, Method, SolveError};

/// Tables of Grundy values hold at most so many squares a side.
const LARGEST_TABLE: u32 = 20_000;

type Pairs<'py> = Bound<'py, PyArray2<u64>>;

/// The array of some pairs.
fn pairs(py: Python<'_>, flat: Vec<u64>) -> PyResult<Pairs<'_>> {
    let count = flat.len() / 2;
    PyArray1::from_vec(py, flat).reshape([count, 2])
}

fn opened(lists: &Lists, method: Method, height: Option<u64>) -> Result<Stream, SolveError> {
    match height {
        None => lists.stream(method),
        Some(height) => lists.stream_up_to(method, height),
    }
}

/// The pairs of all columns before one, from where the stream is.
fn streamed(stream: &mut Stream, until: u64, budget: &Budget) -> Result<Vec<u64>, Refusal> {
    let mut flat = Vec::new();
    let mut fits = Ok(());
    let ran = stream.run(until, budget, &mut |x, rows| {
        flat.extend(rows.iter().flat_map(|y| [x, *y]));
        fits = budget.fits(8 * flat.len() as u64);
        if fits.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    fits?;
    match ran {
        Ok(()) => Ok(flat),
        Err(StreamError::Solve(error)) => Err(error.into()),
        Err(StreamError::Stopped(stopped)) if stopped.limit == Limit::Cancelled => Err(stopped.limit.into()),
        Err(StreamError::Stopped(stopped)) => {
            Err(SolveError::Stopped(format!("{stopped}; fewer columns are possible, or chunks of them"))
                .into())
        }
    }
}

/// All P-positions with the first pile less than so much; of symmetric games only x ≤ y, unless `all` is true.
#[pyfunction]
#[pyo3(signature = (game, columns, height = None, method = None, all = false, **limits))]
fn columns<'py>(
    py: Python<'py>,
    game: &Bound<'_, Game>,
    columns: &Bound<'_, PyAny>,
    height: Option<&Bound<'_, PyAny>>,
    method: Option<&str>,
    all: bool,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Pairs<'py>> {
    let (until, method) = (word(columns, "the number of columns")?, self::method(py, method)?);
    let height = height.map(|height| word(height, "the height")).transpose()?;
    let lists = game.get().ways().lists(all);
    let flat = run(py, &Limits::read(limits)?, move |budget| {
        streamed(&mut opened(&lists, method, height)?, until, budget)
    })?;
    pairs(py, flat)
}

/// A stream, and whether it was stopped in the middle: what it had found then is lost.
struct Running {
    stream: Stream,
    broken: bool,
}

/// The same, some columns at a time.
#[pyclass(frozen, module = "wythoff._native")]
struct Chunks {
    stream: Arc<Mutex<Running>>,
    until: u64,
    step: u64,
    limits: Limits,
}

#[pymethods]
impl Chunks {
    #[new]
    #[pyo3(signature = (game, columns, chunks, height = None, method = None, all = false, **limits))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        columns: &Bound<'_, PyAny>,
        chunks: &Bound<'_, PyAny>,
        height: Option<&Bound<'_, PyAny>>,
        method: Option<&str>,
        all: bool,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Chunks> {
        let (until, step) = (word(columns, "the number of columns")?, word(chunks, "the size of chunks")?);
        if step == 0 {
            return Err(wrong(py, "a chunk has at least one column"));
        }
        let height = height.map(|height| word(height, "the height")).transpose()?;
        let (lists, method) = (game.get().ways().lists(all), self::method(py, method)?);
        let limits = Limits::read(limits)?;
        let stream = run(py, &Limits::default(), move |_| Ok(opened(&lists, method, height)?))?;
        let stream = Arc::new(Mutex::new(Running { stream, broken: false }));
        Ok(Chunks { stream, until, step, limits })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Pairs<'py>>> {
        let (stream, until, step) = (Arc::clone(&self.stream), self.until, self.step);
        let flat = run(py, &self.limits, move |budget| {
            let mut running = stream.lock().unwrap_or_else(PoisonError::into_inner);
            if running.broken {
                return Err(Refusal::wrong("these chunks were stopped in the middle: begin again"));
            }
            let (from, next) =
                (running.stream.column(), running.stream.column().saturating_add(step).min(until));
            if from >= until {
                return Ok(None);
            }
            let found = streamed(&mut running.stream, next, budget);
            running.broken = found.is_err();
            found.map(Some)
        })?;
        flat.map(|flat| pairs(py, flat)).transpose()
    }
}

fn heading(lists: &Lists, extent: &Extent) -> Heading {
    let game = lists.ways().game();
    Heading {
        game: game.label().to_owned(),
        title: game.title().to_owned(),
        board: serde_json::to_value(BoardReport::from(extent)).unwrap_or_default().to_string(),
        symmetric: lists.is_half(),
        width: game.piles(),
    }
}

/// P-positions in order: up to a size of piles, before a column, or so many from an index on; of symmetric games only x ≤ y, unless
/// `all` is true.
#[pyfunction]
#[pyo3(signature = (
    game, to = None, columns = None, height = None, first = None, start = None, method = None, all = false, **limits
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
fn listed(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    to: Option<&Bound<'_, PyAny>>,
    columns: Option<&Bound<'_, PyAny>>,
    height: Option<&Bound<'_, PyAny>>,
    first: Option<&Bound<'_, PyAny>>,
    start: Option<&Bound<'_, PyAny>>,
    method: Option<&str>,
    all: bool,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Positions> {
    let extent = match (to, columns, first) {
        (Some(to), None, None) => Extent::To(small(to, "`to`")?),
        (None, None, Some(first)) => {
            let first = small(first, "the number of positions")?;
            match start.map(natural).transpose()?.filter(|start| *start != Natural::ZERO) {
                None => Extent::First(first),
                Some(start) => Extent::From(start, first),
            }
        }
        (None, Some(columns), None) => {
            let columns = word(columns, "`columns`")?;
            match height {
                None => Extent::Columns(columns),
                Some(height) => Extent::ColumnsTo(columns, word(height, "`height`")?),
            }
        }
        _ => {
            return Err(PyTypeError::new_err(
                "how much? Say one of `to`, `columns` and a number of positions",
            ));
        }
    };
    if height.is_some() && columns.is_none() {
        return Err(PyTypeError::new_err("`height` goes with `columns`: it says how high they are"));
    }
    let (lists, method) = (game.get().ways().lists(all), self::method(py, method)?);
    run(py, &Limits::read(limits)?, move |budget| {
        let heading = heading(&lists, &extent);
        let list = match &extent {
            Extent::To(to) => {
                return Ok(Positions::of_words(heading, lists.piles_to(method, *to, budget)?));
            }
            Extent::First(count) => lists.first(method, *count as usize, budget)?,
            Extent::From(from, count) => lists.list_from(method, from, *count as usize, budget)?,
            Extent::Columns(until) => {
                let words = streamed(&mut lists.stream(method)?, *until, budget)?;
                return Ok(Positions::of_words(heading, words));
            }
            Extent::ColumnsTo(until, height) => {
                let words = streamed(&mut lists.stream_up_to(method, *height)?, *until, budget)?;
                return Ok(Positions::of_words(heading, words));
            }
        };
        Ok(Positions::new(heading, list))
    })
}

/// How many P-positions there are, up to a size of piles or before a column; of symmetric games with x ≤ y, unless `all` is true.
#[pyfunction]
#[pyo3(signature = (game, to = None, columns = None, method = None, all = false, **limits))]
fn count<'py>(
    py: Python<'py>,
    game: &Bound<'_, Game>,
    to: Option<&Bound<'_, PyAny>>,
    columns: Option<&Bound<'_, PyAny>>,
    method: Option<&str>,
    all: bool,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (to, columns) = match (to, columns) {
        (Some(to), None) => (Some(natural(to)?), Natural::ZERO),
        (None, Some(columns)) => (None, natural(columns)?),
        _ => return Err(PyTypeError::new_err("how much? Say one of `to` and `columns`")),
    };
    let (lists, method) = (game.get().ways().lists(all), self::method(py, method)?);
    let count = run(py, &Limits::read(limits)?, move |budget| {
        if let Some(to) = to {
            return Ok(lists.count_to(method, &to, budget)?);
        }
        if let Some(count) = lists.count_before(method, &columns, budget)? {
            return Ok(count);
        }
        let until =
            u64::try_from(&columns).map_err(|_| Refusal::wrong("no formula counts that many columns"))?;
        let mut stream = lists.stream(method)?;
        let ran = stream.run(until, budget, &mut |_, _| ControlFlow::Continue(()));
        ran.map_err(|error| match error {
            StreamError::Solve(error) => Refusal::from(error),
            StreamError::Stopped(stopped) => Refusal::from(stopped.limit),
        })?;
        Ok(Natural::from(stream.count()))
    })?;
    integer(py, &count)
}

/// Which squares of a window are P-positions: entry [j, i] is (x+i, y+j). Squares that do not exist are not.
#[pyfunction]
#[pyo3(signature = (game, x, y, width, height, method = None, **limits))]
#[expect(clippy::too_many_arguments, reason = "they are keywords")]
fn window<'py>(
    py: Python<'py>,
    game: &Bound<'_, Game>,
    x: &Bound<'_, PyAny>,
    y: &Bound<'_, PyAny>,
    width: &Bound<'_, PyAny>,
    height: &Bound<'_, PyAny>,
    method: Option<&str>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let (width, height) = (small(width, "the width")?, small(height, "the height")?);
    let frame = Frame { x: natural(x)?, y: natural(y)?, width, height };
    let (ways, method) = (game.get().ways().clone(), self::method(py, method)?);
    let squares = run(py, &Limits::read(limits)?, move |budget| {
        Ok(ways.window(method, &frame, budget)?.into_p_squares())
    })?;
    PyArray1::from_vec(py, squares).reshape([height as usize, width as usize])
}

/// Grundy values: entry [y, x] is that of (x, y); -1 where there is no square.
#[pyfunction]
#[pyo3(signature = (game, to, **limits))]
fn grundy<'py>(
    py: Python<'py>,
    game: &Bound<'_, Game>,
    to: &Bound<'_, PyAny>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    let to = small(to, "`to`")?;
    if to > LARGEST_TABLE {
        return Err(wrong(py, format!("`to` can be at most {LARGEST_TABLE}, and this is more")));
    }
    let (ways, side) = (game.get().ways().clone(), to as usize + 1);
    let values = run(py, &Limits::read(limits)?, move |budget| {
        let game = ways.game();
        let rules = game
            .ruleset()
            .ok_or_else(|| Refusal::wrong(format!("{} is not a game on two piles", game.name())))?;
        let side = side as u64;
        let solved = Grundy::solve(rules, side, side, budget).map_err(|error| match error {
            GrundyError::Twist => SolveError::NoGrundy { game: game.name().to_owned() }.into(),
            GrundyError::Stopped(stopped) => Refusal::from(stopped.limit),
            other => Refusal::wrong(other.to_string()),
        })?;
        Ok(solved.by_rows())
    })?;
    PyArray1::from_vec(py, values).reshape([side, side])
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Chunks>()?;
    module.add_function(wrap_pyfunction!(columns, module)?)?;
    module.add_function(wrap_pyfunction!(listed, module)?)?;
    module.add_function(wrap_pyfunction!(count, module)?)?;
    module.add_function(wrap_pyfunction!(window, module)?)?;
    module.add_function(wrap_pyfunction!(grundy, module)?)
}
