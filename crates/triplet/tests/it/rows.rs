//! Rows of a column, beside the oracle's decoding and encoding of each row by itself: all shapes that columns have, cut anywhere, with
//! and without rows that are skipped.

use proptest::collection::vec;
use proptest::prelude::*;
use triplet::rows::{Offset, RowError, decode_rows, encode_rows};
use triplet::{DecodeErrorKind, EncodeSet};

use crate::oracle::codec::{self, DecodeOptions, EncodeOptions, Kind};
use crate::oracle::sets::named;
use crate::tier::{Noise, each_tier};

type Rows = Vec<Vec<u8>>;

/// Rows one after the other, between octets that belong to none, and their offsets.
fn joined<O: TryFrom<usize>>(rows: &[Vec<u8>]) -> (Vec<u8>, Vec<O>) {
    let offset = |length: usize| O::try_from(length).ok().expect("a small number");
    let mut values = b"41%".to_vec();
    let mut offsets = vec![offset(values.len())];
    for row in rows {
        values.extend_from_slice(row);
        offsets.push(offset(values.len()));
    }
    values.extend_from_slice(b"41\xA9");
    (values, offsets)
}

/// What a row becomes, or the kind and the offset of its error.
type Expected = Result<Vec<u8>, (Kind, usize)>;

fn kind(found: DecodeErrorKind) -> Kind {
    match found {
        DecodeErrorKind::Truncated => Kind::Truncated,
        DecodeErrorKind::NotHex => Kind::NotHex,
        DecodeErrorKind::InvalidUtf8 => Kind::InvalidUtf8,
        other => panic!("{other} is unknown"),
    }
}

/// The content of the buffers before rows are appended.
const BEFORE: &str = "é";

/// One method: whether it fails on a row that has no decoding, or else lists it.
fn check_method<O>(
    expected: &[Expected],
    skip: &[usize],
    what: &dyn Fn() -> String,
    is_strict: bool,
    run: impl FnOnce(&mut Vec<u8>, &mut Vec<O>, &mut Vec<usize>) -> Result<(), RowError>,
) where
    O: Offset + TryFrom<usize>,
    usize: TryFrom<O>,
{
    let offset = |length: usize| O::try_from(length).ok().expect("a small number");
    let (mut out, mut ends, mut failed) =
        (BEFORE.as_bytes().to_vec(), vec![offset(0)], vec![usize::MAX]);
    let done = run(&mut out, &mut ends, &mut failed);
    let mut wanted = (BEFORE.as_bytes().to_vec(), vec![0], vec![usize::MAX]);
    let mut error = None;
    for (row, expected) in expected.iter().enumerate() {
        match expected {
            _ if skip.contains(&row) => {}
            Ok(octets) => wanted.0.extend_from_slice(octets),
            Err(found) => {
                error = error.or(Some((row, *found)));
                wanted.2.push(row);
            }
        }
        wanted.1.push(wanted.0.len());
    }
    match (done, error.filter(|_| is_strict)) {
        (Ok(()), None) => {
            let text = |octets: &[u8]| octets.escape_ascii().to_string();
            assert_eq!(text(&out), text(&wanted.0), "{}", what());
        }
        (Err(RowError::Decode { row, error, .. }), Some(wanted)) => {
            assert_eq!((row, (kind(error.kind()), error.offset())), wanted, "{}", what());
        }
        (done, wanted) => panic!("{done:?}, expected {wanted:?}: {}", what()),
    }
    if is_strict && error.is_some() {
        wanted = (BEFORE.as_bytes().to_vec(), vec![0], vec![usize::MAX]);
        assert_eq!(out, wanted.0, "{}", what());
    }
    let numbers: Vec<usize> =
        ends.iter().map(|end| usize::try_from(*end).ok().expect("small")).collect();
    assert_eq!(numbers, wanted.1, "{}", what());
    if !is_strict {
        assert_eq!(failed, wanted.2, "{}", what());
    }
}

/// A method that appends to text, as one that appends to octets: what it appends must be text already.
fn as_text(
    out: &mut Vec<u8>,
    run: impl FnOnce(&mut String) -> Result<(), RowError>,
) -> Result<(), RowError> {
    let mut text = String::from_utf8(std::mem::take(out)).expect("it was text");
    let done = run(&mut text);
    assert!(std::str::from_utf8(text.as_bytes()).is_ok());
    *out = text.into_bytes();
    done
}

