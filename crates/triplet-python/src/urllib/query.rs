//! `urlencode`, `parse_qs` and `parse_qsl`.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyString, PyTuple};
use triplet::decode;
use triplet::form::{self, Separators};
use triplet::set::rfc3986;
use triplet::{EncodeSet, encode};

use super::arguments::{Arg, standard, standard_function};
use super::quote::safe_set;
use super::unquote::{Charset, unquote_text};
use crate::memory::{self, Meter, refused};
use crate::results::decoded;
use crate::text::Utf8;

/// The arguments of `parse_qs` and `parse_qsl`, as they are handed over.
struct Arguments<'a, 'py> {
    qs: &'a Bound<'py, PyAny>,
    keep_blank_values: Arg<'a, 'py>,
    strict_parsing: Arg<'a, 'py>,
    encoding: Arg<'a, 'py>,
    errors: Arg<'a, 'py>,
    max_num_fields: Option<&'a Bound<'py, PyAny>>,
    separator: Arg<'a, 'py>,
    /// The argument that `parse_qs` of Python 3.14 passes to `parse_qsl`. Only the standard library's function knows whether other callers may pass it.
    stack_level: Option<&'a Bound<'py, PyAny>>,
}

impl<'py> Arguments<'_, 'py> {
    fn standard(&self, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        let py = self.qs.py();
        let flag = |argument: &Arg<'_, 'py>| match argument {
            Arg::Missing => pyo3::types::PyBool::new(py, false).to_owned().into_any(),
            Arg::Given(given) => Bound::clone(given),
        };
        let arguments = (
            self.qs,
            flag(&self.keep_blank_values),
            flag(&self.strict_parsing),
            self.encoding.or(py, "utf-8"),
            self.errors.or(py, "replace"),
            self.max_num_fields,
            self.separator.or(py, "&"),
        );
        let keywords = PyDict::new(py);
        if let Some(level) = self.stack_level {
            keywords.set_item(intern!(py, "_stacklevel"), level)?;
        }
        standard_function(py, name)?.call(arguments, Some(&keywords))
    }

    /// Calls `each` with the pairs. `None`: something is unusual or wrong, and nothing has been called that has an effect.
    fn pairs(
        &self,
        mut each: impl FnMut(Bound<'py, PyAny>, Bound<'py, PyAny>) -> PyResult<()>,
    ) -> PyResult<Option<()>> {
        let py = self.qs.py();
        if self.stack_level.is_some() {
            return Ok(None);
        }
        let truth = |argument: &Arg<'_, 'py>| match argument {
            Arg::Missing => Ok(false),
            Arg::Given(given) => given.is_truthy(),
        };
        let charset = Charset::of_text(&self.encoding, &self.errors);
        let utf8;
        let (query, is_text) = if let Ok(text) = self.qs.cast_exact::<PyString>() {
            let Ok(text) = Utf8::of(text) else { return Ok(None) };
            utf8 = text;
            (utf8.as_bytes(), true)
        } else if let Ok(octets) = self.qs.cast_exact::<PyBytes>() {
            if !(octets.as_bytes().is_ascii() && charset.is_default()) {
                return Ok(None);
            }
            (octets.as_bytes(), false)
        } else {
            return Ok(None);
        };
        let separator = match &self.separator {
            Arg::Missing => "&",
            Arg::Given(given) => {
                let given: &Bound<'py, PyAny> = given;
                if let Ok(text) = given.cast_exact::<PyString>()
                    && let Ok(text) = text.to_str()
                {
                    text
                } else if let Ok(octets) = given.cast_exact::<PyBytes>()
                    && octets.as_bytes().is_ascii()
                {
                    str::from_utf8(octets.as_bytes()).unwrap_or_default()
                } else {
                    return Ok(None);
                }
            }
        };
        if separator.is_empty() || !(is_text || separator.is_ascii()) {
            return Ok(None);
        }
        let Ok(query) = str::from_utf8(query) else { return Ok(None) };
        let (keep_blank, strict) = (truth(&self.keep_blank_values)?, truth(&self.strict_parsing)?);
        if let Some(limit) = self.max_num_fields {
            let fields = if query.is_empty() { 0 } else { 1 + query.matches(separator).count() };
            match limit.cast_exact::<PyInt>().map(|limit| limit.extract::<isize>()) {
                Ok(Ok(limit)) if limit >= 0 && fields <= limit as usize => {}
                _ => return Ok(None),
            }
        }
        if query.is_empty() {
            // Whether that is an error when parsing strictly depends on the version of Python.
            return Ok((!strict).then_some(()));
        }
        let part = |raw: &[u8]| -> PyResult<Option<Bound<'py, PyAny>>> {
            if is_text && !charset.is_default() {
                let text = PyString::from_bytes(py, raw)?;
                if raw.contains(&b'%') {
                    return unquote_text(&text, &charset, true).map(Some);
                }
                let (plus, space) = (intern!(py, "+"), intern!(py, " "));
                return text.call_method1(intern!(py, "replace"), (plus, space)).map(Some);
            }
            let view = decode(raw).lenient().plus_as_space();
            if is_text {
                // Most names and values are clean.
                return Ok(Some(if is_clean(raw) {
                    PyString::from_bytes(py, raw)?.into_any()
                } else {
                    decoded(py, raw.len(), view)?.into_any()
                }));
            }
            let mut octets = Vec::new();
            view.try_append_to(&mut octets).map_err(refused)?;
            if !octets.is_ascii() {
                return Ok(None);
            }
            Ok(Some(memory::bytes(py, &octets)?.into_any()))
        };
        let mut meter = Meter::new();
        let mut pair = |name: &[u8], value: &[u8]| -> PyResult<bool> {
            let (Some(name), Some(value)) = (part(name)?, part(value)?) else { return Ok(false) };
            each(name, value)?;
            meter.count()?;
            Ok(true)
        };
        // A separator of Python is one text, and `&;` is not two separators there.
        if let Some(separators) = Separators::by_name(separator)
            && separators != Separators::Both
            && !strict
        {
            let form = form::parse(query).separators(separators);
            let form = if keep_blank { form } else { form.drop_blank() };
            for found in form {
                // Without limits and not strict, a form has no errors.
                let Ok(found) = found else { return Ok(None) };
                if !pair(found.name.raw(), found.value.raw())? {
                    return Ok(None);
                }
            }
            return Ok(Some(()));
        }
        for field in query.split(separator) {
            let done = match field.split_once('=') {
                _ if field.is_empty() && !strict => true,
                Some((_, "")) if !keep_blank => true,
                Some((name, value)) => pair(name.as_bytes(), value.as_bytes())?,
                None if strict => false,
                None if keep_blank => pair(field.as_bytes(), b"")?,
                None => true,
            };
            if !done {
                return Ok(None);
            }
        }
        Ok(Some(()))
    }
}

