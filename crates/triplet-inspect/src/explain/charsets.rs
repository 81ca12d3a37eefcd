//! In which charset the octets of a text are.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use triplet::charset::{self, Candidate, Charset, Languages};
use triplet::decode;
use triplet::readings::{Evidence, Reason, TRIED};
#[cfg(feature = "all-notations")]
use triplet::readings::{judge, rank};

use super::find::find;
#[cfg(feature = "all-notations")]
use super::language::languages_of;
use super::latin::{has_latin_word, is_kana};
use super::nearly::nearly_utf8;
#[cfg(feature = "all-notations")]
use super::nearly::{ends_in_part, overlong};
use super::node::{CharsetRead, Kind, Why};
use super::notations::percent_u::unescaped;
use super::recognized::{Part, Reading};

/// How much of a text the charsets are ranked by. Longer text says nothing more.
const RANKED: usize = 1024;

/// How many bits the charset of the other parts is worth against UTF-8, where both read a part: fewer than `é` is more usual than the
/// ideograph of its octets, and more than `ģ` is.
const NEIGHBOURS: u8 = 11;

/// How many bits less a reading has that is offered beside UTF-8 of usual letters.
const CLOSE: u8 = 5;

/// How many bits more another reading costs than one in a charset that is hardly met.
#[cfg(feature = "all-notations")]
const FAR: u8 = 20;

/// Names of pairs whose value names the charset of the others.
const NAMING: [&str; 6] = ["ie", "charset", "encoding", "enc", "_charset_", "inputEncoding"];

/// A text that was read.
pub(super) struct Text<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) charset: Option<CharsetRead>,
    /// If they are not text in any charset.
    pub(super) octets: Option<Vec<u8>>,
}

/// What is known about the charset of all parts of a text.
#[derive(Default)]
pub(super) struct Scope {
    /// By a part that names it: the name of the pair.
    named: Option<(String, Charset)>,
    /// The languages of the reader, and those that the host and the other parts are in.
    languages: Option<Languages>,
    /// The candidates for all parts together that are not UTF-8, the likeliest first; their texts mean nothing.
    together: Vec<Candidate>,
}

/// A charset beside UTF-8 in which a part can be read.
struct Rival {
    charset: Charset,
    text: String,
    is_likelier: bool,
}

pub(super) struct Charsets {
    languages: Languages,
}

impl Charsets {
    pub(super) fn new(languages: Languages) -> Charsets {
        Charsets { languages }
    }

    /// What the parts of a text say about their charset.
    pub(super) fn scope(&self, text: &str, parts: &[Part]) -> Scope {
        let mut scope = Scope::default();
        let mut sample = String::new();
        gather(text, parts, &mut scope, &mut sample);
        #[cfg(feature = "all-notations")]
        if text.contains('%') {
            scope.languages = Some(languages_of(text, parts, self.languages));
        }
        if !sample.is_empty() {
            scope.together = charset::candidates_for(&sample, self.languages(&scope));
        }
        scope
    }

    fn languages(&self, scope: &Scope) -> Languages {
        scope.languages.unwrap_or(self.languages)
    }

