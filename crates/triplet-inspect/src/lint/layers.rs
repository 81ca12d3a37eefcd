//! The rules for triplets of deeper layers. The layers are checked without decoding.
#![forbid(unsafe_code)]

use triplet::decode_triplet;

use super::all_rules::ALL_RULES;
use super::context::Severity;
use super::facts::Component;
use super::prefilter::Signs;
use super::report::Report;
use super::rule::Rule;
use super::triplets::is_needless;
use crate::units::{peel, unit_at};

/// The signs of the rules that [`check`] applies.
pub(super) const NEEDS: Signs = Signs::of_rules(&[
    Rule::DoubleEncoding,
    Rule::LayerLimit,
    Rule::NulByteNested,
    Rule::PercentU,
    Rule::Crlf,
    Rule::OverEncoded,
]);

/// The signs of the rules that [`check_nested`] applies.
pub(super) const NEEDS_OF_NESTED: Signs = Signs::of_rules(&[Rule::NestedTriplet]);

/// The number of layers that are checked.
const LAYERS: usize = 4;

/// Checks the triplets of deeper layers: `%25` and two hexadecimal digits.
pub(super) fn check(component: &Component<'_>, well_formed: bool, report: &mut Report) {
    let Component { span, context, .. } = component;
    let (input, context) = (component.input_to_end(), *context);
    let mut at = span.start;
    while let Some(percent) = input[at..].windows(3).position(|window| window == b"%25") {
        let start = at + percent;
        at = start + 3;
        let mut after = at;
        let mut layers = 2;
        while input[after..].starts_with(b"25") {
            after += 2;
            layers += 1;
        }
        if is_percent_u_ascii(input.get(after..span.end).unwrap_or_default()) {
            report.find(Rule::PercentU, context, start..after + 5, layers as u8 - 1);
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
        // Programs that take a path or a text as the name of something encode it twice.
        let dot = |byte: Option<&u8>| byte == Some(&b'.');
        let beside_dots = start > span.start && dot(input.get(start - 1)) || dot(input.get(end));
        // A segment that begins with a delimiter is empty once it is decoded (CVE-2020-13933).
        let begins = start > span.start && input[start - 1] == b'/' && end < span.end;
        let evasive = is_evasive(octet)
            || beside_dots && matches!(octet, b'/' | b';' | b'?' | b'#' | b'%')
            || begins && octet == b';';
        let judged = component.reads_as(start);
        let severity = match ALL_RULES && judged.is_path() && !evasive {
            true => Severity::Info,
            false => Rule::DoubleEncoding.severity(judged),
        };
        report.find_as(Rule::DoubleEncoding, severity, place.clone(), 1);
        if layers > LAYERS {
            // A page for logging in that leads to itself encodes its address again each time.
            let severity = match ALL_RULES && context.is_free_text() && b"/:?&=%#".contains(&octet)
            {
                true => Severity::Info,
                false => Rule::LayerLimit.severity(context),
            };
            report.find_as(Rule::LayerLimit, severity, place, LAYERS as u8);
        } else if octet == 0 {
            report.find(Rule::NulByteNested, context, place, layers as u8);
        } else if matches!(octet, b'\r' | b'\n') && !context.is_path() {
            report.find(Rule::Crlf, context, place, layers as u8);
        } else if well_formed && octet != b'.' && is_needless(octet) {
            // No program encodes a letter, in any layer.
            let severity = match octet.is_ascii_alphanumeric() {
                true => Severity::Warn,
                false => Severity::Info,
            };
            report.find_as(Rule::OverEncoded, severity, place, layers as u8);
        }
    }
}

/// Whether a text begins as JavaScript's `%uXXXX` of a character of ASCII goes on after its `%`.
fn is_percent_u_ascii(rest: &[u8]) -> bool {
    matches!(rest, [b'u' | b'U', b'0', b'0', a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit())
}

/// Whether an octet is encoded twice to pass a filter: it needs no triplet, or is one that programs act on.
const fn is_evasive(octet: u8) -> bool {
    is_needless(octet) || matches!(octet, 0..0x20 | 0x7F | b'\\' | b'<' | b'>' | b'"' | b'\'')
}

/// Finds triplets that only a second decoding completes: `%%35c` is `%5c`, then a backslash.
pub(super) fn check_nested(component: &Component<'_>, report: &mut Report) {
    let text = component.text();
    let (start, context) = (component.span.start, component.context);
    // There is a `%` whose digits are encoded: within three bytes after it is another `%`.
    let close = |window: &[u8]| window[0] == b'%' && window[1..].contains(&b'%');
    if !text.windows(3).any(close) {
        return;
    }
    let mut at = 0;
    while at < text.len() {
        if text[at] != b'%' || text[at..].starts_with(b"%25") {
            // What begins with `%25` is a finding of `check`.
            at += 1;
            continue;
        }
        let first = unit_at(text, at);
        if first.encoded && first.octet != b'%' {
            at = first.end();
            continue;
        }
        let (octet, end) = peel(text, at);
        // Letters and digits that appear late change no structure, so they are not reported.
        if octet != b'%' && !octet.is_ascii_alphanumeric() && octet.is_ascii() {
            report.find(Rule::NestedTriplet, context, start + at..start + end, 2);
        }
        at = end;
    }
}
