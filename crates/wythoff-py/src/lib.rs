//! wythoff for Python: `wythoff._native`, what the package in `python/wythoff/` stands on.
//!
//! No logic of its own: positions, lists, windows and automata are the library's, and everything else is a request to
//! [`wythoff::api::Desk`]. What lives here is what a face needs: numbers and arrays back and forth ([`convert`]), threads, signals and
//! progress ([`running`]), and failures as exceptions ([`failure`]). One file per concern; this one only lists them.

mod answer;
mod automaton;
mod bench;
mod convert;
mod desk;
mod failure;
mod game;
mod gather;
mod lists;
mod positions;
mod running;
mod sweep;

use pyo3::prelude::*;

/// The native part of the package `wythoff`.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    answer::register(module)?;
    automaton::register(module)?;
    bench::register(module)?;
    convert::register(module)?;
    desk::register(module)?;
    game::register(module)?;
    gather::register(module)?;
    lists::register(module)?;
    positions::register(module)?;
    sweep::register(module)?;
    Ok(())
}
