//! Octets that are nearly UTF-8: of a link that was cut within a character or a triplet, with one wrong octet in a text, or with
//! characters in more octets than they need.
#![forbid(unsafe_code)]

#[cfg(feature = "all-notations")]
use alloc::string::String;
#[cfg(feature = "all-notations")]
use alloc::vec::Vec;

use triplet::readings::{Evidence, Reason};
use triplet::{decode, decode_triplet};

use super::form::has_triplet;
use super::latin::has_latin_word;

/// What a text with triplets is that is nearly UTF-8, and how sure that is.
pub(super) fn nearly_utf8(written: &str) -> Option<(Reason, Evidence)> {
    let octets = decode(&written[..whole(written)]).lenient().to_bytes();
    let error = str::from_utf8(&octets).err()?;
    let (valid, rest) = octets.split_at(error.valid_up_to());
    let valid = str::from_utf8(valid).unwrap_or_default();
    let two = valid.chars().filter(|c| c.len_utf8() == 2).count();
    let long = valid.chars().filter(|c| c.len_utf8() > 2).count();
    let Some(length) = error.error_len() else {
        // A capital of Latin-1 after a small letter is the first octet of a small letter: `caf%C3`.
        let is_capital =
            matches!(rest, [0xC3..=0xC5]) && valid.ends_with(|c: char| c.is_ascii_lowercase());
        let is_strong = long > 2 || two > 4 || two > 1 && has_latin_word(valid);
        let evidence = if is_strong { Evidence::Strong } else { Evidence::Plausible };
        // A first part of a character before a half triplet or an ellipsis.
        let is_ended = rest.len() > 1 && whole(written) < written.len();
        return (two + long > 0 || is_capital || is_ended || rest.starts_with(b"\xF0\x9F"))
            .then_some((Reason::CutUtf8, evidence));
    };
    if !cfg!(feature = "all-notations") {
        return None;
    }
    if written.is_ascii()
        && let Some(reason) = damaged(&octets)
    {
        return Some((reason, Evidence::Plausible));
    }
    // One wrong octet.
    let text = [valid, str::from_utf8(&rest[length..]).ok()?].concat();
    let mut others = text.chars().filter(|c| !c.is_ascii());
    let count = others.clone().count();
    let script = |c: char| u32::from(c) >> 8;
    let first = others.next().map(script);
    let is_one_script = count > 3 && others.all(|c| Some(script(c)) == first);
    let is_long = text.chars().filter(|c| c.len_utf8() > 2).count() > 2;
    (is_long || is_one_script || count > 2 && has_latin_word(&text))
        .then_some((Reason::Malformed, Evidence::Plausible))
}

/// Whether octets end with a first part of two or three octets of a character in UTF-8, and are ASCII before it.
#[cfg(feature = "all-notations")]
pub(super) fn ends_in_part(octets: &[u8]) -> bool {
    let error = str::from_utf8(octets).err();
    error.is_some_and(|error| {
        let (valid, rest) = octets.split_at(error.valid_up_to());
        error.error_len().is_none() && rest.len() > 1 && valid.is_ascii()
    })
}

/// Why octets are UTF-8 though several of them are wrong: they have characters of three octets, and hardly more places that are wrong;
/// or they are words of Latin letters, some in UTF-8 and some in Latin-1.
fn damaged(octets: &[u8]) -> Option<Reason> {
    let (mut long, mut cut, mut wrong, mut is_latin) = (0, 0, 0, true);
    let (mut is_before_percent, mut has_word) = (false, false);
    // Whether each place is the start of a character before what ends a word.
    let (mut two, mut is_cut) = (0, true);
    // What is before a place that is wrong, and the octets there.
    let mut last: Option<(Option<char>, &[u8])> = None;
    for chunk in octets.utf8_chunks() {
        let valid = chunk.valid();
        if let Some((before, bad)) = last {
            let is_small = |c: Option<char>| c.is_some_and(|c| c.is_ascii_lowercase());
            is_latin &= matches!(bad, [0xC0..=0xFF])
                && (is_small(before) || is_small(valid.chars().next()));
            is_before_percent |= bad.len() > 1 && valid.starts_with('%');
            let is_start = str::from_utf8(bad).is_err_and(|error| error.error_len().is_none());
            let is_end = |c: char| c.is_ascii_whitespace() || "\"'`&<>)]},;".contains(c);
            is_cut &= is_start && (valid.is_empty() || valid.starts_with(is_end));
        }
        long += valid.chars().filter(|c| c.len_utf8() > 2).count();
        two += valid.chars().filter(|c| c.len_utf8() == 2).count();
        has_word |= has_latin_word(valid);
        match chunk.invalid().len() {
            0 => last = None,
            length => {
                last = Some((valid.chars().next_back(), chunk.invalid()));
                (cut, wrong) = if length > 1 { (cut + 1, wrong) } else { (cut, wrong + 1) };
            }
        }
    }
    if wrong == 0 && is_before_percent {
        return Some(Reason::CutUtf8);
    }
    if is_cut && cut > 0 && last.is_none() && (long > 0 || two > 1) {
        return Some(Reason::CutUtf8);
    }
    let is_long = long > 0 && wrong == 0 || long > 1 && wrong + cut <= long;
    let is_latin = is_latin && has_word && long == 0 && cut == 0 && last.is_none();
    if is_long || is_latin {
        return Some(Reason::Malformed);
    }
    (is_cut && last.is_none() && (long > 0 || two > 1)).then_some(Reason::CutUtf8)
}

