//! Random inputs against the oracle and against what must always hold.

use crate::oracle;
use crate::oracle::codec::{DecodeOptions, EncodeOptions};
use proptest::collection::vec;
use proptest::prelude::*;
use triplet::stream::{Encoder, Status};
use triplet::{EncodeSet, decode, encode};

/// Bytes in which triplets, broken triplets and everything else are frequent.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => vec(any::<u8>(), 0..4),
        4 => "%[0-9a-fA-F]{2}".prop_map(String::into_bytes),
        2 => "%[0-9a-zA-Z%+ ]{0,2}".prop_map(String::into_bytes),
        3 => "[a-zA-Z0-9._~/+ -]{0,40}".prop_map(String::into_bytes),
        // Long runs of triplets, which take a fast path in the kernel, and what interrupts them.
        1 => "(%[0-9a-fA-F]{2}){8,40}[+%a]?(%[0-9a-f]{2}){0,30}".prop_map(String::into_bytes),
        2 => any::<char>().prop_map(|c| c.to_string().into_bytes()),
    ];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn any_set() -> impl Strategy<Value = (EncodeSet, oracle::sets::SetOracle)> {
    proptest::sample::select(oracle::sets::all()).prop_map(|theirs| {
        (EncodeSet::by_name(theirs.name).expect("the names are the same"), theirs)
    })
}

/// Any set: it may keep some digits and not others, `%`, spaces and controls.
fn own_set() -> impl Strategy<Value = (EncodeSet, oracle::sets::SetOracle)> {
    use oracle::sets::NonAscii;
    use triplet::set;
    let policy = proptest::sample::select(vec![
        (set::NonAscii::Encode, NonAscii::Encode),
        (set::NonAscii::KeepUcschar, NonAscii::Ucschar),
        (set::NonAscii::KeepUcscharAndPrivate, NonAscii::UcscharAndPrivate),
        (set::NonAscii::Keep, NonAscii::All),
    ]);
    let one = "[0-9a-fA-F]|%|[ -~]|[\\x00-\\x1F\\x7F]";
    (vec(one, 0..6), vec(one, 0..6), any::<bool>(), policy, any::<bool>()).prop_map(
        |(more, less, all, (ours, theirs), plus)| {
            let (more, less) = (more.concat(), less.concat());
            let start =
                if all { EncodeSet::encoding(b"") } else { triplet::set::rfc3986::UNRESERVED };
            let printed = |byte: u8| (b' '..=b'~').contains(&byte);
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
            let starts = |byte| if all { printed(byte) } else { plain(byte) };
            let kept = (0..0x80u8).filter(|byte| {
                let listed = |list: &str| list.as_bytes().contains(byte);
                (starts(*byte) || listed(&more)) && !listed(&less)
            });
            let kept: String = kept.map(char::from).collect();
            let theirs = oracle::sets::SetOracle {
                name: "",
                source: "",
                kept: kept.leak(),
                plus,
                keep_triplets: false,
                non_ascii: theirs,
            };
            let set = if plus { start.space_as_plus() } else { start };
            (set.also_keep(more.as_bytes()).also_encode(less.as_bytes()).non_ascii(ours), theirs)
        },
    )
}

