//! What is found in many rows together, beside what is found in each row by itself: rows in their normal form, rows that are spelled as a
//! convention says, the components of references, and the values of a name.

use std::borrow::Cow;

use proptest::collection::vec;
use proptest::prelude::*;
use triplet::form;
use triplet::rows::{RowError, form_values, normal_rows, respelled_rows, split_rows};
use triplet::set::{rfc3986, rfc3987, whatwg};
use triplet::uri::{
    Convention, FlagForm, Level, Respell, RespellPart, SpaceForm, Spans, normalize,
};

use crate::tier::each_tier;

/// Rows between octets that belong to none, and their offsets.
fn joined<O: TryFrom<usize>>(rows: &[Vec<u8>]) -> (Vec<u8>, Vec<O>) {
    let offset = |length: usize| O::try_from(length).ok().expect("a small number");
    let mut values = b"/%2f.&a=".to_vec();
    let mut offsets = vec![offset(values.len())];
    for row in rows {
        values.extend_from_slice(row);
        offsets.push(offset(values.len()));
    }
    values.extend_from_slice(b"./%2f\xA9&a=1");
    (values, offsets)
}

const LEVELS: [Level; 3] = [Level::Percent, Level::Path, Level::Scheme];

/// Counts the rows before the first one that changes, or is not text.
fn check_normal(rows: &[Vec<u8>]) {
    for level in LEVELS {
        let is_normal = |row: &Vec<u8>| {
            std::str::from_utf8(row)
                .is_ok_and(|row| matches!(normalize(row, level), Cow::Borrowed(_)))
        };
        let expected = rows.iter().take_while(|row| is_normal(row)).count();
        let (values, offsets) = joined::<i32>(rows);
        assert_eq!(normal_rows(&values, &offsets, level), Ok(expected), "{level} {rows:?}");
        let (values, offsets) = joined::<u64>(rows);
        assert_eq!(normal_rows(&values, &offsets, level), Ok(expected), "{level} {rows:?}");
    }
}

/// Conventions, sets and options.
fn respells() -> Vec<Respell> {
    let conventions = Convention::ALL.iter().map(|convention| Respell::by(*convention));
    let sets =
        [rfc3986::UNRESERVED, rfc3986::QUERY, rfc3987::IPATH, whatwg::FORM, whatwg::COMPONENT];
    let options = [
        Respell::new(),
        Respell::new().space(SpaceForm::Plus),
        Respell::new().flags(FlagForm::Bare),
        Respell::by(Convention::Form).flags(FlagForm::Keep),
        Respell::by(Convention::Rfc3986).only([RespellPart::Path]),
        Respell::by(Convention::Rfc3986).only([RespellPart::Query]),
        Respell::by(Convention::Whatwg).only([RespellPart::Parameter("a".into())]),
        Respell::under(rfc3986::UNRESERVED).only([RespellPart::Path]),
    ];
    conventions.chain(sets.map(Respell::under)).chain(options).collect()
}

/// Counts the rows before the first one that changes, has an error or is not text.
fn check_respelled(rows: &[Vec<u8>]) {
    for respell in respells() {
        let stays = |row: &Vec<u8>| {
            std::str::from_utf8(row)
                .is_ok_and(|row| matches!(respell.convert(row), Ok(Cow::Borrowed(_))))
        };
        let expected = rows.iter().take_while(|row| stays(row)).count();
        let (values, offsets) = joined::<i32>(rows);
        let found = respelled_rows(&values, &offsets, &respell);
        assert_eq!(found, Ok(expected), "{respell:?} {rows:?}");
    }
}

/// The components of each row.
fn check_split(rows: &[Vec<u8>]) {
    let expected: Vec<Spans> = rows.iter().map(|row| Spans::of(row)).collect();
    let (values, offsets) = joined::<i32>(rows);
    let mut found = Vec::new();
    split_rows(&values, &offsets, |spans| found.push(spans.clone())).expect("in order");
    assert_eq!(found, expected, "{rows:?}");
    let (values, offsets) = joined::<u64>(rows);
    found.clear();
    split_rows(&values, &offsets, |spans| found.push(spans.clone())).expect("in order");
    assert_eq!(found, expected, "{rows:?}");
}

/// The first value of each name in each row.
fn check_values(rows: &[Vec<u8>], names: &[&str]) {
    let (values, offsets) = joined::<i64>(rows);
    for name in names {
        let mut found = Vec::new();
        form_values(&values, &offsets, name, |place| found.push(place)).expect("in order");
        let mut start = usize::try_from(offsets[0]).expect("small");
        assert_eq!(found.len(), rows.len());
        for (row, found) in rows.iter().zip(found) {
            let pairs = form::parse(row).to_lossy_pairs().expect("no limit");
            let expected = pairs.iter().find(|(found, _)| found == name).map(|(_, value)| value);
            let value = found.map(|place| {
                assert!(place.start >= start && place.end <= start + row.len(), "{name} {row:?}");
                let as_value = [b"x=", &values[place]].concat();
                let pairs = form::parse(&as_value).to_lossy_pairs().expect("no limit");
                pairs[0].1.clone().into_owned()
            });
            assert_eq!(value.as_deref(), expected.map(|value| &**value), "{name} {row:?}");
            start += row.len();
        }
    }
}

