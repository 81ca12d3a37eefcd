//! The invisible characters: one list for IRIs, for lint, and for programs that display text.
//!
//! The ranges are those of Unicode 16.0, listed by property, because that is the version of the data (`regex-syntax`) with which a test
//! compares the list for every character. (The tables of lint come from other crates, with a later version.)
#![forbid(unsafe_code)]

/// Whether a person cannot see this character or cannot tell it from a space, or a terminal may act on it. Use it to
/// decide which characters to escape when you display a text.
///
/// By Unicode's properties these are:
///
/// - the control characters (`Cc`), including the tab and the line breaks;
/// - `White_Space`, except U+0020;
/// - `Default_Ignorable_Code_Point`: the bidirectional controls, joiners, variation selectors, fillers and tags;
/// - the three characters of interlinear annotation, U+FFF9 to U+FFFB;
/// - the blanks without such a property: U+2800 (the empty Braille pattern) and U+1D159 (the null notehead).
///
/// Some of them are part of ordinary text: U+FE0F in emoji, U+200D in emoji and Indic scripts, U+200C in Persian, U+3000
/// in Japanese. They are invisible there too. `lint` of the crate `triplet-inspect` reports those that are suspicious where
/// they are.
///
/// Constant time.
///
/// ```
/// use triplet::is_invisible;
///
/// assert!(is_invisible('\u{200B}') && is_invisible('\u{3000}') && is_invisible('\u{1B}'));
/// assert!(!is_invisible(' ') && !is_invisible('é'));
/// ```
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

/// Whether a character changes the direction of the text around it, and so where a person sees that text: the formatting characters
/// that RFC 3987 section 4.1 forbids, and those that Unicode added later (UAX #9).
///
/// ```
/// assert!(triplet::is_bidi_control('\u{202E}') && !triplet::is_bidi_control('\u{200B}'));
/// ```
#[must_use]
pub const fn is_bidi_control(character: char) -> bool {
    matches!(character as u32, 0x61C | 0x200E | 0x200F | 0x202A..=0x202E | 0x2066..=0x2069)
}

/// Whether a character is a space (`White_Space` of the category `Zs`) other than U+0020.
const fn is_other_space(character: char) -> bool {
    matches!(character as u32, 0xA0 | 0x1680 | 0x2000..=0x200A | 0x202F | 0x205F | 0x3000)
}
