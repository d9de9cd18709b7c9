//! Requests to the desk of the library: JSON in, JSON or bytes out.

use crate::failure::{refused, wrong};
use crate::running::{Limits, run};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde_json::Value;
use std::sync::OnceLock;
use wythoff::api::Desk;

/// The one desk of this process: what was solved for one request is there for the next.
pub(crate) fn desk() -> &'static Desk {
    static DESK: OnceLock<Desk> = OnceLock::new();
    DESK.get_or_init(Desk::script)
}

/// Fields from their JSON.
pub(crate) fn fields(py: Python<'_>, json: &str) -> PyResult<Value> {
    serde_json::from_str(json).map_err(|e| wrong(py, format!("the request is not JSON: {e}")))
}

/// Answers a request: what kind of bytes it is (`application/json`, `image/svg+xml`, …), and the bytes.
#[pyfunction]
#[pyo3(signature = (operation, request, **limits))]
fn request<'py>(
    py: Python<'py>,
    operation: String,
    request: &str,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<(&'static str, Bound<'py, PyBytes>)> {
    let (limits, fields) = (Limits::read(limits)?, fields(py, request)?);
    let reply = run(py, &limits, move |budget| Ok(desk().reply(&operation, &fields, budget)))?;
    match reply.is_done() {
        true => Ok((reply.media(), PyBytes::new(py, &reply.bytes()))),
        false => {
            let text = reply.json().map(Value::to_string).unwrap_or_default();
            Err(refused(py, reply.status(), &text))
        }
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(request, module)?)
}
