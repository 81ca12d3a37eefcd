//! References with other components and parameters.

use std::cell::Cell;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyMapping;
use triplet::uri::{
    self, Component, Edit, EditError, Grammar, Parameters, ParametersMut, Value, text_beside,
};

use crate::arguments::{Port, character, pairs as pairs_of, text_or_texts, texts};
use crate::error::triplet_error;
use crate::memory::check_memory;
use crate::names::named;
use crate::text::{result, text};
use crate::uri::{longest, raised};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(edit_uri, module)?)
}

/// How the values of an edit are read.
#[derive(Clone, Copy)]
enum Values {
    Data,
    KeepTriplets,
    AsWritten,
}

impl Values {
    fn by_name(name: &str) -> PyResult<Values> {
        match name {
            "data" => Ok(Values::Data),
            "keep-triplets" => Ok(Values::KeepTriplets),
            "as-written" => Ok(Values::AsWritten),
            _ => Err(PyValueError::new_err(format!(
                "values is 'data', 'keep-triplets' or 'as-written', not {name:?}"
            ))),
        }
    }

    fn value(self, text: &str) -> Value<'_> {
        match self {
            Values::Data => Value::Data(text),
            Values::KeepTriplets => Value::KeepTriplets(text),
            Values::AsWritten => Value::AsWritten(text),
        }
    }
}

