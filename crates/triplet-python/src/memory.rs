//! Memory that is refused is Python's `MemoryError`, where its size comes from the input. A failed allocation of Rust ends the process, so
//! what may be large is asked for first.

use std::borrow::Cow;
use std::collections::TryReserveError;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// Sizes from this one on are worth a question.
const LARGE: usize = 64 << 10;

#[cold]
pub(crate) fn refused(_: TryReserveError) -> PyErr {
    PyMemoryError::new_err(())
}

/// Whether there is memory of this size now, for a function of the library that has no `try_` form. Another thread may take it in
/// between: `docs/python.md` says so.
pub(crate) fn check_memory(bytes: usize) -> PyResult<()> {
    if bytes < LARGE {
        return Ok(());
    }
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(refused)
}

/// A long input makes many small objects. This asks for their memory before every few thousand of them. PyO3 makes tuples and lists
/// by functions that panic if they are refused.
pub(crate) struct Meter {
    left: usize,
}

impl Meter {
    const OBJECTS: usize = 4096;
    /// More than an allocator has free: the interpreter takes memory for small objects from the system.
    const BYTES: usize = 40 << 20;

    pub(crate) fn new() -> Meter {
        Meter { left: Meter::OBJECTS }
    }

    #[inline]
    pub(crate) fn count(&mut self) -> PyResult<()> {
        if self.left == 0 {
            check_memory(Meter::BYTES)?;
            self.left = Meter::OBJECTS;
        }
        self.left -= 1;
        Ok(())
    }
}

pub(crate) fn copied(octets: &[u8]) -> PyResult<Vec<u8>> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(octets.len()).map_err(refused)?;
    copy.extend_from_slice(octets);
    Ok(copy)
}

/// A string of Python. `PyString::new` panics if memory is refused.
#[inline]
pub(crate) fn string<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyString>> {
    PyString::from_bytes(py, text.as_bytes())
}

/// `bytes` of Python. `PyBytes::new` panics if memory is refused.
pub(crate) fn bytes<'py>(py: Python<'py>, octets: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    if octets.len() < LARGE {
        return Ok(PyBytes::new(py, octets));
    }
    PyBytes::new_with(py, octets.len(), |made| {
        made.copy_from_slice(octets);
        Ok(())
    })
}

/// Text that a function returns. PyO3 makes strings of `String` and `&str` by a function that panics.
pub(crate) struct Text<'a>(pub(crate) Cow<'a, str>);

impl From<String> for Text<'_> {
    fn from(text: String) -> Self {
        Text(Cow::Owned(text))
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Text(Cow::Borrowed(text))
    }
}

impl<'py> IntoPyObject<'py> for Text<'_> {
    type Target = PyString;
    type Output = Bound<'py, PyString>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        string(py, &self.0)
    }
}
