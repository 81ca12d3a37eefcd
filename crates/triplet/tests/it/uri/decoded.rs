//! References that are the same to a person: the level `decoded`.

use crate::oracle::codec::{DecodeOptions, decode as oracle_decode};
use crate::oracle::uri::{Form, compared, parts};
use proptest::prelude::*;
use std::collections::HashMap;
use triplet::iri;
use triplet::uri::{
    Equivalence, Level, Normalized, Normalizer, Reason, Reference, Step, equivalent,
};

/// The answer as a line, in both directions.
fn answer(a: &str, b: &str) -> String {
    let said = equivalent(a, b, Level::Decoded);
    let other = equivalent(b, a, Level::Decoded);
    assert_eq!(said.is_equivalent(), other.is_equivalent(), "{a} and {b}");
    let keys = [a, b].map(|text| Normalized::new(text, Level::Decoded));
    assert_eq!(keys[0] == keys[1], said.is_equivalent(), "{a} and {b}");
    assert_eq!(keys[0].key() == keys[1].key(), said.is_equivalent(), "{a} and {b}");
    said.to_string()
}

#[test]
fn data_is_the_same_however_it_is_spelled() {
    #[rustfmt::skip]
    let same = [
        ("https://a.example/@me?q=a:b", "https://a.example/%40me?q=a%3Ab", "decoded triplet: `%40` is `@` in a segment"),
        ("/x;v=1", "/x%3bv%3D1", "decoded triplet: `%3B` is `;` in a segment"),
        ("/?a=b=c", "/?a=b%3Dc", "decoded triplet: `%3D` is `=` in a pair"),
        ("/?a=/?", "/?a=%2F%3F", "decoded triplet: `%2F` is `/` in a pair"),
        ("/?a+b", "/?a%2Bb", "decoded triplet: `%2B` is `+` in a pair"),
        ("/a b", "/a%20b", "decoded triplet: `%20` is a space in a segment"),
        ("/\u{202E}", "/%E2%80%AE", "decoded triplet: `%E2%80%AE` is U+202E in a segment"),
        ("/\u{0}", "/%00", "decoded triplet: `%00` is U+0000 in a segment"),
        ("HTTP://h/é#é", "http://h/é#%c3%a9", "hex case, scheme case, decoded triplet: `%C3%A9` is `é` in the fragment"),
        ("/#a#", "/#a%23", "decoded triplet: `%23` is `#` in the fragment"),
        ("/100%", "/100%25", "decoded triplet: `%25` is `%` in a segment"),
        ("/%4%31", "/%2541", "unreserved triplet, decoded triplet: `%25` is `%` in a segment"),
        ("/é%ff", "/%C3%A9%FF", "hex case, decoded triplet: `%C3%A9` is `é` in a segment"),
        ("//a@b@h", "//a%40b@h", "decoded triplet: `%40` is `@` in the userinfo"),
        ("//u:p:q@h", "//u:p%3aq@h", "decoded triplet: `%3A` is `:` in the userinfo"),
        ("x://a!", "x://A%21", "host case, decoded triplet: `%21` is `!` in the host"),
        ("x-db://é/", "x-db://%C3%A9/", "decoded triplet: `%C3%A9` is `é` in the host"),
        ("/%40/./a", "/@/a", "dot segments, decoded triplet: `%40` is `@` in a segment"),
        ("mailto:me@EXAMPLE.org", "mailto:me%40example.org", "scheme's own rule, decoded triplet: `%40` is `@` in the path"),
        ("data:text/plain,a,b", "data:text/plain,a%2Cb", "decoded triplet: `%2C` is `,` in the path"),
        ("urn:a:é", "urn:a:%C3%A9", "decoded triplet: `%C3%A9` is `é` in the path"),
        // A difference that a lower level removes is named as that level names it.
        ("/%7e", "/~", "unreserved triplet"),
        ("/%2f", "/%2F", "hex case"),
    ];
    for (a, b, reasons) in same {
        assert_eq!(answer(a, b), format!("same by {reasons}"), "{a} and {b}");
        assert_eq!(answer(b, a), format!("same by {reasons}"), "{b} and {a}");
        assert!(iri::equivalent(a, b, Level::Decoded), "{a} and {b}");
    }
    assert_eq!(answer("/@", "/@"), "identical");
}

