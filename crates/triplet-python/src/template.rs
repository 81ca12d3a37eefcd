//! URI templates.

use std::collections::HashMap;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyMapping, PyString};
use triplet::template::{self, TemplateError, Value};

use crate::memory::{Text, check_memory};
use crate::text::{text, text_error, wrong_type};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Template>()?;
    module.add_function(wrap_pyfunction!(expand, module)?)
}

/// A URI template (RFC 6570) of any level, parsed once.
///
/// What is wrong with a template is a `TripletError`. With ``literal_names``, the names of mappings in ``{?map*}``, ``{&map*}`` and
/// ``{;map*}`` are encoded as section 3.2.1 says: reserved characters in them are kept. Otherwise they are encoded like values, so that
/// a name can't add pairs to a query.
///
/// >>> import triplet
/// >>> template = triplet.Template("/users{/id}{?tag*,page}")
/// >>> template.expand(id="a/b", tag=["x", "y"])
/// '/users/a%2Fb?tag=x&tag=y'
/// >>> template.variables
/// ['id', 'tag', 'page']
/// >>> triplet.Template("/users{/id")
/// Traceback (most recent call last):
/// triplet.TripletError: `{` at offset 6: no `}` ends this expression
#[pyclass(frozen, eq, hash, module = "triplet")]
#[derive(Clone, PartialEq, Eq, Hash)]
struct Template {
    parsed: template::Template<'static>,
    literal_names: bool,
}

#[pymethods]
impl Template {
    #[new]
    #[pyo3(signature = (template, *, literal_names=false))]
    fn new(template: &Bound<'_, PyAny>, literal_names: bool) -> PyResult<Template> {
        let text = text(template)?;
        let parsed = template::Template::parse(text.as_str());
        let parsed = parsed.map_err(|error| raised(template, text.as_str(), &error))?.into_owned();
        let parsed = if literal_names { parsed.literal_names() } else { parsed };
        Ok(Template { parsed, literal_names })
    }

    /// The names of its variables, in order, as often as they are in it.
    #[getter]
    fn variables(&self) -> Vec<&str> {
        self.parsed.variables().map(|variable| variable.name()).collect()
    }

    /// Whether reserved characters in the names of mappings are kept.
    #[getter]
    fn literal_names(&self) -> bool {
        self.literal_names
    }

    /// Replaces each expression by its expansion with these values: see `expand`.
    #[pyo3(signature = (values=None, /, **more))]
    fn expand(
        &self,
        py: Python<'_>,
        values: Option<&Bound<'_, PyAny>>,
        more: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Text<'static>> {
        let found = variables(&self.parsed, values, more)?;
        self.parsed.expand(&found).map(Text::from).map_err(|error| {
            let text = self.parsed.as_str();
            raised(&PyString::new(py, text).into_any(), text, &error)
        })
    }

    fn __str__(&self) -> &str {
        self.parsed.as_str()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = PyString::new(py, self.parsed.as_str()).repr()?;
        let names = if self.literal_names { ", literal_names=True" } else { "" };
        Ok(format!("Template({text}{names})"))
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((&str,), Bound<'py, PyDict>)> {
        let options = PyDict::new(py);
        options.set_item("literal_names", self.literal_names)?;
        Ok(((self.parsed.as_str(),), options))
    }
}

/// Expands a URI template (RFC 6570) with values: a mapping, or names with values, or both; then the names count first.
///
/// A value is a string, a number, ``True`` or ``False`` (written ``true`` and ``false``), an iterable of them, or a mapping from strings to
/// them. ``None``, and an iterable or a mapping without members, is undefined and expands to nothing; a ``None`` in one is left out.
/// `Template` parses a template once. What is wrong with the template is a `TripletError`, also a prefix (``{var:3}``) of an iterable
/// or a mapping.
///
/// >>> import triplet
/// >>> triplet.expand("/search{?q,lang}", q="a b", lang="é")
/// '/search?q=a%20b&lang=%C3%A9'
/// >>> triplet.expand("{/path*}{?last.name}", {"path": ["a", "b/c"], "last.name": "Doe"})
/// '/a/b%2Fc?last.name=Doe'
/// >>> triplet.expand("{?filter*}", filter={"sort": "name", "page": 2})
/// '?sort=name&page=2'
#[pyfunction]
#[pyo3(signature = (template, values=None, /, **more))]
fn expand(
    template: &Bound<'_, PyAny>,
    values: Option<&Bound<'_, PyAny>>,
    more: Option<&Bound<'_, PyDict>>,
) -> PyResult<Text<'static>> {
    let text = text(template)?;
    let error = |error| raised(template, text.as_str(), &error);
    let parsed = template::Template::parse(text.as_str()).map_err(error)?;
    parsed.expand(&variables(&parsed, values, more)?).map(Text::from).map_err(error)
}

