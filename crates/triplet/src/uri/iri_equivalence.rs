//! Whether two IRIs mean the same.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;

use super::equivalence;
#[cfg(feature = "idna")]
use super::iri::{HostDisplay, from_uri};
use super::iri::{HostEncoding, ToUri};
use super::level::Level;

/// Whether two IRIs mean the same at a level (RFC 3987 section 5.3): whether their URIs are equivalent. A character and the
/// triplets of its UTF-8 are the same, also where no URI has the character, such as a space. Unicode normalisation is not applied.
/// At [`Level::Scheme`], hosts are compared as domain names, as [`HostEncoding::ByScheme`] says (with the feature `idna`): `é`,
/// `%C3%A9` and `xn--9ca` are the same. [`Level::Decoded`] is the same for URIs and for IRIs. Linear time.
///
/// ```
/// use triplet::{iri, uri::Level};
///
/// assert!(iri::equivalent("http://example.org/rosé", "http://example.org/ros%c3%a9", Level::Percent));
/// ```
#[must_use]
pub fn equivalent(a: &str, b: &str, level: Level) -> bool {
    if level == Level::Decoded {
        return equivalence::equivalent(a, b, level).is_equivalent();
    }
    let percent = ToUri::new().host(HostEncoding::Percent);
    let uri = |iri| {
        #[cfg(feature = "idna")]
        if level == Level::Scheme
            && let Ok(uri) = ToUri::new().write(&from_uri(iri, HostDisplay::Keep))
        {
            return uri.into_owned();
        }
        percent.write(iri).map_or_else(|_| String::from(iri), Cow::into_owned)
    };
    equivalence::equivalent(&uri(a), &uri(b), level).is_equivalent()
}
