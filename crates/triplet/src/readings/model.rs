//! The cost of a text in a model, in tenths of a bit.

use super::alphabet::Alphabet;
use super::language::{Languages, Writing};
use super::tables::{ALPHABETS, FREQUENT, FREQUENT_COSTS};

/// What a charset is used for: its writing, and how rare that use is, in tenths of a bit. The numbers were fitted to phrases that are
/// neither those that the tables are made of nor those that `cargo xtask charsets` measures.
const USES: [(&str, Writing, u8); 18] = [
    ("gb18030", Writing::Simplified, 15),
    ("gb18030", Writing::Traditional, 75),
    ("Big5", Writing::Traditional, 35),
    ("EUC-KR", Writing::Korean, 30),
    ("Shift_JIS", Writing::Japanese, 10),
    ("EUC-JP", Writing::Japanese, 30),
    ("windows-1251", Writing::Cyrillic, 18),
    ("KOI8-R", Writing::Cyrillic, 40),
    ("windows-1252", Writing::Western, 15),
    ("ISO-8859-2", Writing::Central, 0),
    ("windows-1250", Writing::Central, 14),
    ("windows-1253", Writing::Greek, 28),
    ("ISO-8859-7", Writing::Greek, 45),
    ("windows-1254", Writing::Turkish, 7),
    ("windows-1255", Writing::Hebrew, 12),
    ("windows-1256", Writing::Arabic, 10),
    ("windows-874", Writing::Thai, 20),
    ("windows-1258", Writing::Vietnamese, 37),
];

/// The number of characters outside ASCII after which a text is known well enough.
const ENOUGH: u32 = 2048;

/// The cost of a text in the cheapest writing of a charset, the mean cost of its characters outside ASCII, and the writing. Writings
/// of the reader cost `advance` less. UTF-8 and ISO-2022-JP are tried in all writings that they can be in.
pub(super) fn cheapest(
    charset: &str,
    text: &str,
    languages: Languages,
    advance: i64,
) -> (i64, i64, Writing) {
    let mut best: Option<(i64, i64, Writing)> = None;
    let mut try_one = |writing: Writing, rarity: i64| {
        let cost = cost(writing, text);
        let mut whole = i64::from(cost.whole) + rarity;
        if languages.contains(writing) {
            whole -= advance;
        }
        if best.is_none_or(|(least, ..)| whole < least) {
            let mean = i64::from(cost.of_letters) / i64::from(cost.letters + 1);
            best = Some((whole, mean, writing));
        }
    };
    match charset {
        "UTF-8" => Writing::ALL.iter().for_each(|writing| try_one(*writing, 0)),
        "ISO-2022-JP" => try_one(Writing::Japanese, 0),
        _ => {
            let uses = USES.iter().filter(|(name, ..)| *name == charset);
            uses.for_each(|(_, writing, rarity)| try_one(*writing, i64::from(*rarity)));
        }
    }
    best.unwrap_or_else(|| cheapest("windows-1252", text, languages, advance))
}

/// What a text costs.
struct Cost {
    whole: u32,
    /// Without the ASCII characters that follow ASCII characters.
    of_letters: u32,
    /// The number of characters outside ASCII.
    letters: u32,
}

/// Five bits for an ASCII character after another one: the same in all models.
const ASCII: u32 = 50;

fn cost(writing: Writing, text: &str) -> Cost {
    let mut cost = Cost { whole: 0, of_letters: 0, letters: 0 };
    let mut before = Before { character: ' ', index: 0, is_foreign: false };
    let alphabet = ALPHABETS.get(writing as usize);
    for character in text.chars() {
        if character.is_ascii() && before.character.is_ascii() {
            cost.whole += ASCII;
            before.is_foreign = false;
            before.index = alphabet.map_or(0, |alphabet| alphabet.ascii_index(character));
        } else {
            let tenths = match alphabet {
                Some(alphabet) => alphabet.step(&mut before, character),
                None => east_asian(writing, before.character, character),
            };
            cost.whole += tenths;
            cost.of_letters += tenths;
            cost.letters += u32::from(!character.is_ascii());
        }
        before.character = character;
        if cost.letters == ENOUGH {
            break;
        }
    }
    cost
}

/// The character before, and its index in the model.
struct Before {
    character: char,
    index: usize,
    /// Whether it is a letter that the model lacks.
    is_foreign: bool,
}

impl Alphabet {
    /// The index of an ASCII character. A Latin letter is as a space in the alphabets that do not have it.
    fn ascii_index(&self, character: char) -> usize {
        let small = character.to_ascii_lowercase() as u8;
        self.ascii.binary_search(&small).unwrap_or(0)
    }

    /// The index of a character, unless the model lacks it.
    fn index(&self, character: char) -> Option<usize> {
        if character.is_ascii() {
            return Some(self.ascii_index(character));
        }
        let small = u16::try_from(u32::from(small(character))).ok()?;
        Some(self.ascii.len() + self.others.binary_search(&small).ok()?)
    }

