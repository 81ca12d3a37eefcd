//! CSV in blocks of all lengths: what is kept, what changes, and which quotes are errors.

use super::*;
use crate::pipeline::{Problem, Skipped};

/// A transform that is a function.
struct Apply<F>(F);

impl<F: Fn(&[u8]) -> Vec<u8> + Send + Sync> Transform for Apply<F> {
    fn text(&self, text: &[u8], out: &mut OutputBuffer, _: Skipped<'_>) -> Result<(), Problem> {
        out.push(&(self.0)(text));
        Ok(())
    }
}

fn csv(column: Column, apply: impl Fn(&[u8]) -> Vec<u8> + Send + Sync + 'static) -> CsvColumns {
    let columns = vec![column];
    CsvColumns {
        columns,
        delimiter: b',',
        has_quotes: true,
        results: Results::InPlace,
        transform: Box::new(Apply(apply)),
    }
}

/// The result for a text that comes in blocks of this length, and whether it had errors.
fn through(csv: &CsvColumns, text: &[u8], length: usize) -> (String, bool) {
    let mut texts = csv.begin();
    let mut out = OutputBuffer::default();
    let mut errors = false;
    for (bytes, last) in text.chunks(length).map(|bytes| (bytes, false)).chain([(&b""[..], true)]) {
        let block = Block {
            length: bytes.len(),
            start: 0,
            starts_at_cut: true,
            ends_at_cut: true,
            last,
            line_break: b"",
        };
        errors = texts.block(bytes, &block, &mut out, &mut |_| {}).errors;
    }
    (String::from_utf8_lossy(out.filled()).into_owned(), errors)
}

#[test]
fn unchanged_fields_are_kept_byte_for_byte() {
    // All texts of these pieces, in blocks of each length.
    let pieces = ["a", ",", "\"", "\n", "\r\n", "\"b,\n\"\"\""];
    let mut texts = vec![String::new()];
    for length in 0..5 {
        let longer: Vec<String> = texts
            .iter()
            .filter(|text| text.len() >= length)
            .flat_map(|text| pieces.map(|piece| format!("{text}{piece}")))
            .collect();
        for text in &longer {
            let of = csv(Column::Numbered(1), |text| text.to_vec());
            for block in [1, 2, 100] {
                assert_eq!(through(&of, text.as_bytes(), block).0, *text, "blocks of {block}");
            }
        }
        texts = longer;
    }
}

#[test]
fn only_the_column_changes() {
    let shout = |text: &[u8]| [text, b"!"].concat();
    let text = "\u{FEFF}a,b\r\n1,2\r\n\r\n\"3\",\"4 \"\"x\"\"\"\n5,\n,6,7\n";
    let expected = "\u{FEFF}a,b\r\n1,2!\r\n\r\n\"3\",\"4 \"\"x\"\"!\"\n5,!\n,6!,7\n";
    for block in 1..text.len() {
        let named = csv(Column::Named("b".into()), shout);
        assert_eq!(through(&named, text.as_bytes(), block), (expected.to_owned(), false));
    }
    let named = csv(Column::Named("a".into()), shout);
    assert!(through(&named, text.as_bytes(), 3).0.contains("\"3!\","));
    let quoting = csv(Column::Numbered(1), |text| match text {
        b"1" => b"x,\"\n".to_vec(),
        b"2" => Vec::new(),
        other => other.to_vec(),
    });
    let (out, errors) = through(&quoting, b"1,b\n2\n3", 4);
    assert_eq!((&*out, errors), ("\"x,\"\"\n\",b\n\"\"\n3", false));
}

/// Reads the text by the rules of RFC 4180, and says whether it ends within quotes.
fn ends_within_quotes(text: &str) -> bool {
    let (mut inside, mut closed, mut start) = (false, false, true);
    for character in text.chars() {
        match character {
            '"' if start => (inside, start) = (true, false),
            '"' if inside => (inside, closed) = (false, true),
            '"' if closed => (inside, closed) = (true, false),
            ',' | '\r' | '\n' if !inside => (closed, start) = (false, true),
            _ => (closed, start) = (false, false),
        }
    }
    inside
}

#[test]
fn a_quote_that_is_not_closed_is_an_error_in_every_text() {
    let pieces = ["a", ",", "\"", "\n", "\r\n"];
    let mut texts = vec![String::new()];
    for _ in 0..6 {
        let longer = |text: &String| pieces.map(|piece| format!("{text}{piece}"));
        texts = texts.iter().flat_map(longer).collect();
        for text in &texts {
            for block in [1, 2, 100] {
                let of = csv(Column::Numbered(1), |text| text.to_vec());
                let (out, errors) = through(&of, text.as_bytes(), block);
                assert_eq!((&out, errors), (text, ends_within_quotes(text)), "by {block}");
            }
        }
    }
}

#[test]
fn a_column_that_does_not_exist() {
    let named = csv(Column::Named("z".into()), |text| text.to_vec());
    assert!(through(&named, b"a,b\n1,2\n", 9).1);
    assert!(through(&named, b"", 9).1);
    let numbered = csv(Column::Numbered(2), |_| b"x".to_vec());
    assert_eq!(through(&numbered, b"a,b\nc\nd,e", 2), ("a,x\nc\nd,x".to_owned(), true));
}
