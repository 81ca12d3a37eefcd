//! Forms: `application/x-www-form-urlencoded`.

use std::borrow::Cow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyInt, PyList, PyMapping, PyMemoryView, PyString, PyTuple};
use triplet::InputError;
use triplet::charset::{self, Charset, CharsetError};
use triplet::form::{
    self, CgiRequest, FormError, Method, Newlines, Separators, Serializer, Space, Submission,
};

use crate::arguments::{MaxBytes, MaxPairs, is_list};
use crate::codec::Label;
use crate::error::triplet_error;
use crate::memory::{self, Meter, Text, check_memory, copied, refused};
use crate::names::{Name, named};
use crate::pairs::{each_pair, with_part};
use crate::text::{Input, text_error, wrong_type};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(parse_form, module)?)?;
    module.add_function(wrap_pyfunction!(parse_form_to_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(serialize_form, module)?)?;
    module.add_class::<FormRequest>()?;
    module.add_function(wrap_pyfunction!(submit_form, module)?)?;
    module.add_function(wrap_pyfunction!(parse_cgi_form, module)?)?;
    module.add_function(wrap_pyfunction!(cgi_search_words, module)?)
}

/// The separators with these characters.
pub(crate) fn separators(separators: &str) -> PyResult<Separators> {
    let name = if separators == ";&" { "&;" } else { separators };
    Separators::by_name(name).ok_or_else(|| {
        PyValueError::new_err(format!("separators is '&', ';' or '&;', not {separators:?}"))
    })
}

fn with_options<'a>(
    form: form::Parse<'a>,
    separators: &str,
    strip_question_mark: bool,
    strict: bool,
    drop_blank: bool,
    limits: (Option<MaxPairs>, Option<MaxBytes>),
) -> PyResult<form::Parse<'a>> {
    let view = form.separators(self::separators(separators)?);
    let view = if strip_question_mark { view.strip_question_mark() } else { view };
    let view = if strict { view.strict() } else { view };
    let view = if drop_blank { view.drop_blank() } else { view };
    let view = limits.0.map_or(view, |limit| view.max_pairs(limit.0));
    Ok(limits.1.map_or(view, |limit| view.max_bytes(limit.0)))
}

fn raised(read: &Input<'_, '_>, input: &Bound<'_, PyAny>, error: &FormError) -> PyErr {
    read.error(input, error)
}

/// Parses ``application/x-www-form-urlencoded`` to a list of pairs, in order.
///
/// By default it does what the URL standard says: ``&`` separates, ``+`` is a space, a malformed triplet stands for itself, and octets that
/// are not UTF-8 become U+FFFD. What the options change:
///
/// - ``separators``: ``"&"``, ``";"`` or ``"&;"``
/// - ``strip_question_mark``: a ``?`` at the start is not part of the first name
/// - ``strict``: a malformed triplet is a `TripletError`
/// - ``charset``: that of the octets, in the place of UTF-8; ``errors="strict"`` makes octets that are not text in it a `TripletError`
/// - ``drop_blank``: pairs without a value are skipped
/// - ``max_pairs``, ``max_bytes``: more of them are a `TripletError`
///
/// >>> import triplet
/// >>> triplet.parse_form("q=tea+%26+milk&page=2&page=3&x")
/// [('q', 'tea & milk'), ('page', '2'), ('page', '3'), ('x', '')]
/// >>> triplet.parse_form("wd=%C4%E3%BA%C3", charset="gbk")
/// [('wd', '你好')]
#[pyfunction]
#[pyo3(signature = (input, *, separators="&", strip_question_mark=false, strict=false, drop_blank=false, max_pairs=None, max_bytes=None, charset=Label(Charset::UTF_8), errors="replace"), text_signature = "(input, *, separators='&', strip_question_mark=False, strict=False, drop_blank=False, max_pairs=None, max_bytes=None, charset='utf-8', errors='replace')")]
#[allow(clippy::too_many_arguments)]
fn parse_form<'py>(
    input: &Bound<'py, PyAny>,
    separators: &str,
    strip_question_mark: bool,
    strict: bool,
    drop_blank: bool,
    max_pairs: Option<MaxPairs>,
    max_bytes: Option<MaxBytes>,
    charset: Label,
    errors: &str,
) -> PyResult<Bound<'py, PyList>> {
    let py = input.py();
    let lossy = is_lossy(errors)?;
    let read = Input::of(input)?;
    let limits = (max_pairs, max_bytes);
    let view = form::parse(read.as_bytes());
    let view = with_options(view, separators, strip_question_mark, strict, drop_blank, limits)?;
    let reading =
        Reading { charset: charset.0, is_text: matches!(read, Input::Text(_)), strict, lossy };
    text_pairs(py, view, reading, |error| read.error(input, error))
}

