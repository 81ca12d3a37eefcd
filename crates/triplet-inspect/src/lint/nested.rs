//! Values that are texts in a notation again: a reference, a form, the name of a host, a path that goes up.
//!
//! A value is decoded once, as the program does that splits the text around it, and again for each program behind that one. What it
//! is then is checked by the rules for texts of its kind. What is found is said of the octets of the text that was given.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use triplet::decode_triplet;

use super::address::judge;
use super::context::{Context, Severity};
use super::facts::{Component, Facts, Octets};
use super::report::Report;
use super::rule::Rule;
use super::start::{Kind, Start};
use super::words::{is_callback, is_target, reaches_into_objects, reaches_into_prototypes};
use super::{climb, disguise, host, markup, octets, schemes, windows};
use crate::units::unit_at;

/// How many texts may be within each other.
const DEPTH: u8 = 6;

/// Checks a value. `name` is that of its pair.
pub(super) fn check(
    component: &Component<'_>,
    span: Range<usize>,
    name: &[u8],
    report: &mut Report,
) {
    let context = component.context;
    decoded(component, span, report, &|facts, report| value(facts, context, name, false, report));
}

/// Checks a path as a program reads it that decodes it once more.
pub(super) fn check_path(component: &Component<'_>, report: &mut Report) {
    if disguise::may_be_in(component.text()) {
        decoded(component, component.span.clone(), report, &|facts, report| {
            disguise::check(facts.input, report);
        });
    }
    if component.text().windows(3).any(|window| window == b"%25") {
        decoded(component, component.span.clone(), report, &|facts, report| {
            let facts = Facts { octets: Octets::Decoded, ..facts };
            (facts.check)(&facts, Context::Path, report);
            report.drop_notes();
        });
    }
    // A gateway takes a segment for a reference.
    let mut start = component.span.start;
    for segment in component.text().split(|&b| b == b'/') {
        let span = start..start + segment.len();
        start = span.end + 1;
        if component.facts.depth == 0 {
            schemes::check(component.input, span.clone(), Context::Segment, report);
        }
        let colon = segment.windows(3).any(|window| window.eq_ignore_ascii_case(b"%3A"));
        if colon || begins_with_two_slashes(segment) {
            decoded(component, span, report, &|facts, report| {
                reference(facts, Context::Segment, b"", report);
            });
        }
    }
}

/// Whether a segment begins with two slashes or backslashes, which are encoded.
fn begins_with_two_slashes(segment: &[u8]) -> bool {
    let is_slash = |at: usize| {
        segment
            .get(at..at + 3)
            .and_then(decode_triplet)
            .is_some_and(|octet| climb::is_separator(&octet))
    };
    is_slash(0) && is_slash(3)
}

/// Decodes a part of a text once, and passes it on.
fn decoded(
    component: &Component<'_>,
    span: Range<usize>,
    report: &mut Report,
    check: &dyn Fn(Facts<'_>, &mut Report),
) {
    let facts = component.facts;
    let text = &component.input[span.clone()];
    if facts.depth == DEPTH || text.is_empty() {
        return;
    }
    let octets = decode(text);
    let mut inner = report.inner();
    let within = Facts {
        input: &octets,
        whole: false,
        message: facts.message,
        relative: false,
        ask_all: facts.ask_all,
        depth: facts.depth + 1,
        octets: Octets::Triplets,
        private: facts.private,
        check: facts.check,
    };
    check(within, &mut inner);
    report.take(inner, text, span.start);
}

/// Whether a text has a triplet.
fn is_encoded(text: &[u8]) -> bool {
    text.windows(3).any(|window| decode_triplet(window).is_some())
}

fn decode(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'%') {
        return text.into();
    }
    let mut octets = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let unit = unit_at(text, at);
        octets.push(unit.octet);
        at = unit.end();
    }
    octets.into()
}

/// Checks a value that is decoded. `again` says that it was decoded more often than it had to be.
fn value(facts: Facts<'_>, context: Context, name: &[u8], again: bool, report: &mut Report) {
    let text = facts.input;
    let all = 0..text.len();
    let octets = if again { Octets::Decoded } else { facts.octets };
    let facts = Facts { octets, ..facts };
    let component = Component::of(&facts, all.clone(), context);
    if again {
        octets::check(&component, report);
        markup::check_expressions(&component, report);
    }
    let facts = Facts { octets: Octets::Triplets, ..facts };
    if reference(facts, context, name, report) {
        return;
    }
    if is_form(text) {
        (facts.check)(&facts, Context::Query, report);
        return;
    }
    climb::check_value(text, again, report);
    disguise::check(text, report);
    markup::check_references(text, report);
    if let Some(severity) = windows::path(text) {
        report.find_as(Rule::WindowsDrive, severity, 0..text.len().min(3), 0);
    }
    if let Some(severity) = windows::stream(text).filter(|&severity| severity > Severity::Info) {
        report.find_as(Rule::NtfsAds, severity, all.clone(), 0);
    }
    if windows::drops_end(text) {
        report.find_as(Rule::WindowsTrailing, Severity::Warn, all.clone(), 0);
    }
    if let Some(place) = hidden_pair(text) {
        report.find_as(Rule::EncodedDelimiter, Severity::Warn, place, 0);
    }
    if let Some(place) = reaches_into_prototypes(text) {
        report.find_as(Rule::ProtoKey, Severity::Warn, place, 0);
    }
    if let Some(place) = reaches_into_objects(text) {
        report.find(Rule::ObjectGraphName, context, place, 0);
    }
    if is_option(text) {
        report.find_as(Rule::LeadingDash, Severity::Warn, 0..text.len(), 0);
    }
    if is_target(name) {
        private_name(&facts, report);
    }
    if is_encoded(text) {
        decoded(&component, all, report, &|facts, report| {
            value(facts, context, name, true, report);
            report.drop_notes();
        });
    }
}

