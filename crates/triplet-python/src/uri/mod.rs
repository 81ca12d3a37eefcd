//! Functions of references: normalised, compared, resolved, repaired; and IRIs.

mod compare;
mod convert;
mod repair;
mod resolve;
mod shared;

use pyo3::prelude::*;

pub(crate) use compare::LevelArgument;
pub(crate) use resolve::strictness;
pub(crate) use shared::{longest, raised, unless_lost};

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<compare::Comparison>()?;
    module.add_function(wrap_pyfunction!(compare::normalize, module)?)?;
    module.add_function(wrap_pyfunction!(compare::equivalent, module)?)?;
    module.add_function(wrap_pyfunction!(compare::reference_key, module)?)?;
    module.add_function(wrap_pyfunction!(compare::equivalent_iris, module)?)?;
    module.add_function(wrap_pyfunction!(resolve::resolve, module)?)?;
    module.add_function(wrap_pyfunction!(resolve::relativize, module)?)?;
    module.add_function(wrap_pyfunction!(resolve::remove_dot_segments, module)?)?;
    module.add_function(wrap_pyfunction!(resolve::validate, module)?)?;
    module.add_function(wrap_pyfunction!(repair::requote, module)?)?;
    module.add_function(wrap_pyfunction!(repair::respell, module)?)?;
    module.add_function(wrap_pyfunction!(convert::to_uri, module)?)?;
    module.add_function(wrap_pyfunction!(convert::from_uri, module)?)
}
