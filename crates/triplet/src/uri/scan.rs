//! One scan of a reference, and what follows from it.
//!
//! The kernel answers with masks: for each of some sets, which of 64 bytes are in the set. This file judges the masks, with
//! integer arithmetic only. [`split`](super::split), [`validate`](super::validate) and [`normalize`](super::normalize) ask
//! first here; each of them has a plain path too, which does the same byte by byte, for machines whose kernel has no
//! vectors, and for references that are too unusual to be judged by masks.
//!
//! ```text
//! https://example.com/a?q#f
//! ....1....................    COLON
//! .....11............1.1.1.    END       its first bit is not before that of COLON, so `https` may be a scheme
//!        1^^^^^^^^^^^          the authority: after `//`, up to the next bit of END
//! ```
//!
//! No judgement may say yes where the plain path says no. A test runs both over references of every shape.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use super::level::{Level, Step, Steps};
use crate::kernel::{self, Scan, WholeTextTest};
use crate::set::{EncodeSet, rfc3986};

/// The rows of a set, as the kernel reads them.
pub(crate) type Rows = [u8; 16];

/// What a scheme has after its first letter (RFC 3986 section 3.1).
const SCHEME: Rows = *EncodeSet::ALPHANUMERIC.also_keep(b"+-.").rows();
/// What ends a scheme and an authority.
pub(super) const END: EncodeSet = EncodeSet::keeping(b"/?#");
/// What divides an authority, besides `:`.
const USERINFO_END_OR_BRACKET: Rows = *EncodeSet::keeping(b"@[]").rows();

const DIGIT: Rows = *EncodeSet::keeping(b"0123456789").rows();

