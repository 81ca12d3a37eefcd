//! Links of programs that download: `thunder://`, `flashget://` and `qqdl://`, whose rest is a link in base64 (RFC 4648 section 4); and
//! `vmess://`, whose rest is JSON.
#![forbid(unsafe_code)]

use super::super::recognized::{Inner, Place, Recognized};
use super::rewritten::base64url;

/// The scheme, the program, and what it has before and after the link.
const SCHEMES: [(&str, &str, &str, &str); 4] = [
    ("thunder", "a link of Thunder", "AA", "ZZ"),
    ("flashget", "a link of FlashGet", "[FLASHGET]", "[FLASHGET]"),
    ("qqdl", "a link of QQ Download", "", ""),
    ("vmess", "settings of V2Ray", "", ""),
];

pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    let (scheme, rest) = text.split_once("://")?;
    let (_, program, before, after) =
        SCHEMES.iter().find(|row| scheme.eq_ignore_ascii_case(row.0))?;
    let word = rest.split('&').next()?.trim_end_matches(['/', '=']);
    let octets = base64url(&word.replace('+', "-").replace('/', "_"))?;
    let link = octets.strip_prefix(before.as_bytes())?.strip_suffix(after.as_bytes())?;
    if link.is_empty() {
        return None;
    }
    // The name of a file is often in GBK.
    let found = Recognized::certain(Inner::Octets(link.into()))?;
    Some(Recognized { detail: Some((*program).into()), ..found })
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use super::super::says;

    #[test]
    fn what_is_such_a_link_and_what_is_not() {
        for (text, expected) in [
            ("thunder://QUFodHRwOi8vYS5leGFtcGxlL2YucmFyWlo=", "is http://a.example/f.rar"),
            ("thunder://QUFodHRwOi8vYS5leGFtcGxlL2YucmFyWlo=/", "is http://a.example/f.rar"),
            (
                "Flashget://W0ZMQVNIR0VUXWh0dHA6Ly9hLmV4YW1wbGUvZi5yYXJbRkxBU0hHRVRd&abc",
                "is http://a.example/f.rar",
            ),
            ("qqdl://aHR0cDovL2EuZXhhbXBsZS8=", "is http://a.example/"),
            // 声之形 in GBK.
            (
                "thunder://QUFodHRwOi8vYS5leGFtcGxlL8n51q7Qzi5tcDRaWg==",
                "is http://a.example/声之形.mp4",
            ),
            ("vmess://eyJwcyI6ImEgYiJ9", "is {\"ps\":\"a b\"}"),
            ("thunder://a.example/", "is not"),
            ("thunder://aHR0cDovL2EuZXhhbXBsZS8=", "is not"),
            ("thunder:QUFaWg==", "is not"),
        ] {
            assert_eq!(says(Kind::Base64, text), expected, "{text}");
        }
    }
}
