//! What gives a URI gives a valid one, or an error with its offset: each function that writes a reference, judged by the grammar that the
//! oracle reads by itself. And what is edited is read back.

use proptest::prelude::*;
use triplet::iri::{self, HostDisplay, HostEncoding, ToUri};
use triplet::uri::{
    BuildError, Builder, Component, Edit, EditError, Grammar, Iri, IriRef, Level, Parameters,
    Reference, Requote, Strictness, UriRef, Value, join, normalize, relativize, requote_reference,
    resolve, unrepaired, validate,
};

use crate::oracle::uri::{is_reference, parts};

/// Texts of every shape: what references have, and what they have not.
fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => "[a-zA-Z0-9._~!$&'()*+,;=@:/?#-]{0,3}",
        1 => "[\\[\\]<>\" |^`{}\\\\%\u{0}\u{7F}]",
        1 => "[é例\u{202E}\u{E000}\u{FFFD}\u{3002}\u{10FFFF}]",
        1 => any::<u8>().prop_map(|octet| format!("%{octet:02x}")),
        1 => prop_oneof![
            Just("http://"), Just("//"), Just("x:"), Just("urn:"), Just("[::1]"), Just("[v1.a:b]"), Just("[fe80::1%25e]"),
            Just(":80"), Just("h1:1,h2:2"), Just("%C3%A9"), Just("xn--9ca"), Just("1a:"), Just("/.//"), Just("."), Just(".."),
        ].prop_map(str::to_owned),
    ];
    proptest::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat())
}

/// The characters of a component: of these, a few triplets, and `é` in an IRI.
fn of(letters: &'static str, is_iri: bool) -> impl Strategy<Value = String> {
    let more = if is_iri { vec!["%41", "%2F", "%e9", "é"] } else { vec!["%41", "%2F", "%C3%A9"] };
    let letter = proptest::sample::select(letters.chars().map(String::from).collect::<Vec<_>>());
    let more = proptest::sample::select(more).prop_map(str::to_owned);
    proptest::collection::vec(prop_oneof![4 => letter, 1 => more], 0..5)
        .prop_map(|all| all.concat())
}

/// Valid references, by the grammar: a text that would not be one is not taken.
fn valid(is_iri: bool) -> impl Strategy<Value = String> {
    use proptest::option;
    let host = prop_oneof![
        3 => of("ab.-1,", is_iri),
        1 => prop_oneof![Just("[::1]"), Just("[v1.a:]"), Just("127.0.0.1")].prop_map(str::to_owned),
    ];
    let authority = (option::of(of("a:1", is_iri)), host, option::of("[0-9]{0,3}"));
    let authority = authority.prop_map(|(userinfo, host, port)| {
        let userinfo = userinfo.map_or(String::new(), |userinfo| userinfo + "@");
        format!("//{userinfo}{host}{}", port.map_or(String::new(), |port| format!(":{port}")))
    });
    let scheme = prop_oneof![Just("http:"), Just("x:"), Just("urn:"), Just("a+1:"), Just("FILE:")];
    (
        option::of(scheme),
        option::of(authority),
        of("///..a:1@", is_iri),
        option::of(of("a=&?/+;", is_iri)),
        option::of(of("a?/", is_iri)),
    )
        .prop_map(|(scheme, authority, path, query, fragment)| {
            let query = query.map_or(String::new(), |query| format!("?{query}"));
            let fragment = fragment.map_or(String::new(), |fragment| format!("#{fragment}"));
            let slash = if authority.is_some() && !path.is_empty() && !path.starts_with('/') {
                "/"
            } else {
                ""
            };
            format!(
                "{}{}{slash}{path}{query}{fragment}",
                scheme.unwrap_or_default(),
                authority.unwrap_or_default()
            )
        })
        .prop_filter("it is a reference", move |text| is_reference(text, is_iri))
}

