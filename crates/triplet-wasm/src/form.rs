//! Forms.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use triplet::EncodeSet;
use triplet::form::{FormError, Parse};
use triplet::set::whatwg;
use triplet_utf16::{is_ascii, unit_count, wide};

use crate::answer::Failure;
use crate::answer::Written;
use crate::codec::{self, CRLF, PERCENT, STRICT, STRIP, failure};

/// Writes all names and values as one text. The caller slices the text, because making a string of each costs more. Then come numbers of
/// 32 bits: the length of each in code units, and the count of them.
pub(crate) fn parse(
    form: Parse<'_>,
    options: u32,
    output: &mut Vec<u8>,
    units: &mut Vec<u16>,
) -> Result<Written, Failure> {
    let form = if options & STRIP != 0 { form.strip_question_mark() } else { form };
    let readings: &[Reading] = match options & STRICT {
        0 => &[Reading::Unchecked, Reading::Lossy],
        _ => &[Reading::Strict],
    };
    let mut counts = Vec::with_capacity(64);
    for reading in readings {
        output.clear();
        counts.clear();
        let whole = read(form, *reading, output, &mut counts).map_err(Failure::from)?;
        counts.push(counts.len() as u32);
        if is_ascii(output) {
            output.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
            return Ok(Written::Ascii);
        }
        if whole && let Some(end) = wide(output, units, 0) {
            units.truncate(end);
            units.extend(counts.iter().flat_map(|count| [*count as u16, (count >> 16) as u16]));
            return Ok(Written::Wide(units.len()));
        }
    }
    Err(failure("invalid-utf-8", 0, &"the form is not text"))
}

#[derive(Clone, Copy)]
enum Reading {
    /// A malformed triplet or invalid UTF-8 is an error.
    Strict,
    /// Octets are taken as UTF-8 here, and validated later, all at once. Nearly always they are.
    Unchecked,
    /// Invalid UTF-8 is replaced.
    Lossy,
}

/// Returns whether no name and no value begins with a continuation byte: then each is UTF-8 if all together are.
fn read(
    form: Parse<'_>,
    reading: Reading,
    text: &mut Vec<u8>,
    counts: &mut Vec<u32>,
) -> Result<bool, FormError> {
    let form = if matches!(reading, Reading::Strict) { form.strict() } else { form };
    let mut whole = true;
    for pair in form.pairs() {
        let pair = pair?;
        for part in [pair.name, pair.value] {
            let start = text.len();
            match reading {
                Reading::Strict => text.extend_from_slice(part.to_str()?.as_bytes()),
                Reading::Lossy => text.extend_from_slice(part.to_str_lossy()?.as_bytes()),
                Reading::Unchecked => {
                    triplet::decode(part.raw()).plus_as_space().lenient().append_to(text);
                }
            }
            whole &= text.get(start).is_none_or(|byte| byte & 0xC0 != 0x80);
            counts.push(unit_count(&text[start..]) as u32);
        }
    }
    Ok(whole)
}

/// The form set, except that it keeps the separator of [`serialize`].
const JOINED: EncodeSet = whatwg::FORM.also_keep(b"\0");

/// The input is names and values in turn, with a NUL between each two.
///
/// 1. All of it is encoded in one call. The call keeps the separators. A call for each name would cost more than the encoding.
/// 2. The separators become `=` and `&` in turn. If their number is not `separators`, a name or a value contains NUL: then the
///    caller must encode them one by one.
pub(crate) fn serialize(
    input: &[u8],
    separators: usize,
    options: u32,
    output: &mut Vec<u8>,
) -> Result<Written, Failure> {
    let set = if options & PERCENT != 0 { JOINED.space_by_set() } else { JOINED };
    let written = codec::encode(input, set, options & CRLF, output);
    let mut next = [b'=', b'&'];
    let mut count = 0;
    let mut separate = |bytes: &mut [u8]| {
        for byte in bytes {
            if *byte == 0 {
                *byte = next[0];
                next.swap(0, 1);
                count += 1;
            }
        }
    };
    let (words, rest) = output.as_chunks_mut::<8>();
    for word in words {
        // In ASCII, only a zero byte borrows, and so sets the highest bit of its lane or of the next.
        let below_one = u64::from_le_bytes(*word).wrapping_sub(0x0101_0101_0101_0101);
        if below_one & 0x8080_8080_8080_8080 != 0 {
            separate(word);
        }
    }
    separate(rest);
    if count == separators {
        return Ok(written);
    }
    Err(failure("separator", 0, &"a name or a value contains NUL"))
}

