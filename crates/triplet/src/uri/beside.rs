//! Whether a line is one reference, or has other text before, after or around it.
#![forbid(unsafe_code)]

use super::address::{begins_reference, first_scheme, is_mark, start_of_address};
use super::error::{Shape, UriError, UriErrorKind};
use crate::{EncodeSet, encode};

/// The error of a text that is not one reference alone, or `None`. Its kind says what is there, and its offset where.
///
/// * [`AfterText`](UriErrorKind::AfterText): an address (`scheme://…`) begins after something that does not begin a reference: white
///   space, a tag, an attribute, a quotation mark, a word. An address is data in a query, in a fragment, and in a path after its
///   first segment.
/// * [`NotReference`](UriErrorKind::NotReference): the text begins as a tag, a heading, an item of a list, a key with its value, JSON
///   or a sentence does, and no address is in it. A name of a file that looks like one of them begins with `./`.
/// * [`TextAfter`](UriErrorKind::TextAfter): a tab, a tag, the end of an attribute, a second address after white space, or white
///   space in a host. A space in a path, a query or a fragment may be of the reference.
///
/// Any text is split by RFC 3986 appendix B, a whole line of HTML too. What is before an address is then a part of a path, and what is
/// after it is in its path, query or fragment. So a program that is given lines asks this first. White space around a text counts
/// before an address: a program that passes over it trims the text. The data of `data:`, `mailto:` and other schemes without `//` can
/// be any text. Linear time.
///
/// ```
/// use triplet::uri::{UriErrorKind, text_beside};
///
/// let found = |text| text_beside(text).map(|error| (error.kind().name(), error.offset()));
/// assert_eq!(found("see https://a.example/x y"), Some(("after-text", 4)));
/// assert_eq!(found("<a href=\"https://a.example/\">"), Some(("after-text", 9)));
/// assert_eq!(found("https://a.example/\tHome"), Some(("text-after", 18)));
/// assert_eq!(found("https://a.example/</loc>"), Some(("text-after", 18)));
/// assert_eq!(found("https://a.example/ https://b.example/"), Some(("text-after", 19)));
/// assert_eq!(found("# Read me"), Some(("not-reference", 0)));
/// assert_eq!(found("https://a.example/?next=https://b.example/"), None);
/// assert_eq!(found("/my files/a b.txt?q=x y"), None);
/// ```
#[must_use]
pub fn text_beside<T: AsRef<[u8]> + ?Sized>(text: &T) -> Option<UriError> {
    beside(text.as_ref(), Addresses::AreText)
}

/// What a second address after white space is in a query or a fragment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Addresses {
    AreText,
    /// Data that is not encoded yet, as in `https://a.example/?text=see https://b.example/`.
    AreData,
}

/// What a text has that an address or a path from the root is not alone in, and what may be outside ASCII.
const QUIET: EncodeSet = EncodeSet::encoding(b" <>\"]");

pub(super) fn beside(text: &[u8], in_query: Addresses) -> Option<UriError> {
    let begins = || text.starts_with(b"/") || begins_reference(text);
    // Most texts are references of such characters, and one scan says so.
    if begins() && encode(text, QUIET).is_unchanged() {
        return None;
    }
    let before = start_of_address(text).map(|at| UriError::new(UriErrorKind::AfterText, at));
    let around = || not_reference(text).map(|(shape, at)| UriError::of_shape(shape, at));
    let after = || Some(UriError::new(UriErrorKind::TextAfter, text_after(text, in_query)?));
    before.or_else(around).or_else(after)
}

/// The error ([`TextLost`](UriErrorKind::TextLost)) of a change that leaves out raw white space, an angle bracket or a quotation mark of a
/// reference. None of them is of a reference as it is (RFC 3986 appendix C), so what follows one is perhaps other text, as in
/// `/x?token=1 closed`. The offset is that of the first that is lost. Linear time.
///
/// ```
/// use triplet::uri::text_lost;
///
/// let error = text_lost("/x?a=1 and more", "/x").expect("words are lost");
/// assert_eq!(error.offset(), 6);
/// assert_eq!(text_lost("http://a.example/b c", "http://x.example/b c"), None);
/// ```
#[must_use]
pub fn text_lost(before: &str, after: &str) -> Option<UriError> {
    let text = before.trim_ascii_end().as_bytes();
    let marks = |text: &[u8]| text.iter().filter(|byte| is_mark(**byte)).count();
    let had = marks(text);
    if had == 0 || had <= marks(after.as_bytes()) {
        return None;
    }
    let same = text.iter().zip(after.as_bytes()).take_while(|(a, b)| a == b).count();
    let next = text[same..].iter().position(|&byte| is_mark(byte)).map(|at| same + at);
    let at = next.or_else(|| text.iter().rposition(|&byte| is_mark(byte)))?;
    Some(UriError::new(UriErrorKind::TextLost, at))
}

