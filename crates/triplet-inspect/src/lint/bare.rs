//! Values that name a host without a scheme: an address, a name, or two hosts that are joined.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::address::{judge, judge_v6, read_v6};
use super::climb::is_separator;
use super::clouds::is_metadata;
use super::context::Severity;
use super::facts::Facts;
use super::host::{self, blanks_before, without_blanks};
use super::report::Report;
use super::rule::Rule;
use super::scheme::{Scheme, SchemeEffect};
use super::start::{Kind, Start, begins_with_host};
use super::words::{is_address, is_search, is_target, is_way_on};

/// Checks a value that does not begin like a reference. `name` is that of its pair.
pub(super) fn check(facts: &Facts<'_>, name: &[u8], report: &mut Report) {
    let text = without_blanks(facts.input);
    let start = blanks_before(facts.input);
    private_name(text, start, name, report);
    if is_way_on(name) {
        if joins_hosts(text) {
            report.find_as(Rule::MisleadingUserinfo, Severity::Warn, start..start + text.len(), 0);
        }
        if !text.is_ascii() {
            of_idna(text, start, report);
        }
    }
    if is_host_after(text) {
        let all = 0..facts.input.len();
        report.find_as(Rule::SchemeRelativeValue, Severity::Warn, all, 0);
    }
    if let Some(place) = after_wrong_slashes(text) {
        report.find_as(Rule::WrongSlashes, Severity::Warn, start..start + place.start, 0);
        let judged = judge(&text[place.clone()]);
        if judged.private {
            let place = start + place.start..start + place.end;
            host::judged(judged, place, Severity::Warn, 0, report);
        }
    }
    if !is_search(name)
        && let Some(place) = after_marks(text)
    {
        let judged = judge(&text[place.clone()]);
        if judged.private {
            let place = start + place.start..start + place.end;
            host::judged(judged, place, Severity::Warn, 0, report);
        }
    }
}

/// Reports a value that is nothing but the name or the address of a host that is not public.
fn private_name(text: &[u8], start: usize, name: &[u8], report: &mut Report) {
    let length = match text.starts_with(b"[") {
        true => text.iter().position(|&b| b == b']').map_or(0, |bracket| bracket + 1),
        false => text.iter().take_while(|b| !b":/?#\\".contains(b)).count(),
    };
    let host = &text[..length];
    // A short number is the number of something.
    let number = host.len() < 8 && host.iter().all(u8::is_ascii_digit);
    let judged = judge(host);
    // `metadata` is a word.
    let is_of_cloud = || is_metadata(host) && host.iter().any(|b| b".:".contains(b));
    let is_loopback = || {
        host.starts_with(b"127.")
            || host.starts_with(b"[")
            || host.eq_ignore_ascii_case(b"localhost")
    };
    let follows =
        is_target(name) || !is_search(name) && is_of_cloud() || is_address(name) && is_loopback();
    if (judged.private || judged.embedded == Some(Severity::Warn)) && follows && !number {
        host::judged(judged, start..start + length, Severity::Warn, 0, report);
    } else if is_target(name)
        && let Some(length) = bare_v6(text)
        && let Some(groups) = read_v6(&text[..length])
    {
        let judged = judge_v6(groups);
        if judged.private || judged.embedded.is_some() {
            host::judged(judged, start..start + length, Severity::Warn, 0, report);
        }
    }
}

/// The length of an IPv6 address without brackets at the start of a text (RFC 4291 section 2.2). Two colons by themselves are not one.
fn bare_v6(text: &[u8]) -> Option<usize> {
    let of_address = |b: &&u8| b.is_ascii_hexdigit() || matches!(b, b':' | b'.');
    let length = text.iter().take_while(of_address).count();
    let ends = text.get(length).is_none_or(|b| matches!(b, b'%' | b'/'));
    ((3..46).contains(&length) && ends).then_some(length)
}

