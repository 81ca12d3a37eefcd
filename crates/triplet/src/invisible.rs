//! The characters that a person does not see: one list for the findings, for IRIs, and for whoever shows text.
//!
//! The ranges are those of Unicode 16.0, property by property; a test compares all characters with Unicode's data from
//! another source.
#![forbid(unsafe_code)]

/// Whether a person can't see this character, or can't tell it from a space, or a terminal acts on it.
///
/// These are, by Unicode's properties: controls (`Cc`, with the tab and the line breaks), `White_Space` but for U+0020,
/// and `Default_Ignorable_Code_Point`, which has the bidirectional controls, joiners, variation selectors, fillers and
/// tags; besides, the three characters of interlinear annotation, and the blanks that have no property: U+2800 (the empty
/// pattern of Braille) and U+1D159 (a note without a head).
///
/// Some of them belong to ordinary text: U+FE0F to emoji, U+200D to emoji and to Indic scripts, U+200C to Persian, U+3000
/// to Japanese. They are not seen there either; whether that is wrong is another question, which [`lint`] answers.
/// Constant time, never fails.
///
/// ```
/// use triplet::inspect::is_invisible;
///
/// assert!(is_invisible('\u{200B}') && is_invisible('\u{3000}') && is_invisible('\u{1B}'));
/// assert!(!is_invisible(' ') && !is_invisible('é'));
/// ```
///
/// [`lint`]: crate::inspect::lint
#[must_use]
pub const fn is_invisible(character: char) -> bool {
    matches!(character as u32,
        // Cc
        0..=0x1F | 0x7F..=0x9F
        // White_Space: Zl, Zp
        | 0x2028 | 0x2029
        // Default_Ignorable_Code_Point
        | 0xAD | 0x34F | 0x61C | 0x115F | 0x1160 | 0x17B4 | 0x17B5 | 0x180B..=0x180F | 0x200B..=0x200F
        | 0x202A..=0x202E | 0x2060..=0x206F | 0x3164 | 0xFE00..=0xFE0F | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFF8
        | 0x1BCA0..=0x1BCA3 | 0x1D173..=0x1D17A | 0xE0000..=0xE0FFF
        // Interlinear annotation
        | 0xFFF9..=0xFFFB
        // Blanks without a property
        | 0x2800 | 0x1D159
    ) || is_other_space(character)
}

/// `White_Space` of the category `Zs`, but for U+0020: spaces that are not the one that they seem to be.
pub(crate) const fn is_other_space(character: char) -> bool {
    matches!(character as u32, 0xA0 | 0x1680 | 0x2000..=0x200A | 0x202F | 0x205F | 0x3000)
}
