//! Text with triplets that is nothing else.
#![forbid(unsafe_code)]

#[cfg(feature = "all-notations")]
use alloc::string::String;
#[cfg(feature = "all-notations")]
use alloc::vec::Vec;

#[cfg(feature = "all-notations")]
use triplet::decode;
use triplet::decode_triplet;
use triplet::readings::is_plain;

#[cfg(feature = "all-notations")]
use super::arithmetic::is_arithmetic;
#[cfg(feature = "all-notations")]
use super::form::has_settings;
use super::form::has_triplet;
#[cfg(feature = "all-notations")]
use super::formats::{is_doubtful, is_format};
use super::recognized::{Inner, Place, Recognized};

pub(super) fn recognize(text: &str, place: Place) -> Option<Recognized> {
    if !has_triplet(text) || is_plain(text) {
        return None;
    }
    #[cfg(feature = "all-notations")]
    if is_arithmetic(text) {
        return None;
    }
    #[cfg(feature = "all-notations")]
    if place == Place::Whole
        && let Some((octets, detail)) = spread(text)
    {
        let found = Recognized::certain(Inner::Octets(octets))?;
        return Some(Recognized { detail: Some(detail.into()), ..found });
    }
    match place {
        #[cfg(feature = "all-notations")]
        Place::Whole if has_settings(text) => None,
        #[cfg(feature = "all-notations")]
        Place::Whole if is_format(text) => {
            // Octets of any charset do not come from formats.
            let octets = decode(text).lenient().to_bytes();
            let is_text = octets.is_ascii() || !text.is_ascii();
            if is_text { Recognized::likely(Inner::Encoded { plus: false }) } else { None }
        }
        #[cfg(feature = "all-notations")]
        Place::Whole if is_doubtful(text) => Recognized::likely(Inner::Encoded { plus: false }),
        Place::Whole => Recognized::certain(Inner::Encoded { plus: false }),
        // A value that was decoded once says what it says. That it is encoded twice is only likely.
        Place::Value => Recognized::likely(Inner::Encoded { plus: false }),
    }
}

/// The octets of characters whose triplets have something between them, if they are UTF-8 without it alone, and what that is.
#[cfg(feature = "all-notations")]
fn spread(text: &str) -> Option<(Vec<u8>, &'static str)> {
    let is_utf8 = |text: &str| decode(text).lenient().to_str().is_ok();
    if is_utf8(text) {
        return None;
    }
    let signs = text.matches('%').count();
    let (joined, detail) = if text.matches("\\%").count() == signs {
        (text.replace("\\%", "%"), "with a backslash before each percent sign")
    } else if 2 * text.matches("%%").count() == signs {
        (text.replace("%%", "%"), "with doubled percent signs, as a batch file has them")
    } else {
        (without_gaps(text), "with spaces or line breaks between its triplets")
    };
    let octets = decode(&joined).lenient().to_bytes().into_owned();
    let has_long = str::from_utf8(&octets).is_ok_and(|text| text.contains(|c: char| c > '\u{7FF}'));
    (joined.len() < text.len() && has_long).then_some((octets, detail))
}

/// A text without the white space between two triplets of octets outside ASCII.
#[cfg(feature = "all-notations")]
fn without_gaps(text: &str) -> String {
    let is_octet = |text: &[u8]| decode_triplet(text).is_some_and(|octet| !octet.is_ascii());
    let mut joined = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        let end = joined.trim_end().len();
        if end >= 3 && is_octet(&joined.as_bytes()[end - 3..]) && is_octet(word.as_bytes()) {
            joined.truncate(end);
        }
        joined.push_str(word);
    }
    joined
}

/// The same as a part of a form, in which a `+` is a space: keys of objects in events of S3 are written so.
pub(super) fn with_plus(text: &str, place: Place) -> Option<Recognized> {
    let is_candidate =
        place == Place::Whole && text.contains('+') && !text.contains(char::is_whitespace);
    if !is_candidate || !has_triplet(text) || is_plain(text) {
        return None;
    }
    #[cfg(feature = "all-notations")]
    if is_arithmetic(text) {
        return None;
    }
    let found = Recognized::likely(Inner::Encoded { plus: true })?;
    Some(Recognized { detail: Some("with + as a space".into()), ..found })
}

/// Whether each triplet of a text is a percent sign before two hexadecimal digits: the text is encoded as a whole once more.
pub(super) fn is_encoded_again(text: &str) -> bool {
    let is_again = |(at, _): (usize, &str)| {
        let rest = &text.as_bytes()[at..];
        let is_sign = decode_triplet(rest) == Some(b'%');
        is_sign && rest.get(3..5).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    text.match_indices('%').all(is_again)
}
