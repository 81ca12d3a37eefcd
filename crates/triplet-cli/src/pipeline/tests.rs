//! A text gives the same bytes and the same messages in blocks of any length, by one codec or by a new one after each cut, as
//! threads do.

use std::io::{self, Read};

use triplet::set::{rfc3986, rfc3987, whatwg};
use triplet::{EncodeSet, TextErrors};

use super::blocks::Blocks;
use super::diagnostic::Diagnostic;
use super::writer::Writer;
use super::{
    Decode, DecodeText, Encode, Format, OnError, OutputBuffer, Records, Stream, Transform,
};
use crate::diagnostics;
use crate::io::progress::Progress;

/// Gives at most this number of bytes at once.
struct Slow(io::Cursor<Vec<u8>>, usize);

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.1);
        self.0.read(&mut buffer[..length])
    }
}

/// How an input is read.
#[derive(Clone, Copy, Debug)]
struct How {
    /// The length of a block.
    size: usize,
    /// The number of bytes of a read, if each read gives a block.
    reads: Option<usize>,
    /// Whether a new codec takes each block that is between two cuts.
    separately: bool,
}

/// The result for a text, and the first line of each message.
fn through(format: &dyn Format, text: &[u8], how: How) -> (Vec<u8>, Vec<String>) {
    let mut sink = Vec::new();
    let input = Box::new(Slow(io::Cursor::new(text.to_vec()), how.reads.unwrap_or(usize::MAX)));
    let fill = how.reads.is_none();
    let mut blocks = Blocks::new(input, format.cuts(), format.is_exact(), fill);
    blocks.size = how.size;
    let ((), messages) = diagnostics::captured(|| {
        let mut writer = Writer::new(&mut sink, Progress::new(false, None), None);
        writer.begin("text".to_owned());
        let (mut buffer, mut out) = (Vec::new(), OutputBuffer::default());
        let mut texts = format.begin();
        while let Some(block) = blocks.next(&mut buffer).expect("memory") {
            if how.separately && block.starts_at_cut && block.ends_at_cut {
                texts = format.begin();
            }
            let bytes = &buffer[..block.length];
            let mut emit = |diagnostic: Diagnostic| writer.print(&diagnostic);
            let result = texts.block(bytes, &block, &mut out, &mut emit);
            writer.write(&result, &block, &buffer, &mut out).expect("memory");
            if result.ended {
                return;
            }
        }
    });
    let is_first = |line: &&str| line.starts_with("triplet:");
    (sink, messages.lines().filter(is_first).map(str::to_owned).collect())
}

/// All texts of up to `count` of these pieces.
fn texts(pieces: &[&str], count: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut longest = all.clone();
    for _ in 0..count {
        let longer = |text: &String| -> Vec<String> {
            pieces.iter().map(|piece| format!("{text}{piece}")).collect()
        };
        longest = longest.iter().flat_map(longer).collect();
        all.extend_from_slice(&longest);
    }
    all
}

/// Compares all ways to read all of these texts with a single block. A record that is longer than a block and has an error that
/// ends it is decoded up to the error, so then only the messages are the same.
fn compare(transform: impl Fn() -> Box<dyn Transform>, pieces: &[&str], ends: bool) {
    let records = |separator: u8, exact: bool| -> Box<dyn Format> {
        Box::new(Records { transform: transform(), separator, exact, is_closed: false })
    };
    let stream = |exact: bool| -> Box<dyn Format> { Box::new(Stream::new(transform(), exact)) };
    let formats = [
        stream(true),
        stream(false),
        records(b'\n', true),
        records(b'\n', false),
        records(0, false),
    ];
    let whole = How { size: 1000, reads: None, separately: false };
    for text in texts(pieces, 4) {
        for (number, format) in formats.iter().enumerate() {
            let expected = through(&**format, text.as_bytes(), whole);
            for (size, reads) in [(2, None), (3, None), (5, None), (1000, Some(1)), (1000, Some(2))]
            {
                for separately in [false, true] {
                    let how = How { size, reads, separately };
                    let mut found = through(&**format, text.as_bytes(), how);
                    if ends && number >= 2 && !expected.1.is_empty() {
                        found.0.clone_from(&expected.0);
                    }
                    assert_eq!(found, expected, "{text:?}, format {number}, {how:?}");
                }
            }
        }
    }
}

#[test]
fn encoding_is_the_same_in_all_blocks() {
    let pieces = ["%41", "%", "4", "é", "😀", " ", "\n", "\r\n"];
    let encode = |set: EncodeSet| compare(|| Box::new(Encode::new(set, false)), &pieces, false);
    encode(rfc3986::UNRESERVED);
    encode(rfc3986::UNRESERVED.keep_triplets());
    encode(rfc3987::IUNRESERVED);
    encode(whatwg::FORM.space_as_plus());
}

#[test]
fn decoding_is_the_same_in_all_blocks() {
    let pieces = ["%41", "%", "4", "z", "é", "+", "\n", "\r\n", "\0"];
    for on_error in [OnError::Fail, OnError::Keep, OnError::Replace, OnError::Skip] {
        let ends = on_error == OnError::Fail;
        compare(|| Box::new(Decode::new(b"", on_error, false)), &pieces, ends);
    }
    compare(|| Box::new(Decode::new(b"\nA", OnError::Fail, true)), &pieces, true);
}

#[test]
fn decoding_to_text_is_the_same_in_all_blocks() {
    let pieces = ["%C3", "%A9", "%25", "%20", "é", "4", "%", "\n", "+"];
    for errors in TextErrors::ALL {
        for lenient in [true, false] {
            let text = || DecodeText { errors, lenient, plus: false, kept: vec![] };
            compare(|| Box::new(text()), &pieces, true);
        }
    }
    let keep = DecodeText { errors: TextErrors::Keep, lenient: true, plus: true, kept: vec![b' '] };
    compare(|| Box::new(keep.clone()), &pieces, false);
}
