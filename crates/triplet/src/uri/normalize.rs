//! One form for references that mean the same (RFC 3986 section 6.2.2 and 6.2.3).
//!
//! A triplet is decoded only where its octet is unreserved, so no octet that was data becomes a delimiter.
//! Where decoding would forge something all the same, the triplet stays: a hexadecimal digit behind a
//! malformed `%`, or a letter of what would then be read as a scheme.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use core::mem;
use core::ops::Range;

use super::dots::{find_dot_segment, remove_dot_segments_in_place, remove_relative_dot_segments};
use super::glance::{Doubts, Look, Rewritten, rewrite};
use super::ipv6;
use super::level::{Level, Step, Steps};
use super::scheme::{self, PathRules, SchemeRules};
use super::split::{self, Spans};
use crate::kernel;
use crate::set::{EncodeSet, rfc3986};

/// The reference in its normal form: borrowed if it has it already.
///
/// Malformed triplets stay as they are; `/` and `%2F` are never the same; the number of segments (but for dot
/// segments) and of pairs stays; normalising again changes nothing. Dots are dot segments where the path begins with a
/// slash, and in relative references: in `data:a/../b` they are data. Of an IPv6 address, the form of RFC 5952 has its last
/// 32 bits as an IPv4 address after `::ffff:` only; what is in the brackets and is no IPv6 address stays as it is,
/// but for its case, and a zone identifier has that too. Any text can be given, valid or not. Linear time.
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

    /// What the path of a reference is made of, by its scheme.
    pub(super) fn path_rules(&self, scheme: &str) -> PathRules {
        scheme::rules(scheme, self.schemes).map_or(PathRules::Generic, |rules| rules.path)
    }

    pub(crate) const fn steps(&self) -> Steps {
        self.steps
    }

    /// See [`normalize`].
    #[must_use]
    #[inline]
    pub fn normalize<'a>(&self, reference: &'a str) -> Cow<'a, str> {
        let doubts = match self.schemes {
            [] if !kernel::IS_SMALL => {
                kernel::glance(reference.as_bytes(), Look(self.steps)).unwrap_or(Doubts::ALL)
            }
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

/// One reference, and what is to be done with it.
struct Work<'a, 'r> {
    text: &'a str,
    steps: Steps,
    rules: Option<&'r SchemeRules>,
}

impl Work<'_, '_> {
    /// Whether the path is a way through segments, in which dots mean something: not that of a URI that begins with no
    /// slash.
    fn has_dot_segments(&self, spans: &Spans) -> bool {
        spans.scheme.is_none() || self.text[spans.path.clone()].starts_with('/')
    }

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
            && self.has_dot_segments(spans)
            && find_dot_segment(&bytes[spans.path.clone()]).is_some()
        {
            return false;
        }
        if let Some(authority) = &spans.authority
            && ((self.steps.contains(Step::EmptyPort)
                && authority.port.as_ref().is_some_and(Range::is_empty))
                || (self.steps.contains(Step::Ipv6Form)
                    && bytes[authority.host.clone()].starts_with(b"[")))
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
            let start = out.len();
            if let Some(userinfo) = &authority.userinfo {
                self.triplets(part(userinfo), 0, &mut out);
                out.push('@');
            }
            let host = part(&authority.host);
            self.host(host, &mut out);
            // What is left of a host with a `:` would be read as a port in its place.
            if let Some(port) = authority.port.as_ref().map(part)
                && (split::has_port(host.as_bytes()) || !self.drops_port(port))
            {
                out.push(':');
                out.push_str(port);
            }
            if self.steps.contains(Step::SchemeRule)
                && self.rules.and_then(|rules| rules.host_like_none) == Some(&out[start..])
            {
                out.truncate(start);
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
        self.triplets(host, 0, out);
        let is_literal = host.starts_with('[') && host.ends_with(']');
        if self.steps.contains(Step::HostCase) {
            if is_literal && let Some(zone) = out[start..].find('%') {
                // A zone identifier comes after `%25`, and has a case.
                out[start..start + zone].make_ascii_lowercase();
            } else {
                lower_outside_triplets(out, start);
            }
        }
        if is_literal
            && self.steps.contains(Step::Ipv6Form)
            && let Some(groups) = ipv6::read(&out[start + 1..out.len() - 1])
        {
            out.truncate(start + 1);
            ipv6::push(groups, out);
            out.push(']');
        }
    }

    fn drops_port(&self, port: &str) -> bool {
        if port.is_empty() {
            return self.steps.contains(Step::EmptyPort);
        }
        self.steps.contains(Step::DefaultPort)
            && self.rules.and_then(|rules| rules.default_port).is_some_and(|default| {
                port.bytes().all(|b| b.is_ascii_digit()) && port.parse() == Ok(default)
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
        let removes = self.steps.contains(Step::DotSegments) && self.has_dot_segments(spans);
        let dots = if removes { find_dot_segment(&whole.as_bytes()[start..]) } else { None };
        if let Some(dots) = dots
            && path.starts_with('/')
        {
            let end = whole.len();
            remove_dot_segments_in_place(whole, start, start + dots, end);
        } else if dots.is_some() {
            let mut out = remove_relative_dot_segments(&whole[start..]);
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
                PathRules::Mailto => mailto(&path),
                PathRules::Urn => urn(path),
                PathRules::Tel => tel(&path),
            });
        }
        // It stays a path.
        if spans.authority.is_none() && whole[start..].starts_with("//") {
            whole.insert_str(start, "/.");
        }
    }

    /// Appends a component with its triplets in their normal form; before `guarded`, none is decoded.
    fn triplets(&self, component: &str, guarded: usize, out: &mut String) {
        let decodes =
            self.steps.contains(Step::UnreservedTriplet) && self.path_rules() != PathRules::Urn;
        let set = if decodes { &rfc3986::UNRESERVED } else { &EncodeSet::NOTHING };
        // A triplet does not reach over the `:` that stands there.
        let (guarded, rest) = component.split_at(guarded);
        self.triplets_of_set(guarded, &EncodeSet::NOTHING, out);
        self.triplets_of_set(rest, set, out);
    }

    /// Appends a text with its triplets in their normal form, of which those are decoded whose octet a set keeps.
    fn triplets_of_set(&self, text: &str, set: &EncodeSet, out: &mut String) {
        let upper = self.steps.contains(Step::HexCase);
        let mut at = kernel::normalize_append(text, set.rows(), upper, out);
        while at < text.len() {
            // A malformed `%` stays as it is; so no digit that is decoded behind it may complete it to a triplet.
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
    }
}

/// Lower-case letters from a place on, but for the digits of triplets.
#[inline(never)]
fn lower_outside_triplets(text: &mut String, mut at: usize) {
    while at < text.len() {
        let percent = text[at..].find('%').map_or(text.len(), |percent| at + percent);
        text[at..percent].make_ascii_lowercase();
        at = percent + if split::begins_with_triplet(&text.as_bytes()[percent..]) { 3 } else { 1 };
    }
}

/// Domains of addresses in lower case.
pub(super) fn mailto(path: &str) -> String {
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
