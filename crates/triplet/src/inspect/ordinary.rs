//! Texts without any finding, found in one pass: the `http` and `https` URLs that most lists consist of.
//!
//! Each rule needs a byte, a pair of bytes or a name that is rare in such URLs. The kernel says which of 64 bytes are in
//! some sets, and masks say which bytes follow which. So all segments and all pairs of a block are judged at once. What is
//! left are triplets, names of pairs, and a few bytes that are rare: each of these is checked by itself. If some rule may
//! be about the text, the rules judge. So this never decides that something is wrong. What it takes for ordinary must have
//! no finding, which the tests check against the rules.
//!
//! ```text
//! https://www.example.org/caf%C3%A9/index.html?page=2#top
//!            1       1                   1                  dots: in the path, none beside a slash
//!                        1         1                        slashes of the path: no two side by side
//!                         1         1                       after them: no name of a device (`con`, `aux`)
//!                            1  1                           triplets: letters of usual scripts
//!                                              1            where a name begins
//!                                              1111 1       what a name may have
//!                                                  1        the end of the name in the sum of both: a `=`
//! ```
#![forbid(unsafe_code)]

use super::address::{embedded_in_name, is_private_name};
use super::characters::narrows;
use super::object::is_object_graph;
use crate::kernel::{self, Scan, ScanPass};
use crate::set::EncodeSet;
use crate::uri::scan::{BLOCK, Rows, below, from, lowest};

/// The number of pairs of a query that are compared.
const PAIRS: usize = 8;

const fn rows(bytes: &[u8]) -> Rows {
    *EncodeSet::keeping(bytes).rows()
}

/// What names of hosts have besides dots.
const WORD: EncodeSet = EncodeSet::ALPHANUMERIC.also_keep(b"-");

/// What a name may have.
const NAME: EncodeSet = WORD.also_keep(b"_");

const SETS: [Rows; 5] = [
    // What is ordinary wherever it is, if no rule below is about it.
    *NAME.also_keep(b"/?#.%=&!*,@)").rows(),
    *NAME.rows(),
    // The first and the third letters of the devices AUX, COM, CON, LPT, NUL and PRN.
    rows(b"aclnpACLNP"),
    rows(b"xmntlXMNTL"),
    rows(b"0123456789"),
];

const BYTES: [u8; 9] = *b"/.?#&=_%-";

/// Which of 64 bytes are in each of the sets, and which are each of the bytes.
type Masks = Scan<{ SETS.len() }, { BYTES.len() }>;

/// The bytes of a block that the block before it has too: a name of a device and the `/` before it are in one block.
const OVERLAP: usize = 4;

/// Whether a text is a URL of the kind that is described above. If so, no rule has a finding for it.
///
/// Always false where the kernel has no vectors.
pub(super) fn is_ordinary(text: &[u8]) -> bool {
    let Some(host) = web_len(text) else { return false };
    kernel::with_scan(&mut Pass { text, host, read: 0, cases: 0 }) == Some(true)
}

/// The length of `http://` or `https://` at the start of a text that has more than that.
fn web_len(text: &[u8]) -> Option<usize> {
    let start = u64::from_le_bytes(*text.first_chunk()?);
    // A letter in lower case has the bit 0x20; only those of the scheme may be in upper case.
    let is_http = (start | 0x2020_2020) << 8 == u64::from_le_bytes(*b"\0http://");
    let is_https = start | 0x20_2020_2020 == u64::from_le_bytes(*b"https://");
    (is_http | is_https).then_some(7 + usize::from(is_https))
}

