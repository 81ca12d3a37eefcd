//! Beside `serde_html_form` and `serde_urlencoded`: the same values, and an error where they have one. The cases in which this
//! crate does otherwise are listed in the tests by name, with the reason.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Debug;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use triplet::form;

use super::{
    Borrowed, Closed, Colour, Flat, FlatStruct, Id, Inner, Inner2, Lists, Nested, Newtypes,
    Numbers, OneOrMany, Options, Plain, Refused, Tagged, Untagged, UntaggedField, Wrapped,
};

const FORMS: &[&str] = &[
    "",
    "&",
    "&&",
    "=",
    "==",
    "a",
    "a=",
    "=a",
    "a&b",
    "a=1",
    "a=1&b=2",
    "b=2&a=1",
    "a=1&a=2",
    "a=1&b=2&a=3",
    "a=1&b=2&b=3",
    "a=&b=",
    "a=+&b=1",
    "a=%20&b=+1",
    "a=%2B1&b=%2B1",
    "a=1+2&b=3",
    "a=%C3%A9&b=7",
    "a=%FF&b=7",
    "a=%&b=7",
    "a=%4&b=7",
    "a=%zz&b=7",
    "%61=x&b=7",
    "%61=x&a=y&b=7",
    "a=x&%62=7",
    "a=true&b=1&c=true",
    "a=true&c=false",
    "a=x&c=",
    "a=x&c=on&b=3",
    "d=%C3%A9",
    "d=ab",
    "d=",
    "e=1.5",
    "e=",
    "e=x",
    "e=inf",
    "e=1e400",
    "f=255",
    "f=256",
    "f=",
    "f=-1",
    "a=1&a=&a=3",
    "b=1&b=2",
    "b=1&b=x",
    "b=",
    "b=&b=",
    "c=x&c=y&c=x",
    "c=xy",
    "d=1&d=&d=3",
    "a=x&z=1",
    "A=x",
    "a=x&A=y",
    "b+c=dark-blue",
    "b+c=red",
    "b+c=",
    "b+c=green",
    "b%20c=red",
    "a=x&b=1&b=2",
    "a=x&z=1&z=2",
    "a=x&y=1",
    "y=1",
    "a=y",
    "a=z",
    "a=x&b=1",
    "a=x",
    "a=1&b=18446744073709551615&c=0.25",
    "a=-128&b=0",
    "a=128&b=0",
    "a=1&b=-1",
    "a=1&b=2&c=NaN",
    "a=1;b=2",
    "a=1&&b=2&",
    "a==1&b=2",
    "?a=1&b=2",
    "a=x=y&b=1",
    "a[]=1&a[]=2",
    "a[b]=1",
    "a=\u{e9}&b=1",
    "\u{e9}=1",
    "a=%00&b=1",
    "a=0x1&b=1_0",
    "a=%E4%BD%A0&b=1",
    "1=a&2=b",
    "1=2&3=4",
    "1=a&1=b",
    "x=a",
    "A=1&a=2&b=3",
    "a=y&b=x",
    "a=x&b",
    "red=1&dark-blue=2",
    "green=1",
    "true=1&false=0",
];

/// The same as `serde_html_form`, and the same as `serde_urlencoded` where that crate reads the form and no name occurs
/// twice: a field or a map that is not a list takes the last value there. It reads `Option<u32>` from `b=` as an error.
#[track_caller]
fn agree<'de, T: Deserialize<'de> + Debug>(form: &'de str) {
    let ours = form::from_str::<T>(form);
    let html = serde_html_form::from_str::<T>(form);
    let shown = |value: Option<&T>| format!("{value:?}");
    let name = std::any::type_name::<T>();
    assert_eq!(
        shown(ours.as_ref().ok()),
        shown(html.as_ref().ok()),
        "{name}: {form}: {ours:?} {html:?}"
    );
    let names: Vec<_> = form_urlencoded::parse(form.as_bytes()).map(|(name, _)| name).collect();
    let repeats = names.iter().collect::<HashSet<_>>().len() < names.len();
    if let Ok(theirs) = serde_urlencoded::from_str::<T>(form)
        && !repeats
    {
        assert_eq!(shown(ours.as_ref().ok()), shown(Some(&theirs)), "{name}: {form}: {ours:?}");
    }
    // An error is about a part of the form.
    if let Err(error) = ours {
        assert_eq!(error.index().is_some(), error.name().is_some(), "{name}: {form}");
        assert!(error.offset().unwrap_or(0) <= form.len() && !error.to_string().is_empty());
    }
}

