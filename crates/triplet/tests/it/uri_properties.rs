//! References of many shapes: what must hold for each, and an oracle of their normal forms that shares nothing with the library.

use crate::oracle;
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use crate::oracle::uri::Form;
use proptest::prelude::*;
use triplet::decode;
use triplet::iri::{self, HostDisplay, HostEncoding, ToUri};
use triplet::uri::{
    BuildError, Builder, Equivalence, Grammar, Level, Normalized, Reference, Strictness,
    equivalent, normalize, relativize, requote_reference, resolve, unrepaired, validate,
};

const LEVELS: [Level; 3] = [Level::Percent, Level::Path, Level::Scheme];

/// The percent level by RFC 3986 section 6.2.2, written down plainly: it shares nothing with the library. For components
/// without malformed triplets.
fn plain_percent(component: &str) -> String {
    let mut out = String::new();
    let mut rest = component;
    while let Some(first) = rest.chars().next() {
        if first != '%' {
            out.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let value = u8::from_str_radix(&rest[1..3], 16).expect("hexadecimal digits");
        let letter = char::from(value);
        if value < 128 && (letter.is_ascii_alphanumeric() || "-._~".contains(letter)) {
            out.push(letter);
        } else {
            out.push_str(&rest[..3].to_uppercase());
        }
        rest = &rest[3..];
    }
    out
}

/// Components with triplets of every kind and case.
fn component() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "[a-zA-Z0-9._~!$&'()*+,;=@-]",
        3 => any::<u8>().prop_map(|octet| format!("%{octet:02x}")),
        3 => any::<u8>().prop_map(|octet| format!("%{octet:02X}")),
        1 => "é|你",
        1 => Just("%41".to_owned()),
        1 => Just("%2f".to_owned()),
        1 => Just("%2E".to_owned()),
    ];
    proptest::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

/// References of many shapes, some of them broken.
pub(crate) fn reference() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("http:".to_owned()),
        Just("//".to_owned()),
        Just("/".to_owned()),
        Just("?".to_owned()),
        Just("#".to_owned()),
        Just("..".to_owned()),
        Just(".".to_owned()),
        Just("%2e".to_owned()),
        Just("%".to_owned()),
        Just("%4".to_owned()),
        Just("%31".to_owned()),
        Just(":".to_owned()),
        Just("@".to_owned()),
        Just(":80".to_owned()),
        Just("A".to_owned()),
        Just("%2F".to_owned()),
        Just("&".to_owned()),
        Just("URN:x:".to_owned()),
        Just("mailto:".to_owned()),
        Just("[::A]".to_owned()),
        component(),
    ];
    proptest::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

/// Hosts with triplets, names in punycode, and what no name has.
fn hosts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("a"),
        Just("B"),
        Just("."),
        Just("é"),
        Just("%C3%A9"),
        Just("%c3%89"),
        Just("%2F"),
        Just("%2c"),
        Just("%"),
        Just("xn--9ca"),
        Just("XN--BCHER-KVA"),
        Just("xn--a"),
        Just("%E2%80%AE"),
        Just("%ff"),
        Just("%EF%BC%8F"),
        Just("%E3%80%82"),
        Just("-"),
        Just("%41"),
        Just("[::1]"),
        Just("%20"),
        Just("例え"),
        Just("!"),
        Just("%00"),
    ];
    proptest::collection::vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

/// The number of [`neighbour`]s of a reference.
const NEIGHBOURS: usize = 9;

/// A reference that may mean the same, or almost.
fn neighbour(text: &str, which: usize) -> String {
    match which {
        0 => text.to_ascii_uppercase(),
        1 => text.replace('a', "%61"),
        2 => text.to_owned() + "#f",
        3 => text.to_owned() + "?=x",
        4 => text.replacen("mailto:", "mailto:?to=", 1),
        5 => text.replacen("?to=", ",", 1),
        6 => text.replacen(':', ":/.", 1),
        7 => text.replacen("//h", "//h:", 1),
        _ => text.replacen("?+", "?=", 1),
    }
}