/// Where the host that begins at an offset and its port end, if they are ordinary and a path or nothing follows them.
#[inline(always)]
fn host_end(text: &[u8], start: usize, masks: &Masks) -> Option<usize> {
    let &Scan { kept: [_, name, .., digit], equal: [slash, dot, .., underscore, _, dash], .. } =
        masks;
    let end = start + (!(name & !underscore | dot) >> start).trailing_zeros() as usize;
    // What may follow a host of this length is in the block too.
    if end > BLOCK - 8 {
        return None;
    }
    let name = from(start) & !from(end);
    let dots = dot & name;
    // Before the first label, and after each: no label is empty, or has a `-` at an end. Two are in `xn--`.
    let edges = dots | 1 << (start - 1) | 1 << end;
    let doubts = edges & edges << 1 | dash & (edges << 1 | edges >> 1 | dash << 1) & name;
    if doubts != 0 || dots == 0 {
        return None;
    }
    let last = dots.ilog2() as usize;
    let before = (dots ^ 1 << last | 1 << (start - 1)).ilog2() as usize;
    // An address ends with a number, and one within a name has four digits.
    if !text[last + 1].is_ascii_alphabetic()
        || has_four(digit & name) && embedded_in_name(&text[start..end]).is_some()
        || may_be_private(text, [start, before + 1, last + 1, end])
    {
        return None;
    }
    // A port has up to four digits. A number of five may be too great, and what has none is an empty port.
    let has_port = text.get(end) == Some(&b':');
    let digits = (digit >> (end + 1)).trailing_ones() as usize;
    // In bits: how many hosts have a port cannot be foreseen.
    let end = end + ((1 + digits) & 0_usize.wrapping_sub(usize::from(has_port)));
    let is_port = !has_port | (digits.wrapping_sub(1) < 4);
    (is_port && (slash >> end & 1 != 0 || end == text.len())).then_some(end)
}

/// All bits, or none.
fn all_if(condition: bool) -> u64 {
    0_u64.wrapping_sub(u64::from(condition))
}

/// Whether a mask has four bits or more.
fn has_four(mask: u64) -> bool {
    let without_lowest = |mask: u64| mask & mask.wrapping_sub(1);
    without_lowest(without_lowest(without_lowest(mask))) != 0
}

/// The offsets of the bits of a mask.
fn offsets(mut mask: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let offset = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (offset < BLOCK).then_some(offset)
    })
}

/// A pass over a URL.
struct Pass<'a> {
    text: &'a [u8],
    /// The offset of the host.
    host: usize,
    /// The offset up to which triplets were read.
    read: usize,
    /// Whether triplets have digits in upper case, and in lower case: a bit for each.
    cases: u8,
}

impl ScanPass<{ SETS.len() }, { BYTES.len() }> for Pass<'_> {
    const KEPT: [Rows; SETS.len()] = SETS;
    const EQUAL: [u8; BYTES.len()] = BYTES;

    #[inline(always)]
    fn run(&mut self, scan: impl Fn(&[u8]) -> Masks) -> bool {
        self.judge(scan).is_some()
    }
}

