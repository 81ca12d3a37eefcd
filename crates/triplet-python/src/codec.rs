//! `encode`, `decode` and `decode_to_bytes`, in UTF-8 and in other charsets.

use std::borrow::Cow;

use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use triplet::charset::{self, Charset};
use triplet::set::rfc3986;
use triplet::{Decode, EncodeSet, TextErrors, TryDecodeError};

use crate::code_points::string;
use crate::error::unknown_name;
use crate::memory::{self, Text, check_memory};
use crate::names::Name;
use crate::results::encoded;
use crate::set::{Ascii, SetArgument};
use crate::text::{Input, detach_if_long, result};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(encode, module)?)?;
    module.add_function(wrap_pyfunction!(decode, module)?)?;
    module.add_function(wrap_pyfunction!(decode_to_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(decode_percent_u, module)?)?;
    module.add_function(wrap_pyfunction!(charsets, module)?)?;
    module.add_function(wrap_pyfunction!(charset_candidates, module)?)?;
    module.add_class::<Candidate>()
}

/// A charset by its label.
pub(crate) struct Label(pub(crate) Charset);

impl<'py> FromPyObject<'_, 'py> for Label {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Label> {
        let label: String = object.extract()?;
        match Charset::for_label(&label) {
            Some(charset) => Ok(Label(charset)),
            None => {
                let what =
                    triplet::unknown_name("charset", &label, Charset::all().map(Charset::name));
                let what = format!("{what}; triplet.charsets() lists all names");
                Err(unknown_name(object.py(), &what))
            }
        }
    }
}

/// A set with the changes that the options of a call ask for.
pub(crate) fn changed(
    set: EncodeSet,
    keep_triplets: bool,
    space_as_plus: Option<bool>,
    also_keep: Option<Ascii>,
    also_encode: Option<Ascii>,
) -> EncodeSet {
    let set = match space_as_plus {
        None => set,
        Some(true) => set.space_as_plus(),
        Some(false) => set.space_by_set(),
    };
    let set = if keep_triplets { set.keep_triplets() } else { set };
    let set = also_keep.map_or(set, |list| set.also_keep(&list.0));
    also_encode.map_or(set, |list| set.also_encode(&list.0))
}

