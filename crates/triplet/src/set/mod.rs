//! Which bytes stay as they are, and which become triplets.
//!
//! An [`EncodeSet`] is a small value: sixteen bytes that say which ASCII bytes are *kept*, what
//! happens to non-ASCII text, and how the dialect writes a space. There is one module a
//! specification; each constant stands under the grammar line that it transcribes, so that it can
//! be checked against the document. [`EncodeSet::by_name`] finds a set by the name that the
//! command uses (`rfc3986:segment`).
//!
//! | you have | it goes into | set |
//! |---|---|---|
//! | any text or bytes | anywhere in a URI, safely | [`rfc3986::UNRESERVED`] |
//! | one part of a path | between two `/` | [`rfc3986::SEGMENT`] |
//! | a name or value | a query of pairs | [`rfc3986::QUERY_VALUE`] |
//! | a field of an HTML form | `application/x-www-form-urlencoded` | `triplet::form` |
//!
//! Nothing here knows what a URI is, and no work is done for each call.
#![forbid(unsafe_code)]

pub mod dialect;
pub mod ecmascript;
mod registry;
pub mod rfc1630;
pub mod rfc1738;
pub mod rfc2396;
pub mod rfc2732;
pub mod rfc3986;
pub mod rfc3987;
pub mod rfc6570;
pub mod rfc8187;
pub mod whatwg;

use core::fmt;

pub use registry::{Named, Names};

/// What an [`EncodeSet`] does with text outside ASCII.
///
/// Bytes that are not well-formed UTF-8 become triplets under every policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NonAscii {
    /// Every byte from 0x80 on becomes a triplet: the rule of every URI.
    #[default]
    Encode,
    /// RFC 3987 section 2.2 `ucschar` is kept, without the bidirectional formatting characters
    /// that section 4.1 forbids.
    KeepUcschar,
    /// `ucschar` and `iprivate` are kept: RFC 3987 allows the latter only in a query.
    KeepUcscharAndPrivate,
}

/// Which bytes stay (are *kept*) when text is encoded; all others become `%XX`.
///
/// A set is a `Copy` value of some twenty bytes; all its builders are `const`, so that a set of
/// your own is a constant too.
///
/// ```
/// use triplet::{EncodeSet, encode, set::rfc3986};
///
/// // A file name for a path segment; `:` is encoded too, as Windows wants it.
/// const FILE_NAME: EncodeSet = rfc3986::SEGMENT.also_encode(b":");
/// assert_eq!(encode("a:b c.txt", FILE_NAME).to_string(), "a%3Ab%20c.txt");
/// ```
///
/// A byte above 0x7F can't be listed; in a constant this is an error at compile time:
///
/// ```compile_fail
/// const WRONG: triplet::EncodeSet = triplet::EncodeSet::keeping(b"\xE9");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct EncodeSet {
    /// Bit `h` of `rows[l]` is set when the byte `h << 4 | l` is kept (`h` from 0 to 7): the
    /// nibble-transposed form that a 16-byte shuffle reads as it is.
    ///
    /// `+` is not kept where `space` is [`Space::Plus`]: each builder sees to that.
    rows: [u8; 16],
    non_ascii: NonAscii,
    space: Space,
    triplets: bool,
}

/// How a space is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Space {
    /// Kept or as a triplet, like every byte.
    ByRows,
    /// As `+`, and a `+` as a triplet.
    Plus,
    /// As `+`, and a `+` by the rows.
    AmbiguousPlus,
}

/// A byte above 0x7F where only ASCII may stand, and where it stood: from the `try_` builders of
/// [`EncodeSet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAscii {
    offset: usize,
}

impl NotAscii {
    /// Where the byte stands in the list that was given, in bytes.
    pub const fn offset(self) -> usize {
        self.offset
    }
}

impl fmt::Display for NotAscii {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the byte at offset {} of the list is not ASCII: a set lists ASCII characters, \
             and says by a policy what happens to all others",
            self.offset
        )
    }
}

impl core::error::Error for NotAscii {}

