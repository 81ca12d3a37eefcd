//! `form build`: pairs, JSON or lines to a form, or to the request that sends it.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;
use std::io::Write;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use triplet::charset::{self, Charset};
use triplet::decode;
use triplet::form::nested::{Map, Rules, Style, TreeError};
use triplet::form::{self, Newlines, Part, Serializer, Space, Submission};

use super::input::{open_output, read_exactly};
use super::tree::{read_tree, rules};
use crate::args::{FormBuildArgs, Method};
use crate::diagnostics::{self, Place};
use crate::error::{Failure, Outcome, json_error, kind_of_json};
use crate::io::output::Content;
use crate::io::source::BYTE_ORDER_MARK;
use crate::names::charset_by_label;
use crate::pipeline::Problem;
use crate::places::line_and_column;

pub fn build(args: FormBuildArgs) -> Result<Outcome, Failure> {
    let charset = charset_by_label(&args.charset).map_err(Failure::Usage)?;
    if charset.output_encoding() != charset {
        return Err(Failure::Usage(format!(
            "--charset: no form is in {}: a browser sends UTF-8 then (URL standard, section 5); give utf-8",
            charset.name()
        )));
    }
    if let Some(arguments) = pairs_of_arguments(&args)? {
        return write(&args, charset, arguments);
    }
    // JSON passes over line breaks at its end, and lines have ends.
    let (name, input, is_argument) = read_exactly(args.text.first().cloned(), args.file.clone())?;
    let marked = !is_argument && input.starts_with(BYTE_ORDER_MARK);
    let mark = if marked { BYTE_ORDER_MARK.len() } else { 0 };
    let failed = |problem: Problem| {
        let line = (!is_argument).then(|| line_and_column(&input[mark..], problem.offset));
        let line = line.map(|(line, column)| (line, Some(column)));
        let at = mark + problem.offset;
        let place = Place { source: &name, line, offset: at as u64, excerpt: &input, at };
        diagnostics::error_at(&place, problem.words(mark as u64));
        Ok(Outcome::INPUT_ERRORS)
    };
    let text = match Problem::unless_text(&input[mark..], "the input is not UTF-8") {
        Ok(text) => text,
        Err(problem) => return failed(problem),
    };
    let pairs = if args.lines {
        match pairs_of_lines(text) {
            Ok(pairs) => pairs,
            Err(problem) => return failed(problem),
        }
    } else {
        let pairs = match args.nested {
            Some(style) => {
                let rules = rules(style, args.max_depth, args.list_limit)
                    .map_err(Failure::Usage)?
                    .max_pairs(usize::MAX)
                    .max_bytes(usize::MAX);
                match read_tree(text, rules.style(), usize::MAX) {
                    Ok(tree) => match nested_pairs(&rules, &tree) {
                        Ok(pairs) => Ok(pairs),
                        Err(error) => return failed(Problem::new(0, error.message())),
                    },
                    Err(error) => Err(at_line(text, &error)),
                }
            }
            None => pairs_of_json(text),
        };
        match pairs {
            Ok(pairs) => pairs,
            Err(problem) => return failed(problem),
        }
    };
    write(&args, charset, pairs)
}

/// The pairs of the arguments; none without an argument, and if the argument is JSON.
fn pairs_of_arguments(args: &FormBuildArgs) -> Result<Option<TextPairs>, Failure> {
    let is_json = |text: &OsString| {
        text.as_encoded_bytes().trim_ascii_start().starts_with(b"[")
            || text.as_encoded_bytes().trim_ascii_start().starts_with(b"{")
    };
    match &*args.text {
        [] => return Ok(None),
        [_] if args.nested.is_some() => return Ok(None),
        _ if args.nested.is_some() => {
            return Err(Failure::Usage("--nested takes one text, JSON, and no pairs".to_owned()));
        }
        [one] if !args.pairs && (args.lines || one == "-" || is_json(one)) => return Ok(None),
        _ if args.lines => {
            return Err(Failure::Usage("--lines takes one text, and no pairs".to_owned()));
        }
        _ => {}
    }
    let pair = |(index, argument): (usize, &OsString)| {
        let Some(text) = argument.to_str() else {
            return Err(Failure::Usage(format!("argument {}: the pair is not UTF-8", index + 1)));
        };
        if text.is_empty() {
            return Err(Failure::Usage(format!("argument {} is empty, and no pair", index + 1)));
        }
        Ok(match text.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (text.to_owned(), None),
        })
    };
    args.text.iter().enumerate().map(pair).collect::<Result<_, _>>().map(Some)
}

/// Writes the form, or the request that sends it.
fn write(args: &FormBuildArgs, charset: Charset, pairs: TextPairs) -> Result<Outcome, Failure> {
    let mut result = String::new();
    match (args.method, &args.action) {
        (Some(method), Some(action)) => {
            let mut submission = Submission::new().charset(charset);
            for (name, value) in pairs {
                let Some(value) = value else {
                    return Err(Failure::Usage(format!(
                        "`{name}` has no value, and a browser sends none without `=`: write `{name}=`"
                    )));
                };
                submission = submission.field(name, value);
            }
            let (method, is_mail) = match method {
                Method::Http(method) => (method, false),
                Method::Mailto => (form::Method::Post, true),
            };
            let scheme = action.trim_start().get(..7).unwrap_or_default();
            if is_mail && !scheme.eq_ignore_ascii_case("mailto:") {
                return Err(Failure::Usage(
                    "--method mailto requires a mailto: address as --action".to_owned(),
                ));
            }
            let request = match submission.request(method, action) {
                Ok(request) => request,
                Err(error) => return Err(Failure::Usage(format!("--action: {error}"))),
            };
            match (request.content_type, request.body) {
                (Some(content_type), Some(body)) => {
                    result = format!(
                        "POST {}\nContent-Type: {content_type}\nContent-Length: {}\n\n{body}",
                        request.url,
                        body.len()
                    );
                }
                _ => result = request.url,
            }
        }
        _ => {
            let space = args.nested.map_or(Space::Plus, Style::space);
            let mut serializer = Serializer::new(&mut result)
                .newlines(if args.crlf { Newlines::Crlf } else { Newlines::Keep })
                .space(if args.percent { Space::Percent } else { space });
            if args.semicolon {
                serializer = serializer.semicolons();
            }
            for (name, value) in &pairs {
                let octets = |text| charset::encode_octets(text, charset.output_encoding());
                match value {
                    Some(value) => serializer.append(&octets(name), &octets(value)),
                    None => serializer.append_name(&octets(name)),
                };
            }
        }
    }
    result.push('\n');
    let mut out = open_output(&args.output, Content::Bytes)?;
    out.write_all(result.as_bytes())?;
    out.finish()?;
    Ok(Outcome::CLEAN)
}

