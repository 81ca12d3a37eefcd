//! CESU-8 and Java's modified UTF-8 beside a table of all units.

use std::collections::{HashMap, HashSet};

use triplet::charset::{self, Charset, candidates};
use triplet::readings::{Evidence, Reason};
use triplet::set::rfc3986;
use triplet::{EncodeSet, TextErrors};

const LABELS: [&str; 2] = ["cesu-8", "java-modified-utf-8"];

fn named(label: &str) -> Charset {
    Charset::for_label(label).expect(label)
}

/// The octets of a unit by the tables of UTR #26 and of JVMS 4.4.7.
fn octets_of(unit: u16, java: bool) -> Vec<u8> {
    let six = |shift: u16| 0x80 + (unit / shift % 64) as u8;
    match unit {
        0 if java => vec![0xC0, 0x80],
        0..0x80 => vec![unit as u8],
        0x80..0x800 => vec![0xC0 + (unit / 64) as u8, six(1)],
        _ => vec![0xE0 + (unit / 4096) as u8, six(64), six(1)],
    }
}

/// All units by their octets, and all beginnings of those.
struct Table(HashMap<Vec<u8>, u16>, HashSet<Vec<u8>>);

impl Table {
    fn new(java: bool) -> Table {
        let units: HashMap<_, _> = (0..=0xFFFF).map(|unit| (octets_of(unit, java), unit)).collect();
        let parts =
            units.keys().flat_map(|octets| (1..octets.len()).map(|end| octets[..end].to_vec()));
        let parts = parts.collect();
        Table(units, parts)
    }

    /// The text with U+FFFD for each malformed sequence, and where the first is.
    fn decode(&self, octets: &[u8]) -> (String, Option<usize>) {
        let mut units: Vec<(usize, Option<u16>)> = Vec::new();
        let mut at = 0;
        while at < octets.len() {
            let rest = &octets[at..];
            let whole = (1..=3).find(|&n| n <= rest.len() && self.0.contains_key(&rest[..n]));
            let cut = || (1..=2).rev().find(|&n| n <= rest.len() && self.1.contains(&rest[..n]));
            units.push((at, whole.map(|n| self.0[&rest[..n]])));
            at += whole.or_else(cut).unwrap_or(1);
        }
        let (mut text, mut wrong) = (String::new(), None);
        let mut rest = &units[..];
        while let [(at, unit), after @ ..] = rest {
            rest = after;
            let next = after.first().and_then(|(_, unit)| *unit);
            let pair = unit.zip(next).map(|(unit, next)| String::from_utf16(&[unit, next]));
            match (unit.map(|unit| String::from_utf16(&[unit])), pair) {
                (Some(Ok(one)), _) => text.push_str(&one),
                (Some(Err(_)), Some(Ok(two))) => {
                    text.push_str(&two);
                    rest = &after[1..];
                }
                _ => {
                    text.push('\u{FFFD}');
                    wrong.get_or_insert(*at);
                }
            }
        }
        (text, wrong)
    }
}

#[test]
fn every_character() {
    for (label, java) in LABELS.into_iter().zip([false, true]) {
        let each = named(label);
        let mut buffer = [0; 2];
        for scalar in '\0'..=char::MAX {
            let text = scalar.to_string();
            let units = scalar.encode_utf16(&mut buffer);
            let octets: Vec<u8> = units.iter().flat_map(|unit| octets_of(*unit, java)).collect();
            assert_eq!(*charset::encode_octets(&text, each), octets, "{label} {scalar:?}");
            let back = charset::decode_octets(&octets, each);
            let encoded = triplet::encode(&octets, EncodeSet::NOTHING).to_string();
            assert_eq!(charset::decode(&encoded, each).to_str().expect("well-formed"), text);
            // A raw `%` is a percent sign.
            if scalar != '%' {
                assert_eq!(back.to_str().expect("well-formed"), text);
            }
        }
    }
    let encoded = charset::encode("a\0é😀", named("mutf-8"), rfc3986::SEGMENT).try_to_cow();
    assert_eq!(encoded.expect("all characters"), "a%C0%80%C3%A9%ED%A0%BD%ED%B8%80");
}

