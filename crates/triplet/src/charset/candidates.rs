//! Ranking of the charsets in which octets may be written.
//!
//! No test can determine a charset with certainty. This one finds which charsets are possible, and in which the
//! text looks most like text that people write. The score is computed from the scripts of the characters and
//! from no sample texts, so that each ranking can be explained.

use alloc::{string::String, vec::Vec};

use super::{Charset, DecodeText, decode, decode_octets};

/// The evidence for a candidate. [`candidates`] sorts by it, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Evidence {
    /// All octets are ASCII, which nearly every charset contains, so nothing can be concluded.
    AsciiOnly,
    /// Well-formed UTF-8 with characters outside ASCII, or escape sequences of ISO-2022-JP. Text in another
    /// charset is rarely so by accident.
    Strong,
    /// Well-formed, and mostly common characters of one script.
    Plausible,
    /// Well-formed, but with rare characters, control characters or an unlikely mixture of scripts.
    Possible,
    /// Not well-formed: some octets are not a character of the charset.
    Malformed,
}

/// A charset in which octets may be written, and their text in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The charset.
    pub charset: Charset,
    /// The text in this charset, with U+FFFD in place of malformed sequences.
    pub text: String,
    /// The number of malformed sequences.
    pub malformed: usize,
    /// How strong the evidence is.
    pub evidence: Evidence,
    /// How common the characters of the text are, from 0 to 100. Compare only the candidates of one input. If
    /// evidence and score are equal, the octets do not tell which candidate is right.
    pub score: u8,
}

/// The charsets that are tried. Candidates that tie are listed in this order.
const TRIED: [&str; 14] = [
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
    "ISO-8859-2",
    "windows-1253",
    "windows-1255",
    "windows-1256",
];

/// The candidates for text whose triplets are octets of an unknown charset, the best one first. Malformed triplets
/// are kept.
///
/// Raw characters outside ASCII are kept, as by [`decode`](super::decode()). They are evidence too: a candidate
/// scores better if the decoded characters next to them are of the same script.
///
/// Decodes the input once for each of at most fourteen charsets, each in linear time.
///
/// ```
/// use triplet::charset::{Evidence, candidates};
///
/// let found = candidates("%C4%E3%BA%C3%CA%C0%BD%E7");
/// assert_eq!((found[0].charset.name(), &*found[0].text), ("gb18030", "你好世界"));
///
/// let found = candidates("%E4%BD%A0");
/// assert_eq!((&*found[0].text, found[0].evidence), ("你", Evidence::Strong));
///
/// assert_eq!(candidates("你好%CA%C0%BD%E7")[0].text, "你好世界");
/// ```
#[must_use]
pub fn candidates(text: &str) -> Vec<Candidate> {
    ranked(|charset| decode(text, charset))
}

/// [`candidates`] for octets, such as those of a file: all octets are in the unknown charset, whether they are
/// written as triplets or raw.
///
/// ```
/// use triplet::charset::candidates_octets;
///
/// assert_eq!(candidates_octets(b"\xC4\xE3%BA%C3")[0].text, "你好");
/// ```
#[must_use]
pub fn candidates_octets<I: AsRef<[u8]> + ?Sized>(input: &I) -> Vec<Candidate> {
    ranked(|charset| decode_octets(input, charset))
}

fn ranked<'a>(view: impl Fn(Charset) -> DecodeText<'a>) -> Vec<Candidate> {
    // Only the octets in the unknown charset, with a space in place of kept text.
    let mut octets = Vec::new();
    for part in view(Charset::UTF_8).lenient().encoded_octets() {
        octets.extend_from_slice(&part);
        octets.push(b' ');
    }
    let escapes = octets.contains(&0x1B);
    if octets.is_ascii() && !escapes {
        return alloc::vec![Candidate {
            charset: Charset::UTF_8,
            text: view(Charset::UTF_8).lenient().lossy().0,
            malformed: 0,
            evidence: Evidence::AsciiOnly,
            score: 100,
        }];
    }
    let mut found: Vec<Candidate> = TRIED
        .iter()
        .filter_map(|name| Charset::for_label(name))
        .filter(|charset| charset.name() != "ISO-2022-JP" || escapes)
        .map(|charset| candidate(&view(charset).lenient(), &octets, charset))
        .collect();
    // A stable sort, so that candidates that tie keep the order of `TRIED`.
    found.sort_by(|a, b| {
        (a.evidence, a.malformed, 100 - a.score).cmp(&(b.evidence, b.malformed, 100 - b.score))
    });
    found
}

fn candidate(view: &DecodeText<'_>, octets: &[u8], charset: Charset) -> Candidate {
    let (text, malformed) = view.lossy();
    let score = score(&text, octets, charset);
    // Letters that were raw in the input are no evidence for escape sequences.
    let letters = |text: &str| text.chars().filter(|character| !character.is_ascii()).count();
    let raw_letters = str::from_utf8(view.input()).map_or(0, letters);
    let escaped = charset.name() == "ISO-2022-JP" && letters(&text) > raw_letters;
    let evidence = if malformed > 0 {
        Evidence::Malformed
    } else if escaped || (charset == Charset::UTF_8 && !octets.is_ascii()) {
        Evidence::Strong
    } else if score >= 60 {
        Evidence::Plausible
    } else {
        Evidence::Possible
    };
    Candidate { charset, text, malformed, evidence, score }
}

