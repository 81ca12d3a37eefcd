//! Links in a string of SQL, in which an apostrophe is doubled: `'https://a.example/?n=O''Brien'`.
#![forbid(unsafe_code)]

use alloc::string::String;

/// The length of the link with which a text begins that is a string of SQL as a whole, if it has a doubled apostrophe. `head` is what is
/// before it in the line.
pub(crate) fn length(head: &str, text: &str) -> Option<usize> {
    if !head.ends_with('\'') || head.ends_with("''") {
        return None;
    }
    let bytes = text.as_bytes();
    let (mut at, mut is_doubled) = (0, false);
    loop {
        match bytes.get(at..)? {
            [b'\'', b'\'', ..] => {
                is_doubled = true;
                at += 2;
            }
            [b'\'', ..] => break,
            [b' ' | b'\t' | b'\n' | b'\r' | b'"' | b'<' | b'>' | b'\\', ..] | [] => return None,
            _ => at += 1,
        }
    }
    let is_end = |next: &u8| next.is_ascii_whitespace() || b",;)]}:".contains(next);
    (is_doubled && bytes.get(at + 1).is_none_or(is_end)).then_some(at)
}

/// The link without the doubled apostrophes.
pub(crate) fn read(link: &str) -> String {
    link.replace("''", "'")
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use crate::explain;

    #[test]
    fn what_is_doubled_and_what_is_not() {
        for (text, expected) in [
            (
                "values ('https://a.example/?n=O''Brien%20%26&b=''x''', 2)",
                Some("https://a.example/?n=O'Brien%20%26&b='x'"),
            ),
            ("a = 'https://a.example/it''s'", Some("https://a.example/it's")),
            ("''https://a.example/it''", None),
            ("f('https://a.example/', '')", None),
            ("f('https://a.example/'' + b)", None),
            ("see https://a.example/?$filter=name%20eq%20'O''Brien' now", None),
        ] {
            let explanation = explain(text);
            let found = explanation.root().nodes().find(|node| node.kind == Kind::Quoted);
            assert_eq!(found.map(|node| node.read()), expected, "{text}");
            if let Some(found) = found {
                assert_eq!(found.children[0].kind, Kind::Url, "{text}");
            }
        }
    }
}
