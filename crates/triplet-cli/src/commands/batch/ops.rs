//! The operations of `batch` that encode and decode: text, forms, and as JavaScript does.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::iter;
use std::ops::Range;

use serde::ser::{Error as _, Serialize, SerializeSeq, Serializer as Json};
use triplet::charset::{self, Candidate, Charset, Reason};
use triplet::ecmascript;
use triplet::form::{self, Newlines, Separators, Serializer, Space};
use triplet::{
    EncodeSet, LineBreak, TextErrors, convert_line_breaks, decode_percent_u,
    decode_percent_u_lenient,
};

use super::answer::{Answer, Array, Hex, Members, bytes, output};
use super::op::{Input, Op, op};
use super::pairs::SortedPairs;
use super::request::{self, Failure, Request};
use super::set::set_named;
use crate::commands::charset::{candidates, decode as decode_charset, languages};
use crate::commands::decode::decoded_in_form;
use crate::commands::form::decoding::Decoding;
use crate::commands::form::query::{ENTIRE_URL, is_mailto, looks_like_url, query_of};
use crate::commands::values::candidate_value;
use crate::names::{adjusted_set, charset_by_label};

pub const CHARSET: (&str, &str) = ("charset", "utf-8");
pub const LANGUAGES: (&str, &str) =
    ("languages", "none; with the charset auto: tags with commas between");
pub const PERCENT_U: (&str, &str) = ("percent_u", "false");

#[rustfmt::skip]
pub static OPS: &[Op] = &[
    op("encode", &[
        ("set", "rfc3986:unreserved"), ("keep_only", ""), ("also_keep", ""), ("also_encode", ""), ("plus", "as the set does"),
        ("lower", "false"), ("keep_triplets", "false"), ("charset", "utf-8"), ("unmappable", "html | error"),
        ("newlines", "keep | lf | crlf | cr"),
    ], encode),
    op("decode", &[
        ("plus", "false"), ("malformed", "error | keep"), ("text", "strict | lossy | bytes | ignore | backslashreplace | keep"),
        ("keep_triplets_of", ""), CHARSET, LANGUAGES,
        ("newlines", "keep | lf | crlf | cr"), ("nfc", "false"), ("nfd", "false"),
    ], decode_op),
    op("decode_percent_u", &[("malformed", "error | keep")], |request| {
        let input = request.bytes()?;
        if request.is_lenient(false)? {
            return Ok(bytes(decode_percent_u_lenient(&input)));
        }
        let decoded = decode_percent_u(&input);
        let decoded = decoded.map_err(Failure::from)?;
        Ok(bytes(decoded))
    }),
    op("form_parse", &[
        CHARSET, LANGUAGES, PERCENT_U, ("separator", "& | ; | &;"), ("keep_blank", "true"),
        ("malformed", "keep | error"), ("text", "lossy | strict | bytes"), ("max_pairs", "no limit"),
        ("max_bytes", "no limit"), ("strip_question_mark", "false"), ("url", "false"),
    ], form_parse),
    op("form_serialize", &[
        ("charset", "utf-8"), ("newlines", "keep | crlf"), ("space", "plus | percent"),
        ("separator", "& | ;"),
    ], form_serialize),
    op("form_sort", &[], form_sort),
    op("js_encode_uri", &[], |request| {
        Ok(output(ecmascript::encode_uri_utf16(&request.units()?)?))
    }),
    op("js_encode_uri_component", &[], |request| {
        Ok(output(ecmascript::encode_uri_component_utf16(&request.units()?)?))
    }),
    op("js_decode_uri", &[], |request| {
        js_decoded(request, |text| ecmascript::decode_uri(text).map(Into::into), ecmascript::decode_uri_utf16)
    }),
    op("js_decode_uri_component", &[], |request| {
        js_decoded(request, |text| ecmascript::decode_uri_component(text).map(Into::into), ecmascript::decode_uri_component_utf16)
    }),
    op("js_escape", &[], |request| Ok(output(ecmascript::escape_utf16(&request.units()?)))),
    op("js_unescape", &[], |request| Ok(units(ecmascript::unescape_utf16(&request.units()?)))),
    op("candidates", &[("languages", "none; tags with commas between, such as ko,en")], candidate_values),
    op("sets", &[], |_| Ok(output(Array(|| EncodeSet::names().map(|named| named.name))))).taking(Input::Nothing),
    op("charsets", &[], |_| Ok(output(Array(|| Charset::all().map(Charset::name))))).taking(Input::Nothing),
];

