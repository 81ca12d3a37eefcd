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

/// A host outside ASCII as programs map it before they resolve it: by compatibility (NFKC), in lower case, and with the full
/// stops of IDNA as dots (UTS #46 section 2.3). `None` if it is ASCII or not UTF-8.
#[cfg(feature = "all-rules")]
pub(super) fn mapped_host(octets: &[u8]) -> Option<alloc::vec::Vec<u8>> {
    use unicode_normalization::UnicodeNormalization;

    if octets.is_ascii() {
        return None;
    }
    let text = str::from_utf8(octets).ok()?;
    let mapped = text
        .nfkc()
        .map(|c| if matches!(c, '\u{3002}' | '\u{FF0E}' | '\u{FF61}') { '.' } else { c });
    Some(mapped.flat_map(char::to_lowercase).collect::<alloc::string::String>().into_bytes())
}

#[cfg(not(feature = "all-rules"))]
pub(super) fn mapped_host(_: &[u8]) -> Option<alloc::vec::Vec<u8>> {
    None
}
