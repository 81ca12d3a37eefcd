//! One form for references that mean the same (RFC 3986 section 6.2.2 and 6.2.3).
//!
//! A triplet is decoded only where its octet is unreserved, so no octet that was data becomes a delimiter.
//! A triplet of an unreserved octet stays where its octet would mean something else: a hexadecimal digit after a
//! malformed `%`, or a letter of a text that would then be read as a scheme.
#![forbid(unsafe_code)]

pub(super) mod case;
pub(super) mod dots;
pub(super) mod scheme;

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use case::lower_outside_triplets;
use dots::{Climb, has_dot_segments, push_without_dot_segments};
use scheme::{PathRules, SchemeRules};

use super::compare_by::{Order, UriOf};
use super::ipv6;
use super::level::{Level, Step, Steps};
use super::scan::{self, Verdict};
use super::spans::Spans;
use super::split;
use crate::kernel;
use crate::set::{EncodeSet, rfc3986};
use crate::triplet::decode_triplet;

/// The reference in its normal form. Borrows the reference if it is in that form. Any text can be given, valid or not. Linear time.
///
/// - Malformed triplets stay as they are, and no step makes a triplet of one. `/` and `%2F` are never the same.
/// - The number of pairs stays, and that of segments which are not dot segments. Normalising again changes nothing.
/// - Dots are dot segments where the path begins with a slash, and in relative references: in `data:a/../b` they are data.
/// - An IPv6 address is written as RFC 5952 says. Its last 32 bits are written as an IPv4 address only after `::ffff:`.
/// - Any other text in brackets changes its case only. A host in brackets has no triplets (section 3.2.2): from its first `%` on, where
///   a zone identifier begins, the host stays as it is written.
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
    pub(super) steps: Steps,
    schemes: &'r [SchemeRules],
    pub(super) uri_of: Option<UriOf>,
    pub(super) order: Option<Order>,
    /// The first option that was asked for at a level that does not take it.
    conflict: Option<&'static str>,
}

