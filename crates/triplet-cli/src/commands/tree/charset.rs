//! What the tree of `explain` says about the charset of a text.
#![forbid(unsafe_code)]

use triplet::charset::{Charset, Evidence, Reason};
use triplet_inspect::{Node, Why};

use crate::commands::rows::clipped;

/// The name of a charset that people know.
pub fn usual_name(charset: Charset) -> &'static str {
    match charset.name() {
        "x-iso-8859-1" => "ISO-8859-1",
        name => name,
    }
}

/// Another reading of a text, from shortly before the place on where it differs.
pub fn other(read: &str, other: &str) -> String {
    let same = read.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    if same < 20 {
        return clipped(other, 40);
    }
    let rest: String = other.chars().skip(same - 8).collect();
    format!("…{}", clipped(&rest, 39))
}

/// The first octets of a text in a row that are not UTF-8, as triplets.
pub fn damage(octets: &[u8]) -> Option<String> {
    let mut bad = String::new();
    for chunk in octets.utf8_chunks() {
        if !bad.is_empty() && !chunk.valid().is_empty() {
            break;
        }
        bad.extend(chunk.invalid().iter().map(|octet| format!("%{octet:02X}")));
    }
    (!bad.is_empty()).then_some(bad)
}

/// What is said of a text in UTF-8 whose octets may be of another charset too: how strong the evidence is, and the other reading. Of
/// usual letters that nothing else reads as well, nothing is said.
pub fn doubt(node: &Node) -> Option<String> {
    let read = node.charset.as_ref().filter(|_| node.octets.is_none())?;
    let is_guess = match read.evidence {
        Evidence::Strong => false,
        Evidence::Possible => true,
        _ => read.runner_up.is_some(),
    };
    if !is_guess || read.charset != Charset::UTF_8 || read.why != Why::Octets(Reason::Utf8) {
        return None;
    }
    let mut words = format!("UTF-8: {}", read.evidence);
    if let Some((charset, text)) = &read.runner_up {
        words.push_str(&format!("; or {}: {}", charset.name(), other(node.read(), text)));
    }
    Some(words)
}
