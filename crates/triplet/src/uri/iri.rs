//! IRIs to URIs and back (RFC 3987 section 3).
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;

use super::error::{Component, UriError, UriErrorKind};
use super::level::Level;
use super::normalize::normalize;
#[cfg(feature = "idna")]
use super::normalize::scheme::uses_domain_names;
use super::resolve::recompose;
use super::spans::Spans;
use super::split;
use super::stray::StrayPercent;
use crate::invisible::is_invisible;
use crate::kernel;
use crate::set::rfc3986;
use crate::set::rfc3987::{is_iprivate, is_ucschar};

/// What becomes of a host outside ASCII. Without the feature `idna` there is [`Percent`](HostEncoding::Percent) alone, and it is the
/// default; with it, [`ByScheme`](HostEncoding::ByScheme) is. So a program that depends on one of them names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HostEncoding {
    /// [`Punycode`](HostEncoding::Punycode) where the scheme is known to have domain names for hosts (`http`, `https`, `ws`,
    /// `wss`, `ftp`, `file`, `coap`, `gopher`, `imap`, `ipp`, `ldap`, `nntp`, `pop`, `rtsp`, `telnet`, `xmpp`, and those of
    /// them over TLS), else [`Percent`](HostEncoding::Percent) (RFC 3987 section 3.1).
    #[cfg(feature = "idna")]
    #[default]
    ByScheme,
    /// A domain name in ASCII, `xn--…` (UTS #46, RFC 5891): what resolvers want.
    #[cfg(feature = "idna")]
    Punycode,
    /// UTF-8 triplets, as in every other component (RFC 3986 section 3.2.2).
    #[cfg_attr(not(feature = "idna"), default)]
    Percent,
}

/// How an IRI becomes a URI: options first, then [`ToUri::convert`].
///
/// ```
/// use triplet::iri::{HostEncoding, ToUri};
///
/// let to_uri = ToUri::new().host(HostEncoding::Percent);
/// assert_eq!(to_uri.convert("http://résumé.example.org/é")?, "http://r%C3%A9sum%C3%A9.example.org/%C3%A9");
/// # Ok::<(), triplet::uri::UriError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ToUri {
    host: HostEncoding,
    encode_disallowed: bool,
}

/// The URI of an IRI (section 3.1): characters outside ASCII become triplets of their UTF-8, or, in a host, punycode. ASCII is
/// kept, so that a URI is its own URI.
///
/// # Errors
///
/// At an ASCII character that no URI has (a space, a control, one of ``<>"{}|\^` ``), and, where it has to be a domain
/// name, at a host that can't be one.
///
/// ```
/// # #[cfg(feature = "idna")] {
/// let uri = triplet::iri::to_uri("http://例え.jp/引き出し")?;
/// assert_eq!(uri, "http://xn--r8jz45g.jp/%E5%BC%95%E3%81%8D%E5%87%BA%E3%81%97");
/// // Of this scheme it is not known what its hosts are.
/// assert_eq!(triplet::iri::to_uri("x-db://é/")?, "x-db://%C3%A9/");
/// # }
/// # Ok::<(), triplet::uri::UriError>(())
/// ```
pub fn to_uri(iri: &str) -> Result<Cow<'_, str>, UriError> {
    ToUri::new().convert(iri)
}

impl ToUri {
    /// The default: hosts by scheme where there is the feature `idna`, and a character that is not allowed is an error.
    #[must_use]
    pub fn new() -> ToUri {
        ToUri::default()
    }

    /// What becomes of a host outside ASCII.
    #[must_use]
    pub const fn host(self, host: HostEncoding) -> ToUri {
        ToUri { host, ..self }
    }

    /// Encodes ASCII characters that no URI has, instead of refusing them (section 3.1 allows it).
    #[must_use]
    pub const fn encode_disallowed(self) -> ToUri {
        ToUri { encode_disallowed: true, ..self }
    }

