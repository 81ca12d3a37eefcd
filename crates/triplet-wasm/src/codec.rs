//! Encoding and decoding of whole texts.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use triplet::set::NonAscii;
use triplet::{DecodeError, EncodeSet};
use triplet_utf16::{is_ascii, wide};

use crate::Failure;
use crate::json::{self, object_text};
use crate::state::Written;

/// A space is `+`, and the other way round.
pub(crate) const PLUS: u32 = 1;
/// Lower-case digits.
pub(crate) const LOWER: u32 = 2;
/// Triplets of the input pass.
pub(crate) const ONCE: u32 = 4;
/// Line breaks become CRLF first, as in forms.
pub(crate) const CRLF: u32 = 8;
/// A malformed `%` stands for itself.
pub(crate) const LENIENT: u32 = 16;
/// What is not UTF-8 becomes U+FFFD.
pub(crate) const LOSSY: u32 = 32;
/// The result need not be UTF-8.
pub(crate) const BYTES: u32 = 64;
/// Forms: what is malformed or no text is an error.
pub(crate) const STRICT: u32 = 128;
/// Forms: a space is `%20`.
pub(crate) const PERCENT: u32 = 256;
/// The input is octets of another charset: those that look like UTF-8 are no letters, which a set for IRIs would keep.
pub(crate) const OCTETS: u32 = 512;
/// Forms: a `?` at the start is passed over.
pub(crate) const STRIP: u32 = 1024;

impl From<DecodeError> for Failure {
    fn from(error: DecodeError) -> Failure {
        Failure(object_text(|json| decode_error(json, &error)))
    }
}

fn decode_error(json: &mut json::Json, error: &DecodeError) {
    json.text("kind", error.kind().name());
    json.number("offset", error.stream_offset());
    json.display("message", error);
}

/// A failure without a place of its own kind.
pub(crate) fn failure(kind: &str, offset: usize, message: &dyn core::fmt::Display) -> Failure {
    Failure(object_text(|json| {
        json.text("kind", kind);
        json.number("offset", offset as u64);
        json.display("message", message);
    }))
}

/// The input as text, which every caller that has text gives.
pub(crate) fn text(input: &[u8]) -> Result<&str, Failure> {
    str::from_utf8(input)
        .map_err(|error| failure("not-utf-8", error.valid_up_to(), &"the input is not UTF-8"))
}

pub(crate) fn set(place: usize, (keep, also): (&[u8], &[u8])) -> Result<EncodeSet, Failure> {
    let named = EncodeSet::names().nth(place);
    let set = named.ok_or_else(|| failure("no-set", 0, &"there is no such set"))?.set;
    let not_ascii = |error: triplet::set::NotAscii| failure("not-ascii", error.offset(), &error);
    set.try_also_keep(keep).map_err(not_ascii)?.try_also_encode(also).map_err(not_ascii)
}

/// The set with what the options say of it.
pub(crate) fn with_options(set: EncodeSet, options: u32) -> EncodeSet {
    let set = if options & PLUS != 0 { set.space_as_plus() } else { set };
    let set = if options & OCTETS != 0 { set.non_ascii(NonAscii::Encode) } else { set };
    if options & ONCE != 0 { set.keep_triplets() } else { set }
}