fn charset_of(request: &Request<'_>) -> Result<Charset, Failure> {
    let charset = charset_by_label(request.text("charset", "utf-8")?);
    charset
        .map_err(|what| Failure::request(format_args!("`charset`: {what}; `charsets` lists all")))
}

fn encode<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let name = request.text("set", "rfc3986:unreserved")?;
    let is_whatwg = name.starts_with("whatwg:");
    let set = match request.optional_text("keep_only")? {
        Some(_) if request.has("set") => {
            return Err(Failure::request("`set` and `keep_only` exclude each other"));
        }
        Some(kept) => EncodeSet::NOTHING
            .try_also_keep(kept.as_bytes())
            .map_err(|error| Failure::request(format_args!("`keep_only`: {error}")))?,
        None => set_named(name)?,
    };
    let plus = request.optional_flag("plus")?;
    let also_keep = request.text("also_keep", "")?;
    let also_encode = request.text("also_encode", "")?;
    let adjusted = adjusted_set(set, plus, also_keep, also_encode);
    let mut set = adjusted
        .map_err(|(option, error)| Failure::request(format_args!("`{option}`: {error}")))?;
    if request.flag("keep_triplets", false)? {
        set = set.keep_triplets();
    }
    let lower = request.flag("lower", false)?;
    let mut charset = charset_of(request)?;
    if is_whatwg {
        // The URL standard writes no URL in UTF-16.
        charset = charset.output_encoding();
    }
    let unmappable = request.word("unmappable", &["html", "error"])?;
    // The URL standard's own strings have no half surrogate pairs: they become U+FFFD before.
    let bytes = if is_whatwg { request.scalar_bytes()? } else { request.bytes()? };
    let newlines = newlines(request)?;
    let given = bytes;
    let bytes = match newlines {
        Some(to) => convert_line_breaks(&given, to),
        None => Cow::Borrowed(&*given),
    };
    if charset == Charset::UTF_8 {
        let view = triplet::encode(&bytes, set);
        let view = if lower { view.lowercase_hex() } else { view };
        return Ok(output(view.to_cow().into_owned()));
    }
    let text = request::text_of(bytes)?;
    let view = charset::encode(&text, charset, set);
    let view = if lower { view.lowercase_hex() } else { view };
    let encoded = match unmappable {
        "html" => view.to_cow(),
        _ => view.try_to_cow().map_err(|error| {
            // The offset counts in the text before its line breaks were converted.
            let given = str::from_utf8(&given).unwrap_or(&text);
            let error = charset::encode(given, charset, set).try_to_cow().err().unwrap_or(error);
            Failure::from(error)
        })?,
    };
    Ok(output(encoded.into_owned()))
}

/// The form of line breaks in the result; none if they are kept.
fn newlines(request: &Request<'_>) -> Result<Option<LineBreak>, Failure> {
    let kept = iter::once("keep");
    let words: Vec<&str> = kept.chain(LineBreak::ALL.into_iter().map(LineBreak::name)).collect();
    Ok(LineBreak::by_name(request.word("newlines", &words)?))
}

/// Code units as a string of hexadecimal digits.
struct Units<'u>(&'u [u16]);

impl fmt::Display for Units<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|unit| write!(f, "{unit:04X}"))
    }
}