    /// See [`to_uri`].
    ///
    /// # Errors
    ///
    /// As of [`to_uri`].
    pub fn convert<'a>(&self, iri: &'a str) -> Result<Cow<'a, str>, UriError> {
        let spans = split::spans(iri.as_bytes());
        if !self.encode_disallowed
            && let Some(offset) = iri.bytes().position(is_disallowed)
        {
            let component = component_at(&spans, offset);
            return Err(UriError::new(UriErrorKind::Character(component), offset));
        }
        if !iri.bytes().any(|byte| !byte.is_ascii() || is_disallowed(byte)) {
            return Ok(Cow::Borrowed(iri));
        }
        let mut out = String::with_capacity(iri.len() * 2);
        let host = spans.authority().map(|authority| authority.host);
        #[cfg(feature = "idna")]
        let is_name = match self.host {
            HostEncoding::ByScheme => uses_domain_names(spans.scheme().map(|scheme| &iri[scheme])),
            HostEncoding::Punycode => true,
            HostEncoding::Percent => false,
        };
        #[cfg(feature = "idna")]
        if is_name
            && let Some(host) = &host
            && !iri[host.clone()].is_ascii()
            && !iri[host.clone()].starts_with('[')
        {
            let name = to_domain_name(&iri[host.clone()])
                .ok_or(UriError::new(UriErrorKind::DomainName, host.start))?;
            percent(&iri[..host.start], &mut out);
            out.push_str(&name);
            percent(&iri[host.end..], &mut out);
            return Ok(Cow::Owned(out));
        }
        // Without the feature there is but one way.
        let _ = (host, self.host);
        percent(iri, &mut out);
        Ok(Cow::Owned(out))
    }
}

/// ASCII that has no place in a URI, nor in an IRI.
const fn is_disallowed(byte: u8) -> bool {
    matches!(byte, 0..=b' ' | b'<' | b'>' | b'"' | b'{' | b'}' | b'|' | b'\\' | b'^' | b'`' | 0x7F)
}

fn component_at(spans: &Spans, offset: usize) -> Component {
    Component::ALL
        .into_iter()
        .find(|&component| spans.component(component).is_some_and(|span| span.contains(&offset)))
        .unwrap_or(Component::Path)
}

/// Appends text with all that a URI does not have as triplets.
fn percent(text: &str, out: &mut String) {
    for byte in text.bytes() {
        if byte.is_ascii() && !is_disallowed(byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(kernel::triplet_str(byte, false));
        }
    }
}

/// A host as a domain name; its triplets are read first. Nothing if it can't be one: no name has a reserved
/// character out of a triplet.
#[cfg(feature = "idna")]
pub(crate) fn to_domain_name(host: &str) -> Option<String> {
    let mut octets =
        host.match_indices('%').filter_map(|(at, _)| split::octet_at(&host.as_bytes()[at..]));
    if octets.any(|octet| octet.is_ascii() && !rfc3986::UNRESERVED.keeps(octet)) {
        return None;
    }
    let host = crate::decode(host).to_str().ok()?;
    idna::domain_to_ascii(&host)
        .ok()
        .filter(|name| name.bytes().all(|b| rfc3986::REG_NAME.keeps(b)))
}

/// What becomes of `xn--…` in a host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HostDisplay {
    /// [`Unicode`](HostDisplay::Unicode) where the scheme is known to have domain names for hosts, so that [`to_uri`]
    /// gives the name back, else [`Keep`](HostDisplay::Keep).
    #[cfg(feature = "idna")]
    #[default]
    ByScheme,
    /// Characters, where they give the same name back.
    #[cfg(feature = "idna")]
    Unicode,
    /// As they are. Triplets in a host become characters here even if it can't be a domain name, by the letter of RFC
    /// 3987 section 3.2; [`to_uri`] may then refuse it, and [`HostEncoding::Percent`] leads back.
    #[cfg_attr(not(feature = "idna"), default)]
    Keep,
}

