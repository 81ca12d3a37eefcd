//! Forms: read whole, pair by pair, by `serde` and under limits; written, and read back; beside `form_urlencoded`.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;
use triplet::compat;
use triplet::form::{self, FormError, Newlines, Parse, Separators, Serializer, Space};
use triplet::{DecodeError, DecodeErrorKind};
use triplet_fuzz::input::Input;
use triplet_fuzz::oracle::codec::{self, DecodeOptions, Kind};
use triplet_fuzz::oracle::form as oracle;

const SEPARATORS: [(Separators, &[u8]); 3] =
    [(Separators::Ampersand, b"&"), (Separators::Semicolon, b";"), (Separators::Both, b"&;")];

struct Options {
    separators: (Separators, &'static [u8]),
    strips: bool,
    is_strict: bool,
    drops_blank: bool,
}

impl Options {
    fn view<'a>(&self, bytes: &'a [u8]) -> Parse<'a> {
        let mut view = form::parse(bytes).separators(self.separators.0);
        if self.strips {
            view = view.strip_question_mark();
        }
        if self.is_strict {
            view = view.strict();
        }
        if self.drops_blank {
            view = view.drop_blank();
        }
        view
    }
}

/// A piece of the form as it is written, and its offset.
type Piece<'a> = (&'a [u8], usize);

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    input.force_tier();
    let separators = *input.pick(&SEPARATORS);
    let mut switches = input.switches();
    let mut next = || switches.next().expect("eight");
    let options = Options { separators, strips: next(), is_strict: next(), drops_blank: next() };
    let writes = (next(), next(), next());
    let limit = usize::from(input.byte());
    let bytes = input.bytes();

    let written = split(bytes, &options);
    read(bytes, &options, &written);
    limits(bytes, &options, &written, limit);
    beside_peers(bytes);
    by_serde(bytes);
    write(bytes, writes);
});

/// URL standard section 5.1, up to the decoding: all pairs that are not empty.
fn split<'a>(bytes: &'a [u8], options: &Options) -> Vec<(Piece<'a>, Piece<'a>, bool)> {
    let start = usize::from(options.strips && bytes.first() == Some(&b'?'));
    let mut at = start;
    let mut pairs = Vec::new();
    for piece in bytes[start..].split(|byte| options.separators.1.contains(byte)) {
        if !piece.is_empty() {
            let equals = piece.iter().position(|&byte| byte == b'=');
            let name_end = equals.unwrap_or(piece.len());
            let value_start = equals.map_or(piece.len(), |equals| equals + 1);
            pairs.push((
                (&piece[..name_end], at),
                (&piece[value_start..], at + value_start),
                equals.is_some(),
            ));
        }
        at += piece.len() + 1;
    }
    pairs
}

fn told(error: DecodeError) -> (Kind, usize) {
    let kind = match error.kind() {
        DecodeErrorKind::Truncated => Kind::Truncated,
        DecodeErrorKind::NotHex => Kind::NotHex,
        _ => Kind::InvalidUtf8,
    };
    (kind, error.offset())
}

fn told_form(error: FormError) -> (Kind, usize) {
    match error {
        FormError::Decode(error) => told(error),
        other => panic!("{other:?} without a limit"),
    }
}

