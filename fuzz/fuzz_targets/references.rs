//! References: validity, components, normal forms, equivalence, resolution, edits, building and quoting again.
#![no_main]
#![forbid(unsafe_code)]

#[path = "references/edits.rs"]
mod edits;

use edits::{edits, parameters};
use libfuzzer_sys::fuzz_target;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use triplet::uri::{
    Builder, Component, Edit, Equivalence, Grammar, Iri, IriRef, Level, Normalized, Reference,
    Strictness, Uri, UriRef, equivalent, join, normalize, relativize, requote, requote_reference,
    resolve, unrepaired, validate,
};
use triplet_fuzz::grammar::{self, recompose};
use triplet_fuzz::input::Input;
use triplet_fuzz::oracle::codec::{self, DecodeOptions, EncodeOptions};
use triplet_fuzz::oracle::sets::SetOracle;
use triplet_fuzz::oracle::uri::{self, Form, Parts, parts, remove_dot_segments};
use triplet_fuzz::sets;

const LEVELS: [(Level, Form); 3] =
    [(Level::Percent, Form::Percent), (Level::Path, Form::Path), (Level::Scheme, Form::Scheme)];

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    input.force_tier();
    let choice = input.byte();
    let steps = [input.byte(), input.byte(), input.byte()];
    let (a, b) = input.two_texts();
    match choice.wrapping_sub(b'a') % 8 {
        0 => validity(&a),
        1 => components(&a),
        2 => normal_forms(&a, &b),
        3 => targets(&a, &b),
        4 => relative(&a, &b),
        5 => edits(&a, &b, steps),
        6 => parameters(&a, &b, steps),
        _ => {
            quoted(&a, input.pick(&sets::ALL));
            built(&b);
        }
    }
});

fn is_uri_reference(text: &str) -> bool {
    grammar::URI.is_reference(text)
}

fn validity(text: &str) {
    for (which, expected) in [
        (Grammar::Uri, grammar::URI.is_absolute(text)),
        (Grammar::UriReference, grammar::URI.is_reference(text)),
        (Grammar::Iri, grammar::IRI.is_absolute(text)),
        (Grammar::IriReference, grammar::IRI.is_reference(text)),
    ] {
        match validate(text, which) {
            Ok(()) => assert!(expected, "{text:?} is not a {which:?}"),
            Err(error) => {
                assert!(!expected, "{text:?} is a {which:?}: {error}");
                assert!(text.is_char_boundary(error.offset()), "{text:?}: {error}");
            }
        }
    }
    let typed = [
        Uri::parse(text).is_ok(),
        UriRef::parse(text).is_ok(),
        Iri::parse(text).is_ok(),
        IriRef::parse(text).is_ok(),
    ];
    let ours = [Grammar::Uri, Grammar::UriReference, Grammar::Iri, Grammar::IriReference]
        .map(|which| validate(text, which).is_ok());
    assert_eq!(typed, ours);
    assert_eq!(ours[0], fluent_uri::Uri::parse(text).is_ok(), "fluent-uri, URI {text:?}");
    assert_eq!(ours[1], fluent_uri::UriRef::parse(text).is_ok(), "fluent-uri, reference {text:?}");
    assert_eq!(
        ours[1],
        iri_string::types::UriReferenceStr::new(text).is_ok(),
        "iri-string {text:?}"
    );
    // The peers do not have section 4.1, which forbids to format text from right to left.
    let is_formatting = |c: char| matches!(u32::from(c), 0x61C | 0x200E..=0x200F | 0x202A..=0x202E | 0x2066..=0x2069);
    if !text.contains(is_formatting) {
        assert_eq!(ours[3], fluent_uri::IriRef::parse(text).is_ok(), "fluent-uri, IRI {text:?}");
    }
}

/// The components as the library splits a text, in the order of the oracle.
fn components_of(text: &str) -> Parts {
    let split = Reference::split(text);
    let authority = split.authority();
    let of = |part: Option<&str>| part.map(str::to_owned);
    [
        of(split.scheme()),
        of(authority.and_then(|authority| authority.userinfo())),
        of(authority.map(|authority| authority.host())),
        of(authority.and_then(|authority| authority.port())),
        of(Some(split.path())),
        of(split.query()),
        of(split.fragment()),
    ]
}

