//! Lint, layers, and how known decoders read a text.

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use triplet_inspect::{self as inspect, Context, Reading as Read, TokenKind, Tokens};

use crate::arguments::Limit;
use crate::memory::{self, Meter, Text, check_memory};
use crate::names::Name;
use crate::text::{Input, Offsets, detach_if_long};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Finding>()?;
    module.add_class::<Findings>()?;
    module.add_class::<Layers>()?;
    module.add_class::<Reading>()?;
    module.add_class::<Token>()?;
    module.add_function(wrap_pyfunction!(lint, module)?)?;
    module.add_function(wrap_pyfunction!(layers, module)?)?;
    module.add_function(wrap_pyfunction!(readers, module)?)?;
    module.add_function(wrap_pyfunction!(tokens, module)?)
}

/// One thing that `lint` reports.
///
/// - ``id``: a stable name, such as ``"double-encoding"``
/// - ``severity``: ``"info"``, ``"warn"`` or ``"error"``
/// - ``offset``, ``length``: where, counted as Python counts the input
/// - ``layer``: how many times the input must be decoded before the finding appears
/// - ``message``, ``reference``: what it means, and where that is written
/// - ``cwe``: the numbers of its entries in the CWE list, often none
#[pyclass(frozen, get_all, eq, hash, module = "triplet")]
#[derive(Clone, PartialEq, Eq, Hash)]
struct Finding {
    id: Name,
    severity: Name,
    offset: usize,
    length: usize,
    layer: u8,
    message: Name,
    reference: Name,
    cwe: Vec<u16>,
}

#[pymethods]
impl Finding {
    /// As `pickle` makes it again.
    #[new]
    #[allow(clippy::too_many_arguments)]
    fn new(
        id: String,
        severity: String,
        offset: usize,
        length: usize,
        layer: u8,
        message: String,
        reference: String,
        cwe: Vec<u16>,
    ) -> Self {
        Self {
            id: id.into(),
            severity: severity.into(),
            offset,
            length,
            layer,
            message: message.into(),
            reference: reference.into(),
            cwe,
        }
    }

    fn __getnewargs__(&self) -> (Name, Name, usize, usize, u8, Name, Name, Vec<u16>) {
        (
            self.id.clone(),
            self.severity.clone(),
            self.offset,
            self.length,
            self.layer,
            self.message.clone(),
            self.reference.clone(),
            self.cwe.clone(),
        )
    }

    fn __repr__(&self) -> String {
        format!(
            "Finding(id='{}', severity='{}', offset={}, length={}, layer={})",
            self.id, self.severity, self.offset, self.length, self.layer
        )
    }

    fn __str__(&self) -> String {
        format!("{} at offset {}: {} ({})", self.severity, self.offset, self.message, self.id)
    }
}

/// The findings of `lint`: a sequence of `Finding`.
///
/// - ``is_capped``: there are more than the limit
/// - ``worst``: the highest severity, or ``None``
#[pyclass(frozen, sequence, module = "triplet")]
struct Findings {
    list: Py<PyList>,
    #[pyo3(get)]
    is_capped: bool,
    #[pyo3(get)]
    worst: Option<Name>,
}

#[pymethods]
impl Findings {
    /// As `pickle` makes it again.
    #[new]
    fn new(list: Bound<'_, PyList>, is_capped: bool, worst: Option<String>) -> Self {
        Findings { list: list.unbind(), is_capped, worst: worst.map(Name::from) }
    }

    fn __getnewargs__(&self, py: Python<'_>) -> (Py<PyList>, bool, Option<Name>) {
        (self.list.clone_ref(py), self.is_capped, self.worst.clone())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Findings>() else { return Ok(false) };
        let list = other.get().list.bind(other.py());
        Ok(self.is_capped == other.get().is_capped && self.list.bind(other.py()).eq(list)?)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.list.bind(py).to_tuple().hash()
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.list.bind(py).len()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.list.bind(py).as_any().get_item(index).map_err(|error| {
            if error.is_instance_of::<PyIndexError>(py) {
                PyIndexError::new_err("there are not so many findings")
            } else {
                error
            }
        })
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.list.bind(py).as_any().try_iter()?.into_any())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let capped = if self.is_capped { ", and more" } else { "" };
        Ok(format!("<Findings: {}{capped}>", self.list.bind(py).repr()?))
    }
}

