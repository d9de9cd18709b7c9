//! How long the library itself takes, without Python: what the benchmark of the package is compared with.

use crate::convert::position;
use crate::game::Game;
use crate::running::{Limits, run};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;
use wythoff::Method;
use wythoff::api::Refusal;
use wythoff::solve::stream::StreamError;

/// Seconds for so many questions about a position.
#[pyfunction]
fn bench_ask(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    piles: &Bound<'_, PyTuple>,
    times: u32,
) -> PyResult<f64> {
    let (ways, at) = (game.get().ways().clone(), position(piles)?);
    run(py, &Limits::default(), move |budget| {
        let start = Instant::now();
        for _ in 0..times {
            black_box(ways.ask(black_box(&at), &[], budget)?);
        }
        Ok(start.elapsed().as_secs_f64())
    })
}

/// Seconds for all pairs of so many columns.
#[pyfunction]
fn bench_columns(py: Python<'_>, game: &Bound<'_, Game>, columns: u64) -> PyResult<f64> {
    let ways = game.get().ways().clone();
    run(py, &Limits::default(), move |budget| {
        let start = Instant::now();
        let mut found = Vec::new();
        let ran = ways.stream(Method::Auto)?.run(columns, budget, &mut |x, rows| {
            found.extend(rows.iter().flat_map(|y| [x, *y]));
            ControlFlow::Continue(())
        });
        ran.map_err(|error| match error {
            StreamError::Solve(error) => Refusal::from(error),
            StreamError::Stopped(stopped) => Refusal::from(stopped.limit),
        })?;
        black_box(&found);
        Ok(start.elapsed().as_secs_f64())
    })
}

/// Fails as a fault of the library would: for the test that no panic reaches Python.
#[pyfunction]
fn bench_panic(py: Python<'_>) -> PyResult<()> {
    run(py, &Limits::default(), |_| -> Result<(), Refusal> { panic!("asked for") })
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(bench_ask, module)?)?;
    module.add_function(wrap_pyfunction!(bench_columns, module)?)?;
    module.add_function(wrap_pyfunction!(bench_panic, module)?)
}
