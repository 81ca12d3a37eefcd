//! The rules for a whole reference: its scheme, its slashes, and where its host ends.
#![forbid(unsafe_code)]

use core::ops::Range;

use triplet::uri::Spans;

use super::address::judge;
use super::all_rules::ALL_RULES;
use super::component::check as check_component;
use super::context::{Context, Severity};
use super::facts::{Component, Facts, is_message};
use super::report::Report;
use super::rule::Rule;
use super::scheme::SchemeEffect;
use super::{dangerous_schemes, files, host, octets, windows};
use crate::units::peel;

/// Checks a reference: what only the whole of it shows, then each component in its own context.
pub(super) fn check(facts: Facts<'_>, report: &mut Report) {
    let input = facts.input;
    if !ALL_RULES {
        return check_components(&facts, report);
    }
    // Browsers remove what is around a reference.
    let start = input.iter().take_while(|b| **b <= b' ').count();
    let end = input.len() - input[start..].iter().rev().take_while(|b| **b <= b' ').count();
    if facts.depth == 0 {
        edge(&facts, 0..start, report);
        edge(&facts, end..input.len(), report);
    }
    let text = &input[start..end];
    let shift = |range: Range<usize>| range.start + start..range.end + start;
    let spans = Spans::of(text);
    let scheme = dangerous_schemes::check(input, start..end, Context::Url, report);
    if spans.scheme().is_none() {
        no_scheme(&facts, start..end, report);
    }
    let written = spans.scheme().map(|span| &text[span]);
    let message = written.is_some_and(is_message);
    let relative = written.is_none() && spans.authority().is_none();
    let facts = Facts { message, relative, ..facts };
    let effect = written.and(scheme.as_ref()).map_or(SchemeEffect::Other, |s| s.effect());
    let after = spans.scheme().map_or(0, |span| span.end + 1);
    slashes(&facts, start + after..end, start..start + after, effect, report);
    if let Some(parts) = spans.authority() {
        let last = spans.path().start;
        if written.is_some_and(|scheme| is_socket(scheme, &text[parts.host.clone()])) {
            if let Some(userinfo) = parts.userinfo {
                check_component(&facts, shift(userinfo), Context::Userinfo, report);
            }
            let rule = Rule::EncodedDelimiterInHost;
            report.find_as(rule, Severity::Info, shift(parts.host), 1);
        } else {
            authority(&facts, shift(parts.whole), effect, report);
        }
        if matches!(text.get(last), Some(b'?' | b'#')) {
            end_of_host(&facts, start + last..end, report);
        }
    }
    if text.starts_with(b"-") {
        report.find(Rule::LeadingDash, Context::Url, start..start + 1, 0);
    }
    // The path of a `data:` URL is free text (RFC 2397).
    let context = if effect == SchemeEffect::Data { Context::Fragment } else { Context::Path };
    check_component(&facts, shift(spans.path()), context, report);
    if let Some(query) = spans.query() {
        check_component(&facts, shift(query), Context::Query, report);
    }
    if let Some(fragment) = spans.fragment() {
        let at = start + fragment.start - 1;
        cut_by_fragment(input, at, start..end, report);
        check_component(&facts, shift(fragment), Context::Fragment, report);
    }
}

/// Whether a host is the path of a socket on the same machine, which programs expect there in triplets: PostgreSQL (manual, section
/// 34.1.1.2), and those that speak HTTP over a socket.
fn is_socket(scheme: &[u8], host: &[u8]) -> bool {
    let ends: [&[u8]; 4] = [b"postgres", b"postgresql", b"+unix", b"unix"];
    let start = |end: &[u8]| scheme.len().checked_sub(end.len());
    let is_known = ends.iter().any(|end| {
        start(end).is_some_and(|start| {
            (start == 0 || end[0] == b'+') && scheme[start..].eq_ignore_ascii_case(end)
        })
    });
    let of_path = |b: &u8| b.is_ascii_alphanumeric() || b"%._-:".contains(b);
    let is_slash = |three: &&[u8]| three.eq_ignore_ascii_case(b"%2f");
    is_known
        && host.get(..3).is_some_and(|three| is_slash(&three))
        && host.iter().all(of_path)
        && !host.windows(2).any(|two| two == b"..")
        && host.windows(3).filter(is_slash).count() == host.iter().filter(|&&b| b == b'%').count()
}