/// Percent-encodes a string or bytes under an encode set.
///
/// A string is encoded as its UTF-8, or in another ``charset``. ``set`` is an `EncodeSet` or the name of one, such as
/// ``"rfc3986:segment"``. What the options change:
///
/// - ``also_keep``, ``also_encode``: ASCII characters to keep or to encode in addition
/// - ``keep_triplets``: complete triplets of the input are kept; otherwise ``%41`` becomes ``%2541``
/// - ``space_as_plus``: true writes a space as ``+``, false does not; without it the set decides
/// - ``lowercase_hex``: ``%2f`` instead of ``%2F``
/// - ``errors``: ``"strict"``, or ``"xmlcharrefreplace"``, which writes a character that the charset lacks as ``%26%23N%3B``
///
/// If nothing changes, a string is returned as it is, without a copy. Raises `TripletError` for a lone surrogate (kind
/// ``lone-surrogate``) and for a character that is not in the charset (``unmappable``).
///
/// >>> import triplet
/// >>> triplet.encode("50% off/été.pdf", "rfc3986:segment")
/// '50%25%20off%2F%C3%A9t%C3%A9.pdf'
/// >>> triplet.encode(b"\xff\x00A")
/// '%FF%00A'
/// >>> triplet.encode("a b%2Fc", keep_triplets=True)
/// 'a%20b%2Fc'
/// >>> triplet.encode("你好", charset="gbk")
/// '%C4%E3%BA%C3'
#[pyfunction]
#[pyo3(
    signature = (input, set=SetArgument(rfc3986::UNRESERVED), *, also_keep=None, also_encode=None, keep_triplets=false, space_as_plus=None, lowercase_hex=false, charset=None, errors="strict"),
    text_signature = "(input, set='rfc3986:unreserved', *, also_keep='', also_encode='', keep_triplets=False, space_as_plus=None, lowercase_hex=False, charset='utf-8', errors='strict')"
)]
#[allow(clippy::too_many_arguments)]
fn encode<'py>(
    input: &Bound<'py, PyAny>,
    set: SetArgument,
    also_keep: Option<Ascii>,
    also_encode: Option<Ascii>,
    keep_triplets: bool,
    space_as_plus: Option<bool>,
    lowercase_hex: bool,
    charset: Option<Label>,
    errors: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let py = input.py();
    let set = changed(set.0, keep_triplets, space_as_plus, also_keep, also_encode);
    let replaces = match errors {
        "strict" => false,
        "xmlcharrefreplace" => true,
        _ => {
            return Err(PyValueError::new_err(format!(
                "errors is 'strict' or 'xmlcharrefreplace', not {errors:?}"
            )));
        }
    };
    let read = Input::of(input)?;
    let bytes = read.as_bytes();
    if let Some(Label(charset)) = charset
        && charset != Charset::UTF_8
    {
        let Input::Text(text) = &read else {
            return Err(PyTypeError::new_err(
                "charset is for a string: bytes are octets of a charset already",
            ));
        };
        let text = text.as_str();
        let view = charset::encode(text, charset, set);
        let view = if lowercase_hex { view.lowercase_hex() } else { view };
        // A character outside a charset becomes a reference of ten characters, and each may be encoded.
        check_memory(bytes.len().saturating_mul(8))?;
        let in_charset = detach_if_long(py, bytes.len(), || {
            if replaces { Ok(view.to_cow()) } else { view.try_to_cow() }
        });
        return match in_charset {
            Ok(text) => result(input, text),
            Err(error) => Err(read.error(input, &error)),
        };
    }
    let view = triplet::encode(bytes, set);
    let view = if lowercase_hex { view.lowercase_hex() } else { view };
    Ok(match encoded(py, bytes.len(), view)? {
        Some(text) => text.into_any(),
        None if input.cast_exact::<PyString>().is_ok() => input.clone(),
        None => PyString::from_bytes(py, bytes)?.into_any(),
    })
}

/// What `errors` says of octets that are not text.
fn text_errors(errors: &str) -> PyResult<TextErrors> {
    TextErrors::by_name(errors).ok_or_else(|| {
        let names = TextErrors::ALL.map(|errors| format!("'{errors}'")).join(", ");
        PyValueError::new_err(format!("errors is one of {names}, not {errors:?}"))
    })
}

fn view<'a>(bytes: &'a [u8], plus_as_space: bool, keep_triplets_of: Option<&Ascii>) -> Decode<'a> {
    let view = triplet::decode(bytes);
    let view = if plus_as_space { view.plus_as_space() } else { view };
    match keep_triplets_of {
        Some(list) => view.keep_triplets_of(&list.0),
        None => view,
    }
}

fn raised(read: &Input<'_, '_>, input: &Bound<'_, PyAny>, error: &TryDecodeError) -> PyErr {
    match error {
        TryDecodeError::Decode(error) => read.error(input, error),
        _ => PyMemoryError::new_err(()),
    }
}

