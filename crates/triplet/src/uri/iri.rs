//! IRIs to URIs and back (RFC 3987 section 3).
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;

use super::error::{Component, UriError, UriErrorKind};
use super::level::Level;
use super::normalize::normalize;
use super::normalize::scheme::uses_domain_names;
use super::recompose::Components;
use super::split;
use super::validate::{Grammar, check_before_encoding, is_disallowed, validate};
use crate::invisible::is_invisible;
use crate::kernel;
use crate::names::names;
use crate::set::rfc3986;
use crate::set::rfc3987::{is_iprivate, is_ucschar};
use crate::triplet::{StrayPercent, decode_triplet, first_scalar};

names! { "way to write a host";
    /// What becomes of a host outside ASCII.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum HostEncoding {
        /// [`Punycode`](HostEncoding::Punycode) where the scheme is known to have domain names for hosts (`http`, `https`, `ws`,
        /// `wss`, `ftp`, `file`, `coap`, `gopher`, `imap`, `ipp`, `ldap`, `nntp`, `pop`, `rtsp`, `telnet`, `xmpp`, and those of
        /// them over TLS), else [`Percent`](HostEncoding::Percent) (RFC 3987 section 3.1). Without the feature `idna` no host is
        /// known to be a domain name, so this is `Percent`.
        #[default]
        ByScheme => "by-scheme",
        /// A domain name in ASCII, `xn--…` (UTS #46, RFC 5891): what resolvers want. A host that is too long for a domain name is an
        /// error, in ASCII too. Without the feature `idna` a host outside ASCII is an error: [`UriErrorKind::DomainName`].
        Punycode => "punycode",
        /// UTF-8 triplets, as in every other component (RFC 3986 section 3.2.2).
        Percent => "percent",
    }
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

/// The URI of an IRI (section 3.1), or of an IRI reference: characters outside ASCII become triplets of their UTF-8, or, in a host,
/// punycode. ASCII is kept, so that a URI is its own URI. The result is a valid URI reference. Linear time.
///
/// # Errors
///
/// What is not an IRI reference, as [`validate`](crate::uri::validate) says it: a space, a malformed triplet, a second `#`, a port
/// that is not a number. And, where it has to be a domain name, a host outside ASCII that can't be one, or that has a label above 63
/// octets as one. [`requote_reference`](crate::uri::requote_reference) repairs what is not an IRI.
///
/// ```
/// # #[cfg(feature = "idna")] {
/// let uri = triplet::iri::to_uri("http://例え.jp/引き出し")?;
/// assert_eq!(uri, "http://xn--r8jz45g.jp/%E5%BC%95%E3%81%8D%E5%87%BA%E3%81%97");
/// // Of this scheme it is not known what its hosts are.
/// assert_eq!(triplet::iri::to_uri("x-db://é/")?, "x-db://%C3%A9/");
/// # }
/// assert_eq!(triplet::iri::to_uri("http://h/50%致").unwrap_err().offset(), 11);
/// # Ok::<(), triplet::uri::UriError>(())
/// ```
pub fn to_uri(iri: &str) -> Result<Cow<'_, str>, UriError> {
    ToUri::new().convert(iri)
}

impl ToUri {
    /// The default: hosts by scheme, and a character that is not allowed is an error.
    #[must_use]
    pub fn new() -> ToUri {
        ToUri::default()
    }

    /// What becomes of a host outside ASCII.
    #[must_use]
    pub const fn host(self, host: HostEncoding) -> ToUri {
        ToUri { host, ..self }
    }

    /// Encodes characters that no IRI has (a space, a control, one of ``<>"{}|\^` ``; U+E000, U+202E), instead of refusing them:
    /// section 3.1 allows it. It forbids to encode `[` and `]`, so they stay in a path, a query and a fragment, and the result is not a
    /// valid URI there: [`requote_reference`](crate::uri::requote_reference) encodes them too. What is wrong otherwise stays an error: a
    /// malformed triplet, a second `#`, a port.
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
        match self.encode_disallowed {
            true => check_before_encoding(iri)?,
            false => validate(iri, Grammar::IriReference)?,
        }
        self.write(iri)
    }

    /// The same of any text, valid or not.
    ///
    /// # Errors
    ///
    /// At a host that must be a domain name and can't be one.
    pub(super) fn write<'a>(&self, iri: &'a str) -> Result<Cow<'a, str>, UriError> {
        if let Some(authority) = split::spans(iri.as_bytes()).authority()
            && let Some(written) = self.written_host(iri, &iri[authority.host.clone()])
        {
            let host = authority.host;
            let written = written.map_err(|error| error.moved_by(host.start))?;
            let mut out = String::with_capacity(iri.len() * 2);
            percent(&iri[..host.start], &mut out);
            out.push_str(&written);
            percent(&iri[host.end..], &mut out);
            return Ok(Cow::Owned(out));
        }
        if !iri.bytes().any(|byte| !byte.is_ascii() || is_disallowed(byte)) {
            return Ok(Cow::Borrowed(iri));
        }
        let mut out = String::with_capacity(iri.len() * 2);
        percent(iri, &mut out);
        Ok(Cow::Owned(out))
    }

    /// How a host of this IRI is written; none if in triplets, or if it is in ASCII and stays as it is.
    fn written_host(&self, iri: &str, host: &str) -> Option<Result<String, UriError>> {
        if split::is_ip_literal(host.as_bytes()) {
            // An IP literal has no triplets. One that would get some is malformed, and is kept.
            let gets_triplets = |byte: u8| !byte.is_ascii() || is_disallowed(byte);
            return host.bytes().any(gets_triplets).then(|| Ok(String::from(host)));
        }
        let is_name = match self.host {
            HostEncoding::ByScheme => {
                let scheme = split::scheme_len(iri.as_bytes()).map(|length| &iri[..length]);
                cfg!(feature = "idna") && uses_domain_names(scheme)
            }
            HostEncoding::Punycode => true,
            HostEncoding::Percent => false,
        };
        if is_name && !host.is_ascii() {
            return Some(to_domain_name(host));
        }
        // A host in ASCII is kept; but if a domain name is asked for, it has the length of one.
        if self.host == HostEncoding::Punycode && !host.as_bytes().contains(&b'%') {
            return check_length(host, host).err().map(Err);
        }
        None
    }
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

