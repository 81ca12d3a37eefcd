//! References put together from data.
#![forbid(unsafe_code)]

use std::borrow::Cow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use triplet::uri::{Builder, Component, Edit, EditError, Reference, Value};

use crate::arguments::{Port, pairs as pairs_of, texts};
use crate::edit::longest_edited;
use crate::error::triplet_error;
use crate::memory::{Text, check_memory};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(build_uri, module)?)
}

/// Puts a reference together from data. Each part is encoded for its component, so a ``/`` in a segment is data.
///
/// - ``host``: an IP address or a name; one outside ASCII becomes a domain name in Punycode where the scheme has those
/// - ``path``: a whole path, in which ``/`` divides; or ``segments``, each after a ``/``
/// - ``query``: a whole query; or ``pairs``, a mapping or pairs. A value ``None`` writes the name alone, a list a pair for each element
///
/// >>> import triplet
/// >>> triplet.build_uri(scheme="https", host="example.com", segments=["50% off", "a/b"], pairs={"q": "x&y", "page": 2}, fragment="top")
/// 'https://example.com/50%25%20off/a%2Fb?q=x%26y&page=2#top'
/// >>> triplet.build_uri(scheme="https", host="例え.jp")
/// 'https://xn--r8jz45g.jp'
/// >>> triplet.build_uri(scheme="mailto", path="tea@example.com", pairs={"subject": "two words"})
/// 'mailto:tea@example.com?subject=two%20words'
#[pyfunction]
#[pyo3(signature = (*, scheme=None, user=None, password=None, host=None, port=None, path=None, segments=None, pairs=None, query=None, fragment=None))]
#[allow(clippy::too_many_arguments)]
fn build_uri(
    py: Python<'_>,
    scheme: Option<&str>,
    user: Option<&str>,
    password: Option<&str>,
    host: Option<&str>,
    port: Option<Port>,
    path: Option<&str>,
    segments: Option<&Bound<'_, PyAny>>,
    pairs: Option<&Bound<'_, PyAny>>,
    query: Option<&str>,
    fragment: Option<&str>,
) -> PyResult<Text<'static>> {
    if pairs.is_some() && query.is_some() {
        return Err(PyValueError::new_err("a URI has one query: give pairs or query, not both"));
    }
    if path.is_some() && segments.is_some() {
        return Err(PyValueError::new_err("a URI has one path: give path or segments, not both"));
    }
    let segments = texts("segments", segments)?;
    let pairs = pairs_of("pairs", pairs, true)?;
    let whole = [scheme, user, password, host, path, query, fragment].into_iter().flatten();
    let pair_lengths =
        pairs.iter().map(|(name, value)| name.len() + value.as_deref().map_or(0, str::len));
    let lengths =
        whole.chain(segments.iter().map(String::as_str)).map(str::len).chain(pair_lengths);
    check_memory(longest_edited(lengths.sum()))?;
    let port = port.map(|port| port.0.to_string());
    let without_segments = || -> Result<String, EditError> {
        let mut edit = Edit::new("");
        for (component, text) in [
            (Component::Scheme, scheme),
            (Component::Host, host),
            (Component::Port, port.as_deref()),
            (Component::Path, path),
            (Component::Query, query),
            (Component::Fragment, fragment),
        ] {
            if let Some(text) = text {
                edit.set(component, Value::Data(text))?;
            }
        }
        if let Some(user) = user {
            edit.set_user(Value::Data(user))?;
        }
        if let Some(password) = password {
            edit.set_password(Value::Data(password))?;
        }
        for (name, value) in &pairs {
            edit.parameters_mut().push(name, value.as_deref().map(Value::Data))?;
        }
        edit.finish().map(Cow::into_owned)
    };
    let built = without_segments();
    let built = built.map_err(|error| triplet_error(py, &error, error.offset(), None))?;
    if segments.is_empty() {
        return Ok(built.into());
    }
    let builder = Builder::from_reference(&Reference::split(&built));
    let builder = segments.iter().fold(builder, |builder, segment| builder.segment(segment));
    builder.build().map(Text::from).map_err(|error| triplet_error(py, &error, error.offset(), None))
}