/// The length of a text without the ellipsis and the half triplet at its end.
fn whole(written: &str) -> usize {
    let text = written.strip_suffix('…').or_else(|| written.strip_suffix("..."));
    let text = text.unwrap_or(written);
    half_triplet(text).unwrap_or(text.len())
}

/// Where the first part of a triplet is with which a text ends that was cut. In `50%` and `a%20100%` it is a percent sign.
fn half_triplet(text: &str) -> Option<usize> {
    let digits = text.bytes().rev().take_while(u8::is_ascii_hexdigit).count();
    let at = text.len().checked_sub(digits.min(1) + 1)?;
    if text.as_bytes()[at] != b'%' {
        return None;
    }
    let before = &text[..at];
    let follows = at > 2 && decode_triplet(&text.as_bytes()[at - 3..]).is_some();
    // After a number or another percent sign it is a percent sign too.
    let is_sign = before.ends_with(|c: char| c.is_ascii_digit() || c == '%');
    (follows || !is_sign && has_triplet(before)).then_some(at)
}

/// What is said of a text that ends with half a triplet.
pub(super) const IN_A_TRIPLET: &str = "cut in a triplet";

/// What a reference or another text with triplets was cut in.
pub(super) fn cut_in(text: &str) -> Option<&'static str> {
    if !text.ends_with(|c: char| c.is_ascii_hexdigit() || "%….".contains(c)) {
        return None;
    }
    let is_part = |c: char| !"/?#&=;\n".contains(c);
    let part = &text[text.trim_end_matches(is_part).len()..];
    let shown = part.strip_suffix('…').or_else(|| part.strip_suffix("..."));
    if half_triplet(shown.unwrap_or(part)).is_some() {
        return Some(IN_A_TRIPLET);
    }
    match nearly_utf8(part) {
        Some((Reason::CutUtf8, _)) => Some("cut in a character"),
        _ => None,
    }
}

/// The text of octets in which some characters of ASCII are in more octets than they need, if that hides a dot segment or a tag.
/// RFC 3629 section 3 forbids it, and some decoders accept it.
#[cfg(feature = "all-notations")]
pub(super) fn overlong(octets: &[u8]) -> Option<String> {
    let mut short = Vec::with_capacity(octets.len());
    let mut rest = octets;
    while let Some((&octet, after)) = rest.split_first() {
        let (character, length) = match rest {
            [0xC0 | 0xC1, low @ 0x80..=0xBF, ..] => ((octet & 1) << 6 | low & 0x3F, 2),
            [0xE0, high @ 0x80 | high @ 0x81, low @ 0x80..=0xBF, ..]
            | [0xF0, 0x80, high @ 0x80 | high @ 0x81, low @ 0x80..=0xBF, ..] => {
                ((high & 1) << 6 | low & 0x3F, if octet == 0xE0 { 3 } else { 4 })
            }
            _ => {
                short.push(octet);
                rest = after;
                continue;
            }
        };
        short.push(character);
        rest = &rest[length..];
    }
    let text = String::from_utf8(short).ok()?;
    let has_tag = text
        .split('<')
        .skip(1)
        .any(|tag| tag.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/'));
    (text.len() < octets.len() && (text.contains("..") || has_tag)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_text_was_cut() {
        for (text, expected) in [
            ("/%E4%BD%A0%E5%A5%BD", None),
            ("/%E4%BD%A0%E5%A5", Some("cut in a character")),
            ("/%E4%BD%A0%E5%A5%", Some("cut in a triplet")),
            ("/%E4%BD%A0%E5%A5%B", Some("cut in a triplet")),
            ("/%E4%BD%A0%E5...", Some("cut in a character")),
            ("/%E4%BD%A0%E5…", Some("cut in a character")),
            ("/?q=%F0%9F%98", Some("cut in a character")),
            ("/?q=%D0%BF%D1", Some("cut in a character")),
            ("/caf%C3", Some("cut in a character")),
            ("/a%20b%2", Some("cut in a triplet")),
            ("/a%20b%", Some("cut in a triplet")),
            ("/?x=%C3%A9&q=50%", None),
            ("/a%20100%", None),
            ("/?q=50%2", None),
            ("/?q=%D6%D0%B9%FA", None),
            ("/?q=caf%E9", None),
            ("/?q=%C4", None),
            ("/?q=%D6%D0%B9%", Some("cut in a triplet")),
            ("/x%", None),
            ("/%2f%%", None),
            ("%", None),
            ("…", None),
        ] {
            assert_eq!(cut_in(text), expected, "{text}");
        }
    }
}
