//! The rules for schemes that run, show or fetch what follows.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::address::judge;
use super::context::{Context, Severity};
use super::report::Report;
use super::rule::Rule;
use super::scheme::{Scheme, SchemeEffect};
use super::tags;
use crate::units::{peel, peeled};

/// Checks the scheme at the start of a part of the input, and returns it.
pub(super) fn check(
    input: &[u8],
    span: Range<usize>,
    context: Context,
    report: &mut Report,
) -> Option<Scheme> {
    let text = &input[span.clone()];
    let scheme = Scheme::read(text)?;
    let place = span.start..span.start + scheme.after;
    let rest = &text[scheme.after..];
    match scheme.effect() {
        SchemeEffect::Run => {
            let severity = match runs(rest) {
                true => Rule::ScriptScheme.severity(context),
                false => Severity::Info,
            };
            report.find_as(Rule::ScriptScheme, severity, place, 0);
        }
        SchemeEffect::Data => {
            if let Some(severity) = data(rest) {
                report.find_as(Rule::ScriptScheme, severity, place, 0);
            } else if context != Context::Url && is_data_of_php(rest) {
                report.find(Rule::FetcherScheme, context, place, 0);
            }
        }
        SchemeEffect::Wrap => {
            // What is within it, at most once.
            if let Some(inner) = Scheme::read(rest) {
                let place = place.start..place.end + inner.after;
                let rest = &rest[inner.after..];
                match inner.effect() {
                    SchemeEffect::Run if runs(rest) => {
                        report.find(Rule::ScriptScheme, context, place, 0);
                    }
                    SchemeEffect::Fetch if opens(&inner, rest) => {
                        report.find_as(Rule::FetcherScheme, Severity::Warn, place, 0);
                    }
                    // The origin of a file that the site made is within the name of that file, and Java takes `url:` away.
                    SchemeEffect::Web
                        if matches!(
                            scheme.name(),
                            b"filesystem" | b"url" | b"wyciwyg" | b"mhtml"
                        ) || scheme.name() == b"view-source" && context != Context::Url =>
                    {
                        report.find(Rule::FetcherScheme, context, place, 0);
                    }
                    _ => {}
                }
            }
        }
        SchemeEffect::Fetch => {
            if scheme.name() == b"intent" && leads_to_script(rest) {
                report.find_as(Rule::ScriptScheme, Severity::Warn, place.clone(), 0);
            }
            if opens(&scheme, rest) {
                let severity = match has_no_honest_use(&scheme, rest) {
                    true => Severity::Warn,
                    false => Rule::FetcherScheme.severity(context),
                };
                report.find_as(Rule::FetcherScheme, severity, place, 0);
            }
        }
        SchemeEffect::Web | SchemeEffect::Other => {}
    }
    Some(scheme)
}

/// Whether a reference as a whole is written by an attacker only: wrappers of PHP and Java's `netdoc:`, a private host that is spoken to in
/// another protocol than HTTP, or a host after the slashes of a path of a file.
fn has_no_honest_use(scheme: &Scheme, rest: &[u8]) -> bool {
    // The number of slashes, and the host after them.
    let host = |judge: fn(usize, &[u8]) -> bool| {
        let mut buffer = [0; 64];
        let text = peeled(rest, &mut buffer);
        let slashes = text.iter().take_while(|b| matches!(b, b'/' | b'\\')).count();
        judge(slashes, text[slashes..].split(|b| b"/\\?#:".contains(b)).next().unwrap_or_default())
    };
    match scheme.name() {
        b"php" | b"phar" | b"expect" | b"netdoc" => true,
        b"file" => host(|slashes, host| slashes > 3 && !host.is_empty()),
        b"dict" | b"gopher" | b"gophers" | b"tftp" => {
            host(|slashes, host| slashes == 2 && judge(host).private)
        }
        _ => false,
    }
}

/// Whether a value in the text of an `intent:` is a reference that runs: `S.browser_fallback_url=javascript:…`.
fn leads_to_script(rest: &[u8]) -> bool {
    let mut buffer = [0; 256];
    let text: &[u8] = peeled(rest, &mut buffer);
    text.split(|&b| b == b';').any(|extra| {
        let value = extra.split_inclusive(|&b| b == b'=').nth(1).unwrap_or_default();
        let scheme = Scheme::read(value);
        scheme.is_some_and(|scheme| {
            scheme.effect() == SchemeEffect::Run && runs(&value[scheme.after..])
        })
    })
}

/// Checks for a scheme that runs what follows, after slashes or brackets at the start of a value: `/javascript:alert(1)`. A filter takes
/// the value for a path, and a program removes the slash.
pub(super) fn check_after_slashes(
    input: &[u8],
    span: Range<usize>,
    context: Context,
    report: &mut Report,
) {
    let mut start = span.start;
    while start < span.end {
        let (octet, next) = peel(&input[..span.end], start);
        if !b"/\\<>".contains(&octet) {
            break;
        }
        start = next;
    }
    let text = &input[start..span.end];
    if start > span.start
        && let Some(scheme) = Scheme::read(text)
        && scheme.effect() == SchemeEffect::Run
        && runs(&text[scheme.after..])
    {
        report.find(Rule::ScriptScheme, context, start..start + scheme.after, 0);
    }
}

