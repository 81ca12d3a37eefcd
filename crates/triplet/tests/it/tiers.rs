//! Every tier of this machine, by name: at all short lengths, at every distance from memory that must not be
//! touched, against the oracle.

mod lanes;
#[cfg(unix)]
mod rows;

#[cfg(unix)]
use crate::guarded;
use crate::oracle;
use crate::oracle::codec::{DecodeOptions, EncodeOptions};
use crate::oracle::sets::{SetOracle, named};
use crate::tier;
use crate::tier::{Noise, each_tier};
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

/// What is chosen without being told: the best tier that there is. Where the environment names the tier of the machine, it is that
/// one.
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
        // Letters. Nearly all stay where those outside ASCII may; the last one may be cut.
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
