//! Letters whose case means nothing.
#![forbid(unsafe_code)]

use alloc::string::String;

use crate::triplet::begins_with_triplet;

/// Makes letters lower-case from an offset on, except the digits of triplets.
#[inline(never)]
pub(in super::super) fn lower_outside_triplets(text: &mut String, mut at: usize) {
    while at < text.len() {
        let percent = text[at..].find('%').map_or(text.len(), |percent| at + percent);
        text[at..percent].make_ascii_lowercase();
        at = percent + if begins_with_triplet(&text.as_bytes()[percent..]) { 3 } else { 1 };
    }
}
