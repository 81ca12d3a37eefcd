//! Input that comes in parts: state machines that give the same bytes, and the same error offsets,
//! however the input is cut.
//!
//! [`Encoder`] and [`Decoder`] push from the caller's buffer to the caller's buffer and need no
//! memory of their own; with `std` there are adapters over [`std::io`]: [`EncodeWriter`],
//! [`DecodeWriter`], [`EncodeReader`], [`DecodeReader`].
//!
//! ```
//! use triplet::stream::{Decoder, Status};
//!
//! let mut decoder = Decoder::new();
//! let mut out = [0; 16];
//! // A triplet cut by the border of two chunks.
//! let first = decoder.push(b"a%2", &mut out, false)?;
//! assert_eq!((first.status, first.read, first.written), (Status::NeedInput, 3, 1));
//! let second = decoder.push(b"0b", &mut out[1..], true)?;
//! assert_eq!((second.status, second.written), (Status::Done, 2));
//! assert_eq!(&out[..3], b"a b");
//! # Ok::<(), triplet::DecodeError>(())
//! ```
#![forbid(unsafe_code)]

mod decoder;
mod encoder;
#[cfg(feature = "std")]
mod io;

pub use decoder::Decoder;
pub use encoder::Encoder;
#[cfg(feature = "std")]
pub use io::{DecodeReader, DecodeWriter, EncodeReader, EncodeWriter};

/// What a state machine wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// All input was read; push the next part, or the end.
    NeedInput,
    /// The output buffer has no room for the next piece; push the rest of the input with a new one.
    NeedRoom,
    /// All input was read, and it was the last: everything is written.
    Done,
}

/// How far one push came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Progress {
    /// What to do next.
    pub status: Status,
    /// Bytes of the input that are done with. They need not be pushed again, even if some wait inside
    /// for what follows.
    pub read: usize,
    /// Bytes that were written to the output.
    pub written: usize,
}

/// The few bytes at the end of a part that mean nothing without what follows.
#[derive(Clone, Copy, Debug, Default)]
struct Pending {
    bytes: [u8; 3],
    length: usize,
}

/// Pending bytes with the first bytes that follow them, as one input.
struct Joined {
    bytes: [u8; 7],
    length: usize,
    /// How many of them are not pending but new.
    new: usize,
}

impl Pending {
    fn is_empty(&self) -> bool {
        self.length == 0
    }

    fn set(&mut self, bytes: &[u8]) {
        self.bytes[..bytes.len()].copy_from_slice(bytes);
        self.length = bytes.len();
    }

    fn joined_with(&self, src: &[u8]) -> Joined {
        let new = src.len().min(4);
        let mut bytes = [0; 7];
        bytes[..self.length].copy_from_slice(&self.bytes[..self.length]);
        bytes[self.length..self.length + new].copy_from_slice(&src[..new]);
        Joined { bytes, length: self.length + new, new }
    }

    /// Forgets the first `used` of these bytes; gives how many more than these were used.
    fn advance(&mut self, used: usize) -> usize {
        let gone = used.min(self.length);
        self.bytes.copy_within(gone..self.length, 0);
        self.length -= gone;
        used - gone
    }
}

impl Joined {
    fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}
