//! Values in JSON that several commands print: `explain`, `inspect`, `lint`, `readers` and `batch`.
#![forbid(unsafe_code)]

use std::ops::Range;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};
use triplet::charset::Candidate;
use triplet_inspect::{self as inspect, CharsetRead, Finding, Node, Token, TokenKind, Why};

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes in JSON: as text, or in hexadecimal.
pub fn value(bytes: &[u8]) -> Value {
    str::from_utf8(bytes).map_or_else(|_| json!({ "hex": hex(bytes) }), |text| json!(text))
}

/// A finding, and where its text is from: the source and the line. A log of attacks has several in each line, so that no tree is made of
/// them.
pub struct FindingValue<'f> {
    pub finding: &'f Finding,
    pub place: Option<(&'f str, Option<u64>)>,
}

pub fn finding_value(finding: &Finding) -> FindingValue<'_> {
    FindingValue { finding, place: None }
}

impl Serialize for FindingValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let FindingValue { finding, place } = self;
        let (rule, span) = (finding.rule(), finding.span());
        let mut map = serializer.serialize_map(None)?;
        if let Some((source, line)) = place {
            map.serialize_entry("source", source)?;
            map.serialize_entry("line", line)?;
        }
        map.serialize_entry("id", rule.name())?;
        map.serialize_entry("severity", finding.severity().name())?;
        map.serialize_entry("offset", &span.start)?;
        map.serialize_entry("length", &span.len())?;
        map.serialize_entry("layer", &finding.layer())?;
        map.serialize_entry("message", rule.message())?;
        map.serialize_entry("reference", rule.reference())?;
        let weaknesses = rule.cwe().map(|number| format!("CWE-{number}"));
        map.serialize_entry("cwe", &weaknesses.collect::<Vec<_>>())?;
        map.end()
    }
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

/// A node of the tree of `explain`, and all below it. What is empty is left out, and so is the text read if it is the text
/// written. The JSON is written while it is made: as values, a tree would take several times its memory.
pub struct NodeValue<'n>(pub &'n Node);

impl Serialize for NodeValue<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let node = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", node.kind.name())?;
        map.serialize_entry("title", node.kind.title())?;
        map.serialize_entry("span", &span(&node.span))?;
        map.serialize_entry("written", &node.written)?;
        if let Some(read) = &node.decoded {
            map.serialize_entry("read", read)?;
        }
        if let Some(octets) = &node.octets {
            map.serialize_entry("octets", &value(octets))?;
        }
        if let Some(charset) = &node.charset {
            map.serialize_entry("charset", &charset_value(charset))?;
        }
        if node.is_likely {
            map.serialize_entry("likely", &true)?;
        }
        if let Some(detail) = &node.detail {
            map.serialize_entry("detail", detail)?;
        }
        if !node.remedies.is_empty() {
            let remedies = node.remedies.iter().map(|remedy| {
                json!({
                    "kind": remedy.kind.name(),
                    "message": remedy.message,
                    "offset": remedy.offset,
                    "text": remedy.text,
                })
            });
            map.serialize_entry("remedies", &remedies.collect::<Vec<_>>())?;
        }
        if !node.findings.is_empty() {
            let findings = node.findings.iter().map(|found| {
                json!({
                    "rule": found.rule.name(),
                    "severity": found.severity.name(),
                    "span": span(&(found.start..found.end)),
                })
            });
            map.serialize_entry("findings", &findings.collect::<Vec<_>>())?;
        }
        if !node.children.is_empty() {
            map.serialize_entry("children", &Nodes(&node.children))?;
        }
        if node.is_cut {
            map.serialize_entry("cut", &true)?;
        }
        map.end()
    }
}

struct Nodes<'n>(&'n [Node]);

impl Serialize for Nodes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(NodeValue))
    }
}

/// The first offset and the one after the last.
fn span(span: &Range<usize>) -> [usize; 2] {
    [span.start, span.end]
}

fn charset_value(read: &CharsetRead) -> Value {
    let reason = match &read.why {
        Why::Octets(reason) => reason.name(),
        _ => "named",
    };
    let mut out = json!({
        "name": read.charset.name(),
        "evidence": read.evidence.name(),
        "reason": reason,
        "why": read.why.to_string(),
    });
    if let Some((charset, text)) = &read.runner_up {
        out["runner_up"] = json!({ "name": charset.name(), "text": text });
    }
    out
}
