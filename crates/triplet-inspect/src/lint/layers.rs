//! The rules for triplets of deeper layers, which are checked without decoding.
#![forbid(unsafe_code)]

use triplet::decode_triplet;

use super::context::Severity;
use super::facts::Component;
use super::prefilter::Signs;
use super::report::Report;
use super::rule::Rule;
use super::rules::ALL_RULES;
use super::triplets::is_needless;
use crate::units::{peel, unit_at};

/// What [`check`] needs.
pub(super) const NEEDS: Signs = Signs::of_rules(&[
    Rule::DoubleEncoding,
    Rule::LayerLimit,
    Rule::NulByteNested,
    Rule::Crlf,
    Rule::OverEncoded,
]);

/// What [`check_nested`] needs.
pub(super) const NEEDS_OF_NESTED: Signs = Signs::of_rules(&[Rule::NestedTriplet]);

/// The number of layers that are checked.
const LAYERS: usize = 4;

/// Checks the triplets of deeper layers: `%25` and two hexadecimal digits.
pub(super) fn check(component: &Component<'_>, well_formed: bool, report: &mut Report) {
    let Component { span, context, .. } = component;
    let (input, context) = (component.input_to_end(), *context);
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
        let severity = match ALL_RULES && octet == b'/' && within && context.is_path() {
            true => Severity::Info,
            false => Rule::DoubleEncoding.severity(context),
        };
        report.find_as(Rule::DoubleEncoding, severity, place.clone(), 1);
        if layers > LAYERS {
            report.find(Rule::LayerLimit, context, place, LAYERS as u8);
        } else if octet == 0 {
            report.find(Rule::NulByteNested, context, place, layers as u8);
        } else if matches!(octet, b'\r' | b'\n') && !context.is_path() {
            report.find(Rule::Crlf, context, place, layers as u8);
        } else if well_formed && octet != b'.' && is_needless(octet) {
            report.find(Rule::OverEncoded, context, place, layers as u8);
        }
    }
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
        // Letters and digits are of no use to anybody.
        if octet != b'%' && !octet.is_ascii_alphanumeric() && octet.is_ascii() {
            report.find(Rule::NestedTriplet, context, start + at..start + end, 2);
        }
        at = end;
    }
}
