//! Values that are texts in a notation again: a reference, a form, the name of a host, a path that goes up.
//!
//! A value is decoded once, as the program does that splits the text around it, and once more for each program behind that one. The
//! decoded value is then checked by the rules for texts of its kind. Findings name the octets of the text that was given.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Range;

use triplet::{decode, decode_triplet};

use super::address::judge;
use super::arguments::{is_option, is_option_with_file};
use super::context::{Context, Severity};
use super::facts::{Component, Facts, Octets};
use super::needs::NON_ASCII;
use super::prefilter::Signs;
use super::report::Report;
use super::rule::Rule;
use super::scheme::SchemeEffect;
use super::start;
use super::start::{Kind, Start};
use super::words::{
    continues_host, is_attachment, is_callback, is_code, is_file, is_function,
    is_header_of_proxies, is_refresh, is_search, is_secret, is_target, is_way_on, operates,
    reaches_into_objects, reaches_into_prototypes,
};
use super::{
    bare, climb, cookieless, cut, dangerous_schemes, disguise, files, host, json, line_break, mail,
    markup, octets, windows,
};

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
const PARAMETERS: Signs = Signs::of_rules_as_written(&[Rule::PathParameter]);
const QUERIES: Signs = Signs::of_rules_as_written(&[Rule::NestedQuery]);
const SERVLETS: Signs = Signs::of_rules_as_written(&[Rule::HiddenFile]);
const DEVICES: Signs = Signs::of_rules_as_written(&[Rule::WindowsDevice]);
const FOREIGN: Signs = Signs::of_needles(&[NON_ASCII]);
const LETTERS: Signs = Signs::of_rules_as_written(&[Rule::MixedScript, Rule::ConfusableLabel]);

/// Checks a value. `name` is that of its pair.
pub(super) fn check(
    component: &Component<'_>,
    span: Range<usize>,
    name: &[u8],
    report: &mut Report,
) {
    let context = component.context;
    let written = &component.input[span.clone()];
    if component.may_have(REFERENCES)
        && written.contains(&b'%')
        && let Some((rule, place)) = start::hidden_host(written)
    {
        let place = span.start + place.start..span.start + place.end;
        report.find_as(rule, Severity::Warn, place, 1);
    }
    decoded(component, span, report, &|facts, report| {
        delimiter_before_extension(facts.input, written, report);
        value(facts, context, name, false, report);
    });
}

