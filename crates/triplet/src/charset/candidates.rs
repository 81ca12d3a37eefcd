//! Ranking of the charsets in which octets may be written.
//!
//! No test can determine a charset with certainty. The functions of this module find which charsets are possible, and in which of them
//! the text looks most like text that people write. [`readings`](crate::readings) says how that is measured.

use alloc::{string::String, vec::Vec};

use super::{Charset, DecodeText, Kind, decode, decode_octets};
use crate::readings::{Evidence, Judgement, Languages, Reason, TRIED, is_plain, judge, rank};

/// A charset in which octets may be written, and their text in it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Candidate {
    /// The charset.
    pub charset: Charset,
    /// The text in this charset, with U+FFFD in place of malformed sequences.
    pub text: String,
    /// The number of malformed sequences.
    pub malformed: usize,
    /// How strong the evidence is.
    pub evidence: Evidence,
    /// Why this candidate has its place. `Display` writes it in words.
    pub reason: Reason,
    /// From 0 to 100: a hundred less the bits that this text costs more than that of the first candidate. Each point less makes it half as
    /// likely; candidates with the same score are as likely. 0 if it is malformed, or if the evidence for another one is
    /// [`Strong`](Evidence::Strong).
    pub score: u8,
}

/// The candidates for text whose triplets are octets of an unknown charset, the likeliest first. Malformed triplets
/// are kept.
///
/// Raw characters outside ASCII are kept, as by [`decode`](super::decode()). They are evidence too: a candidate
/// scores better if the decoded characters next to them are of the same script.
///
/// For 94 of a hundred phrases of four characters in a legacy charset the first candidate is right, and for 98 of ten characters:
/// the table by charset is in `docs/charsets.md`. [`candidates_for`] does better if you know the reader's languages. Do not rely on it
/// where you can know the charset.
///
/// Text whose `%` are percent signs and not triplets ([`is_plain`]) has one candidate: itself, with the reason
/// [`Plain`](Reason::Plain). Octets that are UTF-8 with surrogates are not in a legacy charset: if they are pairs, CESU-8 is first, with
/// the reason [`Cesu8`](Reason::Cesu8), otherwise UTF-8 with the reason [`Surrogates`](Reason::Surrogates), although it can't decode them.
///
/// Decodes the input once for each of at most twenty-one charsets, each in linear time.
///
/// ```
/// use triplet::charset::{Evidence, candidates};
///
/// let found = candidates("%C4%E3%BA%C3%CA%C0%BD%E7");
/// assert_eq!((found[0].charset.name(), &*found[0].text), ("gb18030", "你好世界"));
///
/// let found = candidates("%BE%C8%B3%E7%C7%CF%BC%BC%BF%E4");
/// assert_eq!((found[0].charset.name(), &*found[0].text), ("EUC-KR", "안녕하세요"));
/// assert_eq!(found[0].reason.to_string(), "frequent Korean syllables");
///
/// let found = candidates("%E4%BD%A0");
/// assert_eq!((&*found[0].text, found[0].evidence), ("你", Evidence::Strong));
///
/// assert_eq!(candidates("你好%CA%C0%BD%E7")[0].text, "你好世界");
///
/// assert_eq!(candidates("100%abgesichert")[0].text, "100%abgesichert");
/// ```
#[must_use]
pub fn candidates(text: &str) -> Vec<Candidate> {
    candidates_for(text, Languages::default())
}

/// [`candidates`] for a reader of these languages: of two candidates that are about as likely, the one in a language of the reader is
/// first. No candidate is excluded.
///
/// ```
/// use triplet::charset::{Languages, candidates, candidates_for};
///
/// // Two octets: a Chinese character, or two of several alphabets.
/// let reader = Languages::of(["ru"]);
/// assert_eq!(candidates_for("%E4%E0", reader)[0].text, "да");
/// ```
#[must_use]
pub fn candidates_for(text: &str, languages: Languages) -> Vec<Candidate> {
    if is_plain(text) {
        return plain(text);
    }
    ranked(|charset| decode(text, charset), languages)
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
    candidates_octets_for(input, Languages::default())
}

/// [`candidates_octets`] for a reader of these languages, as [`candidates_for`].
///
/// ```
/// use triplet::charset::{Languages, candidates_octets_for};
///
/// let found = candidates_octets_for(b"\xE4\xE0", Languages::of(["ru"]));
/// assert_eq!(found[0].text, "да");
/// ```
#[must_use]
pub fn candidates_octets_for<I: AsRef<[u8]> + ?Sized>(
    input: &I,
    languages: Languages,
) -> Vec<Candidate> {
    match str::from_utf8(input.as_ref()) {
        Ok(text) if text.is_ascii() && is_plain(text) => plain(text),
        _ => ranked(|charset| decode_octets(input, charset), languages),
    }
}

/// Text that is not encoded is its own reading.
fn plain(text: &str) -> Vec<Candidate> {
    alloc::vec![candidate(Charset::UTF_8, String::from(text), 0, &Judgement::PLAIN)]
}

fn ranked<'a>(view: impl Fn(Charset) -> DecodeText<'a>, languages: Languages) -> Vec<Candidate> {
    // Only the octets in the unknown charset, with a space in place of kept text.
    let mut octets = Vec::new();
    for part in view(Charset::UTF_8).lenient().encoded_octets() {
        octets.extend_from_slice(&part);
        octets.push(b' ');
    }
    let escapes = octets.contains(&0x1B);
    let read = |charset| view(charset).lenient().lossy();
    if octets.is_ascii() && !escapes {
        let text = read(Charset::UTF_8).0;
        return alloc::vec![candidate(Charset::UTF_8, text, 0, &Judgement::ASCII)];
    }
    let mut found = Vec::new();
    for name in TRIED {
        let Some(charset) = Charset::for_label(name) else { continue };
        if name == "ISO-2022-JP" && !escapes {
            continue;
        }
        let (mut charset, mut found_text) = (charset, read(charset));
        // KOI8-U is KOI8-R with letters of Ukrainian in place of some box drawings.
        if name == "KOI8-R"
            && has_boxes(&found_text.0)
            && let Some(ukrainian) = Charset::for_label("KOI8-U")
        {
            let other = read(ukrainian);
            if !has_boxes(&other.0) {
                (charset, found_text) = (ukrainian, other);
            }
        }
        let (text, malformed) = found_text;
        let judgement = judge(name, &octets, &text, malformed, languages);
        found.push((charset, text, malformed, judgement));
    }
    if found.first().is_some_and(|(_, _, malformed, _)| *malformed > 0) {
        for java in [false, true] {
            let charset = Charset(Kind::Cesu8 { java });
            let (text, malformed) = read(charset);
            if malformed == 0 {
                let judgement = judge(charset.name(), &octets, &text, malformed, languages);
                found.push((charset, text, malformed, judgement));
                break;
            }
        }
    }
    rank(&mut found, |(.., judgement)| judgement);
    let rows = found.into_iter();
    rows.map(|(charset, text, malformed, judgement)| {
        candidate(charset, text, malformed, &judgement)
    })
    .collect()
}

fn has_boxes(text: &str) -> bool {
    text.contains(|c| ('\u{2500}'..='\u{25A0}').contains(&c))
}

fn candidate(charset: Charset, text: String, malformed: usize, judgement: &Judgement) -> Candidate {
    let Judgement { evidence, reason, score, .. } = *judgement;
    Candidate { charset, text, malformed, evidence, reason, score }
}
