//! The tokens of a reference: what each byte is.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Range;

use crate::names::{by_name, names};
use crate::units::{Sequence, Unit, sequence};
use triplet::decode_triplet;
use triplet::set::rfc3986;
use triplet::uri::{Component, Spans};

/// The class of a byte, after RFC 3986 section 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// `unreserved` (section 2.3): letters, digits and `-._~`.
    Unreserved,
    /// `gen-delims` (section 2.2): `:/?#[]@`.
    GenDelim,
    /// `sub-delims` (section 2.2): `!$&'()*+,;=`.
    SubDelim,
    /// `%`.
    Percent,
    /// The C0 control characters and DEL.
    Control,
    /// The rest of ASCII, which a URI must not have.
    Other,
    /// Bytes above 0x7F.
    NonAscii,
}

impl Class {
    /// The class of a byte.
    #[must_use]
    pub fn of(byte: u8) -> Class {
        match byte {
            b'%' => Class::Percent,
            0..0x20 | 0x7F => Class::Control,
            0x80.. => Class::NonAscii,
            _ if rfc3986::UNRESERVED.keeps(byte) => Class::Unreserved,
            _ if rfc3986::GEN_DELIMS.keeps(byte) => Class::GenDelim,
            _ if rfc3986::SUB_DELIMS.keeps(byte) => Class::SubDelim,
            _ => Class::Other,
        }
    }
}

names! {
    Class, "class of bytes";
    Unreserved => "unreserved",
    GenDelim => "gen-delim",
    SubDelim => "sub-delim",
    Percent => "percent",
    Control => "control",
    Other => "other",
    NonAscii => "non-ascii",
}

/// The part of a reference that a token is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A component.
    Component(Component),
    /// The delimiters between two components.
    Delimiter,
}

impl Part {
    /// Each part: the components in the order of [`Component::ALL`], then the delimiters.
    pub const ALL: [Part; Component::ALL.len() + 1] = {
        let mut all = [Part::Delimiter; Component::ALL.len() + 1];
        let mut at = 0;
        while at < Component::ALL.len() {
            all[at] = Part::Component(Component::ALL[at]);
            at += 1;
        }
        all
    };

    /// The stable name, for programs: that of the component, or `delimiter`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Part::Component(component) => component.name(),
            Part::Delimiter => "delimiter",
        }
    }
}

by_name!(Part, "part of a reference");

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TokenKind {
    /// Raw bytes of one class.
    Raw(Class),
    /// One or more triplets that are the UTF-8 encoding of one character.
    Character {
        /// The character.
        scalar: char,
        /// Whether the character is unreserved, so that its triplet is needless.
        needless: bool,
        /// Whether a hexadecimal digit is in lower case.
        lowercase: bool,
    },
    /// A triplet whose octet is not part of a well-formed UTF-8 sequence of triplets.
    Octet {
        /// The octet.
        octet: u8,
        /// Whether a hexadecimal digit is in lower case.
        lowercase: bool,
    },
    /// A malformed `%`.
    Malformed {
        /// The first byte after the `%` that is not a hexadecimal digit; `None` if the component ends first.
        wrong: Option<u8>,
    },
}

impl TokenKind {
    /// The stable name, for programs: `raw`, `character`, `octet` or `malformed`. A kind has more than its name, so there is no
    /// way back.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            TokenKind::Raw(_) => "raw",
            TokenKind::Character { .. } => "character",
            TokenKind::Octet { .. } => "octet",
            TokenKind::Malformed { .. } => "malformed",
        }
    }
}

/// A token of a reference: a run of bytes of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    start: usize,
    end: usize,
    part: Part,
    kind: TokenKind,
}

impl Token {
    /// The bytes of the token, as a range of the text.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The part of the reference that the token is in.
    #[must_use]
    pub const fn part(&self) -> Part {
        self.part
    }

    /// The kind of the token.
    #[must_use]
    pub const fn kind(&self) -> TokenKind {
        self.kind
    }
}

