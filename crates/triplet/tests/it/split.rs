//! Streams: for every way of cutting the input, and every size of output buffer, the same bytes and
//! the same error offset as one-shot.

use crate::oracle;
use std::io::{Read, Write};

use triplet::stream::{
    DecodeReader, DecodeWriter, Decoder, EncodeReader, EncodeWriter, Encoder, Status,
};
use triplet::{DecodeError, EncodeSet, decode, encode, set};

/// Pushes all parts through; the output buffer has `room` bytes for each push.
fn pump(
    parts: &[&[u8]],
    room: usize,
    mut push: impl FnMut(&[u8], &mut [u8], bool) -> Result<triplet::stream::Progress, DecodeError>,
) -> Result<Vec<u8>, DecodeError> {
    let mut out = Vec::new();
    let mut buffer = vec![0; room];
    for (index, part) in parts.iter().enumerate() {
        let last = index + 1 == parts.len();
        let mut rest = *part;
        loop {
            let progress = push(rest, &mut buffer, last)?;
            out.extend_from_slice(&buffer[..progress.written]);
            rest = &rest[progress.read..];
            match progress.status {
                Status::NeedRoom => {
                    assert!(progress.read + progress.written > 0, "no progress with {room}");
                }
                Status::NeedInput => {
                    assert!(!last && rest.is_empty());
                    break;
                }
                Status::Done => {
                    assert!(last && rest.is_empty());
                    break;
                }
            }
        }
    }
    Ok(out)
}

/// All cuts into two and three parts, and one byte at a time.
fn for_each_cut(input: &[u8], mut check: impl FnMut(&[&[u8]])) {
    check(&[input]);
    for first in 0..=input.len() {
        check(&[&input[..first], &input[first..]]);
        for second in first..=input.len() {
            check(&[&input[..first], &input[first..second], &input[second..]]);
        }
    }
    let mut single: Vec<&[u8]> = input.chunks(1).collect();
    check(&single);
    single.push(b"");
    check(&single);
}

const DECODE_INPUTS: &[&[u8]] = &[
    b"",
    b"%",
    b"%4",
    b"%41",
    b"a%",
    b"a%4",
    b"ab%20c%E4%BD%A0d",
    b"%%41",
    b"%4%41",
    b"%zz",
    b"%4z",
    b"x%u4E2D",
    b"100% hello%20world",
    b"%41%zz%42",
    b"%25%s%1G",
    b"+%2B+%2f%",
    b"\xE2%82\xAC%2",
    b"%00%0a%7F%80%ff%FF",
    b"aaaaaaaaaaaaaaaaaaaaaaaa%2",
];

#[test]
fn decoding() {
    for input in DECODE_INPUTS {
        for plus in [false, true] {
            for leave in [&b""[..], b"/ A\xFF"] {
                let mut view = decode(input).keep_triplets_of(leave);
                let mut decoder = Decoder::new().keep_triplets_of(leave);
                if plus {
                    view = view.plus_as_space();
                    decoder = decoder.plus_as_space();
                }
                let strict = view.to_bytes().map(|bytes| bytes.into_owned());
                let lenient = view.lenient().to_bytes().into_owned();
                for_each_cut(input, |parts| {
                    for room in [3, 4, 7, 200] {
                        let mut strictly = decoder.clone();
                        let got = pump(parts, room, |src, dst, last| strictly.push(src, dst, last));
                        assert_eq!(got, strict, "{input:?} {parts:?}");
                        let mut leniently = decoder.clone().lenient();
                        let got =
                            pump(parts, room, |src, dst, last| leniently.push(src, dst, last));
                        assert_eq!(got.as_ref(), Ok(&lenient), "{input:?} {parts:?}");
                    }
                });
            }
        }
    }
}

#[test]
fn encoding() {
    let inputs: &[&[u8]] = &[
        b"",
        b"a b/c%41%4",
        "né 你\u{202E}好 \u{E000}\u{10FFFD}%20".as_bytes(),
        b"\xE4\xBD \xE4\xBD\xA0\xA0 \xF0\x9F\x98\x80\xF0\x9F",
        b"%%41%4%",
        b"a%41 b%4%e4%Bd\xE4%zzc%%2F%",
        b"\xC3",
        b"%",
        b"%2",
    ];
    let sets = [
        set::rfc3986::UNRESERVED,
        set::rfc3987::ISEGMENT,
        set::rfc3987::IQUERY.space_as_plus(),
        set::rfc6570::RESERVED,
        set::rfc3987::ISEGMENT.keep_triplets(),
        set::rfc3986::SEGMENT.space_as_plus().keep_triplets(),
        // It keeps `%` whatever follows; it has no digits.
        set::rfc3986::SEGMENT.also_keep(b"%").keep_triplets(),
        EncodeSet::NOTHING.keep_triplets(),
        EncodeSet::NOTHING,
    ];
    for input in inputs {
        for set in sets {
            let expected = encode(input, set).to_cow().into_owned().into_bytes();
            for_each_cut(input, |parts| {
                for room in [Encoder::MIN_ROOM, 5, 9, 200] {
                    let mut encoder = Encoder::new(set);
                    let got = pump(parts, room, |src, dst, last| Ok(encoder.push(src, dst, last)));
                    assert_eq!(got.as_ref(), Ok(&expected), "{set:?} {parts:?}");
                }
            });
        }
    }
}

