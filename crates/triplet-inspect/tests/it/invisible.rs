//! What lint says of invisible characters, compared with Unicode's data as `regex-syntax` has it, which is another table made by others.

use regex_syntax::hir::{Class, HirKind};
use triplet_inspect::{Context, Rule, Severity, lint};

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

/// The characters with Unicode's properties, and the few blanks for which it has none. The library's test has the same list: each package
/// is tested without the files of the other.
const INVISIBLE: &str = r"[[\p{Cc}\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\x{FFF9}-\x{FFFB}\x{2800}\x{1D159}]--\x20]";

/// Each has a finding of some name between two letters of ASCII, where none belongs.
#[test]
fn lint_names_each() {
    let wanted = class(INVISIBLE);
    let spaces = class(r"\p{Zs}");
    for character in char::MIN..=char::MAX {
        // A tab and line breaks are text in a form; elsewhere they are found as what they are.
        let found = lint(format!("a{character}b").as_bytes(), Context::Segment);
        let named = found.iter().find(|finding| {
            use Rule::*;
            matches!(finding.rule(), InvisibleChar | BidiControl | ControlChar | Crlf | NulByte)
        });
        let code = u32::from(character);
        // Line breaks of a path are found where they begin a line.
        if matches!(character, '\r' | '\n') {
            continue;
        }
        assert_eq!(named.is_some(), has(&wanted, character), "U+{code:04X}");
        if has(&spaces, character) && character != ' ' {
            // People write them; the finding says only that it is not U+0020.
            assert_eq!(
                named.map(|finding| finding.severity()),
                Some(Severity::Info),
                "U+{code:04X}"
            );
            let host = lint(format!("a{character}b").as_bytes(), Context::Host);
            assert!(host.worst() == Some(Severity::Error), "U+{code:04X}");
        }
    }
}

/// Text as people write it: joiners and selectors stand where their scripts and emoji need them.
#[test]
fn ordinary_text_raises_no_alarm() {
    for text in
        ["❤️", "1️⃣", "👩‍👩‍👧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "می‌خواهم", "क्‍ष", "ශ්‍රී", "葛󠄀", "ᠨᠢᠭᠡ᠋", "引き出し　検索", "10 000 €"]
    {
        let query = format!("?q={text}");
        for text in [query.as_bytes(), text.as_bytes()] {
            let found = lint(text, Context::Query);
            let worst = found.worst();
            assert!(worst.is_none_or(|worst| worst == Severity::Info), "{text:?}: {found:?}");
        }
    }
}