fn components(text: &str) {
    assert_eq!(components_of(text), parts(text), "{text:?}");
    let split = Reference::split(text);
    assert_eq!(
        split.segments().collect::<Vec<_>>().join("/"),
        split.path().strip_prefix('/').unwrap_or(split.path())
    );
    let malformed: Vec<usize> = split.malformed_triplets().map(|error| error.offset()).collect();
    let is_malformed = |at: &usize| {
        let digits = text.as_bytes().get(at + 1..at + 3);
        !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    let expected: Vec<usize> =
        text.match_indices('%').map(|(at, _)| at).filter(is_malformed).collect();
    assert_eq!(malformed, expected, "{text:?}");

    // What is split is put together again; the components are written as they are.
    if is_uri_reference(text) {
        let built = Builder::from_reference(&split).build();
        assert_eq!(built.as_deref(), Ok(text));
    }
    assert_eq!(Edit::new(text).finish().expect("nothing is changed"), text);
    let edit = Edit::new(text);
    let read = Component::ALL.map(|component| edit.get(component).map(str::to_owned));
    let [scheme, userinfo, host, port, path, query, fragment] = parts(text);
    for (component, expected) in [
        (Component::Scheme, scheme),
        (Component::Userinfo, userinfo),
        (Component::Host, host),
        (Component::Port, port),
        (Component::Path, path),
        (Component::Query, query),
        (Component::Fragment, fragment),
    ] {
        let at = Component::ALL.iter().position(|other| *other == component).expect("in the list");
        assert_eq!(read[at], expected, "{component:?} of {text:?}");
    }
}

/// The number of triplets.
fn triplets(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_hex = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_hexdigit);
    let mut count = 0;
    let mut at = 0;
    while at < bytes.len() {
        let is_triplet = bytes[at] == b'%' && is_hex(at + 1) && is_hex(at + 2);
        count += usize::from(is_triplet);
        at += if is_triplet { 3 } else { 1 };
    }
    count
}

fn normal_forms(a: &str, b: &str) {
    // The oracle puts a relative path into folders of this name, and counts these folders again.
    if a.contains('\0') || b.contains('\0') {
        return;
    }
    for (level, form) in LEVELS {
        let normal = normalize(a, level);
        assert_eq!(normal, uri::normal(a, form), "{a:?} at {level:?}");
        assert_eq!(normalize(&normal, level), normal, "again, {a:?} at {level:?}");
        assert!(
            triplets(&normal) <= triplets(a),
            "a triplet that was not there: {a:?} → {normal:?}"
        );
        assert!(equivalent(a, &normal, level).is_equivalent(), "{a:?} and {normal:?} at {level:?}");
        if is_uri_reference(a) {
            assert!(is_uri_reference(&normal), "{a:?} → {normal:?} at {level:?}");
        }
        // An IP literal has no triplets (section 3.2.2): what is one in brackets stays.
        if let (Some(before), Some(after)) = (&parts(a)[2], &parts(&normal)[2])
            && before.starts_with('[')
            && before.contains('%')
        {
            assert!(after.eq_ignore_ascii_case(before), "{a:?} → {normal:?} at {level:?}");
        }

        let same = uri::compared(a, form) == uri::compared(b, form);
        let (x, y) = (Normalized::new(a, level), Normalized::new(b, level));
        assert_eq!(x.as_str(), normal);
        assert_eq!(x.original(), a);
        assert_eq!(x == y, same, "{a:?} and {b:?} at {level:?}");
        assert_eq!(x.cmp(&y).is_eq(), same);
        assert_eq!(x.cmp(&y), y.cmp(&x).reverse());
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        if same {
            assert_eq!(hasher.hash_one(&x), hasher.hash_one(&y));
        }
        assert_eq!(x, Normalized::new(&normal, level), "{a:?} and its normal form");
        match equivalent(a, b, level) {
            Equivalence::Identical => assert_eq!(a, b),
            Equivalence::Equivalent(_) => assert!(same && a != b, "{a:?} and {b:?} at {level:?}"),
            Equivalence::Different(difference) => {
                assert!(!same, "{a:?} and {b:?} at {level:?}");
                let [in_a, in_b] = difference.offsets();
                assert!(a.is_char_boundary(in_a), "{in_a} in {a:?}, beside {b:?}");
                assert!(b.is_char_boundary(in_b), "{in_b} in {b:?}, beside {a:?}");
            }
        }
    }
}

/// The authority as it is written.
fn authority(parts: &Parts) -> Option<String> {
    let [_, userinfo, host, port, ..] = parts;
    let host = host.as_ref()?;
    let userinfo = userinfo.as_ref().map(|userinfo| format!("{userinfo}@")).unwrap_or_default();
    Some(userinfo + host + &port.as_ref().map(|port| format!(":{port}")).unwrap_or_default())
}

