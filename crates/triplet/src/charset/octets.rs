//! Octets to text in a charset, one step after the other.
#![forbid(unsafe_code)]

use alloc::string::String;
use core::ops::Range;

use super::standard::DecoderResult;
use super::{Charset, Kind, cesu};

/// Appends octets as text, with U+FFFD in place of each malformed sequence. Returns the number of these.
pub(super) fn push_lossy(
    octets: &[u8],
    charset: Charset,
    out: &mut String,
    buffer: &mut [u8],
) -> usize {
    let mut count = 0;
    each_step(octets, charset, buffer, |step| {
        match step {
            Step::Text(text) => out.push_str(text),
            Step::Malformed(_) => {
                count += 1;
                out.push('\u{FFFD}');
            }
        }
        true
    });
    count
}

/// Appends the text up to the first malformed sequence, and returns the position of that in the octets.
pub(super) fn first_malformed(
    octets: &[u8],
    charset: Charset,
    out: &mut String,
    buffer: &mut [u8],
) -> Option<usize> {
    let mut found = None;
    each_step(octets, charset, buffer, |step| match step {
        Step::Text(text) => {
            out.push_str(text);
            true
        }
        Step::Malformed(range) => {
            found = Some(range.start);
            false
        }
    });
    found
}

/// What octets are in the charset.
pub(super) enum Step<'t> {
    Text(&'t str),
    /// Where a sequence is that is not a character.
    Malformed(Range<usize>),
}

/// The length of the buffer for [`each_step`].
pub(super) const BUFFER: usize = 2048;

/// Decodes octets until the end, or until `put` returns false.
pub(super) fn each_step(
    octets: &[u8],
    charset: Charset,
    buffer: &mut [u8],
    mut put: impl FnMut(Step<'_>) -> bool,
) {
    let encoding = match charset.0 {
        Kind::Standard(encoding) => encoding,
        Kind::Ebcdic(page) => {
            let mut buffer = [0; 4];
            for &octet in octets {
                if !put(Step::Text(page.decode(octet).encode_utf8(&mut buffer))) {
                    return;
                }
            }
            return;
        }
        Kind::Isomorphic => {
            let mut buffer = [0; 4];
            for &octet in octets {
                if !put(Step::Text(char::from(octet).encode_utf8(&mut buffer))) {
                    return;
                }
            }
            return;
        }
        Kind::Ascii => {
            let mut at = 0;
            while at < octets.len() {
                let length = octets[at..].iter().take_while(|octet| octet.is_ascii()).count();
                let text = str::from_utf8(&octets[at..at + length]).unwrap_or_default();
                at += length;
                if !put(Step::Text(text))
                    || (at < octets.len() && !put(Step::Malformed(at..at + 1)))
                {
                    return;
                }
                at += 1;
            }
            return;
        }
        Kind::Cesu8 { java } => return cesu::each_step(octets, java, &mut put),
        Kind::Utf32 { big } => {
            let mut buffer = [0; 4];
            for (index, unit) in octets.chunks(4).enumerate() {
                let code = <[u8; 4]>::try_from(unit).map(|unit| {
                    if big { u32::from_be_bytes(unit) } else { u32::from_le_bytes(unit) }
                });
                let step = match code.ok().and_then(char::from_u32) {
                    Some(scalar) => Step::Text(scalar.encode_utf8(&mut buffer)),
                    None => Step::Malformed(4 * index..4 * index + unit.len()),
                };
                if !put(step) {
                    return;
                }
            }
            return;
        }
    };
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut at = 0;
    loop {
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(&octets[at..], buffer, true);
        at += read;
        // The decoder writes only UTF-8, so the fallback is never used.
        if !put(Step::Text(str::from_utf8(&buffer[..written]).unwrap_or_default())) {
            return;
        }
        match result {
            DecoderResult::InputEmpty => return,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(length, read_after) => {
                let end = at.saturating_sub(usize::from(read_after));
                let start = end.saturating_sub(usize::from(length));
                if !put(Step::Malformed(start..end)) {
                    return;
                }
            }
        }
    }
}
