//! Encoding that keeps the triplets of its input: a component, and a host.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;

use super::error::UriError;
#[cfg(feature = "idna")]
use super::error::UriErrorKind;
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
