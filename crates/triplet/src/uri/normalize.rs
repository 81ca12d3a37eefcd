//! One form for references that mean the same (RFC 3986 section 6.2.2 and 6.2.3).
//!
//! A triplet is decoded only where its octet is unreserved, so no octet that was data becomes a delimiter.
//! Where decoding would forge something all the same, the triplet stays: a hexadecimal digit behind a
//! malformed `%`, or a letter of what would then be read as a scheme.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use super::scheme::{self, PathRules, SchemeRules};
use super::split::{self, Spans};
use crate::kernel::{self, Glance, Judge};
use crate::set::{EncodeSet, rfc3986};

/// How much is the same; each level includes those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Upper-case hexadecimal digits, unreserved characters decoded, scheme and host in lower case (section
    /// 6.2.2.1 and 6.2.2.2).
    Percent,
    /// Dot segments too (section 6.2.2.3), after the decoding of `%2E`.
    #[default]
    Path,
    /// What the scheme says too: default ports, an empty path, … (section 6.2.3).
    Scheme,
}

impl Level {
    /// `percent`, `path`, `scheme`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Percent => "percent",
            Level::Path => "path",
            Level::Scheme => "scheme",
        }
    }

    /// The level of this [`name`](Level::name).
    #[must_use]
    pub fn by_name(name: &str) -> Option<Level> {
        [Level::Percent, Level::Path, Level::Scheme].into_iter().find(|level| level.name() == name)
    }
}

/// One thing that normalising does: the reasons for which two references can be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Step {
    /// `%2f` is `%2F` (section 2.1).
    HexCase,
    /// `%41` is `A` (section 2.3).
    UnreservedTriplet,
    /// `HTTP:` is `http:` (section 3.1).
    SchemeCase,
    /// `EXAMPLE.com` is `example.com` (section 3.2.2).
    HostCase,
    /// `/a/./b` is `/a/b` (section 5.2.4).
    DotSegments,
    /// `:80` and `:` may be left out where the scheme says so (section 3.2.3).
    DefaultPort,
    /// An empty path is `/` where the scheme says so (section 6.2.3).
    EmptyPath,
    /// Another rule of the scheme.
    SchemeRule,
}

impl Step {
    const ALL: [Step; 8] = [
        Step::HexCase,
        Step::UnreservedTriplet,
        Step::SchemeCase,
        Step::HostCase,
        Step::DotSegments,
        Step::DefaultPort,
        Step::EmptyPath,
        Step::SchemeRule,
    ];

    /// A few words: `hex case`, `unreserved triplet`, …
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Step::HexCase => "hex case",
            Step::UnreservedTriplet => "unreserved triplet",
            Step::SchemeCase => "scheme case",
            Step::HostCase => "host case",
            Step::DotSegments => "dot segments",
            Step::DefaultPort => "default port",
            Step::EmptyPath => "empty path",
            Step::SchemeRule => "scheme's own rule",
        }
    }

    /// The first level that takes it.
    const fn level(self) -> Level {
        match self {
            Step::HexCase | Step::UnreservedTriplet | Step::SchemeCase | Step::HostCase => {
                Level::Percent
            }
            Step::DotSegments => Level::Path,
            Step::DefaultPort | Step::EmptyPath | Step::SchemeRule => Level::Scheme,
        }
    }
}

/// A set of [`Step`]s.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Steps(u8);

impl Steps {
    pub(crate) const fn up_to(level: Level) -> Steps {
        let (mut bits, mut i) = (0, 0);
        while i < Step::ALL.len() {
            if Step::ALL[i].level() as u8 <= level as u8 {
                bits |= 1 << Step::ALL[i] as u8;
            }
            i += 1;
        }
        Steps(bits)
    }

    pub(crate) const fn without(self, step: Step) -> Steps {
        Steps(self.0 & !(1 << step as u8))
    }