/// References of the schemes that have rules, and of others.
pub(crate) fn any_shape() -> impl Strategy<Value = String> {
    let start = prop_oneof![
        Just("urn:a:b"),
        Just("URN:A:b"),
        Just("urn:a"),
        Just("urn:uuid:00000000-0000-0000-0000-00000000ABCd"),
        Just("mailto:"),
        Just("mailto:a@B"),
        Just("MAILTO:a@b,c@D"),
        Just("http://h"),
        Just("http://h:80/"),
        Just("tel:1-2"),
        Just("file://localhost"),
        Just("x:"),
        Just(""),
        Just("//h:/"),
        Just("//[::0]/a"),
    ];
    let piece = prop_oneof![
        Just("?+r"),
        Just("?=q"),
        Just("?x"),
        Just("#f"),
        Just("?to=a@B"),
        Just("?To=c@d"),
        Just("&to=e"),
        Just("&to="),
        Just("&Cc=x"),
        Just("&cc=x"),
        Just("?subject=A"),
        Just("?"),
        Just("&"),
        Just("/a"),
        Just("/.."),
        Just("%41"),
        Just("%2f"),
        Just("%"),
        Just("é"),
        Just("?to=/x"),
        Just("?to"),
    ];
    (start, proptest::collection::vec(piece, 0..4))
        .prop_map(|(start, pieces)| format!("{start}{}", pieces.concat()))
}

