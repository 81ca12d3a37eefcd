//! The bulk work, and the only `unsafe` of the crate.
//!
//! One job a file: `find` (the first byte that needs work), `encode` (bytes to triplets), `decode` (triplets to
//! bytes), `normal` (what normalising would change), `normalize` (triplets in their normal form). A kernel is
//! told *what* by a rule of plain bytes and
//! gives back how far it came; it knows neither errors with their messages, nor policies, nor
//! allocation. What it may assume and what it promises stands at each function here; the
//! functions of this file are safe to call with anything, and everything below them is private to
//! this folder.
//!
//! ```text
//! dispatch.rs   which tier's function is called
//! tier.rs       which tiers there are, and which is active
//! scalar/       portable code for every machine, and the reference for the others
//! vector/       the algorithms for machines with vectors, over the operations that all of them have
//! x86_64/ …     those operations, for each instruction set; and AVX-512, which has algorithms of its own
//! table.rs      constant tables
//! text.rs       decoding into UTF-8, which is proved piece by piece
//! mixed.rs      encoding text of which the characters outside ASCII stay
//! ```

// Where no tier but the plain one is compiled, what the others share is not used.
#![cfg_attr(
    not(any(
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"),
        all(target_arch = "wasm32", target_feature = "simd128"),
    )),
    allow(unused)
)]
// The functions for short inputs append to growing buffers.
#![cfg_attr(not(feature = "alloc"), allow(dead_code))]

#[cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
mod aarch64;
mod dispatch;
mod mixed;
mod scalar;
mod table;
#[cfg(feature = "alloc")]
mod text;
mod tier;
mod vector;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(feature = "alloc")]
use alloc::{string::String, vec::Vec};
use core::mem::MaybeUninit;

#[cfg(feature = "alloc")]
pub(crate) use mixed::encode_text_append;
pub(crate) use mixed::{
    count_encoded_text, encode_text, keeps_text, kept_text_prefix, text_prefix,
};
pub(crate) use table::{hex_value, triplet_str};
#[cfg(feature = "alloc")]
pub(crate) use text::{decode_text, text_of};
pub use tier::Tier;

/// What to write for each byte: kept bytes as they are, a space as `+` if so wanted, the others as
/// triplets.
#[derive(Clone, Copy)]
pub(crate) struct EncodeRule {
    /// Nibble-transposed: bit `h` of `rows[l]` keeps the byte `h << 4 | l`, which is ASCII.
    pub(crate) rows: [u8; 16],
    /// A space is written `+`, whether it is kept or not.
    pub(crate) plus: bool,
    /// Triplets have lower-case digits.
    pub(crate) lower: bool,
    /// What is above 0x7F is kept. This is for [`encode_text`], whose input is text, and for it alone.
    above: bool,
}

impl EncodeRule {
    pub(crate) const fn new(rows: [u8; 16], plus: bool, lower: bool) -> EncodeRule {
        EncodeRule { rows, plus, lower, above: false }
    }

    /// The rule under which triplets stay as they are, if their digits are kept: that with `%` kept.
    pub(crate) const fn with_triplets(&self) -> Option<EncodeRule> {
        const DIGITS: u128 = {
            let mut rows = [0; 16];
            let mut digits: &[u8] = b"0123456789ABCDEFabcdef";
            while let [digit, rest @ ..] = digits {
                rows[(*digit & 15) as usize] |= 1 << (*digit >> 4);
                digits = rest;
            }
            u128::from_ne_bytes(rows)
        };
        if u128::from_ne_bytes(self.rows) & DIGITS != DIGITS {
            return None;
        }
        let mut rule = *self;
        rule.rows[(b'%' & 15) as usize] |= 1 << (b'%' >> 4);
        Some(rule)
    }
}

/// Which octets a decoder leaves encoded: nibble-transposed like the rows of [`EncodeRule`], those below 0x80
/// and those above.
#[derive(Clone, Copy)]
pub(crate) struct Octets {
    low: [u8; 16],
    high: [u8; 16],
}

impl Octets {
    /// The set of these octets, if there are any.
    pub(crate) const fn of(bytes: &[u8]) -> Option<Octets> {
        if bytes.is_empty() {
            return None;
        }
        let mut octets = Octets { low: [0; 16], high: [0; 16] };
        let mut i = 0;
        while i < bytes.len() {
            let half = if bytes[i] < 0x80 { &mut octets.low } else { &mut octets.high };
            half[(bytes[i] & 15) as usize] |= 1 << (bytes[i] >> 4 & 7);
            i += 1;
        }
        Some(octets)
    }

