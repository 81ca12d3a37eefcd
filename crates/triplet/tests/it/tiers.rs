//! Every tier of this machine, by name: at all short lengths, at every distance from memory that must not be
//! touched, against the oracle.

#[cfg(unix)]
use crate::guarded;
use crate::oracle;
use crate::oracle::codec::{DecodeOptions, EncodeOptions};
use crate::oracle::sets::{SetOracle, named};
use crate::tier;
use crate::tier::{Noise, each_tier, one_in_stride};
use triplet::{EncodeSet, Tier, decode, encode};

#[test]
fn names() {
    for tier in Tier::ALL {
        assert_eq!(Tier::by_name(tier.name()), Some(tier));
        assert_eq!(Tier::available().contains(&tier), tier.is_available(), "{}", tier.name());
        println!(
            "tier {}: {}",
            tier.name(),
            if tier.is_available() { "runs" } else { "NOT RUN: not on this machine" }
        );
    }
    assert_eq!(Tier::by_name("mmx"), None);
    let elsewhere = if cfg!(target_arch = "x86_64") { Tier::Neon } else { Tier::Avx2 };
    let _turn = tier::turn();
    let before = Tier::active();
    assert!(!elsewhere.force());
    assert_eq!(Tier::active(), before, "a tier that cannot be had changes nothing");
}

/// What is chosen without being told: the best that there is, and, on a machine of which the environment says
/// what that must be, just this.
#[test]
fn the_best_tier_is_chosen() {
    let _turn = tier::turn();
    let available = Tier::available();
    assert_eq!(available[0], Tier::Scalar);
    if std::env::var_os("TRIPLET_TIER").is_none() {
        assert_eq!(Some(&Tier::active()), available.last());
        if let Ok(expected) = std::env::var("TRIPLET_EXPECTED_TIER") {
            assert_eq!(Tier::active().name(), expected);
        }
    }
}

/// Kinds of text that take different paths through a kernel.
fn text(kind: usize, length: usize, noise: &mut Noise) -> Vec<u8> {
    let one = |noise: &mut Noise| -> u8 {
        let random = noise.next();
        let pick = |from: &[u8]| from[(random >> 8) as usize % from.len()];
        match kind {
            // All kept, and nothing to decode.
            0 => pick(b"abcXYZ019-._~"),
            // All to encode.
            1 => pick(&[0x80, 0xFF, 0xE2, 0x00, 0x7F, b' ', b'%']),
            // Few to encode.
            2 if !random.is_multiple_of(32) => pick(b"abcXYZ019-._~"),
            2 => pick(b" %/+\xC3"),
            // Triplets, malformed and cut ones, and what looks like digits.
            3 => pick(b"%%%4142aFg+:@G/`0"),
            _ => (random >> 16) as u8,
        }
    };
    match kind {
        // Nothing but triplets.
        5 => (0..length)
            .map(|i| {
                if i % 3 == 0 {
                    b'%'
                } else {
                    b"0123456789abcdefABCDEF"[noise.next() as usize % 22]
                }
            })
            .collect(),
        // Triplets here and there.
        6 => {
            let mut text = Vec::new();
            while text.len() < length {
                if noise.next().is_multiple_of(8) {
                    text.extend_from_slice(b"%c3");
                } else {
                    text.push(b"abc+9AF"[noise.next() as usize % 7]);
                }
            }
            text.truncate(length);
            text
        }
        // Letters, of which nearly all stay where those outside ASCII may; the last one may be cut.
        7 => {
            let mut text = String::new();
            while text.len() < length {
                let random = noise.next() as usize;
                let letters = if random.is_multiple_of(512) {
                    "\u{202E}\u{E000}"
                } else {
                    "a b/éя你好😀"
                };
                text.extend(letters.chars().nth((random >> 16) % letters.chars().count()));
            }
            text.into_bytes()[..length].to_vec()
        }
        _ => (0..length).map(|_| one(noise)).collect(),
    }
}

const KINDS: usize = 8;

/// Sets that differ in all that a kernel sees.
fn sets() -> Vec<(&'static str, EncodeSet, SetOracle)> {
    let ascii = ["rfc3986:unreserved", "rfc3986:query", "whatwg:form", "whatwg:c0-control"];
    let all = ["rfc3987:isegment", "rfc3987:iquery"];
    ascii
        .into_iter()
        .chain(all)
        .map(|name| (name, EncodeSet::by_name(name).expect("a name"), named(name)))
        .collect()
}

/// Gives a buffer of a length to whoever asks for one.
type Room<'r> = dyn FnMut(usize, &mut dyn FnMut(&mut [u8])) + 'r;

