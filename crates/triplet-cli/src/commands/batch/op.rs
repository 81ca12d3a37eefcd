//! An operation of `batch`: its name, its options with their defaults, and its function.
#![forbid(unsafe_code)]

use serde_json::{Value, json};

use super::request::{Failure, INPUTS, Request};
use crate::commands::values::hex;

pub type Run = fn(&Request) -> Result<Value, Failure>;

pub struct Op {
    pub name: &'static str,
    /// Each option with its default, or with all its words, the default first.
    pub options: &'static [(&'static str, &'static str)],
    pub input: Input,
    pub run: Run,
}

/// Which input an operation takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// Text, bytes or code units: `input`, `input_hex` or `input_utf16`.
    Any,
    /// A value of JSON: `input` only.
    Json,
    Nothing,
}

impl Input {
    /// The keys in which it is given.
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            Input::Any => &INPUTS,
            Input::Json => &["input"],
            Input::Nothing => &[],
        }
    }
}

impl Op {
    pub const fn taking(self, input: Input) -> Op {
        Op { input, ..self }
    }
}

pub const fn op(
    name: &'static str,
    options: &'static [(&'static str, &'static str)],
    run: Run,
) -> Op {
    Op { name, options, input: Input::Any, run }
}

/// Text as `output`, other bytes as `output_hex`.
pub fn bytes(bytes: &[u8]) -> Value {
    match str::from_utf8(bytes) {
        Ok(text) => json!({ "output": text }),
        Err(_) => json!({ "output_hex": hex(bytes) }),
    }
}
