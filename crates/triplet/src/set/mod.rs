//! Encode sets: which bytes an encoder keeps, and which it encodes.
//!
//! An [`EncodeSet`] is a small `Copy` value. It holds the ASCII bytes that are *kept*, a policy for
//! characters outside ASCII, and how a space is written. There is one module for each specification. Each
//! constant is documented by the grammar rule that it transcribes, so that you can check it against the
//! document. [`EncodeSet::by_name`] finds a set by the name that the command uses, such as
//! `rfc3986:segment`.
//!
//! | you have | it goes into | use |
//! |---|---|---|
//! | any text or bytes | any component of a URI | [`rfc3986::UNRESERVED`] |
//! | a file name or an identifier | one segment of a path | [`rfc3986::SEGMENT`] |
//! | a name or a value | a query of pairs | [`rfc3986::QUERY_VALUE`] |
//! | text | a fragment | [`rfc3986::FRAGMENT`] |
//! | text that people should be able to read | an IRI | [`rfc3987::ISEGMENT`] |
//! | a file name | `filename*=UTF-8''…` in an HTTP header | [`rfc8187::ATTR_CHAR`] |
//! | the value of a cookie | `Set-Cookie` | [`rfc6265::COOKIE_OCTET`] |
//! | a value | a column of GFF3, INFO of VCF | [`gff3`], [`vcf`] |
//! | a field of an HTML form | `application/x-www-form-urlencoded` | the module `form`; [`whatwg::FORM`] for one name or value |
//! | text for a program in another language | what that program expects | [`dialect`] |
//!
//! A set of your own is a constant too: see [`EncodeSet`].
#![forbid(unsafe_code)]

pub mod dialect;
pub mod ecmascript;
mod error;
pub mod gff3;
mod registry;
pub mod rfc1630;
pub mod rfc1738;
pub mod rfc2396;
pub mod rfc2732;
pub mod rfc3986;
pub mod rfc3987;
pub mod rfc6265;
pub mod rfc6570;
pub mod rfc8187;
pub mod vcf;
pub mod whatwg;

use core::fmt;
use core::str::FromStr;

use crate::names::names;

pub use error::{NotAscii, UnknownSet};
pub use registry::{Named, Names};

names! { "policy for characters outside ASCII";
    /// What an [`EncodeSet`] does with characters outside ASCII.
    ///
    /// Octets that are not well-formed UTF-8 are encoded under every policy.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum NonAscii {
        /// Encodes all of them, as every URI requires (RFC 3986 section 2.5).
        #[default]
        Encode => "encode",
        /// Keeps the characters of `ucschar` (RFC 3987 section 2.2), except the bidirectional formatting
        /// characters, which section 4.1 forbids.
        KeepUcschar => "keep-ucschar",
        /// Keeps the characters of `iprivate` too, which RFC 3987 allows in a query only.
        KeepUcscharAndPrivate => "keep-ucschar-and-private",
        /// Keeps all of them, as programs do that write names of files (Hive). The result is not a URI.
        Keep => "keep",
    }
}

/// Which bytes an encoder *keeps*; it *encodes* all others as `%XX`.
///
/// A set is a `Copy` value of about twenty bytes. All its builders are `const`, so a set of your own can be
/// a constant. Besides the kept ASCII bytes it holds three policies: what happens to characters outside
/// ASCII ([`non_ascii`](EncodeSet::non_ascii)), how a space is written
/// ([`space_as_plus`](EncodeSet::space_as_plus)), and whether triplets in the input are kept
/// ([`keep_triplets`](EncodeSet::keep_triplets)).
///
/// ```
/// use triplet::{EncodeSet, encode, set::rfc3986};
///
/// // A file name as a path segment. `:` is encoded too, because Windows allows it in no file name.
/// const FILE_NAME: EncodeSet = rfc3986::SEGMENT.also_encode(b":");
/// assert_eq!(encode("a:b c.txt", FILE_NAME).to_string(), "a%3Ab%20c.txt");
/// ```
///
/// A list of bytes must be ASCII. In a constant, a byte above 0x7F is an error at compile time:
///
/// ```compile_fail
/// const WRONG: triplet::EncodeSet = triplet::EncodeSet::keeping(b"\xE9");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct EncodeSet {
    /// Bit `h` of `rows[l]` is set if the byte `h << 4 | l` is kept (`h` from 0 to 7). This
    /// nibble-transposed form is the table of a 16-byte shuffle.
    ///
    /// Invariant, which each builder maintains: `+` is not kept if `space` is [`Space::Plus`].
    rows: [u8; 16],
    non_ascii: NonAscii,
    space: Space,
    triplets: bool,
}

