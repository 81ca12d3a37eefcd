//! The Python package `triplet`. This crate translates arguments, results and errors between Python and the library, and has no
//! percent-encoding of its own.
//!
//! Each file has one subject, and a function `register` that adds its functions and classes to the module `triplet._triplet`. The Python
//! files in `python/triplet` export these names, and document them in docstrings and stubs.
#![deny(unsafe_code)]
#![warn(unreachable_pub)]

mod arguments;
mod build;
mod code_points;
mod codec;
mod columns;
mod ecmascript;
mod edit;
mod error;
mod explain;
mod explain_html;
mod explain_rows;
mod filename;
mod foreign;
mod form;
mod inspect;
mod memory;
mod names;
mod nested;
mod pairs;
mod parallel;
mod reference;
mod reference_class;
mod results;
mod set;
mod stream;
mod template;
mod text;
mod uri;
mod urllib;
mod values;

use pyo3::prelude::*;

/// The compiled part of the package `triplet`.
#[pymodule(gil_used = false)]
fn _triplet(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    set::register(module)?;
    codec::register(module)?;
    ecmascript::register(module)?;
    form::register(module)?;
    nested::register(module)?;
    reference::register(module)?;
    uri::register(module)?;
    build::register(module)?;
    edit::register(module)?;
    filename::register(module)?;
    values::register(module)?;
    template::register(module)?;
    explain::register(module)?;
    inspect::register(module)?;
    stream::register(module)?;
    columns::register(module)?;
    urllib::register(module)?;
    Ok(())
}
