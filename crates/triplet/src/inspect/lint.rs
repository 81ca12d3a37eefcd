//! Lint: what is malformed in a text, or is read by decoders in different ways. Each finding has its span in the input.
//!
//! A reference is split into components first. Each component is checked in its own context: first its octets and
//! characters, then its segments, pairs or labels. Advice (a needless triplet, a lower-case digit) is given only if the
//! component is well-formed. Deeper layers are checked without decoding them: `%25` followed by two hexadecimal digits is
//! a triplet of the next layer.
#![forbid(unsafe_code)]

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::ops::Range;

use super::context::{Context, Severity};
use super::devices::has_dots_or_devices;
use super::octets::{Sequence, Unit, sequence, unit_at, units};
use super::rule::Rule;
use crate::uri::split;

/// A finding of [`lint`]. Findings are ordered by the start of their span, then by rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Finding {
    start: usize,
    rule: Rule,
    end: usize,
    layer: u8,
    severity: Severity,
}

impl Finding {
    /// The rule that was violated.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// How bad the finding is in its context. Usually that of [`Rule::severity`].
    #[must_use]
    pub const fn severity(&self) -> Severity {
        self.severity
    }

    /// The bytes of the input that the finding is about, even if it is in a deeper layer.
    #[must_use]
    pub const fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// How many times the input must be decoded until the finding appears; 0 if it is in the input itself.
    #[must_use]
    pub const fn layer(&self) -> u8 {
        self.layer
    }
}

/// The findings of [`lint`], in the order of the input. Dereferences to a slice of [`Finding`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    list: Vec<Finding>,
    capped: bool,
}

impl Findings {
    /// Whether findings are missing because there are more than the cap.
    #[must_use]
    pub fn is_capped(&self) -> bool {
        self.capped
    }

    /// The greatest severity of all findings; `None` if there are no findings.
    #[must_use]
    pub fn worst(&self) -> Option<Severity> {
        self.list.iter().map(Finding::severity).max()
    }
}

impl core::ops::Deref for Findings {
    type Target = [Finding];

    fn deref(&self) -> &[Finding] {
        &self.list
    }
}

/// The number of findings that [`lint`] returns at most.
const CAP: usize = 1000;

/// The number of layers that are checked.
const LAYERS: usize = 4;

/// Checks a text against all rules, and returns at most 1000 findings. The text may be any bytes; `context` says which
/// component of a reference it is.
///
/// Linear time.
///
/// ```
/// use triplet::inspect::{Context, Rule, lint};
///
/// let findings = lint(b"https://example.com/static/..%2f..%2fetc/passwd", Context::Url);
/// let rules: Vec<&str> = findings.iter().map(|finding| finding.rule().id()).collect();
/// assert_eq!(rules, ["dot-segment", "encoded-separator", "dot-segment", "encoded-separator"]);
/// assert_eq!(findings[1].span(), 29..32);
/// ```
#[must_use]
pub fn lint(input: &[u8], context: Context) -> Findings {
    lint_at_most(input, context, CAP)
}

/// [`lint`] with another cap: returns at most `cap` findings. [`Findings::is_capped`] says whether there are more.
#[must_use]
pub fn lint_at_most(input: &[u8], context: Context, cap: usize) -> Findings {
    let mut linter = Linter { input, cap, findings: Findings::default(), dots: Vec::new() };
    match context {
        Context::Url => linter.url(),
        // People pass a whole URL where a userinfo is expected.
        Context::Userinfo if contains(input, b"://") => linter.url(),
        context => linter.component(0..input.len(), context),
    }
    let mut findings = linter.findings;
    // The code of a heap is a tenth of the size of that of `sort`, and most texts have few findings.
    findings.list = BinaryHeap::from(findings.list).into_sorted_vec();
    findings
}

fn contains(input: &[u8], what: &[u8]) -> bool {
    input.windows(what.len()).any(|window| window == what)
}

