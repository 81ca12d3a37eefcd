//! Whether two IRIs mean the same.
#![forbid(unsafe_code)]

use alloc::string::String;

use super::iri::all_encoded;
#[cfg(feature = "idna")]
use super::iri::{HostDisplay, ToUri, from_uri};
use super::level::{Level, Step, Steps};
use super::normalize::Normalizer;

/// Whether two IRIs mean the same at a level (RFC 3987 section 5.3): whether their URIs are equivalent. A character and the
/// triplets of its UTF-8 are the same, also where no URI has the character, such as a space. Unicode normalisation is not applied.
/// At [`Level::Scheme`], hosts are compared as domain names, as [`HostEncoding::ByScheme`](super::iri::HostEncoding::ByScheme) says (with
/// the feature `idna`): `é`, `%C3%A9` and `xn--9ca` are the same. [`Level::Decoded`] is the same for URIs and for IRIs.
/// [`Normalizer::iris`] says why two are the same, or where they differ. Linear time.
///
/// ```
/// use triplet::{iri, uri::Level};
///
/// assert!(iri::equivalent("http://example.org/rosé", "http://example.org/ros%c3%a9", Level::Percent));
/// ```
#[must_use]
pub fn equivalent(a: &str, b: &str, level: Level) -> bool {
    let iris = Normalizer::new(level).iris();
    iris.key(a) == iris.key(b)
}

/// The URI that is compared instead of an IRI; `None` if that is the IRI.
pub(super) fn uri_of(iri: &str, steps: Steps) -> Option<String> {
    #[cfg(feature = "idna")]
    if steps.contains(Step::SchemeRule)
        && let Ok(uri) = ToUri::new().write(&from_uri(iri, HostDisplay::Keep))
    {
        return (uri != iri).then(|| uri.into_owned());
    }
    #[cfg(not(feature = "idna"))]
    let _ = (steps, Step::SchemeRule);
    let uri = all_encoded(iri);
    (uri != iri).then(|| uri.into_owned())
}
