//! The quotes of fields of CSV: where they open and close, and which fields need them.
#![forbid(unsafe_code)]

use crate::places::line_feeds;

/// The number of bytes of a field that a message can show.
pub const SHOWN: usize = 80;

/// Where the reader of a field is.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Quoting {
    #[default]
    /// The field has not begun: so far there are only the line breaks before a record.
    Before,
    /// The field is not in quotes, or its quotes are closed. Further quotes are ordinary bytes.
    Outside,
    /// Within quotes.
    Inside,
    /// After a quote that closes, unless another one follows.
    AtQuote,
}

/// The quote that opens a field.
#[derive(Default)]
pub struct Opened {
    /// The number of line feeds before it, and its offset.
    pub line: u64,
    pub offset: u64,
    /// Some bytes from there on.
    pub shown: Vec<u8>,
}

/// Follows the quotes of the current field, and counts lines.
#[derive(Default)]
pub struct Quotes {
    /// Whether quotes are ordinary bytes.
    pub are_characters: bool,
    pub place: Quoting,
    pub opened: Opened,
    /// The number of line feeds in the bytes that were followed.
    pub lines: u64,
    /// The number of line feeds before the record.
    pub record_line: u64,
}

impl Quotes {
    /// Follows the next bytes of the field, which are at this offset of the input.
    pub fn follow(&mut self, bytes: &[u8], is_first: bool, offset: u64) {
        let mut rest = bytes;
        while let Some((&first, others)) = rest.split_first() {
            let is_quote = first == b'"' && !self.are_characters;
            self.place = match self.place {
                Quoting::Before if is_first && matches!(first, b'\r' | b'\n') => Quoting::Before,
                Quoting::Before => {
                    let before = &bytes[..bytes.len() - rest.len()];
                    let line = self.lines + line_feeds(before);
                    if is_first {
                        self.record_line = line;
                    }
                    if is_quote {
                        (self.opened.line, self.opened.offset) =
                            (line, offset + before.len() as u64);
                        self.opened.shown.clear();
                        Quoting::Inside
                    } else {
                        Quoting::Outside
                    }
                }
                Quoting::Outside => break,
                Quoting::Inside if is_quote => Quoting::AtQuote,
                Quoting::Inside => {
                    let length = memchr::memchr(b'"', rest).unwrap_or(rest.len());
                    let shown = SHOWN.saturating_sub(self.opened.shown.len()).min(length);
                    self.opened.shown.extend_from_slice(&rest[..shown]);
                    rest = &rest[length..];
                    continue;
                }
                Quoting::AtQuote if is_quote => Quoting::Inside,
                Quoting::AtQuote => Quoting::Outside,
            };
            if is_quote && self.opened.shown.len() < SHOWN {
                self.opened.shown.push(first);
            }
            rest = others;
        }
        self.lines += line_feeds(bytes);
    }
}

/// A field of a format without quotes, in which what would end it is a triplet.
pub fn unquoted(field: &[u8], delimiter: u8) -> Vec<u8> {
    let mut written = Vec::with_capacity(field.len());
    for &byte in field {
        match byte == delimiter || matches!(byte, b'\r' | b'\n') {
            true => written.extend_from_slice(format!("%{byte:02X}").as_bytes()),
            false => written.push(byte),
        }
    }
    written
}

/// A field as it is written: in quotes if it was, or if it would be read as something else. `alone` says that it is the only
/// field of its record.
pub fn quoted(field: &[u8], delimiter: u8, was_quoted: bool, alone: bool) -> Vec<u8> {
    let special = |byte: &u8| *byte == delimiter || matches!(byte, b'"' | b'\r' | b'\n');
    // An empty line would not be a record.
    let vanishes = alone && field.is_empty();
    if !(was_quoted || vanishes || field.iter().any(special)) {
        return field.to_vec();
    }
    let mut out = vec![b'"'];
    for &byte in field {
        out.extend_from_slice(if byte == b'"' { b"\"\"" } else { std::slice::from_ref(&byte) });
    }
    out.push(b'"');
    out
}

/// The offset in a field, as it is written, of the byte at this offset of its text.
pub fn offset_in_field(field: &[u8], offset: usize) -> usize {
    let Some(quoted) = field.strip_prefix(b"\"") else { return offset };
    // Two quotes within quotes mean one; after the closing quote, quotes are ordinary bytes.
    let is_quote = |at| quoted.get(at) == Some(&b'"');
    let mut at = 0;
    let mut is_open = true;
    for left in (0..=offset).rev() {
        if is_open && is_quote(at) && !is_quote(at + 1) {
            is_open = false;
            at += 1;
        }
        if left > 0 {
            at += if is_open && is_quote(at) { 2 } else { 1 };
        }
    }
    1 + at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_in_quoted_fields() {
        for (field, offset, expected) in [
            ("abc", 2, 2),
            ("\"abc\"", 0, 1),
            ("\"a\"\"b\"", 1, 2),
            ("\"a\"\"b\"", 2, 4),
            ("\"\"\"\"\"b\"", 2, 5),
            ("\"a\"b\"c", 1, 3),
            ("\"a\"b\"c", 3, 5),
        ] {
            assert_eq!(offset_in_field(field.as_bytes(), offset), expected, "{field} at {offset}");
        }
    }
}
