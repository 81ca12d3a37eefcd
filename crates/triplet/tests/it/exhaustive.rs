//! All inputs of small shapes, by every terminal method of the library, against the oracle.

use crate::oracle;
use crate::oracle::codec::{DecodeOptions, EncodeOptions, Kind};
use crate::tier;
use triplet::{DecodeError, DecodeErrorKind, EncodeSet, decode, encode};

fn kind(error: DecodeError) -> (Kind, usize) {
    let kind = match error.kind() {
        DecodeErrorKind::Truncated => Kind::Truncated,
        DecodeErrorKind::NotHex => Kind::NotHex,
        DecodeErrorKind::InvalidUtf8 => Kind::InvalidUtf8,
        other => panic!("an unknown kind: {other:?}"),
    };
    (kind, error.offset())
}

/// Every terminal method of strict and lenient decoding, on one input.
fn check_decode(input: &[u8], plus: bool, leave: &'static [u8]) {
    let options = |lenient| DecodeOptions { plus, leave, lenient };
    let mut view = decode(input).keep_triplets_of(leave);
    if plus {
        view = view.plus_as_space();
    }
    let expected = oracle::codec::decode(input, options(false));
    let got = view.to_bytes().map(|bytes| bytes.into_owned()).map_err(kind);
    assert_eq!(got, expected, "strict {input:?}");
    let length = view.decoded_len().map_err(kind);
    assert_eq!(length, expected.as_ref().map(Vec::len).map_err(|&e| e), "length {input:?}");

    let lenient = oracle::codec::decode(input, options(true)).expect("lenient never fails");
    assert_eq!(*view.lenient().to_bytes(), *lenient, "lenient {input:?}");
    assert_eq!(view.lenient().decoded_len(), lenient.len(), "lenient length {input:?}");

    let mut exact = vec![0; lenient.len()];
    let written = view.lenient().write_into(&mut exact).expect("exactly enough room");
    assert_eq!(written, lenient, "into {input:?}");
    if let Some(short) = lenient.len().checked_sub(1) {
        let error = view.lenient().write_into(&mut exact[..short]).unwrap_err();
        assert_eq!(error.needed(), lenient.len(), "too small {input:?}");
    }
    if !plus && leave.is_empty() {
        let mut buffer = input.to_vec();
        assert_eq!(*triplet::decode_in_place_lenient(&mut buffer), *lenient, "place {input:?}");
        let mut buffer = input.to_vec();
        match triplet::decode_in_place(&mut buffer) {
            Ok(bytes) => assert_eq!(Ok(bytes.to_vec()), expected, "place {input:?}"),
            Err(error) => {
                assert_eq!(Err(kind(error)), expected, "place {input:?}");
                assert_eq!(buffer, input, "a buffer in error is as it was");
            }
        }
    }
    assert_eq!(
        view.is_unchanged().map_err(kind),
        expected.as_ref().map(|bytes| bytes == input).map_err(|&e| e),
        "unchanged {input:?}"
    );
}

fn check_text(input: &[u8]) {
    let strict = DecodeOptions::default();
    let lenient = DecodeOptions { lenient: true, ..strict };
    let got = |text: Result<std::borrow::Cow<'_, str>, DecodeError>| {
        text.map(|text| text.into_owned()).map_err(kind)
    };
    assert_eq!(got(decode(input).to_str()), oracle::codec::decode_text(input, strict), "{input:?}");
    assert_eq!(
        got(decode(input).lenient().to_str()),
        oracle::codec::decode_text(input, lenient),
        "{input:?}"
    );
    assert_eq!(
        got(decode(input).to_str_lossy()),
        oracle::codec::decode_lossy(input, strict),
        "{input:?}"
    );
    assert_eq!(
        Ok(decode(input).lenient().to_str_lossy().into_owned()),
        oracle::codec::decode_lossy(input, lenient),
        "{input:?}"
    );
}