    pub(crate) const fn has(&self, byte: u8) -> bool {
        let half = if byte < 0x80 { &self.low } else { &self.high };
        half[(byte & 15) as usize] >> (byte >> 4 & 7) & 1 == 1
    }
}

/// How to read triplets.
#[derive(Clone, Copy)]
pub(crate) struct DecodeRule {
    /// A malformed `%` stands for itself; otherwise the kernel stops there.
    pub(crate) lenient: bool,
    /// `+` is a space.
    pub(crate) plus: bool,
    /// Triplets of these octets stay as they are written. An option, so that a view without them need
    /// not clear 32 bytes.
    pub(crate) leave: Option<Octets>,
}

impl DecodeRule {
    /// Every triplet is decoded, `+` is itself, and a malformed `%` ends it.
    pub(crate) const STRICT: DecodeRule = DecodeRule { lenient: false, plus: false, leave: None };

    /// Whether the triplet of this octet stays as it is written.
    #[inline(always)]
    pub(crate) fn leaves(&self, octet: u8) -> bool {
        self.leave.is_some_and(|octets| octets.has(octet))
    }
}

/// How far a decoding kernel came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decoded {
    /// Bytes of the input that are done with.
    pub(crate) read: usize,
    /// Bytes that were written.
    pub(crate) written: usize,
    /// Why it stopped.
    pub(crate) end: End,
}

/// Why a decoding kernel stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The whole input was read.
    Input,
    /// The next byte does not fit.
    Room,
    /// `input[read]` is a `%` that begins no triplet.
    Malformed,
}

/// Whether short values, sparse text and the first glance at a reference have no ways of their own: in WebAssembly, what is
/// downloaded counts more.
pub(crate) const IS_SMALL: bool = cfg!(target_family = "wasm");

/// Up to this length, a call costs more than it saves.
#[cfg(feature = "alloc")]
const FEW_TO_ENCODE: usize = 16;

/// [`encode_append`] of at most so many bytes that no call is worth it, if the string has room for them whatever they
/// become; says whether it was done.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn encode_append_few(src: &[u8], rule: &EncodeRule, out: &mut String) -> bool {
    if IS_SMALL || src.len() > FEW_TO_ENCODE || out.capacity() - out.len() < 3 * FEW_TO_ENCODE + 1 {
        return false;
    }
    // SAFETY: the room was tested; the string grows over ASCII that the kernel has written.
    unsafe {
        let out = out.as_mut_vec();
        let to = out.as_mut_ptr().add(out.len());
        let all_kept = src.len() >= 4
            && scalar::find::keeps_common(&rule.rows)
            && scalar::encode::copy_common(src.as_ptr(), src.len(), to);
        let written = if all_kept { src.len() } else { scalar::encode::tiny(src, rule, to) };
        out.set_len(out.len() + written);
    }
    true
}

/// [`encode_append`] of a short input that is not empty, if the string has the room that a kernel needs; says
/// whether it was done.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn encode_append_short(src: &[u8], rule: &EncodeRule, out: &mut String) -> bool {
    let room = out.capacity() - out.len();
    if src.len() > dispatch::SHORT || room < dispatch::short_room(src.len()) {
        return false;
    }
    // SAFETY: the string grows only by ASCII that the kernel has written, into room that was tested.
    unsafe { dispatch::encode_append_short(src, rule, out.as_mut_vec()) };
    true
}

/// What [`encode_append_short`] needs of room for an input of this length, if it is short enough at all.
#[cfg(feature = "alloc")]
pub(crate) fn short_room(length: usize) -> Option<usize> {
    (length <= dispatch::SHORT).then(|| dispatch::short_room(length))
}

/// A place for the text of any short input.
#[cfg(feature = "alloc")]
pub(crate) type ShortText = [MaybeUninit<u8>; dispatch::short_room(dispatch::SHORT)];

/// [`encode`] of a short input into a place that is large enough, if it is short and not empty.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn encode_short<'t>(
    src: &[u8],
    rule: &EncodeRule,
    text: &'t mut ShortText,
) -> Option<&'t str> {
    if src.is_empty() || src.len() > dispatch::SHORT {
        return None;
    }
    // SAFETY: the place is large enough for the longest short input; the kernel has written ASCII to the part
    // of it that is given on.
    unsafe {
        let to = text.as_mut_ptr().cast::<u8>();
        let written = dispatch::encode_short(src, rule, to);
        Some(str::from_utf8_unchecked(core::slice::from_raw_parts(to, written)))
    }
}

