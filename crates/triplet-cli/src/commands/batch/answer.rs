//! An answer is written while it is made. As a tree of values, the tokens of a text would take two thousand times its
//! memory.
//!
//! What can fail is done before the first octet is written, so that an answer is an error or whole.
#![forbid(unsafe_code)]

use std::fmt;
use std::io::{self, Write};

use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

/// What writes an answer.
pub type Answer<'r> = Box<dyn FnOnce(&mut Members<'_>) -> io::Result<()> + 'r>;

/// The members of an answer, an object of JSON, in the order of the calls of `put`.
pub struct Members<'w> {
    out: &'w mut dyn Write,
    is_empty: bool,
}

impl Members<'_> {
    /// Writes a member.
    pub fn put(&mut self, name: &str, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
        self.out.write_all(if self.is_empty { b"{" } else { b"," })?;
        self.is_empty = false;
        serde_json::to_writer(&mut *self.out, name)?;
        self.out.write_all(b":")?;
        Ok(serde_json::to_writer(&mut *self.out, value)?)
    }

    /// Writes text as `output`, other bytes as `output_hex`.
    pub fn put_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        match str::from_utf8(bytes) {
            Ok(text) => self.put("output", text),
            Err(_) => self.put("output_hex", &Hex(bytes)),
        }
    }
}

/// Writes the line of an answer. The id is its first member, as it is written: a number of any size, a string with its escapes.
pub fn write(out: &mut dyn Write, id: Option<&RawValue>, answer: Answer<'_>) -> io::Result<()> {
    let mut members = Members { out, is_empty: true };
    if let Some(id) = id {
        members.put("id", id)?;
    }
    answer(&mut members)?;
    let end: &[u8] = if members.is_empty { b"{}\n" } else { b"}\n" };
    members.out.write_all(end)
}

/// An answer whose only member is `output`.
pub fn output<'r>(value: impl Serialize + 'r) -> Answer<'r> {
    Box::new(move |members| members.put("output", &value))
}

/// An answer whose only member is text as `output`, or other bytes as `output_hex`.
pub fn bytes<'r>(bytes: impl AsRef<[u8]> + 'r) -> Answer<'r> {
    Box::new(move |members| members.put_bytes(bytes.as_ref()))
}

/// Bytes as a string of hexadecimal digits.
pub struct Hex<'b>(pub &'b [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Serialize for Hex<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// An array whose members are made one by one.
pub struct Array<F>(pub F);

impl<F: Fn() -> I, I: Iterator<Item: Serialize>> Serialize for Array<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}
