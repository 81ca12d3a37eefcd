//! The grammar, as RFC 3986 appendix A and RFC 3987 section 2.2 write it.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::error::{Component, UriError, UriErrorKind};
use super::spans::Spans;
use super::split;
use super::{ipv6, scan};
use crate::names::names;
use crate::set::rfc3987::{is_iprivate, is_ucschar};
use crate::triplet::begins_with_triplet;
use crate::{EncodeSet, set::rfc3986};

names! { "grammar";
    /// The grammar that [`validate`] checks a text against.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Grammar {
        /// RFC 3986 `URI`: with a scheme, ASCII only.
        Uri => "uri",
        /// RFC 3986 `URI-reference`: a URI, or relative.
        UriReference => "uri-reference",
        /// RFC 3987 `IRI`: with a scheme.
        Iri => "iri",
        /// RFC 3987 `IRI-reference`: an IRI, or relative.
        IriReference => "iri-reference",
    }
}

impl Grammar {
    const fn is_iri(self) -> bool {
        matches!(self, Grammar::Iri | Grammar::IriReference)
    }
}

/// Checks a text against a grammar, by its letter.
///
/// Use it for one check. A text that is passed on is better parsed into a [`Uri`](super::Uri), [`UriRef`](super::UriRef),
/// [`Iri`](super::Iri) or [`IriRef`](super::IriRef). A value of these types is always valid.
///
/// Characters that format text from right to left are refused in IRIs too (RFC 3987 section 4.1). The grammar does not say,
/// and so this does not check, whether a port is below 65536, a host exists, or octets are UTF-8. Linear time; a text in
/// ASCII with neither userinfo nor IP literal is judged by one scan.
///
/// # Errors
///
/// The first thing that is wrong, from the left, with its offset.
///
/// ```
/// use triplet::uri::{Grammar, validate};
///
/// assert!(validate("http://[2001:db8::7]/c=GB?objectClass?one", Grammar::Uri).is_ok());
/// assert_eq!(validate("http://example.com/a b", Grammar::Uri).unwrap_err().offset(), 20);
/// ```
pub fn validate(text: &str, grammar: Grammar) -> Result<(), UriError> {
    let needs_scheme = matches!(grammar, Grammar::Uri | Grammar::Iri);
    if scan::is_uri_reference(text.as_bytes(), needs_scheme) {
        return Ok(());
    }
    let checker = Checker { text, iri: grammar.is_iri(), is_encoded_later: false };
    checker.check(&split::spans(text.as_bytes()), needs_scheme)
}

/// Checks a component by itself, by the grammar of IRIs; a query and a fragment without their delimiters.
#[cfg(feature = "alloc")]
pub(super) fn check_component(text: &str, component: Component) -> Result<(), UriError> {
    let checker = Checker { text, iri: true, is_encoded_later: false };
    let whole = 0..text.len();
    match component {
        Component::Userinfo => checker.component(whole, component, rfc3986::USERINFO),
        Component::Host => checker.host(whole),
        Component::Path => checker.component(whole, component, rfc3986::PATH),
        Component::Query => checker.component(whole, component, rfc3986::QUERY),
        Component::Fragment => checker.component(whole, component, rfc3986::FRAGMENT),
        Component::Scheme | Component::Port => {
            checker.component(whole, component, rfc3986::UNRESERVED)
        }
    }
}

/// Checks an IRI reference before its characters that no URI has are encoded (RFC 3987 section 3.1). Such characters may be anywhere
/// except in an IP literal and in a port: these have no triplets. Section 3.1 leaves brackets as they are, so brackets after the
/// authority pass.
#[cfg(feature = "alloc")]
pub(super) fn check_before_encoding(text: &str) -> Result<(), UriError> {
    let checker = Checker { text, iri: true, is_encoded_later: true };
    checker.check(&split::spans(text.as_bytes()), false)
}

/// ASCII that has no place in a URI, nor in an IRI.
pub(super) const fn is_disallowed(byte: u8) -> bool {
    matches!(byte, 0..=b' ' | b'<' | b'>' | b'"' | b'{' | b'}' | b'|' | b'\\' | b'^' | b'`' | 0x7F)
}

