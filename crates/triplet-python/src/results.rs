//! Strings of Python made of what the library encodes and decodes. Short results are made on the stack, so that the only memory that is
//! allocated is that of the string.

use std::mem::MaybeUninit;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use triplet::{Encode, Lenient, TextErrors};

use crate::code_points::string;
use crate::memory::{self, refused};
use crate::text::detach_if_long;

/// The results of inputs of up to a third of this length are made on the stack.
const ON_STACK: usize = 384;
/// The same for longer inputs. A function with its own stack frame handles them.
const ON_LARGER_STACK: usize = 8 * 1024;

/// The text that encoding an input of this length gives, or `None` if nothing changes. The error is `MemoryError`.
#[inline(always)]
pub(crate) fn encoded<'py>(
    py: Python<'py>,
    length: usize,
    view: Encode<'_>,
) -> PyResult<Option<Bound<'py, PyString>>> {
    if length <= ON_STACK / 3 {
        if view.is_unchanged() {
            return Ok(None);
        }
        let mut buffer = [MaybeUninit::uninit(); ON_STACK];
        if let Ok(text) = view.write_into_uninit(&mut buffer) {
            return memory::string(py, text).map(Some);
        }
    }
    longer_encoded(py, length, view)
}

#[inline(never)]
fn longer_encoded<'py>(
    py: Python<'py>,
    length: usize,
    view: Encode<'_>,
) -> PyResult<Option<Bound<'py, PyString>>> {
    if view.is_unchanged() {
        return Ok(None);
    }
    if length <= ON_LARGER_STACK / 3 {
        let mut buffer = [MaybeUninit::uninit(); ON_LARGER_STACK];
        if let Ok(text) = view.write_into_uninit(&mut buffer) {
            return memory::string(py, text).map(Some);
        }
    }
    let mut text = String::new();
    detach_if_long(py, length, || view.try_append_to(&mut text)).map_err(refused)?;
    memory::string(py, &text).map(Some)
}

/// The text that decoding an input of this length gives, with U+FFFD for what is not UTF-8.
#[inline(always)]
pub(crate) fn decoded<'py>(
    py: Python<'py>,
    length: usize,
    view: Lenient<'_>,
) -> PyResult<Bound<'py, PyString>> {
    if length <= ON_STACK {
        let mut buffer = [MaybeUninit::uninit(); ON_STACK];
        if let Ok(octets) = view.write_into_uninit(&mut buffer)
            && let Ok(text) = str::from_utf8(octets)
        {
            return string(py, text);
        }
    }
    longer_decoded(py, length, view)
}

#[inline(never)]
fn longer_decoded<'py>(
    py: Python<'py>,
    length: usize,
    view: Lenient<'_>,
) -> PyResult<Bound<'py, PyString>> {
    match detach_if_long(py, length, || view.try_to_str_with(TextErrors::Replace)) {
        Ok(text) => memory::string(py, &text),
        // Nothing else is refused.
        Err(_) => Err(PyMemoryError::new_err(())),
    }
}