/// Decodes a percent-encoded string or bytes to text.
///
/// Decoding is strict: a malformed triplet and octets that are not UTF-8 are a `TripletError`, with the offset in the input. What the
/// options change:
///
/// - ``lenient``: a ``%`` that begins no triplet stands for itself
/// - ``errors``: what octets that are not text become: ``"replace"`` U+FFFD, ``"ignore"`` nothing, ``"backslashreplace"``
///   ``\\xff``; ``"keep"`` leaves their triplets as they were written
/// - ``plus_as_space``: ``+`` becomes a space, as in forms
/// - ``keep_triplets_of``: ASCII characters whose triplets are kept
/// - ``charset``: the charset of the octets, by its label
///
/// If nothing changes, a string is returned as it is, without a copy.
///
/// >>> import triplet
/// >>> triplet.decode("caf%C3%A9")
/// 'café'
/// >>> triplet.decode("100% sure")
/// Traceback (most recent call last):
/// triplet.TripletError: `% ` at offset 3: a space is not a hexadecimal digit; write a literal `%` as `%25`
/// >>> triplet.decode("100% sure", lenient=True)
/// '100% sure'
/// >>> triplet.decode("a%20b%2Fc", keep_triplets_of="/")
/// 'a b%2Fc'
/// >>> triplet.decode("%C4%E3%BA%C3", charset="gbk")
/// '你好'
/// >>> triplet.decode("%C3%A9%FF", errors="keep")
/// 'é%FF'
#[pyfunction]
#[pyo3(
    signature = (input, *, lenient=false, plus_as_space=false, keep_triplets_of=None, charset=None, errors="strict"),
    text_signature = "(input, *, lenient=False, plus_as_space=False, keep_triplets_of='', charset='utf-8', errors='strict')"
)]
fn decode<'py>(
    input: &Bound<'py, PyAny>,
    lenient: bool,
    plus_as_space: bool,
    keep_triplets_of: Option<Ascii>,
    charset: Option<Label>,
    errors: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let py = input.py();
    let errors = text_errors(errors)?;
    let read = Input::of(input)?;
    let bytes = read.as_bytes();
    if let Some(Label(charset)) = charset
        && charset != Charset::UTF_8
    {
        let view = match &read {
            Input::Text(text) => charset::decode(text.as_str(), charset),
            Input::Octets(octets) => charset::decode_octets(&**octets, charset),
        };
        let view = if lenient { view.lenient() } else { view };
        let view = if plus_as_space { view.plus_as_space() } else { view };
        let view = match &keep_triplets_of {
            Some(list) => view.keep_triplets_of(&list.0),
            None => view,
        };
        check_memory(bytes.len().saturating_mul(4))?;
        return match detach_if_long(py, bytes.len(), || view.to_str_with(errors)) {
            Ok(text) => result(input, text),
            Err(error) => Err(read.error(input, &error)),
        };
    }
    let view = view(bytes, plus_as_space, keep_triplets_of.as_ref());
    let decoded = detach_if_long(py, bytes.len(), || match lenient {
        false => view.try_to_str_with(errors),
        true => view.lenient().try_to_str_with(errors),
    });
    match decoded {
        Ok(Cow::Borrowed(_)) if input.cast_exact::<PyString>().is_ok() => Ok(input.clone()),
        Ok(text) => Ok(string(py, &text)?.into_any()),
        Err(error) => Err(raised(&read, input, &error)),
    }
}

/// Decodes triplets to octets, and each ``%uXXXX`` to the UTF-8 of its character, as old servers of Microsoft read both in one text. A ``%``
/// that begins neither, and half of a surrogate pair, are a `TripletError`; with ``lenient`` the one stays and the other is U+FFFD.
///
/// >>> import triplet
/// >>> triplet.decode_percent_u("/caf%u00e9/%C3%A9").decode()
/// '/café/é'
#[pyfunction]
#[pyo3(signature = (input, *, lenient=false))]
fn decode_percent_u<'py>(
    input: &Bound<'py, PyAny>,
    lenient: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let read = Input::of(input)?;
    let octets = read.as_bytes();
    check_memory(octets.len())?;
    let decoded = detach_if_long(input.py(), octets.len(), || match lenient {
        true => Ok(triplet::decode_percent_u_lenient(octets)),
        false => triplet::decode_percent_u(octets),
    });
    memory::bytes(input.py(), &decoded.map_err(|error| read.error(input, &error))?)
}

