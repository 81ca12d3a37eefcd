//! JavaScript's functions as ECMA-262 defines them: `encodeURI`, `decodeURI`, `encodeURIComponent` and
//! `decodeURIComponent` (section 19.2.6), `escape` and `unescape` (annex B.2.1). Use them where the
//! result must be that of a JavaScript program.
//!
//! | JavaScript | for `str` | for UTF-16 |
//! |---|---|---|
//! | `encodeURI` | [`encode_uri`] | [`encode_uri_utf16`] |
//! | `encodeURIComponent` | [`encode_uri_component`] | [`encode_uri_component_utf16`] |
//! | `decodeURI` | [`decode_uri`] | [`decode_uri_utf16`] |
//! | `decodeURIComponent` | [`decode_uri_component`] | [`decode_uri_component_utf16`] |
//! | `escape` | [`escape`] | [`escape_utf16`] |
//! | `unescape` | [`unescape`], [`unescape_lossy`] | [`unescape_utf16`] |
//!
//! A JavaScript string is a sequence of UTF-16 code units that need not be well-formed: it may have a
//! *lone surrogate*, which is half of a pair. The functions with the suffix `_utf16` take such strings.
//! Where JavaScript throws a `URIError`, they return a [`JsUriError`].
//!
//! `escape` is not percent-encoding: it writes code units instead of octets, and no RFC allows its
//! `%uXXXX`. Use `unescape` to read what old pages wrote, and neither for new data.
//!
//! All functions take linear time.
#![forbid(unsafe_code)]

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::fmt;

use crate::decode::decode;
use crate::encode::encode;
use crate::message::{Piece, Words, Writer, error_text};
use crate::names::names;
use crate::set::ecmascript::{ESCAPE, URI, URI_COMPONENT};
use crate::triplet::decode_triplet;

/// `uriReserved` and `#`: the octets whose triplets `decodeURI` keeps.
const RESERVED: &[u8] = b";/?:@&=+$,#";

names! { "kind of error";
    /// What is wrong at [`JsUriError::offset`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum JsUriErrorKind {
        /// A `%` is not followed by two hexadecimal digits.
        Malformed => "malformed",
        /// The triplets at the offset are not the UTF-8 encoding of a character. JavaScript requires that all
        /// its octets are written as triplets.
        InvalidUtf8 => "invalid-utf-8",
        /// A surrogate (a code unit from D800 to DFFF) that is not part of a pair.
        LoneSurrogate => "lone-surrogate",
    }
}

/// JavaScript's `URIError`, with the reason and the offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JsUriError {
    kind: JsUriErrorKind,
    offset: usize,
}

impl JsUriError {
    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> JsUriErrorKind {
        self.kind
    }

    /// The offset of the error in the input: in bytes for `str`, in code units for UTF-16. For a sequence
    /// of triplets it is that of the first `%`.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl Words for JsUriError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        let why = match self.kind {
            JsUriErrorKind::Malformed => {
                "two hexadecimal digits must follow the `%`; write a literal `%` as `%25`"
            }
            JsUriErrorKind::InvalidUtf8 => {
                "the triplets are not the UTF-8 of a character; decode to bytes or from another charset"
            }
            JsUriErrorKind::LoneSurrogate => "half of a surrogate pair, which is not a character",
        };
        to.write(&[Piece::Text("URIError")], &[Piece::Text(why)])
    }
}

error_text!(JsUriError);

impl core::error::Error for JsUriError {}

/// `encodeURI` (section 19.2.6.3): encodes a whole URI and keeps its delimiters. Borrows the input if
/// nothing changes.
///
/// ```
/// use triplet::ecmascript::encode_uri;
/// assert_eq!(encode_uri("/ä b?q=1#x"), "/%C3%A4%20b?q=1#x");
/// ```
#[must_use]
pub fn encode_uri(text: &str) -> Cow<'_, str> {
    encode(text, URI).to_cow()
}

