//! The tables of characters for lint, made from Unicode's data as three other crates have it. The test makes the file again
//! and compares it with the one in the tree; with `TRIPLET_WRITE_TABLES=1` it writes it.

use std::fmt::Write as _;
use std::path::Path;

use unicode_normalization::UnicodeNormalization;
use unicode_script::{Script, UnicodeScript};
use unicode_security::confusable_detection::skeleton;

/// The ranges of characters outside ASCII for which `kind` gives the same answer.
fn ranges<T: PartialEq + Copy>(kind: impl Fn(char) -> Option<T>) -> Vec<(u32, u32, T)> {
    let mut ranges: Vec<(u32, u32, T)> = Vec::new();
    for character in '\u{80}'..=char::MAX {
        let Some(kind) = kind(character) else { continue };
        let code = u32::from(character);
        match ranges.last_mut() {
            Some(last) if last.1 + 1 == code && last.2 == kind => last.1 = code,
            _ => ranges.push((code, code, kind)),
        }
    }
    ranges
}

/// What the compatibility composition (NFKC) of a character has of ASCII.
fn compatible(character: char) -> Option<&'static str> {
    let text: String = character.nfkc().filter(char::is_ascii).collect();
    if text.is_empty() {
        None
    } else if text.contains([':', '/', '?', '#', '[', ']', '@', '\\', '%', '.', ';']) {
        Some("Delimiter")
    } else if text.contains(|c: char| !c.is_ascii_alphanumeric()) {
        Some("Punctuation")
    } else if text.contains(|c: char| c.is_ascii_alphabetic()) {
        Some("Letter")
    } else {
        Some("Digit")
    }
}

/// What a person takes a character for (UTS #39), if that is ASCII and NFKC does not say so already.
fn looks_like(character: char) -> Option<String> {
    let text = skeleton(&character.to_string()).collect::<String>();
    (!character.nfkc().all(|c| c.is_ascii()) && text.is_ascii()).then_some(text)
}

fn table(file: &mut String, name: &str, comment: &str, rows: impl Iterator<Item = String>) {
    let _ = write!(file, "\n/// {comment}\n#[rustfmt::skip]\npub(super) static {name} = &[");
    let mut width = usize::MAX;
    for row in rows {
        if width > 110 {
            file.push_str("\n   ");
            width = 3;
        }
        width += row.len() + 2;
        let _ = write!(file, " {row},");
    }
    file.push_str("\n];\n");
}

fn file() -> String {
    let mut file = String::from(
        "//! Characters by Unicode's data, made by the test `lint_tables`: do not edit.\n#![forbid(unsafe_code)]\n\n\
         use super::compatible::Compatible;\n",
    );
    let pair = |(first, last): (u32, u32)| format!("(0x{first:X}, 0x{last:X})");
    let compatible = ranges(compatible).into_iter();
    table(
        &mut file,
        "COMPATIBLE: &[(u32, u32, Compatible)]",
        "What NFKC makes of a character that has ASCII in it (UAX #15).",
        compatible
            .map(|(first, last, kind)| format!("(0x{first:X}, 0x{last:X}, Compatible::{kind})")),
    );
    let delimiter = |text: &str| text.contains([':', '/', '?', '#', '@', '\\', '%', '.', ';']);
    let delimiters = ranges(|c| {
        let common = matches!(c.script(), Script::Common);
        (common && looks_like(c).is_some_and(|text| delimiter(&text))).then_some(())
    });
    table(
        &mut file,
        "LIKE_DELIMITERS: &[(u32, u32)]",
        "Characters of no script that look like a delimiter (UTS #39).",
        delimiters.into_iter().map(|(first, last, ())| pair((first, last))),
    );
    let letters = ranges(|c| {
        let plain = |text: String| text.bytes().all(|b| b.is_ascii_alphanumeric());
        (!matches!(c.script(), Script::Common | Script::Inherited)
            && looks_like(c).is_some_and(plain))
        .then_some(())
    });
    table(
        &mut file,
        "LIKE_LETTERS: &[(u32, u32)]",
        "Letters that look like letters or digits of ASCII (UTS #39).",
        letters.into_iter().map(|(first, last, ())| pair((first, last))),
    );
    let mut scripts = vec![
        Script::Latin,
        Script::Greek,
        Script::Cyrillic,
        Script::Han,
        Script::Hiragana,
        Script::Katakana,
        Script::Hangul,
        Script::Bopomofo,
    ];
    let mut rows: Vec<(u32, u8)> = Vec::new();
    for character in '\u{80}'..=char::MAX {
        let script = character.script();
        if matches!(script, Script::Common | Script::Inherited | Script::Unknown) {
            continue;
        }
        let place = scripts.iter().position(|&known| known == script).unwrap_or(scripts.len());
        if place == scripts.len() {
            scripts.push(script);
        }
        let place = u8::try_from(place).expect("fewer than 256 scripts");
        if rows.last().is_none_or(|last| last.1 != place) {
            rows.push((character.into(), place));
        }
    }
    table(
        &mut file,
        "SCRIPTS: &[(u32, u8)]",
        "Where a letter of another script follows, and its number: Latin, Greek, Cyrillic, Han, Hiragana, Katakana, Hangul, Bopomofo, \
         then others (UAX #24).",
        rows.into_iter().map(|(first, script)| format!("(0x{first:X}, {script})")),
    );
    let common = ranges(|c| {
        let common = matches!(c.script(), Script::Common | Script::Inherited);
        (common && c.is_alphanumeric()).then_some(())
    });
    table(
        &mut file,
        "COMMON: &[(u32, u32)]",
        "Letters and digits of no single script.",
        common.into_iter().map(|(first, last, ())| pair((first, last))),
    );
    file
}

#[test]
fn the_tables_are_those_of_unicode() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lint/tables.rs");
    let made = file();
    if std::env::var_os("TRIPLET_WRITE_TABLES").is_some() {
        std::fs::write(&path, &made).expect("the file of the tables");
    }
    let kept = std::fs::read_to_string(&path).expect("the file of the tables");
    assert!(
        made == kept,
        "TRIPLET_WRITE_TABLES=1 cargo test -p triplet-inspect --test it lint_tables writes {}",
        path.display()
    );
}