/// All methods on rows, with some rows skipped.
fn check<O>(rows: &[Vec<u8>], skip: &[usize], what: &str)
where
    O: Offset + TryFrom<usize>,
    usize: TryFrom<O>,
{
    let (values, offsets) = joined::<O>(rows);
    let each = |f: &dyn Fn(&[u8]) -> Expected| rows.iter().map(|row| f(row)).collect::<Vec<_>>();
    for (plus, lenient) in [(false, false), (true, false), (false, true), (true, true)] {
        let options = DecodeOptions { plus, lenient, leave: &[] };
        let mut view = decode_rows(&values, &offsets).skip(skip);
        if plus {
            view = view.plus_as_space();
        }
        if lenient {
            view = view.lenient();
        }
        let named = |method: &str| {
            let method = method.to_owned();
            move || {
                let rows: Vec<String> =
                    rows.iter().take(60).map(|row| row.escape_ascii().to_string()).collect();
                format!("{what} {method} plus {plus} lenient {lenient} {rows:?} {skip:?}")
            }
        };
        let octets = each(&|row| codec::decode(row, options));
        check_method(&octets, skip, &named("octets"), true, |out, ends, _| {
            view.append_to(out, ends)
        });
        check_method(&octets, skip, &named("try octets"), false, |out, ends, failed| {
            view.try_append_to(out, ends, failed)
        });
        let text = each(&|row| codec::decode_text(row, options).map(String::into_bytes));
        check_method(&text, skip, &named("text"), true, |out, ends, _| {
            as_text(out, |out| view.append_text_to(out, ends))
        });
        check_method(&text, skip, &named("try text"), false, |out, ends, failed| {
            as_text(out, |out| view.try_append_text_to(out, ends, failed))
        });
        let lossy = each(&|row| codec::decode_lossy(row, options).map(String::into_bytes));
        check_method(&lossy, skip, &named("lossy"), true, |out, ends, _| {
            as_text(out, |out| view.append_lossy_to(out, ends))
        });
    }
    for name in ["rfc3986:unreserved", "whatwg:form", "rfc3986:path", "rfc3987:isegment"] {
        let set = EncodeSet::by_name(name).expect("a name");
        let expected =
            each(&|row| Ok(codec::encode(row, &self::named(name), EncodeOptions::default())));
        let named = || format!("{what} encode {name} {skip:?}");
        check_method(&expected, skip, &named, true, |out, ends, _| {
            as_text(out, |out| encode_rows(&values, &offsets, set).skip(skip).append_to(out, ends))
        });
    }
}

/// Each n-th row.
fn each_nth(rows: usize, n: usize) -> Vec<usize> {
    (0..rows).filter(|row| row % n == n - 1).collect()
}

const SHAPES: [&str; 13] = [
    "log",
    "clean",
    "sparse",
    "long",
    "chinese",
    "tiny",
    "malformed",
    "not text",
    "many malformed",
    "octets",
    "percent",
    "cut",
    "mixed",
];

fn shape(name: &str, count: usize, noise: &mut Noise) -> Rows {
    let log = |row: usize| match row % 3 {
        0 => format!("/item/{row}"),
        _ => format!("/caf%C3%A9/{row}%2Fx"),
    };
    let pick = |noise: &mut Noise, from: &[&str]| -> String {
        from[noise.next() as usize % from.len()].to_owned()
    };
    let row = |row: usize, noise: &mut Noise| -> Vec<u8> {
        let one_in = |n: u64, noise: &mut Noise| noise.next().is_multiple_of(n);
        let text = match name {
            "log" => log(row),
            "clean" => format!("/item/{row}/index.html"),
            "sparse" if one_in(50, noise) => format!("/a%20b+/{row}"),
            "sparse" => format!("/item/{row}/index"),
            "long" => {
                format!("/products/caf%C3%A9/{row}/list%20of/items/page/{}xxxxxxxxxx", row % 97)
            }
            "chinese" => (0..6)
                .map(|k| ["%E4%BD%A0", "%E5%A5%BD", "世", "%E7%95%8C"][(row + k) % 4])
                .collect(),
            "tiny" => pick(noise, &["%20", "a", "ab", "abc", "a%41", "", "+"]),
            "malformed" if one_in(100, noise) => format!("/bad%zz/{row}"),
            "not text" if one_in(100, noise) => format!("/bad%FFzz/{row}"),
            "many malformed" if one_in(3, noise) => format!("/bad%zz/{row}"),
            "percent" if one_in(100, noise) => format!("/{row}/100%"),
            "octets" => {
                let octets: [&[u8]; 8] =
                    [b"\xC3", b"\xA9", b"%C3", b"%A9", b"\xE4\xB8", b"\xAD%", b"a", b"%E4%B8%AD"];
                return (0..noise.next() % 3)
                    .flat_map(|_| octets[noise.next() as usize % 8])
                    .copied()
                    .collect();
            }
            "cut" => pick(
                noise,
                &[
                    "ab%%",
                    "%%41",
                    "%4%41z%",
                    "%",
                    "%4",
                    "1",
                    "",
                    "",
                    "41",
                    "%C3",
                    "%A9",
                    "/caf%C3%A9/",
                    "%41",
                    "41%4",
                    "x",
                ],
            ),
            "mixed" => match noise.next() % 200 {
                0 => "y%20".repeat(10_000),
                1 => "z%C3%A9".repeat(6_000) + "%",
                2..40 => "z%C3%A9".repeat(noise.next() as usize % 200),
                _ => log(row),
            },
            _ => log(row),
        };
        text.into_bytes()
    };
    (0..count).map(|number| row(number, noise)).collect()
}

