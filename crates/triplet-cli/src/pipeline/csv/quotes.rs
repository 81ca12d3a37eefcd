//! The quotes of a field of CSV: where they open and close, and which fields need them.
#![forbid(unsafe_code)]

/// Where the reader of a field is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Quoting {
    /// The field has not begun: so far there are only the line breaks before a record.
    Before,
    /// It is not in quotes, or they are closed: other quotes are ordinary bytes.
    Outside,
    /// Within quotes.
    Inside,
    /// After a quote that closes, unless another one follows.
    AtQuote,
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
