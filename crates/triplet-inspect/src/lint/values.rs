//! The rules for values: what a program may follow, open or run.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::address::judge;
use super::context::{Context, Severity};
use super::facts::Component;
use super::host::looks_like_host;
use super::prefilter::Signs;
use super::report::Report;
use super::rule::Rule;
use super::rules::ALL_RULES;
use super::scheme::{Scheme, SchemeEffect};
use super::{host, schemes};
use crate::units::{View, peel};

/// What [`check`] needs.
pub(super) const NEEDS: Signs = Signs::of_rules(&[
    Rule::ScriptScheme,
    Rule::FetcherScheme,
    Rule::WrongSlashes,
    Rule::MisleadingUserinfo,
    Rule::NumericHost,
    Rule::PrivateHost,
    Rule::EmbeddedIpv4,
    Rule::UrlInValue,
    Rule::SchemeRelativeValue,
    Rule::ProtoKey,
    Rule::DotSegment,
]);

/// The longest authority of a value that is checked.
const LONGEST: usize = 300;

/// The start of a reference within a value, as browsers read it: controls are dropped, and backslashes are slashes.
struct Start {
    slashes: usize,
    octets: [u8; LONGEST],
    length: usize,
    /// Where the octets are in the text.
    place: Range<usize>,
    /// The octet that ends the authority.
    end: Option<u8>,
    /// Where the first tab or line break is.
    control: Option<Range<usize>>,
}

impl Start {
    fn read(text: &[u8], mut at: usize) -> Start {
        let mut start = Start {
            slashes: 0,
            octets: [0; LONGEST],
            length: 0,
            place: at..at,
            end: None,
            control: None,
        };
        while at < text.len() && start.length < LONGEST {
            let (octet, next) = peel(text, at);
            match octet {
                b'\t' | b'\r' | b'\n' => start.control = start.control.or(Some(at..next)),
                // Leading spaces and controls.
                0..=0x20 if start.length == 0 => {}
                b'/' | b'\\' if start.length == 0 => start.slashes += 1,
                b'/' | b'\\' | b'?' | b'#' => {
                    start.end = Some(octet);
                    break;
                }
                _ => {
                    if start.length == 0 {
                        start.place = at..next;
                    }
                    start.octets[start.length] = octet;
                    start.length += 1;
                    start.place.end = next;
                }
            }
            at = next;
        }
        if start.length == 0 {
            start.place = at..at;
        }
        start
    }

    fn authority(&self) -> &[u8] {
        &self.octets[..self.length]
    }

    fn userinfo(&self) -> Option<&[u8]> {
        let authority = self.authority();
        authority.iter().rposition(|&b| b == b'@').map(|at| &authority[..at])
    }

    /// The host without a port.
    fn host(&self) -> &[u8] {
        let authority = self.authority();
        let host = &authority[self.userinfo().map_or(0, |userinfo| userinfo.len() + 1)..];
        let length = match host.iter().position(|&b| b == b']') {
            Some(bracket) => bracket + 1,
            None => host.iter().position(|&b| b == b':').unwrap_or(host.len()),
        };
        &host[..length]
    }

    /// Whether the host is one: text of people begins with slashes too.
    fn is_host(&self) -> bool {
        let host = self.host();
        let judged = judge(host);
        let allowed =
            |b: &u8| b.is_ascii_alphanumeric() || !b.is_ascii() || b"-._~[]:%".contains(b);
        !host.is_empty()
            && host.iter().all(allowed)
            && (judged.numeric
                || judged.private
                || self.userinfo().is_some()
                || host[..host.len() - 1].contains(&b'.')
                || host.starts_with(b"[")
                || self.slashes > 2
                || self.end == Some(b'/'))
    }
}

/// Checks the values of a query, a form, a fragment or a text.
pub(super) fn check(component: &Component<'_>, report: &mut Report) {
    let (text, span) = (component.text(), component.span.clone());
    // A value that is no name and no number has one of these.
    if !ALL_RULES || !text.iter().any(|b| matches!(b, b':' | b'%' | b'\\' | b'/' | b'.')) {
        return;
    }
    if component.context == Context::Any {
        return value(component, span, b"", report);
    }
    let mut start = span.start;
    for pair in text.split(|&b| b == b'&') {
        let end = start + pair.len();
        let equals = pair.iter().position(|&b| b == b'=');
        let (name, begin) = match equals {
            Some(equals) => (&pair[..equals], start + equals + 1),
            None => (&b""[..], start),
        };
        value(component, begin..end, name, report);
        start = end + 1;
    }
}

