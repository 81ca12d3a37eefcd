//! The rules of schemes beside the generic ones: data, and the forms of paths that are not made of segments.
#![forbid(unsafe_code)]

use alloc::string::String;

use super::case::lower_outside_triplets;
use crate::triplet::begins_with_triplet;

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
    /// The port that may be left out of an authority.
    pub default_port: Option<u16>,
    /// With an authority, an empty path is `/`.
    pub empty_path_is_root: bool,
    /// A host that means the same as an empty one, and as no authority before a path that begins with a slash. The normal form
    /// has the empty one: of `file:/a`, `file://localhost/a` and `file:///a`, the last.
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
    /// Addresses, whose domains are compared without case (RFC 6068, RFC 5321 section 2.4).
    Mailto,
    /// A namespace that is compared without case, and a string whose triplets are compared as they are (RFC 8141
    /// section 3.1): they are not decoded, at any level.
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
    /// A scheme that has a default port and no other rule.
    const fn with_port(name: &'static str, port: u16) -> SchemeRules {
        SchemeRules { default_port: Some(port), ..SchemeRules::new(name) }
    }

    /// The same scheme; after an authority, an empty path is `/`.
    const fn with_root(self) -> SchemeRules {
        SchemeRules { empty_path_is_root: true, ..self }
    }

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

    /// The rules that this library knows of a scheme, by its name in any case: the default ports that the documents of schemes, or
    /// IANA's registry of ports, give to what `curl` and others speak; the empty path of `http`, `https`, `ws`, `wss`, `ftp` and
    /// `file`; and the forms of `file`, `mailto`, `urn` and `tel`. The source names the document of each row.
    ///
    /// ```
    /// use triplet::uri::SchemeRules;
    ///
    /// let port = |scheme| SchemeRules::known(scheme).and_then(|rules| rules.default_port);
    /// assert_eq!(port("HTTPS"), Some(443));
    /// assert_eq!(port("imaps"), Some(993));
    /// assert_eq!(SchemeRules::known("x-mine"), None);
    /// ```
    #[must_use]
    pub fn known(name: &str) -> Option<&'static SchemeRules> {
        rules(name, &[])
    }
}

