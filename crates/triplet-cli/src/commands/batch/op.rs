//! An operation of `batch`: its name, its options with their defaults, and its function.
#![forbid(unsafe_code)]

use serde_json::{Value, json};

use super::request::{Failure, Request};
use crate::commands::values::hex;

pub type Run = fn(&Request) -> Result<Value, Failure>;

pub struct Op {
    pub name: &'static str,
    pub options: &'static [(&'static str, &'static str)],
    pub run: Run,
}

pub const fn op(
    name: &'static str,
    options: &'static [(&'static str, &'static str)],
    run: Run,
) -> Op {
    Op { name, options, run }
}

/// Text as `output`, other bytes as `output_hex`.
pub fn bytes(bytes: &[u8]) -> Value {
    match str::from_utf8(bytes) {
        Ok(text) => json!({ "output": text }),
        Err(_) => json!({ "output_hex": hex(bytes) }),
    }
}
