//! `inspect`, `lint` and `readers`: what a text is made of, shown to a person or as JSON.
//!
//! All that is shown of a text is made visible first, on a terminal and in a pipe: it is a report, not data.
#![forbid(unsafe_code)]

use std::io::{self, IsTerminal, Write};

use serde_json::{Value, json};
use triplet::inspect::{self, Class, Context, Finding, Part, Reading, Severity, Token, TokenKind};
use triplet::uri::Reference;
use triplet::{charset, decode};

use crate::args::{Color, InspectArgs, LintArgs, ReadersArgs};
use crate::codec::Failure;
use crate::output::{Content, Output};
use crate::report;
use crate::source::{Source, read_all};
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

/// The texts of arguments; of files and standard input, each line.
fn texts(
    text: &[std::ffi::OsString],
    file: &[std::path::PathBuf],
    mut each: impl FnMut(&str, Option<u64>, &[u8]) -> io::Result<()>,
) -> Result<bool, Failure> {
    let mut failed = false;
    for source in Source::from_options(text.to_vec(), file.to_vec()) {
        let name = source.name();
        let is_argument = source.is_argument();
        let bytes = match source.open().and_then(|mut input| read_all(&mut *input)) {
            Ok(bytes) => bytes,
            Err(error) => {
                report::message(format_args!("{name}: {error}"));
                failed = true;
                continue;
            }
        };
        if is_argument {
            each(&name, None, &bytes)?;
            continue;
        }
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        for (line, bytes) in (1..).zip(bytes.split(|&b| b == b'\n')) {
            each(&name, Some(line), bytes.strip_suffix(b"\r").unwrap_or(bytes))?;
        }
    }
    Ok(failed)
}

/// Standard output for JSON, or for text that is made visible piece by piece, between the colours.
fn open_output(json: bool) -> io::Result<Output> {
    Output::stdout(if json { Content::Json } else { Content::Raw })
}

/// Says whether everything could be read.
pub fn inspect(args: &InspectArgs, color: Color) -> Result<bool, Failure> {
    let mut out = open_output(args.json)?;
    let color = colored(color) && !args.json;
    let failed = texts(&args.text, &args.file, |_, _, text| {
        if args.json { writeln!(out, "{}", inspected(text)) } else { show(&mut out, text, color) }
    })?;
    out.finish()?;
    Ok(!failed)
}

fn inspected(text: &[u8]) -> Value {
    let tokens: Vec<Value> =
        inspect::tokens(text).iter().map(|token| token_value(text, token)).collect();
    let layers = inspect::layers(text, 8);
    let findings: Vec<Value> =
        inspect::lint(text, Context::Url).iter().map(finding_value).collect();
    json!({
        "text": value(text),
        "tokens": tokens,
        "layers": { "count": layers.count(), "limited": layers.is_limited() },
        "findings": findings,
    })
}

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
    let tokens = inspect::tokens(text);
    for token in &tokens {
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
            let readable = triplet::iri::from_uri(&lossy, triplet::iri::DomainNames::ByScheme);
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
    for token in &tokens {
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
    let layers = inspect::layers(text, 8);
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

/// How a lint ended: whether something as bad as was asked for was found, and whether something could not be
/// read.
pub struct Linted {
    pub found: bool,
    pub failed: bool,
}

pub fn lint(args: &LintArgs, color: Color) -> Result<Linted, Failure> {
    let context = Context::by_name(&args.context).ok_or_else(|| {
        let names: Vec<&str> = Context::ALL.iter().map(|context| context.name()).collect();
        Failure::Usage(format!("--as wants one of {}", names.join(", ")))
    })?;
    let threshold = Severity::by_name(&args.fail_on)
        .ok_or_else(|| Failure::Usage("--fail-on wants one of info, warn, error".to_owned()))?;
    let mut out = open_output(args.json || args.sarif)?;
    let color = colored(color);
    let mut found = false;
    let mut results = Vec::new();
    let failed = texts(&args.text, &args.file, |source, line, text| {
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
                results.push(sarif_result(source, place, text, finding));
            } else if args.json {
                let mut value = finding_value(finding);
                if let Some(fields) = value.as_object_mut() {
                    fields.shift_insert(0, "source".into(), source.into());
                    fields.shift_insert(1, "line".into(), json!(line));
                }
                writeln!(out, "{value}")?;
            } else {
                show_finding(&mut out, source, place, text, finding, color)?;
            }
        }
        if findings.is_capped() {
            report::message(format_args!("{source}: more findings are not shown"));
        }
        Ok(())
    })?;
    if args.sarif {
        writeln!(out, "{}", sarif(results))?;
    }
    out.finish()?;
    Ok(Linted { found, failed })
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

/// SARIF 2.1.0 (OASIS), one run.
fn sarif(results: Vec<Value>) -> Value {
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
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "triplet",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

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

/// Says whether everything could be read.
pub fn readers(args: &ReadersArgs) -> Result<bool, Failure> {
    let mut out = open_output(args.json)?;
    let failed = texts(&args.text, &args.file, |_, _, text| {
        if args.json {
            let rows: Vec<Value> = inspect::readers(text)
                .map(|(reader, reading)| {
                    let read = match reading {
                        Reading::Bytes(bytes) => value(&bytes),
                        Reading::Text(text) => json!(text),
                        Reading::Refused => Value::Null,
                    };
                    json!({ "reader": reader.name(), "reads": read })
                })
                .collect();
            return writeln!(out, "{}", json!(rows));
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
    Ok(!failed)
}