    /// Reads a text with triplets.
    pub(super) fn read<'t>(&self, written: &'t str, plus: bool, scope: &Scope) -> Text<'t> {
        let view = || if plus { decode(written).plus_as_space() } else { decode(written) };
        let plain = |text| Text { text, charset: None, octets: None };
        if !written.contains('%') {
            return plain(view().lenient().to_str_keep_invalid());
        }
        if find(written, "%u").is_some() {
            let spaced = if plus { written.replace('+', " ") } else { String::from(written) };
            if let Some(text) = unescaped(&spaced) {
                return plain(Cow::Owned(text));
            }
        }
        let octets = view().lenient().to_bytes();
        let utf8 = str::from_utf8(&octets).ok().filter(|_| !has_escapes(&octets));
        if let Some(text) = utf8 {
            let encoded = decode(written).lenient().to_bytes();
            if non_ascii(&encoded) == non_ascii(written.as_bytes()) {
                return plain(Cow::Owned(text.into()));
            }
            let is_sure = text.chars().any(|c| c.len_utf8() > 2 && !written.contains(c))
                || scope.named.is_none() && has_latin_word(text);
            // Two octets each may be of another charset, as the other parts are.
            let rival = if is_sure { None } else { self.rival(written, plus, scope) };
            if is_sure || rival.as_ref().is_none_or(|rival| !rival.is_likelier) {
                let evidence = match is_sure {
                    true => Evidence::Strong,
                    false if rarity(text) == Rarity::Usual => Evidence::Plausible,
                    false => Evidence::Possible,
                };
                let charset = CharsetRead {
                    charset: Charset::UTF_8,
                    evidence,
                    why: Why::Octets(Reason::Utf8),
                    runner_up: rival.map(|rival| (rival.charset, rival.text)),
                };
                return Text {
                    text: Cow::Owned(text.into()),
                    charset: Some(charset),
                    octets: None,
                };
            }
        }
        #[cfg(feature = "all-notations")]
        if let Some((text, charset)) = utf16(&octets) {
            let why = Why::NamedBy("the byte order mark".into());
            let evidence = Evidence::Strong;
            let charset = CharsetRead { charset, evidence, why, runner_up: None };
            return Text { text: Cow::Owned(text), charset: Some(charset), octets: None };
        }
        let is_malformed = utf8.is_none() && !has_escapes(&octets);
        if is_malformed && let Some(text) = self.nearly(written, plus, scope) {
            return text;
        }
        #[cfg(feature = "all-notations")]
        if is_malformed && let Some(text) = overlong(&octets) {
            let charset = CharsetRead {
                charset: Charset::UTF_8,
                evidence: Evidence::Possible,
                why: Why::Octets(Reason::Malformed),
                runner_up: self.legacy(written, plus, scope).and_then(as_runner_up),
            };
            return Text { text: Cow::Owned(text), charset: Some(charset), octets: None };
        }
        let legacy = self.legacy(written, plus, scope);
        #[cfg(feature = "all-notations")]
        if is_malformed && ends_in_part(&octets) && is_rare(legacy.as_ref()) {
            let charset = CharsetRead {
                charset: Charset::UTF_8,
                evidence: Evidence::Possible,
                why: Why::Octets(Reason::CutUtf8),
                runner_up: legacy.and_then(as_runner_up),
            };
            return Text {
                text: view().lenient().to_str_keep_invalid(),
                charset: Some(charset),
                octets: Some(octets.into_owned()),
            };
        }
        legacy.unwrap_or_else(|| Text {
            text: view().lenient().to_str_keep_invalid(),
            charset: None,
            octets: Some(octets.into_owned()),
        })
    }

    /// Reads a text in UTF-8 whose last character is cut, or which has one wrong octet. Octets that are not text stay triplets.
    fn nearly<'t>(&self, written: &'t str, plus: bool, scope: &Scope) -> Option<Text<'t>> {
        let (reason, evidence) = nearly_utf8(written)?;
        if scope.named.as_ref().is_some_and(|(_, charset)| *charset != Charset::UTF_8) {
            return None;
        }
        let view = if plus { decode(written).plus_as_space() } else { decode(written) };
        let runner_up = match evidence {
            Evidence::Strong => None,
            _ => self.legacy(written, plus, scope).and_then(as_runner_up),
        };
        Some(Text {
            text: view.lenient().to_str_keep_invalid(),
            charset: Some(CharsetRead {
                charset: Charset::UTF_8,
                evidence,
                why: Why::Octets(reason),
                runner_up,
            }),
            octets: Some(view.lenient().to_bytes().into_owned()),
        })
    }

    /// Reads octets that are not percent-encoded.
    pub(super) fn read_octets(&self, octets: Vec<u8>) -> Text<'static> {
        let written = triplet::encode(&octets, triplet::set::EncodeSet::encoding(b"%"));
        let written = written.to_cow();
        let Text { text, charset, octets } = self.read(&written, false, &Scope::default());
        Text { text: Cow::Owned(text.into_owned()), charset, octets }
    }

    /// The charset that the other parts are in, or that one of them names, if it reads this part, which is UTF-8 too.
    fn rival(&self, written: &str, plus: bool, scope: &Scope) -> Option<Rival> {
        let charset = match &scope.named {
            Some((_, charset)) => *charset,
            None => match scope.together.first() {
                Some(first) => first.charset,
                None => return self.own_rival(written, plus, scope),
            },
        };
        let text = text_in(written, plus, charset)?;
        let is_likelier = scope.named.is_some() || {
            let own = charset::candidates_for(sample(written), self.languages(scope));
            own.iter().any(|each| each.charset == charset && each.score >= 100 - NEIGHBOURS)
        };
        Some(Rival { charset, text, is_likelier })
    }

    /// The likeliest other charset for a part alone whose UTF-8 is a few characters of two octets. Two characters of GBK are so, and are rare
    /// letters of several scripts then.
    fn own_rival(&self, written: &str, plus: bool, scope: &Scope) -> Option<Rival> {
        let own = charset::candidates_for(sample(written), self.languages(scope));
        let utf8 = own.iter().find(|each| each.charset == Charset::UTF_8)?;
        let other = own.iter().find(|each| each.charset != Charset::UTF_8)?;
        let least = match rarity(&utf8.text) {
            Rarity::Unassigned => 0,
            Rarity::Rare => 100 - NEIGHBOURS,
            Rarity::Usual if utf8.evidence == Evidence::Possible => 100 - NEIGHBOURS,
            Rarity::Usual => 100 - CLOSE,
        };
        if other.score < least {
            return None;
        }
        let text = text_in(written, plus, other.charset)?;
        Some(Rival {
            charset: other.charset,
            text,
            is_likelier: least == 0 || other.score > utf8.score,
        })
    }

    /// Reads a text whose triplets are not UTF-8; `None` if no charset reads all of them.
    fn legacy(&self, written: &str, plus: bool, scope: &Scope) -> Option<Text<'static>> {
        let read = |charset| text_in(written, plus, charset);
        if let Some((name, charset)) = &scope.named
            && let Some(text) = read(*charset)
        {
            let charset = CharsetRead {
                charset: *charset,
                evidence: Evidence::Strong,
                why: Why::NamedBy(name.clone()),
                runner_up: None,
            };
            return Some(Text { text: Cow::Owned(text), charset: Some(charset), octets: None });
        }
        let mut own = if scope.together.is_empty() {
            charset::candidates_for(sample(written), self.languages(scope))
        } else {
            Vec::new()
        };
        // Well-formed, but not text.
        own.retain(|each| {
            each.charset != Charset::UTF_8 || rarity(&each.text) != Rarity::Unassigned
        });
        // Surrogates in UTF-8 are not text of any charset.
        let first = scope.together.first().or(own.first())?;
        if first.reason == Reason::Surrogates {
            return None;
        }
        // Text has no control characters either: these are the octets of a number, of a picture.
        if first.reason == Reason::Controls {
            return None;
        }
        let all = scope.together.iter().chain(&own);
        let readable: Vec<_> =
            all.filter_map(|found| Some((found, read(found.charset)?))).collect();
        let (_, text) = readable.first()?;
        // Of the charsets in which the text is the same, the one that is used most is named.
        let same = readable.iter().filter(|(_, other)| other == text);
        let has_kana = text.contains(is_kana);
        let usual = |(found, _): &&(&Candidate, String)| {
            let name = found.charset.name();
            // What is a text of Europe is not called Chinese for its sign of the euro, nor is one in kana.
            let is_other = if has_kana { name != "EUC-JP" } else { name != "windows-1252" };
            (is_other, TRIED.iter().position(|tried| *tried == name))
        };
        let (best, text) = same.min_by_key(usual)?;
        let runner_up = match best.evidence {
            Evidence::Strong => None,
            _ => readable.iter().find(|(_, other)| other != text),
        };
        let runner_up = runner_up.map(|(other, text)| (other.charset, text.clone()));
        #[cfg(feature = "all-notations")]
        if (best.evidence == Evidence::Possible || best.charset.name() == "windows-1251")
            && let Some((other, charset)) = cyrillic(written, plus, (best.charset, text))
        {
            let runner_up = Some((best.charset, text.clone()));
            let charset = CharsetRead { runner_up, ..charset };
            return Some(Text { text: Cow::Owned(other), charset: Some(charset), octets: None });
        }
        let charset = CharsetRead {
            charset: best.charset,
            evidence: best.evidence,
            why: Why::Octets(best.reason),
            runner_up,
        };
        Some(Text { text: Cow::Owned(text.clone()), charset: Some(charset), octets: None })
    }
}

