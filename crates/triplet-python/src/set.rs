//! Encode sets as values.

use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};
use triplet::EncodeSet;
use triplet::set::{NonAscii, NotAscii};

use crate::error::unknown_name;
use crate::names::named;
use crate::text::{Input, wrong_type};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Set>()
}

/// Which characters an encoder keeps; it encodes all others. A value: it never changes, and can be compared, hashed and pickled.
///
/// `triplet.sets` names the sets of the specifications. Sets are made from others:
///
/// >>> from triplet import EncodeSet
/// >>> from triplet.sets import rfc3986
/// >>> rfc3986.SEGMENT
/// EncodeSet.by_name('rfc3986:segment')
/// >>> file_name = rfc3986.SEGMENT.also_encode(":")
/// >>> ":" in file_name, ":" in rfc3986.SEGMENT
/// (False, True)
/// >>> rfc3986.UNRESERVED | EncodeSet.keeping("/") == EncodeSet.by_name("dialect:python-quote")
/// True
/// >>> rfc3986.UNRESERVED < rfc3986.SEGMENT
/// True
///
/// ``|``, ``&`` and ``-`` combine the kept characters, ``<=`` compares them, ``in`` and iteration list them.
#[pyclass(frozen, module = "triplet", name = "EncodeSet")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Set(pub(crate) EncodeSet);

/// An argument that is a set or the name of one.
pub(crate) struct SetArgument(pub(crate) EncodeSet);

impl<'py> FromPyObject<'_, 'py> for SetArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<SetArgument> {
        let object: &Bound<'py, PyAny> = &object;
        if let Ok(set) = object.cast::<Set>() {
            return Ok(SetArgument(set.get().0));
        }
        let Ok(name) = object.cast::<PyString>() else {
            return Err(wrong_type("an EncodeSet or the name of one", object));
        };
        by_name(object.py(), &name.to_string_lossy()).map(SetArgument)
    }
}

/// The set with a name; the error names the nearest one.
fn by_name(py: Python<'_>, name: &str) -> PyResult<EncodeSet> {
    EncodeSet::by_name(name).ok_or_else(|| {
        let names = EncodeSet::names().map(|named| named.name);
        let what = triplet::unknown_name("encode set", name, names);
        unknown_name(py, &format!("{what}; EncodeSet.names() lists all"))
    })
}

/// A list of ASCII characters, as a string or bytes.
pub(crate) struct Ascii(pub(crate) Vec<u8>);

impl<'py> FromPyObject<'_, 'py> for Ascii {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Ascii> {
        let object: &Bound<'py, PyAny> = &object;
        let input = Input::of(object)?;
        let bytes = input.as_bytes();
        match NotAscii::check(bytes) {
            Ok(()) => Ok(Ascii(bytes.to_vec())),
            Err(error) => {
                let at = input.offset(error.offset()) as u64;
                Err(PyValueError::new_err(error.message().at(at).to_string()))
            }
        }
    }
}

#[pymethods]
impl Set {
    /// The set with a name, such as ``"rfc3986:segment"``. An unknown name is a ``KeyError`` and a ``ValueError``.
    #[staticmethod]
    fn by_name(py: Python<'_>, name: &str) -> PyResult<Set> {
        by_name(py, name).map(Set)
    }

    /// The set that keeps exactly these ASCII characters.
    #[staticmethod]
    fn keeping(characters: Ascii) -> Set {
        Set(EncodeSet::keeping(&characters.0))
    }

    /// The set that encodes these ASCII characters, controls and everything outside ASCII, and keeps the rest of ASCII.
    #[staticmethod]
    fn encoding(characters: Ascii) -> Set {
        Set(EncodeSet::encoding(&characters.0))
    }

