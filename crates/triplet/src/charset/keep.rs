//! Text in which some octets stay encoded, written so that no character of the text becomes part of a triplet.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;

use crate::kernel;
use crate::triplet::begins_with_triplet;

/// The length of what an octet is written as: a triplet, or itself.
pub(super) fn octet_length(encoded: &[u8]) -> usize {
    if begins_with_triplet(encoded) { 3 } else { 1 }
}

/// The text so far.
pub(super) struct Kept {
    out: String,
    /// Where the `%` of the text are that are not part of a kept triplet.
    percents: Vec<usize>,
    /// Whether a `+` would be read as a space.
    plus: bool,
}

impl Kept {
    pub(super) fn with_capacity(length: usize, plus: bool) -> Kept {
        Kept { out: String::with_capacity(length), percents: Vec::new(), plus }
    }

    /// Appends what is kept as it is written: raw characters outside ASCII, and triplets.
    pub(super) fn push_written(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Appends decoded text.
    pub(super) fn push_text(&mut self, text: &str) {
        for part in text.split_inclusive(['%', '+']) {
            match part.strip_suffix('+') {
                Some(before) if self.plus => {
                    self.out.push_str(before);
                    self.out.push_str("%2B");
                }
                _ => self.out.push_str(part),
            }
            if part.ends_with('%') {
                self.percents.push(self.out.len() - 1);
            }
        }
    }

    /// Appends an octet as it is written, which is a triplet or a raw byte. A raw byte outside ASCII becomes a triplet.
    pub(super) fn push_octet(&mut self, written: &[u8]) {
        match *written {
            [octet] if !octet.is_ascii() => {
                self.out.push_str(kernel::triplet_str(octet, false));
            }
            [b'%'] => self.push_text("%"),
            _ => self.out.extend(written.iter().map(|&byte| char::from(byte))),
        }
    }

    /// The whole text. A `%` that would begin a triplet is written `%25`.
    pub(super) fn into_text(self) -> String {
        let bytes = self.out.as_bytes();
        let is_triplet = |at: &usize| begins_with_triplet(&bytes[*at..]);
        let found: Vec<usize> = self.percents.iter().copied().filter(is_triplet).collect();
        if found.is_empty() {
            return self.out;
        }
        let mut text = String::with_capacity(self.out.len() + 2 * found.len());
        let mut start = 0;
        for at in found {
            text.push_str(&self.out[start..=at]);
            text.push_str("25");
            start = at + 1;
        }
        text.push_str(&self.out[start..]);
        text
    }
}
