//! Invisible characters, compared with Unicode's data as `regex-syntax` has it, which is another table made by others.

use regex_syntax::hir::{Class, HirKind};
use triplet::iri::{HostDisplay, from_uri};
use triplet::is_invisible;

/// All characters of a class, as ranges.
fn class(pattern: &str) -> Vec<(char, char)> {
    let hir = regex_syntax::parse(pattern).expect("a class");
    match hir.into_kind() {
        HirKind::Class(Class::Unicode(class)) => {
            class.iter().map(|range| (range.start(), range.end())).collect()
        }
        other => panic!("{pattern} is {other:?}"),
    }
}

fn has(class: &[(char, char)], character: char) -> bool {
    class.iter().any(|(first, last)| (*first..=*last).contains(&character))
}

/// The characters with Unicode's properties, and the few blanks for which it has none.
const INVISIBLE: &str = r"[[\p{Cc}\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\x{FFF9}-\x{FFFB}\x{2800}\x{1D159}]--\x20]";

#[test]
fn the_characters_are_those_of_unicode() {
    let wanted = class(INVISIBLE);
    assert!(wanted.len() > 20, "{wanted:?}");
    for character in char::MIN..=char::MAX {
        let code = u32::from(character);
        assert_eq!(is_invisible(character), has(&wanted, character), "U+{code:04X}");
    }
}

#[test]
fn an_iri_shows_none() {
    let wanted = class(INVISIBLE);
    for character in ('\u{80}'..=char::MAX).filter(|character| has(&wanted, *character)) {
        let encoded: String = character
            .encode_utf8(&mut [0; 4])
            .bytes()
            .map(|octet| format!("%{octet:02X}"))
            .collect();
        let uri = format!("http://h/a{encoded}b");
        assert_eq!(from_uri(&uri, HostDisplay::Keep), uri);
    }
}