    /// The names of all sets, grouped by specification.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        EncodeSet::names().map(|named| named.name).collect()
    }

    /// Its name, or ``None``. If several names have the same set, the first of them.
    #[getter]
    fn name(&self) -> Option<&'static str> {
        self.0.named().map(|named| named.name)
    }

    /// What it is for, in a few words, if it has a name.
    #[getter]
    fn about(&self) -> Option<&'static str> {
        self.0.named().map(|named| named.about)
    }

    /// The ASCII characters that it keeps, in ascending order.
    #[getter]
    fn kept(&self) -> String {
        self.0.kept().map(char::from).collect()
    }

    /// What happens to characters outside ASCII: ``"encode"``, ``"keep-ucschar"`` or ``"keep-ucschar-and-private"`` (RFC 3987), or ``"keep"``.
    #[getter]
    fn non_ascii(&self) -> &'static str {
        self.0.non_ascii_policy().name()
    }

    /// Whether a space is written ``+``.
    #[getter]
    fn writes_space_as_plus(&self) -> bool {
        self.0.writes_space_as_plus()
    }

    /// Whether complete triplets of the text are kept.
    #[getter]
    fn keeps_triplets(&self) -> bool {
        self.0.keeps_triplets()
    }

    /// Whether decoding gives back every text that was encoded under it.
    #[getter]
    fn is_reversible(&self) -> bool {
        self.0.is_reversible()
    }

    /// This set, and it keeps these ASCII characters too.
    fn also_keep(&self, characters: Ascii) -> Set {
        Set(self.0.also_keep(&characters.0))
    }

    /// This set, but it encodes these ASCII characters.
    fn also_encode(&self, characters: Ascii) -> Set {
        Set(self.0.also_encode(&characters.0))
    }

    /// This set, but a space is written ``+``, and ``+`` is encoded.
    fn space_as_plus(&self) -> Set {
        Set(self.0.space_as_plus())
    }

    /// This set, but a space is written ``+``, and ``+`` is kept if the set keeps it: the result is ambiguous.
    fn space_as_ambiguous_plus(&self) -> Set {
        Set(self.0.space_as_ambiguous_plus())
    }

    /// This set, but a space is not written ``+``.
    fn space_by_set(&self) -> Set {
        Set(self.0.space_by_set())
    }

    /// This set, but it keeps the complete triplets of the text.
    fn keep_triplets(&self) -> Set {
        Set(self.0.keep_triplets())
    }

    /// This set with another policy for characters outside ASCII: one of those that `non_ascii` names.
    fn with_non_ascii(&self, policy: &str) -> PyResult<Set> {
        Ok(Set(self.0.non_ascii(named("policy", policy)?)))
    }

    fn __or__(&self, other: &Set) -> Set {
        Set(self.0.union(other.0))
    }

    fn __and__(&self, other: &Set) -> Set {
        Set(self.0.intersection(other.0))
    }

    fn __sub__(&self, other: &Set) -> Set {
        Set(self.0.difference(other.0))
    }

    fn __contains__(&self, character: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(text) = character.cast::<PyString>()
            && text.code_point_len()? == 1
        {
            let text = text.to_string_lossy();
            return Ok(text.as_bytes().first().is_some_and(|&byte| self.0.keeps(byte)));
        }
        if let Ok(byte) = character.cast::<PyInt>()
            && let Ok(byte) = byte.extract::<u8>()
        {
            return Ok(self.0.keeps(byte));
        }
        Err(PyTypeError::new_err(
            "a set contains characters: ask for a string of one character, or a byte",
        ))
    }

    fn __len__(&self) -> usize {
        self.0.kept().count()
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        PyString::new(slf.py(), &slf.get().kept()).call_method0("__iter__")
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Set>() else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        let other = &other.get().0;
        let (less, more) = (self.0.is_subset_of(other), other.is_subset_of(&self.0));
        let answer = match op {
            CompareOp::Eq => self.0 == *other,
            CompareOp::Ne => self.0 != *other,
            CompareOp::Le => less,
            CompareOp::Ge => more,
            CompareOp::Lt => less && !more,
            CompareOp::Gt => more && !less,
        };
        Ok(pyo3::types::PyBool::new(py, answer).to_owned().into_any())
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __bool__(&self) -> bool {
        true
    }

    /// An expression that gives the set.
    fn __repr__(&self) -> String {
        if let Some(name) = self.name() {
            return format!("EncodeSet.by_name('{name}')");
        }
        let mut kept = String::new();
        for byte in self.0.kept() {
            match byte {
                b'\'' | b'\\' => kept.extend(['\\', char::from(byte)]),
                b' '..=b'~' => kept.push(char::from(byte)),
                _ => kept.push_str(&format!("\\x{byte:02x}")),
            }
        }
        let mut text = format!("EncodeSet.keeping('{kept}')");
        if self.0.writes_space_as_plus() {
            let plain = self.0.space_by_set();
            text.push_str(if plain.space_as_plus() == self.0 {
                ".space_as_plus()"
            } else {
                ".space_as_ambiguous_plus()"
            });
        }
        if self.0.keeps_triplets() {
            text.push_str(".keep_triplets()");
        }
        if self.0.non_ascii_policy() != NonAscii::Encode {
            text.push_str(&format!(".with_non_ascii('{}')", self.0.non_ascii_policy()));
        }
        text
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("triplet._sets")?.getattr("restore")?, (self.__repr__(),)))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}