/// `encodeURIComponent` (section 19.2.6.4): encodes one component, delimiters included. Borrows the
/// input if nothing changes.
///
/// ```
/// use triplet::ecmascript::encode_uri_component;
/// assert_eq!(encode_uri_component("a/b&c"), "a%2Fb%26c");
/// ```
#[must_use]
pub fn encode_uri_component(text: &str) -> Cow<'_, str> {
    encode(text, URI_COMPONENT).to_cow()
}

/// `decodeURI` (section 19.2.6.1): decodes a whole URI, but keeps the triplets of `; / ? : @ & = + $ , #`.
/// Borrows the input if nothing changes.
///
/// # Errors
///
/// On a malformed triplet, and on triplets that are not the UTF-8 encoding of whole characters.
///
/// ```
/// use triplet::ecmascript::decode_uri;
/// assert_eq!(decode_uri("%C3%A4%20%2f")?, "ä %2f");
/// # Ok::<(), triplet::ecmascript::JsUriError>(())
/// ```
pub fn decode_uri(text: &str) -> Result<Cow<'_, str>, JsUriError> {
    decode_text(text, RESERVED)
}

/// `decodeURIComponent` (section 19.2.6.2): decodes every triplet. Borrows the input if nothing changes.
///
/// # Errors
///
/// As [`decode_uri`].
///
/// ```
/// use triplet::ecmascript::{JsUriErrorKind, decode_uri_component};
/// assert_eq!(decode_uri_component("%E4%BD%A0%2F")?, "你/");
/// let error = decode_uri_component("ok %E4%BD").unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (JsUriErrorKind::InvalidUtf8, 3));
/// # Ok::<(), triplet::ecmascript::JsUriError>(())
/// ```
pub fn decode_uri_component(text: &str) -> Result<Cow<'_, str>, JsUriError> {
    decode_text(text, b"")
}

/// [`encode_uri`] for UTF-16 code units.
///
/// # Errors
///
/// On a lone surrogate, with its index.
///
/// ```
/// use triplet::ecmascript::encode_uri_utf16;
/// assert_eq!(encode_uri_utf16(&[0x61, 0xD83D, 0xDE00])?, "a%F0%9F%98%80");
/// assert_eq!(encode_uri_utf16(&[0x61, 0xD83D]).unwrap_err().offset(), 1);
/// # Ok::<(), triplet::ecmascript::JsUriError>(())
/// ```
pub fn encode_uri_utf16(units: &[u16]) -> Result<String, JsUriError> {
    Ok(encode(&text_of(units)?, URI).to_cow().into_owned())
}

/// [`encode_uri_component`] for UTF-16 code units.
///
/// # Errors
///
/// On a lone surrogate, with its index.
///
/// ```
/// use triplet::ecmascript::encode_uri_component_utf16;
/// assert_eq!(encode_uri_component_utf16(&[0x2F, 0x4F60])?, "%2F%E4%BD%A0");
/// # Ok::<(), triplet::ecmascript::JsUriError>(())
/// ```
pub fn encode_uri_component_utf16(units: &[u16]) -> Result<String, JsUriError> {
    Ok(encode(&text_of(units)?, URI_COMPONENT).to_cow().into_owned())
}

/// [`decode_uri`] for UTF-16 code units. Code units outside triplets are kept, even lone surrogates.
///
/// # Errors
///
/// As [`decode_uri`]; offsets are indices of code units.
///
/// ```
/// use triplet::ecmascript::decode_uri_utf16;
/// let units: Vec<u16> = "%2F%61".encode_utf16().chain([0xD800]).collect();
/// assert_eq!(decode_uri_utf16(&units)?, [0x25, 0x32, 0x46, 0x61, 0xD800]);
/// # Ok::<(), triplet::ecmascript::JsUriError>(())
/// ```
pub fn decode_uri_utf16(units: &[u16]) -> Result<Vec<u16>, JsUriError> {
    decode_units(units, RESERVED)
}

