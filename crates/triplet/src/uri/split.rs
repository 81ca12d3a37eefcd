//! Where the components of a reference stand: five cuts, found in one pass, in bytes of any kind.
//!
//! All that decides here is ASCII (`:` `/` `?` `#` `@` `[` `]`), so the cuts of text fall between
//! its characters. Nothing is decoded and nothing is checked: a triplet is never a delimiter.
#![forbid(unsafe_code)]

use core::ops::Range;

#[cfg(feature = "alloc")]
use super::error::Component;
use crate::kernel;
use crate::set::EncodeSet;

/// The places of the components (RFC 3986 section 3 and appendix B), as ranges of the input's bytes.
/// Delimiters belong to none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Spans {
    pub(crate) scheme: Option<Range<usize>>,
    pub(crate) authority: Option<Authority>,
    pub(crate) path: Range<usize>,
    pub(crate) query: Option<Range<usize>>,
    pub(crate) fragment: Option<Range<usize>>,
}

/// The places of the parts of an authority (RFC 3986 section 3.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Authority {
    pub(crate) whole: Range<usize>,
    /// Before the *last* `@`, as browsers read it; RFC 3986 allows only one.
    pub(crate) userinfo: Option<Range<usize>>,
    pub(crate) host: Range<usize>,
    /// Behind the last `:` outside brackets, of whatever bytes; may be empty.
    pub(crate) port: Option<Range<usize>>,
}

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

/// What a scheme has behind its first letter.
const SCHEME: EncodeSet = EncodeSet::ALPHANUMERIC.also_keep(b"+-.");
/// What ends a scheme and an authority.
const END: EncodeSet = EncodeSet::keeping(b"/?#");
/// What ends a path.
const PATH_END: EncodeSet = EncodeSet::keeping(b"?#");
/// What divides an authority.
const AUTHORITY: EncodeSet = EncodeSet::keeping(b"@:[]");

/// Where bytes of some kinds stand in the first bytes, bit `i` for the byte at `i`; nothing where the machine can't look
/// at many bytes at once.
struct Head {
    scheme: u64,
    end: u64,
    path_end: u64,
    authority: u64,
    /// How many bytes those are.
    length: usize,
}

impl Head {
    #[inline]
    fn of(bytes: &[u8]) -> Head {
        let sets = [SCHEME.rows(), END.rows(), PATH_END.rows(), AUTHORITY.rows()];
        match kernel::marks(bytes, &sets) {
            Some([scheme, end, path_end, authority]) => {
                Head { scheme, end, path_end, authority, length: bytes.len().min(64) }
            }
            None => Head { scheme: 0, end: 0, path_end: 0, authority: 0, length: 0 },
        }
    }

    /// The bits from a place on.
    #[inline]
    fn from(at: usize) -> u64 {
        if at < 64 { u64::MAX << at } else { 0 }
    }

    /// The first place from `from` on that is marked; if there is none, what `search` finds behind the head.
    #[inline]
    fn first(&self, marks: u64, from: usize, search: impl Fn(usize) -> usize) -> usize {
        match marks & Head::from(from) {
            0 => search(from.max(self.length)),
            marks => marks.trailing_zeros() as usize,
        }
    }
}

/// Splits any bytes. What looks like a scheme but is none (`1a:b`) belongs to the path.
pub(crate) fn spans(bytes: &[u8]) -> Spans {
    let end = bytes.len();
    let head = Head::of(bytes);
    let scheme_len = match head.scheme.trailing_ones() as usize {
        length if length < head.length => {
            (bytes[0].is_ascii_alphabetic() && bytes[length] == b':').then_some(length)
        }
        _ => scheme_len(bytes),
    };
    let scheme = scheme_len.map(|length| 0..length);
    let mut at = scheme_len.map_or(0, |length| length + 1);
    let authority = bytes[at..].starts_with(b"//").then(|| {
        let from = at + 2;
        at = head.first(head.end, from, |from| first(bytes, from, |b| END.keeps(b)));
        let whole = from..at;
        let is_host = at <= head.length && head.authority & Head::from(from) & !Head::from(at) == 0;
        match is_host {
            true => Authority { userinfo: None, host: whole.clone(), port: None, whole },
            false => self::authority(bytes, whole),
        }
    });
    let path_end =
        head.first(head.path_end, at, |from| from + kernel::find_either(&bytes[from..], *b"?#"));
    let path = at..path_end;
    at = path_end;
    let query = (bytes.get(at) == Some(&b'?')).then(|| {
        let query_end = at + 1 + kernel::find_either(&bytes[at + 1..], *b"##");
        let query = at + 1..query_end;
        at = query_end;
        query
    });
    let fragment = (bytes.get(at) == Some(&b'#')).then(|| at + 1..end);
    Spans { scheme, authority, path, query, fragment }
}

/// The first byte from a place on that is wanted, or the end. (Generic, so that no byte costs a call.)
#[inline]
fn first(bytes: &[u8], from: usize, wanted: impl Fn(u8) -> bool) -> usize {
    bytes[from..].iter().position(|&b| wanted(b)).map_or(bytes.len(), |found| from + found)
}

fn authority(bytes: &[u8], whole: Range<usize>) -> Authority {
    let text = &bytes[whole.clone()];
    let userinfo = text.iter().rposition(|&b| b == b'@').map(|at| whole.start..whole.start + at);
    let host_start = userinfo.as_ref().map_or(whole.start, |userinfo| userinfo.end + 1);
    let host_and_port = &bytes[host_start..whole.end];
    let colon = port_colon(host_and_port).map(|at| host_start + at);
    Authority {
        userinfo,
        host: host_start..colon.unwrap_or(whole.end),
        port: colon.map(|colon| colon + 1..whole.end),
        whole,
    }
}

/// Where a host ends and the `:` of its port is.
fn port_colon(host_and_port: &[u8]) -> Option<usize> {
    // A `:` inside brackets belongs to the address.
    let outside = match host_and_port.iter().rposition(|&b| b == b']') {
        Some(bracket) if host_and_port[0] == b'[' => bracket + 1,
        _ => 0,
    };
    host_and_port[outside..].iter().rposition(|&b| b == b':').map(|at| outside + at)
}

/// Whether what is a host before a port would itself be read as a host and a port.
#[cfg(feature = "alloc")]
pub(crate) fn has_port(host: &[u8]) -> bool {
    port_colon(host).is_some()
}

/// Whether these bytes begin with `%` HEXDIG HEXDIG (section 2.1).
pub(crate) fn begins_with_triplet(bytes: &[u8]) -> bool {
    octet_at(bytes).is_some()
}

/// The octet of the triplet with which these bytes begin, if they do.
pub(crate) fn octet_at(bytes: &[u8]) -> Option<u8> {
    match bytes {
        [b'%', high, low, ..] => Some(kernel::hex_value(*high)? << 4 | kernel::hex_value(*low)?),
        _ => None,
    }
}

impl Spans {
    /// Where a component stands, if it is there.
    #[cfg(feature = "alloc")]
    pub(crate) fn component(&self, component: Component) -> Option<Range<usize>> {
        let authority = self.authority.as_ref();
        match component {
            Component::Scheme => self.scheme.clone(),
            Component::Userinfo => authority.and_then(|authority| authority.userinfo.clone()),
            Component::Host => authority.map(|authority| authority.host.clone()),
            Component::Port => authority.and_then(|authority| authority.port.clone()),
            Component::Path => Some(self.path.clone()),
            Component::Query => self.query.clone(),
            Component::Fragment => self.fragment.clone(),
        }
    }
}