#[cfg(feature = "alloc")]
const UPPER: Rows = *EncodeSet::keeping(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ").rows();

/// How many bytes one scan gives masks of.
pub(crate) const BLOCK: usize = 64;

/// Scans a text; `None` where the kernel has no vectors or has to be small.
#[inline(always)]
fn scan<const SETS: usize, const BYTES: usize>(
    text: &[u8],
    sets: &[Rows; SETS],
    bytes: &[u8; BYTES],
    whole: Option<&WholeTextTest<'_>>,
) -> Option<Scan<SETS, BYTES>> {
    if kernel::OPTIMIZE_FOR_SIZE {
        return None;
    }
    kernel::scan(text, sets, bytes, whole)
}

/// The start of a segment that may be a dot segment, and the octets that normalising decodes.
#[cfg(feature = "alloc")]
const CHANGES: WholeTextTest<'_> =
    WholeTextTest::Changes { pair: *b"/.", decoded: rfc3986::UNRESERVED.rows() };

/// The lowest bit of a mask, as a mask.
pub(crate) const fn lowest(mask: u64) -> u64 {
    mask & mask.wrapping_neg()
}

/// All bits below one bit; all bits if there is none.
pub(crate) const fn below(bit: u64) -> u64 {
    bit.wrapping_sub(1)
}

/// All bits from an offset on.
pub(crate) const fn from(offset: usize) -> u64 {
    if offset < BLOCK { !0 << offset } else { 0 }
}

/// Where the delimiters of a reference are in its first 64 bytes; nothing is known of them if `length` is 0.
///
/// A shorter reference has a bit after its end in `end`, `path_end` and `hash`: so the end of a component is found in the
/// same way, whether a delimiter or the text ends it.
#[derive(Default)]
pub(super) struct Delimiters {
    scheme: u64,
    end: u64,
    path_end: u64,
    hash: u64,
    colon: u64,
    other: u64,
    /// The number of bytes that were scanned.
    length: usize,
}

impl Delimiters {
    #[inline]
    pub(super) fn of(text: &[u8]) -> Delimiters {
        match scan(text, &[SCHEME, USERINFO_END_OR_BRACKET], b"/?#:", None) {
            Some(Scan { kept: [scheme, other], equal: [slash, question, hash, colon], .. }) => {
                let length = text.len().min(BLOCK);
                let hash = hash | lowest(from(length));
                let path_end = question | hash;
                let end = slash | path_end;
                Delimiters { scheme, end, path_end, hash, colon, other, length }
            }
            None => Delimiters::default(),
        }
    }

    /// The length of the prefix that could be a scheme, unless it may be longer than what was scanned.
    #[inline]
    pub(super) fn scheme_len(&self) -> Option<usize> {
        let length = self.scheme.trailing_ones() as usize;
        (self.length > 0 && length < BLOCK).then_some(length)
    }

    /// The first `/`, `?` or `#` from an offset on; `search` finds it after the bytes that were scanned.
    #[inline]
    pub(super) fn end(&self, at: usize, search: impl Fn(usize) -> usize) -> usize {
        self.first(self.end, at, search)
    }

    /// The first `?` or `#`.
    #[inline]
    pub(super) fn path_end(&self, at: usize, search: impl Fn(usize) -> usize) -> usize {
        self.first(self.path_end, at, search)
    }

    /// The first `#`.
    #[inline]
    pub(super) fn hash(&self, at: usize, search: impl Fn(usize) -> usize) -> usize {
        self.first(self.hash, at, search)
    }

    #[inline]
    fn first(&self, mask: u64, at: usize, search: impl Fn(usize) -> usize) -> usize {
        match mask & from(at) {
            0 => search(at.max(self.length)),
            found => found.trailing_zeros() as usize,
        }
    }

    /// Where the host of an authority ends, if the authority has neither a userinfo, nor brackets, nor more than one `:`.
    #[inline]
    pub(super) fn host_end(&self, start: usize, end: usize) -> Option<usize> {
        let inside = from(start) & !from(end);
        let colon = self.colon & inside;
        if end > self.length || self.other & inside | colon & below(colon) != 0 {
            return None;
        }
        Some(end.min(colon.trailing_zeros() as usize))
    }
}

/// Whether a text is certainly a URI reference by the grammar of RFC 3986, with a scheme if one is needed. `false` decides nothing: a
/// reference with a userinfo or an IP literal, or with an authority that does not end in the first 64 bytes, is not judged here.
///
/// A query has the characters of every component. So a text that has only these and delimiters is a reference if each delimiter is
/// where the grammar has one.
pub(super) fn is_uri_reference(text: &[u8], needs_scheme: bool) -> bool {
    const CHARACTERS: WholeTextTest<'_> =
        WholeTextTest::Characters { rows: rfc3986::QUERY.also_keep(b"#%").rows(), byte: b'#' };
    let Some(found) = scan(text, &[SCHEME, DIGIT], b":/?#@", Some(&CHARACTERS)) else {
        return false;
    };
    let ([scheme, digit], [colon, slash, question, hash, at]) = (found.kept, found.equal);
    let end = slash | question | hash;
    let Some(head) = Head::of(text.len(), colon, slash, end) else { return false };
    let mut doubts = u64::from(found.has_others);
    if head.has_scheme {
        // Before the first `:` is a scheme: the first segment of a relative path has no `:` (section 4.2).
        doubts |= below(head.start >> 1) & !scheme;
        doubts |= u64::from(!text[0].is_ascii_alphabetic());
    } else {
        doubts |= u64::from(needs_scheme);
    }
    if head.has_authority {
        let authority = below(head.path) & !below(head.start);
        let port = colon & authority;
        // At most one `:`, with digits after it.
        doubts |= at & authority | port & below(port);
        let digits = if port == 0 { 0 } else { authority & !below(port << 1) };
        doubts |= digits & !digit;
    }
    doubts == 0 && (!found.has_byte || has_one_hash(text))
}

/// Whether a text with a `#` has exactly one.
#[cold]
fn has_one_hash(text: &[u8]) -> bool {
    let hash = kernel::find_either(text, *b"##");
    let after = text.get(hash + 1..).unwrap_or_default();
    kernel::find_either(after, *b"##") == after.len()
}

/// The answer of a scan: whether a reference is in its normal form.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The reference is in its normal form.
    Normal,
    /// The scan does not say.
    Unknown,
    /// The reference has an upper-case letter before its path, or a triplet that changes. In most such references the normal form
    /// differs.
    Changes,
}

/// Judges whether a reference is in its normal form under some steps and the rules of the known schemes.
///
/// The references of a list differ in length, and in whether they have a port, a triplet or a query. A branch on one of these is
/// predicted badly, so the only branches are on the steps and on what most references have in common.
#[cfg(feature = "alloc")]
#[inline]
pub(super) fn verdict(text: &[u8], steps: Steps) -> Verdict {
    let Some(found) = scan(text, &[UPPER], b":/?#", Some(&CHANGES)) else {
        return Verdict::Unknown;
    };
    let Scan { kept: [upper], equal: [colon, slash, question, hash], may_change, has_pair, .. } =
        found;
    let end = slash | question | hash;
    let Some(head) = Head::of(text.len(), colon, slash, end) else { return Verdict::Unknown };
    let changes = may_change | (upper & below(head.path) != 0);
    let is_normal = !changes && is_normal_otherwise(text, steps, &head, [colon, slash], has_pair);
    match (is_normal, changes) {
        (true, _) => Verdict::Normal,
        (false, true) => Verdict::Changes,
        (false, false) => Verdict::Unknown,
    }
}