/// Text as `output`, other code units as `output_utf16`.
fn units(units: Vec<u16>) -> Answer<'static> {
    Box::new(move |members| match String::from_utf16(&units) {
        Ok(text) => members.put("output", &text),
        Err(_) => members.put("output_utf16", &format_args!("{}", Units(&units))),
    })
}

fn decode_op<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let input = request.bytes()?;
    let guess = guess(request, &input)?;
    let charset = match &guess {
        Some(best) => best.charset,
        None => charset_of(request)?,
    };
    let decoded = decoded(request, &input, charset, guess.as_ref().map(|best| best.reason))?;
    Ok(Box::new(move |members| {
        members.put_bytes(&decoded)?;
        put_guess(members, guess.as_ref())
    }))
}

/// The likeliest charset, with the `charset` `auto`.
fn guess(request: &Request<'_>, input: &[u8]) -> Result<Option<Candidate>, Failure> {
    match request.text("charset", "utf-8")? {
        "auto" => Ok(Some(ranked(request, input)?.swap_remove(0))),
        _ if request.has("languages") => {
            Err(Failure::request("`languages` goes with `charset` `auto`"))
        }
        _ => Ok(None),
    }
}

/// Says which charset was guessed, and why.
pub fn put_guess(members: &mut Members<'_>, guess: Option<&Candidate>) -> io::Result<()> {
    let Some(best) = guess else { return Ok(()) };
    members.put("charset", best.charset.name())?;
    members.put("reason", best.reason.name())?;
    members.put("why", &best.reason.to_string())
}

fn decoded(
    request: &Request<'_>,
    input: &[u8],
    charset: Charset,
    reason: Option<Reason>,
) -> Result<Vec<u8>, Failure> {
    let kept = request.ascii("keep_triplets_of")?;
    let mut view = decode_charset(input, charset, request.is_text()).keep_triplets_of(kept);
    if request.flag("plus", false)? {
        view = view.plus_as_space();
    }
    if request.is_lenient(false)? {
        view = view.lenient();
    }
    let newlines = newlines(request)?;
    let failed = |error: charset::CharsetError| {
        let (kind, offset) = (error.kind().name(), Some(error.offset()));
        match reason {
            Some(Reason::Surrogates) => {
                Failure::new(kind, offset, format_args!("{}: {error}", Reason::Surrogates))
            }
            _ => Failure::new(kind, offset, error),
        }
    };
    let words = ["strict", "lossy", "bytes", "ignore", "backslashreplace", "keep"];
    let errors = match request.word("text", &words)? {
        "bytes" => None,
        "lossy" => Some(TextErrors::Replace),
        name => TextErrors::by_name(name),
    };
    let octets = match errors {
        _ if reason == Some(Reason::Plain) => input.to_vec(),
        Some(errors) => view.to_str_with(errors).map_err(failed)?.into_owned().into_bytes(),
        None => view.to_bytes().map_err(|error| failed(error.into()))?.into_owned(),
    };
    let octets = match request.form()? {
        Some(form) => decoded_in_form(form, octets),
        None => octets,
    };
    Ok(converted(octets, newlines))
}

/// The octets with all line breaks in one form.
fn converted(octets: Vec<u8>, to: Option<LineBreak>) -> Vec<u8> {
    let Some(to) = to else { return octets };
    match convert_line_breaks(&octets, to) {
        Cow::Owned(converted) => converted,
        Cow::Borrowed(_) => octets,
    }
}

