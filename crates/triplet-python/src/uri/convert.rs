//! Functions that make references: of their parts, of an IRI, of a URI.

use std::net::IpAddr;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use triplet::iri::{self, HostDisplay, HostEncoding, ToUri};
use triplet::uri::{self, Builder};

use super::shared::{longest, raised};
use crate::error::triplet_error;
use crate::memory::{Text, check_memory};
use crate::names::named;
use crate::text::{detach_if_long, result, text, text_error};

/// Puts a reference together from data. Each part is encoded for its component, so a ``/`` in a segment is data.
///
/// >>> import triplet
/// >>> triplet.build_uri(scheme="https", host="example.com", segments=["50% off", "a/b"], pairs=[("q", "x&y")], fragment="top")
/// 'https://example.com/50%25%20off/a%2Fb?q=x%26y#top'
#[pyfunction]
#[pyo3(signature = (*, scheme=None, user=None, host=None, port=None, segments=None, pairs=None, query=None, fragment=None))]
#[allow(clippy::too_many_arguments)]
pub(super) fn build_uri(
    py: Python<'_>,
    scheme: Option<&str>,
    user: Option<&str>,
    host: Option<&str>,
    port: Option<u16>,
    segments: Option<Vec<PyBackedStr>>,
    pairs: Option<Vec<(PyBackedStr, PyBackedStr)>>,
    query: Option<&str>,
    fragment: Option<&str>,
) -> PyResult<Text<'static>> {
    if pairs.is_some() && query.is_some() {
        return Err(PyValueError::new_err("a URI has one query: give pairs or query, not both"));
    }
    let whole = [scheme, user, host, query, fragment].into_iter().flatten();
    let segment_texts = segments.iter().flatten().map(|text| &**text);
    let pair_texts = pairs.iter().flatten().flat_map(|(name, value)| [&**name, &**value]);
    let texts = whole.chain(segment_texts).chain(pair_texts);
    check_memory(longest(texts.map(str::len).sum()))?;
    let mut builder = Builder::new();
    if let Some(scheme) = scheme {
        builder = builder.scheme(scheme);
    }
    if let Some(user) = user {
        builder = builder.user(user);
    }
    if let Some(host) = host {
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        builder = match bare.parse::<IpAddr>() {
            Ok(address) => builder.address(address),
            Err(_) => builder.host(host),
        };
    }
    if let Some(port) = port {
        builder = builder.port(port);
    }
    for segment in segments.unwrap_or_default() {
        builder = builder.segment(&segment);
    }
    for (name, value) in pairs.unwrap_or_default() {
        builder = builder.pair(&name, &value);
    }
    if let Some(query) = query {
        builder = builder.query(query);
    }
    if let Some(fragment) = fragment {
        builder = builder.fragment(fragment);
    }
    builder.build().map(Text::from).map_err(|error| triplet_error(py, &error, error.offset(), None))
}

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
