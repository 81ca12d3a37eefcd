//! Forms with nested names. That they are read as PHP, Rack and `qs` read them is compared by `cargo xtask readers`.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use triplet::form::FormError;
use triplet::form::nested::{Map, Rules, Style, Value, parse};

const PROGRAMS: [Style; 3] = [Style::Php, Style::Rack, Style::Qs];

/// A tree in one line.
fn shown(map: &Map<'_>) -> String {
    fn value(v: &Value<'_>) -> String {
        match v {
            Value::Null => "null".to_owned(),
            Value::Text(text) => text.to_string(),
            Value::List(values) => {
                format!("[{}]", values.iter().map(value).collect::<Vec<_>>().join(","))
            }
            Value::Map(map) => shown(map),
        }
    }
    let entries = map.entries().iter().map(|(name, v)| format!("{name}:{}", value(v)));
    format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
}

fn read(form: &str, style: Style) -> String {
    match parse(form, style) {
        Ok(map) => shown(&map),
        Err(error) => format!("{} at {}", error.kind(), error.offset()),
    }
}

#[test]
fn what_people_write() {
    for style in PROGRAMS {
        assert_eq!(read("a[b][]=1&a[b][]=2&c=3", style), "{a:{b:[1,2]},c:3}", "{style}");
        assert_eq!(read("a%5Bb%5D=%C3%A9+%2B", style), "{a:{b:é +}}", "{style}");
        assert_eq!(read("", style), "{}", "{style}");
        assert_eq!(style.name().parse(), Ok(style));
    }
    // Beyond the count from which a map has an index.
    let form: String = (0..40).map(|i| format!("a[k{}]={i}&", i % 20)).collect();
    let names =
        |from: usize| (0..20).map(|i| format!("k{i}:{}", from + i)).collect::<Vec<_>>().join(",");
    assert_eq!(read(&form, Style::Php), format!("{{a:{{{}}}}}", names(20)));
    let list = (0..19).map(|i| format!("k{i}:[{i},{}]", i + 20)).collect::<Vec<_>>().join(",");
    assert!(read(&form, Style::Qs).starts_with(&format!("{{a:{{{list}")));
}

#[test]
fn limits_have_names_and_places() {
    let deep = |style, levels: usize| {
        parse(&format!("x=1&a{}=1", "[b]".repeat(levels)), style).map(|_| ())
    };
    for (style, most) in [(Style::Php, 64), (Style::Rack, 99), (Style::Qs, 5)] {
        assert_eq!(deep(style, most), Ok(()));
        assert_eq!(deep(style, most + 1), Err(FormError::TooDeep { limit: most, offset: 4 }));
        let pairs = if style == Style::Rack { 4096 } else { 1000 };
        let form = "a=1&".repeat(pairs + 1);
        let error = parse(&form, style).unwrap_err();
        assert_eq!(error, FormError::TooManyPairs { limit: pairs, offset: 4 * pairs });
        assert!(error.to_string().contains("`max_pairs`"), "{error}");
        let form = "a".repeat((4 << 20) + 1);
        let error = parse(&form, style).unwrap_err();
        assert!(error.to_string().contains("`max_bytes`"), "{error}");
        // All levels that a limit can allow.
        let rules = Rules::new(style).max_depth(u8::MAX);
        let form = format!("a{}=1", "[b]".repeat(255));
        let tree = rules.parse(&form).expect("a tree");
        assert_eq!(rules.parse(&rules.build(&tree).expect("a form")), Ok(tree));
    }
    // An index is not a length.
    for style in PROGRAMS {
        for index in
            ["4294967295", "9007199254740991", "9223372036854775807", "99999999999999999999"]
        {
            assert!(parse(&format!("a[{index}]=1"), style).is_ok(), "{style}, {index}");
        }
    }
    assert_eq!(read("a[9223372036854775807]=1&a[]=2", Style::Php), "{a:{9223372036854775807:1}}");
    let strict = Rules::new(Style::Qs).strict();
    assert_eq!(strict.parse("b&a[20]=1"), Err(FormError::TooManyElements { limit: 20, offset: 2 }));
}

