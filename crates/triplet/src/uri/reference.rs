//! A reference in its components, borrowed.
#![forbid(unsafe_code)]

use core::fmt;

use super::error::{Component, UriError, UriErrorKind};
use super::spans::Spans;
use super::split;
use crate::error::DecodeError;
use crate::kernel;
use crate::triplet::begins_with_triplet;

/// A URI or IRI reference, split by RFC 3986 appendix B: any text has a split, whether it is valid or
/// not. Each component is borrowed from the text, as it is written, without its delimiters.
///
/// ```
/// use triplet::uri::Reference;
///
/// let reference = Reference::split("https://user@example.com:8443/a%2Fb/c?q=1#top");
/// assert_eq!(reference.scheme(), Some("https"));
/// assert_eq!(reference.host(), Some("example.com"));
/// assert_eq!(reference.userinfo(), Some("user"));
/// assert_eq!((reference.port(), reference.port_number()), (Some("8443"), Some(8443)));
/// assert_eq!(reference.path(), "/a%2Fb/c");
/// assert_eq!(reference.query(), Some("q=1"));
/// assert_eq!(reference.fragment(), Some("top"));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Reference<'a> {
    text: &'a str,
    spans: Spans,
}

/// The authority of a reference (RFC 3986 section 3.2), split.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Authority<'a> {
    whole: &'a str,
    userinfo: Option<&'a str>,
    host: &'a str,
    port: Option<&'a str>,
}

impl<'a> Reference<'a> {
    /// Splits. Never fails, never copies; linear time.
    #[must_use]
    pub fn split(text: &'a str) -> Reference<'a> {
        Reference { text, spans: split::spans(text.as_bytes()) }
    }

    /// The whole text.
    #[must_use]
    pub fn as_str(&self) -> &'a str {
        self.text
    }

