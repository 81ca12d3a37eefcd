//! Bytes to percent-encoded text: a lazy view of the input, with one terminal method for each form of
//! the result.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
mod append;
mod chunks;

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, collections::TryReserveError, string::String};
use core::fmt;
use core::mem::MaybeUninit;

#[cfg(feature = "alloc")]
use self::append::{append_growing, append_long, append_octets, reserve};
pub use self::chunks::Chunks;
use crate::error::BufferTooSmall;
use crate::kernel::{self, EncodeRule, Output};
use crate::runs::{EncodePolicy, Run, Runs};
use crate::set::EncodeSet;

/// Percent-encodes bytes or text under a set (RFC 3986 section 2.1). Returns a lazy view: no work is
/// done until one of the terminal methods of [`Encode`] is called.
///
/// Text is encoded as its UTF-8 bytes (RFC 3986 section 2.5); the module `charset` encodes to other
/// charsets. The result is ASCII, unless the set keeps characters outside ASCII, as the sets of
/// [`rfc3987`](crate::set::rfc3987) do. An encoder cannot know whether its input is already encoded:
/// `%41` becomes `%2541`, except with [`Encode::keep_triplets`].
///
/// Encoding cannot fail. Every terminal method takes linear time.
///
/// ```
/// use triplet::{encode, set::rfc3986};
///
/// let path = format!("/files/{}", encode("50% off.pdf", rfc3986::SEGMENT));
/// assert_eq!(path, "/files/50%25%20off.pdf");
/// ```
#[inline(always)]
pub fn encode<I: AsRef<[u8]> + ?Sized>(input: &I, set: EncodeSet) -> Encode<'_> {
    Encode::new(input.as_ref(), set)
}

/// The view that [`encode`] returns: call the options first, then one terminal method.
///
/// | terminal method | output | if nothing changes |
/// |---|---|---|
/// | [`to_cow`](Encode::to_cow) | `Cow<str>` | borrows the input |
/// | [`append_to`](Encode::append_to), [`try_append_to`](Encode::try_append_to) | appends to a `String` | copies |
/// | [`write_into`](Encode::write_into), [`write_into_uninit`](Encode::write_into_uninit) | `&mut str` in your buffer | copies |
/// | [`write_to`](Encode::write_to) | writes to an `io::Write` | copies |
/// | `Display` | writes to a formatter; honours width and precision | copies |
/// | [`chunks`](Encode::chunks) | an iterator over `&str` | borrows the input |
/// | [`encoded_len`](Encode::encoded_len) | the exact length of the result | |
/// | [`is_unchanged`](Encode::is_unchanged) | whether the result equals the input | |
/// | [`unchanged_up_to`](Encode::unchanged_up_to) | the length of a prefix in which nothing changes | |
///
/// The view is `Copy` and borrows the input, so several terminal methods may be called on it; each does
/// its work again.
// The terminal methods are inlined up to the question whether the policy is plain. Where the set is a constant, so is the answer,
// and a program is linked with the code of one answer only.
#[derive(Clone, Copy)]
#[must_use = "a view does nothing until a terminal method is called"]
pub struct Encode<'a> {
    input: &'a [u8],
    policy: EncodePolicy,
}

