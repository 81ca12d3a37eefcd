//! The exception `TripletError`. Its class is in Python (`triplet/_error.py`); here it is raised.

use std::fmt::Display;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyType};
use triplet::InputError;

use crate::reference_class::Reference;

/// The exception for an error in an input. `offset` counts as Python counts the input.
#[cold]
pub(crate) fn triplet_error(
    py: Python<'_>,
    error: &dyn InputError,
    offset: Option<usize>,
    input: Option<&Bound<'_, PyAny>>,
) -> PyErr {
    let message = error.message().placed(offset.map(|offset| offset as u64));
    raised(py, error.kind_name(), offset, &message, input)
}

fn raised(
    py: Python<'_>,
    kind: &str,
    offset: Option<usize>,
    message: &dyn Display,
    input: Option<&Bound<'_, PyAny>>,
) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    // An offset is one in the text of a reference.
    let text = input.and_then(|input| input.cast::<Reference>().ok()).map(|input| input.str());
    let raised = CLASS.import(py, "triplet._error", "TripletError").and_then(|class| {
        let input = match text.transpose()? {
            Some(text) => Some(text.into_any()),
            None => input.cloned(),
        };
        class.call1((PyString::new(py, &message.to_string()), kind, offset, input))
    });
    match raised {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// The exception for a name that no encode set or no charset has: a `ValueError`, as of every other name, and a `KeyError`.
#[cold]
pub(crate) fn unknown_name(py: Python<'_>, message: &str) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let raised = CLASS.import(py, "triplet._error", "UnknownName");
    let raised = raised.and_then(|class| class.call1((message,)));
    raised.map_or_else(|error| error, PyErr::from_value)
}

/// The exception for Python's own complaint about a string with a lone surrogate.
#[cold]
pub(crate) fn lone_surrogate(text: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let py = text.py();
    let start =
        error.value(py).getattr(intern!(py, "start")).and_then(|start| start.extract::<usize>());
    match start {
        Ok(offset) => {
            let message = format!(
                "a lone surrogate at offset {offset}: it is not a character, so no charset has it"
            );
            raised(py, "lone-surrogate", Some(offset), &message, Some(text))
        }
        Err(_) => error,
    }
}
