//! Percent-encoding of text in charsets other than UTF-8, as old pages and systems wrote it.
//!
//! A triplet is an octet and does not say which charset it is in (RFC 3986 section 2.5). You must know the
//! charset from elsewhere. If it is unknown, [`candidates`] ranks the charsets that are possible, with the
//! evidence for each.
//!
//! The charsets are those of the Encoding standard, implemented by the crate `encoding_rs`, and a few that the
//! standard does not have: UTF-32, EBCDIC, which is the example of RFC 3986 section 2.5, CESU-8, and Java's modified UTF-8.
//!
//! | you have | to decode | to find the charset |
//! |---|---|---|
//! | text (`str`): characters outside ASCII are kept | [`decode`] | [`candidates`] |
//! | octets (`[u8]`): octets above 0x7F are in the charset | [`decode_octets`] | [`candidates_octets`] |
//!
//! ```
//! use triplet::charset::{self, Charset};
//! use triplet::set::rfc3986;
//!
//! let gbk = Charset::for_label("gb2312").expect("a label of the standard");
//! assert_eq!(charset::encode("你好", gbk, rfc3986::SEGMENT).to_cow(), "%C4%E3%BA%C3");
//! assert_eq!(charset::decode("%C4%E3%BA%C3", gbk).to_str()?, "你好");
//! # Ok::<(), charset::CharsetError>(())
//! ```
#![forbid(unsafe_code)]

mod candidates;
mod cesu;
mod decode;
mod ebcdic;
mod encode;
mod keep;
mod octets;
#[cfg(triplet_platform_charsets)]
mod platform;
mod standard_names;
mod step;

use core::fmt;
use core::str::FromStr;

use crate::message::{Piece, Words, Writer, error_text};
#[cfg(not(triplet_platform_charsets))]
use encoding_rs as standard;
#[cfg(triplet_platform_charsets)]
use platform as standard;
use standard::Encoding;
use standard_names::NAMES;

pub use candidates::{
    Candidate, candidates, candidates_for, candidates_octets, candidates_octets_for,
};
pub use decode::{CharsetError, DecodeText, decode, decode_octets};
pub use encode::{EncodeText, Unmappable, encode, encode_octets};

pub use crate::readings::{Evidence, Languages, Reason};

/// A character encoding. A `Copy` value; the default is UTF-8.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Charset(Kind);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Standard(&'static Encoding),
    Utf32 {
        big: bool,
    },
    Ebcdic(&'static ebcdic::Page),
    /// Each octet is the character with its number.
    Isomorphic,
    /// An octet above 0x7F is not a character.
    Ascii,
    /// UTF-8 of the units of UTF-16.
    Cesu8 {
        /// Java's modified UTF-8: NUL is two octets.
        java: bool,
    },
}

/// By name: two charsets are equal if their names are.
impl core::hash::Hash for Charset {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl Charset {
    /// UTF-8, the charset of new URIs (RFC 3986 section 2.5).
    pub const UTF_8: Charset = Charset(Kind::Standard(standard::UTF_8));

    /// The charset with this label, in any case. The labels are those of the Encoding standard (section 4.2), where `latin1`,
    /// `iso-8859-1` and `us-ascii` are windows-1252, and these:
    ///
    /// | label | charset |
    /// |---|---|
    /// | `x-iso-8859-1`, `isomorphic` | ISO-8859-1 itself, with the C1 controls: the URL standard's *isomorphic decode*, and `latin1` in Python, Java and ICU |
    /// | `x-us-ascii` | US-ASCII and nothing else |
    /// | `utf-32`, `utf-32be`, `utf-32le` | UTF-32; `utf-32` is big-endian |
    /// | `cp037`, `cp500`, `cp1140`, and their usual aliases | EBCDIC |
    /// | `cesu-8` | UTR #26: a character outside plane 0 is two surrogates of three octets each |
    /// | `java-modified-utf-8`, `mutf-8` | Java Virtual Machine Specification section 4.4.7: as `cesu-8`, and `C0 80` is NUL |
    ///
    /// `None` for an unknown label, and for labels that the standard maps to its *replacement* decoder, such as
    /// `iso-2022-kr` and `hz-gb-2312`.
    ///
    /// ```
    /// # use triplet::charset::Charset;
    /// assert_eq!(Charset::for_label(" Shift-JIS ").map(|c| c.name()), Some("Shift_JIS"));
    /// assert_eq!(Charset::for_label("latin1").map(|c| c.name()), Some("windows-1252"));
    /// assert_eq!(Charset::for_label("isomorphic").map(|c| c.name()), Some("x-iso-8859-1"));
    /// assert_eq!(Charset::for_label("klingon"), None);
    /// ```
    #[must_use]
    pub fn for_label(label: &str) -> Option<Charset> {
        let label = label.trim_matches(['\t', '\n', '\x0C', '\r', ' ']);
        if let Some(encoding) = Encoding::for_label_no_replacement(label.as_bytes()) {
            return Some(Charset(Kind::Standard(encoding)));
        }
        let is = |names: &[&str]| names.iter().any(|name| label.eq_ignore_ascii_case(name));
        if is(&["utf-32", "utf-32be", "utf32", "utf32be"]) {
            return Some(Charset(Kind::Utf32 { big: true }));
        }
        if is(&["utf-32le", "utf32le"]) {
            return Some(Charset(Kind::Utf32 { big: false }));
        }
        if is(&["x-iso-8859-1", "isomorphic"]) {
            return Some(Charset(Kind::Isomorphic));
        }
        if is(&["x-us-ascii"]) {
            return Some(Charset(Kind::Ascii));
        }
        if is(&["cesu-8", "cesu8", "cscesu-8"]) {
            return Some(Charset(Kind::Cesu8 { java: false }));
        }
        if is(&["java-modified-utf-8", "modified-utf-8", "mutf-8", "mutf8"]) {
            return Some(Charset(Kind::Cesu8 { java: true }));
        }
        ebcdic::PAGES.iter().find(|page| is(page.labels)).map(|page| Charset(Kind::Ebcdic(page)))
    }