#[test]
fn what_divides_data_is_not_data() {
    #[rustfmt::skip]
    let different = [
        ("/a/b", "/a%2Fb", [2, 2], Some(Reason::Delimiter)),
        ("/?a&b", "/?a%26b", [3, 3], Some(Reason::Delimiter)),
        ("/?a=b", "/?a%3Db", [3, 3], Some(Reason::Delimiter)),
        ("/?%40=b=%26", "/?@=b%3D&", [8, 8], Some(Reason::Delimiter)),
        ("//u:p@h", "//u%3Ap@h", [3, 3], Some(Reason::Delimiter)),
        ("//h:80", "//h%3A80", [3, 3], None),
        ("http://a/%23", "http://a/#", [9, 9], None),
        ("a:/b", "a:%2Fb", [2, 2], Some(Reason::Delimiter)),
        // The scheme divides such a path.
        ("x:a,b", "x:a%2Cb", [3, 3], Some(Reason::Delimiter)),
        ("data:a,,b", "data:a%2C,b", [6, 6], Some(Reason::Delimiter)),
        ("mailto:a,b", "mailto:a%2Cb", [8, 8], Some(Reason::Delimiter)),
        ("urn:a:b@c", "urn:a:b%40c", [7, 7], Some(Reason::Delimiter)),
        ("a%3Ab", "./a:b", [0, 0], None),
        ("//[::1]", "//%5B::1%5D", [2, 2], Some(Reason::Delimiter)),
        // No pair, an empty value, and an empty part are three things; the order of pairs counts.
        ("/x", "/x?", [2, 3], None),
        ("/?a", "/?a=", [3, 3], None),
        ("/?a&&b", "/?a&b", [4, 4], None),
        ("/?a&b", "/?b&a", [2, 2], None),
        ("/?q=a+b", "/?q=a%20b", [5, 5], Some(Reason::Plus)),
        ("/%C3", "/\u{C3}", [4, 1], None),
        ("/a%2F%CC%87", "/a%2F", [5, 5], None),
    ];
    for (a, b, offsets, reason) in different {
        let said = answer(a, b);
        let Equivalence::Different(found) = equivalent(a, b, Level::Decoded) else {
            panic!("{a} and {b}: {said}");
        };
        if found.component() != triplet::uri::Component::Port {
            assert_eq!((found.offsets(), found.reason()), (offsets, reason), "{a} and {b}: {said}");
        }
    }
}

/// A path whose first letters are triplets has no scheme, however its key is written: `./` stands before it.
#[test]
fn a_triplet_is_not_a_letter_of_a_scheme() {
    for (path, uri) in [
        ("%6Aavascript:alert(1)", "javascript:alert(1)"),
        ("%61:b", "a:b"),
        ("a%2D:/b", "a-:/b"),
        ("%68ttp://h", "http://h"),
    ] {
        for plus in
            [Normalizer::new(Level::Decoded), Normalizer::new(Level::Decoded).plus_as_space()]
        {
            let said = plus.equivalent(path, uri).to_string();
            assert!(said.contains("in the scheme"), "{path} and {uri}: {said}");
            let key = String::from(plus.key(path).key());
            assert_eq!(key, format!("./{uri}"));
            assert_eq!(plus.key(&key).key(), key, "a key is its own key");
            assert!(plus.equivalent(path, &key).is_equivalent(), "{path} and {key}");
        }
        assert!(
            answer(path, uri).starts_with("different")
                && answer(uri, path).starts_with("different")
        );
        assert!(!iri::equivalent(path, uri, Level::Decoded));
    }
    // What is before these colons is not a scheme.
    assert_eq!(Normalized::new("%31:b", Level::Decoded).key(), "1:b");
    assert_eq!(Normalized::new("/%61:b", Level::Decoded).key(), "/a:b");
}

/// The names of header fields have no case, but their triplets have (RFC 6068 section 2).
#[test]
fn names_of_header_fields_outside_ascii() {
    for (a, b) in [("mailto:a?%C3%A9=1", "mailto:a?é=1"), ("mailto:a?X%7C=1", "mailto:a?x|=1")] {
        assert!(answer(a, b).starts_with("same by "), "{a} and {b}");
    }
    for level in [Level::Scheme, Level::Decoded] {
        let key = |text| String::from(Normalized::new(text, level).key());
        assert_eq!(key("mailto:a?X%7c=1"), "mailto:a?x%7C=1");
        assert_eq!(key("mailto:a?x%7C=1"), "mailto:a?x%7C=1");
    }
}

