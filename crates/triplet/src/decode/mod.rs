//! Percent-encoded text to bytes: a lazy view of the input, strict by default, with one terminal method
//! for each form of the result.
//!
//! Triplets are decoded once. The output of a terminal method has no `decode` method, and nothing here
//! reads its own output.
#![forbid(unsafe_code)]

mod in_place;
#[cfg(feature = "alloc")]
mod keep_invalid;
mod lenient;
#[cfg(feature = "alloc")]
mod text_errors;

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, collections::TryReserveError, string::String, vec::Vec};
use core::fmt;
use core::mem::MaybeUninit;

pub use in_place::{decode_in_place, decode_in_place_lenient};
#[cfg(feature = "alloc")]
pub use text_errors::TextErrors;
#[cfg(feature = "charset")]
pub(crate) use text_errors::push_escaped;

#[cfg(feature = "alloc")]
use crate::error::TryDecodeError;
use crate::error::{BufferTooSmall, DecodeError, WriteError};
use crate::kernel::{self, ByteSet, DecodeRule, End, Output};
#[cfg(feature = "alloc")]
use crate::triplet::decode_triplet;

/// Decodes percent-encoded bytes or text. Returns a lazy view: no work is done until one of the terminal
/// methods of [`Decode`] is called.
///
/// Each complete triplet (`%` HEXDIG HEXDIG, RFC 3986 section 2.1, digits in either case) becomes its
/// octet. All other bytes are kept, `+` too. A malformed triplet, a `%` without two hexadecimal digits,
/// is an error with its offset; [`Decode::lenient`] keeps it instead.
///
/// Split first, then decode: if a path is decoded before it is split, a `%2F` becomes a separator.
///
/// Every terminal method takes linear time.
///
/// ```
/// use triplet::decode;
///
/// assert_eq!(decode("caf%C3%A9%20noir").to_str()?, "café noir");
/// assert_eq!(decode("50%").to_bytes().unwrap_err().offset(), 2);
/// # Ok::<(), triplet::DecodeError>(())
/// ```
#[inline(always)]
pub fn decode<I: AsRef<[u8]> + ?Sized>(input: &I) -> Decode<'_> {
    Decode { input: input.as_ref(), rule: DecodeRule::STRICT }
}

/// The view that [`decode`] returns: call the options first, then one terminal method.
///
/// | terminal method | output | if nothing changes |
/// |---|---|---|
/// | [`to_bytes`](Decode::to_bytes) | `Cow<[u8]>` | borrows the input |
/// | [`to_str`](Decode::to_str), [`to_str_lossy`](Decode::to_str_lossy) | `Cow<str>` | borrows the input |
/// | [`to_str_with`](Decode::to_str_with), [`try_to_str_with`](Decode::try_to_str_with) | `Cow<str>` | borrows the input |
/// | [`to_str_keep_invalid`](Decode::to_str_keep_invalid) | `Cow<str>` | borrows the input |
/// | [`append_to`](Decode::append_to), [`try_append_to`](Decode::try_append_to) | appends to a `Vec<u8>` | copies |
/// | [`write_into`](Decode::write_into), [`write_into_uninit`](Decode::write_into_uninit) | `&mut [u8]` in your buffer | copies |
/// | [`write_to`](Decode::write_to) | writes to an `io::Write` | copies |
/// | [`decoded_len`](Decode::decoded_len) | the exact length of the result | |
/// | [`is_unchanged`](Decode::is_unchanged) | whether the result equals the input | |
/// | [`unchanged_up_to`](Decode::unchanged_up_to) | the length of a prefix in which nothing changes | |
///
/// On a malformed triplet each but `unchanged_up_to` fails with a [`DecodeError`] and has no output. The view is `Copy`
/// and borrows the input, so several terminal methods may be called on it; each does its work again.
#[derive(Clone, Copy)]
#[must_use = "a view does nothing until a terminal method is called"]
pub struct Decode<'a> {
    pub(crate) input: &'a [u8],
    pub(crate) rule: DecodeRule,
}

/// The view that [`Decode::lenient`] returns. It has the terminal methods of [`Decode`], but keeps a
/// malformed `%` and continues at the next byte, as *percent-decode* of the URL standard (section 1.3)
/// says. Only [`to_str`](Lenient::to_str) can fail on data, because the octets need not be UTF-8.
#[derive(Clone, Copy)]
#[must_use = "a view does nothing until a terminal method is called"]
pub struct Lenient<'a>(Decode<'a>);

