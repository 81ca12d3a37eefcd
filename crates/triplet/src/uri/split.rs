//! Where the components of a reference are, found in one pass, in any bytes.
//!
//! All delimiters are ASCII (`:` `/` `?` `#` `@` `[` `]`), so the borders of components in text fall between its characters.
//! Nothing is decoded and nothing is checked: a triplet is never a delimiter.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::scan::{Delimiters, END};
use super::spans::Spans;
use crate::kernel;

/// The length of the scheme with which these bytes begin, if a scheme and its `:` do:
/// `ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) ":"`.
pub(crate) fn scheme_len(bytes: &[u8]) -> Option<usize> {
    if !bytes.first()?.is_ascii_alphabetic() {
        return None;
    }
    let end = bytes
        .iter()
        .position(|&b| !(b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')))?;
    (bytes[end] == b':').then_some(end)
}

impl Spans {
    /// Splits any bytes, valid or not. Nothing is decoded and nothing is checked. A prefix that is not a valid scheme (`1a:b`)
    /// belongs to the path.
    ///
    /// [`Reference::split`](super::Reference::split) does the same for text, and borrows each component.
    ///
    /// Linear time.
    ///
    /// ```
    /// use triplet::uri::Spans;
    ///
    /// let text = b"http://user@host:80/caf\xE9?q#f";
    /// let spans = Spans::of(text);
    /// let authority = spans.authority().expect("an authority");
    /// assert_eq!(spans.scheme(), Some(0..4));
    /// assert_eq!(&text[authority.host], b"host");
    /// assert_eq!(&text[spans.path()], b"/caf\xE9");
    /// assert_eq!(spans.fragment(), Some(27..28));
    /// ```
    #[must_use]
    pub fn of(text: &[u8]) -> Spans {
        spans(text)
    }
}

/// Splits any bytes. A prefix that is not a valid scheme (`1a:b`) belongs to the path.
pub(crate) fn spans(text: &[u8]) -> Spans {
    let delimiters = Delimiters::of(text);
    let scheme = match delimiters.scheme_len() {
        Some(length) => {
            (text[0].is_ascii_alphabetic() && text.get(length) == Some(&b':')).then_some(length)
        }
        None => scheme_len(text),
    };
    let start = scheme.map_or(0, |length| length + 1);
    let (mut host, mut host_end, mut path) = (start, start, start);
    if text[start..].starts_with(b"//") {
        host = start + 2;
        path = delimiters.end(host, |at| {
            let length = text[at..].iter().position(|&byte| END.keeps(byte));
            length.map_or(text.len(), |length| at + length)
        });
        match delimiters.host_end(host, path) {
            Some(end) => host_end = end,
            None => (host, host_end) = self::host(text, host..path),
        }
    }
    // Without a query, `query_end` is `path_end`. Without a query and a fragment, both are the end of the text.
    let path_end = delimiters.path_end(path, |at| at + kernel::find_either(&text[at..], *b"?#"));
    let query_end = if path_end == text.len() {
        path_end
    } else {
        delimiters.hash(path_end, |at| at + kernel::find_either(&text[at..], *b"##"))
    };
    Spans { start, host, host_end, path, path_end, query_end, end: text.len() }
}

/// Where the host of an authority begins and ends.
fn host(text: &[u8], authority: Range<usize>) -> (usize, usize) {
    let userinfo = text[authority.clone()].iter().rposition(|&byte| byte == b'@');
    let host = userinfo.map_or(authority.start, |length| authority.start + length + 1);
    let colon = port_colon(&text[host..authority.end]);
    (host, colon.map_or(authority.end, |length| host + length))
}

/// The length of the host in a host and port, if a `:` ends it.
fn port_colon(host_and_port: &[u8]) -> Option<usize> {
    // A `:` inside brackets belongs to the address.
    let outside = match host_and_port.iter().rposition(|&b| b == b']') {
        Some(bracket) if host_and_port[0] == b'[' => bracket + 1,
        _ => 0,
    };
    host_and_port[outside..].iter().rposition(|&b| b == b':').map(|at| outside + at)
}

/// Whether the host before a port would itself be read as a host and a port.
#[cfg(feature = "alloc")]
pub(crate) fn has_port(host: &[u8]) -> bool {
    port_colon(host).is_some()
}

/// Whether a host is written as an IP literal. Such a host has no triplets (section 3.2.2): what looks like one stays as it is
/// written, because an address that is decoded is another address.
pub(crate) fn is_ip_literal(host: &[u8]) -> bool {
    host.starts_with(b"[")
}