/// Whether decoding changes nothing. The first bytes are scanned here: most names and values have no others.
fn is_clean(raw: &[u8]) -> bool {
    const NEAR: usize = 12;
    let (near, rest) = raw.split_at(raw.len().min(NEAR));
    !near.iter().any(|byte| matches!(byte, b'%' | b'+'))
        && (rest.is_empty() || decode(rest).plus_as_space().unchanged_up_to() == rest.len())
}

/// Parses a query to a list of pairs, as `urllib.parse.parse_qsl` does.
///
/// >>> from triplet.urllib import parse_qsl
/// >>> parse_qsl("q=tea+%26+milk&page=2&empty=")
/// [('q', 'tea & milk'), ('page', '2')]
/// >>> parse_qsl("a=1;b=", keep_blank_values=True, separator=";")
/// [('a', '1'), ('b', '')]
#[pyfunction]
#[pyo3(
    signature = (qs, keep_blank_values=Arg::Missing, strict_parsing=Arg::Missing, encoding=Arg::Missing, errors=Arg::Missing, max_num_fields=None, separator=Arg::Missing, *, _stacklevel=None),
    text_signature = "(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None, separator='&')"
)]
#[expect(clippy::too_many_arguments, reason = "those of the standard library")]
pub(super) fn parse_qsl<'py>(
    qs: &Bound<'py, PyAny>,
    keep_blank_values: Arg<'_, 'py>,
    strict_parsing: Arg<'_, 'py>,
    encoding: Arg<'_, 'py>,
    errors: Arg<'_, 'py>,
    max_num_fields: Option<&Bound<'py, PyAny>>,
    separator: Arg<'_, 'py>,
    _stacklevel: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = qs.py();
    let arguments = Arguments {
        qs,
        keep_blank_values,
        strict_parsing,
        encoding,
        errors,
        max_num_fields,
        separator,
        stack_level: _stacklevel,
    };
    let list = PyList::empty(py);
    let pairs = arguments.pairs(|name, value| list.append((name, value).into_pyobject(py)?))?;
    match pairs {
        Some(()) => Ok(list.into_any()),
        None => arguments.standard(intern!(py, "parse_qsl")),
    }
}

