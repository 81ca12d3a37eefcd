//! The texts that are encoded and decoded, generated from a seed, so that every machine measures the same bytes and
//! nothing is downloaded. A corpus is plain strings; the decoders read the same strings as the standard crates encode them.
//! `Kind` says which texts a corpus represents and how much of it is to be encoded; the tests check that share.

use std::ops::RangeInclusive;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};

use crate::batch::{Batch, Strings};

/// Plain and encoded strings: input and output of the encoders, output and input of the decoders.
pub(crate) struct Corpus {
    plain: Strings,
    encoded: Strings,
}

impl Corpus {
    fn of(plain: Strings, form: bool) -> Self {
        let mut encoded = Strings::default();
        for string in plain.iter() {
            encoded.push(&if form { encode_form(string) } else { encode(string) });
        }
        Self { plain, encoded }
    }

    /// The inputs that the contestants read, and the outputs that they must give.
    pub(crate) fn batch(&self, decode: bool) -> Batch<'_> {
        match decode {
            false => Batch::new(&self.plain, &self.encoded),
            true => Batch::new(&self.encoded, &self.plain),
        }
    }

    /// One string without the characters that only some sets keep. Each command has its own set; for this string all must
    /// give the same bytes.
    pub(crate) fn where_sets_agree(kind: Kind, length: usize) -> Self {
        let agreed = |byte| if b"!*'()".contains(&byte) { b'-' } else { byte };
        let mut plain = Strings::default();
        let text = kind.string(&mut Random::new(kind as u64), length);
        plain.push(&text.into_iter().map(agreed).collect::<Vec<_>>());
        Self::of(plain, false)
    }

    /// The first string, and its expected output.
    pub(crate) fn one(&self, decode: bool) -> (&[u8], &[u8]) {
        let first = |strings: &'_ Strings| strings.ends.first().copied().unwrap_or(0);
        let plain = &self.plain.bytes[..first(&self.plain)];
        let encoded = &self.encoded.bytes[..first(&self.encoded)];
        if decode { (encoded, plain) } else { (plain, encoded) }
    }

    /// `count` strings of exactly `length` bytes.
    pub(crate) fn new(kind: Kind, count: usize, length: usize) -> Self {
        let mut random = Random::new(kind as u64);
        let mut plain = Strings::default();
        for _ in 0..count {
            plain.push(&kind.string(&mut random, length));
        }
        Self::of(plain, kind.is_form())
    }

    /// Strings of 8 to 64 bytes, each length as likely as the next. They are UTF-8, so that the
    /// peers that take only text can take part.
    pub(crate) fn short(kinds: &[Kind], count: usize) -> Self {
        let mut random = Random::new(8);
        let mut plain = Strings::default();
        for _ in 0..count {
            let kind = random.pick(kinds);
            let length = 8 + random.below(57);
            plain.push(&kind.string(&mut random, length));
        }
        Self::of(plain, false)
    }

    /// Strings of exactly `length` bytes for the encoders, in which one byte of ten is to be
    /// encoded, or none if `clean`.
    pub(crate) fn plain_of_length(length: usize, clean: bool, count: usize) -> Self {
        let mut random = Random::new(length as u64);
        let mut plain = Strings::default();
        for _ in 0..count {
            let mut byte = || random.ascii(if clean { 0 } else { 10 });
            plain.push(&Vec::from_iter((0..length).map(|_| byte())));
        }
        Self::of(plain, false)
    }

    /// Strings of exactly `length` bytes for the decoders, with about one triplet for nine other
    /// bytes, or none if `clean`.
    pub(crate) fn encoded_of_length(length: usize, clean: bool, count: usize) -> Self {
        let mut random = Random::new(length as u64);
        let mut plain = Strings::default();
        for _ in 0..count {
            let mut string = Vec::new();
            let mut room = length;
            while room > 0 {
                let byte = random.ascii(if clean || room < 3 { 0 } else { 10 });
                room -= if is_unreserved(byte) { 1 } else { 3 };
                string.push(byte);
            }
            plain.push(&string);
        }
        Self::of(plain, false)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Identifiers and numbers: nothing to encode.
    Clean,
    /// Paths of object stores and logs: long names, few slashes and spaces.
    Paths,
    /// Lists of URLs with paths and queries, one a line, as they are put into a query.
    Urls,
    /// English sentences.
    Prose,
    /// Chinese sentences, in UTF-8.
    Cjk,
    /// Uniform bytes.
    Random,
    /// What people type into forms: many spaces, some line ends, some accents.
    Form,
}

impl Kind {
    pub(crate) const ALL: [Self; 7] =
        [Self::Clean, Self::Paths, Self::Urls, Self::Prose, Self::Cjk, Self::Random, Self::Form];