    /// The cost of a letter after another letter. One of the two is outside ASCII.
    fn pair(&self, first: usize, second: usize) -> u32 {
        let (ascii, others) = (self.ascii.len(), self.others.len());
        let at = match first.checked_sub(ascii) {
            // The first character is not in the model, so it counts as a space.
            None if second < ascii => return ASCII,
            None => first * others + (second - ascii),
            Some(row) => ascii * others + row * (ascii + others) + second,
        };
        char::from(self.costs[at]).to_digit(16).unwrap_or(15) * 10
    }

    fn step(&self, before: &mut Before, character: char) -> u32 {
        let last = before.character;
        let is_ascii = character.is_ascii();
        let Some(index) = self.index(character) else {
            before.index = 0;
            before.is_foreign = character.is_alphabetic();
            return missing(character);
        };
        let mark = is_mark(character);
        let foreign = |c: char| !c.is_ascii() && (c.is_alphabetic() || is_mark(c));
        let mut tenths = if !self.is_latin && mark && !foreign(last) {
            // A mark without a letter.
            180
        } else if !self.is_latin
            && ((last.is_ascii_alphabetic() && foreign(character))
                || (character.is_ascii_alphabetic() && foreign(last)))
        {
            // A Latin letter beside a foreign one: rarer than a letter that the alphabet lacks.
            180
        } else {
            let pair = self.pair(before.index, index);
            let pair = if mark { pair.min(80) } else { pair };
            let after = match (is_ascii, self.is_latin) {
                (true, false) => 45,
                (true, true) if !character.is_ascii_alphabetic() => 30,
                _ => 0,
            };
            pair + after
        };
        if is_capital(character) && (!is_ascii || self.is_latin) {
            tenths += match last {
                last if !last.is_alphabetic() => 25,
                // A capital after a small letter.
                last if is_small(last) => 90,
                _ => 15,
            };
        } else if is_small(character) && (!is_ascii || self.is_latin) {
            tenths += if is_capital(last) { 10 } else { 3 };
        }
        if before.is_foreign && !is_ascii {
            // A word is in one script.
            tenths += 80;
        }
        before.index = index;
        before.is_foreign = false;
        tenths
    }
}

/// The cost of a character that an alphabet lacks.
fn missing(character: char) -> u32 {
    match character {
        '’' | '‘' | '“' | '”' | '„' | '–' | '—' | '…' | '«' | '»' | '\u{A0}' | '°' => {
            80
        }
        _ if character.is_alphanumeric() || is_mark(character) => 170,
        // Box drawing, as the charsets of terminals have it, stands in no text.
        '\u{80}'..='\u{9F}' | '\u{2500}'..='\u{25A0}' | '\u{E000}'..='\u{F8FF}' | '\u{FFFD}' => 220,
        _ => 130,
    }
}

/// The small letter of a capital of the alphabets; any other character as it is. The table of the standard library has the capitals of all
/// scripts, and would be a tenth of the ranking's size in a module.
fn small(character: char) -> char {
    let code = u32::from(character);
    let small = match code {
        0x1E9E => 0xDF,
        0xC0..=0xDE if code != 0xD7 => code + 0x20,
        // Small letters follow their capitals.
        0x100..=0x12F
        | 0x132..=0x137
        | 0x14A..=0x177
        | 0x218..=0x21B
        | 0x48A..=0x4BF
        | 0x1EA0..=0x1EFF => code | 1,
        0x139..=0x148 | 0x179..=0x17E => code + (code & 1),
        0x178 => 0xFF,
        // Signs that are letters: the theta symbol, ohm, ångström.
        0x3F4 => 0x3B8,
        0x2126 => 0x3C9,
        0x212B => 0xE5,
        0x1A0 | 0x1AF => code + 1,
        0x386 => 0x3AC,
        0x388..=0x38A => code + 37,
        0x38C => 0x3CC,
        0x38E | 0x38F => code + 63,
        0x391..=0x3A1 | 0x3A3..=0x3AB | 0x410..=0x42F => code + 0x20,
        0x400..=0x40F => code + 80,
        _ => code,
    };
    char::from_u32(small).unwrap_or(character)
}

/// Whether a character is a capital of the alphabets, or `İ`, whose small letter is two characters. For the charsets of one octet this is
/// what the table of the standard library says. That table has all scripts, and is a tenth of the ranking's size in a module.
fn is_capital(character: char) -> bool {
    character.is_ascii_uppercase() || character == 'İ' || small(character) != character
}

/// Whether a character is a small letter: one of the scripts with capitals that is not a capital.
fn is_small(character: char) -> bool {
    let has_case =
        matches!(character, 'ª'..='\u{24F}' | '\u{370}'..='\u{52F}' | '\u{1E00}'..='\u{1EFF}');
    character.is_ascii_lowercase()
        || has_case && character.is_alphabetic() && !is_capital(character)
}