/// The IRI of a URI, for people to read (section 3.2): triplets become characters where they are the UTF-8 of such as an
/// IRI may have; [`to_uri`] leads back to an equivalent URI.
///
/// Triplets stay of: reserved characters and `%`; octets that are no UTF-8; controls, spaces, characters that format
/// text from right to left or are not seen; private ones, but for a query; a host that would have to be a domain name and
/// can't be one. Those of octets above 0x7F are then in upper case. Never fails; linear time.
///
/// ```
/// use triplet::iri::{HostDisplay, from_uri};
///
/// assert_eq!(from_uri("http://a/D%C3%BCrst%2F%E2%80%AE", HostDisplay::Keep), "http://a/Dürst%2F%E2%80%AE");
/// ```
#[must_use]
pub fn from_uri(uri: &str, names: HostDisplay) -> Cow<'_, str> {
    let spans = split::spans(uri.as_bytes());
    let component = |component: Component| spans.component(component).map(|span| &uri[span]);
    // The triplets of a URN are compared as they are.
    let is_urn =
        component(Component::Scheme).is_some_and(|scheme| scheme.eq_ignore_ascii_case("urn"));
    let all = if is_urn { usize::MAX } else { 0 };
    let characters = |text: Option<&str>, private: bool| {
        text.map(|text| {
            let mut out = String::with_capacity(text.len());
            from_component(text, private, all, &mut out);
            out
        })
    };
    let authority = spans.has_authority().then(|| {
        let mut out = String::new();
        if let Some(userinfo) = characters(component(Component::Userinfo), false) {
            out.push_str(&userinfo);
            out.push('@');
        }
        let scheme = component(Component::Scheme);
        let host = component(Component::Host).unwrap_or_default();
        let readable = characters(Some(host), false).unwrap_or_default();
        let host = if leads_back(&readable, names, scheme) { &readable } else { host };
        out.push_str(&readable_host(host, names, scheme));
        if let Some(port) = component(Component::Port) {
            out.push(':');
            out.push_str(port);
        }
        out
    });
    let path = component(Component::Path).unwrap_or_default();
    let relative = spans.begins_with_path();
    let first = path.split('/').next().unwrap_or_default();
    // What would be read as a scheme stays.
    let guarded = if relative { first.find(':').unwrap_or(0) } else { all };
    let mut readable = String::with_capacity(path.len());
    from_component(path, false, guarded, &mut readable);
    let mut out = String::with_capacity(uri.len());
    recompose(
        &mut out,
        component(Component::Scheme),
        authority.as_deref(),
        &readable,
        characters(component(Component::Query), true).as_deref(),
        characters(component(Component::Fragment), false).as_deref(),
    );
    if out == uri { Cow::Borrowed(uri) } else { Cow::Owned(out) }
}

/// Whether [`to_uri`] takes the host, if names are to be read.
fn leads_back(host: &str, names: HostDisplay, scheme: Option<&str>) -> bool {
    #[cfg(feature = "idna")]
    return host.is_ascii()
        || names == HostDisplay::Keep
        || !uses_domain_names(scheme)
        || to_domain_name(host).is_some();
    #[cfg(not(feature = "idna"))]
    {
        let _ = (host, names, scheme);
        true
    }
}

fn readable_host<'a>(host: &'a str, names: HostDisplay, scheme: Option<&str>) -> Cow<'a, str> {
    #[cfg(feature = "idna")]
    if (names == HostDisplay::Unicode
        || (names == HostDisplay::ByScheme && uses_domain_names(scheme)))
        && host
            .split('.')
            .any(|label| label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("xn--")))
    {
        let (name, valid) = idna::domain_to_unicode(host);
        let same = || to_domain_name(&name).is_some_and(|back| back.eq_ignore_ascii_case(host));
        if valid.is_ok() && name.chars().all(|c| c.is_ascii() || is_readable(c)) && same() {
            return Cow::Owned(name);
        }
    }
    let _ = (names, scheme);
    Cow::Borrowed(host)
}