/// The longest prefix that encoding leaves as it is; ASCII, so it is text.
pub(crate) fn kept_prefix<'a>(src: &'a [u8], rule: &EncodeRule) -> &'a str {
    let length = dispatch::kept_prefix_len(src, rule);
    debug_assert!(src[..length].is_ascii());
    // SAFETY: the kernel counts bytes that `rule.rows` keeps, and rows have no place for a byte
    // above 0x7F; so the prefix is ASCII, within bounds because the kernel counts bytes of `src`.
    unsafe { str::from_utf8_unchecked(src.get_unchecked(..length)) }
}

/// A short input of nothing but letters, digits and `-._~`, which is text and has nothing to decode: most names and values
/// of forms, without a call.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn common_text(src: &[u8]) -> Option<&str> {
    // SAFETY: it is ASCII.
    (!IS_SMALL && scalar::find::is_common(src)).then(|| unsafe { str::from_utf8_unchecked(src) })
}

/// How many bytes of the input become triplets, each two bytes longer than before.
pub(crate) fn count_encoded(src: &[u8], rule: &EncodeRule) -> usize {
    dispatch::count_encoded(src, rule)
}

/// Encodes as many whole bytes of the input as fit; gives how many those are, and what they became.
pub(crate) fn encode<'d>(
    src: &[u8],
    rule: &EncodeRule,
    dst: &'d mut [MaybeUninit<u8>],
) -> (usize, &'d mut str) {
    let (read, written) = dispatch::encode(src, rule, dst);
    // SAFETY: the kernel initialised `dst[..written]` with kept bytes, which are ASCII (see
    // `kept_prefix`), `+`, `%` and hexadecimal digits.
    let text = unsafe {
        str::from_utf8_unchecked_mut(core::slice::from_raw_parts_mut(
            dst.as_mut_ptr().cast::<u8>(),
            written,
        ))
    };
    (read, text)
}

/// [`encode`] into the spare capacity of a string, which it never grows.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn encode_append(src: &[u8], rule: &EncodeRule, out: &mut String) -> usize {
    // SAFETY: below, the length grows only over ASCII that the kernel has written.
    let out = unsafe { out.as_mut_vec() };
    let (read, written) = dispatch::encode(src, rule, out.spare_capacity_mut());
    debug_assert!(out.spare_capacity_mut().len() >= written);
    // SAFETY: the kernel initialised the first `written` bytes of the spare capacity.
    unsafe { out.set_len(out.len() + written) };
    read
}

/// Text that grows in a caller's buffer.
///
/// Invariant: `buffer[..length]` is initialised and is UTF-8.
pub(crate) struct TextBuffer<'d> {
    buffer: &'d mut [MaybeUninit<u8>],
    length: usize,
}

