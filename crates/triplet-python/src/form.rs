//! Forms: `application/x-www-form-urlencoded`.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};
use triplet::form::{self, FormError, Newlines, Separators, Serializer, Space};

use crate::text::{Input, wrong_type};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(parse_form, module)?)?;
    module.add_function(wrap_pyfunction!(parse_form_to_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(serialize_form, module)?)
}

fn view<'a>(
    form: &'a [u8],
    separators: &str,
    strip_question_mark: bool,
    strict: bool,
    drop_blank: bool,
    limits: (Option<usize>, Option<usize>),
) -> PyResult<form::Parse<'a>> {
    let separators = match separators {
        "&" => Separators::Ampersand,
        ";" => Separators::Semicolon,
        "&;" | ";&" => Separators::Both,
        _ => {
            return Err(PyValueError::new_err(format!(
                "separators is '&', ';' or '&;', not {separators:?}"
            )));
        }
    };
    let view = form::parse(form).separators(separators);
    let view = if strip_question_mark { view.strip_question_mark() } else { view };
    let view = if strict { view.strict() } else { view };
    let view = if drop_blank { view.drop_blank() } else { view };
    let view = limits.0.map_or(view, |limit| view.max_pairs(limit));
    Ok(limits.1.map_or(view, |limit| view.max_bytes(limit)))
}

fn raised(read: &Input<'_, '_>, input: &Bound<'_, PyAny>, error: &FormError) -> PyErr {
    read.error(input, error.name(), error.offset(), error)
}

/// Parses ``application/x-www-form-urlencoded`` to a list of pairs, in order.
///
/// By default it does what the URL standard says: ``&`` separates, ``+`` is a space, a malformed triplet stands for itself, and octets that
/// are not UTF-8 become U+FFFD. What the options change:
///
/// - ``separators``: ``"&"``, ``";"`` or ``"&;"``
/// - ``strip_question_mark``: a ``?`` at the start is no part of the first name
/// - ``strict``: a malformed triplet is a `TripletError`
/// - ``errors``: ``"strict"`` makes octets that are not UTF-8 a `TripletError`
/// - ``drop_blank``: pairs without a value are skipped
/// - ``max_pairs``, ``max_bytes``: more of them are a `TripletError`
///
/// >>> import triplet
/// >>> triplet.parse_form("q=tea+%26+milk&page=2&page=3&x")
/// [('q', 'tea & milk'), ('page', '2'), ('page', '3'), ('x', '')]
#[pyfunction]
#[pyo3(signature = (input, *, separators="&", strip_question_mark=false, strict=false, drop_blank=false, max_pairs=None, max_bytes=None, errors="replace"))]
#[allow(clippy::too_many_arguments)]
fn parse_form<'py>(
    input: &Bound<'py, PyAny>,
    separators: &str,
    strip_question_mark: bool,
    strict: bool,
    drop_blank: bool,
    max_pairs: Option<usize>,
    max_bytes: Option<usize>,
    errors: &str,
) -> PyResult<Bound<'py, PyList>> {
    let py = input.py();
    let lossy = match errors {
        "strict" => false,
        "replace" => true,
        _ => {
            return Err(PyValueError::new_err(format!(
                "errors is 'strict' or 'replace', not {errors:?}"
            )));
        }
    };
    let read = Input::of(input)?;
    let limits = (max_pairs, max_bytes);
    let view = view(read.as_bytes(), separators, strip_question_mark, strict, drop_blank, limits)?;
    let list = PyList::empty(py);
    for pair in view {
        let pair = pair.map_err(|error| raised(&read, input, &error))?;
        let text = |part: form::Part<'_>| -> PyResult<Bound<'py, PyAny>> {
            let text = if lossy { part.to_str_lossy() } else { part.to_str() };
            match text {
                Ok(text) => Ok(PyString::new(py, &text).into_any()),
                Err(error) => Err(raised(&read, input, &error.into())),
            }
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
    max_pairs: Option<usize>,
    max_bytes: Option<usize>,
) -> PyResult<Bound<'py, PyList>> {
    let py = input.py();
    let read = Input::of(input)?;
    let limits = (max_pairs, max_bytes);
    let view = view(read.as_bytes(), separators, strip_question_mark, strict, drop_blank, limits)?;
    let list = PyList::empty(py);
    for pair in view {
        let pair = pair.map_err(|error| raised(&read, input, &error))?;
        let octets = |part: form::Part<'_>| match part.to_bytes() {
            Ok(octets) => Ok(PyBytes::new(py, &octets).into_any()),
            Err(error) => Err(raised(&read, input, &error.into())),
        };
        list.append(PyTuple::new(py, [octets(pair.name)?, octets(pair.value)?])?)?;
    }
    Ok(list)
}