fn is_lossy(errors: &str) -> PyResult<bool> {
    match errors {
        "strict" => Ok(false),
        "replace" => Ok(true),
        _ => Err(PyValueError::new_err(format!("errors is 'strict' or 'replace', not {errors:?}"))),
    }
}

/// How names and values become text.
#[derive(Clone, Copy)]
struct Reading {
    charset: Charset,
    /// Whether the form is text, whose characters outside ASCII are in no charset.
    is_text: bool,
    strict: bool,
    lossy: bool,
}

impl Reading {
    fn read<'a>(self, part: form::Part<'a>) -> Result<Cow<'a, str>, CharsetError> {
        let octets = part.raw();
        let view = match str::from_utf8(octets) {
            Ok(text) if self.is_text => charset::decode(text, self.charset),
            _ => charset::decode_octets(octets, self.charset),
        };
        let view = view.plus_as_space();
        let view = if self.strict { view } else { view.lenient() };
        let text = match self.lossy {
            true => view.to_str_lossy().map_err(CharsetError::from),
            false => view.to_str(),
        };
        text.map_err(|error| error.moved_by(part.offset()))
    }
}

fn text_pairs<'py>(
    py: Python<'py>,
    form: form::Parse<'_>,
    reading: Reading,
    raised: impl Fn(&dyn InputError) -> PyErr,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    let mut meter = Meter::new();
    for pair in form {
        let pair = pair.map_err(|error| raised(&error))?;
        meter.count()?;
        let text = |part: form::Part<'_>| -> PyResult<Bound<'py, PyAny>> {
            // An octet that is not UTF-8 becomes three.
            check_memory(part.raw().len().saturating_mul(4))?;
            let text = if reading.charset != Charset::UTF_8 {
                reading.read(part).map_err(|error| raised(&error))
            } else if reading.lossy {
                part.to_str_lossy().map_err(|error| raised(&FormError::from(error)))
            } else {
                part.to_str().map_err(|error| raised(&FormError::from(error)))
            };
            Ok(memory::string(py, &text?)?.into_any())
        };
        list.append(PyTuple::new(py, [text(pair.name)?, text(pair.value)?])?)?;
    }
    Ok(list)
}

/// `parse_form`, but names and values are bytes.
///
/// >>> import triplet
/// >>> triplet.parse_form_to_bytes("q=%FF")
/// [(b'q', b'\xff')]
#[pyfunction]
#[pyo3(signature = (input, *, separators="&", strip_question_mark=false, strict=false, drop_blank=false, max_pairs=None, max_bytes=None))]
fn parse_form_to_bytes<'py>(
    input: &Bound<'py, PyAny>,
    separators: &str,
    strip_question_mark: bool,
    strict: bool,
    drop_blank: bool,
    max_pairs: Option<MaxPairs>,
    max_bytes: Option<MaxBytes>,
) -> PyResult<Bound<'py, PyList>> {
    let py = input.py();
    let read = Input::of(input)?;
    let limits = (max_pairs, max_bytes);
    let view = form::parse(read.as_bytes());
    let view = with_options(view, separators, strip_question_mark, strict, drop_blank, limits)?;
    let list = PyList::empty(py);
    let mut meter = Meter::new();
    for pair in view {
        let pair = pair.map_err(|error| raised(&read, input, &error))?;
        meter.count()?;
        let octets = |part: form::Part<'_>| -> PyResult<Bound<'py, PyAny>> {
            check_memory(part.raw().len())?;
            match part.to_bytes() {
                Ok(octets) => Ok(memory::bytes(py, &octets)?.into_any()),
                Err(error) => Err(raised(&read, input, &error.into())),
            }
        };
        list.append(PyTuple::new(py, [octets(pair.name)?, octets(pair.value)?])?)?;
    }
    Ok(list)
}

