//! `form parse` and `form build`.
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value, json};
use triplet::charset::{self, Charset};
use triplet::form::{self, Method, Newlines, Separators, Serializer, Space, Submission};
use triplet::{EncodeSet, decode, encode};

use crate::args::{FormBuildArgs, FormCommand, FormParseArgs, MethodArg, SeparatorsArg};
use crate::codec::{Failure, charset_by_label, in_charset};
use crate::output::{Content, Output};
use crate::replace::Permission;
use crate::report::{self, Place};
use crate::source::{BYTE_ORDER_MARK, Source, read_all};

/// Names that change how JavaScript objects work when they are used as keys.
const UNSAFE_KEYS: [&str; 3] = ["__proto__", "constructor", "prototype"];

/// Runs the command; whether the input was free of errors.
pub fn form(command: FormCommand) -> Result<bool, Failure> {
    match command {
        FormCommand::Parse(args) => parse(args),
        FormCommand::Build(args) => build(args),
    }
}

/// The one text that these commands read, without its last line feed, and its name.
fn read_one(text: Option<OsString>, file: Option<PathBuf>) -> Result<(String, Vec<u8>), Failure> {
    let (name, mut bytes, is_argument) = read_exactly(text, file)?;
    if !is_argument {
        bytes.pop_if(|last| *last == b'\n');
    }
    Ok((name, bytes))
}

/// The name and the bytes of the one text, and whether it is an argument.
fn read_exactly(
    text: Option<OsString>,
    file: Option<PathBuf>,
) -> Result<(String, Vec<u8>, bool), Failure> {
    let source = Source::from_options(text.into_iter().collect(), file.into_iter().collect())
        .into_iter()
        .next()
        .unwrap_or(Source::Stdin);
    let name = source.name();
    let is_argument = source.is_argument();
    let read = source.open().and_then(|mut input| read_all(&mut *input));
    let bytes = read.map_err(|error| io::Error::other(format!("{name}: {error}")))?;
    Ok((name, bytes, is_argument))
}

fn open_output(file: &Option<PathBuf>, content: Content) -> Result<Output, Failure> {
    Ok(Output::open(file.as_deref(), content, &Permission::default())?)
}

fn parse(args: FormParseArgs) -> Result<bool, Failure> {
    let charset = charset_by_label(&args.charset).map_err(Failure::Usage)?;
    let is_argument = args.file.is_none() && args.text.as_ref().is_some_and(|text| text != "-");
    let is_text = (args.is_text || is_argument) && charset != Charset::UTF_8;
    let (name, form) = read_one(args.text, args.file)?;
    let (start, query) = if args.url { query_of(&form) } else { (0, &*form) };
    if !args.url && looks_like_url(&form) {
        report::message(format_args!("note: {name}: {ENTIRE_URL}; --url takes its query"));
    }
    let mut parse = form::parse(query)
        .separators(match args.separator {
            SeparatorsArg::Ampersand => Separators::Ampersand,
            SeparatorsArg::Semicolon => Separators::Semicolon,
            SeparatorsArg::Both => Separators::Both,
        })
        .max_pairs(args.max_pairs)
        .max_bytes(args.max_bytes);
    if args.strip_question_mark {
        parse = parse.strip_question_mark();
    }
    let failed = |offset: usize, message: &dyn fmt::Display| {
        let place =
            Place { source: &name, line: None, offset: offset as u64, excerpt: &form, at: offset };
        report::error_at(&place, message);
        Ok(false)
    };
    if is_text && let Err(error) = str::from_utf8(&form) {
        let what =
            "the form is not UTF-8; octets of a charset are read from a file or standard input";
        return failed(error.valid_up_to(), &what);
    }
    let mut pairs = Vec::new();
    for pair in parse {
        let read =
            pair.map_err(|error| (start + error.offset(), error.moved_by(start).to_string()));
        let read = read.and_then(|pair| {
            let text = |part: form::Part<'_>| {
                read_part(part, charset, is_text, args.strict)
                    .map_err(|error| error.moved_by(start))
                    .map_err(|error| (error.offset(), error.to_string()))
            };
            Ok((text(pair.name)?, text(pair.value)?))
        });
        match read {
            Ok(pair) => pairs.push(pair),
            Err((offset, message)) => return failed(offset, &message),
        }
    }
    let mut text = String::new();
    if args.lines {
        for (name, value) in &pairs {
            let quoted = |text: &str| encode(text, FIELD).to_string();
            text.push_str(&format!("{}\t{}\n", quoted(name), quoted(value)));
        }
    } else if args.object {
        let mut object = Map::new();
        for (name, value) in pairs {
            if UNSAFE_KEYS.contains(&&*name) {
                return failed(
                    0,
                    &format_args!("the name `{name}` is unsafe as a key of an object"),
                );
            }
            match object.get_mut(&name) {
                None => {
                    object.insert(name, Value::String(value));
                }
                Some(Value::Array(values)) => values.push(Value::String(value)),
                Some(old) => *old = json!([old.take(), value]),
            }
        }
        text = format!("{}\n", Value::Object(object));
    } else {
        text = format!("{}\n", json!(pairs));
    }
    let mut out =
        open_output(&args.output, if args.lines { Content::Bytes } else { Content::Json })?;
    out.write_all(text.as_bytes())?;
    out.finish()?;
    Ok(true)
}