/// How usual the characters of two octets are in a text: two octets of GBK or EUC-JP may be such a character too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rarity {
    Usual,
    /// Letters that few languages have, or a mark at the start that has no letter to stand on.
    Rare,
    /// Code points that stand for no character, or characters that are never side by side.
    Unassigned,
}

fn rarity(text: &str) -> Rarity {
    // Those that Unicode 16 has below U+0800.
    let is_unassigned = |c| {
        matches!(c, '\u{378}' | '\u{379}' | '\u{380}'..='\u{383}' | '\u{38B}' | '\u{38D}' | '\u{3A2}' | '\u{530}'
            | '\u{557}' | '\u{558}' | '\u{58B}' | '\u{58C}' | '\u{590}' | '\u{5C8}'..='\u{5CF}'
            | '\u{5EB}'..='\u{5EE}' | '\u{5F5}'..='\u{5FF}' | '\u{70E}' | '\u{74B}' | '\u{74C}'
            | '\u{7B2}'..='\u{7BF}' | '\u{7FB}' | '\u{7FC}')
    };
    // Letters of Africa and of phonetics, old Greek and Cyrillic, Armenian. Vietnamese has Ơ and Ư, Pinyin Ǎ to ǜ, Romanian Ș and Ț.
    let is_rare = |c| {
        matches!(c, '\u{180}'..='\u{19F}' | '\u{1A2}'..='\u{1AE}' | '\u{1B1}'..='\u{1CC}' | '\u{1DD}'..='\u{217}'
            | '\u{21C}'..='\u{258}' | '\u{25A}'..='\u{385}' | '\u{460}'..='\u{489}' | '\u{530}'..='\u{58F}')
    };
    let is_mark = |c| {
        matches!(c, '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5BD}' | '\u{610}'..='\u{61A}'
            | '\u{64B}'..='\u{65F}')
    };
    // Cyrillic beside letters of phonetics and spacing marks; an apostrophe of Ukrainian is not one of them.
    let is_cyrillic = |c| matches!(c, '\u{400}'..='\u{45F}');
    let is_phonetic = |c| matches!(c, '\u{25A}'..='\u{2B8}' | '\u{2BD}'..='\u{2FF}');
    let is_mixed = text
        .chars()
        .zip(text.chars().skip(1))
        .any(|(a, b)| is_cyrillic(a) && is_phonetic(b) || is_phonetic(a) && is_cyrillic(b));
    if is_mixed || text.contains(is_unassigned) {
        Rarity::Unassigned
    } else if text.contains(is_rare) || text.starts_with(is_mark) {
        Rarity::Rare
    } else {
        Rarity::Usual
    }
}