/// Serializes pairs, or a mapping, as ``application/x-www-form-urlencoded``.
///
/// Names and values are strings, bytes or numbers. A value ``None`` writes the name alone, and a list or a tuple a pair for each of its
/// elements. Truth values are refused, because no specification says what they are in a form. What the options change:
///
/// - ``space_as_plus``: false writes a space as ``%20``
/// - ``newlines``: ``"crlf"`` writes line breaks as CRLF, as when an HTML form is submitted
/// - ``semicolons``: ``;`` separates
/// - ``charset``: that of strings, in the place of UTF-8. A character that it lacks is written as ``&#N;``, as browsers do
///
/// >>> import triplet
/// >>> triplet.serialize_form({"q": "tea & milk", "page": 2})
/// 'q=tea+%26+milk&page=2'
/// >>> triplet.serialize_form([("a", "1"), ("a", "é"), ("b", None)])
/// 'a=1&a=%C3%A9&b'
/// >>> triplet.serialize_form({"tag": ["a", "b"], "page": 2})
/// 'tag=a&tag=b&page=2'
#[pyfunction]
#[pyo3(signature = (pairs, *, space_as_plus=true, newlines="keep", semicolons=false, charset=Label(Charset::UTF_8)), text_signature = "(pairs, *, space_as_plus=True, newlines='keep', semicolons=False, charset='utf-8')")]
fn serialize_form<'py>(
    pairs: &Bound<'py, PyAny>,
    space_as_plus: bool,
    newlines: &str,
    semicolons: bool,
    charset: Label,
) -> PyResult<Bound<'py, PyString>> {
    let py = pairs.py();
    let newlines: Newlines = named("newlines", newlines)?;
    let mut all = Vec::new();
    let mut longest = 0_usize;
    let mut part = |part: &Bound<'_, PyAny>| {
        let octets = with_part(part, copied)??;
        let is_octets = !part.is_instance_of::<PyString>() && PyMemoryView::from(part).is_ok();
        let part = match str::from_utf8(&octets) {
            Ok(text) if !is_octets && charset.0 != Charset::UTF_8 => {
                // The longest is a reference, `&#1114111;`.
                check_memory(text.len().saturating_mul(10))?;
                charset::encode_octets(text, charset.0.output_encoding()).into_owned()
            }
            _ => octets,
        };
        longest = longest.saturating_add(longest_serialized(&part)).saturating_add(1);
        PyResult::Ok(part)
    };
    each_pair("pairs", pairs, |name, value| {
        if is_list(value) {
            for value in value.try_iter()? {
                all.try_reserve(1).map_err(refused)?;
                all.push((part(name)?, Some(part(&value?)?)));
            }
            return Ok(());
        }
        let name = part(name)?;
        let value = if value.is_none() { None } else { Some(part(value)?) };
        all.try_reserve(1).map_err(refused)?;
        all.push((name, value));
        Ok(())
    })?;
    let mut text = String::new();
    text.try_reserve_exact(longest).map_err(refused)?;
    let form = Serializer::new(&mut text);
    let form =
        form.space(if space_as_plus { Space::Plus } else { Space::Percent }).newlines(newlines);
    let mut form = if semicolons { form.semicolons() } else { form };
    for (name, value) in &all {
        match value {
            Some(value) => form.append(name, value),
            None => form.append_name(name),
        };
    }
    memory::string(py, &text)
}

/// The length that a part has at most in a form: a line break may become two triplets, and other octets that are not letters or digits
/// one.
fn longest_serialized(part: &[u8]) -> usize {
    let of = |octet: &u8| match octet {
        b'\r' | b'\n' => 6,
        octet if octet.is_ascii_alphanumeric() => 1,
        _ => 3,
    };
    part.iter().map(of).sum()
}

/// The request that a browser sends for a form: see `submit_form`.
///
/// - ``method``: ``"GET"`` or ``"POST"``
/// - ``url``: that of the action, with the form in its query if the method is GET
/// - ``content_type``, ``body``: those of the request, or ``None``
#[pyclass(frozen, eq, hash, module = "triplet")]
#[derive(Clone, PartialEq, Eq, Hash)]
struct FormRequest {
    #[pyo3(get)]
    method: Name,
    url: String,
    #[pyo3(get)]
    content_type: Option<Name>,
    body: Option<String>,
}

#[pymethods]
impl FormRequest {
    /// As `pickle` makes it again.
    #[new]
    fn new(
        method: String,
        url: String,
        content_type: Option<String>,
        body: Option<String>,
    ) -> Self {
        Self { method: method.into(), url, content_type: content_type.map(Name::from), body }
    }

    fn __getnewargs__(&self) -> (Name, String, Option<Name>, Option<String>) {
        (self.method.clone(), self.url.clone(), self.content_type.clone(), self.body.clone())
    }

    /// The URL of the action, with the form in its query if the method is GET.
    #[getter]
    fn url(&self) -> Text<'_> {
        self.url.as_str().into()
    }

    /// The body, or ``None``.
    #[getter]
    fn body(&self) -> Option<Text<'_>> {
        self.body.as_deref().map(Text::from)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let url = memory::string(py, &self.url)?.repr()?;
        let mut body = String::new();
        if let Some(text) = &self.body {
            body = format!(", body={}", memory::string(py, text)?.repr()?);
        }
        Ok(format!("FormRequest(method='{}', url={url}{body})", self.method))
    }
}

