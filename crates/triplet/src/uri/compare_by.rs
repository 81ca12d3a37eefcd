//! The functions by which references are compared with an option. An option brings its functions.
#![forbid(unsafe_code)]

use alloc::string::String;
use core::ops::Range;

use super::level::Steps;

/// What is compared instead of a reference. `None` if that is the reference.
pub(super) type UriOf = fn(&str, Steps) -> Option<String>;

/// A place in each of two queries.
pub(super) type Places = [Range<usize>; 2];

/// How parameters are put in one order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    /// A key with its parameters in order; `None` if they are.
    pub(super) sorted: fn(&str) -> Option<String>,
    /// The first parameter, in this order, that two queries do not share.
    pub(super) first_other: fn(&[Query<'_>; 2], bool) -> Option<Places>,
}

/// A query as it is written and as it is in a key, where its parameters are in order.
pub(super) struct Query<'t> {
    pub(super) written: &'t str,
    pub(super) in_key: &'t str,
}
