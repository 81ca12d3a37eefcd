//! Which rules may have a finding in a component, by one pass over it.
//!
//! The pass searches for the needles of all rows at once: those in [`rules`](super::rules) say what they need. A check is asked
//! only if the component has a needle of a rule that it finds. An ordinary component has none of them.
//!
//! Each needle has a bit, and each byte a row of four words: the bits of the needles that may have this byte as their first,
//! second, third and fourth. A needle is where four rows in turn have its bit. What is after the end of a short needle may be
//! anything.
//!
//! ```text
//! the needle `/.`          …  /  .  a  b  …
//! row of `/`: 1 0 1 1         1
//! row of `.`: 0 1 1 1            1
//! row of `a`: 0 0 1 1               1
//! row of `b`: 0 0 1 1                  1     found
//! ```
#![forbid(unsafe_code)]

use super::all_rules::ALL_RULES;
use super::context::Context;
use super::needs::{ASCII_TRIPLET, Names, Needle, Needles, Needs};
use super::rule::Rule;
use super::rules::ROWS;

/// Which needles a component has, or a check needs: a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signs {
    path: u64,
    pairs: u64,
    host: u64,
}

const LONGEST: usize = 4;

/// The number of different needles that a table may have.
const MOST: usize = 64;

/// A host of more bytes than this has all signs: a label may be too long.
const LONGEST_LABEL: usize = 63;

/// The symbol before the first and after the last byte.
const END: usize = 256;

/// The words of all bytes and of [`END`].
type Table = [[u64; LONGEST]; END + 1];

static PATH: Table = table(&PATH_NEEDLES);
static PAIRS: Table = table(&PAIRS_NEEDLES);
static HOST: Table = table(&HOST_NEEDLES);

const PATH_NEEDLES: Collected = collect(&[Place::Path]);
const PAIRS_NEEDLES: Collected = collect(&[Place::Pairs, Place::Form]);
const HOST_NEEDLES: Collected = collect(&[Place::Host]);

/// The bits of the needles that a rule needs in a query or a fragment.
const OF_PAIRS: u64 = PAIRS_NEEDLES.bits_of_all(Place::Pairs);

impl Signs {
    const NONE: Signs = Signs { path: 0, pairs: 0, host: 0 };
    pub(super) const ALL: Signs = Signs { path: !0, pairs: !0, host: !0 };

    /// The signs of a component.
    #[inline]
    pub(super) fn of(text: &[u8], context: Context) -> Signs {
        if !ALL_RULES {
            return Signs::ALL;
        }
        match context {
            Context::Path => Signs { path: search(&PATH, text), ..Signs::NONE },
            Context::Query | Context::Fragment => {
                Signs { pairs: search(&PAIRS, text) & OF_PAIRS, ..Signs::NONE }
            }
            Context::Form => Signs { pairs: search(&PAIRS, text), ..Signs::NONE },
            Context::Host if text.len() <= LONGEST_LABEL => {
                Signs { host: search(&HOST, text), ..Signs::NONE }
            }
            _ => Signs::ALL,
        }
    }

    /// What a check needs that finds these rules: a component without any of these signs has none of the findings.
    pub(super) const fn of_rules(rules: &[Rule]) -> Signs {
        let mut signs = Signs::NONE;
        let mut at = 0;
        while at < rules.len() {
            let needs = rules[at].needs();
            signs.path |= PATH_NEEDLES.bits(needs, Place::Path);
            signs.pairs |= PAIRS_NEEDLES.bits(needs, Place::Pairs);
            signs.pairs |= PAIRS_NEEDLES.bits(needs, Place::Form);
            signs.host |= HOST_NEEDLES.bits(needs, Place::Host);
            at += 1;
        }
        if ALL_RULES { signs } else { Signs::ALL }
    }

    /// What a check needs that finds these rules in a text as it is. What is encoded in it is another text.
    pub(super) const fn of_rules_as_written(rules: &[Rule]) -> Signs {
        let signs = Signs::of_rules(rules);
        let encoded = Signs::of_needles(&[ASCII_TRIPLET]);
        if ALL_RULES {
            Signs { path: signs.path & !encoded.path, pairs: signs.pairs & !encoded.pairs, ..signs }
        } else {
            Signs::ALL
        }
    }

    /// The signs of a text that has one of these needles.
    pub(super) const fn of_needles(needles: &[Needles]) -> Signs {
        let (mut signs, mut list) = (Signs::NONE, 0);
        while list < needles.len() {
            signs.path |= PATH_NEEDLES.bits_of(needles[list]);
            signs.pairs |= PAIRS_NEEDLES.bits_of(needles[list]);
            list += 1;
        }
        if ALL_RULES { signs } else { Signs::ALL }
    }