impl<'a> Decode<'a> {
    /// The view of a name or value of a form. It is built in one step, because each option that is called
    /// on a view copies it.
    #[cfg(feature = "form")]
    #[inline(always)]
    pub(crate) const fn of_form(input: &'a [u8], lenient: bool) -> Decode<'a> {
        Decode { input, rule: DecodeRule { lenient, plus: true, kept: None } }
    }

    /// Decodes `+` to a space, as `application/x-www-form-urlencoded` does (URL standard section 5.1).
    /// `%2B` is decoded to `+`.
    ///
    /// ```
    /// # use triplet::decode;
    /// assert_eq!(decode("1+%2B+1").plus_as_space().to_str()?, "1 + 1");
    /// # Ok::<(), triplet::DecodeError>(())
    /// ```
    pub const fn plus_as_space(mut self) -> Self {
        self.rule.plus = true;
        self
    }

    /// Keeps the triplets of these octets as they are written. Use it to decode before you split: list
    /// the separators. List `%` too if the result is decoded again after splitting; otherwise an input
    /// that was encoded twice, such as `%252F`, would then become a separator.
    ///
    /// The list is a list of octets, not of characters. Do not list a character outside ASCII: each of
    /// its octets would be kept in every other character too. With the octets of `é` (C3 A9) in the list,
    /// `%C3` of `%C3%A8` is kept, and the result is not UTF-8.
    ///
    /// ```
    /// # use triplet::decode;
    /// let path = decode("a%2Fb%20c%2525").keep_triplets_of(b"/%").to_str()?;
    /// assert_eq!(path, "a%2Fb c%2525");
    /// # Ok::<(), triplet::DecodeError>(())
    /// ```
    pub const fn keep_triplets_of(mut self, octets: &[u8]) -> Self {
        self.rule.kept = ByteSet::of(octets);
        self
    }

    /// Keeps a malformed `%` instead of failing, as the URL standard says (section 1.3).
    ///
    /// ```
    /// # use triplet::decode;
    /// assert_eq!(*decode("100% hello%20world").lenient().to_bytes(), *b"100% hello world");
    /// ```
    #[inline(always)]
    pub const fn lenient(mut self) -> Lenient<'a> {
        self.rule.lenient = true;
        Lenient(self)
    }

    /// The exact length of the result in bytes. Does not allocate.
    ///
    /// # Errors
    ///
    /// On a malformed triplet.
    ///
    /// ```
    /// # use triplet::decode;
    /// assert_eq!(decode("a%20b").decoded_len()?, 3);
    /// # Ok::<(), triplet::DecodeError>(())
    /// ```
    pub fn decoded_len(&self) -> Result<usize, DecodeError> {
        let found = kernel::decoded_len(self.input, &self.rule);
        self.checked(found.end, found.read)?;
        Ok(found.written)
    }

    /// Whether the result equals the input: there is no triplet to decode, and no `+` that is decoded to a
    /// space. Does not allocate.
    ///
    /// # Errors
    ///
    /// On a malformed triplet.
    pub fn is_unchanged(&self) -> Result<bool, DecodeError> {
        let clean = kernel::clean_prefix_len(self.input, self.rule.plus);
        if clean == self.input.len() {
            return Ok(true);
        }
        let same_length = self.decoded_len()? == self.input.len();
        Ok(same_length && !(self.rule.plus && self.input.contains(&b'+')))
    }

    /// The offset of the first `%`, and with [`plus_as_space`](Decode::plus_as_space) of the first `%` or `+`; the length
    /// of the input if there is none. Up to there nothing changes. Does not allocate, and never fails: what follows
    /// the `%` is not read.
    ///
    /// Use this offset for many texts in one buffer, such as a column: the texts that end before it are their own decoding.
    ///
    /// ```
    /// # use triplet::decode;
    /// assert_eq!(decode("clean").unchanged_up_to(), 5);
    /// assert_eq!(decode("a+b%20c").unchanged_up_to(), 3);
    /// assert_eq!(decode("a+b%20c").plus_as_space().unchanged_up_to(), 1);
    /// ```
    #[must_use]
    pub fn unchanged_up_to(&self) -> usize {
        kernel::clean_prefix_len(self.input, self.rule.plus)
    }

