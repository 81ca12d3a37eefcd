//! The class `Reference`, and the check of its subclasses in `triplet/_typed.py`.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString, PyType};
use triplet::uri::{self, Grammar, Level, Parameters};
use triplet::{TextErrors, decode};

use crate::memory::{self, Meter, Text, check_memory};
use crate::names::named;
use crate::reference_class::Reference;
use crate::text::text;
use crate::uri::{LevelArgument, longest, raised, strictness, unless_lost};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Reference>()?;
    module.add_function(wrap_pyfunction!(is_valid, module)?)
}

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
    /// The decoded values of the parameters of a name; one without `=` has an empty value.
    fn values<'a>(&'a self, name: &'a str, plus: bool) -> impl Iterator<Item = Text<'a>> {
        let split = self.split();
        let mut parameters = Parameters::of(split.query().unwrap_or_default());
        // Those of a `mailto:` are header fields (RFC 6068).
        let is_mailto = split.scheme().is_some_and(|name| name.eq_ignore_ascii_case("mailto"));
        let plus = plus && !is_mailto;
        if is_mailto {
            parameters = parameters.mailto();
        } else if plus {
            parameters = parameters.plus_as_space();
        }
        parameters.named(name).map(move |(_, value)| {
            let view = decode(value.unwrap_or_default()).lenient();
            let view = if plus { view.plus_as_space() } else { view };
            Text(view.to_str_with(TextErrors::Replace).unwrap_or_default())
        })
    }

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

/// Whether a text is what ``grammar`` says: see `validate`, which raises an error that says where it is not.
///
/// >>> import triplet
/// >>> triplet.is_valid("/a%20b"), triplet.is_valid("/a b"), triplet.is_valid("/é", "iri-reference")
/// (True, False, True)
#[pyfunction]
#[pyo3(signature = (reference, grammar="uri-reference"))]
fn is_valid(reference: &Bound<'_, PyAny>, grammar: &str) -> PyResult<bool> {
    let grammar: Grammar = named("grammar", grammar)?;
    Ok(uri::validate(text(reference)?.as_str(), grammar).is_ok())
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

    /// The name of the user: the userinfo up to its first ``:``.
    #[getter]
    fn user(&self) -> Option<Text<'_>> {
        self.split().authority().and_then(|authority| authority.user()).map(Text::from)
    }

    /// The password: the userinfo after its first ``:``.
    #[getter]
    fn password(&self) -> Option<Text<'_>> {
        self.split().authority().and_then(|authority| authority.password()).map(Text::from)
    }

    /// The port as a number; ``None`` without a port, and for one that is empty or not a number up to 65535. ``authority`` has it as it is
    /// written.
    #[getter]
    fn port(&self) -> Option<u16> {
        self.split().port_number()
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

    /// The decoded value of the first parameter of this name, or ``default``. A parameter without ``=`` has the value ``""``, and octets
    /// that are not UTF-8 become U+FFFD. ``plus_as_space`` reads the query as a form, in which ``+`` is a space.
    ///
    /// >>> import triplet
    /// >>> url = triplet.Reference("https://example.com/?q=tea%20%26%20milk&page=2")
    /// >>> url.get("q"), url.get("lang"), url.get("lang", "en")
    /// ('tea & milk', None, 'en')
    #[pyo3(signature = (name, default=None, *, plus_as_space=false))]
    fn get<'py>(
        &self,
        name: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
        plus_as_space: bool,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let utf8 = text(name)?;
        check_memory(longest(self.0.len()))?;
        let first = self.values(utf8.as_str(), plus_as_space).next();
        match first {
            Some(value) => Ok(Some(value.into_pyobject(name.py())?.into_any())),
            None => Ok(default),
        }
    }

    /// The decoded values of all parameters of this name, in order: see `get`.
    ///
    /// >>> import triplet
    /// >>> triplet.Reference("?tag=a+b&tag=c").get_all("tag", plus_as_space=True)
    /// ['a b', 'c']
    #[pyo3(signature = (name, *, plus_as_space=false))]
    fn get_all<'py>(
        &self,
        name: &Bound<'py, PyAny>,
        plus_as_space: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        let utf8 = text(name)?;
        check_memory(longest(self.0.len()))?;
        list(name.py(), self.values(utf8.as_str(), plus_as_space))
    }

    /// The normal form: see the function `normalize`.
    #[pyo3(signature = (level=LevelArgument(Level::default())), text_signature = "($self, level='path')")]
    fn normalize(slf: &Bound<'_, Self>, level: LevelArgument) -> PyResult<Reference> {
        let level = level.normal()?;
        let reference = &slf.get().0;
        check_memory(longest(reference.len()))?;
        let normal = unless_lost(slf.as_any(), reference, uri::normalize(reference, level))?;
        Ok(Reference(normal.into_owned()))
    }

    /// The target of a reference at this base: see the function `resolve`.
    #[pyo3(signature = (reference, *, strict=true))]
    fn resolve(
        slf: &Bound<'_, Self>,
        reference: &Bound<'_, PyAny>,
        strict: bool,
    ) -> PyResult<Reference> {
        let base = &slf.get().0;
        let utf8 = text(reference)?;
        let utf8 = utf8.as_str();
        check_memory(longest(base.len().saturating_add(utf8.len())))?;
        let target = uri::resolve(base, utf8, strictness(strict))
            .map_err(|error| raised(&PyString::new(slf.py(), base).into_any(), base, &error))?;
        unless_lost(reference, utf8, target).map(Reference)
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

    fn __lt__(&self, other: &Bound<'_, Reference>) -> bool {
        self.0 < other.get().0
    }

    fn __le__(&self, other: &Bound<'_, Reference>) -> bool {
        self.0 <= other.get().0
    }

    fn __gt__(&self, other: &Bound<'_, Reference>) -> bool {
        self.0 > other.get().0
    }

    fn __ge__(&self, other: &Bound<'_, Reference>) -> bool {
        self.0 >= other.get().0
    }

    /// The text, in a width and an alignment: `f"{reference:>40}"`.
    fn __format__<'py>(&self, py: Python<'py>, how: &str) -> PyResult<Bound<'py, PyAny>> {
        memory::string(py, &self.0)?.call_method1("__format__", (how,))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        memory::string(py, &self.0)?.hash()
    }

    fn __getnewargs__(&self) -> (Text<'_>,) {
        (self.0.as_str().into(),)
    }
}
