//! JavaScript's functions. A Python string with lone surrogates is a string of JavaScript too, so it goes through UTF-16.

use std::borrow::Cow;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use triplet::ecmascript::{self, JsUriError};

use crate::error::triplet_error;
use crate::memory::{self, check_memory};
use crate::text::{Utf8, result, text_error, wrong_type};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(encode_uri, module)?)?;
    module.add_function(wrap_pyfunction!(encode_uri_component, module)?)?;
    module.add_function(wrap_pyfunction!(decode_uri, module)?)?;
    module.add_function(wrap_pyfunction!(decode_uri_component, module)?)?;
    module.add_function(wrap_pyfunction!(escape, module)?)?;
    module.add_function(wrap_pyfunction!(unescape, module)?)
}

fn string<'a, 'py>(input: &'a Bound<'py, PyAny>) -> PyResult<&'a Bound<'py, PyString>> {
    input.cast::<PyString>().map_err(|_| wrong_type("a string", input))
}

/// The code units of a string.
fn units(text: &Bound<'_, PyString>) -> PyResult<Vec<u16>> {
    let py = text.py();
    let arguments = (intern!(py, "utf-16-le"), intern!(py, "surrogatepass"));
    let octets = text.call_method1(intern!(py, "encode"), arguments)?;
    let octets = octets.cast::<PyBytes>()?.as_bytes();
    // A code unit becomes at most nine bytes, or stays one.
    check_memory(octets.len().saturating_mul(6))?;
    let pairs = octets.chunks_exact(2);
    Ok(pairs.map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect())
}

/// The string of these code units.
fn from_units<'py>(py: Python<'py>, units: &[u16]) -> PyResult<Bound<'py, PyAny>> {
    check_memory(units.len().saturating_mul(2))?;
    let octets: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let arguments = (intern!(py, "utf-16-le"), intern!(py, "surrogatepass"));
    memory::bytes(py, &octets)?.call_method1(intern!(py, "decode"), arguments)
}

/// The exception for an error at an offset in code units.
fn raised(input: &Bound<'_, PyAny>, units: &[u16], error: &JsUriError) -> PyErr {
    let unit = error.offset();
    let before = units[..unit.min(units.len())].iter();
    let pairs = before.filter(|unit| (0xDC00..0xE000).contains(*unit)).count();
    // A second half before the error belongs to a pair, unless it is itself alone; then it would be the error.
    let offset = unit - pairs;
    triplet_error(input.py(), error, Some(offset), Some(input))
}

/// Encodes by the function for text, or by that for code units if there is a lone surrogate.
fn encoded<'py>(
    input: &Bound<'py, PyAny>,
    of_text: impl Fn(&str) -> Cow<'_, str>,
    of_units: impl Fn(&[u16]) -> Result<String, JsUriError>,
) -> PyResult<Bound<'py, PyAny>> {
    let text = string(input)?;
    if let Ok(utf8) = Utf8::of(text) {
        check_memory(utf8.as_bytes().len().saturating_mul(4))?;
        return result(input, of_text(utf8.as_str()));
    }
    let units = units(text)?;
    match of_units(&units) {
        Ok(text) => Ok(memory::string(input.py(), &text)?.into_any()),
        Err(error) => Err(raised(input, &units, &error)),
    }
}

fn decoded<'py>(
    input: &Bound<'py, PyAny>,
    of_text: impl Fn(&str) -> Result<Cow<'_, str>, JsUriError>,
    of_units: impl Fn(&[u16]) -> Result<Vec<u16>, JsUriError>,
) -> PyResult<Bound<'py, PyAny>> {
    let text = string(input)?;
    if let Ok(utf8) = Utf8::of(text) {
        let utf8 = utf8.as_str();
        check_memory(utf8.len().saturating_mul(2))?;
        return match of_text(utf8) {
            Ok(text) => result(input, text),
            Err(error) => Err(text_error(input, utf8, &error)),
        };
    }
    let units = units(text)?;
    match of_units(&units) {
        Ok(decoded) => from_units(input.py(), &decoded),
        Err(error) => Err(raised(input, &units, &error)),
    }
}

/// JavaScript's ``encodeURI``: for a whole URI.
///
/// >>> import triplet
/// >>> triplet.encode_uri("https://a.example/b c?q=é")
/// 'https://a.example/b%20c?q=%C3%A9'
#[pyfunction]
fn encode_uri<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    encoded(text, ecmascript::encode_uri, ecmascript::encode_uri_utf16)
}

/// JavaScript's ``encodeURIComponent``. A lone surrogate is a `TripletError`, as it is a ``URIError`` there.
///
/// >>> import triplet
/// >>> triplet.encode_uri_component("a/b c")
/// 'a%2Fb%20c'
#[pyfunction]
fn encode_uri_component<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    encoded(text, ecmascript::encode_uri_component, ecmascript::encode_uri_component_utf16)
}

/// JavaScript's ``decodeURI``: keeps the triplets of reserved characters.
///
/// >>> import triplet
/// >>> triplet.decode_uri("%E4%BD%A0%2F")
/// '你%2F'
#[pyfunction]
fn decode_uri<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    decoded(text, ecmascript::decode_uri, ecmascript::decode_uri_utf16)
}

/// JavaScript's ``decodeURIComponent``. A malformed triplet and invalid UTF-8 are a `TripletError`.
///
/// >>> import triplet
/// >>> triplet.decode_uri_component("%E4%BD%A0%2F")
/// '你/'
#[pyfunction]
fn decode_uri_component<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    decoded(text, ecmascript::decode_uri_component, ecmascript::decode_uri_component_utf16)
}

/// JavaScript's ``escape``. ``escape`` writes ``%uXXXX``, and ``%uXXXX`` is not percent-encoding: use the function only for programs that read it.
///
/// >>> import triplet
/// >>> triplet.escape("ä你")
/// '%E4%u4F60'
#[pyfunction]
fn escape<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    encoded(text, ecmascript::escape, |units| Ok(ecmascript::escape_utf16(units)))
}

/// JavaScript's ``unescape``. The result can have lone surrogates, as in JavaScript.
///
/// >>> import triplet
/// >>> triplet.unescape("%E4%u4F60")
/// 'ä你'
#[pyfunction]
fn unescape<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let string = string(text)?;
    check_memory(string.code_point_len()?.saturating_mul(4))?;
    if let Ok(utf8) = Utf8::of(string)
        && let Ok(decoded) = ecmascript::unescape(utf8.as_str())
    {
        return result(text, decoded);
    }
    from_units(text.py(), &ecmascript::unescape_utf16(&units(string)?))
}
