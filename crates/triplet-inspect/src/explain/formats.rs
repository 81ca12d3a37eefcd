//! Texts whose percent signs are of formats (`printf`, `strftime`), of variables of a batch file, of patterns of SQL, or percentages.
#![forbid(unsafe_code)]

use triplet::decode_triplet;

/// Whether each triplet of a text is part of such a notation, and something in it is hardly anything else.
pub(super) fn is_format(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_triplet = |at: usize| decode_triplet(bytes.get(at..).unwrap_or_default());
    let is_pattern = has_like(text);
    let (mut is_sure, mut has_triplet, mut has_words) = (is_pattern, false, false);
    let mut at = 0;
    while let Some(found) = text[at..].find('%') {
        at += found;
        let before = at.checked_sub(1).map(|before| bytes[before]);
        if let Some(length) = variable(&bytes[at..]) {
            is_sure = true;
            has_triplet |= is_triplet(at).is_some();
            at += length;
            continue;
        }
        let conversion = conversion(&bytes[at..]).filter(|_| !before.is_some_and(is_word));
        match (is_triplet(at), conversion) {
            (None, conversion) => {
                is_sure |= conversion.is_some_and(|found| found.is_sure || found.is_usual);
                at += conversion.map_or(1, |found| found.length);
            }
            (Some(_), Some(found)) => {
                has_triplet = true;
                is_sure |= found.is_sure || found.is_usual && found.length == text.len();
                at += found.length;
            }
            (Some(octet), None) => {
                has_triplet = true;
                let percentages = percentages(&bytes[at..]);
                if percentages > 0 && before.is_some_and(|byte| byte.is_ascii_digit()) {
                    is_sure = true;
                    at += percentages;
                } else if !octet.is_ascii()
                    && bytes[at + 1..at + 3].iter().all(u8::is_ascii_alphabetic)
                {
                    has_words = true;
                    at += 3;
                } else if is_pattern {
                    at += 3;
                } else {
                    return false;
                }
            }
        }
    }
    // Letters of a word beside formats; without them they are octets.
    has_triplet && is_sure && !(has_words && has_run(bytes))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether two triplets stand side by side, as those of a character do.
fn has_run(bytes: &[u8]) -> bool {
    let is_triplet =
        |at: usize| bytes.get(at..).and_then(decode_triplet).is_some_and(|octet| !octet.is_ascii());
    (0..bytes.len()).any(|at| bytes[at] == b'%' && is_triplet(at) && is_triplet(at + 3))
}

/// A conversion of `printf` that a text begins with: `%5d`, `%-20s`, `%02x`.
#[derive(Clone, Copy)]
struct Conversion {
    length: usize,
    /// With a width of two digits, or a flag before it.
    is_sure: bool,
    /// `%d`, `%5d`, `%s`.
    is_usual: bool,
}

fn conversion(text: &[u8]) -> Option<Conversion> {
    let count = |from: usize, is_part: fn(&u8) -> bool| {
        text[from..].iter().take(8).take_while(|byte| is_part(byte)).count()
    };
    let flags = count(1, |byte| b"-+#".contains(byte));
    let digits = count(1 + flags, |byte| byte.is_ascii_digit() || *byte == b'.');
    let end = 1 + flags + digits;
    let letter = *text.get(end)?;
    if !b"dsxXfubioceEgGp".contains(&letter) || text.get(end + 1).copied().is_some_and(is_word) {
        return None;
    }
    let is_usual = matches!(letter, b'd' | b's');
    Some(Conversion { length: end + 1, is_sure: flags > 0 || digits > 1, is_usual })
}

/// The length of the variable of a batch file that a text begins with: `%CD%`, `%DB_HOST%`, `%DATE:~0,4%`. A text whose
/// last `%` begins a triplet is not a variable.
fn variable(text: &[u8]) -> Option<usize> {
    let is_name = |byte: &u8| byte.is_ascii_uppercase() || *byte == b'_';
    let name = text[1..].iter().take(64).take_while(|byte| is_name(byte)).count();
    let mut end = 1 + name;
    if text.get(end..end + 2) == Some(b":~") {
        let is_part = |byte: &u8| byte.is_ascii_digit() || b"-,".contains(byte);
        end += 2 + text[end + 2..].iter().take(16).take_while(|byte| is_part(byte)).count();
    }
    let is_ended =
        name > 1 && text.get(end) == Some(&b'%') && decode_triplet(&text[end..]).is_none();
    is_ended.then_some(end + 1)
}

/// The length of percentages that a text goes on with after a number: `%20%30%)`.
fn percentages(text: &[u8]) -> usize {
    let mut at = 0;
    while let [b'%', a, b, b'%', ..] = text[at..]
        && a.is_ascii_digit()
        && b.is_ascii_digit()
    {
        at += 3;
    }
    if at > 0 && decode_triplet(&text[at..]).is_none() { at + 1 } else { 0 }
}

/// Whether the word of SQL is in a text before a pattern.
fn has_like(text: &str) -> bool {
    text.as_bytes().windows(6).any(|word| {
        word[..4].eq_ignore_ascii_case(b"like")
            && word[4] == b' '
            && matches!(word[5], b'\'' | b'"')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_format_and_what_is_not() {
        for text in [
            "%d items, %20s",
            "%02d:%02d",
            "%5d",
            "%2d",
            "%10s",
            "%20d",
            "%05d",
            "%08b",
            "%08x %c",
            "%5d %s",
            "logger.info(\"%-20s|%5d\")",
            "printf(\"%ad %20d %2f\")",
            "%CD%",
            "cd %CD%",
            "%DB_HOST%",
            "%CD%\\%DATE:~0,4%",
            "LIKE '%20%'",
            "where a like '%abc' or b like \"%de\"",
            "rgb(10%20%30%)",
            "hsl(120deg 100%25%)",
            "%h%x09%an%x09%ad %s",
            "@echo off\nset X=%~dp0%1\necho %DATE% %CD%",
            "[%10s] %5.2f",
        ] {
            assert!(is_format(text), "{text}");
        }
        for text in [
            "",
            "a%20b",
            "%2f",
            "%2F%2f",
            "%5b0%5d",
            "a%5b0%5d=1",
            "https%3a%2f%2fa.example%2fd",
            "caf%C3%A9 %d",
            "%C3%A9",
            "100%25",
            "50%20off",
            "10%20d and %C3%A9",
            "%CD%CE",
            "%CD%20",
            "I like%20it",
            "x %20dogs",
            "%41%42",
            "q=%20s%20",
            "%u4E2D%20d",
            "%E4%BD%A0 %d",
            "a%2C b%2d",
        ] {
            assert!(!is_format(text), "{text}");
        }
    }
}
