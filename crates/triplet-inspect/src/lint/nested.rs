//! Values that are texts in a notation again: a reference, a form, the name of a host, a path that goes up.
//!
//! A value is decoded once, as the program does that splits the text around it, and once more for each program behind that one. The
//! decoded value is then checked by the rules for texts of its kind. Findings name the octets of the text that was given.
#![forbid(unsafe_code)]

use core::ops::Range;

use triplet::{decode, decode_triplet};

use super::address::judge;
use super::context::{Context, Severity};
use super::facts::{Component, Facts, Octets};
use super::prefilter::Signs;
use super::report::Report;
use super::rule::Rule;
use super::scheme::SchemeEffect;
use super::start::{Kind, Start};
use super::words::{is_callback, is_target, reaches_into_objects, reaches_into_prototypes};
use super::{climb, disguise, host, labels, markup, octets, schemes, windows};

/// How many texts may be within each other.
const DEPTH: u8 = 6;

/// What the checks of a value need, one or two each.
const REFERENCES: Signs =
    Signs::of_rules_as_written(&[Rule::UrlInValue, Rule::SchemeRelativeValue]);
const DOTS: Signs = Signs::of_rules_as_written(&[Rule::DotSegment]);
const TAGS: Signs = Signs::of_rules_as_written(&[Rule::HtmlMetachar]);
const DRIVES: Signs = Signs::of_rules_as_written(&[Rule::WindowsDrive]);
const STREAMS: Signs = Signs::of_rules_as_written(&[Rule::NtfsAds]);
const ENDS: Signs = Signs::of_rules_as_written(&[Rule::WindowsTrailing]);
const PROTOTYPES: Signs = Signs::of_rules_as_written(&[Rule::ProtoKey]);
const LETTERS: Signs = Signs::of_rules_as_written(&[Rule::MixedScript, Rule::ConfusableLabel]);

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

/// Checks a path as a program reads it that decodes the path once more.
pub(super) fn check_path(component: &Component<'_>, report: &mut Report) {
    if disguise::may_be_in(component.text()) {
        decoded(component, component.span.clone(), report, &|facts, report| {
            disguise::check(facts.input, report);
        });
    }
    if component.text().windows(3).any(|window| matches!(window, b"%25")) {
        decoded(component, component.span.clone(), report, &|facts, report| {
            let facts = Facts { octets: Octets::Decoded, ..facts };
            let before = report.count();
            (facts.check)(&facts, Context::Path, report);
            report.drop_notes(before);
        });
    }
    let encoded = component.text().contains(&b'%');
    // A gateway takes a segment for a reference.
    let mut start = component.span.start;
    for segment in component.text().split(|&b| b == b'/') {
        let span = start..start + segment.len();
        start = span.end + 1;
        if component.facts.depth == 0 {
            let scheme = schemes::check(component.input, span.clone(), Context::Segment, report);
            if scheme.is_some_and(|scheme| scheme.effect() == SchemeEffect::Web) {
                private_host_after(component, span.end, report);
            }
        }
        let is_colon = |window: &[u8]| matches!(window, [b'%', b'3', b'A' | b'a']);
        if encoded && (segment.windows(3).any(is_colon) || begins_with_two_slashes(segment)) {
            decoded(component, span, report, &|facts, report| {
                reference(facts, Context::Segment, b"", report);
            });
        }
    }
}