/// Every shape, whole and cut, with every second, seventh and fiftieth row skipped and without; stretches end anywhere.
#[test]
fn every_shape_is_its_rows() {
    each_tier(|tier| {
        let mut noise = Noise(88_172_645_463_325_252);
        for name in SHAPES {
            let all = shape(name, if cfg!(miri) { 40 } else { 3000 }, &mut noise);
            check::<i32>(&all, &[], &format!("{} {name}", tier.name()));
            for (from, to) in [(0, 1), (1, 8), (5, 70), (17, all.len().min(420))] {
                let rows = &all[from..to];
                let what = format!("{} {name} {from}..{to}", tier.name());
                check::<i32>(rows, &[], &what);
                for n in [1, 2, 7, 50] {
                    check::<i64>(rows, &each_nth(rows.len(), n), &what);
                }
            }
        }
    });
}

/// More rows than a stretch has, and of so few octets that its rows end it.
#[test]
fn many_short_rows() {
    let mut noise = Noise(9);
    for name in ["tiny", "cut"] {
        let all = shape(name, if cfg!(miri) { 40 } else { 20_000 }, &mut noise);
        check::<u32>(&all, &[], name);
        check::<usize>(&all, &each_nth(all.len(), 7), name);
    }
    check::<i32>(&vec![Vec::new(); 20_000], &[], "empty rows");
}

/// A triplet and a character that a border divides, at each distance from the border of a cell.
#[test]
fn borders_within_triplets_at_each_place() {
    each_tier(|tier| {
        for pad in (0..130).step_by(if cfg!(miri) { 63 } else { 1 }) {
            let first = "a".repeat(pad);
            for rest in [
                "%|41",
                "%4|1",
                "%%41",
                "%|%41",
                "%|1|%41|x",
                "%||41",
                "%|4|1",
                "x%|%|%|41",
                "%4|%41",
                "%41|%4|",
                "%C3|%A9",
                "%C3||%A9",
                "%E4|%B8|%AD",
                "%E4%B8|%AD%C3|%A9x",
                "\u{e9}|%zz",
                "%FF|%zz",
                "%zz|%FF",
                "%C3|%zz|%A9",
                "%|\u{e9}",
                "%C|3%A9",
            ] {
                let rows: Rows =
                    format!("{first}{rest}").split('|').map(|row| row.into()).collect();
                check::<i32>(&rows, &[], tier.name());
                check::<i32>(&rows, &[rows.len() - 1], tier.name());
                check::<i32>(&rows, &[0], tier.name());
            }
        }
    });
}

/// The first row of a stretch that has no decoding is the error, whatever is wrong with it.
#[test]
fn the_first_error_is_named() {
    let rows: Rows = ["a", "%FF", "%zz", "%"].map(|row| row.as_bytes().to_vec()).to_vec();
    let (values, offsets) = joined::<i32>(&rows);
    let view = decode_rows(&values, &offsets);
    let error = view.append_text_to(&mut String::new(), &mut vec![0]).unwrap_err();
    assert_eq!(error.row(), Some(1));
    assert!(error.to_string().starts_with("row 1: octet FF"), "{error}");
    let error = view.append_to(&mut Vec::new(), &mut vec![0]).unwrap_err();
    assert_eq!(error.row(), Some(2));
    assert!(error.to_string().starts_with("row 2: `%z` at offset 0"), "{error}");
}