/// The bytes 0 to 255, in two halves for two cores, where there are threads.
fn in_halves(check: impl Fn(u8) + Sync) {
    if cfg!(target_family = "wasm") {
        return (0..=255).for_each(check);
    }
    std::thread::scope(|scope| {
        for half in [0..=127u8, 128..=255] {
            let check = &check;
            scope.spawn(move || half.for_each(check));
        }
    });
}

#[test]
fn all_three_byte_inputs_decode() {
    in_halves(|a| {
        let mut out = Vec::with_capacity(256);
        let mut is_one = tier::one_in_stride();
        for b in 0..=255 {
            for c in 0..=255 {
                if !is_one() {
                    continue;
                }
                let input = [a, b, c];
                // Without a `%` nothing may change; every other input takes the plain path.
                if !input.contains(&b'%') {
                    let view = decode(&input);
                    assert_eq!(view.to_bytes().as_deref(), Ok(&input[..]));
                    out.clear();
                    view.append_to(&mut out).expect("no triplet");
                    assert_eq!(out, input);
                    continue;
                }
                let strict = oracle::codec::decode(&input, DecodeOptions::default());
                out.clear();
                let got = decode(&input).append_to(&mut out).map(|()| out.clone()).map_err(kind);
                assert_eq!(got, strict, "{input:?}");
                let options = DecodeOptions { lenient: true, ..Default::default() };
                let lenient = oracle::codec::decode(&input, options).expect("lenient");
                assert_eq!(*decode(&input).lenient().to_bytes(), *lenient, "{input:?}");
                let theirs: Vec<u8> = percent_encoding::percent_decode(&input).collect();
                assert_eq!(lenient, theirs, "{input:?}");
            }
        }
    });
}

#[test]
fn all_three_byte_inputs_encode() {
    // Two complementary sets see every byte kept and encoded.
    let sets = ["rfc3986:unreserved", "whatwg:query"]
        .map(|name| (EncodeSet::by_name(name).expect(name), oracle::sets::named(name)));
    let single: Vec<Vec<Vec<u8>>> = sets
        .iter()
        .map(|(_, set)| {
            (0..=255u8)
                .map(|b| oracle::codec::encode(&[b], set, EncodeOptions::default()))
                .collect()
        })
        .collect();
    in_halves(|a| {
        let mut out = String::with_capacity(256);
        let mut is_one = tier::one_in_stride();
        for b in 0..=255 {
            for c in 0..=255 {
                if !is_one() {
                    continue;
                }
                for ((ours, _), table) in sets.iter().zip(&single) {
                    out.clear();
                    encode(&[a, b, c], *ours).append_to(&mut out);
                    let expected = [a, b, c].map(|byte| &table[usize::from(byte)][..]).concat();
                    assert_eq!(out.as_bytes(), expected);
                }
            }
        }
    });
}

#[test]
fn all_triplets_at_every_offset() {
    // `%XY` for all X and Y after 0 to 130 bytes: every place in a block, and across two borders.
    let mut is_one = tier::one_in_stride();
    for high in 0..=255u8 {
        for low in 0..=255u8 {
            let input = [b'%', high, low];
            let strict = oracle::codec::decode(&input, DecodeOptions::default());
            let offset = (usize::from(high) * 7 + usize::from(low)) % 131;
            // Hexadecimal digits are tried at each offset, the others at one that varies.
            let offsets = if strict.is_ok() { 0..131 } else { offset..offset + 1 };
            for offset in offsets {
                if !is_one() {
                    continue;
                }
                let mut long = vec![b'x'; offset];
                long.extend_from_slice(&input);
                long.extend_from_slice(b"yz%");
                long.extend_from_slice(&[b'w'; 70]);
                let options = DecodeOptions { lenient: true, ..Default::default() };
                let expected = oracle::codec::decode(&long, options).expect("lenient");
                assert_eq!(*decode(&long).lenient().to_bytes(), *expected, "{offset} {input:?}");
                let expected = oracle::codec::decode(&long, DecodeOptions::default());
                assert_eq!(
                    decode(&long).to_bytes().map_err(kind).map(|b| b.into_owned()),
                    expected
                );
            }
        }
    }
}

