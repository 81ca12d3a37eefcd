//! Text with triplets that is nothing else.
#![forbid(unsafe_code)]

#[cfg(feature = "all-notations")]
use triplet::decode;
use triplet::readings::is_plain;

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

/// The same as a part of a form, in which a `+` is a space: keys of objects in events of S3 are written so.
pub(super) fn with_plus(text: &str, place: Place) -> Option<Recognized> {
    let is_candidate =
        place == Place::Whole && text.contains('+') && !text.contains(char::is_whitespace);
    if !is_candidate || !has_triplet(text) || is_plain(text) {
        return None;
    }
    let found = Recognized::likely(Inner::Encoded { plus: true })?;
    Some(Recognized { detail: Some("with + as a space".into()), ..found })
}
