//! Adapters of the state machines to [`std::io`]. Each has a buffer of 16 KiB.

use std::fmt;
use std::io::{self, Read, Write};

use super::{Decoder, Encoder, Progress, Status};
use crate::error::DecodeError;

const BUFFER: usize = 16 * 1024;

/// A writer that percent-encodes its input and writes the result to another writer.
///
/// Call [`EncodeWriter::finish`] at the end, because some sets hold back the start of a triplet or a
/// character. If the adapter is dropped instead, these bytes are lost.
///
/// ```
/// use std::io::Write;
/// use triplet::{set::rfc3986, stream::{EncodeWriter, Encoder}};
///
/// let mut writer = EncodeWriter::new(Vec::new(), Encoder::new(rfc3986::SEGMENT));
/// writer.write_all(b"a ")?;
/// writer.write_all(b"b")?;
/// assert_eq!(writer.finish()?, b"a%20b");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct EncodeWriter<W> {
    inner: W,
    encoder: Encoder,
    buffer: Box<[u8]>,
}

impl<W: Write> EncodeWriter<W> {
    /// An adapter that writes to `inner`, in blocks of up to 16 KiB.
    #[must_use]
    pub fn new(inner: W, encoder: Encoder) -> EncodeWriter<W> {
        EncodeWriter { inner, encoder, buffer: vec![0; BUFFER].into_boxed_slice() }
    }

    /// Writes the bytes that were held back, flushes and returns the inner writer.
    ///
    /// # Errors
    ///
    /// The error of the inner writer.
    pub fn finish(mut self) -> io::Result<W> {
        self.push(&[], true)?;
        self.inner.flush()?;
        Ok(self.inner)
    }

    fn push(&mut self, mut input: &[u8], last: bool) -> io::Result<()> {
        loop {
            let progress = self.encoder.push(input, &mut self.buffer, last);
            self.inner.write_all(&self.buffer[..progress.written])?;
            input = &input[progress.read..];
            if progress.status != Status::NeedRoom {
                return Ok(());
            }
        }
    }
}

/// A writer that decodes its input and writes the result to another writer.
///
/// A malformed triplet is an error of kind `InvalidData` that wraps a [`DecodeError`]; the output of all
/// input before it is written. Call [`DecodeWriter::finish`] at the end: it reports a triplet that the end
/// of the input truncates.
///
/// ```
/// use std::io::Write;
/// use triplet::stream::{DecodeWriter, Decoder};
///
/// let mut writer = DecodeWriter::new(Vec::new(), Decoder::new());
/// writer.write_all(b"a%2")?;
/// writer.write_all(b"0b")?;
/// assert_eq!(writer.finish()?, b"a b");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct DecodeWriter<W> {
    inner: W,
    decoder: Decoder,
    buffer: Box<[u8]>,
    failed: Option<DecodeError>,
}

impl<W: Write> DecodeWriter<W> {
    /// An adapter that writes to `inner`, in blocks of up to 16 KiB.
    #[must_use]
    pub fn new(inner: W, decoder: Decoder) -> DecodeWriter<W> {
        DecodeWriter { inner, decoder, buffer: vec![0; BUFFER].into_boxed_slice(), failed: None }
    }

    /// Checks that the last triplet is complete, flushes and returns the inner writer.
    ///
    /// # Errors
    ///
    /// The error of the inner writer, or `InvalidData` that wraps a [`DecodeError`].
    pub fn finish(mut self) -> io::Result<W> {
        self.push(&[], true)?;
        self.inner.flush()?;
        Ok(self.inner)
    }

    fn push(&mut self, mut input: &[u8], last: bool) -> io::Result<()> {
        loop {
            if let Some(error) = self.failed {
                return Err(invalid_data(error));
            }
            let (progress, error) = self.decoder.push_reporting(input, &mut self.buffer, last);
            self.failed = error;
            self.inner.write_all(&self.buffer[..progress.written])?;
            input = &input[progress.read..];
            if error.is_none() && progress.status != Status::NeedRoom {
                return Ok(());
            }
        }
    }
}

/// What both writers have: access to the inner writer, `Debug`, and `Write`.
macro_rules! writer {
    ($(#[$example:meta])* $name:ident, $finish:literal, $machine:ident) => {
        impl<W> $name<W> {
            /// The inner writer, with all output so far except the output that depends on bytes that are held back.
            #[must_use]
            pub const fn get_ref(&self) -> &W {
                &self.inner
            }

            /// The inner writer. What is written to it comes between the output of two calls of `write`, even if a triplet or a
            /// character is divided between them.
            #[must_use]
            pub const fn get_mut(&mut self) -> &mut W {
                &mut self.inner
            }

            #[doc = concat!("The inner writer, without the check and the bytes of [`finish`](", $finish, "): what is held back is lost, and")]
            /// nothing is flushed. For giving up after an error.
            ///
            $(#[$example])*
            #[must_use]
            pub fn into_inner(self) -> W {
                self.inner
            }
        }

        impl<W: fmt::Debug> fmt::Debug for $name<W> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("inner", &self.inner)
                    .field(stringify!($machine), &self.$machine)
                    .finish_non_exhaustive()
            }
        }

        impl<W: Write> Write for $name<W> {
            fn write(&mut self, input: &[u8]) -> io::Result<usize> {
                self.push(input, false)?;
                Ok(input.len())
            }

            fn flush(&mut self) -> io::Result<()> {
                self.inner.flush()
            }
        }
    };
}