impl Pass<'_> {
    /// Reads a host, a path, a query and a fragment. `None` at something that is not ordinary.
    ///
    /// The blocks overlap, so that what is before a byte is in its block. Each block judges the bytes that the one before
    /// it has not.
    #[inline(always)]
    fn judge(&mut self, scan: impl Fn(&[u8]) -> Masks) -> Option<()> {
        let text = self.text;
        let (mut in_path, mut in_fragment) = (!0, 0);
        let (mut in_name, mut opened) = (false, false);
        let mut names = Names { bounds: [0; 2 * PAIRS + Names::AT_ONCE], count: 0 };
        let (mut base, mut judged) = (0, 0);
        loop {
            let masks = scan(&text[base..]);
            if base == 0 {
                judged = host_end(text, self.host, &masks)?;
            }
            let Scan {
                kept: [allowed, name, first_letter, third_letter, _],
                equal: [slash, dot, question, hash, amp, equal, underscore, percent, _],
                ..
            } = masks;
            let first = 1 << (judged - base);
            let left = text.len() - base;
            let inside = below(first) ^ !from(left);

            // The path is before the first `?` or `#`, the fragment after the first `#`.
            let path_end = in_path & lowest(question | hash);
            let path = in_path & below(path_end);
            in_path &= all_if(path_end == 0);
            let mut doubts = 0;
            if hash | in_fragment != 0 {
                let fragment = in_fragment | !(lowest(hash) | below(lowest(hash)));
                in_fragment |= all_if(hash != 0);
                // With a `=`, a fragment has names too.
                doubts = fragment & (hash | amp | equal);
            }

            let (after_slash, after_dot) = (slash << 1, dot << 1);
            // `//`, and dots at an end of a segment.
            doubts |= path & (slash & (after_slash | after_dot) | dot & after_slash);
            doubts |= path_end & after_dot;
            // In a value, dots that may climb.
            doubts |= !path & dot & after_dot;

            // A name begins after `?` or `&`. Added to the bytes that it may have, its first bit is carried to its end.
            let opens = path_end & question;
            let starts = inside & ((opens | amp & !path) << 1 | first & all_if(opened));
            let (sum, carry) = name.overflowing_add(starts | first & all_if(in_name));
            (in_name, opened) = (carry, opens >> (BLOCK - 1) != 0);
            let ends = sum & !name;
            doubts |= starts & !name | ends & !(equal | amp | hash);

            // At the end of the text, an empty name or a dot.
            let last = all_if(left <= BLOCK) & 1_u64.rotate_left(left as u32 - 1);
            doubts |= last & (question | amp | dot);

            // A segment that begins as the name of a device.
            let device = (after_slash & first_letter) << 2 & third_letter & path & inside;
            if doubts & inside != 0
                || device != 0 && !offsets(device).all(|at| self.no_device(base + at))
            {
                return None;
            }

            let mut odd = !allowed | (equal | hash) << 1 & slash & !path;
            odd |= underscore << 1 & underscore & !path;
            for at in offsets(odd & inside) {
                self.odd(base + at, path >> at & 1 != 0)?;
            }
            let mut triplets = percent & inside;
            while triplets != 0 {
                let at = triplets.trailing_zeros() as usize;
                self.triplet(base + at, path >> at & 1 != 0)?;
                triplets &= from(self.read - base);
            }
            names.add(base, starts | ends)?;
            judged = base + BLOCK;
            if judged >= text.len() {
                break;
            }
            base = (judged - OVERLAP).min(text.len() - BLOCK);
        }
        if in_name {
            names.add(text.len(), 1)?;
        }
        names.are_ordinary(text).then_some(())
    }

    /// Whether the segment whose third byte is at an offset is no name of a device of Windows, if its first three bytes are
    /// letters of such a name.
    #[cold]
    fn no_device(&self, at: usize) -> bool {
        const DEVICES: [&[u8]; 6] = [b"aux", b"com", b"con", b"lpt", b"nul", b"prn"];
        let (name, rest) = self.text[at - 2..].split_at(3);
        let follows = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_');
        rest.first().is_some_and(follows)
            || !DEVICES.iter().any(|device| device.eq_ignore_ascii_case(name))
    }

    /// Reads a byte that is ordinary only between some others.
    fn odd(&self, at: usize, in_path: bool) -> Option<()> {
        let (before, next) = (self.text[at - 1], self.text.get(at + 1));
        let is_ordinary = match self.text[at] {
            b'~' => !in_path || before == b'/',
            // UTF-7.
            b'+' => next != Some(&b'A'),
            b'(' => may_open(before, next),
            // `//host` is a value; this is `/` at the start of one.
            b'/' => next.is_some_and(u8::is_ascii_alphanumeric),
            // `__proto__`, `__define…` and `__lookup…`.
            b'_' => !matches!(next, Some(b'p' | b'd' | b'l')),
            _ => false,
        };
        is_ordinary.then_some(())
    }

    /// Reads the triplet at an offset, and with it those that continue its character.
    #[inline(always)]
    fn triplet(&mut self, at: usize, in_path: bool) -> Option<()> {
        if at < self.read {
            return Some(());
        }
        let octet = self.octet(at)?;
        let (before, after) = (self.text[at - 1], self.text.get(at + 3));
        self.read = at + 3;
        let is_ordinary = match octet {
            0x80.. => {
                self.read = self.character(octet, at + 3)?;
                true
            }
            b'(' => may_open(before, after),
            b'!' | b')' | b'*' | b'+' | b',' | b'=' | b'@' => true,
            // Not at an end of a segment.
            b' ' if in_path => {
                before.is_ascii_alphanumeric() && after.is_some_and(u8::is_ascii_alphanumeric)
            }
            _ if in_path => false,
            // Browsers remove a space before `//host`.
            b' ' | b'/' => !matches!(before, b'=' | b'#'),
            b'#' | b';' | b'?' | b'[' | b']' | b'|' => true,
            _ => false,
        };
        is_ordinary.then_some(())
    }

    /// The octet of the triplet at an offset, if the letters in the digits of all triplets so far are in one case.
    #[inline(always)]
    fn octet(&mut self, at: usize) -> Option<u8> {
        let [b'%', high, low] = *self.text.get(at..at + 3)? else { return None };
        let octet = kernel::hex_value(high)? << 4 | kernel::hex_value(low)?;
        // Letters are above the digits, and those in lower case have one more bit.
        let cases = [high, low].map(|digit| (digit >> 6) << (digit >> 5 & 1));
        self.cases |= cases[0] | cases[1];
        (self.cases != 3).then_some(octet)
    }

    /// The offset after the triplets that continue a character which begins with the octet `first`, if it is a letter of a
    /// usual script.
    #[inline(always)]
    fn character(&mut self, first: u8, at: usize) -> Option<usize> {
        let mut continuation = |at: usize| {
            let octet = self.octet(at)?;
            (octet & 0xC0 == 0x80).then_some(u32::from(octet & 0x3F))
        };
        let (code, end) = match first {
            0xC3..0xE0 => (u32::from(first & 0x1F) << 6 | continuation(at)?, at + 3),
            0xE0..0xF0 => {
                let code = u32::from(first & 0xF) << 12 | continuation(at)? << 6;
                (code | continuation(at + 3)?, at + 6)
            }
            _ => return None,
        };
        is_usual(code).then_some(end)
    }
}