impl EncodeSet {
    /// Keeps nothing: every byte becomes a triplet.
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

    /// Keeps exactly the letters and digits of ASCII: the start for sets of one's own.
    pub const ALPHANUMERIC: EncodeSet =
        EncodeSet::keeping(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");

    /// A set by what it keeps, as the RFCs define theirs: exactly the listed bytes are kept.
    ///
    /// # Panics
    ///
    /// When a listed byte is above 0x7F; in a constant that is an error at compile time.
    /// [`EncodeSet::try_also_keep`] is for lists that are not known before.
    pub const fn keeping(bytes: &[u8]) -> EncodeSet {
        EncodeSet::NOTHING.also_keep(bytes)
    }

    /// A set by what it encodes, as the URL standard defines its own: the listed bytes, the C0
    /// controls, DEL and all of non-ASCII become triplets, the rest of ASCII is kept.
    ///
    /// # Panics
    ///
    /// When a listed byte is above 0x7F; in a constant that is an error at compile time.
    pub const fn encoding(bytes: &[u8]) -> EncodeSet {
        // Rows hold bit 2 to bit 7 for 0x20 to 0x7F; DEL is the last of row 15.
        let mut set = EncodeSet { rows: [0b1111_1100; 16], ..EncodeSet::NOTHING };
        set.rows[15] &= 0b0111_1111;
        set.also_encode(bytes)
    }

    /// This set, keeping the listed bytes too; `+` only if a space is not written `+`, see
    /// [`EncodeSet::space_as_plus`].
    ///
    /// # Panics
    ///
    /// When a listed byte is above 0x7F; in a constant that is an error at compile time.
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

    /// This set, but the listed bytes become triplets.
    ///
    /// # Panics
    ///
    /// When a listed byte is above 0x7F; in a constant that is an error at compile time.
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

    /// [`EncodeSet::also_keep`] for a list that comes from outside.
    ///
    /// # Errors
    ///
    /// [`NotAscii`] with the place of the first listed byte above 0x7F.
    pub const fn try_also_keep(mut self, bytes: &[u8]) -> Result<EncodeSet, NotAscii> {
        let mut i = 0;
        while i < bytes.len() {
            let byte = bytes[i];
            if byte > 0x7F {
                return Err(NotAscii { offset: i });
            }
            self.rows[(byte & 15) as usize] |= 1 << (byte >> 4);
            i += 1;
        }
        Ok(self.with_plus_encoded())
    }

    /// [`EncodeSet::also_encode`] for a list that comes from outside.
    ///
    /// # Errors
    ///
    /// [`NotAscii`] with the place of the first listed byte above 0x7F.
    pub const fn try_also_encode(mut self, bytes: &[u8]) -> Result<EncodeSet, NotAscii> {
        let mut i = 0;
        while i < bytes.len() {
            let byte = bytes[i];
            if byte > 0x7F {
                return Err(NotAscii { offset: i });
            }
            self.rows[(byte & 15) as usize] &= !(1 << (byte >> 4));
            i += 1;
        }
        Ok(self)
    }

    /// Keeps what either of the two keeps. Policies (non-ASCII, space, triplets) are this set's.
    #[must_use]
    pub const fn union(mut self, other: EncodeSet) -> EncodeSet {
        let mut i = 0;
        while i < 16 {
            self.rows[i] |= other.rows[i];
            i += 1;
        }
        self.with_plus_encoded()
    }

    /// Keeps what both keep. Policies (non-ASCII, space, triplets) are this set's.
    #[must_use]
    pub const fn intersection(mut self, other: EncodeSet) -> EncodeSet {
        let mut i = 0;
        while i < 16 {
            self.rows[i] &= other.rows[i];
            i += 1;
        }
        self
    }

    /// Keeps what this set keeps and the other does not. Policies (non-ASCII, space, triplets)
    /// are this set's.
    #[must_use]
    pub const fn difference(mut self, other: EncodeSet) -> EncodeSet {
        let mut i = 0;
        while i < 16 {
            self.rows[i] &= !other.rows[i];
            i += 1;
        }
        self
    }

    /// This set with another policy for text outside ASCII (RFC 3987).
    #[must_use]
    pub const fn non_ascii(mut self, policy: NonAscii) -> EncodeSet {
        self.non_ascii = policy;
        self
    }

    /// This set as a dialect that writes a space as `+`, whether the set keeps the space or not.
    ///
    /// A `+` of the text is then written `%2B`, whatever the set keeps, and in whichever order the set is
    /// built: with `plus_as_space` the result decodes to the text. What must not be decoded so has
    /// [`EncodeSet::space_as_ambiguous_plus`].
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

    /// [`EncodeSet::space_as_plus`], but a `+` of the text is kept if the set keeps it. **The result cannot be
    /// decoded with certainty**: each `+` was a space or a plus. It is for functions that do so, such as
    /// Python's `quote_plus(text, safe="+")`.
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

    /// This set, but a space is kept or becomes `%20`, as the set says. A `+` that
    /// [`EncodeSet::space_as_plus`] has encoded stays so; [`EncodeSet::also_keep`] keeps it again.
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

    /// Without `+`, if a space is written so and both are to be told apart.
    const fn with_plus_encoded(mut self) -> EncodeSet {
        if matches!(self.space, Space::Plus) {
            self.rows[(b'+' & 15) as usize] &= !(1 << (b'+' >> 4));
        }
        self
    }

    /// This set as a rule that passes complete triplets (`%` HEXDIG HEXDIG) through, as RFC 6570
    /// section 3.2.3 wants for reserved expansion.
    #[must_use]
    pub const fn keep_triplets(mut self) -> EncodeSet {
        self.triplets = true;
        self
    }

    /// Whether this byte stays as it is. Bytes above 0x7F never count as kept here: their policy
    /// is [`EncodeSet::non_ascii_policy`].
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

    /// What happens to text outside ASCII.
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

    /// Whether complete triplets in the text pass through.
    #[must_use]
    #[inline(always)]
    pub const fn keeps_triplets(&self) -> bool {
        self.triplets
    }

    /// Whether the other set keeps every byte that this one keeps.
    #[must_use]
    pub const fn is_subset_of(&self, other: &EncodeSet) -> bool {
        let mut i = 0;
        while i < 16 {
            if self.rows[i] & !other.rows[i] != 0 {
                return false;
            }
            i += 1;
        }
        true
    }

    /// Whether decoding gives back every text that this set encoded: `%` itself is encoded, no
    /// triplet passes through, and where a space is written `+` (then decoded with
    /// `plus_as_space`), `+` is encoded.
    ///
    /// The sets of the URL standard for whole components keep `%`, as the standard says, and are
    /// not reversible.
    #[must_use]
    pub const fn is_reversible(&self) -> bool {
        !(self.keeps(b'%') || self.triplets || self.writes_space_as_plus() && self.keeps(b'+'))
    }

    /// The kept bytes, in ascending order.
    pub fn kept(&self) -> impl Iterator<Item = u8> + use<> {
        let set = *self;
        (0..0x80).filter(move |&byte| set.keeps(byte))
    }

    /// The set with this name, such as `rfc3986:segment`; see [`EncodeSet::names`].
    ///
    /// ```
    /// # use triplet::{EncodeSet, set::rfc3986};
    /// assert_eq!(EncodeSet::by_name("rfc3986:segment"), Some(rfc3986::SEGMENT));
    /// assert_eq!(EncodeSet::by_name("rfc3986:nothing"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<EncodeSet> {
        registry::find(name).map(|named| named.set)
    }

    /// All named sets, one after the other, grouped by specification.
    ///
    /// ```
    /// # use triplet::EncodeSet;
    /// assert!(EncodeSet::names().any(|named| named.name == "whatwg:component"));
    /// ```
    #[must_use]
    pub fn names() -> Names {
        registry::all()
    }

    /// The nibble-transposed table, as the kernels read it.
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