/// Decodes a percent-encoded string or bytes to bytes. The options are those of `decode`.
///
/// >>> import triplet
/// >>> triplet.decode_to_bytes("%FF%00A")
/// b'\xff\x00A'
#[pyfunction]
#[pyo3(
    signature = (input, *, lenient=false, plus_as_space=false, keep_triplets_of=None),
    text_signature = "(input, *, lenient=False, plus_as_space=False, keep_triplets_of='')"
)]
fn decode_to_bytes<'py>(
    input: &Bound<'py, PyAny>,
    lenient: bool,
    plus_as_space: bool,
    keep_triplets_of: Option<Ascii>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = input.py();
    let read = Input::of(input)?;
    let bytes = read.as_bytes();
    let view = view(bytes, plus_as_space, keep_triplets_of.as_ref());
    if input.cast_exact::<PyBytes>().is_ok() && view.unchanged_up_to() == bytes.len() {
        return Ok(input.clone());
    }
    let mut octets = Vec::new();
    let decoded = detach_if_long(py, bytes.len(), || {
        if lenient {
            Ok(view.lenient().try_append_to(&mut octets)?)
        } else {
            view.try_append_to(&mut octets)
        }
    });
    match decoded {
        Ok(()) if input.cast_exact::<PyBytes>().is_ok() && octets == bytes => Ok(input.clone()),
        Ok(()) => Ok(memory::bytes(py, &octets)?.into_any()),
        Err(error) => Err(raised(&read, input, &error)),
    }
}

/// The names of all charsets that ``charset=`` accepts. The labels of the Encoding standard, such as ``latin1``, are accepted too.
///
/// >>> import triplet
/// >>> triplet.charsets()[:3]
/// ['UTF-8', 'IBM866', 'ISO-8859-2']
#[pyfunction]
fn charsets() -> Vec<&'static str> {
    Charset::all().map(Charset::name).collect()
}

/// A charset in which octets may be written: see `charset_candidates`.
///
/// - ``charset``: its name
/// - ``text``: the octets in it, with U+FFFD for what is malformed; ``malformed`` is how many of these there are
/// - ``evidence``: ``"strong"``, ``"plausible"``, ``"possible"``, ``"malformed"``, or ``"ascii-only"``
/// - ``score``: how common the characters are, from 0 to 100, to compare candidates of one input
#[pyclass(frozen, eq, hash, module = "triplet")]
#[derive(PartialEq, Eq, Hash)]
struct Candidate {
    #[pyo3(get)]
    charset: Name,
    text: String,
    #[pyo3(get)]
    evidence: Name,
    #[pyo3(get)]
    score: u8,
    #[pyo3(get)]
    malformed: usize,
}

#[pymethods]
impl Candidate {
    /// As `pickle` makes it again.
    #[new]
    fn new(charset: String, text: String, evidence: String, score: u8, malformed: usize) -> Self {
        Self { charset: charset.into(), text, evidence: evidence.into(), score, malformed }
    }

    fn __getnewargs__(&self) -> (Name, String, Name, u8, usize) {
        (self.charset.clone(), self.text.clone(), self.evidence.clone(), self.score, self.malformed)
    }

    /// The octets in this charset.
    #[getter]
    fn text(&self) -> Text<'_> {
        self.text.as_str().into()
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<String> {
        let text = memory::string(py, &self.text)?.repr()?;
        Ok(format!(
            "Candidate(charset='{}', text={text}, evidence='{}', score={}, malformed={})",
            self.charset, self.evidence, self.score, self.malformed
        ))
    }
}

/// The charsets in which a percent-encoded string or bytes may be written. The first candidate is the best guess.
///
/// >>> import triplet
/// >>> best = triplet.charset_candidates("%C4%E3%BA%C3")[0]
/// >>> best.charset, best.text
/// ('gb18030', '你好')
#[pyfunction]
fn charset_candidates(input: &Bound<'_, PyAny>) -> PyResult<Vec<Candidate>> {
    let read = Input::of(input)?;
    // A text in each charset, of up to three times the length.
    check_memory(read.as_bytes().len().saturating_mul(16))?;
    let found = match &read {
        Input::Text(text) => {
            let text = text.as_str();
            detach_if_long(input.py(), text.len() * 14, || charset::candidates(text))
        }
        Input::Octets(octets) => {
            detach_if_long(input.py(), octets.len() * 14, || charset::candidates_octets(&**octets))
        }
    };
    let candidate = |found: charset::Candidate| Candidate {
        charset: found.charset.name().into(),
        text: found.text,
        evidence: found.evidence.name().into(),
        score: found.score,
        malformed: found.malformed,
    };
    Ok(found.into_iter().map(candidate).collect())
}
