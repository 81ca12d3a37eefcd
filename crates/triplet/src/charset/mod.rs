//! Percent-encoding of text in charsets other than UTF-8, as old pages and systems have it.
//!
//! A triplet is an octet and says nothing of its charset (RFC 3986 section 2.5): the charset must be
//! known from elsewhere, and for octets of unknown origin [`candidates`] gives what they may be, in an
//! honest order.
//!
//! The charsets are those of the Encoding standard, by the crate `encoding_rs`, and some that the
//! standard leaves out because the web has no use for them: UTF-32, and EBCDIC, which RFC 3986 section
//! 2.5 takes for its example.
//!
//! Text and octets are two inputs: a letter of text (a `str`) is no octet of another charset, so [`decode`] and
//! [`candidates`] let raw letters stay; [`decode_octets`] and [`candidates_octets`] read every octet in the
//! charset.
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
mod decode;
mod ebcdic;
mod encode;

use core::fmt;

use encoding_rs::Encoding;

pub use candidates::{Candidate, Evidence, candidates, candidates_octets};
pub use decode::{CharsetError, DecodeText, decode, decode_octets};
pub use encode::{EncodeText, Unmappable, encode, encode_octets};

/// A character encoding.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Charset(Kind);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Standard(&'static Encoding),
    Utf32 { big: bool },
    Ebcdic(&'static ebcdic::Page),
}

impl Charset {
    /// UTF-8, the charset of every URI that is made today.
    pub const UTF_8: Charset = Charset(Kind::Standard(encoding_rs::UTF_8));

    /// The charset with this label, in any case: the labels of the Encoding standard (section 4.2), so
    /// that `latin1` is windows-1252; and `utf-32be`, `utf-32le`, `utf-32` (big-endian), `cp037`,
    /// `cp500`, `cp1140` with the names that systems give them.
    ///
    /// Labels that the standard maps to its *replacement* decoder, such as `iso-2022-kr` and
    /// `hz-gb-2312`, have no charset.
    ///
    /// ```
    /// # use triplet::charset::Charset;
    /// assert_eq!(Charset::for_label(" Shift-JIS ").map(|c| c.name()), Some("Shift_JIS"));
    /// assert_eq!(Charset::for_label("latin1").map(|c| c.name()), Some("windows-1252"));
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
        ebcdic::PAGES.iter().find(|page| is(page.labels)).map(|page| Charset(Kind::Ebcdic(page)))
    }

    /// The charset's name, as the Encoding standard writes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Standard(encoding) => encoding.name(),
            Kind::Utf32 { big: true } => "UTF-32BE",
            Kind::Utf32 { big: false } => "UTF-32LE",
            Kind::Ebcdic(page) => page.name,
        }
    }

    /// All charsets.
    pub fn all() -> impl Iterator<Item = Charset> {
        let standard = NAMES.iter().filter_map(|name| Charset::for_label(name));
        let wide = [true, false].map(|big| Charset(Kind::Utf32 { big }));
        standard.chain(wide).chain(ebcdic::PAGES.iter().map(|page| Charset(Kind::Ebcdic(page))))
    }

    /// The charset that a URL or form is written in when this is the page's (Encoding standard, *get
    /// an output encoding*): UTF-8 in place of UTF-16, and of the others that do not contain ASCII.
    #[must_use]
    pub fn output_encoding(self) -> Charset {
        if self.is_ascii_compatible() || self.name() == "ISO-2022-JP" {
            self
        } else {
            Charset::UTF_8
        }
    }

    /// Whether every octet below 0x80 is the ASCII character, wherever it stands. It is not so in
    /// UTF-16, UTF-32, EBCDIC and ISO-2022-JP.
    #[must_use]
    pub fn is_ascii_compatible(self) -> bool {
        match self.0 {
            Kind::Standard(encoding) => encoding.is_ascii_compatible(),
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

/// The names of the Encoding standard, section 4.2, in its order.
const NAMES: [&str; 39] = [
    "UTF-8",
    "IBM866",
    "ISO-8859-2",
    "ISO-8859-3",
    "ISO-8859-4",
    "ISO-8859-5",
    "ISO-8859-6",
    "ISO-8859-7",
    "ISO-8859-8",
    "ISO-8859-8-I",
    "ISO-8859-10",
    "ISO-8859-13",
    "ISO-8859-14",
    "ISO-8859-15",
    "ISO-8859-16",
    "KOI8-R",
    "KOI8-U",
    "macintosh",
    "windows-874",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "x-mac-cyrillic",
    "GBK",
    "gb18030",
    "Big5",
    "EUC-JP",
    "ISO-2022-JP",
    "Shift_JIS",
    "EUC-KR",
    "UTF-16BE",
    "UTF-16LE",
    "x-user-defined",
];
