//! JavaScript's functions, as ECMA-262 defines them: section 19.2.6 (URI handling functions) and
//! annex B.2.1 (`escape` and `unescape`).
//!
//! JavaScript's strings are sequences of UTF-16 code units, which need not be text: a *lone surrogate*
//! is half a character. Each function exists for `str`, and with the suffix `_utf16` for code units,
//! where what JavaScript throws as `URIError` is a [`JsUriError`].
//!
//! `escape` is not percent-encoding: it writes code units, not octets, and `%uXXXX` is in no RFC.
//! Use it to read what old pages wrote, never for new data.
#![forbid(unsafe_code)]

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::fmt;

use crate::decode::{decode, octet_of};
use crate::encode::encode;
use crate::set::ecmascript::{ESCAPE, URI, URI_COMPONENT};

/// `uriReserved` and `#`: what `decodeURI` leaves encoded.
const RESERVED: &[u8] = b";/?:@&=+$,#";

/// What is wrong at [`JsUriError::offset`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JsUriErrorKind {
    /// A `%` is not followed by two hexadecimal digits.
    Malformed,
    /// The triplets from here on are not the UTF-8 of a character, all of whose octets must be
    /// triplets.
    InvalidUtf8,
    /// A code unit from D800 to DFFF without its other half.
    LoneSurrogate,
}

/// JavaScript's `URIError`, with the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JsUriError {
    kind: JsUriErrorKind,
    offset: usize,
}

impl JsUriError {
    /// What is wrong.
    pub const fn kind(&self) -> JsUriErrorKind {
        self.kind
    }

    /// Where: in bytes for `str`, in code units for UTF-16. For a sequence of triplets, the `%` of the
    /// first.
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl JsUriErrorKind {
    /// A stable name for programs: `malformed`, `invalid-utf-8`, `lone-surrogate`.
    pub const fn name(self) -> &'static str {
        match self {
            JsUriErrorKind::Malformed => "malformed",
            JsUriErrorKind::InvalidUtf8 => "invalid-utf-8",
            JsUriErrorKind::LoneSurrogate => "lone-surrogate",
        }
    }
}

impl fmt::Display for JsUriError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            JsUriErrorKind::Malformed => "a `%` without two hexadecimal digits",
            JsUriErrorKind::InvalidUtf8 => "the triplets are not the UTF-8 of a character",
            JsUriErrorKind::LoneSurrogate => "half a surrogate pair, which is no character",
        };
        write!(f, "URIError at {}: {what}", self.offset)
    }
}

impl core::error::Error for JsUriError {}

/// `encodeURI`: for a whole URI; delimiters stay.
///
/// ```
/// use triplet::ecmascript::encode_uri;
/// assert_eq!(encode_uri("/ä b?q=1#x"), "/%C3%A4%20b?q=1#x");
/// ```
#[must_use]
pub fn encode_uri(text: &str) -> Cow<'_, str> {
    encode(text, URI).to_cow()
}

/// `encodeURIComponent`: for one component; delimiters are encoded.
///
/// ```
/// use triplet::ecmascript::encode_uri_component;
/// assert_eq!(encode_uri_component("a/b&c"), "a%2Fb%26c");
/// ```
#[must_use]
pub fn encode_uri_component(text: &str) -> Cow<'_, str> {
    encode(text, URI_COMPONENT).to_cow()
}

/// `decodeURI`: what [`encode_uri`] gave; triplets of `; / ? : @ & = + $ , #` stay as written.
///
/// # Errors
///
/// On a malformed triplet, and on triplets that are not the UTF-8 of whole characters.
///
/// ```
/// use triplet::ecmascript::decode_uri;
/// assert_eq!(decode_uri("%C3%A4%20%2f")?, "ä %2f");
/// # Ok::<(), triplet::ecmascript::JsUriError>(())
/// ```
pub fn decode_uri(text: &str) -> Result<Cow<'_, str>, JsUriError> {
    decode_text(text, RESERVED)
}

/// `decodeURIComponent`: every triplet.
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

/// [`encode_uri`] of code units.
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

/// [`encode_uri_component`] of code units.
///
/// # Errors
///
/// On a lone surrogate, with its index.
pub fn encode_uri_component_utf16(units: &[u16]) -> Result<String, JsUriError> {
    Ok(encode(&text_of(units)?, URI_COMPONENT).to_cow().into_owned())
}

/// [`decode_uri`] of code units. Surrogates that stand raw in the input pass, lone ones too.
///
/// # Errors
///
/// As [`decode_uri`]; offsets are indices of code units.
pub fn decode_uri_utf16(units: &[u16]) -> Result<Vec<u16>, JsUriError> {
    decode_units(units, RESERVED)
}

/// [`decode_uri_component`] of code units.
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

/// `escape`: code units below 256 become `%XX`, others `%uXXXX`; letters, digits and `@ * _ + - . /`
/// stay.
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

