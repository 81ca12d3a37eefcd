//! What is normal at a glance, and the short way for what is not: for references that fit into a register or two, as most of
//! a list do. The long way of `normalize.rs` does all, and gives the same.
#![forbid(unsafe_code)]

use alloc::string::String;

use super::dots::{has_dot_segments, remove_dot_segments};
use super::level::{Level, Step, Steps};
use super::places::Places;
use super::scheme::{self, PathRules};
use super::split;
use crate::kernel::{self, Glance, Judge};
use crate::set::{EncodeSet, rfc3986};

/// What ends a scheme and an authority.
const END: EncodeSet = EncodeSet::keeping(b"/?#");
const UPPER: EncodeSet = EncodeSet::keeping(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ");

/// What may make that a reference is not normal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Doubts(u8);

impl Doubts {
    pub(super) const NONE: Doubts = Doubts(0);
    /// Upper-case letters before the path.
    const CASE: Doubts = Doubts(1);
    /// Triplets, or a malformed `%`.
    const TRIPLETS: Doubts = Doubts(1 << 1);
    /// Dot segments.
    const DOTS: Doubts = Doubts(1 << 2);
    /// A rule of the scheme.
    const RULES: Doubts = Doubts(1 << 3);
    /// Anything.
    pub(super) const ALL: Doubts = Doubts(u8::MAX);

    #[inline(always)]
    fn add(&mut self, doubt: Doubts, is: bool) {
        self.0 |= doubt.0 * u8::from(is);
    }

    fn has(self, doubt: Doubts) -> bool {
        self.0 & doubt.0 != 0
    }
}

/// A quick look for what may not be normal under some steps.
pub(super) struct Look(pub(super) Steps);

impl Judge<2, 2> for Look {
    type Judgement = Doubts;

    const BYTES: [u8; 2] = *b":/";
    const SETS: [[u8; 16]; 2] = [*END.rows(), *UPPER.rows()];
    const PAIR: [u8; 2] = *b"/.";
    const ROWS: [u8; 16] = *rfc3986::UNRESERVED.rows();

    /// Where the host ends, whether there is a port, a triplet, a query: that is another thing for each reference of a
    /// list. So nothing is branched on but what is most likely the same for all of them, and what is asked.
    #[inline(always)]
    fn judge(self, text: &[u8], glance: &Glance<2, 2>) -> Doubts {
        let ([colon, slash], [end, upper]) = (glance.bytes, glance.sets);
        let Some(places) = Places::of(text.len(), colon, slash, end) else { return Doubts::ALL };
        let Places { has_scheme, start, has_authority, path } = places;
        let Look(steps) = self;
        let mut doubts = Doubts::NONE;
        doubts.add(Doubts::CASE, upper & Places::before(path) != 0);
        doubts.add(Doubts::TRIPLETS, glance.may_change);
        if steps.contains(Step::DotSegments) {
            doubts.add(Doubts::DOTS, glance.has_pair);
        }
        if !has_authority {
            let at = path.trailing_zeros() as usize;
            doubts.add(
                Doubts::DOTS,
                text.get(at) == Some(&b'.') && steps.contains(Step::DotSegments),
            );
            doubts.add(Doubts::RULES, has_scheme && steps.has_scheme_rules());
            return doubts;
        }
        let colons = colon & Places::from(start) & Places::before(path);
        if steps.contains(Step::EmptyPort) | steps.contains(Step::Ipv6Form) {
            // An empty port, or an IPv6 address, which has two colons or more.
            let empty = colons & path >> 1;
            let more_than_one = colons & Places::before(colons);
            doubts.add(Doubts::RULES, empty | more_than_one != 0);
        }
        if steps.has_scheme_rules() && has_scheme {
            // Of most schemes nothing is known; of these two just this.
            let known = is_web(text, start) & (slash & path != 0);
            // A port may be the default one if it has two digits or three, or a zero before them.
            let last = (colons | 1).ilog2() as usize;
            let has_zero = (colons != 0) & (text.get(last + 1) == Some(&b'0'));
            let is_default = (colons & (path >> 3 | path >> 4) != 0) | has_zero;
            doubts.add(Doubts::RULES, !known | is_default);
        }
        doubts
    }
}

/// Whether what stands before a place is `http:` or `https:`, in any case.
#[inline(always)]
fn is_web(text: &[u8], start: u64) -> bool {
    const LOWER: u64 = u64::from_le_bytes([0x20; 8]);
    const HTTP: u64 = u64::from_le_bytes(*b"http\0\0\0\0");
    const S: u64 = b's' as u64;
    let word = text.first_chunk().map_or(0, |first| u64::from_le_bytes(*first) | LOWER);
    (word << 32 == HTTP << 32)
        & ((start == 1 << 5) | ((start == 1 << 6) & (word >> 32 & 0xFF == S)))
}

/// What came of a [`rewrite`].
pub(super) enum Rewritten {
    /// It was normal.
    Same,
    Text(String),
}

/// The normal form of a reference of the kind that most are: with an authority in which there is nothing but a host and
/// a port, and with nothing to do that only its scheme says.
pub(super) fn rewrite(reference: &str, steps: Steps, doubts: Doubts) -> Option<Rewritten> {
    const COLON: EncodeSet = EncodeSet::keeping(b":");
    const SLASH: EncodeSet = EncodeSet::keeping(b"/");
    /// What an authority has that is not only a host and a port.
    const MORE: EncodeSet = EncodeSet::keeping(b"%@[");
    let text = reference.as_bytes();
    if doubts.has(Doubts::RULES) || !steps.has_all_of(Level::Percent) {
        return None;
    }
    let sets = [COLON.rows(), SLASH.rows(), END.rows(), UPPER.rows(), MORE.rows()];
    let [colon, slash, end, upper, more] = kernel::marks(text, &sets)?;
    let Places { start, has_authority, path, .. } = Places::of(text.len(), colon, slash, end)?;
    if !has_authority || more & Places::before(path) != 0 {
        return None;
    }
    // What stands in the place of a port stays as it is.
    let colons = colon & Places::from(start) & Places::before(path);
    if colons != 0 && upper & Places::before(path) >> colons.ilog2() << colons.ilog2() != 0 {
        return None;
    }
    if !is_web(text, start) && start > 1 {
        let scheme = &reference[..start.trailing_zeros() as usize - 1];
        let is_generic = split::scheme_len(text) == Some(scheme.len())
            && scheme::rules(scheme, &[]).is_none_or(|rules| rules.path == PathRules::Generic);
        if !is_generic {
            return None;
        }
    }
    let path = path.trailing_zeros() as usize;
    if doubts == Doubts::DOTS && !has_dot_segments(&text[path..]) {
        return Some(Rewritten::Same);
    }
    let mut out = String::with_capacity(reference.len() + kernel::NORMAL_ROOM);
    let unreserved = rfc3986::UNRESERVED.rows();
    if kernel::normalize_append(reference, unreserved, true, &mut out) < reference.len() {
        return None;
    }
    if doubts.has(Doubts::CASE) {
        out[..path].make_ascii_lowercase();
    }
    // A dot that was written as a triplet has made it shorter.
    let may_have_dots = doubts.has(Doubts::DOTS) || out.len() < reference.len();
    if may_have_dots && steps.contains(Step::DotSegments) {
        remove_dot_segments(&mut out, path);
    }
    debug_assert_ne!(out, reference);
    Some(Rewritten::Text(out))
}
