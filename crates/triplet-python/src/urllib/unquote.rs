//! `unquote`, `unquote_plus` and `unquote_to_bytes`.

use pyo3::exceptions::PyMemoryError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyList, PyString};
use triplet::{TextErrors, TryDecodeError, decode};

use super::arguments::{Arg, Errors, is_text, is_utf8, standard};
use super::fast_call::{FastCall, Function, Others, contains};
use crate::code_points;
use crate::memory::{self, refused};
use crate::results::decoded;
use crate::text::{Utf8, detach_if_long};

/// `encoding` and `errors` of a call: what they are, and what they mean if that is known here.
pub(super) struct Charset<'py> {
    /// `None` is the default.
    encoding: Option<Bound<'py, PyAny>>,
    errors: Option<Bound<'py, PyAny>>,
    /// UTF-8 with this handler.
    utf8: Option<Errors>,
}

impl<'py> Charset<'py> {
    /// For text `None` means the default.
    #[inline]
    pub(super) fn of_text(encoding: &Arg<'_, 'py>, errors: &Arg<'_, 'py>) -> Charset<'py> {
        let given = |argument: &Arg<'_, 'py>| match argument {
            Arg::Given(given) if !given.is_none() => Some(Bound::clone(given)),
            _ => None,
        };
        let (encoding, errors) = (given(encoding), given(errors));
        let utf8 = match (&encoding, &errors) {
            (None, None) => Some(Errors::Replace),
            (encoding, errors) => Errors::of(encoding.as_ref(), errors.as_ref()),
        };
        Charset { encoding, errors, utf8 }
    }

    pub(super) fn is_default(&self) -> bool {
        self.utf8 == Some(Errors::Replace)
    }
}

impl Errors {
    fn of(
        encoding: Option<&Bound<'_, PyAny>>,
        errors: Option<&Bound<'_, PyAny>>,
    ) -> Option<Errors> {
        if !encoding.is_none_or(is_utf8) {
            None
        } else if errors.is_none_or(|errors| is_text(errors, "replace")) {
            Some(Errors::Replace)
        } else if errors.is_some_and(|errors| is_text(errors, "strict")) {
            Some(Errors::Strict)
        } else {
            None
        }
    }
}

/// Decodes a percent-encoded string or bytes to text, as `urllib.parse.unquote` does: what is not a triplet stands for itself.
///
/// >>> from triplet.urllib import unquote
/// >>> unquote("caf%C3%A9 100%")
/// 'café 100%'
/// >>> unquote("%E9", encoding="latin-1")
/// 'é'
#[pyfunction]
#[pyo3(signature = (string, encoding=Arg::Missing, errors=Arg::Missing), text_signature = "(string, encoding='utf-8', errors='replace')")]
pub(super) fn unquote<'py>(
    string: &Bound<'py, PyAny>,
    encoding: Arg<'_, 'py>,
    errors: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(text) = string.cast_exact::<PyString>() {
        if !contains(text, '%') {
            return Ok(string.clone());
        }
        return unquote_text(text, &Charset::of_text(&encoding, &errors), false);
    }
    unquote_any(string, &encoding, &errors)
}

pub(super) struct Unquote;

impl FastCall for Unquote {
    const PARAMETERS: &'static [&'static str] = &["encoding", "errors"];

    fn function() -> &'static PyOnceLock<Function> {
        static FUNCTION: PyOnceLock<Function> = PyOnceLock::new();
        &FUNCTION
    }

    #[inline]
    fn answer_one<'py>(text: &Bound<'py, PyString>) -> Option<Bound<'py, PyAny>> {
        if !contains(text, '%') {
            return Some(text.clone().into_any());
        }
        let utf8 = Utf8::of(text).ok()?;
        let text = unquote_utf8(text.py(), utf8.as_bytes(), Errors::Replace, false).ok()?;
        text.map(Bound::into_any)
    }

    fn answer<'py>(
        string: &Bound<'py, PyAny>,
        [encoding, errors, _]: Others<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        unquote(string, Arg::of(encoding), Arg::of(errors))
    }
}

/// Decodes a percent-encoded string with ``+`` for a space, as `urllib.parse.unquote_plus` does.
///
/// >>> from triplet.urllib import unquote_plus
/// >>> unquote_plus("1+%2B+1")
/// '1 + 1'
#[pyfunction]
#[pyo3(signature = (string, encoding=Arg::Missing, errors=Arg::Missing), text_signature = "(string, encoding='utf-8', errors='replace')")]
pub(super) fn unquote_plus<'py>(
    string: &Bound<'py, PyAny>,
    encoding: Arg<'_, 'py>,
    errors: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = string.py();
    if let Ok(text) = string.cast_exact::<PyString>() {
        if !text.contains(intern!(py, "%"))? {
            if !text.contains(intern!(py, "+"))? {
                return Ok(string.clone());
            }
            return text.call_method1(intern!(py, "replace"), (intern!(py, "+"), intern!(py, " ")));
        }
        return unquote_text(text, &Charset::of_text(&encoding, &errors), true);
    }
    let (encoding, errors) = (encoding.or(py, "utf-8"), errors.or(py, "replace"));
    standard(py, intern!(py, "unquote_plus"), (string, encoding, errors))
}