#[test]
fn strict_loses_nothing() {
    let kind = |form: &str, style| {
        let read = Rules::new(style).strict().parse(form);
        read.map_err(|error| (error.kind().name(), error.offset())).err()
    };
    for (form, php, rack, qs) in [
        ("a[b]=1&c[]=2", None, None, None),
        ("a=1&a=2", Some(("conflict", 4)), Some(("conflict", 4)), None),
        ("a=1&a[b]=2", Some(("conflict", 4)), Some(("conflict", 4)), None),
        ("a[b]=2&a=1", Some(("conflict", 7)), Some(("conflict", 7)), None),
        ("x&[a]=1", Some(("dropped", 2)), None, None),
        ("x&=1", Some(("dropped", 2)), Some(("dropped", 2)), Some(("dropped", 2))),
        ("x&a[b]c=1", Some(("dropped", 2)), None, Some(("dropped", 2))),
        ("x&a%00b=1", Some(("dropped", 2)), None, None),
        ("x&valueOf=1", None, None, Some(("dropped", 2))),
        ("a=%zz", Some(("not-hex", 2)), Some(("not-hex", 2)), Some(("not-hex", 2))),
        (
            "a=%FF",
            Some(("invalid-utf-8", 2)),
            Some(("invalid-utf-8", 2)),
            Some(("invalid-utf-8", 2)),
        ),
    ] {
        assert_eq!(kind(form, Style::Php), php, "php, {form}");
        assert_eq!(kind(form, Style::Rack), rack, "rack, {form}");
        assert_eq!(kind(form, Style::Qs), qs, "qs, {form}");
    }
}

/// The examples of the Parameter Object of OpenAPI 3.1.1, and what it leaves undefined.
#[test]
fn styles_of_openapi() {
    let color =
        |value: Value<'static>| -> Map<'static> { [("color".into(), value)].into_iter().collect() };
    let list: Vec<Value<'_>> = ["blue", "black", "brown"].map(Value::from).into();
    let map =
        [("R", "100"), ("G", "200"), ("B", "150")].map(|(name, value)| (name.into(), value.into()));
    let map = Value::Map(map.into_iter().collect());
    let build = |style, value: &Value<'static>| {
        Rules::new(style).build(&color(value.clone())).expect("a form")
    };
    assert_eq!(
        build(Style::SpaceDelimited, &Value::List(list.clone())),
        "color=blue%20black%20brown"
    );
    assert_eq!(
        build(Style::PipeDelimited, &Value::List(list.clone())),
        "color=blue%7Cblack%7Cbrown"
    );
    assert_eq!(build(Style::SpaceDelimited, &map), "color=R%20100%20G%20200%20B%20150");
    assert_eq!(build(Style::PipeDelimited, &map), "color=R%7C100%7CG%7C200%7CB%7C150");
    assert_eq!(
        build(Style::DeepObject, &map),
        "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"
    );
    assert_eq!(
        parse("color=blue%20black%20brown", Style::SpaceDelimited),
        Ok(color(Value::List(list.clone())))
    );
    assert_eq!(
        parse("color=blue|black|brown", Style::PipeDelimited),
        Ok(color(Value::List(list.clone())))
    );
    assert_eq!(
        parse("color=blue&color=black|brown", Style::PipeDelimited),
        Ok(color(Value::List(list.clone())))
    );
    assert_eq!(
        parse("color[R]=100&color[G]=200&color[B]=150", Style::DeepObject),
        Ok(color(map.clone()))
    );

    assert_eq!(
        read("a[b]=1&a[b]=2&c=3&c=4&[d]=5&e]=6", Style::DeepObject),
        "{a:{b:[1,2]},c:[3,4],[d]:5,e]:6}"
    );
    assert_eq!(read("x&a[b][c]=1", Style::DeepObject), "too-deep at 2");
    assert_eq!(read("a=1&a[b]=2", Style::DeepObject), "conflict at 4");
    assert_eq!(read("a[b]=1&a=2", Style::DeepObject), "conflict at 7");
    // A list of one is a value; an element with the delimiter is two.
    assert_eq!(build(Style::PipeDelimited, &Value::List(vec!["a".into()])), "color=a");
    for value in [
        "a|b".into(),
        Value::List(vec![Value::List(list.clone())]),
        Value::List(vec!["a|b".into(), "c".into()]),
    ] {
        let error = Rules::new(Style::PipeDelimited).build(&color(value)).unwrap_err();
        assert_eq!((error.kind().name(), error.name()), ("ambiguous", "color"));
    }
}