/// Whether the best reading in another charset is of East Asia, and has characters that people hardly write.
#[cfg(feature = "all-notations")]
fn is_rare(legacy: Option<&Text<'_>>) -> bool {
    let charset = legacy.and_then(|text| text.charset.as_ref());
    charset.is_none_or(|read| {
        let names = ["gb18030", "Big5", "EUC-KR", "Shift_JIS", "EUC-JP"];
        read.evidence == Evidence::Possible && names.contains(&read.charset.name())
    })
}

/// The text in a charset of Cyrillic that is met seldom. It is tried where the best of the others has rare characters, or is Cyrillic too,
/// and taken where that is far less likely.
#[cfg(feature = "all-notations")]
fn cyrillic(written: &str, plus: bool, best: (Charset, &str)) -> Option<(String, CharsetRead)> {
    let octets = decode(sample(written)).lenient().to_bytes();
    let judged = |name: &str, text: &str| judge(name, &octets, text, 0, Languages::default());
    ["IBM866", "ISO-8859-5"].into_iter().find_map(|name| {
        let charset = Charset::for_label(name)?;
        let text = text_in(written, plus, charset)?;
        let mut foreign = text.chars().filter(|c| !c.is_ascii());
        let is_letter = |c| matches!(c, '\u{410}'..='\u{44F}' | 'Ё' | 'ё');
        if foreign.clone().count() < 4 || !foreign.all(is_letter) {
            return None;
        }
        // The letters are those of windows-1251, by whose model they are judged.
        let own = judged("windows-1251", &text);
        let mut both = [(true, own), (false, judged(best.0.name(), best.1))];
        rank(&mut both, |(_, judgement)| judgement);
        let [(is_first, _), (_, other)] = both;
        (is_first && own.evidence == Evidence::Plausible && other.score < 100 - FAR).then(|| {
            let (evidence, why) = (own.evidence, Why::Octets(own.reason));
            (text, CharsetRead { charset, evidence, why, runner_up: None })
        })
    })
}

