//! `decode`: decodes triplets, once or in layers, to octets, to text in a charset, or as JavaScript's `unescape` does.
#![forbid(unsafe_code)]

use std::borrow::Cow;

use triplet::charset::{Charset, Languages};
use triplet::normalization::NormalizationForm;
use triplet::uri::Spans;
use triplet::{TextErrors, decode_percent_u, decode_percent_u_lenient, decode_triplet, ecmascript};

use super::charset;
use super::job::job;
use super::separators::{separators, with_triplets};
use crate::args::{DecodeArgs, Errors, Streams};
use crate::error::Failure;
use crate::io::source::Source;
use crate::names::ascii_list;
use crate::pipeline::{
    Decode, DecodeText, Job, OnError, OutputBuffer, Problem, Skipped, Transform,
};

pub fn decode(args: DecodeArgs) -> Result<Job, Failure> {
    let on_error = if args.lenient { OnError::Keep } else { args.on_error };
    let separators = separators(&args.streams);
    let kept = ascii_list(&args.keep_triplets_of)
        .map_err(|what| Failure::Usage(format!("--keep-triplets-of: {what}")))?;
    let kept = [kept, &separators].concat();
    let is_whole = args.layers.is_some()
        || args.charset.is_some()
        || args.errors.is_some()
        || args.unescape
        || args.percent_u;
    if is_whole && on_error == OnError::Skip {
        let with = "--charset, --layers, --errors, --unescape and --percent-u";
        return Err(Failure::Usage(format!("--on-error skip does not go with {with}")));
    }
    let plus = args.plus;
    if args.streams.has_texts() {
        Source::note_names(&args.streams.text);
    }
    if args.unescape {
        return formed(args.form.form(), args.streams, Unescape { on_error, separators });
    }
    if args.percent_u {
        return formed(
            args.form.form(),
            args.streams,
            DecodePercentU { on_error, plus, separators },
        );
    }
    if args.errors.is_some() && on_error == OnError::Replace {
        let what = "--on-error replace does not go with --errors; --errors replace is about octets";
        return Err(Failure::Usage(what.to_owned()));
    }
    let errors = match args.errors {
        Some(Errors::Text(errors)) => Some(errors),
        Some(Errors::SurrogateEscape) if args.charset.is_some() => {
            let what = "--errors surrogateescape does not go with --charset: octets of another charset would be \
                        lost among those of UTF-8; --errors keep leaves them as triplets";
            return Err(Failure::Usage(what.to_owned()));
        }
        Some(Errors::SurrogateEscape) | None => None,
    };
    if let Some(label) = &args.charset {
        let (charset, languages) =
            charset::of_options(label, &args.languages).map_err(Failure::Usage)?;
        // Arguments and JSON are text; files and standard input are octets, unless `--text` is given.
        let is_json = !args.streams.json_field.is_empty();
        let is_text = args.is_text || args.streams.has_texts() || is_json;
        let lenient = on_error != OnError::Fail;
        let errors = errors.unwrap_or(match on_error {
            OnError::Replace => TextErrors::Replace,
            _ => TextErrors::Strict,
        });
        let layers = args.layers.unwrap_or(1);
        let transform = DecodeCharset {
            layers,
            charset,
            languages,
            is_text,
            errors,
            lenient,
            plus,
            kept,
            separators,
        };
        return formed(args.form.form(), args.streams, transform);
    }
    if let Some(errors) = errors {
        let lenient = on_error != OnError::Fail;
        return formed(args.form.form(), args.streams, DecodeText { errors, lenient, plus, kept });
    }
    if let Some(layers) = args.layers {
        return formed(
            args.form.form(),
            args.streams,
            DecodeLayers { layers, on_error, plus, kept },
        );
    }
    let decode = Decode::new(&kept, on_error, plus);
    match args.streams.has_texts() {
        true => formed(args.form.form(), args.streams, DecodeArgument { decode, kept }),
        false => formed(args.form.form(), args.streams, decode),
    }
}

/// Decodes an argument. A whole URL is noted if its parts are not told apart any more.
struct DecodeArgument {
    decode: Decode,
    kept: Vec<u8>,
}

impl Transform for DecodeArgument {
    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<(), Problem> {
        self.decode.text(text, out, skipped)?;
        if let Some((offset, octet)) = delimiter_of_url(text, &self.kept) {
            let what = format_args!(
                "`%{octet:02X}` is data of this URL, and decoded it is a delimiter; `triplet iri from-uri` decodes all else, `triplet URL` \
                 shows the parts"
            );
            skipped(Problem::note(offset, what));
        }
        Ok(())
    }
}

