//! Decoding, strict and lenient, to every kind of output and in every tier, against the oracle.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;
use std::io::{ErrorKind, Read, Write};
use std::mem::MaybeUninit;
use triplet::stream::{DecodeReader, DecodeWriter, Decoder, Status};
use triplet::{
    Decode, DecodeError, DecodeErrorKind, Lenient, TextErrors, WriteError, decode, decode_in_place,
    decode_in_place_lenient,
};
use triplet_fuzz::input::{Cuts, Input};
use triplet_fuzz::oracle::codec::{self, DecodeOptions, Kind};

thread_local! {
    /// A buffer that many inputs use, with what earlier ones left in it.
    static REUSED: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Octets whose triplets are left as they are.
const LEFT: [&[u8]; 8] =
    [b"", b"/", b"%", b"/%", b"&=+;%", b"+", b" \x00\x7f", &[0x80, 0xC3, 0xFF, b'A', b'4']];

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    input.force_tier();
    let leave = *input.pick(&LEFT);
    let plus = input.switches().next().expect("eight");
    let cuts = input.cuts();
    let bytes = input.bytes();

    let strict = DecodeOptions { plus, leave, lenient: false };
    let lenient = DecodeOptions { plus, leave, lenient: true };
    let (mut view, mut decoder) = (decode(bytes), Decoder::new());
    if plus {
        (view, decoder) = (view.plus_as_space(), decoder.plus_as_space());
    }
    if !leave.is_empty() {
        (view, decoder) = (view.keep_triplets_of(leave), decoder.keep_triplets_of(leave));
    }
    let expected = codec::decode(bytes, strict);
    let kept = codec::decode(bytes, lenient).expect("lenient decoding has no error");
    strictly(view, bytes, strict, &expected);
    leniently(view.lenient(), bytes, lenient, &kept);
    keep_invalid(view.lenient(), bytes, plus, leave, &kept);
    if !plus && leave.is_empty() {
        in_place(bytes, &expected, &kept);
        let peer: Vec<u8> = percent_encoding::percent_decode(bytes).collect();
        assert_eq!(peer, kept, "the peer");
    }
    in_pieces(&decoder, bytes, &expected, cuts.clone());
    in_pieces(&decoder.lenient(), bytes, &Ok(kept), cuts);
});

/// The kind and the offset of an error.
fn told(error: DecodeError) -> (Kind, usize) {
    let kind = match error.kind() {
        DecodeErrorKind::Truncated => Kind::Truncated,
        DecodeErrorKind::NotHex => Kind::NotHex,
        DecodeErrorKind::InvalidUtf8 => Kind::InvalidUtf8,
        other => panic!("a kind that the oracle does not know: {other:?}"),
    };
    assert_eq!(error.stream_offset(), error.offset() as u64);
    (kind, error.offset())
}