#[cfg(test)]
mod tests {
    use triplet::form::{self, Newlines, Serializer, Space};

    use super::*;

    #[test]
    fn forms() {
        let mut output = Vec::new();
        let mut units = Vec::new();
        assert_eq!(
            parse(form::parse(b"a+b=%zz"), 0, &mut output, &mut units).ok(),
            Some(Written::Ascii)
        );
        assert_eq!(output, b"a b%zz\x03\0\0\0\x03\0\0\0\x02\0\0\0");
        let form = "é=%F0%9F%98%80%FF".as_bytes();
        assert_eq!(
            parse(form::parse(form), 0, &mut output, &mut units).ok(),
            Some(Written::Wide(10))
        );
        assert_eq!(units[..10], [0xE9, 0xD83D, 0xDE00, 0xFFFD, 1, 0, 3, 0, 2, 0]);
        // Octets of a name and a value do not make a character together.
        output.clear();
        assert_eq!(
            parse(form::parse(b"%C3=%A9"), 0, &mut output, &mut units).ok(),
            Some(Written::Wide(8))
        );
        assert_eq!(units[..8], [0xFFFD, 0xFFFD, 1, 0, 1, 0, 2, 0]);
        assert!(parse(form::parse(b"a+b=%zz"), STRICT, &mut output, &mut units).is_err());
        assert!(parse(form::parse(form), STRICT, &mut output, &mut units).is_err());
    }

    #[test]
    fn a_question_mark_is_skipped_on_request() {
        let (mut output, mut units) = (Vec::new(), Vec::new());
        assert_eq!(
            parse(form::parse(b"?a=1"), STRIP, &mut output, &mut units).ok(),
            Some(Written::Ascii)
        );
        assert_eq!(output[..2], *b"a1");
        let error = parse(form::parse(b"?a=%zz"), STRIP | STRICT, &mut output, &mut units)
            .expect_err("malformed");
        assert!(error.0.contains(r#""offset":3,"#), "{}", error.0);
    }

    #[test]
    fn a_form_that_is_over_a_limit_is_refused() {
        let (mut output, mut units) = (Vec::new(), Vec::new());
        let form = form::parse(b"a=1&b=2");
        let mut kind_and_place = |form| {
            let error = parse(form, 0, &mut output, &mut units).err().map(|error| error.0);
            error.unwrap_or_default().chars().take(41).collect::<String>()
        };
        assert_eq!(kind_and_place(form.max_pairs(2).max_bytes(7)), "");
        assert!(kind_and_place(form.max_pairs(1)).contains("too-many-pairs"));
        assert!(kind_and_place(form.max_bytes(6)).contains("too-many-bytes"));
    }

    #[test]
    fn joined_pairs_are_serialized_as_pairs() {
        let joined = |pairs: &[(&str, &str)], options| {
            let parts: Vec<&str> = pairs.iter().flat_map(|&(name, value)| [name, value]).collect();
            let mut output = Vec::new();
            serialize(parts.join("\0").as_bytes(), parts.len() - 1, options, &mut output)
                .ok()
                .map(|_| String::from_utf8(output).expect("ASCII"))
        };
        for length in 0..40 {
            let text = "x".repeat(length);
            let (plain, awkward) = (text.clone(), format!("{text} é\n~*\u{1}&=+"));
            for pairs in [
                &[(&*plain, &*awkward)][..],
                &[("a b", &*plain), (&*awkward, ""), ("", &*plain), ("", "")],
            ] {
                for options in [0, CRLF, PERCENT, CRLF | PERCENT] {
                    let mut expected = String::new();
                    Serializer::new(&mut expected)
                        .space(if options & PERCENT != 0 { Space::Percent } else { Space::Plus })
                        .newlines(if options & CRLF != 0 { Newlines::Crlf } else { Newlines::Keep })
                        .extend(pairs.iter().copied());
                    assert_eq!(joined(pairs, options), Some(expected));
                }
            }
        }
        assert_eq!(joined(&[("a\0", "b")], 0), None);
    }
}