pub(crate) fn encode(input: &[u8], set: EncodeSet, options: u32, output: &mut Vec<u8>) -> Written {
    let input = match options & CRLF {
        0 => Cow::Borrowed(input),
        _ => triplet::form::normalize_newlines(input),
    };
    // The output is empty, so it is text; its room is used again.
    let mut text = String::from_utf8(core::mem::take(output)).unwrap_or_default();
    let set = with_options(set, options);
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

pub(crate) fn decode(
    input: &[u8],
    leave: &[u8],
    options: u32,
    output: &mut Vec<u8>,
    units: &mut Vec<u16>,
) -> Result<Written, Failure> {
    // A character outside ASCII has several octets, which would be left one by one.
    if let Some(at) = leave.iter().position(|octet| !octet.is_ascii()) {
        let what = "only triplets of ASCII characters can be left";
        return Err(failure("not-ascii", at, &what));
    }
    let mut view = triplet::decode(input).keep_triplets_of(leave);
    if options & PLUS != 0 {
        view = view.plus_as_space();
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
    // Not UTF-8: read again, for the place in the input.
    if options & LENIENT != 0 {
        view.lenient().to_str()?
    } else {
        view.to_str()?
    };
    Ok(Written::Utf8)
}

pub(crate) fn decode_lines(input: &[u8], options: u32, output: &mut Vec<u8>) {
    let mut text = String::new();
    let mut errors = Vec::new();
    let mut start = 0;
    for (i, line) in input.split(|&b| b == b'\n').enumerate() {
        if i > 0 {
            text.push('\n');
        }
        // No decoded line break forges a line.
        let mut view = triplet::decode(line).keep_triplets_of(b"\r\n");
        if options & PLUS != 0 {
            view = view.plus_as_space();
        }
        let decoded = match (options & LENIENT != 0, options & LOSSY != 0) {
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
                    decode_error(json, error);
                });
            }
        });
    });
}

/// Keeps all that has a meaning, so that nothing but a stray `%` changes, and what no IRI has.
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
    fn a_decoded_line_break_forges_no_line() {
        let lines = result(|out| decode_lines(b"a%0Ab%20c\n%zz\n%41", 0, out));
        assert!(lines.starts_with(r#"{"text":"a%0Ab c\u000a%zz\u000aA","errors":[{"line":2,"kind":"not-hex","offset":10,"#), "{lines}");
    }

    #[test]
    fn lines_are_encoded_one_by_one() {
        let set = rfc3986::SEGMENT;
        assert_eq!(
            result(|out| encode_lines("a b\r\né\n".as_bytes(), set, 0, out)),
            "a%20b\n%C3%A9\n"
        );
        assert_eq!(result(|out| encode(b"a\nb c", set, CRLF | PLUS | LOWER, out)), "a%0d%0ab+c");
    }

    #[test]
    fn repair_changes_stray_percent_signs_only() {
        assert_eq!(
            result(|out| repair("50% é%C3%A9 %%41 a/b?c".as_bytes(), out)),
            "50%25 é%C3%A9 %25%41 a/b?c"
        );
    }

    #[test]
    fn a_space_as_plus_encodes_plus() {
        let query = EncodeSet::names().position(|named| named.name == "rfc3986:query");
        let query = set(query.expect("its name"), (b"+", b"")).unwrap_or(rfc3986::UNRESERVED);
        assert!(query.keeps(b'+'));
        assert_eq!(result(|out| encode(b"a+b c", query, PLUS, out)), "a%2Bb+c");
        assert_eq!(result(|out| encode(b"a+b c", query, 0, out)), "a+b%20c");
        assert_eq!(result(|out| encode_lines(b"a+b\nc d", query, PLUS | ONCE, out)), "a%2Bb\nc+d");
    }

    #[test]
    fn errors_have_their_place() {
        let (mut output, mut units) = (Vec::new(), Vec::new());
        let error = decode(b"ok %C3%28", b"", 0, &mut output, &mut units).expect_err("not UTF-8").0;
        assert!(error.starts_with(r#"{"kind":"invalid-utf-8","offset":3,"#), "{error}");
        output.clear();
        assert!(decode(b"ok %C3%28", b"", LOSSY, &mut output, &mut units).is_ok());
        assert_eq!(str::from_utf8(&output), Ok("ok \u{FFFD}("));
        assert!(set(1000, (b"", b"")).is_err());
        assert!(set(0, ("é".as_bytes(), b"")).is_err());
        let error = decode(b"%C3%A9", "/é".as_bytes(), 0, &mut output, &mut units);
        let error = error.expect_err("not ASCII").0;
        assert!(error.starts_with(r#"{"kind":"not-ascii","offset":1,"#), "{error}");
    }
}
