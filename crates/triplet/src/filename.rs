//! Names of files, from encoded text and back. What may not be in a name stays a triplet, so a name is one segment of a path on each
//! system, and leads back to the octets that it was read from.
//!
//! ```
//! use triplet::filename;
//!
//! let name = filename::decode("na%C3%AFve%20plan%3A%20..%2F1%20%2F%202.txt").to_name()?;
//! assert_eq!(name.as_str(), "naïve plan%3A ..%2F1 %2F 2.txt");
//! assert_eq!(filename::encode(name.as_str()), "naïve%20plan%3A%20..%2F1%20%2F%202.txt");
//! # Ok::<(), filename::FileNameError>(())
//! ```
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt::{self, Write as _};

use crate::invisible::is_bidi_control;
use crate::message::{DIGITS, Piece, Words, Writer, error_text};
use crate::names::names;
use crate::set::{EncodeSet, rfc3987};
use crate::triplet::begins_with_triplet;

names! { "set of rules";
    /// The systems whose rules a name must follow.
    ///
    /// Under all of them these stay triplets: `/`, control characters (`Cc`), bidirectional controls, line and paragraph separators,
    /// octets that are not UTF-8, and a `%` that would begin a triplet.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Rules {
        /// POSIX: the names `.` and `..` too. A name has at most 255 octets.
        Posix => "posix",
        /// Windows: `\ : * ? " < > |`, dots and spaces at the end, and the first letter of a device such as `CON` or `nul.txt` too. A
        /// name has at most 255 code units of UTF-16.
        Windows => "windows",
        /// The two together: the characters of Windows, and at most 255 octets.
        #[default]
        Both => "both",
    }
}

/// The greatest length of a name: `NAME_MAX` of Linux, macOS and BSD in octets, and of NTFS in code units of UTF-16.
const LONGEST: usize = 255;

/// Makes a name of encoded text, such as a segment of a path: a view, which the options change and [`Decode::to_name`] reads.
///
/// ```
/// use triplet::filename::{Rules, decode};
///
/// let name = |rules| decode("CON%3F..txt%20").rules(rules).to_name().map(|name| name.to_string());
/// assert_eq!(name(Rules::Posix)?, "CON?..txt ");
/// assert_eq!(name(Rules::Windows)?, "CON%3F..txt%20");
/// assert_eq!(decode("nul.txt").to_name()?.as_str(), "%6Eul.txt");
/// assert_eq!(decode("..").to_name()?.as_str(), "%2E%2E");
/// # Ok::<(), triplet::filename::FileNameError>(())
/// ```
pub fn decode<I: AsRef<[u8]> + ?Sized>(encoded: &I) -> Decode<'_> {
    let input = encoded.as_ref();
    Decode { input, is_encoded: true, rules: Rules::Both, lenient: false, cut: false }
}

/// Makes a name of octets that are not encoded, such as those of a header field. A triplet in them stands for three characters.
///
/// ```
/// use triplet::filename::from_octets;
///
/// assert_eq!(from_octets("100%").to_name()?.as_str(), "100%");
/// assert_eq!(from_octets("a/b%41").to_name()?.as_str(), "a%2Fb%2541");
/// # Ok::<(), triplet::filename::FileNameError>(())
/// ```
pub fn from_octets<I: AsRef<[u8]> + ?Sized>(octets: &I) -> Decode<'_> {
    Decode { is_encoded: false, ..decode(octets) }
}

/// A name that is made: the result of [`decode`] and [`from_octets`].
#[derive(Clone, Copy, Debug)]
#[must_use = "a view does nothing until a terminal method is called"]
pub struct Decode<'a> {
    input: &'a [u8],
    is_encoded: bool,
    rules: Rules,
    lenient: bool,
    cut: bool,
}