/// Whether what follows a scheme that fetches is something to fetch. Words of a search are not: `file:// not working`.
fn opens(scheme: &Scheme, rest: &[u8]) -> bool {
    let mut buffer = [0; 8];
    let text = peeled(rest, &mut buffer);
    let slashes = text.iter().take_while(|b| matches!(b, b'/' | b'\\')).count();
    let ends = text.get(slashes).is_none_or(|b| matches!(b, b' ' | b'+'));
    match scheme.name() {
        b"jar" | b"jndi" => !text.is_empty(),
        // Apache's proxy takes what follows a socket and `|`.
        b"unix"
            if rest
                .windows(4)
                .any(|window| matches!(window, [b'|', ..] | [_, b'7', b'C' | b'c', _])) =>
        {
            true
        }
        b"search-ms" | b"search" => text.starts_with(b"query=") || text.starts_with(b"//query"),
        b"ms-msdt" | b"ms-officecmd" | b"ms-its" | b"its" | b"mk" => !text.is_empty() && !ends,
        b"expect" => text.starts_with(b"//"),
        b"ext" | b"fd" => matches!(text.first(), Some(b':' | b'/')),
        _ => slashes > 0 && !ends,
    }
}

/// Whether what follows `data:` is what the wrappers of PHP include: `//text/plain`, or text in base64.
fn is_data_of_php(rest: &[u8]) -> bool {
    let mut buffer = [0; 40];
    let head = peeled(rest, &mut buffer);
    head.make_ascii_lowercase();
    [&b"//"[..], b"text/plain;base64,", b";base64,", b",<?"]
        .iter()
        .any(|start| head.starts_with(start))
}

/// Whether what follows `javascript:` does something. `javascript:void(0)` is a link to nowhere, and `JavaScript: the good
/// parts` is a title.
fn runs(rest: &[u8]) -> bool {
    let mut buffer = [0; 128];
    let text = peeled(rest, &mut buffer);
    let text = text.trim_ascii();
    let nothing = [&b""[..], b";", b"//", b"void(0)", b"void(0);", b"void 0", b"void+0"];
    // One of the words of a list.
    let listed = text.starts_with(b",");
    !listed
        && !nothing.contains(&text)
        && text.iter().any(|b| b"(=`[.&\\%".contains(b) || *b < b' ')
}

/// How bad a `data:` URL is whose text after the colon is this; `None` if its media type cannot have scripts.
fn data(rest: &[u8]) -> Option<Severity> {
    let mut buffer = [0; 96];
    let head = peeled(rest, &mut buffer);
    head.make_ascii_lowercase();
    let comma = head.iter().position(|&b| b == b',').unwrap_or(head.len());
    let head = &head[..comma];
    let media = head.split(|&b| b == b';').next().unwrap_or_default().trim_ascii();
    // Text in UTF-7 has markup that no filter sees.
    if head.windows(5).any(|window| window == b"utf-7") {
        return Some(Severity::Warn);
    }
    let base64 = head.ends_with(b"base64");
    let is_script = media.ends_with(b"javascript") || media.ends_with(b"ecmascript");
    let is_html = matches!(media, b"text/html" | b"application/xhtml+xml");
    let is_xml = matches!(media, b"image/svg+xml" | b"text/xml" | b"application/xml" | b"text/xsl");
    if is_script || is_html && base64 {
        return Some(Severity::Warn);
    }
    if !is_html && !is_xml {
        return None;
    }
    // The data begin after the comma, which may be encoded.
    let mut at = 0;
    for _ in 0..=comma {
        if at < rest.len() {
            at = peel(rest, at).1;
        }
    }
    let active = match base64 {
        true => tags::is_active(base64_octets(&rest[at..])),
        false => tags::is_active(peeled_octets(&rest[at..])),
    };
    Some(if active { Severity::Warn } else { Severity::Info })
}

fn peeled_octets(text: &[u8]) -> impl Iterator<Item = u8> {
    let mut at = 0;
    core::iter::from_fn(move || {
        (at < text.len()).then(|| {
            let (octet, next) = peel(text, at);
            at = next;
            octet
        })
    })
}

/// The octets of a text in base64 (RFC 4648). What is not of its alphabet is left out.
fn base64_octets(text: &[u8]) -> impl Iterator<Item = u8> {
    let (mut bits, mut count) = (0u32, 0);
    peeled_octets(text).filter_map(move |octet| {
        let value = match octet {
            b'A'..=b'Z' => octet - b'A',
            b'a'..=b'z' => octet - b'a' + 26,
            b'0'..=b'9' => octet - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        (count >= 8).then(|| {
            count -= 8;
            (bits >> count) as u8
        })
    })
}