/// What [`Linter::octets`] learns about a component.
struct Seen {
    /// Whether all triplets and all characters are well-formed.
    well_formed: bool,
    /// Whether there are triplets.
    encoded: bool,
    /// Whether there are triplets of ASCII octets.
    encoded_ascii: bool,
}

pub(super) struct Linter<'a> {
    input: &'a [u8],
    cap: usize,
    findings: Findings,
    /// The spans of the encoded dot segments, in order.
    pub(super) dots: Vec<Range<usize>>,
}

impl Linter<'_> {
    pub(super) fn find(&mut self, rule: Rule, context: Context, span: Range<usize>, layer: u8) {
        self.find_as(rule, rule.severity(context), span, layer);
    }

    pub(super) fn find_as(
        &mut self,
        rule: Rule,
        severity: Severity,
        span: Range<usize>,
        layer: u8,
    ) {
        if self.findings.list.len() == self.cap {
            self.findings.capped = true;
            return;
        }
        let (start, end) = (span.start, span.end);
        self.findings.list.push(Finding { rule, severity, start, end, layer });
    }

    fn url(&mut self) {
        let spans = split::spans(self.input);
        if let Some(authority) = spans.authority() {
            if let Some(userinfo) = authority.userinfo {
                self.component(userinfo, Context::Userinfo);
            }
            self.component(authority.host, Context::Host);
            if let Some(port) = authority.port {
                self.component(port, Context::Any);
            }
        }
        // The path of a `data:` URL is free text (RFC 2397).
        let is_data = spans.scheme().is_some_and(|s| self.input[s].eq_ignore_ascii_case(b"data"));
        self.component(spans.path(), if is_data { Context::Fragment } else { Context::Path });
        if let Some(query) = spans.query() {
            self.component(query, Context::Query);
        }
        if let Some(fragment) = spans.fragment() {
            self.component(fragment, Context::Fragment);
        }
    }

    fn component(&mut self, span: Range<usize>, context: Context) {
        let input = self.input;
        let text = &input[span.clone()];
        let names = || text.contains(&b'[') || contains(text, b"__");
        if text.iter().all(|&byte| ORDINARY[usize::from(byte)]) {
            // All bytes are raw and ordinary, so only names and dot segments need to be checked.
            let more = match context {
                Context::Path | Context::Segment => has_dots_or_devices(text),
                Context::Form => true,
                Context::Host => text.starts_with(b"-") || contains(text, b"--"),
                Context::Userinfo => text.starts_with(b"-"),
                Context::Query => names(),
                _ => false,
            };
            if !more {
                return;
            }
        }
        let seen = self.octets(span.clone(), context);
        // An IPv6 address may have a zone after `%25` (RFC 6874).
        if seen.encoded && !(context == Context::Host && text.starts_with(b"[")) {
            self.layers(span.clone(), context, seen.well_formed);
        }
        // If only characters outside ASCII are encoded, decoding does not change the segments of a path.
        let plain_path = context.is_path() && !seen.encoded_ascii && !has_dots_or_devices(text);
        if !plain_path && !matches!(context, Context::Query | Context::Fragment | Context::Any) {
            let units = units(text, span.start);
            match context {
                Context::Path | Context::Segment => self.path(&units, context),
                Context::Form => self.form(&units, context),
                Context::Host => self.host(&units, context),
                _ => self.userinfo(&units, context),
            }
        }
        // A query may be a form, in which the names of pairs can be dangerous.
        if context == Context::Query && names() {
            self.names(&units(text, span.start), context);
        }
        if seen.well_formed && seen.encoded {
            self.digits(span, context);
        }
    }

    /// Checks each octet and each character.
    fn octets(&mut self, span: Range<usize>, context: Context) -> Seen {
        let input = self.input;
        let end = span.end;
        let mut seen = Seen { well_formed: true, encoded: false, encoded_ascii: false };
        let mut at = span.start;
        let mut before: Option<char> = None;
        while at < end {
            let rest = &input[at..end];
            let ordinary = rest.iter().take_while(|&&byte| ORDINARY[usize::from(byte)]).count();
            if ordinary > 0 {
                before = Some(char::from(rest[ordinary - 1]));
                at += ordinary;
                continue;
            }
            let mut run = [Unit { octet: 0, encoded: false, at }; 4];
            let mut count = 0;
            let mut next = at;
            while count < 4 && next < end {
                let unit = unit_at(&input[..end], next);
                (run[count], next) = (unit, unit.end());
                count += 1;
                if run[0].octet.is_ascii() {
                    break;
                }
            }
            let run = &run[..count];
            let unit = run[0];
            seen.encoded |= unit.encoded;
            let layer = u8::from(unit.encoded);
            let place = unit.at..unit.end();
            if unit.octet.is_ascii() {
                seen.encoded_ascii |= unit.encoded;
                let next = || unit_at(&input[..end], unit.end()).octet;
                match unit.octet {
                    b'%' if !unit.encoded => {
                        seen.well_formed = false;
                        if is_percent_u(rest) {
                            self.find(Rule::PercentU, context, unit.at..unit.at + 6, 0);
                        } else {
                            self.find(Rule::MalformedEscape, context, place, 0);
                        }
                    }
                    0 => self.find(Rule::NulByte, context, place, layer),
                    b'\r' | b'\n' if !context.is_path() || begins_line(&input[unit.at..end]) => {
                        self.find(Rule::Crlf, context, place, layer);
                    }
                    0x1B => {
                        self.find(Rule::ControlChar, context, place.clone(), layer);
                        self.find(Rule::TerminalEscape, context, place, layer);
                    }
                    // Free text in a form has tabs, as it has line breaks.
                    b'\t' if context == Context::Form => {}
                    0..0x20 | 0x7F => self.find(Rule::ControlChar, context, place, layer),
                    b'<' | b'>' => {
                        // A tag begins with `<` and a letter, `/`, `!` or `?` (HTML 13.2.5.6); otherwise `<`
                        // is probably a comparison.
                        let opens = unit.octet == b'<'
                            && unit.end() < end
                            && (next().is_ascii_alphabetic()
                                || matches!(next(), b'/' | b'!' | b'?'));
                        let severity = match opens {
                            true => Rule::HtmlMetachar.severity(context),
                            false => Severity::Info,
                        };
                        self.find_as(Rule::HtmlMetachar, severity, place, layer);
                    }
                    b'\\' if !unit.encoded => self.find(Rule::RawBackslash, context, place, 0),
                    _ => {}
                }
                before = Some(char::from(unit.octet));
                at = unit.end();
                continue;
            }
            let (rule, octets) = match sequence(run) {
                Sequence::Scalar(scalar, octets) => {
                    let place = unit.at..run[octets - 1].end();
                    let layer = u8::from(run[..octets].iter().any(|unit| unit.encoded));
                    at = place.end;
                    if run[..octets].iter().any(|unit| !unit.encoded) {
                        self.find(Rule::RawNonAscii, context, place.clone(), 0);
                    }
                    self.scalar(scalar, before, context, place, layer);
                    before = Some(scalar);
                    continue;
                }
                Sequence::Overlong(octets) => (Rule::OverlongUtf8, octets),
                Sequence::Surrogate(octets) => (Rule::SurrogateUtf8, octets),
                Sequence::Beyond(octets) => (Rule::BeyondUnicode, octets),
                Sequence::Invalid => (Rule::InvalidUtf8, 1),
            };
            seen.well_formed = false;
            at = run[octets - 1].end();
            self.find(rule, context, unit.at..at, layer);
            before = None;
        }
        seen
    }

    /// Checks the triplets of deeper layers.
    fn layers(&mut self, span: Range<usize>, context: Context, well_formed: bool) {
        let input = &self.input[..span.end];
        let mut at = span.start;
        while at < span.end {
            let Some(percent) = input[at..].iter().position(|&b| b == b'%') else { return };
            let start = at + percent;
            at = start + 1;
            let mut after = start + 1;
            let mut layers = 1;
            while input[after..].starts_with(b"25") {
                after += 2;
                layers += 1;
            }
            if layers < 2 {
                continue;
            }
            // The two digits of the innermost triplet. Each may be encoded itself.
            let mut digits = [0; 2];
            let mut end = after;
            for digit in &mut digits {
                if end < span.end {
                    let unit = unit_at(input, end);
                    (*digit, end) = (unit.octet, unit.end());
                }
            }
            let Some(octet) = split::octet_at(&[b'%', digits[0], digits[1]]) else { continue };
            let place = start..end;
            self.find(Rule::DoubleEncoding, context, place.clone(), 1);
            if layers > LAYERS {
                self.find(Rule::LayerLimit, context, place, LAYERS as u8);
            } else if octet == 0 {
                self.find(Rule::NulByteNested, context, place, layers as u8);
            } else if matches!(octet, b'\r' | b'\n') && !context.is_path() {
                self.find(Rule::Crlf, context, place, layers as u8);
            } else if well_formed && octet != b'.' && is_needless(octet) {
                self.find(Rule::OverEncoded, context, place, layers as u8);
            }
        }
    }

    /// Advises on well-formed triplets: needless ones, and the case of their digits.
    fn digits(&mut self, span: Range<usize>, context: Context) {
        // For each octet, how its digits are written: bit 0 upper case, bit 1 lower case.
        let mut written = [0u8; 256];
        let advises = !matches!(context, Context::Host | Context::Userinfo);
        let dots = core::mem::take(&mut self.dots);
        let mut dots = dots.iter().peekable();
        let mut at = span.start;
        while let Some(percent) = self.input[at..span.end].iter().position(|&b| b == b'%') {
            let unit = unit_at(&self.input[..span.end], at + percent);
            at = unit.end();
            let triplet = &self.input[unit.at..unit.end()];
            let lower = triplet.iter().any(u8::is_ascii_lowercase);
            let upper = triplet.iter().any(u8::is_ascii_uppercase);
            let before = written[usize::from(unit.octet)];
            let now = before | u8::from(upper) | u8::from(lower) << 1;
            written[usize::from(unit.octet)] = now;
            if now == 3 && lower != upper && before != 3 {
                self.find(Rule::LowercaseHex, context, unit.at..unit.end(), 0);
            }
            while dots.next_if(|segment| segment.end <= unit.at).is_some() {}
            let of_dots = dots.peek().is_some_and(|segment| segment.contains(&unit.at));
            if advises && is_needless(unit.octet) && !of_dots {
                self.find(Rule::OverEncoded, context, unit.at..unit.end(), 1);
            }
        }
    }
}