/// Whether two hosts are joined by an `@` after what ends the first one for some programs: `good.test:80@evil.test`,
/// `good.test#@evil.test`, `good.test@@evil.test`. With one `@` only, it is an address of mail.
fn joins_hosts(text: &[u8]) -> bool {
    let of_host = |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.');
    let first = text.iter().take_while(of_host).count();
    let between = text[first..].iter().take_while(|&&b| b != b'@').count();
    let (delimiter, rest) = text[first..].split_at(between);
    let signs = rest.iter().take_while(|&&b| b == b'@').count();
    let second = rest[signs..].iter().take_while(of_host).count();
    let ends = rest.get(signs + second).is_none_or(|b| b"/?#:".contains(b));
    let ends_host = match delimiter {
        [] => signs > 1,
        [b':', port @ ..] => !port.is_empty() && port.iter().all(u8::is_ascii_digit),
        _ => delimiter.iter().all(|b| b"#?&\\ +".contains(b)),
    };
    signs > 0
        && ends
        && ends_host
        && is_name(&text[..first])
        && is_name(&rest[signs..signs + second])
}

/// Whether a text is a name with a dot whose last label is letters.
fn is_name(text: &[u8]) -> bool {
    let Some(dot) = text.iter().rposition(|&b| b == b'.') else { return false };
    let last = &text[dot + 1..];
    dot > 0 && text[0] != b'.' && last.len() > 1 && last.iter().all(u8::is_ascii_alphabetic)
}

/// Checks a host whose labels are ASCII and whose dots are those of IDNA, or that ends with a mark that looks like a slash: `evil。test`,
/// `good.test／evil.test`. Text of other scripts has letters beside these.
fn of_idna(text: &[u8], start: usize, report: &mut Report) {
    let Ok(text) = str::from_utf8(text) else { return };
    let (mut before, mut dots, mut end) = (None, false, text.len());
    for (at, character) in text.char_indices() {
        let follows = before.is_some_and(|c: char| c.is_ascii_alphanumeric());
        match character {
            'A'..='Z' | 'a'..='z' | '0'..='9' | '-' | '_' | '.' => {}
            '\u{3002}' | '\u{FF0E}' | '\u{FF61}' if follows => dots = true,
            '\u{FF0F}' | '\u{2044}' | '\u{2215}' if follows => {
                let after = &text[at + character.len_utf8()..];
                if text[..at].contains('.')
                    && after.starts_with(|c: char| c.is_ascii_alphanumeric())
                {
                    let place = start + at..start + at + character.len_utf8();
                    report.find_as(Rule::ConfusableDelimiter, Severity::Warn, place, 0);
                }
                return;
            }
            '/' | '\\' | '?' | '#' | ':' => {
                end = at;
                break;
            }
            _ => return,
        }
        before = Some(character);
    }
    if dots {
        let place = start..start + end;
        report.find_as(Rule::IdnaDot, Severity::Warn, place.clone(), 0);
        host::mapped(&text.as_bytes()[..end], place, 0, report);
    }
}

/// Whether slashes and a host follow what programs remove: a space outside ASCII (`str.strip` of Python, `String.strip` of Java), or dot
/// segments, after which a path begins with two slashes (RFC 3986 section 5.2.4): `/.//evil.test`.
fn is_host_after(text: &[u8]) -> bool {
    if let [b'/', rest @ ..] = text {
        let mut rest = rest;
        while let [b'.', separator, after @ ..] = rest
            && is_separator(separator)
        {
            rest = after;
        }
        return rest.len() + 1 < text.len()
            && rest.first().is_some_and(is_separator)
            && begins_with_host(rest);
    }
    if text.first().is_none_or(u8::is_ascii) {
        return false;
    }
    let valid = match str::from_utf8(text) {
        Ok(text) => text,
        Err(error) => str::from_utf8(&text[..error.valid_up_to()]).unwrap_or_default(),
    };
    let spaces = valid.len() - valid.trim_start().len();
    spaces > 0 && Start::read(&text[spaces..]).is_some_and(|start| start.kind == Kind::Slashes)
}

/// The host of a reference after quotes, brackets or `feed:` at the start of a value, which programs remove.
fn after_marks(text: &[u8]) -> Option<Range<usize>> {
    let marks = text.iter().take(3).take_while(|b| b"\"'(<[{|;,".contains(b)).count();
    let is_feed = text.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"feed:"));
    let skipped = if is_feed { 5 } else { marks };
    let scheme = Scheme::read(&text[skipped..]).filter(|_| skipped > 0)?;
    if scheme.effect() != SchemeEffect::Web {
        return None;
    }
    let after = skipped + scheme.after;
    let start = after + text[after..].iter().take_while(|b| is_separator(b)).count();
    let of_host = |b: &&u8| b.is_ascii_alphanumeric() || b".-_".contains(b);
    let length = match text[start..].starts_with(b"[") {
        true => text[start..].iter().position(|&b| b == b']').map_or(0, |bracket| bracket + 1),
        false => text[start..].iter().take_while(of_host).count(),
    };
    (start >= after + 2 && length > 0).then_some(start..start + length)
}