/// All pairs decoded, or the first error, with its offset in the form.
fn decoded<T>(
    written: &[(Piece<'_>, Piece<'_>, bool)],
    options: &Options,
    decode: impl Fn(&[u8], DecodeOptions<'_>) -> Result<T, (Kind, usize)>,
) -> Result<Vec<(T, T)>, (Kind, usize)> {
    let rule =
        DecodeOptions { plus: true, lenient: !options.is_strict, ..DecodeOptions::default() };
    let one =
        |(raw, offset): Piece<'_>| decode(raw, rule).map_err(|(kind, at)| (kind, offset + at));
    let mut pairs = Vec::new();
    for (name, value, _) in written {
        if options.drops_blank && value.0.is_empty() {
            // A form with a malformed triplet is refused, also where it is in a pair that would be skipped.
            codec::decode(name.0, rule).map_err(|(kind, at)| (kind, name.1 + at))?;
        } else {
            pairs.push((one(*name)?, one(*value)?));
        }
    }
    Ok(pairs)
}

fn owned<T: ?Sized + ToOwned>(
    pairs: Vec<(std::borrow::Cow<'_, T>, std::borrow::Cow<'_, T>)>,
) -> Vec<(T::Owned, T::Owned)> {
    pairs.into_iter().map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
}

fn read(bytes: &[u8], options: &Options, written: &[(Piece<'_>, Piece<'_>, bool)]) {
    let view = || options.view(bytes);
    let octets = decoded(written, options, codec::decode);
    let texts = decoded(written, options, codec::decode_text);
    let lossy = decoded(written, options, codec::decode_lossy);
    assert_eq!(view().to_byte_pairs().map(owned).map_err(told_form), octets);
    assert_eq!(view().to_text_pairs().map(owned).map_err(told_form), texts);
    assert_eq!(view().to_lossy_pairs().map(owned).map_err(told_form), lossy);

    let expected = if options.is_strict { &texts } else { &lossy };
    let whole = view().to_form().map_err(told_form);
    match (&whole, expected) {
        (Ok(form), Ok(expected)) => {
            assert_eq!(form.len(), expected.len());
            assert_eq!(form.is_empty(), expected.is_empty());
            let borrowed: Vec<(&str, &str)> =
                expected.iter().map(|(name, value)| (&**name, &**value)).collect();
            assert_eq!(form.iter().collect::<Vec<_>>(), borrowed);
            assert!(form.iter().rev().eq(borrowed.iter().rev().copied()));
            for (name, _) in &borrowed {
                let all: Vec<&str> = form.get_all(name).collect();
                let of_name = borrowed.iter().filter(|(other, _)| other == name);
                assert_eq!(all, of_name.map(|(_, value)| *value).collect::<Vec<_>>());
                assert_eq!(form.get(name), all.first().copied());
            }
        }
        (result, expected) => {
            assert_eq!(result.as_ref().err(), expected.as_ref().err(), "{result:?}");
        }
    }

    let is_kept = |(_, value, _): &&(Piece<'_>, Piece<'_>, bool)| {
        !(options.drops_blank && value.0.is_empty())
    };
    // The pairs before a name that is malformed and would be skipped.
    let pairs: Vec<_> = view().pairs().map_while(Result::ok).collect();
    if view().pairs().any(|pair| pair.is_err()) {
        assert!(options.is_strict && options.drops_blank && octets.is_err());
        return;
    }
    let kept: Vec<_> = written.iter().filter(is_kept).collect();
    assert_eq!(pairs.len(), kept.len());
    for (pair, (name, value, has_equals)) in pairs.iter().zip(kept) {
        assert_eq!((pair.name.raw(), pair.name.offset()), *name);
        assert_eq!(pair.value.raw(), value.0);
        assert_eq!(pair.value.offset(), value.1);
        assert_eq!(pair.has_equals, *has_equals);
    }
}

fn limits(bytes: &[u8], options: &Options, written: &[(Piece<'_>, Piece<'_>, bool)], limit: usize) {
    let expected = options.view(bytes).to_byte_pairs();
    let in_bytes = options.view(bytes).max_bytes(limit);
    if bytes.len() > limit {
        for error in [
            in_bytes.to_byte_pairs().err(),
            in_bytes.to_form().err(),
            in_bytes.to_text_pairs().err(),
        ] {
            match error {
                Some(FormError::TooManyBytes { limit: told, length, .. }) => {
                    assert_eq!((told, length), (limit, bytes.len()));
                }
                other => panic!("{other:?} of {} bytes, at most {limit}", bytes.len()),
            }
        }
    } else {
        assert_eq!(in_bytes.to_byte_pairs(), expected);
    }
    let limit = limit % 16;
    let in_pairs = options.view(bytes).max_pairs(limit);
    if let Some((name, ..)) = written.get(limit) {
        for error in [
            in_pairs.to_byte_pairs().err(),
            in_pairs.to_form().err(),
            in_pairs.to_lossy_pairs().err(),
        ] {
            match error {
                Some(FormError::TooManyPairs { limit: told, offset }) => {
                    assert_eq!((told, offset), (limit, name.1));
                }
                // What comes before it.
                Some(FormError::Decode(error)) => assert!(error.offset() < name.1),
                other => panic!("{other:?} of {} pairs, at most {limit}", written.len()),
            }
        }
    } else {
        assert_eq!(in_pairs.to_byte_pairs(), expected);
    }
}

fn beside_peers(bytes: &[u8]) {
    let theirs: Vec<(String, String)> = form_urlencoded::parse(bytes).into_owned().collect();
    assert_eq!(form::parse(bytes).to_lossy_pairs().map(owned).as_ref(), Ok(&theirs));
    let compat: Vec<(String, String)> =
        compat::form_urlencoded::parse(bytes).into_owned().collect();
    assert_eq!(compat, theirs);
    assert_eq!(oracle::parse_text(bytes, oracle::ParseOptions::default()), theirs);

    let (mut ours, mut peer) = (
        compat::form_urlencoded::Serializer::new(String::new()),
        form_urlencoded::Serializer::new(String::new()),
    );
    for (name, value) in &theirs {
        if value.is_empty() {
            ours.append_key_only(name);
            peer.append_key_only(name);
        } else {
            ours.append_pair(name, value);
            peer.append_pair(name, value);
        }
    }
    assert_eq!(ours.finish(), peer.finish());
    let ours: String = compat::form_urlencoded::byte_serialize(bytes).collect();
    assert_eq!(ours, form_urlencoded::byte_serialize(bytes).collect::<String>());
}

fn by_serde(bytes: &[u8]) {
    type Pairs = Vec<(String, String)>;
    let theirs = serde_urlencoded::from_bytes::<Pairs>(bytes).expect("any pairs");
    let compat = compat::serde_urlencoded::from_bytes::<Pairs>(bytes).expect("any pairs");
    assert_eq!(compat, theirs);
    let ours = form::from_bytes::<Pairs>(bytes);
    assert_eq!(ours.as_ref().ok(), Some(&theirs));
    let written = form::to_string(&theirs).expect("pairs");
    assert_eq!(written, serde_urlencoded::to_string(&theirs).expect("pairs"));
    assert_eq!(written, compat::serde_urlencoded::to_string(&theirs).expect("pairs"));
    assert_eq!(form::from_str::<Pairs>(&written).expect("pairs"), theirs);

    // A map of lists has all values of each name, in their order.
    let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, value) in &theirs {
        groups.entry(name.clone()).or_default().push(value.clone());
    }
    let ours = form::from_bytes::<BTreeMap<String, Vec<String>>>(bytes).expect("any map");
    assert_eq!(ours, groups);
    let again = form::to_string(&groups).expect("a map of lists");
    let again = form::from_str::<BTreeMap<String, Vec<String>>>(&again).expect("a map of lists");
    assert_eq!(again, groups);
    // Types that not every text has: the same answer as the peer's, or a refusal of both.
    let (ours, theirs) = (
        form::from_bytes::<Vec<(String, u16)>>(bytes).ok(),
        serde_urlencoded::from_bytes::<Vec<(String, u16)>>(bytes).ok(),
    );
    assert_eq!(ours, theirs);
    let compat = compat::serde_urlencoded::from_bytes::<Vec<(String, u16)>>(bytes).ok();
    assert_eq!(compat, theirs);
}

