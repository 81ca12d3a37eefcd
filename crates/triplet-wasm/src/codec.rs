//! Encodes and decodes whole texts.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use triplet::set::NonAscii;
use triplet::{Decode, DecodeError, EncodeSet, InputError};
use triplet_utf16::{is_ascii, wide};

use crate::answer::Failure;
use crate::answer::Written;
use crate::json::{self, object_text};

/// A space is encoded as `+`, or `+` decoded as a space.
pub(crate) const PLUS: u32 = 1;
/// Triplets have lower-case digits.
pub(crate) const LOWER: u32 = 2;
/// Triplets of the input are kept.
pub(crate) const KEEP_TRIPLETS: u32 = 4;
/// Line breaks become CRLF before encoding, as in forms.
pub(crate) const CRLF: u32 = 8;
/// A malformed `%` is kept.
pub(crate) const LENIENT: u32 = 16;
/// Invalid UTF-8 becomes U+FFFD.
pub(crate) const LOSSY: u32 = 32;
/// The result is bytes, and need not be UTF-8.
pub(crate) const BYTES: u32 = 64;
/// Forms: a malformed triplet and invalid UTF-8 are errors.
pub(crate) const STRICT: u32 = 128;
/// A space is encoded as `%20`, or kept if the set keeps it, also under a set that writes it as `+`.
pub(crate) const PERCENT: u32 = 256;
/// The input is octets of another charset. A set for IRIs does not keep those that happen to be UTF-8.
pub(crate) const OCTETS: u32 = 512;
/// Forms: a `?` at the start is skipped.
pub(crate) const STRIP: u32 = 1024;
/// Triplets whose octets are not UTF-8 are kept.
pub(crate) const KEEP_INVALID: u32 = 2048;
/// Triplets of line breaks are kept.
pub(crate) const KEEP_BREAKS: u32 = 4096;

impl<E: InputError> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure(object_text(|json| describe(json, &error)))
    }
}

/// Adds the members that describe an error.
pub(crate) fn describe(json: &mut json::Json, error: &dyn InputError) {
    json.text("kind", error.kind_name());
    json.number("offset", error.place().unwrap_or(0));
    json.display("message", error);
}

/// A failure that no error of the library describes.
pub(crate) fn failure(kind: &str, offset: usize, message: &dyn core::fmt::Display) -> Failure {
    Failure(object_text(|json| {
        json.text("kind", kind);
        json.number("offset", offset as u64);
        json.display("message", message);
    }))
}

/// The input as text. Callers that have a string write UTF-8.
pub(crate) fn text(input: &[u8]) -> Result<&str, Failure> {
    str::from_utf8(input)
        .map_err(|error| failure("invalid-utf-8", error.valid_up_to(), &"the input is not UTF-8"))
}

/// The set at a place of [`EncodeSet::names`], changed by [`PLUS`] or [`PERCENT`], [`OCTETS`] and [`KEEP_TRIPLETS`], and then by
/// characters to keep and to encode.
pub(crate) fn set(
    place: usize,
    (keep, also): (&[u8], &[u8]),
    options: u32,
) -> Result<EncodeSet, Failure> {
    let named = EncodeSet::names().nth(place);
    let set = named.ok_or_else(|| failure("unknown-set", 0, &"there is no such set"))?.set;
    let set = if options & PLUS != 0 { set.space_as_plus() } else { set };
    let set = if options & PERCENT != 0 { set.space_by_set() } else { set };
    let set = if options & OCTETS != 0 { set.non_ascii(NonAscii::Encode) } else { set };
    let set = if options & KEEP_TRIPLETS != 0 { set.keep_triplets() } else { set };
    Ok(set.try_also_keep(keep)?.try_also_encode(also)?)
}

/// Options: [`LOWER`], [`CRLF`].
pub(crate) fn encode(input: &[u8], set: EncodeSet, options: u32, output: &mut Vec<u8>) -> Written {
    let input = match options & CRLF {
        0 => Cow::Borrowed(input),
        _ => triplet::form::normalize_newlines(input),
    };
    // The output is empty, and so valid UTF-8; its capacity is reused.
    let mut text = String::from_utf8(core::mem::take(output)).unwrap_or_default();
    let view = triplet::encode(&*input, set);
    let view = if options & LOWER != 0 { view.lowercase_hex() } else { view };
    view.append_to(&mut text);
    *output = text.into_bytes();
    match set.non_ascii_policy() {
        NonAscii::Encode => Written::Ascii,
        _ => Written::Utf8,
    }
}

