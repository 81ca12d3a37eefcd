//! `data-url`: octets with their media type in a URL.
#![forbid(unsafe_code)]

use std::io::{self, Write};

use serde_json::{Map, Value, json};
use triplet::data_url::{self, DataUrl, DataUrlError};

use super::values::value;
use crate::args::{DataUrlCommand, DataUrlDecodeArgs, DataUrlEncodeArgs, Single};
use crate::diagnostics::{self, Place};
use crate::error::{Failure, Outcome};
use crate::io::output::{Content, Output};
use crate::io::replace::Permission;
use crate::io::source::{BYTE_ORDER_MARK, Source, read_all, utf_16};
use crate::pipeline::Problem;

pub fn data_url(command: DataUrlCommand) -> Result<Outcome, Failure> {
    match command {
        DataUrlCommand::Encode(args) => encode(args),
        DataUrlCommand::Decode(args) => decode(args),
    }
}

/// How octets are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The shorter of the other two.
    Shorter,
    Base64,
    Percent,
}

/// The media type of octets that nobody named.
fn type_of(octets: &[u8]) -> &'static str {
    match str::from_utf8(octets) {
        Ok(_) => "text/plain;charset=UTF-8",
        Err(_) => "application/octet-stream",
    }
}

/// Writes octets as a URL.
pub fn url_of(octets: &[u8], media_type: Option<&str>, form: Form) -> Result<String, DataUrlError> {
    let media_type = media_type.unwrap_or_else(|| type_of(octets));
    match form {
        Form::Base64 => data_url::base64(octets, media_type),
        Form::Percent => data_url::percent(octets, media_type),
        Form::Shorter => {
            let url = data_url::percent(octets, media_type)?;
            let base64 = data_url::base64(b"", media_type)?.len() + octets.len().div_ceil(3) * 4;
            if url.len() <= base64 { Ok(url) } else { data_url::base64(octets, media_type) }
        }
    }
}

/// What a URL has: its type, and its octets as text or in hexadecimal.
pub fn members(url: &DataUrl<'_>, octets: &[u8]) -> Map<String, Value> {
    let parameters: Map<String, Value> = url
        .media_type()
        .parameters()
        .map(|(name, value)| (name.to_owned(), value.into()))
        .collect();
    let mut members = Map::new();
    members.insert("type".to_owned(), url.media_type().essence().into());
    members.insert("parameters".to_owned(), parameters.into());
    members.insert("base64".to_owned(), url.is_base64().into());
    members.insert("length".to_owned(), octets.len().into());
    match value(octets) {
        Value::Object(hex) => members.extend(hex),
        text => {
            members.insert("text".to_owned(), text);
        }
    }
    members
}

impl Single {
    fn source(&mut self) -> Source {
        let texts: Vec<_> = self.text.take().into_iter().collect();
        let mut sources = Source::from_options(texts, self.file.take().into_iter().collect());
        // One argument, or one file, is one source.
        sources.pop().unwrap_or(Source::Stdin)
    }
}

/// Reads the input, with its name for messages.
fn read(mut single: Single) -> io::Result<(Vec<u8>, String)> {
    let source = single.source();
    let name = source.name();
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{name}: {error}"));
    let octets = source.open().and_then(|mut input| read_all(&mut input)).map_err(named)?;
    Ok((octets, name))
}

fn encode(mut args: DataUrlEncodeArgs) -> Result<Outcome, Failure> {
    let output = args.single.output.take();
    let (octets, _) = read(args.single)?;
    let form = match (args.base64, args.percent) {
        (true, _) => Form::Base64,
        (_, true) => Form::Percent,
        _ => Form::Shorter,
    };
    // Only the type can be wrong, and the type is an argument.
    let url = url_of(&octets, args.media_type.as_deref(), form);
    let url = url.map_err(|error| Failure::Usage(format!("--type: {error}")))?;
    let mut out = Output::open(output.as_deref(), Content::Bytes, &Permission::default())?;
    writeln!(out, "{url}")?;
    out.finish()?;
    Ok(Outcome::CLEAN)
}

fn decode(mut args: DataUrlDecodeArgs) -> Result<Outcome, Failure> {
    let output = args.single.output.take();
    let is_argument = args.single.file.is_none() && args.single.text.is_some();
    let (mut bytes, source) = read(args.single)?;
    if !is_argument && bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    let failed = |problem: Problem| {
        let at = problem.offset;
        let place = Place { source: &source, line: None, offset: at as u64, excerpt: &bytes, at };
        diagnostics::error_at(&place, problem.words(0));
        Ok(Outcome::INPUT_ERRORS)
    };
    if let Some(what) = utf_16(&bytes).filter(|_| !is_argument) {
        return failed(Problem::new(0, what));
    }
    // A URL may be folded, and no data of one begins another.
    let second = |at: usize| bytes[at..].trim_ascii_start().get(..5);
    let is_second = |at: &usize| second(*at).is_some_and(|of| of.eq_ignore_ascii_case(b"data:"));
    if let Some(at) = memchr::memchr_iter(b'\n', &bytes).find(is_second) {
        return failed(Problem::new(at + 1, "a second URL begins here; give each of them alone"));
    }
    let text = match Problem::unless_text(&bytes, "a URL is text, and these bytes are not UTF-8") {
        Ok(text) => text,
        Err(problem) => return failed(problem),
    };
    let url = match DataUrl::parse(text) {
        Ok(url) => url,
        Err(error) => return failed(error.into()),
    };
    let octets = match url.to_bytes() {
        Ok(octets) => octets,
        Err(error) => return failed(error.into()),
    };
    // A fragment has none of these: the data were meant to go on.
    let goes_on =
        |at: &usize| text[at + 1..].contains(['<', '>', '"', '\'', '{', '}', ';', '\n', ' ']);
    if let Some(at) = text.find('#').filter(goes_on) {
        let left_out = text[at + 1..].trim_ascii_end().len();
        let what = format!(
            "`#` begins a fragment, and {left_out} octets after it are not data; in the data, `#` is `%23`, and `triplet requote --raw-hash` writes it"
        );
        let place = Place { source: &source, line: None, offset: at as u64, excerpt: &bytes, at };
        diagnostics::error_at(&place, Problem::note(at, what).words(0));
    }
    let content = if args.json { Content::Json } else { Content::Bytes };
    let mut out = Output::open(output.as_deref(), content, &Permission::default())?;
    if args.json {
        writeln!(out, "{}", json!(members(&url, &octets)))?;
    } else if args.media_type {
        writeln!(out, "{}", url.media_type())?;
    } else {
        out.write_all(&octets)?;
        if out.is_terminal() && !octets.ends_with(b"\n") {
            out.write_all(b"\n")?;
        }
    }
    out.finish()?;
    Ok(Outcome::CLEAN)
}