/// Reports a host that is not public in a reference within a path: `/proxy/http://169.254.169.254/`.
fn private_host_after(component: &Component<'_>, at: usize, report: &mut Report) {
    let rest = &component.input[at..component.span.end];
    let slashes = rest.iter().take_while(|b| climb::is_separator(b)).count();
    let length = rest[slashes..].iter().take_while(|b| !b"/:".contains(b)).count();
    let start = at + slashes;
    let judged = judge(&component.input[start..start + length]);
    if length > 0 && judged.private {
        host::judged(judged, start..start + length, Severity::Warn, 0, report);
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
    let octets = decode(text).lenient().to_bytes();
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
    let before = report.begin_inner();
    check(within, report);
    report.end_inner(before, text, span.start);
}

/// Whether a text has a triplet.
fn is_encoded(text: &[u8]) -> bool {
    text.windows(3).any(|window| decode_triplet(window).is_some())
}

/// Checks a value that is decoded. `again` says that it was decoded more often than it had to be.
fn value(facts: Facts<'_>, context: Context, name: &[u8], again: bool, report: &mut Report) {
    let text = facts.input;
    let all = 0..text.len();
    let octets = if again { Octets::Decoded } else { facts.octets };
    let facts = Facts { octets, ..facts };
    let component = Component::of(&facts, all.clone(), context);
    if again && component.may_have(octets::NEEDS) {
        octets::check(&component, report);
    }
    if again && component.may_have(markup::NEEDS_OF_EXPRESSIONS) {
        markup::check_expressions(&component, report);
    }
    let facts = Facts { octets: Octets::Triplets, ..facts };
    // An `&` is encoded in the text around a value, so that no row needs it.
    let ampersand = text.contains(&b'&');
    if (ampersand || component.may_have(REFERENCES)) && reference(facts, context, name, report) {
        return;
    }
    if ampersand && is_form(text) {
        (facts.check)(&facts, Context::Query, report);
        return;
    }
    if text.starts_with(b"/") && text.contains(&b';') {
        let before = report.count();
        (facts.check)(&facts, Context::Path, report);
        report.drop_notes(before);
    }
    if component.may_have(DOTS) {
        climb::check_value(text, again, report);
    }
    if component.may_have(disguise::NEEDS) {
        disguise::check(text, report);
    }
    if ampersand || component.may_have(TAGS) {
        markup::check_references(text, report);
    }
    if component.may_have(DRIVES)
        && let Some(severity) = windows::path(text)
    {
        report.find_as(Rule::WindowsDrive, severity, 0..text.len().min(3), 0);
    }
    if component.may_have(STREAMS)
        && let Some(severity) = windows::stream(text).filter(|&severity| severity > Severity::Info)
    {
        report.find_as(Rule::NtfsAds, severity, all.clone(), 0);
    }
    if component.may_have(ENDS) && windows::drops_end(text) {
        report.find_as(Rule::WindowsTrailing, Severity::Warn, all.clone(), 0);
    }
    if ampersand && let Some(place) = hidden_pair(text) {
        report.find_as(Rule::EncodedDelimiter, Severity::Warn, place, 0);
    }
    if component.may_have(PROTOTYPES)
        && let Some(place) = reaches_into_prototypes(text)
    {
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
        let page =
            text.get(..14).is_some_and(|start| start.eq_ignore_ascii_case(b"data:text/html"));
        if page {
            report.find_as(Rule::ScriptScheme, Severity::Warn, 0..5, 0);
        }
    }
    if component.may_have(LETTERS)
        && let Some(at) = text.iter().rposition(|&b| b == b'@')
        && !text[at..].is_ascii()
    {
        domain_of_mail(&facts, at + 1, report);
    }
    if is_encoded(text) {
        decoded(&component, all, report, &|facts, report| {
            let before = report.count();
            value(facts, context, name, true, report);
            report.drop_notes(before);
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
            // What a page shows is often of another host.
            let shown = name == b"src";
            let severity = if goes_on || path || shown { Severity::Info } else { Severity::Warn };
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
    let before = report.count();
    (facts.check)(&Facts { input, private, ..facts }, Context::Url, report);
    report.shift(before, skipped);
    // A server that sends people on compares the start of a reference, and a browser goes up after that.
    let path = facts.input.split(|b| b"?#".contains(b)).next().unwrap_or_default();
    if let Some(up) = path.windows(4).position(|window| window == b"/../")
        && up >= start.end
    {
        report.find_as(Rule::DotSegment, Severity::Warn, up + 1..up + 3, 0);
    }
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
        [b'o' | b'd', b' ' | b'+', rest @ ..] => rest,
        _ => name,
    };
    let of_name = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    let length = name.iter().take_while(of_name).count();
    // Base64 ends with `=`.
    name.first().is_some_and(u8::is_ascii_alphabetic)
        && name.get(length) == Some(&b'=')
        && name.get(length + 1).is_some_and(|b| *b != b'=')
}

/// Checks the domain of an address of mail whose letters imitate those of another (UTS #39).
fn domain_of_mail(facts: &Facts<'_>, start: usize, report: &mut Report) {
    let domain = &facts.input[start..];
    if domain.len() > 255 || domain.iter().any(|b| *b <= b' ' || b"/?#<>,;@".contains(b)) {
        return;
    }
    let mut at = start;
    for label in domain.split(|&b| b == b'.') {
        let place = at..at + label.len();
        at = place.end + 1;
        let before = report.count();
        labels::check(label, place, 0, false, report);
        report.drop_notes(before);
    }
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