/// The names of a query: where each begins and ends, in turn.
struct Names {
    bounds: [u32; 2 * PAIRS + Names::AT_ONCE],
    count: usize,
}

impl Names {
    /// Bounds that are written without asking how many there are.
    const AT_ONCE: usize = 4;

    /// Adds what a block has of them; `None` if there are too many.
    #[inline(always)]
    fn add(&mut self, base: usize, mut bounds: u64) -> Option<()> {
        let after = self.count + bounds.count_ones() as usize;
        if after > 2 * PAIRS {
            return None;
        }
        let base = u32::try_from(base).ok()?;
        let mut at = self.count;
        loop {
            for bound in &mut self.bounds[at..][..Self::AT_ONCE] {
                *bound = base.wrapping_add(bounds.trailing_zeros());
                bounds &= bounds.wrapping_sub(1);
            }
            if bounds == 0 {
                break;
            }
            at += Self::AT_ONCE;
        }
        self.count = after;
        Some(())
    }

    /// Whether no name is repeated, or is one of an object.
    #[inline(always)]
    fn are_ordinary(&self, text: &[u8]) -> bool {
        // A bit for each name, by Fibonacci hashing of its ends and its length. Two names have the same bit if they are the
        // same, and else rarely.
        let (mut seen, mut doubt) = (0_u64, false);
        for name in self.of(text) {
            let (first, second) = (name[0], name.get(1).copied().unwrap_or_default());
            let key = u32::from_le_bytes([first, name[name.len() - 1], name.len() as u8, 0]);
            let bit = 1 << (key.wrapping_mul(MULTIPLIER) >> (u32::BITS - u64::BITS.ilog2()));
            doubt |= seen & bit != 0;
            seen |= bit;
            // What `is_object_graph` is about, and is of letters, digits, `-` and `_`: `GLOBALS`, `_SERVER`, and longer ones.
            doubt |= (first == b'G') | (first == b'_') & second.is_ascii_uppercase();
            doubt |= name.len() > 11;
        }
        !doubt || self.are_ordinary_each(text)
    }

    /// [`are_ordinary`](Self::are_ordinary), by each name and each two of them.
    #[cold]
    fn are_ordinary_each(&self, text: &[u8]) -> bool {
        let names = || self.of(text).enumerate();
        names().all(|(at, name)| {
            !is_object_graph(name) && names().skip(at + 1).all(|(_, other)| other != name)
        })
    }

    /// The names.
    fn of<'a>(&self, text: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
        let (names, _) = self.bounds[..self.count].as_chunks::<2>();
        names.iter().map(|&[start, end]| &text[start as usize..end as usize])
    }
}

/// Of Fibonacci hashing.
const MULTIPLIER: u32 = 0x9E37_79B1;

