//! Names of files: the table of what may not be in a name, the way back, and that no system reads a name as more than one segment.

use proptest::prelude::*;
use triplet::filename::{FileNameErrorKind, Rules, decode, encode, from_octets};

#[test]
fn what_may_not_be_in_a_name_stays_a_triplet() {
    for (encoded, posix, windows) in [
        ("a.txt", "a.txt", "a.txt"),
        ("caf%C3%A9%20%F0%9F%98%80.txt", "caf\u{E9} \u{1F600}.txt", "caf\u{E9} \u{1F600}.txt"),
        ("a%2Fb/c", "a%2Fb%2Fc", "a%2Fb%2Fc"),
        ("a%5Cb%3A%2a%3F%22%3C%3E%7C", "a\\b:*?\"<>|", "a%5Cb%3A%2A%3F%22%3C%3E%7C"),
        ("%00%0A%7F%C2%85", "%00%0A%7F%C2%85", "%00%0A%7F%C2%85"),
        ("a%E2%80%AEfdp.exe", "a%E2%80%AEfdp.exe", "a%E2%80%AEfdp.exe"),
        ("%E2%81%A6%D8%9C%E2%80%8E", "%E2%81%A6%D8%9C%E2%80%8E", "%E2%81%A6%D8%9C%E2%80%8E"),
        // Joiners are part of emoji and of scripts.
        ("a%E2%80%8Db", "a\u{200D}b", "a\u{200D}b"),
        (".", "%2E", "%2E"),
        ("%2e.", "%2E%2E", "%2E%2E"),
        ("...", "...", "%2E%2E%2E"),
        ("a. .", "a. .", "a%2E%20%2E"),
        (" a", " a", " a"),
        (".bashrc", ".bashrc", ".bashrc"),
        // Octets that are not UTF-8.
        ("%E9%C3%A9%ED%A0%80", "%E9\u{E9}%ED%A0%80", "%E9\u{E9}%ED%A0%80"),
        // Devices (Microsoft, “Naming Files, Paths, and Namespaces”).
        ("con", "con", "%63on"),
        ("Com1.tar.gz", "Com1.tar.gz", "%43om1.tar.gz"),
        ("LPT%C2%B9", "LPT\u{B9}", "%4CPT\u{B9}"),
        ("AUX%20%20.txt", "AUX  .txt", "%41UX  .txt"),
        ("conin$", "conin$", "%63onin$"),
        ("NUL.", "NUL.", "NUL%2E"),
        ("console", "console", "console"),
        ("com10", "com10", "com10"),
        ("a.con", "a.con", "a.con"),
        // A percent sign is itself where it begins no triplet.
        ("100%25.txt", "100%.txt", "100%.txt"),
        ("%2541", "%2541", "%2541"),
        ("%25%2F", "%%2F", "%%2F"),
        ("%254%2F", "%4%2F", "%4%2F"),
    ] {
        for (rules, expected) in
            [(Rules::Posix, posix), (Rules::Windows, windows), (Rules::Both, windows)]
        {
            let name = decode(encoded).rules(rules).to_name().unwrap();
            assert_eq!(name.as_str(), expected, "{encoded} by {rules}");
            assert_eq!(name.left_out(), 0);
        }
    }
}

#[test]
fn errors_have_their_offset() {
    for (encoded, kind, offset) in [
        ("", FileNameErrorKind::Empty, 0),
        ("a%", FileNameErrorKind::MalformedTriplet, 1),
        ("a%4g", FileNameErrorKind::MalformedTriplet, 1),
        (&"a".repeat(256), FileNameErrorKind::TooLong, 255),
        // Two octets, and there is room for one only.
        (&("a".repeat(254) + "%C3%A9"), FileNameErrorKind::TooLong, 254),
        (&("%41".repeat(253) + "%2F"), FileNameErrorKind::TooLong, 759),
    ] {
        let error = decode(encoded).to_name().unwrap_err();
        assert_eq!((error.kind(), error.offset()), (kind, offset), "{encoded}");
    }
    assert_eq!(decode("a%4g").lenient().to_name().unwrap().as_str(), "a%4g");
    // 255 code units of UTF-16 are more octets.
    let letters = "é".repeat(255);
    assert!(from_octets(&letters).rules(Rules::Windows).to_name().is_ok());
    assert_eq!(from_octets(&letters).to_name().unwrap_err().offset(), 254);
}