/// How a space is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Space {
    /// Kept or encoded, as the rows say.
    ByRows,
    /// Written `+`; a `+` is encoded.
    Plus,
    /// Written `+`; a `+` is kept or encoded, as the rows say.
    AmbiguousPlus,
}

/// These rows, but `+` is not kept.
pub(crate) const fn without_plus(mut rows: [u8; 16]) -> [u8; 16] {
    rows[(b'+' & 15) as usize] &= !(1 << (b'+' >> 4));
    rows
}

/// The set with this name, as [`EncodeSet::by_name`] finds it.
///
/// ```
/// use triplet::{EncodeSet, set::{UnknownSet, rfc3986}};
///
/// assert_eq!("rfc3986:segment".parse::<EncodeSet>()?, rfc3986::SEGMENT);
/// assert_eq!("segment".parse::<EncodeSet>(), Err(UnknownSet));
/// # Ok::<(), UnknownSet>(())
/// ```
impl FromStr for EncodeSet {
    type Err = UnknownSet;

    fn from_str(name: &str) -> Result<EncodeSet, UnknownSet> {
        EncodeSet::by_name(name).ok_or(UnknownSet)
    }
}

impl EncodeSet {
    /// Keeps nothing: encodes every byte.
    ///
    /// ```
    /// # use triplet::{EncodeSet, encode};
    /// assert_eq!(encode("a b", EncodeSet::NOTHING).to_string(), "%61%20%62");
    /// ```
    pub const NOTHING: EncodeSet = EncodeSet {
        rows: [0; 16],
        non_ascii: NonAscii::Encode,
        space: Space::ByRows,
        triplets: false,
    };

