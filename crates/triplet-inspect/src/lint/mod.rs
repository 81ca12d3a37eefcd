//! Lint: what is malformed in a text, or is read by decoders in different ways. Each finding has its span in the input.
//!
//! A reference is split into components first. Each component is checked in its own context: first its octets and
//! characters, then its segments, pairs or labels. Advice (a needless triplet, a lower-case digit) is given only if the
//! component is well-formed. Deeper layers are checked without decoding them: `%25` followed by two hexadecimal digits is
//! a triplet of the next layer.
#![forbid(unsafe_code)]

mod address;
mod best_fit;
mod binder_names;
mod characters;
mod codepoints;
mod compatible;
mod context;
mod finding;
mod form;
mod host;
mod labels;
mod line_break;
mod markup;
mod path;
mod reference;
mod rules;
mod schemes;
mod tables;
mod tags;
mod values;
mod windows;

pub use context::{Context, Severity};
pub use finding::{Finding, Findings};
pub use rules::Rule;

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::ops::Range;

use crate::units::{Sequence, Unit, peel, peeled, sequence, unit_at, units};
use line_break::{begins_line, forges_line, is_name_of_text};
use rules::FULL;
use tags::{breaks_attribute, is_active_tag};
use triplet::decode_triplet;

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
/// use triplet_inspect::{Context, Rule, lint};
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
    let mut linter = Linter {
        input,
        cap,
        findings: Findings::default(),
        dots: Vec::new(),
        whole: true,
        message: false,
        narrowed: false,
    };
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

/// What is known of the raw bytes of a component.
struct RawSeen {
    /// A bit for each byte that is reported.
    found: u128,
    /// Whether the spaces of a path are between several paths.
    list: Option<bool>,
    /// Where the pair begins that is being read, and up to where pairs are counted.
    pair: usize,
    counted: usize,
}

struct Linter<'a> {
    input: &'a [u8],
    cap: usize,
    findings: Findings,
    /// The spans of the encoded dot segments, in order.
    dots: Vec<Range<usize>>,
    /// Whether the component is the whole input.
    whole: bool,
    /// Whether the reference is a message: its values have line breaks.
    message: bool,
    /// Whether a character of this component that narrows is found.
    narrowed: bool,
}