/// What stays readable in a field of a line.
const FIELD: EncodeSet = EncodeSet::encoding(b"%").non_ascii(triplet::set::NonAscii::KeepUcschar);

/// What there is to say of a form that [`looks_like_url`].
pub const ENTIRE_URL: &str =
    "the form begins like a whole URL, which is read as part of the first name";

/// Whether a form begins with a scheme and `://`, which no name of a form does.
pub fn looks_like_url(form: &[u8]) -> bool {
    let end = form.iter().position(|byte| !byte.is_ascii_alphanumeric() && !b"+-.".contains(byte));
    let (scheme, rest) = form.split_at(end.unwrap_or(form.len()));
    scheme.first().is_some_and(u8::is_ascii_alphabetic) && rest.starts_with(b"://")
}

/// The query of a reference, and where it begins (RFC 3986 appendix B); nothing, at the end, if there is none.
pub fn query_of(reference: &[u8]) -> (usize, &[u8]) {
    let position = |bytes: &[u8], byte| bytes.iter().position(|b| *b == byte);
    let end = position(reference, b'#').unwrap_or(reference.len());
    let start = position(&reference[..end], b'?').map_or(end, |at| at + 1);
    (start, &reference[start..end])
}

/// A name or value as text, in a charset.
fn read_part(
    part: form::Part<'_>,
    charset: Charset,
    is_text: bool,
    strict: bool,
) -> Result<String, charset::CharsetError> {
    let view = in_charset(part.raw(), charset, is_text).plus_as_space();
    let text = if strict {
        view.to_str()
    } else {
        view.lenient().to_str_lossy().map_err(charset::CharsetError::from)
    };
    text.map(std::borrow::Cow::into_owned).map_err(|error| error.moved_by(part.offset()))
}

