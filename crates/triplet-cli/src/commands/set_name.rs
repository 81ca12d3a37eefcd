//! Sets by the names that options give.
#![forbid(unsafe_code)]

use triplet::EncodeSet;

use crate::error::Failure;
use crate::names::set_by_name;

/// The set with this name.
pub fn set_named(name: &str) -> Result<EncodeSet, Failure> {
    set_by_name(name).map_err(|what| Failure::Usage(format!("{what}; `triplet sets` lists all")))
}
