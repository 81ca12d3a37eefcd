//! Every tier of this machine at references: what is normal, and what becomes of what is not, against the oracle and beside
//! memory that must not be touched.

#[cfg(unix)]
use crate::guarded;
use crate::oracle;
use crate::tier::each_tier;
#[cfg(unix)]
use crate::tier::{self, Noise};

/// A reference of at most this number of bytes, of parts that have a meaning in references.
#[cfg(unix)]
fn reference(noise: &mut Noise, most: usize) -> String {
    #[rustfmt::skip]
    const PIECES: &[&str] = &[
        "a", "b.c", "host.example", "segment-of-some-length", "x=1", "/", "/", "/", ":", "//", "?", "#", "&", "@", "[::1]",
        ".", "..", "/.", "/../", "%41", "%7E", "%2F", "%2f", "%C3%A9", "%c3%a9", "%", "%%", "%4", "%zz", "%30", "é", "Z", "W",
    ];
    let mut text = String::new();
    if noise.next().is_multiple_of(2) {
        let prefix =
            ["http://", "https://h:8443/", "HTTP://h:80", "urn:a:", "file://localhost", "x:"];
        text.push_str(prefix[noise.next() as usize % prefix.len()]);
    }
    loop {
        let piece = PIECES[noise.next() as usize % PIECES.len()];
        if text.len() + piece.len() > most {
            return text;
        }
        text.push_str(piece);
    }
}

/// A reference of any shape. Many of its parts mean something to a normaliser.
#[cfg(unix)]
fn shaped_reference(noise: &mut Noise) -> String {
    let mut one = |from: &[&str]| from[(noise.next() >> 16) as usize % from.len()].to_owned();
    let mut text = one(&[
        "",
        "",
        "http:",
        "HTTP:",
        "https:",
        "ftp:",
        "file:",
        "ws:",
        "wss:",
        "urn:",
        "URN:",
        "mailto:",
        "mailto:",
        "tel:",
        "data:text/plain,",
        "tag:example.com,2020:",
        "foo:",
        "1a:",
        "%61:",
        "a-scheme-so-long-that-what-is-after-it-does-not-fit-into-a-register:",
        "A-SCHEME-SO-LONG-THAT-WHAT-IS-AFTER-IT-DOES-NOT-FIT-INTO-A-REGISTER-OF-ANY-MACHINE:",
    ]);
    if one(&["yes", "no"]) == "yes" {
        text += "//";
        text += &one(&["", "", "", "", "u@", "U:p@", "a@b@", "%41%2f@", ":@"]);
        text += &one(&[
            "h",
            "H.example",
            "localhost",
            "LOCALHOST",
            "",
            "%41",
            "%c3%a9.B",
            "é",
            "%zZ",
            "a:B",
            ":",
            "[",
            "]",
            "[::1]",
            "[0::1]",
            "[2001:DB8:0:0:1:0:0:1]",
            "[1:0:0:4:0:0:0:8]",
            "[1:2:3:4:5:6:7:8]",
            "[1:2:3:4:5:6:7::]",
            "[::ffff:1.2.3.4]",
            "[::FFFF:102:304]",
            "[::1.2.3.4]",
            "[::1.2.3.04]",
            "[1:2]",
            "[::%31]",
            "[FE80::01%25En0%2d]",
            "[V1.A:0]",
            "[0::01",
            "0::01]",
            "[0::01]x",
            "x[0::01]",
        ]);
        text += &one(&[
            "", "", "", ":", ":", ":80", ":443", ":021", ":21", ":080", ":0", ":8080", ":xY", "::",
        ]);
        if one(&["yes", "yes", "no"]) == "yes" {
            text += "/";
        }
    }
    text += &one(&[
        "",
        "",
        "",
        "/",
        "//",
        "a:B:",
        "ISBN:",
        "uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
        "+1-(2).3;a-B",
        "Joe@Example.COM,",
    ]);
    for _ in 0..one(&["0", "0", "1", "2", "3", "6"]).parse().expect("a number") {
        text += &one(&[
            "",
            "a",
            "B",
            ".",
            "..",
            "..",
            "%2e",
            "%2E%2e",
            ".x",
            "...",
            "%7E",
            "%2f",
            "%C3%a9",
            "%",
            "%4",
            "%%34%31",
            "%z%41",
            "é",
            "a:b",
            "%68:",
            "a@B",
            ",",
            ";",
            "-",
            "a-segment-of-some-length",
        ]);
        text += &one(&["/", "/", "/", "", "//"]);
    }
    text += &one(&["", "", "", "", "?", "?q=%41", "?+r", "?=%2f", "?To=a@B&Cc=%61", "?/../"]);
    text += &one(&["", "", "", "#", "#F/./%7e"]);
    text
}

