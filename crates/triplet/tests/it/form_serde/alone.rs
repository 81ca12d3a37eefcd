//! What the peers do not have: octets, names without `=`, errors with their place, borrowed text, readers and writers.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::error::Error as _;
use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use triplet::form::{self, OptionalValue, Separators};

use super::{Borrowed, Closed, Flat, Inner, Lists, Nested, Options, Plain};

/// What both other crates refuse, and this one reads or writes.
#[test]
fn reads_more_than_the_peers() {
    assert_eq!(form::from_str::<Option<Plain>>("").expect("no form"), None);
    assert_eq!(
        form::from_str::<Option<Plain>>("a=1&b=2").expect("a form"),
        Some(Plain { a: "1".into(), b: 2 })
    );
    assert_eq!(
        form::from_str::<[(char, u8); 2]>("a=1&b=2").expect("two pairs"),
        [('a', 1), ('b', 2)]
    );
    let error = form::from_str::<[(char, u8); 2]>("a=1&b=2&c=3").unwrap_err();
    assert_eq!((error.index(), error.offset()), (Some(2), Some(8)));
    assert!(form::from_str::<[(char, u8); 2]>("a=1").is_err());
    let large: BTreeMap<String, u128> =
        form::from_str("a=340282366920938463463374607431768211455").expect("u128");
    assert_eq!(large["a"], u128::MAX);
    #[derive(Debug, PartialEq, Deserialize)]
    struct Unit;
    assert_eq!(form::from_str::<Unit>("").expect("no pairs"), Unit);
    assert!(form::from_str::<Unit>("a").is_err());
}

/// Octets are exact in a field of bytes, where the peers replace them.
#[test]
fn octets_are_kept() {
    #[derive(Debug, PartialEq)]
    struct Octets(Vec<u8>);
    impl<'de> Deserialize<'de> for Octets {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Octets, D::Error> {
            struct Visitor;
            impl serde::de::Visitor<'_> for Visitor {
                type Value = Octets;
                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("octets")
                }
                fn visit_bytes<E>(self, octets: &[u8]) -> Result<Octets, E> {
                    Ok(Octets(octets.to_vec()))
                }
            }
            deserializer.deserialize_bytes(Visitor)
        }
    }
    impl Serialize for Octets {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(&self.0)
        }
    }
    let read: Vec<(String, Octets)> = form::from_str("a=%FF%00+&b=x").expect("octets");
    assert_eq!(
        read,
        [("a".into(), Octets(vec![0xFF, 0, b' '])), ("b".into(), Octets(b"x".to_vec()))]
    );
    assert_eq!(form::to_string(&read).expect("octets"), "a=%FF%00+&b=x");
    assert_eq!(form::from_str::<BTreeMap<String, &[u8]>>("a=x").expect("borrowed")["a"], b"x");
}

#[test]
fn a_name_without_equals_is_not_an_empty_value() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Query {
        a: Option<OptionalValue<String>>,
        #[serde(default)]
        b: Vec<OptionalValue<u8>>,
    }
    for (query, a, b) in [
        ("", None, vec![]),
        ("a", Some(OptionalValue::NameOnly), vec![]),
        ("a=", Some(OptionalValue::Value("")), vec![]),
        ("a=x", Some(OptionalValue::Value("x")), vec![]),
        (
            "b&b=1&b",
            None,
            vec![OptionalValue::NameOnly, OptionalValue::Value(1), OptionalValue::NameOnly],
        ),
    ] {
        let a = a.map(|value| match value {
            OptionalValue::NameOnly => OptionalValue::NameOnly,
            OptionalValue::Value(text) => OptionalValue::Value(str::to_owned(text)),
        });
        let value = Query { a, b };
        assert_eq!(form::from_str::<Query>(query).expect("a query"), value, "{query}");
        assert_eq!(form::to_string(&value).expect("a query"), query);
    }
    assert_eq!(
        form::from_str::<Query>("b=").unwrap_err().offset(),
        Some(2),
        "an empty value is no number"
    );
    let map: BTreeMap<String, OptionalValue<u8>> = form::from_str("a&b=2").expect("a map");
    assert_eq!(map["a"], OptionalValue::NameOnly);
    assert_eq!(map["b"].value(), Some(&2));
    // In JSON it is the value.
    assert_eq!(serde_json::to_string(&map).expect("JSON"), r#"{"a":null,"b":2}"#);
    assert_eq!(
        serde_json::from_str::<OptionalValue<u8>>("2").expect("JSON"),
        OptionalValue::Value(2)
    );
    // The pairs by themselves have it too.
    let pairs = form::parse("a&b=").pairs().map(|pair| pair.expect("a pair").has_equals);
    assert_eq!(pairs.collect::<Vec<_>>(), [false, true]);
}