/// Twice the form takes about twice the time, however its names are chosen.
#[test]
fn hostile_forms_take_linear_time() {
    let repeated =
        |pair: fn(usize) -> String, count: usize| (0..count).map(pair).collect::<String>();
    let pairs: [fn(usize) -> String; 8] = [
        |i| format!("k{i}=1&"),
        |i| format!("a[k{i}]=1&"),
        |_| "a[]=1&".to_owned(),
        |i| format!("a[{}]=1&", 1_000_000 - i),
        |i| format!("a[{i}]=1&"),
        |_| "a[b]=1&a=2&".to_owned(),
        |i| format!("a[][b{i}]=1&"),
        |i| format!("{}[k]=1&", i % 7),
    ];
    for style in Style::ALL {
        for limit in [20, u32::MAX] {
            let rules =
                Rules::new(style).max_pairs(usize::MAX).max_bytes(usize::MAX).list_limit(limit);
            for (kind, pair) in pairs.iter().enumerate() {
                let form = repeated(*pair, 60_000);
                let began = Instant::now();
                let _ = rules.parse(&form);
                let took = began.elapsed();
                assert!(took < Duration::from_secs(10), "{style}, {kind}, {limit}: {took:?}");
            }
            let form = format!("a{}=1&", "[".repeat(500_000)).repeat(2);
            let _ = rules.parse(&form);
            let form = format!("{}a=1&", "]\n[]".repeat(200_000));
            let _ = rules.parse(&form);
        }
    }
}

#[test]
fn built_as_the_programs_build() {
    let tree = parse("a[b][]=1&a[b][]=2&c=x y", Style::Php).expect("a tree");
    let built = |style| Rules::new(style).build(&tree).expect("a form");
    assert_eq!(built(Style::Php), "a%5Bb%5D%5B0%5D=1&a%5Bb%5D%5B1%5D=2&c=x+y");
    assert_eq!(built(Style::Qs), built(Style::Php));
    assert_eq!(built(Style::Rack), "a%5Bb%5D%5B%5D=1&a%5Bb%5D%5B%5D=2&c=x+y");

    let map = |entries: Vec<(&'static str, Value<'static>)>| -> Map<'static> {
        entries.into_iter().map(|(name, value)| (name.into(), value)).collect()
    };
    let tree = map(vec![("n", Value::Null), ("e", Value::List(vec![])), ("t", "".into())]);
    assert_eq!(Rules::new(Style::Php).build(&tree).as_deref(), Ok("t="));
    assert_eq!(Rules::new(Style::Rack).build(&tree).as_deref(), Ok("n&t="));
    assert_eq!(Rules::new(Style::Qs).build(&tree).as_deref(), Ok("n=&t="));

    // What the program would read as something else.
    for (style, name, value) in [
        (Style::Php, "a b", "1".into()),
        (Style::Qs, "a", Value::List(vec![Value::List(vec![]), "1".into()])),
        (Style::Php, "a", Value::Map(map(vec![("b]c", "1".into())]))),
        (Style::Rack, "a", Value::List(vec![Value::List(vec!["1".into(), "2".into()])])),
        (Style::Qs, "constructor", "1".into()),
        (Style::Qs, "a[b", "1".into()),
        (Style::Php, "", "1".into()),
    ] {
        let error = Rules::new(style).build(&map(vec![(name, value)])).unwrap_err();
        assert_eq!(
            (error.kind().name(), error.name().starts_with(name)),
            ("ambiguous", true),
            "{style}"
        );
    }
    let twice = map(vec![("a", "1".into()), ("a", "2".into())]);
    assert!(Rules::new(Style::Php).build(&twice).is_err());
    // A list that `qs` reads as an object keeps its numbers.
    let long = map(vec![("a", Value::List(vec!["x".into(); 30]))]);
    assert!(Rules::new(Style::Qs).build(&long).is_ok());
    let mut deep = Value::from("1");
    for _ in 0..70 {
        deep = Value::List(vec![deep]);
    }
    assert_eq!(
        Rules::new(Style::Php).build(&map(vec![("a", deep)])).unwrap_err().kind().name(),
        "too-deep"
    );
}

