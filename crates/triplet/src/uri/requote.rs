//! Repair of pasted text: encodes what is not encoded yet, and keeps the triplets that are there.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;

use super::resolve::recompose;
use super::split;
use crate::set::rfc3986;
use crate::{EncodeSet, encode};

/// The text of one component with every byte that the set does not keep encoded, and the triplets that it has
/// already kept: never encoded twice. A `%` that begins no triplet becomes `%25`.
///
/// The text does not tell whether `%41` was meant as three characters; here it is always taken for a triplet.
/// [`encode`](crate::encode) takes it for three characters. Borrowed if nothing changes; linear time.
///
/// ```
/// use triplet::{set::rfc3986, uri::requote};
///
/// assert_eq!(requote("100% of caf%C3%A9 für", rfc3986::SEGMENT), "100%25%20of%20caf%C3%A9%20f%C3%BCr");
/// ```
#[must_use]
pub fn requote(component: &str, set: EncodeSet) -> Cow<'_, str> {
    encode(component, set.also_encode(b"%")).keep_triplets().to_cow()
}

/// [`requote`] of each component of a reference with the set of its place, so that the result is a URI reference by
/// the grammar of RFC 3986, if its host can be one.
///
/// White space around it goes. A host outside ASCII becomes a domain name by punycode (with the feature `idna`, if
/// the scheme is known to have domain names and the rules for names allow it), else triplets. The reference is split as it is written: a `#` or `?` that was meant as
/// data is taken for a delimiter.
///
/// ```
/// use triplet::uri::requote_reference;
///
/// assert_eq!(
///     requote_reference(" https://example.com/a b/[1].pdf?q=50%&x=ä#top "),
///     "https://example.com/a%20b/%5B1%5D.pdf?q=50%25&x=%C3%A4#top",
/// );
/// ```
#[must_use]
pub fn requote_reference(reference: &str) -> Cow<'_, str> {
    let text = reference.trim_matches(|c: char| c.is_ascii_whitespace());
    let spans = split::spans(text.as_bytes());
    let part = |span: core::ops::Range<usize>| &text[span];
    let scheme = spans.scheme().map(part);
    let authority = spans.authority().map(|authority| {
        let mut out = String::new();
        if let Some(userinfo) = authority.userinfo {
            out.push_str(&requote(part(userinfo), rfc3986::USERINFO));
            out.push('@');
        }
        out.push_str(&host_name(part(authority.host), scheme));
        if let Some(port) = authority.port {
            out.push(':');
            out.push_str(&requote(part(port), rfc3986::UNRESERVED));
        }
        out
    });
    let path = part(spans.path());
    let mut path = requote(path, rfc3986::PATH);
    if spans.begins_with_path() {
        let first = path.split('/').next().unwrap_or_default();
        if first.contains(':') {
            path = Cow::Owned(alloc::format!("./{path}"));
        }
    }
    let query = spans.query().map(|query| requote(part(query), rfc3986::QUERY));
    let fragment = spans.fragment().map(|span| requote(part(span), rfc3986::FRAGMENT));
    let mut out = String::with_capacity(text.len());
    recompose(&mut out, scheme, authority.as_deref(), &path, query.as_deref(), fragment.as_deref());
    if out == reference { Cow::Borrowed(reference) } else { Cow::Owned(out) }
}

/// A host as a URI can have it: an IP literal as it is, a name as a domain name where the scheme has those, else in triplets.
pub(super) fn host_name<'a>(host: &'a str, scheme: Option<&str>) -> Cow<'a, str> {
    if host.starts_with('[') && host.ends_with(']') {
        return Cow::Borrowed(host);
    }
    #[cfg(feature = "idna")]
    if !host.is_ascii()
        && super::normalize::scheme::uses_domain_names(scheme)
        && let Some(name) = super::iri::to_domain_name(host)
    {
        return Cow::Owned(name);
    }
    let _ = scheme;
    requote(host, rfc3986::REG_NAME)
}