    /// Whether the step is one of them.
    #[must_use]
    pub const fn contains(self, step: Step) -> bool {
        self.0 >> step as u8 & 1 == 1
    }

    /// Whether all that a level takes is among them.
    const fn has_all_of(self, level: Level) -> bool {
        let all = Steps::up_to(level).0;
        self.0 & all == all
    }

    /// Whether any of those is among them that a scheme's own rules say.
    const fn has_scheme_rules(self) -> bool {
        self.contains(Step::DefaultPort)
            | self.contains(Step::EmptyPath)
            | self.contains(Step::SchemeRule)
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those that it has, in the order of the specification.
    pub fn iter(self) -> impl Iterator<Item = Step> {
        Step::ALL.into_iter().filter(move |step| self.contains(*step))
    }
}

impl FromIterator<Step> for Steps {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Steps {
        Steps(steps.into_iter().fold(0, |bits, step| bits | 1 << step as u8))
    }
}

/// The reference in its normal form: borrowed if it has it already.
///
/// Malformed triplets stay as they are; `/` and `%2F` are never the same; the number of segments (but for dot
/// segments) and of pairs stays; normalising again changes nothing. Any text can be given, valid or not. Linear
/// time.
///
/// ```
/// use triplet::uri::{Level, normalize};
///
/// let reference = "eXAMPLE://a/./b/../b/%63/%7bfoo%7d";
/// assert_eq!(normalize(reference, Level::Percent), "example://a/./b/../b/c/%7Bfoo%7D");
/// assert_eq!(normalize(reference, Level::Path), "example://a/b/c/%7Bfoo%7D");
/// assert_eq!(normalize("http://example.com:80", Level::Scheme), "http://example.com/");
/// ```
#[must_use]
#[inline]
pub fn normalize(reference: &str, level: Level) -> Cow<'_, str> {
    Normalizer::new(level).normalize(reference)
}

/// [`normalize`] with the rules of more schemes.
#[derive(Clone, Copy, Debug)]
pub struct Normalizer<'r> {
    steps: Steps,
    schemes: &'r [SchemeRules],
}

impl<'r> Normalizer<'r> {
    /// One that knows `http`, `https`, `ws`, `wss`, `ftp`, `file`, `mailto`, `urn` and `tel`.
    #[must_use]
    pub fn new(level: Level) -> Normalizer<'r> {
        Normalizer { steps: Steps::up_to(level), schemes: &[] }
    }

    /// Adds schemes; they come before those that it knows.
    #[must_use]
    pub fn with_schemes<'s>(self, schemes: &'s [SchemeRules]) -> Normalizer<'s> {
        Normalizer { steps: self.steps, schemes }
    }

    pub(crate) const fn without(self, step: Step) -> Normalizer<'r> {
        Normalizer { steps: self.steps.without(step), ..self }
    }

    pub(crate) const fn steps(&self) -> Steps {
        self.steps
    }

    /// See [`normalize`].
    #[must_use]
    #[inline]
    pub fn normalize<'a>(&self, reference: &'a str) -> Cow<'a, str> {
        let doubts = match self.schemes {
            [] => kernel::glance(reference.as_bytes(), Look(self.steps)).unwrap_or(Doubts::ALL),
            _ => Doubts::ALL,
        };
        match doubts {
            Doubts::NONE => Cow::Borrowed(reference),
            _ => self.change(reference, doubts),
        }
    }

    /// [`normalize`](Self::normalize) of what may not be normal.
    #[inline(never)]
    fn change<'a>(&self, reference: &'a str, doubts: Doubts) -> Cow<'a, str> {
        match rewrite(reference, self.steps, doubts) {
            Some(Rewritten::Same) => return Cow::Borrowed(reference),
            Some(Rewritten::Text(normal)) => return Cow::Owned(normal),
            None => {}
        }
        let spans = split::spans(reference.as_bytes());
        let rules =
            spans.scheme.clone().and_then(|scheme| scheme::rules(&reference[scheme], self.schemes));
        let work = Work { text: reference, steps: self.steps, rules };
        if work.is_normal(&spans) {
            return Cow::Borrowed(reference);
        }
        let normal = work.normalize(&spans);
        if normal == reference { Cow::Borrowed(reference) } else { Cow::Owned(normal) }
    }
}

