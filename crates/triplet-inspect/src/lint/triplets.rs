//! Advice on the triplets of a component that is well-formed.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::context::{Context, Severity};
use super::facts::Component;
use super::prefilter::Signs;
use super::report::Report;
use super::rule::Rule;
use crate::units::unit_at;

/// The signs of the rules that [`check`] applies.
pub(super) const NEEDS: Signs = Signs::of_rules(&[Rule::LowercaseHex, Rule::OverEncoded]);

/// Advises on well-formed triplets: needless ones, and the case of their digits. `dots` are the encoded dot segments, in
/// order.
pub(super) fn check(component: &Component<'_>, dots: &[Range<usize>], report: &mut Report) {
    let Component { span, context, .. } = component;
    let (input, context) = (component.input_to_end(), *context);
    // For each octet, how its digits are written: bit 0 upper case, bit 1 lower case.
    let mut written = [0u8; 256];
    let advises = !matches!(context, Context::Host | Context::Userinfo);
    let mut dots = dots.iter().peekable();
    let mut at = span.start;
    while let Some(percent) = input[at..].iter().position(|&b| b == b'%') {
        let unit = unit_at(input, at + percent);
        at = unit.end();
        let digits = &input[unit.at + 1..unit.end()];
        let cases = digits.iter().fold(0, |cases, digit| cases | case(*digit));
        let before = written[usize::from(unit.octet)];
        written[usize::from(unit.octet)] |= cases;
        if before | cases == 3 && before != 3 && cases != 3 {
            report.find(Rule::LowercaseHex, context, unit.at..unit.end(), 0);
        }
        while dots.next_if(|segment| segment.end <= unit.at).is_some() {}
        let of_dots = dots.peek().is_some_and(|segment| segment.contains(&unit.at));
        if advises && is_needless(unit.octet) && !of_dots {
            // Programs encode some of the marks, and none encodes a letter, a digit or the dot of a hidden file.
            let begins = input[..unit.at].last().is_none_or(|b| matches!(b, b'/' | b'='));
            let is_odd = unit.octet.is_ascii_alphanumeric() || unit.octet == b'.' && begins;
            let severity = if is_odd { Severity::Warn } else { Severity::Info };
            report.find_as(Rule::OverEncoded, severity, unit.at..unit.end(), 1);
        }
    }
}

/// How a hexadecimal digit is written: 1 upper case, 2 lower case, 0 without case.
const fn case(digit: u8) -> u8 {
    match digit {
        b'A'..=b'F' => 1,
        b'a'..=b'f' => 2,
        _ => 0,
    }
}

/// Whether an octet is unreserved, so that its triplet is needless.
pub(super) const fn is_needless(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'.' | b'_' | b'~')
}