/// Findings about a text: double encoding, dot segments, overlong UTF-8, misleading hosts and more. ``docs/lint.md`` lists the rules.
///
/// ``context`` says what the text is, on which severities depend: ``"url"``, ``"path"``, ``"segment"``, ``"query"``, ``"form"``, ``"host"``,
/// ``"userinfo"``, ``"fragment"`` or ``"any"``. At most ``limit`` findings are returned.
///
/// >>> import triplet
/// >>> for finding in triplet.lint("https://example.com/..%2fetc"):
/// ...     print(finding.severity, finding.offset, finding.id)
/// error 20 dot-segment
/// info 22 encoded-separator
#[pyfunction]
#[pyo3(signature = (input, context="url", *, limit=Limit(1000)), text_signature = "(input, context='url', *, limit=1000)")]
fn lint(input: &Bound<'_, PyAny>, context: &str, limit: Limit) -> PyResult<Findings> {
    let Limit(limit) = limit;
    let py = input.py();
    let Some(context) = Context::by_name(context) else {
        let names: Vec<String> =
            Context::ALL.iter().map(|context| format!("'{}'", context.name())).collect();
        return Err(PyValueError::new_err(format!(
            "context is one of {}, not {context:?}",
            names.join(", ")
        )));
    };
    let read = Input::of(input)?;
    let bytes = read.as_bytes();
    // Measured on texts of triplets, in one and in several layers: 3 to 17 times the length. A text has fewer findings
    // than bytes.
    let findings = limit.min(bytes.len()).saturating_mul(size_of::<inspect::Finding>());
    check_memory(bytes.len().saturating_mul(24).saturating_add(findings))?;
    let found = detach_if_long(py, bytes.len(), || inspect::lint_at_most(bytes, context, limit));
    let mut offsets = Offsets::of(&read);
    let list = PyList::empty(py);
    let mut meter = Meter::new();
    for finding in found.iter() {
        meter.count()?;
        let rule = finding.rule();
        let span = finding.span();
        let (start, end) = (offsets.at(span.start), offsets.at(span.end));
        list.append(Finding {
            id: rule.name().into(),
            severity: finding.severity().name().into(),
            offset: start,
            length: end - start,
            layer: finding.layer(),
            message: rule.message().into(),
            reference: rule.reference().into(),
            cwe: rule.cwe().collect(),
        })?;
    }
    let worst = found.worst().map(|severity| severity.name().into());
    Ok(Findings { list: list.unbind(), is_capped: found.is_capped(), worst })
}

/// How many times a text is encoded: see `layers`.
///
/// - ``count``: how many times decoding changes the text, at most the limit
/// - ``is_limited``: the limit was reached
/// - ``octets``, ``text``: what is left when decoding changes nothing any more, as bytes and as text; ``None`` if the limit was reached
#[pyclass(frozen, eq, hash, module = "triplet")]
#[derive(Clone, PartialEq, Eq, Hash)]
struct Layers {
    #[pyo3(get)]
    count: usize,
    #[pyo3(get)]
    is_limited: bool,
    fixpoint: Option<Vec<u8>>,
}

#[pymethods]
impl Layers {
    /// As `pickle` makes it again.
    #[new]
    fn new(count: usize, is_limited: bool, fixpoint: Option<Vec<u8>>) -> Self {
        Self { count, is_limited, fixpoint }
    }

    fn __getnewargs__(&self) -> (usize, bool, Option<Vec<u8>>) {
        (self.count, self.is_limited, self.fixpoint.clone())
    }

    /// What is left when decoding changes nothing any more.
    #[getter]
    fn octets<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        self.fixpoint.as_deref().map(|octets| memory::bytes(py, octets)).transpose()
    }

    /// The same as text, with U+FFFD for octets that are not UTF-8.
    #[getter]
    fn text(&self) -> PyResult<Option<Text<'_>>> {
        let Some(octets) = self.fixpoint.as_deref() else { return Ok(None) };
        check_memory(octets.len().saturating_mul(3))?;
        Ok(Some(Text(String::from_utf8_lossy(octets))))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = match self.text()? {
            Some(text) => text.into_pyobject(py)?.repr()?.to_string(),
            None => "None".to_owned(),
        };
        let limited = if self.is_limited { "True" } else { "False" };
        Ok(format!("Layers(count={}, is_limited={limited}, text={text})", self.count))
    }
}

