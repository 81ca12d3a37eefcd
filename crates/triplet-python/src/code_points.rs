//! Short strings outside ASCII, made of their code points. PyO3 has no safe form of the two functions of Python's C interface that this file calls.
//!
//! From UTF-8 Python makes such a string in steps: it begins one of ASCII, and moves it to a wider one where a character does not
//! fit. From code points it finds the width first and allocates once, and saves some 30 ns: a quarter of the time of unquoting
//! `a%C3%A9bc`.
#![allow(unsafe_code)]

use std::ptr;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::memory;

/// The length in UTF-8 up to which a string is made of octets of ISO-8859-1, if these are all its characters.
const SHORT: usize = 256;
/// The limit for strings of code points of 32 bits. This limit is lower, because such code points are more octets to write than UTF-8.
const SHORT_WIDE: usize = if cfg!(windows) { 0 } else { 96 };

/// A string of Python.
#[inline]
pub(crate) fn string<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyString>> {
    if text.len() > SHORT || text.is_ascii() {
        return memory::string(py, text);
    }
    // From U+0100 on the first octet of a character is C4 or more.
    if text.bytes().fold(0, u8::max) < 0xC4 {
        let mut octets = [0; SHORT];
        let mut length = 0;
        for (place, character) in octets.iter_mut().zip(text.chars()) {
            *place = character as u8;
            length += 1;
        }
        of_latin_1(py, &octets[..length])
    } else if text.len() <= SHORT_WIDE {
        let mut code_points = ['\0'; SHORT_WIDE];
        let mut length = 0;
        for (place, character) in code_points.iter_mut().zip(text.chars()) {
            *place = character;
            length += 1;
        }
        of_code_points(py, &code_points[..length])
    } else {
        memory::string(py, text)
    }
}

fn of_latin_1<'py>(py: Python<'py>, octets: &[u8]) -> PyResult<Bound<'py, PyString>> {
    let (start, length) = (octets.as_ptr().cast(), octets.len() as isize);
    // SAFETY: `start` and `length` are those of a slice. The thread is attached to the interpreter, because there is a `py`. The result is a
    // new reference to a `str`, or null with an exception.
    unsafe {
        let string = ffi::PyUnicode_DecodeLatin1(start, length, ptr::null());
        Ok(Bound::from_owned_ptr_or_err(py, string)?.cast_into_unchecked())
    }
}

/// Not for Windows, where a `wchar_t` is a code unit of UTF-16.
fn of_code_points<'py>(py: Python<'py>, code_points: &[char]) -> PyResult<Bound<'py, PyString>> {
    let (start, length) = (code_points.as_ptr().cast(), code_points.len() as isize);
    // SAFETY: `start` and `length` are those of a slice, and a `char` has the 32 bits of a `wchar_t`, because on Windows no slice is short
    // enough. The thread is attached to the interpreter, because there is a `py`. The result is a new reference to a `str`, or null with
    // an exception.
    unsafe {
        let string = ffi::PyUnicode_FromWideChar(start, length);
        Ok(Bound::from_owned_ptr_or_err(py, string)?.cast_into_unchecked())
    }
}
