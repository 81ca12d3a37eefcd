//! Names and values of forms and queries, and the pairs of an argument.
#![forbid(unsafe_code)]

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyMapping, PyMemoryView, PyString};

use crate::reference_class::Reference;
use crate::text::{Input, wrong_type};

const PART: &str = "a string, bytes or a number as name or value";

/// A name or a value: text, octets, or a number. `None`, truth values and containers are refused, because the text that Python has for
/// them (`None`, `True`, `[1]`) is not what a server reads.
pub(crate) fn with_part<T>(
    part: &Bound<'_, PyAny>,
    append: impl FnOnce(&[u8]) -> T,
) -> PyResult<T> {
    let is_number = part.is_instance_of::<PyInt>() || part.is_instance_of::<PyFloat>();
    if is_number && !part.is_instance_of::<PyBool>() {
        return Ok(append(part.str()?.to_string_lossy().as_bytes()));
    }
    if part.is_none() || part.is_instance_of::<PyBool>() {
        return Err(wrong_type(PART, part));
    }
    let is_text = part.is_instance_of::<PyString>() || part.is_instance_of::<Reference>();
    if !is_text && PyMemoryView::from(part).is_err() {
        return Err(wrong_type(PART, part));
    }
    Ok(append(Input::of(part)?.as_bytes()))
}

/// The pairs of an argument that is a mapping or an iterable.
pub(crate) fn each_pair<'py>(
    argument: &str,
    pairs: &Bound<'py, PyAny>,
    mut append: impl FnMut(&Bound<'py, PyAny>, &Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    let items = if let Ok(dict) = pairs.cast_exact::<PyDict>() {
        dict.call_method0("items")?
    } else if let Ok(mapping) = pairs.cast::<PyMapping>() {
        mapping.items()?.into_any()
    } else if pairs.is_instance_of::<PyString>() || pairs.is_instance_of::<PyBytes>() {
        return Err(no_pairs(argument, pairs));
    } else {
        pairs.clone()
    };
    for pair in items.try_iter().map_err(|_| no_pairs(argument, pairs))? {
        let pair = pair?;
        let is_text = pair.is_instance_of::<PyString>() || pair.is_instance_of::<PyBytes>();
        let elements = if is_text { None } else { pair.try_iter().ok() };
        let both = elements.map(|elements| elements.collect::<PyResult<Vec<_>>>()).transpose()?;
        let both = both.filter(|both| both.len() == 2);
        let Some([name, value]) = both.as_deref() else {
            return Err(PyTypeError::new_err(format!(
                "a pair of {argument} has two elements: a name and a value"
            )));
        };
        append(name, value)?;
    }
    Ok(())
}

#[cold]
fn no_pairs(argument: &str, given: &Bound<'_, PyAny>) -> PyErr {
    let found = wrong_type("a mapping or an iterable of pairs", given);
    PyTypeError::new_err(format!("{argument}: {}", found.value(given.py())))
}