/// Checks what ends at the `#` of a fragment: a host in a value (other parsers read on), and a reference of HTML.
fn cut_by_fragment(input: &[u8], at: usize, span: Range<usize>, report: &mut Report) {
    let (before, after) = (&input[span.start..at], &input[at + 1..span.end]);
    if before.ends_with(b"&") && is_reference_of_html(after) {
        report.find(Rule::HtmlAmpersand, Context::Query, at - 1..at + 1, 0);
    }
    // `?url=http://evil.test:80#@good.test/`
    let in_query = before.iter().rposition(|&b| b == b'?').unwrap_or(before.len());
    let host = before[in_query..].rsplit(|&b| b == b'/').next().unwrap_or_default();
    let is_host = before.len() > host.len() + 1
        && before[..before.len() - host.len()].ends_with(b"//")
        && host.iter().all(|b| b.is_ascii_alphanumeric() || b"-.:".contains(b));
    if is_host && (after.starts_with(b"@") || is_name_of_host(after)) {
        report.find_as(Rule::AtSignAfterHost, Severity::Warn, at..at + 1, 0);
    }
}

/// Whether a text after `&#` is the rest of a numeric character reference: `x3a;`, `58;`.
fn is_reference_of_html(text: &[u8]) -> bool {
    let hex = text.strip_prefix(b"x").or_else(|| text.strip_prefix(b"X"));
    let digits = hex.unwrap_or(text);
    let is_digit = |b: &&u8| b.is_ascii_digit() || hex.is_some() && b.is_ascii_hexdigit();
    let count = digits.iter().take_while(is_digit).count();
    (1..=7).contains(&count) && digits.get(count) == Some(&b';')
}

/// Checks only the components.
fn check_components(facts: &Facts<'_>, report: &mut Report) {
    let spans = Spans::of(facts.input);
    if let Some(authority) = spans.authority() {
        if let Some(userinfo) = authority.userinfo {
            check_component(facts, userinfo, Context::Userinfo, report);
        }
        check_component(facts, authority.host, Context::Host, report);
        if let Some(port) = authority.port {
            check_component(facts, port, Context::Any, report);
        }
    }
    let is_data =
        spans.scheme().is_some_and(|span| facts.input[span].eq_ignore_ascii_case(b"data"));
    let context = if is_data { Context::Fragment } else { Context::Path };
    check_component(facts, spans.path(), context, report);
    if let Some(query) = spans.query() {
        check_component(facts, query, Context::Query, report);
    }
    if let Some(fragment) = spans.fragment() {
        check_component(facts, fragment, Context::Fragment, report);
    }
}

/// Spaces and controls around a reference.
fn edge(facts: &Facts<'_>, span: Range<usize>, report: &mut Report) {
    if !span.is_empty() {
        octets::check(&Component::of(facts, span, Context::Path), report);
    }
}

/// A reference that begins with no scheme must not have a colon in its first segment (RFC 3986 section 4.2).
fn no_scheme(facts: &Facts<'_>, span: Range<usize>, report: &mut Report) {
    let text = &facts.input[span.clone()];
    let first = text.split(|b| matches!(b, b'/' | b'?' | b'#')).next().unwrap_or_default();
    let Some(colon) = first.iter().position(|&b| b == b':') else { return };
    // Words with a link after them, in a value.
    if facts.depth > 0 && first[..colon].iter().any(u8::is_ascii_whitespace) {
        return;
    }
    // `user@host:path`, as scp and git read it.
    let scp = first[..colon].contains(&b'@') && text.get(colon + 1) != Some(&b'/');
    let severity = if scp { Severity::Info } else { Severity::Error };
    report.find_as(Rule::InvalidScheme, severity, span.start..span.start + colon + 1, 0);
}

