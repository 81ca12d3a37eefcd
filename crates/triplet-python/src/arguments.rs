//! Arguments whose errors name the argument: lists of texts, pairs, and numbers.
#![forbid(unsafe_code)]

use std::fmt::Display;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList, PyMemoryView, PyString, PyTuple};

use crate::memory::refused;
use crate::pairs::{each_pair, with_part};
use crate::reference_class::Reference;
use crate::text::text;

/// The `TypeError` of an argument.
#[cold]
fn wrong(argument: &str, wanted: &str, given: &Bound<'_, PyAny>) -> PyErr {
    let name = given.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("{argument} is {wanted}, not '{name}'"))
}

/// Whether an object is one text, though Python iterates over it.
fn is_one(given: &Bound<'_, PyAny>) -> bool {
    given.is_instance_of::<PyString>()
        || given.is_instance_of::<PyBytes>()
        || given.is_instance_of::<PyByteArray>()
        || given.is_instance_of::<Reference>()
}

/// A copy of a text. Memory that is refused is a `MemoryError`.
fn owned(text: &str) -> PyResult<String> {
    let mut copy = String::new();
    copy.try_reserve_exact(text.len()).map_err(refused)?;
    copy.push_str(text);
    Ok(copy)
}

/// The texts of an argument: of a list, a tuple or another iterable, or none. One string is refused: its characters would be the texts.
pub(crate) fn texts(argument: &str, given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    let wanted = "a list of strings";
    if is_one(given) {
        return Err(wrong(argument, wanted, given));
    }
    let items = given.try_iter().map_err(|_| wrong(argument, wanted, given))?;
    let one = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        if !item.is_instance_of::<PyString>() {
            return Err(wrong(&format!("an element of {argument}"), "a string", &item));
        }
        owned(text(&item)?.as_str())
    };
    items.map(one).collect()
}

/// The texts of an argument that may be one string.
pub(crate) fn text_or_texts(
    argument: &str,
    given: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<String>> {
    match given {
        Some(given) if given.is_instance_of::<PyString>() => {
            Ok(vec![owned(text(given)?.as_str())?])
        }
        given => texts(argument, given),
    }
}

/// A name, and a value or none.
pub(crate) type Pair = (String, Option<String>);

/// The pairs of a mapping or an iterable. Names and values are strings or numbers. With `lists`, a list as value is a pair for each of its
/// elements.
pub(crate) fn pairs(
    argument: &str,
    given: Option<&Bound<'_, PyAny>>,
    lists: bool,
) -> PyResult<Vec<Pair>> {
    let mut all = Vec::new();
    let Some(given) = given else { return Ok(all) };
    let of = |part: &Bound<'_, PyAny>| {
        if PyMemoryView::from(part).is_ok() {
            let what = format!("a name or a value of {argument}");
            return Err(wrong(&what, "a string or a number", part));
        }
        // A string or a number: both are UTF-8.
        with_part(part, |octets| owned(str::from_utf8(octets).unwrap_or_default()))?
    };
    each_pair(argument, given, |name, value| {
        let name = of(name)?;
        if is_list(value) {
            if !lists {
                let what = format!("a value of {argument}");
                return Err(wrong(&what, "a string, a number or None", value));
            }
            for value in value.try_iter()? {
                all.push((name.clone(), Some(of(&value?)?)));
            }
            return Ok(());
        }
        let value = if value.is_none() { None } else { Some(of(value)?) };
        all.push((name, value));
        Ok(())
    })?;
    Ok(all)
}

/// Whether a value is a list or a tuple.
pub(crate) fn is_list(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>()
}

/// A number from 0 to `most`. PyO3 has an `OverflowError` for others.
fn number<T: TryFrom<u64>>(
    object: &Bound<'_, PyAny>,
    argument: &str,
    most: impl Display,
) -> PyResult<T> {
    let out_of_range = || {
        let found = object.str().map_or_else(|_| "?".to_owned(), |found| found.to_string());
        PyValueError::new_err(format!("{argument} is a number from 0 to {most}, not {found}"))
    };
    let number = object.extract::<u64>().map_err(|error| {
        match error.is_instance_of::<PyOverflowError>(object.py()) {
            true => out_of_range(),
            false => wrong(argument, "a whole number", object),
        }
    })?;
    T::try_from(number).map_err(|_| out_of_range())
}

/// Types of arguments that are numbers, each with the name of its argument.
macro_rules! numbers {
    ($($(#[$about:meta])* $name:ident($type:ty) = $argument:literal;)*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name(pub(crate) $type);

        impl<'py> FromPyObject<'_, 'py> for $name {
            type Error = PyErr;

            fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<$name> {
                number(&object, $argument, <$type>::MAX).map($name)
            }
        }
    )*};
}

numbers! {
    /// A port.
    Port(u16) = "port";
    /// How many pairs a form has at most.
    MaxPairs(usize) = "max_pairs";
    /// How many bytes a form has at most.
    MaxBytes(usize) = "max_bytes";
    /// How deep the names of a form are nested at most.
    MaxDepth(u8) = "max_depth";
    /// How long a list is at most.
    ListLimit(u32) = "list_limit";
    /// How many results there are at most.
    Limit(usize) = "limit";
    /// How many threads run a function.
    Threads(usize) = "threads";
}

/// One character.
pub(crate) fn character(argument: &str, given: &str) -> PyResult<char> {
    let mut characters = given.chars();
    match (characters.next(), characters.next()) {
        (Some(one), None) => Ok(one),
        _ => Err(PyValueError::new_err(format!("{argument} is one character, not {given:?}"))),
    }
}
