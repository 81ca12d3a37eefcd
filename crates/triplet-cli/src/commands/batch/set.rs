//! Sets by the names that requests give.
#![forbid(unsafe_code)]

use triplet::EncodeSet;

use super::request::Failure;
use crate::names::set_by_name;

/// The set with this name.
pub fn set_named(name: &str) -> Result<EncodeSet, Failure> {
    let set = set_by_name(name);
    set.map_err(|what| Failure::request(format_args!("`set`: {what}; `sets` lists all")))
}
