//! Bytes to percent-encoded text: a lazy view of the input, with one named exit for each way to
//! take the result.
//!
//! The view splits the input into *pieces*. Under most sets there is one piece, and the kernel has
//! all of it; a set that keeps triplets or letters outside ASCII cuts where those stand.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, collections::TryReserveError, string::String};
#[cfg(feature = "alloc")]
use core::convert::Infallible;
use core::fmt;
use core::mem::MaybeUninit;

use crate::error::TooSmall;
use crate::kernel::{self, DecodeRule, EncodeRule};
use crate::set::rfc3987::{is_iprivate, is_ucschar};
use crate::set::{EncodeSet, NonAscii};

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

/// What to do with which bytes: a set with the options of a view.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    pub(crate) rule: EncodeRule,
    pub(crate) non_ascii: NonAscii,
    pub(crate) triplets: bool,
}

impl Plan {
    #[inline(always)]
    pub(crate) const fn of(set: &EncodeSet) -> Plan {
        Plan {
            rule: EncodeRule { rows: *set.rows(), plus: set.writes_space_as_plus(), lower: false },
            non_ascii: set.non_ascii_policy(),
            triplets: set.passes_triplets(),
        }
    }

    /// Whether the kernel's rule says everything, so that the input is one piece.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        !self.triplets && matches!(self.non_ascii, NonAscii::Encode)
    }

    fn keeps_scalar(&self, scalar: char) -> bool {
        match self.non_ascii {
            NonAscii::Encode => false,
            NonAscii::KeepUcschar => is_ucschar(scalar),
            NonAscii::KeepUcscharAndPrivate => is_ucschar(scalar) || is_iprivate(scalar),
        }
    }
}

/// A part of the input.
#[derive(Clone, Copy)]
pub(crate) enum Piece<'a> {
    /// Under the kernel's rule.
    Ruled(&'a [u8]),
    /// Written as this text, whatever the rule says, for so many bytes: the same bytes, or one.
    Fixed(&'a str, usize),
}

/// The input cut into pieces. Each search for the next special byte is remembered, so that the
/// whole is linear however the special bytes are mixed.
///
/// Where triplets stay, a piece has as many as there are up to the next malformed `%`: the rule keeps `%` then, and as it keeps
/// their digits, they stay. Under one that does not, each triplet is a piece.
#[derive(Clone)]
pub(crate) struct Pieces<'a> {
    input: &'a [u8],
    at: usize,
    plan: Plan,
    /// What a malformed `%` becomes, if triplets stay under the rule.
    percent: Option<&'static str>,
    next_percent: usize,
    next_non_ascii: usize,
}

impl<'a> Pieces<'a> {
    pub(crate) fn of(input: &'a [u8], plan: Plan) -> Pieces<'a> {
        let mut pieces =
            Pieces { input, at: 0, plan, percent: None, next_percent: 0, next_non_ascii: 0 };
        if plan.triplets
            && let Some(rule) = plan.rule.with_triplets()
        {
            let keeps_percent = rule.rows == plan.rule.rows;
            pieces.percent = Some(if keeps_percent { "%" } else { "%25" });
            pieces.plan.rule = rule;
        }
        pieces
    }

    #[inline(always)]
    fn percent(&self) -> Option<&'static str> {
        if kernel::IS_SMALL { None } else { self.percent }
    }

    /// Of its ruled pieces.
    pub(crate) fn rule(&self) -> EncodeRule {
        self.plan.rule
    }

    /// Where the next `%` or non-ASCII byte stands that may make a difference.
    fn next_special(&mut self) -> usize {
        let end = self.input.len();
        if self.next_percent <= self.at {
            self.next_percent = end;
            if self.plan.triplets {
                let rest = &self.input[self.at..];
                let mut next = kernel::clean_prefix_len(rest, false);
                if next < rest.len() && self.percent().is_some() {
                    next += kernel::decoded_len(&rest[next..], &DecodeRule::STRICT).read;
                }
                self.next_percent = self.at + next;
            }
        }
        if self.next_non_ascii <= self.at {
            self.next_non_ascii = match self.plan.non_ascii {
                NonAscii::Encode => end,
                _ => self.at + kernel::ascii_prefix_len(&self.input[self.at..]),
            };
        }
        self.next_percent.min(self.next_non_ascii)
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        if self.at == self.input.len() {
            return None;
        }
        let special = self.next_special();
        let rest = &self.input[self.at..];
        let ruled = special - self.at;
        if ruled > 0 {
            self.at = special;
            return Some(Piece::Ruled(&rest[..ruled]));
        }
        if rest[0] == b'%'
            && let Some(percent) = self.percent()
        {
            self.at += 1;
            return Some(Piece::Fixed(percent, 1));
        }
        let kept = if rest[0] == b'%' {
            triplet_at(rest)
        } else {
            let kept = kept_scalars_len(rest, &self.plan);
            str::from_utf8(&rest[..kept]).ok().filter(|text| !text.is_empty())
        };
        let length = kept.map_or(1, str::len);
        self.at += length;
        Some(kept.map_or(Piece::Ruled(&rest[..1]), |text| Piece::Fixed(text, length)))
    }
}

