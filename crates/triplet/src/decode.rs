//! Percent-encoded text to bytes: a lazy view of the input, strict unless told otherwise, with one
//! named exit for each way to take the result.
//!
//! Triplets are decoded once. What an exit gives has no `decode` method, and nothing here looks at
//! its own output again.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, collections::TryReserveError, string::String, vec::Vec};
use core::fmt;
use core::mem::MaybeUninit;

#[cfg(feature = "alloc")]
use crate::error::TryDecodeError;
use crate::error::{BufferTooSmall, DecodeError, WriteError};
use crate::kernel::{self, ByteSet, DecodeRule, End};

/// The decoding of percent-encoded bytes or text, as a view: nothing is done until one of the exits
/// is called.
///
/// Each complete triplet (RFC 3986 section 2.1, digits in either case) becomes its octet; everything
/// else stays as it is, `+` too. A `%` that begins no triplet is an error with its place;
/// [`Decode::lenient`] lets it stand for itself.
///
/// Split first, decode after: a `%2F` that is decoded before the path is split has become a
/// separator.
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

/// Decodes a buffer into itself and gives the part that holds the result. Strict.
///
/// # Errors
///
/// As [`Decode::to_bytes`]; the buffer is then as it was.
///
/// ```
/// let mut buffer = *b"a%20b";
/// assert_eq!(triplet::decode_in_place(&mut buffer)?, b"a b");
/// # Ok::<(), triplet::DecodeError>(())
/// ```
pub fn decode_in_place(buffer: &mut [u8]) -> Result<&mut [u8], DecodeError> {
    let rule = decode(&[0; 0]).rule;
    let found = kernel::decoded_len(buffer, &rule);
    if found.end == End::Malformed {
        return Err(DecodeError::malformed(buffer, found.read, 0));
    }
    let done = kernel::decode_in_place(buffer, &rule);
    Ok(&mut buffer[..done.written])
}

/// [`decode_in_place`], where a malformed `%` stands for itself: never fails.
///
/// ```
/// let mut buffer = *b"100% a%20b";
/// assert_eq!(triplet::decode_in_place_lenient(&mut buffer), b"100% a b");
/// ```
pub fn decode_in_place_lenient(buffer: &mut [u8]) -> &mut [u8] {
    let done = kernel::decode_in_place(buffer, &decode(&[0; 0]).lenient().0.rule);
    &mut buffer[..done.written]
}

/// The view that [`decode`] gives: options first, then one exit.
///
/// | exit | gives | when nothing changes |
/// |---|---|---|
/// | [`to_bytes`](Decode::to_bytes) | `Cow<[u8]>` | borrows the input |
/// | [`to_str`](Decode::to_str), [`to_str_lossy`](Decode::to_str_lossy) | `Cow<str>` | borrows the input |
/// | [`append_to`](Decode::append_to), [`try_append_to`](Decode::try_append_to) | appends to a `Vec<u8>` | copies |
/// | [`write_into`](Decode::write_into), [`write_into_uninit`](Decode::write_into_uninit) | `&mut [u8]` in your buffer | copies |
/// | [`write_to`](Decode::write_to) | to an `io::Write` | copies |
/// | [`decoded_len`](Decode::decoded_len), [`is_unchanged`](Decode::is_unchanged) | the exact length, whether there is work | |
///
/// All of them fail with a [`DecodeError`] on a malformed triplet, and then give nothing at all.
#[derive(Clone, Copy)]
pub struct Decode<'a> {
    input: &'a [u8],
    rule: DecodeRule,
}

/// The view that [`Decode::lenient`] gives: a malformed `%` stands for itself, and reading goes on at
/// the byte behind it, as the URL standard's *percent-decode* says (section 1.3). Only what asks for
/// well-formed text can fail.
#[derive(Clone, Copy)]
pub struct Lenient<'a>(Decode<'a>);

