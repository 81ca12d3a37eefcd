//! What each byte is.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Range;

use super::unit::{Sequence, Unit, sequence};
use crate::kernel;
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
/// given. Linear time.
///
/// ```
/// use triplet::inspect::{TokenKind, tokens};
///
/// let kinds: Vec<_> = tokens(b"/%C3%A9").iter().map(|token| token.kind()).collect();
/// assert!(matches!(kinds[1], TokenKind::Character { scalar: 'é', needless: false, .. }));
/// ```
#[must_use]
pub fn tokens(text: &[u8]) -> Vec<Token> {
    let spans = split::spans(text);
    let mut out = Vec::new();
    let mut at = 0;
    for component in Component::ALL {
        let Some(span) = spans.component(component) else { continue };
        raw_runs(text, at..span.start, Part::Delimiter, &mut out);
        component_tokens(text, span.clone(), Part::Component(component), &mut out);
        at = span.end;
    }
    // The last delimiter of a reference is before a component, which may be empty.
    debug_assert_eq!(at, text.len());
    out
}

/// Bytes as they are, cut where the class changes.
fn raw_runs(text: &[u8], span: Range<usize>, part: Part, out: &mut Vec<Token>) {
    let mut start = span.start;
    while start < span.end {
        let class = Class::of(text[start]);
        let length = text[start..span.end].iter().take_while(|&&b| Class::of(b) == class).count();
        out.push(Token { start, end: start + length, part, kind: TokenKind::Raw(class) });
        start += length;
    }
}

fn component_tokens(text: &[u8], span: Range<usize>, part: Part, out: &mut Vec<Token>) {
    let mut at = span.start;
    while at < span.end {
        let rest = &text[at..span.end];
        let clean = kernel::clean_prefix_len(rest, false);
        if clean > 0 {
            raw_runs(text, at..at + clean, part, out);
            at += clean;
            continue;
        }
        if !split::begins_with_triplet(rest) {
            let wrong = rest[1..].iter().take(2).copied().find(|b| !b.is_ascii_hexdigit());
            let kind = TokenKind::Malformed { wrong };
            out.push(Token { start: at, end: at + 1, part, kind });
            at += 1;
            continue;
        }
        let mut run = [Unit { octet: 0, encoded: true, at: 0 }; 4];
        let mut count = 0;
        while count < 4
            && let Some(octet) = split::octet_at(&rest[3 * count..])
        {
            run[count].octet = octet;
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
        out.push(Token { start: at, end: at + 3 * octets, part, kind });
        at += 3 * octets;
    }
}
