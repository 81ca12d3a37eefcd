//! Base64 (RFC 4648 sections 4 and 5) of text, and JSON Web Tokens (RFC 7519). Two parts of a token are in base64.
//!
//! Nearly each word is base64 of some octets. It is taken for such only if the octets are text, with a character that is neither a letter
//! nor a digit.
#![forbid(unsafe_code)]

use alloc::string::String;

use super::super::find::split_once;
use super::super::node::Kind;
use super::super::recognized::{Inner, Part, Place, Reading, Recognized, span_of};
use super::rewritten::base64url;

/// The length of the shortest word that may be base64. It has twelve octets, and so many are hardly text by accident.
const SHORTEST: usize = 16;

/// A word, or what follows `Basic` in a header field (RFC 7617). Only likely.
pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    let word = split_once(text, "Basic ").map_or(text, |(_, word)| word);
    Recognized::likely(Inner::Text(decoded(word)?))
}

/// The header and the claims of a token. What is after the second full stop is a signature.
pub(crate) fn token(text: &str, _: Place) -> Option<Recognized> {
    let token = split_once(text, "Bearer ").map_or(text, |(_, token)| token);
    let mut parts = token.split('.');
    let (header, claims, _, None) = (parts.next()?, parts.next()?, parts.next()?, parts.next())
    else {
        return None;
    };
    let part = |part: &str| {
        let read = String::from_utf8(base64url(part)?).ok()?;
        let is_object = read.starts_with('{') && read.ends_with('}');
        let reading = Reading::Text { read, named: None, octets: None };
        is_object.then(|| Part::new(Kind::Data, span_of(text, part), reading))
    };
    Recognized::certain(Inner::Parts([part(header)?, part(claims)?].into()))
}

fn decoded(word: &str) -> Option<String> {
    let digits = word.trim_end_matches('=');
    if word.len() < SHORTEST || word.len() - digits.len() > 2 || digits.len() % 4 == 1 {
        return None;
    }
    let is_padded = word.len() > digits.len();
    if is_padded && !word.len().is_multiple_of(4) {
        return None;
    }
    let text = String::from_utf8(base64url(&digits.replace('+', "-").replace('/', "_"))?).ok()?;
    let is_text = |c: char| !c.is_control() || "\t\r\n".contains(c);
    let is_sign = |c: char| c.is_ascii() && !c.is_alphanumeric();
    (text.chars().all(is_text) && text.contains(is_sign)).then_some(text)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::super::super::node::Kind;
    use super::super::says;
    use crate::explain;

    #[test]
    fn what_is_base64_and_what_is_not() {
        for (text, expected) in [
            ("PHNhbWw+PC9zYW1sPg==", "may be <saml></saml>"),
            ("eyJhIjoiw6QgYiJ9-1", "is not"),
            ("eyJhIjoiw6QgYiJ9", "may be {\"a\":\"ä b\"}"),
            ("aHR0cHM6Ly9hLmV4YW1wbGUv", "may be https://a.example/"),
            ("Authorization: Basic dXNlcjpwYXNzOndvcmQ=", "may be user:pass:word"),
            ("internationalization", "is not"),
            ("YWJjZGVmZ2hpamtsbW5v", "is not"),
            ("dXNlcjpw", "is not"),
            ("0123456789abcdef0123456789abcdef", "is not"),
        ] {
            assert_eq!(says(Kind::Base64, text), expected, "{text}");
        }
        let form = explain("SAMLResponse=PHNhbWw%2BPC9zYW1sPg%3D%3D&x=1");
        let value = form.root().value("SAMLResponse").unwrap();
        assert_eq!(value.children[0].read(), "<saml></saml>");
    }

    #[test]
    fn what_is_a_token_and_what_is_not() {
        let token = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2lnbmF0dXJl";
        let explanation = explain(token);
        assert_eq!(explanation.root().kind, Kind::Jwt);
        let read: Vec<_> = explanation.root().children.iter().map(|part| part.read()).collect();
        assert_eq!(read, ["{\"alg\":\"none\"}", "{\"sub\":\"a\"}"]);
        for text in ["www.example.com", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0"] {
            assert_eq!(says(Kind::Jwt, text), "is not", "{text}");
        }
    }
}
