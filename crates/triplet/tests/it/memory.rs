//! The kernel's memory: every terminal method with buffers of every small length. Miri and AddressSanitizer run these tests
//! too; without them, the tests check that nothing is written outside the part that is returned.

use triplet::set::NonAscii;
use triplet::stream::Encoder;
use triplet::{EncodeSet, decode, encode, set};

const LENGTHS: [usize; 26] = [
    0, 1, 2, 3, 7, 8, 15, 16, 23, 24, 25, 31, 32, 33, 63, 64, 65, 79, 80, 81, 100, 150, 255, 256,
    257, 322,
];

/// Text of a length, with every kind of byte; `phase` moves where the kinds fall.
fn text(length: usize, phase: usize) -> Vec<u8> {
    b"abc%41d%e4%BD%A0%zz + %%4\xFF/".iter().copied().cycle().skip(phase).take(length).collect()
}

#[test]
fn decode_stays_in_its_buffer() {
    for length in LENGTHS {
        for phase in [0, 5, 11] {
            let input = text(length, phase);
            let view = decode(&input).lenient().plus_as_space();
            let expected = view.to_bytes().into_owned();
            for room in [expected.len(), expected.len() + 1, expected.len() + 90] {
                let mut buffer = vec![0xEE; room + 1];
                let written = view.write_into(&mut buffer[..room]).expect("room enough").len();
                assert_eq!(written, expected.len());
                assert_eq!(buffer[..written], expected);
                assert_eq!(buffer[room], 0xEE, "the byte after the buffer");
            }
            for room in [0, expected.len() / 2, expected.len().saturating_sub(1)] {
                let mut buffer = vec![0xEE; room + 1];
                if room < expected.len() {
                    let error = view.write_into(&mut buffer[..room]).unwrap_err();
                    assert_eq!(error.needed(), expected.len());
                    assert_eq!(buffer[room], 0xEE, "the byte after the buffer");
                }
            }
            let mut place = input.clone();
            let lenient = decode(&input).lenient().to_bytes().into_owned();
            assert_eq!(*triplet::decode_in_place_lenient(&mut place), *lenient);
            let mut appended = Vec::new();
            view.append_to(&mut appended);
            assert_eq!(appended, expected);
            // With too little room, just enough and more: short values take separate paths.
            for room in [0, 2, 4, 8, 16, 23, 24, 25, 40, 79, 80, 81] {
                let mut appended = Vec::with_capacity(room);
                view.append_to(&mut appended);
                assert_eq!(appended, expected);
            }
        }
    }
}

#[test]
fn encode_stays_in_its_buffer() {
    for set in [set::rfc3986::UNRESERVED, EncodeSet::NOTHING, set::whatwg::FORM] {
        for length in LENGTHS {
            let input = text(length, length);
            let view = encode(&input, set);
            let expected = view.to_cow().into_owned();
            for room in [expected.len(), expected.len() + 1, 3 * length + 100] {
                let mut buffer = vec![0xEE; room + 1];
                let text = view.write_into(&mut buffer[..room]).expect("room enough");
                assert_eq!(*text, *expected);
                assert_eq!(buffer[room], 0xEE, "the byte after the buffer");
            }
            if let Some(room) = expected.len().checked_sub(1) {
                let mut buffer = vec![0xEE; room + 1];
                assert!(view.write_into(&mut buffer[..room]).is_err());
                assert_eq!(buffer[room], 0xEE, "the byte after the buffer");
            }
            let mut text = String::from("x");
            view.append_to(&mut text);
            assert_eq!(text[1..], expected);
            for room in [0, 4, 16, 48, 49, 50, 112, 113, 255, 256] {
                let mut text = String::with_capacity(room);
                view.append_to(&mut text);
                assert_eq!(text, expected);
            }
            assert_eq!(view.chunks().collect::<String>(), expected);
        }
    }
}

