//! Words of Latin letters, and the letters of Japanese.
#![forbid(unsafe_code)]

/// Whether a text has a Latin letter outside ASCII beside one of ASCII, as `café`. In the charsets of East Asia such a word would be
/// letters and one ideograph.
pub(super) fn has_latin_word(text: &str) -> bool {
    let latin = |c: char| ('\u{C0}'..='\u{24F}').contains(&c);
    let mut before = ' ';
    text.chars().any(|c| {
        let word =
            latin(c) && before.is_ascii_lowercase() || c.is_ascii_lowercase() && latin(before);
        before = c;
        word
    })
}

/// The letters of Japanese.
pub(super) fn is_kana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{30FF}')
}
