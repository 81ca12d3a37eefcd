//! Forms with nested names, as dicts and lists.

use std::borrow::Cow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};
use triplet::form::Separators;
use triplet::form::nested::{Map, Rules, Style, Value};

use crate::arguments::{ListLimit, MaxBytes, MaxDepth, MaxPairs};
use crate::error::triplet_error;
use crate::memory::{self, Meter, check_memory};
use crate::names::named;
use crate::text::{Input, wrong_type};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(parse_nested_form, module)?)?;
    module.add_function(wrap_pyfunction!(serialize_nested_form, module)?)
}

fn rules(
    style: &str,
    max_depth: Option<MaxDepth>,
    list_limit: Option<ListLimit>,
) -> PyResult<Rules> {
    let style: Style = named("style", style)?;
    let rules = Rules::new(style);
    let rules = max_depth.map_or(rules, |limit| rules.max_depth(limit.0));
    match list_limit {
        Some(_) if !style.has_list_limit() => Err(PyValueError::new_err(format!(
            "list_limit goes with style='qs', and not with style='{style}'"
        ))),
        Some(limit) => Ok(rules.list_limit(limit.0)),
        None => Ok(rules),
    }
}

/// Parses a form with nested names, such as ``a[b][]=1``, to a dict of strings, lists and dicts, by the rules of ``style``: ``"php"``,
/// ``"rack"``, ``"qs"``, or OpenAPI's ``"deepObject"``, ``"pipeDelimited"`` and ``"spaceDelimited"``.
///
/// There are limits with defaults: ``max_depth`` (64, 99, 5, and 1 for OpenAPI), ``max_pairs`` (4096 for ``"rack"``, 1000 for the others),
/// ``max_bytes`` (4 MiB). More is a
/// `TripletError`. A longer list than ``list_limit`` (20) is a dict under the rules of ``qs``. ``strict`` makes a `TripletError` of what
/// the program would overwrite or drop, and of malformed triplets. ``separators`` and ``strip_question_mark`` are those of `parse_form`.
///
/// >>> import triplet
/// >>> triplet.parse_nested_form("user[name]=Zo%C3%AB&user[tags][]=a&user[tags][]=b")
/// {'user': {'name': 'Zoë', 'tags': ['a', 'b']}}
/// >>> triplet.parse_nested_form("a=1&a[b]=2", style="qs")
/// {'a': ['1', {'b': '2'}]}
#[pyfunction]
#[pyo3(signature = (input, *, style="php", strict=false, separators="&", strip_question_mark=false, max_depth=None, max_pairs=None, max_bytes=None, list_limit=None))]
#[allow(clippy::too_many_arguments)]
fn parse_nested_form<'py>(
    input: &Bound<'py, PyAny>,
    style: &str,
    strict: bool,
    separators: &str,
    strip_question_mark: bool,
    max_depth: Option<MaxDepth>,
    max_pairs: Option<MaxPairs>,
    max_bytes: Option<MaxBytes>,
    list_limit: Option<ListLimit>,
) -> PyResult<Bound<'py, PyDict>> {
    let separators: Separators = crate::form::separators(separators)?;
    let rules = rules(style, max_depth, list_limit)?.separators(separators);
    let rules = if strict { rules.strict() } else { rules };
    let rules = if strip_question_mark { rules.strip_question_mark() } else { rules };
    let rules = max_pairs.map_or(rules, |limit| rules.max_pairs(limit.0));
    let rules = max_bytes.map_or(rules, |limit| rules.max_bytes(limit.0));
    let read = Input::of(input)?;
    // Parts of a tree and their names.
    check_memory(read.as_bytes().len().saturating_mul(64))?;
    let tree = rules.parse(read.as_bytes()).map_err(|error| read.error(input, &error))?;
    dict(input.py(), &tree, &mut Meter::new())
}

fn dict<'py>(py: Python<'py>, map: &Map<'_>, meter: &mut Meter) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in map.entries() {
        dict.set_item(memory::string(py, name)?, object(py, value, meter)?)?;
    }
    Ok(dict)
}