/// Every operation of a kernel on one input, into buffers of every critical length.
fn check(tier: Tier, input: &[u8], sets: &[(&str, EncodeSet, SetOracle)], room: &mut Room<'_>) {
    for (name, set, oracle) in sets {
        for (lower, keep_triplets) in [(false, false), (true, false), (false, true)] {
            let mut view = encode(input, *set);
            if lower {
                view = view.lowercase_hex();
            }
            if keep_triplets {
                view = view.keep_triplets();
            }
            let options = EncodeOptions { lower, keep_triplets, ..EncodeOptions::default() };
            let expected = oracle::codec::encode(input, oracle, options);
            let what = || {
                format!(
                    "{} {name} lower {lower} keep {keep_triplets} {:?}",
                    tier.name(),
                    input.escape_ascii().to_string()
                )
            };
            assert_eq!(view.encoded_len(), Some(expected.len()), "length, {}", what());
            assert_eq!(view.is_unchanged(), expected == input, "unchanged, {}", what());
            assert_eq!(view.to_cow().as_bytes(), expected, "cow, {}", what());
            let mut appended = String::from("x");
            view.append_to(&mut appended);
            assert_eq!(&appended.as_bytes()[1..], expected, "append, {}", what());
            appended.clear();
            view.append_to(&mut appended);
            assert_eq!(appended.as_bytes(), expected, "append again, {}", what());
            let mut appended = String::with_capacity(expected.len() + 200);
            view.append_to(&mut appended);
            assert_eq!(appended.as_bytes(), expected, "append with room, {}", what());
            room(expected.len(), &mut |buffer| {
                assert_eq!(
                    view.write_into(buffer).expect("it fits").as_bytes(),
                    expected,
                    "into, {}",
                    what()
                );
            });
            if !expected.is_empty() {
                room(expected.len() - 1, &mut |buffer| {
                    let needed = view.write_into(buffer).expect_err("it does not fit").needed();
                    assert_eq!(needed, expected.len(), "too small, {}", what());
                });
            }
        }
    }
    for (plus, leave) in [(false, &b""[..]), (true, b""), (false, b"/%\xC3A"), (true, b"\x80\xFF ")]
    {
        for lenient in [false, true] {
            let mut view = decode(input).keep_triplets_of(leave);
            if plus {
                view = view.plus_as_space();
            }
            let expected = oracle::codec::decode(input, DecodeOptions { plus, leave, lenient });
            let what = || {
                format!(
                    "{} plus {plus} leave {leave:?} lenient {lenient} {:?}",
                    tier.name(),
                    input.escape_ascii().to_string()
                )
            };
            // With no room, with enough, and with more: short values take separate paths.
            for room in [0, input.len(), input.len() + 100] {
                let mut appended = Vec::with_capacity(1 + room);
                appended.push(b'x');
                let got = if lenient {
                    view.lenient().append_to(&mut appended);
                    Ok(())
                } else {
                    view.append_to(&mut appended).map_err(|error| error.offset())
                };
                match &expected {
                    Ok(bytes) => {
                        let good = (Ok(()), &bytes[..]);
                        assert_eq!((got, &appended[1..]), good, "append, {}", what());
                    }
                    Err((_, offset)) => {
                        let good = (Err(*offset), &b"x"[..]);
                        assert_eq!((got, &appended[..]), good, "append, {}", what());
                    }
                }
            }
            let Ok(bytes) = &expected else { continue };
            let length =
                if lenient { Ok(view.lenient().decoded_len()) } else { view.decoded_len() };
            assert_eq!(length, Ok(bytes.len()), "length, {}", what());
            room(bytes.len(), &mut |buffer| {
                let got = if lenient {
                    view.lenient().write_into(buffer).ok()
                } else {
                    view.write_into(buffer).ok()
                };
                assert_eq!(got.as_deref(), Some(&bytes[..]), "into, {}", what());
            });
        }
    }
    for lenient in [false, true] {
        room(input.len(), &mut |buffer| {
            buffer.copy_from_slice(input);
            let expected =
                oracle::codec::decode(input, DecodeOptions { lenient, ..DecodeOptions::default() });
            if lenient {
                assert_eq!(
                    triplet::decode_in_place_lenient(buffer),
                    expected.expect("lenient"),
                    "{}",
                    tier.name()
                );
            } else {
                let got = triplet::decode_in_place(buffer)
                    .map(|bytes| bytes.to_vec())
                    .map_err(|error| error.offset());
                assert_eq!(got, expected.map_err(|(_, offset)| offset), "{}", tier.name());
                if got.is_err() {
                    assert_eq!(buffer, input, "an error leaves the buffer as it was");
                }
            }
        });
    }
}

