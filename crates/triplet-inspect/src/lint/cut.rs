//! Delimiters that end the name of a file before its last extension: a filter sees that extension, and a program does not.
#![forbid(unsafe_code)]

use super::climb::is_separator;

/// Where a delimiter stands directly before the extension at the end of a name: `secret.txt?.jpg`, `internal/admin#.png`,
/// `/app/rest/users;.jsp`.
pub(super) fn before_extension(text: &[u8]) -> Option<usize> {
    let dot = text.iter().rposition(|&b| b == b'.')?;
    let at = dot.checked_sub(1)?;
    if !matches!(text[at], b';' | b'?' | b'#') {
        return None;
    }
    let extension = &text[dot + 1..];
    let is_extension = (2..=5).contains(&extension.len())
        && extension.iter().all(u8::is_ascii_alphanumeric)
        && extension.iter().any(u8::is_ascii_alphabetic);
    let before = &text[..at];
    if !is_extension || before.iter().any(|b| *b <= b' ' || matches!(b, b'+' | b'=' | b'&')) {
        return None;
    }
    let name = before.rsplit(is_separator).next().unwrap_or_default();
    let is_cut = match text[at] {
        b';' => !name.is_empty(),
        // A title ends with a question mark, and `C#` is a language.
        b'?' => name.contains(&b'.') && !name.contains(&b'?'),
        b'#' => name.len() > 2 && (name.contains(&b'.') || name.len() < before.len()),
        _ => false,
    };
    is_cut.then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters() {
        for (text, at) in [
            (&b"secret.txt?.jpg"[..], 10),
            (b"internal/admin#.png", 14),
            (b"/app/rest/users;.jsp", 15),
            (b"shell.asp;.jpg", 9),
        ] {
            assert_eq!(before_extension(text), Some(at), "{}", text.escape_ascii());
        }
        for text in [
            &b""[..],
            b".",
            b"?.jpg",
            b"who?.mp3",
            b"Who are you?.mp3",
            b"books/C#.pdf",
            b"a;b.jpg",
            b"a;.0",
            b"/a?b=c;.js",
            b"a.b",
        ] {
            assert_eq!(before_extension(text), None, "{}", text.escape_ascii());
        }
    }
}