/// The request that a browser sends for the fields of an HTML form, by ``method``, ``"get"`` or ``"post"``.
///
/// ``action`` is a URL, and what it has outside its query stays as it is: `requote` encodes what a browser would. ``mailto:`` makes a mail. Line breaks in the fields become CRLF, and the value of a field named ``_charset_`` becomes
/// the name of the charset. A character that the charset lacks is sent as ``&#N;``. A control character in the action, or a scheme to which
/// no form is sent, is a `TripletError`.
///
/// >>> import triplet
/// >>> triplet.submit_form({"q": "tea & milk"}, "https://example.com/search?old#top").url
/// 'https://example.com/search?q=tea+%26+milk#top'
/// >>> triplet.submit_form([("a", "1"), ("a", "é")], "/save", method="post", charset="latin1").body
/// 'a=1&a=%E9'
#[pyfunction]
#[pyo3(signature = (fields, action, *, method="get", charset=Label(Charset::UTF_8)), text_signature = "(fields, action, *, method='get', charset='utf-8')")]
fn submit_form(
    fields: &Bound<'_, PyAny>,
    action: &Bound<'_, PyAny>,
    method: &str,
    charset: Label,
) -> PyResult<FormRequest> {
    let method = match method {
        "get" | "GET" => Method::Get,
        "post" | "POST" => Method::Post,
        _ => {
            return Err(PyValueError::new_err(format!(
                "method is 'get' or 'post', not {method:?}"
            )));
        }
    };
    let mut form = Some(Submission::new().charset(charset.0));
    let mut octets = 0_usize;
    each_pair("fields", fields, |name, value| {
        let mut part = |part: &Bound<'_, PyAny>| match part.cast::<PyString>() {
            Ok(part) => {
                let text = crate::text::text(part.as_any())?;
                octets = octets.saturating_add(text.as_bytes().len());
                check_memory(text.as_bytes().len())?;
                Ok(text.as_str().to_owned())
            }
            // A number, or the error for everything else. The fields of HTML are text, so octets are refused.
            Err(_) if part.is_instance_of::<PyInt>() || part.is_instance_of::<PyFloat>() => {
                with_part(part, |octets| String::from_utf8_lossy(octets).into_owned())
            }
            Err(_) => Err(wrong_type("a string or a number as name or value", part)),
        };
        let (name, value) = (part(name)?, part(value)?);
        form = form.take().map(|form| form.field(name, value));
        Ok(())
    })?;
    let text = crate::text::text(action)?;
    // A character outside the charset is a reference, all of whose characters are encoded; and the body is made before the URL.
    check_memory(octets.saturating_mul(12).saturating_add(text.as_bytes().len()))?;
    let request = form.unwrap_or_default().request(method, text.as_str());
    let request = request.map_err(|error| text_error(action, text.as_str(), &error))?;
    let method = match request.method {
        Method::Get => "GET",
        Method::Post => "POST",
    };
    let triplet::form::Request { url, content_type, body, .. } = request;
    let content_type = content_type.map(Name::from);
    Ok(FormRequest { method: method.into(), url, content_type, body })
}

/// The meta-variables of a CGI request that say where its form is.
struct Environment {
    method: String,
    query: Vec<u8>,
    content_type: Option<String>,
    content_length: Option<String>,
}

impl Environment {
    /// Reads them from `os.environ`, from WSGI's dictionary, or from any mapping of strings.
    fn of(environ: &Bound<'_, PyAny>) -> PyResult<Environment> {
        let Ok(environ) = environ.cast::<PyMapping>() else {
            return Err(wrong_type("a mapping, such as os.environ,", environ));
        };
        // Python keeps bytes that are not UTF-8 as lone surrogates (PEP 383); WSGI has a character for each byte (PEP 3333).
        let is_wsgi = environ.contains("wsgi.version")? || environ.contains("wsgi.input")?;
        let encoding = if is_wsgi { ("latin-1", "strict") } else { ("utf-8", "surrogateescape") };
        let octets = |name: &str| -> PyResult<Option<Vec<u8>>> {
            if !environ.contains(name)? {
                return Ok(None);
            }
            let value = environ.get_item(name)?;
            if let Ok(octets) = value.cast::<PyBytes>() {
                return Ok(Some(copied(octets.as_bytes())?));
            }
            let text =
                value.cast::<PyString>().map_err(|_| wrong_type("a string in environ", &value))?;
            let octets = text.call_method1("encode", encoding)?;
            Ok(Some(copied(octets.cast::<PyBytes>()?.as_bytes())?))
        };
        let text = |name: &str| -> PyResult<Option<String>> {
            Ok(octets(name)?.map(|octets| String::from_utf8_lossy(&octets).into_owned()))
        };
        Ok(Environment {
            method: text("REQUEST_METHOD")?.unwrap_or_default(),
            query: octets("QUERY_STRING")?.unwrap_or_default(),
            content_type: text("CONTENT_TYPE")?,
            content_length: text("CONTENT_LENGTH")?,
        })
    }

