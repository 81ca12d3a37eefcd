//! `inspect`, `lint` and `readers`: what a text is made of, shown to a person or as JSON.
//!
//! All that is shown of a text is made visible first, on a terminal and in a pipe: it is a report, not data.
#![forbid(unsafe_code)]

use std::io::{self, IsTerminal, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};
use triplet::inspect::{
    self, Class, Context, Finding, Part, Reading, Severity, Token, TokenKind, Tokens,
};
use triplet::uri::Reference;
use triplet::{charset, decode};

use crate::args::{Color, InspectArgs, LintArgs, ReadersArgs};
use crate::codec::Failure;
use crate::lines::{LONGEST, Lines, Next};
use crate::output::{Content, Output};
use crate::report::{self, Place};
use crate::source::Source;
use crate::transform::Outcome;
use crate::visible::visible_line as shown;

/// One line, whatever is in it.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes in JSON: as text, or in hexadecimal.
fn value(bytes: &[u8]) -> Value {
    str::from_utf8(bytes).map_or_else(|_| json!({ "hex": hex(bytes) }), |text| json!(text))
}

pub fn finding_value(finding: &Finding) -> Value {
    let rule = finding.rule();
    json!({
        "id": rule.id(),
        "severity": finding.severity().name(),
        "offset": finding.span().start,
        "length": finding.span().len(),
        "layer": finding.layer(),
        "message": rule.message(),
        "reference": rule.reference(),
    })
}

pub fn token_value(text: &[u8], token: &Token) -> Value {
    let span = token.span();
    let mut out = json!({
        "offset": span.start,
        "length": span.len(),
        "text": value(&text[span]),
        "part": match token.part() {
            Part::Component(component) => component.name(),
            Part::Delimiter => "delimiter",
        },
    });
    let about = match token.kind() {
        TokenKind::Raw(class) => json!({ "kind": "raw", "class": class.name() }),
        TokenKind::Character { scalar, needless, lowercase } => json!({
            "kind": "character",
            "character": scalar,
            "code_point": format!("U+{:04X}", u32::from(scalar)),
            "name": inspect::character_name(scalar),
            "needless": needless,
            "lowercase": lowercase,
        }),
        TokenKind::Octet { octet, lowercase } => {
            json!({ "kind": "octet", "octet": octet, "lowercase": lowercase })
        }
        TokenKind::Malformed { wrong } => json!({ "kind": "malformed", "wrong": wrong }),
        _ => json!({}),
    };
    if let (Some(out), Value::Object(about)) = (out.as_object_mut(), about) {
        out.extend(about);
    }
    out
}

/// Whether standard output gets colour.
fn colored(choice: Color) -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match choice {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if set("NO_COLOR") => false,
        Color::Auto if set("CLICOLOR_FORCE") => true,
        Color::Auto => {
            io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
        }
    }
}

fn paint(color: bool, style: &str, text: &str) -> String {
    if color { format!("\x1B[{style}m{text}\x1B[0m") } else { text.to_owned() }
}

/// The texts of arguments; of files and standard input, each line, and what is printed of it goes out before more
/// is waited for.
fn texts(
    text: &[std::ffi::OsString],
    file: &[std::path::PathBuf],
    out: &mut Output,
    mut each: impl FnMut(&mut Output, &str, Option<u64>, &[u8]) -> io::Result<()>,
) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::default();
    for source in Source::from_options(text.to_vec(), file.to_vec()) {
        let name = source.name();
        if let Source::Argument(_, text) = &source {
            each(out, &name, None, text)?;
            continue;
        }
        let mut failed = |error: io::Error| {
            report::message(format_args!("{name}: {error}"));
            outcome.io_errors = true;
        };
        let mut lines = match source.open() {
            Ok(input) => Lines::new(input),
            Err(error) => {
                failed(error);
                continue;
            }
        };
        loop {
            match lines.next() {
                Next::Line { number, text } => each(out, &name, Some(number), text)?,
                Next::TooLong { number, offset } => {
                    let (line, source) = (Some((number, None)), &*name);
                    let place = Place { source, line, offset, excerpt: b"", at: 0 };
                    let most = LONGEST >> 20;
                    let what = format_args!("the line is longer than {most} MiB, and is left out");
                    report::error_at(&place, what);
                    outcome.input_errors = true;
                }
                Next::Wait => {
                    out.flush()?;
                    if let Err(error) = lines.read() {
                        failed(error);
                        break;
                    }
                }
                Next::End => break,
            }
        }
    }
    Ok(outcome)
}