/// The parts and the normal forms of references of every shape are those of the oracle, on every tier, beside guard
/// pages too.
#[cfg(unix)]
#[test]
fn references() {
    use oracle::uri::{Form, Parts};
    use triplet::uri::{Level, Reference, normalize};

    const LEVELS: [(Level, Form); 3] =
        [(Level::Percent, Form::Percent), (Level::Path, Form::Path), (Level::Scheme, Form::Scheme)];

    fn parts(text: &str) -> Parts {
        let reference = Reference::split(text);
        let authority = reference.authority();
        [
            reference.scheme(),
            authority.and_then(|authority| authority.userinfo()),
            authority.map(|authority| authority.host()),
            authority.and_then(|authority| authority.port()),
            Some(reference.path()),
            reference.query(),
            reference.fragment(),
        ]
        .map(|part| part.map(str::to_owned))
    }

    let mut noise = Noise(0x5851_F42D_4C95_7F2D);
    let count = 40_000 / tier::stride();
    let texts: Vec<String> = (0..count)
        .map(|i| match i % 4 {
            0 => reference(&mut noise, i / 4 % 180),
            _ => shaped_reference(&mut noise),
        })
        .collect();
    let expected: Vec<[String; 3]> =
        texts.iter().map(|text| LEVELS.map(|(_, form)| oracle::uri::normal(text, form))).collect();
    for i in 0..3 {
        let changed =
            expected.iter().zip(&texts).filter(|(normal, text)| normal[i] != **text).count();
        assert!(
            (count / 4..count / 20 * 19).contains(&changed),
            "{changed} of {count} are not normal"
        );
    }
    each_tier(|tier| {
        let mut memory = guarded::Guarded::new(2);
        for (i, (text, normal_forms)) in texts.iter().zip(&expected).enumerate() {
            let place = memory.place(i % 2 == 0, i / 2 % 64, text.len());
            place.copy_from_slice(text.as_bytes());
            let here = str::from_utf8(place).expect("the same text");
            assert_eq!(parts(here), oracle::uri::parts(text), "{}: {text}", tier.name());
            for ((level, _), normal) in LEVELS.into_iter().zip(normal_forms) {
                let got = normalize(here, level);
                assert_eq!(got, *normal, "{}: {text} at {level:?}", tier.name());
                let is_borrowed = matches!(got, std::borrow::Cow::Borrowed(_));
                assert_eq!(is_borrowed, *normal == *text, "{}: {text} at {level:?}", tier.name());
                assert_eq!(
                    normalize(normal, level),
                    *normal,
                    "{}: again {text} at {level:?}",
                    tier.name()
                );
            }
        }
    });
}

/// Pieces of a component that mean something to a normaliser, or almost.
#[cfg(unix)]
#[rustfmt::skip]
const COMPONENT: &[&str] = &[
    "a", "f", "g", "A", "F", "0", "9", "-", "%41", "%7e", "%7E", "%2f", "%2F", "%c3%a9", "%C3%A9", "%e4%BD%a0", "%00", "%ff", "é",
    "%", "%4", "%a", "%zz", "%4g", "%g4", "%30", "%61", "%46", "some-text-without-anything", "&x=1",
];