impl<'d> TextBuffer<'d> {
    pub(crate) fn new(buffer: &'d mut [MaybeUninit<u8>]) -> TextBuffer<'d> {
        TextBuffer { buffer, length: 0 }
    }

    /// Appends [`encode`]'s result for as many bytes as fit, and gives how many those are.
    pub(crate) fn push_encoded(&mut self, src: &[u8], rule: &EncodeRule) -> usize {
        let (read, text) = encode(src, rule, &mut self.buffer[self.length..]);
        self.length += text.len();
        read
    }

    /// [`TextBuffer::push_encoded`] of the ASCII of a text whose other characters stay, by whole characters.
    pub(crate) fn push_encoded_text(&mut self, src: &str, rule: &EncodeRule) -> usize {
        let (read, text) = encode_text(src, rule, &mut self.buffer[self.length..]);
        self.length += text.len();
        read
    }

    /// Appends text, if it fits whole.
    pub(crate) fn push_str(&mut self, text: &str) -> bool {
        let Some(room) = self.buffer.get_mut(self.length..self.length + text.len()) else {
            return false;
        };
        for (slot, byte) in room.iter_mut().zip(text.bytes()) {
            slot.write(byte);
        }
        self.length += text.len();
        true
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    pub(crate) fn into_str(self) -> &'d mut str {
        let start = self.buffer.as_mut_ptr().cast::<u8>();
        // SAFETY: the invariant; the borrow of the buffer is handed on.
        unsafe { str::from_utf8_unchecked_mut(core::slice::from_raw_parts_mut(start, self.length)) }
    }
}

/// The first `%`, or with `plus` the first `%` or `+`; the length of the input if there is none.
pub(crate) fn clean_prefix_len(src: &[u8], plus: bool) -> usize {
    dispatch::clean_prefix_len(src, plus)
}

/// The first of two bytes; the length of the input if there is none.
#[inline]
pub(crate) fn find_either(src: &[u8], bytes: [u8; 2]) -> usize {
    dispatch::find_either(src, bytes)
}

/// The first byte above 0x7F; the length of the input if there is none.
pub(crate) fn ascii_prefix_len(src: &[u8]) -> usize {
    dispatch::ascii_prefix_len(src)
}

/// A test of each byte with the two behind it.
pub(crate) trait Three {
    /// Should not branch, so that compilers find registers for it.
    fn is(a: u8, b: u8, c: u8) -> bool;
}

/// Whether a test says yes anywhere. Behind the end stands NUL.
pub(crate) fn has_three<T: Three>(src: &[u8]) -> bool {
    dispatch::has_three::<T>(src)
}

/// What [`glance`] sees.
#[cfg(feature = "alloc")]
pub(crate) struct Glance<const BYTES: usize, const SETS: usize> {
    /// Which of the first 64 bytes are each of some bytes: bit `i` for the byte at `i`.
    pub(crate) bytes: [u64; BYTES],
    /// See [`marks`].
    pub(crate) sets: [u64; SETS],
    /// Whether these two bytes stand together anywhere.
    pub(crate) has_pair: bool,
    /// If not, no [triplet changes](has_changing_triplet); if so, one does or a `%` is malformed.
    pub(crate) may_change: bool,
}

/// What is to be seen by a [`glance`], and what follows from it. (Not a closure: one that is called by several tiers is
/// not inlined.)
#[cfg(feature = "alloc")]
pub(crate) trait Judge<const BYTES: usize, const SETS: usize> {
    /// What follows.
    type Judgement;
    /// The bytes to mark.
    const BYTES: [u8; BYTES];
    /// The rows of the sets to mark.
    const SETS: [[u8; 16]; SETS];
    /// The two bytes to find together.
    const PAIR: [u8; 2];
    /// The rows of the set whose octets stand for themselves.
    const ROWS: [u8; 16];

    fn judge(self, src: &[u8], glance: &Glance<BYTES, SETS>) -> Self::Judgement;
}

/// What stands in the first bytes, and what in all of them, judged. None on a machine without vectors.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn glance<J: Judge<BYTES, SETS>, const BYTES: usize, const SETS: usize>(
    src: &[u8],
    judge: J,
) -> Option<J::Judgement> {
    dispatch::glance(src, judge)
}

/// Whether a triplet has a lower-case digit, or an octet that a set keeps: one that normalising would change.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn has_changing_triplet(src: &[u8], rows: &[u8; 16]) -> bool {
    dispatch::has_changing_triplet(src, rows)
}

/// What [`normalize_append`] writes over besides the room for its input; it is faster into a string that has it.
#[cfg(feature = "alloc")]
pub(crate) const NORMAL_ROOM: usize = dispatch::NORMAL_ROOM;

/// Appends a text up to its first malformed `%`, with each triplet in its normal form: decoded if a set keeps its octet,
/// else with digits in upper case, or with those that it has if `upper` is not wanted. Gives how much of the text that
/// was.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn normalize_append(src: &str, rows: &[u8; 16], upper: bool, out: &mut String) -> usize {
    out.reserve(src.len() + NORMAL_ROOM);
    // SAFETY: there is room. The kernel has initialised what is added to the length: text up to a `%` or its end, and
    // ASCII in place of some triplets, because rows have no place for a byte above 0x7F.
    unsafe {
        let out = out.as_mut_vec();
        let to = out.as_mut_ptr().add(out.len());
        let (read, written) = dispatch::normalize(src.as_bytes(), rows, upper, to);
        debug_assert!(written <= read && read <= src.len());
        out.set_len(out.len() + written);
        read
    }
}

/// Where these two bytes stand together for the first time; the length of the input if they do not.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn find_pair(src: &[u8], pair: [u8; 2]) -> usize {
    dispatch::find_pair(src, pair)
}

/// For each set, which of the first 64 bytes it keeps: bit `i` for the byte at `i`. None if the machine has no vectors:
/// without them, to look for one thing after the other is no slower.
#[inline]
pub(crate) fn marks<const SETS: usize>(
    src: &[u8],
    sets: &[&[u8; 16]; SETS],
) -> Option<[u64; SETS]> {
    dispatch::marks(src, sets)
}

