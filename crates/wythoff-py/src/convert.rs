//! Numbers and positions, from Python and to Python. Integers may have any size, and whatever counts as one for Python counts here, too;
//! texts such as `"10^30+7"` are read as on the command line.

use crate::failure::{raised, wrong};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt, PyString, PyTuple};
use wythoff::number::Natural;
use wythoff::{Method, Position, typed};

/// Numbers have at most so many bits, as in texts: ten million digits.
const MOST_BITS: usize = 33_219_281;

/// A number that is not negative.
pub(crate) fn natural(value: &Bound<'_, PyAny>) -> PyResult<Natural> {
    if let Ok(whole) = value.cast::<PyInt>() {
        return whole_number(whole);
    }
    let py = value.py();
    if let Ok(text) = value.cast::<PyString>() {
        return typed::pile(text.to_str()?).map_err(|e| raised(py, e));
    }
    let index = py.import(intern!(py, "operator"))?.getattr(intern!(py, "index"))?;
    let number = index.call1((value,)).map_err(|_| {
        let kind = value.get_type().name().map(|name| name.to_string()).unwrap_or_default();
        PyTypeError::new_err(format!(
            "a pile is an integer, or a text such as \"10^30+7\"; this is of type {kind}"
        ))
    })?;
    whole_number(number.cast::<PyInt>()?)
}

/// The same from one of Python's own integers: what is asked in a loop.
fn whole_number(number: &Bound<'_, PyInt>) -> PyResult<Natural> {
    /// The first numbers that are no machine word, and not two of them. Comparing is quicker than an exception from a number that does not
    /// fit, and two words are quicker than bytes.
    static LARGE: [PyOnceLock<Py<PyAny>>; 2] = [const { PyOnceLock::new() }; 2];
    let py = number.py();
    let below = |words: usize| {
        let large = LARGE[words - 1].get_or_try_init(py, || {
            Ok::<_, PyErr>((1_u128 << 64).into_pyobject(py)?.pow(words, py.None())?.unbind())
        })?;
        number.lt(large)
    };
    // Negative numbers are less, too; they do not fit, and have no bytes without a sign below.
    if below(1)? {
        if let Ok(small) = number.extract::<u64>() {
            return Ok(Natural::from(small));
        }
    } else if below(2)? {
        return Ok(Natural::from(number.extract::<u128>()?));
    }
    let bits: usize = number.call_method0(intern!(py, "bit_length"))?.extract()?;
    if bits > MOST_BITS {
        return Err(wrong(py, format!("numbers of more than {MOST_BITS} bits are too large")));
    }
    let bytes = number
        .call_method1(intern!(py, "to_bytes"), (bits / 8 + 1, intern!(py, "little")))
        .map_err(|_| wrong(py, "piles and sizes cannot be negative"))?;
    Ok(Natural::from_le_bytes(bytes.cast::<PyBytes>()?.as_bytes()))
}

/// The same for Python.
pub(crate) fn integer<'py>(py: Python<'py>, number: &Natural) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(small) = u64::try_from(number) {
        return Ok(small.into_pyobject(py)?.into_any());
    }
    let bytes = PyBytes::new(py, &number.to_le_bytes());
    let int = py.get_type::<PyInt>();
    int.call_method1(intern!(py, "from_bytes"), (bytes, intern!(py, "little")))
}

/// A number that fits into a machine word.
pub(crate) fn word(value: &Bound<'_, PyAny>, what: &str) -> PyResult<u64> {
    let number = natural(value)?;
    u64::try_from(&number)
        .ok()
        .filter(|n| *n <= 1 << 40)
        .ok_or_else(|| wrong(value.py(), format!("{what} can be at most {}, and this is more", 1_u64 << 40)))
}

/// A smaller one.
pub(crate) fn small(value: &Bound<'_, PyAny>, what: &str) -> PyResult<u32> {
    u32::try_from(word(value, what)?)
        .map_err(|_| wrong(value.py(), format!("{what} can be at most {}, and this is more", u32::MAX)))
}

/// A position from its piles: `(11, 28)`, or one argument that holds them.
pub(crate) fn position(piles: &Bound<'_, PyTuple>) -> PyResult<Position> {
    if piles.len() == 1 {
        let only = piles.get_item(0)?;
        if !only.is_instance_of::<PyString>()
            && let Ok(parts) = only.try_iter()
        {
            return Ok(Position::new(parts.map(|pile| natural(&pile?)).collect::<PyResult<_>>()?));
        }
        if let Ok(text) = only.cast::<PyString>()
            && text.to_str()?.contains(',')
        {
            return typed::joined_position(text.to_str()?).map_err(|e| raised(piles.py(), e));
        }
    }
    Ok(Position::new(piles.iter_borrowed().map(|pile| natural(&pile)).collect::<PyResult<_>>()?))
}

/// Positions, oldest first: a list of them, or a text such as `"10,14 7,14"`.
pub(crate) fn positions(value: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
    if let Ok(text) = value.cast::<PyString>() {
        return typed::history(text.to_str()?).map_err(|e| raised(value.py(), e));
    }
    value.try_iter()?.map(|one| position(&PyTuple::new(value.py(), [one?])?)).collect()
}

/// A position for Python: a tuple.
pub(crate) fn tuple<'py>(py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyTuple>> {
    let piles = position.piles().iter().map(|n| integer(py, n)).collect::<PyResult<Vec<_>>>()?;
    PyTuple::new(py, piles)
}

/// Positions for Python: a list of tuples.
pub(crate) fn tuples<'py>(py: Python<'py>, positions: &[Position]) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    positions.iter().map(|position| tuple(py, position)).collect()
}

/// The way of solving of a name.
pub(crate) fn method(py: Python<'_>, name: Option<&str>) -> PyResult<Method> {
    let Some(name) = name else { return Ok(Method::Auto) };
    let all =
        [Method::Auto, Method::Reference, Method::Board, Method::Columns, Method::Beatty, Method::Automaton];
    all.into_iter().find(|method| method.to_string() == name).ok_or_else(|| {
        let known = all.map(|method| method.to_string()).join(", ");
        wrong(py, format!("`method` is one of {known}, and not {name:?}"))
    })
}

/// The integer of a decimal text, of any length: Python's own reader refuses long ones.
#[pyfunction]
fn integer_of<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    integer(py, &typed::pile(text).map_err(|e| raised(py, e))?)
}

/// The digits of an integer, of any length.
#[pyfunction]
fn digits_of(number: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(natural(number)?.to_string())
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(integer_of, module)?)?;
    module.add_function(wrap_pyfunction!(digits_of, module)?)
}