    pub(super) const fn or(self, other: Signs) -> Signs {
        Signs {
            path: self.path | other.path,
            pairs: self.pairs | other.pairs,
            host: self.host | other.host,
        }
    }

    /// Whether there is a sign that the other has too.
    #[inline]
    pub(super) const fn meets(self, needs: Signs) -> bool {
        self.path & needs.path | self.pairs & needs.pairs | self.host & needs.host != 0
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.path | self.pairs | self.host == 0
    }
}

/// Searches for all needles of a table.
#[inline]
fn search(table: &Table, text: &[u8]) -> u64 {
    // The needles whose first one, two and three bytes end here.
    let (mut one, mut two, mut three, mut found) = (table[END][0], 0, 0, 0);
    let mut read = |words: &[u64; LONGEST]| {
        found |= three & words[3];
        (three, two, one) = (two & words[2], one & words[1], words[0]);
    };
    for &byte in text {
        read(&table[usize::from(byte)]);
    }
    for _ in 1..LONGEST {
        read(&table[END]);
    }
    found
}

/// Where a rule needs its needles.
#[derive(Clone, Copy)]
enum Place {
    Path,
    Pairs,
    Form,
    Host,
}

/// A needle of the search.
#[derive(Clone, Copy)]
enum Pattern {
    Needle(Needle),
    /// The start of a name.
    Name(&'static [u8]),
}

impl Pattern {
    /// The pattern at an index among those of some needs.
    const fn of(needs: &Needs, place: Place, index: usize) -> Option<Pattern> {
        let (needles, names): (&[Needles], &[Names]) = match place {
            Place::Path => (needs.path, &[]),
            Place::Pairs => (needs.pairs, &[]),
            Place::Form => (needs.form, &[]),
            Place::Host => (needs.host, needs.names),
        };
        let (mut list, mut before) = (0, 0);
        while list < needles.len() {
            if index - before < needles[list].len() {
                return Some(Pattern::Needle(needles[list][index - before]));
            }
            (list, before) = (list + 1, before + needles[list].len());
        }
        list = 0;
        while list < names.len() {
            if index - before < names[list].len() {
                return Some(Pattern::Name(names[list][index - before]));
            }
            (list, before) = (list + 1, before + names[list].len());
        }
        None
    }

    /// Whether another pattern is in the same texts.
    const fn is(self, other: Pattern) -> bool {
        let (one, other, length) = match (self, other) {
            (Pattern::Needle(one), Pattern::Needle(other)) => (one, other, usize::MAX),
            (Pattern::Name(one), Pattern::Name(other)) => (one, other, LONGEST),
            _ => return false,
        };
        let mut at = 0;
        while at < length && at < one.len() && at < other.len() && one[at] == other[at] {
            at += 1;
        }
        at == length || at == one.len() && at == other.len()
    }
}

/// The different patterns of all rows.
struct Collected {
    list: [Pattern; MOST],
    count: usize,
}

impl Collected {
    /// The bit of a pattern; the first free one if it is not there.
    const fn bit(&self, pattern: Pattern) -> usize {
        let mut bit = 0;
        while bit < self.count && !self.list[bit].is(pattern) {
            bit += 1;
        }
        bit
    }

    /// The bits of the patterns of some needs.
    const fn bits(&self, needs: &Needs, place: Place) -> u64 {
        let (mut bits, mut index) = (0, 0);
        while let Some(pattern) = Pattern::of(needs, place, index) {
            bits |= 1 << self.bit(pattern);
            index += 1;
        }
        bits
    }

    /// The bits of some needles of the rows.
    const fn bits_of(&self, needles: Needles) -> u64 {
        let (mut bits, mut at) = (0, 0);
        while at < needles.len() {
            let bit = self.bit(Pattern::Needle(needles[at]));
            assert!(bit < self.count || !ALL_RULES, "a needle of a row");
            bits |= 1 << bit;
            at += 1;
        }
        bits
    }

