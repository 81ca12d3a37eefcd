//! Decoding of input that arrives in chunks.

use super::{Pending, Progress, Status};
use crate::error::DecodeError;
use crate::kernel::{self, ByteSet, DecodeRule, End, Output};
use crate::triplet::is_start_of_triplet;

/// Decodes input that arrives in chunks. The concatenated output is the result of
/// [`decode`](crate::decode()) for the concatenated input, and an error has the same offset: that of the
/// `%` in the whole input. At most two bytes are held back between two pushes.
///
/// The output is bytes and not text, because a chunk may end within a character.
///
/// ```
/// use triplet::stream::Decoder;
///
/// let mut decoder = Decoder::new().plus_as_space();
/// let mut out = [0; 16];
/// let progress = decoder.push(b"a+b%21", &mut out, true)?;
/// assert_eq!(&out[..progress.written], b"a b!");
/// # Ok::<(), triplet::DecodeError>(())
/// ```
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
    /// The least length of an output buffer that guarantees progress: one kept triplet.
    pub const MIN_ROOM: usize = 3;

    /// A strict decoder at the start of its input: a malformed triplet is an error.
    #[must_use]
    pub const fn new() -> Decoder {
        Decoder { rule: DecodeRule::STRICT, pending: Pending::EMPTY, position: 0 }
    }

    /// Keeps malformed triplets, so that no push fails: see [`Decode::lenient`](crate::Decode::lenient).
    #[must_use]
    pub const fn lenient(mut self) -> Decoder {
        self.rule.lenient = true;
        self
    }

    /// Decodes `+` to a space: see [`Decode::plus_as_space`](crate::Decode::plus_as_space).
    #[must_use]
    pub const fn plus_as_space(mut self) -> Decoder {
        self.rule.plus = true;
        self
    }

    /// Keeps the triplets of these octets: see
    /// [`Decode::keep_triplets_of`](crate::Decode::keep_triplets_of).
    #[must_use]
    pub const fn keep_triplets_of(mut self, octets: &[u8]) -> Decoder {
        self.rule.kept = ByteSet::of(octets);
        self
    }

    /// The number of bytes of the input that are decoded. Bytes that are held back do not count.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// Decodes as much of `src` as fits into `dst`. Set `last` if `src` is the last chunk. After
    /// [`Status::Done`] the decoder is ready for a new input.
    ///
    /// If `dst` has at least [`Decoder::MIN_ROOM`] bytes, each call makes progress.
    ///
    /// # Errors
    ///
    /// On a malformed triplet. [`Decoder::push_reporting`] also returns how much was read and written before
    /// it.
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

    /// [`Decoder::push`], but an error is returned together with the progress that was made before it.
    ///
    /// To continue after an error, call [`Decoder::skip`].
    ///
    /// ```
    /// use triplet::stream::Decoder;
    ///
    /// // Drop each malformed `%`.
    /// let mut decoder = Decoder::new();
    /// let (mut input, mut out) = (&b"50% of%20"[..], Vec::new());
    /// loop {
    ///     let mut buffer = [0; 16];
    ///     let (progress, error) = decoder.push_reporting(input, &mut buffer, true);
    ///     out.extend_from_slice(&buffer[..progress.written]);
    ///     input = &input[progress.read..];
    ///     if error.is_none() {
    ///         break;
    ///     }
    ///     if !decoder.skip() {
    ///         input = &input[1..];
    ///     }
    /// }
    /// assert_eq!(out, b"50 of ");
    /// ```
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

    /// Skips the malformed `%` after an error. Returns whether the `%` was held back from an earlier chunk.
    /// If it was not, it is the next byte of the chunk, at [`Progress::read`], and the caller must skip it
    /// too.
    #[must_use = "if the `%` was not held back, the caller must skip it too"]
    pub fn skip(&mut self) -> bool {
        self.position += 1;
        !self.pending.is_empty() && self.pending.advance(1) == 0
    }

    /// Decodes as much as fits into `dst` after the first `written` bytes. Returns how many bytes of `src` were
    /// used, and why it stopped.
    fn decode(&mut self, src: &[u8], dst: &mut [u8], written: &mut usize) -> (usize, End) {
        let (done, _) = kernel::decode(src, &self.rule, Output::from(&mut dst[*written..]));
        *written += done.written;
        self.position += done.read as u64;
        (done.read, done.end)
    }
}

/// The number of bytes at the end that may begin a triplet which the next chunk completes.
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