/// The set of an edit by number, and the component that it is about.
const COMPONENTS: [Component; 7] = Component::ALL;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// The oracle's grammar is the library's.
    #[test]
    fn the_grammar_is_that_of_the_oracle(text in any_text()) {
        prop_assert_eq!(validate(&text, Grammar::UriReference).is_ok(), is_reference(&text, false), "{:?}", text);
        prop_assert_eq!(validate(&text, Grammar::IriReference).is_ok(), is_reference(&text, true), "{:?}", text);
    }

    #[test]
    fn to_uri_gives_a_uri(text in prop_oneof![any_text(), valid(true)]) {
        for host in [HostEncoding::ByScheme, HostEncoding::Punycode, HostEncoding::Percent] {
            match ToUri::new().host(host).convert(&text) {
                Ok(uri) => prop_assert!(is_reference(&uri, false), "{:?} → {:?}", text, uri),
                Err(error) => prop_assert!(text.is_char_boundary(error.offset()), "{:?}: {}", text, error),
            }
            match ToUri::new().host(host).encode_disallowed().convert(&text) {
                Ok(uri) => {
                    // RFC 3987 section 3.1 leaves brackets after the authority; nothing else is wrong.
                    let before = Reference::split(&uri).path().as_ptr().addr() - uri.as_ptr().addr();
                    let without = uri[..before].to_owned() + &uri[before..].replace(['[', ']'], "");
                    prop_assert!(is_reference(&without, false), "{:?} → {:?}", text, uri);
                }
                Err(error) => prop_assert!(text.is_char_boundary(error.offset()), "{:?}: {}", text, error),
            }
        }
        // Without domain names, an IRI is all that it takes.
        let percent = ToUri::new().host(HostEncoding::Percent).convert(&text);
        prop_assert_eq!(percent.is_ok(), is_reference(&text, true), "{:?}", text);
        if is_reference(&text, false) {
            let own = iri::to_uri(&text);
            prop_assert_eq!(own.as_deref(), Ok(&*text), "a URI is its own");
        }
        if let Ok(typed) = IriRef::parse(&text) && let Ok(uri) = typed.to_uri() {
            prop_assert!(is_reference(uri.as_str(), false));
        }
    }

    #[test]
    fn from_uri_gives_an_iri(text in valid(false), any in any_text()) {
        for names in [HostDisplay::ByScheme, HostDisplay::Unicode, HostDisplay::Keep] {
            let readable = iri::from_uri(&text, names);
            prop_assert!(is_reference(&readable, true), "{:?} → {:?}", text, readable);
            // In any text, what is in brackets stays.
            let host = |text: &str| parts(text)[2].clone().filter(|host| host.starts_with('['));
            prop_assert_eq!(host(&iri::from_uri(&any, names)), host(&any), "{:?}", any);
        }
    }

    #[test]
    fn requote_gives_a_uri_or_says_where_not(text in any_text()) {
        let quoted = requote_reference(&text);
        let left = unrepaired(&text);
        prop_assert_eq!(left.is_none(), is_reference(&quoted, false), "{:?} → {:?}: {:?}", text, quoted, left);
        if let Some(error) = left {
            prop_assert!(text.is_char_boundary(error.offset()));
            // The authority stays byte for byte; only there it is wrong.
            let authority = |text: &str| Reference::split(text).authority().map(|it| it.as_str().to_owned());
            prop_assert_eq!(authority(&quoted), authority(text.trim_ascii()), "{:?}", text);
            let rest = quoted.replacen(&authority(&quoted).expect("one"), "h", 1);
            prop_assert!(is_reference(&rest, false), "{:?} → {:?}", text, quoted);
        }
    }

    /// Where `@`, `/`, `?` and `#` are data before the last `@` too.
    #[test]
    fn requote_of_a_raw_userinfo_gives_a_uri_or_says_where_not(text in any_text(), scheme in "(x://)?[a:@/?#]{0,6}") {
        let how = Requote::new().raw_userinfo();
        let text = format!("{scheme}{text}");
        let quoted = how.convert(&text);
        prop_assert_eq!(how.unrepaired(&text).is_none(), is_reference(&quoted, false), "{:?} → {:?}", text, quoted);
    }

    #[test]
    fn requote_gives_an_iri_or_says_where_not(text in any_text()) {
        let to_iri = Requote::new().iri();
        let quoted = to_iri.convert(&text);
        prop_assert_eq!(to_iri.unrepaired(&text).is_none(), is_reference(&quoted, true), "{:?} → {:?}", text, quoted);
        prop_assert_eq!(to_iri.convert(&quoted), quoted.clone(), "again");
        if is_reference(text.trim_ascii(), true) {
            prop_assert_eq!(&*quoted, text.trim_ascii());
        }
    }

    /// Octets in any charset: what is not UTF-8 becomes its triplets, as if they had been there.
    #[test]
    fn requote_of_octets(octets in proptest::collection::vec(prop_oneof![any::<u8>(), Just(b'/'), Just(b'%'), Just(b'a')], 0..24)) {
        let with_triplets: String = octets.utf8_chunks().map(|chunk| {
            let invalid: String = chunk.invalid().iter().map(|octet| format!("%{octet:02X}")).collect();
            format!("{}{invalid}", chunk.valid())
        }).collect();
        for how in [Requote::new(), Requote::new().iri()] {
            prop_assert_eq!(how.convert_octets(&octets), how.convert(&with_triplets));
            let (left, of_text) = (how.unrepaired(&octets), how.unrepaired(&with_triplets));
            prop_assert_eq!(left.map(|error| error.kind()), of_text.map(|error| error.kind()));
            if let (Some(left), Some(of_text)) = (left, of_text) {
                let octet = octets.get(left.offset()).copied();
                prop_assert!(octet == with_triplets.as_bytes().get(of_text.offset()).copied() || octet >= Some(128));
            }
        }
    }

    /// A text between marks counts as a letter there.
    #[test]
    fn requote_keeps_variables(pieces in proptest::collection::vec((any_text(), "[^{}]{0,6}"), 0..4)) {
        let with = |variable: &dyn Fn(&str) -> String| -> String {
            let pieces = pieces.iter().map(|(text, name)| format!("{}{}", text.replace(['{', '}'], ""), variable(name)));
            ["/p".to_owned()].into_iter().chain(pieces).collect()
        };
        let text = with(&|name| format!("{{{{{name}}}}}"));
        let kept = Requote::new().keep_between("{{", "}}").convert(&text).into_owned();
        let mut filled = kept;
        for (_, name) in &pieces {
            filled = filled.replacen(&format!("{{{{{name}}}}}"), "z", 1);
        }
        let plain = with(&|_| "z".to_owned());
        prop_assert_eq!(filled, &*requote_reference(&plain), "{:?}", text);
    }

    /// An edit sets what it names, changes nothing else, and makes no invalid reference of a valid one.
    #[test]
    fn an_edit_is_read_back(text in prop_oneof![valid(true), valid(false)], which in 0..7usize, value in any_text(), how in 0..3u8) {
        let component = COMPONENTS[which];
        let value = match how { 0 => Value::Data(&value), 1 => Value::KeepTriplets(&value), _ => Value::AsWritten(&value) };
        let mut edit = Edit::new(&text);
        if let Err(error) = edit.set(component, value) {
            prop_assert!(!matches!(error, EditError::Ambiguous(_)));
            return Ok(());
        }
        let set = edit.get(component).map(str::to_owned);
        read_back(&text, component, set, edit.finish())?;
    }

    #[test]
    fn a_removal_is_read_back(text in prop_oneof![valid(true), valid(false)], which in 0..7usize) {
        let component = COMPONENTS[which];
        let mut edit = Edit::new(&text);
        edit.remove(component);
        let left = if component == Component::Path { Some(String::new()) } else { None };
        read_back(&text, component, left, edit.finish())?;
    }

    /// A segment is the last one, as data.
    #[test]
    fn a_segment_is_read_back(text in valid(false), segment in any_text()) {
        let mut edit = Edit::new(&text);
        match edit.push_segment(Value::Data(&segment)) {
            Ok(_) => {}
            Err(EditError::DotSegment) => { prop_assert!(segment == "." || segment == ".."); return Ok(()); }
            Err(error) => {
                prop_assert!(error == EditError::Ambiguous(Component::Path) && segment.is_empty());
                return Ok(());
            }
        }
        let after = edit.finish().expect("a valid reference").into_owned();
        prop_assert!(is_reference(&after, false), "{:?} → {:?}", text, after);
        let path = parts(&after)[4].clone().expect("each has one");
        let last = path.rsplit('/').next().expect("one").to_owned();
        prop_assert_eq!(triplet::decode(&last).to_str().expect("data"), segment, "{:?} → {:?}", text, after);
    }

    /// Each separator and each reading of `+`: what is written is what is read, and all else is what it was.
    #[test]
    fn parameters_are_read_back(
        query in of("a=&?/+;:,b", false), name in "[a=&+;:,/ é%]{0,3}", value in proptest::option::of("[a=&+;:,/ é%]{0,3}"),
        separator in "[^a-zA-Z0-9=]", plus: bool, push: bool,
    ) {
        let separator = separator.chars().next().expect("one");
        let text = format!("/?{query}");
        // A character that can't separate is taken for `&`.
        let real = if Parameters::takes_separator(separator) { separator } else { '&' };
        let read = |query: &str| -> Vec<(String, Option<String>)> {
            let data = |text: &str| {
                let text = if plus && real != '+' { text.replace('+', " ") } else { text.to_owned() };
                String::from_utf8_lossy(&triplet::decode(&*text).to_bytes().expect("valid")).into_owned()
            };
            let pieces = query.split(real).filter(|piece| !piece.is_empty());
            pieces.map(|piece| match piece.split_once('=') {
                Some((name, value)) => (data(name), Some(data(value))),
                None => (data(piece), None),
            }).collect()
        };
        let mut edit = Edit::new(&text);
        let parameters = edit.parameters_mut().separator(separator);
        let parameters = if plus { parameters.plus_as_space() } else { parameters };
        let given = value.as_deref().map(Value::Data);
        let done = if push { parameters.push(&name, given) } else { parameters.set(&name, given) };
        if let Err(error) = done {
            prop_assert!(name.is_empty() && value.is_none(), "{}", error);
            return Ok(());
        }
        let after = edit.finish().expect("a reference").into_owned();
        prop_assert!(is_reference(&after, false), "{:?}", after);
        let mut expected = read(&query);
        let new = (name.clone(), value);
        match expected.iter().position(|(found, _)| *found == name) {
            Some(first) if !push => {
                expected[first] = new;
                let mut at = 0;
                expected.retain(|(found, _)| { at += 1; at - 1 <= first || *found != name });
            }
            _ => expected.push(new),
        }
        let query = parts(&after)[5].clone().expect("a query");
        prop_assert_eq!(read(&query), expected, "{:?} → {:?} by {:?}", text, after, real);
        // The library reads the same.
        let read = Parameters::of(&query).separator(separator);
        let read = if plus { read.plus_as_space() } else { read };
        prop_assert!(read.contains(&name), "{:?}", after);
    }

    /// Sorting changes neither the parameters nor the order of those of one name, and leaves no empty part.
    #[test]
    fn sorted_parameters(query in of("a=&&b", false)) {
        let text = format!("/?{query}");
        let mut edit = Edit::new(&text);
        edit.parameters_mut().sort();
        let after = edit.finish().expect("a reference").into_owned();
        let pieces = |query: &str| query.split('&').filter(|piece| !piece.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        let mut expected = pieces(&query);
        expected.sort_by_cached_key(|piece| {
            let name = piece.split('=').next().expect("one");
            triplet::decode(name).to_str_lossy().expect("valid").encode_utf16().collect::<Vec<_>>()
        });
        let found = parts(&after)[5].clone();
        prop_assert_eq!(found, (!expected.is_empty()).then(|| expected.join("&")), "{}", text);
    }

    /// What is built is valid: from data, and from the parts of any reference, if they are.
    #[test]
    fn builders_give_references(text in any_text(), host in any_text(), segment in any_text(), with_host: bool) {
        let reference = Reference::split(&text);
        let mut builder = Builder::from_reference(&reference);
        if with_host { builder = builder.host(&host); }
        builder = builder.segment(&segment);
        match builder.build() {
            Ok(built) => {
                prop_assert!(is_reference(&built, true), "{:?} → {:?}", text, built);
                let [before, after] = [parts(&text), parts(&built)];
                for other in [0, 1, 3, 5, 6] {
                    prop_assert_eq!(&before[other], &after[other], "{:?} → {:?}", text, built);
                }
                if with_host {
                    let found = after[2].clone().expect("a host");
                    prop_assert_eq!(triplet::decode(&found).to_str().expect("data"), host);
                }
            }
            Err(BuildError::DotSegment) => prop_assert!(segment == "." || segment == ".."),
            Err(BuildError::NotAllowed(_)) => prop_assert!(!is_reference(&text, true), "{:?}", text),
            Err(error) => prop_assert!(false, "{:?}: {}", text, error),
        }
    }

    #[test]
    fn targets_and_normal_forms_of_valid_references(base in valid(true), reference in valid(true)) {
        let joined = join(&base, &reference);
        prop_assert!(is_reference(&joined, true), "{:?} at {:?} → {:?}", reference, base, joined);
        if let Ok(target) = resolve(&base, &reference, Strictness::Strict) {
            prop_assert!(is_reference(&target, true), "{:?} at {:?} → {:?}", reference, base, target);
        }
        if let Ok(target) = resolve(&base, &reference, Strictness::Lenient) {
            prop_assert!(is_reference(&target, true), "{:?} at {:?} → {:?}", reference, base, target);
        }
        if let Ok(relative) = relativize(&base, &reference) {
            prop_assert!(is_reference(&relative, true), "{:?} at {:?} → {:?}", reference, base, relative);
        }
        for level in [Level::Percent, Level::Path, Level::Scheme] {
            let normal = normalize(&reference, level);
            prop_assert!(is_reference(&normal, true), "{:?} → {:?}", reference, normal);
            let normal = iri::normalize(&reference, level);
            prop_assert!(is_reference(&normal, true), "{:?} → {:?}", reference, normal);
        }
        if let (Ok(base), Ok(reference)) = (Iri::parse(&base), IriRef::parse(&reference)) {
            prop_assert!(is_reference(base.resolve(&reference).as_str(), true));
        }
        if let Ok(reference) = UriRef::parse(&reference) {
            prop_assert!(is_reference(reference.to_iri(HostDisplay::default()).as_str(), true));
        }
    }
}

