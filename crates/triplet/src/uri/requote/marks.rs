//! What is an address between the delimiters of RFC 3986 appendix C, and what is a tag, or a word in quotation marks.
#![forbid(unsafe_code)]

use crate::uri::split;

/// What stands around an address in a text of people.
pub(super) const DELIMITERS: [(char, char); 6] =
    [('<', '>'), ('"', '"'), ('“', '”'), ('„', '“'), ('‘', '’'), ('«', '»')];

/// Whether a character around a reference is not a part of it: white space, a byte order mark, or a character without width.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{FEFF}' | '\u{200B}' | '\u{2060}')
}

/// A text without the blank characters around it. A loop is smaller in a module than `trim_matches`.
pub(super) fn trimmed(mut text: &str) -> &str {
    while let Some(first) = text.chars().next().filter(|first| is_blank(*first)) {
        text = &text[first.len_utf8()..];
    }
    while let Some(last) = text.chars().next_back().filter(|last| is_blank(*last)) {
        text = &text[..text.len() - last.len_utf8()];
    }
    text
}

/// The schemes without `//` that an address in brackets often has. Another word before a colon is a name in a namespace: `<xsl:if>`.
const SCHEMES: [&str; 17] = [
    "about", "cid", "data", "doi", "file", "geo", "im", "info", "magnet", "mailto", "mid", "news",
    "sip", "sips", "tel", "urn", "xmpp",
];

/// Whether a text that stands after this delimiter is an address, or a reference that could be one: with an authority, with a known
/// scheme, or a path that begins with `/`, `./` or `../`. In quotation marks a query and a fragment are references too.
pub(super) fn is_address(text: &str, open: char) -> bool {
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let spans = split::spans(text.as_bytes());
    if let Some(scheme) = spans.scheme() {
        let is_known = SCHEMES.iter().any(|known| text[scheme.clone()].eq_ignore_ascii_case(known));
        return spans.authority().is_some() || is_known;
    }
    let is_path = ["/", "./", "../"].iter().any(|start| text.starts_with(start));
    match open {
        '<' => is_path && !is_end_tag(text),
        _ => text.len() > 1 && (is_path || text.starts_with(['?', '#'])),
    }
}

/// Whether a text is what an end tag has between its brackets.
fn is_end_tag(text: &str) -> bool {
    let name = text.strip_prefix('/').unwrap_or_default().trim_ascii_end();
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b":-_.".contains(&byte))
        && text.starts_with('/')
}

#[cfg(test)]
mod tests {
    use super::is_address;

    #[test]
    fn between_marks() {
        for text in [
            "https://a.example/x y",
            "//a.example/",
            "MAILTO:me@a.example",
            "/a b",
            "/a/b",
            "../x",
            "\"/a b\"",
        ] {
            assert!(is_address(text, '<') && is_address(text, '"'), "{text}");
        }
        for text in ["", "b", "br/", "xsl:if test=1", "!-- x --", "a href=/x", "note: x"] {
            assert!(!is_address(text, '<') && !is_address(text, '"'), "{text}");
        }
        for text in ["/ul", "/svg:g", "/li ", "?xml version='1.0'?", "#if x", "/"] {
            assert!(!is_address(text, '<'), "{text}");
        }
        assert!(is_address("?a=b c", '"') && is_address("/ul", '"') && !is_address("/", '"'));
    }
}
