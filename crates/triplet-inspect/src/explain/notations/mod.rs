//! The notations that a text may be in, a file each. `recognizers.rs` has a row for each function.
#![forbid(unsafe_code)]

pub(super) mod backslash;
pub(super) mod connection;
pub(super) mod data_url;
pub(super) mod header;
pub(super) mod html;
pub(super) mod javascript;
pub(super) mod mailto;
pub(super) mod mediawiki;
pub(super) mod percent_u;
pub(super) mod quoted_printable;
pub(super) mod rewritten;