/// The first triplet of a whole URL, after its host, whose octet would be a delimiter where it stands, or begin a triplet.
fn delimiter_of_url(text: &[u8], kept: &[u8]) -> Option<(usize, u8)> {
    let spans = Spans::of(text);
    if spans.scheme().is_none()
        || spans.authority().is_none()
        || text.iter().any(u8::is_ascii_whitespace)
    {
        return None;
    }
    let start = spans.path().start;
    memchr::memchr_iter(b'%', &text[start..]).map(|at| start + at).find_map(|at| {
        let octet = decode_triplet(&text[at..])?;
        let delimiters: &[u8] = if at < spans.path().end { b"/?#%" } else { b"&+#%" };
        let is_in_fragment = spans.fragment().is_some_and(|fragment| fragment.start <= at);
        (!is_in_fragment && delimiters.contains(&octet) && !kept.contains(&octet))
            .then_some((at, octet))
    })
}

/// The job of a transform whose results are brought into a normalization form, if there is one.
fn formed(
    form: Option<NormalizationForm>,
    streams: Streams,
    transform: impl Transform + 'static,
) -> Result<Job, Failure> {
    match form {
        None => job(streams, transform),
        Some(form) => job(streams, InForm { form, transform }),
    }
}

/// Decodes, and brings the text into a normalization form.
struct InForm<T> {
    form: NormalizationForm,
    transform: T,
}

impl<T: Transform> Transform for InForm<T> {
    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<(), Problem> {
        let before = out.filled().len();
        self.transform.text(text, out, skipped)?;
        let formed = decoded_in_form(self.form, out.filled()[before..].to_vec());
        out.truncate(before);
        out.push(&formed);
        Ok(())
    }
}

/// Decoded octets in a normalization form. A kept triplet separates the text before it from the text after it: its digits have no
/// accents.
pub fn decoded_in_form(form: NormalizationForm, octets: Vec<u8>) -> Vec<u8> {
    if octets.is_ascii() {
        return octets;
    }
    let mut out = Vec::with_capacity(octets.len());
    let (mut start, mut at) = (0, 0);
    while at < octets.len() {
        if decode_triplet(&octets[at..]).is_none() {
            at += 1;
            continue;
        }
        out.extend_from_slice(&form.octets(&octets[start..at]));
        out.extend_from_slice(&octets[at..at + 3]);
        at += 3;
        start = at;
    }
    out.extend_from_slice(&form.octets(&octets[start..]));
    out
}

/// Decodes JavaScript's `escape()`.
struct Unescape {
    on_error: OnError,
    separators: Vec<u8>,
}

impl Transform for Unescape {
    fn text(&self, text: &[u8], out: &mut OutputBuffer, _: Skipped<'_>) -> Result<(), Problem> {
        let what = "the text is not UTF-8, so it has no other charset either";
        let text = Problem::unless_text(text, what)?;
        let result = match (self.on_error, ecmascript::unescape(text)) {
            (_, Ok(result)) => result,
            (OnError::Fail, Err(error)) => return Err(error.into()),
            (_, Err(_)) => ecmascript::unescape_lossy(text),
        };
        with_triplets(result.as_bytes(), &self.separators, out);
        Ok(())
    }
}

/// Decodes triplets as octets, and `%uXXXX`.
struct DecodePercentU {
    on_error: OnError,
    /// Whether `+` is a space.
    plus: bool,
    separators: Vec<u8>,
}

impl Transform for DecodePercentU {
    fn text(&self, text: &[u8], out: &mut OutputBuffer, _: Skipped<'_>) -> Result<(), Problem> {
        let spaced: Vec<u8>;
        let text = match self.plus {
            true => {
                spaced = text.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect();
                &*spaced
            }
            false => text,
        };
        let decoded = match self.on_error {
            OnError::Fail => decode_percent_u(text).map_err(Problem::from)?,
            _ => decode_percent_u_lenient(text),
        };
        with_triplets(&decoded, &self.separators, out);
        Ok(())
    }
}

/// Decodes triplets and reads the octets in a charset.
struct DecodeCharset {
    /// The last layer is in the charset, and what is still encoded after this number of layers is an error if it is more than 1.
    layers: u32,
    /// None for the most plausible one.
    charset: Option<Charset>,
    /// The languages of the reader, if there is none.
    languages: Languages,
    /// Whether the input is text, and not octets of the charset.
    is_text: bool,
    errors: TextErrors,
    /// Whether a malformed triplet is kept. Otherwise it is an error.
    lenient: bool,
    plus: bool,
    /// The octets whose triplets are kept. The last ones are the separators.
    kept: Vec<u8>,
    separators: Vec<u8>,
}