/// The host after the scheme of a page and something that is not its two slashes, which some readers skip: `http::80//127.0.0.1/`, and
/// `http:user@127.1`, where some readers take what is before the `@` for a userinfo, and others for a path.
fn after_wrong_slashes(text: &[u8]) -> Option<Range<usize>> {
    if !text.first()?.is_ascii_alphabetic() {
        return None;
    }
    let scheme = Scheme::read(text).filter(|scheme| scheme.effect() == SchemeEffect::Web)?;
    let rest = &text[scheme.after..];
    let between = rest.iter().take(64).take_while(|b| !is_separator(b)).count();
    let at = rest[..rest.len().min(64)].iter().rposition(|&b| b == b'@');
    let start = match (rest.get(between..between + 2)?, at) {
        // After a blank it is text: `http: anna@a.test`.
        _ if between == 0 || matches!(rest[0], b' ' | b'+') => return None,
        (_, Some(at)) => at + 1,
        ([one, two], None) if is_separator(one) && is_separator(two) => between + 2,
        _ => return None,
    };
    let host = rest[start..].split(|b| b"/\\?#:".contains(b)).next().unwrap_or_default();
    let start = scheme.after + start;
    let judged = judge(host);
    let is_host = judged.private || judged.numeric || is_name(host) || host.starts_with(b"[");
    is_host.then_some(start..start + host.len())
}

/// The first host that is not public of a list of references in a value: `http://good.test,http://127.0.0.1/`.
pub(super) fn private_of_list(text: &[u8]) -> Option<Range<usize>> {
    let colons = text.windows(3).filter(|window| *window == b"://").take(2).count();
    if colons < 2 {
        return None;
    }
    let mut start = 0;
    text.split(|b| b",;|".contains(b)).find_map(|part| {
        let begin = start;
        start += part.len() + 1;
        let colon = part.iter().take(8).position(|&b| b == b':').filter(|_| begin > 0)?;
        let rest = part[colon..].strip_prefix(b"://")?;
        let bracket = rest.iter().position(|&b| b == b']').filter(|_| rest.starts_with(b"["));
        let ends = |b: &u8| b"/\\?#:".contains(b);
        let name = || rest.iter().position(ends).unwrap_or(rest.len());
        let host = &rest[..bracket.map_or_else(name, |bracket| bracket + 1)];
        let host_start = begin + colon + 3;
        judge(host).private.then_some(host_start..host_start + host.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
        for text in [
            &b"good.test:80@evil.test"[..],
            b"good.test#@evil.test/x",
            b"good.test &@evil.test",
            b"good.test@@evil.test",
        ] {
            assert!(joins_hosts(text), "{}", text.escape_ascii());
        }
        for text in [&b"anna@a.test"[..], b"a:b@c.test", b"a.test:x@b.test", b"a.test/@b.test", b""]
        {
            assert!(!joins_hosts(text), "{}", text.escape_ascii());
        }
        assert_eq!(bare_v6(b"::1"), Some(3));
        assert_eq!(bare_v6(b"::"), None);
        assert_eq!(bare_v6(b"a::b::name"), None);
        assert_eq!(after_marks(b"\"http://127.0.0.1/"), Some(8..17));
        assert_eq!(after_marks(b"feed:http://[::1]/"), Some(12..17));
        assert_eq!(after_marks(b"http://127.0.0.1/"), None);
        assert!(is_host_after(b"/.//evil.test") && is_host_after(b"/././\\evil.test"));
        assert!(!is_host_after(b"/./a//evil.test") && !is_host_after(b"//evil.test"));
        assert!(
            is_host_after("\u{A0}//evil.test".as_bytes()) && !is_host_after("\u{A0}//".as_bytes())
        );
    }
}
