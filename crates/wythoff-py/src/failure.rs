//! Failures of the library as exceptions of the package. The classes are Python's, in `wythoff/_errors.py`: here they are only raised.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyAny;
use serde_json::Value;
use wythoff::api::{Refusal, Reply};

/// The function of `wythoff._errors` that makes an exception from a status and a refusal as JSON.
fn maker(py: Python<'_>) -> PyResult<&Py<PyAny>> {
    static MAKER: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    MAKER.get_or_try_init(py, || Ok(py.import("wythoff._errors")?.getattr("refused")?.unbind()))
}

/// The exception for a refusal in JSON.
pub(crate) fn refused(py: Python<'_>, status: u16, json: &str) -> PyErr {
    match maker(py).and_then(|maker| maker.call1(py, (status, json))) {
        Ok(error) => PyErr::from_value(error.into_bound(py)),
        Err(error) => error,
    }
}

/// The exception for a refusal.
pub(crate) fn raised(py: Python<'_>, refusal: impl Into<Refusal>) -> PyErr {
    let reply = Reply::from(refusal.into());
    refused(py, reply.status(), &reply.json().map(Value::to_string).unwrap_or_default())
}

/// The exception for a request that is wrong.
pub(crate) fn wrong(py: Python<'_>, text: impl Into<String>) -> PyErr {
    raised(py, Refusal::wrong(text))
}

/// The exception for a panic of the library, which must not end a session.
pub(crate) fn fault(py: Python<'_>, panic: &(dyn std::any::Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    refused(
        py,
        500,
        &serde_json::json!({"error": format!("a fault of this program: {text}; please report it")})
            .to_string(),
    )
}