/// What ends a scheme and an authority.
const END: EncodeSet = EncodeSet::keeping(b"/?#");
/// What ends a path.
const PATH_END: EncodeSet = EncodeSet::keeping(b"?#");
const UPPER: EncodeSet = EncodeSet::keeping(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ");

/// What may make that a reference is not normal.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Doubts(u8);

impl Doubts {
    const NONE: Doubts = Doubts(0);
    /// Upper-case letters before the path.
    const CASE: Doubts = Doubts(1);
    /// Triplets, or a malformed `%`.
    const TRIPLETS: Doubts = Doubts(1 << 1);
    /// Dot segments.
    const DOTS: Doubts = Doubts(1 << 2);
    /// A rule of the scheme.
    const RULES: Doubts = Doubts(1 << 3);
    /// Anything.
    const ALL: Doubts = Doubts(u8::MAX);

    #[inline(always)]
    fn add(&mut self, doubt: Doubts, is: bool) {
        self.0 |= doubt.0 * u8::from(is);
    }

    fn has(self, doubt: Doubts) -> bool {
        self.0 & doubt.0 != 0
    }
}

/// Where parts of a reference begin in its first 64 bytes. A place is a bit, and zero if it is behind them all.
struct Places {
    has_scheme: bool,
    /// What is behind scheme and `:`.
    start: u64,
    has_authority: bool,
    path: u64,
}

impl Places {
    fn first(marks: u64) -> u64 {
        marks & marks.wrapping_neg()
    }

    /// All places before one.
    fn before(place: u64) -> u64 {
        place.wrapping_sub(1)
    }

    /// A place and all behind it.
    fn from(place: u64) -> u64 {
        place.wrapping_neg()
    }

    /// Marks, and one where the text ends.
    fn with_end(marks: u64, length: usize) -> u64 {
        marks | 1_u64.checked_shl(length.min(64) as u32).unwrap_or(0)
    }

    /// By the marks of `:`, of `/`, and of what ends a scheme and an authority. None if not all of it is there.
    #[inline(always)]
    fn of(length: usize, colon: u64, slash: u64, end: u64) -> Option<Places> {
        let has_scheme = Places::before(Places::first(colon)) < Places::before(Places::first(end));
        let start = if has_scheme { Places::first(colon) << 1 } else { 1 };
        let has_authority = start & slash & slash >> 1 != 0;
        let mut path = start;
        if has_authority {
            path = Places::first(end & Places::from(start << 2));
            if path == 0 {
                path = Places::with_end(0, length);
            }
        }
        // What stands at the last place is not known to end there.
        let is_cut = (path | Places::before(path)) >> 63 != 0
            || (!has_authority && colon | end == 0 && length >= 64);
        (!is_cut).then_some(Places { has_scheme, start, has_authority, path })
    }
}

/// A quick look for what may not be normal under some steps.
struct Look(Steps);

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
        if steps.has_scheme_rules() && has_scheme {
            // Of most schemes nothing is known; of these two just this.
            let known = is_web(text, start) & (slash & path != 0);
            // A port may be the default one if it is empty, has two digits or three, or a zero before them.
            let colons = colon & Places::from(start) & Places::before(path);
            let last = (colons | 1).ilog2() as usize;
            let has_zero = (colons != 0) & (text.get(last + 1) == Some(&b'0'));
            let is_default = (colons & (path >> 1 | path >> 3 | path >> 4) != 0) | has_zero;
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
enum Rewritten {
    /// It was normal.
    Same,
    Text(String),
}

/// The normal form of a reference of the kind that most are: with an authority in which there is nothing but a host and
/// a port, and with nothing to do that only its scheme says.
fn rewrite(reference: &str, steps: Steps, doubts: Doubts) -> Option<Rewritten> {
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

/// The dot segments of a path of fewer than 64 bytes that begins with a slash or is empty.
struct DotSegments {
    /// Where each begins, with its slash.
    starts: u64,
    /// Which of them have two dots.
    double: u64,
    slash: u64,
    /// Where the path ends.
    end: u64,
}

impl DotSegments {
    /// Of the path with which these bytes begin. None if it is longer.
    #[inline]
    fn of(path_and_more: &[u8]) -> Option<DotSegments> {
        const SLASH: EncodeSet = EncodeSet::keeping(b"/");
        const DOT: EncodeSet = EncodeSet::keeping(b".");
        let sets = [SLASH.rows(), DOT.rows(), PATH_END.rows()];
        let [slash, dot, end] = kernel::marks(path_and_more, &sets)?;
        let end = Places::first(Places::with_end(end, path_and_more.len()));
        if end == 0 {
            return None;
        }
        let (slash, dot) = (slash & Places::before(end), dot & Places::before(end));
        let stop = slash | end;
        let single = slash & dot >> 1 & stop >> 2;
        let double = slash & dot >> 1 & dot >> 2 & stop >> 3;
        Some(DotSegments { starts: single | double, double, slash, end })
    }

    /// Which bytes of the path are to be removed (section 5.2.4).
    fn removed(&self) -> u64 {
        let (mut left, mut removed) = (self.starts, 0);
        while left != 0 {
            let start = Places::first(left);
            left ^= start;
            let (from, behind) = if start & self.double != 0 {
                // With the segment before it, if there is one.
                let slashes = self.slash & !removed & Places::before(start);
                (slashes.checked_ilog2().map_or(start, |at| 1 << at), start << 3)
            } else {
                (start, start << 2)
            };
            // At the end, a slash stays.
            let from = if behind == self.end { from << 1 } else { from };
            removed |= Places::from(from) & Places::before(behind);
        }
        removed
    }
}

/// Removes the dot segments of the path that begins at a place.
fn remove_dot_segments(text: &mut String, start: usize) {
    let path_and_more = &text.as_bytes()[start..];
    if let Some(segments) = DotSegments::of(path_and_more) {
        let mut removed = segments.removed();
        while let Some(last) = removed.checked_ilog2() {
            let first = last + 1 - (removed << (63 - last)).leading_ones();
            text.drain(start + first as usize..=start + last as usize);
            removed &= Places::before(1 << first);
        }
        return;
    }
    let end = kernel::find_either(path_and_more, *b"?#");
    if let Some(dots) = find_dot_segment(&path_and_more[..end]) {
        remove_dot_segments_in_place(text, start, start + dots, start + end);
    }
}

/// Whether the path with which these bytes begin has dot segments.
fn has_dot_segments(path_and_more: &[u8]) -> bool {
    match DotSegments::of(path_and_more) {
        Some(segments) => segments.starts != 0,
        None => {
            let end = kernel::find_either(path_and_more, *b"?#");
            find_dot_segment(&path_and_more[..end]).is_some()
        }
    }
}

/// One reference, and what is to be done with it.
struct Work<'a, 'r> {
    text: &'a str,
    steps: Steps,
    rules: Option<&'r SchemeRules>,
}

impl Work<'_, '_> {
    fn path_rules(&self) -> PathRules {
        self.rules.map_or(PathRules::Generic, |rules| rules.path)
    }

    /// A quick look: whether nothing that any step could change is there. It may say no of what is normal.
    fn is_normal(&self, spans: &Spans) -> bool {
        let bytes = self.text.as_bytes();
        // Without a branch for each byte.
        let has_upper = |span: &Range<usize>| {
            bytes[span.clone()].iter().fold(false, |any, byte| any | byte.is_ascii_uppercase())
        };
        let plain = !spans.scheme.as_ref().is_some_and(has_upper)
            && !spans.authority.as_ref().is_some_and(|authority| has_upper(&authority.host))
            && !kernel::has_changing_triplet(bytes, rfc3986::UNRESERVED.rows());
        if !plain {
            return false;
        }
        if self.steps.contains(Step::DotSegments)
            && find_dot_segment(&bytes[spans.path.clone()]).is_some()
        {
            return false;
        }
        let Some(rules) = self.rules else { return true };
        let scheme_rules = self.steps.contains(Step::SchemeRule)
            && (rules.path != PathRules::Generic || rules.host_like_none.is_some());
        let port = spans.authority.as_ref().is_some_and(|authority| authority.port.is_some());
        !(scheme_rules
            || (self.steps.contains(Step::DefaultPort) && port)
            || (self.steps.contains(Step::EmptyPath) && spans.path.is_empty()))
    }

    fn normalize(&self, spans: &Spans) -> String {
        let part = |span: &Range<usize>| &self.text[span.clone()];
        let mut out = String::with_capacity(self.text.len() + 2);
        if let Some(scheme) = &spans.scheme {
            out.push_str(part(scheme));
            if self.steps.contains(Step::SchemeCase) {
                out.make_ascii_lowercase();
            }
            out.push(':');
        }
        if let Some(authority) = &spans.authority {
            out.push_str("//");
            if let Some(userinfo) = &authority.userinfo {
                self.triplets(part(userinfo), 0, &mut out);
                out.push('@');
            }
            let host = part(&authority.host);
            self.host(host, &mut out);
            // What is left of a host with a `:` would be read as a port in its place.
            if let Some(port) = authority.port.as_ref().map(part)
                && ((host.contains(':') && !host.ends_with(']')) || !self.drops_port(port))
            {
                out.push(':');
                out.push_str(port);
            }
        }
        self.path(spans, &mut out);
        for (mark, span) in [('?', &spans.query), ('#', &spans.fragment)] {
            if let Some(span) = span {
                out.push(mark);
                self.triplets(part(span), 0, &mut out);
            }
        }
        out
    }

    fn host(&self, host: &str, out: &mut String) {
        let start = out.len();
        let has_triplets = self.triplets(host, 0, out);
        if self.steps.contains(Step::HostCase) {
            match has_triplets {
                true => lower_outside_triplets(out, start),
                false => out[start..].make_ascii_lowercase(),
            }
        }
        if self.steps.contains(Step::SchemeRule)
            && self.rules.and_then(|rules| rules.host_like_none) == Some(&out[start..])
        {
            out.truncate(start);
        }
    }

    fn drops_port(&self, port: &str) -> bool {
        let Some(rules) = self.rules else { return false };
        self.steps.contains(Step::DefaultPort)
            && rules.default_port.is_some_and(|default| {
                port.is_empty()
                    || (port.bytes().all(|b| b.is_ascii_digit()) && port.parse() == Ok(default))
            })
    }

    fn path(&self, spans: &Spans, whole: &mut String) {
        let path = &self.text[spans.path.clone()];
        // Without a scheme and an authority, what stands before the first `:` of the first segment could be
        // read as a scheme, if it were decoded.
        let relative = spans.scheme.is_none() && spans.authority.is_none();
        let guarded = match relative {
            true => path.split('/').next().and_then(|first| first.find(':')).unwrap_or(0),
            false => 0,
        };
        let start = whole.len();
        self.triplets(path, guarded, whole);
        let removes = self.steps.contains(Step::DotSegments) && self.path_rules() != PathRules::Urn;
        let dots = if removes { find_dot_segment(&whole.as_bytes()[start..]) } else { None };
        if let Some(dots) = dots
            && path.starts_with('/')
        {
            let end = whole.len();
            remove_dot_segments_in_place(whole, start, start + dots, end);
        } else if dots.is_some() {
            let mut out = match &whole[start..] {
                path if spans.authority.is_none() => remove_relative_dot_segments(path, relative),
                path => String::from(path),
            };
            if guarded > 0 && out.starts_with("./") {
                // Nothing can be read as a scheme any more.
                let guarded = mem::take(&mut out);
                self.triplets(&guarded, 0, &mut out);
            }
            whole.truncate(start);
            whole.push_str(&out);
        }
        if self.steps.contains(Step::EmptyPath)
            && whole.len() == start
            && spans.authority.is_some()
            && self.rules.is_some_and(|rules| rules.empty_path_is_root)
        {
            whole.push('/');
        }
        if self.steps.contains(Step::SchemeRule) && self.path_rules() != PathRules::Generic {
            let path = whole.split_off(start);
            whole.push_str(&match self.path_rules() {
                PathRules::Generic => path,
                PathRules::Mailto => mailto(path),
                PathRules::Urn => urn(path),
                PathRules::Tel => tel(&path),
            });
        }
        // It stays a path.
        if spans.authority.is_none() && whole[start..].starts_with("//") {
            whole.insert_str(start, "/.");
        }
    }

    /// Appends a component with its triplets in their normal form; before `guarded`, none is decoded. Says whether there
    /// was any `%`.
    fn triplets(&self, component: &str, guarded: usize, out: &mut String) -> bool {
        let decodes =
            self.steps.contains(Step::UnreservedTriplet) && self.path_rules() != PathRules::Urn;
        let set = if decodes { &rfc3986::UNRESERVED } else { &EncodeSet::NOTHING };
        // A triplet does not reach over the `:` that stands there.
        let (guarded, rest) = component.split_at(guarded);
        let any = self.triplets_of_set(guarded, &EncodeSet::NOTHING, out);
        any | self.triplets_of_set(rest, set, out)
    }

    /// Appends a text with its triplets in their normal form, of which those are decoded whose octet a set keeps. Says
    /// whether there was any `%`.
    fn triplets_of_set(&self, text: &str, set: &EncodeSet, out: &mut String) -> bool {
        let upper = self.steps.contains(Step::HexCase);
        let start = out.len();
        let mut at = kernel::normalize_append(text, set.rows(), upper, out);
        // Without a triplet, it was copied.
        let mut any = out.len() - start != at || text[..at].contains('%');
        while at < text.len() {
            // A malformed `%` stays as it is; so no digit that is decoded behind it may complete it to a triplet.
            any = true;
            let digits =
                text.as_bytes()[at + 1..].iter().take_while(|b| b.is_ascii_hexdigit()).count();
            out.push_str(&text[at..=at + digits]);
            at += 1 + digits;
            if let Some(octet) = split::octet_at(&text.as_bytes()[at..])
                && octet.is_ascii_hexdigit()
                && set.keeps(octet)
            {
                out.push_str(match upper {
                    true => kernel::triplet_str(octet, false),
                    false => &text[at..at + 3],
                });
                at += 3;
            }
            at += kernel::normalize_append(&text[at..], set.rows(), upper, out);
        }
        any
    }
}

/// Lower-case letters from a place on, but for the digits of triplets.
fn lower_outside_triplets(text: &mut String, start: usize) {
    let tail = text.split_off(start);
    let mut rest = tail.as_str();
    while let Some(percent) = rest.find('%') {
        let end =
            percent + if split::begins_with_triplet(&rest.as_bytes()[percent..]) { 3 } else { 1 };
        text.push_str(&rest[..percent].to_ascii_lowercase());
        text.push_str(&rest[percent..end]);
        rest = &rest[end..];
    }
    text.push_str(&rest.to_ascii_lowercase());
}

/// Where the first segment that is `.` or `..` stands, with the slash before it if it has one.
fn find_dot_segment(path: &[u8]) -> Option<usize> {
    let is_dots = |rest: &[u8]| {
        let rest = rest.strip_prefix(b".").unwrap_or(rest);
        rest.first().is_none_or(|&next| next == b'/')
    };
    if path.first() == Some(&b'.') && is_dots(&path[1..]) {
        return Some(0);
    }
    let mut at = 0;
    loop {
        at += kernel::find_pair(&path[at..], *b"/.");
        if at == path.len() {
            return None;
        }
        if is_dots(&path[at + 2..]) {
            return Some(at);
        }
        at += 2;
    }
}

/// Removes the dot segments of a path that begins with a slash (section 5.2.4) and goes from `start` to `end`; the first
/// of them is at `dots`.
fn remove_dot_segments_in_place(text: &mut String, start: usize, dots: usize, end: usize) {
    let mut bytes = mem::take(text).into_bytes();
    let (mut read, mut written) = (dots, dots);
    while read < end {
        // A dot segment, and then what is none.
        let two_dots = bytes[read..end].get(2) == Some(&b'.');
        read += if two_dots { 3 } else { 2 };
        if two_dots {
            let slash = bytes[start..written].iter().rposition(|&byte| byte == b'/');
            written = start + slash.unwrap_or(0);
        }
        if read == end {
            bytes[written] = b'/';
            written += 1;
        }
        let next = find_dot_segment(&bytes[read..end]).map_or(end, |at| read + at);
        bytes.copy_within(read..next, written);
        written += next - read;
        read = next;
    }
    bytes.copy_within(end.., written);
    bytes.truncate(bytes.len() - (end - written));
    *text = String::from_utf8(bytes).expect("whole segments were moved");
}

/// A path without a root and without dot segments, but for those at its start that climb. `relative` says that a
/// first segment with a `:` would be read as a scheme.
fn remove_relative_dot_segments(path: &str, relative: bool) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut climbs = 0;
    let mut folder = false;
    for segment in path.split('/') {
        folder = matches!(segment, "." | "..");
        match segment {
            "." => {}
            ".." => {
                if kept.pop().is_none() {
                    climbs += 1;
                }
            }
            _ => kept.push(segment),
        }
    }
    let mut out = String::with_capacity(path.len() + 2);
    for _ in 0..climbs {
        out.push_str("../");
    }
    let first = kept.first().copied().unwrap_or_default();
    if climbs == 0 && (first.is_empty() || (relative && first.contains(':'))) {
        out.push_str("./");
    }
    for (i, segment) in kept.iter().enumerate() {
        out.push_str(segment);
        if i + 1 < kept.len() || folder {
            out.push('/');
        }
    }
    out
}

/// Domains of addresses in lower case.
fn mailto(path: String) -> String {
    let mut out = String::with_capacity(path.len());
    for (i, address) in path.split(',').enumerate() {
        if i > 0 {
            out.push(',');
        }
        let (local, domain) = match address.rfind('@') {
            Some(at) => address.split_at(at),
            None => (address, ""),
        };
        out.push_str(local);
        let mut domain = String::from(domain);
        lower_outside_triplets(&mut domain, 0);
        out.push_str(&domain);
    }
    out
}

/// The namespace identifier in lower case.
fn urn(mut path: String) -> String {
    let end = path.find(':').unwrap_or(0);
    if let Some(namespace) = path.get_mut(..end) {
        namespace.make_ascii_lowercase();
    }
    path
}

/// The number without visual separators (`-`, `.`, `(`, `)`); parameters stay.
fn tel(path: &str) -> String {
    let (number, parameters) = path.split_at(path.find(';').unwrap_or(path.len()));
    let mut out: String = number.chars().filter(|c| !matches!(c, '-' | '.' | '(' | ')')).collect();
    out.push_str(parameters);
    out
}
