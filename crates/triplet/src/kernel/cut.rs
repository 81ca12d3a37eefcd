//! Two short pieces of a text at once: where they end, and whether they have anything to decode.
//!
//! The names and values of a form have a few bytes each. A search for the end of one, a search for the end of the other and
//! a test of each would be four loops of lengths that no processor can foresee. On a machine that compares 16 bytes in one
//! instruction, whatever its tier, 32 bytes give all four answers:
//!
//! 1. Compare the 32 bytes from the start of the first piece on. The results are three masks: of the bytes that end both pieces, of
//!    those that end the first piece, and of `%`, `+` and bytes above 0x7F.
//! 2. The lowest bit of the first two masks is where a piece ends.
//! 3. A piece without a bit in the third mask is its own decoding.
//!
//! ```text
//! text      n  a  m  e  =  a  +  b  &  n  e  x  t
//! ends      .  .  .  .  .  .  .  .  x  .  .  .  .
//! middles   .  .  .  .  x  .  .  .  .  .  .  .  .
//! special   .  .  .  .  .  .  x  .  .  .  .  .  .
//! ```

use core::fmt;

use super::rule::Marks;

/// A piece of a text. Two pieces with the same bytes are equal, whatever `is_plain` says.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a> {
    bytes: &'a [u8],
    /// Whether the bytes are known to have neither `%` nor `+`.
    ///
    /// Invariant: if true, the bytes are ASCII.
    is_plain: bool,
}

impl<'a> Piece<'a> {
    /// A piece that may have triplets.
    pub(crate) const fn new(bytes: &'a [u8]) -> Piece<'a> {
        Piece { bytes, is_plain: false }
    }

    pub(crate) const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The piece as text, if it is known that it is ASCII without `%` and `+`.
    #[inline(always)]
    pub(crate) fn plain(&self) -> Option<&'a str> {
        // SAFETY: the invariant of `is_plain`: the bytes are ASCII.
        self.is_plain.then(|| unsafe { str::from_utf8_unchecked(self.bytes) })
    }
}

impl PartialEq for Piece<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Piece<'_> {}

impl fmt::Debug for Piece<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes.fmt(f)
    }
}

/// Two pieces that were cut off.
pub(crate) struct Cut<'a> {
    /// Up to the first middle or end.
    pub(crate) first: Piece<'a>,
    /// From after the middle to the end; empty without a middle.
    pub(crate) second: Piece<'a>,
    /// Whether there is a middle.
    pub(crate) has_middle: bool,
}

/// The bytes that [`cut`] sees.
const WINDOW: usize = 32;

/// Cuts the text from `at` on at the first `END`, or at the end of the text, and before that at the first `MIDDLE`. `None` if
/// the end is outside the window, if the text is too short, or if the machine has no such instructions. In these cases the
/// caller searches.
#[inline(always)]
pub(crate) fn cut<const END: u8, const MIDDLE: u8>(text: &[u8], at: usize) -> Option<Cut<'_>> {
    let rest = text.get(at..)?;
    let [mut ends, middles, special] = match rest.first_chunk::<WINDOW>() {
        Some(window) => masks::<END, MIDDLE>(window, 0)?,
        // A window that ends with the text. The lanes before `at` are shifted out.
        None => masks::<END, MIDDLE>(text.last_chunk()?, WINDOW - rest.len())?,
    };
    if rest.len() <= WINDOW {
        ends |= 1 << rest.len();
    }
    if ends == 0 {
        return None;
    }
    // The lanes below the lowest bit.
    let below = |mask: u64| mask.wrapping_sub(1) & !mask;
    let stops = ends | middles;
    let (length, first) = (ends.trailing_zeros() as usize, stops.trailing_zeros() as usize);
    let both = rest.get(..length)?;
    Some(Cut {
        first: Piece { bytes: &both[..first], is_plain: special & below(stops) == 0 },
        second: Piece {
            bytes: both.get(first + 1..).unwrap_or_default(),
            is_plain: special & below(ends) & !below(stops) == 0,
        },
        has_middle: first < length,
    })
}

/// The masks of a window from a lane on.
#[inline(always)]
fn masks<const END: u8, const MIDDLE: u8>(window: &[u8; WINDOW], from: usize) -> Option<[u64; 3]> {
    let Marks { ends, middles, special } = marks::<END, MIDDLE>(window)?;
    Some([ends, middles, special].map(|mask| u64::from(mask) >> from))
}

#[cfg(target_arch = "x86_64")]
use super::arch::sse2::marks;

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn marks<const END: u8, const MIDDLE: u8>(_: &[u8; WINDOW]) -> Option<Marks> {
    None
}