    /// The decoded bytes. Borrows the input if nothing changes; otherwise allocates a vector.
    ///
    /// # Errors
    ///
    /// On a malformed triplet.
    ///
    /// ```
    /// # use std::borrow::Cow;
    /// # use triplet::decode;
    /// assert!(matches!(decode("clean").to_bytes()?, Cow::Borrowed(b"clean")));
    /// assert_eq!(*decode("%FF%00").to_bytes()?, [0xFF, 0x00]);
    /// # Ok::<(), triplet::DecodeError>(())
    /// ```
    #[cfg(feature = "alloc")]
    pub fn to_bytes(&self) -> Result<Cow<'a, [u8]>, DecodeError> {
        let clean = kernel::clean_prefix_len(self.input, self.rule.plus);
        if clean == self.input.len() {
            return Ok(Cow::Borrowed(self.input));
        }
        let rest = &self.input[clean..];
        if rest.len() <= ON_STACK {
            let mut buffer = [MaybeUninit::<u8>::uninit(); ON_STACK];
            let (done, bytes) = kernel::decode(rest, &self.rule, Output::from(&mut buffer[..]));
            self.checked(done.end, clean + done.read)?;
            let mut out = Vec::with_capacity(clean + bytes.len());
            out.extend_from_slice(&self.input[..clean]);
            out.extend_from_slice(bytes);
            return Ok(self.owned_or_same(out));
        }
        let mut out = Vec::with_capacity(self.input.len());
        out.extend_from_slice(&self.input[..clean]);
        let done = kernel::decode_append(rest, &self.rule, &mut out);
        self.checked(done.end, clean + done.read)?;
        if out.capacity() / 2 > out.len() {
            out.shrink_to_fit();
        }
        Ok(self.owned_or_same(out))
    }

    /// Borrows the input if the result equals it, which happens when all its triplets were kept.
    #[cfg(feature = "alloc")]
    fn owned_or_same(&self, out: Vec<u8>) -> Cow<'a, [u8]> {
        if self.is_same(&out) { Cow::Borrowed(self.input) } else { Cow::Owned(out) }
    }

    /// Whether the result equals the input. A result of the same length does, unless a `+` became a space.
    #[cfg(feature = "alloc")]
    fn is_same(&self, out: &[u8]) -> bool {
        out.len() == self.input.len() && (!self.rule.plus || out == self.input)
    }

    /// The decoded bytes as UTF-8 text. Borrows the input if nothing changes; otherwise allocates a
    /// string.
    ///
    /// # Errors
    ///
    /// On a malformed triplet; otherwise, if the octets are not UTF-8, with the offset *in the input* of
    /// the byte or triplet that the first octet of the ill-formed sequence was decoded from.
    ///
    /// ```
    /// # use triplet::{DecodeErrorKind, decode};
    /// let error = decode("%E4%BD%A0 %C0%AF").to_str().unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidUtf8, 10));
    /// ```
    #[cfg(feature = "alloc")]
    pub fn to_str(&self) -> Result<Cow<'a, str>, DecodeError> {
        if let Some(text) = kernel::common_text(self.input) {
            return Ok(Cow::Borrowed(text));
        }
        if self.input.len() > ON_STACK
            && let Some(text) = self.long_text()
        {
            return Ok(text);
        }
        // The input is short, or has an error.
        match self.to_bytes()? {
            Cow::Borrowed(bytes) => match str::from_utf8(bytes) {
                Ok(text) => Ok(Cow::Borrowed(text)),
                Err(error) => Err(self.invalid_utf8(bytes, error.valid_up_to())),
            },
            Cow::Owned(bytes) => match String::from_utf8(bytes) {
                Ok(text) => Ok(Cow::Owned(text)),
                Err(error) => {
                    let at = error.utf8_error().valid_up_to();
                    Err(self.invalid_utf8(error.as_bytes(), at))
                }
            },
        }
    }

    /// [`Decode::to_str`] for an input that is not short. `None` if it fails, or if triplets are kept.
    #[cfg(feature = "alloc")]
    fn long_text(&self) -> Option<Cow<'a, str>> {
        if self.rule.kept.is_some() {
            return None;
        }
        if kernel::clean_prefix_len(self.input, self.rule.plus) == self.input.len() {
            return kernel::text_of(self.input).map(Cow::Borrowed);
        }
        let out = Vec::with_capacity(self.input.len());
        let mut text = kernel::decode_text(self.input, &self.rule, out)?;
        if self.is_same(text.as_bytes()) {
            return kernel::text_of(self.input).map(Cow::Borrowed);
        }
        if text.capacity() / 2 > text.len() {
            text.shrink_to_fit();
        }
        Some(Cow::Owned(text))
    }

    /// The decoded bytes as text. Each maximal subpart of an ill-formed UTF-8 sequence becomes one
    /// U+FFFD (Unicode section 3.9, and the Encoding standard's *UTF-8 decode*). Borrows the input if
    /// nothing changes.
    ///
    /// # Errors
    ///
    /// On a malformed triplet.
    ///
    /// ```
    /// # use triplet::decode;
    /// assert_eq!(decode("caf%E9").to_str_lossy()?, "caf\u{FFFD}");
    /// # Ok::<(), triplet::DecodeError>(())
    /// ```
    #[cfg(feature = "alloc")]
    pub fn to_str_lossy(&self) -> Result<Cow<'a, str>, DecodeError> {
        if let Some(text) = kernel::common_text(self.input) {
            return Ok(Cow::Borrowed(text));
        }
        if self.input.len() > ON_STACK
            && let Some(text) = self.long_text()
        {
            return Ok(text);
        }
        Ok(match self.to_bytes()? {
            Cow::Borrowed(bytes) => match str::from_utf8(bytes) {
                Ok(text) => Cow::Borrowed(text),
                Err(_) => String::from_utf8_lossy(bytes),
            },
            Cow::Owned(bytes) => Cow::Owned(match String::from_utf8(bytes) {
                Ok(text) => text,
                Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
            }),
        })
    }

    /// Appends the decoded bytes to a vector. The vector grows at most once, by the length of the input or
    /// by 80 bytes, whichever is greater.
    ///
    /// # Errors
    ///
    /// On a malformed triplet; the contents of the vector are then unchanged.
    ///
    /// # Panics
    ///
    /// Only as [`Vec::reserve`]: if the length would exceed `isize::MAX` bytes. If memory runs out, the
    /// process aborts. [`Decode::try_append_to`] returns an error in both cases.
    ///
    /// ```
    /// # use triplet::decode;
    /// let mut bytes = b"name=".to_vec();
    /// decode("a%20b").append_to(&mut bytes)?;
    /// assert_eq!(bytes, b"name=a b");
    /// # Ok::<(), triplet::DecodeError>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub fn append_to(&self, out: &mut Vec<u8>) -> Result<(), DecodeError> {
        // Everything is inlined and the view is passed field by field, so that for a short input it stays in
        // registers.
        let Decode { input, rule: DecodeRule { lenient, plus, kept } } = *self;
        if input.is_empty() {
            return Ok(());
        }
        let kept = kept.as_ref();
        if kernel::decode_append_short(input, lenient, plus, kept, out) {
            return Ok(());
        }
        append_growing(input, lenient, plus, kept, out)
    }

    /// [`Decode::append_to`], but running out of memory is an error instead of an abort.
    ///
    /// # Errors
    ///
    /// On a malformed triplet, or the error of [`Vec::try_reserve`]. The contents of the vector are then
    /// unchanged.
    #[cfg(feature = "alloc")]
    pub fn try_append_to(&self, out: &mut Vec<u8>) -> Result<(), TryDecodeError> {
        let reserved: Result<(), TryReserveError> = out.try_reserve(self.input.len());
        reserved?;
        Ok(self.append_reserved(out)?)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn append_reserved(&self, out: &mut Vec<u8>) -> Result<(), DecodeError> {
        let done = kernel::decode_append(self.input, &self.rule, out);
        if done.end == End::Malformed {
            out.truncate(out.len() - done.written);
        }
        self.checked(done.end, done.read)
    }

    /// Writes the decoded bytes to the start of a buffer and returns that part of it. Needs no allocator.
    ///
    /// # Errors
    ///
    /// On a malformed triplet, or if the buffer is too small, with the length that is needed. The
    /// contents of the buffer are then unspecified.
    ///
    /// ```
    /// # use triplet::decode;
    /// let mut buffer = [0; 3];
    /// assert_eq!(decode("a%20b").write_into(&mut buffer)?, b"a b");
    /// # Ok::<(), triplet::WriteError>(())
    /// ```
    pub fn write_into<'d>(&self, buffer: &'d mut [u8]) -> Result<&'d mut [u8], WriteError> {
        self.write_to_output(Output::from(buffer))
    }

    /// [`Decode::write_into`] for a buffer that is not initialised.
    ///
    /// # Errors
    ///
    /// As [`Decode::write_into`].
    pub fn write_into_uninit<'d>(
        &self,
        buffer: &'d mut [MaybeUninit<u8>],
    ) -> Result<&'d mut [u8], WriteError> {
        self.write_to_output(Output::from(buffer))
    }

    fn write_to_output<'d>(&self, output: Output<'d>) -> Result<&'d mut [u8], WriteError> {
        let (done, bytes) = kernel::decode(self.input, &self.rule, output);
        self.checked(done.end, done.read)?;
        if done.end == End::Room {
            return Err(BufferTooSmall { needed: self.decoded_len()? }.into());
        }
        Ok(bytes)
    }

    /// Writes the decoded bytes to a writer, in blocks of up to 4 KiB. Needs constant memory. The input is
    /// read twice, so that nothing is written if it is malformed.
    ///
    /// # Errors
    ///
    /// The error of the writer, or `InvalidData` that wraps a [`DecodeError`].
    #[cfg(feature = "std")]
    pub fn write_to<W: std::io::Write + ?Sized>(&self, writer: &mut W) -> std::io::Result<()> {
        if let Err(error) = self.decoded_len() {
            return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, error));
        }
        let mut buffer = [MaybeUninit::<u8>::uninit(); 4096];
        let mut rest = self.input;
        while !rest.is_empty() {
            let (done, bytes) = kernel::decode(rest, &self.rule, Output::from(&mut buffer[..]));
            writer.write_all(bytes)?;
            rest = &rest[done.read..];
        }
        Ok(())
    }

    /// The offset in the input of the byte or triplet that the decoded octet `index` comes from.
    #[cfg(feature = "charset")]
    pub(crate) fn source_offset(&self, index: usize) -> usize {
        source_offset(self.input, &self.rule, index)
    }

    #[cfg(feature = "charset")]
    pub(crate) fn within<'b>(&self, input: &'b [u8]) -> Decode<'b> {
        Decode { input, rule: self.rule }
    }

    /// Whether the input has no `%`, and no `+` that is decoded to a space.
    #[cfg(feature = "charset")]
    pub(crate) fn has_nothing_to_decode(&self) -> bool {
        kernel::clean_prefix_len(self.input, self.rule.plus) == self.input.len()
    }

    /// The position of the first kept triplet in these bytes, or their length if there is none.
    #[cfg(feature = "charset")]
    pub(crate) fn first_kept_triplet(&self, bytes: &[u8]) -> usize {
        let mut at = 0;
        while self.rule.kept.is_some() && at < bytes.len() {
            at += kernel::clean_prefix_len(&bytes[at..], false);
            at += match decode_triplet(&bytes[at..]) {
                Some(octet) if self.rule.keeps_triplet_of(octet) => return at,
                Some(_) => 3,
                None => 1,
            };
        }
        bytes.len()
    }

    fn checked(&self, end: End, read: usize) -> Result<(), DecodeError> {
        match end {
            End::Malformed => Err(DecodeError::malformed(self.input, read, 0)),
            End::Input | End::Room => Ok(()),
        }
    }

    /// The error for decoded bytes whose first ill-formed UTF-8 sequence begins at `at`.
    #[cfg(feature = "alloc")]
    #[cold]
    fn invalid_utf8(&self, decoded: &[u8], at: usize) -> DecodeError {
        let offset = source_offset(self.input, &self.rule, at);
        DecodeError::invalid_utf8(offset as u64, decoded[at])
    }
}