/// The triplet with which these bytes begin, if they do.
fn triplet_at(bytes: &[u8]) -> Option<&str> {
    match bytes {
        [b'%', high, low, ..]
            if kernel::hex_value(*high).is_some() && kernel::hex_value(*low).is_some() =>
        {
            str::from_utf8(&bytes[..3]).ok()
        }
        _ => None,
    }
}

/// The length of the non-ASCII scalars with which these bytes begin and which the plan keeps.
fn kept_scalars_len(bytes: &[u8], plan: &Plan) -> usize {
    let mut length = 0;
    while let Some(scalar) = first_scalar(&bytes[length..])
        && plan.keeps_scalar(scalar)
    {
        length += scalar.len_utf8();
    }
    length
}

/// The scalar outside ASCII that stands, well-formed, at the start of these bytes (RFC 3629 section 4).
fn first_scalar(bytes: &[u8]) -> Option<char> {
    let tail = |byte: u8| (byte & 0xC0 == 0x80).then_some(u32::from(byte & 0x3F));
    let (least, scalar) = match *bytes {
        [a @ 0xC2..=0xDF, b, ..] => (0x80, u32::from(a & 0x1F) << 6 | tail(b)?),
        [a @ 0xE0..=0xEF, b, c, ..] => {
            (0x800, u32::from(a & 0x0F) << 12 | tail(b)? << 6 | tail(c)?)
        }
        [a @ 0xF0..=0xF4, b, c, d, ..] => {
            (0x1_0000, u32::from(a & 7) << 18 | tail(b)? << 12 | tail(c)? << 6 | tail(d)?)
        }
        _ => return None,
    };
    char::from_u32(scalar).filter(|_| scalar >= least)
}