fn references() -> impl Strategy<Value = Vec<u8>> {
    let host = prop::sample::select(vec![
        "",
        "h",
        "www.example.com",
        "a-host-with-a-name-of-more-than-sixty-four-octets.in-one-label.example.com",
        "H",
        "h:80",
        "h:",
        "u@h",
        "[::1]",
        "h%41",
        "é",
    ]);
    let scheme = prop::sample::select(vec![
        "", "//", "http://", "https://", "HTTP://", "http:/", "https:", "httpx://", "ftp://", "h",
    ]);
    let rest = prop::sample::select(vec![
        "",
        "/",
        "/a",
        "/a%2Fb",
        "/%2f",
        "/%7E",
        "/.",
        "/..",
        "/a/./b",
        "/a/.b",
        "?q",
        "#f",
        "/café",
        "/%C3%A9?q=%20#f",
        "//",
        "/%",
        "/%4",
        "/%zz",
        ".",
        "./a",
    ]);
    prop_oneof![
        6 => (scheme, host, rest).prop_map(|(scheme, host, rest)| [scheme, host, rest].concat().into_bytes()),
        2 => "[a-zA-Z:/?#.%2fF ]{0,12}".prop_map(String::into_bytes),
        1 => vec(any::<u8>(), 0..6),
    ]
}

/// References with every delimiter anywhere, of up to 130 octets: the masks of rows have 64.
fn split() -> impl Strategy<Value = Vec<u8>> {
    let long =
        (0..140_usize, "[a:/?#@\\[\\]%\u{e9}+.1-]{0,12}", 0..70_usize, "[a:/?#@\u{e9}]{0,6}");
    prop_oneof![
        3 => references(),
        2 => "[a1:/?#@\\[\\]\u{e9}+.-]{0,16}".prop_map(String::into_bytes),
        2 => ("[a1]{0,2}:?//[a.:@]{0,8}", "[a1/?#\u{e9}:]{0,80}")
            .prop_map(|(head, tail)| [head, tail].concat().into_bytes()),
        3 => (prop::sample::select(vec!["", "a:", "//", "http://", "http://h/", "/?"]), long)
            .prop_map(|(head, (first, middle, second, tail))| {
                [head, &"a".repeat(first), &middle, &"b".repeat(second), &tail].concat().into_bytes()
            }),
    ]
}

/// References with the characters that conventions spell in two ways, and their delimiters.
fn spelled() -> impl Strategy<Value = Vec<u8>> {
    let start =
        prop::sample::select(vec!["", "/", "/a?", "http://h/", "https://h:1?", "ftp://h/", "a:"]);
    prop_oneof![
        6 => (start, "[a-z:/?#&=+;~'()!*@$,\\[\\]\\^|%2F\u{e9} -]{0,8}")
            .prop_map(|(start, rest)| [start, &rest].concat().into_bytes()),
        3 => (prop::sample::select(vec!["/", "http://h/"]), "[a-z/]{0,3}[?]?[a-z=&/:]{0,6}")
            .prop_map(|(start, rest)| [start, &rest].concat().into_bytes()),
        1 => references(),
    ]
}

fn forms() -> impl Strategy<Value = Vec<u8>> {
    let pair = prop::sample::select(vec![
        &b""[..],
        b"a",
        b"a=",
        b"a=1",
        b"aa=1",
        b"=x",
        b"=",
        b"%61=2",
        b"%41=3",
        b"a+b=4",
        b"a%20b=5",
        b"a%2Bb=6",
        b"b=%26+c",
        b"b=a=1",
        b"\xFF=7",
        b"%FF=8",
        b"\xC3\xA9=9",
        b"%C3%A9=%C3",
        b"%=1",
        b"%6=1",
        b"a%=1",
        b"a-value-of-many=1",
        b"a-value-",
        b"0123456789012345678901234567890123456789",
        b"\xC3\xA9&a=\xC3\xA9",
        b"a-value-of=more-than-sixty-four-octets-so-that-no-single-mask-has-its-end-in-it-and-more",
    ]);
    vec(pair, 0..5).prop_map(|pairs| pairs.join(&b'&'))
}

