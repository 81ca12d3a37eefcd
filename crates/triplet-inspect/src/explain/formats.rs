//! Texts whose percent signs are of formats (`printf`, `strftime`), of variables of a batch file, of patterns of SQL, or percentages.
#![forbid(unsafe_code)]

use triplet::{decode, decode_triplet};

use super::find::find;

/// Whether each triplet of a text is part of such a notation, and something in it is hardly anything else.
pub(super) fn is_format(text: &str) -> bool {
    if is_code(text) {
        return true;
    }
    let bytes = text.as_bytes();
    let is_triplet = |at: usize| decode_triplet(bytes.get(at..).unwrap_or_default());
    let is_pattern = has_pattern(text);
    let (mut is_sure, mut has_triplet, mut has_words) = (is_pattern, false, false);
    // How many triplets have their percent sign doubled, and whether all have.
    let (mut doubled, mut is_doubled) = (0, true);
    let mut at = 0;
    // Where the last conversion ends.
    let mut last = 0;
    while let Some(found) = text[at..].find('%') {
        at += found;
        let before = at.checked_sub(1).filter(|_| at != last).map(|before| bytes[before]);
        if let Some(length) = variable(&bytes[at..]) {
            is_sure = true;
            has_triplet |= is_triplet(at).is_some();
            at += length;
            continue;
        }
        // An object, in a format of Cocoa.
        if bytes[at..].starts_with(b"%@") {
            is_sure = true;
            at += 2;
            last = at;
            continue;
        }
        // A percent sign in a format.
        if bytes[at..].starts_with(b"%%") {
            if let Some(octet) = is_triplet(at + 1) {
                has_triplet = true;
                doubled += 1;
                is_doubled &= octet.is_ascii();
            }
            at += 2;
            continue;
        }
        is_doubled &= is_triplet(at).is_none();
        let is_after_word = at > 0 && is_word(bytes[at - 1]);
        let conversion =
            conversion(&bytes[at..]).filter(|found| found.is_control || !is_after_word);
        match (is_triplet(at), conversion) {
            (None, conversion) => {
                is_sure |= conversion.is_some_and(|found| found.is_sure || found.is_usual);
                at += conversion.map_or(1, |found| found.length);
                last = at;
            }
            (Some(_), Some(found)) => {
                has_triplet = true;
                is_sure |= found.is_sure || found.is_usual && found.length == text.len();
                at += found.length;
                last = at;
            }
            (Some(octet), None) => {
                has_triplet = true;
                let percentages = percentages(&bytes[at..]);
                let digits = &bytes[at + 1..at + 3];
                // A conversion with a letter or a digit after it.
                let is_letter = digits[0].is_ascii_lowercase() && !before.is_some_and(is_word);
                if percentages > 0 && before.is_some_and(|byte| byte.is_ascii_digit()) {
                    is_sure = true;
                    at += percentages;
                } else if is_pattern {
                    at += 3;
                } else if !octet.is_ascii()
                    && (is_letter || digits.iter().all(u8::is_ascii_alphabetic))
                {
                    has_words = true;
                    at += 3;
                } else {
                    return false;
                }
            }
        }
    }
    is_sure |= doubled > 1 && is_doubled;
    // Letters of a word beside formats; without them they are octets.
    has_triplet && is_sure && !(has_words && has_run(bytes)) && !(is_pattern && has_letters(text))
}

/// The length of what a program fills in that a reference goes on with: `%s`, `%@`, `%1$s`, `%{NAME}`.
pub(super) fn conversion_length(rest: &[u8]) -> Option<usize> {
    match rest {
        [b'%', b'@', ..] => Some(2),
        [b'%', b'{', after @ ..] => {
            let name = after.iter().take(64).take_while(|byte| is_word(**byte)).count();
            (after.get(name) == Some(&b'}')).then_some(name + 3)
        }
        _ => {
            let found = conversion(rest).filter(|found| found.is_usual || found.is_sure)?;
            Some(found.length)
        }
    }
}