impl Decode<'_> {
    /// The rules of the name; otherwise [`Rules::Both`].
    pub const fn rules(mut self, rules: Rules) -> Self {
        self.rules = rules;
        self
    }

    /// A malformed `%` stands for itself.
    pub const fn lenient(mut self) -> Self {
        self.lenient = true;
        self
    }

    /// Cuts a name that is too long before its extension, instead of an error. [`FileName::left_out`] says how much is missing.
    ///
    /// ```
    /// use triplet::filename::decode;
    ///
    /// let name = decode(&format!("{}.txt", "a".repeat(300))).cut().to_name()?;
    /// assert_eq!((name.as_str().len(), name.left_out()), (255, 49));
    /// assert!(name.as_str().ends_with("aa.txt"));
    /// # Ok::<(), triplet::filename::FileNameError>(())
    /// ```
    pub const fn cut(mut self) -> Self {
        self.cut = true;
        self
    }

    /// The name. Linear time; allocates for the name.
    ///
    /// # Errors
    ///
    /// If a `%` is malformed, nothing is there, or the name is too long. The offset is that in the input: for a name that is too long,
    /// of the first character that has no room.
    ///
    /// ```
    /// use triplet::filename::{FileNameErrorKind, decode};
    ///
    /// let error = decode("50%").to_name().unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (FileNameErrorKind::MalformedTriplet, 2));
    /// let error = decode(&"a".repeat(256)).to_name().unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (FileNameErrorKind::TooLong, 255));
    /// ```
    pub fn to_name(&self) -> Result<FileName, FileNameError> {
        use FileNameErrorKind as Kind;
        let error = |kind, offset| FileNameError { kind, offset };
        let view = crate::decode(self.input);
        let octets = match (self.is_encoded, self.lenient) {
            (false, _) => Cow::Borrowed(self.input),
            (true, true) => view.lenient().to_bytes(),
            (true, false) => view
                .to_bytes()
                .map_err(|malformed| error(Kind::MalformedTriplet, malformed.offset()))?,
        };
        if octets.is_empty() {
            return Err(error(Kind::Empty, 0));
        }
        let whole = write(&octets, self.rules);
        let Some(end) = end_of_room(&whole, LONGEST, self.rules) else {
            return Ok(FileName { name: whole, left_out: 0 });
        };
        let too_long = error(Kind::TooLong, self.offset_of(octets_in(&whole[..end])));
        if !self.cut {
            return Err(too_long);
        }
        let extension = extension(&octets);
        let room = LONGEST - length(&write(extension, self.rules), self.rules);
        let end = end_of_room(&whole, room, self.rules).unwrap_or(end);
        let mut stem = &octets[..octets_in(&whole[..end])];
        if self.rules != Rules::Posix {
            stem = &stem[..stem.len()
                - stem.iter().rev().take_while(|&&octet| is_dot_or_space(octet)).count()];
        }
        if stem.is_empty() {
            return Err(too_long);
        }
        let kept = [stem, extension].concat();
        Ok(FileName { name: write(&kept, self.rules), left_out: octets.len() - kept.len() })
    }

    /// Where the octet of this number is in the input.
    fn offset_of(&self, number: usize) -> usize {
        if self.is_encoded { offset_of(self.input, number) } else { number }
    }
}

/// Where the octet of this number is in a text of octets and triplets.
fn offset_of(text: &[u8], number: usize) -> usize {
    let step = |at: usize| if begins_with_triplet(&text[at..]) { 3 } else { 1 };
    (0..number).fold(0, |at, _| at + step(at))
}

/// How many octets this part of a name stands for.
fn octets_in(name: &str) -> usize {
    crate::decode(name).lenient().to_bytes().len()
}