/// Some thousand bytes. Sets that keep letters outside ASCII keep most of them. In between are characters that are
/// not kept, and bytes that are not UTF-8.
fn letters() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        6 => "[a-zéяßü你好 ’😀]{1,300}".prop_map(String::into_bytes),
        3 => "[a-z ]{1,80}[é你😀]".prop_map(String::into_bytes),
        1 => any::<char>().prop_map(|c| c.to_string().into_bytes()),
        1 => "[\u{9F}\u{61C}\u{200F}\u{202E}\u{2069}\u{E000}\u{F8FF}\u{FDD0}\u{FFF0}\u{1FFFE}\u{E0041}\u{F0000}]{1,3}"
            .prop_map(String::into_bytes),
        1 => vec(any::<u8>(), 1..3),
        1 => "%[0-9a-fA-F]{0,2}".prop_map(String::into_bytes),
    ];
    vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn set_of_letters() -> impl Strategy<Value = (EncodeSet, oracle::sets::SetOracle)> {
    let kept = |set: &oracle::sets::SetOracle| set.name.starts_with("rfc3987:");
    let sets: Vec<_> = oracle::sets::all().into_iter().filter(kept).collect();
    proptest::sample::select(sets).prop_map(|theirs| {
        (EncodeSet::by_name(theirs.name).expect("the names are the same"), theirs)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn letters_outside_ascii_stay(
        input in letters(), (ours, theirs) in set_of_letters(),
        plus: bool, lower: bool, keep_triplets: bool, room in 4usize..2000,
    ) {
        let mut view = encode(&input, ours);
        let mut encoder = Encoder::new(ours);
        if plus { view = view.space_as_plus(); encoder = encoder.space_as_plus(); }
        if lower { view = view.lowercase_hex(); encoder = encoder.lowercase_hex(); }
        if keep_triplets { view = view.keep_triplets(); encoder = encoder.keep_triplets(); }
        let options = EncodeOptions { plus, lower, keep_triplets };
        let expected = oracle::codec::encode(&input, &theirs, options);
        let expected = String::from_utf8(expected).expect("encoded text is text");
        prop_assert_eq!(&*view.to_cow(), &*expected);
        prop_assert_eq!(view.chunks().collect::<String>(), &*expected);
        prop_assert_eq!(view.encoded_len(), Some(expected.len()));
        prop_assert_eq!(view.is_unchanged(), expected.as_bytes() == input);
        prop_assert_eq!(view.to_string(), &*expected);
        let mut exact = vec![0; expected.len()];
        prop_assert_eq!(&*view.write_into(&mut exact).expect("exactly enough"), &*expected);
        let mut written = Vec::new();
        view.write_to(&mut written).expect("to memory");
        prop_assert_eq!(&written, expected.as_bytes());
        let (mut streamed, mut rest, mut buffer) = (Vec::new(), &input[..], vec![0; room]);
        loop {
            let progress = encoder.push(rest, &mut buffer, true);
            streamed.extend_from_slice(&buffer[..progress.written]);
            rest = &rest[progress.read..];
            prop_assert!(std::str::from_utf8(&streamed).is_ok(), "no character is cut");
            if progress.status == Status::Done {
                break;
            }
            prop_assert!(progress.written > 0, "no progress");
        }
        prop_assert_eq!(&streamed, expected.as_bytes());
        // Except for `%`, a set keeps every byte of what it encoded.
        let again = encode(&*expected, ours).keep_triplets();
        prop_assert!(again.is_unchanged() || plus);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn encodes_as_the_oracle(
        input in bytes(), (ours, theirs) in any_set(),
        plus: bool, lower: bool, keep_triplets: bool,
    ) {
        let mut view = encode(&input, ours);
        if plus { view = view.space_as_plus(); }
        if lower { view = view.lowercase_hex(); }
        if keep_triplets { view = view.keep_triplets(); }
        let expected = oracle::codec::encode(&input, &theirs, EncodeOptions { plus, lower, keep_triplets });
        let expected = String::from_utf8(expected).expect("encoded text is text");
        prop_assert_eq!(&*view.to_cow(), &*expected);
        prop_assert_eq!(view.to_string(), &*expected);
        prop_assert_eq!(view.chunks().collect::<String>(), &*expected);
        prop_assert_eq!(view.encoded_len(), Some(expected.len()));
        prop_assert_eq!(view.is_unchanged(), expected.as_bytes() == input);
        prop_assert_eq!(matches!(view.to_cow(), std::borrow::Cow::Borrowed(_)), expected.as_bytes() == input);
        let mut appended = String::from("before ");
        view.append_to(&mut appended);
        view.try_append_to(&mut appended).expect("memory");
        prop_assert_eq!(&appended, &format!("before {expected}{expected}"));
        let mut exact = vec![0; expected.len()];
        prop_assert_eq!(&*view.write_into(&mut exact).expect("exactly enough"), &*expected);
        if !expected.is_empty() {
            let error = view.write_into(&mut exact[1..]).unwrap_err();
            prop_assert_eq!(error.needed(), expected.len());
        }
        let mut written = Vec::new();
        view.write_to(&mut written).expect("to memory");
        prop_assert_eq!(&written, expected.as_bytes());
        prop_assert_eq!(format!("{view:>60}"), format!("{expected:>60}"));
        prop_assert_eq!(format!("{view:*^61.20}"), format!("{expected:*^61.20}"));
        prop_assert_eq!(format!("{view:.3}"), format!("{expected:.3}"));
    }

    #[test]
    fn decodes_as_the_oracle(
        input in bytes(), plus: bool, leave in vec(any::<u8>(), 0..3),
    ) {
        let options = |lenient| DecodeOptions { plus, leave: &leave, lenient };
        let mut view = decode(&input).keep_triplets_of(&leave);
        if plus { view = view.plus_as_space(); }
        let expected = oracle::codec::decode(&input, options(false));
        let got = view.to_bytes().map(|b| b.into_owned());
        prop_assert_eq!(got.as_ref().ok(), expected.as_ref().ok());
        prop_assert_eq!(got.map_err(|e| e.offset()).err(), expected.map_err(|e| e.1).err());
        let lenient = oracle::codec::decode(&input, options(true)).expect("lenient");
        prop_assert_eq!(&*view.lenient().to_bytes(), &*lenient);
        let mut written = Vec::new();
        view.lenient().write_to(&mut written).expect("to memory");
        prop_assert_eq!(&written, &lenient);
        let text = oracle::codec::decode_text(&input, options(true));
        let got = view.lenient().to_str();
        prop_assert_eq!(got.as_deref().ok(), text.as_deref().ok());
        prop_assert_eq!(got.map_err(|e| e.offset()).err(), text.map_err(|e| e.1).err());
        for room in [0, lenient.len() / 2, lenient.len()] {
            let mut exact = vec![0; room];
            match view.lenient().write_into(&mut exact) {
                Ok(bytes) => prop_assert_eq!(&*bytes, &*lenient),
                Err(error) => prop_assert!(room < lenient.len() && error.needed() == lenient.len()),
            }
        }
    }

    #[test]
    fn encodes_under_any_set_as_the_oracle(
        input in prop_oneof![bytes(), "([0-9a-f/x é]|%[0-9a-f]{0,2}){0,120}".prop_map(String::into_bytes)],
        (ours, theirs) in own_set(),
        lower: bool, keep_triplets: bool, room in 4usize..60, block in 1usize..40,
    ) {
        let mut view = encode(&input, ours);
        let mut encoder = Encoder::new(ours);
        if lower { view = view.lowercase_hex(); encoder = encoder.lowercase_hex(); }
        if keep_triplets { view = view.keep_triplets(); encoder = encoder.keep_triplets(); }
        let options = EncodeOptions { plus: false, lower, keep_triplets };
        let expected = String::from_utf8(oracle::codec::encode(&input, &theirs, options)).expect("text");
        let expected = &*expected;
        prop_assert_eq!(&*view.to_cow(), expected);
        prop_assert_eq!(view.chunks().collect::<String>(), expected);
        prop_assert_eq!(view.encoded_len(), Some(expected.len()));
        prop_assert_eq!(view.is_unchanged(), expected.as_bytes() == input);
        prop_assert_eq!(view.to_string(), expected);
        let mut appended = String::from("é");
        view.append_to(&mut appended);
        prop_assert_eq!(&appended[2..], expected);
        let mut appended = String::with_capacity(3 * expected.len() + 300);
        view.append_to(&mut appended);
        prop_assert_eq!(&*appended, expected);
        let mut appended = String::new();
        view.try_append_to(&mut appended).expect("memory");
        prop_assert_eq!(&*appended, expected);
        let mut buffer = vec![0; expected.len()];
        prop_assert_eq!(&*view.write_into(&mut buffer).expect("exactly enough"), expected);
        if let Some(less) = expected.len().checked_sub(1) {
            prop_assert_eq!(view.write_into(&mut buffer[..less]).unwrap_err().needed(), expected.len());
        }
        let mut written = Vec::new();
        view.write_to(&mut written).expect("to memory");
        prop_assert_eq!(&written, expected.as_bytes());
        let (mut streamed, mut at) = (Vec::new(), 0);
        loop {
            let end = input.len().min(at + block);
            let mut out = vec![0; room];
            let progress = encoder.push(&input[at..end], &mut out, end == input.len());
            streamed.extend_from_slice(&out[..progress.written]);
            at += progress.read;
            if progress.status == Status::Done {
                break;
            }
        }
        prop_assert_eq!(&streamed, expected.as_bytes());
        // Width and precision, as for the text itself.
        prop_assert_eq!(format!("{view:*^90.30}"), format!("{expected:*^90.30}"));
        prop_assert_eq!(format!("{view:>9.7}|{view:70}"), format!("{expected:>9.7}|{expected:70}"));
    }

    #[test]
    fn what_is_encoded_decodes_to_itself(input in bytes(), (ours, _) in any_set(), lower: bool) {
        prop_assume!(ours.is_reversible());
        let mut view = encode(&input, ours);
        if lower { view = view.lowercase_hex(); }
        let text = view.to_string();
        let mut back = decode(&text);
        if ours.writes_space_as_plus() { back = back.plus_as_space(); }
        let back = back.to_bytes().map(|bytes| bytes.into_owned());
        prop_assert_eq!(back, Ok(input));
    }

    #[test]
    fn a_space_as_plus_is_always_reversible(input in bytes(), (ours, theirs) in any_set()) {
        prop_assume!(!theirs.keeps(b'%') && !theirs.keep_triplets);
        let with = ours.also_keep(b"+").space_as_plus().also_keep(b"+ ");
        prop_assert!(with.is_reversible() && !with.keeps(b'+'));
        for text in [
            encode(&input, with).to_string(),
            encode(&input, with).to_cow().into_owned(),
            encode(&input, ours.also_keep(b"+")).space_as_plus().chunks().collect(),
        ] {
            let back = decode(&text).plus_as_space().to_bytes().map(|bytes| bytes.into_owned());
            prop_assert_eq!(back, Ok(input.clone()));
        }
    }

    #[test]
    fn keeping_triplets_never_changes_the_meaning(input in bytes(), (ours, theirs) in any_set()) {
        prop_assume!(!theirs.plus);
        let text = encode(&input, ours).keep_triplets().to_string();
        let meaning = decode(&input).lenient().to_bytes().into_owned();
        if !ours.keeps(b'%') {
            let back = decode(&text).to_bytes().map(|bytes| bytes.into_owned());
            prop_assert_eq!(back, Ok(meaning));
            prop_assert!(encode(&text, ours).keep_triplets().is_unchanged());
        }
    }

    #[test]
    fn a_clean_input_is_borrowed(input in "[a-zA-Z0-9._~-]{0,300}") {
        let set = triplet::set::rfc3986::UNRESERVED;
        prop_assert!(matches!(encode(&input, set).to_cow(), std::borrow::Cow::Borrowed(_)));
        prop_assert!(matches!(decode(&input).to_str(), Ok(std::borrow::Cow::Borrowed(_))));
    }
}
