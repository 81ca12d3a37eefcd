//! Character references (HTML standard, section 13.5): `&amp;`, `&#38;`, `&#x26;`.
//!
//! Only those that end with `;` are read. Without it a browser reads some in the text of a page, and does not in an attribute: the link
//! `?a=1&copy=2` is itself.
#![forbid(unsafe_code)]

use alloc::string::String;

use triplet::charset::{self, Charset};

use super::super::recognized::{Inner, Place, Recognized};
#[cfg(feature = "all-notations")]
use super::Character;

/// The names of the characters from U+00A0 on, in their order.
const LATIN_1: [&str; 96] = [
    "nbsp", "iexcl", "cent", "pound", "curren", "yen", "brvbar", "sect", "uml", "copy", "ordf",
    "laquo", "not", "shy", "reg", "macr", "deg", "plusmn", "sup2", "sup3", "acute", "micro",
    "para", "middot", "cedil", "sup1", "ordm", "raquo", "frac14", "frac12", "frac34", "iquest",
    "Agrave", "Aacute", "Acirc", "Atilde", "Auml", "Aring", "AElig", "Ccedil", "Egrave", "Eacute",
    "Ecirc", "Euml", "Igrave", "Iacute", "Icirc", "Iuml", "ETH", "Ntilde", "Ograve", "Oacute",
    "Ocirc", "Otilde", "Ouml", "times", "Oslash", "Ugrave", "Uacute", "Ucirc", "Uuml", "Yacute",
    "THORN", "szlig", "agrave", "aacute", "acirc", "atilde", "auml", "aring", "aelig", "ccedil",
    "egrave", "eacute", "ecirc", "euml", "igrave", "iacute", "icirc", "iuml", "eth", "ntilde",
    "ograve", "oacute", "ocirc", "otilde", "ouml", "divide", "oslash", "ugrave", "uacute", "ucirc",
    "uuml", "yacute", "thorn", "yuml",
];

/// Other names that texts have. Names that are not known stay as they are written.
const OTHERS: [(&str, char); 16] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("euro", '€'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("sbquo", '‚'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bdquo", '„'),
    ("hellip", '…'),
    ("bull", '•'),
];

pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    let mut read = String::new();
    let mut is_certain = false;
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let Some((character, length, is_sure)) = reference(&rest[at + 1..]) else {
            read.push_str(&rest[..=at]);
            rest = &rest[at + 1..];
            continue;
        };
        is_certain |= is_sure;
        read.push_str(&rest[..at]);
        read.push(character);
        rest = &rest[at + 1 + length..];
    }
    read.push_str(rest);
    if read.len() == text.len() {
        return None;
    }
    let found = Recognized::certain(Inner::Text(read))?;
    Some(Recognized { is_certain, ..found })
}

/// The character of the reference that a text begins with, and its length.
#[cfg(feature = "all-notations")]
pub(crate) fn escape(text: &str) -> Option<(Character, usize)> {
    let (character, length, _) = reference(text.strip_prefix('&')?)?;
    Some((Character::new(character), 1 + length))
}

/// The reference with which a text after a `&` begins: its character, its length, and whether it is hardly anything else. `&reg;` may
/// be the end of a statement in C.
fn reference(text: &str) -> Option<(char, usize, bool)> {
    if let Some(number) = text.strip_prefix('#') {
        let (start, radix) = if number.starts_with(['x', 'X']) { (1, 16) } else { (0, 10) };
        let digits = &number[start..];
        let length = digits.find(|c: char| !c.is_digit(radix))?;
        let value = u32::from_str_radix(&digits[..length], radix).ok()?;
        let is_ended = digits[length..].starts_with(';');
        return is_ended.then_some((numbered(value)?, 1 + start + length + 1, true));
    }
    let length = text.bytes().take(8).take_while(u8::is_ascii_alphanumeric).count();
    if length == 0 || !text[length..].starts_with(';') {
        return None;
    }
    let name = &text[..length];
    let character = match OTHERS.iter().find(|(other, _)| *other == name) {
        Some((_, character)) => *character,
        None => {
            let place = LATIN_1.iter().position(|each| *each == name)?;
            char::from(u8::try_from(0xA0 + place).ok()?)
        }
    };
    let is_sure = character.is_ascii() || character.is_alphabetic() || name == "nbsp";
    Some((character, length + 1, is_sure))
}

/// The character of a number. As the standard has it (section 13.2.5.80), those of the C1 controls are of windows-1252.
fn numbered(value: u32) -> Option<char> {
    let character = char::from_u32(value).filter(|&c| c != '\0')?;
    if !(0x80..0xA0).contains(&value) {
        return Some(character);
    }
    let written = alloc::format!("%{value:02X}");
    let text = charset::decode(&written, Charset::for_label("windows-1252")?).to_str().ok()?;
    text.chars().next()
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use super::super::says;

    #[test]
    fn what_is_html_and_what_is_not() {
        for (text, expected) in [
            ("https://a.example/?a=1&amp;b=2", "is https://a.example/?a=1&b=2"),
            ("?a=1&#38;b=2&#x26;c=3", "is ?a=1&b=2&c=3"),
            ("&lt;a href=&quot;/?x=1&amp;amp;y=2&quot;&gt;", "is <a href=\"/?x=1&amp;y=2\">"),
            ("f&uuml;r 5&nbsp;&euro;, it&#146;s &unknown;", "is für 5\u{A0}€, it’s &unknown;"),
            ("&#128512;&#X1f600;", "is 😀😀"),
            ("write(5, &reg);", "is not"),
            ("p = &reg;", "may be p = ®"),
            ("https://a.example/?a=1&copy=2&lt=3&amp=4", "is not"),
            ("?a=1&#38", "is not"),
            ("&#0; &#xD800; &#x110000; &#99999999999; &#; &#x; &;", "is not"),
            ("AT&T; R&D;", "is not"),
        ] {
            assert_eq!(says(Kind::Html, text), expected, "{text}");
        }
    }
}
