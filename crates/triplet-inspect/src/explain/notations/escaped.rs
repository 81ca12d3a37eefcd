//! Links with a backslash before characters that something around them would read: a shell (`\&`), TeX (`\%`, `{\_}`), the rules of Apache
//! (`\%C3`). PowerShell has a backtick instead.
#![forbid(unsafe_code)]

use alloc::string::String;

use super::super::find::find;
use super::super::form::has_triplet;
use super::super::recognized::{Inner, Place, Recognized};
use super::super::reference::scheme;
use super::backslash::is_expression;

/// The characters that are escaped so in links.
const ESCAPED: &str = "%&#_$?=[](){}~!*+";

pub(crate) fn recognize(text: &str, place: Place) -> Option<Recognized> {
    if place != Place::Whole || !text.contains(['\\', '`']) {
        return None;
    }
    let is_path = text.starts_with('/');
    let is_link = scheme(text).is_some_and(|scheme| text[scheme.len()..].starts_with("://"));
    if !is_path && !is_link || is_expression(text) {
        return None;
    }
    let mut read = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '`']) {
        let (before, after) = (&rest[..at], &rest[at + 1..]);
        let c = after.chars().next()?;
        let is_escaped = match rest.as_bytes()[at] {
            b'`' => "$&".contains(c),
            // The log of Apache has quotation marks so.
            _ => ESCAPED.contains(c) || is_path && c == '"',
        };
        if !is_escaped {
            return None;
        }
        rest = &after[c.len_utf8()..];
        // A group of TeX.
        let closed = rest.strip_prefix('}').filter(|_| before.ends_with('{'));
        read.push_str(if closed.is_some() { &before[..before.len() - 1] } else { before });
        read.push(c);
        rest = closed.unwrap_or(rest);
    }
    read.push_str(rest);
    // A path may be a pattern, and then it has no triplets.
    if is_path && !(has_triplet(&read) && (find(text, "\\%").is_some() || text.contains('"'))) {
        return None;
    }
    Recognized::certain(Inner::Text(read))
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use super::super::says;

    #[test]
    fn what_is_escaped_and_what_is_not() {
        for (text, expected) in [
            (r"https://a.example/f?a=1\&b=c%26d", "is https://a.example/f?a=1&b=c%26d"),
            (r"https://a.example/f\?a\=1", "is https://a.example/f?a=1"),
            (r"https://a.example/a\%20b\#sec", "is https://a.example/a%20b#sec"),
            (r"https://a.example/4{\_}2?{\&}x={\%}2D1", "is https://a.example/4_2?&x=%2D1"),
            (r"/neu/Gr\%C3\%BC\%C3\%9Fe/$1", "is /neu/Gr%C3%BC%C3%9Fe/$1"),
            (r#"/s?q=\"a%20b\""#, "is /s?q=\"a%20b\""),
            (
                r"https://a.example/odata?\$filter=a&\$top=2",
                "is https://a.example/odata?$filter=a&$top=2",
            ),
            ("https://a.example/odata?`$top=2", "is https://a.example/odata?$top=2"),
            (r"https://good.example\@evil.example/", "is not"),
            (r"https://a\.example/\?q=1", "is not"),
            (r"https://a.example\b\c", "is not"),
            (r"https://a.example/\?q=(.*)", "is not"),
            (r"/foo\(bar\)/", "is not"),
            (r"/a\_b", "is not"),
            (r"a\%20b", "is not"),
            (r"https://a.example/a\", "is not"),
        ] {
            assert_eq!(says(Kind::Backslash, text), expected, "{text}");
        }
    }
}