/// Decodes a percent-encoded string or bytes to bytes, as `urllib.parse.unquote_to_bytes` does.
///
/// >>> from triplet.urllib import unquote_to_bytes
/// >>> unquote_to_bytes("a%20b%FF")
/// b'a b\xff'
#[pyfunction]
pub(super) fn unquote_to_bytes<'py>(string: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = string.py();
    if let Ok(octets) = string.cast_exact::<PyBytes>() {
        let input = octets.as_bytes();
        if decode(input).unchanged_up_to() == input.len() {
            return Ok(string.clone());
        }
        return Ok(match decoded_octets(py, input, false)? {
            octets if octets == input => string.clone(),
            octets => memory::bytes(py, &octets)?.into_any(),
        });
    }
    if let Ok(text) = string.cast_exact::<PyString>() {
        let utf8 = Utf8::of(text)?;
        let input = utf8.as_bytes();
        let octets = decoded_octets(py, input, false)?;
        return Ok(memory::bytes(py, &octets)?.into_any());
    }
    standard(py, intern!(py, "unquote_to_bytes"), (string,))
}

fn decoded_octets(py: Python<'_>, input: &[u8], plus_as_space: bool) -> PyResult<Vec<u8>> {
    let view = decode(input).lenient();
    let view = if plus_as_space { view.plus_as_space() } else { view };
    let mut octets = Vec::new();
    detach_if_long(py, input.len(), || view.try_append_to(&mut octets)).map_err(refused)?;
    Ok(octets)
}

/// A string that has a `%`, or a `+` that becomes a space.
pub(super) fn unquote_text<'py>(
    text: &Bound<'py, PyString>,
    charset: &Charset<'py>,
    plus_as_space: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    if let Some(errors) = charset.utf8
        && let Ok(utf8) = Utf8::of(text)
        && let Some(text) = unquote_utf8(py, utf8.as_bytes(), errors, plus_as_space)?
    {
        return Ok(text.into_any());
    }
    by_ascii_runs(text, charset, plus_as_space)
}

#[inline]
fn unquote_utf8<'py>(
    py: Python<'py>,
    input: &[u8],
    errors: Errors,
    plus_as_space: bool,
) -> PyResult<Option<Bound<'py, PyString>>> {
    let view = decode(input).lenient();
    let view = if plus_as_space { view.plus_as_space() } else { view };
    match errors {
        Errors::Replace => decoded(py, input.len(), view).map(Some),
        Errors::Strict => {
            match detach_if_long(py, input.len(), || view.try_to_str_with(TextErrors::Strict)) {
                Ok(text) => code_points::string(py, &text).map(Some),
                Err(TryDecodeError::Decode(_)) => Ok(None),
                Err(_) => Err(PyMemoryError::new_err(())),
            }
        }
    }
}

/// Decodes as `urllib.parse` does: each run of ASCII characters by itself, in the charset; other characters stay. For text in UTF-8
/// without errors, the result is that of decoding the whole text.
#[cold]
fn by_ascii_runs<'py>(
    text: &Bound<'py, PyString>,
    charset: &Charset<'py>,
    plus_as_space: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    let surrogates = (intern!(py, "utf-8"), intern!(py, "surrogatepass"));
    let to_text = intern!(py, "decode");
    let input = text.call_method1(intern!(py, "encode"), surrogates)?;
    let input = input.cast::<PyBytes>()?.as_bytes();
    let default = (intern!(py, "utf-8").as_any(), intern!(py, "replace").as_any());
    let encoding = charset.encoding.as_ref().unwrap_or(default.0);
    let errors = charset.errors.as_ref().unwrap_or(default.1);
    let parts = PyList::empty(py);
    for run in input.chunk_by(|a, b| a.is_ascii() == b.is_ascii()) {
        parts.append(if run[0].is_ascii() {
            let octets = memory::bytes(py, &decoded_octets(py, run, plus_as_space)?)?;
            octets.call_method1(to_text, (encoding, errors))?
        } else {
            memory::bytes(py, run)?.call_method1(to_text, surrogates)?
        })?;
    }
    intern!(py, "").call_method1(intern!(py, "join"), (parts,))
}

#[cold]
fn unquote_any<'py>(
    string: &Bound<'py, PyAny>,
    encoding: &Arg<'_, 'py>,
    errors: &Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = string.py();
    let (encoding, errors) = (encoding.or(py, "utf-8"), errors.or(py, "replace"));
    if let Ok(octets) = string.cast_exact::<PyBytes>() {
        let input = octets.as_bytes();
        if let Some(errors) = Errors::of(Some(&encoding), Some(&errors))
            && let Some(text) = unquote_utf8(py, input, errors, false)?
        {
            return Ok(text.into_any());
        }
        let octets = memory::bytes(py, &decoded_octets(py, input, false)?)?;
        return octets.call_method1(intern!(py, "decode"), (encoding, errors));
    }
    standard(py, intern!(py, "unquote"), (string, encoding, errors))
}
