//! Offsets in bytes of UTF-8 as offsets in UTF-16, in which Java counts a string.

/// The bit of the option that asks for offsets in UTF-16.
pub(crate) const IN_UTF16: i64 = 1 << 33;

/// The offsets of one text.
pub(crate) struct Offsets(Option<Vec<u32>>);

impl Offsets {
    /// Offsets that stay in bytes.
    pub(crate) const BYTES: Offsets = Offsets(None);

    pub(crate) fn in_utf16(text: &str) -> Offsets {
        if text.is_ascii() {
            return Offsets::BYTES;
        }
        let mut offsets = Vec::with_capacity(text.len() + 1);
        let mut units = 0;
        for character in text.chars() {
            offsets.extend(std::iter::repeat_n(units, character.len_utf8()));
            units += character.len_utf16() as u32;
        }
        offsets.push(units);
        Offsets(Some(offsets))
    }

    pub(crate) fn of(&self, bytes: usize) -> usize {
        match &self.0 {
            None => bytes,
            Some(offsets) => offsets[bytes.min(offsets.len() - 1)] as usize,
        }
    }
}
