//! Every byte, every triplet and every run of them at each place where a register or a block of some tier begins or ends.

use super::{check, sets};
use crate::oracle;
use crate::oracle::codec::{DecodeOptions, EncodeOptions};
use crate::oracle::sets::named;
use crate::tier::{self, Noise, each_tier, one_in_stride};
use triplet::{EncodeSet, decode, encode};

/// Every byte in every lane, among bytes that are kept and among bytes that are not.
#[test]
fn every_byte_in_every_lane() {
    let sets = sets();
    each_tier(|tier| {
        for around in [b'a', b' ', 0xFF] {
            for lane in (0..192).step_by(tier::stride()) {
                for byte in 0..=255u8 {
                    let mut input = [around; 192];
                    input[lane] = byte;
                    let (name, set, oracle) = &sets[lane % sets.len()];
                    let expected = oracle::codec::encode(&input, oracle, EncodeOptions::default());
                    let got = encode(&input, *set).to_cow();
                    assert_eq!(
                        got.as_bytes(),
                        expected,
                        "{} {name} {byte:#04x} in lane {lane}",
                        tier.name()
                    );
                    assert_eq!(
                        decode(got.as_bytes()).to_bytes().is_ok(),
                        oracle::codec::decode(&expected, DecodeOptions::default()).is_ok()
                    );
                }
            }
        }
    });
}

/// All `%XY`, well-formed and malformed, at every offset: so the border of each register cuts each of them.
#[test]
fn every_triplet_at_every_offset() {
    each_tier(|tier| {
        let mut input = [b'x'; 131];
        for offset in (0..96).step_by(tier::stride()) {
            for digits in 0..=0xFFFFu16 {
                // All pairs of digits at some offsets, and those at the borders of the digits at all offsets.
                let [high, low] = digits.to_be_bytes();
                let telling = |b: u8| {
                    b.is_ascii_hexdigit()
                        || matches!(
                            b,
                            b'%' | b'/' | b':' | b'@' | b'G' | b'`' | b'g' | 0 | 0x80 | 0xC1 | 0xFF
                        )
                };
                if offset % 31 != 0 && !(telling(high) && telling(low)) {
                    continue;
                }
                input[offset..offset + 3].copy_from_slice(&[b'%', high, low]);
                let strict = oracle::codec::decode(&input, DecodeOptions::default());
                let got = decode(&input).to_bytes().map(|b| b.into_owned()).map_err(|e| e.offset());
                assert_eq!(
                    got,
                    strict.map_err(|(_, offset)| offset),
                    "{} {high:#04x} {low:#04x} at {offset}",
                    tier.name()
                );
                let lenient = oracle::codec::decode(
                    &input,
                    DecodeOptions { lenient: true, ..DecodeOptions::default() },
                );
                assert_eq!(
                    decode(&input).lenient().to_bytes(),
                    lenient.expect("lenient"),
                    "{} at {offset}",
                    tier.name()
                );
            }
            input[offset..offset + 3].copy_from_slice(b"xxx");
        }
    });
}

/// Text with few changes, from one in ten bytes to one in 200.
#[test]
fn sparse_text() {
    let sets = sets();
    each_tier(|tier| {
        let mut noise = Noise(0xA076_1D64_78BD_642F);
        for round in 0..400 / tier::stride() {
            let one_in = [200, 64, 32, 24, 16, 10][round % 6];
            let length = 500 + noise.next() as usize % 1500;
            let mut input = Vec::with_capacity(length);
            while input.len() < length {
                let random = noise.next();
                if !random.is_multiple_of(one_in) {
                    input.push(b"abcXYZ019-._~ag"[(random >> 32) as usize % 15]);
                } else if round % 2 == 0 {
                    input.push(b" +%/\xC3\xFF\0\x7F"[(random >> 32) as usize % 8]);
                } else {
                    input.extend_from_slice(
                        [&b"%41"[..], b"%c3", b"+", b"%2", b"%%20", b"%2F%3a"]
                            [(random >> 32) as usize % 6],
                    );
                }
            }
            let mut buffer = Vec::new();
            check(tier, &input, &sets[round % sets.len()..][..1], &mut |length, f| {
                buffer.resize(length, 0);
                f(&mut buffer);
            });
        }
    });
}

