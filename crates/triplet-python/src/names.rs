//! The library's names as arguments of Python.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::str::FromStr;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use triplet::UnknownName;

/// A name in an answer: one of the library, or one that was pickled.
pub(crate) type Name = Cow<'static, str>;

/// The value of a type of the library that an argument names; a `ValueError` lists the names.
pub(crate) fn named<T: FromStr<Err = UnknownName>>(argument: &str, name: &str) -> PyResult<T> {
    name.parse().map_err(|unknown: UnknownName| {
        let names: Vec<String> = unknown.names().iter().map(|name| format!("'{name}'")).collect();
        let names = match &names[..] {
            [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            names => names.concat(),
        };
        PyValueError::new_err(format!("{argument} is {names}, not {name:?}"))
    })
}
