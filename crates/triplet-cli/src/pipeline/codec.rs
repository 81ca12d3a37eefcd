//! Percent-encoding and decoding of texts of any length, by the library's state machines.
#![forbid(unsafe_code)]

use clap::ValueEnum;
use triplet::set::NonAscii;
use triplet::stream::{Decoder, Encoder, Status};
use triplet::{DecodeError, EncodeSet};

use super::blocks::Cuts;
use super::{Codec, OutputBuffer, Problem, Stopped, Transform};

/// Percent-encodes texts.
pub struct Encode {
    encoder: Encoder,
    set: EncodeSet,
}

impl Encode {
    pub fn new(set: EncodeSet, lowercase: bool) -> Encode {
        let encoder = Encoder::new(set);
        Encode { encoder: if lowercase { encoder.lowercase_hex() } else { encoder }, set }
    }
}

impl Transform for Encode {
    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        _skipped: &mut dyn FnMut(Problem),
    ) -> Result<(), Problem> {
        encode(&mut self.encoder.clone(), text, true, out);
        Ok(())
    }

    fn codec(&self) -> Option<Box<dyn Codec>> {
        Some(Box::new(self.encoder.clone()))
    }

    fn cuts(&self) -> Cuts {
        match self.set.non_ascii_policy() {
            NonAscii::Encode if !self.set.keeps_triplets() => Cuts::Anywhere,
            _ => Cuts::OutsideTripletsAndCharacters,
        }
    }

    fn is_unchanged(&self, text: &[u8]) -> bool {
        triplet::encode(text, self.set).is_unchanged()
    }

    fn may_fail(&self) -> bool {
        false
    }
}

impl Codec for Encoder {
    fn push(
        &mut self,
        src: &[u8],
        last: bool,
        out: &mut OutputBuffer,
        _skipped: &mut dyn FnMut(DecodeError),
    ) -> Result<(), Stopped> {
        encode(self, src, last, out);
        Ok(())
    }
}

fn encode(encoder: &mut Encoder, mut src: &[u8], last: bool, out: &mut OutputBuffer) {
    loop {
        // Enough for everything.
        let free = out.free(3 * src.len() + 3 * Encoder::MIN_ROOM);
        let progress = encoder.push(src, free, last);
        out.fill(progress.written);
        src = &src[progress.read..];
        if progress.status != Status::NeedRoom {
            return;
        }
    }
}

/// What is done with a malformed triplet. `Fail`: it is an error, and ends the text. `Keep`: it is kept. `Replace`: U+FFFD takes the
/// place of its `%`. `Skip`: its `%` is left out, and an error is reported.
// The values have no comments: help would show them.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OnError {
    Fail,
    Keep,
    Replace,
    Skip,
}

/// Decodes texts.
#[derive(Clone)]
pub struct Decode {
    decoder: Decoder,
    on_error: OnError,
    /// Whether a `+` is a space.
    plus: bool,
}

impl Decode {
    /// Decodes all triplets but those of the octets `kept`.
    pub fn new(kept: &[u8], on_error: OnError, plus: bool) -> Decode {
        let mut decoder = Decoder::new().keep_triplets_of(kept);
        if plus {
            decoder = decoder.plus_as_space();
        }
        if on_error == OnError::Keep {
            decoder = decoder.lenient();
        }
        Decode { decoder, on_error, plus }
    }
}

impl Transform for Decode {
    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: &mut dyn FnMut(Problem),
    ) -> Result<(), Problem> {
        let ended = self.clone().push(text, true, out, &mut |error| skipped(error.into()));
        ended.map_err(|stopped| stopped.error.into())
    }

    fn codec(&self) -> Option<Box<dyn Codec>> {
        Some(Box::new(self.clone()))
    }

    fn cuts(&self) -> Cuts {
        Cuts::OutsideTriplets
    }

    fn is_unchanged(&self, text: &[u8]) -> bool {
        match self.plus {
            true => memchr::memchr2(b'%', b'+', text).is_none(),
            false => memchr::memchr(b'%', text).is_none(),
        }
    }

    fn may_fail(&self) -> bool {
        matches!(self.on_error, OnError::Fail | OnError::Skip)
    }
}

impl Codec for Decode {
    fn push(
        &mut self,
        src: &[u8],
        last: bool,
        out: &mut OutputBuffer,
        skipped: &mut dyn FnMut(DecodeError),
    ) -> Result<(), Stopped> {
        let mut read = 0;
        loop {
            let rest = &src[read..];
            // Enough for everything but many replacements.
            let free = out.free(rest.len() + 3 * Decoder::MIN_ROOM);
            let (progress, error) = self.decoder.push_reporting(rest, free, last);
            out.fill(progress.written);
            read += progress.read;
            let Some(error) = error else {
                match progress.status {
                    Status::NeedRoom => continue,
                    _ => return Ok(()),
                }
            };
            match self.on_error {
                OnError::Replace => out.push("\u{FFFD}".as_bytes()),
                OnError::Skip => skipped(error),
                OnError::Fail | OnError::Keep => return Err(Stopped { error, read }),
            }
            if !self.decoder.skip() {
                read += 1;
            }
        }
    }
}