fn strictly(
    view: Decode<'_>,
    bytes: &[u8],
    options: DecodeOptions<'_>,
    expected: &Result<Vec<u8>, (Kind, usize)>,
) {
    let expected = expected.as_deref().map_err(|error| *error);
    assert_eq!(view.to_bytes().as_deref().map_err(|error| told(*error)), expected);
    assert_eq!(view.decoded_len().map_err(told), expected.map(<[u8]>::len));
    assert_eq!(view.is_unchanged().map_err(told), expected.map(|decoded| decoded == bytes));
    let up_to = bytes.iter().position(|&byte| byte == b'%' || (options.plus && byte == b'+'));
    assert_eq!(view.unchanged_up_to(), up_to.unwrap_or(bytes.len()));

    let text = codec::decode_text(bytes, options);
    let result = view.to_str().map(String::from).map_err(told);
    assert_eq!(result, text);
    assert_eq!(view.to_str_with(TextErrors::Strict).map(String::from).map_err(told), text);
    let lossy = codec::decode_lossy(bytes, options);
    assert_eq!(view.to_str_lossy().map(String::from).map_err(told), lossy);
    assert_eq!(view.to_str_with(TextErrors::Replace).map(String::from).map_err(told), lossy);
    let keep = view.to_str_keep_invalid().map(String::from).map_err(told);
    assert_eq!(keep.as_ref().err(), expected.as_ref().err());
    assert_eq!(view.to_str_with(TextErrors::Keep).map(String::from).map_err(told), keep);

    let mut appended = b"before".to_vec();
    assert_eq!(view.append_to(&mut appended).map_err(told), expected.map(|_| ()));
    assert_eq!(appended.strip_prefix(b"before"), Some(expected.unwrap_or_default()));
    let mut appended = Vec::new();
    assert_eq!(view.try_append_to(&mut appended).is_ok(), expected.is_ok());
    assert_eq!(appended, expected.unwrap_or_default());
    REUSED.with_borrow_mut(|reused| {
        if reused.len() > 10_000 {
            reused.clear();
        }
        let before = reused.clone();
        assert_eq!(view.append_to(reused).map_err(told), expected.map(|_| ()));
        assert_eq!(reused.strip_prefix(&*before), Some(expected.unwrap_or_default()));
    });

    let mut written = Vec::new();
    match (view.write_to(&mut written), expected) {
        (Ok(()), Ok(decoded)) => assert_eq!(written, decoded),
        (Err(error), Err(_)) => {
            assert_eq!(error.kind(), ErrorKind::InvalidData);
            assert!(written.is_empty());
        }
        (result, expected) => panic!("{result:?}, not {expected:?}"),
    }
    match expected {
        Ok(decoded) => {
            let mut exact = vec![0xAA; decoded.len()];
            assert_eq!(view.write_into(&mut exact).expect("enough"), decoded);
            let mut uninit = vec![MaybeUninit::new(0xAA); decoded.len()];
            assert_eq!(view.write_into_uninit(&mut uninit).expect("enough"), decoded);
            let mut more = vec![0xAA; decoded.len() + 70];
            assert_eq!(view.write_into(&mut more).expect("enough"), decoded);
            if let Some(less) = decoded.len().checked_sub(1) {
                match view.write_into(&mut vec![0; less]) {
                    Err(WriteError::BufferTooSmall(error)) => {
                        assert_eq!(error.needed(), decoded.len());
                    }
                    other => panic!("{other:?} in a buffer that is too small"),
                }
            }
        }
        Err(error) => match view.write_into(&mut vec![0; bytes.len()]) {
            Err(WriteError::Decode(found)) => assert_eq!(told(found), error),
            other => panic!("{other:?}, not {error:?}"),
        },
    }
}

fn leniently(view: Lenient<'_>, bytes: &[u8], options: DecodeOptions<'_>, expected: &[u8]) {
    assert_eq!(*view.to_bytes(), *expected);
    assert_eq!(view.decoded_len(), expected.len());
    assert_eq!(view.is_unchanged(), expected == bytes);
    let text = codec::decode_text(bytes, options);
    assert_eq!(view.to_str().map(String::from).map_err(told), text);
    assert_eq!(view.to_str_with(TextErrors::Strict).map(String::from).map_err(told), text);
    let lossy = String::from_utf8_lossy(expected);
    assert_eq!(view.to_str_lossy(), lossy);
    assert_eq!(view.to_str_with(TextErrors::Replace).expect("replaced"), lossy);
    let ignored: String = expected.utf8_chunks().map(|chunk| chunk.valid()).collect();
    assert_eq!(view.to_str_with(TextErrors::Ignore).expect("ignored"), ignored);
    // Python: `\xNN` for each octet.
    let mut escaped = String::new();
    for chunk in expected.utf8_chunks() {
        escaped += chunk.valid();
        escaped.extend(chunk.invalid().iter().map(|octet| format!("\\x{octet:02x}")));
    }
    assert_eq!(view.to_str_with(TextErrors::BackslashReplace).expect("replaced"), escaped);

    let mut appended = b"before".to_vec();
    view.append_to(&mut appended);
    assert_eq!(appended.strip_prefix(b"before"), Some(expected));
    view.try_append_to(&mut appended).expect("memory");
    assert_eq!(appended.len(), 6 + 2 * expected.len());
    let mut exact = vec![0xAA; expected.len()];
    assert_eq!(view.write_into(&mut exact).expect("enough"), expected);
    let mut uninit = vec![MaybeUninit::new(0xAA); expected.len() + 1];
    assert_eq!(view.write_into_uninit(&mut uninit).expect("enough"), expected);
    if let Some(less) = expected.len().checked_sub(1) {
        let error = view.write_into(&mut vec![0; less]).map(|_| ()).expect_err("too small");
        assert_eq!(error.needed(), expected.len());
    }
    let mut written = Vec::new();
    view.write_to(&mut written).expect("memory");
    assert_eq!(written, expected);
}