/// Whether triplets of a text with words are likelier something else: the remainder of a division, a percentage with a unit, a format
/// that nothing else shows.
pub(super) fn is_doubtful(text: &str) -> bool {
    if !text.contains(' ') {
        return false;
    }
    let bytes = text.as_bytes();
    let byte = |at: Option<usize>| at.and_then(|at| bytes.get(at)).copied();
    let is_triplet = |at: usize| bytes.get(at..).and_then(decode_triplet).is_some();
    let signs = || text.match_indices('%').map(|(at, _)| at);
    let is_end = |next: Option<u8>| !next.is_some_and(|next| is_word(next) || next == b'%');
    let after_number =
        |at: usize| byte(at.checked_sub(1)).is_some_and(|before| before.is_ascii_digit());
    let has_percentage =
        signs().any(|at| !is_triplet(at) && after_number(at) && is_end(byte(Some(at + 1))));
    let has_operator = OPERATORS.iter().any(|each| find(text, each).is_some());
    let mut found = false;
    for at in signs().filter(|&at| is_triplet(at)) {
        found = true;
        let before = byte(at.checked_sub(1));
        let digits = &bytes[at + 1..at + 3];
        let is_ended = is_end(byte(Some(at + 3)));
        let are_letters = digits.iter().all(u8::is_ascii_alphabetic);
        let is_unit = after_number(at) && digits != b"25";
        let are_digits = digits.iter().all(u8::is_ascii_digit);
        let is_before_word = are_digits && byte(Some(at + 3)) == Some(b' ');
        // Before its number, as in Turkish or in Basque, and in a list of prices.
        let is_start = |before: u8| before.is_ascii_whitespace() || b"(\"'-".contains(&before);
        let is_first = are_digits && before.is_none_or(is_start);
        let is_whole = digits == b"10" && byte(Some(at + 3)) == Some(b'0');
        let is_ended = is_ended || is_first && is_whole && is_end(byte(Some(at + 4)));
        let is_percentage =
            is_unit && (has_percentage || are_letters || is_before_word) || is_first;
        let name = bytes[..at].iter().rev().take(3).take_while(|byte| is_word(**byte)).count();
        let is_remainder = has_operator
            && (name > 0 || before == Some(b')'))
            && (are_digits || name < 3 && digits[0].is_ascii_lowercase());
        let is_word =
            before.is_none_or(|before| before == b' ') && digits.iter().all(u8::is_ascii_lowercase);
        if !is_ended || !(is_percentage || is_remainder || is_word) {
            return false;
        }
    }
    found
}

/// What stands beside the remainder of a division.
const OPERATORS: [&str; 10] =
    [" = ", " == ", " != ", " < ", " > ", " += ", " === ", " && ", " || ", " % "];

/// Whether the triplets of a text have UTF-8 outside ASCII.
fn has_letters(text: &str) -> bool {
    let is_octet = |octet: u8| !octet.is_ascii();
    let octets = decode(text).lenient().to_bytes();
    let mut chunks = octets.utf8_chunks();
    text.is_ascii() && octets.iter().any(|&octet| is_octet(octet)) && {
        chunks.any(|chunk| chunk.valid().bytes().any(is_octet))
    }
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
    /// `%02d`: as a triplet it is a control character that no text has.
    is_control: bool,
}

