//! The grammar of templates (RFC 6570 section 2), as functions that read one part at an offset of a text. Parsing reads all parts
//! with them, and so does every iteration afterwards, so that the grammar is written once.
//!
//! All of them are `const`, so that a template in a constant is checked at compile time.
#![forbid(unsafe_code)]

use core::num::NonZeroU16;

use super::error::{TemplateError, TemplateErrorKind as Kind};
use super::operator::{Modifier, Operator};
use crate::set::rfc3987::{is_iprivate, is_ucschar};
use crate::triplet::begins_with_triplet;

/// A literal: up to the next `{`, or to the end of the text.
pub(super) struct Literal {
    pub(super) end: usize,
    /// Whether it has characters outside ASCII, which expansion encodes.
    pub(super) is_ascii: bool,
}

/// A variable in an expression (`varspec = varname [ modifier-level4 ]`).
pub(super) struct Spec {
    pub(super) name_end: usize,
    pub(super) modifier: Modifier,
    /// The offset after the `,` or `}`.
    pub(super) next: usize,
    /// Whether that is the `}`.
    pub(super) is_last: bool,
}

/// Checks a whole template. The answer is whether all its literals are ASCII.
pub(super) const fn check(text: &str) -> Result<bool, TemplateError> {
    let bytes = text.as_bytes();
    let mut is_ascii = true;
    let mut at = 0;
    while at < bytes.len() {
        match literal(bytes, at) {
            Ok(literal) => {
                is_ascii = is_ascii && literal.is_ascii;
                at = literal.end;
            }
            Err(error) => return Err(error),
        }
        if at == bytes.len() {
            break;
        }
        let open = at;
        at = match operator(bytes, open) {
            Ok((_, next)) => next,
            Err(error) => return Err(error),
        };
        loop {
            match spec(bytes, open, at) {
                Ok(spec) => {
                    at = spec.next;
                    if spec.is_last {
                        break;
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }
    Ok(is_ascii)
}

/// `literals`, any number of them, from this offset.
///
/// ```text
/// literals = %x21 / %x23-24 / %x26-3B / %x3D / %x3F-5B / %x5D / %x5F / %x61-7A / %x7E / ucschar / iprivate / pct-encoded
/// ```
///
/// The rule has the apostrophe (`%x27`), which verified erratum 6937 added.
const fn literal(bytes: &[u8], mut at: usize) -> Result<Literal, TemplateError> {
    let mut is_ascii = true;
    while at < bytes.len() {
        match bytes[at] {
            b'{' => break,
            b'}' => return Err(error(Kind::StrayBrace, bytes, at)),
            b'%' => {
                if !begins_with_triplet(bytes.split_at(at).1) {
                    return Err(error(Kind::MalformedTriplet, bytes, at));
                }
                at += 3;
            }
            0..=b' ' | b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'|' | 0x7F => {
                return Err(error(Kind::DisallowedLiteral, bytes, at));
            }
            0x80.. => {
                let scalar = scalar(bytes, at);
                // The set `ucschar` of this crate lacks the characters for the direction of text, which are all below the
                // surrogates and which this grammar has.
                let in_grammar = is_ucschar(scalar)
                    || is_iprivate(scalar)
                    || matches!(scalar, '\u{A0}'..='\u{D7FF}');
                if !in_grammar {
                    return Err(error(Kind::DisallowedLiteral, bytes, at));
                }
                is_ascii = false;
                at += scalar.len_utf8();
            }
            _ => at += 1,
        }
    }
    Ok(Literal { end: at, is_ascii })
}

/// The operator after the `{` at this offset, and the offset of the first name.
pub(super) const fn operator(
    bytes: &[u8],
    open: usize,
) -> Result<(Operator, usize), TemplateError> {
    let at = open + 1;
    if at >= bytes.len() {
        return Err(error(Kind::UnclosedExpression, bytes, open));
    }
    // op-reserve = "=" / "," / "!" / "@" / "|"
    if matches!(bytes[at], b'=' | b',' | b'!' | b'@' | b'|') {
        return Err(error(Kind::ReservedOperator, bytes, at));
    }
    match Operator::of(bytes[at]) {
        Some(operator) => Ok((operator, at + 1)),
        None => Ok((Operator::Simple, at)),
    }
}

/// The variable whose name begins at this offset, in the expression whose `{` is at `open`.
///
/// ```text
/// varname  = varchar *( ["."] varchar )
/// varchar  = ALPHA / DIGIT / "_" / pct-encoded
/// prefix   = ":" max-length
/// explode  = "*"
/// ```
pub(super) const fn spec(bytes: &[u8], open: usize, start: usize) -> Result<Spec, TemplateError> {
    let mut at = start;
    loop {
        if at >= bytes.len() {
            return Err(error(Kind::UnclosedExpression, bytes, open));
        }
        match bytes[at] {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' => at += 1,
            b'%' => {
                if !begins_with_triplet(bytes.split_at(at).1) {
                    return Err(error(Kind::MalformedTriplet, bytes, at));
                }
                at += 3;
            }
            b'.' => {
                let has_next = at + 1 < bytes.len()
                    && (bytes[at + 1].is_ascii_alphanumeric()
                        || bytes[at + 1] == b'_'
                        || bytes[at + 1] == b'%');
                if at == start || !has_next {
                    return Err(error(Kind::DisallowedInName, bytes, at));
                }
                at += 1;
            }
            b',' | b'}' | b':' | b'*' if at == start => {
                return Err(error(Kind::MissingName, bytes, at));
            }
            b',' | b'}' | b':' | b'*' => break,
            _ => return Err(error(Kind::DisallowedInName, bytes, at)),
        }
    }
    let name_end = at;
    let modifier = match bytes[at] {
        b'*' => {
            at += 1;
            Modifier::Explode
        }
        b':' => match prefix(bytes, open, at + 1) {
            Ok((length, end)) => {
                at = end;
                Modifier::Prefix(length)
            }
            Err(error) => return Err(error),
        },
        _ => Modifier::None,
    };
    if at >= bytes.len() {
        return Err(error(Kind::UnclosedExpression, bytes, open));
    }
    match bytes[at] {
        b',' => Ok(Spec { name_end, modifier, next: at + 1, is_last: false }),
        b'}' => Ok(Spec { name_end, modifier, next: at + 1, is_last: true }),
        _ => Err(error(Kind::AfterModifier, bytes, at)),
    }
}

/// `max-length = %x31-39 0*3DIGIT`, a number from 1 to 9999, and the offset after it.
const fn prefix(
    bytes: &[u8],
    open: usize,
    start: usize,
) -> Result<(NonZeroU16, usize), TemplateError> {
    let mut at = start;
    let mut length: u16 = 0;
    while at < bytes.len() && bytes[at].is_ascii_digit() && at - start < 4 {
        length = 10 * length + (bytes[at] - b'0') as u16;
        if length == 0 {
            break;
        }
        at += 1;
    }
    if at >= bytes.len() {
        return Err(error(Kind::UnclosedExpression, bytes, open));
    }
    match NonZeroU16::new(length) {
        Some(length) if !bytes[at].is_ascii_digit() => Ok((length, at)),
        _ => Err(error(Kind::InvalidPrefix, bytes, at)),
    }
}

#[cold]
const fn error(kind: Kind, bytes: &[u8], at: usize) -> TemplateError {
    TemplateError::new(kind, at, if at < bytes.len() { Some(scalar(bytes, at)) } else { None })
}

/// The character that begins at this offset of a text.
const fn scalar(bytes: &[u8], at: usize) -> char {
    const fn tail(bytes: &[u8], at: usize) -> u32 {
        if at < bytes.len() { (bytes[at] & 0x3F) as u32 } else { 0 }
    }
    let first = bytes[at] as u32;
    let value = match bytes[at] {
        0..=0x7F => first,
        0x80..=0xDF => (first & 0x1F) << 6 | tail(bytes, at + 1),
        0xE0..=0xEF => (first & 0xF) << 12 | tail(bytes, at + 1) << 6 | tail(bytes, at + 2),
        _ => {
            (first & 7) << 18
                | tail(bytes, at + 1) << 12
                | tail(bytes, at + 2) << 6
                | tail(bytes, at + 3)
        }
    };
    match char::from_u32(value) {
        Some(scalar) => scalar,
        None => char::REPLACEMENT_CHARACTER,
    }
}
