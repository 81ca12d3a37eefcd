//! The names of other crates, for a migration that changes one line.
#![forbid(unsafe_code)]

pub mod percent_encoding;
