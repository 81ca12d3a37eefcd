//! `inspect`: what every byte of a text is, and what its components decode to.
#![forbid(unsafe_code)]

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};
use triplet::charset::{Candidate, Languages};
use triplet::decode;
use triplet::iri::{self, HostDisplay};
use triplet::uri::Reference;
use triplet_inspect::{self as inspect, Class, Context, Part, TokenKind, Tokens};

use super::charset;
use super::reference::{LINE_BREAK, line_break};
use super::reports::{Split, Texts, each_text, open_output, severity_style, write_json};
use super::values::{candidate_value, finding_value, token_value, value};
use crate::args::InspectArgs;
use crate::diagnostics::{Color, paint};
use crate::error::{Failure, Outcome};
use crate::escape::visible_line as shown;

pub fn inspect(args: &InspectArgs, color: Color) -> Result<Outcome, Failure> {
    let mut out = open_output(args.json)?;
    let color = color.applies_to(&io::stdout()) && !args.json;
    let languages = charset::languages(&args.languages)
        .map_err(|what| Failure::Usage(format!("--languages: {what}")))?;
    let mut broken = false;
    let split = Split::lines_or_records(args.null);
    let texts = Texts { text: &args.text, file: &args.file, split, has_marks: true };
    let outcome = each_text(&texts, &mut out, |out, text| {
        match args.json {
            true => write_json(out, &Inspected { text: text.bytes, languages })?,
            false => show(out, text.bytes, color, languages)?,
        }
        if let Some(at) = line_break(text.bytes) {
            broken = true;
            // Another stream: the report comes first.
            out.flush()?;
            text.error(at, LINE_BREAK);
        }
        Ok(())
    })?;
    out.finish()?;
    Ok(Outcome { input_errors: outcome.input_errors || broken, ..outcome })
}

/// The report on a text as JSON. The tokens are made one by one: as values, all of them would take a thousand times the
/// memory of the text.
struct Inspected<'a> {
    text: &'a [u8],
    /// The reader's.
    languages: Languages,
}

impl Serialize for Inspected<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.text;
        let layers = inspect::layers(text, LAYERS);
        let findings = inspect::lint(text, Context::Url);
        let findings: Vec<_> = findings.iter().map(finding_value).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("text", &value(text))?;
        map.serialize_entry("tokens", &TokenValues(text))?;
        let layers = json!({ "count": layers.count(), "limited": layers.is_limited() });
        map.serialize_entry("layers", &layers)?;
        map.serialize_entry("findings", &findings)?;
        if is_not_utf8(text) {
            let found = charset::candidates(text, true, self.languages);
            let likely: Vec<Value> = likely(&found).map(candidate_value).collect();
            map.serialize_entry("charsets", &likely)?;
        }
        map.end()
    }
}

struct TokenValues<'a>(&'a [u8]);

impl Serialize for TokenValues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(Tokens::of(self.0).map(|token| token_value(self.0, &token)))
    }
}

/// The number of layers that are shown.
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

/// Whether the octets of the triplets are not UTF-8.
fn is_not_utf8(text: &[u8]) -> bool {
    str::from_utf8(&decode(text).lenient().to_bytes()).is_err()
}

/// The number of charsets that are shown.
const LIKELY: usize = 3;

/// The likely charsets: those that read all octets, unless none does.
fn likely(found: &[Candidate]) -> impl Iterator<Item = &Candidate> {
    let is_read = found.first().is_some_and(|first| first.malformed == 0);
    found.iter().filter(move |each| !is_read || each.malformed == 0).take(LIKELY)
}

fn show(out: &mut impl Write, text: &[u8], color: bool, languages: Languages) -> io::Result<()> {
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
            let readable = iri::from_uri(&lossy, HostDisplay::ByScheme);
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
                format!("malformed: `{}` is not a hexadecimal digit", shown(&[byte]))
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
    if is_not_utf8(text) {
        let found = charset::candidates(text, true, languages);
        for candidate in likely(&found) {
            let text = shown(candidate.text.as_bytes());
            let why = format!("{}, {}", candidate.score, candidate.reason);
            let why = paint(color, "2", &why);
            writeln!(out, "{} {text}  {why}", name(candidate.charset.name()))?;
        }
    }
    for finding in inspect::lint(text, Context::Url).iter() {
        let (severity, rule) = (finding.severity(), finding.rule());
        let label = paint(color, severity_style(severity), severity.name());
        writeln!(out, "  {label} {} @{}: {}", rule.name(), finding.span().start, rule.message())?;
    }
    Ok(())
}