/// [`decode_uri_component`] for UTF-16 code units. Code units outside triplets are kept, even lone
/// surrogates.
///
/// # Errors
///
/// As [`decode_uri`]; offsets are indices of code units.
///
/// ```
/// use triplet::ecmascript::decode_uri_component_utf16;
/// let units: Vec<u16> = "%F0%9F%98%80".encode_utf16().collect();
/// assert_eq!(decode_uri_component_utf16(&units)?, [0xD83D, 0xDE00]);
/// # Ok::<(), triplet::ecmascript::JsUriError>(())
/// ```
pub fn decode_uri_component_utf16(units: &[u16]) -> Result<Vec<u16>, JsUriError> {
    decode_units(units, b"")
}

/// `escape` (annex B.2.1.1): keeps ASCII letters, digits and `@ * _ + - . /`; writes every other UTF-16
/// code unit below 256 as `%XX`, and from 256 on as `%uXXXX`. Borrows the input if nothing changes.
///
/// ```
/// use triplet::ecmascript::escape;
/// assert_eq!(escape("ä 你 😀"), "%E4%20%u4F60%20%uD83D%uDE00");
/// ```
#[must_use]
pub fn escape(text: &str) -> Cow<'_, str> {
    if encode(text, ESCAPE).is_unchanged() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(escape_units(text.encode_utf16(), text.len()))
}

/// [`escape`] for UTF-16 code units. Lone surrogates are escaped like any other code unit.
///
/// ```
/// use triplet::ecmascript::escape_utf16;
/// assert_eq!(escape_utf16(&[0x61, 0xE4, 0xD800]), "a%E4%uD800");
/// ```
#[must_use]
pub fn escape_utf16(units: &[u16]) -> String {
    escape_units(units.iter().copied(), units.len())
}

/// `unescape` (annex B.2.1.2): `%XX` becomes the code unit XX and `%uXXXX` the code unit XXXX; a malformed
/// escape is kept. Borrows the input if nothing changes.
///
/// # Errors
///
/// If the result is not text because an escape is a lone surrogate, with the offset of that escape.
/// [`unescape_lossy`] and [`unescape_utf16`] never fail.
///
/// ```
/// use triplet::ecmascript::unescape;
/// assert_eq!(unescape("%E4%u4F60 100%")?, "ä你 100%");
/// assert_eq!(unescape("x%uD83D").unwrap_err().offset(), 1);
/// # Ok::<(), triplet::ecmascript::JsUriError>(())
/// ```
pub fn unescape(text: &str) -> Result<Cow<'_, str>, JsUriError> {
    unescape_text(text, |offset| Err(JsUriError { kind: JsUriErrorKind::LoneSurrogate, offset }))
}

/// [`unescape`] with U+FFFD in place of each lone surrogate: never fails.
///
/// ```
/// use triplet::ecmascript::unescape_lossy;
/// assert_eq!(unescape_lossy("%uD83D%uD83D%uDE00"), "\u{FFFD}\u{1F600}");
/// ```
#[must_use]
pub fn unescape_lossy(text: &str) -> Cow<'_, str> {
    match unescape_text(text, |_| Ok::<char, core::convert::Infallible>('\u{FFFD}')) {
        Ok(text) => text,
        Err(never) => match never {},
    }
}

/// [`unescape`] for UTF-16 code units, exactly as JavaScript does it: never fails.
///
/// ```
/// use triplet::ecmascript::unescape_utf16;
/// let units: Vec<u16> = "%uD83D!".encode_utf16().collect();
/// assert_eq!(unescape_utf16(&units), [0xD83D, 0x21]);
/// ```
#[must_use]
pub fn unescape_utf16(units: &[u16]) -> Vec<u16> {
    let mut out = Vec::with_capacity(units.len());
    let mut at = 0;
    while at < units.len() {
        let (unit, width) = match leading_escape(&units[at..]) {
            Some(escape) => escape,
            None => (units[at], 1),
        };
        out.push(unit);
        at += width;
    }
    out
}

