//! Forms: read whole, by pairs, with limits and by serde, written and read back, against the oracle and the peers.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;
use triplet::form::{self, FormError, Newlines, Parse, Separators, Serializer, Space};
use triplet_fuzz::input::Input;
use triplet_fuzz::oracle::codec::{self, DecodeOptions};
use triplet_fuzz::oracle::form::{self as oracle, ParseOptions, SerializeOptions};

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    input.force_tier();
    let mut switches = input.switches();
    let mut next = || switches.next().expect("eight");
    let options = ParseOptions { semicolon: next(), strip_question_mark: next() };
    let drop_blank = next();
    let written = SerializeOptions { crlf: next(), percent_space: next() };
    let limit = usize::from(input.byte().wrapping_sub(b'a'));
    let bytes = input.bytes();

    let mut parse = form::parse(bytes);
    if options.semicolon {
        parse = parse.separators(Separators::Both);
    }
    if options.strip_question_mark {
        parse = parse.strip_question_mark();
    }
    pairs(parse, bytes, options);
    read(parse, bytes, options, drop_blank);
    strict(parse, bytes, options);
    limits(parse, bytes, options, limit);
    semicolons(bytes);
    if !options.semicolon && !options.strip_question_mark {
        peers(bytes);
    }
    back(&oracle::parse(bytes, options), written);
});

/// A piece of a form that is not empty: where it begins, its name, and its value if there is a `=`.
type Piece<'a> = (usize, &'a [u8], Option<&'a [u8]>);

fn pieces(bytes: &[u8], options: ParseOptions) -> Vec<Piece<'_>> {
    let mut begin = usize::from(options.strip_question_mark && bytes.first() == Some(&b'?'));
    let mut pieces = Vec::new();
    for at in begin..=bytes.len() {
        let separates =
            bytes.get(at).is_none_or(|&byte| byte == b'&' || options.semicolon && byte == b';');
        if !separates {
            continue;
        }
        let piece = &bytes[begin..at];
        let mut halves = piece.splitn(2, |&byte| byte == b'=');
        if !piece.is_empty() {
            pieces.push((begin, halves.next().expect("one at least"), halves.next()));
        }
        begin = at + 1;
    }
    pieces
}

fn pairs(parse: Parse<'_>, bytes: &[u8], options: ParseOptions) {
    let mut ours = parse.pairs();
    for (begin, name, value) in pieces(bytes, options) {
        let pair = ours.next().expect("as many pairs").expect("no limit");
        assert_eq!((pair.name.raw(), pair.name.offset()), (name, begin));
        assert_eq!((pair.has_equals, pair.value.raw()), (value.is_some(), value.unwrap_or(b"")));
        if value.is_some() {
            assert_eq!(pair.value.offset(), begin + name.len() + 1);
        }
        assert!(pair.value.offset() <= bytes.len());
    }
    assert!(ours.next().is_none(), "no more pairs");
    assert!(ours.next().is_none(), "fused");
}