/// The bytes that are no finding by themselves: printable ASCII except `%`, `\`, `<` and `>`.
static ORDINARY: [bool; 256] = {
    let mut ordinary = [false; 256];
    let mut byte = 0x20;
    while byte < 0x7F {
        ordinary[byte] = !matches!(byte as u8, b'%' | b'\\' | b'<' | b'>');
        byte += 1;
    }
    ordinary
};

/// Whether the line break at the start of this text could begin a line of a header: it is CR and LF, or a field name
/// follows it.
fn begins_line(text: &[u8]) -> bool {
    let first = unit_at(text, 0);
    let rest = &text[first.end()..];
    let next = (!rest.is_empty()).then(|| unit_at(rest, 0).octet);
    let name = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'-').count();
    next == Some(b'\n')
        || (first.octet == b'\n' && name > 0 && name < 64 && rest.get(name) == Some(&b':'))
}

/// Whether a text begins with `%u` and four hexadecimal digits.
fn is_percent_u(rest: &[u8]) -> bool {
    matches!(rest, [b'%', b'u' | b'U', a, b, c, d, ..]
        if [a, b, c, d].into_iter().all(u8::is_ascii_hexdigit))
}

/// Whether an octet is unreserved, so that its triplet is needless.
fn is_needless(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'.' | b'_' | b'~')
}