impl<'r> Normalizer<'r> {
    /// A normaliser that knows the schemes in [`SchemeRules::known`].
    #[must_use]
    pub fn new(level: Level) -> Normalizer<'r> {
        Normalizer {
            steps: Steps::up_to(level),
            schemes: &[],
            uri_of: None,
            order: None,
            conflict: None,
        }
    }

    /// Adds the rules of more schemes. They take precedence over the rules of known schemes.
    #[must_use]
    pub fn with_schemes<'s>(self, schemes: &'s [SchemeRules]) -> Normalizer<'s> {
        let Normalizer { steps, uri_of, order, conflict, .. } = self;
        Normalizer { steps, schemes, uri_of, order, conflict }
    }

    /// Reads `+` in a query as a space, as a form does, where references are compared at [`Level::Decoded`]. It is not a space in a
    /// `mailto:` (RFC 6068 section 5). At other levels, and where a reference is normalised, this changes nothing.
    #[must_use]
    pub const fn plus_as_space(self) -> Normalizer<'r> {
        self.decoding(Step::PlusAsSpace, "plus")
    }

    /// Compares text in the form NFC at [`Level::Decoded`]: a letter with its accent is the same in one character and in two. Octets that are
    /// not UTF-8 stay as they are. At other levels, and where a reference is normalised, this changes nothing: RFC 3987 section 5.3.2.2
    /// forbids to normalise what somebody else made, as the result may name another resource. [`normalization`](crate::normalization)
    /// does it by name.
    ///
    /// ```
    /// use triplet::uri::{Level, Normalizer};
    ///
    /// let people = Normalizer::new(Level::Decoded).nfc();
    /// assert_eq!(people.equivalent("/caf%C3%A9", "/cafe%CC%81").to_string(), "same by NFC");
    /// ```
    #[cfg(feature = "normalization")]
    #[must_use]
    pub const fn nfc(self) -> Normalizer<'r> {
        self.decoding(Step::Nfc, "nfc")
    }

    /// With a step that goes with [`Level::Decoded`] only.
    pub(super) const fn decoding(self, step: Step, option: &'static str) -> Normalizer<'r> {
        if self.steps.decodes() {
            return Normalizer { steps: self.steps.with(step), ..self };
        }
        let conflict = if self.conflict.is_some() { self.conflict } else { Some(option) };
        Normalizer { conflict, ..self }
    }

    /// The first option that changes nothing because it goes with [`Level::Decoded`] and the level is another one: `plus` or `nfc`.
    /// Programs refuse it.
    ///
    /// ```
    /// use triplet::uri::{Level, Normalizer};
    ///
    /// assert_eq!(Normalizer::new(Level::Path).plus_as_space().conflict(), Some("plus"));
    /// assert_eq!(Normalizer::new(Level::Decoded).plus_as_space().conflict(), None);
    /// ```
    #[must_use]
    pub const fn conflict(&self) -> Option<&'static str> {
        self.conflict
    }

    /// The same at another level, without the options that go with one level.
    pub(crate) const fn at_level(self, level: Level) -> Normalizer<'r> {
        let steps = Steps::up_to(level);
        let any_order = self.steps.contains(Step::ParameterOrder);
        Normalizer {
            steps: if any_order { steps.with(Step::ParameterOrder) } else { steps },
            ..self
        }
    }

    pub(crate) const fn without(self, step: Step) -> Normalizer<'r> {
        Normalizer { steps: self.steps.without(step), ..self }
    }

    /// The rules for the path of a reference, by its scheme.
    pub(super) fn path_rules(&self, scheme: &str) -> PathRules {
        scheme::rules(scheme, self.schemes).map_or(PathRules::Generic, |rules| rules.path)
    }

    /// Whether a scheme has rules of its own, besides default ports and empty paths.
    pub(super) fn has_own_form(&self, scheme: &str) -> bool {
        scheme::rules(scheme, self.schemes)
            .is_some_and(|rules| rules.path != PathRules::Generic || rules.host_like_none.is_some())
    }

    pub(crate) const fn steps(&self) -> Steps {
        self.steps
    }

    /// See [`normalize`].
    #[must_use]
    #[inline]
    pub fn normalize<'a>(&self, reference: &'a str) -> Cow<'a, str> {
        let verdict = match self.schemes {
            [] => scan::verdict(reference.as_bytes(), self.steps),
            // The scan knows the rules of the known schemes only.
            _ => Verdict::Unknown,
        };
        match verdict {
            Verdict::Normal => Cow::Borrowed(reference),
            _ => self.change(reference, verdict),
        }
    }

    /// [`normalize`](Self::normalize) of what may not be normal.
    #[inline(never)]
    fn change<'a>(&self, reference: &'a str, verdict: Verdict) -> Cow<'a, str> {
        let spans = split::spans(reference.as_bytes());
        let rules = spans.scheme().and_then(|name| scheme::rules(&reference[name], self.schemes));
        let work = Work { text: reference, spans, steps: self.steps, rules };
        if verdict == Verdict::Unknown && work.is_normal() {
            return Cow::Borrowed(reference);
        }
        let normal = work.normalize();
        if normal == reference { Cow::Borrowed(reference) } else { Cow::Owned(normal) }
    }
}

/// One reference, and the steps to take.
struct Work<'a, 'r> {
    text: &'a str,
    spans: Spans,
    steps: Steps,
    rules: Option<&'r SchemeRules>,
}

impl Work<'_, '_> {
    fn does(&self, step: Step) -> bool {
        self.steps.contains(step)
    }

    fn path(&self) -> &str {
        &self.text[self.spans.path()]
    }

    /// Whether dots can be segments of the path: not in a URI whose path begins with no slash.
    fn has_segments(&self) -> bool {
        self.spans.scheme().is_none() || self.path().starts_with('/')
    }

    fn path_rules(&self) -> PathRules {
        self.rules.map_or(PathRules::Generic, |rules| rules.path)
    }