/// Without the feature `idna` no host outside ASCII is known to be a domain name.
#[cfg(not(feature = "idna"))]
fn to_domain_name(_: &str) -> Result<String, UriError> {
    Err(UriError::new(UriErrorKind::DomainName, 0))
}

/// A host as a domain name; its triplets are read first. No name has a reserved character out of a triplet. The offset of
/// an error is one in the host.
#[cfg(feature = "idna")]
pub(crate) fn to_domain_name(host: &str) -> Result<String, UriError> {
    let not_a_name = || UriError::new(UriErrorKind::DomainName, 0);
    let mut octets =
        host.match_indices('%').filter_map(|(at, _)| decode_triplet(&host.as_bytes()[at..]));
    if octets.any(|octet| octet.is_ascii() && !rfc3986::UNRESERVED.keeps(octet)) {
        return Err(not_a_name());
    }
    let readable = crate::decode(host).to_str().map_err(|_| not_a_name())?;
    let name = idna::domain_to_ascii(&readable).map_err(|_| not_a_name())?;
    if !name.bytes().all(|byte| rfc3986::REG_NAME.keeps(byte)) {
        return Err(not_a_name());
    }
    check_length(&name, host)?;
    Ok(name)
}

/// A reference with all that a URI does not have as triplets, except in an IP literal.
pub(super) fn all_encoded(reference: &str) -> Cow<'_, str> {
    let written = ToUri::new().host(HostEncoding::Percent).write(reference);
    // Only a host that is to be a domain name is refused.
    written.unwrap_or(Cow::Borrowed(reference))
}

/// The reference with its host as a domain name, where the scheme is known to have domain names and this host is written in another way.
#[cfg_attr(not(feature = "idna"), expect(clippy::missing_const_for_fn))]
pub(super) fn with_domain_name(reference: &str) -> Option<String> {
    #[cfg(feature = "idna")]
    {
        let scheme = &reference[..split::scheme_len(reference.as_bytes())?];
        let authority = reference[scheme.len() + 1..].strip_prefix("//")?;
        let is_written = |byte: u8| byte.is_ascii() && byte != b'%';
        let mut authority =
            authority.bytes().take_while(|byte| !matches!(byte, b'/' | b'?' | b'#'));
        if authority.all(is_written) || !uses_domain_names(Some(scheme)) {
            return None;
        }
        let host = split::spans(reference.as_bytes()).authority()?.host;
        let text = &reference[host.clone()];
        if text.bytes().all(is_written) || split::is_ip_literal(text.as_bytes()) {
            return None;
        }
        // A decoded `%` could begin a triplet. So such a host is not read as a name.
        let readable = crate::decode(text).to_str().ok();
        let readable = readable.filter(|text| !text.is_ascii() && !text.contains('%'))?;
        let name = to_domain_name(&readable).ok()?;
        Some([&reference[..host.start], &name, &reference[host.end..]].concat())
    }
    #[cfg(not(feature = "idna"))]
    {
        let _ = reference;
        None
    }
}

/// A label has at most 63 octets (RFC 5890 section 2.3.2.1). A name has at most 255 octets as it is sent, with a length before each label
/// and before the root (RFC 1035 section 2.3.4): 253 as text. The offset of an error is that of the label in the host.
fn check_length(name: &str, host: &str) -> Result<(), UriError> {
    /// The characters that separate labels (UTS #46 section 4).
    const DOTS: [char; 4] = ['.', '\u{3002}', '\u{FF0E}', '\u{FF61}'];
    let too_long = |offset| Err(UriError::new(UriErrorKind::DomainNameLength, offset));
    if let Some(index) = name.split('.').position(|label| label.len() > 63) {
        let mut dots = host.match_indices(DOTS);
        // Dots may be written as triplets too.
        let has_same_labels = dots.clone().count() == name.matches('.').count();
        let before = index.checked_sub(1).filter(|_| has_same_labels);
        let dot = before.and_then(|before| dots.nth(before));
        return too_long(dot.map_or(0, |(at, dot)| at + dot.len()));
    }
    if name.strip_suffix('.').unwrap_or(name).len() > 253 {
        return too_long(0);
    }
    Ok(())
}

