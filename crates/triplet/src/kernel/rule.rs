//! What an operation is told, and what it answers: plain values, without a policy.

/// The rows of a set of ASCII bytes (see [`EncodeRule`]), the first row in the lowest byte.
pub(super) const fn rows_of(bytes: &[u8]) -> u128 {
    let (mut rows, mut i) = (0, 0);
    while i < bytes.len() {
        rows |= 1 << (8 * (bytes[i] & 15) + (bytes[i] >> 4));
        i += 1;
    }
    rows
}

/// The rows of the set of hexadecimal digits.
pub(super) const HEX_DIGITS: u128 = rows_of(b"0123456789ABCDEFabcdef");

/// What to write for each byte: kept bytes as they are, a space as `+` if `plus` says so, the others as triplets.
#[derive(Clone, Copy)]
pub(crate) struct EncodeRule {
    /// Nibble-transposed: bit `h` of `rows[l]` keeps the byte `h << 4 | l`, which is ASCII.
    pub(crate) rows: [u8; 16],
    /// A space is written `+`, whether the rows keep the space or not.
    pub(crate) plus: bool,
    /// Triplets have lower-case digits.
    pub(crate) lower: bool,
    /// Bytes above 0x7F are kept. Only `encode_text` sets this, because its input is UTF-8.
    pub(super) above: bool,
}

impl EncodeRule {
    pub(crate) const fn new(rows: [u8; 16], plus: bool, lower: bool) -> EncodeRule {
        EncodeRule { rows, plus, lower, above: false }
    }

    /// This rule, but it also keeps `%`, and so whole triplets. `None` if this rule encodes hexadecimal digits.
    pub(crate) const fn with_triplets(&self) -> Option<EncodeRule> {
        if u128::from_le_bytes(self.rows) & HEX_DIGITS != HEX_DIGITS {
            return None;
        }
        let mut rule = *self;
        rule.rows[(b'%' & 15) as usize] |= 1 << (b'%' >> 4);
        Some(rule)
    }
}

/// The bytes at which decoding has something to do: `%`, and with `plus` also `+`.
#[inline(always)]
pub(super) const fn decode_events(plus: bool) -> [u8; 2] {
    [b'%', if plus { b'+' } else { b'%' }]
}

/// The options of the [`EncodeRule`] of a short value in one byte: bit 0 `plus`, bit 1 `lower`. Such a rule encodes all bytes above
/// 0x7F.
///
/// The rows and the style of a short value stay in registers. A rule that is built in memory and then loaded into a vector
/// register would wait for its own stores.
#[derive(Clone, Copy)]
pub(super) struct Style(u8);

impl Style {
    #[inline(always)]
    pub(super) fn of(rule: &EncodeRule) -> Style {
        debug_assert!(!rule.above);
        Style(u8::from(rule.plus) | u8::from(rule.lower) << 1)
    }

    #[inline(always)]
    pub(super) fn rule(self, rows: u128) -> EncodeRule {
        EncodeRule::new(rows.to_ne_bytes(), self.0 & 1 != 0, self.0 & 2 != 0)
    }
}

/// A set of any bytes: nibble-transposed like the rows of an [`EncodeRule`], in one half for bytes below 0x80 and in another for
/// the rest.
#[derive(Clone, Copy)]
pub(crate) struct ByteSet {
    pub(super) low: [u8; 16],
    pub(super) high: [u8; 16],
    /// The operation that decodes under a rule with such a set. A program without such a set is linked without the operation.
    pub(super) decode: DecodeFn,
}

/// The operation `decode` of the kernel under some rules.
type DecodeFn = unsafe fn(*const u8, usize, &DecodeRule, *mut u8, usize) -> Decoded;

impl ByteSet {
    pub(crate) const fn has(&self, byte: u8) -> bool {
        let half = if byte < 0x80 { &self.low } else { &self.high };
        half[(byte & 15) as usize] >> (byte >> 4 & 7) & 1 == 1
    }
}

/// How to read triplets.
#[derive(Clone, Copy)]
pub(crate) struct DecodeRule {
    /// A malformed `%` is kept; otherwise the kernel stops there.
    pub(crate) lenient: bool,
    /// `+` is a space.
    pub(crate) plus: bool,
    /// Triplets of these octets are kept as they are written. `None` stands for the empty set, so that most views need not clear
    /// 32 bytes.
    pub(crate) kept: Option<ByteSet>,
}

impl DecodeRule {
    /// Every triplet is decoded, `+` stays `+`, and the kernel stops at a malformed `%`.
    pub(crate) const STRICT: DecodeRule = DecodeRule { lenient: false, plus: false, kept: None };

    /// Whether the triplet of this octet is kept as it is written.
    #[inline(always)]
    pub(crate) fn keeps_triplet_of(&self, octet: u8) -> bool {
        self.kept.is_some_and(|octets| octets.has(octet))
    }
}

/// How far a decoding kernel came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decoded {
    /// Bytes of the input that were read.
    pub(crate) read: usize,
    /// Bytes that were written.
    pub(crate) written: usize,
    /// Why the kernel stopped.
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

/// A test of each byte together with the two after it.
pub(crate) trait ByteTriple {
    /// An implementation should not branch, so that a compiler can vectorise the calls.
    fn is(a: u8, b: u8, c: u8) -> bool;
}

/// A question to `scan` about a whole text.
pub(crate) enum WholeTextTest<'a> {
    /// Whether a triplet would change, and whether a pair of bytes is anywhere.
    Changes {
        /// Two bytes that follow each other.
        pair: [u8; 2],
        /// The rows of the set of octets whose triplets are to be decoded. All octets in the set are from 0x20 to 0x7F.
        decoded: &'a [u8; 16],
    },
    /// Whether there are other bytes than those of a set and of well-formed triplets, and whether a byte is anywhere.
    Characters {
        /// The rows of the set, which has `%` too.
        rows: &'a [u8; 16],
        /// The byte that is searched for.
        byte: u8,
    },
}

/// The answers of `scan`. A question that was not asked is answered by false.
pub(crate) struct Scan<const SETS: usize, const BYTES: usize> {
    /// For each set, which of the first 64 bytes the set keeps: bit `i` for the byte at `i`. Bits after the end of the text are
    /// zero.
    pub(crate) kept: [u64; SETS],
    /// For each byte that is searched for, which of the first 64 bytes are that byte.
    pub(crate) equal: [u64; BYTES],
    /// Whether a `%` is malformed or begins a triplet that would change. Such a triplet has a digit in lower case, or an octet that is
    /// to be decoded.
    pub(crate) may_change: bool,
    /// Whether the pair is anywhere.
    pub(crate) has_pair: bool,
    /// Whether there are other bytes than those of the set and of well-formed triplets.
    pub(crate) has_others: bool,
    /// Whether the byte is anywhere.
    pub(crate) has_byte: bool,
}

impl<const SETS: usize, const BYTES: usize> Scan<SETS, BYTES> {
    /// The answer for an empty text.
    pub(super) const EMPTY: Self = Scan {
        kept: [0; SETS],
        equal: [0; BYTES],
        may_change: false,
        has_pair: false,
        has_others: false,
        has_byte: false,
    };
}

/// Three masks of 32 bytes: one bit for each byte, the first lowest.
#[derive(Clone, Copy)]
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
pub(super) struct Marks {
    /// The bytes that end both pieces.
    pub(super) ends: u32,
    /// The bytes that end the first piece.
    pub(super) middles: u32,
    /// `%`, `+`, and bytes above 0x7F.
    pub(super) special: u32,
}
