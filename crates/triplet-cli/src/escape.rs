//! Bytes as a person may see them: characters that the library calls invisible (controls, bidirectional and other
//! formatting, blanks other than the space) and bytes that are not UTF-8 are written as `\x1B` or `\u{202E}`. Line feeds
//! and tabs are kept.
#![forbid(unsafe_code)]

use std::path::Path;

use triplet::is_invisible;

/// How an invisible character is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Escapes {
    /// `\x1B`, `\u{202E}`.
    Bytes,
    /// `\u001b`, so that JSON is JSON with the same meaning after it.
    Json,
}

/// Bytes as visible text.
pub fn visible(bytes: &[u8]) -> String {
    escaped(bytes, Escapes::Bytes)
}

/// Bytes as visible text of one line. A line feed in a name would forge a message.
pub fn visible_line(bytes: &[u8]) -> String {
    match is_plain(bytes) {
        true => visible(bytes),
        false => visible(bytes).replace('\n', "\\x0A").replace('\t', "\\x09"),
    }
}

/// Whether all bytes are characters of ASCII that have a glyph, or spaces.
pub fn is_plain(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| matches!(byte, b' '..=b'~'))
}

/// A path for a message.
pub fn display(path: &Path) -> String {
    visible_line(path.as_os_str().as_encoded_bytes())
}

/// Bytes as visible text, in these escapes.
pub fn escaped(bytes: &[u8], escapes: Escapes) -> String {
    use std::fmt::Write as _;
    let mut out = String::with_capacity(bytes.len());
    if is_plain(bytes)
        && let Ok(text) = str::from_utf8(bytes)
    {
        out.push_str(text);
        return out;
    }
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
}