/// Decoded again, the result has the octets of the input.
fn keep_invalid(view: Lenient<'_>, bytes: &[u8], plus: bool, leave: &[u8], expected: &[u8]) {
    let shown = view.to_str_keep_invalid();
    assert_eq!(view.to_str_with(TextErrors::Keep).expect("kept"), shown);
    let again = DecodeOptions { plus, leave, lenient: true };
    let decoded = codec::decode(shown.as_bytes(), again).expect("lenient");
    if leave.is_empty() {
        assert_eq!(decoded, expected, "{shown:?}");
    }
    // A raw character, a malformed `%` and text that is shown already stay.
    if !bytes.contains(&b'%')
        && !(plus && bytes.contains(&b'+'))
        && std::str::from_utf8(bytes).is_ok()
    {
        assert_eq!(shown.as_bytes(), bytes);
    }
}

fn in_place(bytes: &[u8], expected: &Result<Vec<u8>, (Kind, usize)>, kept: &[u8]) {
    let mut buffer = bytes.to_vec();
    match (decode_in_place(&mut buffer), expected) {
        (Ok(decoded), Ok(expected)) => assert_eq!(decoded, expected),
        (Err(error), Err(expected)) => {
            assert_eq!(told(error), *expected);
            assert_eq!(buffer, bytes, "unchanged");
        }
        (result, expected) => panic!("{result:?}, not {expected:?}"),
    }
    assert_eq!(decode_in_place_lenient(&mut bytes.to_vec()), kept);
}

fn in_pieces(
    decoder: &Decoder,
    bytes: &[u8],
    expected: &Result<Vec<u8>, (Kind, usize)>,
    cuts: Cuts,
) {
    // What a strict decoder has written before its error.
    let (mut machine, mut sizes) = (decoder.clone(), cuts.clone());
    let (mut out, mut rest) = (Vec::new(), bytes);
    let result = 'input: loop {
        let (mut piece, last) = sizes.piece(rest);
        rest = &rest[piece.len()..];
        loop {
            let mut buffer = vec![0xAA; Decoder::MIN_ROOM + sizes.length()];
            let (progress, error) = machine.push_reporting(piece, &mut buffer, last);
            out.extend_from_slice(&buffer[..progress.written]);
            if let Some(error) = error {
                break 'input Err(told(error));
            }
            piece = &piece[progress.read..];
            match progress.status {
                Status::NeedRoom => assert!(progress.written + progress.read > 0, "progress"),
                Status::NeedInput => {
                    assert!(piece.is_empty() && !last);
                    break;
                }
                Status::Done => {
                    assert!(piece.is_empty() && last);
                    break 'input Ok(());
                }
            }
        }
    };
    match (result, expected) {
        (Ok(()), Ok(expected)) => assert_eq!(&out, expected),
        (Err(error), Err(expected)) => assert_eq!(error, *expected),
        (result, expected) => panic!("{result:?}, not {expected:?}"),
    }

    let mut sizes = cuts.clone();
    let mut writer = DecodeWriter::new(Vec::new(), decoder.clone());
    let mut rest = bytes;
    let result = loop {
        let (piece, last) = sizes.piece(rest);
        if let Err(error) = writer.write_all(piece) {
            break Err(error);
        }
        rest = &rest[piece.len()..];
        if last {
            break writer.finish();
        }
    };
    compare_io(result, expected);

    let mut sizes = cuts;
    let mut reader = DecodeReader::new(bytes, decoder.clone());
    let mut out = Vec::new();
    let result = loop {
        let mut buffer = vec![0; 1 + sizes.length()];
        match reader.read(&mut buffer) {
            Ok(0) => break Ok(out),
            Ok(count) => out.extend_from_slice(&buffer[..count]),
            Err(error) => break Err(error),
        }
    };
    compare_io(result, expected);
}

fn compare_io(result: std::io::Result<Vec<u8>>, expected: &Result<Vec<u8>, (Kind, usize)>) {
    match (result, expected) {
        (Ok(out), Ok(expected)) => assert_eq!(&out, expected),
        (Err(error), Err(expected)) => {
            assert_eq!(error.kind(), ErrorKind::InvalidData);
            let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<DecodeError>());
            assert_eq!(told(*inner.expect("a DecodeError")), *expected);
        }
        (result, expected) => panic!("{result:?}, not {expected:?}"),
    }
}