#[test]
fn cut() {
    let cut = |octets: &str| {
        from_octets(octets).cut().to_name().map(|name| (name.left_out(), name.into_string()))
    };
    assert_eq!(cut(&("a".repeat(300) + ".tar")), Ok((49, "a".repeat(251) + ".tar")));
    assert_eq!(cut(&("é".repeat(128) + ".t")), Ok((4, "é".repeat(126) + ".t")));
    // A triplet is not cut, nor are the octets of one character.
    assert_eq!(cut(&("a".repeat(250) + "/////")), Ok((4, "a".repeat(250) + "%2F")));
    assert_eq!(cut(&("a".repeat(248) + "\u{202E}b")), Ok((4, "a".repeat(248))));
    // A dot at the new end.
    assert_eq!(
        cut(&("a".repeat(250) + ". . . . . . . . . . .b" + &"c".repeat(20))),
        Ok((42, "a".repeat(250)))
    );
    assert_eq!(cut(&".".repeat(300)).unwrap_err().kind(), FileNameErrorKind::TooLong);
    assert_eq!(
        cut(&("CON".to_owned() + &" ".repeat(300) + ".txt")),
        Ok((300, "%43ON.txt".to_owned()))
    );
}

/// How Windows and POSIX read a name, by Microsoft's “Naming Files, Paths, and Namespaces” and POSIX.1-2024 section 3.
fn is_one_segment(name: &str, rules: Rules) -> bool {
    let posix = !name.is_empty() && name != "." && name != ".." && !name.contains(['/', '\0']);
    if rules == Rules::Posix {
        return posix && name.len() <= 255;
    }
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(' ').to_uppercase();
    let devices = "CON PRN AUX NUL CONIN$ CONOUT$ COM0 COM1 COM2 COM3 COM4 COM5 COM6 COM7 COM8 COM9 COM¹ COM² COM³ \
                   LPT0 LPT1 LPT2 LPT3 LPT4 LPT5 LPT6 LPT7 LPT8 LPT9 LPT¹ LPT² LPT³";
    posix
        && !name.contains(|c| c < ' ' || "\\:*?\"<>|".contains(c))
        && !name.ends_with(['.', ' '])
        && !devices.split(' ').any(|device| device == stem)
        && name.encode_utf16().count() <= 255
}

/// The octets that encoded text stands for.
fn octets(encoded: &str) -> Vec<u8> {
    triplet::decode(encoded).lenient().to_bytes().into_owned()
}

fn check(input: &[u8]) -> Result<(), TestCaseError> {
    for rules in Rules::ALL {
        let Ok(name) = from_octets(input).rules(rules).to_name() else { continue };
        prop_assert!(is_one_segment(name.as_str(), rules), "{name} by {rules}");
        prop_assert_eq!(octets(name.as_str()), input);
        let encoded = encode(name.as_str());
        prop_assert_eq!(octets(&encoded), input);
        triplet::decode(&*encoded).to_bytes().expect("no `%` is malformed");
        let again = decode(&*encoded).rules(rules).to_name().unwrap();
        prop_assert_eq!(again, name);
        let Ok(cut) = from_octets(&input.repeat(40)).rules(rules).cut().to_name() else { continue };
        prop_assert!(is_one_segment(cut.as_str(), rules), "{cut} by {rules}");
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_name_is_one_segment_and_leads_back(
        octets in any::<Vec<u8>>(),
        text in any::<String>(),
        near in "(con|LPT|aux|nul|CoM)?[0-9¹ .%42F:/\\\\é\u{202E}]{0,8}",
    ) {
        check(&octets)?;
        check(text.as_bytes())?;
        check(near.as_bytes())?;
    }

    #[test]
    fn encoded_text_is_named(encoded in "[a%4F2.é/ ]{0,20}") {
        match decode(&encoded).to_name() {
            Ok(name) => prop_assert_eq!(octets(&encode(name.as_str())), octets(&encoded)),
            Err(error) => prop_assert!(encoded.is_char_boundary(error.offset())),
        }
        if let Ok(name) = decode(&encoded).lenient().to_name() {
            prop_assert_eq!(octets(&encode(name.as_str())), octets(&encoded));
        }
    }
}