fn read(parse: Parse<'_>, bytes: &[u8], options: ParseOptions, drop_blank: bool) {
    let (mut expected, mut text) =
        (oracle::parse(bytes, options), oracle::parse_text(bytes, options));
    let parse = if drop_blank { parse.drop_blank() } else { parse };
    if drop_blank {
        expected.retain(|(_, value)| !value.is_empty());
        text.retain(|(_, value)| !value.is_empty());
    }
    let ours = parse.to_byte_pairs().expect("lenient");
    assert!(ours.iter().map(|(n, v)| (&**n, &**v)).eq(expected.iter().map(|(n, v)| (&**n, &**v))));
    let ours = parse.to_lossy_pairs().expect("lossy");
    let borrowed = || text.iter().map(|(n, v)| (&**n, &**v));
    assert!(ours.iter().map(|(n, v)| (&**n, &**v)).eq(borrowed()), "{ours:?}, not {text:?}");

    let whole = parse.to_form().expect("lossy");
    assert!(whole.iter().eq(borrowed()), "{whole:?}, not {text:?}");
    assert!(whole.iter().rev().eq(borrowed().rev()));
    assert_eq!((whole.len(), whole.is_empty()), (text.len(), text.is_empty()));
    for (name, _) in &text {
        let values = || text.iter().filter(|(other, _)| other == name).map(|(_, value)| &**value);
        assert_eq!(whole.get(name), values().next());
        assert!(whole.get_all(name).eq(values()));
    }

    let is_text = expected
        .iter()
        .all(|(n, v)| std::str::from_utf8(n).is_ok() && std::str::from_utf8(v).is_ok());
    match parse.to_text_pairs() {
        Ok(ours) => {
            assert!(is_text, "{ours:?}");
            assert!(ours.iter().map(|(n, v)| (&**n, &**v)).eq(borrowed()));
        }
        // What is dropped may be wrong too.
        Err(error) => {
            assert!(!is_text || drop_blank, "{error}");
            assert!(error.offset() < bytes.len(), "{error}");
        }
    }
}

fn strict(parse: Parse<'_>, bytes: &[u8], options: ParseOptions) {
    let first_error = |decode: &dyn Fn(&[u8]) -> Option<usize>| {
        pieces(bytes, options).into_iter().find_map(|(begin, name, value)| {
            let of_value = || Some(decode(value?)? + begin + name.len() + 1);
            decode(name).map(|at| at + begin).or_else(of_value)
        })
    };
    let plus = DecodeOptions { plus: true, ..DecodeOptions::default() };
    let in_octets = first_error(&|part| codec::decode(part, plus).err().map(|(_, at)| at));
    let in_text = first_error(&|part| codec::decode_text(part, plus).err().map(|(_, at)| at));
    let parse = parse.strict();
    let offset = |error: FormError| error.offset();
    assert_eq!(parse.to_byte_pairs().err().map(offset), in_octets);
    assert_eq!(parse.to_lossy_pairs().err().map(offset), in_octets);
    assert_eq!(parse.to_text_pairs().err().map(offset), in_text);
    assert_eq!(parse.to_form().err().map(offset), in_text);
}

/// What is above a limit is an error that names the limit; nothing is cut.
fn limits(parse: Parse<'_>, bytes: &[u8], options: ParseOptions, limit: usize) {
    let pieces = pieces(bytes, options);
    let by_pairs = [
        parse.max_pairs(limit).to_byte_pairs().err(),
        parse.max_pairs(limit).to_lossy_pairs().err(),
        parse.max_pairs(limit).to_form().err(),
        parse.max_pairs(limit).pairs().find_map(Result::err),
    ];
    for error in by_pairs {
        match (error, pieces.get(limit)) {
            (None, None) => {}
            (Some(FormError::TooManyPairs { limit: told, offset }), Some(&(begin, ..))) => {
                assert_eq!((told, offset), (limit, begin));
            }
            (error, piece) => panic!("{error:?}, {piece:?}"),
        }
    }
    let by_bytes = [
        parse.max_bytes(limit).to_byte_pairs().err(),
        parse.max_bytes(limit).to_form().err(),
        parse.max_bytes(limit).pairs().find_map(Result::err),
    ];
    for error in by_bytes {
        match error {
            None => assert!(bytes.len() <= limit),
            Some(FormError::TooManyBytes { length, limit: told }) => {
                assert_eq!((length, told), (bytes.len(), limit));
                assert!(length > limit);
            }
            Some(error) => panic!("{error:?}"),
        }
    }
}

