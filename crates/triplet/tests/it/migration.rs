//! The names of `percent-encoding`: the same uses compile with either crate and give the same. Each case
//! is written once and run with both.

mod form_urlencoded;
mod urlencoding;

use proptest::prelude::*;

macro_rules! with_each {
    ($($name:ident => $krate:path),*) => { $(
        mod $name {
            use std::borrow::Cow;
            use $krate::*;

            const FRAGMENT: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`');
            const PATH: AsciiSet = NON_ALPHANUMERIC.remove(b'/').remove(b'.');
            const UNION: AsciiSet = FRAGMENT.union(AsciiSet::EMPTY.add(b'#'));
            const NOT: AsciiSet = NON_ALPHANUMERIC.complement();

            pub(crate) fn sets() -> [&'static AsciiSet; 7] {
                static SUM: std::sync::OnceLock<AsciiSet> = std::sync::OnceLock::new();
                static EMPTY: AsciiSet = AsciiSet::EMPTY;
                static KEPT: AsciiSet = PATH;
                static JOINT: AsciiSet = UNION;
                let sum = SUM.get_or_init(|| !(UNION + NOT));
                [CONTROLS, NON_ALPHANUMERIC, FRAGMENT, &KEPT, &JOINT, &EMPTY, sum]
            }

            /// All results of an encoding, as text.
            pub(crate) fn encoded(input: &[u8]) -> Vec<String> {
                let mut shown: Vec<String> = input.iter().map(|&b| percent_encode_byte(b).into()).collect();
                for set in sets() {
                    let view = percent_encode(input, set);
                    shown.push(view.to_string());
                    shown.push(view.clone().collect());
                    shown.push(Cow::<str>::from(view.clone()).into_owned());
                    shown.push(matches!(Cow::from(view.clone()), Cow::Borrowed(_)).to_string());
                    shown.push(format!("{view:.2}|{view:>9}|{view:<0$}|", input.len() + 20));
                    shown.push(format!("{:?}", view.size_hint()));
                    let mut rest = view.clone();
                    let first = rest.next();
                    shown.push(format!("{} {:?}", rest == view, rest.size_hint()));
                    let parts = view.clone().collect::<Vec<_>>();
                    shown.push(format!("{parts:?} {}", matches!(Cow::from(rest.clone()), Cow::Borrowed(_))));
                    // The equality is that of the rest of the text, and the set.
                    let is_kept = |b: &u8| percent_encode(std::slice::from_ref(b), set).collect::<String>().len() == 1;
                    let read = input.iter().take_while(|b| is_kept(b)).count().max(input.len().min(1));
                    let again = percent_encode(&input[read..], set);
                    shown.push(format!("{} {}", rest == again, percent_encode(input, CONTROLS) == view));
                    shown.push(format!("{} {}", first.is_some(), first.unwrap_or("").len() + rest.to_string().len()));
                    if let Ok(text) = std::str::from_utf8(input) {
                        shown.push(utf8_percent_encode(text, set).to_string());
                    }
                }
                shown
            }

            /// All results of a decoding.
            pub(crate) fn decoded(input: &[u8]) -> Vec<String> {
                let view = percent_decode(input);
                let bytes: Vec<u8> = view.clone().collect();
                let mut shown = vec![
                    format!("{bytes:?}"),
                    format!("{:?}", Cow::<[u8]>::from(view.clone())),
                    format!("{}", matches!(Cow::<[u8]>::from(view.clone()), Cow::Borrowed(_))),
                    format!("{:?}", view.size_hint()),
                    format!("{:?}", view.clone().decode_utf8()),
                    format!("{:?}", view.clone().decode_utf8_lossy()),
                ];
                let mut rest = view;
                rest.next();
                shown.push(format!("{:?}", rest.decode_utf8_lossy()));
                if let Ok(text) = std::str::from_utf8(input) {
                    shown.push(format!("{:?}", percent_decode_str(text).decode_utf8()));
                }
                shown
            }
        }
    )* };
}

with_each!(theirs => percent_encoding, ours => triplet::compat::percent_encoding);

/// The tests of `percent-encoding` by its documentation, in their shape, for both crates.
macro_rules! own_suite {
    ($($name:ident => $krate:path),*) => { $(
        mod $name {
            use std::borrow::Cow;
            use $krate::*;

            #[test]
            fn encoding() {
                for byte in 0..=0xFF {
                    assert_eq!(percent_encode_byte(byte), format!("%{byte:02X}"));
                }
                assert_eq!(percent_encode(b"foo bar?", &AsciiSet::EMPTY).collect::<String>(), "foo bar?");
                assert_eq!(percent_encode(b"foo bar?", NON_ALPHANUMERIC).collect::<String>(), "foo%20bar%3F");
                assert_eq!(percent_encode(b"\x00\x01\x02\x03", CONTROLS).collect::<String>(), "%00%01%02%03");
                let encoded = percent_encode(b"foo bar?", NON_ALPHANUMERIC);
                assert_eq!(format!("{encoded} {encoded:.3}"), "foo%20bar%3F foo%20bar%3F");
                assert_eq!(Cow::from(encoded), "foo%20bar%3F");
                assert_eq!(utf8_percent_encode("foo bar?", &AsciiSet::EMPTY).collect::<String>(), "foo bar?");
                assert_eq!(utf8_percent_encode("foo bar?", NON_ALPHANUMERIC), percent_encode(b"foo bar?", NON_ALPHANUMERIC));
                assert_ne!(utf8_percent_encode("foo bar?", NON_ALPHANUMERIC), percent_encode(b"foo bar?", CONTROLS));
                assert_ne!(utf8_percent_encode("foo", CONTROLS), utf8_percent_encode("fo", CONTROLS));
            }

            #[test]
            fn decoding() {
                assert_eq!(percent_decode(b"foo%20bar%3f").decode_utf8().unwrap(), "foo bar?");
                assert_eq!(percent_decode_str("foo%20bar%3f").decode_utf8().unwrap(), "foo bar?");
                assert_eq!(percent_decode(b"foo%20bar%3f").collect::<Vec<u8>>(), b"foo bar?");
                assert_eq!(Cow::from(percent_decode(b"foo%20bar%3f")), Cow::Owned::<[u8]>(b"foo bar?".to_vec()));
                assert!(matches!(Cow::from(percent_decode(b"foo bar?")), Cow::Borrowed(b"foo bar?")));
                let error = percent_decode(b"%00%9F%92%96").decode_utf8().unwrap_err();
                assert_eq!((error.valid_up_to(), error.error_len()), (1, Some(1)));
                assert_eq!(percent_decode(b"%F0%9F%92%96").decode_utf8_lossy(), "\u{1F496}");
                assert_eq!(percent_decode(b"%00%9F%92%96").decode_utf8_lossy(), "\0\u{FFFD}\u{FFFD}\u{FFFD}");
            }

            #[test]
            fn traits() {
                fn encode<T: Clone + std::fmt::Debug + Eq + std::fmt::Display + Send + Sync + Unpin>(_: T) {}
                fn decode<T: Clone + std::fmt::Debug + Iterator<Item = u8> + Send + Sync + Unpin>(_: T) {}
                encode(percent_encode(b"a", CONTROLS));
                decode(percent_decode(b"a"));
            }
        }
    )* };
}

own_suite!(suite_of_theirs => percent_encoding, suite_of_ours => triplet::compat::percent_encoding);

#[test]
fn fixed_cases() {
    for input in [
        &b""[..],
        b"foo <bar>",
        b"foo bar?",
        b"foo%20bar%3f",
        b"%F0%9F%92%96",
        b"%00%9F%92%96",
        b"100%",
        b"%%41",
        b"%4%41",
        b"%zz",
        b"\xE2%82\xAC",
        b"clean",
        b"a/b.c",
    ] {
        assert_eq!(ours::encoded(input), theirs::encoded(input), "{input:?}");
        assert_eq!(ours::decoded(input), theirs::decoded(input), "{input:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]
    #[test]
    fn random_cases(input in prop_oneof![
        any::<Vec<u8>>(),
        "([a-z %<\"#/.é]|%[0-9a-fA-F]{2}|%[0-9a-z]){0,24}".prop_map(String::into_bytes),
    ]) {
        prop_assert_eq!(ours::encoded(&input), theirs::encoded(&input));
        prop_assert_eq!(ours::decoded(&input), theirs::decoded(&input));
    }
}