fn agree_on_all_types(form: &str) {
    for_each_type!(agree, form);
}

#[test]
fn reads_what_the_peers_read() {
    for form in FORMS {
        agree_on_all_types(form);
    }
}

#[test]
fn reads_bytes_that_are_not_text_as_the_peers_do() {
    for form in [
        &b"a=\xFF&b=1"[..],
        b"\xFF=1&b=2",
        b"a=\xC3%A9&b=1",
        b"a=%C3\xA9&b=1",
        b"\xC3%A9=1&%C3%A9=2",
    ] {
        let ours: BTreeMap<String, Vec<String>> = form::from_bytes(form).expect("lossy");
        let theirs: BTreeMap<String, Vec<String>> =
            serde_html_form::from_bytes(form).expect("lossy");
        assert_eq!(ours, theirs);
    }
}

/// Forms of pieces that mean something to the types, so that they are often read.
fn forms() -> impl Strategy<Value = String> {
    let name =
        prop::sample::select(vec!["a", "b", "c", "d", "e", "f", "b+c", "%61", "é", "", "A", "z"]);
    let value = prop::sample::select(vec![
        "=", "=1", "=x", "=true", "=%C3%A9", "=+", "=%", "=-7", "=1.5", "", "=red", "=%FF", "=y",
        "==",
    ]);
    prop::collection::vec((name, value), 0..7).prop_map(|pairs| {
        pairs.iter().map(|(name, value)| [*name, *value].concat()).collect::<Vec<_>>().join("&")
    })
}

proptest! {
    #[test]
    fn reads_random_forms_as_the_peers_do(form in forms()) {
        agree_on_all_types(&form);
    }

    #[test]
    fn reads_random_text_as_the_peers_do(form in "[a-c=&+%0-9é ]{0,24}") {
        agree_on_all_types(&form);
    }

    #[test]
    fn writes_random_pairs_as_the_peers_do(pairs in prop::collection::vec((any::<String>(), any::<String>()), 0..5)) {
        writes(&pairs);
        let form = form::to_string(&pairs).expect("pairs");
        prop_assert_eq!(form::from_str::<Vec<(String, String)>>(&form).expect("pairs"), pairs);
    }

    #[test]
    fn writes_numbers_as_the_peers_do(a: f64, b: f32, c: i64, d: u64, e: i128, g: char, h: i8) {
        writes_fraction(a);
        writes_fraction(b);
        writes(&[("c", c)]);
        writes(&[("d", d)]);
        writes(&[("e", e)]);
        writes(&[("g", g)]);
        writes(&[("h", h)]);
        writes(&[(c, d)]);
        writes(&[(g, h)]);
    }

    #[test]
    fn a_struct_is_read_as_it_was_written(a in any::<Vec<String>>(), b in any::<Option<Vec<i32>>>(), c in any::<BTreeSet<char>>()) {
        let lists = Lists { a, b: b.filter(|list| !list.is_empty()), c, d: vec![] };
        let form = form::to_string(&lists).expect("lists");
        prop_assert_eq!(form::from_str::<Lists>(&form).expect("lists"), lists);
    }
}

/// The number is that of the peers. If two texts are equally short and near, such as `-1367013.2` and `-1367013.3` for an `f32`,
/// the standard library chooses another one than they do.
#[track_caller]
fn writes_fraction<T: Serialize + std::str::FromStr + PartialEq + std::fmt::Debug>(value: T) {
    let ours = form::to_string(&[("a", &value)]).expect("a number");
    let html = serde_html_form::to_string([("a", &value)]).expect("a number");
    let theirs = serde_urlencoded::to_string([("a", &value)]).expect("a number");
    for form in [&ours, &html, &theirs] {
        let text = form.strip_prefix("a=").expect("the name").replace("%2B", "+");
        assert_eq!(text.parse().ok().as_ref(), Some(&value), "{form}");
    }
    assert_eq!(ours.len(), theirs.len(), "{ours} {theirs}");
}