/// What an edit of a valid reference must give: the component as it was set, the others as they were.
fn read_back(
    text: &str,
    component: Component,
    set: Option<String>,
    after: Result<std::borrow::Cow<'_, str>, EditError>,
) -> Result<(), TestCaseError> {
    let [scheme, userinfo, host, port, path, query, fragment] = parts(text);
    let mut expected = [scheme, userinfo, host, port, path, query, fragment];
    let index = Component::ALL.iter().position(|other| *other == component).expect("one");
    expected[index] = set;
    if component == Component::Host && expected[2].is_none() {
        (expected[1], expected[3]) = (None, None);
    }
    let after = match after {
        Ok(after) => after,
        Err(error) => {
            let has_no_host =
                expected[2].is_none() && (expected[1].is_some() || expected[3].is_some());
            prop_assert!(error == EditError::NoHost && has_no_host, "{:?}: {}", text, error);
            return Ok(());
        }
    };
    prop_assert!(is_reference(&after, true), "{:?} → {:?}", text, after);
    if text.is_ascii() && expected.iter().flatten().all(|part| part.is_ascii()) {
        prop_assert!(is_reference(&after, false), "{:?} → {:?}", text, after);
    }
    let found = parts(&after);
    for other in [0, 1, 2, 3, 5, 6] {
        prop_assert_eq!(&found[other], &expected[other], "{:?} → {:?}", text, after);
    }
    // What makes a path one where it is (RFC 3986 sections 3.3 and 4.2), and nothing more.
    let (found, path) = (found[4].as_deref(), expected[4].as_deref().unwrap_or_default());
    let first = path.split('/').next().expect("a segment");
    let as_path = match expected[2] {
        Some(_) if !path.is_empty() && !path.starts_with('/') => format!("/{path}"),
        None if path.starts_with("//") => format!("/.{path}"),
        None if expected[0].is_none() && first.contains(':') => format!("./{path}"),
        _ => path.to_owned(),
    };
    prop_assert_eq!(found, Some(&*as_path), "{:?} → {:?}", text, after);
    Ok(())
}

