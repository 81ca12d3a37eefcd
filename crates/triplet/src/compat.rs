//! The names of other crates, so that a program can migrate by changing its imports.
#![forbid(unsafe_code)]

pub mod percent_encoding;
