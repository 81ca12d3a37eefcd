//! The library's state machines as the command drives them: into a room that grows, with what errors do.
#![forbid(unsafe_code)]

use triplet::stream::{Decoder, Encoder, Progress, Status};
use triplet::{DecodeError, EncodeSet};

use crate::args::OnError;

/// Bytes to be written, in a buffer that is used again. It is filled by the library without a copy, and
/// written from as it is.
#[derive(Default)]
pub struct Room {
    bytes: Vec<u8>,
    filled: usize,
}

impl Room {
    /// The free part, of at least this length.
    fn free(&mut self, length: usize) -> &mut [u8] {
        if self.bytes.is_empty() {
            // Zeroed by the system, page by page, when it is written to.
            self.bytes = vec![0; length];
        } else if self.bytes.len() - self.filled < length {
            self.bytes.resize(self.filled + length, 0);
        }
        &mut self.bytes[self.filled..]
    }

    pub fn push(&mut self, bytes: &[u8]) {
        self.free(bytes.len())[..bytes.len()].copy_from_slice(bytes);
        self.filled += bytes.len();
    }

    pub fn filled(&self) -> &[u8] {
        &self.bytes[..self.filled]
    }

    /// Forgets what was filled in behind this length.
    pub fn truncate(&mut self, length: usize) {
        self.filled = self.filled.min(length);
    }
}

/// A state machine of the library, with what else must be known of it.
#[derive(Clone)]
pub enum Machine {
    /// With what it keeps.
    Encode(Encoder, EncodeSet),
    /// With what errors do, and whether a `+` is a space.
    Decode(Decoder, OnError, bool),
}

impl Machine {
    /// Whether pushing may report errors.
    pub fn may_fail(&self) -> bool {
        matches!(self, Machine::Decode(_, OnError::Fail | OnError::Skip, _))
    }

    /// Whether a text on its own comes out as it is. Costs a look at it up to the first byte that changes.
    pub fn passes(&self, text: &[u8]) -> bool {
        match self {
            Machine::Encode(_, set) => triplet::encode(text, *set).is_unchanged(),
            Machine::Decode(_, _, true) => memchr::memchr2(b'%', b'+', text).is_none(),
            Machine::Decode(_, _, false) => memchr::memchr(b'%', text).is_none(),
        }
    }

    fn push(&mut self, src: &[u8], dst: &mut [u8], last: bool) -> (Progress, Option<DecodeError>) {
        match self {
            Machine::Encode(encoder, _) => (encoder.push(src, dst, last), None),
            Machine::Decode(decoder, ..) => decoder.push_reporting(src, dst, last),
        }
    }

    /// Room for the result of so many bytes, if nothing extraordinary is in them.
    fn room_for(&self, length: usize) -> usize {
        match self {
            Machine::Encode(..) => 3 * length + 3 * Encoder::MIN_ROOM,
            Machine::Decode(..) => length + 3 * Decoder::MIN_ROOM,
        }
    }

    /// Pushes all of `src`. An error that ends the text is given back with the number of bytes that
    /// were used; `skipped` hears of each `%` that is left out.
    pub fn pump(
        &mut self,
        src: &[u8],
        last: bool,
        room: &mut Room,
        skipped: &mut dyn FnMut(DecodeError),
    ) -> Option<(DecodeError, usize)> {
        let mut used = 0;
        loop {
            let rest = &src[used..];
            let free = self.room_for(rest.len());
            let (progress, error) = self.push(rest, room.free(free), last);
            room.filled += progress.written;
            used += progress.read;
            match (error, &mut *self) {
                (Some(error), Machine::Decode(decoder, how, _)) => {
                    match how {
                        OnError::Replace => room.push("\u{FFFD}".as_bytes()),
                        OnError::Skip => skipped(error),
                        OnError::Fail | OnError::Keep => return Some((error, used)),
                    }
                    if !decoder.skip() {
                        used += 1;
                    }
                }
                _ if progress.status == Status::NeedRoom => {}
                _ => return None,
            }
        }
    }
}
