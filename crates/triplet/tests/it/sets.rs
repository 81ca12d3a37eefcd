//! Every named set against the independent transcription of its grammar: all 256 bytes, all
//! policies, all Unicode scalars.

use crate::oracle;
use crate::oracle::codec::EncodeOptions;
use triplet::{EncodeSet, encode, set::NonAscii};

#[test]
fn names_are_those_of_the_transcription() {
    let mut ours: Vec<&str> = EncodeSet::names().map(|named| named.name).collect();
    let mut theirs: Vec<&str> = oracle::sets::all().iter().map(|set| set.name).collect();
    ours.sort_unstable();
    theirs.sort_unstable();
    assert_eq!(ours, theirs);
}

#[test]
fn every_byte_of_every_set() {
    for theirs in oracle::sets::all() {
        let ours = EncodeSet::by_name(theirs.name).expect(theirs.name);
        for byte in 0..=255u8 {
            let clause = theirs.source;
            assert_eq!(
                ours.keeps(byte),
                theirs.keeps(byte),
                "{} {byte:02X}, {clause}",
                theirs.name
            );
            let expected = oracle::codec::encode(&[byte], &theirs, EncodeOptions::default());
            let got = encode(&[byte], ours).to_string();
            assert_eq!(got.as_bytes(), expected, "{} {byte:02X}", theirs.name);
        }
        assert_eq!(ours.writes_space_as_plus(), theirs.plus, "{}", theirs.name);
        assert_eq!(ours.keeps_triplets(), theirs.keep_triplets, "{}", theirs.name);
        let policy = match ours.non_ascii_policy() {
            NonAscii::KeepUcschar => oracle::sets::NonAscii::Ucschar,
            NonAscii::KeepUcscharAndPrivate => oracle::sets::NonAscii::UcscharAndPrivate,
            NonAscii::Keep => oracle::sets::NonAscii::All,
            _ => oracle::sets::NonAscii::Encode,
        };
        assert_eq!(policy, theirs.non_ascii, "{}", theirs.name);
        let kept: Vec<u8> = ours.kept().collect();
        assert_eq!(kept.len(), theirs.kept.len(), "{}", theirs.name);
    }
}

#[test]
fn every_scalar_under_every_policy() {
    for name in [
        "rfc3986:segment",
        "rfc3987:isegment",
        "rfc3987:iquery",
        "dialect:hive-partition",
        "gff3:column",
    ] {
        let theirs = oracle::sets::named(name);
        let ours = EncodeSet::by_name(name).expect(name);
        let mut buffer = [0; 4];
        let mut out = String::new();
        for scalar in '\0'..=char::MAX {
            let text = scalar.encode_utf8(&mut buffer);
            out.clear();
            encode(text, ours).append_to(&mut out);
            let expected =
                oracle::codec::encode(text.as_bytes(), &theirs, EncodeOptions::default());
            assert_eq!(out.as_bytes(), expected, "{name} {scalar:?}");
        }
    }
}

#[test]
fn reversible_says_the_truth() {
    // All pairs of bytes that could be misread: decoding gives the input back exactly for those sets
    // that say so.
    for named in EncodeSet::names() {
        let mut survived = true;
        for first in b"%+ 2aA/".iter().copied() {
            for rest in ["", "41", "2B", " "] {
                let input = [&[first], rest.as_bytes()].concat();
                let text = encode(&input, named.set).to_string();
                let view = triplet::decode(&text);
                let view =
                    if named.set.writes_space_as_plus() { view.plus_as_space() } else { view };
                survived &= view.to_bytes().is_ok_and(|back| *back == *input);
            }
        }
        assert_eq!(survived, named.set.is_reversible(), "{}", named.name);
    }
}

#[test]
fn algebra() {
    const VOWELS: EncodeSet = EncodeSet::keeping(b"aeiou");
    const CONSTANT: EncodeSet = VOWELS.union(EncodeSet::keeping(b"xyz")).also_encode(b"x");
    assert_eq!(CONSTANT.kept().collect::<Vec<u8>>(), b"aeiouyz");
    assert_eq!(
        CONSTANT.intersection(EncodeSet::keeping(b"az!")).kept().collect::<Vec<u8>>(),
        b"az"
    );
    assert_eq!(CONSTANT.difference(VOWELS).kept().collect::<Vec<u8>>(), b"yz");
    assert!(VOWELS.is_subset_of(&CONSTANT) && !CONSTANT.is_subset_of(&VOWELS));
    assert_eq!(
        EncodeSet::encoding(b"").kept().collect::<Vec<u8>>(),
        (0x20..0x7F).collect::<Vec<u8>>()
    );
    assert_eq!(EncodeSet::ALPHANUMERIC.kept().count(), 62);
    assert_eq!(EncodeSet::NOTHING.kept().count(), 0);
    assert_eq!(VOWELS.try_also_keep(b"ab\x80c").unwrap_err().offset(), 2);
    assert_eq!(VOWELS.try_also_encode(b"\xFF").unwrap_err().offset(), 0);
    assert!(
        VOWELS.try_also_keep(b"\xFF").unwrap_err().to_string().contains("the list at offset 0")
    );
    assert_eq!(
        format!("{VOWELS:?}"),
        "EncodeSet { keeps: \"aeiou\", non_ascii: Encode, space_as_plus: false, \
         keep_triplets: false }"
    );
}

