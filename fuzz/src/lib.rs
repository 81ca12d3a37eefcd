//! What the targets share: how an input is read, and what the library is compared with.
#![forbid(unsafe_code)]

pub mod grammar;
pub mod input;
#[path = "../../crates/triplet/tests/it/oracle/mod.rs"]
pub mod oracle;
pub mod sets;