    /// Keeps only the letters and digits of ASCII: a start for sets of your own.
    pub const ALPHANUMERIC: EncodeSet =
        EncodeSet::keeping(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");

    /// The set that keeps exactly the listed bytes. The RFCs define their sets in this way.
    ///
    /// # Panics
    ///
    /// If a listed byte is above 0x7F; in a constant that is an error at compile time. Use
    /// [`EncodeSet::try_also_keep`] for a list that is not known at compile time.
    ///
    /// ```
    /// # use triplet::{EncodeSet, encode};
    /// const VOWELS: EncodeSet = EncodeSet::keeping(b"aeiou");
    /// assert_eq!(encode("ab", VOWELS).to_string(), "a%62");
    /// ```
    #[must_use]
    pub const fn keeping(bytes: &[u8]) -> EncodeSet {
        EncodeSet::NOTHING.also_keep(bytes)
    }

    /// The set that encodes the listed bytes, the C0 controls, DEL and all characters outside ASCII, and
    /// keeps the rest of ASCII. The URL standard defines its sets in this way (section 1.3).
    ///
    /// # Panics
    ///
    /// If a listed byte is above 0x7F; in a constant that is an error at compile time.
    ///
    /// ```
    /// # use triplet::{EncodeSet, encode};
    /// const COMMAS: EncodeSet = EncodeSet::encoding(b"%,");
    /// assert_eq!(encode("a,b c", COMMAS).to_string(), "a%2Cb c");
    /// ```
    #[must_use]
    pub const fn encoding(bytes: &[u8]) -> EncodeSet {
        // In each row, bits 2 to 7 stand for 0x20 to 0x7F; DEL is bit 7 of row 15.
        let mut set = EncodeSet { rows: [0b1111_1100; 16], ..EncodeSet::NOTHING };
        set.rows[15] &= 0b0111_1111;
        set.also_encode(bytes)
    }

    /// This set, but it keeps the listed bytes too. It does not keep `+` if it writes a space as `+`: see
    /// [`EncodeSet::space_as_plus`].
    ///
    /// # Panics
    ///
    /// If a listed byte is above 0x7F; in a constant that is an error at compile time.
    #[must_use]
    pub const fn also_keep(self, bytes: &[u8]) -> EncodeSet {
        match self.try_also_keep(bytes) {
            Ok(set) => set,
            Err(_) => panic!(
                "a listed byte is above 0x7F: an encode set lists ASCII characters only, \
                 `non_ascii` says what happens to all others"
            ),
        }
    }

    /// This set, but it encodes the listed bytes too.
    ///
    /// # Panics
    ///
    /// If a listed byte is above 0x7F; in a constant that is an error at compile time.
    #[must_use]
    pub const fn also_encode(self, bytes: &[u8]) -> EncodeSet {
        match self.try_also_encode(bytes) {
            Ok(set) => set,
            Err(_) => panic!(
                "a listed byte is above 0x7F: an encode set lists ASCII characters only, \
                 `non_ascii` says what happens to all others"
            ),
        }
    }

    /// [`EncodeSet::also_keep`] for a list that is not known at compile time, such as a user's.
    ///
    /// # Errors
    ///
    /// [`NotAscii`] with the offset of the first listed byte above 0x7F.
    ///
    /// ```
    /// # use triplet::EncodeSet;
    /// assert!(EncodeSet::ALPHANUMERIC.try_also_keep(b"-_").is_ok());
    /// assert_eq!(EncodeSet::ALPHANUMERIC.try_also_keep("-é".as_bytes()).unwrap_err().offset(), 1);
    /// ```
    pub const fn try_also_keep(self, bytes: &[u8]) -> Result<EncodeSet, NotAscii> {
        self.with_bytes(bytes, true)
    }

    /// [`EncodeSet::also_encode`] for a list that is not known at compile time, such as a user's.
    ///
    /// # Errors
    ///
    /// [`NotAscii`] with the offset of the first listed byte above 0x7F.
    pub const fn try_also_encode(self, bytes: &[u8]) -> Result<EncodeSet, NotAscii> {
        self.with_bytes(bytes, false)
    }

    const fn with_bytes(mut self, bytes: &[u8], keeps: bool) -> Result<EncodeSet, NotAscii> {
        if let Err(error) = NotAscii::check(bytes) {
            return Err(error);
        }
        let mut i = 0;
        while i < bytes.len() {
            let byte = bytes[i];
            let (row, bit) = (&mut self.rows[(byte & 15) as usize], 1 << (byte >> 4));
            *row = if keeps { *row | bit } else { *row & !bit };
            i += 1;
        }
        Ok(self.with_plus_encoded())
    }

    /// The set that keeps the bytes that this set or the other keeps. Its policies for non-ASCII, space and
    /// triplets are those of this set.
    ///
    /// ```
    /// # use triplet::set::rfc3986::{SUB_DELIMS, UNRESERVED, REG_NAME};
    /// assert_eq!(UNRESERVED.union(SUB_DELIMS), REG_NAME);
    /// ```
    #[must_use]
    pub const fn union(self, other: EncodeSet) -> EncodeSet {
        self.with_word(self.word() | other.word())
    }

    /// The set that keeps the bytes that both sets keep. Its policies for non-ASCII, space and triplets are
    /// those of this set.
    #[must_use]
    pub const fn intersection(self, other: EncodeSet) -> EncodeSet {
        self.with_word(self.word() & other.word())
    }

    /// The set that keeps the bytes that this set keeps and the other does not. Its policies for non-ASCII,
    /// space and triplets are those of this set.
    #[must_use]
    pub const fn difference(self, other: EncodeSet) -> EncodeSet {
        self.with_word(self.word() & !other.word())
    }

    /// This set with another policy for characters outside ASCII.
    ///
    /// ```
    /// # use triplet::{encode, set::{NonAscii, rfc3986}};
    /// let set = rfc3986::SEGMENT.non_ascii(NonAscii::KeepUcschar);
    /// assert_eq!(encode("é b", set).to_string(), "é%20b");
    /// ```
    #[must_use]
    pub const fn non_ascii(mut self, policy: NonAscii) -> EncodeSet {
        self.non_ascii = policy;
        self
    }

    /// This set, but it writes a space as `+`, even if it keeps the space.
    ///
    /// A `+` in the text is then encoded as `%2B`, even if the set keeps it, and in whatever order the
    /// builders are called. So [`Decode::plus_as_space`](crate::Decode::plus_as_space) gives the text back.
    /// [`EncodeSet::space_as_ambiguous_plus`] does not encode the `+`.
    ///
    /// ```
    /// # use triplet::{encode, set::rfc3986};
    /// // RFC 3986 keeps `+` in a query.
    /// assert_eq!(encode("a+b c", rfc3986::QUERY.space_as_plus()).to_string(), "a%2Bb+c");
    /// assert!(rfc3986::QUERY.space_as_plus().is_reversible());
    /// ```
    #[must_use]
    pub const fn space_as_plus(mut self) -> EncodeSet {
        self.space = Space::Plus;
        self.with_plus_encoded()
    }

    /// [`EncodeSet::space_as_plus`], but a `+` in the text is kept if the set keeps it. **The result is
    /// ambiguous**: each `+` was a space or a plus. Use it only to get the same result as a function that
    /// does so, such as Python's `quote_plus(text, safe="+")`.
    ///
    /// ```
    /// # use triplet::{encode, set::rfc3986};
    /// let set = rfc3986::UNRESERVED.space_as_ambiguous_plus().also_keep(b"+");
    /// assert_eq!(encode("a+b c", set).to_string(), "a+b+c");
    /// assert!(!set.is_reversible());
    /// ```
    #[must_use]
    pub const fn space_as_ambiguous_plus(mut self) -> EncodeSet {
        self.space = Space::AmbiguousPlus;
        self
    }

    /// This set, but a space is not written `+`: it is kept or encoded as `%20`, as the set says. If
    /// [`EncodeSet::space_as_plus`] made the set encode `+`, it still does; call
    /// [`EncodeSet::also_keep`] to keep `+` again.
    ///
    /// ```
    /// # use triplet::{encode, set::whatwg};
    /// assert_eq!(encode("a b+c", whatwg::FORM.space_by_set()).to_string(), "a%20b%2Bc");
    /// ```
    #[must_use]
    pub const fn space_by_set(mut self) -> EncodeSet {
        self.space = Space::ByRows;
        self
    }

    /// The rows as a word, for the operations on whole sets.
    const fn word(&self) -> u128 {
        u128::from_ne_bytes(self.rows)
    }

    const fn with_word(mut self, word: u128) -> EncodeSet {
        self.rows = word.to_ne_bytes();
        self.with_plus_encoded()
    }

    /// Restores the invariant of `rows`: encodes `+` if `space` is [`Space::Plus`].
    const fn with_plus_encoded(mut self) -> EncodeSet {
        if matches!(self.space, Space::Plus) {
            self.rows = without_plus(self.rows);
        }
        self
    }

    /// This set, but it keeps the complete triplets (`%` HEXDIG HEXDIG) of the text, as RFC 6570 section
    /// 3.2.3 requires for reserved expansion. [`Encode::keep_triplets`](crate::Encode::keep_triplets) does the
    /// same for one call.
    #[must_use]
    pub const fn keep_triplets(mut self) -> EncodeSet {
        self.triplets = true;
        self
    }

    /// This set, but the triplets of the text are data.
    #[cfg(feature = "respell")]
    pub(crate) const fn without_triplets(mut self) -> EncodeSet {
        self.triplets = false;
        self
    }

    /// Whether the set keeps this byte. Always false above 0x7F: see [`EncodeSet::non_ascii_policy`].
    ///
    /// ```
    /// # use triplet::set::rfc3986;
    /// assert!(rfc3986::PATH.keeps(b'/'));
    /// assert!(!rfc3986::SEGMENT.keeps(b'/'));
    /// ```
    #[must_use]
    pub const fn keeps(&self, byte: u8) -> bool {
        byte < 0x80 && self.rows[(byte & 15) as usize] >> (byte >> 4) & 1 == 1
    }

    /// What happens to characters outside ASCII.
    #[must_use]
    #[inline(always)]
    pub const fn non_ascii_policy(&self) -> NonAscii {
        self.non_ascii
    }

    /// Whether a space is written `+`.
    #[must_use]
    #[inline(always)]
    pub const fn writes_space_as_plus(&self) -> bool {
        !matches!(self.space, Space::ByRows)
    }

    /// Whether the complete triplets of the text are kept.
    #[must_use]
    #[inline(always)]
    pub const fn keeps_triplets(&self) -> bool {
        self.triplets
    }

    /// Whether the other set keeps every byte that this set keeps. The policies are not compared.
    ///
    /// ```
    /// # use triplet::set::rfc3986::{PATH, SEGMENT};
    /// assert!(SEGMENT.is_subset_of(&PATH));
    /// ```
    #[must_use]
    pub const fn is_subset_of(&self, other: &EncodeSet) -> bool {
        self.word() & !other.word() == 0
    }

    /// Whether decoding gives back every text that was encoded under this set: it encodes `%`, it keeps no
    /// triplets, and if it writes a space as `+`, it encodes `+`. (Decode the result of such a set with
    /// `plus_as_space`.)
    ///
    /// The sets of the URL standard for whole components keep `%`, as the standard says, and are not
    /// reversible.
    ///
    /// ```
    /// # use triplet::set::{rfc3986, whatwg};
    /// assert!(rfc3986::SEGMENT.is_reversible());
    /// assert!(!whatwg::PATH.is_reversible());
    /// ```
    #[must_use]
    pub const fn is_reversible(&self) -> bool {
        !(self.keeps(b'%') || self.triplets || self.writes_space_as_plus() && self.keeps(b'+'))
    }

    /// The bytes that the set keeps, in ascending order.
    ///
    /// ```
    /// # use triplet::EncodeSet;
    /// assert!(EncodeSet::keeping(b"~-").kept().eq([b'-', b'~']));
    /// ```
    pub fn kept(&self) -> impl Iterator<Item = u8> + use<> {
        let set = *self;
        (0..0x80).filter(move |&byte| set.keeps(byte))
    }

    /// The set with this name, such as `rfc3986:segment`. [`EncodeSet::names`] lists the names; a few
    /// aliases, such as `rfc3986:pchar`, are found too. A name without a colon is that of a dialect.
    ///
    /// ```
    /// # use triplet::{EncodeSet, set::{ecmascript, rfc3986}};
    /// assert_eq!(EncodeSet::by_name("rfc3986:segment"), Some(rfc3986::SEGMENT));
    /// assert_eq!(EncodeSet::by_name("duckdb"), EncodeSet::by_name("dialect:duckdb"));
    /// assert_eq!(EncodeSet::by_name("js"), Some(ecmascript::URI_COMPONENT));
    /// assert_eq!(EncodeSet::by_name("rfc3986:nothing"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<EncodeSet> {
        registry::find(name).map(|named| named.set)
    }

