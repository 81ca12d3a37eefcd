//! The lenient view keeps malformed triplets. Its terminal methods are those of [`Decode`](super::Decode), with fewer errors.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, collections::TryReserveError, vec::Vec};
use core::fmt;
use core::mem::MaybeUninit;

use super::Lenient;
#[cfg(feature = "alloc")]
use super::text_errors::TextErrors;
use crate::error::BufferTooSmall;
#[cfg(feature = "alloc")]
use crate::error::{DecodeError, TryDecodeError};
use crate::kernel::{self, End, Output};

/// Unwraps a result of a lenient view, which has no malformed triplets. `expect` would compile the error's `Debug` and
/// its formatting code into every program.
#[cfg(feature = "alloc")]
fn never_malformed<T, E>(result: Result<T, E>) -> T {
    result.unwrap_or_else(|_| unreachable!("a lenient view has no malformed triplets"))
}

impl<'a> Lenient<'a> {
    /// Decodes `+` to a space: see [`Decode::plus_as_space`](super::Decode::plus_as_space).
    pub const fn plus_as_space(self) -> Self {
        Lenient(self.0.plus_as_space())
    }

    /// Keeps the triplets of these octets: see [`Decode::keep_triplets_of`](super::Decode::keep_triplets_of).
    pub const fn keep_triplets_of(self, octets: &[u8]) -> Self {
        Lenient(self.0.keep_triplets_of(octets))
    }

    /// The exact length of the result in bytes. Does not allocate.
    #[must_use]
    pub fn decoded_len(&self) -> usize {
        kernel::decoded_len(self.0.input, &self.0.rule).written
    }