pub(crate) fn encode_lines(
    input: &[u8],
    set: EncodeSet,
    options: u32,
    output: &mut Vec<u8>,
) -> Written {
    let mut written = Written::Ascii;
    let mut out = Vec::new();
    let mut one = Vec::new();
    for (i, line) in input.split(|&b| b == b'\n').enumerate() {
        if i > 0 {
            out.push(b'\n');
        }
        one.clear();
        written = encode(line.strip_suffix(b"\r").unwrap_or(line), set, options, &mut one);
        out.extend_from_slice(&one);
    }
    *output = out;
    written
}

/// Decodes except the triplets of the characters `keep_triplets_of`.
pub(crate) fn decode(
    input: &[u8],
    keep_triplets_of: &[u8],
    options: u32,
    output: &mut Vec<u8>,
    units: &mut Vec<u16>,
) -> Result<Written, Failure> {
    // A character outside ASCII has several octets, and each would be kept wherever it occurs.
    if let Some(at) = keep_triplets_of.iter().position(|octet| !octet.is_ascii()) {
        let what = "only triplets of ASCII characters can be kept";
        return Err(failure("not-ascii", at, &what));
    }
    let mut view = triplet::decode(input).keep_triplets_of(keep_triplets_of);
    if options & PLUS != 0 {
        view = view.plus_as_space();
    }
    if options & KEEP_INVALID != 0 {
        output.extend_from_slice(keeping_invalid(&view, options)?.as_bytes());
        return Ok(if is_ascii(output) { Written::Ascii } else { Written::Utf8 });
    }
    if options & LENIENT != 0 {
        view.lenient().append_to(output);
    } else {
        view.append_to(output)?;
    }
    if options & BYTES != 0 {
        return Ok(Written::Utf8);
    }
    if is_ascii(output) {
        return Ok(Written::Ascii);
    }
    if let Some(end) = wide(output, units, 0) {
        return Ok(Written::Wide(end));
    }
    if options & LOSSY != 0 {
        *output = String::from_utf8_lossy(output).into_owned().into_bytes();
        return Ok(Written::Utf8);
    }
    // Not UTF-8: decode again, for the offset in the input.
    if options & LENIENT != 0 {
        view.lenient().to_str()?
    } else {
        view.to_str()?
    };
    Ok(Written::Utf8)
}

/// The text, in which triplets that are not UTF-8 are left as they are.
fn keeping_invalid<'a>(view: &Decode<'a>, options: u32) -> Result<Cow<'a, str>, DecodeError> {
    match options & LENIENT {
        0 => view.to_str_keep_invalid(),
        _ => Ok(view.lenient().to_str_keep_invalid()),
    }
}

pub(crate) fn decode_lines(input: &[u8], options: u32, output: &mut Vec<u8>) {
    let mut text = String::new();
    let mut errors = Vec::new();
    let mut start = 0;
    for (i, line) in input.split(|&b| b == b'\n').enumerate() {
        if i > 0 {
            text.push('\n');
        }
        // Triplets of line breaks are kept: decoded, they would add a line.
        let mut view = triplet::decode(line).keep_triplets_of(b"\r\n");
        if options & PLUS != 0 {
            view = view.plus_as_space();
        }
        let decoded = match (options & LENIENT != 0, options & LOSSY != 0) {
            _ if options & KEEP_INVALID != 0 => keeping_invalid(&view, options),
            (false, false) => view.to_str(),
            (false, true) => view.to_str_lossy(),
            (true, false) => view.lenient().to_str(),
            (true, true) => Ok(view.lenient().to_str_lossy()),
        };
        match decoded {
            Ok(decoded) => text.push_str(&decoded),
            Err(error) => {
                errors.push((i + 1, error.moved_by(start as u64)));
                text.push_str(&String::from_utf8_lossy(line));
            }
        }
        start += line.len() + 1;
    }
    json::object(output, |json| {
        json.text("text", &text);
        json.array("errors", |list| {
            for (line, error) in &errors {
                list.push_object(|json| {
                    json.number("line", *line as u64);
                    describe(json, error);
                });
            }
        });
    });
}

/// Encodes a `%` that begins no triplet, and characters outside ASCII that no IRI may contain.
const ALL_BUT_PERCENT: EncodeSet =
    EncodeSet::encoding(b"%").non_ascii(NonAscii::KeepUcscharAndPrivate).keep_triplets();

