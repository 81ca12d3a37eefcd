//! Text that a program has read in the wrong charset, and written in UTF-8 again: UTF-8 read as windows-1252 (`Ã©` for `é`), as GBK
//! (`浣犲ソ` for `你好`) or another charset, and GBK, EUC-KR or windows-1251 read as Latin-1 (`ÖÐ¹ú` for `中国`).
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use triplet::charset::{self, Charset};
use triplet::readings::{Evidence, Languages, Reason, Writing, judge, rank};

use super::super::recognized::{Inner, Place, Recognized};

/// The characters of the octets 0x80 to 0x9F in windows-1252 (Encoding standard, index windows-1252).
const WINDOWS_1252: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";

/// Other charsets in which UTF-8 is read, and characters that all such texts have: those of the first octets of UTF-8.
const OTHERS: [(&str, &str); 3] = [("windows-1251", "РСвГ"), ("IBM866", "╨╤"), ("KOI8-R", "пя")];

/// At most this part of a text says in which charset it was.
const RANKED: usize = 1024;

/// The characters of a text that are tried first.
const HEAD: usize = 64;

pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    if text.is_ascii() {
        return None;
    }
    let latin: Option<Vec<u8>> = text.chars().map(octet).collect();
    let (read, detail) = match latin.map(String::from_utf8) {
        // Text in Latin-1 is hardly ever UTF-8 by accident.
        Some(Ok(read)) => (read, "UTF-8 as windows-1252".into()),
        Some(Err(error)) if has_run(text) => {
            let (read, charset) = legacy(error.as_bytes())?;
            if charset.name() == "KOI8-R" || charset.name() == "windows-1251" && !has_words(&read) {
                return None;
            }
            (read, alloc::format!("{} as windows-1252", charset.name()))
        }
        Some(Err(_)) => return None,
        None => misread(text).or_else(|| inverted(text))?,
    };
    if read.contains(|c: char| c.is_control() && !"\t\r\n".contains(c)) {
        return None;
    }
    let found = Recognized::likely(Inner::Text(read))?;
    Some(Recognized { detail: Some(detail), ..found })
}

/// The octet that was read as this character. Where windows-1252 has no character, programs read a control of Latin-1.
fn octet(character: char) -> Option<u8> {
    let of_windows = || {
        let at = WINDOWS_1252.chars().position(|each| each == character)?;
        u8::try_from(0x80 + at).ok()
    };
    u8::try_from(character).ok().or_else(of_windows)
}

/// UTF-8 that was read in a charset other than windows-1252, and which charset it was.
fn misread(text: &str) -> Option<(String, String)> {
    if text.contains("&#") {
        return None;
    }
    let is_ideograph = |c| matches!(c, '\u{4E00}'..='\u{9FFF}');
    let with_signs = OTHERS.iter().filter(|(_, signs)| text.contains(|c: char| signs.contains(c)));
    let east_asian: &[&str] =
        if text.contains(is_ideograph) { &["gb18030", "Shift_JIS", "Big5"] } else { &[] };
    let names = with_signs.map(|(name, _)| *name).chain(east_asian.iter().copied());
    let head = text.char_indices().nth(HEAD).map_or(text, |(end, _)| &text[..end]);
    names.into_iter().find_map(|name| {
        // Most texts are not, and their start says so.
        utf8(&octets_in(head, name)?)?;
        let octets = octets_in(text, name)?;
        let read = utf8(&octets)?;
        let letters = read.chars().filter(|c| !c.is_ascii() && c.is_alphabetic()).count();
        (letters > 1).then(|| (read.into(), alloc::format!("UTF-8 as {name}")))
    })
}

/// The text of octets in UTF-8. A character of two octets may have taken the last one: what is cut at the end is left out.
fn utf8(octets: &[u8]) -> Option<&str> {
    match str::from_utf8(octets) {
        Ok(read) => Some(read),
        Err(error) if error.error_len().is_none() => {
            str::from_utf8(&octets[..error.valid_up_to()]).ok()
        }
        Err(_) => None,
    }
}

/// The octets of a text in a charset; `None` if it lacks a character.
fn octets_in(text: &str, name: &str) -> Option<Vec<u8>> {
    let charset = Charset::for_label(name)?;
    let mut octets = Vec::with_capacity(text.len());
    for (number, piece) in text.split('€').enumerate() {
        // GBK has the sign of the euro in one octet.
        if number > 0 {
            octets.push(0x80);
        }
        octets.extend_from_slice(&charset::encode_octets(piece, charset));
    }
    // A character that the charset lacks is a reference to it.
    let is_whole = !octets.windows(2).any(|pair| pair == b"&#");
    is_whole.then_some(octets)
}

/// Whether four characters outside ASCII stand in a row, as in no word of Latin letters.
fn has_run(text: &str) -> bool {
    let mut run = 0;
    text.chars().any(|c| {
        run = if c.is_ascii() { 0 } else { run + 1 };
        run == 4
    })
}