/// Section 5.2.2, and what the documentation of `resolve` says beyond it.
fn target(base: &str, reference: &str, strictness: Strictness) -> String {
    let (base, read) = (parts(base), parts(reference));
    let path_of = |parts: &Parts| parts[4].clone().expect("each reference has a path");
    let is_same_scheme = match (&base[0], &read[0]) {
        (Some(base), Some(scheme)) => base.eq_ignore_ascii_case(scheme),
        _ => false,
    };
    let has_scheme = read[0].is_some() && !(strictness == Strictness::Lenient && is_same_scheme);
    let (scheme, mut query) = (if has_scheme { &read[0] } else { &base[0] }, read[5].clone());
    let (target_authority, mut path);
    let read_path = path_of(&read);
    if has_scheme {
        target_authority = authority(&read);
        // Where the path begins with no slash, dots are data.
        let is_rootless = target_authority.is_none() && !read_path.starts_with('/');
        path = if is_rootless { read_path } else { remove_dot_segments(&read_path) };
    } else if read[2].is_some() {
        target_authority = authority(&read);
        path = remove_dot_segments(&read_path);
    } else {
        target_authority = authority(&base);
        let base_path = path_of(&base);
        if read_path.is_empty() {
            path = base_path;
            query = query.or(base[5].clone());
        } else if read_path.starts_with('/') {
            path = remove_dot_segments(&read_path);
        } else {
            // Section 5.2.3.
            let merged = if target_authority.is_some() && base_path.is_empty() {
                format!("/{read_path}")
            } else {
                let folder = base_path.rfind('/').map_or(0, |slash| slash + 1);
                base_path[..folder].to_owned() + &read_path
            };
            path = remove_dot_segments(&merged);
        }
    }
    if target_authority.is_none() && path.starts_with("//") {
        path = format!("/.{path}");
    }
    recompose(
        scheme.as_deref(),
        target_authority.as_deref(),
        &path,
        query.as_deref(),
        read[6].as_deref(),
    )
}

fn targets(base: &str, reference: &str) {
    let has_scheme = parts(base)[0].is_some();
    for strictness in [Strictness::Strict, Strictness::Lenient] {
        let result = resolve(base, reference, strictness);
        assert_eq!(result.is_ok(), has_scheme, "{base:?}");
        if let Ok(result) = result {
            assert_eq!(
                result,
                target(base, reference, strictness),
                "{reference:?} at {base:?}, {strictness:?}"
            );
            if grammar::URI.is_absolute(base) && is_uri_reference(reference) {
                assert!(grammar::URI.is_absolute(&result), "{reference:?} at {base:?}: {result:?}");
            }
        }
    }
    let joined = join(base, reference);
    if has_scheme {
        assert_eq!(Ok(&joined), resolve(base, reference, Strictness::Strict).as_ref());
    }
    if is_uri_reference(base) && is_uri_reference(reference) {
        assert!(is_uri_reference(&joined), "{reference:?} at {base:?}: {joined:?}");
    }
    if let (Ok(typed), Ok(relative)) = (Uri::parse(base), UriRef::parse(reference)) {
        assert_eq!(typed.resolve(&relative).as_str(), joined);
    }
    if let (Ok(typed), Ok(relative)) = (Iri::parse(base), IriRef::parse(reference)) {
        let result = typed.resolve(&relative);
        assert!(grammar::IRI.is_absolute(result.as_str()), "{reference:?} at {base:?}: {result}");
    }
    // `resolve` and `normalize` remove the same dot segments. `normalize` alone decodes an encoded dot segment, so that segment is
    // decoded first.
    let plain = normalize(reference, Level::Percent);
    if has_scheme && parts(&plain)[0].is_some() {
        let resolved = resolve(base, &plain, Strictness::Strict).expect("a base with a scheme");
        for level in [Level::Path, Level::Scheme] {
            assert_eq!(
                normalize(&resolved, level),
                normalize(reference, level),
                "{reference:?} at {level:?}"
            );
        }
    }
    assert_eq!(triplet::uri::remove_dot_segments(base), remove_dot_segments(base), "{base:?}");
}

/// Whether the first segment of a relative path has a colon (`path-noscheme`, section 4.2). What comes before need not be a scheme.
fn has_colon_where_none_may_be(reference: &str) -> bool {
    let [scheme, _, host, _, path, ..] = parts(reference);
    let path = path.expect("each reference has a path");
    scheme.is_none() && host.is_none() && path.split('/').next().is_some_and(|s| s.contains(':'))
}