/// A name or a value: text, octets, or a number. `None`, truth values and containers are refused, because the text that Python has for
/// them (`None`, `True`, `[1]`) is not what a server reads.
fn with_part<T>(part: &Bound<'_, PyAny>, append: impl FnOnce(&[u8]) -> T) -> PyResult<T> {
    let is_number = part.is_instance_of::<PyInt>() || part.is_instance_of::<PyFloat>();
    if is_number && !part.is_instance_of::<PyBool>() {
        return Ok(append(part.str()?.to_string_lossy().as_bytes()));
    }
    if part.is_none() || part.is_instance_of::<PyBool>() {
        return Err(wrong_type("a string, bytes or a number as name or value", part));
    }
    Ok(append(Input::of(part)?.as_bytes()))
}

/// Serializes pairs, or a mapping, as ``application/x-www-form-urlencoded``.
///
/// Names and values are strings, bytes or numbers. A value ``None`` writes the name alone. What the options change:
///
/// - ``space_as_plus``: false writes a space as ``%20``
/// - ``newlines``: ``"crlf"`` writes line breaks as CRLF, as when an HTML form is submitted
/// - ``semicolons``: ``;`` separates
///
/// >>> import triplet
/// >>> triplet.serialize_form({"q": "tea & milk", "page": 2})
/// 'q=tea+%26+milk&page=2'
/// >>> triplet.serialize_form([("a", "1"), ("a", "é"), ("b", None)])
/// 'a=1&a=%C3%A9&b'
#[pyfunction]
#[pyo3(signature = (pairs, *, space_as_plus=true, newlines="keep", semicolons=false))]
fn serialize_form<'py>(
    pairs: &Bound<'py, PyAny>,
    space_as_plus: bool,
    newlines: &str,
    semicolons: bool,
) -> PyResult<Bound<'py, PyString>> {
    let py = pairs.py();
    let newlines = match newlines {
        "keep" => Newlines::Keep,
        "crlf" => Newlines::Crlf,
        _ => {
            return Err(PyValueError::new_err(format!(
                "newlines is 'keep' or 'crlf', not {newlines:?}"
            )));
        }
    };
    let mut text = String::new();
    let form = Serializer::new(&mut text);
    let form =
        form.space(if space_as_plus { Space::Plus } else { Space::Percent }).newlines(newlines);
    let mut form = if semicolons { form.semicolons() } else { form };
    let items = if let Ok(dict) = pairs.cast_exact::<PyDict>() {
        dict.call_method0("items")?
    } else if let Ok(mapping) = pairs.cast::<PyMapping>() {
        mapping.items()?.into_any()
    } else if pairs.is_instance_of::<PyString>() || pairs.is_instance_of::<PyBytes>() {
        return Err(wrong_type("a mapping or an iterable of pairs", pairs));
    } else {
        pairs.clone()
    };
    for pair in items.try_iter()? {
        let pair = pair?;
        let both = if pair.is_instance_of::<PyString>() || pair.is_instance_of::<PyBytes>() {
            None
        } else {
            pair.try_iter()?.collect::<PyResult<Vec<_>>>().ok().filter(|both| both.len() == 2)
        };
        let Some([name, value]) = both.as_deref() else {
            return Err(PyTypeError::new_err(
                "a pair of a form has two elements: a name and a value",
            ));
        };
        if value.is_none() {
            with_part(name, |name| {
                form.append_name(name);
            })?;
            continue;
        }
        let name = with_part(name, <[u8]>::to_vec)?;
        with_part(value, |value| {
            form.append(&name, value);
        })?;
    }
    Ok(PyString::new(py, &text))
}
