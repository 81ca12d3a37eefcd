//! The rules for hosts, by themselves and as the host of a value.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::address::{Judgement, judge, read_v6};
use super::all_rules::ALL_RULES;
use super::clouds::is_metadata;
use super::context::{Context, Severity};
use super::facts::Component;
use super::labels::{self, is_ace, is_ace_valid};
use super::prefilter::Signs;
use super::report::Report;
use super::rule::Rule;
use crate::units::View;

/// The signs of the rules that [`check`] applies.
pub(super) const NEEDS: Signs = Signs::of_rules(&[
    Rule::LeadingDash,
    Rule::OverEncodedHost,
    Rule::EncodedDelimiterInHost,
    Rule::InvalidAceLabel,
    Rule::InvalidIpLiteral,
    Rule::InvalidLabel,
    Rule::NumericHost,
    Rule::PrivateHost,
    Rule::EmbeddedIpv4,
    Rule::ZoneId,
    Rule::MixedScript,
    Rule::ConfusableLabel,
    Rule::IdnaDeviation,
]);

/// The longest label and the longest name (RFC 1034 section 3.1).
const LONGEST: (usize, usize) = (63, 253);

pub(super) fn check(component: &Component<'_>, report: &mut Report) {
    let context = Context::Host;
    let (input, span) = (component.input, component.span.clone());
    if input[span.clone()].starts_with(b"[") {
        if ALL_RULES {
            literal(component, report);
        }
        return;
    }
    let view = View::of(input, span.clone());
    let octets = view.octets();
    let Some(&first) = octets.first() else { return };
    if first == b'-' {
        report.find(Rule::LeadingDash, context, view.span(0..1), view.layer(0..1));
    }
    let named = |octet: u8| octet.is_ascii_alphanumeric() || b".-_~".contains(&octet);
    let strange = octets.iter().any(|&octet| octet.is_ascii() && !named(octet));
    for unit in view.encoded().filter(|unit| unit.octet.is_ascii()) {
        let rule = match named(unit.octet) {
            true => Rule::OverEncodedHost,
            false => Rule::EncodedDelimiterInHost,
        };
        report.find(rule, context, unit.at..unit.end(), 1);
    }
    let layer = view.layer(0..octets.len());
    if ALL_RULES && !strange {
        judged(judge(octets), span.clone(), private(component, octets), layer, report);
        mapped(octets, span.clone(), layer, report);
    } else if ALL_RULES {
        with_marks(component, octets, report);
    }
    if ALL_RULES && let Some(at) = mark_after_host(octets) {
        report.find(Rule::InvalidLabel, context, view.span(at..at + 1), layer);
    }
    let last = octets.strip_suffix(b".").unwrap_or(octets);
    if ALL_RULES && last.len() > LONGEST.1 {
        report.find(Rule::InvalidLabel, context, span, layer);
    }
    let end = last.rsplit(|&b| b == b'.').next().unwrap_or_default();
    let foreign = !end.is_ascii() || is_ace(end);
    let mut start = 0;
    for label in last.split(|&b| b == b'.') {
        let range = start..start + label.len();
        start = range.end + 1;
        if label.is_empty() {
            // The dot before it, or after it.
            let dot = range.start.saturating_sub(1)..range.start.max(1);
            if ALL_RULES && dot.end <= octets.len() {
                report.find(Rule::InvalidLabel, context, view.span(dot), layer);
            }
            continue;
        }
        let place = view.span(range.clone());
        if !is_ace_valid(label) {
            report.find(Rule::InvalidAceLabel, context, place, 0);
            continue;
        }
        if !ALL_RULES {
            continue;
        }
        let layer = view.layer(range.clone());
        let hyphen = label.ends_with(b"-") || range.start > 0 && label.starts_with(b"-");
        if !strange && (hyphen || label.len() > LONGEST.0 && label.is_ascii()) {
            report.find(Rule::InvalidLabel, context, place.clone(), layer);
        }
        labels::check(label, place, layer, foreign, report);
    }
}

/// Where a mark follows what looks like a host and more of the name follows it: `good.test;evil.test`. The grammar has such hosts, and
/// DNS has none, so that some programs end the host there.
fn mark_after_host(octets: &[u8]) -> Option<usize> {
    let at = octets.iter().position(|b| b"'(),;*~=+!&".contains(b))?;
    let goes_on = |two: &[u8]| two[0] == b'.' && two[1].is_ascii_alphanumeric();
    let before = &octets[..at];
    // A delimiter before it is found as such.
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || b"-._".contains(b) || !b.is_ascii();
    (before.iter().all(is_part)
        && octets[at + 1..].windows(2).any(goes_on)
        && looks_like_host(before))
    .then_some(at)
}

/// A text without the blanks at its ends. Browsers and libraries remove them; `+` is a space where forms are decoded.
pub(super) fn without_blanks(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|b| !is_blank(b)).map_or(0, |last| last + 1);
    &text[blanks_before(text).min(end)..end]
}