#[test]
fn all_short_strings_over_the_critical_alphabet() {
    let alphabet = b"%a1gF+\0\xFF";
    let mut input = Vec::new();
    let mut is_one = tier::one_in_stride();
    for length in 0..=7usize {
        for number in 0..alphabet.len().pow(length as u32) {
            if !is_one() {
                continue;
            }
            input.clear();
            let mut rest = number;
            for _ in 0..length {
                input.push(alphabet[rest % alphabet.len()]);
                rest /= alphabet.len();
            }
            let expected = oracle::codec::decode(&input, DecodeOptions::default());
            let got = decode(&input).to_bytes().map(|b| b.into_owned()).map_err(kind);
            assert_eq!(got, expected, "{input:?}");
            // All other outputs and options on a part of them: one in seven covers every short one.
            if length <= 5 || number % 7 == 0 {
                check_decode(&input, false, b"");
                check_decode(&input, true, b"");
                check_decode(&input, true, b"\x1A\xAF\xFF ");
                check_text(&input);
            }
        }
    }
}

#[test]
fn all_scalars_decode_as_text() {
    let mut text = String::new();
    for scalar in ('\0'..=char::MAX).step_by(tier::stride()) {
        text.clear();
        for octet in scalar.encode_utf8(&mut [0; 4]).bytes() {
            text.push_str(&format!("%{octet:02x}"));
        }
        assert_eq!(decode(&text).to_str().expect("a scalar"), scalar.to_string());
    }
}

#[test]
fn all_two_octet_and_critical_utf8_sequences() {
    let mut is_one = tier::one_in_stride();
    for first in 0..=255u8 {
        for second in 0..=255u8 {
            if !is_one() {
                continue;
            }
            check_text(format!("a%{first:02X}%{second:02x}z").as_bytes());
            check_text(&[b'%', b'4', b'1', first, b'%', b'8', b'2', second]);
        }
    }
    // Where three- and four-byte sequences change from well-formed to not.
    let edges = [0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0];
    for first in 0xE0..=0xFFu8 {
        for second in edges {
            for third in edges {
                for fourth in edges {
                    if !is_one() {
                        continue;
                    }
                    check_text(&[first, second, third, fourth, b'.']);
                    check_text(
                        format!("%{first:02X}%{second:02X}%{third:02X}%{fourth:02X}").as_bytes(),
                    );
                }
            }
        }
    }
}

#[test]
fn every_byte_at_every_lane_of_every_set() {
    let options = EncodeOptions::default();
    let mut is_one = tier::one_in_stride();
    for theirs in oracle::sets::all() {
        let ours = EncodeSet::by_name(theirs.name).expect(theirs.name);
        for byte in 0..=255u8 {
            for lane in (0..192).step_by(if byte % 16 == 5 { 1 } else { 13 }) {
                if !is_one() {
                    continue;
                }
                let mut input = vec![b'a'; lane];
                input.push(byte);
                input.extend_from_slice(b"zz z");
                let expected = oracle::codec::encode(&input, &theirs, options);
                assert_eq!(encode(&input, ours).to_cow().as_bytes(), expected, "{}", theirs.name);
            }
        }
    }
}

#[test]
fn other_things_at_every_place_of_a_run_of_triplets() {
    // Runs of triplets take a fast path in the kernel. Any other byte, at any place and after any number of other bytes, must
    // end that path.
    let others: [&[u8]; 12] = [
        b"+", b"+00", b"+%4", b"%", b"%%", b"%zz", b"%4g", b"%g4", b"abc", b"a", b"%2B+%2B", b"%2F",
    ];
    let mut is_one = tier::one_in_stride();
    for before in 0..4 {
        for place in 0..30 {
            for other in others {
                if !is_one() {
                    continue;
                }
                let mut input = vec![b'-'; before];
                input.extend_from_slice(&b"%E4".repeat(place));
                input.extend_from_slice(other);
                input.extend_from_slice(&b"%bd".repeat(40));
                for plus in [false, true] {
                    check_decode(&input, plus, b"");
                    check_decode(&input, plus, b"/\xBD");
                }
            }
        }
    }
}