/// The reference with other components and parameters, and all else byte for byte as it was.
///
/// ``remove``, ``remove_pairs``, ``keep_pairs`` and ``rename_pairs`` come first, then the components, ``set_segments``, ``segments``,
/// ``replace_pairs``, ``set_pairs``, ``pairs``, and the order at last.
///
/// - ``scheme``, ``userinfo``, ``user``, ``password``, ``host``, ``port``, ``path``, ``query``, ``fragment``: the new component
/// - ``remove``: the names of components that go; ``"matrix:v"`` is the matrix parameter ``v`` of each segment
/// - ``remove_pairs``: the decoded names of parameters that go; ``"utm_*"`` is each that begins with ``utm_``
/// - ``keep_pairs``: the same for parameters that stay; all others go
/// - ``rename_pairs``: a mapping of names of parameters to their new names
/// - ``segments``: texts that are added to the path, after the segments that it has; each becomes one segment. ``path`` is the whole
/// - ``set_segments``: a mapping of numbers of segments, from 0 or from the end, to their new texts; a segment that is not there is a
///   ``ValueError``
/// - ``set_pairs``: parameters with their new values; ``None`` is a parameter without ``=``. Others of the name go
/// - ``replace_pairs``: the same, but only of parameters that are there
/// - ``pairs``: parameters that are added at the end, after those that the query has. ``query`` is the whole
/// - ``sort_query``: the parameters by their names, as ``URLSearchParams.sort()`` does
/// - ``values``: each value is ``"data"``, and what its place does not keep is encoded, ``%`` too; or its triplets are kept,
///   ``"keep-triplets"``; or it is ``"as-written"``, and what its component does not allow is a `TripletError`
/// - ``plus_as_space``: the query is a form, in which ``+`` is a space
/// - ``separator``: what is between parameters
/// - ``strict``: a text that is not a reference by the grammar of IRIs is a `TripletError`; otherwise any text is edited
///
/// Pairs are a mapping or an iterable of pairs, of strings and numbers. What `Reference` gives is encoded, and a value here is data, so
/// what comes from ``Reference.segments`` and ``Reference.pairs`` goes with ``values="keep-triplets"``.
///
/// >>> import triplet
/// >>> triplet.edit_uri("http://a.example/x?utm_id=7&q=1#top", scheme="https", set_pairs=[("q", "50% & more")], remove_pairs=["utm_*"], remove=["fragment"])
/// 'https://a.example/x?q=50%25%20%26%20more'
/// >>> triplet.edit_uri("/files", segments=["a/b%2Fc"])
/// '/files/a%2Fb%252Fc'
/// >>> triplet.edit_uri("/files", segments=["a/b%2Fc"], values="keep-triplets")
/// '/files/a%2Fb%2Fc'
/// >>> triplet.edit_uri("/shop;jsessionid=1F;v=2", remove=["matrix:jsessionid"])
/// '/shop;v=2'
#[pyfunction]
#[pyo3(signature = (reference, *, scheme=None, userinfo=None, user=None, password=None, host=None, port=None, path=None, query=None, fragment=None, remove=None, remove_pairs=None, keep_pairs=None, rename_pairs=None, segments=None, set_segments=None, set_pairs=None, replace_pairs=None, pairs=None, sort_query=false, values="data", plus_as_space=false, separator="&", strict=false))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn edit_uri<'py>(
    reference: &Bound<'py, PyAny>,
    scheme: Option<PyBackedStr>,
    userinfo: Option<PyBackedStr>,
    user: Option<PyBackedStr>,
    password: Option<PyBackedStr>,
    host: Option<PyBackedStr>,
    port: Option<Port>,
    path: Option<PyBackedStr>,
    query: Option<PyBackedStr>,
    fragment: Option<PyBackedStr>,
    remove: Option<&Bound<'py, PyAny>>,
    remove_pairs: Option<&Bound<'py, PyAny>>,
    keep_pairs: Option<&Bound<'py, PyAny>>,
    rename_pairs: Option<&Bound<'py, PyAny>>,
    segments: Option<&Bound<'py, PyAny>>,
    set_segments: Option<&Bound<'py, PyAny>>,
    set_pairs: Option<&Bound<'py, PyAny>>,
    replace_pairs: Option<&Bound<'py, PyAny>>,
    pairs: Option<&Bound<'py, PyAny>>,
    sort_query: bool,
    values: &str,
    plus_as_space: bool,
    separator: &str,
    strict: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let values = Values::by_name(values)?;
    let separator = character("separator", separator)?;
    if !Parameters::takes_separator(separator) {
        let what = format!("separator {separator:?} does not separate parameters");
        return Err(PyValueError::new_err(what));
    }
    let utf8 = text(reference)?;
    if strict {
        let found = text_beside(utf8.as_str());
        let found = found.map_or_else(|| uri::validate(utf8.as_str(), Grammar::IriReference), Err);
        found.map_err(|error| raised(reference, utf8.as_str(), &error))?;
    }
    let port = port.map(|port| port.0.to_string());
    let components = [
        (Component::Scheme, scheme.as_deref()),
        (Component::Userinfo, userinfo.as_deref()),
        (Component::Host, host.as_deref()),
        (Component::Port, port.as_deref()),
        (Component::Path, path.as_deref()),
        (Component::Query, query.as_deref()),
        (Component::Fragment, fragment.as_deref()),
    ];
    let remove = text_or_texts("remove", remove)?;
    let remove_pairs = text_or_texts("remove_pairs", remove_pairs)?;
    let keep_pairs =
        keep_pairs.map(|names| text_or_texts("keep_pairs", Some(names))).transpose()?;
    let rename_pairs = pairs_of("rename_pairs", rename_pairs, false)?;
    let segments = texts("segments", segments)?;
    let set_segments = numbered(set_segments)?;
    let set_pairs = pairs_of("set_pairs", set_pairs, false)?;
    let replace_pairs = pairs_of("replace_pairs", replace_pairs, false)?;
    let pairs = pairs_of("pairs", pairs, true)?;
    let of_pairs = [&rename_pairs, &set_pairs, &replace_pairs, &pairs].into_iter().flatten();
    let lengths = components.iter().filter_map(|(_, text)| Some(text.as_ref()?.len()));
    let lengths = lengths
        .chain([user.as_deref(), password.as_deref()].into_iter().flatten().map(str::len))
        .chain(segments.iter().map(String::len))
        .chain(set_segments.iter().map(|(_, text)| text.len()))
        .chain(of_pairs.map(|(name, value)| name.len() + value.as_ref().map_or(0, |v| v.len())));
    check_memory(longest_edited(lengths.fold(utf8.as_bytes().len(), usize::saturating_add)))?;

    let mut edit = Edit::new(utf8.as_str());
    let matrix: Vec<&str> = remove.iter().filter_map(|name| name.strip_prefix("matrix:")).collect();
    for name in remove.iter().filter(|name| !name.starts_with("matrix:")) {
        match &**name {
            "user" => edit.remove_user(),
            "password" => edit.remove_password(),
            name => edit.remove(named("remove", name)?),
        };
    }
    let reading = Reading { plus_as_space, separator };
    for name in &remove_pairs {
        match name.strip_suffix('*') {
            Some(prefix) => reading.parameters(&mut edit).remove_prefixed(prefix),
            None => reading.parameters(&mut edit).remove_named(name),
        };
    }
    if let Some(kept) = &keep_pairs {
        let (prefixes, names): (Vec<&str>, Vec<&str>) =
            kept.iter().map(String::as_str).partition(|name| name.ends_with('*'));
        let prefixes: Vec<&str> = prefixes.iter().map(|name| &name[..name.len() - 1]).collect();
        reading.parameters(&mut edit).keep_only(&names, &prefixes);
    }
    let absent = Cell::new(None);
    let edited = || -> Result<_, EditError> {
        for (name, new) in &rename_pairs {
            let new = new.as_deref().unwrap_or_default();
            reading.parameters(&mut edit).rename(name, new)?;
        }
        for name in matrix {
            edit.remove_matrix(name)?;
        }
        for (component, text) in components {
            if let Some(text) = text {
                edit.set(component, values.value(text))?;
            }
        }
        if let Some(user) = &user {
            edit.set_user(values.value(user))?;
        }
        if let Some(password) = &password {
            edit.set_password(values.value(password))?;
        }
        for (number, segment) in &set_segments {
            if !edit.set_segment(*number, values.value(segment))? {
                absent.set(Some(*number));
            }
        }
        for segment in &segments {
            edit.push_segment(values.value(segment))?;
        }
        for (name, value) in &replace_pairs {
            let value = value.as_deref().map(|text| values.value(text));
            reading.parameters(&mut edit).replace(name, value)?;
        }
        for (name, value) in &set_pairs {
            let value = value.as_deref().map(|text| values.value(text));
            reading.parameters(&mut edit).set(name, value)?;
        }
        for (name, value) in &pairs {
            let value = value.as_deref().map(|text| values.value(text));
            reading.parameters(&mut edit).push(name, value)?;
        }
        if sort_query {
            reading.parameters(&mut edit).sort();
        }
        edit.finish()
    };
    let edited = edited();
    if let Some(number) = absent.get() {
        let what = format!("set_segments: the path has no segment {number}");
        return Err(PyValueError::new_err(what));
    }
    match edited {
        Ok(edited) => result(reference, edited),
        Err(error) => Err(triplet_error(reference.py(), &error, error.offset(), None)),
    }
}

/// The memory that an edit takes at most for texts of this length together: a part is encoded, joined with others and put in its place, and
/// each of these texts grows by doubling.
pub(crate) fn longest_edited(length: usize) -> usize {
    longest(length).saturating_mul(3)
}

/// The texts of a mapping of numbers to texts.
fn numbered(given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<(isize, String)>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    let wrong =
        || PyTypeError::new_err("set_segments is a mapping of numbers of segments to strings");
    let items = given.cast::<PyMapping>().map_err(|_| wrong())?.items()?;
    let one = |item: Bound<'_, PyAny>| item.extract::<(isize, String)>().map_err(|_| wrong());
    items.into_iter().map(one).collect()
}

/// How the parameters are read.
struct Reading {
    plus_as_space: bool,
    separator: char,
}

impl Reading {
    fn parameters<'e, 'a>(&self, edit: &'e mut Edit<'a>) -> ParametersMut<'e, 'a> {
        let parameters = edit.parameters_mut().separator(self.separator);
        if self.plus_as_space { parameters.plus_as_space() } else { parameters }
    }
}