#[test]
fn going_on_behind_an_error() {
    // `skip` gives the result of lenient decoding, if the caller writes the `%`.
    for input in DECODE_INPUTS {
        let lenient = decode(input).lenient().to_bytes().into_owned();
        for_each_cut(input, |parts| {
            let mut decoder = Decoder::new();
            let mut out = Vec::new();
            let mut offsets = Vec::new();
            for (index, part) in parts.iter().enumerate() {
                let last = index + 1 == parts.len();
                let mut rest = *part;
                loop {
                    let mut buffer = [0; 64];
                    let (progress, error) = decoder.push_reporting(rest, &mut buffer, last);
                    out.extend_from_slice(&buffer[..progress.written]);
                    rest = &rest[progress.read..];
                    if let Some(error) = error {
                        offsets.push(error.offset());
                        out.push(b'%');
                        if !decoder.skip() {
                            rest = &rest[1..];
                        }
                    } else if progress.status != Status::NeedRoom {
                        break;
                    }
                }
            }
            assert_eq!(out, lenient, "{input:?} {parts:?}");
            for offset in offsets {
                assert_eq!(input[offset], b'%', "{input:?} {parts:?}");
            }
        });
    }
}

/// A reader that gives one byte at a time, as a slow pipe may.
struct OneByte<'a>(&'a [u8]);

impl Read for OneByte<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.len().min(out.len()).min(1);
        out[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

#[test]
fn adapters() {
    for input in DECODE_INPUTS {
        let strict = decode(input).to_bytes();
        let mut writer = DecodeWriter::new(Vec::new(), Decoder::new());
        let written = writer.write_all(input).and_then(|()| writer.finish());
        let mut read = Vec::new();
        let outcome = DecodeReader::new(OneByte(input), Decoder::new()).read_to_end(&mut read);
        match strict {
            Ok(bytes) => {
                assert_eq!(written.expect("no error"), *bytes);
                outcome.expect("no error");
                assert_eq!(read, *bytes);
            }
            Err(error) => {
                for found in [written.map(drop), outcome.map(drop)] {
                    let found = found.expect_err("malformed");
                    assert_eq!(found.kind(), std::io::ErrorKind::InvalidData);
                    let inner = found.get_ref().and_then(|e| e.downcast_ref::<DecodeError>());
                    assert_eq!(inner, Some(&error), "{input:?}");
                }
                let before = &input[..error.offset()];
                assert_eq!(read, *decode(before).to_bytes().expect("up to the error"));
            }
        }
    }
    let text = "né 你好 and \u{1F600}, long enough to cross a buffer ".repeat(900);
    for set in [set::rfc3987::ISEGMENT, set::rfc3986::UNRESERVED] {
        let expected = encode(&text, set).to_string();
        let mut writer = EncodeWriter::new(Vec::new(), Encoder::new(set));
        for part in text.as_bytes().chunks(4099) {
            writer.write_all(part).expect("to memory");
        }
        assert_eq!(writer.finish().expect("to memory"), expected.as_bytes());
        let mut read = String::new();
        EncodeReader::new(text.as_bytes(), Encoder::new(set)).read_to_string(&mut read).unwrap();
        assert_eq!(read, expected);
        // One byte of room at a time, less than a character needs.
        let mut reader = EncodeReader::new(&text.as_bytes()[..300], Encoder::new(set));
        let mut read = Vec::new();
        let mut one = [0];
        while reader.read(&mut one).expect("from memory") == 1 {
            read.push(one[0]);
        }
        assert_eq!(read, encode(&text.as_bytes()[..300], set).to_cow().as_bytes());
    }
}

#[test]
fn a_writer_that_refuses() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut writer = EncodeWriter::new(Full, Encoder::new(set::rfc3986::UNRESERVED));
    assert_eq!(writer.write_all(b"a").unwrap_err().kind(), std::io::ErrorKind::StorageFull);
    let mut writer = DecodeWriter::new(Full, Decoder::new());
    assert_eq!(writer.write_all(b"a").unwrap_err().kind(), std::io::ErrorKind::StorageFull);
}

#[test]
fn long_streams_equal_the_oracle() {
    // Every order of the borders of the kernel's blocks, the borders of the parts, and triplets.
    let unit = b"abc%20d%C3%A9%2fxyz+plain text without anything to decode, forty bytes ";
    let input = unit.repeat(300);
    let options = oracle::codec::DecodeOptions::default();
    let expected = oracle::codec::decode(&input, options).expect("well-formed");
    for size in [1, 2, 3, 61, 62, 63, 64, 65, 66, 67, 127, 4096] {
        let parts: Vec<&[u8]> = input.chunks(size).collect();
        for room in [3, 64, 79, 80, 81, 5000] {
            let mut decoder = Decoder::new();
            let got = pump(&parts, room, |src, dst, last| decoder.push(src, dst, last));
            assert_eq!(got.as_ref(), Ok(&expected), "{size} {room}");
        }
    }
}