/// A reading as the second one beside another.
fn as_runner_up(text: Text<'_>) -> Option<(Charset, String)> {
    Some((text.charset?.charset, text.text.into_owned()))
}

/// The text of triplets in a charset; `None` if it does not read them.
fn text_in(written: &str, plus: bool, charset: Charset) -> Option<String> {
    let view = charset::decode(written, charset).lenient();
    let view = if plus { view.plus_as_space() } else { view };
    view.to_str().ok().map(Cow::into_owned)
}

/// Collects the parts that are not UTF-8, as far as they are needed, and the charset that one of them names.
fn gather(text: &str, parts: &[Part], scope: &mut Scope, out: &mut String) {
    for part in parts {
        let written = &text[part.span.clone()];
        match &part.reading {
            Reading::Pair(parts) => {
                if scope.named.is_none()
                    && let [name, value] = &parts[..]
                    && name.kind == Kind::Name
                    && NAMING.iter().any(|each| *each == &written[name.span.clone()])
                    && let Some(charset) = Charset::for_label(&written[value.span.clone()])
                {
                    scope.named = Some((written[name.span.clone()].into(), charset));
                }
                gather(written, parts, scope, out);
            }
            Reading::Decode | Reading::DecodePlus => {
                if out.len() >= RANKED || !written.contains('%') {
                    continue;
                }
                let octets = decode(written).lenient().to_bytes();
                let is_near = || nearly_utf8(written).is_some();
                if (str::from_utf8(&octets).is_err() && !is_near()) || has_escapes(&octets) {
                    out.push_str(sample(written));
                    out.push(' ');
                }
            }
            _ => {}
        }
    }
}

/// The start of a long text, up to a raw ASCII character, so that no character is cut.
fn sample(text: &str) -> &str {
    if text.len() <= RANKED {
        return text;
    }
    let bytes = text.as_bytes();
    let ends = |at: &usize| {
        bytes[*at].is_ascii() && bytes[*at] != b'%' && !bytes[at - 2..*at].contains(&b'%')
    };
    // Without one the text is ranked by up to sixteen times as much.
    let end =
        (2..=RANKED).rev().find(ends).or_else(|| (RANKED..text.len().min(16 * RANKED)).find(ends));
    match end {
        Some(end) => &text[..end],
        None => {
            let most = text.len().min(16 * RANKED);
            let is_boundary = |at: &usize| text.is_char_boundary(*at);
            &text[..(0..=most).rev().find(is_boundary).unwrap_or(0)]
        }
    }
}

/// UTF-16 with a byte order mark, some of whose octets are NUL. Without them it may be any text of two octets.
#[cfg(feature = "all-notations")]
fn utf16(octets: &[u8]) -> Option<(String, Charset)> {
    let (unit, label): (fn([u8; 2]) -> u16, _) = match octets {
        [0xFE, 0xFF, ..] => (u16::from_be_bytes, "UTF-16BE"),
        [0xFF, 0xFE, ..] => (u16::from_le_bytes, "UTF-16LE"),
        _ => return None,
    };
    let (pairs, []) = octets[2..].as_chunks::<2>() else { return None };
    if !pairs.iter().any(|pair| pair.contains(&0)) {
        return None;
    }
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    Some((String::from_utf16(&units).ok()?, Charset::for_label(label)?))
}

fn non_ascii(octets: &[u8]) -> usize {
    octets.iter().filter(|octet| !octet.is_ascii()).count()
}

/// Whether there is the escape sequence that begins Japanese in ISO-2022-JP.
fn has_escapes(octets: &[u8]) -> bool {
    octets.windows(2).any(|pair| pair == b"\x1B$")
}
