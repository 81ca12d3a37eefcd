//! The rules for the segments of a path.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Range;

use super::Linter;
use super::context::{Context, Severity};
use super::rules::{FULL, Rule};
use super::windows;
use crate::units::Unit;

impl Linter<'_> {
    /// Checks what is written in a path without any triplet: empty segments, parameters, two slashes at the start.
    pub(super) fn slashes_of_path(&mut self, span: Range<usize>, context: Context) {
        if !FULL {
            return;
        }
        let text = &self.input[span.clone()];
        let is_slash = |b: &u8| matches!(b, b'/' | b'\\');
        if self.whole && context == Context::Path {
            let slashes = text.iter().take_while(|b| is_slash(b)).count();
            if slashes > 1 && text.len() > slashes {
                self.find(Rule::NetworkPath, context, span.start..span.start + slashes, 0);
            }
        }
        let empty = text.windows(2).position(|window| window == b"//");
        if let Some(at) = empty.filter(|_| context == Context::Path) {
            self.find(Rule::EmptySegment, context, span.start + at..span.start + at + 2, 0);
        }
    }

    pub(super) fn path(&mut self, units: &[Unit], context: Context, well_formed: bool) {
        let mut parameter = false;
        for unit in units.iter().filter(|unit| unit.encoded) {
            match unit.octet {
                b'/' | b'\\' => {
                    self.find(Rule::EncodedSeparator, context, unit.at..unit.end(), 1);
                }
                b'?' | b'#' => {
                    self.find(Rule::EncodedDelimiter, context, unit.at..unit.end(), 1);
                }
                b';' if FULL => {
                    self.find(Rule::EncodedDelimiter, context, unit.at..unit.end(), 1);
                }
                _ => {}
            }
        }
        let is_separator =
            |unit: &Unit| unit.octet == b'/' || (unit.octet == b'\\' && unit.encoded);
        let mut after_encoded = false;
        let mut start = 0;
        let mut place = 0;
        while start <= units.len() {
            let length = units[start..].iter().take_while(|unit| !is_separator(unit)).count();
            let end = start + length;
            let before_encoded = units.get(end).is_some_and(|unit| unit.encoded);
            let segment = &units[start..end];
            let dots = self.dot_segment(segment, after_encoded || before_encoded, context);
            if !dots && (well_formed || !FULL) {
                self.name_of_file(segment, place, context);
                let semicolon = segment.iter().find(|unit| unit.octet == b';' && !unit.encoded);
                if let Some(semicolon) = semicolon.filter(|_| !parameter) {
                    parameter = true;
                    self.find(Rule::PathParameter, context, semicolon.at..semicolon.end(), 0);
                }
            }
            place += usize::from(!segment.is_empty());
            after_encoded = before_encoded;
            start = end + 1;
        }
    }

    /// Checks whether a part between two separators is a dot segment. `hidden` says that one of them is encoded, so that
    /// the part is a segment only after decoding.
    fn dot_segment(&mut self, units: &[Unit], hidden: bool, context: Context) -> bool {
        let (Some(first), Some(last)) = (units.first(), units.last()) else { return false };
        let span = first.at..last.end();
        let is_dots = |units: &[Unit]| {
            matches!(units.len(), 1 | 2) && units.iter().all(|unit| unit.octet == b'.')
        };
        let encoded = |units: &[Unit]| units.iter().any(|unit| unit.encoded);
        if is_dots(units) {
            if encoded(units) {
                self.dots.push(span.clone());
                self.find(Rule::EncodedDotSegment, context, span, 1);
            } else if hidden {
                self.find_as(Rule::DotSegment, Severity::Error, span, 1);
            } else {
                self.find(Rule::DotSegment, context, span, 0);
            }
            return true;
        }
        let name = units.split(|unit| unit.octet == b';').next().unwrap_or_default();
        if is_dots(name) {
            if encoded(name) {
                self.dots.push(span.clone());
                self.find(Rule::EncodedDotSegment, context, span.clone(), 1);
            }
            let layer = u8::from(encoded(units));
            self.find(Rule::DotSegmentPathParam, context, span, layer);
            return true;
        }
        false
    }

    /// Checks a segment as the name of a file on Windows. `place` is the number of segments before it.
    fn name_of_file(&mut self, units: &[Unit], place: usize, context: Context) {
        let (Some(first), Some(last)) = (units.first(), units.last()) else { return };
        let octets: Vec<u8> = units.iter().map(|unit| unit.octet).collect();
        let layer = u8::from(units.iter().any(|unit| unit.encoded));
        let span = first.at..last.end();
        if let Some(severity) = windows::stream(&octets) {
            self.find_as(Rule::NtfsAds, severity, span.clone(), layer);
        }
        if FULL && place == 0 && windows::is_drive(&octets) {
            self.find(Rule::WindowsDrive, context, span.clone(), layer);
        }
        if FULL {
            self.trailing(units, context, octets.starts_with(b".."));
        }
        if units.len() > 64 {
            return;
        }
        if windows::may_be_device(first.octet) && windows::is_device(&octets) {
            self.find(Rule::WindowsDevice, context, span.clone(), layer);
        }
        if FULL && windows::is_short_name(&octets) {
            self.find(Rule::WindowsShortName, context, span, layer);
        }
    }
    /// Checks the dots and spaces at the end of a name, which Windows drops. A raw space is a finding by itself, and so
    /// are dots that climb.
    fn trailing(&mut self, units: &[Unit], context: Context, climbs: bool) {
        let Some(last) = units.last() else { return };
        let end = units.iter().rposition(|unit| !matches!(unit.octet, b'.' | b' '));
        let named = !climbs && end.is_some_and(|end| units[end].octet > b' ');
        if named && (last.octet == b'.' || last.octet == b' ' && last.encoded) {
            let layer = u8::from(last.encoded);
            self.find(Rule::WindowsTrailing, context, last.at..last.end(), layer);
        }
    }
}
