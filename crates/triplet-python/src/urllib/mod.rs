//! The functions of `urllib.parse`, with the same arguments, results and exceptions.
//!
//! `str`, `bytes` and `bytearray` are handled here. Everything else that a caller may pass (subclasses that override methods, iterables of
//! numbers as `safe`, objects of wrong types) is handed over to the standard library's own function, so that results and exceptions
//! are those of the interpreter that runs.

mod query;
mod quote;
mod unquote;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(quote::quote, module)?)?;
    module.add_function(wrap_pyfunction!(quote::quote_plus, module)?)?;
    module.add_function(wrap_pyfunction!(quote::quote_from_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(unquote::unquote, module)?)?;
    module.add_function(wrap_pyfunction!(unquote::unquote_plus, module)?)?;
    module.add_function(wrap_pyfunction!(unquote::unquote_to_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(query::urlencode, module)?)?;
    module.add_function(wrap_pyfunction!(query::parse_qs, module)?)?;
    module.add_function(wrap_pyfunction!(query::parse_qsl, module)?)?;
    Ok(())
}

/// An argument with a default that is not `None`: `None` is an argument like any other.
pub(crate) enum Arg<'a, 'py> {
    Missing,
    Given(Borrowed<'a, 'py, PyAny>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Arg<'a, 'py> {
    type Error = std::convert::Infallible;

    #[inline(always)]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self, Self::Error> {
        Ok(Arg::Given(object))
    }
}

impl<'py> Arg<'_, 'py> {
    /// The argument, or its default.
    fn or(&self, py: Python<'py>, default: &str) -> Bound<'py, PyAny> {
        match self {
            Arg::Missing => PyString::new(py, default).into_any(),
            Arg::Given(given) => Bound::clone(given),
        }
    }
}

/// Calls the standard library's own function, as it was when `triplet.urllib` was imported.
#[cold]
fn standard<'py>(
    py: Python<'py>,
    name: &Bound<'py, PyString>,
    arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || {
        PyModule::import(py, intern!(py, "triplet._standard")).map(Bound::unbind)
    })?;
    module.bind(py).getattr(name)?.call1(arguments.into_pyobject(py)?)
}

/// What the arguments `encoding` and `errors` say, if it is what nearly everybody says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Errors {
    Strict,
    Replace,
}

/// Whether an argument is exactly this text.
fn is_text(argument: &Bound<'_, PyAny>, text: &str) -> bool {
    argument.cast_exact::<PyString>().is_ok_and(|given| given == text)
}

/// Whether `encoding` is UTF-8 under one of its usual names.
fn is_utf8(encoding: &Bound<'_, PyAny>) -> bool {
    ["utf-8", "UTF-8", "utf8", "UTF8"].iter().any(|name| is_text(encoding, name))
}