#[test]
fn errors_name_the_pair() {
    #[track_caller]
    fn fails<T: Debug>(
        result: Result<T, form::DeserializeError>,
        place: Option<(&str, usize)>,
        offset: Option<usize>,
        message: &str,
    ) {
        let error = result.expect_err("an error");
        assert_eq!(error.name().zip(error.index()), place);
        assert_eq!(error.offset(), offset);
        assert_eq!(error.to_string(), message);
    }
    fails(
        form::from_str::<Plain>("a=1&b=x"),
        Some(("b", 1)),
        Some(6),
        "the value of `b` (pair index 1) at offset 6: invalid value: string \"x\", expected u32",
    );
    fails(form::from_str::<Plain>("a=1"), None, None, "missing field `b`");
    fails(
        form::from_str::<Plain>("a=1&&b=2&b=3"),
        Some(("b", 2)),
        Some(9),
        "the name `b` (pair index 2) at offset 9: duplicate field `b`",
    );
    fails(
        form::from_str::<BTreeMap<String, u8>>("%61=1&a=2"),
        Some(("a", 1)),
        Some(6),
        "the name `a` (pair index 1) at offset 6: the name occurs again; expected one value",
    );
    fails(
        form::from_str::<Closed>("a=1&zz=2"),
        Some(("zz", 1)),
        Some(4),
        "the name `zz` (pair index 1) at offset 4: unknown field `zz`, expected one of `A`, `a`, `b c`",
    );
    fails(
        form::from_str::<Closed>("b+c=green"),
        Some(("b c", 0)),
        Some(4),
        "the value of `b c` (pair index 0) at offset 4: unknown variant `green`, expected `red` or `dark-blue`",
    );
    fails(
        form::from_str::<Lists>("b=1&a=x&b=%2B&b=3"),
        Some(("b", 2)),
        Some(10),
        "the value of `b` (pair index 2) at offset 10: invalid value: string \"+\", expected i32",
    );
    fails(
        form::from_str::<Nested>("a=1"),
        Some(("a", 0)),
        Some(2),
        "the value of `a` (pair index 0) at offset 2: invalid type: string \"1\", expected struct Inner",
    );
    fails(
        form::from_str::<Options>("c=yes"),
        Some(("c", 0)),
        Some(2),
        "the value of `c` (pair index 0) at offset 2: invalid value: string \"yes\", expected a boolean (`true`, `on` or `false`)",
    );
    // A name is shown in one line.
    let long = format!("%0A{}=1", "x".repeat(90));
    let error = form::from_str::<Vec<(String, bool)>>(&long).unwrap_err();
    assert!(
        error.to_string().starts_with(&format!("the value of `\\n{}…` (", "x".repeat(59))),
        "{error}"
    );
    // Options of the form.
    let strict = form::parse("a=1&b=%zz").strict().deserialize::<Flat>();
    let error = strict.unwrap_err();
    assert_eq!((error.name(), error.offset()), (Some("b"), Some(6)));
    assert_eq!(error.form_error().expect("of the form").kind().name(), "not-hex");
    assert!(error.source().expect("a source").is::<form::FormError>());
    let error = form::parse("a=1&b=%C3%A9%FF").strict().deserialize::<Flat>().unwrap_err();
    assert_eq!(
        (error.offset(), error.form_error().expect("of the form").kind().name()),
        (Some(12), "invalid-utf-8")
    );
    let error = form::parse("a&b&c").max_pairs(2).deserialize::<Flat>().unwrap_err();
    assert_eq!(error.offset(), Some(4));
    let error = form::parse("a&b&c").max_bytes(2).deserialize::<Plain>().unwrap_err();
    assert_eq!(error.form_error().expect("a limit").kind().name(), "too-many-bytes");
}

