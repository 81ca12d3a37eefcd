//! Writes JSON, in the few shapes that results have.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{Display, Write as _};

/// An object or an array that is being appended to `out`.
pub(crate) struct Json<'o> {
    out: &'o mut String,
    close: char,
    started: bool,
}

/// Writes an object as the whole of a result.
pub(crate) fn object(output: &mut Vec<u8>, fill: impl FnOnce(&mut Json)) {
    document(output, ('{', '}'), fill);
}

/// Writes an array as the whole of a result.
pub(crate) fn array(output: &mut Vec<u8>, fill: impl FnOnce(&mut Json)) {
    document(output, ('[', ']'), fill);
}

fn document(output: &mut Vec<u8>, (open, close): (char, char), fill: impl FnOnce(&mut Json)) {
    let mut text = String::new();
    let mut json = Json::open(&mut text, open, close);
    fill(&mut json);
    json.close();
    *output = text.into_bytes();
}

/// Returns an object as text.
pub(crate) fn object_text(fill: impl FnOnce(&mut Json)) -> String {
    let mut text = String::new();
    let mut json = Json::open(&mut text, '{', '}');
    fill(&mut json);
    json.close();
    text
}

impl<'o> Json<'o> {
    fn open(out: &'o mut String, open: char, close: char) -> Json<'o> {
        out.push(open);
        Json { out, close, started: false }
    }

    fn close(self) {
        self.out.push(self.close);
    }

    #[inline(never)]
    fn next(&mut self, key: Option<&str>) {
        if self.started {
            self.out.push(',');
        }
        self.started = true;
        if let Some(key) = key {
            string(self.out, key);
            self.out.push(':');
        }
    }

    #[inline(never)]
    pub(crate) fn text(&mut self, key: &str, value: &str) {
        self.next(Some(key));
        string(self.out, value);
    }

    /// What `Display` writes, as text.
    #[inline(never)]
    pub(crate) fn display(&mut self, key: &str, value: &dyn Display) {
        let mut text = String::new();
        // Writing to a string never fails.
        let _ = write!(text, "{value}");
        self.text(key, &text);
    }

    #[inline(never)]
    pub(crate) fn number(&mut self, key: &str, value: u64) {
        self.next(Some(key));
        let _ = write!(self.out, "{value}");
    }

    #[inline(never)]
    pub(crate) fn flag(&mut self, key: &str, value: bool) {
        self.next(Some(key));
        self.out.push_str(if value { "true" } else { "false" });
    }

    pub(crate) fn null(&mut self, key: &str) {
        self.next(Some(key));
        self.out.push_str("null");
    }

    pub(crate) fn object(&mut self, key: &str, fill: impl FnOnce(&mut Json)) {
        self.nested(Some(key), ('{', '}'), fill);
    }

    pub(crate) fn array(&mut self, key: &str, fill: impl FnOnce(&mut Json)) {
        self.nested(Some(key), ('[', ']'), fill);
    }

    /// An object as an element.
    pub(crate) fn push_object(&mut self, fill: impl FnOnce(&mut Json)) {
        self.nested(None, ('{', '}'), fill);
    }

    /// Text as an element.
    pub(crate) fn push_text(&mut self, value: &str) {
        self.next(None);
        string(self.out, value);
    }

    /// A number as an element.
    pub(crate) fn push_number(&mut self, value: u64) {
        self.next(None);
        let _ = write!(self.out, "{value}");
    }

    fn nested(
        &mut self,
        key: Option<&str>,
        (open, close): (char, char),
        fill: impl FnOnce(&mut Json),
    ) {
        self.next(key);
        let mut json = Json::open(self.out, open, close);
        fill(&mut json);
        json.close();
    }
}

/// RFC 8259 section 7: the quotation mark, the backslash and the controls are escaped.
#[inline(never)]
fn string(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\0'..='\x1F' => {
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_arrays_and_escapes() {
        let mut output = Vec::new();
        object(&mut output, |json| {
            json.text("a\"\\\n\u{1F}é", "\u{0}😀");
            json.number("n", 7);
            json.array("list", |list| {
                list.push_text("x");
                list.push_object(|_| {});
                list.push_object(|inner| {
                    inner.flag("f", true);
                    inner.null("g");
                });
            });
        });
        assert_eq!(
            str::from_utf8(&output).expect("text"),
            r#"{"a\"\\\u000a\u001fé":"\u0000😀","n":7,"list":["x",{},{"f":true,"g":null}]}"#
        );
    }
}