/// Whether neither dots nor the rules of schemes change anything.
#[cfg(feature = "alloc")]
#[inline(always)]
fn is_normal_otherwise(
    text: &[u8],
    steps: Steps,
    head: &Head,
    [colon, slash]: [u64; 2],
    has_pair: bool,
) -> bool {
    let &Head { has_scheme, start, has_authority, path } = head;
    let removes_dots = steps.contains(Step::DotSegments);
    let mut doubts = u64::from(removes_dots & has_pair);
    if !has_authority {
        let first = text.get(path.trailing_zeros() as usize);
        doubts |= u64::from(removes_dots & (first == Some(&b'.')));
        return doubts == 0 && !(has_scheme && steps.has_scheme_rules());
    }
    let colons = colon & !below(start) & below(path);
    if steps.contains(Step::EmptyPort) | steps.contains(Step::Ipv6Form) {
        // An empty port; or an IPv6 address, which has two colons or more.
        doubts |= colons & path >> 1 | colons & below(colons);
    }
    if steps.has_scheme_rules() && has_scheme {
        // A default port has two or three digits, or zeros before them. An empty path becomes `/`.
        let last = (colons | 1).ilog2() as usize;
        let has_zero = (colons != 0) & (text.get(last + 1) == Some(&b'0'));
        let may_be_default = colons & (path >> 3 | path >> 4);
        doubts |= may_be_default | u64::from(has_zero | (slash & path == 0) | !is_web(text, start));
    }
    doubts == 0
}

/// Where the parts of a reference begin, as one bit each.
struct Head {
    has_scheme: bool,
    /// After the scheme and its `:`.
    start: u64,
    has_authority: bool,
    path: u64,
}

impl Head {
    /// The head of a text of `length` bytes, by the masks of `:`, of `/`, and of [`END`]. `None` if scheme and authority do not end
    /// within the masks.
    #[inline(always)]
    fn of(length: usize, colon: u64, slash: u64, end: u64) -> Option<Head> {
        let has_scheme = below(lowest(colon)) < below(lowest(end));
        let start = if has_scheme { lowest(colon) << 1 } else { 1 };
        let has_authority = start & slash & slash >> 1 != 0;
        let mut path = start;
        if has_authority {
            path = lowest(end & (start << 2).wrapping_neg());
            if path == 0 {
                path = 1_u64.checked_shl(length.min(BLOCK) as u32).unwrap_or(0);
            }
        }
        // A delimiter at the last bit, or none, does not say what comes after it.
        let is_cut = (path | below(path)) >> 63 != 0
            || (!has_authority && colon | end == 0 && length >= BLOCK);
        (!is_cut).then_some(Head { has_scheme, start, has_authority, path })
    }
}

/// Whether a path may have a segment `.` or `..`.
#[cfg(feature = "alloc")]
pub(super) fn may_have_dot_segments(path: &[u8]) -> bool {
    path.starts_with(b".")
        || scan(path, &[], &[], Some(&CHANGES)).is_none_or(|found| found.has_pair)
}

/// Whether a text may have a triplet that normalising changes.
#[cfg(feature = "alloc")]
pub(super) fn may_have_changing_triplet(text: &[u8]) -> bool {
    scan(text, &[], &[], Some(&CHANGES)).is_none_or(|found| found.may_change)
}

/// Whether references one after the other certainly have no triplet that normalising at a level changes, and, if it removes dot
/// segments, no segment after a `/` that is one.
#[cfg(feature = "alloc")]
pub(crate) fn is_quiet(references: &[u8], level: Level) -> bool {
    let removes_dots = Steps::up_to(level).contains(Step::DotSegments);
    scan(references, &[], &[], Some(&CHANGES))
        .is_some_and(|found| !(found.may_change || removes_dots && found.has_pair))
}

/// Whether the bytes before a bit are `http:` or `https:`, in any case.
#[cfg(feature = "alloc")]
#[inline(always)]
fn is_web(text: &[u8], start: u64) -> bool {
    const LOWER: u64 = u64::from_le_bytes([0x20; 8]);
    const HTTP: u64 = u64::from_le_bytes(*b"http\0\0\0\0");
    const S: u64 = b's' as u64;
    let word = text.first_chunk().map_or(0, |first| u64::from_le_bytes(*first) | LOWER);
    (word << 32 == HTTP << 32)
        & ((start == 1 << 5) | ((start == 1 << 6) & (word >> 32 & 0xFF == S)))
}
