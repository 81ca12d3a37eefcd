//! Tags and attributes of markup that run scripts.
#![forbid(unsafe_code)]

use super::address::judge;
use super::scheme::{Scheme, SchemeEffect};
use crate::units::peeled;

/// Elements that run scripts, load pages or change where a page's references lead.
const ACTIVE: [&[u8]; 12] = [
    b"script",
    b"iframe",
    b"frame",
    b"object",
    b"embed",
    b"applet",
    b"base",
    b"meta",
    b"link",
    b"math",
    b"foreignobject",
    b"template",
];

/// Whether a text has a tag that runs scripts.
pub(super) fn is_active(octets: impl Iterator<Item = u8>) -> bool {
    // A window of the last octets is enough: a tag's name, or an attribute's.
    let mut window = [b' '; 16];
    for octet in octets {
        window.rotate_left(1);
        window[15] = octet.to_ascii_lowercase();
        if window.ends_with(b"<script") || window.ends_with(b"javascript:") {
            return true;
        }
        if octet == b'=' && ends_with_handler(&window[..15]) {
            return true;
        }
        if [&b"<iframe"[..], b"<object", b":script"].iter().any(|tag| window.ends_with(tag)) {
            return true;
        }
    }
    false
}

/// Whether a text ends with the name of an event handler, after something that ends another attribute or a name.
fn ends_with_handler(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    let letters = text.iter().rev().take_while(|b| b.is_ascii_alphabetic()).count();
    let (before, name) = text.split_at(text.len() - letters);
    name.len() >= 5
        && name.starts_with(b"on")
        && before.last().is_some_and(|b| b.is_ascii_whitespace() || b"/\"'+".contains(b))
}

/// What servers run in a page or a document: includes, programs of PHP, and the entities of XML (CWE-97, CWE-94, CWE-611).
const OF_SERVERS: [&[u8]; 7] =
    [b"!--#", b"esi:", b"?php", b"!entity", b"xi:include", b"xsl:include", b"xsl:import"];

/// Whether a tag, whose text is this after `<`, runs scripts.
pub(super) fn is_active_tag(text: &[u8]) -> bool {
    let mut buffer = [0; 200];
    let tag = folded(peeled(text, &mut buffer));
    if OF_SERVERS.iter().any(|start| tag.starts_with(start)) || is_external(tag) {
        return true;
    }
    let is_open = !tag.contains(&b'>');
    let tag = tag.split(|&b| b == b'>').next().unwrap_or_default();
    let length = tag.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    if ACTIVE.contains(&&tag[..length]) {
        return true;
    }
    let active = |at: usize| {
        let (before, value) = (&tag[..at], &tag[at + 1..]);
        tag[at] == b'='
            && (ends_with_handler(before)
                || begins_with_script(value)
                || begins_elsewhere(&tag[..length], before, value, is_open))
    };
    (1..tag.len()).any(active) || tag.windows(11).any(|window| window == b"javascript:")
}

/// A text in lower case, where `ſ` and the sign of Kelvin are the letters of ASCII that they become (Unicode's `CaseFolding.txt`).
fn folded(text: &mut [u8]) -> &[u8] {
    let (mut at, mut end) = (0, 0);
    while at < text.len() {
        let (octet, length) = match text[at..] {
            [0xC5, 0xBF, ..] => (b's', 2),
            [0xE2, 0x84, 0xAA, ..] => (b'k', 3),
            _ => (text[at].to_ascii_lowercase(), 1),
        };
        text[end] = octet;
        (at, end) = (at + length, end + 1);
    }
    &text[..end]
}

/// Whether a declaration of a document type in lower case has its own declarations, or any from elsewhere. `<!doctype html>` has none, and
/// that of HTML 4 has `public`.
fn is_external(tag: &[u8]) -> bool {
    let head = tag.split(|&b| b == b'>').next().unwrap_or_default();
    tag.starts_with(b"!doctype")
        && !head.windows(6).any(|window| window == b"public")
        && (head.contains(&b'[') || head.windows(6).any(|window| window == b"system"))
}

/// Whether the value of an attribute sends what a page has to another host, or makes a program load what is not public: the target of a
/// form, a value without an end (dangling markup), a file, a host that is not public.
fn begins_elsewhere(tag: &[u8], before: &[u8], value: &[u8], is_open: bool) -> bool {
    let quote = value.first().filter(|b| b"\"'`".contains(b));
    let value = &value[usize::from(quote.is_some())..];
    if value.starts_with(b"file:") {
        return true;
    }
    let scheme = [&b"http:"[..], b"https:"].into_iter().find(|scheme| value.starts_with(scheme));
    let Some(host) = value[scheme.map_or(0, |scheme| scheme.len())..].strip_prefix(b"//") else {
        return false;
    };
    let host = host.split(|b| b"/\\?#: \"'".contains(b)).next().unwrap_or_default();
    let has_no_end = is_open && quote.is_some_and(|quote| !value.contains(quote));
    !host.is_empty()
        && (has_no_end
            || tag == b"form" && before.trim_ascii_end().ends_with(b"action")
            || scheme.is_some() && judge(host).private)
}

/// Whether the value of an attribute is a reference that runs, however its scheme is written.
fn begins_with_script(value: &[u8]) -> bool {
    let quote = usize::from(value.first().is_some_and(|b| b"\"'`".contains(b)));
    Scheme::read(&value[quote..]).is_some_and(|scheme| scheme.effect() == SchemeEffect::Run)
}

/// Whether a quotation mark, with which this text begins, is followed by an event handler: it ends the value of an
/// attribute, and begins others, such as one that runs a script.
pub(super) fn breaks_attribute(text: &[u8]) -> bool {
    let mut buffer = [0; 60];
    let text = peeled(text, &mut buffer);
    text.make_ascii_lowercase();
    let rest = text.get(1..).unwrap_or_default();
    has_handler(rest) || calls(rest)
}

/// [`breaks_attribute`] of the text after a quotation mark of another kind.
pub(super) fn begins_handler(rest: &[u8]) -> bool {
    let mut buffer = [0; 60];
    let text = peeled(rest, &mut buffer);
    text.make_ascii_lowercase();
    has_handler(text)
}

/// Whether a text in lower case, which follows the end of a string of JavaScript, goes on with a call by which scanners and attackers see that
/// a script runs: `";alert(1)//`, `-prompt(1)-`.
fn calls(text: &[u8]) -> bool {
    let marks = text.iter().take_while(|b| b";-+*}])/| ".contains(b)).count();
    let functions: [&[u8]; 4] = [b"alert(", b"confirm(", b"prompt(", b"eval("];
    marks > 0 && functions.iter().any(|function| text[marks..].starts_with(function))
}

/// Whether attributes, in lower case, have an event handler.
fn has_handler(text: &[u8]) -> bool {
    let Some(equals) = text.iter().position(|&b| b == b'=') else { return false };
    let before = text[..equals].trim_ascii_end();
    let letters = before.iter().rev().take_while(|b| b.is_ascii_alphabetic()).count();
    let (between, name) = before.split_at(before.len() - letters);
    // Attributes without a value may be before it.
    let attributes = between.iter().all(|b| b.is_ascii_alphabetic() || b" \t\r\n/+".contains(b));
    name.len() >= 5 && name.starts_with(b"on") && attributes
}
