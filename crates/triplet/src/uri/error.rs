//! Errors of references, with their offsets.
#![forbid(unsafe_code)]

use core::fmt;

use crate::names::names;

/// A part of a reference (RFC 3986 section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Component {
    /// Section 3.1.
    Scheme,
    /// Section 3.2.1.
    Userinfo,
    /// Section 3.2.2.
    Host,
    /// Section 3.2.3.
    Port,
    /// Section 3.3.
    Path,
    /// Section 3.4.
    Query,
    /// Section 3.5.
    Fragment,
}

names! { Component, "component", 7;
    Scheme => "scheme",
    Userinfo => "userinfo",
    Host => "host",
    Port => "port",
    Path => "path",
    Query => "query",
    Fragment => "fragment",
}

/// What is wrong at [`UriError::offset`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UriErrorKind {
    /// There is no scheme where there must be one.
    NoScheme,
    /// A character that the component does not allow as it is.
    Character(Component),
    /// A `%` that is not followed by two hexadecimal digits (section 2.1).
    Triplet(Component),
    /// An IP literal that is neither an IPv6 address nor an `IPvFuture` (section 3.2.2).
    IpLiteral,
    /// A port with a character that is not a digit (section 3.2.3).
    Port,
    /// A `:` in the first segment of a relative path, where it would end a scheme (section 4.2).
    FirstSegment,
    /// A host that the rules for domain names refuse (UTS #46).
    DomainName,
    /// A target to which no reference leads from a base without a scheme.
    Unreachable,
    /// A label of a domain name above 63 octets, or a name above 253 (RFC 3987 section 3.1, RFC 5890 section 2.3.2.1, RFC 1035
    /// section 2.3.4).
    DomainNameLength,
}

impl UriErrorKind {
    /// A stable name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            UriErrorKind::NoScheme => "no-scheme",
            UriErrorKind::Character(_) => "character",
            UriErrorKind::Triplet(_) => "triplet",
            UriErrorKind::IpLiteral => "ip-literal",
            UriErrorKind::Port => "port",
            UriErrorKind::FirstSegment => "first-segment",
            UriErrorKind::DomainName => "domain-name",
            UriErrorKind::Unreachable => "unreachable",
            UriErrorKind::DomainNameLength => "domain-name-length",
        }
    }
}

/// Why a text is not a valid reference, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UriError {
    kind: UriErrorKind,
    offset: usize,
}

impl UriError {
    #[cold]
    pub(crate) fn new(kind: UriErrorKind, offset: usize) -> UriError {
        UriError { kind, offset }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> UriErrorKind {
        self.kind
    }

    /// Where, in bytes from the start of the text.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The same error in a text that begins this number of bytes earlier, such as the file of a line.
    ///
    /// ```
    /// use triplet::uri::{Grammar, validate};
    ///
    /// let error = validate("/a b", Grammar::UriReference).unwrap_err().moved_by(100);
    /// assert_eq!(error.offset(), 102);
    /// assert!(error.to_string().starts_with("offset 102: "));
    /// ```
    #[must_use]
    pub const fn moved_by(self, bytes: usize) -> UriError {
        UriError { kind: self.kind, offset: self.offset.saturating_add(bytes) }
    }
}

impl fmt::Display for UriError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset = self.offset;
        match self.kind {
            UriErrorKind::NoScheme => {
                write!(f, "offset {offset}: a URI begins with a scheme, such as `https:`")
            }
            UriErrorKind::Character(Component::Host) => write!(
                f,
                "offset {offset}: the host does not allow this character; a reference has one host and one port, an IPv6 address is \
                 in brackets, and other characters are written as triplets"
            ),
            UriErrorKind::Character(component) => {
                write!(
                    f,
                    "offset {offset}: the {component} does not allow this character; write its triplets"
                )
            }
            UriErrorKind::Triplet(component) => write!(
                f,
                "offset {offset}: a `%` in the {component} is not followed by two hexadecimal digits; write the \
                 character `%` as `%25`"
            ),
            UriErrorKind::IpLiteral => {
                write!(f, "offset {offset}: the text in the brackets is not an IP address")
            }
            UriErrorKind::Port => write!(f, "offset {offset}: a port has decimal digits only"),
            UriErrorKind::FirstSegment => write!(
                f,
                "offset {offset}: a `:` in the first segment of a relative path would end a scheme; begin with `./`"
            ),
            UriErrorKind::DomainName => {
                write!(f, "offset {offset}: this host is not a valid domain name")
            }
            UriErrorKind::Unreachable => write!(
                f,
                "offset {offset}: no reference leads from the base to this target; give a base with a scheme"
            ),
            UriErrorKind::DomainNameLength => write!(
                f,
                "offset {offset}: as a domain name this host is too long; a label has at most 63 octets, a name 253"
            ),
        }
    }
}

impl core::error::Error for UriError {}
