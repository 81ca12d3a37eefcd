//! Options of comparing: as IRIs, and with parameters in any order.

use crate::oracle::codec::{DecodeOptions, decode as oracle_decode};
use crate::uri_properties::reference;
use proptest::prelude::*;
use triplet::iri::{self, HostEncoding, ToUri};
use triplet::uri::{CompareOption, Equivalence, Level, Normalizer, Step, equivalent};

/// The answer as a line, in both directions, and the same by keys.
fn answer(normalizer: Normalizer<'_>, a: &str, b: &str) -> String {
    let said = normalizer.equivalent(a, b);
    assert_eq!(normalizer.equivalent(b, a).is_equivalent(), said.is_equivalent(), "{a} and {b}");
    let [key_a, key_b] = [a, b].map(|text| normalizer.key(text).key().to_owned());
    assert_eq!(key_a == key_b, said.is_equivalent(), "{a} and {b}: {said}");
    said.to_string()
}

#[test]
fn the_order_of_parameters_is_a_reason_only_where_it_differs() {
    let any = Normalizer::new(Level::Scheme).any_order();
    for (a, b, said) in [
        ("/?b=1&a=2", "/?a=2&b=1", "same by parameter order"),
        (
            "HTTP://h/?b=%7e&a=2",
            "http://h/?a=2&b=~",
            "same by unreserved triplet, scheme case, parameter order",
        ),
        ("/?b&a", "/?b&a", "identical"),
        ("/?b=%7e&a", "/?b=~&a", "same by unreserved triplet"),
        // An empty parameter does not count.
        ("/x?", "/x", "same by parameter order"),
        ("/?&a&&b#f", "/?b&a#f", "same by parameter order"),
        ("mailto:a?B=1&a=2", "mailto:a?A=2&b=1", "same by scheme's own rule, parameter order"),
    ] {
        assert_eq!(answer(any, a, b), said, "{a} and {b}");
    }
    for (a, b, place) in [
        // The values of one name have an order. The places are those of the parameters as they are written.
        ("/?a=1&b&a=2", "/?b&a=2&a=1", "in the query at offset 4 and 6"),
        ("/?b=2&a=1", "/?a=1&b=3", "in the query at offset 4 and 8"),
        ("/?b&a", "/?a", "in the query at offset 2 and 3"),
        (
            "/?a=1&b=%2F",
            "/?b=/&a=1",
            "in the query at offset 8 and 4: a reserved character is not its triplet",
        ),
        ("/a?x", "/b?x", "in the path at offset 1 and 1"),
        ("/?b&a#x", "/?a&b#y", "in the fragment at offset 6 and 6"),
    ] {
        assert_eq!(answer(any, a, b), format!("different: {place}"), "{a} and {b}");
    }
    let forms = Normalizer::new(Level::Decoded).plus_as_space().any_order();
    assert_eq!(
        answer(forms, "/?b=x+y&a=2", "/?a=2&b=x%20y"),
        "same by decoded triplet, plus as space, parameter order"
    );
    assert_eq!(
        answer(forms, "/?+b&a", "/?a&%20b"),
        "same by decoded triplet, plus as space, parameter order"
    );
    assert_eq!(
        answer(forms, "/?x=1&+b=%26", "/?%20b=&&x=1"),
        "different: in the query at offset 9 and 7"
    );
}

#[cfg(feature = "normalization")]
#[test]
fn parameters_are_in_the_order_of_their_composed_names() {
    let people = Normalizer::new(Level::Decoded).nfc().any_order();
    // `e` and an accent is before `f`, and `é` is after it.
    assert_eq!(answer(people, "/?e%CC%81=1&f=2", "/?f=2&%C3%A9=1"), "same by NFC, parameter order");
}

#[test]
fn iris_have_reasons_and_places() {
    let iris = |level| Normalizer::new(level).iris();
    for (level, a, b, said) in [
        (Level::Path, "/é", "/%c3%a9", "same by hex case, IRI encoding"),
        (Level::Path, "HTTP://h/é", "http://h/%C3%A9", "same by scheme case, IRI encoding"),
        (Level::Path, "/a b", "/a%20b", "same by IRI encoding"),
        (Level::Path, "/%61", "/a", "same by unreserved triplet"),
        (Level::Path, "/é/x", "/%C3%A9/y", "different: in the path at offset 4 and 8"),
        (
            Level::Path,
            "/é%2F",
            "/%C3%A9/",
            "different: in the path at offset 3 and 7: a reserved character is not its triplet",
        ),
    ] {
        assert_eq!(answer(iris(level), a, b), said, "{a} and {b}");
    }
    #[cfg(feature = "idna")]
    assert_eq!(answer(iris(Level::Scheme), "http://é/", "http://xn--9ca/"), "same by IRI encoding");
    // There all of that is the same already.
    assert_eq!(
        answer(iris(Level::Decoded), "/é", "/%C3%A9"),
        "same by decoded triplet: `%C3%A9` is `é` in a segment"
    );
}

#[test]
fn options_have_names() {
    let named = |options| {
        let options = CompareOption::listed(options).expect("names");
        options.into_iter().fold(Normalizer::new(Level::Decoded), Normalizer::with)
    };
    let all = named("iri plus,NFC, any-order");
    assert_eq!(all.conflict(), None);
    assert_eq!(
        answer(all, "/?b=+&a", "/?a&b=%20"),
        "same by decoded triplet, plus as space, parameter order"
    );
    assert_eq!(named("").key("/?b&a").key(), "/?b&a");
    assert!(CompareOption::listed("nfc nfkc").expect_err("no such name").contains("`nfkc`"));
    assert_eq!(Normalizer::new(Level::Path).with(CompareOption::Nfc).conflict(), Some("nfc"));
}