/// The rules of schemes, and beside each row who says so: the document of the scheme, or the name in IANA's registry of ports
/// (RFC 6335).
///
/// `gophers`, `smbs` and `rtmpts`, which `curl` has too, are not here, because no document gives them a port. `irc` is not here,
/// because programs use another port than the registered one. The port of a `sip:` URI is in its path, so no port is left out
/// (RFC 3261 section 19.1.4).
#[rustfmt::skip]
pub(crate) static KNOWN: [SchemeRules; 58] = [
    SchemeRules::with_port("http", 80).with_root(),   // RFC 9110 section 4.2.1, 4.2.3
    SchemeRules::with_port("https", 443).with_root(), // RFC 9110 section 4.2.2, 4.2.3
    SchemeRules::with_port("ws", 80).with_root(),     // RFC 6455 section 3
    SchemeRules::with_port("wss", 443).with_root(),   // RFC 6455 section 3
    SchemeRules::with_port("ftp", 21).with_root(),    // RFC 1738 section 3.2
    // RFC 8089 section 2
    SchemeRules { host_like_none: Some("localhost"), ..SchemeRules::new("file").with_root() },
    SchemeRules { path: PathRules::Mailto, ..SchemeRules::new("mailto") }, // RFC 6068
    SchemeRules { path: PathRules::Urn, ..SchemeRules::new("urn") },       // RFC 8141
    SchemeRules { path: PathRules::Tel, ..SchemeRules::new("tel") },       // RFC 3966
    SchemeRules::with_port("acap", 674),              // RFC 2244 section 13
    SchemeRules::with_port("coap", 5683),             // RFC 7252 section 6.1
    SchemeRules::with_port("coaps", 5684),            // RFC 7252 section 6.2
    SchemeRules::with_port("coap+tcp", 5683),         // RFC 8323 section 8.1
    SchemeRules::with_port("coaps+tcp", 5684),        // RFC 8323 section 8.2
    SchemeRules::with_port("coap+ws", 80),            // RFC 8323 section 8.3
    SchemeRules::with_port("coaps+ws", 443),          // RFC 8323 section 8.4
    SchemeRules::with_port("dict", 2628),             // RFC 2229 section 5
    SchemeRules::with_port("dns", 53),                // RFC 4501 section 3
    SchemeRules::with_port("ftps", 990),              // IANA: ftps
    SchemeRules::with_port("git", 9418),              // IANA: git
    SchemeRules::with_port("gopher", 70),             // RFC 4266 section 2
    SchemeRules::with_port("icap", 1344),             // RFC 3507 section 4.2
    SchemeRules::with_port("imap", 143),              // RFC 5092 section 4
    SchemeRules::with_port("imaps", 993),             // IANA: imaps (RFC 8314)
    SchemeRules::with_port("ipp", 631),               // RFC 3510 section 4
    SchemeRules::with_port("ipps", 631),              // RFC 7472 section 4
    SchemeRules::with_port("ldap", 389),              // RFC 4516 section 2
    SchemeRules::with_port("ldaps", 636),             // IANA: ldaps
    SchemeRules::with_port("mqtt", 1883),             // IANA: mqtt
    SchemeRules::with_port("mqtts", 8883),            // IANA: secure-mqtt
    SchemeRules::with_port("nfs", 2049),              // RFC 2224
    SchemeRules::with_port("nntp", 119),              // RFC 5538 section 2.1
    SchemeRules::with_port("pop", 110),               // RFC 2384 section 3
    SchemeRules::with_port("pop3", 110),              // IANA: pop3
    SchemeRules::with_port("pop3s", 995),             // IANA: pop3s (RFC 8314)
    SchemeRules::with_port("rsync", 873),             // RFC 5781 section 2
    SchemeRules::with_port("rtmp", 1935),             // IANA: macromedia-fcs
    SchemeRules::with_port("rtmpe", 1935),            // Adobe Flash Media Server, Technical Overview
    SchemeRules::with_port("rtmps", 443),             // the same
    SchemeRules::with_port("rtmpt", 80),              // the same
    SchemeRules::with_port("rtmpte", 80),             // the same
    SchemeRules::with_port("rtsp", 554),              // RFC 7826 section 4.2
    SchemeRules::with_port("rtsps", 322),             // RFC 7826 section 4.2
    SchemeRules::with_port("rtspu", 554),             // RFC 2326 section 3.2
    SchemeRules::with_port("scp", 22),                // IANA: ssh
    SchemeRules::with_port("sftp", 22),               // IANA: ssh
    SchemeRules::with_port("sip", 5060),              // RFC 3261 section 19.1.2
    SchemeRules::with_port("sips", 5061),             // RFC 3261 section 19.1.2
    SchemeRules::with_port("smb", 445),               // IANA: microsoft-ds
    SchemeRules::with_port("smtp", 25),               // IANA: smtp (RFC 5321)
    SchemeRules::with_port("smtps", 465),             // IANA: submissions (RFC 8314)
    SchemeRules::with_port("snmp", 161),              // RFC 4088 section 2
    SchemeRules::with_port("ssh", 22),                // IANA: ssh
    SchemeRules::with_port("svn", 3690),              // IANA: svn
    SchemeRules::with_port("telnet", 23),             // RFC 4248 section 2
    SchemeRules::with_port("tftp", 69),               // IANA: tftp (RFC 3617)
    SchemeRules::with_port("tn3270", 23),             // RFC 6270 section 2
    SchemeRules::with_port("vnc", 5900),              // RFC 7869 section 2
];

/// The schemes whose documents say that a host is a domain name, or that it is what DNS finds. By name: RFC 7252, RFC
/// 1738, RFC 8089, RFC 4266, RFC 9110, RFC 5092, RFC 3510, RFC 4516, RFC 5538, RFC 2384, RFC 7826, RFC 4248, RFC 6455, RFC 5122.
const WITH_DOMAIN_NAMES: [&str; 20] = [
    "coap", "coaps", "ftp", "file", "gopher", "http", "https", "imap", "ipp", "ipps", "ldap",
    "nntp", "pop", "rtsp", "rtsps", "rtspu", "telnet", "ws", "wss", "xmpp",
];

/// Whether the hosts of a scheme are known to be domain names.
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

/// The namespace identifier in lower case; in the namespace `uuid` the number too (RFC 9562 section 4).
fn urn(mut path: String) -> String {
    if let Some(end) = path.find(':') {
        let specific = path.split_off(end);
        // By the grammar a namespace has no triplets, but what is written as one keeps its form.
        lower_outside_triplets(&mut path, 0);
        path.push_str(&specific);
    }
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

/// The number without visual separators (`-`, `.`, `(`, `)`); parameters stay. What has a slash is not a number, and neither is what has
/// a malformed triplet: `%4-1` without its separator would be the triplet `%41`.
fn tel(path: &str) -> String {
    let (number, parameters) = path.split_at(path.find(';').unwrap_or(path.len()));
    let is_malformed = |(at, _)| !begins_with_triplet(&number.as_bytes()[at..]);
    if number.as_bytes().contains(&b'/') || number.match_indices('%').any(is_malformed) {
        return String::from(path);
    }
    let mut out: String = number.chars().filter(|c| !matches!(c, '-' | '.' | '(' | ')')).collect();
    out.push_str(parameters);
    out
}
