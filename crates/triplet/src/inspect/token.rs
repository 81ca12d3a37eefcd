//! What each byte is.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Range;

use super::octets::{Sequence, Unit, sequence};
use crate::set::rfc3986;
use crate::uri::{Component, split};

/// The class of a character in RFC 3986 section 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Section 2.3.
    Unreserved,
    /// Section 2.2: `:/?#[]@`.
    GenDelim,
    /// Section 2.2: `!$&'()*+,;=`.
    SubDelim,
    /// `%`.
    Percent,
    /// C0 controls and DEL.
    Control,
    /// The rest of ASCII, which no URI has.
    Other,
    /// Above 0x7F.
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

    /// `unreserved`, `gen-delim`, `sub-delim`, `percent`, `control`, `other`, `non-ascii`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Class::Unreserved => "unreserved",
            Class::GenDelim => "gen-delim",
            Class::SubDelim => "sub-delim",
            Class::Percent => "percent",
            Class::Control => "control",
            Class::Other => "other",
            Class::NonAscii => "non-ascii",
        }
    }
}

/// Where a token stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// In a component.
    Component(Component),
    /// Between two.
    Delimiter,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TokenKind {
    /// Bytes as they are, of one class.
    Raw(Class),
    /// Triplets of one character: its octets are UTF-8 (one, if it is ASCII).
    Character {
        /// What they mean.
        scalar: char,
        /// It is unreserved, and needs none.
        needless: bool,
        /// A digit is in lower case.
        lowercase: bool,
    },
    /// A triplet whose octet is no part of a UTF-8 character here.
    Octet {
        /// Its value.
        octet: u8,
        /// A digit is in lower case.
        lowercase: bool,
    },
    /// A `%` that begins no triplet.
    Malformed {
        /// The byte behind it that is no digit; nothing if the text ends.
        wrong: Option<u8>,
    },
}

/// A run of bytes that is one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    start: usize,
    end: usize,
    part: Part,
    kind: TokenKind,
}

impl Token {
    /// Its bytes, from the start of the text.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Where it stands.
    #[must_use]
    pub const fn part(&self) -> Part {
        self.part
    }

    /// What it is.
    #[must_use]
    pub const fn kind(&self) -> TokenKind {
        self.kind
    }
}

/// The tokens of a reference, which are the whole of it: each begins where the one before ends. Any bytes can be
/// given. Linear time; [`Tokens`] gives them one by one, in constant memory.
///
/// ```
/// use triplet::inspect::{TokenKind, tokens};
///
/// let kinds: Vec<_> = tokens(b"/%C3%A9").iter().map(|token| token.kind()).collect();
/// assert!(matches!(kinds[1], TokenKind::Character { scalar: 'é', needless: false, .. }));
/// ```
#[must_use]
pub fn tokens(text: &[u8]) -> Vec<Token> {
    Tokens::of(text).collect()
}

/// The [`tokens`] of a reference, one by one.
///
/// ```
/// use triplet::inspect::{Tokens, tokens};
///
/// assert!(Tokens::of(b"/%41?q").eq(tokens(b"/%41?q")));
/// ```
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    text: &'a [u8],
    spans: split::Spans,
    /// The components that are still to come.
    components: core::slice::Iter<'static, Component>,
    /// The span that comes after the one at hand, if that one is a delimiter.
    component: Option<(Component, Range<usize>)>,
    part: Part,
    /// The rest of the part at hand.
    at: usize,
    end: usize,
}

impl<'a> Tokens<'a> {
    /// The tokens of this text. Splits it into components.
    #[must_use]
    pub fn of(text: &'a [u8]) -> Tokens<'a> {
        let spans = split::spans(text);
        let components = Component::ALL.iter();
        Tokens { text, spans, components, component: None, part: Part::Delimiter, at: 0, end: 0 }
    }

    /// Goes on to the next part that is not empty; says whether there is one.
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
            // What is before it, or at the end of the text, is a delimiter.
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

/// Bytes as they are, up to where the class changes.
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
    if !split::begins_with_triplet(rest) {
        let wrong = rest[1..].iter().take(2).copied().find(|b| !b.is_ascii_hexdigit());
        return (TokenKind::Malformed { wrong }, 1);
    }
    let mut run = [Unit { octet: 0, encoded: true, at: 0 }; 4];
    let mut count = 0;
    while count < 4
        && let Some(octet) = split::octet_at(&rest[3 * count..])
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