/// One component: runs of triplets are read as UTF-8. Before `guarded`, no ASCII is decoded.
fn from_component(text: &str, private: bool, guarded: usize, out: &mut String) {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut stray = StrayPercent::default();
    while at < bytes.len() {
        let clean = kernel::clean_prefix_len(&bytes[at..], false);
        out.push_str(&text[at..at + clean]);
        at += clean;
        let Some(octet) = split::octet_at(&bytes[at..]) else {
            if at < bytes.len() {
                stray.push(out);
                at += 1;
            }
            continue;
        };
        if octet.is_ascii() {
            if rfc3986::UNRESERVED.keeps(octet) && at >= guarded && !stray.forges(octet, out) {
                out.push(char::from(octet));
            } else {
                out.push_str(&text[at..at + 3]);
            }
            at += 3;
            continue;
        }
        let mut octets = [0; 4];
        let mut count = 0;
        while count < 4
            && let Some(octet) = split::octet_at(&bytes[at + 3 * count..])
        {
            octets[count] = octet;
            count += 1;
        }
        match first_scalar(&octets[..count]) {
            Some(scalar) if is_readable(scalar) || (private && is_iprivate(scalar)) => {
                out.push(scalar);
                at += 3 * scalar.len_utf8();
            }
            scalar => {
                // An octet that is no UTF-8 alone, a character whole.
                for &octet in &octets[..scalar.map_or(1, char::len_utf8)] {
                    out.push_str(kernel::triplet_str(octet, false));
                    at += 3;
                }
            }
        }
    }
}

/// The scalar that these octets begin with.
fn first_scalar(octets: &[u8]) -> Option<char> {
    let valid = match str::from_utf8(octets) {
        Ok(text) => text,
        Err(error) => str::from_utf8(&octets[..error.valid_up_to()]).ok()?,
    };
    valid.chars().next()
}

/// Whether an IRI allows a character, and people see it.
fn is_readable(scalar: char) -> bool {
    is_ucschar(scalar) && !is_invisible(scalar)
}

/// The normal form of an IRI (RFC 3987 section 5.3.2): as of a URI, and then with characters for triplets. No Unicode
/// normalisation happens, as section 5.3.2.2 requires.
///
/// ```
/// use triplet::{iri, uri::Level};
///
/// assert_eq!(iri::normalize("eXAMPLE://a/./b/../ros%C3%A9", Level::Path), "example://a/rosé");
/// ```
#[must_use]
pub fn normalize_iri(iri: &str, level: Level) -> String {
    from_uri(&normalize(iri, level), HostDisplay::Keep).into_owned()
}

/// Whether two IRIs mean the same at a level (RFC 3987 section 5.3): whether their URIs are equivalent. A character and the
/// triplets of its UTF-8 are the same, also one that no URI has, such as a space; there is no Unicode normalisation.
/// At [`Level::Scheme`], hosts are compared as domain names, as [`HostEncoding::ByScheme`] says (with the feature `idna`): `é`,
/// `%C3%A9` and `xn--9ca` are the same. Linear time.
///
/// ```
/// use triplet::{iri, uri::Level};
///
/// assert!(iri::equivalent("http://example.org/rosé", "http://example.org/ros%c3%a9", Level::Percent));
/// ```
#[must_use]
pub fn equivalent(a: &str, b: &str, level: Level) -> bool {
    let percent = ToUri::new().host(HostEncoding::Percent).encode_disallowed();
    let uri = |iri| {
        #[cfg(feature = "idna")]
        if level == Level::Scheme
            && let Ok(uri) =
                ToUri::new().encode_disallowed().convert(&from_uri(iri, HostDisplay::Keep))
        {
            return uri.into_owned();
        }
        percent.convert(iri).map_or_else(|_| String::from(iri), Cow::into_owned)
    };
    super::equivalent(&uri(a), &uri(b), level).is_equivalent()
}