fn raised(input: &Bound<'_, PyAny>, utf8: &str, error: &TemplateError) -> PyErr {
    text_error(input, utf8, error)
}

/// The values of the variables of a template. Others are not read.
fn variables(
    template: &template::Template<'_>,
    values: Option<&Bound<'_, PyAny>>,
    more: Option<&Bound<'_, PyDict>>,
) -> PyResult<HashMap<String, Value<'static>>> {
    let mapping = match values {
        Some(values) => {
            let mapping = values.cast::<PyMapping>();
            Some(mapping.map_err(|_| wrong_type("a mapping from names to values", values))?)
        }
        None => None,
    };
    let mut found = HashMap::new();
    for variable in template.variables() {
        let name = variable.name();
        if found.contains_key(name) {
            continue;
        }
        let mut given = more.map(|more| more.get_item(name)).transpose()?.flatten();
        if let (None, Some(mapping)) = (&given, mapping)
            && mapping.contains(name)?
        {
            given = Some(mapping.get_item(name)?);
        }
        if let Some(given) = given {
            found.insert(name.to_owned(), value(&given)?);
        }
    }
    Ok(found)
}

/// A value of Python.
enum Scalar {
    Undefined,
    Text(String),
    /// None of these.
    Other,
}

fn scalar(object: &Bound<'_, PyAny>) -> PyResult<Scalar> {
    Ok(if object.is_none() {
        Scalar::Undefined
    } else if object.is_instance_of::<PyString>() {
        let text = text(object)?;
        // The copy, the expanded text, and the string of Python made of that text.
        check_memory(text.as_bytes().len().saturating_mul(10))?;
        Scalar::Text(text.as_str().to_owned())
    } else if let Ok(flag) = object.cast::<PyBool>() {
        Scalar::Text(flag.is_true().to_string())
    } else if object.is_instance_of::<PyInt>() || object.is_instance_of::<PyFloat>() {
        Scalar::Text(text(object.str()?.as_any())?.as_str().to_owned())
    } else {
        Scalar::Other
    })
}

fn value(object: &Bound<'_, PyAny>) -> PyResult<Value<'static>> {
    match scalar(object)? {
        Scalar::Undefined => return Ok(Value::UNDEFINED),
        Scalar::Text(text) => return Ok(Value::from(text)),
        Scalar::Other => {}
    }
    if let Ok(mapping) = object.cast::<PyMapping>() {
        let mut pairs = Vec::new();
        for item in mapping.items()?.iter() {
            let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
            let Scalar::Text(name) = scalar(&name)? else {
                return Err(wrong_type("a string or a number as name", &name));
            };
            if let Some(value) = member(&value)? {
                pairs.push((name, value));
            }
        }
        return Ok(Value::map(pairs));
    }
    let is_octets = object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>();
    match object.try_iter() {
        Ok(members) if !is_octets => {
            let mut list = Vec::new();
            for object in members {
                list.extend(member(&object?)?);
            }
            Ok(Value::list(list))
        }
        _ => Err(wrong_type("a string, a number, an iterable or a mapping as value", object)),
    }
}

/// A member of an iterable or a mapping; none if it is undefined.
fn member(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    match scalar(object)? {
        Scalar::Undefined => Ok(None),
        Scalar::Text(text) => Ok(Some(text)),
        Scalar::Other => Err(wrong_type("a string or a number as member", object)),
    }
}