    /// The scheme (section 3.1), without `:`.
    #[must_use]
    pub fn scheme(&self) -> Option<&'a str> {
        self.spans.scheme().map(|span| &self.text[span])
    }

    /// Whether the scheme is `mailto`. The query of a `mailto:` is the header fields of a mail, in which a `+` is a plus (RFC 6068 section 2).
    ///
    /// ```
    /// # use triplet::uri::Reference;
    /// assert!(Reference::split("MailTo:a@example.com?subject=1+1").is_mailto());
    /// assert!(!Reference::split("mailto?a").is_mailto());
    /// ```
    #[must_use]
    pub fn is_mailto(&self) -> bool {
        is_mailto(self.scheme())
    }

    /// The authority (section 3.2), without `//`; it may be empty.
    #[must_use]
    pub fn authority(&self) -> Option<Authority<'a>> {
        self.spans.authority().map(|authority| Authority {
            whole: &self.text[authority.whole],
            userinfo: authority.userinfo.map(|span| &self.text[span]),
            host: &self.text[authority.host],
            port: authority.port.map(|span| &self.text[span]),
        })
    }

    /// The host of the authority, if there is one: see [`Authority::host`].
    #[must_use]
    pub fn host(&self) -> Option<&'a str> {
        self.spans.authority().map(|authority| &self.text[authority.host])
    }

    /// The userinfo of the authority, if there is one: see [`Authority::userinfo`].
    #[must_use]
    pub fn userinfo(&self) -> Option<&'a str> {
        self.authority()?.userinfo()
    }

    /// The port of the authority as it is written: see [`Authority::port`].
    #[must_use]
    pub fn port(&self) -> Option<&'a str> {
        self.authority()?.port()
    }

    /// The port of the authority as a number: see [`Authority::port_number`].
    #[must_use]
    pub fn port_number(&self) -> Option<u16> {
        self.authority()?.port_number()
    }

    /// The path (section 3.3). Every reference has a path, and it may be empty.
    #[must_use]
    pub fn path(&self) -> &'a str {
        &self.text[self.spans.path()]
    }

    /// The segments of the path, as they are written: decode each on its own, so that an encoded `/` divides
    /// nothing. A slash at the start begins the first one; an empty path has none.
    ///
    /// ```
    /// use triplet::{decode, uri::Reference};
    ///
    /// let segments: Result<Vec<_>, _> = Reference::split("http://host/a%2Fb/c")
    ///     .segments()
    ///     .map(|segment| decode(segment).to_str())
    ///     .collect();
    /// assert_eq!(segments?, ["a/b", "c"]);
    /// # Ok::<(), triplet::DecodeError>(())
    /// ```
    #[must_use]
    pub fn segments(&self) -> impl DoubleEndedIterator<Item = &'a str> + use<'a> {
        let path = self.path();
        let segments = path.strip_prefix('/').unwrap_or(path).split('/');
        (!path.is_empty()).then_some(segments).into_iter().flatten()
    }

    /// The pairs of the query, as they are written: the parts between `&`, and in each the text before and after the
    /// first `=`. A part without `=` has no value; empty parts count. Decode each name and value on its
    /// own, or let `form::parse` do it, if it is a form.
    ///
    /// ```
    /// use triplet::uri::Reference;
    ///
    /// let pairs: Vec<_> = Reference::split("?a=1%262&b").pairs().collect();
    /// assert_eq!(pairs, [("a", Some("1%262")), ("b", None)]);
    /// ```
    pub fn pairs(&self) -> impl Iterator<Item = (&'a str, Option<&'a str>)> + use<'a> {
        self.query().into_iter().flat_map(|query| query.split('&')).map(|part| {
            match part.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (part, None),
            }
        })
    }

    /// The query (section 3.4), without `?`.
    #[must_use]
    pub fn query(&self) -> Option<&'a str> {
        self.spans.query().map(|span| &self.text[span])
    }

    /// Each `%` that begins no triplet (section 2.1), in order, with its offset in the whole text. Normalising
    /// keeps them as they are. Linear time.
    ///
    /// ```
    /// use triplet::uri::Reference;
    ///
    /// let stray: Vec<_> = Reference::split("/100%/%41/%zz").malformed_triplets().map(|e| e.offset()).collect();
    /// assert_eq!(stray, [4, 10]);
    /// ```
    pub fn malformed_triplets(&self) -> impl Iterator<Item = DecodeError> + use<'a> {
        let bytes = self.text.as_bytes();
        let mut at = 0;
        core::iter::from_fn(move || {
            loop {
                at += kernel::clean_prefix_len(&bytes[at..], false);
                if at == bytes.len() {
                    return None;
                }
                let here = at;
                if begins_with_triplet(&bytes[here..]) {
                    at += 3;
                } else {
                    at += 1;
                    return Some(DecodeError::malformed(bytes, here, 0));
                }
            }
        })
    }

    /// The fragment (section 3.5), without `#`.
    #[must_use]
    pub fn fragment(&self) -> Option<&'a str> {
        self.spans.fragment().map(|span| &self.text[span])
    }

    /// The component, as it is written, if there is one. A path is always there; a text with an authority has a host.
    ///
    /// ```
    /// use triplet::uri::{Component, Reference};
    ///
    /// let reference = Reference::split("//h/a?");
    /// let written = Component::ALL.map(|component| reference.component(component));
    /// assert_eq!(written, [None, None, Some("h"), None, Some("/a"), Some(""), None]);
    /// ```
    #[must_use]
    pub fn component(&self, component: Component) -> Option<&'a str> {
        self.spans.component(component).map(|span| &self.text[span])
    }
}