/// A component of a length, or a little shorter if a character does not fit; the greater `plain`, the fewer triplets.
#[cfg(unix)]
fn component(noise: &mut Noise, length: usize, plain: usize) -> String {
    let mut text = String::new();
    while text.len() < length {
        let random = noise.next() as usize >> 8;
        text.push_str(match random % 64 < plain {
            true => "x",
            false => COMPONENT[(random >> 8) % COMPONENT.len()],
        });
    }
    let end = (0..=length).rev().find(|&end| text.is_char_boundary(end)).expect("the start is one");
    text.truncate(end);
    text
}

/// Triplets in their normal form: all lengths and alignments, beside guard pages, as a whole reference, as an empty path with a
/// query, and as the query of an ordinary reference.
#[cfg(unix)]
#[test]
fn normal_triplets() {
    use triplet::uri::{Level, normalize};

    each_tier(|tier| {
        let mut noise = Noise(0x2545_F491_4F6C_DD1D);
        let mut memory = guarded::Guarded::new(2);
        let (mut count, mut changed) = (0, 0);
        for round in 0..6 {
            for length in (0..=400usize).step_by(tier::stride().min(10)) {
                for shell in ["", "?", "http://host.example/?"] {
                    let text = component(&mut noise, length, [0, 32, 56, 60, 63, 64][round]);
                    let whole = format!("{shell}{text}");
                    let expected = format!("{shell}{}", oracle::uri::triplets(&text));
                    for at_end in [true, false] {
                        let place = memory.place(at_end, (length + 11 * round) % 64, whole.len());
                        place.copy_from_slice(whole.as_bytes());
                        let here = str::from_utf8(place).expect("the same text");
                        assert_eq!(
                            normalize(here, Level::Percent),
                            expected,
                            "{} {whole}",
                            tier.name()
                        );
                    }
                    count += 1;
                    changed += usize::from(whole != expected);
                }
            }
        }
        println!("tier {}: {changed} of {count} texts are not normal", tier.name());
        assert!(changed > count / 2 && changed < count * 9 / 10);
    });
}

/// All `%XY`, well-formed and malformed, at every offset of a reference and from its end: what the scan takes for normal is
/// normal.
#[test]
fn every_triplet_at_every_offset_is_normalised() {
    use triplet::uri::{Level, normalize};

    const TELLING: &[u8] = b"02345679ADFadf%/:@G`g\0";
    each_tier(|tier| {
        for length in [40, 66, 131, 170] {
            let mut text = format!("http://h/{}", "x".repeat(length - 9));
            for offset in 9..length - 2 {
                for &high in TELLING {
                    for &low in TELLING {
                        let triplet = ['%', char::from(high), char::from(low)];
                        text.replace_range(offset..offset + 3, &String::from_iter(triplet));
                        // Without the last byte or two: a triplet that is cut.
                        for text in [&text[..], &text[..length - 1], &text[..length - 2]] {
                            let expected = oracle::uri::triplets(text);
                            assert_eq!(
                                normalize(text, Level::Percent),
                                expected,
                                "{}",
                                tier.name()
                            );
                            if offset + 3 < length - 2 {
                                break;
                            }
                        }
                    }
                }
                text.replace_range(offset..offset + 3, "xxx");
            }
        }
    });
}

/// A reference with a scheme and an authority. Most of its parts are normal.
#[cfg(unix)]
fn web_reference(noise: &mut Noise) -> String {
    let mut one = |from: &[&str]| from[(noise.next() >> 16) as usize % from.len()].to_owned();
    let mut text =
        one(&["http", "https", "http", "https", "HTTP", "httpS", "x", "xttps", "https+x"]);
    text += "://";
    text += &one(&["", "", "", "", "", "", "u@", "U%41%2f@"]);
    text += &one(&[
        "h",
        "www.example.com",
        "cdn.example",
        "h.EXAMPLE",
        "h%41",
        "%c3%a9.B",
        "é",
        "[::1]",
        "[::A]",
        "",
        "a-name-of-such-a-length-that-the-path-is-far-away-but-not-too-far",
        "a-name-of-64-bytes-with-all-that-precedes-this",
    ]);
    text += &one(&[
        "", "", "", ":", ":80", ":443", ":080", ":0443", ":8443", ":8", ":81", ":4430", ":0", ":xY",
    ]);
    for _ in 0..one(&["0", "1", "2", "3", "5", "9"]).parse().expect("a number") {
        text += "/";
        text += &one(&[
            "",
            "a",
            "b-c",
            "segment",
            "a-segment-of-some-length",
            ".",
            "..",
            "%2e",
            "%2E%2e",
            ".well-known",
            "...",
            "..x",
            "%7Euser",
            "%C3%A9",
            "%c3%a9",
            "%2F",
            "x%zz",
            "%",
            "A",
            "a:b",
            "x.",
        ]);
    }
    text += &one(&["", "", "?q", "?q=%41", "?a=b&c=%2f", "?/../", "?%"]);
    text += &one(&["", "", "", "#f", "#/./%7e", "#"]);
    text
}

