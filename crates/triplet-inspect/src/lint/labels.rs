//! The labels of a host as a person sees them: Punycode (RFC 3492), scripts and confusable letters (UTS #39).
#![forbid(unsafe_code)]

use core::ops::Range;

use super::codepoints::in_ranges;
use super::context::{Context, Severity};
use super::report::Report;
use super::rule::Rule;
use super::tables::{COMMON, LIKE_LETTERS, SCRIPTS};

/// The longest label (RFC 1034 section 3.1).
const LONGEST: usize = 63;

/// The characters of a label.
pub(super) struct Label {
    characters: [char; LONGEST],
    length: usize,
}

impl Label {
    /// The label of an A-label's text after `xn--`, or `None` if it is not Punycode.
    pub(super) fn decode(text: &[u8]) -> Option<Label> {
        let mut label = Label { characters: ['\0'; LONGEST], length: 0 };
        let (plain, digits) = match text.iter().rposition(|&b| b == b'-') {
            Some(hyphen) => (&text[..hyphen], &text[hyphen + 1..]),
            None => (&[][..], text),
        };
        for &byte in plain {
            label.insert(label.length, char::from(byte).to_ascii_lowercase())?;
        }
        let (mut code, mut place, mut bias, mut first) = (0x80u32, 0u32, 72u32, true);
        let mut digits = digits.iter();
        while !digits.as_slice().is_empty() {
            let before = place;
            let (mut weight, mut k) = (1u32, 36u32);
            loop {
                let digit = match *digits.next()? {
                    byte @ b'a'..=b'z' => byte - b'a',
                    byte @ b'A'..=b'Z' => byte - b'A',
                    byte @ b'0'..=b'9' => byte - b'0' + 26,
                    _ => return None,
                };
                place = place.checked_add(u32::from(digit).checked_mul(weight)?)?;
                let threshold = k.saturating_sub(bias).clamp(1, 26);
                if u32::from(digit) < threshold {
                    break;
                }
                weight = weight.checked_mul(36 - threshold)?;
                k += 36;
            }
            let count = label.length as u32 + 1;
            let mut delta = (place - before) / if first { 700 } else { 2 };
            delta += delta / count;
            let mut rounds = 0;
            while delta > 455 {
                delta /= 35;
                rounds += 36;
            }
            (bias, first) = (rounds + 36 * delta / (delta + 38), false);
            code = code.checked_add(place / count)?;
            place %= count;
            label.insert(place as usize, char::from_u32(code)?)?;
            place += 1;
        }
        Some(label)
    }

    /// The label of a text in UTF-8.
    fn of(text: &str) -> Option<Label> {
        let mut label = Label { characters: ['\0'; LONGEST], length: 0 };
        for character in text.chars() {
            label.insert(label.length, character)?;
        }
        Some(label)
    }

    fn insert(&mut self, place: usize, character: char) -> Option<()> {
        if self.length == LONGEST || place > self.length {
            return None;
        }
        self.characters.copy_within(place..self.length, place + 1);
        self.characters[place] = character;
        self.length += 1;
        Some(())
    }

    pub(super) fn characters(&self) -> &[char] {
        &self.characters[..self.length]
    }

    /// Whether no language writes all of its scripts together (UTS #39 section 5.2, moderately restrictive).
    fn is_mixed(&self) -> bool {
        let scripts = self.characters().iter().filter_map(|&c| script(c));
        let mut set = 0u32;
        let mut other = None;
        for script in scripts {
            match script {
                0..=7 => set |= 1 << script,
                _ if other.is_some_and(|other| other != script) => return true,
                _ => other = Some(script),
            }
        }
        const LATIN: u32 = 1;
        const EAST: [u32; 3] = [
            LATIN | 1 << 3 | 1 << 4 | 1 << 5, // Japanese
            LATIN | 1 << 3 | 1 << 6,          // Korean
            LATIN | 1 << 3 | 1 << 7,          // Chinese with Bopomofo
        ];
        match other {
            // Latin may stand beside any script except Greek and Cyrillic: their letters look like Latin ones.
            Some(_) => set & !LATIN != 0,
            None => set.count_ones() > 1 && !EAST.iter().any(|east| set & !east == 0),
        }
    }

