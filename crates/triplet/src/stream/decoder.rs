//! Decoding in parts.

use super::encoder::is_start_of_triplet;
use super::{Pending, Progress, Status};
use crate::error::DecodeError;
use crate::kernel::{self, ByteSet, DecodeRule, End};

/// Decodes input that comes in parts. What comes out, all parts together, is what
/// [`decode`](crate::decode()) gives for the whole, and an error has the same offset: that of the `%`
/// in the whole input. At most two bytes wait inside.
///
/// The result is bytes: a stream has no text exit, because a part may end within a character.
#[derive(Clone)]
pub struct Decoder {
    rule: DecodeRule,
    pending: Pending,
    /// The offset of the first byte that is not decoded yet.
    position: u64,
}

impl Default for Decoder {
    fn default() -> Decoder {
        Decoder::new()
    }
}

impl Decoder {
    /// The room that guarantees progress: a triplet that is left as it is.
    pub const MIN_ROOM: usize = 3;

    /// A strict decoder at the start of its input.
    #[must_use]
    pub fn new() -> Decoder {
        Decoder { rule: DecodeRule::STRICT, pending: Pending::default(), position: 0 }
    }

    /// See [`Decode::lenient`](crate::Decode::lenient): no push fails.
    #[must_use]
    pub fn lenient(mut self) -> Decoder {
        self.rule.lenient = true;
        self
    }

    /// See [`Decode::plus_as_space`](crate::Decode::plus_as_space).
    #[must_use]
    pub fn plus_as_space(mut self) -> Decoder {
        self.rule.plus = true;
        self
    }

    /// See [`Decode::keep_triplets_of`](crate::Decode::keep_triplets_of).
    #[must_use]
    pub fn keep_triplets_of(mut self, octets: &[u8]) -> Decoder {
        self.rule.kept = ByteSet::of(octets);
        self
    }

    /// How many bytes of the input are decoded. Those that wait inside are not.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Decodes what fits of `src` into `dst`. `last` says that `src` is the end of the input; after
    /// [`Status::Done`] the decoder is at the start again.
    ///
    /// With [`Decoder::MIN_ROOM`] bytes of room each call makes progress.
    ///
    /// # Errors
    ///
    /// On a malformed triplet. [`Decoder::push_reporting`] also says how much was written before.
    pub fn push(
        &mut self,
        src: &[u8],
        dst: &mut [u8],
        last: bool,
    ) -> Result<Progress, DecodeError> {
        match self.push_reporting(src, dst, last) {
            (progress, None) => Ok(progress),
            (_, Some(error)) => Err(error),
        }
    }

    /// [`Decoder::push`], but a malformed triplet is reported beside what was done before it.
    ///
    /// After an error, [`Decoder::skip`] passes the `%` at fault, and decoding can go on behind it.
    pub fn push_reporting(
        &mut self,
        src: &[u8],
        dst: &mut [u8],
        last: bool,
    ) -> (Progress, Option<DecodeError>) {
        let mut progress = Progress { status: Status::NeedRoom, read: 0, written: 0 };
        while !self.pending.is_empty() {
            let joined = self.pending.joined_with(&src[progress.read..]);
            let ends_here = last && progress.read + joined.new == src.len();
            let whole = joined.as_slice();
            let decided = whole.len() - undecided(whole, ends_here);
            if decided == 0 {
                self.pending.set(whole);
                progress.read += joined.new;
                progress.status = Status::NeedInput;
                return (progress, None);
            }
            let (used, end) = self.decode(&whole[..decided], dst, &mut progress.written);
            progress.read += self.pending.advance(used);
            match end {
                End::Input => {}
                End::Room => return (progress, None),
                End::Malformed => {
                    let error = DecodeError::malformed(whole, used, self.position - used as u64);
                    return (progress, Some(error));
                }
            }
        }
        let rest = &src[progress.read..];
        let decided = rest.len() - undecided(rest, last);
        let (used, end) = self.decode(&rest[..decided], dst, &mut progress.written);
        progress.read += used;
        match end {
            End::Input if last => {
                progress.status = Status::Done;
                self.position = 0;
            }
            End::Input => {
                progress.status = Status::NeedInput;
                self.pending.set(&rest[decided..]);
                progress.read = src.len();
            }
            End::Room => {}
            End::Malformed => {
                let error = DecodeError::malformed(rest, used, self.position - used as u64);
                return (progress, Some(error));
            }
        }
        (progress, None)
    }

    /// After an error: takes the malformed `%` as read, and says whether it waited inside. If it did
    /// not, it is the next byte of the caller's input, at `read`, and the caller passes it.
    pub fn skip(&mut self) -> bool {
        self.position += 1;
        !self.pending.is_empty() && self.pending.advance(1) == 0
    }

    /// Decodes what fits behind `written`; how many bytes were used, and why it stopped.
    fn decode(&mut self, src: &[u8], dst: &mut [u8], written: &mut usize) -> (usize, End) {
        let (done, _) = kernel::decode(src, &self.rule, kernel::as_uninit(&mut dst[*written..]));
        *written += done.written;
        self.position += done.read as u64;
        (done.read, done.end)
    }
}

/// How many bytes at the end mean nothing without what follows.
fn undecided(src: &[u8], last: bool) -> usize {
    if last {
        return 0;
    }
    let from = src.len().saturating_sub(2);
    (from..src.len()).find(|&at| is_start_of_triplet(&src[at..])).map_or(0, |at| src.len() - at)
}

impl core::fmt::Debug for Decoder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Decoder").field("position", &self.position).finish_non_exhaustive()
    }
}