/// A space as `+` encodes `+`, in whichever order a set is built; by another name it does not.
#[test]
fn a_space_as_plus() {
    use triplet::set::{rfc3986, rfc3987, whatwg};
    use triplet::stream::Encoder;
    let query = rfc3986::QUERY.space_as_plus();
    assert!(!query.keeps(b'+') && query.is_reversible());
    let built = EncodeSet::ALPHANUMERIC;
    let same = built.also_keep(b"+/").space_as_plus();
    for other in [
        built.space_as_plus().also_keep(b"+/"),
        built.also_keep(b"+").space_as_plus().also_keep(b"/").also_keep(b"+"),
        built.space_as_plus().union(EncodeSet::keeping(b"/+")),
        built.also_keep(b"+/").space_as_ambiguous_plus().space_as_plus(),
    ] {
        assert_eq!(other, same);
        assert!(other.is_reversible() && !other.kept().any(|byte| byte == b'+'));
    }
    // Every terminal method, on short and long inputs, at once and in parts.
    for (times, set) in [1, 5, 40, 3000].into_iter().flat_map(|times| {
        [rfc3986::QUERY, rfc3987::IQUERY, rfc3986::QUERY.keep_triplets(), rfc3987::IPATH]
            .map(|set| (times, set))
    }) {
        let input = "a+b c/".repeat(times);
        let expected = "a%2Bb+c/".repeat(times);
        for view in [encode(&input, set.space_as_plus()), encode(&input, set).space_as_plus()] {
            assert_eq!(view.to_cow(), expected);
            assert_eq!(view.to_string(), expected);
            assert_eq!(view.chunks().collect::<String>(), expected);
            assert_eq!(view.encoded_len(), Some(expected.len()));
            assert!(!view.is_unchanged());
            let mut appended = String::new();
            view.append_to(&mut appended);
            assert_eq!(appended, expected);
            let mut buffer = vec![0; expected.len()];
            assert_eq!(&*view.write_into(&mut buffer).expect("room"), expected);
        }
        let mut out = vec![0; expected.len() + Encoder::MIN_ROOM];
        let done = Encoder::new(set).space_as_plus().push(input.as_bytes(), &mut out, true);
        assert_eq!(&out[..done.written], expected.as_bytes());
    }
    assert!(!encode("a+b", rfc3986::QUERY).space_as_plus().is_unchanged());
    assert_eq!(
        encode("a+b%2B", rfc3986::QUERY).space_as_plus().keep_triplets().to_cow(),
        "a%2Bb%2B"
    );
    // The builder for dialects that keep `+`.
    let python = rfc3986::UNRESERVED.also_keep(b"+").space_as_ambiguous_plus();
    assert_eq!(encode("a+b c", python).to_cow(), "a+b+c");
    assert!(python.keeps(b'+') && !python.is_reversible());
    assert_eq!(python, rfc3986::UNRESERVED.space_as_ambiguous_plus().also_keep(b"+"));
    assert_eq!(encode("a+b c", python).space_as_plus().to_cow(), "a%2Bb+c");
    // And back.
    assert_eq!(encode("a b+", whatwg::FORM.space_by_set()).to_cow(), "a%20b%2B");
    assert_eq!(encode("a b+", same.space_by_set()).to_cow(), "a%20b%2B");
    assert!(!whatwg::FORM.space_by_set().writes_space_as_plus());
}

#[test]
fn other_names() {
    assert_eq!(EncodeSet::by_name("rfc3986:path-segment"), Some(triplet::set::rfc3986::SEGMENT));
    // A name without a colon is that of a dialect, and of nothing else.
    for name in EncodeSet::names().filter_map(|named| named.name.strip_prefix("dialect:")) {
        let whole = format!("dialect:{name}");
        assert_eq!(EncodeSet::by_name(name), EncodeSet::by_name(&whole), "{name}");
    }
    assert_eq!(EncodeSet::by_name("js"), Some(triplet::set::ecmascript::URI_COMPONENT));
    assert_eq!(EncodeSet::by_name("dialect:js"), EncodeSet::by_name("js"));
    for wrong in [
        "",
        ":",
        "dialect",
        "rfc3986",
        "rfc3986:",
        ":segment",
        "RFC3986:SEGMENT",
        "segment",
        "uri",
        "dialect:dialect:java",
    ] {
        assert_eq!(EncodeSet::by_name(wrong), None, "{wrong}");
    }
}