/// A reference with its parameters in the order of their names, which shares nothing with the library.
fn in_order(reference: &str, plus: bool) -> String {
    let (rest, fragment) = match reference.split_once('#') {
        Some((rest, fragment)) => (rest, format!("#{fragment}")),
        None => (reference, String::new()),
    };
    let Some((rest, query)) = rest.split_once('?') else { return reference.to_owned() };
    let mut parts: Vec<&str> = query.split('&').filter(|part| !part.is_empty()).collect();
    let options = DecodeOptions { plus, lenient: true, ..DecodeOptions::default() };
    parts.sort_by_key(|part| {
        oracle_decode(part.split('=').next().expect("one").as_bytes(), options).expect("lenient")
    });
    let mark = if parts.is_empty() { "" } else { "?" };
    format!("{rest}{mark}{}{fragment}", parts.join("&"))
}

/// References with parameters whose names are near each other.
fn with_parameters() -> impl Strategy<Value = (String, String)> {
    let parameter = prop::sample::select(vec![
        "a", "a=", "a=1", "%61=2", "b=%2f", "b=%2F", "b=/", "+=1", "%20=1", "é", "%C3%A9",
        "%c3%a9", "%", "%4", "", "c=%FF", "%FF",
    ]);
    let start = prop::sample::select(vec![
        "",
        "/%7e",
        "/~",
        "http://h",
        "HTTP://H/",
        "mailto:x",
        "urn:a:b",
    ]);
    let parameters = prop::collection::vec(parameter, 0..5);
    (start, parameters.clone(), parameters.prop_shuffle(), any::<bool>(), any::<bool>()).prop_map(
        |(start, one, other, is_shuffled, has_fragment)| {
            let mut two = if is_shuffled { one.clone() } else { other };
            two.reverse();
            let end = if has_fragment { "#f" } else { "" };
            [one, two].map(|parts| format!("{start}?{}{end}", parts.join("&"))).into()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// Keys are equal exactly where comparing says so, and that is where references with sorted parameters are the same.
    #[test]
    fn any_order_is_that_of_sorted_references((a, b) in with_parameters(), plus in any::<bool>()) {
        for level in Level::ALL {
            let plus = plus && level == Level::Decoded;
            let as_written = Normalizer::new(level);
            let as_written = if plus { as_written.plus_as_space() } else { as_written };
            let any = as_written.any_order();
            let said = any.equivalent(&a, &b);
            let keys = [any.key(&a), any.key(&b)];
            prop_assert_eq!(keys[0] == keys[1], said.is_equivalent(), "{} and {} at {}: {}", a, b, level, said);
            prop_assert!(said.is_equivalent() || !as_written.equivalent(&a, &b).is_equivalent());
            // A scheme may ignore the case of names, so that their order is another one.
            if !a.starts_with("mailto") && !a.starts_with("urn") {
                let [x, y] = [&a, &b].map(|text| in_order(text, plus));
                let same = as_written.equivalent(&x, &y).is_equivalent();
                prop_assert_eq!(said.is_equivalent(), same, "{} and {} at {}: {}", a, b, level, said);
            }
            // The key of a URN can have components that a URN is compared without.
            for key in keys.iter().filter(|key| !key.key().starts_with("urn")) {
                let again = any.key(key.key());
                prop_assert_eq!(again.key(), key.key());
            }
            match said {
                Equivalence::Identical => prop_assert_eq!(&a, &b),
                Equivalence::Equivalent(steps) => {
                    prop_assert!(!steps.is_empty());
                    let needs_order = !as_written.equivalent(&a, &b).is_equivalent();
                    prop_assert!(steps.contains(Step::ParameterOrder) || !needs_order, "{} and {}: {}", a, b, said);
                }
                Equivalence::Different(difference) => {
                    for (text, at) in [&a, &b].into_iter().zip(difference.offsets()) {
                        prop_assert!(text.is_char_boundary(at), "{} and {}: {}", a, b, said);
                    }
                }
            }
        }
    }

    /// IRIs are the same exactly where their URIs are, and at least where they are the same as URIs.
    #[test]
    fn iris_are_the_same_where_their_uris_are(a in reference(), b in reference()) {
        for level in Level::ALL {
            let iris = Normalizer::new(level).iris();
            let said = iris.equivalent(&a, &b);
            prop_assert_eq!(said.is_equivalent(), iri::equivalent(&a, &b, level));
            prop_assert_eq!(said.is_equivalent(), iris.key(&a) == iris.key(&b));
            prop_assert!(said.is_equivalent() || !equivalent(&a, &b, level).is_equivalent(), "{} and {} at {}", a, b, level);
            let percent = ToUri::new().host(HostEncoding::Percent).encode_disallowed();
            if level < Level::Scheme && let (Ok(x), Ok(y)) = (percent.convert(&a), percent.convert(&b)) {
                prop_assert_eq!(said.is_equivalent(), equivalent(&x, &y, level).is_equivalent(), "{} and {}", a, b);
            }
            if let Equivalence::Different(difference) = said {
                for (text, at) in [&a, &b].into_iter().zip(difference.offsets()) {
                    prop_assert!(text.is_char_boundary(at), "{} and {}: {}", a, b, said);
                }
            }
        }
    }
}