/// Checks a text that begins like a reference. Returns whether it does.
fn reference(facts: Facts<'_>, context: Context, name: &[u8], report: &mut Report) -> bool {
    let Some(start) = Start::read(facts.input) else { return false };
    let text = &facts.input[..start.end];
    match start.kind {
        Kind::Scheme if facts.input[start.before.start].is_ascii_digit() => {
            report.find_as(Rule::InvalidScheme, Severity::Warn, start.before.clone(), 0);
        }
        Kind::Scheme => report.find(Rule::UrlInValue, context, start.before.clone(), 0),
        Kind::Slashes => {
            // A program that sends people on writes a path and a query after the host.
            let goes_on = facts.input[start.end..].contains(&b'?');
            // A fragment is the path of an application in a page.
            let path = context == Context::Fragment && name.is_empty() && !text.contains(&b'.');
            let severity = if goes_on || path { Severity::Info } else { Severity::Warn };
            report.find_as(Rule::SchemeRelativeValue, severity, 0..text.len(), 0);
        }
        Kind::SlashAndScheme => {
            report.find(Rule::SchemeRelativeValue, context, 0..text.len(), 0);
        }
    }
    // Elsewhere a tab is a finding by itself.
    let control = text.iter().position(|b| matches!(b, b'\t' | b'\r' | b'\n'));
    if let Some(control) = control.filter(|_| context == Context::Form) {
        report.find(Rule::ControlChar, context, control..control + 1, 0);
    }
    // Programs on a person's own machine are called back there (RFC 8252 section 7.3).
    let private = if is_callback(name) { Severity::Info } else { Severity::Warn };
    let input = &facts.input[usize::from(start.kind == Kind::SlashAndScheme)..];
    let skipped = facts.input.len() - input.len();
    let mut inner = report.inner();
    (facts.check)(&Facts { input, private, ..facts }, Context::Url, &mut inner);
    report.take_shifted(inner, skipped);
    true
}

/// Whether a text is pairs with `&` between them: it begins with a name and `=`.
fn is_form(text: &[u8]) -> bool {
    let Some(equals) = text.iter().position(|&b| b == b'=') else { return false };
    let of_name = |b: &u8| b.is_ascii_alphanumeric() || b"_-.[]$%".contains(b);
    text.contains(&b'&') && equals > 0 && equals < 64 && text[..equals].iter().all(of_name)
}

/// Where a pair is hidden in a value: `x&admin=true`.
fn hidden_pair(text: &[u8]) -> Option<Range<usize>> {
    let start = text.iter().position(|&b| b == b'&')?;
    if text[..start].iter().any(|b| b"=/:?<".contains(b) || *b <= b' ') {
        return None;
    }
    let name =
        text[start + 1..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    let end = start + 1 + name;
    (name > 1 && text.get(end) == Some(&b'=') && text.len() > end + 1).then_some(start..end + 1)
}

/// Whether a value is read as an option with an argument: `--output=x`, `-oProxyCommand=x`.
pub(super) fn is_option(text: &[u8]) -> bool {
    let Some(option) = text.strip_prefix(b"-") else { return false };
    let name = option.strip_prefix(b"-").unwrap_or(option);
    // `-o ProxyCommand=x`
    let name = match name {
        [letter, b' ' | b'+', rest @ ..] if letter.is_ascii_alphabetic() => rest,
        _ => name,
    };
    let length = name.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'-').count();
    name.first().is_some_and(u8::is_ascii_alphabetic) && name.get(length) == Some(&b'=')
}

/// Reports a value that is nothing but the name or the address of a host that is not public.
fn private_name(facts: &Facts<'_>, report: &mut Report) {
    let text = facts.input;
    let length = match text.starts_with(b"[") {
        true => text.iter().position(|&b| b == b']').map_or(0, |bracket| bracket + 1),
        false => text.iter().take_while(|b| !b":/?#\\".contains(b)).count(),
    };
    let name = &text[..length];
    let judged = judge(name);
    // A short number is the number of something.
    let number = name.iter().all(u8::is_ascii_digit) && name.len() < 8;
    if (judged.private || judged.embedded == Some(Severity::Warn)) && !number {
        host::judged(judged, 0..length, Severity::Warn, 0, report);
    }
}
