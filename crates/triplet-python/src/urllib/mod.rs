//! The functions of `urllib.parse`, with the same arguments, results and exceptions.
//!
//! `str`, `bytes` and `bytearray` are handled here. Everything else that a caller may pass (subclasses that override methods, iterables of
//! numbers as `safe`, objects of wrong types) is handed over to the standard library's own function, so that results and exceptions
//! are those of the interpreter that runs.

mod arguments;
mod fast_call;
mod query;
mod quote;
mod unquote;

use pyo3::prelude::*;

use fast_call::with_fast_call;
use quote::Quote;
use unquote::Unquote;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(with_fast_call::<Quote>(wrap_pyfunction!(quote::quote, module)?)?)?;
    module.add_function(wrap_pyfunction!(quote::quote_plus, module)?)?;
    module.add_function(wrap_pyfunction!(quote::quote_from_bytes, module)?)?;
    module.add_function(with_fast_call::<Unquote>(wrap_pyfunction!(unquote::unquote, module)?)?)?;
    module.add_function(wrap_pyfunction!(unquote::unquote_plus, module)?)?;
    module.add_function(wrap_pyfunction!(unquote::unquote_to_bytes, module)?)?;
    module.add_function(wrap_pyfunction!(query::urlencode, module)?)?;
    module.add_function(wrap_pyfunction!(query::parse_qs, module)?)?;
    module.add_function(wrap_pyfunction!(query::parse_qsl, module)?)?;
    Ok(())
}
