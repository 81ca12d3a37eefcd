//! `form parse` and `form build`.
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::PathBuf;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer as _};
use serde_json::Value;
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
    let separators = match args.separator {
        SeparatorsArg::Ampersand => Separators::Ampersand,
        SeparatorsArg::Semicolon => Separators::Semicolon,
        SeparatorsArg::Both => Separators::Both,
    };
    let mut parse = form::parse(query)
        .separators(separators)
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
    let read = |pair: Result<form::Pair<'_>, form::FormError>| {
        let pair =
            pair.map_err(|error| (start + error.offset(), error.moved_by(start).to_string()))?;
        let text = |part: form::Part<'_>| {
            read_part(part, charset, is_text, args.strict)
                .map_err(|error| error.moved_by(start))
                .map_err(|error| (error.offset(), error.to_string()))
        };
        Ok((text(pair.name)?, text(pair.value)?))
    };
    // A form with an error has no output, so all of it is checked before anything is written. To read it twice takes
    // less than to keep the pairs, which have many times the form's length.
    let mut unsafe_key = None;
    for pair in parse {
        match read(pair) {
            Ok((name, _)) => {
                if args.object && unsafe_key.is_none() && UNSAFE_KEYS.contains(&&*name) {
                    unsafe_key = Some(name);
                }
            }
            Err((offset, message)) => return failed(offset, &message),
        }
    }
    if let Some(name) = unsafe_key {
        return failed(0, &format_args!("the name `{name}` is unsafe as a key of an object"));
    }
    let content = if args.lines { Content::Bytes } else { Content::Json };
    let mut out = io::BufWriter::with_capacity(64 * 1024, open_output(&args.output, content)?);
    let mut pairs = parse.into_iter().filter_map(|pair| read(pair).ok());
    if args.lines {
        for (name, value) in pairs {
            writeln!(out, "{}\t{}", encode(&name, FIELD), encode(&value, FIELD))?;
        }
    } else {
        let mut json = serde_json::Serializer::new(&mut out);
        if args.object {
            // The pair at this offset, which is the start of one.
            let at = |offset: usize| {
                let rest = form::parse(&query[offset..]).separators(separators);
                rest.into_iter().find_map(|pair| read(pair).ok()).unwrap_or_default()
            };
            let offsets = parse.into_iter().filter_map(|pair| Some(pair.ok()?.name.offset()));
            let state = RandomState::new();
            Object::of(offsets, |name| state.hash_one(name), &at).serialize(&mut json)
        } else {
            json.collect_seq(&mut pairs)
        }
        .map_err(io::Error::from)?;
        out.write_all(b"\n")?;
    }
    out.into_inner().map_err(io::IntoInnerError::into_error)?.finish()?;
    Ok(true)
}

/// Pairs as an object: names in the order in which they first come, each with its value, or with an array if there are
/// more. Of each pair only its place is kept, 16 bytes; what it is, is read again when it is written.
struct Object<'a> {
    /// The offset of the first pair of this name, and that of the pair, in this order.
    places: Vec<(u64, usize)>,
    at: &'a dyn Fn(usize) -> (String, String),
}

impl<'a> Object<'a> {
    fn of(
        offsets: impl Iterator<Item = usize>,
        hash: impl Fn(&str) -> u64,
        at: &'a dyn Fn(usize) -> (String, String),
    ) -> Object<'a> {
        let name = |offset: usize| at(offset).0;
        // First by a hash of the name, so that names are compared only where they are probably the same.
        let hashed = |offset| (hash(&name(offset)), offset);
        let mut places: Vec<(u64, usize)> = offsets.map(hashed).collect();
        places.sort_unstable();
        for same_hash in places.chunk_by_mut(|(a, _), (b, _)| a == b) {
            let first = name(same_hash[0].1);
            if same_hash.iter().any(|&(_, offset)| name(offset) != first) {
                same_hash.sort_by_cached_key(|&(_, offset)| name(offset));
            }
            let mut first = (first, same_hash[0].1);
            for place in same_hash {
                let name = name(place.1);
                if name != first.0 {
                    first = (name, place.1);
                }
                place.0 = first.1 as u64;
            }
        }
        places.sort_unstable();
        Object { places, at }
    }
}

impl Serialize for Object<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for same_name in self.places.chunk_by(|(a, _), (b, _)| a == b) {
            let (name, value) = (self.at)(same_name[0].1);
            match same_name.len() {
                1 => map.serialize_entry(&name, &value)?,
                _ => map.serialize_entry(&name, &Values { of: self, places: same_name })?,
            }
        }
        map.end()
    }
}

/// The values of one name.
struct Values<'a> {
    of: &'a Object<'a>,
    places: &'a [(u64, usize)],
}

impl Serialize for Values<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.places.iter().map(|&(_, offset)| (self.of.at)(offset).1))
    }
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
        let line = line.map(|(line, column)| (line, Some(column)));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_whatever_the_hash() {
        let names = ["b", "a", "", "b", "c", "a", "b", "", "d"];
        let at = |offset: usize| (names[offset].to_owned(), offset.to_string());
        let expected = r#"{"b":["0","3","6"],"a":["1","5"],"":["2","7"],"c":"4","d":"8"}"#;
        let hashes: [&dyn Fn(&str) -> u64; 4] =
            [&|_| 7, &|name| name.len() as u64, &|name| u64::from(name == "a"), &|name| {
                u64::MAX - name.bytes().map(u64::from).sum::<u64>()
            }];
        for hash in hashes {
            let object = Object::of(0..names.len(), hash, &at);
            assert_eq!(serde_json::to_string(&object).expect("JSON"), expected);
        }
    }
}