/// How many times a text is encoded, at most ``limit``. For inspection: a program that uses a text must decode it exactly once.
///
/// >>> import triplet
/// >>> triplet.layers("%252541")
/// Layers(count=3, is_limited=False, text='A')
#[pyfunction]
#[pyo3(signature = (input, *, limit=Limit(8)), text_signature = "(input, *, limit=8)")]
fn layers(input: &Bound<'_, PyAny>, limit: Limit) -> PyResult<Layers> {
    let Limit(limit) = limit;
    let read = Input::of(input)?;
    let bytes = read.as_bytes();
    check_memory(bytes.len().saturating_mul(4))?;
    let found = detach_if_long(input.py(), bytes.len(), || {
        let found = inspect::layers(bytes, limit);
        (found.count(), found.is_limited(), found.fixpoint().map(<[u8]>::to_vec))
    });
    Ok(Layers { count: found.0, is_limited: found.1, fixpoint: found.2 })
}

/// How one decoder reads a text: see `readers`.
///
/// - ``reader``: the decoder's name
/// - ``text``: what it reads, if it gives text
/// - ``octets``: what it reads, as bytes
/// - ``is_refused``: it refuses the text
#[pyclass(frozen, eq, module = "triplet")]
#[derive(PartialEq, Eq)]
struct Reading {
    #[pyo3(get)]
    reader: Name,
    read: Read,
}

#[pymethods]
impl Reading {
    /// As `pickle` makes it again.
    #[new]
    fn new(reader: String, text: Option<String>, octets: Option<Vec<u8>>) -> Self {
        let read = match (text, octets) {
            (Some(text), _) => Read::Text(text),
            (None, Some(octets)) => Read::Bytes(octets),
            (None, None) => Read::Refused,
        };
        Reading { reader: reader.into(), read }
    }

    fn __getnewargs__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Name, Option<Text<'_>>, Option<Bound<'py, PyBytes>>)> {
        Ok((self.reader.clone(), self.text(), self.octets(py)?))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.__getnewargs__(py)?.into_pyobject(py)?.hash()
    }

    /// What it reads, if it gives text.
    #[getter]
    fn text(&self) -> Option<Text<'_>> {
        match &self.read {
            Read::Text(text) => Some(text.as_str().into()),
            _ => None,
        }
    }

    #[getter]
    fn octets<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        Ok(match &self.read {
            Read::Bytes(octets) => Some(memory::bytes(py, octets)?),
            Read::Text(text) => Some(memory::bytes(py, text.as_bytes())?),
            Read::Refused => None,
        })
    }

    /// Whether it refuses the text.
    #[getter]
    fn is_refused(&self) -> bool {
        matches!(self.read, Read::Refused)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let what = match &self.read {
            Read::Text(text) => format!("text={}", memory::string(py, text)?.repr()?),
            Read::Bytes(octets) => format!("octets={}", memory::bytes(py, octets)?.repr()?),
            Read::Refused => "is_refused=True".to_owned(),
        };
        Ok(format!("Reading(reader='{}', {what})", self.reader))
    }
}

/// How known decoders, of other languages and servers, read the same text.
///
/// >>> import triplet
/// >>> for reading in triplet.readers("a+b%zz")[1:3]:
/// ...     print(reading)
/// Reading(reader='WHATWG form', text='a b%zz')
/// Reading(reader='ECMAScript decodeURIComponent', is_refused=True)
#[pyfunction]
fn readers(input: &Bound<'_, PyAny>) -> PyResult<Vec<Reading>> {
    let read = Input::of(input)?;
    let bytes = read.as_bytes();
    let mut readers = inspect::readers(bytes);
    let mut found = Vec::new();
    loop {
        // The readers run one after the other. Measured: each takes at most 15 times the length while it reads.
        check_memory(bytes.len().saturating_mul(20))?;
        let Some((reader, read)) = detach_if_long(input.py(), bytes.len(), || readers.next())
        else {
            return Ok(found);
        };
        found.push(Reading { reader: reader.name().into(), read });
    }
}