impl<'a> Encode<'a> {
    #[inline(always)]
    pub(crate) fn new(input: &'a [u8], set: EncodeSet) -> Encode<'a> {
        Encode { input, policy: EncodePolicy::of(&set) }
    }

    /// Writes a space as `+`, even if the set keeps the space, as `application/x-www-form-urlencoded`
    /// does (URL standard section 5.2).
    ///
    /// A `+` in the input is written `%2B`, even if the set keeps it, so that
    /// [`Decode::plus_as_space`](crate::Decode::plus_as_space) gives the input back.
    /// [`EncodeSet::space_as_ambiguous_plus`] does not encode the `+`.
    ///
    /// ```
    /// # use triplet::{encode, set::rfc3986};
    /// assert_eq!(encode("1 + 1", rfc3986::QUERY).space_as_plus().to_string(), "1+%2B+1");
    /// ```
    pub const fn space_as_plus(mut self) -> Self {
        self.policy = self.policy.with_space_as_plus();
        self
    }

    /// Writes the hexadecimal digits in lower case: `%2f` instead of `%2F`. RFC 3986 section 2.1 says
    /// that producers should use upper case, so this is only for consumers that compare bytes.
    pub const fn lowercase_hex(mut self) -> Self {
        self.policy.rule.lower = true;
        self
    }

    /// Keeps the complete triplets (`%` HEXDIG HEXDIG) of the input instead of encoding their `%`, for
    /// text that may already be encoded in part. Any other `%` is encoded.
    ///
    /// The result is ambiguous: decoding it need not give the input back.
    ///
    /// ```
    /// # use triplet::{encode, set::rfc3986};
    /// let view = encode("a%20b c%", rfc3986::SEGMENT).keep_triplets();
    /// assert_eq!(view.to_string(), "a%20b%20c%25");
    /// ```
    pub const fn keep_triplets(mut self) -> Self {
        self.policy.triplets = true;
        self
    }

    fn runs(&self) -> Runs<'a> {
        Runs::of(self.input, self.policy)
    }

    /// Whether the result equals the input, byte for byte. Stops at the first byte that changes; does
    /// not allocate.
    ///
    /// ```
    /// # use triplet::{encode, set::rfc3986};
    /// assert!(encode("clean", rfc3986::SEGMENT).is_unchanged());
    /// assert!(!encode("a b", rfc3986::SEGMENT).is_unchanged());
    /// ```
    #[must_use]
    #[inline]
    pub fn is_unchanged(&self) -> bool {
        match self.policy.is_plain() {
            true => kernel::kept_prefix(self.input, &self.policy.rule).len() == self.input.len(),
            false => self.are_runs_unchanged(),
        }
    }

    fn are_runs_unchanged(&self) -> bool {
        let mut runs = self.runs();
        let rule = runs.rule();
        runs.all(|run| match run {
            Run::Octets(bytes) => kernel::kept_prefix(bytes, &rule).len() == bytes.len(),
            Run::Text(text) => kernel::keeps_text(text, &rule),
            Run::Literal(text, read) => text.len() == read,
        })
    }

    /// The length of the prefix that the result and the input share because nothing in it changes; the length of the
    /// input if nothing changes at all. Does not allocate.
    ///
    /// Use this offset for many texts in one buffer, such as a column: the texts that end before it are their own encoding.
    ///
    /// ```
    /// # use triplet::{encode, set::rfc3986};
    /// assert_eq!(encode("clean", rfc3986::SEGMENT).unchanged_up_to(), 5);
    /// assert_eq!(encode("a b c", rfc3986::SEGMENT).unchanged_up_to(), 1);
    /// ```
    #[must_use]
    pub fn unchanged_up_to(&self) -> usize {
        let mut runs = self.runs();
        let rule = runs.rule();
        let mut length = 0;
        runs.all(|run| {
            let (kept, all) = match run {
                Run::Octets(bytes) => (kernel::kept_prefix(bytes, &rule).len(), bytes.len()),
                Run::Text(text) => (kernel::kept_text_prefix(text, &rule).len(), text.len()),
                Run::Literal(text, read) if text.len() == read => (read, read),
                Run::Literal(_, read) => (0, read),
            };
            length += kept;
            kept == all
        });
        length
    }

    /// The exact length of the result in bytes; `None` if it exceeds `usize`. Does not allocate.
    ///
    /// ```
    /// # use triplet::{encode, set::rfc3986};
    /// assert_eq!(encode("a b", rfc3986::UNRESERVED).encoded_len(), Some(5));
    /// ```
    #[must_use]
    #[inline]
    pub fn encoded_len(&self) -> Option<usize> {
        match self.policy.is_plain() {
            true => encoded_len(self.input, &self.policy.rule),
            false => self.encoded_len_of_runs(),
        }
    }