fn conversion(text: &[u8]) -> Option<Conversion> {
    let count = |from: usize, is_part: fn(&u8) -> bool| {
        text[from..].iter().take(8).take_while(|byte| is_part(byte)).count()
    };
    // The number of an argument: `%1$s`.
    let number = count(1, u8::is_ascii_digit);
    let number = if text.get(1 + number) == Some(&b'$') && number > 0 { number + 1 } else { 0 };
    let flags = count(1 + number, |byte| b"-+#".contains(byte));
    let digits = count(1 + number + flags, |byte| byte.is_ascii_digit() || *byte == b'.');
    let end = 1 + number + flags + digits;
    let letter = *text.get(end)?;
    if !b"dsxXfubioceEgGp".contains(&letter) || text.get(end + 1).copied().is_some_and(is_word) {
        return None;
    }
    let is_usual = matches!(letter, b'd' | b's');
    let is_control = matches!(decode_triplet(text), Some(1..=8)) && b"duixXf".contains(&letter);
    let is_sure = number > 0 || flags > 0 || digits > 1;
    Some(Conversion { length: end + 1, is_sure, is_usual, is_control })
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

/// Registers of x86 whose first letters are digits, as AT&T writes them.
const REGISTERS: [&str; 6] = ["eax", "ebx", "ecx", "edx", "edi", "ebp"];

/// Words before the hash of a Perl program.
const HASHES: [&str; 6] = ["my ", "our ", "local ", "keys ", "values ", "each "];

/// Whether each triplet of a text is the start of a register of an assembler, or of a hash of Perl.
fn is_code(text: &str) -> bool {
    let is_triplet = |at: &usize| decode_triplet(&text.as_bytes()[*at..]).is_some();
    let mut signs = text.match_indices('%').map(|(at, _)| at).filter(is_triplet).peekable();
    signs.peek().is_some()
        && signs.all(|at| {
            let rest = &text[at + 1..];
            let length = rest.bytes().take_while(|byte| is_word(*byte)).count();
            let before = &text[..at];
            REGISTERS.contains(&&rest[..length]) && before.ends_with([' ', ',', '(', '\t', '%'])
                || length > 2
                    && rest
                        .bytes()
                        .take(length)
                        .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
                    && HASHES.iter().any(|each| before.ends_with(each))
        })
}

/// Whether a word is in a text that stands before a format, or that of SQL before a pattern.
pub(super) fn has_pattern(text: &str) -> bool {
    FORMATTING.iter().any(|each| find(text, each).is_some())
        || text.as_bytes().windows(6).any(|word| {
            word[..4].eq_ignore_ascii_case(b"like")
                && (word[4] == b'(' || word[4] == b' ' && matches!(word[5], b'\'' | b'"'))
        })
}

/// What stands before a format: of C and of its kin, of `find`, of Git, of `date`.
const FORMATTING: [&str; 6] = ["printf", "scanf(", "strftime", "--format=", "--pretty=", "date +"];

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
            "IMG_%d%02d.jpg",
            "ffmpeg -i in.mp4 frame%03d.png",
            "%05d%c2%x",
            "%1$s %2$d %%20",
            "awk '{printf \"%d%%20\\n\",$1}'",
            "i = printf(\"vrai : %20%20%20%d|\\n\", 10);",
            "find . -printf \"%f%20p\\n\"",
            "git log --format=%ad%ae%b",
            "sscanf(buf, \"%2d%2x%1c\", &a)",
            "mov %eax,%ebx ; add %edx, %ecx",
            "my %cafe = (); my %deed;",
            "for (keys %data) { print }",
            "NSLog(@\"%@ %%20 %ld%%\", x, y);",
            "gsub(\"%%\", \"%%25\"):gsub(\"/\", \"%%2F\")",
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
            "2%%20Reduced%20Fat%20Milk",
            "caf%c3%a9 %d",
            "caf%e9 and %20d",
            "file%00.jpg",
            "a%02",
            "a like '%E4%BD%A0%'",
            "%%E4%%BD%%A0",
            "%83e%83X%83g",
            "%93d%98b",
            "une %e9cole",
            "%eax%20b",
            "my %cafe and caf%e9",
        ] {
            assert!(!is_format(text), "{text}");
        }
    }

    #[test]
    fn what_is_doubtful_and_what_is_not() {
        for text in [
            "a = b%c5",
            "if i%20 == 0: print(i)",
            "x = 17%25",
            "80%AB blood",
            "100%CA cotton",
            "the %af thing",
            "yield was 25%AC and 75%DC",
            "CPU 50%DB 20%",
            "25% idle 75%user 20%41",
            "5%20 of what? no idea",
            "enflasyon %65'e, faiz %45.",
            "Sale: %50 off",
            "%100 pamuk",
            "prezzo -%30",
            "i%2==0 && j%25!=1",
            "return x%20 if x else \"a%d\" % x",
        ] {
            assert!(is_doubtful(text), "{text}");
        }
        for text in [
            "",
            "a b",
            "i%20==0",
            "caf%E9 au lait",
            "name = caf%E9",
            "title = J%FCrgen",
            "20%B0C today",
            "50%20off today",
            "100%25 sure",
            "%E0 la plage",
            "5%C3%A9 a",
            "a = b%20c",
            "Progress 12%0A done",
            "a %20b",
            "%41 and %C3%A9",
        ] {
            assert!(!is_doubtful(text), "{text}");
        }
    }
}
