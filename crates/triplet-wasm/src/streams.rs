//! Streaming encoders and decoders, known to the caller by number.
#![forbid(unsafe_code)]

use alloc::vec;
use alloc::vec::Vec;

use triplet::EncodeSet;
use triplet::stream::{Decoder, Encoder, Status};

use crate::answer::Answer;
use crate::codec::{KEEP_BREAKS, LENIENT, LOWER, PLUS, failure};

// An encoder is larger than a decoder by a few bytes.
pub(crate) enum Stream {
    Encoder(Encoder),
    Decoder(Decoder),
}

impl Stream {
    pub(crate) fn encoder(set: EncodeSet, options: u32) -> Stream {
        let encoder = Encoder::new(set);
        Stream::Encoder(if options & LOWER != 0 { encoder.lowercase_hex() } else { encoder })
    }

    pub(crate) fn decoder(options: u32) -> Stream {
        let decoder = Decoder::new();
        let decoder = if options & PLUS != 0 { decoder.plus_as_space() } else { decoder };
        let kept: &[u8] = if options & KEEP_BREAKS != 0 { b"\r\n" } else { b"" };
        let decoder = decoder.keep_triplets_of(kept);
        Stream::Decoder(if options & LENIENT != 0 { decoder.lenient() } else { decoder })
    }
}

/// Stores a stream; its number is the first that is free.
pub(crate) fn keep(streams: &mut Vec<Option<Stream>>, stream: Stream) -> usize {
    let free = streams.iter().position(Option::is_none);
    let number = free.unwrap_or(streams.len());
    if number == streams.len() {
        streams.push(None);
    }
    streams[number] = Some(stream);
    number
}

pub(crate) fn release(streams: &mut [Option<Stream>], number: usize) {
    if let Some(stream) = streams.get_mut(number) {
        *stream = None;
    }
}

/// Pushes a whole chunk through a stream. After the last chunk, and after an error, the stream is released.
pub(crate) fn push(
    streams: &mut [Option<Stream>],
    number: usize,
    input: &[u8],
    last: bool,
    output: &mut Vec<u8>,
) -> Answer {
    let stream = streams.get_mut(number).and_then(Option::as_mut);
    let stream = stream.ok_or_else(|| failure("no-stream", 0, &"there is no such stream"))?;
    let mut buffer = vec![0; 64 * 1024];
    let mut rest = input;
    let status = loop {
        let progress = match stream {
            Stream::Encoder(encoder) => encoder.push(rest, &mut buffer, last),
            Stream::Decoder(decoder) => {
                let (progress, error) = decoder.push_reporting(rest, &mut buffer, last);
                if let Some(error) = error {
                    release(streams, number);
                    return Err(error.into());
                }
                progress
            }
        };
        output.extend_from_slice(&buffer[..progress.written]);
        rest = &rest[progress.read..];
        if progress.status != Status::NeedRoom {
            break progress.status;
        }
    };
    if status == Status::Done {
        release(streams, number);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cut_gives_the_same() {
        let text = "a%20b%C3%A9".as_bytes();
        for cut in 0..=text.len() {
            let mut streams = Vec::new();
            let number = keep(&mut streams, Stream::decoder(0));
            let (mut first, mut second) = (Vec::new(), Vec::new());
            assert!(push(&mut streams, number, &text[..cut], false, &mut first).is_ok());
            assert!(push(&mut streams, number, &text[cut..], true, &mut second).is_ok());
            assert_eq!([first, second].concat(), "a bé".as_bytes());
            assert!(push(&mut streams, number, b"", true, &mut Vec::new()).is_err());
        }
    }

    #[test]
    fn triplets_of_line_breaks_may_be_kept() {
        let mut out = Vec::new();
        let mut streams = vec![Some(Stream::decoder(KEEP_BREAKS))];
        assert!(push(&mut streams, 0, b"a%0Ab%0d%20%09", true, &mut out).is_ok());
        assert_eq!(out, b"a%0Ab%0d \t");
    }

    #[test]
    fn numbers_are_reused() {
        let mut streams = Vec::new();
        assert_eq!(keep(&mut streams, Stream::decoder(0)), 0);
        assert_eq!(keep(&mut streams, Stream::decoder(0)), 1);
        release(&mut streams, 0);
        assert_eq!(keep(&mut streams, Stream::decoder(0)), 0);
        let error = push(&mut streams, 1, b"abc%zz", true, &mut Vec::new()).expect_err("malformed");
        assert!(error.0.contains(r#""offset":3"#), "{}", error.0);
        assert!(streams[1].is_none());
    }
}