    pub(crate) const TEXT: [Self; 6] =
        [Self::Clean, Self::Paths, Self::Urls, Self::Prose, Self::Cjk, Self::Form];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Paths => "paths3",
            Self::Urls => "urls",
            Self::Prose => "prose",
            Self::Cjk => "cjk",
            Self::Random => "random",
            Self::Form => "form",
        }
    }

    /// How much of it is to be encoded: everything but RFC 3986 `unreserved`.
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests hold the corpora to it"))]
    fn share_to_encode(self) -> RangeInclusive<f64> {
        match self {
            Self::Clean => 0.0..=0.0,
            Self::Paths => 0.025..=0.035,
            Self::Urls => 0.11..=0.13,
            Self::Prose => 0.18..=0.22,
            Self::Cjk => 0.99..=1.0,
            Self::Random => 0.73..=0.75,
            Self::Form => 0.18..=0.26,
        }
    }

    /// Encoded and decoded by the rules of forms.
    pub(crate) fn is_form(self) -> bool {
        self == Self::Form
    }

    /// Exactly `length` bytes from the middle of a text of this kind. A character that would be
    /// cut is replaced by spaces.
    fn string(self, random: &mut Random, length: usize) -> Vec<u8> {
        let skip = random.below(256);
        let mut text = Vec::with_capacity(skip + length + 512);
        while text.len() < skip + length {
            self.piece(random, &mut text);
        }
        let is_inside = |byte: &u8| self != Self::Random && byte & 0xC0 == 0x80;
        let end = (0..=skip + length).rev().find(|&at| !text.get(at).is_some_and(is_inside));
        let start = (skip..).find(|&at| !text.get(at).is_some_and(is_inside));
        let (start, end) = (start.unwrap_or_default(), end.unwrap_or_default());
        let mut string = text.get(start..end).unwrap_or_default().to_vec();
        string.resize(length, b' ');
        string
    }

    /// One unit of this kind: a few words, a URL, a sentence.
    fn piece(self, random: &mut Random, text: &mut Vec<u8>) {
        match self {
            Self::Clean => text.push(random.ascii(0)),
            Self::Paths => {
                for _ in 0..3 + random.below(8) {
                    text.extend_from_slice(random.word().as_bytes());
                    text.push(random.pick(b"-_.0123456789"));
                }
                let end = random.pick(&["/", "/", "/", "/", "/", "/", "/", " ", " ", "é"]);
                text.extend_from_slice(end.as_bytes());
            }
            Self::Urls => {
                text.extend_from_slice(b"https://www.");
                text.extend_from_slice(random.word().as_bytes());
                text.extend_from_slice(random.pick(&[".example.com", ".example.org"]).as_bytes());
                for _ in 0..1 + random.below(4) {
                    text.push(b'/');
                    random.slug(text);
                }
                for parameter in 0..random.below(5) {
                    text.push(if parameter == 0 { b'?' } else { b'&' });
                    text.extend_from_slice(random.word().as_bytes());
                    text.push(b'=');
                    random.slug(text);
                    if random.below(6) == 0 {
                        text.extend_from_slice(b"%20");
                        text.extend_from_slice(random.word().as_bytes());
                    }
                }
                text.push(b'\n');
            }
            Self::Prose => {
                let start = text.len();
                for _ in 0..5 + random.below(14) {
                    text.extend_from_slice(random.word().as_bytes());
                    let space = random.pick(&[" ", " ", " ", " ", " ", " ", " ", " ", ", ", "'s "]);
                    text.extend_from_slice(space.as_bytes());
                }
                text[start].make_ascii_uppercase();
                text.extend_from_slice(random.word().as_bytes());
                text.extend_from_slice(random.pick(&[". ", ". ", "? ", ".\n"]).as_bytes());
            }
            Self::Cjk => {
                for _ in 0..5 + random.below(20) {
                    let ideograph = 0x4E00 + random.below(0x51A6) as u32;
                    let character = char::from_u32(ideograph).unwrap_or('中');
                    text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                text.extend_from_slice(random.pick(&["，", "，", "。", "。\n"]).as_bytes());
            }
            Self::Random => text.extend_from_slice(&random.next().to_le_bytes()),
            Self::Form => {
                for _ in 0..2 + random.below(8) {
                    text.extend_from_slice(random.word().as_bytes());
                    text.push(b' ');
                }
                let ends = ["& ", "42 ", "(", ") ", ", ", "\r\n", "é ", "@example.com "];
                text.extend_from_slice(random.pick(&ends).as_bytes());
            }
        }
    }
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

fn encode(plain: &[u8]) -> Vec<u8> {
    const SET: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    percent_encode(plain, SET).collect::<String>().into_bytes()
}

fn encode_form(plain: &[u8]) -> Vec<u8> {
    form_urlencoded::byte_serialize(plain).collect::<String>().into_bytes()
}

/// SplitMix64 (Steele, Lea, Flood 2014): eight lines, good enough to shuffle words.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }

    /// An unreserved byte, or with the given chance in a hundred an ASCII byte to encode.
    fn ascii(&mut self, percent_to_encode: usize) -> u8 {
        const KEPT: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
        const ENCODED: &[u8] = b"        \n!\"#$%&'()*+,/:;<=>?@[\\]^`{|}";
        let from = if self.below(100) < percent_to_encode { ENCODED } else { KEPT };
        self.pick(from)
    }

    fn word(&mut self) -> &'static str {
        self.pick(&WORDS)
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn slug(&mut self, text: &mut Vec<u8>) {
        for word in 0..1 + self.below(2) {
            if word > 0 {
                text.push(b'-');
            }
            text.extend_from_slice(self.word().as_bytes());
        }
        if self.below(3) == 0 {
            text.extend_from_slice((self.next() >> 40).to_string().as_bytes());
        }
    }
}