impl<'a> Encode<'a> {
    #[inline(always)]
    pub(crate) fn new(input: &'a [u8], set: EncodeSet) -> Encode<'a> {
        Encode { input, plan: Plan::of(&set) }
    }

    /// Writes a space as `+`, whether the set keeps it or not: the form of
    /// `application/x-www-form-urlencoded`.
    ///
    /// A `+` of the input is written `%2B` only if the set does not keep it.
    #[must_use]
    pub const fn space_as_plus(mut self) -> Self {
        self.plan.rule.plus = true;
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

    pub(crate) fn input_len(&self) -> usize {
        self.input.len()
    }

    fn pieces(&self) -> Pieces<'a> {
        Pieces::of(self.input, self.plan)
    }

    /// Whether the result equals the input, byte for byte. Reads up to the first byte that changes.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        let mut pieces = self.pieces();
        let rule = pieces.rule();
        pieces.all(|piece| match piece {
            Piece::Ruled(bytes) => kernel::kept_prefix(bytes, &rule).len() == bytes.len(),
            Piece::Fixed(text, read) => text.len() == read,
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
        let mut pieces = self.pieces();
        let rule = pieces.rule();
        pieces.try_fold(0usize, |length, piece| {
            length.checked_add(match piece {
                Piece::Ruled(bytes) => encoded_len(bytes, &rule)?,
                Piece::Fixed(text, _) => text.len(),
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

    /// Appends the result. Grows the string at most once for each piece, by what is needed; for an input of at
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
            let EncodeRule { rows, plus, lower } = plan.rule;
            let rule = EncodeRule { rows, plus, lower };
            if kernel::encode_append_few(input, &rule, out) {
                return;
            }
            if !kernel::encode_append_short(input, &rule, out) {
                append_growing(input, u128::from_ne_bytes(rows), plus, lower, out);
            }
            return;
        }
        self.append_pieces(out);
    }

    #[cfg(feature = "alloc")]
    #[inline(never)]
    fn append_pieces(&self, out: &mut String) {
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
        let pieces = self.pieces();
        let rule = pieces.rule();
        for piece in pieces {
            match piece {
                Piece::Fixed(text, _) => {
                    if out.capacity() - out.len() < text.len() {
                        grow(out, Some(text.len()))?;
                    }
                    out.push_str(text);
                }
                Piece::Ruled(bytes) => append_ruled(bytes, &rule, out, &grow)?,
            }
        }
        Ok(())
    }

    /// Writes the result to the start of a buffer and gives that part of it as text.
    ///
    /// # Errors
    ///
    /// [`TooSmall`] with the length that is needed; the buffer's content is then unspecified.
    ///
    /// ```
    /// # use triplet::{encode, set::rfc3986};
    /// let mut buffer = [0; 8];
    /// assert_eq!(encode("a/b", rfc3986::SEGMENT).write_into(&mut buffer)?, "a%2Fb");
    /// # Ok::<(), triplet::TooSmall>(())
    /// ```
    pub fn write_into<'d>(&self, buffer: &'d mut [u8]) -> Result<&'d mut str, TooSmall> {
        self.write_into_uninit(kernel::as_uninit(buffer))
    }

    /// [`Encode::write_into`] for a buffer that is not initialised.
    ///
    /// # Errors
    ///
    /// [`TooSmall`] with the length that is needed.
    pub fn write_into_uninit<'d>(
        &self,
        buffer: &'d mut [MaybeUninit<u8>],
    ) -> Result<&'d mut str, TooSmall> {
        let mut text = kernel::TextBuffer::new(buffer);
        let mut pieces = self.pieces();
        let rule = pieces.rule();
        let fits = pieces.all(|piece| match piece {
            Piece::Ruled(bytes) => text.push_encoded(bytes, &rule) == bytes.len(),
            Piece::Fixed(fixed, _) => text.push_str(fixed),
        });
        if fits {
            Ok(text.into_str())
        } else {
            Err(TooSmall { needed: self.encoded_len().unwrap_or(usize::MAX) })
        }
    }

    /// Writes the result to a writer, in pieces of some kilobytes. Constant memory.
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
        Chunks { pieces: self.pieces(), piece: &[] }
    }

    /// Calls `f` with the result, block by block, through a buffer of `N` bytes on the stack.
    fn each_block<const N: usize, E>(
        &self,
        mut f: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut buffer = [MaybeUninit::<u8>::uninit(); N];
        let pieces = self.pieces();
        let rule = pieces.rule();
        for piece in pieces {
            match piece {
                Piece::Fixed(text, _) => f(text)?,
                Piece::Ruled(mut bytes) => {
                    while !bytes.is_empty() {
                        let (read, text) = kernel::encode(bytes, &rule, &mut buffer);
                        f(text)?;
                        bytes = &bytes[read..];
                    }
                }
            }
        }
        Ok(())
    }
}

/// The exact length of a piece under the kernel's rule.
fn encoded_len(bytes: &[u8], rule: &EncodeRule) -> Option<usize> {
    kernel::count_encoded(bytes, rule).checked_mul(2)?.checked_add(bytes.len())
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
    let rule = EncodeRule { rows: rows.to_ne_bytes(), plus, lower };
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
            return self.each_block::<384, _>(|text| f.write_str(text));
        }
        self.fmt_padded(f)
    }
}

impl Encode<'_> {
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
    pieces: Pieces<'a>,
    piece: &'a [u8],
}

impl<'a> Iterator for Chunks<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        while self.piece.is_empty() {
            match self.pieces.next()? {
                Piece::Fixed(text, _) => return Some(text),
                Piece::Ruled(bytes) => self.piece = bytes,
            }
        }
        let rule = &self.pieces.rule();
        let kept = kernel::kept_prefix(self.piece, rule);
        if !kept.is_empty() {
            self.piece = &self.piece[kept.len()..];
            return Some(kept);
        }
        let (&byte, rest) = self.piece.split_first()?;
        self.piece = rest;
        Some(if byte == b' ' && rule.plus { "+" } else { kernel::triplet_str(byte, rule.lower) })
    }
}

impl core::iter::FusedIterator for Chunks<'_> {}

impl fmt::Debug for Chunks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chunks").finish_non_exhaustive()
    }
}
