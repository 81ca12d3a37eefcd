//! What programs make of single characters that know other characters only: narrow types, and mappings of case.
#![forbid(unsafe_code)]

/// Whether the full mapping of a character to upper or lower case has ASCII in it (Unicode's SpecialCasing.txt).
pub(super) const fn changes_case_to_ascii(character: char) -> bool {
    matches!(character as u32,
        0xDF | 0x130 | 0x131 | 0x149 | 0x17F | 0x1F0 | 0x1E96..=0x1E9A | 0x212A | 0xFB00..=0xFB06)
}

/// Whether the low byte of a character is a control, a space or a character that programs act on.
pub(super) const fn narrows(character: char) -> bool {
    character as u32 > 0xFF
        && matches!(
            character as u32 as u8,
            0..=0x20
                | 0x7F
                | b'"'
                | b'#'
                | b'%'
                | b'&'
                | b'\''
                | b'.'
                | b'/'
                | b':'
                | b';'
                | b'<'
                | b'='
                | b'>'
                | b'?'
                | b'@'
                | b'\\'
        )
}