/// Short values, appended to a buffer that has room for them, as in a loop over many values: they take separate paths.
fn check_append(input: &[u8], out: &mut Vec<u8>) {
    for plus in [false, true] {
        let mut view = decode(input);
        if plus {
            view = view.plus_as_space();
        }
        let options = |lenient| DecodeOptions { plus, leave: b"", lenient };
        out.clear();
        out.extend_from_slice(b"ab");
        let got = view.append_to(out).map(|()| out[2..].to_vec()).map_err(kind);
        assert_eq!(got, oracle::codec::decode(input, options(false)), "strict {input:?}");
        assert_eq!(&out[..2], b"ab");
        if got.is_err() {
            assert_eq!(out.len(), 2, "an error leaves the buffer as it was");
        }
        out.truncate(2);
        view.lenient().append_to(out);
        let expected = oracle::codec::decode(input, options(true)).expect("lenient never fails");
        assert_eq!(out[2..], expected, "lenient {input:?}");
    }
}

#[test]
fn short_values_are_decoded_into_buffers_with_room() {
    let events: [&[u8]; 7] = [b"%41", b"%e9", b"%zz", b"%4", b"%", b"+", b"%+1"];
    let mut out = Vec::with_capacity(512);
    let mut input = Vec::new();
    let put = |input: &mut [u8], event: &[u8], place: usize| {
        let room = input.len() - place;
        input[place..]
            .iter_mut()
            .zip(&event[..event.len().min(room)])
            .for_each(|(to, byte)| *to = *byte);
    };
    let mut is_one = tier::one_in_stride();
    for length in 0..=66 {
        let clean = |input: &mut Vec<u8>| {
            input.clear();
            input.extend((0..length).map(|i| b"0a-~\xFFf9"[i % 7]));
        };
        clean(&mut input);
        check_append(&input, &mut out);
        for place in 0..length {
            for event in events {
                if !is_one() {
                    continue;
                }
                clean(&mut input);
                put(&mut input, event, place);
                check_append(&input, &mut out);
                // And another event after it, at each distance.
                let second = place + 1 + (place * 5 + length) % 23;
                if second < length {
                    for next in events {
                        clean(&mut input);
                        put(&mut input, event, place);
                        put(&mut input, next, second);
                        check_append(&input, &mut out);
                    }
                }
            }
            // Two triplets at every two places: each in the same lane of another register, too.
            for second in place + 3..length {
                if is_one() {
                    clean(&mut input);
                    put(&mut input, b"%41", place);
                    put(&mut input, b"%42", second);
                    check_append(&input, &mut out);
                }
            }
        }
    }
}

#[test]
fn short_values_that_begin_with_triplets() {
    // The portable code decodes a run of triplets at the start of a block at once, and what follows it as a separate value:
    // what is malformed there ends the whole value.
    let mut out = Vec::with_capacity(512);
    let mut is_one = tier::one_in_stride();
    for length in 62..=66 {
        for count in 6..=20 {
            for place in 3 * count..length {
                if !is_one() {
                    continue;
                }
                for event in ["%", "%4", "%zz", "%e9", "+"] {
                    let mut input = "%41".repeat(count);
                    input.push_str(&"-".repeat(place - input.len()));
                    input.push_str(event);
                    input.push_str(&"~".repeat(length - place));
                    check_append(&input.as_bytes()[..length], &mut out);
                }
            }
        }
    }
}