/// Writes octets as a name, of any length.
fn write(octets: &[u8], rules: Rules) -> String {
    let mut name = String::with_capacity(octets.len());
    let tail = tail(octets, rules);
    let is_device = rules != Rules::Posix && is_device(octets, tail);
    let triplet =
        |octet: u8, name: &mut String| write!(name, "%{octet:02X}").expect("a `String` takes all");
    let mut at = 0;
    for chunk in octets.utf8_chunks() {
        for character in chunk.valid().chars() {
            let end = at + character.len_utf8();
            let would_begin_triplet = character == '%'
                && octets[end..].iter().take(2).filter(|octet| octet.is_ascii_hexdigit()).count()
                    == 2;
            if at >= tail
                || at == 0 && is_device
                || would_begin_triplet
                || !is_allowed(character, rules)
            {
                octets[at..end].iter().for_each(|&octet| triplet(octet, &mut name));
            } else {
                name.push(character);
            }
            at = end;
        }
        chunk.invalid().iter().for_each(|&octet| triplet(octet, &mut name));
        at += chunk.invalid().len();
    }
    name
}

/// Where the octets begin that are not allowed because a name ends with them.
fn tail(octets: &[u8], rules: Rules) -> usize {
    match rules {
        Rules::Posix if matches!(octets, b"." | b"..") => 0,
        Rules::Posix => octets.len(),
        Rules::Windows | Rules::Both => {
            octets.len() - octets.iter().rev().take_while(|&&octet| is_dot_or_space(octet)).count()
        }
    }
}

fn is_dot_or_space(octet: u8) -> bool {
    matches!(octet, b'.' | b' ')
}

fn is_allowed(character: char, rules: Rules) -> bool {
    let is_separator = matches!(character, '\u{2028}' | '\u{2029}');
    let is_reserved = rules != Rules::Posix
        && matches!(character, '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
    !(character == '/'
        || character.is_control()
        || is_bidi_control(character)
        || is_separator
        || is_reserved)
}

/// Whether Windows opens a device for this name, whatever follows its first dot. Spaces before that dot do not count.
fn is_device(octets: &[u8], tail: usize) -> bool {
    let stem = match octets[..tail].iter().position(|&octet| octet == b'.') {
        Some(dot) => &octets[..dot],
        // A dot or space that stays a triplet is part of the stem.
        None => octets,
    };
    let stem = stem.trim_ascii_end();
    let is = |device: &str| stem.eq_ignore_ascii_case(device.as_bytes());
    let is_numbered = |device: &[u8]| {
        let (name, number) = stem.split_at(stem.len().min(3));
        let is_digit = number.len() == 1 && number[0].is_ascii_digit();
        name.eq_ignore_ascii_case(device)
            && (is_digit || ["¹", "²", "³"].iter().any(|digit| number == digit.as_bytes()))
    };
    tail_is_bare(octets, tail)
        && (["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].into_iter().any(is)
            || is_numbered(b"COM")
            || is_numbered(b"LPT"))
}

/// Whether no triplet of a dot or space at the end follows the stem of a name directly.
fn tail_is_bare(octets: &[u8], tail: usize) -> bool {
    tail == octets.len() || octets[..tail].contains(&b'.')
}

/// The length by which a system limits a name.
fn length(name: &str, rules: Rules) -> usize {
    match rules {
        Rules::Windows => name.encode_utf16().count(),
        Rules::Posix | Rules::Both => name.len(),
    }
}

/// Where a name must end, if it is longer than this: after a whole character, or a whole triplet of each octet of one.
fn end_of_room(name: &str, room: usize, rules: Rules) -> Option<usize> {
    let (mut used, mut at, mut end) = (0, 0, 0);
    let mut waiting = 0;
    while let Some(character) = name[at..].chars().next() {
        let is_triplet = begins_with_triplet(&name.as_bytes()[at..]);
        let (size, units) = match is_triplet {
            true => (3, 3),
            false if rules == Rules::Windows => (character.len_utf8(), character.len_utf16()),
            false => (character.len_utf8(), character.len_utf8()),
        };
        used += units;
        at += size;
        if used > room {
            return Some(end);
        }
        // The octets of an encoded character stay together.
        let octet =
            if is_triplet { crate::decode_triplet(&name.as_bytes()[at - 3..]) } else { None };
        waiting = match octet {
            Some(0xC2..=0xDF) => 1,
            Some(0xE0..=0xEF) => 2,
            Some(0xF0..=0xF4) => 3,
            Some(0x80..=0xBF) => usize::saturating_sub(waiting, 1),
            _ => 0,
        };
        if waiting == 0 {
            end = at;
        }
    }
    None
}

/// The last dot of a name and up to 16 octets after it, if a file type may be there; otherwise nothing.
fn extension(octets: &[u8]) -> &[u8] {
    match octets.iter().rposition(|&octet| octet == b'.') {
        Some(dot)
            if dot > 0
                && (2..=17).contains(&(octets.len() - dot))
                && octets[dot + 1..].is_ascii() =>
        {
            &octets[dot..]
        }
        _ => &[],
    }
}

/// Encodes a name as one segment of an IRI, the way back from [`decode`]: letters stay readable, triplets stay, and what a
/// segment can't have becomes a triplet. A `%` that does not begin a triplet becomes `%25`.
///
/// The octets of a name are those of [`decode`]'s input. For a URI in ASCII, [`iri::to_uri`](crate::iri::to_uri) encodes the letters.
/// Linear time; borrows the name if nothing changes.
///
/// ```
/// use triplet::filename::encode;
///
/// assert_eq!(encode("été 100%.txt"), "été%20100%25.txt");
/// assert_eq!(encode("a%2Fb?.txt"), "a%2Fb%3F.txt");
/// assert_eq!(encode(".."), "%2E%2E");
/// ```
#[must_use]
pub fn encode<I: AsRef<[u8]> + ?Sized>(name: &I) -> Cow<'_, str> {
    let name = name.as_ref();
    let set = match name {
        // Segments with another meaning (RFC 3986 section 3.3).
        b"." | b".." => EncodeSet::keeping(b""),
        _ => rfc3987::ISEGMENT,
    };
    crate::encode(name, set).keep_triplets().to_cow()
}

/// A name of a file: the result of [`Decode::to_name`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileName {
    name: String,
    left_out: usize,
}

