//! How many times a text is encoded.
//!
//! # The algorithm
//!
//! One layer replaces every triplet of a text by its octet. A triplet is a `%` and two bytes that are none, so no two
//! triplets overlap, and to replace one never breaks another. So the order does not matter: replaced in whatever order,
//! they all lead to the same last text. And each triplet is replaced in a known layer: the first one in which its three
//! bytes are all there.
//!
//! 1. Read the bytes from left to right onto a stack. Each has its layer: a byte of the input has 0.
//! 2. While the top of the stack is a triplet, it gives way to its octet, whose layer is one more than the highest of the
//!    three.
//! 3. At the end the stack is the last text, and the highest layer is the number of layers.
//!
//! ```text
//! read      stack, each byte above its layer
//! %2%35     % 2 % 3 5
//!           0 0 0 0 0     `%35` is `5`, of layer 1:
//!           % 2 5
//!           0 0 1         `%25` is `%`, of layer 2:
//!           %
//!           2
//! %2%3541   % 4 1
//!           2 0 0         `%41` is `A`, of layer 3.
//! ```
//!
//! Each replacement takes two bytes off the stack, so their number is less than half of the input's length, whatever the
//! number of layers is. To decode again and again would take one pass for each layer, and `%252525…` has half as many
//! layers as bytes.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::decode;
use crate::uri::split;

/// What [`layers`] finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers<'a> {
    input: &'a [u8],
    /// The text that does not change any more; nothing if the limit came first.
    fixpoint: Option<Cow<'a, [u8]>>,
    count: usize,
}

impl<'a> Layers<'a> {
    /// How many times the text could be decoded with a change; at most the limit.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// What each decoding gave, the first one first: [`count`](Layers::count) texts.
    ///
    /// Each is made when it is asked for, from the one before, and costs time and memory for its length. All texts of
    /// `%252525…` together are as long as the square of the input's length, so take no more of them than are needed.
    ///
    /// ```
    /// let found = triplet::inspect::layers(b"%252525", 8);
    /// assert!(found.texts().eq([&b"%2525"[..], b"%25", b"%"]));
    /// ```
    pub fn texts(&self) -> impl Iterator<Item = Vec<u8>> + use<'a> {
        let decoded = |text: &[u8]| Some(decode(text).lenient().to_bytes().into_owned());
        core::iter::successors(decoded(self.input), move |text| decoded(text)).take(self.count)
    }

    /// Whether the limit ended it: then the last text is *not* what the text means, and must not be used.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.fixpoint.is_none()
    }

    /// The text that does not change any more; nothing if the limit came first. A text that is not encoded is its
    /// own.
    #[must_use]
    pub fn fixpoint(&self) -> Option<&[u8]> {
        self.fixpoint.as_deref()
    }
}

/// Finds how many times a text can be decoded until nothing changes, at most `max` times: to inspect a text, never to
/// use it. What a program uses is decoded exactly once.
///
/// A malformed `%` is kept as it is. Takes time and memory in proportion to the input's length, whatever the maximum and
/// the number of layers are.
///
/// ```
/// use triplet::inspect::layers;
///
/// let found = layers(b"%2525", 8);
/// assert_eq!(found.count(), 2);
/// assert_eq!(found.fixpoint(), Some(&b"%"[..]));
/// assert!(layers(b"%25252525", 2).is_limited());
/// ```
#[must_use]
pub fn layers(input: &[u8], max: usize) -> Layers<'_> {
    if decode(input).lenient().is_unchanged() {
        return Layers { input, fixpoint: Some(input.into()), count: 0 };
    }
    let mut text = Vec::with_capacity(input.len());
    // The layers of the last bytes of the text, those that may still become part of a triplet.
    let mut births: Vec<usize> = Vec::new();
    let mut count = 0;
    for &byte in input {
        let (mut byte, mut birth) = (byte, 0);
        loop {
            if byte == b'%' {
                break births.push(birth);
            }
            // They have the form (`%` digit?)*, so the last two decide.
            match text[text.len() - births.len()..] {
                [.., b'%', first] if first != b'%' => {
                    let Some(octet) = split::octet_at(&[b'%', first, byte]) else {
                        break births.clear();
                    };
                    let three = births[births.len() - 2..].iter().copied().chain([birth]);
                    birth = 1 + three.max().unwrap_or(0);
                    count = count.max(birth);
                    if count > max {
                        return Layers { input, fixpoint: None, count: max };
                    }
                    text.truncate(text.len() - 2);
                    births.truncate(births.len() - 2);
                    byte = octet;
                }
                [.., b'%'] if byte.is_ascii_hexdigit() => break births.push(birth),
                _ => break births.clear(),
            }
        }
        text.push(byte);
    }
    Layers { input, fixpoint: Some(text.into()), count }
}