const NAMES: [&str; 15] = [
    "a",
    "",
    "aa",
    "b",
    "A",
    "a b",
    "a+b",
    "é",
    "\u{FFFD}",
    "%",
    "%6",
    "a%",
    "a-value-of",
    "a-value-",
    "a-value-of-many",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn rows_are_normal_together_as_they_are_alone(rows in vec(references(), 0..12)) {
        check_normal(&rows);
        // Each row once more where nothing before it changes.
        for row in &rows {
            check_normal(&[b"/a".to_vec(), row.clone(), b"/b".to_vec()]);
            check_normal(&[b"https://h/".to_vec(), row.clone(), b".".to_vec()]);
        }
    }

    #[test]
    fn rows_are_respelled_together_as_they_are_alone(rows in vec(spelled(), 0..12)) {
        check_respelled(&rows);
        for row in &rows {
            check_respelled(&[b"/a?b=c".to_vec(), row.clone(), b"http://h".to_vec()]);
        }
    }

    #[test]
    fn rows_are_split_together_as_they_are_alone(rows in vec(split(), 0..12)) {
        check_split(&rows);
    }

    #[test]
    fn values_are_found_together_as_they_are_alone(rows in vec(forms(), 0..12)) {
        check_values(&rows, &NAMES);
    }
}

/// Stretches of each length, and a row that changes at each place.
#[test]
fn one_row_of_many_changes() {
    let clean = ["/a%2Fb", "https://www.example.com/é", "", "relative", "/", "http://h/x?y#z"];
    let all: Vec<Vec<u8>> =
        (0..6000).map(|row| clean[row % clean.len()].as_bytes().to_vec()).collect();
    each_tier(|_| {
        check_normal(&all);
        check_split(&all);
        for (index, row) in [0, 1, 37, 500, 2999, 5999].into_iter().enumerate() {
            let mut rows = all.clone();
            rows[row] = [&b"/%7e"[..], b"HTTP://h/", b"\xC3", b"http://h:80", b"/a/%2e", b"/%41"]
                [index]
                .to_vec();
            check_normal(&rows);
        }
        // No triplets, and a row that changes at each place.
        let clean = ["/a/b:c", "https://www.example.com/a?b=c&d", "", "/", "http://h:8/x?y#z"];
        let all: Vec<Vec<u8>> =
            (0..6000).map(|row| clean[row % clean.len()].as_bytes().to_vec()).collect();
        check_respelled(&all);
        for (row, changed) in [(0, "/%7e"), (499, "/a b"), (2999, "/?a=%2f"), (5999, "/é")] {
            let mut rows = all.clone();
            rows[row] = changed.as_bytes().to_vec();
            check_respelled(&rows);
        }
        let mixed = [
            "http://u@h:1/?#",
            "",
            "a:",
            "//h:80?\u{e9}?#",
            "/\u{e9}?",
            "https://h/x?y?z#?#",
            "1:/",
        ];
        let mixed: Vec<Vec<u8>> = (0..5000)
            .map(|row| [mixed[row % 7], &"a".repeat(row % 131)].concat().into_bytes())
            .collect();
        check_split(&mixed);
        let url = ["http://h/".as_bytes(), &[b'x'; 40_000], b"?q#f"].concat();
        check_split(&[b"/a?b".to_vec(), url, b"//h".to_vec()]);
        let long = [vec![b'x'; 40_000], b"&a=".to_vec(), vec![b'y'; 40_000]].concat();
        let rows = [&b"a=1"[..], &long, b"b&%61=2&a=3"].map(<[u8]>::to_vec);
        check_values(&rows, &["a", "b", "x"]);
        let many: Vec<Vec<u8>> =
            (0..5000).map(|row| format!("p={row}&q=%2{}&r", row % 16).into_bytes()).collect();
        check_values(&many, &["p", "q", "r", "s"]);
    });
}

#[test]
fn offsets_that_are_wrong_are_errors() {
    for (offsets, row) in
        [(vec![0, 2, 1], 1), (vec![0, 9], 0), (vec![-1, 2], 0), (vec![3, 2, 4], 0)]
    {
        let is_wrong = |found: &Result<(), RowError>| matches!(found, Err(error @ RowError::Offsets { .. }) if error.row() == Some(row));
        assert!(is_wrong(&normal_rows(b"/a/b", &offsets, Level::Path).map(drop)), "{offsets:?}");
        let respell = Respell::by(Convention::Rfc3986);
        let respelled = respelled_rows(b"/a/b", &offsets, &respell);
        assert!(is_wrong(&respelled.map(drop)), "{offsets:?}");
        assert!(is_wrong(&form_values(b"/a/b", &offsets, "a", |_| {})), "{offsets:?}");
        assert!(is_wrong(&split_rows(b"/a/b", &offsets, |_| {})), "{offsets:?}");
    }
    assert_eq!(normal_rows::<u32>(b"", &[], Level::Path), Ok(0));
    form_values::<u32>(b"", &[0], "a", |_| panic!("no row")).expect("no row");
}