/// Inputs up to this length are decoded on the stack, so that the result is allocated exactly.
#[cfg(feature = "alloc")]
const ON_STACK: usize = 256;

/// The offset in the input of the byte or triplet that the decoded octet `index` comes from.
#[cfg(feature = "alloc")]
#[cold]
fn source_offset(input: &[u8], rule: &DecodeRule, index: usize) -> usize {
    let mut at = 0;
    for _ in 0..index {
        at += match decode_triplet(&input[at..]) {
            Some(octet) if !rule.keeps_triplet_of(octet) => 3,
            _ => 1,
        };
    }
    at
}

/// [`Decode::append_to`] without the short path: the input is long, the vector lacks the room, or there is an error.
#[cfg(feature = "alloc")]
#[inline(never)]
fn append_growing(
    input: &[u8],
    lenient: bool,
    plus: bool,
    kept: Option<&ByteSet>,
    out: &mut Vec<u8>,
) -> Result<(), DecodeError> {
    // At least what the short path requires, so that the next short input finds it.
    out.reserve(input.len().max(kernel::DECODE_ROOM));
    let rule = DecodeRule { lenient, plus, kept: kept.copied() };
    Decode { input, rule }.append_reserved(out)
}

impl fmt::Debug for Decode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Decode(\"{}\")", self.input.escape_ascii())
    }
}
