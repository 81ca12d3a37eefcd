//! Encoding of input that arrives in chunks.

use super::{Pending, Progress, Status};
use crate::kernel::{Output, TextBuffer};
use crate::runs::{EncodePolicy, Run, Runs};
use crate::set::{EncodeSet, NonAscii};
use crate::triplet::is_start_of_triplet;

/// Encodes input that arrives in chunks. The concatenated output is the result of
/// [`encode`](crate::encode()) for the concatenated input.
///
/// Under most sets each byte is encoded by itself and nothing is held back. A set that keeps characters
/// outside ASCII may hold back up to three bytes of a character, and
/// [`keep_triplets`](Encoder::keep_triplets) up to two bytes of a triplet.
///
/// ```
/// use triplet::{set::rfc3986, stream::Encoder};
///
/// let mut encoder = Encoder::new(rfc3986::SEGMENT);
/// let mut out = [0; 16];
/// let progress = encoder.push(b"a b", &mut out, true);
/// assert_eq!(&out[..progress.written], b"a%20b");
/// ```
#[derive(Clone)]
pub struct Encoder {
    policy: EncodePolicy,
    pending: Pending,
}

impl Encoder {
    /// The least length of an output buffer that guarantees progress: one character of four bytes.
    pub const MIN_ROOM: usize = 4;

    /// An encoder at the start of its input.
    #[must_use]
    pub const fn new(set: EncodeSet) -> Encoder {
        Encoder { policy: EncodePolicy::of(&set), pending: Pending::EMPTY }
    }

    /// Writes a space as `+`: see [`Encode::space_as_plus`](crate::Encode::space_as_plus).
    #[must_use]
    pub const fn space_as_plus(mut self) -> Encoder {
        self.policy = self.policy.with_space_as_plus();
        self
    }

    /// Writes the digits in lower case: see [`Encode::lowercase_hex`](crate::Encode::lowercase_hex).
    #[must_use]
    pub const fn lowercase_hex(mut self) -> Encoder {
        self.policy.rule.lower = true;
        self
    }

    /// Keeps the triplets of the input: see [`Encode::keep_triplets`](crate::Encode::keep_triplets).
    #[must_use]
    pub const fn keep_triplets(mut self) -> Encoder {
        self.policy.triplets = true;
        self
    }

    /// Encodes as much of `src` as fits into `dst`. Set `last` if `src` is the last chunk. After
    /// [`Status::Done`] the encoder is ready for a new input.
    ///
    /// If `dst` has at least [`Encoder::MIN_ROOM`] bytes, each call makes progress.
    pub fn push(&mut self, src: &[u8], dst: &mut [u8], last: bool) -> Progress {
        let mut out = TextBuffer::new(Output::from(dst));
        let mut read = 0;
        while !self.pending.is_empty() {
            let joined = self.pending.joined_with(&src[read..]);
            let ends_here = last && read + joined.new == src.len();
            let whole = joined.as_slice();
            let decided = whole.len() - self.undecided(whole, ends_here);
            if decided == 0 {
                // The chunk ends before the triplet or character is complete.
                self.pending.set(whole);
                let read = read + joined.new;
                return Progress { status: Status::NeedInput, read, written: out.len() };
            }
            let used = self.encode(&whole[..decided], &mut out);
            read += self.pending.advance(used);
            if used < decided {
                return Progress { status: Status::NeedRoom, read, written: out.len() };
            }
        }
        let rest = &src[read..];
        let decided = rest.len() - self.undecided(rest, last);
        let used = self.encode(&rest[..decided], &mut out);
        read += used;
        let status = if used < decided {
            Status::NeedRoom
        } else if last {
            Status::Done
        } else {
            self.pending.set(&rest[decided..]);
            read = src.len();
            Status::NeedInput
        };
        Progress { status, read, written: out.len() }
    }

    /// Encodes as much as fits, and returns how many bytes of `src` were used.
    fn encode(&self, src: &[u8], out: &mut TextBuffer<'_>) -> usize {
        let mut used = 0;
        let runs = Runs::of(src, self.policy);
        let rule = runs.rule();
        for run in runs {
            let (taken, whole) = match run {
                Run::Octets(bytes) => (out.push_encoded(bytes, &rule), bytes.len()),
                Run::Text(text) => (out.push_encoded_text(text, &rule), text.len()),
                // A literal is written whole or not at all: its rest, read as new input, could be encoded.
                Run::Literal(text, read) => (if out.push_str(text) { read } else { 0 }, read),
            };
            used += taken;
            if taken < whole {
                break;
            }
        }
        used
    }

    /// The number of bytes at the end whose encoding depends on the next chunk.
    fn undecided(&self, src: &[u8], last: bool) -> usize {
        if last || self.policy.is_plain() {
            return 0;
        }
        let from = src.len().saturating_sub(3);
        (from..src.len())
            .find(|&at| match src[at] {
                b'%' => self.policy.triplets && is_start_of_triplet(&src[at..]),
                0x80.. => {
                    self.policy.non_ascii != NonAscii::Encode && is_start_of_character(&src[at..])
                }
                _ => false,
            })
            .map_or(0, |at| src.len() - at)
    }
}

/// Whether these bytes are an incomplete UTF-8 sequence that more bytes could complete.
fn is_start_of_character(bytes: &[u8]) -> bool {
    match str::from_utf8(bytes) {
        Ok(_) => false,
        Err(error) => error.valid_up_to() == 0 && error.error_len().is_none(),
    }
}

impl core::fmt::Debug for Encoder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Encoder").field("pending", &self.pending.length).finish_non_exhaustive()
    }
}