impl FileName {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.name
    }

    /// The name.
    #[must_use]
    pub fn into_string(self) -> String {
        self.name
    }

    /// How many octets [`Decode::cut`] left out; 0 if the name is whole.
    #[must_use]
    pub const fn left_out(&self) -> usize {
        self.left_out
    }
}

impl AsRef<str> for FileName {
    fn as_ref(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

names! { "kind of error";
    /// What is wrong at [`FileNameError::offset`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum FileNameErrorKind {
        /// A `%` is not followed by two hexadecimal digits.
        MalformedTriplet => "malformed-triplet",
        /// There is no octet, so there is no name.
        Empty => "empty-name",
        /// The name is longer than 255 octets; under [`Rules::Windows`] 255 code units of UTF-16.
        TooLong => "too-long",
    }
}

/// Why a text does not become a name, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileNameError {
    kind: FileNameErrorKind,
    offset: usize,
}

impl FileNameError {
    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> FileNameErrorKind {
        self.kind
    }

    /// Where it is, in bytes of the input.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The same error in a text that begins this number of bytes earlier, such as the URL that a segment is from.
    #[must_use]
    pub const fn moved_by(self, bytes: usize) -> FileNameError {
        FileNameError { kind: self.kind, offset: self.offset.saturating_add(bytes) }
    }
}

impl Words for FileNameError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        match self.kind {
            FileNameErrorKind::MalformedTriplet => to.write(&[Piece::Text("`%`")], &[DIGITS]),
            FileNameErrorKind::Empty => to.write(
                &[Piece::Text("an empty name")],
                &[Piece::Text("no file has one; give the name")],
            ),
            FileNameErrorKind::TooLong => to.write(
                &[Piece::Text("the rest of the name")],
                &[
                    Piece::Text("a name has at most "),
                    Piece::Number(LONGEST as u64),
                    Piece::Text(" octets; shorten or cut it"),
                ],
            ),
        }
    }
}

error_text!(FileNameError);

impl core::error::Error for FileNameError {}
