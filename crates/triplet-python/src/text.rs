//! Reading Python's strings and bytes, and making strings of results.

use std::borrow::Cow;

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};
use triplet::InputError;

use crate::error::{lone_surrogate, triplet_error};
use crate::memory::{self, check_memory, copied};
use crate::reference_class::Reference;

/// The length in characters from which on a string that is not ASCII is copied to read it.
///
/// A string object that is not ASCII keeps the UTF-8 that is made of it for as long as it lives: its size doubles. For short
/// ones that is cheaper than a copy, for long ones it would be memory that nobody asked for.
const LONG: usize = 2048;

/// The UTF-8 of a Python string.
pub(crate) enum Utf8<'a, 'py> {
    /// The UTF-8 that the string itself holds.
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

    /// The text. A copy is validated, because what Python says of it is a promise of another program.
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Utf8::Borrowed(text) => text,
            Utf8::Copied(bytes) => str::from_utf8(bytes.as_bytes()).unwrap_or_default(),
        }
    }
}

#[cold]
fn is_ascii(text: &Bound<'_, PyString>) -> PyResult<bool> {
    text.call_method0(intern!(text.py(), "isascii"))?.is_truthy()
}

/// The argument of a function that takes text or bytes.
pub(crate) enum Input<'a, 'py> {
    Text(Utf8<'a, 'py>),
    Octets(Cow<'a, [u8]>),
}

impl<'a, 'py> Input<'a, 'py> {
    /// Reads `str`, `Reference`, `bytes`, and any other object with the buffer protocol. Whatever may change later is copied.
    #[inline(always)]
    pub(crate) fn of(input: &'a Bound<'py, PyAny>) -> PyResult<Input<'a, 'py>> {
        match input.cast::<PyString>() {
            Ok(text) => match Utf8::of(text) {
                Ok(text) => Ok(Input::Text(text)),
                Err(error) => Err(lone_surrogate(input, error)),
            },
            Err(_) => octets(input),
        }
    }

    #[inline(always)]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Input::Text(text) => text.as_bytes(),
            Input::Octets(octets) => octets,
        }
    }

    /// An offset in bytes as Python counts the input: in characters if it is a string.
    pub(crate) fn offset(&self, byte: usize) -> usize {
        match self {
            Input::Text(text) => characters(text.as_bytes(), byte),
            Input::Octets(_) => byte,
        }
    }

    /// The exception for an error in the input.
    #[cold]
    pub(crate) fn error(&self, input: &Bound<'_, PyAny>, error: &dyn InputError) -> PyErr {
        let offset = offset_of(error).map(|byte| self.offset(byte));
        triplet_error(input.py(), error, offset, Some(input))
    }
}

fn octets<'a, 'py>(input: &'a Bound<'py, PyAny>) -> PyResult<Input<'a, 'py>> {
    if let Ok(octets) = input.cast::<PyBytes>() {
        return Ok(Input::Octets(Cow::Borrowed(octets.as_bytes())));
    }
    if let Ok(reference) = input.cast::<Reference>() {
        return Ok(Input::Text(Utf8::Borrowed(reference.get().as_str())));
    }
    if let Ok(octets) = input.cast::<PyByteArray>() {
        check_memory(octets.len())?;
        return Ok(Input::Octets(Cow::Owned(octets.to_vec())));
    }
    let Ok(view) = PyMemoryView::from(input) else {
        return Err(wrong_type("a string or a bytes-like object", input));
    };
    let octets = view.call_method0(intern!(input.py(), "tobytes"))?;
    Ok(Input::Octets(Cow::Owned(copied(octets.cast::<PyBytes>()?.as_bytes())?)))
}

/// The `TypeError` of the standard library's wording.
#[cold]
pub(crate) fn wrong_type(wanted: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let name = found.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{wanted} is required, not '{name}'"))
}

/// The argument of a function that takes text only: a `str`, or a `Reference`.
pub(crate) fn text<'a, 'py>(input: &'a Bound<'py, PyAny>) -> PyResult<Utf8<'a, 'py>> {
    match input.cast::<PyString>() {
        Ok(text) => Utf8::of(text).map_err(|error| lone_surrogate(input, error)),
        Err(_) => match input.cast::<Reference>() {
            Ok(reference) => Ok(Utf8::Borrowed(reference.get().as_str())),
            Err(_) => Err(wrong_type("a string", input)),
        },
    }
}

/// The exception for an error in a text.
#[cold]
pub(crate) fn text_error(input: &Bound<'_, PyAny>, utf8: &str, error: &dyn InputError) -> PyErr {
    let offset = offset_of(error).map(|byte| characters(utf8.as_bytes(), byte));
    triplet_error(input.py(), error, offset, Some(input))
}

/// The place of an error, in bytes.
pub(crate) fn offset_of(error: &dyn InputError) -> Option<usize> {
    error.place().map(|byte| usize::try_from(byte).unwrap_or(usize::MAX))
}

/// The number of characters before an offset in UTF-8.
pub(crate) fn characters(utf8: &[u8], byte: usize) -> usize {
    let before = &utf8[..byte.min(utf8.len())];
    before.len() - before.iter().filter(|&&byte| byte & 0xC0 == 0x80).count()
}

/// Offsets of one text that are asked for in ascending order, or nearly so.
pub(crate) struct Offsets<'a> {
    utf8: Option<&'a [u8]>,
    byte: usize,
    character: usize,
}

impl<'a> Offsets<'a> {
    pub(crate) fn of(input: &'a Input<'_, '_>) -> Offsets<'a> {
        let utf8 = match input {
            Input::Text(text) if !text.as_bytes().is_ascii() => Some(text.as_bytes()),
            _ => None,
        };
        Offsets { utf8, byte: 0, character: 0 }
    }

    pub(crate) fn at(&mut self, byte: usize) -> usize {
        let Some(utf8) = self.utf8 else { return byte };
        if byte < self.byte {
            (self.byte, self.character) = (0, 0);
        }
        self.character += characters(&utf8[self.byte.min(utf8.len())..], byte - self.byte);
        self.byte = byte;
        self.character
    }
}

/// From this many bytes on the interpreter's lock is released while the library works.
pub(crate) const LONG_WORK: usize = 32 * 1024;

/// Runs work on an input of this length, without the interpreter's lock if that pays off.
#[inline]
pub(crate) fn detach_if_long<T: Send>(
    py: Python<'_>,
    length: usize,
    work: impl Send + FnOnce() -> T,
) -> T {
    if length < LONG_WORK { work() } else { py.detach(work) }
}

/// A text that may be the input: the same object if it is.
pub(crate) fn result<'py>(
    input: &Bound<'py, PyAny>,
    text: Cow<'_, str>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Cow::Borrowed(text) = text
        && input.cast_exact::<PyString>().is_ok_and(|input| input == text)
    {
        return Ok(input.clone());
    }
    Ok(memory::string(input.py(), &text)?.into_any())
}