fn object<'py>(
    py: Python<'py>,
    value: &Value<'_>,
    meter: &mut Meter,
) -> PyResult<Bound<'py, PyAny>> {
    meter.count()?;
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Text(text) => memory::string(py, text)?.into_any(),
        Value::List(values) => {
            let list = PyList::empty(py);
            for value in values {
                list.append(object(py, value, meter)?)?;
            }
            list.into_any()
        }
        Value::Map(map) => dict(py, map, meter)?.into_any(),
    })
}

/// Serializes a mapping, with strings, numbers, truth values, ``None``, lists and mappings in it, as a form with nested names, as the
/// program of ``style`` does: ``"php"``, ``"rack"`` or ``"qs"``, or by a style of OpenAPI (see `parse_nested_form`).
///
/// What is written is read again: what the program would read as something else is a `TripletError`, and so is more than
/// ``max_depth`` levels. Names and values have no types in a form, so without a schema some values come back as others: a list of one element
/// in a style of OpenAPI as its element, a dict in ``"pipeDelimited"`` and ``"spaceDelimited"`` as a list, and a dict with the keys ``0``, ``1``,
/// … in ``"qs"`` as a list.
///
/// >>> import triplet
/// >>> triplet.serialize_nested_form({"a": {"b": [1, "x y"]}})
/// 'a%5Bb%5D%5B0%5D=1&a%5Bb%5D%5B1%5D=x+y'
/// >>> triplet.serialize_nested_form({"a": [1, 2]}, style="rack")
/// 'a%5B%5D=1&a%5B%5D=2'
#[pyfunction]
#[pyo3(signature = (tree, *, style="php", max_depth=None, list_limit=None))]
fn serialize_nested_form<'py>(
    tree: &Bound<'py, PyAny>,
    style: &str,
    max_depth: Option<MaxDepth>,
    list_limit: Option<ListLimit>,
) -> PyResult<Bound<'py, PyString>> {
    let py = tree.py();
    let rules = rules(style, max_depth, list_limit)?.max_pairs(usize::MAX).max_bytes(usize::MAX);
    let Value::Map(map) = value(tree, rules.style(), 0)? else {
        return Err(wrong_type("a mapping", tree));
    };
    let form = rules.build(&map).map_err(|error| triplet_error(py, &error, None, None))?;
    memory::string(py, &form)
}

/// The deepest value that is read: more than any limit allows.
const DEEPEST: usize = 300;

fn value(object: &Bound<'_, PyAny>, style: Style, depth: usize) -> PyResult<Value<'static>> {
    if depth > DEEPEST {
        return Err(PyValueError::new_err(format!("the value has more than {DEEPEST} levels")));
    }
    if object.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(truth) = object.cast::<PyBool>() {
        return Ok(Value::from(style.boolean(truth.is_true())));
    }
    if object.is_instance_of::<PyInt>() || object.is_instance_of::<PyFloat>() {
        return Ok(Value::from(object.str()?.to_string_lossy().into_owned()));
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        let values = object.try_iter()?.map(|element| value(&element?, style, depth + 1));
        return Ok(Value::List(values.collect::<PyResult<_>>()?));
    }
    if let Ok(mapping) = object.cast::<PyMapping>() {
        let entry = |pair: Bound<'_, PyAny>| {
            let (name, object) = pair.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
            let Value::Text(name) = value(&name, style, depth + 1)? else {
                return Err(wrong_type("a string or a number as name", &name));
            };
            Ok((name, value(&object, style, depth + 1)?))
        };
        let entries = mapping.items()?.into_iter().map(entry);
        return Ok(Value::Map(entries.collect::<PyResult<Map<'_>>>()?));
    }
    if !object.is_instance_of::<PyString>() {
        return Err(wrong_type("a string, a number, a list or a mapping", object));
    }
    let text = crate::text::text(object)?;
    check_memory(text.as_bytes().len().saturating_mul(4))?;
    Ok(Value::Text(Cow::Owned(text.as_str().to_owned())))
}