/// The mean commonness of the characters outside ASCII.
fn score(text: &str, octets: &[u8], charset: Charset) -> u8 {
    let mut sum = 0u64;
    let mut count = 0u64;
    let mut before = Script::Other;
    let mut characters = text.chars().map(|character| (character, script(character))).peekable();
    while let Some((character, script)) = characters.next() {
        let after = characters.peek().map_or(Script::Other, |(_, script)| *script);
        if !character.is_ascii() {
            let points = commonness(character, script);
            // Words are of one script, so a character next to another script gets half the points.
            let alone = [before, after].iter().any(|next| !script.goes_with(*next));
            sum += u64::from(if alone { points / 2 } else { points });
            count += 1;
        }
        before = script;
    }
    let mean = sum.checked_div(count).unwrap_or(0) as u8;
    // Weight by the share of the double-byte characters that are everyday ones.
    let mean = match everyday_share(octets, charset) {
        Some(share) => (u16::from(mean) * u16::from(share) / 100) as u8,
        None => mean,
    };
    let upside_down = if swapped_case(text) { mean / 2 } else { mean };
    upside_down.min(100)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Ideograph,
    Kana,
    HalfKana,
    Hangul,
    Other,
}

impl Script {
    /// Whether text often has characters of the two scripts next to each other. East Asian text mixes its
    /// scripts with each other and with Latin letters; the alphabets do not mix.
    fn goes_with(self, next: Script) -> bool {
        use Script::{Hangul, Ideograph, Kana, Latin, Other};
        let mixes = |script| matches!(script, Ideograph | Kana | Hangul | Latin);
        let pair = [self, next];
        self == next
            || pair.contains(&Other)
            || (pair.iter().all(|script| mixes(*script))
                && pair != [Kana, Hangul]
                && pair != [Hangul, Kana])
    }
}

fn script(character: char) -> Script {
    match u32::from(character) {
        0x41..=0x5A | 0x61..=0x7A => Script::Latin,
        0xC0..=0x24F if character != '×' && character != '÷' => Script::Latin,
        0x370..=0x3FF => Script::Greek,
        0x400..=0x4FF => Script::Cyrillic,
        0x5D0..=0x5EA => Script::Hebrew,
        0x620..=0x6FF => Script::Arabic,
        0x3041..=0x30FF => Script::Kana,
        0xFF66..=0xFF9F => Script::HalfKana,
        0x4E00..=0x9FFF => Script::Ideograph,
        0xAC00..=0xD7A3 => Script::Hangul,
        _ => Script::Other,
    }
}

/// Points for one character.
fn commonness(character: char, script: Script) -> u8 {
    match script {
        Script::Ideograph | Script::Kana | Script::Hangul => 90,
        Script::Cyrillic | Script::Greek | Script::Hebrew | Script::Arabic => 80,
        Script::Latin => 75,
        // Octets of other charsets, read as Shift_JIS, become half-width katakana.
        Script::HalfKana => 20,
        Script::Other => match u32::from(character) {
            // Full-width forms and punctuation of East Asia, quotes and dashes.
            0x3000..=0x303F | 0xFF01..=0xFF60 | 0x2010..=0x2027 | 0x20AC => 70,
            // Controls, private use, U+FFFD, characters beyond the basic plane.
            0x80..=0x9F | 0xE000..=0xF8FF | 0xFFFD | 0x1_0000.. => 0,
            // The signs of Latin-1 are rare within words.
            0xA0..=0xBF => 30,
            _ => 25,
        },
    }
}

/// The percentage of the double-byte characters that are in the everyday part of the charset's table: the rows
/// that the standard filled with frequent characters first. `None` for other charsets.
fn everyday_share(octets: &[u8], charset: Charset) -> Option<u8> {
    let everyday: fn(u8, u8) -> bool = match charset.name() {
        // GB 2312 level 1 is in the rows B0 to D7; its signs are A1 to A3.
        "gb18030" => |lead, trail| trail >= 0xA1 && matches!(lead, 0xA1..=0xA3 | 0xB0..=0xD7),
        // Big5 level 1 is A4 to C6.
        "Big5" => |lead, _| matches!(lead, 0xA1..=0xC6),
        // KS X 1001 hangul is B0 to C8.
        "EUC-KR" => |lead, trail| trail >= 0xA1 && matches!(lead, 0xA1..=0xA3 | 0xB0..=0xC8),
        // JIS X 0208: signs, kana (A4, A5) and level 1 (B0 to CF).
        "EUC-JP" => |lead, _| matches!(lead, 0xA1 | 0xA3..=0xA5 | 0xB0..=0xCF),
        // The same rows, two to a lead octet.
        "Shift_JIS" => |lead, _| matches!(lead, 0x81..=0x83 | 0x88..=0x97),
        _ => return None,
    };
    let mut pairs = 0u32;
    let mut common = 0u32;
    let mut at = 0;
    while at + 1 < octets.len() {
        let (lead, trail) = (octets[at], octets[at + 1]);
        let single_kana = charset.name() == "Shift_JIS" && matches!(lead, 0xA0..=0xDF);
        if lead < 0x81 || single_kana {
            at += 1;
            continue;
        }
        pairs += 1;
        common += u32::from(everyday(lead, trail));
        at += 2;
    }
    // At least 20, so that the score of a rare but well-formed text is not 0.
    (100 * common).checked_div(pairs).map(|share| share.max(20) as u8)
}

/// Whether upper-case letters mostly follow lower-case ones within words, as in Cyrillic text that is decoded from
/// the wrong Cyrillic charset.
fn swapped_case(text: &str) -> bool {
    let (mut wrong, mut right) = (0, 0);
    for word in text.split(|c: char| !c.is_alphabetic()) {
        let mut letters = word.chars().filter(|c| !c.is_ascii());
        let Some(first) = letters.next() else { continue };
        for next in letters {
            if first.is_lowercase() && next.is_uppercase() {
                wrong += 1;
            } else {
                right += 1;
            }
        }
    }
    wrong > right
}
