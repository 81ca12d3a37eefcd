//! An operation of `batch`: its name, its options with their defaults, and its function.
#![forbid(unsafe_code)]

use super::answer::Answer;
use super::failure::Failure;
use super::request::{INPUTS, Request};

pub type Run = for<'r> fn(&'r Request<'r>) -> Result<Answer<'r>, Failure>;

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
    /// The keys of a request that may have the input.
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
