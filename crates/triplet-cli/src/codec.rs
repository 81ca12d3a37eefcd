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

/// The decoding of text, which is UTF-8, or of octets in a charset.
pub fn in_charset(input: &[u8], charset: Charset, is_text: bool) -> charset::DecodeText<'_> {
    match str::from_utf8(input) {
        Ok(text) if is_text => charset::decode(text, charset),
        _ => charset::decode_octets(input, charset),
    }
}

/// What the input may be in, the best reading first.
pub fn candidates(input: &[u8], is_text: bool) -> Vec<charset::Candidate> {
    match str::from_utf8(input) {
        Ok(text) if is_text => charset::candidates(text),
        _ => charset::candidates_octets(input),
    }
}

/// A set that writes a space as `+` or not, if that is said; else as the set does.
pub fn with_plus(set: EncodeSet, plus: Option<bool>) -> EncodeSet {
    match plus {
        Some(true) => set.space_as_plus(),
        Some(false) => set.space_by_set(),
        None => set,
    }
}

/// The octets of a list of characters whose triplets are kept. A character outside ASCII has several octets, and
/// its triplets would be kept wherever one of them is.
pub fn ascii_list(list: &str) -> Result<&[u8], String> {
    match list.bytes().position(|byte| !byte.is_ascii()) {
        None => Ok(list.as_bytes()),
        Some(at) => Err(format!(
            "the byte at offset {at} of the list is not ASCII: triplets are kept by their octet, and a character outside \
             ASCII has several"
        )),
    }
}

/// A set with more characters kept or encoded.
pub fn adjusted(set: EncodeSet, keep: &str, also: &str) -> Result<EncodeSet, String> {
    let set = set.try_also_keep(keep.as_bytes()).map_err(|error| format!("--keep: {error}"))?;
    set.try_also_encode(also.as_bytes()).map_err(|error| format!("--also: {error}"))
}

