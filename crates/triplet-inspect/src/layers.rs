//! How many times a text is encoded, in linear time.
//!
//! # The algorithm
//!
//! Decoding a text once removes one *layer*: it replaces every triplet by its octet. A triplet is a `%` followed by two
//! bytes that are not `%`, so no two triplets overlap, and replacing one never destroys another. So the triplets may be
//! replaced in any order; the final text is the same. Each triplet belongs to one layer: the first one in which its
//! three bytes exist.
//!
//! 1. Push the bytes from left to right onto a stack. A byte of the input has layer 0.
//! 2. While the top of the stack is a triplet, replace it by its octet, whose layer is the highest layer of the three
//!    bytes plus one.
//! 3. At the end the stack is the final text, and the highest layer is the number of layers.
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
//! Each replacement removes two bytes from the stack, so there are fewer than half as many replacements as bytes in the
//! input, whatever the number of layers is. Decoding repeatedly would take one pass for each layer, and `%252525…` has
//! half as many layers as bytes.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::vec::Vec;

use triplet::{decode, decode_triplet};

/// The layers of an encoded text: the result of [`layers`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers<'a> {
    input: &'a [u8],
    /// The text that decoding does not change any more; `None` if the limit was reached first.
    fixpoint: Option<Cow<'a, [u8]>>,
    count: usize,
}

impl<'a> Layers<'a> {
    /// How many times decoding changes the text; at most the limit.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// An iterator over the result of each decoding, [`count`](Layers::count) texts in all.
    ///
    /// Each text is decoded from the one before it when the iterator is advanced, which takes time and memory in
    /// proportion to its length. The total length of all texts of `%252525…` grows with the square of the length of the
    /// input, so take only as many as you need.
    ///
    /// ```
    /// let found = triplet_inspect::layers(b"%252525", 8);
    /// assert!(found.texts().eq([&b"%2525"[..], b"%25", b"%"]));
    /// ```
    pub fn texts(&self) -> impl Iterator<Item = Vec<u8>> + use<'a> {
        let decoded = |text: &[u8]| Some(decode(text).lenient().to_bytes().into_owned());
        core::iter::successors(decoded(self.input), move |text| decoded(text)).take(self.count)
    }

    /// Whether the limit was reached before the text was fully decoded.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.fixpoint.is_none()
    }

    /// The text that decoding does not change any more, or `None` if the limit was reached first. For a text that is not
    /// encoded it is the text itself.
    #[must_use]
    pub fn fixpoint(&self) -> Option<&[u8]> {
        self.fixpoint.as_deref()
    }
}

/// Finds how many times a text can be decoded until it does not change any more, at most `max` times. Use it to inspect a
/// text. A program that *uses* a text must decode it exactly once.
///
/// A malformed `%` is kept. Takes linear time and memory, whatever `max` and the number of layers are.
///
/// ```
/// use triplet_inspect::layers;
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
    // The layers of the last bytes of the text: those that may still become part of a triplet.
    let mut open: Vec<usize> = Vec::new();
    let mut count = 0;
    for &byte in input {
        let (mut byte, mut layer) = (byte, 0);
        loop {
            if byte == b'%' {
                break open.push(layer);
            }
            // The open bytes have the form (`%` digit?)*, so it is enough to match the last two.
            match text[text.len() - open.len()..] {
                [.., b'%', first] if first != b'%' => {
                    let Some(octet) = decode_triplet(&[b'%', first, byte]) else {
                        break open.clear();
                    };
                    let three = open[open.len() - 2..].iter().copied().chain([layer]);
                    layer = 1 + three.max().unwrap_or(0);
                    count = count.max(layer);
                    if count > max {
                        return Layers { input, fixpoint: None, count: max };
                    }
                    text.truncate(text.len() - 2);
                    open.truncate(open.len() - 2);
                    byte = octet;
                }
                [.., b'%'] if byte.is_ascii_hexdigit() => break open.push(layer),
                _ => break open.clear(),
            }
        }
        text.push(byte);
    }
    Layers { input, fixpoint: Some(text.into()), count }
}