/// The length of the scheme with its colon, if a text begins with one that no white space follows.
fn scheme(text: &[u8]) -> Option<usize> {
    let is_of_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let length = text.iter().take_while(|byte| is_of_scheme(byte)).count();
    let is_scheme = text.first().is_some_and(u8::is_ascii_alphabetic)
        && text.get(length) == Some(&b':')
        && text.get(length + 1).is_none_or(|next| !next.is_ascii_whitespace());
    is_scheme.then_some(length + 1)
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}

/// Starts of items of lists, of quotations, of tables, of blocks of code, and of the rest of a link of Markdown.
const STARTS_OF_LINES: [(&[u8], Shape); 7] = [
    (b"- ", Shape::Item),
    (b"* ", Shape::Item),
    (b"+ ", Shape::Item),
    (b"> ", Shape::Item),
    (b"| ", Shape::Item),
    (b"```", Shape::Code),
    (b"](", Shape::Markdown),
];

/// What is not a reference in a text without an address, and where it begins.
fn not_reference(text: &[u8]) -> Option<(Shape, usize)> {
    let start = text.len() - text.trim_ascii_start().len();
    let text = text.trim_ascii();
    if scheme(text).is_some() || text.starts_with(b"//") {
        return None;
    }
    let length = text.iter().position(|byte| b"?#".contains(byte)).unwrap_or(text.len());
    let path = &text[..length];
    let starts = |what: &[u8]| text.starts_with(what);
    let is_heading = || {
        let signs = text.iter().take_while(|byte| **byte == b'#').count();
        signs > 0 && text.get(signs).is_some_and(u8::is_ascii_whitespace)
    };
    let is_json = || match *text {
        [b'{' | b'[', ..] => {
            let next = text[1..].trim_ascii_start().first();
            next.is_none_or(|next| b"\"[".contains(next) || *next == b'{' && text[0] == b'[')
        }
        [b'}' | b']', ..] => true,
        [b'"', ..] => find(path, b"\":").is_some(),
        _ => false,
    };
    let is_rootless = path.first().is_some_and(|byte| !b"/.".contains(byte));
    let spaced = || path.iter().any(u8::is_ascii_whitespace);
    let is_key = || {
        let colon = path.iter().position(|byte| b":/".contains(byte));
        colon.is_some_and(|at| {
            path[at] == b':' && path.get(at + 1).is_some_and(u8::is_ascii_whitespace)
        })
    };
    // `GET /x`, `Redirect 301 /old /new`.
    let is_after_words = || {
        let slash = path.iter().position(|byte| *byte == b'/');
        slash.is_some_and(|at| at > 0 && path[at - 1].is_ascii_whitespace())
    };
    let is_sentence =
        || length == text.len() && text.last().is_some_and(|last| b".,;:!".contains(last));
    let start_of_line = || {
        let sign = STARTS_OF_LINES.iter().find(|(sign, _)| starts(sign));
        sign.map(|(_, shape)| *shape).filter(|_| is_rootless)
    };
    let of_words = || match is_rootless && spaced() {
        true if is_key() => Some(Shape::Key),
        true if is_after_words() => Some(Shape::WordsBefore),
        true if is_sentence() => Some(Shape::Sentence),
        _ => None,
    };
    let shape = match text.first() {
        Some(b'<') => Some(Shape::Tag),
        _ if is_heading() => Some(Shape::Heading),
        _ if is_json() => Some(Shape::Json),
        _ => start_of_line().or_else(of_words),
    };
    if let Some(shape) = shape {
        return Some((shape, start));
    }
    let markdown = find(path, b"](").map(|at| (Shape::Markdown, start + at));
    markdown.or_else(|| find(path, b"=\"").map(|at| (Shape::Attribute, start + at)))
}

/// Where a text goes on after a reference.
fn text_after(text: &[u8], in_query: Addresses) -> Option<usize> {
    let start = text.len() - text.trim_ascii_start().len();
    let text = text.trim_ascii();
    let length = scheme(text).unwrap_or(0);
    // The data of such a scheme is any text.
    if length > 0 && text.get(length) != Some(&b'/') {
        return None;
    }
    let delimiter = text.iter().position(|byte| b"?#".contains(byte)).unwrap_or(text.len());
    let authority = match text[length..].starts_with(b"//") {
        true => {
            let from = length + 2;
            let end = text[from..delimiter.max(from)].iter().position(|byte| *byte == b'/');
            from..end.map_or(delimiter.max(from), |end| from + end)
        }
        false => length..length,
    };
    // A password that was not encoded can have a space.
    let userinfo = text[authority.clone()].iter().rposition(|byte| *byte == b'@').unwrap_or(0);
    let host = authority.start + userinfo..authority.end;
    let space =
        || text[host.clone()].iter().position(u8::is_ascii_whitespace).map(|at| host.start + at);
    let tab = || text.iter().position(|byte| byte.is_ascii_whitespace() && *byte != b' ');
    let tag = || {
        let at = text.iter().position(|byte| *byte == b'<')?;
        let next = *text.get(at + 1)?;
        let opens = next.is_ascii_alphabetic() || b"!?".contains(&next);
        let is_closed = || text[at..].contains(&b'>');
        (next == b'/' || opens && at < delimiter && is_closed()).then_some(at)
    };
    let path = &text[..delimiter];
    let attribute = || find(path, b"\">").or_else(|| find(path, b"=\""));
    let found = tab()
        .into_iter()
        .chain(space())
        .chain(tag())
        .chain(attribute())
        .chain(second_address(if in_query == Addresses::AreData { path } else { text }));
    found.min().map(|at| start + at)
}

