//! Cookies: the header fields `Cookie` and `Set-Cookie` (RFC 6265 section 4), whose pairs `;` separates.
//!
//! The RFC says nothing of triplets, but js-cookie, Rack, PHP and ASP.NET encode values with them. A `+` stays, as in js-cookie.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use super::super::arithmetic::is_arithmetic;
use super::super::find::split_once;
use super::super::form::has_triplet;
use super::super::node::Kind;
use super::super::recognized::{Inner, MAX_PARTS, Part, Place, Reading, Recognized};

/// The field with its name, or its value alone if a triplet is in it.
pub(crate) fn recognize(text: &str, place: Place) -> Option<Recognized> {
    let is_field =
        |name: &str| ["cookie", "set-cookie"].iter().any(|each| name.eq_ignore_ascii_case(each));
    let named = split_once(text, ":").filter(|(name, _)| is_field(name));
    let value = named.map_or(text, |(_, value)| value);
    if value.contains(['\r', '\n']) {
        return None;
    }
    let is_other = || {
        place == Place::Value || !has_triplet(text) || !value.contains("; ") || is_arithmetic(text)
    };
    if named.is_none() && is_other() {
        return None;
    }
    let start = text.len() - value.len();
    let mut at = start;
    let mut pairs = Vec::new();
    for pair in value.split(';').take(MAX_PARTS) {
        let begins = at + (pair.len() - pair.trim_start().len());
        at += pair.len() + 1;
        let pair = pair.trim();
        if pair.is_empty() {
            continue;
        }
        let name = pair.find('=').unwrap_or(pair.len());
        // What follows the first pair of `Set-Cookie` has spaces, such as a date.
        let is_pair = is_token(&pair[..name]) && (named.is_some() || is_value(&pair[name..]));
        if !is_pair || (pairs.is_empty() && name == pair.len()) {
            return None;
        }
        let mut parts = alloc::vec![Part::new(Kind::Name, 0..name, Reading::Decode)];
        if name < pair.len() {
            parts.push(Part::new(Kind::Value, name + 1..pair.len(), Reading::Decode));
        }
        pairs.push(Part::new(Kind::Pair, begins..begins + pair.len(), Reading::Pair(parts)));
    }
    if pairs.is_empty() { None } else { Recognized::certain(Inner::Parts(pairs)) }
}

/// A token (RFC 9110 section 5.6.2); brackets are in names of PHP.
fn is_token(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~[]".contains(&byte);
    !text.is_empty() && text.bytes().all(is_part)
}

/// Whether a value has what a cookie has, and nothing that words or a URL have.
fn is_value(text: &str) -> bool {
    !text.contains(|c: char| c.is_whitespace() || c.is_control() || "\\,<>".contains(c))
        && !text.contains("://")
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::super::super::node::Kind;
    use super::super::says;
    use crate::explain;

    #[test]
    fn what_are_cookies_and_what_is_not() {
        for (text, expected) in [
            ("Cookie: a=%7B%22id%22%3A1%7D; b=hello%3B+world; c", r#"a={"id":1} b=hello;+world c"#),
            (
                "set-cookie:u=%25; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly",
                "u=% Path=/ Expires=Wed, 21 Oct 2026 07:28:00 GMT HttpOnly",
            ),
            ("user=J%C3%B6rg; theme=dark", "user=Jörg theme=dark"),
            ("a[b]=%3D; _s=abc==--d; c=\"x\"", "a[b]== _s=abc==--d c=\"x\""),
        ] {
            let explanation = explain(text);
            let root = explanation.root();
            assert_eq!(root.kind, Kind::Cookie, "{text}");
            let pairs = root.children.iter().map(|pair| {
                let parts: Vec<&str> = pair.children.iter().map(|part| part.read()).collect();
                parts.join("=")
            });
            assert_eq!(pairs.collect::<Vec<String>>().join(" "), expected);
        }
        for text in [
            "a=1; b=2",
            "a=%41&b=2",
            "a=%41",
            "Cookie: ",
            "Cookie: a=%41\r\nReferer: /x",
            "Cookie: a tin of cookies",
            "the cookie: a=b%20c",
            "say a=%20; then b=2",
            "u=https://a.example/%41; b=1",
            "color: red; width=50%25; ",
        ] {
            assert_eq!(says(Kind::Cookie, text), "is not", "{text}");
        }
    }
}