const WORDS: [&str; 128] = [
    "the",
    "of",
    "and",
    "to",
    "in",
    "is",
    "that",
    "for",
    "it",
    "as",
    "was",
    "with",
    "be",
    "by",
    "on",
    "not",
    "he",
    "this",
    "are",
    "or",
    "his",
    "from",
    "at",
    "which",
    "but",
    "have",
    "an",
    "had",
    "they",
    "you",
    "were",
    "their",
    "one",
    "all",
    "we",
    "can",
    "her",
    "has",
    "there",
    "been",
    "if",
    "more",
    "when",
    "will",
    "would",
    "who",
    "so",
    "no",
    "she",
    "other",
    "its",
    "may",
    "these",
    "what",
    "them",
    "than",
    "some",
    "him",
    "time",
    "into",
    "only",
    "do",
    "such",
    "my",
    "new",
    "about",
    "out",
    "also",
    "two",
    "any",
    "up",
    "first",
    "could",
    "our",
    "then",
    "most",
    "see",
    "me",
    "should",
    "after",
    "said",
    "your",
    "very",
    "between",
    "made",
    "many",
    "over",
    "like",
    "those",
    "did",
    "now",
    "even",
    "well",
    "where",
    "must",
    "people",
    "through",
    "how",
    "same",
    "work",
    "being",
    "because",
    "life",
    "before",
    "each",
    "much",
    "under",
    "years",
    "way",
    "great",
    "both",
    "without",
    "against",
    "language",
    "percent",
    "encoding",
    "reserved",
    "character",
    "component",
    "identifier",
    "resource",
    "uniform",
    "reference",
    "application",
    "representation",
    "information",
    "international",
    "specification",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn share(strings: &Strings) -> f64 {
        let to_encode = strings.bytes.iter().filter(|&&byte| !is_unreserved(byte)).count();
        to_encode as f64 / strings.bytes.len() as f64
    }

    #[test]
    fn every_kind_has_the_share_to_encode_that_it_states() {
        for kind in Kind::ALL {
            for (count, length) in [(1, 1 << 20), (64, 1 << 14), (20_000, 50)] {
                let corpus = Corpus::new(kind, count, length);
                let share = share(&corpus.plain);
                let stated = kind.share_to_encode();
                assert!(stated.contains(&share), "{kind:?}: {share:.4} is not in {stated:?}");
            }
        }
    }

    #[test]
    fn the_same_seed_makes_the_same_corpus() {
        for kind in Kind::ALL {
            let make = || Corpus::new(kind, 3, 10_000).plain;
            assert_eq!(make(), make());
        }
        let short = || Corpus::short(&Kind::TEXT, 500).plain;
        assert_eq!(short(), short());
    }

    #[test]
    fn lengths_are_exact_and_text_is_utf8() {
        for kind in Kind::ALL {
            for length in 0..=70 {
                for string in Corpus::new(kind, 20, length).plain.iter() {
                    assert_eq!(string.len(), length);
                    assert!(kind == Kind::Random || str::from_utf8(string).is_ok());
                }
            }
        }
        for length in 0..=64 {
            for clean in [true, false] {
                let plain = Corpus::plain_of_length(length, clean, 50).plain;
                assert!(plain.iter().all(|string| string.len() == length));
                let encoded = Corpus::encoded_of_length(length, clean, 50).encoded;
                assert!(encoded.iter().all(|string| string.len() == length));
                assert!(!clean || share(&plain) == 0.0 || length == 0);
            }
        }
    }

    #[test]
    fn text_of_a_length_is_to_encode_by_a_tenth() {
        let share = share(&Corpus::plain_of_length(64, false, 10_000).plain);
        assert!((0.09..=0.11).contains(&share), "{share}");
    }

    #[test]
    fn short_strings_differ_and_have_every_length() {
        let corpus = Corpus::short(&Kind::TEXT, 4096);
        let strings: std::collections::BTreeSet<_> = corpus.plain.iter().collect();
        assert!(strings.len() > 4000, "{} different strings", strings.len());
        let lengths: std::collections::BTreeSet<_> = strings.iter().map(|s| s.len()).collect();
        assert_eq!(lengths, (8..=64).collect());
    }
}