fn value(component: &Component<'_>, span: Range<usize>, name: &[u8], report: &mut Report) {
    let (input, context) = (component.input, component.context);
    let text = &input[span.clone()];
    let scheme = schemes::check(input, span.clone(), context, report);
    match scheme {
        Some(scheme) => {
            reference(component, span.clone(), &scheme, name, report);
        }
        None => {
            let start = Start::read(text, 0);
            if start.slashes >= 2 && start.is_host() {
                let place = span.start..span.start + start.place.end;
                report.find(Rule::SchemeRelativeValue, context, place, 0);
                host_of_value(&start, span.start, name, context, report);
            }
        }
    }
    // The key of an object in JSON.
    if let Some(at) = text.windows(9).position(|window| window == b"__proto__") {
        let place = span.start + at..span.start + at + 9;
        report.find_as(Rule::ProtoKey, Severity::Warn, place, 0);
    }
    climbs(input, span, report);
}

/// Checks a value that begins with a scheme.
fn reference(
    component: &Component<'_>,
    span: Range<usize>,
    scheme: &Scheme,
    name: &[u8],
    report: &mut Report,
) {
    let context = component.context;
    let text = &component.input[span.clone()];
    let start = Start::read(text, scheme.after);
    let effect = scheme.effect();
    let host = start.is_host();
    let place = span.start..span.start + scheme.after;
    // `example.com:443` and `note:this` are no references.
    if start.slashes < 2 && effect != SchemeEffect::Web {
        return;
    }
    if start.slashes < 2 && !host {
        return;
    }
    if effect == SchemeEffect::Web && start.slashes != 2 && host {
        report.find(Rule::WrongSlashes, context, place, 0);
    } else {
        report.find(Rule::UrlInValue, context, place, 0);
    }
    host_of_value(&start, span.start, name, context, report);
}

fn host_of_value(start: &Start, base: usize, name: &[u8], context: Context, report: &mut Report) {
    if start.length == 0 {
        return;
    }
    let place = base + start.place.start..base + start.place.end;
    // Elsewhere a tab is a finding by itself.
    if let Some(control) = &start.control
        && context == Context::Form
    {
        let control = base + control.start..base + control.end;
        report.find(Rule::ControlChar, context, control, 1);
    }
    // Programs on a person's own machine are called back there (RFC 8252 section 7.3).
    let callback = [&b"redirect_uri"[..], b"post_logout_redirect_uri"];
    let private = match callback.iter().any(|known| known.eq_ignore_ascii_case(name)) {
        true => Severity::Info,
        false => Severity::Warn,
    };
    host::judged(judge(start.host()), place.clone(), private, 1, report);
    if let Some(userinfo) = start.userinfo() {
        let user = userinfo.split(|&b| b == b':').next().unwrap_or_default();
        if userinfo.contains(&b'@') || looks_like_host(user) {
            report.find(Rule::MisleadingUserinfo, Context::Userinfo, place, 1);
        }
    }
}

/// Finds dot segments in a value that is used as a path.
fn climbs(input: &[u8], span: Range<usize>, report: &mut Report) {
    let text = &input[span.clone()];
    let encoded = |window: &[u8]| window.eq_ignore_ascii_case(b"%2e");
    if !text.windows(2).any(|window| window == b"..") && !text.windows(3).any(encoded) {
        return;
    }
    let view = View::of(input, span);
    let octets = view.octets();
    let is_separator = |b: &u8| matches!(b, b'/' | b'\\');
    let (mut start, mut found) = (0, 0);
    for segment in octets.split(is_separator) {
        let range = start..start + segment.len();
        let (first, last) = (range.start == 0, range.end == octets.len());
        start = range.end + 1;
        let climbs = segment == b".." && !(first && last);
        // What remains after `../` is removed once.
        let more = segment.len() > 2
            && segment.iter().all(|&b| b == b'.')
            && !(first && last)
            && segment.len() < 9;
        if climbs || more {
            found += usize::from(climbs);
            let severity = if found > 1 { Severity::Warn } else { Severity::Info };
            report.find_as(Rule::DotSegment, severity, view.span(range.clone()), view.layer(range));
        }
    }
}