/// A path that is first in a reference now, and was not.
#[test]
fn a_path_without_what_was_before_it() {
    for (text, removed, after) in [
        ("urn:1a:b", Component::Scheme, "./1a:b"),
        ("a:b:c", Component::Scheme, "./b:c"),
        ("x::", Component::Scheme, "./:"),
        ("x:a/b:c", Component::Scheme, "a/b:c"),
        ("x:/a:b", Component::Scheme, "/a:b"),
        ("x://h//b", Component::Host, "x:/.//b"),
        ("//h//b", Component::Host, "/.//b"),
        ("x:?q", Component::Scheme, "?q"),
        // What was not valid stays byte for byte.
        ("1a:b#f", Component::Fragment, "1a:b"),
        ("1a:b", Component::Scheme, "1a:b"),
    ] {
        let mut edit = Edit::new(text);
        edit.remove(removed);
        assert_eq!(edit.finish().as_deref(), Ok(after), "{text}");
    }
}

#[test]
fn builders_from_references() {
    let from = |text| Builder::from_reference(&Reference::split(text));
    assert_eq!(from("a/b").host("h").build().as_deref(), Ok("//h/a/b"));
    assert_eq!(from("http://h:/").segment("a").build().as_deref(), Ok("http://h://a"));
    assert_eq!(from("http://h:99999").segment("a").build().as_deref(), Ok("http://h:99999/a"));
    for (text, offset) in
        [("http://h:8o/", 10), ("http://a b/", 8), ("/a%", 2), ("http://h1:1,h2:2/", 9)]
    {
        let error = from(text).build().expect_err(text);
        assert!(
            matches!(error, BuildError::NotAllowed(error) if error.offset() == offset),
            "{error}"
        );
    }
    // What is replaced is not judged.
    assert_eq!(from("http://a b:8o/").host("h").port(80).build().as_deref(), Ok("http://h:80/"));
}

#[test]
fn several_hosts_are_not_rewritten() {
    for (text, quoted, offset) in [
        ("mongodb://u:p%40w@h1:27017,h2:27017/db", None, 20),
        ("postgresql://h1:1,h2:2/", None, 15),
        ("//h1:1,h2:2/", None, 4),
        ("redis://h1:1,h2/a b", Some("redis://h1:1,h2/a%20b"), 12),
        ("http://h:80 /x", None, 11),
        ("http://h:8o/é", Some("http://h:8o/%C3%A9"), 10),
        ("http://2001:db8::1/", None, 11),
        ("http://[::1/", None, 8),
        ("http://a[1]/", None, 8),
        ("http://[fe80::1%eth0]/", None, 8),
        ("  http://é ü:x/  ", Some("http://é ü:x/"), 15),
    ] {
        assert_eq!(requote_reference(text), quoted.unwrap_or(text), "{text}");
        let error = unrepaired(text).expect(text);
        assert_eq!(error.offset(), offset, "{text}: {error}");
    }
    assert_eq!(unrepaired("http://h1,h2:80/ "), None);
    assert_eq!(requote_reference("http://a b:80/"), "http://a%20b:80/");
    assert_eq!(unrepaired("/a:b c"), None);
}
