//! Tags and attributes of markup that run scripts.
#![forbid(unsafe_code)]

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
        if window.ends_with(b"<iframe") || window.ends_with(b"<object") {
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
        && before.last().is_some_and(|b| b.is_ascii_whitespace() || b"/\"'".contains(b))
}

/// Whether a tag, whose text is this after `<`, runs scripts.
pub(super) fn is_active_tag(text: &[u8]) -> bool {
    let mut buffer = [0; 200];
    let tag = peeled(text, &mut buffer);
    tag.make_ascii_lowercase();
    let tag = tag.split(|&b| b == b'>').next().unwrap_or_default();
    let length = tag.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    if ACTIVE.contains(&&tag[..length]) {
        return true;
    }
    let active = |at: usize| {
        tag[at] == b'=' && (ends_with_handler(&tag[..at]) || begins_with_script(&tag[at + 1..]))
    };
    (1..tag.len()).any(active) || tag.windows(11).any(|window| window == b"javascript:")
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
    let Some(equals) = text.iter().position(|&b| b == b'=') else { return false };
    let before = text[1..equals].trim_ascii_end();
    let letters = before.iter().rev().take_while(|b| b.is_ascii_alphabetic()).count();
    let (between, name) = before.split_at(before.len() - letters);
    // Attributes without a value may be before it.
    let attributes = between.iter().all(|b| b.is_ascii_alphabetic() || b" \t\r\n/+".contains(b));
    name.len() >= 5 && name.starts_with(b"on") && attributes
}
