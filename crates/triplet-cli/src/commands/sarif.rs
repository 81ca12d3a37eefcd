//! Findings in SARIF 2.1.0 (OASIS), for code scanners.
#![forbid(unsafe_code)]

use serde_json::{Value, json};
use triplet_inspect::{Context, Finding, Rule, Severity};

use crate::places::characters;

/// The text of one run up to its results.
pub fn start() -> String {
    let rules: Vec<Value> = Rule::ALL
        .iter()
        .map(|rule| {
            json!({
                "id": rule.name(),
                "shortDescription": { "text": rule.message() },
                "help": { "text": rule.advice() },
                "defaultConfiguration": { "level": level(rule.severity(Context::Url)) },
                "properties": {
                    "reference": rule.reference(),
                    // The form that code scanners filter by.
                    "tags": rule.cwe().map(|number| format!("external/cwe/cwe-{number:03}")).collect::<Vec<_>>(),
                },
            })
        })
        .collect();
    let driver = json!({ "name": "triplet", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    format!(
        r#"{{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{{"tool":{{"driver":{driver}}},"columnKind":"unicodeCodePoints","results":["#
    )
}

/// The text after the results.
pub const END: &str = "]}]}";

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "note",
        Severity::Warn => "warning",
        Severity::Error => "error",
    }
}

/// A finding in a text that is this line and column of its source, or the source itself.
pub fn result(source: &str, place: Option<(u64, u64)>, text: &[u8], finding: &Finding) -> Value {
    let rule = finding.rule();
    let mut region = json!({
        "byteOffset": finding.span().start,
        "byteLength": finding.span().len(),
    });
    if let (Some((line, column)), Some(region)) = (place, region.as_object_mut()) {
        // The offset counts within the line.
        region.clear();
        region.insert("startLine".into(), line.into());
        region.insert("startColumn".into(), column.into());
        let length = characters(&text[finding.span()]);
        region.insert("endColumn".into(), (column + length).into());
    }
    let uri = triplet::encode(source, triplet::set::rfc3986::PATH).to_string();
    json!({
        "ruleId": rule.name(),
        "level": level(finding.severity()),
        "message": { "text": rule.message() },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": uri },
            "region": region,
        } }],
        "properties": {
            "layer": finding.layer(),
            // The span counts from the start of the text, on every line of a file.
            "offset": finding.span().start,
            "length": finding.span().len(),
        },
    })
}
