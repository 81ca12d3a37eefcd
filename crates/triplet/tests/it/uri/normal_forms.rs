//! What must hold of every normal form, at every level and for every scheme that has rules: for all short texts, and for longer ones.

use crate::oracle;
use crate::oracle::uri::Form;
use crate::tier;
use proptest::prelude::*;
use triplet::iri;
use triplet::uri::{
    Component, Equivalence, Level, Normalized, Reference, SchemeRules, Step, equivalent, normalize,
};

const LEVELS: [(Level, Form); 3] =
    [(Level::Percent, Form::Percent), (Level::Path, Form::Path), (Level::Scheme, Form::Scheme)];

/// The triplets of a text from the left, in upper case.
fn triplets(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let is_triplet =
            first == b'%' && after.len() >= 2 && after[..2].iter().all(u8::is_ascii_hexdigit);
        if is_triplet {
            found.push(String::from_utf8_lossy(&after[..2]).to_uppercase());
        }
        rest = if is_triplet { &after[2..] } else { after };
    }
    found
}

/// What must hold of a text at every level.
fn check(text: &str) {
    let before = triplets(text);
    for (i, (level, _)) in LEVELS.into_iter().enumerate() {
        let normal = normalize(text, level);
        // Each level includes those before it, so none of them changes anything any more.
        for (lower, _) in &LEVELS[..=i] {
            assert_eq!(normalize(&normal, *lower), normal, "{text} at {level}, then at {lower}");
        }
        if normal == text {
            continue;
        }
        assert!(equivalent(text, &normal, level).is_equivalent(), "{text} and {normal} at {level}");
        assert_eq!(Normalized::new(text, level), Normalized::new(&normal, level));
        // No triplet is there that was not: those that are left are some of the old ones, in their order.
        let mut old = before.iter();
        for triplet in triplets(&normal) {
            assert!(
                old.any(|old| *old == triplet),
                "{text} at {level}: {normal} has a new %{triplet}"
            );
        }
    }
}

/// Where short texts are put, the characters that they are made of, and what comes after them.
#[rustfmt::skip]
const PLACES: &[(&str, &str, &str)] = &[
    ("", "%41E./:A", ""),
    ("", "%2Ea./:", ""),
    ("http:", "%41./:Aa", ""),
    ("http://", "%41@:A/0", ""),
    ("http://", "%41[]:A/", ""),
    ("http://[", "%41]:25A", "/"),
    ("http://h:", "%480:/.1", ""),
    ("HTTP://h", "%4180:/?", ""),
    ("http://h/", "%41./?#E", ""),
    ("//h/%4", "%41./E2", ""),
    ("x:", "%41./:E2", ""),
    ("ldap://h:3", "%4890/:.", ""),
    ("file:", "%41./h:E", ""),
    ("file://", "%41./:h", "localhost/"),
    ("file://localhost", "%4./:1", ""),
    ("mailto:", "%41@A,?=", ""),
    ("mailto:?to=", "%41@A,&=", ""),
    ("mailto:%4", "%4@,?&1", "To=a@B"),
    ("urn:", "%4A:?+#a", ""),
    ("urn:a:", "%41?=#/A", ""),
    ("URN:uuid:00000000-0000-0000-0000-0000000000", "%4Aa:", ""),
    ("tel:", "%41-.(;", ""),
    ("tel:%", "%41-)/2", ""),
    ("sip:", "%41@:506", ""),
    ("data:", "%41,./a", ""),
];

#[test]
fn all_short_texts() {
    let mut is_one = tier::one_in_stride();
    for &(before, alphabet, after) in PLACES {
        let letters: Vec<char> = alphabet.chars().collect();
        for length in 0..=5u32 {
            for number in 0..letters.len().pow(length) {
                if !is_one() {
                    continue;
                }
                let mut text = String::from(before);
                let mut rest = number;
                for _ in 0..length {
                    text.push(letters[rest % letters.len()]);
                    rest /= letters.len();
                }
                text.push_str(after);
                check(&text);
                // The oracle is slow: one in three, which has every text of fewer letters.
                if length <= 3 || number % 3 == 0 {
                    for (level, form) in LEVELS {
                        assert_eq!(
                            normalize(&text, level),
                            oracle::uri::normal(&text, form),
                            "{text} at {level}"
                        );
                    }
                }
            }
        }
    }
}

fn piece() -> impl Strategy<Value = &'static str> {
    #[rustfmt::skip]
    const PIECES: &[&str] = &[
        "%", "%4", "%34", "%31", "%41", "%2d", "%2E", "%2f", "%25", "%c3%A9", "4", "1", "A", "f", "-", ".", "..", "(", ")", "/", "//",
        "/../", "/./", ":", "::", ":80", ":443", ":021", "@", "?", "#", "&", "=", ",", ";", "+", "[", "]", "[fe80::1%25", "[::%31]", "é",
        "to=", "localhost", "h",
    ];
    (0..PIECES.len()).prop_map(|i| PIECES[i])
}