fn build(args: FormBuildArgs) -> Result<bool, Failure> {
    let charset = charset_by_label(&args.charset).map_err(Failure::Usage)?;
    // JSON passes over line breaks at its end, and lines have ends.
    let (name, input, is_argument) = read_exactly(args.text, args.file)?;
    let marked = !is_argument && input.starts_with(BYTE_ORDER_MARK);
    let mark = if marked { BYTE_ORDER_MARK.len() } else { 0 };
    let failed = |offset: usize, message: &dyn fmt::Display| {
        let line = (!is_argument).then(|| report::line_and_column(&input[mark..], offset));
        let at = mark + offset;
        let place = Place { source: &name, line, offset: at as u64, excerpt: &input, at };
        report::error_at(&place, message);
        Ok(false)
    };
    let Ok(text) = str::from_utf8(&input[mark..]) else {
        let at = str::from_utf8(&input[mark..]).map_or_else(|error| error.valid_up_to(), |_| 0);
        return failed(at, &"the input is not UTF-8");
    };
    let pairs = if args.lines {
        match pairs_of_lines(text) {
            Ok(pairs) => pairs,
            Err((offset, message)) => return failed(offset, &message),
        }
    } else {
        match serde_json::from_str::<PairsOfJson>(text) {
            Ok(pairs) => pairs.0,
            Err(error) => {
                let line_start = text
                    .split_inclusive('\n')
                    .take(error.line().saturating_sub(1))
                    .map(str::len)
                    .sum::<usize>();
                let offset = line_start + error.column().saturating_sub(1);
                return failed(offset.min(input.len()), &report::without_place(&error));
            }
        }
    };
    let mut result = String::new();
    match (args.method, &args.action) {
        (Some(method), Some(action)) => {
            let submission = pairs
                .into_iter()
                .fold(Submission::new(), |form, (name, value)| form.field(name, value))
                .charset(charset);
            let method = match method {
                MethodArg::Get => Method::Get,
                MethodArg::Post | MethodArg::Mailto => Method::Post,
            };
            let is_mail = args.method == Some(MethodArg::Mailto);
            let scheme = action.trim_start().get(..7).unwrap_or_default();
            if is_mail && !scheme.eq_ignore_ascii_case("mailto:") {
                return Err(Failure::Usage("--method mailto wants a mailto: address".to_owned()));
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
            let mut serializer = Serializer::new(&mut result)
                .newlines(if args.crlf { Newlines::Crlf } else { Newlines::Keep })
                .space(if args.percent { Space::Percent } else { Space::Plus });
            if args.semicolon {
                serializer = serializer.semicolons();
            }
            for (name, value) in &pairs {
                let octets = |text| charset::encode_octets(text, charset.output_encoding());
                serializer.append(&octets(name), &octets(value));
            }
        }
    }
    result.push('\n');
    let mut out = open_output(&args.output, Content::Bytes)?;
    out.write_all(result.as_bytes())?;
    out.finish()?;
    Ok(true)
}

type TextPairs = Vec<(String, String)>;

fn pairs_of_lines(text: &str) -> Result<TextPairs, (usize, String)> {
    let mut pairs = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let text =
            line.strip_suffix('\n').map_or(line, |text| text.strip_suffix('\r').unwrap_or(text));
        let (name, value) = text.split_once('\t').unwrap_or((text, ""));
        let field = |field: &str, at: usize| {
            let text = decode(field).to_str().map(std::borrow::Cow::into_owned);
            text.map_err(|error| (at + error.offset(), error.moved_by(at as u64).to_string()))
        };
        pairs.push((field(name, offset)?, field(value, offset + name.len() + 1)?));
        offset += line.len();
    }
    Ok(pairs)
}

/// Pairs as JSON: an array of arrays, or an object whose values are strings or arrays of strings. Every
/// key counts, a repeated one too.
struct PairsOfJson(TextPairs);

impl<'de> Deserialize<'de> for PairsOfJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PairsOfJson, D::Error> {
        struct PairsVisitor;
        impl<'de> Visitor<'de> for PairsVisitor {
            type Value = PairsOfJson;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array of [name, value], or an object of strings")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<PairsOfJson, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = seq.next_element::<(String, String)>()? {
                    pairs.push(pair);
                }
                Ok(PairsOfJson(pairs))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PairsOfJson, A::Error> {
                let mut pairs = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    match value {
                        Value::String(value) => pairs.push((name, value)),
                        Value::Array(values) => {
                            for value in values {
                                let Value::String(value) = value else {
                                    return Err(A::Error::custom("a value is not a string"));
                                };
                                pairs.push((name.clone(), value));
                            }
                        }
                        _ => return Err(A::Error::custom("a value is not a string")),
                    }
                }
                Ok(PairsOfJson(pairs))
            }
        }
        deserializer.deserialize_any(PairsVisitor)
    }
}