/// Standard output for JSON, or for text that is made visible piece by piece, between the colours.
fn open_output(json: bool) -> io::Result<Output> {
    Output::stdout(if json { Content::Json } else { Content::Raw })
}

pub fn inspect(args: &InspectArgs, color: Color) -> Result<Outcome, Failure> {
    let mut out = open_output(args.json)?;
    let color = colored(color) && !args.json;
    let outcome = texts(&args.text, &args.file, &mut out, |out, _, _, text| {
        if args.json { write_json(out, &Inspected(text)) } else { show(out, text, color) }
    })?;
    out.finish()?;
    Ok(outcome)
}

/// A line of JSON, written while it is made.
fn write_json(out: &mut Output, value: &impl Serialize) -> io::Result<()> {
    // What a terminal gets has no other buffer.
    let mut out = io::BufWriter::new(out);
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok(())
}

/// What there is to say about a text, as JSON. The tokens are made one by one: all of them as values would take a
/// thousand times the memory of the text.
struct Inspected<'a>(&'a [u8]);

impl Serialize for Inspected<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.0;
        let layers = inspect::layers(text, LAYERS);
        let findings: Vec<Value> =
            inspect::lint(text, Context::Url).iter().map(finding_value).collect();
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("text", &value(text))?;
        map.serialize_entry("tokens", &TokenValues(text))?;
        let layers = json!({ "count": layers.count(), "limited": layers.is_limited() });
        map.serialize_entry("layers", &layers)?;
        map.serialize_entry("findings", &findings)?;
        map.end()
    }
}

struct TokenValues<'a>(&'a [u8]);

impl Serialize for TokenValues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(Tokens::of(self.0).map(|token| token_value(self.0, &token)))
    }
}

/// So many layers are shown.
const LAYERS: usize = 8;

/// The style of a class, as SGR parameters.
fn style(kind: TokenKind, part: Part) -> &'static str {
    match (kind, part) {
        (TokenKind::Malformed { .. }, _) => "1;31",
        (TokenKind::Octet { .. }, _) => "33",
        (TokenKind::Character { needless: true, .. }, _) => "35",
        (TokenKind::Character { .. }, _) => "32",
        (_, Part::Delimiter) => "1;36",
        (TokenKind::Raw(Class::GenDelim), _) => "36",
        (TokenKind::Raw(Class::SubDelim), _) => "34",
        (TokenKind::Raw(Class::Control | Class::Other), _) => "31",
        (TokenKind::Raw(Class::NonAscii), _) => "33",
        _ => "0",
    }
}

