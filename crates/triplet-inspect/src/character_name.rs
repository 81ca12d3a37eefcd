//! The names of characters.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::ToString;

/// The aliases of the controls U+0000 to U+001F, which have no names (Unicode, NameAliases.txt).
#[rustfmt::skip]
const CONTROLS: [&str; 32] = [
    "NULL", "START OF HEADING", "START OF TEXT", "END OF TEXT", "END OF TRANSMISSION", "ENQUIRY", "ACKNOWLEDGE", "ALERT",
    "BACKSPACE", "CHARACTER TABULATION", "LINE FEED", "LINE TABULATION", "FORM FEED", "CARRIAGE RETURN", "SHIFT OUT", "SHIFT IN",
    "DATA LINK ESCAPE", "DEVICE CONTROL ONE", "DEVICE CONTROL TWO", "DEVICE CONTROL THREE", "DEVICE CONTROL FOUR",
    "NEGATIVE ACKNOWLEDGE", "SYNCHRONOUS IDLE", "END OF TRANSMISSION BLOCK", "CANCEL", "END OF MEDIUM", "SUBSTITUTE", "ESCAPE",
    "INFORMATION SEPARATOR FOUR", "INFORMATION SEPARATOR THREE", "INFORMATION SEPARATOR TWO", "INFORMATION SEPARATOR ONE",
];

/// The Unicode name of a character, or the alias of an ASCII control character. `None` for other control characters,
/// private use and unassigned code points. Requires the feature `names`, whose tables take half a megabyte.
///
/// ```
/// use triplet_inspect::character_name;
///
/// assert_eq!(character_name('é').as_deref(), Some("LATIN SMALL LETTER E WITH ACUTE"));
/// assert_eq!(character_name('\n').as_deref(), Some("LINE FEED"));
/// assert_eq!(character_name('\u{E000}'), None);
/// ```
#[must_use]
pub fn character_name(character: char) -> Option<Cow<'static, str>> {
    match u32::from(character) {
        0x7F => Some(Cow::Borrowed("DELETE")),
        control @ 0..0x20 => Some(Cow::Borrowed(CONTROLS[control as usize])),
        _ => unicode_names2::name(character).map(|name| Cow::Owned(name.to_string())),
    }
}
