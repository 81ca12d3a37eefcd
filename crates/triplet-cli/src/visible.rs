//! Decoded bytes as a terminal may see them: control characters, C1, DEL, bidirectional and invisible
//! formatting and what is not UTF-8 are written as `\x1B` or `\u{202E}`; line feeds and tabs stay.
#![forbid(unsafe_code)]

use std::io::{self, Write};

/// A writer that passes text on, made visible. A character may be cut between two writes.
pub struct Visible<W> {
    inner: W,
    pending: Vec<u8>,
}

impl<W: Write> Visible<W> {
    pub fn new(inner: W) -> Visible<W> {
        Visible { inner, pending: Vec::new() }
    }

    /// Writes what waits for the rest of a character that never came.
    pub fn finish(mut self) -> io::Result<W> {
        let rest = std::mem::take(&mut self.pending);
        self.inner.write_all(visible(&rest).as_bytes())?;
        Ok(self.inner)
    }
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        let whole = self.pending.len() - cut_character(&self.pending);
        let text = visible(&self.pending[..whole]);
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
    use std::fmt::Write as _;
    let mut out = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            // Writing to a string never fails.
            let _ = match character {
                '\n' | '\t' => out.write_char(character),
                _ if is_deceptive(character) && u32::from(character) < 0x100 => {
                    write!(out, "\\x{:02X}", u32::from(character))
                }
                _ if is_deceptive(character) => write!(out, "\\u{{{:X}}}", u32::from(character)),
                _ => out.write_char(character),
            };
        }
        for byte in chunk.invalid() {
            let _ = write!(out, "\\x{byte:02X}");
        }
    }
    out
}

/// Whether a terminal would act on this character, or a person could not see it.
fn is_deceptive(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
                | '\u{E0000}'..='\u{E007F}'
        )
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
    fn every_cut_is_the_same() {
        let text = "a你\u{1F600}\x1Bé".as_bytes().iter().chain(b"\xE4\xBD").copied();
        let text: Vec<u8> = text.collect();
        for cut in 0..=text.len() {
            let mut writer = Visible::new(Vec::new());
            writer.write_all(&text[..cut]).expect("to memory");
            writer.write_all(&text[cut..]).expect("to memory");
            let out = writer.finish().expect("to memory");
            assert_eq!(String::from_utf8(out).expect("text"), visible(&text), "{cut}");
        }
    }
}