fn show(out: &mut impl Write, text: &[u8], color: bool) -> io::Result<()> {
    let tokens = Tokens::of(text);
    for token in tokens.clone() {
        let part = shown(&text[token.span()]);
        write!(out, "{}", paint(color, style(token.kind(), token.part()), &part))?;
    }
    writeln!(out)?;
    let name = |name: &str| paint(color, "2", &format!("  {name:<10}"));
    // Where the bytes are not text, they are shown as if they were.
    let lossy = String::from_utf8_lossy(text);
    let reference = Reference::split(&lossy);
    let mut row =
        |label: &str, value: &str| writeln!(out, "{}{}", name(label), shown(value.as_bytes()));
    if let Some(scheme) = reference.scheme() {
        row("scheme", scheme)?;
    }
    if let Some(authority) = reference.authority() {
        if let Some(userinfo) = authority.userinfo() {
            row("userinfo", userinfo)?;
        }
        row("host", authority.host())?;
        if authority.host().contains("xn--") {
            let readable = triplet::iri::from_uri(&lossy, triplet::iri::HostDisplay::ByScheme);
            if let Some(host) = Reference::split(&readable).authority() {
                row("", host.host())?;
            }
        }
        if let Some(port) = authority.port() {
            row("port", port)?;
        }
    }
    row("path", reference.path())?;
    let mut decoded = |label: &str, raw: &str| {
        let bytes = decode(raw).lenient().to_bytes();
        let arrow = if *bytes == *raw.as_bytes() {
            String::new()
        } else {
            format!("  {}", paint(color, "2", &shown(raw.as_bytes())))
        };
        writeln!(out, "{}{}{arrow}", name(label), shown(&bytes))
    };
    if reference.path().contains('%') {
        for segment in reference.segments() {
            decoded("  segment", segment)?;
        }
    }
    if let Some(query) = reference.query() {
        writeln!(out, "{}{}", name("query"), shown(query.as_bytes()))?;
        for (key, value) in reference.pairs() {
            let plain = |raw: &str| shown(&decode(raw).plus_as_space().lenient().to_bytes());
            let value = value.map_or(String::new(), |value| format!(" = {}", plain(value)));
            writeln!(out, "{}{}{value}", name("  pair"), plain(key))?;
        }
    }
    if let Some(fragment) = reference.fragment() {
        writeln!(out, "{}{}", name("fragment"), shown(fragment.as_bytes()))?;
    }
    for token in tokens {
        let what = match token.kind() {
            TokenKind::Character { scalar, needless, lowercase } => {
                let mut what = format!(
                    "U+{:04X} {}",
                    u32::from(scalar),
                    shown(scalar.encode_utf8(&mut [0; 4]).as_bytes())
                );
                if let Some(name) = inspect::character_name(scalar) {
                    what.push_str("  ");
                    what.push_str(&name);
                }
                if needless {
                    what.push_str(", needless");
                }
                if lowercase {
                    what.push_str(", digits in lower case");
                }
                what
            }
            TokenKind::Octet { octet, .. } => format!("octet {octet:#04X}, no UTF-8"),
            TokenKind::Malformed { wrong: Some(byte) } => {
                format!("malformed: `{}` is no hexadecimal digit", shown(&[byte]))
            }
            TokenKind::Malformed { wrong: None } => "malformed: the text ends".to_owned(),
            _ => continue,
        };
        let raw = shown(&text[token.span()]);
        writeln!(out, "{}{raw:<13} {what}", name(&format!("@{}", token.span().start)))?;
    }
    let layers = inspect::layers(text, LAYERS);
    let more = if layers.is_limited() { " and more" } else { "" };
    writeln!(out, "{}{}{more}", name("layers"), layers.count())?;
    if layers.count() > 1 {
        for text in layers.texts() {
            writeln!(out, "{}{}", name(""), shown(&text))?;
        }
    }
    let decoded = decode(text).lenient().to_bytes();
    if str::from_utf8(&decoded).is_err() {
        let found = match str::from_utf8(text) {
            Ok(text) => charset::candidates(text),
            Err(_) => charset::candidates_octets(text),
        };
        for candidate in found.iter().take(3) {
            let text = shown(candidate.text.as_bytes());
            writeln!(out, "{}{text}", name(candidate.charset.name()))?;
        }
    }
    for finding in inspect::lint(text, Context::Url).iter() {
        let (severity, rule) = (finding.severity(), finding.rule());
        let label = paint(color, severity_style(severity), severity.name());
        writeln!(out, "  {label} {} @{}: {}", rule.id(), finding.span().start, rule.message())?;
    }
    Ok(())
}

fn severity_style(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "1;34",
        Severity::Warn => "1;33",
        Severity::Error => "1;31",
    }
}

/// Lints; what was found is an error of the input if it is as bad as was asked for.
pub fn lint(args: &LintArgs, color: Color) -> Result<Outcome, Failure> {
    let context = Context::by_name(&args.context).ok_or_else(|| {
        let names: Vec<&str> = Context::ALL.iter().map(|context| context.name()).collect();
        Failure::Usage(format!("--as wants one of {}", names.join(", ")))
    })?;
    let threshold = Severity::by_name(&args.fail_on)
        .ok_or_else(|| Failure::Usage("--fail-on wants one of info, warn, error".to_owned()))?;
    let mut out = open_output(args.json || args.sarif)?;
    let color = colored(color);
    let mut found = false;
    if args.sarif {
        write!(out, "{}", sarif_start())?;
    }
    let mut comma = "";
    let outcome = texts(&args.text, &args.file, &mut out, |out, source, line, text| {
        let findings = inspect::lint(text, context);
        found |= findings.worst().is_some_and(|worst| worst >= threshold);
        let (mut counted, mut column) = (0, 1);
        for finding in findings.iter() {
            // They come in the order of the text.
            let start = finding.span().start;
            column += report::characters(&text[counted..start]);
            counted = start;
            let place = line.map(|line| (line, column));
            if args.sarif {
                write!(out, "{comma}{}", sarif_result(source, place, text, finding))?;
                comma = ",";
            } else if args.json {
                let mut value = finding_value(finding);
                if let Some(fields) = value.as_object_mut() {
                    fields.shift_insert(0, "source".into(), source.into());
                    fields.shift_insert(1, "line".into(), json!(line));
                }
                writeln!(out, "{value}")?;
            } else {
                show_finding(out, source, place, text, finding, color)?;
            }
        }
        if findings.is_capped() {
            report::message(format_args!("{source}: more findings are not shown"));
        }
        Ok(())
    })?;
    if args.sarif {
        writeln!(out, "{SARIF_END}")?;
    }
    out.finish()?;
    Ok(Outcome { input_errors: outcome.input_errors || found, ..outcome })
}