#[test]
fn plus_is_a_space_when_asked() {
    let forms = Normalizer::new(Level::Decoded).plus_as_space();
    let same = |a, b| forms.equivalent(a, b).to_string();
    assert_eq!(same("/?q=a+b", "/?q=a b"), "same by plus as space");
    assert_eq!(same("/?q=a+b", "/?q=a%20b"), "same by decoded triplet, plus as space");
    assert_eq!(
        same("/?q=a+@", "/?q=a%20%40"),
        "same by decoded triplet, plus as space: `%40` is `@` in a pair"
    );
    assert_eq!(forms.key("/?a+b=%2B").key(), "/?a%20b=%2B");
    for (a, b) in [
        ("/?q=a+b", "/?q=a%2Bb"),
        ("/a+b", "/a%20b"),
        ("/#a+b", "/#a%20b"),
        ("mailto:?to=a+b@c", "mailto:?to=a%20b@c"),
        ("mailto:a@b?x=a+b", "mailto:a@b?x=a%20b"),
    ] {
        assert!(!forms.equivalent(a, b).is_equivalent(), "{a} and {b}");
    }
    // At the other levels it says nothing.
    let scheme = Normalizer::new(Level::Scheme).plus_as_space();
    assert!(!scheme.equivalent("/?q=+", "/?q=%20").is_equivalent());
}

#[cfg(feature = "idna")]
#[test]
fn hosts_are_domain_names() {
    assert_eq!(
        answer("http://é.a/é", "HTTP://xn--9ca.a:80/é"),
        "same by scheme case, default port, domain name"
    );
    assert_eq!(answer("http://%C3%A9/", "http://xn--9ca/"), "same by domain name");
    assert_eq!(answer("file://ｌocalhost/a", "file:/a"), "same by scheme's own rule, domain name");
    assert!(
        answer("x://é/", "x://xn--9ca/").starts_with("different: in the host at offset 4 and 4")
    );
    // What cannot be a name is compared by its octets.
    assert!(equivalent("http://é_%2F/", "http://%C3%A9_%2f/", Level::Decoded).is_equivalent());
}

/// The pieces of data of a reference with their octets; the delimiters are in the structure.
type Pieces = (Vec<Option<String>>, Vec<Vec<Vec<Vec<u8>>>>);

/// Written out of RFC 3986 only: the parts of the oracle's normal form, split further, and each decoded.
fn pieces(text: &str) -> Pieces {
    let [scheme, userinfo, host, port, path, query, fragment] =
        parts(&compared(text, Form::Scheme));
    let octets = |text: &str| {
        oracle_decode(text.as_bytes(), DecodeOptions { lenient: true, ..DecodeOptions::default() })
            .expect("nothing is malformed to a lenient decoder")
    };
    let split = |text: &str, at: char| text.split(at).map(&octets).collect::<Vec<_>>();
    let once = |text: &str, at: char| text.splitn(2, at).map(&octets).collect::<Vec<_>>();
    let host = host.map(|host| {
        if cfg!(feature = "idna") && matches!(octets(&host).as_slice(), b"\xC3\xA9" | b"\xC3\x89") {
            b"xn--9ca".to_vec()
        } else {
            octets(&host)
        }
    });
    let list = vec![
        userinfo.iter().map(|userinfo| once(userinfo, ':')).collect(),
        host.into_iter().map(|host| vec![host]).collect(),
        path.iter().map(|path| split(path, '/')).collect(),
        query.iter().flat_map(|query| query.split('&')).map(|pair| once(pair, '=')).collect(),
        fragment.iter().map(|fragment| vec![octets(fragment)]).collect(),
    ];
    (vec![scheme, port, query.map(|_| String::new())], list)
}

/// One of many spellings that are close to each other.
fn spelling() -> impl Strategy<Value = String> {
    let atom = || {
        prop::sample::select(vec![
            "a", "%61", "A", "@", "%40", "%2f", "%2F", "/", "%", "%25", "%4", "1", "%3a", ":", "é",
            "%C3%A9", "%c3", "%A9", "%3D", "=", "&", "%26", "+", "%2B", "%20", " ", "%3F", "%23",
            ".", "%2E", "..", ";", "%3B", "%5B", "[",
        ])
    };
    let some = |most: usize, without: &'static str| {
        prop::collection::vec(atom(), 0..most).prop_map(move |atoms| {
            atoms
                .into_iter()
                .filter(|atom| !atom.contains(|c| without.contains(c)))
                .collect::<String>()
        })
    };
    let start = prop::sample::select(vec![
        "http://",
        "HTTP://",
        "http://h",
        "http://é",
        "http://É",
        "http://xn--9ca",
        "http://%C3%A9",
        "http://u:p@h:80",
        "http://u%3Ap@H:",
        "//h",
        "",
        "/",
    ]);
    (
        start,
        prop::bool::ANY,
        some(3, "/[:é%"),
        some(4, "["),
        prop::option::of(some(5, "#")),
        prop::option::of(some(3, "")),
    )
        .prop_map(|(start, has_user, user, path, query, fragment)| {
            let mut text = String::from(start);
            if has_user && start.ends_with("//") {
                text += &format!("{user}@h");
            }
            if !path.is_empty() {
                if !text.is_empty() && !text.ends_with('/') {
                    text.push('/');
                }
                text += &path.replace(['?', '#'], "");
            }
            for (delimiter, part) in [('?', query), ('#', fragment)] {
                if let Some(part) = part {
                    text.push(delimiter);
                    text += &part;
                }
            }
            text
        })
}