    /// Whether all of its letters look like ASCII, and some are not.
    fn is_confusable(&self) -> bool {
        let characters = self.characters();
        characters.iter().any(|c| !c.is_ascii())
            && characters.iter().all(|&c| c.is_ascii() || in_ranges(LIKE_LETTERS, c))
    }
}

/// Whether a character that looks like a letter of ASCII is in no word: the letters of phonetic notation, and digits of other scripts.
fn is_of_no_name(character: char) -> bool {
    let phonetic = matches!(
        character,
        '\u{251}' | '\u{261}' | '\u{26A}' | '\u{280}' | '\u{28F}' | '\u{29F}' | '\u{1D00}'
            ..='\u{1D2B}'
    );
    phonetic || !character.is_ascii() && character.is_numeric()
}

/// The number of a letter's script in the table; `None` for characters of no single script.
fn script(character: char) -> Option<u8> {
    if character.is_ascii() {
        return character.is_ascii_alphabetic().then_some(0);
    }
    let code = u32::from(character);
    let next = SCRIPTS.partition_point(|&(first, _)| first <= code);
    if !character.is_alphabetic() || in_ranges(COMMON, character) {
        return None;
    }
    SCRIPTS.get(next.checked_sub(1)?).map(|&(_, script)| script)
}

/// Checks the characters of a label, which is decoded from triplets. `foreign` says that the name ends with a label
/// outside ASCII.
pub(super) fn check(
    octets: &[u8],
    span: Range<usize>,
    layer: u8,
    foreign: bool,
    report: &mut Report,
) {
    let ace = is_ace(octets);
    if octets.is_ascii() && !ace {
        return;
    }
    let label = match ace {
        true => Label::decode(&octets[4..]),
        false => str::from_utf8(octets).ok().and_then(Label::of),
    };
    let Some(label) = label else { return };
    let context = Context::Host;
    if label.is_mixed() {
        report.find(Rule::MixedScript, context, span.clone(), layer);
    }
    if label.is_confusable() && !foreign {
        // Turkish and Vietnamese have such a letter among letters of ASCII. An imitation has no letter of ASCII.
        let is_whole =
            label.length > 2 && !label.characters().iter().any(char::is_ascii_alphabetic);
        let is_strange = label.characters().iter().any(|&c| is_of_no_name(c));
        let severity = if is_whole || is_strange { Severity::Warn } else { Severity::Info };
        report.find_as(Rule::ConfusableLabel, severity, span.clone(), layer);
    }
    let deviates = |c: &char| matches!(c, 'ß' | 'ς' | '\u{200C}' | '\u{200D}');
    if label.characters().iter().any(deviates) {
        report.find(Rule::IdnaDeviation, context, span, layer);
    }
}

/// Whether a label begins with `xn--`.
pub(super) fn is_ace(label: &[u8]) -> bool {
    label.get(..4).is_some_and(|prefix| prefix.eq_ignore_ascii_case(b"xn--"))
}

/// Whether a label that begins with `xn--` is an A-label: Punycode of at least one character outside ASCII. True for
/// labels without this prefix.
pub(super) fn is_ace_valid(label: &[u8]) -> bool {
    if !is_ace(label) {
        return true;
    }
    let encoded = &label[4..];
    let plain = encoded.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'-');
    if encoded.is_empty() || !plain || encoded.ends_with(b"-") {
        return false;
    }
    let decodes =
        Label::decode(encoded).is_some_and(|l| l.characters().iter().any(|c| !c.is_ascii()));
    #[cfg(feature = "idna")]
    {
        decodes && str::from_utf8(label).is_ok_and(|label| idna::domain_to_unicode(label).1.is_ok())
    }
    #[cfg(not(feature = "idna"))]
    {
        decodes
    }
}