pub fn encode(args: EncodeArgs) -> Result<Outcome, Failure> {
    let set = if args.all {
        EncodeSet::NOTHING
    } else {
        set_by_name(&args.set).map_err(Failure::Usage)?
    };
    let plus = match (args.plus, args.no_plus) {
        (false, false) => None,
        (plus, _) => Some(plus),
    };
    let set = adjusted(with_plus(set, plus), &args.keep, &args.also).map_err(Failure::Usage)?;
    let charset = charset_by_label(&args.charset).map_err(Failure::Usage)?;
    let work = if charset == Charset::UTF_8 {
        let mut set = set;
        if args.once {
            set = set.keep_triplets();
        }
        let mut encoder = Encoder::new(set);
        if args.lower {
            encoder = encoder.lowercase_hex();
        }
        let cuts = match (args.once, set.non_ascii_policy()) {
            (false, NonAscii::Encode) if !set.keeps_triplets() => Cuts::Anywhere,
            _ => Cuts::OutsideTripletsAndCharacters,
        };
        Work::Stream(Machine::Encode(encoder, set), cuts)
    } else {
        let (lower, once, html) = (args.lower, args.once, args.html);
        Work::Whole(Box::new(move |text| {
            let text = text_of(text)?;
            let mut view = charset::encode(text, charset, set);
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
    let mut records = Vec::new();
    if args.streams.lines || (args.streams.has_several_texts() && !args.streams.null) {
        records.extend(if args.streams.exact { &b"\n"[..] } else { b"\n\r" });
    }
    if args.streams.null {
        records.push(0);
    }
    let leave =
        ascii_list(&args.leave).map_err(|what| Failure::Usage(format!("--leave: {what}")))?;
    let leave = [leave, &records].concat();
    let whole = args.layers.is_some() || args.charset.is_some() || args.unescape;
    if whole && !matches!(how, OnError::Fail | OnError::Keep | OnError::Replace) {
        let with = "--charset, --layers and --unescape";
        return Err(Failure::Usage(format!("--on-error skip does not go with {with}")));
    }
    let work = if args.unescape {
        Work::Whole(Box::new(move |text| unescape(text_of(text)?, how, &records)))
    } else if let Some(label) = &args.charset {
        let charset = match &**label {
            "auto" => None,
            label => Some(charset_by_label(label).map_err(Failure::Usage)?),
        };
        if args.layers.is_some() {
            return Err(Failure::Usage("--layers does not go with --charset".to_owned()));
        }
        // Arguments and JSON are text; files and standard input are octets, unless the option says more.
        let is_text = args.is_text || args.streams.has_texts() || args.streams.json_field.is_some();
        let reading = Reading { is_text, how, plus: args.plus, leave, records };
        Work::Whole(Box::new(move |text| decode_in_charset(text, charset, &reading)))
    } else if let Some(layers) = args.layers {
        let plus = args.plus;
        Work::Whole(Box::new(move |text| in_layers(text, layers, how, plus, &leave)))
    } else {
        let mut decoder = Decoder::new().keep_triplets_of(&leave);
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
    Ok(without_records(&result, records))
}

/// A result with a triplet in place of each separator: what separates records must not come out of one.
fn without_records(result: &str, records: &[u8]) -> Vec<u8> {
    result
        .bytes()
        .flat_map(|byte| {
            let forged = records.contains(&byte);
            let triplet = forged.then(|| format!("%{byte:02X}").into_bytes());
            triplet.unwrap_or_else(|| vec![byte])
        })
        .collect()
}

/// How text is read in a charset.
struct Reading {
    /// Whether the input is text, and not octets of the charset.
    is_text: bool,
    how: OnError,
    plus: bool,
    /// The octets whose triplets stay, those of `records` too.
    leave: Vec<u8>,
    /// What separates records.
    records: Vec<u8>,
}

fn decode_in_charset(
    input: &[u8],
    charset: Option<Charset>,
    reading: &Reading,
) -> Result<Vec<u8>, Problem> {
    if reading.is_text
        && charset != Some(Charset::UTF_8)
        && let Err(error) = str::from_utf8(input)
    {
        let what =
            "the text is not UTF-8; octets of a charset are read from files or standard input";
        return Err(Problem::new(error.valid_up_to(), what));
    }
    let charset = charset.unwrap_or_else(|| {
        let found = candidates(input, reading.is_text);
        let best = &found[0];
        if !matches!(best.evidence, Evidence::Strong | Evidence::AsciiOnly) {
            report::message(format_args!(
                "note: read as {}, which is a guess",
                best.charset.name()
            ));
        }
        best.charset
    });
    let view = in_charset(input, charset, reading.is_text);
    // Where an octet may be something else than ASCII says, triplets of it are no separators, and other
    // triplets may be.
    let mut view = if charset.is_ascii_compatible() {
        view.keep_triplets_of(&reading.leave)
    } else {
        view.keep_triplets_of(&reading.leave[..reading.leave.len() - reading.records.len()])
    };
    if reading.plus {
        view = view.plus_as_space();
    }
    if reading.how != OnError::Fail {
        view = view.lenient();
    }
    let result = match reading.how {
        OnError::Replace => view.to_str_lossy().map_err(|e| Problem::new(e.offset(), e))?,
        _ => view.to_str().map_err(|e| Problem::new(e.offset(), e))?,
    };
    if charset.is_ascii_compatible() {
        Ok(result.into_owned().into_bytes())
    } else {
        Ok(without_records(&result, &reading.records))
    }
}

fn in_layers(
    text: &[u8],
    layers: u32,
    how: OnError,
    plus: bool,
    leave: &[u8],
) -> Result<Vec<u8>, Problem> {
    let view = |text: &[u8], first: bool| -> Result<Vec<u8>, triplet::DecodeError> {
        let mut view = decode(text).keep_triplets_of(leave);
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
    if decode(&current).keep_triplets_of(leave).lenient().is_unchanged() {
        Ok(current)
    } else {
        Err(Problem::new(0, format_args!("still encoded after {layers} layers")))
    }
}