    /// Whether the result equals the input: see [`Decode::is_unchanged`](super::Decode::is_unchanged).
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.0.is_unchanged().unwrap_or(false)
    }

    /// The length of a prefix in which nothing changes: see [`Decode::unchanged_up_to`](super::Decode::unchanged_up_to).
    ///
    /// ```
    /// # use triplet::decode;
    /// assert_eq!(decode("50% a%20b").lenient().unchanged_up_to(), 2);
    /// ```
    #[must_use]
    pub fn unchanged_up_to(&self) -> usize {
        self.0.unchanged_up_to()
    }

    /// The decoded bytes. Borrows the input if nothing changes; otherwise allocates a vector.
    ///
    /// ```
    /// # use triplet::decode;
    /// assert_eq!(*decode("50% off%21").lenient().to_bytes(), *b"50% off!");
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn to_bytes(&self) -> Cow<'a, [u8]> {
        never_malformed(self.0.to_bytes())
    }

    /// The decoded bytes as UTF-8 text. Borrows the input if nothing changes.
    ///
    /// # Errors
    ///
    /// If the octets are not UTF-8, with the offset in the input: see [`Decode::to_str`](super::Decode::to_str).
    #[cfg(feature = "alloc")]
    pub fn to_str(&self) -> Result<Cow<'a, str>, DecodeError> {
        self.0.to_str()
    }

    /// The decoded bytes as text, as far as they are text: see [`Decode::to_str_keep_invalid`](super::Decode::to_str_keep_invalid). Never fails.
    ///
    /// ```
    /// # use triplet::decode;
    /// let view = decode("100%25 %zz %C3%A9%FF");
    /// assert_eq!(view.lenient().to_str_keep_invalid(), "100% %zz é%FF");
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn to_str_keep_invalid(&self) -> Cow<'a, str> {
        never_malformed(self.0.to_str_keep_invalid())
    }

    /// The decoded bytes as text, with a choice for what is not UTF-8: see [`Decode::to_str_with`](super::Decode::to_str_with).
    ///
    /// # Errors
    ///
    /// Only under [`TextErrors::Strict`]: if the octets are not UTF-8.
    #[cfg(feature = "alloc")]
    pub fn to_str_with(&self, errors: TextErrors) -> Result<Cow<'a, str>, DecodeError> {
        self.0.to_str_with(errors)
    }

    /// [`Lenient::to_str_with`], but running out of memory is an error instead of an abort: see
    /// [`Decode::try_to_str_with`](super::Decode::try_to_str_with).
    ///
    /// # Errors
    ///
    /// As [`Decode::try_to_str_with`](super::Decode::try_to_str_with), but never because of a triplet.
    ///
    /// ```
    /// use triplet::{TextErrors, decode};
    ///
    /// let text = decode("100% %E9").lenient().try_to_str_with(TextErrors::Replace);
    /// assert_eq!(text.as_deref(), Ok("100% \u{FFFD}"));
    /// ```
    #[cfg(feature = "alloc")]
    pub fn try_to_str_with(&self, errors: TextErrors) -> Result<Cow<'a, str>, TryDecodeError> {
        self.0.try_to_str_with(errors)
    }

    /// The decoded bytes as text, with U+FFFD in place of ill-formed UTF-8: see
    /// [`Decode::to_str_lossy`](super::Decode::to_str_lossy). Never fails.
    ///
    /// ```
    /// # use triplet::decode;
    /// assert_eq!(decode("%zz %FF%20ok").lenient().to_str_lossy(), "%zz \u{FFFD} ok");
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn to_str_lossy(&self) -> Cow<'a, str> {
        never_malformed(self.0.to_str_lossy())
    }

    /// Appends the decoded bytes to a vector: see [`Decode::append_to`](super::Decode::append_to).
    ///
    /// # Panics
    ///
    /// Only as [`Vec::reserve`]: if the length would exceed `isize::MAX` bytes.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub fn append_to(&self, out: &mut Vec<u8>) {
        let done = self.0.append_to(out);
        debug_assert!(done.is_ok(), "a lenient view has no malformed triplets");
    }

    /// [`Lenient::append_to`], but running out of memory is an error instead of an abort.
    ///
    /// # Errors
    ///
    /// The error of [`Vec::try_reserve`]; the contents of the vector are then unchanged.
    #[cfg(feature = "alloc")]
    pub fn try_append_to(&self, out: &mut Vec<u8>) -> Result<(), TryReserveError> {
        out.try_reserve(self.0.input.len())?;
        never_malformed(self.0.append_reserved(out));
        Ok(())
    }

    /// Writes the decoded bytes to the start of a buffer and returns that part of it. Needs no allocator.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] with the length that is needed; the contents of the buffer are then
    /// unspecified.
    pub fn write_into<'d>(&self, buffer: &'d mut [u8]) -> Result<&'d mut [u8], BufferTooSmall> {
        self.write_to_output(Output::from(buffer))
    }

    /// [`Lenient::write_into`] for a buffer that is not initialised.
    ///
    /// # Errors
    ///
    /// As [`Lenient::write_into`].
    pub fn write_into_uninit<'d>(
        &self,
        buffer: &'d mut [MaybeUninit<u8>],
    ) -> Result<&'d mut [u8], BufferTooSmall> {
        self.write_to_output(Output::from(buffer))
    }

    fn write_to_output<'d>(&self, output: Output<'d>) -> Result<&'d mut [u8], BufferTooSmall> {
        let (done, bytes) = kernel::decode(self.0.input, &self.0.rule, output);
        match done.end {
            End::Room => Err(BufferTooSmall { needed: self.decoded_len() }),
            End::Input | End::Malformed => Ok(bytes),
        }
    }

    /// Writes the decoded bytes to a writer, in blocks of up to 4 KiB. Needs constant memory.
    ///
    /// # Errors
    ///
    /// The error of the writer; a part of the result may then already be written.
    #[cfg(feature = "std")]
    pub fn write_to<W: std::io::Write + ?Sized>(&self, writer: &mut W) -> std::io::Result<()> {
        self.0.write_to(writer)
    }
}

impl fmt::Debug for Lenient<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lenient(\"{}\")", self.0.input.escape_ascii())
    }
}