/// A run of a reference whose characters are of one kind: see `tokens`.
///
/// - ``start``, ``end``: where, as Python counts the input
/// - ``part``: the component it is in, or ``"delimiter"``
/// - ``kind``: for raw characters their class, ``"unreserved"``, ``"gen-delim"``, ``"sub-delim"``, ``"control"``, ``"other"`` or
///   ``"non-ascii"``, and in delimiters ``"percent"``; for triplets ``"character"``, or ``"octet"`` if it is not UTF-8; or ``"malformed"``
/// - ``character``: the character that the triplets of ``"character"`` encode
/// - ``octet``: the octet of ``"octet"``
/// - ``is_needless``: the character is unreserved, so it need not be encoded
/// - ``is_lowercase``: a triplet has a hexadecimal digit in lower case
#[pyclass(frozen, get_all, eq, hash, module = "triplet")]
#[derive(Clone, PartialEq, Eq, Hash)]
struct Token {
    start: usize,
    end: usize,
    part: Name,
    kind: Name,
    character: Option<char>,
    octet: Option<u8>,
    is_needless: bool,
    is_lowercase: bool,
}

#[pymethods]
impl Token {
    /// As `pickle` makes it again.
    #[new]
    #[allow(clippy::too_many_arguments)]
    fn new(
        start: usize,
        end: usize,
        part: String,
        kind: String,
        character: Option<char>,
        octet: Option<u8>,
        is_needless: bool,
        is_lowercase: bool,
    ) -> Self {
        Self {
            start,
            end,
            part: part.into(),
            kind: kind.into(),
            character,
            octet,
            is_needless,
            is_lowercase,
        }
    }

    fn __getnewargs__(&self) -> (usize, usize, Name, Name, Option<char>, Option<u8>, bool, bool) {
        (
            self.start,
            self.end,
            self.part.clone(),
            self.kind.clone(),
            self.character,
            self.octet,
            self.is_needless,
            self.is_lowercase,
        )
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut value = String::new();
        if let Some(character) = self.character {
            value = format!(
                ", character={}",
                PyString::new(py, character.encode_utf8(&mut [0; 4])).repr()?
            );
        } else if let Some(octet) = self.octet {
            value = format!(", octet={octet:#04x}");
        }
        let Token { start, end, part, kind, .. } = self;
        Ok(format!("Token({start}, {end}, '{part}', '{kind}'{value})"))
    }
}

/// What each character of a reference is: a list of `Token`. Together the tokens cover the whole text.
///
/// >>> import triplet
/// >>> for token in triplet.tokens("/%C3%A9%FF?q"):
/// ...     print(token)
/// Token(0, 1, 'path', 'gen-delim')
/// Token(1, 7, 'path', 'character', character='é')
/// Token(7, 10, 'path', 'octet', octet=0xff)
/// Token(10, 11, 'delimiter', 'gen-delim')
/// Token(11, 12, 'query', 'unreserved')
#[pyfunction]
fn tokens<'py>(input: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    let read = Input::of(input)?;
    let mut offsets = Offsets::of(&read);
    let token = |token: inspect::Token| {
        let (character, octet, is_needless, is_lowercase) = match token.kind() {
            TokenKind::Character { scalar, needless, lowercase } => {
                (Some(scalar), None, needless, lowercase)
            }
            TokenKind::Octet { octet, lowercase } => (None, Some(octet), false, lowercase),
            _ => (None, None, false, false),
        };
        let kind = match token.kind() {
            TokenKind::Raw(class) => class.name().into(),
            kind => kind.name().into(),
        };
        let part = token.part().name().into();
        let span = token.span();
        let (start, end) = (offsets.at(span.start), offsets.at(span.end));
        Token { start, end, part, kind, character, octet, is_needless, is_lowercase }
    };
    let list = PyList::empty(input.py());
    let mut meter = Meter::new();
    for found in Tokens::of(read.as_bytes()).map(token) {
        meter.count()?;
        list.append(found)?;
    }
    Ok(list)
}
