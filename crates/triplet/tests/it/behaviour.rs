//! The rows of what happens on awkward input, and the known defects of other libraries, each written
//! out.

use std::borrow::Cow;

use triplet::compat::percent_encoding;
use triplet::{DecodeErrorKind, EncodeSet, decode, encode, set};

/// Strict: kind and offset of the error; lenient: the result.
const MALFORMED: &[(&[u8], DecodeErrorKind, usize, &[u8])] = &[
    (b"%", DecodeErrorKind::Truncated, 0, b"%"),
    (b"a%", DecodeErrorKind::Truncated, 1, b"a%"),
    (b"%4", DecodeErrorKind::Truncated, 0, b"%4"),
    (b"%zz", DecodeErrorKind::NotHex, 0, b"%zz"),
    (b"%4z", DecodeErrorKind::NotHex, 0, b"%4z"),
    (b"%z4", DecodeErrorKind::NotHex, 0, b"%z4"),
    (b"%%41", DecodeErrorKind::NotHex, 0, b"%A"),
    (b"%4%41", DecodeErrorKind::NotHex, 0, b"%4A"),
    (b"%+1", DecodeErrorKind::NotHex, 0, b"%+1"),
    (b"%-1", DecodeErrorKind::NotHex, 0, b"%-1"),
    (b"% 1", DecodeErrorKind::NotHex, 0, b"% 1"),
    (b"%0x", DecodeErrorKind::NotHex, 0, b"%0x"),
    (b"%0X41", DecodeErrorKind::NotHex, 0, b"%0X41"),
    // Full-width digits.
    ("%\u{FF14}\u{FF11}".as_bytes(), DecodeErrorKind::NotHex, 0, "%\u{FF14}\u{FF11}".as_bytes()),
    (b"%u4E2D", DecodeErrorKind::NotHex, 0, b"%u4E2D"),
    // A stray `%` beside valid triplets.
    (b"100% hello%20world", DecodeErrorKind::NotHex, 3, b"100% hello world"),
    (b"%41%zz%42", DecodeErrorKind::NotHex, 3, b"A%zzB"),
    (b"%25%s%1G", DecodeErrorKind::NotHex, 3, b"%%s%1G"),
    (b"%41%", DecodeErrorKind::Truncated, 3, b"A%"),
    (b"%\0", DecodeErrorKind::NotHex, 0, b"%\0"),
];

#[test]
fn malformed_triplets() {
    for &(input, kind, offset, lenient) in MALFORMED {
        let view = decode(input);
        let error = view.to_bytes().unwrap_err();
        assert_eq!((error.kind(), error.offset()), (kind, offset), "{}", input.escape_ascii());
        // Every other exit says the same.
        assert_eq!(view.to_str().unwrap_err(), error);
        assert_eq!(view.to_str_lossy().unwrap_err(), error);
        assert_eq!(view.decoded_len().unwrap_err(), error);
        assert_eq!(view.is_unchanged().unwrap_err(), error);
        let mut out = b"before".to_vec();
        assert_eq!(view.append_to(&mut out).unwrap_err(), error);
        assert_eq!(out, b"before", "an error appends nothing");
        assert_eq!(
            view.try_append_to(&mut out).unwrap_err(),
            triplet::TryDecodeError::Decode(error)
        );
        assert_eq!(view.write_into(&mut [0; 64]).unwrap_err(), triplet::WriteError::Decode(error));
        let mut written = Vec::new();
        let failed = view.write_to(&mut written).unwrap_err();
        assert_eq!(failed.kind(), std::io::ErrorKind::InvalidData);
        assert!(written.is_empty(), "nothing is written of what is malformed");
        let mut place = input.to_vec();
        assert_eq!(triplet::decode_in_place(&mut place).unwrap_err(), error);
        assert_eq!(place, input);

        assert_eq!(*view.lenient().to_bytes(), *lenient, "{}", input.escape_ascii());
        assert_eq!(*percent_encoding::percent_decode(input).collect::<Vec<_>>(), *lenient);
        // Nothing raw of the input is in a message.
        let message = error.to_string();
        assert!(message.contains(&format!("offset {offset}")), "{message}");
        assert!(message.bytes().all(|byte| (0x20..0x7F).contains(&byte)), "{message}");
    }
}

#[test]
fn messages() {
    let message = |input: &str| decode(input).to_str().unwrap_err().to_string();
    assert_eq!(
        message("a%u4E2D"),
        "`%u` at offset 1: `u` is not a hexadecimal digit; \
         for JavaScript's escape() form use `unescape`"
    );
    assert_eq!(
        message("%4"),
        "`%4` at offset 0: only one digit follows; a `%` needs two hexadecimal digits"
    );
    assert_eq!(
        message("%\u{1B}]"),
        "`%\\x1b` at offset 0: `\\x1b` is not a hexadecimal digit; \
         write a literal `%` as `%25`"
    );
    assert_eq!(
        message("ab%C0%AF"),
        "octet C0 at offset 2: not UTF-8; \
         decode to bytes, to lossy text or from another charset"
    );
}

