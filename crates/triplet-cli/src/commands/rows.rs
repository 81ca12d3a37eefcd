//! A text in the rows of a terminal, and as a word of a shell.
#![forbid(unsafe_code)]

use triplet_inspect::is_invisible;

use crate::diagnostics::width;
use crate::escape::visible_line as shown;

/// The rows that one text has at most.
const ROWS: usize = 12;

/// A text in one row of at most so many columns.
pub fn clipped(text: &str, columns: usize) -> String {
    let mut clipped = String::new();
    let mut used = 0;
    let mut last = String::new();
    // Where the ellipsis fits still.
    let mut end = 0;
    for c in text.chars() {
        let piece = shown(c.encode_utf8(&mut [0; 4]).as_bytes());
        used += added(&last, &piece);
        if used > columns {
            clipped.truncate(end);
            clipped.push('…');
            break;
        }
        clipped.push_str(&piece);
        if used < columns {
            end = clipped.len();
        }
        last = piece;
    }
    clipped
}

/// The columns that a character adds after another one: a picture of two characters is as wide as one.
fn added(last: &str, piece: &str) -> usize {
    width(&[last, piece].concat()).saturating_sub(width(last))
}

/// The first rows of a text, and the number of characters that they leave out.
pub fn wrap(text: &str, columns: usize) -> (Vec<String>, usize) {
    let mut rows = Vec::new();
    let (mut row, mut used) = (String::new(), 0);
    let mut last = String::new();
    // Where a word ends in the row.
    let mut space = None;
    let text = text.strip_suffix('\n').unwrap_or(text);
    for (at, c) in text.char_indices() {
        if rows.len() == ROWS {
            return (rows, text[at..].chars().count() + row.chars().count());
        }
        if c == '\n' {
            rows.push(std::mem::take(&mut row));
            (used, space) = (0, None);
            last.clear();
            continue;
        }
        if c == '\r' && text[at + 1..].starts_with('\n') {
            continue;
        }
        let piece = shown(c.encode_utf8(&mut [0; 4]).as_bytes());
        if used + added(&last, &piece) > columns {
            let rest = match space {
                Some(space) => row.split_off(space),
                None => String::new(),
            };
            let whole = std::mem::replace(&mut row, rest);
            rows.push(if space.is_some() { whole.trim_end().to_owned() } else { whole });
            (used, space) = (width(&row), None);
            last.clear();
            if c == ' ' && row.is_empty() {
                continue;
            }
        }
        row.push_str(&piece);
        used += added(&last, &piece);
        last = piece;
        // Not so early that the row is nearly empty.
        if c == ' ' && 2 * used > columns {
            space = Some(row.len());
        }
    }
    if rows.len() == ROWS {
        return (rows, row.chars().count());
    }
    rows.push(row);
    (rows, 0)
}

/// A text as one word of a shell. A text with invisible characters is what `printf` writes (POSIX, XCU `printf`), without line breaks at
/// its end.
pub fn quoted(text: &str) -> String {
    if !text.chars().any(is_invisible) && !text.contains(['\n', '\t']) {
        return format!("'{}'", text.replace('\'', r"'\''"));
    }
    let escaped = text.chars().map(|c| match c {
        '\'' => r"'\''".to_owned(),
        '\\' => r"\\".to_owned(),
        '%' => "%%".to_owned(),
        c if is_invisible(c) || c.is_control() => {
            c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("\\{byte:03o}")).collect()
        }
        c => c.to_string(),
    });
    format!("\"$(printf '{}')\"", escaped.collect::<String>())
}