/// The combining marks of the charsets.
pub(super) fn is_mark(character: char) -> bool {
    matches!(u32::from(character), 0x300..=0x36F | 0x591..=0x5BD | 0x5BF | 0x5C1 | 0x5C2 | 0x5C4 | 0x5C5 | 0x5C7
        | 0x610..=0x61A | 0x64B..=0x65F | 0x670 | 0xE31 | 0xE34..=0xE3A | 0xE47..=0xE4E)
}

fn is_half_kana(character: char) -> bool {
    matches!(character, '\u{FF61}'..='\u{FF9F}')
}

/// The place of a character among the frequent ones of East Asia.
fn frequent(character: char) -> Option<usize> {
    let [high, low] = u16::try_from(u32::from(character)).ok()?.to_be_bytes();
    let [high_bytes, steps] = &FREQUENT;
    let start = high_bytes.partition_point(|byte| *byte < high);
    let with_high = high_bytes[start..].iter().take_while(|byte| **byte == high).count();
    let mut at_low = 0;
    for (at, step) in steps[start..start + with_high].iter().enumerate() {
        at_low += step;
        if at_low >= low {
            return (at_low == low).then_some(start + at);
        }
    }
    None
}

/// Whether at least half of the letters of a text are frequent in a writing. The models of the alphabets have all letters of an alphabet.
pub(super) fn is_usual(writing: Writing, text: &str) -> bool {
    let Some(costs) = (writing as usize).checked_sub(ALPHABETS.len()) else { return true };
    let is_rare =
        |c: char| frequent(c).is_none_or(|at| matches!(FREQUENT_COSTS[costs][at], b'F' | b'f'));
    let letters = text.chars().filter(|c| !c.is_ascii()).take(ENOUGH as usize);
    let (rare, all) =
        letters.fold((0, 0), |(rare, all), c| (rare + usize::from(is_rare(c)), all + 1));
    2 * rare <= all
}

/// The cost of a character of East Asia after another character. One of the two is outside ASCII.
fn east_asian(writing: Writing, last: char, character: char) -> u32 {
    if character.is_ascii() {
        return if character.is_ascii_alphabetic() { 90 } else { 65 };
    }
    let beside_ascii = match last {
        last if last.is_ascii_alphabetic() => 40,
        last if last.is_ascii() => 10,
        _ => 0,
    };
    let found = frequent(character).and_then(|at| {
        let costs = FREQUENT_COSTS[writing as usize - Writing::Simplified as usize];
        let bits = char::from(costs[at]).to_digit(16)?;
        (bits < 15).then_some(10 * bits + 5)
    });
    let alone = found.unwrap_or(match u32::from(character) {
        _ if is_half_kana(character) => {
            if is_half_kana(last) {
                110
            } else {
                160
            }
        }
        0x4E00..=0x9FFF if writing == Writing::Korean => 190,
        0x3041..=0x30FF | 0x4E00..=0x9FFF | 0xAC00..=0xD7A3 => 175,
        0x3000..=0x303F | 0xFF01..=0xFF60 => 140,
        0xE000..=0xF8FF | 0xFFFD => 260,
        _ => 200,
    });
    alone + beside_ascii
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_of_the_alphabets_have_the_small_letters_of_unicode() {
        let is_letter = |c: char| {
            u16::try_from(u32::from(c))
                .is_ok_and(|unit| ALPHABETS.iter().any(|one| one.others.contains(&unit)))
        };
        let mut capitals = 0;
        for character in '\u{80}'..='\u{FFFF}' {
            let expected = character.to_lowercase().next().unwrap();
            let found = small(character);
            if is_letter(expected) || is_letter(found) {
                assert_eq!(found, expected, "U+{:04X}", u32::from(character));
                capitals += usize::from(found != character);
            }
        }
        assert!(capitals > 130, "{capitals}");
    }

    #[cfg(all(feature = "charset", not(triplet_platform_charsets)))]
    #[test]
    fn capitals_and_small_letters_of_the_charsets_are_those_of_unicode() {
        let of_one_octet =
            USES.iter().filter(|(_, writing, _)| !Writing::EAST_ASIAN.contains(writing));
        let mut capitals = 0;
        for (name, ..) in of_one_octet {
            let charset = encoding_rs::Encoding::for_label(name.as_bytes()).expect("its name");
            for octet in 0..=0xFF {
                let text = charset.decode_without_bom_handling(&[octet]).0.into_owned();
                for character in text.chars() {
                    let code = u32::from(character);
                    assert_eq!(is_capital(character), character.is_uppercase(), "U+{code:04X}");
                    assert_eq!(is_small(character), character.is_lowercase(), "U+{code:04X}");
                    capitals += usize::from(is_capital(character));
                }
            }
        }
        assert!(capitals > 500, "{capitals}");
    }

    #[test]
    fn frequent_characters_are_found_at_their_places() {
        assert!(('\0'..='\u{FFFF}').filter_map(frequent).eq(0..FREQUENT[0].len()));
        for rare in ['\u{1F600}', '\0', '\u{3FF}', '\u{FFFF}', '龘'] {
            assert_eq!(frequent(rare), None);
        }
    }
}