impl<'a> Decode<'a> {
    /// A part of a form, of which the view is made at once: options that follow copy it, each time.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) const fn of_form(input: &'a [u8], lenient: bool) -> Decode<'a> {
        Decode { input, rule: DecodeRule { lenient, plus: true, kept: None } }
    }

    /// Reads `+` as a space, as in `application/x-www-form-urlencoded`. `%2B` still is a plus.
    #[must_use]
    pub const fn plus_as_space(mut self) -> Self {
        self.rule.plus = true;
        self
    }

    /// Leaves the triplets of these octets as they are written: for whoever splits later.
    ///
    /// With `%` among them, what was encoded twice stays unambiguous.
    ///
    /// The list is one of octets, not of characters. A character outside ASCII has several, and each of them is
    /// left wherever it is: with those of `é`, `%C3` of `%C3%A8` stays too, and the rest is no text.
    ///
    /// ```
    /// # use triplet::decode;
    /// let path = decode("a%2Fb%20c%2525").keep_triplets_of(b"/%").to_str()?;
    /// assert_eq!(path, "a%2Fb c%2525");
    /// # Ok::<(), triplet::DecodeError>(())
    /// ```
    #[must_use]
    pub const fn keep_triplets_of(mut self, octets: &[u8]) -> Self {
        self.rule.kept = ByteSet::of(octets);
        self
    }

    /// Lets a malformed `%` stand for itself instead of failing.
    ///
    /// ```
    /// # use triplet::decode;
    /// assert_eq!(*decode("100% hello%20world").lenient().to_bytes(), *b"100% hello world");
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn lenient(mut self) -> Lenient<'a> {
        self.rule.lenient = true;
        Lenient(self)
    }

    /// The length of the result in bytes.
    ///
    /// # Errors
    ///
    /// On a malformed triplet.
    pub fn decoded_len(&self) -> Result<usize, DecodeError> {
        let found = kernel::decoded_len(self.input, &self.rule);
        self.checked(found.end, found.read)?;
        Ok(found.written)
    }

    /// Whether the input is its own decoding: it has no triplet that is not left, and no `+` that is
    /// a space.
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

    /// The decoded bytes: borrowed if there was nothing to decode.
    ///
    /// # Errors
    ///
    /// On a malformed triplet.
    #[cfg(feature = "alloc")]
    pub fn to_bytes(&self) -> Result<Cow<'a, [u8]>, DecodeError> {
        let clean = kernel::clean_prefix_len(self.input, self.rule.plus);
        if clean == self.input.len() {
            return Ok(Cow::Borrowed(self.input));
        }
        let rest = &self.input[clean..];
        if rest.len() <= ON_STACK {
            let mut buffer = [MaybeUninit::<u8>::uninit(); ON_STACK];
            let (done, bytes) = kernel::decode(rest, &self.rule, &mut buffer);
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

    /// A result without a changed byte (its triplets were all left) is the input.
    #[cfg(feature = "alloc")]
    fn owned_or_same(&self, out: Vec<u8>) -> Cow<'a, [u8]> {
        if out.len() == self.input.len() && !self.rule.plus {
            Cow::Borrowed(self.input)
        } else {
            Cow::Owned(out)
        }
    }

    /// The decoded bytes as UTF-8 text: borrowed if there was nothing to decode.
    ///
    /// # Errors
    ///
    /// On a malformed triplet; else on bytes that are not UTF-8, with the place *in the input* that
    /// the first wrong octet was decoded from.
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
        // What is short, and what has an error.
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

    /// [`Decode::to_str`] of what is not short: nothing if it fails, or if a triplet may be left.
    #[cfg(feature = "alloc")]
    fn long_text(&self) -> Option<Cow<'a, str>> {
        if self.rule.kept.is_some() {
            return None;
        }
        if kernel::clean_prefix_len(self.input, self.rule.plus) == self.input.len() {
            return kernel::text_of(self.input).map(Cow::Borrowed);
        }
        let mut text = kernel::decode_text(self.input, &self.rule)?;
        if text.len() == self.input.len() && !self.rule.plus {
            return kernel::text_of(self.input).map(Cow::Borrowed);
        }
        if text.capacity() / 2 > text.len() {
            text.shrink_to_fit();
        }
        Some(Cow::Owned(text))
    }

    /// The decoded bytes as text; each ill-formed UTF-8 sequence becomes one U+FFFD, by the
    /// maximal-subpart rule that the Encoding standard shares with Unicode.
    ///
    /// # Errors
    ///
    /// On a malformed triplet.
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

    /// Appends the decoded bytes; the vector grows at most once, by the length of the input or 80 bytes.
    ///
    /// # Errors
    ///
    /// On a malformed triplet; the vector is then as it was.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub fn append_to(&self, out: &mut Vec<u8>) -> Result<(), DecodeError> {
        // All of it inline, and its parts one by one, so that the view of a short input need never stand in
        // memory.
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

    /// [`Decode::append_to`], but memory that the allocator refuses is an error too.
    ///
    /// # Errors
    ///
    /// On a malformed triplet or what the allocator says; the vector is then as it was.
    #[cfg(feature = "alloc")]
    pub fn try_append_to(&self, out: &mut Vec<u8>) -> Result<(), TryDecodeError> {
        let reserved: Result<(), TryReserveError> = out.try_reserve(self.input.len());
        reserved?;
        Ok(self.append_reserved(out)?)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn append_reserved(&self, out: &mut Vec<u8>) -> Result<(), DecodeError> {
        let done = kernel::decode_append(self.input, &self.rule, out);
        if done.end == End::Malformed {
            out.truncate(out.len() - done.written);
        }
        self.checked(done.end, done.read)
    }

    /// Writes the decoded bytes to the start of a buffer and gives that part of it.
    ///
    /// # Errors
    ///
    /// On a malformed triplet, or when the buffer is too small, with the length that is needed. The
    /// buffer's content is then unspecified.
    ///
    /// ```
    /// # use triplet::decode;
    /// let mut buffer = [0; 3];
    /// assert_eq!(decode("a%20b").write_into(&mut buffer)?, b"a b");
    /// # Ok::<(), triplet::WriteError>(())
    /// ```
    pub fn write_into<'d>(&self, buffer: &'d mut [u8]) -> Result<&'d mut [u8], WriteError> {
        self.write_into_uninit(kernel::as_uninit(buffer))
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
        let (done, bytes) = kernel::decode(self.input, &self.rule, buffer);
        self.checked(done.end, done.read)?;
        if done.end == End::Room {
            return Err(BufferTooSmall { needed: self.decoded_len()? }.into());
        }
        Ok(bytes)
    }

    /// Writes the decoded bytes to a writer, in blocks of some kilobytes. Constant memory; the input
    /// is read twice, so that nothing is written of an input that is malformed.
    ///
    /// # Errors
    ///
    /// What the writer says, or `InvalidData` with a [`DecodeError`] inside.
    #[cfg(feature = "std")]
    pub fn write_to<W: std::io::Write + ?Sized>(&self, writer: &mut W) -> std::io::Result<()> {
        if let Err(error) = self.decoded_len() {
            return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, error));
        }
        let mut buffer = [MaybeUninit::<u8>::uninit(); 4096];
        let mut rest = self.input;
        while !rest.is_empty() {
            let (done, bytes) = kernel::decode(rest, &self.rule, &mut buffer);
            writer.write_all(bytes)?;
            rest = &rest[done.read..];
        }
        Ok(())
    }

    /// Where in the input the decoded octet number `index` comes from.
    #[cfg(feature = "charset")]
    pub(crate) fn source_offset(&self, index: usize) -> usize {
        source_offset(self.input, &self.rule, index)
    }

    /// The same view of other bytes.
    #[cfg(feature = "charset")]
    pub(crate) fn within<'b>(&self, input: &'b [u8]) -> Decode<'b> {
        Decode { input, rule: self.rule }
    }

    /// Whether the input has no `%`, and no `+` that is a space.
    #[cfg(feature = "charset")]
    pub(crate) fn has_nothing_to_decode(&self) -> bool {
        kernel::clean_prefix_len(self.input, self.rule.plus) == self.input.len()
    }

    /// Where in these bytes the first triplet is that is kept; their length if there is none.
    #[cfg(feature = "charset")]
    pub(crate) fn first_kept_triplet(&self, bytes: &[u8]) -> usize {
        let mut at = 0;
        while self.rule.kept.is_some() && at < bytes.len() {
            at += kernel::clean_prefix_len(&bytes[at..], false);
            at += match octet_of(&bytes[at..]) {
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

    /// The error for a decoding whose octet number `at` is the first that is not UTF-8.
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

/// Where in the input the decoded octet number `index` comes from.
#[cfg(feature = "alloc")]
#[cold]
fn source_offset(input: &[u8], rule: &DecodeRule, index: usize) -> usize {
    let mut at = 0;
    for _ in 0..index {
        at += match octet_of(&input[at..]) {
            Some(octet) if !rule.keeps_triplet_of(octet) => 3,
            _ => 1,
        };
    }
    at
}

/// The octet of the triplet with which these bytes begin, if they do.
pub(crate) fn octet_of(bytes: &[u8]) -> Option<u8> {
    match bytes {
        [b'%', high, low, ..] => Some(kernel::hex_value(*high)? << 4 | kernel::hex_value(*low)?),
        _ => None,
    }
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
    out.reserve(input.len().max(kernel::SHORT_ROOM));
    let rule = DecodeRule { lenient, plus, kept: kept.copied() };
    Decode { input, rule }.append_reserved(out)
}

/// What a lenient reading gives: no triplet is malformed in it. Not `expect`, which would need the error's `Debug`, with
/// all that formats it.
#[cfg(feature = "alloc")]
fn never_malformed<T, E>(result: Result<T, E>) -> T {
    result.unwrap_or_else(|_| unreachable!("a lenient reading has no malformed triplets"))
}

impl<'a> Lenient<'a> {
    /// See [`Decode::plus_as_space`].
    #[must_use]
    pub const fn plus_as_space(self) -> Self {
        Lenient(self.0.plus_as_space())
    }

    /// See [`Decode::keep_triplets_of`].
    #[must_use]
    pub const fn keep_triplets_of(self, octets: &[u8]) -> Self {
        Lenient(self.0.keep_triplets_of(octets))
    }

    /// The length of the result in bytes.
    #[must_use]
    pub fn decoded_len(&self) -> usize {
        kernel::decoded_len(self.0.input, &self.0.rule).written
    }

    /// Whether the input is its own decoding.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.0.is_unchanged().unwrap_or(false)
    }

    /// The decoded bytes: borrowed if there was nothing to decode.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn to_bytes(&self) -> Cow<'a, [u8]> {
        never_malformed(self.0.to_bytes())
    }

    /// The decoded bytes as UTF-8 text.
    ///
    /// # Errors
    ///
    /// On bytes that are not UTF-8, with the place in the input.
    #[cfg(feature = "alloc")]
    pub fn to_str(&self) -> Result<Cow<'a, str>, DecodeError> {
        self.0.to_str()
    }

    /// The decoded bytes as text, U+FFFD for each ill-formed sequence: never fails.
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

    /// Appends the decoded bytes; the vector grows at most once.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub fn append_to(&self, out: &mut Vec<u8>) {
        let done = self.0.append_to(out);
        debug_assert!(done.is_ok(), "a lenient reading has no malformed triplets");
    }

    /// [`Lenient::append_to`], but memory that the allocator refuses is an error.
    ///
    /// # Errors
    ///
    /// What the allocator says; the vector is then as it was.
    #[cfg(feature = "alloc")]
    pub fn try_append_to(&self, out: &mut Vec<u8>) -> Result<(), TryReserveError> {
        out.try_reserve(self.0.input.len())?;
        never_malformed(self.0.append_reserved(out));
        Ok(())
    }

    /// Writes the decoded bytes to the start of a buffer and gives that part of it.
    ///
    /// # Errors
    ///
    /// When the buffer is too small, with the length that is needed.
    pub fn write_into<'d>(&self, buffer: &'d mut [u8]) -> Result<&'d mut [u8], BufferTooSmall> {
        self.write_into_uninit(kernel::as_uninit(buffer))
    }

    /// [`Lenient::write_into`] for a buffer that is not initialised.
    ///
    /// # Errors
    ///
    /// When the buffer is too small, with the length that is needed.
    pub fn write_into_uninit<'d>(
        &self,
        buffer: &'d mut [MaybeUninit<u8>],
    ) -> Result<&'d mut [u8], BufferTooSmall> {
        let (done, bytes) = kernel::decode(self.0.input, &self.0.rule, buffer);
        match done.end {
            End::Room => Err(BufferTooSmall { needed: self.decoded_len() }),
            End::Input | End::Malformed => Ok(bytes),
        }
    }

    /// Writes the decoded bytes to a writer, in blocks of some kilobytes. Constant memory.
    ///
    /// # Errors
    ///
    /// What the writer says; a part may then be written.
    #[cfg(feature = "std")]
    pub fn write_to<W: std::io::Write + ?Sized>(&self, writer: &mut W) -> std::io::Result<()> {
        self.0.write_to(writer)
    }
}

impl fmt::Debug for Decode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Decode(\"{}\")", self.input.escape_ascii())
    }
}

impl fmt::Debug for Lenient<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lenient(\"{}\")", self.0.input.escape_ascii())
    }
}
