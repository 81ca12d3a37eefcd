//! Expressions of templates, UTF-7, and the `&amp;` of HTML.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::mem;

use super::climb::is_separator;
use super::context::Severity;
use super::facts::Component;
use super::prefilter::Signs;
use super::report::Report;
use super::rule::Rule;
use super::scheme::escaped;
use super::start::{Kind, Start};
use super::tags::is_active_tag;
use crate::units::{View, octets};

/// What [`check_expressions`] needs.
pub(super) const NEEDS_OF_EXPRESSIONS: Signs = Signs::of_rules(&[Rule::Expression]);

/// What [`check_utf7`] needs.
pub(super) const NEEDS_OF_UTF7: Signs = Signs::of_rules(&[Rule::Utf7]);

/// What [`check_ampersands`] needs.
pub(super) const NEEDS_OF_AMPERSANDS: Signs = Signs::of_rules(&[Rule::HtmlAmpersand]);

/// Finds expressions of templates.
pub(super) fn check_expressions(component: &Component<'_>, report: &mut Report) {
    let (text, context) = (component.text(), component.context);
    let mut before = 0;
    if !octets(text).any(|octet| opens(mem::replace(&mut before, octet), octet)) {
        return;
    }
    let view = View::of(component.input, component.span.clone());
    let octets = view.octets();
    let mut at = 0;
    while at + 1 < octets.len() {
        let start = at;
        at += 1;
        let rest = &octets[at + 1..];
        let goes_on = match (octets[start], octets[at]) {
            (b'$', b'(') => rest.first().is_some_and(u8::is_ascii_alphabetic),
            (b'T', b'(') => rest.starts_with(b"java"),
            (b'<', b'#') => rest.starts_with(b"assign"),
            (b'#', b's') => rest.starts_with(b"et($"),
            (b'(', b'#') => rest.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_'),
            _ => true,
        };
        if !goes_on || !opens(octets[start], octets[at]) {
            continue;
        }
        let end = octets[at..].iter().take(200).position(|&b| matches!(b, b'}' | b'>' | b')'));
        let end = end.map_or(at + 1, |length| at + length + 1);
        let body = &octets[(at + 1).min(end)..end];
        // A name in braces is a placeholder; a call, an operator or a lookup is more. `$(id)` is a command of a shell.
        // Directives of FreeMarker and Velocity.
        let is_directive = matches!((octets[start], octets[at]), (b'<', b'#') | (b'#', b's'));
        let severity =
            match context.is_free_text() && octets[start] == b'#' && !computes(b'#', body) {
                _ if is_directive => Severity::Warn,
                true => Severity::Info,
                false if octets[at] == b'(' && octets[start] == b'$' => Severity::Warn,
                false if reaches(octets[start], body) => Severity::Warn,
                false if computes(octets[start], body) => Severity::Warn,
                false => Severity::Info,
            };
        report.find_as(Rule::Expression, severity, view.span(start..end), view.layer(start..end));
        at = end;
    }
}

/// Whether an expression of a template begins with two octets.
const fn opens(first: u8, second: u8) -> bool {
    match second {
        b'{' => matches!(first, b'$' | b'#' | b'%' | b'*' | b'@' | b'~' | b'{'),
        b'%' => matches!(first, b'{' | b'<'),
        // Expressions of Spring, and of the frameworks that OGNL is part of.
        b'(' => matches!(first, b'$' | b'T'),
        b'#' => matches!(first, b'(' | b'<'),
        b's' => first == b'#',
        _ => false,
    }
}

/// Whether the body of an expression reaches into the program or its environment: classes of Java, objects of Python, the context of OGNL,
/// the lookups of Log4j and of Commons Text, the separator of a shell.
fn reaches(opens: u8, body: &[u8]) -> bool {
    let has = |what: &[u8]| body.windows(what.len()).any(|w| w.eq_ignore_ascii_case(what));
    let starts =
        |start: &&[u8]| body.get(..start.len()).is_some_and(|b| b.eq_ignore_ascii_case(start));
    let lookups: [&[u8]; 6] = [b"env:", b"sys:", b"url:", b"dns:", b"script:", b"file:"];
    // Those of Twig, Jinja, Freemarker, Spring and the scripts of Java are from their manuals.
    let names: [&[u8]; 16] = [
        b"jndi",
        b"__",
        b"runtime",
        b"java.",
        b"attr(",
        b"#context",
        b"_self.",
        b"constructor.",
        b"getclass",
        b"forname",
        b"popen",
        b"registerundefined",
        b"getfilter",
        b"request.application",
        b"pagecontext.",
        b"freemarker.",
    ];
    names.iter().any(|name| has(name))
        // Only FreeMarker reads `${.version}`.
        || opens == b'$' && matches!(body, [b'.', name, ..] if name.is_ascii_alphabetic())
        || opens == b'$' && (body == b"IFS}" || lookups.iter().any(starts))
}

/// Whether the body of an expression does something: it multiplies numbers, calls, looks something up with a default, or has
/// another expression in it.
fn computes(opens: u8, body: &[u8]) -> bool {
    let has = |what: &[u8]| body.windows(what.len()).any(|window| window == what);
    let multiplies = body.windows(3).any(|window| {
        matches!(window, [a, b'*', b] if a.is_ascii_digit() && matches!(b, b'0'..=b'9' | b'\'')
            || matches!(a, b'\'' | b'"') && b.is_ascii_digit())
    });
    multiplies
        || opens == b'$' && (has(b"${") || has(b":-") || has(b"::"))
        || opens != b'$' && (has(b"constructor") || has(b".class"))
        || opens == b'{' && (has(b"()") || has(b"|filter("))
        || opens == b'<' && body.starts_with(b"=") && has(b"(")
}

