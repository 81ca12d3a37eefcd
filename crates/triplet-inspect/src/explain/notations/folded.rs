//! Folded lines of calendars and cards (RFC 5545 section 3.1, RFC 6350 section 3.2): a line that begins with a blank goes on with the line
//! before it. It is read without the line break and the blank, so a link that is folded is whole.
#![forbid(unsafe_code)]

use alloc::string::String;

use super::super::recognized::{Inner, Place, Recognized};

/// A text with a folded line. Each line that is not folded begins with the name of a property in capitals and a colon.
pub(crate) fn recognize(text: &str, place: Place) -> Option<Recognized> {
    if place != Place::Whole || !text.contains("\n ") && !text.contains("\n\t") {
        return None;
    }
    let mut read = String::with_capacity(text.len());
    let mut is_folded = false;
    for line in text.split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if let Some(rest) = line.strip_prefix([' ', '\t']) {
            is_folded |= !read.is_empty();
            read.push_str(rest);
            continue;
        }
        if !read.is_empty() {
            read.push('\n');
        }
        read.push_str(line);
    }
    let is_known = |line: &str| line.is_empty() || is_property(line);
    let is_card = is_folded && is_property(&read) && read.lines().all(is_known);
    if is_card { Recognized::certain(Inner::Text(read)) } else { None }
}

/// Whether a line begins with the name of a property, its parameters, and a colon that no space follows: `URL;VALUE=URI:https://a.example`.
fn is_property(line: &str) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'-';
    let name = line.bytes().take_while(is_part).count();
    let rest = &line[name..];
    name > 1 && rest.starts_with([':', ';']) && rest.contains(':') && !rest.starts_with(": ")
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use super::super::says;

    #[test]
    fn what_is_folded_and_what_is_not() {
        for (text, expected) in [
            (
                "URL:https://a.example/?a=%2\r\n 0b&c=1\r\nSUMMARY:A",
                "is URL:https://a.example/?a=%20b&c=1\nSUMMARY:A",
            ),
            (
                "BEGIN:VEVENT\nNOTE;X=\"a:b\":one\n  two\nEND:VEVENT",
                "is BEGIN:VEVENT\nNOTE;X=\"a:b\":one two\nEND:VEVENT",
            ),
            ("TEL:1\n\t2", "is TEL:12"),
            ("URL:https://a.example/\nSUMMARY:A", "is not"),
            ("List-Id: <a.example>\n <b>", "is not"),
            ("SELECT a\n FROM b", "is not"),
            ("GET: a\n b", "is not"),
            ("NOTE:one\n two\nand three", "is not"),
            ("NOTE;X=a\n b:c", "is NOTE;X=ab:c"),
            ("a:\n  b: c", "is not"),
        ] {
            assert_eq!(says(Kind::Folded, text), expected, "{text}");
        }
    }
}