names! { "way to show a host";
    /// What becomes of `xn--…` in a host. Without the feature `idna` each way is [`Keep`](HostDisplay::Keep).
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum HostDisplay {
        /// [`Unicode`](HostDisplay::Unicode) where the scheme is known to have domain names for hosts, so that [`to_uri`]
        /// gives the name back, else [`Keep`](HostDisplay::Keep).
        #[default]
        ByScheme => "by-scheme",
        /// Characters, where they give the same name back.
        Unicode => "unicode",
        /// Labels in Punycode stay. Triplets in a host become characters even if the host can't be a domain name, as RFC 3987
        /// section 3.2 says. [`to_uri`] may then refuse the host, and [`HostEncoding::Percent`] leads back.
        Keep => "keep",
    }
}

/// The IRI of a URI, for people to read (section 3.2): triplets become characters where they are the UTF-8 of characters that an
/// IRI may have; [`to_uri`] leads back to an equivalent URI.
///
/// These triplets stay: those of reserved characters and of `%`; of octets that are not UTF-8; of controls, spaces, characters that
/// format text from right to left, and characters that nobody sees; of private characters outside the query; of a host that has to be a
/// domain name and is not one; and what looks like a triplet in the brackets of an IP literal (RFC 3986 section 3.2.2). Triplets of
/// octets above 0x7F that stay are written in upper case. Never fails: a `%` that does not begin a triplet is kept, and
/// [`malformed_triplets`](crate::uri::Reference::malformed_triplets) says where. The result of a valid URI is a valid IRI. Linear time.
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
        if host.starts_with('[') {
            out.push_str(host);
        } else {
            let readable = characters(Some(host), false).unwrap_or_default();
            let host = if leads_back(&readable, names, scheme) { &readable } else { host };
            out.push_str(&readable_host(host, names, scheme));
        }
        if let Some(port) = component(Component::Port) {
            out.push(':');
            out.push_str(port);
        }
        out
    });
    let path = component(Component::Path).unwrap_or_default();
    let relative = spans.begins_with_path();
    let first = path.split('/').next().unwrap_or_default();
    // Triplets in a text that could be read as a scheme stay.
    let guarded = if relative { first.find(':').unwrap_or(0) } else { all };
    let mut readable = String::with_capacity(path.len());
    from_component(path, false, guarded, &mut readable);
    let out = Components {
        scheme: component(Component::Scheme),
        authority: authority.as_deref(),
        path: &readable,
        query: characters(component(Component::Query), true).as_deref(),
        fragment: characters(component(Component::Fragment), false).as_deref(),
    }
    .recompose();
    if out == uri { Cow::Borrowed(uri) } else { Cow::Owned(out) }
}

/// Whether [`to_uri`] takes the host, if names are to be read.
fn leads_back(host: &str, names: HostDisplay, scheme: Option<&str>) -> bool {
    cfg!(not(feature = "idna"))
        || host.is_ascii()
        || names == HostDisplay::Keep
        || !uses_domain_names(scheme)
        || to_domain_name(host).is_ok()
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
        let same = || to_domain_name(&name).is_ok_and(|back| back.eq_ignore_ascii_case(host));
        if valid.is_ok() && name.chars().all(|c| c.is_ascii() || is_readable(c)) && same() {
            return Cow::Owned(name);
        }
    }
    let _ = (names, scheme);
    Cow::Borrowed(host)
}

/// Appends one component. Runs of triplets are read as UTF-8. Before the offset `guarded`, no ASCII is decoded.
fn from_component(text: &str, private: bool, guarded: usize, out: &mut String) {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut stray = StrayPercent::default();
    while at < bytes.len() {
        let clean = kernel::clean_prefix_len(&bytes[at..], false);
        out.push_str(&text[at..at + clean]);
        at += clean;
        let Some(octet) = decode_triplet(&bytes[at..]) else {
            if at < bytes.len() {
                stray.push(out);
                at += 1;
            }
            continue;
        };
        if octet.is_ascii() {
            if rfc3986::UNRESERVED.keeps(octet)
                && at >= guarded
                && !stray.takes_as_digit(octet, out)
            {
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
            && let Some(octet) = decode_triplet(&bytes[at + 3 * count..])
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
                // An octet that is not UTF-8 alone; the octets of a character together.
                for &octet in &octets[..scalar.map_or(1, char::len_utf8)] {
                    out.push_str(kernel::triplet_str(octet, false));
                    at += 3;
                }
            }
        }
    }
}

/// Whether an IRI allows a character, and people see it.
fn is_readable(scalar: char) -> bool {
    is_ucschar(scalar) && !is_invisible(scalar)
}

/// The normal form of an IRI (RFC 3987 section 5.3.2): that of a URI, and then characters in place of triplets. No Unicode
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