/// `;` alone separates as `&` does in a form that has the two the other way round.
fn semicolons(bytes: &[u8]) {
    let other = |bytes: &[u8]| -> Vec<u8> {
        let other = |&byte: &u8| match byte {
            b'&' => b';',
            b';' => b'&',
            _ => byte,
        };
        bytes.iter().map(other).collect()
    };
    let turned = other(bytes);
    let ours = form::parse(bytes).separators(Separators::Semicolon).pairs();
    let ours = ours
        .map(|pair| pair.expect("no limit"))
        .map(|p| (other(p.name.raw()), other(p.value.raw())));
    let expected = pieces(&turned, ParseOptions::default());
    assert!(ours.eq(expected.iter().map(|(_, n, v)| (n.to_vec(), v.unwrap_or(b"").to_vec()))));
}

fn peers(bytes: &[u8]) {
    let theirs: Vec<(String, String)> = form_urlencoded::parse(bytes).into_owned().collect();
    let whole = form::parse(bytes).to_form().expect("lossy");
    assert!(whole.iter().eq(theirs.iter().map(|(n, v)| (&**n, &**v))), "form_urlencoded");
    if form::parse(bytes).to_text_pairs().is_err() {
        return;
    }

    type Texts = Vec<(String, String)>;
    let ours: Texts = form::from_bytes(bytes).expect("text");
    assert_eq!(ours, theirs);
    assert_eq!(form::from_reader::<Texts, _>(bytes).expect("text"), theirs);
    assert_eq!(serde_urlencoded::from_bytes::<Texts>(bytes).expect("text"), theirs);
    type Numbers = Vec<(String, u16)>;
    let numbers = form::from_bytes::<Numbers>(bytes).ok();
    assert_eq!(numbers, serde_urlencoded::from_bytes::<Numbers>(bytes).ok(), "numbers");
    // Which of several values a map has is not the same: serde's maps take the last one.
    let names: BTreeMap<&str, usize> =
        theirs.iter().fold(BTreeMap::new(), |mut names, (name, _)| {
            *names.entry(name).or_default() += 1;
            names
        });
    if names.values().all(|&count| count == 1) {
        let map: BTreeMap<String, String> = form::from_bytes(bytes).expect("text");
        assert_eq!(map, theirs.iter().cloned().collect::<BTreeMap<_, _>>());
    }

    let expected = form_urlencoded::Serializer::new(String::new()).extend_pairs(&theirs).finish();
    assert_eq!(form::to_string(&theirs).expect("pairs"), expected);
    assert_eq!(serde_urlencoded::to_string(&theirs).expect("pairs"), expected);
}

fn back(pairs: &oracle::Pairs, options: SerializeOptions) {
    let expected = String::from_utf8(oracle::serialize(pairs, options)).expect("ASCII");
    let newlines = if options.crlf { Newlines::Crlf } else { Newlines::Keep };
    let space = if options.percent_space { Space::Percent } else { Space::Plus };
    let mut out = String::new();
    Serializer::new(&mut out).newlines(newlines).space(space).extend(pairs);
    assert_eq!(out, expected);
    let mut continued = String::from("a=1");
    let mut serializer = Serializer::continuing(&mut continued).newlines(newlines).space(space);
    for (name, value) in pairs {
        serializer.append(name, value);
    }
    let separator = if pairs.is_empty() { "" } else { "&" };
    assert_eq!(continued, format!("a=1{separator}{expected}"));
    let mut semicolons = String::new();
    Serializer::new(&mut semicolons).semicolons().newlines(newlines).space(space).extend(pairs);
    assert_eq!(semicolons, expected.replace('&', ";"));

    let kept = |text: &[u8]| {
        if options.crlf { oracle::normalize_newlines(text) } else { text.to_vec() }
    };
    let again = form::parse(&semicolons).separators(Separators::Semicolon).strict();
    for parse in [form::parse(&out).strict(), again] {
        let read = parse.to_byte_pairs().expect("what is written is well-formed");
        let read = read.into_iter().map(|(n, v)| (n.into_owned(), v.into_owned()));
        assert!(read.eq(pairs.iter().map(|(n, v)| (kept(n), kept(v)))), "{out:?}");
    }
}
