//! How likely a reading of octets is. A reading is the text that the octets are in one charset.
//!
//! The function `candidates` of the module `charset` decodes the octets in each charset and ranks the texts by this module. A program
//! that decodes the octets by other means, as a browser does, calls [`judge`] for each text and [`rank`] for all texts. Such a program
//! compiles no table of a charset.
//!
//! A reading has a cost in bits: what its characters take in a model of a [`Writing`]. Of the writings that the charset is used for, the
//! cheapest counts. The model of an alphabet has the cost of each letter after each other letter. The model of a writing of East Asia has
//! the costs of the most frequent characters. What people do not write costs more: a capital after a small letter, a Latin letter beside
//! a foreign letter, a mark without a letter. The costs are frequencies of public texts, and `cargo xtask charsets` makes the tables.
#![forbid(unsafe_code)]

mod alphabet;
mod language;
mod model;
mod percent;
mod tables;

use core::fmt;

use crate::names::names;

pub use language::{Languages, Writing};
pub use percent::is_plain;

names! { "strength of evidence";
    /// How strong the evidence for a reading is. The variants are in order, the strongest first.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Evidence {
        /// All octets are ASCII, which nearly every charset contains, or the text has percent signs and no octets of any charset. So
        /// nothing can be concluded.
        AsciiOnly => "ascii-only",
        /// Well-formed UTF-8 with a sequence of three octets or more, or more than four of two; the same with surrogates in it; or escape
        /// sequences of ISO-2022-JP. Text in another charset is rarely so by accident.
        Strong => "strong",
        /// Well-formed, and mostly characters that are frequent in one writing.
        Plausible => "plausible",
        /// Well-formed, but with rare characters, control characters or an unlikely mixture of scripts.
        Possible => "possible",
        /// Not well-formed: some octets are not a character of the charset.
        Malformed => "malformed",
    }
}

/// Why a reading has its place, for a person: `Display` writes it in words.
///
/// ```
/// use triplet::readings::{Reason, Writing};
///
/// assert_eq!(Reason::Frequent(Writing::Korean).to_string(), "frequent Korean syllables");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// All octets are ASCII.
    Ascii,
    /// The text is not encoded: its `%` are percent signs ([`is_plain`]).
    Plain,
    /// The octets are well-formed UTF-8.
    Utf8,
    /// The octets are UTF-8, but its last character is cut.
    CutUtf8,
    /// The octets would be UTF-8 if it had surrogates (U+D800 to U+DFFF), as in WTF-8. UTF-8 has none (RFC 3629 section 3), so half of
    /// a pair is not a character of any charset.
    Surrogates,
    /// The octets are UTF-8 with surrogate pairs in place of sequences of four octets (CESU-8), or with NUL as `C0 80` (Java's modified
    /// UTF-8).
    Cesu8,
    /// Escape sequences of ISO-2022-JP.
    Escapes,
    /// No other charset that was tried reads the octets.
    Only,
    /// The characters are frequent in this writing, or follow each other as they often do in it.
    Frequent(Writing),
    /// Characters that are rare in each writing of the charset, or an unlikely mixture.
    Rare,
    /// The characters are [`Rare`](Reason::Rare), but less rare than those of each other reading.
    LeastRare,
    /// Control characters.
    Controls,
    /// Some octets are not a character of the charset.
    Malformed,
}

