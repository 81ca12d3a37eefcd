//! The class `Reference`, and the check of its subclasses in `triplet/_typed.py`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString, PyType};
use triplet::uri::{self, Grammar, Level};

use crate::memory::{self, Meter, Text, check_memory};
use crate::text::text;
use crate::uri::{LevelArgument, longest, raised, strictness};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Reference>()
}

/// A URI or IRI reference, split into its components (RFC 3986 appendix B).
///
/// The components are as they are written, so still encoded: split first, decode each part once. A component that is not there is
/// ``None``; one that is there and empty is ``""``. Any string is a reference; `validate` checks the grammar.
///
/// >>> import triplet
/// >>> url = triplet.Reference("https://user@example.com:8080/a%2Fb/c?q=1&x#top")
/// >>> url.scheme, url.userinfo, url.host, url.port
/// ('https', 'user', 'example.com', '8080')
/// >>> url.path, url.segments
/// ('/a%2Fb/c', ['a%2Fb', 'c'])
/// >>> url.query, url.pairs, url.fragment
/// ('q=1&x', [('q', '1'), ('x', None)], 'top')
/// >>> str(url.resolve("../d"))
/// 'https://user@example.com:8080/d'
#[pyclass(frozen, subclass, module = "triplet")]
pub(crate) struct Reference(String);

/// A list of Python.
fn list<'py>(
    py: Python<'py>,
    items: impl Iterator<Item = impl IntoPyObject<'py>>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    let mut meter = Meter::new();
    for item in items {
        meter.count()?;
        list.append(item)?;
    }
    Ok(list)
}

impl Reference {
    fn split(&self) -> uri::Reference<'_> {
        uri::Reference::split(&self.0)
    }
}

/// The grammar of a subclass of [`Reference`], if it is one of those in `triplet/_typed.py`, whose objects are known to be valid. A
/// class of a caller that is below several of them has all their grammars: a `UriRef` is ASCII, an `Iri` has a scheme.
fn grammar_of(class: &Bound<'_, PyType>) -> PyResult<Option<Grammar>> {
    static IRI_REF: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static IRI: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static URI_REF: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = class.py();
    if class.is(py.get_type::<Reference>()) {
        return Ok(None);
    }
    let is_below = |known: &PyOnceLock<Py<PyType>>, name| {
        class.is_subclass(known.import(py, "triplet._typed", name)?)
    };
    if !is_below(&IRI_REF, "IriRef")? {
        return Ok(None);
    }
    Ok(Some(match (is_below(&IRI, "Iri")?, is_below(&URI_REF, "UriRef")?) {
        (true, true) => Grammar::Uri,
        (true, false) => Grammar::Iri,
        (false, true) => Grammar::UriReference,
        (false, false) => Grammar::IriReference,
    }))
}

#[pymethods]
impl Reference {
    /// Here, and not in the subclasses, is the check of a subclass: `Reference.__new__` takes any class below `Reference`.
    #[new]
    #[classmethod]
    fn new(class: &Bound<'_, PyType>, reference: &Bound<'_, PyAny>) -> PyResult<Reference> {
        let utf8 = text(reference)?;
        let utf8 = utf8.as_str();
        if let Some(grammar) = grammar_of(class)? {
            uri::validate(utf8, grammar).map_err(|error| raised(reference, utf8, &error))?;
        }
        check_memory(utf8.len())?;
        Ok(Reference(utf8.to_owned()))
    }

    /// The class. The class cannot be assigned: an object of another class was not checked for it.
    #[getter(__class__)]
    fn class<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyType> {
        slf.get_type()
    }

    /// The scheme.
    #[getter]
    fn scheme(&self) -> Option<Text<'_>> {
        self.split().scheme().map(Text::from)
    }

    /// The authority: userinfo, host and port.
    #[getter]
    fn authority(&self) -> Option<Text<'_>> {
        self.split().authority().map(|authority| authority.as_str()).map(Text::from)
    }

    /// The userinfo.
    #[getter]
    fn userinfo(&self) -> Option<Text<'_>> {
        self.split().authority().and_then(|authority| authority.userinfo()).map(Text::from)
    }

    /// The host. An IP literal has its brackets.
    #[getter]
    fn host(&self) -> Option<Text<'_>> {
        self.split().authority().map(|authority| authority.host()).map(Text::from)
    }

    /// The port, as it is written.
    #[getter]
    fn port(&self) -> Option<Text<'_>> {
        self.split().authority().and_then(|authority| authority.port()).map(Text::from)
    }

    /// The path, perhaps empty.
    #[getter]
    fn path(&self) -> Text<'_> {
        self.split().path().into()
    }

    /// The query, without its ``?``.
    #[getter]
    fn query(&self) -> Option<Text<'_>> {
        self.split().query().map(Text::from)
    }

    /// The fragment, without its ``#``.
    #[getter]
    fn fragment(&self) -> Option<Text<'_>> {
        self.split().fragment().map(Text::from)
    }

    /// The segments of the path.
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        list(py, self.split().segments().map(Text::from))
    }

    /// The pairs of the query, in order. A value is ``None`` if there is no ``=``.
    #[getter]
    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let pairs = self.split().pairs();
        list(py, pairs.map(|(name, value)| (Text::from(name), value.map(Text::from))))
    }

    /// The normal form: see the function `normalize`.
    #[pyo3(signature = (level=LevelArgument(Level::default())), text_signature = "($self, level='path')")]
    fn normalize(&self, level: LevelArgument) -> PyResult<Reference> {
        let level = level.normal()?;
        check_memory(longest(self.0.len()))?;
        Ok(Reference(uri::normalize(&self.0, level).into_owned()))
    }

    /// The target of a reference at this base: see the function `resolve`.
    #[pyo3(signature = (reference, *, strict=true))]
    fn resolve(
        slf: &Bound<'_, Self>,
        reference: &Bound<'_, PyAny>,
        strict: bool,
    ) -> PyResult<Reference> {
        let base = &slf.get().0;
        let reference = reference.str()?;
        check_memory(longest(base.len().saturating_add(text(&reference)?.as_bytes().len())))?;
        let target = uri::resolve(base, text(&reference)?.as_str(), strictness(strict));
        target
            .map(Reference)
            .map_err(|error| raised(&PyString::new(slf.py(), base).into_any(), base, &error))
    }

    fn __str__(&self) -> Text<'_> {
        self.0.as_str().into()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let text = memory::string(slf.py(), &slf.get().0)?;
        Ok(format!("{}({})", slf.get_type().name()?, text.repr()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Reference>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        memory::string(py, &self.0)?.hash()
    }

    fn __getnewargs__(&self) -> (Text<'_>,) {
        (self.0.as_str().into(),)
    }
}