/// The text of UTF-16 code units; a lone surrogate is an error.
fn text_of(units: &[u16]) -> Result<String, JsUriError> {
    let mut text = String::with_capacity(units.len());
    let mut offset = 0;
    for scalar in char::decode_utf16(units.iter().copied()) {
        let scalar =
            scalar.map_err(|_| JsUriError { kind: JsUriErrorKind::LoneSurrogate, offset })?;
        text.push(scalar);
        offset += scalar.len_utf16();
    }
    Ok(text)
}

/// The abstract operation `Decode` of section 19.2.6.6, over text.
///
/// If the input is ASCII, every octet above 0x7F comes from a triplet, and the library's strict decoding
/// gives the same result. The step-by-step decoder is needed for the error if that fails, and for input
/// with raw characters, because one could be between two triplets of a sequence.
fn decode_text<'a>(text: &'a str, reserved: &[u8]) -> Result<Cow<'a, str>, JsUriError> {
    if text.is_ascii()
        && let Ok(text) = decode(text).keep_triplets_of(reserved).to_str()
    {
        return Ok(text);
    }
    let mut out = String::with_capacity(text.len());
    decode_steps(text.as_bytes(), reserved, |step| match step {
        // A range begins and ends at a triplet or an end of the text, so at a character boundary.
        Step::Raw(range) => out.push_str(&text[range]),
        Step::Scalar(scalar) => out.push(scalar),
    })?;
    if out.len() == text.len() { Ok(Cow::Borrowed(text)) } else { Ok(Cow::Owned(out)) }
}

fn decode_units(units: &[u16], reserved: &[u8]) -> Result<Vec<u16>, JsUriError> {
    let mut out = Vec::with_capacity(units.len());
    decode_steps(units, reserved, |step| match step {
        Step::Raw(range) => out.extend_from_slice(&units[range]),
        Step::Scalar(scalar) => out.extend_from_slice(scalar.encode_utf16(&mut [0; 2])),
    })?;
    Ok(out)
}

/// A code unit of UTF-8 or UTF-16. Escapes are ASCII, so the decoder reads only that.
trait Unit: Copy {
    fn ascii(self) -> u8;
}

impl Unit for u8 {
    fn ascii(self) -> u8 {
        self
    }
}

impl Unit for u16 {
    /// A unit outside ASCII becomes NUL, which no escape contains.
    fn ascii(self) -> u8 {
        if self < 0x80 { self as u8 } else { 0 }
    }
}

/// One part of the output of the step-by-step decoder.
enum Step {
    /// A range of the input that is kept.
    Raw(core::ops::Range<usize>),
    /// The character that one or more triplets encode.
    Scalar(char),
}

fn decode_steps<U: Unit>(
    units: &[U],
    reserved: &[u8],
    mut put: impl FnMut(Step),
) -> Result<(), JsUriError> {
    let mut raw = 0;
    let mut at = 0;
    while at < units.len() {
        if units[at].ascii() != b'%' {
            at += 1;
            continue;
        }
        let start = at;
        let fail = |kind| Err(JsUriError { kind, offset: start });
        let Some(first) = octet_at(units, at) else {
            return fail(JsUriErrorKind::Malformed);
        };
        at += 3;
        if reserved.contains(&first) {
            continue;
        }
        let mut sequence = [first, 0, 0, 0];
        let length = match first {
            0..0x80 => 1,
            0xC2..0xE0 => 2,
            0xE0..0xF0 => 3,
            0xF0..0xF5 => 4,
            _ => return fail(JsUriErrorKind::InvalidUtf8),
        };
        for octet in &mut sequence[1..length] {
            let Some(next) = octet_at(units, at) else {
                return fail(JsUriErrorKind::InvalidUtf8);
            };
            *octet = next;
            at += 3;
        }
        let scalar = str::from_utf8(&sequence[..length]).ok().and_then(|text| text.chars().next());
        let Some(scalar) = scalar else {
            return fail(JsUriErrorKind::InvalidUtf8);
        };
        put(Step::Raw(raw..start));
        put(Step::Scalar(scalar));
        raw = at;
    }
    put(Step::Raw(raw..units.len()));
    Ok(())
}