    /// Whether there is nothing that a step could change. If not, the reference may be normal all the same.
    fn is_normal(&self) -> bool {
        // Without a branch for each byte.
        let has_upper = |span: Range<usize>| {
            self.text.as_bytes()[span]
                .iter()
                .fold(false, |any, byte| any | byte.is_ascii_uppercase())
        };
        if self.spans.scheme().is_some_and(has_upper)
            || has_changing_triplet(self.text.as_bytes())
            || (self.does(Step::DotSegments)
                && self.has_segments()
                && has_dot_segments(self.path()))
        {
            return false;
        }
        let mut port = None;
        if let Some(authority) = self.spans.authority() {
            if has_upper(authority.host.clone())
                || (self.does(Step::Ipv6Form) && self.text[authority.host].starts_with('['))
                || (self.does(Step::EmptyPort)
                    && authority.port.as_ref().is_some_and(Range::is_empty))
            {
                return false;
            }
            port = authority.port;
        }
        let Some(rules) = self.rules else { return true };
        let has_own_form = rules.path != PathRules::Generic || rules.host_like_none.is_some();
        !((self.does(Step::SchemeRule) && has_own_form)
            || (self.does(Step::DefaultPort) && port.is_some())
            || (self.does(Step::EmptyPath) && self.path().is_empty()))
    }

    fn normalize(&self) -> String {
        let mut out = String::with_capacity(self.text.len() + kernel::NORMAL_ROOM);
        if let Some(scheme) = self.spans.scheme() {
            out.push_str(&self.text[scheme]);
            if self.does(Step::SchemeCase) {
                out.make_ascii_lowercase();
            }
            out.push(':');
        }
        self.push_authority(&mut out);
        self.push_rest(&mut out);
        out
    }

    fn push_authority(&self, out: &mut String) {
        let Some(authority) = self.spans.authority() else {
            if self.gets_authority() {
                out.push_str("//");
            }
            return;
        };
        out.push_str("//");
        let start = out.len();
        // The userinfo with its `@`.
        self.push_triplets(&self.text[authority.whole.start..authority.host.start], out);
        let host = &self.text[authority.host];
        self.push_host(host, out);
        // If this port were left out, the end of a host such as `a:1` would be read as a port.
        if let Some(port) = authority.port.map(|port| &self.text[port])
            && (split::has_port(host.as_bytes()) || !self.drops_port(port))
        {
            out.push(':');
            out.push_str(port);
        }
        if self.does(Step::SchemeRule)
            && self.rules.and_then(|rules| rules.host_like_none) == Some(&out[start..])
        {
            out.truncate(start);
        }
    }

    /// Whether an empty authority is written before a path that begins with a slash, because the scheme has a host that means the
    /// same as none: `file:/a` is `file:///a` (RFC 8089 section 2).
    fn gets_authority(&self) -> bool {
        self.does(Step::SchemeRule)
            && !self.spans.has_authority()
            && self.path().starts_with('/')
            && self.rules.is_some_and(|rules| rules.host_like_none.is_some())
    }

    fn push_host(&self, host: &str, out: &mut String) {
        let start = out.len();
        let lowers = self.does(Step::HostCase);
        let percent = host.find('%');
        // An IP literal has no triplets, so what looks like one stays. A zone identifier begins with `%25`, and its case counts (RFC
        // 6874).
        let (host, as_written) = match percent {
            Some(percent) if split::is_ip_literal(host.as_bytes()) => host.split_at(percent),
            _ => (host, ""),
        };
        if percent.is_none() || !as_written.is_empty() {
            out.push_str(host);
            if lowers {
                out[start..].make_ascii_lowercase();
            }
        } else {
            self.push_triplets(host, out);
            if lowers {
                lower_outside_triplets(out, start);
            }
        }
        if self.does(Step::Ipv6Form)
            && as_written.is_empty()
            && let Some(literal) = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'))
            && let Some(groups) = ipv6::read(literal)
        {
            out.truncate(start + 1);
            ipv6::push(groups, out);
            out.push(']');
        }
        out.push_str(as_written);
    }

    fn drops_port(&self, port: &str) -> bool {
        if port.is_empty() {
            return self.does(Step::EmptyPort);
        }
        self.does(Step::DefaultPort)
            && self.rules.and_then(|rules| rules.default_port).is_some_and(|default| {
                port.bytes().all(|b| b.is_ascii_digit()) && port.parse() == Ok(default)
            })
    }

