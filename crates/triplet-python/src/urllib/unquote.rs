//! `unquote`, `unquote_plus` and `unquote_to_bytes`.

use std::borrow::Cow;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use triplet::{Lenient, decode};

use super::arguments::{Arg, Errors, is_text, is_utf8, standard};
use crate::text::{Utf8, work};

/// `encoding` and `errors` of a call: what they are, and what they mean if that is known here.
pub(super) struct Charset<'py> {
    encoding: Bound<'py, PyAny>,
    errors: Bound<'py, PyAny>,
    /// UTF-8 with this handler.
    utf8: Option<Errors>,
}

impl<'py> Charset<'py> {
    /// For text `None` means the default.
    #[inline]
    pub(super) fn of_text(
        py: Python<'py>,
        encoding: &Arg<'_, 'py>,
        errors: &Arg<'_, 'py>,
    ) -> Charset<'py> {
        let given = |argument: &Arg<'_, 'py>, default: &Bound<'py, PyString>| match argument {
            Arg::Given(given) if !given.is_none() => Bound::clone(given),
            _ => default.clone().into_any(),
        };
        let encoding = given(encoding, intern!(py, "utf-8"));
        let errors = given(errors, intern!(py, "replace"));
        let utf8 = Errors::of(&encoding, &errors);
        Charset { encoding, errors, utf8 }
    }

    pub(super) fn is_default(&self) -> bool {
        self.utf8 == Some(Errors::Replace)
    }
}

impl Errors {
    fn of(encoding: &Bound<'_, PyAny>, errors: &Bound<'_, PyAny>) -> Option<Errors> {
        if !is_utf8(encoding) {
            None
        } else if is_text(errors, "replace") {
            Some(Errors::Replace)
        } else if is_text(errors, "strict") {
            Some(Errors::Strict)
        } else {
            None
        }
    }

    /// The decoded text; `None` if it is not UTF-8 and that is an error.
    fn text<'a>(self, view: Lenient<'a>) -> Option<Cow<'a, str>> {
        match self {
            Errors::Replace => Some(view.to_str_lossy()),
            Errors::Strict => view.to_str().ok(),
        }
    }
}

/// Decodes a percent-encoded string or bytes to text, as `urllib.parse.unquote` does: what is no triplet stands for itself.
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
    let py = string.py();
    if let Ok(text) = string.cast_exact::<PyString>() {
        if !text.contains(intern!(py, "%"))? {
            return Ok(string.clone());
        }
        return unquote_text(text, &Charset::of_text(py, &encoding, &errors), false);
    }
    unquote_any(string, &encoding, &errors)
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
        return unquote_text(text, &Charset::of_text(py, &encoding, &errors), true);
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
        return Ok(match work(py, input.len(), || decode(input).lenient().to_bytes()) {
            Cow::Borrowed(_) => string.clone(),
            Cow::Owned(octets) => PyBytes::new(py, &octets).into_any(),
        });
    }
    if let Ok(text) = string.cast_exact::<PyString>() {
        let utf8 = Utf8::of(text)?;
        let input = utf8.as_bytes();
        let octets = work(py, input.len(), || decode(input).lenient().to_bytes());
        return Ok(PyBytes::new(py, &octets).into_any());
    }
    standard(py, intern!(py, "unquote_to_bytes"), (string,))
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
        && let Some(text) = unquote_utf8(py, utf8.as_bytes(), errors, plus_as_space)
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
) -> Option<Bound<'py, PyString>> {
    let view = decode(input).lenient();
    let view = if plus_as_space { view.plus_as_space() } else { view };
    let text = work(py, input.len(), || errors.text(view))?;
    Some(PyString::new(py, &text))
}

/// As `urllib.parse` does it: each run of ASCII characters is decoded by itself, in the charset, and the others stay. Of text in UTF-8 that
/// has no errors it is the same as decoding it as a whole.
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
    let parts = PyList::empty(py);
    for run in input.chunk_by(|a, b| a.is_ascii() == b.is_ascii()) {
        parts.append(if run[0].is_ascii() {
            let view = decode(run).lenient();
            let view = if plus_as_space { view.plus_as_space() } else { view };
            let octets = PyBytes::new(py, &view.to_bytes());
            octets.call_method1(to_text, (&charset.encoding, &charset.errors))?
        } else {
            PyBytes::new(py, run).call_method1(to_text, surrogates)?
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
        if let Some(errors) = Errors::of(&encoding, &errors)
            && let Some(text) = unquote_utf8(py, input, errors, false)
        {
            return Ok(text.into_any());
        }
        let octets = PyBytes::new(py, &decode(input).lenient().to_bytes());
        return octets.call_method1(intern!(py, "decode"), (encoding, errors));
    }
    standard(py, intern!(py, "unquote"), (string, encoding, errors))
}
