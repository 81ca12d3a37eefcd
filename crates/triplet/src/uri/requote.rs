//! Repair of pasted text: encodes what is not encoded yet, and keeps the triplets that are there.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;

use super::error::{Component, UriError, UriErrorKind};
use super::resolve::recompose;
use super::spans::AuthoritySpans;
use super::split;
use super::validate::check_component;
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
/// the grammar of RFC 3986.
///
/// An authority that encoding can't repair stays byte for byte, and then [`unrepaired`] says where: several hosts
/// (`h1:1,h2:2`), a port that is not a number, brackets without an address in them. A delimiter of an authority never becomes data.
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
    let text = trimmed(reference);
    let spans = split::spans(text.as_bytes());
    let part = |span: core::ops::Range<usize>| &text[span];
    let scheme = spans.scheme().map(part);
    let authority = spans.authority().map(|authority| {
        if broken(text, &authority).is_some() {
            return String::from(part(authority.whole));
        }
        let mut out = String::new();
        if let Some(userinfo) = authority.userinfo {
            out.push_str(&requote(part(userinfo), rfc3986::USERINFO));
            out.push('@');
        }
        let host = part(authority.host);
        match host_name(host, scheme) {
            Ok(name) => out.push_str(&name),
            Err(_) => out.push_str(&requote(host, rfc3986::REG_NAME)),
        }
        if let Some(port) = authority.port {
            out.push(':');
            out.push_str(part(port));
        }
        out
    });
    let path = part(spans.path());
    let mut path = requote(path, rfc3986::PATH);
    if spans.begins_with_path() {
        let first = path.split('/').next().unwrap_or_default();
        if first.as_bytes().contains(&b':') {
            path = Cow::Owned(alloc::format!("./{path}"));
        }
    }
    let query = spans.query().map(|query| requote(part(query), rfc3986::QUERY));
    let fragment = spans.fragment().map(|span| requote(part(span), rfc3986::FRAGMENT));
    let mut out = String::with_capacity(text.len());
    recompose(&mut out, scheme, authority.as_deref(), &path, query.as_deref(), fragment.as_deref());
    if out == reference { Cow::Borrowed(reference) } else { Cow::Owned(out) }
}

/// What [`requote_reference`] does not repair, with its offset in the reference that it was given; none if its result is valid.
///
/// It is in the authority: a port with something else than digits, an IP literal that is not an address, a `:` or a bracket
/// in a host. There the authority is left byte for byte. A host that is too long for a domain name becomes triplets, and
/// is named too. Linear time.
///
/// ```
/// use triplet::uri::{UriErrorKind, requote_reference, unrepaired};
///
/// let several = "mongodb://u:p%40w@h1:27017,h2:27017/a b";
/// assert_eq!(requote_reference(several), "mongodb://u:p%40w@h1:27017,h2:27017/a%20b");
/// assert_eq!(unrepaired(several).map(|error| error.offset()), Some(20));
/// let port = unrepaired("http://h:80 /x").expect("a space is not a digit");
/// assert_eq!((port.kind(), port.offset()), (UriErrorKind::Port, 11));
/// assert_eq!(unrepaired(" http://h/a b"), None);
/// ```
#[must_use]
pub fn unrepaired(reference: &str) -> Option<UriError> {
    let text = trimmed(reference);
    let spans = split::spans(text.as_bytes());
    let authority = spans.authority()?;
    let error = broken(text, &authority).or_else(|| {
        let scheme = spans.scheme().map(|scheme| &text[scheme]);
        let error = host_name(&text[authority.host.clone()], scheme).err()?;
        Some(error.moved_by(authority.host.start))
    })?;
    Some(error.moved_by(reference.len() - reference.trim_ascii_start().len()))
}

fn trimmed(reference: &str) -> &str {
    reference.trim_ascii()
}

/// The first delimiter or port of an authority that can't be what it is, and that no triplet repairs.
fn broken(text: &str, authority: &AuthoritySpans) -> Option<UriError> {
    let (start, host) = (authority.host.start, &text[authority.host.clone()]);
    if host.starts_with('[') {
        if let Err(error) = check_component(host, Component::Host) {
            return Some(error.moved_by(start));
        }
    } else if let Some(at) = host.find([':', '[', ']']) {
        return Some(UriError::within(Component::Host, UriErrorKind::Character, start + at));
    }
    let port = authority.port.clone()?;
    let wrong = text[port.clone()].bytes().position(|byte| !byte.is_ascii_digit())?;
    Some(UriError::new(UriErrorKind::Port, port.start + wrong))
}

/// A host as a URI can have it: an IP literal as it is, a name as a domain name where the scheme has those, else in triplets.
///
/// # Errors
///
/// A domain name that is too long, with the offset in the host.
pub(super) fn host_name<'a>(host: &'a str, scheme: Option<&str>) -> Result<Cow<'a, str>, UriError> {
    if host.starts_with('[') && host.ends_with(']') {
        return Ok(Cow::Borrowed(host));
    }
    #[cfg(feature = "idna")]
    if !host.is_ascii() && super::normalize::scheme::uses_domain_names(scheme) {
        match super::iri::to_domain_name(host) {
            Ok(name) => return Ok(Cow::Owned(name)),
            Err(error) if error.kind() == UriErrorKind::DomainNameLength => return Err(error),
            Err(_) => {}
        }
    }
    let _ = scheme;
    Ok(requote(host, rfc3986::REG_NAME))
}