fn trees() -> impl Strategy<Value = Value<'static>> {
    let name = prop_oneof![4 => "[a-c]", 1 => "[0-3]", 1 => "[ -~é]{0,3}"];
    let leaf = prop_oneof![4 => "[ -~é]{0,3}".prop_map(Value::from), 1 => Just(Value::Null)];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        let map = prop::collection::vec((name.clone(), inner.clone()), 1..4);
        prop_oneof![
            prop::collection::vec(inner, 1..4).prop_map(Value::List),
            map.prop_map(|entries| {
                Value::Map(entries.into_iter().map(|(name, value)| (name.into(), value)).collect())
            }),
        ]
    })
}

/// A tree in which lists are maps from numbers, names are in order, and what is nothing is left out.
fn shape(v: &Value<'_>, style: Style) -> Option<String> {
    let members: BTreeMap<String, String> = match v {
        Value::Null if style == Style::Php => return None,
        Value::Null if style == Style::Rack => return Some("null".into()),
        Value::Null => return Some("\"\"".into()),
        Value::Text(text) => return Some(format!("{text:?}")),
        Value::List(values) => {
            let values = values.iter().enumerate();
            values.filter_map(|(index, v)| Some((index.to_string(), shape(v, style)?))).collect()
        }
        Value::Map(map) => {
            let names = map.entries().iter();
            names.filter_map(|(name, v)| Some((name.to_string(), shape(v, style)?))).collect()
        }
    };
    (!members.is_empty()).then(|| format!("{members:?}"))
}

/// A pair with a name in brackets, mostly such as people write.
fn ordinary_pairs() -> impl Strategy<Value = String> {
    let name = "a|a|b|c|_m|x-1|é|a\\.b|\\$x|a:b|constructor|__proto__|a b|%61";
    let step = "|||0|0|1|2|01|b|b|c|d|_|é|b\\.c|\\$|%62|toString|__Host-a| ";
    let brackets = prop_oneof![Just(("[", "]")), Just(("%5B", "%5D")), Just(("%5b", "]"))];
    let steps = prop::collection::vec((brackets, step), 0..4).prop_map(|steps| {
        steps.iter().map(|((open, close), step)| format!("{open}{step}{close}")).collect::<String>()
    });
    let value = "(=x?|=|=%C3%A9|=1=2|=]=3|=a\\|b|=a b|)";
    (name, steps, value).prop_map(|(name, steps, value)| format!("{name}{steps}{value}"))
}