/// Ends of names of hosts that are public: the last four bytes, of which the first is 0 where only three belong to the name.
///
/// Each is at the place that [`slot`] gives, so that one comparison tells whether an end is one of them. One comparison after
/// the other would be a branch for each, and which one it is cannot be foreseen.
const PUBLIC: [u32; SLOTS] = {
    let ends: [[u8; 4]; 10] = [
        *b".com", *b".org", *b".net", *b".edu", *b".gov", *b"\0.io", *b"\0.de", *b"\0.uk",
        *b"\0.fr", *b"\0.jp",
    ];
    let mut slots = [0; SLOTS];
    let mut at = 0;
    while at < ends.len() {
        let end = u32::from_le_bytes(ends[at]);
        assert!(slots[slot(end)] == 0, "two ends at one place");
        slots[slot(end)] = end;
        at += 1;
    }
    slots
};

const SLOTS: usize = 16;

/// The place of an end in [`PUBLIC`], by Fibonacci hashing.
const fn slot(end: u32) -> usize {
    (end.wrapping_mul(MULTIPLIER) >> (u32::BITS - SLOTS.ilog2())) as usize
}

/// Whether the host that ends at an offset may be a name that is not public; its last label begins at `label`, the one
/// before it at `before`. No private name ends with one of [`PUBLIC`], but for the few that the second label tells.
#[inline(always)]
fn may_be_private(text: &[u8], [start, before, label, end]: [usize; 4]) -> bool {
    let Some((_, last)) = text[..end].split_last_chunk::<4>() else { return true };
    let last = u32::from_le_bytes(*last) & !(u32::from(end - label == 2) * 0xFF);
    let is_public = PUBLIC[slot(last)] == last
        && (label - before != 10 || !text[before..label - 1].eq_ignore_ascii_case(b"lacolhost"));
    !is_public && is_private_name(&text[start..end])
}

/// Whether `(` begins no expression: `T(`, `$(`, `(#`.
fn may_open(before: u8, next: Option<&u8>) -> bool {
    before != b'T' && next.is_some_and(u8::is_ascii_alphanumeric)
}

/// Whether a code point is a letter of a usual script that no rule is about. None of them is a surrogate, or in fewer
/// octets than it needs.
#[inline(always)]
fn is_usual(code: u32) -> bool {
    let letter = matches!(code,
        0xC0..=0xD6 | 0xD8..=0xDE | 0xE0..=0xF6 | 0xF8..=0x12F | 0x134..=0x148 | 0x14A..=0x17E
        | 0x1A0..=0x1A1 | 0x1AF..=0x1B0 | 0x218..=0x21B
        | 0x386 | 0x388..=0x3CE
        | 0x400..=0x45F
        | 0x5D0..=0x5EA
        | 0x621..=0x64A | 0x671..=0x6D3
        | 0x901..=0xDDF | 0xE01..=0xE32 | 0xE34..=0xEB2
        | 0x10D0..=0x10F0
        | 0x1780..=0x17B3 | 0x17B6..=0x17D3
        | 0x1EA0..=0x1EF9
        | 0x3041..=0x3096 | 0x30A1..=0x30FC
        | 0x4E00..=0x9FFF
        | 0xAC00..=0xD7A3);
    letter && char::from_u32(code).is_some_and(|character| !narrows(character))
}

#[cfg(test)]
mod tests {
    use super::{BYTES, SETS, is_ordinary};
    use crate::kernel;

    /// Results are the same without the fast path, so only this test fails when nothing takes it.
    #[test]
    fn ordinary_urls_take_the_fast_path() {
        let has_vectors = kernel::scan(b"a", &SETS, &BYTES, None).is_some();
        let long = "https://www.example.org/".to_owned() + &"segment/".repeat(40);
        for url in [
            "http://example.org",
            "https://www.example.com:8080/a.b/~user/c_d",
            "HTTPS://cdn.example.io/caf%C3%A9%20b?page=2&q=a+b%2Fc#top",
            "https://example.co.uk/?to=/a&a=b",
            &long,
        ] {
            assert_eq!(is_ordinary(url.as_bytes()), has_vectors, "{url}");
        }
        for url in
            ["https://example.org/a//b", "https://example.org/?a=1&a=2", "https://localhost/"]
        {
            assert!(!is_ordinary(url.as_bytes()), "{url}");
        }
    }
}
