//! Encoding and decoding of input that arrives in chunks, such as a file or a socket. The bytes and the
//! error offsets are the same however the input is divided into chunks.
//!
//! [`Encoder`] and [`Decoder`] are state machines. They read from your buffer and write to your buffer,
//! and never allocate. With the feature `std` there are adapters over [`std::io`]: [`EncodeWriter`],
//! [`DecodeWriter`], [`EncodeReader`] and [`DecodeReader`].
//!
//! ```
//! use triplet::stream::{Decoder, Status};
//!
//! let mut decoder = Decoder::new();
//! let mut out = [0; 16];
//! // The triplet `%20` is divided between two chunks.
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

/// What an [`Encoder`] or a [`Decoder`] needs next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The whole chunk was read. Push the next chunk; if there is none, push an empty one with `last`.
    NeedInput,
    /// The output buffer is full. Push the rest of the chunk with room in the output buffer.
    NeedRoom,
    /// The whole chunk was read, and it was the last one. All output is written.
    Done,
}

/// How much of its input one push read, and how much output it wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use = "what was not read must be pushed again"]
pub struct Progress {
    /// What to do next.
    pub status: Status,
    /// The number of bytes of the chunk that were read. Do not push them again. Up to three of them may be
    /// held back until the next push.
    pub read: usize,
    /// The number of bytes that were written to the output buffer.
    pub written: usize,
}

/// The bytes held back at the end of a chunk: the start of a triplet or of a character that the next chunk
/// may complete.
#[derive(Clone, Copy, Debug)]
struct Pending {
    bytes: [u8; 3],
    length: usize,
}

/// Pending bytes joined with the first bytes of the next chunk.
struct Joined {
    bytes: [u8; 7],
    length: usize,
    /// The number of bytes that come from the next chunk.
    new: usize,
}

impl Pending {
    const EMPTY: Pending = Pending { bytes: [0; 3], length: 0 };

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

    /// Removes the first `used` bytes. If there are fewer, returns how many more were used.
    fn advance(&mut self, used: usize) -> usize {
        let removed = used.min(self.length);
        self.bytes.copy_within(removed..self.length, 0);
        self.length -= removed;
        used - removed
    }
}

impl Joined {
    fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}