proptest! {
    #[test]
    fn what_is_built_leads_back(tree in trees()) {
        let Value::Map(tree) = tree else { return Ok(()) };
        for style in Style::ALL {
            let rules = Rules::new(style);
            if let Ok(form) = rules.build(&tree) {
                let read = rules.parse(&form).expect("a form");
                let again = rules.build(&read).expect("a form");
                prop_assert_eq!(rules.parse(&again), Ok(read), "{}, {}", style, form);
                prop_assert!(rules.strict().parse(&form).is_ok(), "{style}: {form}");
            }
        }
    }

    /// The tree that is read is the one that was written, except for what the style writes nothing for, and for the lists that are maps
    /// from numbers there.
    #[test]
    fn what_is_built_is_what_is_read(tree in trees()) {
        let Value::Map(tree) = tree else { return Ok(()) };
        for style in PROGRAMS {
            let rules = Rules::new(style);
            if let Ok(form) = rules.build(&tree) {
                let read = rules.parse(&form).expect("a form");
                let shapes = [tree.clone(), read].map(|map| shape(&Value::Map(map), style));
                prop_assert_eq!(&shapes[0], &shapes[1], "{}, {}", style, form);
            }
        }
    }

    /// The short way through ordinary forms gives what the rules of the style give, which alone are left if the parts are decoded by others.
    #[test]
    fn ordinary_forms_are_read_by_the_same_rules(pairs in prop::collection::vec(ordinary_pairs(), 0..8)) {
        let form = pairs.join("&");
        for style in Style::ALL {
            for rules in [Rules::new(style), Rules::new(style).strict(), Rules::new(style).list_limit(2).max_depth(2)] {
                let by_rules = rules.parse_with(&form, |part, _| Ok::<_, FormError>(part.to_str_lossy()?));
                prop_assert_eq!(rules.parse(&form), by_rules, "{}, {}", style, form);
            }
        }
    }

    #[test]
    fn any_form_is_read(form in "([abc=&\\[\\]%05BD +.]|\\PC){0,40}") {
        for style in Style::ALL {
            let lenient = Rules::new(style).parse(&form);
            if let Ok(strict) = Rules::new(style).strict().parse(&form) {
                prop_assert_eq!(lenient, Ok(strict));
            } else if let Err(error) = lenient {
                prop_assert!(error.offset() <= form.len());
            }
        }
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use serde::{Deserialize, Serialize};
    use triplet::form::nested::{Rules, Style, Value, from_str, to_string};

    use super::PROGRAMS;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Order {
        id: u64,
        customer: Customer,
        items: Vec<Item>,
        note: Option<String>,
        paid: bool,
        by: Way,
        totals: BTreeMap<String, f64>,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Customer {
        name: String,
        tags: Vec<String>,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Item {
        id: u32,
        size: (u8, u8),
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Way {
        Post,
        Car { wheels: u8 },
        Foot(u8),
    }

    fn order(by: Way) -> Order {
        Order {
            id: 7,
            customer: Customer { name: "Zoë & Co".into(), tags: vec!["a".into(), "b=c".into()] },
            items: vec![Item { id: 1, size: (2, 3) }, Item { id: 4, size: (5, 6) }],
            note: Some("x".into()),
            paid: true,
            by,
            totals: [("€".to_owned(), 1.5)].into(),
        }
    }

    /// A tree as a value of its own.
    struct Shown<'v>(&'v Value<'v>);

    impl Serialize for Shown<'_> {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self.0 {
                Value::Null => serializer.serialize_none(),
                Value::Text(text) => serializer.serialize_str(text),
                Value::List(values) => serializer.collect_seq(values.iter().map(Shown)),
                Value::Map(map) => {
                    let entries = map.entries().iter();
                    serializer.collect_map(entries.map(|(name, value)| (name, Shown(value))))
                }
            }
        }
    }

    proptest! {
        /// Without a tree the same is written.
        #[test]
        fn values_are_written_as_trees_are(tree in super::trees()) {
            for style in Style::ALL {
                let written = to_string(&Shown(&tree), style);
                match &tree {
                    Value::Map(map) => {
                        let built = Rules::new(style).build(map);
                        prop_assert_eq!(written.map_err(|e| e.to_string()), built.map_err(|e| e.to_string()));
                    }
                    _ => prop_assert!(written.is_err()),
                }
            }
        }
    }

    #[test]
    fn structs_lead_back() {
        for by in [|| Way::Post, || Way::Car { wheels: 4 }, || Way::Foot(2)] {
            for style in PROGRAMS {
                let form = to_string(&order(by()), style).expect("a form");
                assert_eq!(
                    from_str::<Order>(&form, style).expect("an order"),
                    order(by()),
                    "{form}"
                );
            }
        }
        // PHP writes a boolean as `1`.
        let form = to_string(&order(Way::Post), Style::Php).expect("a form");
        assert!(form.contains("paid=1&"), "{form}");
        // The peer reads what `qs` writes.
        let form = to_string(&order(Way::Post), Style::Qs).expect("a form");
        let config = serde_qs::Config::new().max_depth(10).use_form_encoding(true);
        assert_eq!(config.deserialize_str::<Order>(&form).expect("an order"), order(Way::Post));
    }

    /// OpenAPI 3.1, style examples: `color=R%7C100%7CG%7C200%7CB%7C150`.
    #[test]
    fn delimited_values_are_lists_and_structs() {
        #[derive(Debug, PartialEq, Deserialize)]
        struct Drawing {
            color: Color,
            sizes: Vec<u8>,
        }

        #[derive(Debug, PartialEq, Deserialize)]
        #[serde(rename_all = "UPPERCASE")]
        struct Color {
            r: u8,
            g: u8,
        }

        let drawing = Drawing { color: Color { r: 100, g: 200 }, sizes: vec![1, 2] };
        for (style, form) in [
            (Style::PipeDelimited, "color=R%7C100%7CG%7C200&sizes=1|2"),
            (Style::SpaceDelimited, "color=R%20100%20G%20200&sizes=1+2"),
            (Style::DeepObject, "color[R]=100&color[G]=200&sizes=1&sizes=2"),
        ] {
            assert_eq!(from_str::<Drawing>(form, style).expect("a drawing"), drawing, "{style}");
        }
        let form = "sizes=1&color=R|100|G|x";
        let error = from_str::<Drawing>(form, Style::PipeDelimited).unwrap_err();
        assert_eq!((error.name(), error.offset()), (Some("color"), Some(14)));
        assert!(from_str::<Drawing>("sizes=1&color=R|1|G", Style::PipeDelimited).is_err());
    }

    #[test]
    fn lists_are_numbers_in_order() {
        type Lists = BTreeMap<String, Vec<u8>>;
        let lists: Lists = from_str("a[5]=1&a[2]=2&b[]=3&c=4", Style::Php).expect("lists");
        assert_eq!(lists["a"], [2, 1]);
        assert_eq!((&lists["b"][..], &lists["c"][..]), (&[3][..], &[4][..]));
        let maps: BTreeMap<String, BTreeMap<u8, u8>> =
            from_str("a[0]=1&a[1]=2", Style::Php).expect("maps");
        assert_eq!(maps["a"], [(0, 1), (1, 2)].into());
    }

    #[test]
    fn errors_name_the_pair() {
        type Numbers = BTreeMap<String, Vec<BTreeMap<String, u8>>>;
        let error = from_str::<Numbers>("x[][k]=1&a[][b]=2&a[][b]=zz", Style::Php).unwrap_err();
        assert_eq!(
            (error.name(), error.index(), error.offset()),
            (Some("a[][b]"), Some(2), Some(25))
        );
        let error = from_str::<Numbers>("x[][k]=1&a=2", Style::Qs).unwrap_err();
        assert_eq!((error.index(), error.kind().name()), (Some(1), "wrong-type"));
        let error = Rules::new(Style::Rack).deserialize::<Numbers>("a[b]=1&a[]=2").unwrap_err();
        assert_eq!((error.kind().name(), error.offset()), ("conflict", Some(7)));
        assert!(to_string(&5, Style::Php).is_err());
        assert!(to_string(&[("a", 1)], Style::Php).is_err());
    }
}
