//! Values in JSON that several commands print: `inspect`, `lint`, `readers` and `batch`.
#![forbid(unsafe_code)]

use serde_json::{Value, json};
use triplet::charset::Candidate;
use triplet_inspect::{self as inspect, Finding, Token, TokenKind};

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes in JSON: as text, or in hexadecimal.
pub fn value(bytes: &[u8]) -> Value {
    str::from_utf8(bytes).map_or_else(|_| json!({ "hex": hex(bytes) }), |text| json!(text))
}

pub fn finding_value(finding: &Finding) -> Value {
    let rule = finding.rule();
    json!({
        "id": rule.name(),
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
        "part": token.part().name(),
        "kind": token.kind().name(),
    });
    let about = match token.kind() {
        TokenKind::Raw(class) => json!({ "class": class.name() }),
        TokenKind::Character { scalar, needless, lowercase } => json!({
            "character": scalar,
            "code_point": format!("U+{:04X}", u32::from(scalar)),
            "name": inspect::character_name(scalar),
            "needless": needless,
            "lowercase": lowercase,
        }),
        TokenKind::Octet { octet, lowercase } => {
            json!({ "octet": octet, "lowercase": lowercase })
        }
        TokenKind::Malformed { wrong } => json!({ "wrong": wrong }),
        _ => json!({}),
    };
    if let (Some(out), Value::Object(about)) = (out.as_object_mut(), about) {
        out.extend(about);
    }
    out
}

/// A charset that octets may be in.
pub fn candidate_value(candidate: &Candidate) -> Value {
    json!({
        "charset": candidate.charset.name(),
        "text": candidate.text,
        "malformed": candidate.malformed,
        "evidence": candidate.evidence.name(),
        "reason": candidate.reason.name(),
        "why": candidate.reason.to_string(),
        "score": candidate.score,
    })
}
