//! Encoding under every set with every option, to every kind of output and in every tier, against the oracle.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;
use std::io::{Read, Write};
use std::mem::MaybeUninit;
use triplet::stream::{EncodeReader, EncodeWriter, Encoder, Status};
use triplet::{Encode, decode, encode};
use triplet_fuzz::input::{Cuts, Input};
use triplet_fuzz::oracle::codec::{self, EncodeOptions};
use triplet_fuzz::sets;

thread_local! {
    /// A buffer that many inputs use, with what earlier ones left in it.
    static REUSED: RefCell<String> = const { RefCell::new(String::new()) };
}

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    input.force_tier();
    let set = input.pick(&sets::ALL);
    let mut switches = input.switches();
    let mut next = || switches.next().expect("eight");
    let options = EncodeOptions { plus: next(), lower: next(), keep_triplets: next() };
    let cuts = input.cuts();
    let bytes = input.bytes();

    let expected = codec::encode(bytes, &set.oracle, options);
    let expected = String::from_utf8(expected).expect("what is encoded is text");
    if let Some(peer) = &set.peer
        && !options.plus
        && !options.lower
        && !options.keep_triplets
    {
        assert_eq!(percent_encoding::percent_encode(bytes, peer).to_string(), expected, "the peer");
    }

    let (mut view, mut encoder) = (encode(bytes, set.ours), Encoder::new(set.ours));
    if options.plus {
        (view, encoder) = (view.space_as_plus(), encoder.space_as_plus());
    }
    if options.lower {
        (view, encoder) = (view.lowercase_hex(), encoder.lowercase_hex());
    }
    if options.keep_triplets {
        (view, encoder) = (view.keep_triplets(), encoder.keep_triplets());
    }
    whole(view, bytes, &expected);
    into_buffers(view, &expected);
    in_pieces(&encoder, bytes, &expected, cuts);

    // The way back.
    let kept = set.oracle.keep_triplets || options.keep_triplets;
    if set.ours.is_reversible() && !kept {
        let mut back = decode(&*expected);
        if set.oracle.plus || options.plus {
            back = back.plus_as_space();
        }
        assert_eq!(*back.to_bytes().expect("triplets"), *bytes, "{expected:?}");
    }
});

fn whole(view: Encode<'_>, bytes: &[u8], expected: &str) {
    assert_eq!(view.to_cow(), expected);
    assert_eq!(view.to_string(), expected);
    assert_eq!(String::from(view), expected);
    assert_eq!(view.chunks().collect::<String>(), expected);
    assert_eq!(view.encoded_len(), Some(expected.len()));
    assert_eq!(view.is_unchanged(), expected.as_bytes() == bytes);
    let unchanged = view.unchanged_up_to();
    assert_eq!(&expected.as_bytes()[..unchanged], &bytes[..unchanged]);
    if view.is_unchanged() {
        assert_eq!(unchanged, bytes.len());
        assert!(matches!(view.to_cow(), std::borrow::Cow::Borrowed(_)), "nothing is copied");
    }
}

fn into_buffers(view: Encode<'_>, expected: &str) {
    // Exactly enough, a byte too few, and a byte too many. The byte too many stays as it was.
    let mut exact = vec![0xAA; expected.len()];
    assert_eq!(view.write_into(&mut exact).expect("enough"), expected);
    let mut uninit = vec![MaybeUninit::new(0xAA); expected.len()];
    assert_eq!(view.write_into_uninit(&mut uninit).expect("enough"), expected);
    if let Some(less) = expected.len().checked_sub(1) {
        let mut small = vec![0; less];
        assert_eq!(view.write_into(&mut small).expect_err("too small").needed(), expected.len());
        let mut half = vec![0; less / 2];
        assert_eq!(view.write_into(&mut half).expect_err("too small").needed(), expected.len());
    }
    let mut more = vec![0xAA; expected.len() + 100];
    assert_eq!(view.write_into(&mut more).expect("enough"), expected);

    let mut fresh = String::new();
    view.append_to(&mut fresh);
    assert_eq!(fresh, expected);
    fresh.shrink_to_fit();
    view.try_append_to(&mut fresh).expect("memory");
    assert_eq!(fresh, expected.repeat(2));
    REUSED.with_borrow_mut(|reused| {
        if reused.len() > 10_000 {
            reused.clear();
        }
        let before = reused.clone();
        view.append_to(reused);
        assert_eq!(reused.strip_prefix(&*before), Some(expected));
    });
    let mut written = Vec::new();
    view.write_to(&mut written).expect("memory");
    assert_eq!(written, expected.as_bytes());
}

fn in_pieces(encoder: &Encoder, bytes: &[u8], expected: &str, cuts: Cuts) {
    // The machine: any pieces of the input, any room for the output.
    let (mut machine, mut sizes) = (encoder.clone(), cuts.clone());
    // A machine that is done begins again.
    for _ in 0..2 {
        let (mut out, mut rest) = (Vec::new(), bytes);
        'input: loop {
            let (mut piece, last) = sizes.piece(rest);
            rest = &rest[piece.len()..];
            loop {
                let mut buffer = vec![0xAA; Encoder::MIN_ROOM + sizes.length()];
                let progress = machine.push(piece, &mut buffer, last);
                out.extend_from_slice(&buffer[..progress.written]);
                assert!(std::str::from_utf8(&out).is_ok(), "no character is cut");
                piece = &piece[progress.read..];
                match progress.status {
                    Status::NeedRoom => assert!(progress.written + progress.read > 0, "progress"),
                    Status::NeedInput => {
                        assert!(piece.is_empty() && !last);
                        break;
                    }
                    Status::Done => {
                        assert!(piece.is_empty() && last);
                        break 'input;
                    }
                }
            }
        }
        assert_eq!(out, expected.as_bytes());
    }

    let mut sizes = cuts.clone();
    let mut writer = EncodeWriter::new(Vec::new(), encoder.clone());
    let mut rest = bytes;
    loop {
        let (piece, last) = sizes.piece(rest);
        writer.write_all(piece).expect("memory");
        rest = &rest[piece.len()..];
        if last {
            break;
        }
    }
    assert_eq!(writer.finish().expect("memory"), expected.as_bytes());

    let mut sizes = cuts;
    let mut reader = EncodeReader::new(bytes, encoder.clone());
    let mut out = Vec::new();
    loop {
        let mut buffer = vec![0; 1 + sizes.length()];
        let count = reader.read(&mut buffer).expect("memory");
        if count == 0 {
            break;
        }
        out.extend_from_slice(&buffer[..count]);
    }
    assert_eq!(out, expected.as_bytes());
}