impl<'a> Authority<'a> {
    /// The whole authority.
    #[must_use]
    pub fn as_str(&self) -> &'a str {
        self.whole
    }

    /// The text before the last `@`, without it.
    #[must_use]
    pub fn userinfo(&self) -> Option<&'a str> {
        self.userinfo
    }

    /// The name of the user, as it is written: the userinfo up to its first `:`.
    ///
    /// ```
    /// use triplet::uri::Reference;
    ///
    /// let authority = Reference::split("ftp://me:a%40:b@host/").authority().unwrap();
    /// assert_eq!((authority.user(), authority.password()), (Some("me"), Some("a%40:b")));
    /// ```
    #[must_use]
    pub fn user(&self) -> Option<&'a str> {
        self.userinfo.map(|userinfo| user_and_password(userinfo).0)
    }

    /// The password, as it is written: the userinfo after its first `:`, if there is one. RFC 3986 section 3.2.1 deprecates
    /// it.
    #[must_use]
    pub fn password(&self) -> Option<&'a str> {
        self.userinfo.and_then(|userinfo| user_and_password(userinfo).1)
    }

    /// The host; an IP literal with its brackets. Decode it only if it is not [one](Authority::is_ip_literal).
    #[must_use]
    pub fn host(&self) -> &'a str {
        self.host
    }

    /// The host, if the authority is one host with at most one port, as the grammar has it. In connection strings several hosts come with
    /// commas between, and what is then before the last `:` is not a host.
    ///
    /// ```
    /// use triplet::uri::Reference;
    ///
    /// let one_host = |text| Reference::split(text).authority().unwrap().one_host();
    /// assert_eq!(one_host("db://me@h:1/"), Ok("h"));
    /// assert_eq!(one_host("db://me@h:1,i:2/").unwrap_err().offset(), 4);
    /// ```
    ///
    /// # Errors
    ///
    /// A `:` in the host, at its offset in the authority.
    pub fn one_host(&self) -> Result<&'a str, UriError> {
        match self.host.find(':').filter(|_| !self.is_ip_literal()) {
            None => Ok(self.host),
            Some(at) => {
                let start = self.userinfo.map_or(0, |userinfo| userinfo.len() + 1);
                Err(UriError::within(Component::Host, UriErrorKind::Character, start + at))
            }
        }
    }

    /// Whether the host is written as an IP literal: it begins with a bracket. Such a host has no triplets (section 3.2.2), so it is never
    /// decoded: `[fe80::123%34]` is not the address `[fe80::1234]`. Whether it is an address, [`validate`](super::validate) says.
    ///
    /// ```
    /// use triplet::uri::Reference;
    ///
    /// let is_literal = |text| Reference::split(text).authority().unwrap().is_ip_literal();
    /// assert!(is_literal("http://[fe80::1%25eth0]/"));
    /// assert!(!is_literal("http://192.0.2.1/"));
    /// ```
    #[must_use]
    pub fn is_ip_literal(&self) -> bool {
        split::is_ip_literal(self.host.as_bytes())
    }

    /// The text after the last `:` outside brackets; it may be empty.
    #[must_use]
    pub fn port(&self) -> Option<&'a str> {
        self.port
    }

    /// The port as a number. `None` without a port, for an empty one, and for one that is not a number up to 65535.
    ///
    /// ```
    /// use triplet::uri::Reference;
    ///
    /// let port = |text| Reference::split(text).authority().unwrap().port_number();
    /// assert_eq!((port("//h:080/"), port("//h:/"), port("//h:65536/")), (Some(80), None, None));
    /// ```
    #[must_use]
    pub fn port_number(&self) -> Option<u16> {
        // `u16::from_str` reads a sign too.
        self.port.filter(|port| port.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok()
    }
}

impl fmt::Display for Authority<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.whole)
    }
}

impl AsRef<str> for Authority<'_> {
    fn as_ref(&self) -> &str {
        self.whole
    }
}

/// Whether a scheme is `mailto`, whose parameters are header fields (RFC 6068).
pub(super) fn is_mailto(scheme: Option<&str>) -> bool {
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto"))
}

/// A userinfo up to its first `:`, and after it.
pub(super) fn user_and_password(userinfo: &str) -> (&str, Option<&str>) {
    match userinfo.split_once(':') {
        Some((user, password)) => (user, Some(password)),
        None => (userinfo, None),
    }
}

impl<'a> From<&'a str> for Reference<'a> {
    fn from(text: &'a str) -> Reference<'a> {
        Reference::split(text)
    }
}

impl fmt::Display for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text)
    }
}

impl AsRef<str> for Reference<'_> {
    fn as_ref(&self) -> &str {
        self.text
    }
}

impl fmt::Debug for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reference")
            .field("scheme", &self.scheme())
            .field("authority", &self.authority().map(|authority| authority.as_str()))
            .field("path", &self.path())
            .field("query", &self.query())
            .field("fragment", &self.fragment())
            .finish()
    }
}
