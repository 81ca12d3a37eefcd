//! The rules for values: what a program may follow, open or run.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::Linter;
use super::address::judge;
use super::context::{Context, Severity};
use super::host::looks_like_host;
use super::rules::{FULL, Rule};
use super::schemes::{Does, Scheme};
use crate::units::{View, peel};

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

impl Linter<'_> {
    /// Checks the values of a query, a form, a fragment or a text.
    pub(super) fn values(&mut self, span: Range<usize>, context: Context) {
        let input = self.input;
        let text = &input[span.clone()];
        // A value that is no name and no number has one of these.
        if !FULL || !text.iter().any(|b| matches!(b, b':' | b'%' | b'\\' | b'/' | b'.')) {
            return;
        }
        if context == Context::Any {
            return self.value(span, b"", context);
        }
        let mut start = span.start;
        for pair in text.split(|&b| b == b'&') {
            let end = start + pair.len();
            let equals = pair.iter().position(|&b| b == b'=');
            let (name, value) = match equals {
                Some(equals) => (&pair[..equals], start + equals + 1),
                None => (&b""[..], start),
            };
            self.value(value..end, name, context);
            start = end + 1;
        }
    }

    fn value(&mut self, span: Range<usize>, name: &[u8], context: Context) {
        let text = &self.input[span.clone()];
        let scheme = self.scheme(span.clone(), context);
        match scheme {
            Some(scheme) => self.reference(span.clone(), &scheme, name, context),
            None => {
                let start = Start::read(text, 0);
                if start.slashes >= 2 && start.is_host() {
                    let place = span.start..span.start + start.place.end;
                    self.find(Rule::SchemeRelativeValue, context, place, 0);
                    self.host_of_value(&start, span.start, name, context);
                }
            }
        }
        // The key of an object in JSON.
        if let Some(at) = text.windows(9).position(|window| window == b"__proto__") {
            let place = span.start + at..span.start + at + 9;
            self.find_as(Rule::ProtoKey, Severity::Warn, place, 0);
        }
        self.climbs(span);
    }

    /// Checks a value that begins with a scheme.
    fn reference(&mut self, span: Range<usize>, scheme: &Scheme, name: &[u8], context: Context) {
        let text = &self.input[span.clone()];
        let start = Start::read(text, scheme.after);
        let does = scheme.does();
        let host = start.is_host();
        let place = span.start..span.start + scheme.after;
        // `example.com:443` and `note:this` are no references.
        if start.slashes < 2 && does != Does::Web {
            return;
        }
        if start.slashes < 2 && !host {
            return;
        }
        if does == Does::Web && start.slashes != 2 && host {
            self.find(Rule::WrongSlashes, context, place, 0);
        } else {
            self.find(Rule::UrlInValue, context, place, 0);
        }
        self.host_of_value(&start, span.start, name, context);
    }

    fn host_of_value(&mut self, start: &Start, base: usize, name: &[u8], context: Context) {
        if start.length == 0 {
            return;
        }
        let place = base + start.place.start..base + start.place.end;
        // Elsewhere a tab is a finding by itself.
        if let Some(control) = &start.control
            && context == Context::Form
        {
            let control = base + control.start..base + control.end;
            self.find(Rule::ControlChar, context, control, 1);
        }
        // Programs on a person's own machine are called back there (RFC 8252 section 7.3).
        let callback = [&b"redirect_uri"[..], b"post_logout_redirect_uri"];
        let private = match callback.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            true => Severity::Info,
            false => Severity::Warn,
        };
        self.judged(judge(start.host()), place.clone(), private, 1);
        if let Some(userinfo) = start.userinfo() {
            let user = userinfo.split(|&b| b == b':').next().unwrap_or_default();
            if userinfo.contains(&b'@') || looks_like_host(user) {
                self.find(Rule::MisleadingUserinfo, Context::Userinfo, place, 1);
            }
        }
    }

    /// Finds dot segments in a value that is used as a path.
    fn climbs(&mut self, span: Range<usize>) {
        let text = &self.input[span.clone()];
        let encoded = |window: &[u8]| window.eq_ignore_ascii_case(b"%2e");
        if !text.windows(2).any(|window| window == b"..") && !text.windows(3).any(encoded) {
            return;
        }
        let view = View::of(self.input, span);
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
                self.find_as(
                    Rule::DotSegment,
                    severity,
                    view.span(range.clone()),
                    view.layer(range),
                );
            }
        }
    }
}
