//! `%uXXXX` among triplets: what IIS, old ASP and some JavaScript write into logs and links.
//!
//! No specification of URIs has it (the W3C refused it). In JavaScript's own `escape()`, which
//! [`ecmascript::unescape`](crate::ecmascript::unescape) reads, `%E9` is the character U+00E9; here triplets are octets, of UTF-8 or of
//! whatever the reader knows, and only `%uXXXX` is a code unit of UTF-16.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::fmt;

use crate::decode::decode;
use crate::error::DecodeError;
use crate::kernel;
use crate::message::{ErrorKind, Piece, Words, Writer, error_text};

/// Why an input with `%uXXXX` can't be decoded, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PercentUError {
    /// A `%` begins neither a triplet nor `%uXXXX`.
    Malformed(DecodeError),
    /// A `%uXXXX` is half of a surrogate pair, at this offset, and no UTF-8 has it.
    LoneSurrogate {
        /// In bytes from the start of the input.
        offset: usize,
    },
}

impl PercentUError {
    /// Where, in bytes from the start of the input.
    #[must_use]
    pub const fn offset(&self) -> usize {
        match self {
            PercentUError::Malformed(error) => error.offset(),
            PercentUError::LoneSurrogate { offset } => *offset,
        }
    }

    /// What is wrong: [`ErrorKind::LoneSurrogate`], or what a [`DecodeErrorKind`](crate::DecodeErrorKind) says.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            PercentUError::Malformed(error) => ErrorKind::of(error.kind()),
            PercentUError::LoneSurrogate { .. } => ErrorKind::LoneSurrogate,
        }
    }
}

impl Words for PercentUError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        match self {
            PercentUError::Malformed(error) => error.words(to),
            PercentUError::LoneSurrogate { .. } => to.write(
                &[Piece::Text("`%u`")],
                &[Piece::Text("half of a surrogate pair, and the other half is not there")],
            ),
        }
    }
}

error_text!(PercentUError);

impl core::error::Error for PercentUError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            PercentUError::Malformed(error) => Some(error),
            PercentUError::LoneSurrogate { .. } => None,
        }
    }
}

/// The code unit of the `%uXXXX` with which these bytes begin, in either case of the `u`.
fn unit(bytes: &[u8]) -> Option<u16> {
    let [b'%', b'u' | b'U', digits @ ..] = bytes else { return None };
    let mut unit = 0;
    for digit in digits.get(..4)? {
        unit = unit << 4 | u16::from(kernel::hex_value(*digit)?);
    }
    Some(unit)
}

/// Decodes triplets to octets, and each `%uXXXX` to the UTF-8 of its character; two that are a surrogate pair are one character.
/// Decodes once: nothing that comes out is read again. Linear time.
///
/// # Errors
///
/// A `%` that begins neither, and half of a surrogate pair.
///
/// ```
/// use triplet::decode_percent_u;
///
/// let octets = decode_percent_u("/caf%u00e9/%C3%A9%20%uD83D%uDE00")?;
/// assert_eq!(octets, "/café/é 😀".as_bytes());
/// assert_eq!(decode_percent_u("%uD83D!").unwrap_err().offset(), 0);
/// # Ok::<(), triplet::PercentUError>(())
/// ```
pub fn decode_percent_u<I: AsRef<[u8]> + ?Sized>(input: &I) -> Result<Vec<u8>, PercentUError> {
    run(input.as_ref(), true)
}

/// [`decode_percent_u`], where a malformed `%` is kept, and half of a surrogate pair is U+FFFD.
///
/// ```
/// use triplet::decode_percent_u_lenient;
///
/// assert_eq!(decode_percent_u_lenient("100% %u00e %u0041%uD83D"), "100% %u00e A\u{FFFD}".as_bytes());
/// ```
#[must_use]
pub fn decode_percent_u_lenient<I: AsRef<[u8]> + ?Sized>(input: &I) -> Vec<u8> {
    run(input.as_ref(), false).unwrap_or_default()
}

fn run(input: &[u8], strict: bool) -> Result<Vec<u8>, PercentUError> {
    let mut out = Vec::with_capacity(input.len());
    let mut at = 0;
    while at < input.len() {
        // Up to the next `%uXXXX`, triplets are decoded as everywhere.
        let mut end = at;
        while end < input.len() && unit(&input[end..]).is_none() {
            end += 1;
            end += kernel::clean_prefix_len(&input[end..], false);
        }
        let view = decode(&input[at..end]);
        if strict {
            // A `%` at the end is malformed because of what follows it.
            let appended = view.append_to(&mut out);
            appended.map_err(|error| {
                let offset = at + error.offset();
                PercentUError::Malformed(DecodeError::malformed(input, offset, 0))
            })?;
        } else {
            view.lenient().append_to(&mut out);
        }
        at = end;
        let Some(first) = unit(&input[at..]) else { continue };
        let second = || unit(&input[at + 6..]);
        let (character, length) = match first {
            0xD800..=0xDBFF => {
                let pair = second().and_then(|low| char::decode_utf16([first, low]).next()?.ok());
                (pair, if pair.is_some() { 12 } else { 6 })
            }
            _ => (char::from_u32(u32::from(first)), 6),
        };
        if character.is_none() && strict {
            return Err(PercentUError::LoneSurrogate { offset: at });
        }
        let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
        out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        at += length;
    }
    Ok(out)
}
