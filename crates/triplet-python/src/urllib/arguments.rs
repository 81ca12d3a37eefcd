//! What the functions of `urllib.parse` are called with, and the standard library's functions for what is not handled here.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};

/// An argument with a default that is not `None`: `None` is an argument like any other.
pub(super) enum Arg<'a, 'py> {
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

impl<'a, 'py> Arg<'a, 'py> {
    pub(super) fn of(argument: Option<Borrowed<'a, 'py, PyAny>>) -> Arg<'a, 'py> {
        argument.map_or(Arg::Missing, Arg::Given)
    }

    /// The argument, or its default.
    pub(super) fn or(&self, py: Python<'py>, default: &str) -> Bound<'py, PyAny> {
        match self {
            Arg::Missing => PyString::new(py, default).into_any(),
            Arg::Given(given) => Bound::clone(given),
        }
    }
}

/// The standard library's own function, as it was when `triplet.urllib` was imported.
#[cold]
pub(super) fn standard_function<'py>(
    py: Python<'py>,
    name: &Bound<'py, PyString>,
) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || {
        PyModule::import(py, intern!(py, "triplet._standard")).map(Bound::unbind)
    })?;
    module.bind(py).getattr(name)
}

/// Calls [`standard_function`].
pub(super) fn standard<'py>(
    py: Python<'py>,
    name: &Bound<'py, PyString>,
    arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Bound<'py, PyAny>> {
    standard_function(py, name)?.call1(arguments.into_pyobject(py)?)
}

/// What the arguments `encoding` and `errors` say, if it is what nearly everybody says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Errors {
    Strict,
    Replace,
}

/// Whether an argument is exactly this text.
pub(super) fn is_text(argument: &Bound<'_, PyAny>, text: &str) -> bool {
    argument.cast_exact::<PyString>().is_ok_and(|given| given == text)
}

/// Whether `encoding` is UTF-8 under one of its usual names.
pub(super) fn is_utf8(encoding: &Bound<'_, PyAny>) -> bool {
    ["utf-8", "UTF-8", "utf8", "UTF8"].iter().any(|name| is_text(encoding, name))
}