    fn request<'a>(&'a self, body: &'a [u8]) -> CgiRequest<'a> {
        CgiRequest {
            method: &self.method,
            query_string: &self.query,
            content_type: self.content_type.as_deref(),
            content_length: self.content_length.as_deref(),
            body,
        }
    }
}

/// Reads the form of a CGI request (RFC 3875): for GET and HEAD the query, for every other method the body, which is of the media type of
/// forms and as long as ``CONTENT_LENGTH`` says; if not, a `TripletError`.
///
/// ``environ`` is ``os.environ``, WSGI's dictionary, or another mapping with ``REQUEST_METHOD``, ``QUERY_STRING``, ``CONTENT_TYPE``,
/// ``CONTENT_LENGTH``. A mapping with ``wsgi.version`` or ``wsgi.input`` is of WSGI: its strings have a character for each octet (PEP 3333).
/// ``body`` is the bytes of the standard input. The options are those of `parse_form`.
///
/// >>> import triplet
/// >>> triplet.parse_cgi_form({"REQUEST_METHOD": "GET", "QUERY_STRING": "q=green+tea"})
/// [('q', 'green tea')]
#[pyfunction]
#[pyo3(signature = (environ, body=None, *, separators="&", strict=false, drop_blank=false, max_pairs=None, max_bytes=None, charset=Label(Charset::UTF_8), errors="replace"), text_signature = "(environ, body=None, *, separators='&', strict=False, drop_blank=False, max_pairs=None, max_bytes=None, charset='utf-8', errors='replace')")]
#[allow(clippy::too_many_arguments)]
fn parse_cgi_form<'py>(
    environ: &Bound<'py, PyAny>,
    body: Option<&Bound<'py, PyAny>>,
    separators: &str,
    strict: bool,
    drop_blank: bool,
    max_pairs: Option<MaxPairs>,
    max_bytes: Option<MaxBytes>,
    charset: Label,
    errors: &str,
) -> PyResult<Bound<'py, PyList>> {
    let py = environ.py();
    let lossy = is_lossy(errors)?;
    let variables = Environment::of(environ)?;
    let empty = PyBytes::new(py, b"").into_any();
    let body = body.unwrap_or(&empty);
    if body.is_instance_of::<PyString>() {
        return Err(wrong_type("a bytes-like object as body", body));
    }
    let read = Input::of(body)?;
    let request = variables.request(read.as_bytes());
    let form = request.form().map_err(|error| triplet_error(py, &error, None, Some(body)))?;
    let view = with_options(form, separators, false, strict, drop_blank, (max_pairs, max_bytes))?;
    // The octets that an error is about: those of the query or those of the body.
    let query = memory::bytes(py, &variables.query)?.into_any();
    let input = if matches!(&*variables.method, "" | "GET" | "HEAD") { &query } else { body };
    let reading = Reading { charset: charset.0, is_text: false, strict, lossy };
    text_pairs(py, view, reading, |error| match Input::of(input) {
        Ok(read) => read.error(input, error),
        Err(error) => error,
    })
}

/// The search words of a CGI request (RFC 3875 section 4.4), decoded, as bytes: those of a query without ``=``, separated by ``+``. ``None`` if
/// the query is not of that kind.
///
/// >>> import triplet
/// >>> triplet.cgi_search_words({"REQUEST_METHOD": "GET", "QUERY_STRING": "green+te%61"})
/// [b'green', b'tea']
#[pyfunction]
fn cgi_search_words<'py>(environ: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyList>>> {
    let py = environ.py();
    let variables = Environment::of(environ)?;
    check_memory(variables.query.len().saturating_mul(2))?;
    let Some(words) = variables.request(b"").search_words() else { return Ok(None) };
    let words = words.map_err(|error| {
        let query = PyBytes::new(py, &variables.query).into_any();
        match Input::of(&query) {
            Ok(read) => raised(&read, &query, &error.into()),
            Err(error) => error,
        }
    })?;
    let list = PyList::empty(py);
    let mut meter = Meter::new();
    for word in &words {
        meter.count()?;
        list.append(memory::bytes(py, word)?)?;
    }
    Ok(Some(list))
}