fn write(bytes: &[u8], (crlf, percent_space, semicolons): (bool, bool, bool)) {
    // The bytes as names and values, which may be anything.
    let mut pieces = bytes.split(|&byte| byte == b'&' || byte == b'=');
    let mut pairs = Vec::new();
    while let Some(name) = pieces.next() {
        pairs.push((name, pieces.next().unwrap_or_default()));
    }
    let mut out = String::new();
    let mut serializer = Serializer::new(&mut out)
        .newlines(if crlf { Newlines::Crlf } else { Newlines::Keep })
        .space(if percent_space { Space::Percent } else { Space::Plus });
    if semicolons {
        serializer = serializer.semicolons();
    }
    serializer.extend(&pairs);
    let options = oracle::SerializeOptions { crlf, percent_space };
    let expected = String::from_utf8(oracle::serialize(&pairs, options)).expect("ASCII");
    // No set of a form keeps a separator.
    let expected = if semicolons { expected.replace('&', ";") } else { expected };
    assert_eq!(out, expected);

    let separators = if semicolons { Separators::Semicolon } else { Separators::Ampersand };
    let back = form::parse(&out).separators(separators).strict().to_byte_pairs();
    let as_read = |text: &[u8]| if crlf { oracle::normalize_newlines(text) } else { text.to_vec() };
    let expected: Vec<_> =
        pairs.iter().map(|(name, value)| (as_read(name), as_read(value))).collect();
    assert_eq!(back.map(owned), Ok(expected));
    assert_eq!(*form::normalize_newlines(bytes), *oracle::normalize_newlines(bytes));
}
