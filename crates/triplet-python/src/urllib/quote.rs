//! `quote`, `quote_plus` and `quote_from_bytes`.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyBytes, PyString};
use triplet::set::{dialect, rfc3986};
use triplet::{EncodeSet, encode};

use super::arguments::{Arg, is_text, is_utf8, standard};
use super::fast_call::{FastCall, Function, Others};
use crate::memory::check_memory;
use crate::results::encoded;
use crate::text::Utf8;

/// What `safe` keeps: the unreserved characters, and those of its characters that are ASCII. `None` if it is neither `str` nor `bytes`.
pub(super) fn safe_set(safe: &Bound<'_, PyAny>) -> Option<EncodeSet> {
    let ascii = |bytes: &[u8]| match rfc3986::UNRESERVED.try_also_keep(bytes) {
        Ok(set) => set,
        Err(_) => {
            let ascii: Vec<u8> = bytes.iter().copied().filter(u8::is_ascii).collect();
            rfc3986::UNRESERVED.also_keep(&ascii)
        }
    };
    if let Ok(text) = safe.cast_exact::<PyString>() {
        Some(ascii(text.to_string_lossy().as_bytes()))
    } else {
        safe.cast_exact::<PyBytes>().ok().map(|bytes| ascii(bytes.as_bytes()))
    }
}

fn plus(set: EncodeSet) -> EncodeSet {
    set.space_as_ambiguous_plus()
}

/// Percent-encodes a string or bytes, as `urllib.parse.quote` does: keeps letters, digits, ``_.-~`` and what is in ``safe``.
///
/// >>> from triplet.urllib import quote
/// >>> quote("tea & milk/été")
/// 'tea%20%26%20milk/%C3%A9t%C3%A9'
/// >>> quote("a/b", safe="")
/// 'a%2Fb'
/// >>> quote("é", encoding="latin-1")
/// '%E9'
#[pyfunction]
#[pyo3(signature = (string, safe=Arg::Missing, encoding=None, errors=None), text_signature = "(string, safe='/', encoding=None, errors=None)")]
pub(super) fn quote<'py>(
    string: &Bound<'py, PyAny>,
    safe: Arg<'_, 'py>,
    encoding: Option<&Bound<'py, PyAny>>,
    errors: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let kept = dialect::PYTHON_QUOTE;
    if let Some(text) = quote_as_utf8(string, &safe, kept, encoding, errors, |set| set) {
        return text;
    }
    quote_any(string, &safe, encoding, errors)
}

pub(super) struct Quote;

impl FastCall for Quote {
    const PARAMETERS: &'static [&'static str] = &["safe", "encoding", "errors"];

    fn function() -> &'static PyOnceLock<Function> {
        static FUNCTION: PyOnceLock<Function> = PyOnceLock::new();
        &FUNCTION
    }

    #[inline]
    fn answer_one<'py>(text: &Bound<'py, PyString>) -> Option<Bound<'py, PyAny>> {
        quote_text(text, dialect::PYTHON_QUOTE).ok()
    }

    fn answer<'py>(
        string: &Bound<'py, PyAny>,
        [safe, encoding, errors]: Others<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = |argument: &Bound<'py, PyAny>| !argument.is_none();
        let encoding = encoding.as_deref().filter(|encoding| given(encoding));
        let errors = errors.as_deref().filter(|errors| given(errors));
        quote(string, Arg::of(safe), encoding, errors)
    }
}

/// Percent-encodes a string or bytes with ``+`` for a space, as `urllib.parse.quote_plus` does.
///
/// >>> from triplet.urllib import quote_plus
/// >>> quote_plus("1 + 1/2")
/// '1+%2B+1%2F2'
#[pyfunction]
#[pyo3(signature = (string, safe=Arg::Missing, encoding=None, errors=None), text_signature = "(string, safe='', encoding=None, errors=None)")]
pub(super) fn quote_plus<'py>(
    string: &Bound<'py, PyAny>,
    safe: Arg<'_, 'py>,
    encoding: Option<&Bound<'py, PyAny>>,
    errors: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let kept = rfc3986::UNRESERVED;
    if let Some(text) = quote_as_utf8(string, &safe, kept, encoding, errors, plus) {
        return text;
    }
    quote_plus_any(string, &safe, encoding, errors)
}

/// Percent-encodes bytes, as `urllib.parse.quote_from_bytes` does.
///
/// >>> from triplet.urllib import quote_from_bytes
/// >>> quote_from_bytes(b"a b\xff")
/// 'a%20b%FF'
#[pyfunction]
#[pyo3(signature = (bs, safe=Arg::Missing), text_signature = "(bs, safe='/')")]
pub(super) fn quote_from_bytes<'py>(
    bs: &Bound<'py, PyAny>,
    safe: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let set = match &safe {
        Arg::Missing => Some(dialect::PYTHON_QUOTE),
        Arg::Given(safe) => safe_set(safe),
    };
    if let Some(set) = set
        && let Some(text) = quote_octets(bs, set)?
    {
        return Ok(text);
    }
    let py = bs.py();
    standard(py, intern!(py, "quote_from_bytes"), (bs, safe.or(py, "/")))
}

