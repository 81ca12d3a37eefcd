//! Names of files, the header field `Content-Disposition`, and paths as `file:` URIs.

use std::ffi::CString;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyUserWarning;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use triplet::content_disposition::{self, ContentDisposition as Header, ContentDispositionError};
use triplet::filename::{self, FileName, FileNameError, Rules};
use triplet::uri::file::{self, System};

use crate::error::triplet_error;
use crate::memory::{self, Text, check_memory};
use crate::names::{Name, named};
use crate::text::{Input, Offsets, text, text_error};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<ContentDisposition>()?;
    module.add_class::<HeaderProblem>()?;
    module.add_function(wrap_pyfunction!(decode_filename, module)?)?;
    module.add_function(wrap_pyfunction!(encode_filename, module)?)?;
    module.add_function(wrap_pyfunction!(parse_content_disposition, module)?)?;
    module.add_function(wrap_pyfunction!(build_content_disposition, module)?)?;
    module.add_function(wrap_pyfunction!(path_to_uri, module)?)?;
    module.add_function(wrap_pyfunction!(uri_to_path, module)?)
}

/// The memory that is taken for an input of this length: triplets, and steps on the way.
fn longest(length: usize) -> usize {
    length.saturating_mul(10)
}

/// The text of a name, with a warning if it was cut.
fn whole_or_warned(py: Python<'_>, name: FileName) -> PyResult<Text<'static>> {
    if name.left_out() > 0 {
        let message =
            format!("the name is too long, so {} of its octets are left out", name.left_out());
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(message)?, 1)?;
    }
    Ok(name.into_string().into())
}

fn name_error(input: &Bound<'_, PyAny>, read: &Input<'_, '_>, error: &FileNameError) -> PyErr {
    read.error(input, error)
}

/// The name of a file from encoded text. What may not be in a name stays a triplet, so no system reads the name as a path, and
/// `encode_filename` leads back to the same octets.
///
/// ``rules`` is ``"posix"``, ``"windows"`` or ``"both"``. With ``cut``, a name of more than 255 octets is cut before its extension, with a
/// `UserWarning`; otherwise it is an error.
///
/// >>> import triplet
/// >>> triplet.decode_filename("na%C3%AFve%3A%20..%2Fa.txt")
/// 'naïve%3A ..%2Fa.txt'
/// >>> triplet.decode_filename("nul.txt"), triplet.decode_filename("nul.txt", rules="posix")
/// ('%6Eul.txt', 'nul.txt')
#[pyfunction]
#[pyo3(signature = (input, *, rules="both", lenient=false, cut=false))]
fn decode_filename(
    input: &Bound<'_, PyAny>,
    rules: &str,
    lenient: bool,
    cut: bool,
) -> PyResult<Text<'static>> {
    let rules: Rules = named("rules", rules)?;
    let read = Input::of(input)?;
    check_memory(longest(read.as_bytes().len()))?;
    let mut view = filename::decode(read.as_bytes()).rules(rules);
    if lenient {
        view = view.lenient();
    }
    if cut {
        view = view.cut();
    }
    let name = view.to_name().map_err(|error| name_error(input, &read, &error))?;
    whole_or_warned(input.py(), name)
}

