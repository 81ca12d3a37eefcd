//! UTF-8 that a program has read as windows-1252, as Latin-1 or as windows-1251, and written in UTF-8 again: `Ã©` for `é`, `â‚¬` for `€`.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;

use triplet::charset::{self, Charset};

use super::super::find::find;
use super::super::recognized::{Inner, Place, Recognized};

/// The characters of the octets 0x80 to 0x9F in windows-1252 (Encoding standard, index windows-1252).
const WINDOWS_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";

pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    if text.is_ascii() {
        return None;
    }
    let octets: Option<Vec<u8>> = text.chars().map(octet).collect();
    // Text in Latin-1 is hardly ever UTF-8 by accident.
    let read = octets.and_then(|octets| String::from_utf8(octets).ok());
    let (read, charset) = match read {
        Some(read) => (read, "windows-1252"),
        None => (cyrillic(text)?, "windows-1251"),
    };
    let found = Recognized::likely(Inner::Text(read))?;
    if matches!(&found.inner, Inner::Text(read) if read.contains(char::is_control)) {
        return None;
    }
    Some(Recognized { detail: Some(charset.into()), ..found })
}

/// The same of windows-1251: `РїСЂРёРІРµС‚` is *привет*.
fn cyrillic(text: &str) -> Option<String> {
    // Such octets have these characters.
    if !text.contains(['Р', 'С', 'Ð', 'Ñ', 'в', 'Г']) || text.contains("&#") {
        return None;
    }
    let octets = charset::encode_octets(text, Charset::for_label("windows-1251")?).into_owned();
    let read = String::from_utf8(octets).ok()?;
    let letters = read.chars().filter(|c| !c.is_ascii() && c.is_alphabetic()).count();
    // A character that windows-1251 lacks is a reference to it.
    (letters > 1 && find(&read, "&#").is_none()).then_some(read)
}

/// The octet that was read as this character. Where windows-1252 has no character, programs read a control of Latin-1.
fn octet(character: char) -> Option<u8> {
    let of_windows = || {
        let at = WINDOWS_1252.chars().position(|each| each == character)?;
        u8::try_from(0x80 + at).ok()
    };
    u8::try_from(character).ok().or_else(of_windows)
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use super::super::says;

    #[test]
    fn what_was_misread_and_what_was_not() {
        for (text, expected) in [
            ("Ã©tÃ©", "may be été"),
            ("ã\u{81}‚", "may be あ"),
            ("ã\u{81}\u{82}", "may be あ"),
            ("â‚¬ 5", "may be € 5"),
            ("ðŸ˜€", "may be 😀"),
            ("Ð\u{9F}Ñ€", "may be Пр"),
            ("РїСЂРёРІРµС‚", "may be привет"),
            ("РїСЂРёРІРµС‚, 格", "is not"),
            ("Привет", "is not"),
            ("Рік", "is not"),
            ("Сё", "is not"),
            ("été", "is not"),
            ("Ãé", "is not"),
            ("Ã©é", "is not"),
            ("価格", "is not"),
            ("Ã© 格", "is not"),
            ("A plain text", "is not"),
            ("SÃO PAULO", "is not"),
        ] {
            assert_eq!(says(Kind::Mojibake, text), expected, "{text}");
        }
        let link = crate::explain("https://a.example/?q=%C3%83%C2%A9");
        let value = link.root().value("q").expect("a value");
        assert_eq!((value.read(), value.children[0].read()), ("Ã©", "é"));
    }
}
