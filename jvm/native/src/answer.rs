//! Results with several parts. `triplet.internal.Answer` reads them: a number has four bytes, little-endian; a text its length in bytes
//! as a number and its UTF-8, or -1 for `null`; a list its length as a number, and its elements.

#[derive(Default)]
pub(crate) struct Answer(Vec<u8>);

impl Answer {
    /// No number is larger: an array of Java has fewer than 2^31 elements.
    pub(crate) fn number(&mut self, number: usize) {
        self.0.extend(i32::try_from(number).unwrap_or(i32::MAX).to_le_bytes());
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.number(text.len());
        self.0.extend(text.as_bytes());
    }

    pub(crate) fn optional_text(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.text(text),
            None => self.null(),
        }
    }

    pub(crate) fn null(&mut self) {
        self.0.extend((-1_i32).to_le_bytes());
    }

    pub(crate) fn octets(&mut self, octets: &[u8]) {
        self.0.extend(octets);
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}