#[test]
fn short_values_are_encoded_into_buffers_with_room() {
    // The first keeps what most sets keep, the second more, the others less.
    let sets = ["rfc3986:unreserved", "whatwg:query", "whatwg:form", "ecmascript:escape"]
        .map(|name| (EncodeSet::by_name(name).expect(name), oracle::sets::named(name)));
    let mut out = String::with_capacity(512);
    let mut is_one = tier::one_in_stride();
    for (ours, theirs) in &sets {
        for lower in [false, true] {
            let options = EncodeOptions { lower, ..Default::default() };
            for length in 0..=66 {
                let clean = |i: usize| b"09AZaz-._~k"[i % 11];
                for place in 0..length.max(1) {
                    for byte in
                        [b'a', b'~', b'*', b' ', b'+', b'/', b'@', b'[', b'`', b'{', 0x7F, 0xFA, 0]
                    {
                        if !is_one() {
                            continue;
                        }
                        let input: Vec<u8> =
                            (0..length).map(|i| if i == place { byte } else { clean(i) }).collect();
                        let mut view = encode(&input, *ours);
                        if lower {
                            view = view.lowercase_hex();
                        }
                        out.clear();
                        out.push('é');
                        view.append_to(&mut out);
                        let expected = oracle::codec::encode(&input, theirs, options);
                        assert_eq!(out.as_bytes()[2..], expected, "{} {input:?}", theirs.name);
                    }
                }
            }
        }
    }
}

#[test]
fn text_across_the_pieces_of_a_long_input() {
    // A long text is decoded and validated in pieces of some kilobytes, which are multiples of 1024.
    let middles: [&[u8]; 14] = [
        b"%41",
        b"%C3%A9",
        b"%E4%BD%A0",
        b"%F0%9F%98%80",
        "你".as_bytes(),
        b"\xF0%9F\x98%80",
        b"%C3",
        b"%E4%BD",
        b"%80",
        b"%C0%AF",
        b"%ED%A0%80",
        b"%zz",
        b"%%41",
        b"%4",
    ];
    let mut is_one = tier::one_in_stride();
    for piece in [1024, 8192, 16384] {
        for before in piece - 14..piece + 2 {
            for middle in middles {
                if !is_one() {
                    continue;
                }
                for last in [&b"+ and more, \xC3\xA9%20of it"[..], b""] {
                    // The first triplet makes it owned; with text outside ASCII before the border, and without.
                    for start in [&b"%20"[..], b"%20\xC3\xA9"] {
                        let mut input = start.to_vec();
                        input.resize(before, b'x');
                        input.extend_from_slice(middle);
                        input.extend_from_slice(last);
                        for lenient in [false, true] {
                            let options = DecodeOptions { lenient, ..Default::default() };
                            let view = decode(&input);
                            let got = if lenient { view.lenient().to_str() } else { view.to_str() };
                            assert_eq!(
                                got.map(|text| text.into_owned()).map_err(kind),
                                oracle::codec::decode_text(&input, options),
                                "{before} {}",
                                middle.escape_ascii()
                            );
                        }
                    }
                }
            }
        }
    }
    // The first octets too are validated.
    for start in [&b"%FF"[..], b"\xFF", b"%80", b"%C3", b"\xC3%20", b"%C3%A9", b"\xC3\xA9%20"] {
        for length in [80, 1000, 9000] {
            let mut input = start.to_vec();
            input.resize(length, b'x');
            input.extend_from_slice(b"%20");
            let options = DecodeOptions::default();
            assert_eq!(
                decode(&input).to_str().map(|text| text.into_owned()).map_err(kind),
                oracle::codec::decode_text(&input, options),
                "{length} {}",
                start.escape_ascii()
            );
        }
    }
    // Nothing to decode, and only kept triplets.
    for end in [&b""[..], "é".as_bytes(), b"\xC3", b"\xFFx", b"%zz", b"\xC3%zz"] {
        let mut input = vec![b'x'; 9000];
        input.extend_from_slice(end);
        let options = DecodeOptions { lenient: true, ..Default::default() };
        let got = decode(&input).lenient().to_str();
        assert_eq!(
            matches!(got, Ok(std::borrow::Cow::Borrowed(_))),
            str::from_utf8(&input).is_ok()
        );
        let got = got.map(|text| text.into_owned()).map_err(kind);
        assert_eq!(got, oracle::codec::decode_text(&input, options));
    }
}