/// A long run of triplets with one other byte at every place in it. The number of bytes before the run varies, so that it
/// begins in every lane.
#[test]
fn broken_runs_of_triplets() {
    each_tier(|tier| {
        for at in (0..600).step_by(tier::stride()) {
            for wrong in *b"%g/+" {
                let mut input = vec![b'x'; at % 67];
                input.extend("%E4%bd%A0".repeat(67).into_bytes());
                input[at % 67 + at] = wrong;
                for lenient in [false, true] {
                    let expected = oracle::codec::decode(
                        &input,
                        DecodeOptions { lenient, ..DecodeOptions::default() },
                    );
                    let view = decode(&input);
                    let mut got = Vec::new();
                    let result = if lenient {
                        view.lenient().append_to(&mut got);
                        Ok(())
                    } else {
                        view.append_to(&mut got).map_err(|error| error.offset())
                    };
                    match expected {
                        Ok(bytes) => {
                            assert_eq!((result, got), (Ok(()), bytes), "{} {at}", tier.name())
                        }
                        Err((_, offset)) => assert_eq!(result, Err(offset), "{} {at}", tier.name()),
                    }
                }
                let mut buffer = input.clone();
                let lenient = DecodeOptions { lenient: true, ..DecodeOptions::default() };
                let expected = oracle::codec::decode(&input, lenient).expect("lenient");
                assert_eq!(
                    triplet::decode_in_place_lenient(&mut buffer),
                    expected,
                    "{} {at}",
                    tier.name()
                );
            }
        }
    });
}

/// Runs of triplets with one that is kept, of an ASCII octet or of another one.
#[test]
fn runs_of_triplets_with_one_that_stays() {
    each_tier(|tier| {
        for at in (0..200).step_by(tier::stride()) {
            for (octet, leave) in [(b"%2f", b"/\xFF"), (b"%Ff", b"/\xFF"), (b"%5c", b"/\xFF")] {
                let mut input = vec![b'x'; at % 67];
                input.extend("%E4%bd%A0".repeat(67).into_bytes());
                let place = at % 67 + 3 * at;
                input[place..place + 3].copy_from_slice(octet);
                let options = DecodeOptions { leave, ..DecodeOptions::default() };
                let expected = oracle::codec::decode(&input, options).expect("well-formed");
                let view = decode(&input).keep_triplets_of(leave);
                let what = || format!("{} {at}", tier.name());
                assert_eq!(*view.to_bytes().expect("well-formed"), expected, "{}", what());
                assert_eq!(view.decoded_len(), Ok(expected.len()), "{}", what());
            }
        }
    });
}

/// Triplets in a row at the start of a text, and then something else: every number of triplets, and every length of the rest.
#[test]
fn what_comes_after_triplets_in_a_row() {
    let octets: Vec<u8> = (0..40).map(|i| b'A' + i).collect();
    let rest: Vec<u8> = b"0-y+z%2Fa%C3%A9b/".repeat(6);
    let decoded = |text: &[u8], plus: bool| {
        let mut bytes = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let digits = text.get(at + 1..at + 3).and_then(|two| str::from_utf8(two).ok());
            match (text[at], digits.and_then(|two| u8::from_str_radix(two, 16).ok())) {
                (b'%', Some(octet)) => {
                    bytes.push(octet);
                    at += 3;
                }
                (byte, _) => {
                    bytes.push(if plus && byte == b'+' { b' ' } else { byte });
                    at += 1;
                }
            }
        }
        bytes
    };
    let mut one_in = one_in_stride();
    each_tier(|tier| {
        for count in 0..=octets.len() {
            let start: String =
                octets[..count].iter().map(|octet| format!("%{octet:02x}")).collect();
            for length in 0..=rest.len() {
                if !one_in() {
                    continue;
                }
                let text = [start.as_bytes(), &rest[..length]].concat();
                let context = format!("{}: {}", tier.name(), text.escape_ascii());
                for plus in [false, true] {
                    let expected = decoded(&text, plus);
                    let view = decode(&text);
                    let view = if plus { view.plus_as_space() } else { view };
                    assert_eq!(view.lenient().to_bytes(), expected, "{context}");
                    let mut appended = Vec::with_capacity(256);
                    view.lenient().append_to(&mut appended);
                    assert_eq!(appended, expected, "{context}");
                    let whole = view.to_bytes();
                    assert!(whole.as_ref().map_or(true, |bytes| **bytes == expected), "{context}");
                    let cut = text
                        .iter()
                        .rposition(|&byte| byte == b'%')
                        .filter(|at| at + 3 > text.len());
                    assert_eq!(whole.err().map(|error| error.offset()), cut, "{context}");
                }
                let form = [b"n=", &text[..]].concat();
                let lossy = String::from_utf8_lossy(&decoded(&text, true)).into_owned();
                let pairs = triplet::form::parse(&form).to_lossy_pairs().expect("a form");
                assert_eq!(pairs, [("n".into(), lossy.clone().into())], "{context}");
                let whole = triplet::form::parse(&form).to_form().expect("a form");
                assert!(whole.iter().eq([("n", &*lossy)]), "{context}");
            }
        }
    });
}

