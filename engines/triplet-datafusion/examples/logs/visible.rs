//! Text for a terminal.

/// The text with what is not printable shown as `\u{1b}`: a log is written by strangers, and decoded it can hold
/// sequences that a terminal obeys. A file or a pipe gets the bytes as they are.
pub fn of(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        // After a letter, so that a mark that combines with it is printable.
        let escaped = format!("a{c}").escape_debug().skip(1).count() > 1;
        if escaped && !matches!(c, '\n' | '\\' | '\'' | '"') {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}