fn text() -> impl Strategy<Value = String> {
    let start = "(http|HTTPS|ws|ftp|imap|file|mailto|urn|urn:uuid|tel|sip|x|)";
    let pieces = proptest::collection::vec(piece(), 0..12);
    (start, "(:|://|)", pieces).prop_map(|(start, colon, pieces)| start + &colon + &pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn longer_texts(text in text()) {
        check(&text);
        for (level, form) in LEVELS {
            prop_assert_eq!(normalize(&text, level), oracle::uri::normal(&text, form), "{} at {}", text, level);
        }
    }

    /// The text in the brackets of a host never loses a triplet. From its first `%` on it is compared as it is written.
    #[test]
    fn brackets_of_hosts(host in "[0-9a-fA-F:.]{0,4}(%[0-9a-fA-F%]{0,2}|[:%a]){0,4}", scheme in "(http|x|file|urn|tel):|") {
        let text = format!("{scheme}//u%41@[{host}]:1/%41");
        for (level, _) in LEVELS {
            let normal = normalize(&text, level).into_owned();
            let split = Reference::split(&normal);
            let authority = split.authority().expect("an authority");
            prop_assert!(authority.is_ip_literal());
            if let Some(percent) = host.find('%') {
                let kept = host[..percent].to_ascii_lowercase() + &host[percent..];
                prop_assert_eq!(authority.host(), format!("[{kept}]"), "{} at {}", text, level);
                let decoded = triplet::decode(&host).lenient().to_str_lossy().into_owned();
                if decoded != host && !decoded.contains(['@', '/', '?', '#', ']', '[']) {
                    let other = text.replacen(&format!("[{host}]"), &format!("[{decoded}]"), 1);
                    prop_assert!(!equivalent(&text, &other, level).is_equivalent(), "{} and {}", text, other);
                    prop_assert!(Normalized::new(&text, level) != Normalized::new(&other, level));
                }
            }
        }
    }
}

/// Another address is never the same, and the difference is where they differ.
#[test]
fn addresses_with_triplets() {
    for (a, b, offsets) in [
        ("http://[fe80::123%34]/", "http://[fe80::1234]/", [17, 17]),
        ("http://[FE80::123%34]/", "http://[fe80::123%35]/", [19, 19]),
        ("http://[::1%25en%30]/", "http://[::1%25en0]/", [16, 16]),
        ("http://[::1%25a%2d]/", "http://[::1%25a%2D]/", [17, 17]),
        ("http://[::1%25En0]/", "http://[::1%25en0]/", [14, 14]),
    ] {
        for (level, _) in LEVELS {
            let Equivalence::Different(difference) = equivalent(a, b, level) else {
                panic!("{a} and {b} at {level}");
            };
            assert_eq!(difference.component(), Component::Host);
            assert_eq!(difference.offsets(), offsets, "{a} and {b}");
            assert_ne!(Normalized::new(a, level), Normalized::new(b, level));
        }
    }
    // The letters of the address have no case.
    let same = equivalent("http://[FE80::1%25En0]/", "http://[fe80::1%25En0]/", Level::Percent);
    assert_eq!(same.to_string(), "same by host case");
    // An IRI is compared by its URI.
    assert_eq!(iri::normalize("http://h/%7e", Level::Path), "http://h/~");
}

/// `file:/a`, `file:///a` and `file://localhost/a` are one file, and none of them is that of another host.
#[test]
fn names_of_files() {
    let same = [
        "file:/a/b",
        "FILE:///a/b",
        "file://localhost/a/b",
        "file://LocalHost/a/./b",
        "file:/x/../a/b",
    ];
    for a in same {
        assert_eq!(normalize(a, Level::Scheme), "file:///a/b", "{a}");
        for b in same {
            assert!(equivalent(a, b, Level::Scheme).is_equivalent(), "{a} and {b}");
        }
    }
    let reasons = equivalent("file:/a", "file:///a", Level::Scheme);
    assert_eq!(reasons, Equivalence::Equivalent([Step::SchemeRule].into_iter().collect()));
    assert!(!equivalent("file:/a", "file:///a", Level::Path).is_equivalent());
    let others = [
        "file:/a/b",
        "file:a/b",
        "file://a/b",
        "file:////a/b",
        "file://localhost:1/a/b",
        "file:/a/B",
        "file:/%2Fa/b",
        "file:",
    ];
    for (i, a) in others.iter().enumerate() {
        for b in &others[i + 1..] {
            assert!(!equivalent(a, b, Level::Scheme).is_equivalent(), "{a} and {b}");
        }
    }
}

/// Each default port is that of the oracle's table, and no other scheme has one.
#[test]
fn default_ports() {
    for (port, scheme) in oracle::uri::PORTS {
        let rules = SchemeRules::known(&scheme.to_uppercase()).expect(scheme);
        assert_eq!(
            rules.default_port.map(|port| port.to_string()).as_deref(),
            Some(*port),
            "{scheme}"
        );
        let with = format!("{scheme}://h:{port}/x");
        assert_eq!(normalize(&with, Level::Scheme), format!("{scheme}://h/x"));
        assert_eq!(normalize(&with, Level::Path), with);
        let other = format!("{scheme}://h:1/x");
        assert_eq!(normalize(&other, Level::Scheme), other);
        // An empty path is `/` only where the scheme says so.
        let is_root = ["http", "https", "ws", "wss", "ftp"].contains(scheme);
        assert_eq!(rules.empty_path_is_root, is_root, "{scheme}");
    }
    for scheme in ["file", "mailto", "urn", "tel", "irc", "gophers", "smbs", "rtmpts", "x", "data"]
    {
        let port = SchemeRules::known(scheme).and_then(|rules| rules.default_port);
        assert_eq!(port, None, "{scheme}");
    }
}