/// A kernel stores whole registers, even if only a part of the last one is text. A buffer with room for the text, but not for such a
/// store after it, is not exceeded.
#[test]
fn nearly_nothing_but_triplets() {
    let step = if cfg!(miri) { 41 } else { 1 };
    for length in [64, 128, 256] {
        for kept in (0..length).step_by(step) {
            let mut input = vec![b' '; length];
            input[kept] = b'a';
            let expected = encode(&input, set::rfc3986::UNRESERVED).to_string();
            for more in (0..=70).step_by(step.min(23)) {
                let room = expected.len() + more;
                let mut buffer = vec![0xEE; room + 70];
                let view = encode(&input, set::rfc3986::UNRESERVED);
                assert_eq!(*view.write_into(&mut buffer[..room]).expect("it fits"), *expected);
                assert!(buffer[room..].iter().all(|&b| b == 0xEE), "{length}, {kept}, {more}");
            }
        }
    }
}

/// Kept letters outside ASCII up to the last byte of the room, and room that ends within a letter.
#[test]
fn letters_that_stay() {
    let lengths = (0..300).step_by(if cfg!(miri) { 73 } else { 1 });
    for length in lengths {
        let text: String = "né 你\u{1F600}, ".chars().cycle().take(length).collect();
        for set in [set::rfc3987::ISEGMENT, EncodeSet::NOTHING.non_ascii(NonAscii::KeepUcschar)] {
            let view = encode(&text, set).keep_triplets();
            let expected = view.chunks().collect::<String>();
            assert_eq!(view.to_cow(), expected);
            for less in 0..=expected.len().min(6) {
                let room = expected.len() - less;
                let mut buffer = vec![0xEE; room + 1];
                assert_eq!(view.write_into(&mut buffer[..room]).is_ok(), less == 0);
                assert_eq!(buffer[room], 0xEE, "the byte after the buffer");
                let mut encoder = Encoder::new(set);
                let done = encoder.push(text.as_bytes(), &mut buffer[..room], true);
                assert!(done.written <= room && done.written + 4 > room.min(expected.len()));
                assert_eq!(buffer[..done.written], expected.as_bytes()[..done.written]);
                assert_eq!(buffer[room], 0xEE, "the byte after the buffer");
            }
        }
    }
}

#[test]
fn runs_of_triplets() {
    // The path for runs of triplets, at each border, and with a malformed triplet in the run. Miri takes a thousand times as
    // long for each, so it tests fewer, at the same borders.
    for count in (0..60).step_by(if cfg!(miri) { 7 } else { 1 }) {
        let good = "%E4%bd%A0".repeat(count);
        assert_eq!(decode(&good).to_bytes().expect("well-formed").len(), 3 * count);
        assert_eq!(
            decode(&good).keep_triplets_of(b"/").to_bytes().expect("well-formed").len(),
            3 * count
        );
        assert_eq!(
            decode(&good).keep_triplets_of(b"\xBD").to_bytes().expect("well-formed").len(),
            5 * count
        );
        for at in (0..good.len()).step_by(7) {
            let mut bad = good.clone().into_bytes();
            bad[at] = b'g';
            let lenient = decode(&bad).lenient().to_bytes().into_owned();
            let length = decode(&bad).lenient().decoded_len();
            assert_eq!(lenient.len(), length);
            assert_eq!(decode(&bad).to_bytes().is_err(), at % 3 != 0);
        }
    }
}

/// Text with little to encode: its result is written by overlapping stores.
#[test]
fn sparse_text() {
    let lengths: &[usize] = if cfg!(miri) { &[700] } else { &[600, 641, 700, 765, 1000, 1411] };
    for &length in lengths {
        for step in [19, 25, 33, 70] {
            let text: Vec<u8> =
                (0..length).map(|i| if i % step == step / 2 { b' ' } else { b'a' }).collect();
            let encoded = encode(&text, set::rfc3986::UNRESERVED).to_string();
            assert_eq!(
                encoded.len(),
                length + 2 * text.iter().filter(|&&byte| byte == b' ').count()
            );
            assert_eq!(encoded.replace("%20", " ").as_bytes(), text);
            let mut exact = vec![0; encoded.len()].into_boxed_slice();
            let view = encode(&text, set::rfc3986::UNRESERVED);
            assert_eq!(*view.write_into(&mut exact).expect("it fits"), *encoded);
        }
    }
}

