//! Functions that resolve references and validate them.

use pyo3::prelude::*;
use triplet::uri::{self, Grammar, Strictness};

use super::shared::{longest, raised, unless_lost};
use crate::memory::{Text, check_memory};
use crate::names::named;
use crate::text::text;

pub(crate) fn strictness(strict: bool) -> Strictness {
    if strict { Strictness::Strict } else { Strictness::Lenient }
}

/// The target of a reference at a base (RFC 3986 section 5.2). With ``strict=False``, ``http:g`` at a base of the same scheme is the relative
/// reference ``g``. A base without a scheme is a `TripletError`, and so is a text that is not one reference alone.
///
/// >>> import triplet
/// >>> triplet.resolve("http://a/b/c/d;p?q", "../g")
/// 'http://a/b/g'
#[pyfunction]
#[pyo3(signature = (base, reference, *, strict=true))]
pub(super) fn resolve<'py>(
    base: &Bound<'py, PyAny>,
    reference: &Bound<'py, PyAny>,
    strict: bool,
) -> PyResult<Text<'static>> {
    let (first, second) = (text(base)?, text(reference)?);
    let (first, second) = (first.as_str(), second.as_str());
    check_memory(longest(first.len().saturating_add(second.len())))?;
    let target = uri::resolve(first, second, strictness(strict))
        .map_err(|error| raised(base, first, &error))?;
    unless_lost(reference, second, target).map(Text::from)
}

/// The shortest reference that `resolve` turns into the target at this base. A base without a scheme and the target are read at the same
/// place; a `TripletError` of kind ``"unreachable"`` says that no reference leads from there to the target.
///
/// >>> import triplet
/// >>> triplet.relativize("http://a/b/c", "http://a/b/d")
/// 'd'
#[pyfunction]
pub(super) fn relativize(
    base: &Bound<'_, PyAny>,
    target: &Bound<'_, PyAny>,
) -> PyResult<Text<'static>> {
    let (first, second) = (text(base)?, text(target)?);
    let (first, second) = (first.as_str(), second.as_str());
    // Several references are written, and each is resolved.
    check_memory(longest(first.len().saturating_add(second.len()).saturating_mul(4)))?;
    uri::relativize(first, second).map(Text::from).map_err(|error| raised(target, second, &error))
}

/// The path without its dot segments (RFC 3986 section 5.2.4).
///
/// >>> import triplet
/// >>> triplet.remove_dot_segments("/a/b/../c/./d")
/// '/a/c/d'
#[pyfunction]
pub(super) fn remove_dot_segments(path: &Bound<'_, PyAny>) -> PyResult<Text<'static>> {
    let path = text(path)?;
    check_memory(longest(path.as_bytes().len()))?;
    Ok(uri::remove_dot_segments(path.as_str()).into())
}

/// Raises `TripletError`, with the offset, unless the text is what ``grammar`` says: ``"uri"``, ``"uri-reference"``, ``"iri"`` or
/// ``"iri-reference"``.
///
/// >>> import triplet
/// >>> triplet.validate("/a%20b")
/// >>> triplet.validate("/a b")
/// Traceback (most recent call last):
/// triplet.TripletError: ...
#[pyfunction]
#[pyo3(signature = (reference, grammar="uri-reference"))]
pub(super) fn validate(reference: &Bound<'_, PyAny>, grammar: &str) -> PyResult<()> {
    let grammar: Grammar = named("grammar", grammar)?;
    let utf8 = text(reference)?;
    let utf8 = utf8.as_str();
    uri::validate(utf8, grammar).map_err(|error| raised(reference, utf8, &error))
}