#[test]
fn what_is_well_formed() {
    for (input, output) in [
        ("%2f", "/"),
        ("%2F", "/"),
        ("+", "+"),
        ("%00", "\0"),
        ("%2541", "%41"),
        ("", ""),
        ("%25", "%"),
        ("é%20é", "é é"),
    ] {
        assert_eq!(decode(input).to_str().expect("well-formed"), output);
        assert_eq!(decode(input).lenient().to_str_lossy(), output);
    }
    assert_eq!(decode("a+b%2B").plus_as_space().to_str().expect("well-formed"), "a b+");
}

#[test]
fn octets_that_are_no_text() {
    // Overlong, surrogate, beyond Unicode: bytes as they are; as text the place of the first triplet.
    for (input, octets, lossy, offset) in [
        ("%C0%AF", &b"\xC0\xAF"[..], "\u{FFFD}\u{FFFD}", 0),
        ("%ED%A0%80", b"\xED\xA0\x80", "\u{FFFD}\u{FFFD}\u{FFFD}", 0),
        ("%F4%90%80%80", b"\xF4\x90\x80\x80", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", 0),
        ("ok%20%E4%BD", b"ok \xE4\xBD", "ok \u{FFFD}", 5),
        ("%E4%BDx", b"\xE4\xBDx", "\u{FFFD}x", 0),
        ("%41%42%FF%43", b"AB\xFFC", "AB\u{FFFD}C", 6),
    ] {
        assert_eq!(*decode(input).to_bytes().expect("triplets"), *octets);
        let error = decode(input).to_str().unwrap_err();
        assert_eq!(
            (error.kind(), error.offset()),
            (DecodeErrorKind::InvalidUtf8, offset),
            "{input}"
        );
        assert_eq!(decode(input).to_str_lossy().expect("triplets"), lossy);
        assert_eq!(decode(input).lenient().to_str().unwrap_err(), error);
    }
}

#[test]
fn raw_bytes_whose_decoded_form_is_text() {
    // E2 "%82" AC decodes to the euro sign, but is not text itself: it must never become a `str`.
    let input = b"\xE2%82\xAC";
    assert!(matches!(decode(input).to_str(), Ok(Cow::Owned(text)) if text == "€"));
    let left = decode(input).keep_triplets_of(b"\x82");
    assert_eq!(*left.to_bytes().expect("well-formed"), *input);
    assert_eq!(left.to_str().unwrap_err().offset(), 0);
    assert_eq!(left.to_str_lossy().expect("triplets"), "\u{FFFD}%82\u{FFFD}");
    // Long texts take a path of their own.
    let long = |part: &str| part.repeat(200);
    let text = decode(&long("a+é")).plus_as_space().to_str().map(Cow::into_owned);
    assert_eq!(text.expect("text"), long("a é"));
    let text = decode(&long("a+é")).plus_as_space().to_str_lossy().map(Cow::into_owned);
    assert_eq!(text.expect("text"), long("a é"));
    let text = decode(&long("%41%2fé")).keep_triplets_of(b"/").to_str().map(Cow::into_owned);
    assert_eq!(text.expect("text"), long("A%2fé"));
    let text = decode(&long("%41%2fé")).keep_triplets_of(b"/").to_str_lossy().map(Cow::into_owned);
    assert_eq!(text.expect("text"), long("A%2fé"));
    // Nor when an encoder passes triplets and letters through.
    let set = set::rfc3987::ISEGMENT.keep_triplets();
    assert_eq!(encode(input, set).to_cow(), "%E2%82%AC");
}

#[test]
fn leaving_for_whoever_splits_later() {
    let view = decode("a%2fb%2Fc%20d%2525").keep_triplets_of(b"/%");
    assert_eq!(view.to_str().expect("well-formed"), "a%2fb%2Fc d%2525");
    assert!(matches!(decode("%2f").keep_triplets_of(b"/").to_bytes(), Ok(Cow::Borrowed(b"%2f"))));
    assert_eq!(decode("%").keep_triplets_of(b"%").to_bytes().unwrap_err().offset(), 0);
    // Only triplets stay; what is raw is raw.
    assert_eq!(
        decode("+%2B").keep_triplets_of(b"+").plus_as_space().to_str().expect("text"),
        " %2B"
    );
}

#[test]
fn encoding() {
    let plain = set::rfc3986::UNRESERVED;
    assert_eq!(encode("%", plain).to_string(), "%25");
    assert_eq!(encode("%41", plain).to_string(), "%2541");
    assert_eq!(encode("/", plain).to_string(), "%2F");
    assert_eq!(encode("/", plain).lowercase_hex().to_string(), "%2f");
    assert_eq!(encode(b"\0\xFF", plain).to_string(), "%00%FF");
    assert_eq!(encode("%41 %zz %", plain).keep_triplets().to_string(), "%41%20%25zz%20%25");
    // Kept triplets stay whole under a set that does not keep their digits.
    let odd = plain.also_encode(b"4");
    assert_eq!(encode("%41/x%44", odd).keep_triplets().to_string(), "%41%2Fx%44");
    assert_eq!(encode("4%4%41%2f/", odd).keep_triplets().to_string(), "%34%25%34%41%2f%2F");
    assert_eq!(encode("a b+c", plain).space_as_plus().to_string(), "a+b%2Bc");
    for named in EncodeSet::names() {
        assert_eq!(encode("", named.set).to_cow(), "");
        if named.name.starts_with("whatwg:")
            && !named.name.ends_with("component")
            && !named.name.ends_with("form")
        {
            assert!(!named.set.is_reversible(), "{} keeps %", named.name);
        }
    }
    // RFC 3987: letters stay, private ones in a query only, and direction marks never.
    let text = "é\u{E000}\u{202E}\u{FFFE}";
    assert_eq!(encode(text, set::rfc3987::IPATH).to_cow(), "é%EE%80%80%E2%80%AE%EF%BF%BE");
    assert_eq!(encode(text, set::rfc3987::IQUERY).to_cow(), "é\u{E000}%E2%80%AE%EF%BF%BE");
    // A letter in more octets than it has (RFC 3629 section 3) is not a letter.
    let overlong = b"\xC1\xA9\xE0\x82\xA0\xF0\x80\x83\xA9\xF0\x8D\x9F\xBF";
    let encoded = "%C1%A9%E0%82%A0%F0%80%83%A9%F0%8D%9F%BF";
    assert_eq!(encode(overlong, set::rfc3987::IPATH).to_cow(), encoded);
    assert_eq!(encode(overlong, set::rfc3987::IPATH).keep_triplets().to_cow(), encoded);
}

#[test]
fn empty_input_everywhere() {
    use triplet::stream::{Decoder, Encoder, Status};
    let view = encode("", EncodeSet::NOTHING);
    assert!(matches!(view.to_cow(), Cow::Borrowed("")) && view.is_unchanged());
    assert_eq!((view.encoded_len(), view.chunks().count()), (Some(0), 0));
    assert_eq!(&*view.write_into(&mut []).expect("no room needed"), "");
    assert_eq!(format!("{view:>3}|{view}"), "   |");
    let view = decode("");
    assert!(matches!(view.to_bytes(), Ok(Cow::Borrowed(b""))));
    assert_eq!(view.write_into(&mut []).expect("no room needed"), b"");
    assert_eq!((view.decoded_len(), view.is_unchanged()), (Ok(0), Ok(true)));
    assert_eq!(triplet::decode_in_place(&mut []), Ok(&mut [][..]));
    assert_eq!(Encoder::new(EncodeSet::NOTHING).push(b"", &mut [], true).status, Status::Done);
    assert_eq!(Decoder::new().push(b"", &mut [], true).expect("empty").status, Status::Done);
}

#[test]
fn the_try_forms_append_what_the_others_do() {
    let mut out = String::new();
    encode("a b", set::rfc3986::SEGMENT).try_append_to(&mut out).expect("a little memory");
    assert_eq!(out, "a%20b");
    let mut out = Vec::new();
    decode("a%20b").try_append_to(&mut out).expect("a little memory");
    decode("%").lenient().try_append_to(&mut out).expect("a little memory");
    assert_eq!(out, b"a b%");
}

#[cfg(feature = "serde")]
#[test]
fn as_data() {
    let json = serde_json::to_string(&set::rfc3986::SEGMENT).expect("it has a name");
    assert_eq!(json, "\"rfc3986:segment\"");
    assert_eq!(serde_json::from_str::<EncodeSet>(&json).expect("a name"), set::rfc3986::SEGMENT);
    assert!(serde_json::from_str::<EncodeSet>("\"no:such\"").is_err());
    assert!(serde_json::to_string(&EncodeSet::keeping(b"xyz")).is_err());
    let error = decode("a%zz").to_bytes().unwrap_err();
    let value = serde_json::to_value(error).expect("an error is data");
    assert_eq!((value["kind"].as_str(), value["offset"].as_u64()), (Some("not-hex"), Some(1)));
    assert_eq!(value["message"].as_str(), Some(&*error.to_string()));
}
