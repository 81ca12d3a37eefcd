//! Values in other notations: `data:` URLs, and values of header fields with their charset.
#![forbid(unsafe_code)]

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use triplet::data_url::{self, DataUrl};
use triplet::ext_value::{self, ExtValue};

use crate::memory::{self, Text, check_memory};
use crate::text::{Input, text, text_error};
use crate::uri::longest;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(encode_data_url, module)?)?;
    module.add_function(wrap_pyfunction!(decode_data_url, module)?)?;
    module.add_function(wrap_pyfunction!(encode_ext_value, module)?)?;
    module.add_function(wrap_pyfunction!(decode_ext_value, module)?)
}

/// A ``data:`` URL (RFC 2397) of octets, or of a string as UTF-8: with triplets, or in ``base64``. An empty media type means
/// ``text/plain;charset=US-ASCII``.
///
/// >>> import triplet
/// >>> triplet.encode_data_url("50 % é", "text/plain;charset=UTF-8")
/// 'data:text/plain;charset=UTF-8,50%20%25%20%C3%A9'
/// >>> triplet.encode_data_url(b"hi", base64=True)
/// 'data:;base64,aGk='
#[pyfunction]
#[pyo3(signature = (data, media_type="", *, base64=false))]
fn encode_data_url(
    data: &Bound<'_, PyAny>,
    media_type: &str,
    base64: bool,
) -> PyResult<Text<'static>> {
    let read = Input::of(data)?;
    check_memory(longest(read.as_bytes().len()))?;
    let url = match base64 {
        true => data_url::base64(read.as_bytes(), media_type),
        false => data_url::percent(read.as_bytes(), media_type),
    };
    url.map(Text::from).map_err(|error| {
        let media_type = memory::string(data.py(), media_type);
        media_type.map_or_else(
            |error| error,
            |given| text_error(given.as_any(), &given.to_string_lossy(), &error),
        )
    })
}

/// The media type and the octets of a ``data:`` URL, as the Fetch standard reads it: malformed triplets stay, and without a media type it is
/// ``text/plain;charset=US-ASCII``. Another URL, and malformed base64, are a `TripletError`.
///
/// >>> import triplet
/// >>> triplet.decode_data_url("data:;base64,aGk=")
/// ('text/plain;charset=US-ASCII', b'hi')
/// >>> triplet.decode_data_url("data:image/svg+xml,%3Csvg/%3E#top")
/// ('image/svg+xml', b'<svg/>')
#[pyfunction]
fn decode_data_url<'py>(url: &Bound<'py, PyAny>) -> PyResult<(String, Bound<'py, PyBytes>)> {
    let utf8 = text(url)?;
    let utf8 = utf8.as_str();
    check_memory(longest(utf8.len()))?;
    let wrong = |error| text_error(url, utf8, &error);
    let parsed = DataUrl::parse(utf8).map_err(wrong)?;
    let octets = parsed.to_bytes().map_err(wrong)?;
    Ok((parsed.media_type().to_string(), memory::bytes(url.py(), &octets)?))
}

/// The value of a parameter of a header field in UTF-8 (RFC 8187), such as ``filename*``, and perhaps with the ``language`` of the text.
///
/// >>> import triplet
/// >>> triplet.encode_ext_value("£ rates", language="en")
/// "UTF-8'en'%C2%A3%20rates"
#[pyfunction]
#[pyo3(signature = (text, *, language=None))]
fn encode_ext_value(
    text: &Bound<'_, PyAny>,
    language: Option<&Bound<'_, PyAny>>,
) -> PyResult<Text<'static>> {
    let utf8 = self::text(text)?;
    check_memory(longest(utf8.as_bytes().len()))?;
    let value = ext_value::encode(utf8.as_str());
    let Some(language) = language else { return Ok(value.to_string().into()) };
    let tag = self::text(language)?;
    let value = value.language(tag.as_str());
    let value = value.map_err(|error| text_error(language, tag.as_str(), &error))?;
    Ok(value.to_string().into())
}

/// The text, the charset and the language of such a value; the language is ``None`` if the value does not say it.
///
/// >>> import triplet
/// >>> triplet.decode_ext_value("iso-8859-1'en'%A3%20rates")
/// ('£ rates', 'iso-8859-1', 'en')
#[pyfunction]
fn decode_ext_value(value: &Bound<'_, PyAny>) -> PyResult<(String, String, Option<String>)> {
    let utf8 = text(value)?;
    let utf8 = utf8.as_str();
    check_memory(longest(utf8.len()))?;
    let wrong = |error| text_error(value, utf8, &error);
    let parsed = ExtValue::parse(utf8).map_err(wrong)?;
    let read = parsed.to_str().map_err(wrong)?.into_owned();
    Ok((read, parsed.charset().to_owned(), parsed.language().map(str::to_owned)))
}