/// Offsets of a caller: an error names the row, and nothing is appended.
#[test]
fn offsets_that_are_wrong() {
    fn check<O: Offset>(offsets: &[O], row: usize) {
        let values = [b'a'; 300];
        let (mut out, mut ends) = (b"x".to_vec(), vec![]);
        let error = decode_rows(&values, offsets).append_to(&mut out, &mut ends).unwrap_err();
        assert!(matches!(error, RowError::Offsets { .. }), "{error:?}");
        assert_eq!(error.row(), Some(row), "{offsets:?}");
        let error = decode_rows(&values, offsets).lenient().append_to(&mut out, &mut ends);
        assert_eq!(error.unwrap_err().row(), Some(row));
        let mut text = String::from("x");
        let set = triplet::set::rfc3986::UNRESERVED;
        let error = encode_rows(&values, offsets, set).append_to(&mut text, &mut ends).unwrap_err();
        assert_eq!(error.row(), Some(row), "{offsets:?}");
        assert_eq!((&*out, &*text, ends.len()), (&b"x"[..], "x", 0));
    }
    check(&[0, 301], 0);
    check(&[0, 5, 301], 1);
    check(&[0, 5, 4, 10], 1);
    check(&[0, 200, 100, 250, 300], 1);
    check(&[0, 250, 10], 1);
    check(&[-1, 5], 0);
    check(&[0, -1], 0);
    check(&[0, 5, -5, 10], 1);
    check(&[5, 0], 0);
    check(&[u64::MAX, u64::MAX], 0);
    check(&[0, 1, u64::MAX], 1);
    check(&[0, 1, (1u64 << 32) + 1, 2], 1);
    check(&[0, 1, i64::MIN, 2], 1);
    check(&[400usize, 500, 600], 0);
    // A middle that lies behind both ends, in more rows than a stretch has.
    let mut many = vec![300i32; 20_000];
    many[0] = 0;
    many[19_999] = 10;
    check(&many, 19_998);
}

#[test]
fn no_rows() {
    for offsets in [&[][..], &[0], &[3]] {
        let (mut text, mut ends) = (String::new(), Vec::<i32>::new());
        decode_rows(b"%zz", offsets)
            .append_text_to(&mut text, &mut ends)
            .expect("nothing is wrong");
        let set = triplet::set::rfc3986::UNRESERVED;
        encode_rows(b"%zz", offsets, set).append_to(&mut text, &mut ends).expect("no rows");
        assert_eq!((text.len(), ends.len()), (0, 0));
    }
}

/// The last row that fits ends at the highest offset.
#[cfg(all(target_pointer_width = "64", not(miri)))]
#[test]
fn results_that_offsets_cannot_say() {
    let length = i32::MAX as usize - 3;
    // Pages that nobody touches take no memory.
    let mut out = vec![0; length];
    let mut ends = vec![7];
    let view = decode_rows(b"ab%20%41", &[0, 5, 8]);
    let error = view.append_to(&mut out, &mut ends).unwrap_err();
    assert!(matches!(error, RowError::TooLong { row: 1, .. }), "{error:?}");
    assert_eq!((out.len(), &*ends), (length, &[7][..]));
    decode_rows(b"ab%20", &[0, 5]).append_to(&mut out, &mut ends).expect("it fits");
    assert_eq!((out.len(), ends[1]), (i32::MAX as usize, i32::MAX));
    let mut text = String::from_utf8(out).expect("NUL is text");
    let set = triplet::set::rfc3986::UNRESERVED;
    let error = encode_rows(b"a", &[0, 0, 1], set).append_to(&mut text, &mut ends).unwrap_err();
    assert_eq!(error.row(), Some(1));
}

fn row() -> impl Strategy<Value = Vec<u8>> {
    let piece = proptest::sample::select(vec![
        &b"%"[..], b"%4", b"%41", b"%%41", b"1", b"41", b"%zz", b"%C3", b"%A9", b"%C3%A9", b"%E4%B8", b"%AD", b"\xC3",
        b"\xA9", b"\xE4\xB8\xAD", b"+", b" ", b"/a", b"index.html", b"%2f%2F%7e", b"%FF", b"\0", b"\xF0\x9F%98%80",
        b"a text that is longer than others, and which has no triplets at all, so that it fills more than a cell",
    ]);
    vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn rows_are_decoded_one_by_one(
        rows in vec(row(), 0..50),
        skip in vec(any::<proptest::sample::Index>(), 0..4),
    ) {
        let mut skip: Vec<usize> = skip.iter().filter(|_| !rows.is_empty()).map(|at| at.index(rows.len())).collect();
        skip.sort_unstable();
        skip.dedup();
        check::<i32>(&rows, &[], "random");
        check::<u64>(&rows, &skip, "random");
    }
}