fn show_finding(
    out: &mut impl Write,
    source: &str,
    place: Option<(u64, u64)>,
    text: &[u8],
    finding: &Finding,
    color: bool,
) -> io::Result<()> {
    let (rule, severity, span) = (finding.rule(), finding.severity(), finding.span());
    let place = match place {
        Some((line, column)) => format!("{line}:{column}:"),
        None => format!(" offset {}:", span.start),
    };
    let label = paint(color, severity_style(severity), severity.name());
    writeln!(out, "{source}:{place} {label}[{}] {}", rule.id(), rule.message())?;
    let start = span.start.saturating_sub(40);
    let end = text.len().min(span.end + 30);
    let before = shown(&text[start..span.start]);
    let here = shown(&text[span.clone()]);
    let width = |text: &str| text.chars().map(report::width).sum::<usize>();
    let carets = paint(color, severity_style(severity), &"^".repeat(width(&here).max(1)));
    writeln!(out, "  {before}{here}{}", shown(&text[span.end..end]))?;
    writeln!(out, "  {}{carets} {}", " ".repeat(width(&before)), rule.reference())
}

/// SARIF 2.1.0 (OASIS), one run, up to its results.
fn sarif_start() -> String {
    let rules: Vec<Value> = inspect::Rule::ALL
        .iter()
        .map(|rule| {
            json!({
                "id": rule.id(),
                "shortDescription": { "text": rule.message() },
                "help": { "text": rule.reference() },
            })
        })
        .collect();
    let driver = json!({ "name": "triplet", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    format!(
        r#"{{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{{"tool":{{"driver":{driver}}},"columnKind":"unicodeCodePoints","results":["#
    )
}

/// What comes after its results.
const SARIF_END: &str = "]}]}";

fn sarif_result(source: &str, place: Option<(u64, u64)>, text: &[u8], finding: &Finding) -> Value {
    let rule = finding.rule();
    let level = match finding.severity() {
        Severity::Info => "note",
        Severity::Warn => "warning",
        Severity::Error => "error",
    };
    let mut region = json!({
        "byteOffset": finding.span().start,
        "byteLength": finding.span().len(),
    });
    if let (Some((line, column)), Some(region)) = (place, region.as_object_mut()) {
        // The offset counts within the line.
        region.clear();
        region.insert("startLine".into(), line.into());
        region.insert("startColumn".into(), column.into());
        let length = report::characters(&text[finding.span()]);
        region.insert("endColumn".into(), (column + length).into());
    }
    let uri = triplet::encode(source, triplet::set::rfc3986::PATH).to_string();
    json!({
        "ruleId": rule.id(),
        "level": level,
        "message": { "text": rule.message() },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": uri },
            "region": region,
        } }],
        "properties": { "layer": finding.layer() },
    })
}

pub fn readers(args: &ReadersArgs) -> Result<Outcome, Failure> {
    let mut out = open_output(args.json)?;
    let outcome = texts(&args.text, &args.file, &mut out, |out, _, _, text| {
        if args.json {
            return write_json(out, &Read(text));
        }
        for (reader, reading) in inspect::readers(text) {
            let read = match &reading {
                Reading::Bytes(bytes) => shown(bytes),
                Reading::Text(text) => shown(text.as_bytes()),
                Reading::Refused => "(refused)".to_owned(),
            };
            writeln!(out, "{:<30} {read}", reader.name())?;
        }
        Ok(())
    })?;
    out.finish()?;
    Ok(outcome)
}

/// What each reader makes of a text, as JSON, one after the other.
struct Read<'a>(&'a [u8]);

impl Serialize for Read<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(inspect::readers(self.0).map(|(reader, reading)| {
            let read = match reading {
                Reading::Bytes(bytes) => value(&bytes),
                Reading::Text(text) => json!(text),
                Reading::Refused => Value::Null,
            };
            json!({ "reader": reader.name(), "reads": read })
        }))
    }
}