writer! {
    /// ```
    /// use std::io::Write;
    /// use triplet::{set::rfc3986, stream::{EncodeWriter, Encoder}};
    ///
    /// let mut writer = EncodeWriter::new(Vec::new(), Encoder::new(rfc3986::SEGMENT).keep_triplets());
    /// writer.write_all(b"a b%2")?;
    /// assert_eq!(writer.get_ref(), b"a%20b");
    /// assert_eq!(writer.into_inner(), b"a%20b");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    EncodeWriter, "EncodeWriter::finish", encoder
}

writer! {
    /// ```
    /// use std::io::Write;
    /// use triplet::stream::{DecodeWriter, Decoder};
    ///
    /// let mut writer = DecodeWriter::new(Vec::new(), Decoder::new());
    /// assert!(writer.write_all(b"a%20b%zz").is_err());
    /// assert_eq!(writer.into_inner(), b"a b");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    DecodeWriter, "DecodeWriter::finish", decoder
}

fn invalid_data(error: DecodeError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

/// The buffered input of a reading adapter. `spill` holds output for a caller whose buffer is shorter than
/// [`Encoder::MIN_ROOM`].
struct Source<R> {
    inner: R,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    last: bool,
    done: bool,
    spill: [u8; 4],
    spilled: usize,
    taken: usize,
}

impl<R: Read> Source<R> {
    fn new(inner: R) -> Source<R> {
        Source {
            inner,
            buffer: vec![0; BUFFER].into_boxed_slice(),
            start: 0,
            end: 0,
            last: false,
            done: false,
            spill: [0; 4],
            spilled: 0,
            taken: 0,
        }
    }

    /// The `read` of an adapter: reads input until `push` has written output.
    fn read(
        &mut self,
        out: &mut [u8],
        mut push: impl FnMut(&[u8], &mut [u8], bool) -> (Progress, Option<DecodeError>),
    ) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            if self.taken < self.spilled {
                let count = out.len().min(self.spilled - self.taken);
                out[..count].copy_from_slice(&self.spill[self.taken..self.taken + count]);
                self.taken += count;
                return Ok(count);
            }
            if self.done {
                return Ok(0);
            }
            if self.start == self.end && !self.last {
                self.start = 0;
                self.end = 0;
                self.end = self.inner.read(&mut self.buffer)?;
                self.last = self.end == 0;
            }
            let input = &self.buffer[self.start..self.end];
            let small = out.len() < self.spill.len();
            let room = if small { &mut self.spill[..] } else { &mut *out };
            let (progress, error) = push(input, room, self.last);
            self.start += progress.read;
            self.done = progress.status == Status::Done;
            if small {
                self.spilled = progress.written;
                self.taken = 0;
            } else if progress.written > 0 {
                return Ok(progress.written);
            }
            if let Some(error) = error
                && progress.written == 0
            {
                return Err(invalid_data(error));
            }
        }
    }
}

/// A reader that percent-encodes the bytes of another reader.
///
/// ```
/// use std::io::Read;
/// use triplet::{set::rfc3986, stream::{EncodeReader, Encoder}};
///
/// let mut text = String::new();
/// EncodeReader::new(&b"a b"[..], Encoder::new(rfc3986::SEGMENT)).read_to_string(&mut text)?;
/// assert_eq!(text, "a%20b");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct EncodeReader<R> {
    source: Source<R>,
    encoder: Encoder,
}

/// What both readers have: how they are made, access to the inner reader, and `Debug`.
macro_rules! reader {
    ($name:ident, $machine:ident: $type:ty) => {
        impl<R: Read> $name<R> {
            /// An adapter that reads `inner` in blocks of up to 16 KiB. A `BufReader` around `inner` is not needed.
            #[must_use]
            pub fn new(inner: R, $machine: $type) -> $name<R> {
                $name { source: Source::new(inner), $machine }
            }
        }

        impl<R> $name<R> {
            /// The inner reader.
            #[must_use]
            pub const fn get_ref(&self) -> &R {
                &self.source.inner
            }

            /// The inner reader. What is read from it directly is missing from the input of the adapter, which reads ahead.
            #[must_use]
            pub const fn get_mut(&mut self) -> &mut R {
                &mut self.source.inner
            }

            /// The inner reader. What the adapter has read from it and not returned is lost: up to 16 KiB.
            #[must_use]
            pub fn into_inner(self) -> R {
                self.source.inner
            }
        }

        impl<R: fmt::Debug> fmt::Debug for $name<R> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name))
                    .field("inner", &self.source.inner)
                    .field(stringify!($machine), &self.$machine)
                    .finish_non_exhaustive()
            }
        }
    };
}

reader!(EncodeReader, encoder: Encoder);
reader!(DecodeReader, decoder: Decoder);

impl<R: Read> Read for EncodeReader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.source.read(out, |input, out, last| (self.encoder.push(input, out, last), None))
    }
}

/// A reader that decodes the bytes of another reader.
///
/// A malformed triplet is an error of kind `InvalidData` that wraps a [`DecodeError`]. It is returned after
/// the output of all input before it.
///
/// ```
/// use std::io::Read;
/// use triplet::stream::{DecodeReader, Decoder};
///
/// let mut text = String::new();
/// DecodeReader::new(&b"a%20b"[..], Decoder::new()).read_to_string(&mut text)?;
/// assert_eq!(text, "a b");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct DecodeReader<R> {
    source: Source<R>,
    decoder: Decoder,
}

impl<R: Read> Read for DecodeReader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.source.read(out, |input, out, last| self.decoder.push_reporting(input, out, last))
    }
}
