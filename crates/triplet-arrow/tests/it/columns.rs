//! Each function on columns of each layout, sliced, beside the same function of the library on each row by itself.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use proptest::prelude::*;
use triplet::charset::{self, Charset};
use triplet::set::{EncodeSet, dialect, rfc3986, rfc3987, whatwg};
use triplet::uri::{self, CompareOption, Component, Level, Reference};
use triplet::{decode, encode, form};
use triplet_arrow::{Call, ColumnError, Comparing, Malformed};
use triplet_inspect::{self as inspect, Context};

use crate::layouts::{OCTETS, Row, TEXT, column, numbers, rows};

/// Values that matter here: changed and unchanged, short and long, malformed, cut where a neighbour could go on.
fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec![
            "", "a", "index.html", "a b", "%41", "%4", "%", "1", "41", "%zz", "a+b", "%C3%A4", "%C3", "%A4", "ä", "日本", "%u4E2D",
            "/a/../b/%7e", "HTTP://EXAMPLE.com:80/%7E?q=1&q=2#f", "a=1+2&b=%26&c", "%2541", "%25252525", "caf%E9", "%00", "%93%FA",
            "https://www.example.com/a/b?c=d", "http://h/%2F", "https://h", "HTTPS://h/", "//h/x", "/", "./a", "/a/.", "q=1&a=%26+x", "%61=1&a=2",
            "http://a-user@a-host.example:8042/a-path-of-length?a-query-of-length#a-fragment-of-length",
            "a text that is longer than twelve bytes and clean", "a text that is longer than twelve bytes%20and is not",
        ]).prop_map(str::to_owned),
        2 => "[a-z%0-9A-F+ ä/?=&]{0,24}",
        1 => "[a-z0-9%]{60,200}",
    ]
}

fn text_rows() -> impl Strategy<Value = Vec<Row>> {
    // Many rows are repeated, so that dictionaries and runs have something to do.
    prop::collection::vec((prop::option::weighted(0.9, value()), 1..4usize), 0..30).prop_map(
        |rows| {
            let repeated = rows
                .into_iter()
                .flat_map(|(row, times)| std::iter::repeat_n(row.map(String::into_bytes), times));
            repeated.collect()
        },
    )
}

fn octet_rows() -> impl Strategy<Value = Vec<Row>> {
    let octets = prop_oneof![
        3 => value().prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..20),
        1 => Just(b"%41\xFF".to_vec()),
        1 => Just(b"\xC3".to_vec()),
        1 => Just(b"\xA4 %".to_vec()),
    ];
    prop::collection::vec(prop::option::weighted(0.9, octets), 0..30)
}

const SETS: [EncodeSet; 6] = [
    rfc3986::UNRESERVED,
    rfc3986::SEGMENT,
    dialect::PYTHON_QUOTE_PLUS,
    whatwg::QUERY,
    rfc3987::IUNRESERVED,
    rfc3986::PATH.keep_triplets(),
];

