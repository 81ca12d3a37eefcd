//! Bytes to percent-encoded text: a lazy view of the input, with one named exit for each way to
//! take the result.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, collections::TryReserveError, string::String};
#[cfg(feature = "alloc")]
use core::convert::Infallible;
use core::fmt;
use core::mem::MaybeUninit;

use crate::error::BufferTooSmall;
use crate::kernel::{self, EncodeRule};
use crate::runs::{Plan, Run, Runs};
use crate::set::EncodeSet;

/// The percent-encoding of bytes or text under a set, as a view: nothing is done until one of the
/// exits is called.
///
/// Text is taken as its UTF-8 bytes (RFC 3986 section 2.5); other charsets are the matter of
/// `triplet::charset`. What comes out is ASCII, unless the set is one of RFC 3987. An encoder
/// can't know whether its input is already encoded: `%41` becomes `%2541`, except with
/// [`Encode::keep_triplets`].
///
/// Never fails, never panics; linear time.
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

/// The view that [`encode`] gives: options first, then one exit.
///
/// | exit | gives | when nothing changes |
/// |---|---|---|
/// | [`to_cow`](Encode::to_cow) | `Cow<str>` | borrows the input |
/// | [`append_to`](Encode::append_to), [`try_append_to`](Encode::try_append_to) | appends to a `String` | copies |
/// | [`write_into`](Encode::write_into), [`write_into_uninit`](Encode::write_into_uninit) | `&mut str` in your buffer | copies |
/// | [`write_to`](Encode::write_to) | to an `io::Write` | copies |
/// | `Display` | to a formatter; honours width and precision | copies |
/// | [`chunks`](Encode::chunks) | `&str` after `&str` | borrows the input |
/// | [`encoded_len`](Encode::encoded_len), [`is_unchanged`](Encode::is_unchanged) | the exact length, whether there is work | |
#[derive(Clone, Copy)]
pub struct Encode<'a> {
    input: &'a [u8],
    plan: Plan,
}

impl<'a> Encode<'a> {
    #[inline(always)]
    pub(crate) fn new(input: &'a [u8], set: EncodeSet) -> Encode<'a> {
        Encode { input, plan: Plan::of(&set) }
    }

    /// Writes a space as `+`, whether the set keeps it or not: the form of
    /// `application/x-www-form-urlencoded`.
    ///
    /// A `+` of the input is written `%2B`, whatever the set keeps, so that
    /// [`Decode::plus_as_space`](crate::Decode::plus_as_space) gives the input back. For what keeps it there is
    /// [`EncodeSet::space_as_ambiguous_plus`].
    #[must_use]
    pub const fn space_as_plus(mut self) -> Self {
        self.plan = self.plan.with_space_as_plus();
        self
    }

    /// Writes `%2f` instead of `%2F`. RFC 3986 section 2.1 prefers upper case.
    #[must_use]
    pub const fn lowercase_hex(mut self) -> Self {
        self.plan.rule.lower = true;
        self
    }

    /// Passes complete triplets of the input through instead of encoding their `%`: for text that
    /// may be encoded in parts. The result can't be decoded to the input with certainty.
    ///
    /// ```
    /// # use triplet::{encode, set::rfc3986};
    /// let view = encode("a%20b c%", rfc3986::SEGMENT).keep_triplets();
    /// assert_eq!(view.to_string(), "a%20b%20c%25");
    /// ```
    #[must_use]
    pub const fn keep_triplets(mut self) -> Self {
        self.plan.triplets = true;
        self
    }

    fn runs(&self) -> Runs<'a> {
        Runs::of(self.input, self.plan)
    }