/// The tokens of a reference. Together they cover the whole text: each begins where the one before it ends. The text may be
/// any bytes.
///
/// Linear time. [`Tokens`] is an iterator over them that needs constant memory.
///
/// ```
/// use triplet_inspect::{TokenKind, tokens};
///
/// let kinds: Vec<_> = tokens(b"/%C3%A9").iter().map(|token| token.kind()).collect();
/// assert!(matches!(kinds[1], TokenKind::Character { scalar: 'é', needless: false, .. }));
/// ```
#[must_use]
pub fn tokens(text: &[u8]) -> Vec<Token> {
    Tokens::of(text).collect()
}

/// An iterator over the [`tokens`] of a reference. Does not allocate.
///
/// ```
/// use triplet_inspect::{Tokens, tokens};
///
/// assert!(Tokens::of(b"/%41?q").eq(tokens(b"/%41?q")));
/// ```
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    text: &'a [u8],
    spans: Spans,
    /// The components after the current part.
    components: core::slice::Iter<'static, Component>,
    /// The next component and its span, if the current part is a delimiter.
    component: Option<(Component, Range<usize>)>,
    part: Part,
    /// The rest of the current part is `at..end`.
    at: usize,
    end: usize,
}

impl<'a> Tokens<'a> {
    /// An iterator over the tokens of this text. Splits the text into components, in linear time.
    #[must_use]
    pub fn of(text: &'a [u8]) -> Tokens<'a> {
        let spans = Spans::of(text);
        let components = Component::ALL.iter();
        Tokens { text, spans, components, component: None, part: Part::Delimiter, at: 0, end: 0 }
    }

    /// Advances to the next part that is not empty, and returns whether there is one.
    fn next_part(&mut self) -> bool {
        while self.at == self.end {
            if let Some((component, span)) = self.component.take() {
                (self.part, self.end) = (Part::Component(component), span.end);
                continue;
            }
            let spans = &self.spans;
            let next = self.components.find_map(|&one| Some((one, spans.component(one)?)));
            if next.is_none() && self.at == self.text.len() {
                return false;
            }
            // The bytes before the component, or at the end of the text, are a delimiter.
            self.part = Part::Delimiter;
            self.end = next.as_ref().map_or(self.text.len(), |(_, span)| span.start);
            self.component = next;
        }
        true
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        if !self.next_part() {
            return None;
        }
        let rest = &self.text[self.at..self.end];
        let (kind, length) = match self.part {
            Part::Delimiter => raw_run(rest),
            Part::Component(_) => component_token(rest),
        };
        let start = self.at;
        self.at += length;
        Some(Token { start, end: self.at, part: self.part, kind })
    }
}

impl core::iter::FusedIterator for Tokens<'_> {}

/// The token of the raw bytes that are of the same class as the first.
fn raw_run(rest: &[u8]) -> (TokenKind, usize) {
    let class = Class::of(rest[0]);
    let length = rest.iter().take_while(|&&byte| Class::of(byte) == class).count();
    (TokenKind::Raw(class), length)
}

/// The first token of the rest of a component.
fn component_token(rest: &[u8]) -> (TokenKind, usize) {
    if rest[0] != b'%' {
        return raw_run(rest);
    }
    if decode_triplet(rest).is_none() {
        let wrong = rest[1..].iter().take(2).copied().find(|b| !b.is_ascii_hexdigit());
        return (TokenKind::Malformed { wrong }, 1);
    }
    let mut run = [Unit { octet: 0, encoded: true, at: 0 }; 4];
    let mut count = 0;
    while count < 4
        && let Some(octet) = decode_triplet(&rest[3 * count..])
    {
        run[count] = Unit { octet, encoded: true, at: 3 * count };
        count += 1;
    }
    let lower = |octets: usize| rest[..3 * octets].iter().any(u8::is_ascii_lowercase);
    let (kind, octets) = match sequence(&run[..count]) {
        Sequence::Scalar(scalar, octets) => {
            let needless = scalar.is_ascii() && rfc3986::UNRESERVED.keeps(run[0].octet);
            (TokenKind::Character { scalar, needless, lowercase: lower(octets) }, octets)
        }
        _ => (TokenKind::Octet { octet: run[0].octet, lowercase: lower(1) }, 1),
    };
    (kind, 3 * octets)
}