impl Linter<'_> {
    fn find(&mut self, rule: Rule, context: Context, span: Range<usize>, layer: u8) {
        self.find_as(rule, rule.severity(context), span, layer);
    }

    fn find_as(&mut self, rule: Rule, severity: Severity, span: Range<usize>, layer: u8) {
        if !FULL && rule.needs_feature() {
            return;
        }
        if self.findings.list.len() == self.cap {
            self.findings.capped = true;
            return;
        }
        let (start, end) = (span.start, span.end);
        self.findings.list.push(Finding { rule, severity, start, end, layer });
    }

    fn component(&mut self, span: Range<usize>, context: Context) {
        let input = self.input;
        let text = &input[span.clone()];
        if FULL {
            self.narrowed = false;
        }
        let plain = text.iter().all(|&byte| PLAIN[usize::from(byte)]);
        let mut seen = Seen { well_formed: true, encoded: false, encoded_ascii: false };
        if !plain || FULL && has_grammar_of(context, text) {
            seen = self.octets(span.clone(), context);
            // An IPv6 address may have a zone after `%25` (RFC 6874).
            if seen.encoded && !(context == Context::Host && text.starts_with(b"[")) {
                self.layers(span.clone(), context, seen.well_formed);
            }
            if FULL {
                self.nested(span.clone(), context);
            }
        }
        if FULL && (!plain || text.contains(&b'(')) {
            self.expressions(span.clone(), context);
        }
        if FULL && contains(text, b"+A") {
            self.utf7(span.clone());
        }
        match context {
            Context::Path | Context::Segment => {
                // If only characters outside ASCII are encoded, decoding does not change the segments.
                if seen.encoded_ascii || windows::may_matter(text) || !plain && text.contains(&b'$')
                {
                    self.slashes_of_path(span.clone(), context);
                    self.path(&units(text, span.start), context, seen.well_formed);
                } else if self.whole {
                    self.slashes_of_path(span.clone(), context);
                }
            }
            Context::Host => self.host(span.clone()),
            Context::Userinfo => self.userinfo(span.clone()),
            Context::Query if !(FULL || text.contains(&b'[') || contains(text, b"__")) => {}
            Context::Fragment | Context::Any if !FULL => {}
            Context::Form => {
                self.form(&units(text, span.start), context);
                self.names(span.clone(), context);
                self.values(span.clone(), context);
            }
            Context::Query | Context::Fragment => {
                self.names(span.clone(), context);
                self.values(span.clone(), context);
            }
            Context::Any | Context::Url => self.values(span.clone(), Context::Any),
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
        let mut raw = RawSeen { found: 0, list: None, pair: span.start, counted: span.start };
        while at < end {
            let rest = &input[at..end];
            let plain = rest.iter().take_while(|&&byte| PLAIN[usize::from(byte)]).count();
            if plain > 0 {
                before = Some(char::from(rest[plain - 1]));
                if FULL && has_grammar_of(context, &rest[..plain]) {
                    self.raw(span.clone(), at..at + plain, context, &mut raw);
                }
                at += plain;
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
                if FULL && !unit.encoded {
                    self.raw(span.clone(), place.clone(), context, &mut raw);
                }
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
                        let severity = match FULL {
                            true => self.line_break(place.end..end, context, &mut raw),
                            false => Rule::Crlf.severity(context),
                        };
                        self.find_as(Rule::Crlf, severity, place, layer);
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
                        let next = unit_at_end(&input[..end], unit.end());
                        let opens = unit.octet == b'<'
                            && next.is_some_and(|b| b.is_ascii_alphabetic() || b"/!?".contains(&b));
                        let severity = match opens {
                            true if FULL && is_active_tag(rest) => Severity::Warn,
                            true => Rule::HtmlMetachar.severity(context),
                            false => Severity::Info,
                        };
                        self.find_as(Rule::HtmlMetachar, severity, place, layer);
                    }
                    b'"' | b'\'' if FULL && breaks_attribute(rest) => {
                        self.find_as(Rule::HtmlMetachar, Severity::Warn, place, layer);
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
                Sequence::Truncated(octets) if FULL => (Rule::TruncatedUtf8, octets),
                Sequence::Truncated(_) | Sequence::Invalid => (Rule::InvalidUtf8, 1),
            };
            seen.well_formed = false;
            at = run[octets - 1].end();
            self.find(rule, context, unit.at..at, layer);
            if run[..octets].iter().any(|unit| !unit.encoded) && context != Context::Any {
                self.find(Rule::RawByte, context, unit.at..at, 0);
            }
            if FULL && rule == Rule::InvalidUtf8 {
                self.legacy(unit, &input[at..end], before, context);
            }
            before = None;
        }
        seen
    }

    /// What an octet that is not UTF-8 is in other charsets.
    fn legacy(&mut self, unit: Unit, rest: &[u8], before: Option<char>, context: Context) {
        let layer = u8::from(unit.encoded);
        let place = unit.at..unit.end();
        let mut buffer = [0; 16];
        match unit.octet {
            // The soft hyphen of the code pages of Windows becomes `-`.
            0xAD if before.is_none_or(|c| c.is_ascii()) => {
                self.find(Rule::BestFitChar, context, place, layer);
            }
            // CSI, DCS and OSC in one octet, with parameters after them.
            0x90 | 0x9B | 0x9D if before.is_none_or(|c| c.is_ascii()) => {
                let after = peeled(rest, &mut buffer);
                let digits = after.iter().take_while(|b| b.is_ascii_digit() || **b == b';').count();
                if digits > 0 && after.len() > digits {
                    self.find(Rule::TerminalEscape, context, place, layer);
                }
            }
            _ => {}
        }
    }

    /// Checks bytes that are written as they are against the grammar of their component. Each is reported once.
    fn raw(
        &mut self,
        whole: Range<usize>,
        place: Range<usize>,
        context: Context,
        seen: &mut RawSeen,
    ) {
        if matches!(context, Context::Any | Context::Url)
            // What is in brackets is checked as an address.
            || context == Context::Host && self.input[whole.clone()].starts_with(b"[")
        {
            return;
        }
        for at in place {
            let byte = self.input[at];
            let bit = 1u128 << (byte & 0x7F);
            let path = context.is_path();
            let text = || &self.input[whole.clone()];
            if byte != b' ' && seen.found & bit != 0 {
                continue;
            }
            let severity = match byte {
                b'%' | b'\\' | 0x80.. => continue,
                0..0x20 | 0x7F => {
                    // In a form it is a finding by its octet.
                    if context != Context::Form {
                        seen.found |= bit;
                        self.find(Rule::RawControl, context, at..at + 1, 0);
                    }
                    continue;
                }
                b' ' => {
                    let first = at == whole.start || self.input[at - 1] != b' ';
                    // A list of paths, and a title.
                    let list = self.whole && context == Context::Path;
                    if first && !(list && *seen.list.get_or_insert_with(|| is_list(text()))) {
                        let length =
                            self.input[at..whole.end].iter().take_while(|b| **b == b' ').count();
                        self.find(Rule::RawSpace, context, at..at + length, 0);
                    }
                    continue;
                }
                b'[' | b']' if context == Context::Form => continue,
                // Programs write placeholders, indexes and ranges in this way.
                b'{' | b'}' if path && is_balanced(text(), b'{', b'}') => Severity::Info,
                b'[' | b']' if path && is_balanced(text(), b'[', b']') => Severity::Info,
                b'[' | b']' | b'{' | b'}' | b'"' | b'<' | b'>' | b'^' | b'`' | b'|' => {
                    Rule::DisallowedChar.severity(context)
                }
                // Delimiters that would end the component.
                b'#' if context != Context::Form => match context.is_authority() {
                    true => Severity::Error,
                    false => Severity::Info,
                },
                b'?' if path => Severity::Info,
                b'/' if context == Context::Segment => Severity::Info,
                b'/' | b'?' | b'@' if context.is_authority() => Severity::Error,
                b':' if context == Context::Host => Severity::Warn,
                _ => continue,
            };
            seen.found |= bit;
            self.find_as(Rule::DisallowedChar, severity, at..at + 1, 0);
        }
    }

    /// How bad a line break is, before this text. Values that people write have them; a line of a header or of a log
    /// after it is something else.
    fn line_break(&mut self, rest: Range<usize>, context: Context, seen: &mut RawSeen) -> Severity {
        let severity = Rule::Crlf.severity(context);
        if !context.is_free_text() {
            return severity;
        }
        // The name of the pair that this is in. All pairs before it are counted once.
        let counted = &self.input[seen.counted..rest.start];
        if let Some(ampersand) = counted.iter().rposition(|&b| b == b'&') {
            seen.pair = seen.counted + ampersand + 1;
        }
        seen.counted = rest.start;
        let pair = &self.input[seen.pair..rest.start];
        let name = pair.iter().take(64).position(|&b| b == b'=').map(|length| &pair[..length]);
        let text = self.message || name.is_some_and(is_name_of_text);
        match text && (self.message || !forges_line(&self.input[rest])) {
            true => Severity::Info,
            false => severity,
        }
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
            let Some(octet) = decode_triplet(&[b'%', digits[0], digits[1]]) else { continue };
            let place = start..end;
            // Programs that take a path as the name of something encode its slashes twice.
            let word = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
            let within = start > span.start && word(input.get(start - 1)) && word(input.get(end));
            let severity = match FULL && octet == b'/' && within && context.is_path() {
                true => Severity::Info,
                false => Rule::DoubleEncoding.severity(context),
            };
            self.find_as(Rule::DoubleEncoding, severity, place.clone(), 1);
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

    /// Finds triplets that only a second decoding completes: `%%35c` is `%5c`, then a backslash.
    fn nested(&mut self, span: Range<usize>, context: Context) {
        let text = &self.input[span.clone()];
        // There is a `%` whose digits are encoded: within three bytes after it is another `%`.
        let close = |window: &[u8]| window[0] == b'%' && window[1..].contains(&b'%');
        if !text.windows(3).any(close) {
            return;
        }
        let mut at = 0;
        while at < text.len() {
            if text[at] != b'%' || text[at..].starts_with(b"%25") {
                // What begins with `%25` is a finding of `layers`.
                at += 1;
                continue;
            }
            let first = unit_at(text, at);
            if first.encoded && first.octet != b'%' {
                at = first.end();
                continue;
            }
            let (octet, end) = peel(text, at);
            // Letters and digits are of no use to anybody.
            if octet != b'%' && !octet.is_ascii_alphanumeric() && octet.is_ascii() {
                self.find(Rule::NestedTriplet, context, span.start + at..span.start + end, 2);
            }
            at = end;
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

/// The bytes that are no finding by themselves in any component: those of `pchar`, `/` and `?`, without `%` and `'`.
static PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0x21;
    while byte < 0x7F {
        plain[byte] = !matches!(
            byte as u8,
            b'%' | b'\\'
                | b'<'
                | b'>'
                | b'"'
                | b'\''
                | b'['
                | b']'
                | b'^'
                | b'`'
                | b'{'
                | b'|'
                | b'}'
                | b'#'
        );
        byte += 1;
    }
    plain
};

/// Whether plain bytes may be against the grammar of a component.
fn has_grammar_of(context: Context, text: &[u8]) -> bool {
    match context {
        Context::Host => text.iter().any(|b| matches!(b, b'/' | b'?' | b'@' | b':')),
        Context::Userinfo => text.iter().any(|b| matches!(b, b'/' | b'?' | b'@')),
        Context::Path => text.contains(&b'?'),
        Context::Segment => text.iter().any(|b| matches!(b, b'?' | b'/')),
        _ => false,
    }
}

/// Whether a text is several paths with spaces between them, or a title: a path that does not begin with a slash.
fn is_list(text: &[u8]) -> bool {
    !text.starts_with(b"/") || contains(text, b" /")
}

/// Whether each bracket of a text that opens is closed.
fn is_balanced(text: &[u8], open: u8, close: u8) -> bool {
    let mut depth = 0usize;
    for &byte in text {
        if byte == open {
            depth += 1;
        } else if byte == close {
            let Some(less) = depth.checked_sub(1) else { return false };
            depth = less;
        }
    }
    depth == 0
}

/// The octet at an offset, if the text has one there.
fn unit_at_end(text: &[u8], at: usize) -> Option<u8> {
    (at < text.len()).then(|| unit_at(text, at).octet)
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