/// The octet of the triplet at `units[at]`, if there is one.
fn octet_at<U: Unit>(units: &[U], at: usize) -> Option<u8> {
    let triplet = units.get(at..at + 3)?;
    decode_triplet(&[triplet[0].ascii(), triplet[1].ascii(), triplet[2].ascii()])
}

fn escape_units(units: impl Iterator<Item = u16>, at_least: usize) -> String {
    use fmt::Write as _;
    let mut out = String::with_capacity(at_least);
    for unit in units {
        let written = match u8::try_from(unit) {
            Ok(byte) if ESCAPE.keeps(byte) => out.write_char(char::from(byte)),
            Ok(byte) => write!(out, "%{byte:02X}"),
            Err(_) => write!(out, "%u{unit:04X}"),
        };
        debug_assert!(written.is_ok(), "writing to a string never fails");
    }
    out
}

/// The code unit of the escape at the start of these units, and the length of the escape.
fn leading_escape<U: Unit>(units: &[U]) -> Option<(u16, usize)> {
    if units.first()?.ascii() != b'%' {
        return None;
    }
    if let Some(octet) = octet_at(units, 0) {
        return Some((u16::from(octet), 3));
    }
    let escape = units.get(..6)?;
    if escape[1].ascii() != b'u' {
        return None;
    }
    let high = decode_triplet(&[b'%', escape[2].ascii(), escape[3].ascii()])?;
    let low = decode_triplet(&[b'%', escape[4].ascii(), escape[5].ascii()])?;
    Some((u16::from_be_bytes([high, low]), 6))
}

/// `unescape` to text; `lone` returns the replacement for a lone surrogate at an offset, or an error.
fn unescape_text<E>(
    text: &str,
    lone: impl Fn(usize) -> Result<char, E>,
) -> Result<Cow<'_, str>, E> {
    let Some(first) = text.find('%') else {
        return Ok(Cow::Borrowed(text));
    };
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..first]);
    let mut raw = first;
    let mut at = first;
    // A high surrogate whose low surrogate may follow, and its offset.
    let mut pending: Option<(u16, usize)> = None;
    loop {
        let step = match bytes.get(at) {
            Some(b'%') => leading_escape(&bytes[at..]),
            Some(_) => None,
            None => break,
        };
        let Some((unit, width)) = step else {
            // Skip to the next `%`, which may be the next byte.
            at +=
                1 + bytes[at + 1..].iter().position(|&b| b == b'%').unwrap_or(bytes.len() - at - 1);
            continue;
        };
        if raw < at {
            if let Some((_, offset)) = pending.take() {
                out.push(lone(offset)?);
            }
            out.push_str(&text[raw..at]);
        }
        match (pending.take(), unit) {
            (Some((high, _)), 0xDC00..=0xDFFF) => {
                let pair = char::decode_utf16([high, unit]).next().and_then(Result::ok);
                out.push(pair.unwrap_or('\u{FFFD}'));
            }
            (before, unit) => {
                if let Some((_, offset)) = before {
                    out.push(lone(offset)?);
                }
                match char::from_u32(u32::from(unit)) {
                    Some(scalar) => out.push(scalar),
                    None if unit < 0xDC00 => pending = Some((unit, at)),
                    None => out.push(lone(at)?),
                }
            }
        }
        at += width;
        raw = at;
    }
    if let Some((_, offset)) = pending.take() {
        out.push(lone(offset)?);
    }
    out.push_str(&text[raw..]);
    if out == text { Ok(Cow::Borrowed(text)) } else { Ok(Cow::Owned(out)) }
}
