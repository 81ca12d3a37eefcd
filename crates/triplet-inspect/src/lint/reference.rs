//! The rules for a whole reference: its scheme, its slashes, and where its host ends.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::Linter;
use super::address::judge;
use super::context::{Context, Severity};
use super::rules::{FULL, Rule};
use super::schemes::{Does, Scheme};
use crate::units::peel;
use triplet::uri::Spans;

impl Linter<'_> {
    pub(super) fn url(&mut self) {
        let input = self.input;
        self.whole = false;
        if !FULL {
            return self.components();
        }
        // Browsers remove what is around a reference.
        let start = input.iter().take_while(|b| **b <= b' ').count();
        let end = input.len() - input[start..].iter().rev().take_while(|b| **b <= b' ').count();
        self.edge(0..start);
        self.edge(end..input.len());
        let text = &input[start..end];
        let shift = |range: Range<usize>| range.start + start..range.end + start;
        let spans = Spans::of(text);
        let scheme = self.scheme(start..end, Context::Url);
        if spans.scheme().is_none() {
            self.no_scheme(start..end);
        }
        let written = spans.scheme().map(|span| &text[span]);
        // The text of these schemes is a message, which has line breaks.
        self.message = written.is_some_and(|written| {
            [&b"mailto"[..], b"sms", b"data", b"im", b"whatsapp"]
                .iter()
                .any(|s| s.eq_ignore_ascii_case(written))
        });
        let does = written.and(scheme.as_ref()).map_or(Does::Other, Scheme::does);
        let after = spans.scheme().map_or(0, |span| span.end + 1);
        self.slashes(start + after..end, start..start + after, does);
        if let Some(authority) = spans.authority() {
            let first =
                authority.userinfo.as_ref().map_or(authority.host.start, |userinfo| userinfo.start);
            let last = spans.path().start;
            self.authority(shift(first..last), does);
            let rest = &text[last..];
            if matches!(rest.first(), Some(b'?' | b'#')) {
                self.end_of_host(start + last..end);
            }
        }
        if text.starts_with(b"-") {
            self.find(Rule::LeadingDash, Context::Url, start..start + 1, 0);
        }
        // The path of a `data:` URL is free text (RFC 2397).
        let is_data = does == Does::Data;
        self.component(
            shift(spans.path()),
            if is_data { Context::Fragment } else { Context::Path },
        );
        if let Some(query) = spans.query() {
            self.component(shift(query), Context::Query);
        }
        if let Some(fragment) = spans.fragment() {
            self.component(shift(fragment), Context::Fragment);
        }
    }

    /// Checks only the components.
    fn components(&mut self) {
        let spans = Spans::of(self.input);
        if let Some(authority) = spans.authority() {
            if let Some(userinfo) = authority.userinfo {
                self.component(userinfo, Context::Userinfo);
            }
            self.component(authority.host, Context::Host);
            if let Some(port) = authority.port {
                self.component(port, Context::Any);
            }
        }
        let is_data = spans.scheme().is_some_and(|s| self.input[s].eq_ignore_ascii_case(b"data"));
        self.component(spans.path(), if is_data { Context::Fragment } else { Context::Path });
        if let Some(query) = spans.query() {
            self.component(query, Context::Query);
        }
        if let Some(fragment) = spans.fragment() {
            self.component(fragment, Context::Fragment);
        }
    }

    /// Spaces and controls around a reference.
    fn edge(&mut self, span: Range<usize>) {
        if !span.is_empty() {
            self.octets(span, Context::Path);
        }
    }

    /// A reference that begins with no scheme must not have a colon in its first segment (RFC 3986 section 4.2).
    fn no_scheme(&mut self, span: Range<usize>) {
        let text = &self.input[span.clone()];
        let first = text.split(|b| matches!(b, b'/' | b'?' | b'#')).next().unwrap_or_default();
        let Some(colon) = first.iter().position(|&b| b == b':') else { return };
        // `user@host:path`, as scp and git read it.
        let scp = first[..colon].contains(&b'@') && text.get(colon + 1) != Some(&b'/');
        let severity = if scp { Severity::Info } else { Severity::Error };
        self.find_as(Rule::InvalidScheme, severity, span.start..span.start + colon + 1, 0);
    }

    /// Checks how many slashes there are before a host. `before` is the scheme and its colon.
    fn slashes(&mut self, span: Range<usize>, before: Range<usize>, does: Does) {
        let text = &self.input[span.clone()];
        let slashes = text.iter().take_while(|b| matches!(b, b'/' | b'\\')).count();
        let web = does == Does::Web;
        // A backslash is a finding by itself.
        if text[..slashes].contains(&b'\\') {
            return self.host_in(span.start + slashes);
        }
        let wrong = match (web, before.is_empty()) {
            (true, _) => slashes != 2 && text.len() > slashes,
            // `///host`, which browsers read as `//host`.
            (_, true) => slashes > 2,
            _ => false,
        };
        if wrong {
            // Without a slash, the first character of the host is shown; it may have several octets.
            let first = text.get(1..).unwrap_or_default();
            let more = first.iter().take_while(|&&b| b & 0xC0 == 0x80 && slashes == 0).count();
            let end = span.start + slashes.max(1) + more.min(3);
            self.find(Rule::WrongSlashes, Context::Url, before.start..end, 0);
            self.host_in(span.start + slashes);
        }
        let ends = text.get(slashes).is_none_or(|b| matches!(b, b'?' | b'#'));
        if web && (slashes > 2 || ends) {
            self.find(Rule::EmptyHost, Context::Url, before.start..span.start + slashes, 0);
        }
    }

    /// Reports the host that a browser finds at this offset, where the grammar has none.
    fn host_in(&mut self, at: usize) {
        let rest = &self.input[at..];
        let length = rest.iter().take_while(|b| !b"/\\?#:".contains(b)).count();
        let host = &rest[..length];
        let host = &host[host.iter().rposition(|&b| b == b'@').map_or(0, |at| at + 1)..];
        self.judged(judge(host), at..at + length.max(1).min(rest.len()), Severity::Info, 0);
    }

    /// Checks an authority: userinfo, hosts, ports.
    fn authority(&mut self, span: Range<usize>, does: Does) {
        let input = self.input;
        let text = &input[span.clone()];
        let at = text.iter().rposition(|&b| b == b'@');
        if let Some(at) = at {
            self.component(span.start..span.start + at, Context::Userinfo);
        }
        let start = span.start + at.map_or(0, |at| at + 1);
        if start == span.end {
            // `file:///` has an empty host, and so may other schemes.
            if at.is_some() {
                self.find(Rule::EmptyHost, Context::Host, span, 0);
            }
            return;
        }
        // Databases list their hosts.
        let hosts = &input[start..span.end];
        let many = does != Does::Web && hosts.contains(&b',');
        let (mut start, mut marked) = (start, None);
        for part in hosts.split(|&b| many && b == b',') {
            let end = start + part.len();
            if part.is_empty() {
                // Nothing is there to mark but the comma after it or before it.
                let comma = if end < span.end { end } else { end - 1 };
                if marked != Some(comma) {
                    self.find(Rule::EmptyHost, Context::Host, comma..comma + 1, 0);
                }
                marked = Some(comma);
            } else {
                self.host_and_port(start..end);
            }
            start = end + 1;
        }
    }

    fn host_and_port(&mut self, span: Range<usize>) {
        let text = &self.input[span.clone()];
        let bracket = text.iter().rposition(|&b| b == b']').filter(|_| text.starts_with(b"["));
        let length = match bracket {
            Some(bracket) => bracket + 1,
            // Without its end, all of it is the literal.
            None if text.starts_with(b"[") => text.len(),
            None => text.iter().position(|&b| b == b':').unwrap_or(text.len()),
        };
        let end = span.start + length;
        if length == 0 {
            self.find(Rule::EmptyHost, Context::Host, span.clone(), 0);
        } else {
            self.component(span.start..end, Context::Host);
        }
        let Some((&colon, port)) = text[length..].split_first() else { return };
        let number = port.iter().try_fold(0u32, |number, digit| {
            let digit = digit.is_ascii_digit().then(|| u32::from(digit - b'0'))?;
            Some(number.saturating_mul(10).saturating_add(digit))
        });
        if colon != b':' {
            self.find(Rule::InvalidIpLiteral, Context::Host, end..span.end, 0);
        } else if number.is_none_or(|number| number > 0xFFFF) {
            // `git@host:path` with a scheme before it is a common slip.
            self.find(Rule::InvalidPort, Context::Host, end..span.end, 0);
            self.component(end + 1..span.end, Context::Any);
        }
    }

    /// Checks what follows a host without a path, as parsers read it that end the host elsewhere.
    fn end_of_host(&mut self, span: Range<usize>) {
        let text = &self.input[span.clone()];
        let mut at = 1;
        let first = (text.len() > 1).then(|| peel(text, 1).0);
        let mut found = matches!(first, Some(b'.' | b':' | b'@' | b'\\'));
        while at < text.len() && !found && at < 256 {
            let (octet, next) = peel(text, at);
            if matches!(octet, b'/' | b'=' | b'&') {
                break;
            }
            found = octet == b'@';
            at = next;
        }
        if found {
            self.find(Rule::AtSignAfterHost, Context::Url, span.start..span.start + 1, 0);
        }
    }
}