impl Reason {
    /// The stable name of the reason, for programs.
    ///
    /// ```
    /// # use triplet::readings::Reason;
    /// assert_eq!(Reason::CutUtf8.name(), "cut-utf-8");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// The name for programs, and the words for a person.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Reason::Ascii => ("ascii", "all octets are ASCII"),
            Reason::Plain => ("plain", "plain text with percent signs"),
            Reason::Utf8 => ("utf-8", "well-formed UTF-8"),
            Reason::CutUtf8 => ("cut-utf-8", "UTF-8 whose last character is cut"),
            Reason::Surrogates => {
                ("surrogates", "UTF-8 with surrogates, which it must not have (CESU-8 or WTF-8)")
            }
            Reason::Cesu8 => (
                "cesu-8",
                "UTF-8 with surrogate pairs or NUL in two octets, as CESU-8 and Java have them",
            ),
            Reason::Escapes => ("escapes", "escape sequences of ISO-2022-JP"),
            Reason::Only => ("only", "no other charset reads this"),
            Reason::Frequent(writing) => ("frequent", writing.frequent()),
            Reason::Rare => ("rare", "rare characters or an unlikely mixture"),
            Reason::LeastRare => ("least-rare", "the other readings have rarer characters"),
            Reason::Controls => ("controls", "control characters"),
            Reason::Malformed => ("malformed", "some octets are not a character of this charset"),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.texts().1)
    }
}

/// What [`judge`] finds about one reading. [`rank`] completes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Judgement {
    /// How strong the evidence is.
    pub evidence: Evidence,
    /// Why.
    pub reason: Reason,
    /// From 0 to 100: a hundred less the bits that this reading costs more than the first one. Each point less makes it half as likely.
    /// 0 if it is malformed, or if the evidence for another one is [`Strong`](Evidence::Strong). [`judge`] leaves it 0.
    pub score: u8,
    malformed: usize,
    /// In tenths of a bit; less than 0 for UTF-8 that another charset is unlikely to be.
    cost: i64,
}

impl Judgement {
    /// The judgement on octets that are all ASCII.
    #[cfg(feature = "charset")]
    pub(crate) const ASCII: Judgement = Judgement {
        evidence: Evidence::AsciiOnly,
        reason: Reason::Ascii,
        score: 100,
        malformed: 0,
        cost: 0,
    };

    /// The judgement on text with percent signs.
    #[cfg(feature = "charset")]
    pub(crate) const PLAIN: Judgement = Judgement { reason: Reason::Plain, ..Judgement::ASCII };

    /// The order of readings. Control characters come after all that is well-formed without, and only malformed ones after them.
    fn key(&self) -> (u8, usize, i64) {
        match (self.evidence, self.reason) {
            (Evidence::AsciiOnly | Evidence::Strong, _) => (0, self.malformed, self.cost),
            (_, Reason::Controls) => (2, 0, self.cost),
            (Evidence::Malformed, _) => (3, self.malformed, self.cost),
            _ => (1, 0, self.cost),
        }
    }
}

/// The charsets that are worth trying, by the names of the Encoding standard. Readings that tie are ranked in this order.
pub const TRIED: [&str; 19] = [
    "UTF-8",
    "ISO-2022-JP",
    "gb18030",
    "Big5",
    "EUC-KR",
    "Shift_JIS",
    "EUC-JP",
    "windows-1252",
    "windows-1251",
    "KOI8-R",
    "windows-1250",
    "ISO-8859-2",
    "windows-1253",
    "ISO-8859-7",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-874",
    "windows-1258",
];

/// The bits that the languages of the reader are worth, in tenths.
const READER: i64 = 60;
/// The bits that Western is worth where a text has nothing outside ASCII but signs that each language writes: `© 2024`.
const SIGNS: i64 = 80;
/// The bits that a Latin writing is worth where one letter outside ASCII is all that a text has: words of Latin letters are so, and hardly a
/// word in another script. Western languages have more of such words.
const LONE: [(Writing, i64); 3] =
    [(Writing::Western, 100), (Writing::Central, 45), (Writing::Turkish, 45)];
/// The bits that Western loses where all letters outside ASCII are Icelandic ones whose octets are letters of Turkish.
const TURKISH: i64 = 80;
/// The mean cost of a character, in tenths of a bit, up to which a reading is plausible.
const USUAL: i64 = 110;

