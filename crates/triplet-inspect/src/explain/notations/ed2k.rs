//! Links of eDonkey: `ed2k://|file|NAME|SIZE|HASH|/`. The fields are between `|`, and the name of a file has triplets. The link has no host, and
//! its program takes it as it is.
#![forbid(unsafe_code)]

use super::super::node::Kind;
use super::super::recognized::{Inner, MAX_PARTS, Part, Place, Reading, Recognized, span_of};

/// What is said of such a link.
pub(crate) const ED2K: &str = "a link of eDonkey";

const START: &str = "ed2k://|";

pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    let fields = text.strip_prefix(START)?;
    if length(text)? != text.len() {
        return None;
    }
    let mut parts = alloc::vec![Part::new(Kind::Scheme, 0..4, Reading::AsWritten)];
    let is_file = fields.starts_with("file|");
    let fields = fields.split('|').filter(|field| !field.is_empty() && *field != "/");
    parts.extend(fields.take(MAX_PARTS).enumerate().map(|(number, field)| {
        let is_name = is_file && number == 1;
        let reading = if is_name { Reading::Decode } else { Reading::AsWritten };
        Part::new(Kind::Segment, span_of(text, field), reading)
    }));
    let found = Recognized::certain(Inner::Parts(parts))?;
    Some(Recognized { detail: Some(ED2K.into()), ..found })
}

/// A longer link is not looked for: the whole takes linear time.
const MOST: usize = 2048;

/// The length of such a link with which a text begins. The name of a file may have spaces.
pub(crate) fn length(text: &str) -> Option<usize> {
    let rest = text.strip_prefix(START)?.as_bytes();
    let near = &rest[..rest.len().min(MOST)];
    let line = near.split(|byte| *byte == b'\n').next()?;
    let end = line.windows(2).position(|pair| pair == b"|/").map(|end| end + 2);
    let end = end.or_else(|| line.ends_with(b"|").then_some(line.len()))?;
    (line[..end].iter().filter(|byte| **byte == b'|').count() > 1).then_some(START.len() + end)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::super::super::node::Kind;
    use crate::explain;

    #[test]
    fn the_fields_of_a_link() {
        for (text, expected) in [
            (
                "ed2k://|file|Caf%C3%A9 [a].avi|12|0AB|h=5H|/",
                &["file", "Café [a].avi", "12", "0AB", "h=5H"][..],
            ),
            ("ed2k://|server|45.82.80.155|5687|/", &["server", "45.82.80.155", "5687"]),
            ("see ed2k://|file|a%20b c.avi|12|0AB|/ now", &["file", "a b c.avi", "12", "0AB"]),
        ] {
            let explanation = explain(text);
            let link = explanation.root().nodes().find(|node| node.kind == Kind::Url).unwrap();
            let read: Vec<&str> = link.children[1..].iter().map(|part| part.read()).collect();
            assert_eq!(read, expected, "{text}");
            // Its fields are between characters that no reference has.
            let is_right = |node: &crate::Node| {
                let mut rules = node.findings.iter().map(|found| found.rule.name());
                node.remedies.is_empty() && !rules.any(|rule| rule == "disallowed-char")
            };
            assert!(explanation.root().nodes().all(is_right), "{text}");
        }
        assert_ne!(explain("ed2k://|file|").root().detail.as_deref(), Some(super::ED2K));
    }
}