/// References, in memory that ends where they do: a scan of several registers must not read further.
#[cfg(feature = "uri")]
#[test]
fn references() {
    use triplet::uri::{Level, Reference, normalize};

    let long = "HTTP://user@h.example:8080/a%2fb/../%7Ec/%C3%A9?q=%41%zz&r=%#".repeat(5);
    let lengths = (0..150).step_by(if cfg!(miri) { 13 } else { 1 });
    for length in lengths.chain([15, 16, 17, 18, 31, 32, 33, 34, 63, 64, 65, 128, 130, 131, 200]) {
        for start in [0, 7, 62] {
            let text: Box<str> = long[start..start + length].into();
            let whole: usize = {
                let reference = Reference::split(&text);
                let query = reference.query().map_or(0, |query| query.len() + 1);
                let fragment = reference.fragment().map_or(0, |fragment| fragment.len() + 1);
                let authority = reference.authority().map_or(0, |a| a.as_str().len() + 2);
                let scheme = reference.scheme().map_or(0, |scheme| scheme.len() + 1);
                scheme + authority + reference.path().len() + query + fragment
            };
            assert_eq!(whole, text.len());
            for level in [Level::Percent, Level::Path, Level::Scheme] {
                let normal = normalize(&text, level).into_owned();
                assert_eq!(normalize(&normal, level), normal);
            }
        }
    }
}

/// Normal forms of texts of every small length, in memory that ends where the text does. Some texts end within a triplet.
#[cfg(feature = "uri")]
#[test]
fn normal_forms_stay_in_their_buffers() {
    use triplet::uri::{Level, normalize};

    let long = "%7e%41b%c3%a9/x%2fy-and-so-on%zz%%41%4%31,nothing-to-do-in-here-at-all-for-a-while%7E%e4%BD%a0".repeat(4);
    let lengths = (0..280).step_by(if cfg!(miri) { 9 } else { 1 });
    for length in lengths.chain([1, 2, 3, 4, 5, 17, 18, 19, 20, 33, 34, 35, 36]) {
        for start in [0, 3, 10] {
            for shell in ["", "http://H/"] {
                let text: Box<str> = format!("{shell}{}", &long[start..start + length]).into();
                let normal = normalize(&text, Level::Percent).into_owned();
                assert!(normal.len() <= text.len());
                assert_eq!(normalize(&normal, Level::Percent), normal, "{text}");
            }
        }
    }
}

/// Names and values of forms, whose ends are seen 32 bytes at a time, in memory that ends where the form does.
#[test]
fn forms_stay_in_their_buffers() {
    for length in LENGTHS.into_iter().filter(|&length| length <= 81) {
        for phase in [0, 5, 11] {
            let value = text(length, phase);
            let expected = decode(&value).plus_as_space().lenient();
            for form in
                [[&value[..], b"=1&", &value].concat(), [b"n=", &value[..], b"&a+b=c"].concat()]
            {
                let form: Box<[u8]> = form.into();
                let pairs = triplet::form::parse(&form);
                let bytes = pairs.to_byte_pairs().expect("a form");
                let lossy = pairs.to_lossy_pairs().expect("a form");
                assert_eq!(bytes.len(), lossy.len());
                let all = bytes.iter().flat_map(|(name, value)| [name, value]);
                assert!(length == 0 || all.clone().any(|bytes| *bytes == expected.to_bytes()));
                let texts = lossy.iter().flat_map(|(name, value)| [name, value]);
                for (bytes, text) in all.zip(texts) {
                    assert_eq!(String::from_utf8_lossy(bytes), *text);
                }
            }
        }
    }
}