    /// Whether the result equals the input, byte for byte. Reads up to the first byte that changes.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        let mut runs = self.runs();
        let rule = runs.rule();
        runs.all(|run| match run {
            Run::Octets(bytes) => kernel::kept_prefix(bytes, &rule).len() == bytes.len(),
            Run::Text(text) => kernel::keeps_text(text, &rule),
            Run::Literal(text, read) => text.len() == read,
        })
    }

    /// The exact length of the result in bytes; `None` if it exceeds `usize`.
    ///
    /// ```
    /// # use triplet::{encode, set::rfc3986};
    /// assert_eq!(encode("a b", rfc3986::UNRESERVED).encoded_len(), Some(5));
    /// ```
    #[must_use]
    pub fn encoded_len(&self) -> Option<usize> {
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

    /// The result: borrowed if it equals the input, else a string of its exact length, allocated
    /// once.
    ///
    /// ```
    /// # use std::borrow::Cow;
    /// # use triplet::{encode, set::rfc3986};
    /// assert!(matches!(encode("clean", rfc3986::SEGMENT).to_cow(), Cow::Borrowed("clean")));
    /// assert_eq!(encode("ä", rfc3986::SEGMENT).to_cow(), "%C3%A4");
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn to_cow(&self) -> Cow<'a, str> {
        if self.plan.is_plain() {
            let kept = kernel::kept_prefix(self.input, &self.plan.rule);
            if kept.len() == self.input.len() {
                return Cow::Borrowed(kept);
            }
        } else if self.is_unchanged()
            && let Ok(text) = str::from_utf8(self.input)
        {
            return Cow::Borrowed(text);
        }
        if self.plan.is_plain() {
            let mut text = [MaybeUninit::uninit(); size_of::<kernel::ShortText>()];
            if let Some(text) = kernel::encode_short(self.input, &self.plan.rule, &mut text) {
                return Cow::Owned(text.into());
            }
        }
        let mut out = String::new();
        out.reserve_exact(self.encoded_len().unwrap_or(usize::MAX));
        self.append_to(&mut out);
        Cow::Owned(out)
    }

    /// Appends the result. Grows the string at most once for each run, by what is needed; for an input of at
    /// most 64 bytes by at most 256.
    ///
    /// # Panics
    ///
    /// Never on data; aborts like every `String` when memory runs out, see
    /// [`Encode::try_append_to`].
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub fn append_to(&self, out: &mut String) {
        // All of it inline, and its parts one by one, so that the view of a short input need never stand in
        // memory.
        let Encode { input, plan } = *self;
        if input.is_empty() {
            return;
        }
        if plan.is_plain() {
            let EncodeRule { rows, plus, lower, .. } = plan.rule;
            let rule = EncodeRule::new(rows, plus, lower);
            if !kernel::encode_append_short(input, &rule, out) {
                append_growing(input, u128::from_ne_bytes(rows), plus, lower, out);
            }
            return;
        }
        self.append_runs(out);
    }

    #[cfg(feature = "alloc")]
    #[inline(never)]
    fn append_runs(&self, out: &mut String) {
        let Ok(()) = self.append(out, reserve);
    }

    /// [`Encode::append_to`], but memory that the allocator refuses is an error, and the string is
    /// then as it was.
    ///
    /// # Errors
    ///
    /// What the allocator says.
    #[cfg(feature = "alloc")]
    pub fn try_append_to(&self, out: &mut String) -> Result<(), TryReserveError> {
        let before = out.len();
        let grown = self.append(out, |out, more| out.try_reserve(more.unwrap_or(usize::MAX)));
        if grown.is_err() {
            out.truncate(before);
        }
        grown
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn append<E>(
        &self,
        out: &mut String,
        grow: impl Fn(&mut String, Option<usize>) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.plan.is_plain() {
            return append_ruled(self.input, &self.plan.rule, out, &grow);
        }
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
                Run::Octets(bytes) => append_ruled(bytes, &rule, out, &grow)?,
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

    /// Writes the result to the start of a buffer and gives that part of it as text.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] with the length that is needed; the buffer's content is then unspecified.
    ///
    /// ```
    /// # use triplet::{encode, set::rfc3986};
    /// let mut buffer = [0; 8];
    /// assert_eq!(encode("a/b", rfc3986::SEGMENT).write_into(&mut buffer)?, "a%2Fb");
    /// # Ok::<(), triplet::BufferTooSmall>(())
    /// ```
    pub fn write_into<'d>(&self, buffer: &'d mut [u8]) -> Result<&'d mut str, BufferTooSmall> {
        self.write_into_uninit(kernel::as_uninit(buffer))
    }

    /// [`Encode::write_into`] for a buffer that is not initialised.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] with the length that is needed.
    pub fn write_into_uninit<'d>(
        &self,
        buffer: &'d mut [MaybeUninit<u8>],
    ) -> Result<&'d mut str, BufferTooSmall> {
        let mut text = kernel::TextBuffer::new(buffer);
        let mut runs = self.runs();
        let rule = runs.rule();
        let fits = runs.all(|run| match run {
            Run::Octets(bytes) => text.push_encoded(bytes, &rule) == bytes.len(),
            Run::Text(kept) => text.push_encoded_text(kept, &rule) == kept.len(),
            Run::Literal(fixed, _) => text.push_str(fixed),
        });
        if fits {
            Ok(text.into_str())
        } else {
            Err(BufferTooSmall { needed: self.encoded_len().unwrap_or(usize::MAX) })
        }
    }

    /// Writes the result to a writer, in runs of some kilobytes. Constant memory.
    ///
    /// # Errors
    ///
    /// What the writer says; a part may then be written.
    #[cfg(feature = "std")]
    pub fn write_to<W: std::io::Write + ?Sized>(&self, writer: &mut W) -> std::io::Result<()> {
        self.each_block::<4096, _>(|text| writer.write_all(text.as_bytes()))
    }

    /// The result as a sequence of `str`: stretches of the input that stay, and single triplets.
    /// Needs no memory.
    #[must_use]
    pub fn chunks(&self) -> Chunks<'a> {
        Chunks { runs: self.runs(), run: Run::Octets(&[]) }
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

