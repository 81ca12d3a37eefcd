//! The names of `urlencoding`, each use with both crates.

use proptest::prelude::*;

macro_rules! with_each {
    ($($name:ident => $krate:path),*) => { $(
        mod $name {
            use std::borrow::Cow;
            use $krate::*;

            /// Everything that an encoding shows.
            pub(crate) fn encoded(input: &[u8]) -> Vec<String> {
                let view = Encoded(input);
                let mut appended = String::from("é");
                view.append_to(&mut appended);
                let mut written = Vec::new();
                view.write(&mut written).expect("memory");
                let whole = encode_binary(input);
                let borrows = matches!(whole, Cow::Borrowed(_));
                let mut shown = vec![
                    whole.into_owned(),
                    borrows.to_string(),
                    view.to_string(),
                    view.to_str().into_owned(),
                    appended,
                    String::from_utf8(written).expect("ASCII"),
                    format!("{view}|{view:.2}|{view:>9}|"),
                    format!("{:?} {}", Encoded::new(input.to_vec()), Encoded::new(input) == view),
                    format!("{:?}", Encoded::new(input).cmp(&Encoded(&b"a"[..]))),
                ];
                if let Ok(text) = std::str::from_utf8(input) {
                    shown.push(encode(text).into_owned());
                    shown.push(Encoded::str(text).to_string());
                }
                shown
            }

            /// Everything that a decoding shows. Whether it borrows is the same where there is no `%`.
            pub(crate) fn decoded(input: &[u8]) -> Vec<String> {
                let octets = decode_binary(input);
                let mut shown = vec![format!("{octets:?}")];
                if !input.contains(&b'%') {
                    assert!(matches!(octets, Cow::Borrowed(_)));
                }
                if let Ok(text) = std::str::from_utf8(input) {
                    let text: Result<Cow<'_, str>, std::string::FromUtf8Error> = decode(text);
                    shown.push(format!("{text:?}"));
                    shown.push(format!("{:?}", text.map_err(|error| error.into_bytes())));
                }
                shown
            }
        }
    )* };
}

with_each!(theirs => ::urlencoding, ours => triplet::compat::urlencoding);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn gives_what_urlencoding_gives(input in prop_oneof![
        any::<Vec<u8>>(),
        ".{0,60}".prop_map(String::into_bytes),
        "([a-z %+<~/.é]|%[0-9a-fA-F]{2}|%[0-9a-z%]){0,24}".prop_map(String::into_bytes),
    ]) {
        prop_assert_eq!(ours::encoded(&input), theirs::encoded(&input));
        prop_assert_eq!(ours::decoded(&input), theirs::decoded(&input));
        let set = triplet::set::rfc3986::UNRESERVED;
        prop_assert_eq!(triplet::encode(&input, set).to_string(), theirs::encoded(&input).swap_remove(0));
    }
}
