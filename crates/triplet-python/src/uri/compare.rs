//! Functions that give normal forms and compare.

use std::borrow::Cow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use triplet::iri;
use triplet::uri::{self, CompareOption, Equivalence, Level, NoNormalForm, Normalizer};

use super::shared::{composed, longest, unless_lost};
use crate::memory::check_memory;
use crate::names::Name;
use crate::text::{characters, detach_if_long, result, text};

/// A level by its name.
pub(crate) struct LevelArgument(pub(crate) Level);

impl<'py> FromPyObject<'_, 'py> for LevelArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<LevelArgument> {
        let name: String = object.extract()?;
        match Level::by_name(&name) {
            Some(level) => Ok(LevelArgument(level)),
            None => Err(PyValueError::new_err(format!(
                "level is 'percent', 'path', 'scheme' or 'decoded', not {name:?}"
            ))),
        }
    }
}

impl LevelArgument {
    /// A level that has a normal form.
    pub(crate) fn normal(self) -> PyResult<Level> {
        match self.0.has_normal_form() {
            true => Ok(self.0),
            false => {
                let what = format!("{NoNormalForm}; reference_key() gives what is compared");
                Err(PyValueError::new_err(what))
            }
        }
    }

    /// How references are compared. Options that are false are not asked for.
    fn normalizer<const N: usize>(
        self,
        options: [(bool, CompareOption); N],
    ) -> PyResult<Normalizer<'static>> {
        let asked = options.into_iter().filter(|(is_asked, _)| *is_asked);
        let normalizer =
            asked.fold(Normalizer::new(self.0), |normalizer, (_, option)| normalizer.with(option));
        let Some(option) = normalizer.conflict() else { return Ok(normalizer) };
        let option = if option == "plus" { "plus_as_space" } else { option };
        Err(PyValueError::new_err(format!("{option} goes with level='decoded'")))
    }
}

/// The normal form of a reference (RFC 3986 section 6). ``level`` says what may change; each includes those before it:
///
/// - ``"percent"``: upper-case digits in triplets, triplets of unreserved characters decoded, scheme and host in lower case
/// - ``"path"``: dot segments, an empty port, one form of an IPv6 address
/// - ``"scheme"``: the default port and what else the scheme says
///
/// With ``iri``, characters outside ASCII and their triplets are the same. With ``nfc``, a letter and its accent become one character. An
/// encoded delimiter never becomes a delimiter. A text that is not one reference alone is a `TripletError`.
///
/// >>> import triplet
/// >>> triplet.normalize("HTTP://Example.com/%7euser/../b%2fc")
/// 'http://example.com/b%2Fc'
/// >>> triplet.normalize("http://example.com:80", "scheme")
/// 'http://example.com/'
#[pyfunction]
#[pyo3(signature = (reference, level=LevelArgument(Level::default()), *, iri=false, nfc=false), text_signature = "(reference, level='path', *, iri=False, nfc=False)")]
pub(super) fn normalize<'py>(
    reference: &Bound<'py, PyAny>,
    level: LevelArgument,
    iri: bool,
    nfc: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let level = level.normal()?;
    let utf8 = text(reference)?;
    let utf8 = utf8.as_str();
    check_memory(longest(utf8.len()))?;
    let normal = detach_if_long(reference.py(), utf8.len(), || {
        let normal = |text: &str| match iri {
            true => Cow::Owned(iri::normalize(text, level)),
            false => Cow::Owned(uri::normalize(text, level).into_owned()),
        };
        match composed(nfc, utf8) {
            Some(composed) => normal(&composed),
            None if iri => normal(utf8),
            None => uri::normalize(utf8, level),
        }
    });
    result(reference, unless_lost(reference, utf8, normal)?)
}

/// The key of a reference: two references have the same where `equivalent` says that they are equivalent at the level. For dictionaries, and to
/// remove duplicates. The options are those of `equivalent`. At ``"decoded"`` it is not a reference to ask a server for.
///
/// >>> import triplet
/// >>> urls = ["https://a.example/@me?q=a:b", "https://a.example/%40me?q=a%3Ab", "https://a.example/x%2Fy"]
/// >>> list({triplet.reference_key(url): url for url in urls})
/// ['https://a.example/@me?q=a:b', 'https://a.example/x%2Fy']
/// >>> triplet.reference_key("/?b=1&a", any_order=True)
/// '/?a&b=1'
#[pyfunction]
#[pyo3(signature = (reference, level=LevelArgument(Level::Decoded), *, plus_as_space=false, nfc=false, any_order=false, iri=false), text_signature = "(reference, level='decoded', *, plus_as_space=False, nfc=False, any_order=False, iri=False)")]
pub(super) fn reference_key<'py>(
    reference: &Bound<'py, PyAny>,
    level: LevelArgument,
    plus_as_space: bool,
    nfc: bool,
    any_order: bool,
    iri: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let options = options(plus_as_space, nfc, any_order, iri);
    let normalizer = level.normalizer(options)?;
    let utf8 = text(reference)?;
    let utf8 = utf8.as_str();
    check_memory(longest(utf8.len()))?;
    let key = detach_if_long(reference.py(), utf8.len(), || normalizer.key(utf8).key().to_owned());
    result(reference, key.into())
}

const fn options(
    plus_as_space: bool,
    nfc: bool,
    any_order: bool,
    iri: bool,
) -> [(bool, CompareOption); 4] {
    [
        (plus_as_space, CompareOption::Plus),
        (nfc, CompareOption::Nfc),
        (any_order, CompareOption::AnyOrder),
        (iri, CompareOption::Iri),
    ]
}

/// The members of a `Comparison`, in order.
type Fields = (bool, String, Vec<Name>, Option<Name>, Option<(usize, usize)>, Option<Name>);

