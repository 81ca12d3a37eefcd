//! How many times a text is encoded.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use crate::decode;

/// What [`layers`] finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    texts: Vec<Vec<u8>>,
    limited: bool,
}

impl Layers {
    /// How many times the text could be decoded with a change; at most the limit.
    #[must_use]
    pub fn count(&self) -> usize {
        self.texts.len()
    }

    /// What each decoding gave, the first one first.
    #[must_use]
    pub fn texts(&self) -> &[Vec<u8>] {
        &self.texts
    }

    /// Whether the limit ended it: then the last text is *not* what the text means, and must not be used.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.limited
    }

    /// The text that does not change any more; nothing if the limit came first. A text that is not encoded is its
    /// own.
    #[must_use]
    pub fn fixpoint<'a>(&'a self, input: &'a [u8]) -> Option<&'a [u8]> {
        match self.limited {
            true => None,
            false => Some(self.texts.last().map_or(input, Vec::as_slice)),
        }
    }
}

/// Decodes until nothing changes, at most `max` times: to look at a text, never to use it. What a program uses is decoded
/// exactly once.
///
/// A malformed `%` stands for itself. Takes time and memory for `max` texts of the input's length.
///
/// ```
/// use triplet::inspect::layers;
///
/// let found = layers(b"%2525", 8);
/// assert_eq!(found.count(), 2);
/// assert_eq!(found.fixpoint(b"%2525"), Some(&b"%"[..]));
/// assert!(layers(b"%25252525", 2).is_limited());
/// ```
#[must_use]
pub fn layers(input: &[u8], max: usize) -> Layers {
    let mut texts: Vec<Vec<u8>> = Vec::new();
    loop {
        let last = texts.last().map_or(input, Vec::as_slice);
        let next = decode(last).lenient().to_bytes();
        if *next == *last {
            return Layers { texts, limited: false };
        }
        if texts.len() == max {
            return Layers { texts, limited: true };
        }
        let next = next.into_owned();
        texts.push(next);
    }
}
