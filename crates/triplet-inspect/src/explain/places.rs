//! Where the links are written of a text in another notation: of JSON and programs, of HTML, of quoted-printable.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use triplet::decode_triplet;

use super::edit::Edit;
use super::node::{Kind, Node};
use super::notations::{Character, backslash, html, quoted_printable};

/// The changes of a text in a notation, in whose text read are addresses; `None` if it cannot be said where they are written.
/// `edit` adds the changes of a text with addresses.
pub(super) fn edits_within(
    node: &Node,
    edit: fn(&Node, usize, &mut Vec<Edit>),
) -> Option<Vec<Edit>> {
    let inner = node.children.first()?;
    let mut edits = match inner.kind {
        Kind::Text => {
            let mut parts = Vec::new();
            edit(inner, 0, &mut parts);
            let mut edits = Vec::new();
            for Edit { span, text } in parts {
                edit_letters(&inner.written[span.clone()], &text, span.start, &mut edits);
            }
            edits
        }
        _ => edits_within(inner, edit)?,
    };
    let places = Places::of(node)?;
    places.translate(&mut edits);
    for edit in &mut edits {
        edit.text = escaped(node.kind, &edit.text);
    }
    Some(edits)
}

/// A text as a notation has it.
fn escaped(kind: Kind, text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match kind {
            Kind::QuotedPrintable if !c.is_ascii() || c == '=' => {
                for octet in c.encode_utf8(&mut [0; 4]).bytes() {
                    out.push_str(&alloc::format!("={octet:02X}"));
                }
            }
            Kind::Html if "&<>\"'".contains(c) => {
                out.push_str(&alloc::format!("&#{};", u32::from(c)));
            }
            Kind::Backslash if "\\\"'".contains(c) => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

/// What the escape stands for that a text begins with, and its length.
type Escape = fn(&str) -> Option<(Character, usize)>;

/// Where the escapes of a notation are: in the text read, and in the text as it is written.
struct Places(Vec<(Range<usize>, Range<usize>)>);

impl Places {
    /// `None` if the text read is not what the escapes say, as in a charset that is not UTF-8.
    fn of(node: &Node) -> Option<Places> {
        let text = &*node.written;
        let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let quoted = quoted.filter(|_| node.kind == Kind::Backslash);
        quoted
            .and_then(|quoted| Places::in_part(node, quoted, 1))
            .or_else(|| Places::in_part(node, text, 0))
    }

    fn in_part(node: &Node, text: &str, start: usize) -> Option<Places> {
        let (mark, escape): (char, Escape) = match node.kind {
            Kind::Html => ('&', html::escape),
            Kind::QuotedPrintable => ('=', quoted_printable::first),
            _ => ('\\', backslash::first),
        };
        let mut places = Vec::new();
        let expected = node.read().as_bytes();
        let (mut at, mut read) = (0, 0);
        // The text up to here is the same.
        let mut raw = 0;
        let is_same = |text: &[u8], read: &mut usize| {
            let is_same = expected.get(*read..*read + text.len()) == Some(text);
            *read += text.len();
            is_same
        };
        while let Some(found) = text[at..].find(mark) {
            at += found;
            let Some((character, length)) = escape(&text[at..]) else {
                at += 1;
                continue;
            };
            if !is_same(&text.as_bytes()[raw..at], &mut read) {
                return None;
            }
            let from = read;
            if !is_same(character.octets(), &mut read) {
                return None;
            }
            places.push((from..read, start + at..start + at + length));
            at += length;
            raw = at;
        }
        (is_same(&text.as_bytes()[raw..], &mut read) && read == expected.len()).then(|| {
            // What is left out before the text.
            places.insert(0, (0..0, 0..start));
            Places(places)
        })
    }

    /// Changes of the text read become changes of the text as it is written. They are in order.
    fn translate(&self, edits: &mut [Edit]) {
        let mut next = self.0.iter().peekable();
        // What is written is so much longer or shorter than what is read.
        let mut last = (0, 0);
        let mut place = |at: usize, is_passed: &dyn Fn(&Range<usize>) -> bool| {
            while let Some((read, written)) = next.next_if(|(read, _)| is_passed(read)) {
                last = (read.end, written.end);
            }
            last.1 + (at - last.0)
        };
        for Edit { span, .. } in edits {
            let (start, end) = (span.start, span.end);
            let from = place(start, &|read| read.end <= start);
            *span = from..place(end, &|read| read.start < end);
        }
    }
}

/// Adds the places where letters stand for triplets. Triplets that stay are left as they are written.
fn edit_letters(written: &str, readable: &str, start: usize, edits: &mut Vec<Edit>) {
    let first = edits.len();
    let (mut at, mut letters) = (0, readable.chars());
    while at < written.len() {
        let is_triplet = decode_triplet(&written.as_bytes()[at..]).is_some();
        match letters.next() {
            Some('%') if is_triplet => {
                letters.nth(1);
                at += 3;
            }
            Some(letter) if is_triplet => {
                let end = start + at + 3 * letter.len_utf8();
                match edits[first..].last_mut().filter(|last| last.span.end == start + at) {
                    Some(last) => {
                        last.text.push(letter);
                        last.span.end = end;
                    }
                    None => edits.push(Edit { span: start + at..end, text: letter.into() }),
                }
                at += 3 * letter.len_utf8();
            }
            Some(letter) if written.get(at..).is_some_and(|rest| rest.starts_with(letter)) => {
                at += letter.len_utf8();
            }
            _ => {
                // Other than letter for letter, as a host in Punycode.
                edits.truncate(first);
                edits.push(Edit { span: start..start + written.len(), text: readable.into() });
                return;
            }
        }
    }
}