/// Checks how many slashes there are before a host. `before` is the scheme and its colon.
fn slashes(
    facts: &Facts<'_>,
    span: Range<usize>,
    before: Range<usize>,
    effect: SchemeEffect,
    report: &mut Report,
) {
    let text = &facts.input[span.clone()];
    let slashes = text.iter().take_while(|b| matches!(b, b'/' | b'\\')).count();
    let web = effect == SchemeEffect::Web;
    // A backslash is a finding by itself.
    if text[..slashes].contains(&b'\\') {
        if facts.depth > 0 {
            let place = before.start..span.start + slashes;
            report.find(Rule::WrongSlashes, Context::Url, place, 0);
        }
        return host_in(facts, span.start + slashes, report);
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
        report.find(Rule::WrongSlashes, Context::Url, before.start..end, 0);
        host_in(facts, span.start + slashes, report);
    }
    let ends = text.get(slashes).is_none_or(|b| matches!(b, b'?' | b'#'));
    if web && (slashes > 2 || ends) {
        report.find(Rule::EmptyHost, Context::Url, before.start..span.start + slashes, 0);
    }
}

/// Reports the host that a browser finds at this offset, where the grammar has none.
fn host_in(facts: &Facts<'_>, at: usize, report: &mut Report) {
    let rest = &facts.input[at..];
    let length = rest.iter().take_while(|b| !b"/\\?#:".contains(b)).count();
    let host = &rest[..length];
    let host = &host[host.iter().rposition(|&b| b == b'@').map_or(0, |at| at + 1)..];
    let host = host::without_blanks(host);
    let place = at..at + length.max(1).min(rest.len());
    host::judged(judge(host), place, facts.private, 0, report);
}

/// Checks an authority: userinfo, hosts, ports.
fn authority(facts: &Facts<'_>, span: Range<usize>, effect: SchemeEffect, report: &mut Report) {
    let input = facts.input;
    let text = &input[span.clone()];
    let at = text.iter().rposition(|&b| b == b'@');
    if let Some(at) = at {
        check_component(facts, span.start..span.start + at, Context::Userinfo, report);
        // Nobody is named, so that only a reader is misled that ends the host before it.
        if effect == SchemeEffect::Web && matches!(&text[..at], b"" | b":") && at + 1 < text.len() {
            let place = span.start..span.start + at + 1;
            report.find_as(Rule::MisleadingUserinfo, Severity::Warn, place, 0);
        }
    }
    let start = span.start + at.map_or(0, |at| at + 1);
    if start == span.end {
        // `file:///` has an empty host, and so may other schemes.
        if at.is_some() {
            report.find(Rule::EmptyHost, Context::Host, span, 0);
        }
        return;
    }
    // Databases list their hosts.
    let hosts = &input[start..span.end];
    if effect == SchemeEffect::Web || !hosts.contains(&b',') {
        return host_and_port(facts, start..span.end, effect, report);
    }
    let (mut start, mut marked) = (start, None);
    for part in hosts.split(|&b| b == b',') {
        let end = start + part.len();
        if part.is_empty() {
            // Nothing is there to mark but the comma after it or before it.
            let comma = if end < span.end { end } else { end - 1 };
            if marked != Some(comma) {
                report.find(Rule::EmptyHost, Context::Host, comma..comma + 1, 0);
            }
            marked = Some(comma);
        } else {
            host_and_port(facts, start..end, effect, report);
        }
        start = end + 1;
    }
}

