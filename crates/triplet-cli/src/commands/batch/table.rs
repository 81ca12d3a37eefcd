//! The table of all operations of `batch`: `help` prints it, and a request is answered by one of its rows.
#![forbid(unsafe_code)]

use serde_json::{Value, json};

use super::answer::Answer;
use super::failure::Failure;
use super::op::{Input, Op, op};
use super::request::Request;
use super::{edit_ops, field_ops, inspect_ops, nested_ops, ops, template_ops, uri_ops};

static HELP: Op = op("help", &[], |_| Ok(help())).taking(Input::Nothing);

fn all() -> impl Iterator<Item = &'static Op> {
    std::iter::once(&HELP).chain(
        [
            ops::OPS,
            nested_ops::OPS,
            field_ops::OPS,
            uri_ops::OPS,
            template_ops::OPS,
            inspect_ops::OPS,
            edit_ops::OPS,
        ]
        .into_iter()
        .flatten(),
    )
}

/// The answer to a request.
pub fn run<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let name = request.optional_text("op")?;
    let name = name.ok_or_else(|| Failure::request("`op` is missing"))?;
    let op = all().find(|op| op.name == name).ok_or_else(|| {
        Failure::request(format_args!("no operation is named `{name}`; `help` lists them"))
    })?;
    request.check_keys(op.name, op.options, op.input.keys())?;
    (op.run)(request)
}

const INPUT_OF_ANY: &str = "one of input (text), input_hex (bytes), input_utf16 (code units, in hexadecimal), as the operation takes them";

fn help() -> Answer<'static> {
    let ops = all().map(|op| {
        let options: serde_json::Map<String, Value> =
            op.options.iter().map(|(name, default)| ((*name).into(), value(default))).collect();
        json!({ "op": op.name, "options": options, "input": op.input.keys() })
    });
    let ops: Vec<Value> = ops.collect();
    Box::new(move |members| {
        members.put("output", &ops)?;
        members.put("input", INPUT_OF_ANY)?;
        members.put("first_is_default", &true)
    })
}

/// A default as the value that a request would have: true, false, numbers, objects and arrays as themselves.
fn value(default: &str) -> Value {
    match (default, default.parse::<u64>()) {
        ("true", _) => true.into(),
        ("false", _) => false.into(),
        ("{}", _) => json!({}),
        ("[]", _) => json!([]),
        (_, Ok(number)) => number.into(),
        (text, _) => text.into(),
    }
}
