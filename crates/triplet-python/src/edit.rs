//! References with other components and parameters.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use triplet::uri::{Component, Edit, EditError, Parameters, ParametersMut, Value};

use crate::error::triplet_error;
use crate::memory::check_memory;
use crate::names::named;
use crate::text::{result, text};
use crate::uri::longest;

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

type Pairs = Option<Vec<(PyBackedStr, Option<PyBackedStr>)>>;

/// The reference with other components and parameters, and all else byte for byte as it was.
///
/// ``remove`` and ``remove_pairs`` come first, then the components, ``segments``, ``set_pairs``, ``pairs``, and the order at last.
///
/// - ``scheme``, ``userinfo``, ``user``, ``password``, ``host``, ``port``, ``path``, ``query``, ``fragment``: the new component
/// - ``remove``: the names of components that go; ``"matrix:v"`` is the matrix parameter ``v`` of each segment
/// - ``remove_pairs``: the decoded names of parameters that go; ``"utm_*"`` is each that begins with ``utm_``
/// - ``segments``: texts that are added to the path; each becomes one segment
/// - ``set_pairs``: parameters with their new values; ``None`` is a parameter without ``=``. Others of the name go
/// - ``pairs``: parameters that are added at the end
/// - ``sort_query``: the parameters by their names, as ``URLSearchParams.sort()`` does
/// - ``values``: each value is ``"data"``, and what its place does not keep is encoded, ``%`` too; or its triplets are kept,
///   ``"keep-triplets"``; or it is ``"as-written"``, and what its component does not allow is a `TripletError`
/// - ``plus_as_space``: the query is a form, in which ``+`` is a space
/// - ``separator``: what is between parameters
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
#[pyo3(signature = (reference, *, scheme=None, userinfo=None, user=None, password=None, host=None, port=None, path=None, query=None, fragment=None, remove=None, remove_pairs=None, segments=None, set_pairs=None, pairs=None, sort_query=false, values="data", plus_as_space=false, separator='&'))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn edit_uri<'py>(
    reference: &Bound<'py, PyAny>,
    scheme: Option<PyBackedStr>,
    userinfo: Option<PyBackedStr>,
    user: Option<PyBackedStr>,
    password: Option<PyBackedStr>,
    host: Option<PyBackedStr>,
    port: Option<u16>,
    path: Option<PyBackedStr>,
    query: Option<PyBackedStr>,
    fragment: Option<PyBackedStr>,
    remove: Option<Vec<PyBackedStr>>,
    remove_pairs: Option<Vec<PyBackedStr>>,
    segments: Option<Vec<PyBackedStr>>,
    set_pairs: Pairs,
    pairs: Pairs,
    sort_query: bool,
    values: &str,
    plus_as_space: bool,
    separator: char,
) -> PyResult<Bound<'py, PyAny>> {
    let values = Values::by_name(values)?;
    if !Parameters::takes_separator(separator) {
        let what = format!("separator {separator:?} does not separate parameters");
        return Err(PyValueError::new_err(what));
    }
    let utf8 = text(reference)?;
    let port = port.map(|port| port.to_string());
    let components = [
        (Component::Scheme, scheme.as_deref()),
        (Component::Userinfo, userinfo.as_deref()),
        (Component::Host, host.as_deref()),
        (Component::Port, port.as_deref()),
        (Component::Path, path.as_deref()),
        (Component::Query, query.as_deref()),
        (Component::Fragment, fragment.as_deref()),
    ];
    let (remove, remove_pairs) = (remove.unwrap_or_default(), remove_pairs.unwrap_or_default());
    let segments = segments.unwrap_or_default();
    let (set_pairs, pairs) = (set_pairs.unwrap_or_default(), pairs.unwrap_or_default());
    let of_pairs = set_pairs.iter().chain(&pairs);
    let lengths = components.iter().filter_map(|(_, text)| Some(text.as_ref()?.len()));
    let lengths = lengths
        .chain([user.as_deref(), password.as_deref()].into_iter().flatten().map(str::len))
        .chain(segments.iter().map(|text| text.len()))
        .chain(of_pairs.map(|(name, value)| name.len() + value.as_ref().map_or(0, |v| v.len())));
    check_memory(longest(lengths.fold(utf8.as_bytes().len(), usize::saturating_add)))?;

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
    let edited = move || -> Result<_, EditError> {
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
        for segment in &segments {
            edit.push_segment(values.value(segment))?;
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
    match edited() {
        Ok(edited) => result(reference, edited),
        Err(error) => Err(triplet_error(reference.py(), &error, error.offset(), None)),
    }
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