/// Decodes as much of the input as fits, and stops before a malformed `%` unless told to pass it.
///
/// The input counts as complete: a `%` with fewer than two bytes behind it is malformed.
pub(crate) fn decode<'d>(
    src: &[u8],
    rule: &DecodeRule,
    dst: &'d mut [MaybeUninit<u8>],
) -> (Decoded, &'d mut [u8]) {
    let done = dispatch::decode(src, rule, dst);
    debug_assert!(done.written <= dst.len());
    // SAFETY: the kernel initialised `dst[..written]`.
    let bytes =
        unsafe { core::slice::from_raw_parts_mut(dst.as_mut_ptr().cast::<u8>(), done.written) };
    (done, bytes)
}

/// [`decode`] into the spare capacity of a vector, which it never grows.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn decode_append(src: &[u8], rule: &DecodeRule, out: &mut Vec<u8>) -> Decoded {
    let done = dispatch::decode(src, rule, out.spare_capacity_mut());
    debug_assert!(out.spare_capacity_mut().len() >= done.written);
    // SAFETY: the kernel initialised the first `written` bytes of the spare capacity.
    unsafe { out.set_len(out.len() + done.written) };
    done
}

/// What [`decode_append_short`] needs of room.
#[cfg(feature = "alloc")]
pub(crate) const SHORT_ROOM: usize = dispatch::DECODE_ROOM;

/// Up to this length, a call costs more than it saves.
#[cfg(feature = "alloc")]
const FEW_TO_DECODE: usize = 32;

/// [`decode_append_short`] of at most so many bytes that no call is worth it: what most values of a form have.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn decode_append_few(src: &[u8], lenient: bool, plus: bool, out: &mut Vec<u8>) -> bool {
    if IS_SMALL || src.len() > FEW_TO_DECODE || out.capacity() - out.len() < FEW_TO_DECODE {
        return false;
    }
    // SAFETY: the room was tested; the length grows over what was written.
    unsafe {
        let to = out.as_mut_ptr().add(out.len());
        let written = match src.len() {
            ..4 if scalar::decode::copy_three(src, plus, to) => Some(src.len()),
            ..4 => scalar::decode::bytes(src, 0, lenient, plus, None, to).ok(),
            _ => scalar::decode::few_bytes(src, lenient, plus, to),
        };
        let Some(written) = written else { return false };
        out.set_len(out.len() + written);
    }
    true
}

/// [`decode_append`] of a few bytes, if the vector has the room that a kernel needs and no malformed `%`
/// stops it; says whether it was done. If not, the vector is as it was.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn decode_append_short(
    src: &[u8],
    lenient: bool,
    plus: bool,
    leave: Option<&Octets>,
    out: &mut Vec<u8>,
) -> bool {
    if src.is_empty() || src.len() > dispatch::SHORT || out.capacity() - out.len() < SHORT_ROOM {
        return false;
    }
    // SAFETY: length and room were tested.
    unsafe { dispatch::decode_append_short(src, lenient, plus, leave, out) }
}

/// [`decode`] of a buffer into itself: `buffer[..written]` is the result. What stands behind it is
/// initialised but unspecified. On a malformed `%` that is not passed, `read` is its place and
/// `buffer[read..]` is untouched.
pub(crate) fn decode_in_place(buffer: &mut [u8], rule: &DecodeRule) -> Decoded {
    dispatch::decode_in_place(buffer, rule)
}

/// The place of the first `%` that begins no triplet, or the length of the input.
pub(crate) fn well_formed_len(src: &[u8]) -> usize {
    dispatch::well_formed_len(src)
}

/// How much [`decode`] would write with room enough, and how far it would come.
pub(crate) fn decoded_len(src: &[u8], rule: &DecodeRule) -> Decoded {
    dispatch::decoded_len(src, rule)
}

/// A buffer of initialised bytes as one that a kernel may write to.
pub(crate) fn as_uninit(buffer: &mut [u8]) -> &mut [MaybeUninit<u8>] {
    let length = buffer.len();
    // SAFETY: same layout and bounds; only this folder writes through the result, and what it
    // writes is initialised, so the caller gets its `[u8]` back whole.
    unsafe {
        core::slice::from_raw_parts_mut(buffer.as_mut_ptr().cast::<MaybeUninit<u8>>(), length)
    }
}
