//! `encode` and `decode`: options to the library's calls.
#![forbid(unsafe_code)]

use std::io;

use triplet::charset::{self, Charset, Evidence};
use triplet::set::NonAscii;
use triplet::stream::{Decoder, Encoder};
use triplet::{EncodeSet, decode, ecmascript};

use crate::args::{DecodeArgs, EncodeArgs, OnError};
use crate::report;
use crate::transform::{self, Cuts, Machine, Outcome, Problem, Work};

/// What stops a command.
pub enum Failure {
    /// An option has a value that means nothing.
    Usage(String),
    Io(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

/// The set with this name, or an error that names what was perhaps meant.
pub fn set_by_name(name: &str) -> Result<EncodeSet, String> {
    EncodeSet::by_name(name).ok_or_else(|| {
        let mut near: Vec<(usize, &str)> =
            EncodeSet::names().map(|named| (distance(name, named.name), named.name)).collect();
        near.sort_unstable();
        let names: Vec<&str> = near.iter().take(3).map(|(_, name)| *name).collect();
        format!("no set is named `{name}`; near it: {}; `triplet sets` lists all", names.join(", "))
    })
}

/// How many letters one must change to get from one name to the other (Levenshtein); the part behind the
/// colon counts alone too, because people leave the specification out.
fn distance(typed: &str, name: &str) -> usize {
    fn levenshtein(a: &str, b: &str) -> usize {
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, x) in a.bytes().enumerate() {
            let mut corner = i;
            row[0] = i + 1;
            for (j, y) in b.bytes().enumerate() {
                let changed = corner + usize::from(!x.eq_ignore_ascii_case(&y));
                corner = row[j + 1];
                row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
            }
        }
        row[b.len()]
    }
    let short: String = typed.chars().take(64).collect();
    let rule = name.split_once(':').map_or(name, |(_, rule)| rule);
    levenshtein(&short, name).min(levenshtein(&short, rule) + 1)
}

/// The charset with this label, or an error.
pub fn charset_by_label(label: &str) -> Result<Charset, String> {
    Charset::for_label(label).ok_or_else(|| {
        format!("no charset is named `{label}`; names are those of the Encoding standard")
    })
}

/// A set with more characters kept or encoded.
pub fn adjusted(set: EncodeSet, keep: &str, also: &str) -> Result<EncodeSet, String> {
    let set = set.try_keep(keep.as_bytes()).map_err(|error| format!("--keep: {error}"))?;
    set.try_encode(also.as_bytes()).map_err(|error| format!("--also: {error}"))
}

pub fn encode(args: EncodeArgs) -> Result<Outcome, Failure> {
    let set = if args.all {
        EncodeSet::NOTHING
    } else {
        let set = set_by_name(&args.set).map_err(Failure::Usage)?;
        adjusted(set, &args.keep, &args.also).map_err(Failure::Usage)?
    };
    let charset = charset_by_label(&args.charset).map_err(Failure::Usage)?;
    let work = if charset == Charset::UTF_8 {
        let mut set = set;
        if args.plus {
            set = set.space_as_plus();
        }
        if args.once {
            set = set.keep_triplets();
        }
        let mut encoder = Encoder::new(set);
        if args.lower {
            encoder = encoder.lowercase_hex();
        }
        let cuts = match (args.once, set.non_ascii_policy()) {
            (false, NonAscii::Encode) if !set.passes_triplets() => Cuts::Anywhere,
            _ => Cuts::OutsideTripletsAndCharacters,
        };
        Work::Stream(Machine::Encode(encoder, set), cuts)
    } else {
        let (plus, lower, once, html) = (args.plus, args.lower, args.once, args.html);
        Work::Whole(Box::new(move |text| {
            let text = text_of(text)?;
            let mut view = charset::encode(text, charset, set);
            if plus {
                view = view.space_as_plus();
            }
            if lower {
                view = view.lowercase_hex();
            }
            if once {
                view = view.keep_triplets();
            }
            if html {
                return Ok(view.to_cow().into_owned().into_bytes());
            }
            match view.strict() {
                Ok(text) => Ok(text.into_owned().into_bytes()),
                Err(error) => Err(Problem::new(error.offset(), error)),
            }
        }))
    };
    transform::run(args.streams, work)
}

/// Text that must be UTF-8.
fn text_of(bytes: &[u8]) -> Result<&str, Problem> {
    str::from_utf8(bytes).map_err(|error| {
        Problem::new(
            error.valid_up_to(),
            "the text is not UTF-8, so it has no other charset either",
        )
    })
}

pub fn decode_command(args: DecodeArgs) -> Result<Outcome, Failure> {
    let how = args.on_error;
    // In records, what separates them stays encoded; several arguments come out as lines. A carriage return at the end of
    // a line would become part of the line's own end.
    let mut leave = args.leave.clone().into_bytes();
    if args.streams.lines || (args.streams.has_several_texts() && !args.streams.null) {
        leave.extend(if args.streams.exact { &b"\n"[..] } else { b"\n\r" });
    }
    if args.streams.null {
        leave.push(0);
    }
    let whole = args.layers.is_some() || args.charset.is_some() || args.unescape;
    if whole && !matches!(how, OnError::Fail | OnError::Keep | OnError::Replace) {
        let with = "--charset, --layers and --unescape";
        return Err(Failure::Usage(format!("--on-error skip does not go with {with}")));
    }
    let work = if args.unescape {
        let records = leave;
        Work::Whole(Box::new(move |text| unescape(text_of(text)?, how, &records)))
    } else if let Some(label) = &args.charset {
        let charset = match &**label {
            "auto" => None,
            label => Some(charset_by_label(label).map_err(Failure::Usage)?),
        };
        if args.layers.is_some() {
            return Err(Failure::Usage("--layers does not go with --charset".to_owned()));
        }
        let plus = args.plus;
        Work::Whole(Box::new(move |text| in_charset(text, charset, how, plus, &leave)))
    } else if let Some(layers) = args.layers {
        let plus = args.plus;
        Work::Whole(Box::new(move |text| in_layers(text, layers, how, plus, &leave)))
    } else {
        let mut decoder = Decoder::new().leaving(&leave);
        if args.plus {
            decoder = decoder.plus_as_space();
        }
        if how == OnError::Keep {
            decoder = decoder.lenient();
        }
        Work::Stream(Machine::Decode(decoder, how, args.plus), Cuts::OutsideTriplets)
    };
    transform::run(args.streams, work)
}

fn unescape(text: &str, how: OnError, records: &[u8]) -> Result<Vec<u8>, Problem> {
    let result = match (how, ecmascript::unescape(text)) {
        (_, Ok(result)) => result,
        (OnError::Fail, Err(error)) => return Err(Problem::new(error.offset(), error)),
        (_, Err(_)) => ecmascript::unescape_lossy(text),
    };
    // What separates records must not come out of one.
    Ok(result
        .bytes()
        .flat_map(|byte| {
            let forged = records.contains(&byte);
            let triplet = forged.then(|| format!("%{byte:02X}").into_bytes());
            triplet.unwrap_or_else(|| vec![byte])
        })
        .collect())
}

fn in_charset(
    text: &[u8],
    charset: Option<Charset>,
    how: OnError,
    plus: bool,
    leave: &[u8],
) -> Result<Vec<u8>, Problem> {
    let charset = charset.unwrap_or_else(|| {
        let found = charset::candidates(text);
        let best = &found[0];
        if !matches!(best.evidence, Evidence::Strong | Evidence::AsciiOnly) {
            report::message(format_args!(
                "note: read as {}, which is a guess",
                best.charset.name()
            ));
        }
        best.charset
    });
    let mut view = charset::decode(text, charset).leaving(leave);
    if plus {
        view = view.plus_as_space();
    }
    if how != OnError::Fail {
        view = view.lenient();
    }
    let text = match how {
        OnError::Replace => view.to_str_lossy().map_err(|e| Problem::new(e.offset(), e)),
        _ => view.to_str().map_err(|e| Problem::new(e.offset(), e)),
    };
    text.map(|text| text.into_owned().into_bytes())
}

fn in_layers(
    text: &[u8],
    layers: u32,
    how: OnError,
    plus: bool,
    leave: &[u8],
) -> Result<Vec<u8>, Problem> {
    let view = |text: &[u8], first: bool| -> Result<Vec<u8>, triplet::DecodeError> {
        let mut view = decode(text).leaving(leave);
        if plus && first {
            view = view.plus_as_space();
        }
        if how == OnError::Fail && first {
            Ok(view.to_bytes()?.into_owned())
        } else {
            Ok(view.lenient().to_bytes().into_owned())
        }
    };
    let mut current = view(text, true).map_err(|e| Problem::new(e.offset(), e))?;
    for _ in 1..layers {
        let next = view(&current, false).map_err(|e| Problem::new(0, e))?;
        if next == current {
            return Ok(current);
        }
        current = next;
    }
    if decode(&current).leaving(leave).lenient().is_unchanged() {
        Ok(current)
    } else {
        Err(Problem::new(0, format_args!("still encoded after {layers} layers")))
    }
}
