//! The kinds of characters in the table of compatible characters.
#![forbid(unsafe_code)]

/// What a character becomes that NFKC replaces by ASCII.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Compatible {
    /// A delimiter, among others.
    Delimiter,
    /// Other punctuation, or a space.
    Punctuation,
    /// Letters.
    Letter,
    /// Digits.
    Digit,
}
