//! The rules for the parts of a component: the segments of a path, the labels of a host, the pairs of a form. The rules
//! for single octets and characters are in [`lint`](super::lint) and [`codepoints`](super::codepoints).
#![forbid(unsafe_code)]

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::Range;

use super::context::{Context, Severity};
use super::devices::{is_device, may_be_device};
use super::lint::Linter;
use super::octets::Unit;
use super::rule::Rule;

impl Linter<'_> {
    pub(super) fn path(&mut self, units: &[Unit], context: Context) {
        for unit in units.iter().filter(|unit| unit.encoded) {
            match unit.octet {
                b'/' | b'\\' => {
                    self.find(Rule::EncodedSeparator, context, unit.at..unit.end(), 1);
                }
                b'?' | b'#' => self.find(Rule::EncodedDelimiter, context, unit.at..unit.end(), 1),
                _ => {}
            }
        }
        let is_separator =
            |unit: &Unit| unit.octet == b'/' || (unit.octet == b'\\' && unit.encoded);
        let mut after_encoded = false;
        let mut start = 0;
        while start <= units.len() {
            let length = units[start..].iter().take_while(|unit| !is_separator(unit)).count();
            let end = start + length;
            let before_encoded = units.get(end).is_some_and(|unit| unit.encoded);
            self.segment(&units[start..end], after_encoded || before_encoded, context);
            after_encoded = before_encoded;
            start = end + 1;
        }
    }

    /// Checks a part between two separators. `hidden` says that one of them is encoded, so that the part is a segment
    /// only after decoding.
    pub(super) fn segment(&mut self, units: &[Unit], hidden: bool, context: Context) {
        let (Some(first), Some(last)) = (units.first(), units.last()) else { return };
        let span = first.at..last.end();
        let octets = || units.iter().map(|unit| unit.octet);
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
            return;
        }
        let name = units.split(|unit| unit.octet == b';').next().unwrap_or_default();
        if is_dots(name) {
            if encoded(name) {
                self.dots.push(span.clone());
                self.find(Rule::EncodedDotSegment, context, span.clone(), 1);
            }
            let layer = u8::from(encoded(units));
            self.find(Rule::DotSegmentPathParam, context, span, layer);
            return;
        }
        let layer = u8::from(encoded(units));
        let is_stream = |window: &[Unit]| window.iter().map(|unit| unit.octet).eq(*b"::$");
        if units.windows(3).any(is_stream) {
            self.find(Rule::NtfsAds, context, span.clone(), layer);
        }
        if may_be_device(first.octet)
            && units.len() <= 64
            && is_device(&octets().collect::<Vec<u8>>())
        {
            self.find(Rule::WindowsDevice, context, span, layer);
        }
    }

    pub(super) fn host(&mut self, units: &[Unit], context: Context) {
        let Some(first) = units.first() else { return };
        // The zone of an IPv6 address follows an encoded `%` (RFC 6874).
        let zone = (first.octet == b'[' && units.last().is_some_and(|last| last.octet == b']'))
            .then(|| units.iter().position(|unit| unit.encoded && unit.octet == b'%'))
            .flatten();
        if let Some(zone) = zone {
            return self.host(&units[..zone], context);
        }
        if first.octet == b'-' {
            self.find(Rule::LeadingDash, context, first.at..first.end(), u8::from(first.encoded));
        }
        for unit in units.iter().filter(|unit| unit.encoded && unit.octet.is_ascii()) {
            let rule = match unit.octet {
                b'.' | b'-' | b'_' | b'~' => Rule::OverEncodedHost,
                octet if octet.is_ascii_alphanumeric() => Rule::OverEncodedHost,
                _ => Rule::EncodedDelimiterInHost,
            };
            self.find(rule, context, unit.at..unit.end(), 1);
        }
        for label in units.split(|unit| unit.octet == b'.') {
            let (Some(first), Some(last)) = (label.first(), label.last()) else { continue };
            let octets: Vec<u8> = label.iter().map(|unit| unit.octet).collect();
            if !is_ace_valid(&octets) {
                self.find(Rule::InvalidAceLabel, context, first.at..last.end(), 0);
            }
        }
    }

    pub(super) fn userinfo(&mut self, units: &[Unit], context: Context) {
        if let Some(first) = units.first()
            && first.octet == b'-'
        {
            self.find(Rule::LeadingDash, context, first.at..first.end(), u8::from(first.encoded));
        }
    }

    pub(super) fn form(&mut self, units: &[Unit], context: Context) {
        let mut names = BTreeSet::new();
        let (mut plus, mut encoded_plus) = (None, false);
        for unit in units {
            match (unit.octet, unit.encoded) {
                (b'+', false) => plus = plus.or(Some(unit.at)),
                (b'+', true) => encoded_plus = true,
                _ => {}
            }
        }
        if let (Some(at), true) = (plus, encoded_plus) {
            self.find(Rule::PlusAmbiguity, context, at..at + 1, 0);
        }
        for pair in units.split(|unit| unit.octet == b'&' && !unit.encoded) {
            let Some(first) = pair.first() else { continue };
            let equals = pair.iter().position(|unit| unit.octet == b'=' && !unit.encoded);
            let name = &pair[..equals.unwrap_or(pair.len())];
            if let Some(unit) =
                name.iter().find(|unit| unit.encoded && matches!(unit.octet, b'=' | b'&'))
            {
                self.find(Rule::EncodedDelimiter, context, unit.at..unit.end(), 1);
            }
            if let Some(semicolon) = pair.iter().position(|u| u.octet == b';' && !u.encoded)
                && pair[semicolon..].iter().any(|unit| unit.octet == b'=')
            {
                let unit = pair[semicolon];
                self.find(Rule::SemicolonSeparator, context, unit.at..unit.end(), 0);
            }
            let end = name.last().map_or(first.at, Unit::end);
            let octets: Vec<u8> = name.iter().map(|unit| unit.octet).collect();
            self.name(&octets, first.at..end, context);
            if !octets.is_empty() && !octets.contains(&b'[') && !names.insert(octets) {
                self.find(Rule::DuplicateKey, context, first.at..end, 0);
            }
        }
    }

    /// Checks only the names of pairs.
    pub(super) fn names(&mut self, units: &[Unit], context: Context) {
        for pair in units.split(|unit| unit.octet == b'&' && !unit.encoded) {
            let name = pair.split(|unit| unit.octet == b'=' && !unit.encoded).next();
            let (Some(name), Some(first)) = (name, pair.first()) else { continue };
            let octets: Vec<u8> = name.iter().map(|unit| unit.octet).collect();
            self.name(&octets, first.at..name.last().map_or(first.at, Unit::end), context);
        }
    }

    /// Checks the name of a pair as decoders read it that build objects from names such as `a[b][0].c`.
    pub(super) fn name(&mut self, name: &[u8], span: Range<usize>, context: Context) {
        let keys = name.split(|b| matches!(b, b'[' | b']' | b'.')).filter(|key| !key.is_empty());
        let (mut depth, mut proto, mut huge) = (0, false, false);
        for key in keys {
            // At the top level, `prototype` and `constructor` are ordinary words.
            proto |=
                key == b"__proto__" || (depth > 0 && matches!(key, b"prototype" | b"constructor"));
            huge |= depth > 0
                && (key == b"length" || (key.len() > 4 && key.iter().all(u8::is_ascii_digit)));
            depth += 1;
        }
        // An index is written in brackets.
        let brackets = name.contains(&b'[');
        if proto {
            self.find(Rule::ProtoKey, context, span.clone(), 0);
        }
        if brackets && (huge || depth > 10) {
            self.find(Rule::DeepOrHugeIndex, context, span, 0);
        }
    }
}

/// Whether a label that begins with `xn--` is an A-label: punycode (RFC 3492) of at least one character outside ASCII.
/// True for labels without this prefix.
fn is_ace_valid(label: &[u8]) -> bool {
    let Some(prefix) = label.get(..4) else { return true };
    if !prefix.eq_ignore_ascii_case(b"xn--") {
        return true;
    }
    let encoded = &label[4..];
    let plain = encoded.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'-');
    if encoded.is_empty() || !plain || encoded.ends_with(b"-") {
        return false;
    }
    #[cfg(feature = "idna")]
    {
        str::from_utf8(label).is_ok_and(|label| idna::domain_to_unicode(label).1.is_ok())
    }
    #[cfg(not(feature = "idna"))]
    {
        true
    }
}