#[cfg(unix)]
#[test]
fn no_kernel_touches_what_is_not_its_own() {
    let sets = sets();
    each_tier(|tier| {
        let mut noise = Noise(0x9E37_79B9_7F4A_7C15);
        let mut from = guarded::Guarded::new(2);
        let mut to = guarded::Guarded::new(4);
        let mut count = 0;
        for length in 0..=1024usize {
            if length > 130 && length % 64 > 2 && length % tier::stride() != 0 {
                continue;
            }
            // Short lengths are tested at all distances from both borders.
            let (step, last) = if length <= 130 {
                (tier::stride(), 63)
            } else {
                (length % 61 + 1, length % 61 + 1)
            };
            for distance in (0..=last).step_by(step) {
                let text = text((length + distance) % KINDS, length, &mut noise);
                for at_end in [true, false] {
                    let input = from.place(at_end, distance, length);
                    input.copy_from_slice(&text);
                    check(tier, input, &sets[count % sets.len()..][..1], &mut |length, f| {
                        f(to.place(at_end, distance, length));
                    });
                    count += 1;
                }
            }
        }
        println!("tier {}: {count} inputs beside guard pages", tier.name());
        assert!(count > 10_000 / tier::stride());
    });
}

/// The paths for long texts of one kind, which read further ahead: every length, right before a guard page.
#[cfg(unix)]
#[test]
fn long_ways_end_where_the_text_ends() {
    let sets = sets();
    each_tier(|tier| {
        let mut noise = Noise(0x2545_F491_4F6C_DD1D);
        let mut from = guarded::Guarded::new(2);
        let mut to = guarded::Guarded::new(4);
        for length in (500..=1100).step_by(tier::stride()) {
            // Few to encode, few to decode, nothing but triplets.
            for kind in [2, 6, 5] {
                let text = text(kind, length, &mut noise);
                let input = from.place(true, 0, length);
                input.copy_from_slice(&text);
                check(tier, input, &sets[length % sets.len()..][..1], &mut |length, f| {
                    f(to.place(true, 0, length));
                });
                // With room for the longest result, the paths for long texts continue to the end.
                for (name, set, oracle) in &sets {
                    let mut out = String::with_capacity(3 * length + 1000);
                    encode(input, *set).append_to(&mut out);
                    let expected = oracle::codec::encode(input, oracle, EncodeOptions::default());
                    assert_eq!(out.as_bytes(), expected, "{} {name} {length}", tier.name());
                }
                let mut out = Vec::with_capacity(length + 1000);
                decode(input).lenient().append_to(&mut out);
                let lenient = DecodeOptions { lenient: true, ..DecodeOptions::default() };
                let expected = oracle::codec::decode(input, lenient).expect("lenient");
                assert_eq!(out, expected, "{} {length}", tier.name());
            }
        }
    });
}

/// A stream gets less room than its input needs, right before a guard page.
#[cfg(unix)]
#[test]
fn streams_end_where_their_room_ends() {
    let sets = sets();
    each_tier(|tier| {
        let mut noise = Noise(0x1234_5678_9ABC_DEF1);
        let mut to = guarded::Guarded::new(4);
        for kind in 0..KINDS {
            for room in (5..=700).step_by(tier::stride()) {
                let input = text(kind, 1500, &mut noise);
                let lenient = DecodeOptions { lenient: true, ..DecodeOptions::default() };
                let decoded = oracle::codec::decode(&input, lenient).expect("lenient");
                let dst = to.place(true, 0, room);
                let done = triplet::stream::Decoder::new()
                    .lenient()
                    .push(&input, dst, true)
                    .expect("lenient");
                assert_eq!(dst[..done.written], decoded[..done.written], "{} {room}", tier.name());
                assert!(done.written + 3 > room.min(decoded.len()), "{} {room}", tier.name());
                let (name, set, oracle) = &sets[room % sets.len()];
                let encoded = oracle::codec::encode(&input, oracle, EncodeOptions::default());
                let dst = to.place(true, 0, room);
                let done = triplet::stream::Encoder::new(*set).push(&input, dst, true);
                assert_eq!(
                    dst[..done.written],
                    encoded[..done.written],
                    "{} {name} {room}",
                    tier.name()
                );
                // A character of four bytes may not fit.
                assert!(
                    done.written + 4 > room.min(encoded.len()),
                    "{} {name} {room}",
                    tier.name()
                );
            }
        }
    });
}

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

/// Long inputs whose kind changes, so that every path of a kernel follows every other.
#[test]
fn changing_kinds() {
    let sets = sets();
    each_tier(|tier| {
        let mut noise = Noise(0xD1B5_4A32_D192_ED03);
        for _ in 0..300 / tier::stride().min(10) {
            let mut input = Vec::new();
            while input.len() < 2000 {
                let kind = noise.next() as usize % KINDS;
                let length = noise.next() as usize % 400;
                input.extend(text(kind, length, &mut noise));
            }
            let mut buffer = Vec::new();
            check(tier, &input, &sets, &mut |length, f| {
                buffer.resize(length, 0);
                f(&mut buffer);
            });
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

/// The same with one triplet that is kept, of an ASCII octet and of another one.
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

/// Of all bytes, only those that change end the prefix that does not.
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