    /// This set with its name, if it has one. If several names have the same set, the first of them in [`EncodeSet::names`].
    ///
    /// ```
    /// # use triplet::{EncodeSet, set::rfc3986};
    /// assert_eq!(rfc3986::SEGMENT.named().map(|named| named.name), Some("rfc3986:segment"));
    /// assert_eq!(EncodeSet::keeping(b"xyz").named(), None);
    /// ```
    #[must_use]
    pub fn named(self) -> Option<Named> {
        EncodeSet::names().find(|named| named.set == self)
    }

    /// All named sets, grouped by specification.
    ///
    /// ```
    /// # use triplet::EncodeSet;
    /// assert!(EncodeSet::names().any(|named| named.name == "whatwg:component"));
    /// ```
    #[must_use]
    pub fn names() -> Names {
        registry::all()
    }

    /// The nibble-transposed table that the kernel reads.
    #[inline(always)]
    pub(crate) const fn rows(&self) -> &[u8; 16] {
        &self.rows
    }
}

impl fmt::Debug for EncodeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Kept<'a>(&'a EncodeSet);
        impl fmt::Debug for Kept<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"")?;
                for byte in self.0.kept() {
                    write!(f, "{}", byte.escape_ascii())?;
                }
                f.write_str("\"")
            }
        }
        f.debug_struct("EncodeSet")
            .field("keeps", &Kept(self))
            .field("non_ascii", &self.non_ascii)
            .field("space_as_plus", &self.writes_space_as_plus())
            .field("keep_triplets", &self.triplets)
            .finish()
    }
}
