//! The sets of other languages' functions beside the real ones, for each octet and for samples of all planes; and the charsets that
//! Java has beside Java.
//!
//! `cargo test` compares those that this machine has, and names those that it does not. `cargo xtask readers` installs all of
//! them. Of Swift and Dart no registry has a program: their sets are from their sources.

use std::process::Command;

use triplet::charset::{self, Charset};
use triplet::{EncodeSet, encode};

use crate::readers::{Answer, ask, command, compile, is_here, npm_folder};

/// Each character of ASCII, those up to U+00FF, samples of all planes, and texts of several.
fn texts() -> Vec<Vec<u8>> {
    let samples = "\u{100}\u{3A9}\u{7FF}\u{800}€中\u{D7FF}\u{E000}\u{FDD0}\u{FFFD}\u{FFFF}\u{10000}😀\u{E0001}\u{10FFFF}";
    let single = ('\0'..='\u{FF}').chain(samples.chars()).map(String::from);
    let whole =
        ["", "a b+c&d=e/f?g#h~i*j", "100% é😀", "%41%zz%", "a\r\nb", samples].map(String::from);
    single.chain(whole).map(String::into_bytes).collect()
}

/// The same, and each octet alone.
fn octets() -> Vec<Vec<u8>> {
    let mut all = texts();
    all.extend((0x80..=0xFF).map(|octet| vec![octet]));
    all.push(b"\xC3(\xED\xA0\x80\xFF".to_vec());
    all
}

fn compare(name: &str, command: &mut Command, texts: &[Vec<u8>]) {
    let set = EncodeSet::by_name(name).expect(name);
    let (version, answers) = ask(command, texts);
    assert_eq!(answers.len(), texts.len(), "{name}");
    for (text, answer) in texts.iter().zip(answers) {
        let ours = encode(text, set).to_string();
        let theirs = answer.expect("nothing is refused");
        assert_eq!(
            ours,
            String::from_utf8_lossy(&theirs),
            "{name} of {}, {version}",
            text.escape_ascii()
        );
    }
    println!("{name}: {version}, {} texts", texts.len());
}

#[test]
fn ruby() {
    if !is_here("Ruby", &mut command("ruby", &["-rerb", "-rcgi", "-ruri", "-e", "1"])) {
        return;
    }
    for name in ["ruby-url-encode", "ruby-form", "ruby-cgi"] {
        compare(name, &mut command("ruby", &["write.rb", name]), &octets());
    }
    // From version 3.2 on.
    let has = "exit URI.respond_to?(:encode_uri_component)";
    if command("ruby", &["-ruri", "-e", has]).status().is_ok_and(|status| status.success()) {
        let name = "ruby-uri-component";
        compare(name, &mut command("ruby", &["write.rb", name]), &octets());
    }
}

#[test]
fn perl() {
    if is_here("URI::Escape in Perl", &mut command("perl", &["-MURI::Escape", "-e", "1"])) {
        compare("perl", &mut command("perl", &["write.pl"]), &octets());
    }
}

#[test]
fn elixir() {
    if !is_here("Elixir", &mut command("elixir", &["--version"])) {
        return;
    }
    for name in ["elixir-uri", "elixir-form"] {
        compare(name, &mut command("elixir", &["write.exs", name]), &octets());
    }
}

#[test]
fn r() {
    if !is_here("R", &mut command("Rscript", &["--version"])) {
        return;
    }
    // A string of R has no NUL, and no code point that is not a character.
    let mut texts = texts();
    texts.retain(|text| !text.contains(&0) && !text.is_empty());
    for name in ["r-url", "r-url-reserved"] {
        let mut r = command("Rscript", &["--vanilla", "write.R", name]);
        compare(name, r.env("LC_ALL", "C.UTF-8"), &texts);
    }
}

#[test]
fn cookies() {
    let folder = npm_folder();
    let loads = "import('node:module').then((m) => m.createRequire(process.argv[1])('js-cookie'))";
    if is_here("js-cookie in Node", &mut command("node", &["-e", loads, &folder])) {
        compare("cookie-octet", &mut command("node", &["write.mjs", &folder]), &texts());
    }
}

/// All sequences of the octets at the borders of the tables, up to the length of a pair.
fn sequences() -> Vec<Vec<u8>> {
    let borders = [
        0x00, 0x41, 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0,
        0xF4, 0xFF,
    ];
    let mut all = Vec::new();
    for a in borders {
        for b in borders {
            all.push(vec![a, b]);
            for c in borders {
                all.extend([
                    vec![a, b, c],
                    vec![0xED, a, b, 0xED, c, 0x80],
                    vec![0xED, 0xA0, 0x80, a, b, c],
                ]);
            }
        }
    }
    for scalar in ('\0'..=char::MAX).step_by(37) {
        all.push(
            charset::encode_octets(
                &scalar.to_string(),
                Charset::for_label("mutf-8").expect("known"),
            )
            .into_owned(),
        );
    }
    all
}

/// What differs from the set is a surrogate pair: Mono encodes each half as U+FFFD, and .NET encodes the character.
#[test]
fn mono() {
    if !is_here("Mono's compiler", &mut command("mcs", &["--version"]))
        || !is_here("Mono", &mut command("mono", &["--version"]))
    {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("Read.exe").to_string_lossy().into_owned();
    compile(&mut command("mcs", &["-optimize", &format!("-out:{program}"), "Read.cs"]));
    let mut texts = texts();
    texts.retain(|text| {
        str::from_utf8(text).is_ok_and(|text| text.chars().all(|c| c <= '\u{FFFF}'))
    });
    for name in ["dotnet-data", "dotnet-form"] {
        compare(name, &mut command("mono", &[&program, name]), &texts);
    }
}

#[test]
fn java_charsets() {
    if !is_here("Java's compiler", &mut command("javac", &["--version"])) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    compile(command("javac", &["Charsets.java", "-d"]).arg(folder.path()));
    for label in ["CESU-8", "java-modified-utf-8"] {
        let ours = Charset::for_label(label).expect(label);
        let texts = sequences();
        let mut java = command("java", &["-XX:+UseSerialGC", "-cp"]);
        let (version, answers) = ask(java.arg(folder.path()).args(["Charsets", label]), &texts);
        assert_eq!(answers.len(), texts.len());
        for (octets, theirs) in texts.iter().zip(answers) {
            let text: Answer =
                charset::decode(&encode(octets, EncodeSet::NOTHING).to_string(), ours)
                    .to_str()
                    .ok()
                    .map(|t| t.into_owned().into_bytes());
            // `readUTF` reads what the specification of the virtual machine forbids: NUL as an octet 0, and sequences that are too long.
            let is_lax = label != "CESU-8" && text.is_none();
            assert!(
                text == theirs || is_lax,
                "{label} {octets:02X?}, {version}: {text:02X?} and {theirs:02X?}"
            );
        }
        println!("{label}: {version}, {} sequences", texts.len());
    }
}