/// Normal forms at all levels.
#[cfg(unix)]
#[test]
fn normal_forms() {
    use oracle::uri::Form;
    use triplet::uri::{Level, normalize};

    each_tier(|tier| {
        let mut noise = Noise(0x9E37_79B9_7F4A_7C15);
        let mut memory = guarded::Guarded::new(2);
        let mut changed = [0; 3];
        let count = 60_000 / tier::stride();
        for i in 0..count {
            let text = web_reference(&mut noise);
            let place = memory.place(i % 2 == 0, i / 2 % 64, text.len());
            place.copy_from_slice(text.as_bytes());
            let here = str::from_utf8(place).expect("the same text");
            for (level, form) in [
                (Level::Percent, Form::Percent),
                (Level::Path, Form::Path),
                (Level::Scheme, Form::Scheme),
            ] {
                let got = normalize(here, level);
                assert_eq!(
                    got,
                    oracle::uri::normal(&text, form),
                    "{} {form:?} {text}",
                    tier.name()
                );
                let is_borrowed = matches!(got, std::borrow::Cow::Borrowed(_));
                assert_eq!(is_borrowed, got == text, "{} {form:?} {text}", tier.name());
                changed[form as usize] += usize::from(!is_borrowed);
            }
        }
        println!("tier {}: {changed:?} of {count} references are not normal", tier.name());
        assert!(changed[0] > count / 6 && changed[2] < count * 59 / 60);
    });
}

/// A text is a reference where another crate says so: references of every shape, every other one with a byte replaced, on
/// every tier and beside guard pages.
#[cfg(unix)]
#[test]
fn validity() {
    use triplet::uri::{Grammar, validate};

    let mut noise = Noise(0xD1B5_4A32_D192_ED03);
    let count = 60_000 / tier::stride();
    let texts: Vec<String> = (0..count)
        .map(|i| {
            let mut text = match i % 4 {
                0 => reference(&mut noise, i / 4 % 260),
                1 => shaped_reference(&mut noise),
                2 => web_reference(&mut noise),
                _ => format!("{}{}", web_reference(&mut noise), "abcdefghijklmnop".repeat(i % 9)),
            };
            if i % 3 > 0 {
                text = text.replace("%zz", "%5a").replace('é', "e");
            }
            let at = (noise.next() >> 16) as usize % (text.len() + 1);
            if i % 2 == 0 && text.as_bytes().get(at).is_some_and(u8::is_ascii) {
                const OTHERS: &str = "%:/?#[]@ <\"^`{|}\0\x7FaF0.+-~!";
                let other = (noise.next() >> 16) as usize % OTHERS.len();
                text.replace_range(at..=at, &OTHERS[other..=other]);
            }
            text
        })
        .collect();
    let expected: Vec<[bool; 2]> = texts
        .iter()
        .map(|text| {
            [
                fluent_uri::UriRef::parse(text.as_str()).is_ok(),
                fluent_uri::Uri::parse(text.as_str()).is_ok(),
            ]
        })
        .collect();
    for i in 0..2 {
        let valid = expected.iter().filter(|expected| expected[i]).count();
        assert!((count / 4..count / 4 * 3).contains(&valid), "{valid} of {count} are valid");
    }
    each_tier(|tier| {
        let mut memory = guarded::Guarded::new(2);
        for (i, (text, expected)) in texts.iter().zip(&expected).enumerate() {
            let place = memory.place(i % 2 == 0, i / 2 % 64, text.len());
            place.copy_from_slice(text.as_bytes());
            let here = str::from_utf8(place).expect("the same text");
            for (grammar, is_valid) in [Grammar::UriReference, Grammar::Uri].iter().zip(expected) {
                assert_eq!(
                    validate(here, *grammar).is_ok(),
                    *is_valid,
                    "{}: {text:?} as {grammar:?}",
                    tier.name()
                );
            }
        }
    });
}