/// The exact length of a run under the kernel's rule.
fn encoded_len(bytes: &[u8], rule: &EncodeRule) -> Option<usize> {
    kernel::count_encoded(bytes, rule).checked_mul(2)?.checked_add(bytes.len())
}

/// The same for a run of which the characters outside ASCII stay.
fn encoded_text_len(text: &str, rule: &EncodeRule) -> Option<usize> {
    kernel::count_encoded_text(text, rule).checked_mul(2)?.checked_add(text.len())
}

/// Grows a string, or aborts; a length that no `usize` has is more than there is.
#[cfg(feature = "alloc")]
fn reserve(out: &mut String, more: Option<usize>) -> Result<(), Infallible> {
    out.reserve(more.unwrap_or(usize::MAX));
    Ok(())
}

/// [`Encode::append_to`] under a rule alone, for what is not short, or has no room yet.
#[cfg(feature = "alloc")]
#[inline(never)]
fn append_growing(input: &[u8], rows: u128, plus: bool, lower: bool, out: &mut String) {
    let rule = EncodeRule::new(rows.to_ne_bytes(), plus, lower);
    if let Some(room) = kernel::short_room(input.len()) {
        // Room that the next call will find too.
        out.reserve(room);
        kernel::encode_append_short(input, &rule, out);
        return;
    }
    let Ok(()) = append_long(input, &rule, out, &reserve);
}

#[cfg(feature = "alloc")]
fn append_ruled<E>(
    bytes: &[u8],
    rule: &EncodeRule,
    out: &mut String,
    grow: &impl Fn(&mut String, Option<usize>) -> Result<(), E>,
) -> Result<(), E> {
    if !kernel::IS_SMALL && !bytes.is_empty() && kernel::encode_append_short(bytes, rule, out) {
        return Ok(());
    }
    let mut text = [MaybeUninit::uninit(); size_of::<kernel::ShortText>()];
    if let Some(text) = kernel::encode_short(bytes, rule, &mut text) {
        if out.capacity() - out.len() < text.len() {
            grow(out, Some(text.len()))?;
        }
        out.push_str(text);
        return Ok(());
    }
    append_long(bytes, rule, out, grow)
}

#[cfg(feature = "alloc")]
#[inline]
fn append_long<E>(
    bytes: &[u8],
    rule: &EncodeRule,
    out: &mut String,
    grow: &impl Fn(&mut String, Option<usize>) -> Result<(), E>,
) -> Result<(), E> {
    let rest = &bytes[kernel::encode_append(bytes, rule, out)..];
    if !rest.is_empty() {
        grow(out, encoded_len(rest, rule))?;
        let read = kernel::encode_append(rest, rule, out);
        debug_assert_eq!(read, rest.len(), "the length was exact");
    }
    Ok(())
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
    /// The result, whatever width and precision the formatter has.
    pub(crate) fn fmt_whole(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.each_block::<384, _>(|text| f.write_str(text))
    }

    /// As `Formatter::pad` does for a `str`: the precision cuts, the width fills; both count
    /// characters.
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

/// The iterator that [`Encode::chunks`] gives.
#[derive(Clone)]
pub struct Chunks<'a> {
    runs: Runs<'a>,
    run: Run<'a>,
}

impl<'a> Iterator for Chunks<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rule = &self.runs.rule();
        loop {
            let (kept, rest) = match self.run {
                Run::Octets(bytes) => (kernel::kept_prefix(bytes, rule), bytes),
                Run::Text(text) => (kernel::kept_text_prefix(text, rule), text.as_bytes()),
                Run::Literal(text, _) => (text, text.as_bytes()),
            };
            if !kept.is_empty() {
                self.run = self.run.without(kept.len());
                return Some(kept);
            }
            if let [byte, ..] = *rest {
                self.run = self.run.without(1);
                let is_plus = byte == b' ' && rule.plus;
                return Some(if is_plus { "+" } else { kernel::triplet_str(byte, rule.lower) });
            }
            self.run = self.runs.next()?;
        }
    }
}

impl core::iter::FusedIterator for Chunks<'_> {}

impl fmt::Debug for Chunks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chunks").finish_non_exhaustive()
    }
}