/// What `equivalent` says. A `Comparison` is true if the references are equivalent.
///
/// - ``is_equivalent``: the same as a ``bool``
/// - ``reason``: why, or where they differ, in words
/// - ``steps``: the steps of normalising that make them equal
/// - ``component``, ``offsets``: where they first differ: in which component, and at which offset of each
/// - ``kind``: ``"reserved-character"``, ``"disallowed-character"`` or ``"outside-ascii"``, if that is why they differ; at the level
///   ``"decoded"`` ``"delimiter"`` or ``"plus"``
#[pyclass(frozen, get_all, eq, hash, module = "triplet")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Comparison {
    is_equivalent: bool,
    reason: String,
    steps: Vec<Name>,
    component: Option<Name>,
    offsets: Option<(usize, usize)>,
    kind: Option<Name>,
}

#[pymethods]
impl Comparison {
    /// As `pickle` makes it again.
    #[new]
    fn new(
        is_equivalent: bool,
        reason: String,
        steps: Vec<String>,
        component: Option<String>,
        offsets: Option<(usize, usize)>,
        kind: Option<String>,
    ) -> Self {
        Self {
            is_equivalent,
            reason,
            steps: steps.into_iter().map(Name::from).collect(),
            component: component.map(Name::from),
            offsets,
            kind: kind.map(Name::from),
        }
    }

    fn __getnewargs__(&self) -> Fields {
        (
            self.is_equivalent,
            self.reason.clone(),
            self.steps.clone(),
            self.component.clone(),
            self.offsets,
            self.kind.clone(),
        )
    }

    fn __bool__(&self) -> bool {
        self.is_equivalent
    }

    fn __str__(&self) -> &str {
        &self.reason
    }

    fn __repr__(&self) -> String {
        format!("<Comparison: {}>", self.reason)
    }
}

/// Whether two references have the same normal form at a level, and why: a `Comparison`. At the level ``"decoded"`` their data is compared,
/// segment by segment and pair by pair; a server may still answer them differently (RFC 3986 section 2.2). There ``plus_as_space`` reads ``+``
/// in a query as a space, and with ``nfc`` a letter and its accent are the same in one character and in two. With ``any_order`` the order of
/// parameters of different names does not count. With ``iri`` a character is the same as its triplets (RFC 3987), as it is at ``"decoded"``.
///
/// >>> import triplet
/// >>> same = triplet.equivalent("http://a/%7eb", "HTTP://a/~b")
/// >>> bool(same), same.reason
/// (True, 'same by unreserved triplet, scheme case')
/// >>> other = triplet.equivalent("http://a/b%2Fc", "http://a/b/c")
/// >>> bool(other), other.component, other.offsets, other.kind
/// (False, 'path', (10, 10), 'reserved-character')
/// >>> triplet.equivalent("http://a/@b", "http://a/%40b", "decoded").reason
/// 'same by decoded triplet: `%40` is `@` in a segment'
/// >>> triplet.equivalent("/?b=1&a=2", "/?a=2&b=1", any_order=True).reason
/// 'same by parameter order'
#[pyfunction]
#[pyo3(signature = (a, b, level=LevelArgument(Level::default()), *, plus_as_space=false, nfc=false, any_order=false, iri=false), text_signature = "(a, b, level='path', *, plus_as_space=False, nfc=False, any_order=False, iri=False)")]
#[allow(clippy::too_many_arguments)]
pub(super) fn equivalent(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    level: LevelArgument,
    plus_as_space: bool,
    nfc: bool,
    any_order: bool,
    iri: bool,
) -> PyResult<Comparison> {
    let options = options(plus_as_space, nfc, any_order, iri);
    let normalizer = level.normalizer(options)?;
    let (first, second) = (text(a)?, text(b)?);
    let (first, second) = (first.as_str(), second.as_str());
    check_memory(longest(first.len().saturating_add(second.len())))?;
    let found =
        detach_if_long(a.py(), first.len() + second.len(), || normalizer.equivalent(first, second));
    let mut reason = found.to_string();
    let mut comparison = Comparison {
        is_equivalent: found.is_equivalent(),
        reason: String::new(),
        steps: Vec::new(),
        component: None,
        offsets: None,
        kind: None,
    };
    match found {
        Equivalence::Identical => {}
        Equivalence::Equivalent(steps) => {
            comparison.steps = steps.iter().map(|step| step.name().into()).collect()
        }
        Equivalence::Different(difference) => {
            let [byte_a, byte_b] = difference.offsets();
            let offsets =
                (characters(first.as_bytes(), byte_a), characters(second.as_bytes(), byte_b));
            reason = Equivalence::Different(difference.at([offsets.0, offsets.1])).to_string();
            comparison.offsets = Some(offsets);
            comparison.component = Some(difference.component().name().into());
            comparison.kind = difference.reason().map(|reason| reason.name().into());
        }
    }
    comparison.reason = reason;
    Ok(comparison)
}

/// Whether two IRIs have the same normal form at a level. Characters outside ASCII are the same as their triplets; at the level
/// ``"scheme"`` a host is the same as its Punycode.
///
/// >>> import triplet
/// >>> triplet.equivalent_iris("http://example.org/rosé", "http://example.org/ros%c3%a9")
/// True
#[pyfunction]
#[pyo3(signature = (a, b, level=LevelArgument(Level::default())), text_signature = "(a, b, level='path')")]
pub(super) fn equivalent_iris(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    level: LevelArgument,
) -> PyResult<bool> {
    let (first, second) = (text(a)?, text(b)?);
    let (first, second) = (first.as_str(), second.as_str());
    check_memory(longest(first.len().saturating_add(second.len())))?;
    Ok(detach_if_long(a.py(), first.len() + second.len(), || {
        iri::equivalent(first, second, level.0)
    }))
}
