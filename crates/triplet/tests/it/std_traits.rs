//! The traits of the standard library that types of this crate have: names that are written and read again, adapters that give
//! back what they were given, and errors that say what they come from.

use std::error::Error;
use std::io::{self, Read, Write};

use triplet::set::{UnknownSet, rfc3986};
use triplet::stream::{DecodeReader, DecodeWriter, Decoder, EncodeReader, EncodeWriter, Encoder};
use triplet::uri::{Equivalence, Level, Step, equivalent};
use triplet::{DecodeError, EncodeSet, TryDecodeError, WriteError, decode};

#[test]
fn every_name_of_a_set_is_read() {
    for named in EncodeSet::names() {
        assert_eq!(named.name.parse(), Ok(named.set), "{}", named.name);
    }
    assert_eq!("duckdb".parse(), EncodeSet::by_name("dialect:duckdb").ok_or(UnknownSet));
    for name in ["", ":", "segment", "RFC3986:segment", " rfc3986:segment", "rfc3986:segment\0"] {
        assert_eq!(name.parse::<EncodeSet>(), Err(UnknownSet), "{name}");
    }
    assert!(UnknownSet.to_string().contains("`rfc3986:segment`"));
}

#[test]
fn levels_and_steps_have_names() {
    let unknown = "".parse::<Level>().expect_err("no level has an empty name");
    for (level, name) in
        [(Level::Percent, "percent"), (Level::Path, "path"), (Level::Scheme, "scheme")]
    {
        assert_eq!(level.to_string(), name);
        assert_eq!(name.parse(), Ok(level));
        // The message of the error lists every level.
        assert!(unknown.to_string().contains(&format!("`{name}`")));
    }
    assert_eq!(format!("{:>8}|{:<8}|", Level::Path, Level::Path), "    path|path    |");
    for name in ["", "Path", "path ", "paths"] {
        assert_eq!(name.parse::<Level>(), Err(unknown), "{name}");
    }
    assert_eq!(format!("{:<9}|", Step::HexCase), "hex case |");
}

#[test]
fn the_reasons_of_an_equivalence_are_in_its_debug() {
    let same = equivalent("HTTP://a:80/%7euser", "http://a/~user", Level::Scheme);
    assert_eq!(
        format!("{same:?}"),
        "Equivalent({UnreservedTriplet, SchemeCase, DefaultPort})",
        "in the order of the specification"
    );
    let Equivalence::Equivalent(steps) = same else { panic!("{same:?}") };
    assert!(steps.iter().eq([Step::UnreservedTriplet, Step::SchemeCase, Step::DefaultPort]));
    assert_eq!(format!("{:?}", equivalent("a", "a", Level::Path)), "Identical");
    assert_eq!(
        format!("{:?}", equivalent("/a/b", "/a%2Fb", Level::Path)),
        "Different(Difference { component: Path, offsets: [2, 2], reason: Some(ReservedCharacter) })",
    );
}

#[test]
fn writers_give_back_the_writer() {
    let set = Encoder::new(rfc3986::SEGMENT).keep_triplets();
    let mut writer = EncodeWriter::new(Vec::new(), set);
    writer.write_all(b"a b%2").unwrap();
    assert_eq!(writer.get_ref(), b"a%20b", "the start of a triplet is held back");
    writer.get_mut().push(b'|');
    let debug = format!("{writer:?}");
    assert!(debug.starts_with("EncodeWriter { inner: [97, "), "{debug}");
    assert!(debug.contains("encoder: Encoder { pending: 2"), "{debug}");
    assert!(debug.len() < 200, "the buffer is not shown");
    assert_eq!(writer.into_inner(), b"a%20b|");

    let mut writer = DecodeWriter::new(Vec::new(), Decoder::new());
    writer.write_all(b"a%20b%2").unwrap();
    assert_eq!(writer.get_ref(), b"a b");
    writer.get_mut().push(b'|');
    let debug = format!("{writer:?}");
    assert!(debug.contains("decoder: Decoder { position: 5"), "{debug}");
    assert!(debug.len() < 200, "the buffer is not shown");
    assert_eq!(writer.into_inner(), b"a b|", "a truncated triplet is not an error here");
}