    /// Appends path, query and fragment. Their triplets come first, all at once; then the path, where it has to change.
    fn push_rest(&self, out: &mut String) {
        let start = out.len();
        // Without a scheme and an authority, the text before the first `:` of the first segment could be read as a scheme,
        // if it were decoded. No triplet reaches over that `:`.
        let guarded = match self.spans.begins_with_path() {
            true => self.path().split('/').next().and_then(|first| first.find(':')).unwrap_or(0),
            false => 0,
        };
        let rest = &self.text[self.spans.path().start..];
        self.push_triplets_of(&rest[..guarded], &EncodeSet::NOTHING, out);
        self.push_triplets(&rest[guarded..], out);
        let has_rules = self.steps.has_scheme_rules() && self.rules.is_some();
        let removes_dots = self.does(Step::DotSegments) && self.has_segments();
        let may_have_dots = removes_dots && scan::may_have_dot_segments(&out.as_bytes()[start..]);
        if !has_rules && !may_have_dots {
            return;
        }
        // Nothing that was decoded is a delimiter.
        let end = kernel::find_either(&out.as_bytes()[start..], *b"?#");
        let path_and_more = out.split_off(start);
        let (path, more) = path_and_more.split_at(end);
        self.push_path(path, may_have_dots, out);
        out.push_str(more);
    }

    /// Appends a path whose triplets are normal.
    fn push_path(&self, path: &str, may_have_dots: bool, out: &mut String) {
        let start = out.len();
        if !may_have_dots {
            out.push_str(path);
        } else if path.starts_with('/') {
            push_without_dot_segments(path, Climb::Dropped, out);
        } else {
            push_without_dot_segments(path, Climb::Kept, out);
            let first = out[start..].split('/').next().unwrap_or_default();
            // Without dot segments, a relative path must not become empty, absolute, or a text with a scheme (section 4.2).
            if (first.is_empty() || first.as_bytes().contains(&b':')) && out[start..] != *path {
                let rest = out.split_off(start);
                out.push_str("./");
                // After `./`, no text before a `:` is read as a scheme.
                self.push_triplets(&rest, out);
            }
        }
        if self.does(Step::EmptyPath)
            && out.len() == start
            && self.spans.has_authority()
            && self.rules.is_some_and(|rules| rules.empty_path_is_root)
        {
            out.push('/');
        }
        if self.does(Step::SchemeRule) && self.path_rules() != PathRules::Generic {
            let path = out.split_off(start);
            out.push_str(&self.path_rules().normalize(path));
        }
        // Two slashes at the start of a path would begin an authority.
        if !self.spans.has_authority() && !self.gets_authority() && out[start..].starts_with("//") {
            out.insert_str(start, "/.");
        }
    }

    /// Appends a text with its triplets in their normal form.
    fn push_triplets(&self, text: &str, out: &mut String) {
        let decodes = self.does(Step::UnreservedTriplet) && self.path_rules() != PathRules::Urn;
        self.push_triplets_of(
            text,
            if decodes { &rfc3986::UNRESERVED } else { &EncodeSet::NOTHING },
            out,
        );
    }

    /// Appends a text with its triplets in their normal form: a triplet whose octet a set keeps is decoded.
    fn push_triplets_of(&self, text: &str, set: &EncodeSet, out: &mut String) {
        let upper = self.does(Step::HexCase);
        if text.is_empty() {
            return;
        }
        let mut at = kernel::normalize_append(text, set.rows(), upper, out);
        while at < text.len() {
            // A malformed `%` stays as it is, so a digit that is decoded after it must not complete it to a triplet.
            let digits =
                text.as_bytes()[at + 1..].iter().take_while(|b| b.is_ascii_hexdigit()).count();
            out.push_str(&text[at..=at + digits]);
            at += 1 + digits;
            if let Some(octet) = decode_triplet(&text.as_bytes()[at..])
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

/// Whether a triplet has a digit in lower case, or an unreserved octet.
fn has_changing_triplet(text: &[u8]) -> bool {
    if !scan::may_have_changing_triplet(text) {
        return false;
    }
    let mut rest = text;
    loop {
        rest = &rest[kernel::clean_prefix_len(rest, false)..];
        if rest.is_empty() {
            return false;
        }
        if let Some(octet) = decode_triplet(rest)
            && (rest[1..3].iter().any(u8::is_ascii_lowercase) || rfc3986::UNRESERVED.keeps(octet))
        {
            return true;
        }
        rest = &rest[1..];
    }
}
