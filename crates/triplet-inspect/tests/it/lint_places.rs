//! Each rule in each place where a text of its kind may stand: as it is, in a URL, and in a URL that is the value of another one,
//! encoded once and twice.

use triplet_inspect::{Context, Rule, Severity, lint};

/// Each octet that is not a letter or a digit as a triplet.
fn encoded(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    for &byte in text {
        if byte.is_ascii_alphanumeric() {
            out.push(byte);
        } else {
            out.extend(format!("%{byte:02X}").bytes());
        }
    }
    out
}

fn joined(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

/// A reference with a text in one of its components.
fn reference(context: Context, text: &[u8]) -> Vec<u8> {
    match context {
        Context::Url => text.to_vec(),
        Context::Host => joined(&[b"http://", text, b"/"]),
        Context::Path | Context::Segment => joined(&[b"https://h.test", text]),
        Context::Fragment => joined(&[b"https://h.test/#", text]),
        _ => joined(&[b"https://h.test/a?", text]),
    }
}

const PLACES: [&str; 4] = ["url", "value", "value encoded twice", "form"];

fn place(name: &str, reference: &[u8]) -> (Context, Vec<u8>) {
    let once = encoded(reference);
    match name {
        "url" => (Context::Url, reference.to_vec()),
        "value" => (Context::Url, joined(&[b"https://shop.test/go?b=1&next=", &once])),
        "value encoded twice" => (Context::Query, joined(&[b"next=", &encoded(&once)])),
        _ => (Context::Form, joined(&[b"a=1&to=", &once])),
    }
}

/// Rules that are not asked of a text within another, and why.
#[rustfmt::skip]
const NOT_WITHIN: [(&str, Rule); 16] = [
    ("how the text is written, which is checked where it is written", Rule::MalformedEscape),
    ("how the text is written, which is checked where it is written", Rule::PercentU),
    ("how the text is written, which is checked where it is written", Rule::LowercaseHex),
    ("how the text is written, which is checked where it is written", Rule::RawNonAscii),
    ("how the text is written, which is checked where it is written", Rule::RawSpace),
    ("how the text is written, which is checked where it is written", Rule::RawControl),
    ("how the text is written, which is checked where it is written", Rule::RawByte),
    ("how the text is written, which is checked where it is written", Rule::DisallowedChar),
    ("how the text is written, which is checked where it is written", Rule::EmptySegment),
    ("the outermost text has these layers too", Rule::NestedTriplet),
    ("encoded, it is `nul-byte-nested`", Rule::NulByte),
    ("`note:this` is text", Rule::InvalidScheme),
    ("a `+` that is encoded is a plus sign", Rule::Utf7),
    ("only of a whole path: after a host, two slashes lead to the same host", Rule::NetworkPath),
    ("only of a text that is known to be a form", Rule::SemicolonSeparator),
    ("only of a text that is known to be a form", Rule::PlusAmbiguity),
];

#[test]
fn each_rule_in_each_place() {
    let mut missing = Vec::new();
    for rule in Rule::ALL {
        // A thousand pairs have a thousand findings, after which lint stops.
        if *rule == Rule::FieldLimit || NOT_WITHIN.iter().any(|(_, known)| known == rule) {
            continue;
        }
        let (context, text) = rule.example();
        let reference = reference(context, text);
        let mut worst = None;
        for name in PLACES {
            let (context, text) = place(name, &reference);
            let findings = lint(&text, context);
            let found = findings.iter().filter(|finding| finding.rule() == *rule);
            let severity = found.map(|finding| finding.severity()).max();
            // In a text that is encoded twice, a finding that ordinary texts have too is not reported.
            if name == "value encoded twice" && worst <= Some(Severity::Info) {
                continue;
            }
            worst = worst.max(severity);
            if severity.is_none() {
                missing.push(format!("{} in {name}", rule.name()));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// A rule does not find its counterexample, in any place.
#[test]
fn no_counterexample_in_any_place() {
    let mut wrong = Vec::new();
    for rule in Rule::ALL {
        let reference = reference(rule.example().0, rule.counterexample());
        for name in PLACES {
            let (context, text) = place(name, &reference);
            let findings = lint(&text, context);
            let found = findings.iter().any(|finding| finding.rule() == *rule);
            // `encoded` encodes more than it must, and twice. A reference in a value is a finding by itself.
            let own =
                [Rule::OverEncoded, Rule::DoubleEncoding, Rule::NulByteNested, Rule::UrlInValue];
            if found && !own.contains(rule) {
                wrong.push(format!("{} in {name}", rule.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
