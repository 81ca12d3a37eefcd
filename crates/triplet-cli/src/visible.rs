//! Decoded bytes as a terminal may see them: what the library calls invisible (controls, bidirectional and other
//! formatting, blanks that are no space) and what is not UTF-8 are written as `\x1B` or `\u{202E}`; line feeds and tabs
//! stay.
#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::path::Path;

use triplet::inspect::is_invisible;

/// A writer that passes text on, made visible. A character may be cut between two writes.
pub struct Visible<W> {
    inner: W,
    pending: Vec<u8>,
    escapes: Escapes,
}

/// How what is made visible is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Escapes {
    /// `\x1B`, `\u{202E}`.
    Bytes,
    /// `\u001b`, as within a string of JSON, which stays JSON with the same meaning.
    Json,
}

impl<W: Write> Visible<W> {
    pub fn new(inner: W, escapes: Escapes) -> Visible<W> {
        Visible { inner, pending: Vec::new(), escapes }
    }

    /// Writes what waits for the rest of a character that never came.
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

/// How many bytes at the end begin a character that is not complete.
fn cut_character(bytes: &[u8]) -> usize {
    (1..=bytes.len().min(3))
        .find(|&length| {
            let end = &bytes[bytes.len() - length..];
            end[0] >= 0xC0
                && matches!(str::from_utf8(end), Err(error) if error.error_len().is_none())
        })
        .unwrap_or(0)
}

/// Bytes as visible text.
pub fn visible(bytes: &[u8]) -> String {
    escaped(bytes, Escapes::Bytes)
}

/// Bytes as visible text of one line: for names, which may have line feeds that would forge a message.
pub fn visible_line(bytes: &[u8]) -> String {
    visible(bytes).replace('\n', "\\x0A").replace('\t', "\\x09")
}

/// A path for a message.
pub fn display(path: &Path) -> String {
    visible_line(path.as_os_str().as_encoded_bytes())
}

fn escaped(bytes: &[u8], escapes: Escapes) -> String {
    use std::fmt::Write as _;
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            // Writing to a string never fails.
            let _ = match (character, escapes) {
                ('\n' | '\t', _) => out.write_char(character),
                _ if !is_invisible(character) => out.write_char(character),
                (_, Escapes::Json) => character
                    .encode_utf16(&mut [0; 2])
                    .iter()
                    .try_for_each(|unit| write!(out, "\\u{unit:04x}")),
                ('\0'..='\u{FF}', _) => write!(out, "\\x{:02X}", u32::from(character)),
                _ => write!(out, "\\u{{{:X}}}", u32::from(character)),
            };
        }
        for byte in chunk.invalid() {
            let _ = write!(out, "\\x{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_deceives_is_shown() {
        assert_eq!(visible(b"a\x1B[31m\x07\x7F\r\n\t"), "a\\x1B[31m\\x07\\x7F\\x0D\n\t");
        assert_eq!(visible("é你\u{9B}\u{202E}\u{200B}".as_bytes()), "é你\\x9B\\u{202E}\\u{200B}");
        assert_eq!(visible(b"\xFF\xC3"), "\\xFF\\xC3");
    }

    #[test]
    fn json_stays_json() {
        let text = "\"a\u{7F}\u{202E}\u{E0041}é\"";
        let shown = escaped(text.as_bytes(), Escapes::Json);
        assert_eq!(shown, "\"a\\u007f\\u202e\\udb40\\udc41é\"");
        let of = |text: &str| serde_json::from_str::<String>(text).expect("JSON");
        assert_eq!(of(&shown), of(text));
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