/// The same as `serde_html_form`, and as `serde_urlencoded` where that crate writes the value. The former writes the exponent
/// of a number as `e%2B21`, the latter and this crate as `e21`.
#[track_caller]
fn writes<T: Serialize + ?Sized>(value: &T) {
    let ours = form::to_string(value).ok();
    let html = serde_html_form::to_string(value).ok();
    let exponent = ours.as_ref().is_some_and(|form| html == Some(form.replace('e', "e%2B")));
    assert!(ours == html || exponent, "{ours:?} {html:?}");
    if let Ok(theirs) = serde_urlencoded::to_string(value) {
        assert_eq!(ours, Some(theirs));
    }
}

#[test]
fn writes_what_the_peers_write() {
    #[derive(Serialize)]
    struct Unit;
    #[derive(Serialize)]
    enum Kinds {
        Unit,
        Newtype(u8),
        Tuple(u8, u8),
        Struct { a: u8 },
    }
    writes(&Plain { a: "é &=+%~*-._".into(), b: 7 });
    writes(&Options { a: None, b: Some(-1), c: Some(true), d: Some('ß'), e: Some(0.5), f: 0 });
    writes(&Options { a: Some(String::new()), b: None, c: None, d: None, e: None, f: 0 });
    writes(&Lists {
        a: vec!["1".into(), "".into()],
        b: Some(vec![1, -2]),
        c: ['a', '+'].into(),
        d: vec![None, Some(1)],
    });
    writes(&Lists { a: vec![], b: None, c: [].into(), d: vec![] });
    writes(&Closed { a: "x".into(), b: Colour::DarkBlue });
    writes(&Flat { a: Some("1".into()), rest: [("k".into(), "v".into())].into() });
    writes(&FlatStruct {
        inner: Inner { a: "1".into() },
        more: Some(Inner2 { b: vec!["2".into()] }),
    });
    writes(&Newtypes { a: Id(1), b: Some(Id(2)), c: vec![Id(3)] });
    writes(&Tagged::X { b: "1".into() });
    writes(&Tagged::Y);
    writes(&Wrapped(Plain { a: "1".into(), b: 2 }));
    writes(&Nested { a: Inner { a: "1".into() } });
    writes(&Refused { a: (1, 2) });
    writes(&UntaggedField { a: OneOrMany::Many(vec!["1".into(), "2".into()]) });
    for kind in [Kinds::Unit, Kinds::Newtype(1), Kinds::Tuple(1, 2), Kinds::Struct { a: 1 }] {
        writes(&kind);
        writes(&[("a", &kind)]);
        writes(&[(&kind, "a")]);
        writes(&[("a", [&kind].as_slice())]);
    }
    writes(&Unit);
    writes(&());
    writes(&None::<u8>);
    writes(&Some([("a", 1)]));
    writes(&[("a", Unit)]);
    writes(&[("a", ())]);
    writes(&[((), "a")]);
    writes(&[(Some("a"), "a")]);
    writes(&[(None::<&str>, "a")]);
    writes(&[(vec!["a"], "a")]);
    writes(&[("a", None::<u8>), ("b", Some(1))]);
    writes(&[Some(("a", 1)), None, Some(("b", 2))]);
    writes(&(("a", 1), ("b", "x")));
    writes(&[("a", 1, 2)]);
    writes(&["ab"]);
    writes(&[vec!["a", "b"]]);
    writes(&[("a", vec![vec![1]])]);
    writes(&[("a", vec![Some(1), None])]);
    writes(&[("a", Some(vec![1, 2]))]);
    writes(&HashMap::from([("a b", "c&d")]));
    writes(&BTreeMap::from([(1, vec!['a', ' ']), (2, vec![])]));
    writes("text");
    writes(&1);
    writes(&true);
    writes(&'c');
    for number in [
        0.0,
        -0.0,
        1.0,
        1.5,
        1e15,
        1e16,
        1e17,
        123456789012345680.0,
        1e-4,
        1e-5,
        1e-6,
        1.5e-7,
        f64::MAX,
        f64::MIN_POSITIVE,
        5e-324,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        0.1 + 0.2,
        9007199254740993.0,
    ] {
        writes(&[("a", number)]);
        writes(&[("a", number as f32)]);
    }
    for number in [f32::MAX, f32::MIN_POSITIVE, 1e12, 1e13, 1e14, 1e-5, 1e-6, 1e-7, 16777217.0] {
        writes(&[("a", number)]);
    }
    writes(&[("a", u64::MAX)]);
    writes(&[("a", i64::MIN)]);
    writes(&[("a", u128::MAX)]);
}