/// Checks a path as a program reads it that decodes the path once more.
pub(super) fn check_path(component: &Component<'_>, report: &mut Report) {
    if disguise::may_be_in(component.text()) {
        // What begins a reference without a host begins one with a host once it is normalised.
        let begins = component.facts.whole || component.facts.relative;
        decoded(component, component.span.clone(), report, &|facts, report| {
            disguise::check(facts.input, report);
            let text = facts.input;
            // `/／admin`, which a server sends on to `//admin` once it is normalised.
            let folds = text.starts_with(b"/")
                && text.len() > 4
                && matches!(
                    text[1..4],
                    [0xEF, 0xBC, 0x8F] | [0xE2, 0x81, 0x84] | [0xE2, 0x88, 0x95]
                );
            if begins && (folds || is_host_in_disguise(text)) {
                let all = 0..facts.input.len();
                report.find(Rule::NetworkPath, Context::Path, all, 0);
            }
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
            let scheme =
                dangerous_schemes::check(component.input, span.clone(), Context::Segment, report);
            if let Some(scheme) = scheme.filter(|scheme| scheme.effect() == SchemeEffect::Web) {
                private_host_after(component, span.end, report);
                let place = span.start..span.start + scheme.after;
                if start::is_mixed(&component.input[place.clone()]) {
                    report.find_as(Rule::UrlInValue, Severity::Warn, place, 0);
                }
            }
        }
        let is_colon = |window: &[u8]| matches!(window, [b'%', b'3', b'A' | b'a']);
        // The socket of a proxy is a path, so that its segments are not by themselves.
        if component.facts.depth == 0
            && segment.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"unix:"))
        {
            let rest = span.start..component.span.end;
            dangerous_schemes::check(component.input, rest, Context::Segment, report);
        }
        // The proxy of a site names a page of the same site: `/w_60/%2F%2Fcdn.site.test%2Fa.jpg`.
        let of_site = || is_of_site(&component.input[..component.span.start], segment);
        if encoded
            && (segment.windows(3).any(is_colon) || begins_with_two_slashes(segment) && !of_site())
        {
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

/// Whether the host in a segment after two encoded slashes has the last two labels of the host that ends a text.
fn is_of_site(before: &[u8], segment: &[u8]) -> bool {
    let host = segment[6..].split(|&b| b == b'%').next().unwrap_or_default();
    let dot = host.iter().rposition(|&b| b == b'.');
    let first = dot.and_then(|dot| host[..dot].iter().rposition(|&b| b == b'.'));
    let site = &host[first.map_or(0, |dot| dot + 1)..];
    let start = before.len().checked_sub(site.len()).filter(|_| dot.is_some_and(|dot| dot > 0));
    start.is_some_and(|start| {
        before[start..].eq_ignore_ascii_case(site)
            && before[..start].last().is_some_and(|b| matches!(b, b'.' | b'/' | b'@'))
    })
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
        web: false,
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
    if !again {
        named(&facts, context, name, report);
    }
    leads_on(&facts, context, name, report);
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
    if json::may_be_json(text) && component.may_have(REFERENCES) {
        strings_of_json(&facts, context, report);
    }
    if component.may_have(QUERIES) {
        query_within(&facts, report);
    }
    if is_option(text) || is_option_with_file(text) && !is_search(name) {
        report.find_as(Rule::LeadingDash, Severity::Warn, 0..text.len(), 0);
    }
    if ampersand && is_form(text) {
        (facts.check)(&facts, Context::Query, report);
        return;
    }
    if let Some(path) = path_of(text, name) {
        let before = report.count();
        (facts.check)(&Facts { input: path, ..facts }, Context::Path, report);
        report.drop_notes(before);
    }
    // A text of no known kind may be a link of a page.
    let of_page = || context == Context::Any && !again && climb::is_of_page(text);
    if component.may_have(DOTS) && !of_page() {
        climb::check_value(text, again, report);
        if let Some(place) = climb::to_hidden_file(text) {
            report.find_as(Rule::DotSegment, Severity::Warn, place, 0);
        }
    }
    if component.may_have(disguise::NEEDS) {
        disguise::check(text, report);
    }
    if ampersand || component.may_have(TAGS) {
        markup::check_references(text, report);
    }
    if ampersand && markup::begins_with_host(text) {
        report.find(Rule::SchemeRelativeValue, context, all.clone(), 0);
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
    if ampersand && let Some(place) = hidden_pair(text, name) {
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
    if let Some(place) = operates(text) {
        report.find_as(Rule::QueryOperator, Severity::Warn, place, 0);
    }
    if !json::may_be_json(text)
        && let Some(place) = line_break::escaped(text)
    {
        report.find_as(Rule::Crlf, Severity::Warn, place, 0);
    }
    if component.may_have(PARAMETERS)
        && let Some((place, cookieless::Kind::Hides)) = cookieless::find(text)
        && text.iter().any(climb::is_separator)
    {
        report.find_as(Rule::PathParameter, Severity::Warn, place, 0);
    }
    if component.may_have(DEVICES)
        && let Some(place) = windows::device_with_extension(text)
    {
        report.find_as(Rule::WindowsDevice, Severity::Warn, place, 0);
    }
    if component.may_have(FOREIGN) {
        if is_host_in_disguise(text) {
            report.find_as(Rule::SchemeRelativeValue, Severity::Warn, 0..text.len(), 0);
        }
        dangerous_schemes::check_compatible(text, report);
    }
    if component.may_have(REFERENCES) {
        dangerous_schemes::check_links(text, report);
        dangerous_schemes::check_escaped(text, report);
    }
    if let Some(place) = files::of_system(text).or_else(|| files::of_system_in_value(text)) {
        // People search for the names of such files.
        let severity = if is_search(name) { Severity::Info } else { Severity::Warn };
        report.find_as(Rule::SystemFile, severity, place, 0);
    }
    if component.may_have(SERVLETS)
        && let Some(place) = files::of_servlet(text)
        && !is_search(name)
    {
        report.find(Rule::HiddenFile, context, place, 0);
    }
    if (component.may_have(SERVLETS) || component.may_have(DOTS))
        && is_file(name)
        && let Some(place) = files::hidden_as_value(text)
    {
        report.find(Rule::HiddenFile, context, place, 0);
    }
    if component.may_have(DOTS)
        && let Some(place) = files::hidden_in_value(text)
        && !is_search(name)
    {
        report.find(Rule::HiddenFile, context, place, 0);
    }
    bare::check(&facts, name, report);
    if is_way_on(name) {
        let starts = |start: &[u8]| {
            text.get(..start.len()).is_some_and(|first| first.eq_ignore_ascii_case(start))
        };
        // Without a comma it has no data (RFC 2397), and a filter sees the name of a host.
        if is_target(name) && starts(b"data:text/html")
            || starts(b"data:") && !text.contains(&b',') && text.contains(&b'.')
        {
            report.find_as(Rule::ScriptScheme, Severity::Warn, 0..5, 0);
        }
    }
    if component.may_have(LETTERS)
        && let Some(at) = text.iter().rposition(|&b| b == b'@')
        && !text.is_ascii()
    {
        if !text[at..].is_ascii() {
            mail::domain(&facts, at + 1, report);
        }
        if let Some(place) = mail::address_that_folds(text, at) {
            report.find_as(Rule::CaseFold, Severity::Warn, place, 0);
        }
    }
    if is_encoded(text) {
        decoded(&component, all, report, &|facts, report| {
            let before = report.count();
            delimiter_before_extension(facts.input, text, report);
            value(facts, context, name, true, report);
            report.drop_notes(before);
        });
    }
}

/// The path of a value that begins at the root and has what servers and the filters before them read in different ways: a parameter,
/// triplets, or `..`. What a person searches for is a text.
fn path_of<'a>(text: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    if !text.starts_with(b"/") {
        return None;
    }
    let length = text.iter().position(|b| b"?#".contains(b)).unwrap_or(text.len());
    let path = &text[..length];
    let is_triplet = |(at, b): (usize, &u8)| *b != b'%' || decode_triplet(&path[at..]).is_some();
    let is_strange = || {
        let has = path.contains(&b'%') || path.windows(2).any(|two| two == b"..");
        has && !is_search(name) && path.iter().enumerate().all(is_triplet)
    };
    (path.contains(&b';') || is_strange()).then_some(path)
}

/// Checks a value by the name of its pair.
fn named(facts: &Facts<'_>, context: Context, name: &[u8], report: &mut Report) {
    let all = 0..facts.input.len();
    if context == Context::Query && is_secret(name) {
        report.find(Rule::SecretInQuery, context, all.clone(), 0);
    }
    if facts.message && is_attachment(name) {
        report.find(Rule::SystemFile, context, all.clone(), 0);
    }
    if is_header_of_proxies(name) {
        report.find(Rule::HeaderAsName, context, all.clone(), 0);
    }
    if is_function(name) && is_code(facts.input) && Start::read(facts.input).is_none() {
        report.find(Rule::CallbackCode, context, all.clone(), 0);
    }
}

/// Checks whether a value leads on: it is joined to a host before it, or is what a page reloads.
fn leads_on(facts: &Facts<'_>, context: Context, name: &[u8], report: &mut Report) {
    let all = 0..facts.input.len();
    // The query is joined to the host of another server: `?@evil.test/x`.
    let joins = || {
        context == Context::Query
            && name.is_empty()
            && facts.input.starts_with(b"@")
            && facts.input.contains(&b'/')
    };
    let continues = || continues_host(host::without_blanks(facts.input));
    if is_refresh(facts.input) || (joins() || is_way_on(name)) && continues() {
        report.find_as(Rule::SchemeRelativeValue, Severity::Warn, all, 0);
    }
}

/// Checks a text that begins like a reference. Returns whether it does.
fn reference(facts: Facts<'_>, context: Context, name: &[u8], report: &mut Report) -> bool {
    let Some(start) = Start::read(facts.input) else { return false };
    let text = &facts.input[..start.end];
    match start.kind {
        // As a reference it has an error, which is found there.
        Kind::Scheme if facts.input[start.before.start].is_ascii_digit() => {}
        Kind::Scheme => {
            // Only a filter that knows small letters is a reason to write `hTTp:`.
            let severity = match start::is_mixed(&facts.input[start.before.clone()]) {
                true => Severity::Warn,
                false => Rule::UrlInValue.severity(context),
            };
            report.find_as(Rule::UrlInValue, severity, start.before.clone(), 0);
        }
        Kind::Slashes => {
            // What a page loads has a path and a query after the host, and so have the services that match visitors, which write `r` or
            // `redir`. Another name that people are sent on by decides.
            let path = facts.input[start.end..].split(|&b| b == b'?').next().unwrap_or_default();
            let sends = is_way_on(name) && ![&b"r"[..], b"u", b"redir"].contains(&name);
            let loads = files::is_static(path) || files::is_image(path) || !sends;
            let goes_on = start.end + path.len() < facts.input.len() && loads;
            // A fragment is the path of an application in a page.
            let path = context == Context::Fragment && name.is_empty() && !text.contains(&b'.');
            // What a page shows is often of another host.
            let shown = name == b"src";
            let severity = if goes_on || path || shown { Severity::Info } else { Severity::Warn };
            report.find_as(Rule::SchemeRelativeValue, severity, 0..text.len(), 0);
        }
        Kind::SlashAndScheme => {
            // A page whose own path is in its fragment shows what it is about there: `#/https://a.test/`.
            let severity = match context == Context::Fragment && name.is_empty() {
                true => Severity::Info,
                false => Rule::SchemeRelativeValue.severity(context),
            };
            report.find_as(Rule::SchemeRelativeValue, severity, 0..text.len(), 0);
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
    if !is_search(name)
        && let Some(place) = bare::private_of_list(facts.input)
    {
        let judged = judge(&facts.input[place.clone()]);
        host::judged(judged, place, private, 0, report);
    }
    // A server that sends people on compares the start of a reference, and a browser goes up after that.
    let path = facts.input.split(|b| b"?#".contains(b)).next().unwrap_or_default();
    if let Some(up) = path.windows(4).position(|window| window == b"/../")
        && up >= start.end
    {
        report.find_as(Rule::DotSegment, Severity::Warn, up + 1..up + 3, 0);
    }
    true
}

/// Checks the query of a value that is a path, or a reference that does not begin with a host: `/go?to=//evil.test`.
fn query_within(facts: &Facts<'_>, report: &mut Report) {
    let text = facts.input;
    let Some(at) = text.iter().position(|&b| b == b'?') else { return };
    let query = &text[at + 1..];
    if !query.contains(&b'=') {
        return;
    }
    let before = report.count();
    (facts.check)(&Facts { input: query, ..*facts }, Context::Query, report);
    report.drop_notes(before);
    report.shift(before, at + 1);
}

/// Whether a text is pairs with `&` between them: it begins with a name and `=`.
fn is_form(text: &[u8]) -> bool {
    let Some(equals) = text.iter().position(|&b| b == b'=') else { return false };
    let of_name = |b: &u8| b.is_ascii_alphanumeric() || b"_-.[]$%".contains(b);
    text.contains(&b'&') && equals > 0 && equals < 64 && text[..equals].iter().all(of_name)
}

/// Where a pair is hidden in a value: `x&admin=true`. `own` is the name of the pair that the value is of.
fn hidden_pair(text: &[u8], own: &[u8]) -> Option<Range<usize>> {
    let ampersand = text.iter().position(|&b| b == b'&')?;
    // As HTML writes it.
    let start = match text[ampersand + 1..].starts_with(b"amp;") {
        true => ampersand + 4,
        false => ampersand,
    };
    let name =
        text[start + 1..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    let end = start + 1 + name;
    // A reference with a query has pairs. A path has none, so that its own name after it is of another pair.
    let is_own = text[start + 1..end] == *own && !text[..start].contains(&b'?');
    if !is_own && text[..start].iter().any(|b| b"=/:?<".contains(b) || *b <= b' ') {
        return None;
    }
    let least = if is_search(own) { 2 } else { 1 };
    (name >= least && text.get(end) == Some(&b'=') && text.len() > end + 1)
        .then_some(start..end + 1)
}

/// Reports a delimiter before an extension. `written` is the text before it was decoded.
fn delimiter_before_extension(text: &[u8], written: &[u8], report: &mut Report) {
    let Some(at) = cut::before_extension(text) else { return };
    let rule = match text[at] {
        b';' => Rule::PathParameter,
        delimiter if written.contains(&delimiter) => Rule::NestedQuery,
        _ => Rule::EncodedDelimiter,
    };
    report.find_as(rule, Severity::Warn, at..at + 1, 0);
}

/// Checks the strings of a value in JSON, each as the value of its name.
fn strings_of_json(facts: &Facts<'_>, context: Context, report: &mut Report) {
    if facts.depth == DEPTH {
        return;
    }
    let mut name = Vec::new();
    for string in json::strings(facts.input) {
        if string.is_name {
            name = string.octets;
            continue;
        }
        let within = Facts { input: &string.octets, depth: facts.depth + 1, ..*facts };
        let before = report.begin_inner();
        let all = 0..within.input.len();
        dangerous_schemes::check(within.input, all.clone(), context, report);
        dangerous_schemes::check_after_slashes(within.input, all, context, report);
        delimiter_before_extension(within.input, b"", report);
        value(within, context, &name, false, report);
        report.drop_notes(before);
        report.end_string(before, &string.starts);
    }
}

/// Whether a value begins with slashes and a host once compatible characters are replaced (NFKC): `／／evil.test`, `。。//evil.test`.
fn is_host_in_disguise(text: &[u8]) -> bool {
    let plain = disguise::start(text);
    // What is left of dots are segments that change nothing.
    let dots = plain.iter().take_while(|&&b| b == b'.').count();
    let rest = &plain[dots..];
    dots <= 2 && matches!(rest, [b'/' | b'\\', b'/' | b'\\', ..]) && start::begins_with_host(rest)
}
