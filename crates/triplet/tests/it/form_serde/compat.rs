//! The names of `serde_urlencoded`: the same values, and the same messages of errors.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use triplet::compat::{form_urlencoded as our_forms, serde_urlencoded as ours};

use super::{
    Borrowed, Closed, Colour, Flat, FlatStruct, Id, Inner, Inner2, Lists, Nested, Newtypes,
    Numbers, OneOrMany, Options, Plain, Refused, Tagged, Untagged, UntaggedField, Wrapped,
};

#[track_caller]
fn reads<'de, T: Deserialize<'de> + Debug>(form: &'de [u8]) {
    let ours: Result<T, serde_urlencoded::de::Error> = ours::from_bytes(form);
    let theirs = serde_urlencoded::from_bytes::<T>(form);
    let name = std::any::type_name::<T>();
    let shown = |result: Result<T, serde_urlencoded::de::Error>| {
        result.map(|value| format!("{value:?}")).map_err(|error| error.to_string())
    };
    assert_eq!(shown(ours), shown(theirs), "{name}: {}", form.escape_ascii());
}

fn reads_all_types(form: &[u8]) {
    for_each_type!(reads, form);
    // `triplet::form` reads these types from forms that `serde_html_form` refuses.
    reads::<((String, u8), (String, u8))>(form);
    reads::<Option<u8>>(form);
}

#[track_caller]
fn writes<T: Serialize + ?Sized>(value: &T) {
    let found = ours::to_string(value).map_err(|error| error.to_string());
    let expected = serde_urlencoded::to_string(value).map_err(|error| error.to_string());
    assert_eq!(found, expected);
    // Appended to a form that has a pair. A value in error may have appended pairs before the error.
    let mut form = our_forms::Serializer::new(String::from("z=1"));
    let mut theirs = form_urlencoded::Serializer::new(String::from("z=1"));
    let is_ok = value.serialize(ours::Serializer::new(&mut form)).is_ok();
    let _ = value.serialize(serde_urlencoded::Serializer::new(&mut theirs)).is_ok();
    assert_eq!(is_ok, expected.is_ok());
    assert_eq!(form.finish(), theirs.finish());
}

#[test]
fn a_reader_is_read() {
    let read: Vec<(String, String)> = ours::from_reader(&b"a=1&b=%C3%A9"[..]).expect("pairs");
    let theirs = serde_urlencoded::from_reader(&b"a=1&b=%C3%A9"[..]);
    assert_eq!(Ok(read), theirs);
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("broken"))
        }
    }
    let message = |result: Result<(), serde_urlencoded::de::Error>| result.unwrap_err().to_string();
    assert_eq!(message(ours::from_reader(Broken)), message(serde_urlencoded::from_reader(Broken)));
}

#[test]
fn writes_what_serde_urlencoded_writes() {
    #[derive(Serialize)]
    struct Unit;
    #[derive(Serialize)]
    struct Pair(&'static str, u8);
    #[derive(Serialize)]
    enum Kinds {
        Unit,
        Newtype(u8),
        Tuple(u8, u8),
        Struct { a: u8 },
    }
    struct Octets(&'static [u8]);
    impl Serialize for Octets {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(self.0)
        }
    }
    writes(&Plain { a: "é &=+%~*-._".into(), b: 7 });
    writes(&Options { a: None, b: Some(-1), c: Some(true), d: Some('ß'), e: Some(0.5), f: 0 });
    writes(&Lists { a: vec!["1".into()], b: None, c: ['a', '+'].into(), d: vec![] });
    writes(&Closed { a: "x".into(), b: Colour::DarkBlue });
    writes(&Flat { a: Some("1".into()), rest: [("k".into(), "v".into())].into() });
    writes(&FlatStruct { inner: Inner { a: "1".into() }, more: Some(Inner2 { b: vec![] }) });
    writes(&Newtypes { a: Id(1), b: Some(Id(2)), c: vec![Id(3)] });
    writes(&Tagged::X { b: "1".into() });
    writes(&Wrapped(Plain { a: "1".into(), b: 2 }));
    writes(&Nested { a: Inner { a: "1".into() } });
    writes(&Refused { a: (1, 2) });
    writes(&UntaggedField { a: OneOrMany::Many(vec!["1".into(), "2".into()]) });
    for kind in [Kinds::Unit, Kinds::Newtype(1), Kinds::Tuple(1, 2), Kinds::Struct { a: 1 }] {
        writes(&kind);
        writes(&[("a", &kind)]);
        writes(&[(&kind, "a")]);
    }
    for octets in [&b"text"[..], b"\xFF"] {
        writes(&Octets(octets));
        writes(&[("a", Octets(octets))]);
        writes(&[(Octets(octets), "a")]);
    }
    writes(&Unit);
    writes(&Pair("a", 1));
    writes(&[Pair("a", 1)]);
    writes(&[Unit]);
    writes(&[()]);
    writes(&());
    writes(&None::<u8>);
    writes(&Some([("a", 1)]));
    writes(&[("a", Unit)]);
    writes(&[("a", ())]);
    writes(&[((), "a")]);
    writes(&[(Some("a"), "a")]);
    writes(&[(None::<&str>, "a")]);
    writes(&[("a", None::<u8>), ("b", Some(1))]);
    writes(&[Some(("a", 1)), None, Some(("b", 2))]);
    writes(&(("a", 1), ("b", "x")));
    writes(&[("b", vec![1]), ("a", vec![])]);
    writes(&[("a", 1, 2)]);
    writes(&["ab"]);
    writes(&[vec!["a", "b"]]);
    writes(&BTreeMap::from([(1, 'a'), (2, ' ')]));
    writes(&BTreeMap::from([(1, Some(vec!['a']))]));
    writes(&BTreeMap::from([((1, 2), 3)]));
    writes("text");
    writes(&1);
    writes(&1.5);
    writes(&true);
    writes(&'c');
    writes(&[("a", u128::MAX)]);
    writes(&[("a", i128::MIN)]);
    for number in [0.0, -0.0, 1.0, 1e16, 1e17, 1e-5, 1e-6, f64::MAX, f64::NAN, f64::INFINITY] {
        writes(&[("a", number)]);
        writes(&[("a", number as f32)]);
        writes(&BTreeMap::from([("a", number)]));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn reads_random_forms_as_serde_urlencoded_does(form in prop_oneof![
        2 => "((a|b|c|d|e|f|b\\+c|%61|é|red|A|)(=|=1|=x|=true|=%C3%A9|=\\+|=%|=-7|=1.5||=red|=%FF|==)&?){0,6}".prop_map(String::into_bytes),
        1 => "[a-c=&+%0-9é ]{0,24}".prop_map(String::into_bytes),
        1 => any::<Vec<u8>>(),
    ]) {
        reads_all_types(&form);
    }

    #[test]
    fn writes_random_values_as_serde_urlencoded_does(
        pairs in prop::collection::vec((any::<String>(), any::<String>()), 0..5),
        numbers in any::<(i8, u16, i32, u64, i128, char, bool)>(),
        map in any::<BTreeMap<String, Option<i64>>>(),
    ) {
        writes(&pairs);
        writes(&map);
        let (a, b, c, d, e, f, g) = numbers;
        writes(&(("a", a), ("b", b), ("c", c), ("d", d), (f, e), (g, f), (c, Some(g))));
    }
}