fn form_parse<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let input = request.scalar_bytes()?;
    let is_url = request.flag("url", false)?;
    let (start, body) = if is_url { query_of(&input) } else { (0, &*input) };
    let span = start..start + body.len();
    let text = request.word("text", &["lossy", "strict", "bytes"])?;
    let (decoding, guess) = decoding(request, &input, body)?;
    let pairs = FormPairs {
        span,
        decoding: Decoding {
            is_lenient: request.is_lenient(true)?,
            is_lossy: text == "lossy",
            ..decoding
        },
        separators: request.named("separator")?,
        max_pairs: request.number("max_pairs", usize::MAX)?,
        max_bytes: request.number("max_bytes", usize::MAX)?,
        keep_blank: request.flag("keep_blank", true)?,
        strip_question_mark: request.flag("strip_question_mark", false)?,
        is_hex: text == "bytes",
        input,
    };
    // An error anywhere means that nothing is written.
    pairs.check()?;
    let note = (!is_url && looks_like_url(&pairs.input))
        .then(|| format!("{ENTIRE_URL}; `url` takes its query"));
    Ok(Box::new(move |members| {
        members.put(if pairs.is_hex { "output_hex" } else { "output" }, &pairs)?;
        put_guess(members, guess.as_ref())?;
        note.map_or(Ok(()), |note| members.put("note", &note))
    }))
}

/// How a request has the parts of a form decoded, and the guess if its charset is one.
pub fn decoding(
    request: &Request<'_>,
    input: &[u8],
    form: &[u8],
) -> Result<(Decoding, Option<Candidate>), Failure> {
    let percent_u = request.flag("percent_u", false)?;
    if percent_u && request.has("charset") {
        return Err(Failure::request("`percent_u` and `charset` exclude each other"));
    }
    let guess = guess(request, form)?;
    let charset = match &guess {
        // No part of the form is encoded.
        Some(best) if best.reason == Reason::Plain => Charset::UTF_8,
        Some(best) => best.charset,
        None => charset_of(request)?,
    };
    let is_text = request.is_text();
    let plus = !(request.flag("url", false)? && is_mailto(input));
    let decoding = Decoding { charset, is_text, percent_u, plus, is_lenient: true, is_lossy: true };
    Ok((decoding, guess))
}

/// The pairs of a form, read as a request asks for them.
struct FormPairs<'r> {
    input: Cow<'r, [u8]>,
    /// Where the form is in the input.
    span: Range<usize>,
    decoding: Decoding,
    separators: Separators,
    max_pairs: usize,
    max_bytes: usize,
    keep_blank: bool,
    strip_question_mark: bool,
    is_hex: bool,
}

/// A name or a value.
enum Part<'r> {
    Text(Cow<'r, str>),
    Octets(Cow<'r, [u8]>),
}

impl Serialize for Part<'_> {
    fn serialize<S: Json>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Part::Text(text) => serializer.serialize_str(text),
            Part::Octets(octets) => Hex(octets).serialize(serializer),
        }
    }
}

impl FormPairs<'_> {
    fn parse(&self) -> form::Parse<'_> {
        let parse = form::parse(&self.input[self.span.clone()])
            .separators(self.separators)
            .max_pairs(self.max_pairs)
            .max_bytes(self.max_bytes);
        let parse = if self.keep_blank { parse } else { parse.drop_blank() };
        if self.strip_question_mark { parse.strip_question_mark() } else { parse }
    }

    fn part<'a>(&self, part: form::Part<'a>) -> Result<Part<'a>, Failure> {
        Ok(match self.is_hex {
            true => Part::Octets(self.decoding.octets(part, self.span.start)?),
            false => Part::Text(self.decoding.text(part, self.span.start)?),
        })
    }

    /// The first error.
    fn check(&self) -> Result<(), Failure> {
        let is_limited = self.max_pairs.min(self.max_bytes) < usize::MAX;
        let Decoding { is_lenient, is_lossy, .. } = self.decoding;
        if is_lenient && (is_lossy || self.is_hex) && !is_limited {
            return Ok(());
        }
        let start = self.span.start;
        for pair in self.parse() {
            let pair = pair.map_err(|error| Failure::from(error.moved_by(start)))?;
            self.part(pair.name)?;
            self.part(pair.value)?;
        }
        Ok(())
    }
}