/// Quotes a string without a named charset: the most frequent call. `None` for any other call. `kept` is kept if `safe` is not given.
#[inline(always)]
fn quote_as_utf8<'py>(
    string: &Bound<'py, PyAny>,
    safe: &Arg<'_, 'py>,
    kept: EncodeSet,
    encoding: Option<&Bound<'py, PyAny>>,
    errors: Option<&Bound<'py, PyAny>>,
    finish: impl FnOnce(EncodeSet) -> EncodeSet,
) -> Option<PyResult<Bound<'py, PyAny>>> {
    let text = string.cast_exact::<PyString>().ok()?;
    if encoding.is_some() || errors.is_some() {
        return None;
    }
    let set = match safe {
        Arg::Missing => kept,
        Arg::Given(safe) => safe_set(safe)?,
    };
    Some(quote_text(text, finish(set)))
}

/// A string under UTF-8. If nothing changes, it is the result itself.
#[inline(always)]
pub(super) fn quote_text<'py>(
    text: &Bound<'py, PyString>,
    set: EncodeSet,
) -> PyResult<Bound<'py, PyAny>> {
    let utf8 = Utf8::of(text)?;
    Ok(match encoded(text.py(), utf8.as_bytes().len(), encode(utf8.as_bytes(), set))? {
        Some(text) => text.into_any(),
        None => text.clone().into_any(),
    })
}

/// `bytes` or `bytearray`; `None` for anything else.
fn quote_octets<'py>(
    octets: &Bound<'py, PyAny>,
    set: EncodeSet,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = octets.py();
    let text = |input: &[u8]| -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(Some(match encoded(py, input.len(), encode(input, set))? {
            Some(text) => text.into_any(),
            // What these sets keep is ASCII.
            None => PyString::from_bytes(py, input)?.into_any(),
        }))
    };
    if let Ok(octets) = octets.cast_exact::<PyBytes>() {
        text(octets.as_bytes())
    } else if let Ok(octets) = octets.cast_exact::<PyByteArray>() {
        // A `bytearray` may change while the interpreter's lock is released, so it is copied.
        check_memory(octets.len())?;
        text(&octets.to_vec())
    } else {
        Ok(None)
    }
}

/// A string in the charset `encoding`.
fn in_charset<'py>(
    string: &Bound<'py, PyAny>,
    encoding: Option<&Bound<'py, PyAny>>,
    errors: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = string.py();
    let encoding = encoding.unwrap_or(intern!(py, "utf-8"));
    let errors = errors.unwrap_or(intern!(py, "strict"));
    string.call_method1(intern!(py, "encode"), (encoding, errors))
}

/// Whether the arguments of a string say UTF-8, strictly.
fn is_strict_utf8(encoding: Option<&Bound<'_, PyAny>>, errors: Option<&Bound<'_, PyAny>>) -> bool {
    encoding.is_none_or(is_utf8) && errors.is_none_or(|errors| is_text(errors, "strict"))
}

#[cold]
fn quote_any<'py>(
    string: &Bound<'py, PyAny>,
    safe: &Arg<'_, 'py>,
    encoding: Option<&Bound<'py, PyAny>>,
    errors: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = string.py();
    let safe = safe.or(py, "/");
    if let Some(set) = safe_set(&safe) {
        if let Ok(text) = string.cast_exact::<PyString>()
            && is_strict_utf8(encoding, errors)
        {
            return quote_text(text, set);
        }
        if string.is_instance_of::<PyString>() {
            if !string.is_truthy()? {
                return Ok(string.clone());
            }
            let octets = in_charset(string, encoding, errors)?;
            if let Some(text) = quote_octets(&octets, set)? {
                return Ok(text);
            }
        } else if encoding.is_none()
            && errors.is_none()
            && let Some(text) = quote_octets(string, set)?
        {
            return Ok(text);
        }
    }
    standard(py, intern!(py, "quote"), (string, safe, encoding, errors))
}

#[cold]
fn quote_plus_any<'py>(
    string: &Bound<'py, PyAny>,
    safe: &Arg<'_, 'py>,
    encoding: Option<&Bound<'py, PyAny>>,
    errors: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = string.py();
    let safe = safe.or(py, "");
    if let Some(set) = safe_set(&safe) {
        if let Ok(text) = string.cast_exact::<PyString>() {
            if is_strict_utf8(encoding, errors) {
                return quote_text(text, plus(set));
            }
            if !string.is_truthy()? {
                return Ok(string.clone());
            }
            // An octet 0x20 of another charset becomes `+` only if the text has a space.
            let set = if string.contains(intern!(py, " "))? { plus(set) } else { set };
            let octets = in_charset(string, encoding, errors)?;
            if let Some(text) = quote_octets(&octets, set)? {
                return Ok(text);
            }
        } else if encoding.is_none()
            && errors.is_none()
            && let Some(text) = quote_octets(string, plus(set))?
        {
            return Ok(text);
        }
    }
    standard(py, intern!(py, "quote_plus"), (string, safe, encoding, errors))
}