/// All sequences of four of these octets, which are the borders of the tables.
#[test]
fn every_sequence() {
    let octets = [
        0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xAF, 0xB0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF,
        0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF4, 0xFF,
    ];
    for (label, java) in LABELS.into_iter().zip([false, true]) {
        let (table, each) = (Table::new(java), named(label));
        let compare = |input: &[u8]| {
            let (text, wrong) = table.decode(input);
            let view = charset::decode_octets(input, each);
            assert_eq!(view.to_str_lossy().expect("no triplets"), text, "{label} {input:02X?}");
            let error = view.to_str().err().map(|error| error.offset());
            assert_eq!(error, wrong, "{label} {input:02X?}");
        };
        for a in octets {
            for b in octets {
                for c in octets {
                    compare(&[a, b, c]);
                    // Pairs and what is only like one.
                    compare(&[0xED, a, b, 0xED, c, 0x80]);
                    compare(&[0xED, 0xA0, 0x80, a, b, c, 0x41]);
                }
            }
        }
    }
}

#[test]
fn errors_have_their_place() {
    for (label, input, offset) in [
        ("cesu-8", "ab%F0%9F%98%80", 2),
        ("cesu-8", "a%C0%80", 1),
        ("cesu-8", "%ED%A0%BDx", 0),
        ("cesu-8", "%ED%A0%BD%ED%B8", 0),
        ("cesu-8", "é%ED%B8%80", 2),
        ("mutf-8", "%C0%80%00", 6),
        ("mutf-8", "a\0", 1),
        ("mutf-8", "a%F0%9F%98%80", 1),
        ("mutf-8", "a%C1%81", 1),
    ] {
        let error = charset::decode(input, named(label)).to_str().unwrap_err();
        assert_eq!(error.offset(), offset, "{label} {input}");
        assert!(error.is_text_error(), "{error}");
    }
    let cesu = named("CESU-8");
    let view = charset::decode("%ED%A0%BD%ED%B8%80 %F0%9F%98%80 %ED%A0%BD", cesu);
    assert_eq!(view.to_str_with(TextErrors::Keep).expect("triplets"), "😀 %F0%9F%98%80 %ED%A0%BD");
    assert!(cesu.is_ascii_compatible() && !named("mutf-8").is_ascii_compatible());
}

#[test]
fn they_are_recognised() {
    for (input, name, text) in [
        ("a%ED%A0%BD%ED%B8%80", "CESU-8", "a😀"),
        ("caf%C3%A9 %ED%A0%BD%ED%B8%80", "CESU-8", "café 😀"),
        ("%ED%A0%BD%ED%B8%80%C0%80", "java-modified-utf-8", "😀\0"),
        ("%E4%BD%A0%C0%80b", "java-modified-utf-8", "你\0b"),
    ] {
        let first = &candidates(input)[0];
        assert_eq!((first.charset.name(), &*first.text), (name, text), "{input}");
        assert_eq!((first.evidence, first.reason), (Evidence::Strong, Reason::Cesu8), "{input}");
        assert_eq!((first.malformed, first.score), (0, 100));
    }
    // Little evidence, but the reading is there.
    let found = candidates("a%C0%80b");
    let java = found.iter().find(|each| each.charset == named("mutf-8")).expect("tried");
    assert_eq!((java.evidence, java.reason), (Evidence::Possible, Reason::Cesu8));
    // UTF-8 is UTF-8.
    for input in ["%F0%9F%98%80", "%00", "%C3%A9", "%ED%A0%BD", "%F0%9F%98%80%ED%A0%BD%ED%B8%80"] {
        assert!(candidates(input).iter().all(|each| each.reason != Reason::Cesu8), "{input}");
    }
}