/// [`escape`] of code units; never fails.
#[must_use]
pub fn escape_utf16(units: &[u16]) -> String {
    escape_units(units.iter().copied(), units.len())
}

/// `unescape`: `%XX` is the code unit XX and `%uXXXX` the code unit XXXX; a malformed escape stands for
/// itself.
///
/// # Errors
///
/// When the result is no text, because an escape is half a surrogate pair: with the offset of that
/// escape. [`unescape_lossy`] and [`unescape_utf16`] never fail.
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

/// [`unescape`], where half a surrogate pair becomes U+FFFD.
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

/// [`unescape`] of code units, exactly as JavaScript does it.
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

/// The text of well-formed code units.
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

/// The function `Decode` of section 19.2.6.6, over text.
///
/// Where all of the input is ASCII, each octet above 0x7F came from a triplet, and the library's
/// decoding is the same function; only when it fails, or a raw character might stand between two
/// triplets of one sequence, is it read step by step.
fn decode_text<'a>(text: &'a str, reserved: &[u8]) -> Result<Cow<'a, str>, JsUriError> {
    if text.is_ascii()
        && let Ok(text) = decode(text).keep_triplets_of(reserved).to_str()
    {
        return Ok(text);
    }
    let mut out = String::with_capacity(text.len());
    decode_steps(text.as_bytes(), reserved, |piece| match piece {
        // Cut before and behind a `%`, so at a border of characters.
        Step::Raw(range) => out.push_str(&text[range]),
        Step::Scalar(scalar) => out.push(scalar),
    })?;
    if out.len() == text.len() { Ok(Cow::Borrowed(text)) } else { Ok(Cow::Owned(out)) }
}

fn decode_units(units: &[u16], reserved: &[u8]) -> Result<Vec<u16>, JsUriError> {
    let mut out = Vec::with_capacity(units.len());
    decode_steps(units, reserved, |piece| match piece {
        Step::Raw(range) => out.extend_from_slice(&units[range]),
        Step::Scalar(scalar) => out.extend_from_slice(scalar.encode_utf16(&mut [0; 2])),
    })?;
    Ok(out)
}

/// A code unit of either kind: ASCII is all that matters to escapes.
trait Unit: Copy {
    fn ascii(self) -> u8;
}

impl Unit for u8 {
    fn ascii(self) -> u8 {
        self
    }
}

impl Unit for u16 {
    /// Units outside ASCII become NUL, which no escape contains.
    fn ascii(self) -> u8 {
        if self < 0x80 { self as u8 } else { 0 }
    }
}

/// One result of reading.
enum Step {
    /// These units as they are.
    Raw(core::ops::Range<usize>),
    /// What some triplets mean.
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

/// The octet of the triplet that begins here.
fn octet_at<U: Unit>(units: &[U], at: usize) -> Option<u8> {
    let triplet = units.get(at..at + 3)?;
    octet_of(&[triplet[0].ascii(), triplet[1].ascii(), triplet[2].ascii()])
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

/// The code unit that the escape at the start of these units means, and its width.
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
    let high = octet_of(&[b'%', escape[2].ascii(), escape[3].ascii()])?;
    let low = octet_of(&[b'%', escape[4].ascii(), escape[5].ascii()])?;
    Some((u16::from_be_bytes([high, low]), 6))
}

/// `unescape` to text; `lone` says what half a surrogate pair at an offset becomes.
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
    // A high half that waits for its low one, and where it stands.
    let mut waiting: Option<(u16, usize)> = None;
    loop {
        let step = match bytes.get(at) {
            Some(b'%') => leading_escape(&bytes[at..]),
            Some(_) => None,
            None => break,
        };
        let Some((unit, width)) = step else {
            // Up to the next `%`, which may be this one's neighbour.
            at +=
                1 + bytes[at + 1..].iter().position(|&b| b == b'%').unwrap_or(bytes.len() - at - 1);
            continue;
        };
        if raw < at {
            if let Some((_, place)) = waiting.take() {
                out.push(lone(place)?);
            }
            out.push_str(&text[raw..at]);
        }
        match (waiting.take(), unit) {
            (Some((high, _)), 0xDC00..=0xDFFF) => {
                let pair = char::decode_utf16([high, unit]).next().and_then(Result::ok);
                out.push(pair.unwrap_or('\u{FFFD}'));
            }
            (before, unit) => {
                if let Some((_, place)) = before {
                    out.push(lone(place)?);
                }
                match char::from_u32(u32::from(unit)) {
                    Some(scalar) => out.push(scalar),
                    None if unit < 0xDC00 => waiting = Some((unit, at)),
                    None => out.push(lone(at)?),
                }
            }
        }
        at += width;
        raw = at;
    }
    if let Some((_, place)) = waiting.take() {
        out.push(lone(place)?);
    }
    out.push_str(&text[raw..]);
    if out == text { Ok(Cow::Borrowed(text)) } else { Ok(Cow::Owned(out)) }
}