#[test]
fn readers_give_back_the_reader() {
    let mut reader = EncodeReader::new(&b"a b"[..], Encoder::new(rfc3986::SEGMENT));
    assert_eq!(*reader.get_ref(), b"a b");
    *reader.get_mut() = b"c d";
    let debug = format!("{reader:?}");
    assert!(debug.starts_with("EncodeReader { inner: [99, 32, 100], encoder: Encoder"), "{debug}");
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    assert_eq!((text.as_str(), reader.into_inner()), ("c%20d", &b""[..]));

    // The reader of an input longer than the buffer is returned where reading ahead stopped.
    let input = b"%41".repeat(20_000);
    let mut reader = DecodeReader::new(&input[..], Decoder::new());
    let mut first = [0; 3];
    reader.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"AAA");
    assert_eq!(reader.get_ref().len(), input.len() - 16 * 1024);
    assert!(format!("{:?}", DecodeReader::new(io::empty(), Decoder::new())).len() < 200);
    assert_eq!(reader.get_mut().len(), input.len() - 16 * 1024);
    assert_eq!(reader.into_inner().len(), input.len() - 16 * 1024);
}

#[test]
fn names_are_listed_from_both_ends() {
    let mut backwards: Vec<_> = triplet::EncodeSet::names().rev().collect();
    backwards.reverse();
    assert!(triplet::EncodeSet::names().eq(backwards));
}

fn source<T: Error + Clone + 'static>(error: &dyn Error) -> Option<T> {
    error.source()?.downcast_ref::<T>().cloned()
}

#[test]
fn an_error_that_wraps_another_gives_it() {
    let malformed = decode("%zz").to_bytes().unwrap_err();
    assert!(malformed.source().is_none());

    let error = decode("%zz").write_into(&mut [0; 8]).unwrap_err();
    assert_eq!(source(&error), Some(malformed));
    let error = decode("%41%41").write_into(&mut [0; 1]).unwrap_err();
    let WriteError::BufferTooSmall(small) = error else { panic!("{error:?}") };
    assert_eq!(source(&error), Some(small));

    let error = decode("%zz").try_append_to(&mut Vec::new()).unwrap_err();
    assert_eq!(source(&error), Some(malformed));
    let reserve = Vec::<u8>::new().try_reserve(usize::MAX).unwrap_err();
    assert_eq!(source(&TryDecodeError::Reserve(reserve.clone())), Some(reserve));

    let error = triplet::form::FormError::Decode(malformed);
    assert_eq!(source(&error), Some(malformed));
    let limit = triplet::form::FormError::TooManyPairs { limit: 1, offset: 2 };
    assert!(limit.source().is_none());

    #[cfg(feature = "respell")]
    assert_eq!(source(&triplet::uri::RespellError::Decode(malformed)), Some(malformed));

    #[cfg(feature = "ecmascript")]
    assert_eq!(source(&triplet::decode_percent_u(b"%zz").unwrap_err()), Some(malformed));

    let mut reader = DecodeReader::new(&b"%zz"[..], Decoder::new());
    let error = reader.read_to_end(&mut Vec::new()).unwrap_err();
    let inner = error.get_ref().and_then(|error| error.downcast_ref::<DecodeError>());
    assert_eq!(inner, Some(&malformed));
}

#[cfg(feature = "charset")]
#[test]
fn charsets_are_written_and_read_by_name() {
    use triplet::charset::{Charset, CharsetError, UnknownCharset, decode as decode_charset};

    for charset in Charset::all() {
        assert_eq!(charset.to_string(), charset.name());
        assert_eq!(charset.to_string().parse(), Ok(charset));
    }
    assert_eq!(format!("{:>6}|{:<6}|", Charset::UTF_8, Charset::UTF_8), " UTF-8|UTF-8 |");
    for label in ["", "klingon", "utf-8 utf-8", "replacement"] {
        assert_eq!(label.parse::<Charset>(), Err(UnknownCharset), "{label}");
    }
    assert!(UnknownCharset.to_string().contains("`shift_jis`"));

    let jis = "sjis".parse().unwrap();
    let error = decode_charset("%zz", jis).to_str().unwrap_err();
    assert_eq!(source(&error), decode("%zz").to_bytes().err());
    let error = decode_charset("%83", jis).to_str().unwrap_err();
    assert!(matches!(error, CharsetError::Malformed { .. }) && error.source().is_none());
}
