//! Where an address begins in a line that has other text before it.
#![forbid(unsafe_code)]

use core::ops::Range;

/// Where an address begins in a text whose start is not a part of a reference. An address is data in a query or a fragment, and also in a
/// path after its first segment. A first segment with a colon ends a scheme (section 4.2), so what is there begins no reference. After a
/// `<`, a quotation mark or white space an address is never data of a path.
pub(super) fn start_of_address(text: &[u8]) -> Option<usize> {
    // Most texts are references, and need no search.
    if begins_reference(text) {
        return None;
    }
    let start = first_address(text)?;
    let before = &text[..start];
    let last = *before.last()?;
    let delimiter = before.iter().position(|&byte| byte == b'?' || byte == b'#');
    let path = &before[..delimiter.unwrap_or(start)];
    // A tag is never the start of a reference.
    if path.contains(&b'<') {
        return Some(start);
    }
    // `Really? https://…` is a sentence, and `# https://…` a comment.
    let is_data = delimiter.is_some_and(|at| !text[at + 1].is_ascii_whitespace());
    if is_data {
        return None;
    }
    let is_first_segment = !before.contains(&b'/');
    (is_first_segment || is_mark(last)).then_some(start)
}

fn first_address(text: &[u8]) -> Option<usize> {
    first_scheme(text, 0).map(|scheme| scheme.start)
}

/// The range of the first scheme that `://` follows, and of that. One letter is a drive of Windows.
pub(super) fn first_scheme(text: &[u8], mut from: usize) -> Option<Range<usize>> {
    while let Some(found) = text[from..].windows(3).position(|window| window == b"://") {
        let colon = from + found;
        let is_of_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        let run = text[from..colon].iter().rev().take_while(|byte| is_of_scheme(byte)).count();
        let letter = text[colon - run..colon].iter().position(u8::is_ascii_alphabetic);
        if let Some(start) = letter.map(|at| colon - run + at).filter(|start| colon - start > 1) {
            return Some(start..colon + 3);
        }
        from = colon + 3;
    }
    None
}

/// Whether a text begins with an authority, or with a scheme that something of a reference follows.
pub(super) fn begins_reference(text: &[u8]) -> bool {
    if text.starts_with(b"//") {
        return true;
    }
    let is_of_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let length = text.iter().take_while(|byte| is_of_scheme(byte)).count();
    text.first().is_some_and(u8::is_ascii_alphabetic)
        && matches!(text[length..], [b':', next, ..] if !is_mark(next))
}

/// White space, and what stands around an address in other languages.
pub(super) fn is_mark(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"<>\"".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::start_of_address;

    #[test]
    fn what_comes_before_an_address() {
        for (text, at) in [
            ("see HTTPS://A.example:443/%7e", Some(4)),
            ("remote: https://me:tok@h/x", Some(8)),
            (" https://a.example/", Some(1)),
            ("\u{a0}http://a/b", Some(2)),
            ("<loc>https://a/x y</loc>", Some(5)),
            ("</li><li><a href=\"https://a/\">", Some(18)),
            ("<?xml version=\"1.0\"?><loc>https://a/", Some(26)),
            ("<a href=/x?q=https://a/>", Some(13)),
            ("=HYPERLINK(\"https://a/x y\",\"t\")", Some(12)),
            ("{\"url\":\"https://a/\"}", Some(8)),
            ("url=https://a/", Some(4)),
            ("[text](https://a/)", Some(7)),
            ("(http://h:8/)", Some(1)),
            ("'ftp://h/'", Some(1)),
            ("Really? https://a/", Some(8)),
            ("# see https://a/", Some(6)),
            ("GET /x https://a/", Some(7)),
            ("\"https://a/\"", Some(1)),
            ("1https://a/", Some(1)),
        ] {
            assert_eq!(start_of_address(text.as_bytes()), at, "{text}");
        }
    }

    #[test]
    fn what_is_a_reference() {
        for text in [
            "",
            "://",
            "https://a.example/ https://b.example/",
            "//a.example/ https://b.example/",
            "/login?next=https://a",
            "/?q=see https://a",
            "?q=\"https://a\"",
            "#see https://a",
            "/a b/https://b.example/x",
            "web/http://a.example/",
            "mailto:me@a.example?body=see https://a/",
            "view-source:https://a/",
            "data:text/html,<a href=\"https://a/\">",
            "jdbc:postgresql://h/db",
            r"C:\a b://x",
            "{{base}}://x/y",
            "a b/c d",
        ] {
            assert_eq!(start_of_address(text.as_bytes()), None, "{text}");
        }
    }
}
