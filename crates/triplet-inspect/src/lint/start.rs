//! How a text begins that programs read as a reference: with a scheme, with slashes and a host, or with both.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::address::judge;
use super::climb::is_separator;
use super::host::{looks_like_host, without_blanks};
use super::rule::Rule;
use super::scheme::{Scheme, SchemeEffect};
use crate::units::peel;

/// What a text begins with that is read as a reference.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `https://host`.
    Scheme,
    /// `//host`, `/\host`.
    Slashes,
    /// `/https://host`.
    SlashAndScheme,
}

/// The start of a reference, as browsers read it: controls are dropped, and backslashes are slashes.
pub(super) struct Start {
    pub(super) kind: Kind,
    /// The scheme and its colon.
    pub(super) before: Range<usize>,
    /// Where the authority ends.
    pub(super) end: usize,
}

impl Start {
    pub(super) fn read(text: &[u8]) -> Option<Start> {
        let skipped = text.iter().take_while(|&&b| b <= b' ' || b == b'+').count();
        let slash = usize::from(text[skipped..].first() == Some(&b'/'));
        let at = skipped + slash;
        match Start::of_scheme(text, skipped) {
            Some(start) => Some(start),
            None => match Start::of_scheme(text, at).filter(|_| slash == 1) {
                Some(start) => Some(Start { kind: Kind::SlashAndScheme, ..start }),
                None => {
                    // `://host`, which is what is left of a reference without its scheme.
                    let colon = usize::from(text[skipped..].starts_with(b"://"));
                    let (slashes, end, host) = authority(text, skipped + colon);
                    let found = slashes >= 2 && is_host(host, slashes, text.get(end));
                    found.then_some(Start { kind: Kind::Slashes, before: 0..0, end })
                }
            },
        }
    }

    fn of_scheme(text: &[u8], at: usize) -> Option<Start> {
        // `0://host:80`, which some parsers take for a reference.
        let digits = text[at..].iter().take_while(|b| b.is_ascii_digit()).count();
        if digits > 0 && text[at + digits..].starts_with(b"://") {
            let (slashes, end, host) = authority(text, at + digits + 1);
            let before = at..at + digits + 1;
            return is_host(host, slashes, text.get(end)).then_some(Start {
                kind: Kind::Scheme,
                before,
                end,
            });
        }
        let scheme = Scheme::read(&text[at..])?;
        let after = at + scheme.after;
        // What is encoded again is read when it is decoded again.
        if text[at..after].contains(&b'%') {
            return None;
        }
        let web = scheme.effect() == SchemeEffect::Web;
        let (slashes, end, host) = authority(text, after);
        // `example.com:443` and `note:this` are not references.
        let found = match slashes {
            0 | 1 => web && is_host(host, slashes, text.get(end)),
            // Without a host it is a reference too, and has the errors of one: `https://a@`.
            _ => !host.is_empty() || end < text.len() || web && has_words(&text[after..end]),
        };
        found.then_some(Start { kind: Kind::Scheme, before: at..after, end })
    }
}

/// Whether a text has more than slashes and blanks.
fn has_words(text: &[u8]) -> bool {
    text.iter().any(|b| !is_separator(b) && *b > b' ' && *b != b'+')
}

/// The number of slashes at an offset, where the authority after them ends, and its host without a port.
fn authority(text: &[u8], at: usize) -> (usize, usize, &[u8]) {
    let rest = &text[at..];
    let before = rest.iter().take_while(|b| is_separator(b) || **b <= b' ').count();
    let slashes = rest[..before].iter().filter(|b| is_separator(b)).count();
    let length =
        rest[before..].iter().take_while(|b| !matches!(b, b'/' | b'\\' | b'?' | b'#')).count();
    let authority = &rest[before..before + length];
    let host = authority.iter().rposition(|&b| b == b'@').map_or(0, |at| at + 1);
    let host = &authority[host..];
    let length = match host.iter().position(|&b| b == b']') {
        Some(bracket) => bracket + 1,
        None => host.iter().position(|&b| b == b':').unwrap_or(host.len()),
    };
    (slashes, at + before + authority.len(), without_blanks(&host[..length]))
}

/// Where a host ends once a value is decoded that is written as a reference, and which rule it is: in the userinfo
/// (`http://evil.test%2f@good.test/`), or in what is the host as it is written (`http://evil.test%23good.test/`). Whoever encodes a value
/// encodes its slashes too.
pub(super) fn hidden_host(written: &[u8]) -> Option<(Rule, Range<usize>)> {
    let start = written.windows(3).position(|window| window == b"://")? + 3;
    let rest = &written[start..];
    let length = rest.iter().position(|b| b"/\\?#&".contains(b)).unwrap_or(rest.len());
    let at = rest[..length].iter().rposition(|&b| b == b'@');
    let delimiter = rest[..at.unwrap_or(length)].iter().position(|&b| b == b'%')?;
    let (octet, end) = peel(rest, delimiter);
    let name = &rest[..delimiter];
    let goes_up = || rest[end..].starts_with(b"..");
    let ends = match octet {
        b'\\' | b'?' | b'#' => true,
        b'/' => at.is_some() || goes_up(),
        _ => false,
    };
    let of_host = |b: &u8| b.is_ascii_alphanumeric() || b".-".contains(b);
    match at {
        _ if name.contains(&b':') => None,
        Some(at) if ends && looks_like_host(name) => {
            Some((Rule::MisleadingUserinfo, start..start + at))
        }
        None if ends && looks_like_host(name) => {
            Some((Rule::EncodedDelimiter, start + delimiter..start + end))
        }
        // A filter sees the name before the dot.
        None if octet == b'.' && !name.is_empty() && name.iter().all(of_host) => {
            Some((Rule::OverEncoded, start + delimiter..start + end))
        }
        _ => None,
    }
}

/// Whether the letters of a scheme are written in both cases, other than with a capital at the start: `hTTp`.
pub(super) fn is_mixed(scheme: &[u8]) -> bool {
    let rest = scheme.get(1..).unwrap_or_default();
    // The digits of a triplet are not letters of the name: `http%3A`.
    !rest.contains(&b'%')
        && rest.iter().any(u8::is_ascii_uppercase)
        && scheme.iter().any(u8::is_ascii_lowercase)
}

/// Whether a text after two slashes begins with the name of a host.
pub(super) fn begins_with_host(text: &[u8]) -> bool {
    let (_, end, host) = authority(text, 0);
    is_host(host, 2, text.get(end)) && host.contains(&b'.')
}

/// Whether what follows slashes is a host: text of people begins with slashes too.
fn is_host(host: &[u8], slashes: usize, end: Option<&u8>) -> bool {
    let judged = judge(host);
    let allowed = |b: &u8| {
        b.is_ascii_alphanumeric()
            || !b.is_ascii()
            || matches!(b, b'-' | b'.' | b'_' | b'~' | b'[' | b']' | b':' | b'%')
    };
    !host.is_empty()
        && host.iter().all(allowed)
        && (judged.numeric
            || judged.private
            || host[..host.len() - 1].contains(&b'.')
            || !host.is_ascii()
            || host.starts_with(b"[")
            || slashes > 2
            || matches!(end, Some(b'/' | b'\\')))
}
