//! Defanged links, which nobody opens by accident: `hxxps://a[.]example/b` for `https://a.example/b`. Reports of attacks have them.
//!
//! There is no standard. The forms are those that public reports and the programs that write them have: `hxxp`, `[.]`, `(.)`, `[dot]`,
//! `[:]//` and `[://]`.
#![forbid(unsafe_code)]

use alloc::string::String;

use super::super::recognized::{Inner, Place, Recognized};

/// What is written for a scheme, and the scheme.
const SCHEMES: [(&str, &str); 8] = [
    ("hxxps", "https"),
    ("hxxp", "http"),
    ("h**ps", "https"),
    ("h**p", "http"),
    ("fxps", "ftps"),
    ("fxp", "ftp"),
    ("https", "https"),
    ("http", "http"),
];

/// What is written for `://`.
const SLASHES: [&str; 3] = ["[:]//", "[://]", "://"];

/// What is written for the full stops of a host.
const STOPS: [&str; 6] = ["[.]", "(.)", "{.}", "[dot]", "(dot)", "{dot}"];

pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    if text.contains(char::is_whitespace) {
        return None;
    }
    let (start, rest, is_changed) = match scheme(text) {
        Some((scheme, rest, is_changed)) => (alloc::format!("{scheme}://"), rest, is_changed),
        None => (String::new(), text, false),
    };
    let host = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, rest) = rest.split_at(host);
    let mut read = start;
    let is_whole = read.is_empty();
    let before = read.len();
    with_stops(host, &mut read);
    let has_stops = read.len() - before < host.len();
    // Without a scheme it is a domain name or an address, and perhaps a port.
    let is_host = |host: &str| {
        host.chars().all(|c| c.is_alphanumeric() || ".-_:".contains(c))
            && host.starts_with(char::is_alphanumeric)
            && host.ends_with(char::is_alphanumeric)
    };
    if !is_changed && !has_stops || is_whole && !is_host(&read) {
        return None;
    }
    with_stops(rest, &mut read);
    Recognized::certain(Inner::Text(read))
}

/// The scheme with which a text begins, the rest, and whether it is written otherwise.
fn scheme(text: &str) -> Option<(&'static str, &str, bool)> {
    SCHEMES.iter().find_map(|(written, scheme)| {
        let start = text.get(..written.len())?;
        if !start.eq_ignore_ascii_case(written) {
            return None;
        }
        let rest = &text[written.len()..];
        let slashes = SLASHES.iter().find(|slashes| rest.starts_with(**slashes))?;
        let is_changed = written != scheme || *slashes != "://";
        Some((*scheme, &rest[slashes.len()..], is_changed))
    })
}

/// Adds a text with its full stops and colons.
fn with_stops(text: &str, read: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(['[', '(', '{']) {
        let (before, bracket) = rest.split_at(at);
        read.push_str(before);
        let is_stop = |stop: &&&str| {
            bracket.get(..stop.len()).is_some_and(|start| start.eq_ignore_ascii_case(stop))
        };
        let (written, c) = match STOPS.iter().find(is_stop) {
            Some(stop) => (stop.len(), '.'),
            None if bracket.starts_with("[:]") => (3, ':'),
            None => {
                read.push_str(&bracket[..1]);
                rest = &bracket[1..];
                continue;
            }
        };
        read.push(c);
        rest = &bracket[written..];
    }
    read.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use super::super::says;
    use crate::explain;

    #[test]
    fn what_is_defanged_and_what_is_not() {
        for (text, expected) in [
            ("hxxps://a[.]example/b%20c", "is https://a.example/b%20c"),
            ("hXXp://a.example:80/", "is http://a.example:80/"),
            ("http[:]//192[.]0[.]2[.]1[:]8080/x(1).html", "is http://192.0.2.1:8080/x(1).html"),
            ("https[://]a(.)b[dot]example", "is https://a.b.example"),
            ("a[.]example", "is a.example"),
            ("192.0.2[.]1", "is 192.0.2.1"),
            ("https://a.example/b[.]html", "is not"),
            ("http://[::1]/", "is not"),
            ("x[.]y(z)", "is not"),
            ("a[i].b", "is not"),
            ("[.]?[a-z]+", "is not"),
            ("{!ÿ", "is not"),
            ("hxxp", "is not"),
        ] {
            assert_eq!(says(Kind::Defanged, text), expected, "{text}");
        }
    }

    #[test]
    fn the_link_is_explained_and_is_not_given_as_one_that_works() {
        let explanation = explain("seen: hxxps://a[.]example/?q=%C3%A4, twice");
        let link = explanation.root().nodes().find(|node| node.kind == Kind::Url).unwrap();
        assert_eq!(link.value("q").unwrap().read(), "ä");
        assert_eq!(explain("hxxps://a[.]example/?q=%C3%A4").readable(), None);
    }
}
