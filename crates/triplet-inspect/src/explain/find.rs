//! Search for short words. The algorithm of `str::find` is fast for long ones too, and three kilobytes of the module of the page.
#![forbid(unsafe_code)]

/// Where a text has a word first.
pub(super) fn find(text: &str, word: &str) -> Option<usize> {
    let is_at = |octets: &[u8]| octets == word.as_bytes();
    text.as_bytes().windows(word.len()).position(is_at)
}

/// What is before a word and after it.
pub(super) fn split_once<'t>(text: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    let at = find(text, word)?;
    Some((&text[..at], &text[at + word.len()..]))
}