/// What a function from text to text gives for each row, or the first error: its row, offset and kind.
type Expected = Result<Vec<Row>, (usize, usize, &'static str)>;

fn each(rows: &[Row], f: impl Fn(&[u8]) -> Result<Row, (usize, &'static str)>) -> Expected {
    let each = rows.iter().enumerate().map(|(row, value)| match value {
        None => Ok(None),
        Some(value) => f(value).map_err(|(offset, kind)| (row, offset, kind)),
    });
    each.collect()
}

fn check(
    call: &Call,
    column: &ArrayRef,
    expected: &Expected,
    what: &str,
) -> Result<(), TestCaseError> {
    match (call.run(std::slice::from_ref(column)), expected) {
        (Ok(found), Ok(expected)) => {
            prop_assert_eq!(&rows(&found), expected, "{} {:?}", what, call);
            let promised = call.return_type(&[column.data_type().clone()]).expect("a type");
            prop_assert_eq!(found.data_type(), &promised, "{} {:?}", what, call);
            prop_assert!(found.to_data().validate_full().is_ok(), "{} {:?}", what, call);
        }
        (Err(ColumnError::Row { row, offset, kind, .. }), Err(expected)) => {
            prop_assert_eq!((row, offset, kind), *expected, "{} {:?}", what, call);
        }
        (found, expected) => {
            return Err(TestCaseError::fail(format!(
                "{what} {call:?}: {found:?}, expected {expected:?}"
            )));
        }
    }
    Ok(())
}

/// The normal form of a text that is one reference; another text stays.
fn normal(text: &str, level: Level) -> String {
    let normal = uri::normalize(text, level);
    match uri::text_beside(text).or_else(|| uri::text_lost(text, &normal)) {
        Some(_) => text.to_owned(),
        None => normal.into_owned(),
    }
}

/// All functions from text to text, on a column and on each of its rows.
pub fn check_rewrites(
    column: &ArrayRef,
    rows: &[Row],
    is_text: bool,
    what: &str,
) -> Result<(), TestCaseError> {
    let utf8 = Charset::UTF_8;
    for set in SETS {
        let expected = each(rows, |value| Ok(Some(encode(value, set).to_string().into_bytes())));
        check(&Call::Encode { set, charset: utf8 }, column, &expected, what)?;
    }
    for plus_as_space in [false, true] {
        fn view(value: &[u8], plus: bool) -> triplet::Decode<'_> {
            if plus { decode(value).plus_as_space() } else { decode(value) }
        }
        let strict = |value: &[u8]| match view(value, plus_as_space).to_str() {
            Ok(text) => Ok(Some(text.as_bytes().to_vec())),
            Err(error) => Err((error.offset(), error.kind().name())),
        };
        let with = |malformed| Call::Decode { charset: utf8, malformed, plus_as_space };
        check(&with(Malformed::Error), column, &each(rows, strict), what)?;
        let expected = each(rows, |value| Ok(strict(value).unwrap_or(None)));
        check(&with(Malformed::Null), column, &expected, what)?;
        let expected = each(rows, |value| {
            Ok(Some(view(value, plus_as_space).lenient().to_str_lossy().as_bytes().to_vec()))
        });
        check(&with(Malformed::Lossy), column, &expected, what)?;
        let expected = each(rows, |value| match view(value, plus_as_space).to_bytes() {
            Ok(octets) => Ok(Some(octets.to_vec())),
            Err(error) => Err((error.offset(), error.kind().name())),
        });
        check(&Call::DecodeBytes { plus_as_space }, column, &expected, what)?;
    }
    for label in ["shift_jis", "windows-1252", "iso-2022-jp", "utf-16le"] {
        let charset = Charset::for_label(label).expect("a label");
        let text = |value: &[u8]| {
            std::str::from_utf8(value)
                .map(str::to_owned)
                .map_err(|e| (e.valid_up_to(), "invalid-utf-8"))
        };
        for set in [rfc3986::UNRESERVED, rfc3986::PATH] {
            let expected = each(rows, |value| {
                match charset::encode(&text(value)?, charset, set).try_to_cow() {
                    Ok(encoded) => Ok(bytes(&encoded)),
                    Err(error) => Err((error.offset(), "unmappable")),
                }
            });
            check(&Call::Encode { set, charset }, column, &expected, what)?;
        }
        let decoded = |value: &[u8]| {
            let text = std::str::from_utf8(value).ok().filter(|_| is_text);
            let view = match text {
                Some(text) => charset::decode(text, charset),
                None => charset::decode_octets(value, charset),
            };
            view.to_str()
                .map(|text| Some(text.as_bytes().to_vec()))
                .map_err(|error| (error.offset(), error.kind().name()))
        };
        let call = Call::Decode { charset, malformed: Malformed::Null, plus_as_space: false };
        check(&call, column, &each(rows, |value| Ok(decoded(value).unwrap_or(None))), what)?;
        let call = Call::Decode { charset, malformed: Malformed::Error, plus_as_space: false };
        check(&call, column, &each(rows, decoded), what)?;
    }
    for level in [Level::Percent, Level::Path, Level::Scheme] {
        let expected = each(rows, |value| match std::str::from_utf8(value) {
            Ok(text) => Ok(Some(normal(text, level).as_bytes().to_vec())),
            Err(error) => Err((error.valid_up_to(), "invalid-utf-8")),
        });
        check(&Call::Normalize(level), column, &expected, what)?;
    }
    Ok(())
}

fn bytes(text: &str) -> Row {
    Some(text.as_bytes().to_vec())
}

/// The functions with other results, on a text column and on each of its rows.
pub fn check_nested(column: &ArrayRef, expected: &[Row], what: &str) -> Result<(), TestCaseError> {
    let run = |call: &Call| -> ArrayRef {
        let found = call.run(std::slice::from_ref(column)).expect("no error is possible");
        assert_eq!(
            found.data_type(),
            &call.return_type(&[column.data_type().clone()]).expect("a type"),
            "{what}"
        );
        assert_eq!(found.len(), expected.len(), "{what}");
        found.to_data().validate_full().expect("a valid column");
        found
    };
    let texts: Vec<Option<&str>> = expected
        .iter()
        .map(|row| row.as_ref().map(|row| std::str::from_utf8(row).expect("text")))
        .collect();

    let found = run(&Call::UriParts);
    for (part, child) in Component::ALL.into_iter().zip(found.as_struct().columns()) {
        let of = |text: &&str| Reference::split(text).component(part).and_then(bytes);
        let expected: Vec<Row> = texts.iter().map(|text| text.as_ref().and_then(of)).collect();
        prop_assert_eq!(rows(child), expected, "{} {:?}", what, part);
    }

    let found = run(&Call::FormParse);
    for (row, text) in texts.iter().enumerate() {
        prop_assert_eq!(found.is_null(row), text.is_none());
        let Some(text) = text else { continue };
        let pairs = form::parse(text).to_lossy_pairs().expect("no limit");
        let item = found.as_list::<i32>().value(row);
        let names: Vec<Row> = pairs.iter().map(|(name, _)| bytes(name)).collect();
        let values: Vec<Row> = pairs.iter().map(|(_, value)| bytes(value)).collect();
        prop_assert_eq!(
            (rows(item.as_struct().column(0)), rows(item.as_struct().column(1))),
            (names, values),
            "{}",
            what
        );
    }

    for name in ["a", "q", "", "ä", "A", "%41"] {
        let found = run(&Call::FormGet { name: name.to_owned() });
        let get = |text: &&str| {
            let pairs = form::parse(text).to_lossy_pairs().expect("no limit");
            pairs.iter().find(|(found, _)| found == name).and_then(|(_, value)| bytes(value))
        };
        let expected: Vec<Row> = texts.iter().map(|text| text.as_ref().and_then(get)).collect();
        prop_assert_eq!(rows(&found), expected, "{} {}", what, name);
    }

    let found = run(&Call::Error);
    let (offsets, kinds) =
        (numbers(found.as_struct().column(0)), rows(found.as_struct().column(1)));
    for (row, text) in texts.iter().enumerate() {
        let error = text.and_then(|text| decode(text).to_str().err());
        prop_assert_eq!(found.is_null(row), error.is_none(), "{}", what);
        prop_assert_eq!(offsets[row], error.map(|error| error.offset() as i64), "{}", what);
        prop_assert_eq!(
            &kinds[row],
            &error.and_then(|error| bytes(error.kind().name())),
            "{}",
            what
        );
    }

    for max in [0, 1, 8] {
        let found = run(&Call::DecodeLayers { max });
        let (found_texts, counts) =
            (rows(found.as_struct().column(0)), numbers(found.as_struct().column(1)));
        for (row, text) in texts.iter().enumerate() {
            let layers = text.map(|text| inspect::layers(text.as_bytes(), max));
            let fixpoint = layers
                .as_ref()
                .and_then(|layers| layers.fixpoint())
                .and_then(|text| std::str::from_utf8(text).ok());
            prop_assert_eq!(&found_texts[row], &fixpoint.and_then(bytes), "{}", what);
            prop_assert_eq!(
                counts[row],
                fixpoint.and(layers.as_ref()).map(|layers| layers.count() as i64),
                "{}",
                what
            );
            prop_assert_eq!(found.is_null(row), fixpoint.is_none(), "{}", what);
        }
    }

    for context in [Context::Any, Context::Path] {
        let found = run(&Call::Lint(context));
        for (row, text) in texts.iter().enumerate() {
            prop_assert_eq!(found.is_null(row), text.is_none());
            let Some(text) = text else { continue };
            let item = found.as_list::<i32>().value(row);
            let item = item.as_struct();
            let findings = inspect::lint(text.as_bytes(), context);
            let ids: Vec<Row> =
                findings.iter().map(|finding| bytes(finding.rule().name())).collect();
            let severities: Vec<Row> =
                findings.iter().map(|finding| bytes(finding.severity().name())).collect();
            let starts: Vec<_> =
                findings.iter().map(|finding| Some(finding.span().start as i64)).collect();
            prop_assert_eq!(rows(item.column(0)), ids, "{}", what);
            prop_assert_eq!(rows(item.column(1)), severities, "{}", what);
            prop_assert_eq!(numbers(item.column(2)), starts, "{}", what);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn text_columns_are_their_rows(all in text_rows(), cut in (0..20usize, 0..20usize)) {
        for layout in TEXT.iter().chain(&OCTETS) {
            let whole = column(layout, &all);
            let start = cut.0.min(all.len());
            let length = cut.1.min(all.len() - start);
            let is_text = !OCTETS.contains(layout);
            check_rewrites(&whole, &all, is_text, layout)?;
            check_rewrites(&whole.slice(start, length), &all[start..start + length], is_text, layout)?;
            check_nested(&whole.slice(start, length), &all[start..start + length], layout)?;
        }
    }

    #[test]
    fn binary_columns_are_their_rows(all in octet_rows(), cut in (0..20usize, 0..20usize)) {
        for layout in OCTETS {
            let whole = column(layout, &all);
            let start = cut.0.min(all.len());
            let length = cut.1.min(all.len() - start);
            check_rewrites(&whole, &all, false, layout)?;
            check_rewrites(&whole.slice(start, length), &all[start..start + length], false, layout)?;
        }
    }

    #[test]
    fn comparisons_are_those_of_their_rows(pairs in prop::collection::vec((prop::option::weighted(0.9, value()), prop::option::weighted(0.9, value())), 0..12)) {
        let side = |text: &Option<String>| text.as_ref().map(|text| text.as_bytes().to_vec());
        let a: Vec<Row> = pairs.iter().map(|(a, _)| side(a)).collect();
        let b: Vec<Row> = pairs.iter().map(|(_, b)| side(b)).collect();
        for (left, right) in [("utf8", "utf8-view"), ("dictionary-8", "runs-16"), ("runs-64", "binary"), ("runs-of-dictionary", "large-utf8")] {
            for comparing in [Level::Percent, Level::Scheme, Level::Decoded].into_iter().flat_map(|level| {
                let plain = Comparing::at(level);
                [plain, plain.with(CompareOption::AnyOrder), plain.with(CompareOption::Iri)]
            }) {
                let keys = |values: &[Row]| rows(&Call::Key(comparing).run(&[column(left, values)]).expect("text"));
                let keys: Vec<_> = keys(&a).into_iter().zip(keys(&b)).map(|(a, b)| Some(a? == b?)).collect();
                let found = Call::Equivalent(comparing).run(&[column(left, &a), column(right, &b)]).expect("text");
                let expected: Vec<Option<bool>> = pairs.iter().map(|(a, b)| match (a, b) {
                    (Some(a), Some(b)) => Some(comparing.normalizer().equivalent(a, b).is_equivalent()),
                    _ => None,
                }).collect();
                prop_assert_eq!(&keys, &expected, "{}", left);
                prop_assert_eq!(found.as_boolean().iter().collect::<Vec<_>>(), expected, "{} {}", left, right);
            }
        }
    }
}

/// More rows than fit into a stretch, and than one word of nulls has.
#[test]
fn long_columns_are_their_rows() {
    let clean = ["/a%2Fb", "https://www.example.com/é?a=1", "", "a=%26&b=2", "/"];
    let mut all: Vec<Row> = (0..5000).map(|row| bytes(clean[row % clean.len()])).collect();
    let layouts = ["utf8", "large-utf8", "utf8-view", "binary", "binary-view", "utf8-with-junk"];
    let check = |all: &[Row]| {
        for layout in layouts {
            let whole = column(layout, all);
            for (start, length) in [(0, all.len()), (1234, 3000)] {
                let (part, expected) = (whole.slice(start, length), &all[start..start + length]);
                let is_text = !layout.starts_with("binary");
                check_rewrites(&part, expected, is_text, layout).expect("the same");
                check_nested(&part, expected, layout).expect("the same");
            }
        }
    };
    check(&all);
    all[1] = None;
    all[2500] = bytes("/%7e");
    // Components that no row before has, and longer ones.
    all[3001] =
        bytes("//u\u{e9}@h:8042/a-path-of-more-than-thirty-two-octets-\u{e9}?a=\u{65e5}#f\u{e9}");
    all[3300] = bytes("x:?a=\u{65e5}\u{672c}&c#a-fragment-of-more-than-thirty-two-octets");
    all[4000] = None;
    all[4999] = bytes("HTTP://h");
    check(&all);
}

#[test]
fn values_of_neighbours_are_not_joined() {
    let rows_of = |texts: &[&str]| -> Vec<Row> { texts.iter().map(|text| bytes(text)).collect() };
    let split = rows_of(&["%", "41", "%4", "1", "a", "%41"]);
    for layout in TEXT {
        let lossy = Call::Decode {
            charset: Charset::UTF_8,
            malformed: Malformed::Lossy,
            plus_as_space: false,
        };
        let found = lossy.run(&[column(layout, &split)]).expect("lossy");
        assert_eq!(rows(&found), rows_of(&["%", "41", "%4", "1", "a", "A"]), "{layout}");
        let keep = Call::Encode { set: rfc3986::SEGMENT.keep_triplets(), charset: Charset::UTF_8 };
        let found = keep.run(&[column(layout, &split)]).expect("all can be encoded");
        assert_eq!(rows(&found), rows_of(&["%25", "41", "%254", "1", "a", "%41"]), "{layout}");
    }
    // Two octets that are a character together, in two rows.
    let octets = vec![Some(vec![0xC3]), Some(vec![0xA4])];
    let keep = Call::Encode { set: rfc3987::IUNRESERVED, charset: Charset::UTF_8 };
    let found = keep.run(&[column("binary", &octets)]).expect("all can be encoded");
    assert_eq!(rows(&found), rows_of(&["%C3", "%A4"]));
}