/// Judges one reading: the text of the octets in the charset with this name (one of [`TRIED`], `CESU-8` or `java-modified-utf-8`; others
/// are judged as the closest of them, Western), with U+FFFD in place of `malformed` sequences. Linear time; of a long text the first 2,048 characters outside ASCII
/// count.
///
/// The octets are those that are in the charset, without raw text; they decide whether the text is certainly UTF-8.
///
/// ```
/// use triplet::readings::{Evidence, Languages, judge};
///
/// let octets = b"\xBE\xC8\xB3\xE7";
/// let korean = judge("EUC-KR", octets, "안녕", 0, Languages::default());
/// assert_eq!(korean.evidence, Evidence::Plausible);
/// assert_eq!(korean.reason.to_string(), "frequent Korean syllables");
/// ```
#[must_use]
pub fn judge(
    charset: &str,
    octets: &[u8],
    text: &str,
    malformed: usize,
    languages: Languages,
) -> Judgement {
    let (mut cost, mean, writing) = model::cheapest(charset, text, languages, READER);
    let is_control = |c| matches!(u32::from(c), 0..=8 | 0xE..=0x1A | 0x1C..=0x1F | 0x7F..=0x9F);
    let has_controls = text.chars().any(is_control);
    let is_usual = mean <= USUAL && model::is_usual(writing, text);
    let mut evidence = if is_usual { Evidence::Plausible } else { Evidence::Possible };
    let mut reason = if is_usual { Reason::Frequent(writing) } else { Reason::Rare };
    if !Writing::EAST_ASIAN.contains(&writing)
        && !text.chars().any(|c| !c.is_ascii() && (c.is_alphanumeric() || model::is_mark(c)))
    {
        // A sign such as `©` is not a letter of any writing.
        reason = Reason::Rare;
        if charset == "windows-1252" && has_signs_only(text) {
            cost -= SIGNS;
        }
    }
    if charset != "UTF-8" {
        let mut letters = text.chars().filter(|c| !c.is_ascii());
        if letters.clone().take(2).count() == 1 && letters.clone().all(char::is_alphabetic) {
            let worth = LONE.iter().find(|(latin, _)| *latin == writing);
            cost -= worth.map_or(0, |(_, bits)| *bits);
        }
        if charset == "windows-1252" && !text.is_ascii() && letters.all(|c| "ÐÝÞðýþ".contains(c))
        {
            cost += TURKISH;
        }
    }
    if malformed > 0 {
        (evidence, reason) = (Evidence::Malformed, Reason::Malformed);
    } else if has_controls {
        (evidence, reason) = (Evidence::Possible, Reason::Controls);
    } else if charset == "ISO-2022-JP"
        // Only escape sequences that begin Japanese count: the one that leads back to ASCII says nothing.
        && octets.windows(2).any(|pair| pair == b"\x1B$")
        && !text.is_ascii()
        && !text.as_bytes().contains(&0x1B)
    {
        (evidence, reason) = (Evidence::Strong, Reason::Escapes);
    }
    if matches!(charset, "CESU-8" | "java-modified-utf-8") && malformed == 0 {
        reason = Reason::Cesu8;
        // A NUL of two octets alone proves little.
        let long = text.chars().any(|c| c.len_utf8() > 2);
        evidence = if long { Evidence::Strong } else { Evidence::Possible };
    }
    if charset == "UTF-8" {
        let found = Sequences::of(octets);
        if malformed == 0 {
            reason = Reason::Utf8;
            if found.long > 0 || found.two > 4 {
                evidence = Evidence::Strong;
            }
            cost -= 80;
        } else if found.surrogates > 0 && !found.is_wrong {
            (evidence, reason) = (Evidence::Strong, Reason::Surrogates);
        } else if malformed == 1 && found.is_cut && found.long + found.two > 0 {
            // Only the end is missing, as in a text that was shortened to a number of octets.
            (evidence, reason) = (Evidence::Possible, Reason::CutUtf8);
            cost -= 80 + 60 * found.long as i64 + 20 * found.two as i64;
            if found.long > 2 {
                evidence = Evidence::Strong;
            }
        }
    }
    Judgement { evidence, reason, score: 0, malformed, cost }
}

/// Whether each character outside ASCII is a sign that stands by itself.
fn has_signs_only(text: &str) -> bool {
    let mut last = ' ';
    text.chars().all(|c| {
        let is_sign = c.is_ascii() || last.is_ascii() && "€§©®™°±£".contains(c);
        last = c;
        is_sign
    })
}

