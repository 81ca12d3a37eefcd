//! Functions that make a URI of an IRI, and an IRI of a URI.

use pyo3::prelude::*;
use triplet::iri::{self, HostDisplay, HostEncoding, ToUri};
use triplet::uri;

use super::shared::{longest, raised};
use crate::memory::check_memory;
use crate::names::named;
use crate::text::{detach_if_long, result, text, text_error};

/// The URI of an IRI (RFC 3987 section 3.1). ``host`` says how a host outside ASCII is written: ``"punycode"``, ``"percent"``, or
/// ``"by-scheme"``. The result is a valid URI reference: what is not an IRI is a `TripletError` with its offset, and so is a domain name with a
/// label above 63 octets. With ``encode_disallowed``, characters that no IRI may contain are encoded.
///
/// >>> import triplet
/// >>> triplet.to_uri("http://例え.jp/引き出し")
/// 'http://xn--r8jz45g.jp/%E5%BC%95%E3%81%8D%E5%87%BA%E3%81%97'
#[pyfunction]
#[pyo3(signature = (iri, *, host="by-scheme", encode_disallowed=false))]
pub(super) fn to_uri<'py>(
    iri: &Bound<'py, PyAny>,
    host: &str,
    encode_disallowed: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let host: HostEncoding = named("host", host)?;
    let utf8 = text(iri)?;
    let utf8 = utf8.as_str();
    let conversion = ToUri::new().host(host);
    let conversion = if encode_disallowed { conversion.encode_disallowed() } else { conversion };
    check_memory(longest(utf8.len()))?;
    match detach_if_long(iri.py(), utf8.len(), || conversion.convert(utf8)) {
        Ok(uri) => result(iri, uri),
        Err(error) => Err(raised(iri, utf8, &error)),
    }
}

/// The IRI of a URI (RFC 3987 section 3.2): triplets that are characters of an IRI are decoded; delimiters, controls, spaces and invisible
/// characters stay encoded. ``host`` is ``"unicode"``, ``"keep"`` or ``"by-scheme"``. A malformed triplet is a `TripletError`.
///
/// >>> import triplet
/// >>> triplet.from_uri("http://xn--r8jz45g.jp/%E5%BC%95%E3%81%8D%2F")
/// 'http://例え.jp/引き%2F'
#[pyfunction]
#[pyo3(signature = (uri, *, host="by-scheme"))]
pub(super) fn from_uri<'py>(uri: &Bound<'py, PyAny>, host: &str) -> PyResult<Bound<'py, PyAny>> {
    let host: HostDisplay = named("host", host)?;
    let utf8 = text(uri)?;
    let utf8 = utf8.as_str();
    if let Some(error) = uri::Reference::split(utf8).malformed_triplets().next() {
        return Err(text_error(uri, utf8, &error));
    }
    check_memory(longest(utf8.len()))?;
    let iri = detach_if_long(uri.py(), utf8.len(), || iri::from_uri(utf8, host));
    result(uri, iri)
}