/// Whether the first segment of a relative path has a `:`: its normal form begins with `./`, which the pieces would have as a segment.
fn has_colon_first(text: &str) -> bool {
    let first = text.split(['/', '?', '#']).next().unwrap_or_default().to_lowercase();
    !first.starts_with("http:") && (first.contains(':') || first.contains("%3a"))
}

/// Whether the authority is not one: no specification says what its pieces are.
fn has_no_authority_of_uris(text: &str) -> bool {
    Reference::split(text).authority().is_some_and(|authority| {
        let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
        let is_whole = triplet::decode(authority.as_str()).to_bytes().is_ok();
        !is_whole || !authority.port().is_none_or(is_port)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// Two references are the same exactly where the oracle's pieces are, and exactly where their keys are.
    #[test]
    fn equal_where_the_pieces_are(a in spelling(), b in spelling(), respelled in prop::collection::vec(any::<bool>(), 0..12)) {
        // A second spelling of the first one, which is the same, or nearly.
        let mut flips = respelled.into_iter();
        let near: String = a.chars().map(|c| match c {
            '@' | '+' | 'é' | ';' | '=' | 'a' if flips.next() == Some(true) => {
                c.to_string().bytes().map(|octet| format!("%{octet:02X}")).collect()
            }
            c => c.to_string(),
        }).collect();
        for (a, b) in [(&a, &b), (&a, &near)] {
            if [a, b].into_iter().any(|text| has_colon_first(text) || has_no_authority_of_uris(text)) {
                continue;
            }
            let said = equivalent(a, b, Level::Decoded);
            prop_assert_eq!(said.is_equivalent(), pieces(a) == pieces(b), "{} and {}: {}", a, b, said);
            prop_assert_eq!(equivalent(b, a, Level::Decoded).is_equivalent(), said.is_equivalent());
            let keys = [a, b].map(|text| Normalized::new(text, Level::Decoded));
            prop_assert_eq!(keys[0] == keys[1], said.is_equivalent());
            // A key is its own key, and in ASCII.
            for key in keys.each_ref().map(Normalized::key) {
                prop_assert!(key.is_ascii());
                let again = Normalized::new(key, Level::Decoded);
                prop_assert_eq!(again.key(), key, "{} and {}", a, b);
            }
            for level in Level::ALL {
                let said = equivalent(a, b, level).is_equivalent();
                prop_assert_eq!(said, Normalized::new(a, level) == Normalized::new(b, level));
            }
            // The scheme's level says yes less often, and for IRIs too.
            if equivalent(a, b, Level::Scheme).is_equivalent() || iri::equivalent(a, b, Level::Scheme) {
                prop_assert!(said.is_equivalent(), "{} and {}: {}", a, b, said);
            }
            match said {
                Equivalence::Identical => prop_assert_eq!(a, b),
                Equivalence::Equivalent(steps) => {
                    prop_assert!(!steps.is_empty(), "{} and {}", a, b);
                    prop_assert_eq!(steps.decoded().is_some(), steps.contains(Step::DecodedTriplet), "{} and {}", a, b);
                }
                Equivalence::Different(difference) => {
                    let [x, y] = difference.offsets();
                    prop_assert!(a.is_char_boundary(x) && b.is_char_boundary(y), "{} and {}", a, b);
                }
            }
        }
    }

    /// In a map, each key stands for the references whose pieces are the same.
    #[test]
    fn keys_are_in_classes(texts in prop::collection::vec(spelling(), 2..40)) {
        let mut classes: HashMap<Normalized<'_>, Pieces> = HashMap::new();
        for text in texts.iter().filter(|text| !has_colon_first(text) && !has_no_authority_of_uris(text)) {
            let class = classes.entry(Normalized::new(text, Level::Decoded)).or_insert_with(|| pieces(text));
            prop_assert_eq!(&*class, &pieces(text), "{}", text);
        }
    }
}