/// The first address that white space is before.
fn second_address(text: &[u8]) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = first_scheme(text, from) {
        if at.start > 0 && text[at.start - 1].is_ascii_whitespace() {
            return Some(at.start);
        }
        from = at.end;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{text_beside, text_lost};

    fn found(text: &str) -> Option<(&'static str, usize)> {
        text_beside(text).map(|error| (error.kind().name(), error.offset()))
    }

    #[test]
    fn what_comes_after_a_reference() {
        for (text, at) in [
            ("https://a.example/?utm_source=n\tHome\t5", 31),
            ("https://a.example/docs\tsee a/../b", 22),
            ("/a\tb", 2),
            ("https://me:pw@a.example/x https://me:pw@b.example/y", 26),
            ("//a.example/ https://b.example/", 13),
            ("/?q=see https://a", 8),
            ("https://a.example rest of line", 17),
            ("http://a b/", 8),
            ("https://a.example/x</loc>", 19),
            ("https://a.example/?x=1</loc>", 22),
            ("https://a.example/x\">text", 19),
            ("/x <b>y</b>", 3),
            ("  /a\tb", 4),
            ("// a comment", 2),
        ] {
            assert_eq!(found(text), Some(("text-after", at)), "{text}");
        }
    }

    #[test]
    fn what_is_not_a_reference() {
        for (text, at) in [
            ("# Read me", 0),
            ("## Read", 0),
            ("<p>", 0),
            ("  <li>", 2),
            ("</ul>", 0),
            ("<!-- x -->", 0),
            ("<a href=\"/a?x=1&utm_source=y\">one</a>", 0),
            ("See [the file](docs/My File.md), 100% sure.", 0),
            ("[a](docs/My File.md)", 2),
            ("![Icon](app-icon 120.png)", 6),
            ("* [Boyer](Boyer Moore/README.md)", 0),
            ("- /x y", 0),
            ("  - url: /x y", 2),
            ("url: /x y", 0),
            ("{\"url\": \"/x y\"}", 0),
            ("{", 0),
            ("},", 0),
            ("[\"a b\"]", 0),
            ("  \"url\": \"/x y\",", 2),
            ("Redirect 301 /old path /new", 0),
            ("GET /a?x=1&utm_source=y HTTP/1.1", 0),
            ("Started POST /m?u=me&password=abc for 8.8.9.9", 0),
            ("A sentence of words.", 0),
            ("name=\"x y\"", 4),
            ("```sh", 0),
        ] {
            assert_eq!(found(text), Some(("not-reference", at)), "{text}");
        }
    }

    #[test]
    fn what_people_repair() {
        for text in [
            "",
            " ",
            "#",
            "#top",
            "https://a.example/a b?q=x y",
            "https://a.example/a b?q=\"x y\"",
            "https://a.example/?q=<b>bold</b>",
            "https://a.example/?q=<script>alert(1)</script>",
            "https://a.example/a < b",
            "https://a.example/My \"best\" song.mp3",
            "https://user:my pass@a.example/x",
            "https://a.example/x y ",
            "my file (1).pdf",
            "My Files/a b.txt",
            "./key: value",
            "./- item",
            "/x: y",
            "../a b.",
            "{{base}}/a b",
            "{base}/a b",
            "[::1]/a b",
            "Products(Name='a b')",
            "data:image/svg+xml;utf8,<svg\txmlns=\"http://www.w3.org/2000/svg\"/>",
            "mailto:me@a.example?body=see https://a/",
            "javascript:void(0) https://a/",
            r"C:\My Files\a b",
            "?q=x y",
            "a b/c d",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn what_a_change_loses() {
        for (before, after, at) in [
            ("wss://h/ws?token=abc closed (1006)", "wss://h/ws?token=X", Some(20)),
            ("https://a/p?b=1  # staging", "https://a/p# staging", Some(15)),
            ("\"/a?x=1&utm_source=y\"", "\"/a?x=1", Some(20)),
            ("https://a/my docs/../b", "https://a/b", Some(12)),
            ("/a b c", "/a c", Some(4)),
            ("/a b?q=1 ", "/a b", None),
            ("/a b", "/a b?x=1", None),
            ("/a%20b", "/", None),
            ("", "/", None),
        ] {
            let error = text_lost(before, after);
            assert_eq!(error.map(|error| error.offset()), at, "{before}");
        }
    }
}