    fn encoded_len_of_runs(&self) -> Option<usize> {
        let mut runs = self.runs();
        let rule = runs.rule();
        runs.try_fold(0usize, |length, run| {
            length.checked_add(match run {
                Run::Octets(bytes) => encoded_len(bytes, &rule)?,
                Run::Text(text) => encoded_text_len(text, &rule)?,
                Run::Literal(text, _) => text.len(),
            })
        })
    }

    /// The result as text. Borrows the input if nothing changes; otherwise allocates once, with exactly
    /// the capacity that is needed.
    ///
    /// ```
    /// # use std::borrow::Cow;
    /// # use triplet::{encode, set::rfc3986};
    /// assert!(matches!(encode("clean", rfc3986::SEGMENT).to_cow(), Cow::Borrowed("clean")));
    /// assert_eq!(encode("ä", rfc3986::SEGMENT).to_cow(), "%C3%A4");
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    #[inline]
    pub fn to_cow(&self) -> Cow<'a, str> {
        match self.policy.is_plain() {
            true => self.cow_by_rule(),
            false => self.cow_by_runs(),
        }
    }

    #[cfg(feature = "alloc")]
    fn cow_by_rule(&self) -> Cow<'a, str> {
        let Encode { input, policy: EncodePolicy { ref rule, .. } } = *self;
        let kept = kernel::kept_prefix(input, rule);
        if kept.len() == input.len() {
            return Cow::Borrowed(kept);
        }
        let mut text = [MaybeUninit::uninit(); size_of::<kernel::ShortText>()];
        if let Some(text) = kernel::encode_short(input, rule, &mut text) {
            return Cow::Owned(text.into());
        }
        let mut out = String::new();
        out.reserve_exact(encoded_len(input, rule).unwrap_or(usize::MAX));
        let Ok(()) = append_long(input, rule, &mut out, &reserve);
        Cow::Owned(out)
    }

    #[cfg(feature = "alloc")]
    fn cow_by_runs(&self) -> Cow<'a, str> {
        if self.are_runs_unchanged()
            && let Ok(text) = str::from_utf8(self.input)
        {
            return Cow::Borrowed(text);
        }
        let mut out = String::new();
        out.reserve_exact(self.encoded_len_of_runs().unwrap_or(usize::MAX));
        self.append_by_runs(&mut out);
        Cow::Owned(out)
    }

    /// Appends the result to a string.
    ///
    /// The string grows by what the result needs, and for an input of at most 64 bytes by at most 256
    /// bytes. It grows once, except that a set which keeps triplets or characters outside ASCII may
    /// make it grow several times.
    ///
    /// # Panics
    ///
    /// Only as [`String::reserve`]: if the length would exceed `isize::MAX` bytes. If memory runs out,
    /// the process aborts. [`Encode::try_append_to`] returns an error in both cases.
    ///
    /// ```
    /// # use triplet::{encode, set::rfc3986};
    /// let mut url = String::from("https://example.com/");
    /// encode("a b", rfc3986::SEGMENT).append_to(&mut url);
    /// assert_eq!(url, "https://example.com/a%20b");
    /// ```
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub fn append_to(&self, out: &mut String) {
        // Everything is inlined and the view is passed field by field, so that for a short input it stays in
        // registers.
        let Encode { input, policy } = *self;
        if input.is_empty() {
            return;
        }
        if policy.is_plain() {
            let EncodeRule { rows, plus, lower, .. } = policy.rule;
            let rule = EncodeRule::new(rows, plus, lower);
            if !kernel::encode_append_short(input, &rule, out) {
                append_growing(input, u128::from_ne_bytes(rows), plus, lower, out);
            }
            return;
        }
        self.append_by_runs(out);
    }

    #[cfg(feature = "alloc")]
    #[inline(never)]
    fn append_by_runs(&self, out: &mut String) {
        let Ok(()) = self.append_runs(out, reserve);
    }

    /// [`Encode::append_to`], but running out of memory is an error instead of an abort.
    ///
    /// # Errors
    ///
    /// The error of [`String::try_reserve`]; the contents of the string are then unchanged.
    #[cfg(feature = "alloc")]
    pub fn try_append_to(&self, out: &mut String) -> Result<(), TryReserveError> {
        let before = out.len();
        let grow =
            |out: &mut String, more: Option<usize>| out.try_reserve(more.unwrap_or(usize::MAX));
        let grown = match self.policy.is_plain() {
            true => append_octets(self.input, &self.policy.rule, out, &grow),
            false => self.append_runs(out, grow),
        };
        if grown.is_err() {
            out.truncate(before);
        }
        grown
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn append_runs<E>(
        &self,
        out: &mut String,
        grow: impl Fn(&mut String, Option<usize>) -> Result<(), E>,
    ) -> Result<(), E> {
        let runs = self.runs();
        let rule = runs.rule();
        for run in runs {
            match run {
                Run::Literal(text, _) => {
                    if out.capacity() - out.len() < text.len() {
                        grow(out, Some(text.len()))?;
                    }
                    out.push_str(text);
                }
                Run::Octets(bytes) => append_octets(bytes, &rule, out, &grow)?,
                Run::Text(text) => {
                    let read = kernel::encode_text_append(text, &rule, out);
                    if read < text.len() {
                        grow(out, encoded_text_len(&text[read..], &rule))?;
                        kernel::encode_text_append(&text[read..], &rule, out);
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes the result to the start of a buffer and returns it as text. Needs no allocator.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] with the length that is needed; the contents of the buffer are then
    /// unspecified.
    ///
    /// ```
    /// # use triplet::{encode, set::rfc3986};
    /// let mut buffer = [0; 8];
    /// assert_eq!(encode("a/b", rfc3986::SEGMENT).write_into(&mut buffer)?, "a%2Fb");
    /// # Ok::<(), triplet::BufferTooSmall>(())
    /// ```
    #[inline]
    pub fn write_into<'d>(&self, buffer: &'d mut [u8]) -> Result<&'d mut str, BufferTooSmall> {
        self.write_to_output(Output::from(buffer))
    }

    /// [`Encode::write_into`] for a buffer that is not initialised.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] with the length that is needed.
    #[inline]
    pub fn write_into_uninit<'d>(
        &self,
        buffer: &'d mut [MaybeUninit<u8>],
    ) -> Result<&'d mut str, BufferTooSmall> {
        self.write_to_output(Output::from(buffer))
    }

    #[inline]
    fn write_to_output<'d>(&self, output: Output<'d>) -> Result<&'d mut str, BufferTooSmall> {
        let mut text = kernel::TextBuffer::new(output);
        let fits = match self.policy.is_plain() {
            true => text.push_encoded(self.input, &self.policy.rule) == self.input.len(),
            false => self.push_runs(&mut text),
        };
        if fits {
            Ok(text.into_str())
        } else {
            Err(BufferTooSmall { needed: self.encoded_len().unwrap_or(usize::MAX) })
        }
    }

    /// Returns whether all of the result fits.
    fn push_runs(&self, text: &mut kernel::TextBuffer<'_>) -> bool {
        let mut runs = self.runs();
        let rule = runs.rule();
        runs.all(|run| match run {
            Run::Octets(bytes) => text.push_encoded(bytes, &rule) == bytes.len(),
            Run::Text(kept) => text.push_encoded_text(kept, &rule) == kept.len(),
            Run::Literal(fixed, _) => text.push_str(fixed),
        })
    }

    /// Writes the result to a writer, in blocks of up to 4 KiB. Needs constant memory.
    ///
    /// # Errors
    ///
    /// The error of the writer; a part of the result may then already be written.
    #[cfg(feature = "std")]
    pub fn write_to<W: std::io::Write + ?Sized>(&self, writer: &mut W) -> std::io::Result<()> {
        self.each_block::<4096, _>(|text| writer.write_all(text.as_bytes()))
    }

    /// The result as an iterator over `&str`: each item is a kept part of the input, a single triplet or
    /// a `+`. Does not allocate.
    ///
    /// ```
    /// # use triplet::{encode, set::rfc3986};
    /// assert!(encode("a b", rfc3986::SEGMENT).chunks().eq(["a", "%20", "b"]));
    /// ```
    #[must_use]
    pub fn chunks(&self) -> Chunks<'a> {
        Chunks::new(self.runs())
    }

    /// Calls `f` with the result, block by block, through a buffer of `N` bytes on the stack.
    fn each_block<const N: usize, E>(
        &self,
        mut f: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut buffer = [MaybeUninit::<u8>::uninit(); N];
        let runs = self.runs();
        let rule = runs.rule();
        for run in runs {
            match run {
                Run::Literal(text, _) => f(text)?,
                Run::Octets(mut bytes) => {
                    while !bytes.is_empty() {
                        let (read, text) = kernel::encode(bytes, &rule, &mut buffer);
                        f(text)?;
                        bytes = &bytes[read..];
                    }
                }
                Run::Text(mut kept) => {
                    while !kept.is_empty() {
                        let (read, text) = kernel::encode_text(kept, &rule, &mut buffer);
                        f(text)?;
                        kept = &kept[read..];
                    }
                }
            }
        }
        Ok(())
    }
}