    /// The bits of the patterns of all rows.
    const fn bits_of_all(&self, place: Place) -> u64 {
        let (mut bits, mut row) = (0, 0);
        while row < ROWS.len() {
            bits |= self.bits(ROWS[row].needs, place);
            row += 1;
        }
        bits
    }
}

const fn collect(places: &[Place]) -> Collected {
    let mut found = Collected { list: [Pattern::Needle(b""); MOST], count: 0 };
    let mut row = 0;
    while row < ROWS.len() {
        let mut place = 0;
        while place < places.len() {
            let mut index = 0;
            while let Some(pattern) = Pattern::of(ROWS[row].needs, places[place], index) {
                let bit = found.bit(pattern);
                assert!(bit < MOST, "too many needles");
                if bit == found.count {
                    found.list[bit] = pattern;
                    found.count += 1;
                }
                index += 1;
            }
            place += 1;
        }
        row += 1;
    }
    found
}

const fn table(needles: &Collected) -> Table {
    let mut table = [[0; LONGEST]; END + 1];
    let mut needle = 0;
    while needle < needles.count {
        match needles.list[needle] {
            Pattern::Needle(text) => write(&mut table, text, 1 << needle),
            Pattern::Name(name) => write_name(&mut table, name, 1 << needle),
        }
        needle += 1;
    }
    table
}

/// Writes the bit of a needle into a table.
const fn write(table: &mut Table, needle: Needle, bit: u64) {
    let any_case = needle[0] == b'~';
    let (mut at, mut place) = (any_case as usize, 0);
    while place < LONGEST {
        let mut class = [at >= needle.len(); END + 1];
        if at < needle.len() {
            at = read_class(needle, at, &mut class);
        }
        let mut symbol = 0;
        while symbol <= END {
            let letter = any_case && symbol < END && (symbol as u8).is_ascii_alphabetic();
            if class[symbol] || letter && class[symbol ^ 0x20] {
                table[symbol][place] |= bit;
            }
            symbol += 1;
        }
        place += 1;
    }
    assert!(at == needle.len(), "a needle of more than four bytes");
}

/// Writes the bit of a name's start into a table. What follows a name that is shorter than a needle is a dot or the end.
const fn write_name(table: &mut Table, name: &[u8], bit: u64) {
    let mut place = 0;
    while place < LONGEST {
        if place < name.len() {
            table[name[place].to_ascii_lowercase() as usize][place] |= bit;
            table[name[place].to_ascii_uppercase() as usize][place] |= bit;
        } else if place == name.len() {
            table[b'.' as usize][place] |= bit;
            table[END][place] |= bit;
        } else {
            let mut symbol = 0;
            while symbol <= END {
                table[symbol][place] |= bit;
                symbol += 1;
            }
        }
        place += 1;
    }
}

/// Reads a byte or a class in brackets of a needle. Returns the offset after it.
const fn read_class(needle: Needle, start: usize, class: &mut [bool; END + 1]) -> usize {
    if needle[start] != b'[' {
        class[symbol(needle[start])] = true;
        return start + 1;
    }
    let negated = needle[start + 1] == b'^';
    let first = start + 1 + negated as usize;
    let mut at = first;
    while at == first || needle[at] != b']' {
        let is_range = needle[at + 1] == b'-' && needle[at + 2] != b']';
        let last = if is_range { at + 2 } else { at };
        let mut byte = symbol(needle[at]);
        class[byte] = true;
        while byte < symbol(needle[last]) {
            byte += 1;
            class[byte] = true;
        }
        at = last + 1;
    }
    // U+0001 stands for NUL too, whose place in the text of a needle means an end.
    class[0] |= class[1];
    let mut byte = 0;
    while negated && byte <= END {
        class[byte] = !class[byte];
        byte += 1;
    }
    at + 1
}

const fn symbol(byte: u8) -> usize {
    if byte == 0 { END } else { byte as usize }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bit of one needle in a text.
    fn has(needle: Needle, text: &[u8]) -> bool {
        let mut table: Table = [[0; LONGEST]; END + 1];
        write(&mut table, needle, 1);
        search(&table, text) != 0
    }

    #[test]
    fn needles_are_found() {
        let found: [(Needle, &[u8]); 16] = [
            (b"/.", b"a/.b"),
            (b"/.", b"/."),
            (b"\0.", b".a"),
            (b".\0", b"a."),
            (b"\0-", b"-"),
            (b"%[0-9A-F][^0-9A-F]", b"%4"),
            (b"%[^0-9A-F]", b"%"),
            (b"~con[./\0]", b"/CoN"),
            (b"~con[./\0]", b"con.x"),
            (b"[].[]$", b"a]$"),
            (b"[\\]", b"\\"),
            (b"[\x01-\x1F]", b"\0"),
            (b"[^0-9a-z.\0-]", b"a_"),
            (b"_[A-C]x", b"a_Bx"),
            (b"[\x80-\xFF]", b"\xFF"),
            (b"a", b"xa"),
        ];
        for (needle, text) in found {
            assert!(has(needle, text), "{} in {}", needle.escape_ascii(), text.escape_ascii());
        }
        let not_found: [(Needle, &[u8]); 9] = [
            (b"/.", b"/a."),
            (b"\0.", b"a."),
            (b".\0", b".a"),
            (b"~con[./\0]", b"cone"),
            (b"%[^0-9A-F]", b"%4"),
            (b"[^0-9a-z.\0-]", b"a-0.b"),
            (b"[].[]$", b"a$"),
            (b"_[A-C]x", b"_bx"),
            (b"a", b""),
        ];
        for (needle, text) in not_found {
            assert!(!has(needle, text), "{} in {}", needle.escape_ascii(), text.escape_ascii());
        }
    }
}
