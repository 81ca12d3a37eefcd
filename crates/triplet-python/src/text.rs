//! Reading Python's strings and bytes, and making strings of results.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// The length in characters from which on a string that is not ASCII is copied to read it.
///
/// A string object that is not ASCII keeps the UTF-8 that is made of it for as long as it lives, which doubles its size. For short
/// ones that is cheaper than a copy, for long ones it would be memory that nobody asked for.
const LONG: usize = 2048;

/// The UTF-8 of a Python string.
pub(crate) enum Utf8<'a, 'py> {
    /// Of the string itself.
    Borrowed(&'a str),
    /// A copy: `bytes` that are UTF-8.
    Copied(Bound<'py, PyBytes>),
}

impl<'a, 'py> Utf8<'a, 'py> {
    /// Reads a string. The error is Python's `UnicodeEncodeError`, if there is a lone surrogate.
    #[inline(always)]
    pub(crate) fn of(text: &'a Bound<'py, PyString>) -> PyResult<Utf8<'a, 'py>> {
        if text.code_point_len()? > LONG && !is_ascii(text)? {
            return Ok(Utf8::Copied(text.encode_utf8()?));
        }
        Ok(Utf8::Borrowed(text.to_str()?))
    }

    #[inline(always)]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Utf8::Borrowed(text) => text.as_bytes(),
            Utf8::Copied(bytes) => bytes.as_bytes(),
        }
    }
}

#[cold]
fn is_ascii(text: &Bound<'_, PyString>) -> PyResult<bool> {
    text.call_method0(intern!(text.py(), "isascii"))?.is_truthy()
}

/// From this many bytes on the interpreter's lock is released while the library works.
pub(crate) const LONG_WORK: usize = 32 * 1024;

/// Runs work on an input of this length, without the interpreter's lock if that pays off.
#[inline]
pub(crate) fn work<T: Send>(py: Python<'_>, length: usize, work: impl Send + FnOnce() -> T) -> T {
    if length < LONG_WORK { work() } else { py.detach(work) }
}