impl Serialize for FormPairs<'_> {
    fn serialize<S: Json>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut array = serializer.serialize_seq(None)?;
        for pair in self.parse() {
            let pair = pair.map_err(S::Error::custom)?;
            let part =
                |part| self.part(part).map_err(|failure| S::Error::custom(failure.message()));
            array.serialize_element(&[part(pair.name)?, part(pair.value)?])?;
        }
        array.end()
    }
}

fn form_serialize<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let charset = charset_of(request)?.output_encoding();
    let mut output = String::new();
    let mut serializer = Serializer::new(&mut output)
        .newlines(request.named::<Newlines>("newlines")?)
        .space(request.named::<Space>("space")?);
    if request.word("separator", &["&", ";"])? == ";" {
        serializer = serializer.semicolons();
    }
    request.each_pair(|name, value| {
        if charset == Charset::UTF_8 {
            match value {
                Some(value) => serializer.append(name, value),
                None => serializer.append_name(name),
            };
            return Ok(());
        }
        let octets = |bytes| {
            str::from_utf8(bytes)
                .map(|text| charset::encode_octets(text, charset))
                .map_err(|_| Failure::request("names and values must be text here"))
        };
        let name = octets(name)?;
        match value {
            Some(value) => serializer.append(&name, &octets(value)?),
            None => serializer.append_name(&name),
        };
        Ok(())
    })?;
    Ok(self::output(output))
}

/// A form's pairs, sorted as `URLSearchParams.sort` does; the input may be pairs too.
fn form_sort<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let mut pairs = SortedPairs::default();
    if request.is_array() {
        request.each_pair(|name, value| {
            let value = value.map(String::from_utf8_lossy);
            pairs.push(&String::from_utf8_lossy(name), value.as_deref());
            Ok(())
        })?;
    } else {
        for pair in form::parse(&request.scalar_bytes()?) {
            let failed = |error: form::FormError| Failure::from(error);
            let pair = pair.map_err(failed)?;
            let name = pair.name.to_str_lossy().map_err(|error| failed(error.into()))?;
            let value = pair.value.to_str_lossy().map_err(|error| failed(error.into()))?;
            pairs.push(&name, Some(&value));
        }
    }
    pairs.sort();
    Ok(output(pairs))
}

/// The offset of an error is that in the input as it was given: in bytes of text, or in code units.
fn js_decoded<'r>(
    request: &'r Request<'r>,
    text: fn(&str) -> Result<String, ecmascript::JsUriError>,
    wide: fn(&[u16]) -> Result<Vec<u16>, ecmascript::JsUriError>,
) -> Result<Answer<'r>, Failure> {
    if request.is_utf16() {
        Ok(units(wide(&request.units()?)?))
    } else {
        Ok(output(text(&request.string()?)?))
    }
}

/// The longest input whose readings are ranked: the texts of all of them are held.
const LONGEST_OF_CANDIDATES: usize = 16 << 10;

fn candidate_values<'r>(request: &'r Request<'r>) -> Result<Answer<'r>, Failure> {
    let found = ranked(request, &request.bytes()?)?;
    Ok(Box::new(move |members| members.put("output", &Array(|| found.iter().map(candidate_value)))))
}

/// The charsets that the input may be in, for a reader of the languages of the request.
fn ranked(request: &Request<'_>, input: &[u8]) -> Result<Vec<Candidate>, Failure> {
    let tags: Vec<String> =
        request.optional_text("languages")?.map(str::to_owned).into_iter().collect();
    let languages = languages(&tags).map_err(Failure::request)?;
    if input.len() > LONGEST_OF_CANDIDATES {
        let most = LONGEST_OF_CANDIDATES >> 10;
        let what = format_args!(
            "a charset is guessed of at most {most} KiB; only the first 2048 characters outside ASCII count"
        );
        return Err(Failure::new("too-long", None, what));
    }
    Ok(candidates(input, request.is_text(), languages))
}