/// The number of blanks that a text begins with.
pub(super) fn blanks_before(text: &[u8]) -> usize {
    text.iter().take_while(|b| is_blank(b)).count()
}

const fn is_blank(octet: &u8) -> bool {
    *octet <= b' ' || *octet == b'+'
}

/// Checks a host with marks that no name of a page has, and with blanks at its ends: programs that drop them, or end the host there,
/// open the one before them.
fn with_marks(component: &Component<'_>, octets: &[u8], report: &mut Report) {
    let Component { input, span, facts, .. } = component;
    let is_mark = |b: &u8| b"!$&'()+,;=".contains(b);
    let text = without_blanks(octets);
    let before = text.iter().take_while(|b| is_mark(b)).count();
    let name = &text[before..];
    let length =
        name.iter().take_while(|b| b.is_ascii_alphanumeric() || b".-_~".contains(b)).count();
    let (name, marks) = name.split_at(length);
    // A host with a variable of a template is written by a program, and `&quot;` is of the text around it.
    let is_other = |mark: &u8| matches!(mark, b'$' | b'=' | b'&' | b'+');
    let marked = facts.web
        && before == 0
        && !name.is_empty()
        && marks.first().is_some_and(|mark| is_mark(mark) && !is_other(mark));
    // A mark after a host that ends the text is of the sentence around it.
    if facts.depth == 0 && span.end == input.len() && marks.iter().all(is_mark) {
        return;
    }
    let is_edge = marks.is_empty() || is_mark(&marks[0]);
    let blank = facts.depth > 0 && before == 0 && marks.is_empty() && length < octets.len();
    if marked && mark_after_host(octets).is_none() {
        report.find_as(Rule::InvalidLabel, Severity::Warn, span.clone(), 0);
    }
    if blank {
        report.find_as(Rule::RawSpace, Severity::Warn, span.clone(), 0);
    }
    if is_edge && (facts.web || blank) {
        judged(judge(name), span.clone(), private(component, name), 0, report);
    }
}

/// How bad it is that a host is not public.
fn private(component: &Component<'_>, host: &[u8]) -> Severity {
    if is_metadata(host) { Severity::Warn } else { component.facts.private }
}

/// Checks a host outside ASCII as IDNA maps it (UTS #46 section 4): digits and full stops of other scripts make an address.
pub(super) fn mapped(octets: &[u8], span: Range<usize>, layer: u8, report: &mut Report) {
    let Some(name) = super::characters::mapped_host(octets) else { return };
    // Digits that IDNA does not map are not those of a name either.
    let is_number =
        |text: &str| text.contains('.') && text.chars().all(|c| c == '.' || c.is_numeric());
    if !name.is_ascii() && str::from_utf8(&name).is_ok_and(is_number) {
        report.find(Rule::NumericHost, Context::Host, span.clone(), layer);
    }
    let end = name.iter().position(|b| b"/\\?#:@".contains(b)).unwrap_or(name.len());
    let Judgement { numeric, private, embedded } = judge(&name[..end]);
    if numeric || private || embedded.is_some() {
        let found = Judgement { numeric: numeric || private, private, embedded };
        judged(found, span, Severity::Warn, layer, report);
    }
}

/// Checks a host in brackets.
fn literal(component: &Component<'_>, report: &mut Report) {
    let context = Context::Host;
    let (text, span) = (component.text(), component.span.clone());
    let Some(inner) = text[1..].strip_suffix(b"]") else {
        return report.find(Rule::InvalidIpLiteral, context, span, 0);
    };
    let (address, zone) = match inner.iter().position(|&b| b == b'%') {
        Some(percent) => (&inner[..percent], Some(&inner[percent..])),
        None => (inner, None),
    };
    let groups = read_v6(address);
    if groups.is_none() && !(zone.is_none() && is_future(inner)) {
        report.find(Rule::InvalidIpLiteral, context, span.clone(), 0);
    }
    if let Some(zone) = zone {
        let name = zone.strip_prefix(b"%25").unwrap_or(&zone[1..]);
        let plain = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
        let local = groups
            .is_some_and(|groups| groups[0] & 0xFFC0 == 0xFE80 || groups[0] & 0xFF00 == 0xFF00);
        let severity = match local && !name.is_empty() && name.iter().all(plain) {
            true => Severity::Info,
            false => Severity::Warn,
        };
        let start = span.start + 1 + address.len();
        report.find_as(Rule::ZoneId, severity, start..start + zone.len(), 0);
    }
    judged(judge(text), span, private(component, text), 0, report);
}

/// Reports what a host is. The severity is that of a host which is not public.
pub(super) fn judged(
    judged: Judgement,
    span: Range<usize>,
    private: Severity,
    layer: u8,
    report: &mut Report,
) {
    if judged.numeric {
        report.find(Rule::NumericHost, Context::Host, span.clone(), layer);
    }
    if judged.private {
        report.find_as(Rule::PrivateHost, private, span.clone(), layer);
    }
    if let Some(severity) = judged.embedded {
        report.find_as(Rule::EmbeddedIpv4, severity, span, layer);
    }
}