/// The tiers agree about one odd piece at each place of references that are about as long as one, two and four registers.
#[cfg(unix)]
#[test]
fn validity_at_each_place() {
    use triplet::uri::{Grammar, validate};

    const ODD: [&str; 14] =
        ["%", "%4", "%41", "%4g", "%g4", "#", "##", ":", "@", "[", " ", "\\", "\x7F", "é"];
    const BASES: [&str; 3] = ["http://host.example:8080/path/", "urn:isbn:", "/path/"];
    let lengths = (1..5).chain(14..20).chain(30..37).chain(62..70).chain(126..134).chain([161]);
    let mut texts = Vec::new();
    for length in lengths.step_by(if tier::stride() > 1 { 5 } else { 1 }) {
        for base in BASES {
            let whole: String =
                base.chars().chain("segment/".chars().cycle()).take(length).collect();
            for place in 0..=length {
                for odd in ODD {
                    let mut text = whole.clone();
                    text.replace_range(place..(place + odd.len()).min(length), odd);
                    let grammars = [Grammar::UriReference, Grammar::Uri];
                    let expected = [
                        fluent_uri::UriRef::parse(text.as_str()).is_ok(),
                        fluent_uri::Uri::parse(text.as_str()).is_ok(),
                    ];
                    texts.push((text, grammars, expected));
                }
            }
        }
    }
    for i in 0..2 {
        let valid = texts.iter().filter(|(.., expected)| expected[i]).count();
        assert!(valid * 20 > texts.len() && valid * 20 < texts.len() * 19, "{valid} are valid");
    }
    each_tier(|tier| {
        let mut memory = guarded::Guarded::new(1);
        for (i, (text, grammars, expected)) in texts.iter().enumerate() {
            let place = memory.place(i % 2 == 0, 0, text.len());
            place.copy_from_slice(text.as_bytes());
            let here = str::from_utf8(place).expect("the same text");
            for (grammar, is_valid) in grammars.iter().zip(expected) {
                let is_ours = validate(here, *grammar).is_ok();
                assert_eq!(is_ours, *is_valid, "{}: {text:?} as {grammar:?}", tier.name());
            }
        }
    });
}

/// The reasons for which two references are the same are those of every tier.
#[test]
fn reasons() {
    use triplet::uri::{Equivalence, Level, Step, equivalent};

    each_tier(|tier| {
        for (a, b, expected) in [
            ("http://h:80/", "http://h/", Step::DefaultPort),
            (
                "http://host.example/a/b/c/d/e/f/g",
                "http://host.example:80/a/b/c/d/e/f/g",
                Step::DefaultPort,
            ),
            (
                "https://host.example.with.a.long.name",
                "https://host.example.with.a.long.name/",
                Step::EmptyPath,
            ),
            ("http://host.example/a/./b", "http://host.example/a/b", Step::DotSegments),
            ("http://host.example:/a", "http://host.example/a", Step::EmptyPort),
            ("http://[0:0::1]/a", "http://[::1]/a", Step::Ipv6Form),
            ("http://HOST.example/a", "http://host.example/a", Step::HostCase),
            ("http://host.example/%2f", "http://host.example/%2F", Step::HexCase),
            ("http://host.example/%7e", "http://host.example/~", Step::UnreservedTriplet),
            ("file://localhost/a", "file:///a", Step::SchemeRule),
        ] {
            let Equivalence::Equivalent(steps) = equivalent(a, b, Level::Scheme) else {
                panic!("{}: {a} and {b}", tier.name());
            };
            assert_eq!(
                steps.iter().collect::<Vec<_>>(),
                [expected],
                "{}: {a} and {b}",
                tier.name()
            );
        }
    });
}