/// Two runs of kept bytes and two of triplets in turn, each as long as a register, a block or a window of some tier, or a byte more or
/// less: the text is known, and so is what it is decoded to.
#[test]
fn runs_of_triplets_and_of_plain_bytes() {
    const LENGTHS: [usize; 16] = [0, 1, 2, 5, 8, 10, 11, 15, 16, 17, 21, 22, 32, 43, 63, 64];
    let mut one_in = one_in_stride();
    let mut rooms = [0u8; 1024];
    each_tier(|tier| {
        for number in 0..LENGTHS.len().pow(4) {
            // Every eleventh case: each pair of neighbours is among them.
            if number % 11 != 0 || !one_in() {
                continue;
            }
            let (mut bytes, mut text) = (Vec::new(), Vec::new());
            let mut rest = number;
            for run in 0..4 {
                let length = LENGTHS[rest % LENGTHS.len()];
                rest /= LENGTHS.len();
                for i in 0..length {
                    let kept = b'a' + (i + run) as u8 % 26;
                    let octet = [b' ', b'/', b'%', 0xC3, 0x00, b'+'][(i + run) % 6];
                    match run % 2 == 0 {
                        true => (bytes.push(kept), text.push(kept)),
                        false => (bytes.push(octet), text.extend(format!("%{octet:02X}").bytes())),
                    };
                }
            }
            let context = || format!("{}: {}", tier.name(), text.escape_ascii());
            let view = decode(&text);
            assert_eq!(view.to_bytes().as_deref(), Ok(&bytes[..]), "{}", context());
            assert_eq!(view.plus_as_space().lenient().to_bytes(), bytes, "{}", context());
            assert_eq!(view.decoded_len(), Ok(bytes.len()), "{}", context());
            let exact = view.write_into(&mut rooms[..bytes.len()]);
            assert_eq!(exact.as_deref(), Ok(&bytes[..]), "{}", context());
            let mut place = text.clone();
            assert_eq!(
                triplet::decode_in_place(&mut place).as_deref(),
                Ok(&bytes[..]),
                "{}",
                context()
            );
            let set = triplet::set::rfc3986::UNRESERVED;
            let view = encode(&bytes, set);
            assert_eq!(view.to_cow().as_bytes(), text, "{}", context());
            assert_eq!(view.encoded_len(), Some(text.len()), "{}", context());
            let exact = view.write_into(&mut rooms[..text.len()]).map(|text| text.as_bytes());
            assert_eq!(exact.as_deref(), Ok(&text[..]), "{}", context());
            let kept = encode(&text, set).keep_triplets();
            assert_eq!(kept.to_cow().as_bytes(), text, "{}", context());
            assert!(kept.is_unchanged(), "{}", context());
        }
    });
}

/// The unchanged prefix ends at a byte that changes, and at no other byte.
#[test]
fn every_byte_at_every_lane_after_which_something_changes() {
    let set = EncodeSet::by_name("rfc3986:unreserved").expect("a name");
    let oracle = named("rfc3986:unreserved");
    each_tier(|tier| {
        let mut is_one = one_in_stride();
        for length in [1, 7, 16, 31, 33, 64, 65, 130, 259] {
            let mut input = vec![b'a'; length];
            for (place, byte) in (0..length).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
                if !is_one() {
                    continue;
                }
                input[place] = byte;
                let end = |changes: bool| if changes { place } else { length };
                let what = || format!("{} {byte:#04x} at {place} of {length}", tier.name());
                let view = decode(&input);
                assert_eq!(view.unchanged_up_to(), end(byte == b'%'), "{}", what());
                let plus = view.plus_as_space();
                assert_eq!(plus.unchanged_up_to(), end(b"%+".contains(&byte)), "{}", what());
                let encoded = encode(&input, set).unchanged_up_to();
                assert_eq!(encoded, end(!oracle.keeps(byte)), "{}", what());
                input[place] = b'a';
            }
        }
    });
}