/// Decoded text that is not ASCII is validated in blocks, in an allocation that ends where the text does.
#[test]
fn text_is_validated_within_its_allocation() {
    // Miri takes minutes for all of them.
    let lengths: &[usize] = match cfg!(miri) {
        true => &[65, 128, 129, 131, 192, 260],
        false => &[
            0, 1, 63, 64, 65, 127, 128, 129, 191, 192, 255, 256, 257, 258, 259, 260, 321, 384, 449,
            520,
        ],
    };
    for text in ["\u{E9}", "\u{4F60}a", "\u{1F600}", "\u{4F60}\u{E9}\u{1F600}"] {
        for &length in lengths {
            let whole: Box<[u8]> = text.bytes().cycle().take(length).collect();
            // At each place around where the parts and the blocks begin: an octet that continues nothing, one too many, and one
            // that begins what does not follow.
            let near = |at: &usize| {
                [0, 64, 67, 128, 192, 256]
                    .iter()
                    .any(|from| at.abs_diff(length.saturating_sub(*from)) < 6)
            };
            let places: Vec<usize> = (0..length).filter(near).collect();
            let changes = [None].into_iter().chain(
                places
                    .into_iter()
                    .flat_map(|at| [0x80, 0xC3, 0xF0, b'a', 0xFF].map(|octet| Some((at, octet)))),
            );
            for change in changes.step_by(if cfg!(miri) { 23 } else { 1 }) {
                let mut octets = whole.clone();
                if let Some((at, octet)) = change {
                    octets[at] = octet;
                }
                let found = decode(&octets).to_str().map_err(|error| error.offset());
                let expected = core::str::from_utf8(&octets).map_err(|error| error.valid_up_to());
                assert_eq!(
                    found.as_deref(),
                    expected.as_ref().map(|text| &**text),
                    "{length}: {change:?}"
                );
                let lossy = decode(&octets).to_str_lossy().expect("no triplets");
                assert_eq!(lossy, String::from_utf8_lossy(&octets), "{length}: {change:?}");
            }
        }
    }
}

/// Rows whose octets and offsets end where their allocations do, into vectors that have just the room.
#[test]
fn rows_stay_in_their_buffers() {
    use triplet::rows::{decode_rows, encode_rows};

    let lengths = (0..280).step_by(if cfg!(miri) { 21 } else { 1 });
    for length in lengths.chain([62, 63, 64, 65, 66, 127, 128, 129]) {
        for (phase, width) in [(0, 1), (5, 4), (11, 70)] {
            let values: Box<[u8]> = text(length, phase).into();
            let offsets: Vec<u32> =
                (0..length).step_by(width).chain([length]).map(|end| end as u32).collect();
            let offsets: Box<[u32]> = offsets.into();
            let rows = || offsets.windows(2).map(|row| &values[row[0] as usize..row[1] as usize]);

            let expected: Vec<Vec<u8>> =
                rows().map(|row| decode(row).lenient().to_bytes().into_owned()).collect();
            let mut out = Vec::with_capacity(expected.concat().len());
            let mut ends = Vec::with_capacity(offsets.len());
            ends.push(0);
            let view = decode_rows(&values, &offsets).lenient();
            view.append_to(&mut out, &mut ends).expect("lenient");
            assert_eq!(out, expected.concat());
            let row = |ends: &[u32]| out[ends[0] as usize..ends[1] as usize].to_vec();
            assert!(ends.windows(2).map(row).eq(expected));

            let set = set::rfc3986::UNRESERVED;
            let expected: Vec<String> = rows().map(|row| encode(row, set).to_string()).collect();
            let mut out = String::with_capacity(expected.concat().len());
            let mut ends = Vec::with_capacity(offsets.len());
            ends.push(0);
            encode_rows(&values, &offsets, set).append_to(&mut out, &mut ends).expect("in order");
            assert_eq!(out, expected.concat());
            let row = |ends: &[u32]| out[ends[0] as usize..ends[1] as usize].to_owned();
            assert!(ends.windows(2).map(row).eq(expected));
        }
    }
}