/// The exact length of the result of a [`Run::Octets`].
fn encoded_len(bytes: &[u8], rule: &EncodeRule) -> Option<usize> {
    kernel::count_encoded(bytes, rule).checked_mul(2)?.checked_add(bytes.len())
}

/// The exact length of the result of a [`Run::Text`].
fn encoded_text_len(text: &str, rule: &EncodeRule) -> Option<usize> {
    kernel::count_encoded_text(text, rule).checked_mul(2)?.checked_add(text.len())
}

impl fmt::Display for Encode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.width().is_none() && f.precision().is_none() {
            return self.fmt_whole(f);
        }
        self.fmt_padded(f)
    }
}

impl Encode<'_> {
    /// Writes the result and ignores the formatter's width and precision.
    pub(crate) fn fmt_whole(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.each_block::<384, _>(|text| f.write_str(text))
    }

    /// Does what `Formatter::pad` does for a `str`: the precision truncates, the width pads, and both
    /// count characters.
    fn fmt_padded(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = f.precision().unwrap_or(usize::MAX);
        let length = self.chunks().map(|chunk| chunk.chars().count()).sum::<usize>().min(limit);
        let missing = f.width().unwrap_or(0).saturating_sub(length);
        let before = match f.align() {
            None | Some(fmt::Alignment::Left) => 0,
            Some(fmt::Alignment::Right) => missing,
            Some(fmt::Alignment::Center) => missing / 2,
        };
        let fill = f.fill();
        let pad = |f: &mut fmt::Formatter<'_>, count: usize| {
            use fmt::Write as _;
            (0..count).try_for_each(|_| f.write_char(fill))
        };
        pad(f, before)?;
        let mut left = limit;
        for chunk in self.chunks() {
            let end = chunk.char_indices().nth(left).map_or(chunk.len(), |(end, _)| end);
            f.write_str(&chunk[..end])?;
            left -= chunk[..end].chars().count();
            if left == 0 {
                break;
            }
        }
        pad(f, missing - before)
    }
}

impl fmt::Debug for Encode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Encode(\"{}\")", self.input.escape_ascii())
    }
}

#[cfg(feature = "alloc")]
impl<'a> From<Encode<'a>> for Cow<'a, str> {
    fn from(view: Encode<'a>) -> Cow<'a, str> {
        view.to_cow()
    }
}

#[cfg(feature = "alloc")]
impl From<Encode<'_>> for String {
    fn from(view: Encode<'_>) -> String {
        view.to_cow().into_owned()
    }
}