/// The pairs of a tree.
fn nested_pairs(rules: &Rules, tree: &Map<'_>) -> Result<TextPairs, TreeError> {
    let form = rules.build(tree)?;
    let pairs = form::parse(&form).pairs().flatten();
    let text = |part: Part<'_>| part.to_str_lossy().map(Cow::into_owned).unwrap_or_default();
    Ok(pairs.map(|pair| (text(pair.name), pair.has_equals.then(|| text(pair.value)))).collect())
}

/// Names with their values; none for a name without `=`.
type TextPairs = Vec<(String, Option<String>)>;

fn pairs_of_lines(text: &str) -> Result<TextPairs, Problem> {
    let mut pairs = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let text =
            line.strip_suffix('\n').map_or(line, |text| text.strip_suffix('\r').unwrap_or(text));
        let (name, value) = text.split_once('\t').unwrap_or((text, ""));
        let field = |field: &str, at: usize| {
            let text = decode(field).to_str().map(Cow::into_owned);
            text.map_err(|error| Problem::from(error.moved_by(at as u64)))
        };
        pairs.push((field(name, offset)?, Some(field(value, offset + name.len() + 1)?)));
        offset += line.len();
    }
    Ok(pairs)
}

/// Pairs as JSON: an array of arrays, or an object whose values are strings or arrays of strings. Every
/// key counts, a repeated one too. A null is not a value, so that the name has no `=`.
fn pairs_of_json(text: &str) -> Result<TextPairs, Problem> {
    let whole = serde_json::from_str::<Json<'_>>(text).map_err(|error| at_line(text, &error))?;
    // A part is borrowed from the text.
    let wrong = |part: &RawValue, what: &dyn fmt::Display| {
        Problem::new(part.get().as_ptr().addr() - text.as_ptr().addr(), what)
    };
    let string = |part: &RawValue, what: &str| {
        let kind = kind_of_json(part.get());
        if kind != "a string" {
            let what =
                format!("{what} is {kind}, and not a string: write it in quotes, or give --nested");
            return Err(wrong(part, &what));
        }
        let string = serde_json::from_str::<String>(part.get());
        string.map_err(|error| wrong(part, &json_error(&error)))
    };
    let value = |part: &RawValue| match part.get() {
        "null" => Ok(None),
        _ => string(part, "a value").map(Some),
    };
    let mut pairs = Vec::new();
    match whole {
        Json::Array(parts) => {
            for part in parts {
                if kind_of_json(part.get()) != "an array" {
                    let what = format!(
                        "a pair is [name, value], and this is {}",
                        kind_of_json(part.get())
                    );
                    return Err(wrong(part, &what));
                }
                let parts = elements(part).map_err(|error| wrong(part, &json_error(&error)))?;
                match parts[..] {
                    [name, of_name] => pairs.push((string(name, "a name")?, value(of_name)?)),
                    ref parts => {
                        let what = format!(
                            "a pair has a name and a value, and this has {}; a name without `=` has the value null",
                            parts.len()
                        );
                        return Err(wrong(part, &what));
                    }
                }
            }
        }
        Json::Object(members) => {
            for (name, part) in members {
                match kind_of_json(part.get()) {
                    "an array" => {
                        let parts = elements(part);
                        for each in parts.map_err(|error| wrong(part, &json_error(&error)))? {
                            pairs.push((name.clone(), value(each)?));
                        }
                    }
                    _ => pairs.push((name, value(part)?)),
                }
            }
        }
    }
    Ok(pairs)
}

/// The elements of an array, as they are written.
fn elements(part: &RawValue) -> serde_json::Result<Vec<&RawValue>> {
    serde_json::from_str(part.get())
}

/// An error of the parser at its place in the text.
fn at_line(text: &str, error: &serde_json::Error) -> Problem {
    let before = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let offset = before.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    Problem::new(offset.min(text.len()), json_error(error))
}

/// An array or an object, with its parts as they are written.
enum Json<'t> {
    Array(Vec<&'t RawValue>),
    Object(Vec<(String, &'t RawValue)>),
}

impl<'de> Deserialize<'de> for Json<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json<'de>, D::Error> {
        struct JsonVisitor;
        impl<'de> Visitor<'de> for JsonVisitor {
            type Value = Json<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array of [name, value], or an object of strings")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json<'de>, A::Error> {
                let mut parts = Vec::new();
                while let Some(part) = seq.next_element()? {
                    parts.push(part);
                }
                Ok(Json::Array(parts))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Json::Object(members))
            }
        }
        deserializer.deserialize_any(JsonVisitor)
    }
}