pub(super) fn check_userinfo(component: &Component<'_>, report: &mut Report) {
    let span = component.span.clone();
    let view = View::of(component.input, span.clone());
    let octets = view.octets();
    if octets.first() == Some(&b'-') {
        report.find(Rule::LeadingDash, Context::Userinfo, view.span(0..1), view.layer(0..1));
    }
    if !ALL_RULES {
        return;
    }
    let mut parts = octets.splitn(2, |&b| b == b':');
    let user = parts.next().unwrap_or_default();
    let password = parts.next().unwrap_or_default();
    let raw_at = component.text().contains(&b'@');
    // A user name of punctuation alone, such as `;`, is more likely a trick than a name.
    let nameless = !user.is_empty()
        && !user.iter().any(|b| b.is_ascii_alphanumeric() || *b == b'_' || !b.is_ascii());
    let host = raw_at || looks_like_host(user) || nameless && password.is_empty();
    if host {
        let severity = if raw_at { Severity::Error } else { Severity::Warn };
        report.find_as(Rule::MisleadingUserinfo, severity, span, 0);
    } else if !password.is_empty() {
        report.find(Rule::Credentials, Context::Userinfo, span, 0);
    }
}

/// Whether the text in brackets is an `IPvFuture` (RFC 3986 section 3.2.2).
fn is_future(text: &[u8]) -> bool {
    let Some([b'v' | b'V', rest @ ..]) = Some(text) else { return false };
    let digits = rest.iter().take_while(|b| b.is_ascii_hexdigit()).count();
    let allowed = |b: &u8| b.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:".contains(b);
    digits > 0
        && rest.get(digits) == Some(&b'.')
        && rest.len() > digits + 1
        && rest[digits + 1..].iter().all(allowed)
}

/// Ends of names that a person takes for a host: generic ones of IANA's root zone, beside those of two letters (ISO 3166), those that
/// RFC 2606 and RFC 6761 reserve, and those of private networks (RFC 6762 appendix G).
const ENDS: [&[u8]; 44] = [
    b"com",
    b"net",
    b"org",
    b"edu",
    b"gov",
    b"mil",
    b"int",
    b"info",
    b"biz",
    b"name",
    b"pro",
    b"dev",
    b"app",
    b"xyz",
    b"online",
    b"site",
    b"shop",
    b"club",
    b"cloud",
    b"page",
    b"blog",
    b"news",
    b"bank",
    b"store",
    b"tech",
    b"live",
    b"link",
    b"click",
    b"top",
    b"vip",
    b"work",
    b"arpa",
    b"onion",
    b"test",
    b"example",
    b"invalid",
    b"localhost",
    b"local",
    b"internal",
    b"lan",
    b"home",
    b"corp",
    b"intranet",
    b"web",
];

/// Whether the last label of a name is the end of a host and more after a hyphen: `microsoft.com-update`.
fn goes_on_after_end(label: &[u8]) -> bool {
    let length = label.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    let ends: [&[u8]; 5] = [b"com", b"net", b"org", b"edu", b"gov"];
    matches!(label.get(length), Some(b'-' | b'_'))
        && ends.iter().any(|end| end.eq_ignore_ascii_case(&label[..length]))
}

/// Whether a person takes the name of a user for a host: it ends like one, is an address, or has something after it that
/// looks like a path.
pub(super) fn looks_like_host(user: &[u8]) -> bool {
    let start = user.iter().take_while(|b| b"/\\".contains(b)).count();
    let user = &user[start..];
    let end = user.iter().position(|b| b"/\\?#".contains(b) || *b <= b' ' || !b.is_ascii());
    let name = &user[..end.unwrap_or(user.len())];
    // The name of a mailbox is not a host.
    if name.is_empty() || name.contains(&b'@') {
        return false;
    }
    // `123` is the number of a person.
    if name.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let judged = judge(name);
    if judged.private || name.contains(&b'.') && judged.numeric {
        return true;
    }
    // A character that a host cannot have ends the name that a person reads.
    let of_host = |b: &u8| b.is_ascii_alphanumeric() || b".-_".contains(b);
    let name = &name[..name.iter().position(|b| !of_host(b)).unwrap_or(name.len())];
    let Some(dot) = name.iter().rposition(|&b| b == b'.') else { return false };
    let last = &name[dot + 1..];
    let known = name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"www."))
        || last.len() == 2 && last.iter().all(u8::is_ascii_alphabetic)
        || ENDS.iter().any(|end| end.eq_ignore_ascii_case(last))
        || goes_on_after_end(last)
        || last.iter().all(u8::is_ascii_digit)
            && !last.is_empty()
            && name.split(|&b| b == b'.').count() == 4;
    dot > 0 && (known || end.is_some())
}