/// Finds UTF-7: `+`, base64 of UTF-16, and `-`, that has a character of markup.
pub(super) fn check_utf7(component: &Component<'_>, report: &mut Report) {
    let (text, begin) = (component.text(), component.span.start);
    let (mut at, mut end_before) = (0, None);
    while let Some(plus) = text[at..].windows(2).position(|w| matches!(w, b"+A" | b"BA" | b"bA")) {
        let start = at + plus;
        // A plus that is encoded ends with its second digit.
        let encoded = text[start] != b'+';
        if encoded && !text[..start].ends_with(b"%2") {
            at = start + 1;
            continue;
        }
        let length = text[start + 1..]
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric() || **b == b'/')
            .count();
        at = start + 1 + length.max(1);
        // `+ADw-`: `<`; the code units of ASCII begin with eight zero bits.
        let markup = matches!(
            text.get(start + 1..start + 4),
            Some([b'A', b'D', b'w' | b'x' | b'y' | b'z' | b'4' | b'5' | b'6' | b'7'])
                | Some([
                    b'A',
                    b'C',
                    b'I' | b'J'
                        | b'K'
                        | b'L'
                        | b'c'
                        | b'd'
                        | b'e'
                        | b'f'
                        | b'Y'
                        | b'Z'
                        | b'a'
                        | b'b'
                ])
        );
        if markup && (3..64).contains(&length) {
            let end = at + usize::from(text.get(at) == Some(&b'-'));
            let tag = text.get(end).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'/');
            let less_than = text[start + 1..].starts_with(b"ADw");
            let first = start - if encoded { 2 } else { 0 };
            // Two that follow each other end an attribute and a tag: `">`.
            let severe = less_than && tag || end_before == Some(first);
            let severity = if severe { Severity::Warn } else { Severity::Info };
            end_before = Some(end);
            report.find_as(Rule::Utf7, severity, begin + first..begin + end, u8::from(encoded));
        }
    }
}

/// Finds an `&` that separates pairs and is a character reference of HTML, perhaps of a reference: `&amp;amp;`.
pub(super) fn check_ampersands(component: &Component<'_>, report: &mut Report) {
    let (text, begin) = (component.text(), component.span.start);
    let mut at = 0;
    while let Some(found) = text[at..].iter().position(|&b| b == b'&') {
        let start = at + found;
        at = start + 1;
        if let Some(rest) = after_ampersand(&text[at..]) {
            let mut rest = rest;
            while let Some(more) = rest.strip_prefix(b"amp;") {
                rest = more;
            }
            at = text.len() - rest.len();
            report.find(Rule::HtmlAmpersand, component.context, begin + start..begin + at, 0);
        }
    }
}

/// What follows `amp;`, `#38;` or `#x26;`.
fn after_ampersand(text: &[u8]) -> Option<&[u8]> {
    if let Some(rest) = text.strip_prefix(b"amp;").or_else(|| text.strip_prefix(b"AMP;")) {
        return Some(rest);
    }
    let number = text.strip_prefix(b"#")?;
    let (digits, code) = match number {
        [b'x' | b'X', digits @ ..] => (digits, b"26;"),
        _ => (number, b"38;"),
    };
    let zeros = digits.iter().take_while(|&&b| b == b'0').count();
    digits[zeros..].strip_prefix(code)
}

/// Finds a tag that runs whose `<` is a character reference of HTML or an escape of JavaScript: `&lt;`, `&#60;`, `\u003c`. A program that
/// resolves these after it filters has the tag.
pub(super) fn check_references(text: &[u8], report: &mut Report) {
    let begins = |window: &[u8]| {
        matches!(window, [b'&', b'l' | b'L' | b'#', _] | [b'\\', b'u' | b'U' | b'x' | b'X', _])
    };
    for (at, window) in text.windows(3).enumerate() {
        if !begins(window) {
            continue;
        }
        let (octet, end) = unescaped(text, at);
        if octet == b'<' && end > at + 1 && is_active_tag(&resolved(&text[end..])) {
            report.find_as(Rule::HtmlMetachar, Severity::Warn, at..end, 0);
        }
    }
}

/// Whether a text begins with character references of HTML that are slashes before a host: `&#x2f;&#x2f;evil.test`.
pub(super) fn begins_with_host(text: &[u8]) -> bool {
    text.starts_with(b"&") && {
        let plain = resolved(text);
        plain.first().is_some_and(is_separator)
            && Start::read(&plain).is_some_and(|start| start.kind == Kind::Slashes)
    }
}

/// The start of a text without its character references and escapes.
fn resolved(text: &[u8]) -> Vec<u8> {
    let (mut octets, mut at) = (Vec::new(), 0);
    while at < text.len() && octets.len() < 200 {
        let (octet, end) = unescaped(text, at);
        octets.push(octet);
        at = end;
    }
    octets
}

/// The octet of a character reference or an escape, if the text has one here, or the octet as it is; and the offset after it.
fn unescaped(text: &[u8], at: usize) -> (u8, usize) {
    let rest = &text[at..];
    let is_less_than = rest.get(..3).is_some_and(|start| start.eq_ignore_ascii_case(b"&lt"));
    match rest[0] {
        b'&' if is_less_than => (b'<', at + if rest.get(3) == Some(&b';') { 4 } else { 3 }),
        b'&' | b'\\' => escaped(text, rest[0], at + 1),
        octet => (octet, at + 1),
    }
}