/// The name of a file as one segment of an IRI: letters stay readable, triplets stay, and what a segment can't have is encoded.
///
/// >>> import triplet
/// >>> triplet.encode_filename("été 100%.txt")
/// 'été%20100%25.txt'
#[pyfunction]
fn encode_filename(name: &Bound<'_, PyAny>) -> PyResult<Text<'static>> {
    let read = Input::of(name)?;
    check_memory(longest(read.as_bytes().len()))?;
    Ok(filename::encode(read.as_bytes()).into_owned().into())
}

/// What is wrong in a header field: ``kind``, ``offset`` and ``message``.
#[pyclass(frozen, get_all, eq, hash, module = "triplet")]
#[derive(Clone, PartialEq, Eq, Hash)]
struct HeaderProblem {
    kind: Name,
    offset: usize,
    message: String,
}

#[pymethods]
impl HeaderProblem {
    /// As `pickle` makes it again.
    #[new]
    fn new(kind: String, offset: usize, message: String) -> Self {
        Self { kind: kind.into(), offset, message }
    }

    fn __getnewargs__(&self) -> (Name, usize, String) {
        (self.kind.clone(), self.offset, self.message.clone())
    }

    fn __repr__(&self) -> String {
        format!("<HeaderProblem {} at {}: {}>", self.kind, self.offset, self.message)
    }
}

/// The header field ``Content-Disposition``, as `parse_content_disposition` reads it.
///
/// - ``type``: such as ``"attachment"``, as it is written
/// - ``name``: the name as it was sent, perhaps a path; ``None`` without one, and if its octets are not text
/// - ``octets``: the octets of the name
/// - ``source``: the parameter that it is from: ``"filename"``, ``"filename*"`` or ``"filename*0"``
/// - ``charset``, ``language``: those of the name
/// - ``parameters``: all of them, their values not decoded
/// - ``problems``: what is wrong in the field
#[pyclass(frozen, module = "triplet")]
struct ContentDisposition {
    header: Header,
    problems: Vec<HeaderProblem>,
    /// What was parsed: `pickle` parses it again.
    input: Py<PyAny>,
}

#[pymethods]
impl ContentDisposition {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let parse = py.import("triplet._triplet")?.getattr("parse_content_disposition")?;
        (parse, (self.input.bind(py),)).into_bound_py_any(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<ContentDisposition>().is_ok_and(|other| {
            let other = other.get();
            self.header == other.header && self.problems == other.problems
        })
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let octets = self.header.octets().unwrap_or_default();
        (self.header.disposition_type(), octets).into_pyobject(py)?.hash()
    }

    #[getter]
    fn r#type(&self) -> Text<'_> {
        self.header.disposition_type().into()
    }

    #[getter]
    fn name(&self) -> Option<Text<'_>> {
        self.header.name().map(Text::from)
    }

    #[getter]
    fn octets<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        self.header.octets().map(|octets| memory::bytes(py, octets)).transpose()
    }

    #[getter]
    fn source(&self) -> Option<&'static str> {
        self.header.source().map(|source| source.name())
    }

    #[getter]
    fn charset(&self) -> Option<Text<'_>> {
        self.header.charset().map(Text::from)
    }

    #[getter]
    fn language(&self) -> Option<Text<'_>> {
        self.header.language().map(Text::from)
    }

    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Text<'_>, Bound<'py, PyBytes>)>> {
        let parameters = self.header.parameters();
        parameters.map(|(name, value)| Ok((name.into(), memory::bytes(py, value)?))).collect()
    }

    #[getter]
    fn problems(&self) -> Vec<HeaderProblem> {
        self.problems.clone()
    }

    /// The name of a file: `decode_filename` of the name. The name itself is not encoded. ``None`` without a name; a name that is empty or too
    /// long is a `TripletError`, unless ``cut`` cuts it.
    #[pyo3(signature = (*, rules="both", cut=false))]
    fn file_name(&self, py: Python<'_>, rules: &str, cut: bool) -> PyResult<Option<Text<'static>>> {
        let rules: Rules = named("rules", rules)?;
        let Some(view) = self.header.file_name() else { return Ok(None) };
        let view = view.rules(rules);
        let view = if cut { view.cut() } else { view };
        let octets = self.header.octets().unwrap_or_default();
        check_memory(longest(octets.len()))?;
        match view.to_name() {
            Ok(name) => whole_or_warned(py, name).map(Some),
            Err(error) => {
                let input = match self.header.name() {
                    Some(name) => memory::string(py, name)?.into_any(),
                    None => memory::bytes(py, octets)?.into_any(),
                };
                Err(name_error(&input, &Input::of(&input)?, &error))
            }
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let name = memory::string(py, self.header.name().unwrap_or_default())?;
        let problems = self.problems.len();
        Ok(format!(
            "<ContentDisposition {} {} problems={problems}>",
            self.header.disposition_type(),
            name.repr()?
        ))
    }
}

/// Reads the value of a header field ``Content-Disposition`` as senders write it (RFC 6266, RFC 8187, RFC 2231): with or without quotes,
/// in UTF-8 or ISO-8859-1. ``strict`` makes what is wrong a `TripletError`; otherwise it is in ``problems``.
///
/// >>> import triplet
/// >>> header = triplet.parse_content_disposition("attachment; filename=e.txt; filename*=UTF-8''%C3%A9.txt;")
/// >>> header.type, header.name, header.source
/// ('attachment', 'é.txt', 'filename*')
/// >>> [(problem.kind, problem.offset) for problem in header.problems]
/// [('empty-parameter', 55)]
/// >>> triplet.parse_content_disposition(b'inline; filename="../a.txt"').file_name()
/// '..%2Fa.txt'
#[pyfunction]
#[pyo3(signature = (header, *, strict=false))]
fn parse_content_disposition(
    header: &Bound<'_, PyAny>,
    strict: bool,
) -> PyResult<ContentDisposition> {
    let read = Input::of(header)?;
    check_memory(longest(read.as_bytes().len()))?;
    let parsed = Header::parse(read.as_bytes());
    if let (true, [first, ..]) = (strict, parsed.problems()) {
        return Err(read.error(header, first));
    }
    let mut offsets = Offsets::of(&read);
    let problem = |error: &ContentDispositionError| {
        let offset = offsets.at(error.offset());
        let message = error.message().at(offset as u64).to_string();
        HeaderProblem { kind: error.kind().name().into(), offset, message }
    };
    let problems = parsed.problems().iter().map(problem).collect();
    let py = header.py();
    let input = match &read {
        Input::Text(text) => memory::string(py, text.as_str())?.into_any().unbind(),
        Input::Octets(octets) => memory::bytes(py, octets)?.into_any().unbind(),
    };
    Ok(ContentDisposition { header: parsed, problems, input })
}

/// The value of a header field that offers a file of this name: ``filename`` in ASCII, and ``filename*`` where that is another name.
///
/// >>> import triplet
/// >>> triplet.build_content_disposition("naïve.txt")
/// 'attachment; filename="na_ve.txt"; filename*=UTF-8\'\'na%C3%AFve.txt'
/// >>> triplet.build_content_disposition("a.txt", type="inline")
/// 'inline; filename="a.txt"'
#[pyfunction]
#[pyo3(signature = (name, *, r#type="attachment", fallback=None), text_signature = "(name, *, type='attachment', fallback=None)")]
fn build_content_disposition(
    name: &Bound<'_, PyAny>,
    r#type: &str,
    fallback: Option<&Bound<'_, PyAny>>,
) -> PyResult<Text<'static>> {
    let utf8 = text(name)?;
    check_memory(longest(utf8.as_bytes().len()))?;
    let raised = |input: &Bound<'_, PyAny>, utf8: &str, error: &ContentDispositionError| {
        text_error(input, utf8, error)
    };
    let header = content_disposition::encode(utf8.as_str()).disposition_type(r#type);
    let header = header
        .map_err(|error| raised(PyString::new(name.py(), r#type).as_any(), r#type, &error))?;
    let Some(fallback) = fallback else { return Ok(header.to_string().into()) };
    let plain = text(fallback)?;
    let header = header.fallback(plain.as_str());
    Ok(header.map_err(|error| raised(fallback, plain.as_str(), &error))?.to_string().into())
}

/// A system by its name; none lets the path decide.
fn system(name: Option<&str>) -> PyResult<Option<System>> {
    name.map(|name| named("system", name)).transpose()
}

/// The ``file:`` URI of an absolute path (RFC 8089): ``str``, ``bytes`` or a path object. Lone surrogates in a ``str`` are the octets that
/// `os.fsdecode` made them of.
///
/// ``system`` is ``"posix"`` or ``"windows"``; without it, a path that begins with a drive or a backslash is one of Windows.
///
/// >>> import triplet
/// >>> triplet.path_to_uri("/tmp/50% é.txt")
/// 'file:///tmp/50%25%20%C3%A9.txt'
/// >>> triplet.path_to_uri(r"\\server\share\a b")
/// 'file://server/share/a%20b'
#[pyfunction]
#[pyo3(signature = (path, *, system=None))]
fn path_to_uri(path: &Bound<'_, PyAny>, system: Option<&str>) -> PyResult<Text<'static>> {
    let py = path.py();
    let system = self::system(system)?;
    let path = py.import(intern!(py, "os"))?.call_method1(intern!(py, "fspath"), (path,))?;
    let octets = match path.cast::<PyString>() {
        Ok(path) => path.call_method1(intern!(py, "encode"), ("utf-8", "surrogateescape"))?,
        Err(_) => path.clone(),
    };
    let octets = octets.cast::<PyBytes>()?.as_bytes();
    check_memory(longest(octets.len()))?;
    let system = system.unwrap_or_else(|| System::of_path(octets));
    file::from_path(octets, system).map(Text::from).map_err(|error| {
        let byte = error.offset();
        // Characters of a string. A lone surrogate stands for one octet.
        let offset = match path.is_instance_of::<PyString>() {
            true => decoded(py, &octets[..byte]).and_then(|before| before.len()).unwrap_or(byte),
            false => byte,
        };
        triplet_error(py, &error, Some(offset), Some(&path))
    })
}

/// Octets as `os.fsdecode` makes a string of them.
fn decoded<'py>(py: Python<'py>, octets: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let octets = memory::bytes(py, octets)?;
    octets.call_method1(intern!(py, "decode"), ("utf-8", "surrogateescape"))
}

/// The path of a ``file:`` URI, as `os.fsdecode` would give it: octets that are not UTF-8 are lone surrogates.
///
/// ``system`` is ``"posix"`` or ``"windows"``; without it, a URI with a drive or a host is of Windows. A URI whose path would be another
/// one is a `TripletError`: an encoded ``/`` in a name, a query.
///
/// >>> import triplet
/// >>> triplet.uri_to_path("file:///tmp/caf%C3%A9")
/// '/tmp/café'
/// >>> print(triplet.uri_to_path("file:///C:/a%20b"))
/// C:\a b
#[pyfunction]
#[pyo3(signature = (uri, *, system=None))]
fn uri_to_path<'py>(uri: &Bound<'py, PyAny>, system: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
    let py = uri.py();
    let system = self::system(system)?;
    let utf8 = text(uri)?;
    let utf8 = utf8.as_str();
    check_memory(longest(utf8.len()))?;
    let system = system.unwrap_or_else(|| System::of_uri(utf8));
    let path = file::to_path(utf8, system).map_err(|error| text_error(uri, utf8, &error))?;
    decoded(py, &path)
}
