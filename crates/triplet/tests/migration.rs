//! The names of `percent-encoding`: the same uses compile with either crate and give the same. Each case
//! is written once and run with both.

mod tier;

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

            /// Everything that an encoding shows, as text.
            pub(crate) fn encoded(input: &[u8]) -> Vec<String> {
                let mut shown: Vec<String> = input.iter().map(|&b| percent_encode_byte(b).into()).collect();
                for set in sets() {
                    let view = percent_encode(input, set);
                    shown.push(view.to_string());
                    shown.push(view.clone().collect());
                    shown.push(Cow::<str>::from(view.clone()).into_owned());
                    shown.push(matches!(Cow::from(view.clone()), Cow::Borrowed(_)).to_string());
                    let mut rest = view;
                    let first = rest.next();
                    shown.push(format!("{} {}", first.is_some(), first.unwrap_or("").len() + rest.to_string().len()));
                    if let Ok(text) = std::str::from_utf8(input) {
                        shown.push(utf8_percent_encode(text, set).to_string());
                    }
                }
                shown
            }

            /// Everything that a decoding shows.
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

    #[test]
    fn as_urlencoding_where_it_means_the_same(text in ".{0,60}") {
        let set = triplet::set::rfc3986::UNRESERVED;
        prop_assert_eq!(triplet::encode(&text, set).to_string(), urlencoding::encode(&text));
        let encoded = urlencoding::encode(&text).into_owned();
        prop_assert_eq!(triplet::decode(&encoded).to_str().unwrap(), &*text);
        // On malformed triplets it is lenient, as `lenient` is.
        prop_assert_eq!(
            &*triplet::decode(&text).lenient().to_bytes(),
            &*urlencoding::decode_binary(text.as_bytes())
        );
    }
}
