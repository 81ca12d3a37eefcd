//! The state machines as adapters over [`std::io`].

use std::io::{self, Read, Write};

use super::{Decoder, Encoder, Progress, Status};
use crate::error::DecodeError;

/// Bytes of each adapter's buffer.
const BUFFER: usize = 16 * 1024;

/// Writes what it is given to another writer, percent-encoded.
///
/// Call [`EncodeWriter::finish`] at the end: some sets hold back the start of a character. Dropping
/// the adapter forgets those bytes.
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
    /// Encodes to `inner`, which is written to in blocks of some kilobytes at most.
    pub fn new(inner: W, encoder: Encoder) -> EncodeWriter<W> {
        EncodeWriter { inner, encoder, buffer: vec![0; BUFFER].into_boxed_slice() }
    }

    /// Writes what was held back, flushes and gives the writer back.
    ///
    /// # Errors
    ///
    /// What the writer says.
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

impl<W: Write> Write for EncodeWriter<W> {
    fn write(&mut self, input: &[u8]) -> io::Result<usize> {
        self.push(input, false)?;
        Ok(input.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Writes what it is given to another writer, decoded.
///
/// A malformed triplet is an error of kind `InvalidData` with the [`DecodeError`] inside; what stood
/// before it is written. Call [`DecodeWriter::finish`] at the end: a triplet that the end cuts is
/// found there.
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
    /// Decodes to `inner`, which is written to in blocks of some kilobytes at most.
    pub fn new(inner: W, decoder: Decoder) -> DecodeWriter<W> {
        DecodeWriter { inner, decoder, buffer: vec![0; BUFFER].into_boxed_slice(), failed: None }
    }

    /// Checks that no triplet is left open, flushes and gives the writer back.
    ///
    /// # Errors
    ///
    /// What the writer says, or `InvalidData` with a [`DecodeError`] inside.
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

impl<W: Write> Write for DecodeWriter<W> {
    fn write(&mut self, input: &[u8]) -> io::Result<usize> {
        self.push(input, false)?;
        Ok(input.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

fn invalid_data(error: DecodeError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

/// A reader's input in a buffer, the end of it marked, and a few bytes of output for callers whose
/// own buffer is smaller than one piece.
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

    /// One `read` of an adapter: pulls input until `push` has written something.
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

/// Reads another reader's bytes, percent-encoded.
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

impl<R: Read> EncodeReader<R> {
    /// Encodes what `inner` gives. Buffered: `inner` is read in blocks of some kilobytes.
    pub fn new(inner: R, encoder: Encoder) -> EncodeReader<R> {
        EncodeReader { source: Source::new(inner), encoder }
    }
}

impl<R: Read> Read for EncodeReader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.source.read(out, |input, out, last| (self.encoder.push(input, out, last), None))
    }
}

/// Reads another reader's bytes, decoded.
///
/// A malformed triplet is an error of kind `InvalidData` with the [`DecodeError`] inside, after all
/// that stood before it was read.
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

impl<R: Read> DecodeReader<R> {
    /// Decodes what `inner` gives. Buffered: `inner` is read in blocks of some kilobytes.
    pub fn new(inner: R, decoder: Decoder) -> DecodeReader<R> {
        DecodeReader { source: Source::new(inner), decoder }
    }
}

impl<R: Read> Read for DecodeReader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.source.read(out, |input, out, last| self.decoder.push_reporting(input, out, last))
    }
}