    /// The name of the charset, as the Encoding standard writes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Standard(encoding) => encoding.name(),
            Kind::Utf32 { big: true } => "UTF-32BE",
            Kind::Utf32 { big: false } => "UTF-32LE",
            Kind::Ebcdic(page) => page.name,
            Kind::Isomorphic => "x-iso-8859-1",
            Kind::Ascii => "x-us-ascii",
            Kind::Cesu8 { java: false } => "CESU-8",
            Kind::Cesu8 { java: true } => "java-modified-utf-8",
        }
    }

    /// All charsets: first those of the Encoding standard, in its order.
    ///
    /// ```
    /// # use triplet::charset::Charset;
    /// assert_eq!(Charset::all().next(), Some(Charset::UTF_8));
    /// ```
    pub fn all() -> impl Iterator<Item = Charset> {
        let standard = NAMES.iter().filter_map(|name| Charset::for_label(name));
        let wide = [true, false].map(|big| Charset(Kind::Utf32 { big }));
        let pages = ebcdic::PAGES.iter().map(|page| Charset(Kind::Ebcdic(page)));
        let units = [false, true].map(|java| Charset(Kind::Cesu8 { java }));
        let octets = [Charset(Kind::Isomorphic), Charset(Kind::Ascii)];
        standard.chain(wide).chain(pages).chain(octets).chain(units)
    }

    /// The charset in which a page of this charset writes URLs and forms (Encoding standard, *get an output
    /// encoding*): UTF-8 for charsets that are not ASCII-compatible except ISO-2022-JP, otherwise this charset.
    #[must_use]
    pub fn output_encoding(self) -> Charset {
        if self.is_ascii_compatible() || self.name() == "ISO-2022-JP" {
            self
        } else {
            Charset::UTF_8
        }
    }

    /// Whether ASCII text has the same octets in this charset. False for UTF-16, UTF-32, EBCDIC,
    /// ISO-2022-JP, and Java's modified UTF-8, in which NUL has two octets.
    #[must_use]
    pub fn is_ascii_compatible(self) -> bool {
        match self.0 {
            Kind::Standard(encoding) => encoding.is_ascii_compatible(),
            Kind::Isomorphic | Kind::Ascii => true,
            Kind::Cesu8 { java } => !java,
            Kind::Utf32 { .. } | Kind::Ebcdic(_) => false,
        }
    }
}

impl Default for Charset {
    fn default() -> Charset {
        Charset::UTF_8
    }
}

impl fmt::Debug for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Charset({})", self.name())
    }
}

/// The [name](Charset::name), which [`FromStr`] reads again.
impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No charset has the label. The error of the [`FromStr`] of [`Charset`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnknownCharset;

impl Words for UnknownCharset {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        let why = "labels are those of the Encoding standard, such as `shift_jis`";
        to.write(&[Piece::Text("no charset has this label")], &[Piece::Text(why)])
    }
}

error_text!(UnknownCharset, UnknownCharset, nowhere);

impl core::error::Error for UnknownCharset {}

/// The charset with this label, as [`Charset::for_label`] finds it.
///
/// ```
/// use triplet::charset::{Charset, UnknownCharset};
///
/// let jis: Charset = "sjis".parse()?;
/// assert_eq!(jis.to_string(), "Shift_JIS");
/// assert_eq!("klingon".parse::<Charset>(), Err(UnknownCharset));
/// # Ok::<(), UnknownCharset>(())
/// ```
impl FromStr for Charset {
    type Err = UnknownCharset;

    fn from_str(label: &str) -> Result<Charset, UnknownCharset> {
        Charset::for_label(label).ok_or(UnknownCharset)
    }
}
