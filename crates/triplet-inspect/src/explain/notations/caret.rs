//! Carets of Windows' command prompt, before characters that it would read itself: `^%^20^&`. Browsers copy requests so, as a command
//! for curl.
#![forbid(unsafe_code)]

use alloc::string::String;

use triplet::decode_triplet;

use super::super::find::find;
use super::super::recognized::{Inner, Place, Recognized};
use super::super::reference::scheme;

pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    // A caret alone is of a formula or of a pattern.
    let mut percents = text.match_indices("^%^");
    let is_triplet = |(at, _): (usize, &str)| {
        text.get(at + 3..at + 5)
            .is_some_and(|digits| decode_triplet(alloc::format!("%{digits}").as_bytes()).is_some())
    };
    // A link in a batch file.
    let is_link = || {
        scheme(text).is_some_and(|scheme| text[scheme.len()..].starts_with("://"))
            && !text.contains(char::is_whitespace)
            && find(text, "^&").is_some()
    };
    if !percents.any(is_triplet) && find(text, "^\"http").is_none() && !is_link() {
        return None;
    }
    let mut read = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('^') {
        read.push_str(before);
        // At the end of a line it joins the line to the next.
        let joined = after.strip_prefix("\r\n").or_else(|| after.strip_prefix('\n'));
        rest = joined.unwrap_or(after);
        if let (None, Some(c)) = (joined, rest.chars().next()) {
            read.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    read.push_str(rest);
    Recognized::certain(Inner::Text(read))
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use super::super::says;
    use crate::explain;

    #[test]
    fn what_has_carets_and_what_has_not() {
        for (text, expected) in [
            ("https://a.example/?q=^%^C3^%^A4^&r=^%^20", "is https://a.example/?q=%C3%A4&r=%20"),
            ("a^%^5Eb^^", "is a%5Eb^"),
            ("https://a.example/?q=a^&x=1", "is https://a.example/?q=a&x=1"),
            ("see https://a.example/?q=a^&x=1", "is not"),
            (
                "curl ^\"https://a.example/?b^\" ^\r\n  -H ^\"c: d^\"",
                "is curl \"https://a.example/?b\"   -H \"c: d\"",
            ),
            ("x^2 + y^%", "is not"),
            ("[^&]+ and [^\"]*", "is not"),
            ("a^%^zz", "is not"),
        ] {
            assert_eq!(says(Kind::Caret, text), expected, "{text}");
        }
        let explanation = explain("https://a.example/?q=^%^C3^%^A4^&r=1");
        assert_eq!(explanation.readable().as_deref(), Some("https://a.example/?q=ä&r=1"));
    }
}