impl Transform for DecodeCharset {
    fn text(&self, input: &[u8], out: &mut OutputBuffer, _: Skipped<'_>) -> Result<(), Problem> {
        if self.is_text
            && self.charset != Some(Charset::UTF_8)
            && let Err(error) = str::from_utf8(input)
        {
            let what =
                "the text is not UTF-8; octets of a charset are read from files or standard input";
            return Err(Problem::new(error.valid_up_to(), what));
        }
        let inner = self.last_layer(input)?;
        let input = &*inner;
        let charset = match self.charset {
            Some(charset) => charset,
            None => match charset::most_plausible(input, self.is_text, self.languages) {
                Some(charset) => charset,
                None => {
                    out.push(input);
                    return Ok(());
                }
            },
        };
        let is_ascii_compatible = charset.is_ascii_compatible();
        // Where an octet may be something else than in ASCII, its triplet may not be a separator, and another one may be.
        let kept = match is_ascii_compatible {
            true => &self.kept[..],
            false => &self.kept[..self.kept.len() - self.separators.len()],
        };
        let mut view = charset::decode(input, charset, self.is_text).keep_triplets_of(kept);
        if self.plus {
            view = view.plus_as_space();
        }
        if self.lenient {
            view = view.lenient();
        }
        let result = view.to_str_with(self.errors).map_err(Problem::from)?;
        if self.layers > 1 && is_encoded(result.as_bytes(), &self.kept) {
            return Err(still_encoded(self.layers));
        }
        match is_ascii_compatible {
            true => out.push(result.as_bytes()),
            false => with_triplets(result.as_bytes(), &self.separators, out),
        }
        Ok(())
    }
}

impl DecodeCharset {
    /// The text with all layers of encoding off but the last one, which has the octets of the charset.
    fn last_layer<'t>(&self, text: &'t [u8]) -> Result<Cow<'t, [u8]>, Problem> {
        let mut current = Cow::Borrowed(text);
        for _ in 1..self.layers {
            let view = triplet::decode(&*current).keep_triplets_of(&self.kept);
            let next = match self.lenient {
                true => view.lenient().to_bytes().into_owned(),
                false => view.to_bytes().map_err(Problem::from)?.into_owned(),
            };
            if !is_encoded(&next, &self.kept) {
                break;
            }
            current = Cow::Owned(next);
        }
        Ok(current)
    }
}

/// Whether octets have a triplet that would be decoded.
fn is_encoded(octets: &[u8], kept: &[u8]) -> bool {
    !triplet::decode(octets).keep_triplets_of(kept).lenient().is_unchanged()
}

fn still_encoded(layers: u32) -> Problem {
    let what = match layers {
        1 => "still encoded after one layer; without --layers one layer is decoded".to_owned(),
        layers => format!("still encoded after {layers} layers"),
    };
    Problem::new(0, what)
}

/// Decodes until nothing changes.
struct DecodeLayers {
    /// Text that is still encoded after this number of layers is an error.
    layers: u32,
    on_error: OnError,
    plus: bool,
    kept: Vec<u8>,
}

impl Transform for DecodeLayers {
    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<(), Problem> {
        let mut first = triplet::decode(text).keep_triplets_of(&self.kept);
        if self.plus {
            first = first.plus_as_space();
        }
        let mut current = match self.on_error {
            OnError::Fail => first.to_bytes().map_err(Problem::from)?.into_owned(),
            _ => first.lenient().to_bytes().into_owned(),
        };
        // A `+` or a malformed triplet that is decoded means itself.
        for layer in 2..=self.layers {
            let next = triplet::decode(&current)
                .keep_triplets_of(&self.kept)
                .lenient()
                .to_bytes()
                .into_owned();
            if next == current {
                out.push(&current);
                return Ok(());
            }
            if is_text(&current) && !is_text(&next) {
                let what = format!(
                    "the text was perhaps encoded {} only: decoded once more, a triplet of it is a control character, or not UTF-8",
                    times(layer - 1)
                );
                skipped(Problem::note(0, what));
            }
            current = next;
        }
        if is_encoded(&current, &self.kept) {
            return Err(still_encoded(self.layers));
        }
        out.push(&current);
        Ok(())
    }
}

/// Whether octets are UTF-8 without control characters but white space.
fn is_text(octets: &[u8]) -> bool {
    let is_control =
        |character: char| character.is_control() && !matches!(character, '\t' | '\n' | '\r');
    str::from_utf8(octets).is_ok_and(|text| !text.contains(is_control))
}

fn times(number: u32) -> String {
    match number {
        1 => "once".to_owned(),
        number => format!("{number} times"),
    }
}