/// Parses a query to a dictionary of lists, as `urllib.parse.parse_qs` does.
///
/// >>> from triplet.urllib import parse_qs
/// >>> parse_qs("a=1&b=2&a=3")
/// {'a': ['1', '3'], 'b': ['2']}
#[pyfunction]
#[pyo3(
    signature = (qs, keep_blank_values=Arg::Missing, strict_parsing=Arg::Missing, encoding=Arg::Missing, errors=Arg::Missing, max_num_fields=None, separator=Arg::Missing),
    text_signature = "(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None, separator='&')"
)]
pub(super) fn parse_qs<'py>(
    qs: &Bound<'py, PyAny>,
    keep_blank_values: Arg<'_, 'py>,
    strict_parsing: Arg<'_, 'py>,
    encoding: Arg<'_, 'py>,
    errors: Arg<'_, 'py>,
    max_num_fields: Option<&Bound<'py, PyAny>>,
    separator: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = qs.py();
    let arguments = Arguments {
        qs,
        keep_blank_values,
        strict_parsing,
        encoding,
        errors,
        max_num_fields,
        separator,
        stack_level: None,
    };
    let fields = PyDict::new(py);
    let pairs = arguments.pairs(|name, value| match fields.get_item(&name)? {
        Some(values) => values.cast::<PyList>()?.append(value),
        None => fields.set_item(name, PyList::new(py, [value])?),
    })?;
    match pairs {
        Some(()) => Ok(fields.into_any()),
        None => arguments.standard(intern!(py, "parse_qs")),
    }
}

/// What `triplet.urllib.urlencode` calls.
#[pyfunction]
#[pyo3(
    signature = (query, doseq=None, safe=Arg::Missing, encoding=None, errors=None, quote_via=Arg::Missing),
    text_signature = None
)]
pub(super) fn urlencode<'py>(
    query: &Bound<'py, PyAny>,
    doseq: Option<&Bound<'py, PyAny>>,
    safe: Arg<'_, 'py>,
    encoding: Option<&Bound<'py, PyAny>>,
    errors: Option<&Bound<'py, PyAny>>,
    quote_via: Arg<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = query.py();
    let via = match &quote_via {
        Arg::Missing => Some(Via::QuotePlus),
        Arg::Given(given) => Via::of(given)?,
    };
    let set = match &safe {
        Arg::Missing => Some(rfc3986::UNRESERVED),
        Arg::Given(safe) => safe_set(safe),
    };
    if let (Some(via), Some(set)) = (via, set)
        && encoding.is_none()
        && errors.is_none()
        && is_plain(query)?
    {
        let set = match via {
            Via::QuotePlus => set.space_as_ambiguous_plus(),
            Via::Quote => set,
        };
        let doseq = doseq.is_some_and(|doseq| !matches!(doseq.is_truthy(), Ok(false)));
        let safe = safe.or(py, "");
        let mut form = Form { text: String::new(), set, doseq, via, safe };
        if let Ok(dict) = query.cast_exact::<PyDict>() {
            for item in dict.call_method0(intern!(py, "items"))?.try_iter()? {
                form.append(&item?)?;
            }
        } else {
            for item in query.try_iter()? {
                form.append(&item?)?;
            }
        }
        return Ok(memory::string(py, &form.text)?.into_any());
    }
    let false_ = pyo3::types::PyBool::new(py, false).to_owned().into_any();
    let doseq = doseq.unwrap_or(&false_);
    let quote_via = match &quote_via {
        Arg::Missing => {
            py.import(intern!(py, "triplet._triplet"))?.getattr(intern!(py, "quote_plus"))?
        }
        Arg::Given(given) => Bound::clone(given),
    };
    standard(
        py,
        intern!(py, "urlencode"),
        (query, doseq, safe.or(py, ""), encoding, errors, quote_via),
    )
}