fn host_and_port(facts: &Facts<'_>, span: Range<usize>, effect: SchemeEffect, report: &mut Report) {
    let text = &facts.input[span.clone()];
    let length = match text.starts_with(b"[") {
        // Without its end, all of it is the literal.
        true => text.iter().rposition(|&b| b == b']').map_or(text.len(), |bracket| bracket + 1),
        false => text.iter().position(|&b| b == b':').unwrap_or(text.len()),
    };
    let end = span.start + length;
    // Libraries that speak HTTP over a socket of a file take it for one: `http://unix:/run/docker.sock:/containers`.
    if effect == SchemeEffect::Web && text.eq_ignore_ascii_case(b"unix:") {
        report.find_as(Rule::FetcherScheme, Severity::Warn, span.clone(), 0);
    }
    if length == 0 {
        report.find(Rule::EmptyHost, Context::Host, span.clone(), 0);
    } else if effect == SchemeEffect::Other && text == b"-" {
        // Applications that have no host in their references write this.
    } else {
        // The references of an application begin with the name of a screen: `app://home`.
        let host = &text[..length];
        let is_screen = effect == SchemeEffect::Other
            && host.iter().all(u8::is_ascii_alphabetic)
            && !host.eq_ignore_ascii_case(b"localhost");
        let private = if is_screen { Severity::Info } else { facts.private };
        let web = effect == SchemeEffect::Web;
        check_component(&Facts { private, web, ..*facts }, span.start..end, Context::Host, report);
    }
    let Some((&colon, port)) = text[length..].split_first() else { return };
    let number = port.iter().try_fold(0u32, |number, digit| {
        let digit = digit.is_ascii_digit().then(|| u32::from(digit - b'0'))?;
        Some(number.saturating_mul(10).saturating_add(digit))
    });
    if colon != b':' {
        report.find(Rule::InvalidIpLiteral, Context::Host, end..span.end, 0);
    } else if effect == SchemeEffect::Web && number == Some(0) && !port.is_empty() {
        // Nothing listens there (RFC 6335 section 6).
        report.find_as(Rule::InvalidPort, Severity::Warn, end..span.end, 0);
    } else if number.is_none_or(|number| number > 0xFFFF) {
        // `git@host:path` with a scheme before it is a common slip.
        let text = facts.depth > 0 && effect != SchemeEffect::Web;
        // `http://%s:%d/` is in the sources of programs.
        let format = facts.depth == 0 && octets::is_format(port);
        let severity = if text || format { Severity::Info } else { Severity::Error };
        report.find_as(Rule::InvalidPort, severity, end..span.end, 0);
        check_component(facts, end + 1..span.end, Context::Any, report);
    }
}

/// Whether all of a query or a fragment is the name of a host: `evil.test?good.test`, `evil.test#http://good.test/`. A check that
/// compares the end of a URL is misled by it. The name of a file does not count.
fn is_name_of_host(text: &[u8]) -> bool {
    let text = text.strip_suffix(b"/").unwrap_or(text);
    let colon = text.windows(3).position(|window| window == b"://");
    let name = &text[colon.map_or(0, |colon| colon + 3)..];
    let pages: [&[u8]; 8] = [b"html", b"htm", b"txt", b"xml", b"pdf", b"json", b"aspx", b"md"];
    let last = name.rsplit(|&b| b == b'.').next().unwrap_or_default();
    name.iter().all(|b| b.is_ascii_alphanumeric() || b".-".contains(b))
        && host::looks_like_host(name)
        && !pages.contains(&last)
        && !files::is_static(name)
        && !files::is_image(name)
        && !windows::is_program(name)
}

/// Checks what follows a host without a path, as parsers read it that end the host elsewhere.
fn end_of_host(facts: &Facts<'_>, span: Range<usize>, report: &mut Report) {
    let text = &facts.input[span.clone()];
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
    if found || facts.depth > 0 && is_name_of_host(&text[1..]) {
        // In a value, a program has decoded the delimiter.
        let at_once = text.get(1) == Some(&b'@');
        let severity = if facts.depth > 0 || at_once { Severity::Warn } else { Severity::Info };
        report.find_as(Rule::AtSignAfterHost, severity, span.start..span.start + 1, 0);
    }
}
