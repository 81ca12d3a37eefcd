//! References in markup, whatever they begin with: in attributes of HTML (`href="a%20b.html"`), in Markdown (`](a%20b.png)`) and in CSS
//! (`url(a%20b.png)`).
#![forbid(unsafe_code)]

/// Attributes whose values are references.
const ATTRIBUTES: [&str; 4] = ["href", "src", "action", "poster"];

/// A longer reference is not looked for in parentheses: the whole takes linear time.
const MOST: usize = 1024;

/// The length of the reference with a triplet that begins a text, if what is before the text is such markup. A reference with a scheme
/// is found without it.
pub(super) fn reference_len(before: &str, text: &str) -> Option<usize> {
    let value = match before.as_bytes().last()? {
        quote @ (b'"' | b'\'') => {
            let value = &text[..text.find([char::from(*quote), '\n'])?];
            let head = &before[..before.len() - 1];
            let is_attribute = head.strip_suffix('=').is_some_and(|head| {
                ATTRIBUTES.iter().any(|name| head.ends_with(name)) && head.len() > 6
            });
            if !is_attribute && !head.ends_with("url(") {
                return None;
            }
            value
        }
        b'(' if before.ends_with("](") || before.ends_with("url(") => {
            let mut depth = 0_usize;
            let mut is_end = |byte: &u8| {
                depth += usize::from(*byte == b'(');
                let is_closed = *byte == b')' && depth == 0;
                depth -= usize::from(*byte == b')' && !is_closed);
                is_closed || byte.is_ascii_whitespace() || b"<>\"'[]".contains(byte)
            };
            let length = text.bytes().take(MOST).position(|byte| is_end(&byte))?;
            &text[..length]
        }
        _ => return None,
    };
    let is_known = |c: char| !c.is_whitespace() && !"<>\"'`{}".contains(c);
    let first = value.split(['/', '?', '#']).next().unwrap_or_default();
    (value.chars().all(is_known) && !first.contains(':') && super::form::has_triplet(value))
        .then_some(value.len())
}