fn relative(base: &str, wanted: &str) {
    let has_scheme = parts(base)[0].is_some();
    let relative = match relativize(base, wanted) {
        Ok(relative) => relative,
        Err(error) => {
            assert!(!has_scheme, "{wanted:?} at {base:?}: {error}");
            return;
        }
    };
    let told = || format!("{relative:?} for {wanted:?} at {base:?}");
    if is_uri_reference(base) && is_uri_reference(wanted) {
        assert!(is_uri_reference(&relative), "{}", told());
    }
    if !has_scheme {
        // Both are read at the same place, so what is joined is the target without its dot segments. (The oracle puts a relative
        // path into folders of the name NUL.) `join` puts `./` before a target that has a colon where none may be.
        if !base.contains('\0') && is_uri_reference(wanted) {
            let joined = join(base, &relative);
            assert_eq!(
                uri::normal(&joined, Form::Path),
                uri::normal(wanted, Form::Path),
                "{}",
                told()
            );
        }
        return;
    }
    let at_base = |reference: &str| target(base, reference, Strictness::Strict);
    let expected = at_base(wanted);
    assert_eq!(at_base(&relative), expected, "{}", told());
    // No reference of section 4.2 is shorter: each is the target without what comes before.
    let [.., query, fragment] = parts(&expected);
    let fragment = fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default();
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    let tail = format!("{query}{fragment}");
    let path = parts(&expected)[4].clone().expect("each reference has a path");
    let mut shorter = vec![expected.clone(), fragment, tail.clone()];
    shorter.extend(expected.split_once(':').map(|(_, rest)| rest.to_owned()));
    shorter.extend((0..=path.len()).filter_map(|at| Some(path.get(at..)?.to_owned() + &tail)));
    for other in shorter {
        assert!(
            relative.len() <= other.len()
                || has_colon_where_none_may_be(&other)
                || at_base(&other) != expected,
            "{}: {other:?}",
            told()
        );
    }
}

fn quoted(text: &str, set: &sets::Beside) {
    let again = EncodeOptions { keep_triplets: true, ..EncodeOptions::default() };
    // A set that keeps `%` is not for this: a malformed one must become `%25`.
    let oracle = SetOracle { kept: set.oracle.kept, ..set.oracle };
    if !oracle.kept.contains('%') {
        let expected = codec::encode(text.as_bytes(), &oracle, again);
        assert_eq!(requote(text, set.ours).as_bytes(), expected, "{text:?} under {}", oracle.name);
    }
    let quoted = requote_reference(text);
    assert_eq!(requote_reference(&quoted), quoted, "{text:?} again");
    let trimmed = text.trim_matches(|c: char| c.is_ascii_whitespace());
    if is_uri_reference(trimmed) {
        assert_eq!(quoted, trimmed);
    }
    // What encoding cannot repair is named, and the authority stays as it was.
    let left = unrepaired(text);
    assert_eq!(left.is_none(), is_uri_reference(&quoted), "{text:?} → {quoted:?}: {left:?}");
    if let Some(error) = left {
        assert!(text.is_char_boundary(error.offset()), "{text:?}: {error}");
        assert_eq!(authority(&parts(&quoted)), authority(&parts(trimmed)), "{text:?} → {quoted:?}");
    }
    // Several hosts are not one host with data in it.
    let host = parts(trimmed)[2].clone().unwrap_or_default();
    if host.contains(',') && host.contains(':') && !host.starts_with('[') {
        assert_eq!(authority(&parts(&quoted)), authority(&parts(trimmed)), "{text:?} → {quoted:?}");
    }
}

fn built(data: &str) {
    let mut builder = Builder::new().scheme("x").host("h");
    let mut lines = data.split('\n');
    let fragment = lines.next().unwrap_or_default();
    builder = builder.fragment(fragment);
    let (mut segments, mut pairs) = (Vec::new(), Vec::new());
    for line in lines {
        match line.split_once('=') {
            Some((name, value)) => {
                builder = builder.pair(name, value);
                pairs.push((name, value));
            }
            None => {
                builder = builder.segment(line);
                segments.push(line);
            }
        }
    }
    let has_dots = segments.iter().any(|segment| *segment == "." || *segment == "..");
    let Ok(built) = builder.build() else {
        assert!(has_dots, "{data:?}");
        return;
    };
    assert!(!has_dots && grammar::URI.is_absolute(&built), "{data:?} → {built:?}");
    let text = |raw: &str| {
        codec::decode_text(raw.as_bytes(), DecodeOptions::default()).expect("text in triplets")
    };
    let [.., path, query, read] = parts(&built);
    assert_eq!(read.map(|fragment| text(&fragment)).as_deref(), Some(fragment), "{built:?}");
    let path = path.expect("a path");
    let read: Vec<String> = path.split('/').skip(1).map(text).collect();
    assert_eq!(read, segments, "{built:?}");
    let query = query.unwrap_or_default();
    let read: Vec<(String, String)> = query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (text(name), text(value)))
        .collect();
    let pairs: Vec<(String, String)> =
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    assert_eq!(read, pairs, "{built:?}");
}
