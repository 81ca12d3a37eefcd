//! One form for references that mean the same (RFC 3986 section 6.2.2 and 6.2.3).
//!
//! A triplet is decoded only where its octet is unreserved, so no octet that was data becomes a delimiter.
//! Where decoding would forge something all the same, the triplet stays: a hexadecimal digit behind a
//! malformed `%`, or a letter of what would then be read as a scheme.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::scheme::{self, PathRules, SchemeRules};
use super::split::{self, Spans};
use super::stray::StrayPercent;
use crate::kernel::{self, Survey};
use crate::set::rfc3986;

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
    pub(crate) fn up_to(level: Level) -> Steps {
        Step::ALL.into_iter().filter(|step| step.level() <= level).collect()
    }

    pub(crate) const fn without(self, step: Step) -> Steps {
        Steps(self.0 & !(1 << step as u8))
    }

    /// Whether the step is one of them.
    #[must_use]
    pub const fn contains(self, step: Step) -> bool {
        self.0 >> step as u8 & 1 == 1
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
    pub fn normalize<'a>(&self, reference: &'a str) -> Cow<'a, str> {
        if self.schemes.is_empty()
            && let Some(survey) = kernel::survey(reference.as_bytes())
            && is_surely_normal(reference.as_bytes(), &survey, self.steps)
        {
            return Cow::Borrowed(reference);
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

/// A quick look at a short reference by the places of its delimiters: says yes only of what is normal.
fn is_surely_normal(text: &[u8], survey: &Survey, steps: Steps) -> bool {
    let words = |[low, high]: [u64; 2]| u128::from(low) | u128::from(high) << 64;
    let first = |marks: u128| (marks.trailing_zeros() as usize).min(text.len());
    // The bits from a place on.
    let from = |at: usize| u128::MAX.checked_shl(at as u32).unwrap_or(0);
    let (slash, end) = (words(survey.slash), words(survey.end));
    let colon = first(words(survey.colon));
    let has_scheme = colon < first(slash | end);
    let mut path_start = if has_scheme { colon + 1 } else { 0 };
    let authority_start = path_start + 2;
    if text[path_start..].starts_with(b"//") {
        path_start = first((slash | end) & from(authority_start));
    }
    if words(survey.upper) & !from(path_start) != 0 {
        return false;
    }
    let path_end = first(end & from(path_start));
    // A dot segment begins behind a slash, or where the path does.
    let starts = slash << 1 | 1u128.checked_shl(path_start as u32).unwrap_or(0);
    let in_path = from(path_start) & !from(path_end);
    if steps.contains(Step::DotSegments) && words(survey.dot) & starts & in_path != 0 {
        return false;
    }
    if steps.contains(Step::SchemeRule) {
        // Of most schemes nothing is known; of these two just this.
        let web = has_scheme && matches!(&text[..colon], b"http" | b"https");
        let in_authority = words(survey.colon) & from(authority_start) & !from(path_start);
        // A port that is surely not the default one: digits without a zero before them, and neither 80 nor 443.
        let port = &text[first(in_authority)..path_start.max(first(in_authority))];
        let kept = match port {
            [] => in_authority == 0,
            [_, b'1'..=b'9', rest @ ..] => {
                rest.iter().all(u8::is_ascii_digit) && !matches!(port, b":80" | b":443")
            }
            _ => false,
        };
        if has_scheme && !(web && authority_start <= path_start && kept && path_start < path_end) {
            return false;
        }
    }
    let mut percent = words(survey.percent);
    while percent != 0 {
        if !is_normal_triplet(&text[first(percent)..]) {
            return false;
        }
        percent &= percent - 1;
    }
    true
}

/// Whether the triplet with which these bytes begin stays as it is; so does a malformed one.
fn is_normal_triplet(bytes: &[u8]) -> bool {
    split::octet_at(bytes).is_none_or(|octet| {
        !rfc3986::UNRESERVED.keeps(octet)
            && !bytes[1].is_ascii_lowercase()
            && !bytes[2].is_ascii_lowercase()
    })
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
        let lower = |span: &Range<usize>| !bytes[span.clone()].iter().any(u8::is_ascii_uppercase);
        let plain = spans.scheme.as_ref().is_none_or(lower)
            && spans.authority.as_ref().is_none_or(|authority| lower(&authority.host))
            && self.has_normal_triplets();
        if !plain {
            return false;
        }
        if self.steps.contains(Step::DotSegments) && has_dot_segment(&bytes[spans.path.clone()]) {
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

    /// Whether all triplets are of reserved octets and in upper case.
    fn has_normal_triplets(&self) -> bool {
        let bytes = self.text.as_bytes();
        let mut at = 0;
        loop {
            at += kernel::clean_prefix_len(&bytes[at..], false);
            if at == bytes.len() {
                return true;
            }
            if !is_normal_triplet(&bytes[at..]) {
                return false;
            }
            at += 1;
        }
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
            let has_colon = host.contains(':') && !host.ends_with(']');
            if let Some(port) = authority.port.as_ref().map(part)
                && (has_colon || !self.drops_port(port))
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
        self.triplets(host, 0, out);
        if self.steps.contains(Step::HostCase)
            && out[start..].bytes().any(|byte| byte.is_ascii_uppercase())
        {
            lower_outside_triplets(out, start);
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
        let removes = self.steps.contains(Step::DotSegments)
            && self.path_rules() != PathRules::Urn
            && has_dot_segment(&whole.as_bytes()[start..]);
        if removes {
            let mut out = match &whole[start..] {
                path if path.starts_with('/') => super::remove_dot_segments(path),
                path if spans.authority.is_none() => remove_relative_dot_segments(path, relative),
                path => String::from(path),
            };
            if guarded > 0 && out.starts_with("./") {
                // Nothing can be read as a scheme any more.
                let guarded = core::mem::take(&mut out);
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

    /// Appends a component with its triplets in their normal form; before `guarded`, none is decoded.
    fn triplets(&self, component: &str, guarded: usize, out: &mut String) {
        let decodes =
            self.steps.contains(Step::UnreservedTriplet) && self.path_rules() != PathRules::Urn;
        let bytes = component.as_bytes();
        let mut at = 0;
        let mut stray = StrayPercent::default();
        while at < bytes.len() {
            let clean = kernel::clean_prefix_len(&bytes[at..], false);
            out.push_str(&component[at..at + clean]);
            at += clean;
            let Some(octet) = split::octet_at(&bytes[at..]) else {
                if at < bytes.len() {
                    stray.push(out);
                    at += 1;
                }
                continue;
            };
            let is_data = rfc3986::UNRESERVED.keeps(octet) && !stray.forges(octet, out);
            if decodes && at >= guarded && is_data {
                out.push(char::from(octet));
            } else if self.steps.contains(Step::HexCase) {
                out.push_str(kernel::triplet_str(octet, false));
            } else {
                out.push_str(&component[at..at + 3]);
            }
            at += 3;
        }
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

/// Whether a segment is `.` or `..`.
fn has_dot_segment(path: &[u8]) -> bool {
    let mut start = true;
    for (at, &byte) in path.iter().enumerate() {
        if byte == b'.' && start {
            let rest = &path[at + 1..];
            let rest = rest.strip_prefix(b".").unwrap_or(rest);
            if rest.first().is_none_or(|&next| next == b'/') {
                return true;
            }
        }
        start = byte == b'/';
    }
    false
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