struct Checker<'a> {
    text: &'a str,
    iri: bool,
    /// Whether what no URI has is encoded before the text is used.
    is_encoded_later: bool,
}

impl Checker<'_> {
    fn check(&self, spans: &Spans, needs_scheme: bool) -> Result<(), UriError> {
        if spans.scheme().is_none() && needs_scheme {
            return Err(UriError::new(UriErrorKind::NoScheme, 0));
        }
        if let Some(authority) = spans.authority() {
            if let Some(userinfo) = &authority.userinfo {
                self.component(userinfo.clone(), Component::Userinfo, rfc3986::USERINFO)?;
            }
            self.host(authority.host.clone())?;
            if let Some(port) = &authority.port
                && let Some(wrong) =
                    self.text[port.clone()].bytes().position(|b| !b.is_ascii_digit())
            {
                return Err(UriError::new(UriErrorKind::Port, port.start + wrong));
            }
        }
        let path = &self.text[spans.path()];
        if spans.begins_with_path() {
            let first = path.split('/').next().unwrap_or_default();
            if let Some(colon) = first.find(':') {
                return Err(UriError::new(UriErrorKind::FirstSegment, spans.path().start + colon));
            }
        }
        self.component(spans.path(), Component::Path, rfc3986::PATH)?;
        if let Some(query) = spans.query() {
            self.component(query, Component::Query, rfc3986::QUERY)?;
        }
        if let Some(fragment) = spans.fragment() {
            self.component(fragment, Component::Fragment, rfc3986::FRAGMENT)?;
        }
        Ok(())
    }

    /// `*( allowed / pct-encoded )`
    fn component(
        &self,
        span: Range<usize>,
        component: Component,
        allowed: EncodeSet,
    ) -> Result<(), UriError> {
        let text = &self.text[span.clone()];
        let mut at = 0;
        while at < text.len() {
            let rest = &text.as_bytes()[at..];
            if rest[0] == b'%' {
                if !begins_with_triplet(rest) {
                    return Err(UriError::within(
                        component,
                        UriErrorKind::Triplet,
                        span.start + at,
                    ));
                }
                at += 3;
                continue;
            }
            if rest[0].is_ascii() {
                if !(allowed.keeps(rest[0]) || self.passes(rest[0], component)) {
                    return Err(UriError::within(
                        component,
                        UriErrorKind::Character,
                        span.start + at,
                    ));
                }
                at += 1;
                continue;
            }
            let Some(scalar) = text[at..].chars().next() else { break };
            let fits = self.is_encoded_later
                || (self.iri
                    && (is_ucschar(scalar)
                        || (component == Component::Query && is_iprivate(scalar))));
            if !fits {
                return Err(UriError::within(component, UriErrorKind::Character, span.start + at));
            }
            at += scalar.len_utf8();
        }
        Ok(())
    }

    /// Whether a character in ASCII that the grammar does not allow is not an error, because a later step encodes it or leaves it.
    fn passes(&self, byte: u8, component: Component) -> bool {
        let is_left = matches!(byte, b'[' | b']') && component >= Component::Path;
        self.is_encoded_later && (is_disallowed(byte) || is_left)
    }

    /// `IP-literal / IPv4address / reg-name`; an IPv4 address is a registered name by its letters.
    fn host(&self, span: Range<usize>) -> Result<(), UriError> {
        let host = &self.text[span.clone()];
        if !host.starts_with('[') {
            return self.component(span, Component::Host, rfc3986::REG_NAME);
        }
        let literal = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        if literal.is_some_and(|literal| ipv6::read(literal).is_some() || is_ip_future(literal)) {
            return Ok(());
        }
        Err(UriError::new(UriErrorKind::IpLiteral, span.start + 1))
    }
}

/// `"v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`
fn is_ip_future(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(['v', 'V']) else { return false };
    let Some((version, address)) = rest.split_once('.') else { return false };
    !version.is_empty()
        && version.bytes().all(|b| b.is_ascii_hexdigit())
        && !address.is_empty()
        && address.bytes().all(|b| rfc3986::USERINFO.keeps(b))
}