/// How `urlencode` encodes a name or a value.
#[derive(Clone, Copy)]
enum Via {
    QuotePlus,
    Quote,
}

impl Via {
    /// `None` for a function that is neither ours nor the standard library's.
    fn of(function: &Bound<'_, PyAny>) -> PyResult<Option<Via>> {
        let py = function.py();
        for module in ["triplet._triplet", "triplet._standard"] {
            let module = PyModule::import(py, module)?;
            if function.is(&module.getattr(intern!(py, "quote_plus"))?) {
                return Ok(Some(Via::QuotePlus));
            }
            if function.is(&module.getattr(intern!(py, "quote"))?) {
                return Ok(Some(Via::Quote));
            }
        }
        Ok(None)
    }
}

/// Whether it is a `dict`, or a list or a tuple of pairs, of exactly these types.
fn is_plain(query: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_pair =
        |item: &Bound<'_, PyAny>| item.cast_exact::<PyTuple>().is_ok_and(|pair| pair.len() == 2);
    Ok(if let Ok(list) = query.cast_exact::<PyList>() {
        list.iter().all(|item| is_pair(&item))
    } else if let Ok(tuple) = query.cast_exact::<PyTuple>() {
        tuple.iter().all(|item| is_pair(&item))
    } else {
        query.cast_exact::<PyDict>().is_ok()
    })
}

struct Form<'py> {
    text: String,
    set: EncodeSet,
    doseq: bool,
    via: Via,
    safe: Bound<'py, PyAny>,
}

impl<'py> Form<'py> {
    fn append(&mut self, pair: &Bound<'py, PyAny>) -> PyResult<()> {
        let pair = pair.cast::<PyTuple>()?;
        let (name, value) = (pair.get_item(0)?, pair.get_item(1)?);
        if self.doseq
            && !value.is_instance_of::<PyString>()
            && !value.is_instance_of::<PyBytes>()
            && value.len().is_ok()
        {
            let mut encoded = String::new();
            std::mem::swap(&mut encoded, &mut self.text);
            self.part(&name)?;
            std::mem::swap(&mut encoded, &mut self.text);
            for value in value.try_iter()? {
                self.separate()?;
                self.push(&encoded)?;
                self.push("=")?;
                self.part(&value?)?;
            }
            return Ok(());
        }
        self.separate()?;
        self.part(&name)?;
        self.push("=")?;
        if self.doseq
            && value.is_instance_of::<PyString>()
            && value.cast_exact::<PyString>().is_err()
        {
            return self.subclass(&value);
        }
        self.part(&value)
    }

    /// Appends `bytes` of a subclass, or a value of a subclass of `str` that is not made a `str` first.
    #[cold]
    fn subclass(&mut self, value: &Bound<'py, PyAny>) -> PyResult<()> {
        let py = value.py();
        let via = match self.via {
            Via::QuotePlus => intern!(py, "quote_plus"),
            Via::Quote => intern!(py, "quote"),
        };
        let text = standard(py, via, (value, &self.safe))?;
        self.push(&text.cast::<PyString>()?.to_cow()?)
    }

    fn push(&mut self, text: &str) -> PyResult<()> {
        self.text.try_reserve(text.len()).map_err(refused)?;
        self.text.push_str(text);
        Ok(())
    }

    fn separate(&mut self) -> PyResult<()> {
        if self.text.is_empty() { Ok(()) } else { self.push("&") }
    }

    /// Appends a name or a value: the text of whatever it is, except `bytes`.
    fn part(&mut self, part: &Bound<'py, PyAny>) -> PyResult<()> {
        let append = |input: &[u8], text: &mut String| {
            encode(input, self.set).try_append_to(text).map_err(refused)
        };
        if let Ok(text) = part.cast_exact::<PyString>() {
            append(Utf8::of(text)?.as_bytes(), &mut self.text)?;
        } else if let Ok(octets) = part.cast_exact::<PyBytes>() {
            append(octets.as_bytes(), &mut self.text)?;
        } else if part.is_instance_of::<PyBytes>() {
            self.subclass(part)?;
        } else {
            let text = part.str()?;
            append(Utf8::of(&text)?.as_bytes(), &mut self.text)?;
        }
        Ok(())
    }
}