/// Whether a letter of Cyrillic is in a text twice. A list of letters with accents has each of them once.
fn has_words(text: &str) -> bool {
    let mut seen = 0_u128;
    text.chars().filter(|c| ('А'..='ё').contains(c)).any(|c| {
        let bit = 1 << (u32::from(c) - u32::from('А'));
        let is_again = seen & bit != 0;
        seen |= bit;
        is_again
    })
}

/// The text of octets of East Asia or of Cyrillic.
fn legacy(octets: &[u8]) -> Option<(String, Charset)> {
    let found = charset::candidates_octets(&octets[..octets.len().min(RANKED)]);
    let best = found.first().filter(|best| best.evidence == Evidence::Plausible)?;
    let is_foreign = match best.reason {
        Reason::Frequent(writing) => {
            use Writing::{Cyrillic, Japanese, Korean, Simplified, Traditional};
            matches!(writing, Cyrillic | Japanese | Korean | Simplified | Traditional)
        }
        _ => false,
    };
    let read = charset::decode_octets(octets, best.charset).to_str().ok().map(Cow::into_owned);
    Some((read.filter(|_| is_foreign)?, best.charset))
}

/// Russian in KOI8-R that was read as windows-1251, or the other way round: it has capitals for small letters, `рТЙЧЕФ` for `Привет`.
fn inverted(text: &str) -> Option<(String, String)> {
    let is_inverted = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(|c| ('а'..='я').contains(&c))
            && letters.clone().count() > 3
            && letters.all(|c| ('А'..='Я').contains(&c))
    };
    if !text.split(|c: char| !c.is_alphabetic()).any(is_inverted) {
        return None;
    }
    let pairs = [("windows-1251", "KOI8-R"), ("KOI8-R", "windows-1251")];
    let found = pairs.into_iter().filter_map(|(wrong, right)| {
        let octets = octets_in(text, wrong)?;
        let (read, charset) = legacy(&octets)?;
        // The letters are the same in both.
        let judged = judge("windows-1251", &octets, &read, 0, Languages::default());
        (charset.name() == right).then(|| (judged, read, alloc::format!("{right} as {wrong}")))
    });
    let mut found: Vec<_> = found.collect();
    rank(&mut found, |(judged, ..)| judged);
    found.into_iter().next().map(|(_, read, detail)| (read, detail))
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
            // UTF-8 as GBK, the last one with half a character at its end, and as Shift_JIS.
            ("浣犲ソ", "may be 你好"),
            ("绠€鍗�", "is not"),
            ("绠€鍗曠殑", "may be 简单的"),
            ("name: 浣犲ソ锛屼笘鐣", "may be name: 你好，世"),
            ("縺薙ｌ縺ｯSome", "may be これはSome"),
            ("中国标准时间", "is not"),
            ("鍔力 瀏覽器 鐵路", "is not"),
            ("魏書 鏡花緣 浣紗", "is not"),
            ("日本語の漢字", "is not"),
            // UTF-8 as IBM866 and as KOI8-R.
            ("╨Я╤А╨╕╨▓╨╡╤В", "may be Привет"),
            ("п÷я─п╦п╡п╣я┌", "may be Привет"),
            // GBK, EUC-KR and windows-1251 as windows-1252.
            ("zone 'ÖÐ¹ú±ê×¼Ê±¼ä' is unknown", "may be zone '中国标准时间' is unknown"),
            ("zone '´ëÇÑ¹Î±¹ Ç¥ÁØ½Ã'", "may be zone '대한민국 표준시'"),
            ("Ïðèâåò, Ñàøà", "may be Привет, Саша"),
            ("ÁÉÍÓÚ ÀÂÃ ÇÑ", "is not"),
            ("äöüß ÄÖÜ", "is not"),
            ("àèìòù éêëî", "is not"),
            ("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏ", "is not"),
            ("ÍSLENSK ÞJÓÐ ÆÐI", "is not"),
            ("¿¡Qué!? «Él» °C ½", "is not"),
            // KOI8-R as windows-1251, and the other way round.
            ("рТЙЧЕФ! лБЛ ДЕМБ?", "may be Привет! Как дела?"),
            ("оПХБЕР, ЙЮЙ ДЕКЮ?", "may be Привет, как дела?"),
            ("тЕКСТ с мАЛОЙ", "is not"),
            ("ГОСТ РВ 15.203", "is not"),
        ] {
            assert_eq!(says(Kind::Mojibake, text), expected, "{text}");
        }
        let link = crate::explain("https://a.example/?q=%C3%83%C2%A9");
        let value = link.root().value("q").expect("a value");
        assert_eq!((value.read(), value.children[0].read()), ("Ã©", "é"));
    }
}