/// Sorts readings, the likeliest first, and completes their judgements: the scores, and the reason of a first reading that is the only one
/// or has rare characters. `of` gives the judgement of an item.
///
/// ```
/// use triplet::readings::{Judgement, Languages, Reason, judge, rank};
///
/// let octets = b"\xC3\xA9t\xC3\xA9";
/// let mut found = [("windows-1252", "Ã©tÃ©"), ("UTF-8", "été")]
///     .map(|(charset, text)| (charset, judge(charset, octets, text, 0, Languages::default())));
/// rank(&mut found, |(_, judgement)| judgement);
/// assert_eq!(found[0].0, "UTF-8");
/// assert_eq!((found[0].1.reason, found[0].1.score), (Reason::Utf8, 100));
/// assert!(found[1].1.score < 90);
/// ```
pub fn rank<T>(readings: &mut [T], mut of: impl FnMut(&mut T) -> &mut Judgement) {
    // By insertion, which is stable: readings that tie keep their order. There are few of them, and a closure that borrows mutably cannot
    // be the key of a sort of the standard library.
    for end in 1..readings.len() {
        let mut at = end;
        while at > 0 && of(&mut readings[at]).key() < of(&mut readings[at - 1]).key() {
            readings.swap(at, at - 1);
            at -= 1;
        }
    }
    let Some((first, rest)) = readings.split_first_mut() else { return };
    let best = of(first);
    let (class, _, cost) = best.key();
    if class < 3 {
        best.score = 100;
    }
    let rare = best.reason == Reason::Rare;
    let mut rarer = true;
    let mut alone =
        class == 1 && !matches!(best.reason, Reason::Utf8 | Reason::CutUtf8 | Reason::Cesu8);
    for other in rest {
        let other = of(other);
        if other.key().0 < 2 {
            alone = false;
            rarer &= other.cost > cost;
        }
        let more = (other.cost - cost).max(0) / 10;
        let counts = class > 0 && other.key().0 == class && class < 3;
        other.score = if counts { 100 - more.min(100) as u8 } else { 0 };
    }
    if alone {
        of(first).reason = Reason::Only;
    } else if rare && rarer {
        of(first).reason = Reason::LeastRare;
    }
}

/// The sequences of well-formed UTF-8.
struct Sequences {
    /// The number of sequences of two octets.
    two: usize,
    /// The number of sequences of three or four octets.
    long: usize,
    /// The number of sequences of three octets for a surrogate.
    surrogates: usize,
    /// Whether an octet belongs to no sequence, and the end does not cut it.
    is_wrong: bool,
    /// Whether the octets end in the first octets of a sequence. A space after it does not count: it is in place of raw text.
    is_cut: bool,
}

impl Sequences {
    fn of(octets: &[u8]) -> Sequences {
        let octets = octets.strip_suffix(b" ").unwrap_or(octets);
        let mut found =
            Sequences { two: 0, long: 0, surrogates: 0, is_wrong: false, is_cut: false };
        let mut rest = octets;
        loop {
            let (valid, error_length) = match str::from_utf8(rest) {
                Ok(text) => (text, None),
                Err(error) => {
                    let valid = str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or_default();
                    (valid, Some(error.error_len()))
                }
            };
            for character in valid.chars() {
                match character.len_utf8() {
                    1 => {}
                    2 => found.two += 1,
                    _ => found.long += 1,
                }
            }
            rest = &rest[valid.len()..];
            match (error_length, rest) {
                (None, _) => return found,
                // RFC 3629 section 3: the octets of U+D800 to U+DFFF, were they characters.
                (_, [0xED, 0xA0..=0xBF, 0x80..=0xBF, after @ ..]) => {
                    found.surrogates += 1;
                    rest = after;
                }
                (Some(length), _) => {
                    (found.is_wrong, found.is_cut) = (length.is_some(), length.is_none());
                    return found;
                }
            }
        }
    }
}
