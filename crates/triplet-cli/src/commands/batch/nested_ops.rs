//! The operations of `batch` on forms with nested names.
#![forbid(unsafe_code)]

use triplet::charset::Charset;
use triplet::form::nested::{Rules, Style};

use super::answer::{Answer, output};
use super::op::{Input, Op, op};
use super::ops::{CHARSET, LANGUAGES, PERCENT_U, decoding, put_guess};
use super::request::{Failure, Request};
use crate::commands::form::decoding::{Decoding, NotNested};
use crate::commands::form::query::query_of;
use crate::commands::form::tree::{Tree, read_tree, unsafe_name_problem};
use crate::error::json_error;

const STYLE: (&str, &str) =
    ("style", "php | rack | qs | deepObject | pipeDelimited | spaceDelimited");
const MAX_DEPTH: (&str, &str) = ("max_depth", "that of the style");
const MAX_PAIRS: (&str, &str) = ("max_pairs", "that of the style");
const LIST_LIMIT: (&str, &str) = ("list_limit", "20");

#[rustfmt::skip]
pub static OPS: &[Op] = &[
    op("form_parse_nested", &[
        STYLE, ("strict", "false"), ("separator", "& | ; | &;"), ("strip_question_mark", "false"), ("url", "false"),
        MAX_DEPTH, MAX_PAIRS, ("max_bytes", "4194304"), LIST_LIMIT, CHARSET, LANGUAGES, PERCENT_U,
    ], parse),
    op("form_serialize_nested", &[STYLE, MAX_DEPTH, MAX_PAIRS, LIST_LIMIT], serialize).taking(Input::Json),
];

fn rules(request: &Request<'_>) -> Result<Rules, Failure> {
    let mut rules = Rules::new(request.named::<Style>("style")?);
    if request.has("max_depth") {
        rules = rules.max_depth(small(request, "max_depth", 255)? as u8);
    }
    if request.has("max_pairs") {
        rules = rules.max_pairs(request.number("max_pairs", 0)?);
    }
    if request.has("list_limit") {
        if !rules.style().has_list_limit() {
            let what = format!(
                "`list_limit` goes with the `style` `qs`, and not with `{}`",
                rules.style()
            );
            return Err(Failure::request(what));
        }
        rules = rules.list_limit(small(request, "list_limit", u32::MAX as usize)? as u32);
    }
    Ok(rules)
}

fn small(request: &Request<'_>, key: &str, most: usize) -> Result<usize, Failure> {
    let number = request.number(key, 0)?;
    if number > most {
        return Err(Failure::request(format_args!("`{key}` is at most {most}")));
    }
    Ok(number)
}

fn parse<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let input = request.scalar_bytes()?;
    let (start, form) = match request.flag("url", false)? {
        true => query_of(&input),
        false => (0, &*input),
    };
    let mut rules = rules(request)?.separators(request.named("separator")?);
    if request.has("max_bytes") {
        rules = rules.max_bytes(request.number("max_bytes", 0)?);
    }
    let strict = request.flag("strict", false)?;
    if strict {
        rules = rules.strict();
    }
    if request.flag("strip_question_mark", false)? {
        rules = rules.strip_question_mark();
    }
    let (decoding, guess) = decoding(request, &input, form)?;
    let decoding = Decoding { is_lenient: !strict, is_lossy: !strict, ..decoding };
    let tree = if decoding.charset == Charset::UTF_8 && !decoding.percent_u && decoding.plus {
        rules.parse(form).map_err(|error| Failure::from(error.moved_by(start)))?
    } else {
        let text = |part, _| decoding.text(part, start).map_err(NotNested::Part);
        rules.parse_with(form, text).map_err(|error| error.problem(start))?
    };
    if let Some(name) = tree.unsafe_name() {
        let wrong = unsafe_name_problem(name);
        return Err(Failure::new("unsafe-name", None, wrong.message()));
    }
    let value = serde_json::to_value(Tree(&tree)).map_err(Failure::request)?;
    Ok(Box::new(move |members| {
        members.put("output", &value)?;
        put_guess(members, guess.as_ref())
    }))
}

fn serialize<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let rules = rules(request)?.max_bytes(usize::MAX);
    let input = request.written("input").ok_or_else(|| Failure::request("`input` is missing"))?;
    let tree = read_tree(input, rules.style(), rules.most_pairs())
        .map_err(|error| Failure::request(format_args!("`input`: {}", json_error(&error))))?;
    Ok(output(rules.build(&tree).map_err(Failure::from)?))
}