#[test]
fn errors_of_writing_name_the_field() {
    let error = form::to_string(&Nested { a: Inner { a: "1".into() } }).unwrap_err();
    assert_eq!(
        (error.name(), error.to_string()),
        (Some("a"), "`a`: a struct has no place in a value of a form".into())
    );
    let error = form::to_string(&[("a b", vec![vec![1]])]).unwrap_err();
    assert_eq!(error.name(), Some("a b"));
    assert_eq!(form::to_string("x").unwrap_err().name(), None);
    // Nothing of the pair that failed is left.
    let mut out = String::new();
    let pairs = [("a", OneOrNested::One("1")), ("b", OneOrNested::Nested(BTreeMap::new()))];
    assert!(pairs.serialize(&mut form::Serializer::new(&mut out)).is_err());
    assert_eq!(out, "a=1");
    #[derive(Serialize)]
    #[serde(untagged)]
    enum OneOrNested {
        One(&'static str),
        Nested(BTreeMap<u8, u8>),
    }
}

#[test]
fn text_is_borrowed_where_it_can_be() {
    let form: Borrowed<'_> = form::from_str("a=x&b=y+z").expect("text");
    assert!(matches!(form.b, Cow::Owned(_)));
    let form: Borrowed<'_> = form::from_str("a=x&b=y").expect("text");
    assert!(matches!(form.b, Cow::Borrowed("y")));
    assert!(
        form::from_str::<Borrowed<'_>>("a=x+y").is_err(),
        "text that changes cannot be borrowed"
    );
    for length in [1, 63, 64, 65, 1000] {
        // Malformed triplets are kept, so nothing changes.
        let kept = format!("{}%", "é".repeat(length));
        let form = format!("a=x&b={kept}");
        let form: Borrowed<'_> = form::from_str(&form).expect("text");
        assert!(matches!(form.b, Cow::Borrowed(text) if text == kept), "{length}");
    }
}

/// A list says how many pairs it has, so that a vector is allocated once, or does not say it.
#[test]
fn the_length_of_a_list_is_known() {
    let short = (0..4_usize.pow(6)).map(|number| {
        let byte = |at: u32| char::from(b"a=&;"[number / 4_usize.pow(at) % 4]);
        (0..6).map(byte).collect::<String>()
    });
    let long = (0..40).map(|length| "a=1&&b=2;&".repeat(length));
    for form in short.chain(long).flat_map(|form| [format!("?{form}"), form]) {
        for separators in [Separators::Ampersand, Separators::Semicolon, Separators::Both] {
            let view = form::parse(&form).separators(separators);
            for view in [view, view.strip_question_mark()] {
                let count = view.pairs().count();
                let known = Length { hint: Some(count), count };
                assert_eq!(view.deserialize::<Length>().expect("pairs"), known, "{form}");
                let blank = view.drop_blank().deserialize::<Length>().expect("pairs");
                assert_eq!(blank.hint, None, "{form}");
            }
        }
    }
}

/// How many pairs a list says that it has, and how many it has.
#[derive(Debug, PartialEq)]
struct Length {
    hint: Option<usize>,
    count: usize,
}

impl<'de> Deserialize<'de> for Length {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Length;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut list: A,
            ) -> Result<Length, A::Error> {
                let hint = list.size_hint();
                let mut count = 0;
                while list.next_element::<(String, String)>()?.is_some() {
                    count += 1;
                    assert!(list.size_hint().is_none(), "it is known at the start only");
                }
                Ok(Length { hint, count })
            }
        }
        deserializer.deserialize_seq(Visitor)
    }
}

#[test]
fn readers_and_writers() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("broken"))
        }
    }
    let pairs: Vec<(String, u8)> = form::from_reader(&b"a=1&b=2"[..]).expect("pairs");
    let mut out = Vec::new();
    form::to_writer(&mut out, &pairs).expect("pairs");
    assert_eq!(out, b"a=1&b=2");
    let error = form::from_reader::<Vec<(String, u8)>, _>(Broken).unwrap_err();
    assert_eq!(error.to_string(), "the form cannot be read: broken");
    assert!(error.source().is_some());
    let error = form::to_writer(Vec::new(), &7).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
}

/// Many pairs of one name, and many names: time that grows with the square would not end.
/// The values of a name come together, in the order in which the names first occur, whether the pairs are few or many.
#[test]
fn a_map_groups_values_by_name() {
    for count in 0..40_usize {
        for names in [1, 2, 3, 7, 40] {
            // A step that has no factor in common with the number of names mixes them.
            let pairs: Vec<(String, usize)> =
                (0..count).map(|at| (format!("n{}", at * 11 % names), at)).collect();
            let mut expected: Vec<(String, Vec<usize>)> = Vec::new();
            for (name, value) in &pairs {
                match expected.iter_mut().find(|(known, _)| known == name) {
                    Some((_, values)) => values.push(*value),
                    None => expected.push((name.clone(), vec![*value])),
                }
            }
            let form = form::to_string(&pairs).expect("pairs").replace("n2=", "%6E2=");
            assert_eq!(form::from_str::<InOrder>(&form).expect("a map").0, expected, "{form}");
        }
    }
}

/// A map as the list that it was read as.
struct InOrder(Vec<(String, Vec<usize>)>);

impl<'de> Deserialize<'de> for InOrder {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = InOrder;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<InOrder, A::Error> {
                let mut found = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    found.push(entry);
                }
                Ok(InOrder(found))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

#[test]
fn large_forms() {
    let many = "a=1&".repeat(200_000);
    assert_eq!(form::from_str::<Lists>(&many).expect("a list").a.len(), 200_000);
    assert_eq!(
        form::from_str::<BTreeMap<String, Vec<u8>>>(&many).expect("a list")["a"].len(),
        200_000
    );
    let names: String = (0..100_000).map(|i| format!("n{i}={i}&")).collect();
    assert_eq!(form::from_str::<HashMap<String, Vec<u32>>>(&names).expect("a map").len(), 100_000);
    assert_eq!(form::from_str::<Lists>(&names).expect("no field is known").a.len(), 0);
}
