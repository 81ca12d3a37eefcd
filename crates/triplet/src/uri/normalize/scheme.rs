//! The rules of schemes beside the generic ones: data, and the forms of paths that are not made of segments.
#![forbid(unsafe_code)]

use alloc::string::String;

use super::case::lower_outside_triplets;

/// The rules of a scheme for equivalent URIs (RFC 3986 section 6.2.3).
///
/// A program's own scheme is one more value, given to
/// [`Normalizer::with_schemes`](super::Normalizer::with_schemes).
///
/// ```
/// use triplet::uri::{Level, Normalizer, SchemeRules};
///
/// const REDIS: SchemeRules = SchemeRules { default_port: Some(6379), ..SchemeRules::new("redis") };
/// let normalizer = Normalizer::new(Level::Scheme).with_schemes(&[REDIS]);
/// assert_eq!(normalizer.normalize("redis://cache:6379/0"), "redis://cache/0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchemeRules {
    /// The name, in lower case.
    pub name: &'static str,
    /// The port that may be left out.
    pub default_port: Option<u16>,
    /// With an authority, an empty path is `/`.
    pub empty_path_is_root: bool,
    /// A host that means the same as none at all.
    pub host_like_none: Option<&'static str>,
    /// How its path is written.
    pub path: PathRules,
}

/// How a scheme's path is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathRules {
    /// Segments, or a form that this library does not know.
    #[default]
    Generic,
    /// Addresses, whose domains have no case (RFC 6068, RFC 5321 section 2.4).
    Mailto,
    /// A namespace without case and a string of which triplets are compared as they are (RFC 8141 section
    /// 3.1): they are not decoded, at any level.
    Urn,
    /// A number whose visual separators mean nothing (RFC 3966 section 4).
    Tel,
}

impl PathRules {
    /// The normal form of a path that is not made of segments.
    pub(super) fn normalize(self, path: String) -> String {
        match self {
            PathRules::Generic => path,
            PathRules::Mailto => mailto(&path),
            PathRules::Urn => urn(path),
            PathRules::Tel => tel(&path),
        }
    }
}

impl SchemeRules {
    /// A scheme without rules.
    #[must_use]
    pub const fn new(name: &'static str) -> SchemeRules {
        SchemeRules {
            name,
            default_port: None,
            empty_path_is_root: false,
            host_like_none: None,
            path: PathRules::Generic,
        }
    }

    /// The rules that this library knows of a scheme, by its name in any case: those of `http`, `https`, `ws`, `wss`, `ftp`,
    /// `file`, `mailto`, `urn` and `tel`.
    ///
    /// ```
    /// use triplet::uri::SchemeRules;
    ///
    /// assert_eq!(SchemeRules::known("HTTPS").and_then(|rules| rules.default_port), Some(443));
    /// assert_eq!(SchemeRules::known("gopher"), None);
    /// ```
    #[must_use]
    pub fn known(name: &str) -> Option<&'static SchemeRules> {
        rules(name, &[])
    }
}

/// RFC 9110 section 4.2.3, RFC 6455 section 3, RFC 1738 section 3.2, RFC 8089 section 2, RFC 6068, RFC 8141, RFC
/// 3966.
pub(crate) const KNOWN: [SchemeRules; 9] = [
    SchemeRules { default_port: Some(80), empty_path_is_root: true, ..SchemeRules::new("http") },
    SchemeRules { default_port: Some(443), empty_path_is_root: true, ..SchemeRules::new("https") },
    SchemeRules { default_port: Some(80), empty_path_is_root: true, ..SchemeRules::new("ws") },
    SchemeRules { default_port: Some(443), empty_path_is_root: true, ..SchemeRules::new("wss") },
    SchemeRules { default_port: Some(21), empty_path_is_root: true, ..SchemeRules::new("ftp") },
    SchemeRules {
        host_like_none: Some("localhost"),
        empty_path_is_root: true,
        ..SchemeRules::new("file")
    },
    SchemeRules { path: PathRules::Mailto, ..SchemeRules::new("mailto") },
    SchemeRules { path: PathRules::Urn, ..SchemeRules::new("urn") },
    SchemeRules { path: PathRules::Tel, ..SchemeRules::new("tel") },
];

/// The schemes whose documents say that a host is a domain name, or that it is what DNS finds. By name: RFC 7252, RFC
/// 1738, RFC 8089, RFC 4266, RFC 9110, RFC 5092, RFC 3510, RFC 4516, RFC 5538, RFC 2384, RFC 7826, RFC 4248, RFC 6455, RFC 5122.
#[cfg(feature = "idna")]
const WITH_DOMAIN_NAMES: [&str; 20] = [
    "coap", "coaps", "ftp", "file", "gopher", "http", "https", "imap", "ipp", "ipps", "ldap",
    "nntp", "pop", "rtsp", "rtsps", "rtspu", "telnet", "ws", "wss", "xmpp",
];

/// Whether the hosts of a scheme are known to be domain names.
#[cfg(feature = "idna")]
pub(crate) fn uses_domain_names(scheme: Option<&str>) -> bool {
    scheme
        .is_some_and(|name| WITH_DOMAIN_NAMES.iter().any(|known| known.eq_ignore_ascii_case(name)))
}

/// The rules of a scheme, by its name in any case.
pub(crate) fn rules<'r>(name: &str, own: &'r [SchemeRules]) -> Option<&'r SchemeRules> {
    own.iter().chain(&KNOWN).find(|rules| rules.name.eq_ignore_ascii_case(name))
}

/// Domains of addresses in lower case.
pub(in super::super) fn mailto(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for address in path.split_inclusive(',') {
        let domain = out.len() + address.rfind('@').unwrap_or(address.len());
        out.push_str(address);
        lower_outside_triplets(&mut out, domain);
    }
    out
}

/// The namespace identifier in lower case; of `uuid`, the number too (RFC 9562 section 4).
fn urn(mut path: String) -> String {
    let end = path.find(':').unwrap_or(0);
    path[..end].make_ascii_lowercase();
    if path.strip_prefix("uuid:").is_some_and(is_uuid) {
        path.make_ascii_lowercase();
    }
    path
}

/// Digits in groups of 8, 4, 4, 4 and 12, with `-` between them.
fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// The number without visual separators (`-`, `.`, `(`, `)`); parameters stay, and what has a slash is no number.
fn tel(path: &str) -> String {
    let (number, parameters) = path.split_at(path.find(';').unwrap_or(path.len()));
    if number.contains('/') {
        return String::from(path);
    }
    let mut out: String = number.chars().filter(|c| !matches!(c, '-' | '.' | '(' | ')')).collect();
    out.push_str(parameters);
    out
}