pub(crate) fn repair(input: &[u8], output: &mut Vec<u8>) {
    output.extend_from_slice(triplet::encode(input, ALL_BUT_PERCENT).to_cow().as_bytes());
}

#[cfg(test)]
mod tests {
    use triplet::set::rfc3986;

    use super::*;

    fn result<T>(run: impl FnOnce(&mut Vec<u8>) -> T) -> String {
        let mut output = Vec::new();
        run(&mut output);
        String::from_utf8(output).expect("text")
    }

    #[test]
    fn a_decoded_line_break_adds_no_line() {
        let lines = result(|out| decode_lines(b"a%0Ab%20c\n%zz\n%41", 0, out));
        assert!(lines.starts_with(r#"{"text":"a%0Ab c\u000a%zz\u000aA","errors":[{"line":2,"kind":"not-hex","offset":10,"#), "{lines}");
    }

    #[test]
    fn lines_are_encoded_separately() {
        let set = rfc3986::SEGMENT;
        assert_eq!(
            result(|out| encode_lines("a b\r\né\n".as_bytes(), set, 0, out)),
            "a%20b\n%C3%A9\n"
        );
        let set = set.space_as_plus();
        assert_eq!(result(|out| encode(b"a\nb c", set, CRLF | LOWER, out)), "a%0d%0ab+c");
    }

    #[test]
    fn repair_changes_stray_percent_signs_only() {
        assert_eq!(
            result(|out| repair("50% é%C3%A9 %%41 a/b?c".as_bytes(), out)),
            "50%25 é%C3%A9 %25%41 a/b?c"
        );
    }

    #[test]
    fn options_of_a_set() {
        let encoded = |name: &str, (keep, also), options| {
            let place = EncodeSet::names().position(|named| named.name == name).expect("its name");
            let set = set(place, (keep, also), options).ok().expect("characters of ASCII");
            result(|out| encode("a+b c%2f\u{E9}".as_bytes(), set, 0, out))
        };
        let none: (&[u8], &[u8]) = (b"", b"");
        assert_eq!(encoded("rfc3986:query", none, 0), "a+b%20c%252f%C3%A9");
        assert_eq!(encoded("rfc3986:query", none, PLUS), "a%2Bb+c%252f%C3%A9");
        assert_eq!(encoded("rfc3986:query", none, KEEP_TRIPLETS), "a+b%20c%2f%C3%A9");
        assert_eq!(encoded("rfc3986:query", (b" ", b"+a"), PERCENT), "%61%2Bb c%252f%C3%A9");
        assert_eq!(encoded("whatwg:form", none, 0), "a%2Bb+c%252f%C3%A9");
        assert_eq!(encoded("whatwg:form", none, PERCENT), "a%2Bb%20c%252f%C3%A9");
        assert_eq!(encoded("whatwg:form", (b"+", b""), PERCENT), "a+b%20c%252f%C3%A9");
        assert_eq!(encoded("rfc3987:iquery", none, 0), "a+b%20c%252f\u{E9}");
        assert_eq!(encoded("rfc3987:iquery", none, OCTETS), "a+b%20c%252f%C3%A9");
    }

    #[test]
    fn errors_have_their_offset() {
        let (mut output, mut units) = (Vec::new(), Vec::new());
        let error = decode(b"ok %C3%28", b"", 0, &mut output, &mut units).expect_err("not UTF-8").0;
        assert!(error.starts_with(r#"{"kind":"invalid-utf-8","offset":3,"#), "{error}");
        output.clear();
        assert!(decode(b"ok %C3%28", b"", LOSSY, &mut output, &mut units).is_ok());
        assert_eq!(str::from_utf8(&output), Ok("ok \u{FFFD}("));
        output.clear();
        assert!(decode(b"%C3%A9%C3%28", b"", KEEP_INVALID, &mut output, &mut units).is_ok());
        assert_eq!(str::from_utf8(&output), Ok("é%C3("));
        let lines = result(|out| decode_lines(b"%41%FF\n%C3%A9 %", KEEP_INVALID | LENIENT, out));
        assert!(lines.starts_with(r#"{"text":"A%FF\u000aé %","errors":[]"#), "{lines}");
        assert!(set(1000, (b"", b""), 0).is_err());
        assert!(set(0, ("é".as_bytes(), b""), 0).is_err());
        let error = decode(b"%C3%A9", "/é".as_bytes(), 0, &mut output, &mut units);
        let error = error.expect_err("not ASCII").0;
        assert!(error.starts_with(r#"{"kind":"not-ascii","offset":1,"#), "{error}");
    }
}
