//! References built from data: each part is encoded for its component, so that no caller joins strings.
#![forbid(unsafe_code)]

use alloc::string::String;
use core::fmt;
use core::net::IpAddr;

use super::error::{DOT_SEGMENT, NO_HOST, SCHEME, UriError};
use super::recompose::Components;
use super::reference::Reference;
use super::split;
use super::validate::{Grammar, validate};
use crate::message::{ErrorKind, Piece, Words, Writer, error_text};
use crate::set::rfc3986;
use crate::{EncodeSet, encode};

/// Builds a reference. Each value is data, and is encoded for its component.
///
/// ```
/// use triplet::uri::Builder;
///
/// let uri = Builder::new()
///     .scheme("https")
///     .host("example.com")
///     .segment("50% off")
///     .segment("a/b")
///     .pair("q", "x&y=z")
///     .fragment("top")
///     .build()?;
/// assert_eq!(uri, "https://example.com/50%25%20off/a%2Fb?q=x%26y%3Dz#top");
/// # Ok::<(), triplet::uri::BuildError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "a builder makes nothing until `build` is called"]
pub struct Builder {
    scheme: Option<String>,
    userinfo: Option<String>,
    host: Option<String>,
    port: Option<String>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
    error: Option<BuildError>,
}

/// Why data cannot be a part of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuildError {
    /// A scheme is a letter, and then letters, digits, `+`, `-` or `.` (RFC 3986 section 3.1).
    Scheme,
    /// A segment `.` or `..`: readers remove it as a dot segment, encoded or not (section 6.2.2.3).
    DotSegment,
    /// A user or a port without a host.
    NoHost,
    /// A part of the reference that the builder [began with](Builder::from_reference) is not allowed where it is; the offset is
    /// that in the result.
    NotAllowed(UriError),
}

impl BuildError {
    /// What is wrong: [`ErrorKind::Scheme`], [`ErrorKind::DotSegment`], [`ErrorKind::NoHost`] or [`ErrorKind::NotAllowed`].
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            BuildError::Scheme => ErrorKind::Scheme,
            BuildError::DotSegment => ErrorKind::DotSegment,
            BuildError::NoHost => ErrorKind::NoHost,
            BuildError::NotAllowed(_) => ErrorKind::NotAllowed,
        }
    }

    /// The offset in the result of a part that is not allowed there, in bytes.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match self {
            BuildError::NotAllowed(error) => Some(error.offset()),
            _ => None,
        }
    }
}

impl Words for BuildError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        let why = match self {
            BuildError::Scheme => SCHEME,
            BuildError::DotSegment => DOT_SEGMENT,
            BuildError::NoHost => NO_HOST,
            BuildError::NotAllowed(error) => return error.words(to),
        };
        to.write(&[], &[Piece::Text(why)])
    }
}

error_text!(BuildError);

impl core::error::Error for BuildError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            BuildError::NotAllowed(error) => Some(error),
            _ => None,
        }
    }
}

impl Builder {
    /// An empty reference.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Starts with the components of a reference, as they are written, in order to change some of them.
    pub fn from_reference(reference: &Reference<'_>) -> Builder {
        let authority = reference.authority();
        Builder {
            scheme: reference.scheme().map(String::from),
            userinfo: authority.and_then(|authority| authority.userinfo()).map(String::from),
            host: authority.map(|authority| authority.host().into()),
            port: authority.and_then(|authority| authority.port()).map(String::from),
            path: reference.path().into(),
            query: reference.query().map(String::from),
            fragment: reference.fragment().map(String::from),
            error: None,
        }
    }

    /// Sets the scheme.
    pub fn scheme(mut self, scheme: &str) -> Builder {
        let valid = split::scheme_len(alloc::format!("{scheme}:").as_bytes()) == Some(scheme.len());
        if !valid {
            self.error = self.error.or(Some(BuildError::Scheme));
        }
        self.scheme = Some(scheme.into());
        self
    }

    /// Sets a user's name, written with unreserved characters alone, and only that: RFC 3986 section 3.2.1 deprecates passwords here.
    pub fn user(mut self, user: &str) -> Builder {
        self.userinfo = Some(encoded(user, rfc3986::UNRESERVED));
        self
    }

    /// Sets a name as host. Its characters outside ASCII become triplets; see [`iri`](crate::iri) for domain names.
    pub fn host(mut self, name: &str) -> Builder {
        self.host = Some(encoded(name, rfc3986::REG_NAME));
        self
    }

    /// Sets an address as host.
    pub fn address(mut self, address: IpAddr) -> Builder {
        self.host = Some(match address {
            IpAddr::V4(address) => alloc::format!("{address}"),
            IpAddr::V6(address) => alloc::format!("[{address}]"),
        });
        self
    }

    /// Sets the port.
    pub fn port(mut self, port: u16) -> Builder {
        self.port = Some(alloc::format!("{port}"));
        self
    }

    /// Adds a segment to the path, after a `/`. A `/` in it is data.
    pub fn segment(mut self, segment: &str) -> Builder {
        if matches!(segment, "." | "..") {
            self.error = self.error.or(Some(BuildError::DotSegment));
        }
        self.path.push('/');
        self.path.push_str(&encoded(segment, rfc3986::SEGMENT));
        self
    }

    /// Adds `name=value` to the query, after a `&` if there is a pair before it.
    pub fn pair(mut self, name: &str, value: &str) -> Builder {
        let query = self.query.get_or_insert_default();
        if !query.is_empty() {
            query.push('&');
        }
        query.push_str(&encoded(name, rfc3986::QUERY_VALUE));
        query.push('=');
        query.push_str(&encoded(value, rfc3986::QUERY_VALUE));
        self
    }

    /// Sets the query to one value that is not a list of pairs.
    pub fn query(mut self, query: &str) -> Builder {
        self.query = Some(encoded(query, rfc3986::QUERY));
        self
    }

    /// Sets the fragment.
    pub fn fragment(mut self, fragment: &str) -> Builder {
        self.fragment = Some(encoded(fragment, rfc3986::FRAGMENT));
        self
    }

    /// The reference: a valid one, of URIs, or of IRIs if the reference that the builder began with was.
    ///
    /// A path that follows a host gets a `/` before it, if it has none; one that would be read as a host gets `/.` (RFC 3986 section
    /// 3.3).
    ///
    /// # Errors
    ///
    /// The first part that was refused.
    pub fn build(mut self) -> Result<String, BuildError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        if self.host.is_none() && (self.userinfo.is_some() || self.port.is_some()) {
            return Err(BuildError::NoHost);
        }
        let authority = self.host.map(|host| {
            let mut authority = String::new();
            if let Some(userinfo) = self.userinfo {
                authority.push_str(&userinfo);
                authority.push('@');
            }
            authority.push_str(&host);
            if let Some(port) = self.port {
                authority.push(':');
                authority.push_str(&port);
            }
            authority
        });
        if authority.is_some() && !self.path.is_empty() && !self.path.starts_with('/') {
            self.path.insert(0, '/');
        }
        let components = Components {
            scheme: self.scheme.as_deref(),
            authority: authority.as_deref(),
            path: &self.path,
            query: self.query.as_deref(),
            fragment: self.fragment.as_deref(),
        };
        let out = components.recompose();
        validate(&out, Grammar::IriReference).map_err(BuildError::NotAllowed)?;
        Ok(out)
    }
}

fn encoded(text: &str, set: EncodeSet) -> String {
    encode(text, set).to_cow().into_owned()
}
