//! The form of the table of an alphabet.
#![forbid(unsafe_code)]

/// The model of an alphabet.
pub(super) struct Alphabet {
    /// Whether its letters are Latin, so that ASCII letters are its own.
    pub(super) is_latin: bool,
    /// The ASCII characters of the alphabet, in order: a space and the small letters. The space stands for everything that is not a letter.
    pub(super) ascii: &'static [u8],
    /// Its other letters, small, in order.
    pub(super) others: &'static [u16],
    /// Hexadecimal digits: for each ASCII character the costs of the others after it, then for each of the others the costs of all.
    pub(super) costs: &'static [u8],
}