/// References whose paths have dot segments, with a slash at the start or without, and with a scheme or without.
pub(crate) fn rooted_or_not() -> impl Strategy<Value = String> {
    let start = prop_oneof![
        Just(""),
        Just("/"),
        Just("foo:"),
        Just("foo:/"),
        Just("http:"),
        Just("http://h"),
        Just("http://H/"),
        Just("//h:/"),
        Just("mailto:"),
        Just("urn:a:"),
        Just("urn:/"),
        Just("tel:"),
        Just("data:,"),
        Just("http://[::0]/"),
    ];
    let segment = prop_oneof![
        Just(""),
        Just("a"),
        Just("a"),
        Just("."),
        Just(".."),
        Just(".."),
        Just("%2e"),
        Just("%2E."),
        Just("b:c"),
        Just("%41"),
        Just("%"),
        Just("-"),
        Just(";"),
    ];
    let end = prop_oneof![4 => Just(""), 1 => Just("?/../x"), 1 => Just("#/./x")];
    let segments = proptest::collection::vec(segment, 0..7);
    (start, segments, end)
        .prop_map(|(start, segments, end)| format!("{start}{}{end}", segments.join("/")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_percent_level_is_the_plain_one(path in component(), query in component()) {
        let text = format!("http://h/{path}?{query}");
        let expected = format!("http://h/{}?{}", plain_percent(&path), plain_percent(&query));
        prop_assert_eq!(normalize(&text, Level::Percent), expected);
    }

    /// Any text after an authority, at all levels.
    #[test]
    fn normal_forms_are_those_of_the_oracle(scheme in "http|https|HTTP|x", port in "(:(80|443|8443|0080)?)?", text in reference()) {
        let text = format!("{scheme}://Host.example{port}/{text}");
        for (level, form) in LEVELS.into_iter().zip([Form::Percent, Form::Path, Form::Scheme]) {
            prop_assert_eq!(normalize(&text, level), oracle::uri::normal(&text, form), "{} at {:?}", text, level);
        }
    }

    #[test]
    fn normalising_again_changes_nothing(text in reference()) {
        for level in LEVELS {
            let once = normalize(&text, level).into_owned();
            prop_assert_eq!(normalize(&once, level), once.as_str(), "{} at {:?}", text, level);
        }
    }

    #[test]
    fn normalising_keeps_the_structure(text in reference()) {
        let before = Reference::split(&text);
        for level in LEVELS {
            let normal = normalize(&text, level);
            let after = Reference::split(&normal);
            let scheme = |r: &Reference<'_>| r.scheme().map(str::to_ascii_lowercase);
            prop_assert_eq!(scheme(&before), scheme(&after), "{} → {}", text, normal);
            prop_assert_eq!(before.authority().is_some(), after.authority().is_some());
            prop_assert_eq!(before.query().is_some(), after.query().is_some());
            prop_assert_eq!(before.pairs().count(), after.pairs().count());
            prop_assert_eq!(before.fragment().is_some(), after.fragment().is_some());
            if level == Level::Percent {
                prop_assert_eq!(before.segments().count(), after.segments().count());
                // Each component decodes to the same octets as before.
                let decoded = |r: &Reference<'_>| -> Vec<Vec<u8>> {
                    r.segments().map(|segment| decode(segment).lenient().to_bytes().into_owned()).collect()
                };
                prop_assert_eq!(decoded(&before), decoded(&after), "{} → {}", text, normal);
            }
        }
    }

    /// No encoded delimiter becomes one by normalising, and no triplet is forged. (An encoded dot becomes a dot, also that of
    /// a dot segment: section 6.2.2.2 and 6.2.2.3.)
    #[test]
    fn encoded_delimiters_stay_encoded(text in prop_oneof![reference(), rooted_or_not(), any_shape()]) {
        // What is written as it is and is not unreserved, in order: delimiters, each malformed `%`, and what no URI has.
        let others = |text: &str| {
            let mut found = String::new();
            let mut rest = text;
            while let Some(first) = rest.chars().next() {
                let is_hex = |at: usize| rest.as_bytes().get(at).is_some_and(u8::is_ascii_hexdigit);
                let width = if first == '%' && is_hex(1) && is_hex(2) { 3 } else { first.len_utf8() };
                if width != 3 || first != '%' {
                    found.extend((!first.is_ascii_alphanumeric() && !"-._~".contains(first)).then_some(first));
                }
                rest = &rest[width..];
            }
            found
        };
        let percent = normalize(&text, Level::Percent);
        prop_assert_eq!(others(&percent), others(&text), "{} → {}", text, percent);
        let path = normalize(&text, Level::Path);
        let octets = |segment: &str| decode(segment).lenient().to_bytes().into_owned();
        let before: HashSet<Vec<u8>> = Reference::split(&text).segments().map(octets).collect();
        for segment in Reference::split(&path).segments() {
            let is_old = before.contains(&octets(segment)) || ["", ".", ".."].contains(&segment);
            prop_assert!(is_old, "{} → {}: {}", text, path, segment);
        }
        let after = |text: &str| text.find(['?', '#']).map(|at| others(&text[at..]));
        for level in LEVELS {
            prop_assert_eq!(after(&normalize(&text, level)), after(&text), "{} at {:?}", text, level);
        }
    }

    /// `equivalent`, `Normalized` and the oracle have one relation, and the normal form of a key is what `normalize`
    /// gives: for references of every shape, and for pairs that are near each other.
    #[test]
    fn equivalence_is_that_of_the_oracle(a in any_shape(), b in any_shape(), near in any::<prop::sample::Index>()) {
        let pairs = [(a.clone(), b.clone()), (a.clone(), neighbour(&a, near.index(NEIGHBOURS))), (b.clone(), neighbour(&b, near.index(NEIGHBOURS)))];
        for (a, b) in pairs {
            for (level, form) in LEVELS.into_iter().zip([Form::Percent, Form::Path, Form::Scheme]) {
                let same = oracle::uri::compared(&a, form) == oracle::uri::compared(&b, form);
                let (x, y) = (Normalized::new(&a, level), Normalized::new(&b, level));
                prop_assert_eq!(equivalent(&a, &b, level).is_equivalent(), same, "{} and {} at {:?}", a, b, level);
                prop_assert_eq!(x == y, same, "{} and {} at {:?}", a, b, level);
                prop_assert_eq!(x.cmp(&y).is_eq(), same);
                prop_assert_eq!(x.as_str(), &*normalize(&a, level));
                prop_assert_eq!(x.original(), &a);
                if same {
                    let hasher = RandomState::new();
                    prop_assert_eq!(hasher.hash_one(&x), hasher.hash_one(&y));
                } else if let Equivalence::Different(difference) = equivalent(&a, &b, level) {
                    let [in_a, in_b] = difference.offsets();
                    prop_assert!(in_a <= a.len() && in_b <= b.len());
                }
            }
        }
    }

    #[test]
    fn equivalence_is_that_of_normal_forms(a in reference(), b in reference()) {
        for level in LEVELS {
            prop_assert!(equivalent(&a, &a, level).is_equivalent());
            let same = equivalent(&a, &b, level).is_equivalent();
            prop_assert_eq!(same, equivalent(&b, &a, level).is_equivalent());
            let (x, y) = (Normalized::new(&a, level), Normalized::new(&b, level));
            prop_assert_eq!(same, x == y);
            prop_assert_eq!(same, x.cmp(&y).is_eq());
            let hasher = RandomState::new();
            if same {
                prop_assert_eq!(hasher.hash_one(&x), hasher.hash_one(&y));
            }
            let normal = normalize(&a, level).into_owned();
            prop_assert!(equivalent(&a, &normal, level).is_equivalent(), "{} and {} at {:?}", a, normal, level);
        }
    }

    /// A reference with a scheme means the same resolved or not, at any base: `resolve` and `normalize` remove the same
    /// dot segments. (A dot that is encoded is decoded by `normalize` alone, so it is decoded first.)
    #[test]
    fn resolving_agrees_with_normalising(base in rooted_or_not(), text in rooted_or_not()) {
        let plain = normalize(&text, Level::Percent);
        if Reference::split(&plain).scheme().is_none() { return Ok(()); }
        let target = resolve(&format!("s:{base}"), &plain, Strictness::Strict).expect("a base with a scheme");
        for level in [Level::Path, Level::Scheme] {
            prop_assert_eq!(normalize(&target, level), normalize(&text, level), "{} → {} at {:?}", text, target, level);
        }
    }

    /// Where `resolve` has removed dot segments, `normalize` finds none: what has a path and no encoded dots.
    #[test]
    fn normalising_finds_no_dot_segments_in_targets(base in rooted_or_not(), text in rooted_or_not()) {
        let base = format!("s:{base}");
        let [base, text] = [&base, &text].map(|text| normalize(text, Level::Percent));
        let reference = Reference::split(&text);
        let target = resolve(&base, &text, Strictness::Strict).expect("a base with a scheme");
        if reference.path().is_empty() { return Ok(()); }
        let path = |text: &str| Reference::split(text).path().to_owned();
        prop_assert_eq!(path(&normalize(&target, Level::Path)), path(&normalize(&target, Level::Percent)), "{} at {} → {}", text, base, target);
        // And what it does not remove is what the reference says itself.
        if reference.scheme().is_some() && !reference.path().starts_with('/') {
            prop_assert_eq!(&target, &*text);
        }
    }

    #[test]
    fn a_relative_reference_leads_back(base in reference(), target in reference()) {
        let base = format!("s://{base}");
        if let Ok(reference) = relativize(&base, &target) {
            let wanted = resolve(&base, &target, Strictness::Strict);
            prop_assert_eq!(resolve(&base, &reference, Strictness::Strict), wanted, "{}", reference);
        }
    }

    #[test]
    fn splitting_loses_nothing(text in reference()) {
        let split = Reference::split(&text);
        let mut joined = String::new();
        if let Some(scheme) = split.scheme() { joined += scheme; joined += ":"; }
        if let Some(authority) = split.authority() {
            joined += "//";
            let mut whole = String::new();
            if let Some(userinfo) = authority.userinfo() { whole += userinfo; whole += "@"; }
            whole += authority.host();
            if let Some(port) = authority.port() { whole += ":"; whole += port; }
            prop_assert_eq!(&whole, authority.as_str());
            joined += &whole;
        }
        joined += split.path();
        if let Some(query) = split.query() { joined += "?"; joined += query; }
        if let Some(fragment) = split.fragment() { joined += "#"; joined += fragment; }
        prop_assert_eq!(joined, text);
    }

    /// Validity is that of the other crates that check it.
    #[test]
    fn validity_is_that_of_other_crates(text in reference()) {
        prop_assert_eq!(validate(&text, Grammar::UriReference).is_ok(), fluent_uri::UriRef::parse(text.as_str()).is_ok(), "URI reference {}", text);
        prop_assert_eq!(validate(&text, Grammar::Uri).is_ok(), fluent_uri::Uri::parse(text.as_str()).is_ok(), "URI {}", text);
        prop_assert_eq!(validate(&text, Grammar::UriReference).is_ok(), iri_string::types::UriReferenceStr::new(&text).is_ok(), "iri-string, URI reference {}", text);
        prop_assert_eq!(validate(&text, Grammar::IriReference).is_ok(), fluent_uri::IriRef::parse(text.as_str()).is_ok(), "IRI reference {}", text);
        if let Err(error) = validate(&text, Grammar::IriReference) {
            prop_assert!(error.offset() <= text.len());
        }
    }

    /// Targets too, where the path does not look like an authority.
    #[test]
    fn targets_are_those_of_other_crates(base in reference(), reference in reference()) {
        let base = format!("http://h/{base}");
        let (Ok(theirs), Ok(relative)) = (fluent_uri::Uri::parse(base.as_str()), fluent_uri::UriRef::parse(reference.as_str())) else { return Ok(()) };
        // An empty reference is the base as it is (section 5.2.2); the crate removes its dot segments too, and takes
        // an encoded dot for one everywhere.
        let encoded_dot = [&base, &reference].iter().any(|text| text.to_ascii_lowercase().contains("%2e"));
        if encoded_dot || base.contains("..") || theirs.has_fragment() || Reference::split(&reference).path().is_empty() { return Ok(()); }
        let Ok(expected) = relative.resolve_against(&theirs) else { return Ok(()) };
        let got = resolve(&base, &reference, Strictness::Strict).expect("the base has a scheme");
        if Reference::split(&got).authority().is_some() {
            prop_assert_eq!(got, expected.as_str());
        }
    }

    #[test]
    fn to_uri_and_back(text in reference()) {
        for host in [HostEncoding::Percent, HostEncoding::Punycode, HostEncoding::ByScheme] {
            let Ok(uri) = ToUri::new().host(host).encode_disallowed().convert(&text) else { continue };
            prop_assert!(uri.is_ascii());
            let again = ToUri::new().host(host).encode_disallowed().convert(&uri);
            prop_assert_eq!(again.as_deref(), Ok(&*uri), "again");
            // RFC 3987 section 3.1 leaves brackets where no URI has them.
            if validate(&uri, Grammar::UriReference).is_ok() {
                let again = ToUri::new().host(host).convert(&uri);
                prop_assert_eq!(again.as_deref(), Ok(&*uri), "a URI is its own");
            } else {
                prop_assert!(uri.contains(['[', ']']), "{} → {}", text, uri);
            }
            let readable = iri::from_uri(&uri, HostDisplay::Keep);
            prop_assert_eq!(&iri::from_uri(&readable, HostDisplay::Keep), &readable, "an IRI is its own");
            let back = ToUri::new().host(HostEncoding::Percent).encode_disallowed().convert(&readable);
            let back = back.expect("percent takes every host").into_owned();
            prop_assert!(equivalent(&back, &uri, Level::Percent).is_equivalent(), "{} → {} → {} → {}", text, uri, readable, back);
        }
    }

    /// `to_uri` takes what `from_uri` gives, and gives the URI back: for every host, and for both readings of names.
    #[test]
    fn from_uri_and_back(scheme in "http|HTTPS|foo|ftp|", host in hosts(), rest in reference()) {
        let colon = if scheme.is_empty() { "" } else { ":" };
        let text = format!("{scheme}{colon}//{host}/{rest}");
        let Ok(uri) = ToUri::new().host(HostEncoding::Percent).encode_disallowed().convert(&text) else { return Ok(()) };
        // RFC 3987 section 3.1 leaves brackets where no URI has them, and only of a URI there is a way back.
        if validate(&uri, Grammar::UriReference).is_err() {
            prop_assert!(uri.contains(['[', ']']), "{} → {}", text, uri);
            return Ok(());
        }
        for (names, host) in [(HostDisplay::ByScheme, HostEncoding::ByScheme), (HostDisplay::Keep, HostEncoding::Percent)] {
            let readable = iri::from_uri(&uri, names);
            let back = ToUri::new().host(host).convert(&readable);
            prop_assert!(back.is_ok(), "{} → {} → {:?}", uri, readable, back);
            let back = back.expect("it is one").into_owned();
            prop_assert!(iri::equivalent(&back, &uri, Level::Scheme), "{} → {} → {}", uri, readable, back);
            // The result has the same delimiters.
            let parts = |text: &str| {
                let split = Reference::split(text);
                (split.segments().count(), split.pairs().count(), split.authority().map(|a| a.port().map(str::to_owned)))
            };
            prop_assert_eq!(parts(&back), parts(&uri));
            let octets = |text: &str| decode(Reference::split(text).authority().expect("one").host()).lenient().to_bytes().into_owned();
            if !["http", "https", "ftp"].contains(&scheme.to_ascii_lowercase().as_str()) {
                prop_assert_eq!(octets(&back), octets(&uri));
            }
        }
    }

    #[test]
    fn requoting_gives_a_reference_and_changes_no_right_one(text in reference()) {
        let quoted = requote_reference(&text);
        let again = requote_reference(&quoted).into_owned();
        prop_assert_eq!(&again, &*quoted, "again");
        if validate(text.trim(), Grammar::UriReference).is_ok() {
            prop_assert_eq!(&*quoted, text.trim());
        }
        // What is left cannot be repaired by encoding, and is named.
        let left = unrepaired(&text);
        prop_assert_eq!(left.is_none(), oracle::uri::is_reference(&quoted, false), "{} → {}: {:?}", text, quoted, left);
        if let Some(error) = left {
            prop_assert!(text.is_char_boundary(error.offset()));
            let authority = |text: &str| Reference::split(text).authority().map(|authority| authority.as_str().to_owned());
            prop_assert_eq!(authority(&quoted), authority(text.trim()), "an authority that stays");
        }
    }

    #[test]
    fn what_is_built_is_read_back(segments in proptest::collection::vec(".{0,8}", 0..4), pairs in proptest::collection::vec((".{0,6}", ".{0,6}"), 0..4), fragment in ".{0,8}") {
        let mut builder = Builder::new().scheme("https").host("h").fragment(&fragment);
        for segment in &segments { builder = builder.segment(segment); }
        for (name, value) in &pairs { builder = builder.pair(name, value); }
        let dots = segments.iter().any(|segment| segment == "." || segment == "..");
        let uri = match builder.build() {
            Err(error) => { prop_assert!(dots); prop_assert_eq!(error, BuildError::DotSegment); return Ok(()); }
            Ok(uri) => uri,
        };
        prop_assert!(!dots);
        prop_assert!(validate(&uri, Grammar::Uri).is_ok(), "{}", uri);
        let split = Reference::split(&uri);
        let text = |raw: &str| decode(raw).to_str().expect("text").into_owned();
        prop_assert_eq!(split.segments().map(text).collect::<Vec<_>>(), segments);
        prop_assert_eq!(split.pairs().map(|(name, value)| (text(name), text(value.expect("a value")))).collect::<Vec<_>>(), pairs);
        prop_assert_eq!(text(split.fragment().expect("a fragment")), fragment);
    }
}
