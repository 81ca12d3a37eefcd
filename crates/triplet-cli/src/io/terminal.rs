//! A writer to a terminal that makes invisible characters visible. A character may be cut between two writes.
#![forbid(unsafe_code)]

use std::io::{self, Write};

use crate::escape::{Escapes, escaped};

/// Passes text on with its invisible characters escaped.
pub struct Visible<W> {
    inner: W,
    pending: Vec<u8>,
    escapes: Escapes,
}

impl<W: Write> Visible<W> {
    pub fn new(inner: W, escapes: Escapes) -> Visible<W> {
        Visible { inner, pending: Vec::new(), escapes }
    }

    /// Writes the start of a character whose rest never came.
    pub fn finish(mut self) -> io::Result<W> {
        let rest = std::mem::take(&mut self.pending);
        self.inner.write_all(escaped(&rest, self.escapes).as_bytes())?;
        Ok(self.inner)
    }
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        let whole = self.pending.len() - cut_character(&self.pending);
        let text = escaped(&self.pending[..whole], self.escapes);
        self.pending.drain(..whole);
        self.inner.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// The number of bytes at the end that begin a character and do not complete it.
fn cut_character(bytes: &[u8]) -> usize {
    (1..=bytes.len().min(3))
        .find(|&length| {
            let end = &bytes[bytes.len() - length..];
            end[0] >= 0xC0
                && matches!(str::from_utf8(end), Err(error) if error.error_len().is_none())
        })
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::escape::visible;

    /// Nothing is held back but the start of a character.
    #[test]
    fn what_is_cut() {
        for (bytes, cut) in [
            (&b""[..], 0),
            (b"a", 0),
            ("é".as_bytes(), 0),
            ("a你".as_bytes(), 0),
            (b"a\xC3", 1),
            (b"\xE4", 1),
            (b"a\xE4\xBD", 2),
            (b"\xF0\x9F", 2),
            (b"a\xF0\x9F\x98", 3),
            (b"\xFF", 0),
            (b"\xC0", 0),
            (b"\xE4\xBDa", 0),
            (b"\xBD\xBD", 0),
            (b"\xE0\x80", 0),
        ] {
            assert_eq!(cut_character(bytes), cut, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn every_cut_is_the_same() {
        let text = "a你\u{1F600}\x1Bé".as_bytes().iter().chain(b"\xE4\xBD").copied();
        let text: Vec<u8> = text.collect();
        for cut in 0..=text.len() {
            let mut writer = Visible::new(Vec::new(), Escapes::Bytes);
            writer.write_all(&text[..cut]).expect("to memory");
            writer.write_all(&text[cut..]).expect("to memory");
            let out = writer.finish().expect("to memory");
            assert_eq!(String::from_utf8(out).expect("text"), visible(&text), "{cut}");
        }
    }
}
