//! The rules for the segments of a path.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Range;

use super::context::{Context, Severity};
use super::facts::Component;
use super::prefilter::Signs;
use super::report::Report;
use super::rule::Rule;
use super::rules::ALL_RULES;
use super::windows;
use crate::units::{Unit, units};

/// What [`check`] and [`check_slashes`] need.
pub(super) const NEEDS: Signs = Signs::of_rules(&[
    Rule::EncodedDotSegment,
    Rule::DotSegment,
    Rule::DotSegmentPathParam,
    Rule::EncodedSeparator,
    Rule::EncodedDelimiter,
    Rule::NtfsAds,
    Rule::WindowsDevice,
    Rule::NetworkPath,
    Rule::EmptySegment,
    Rule::PathParameter,
    Rule::WindowsTrailing,
    Rule::WindowsShortName,
    Rule::WindowsDrive,
]);

/// Whether a part between two separators is a dot segment.
#[derive(PartialEq, Eq)]
enum Dots {
    No,
    Plain,
    Encoded,
}

/// Checks what is written in a path without any triplet: empty segments, parameters, two slashes at the start.
pub(super) fn check_slashes(component: &Component<'_>, report: &mut Report) {
    let Component { span, context, .. } = component;
    let (text, context) = (component.text(), *context);
    if !ALL_RULES {
        return;
    }
    let is_slash = |b: &u8| matches!(b, b'/' | b'\\');
    if component.whole && context == Context::Path {
        let slashes = text.iter().take_while(|b| is_slash(b)).count();
        if slashes > 1 && text.len() > slashes {
            report.find(Rule::NetworkPath, context, span.start..span.start + slashes, 0);
        }
    }
    let empty = text.windows(2).position(|window| window == b"//");
    if let Some(at) = empty.filter(|_| context == Context::Path) {
        report.find(Rule::EmptySegment, context, span.start + at..span.start + at + 2, 0);
    }
}

/// Checks the segments. Returns the spans of the encoded dot segments, in order.
pub(super) fn check(
    component: &Component<'_>,
    well_formed: bool,
    report: &mut Report,
) -> Vec<Range<usize>> {
    let context = component.context;
    let units = units(component.text(), component.span.start);
    let mut encoded_dots = Vec::new();
    let mut parameter = false;
    for unit in units.iter().filter(|unit| unit.encoded) {
        match unit.octet {
            b'/' | b'\\' => {
                report.find(Rule::EncodedSeparator, context, unit.at..unit.end(), 1);
            }
            b'?' | b'#' => {
                report.find(Rule::EncodedDelimiter, context, unit.at..unit.end(), 1);
            }
            b';' if ALL_RULES => {
                report.find(Rule::EncodedDelimiter, context, unit.at..unit.end(), 1);
            }
            _ => {}
        }
    }
    let is_separator = |unit: &Unit| unit.octet == b'/' || (unit.octet == b'\\' && unit.encoded);
    let mut after_encoded = false;
    let mut start = 0;
    let mut place = 0;
    while start <= units.len() {
        let length = units[start..].iter().take_while(|unit| !is_separator(unit)).count();
        let end = start + length;
        let before_encoded = units.get(end).is_some_and(|unit| unit.encoded);
        let segment = &units[start..end];
        let hidden = after_encoded || before_encoded;
        let dots = dot_segment(segment, hidden, context, report);
        if dots == Dots::Encoded
            && let (Some(first), Some(last)) = (segment.first(), segment.last())
        {
            encoded_dots.push(first.at..last.end());
        }
        if dots == Dots::No && (well_formed || !ALL_RULES) {
            name_of_file(segment, place, context, report);
            let semicolon = segment.iter().find(|unit| unit.octet == b';' && !unit.encoded);
            if let Some(semicolon) = semicolon.filter(|_| !parameter) {
                parameter = true;
                report.find(Rule::PathParameter, context, semicolon.at..semicolon.end(), 0);
            }
        }
        place += usize::from(!segment.is_empty());
        after_encoded = before_encoded;
        start = end + 1;
    }
    encoded_dots
}

/// Checks whether a part between two separators is a dot segment. `hidden` says that one of them is encoded, so that
/// the part is a segment only after decoding.
fn dot_segment(units: &[Unit], hidden: bool, context: Context, report: &mut Report) -> Dots {
    let (Some(first), Some(last)) = (units.first(), units.last()) else { return Dots::No };
    let span = first.at..last.end();
    let is_dots = |units: &[Unit]| {
        matches!(units.len(), 1 | 2) && units.iter().all(|unit| unit.octet == b'.')
    };
    let encoded = |units: &[Unit]| units.iter().any(|unit| unit.encoded);
    if is_dots(units) {
        if encoded(units) {
            report.find(Rule::EncodedDotSegment, context, span, 1);
            return Dots::Encoded;
        } else if hidden {
            report.find_as(Rule::DotSegment, Severity::Error, span, 1);
        } else {
            report.find(Rule::DotSegment, context, span, 0);
        }
        return Dots::Plain;
    }
    let name = units.split(|unit| unit.octet == b';').next().unwrap_or_default();
    if is_dots(name) {
        if encoded(name) {
            report.find(Rule::EncodedDotSegment, context, span.clone(), 1);
        }
        let layer = u8::from(encoded(units));
        report.find(Rule::DotSegmentPathParam, context, span, layer);
        return if encoded(name) { Dots::Encoded } else { Dots::Plain };
    }
    Dots::No
}

/// Checks a segment as the name of a file on Windows. `place` is the number of segments before it.
fn name_of_file(units: &[Unit], place: usize, context: Context, report: &mut Report) {
    let (Some(first), Some(last)) = (units.first(), units.last()) else { return };
    let octets: Vec<u8> = units.iter().map(|unit| unit.octet).collect();
    let layer = u8::from(units.iter().any(|unit| unit.encoded));
    let span = first.at..last.end();
    if let Some(severity) = windows::stream(&octets) {
        report.find_as(Rule::NtfsAds, severity, span.clone(), layer);
    }
    if ALL_RULES && place == 0 && windows::is_drive(&octets) {
        report.find(Rule::WindowsDrive, context, span.clone(), layer);
    }
    if ALL_RULES {
        trailing(units, context, octets.starts_with(b".."), report);
    }
    if units.len() > 64 {
        return;
    }
    if windows::may_be_device(first.octet) && windows::is_device(&octets) {
        report.find(Rule::WindowsDevice, context, span.clone(), layer);
    }
    if ALL_RULES && windows::is_short_name(&octets) {
        report.find(Rule::WindowsShortName, context, span, layer);
    }
}
/// Checks the dots and spaces at the end of a name, which Windows drops. A raw space is a finding by itself, and so
/// are dots that climb.
fn trailing(units: &[Unit], context: Context, climbs: bool, report: &mut Report) {
    let Some(last) = units.last() else { return };
    let end = units.iter().rposition(|unit| !matches!(unit.octet, b'.' | b' '));
    let named = !climbs && end.is_some_and(|end| units[end].octet > b' ');
    if named && (last.octet == b'.' || last.octet == b' ' && last.encoded) {
        let layer = u8::from(last.encoded);
        report.find(Rule::WindowsTrailing, context, last.at..last.end(), layer);
    }
}
