//! `uri::relativize`: the shortest reference, found by trying all of them.

use std::collections::HashMap;

use crate::tier;
use proptest::prelude::*;
use triplet::uri::{
    Grammar, Reference, Strictness, UriErrorKind, join, relativize, resolve, validate,
};

#[test]
fn shortest_references() {
    for (base, target, reference) in [
        ("http://a/b/c/d", "http://a/x", "/x"),
        ("http://a/b/c/d", "http://a/b/x", "../x"),
        ("http://a/b/c/d", "http://a/b/", ".."),
        ("http://a/b/c/d", "http://a/b/c/", "."),
        ("http://a/b/c/d", "http://a/b/c/?q", ".?q"),
        ("http://a/b/c/d", "http://a/", "/"),
        ("http://a/b/c/d", "http://a", "//a"),
        ("http://a/b/c/d", "http://b/x", "//b/x"),
        ("http://a/b/c/d", "https://a/b/c/d", "https://a/b/c/d"),
        ("http://a/b/c/d?q", "http://a/b/c/d?q#f", "#f"),
        ("http://a/b/c/d?q", "http://a/b/c/d", "d"),
        ("http://a/b/c/d#f", "http://a/b/c/d", ""),
        ("http://a/b//", "http://a/b/x", "../x"),
        ("http://a/b/./c/../d", "http://a/b/x", "x"),
        ("http://a//b", "http://a//c", "c"),
        ("http://a/b", "http://a//c", ".//c"),
        ("http://a/b/c/d", "http://a//c", "/.//c"),
        ("http://a", "http://a/b", "b"),
        ("tag:x/y", "tag:x/z", "z"),
        ("urn:", "urn::", "./:"),
        // Nothing is in common, so nothing is shortened.
        ("http://a/b/c", "mailto:a@b", "mailto:a@b"),
        ("http://a/b/c", "HTTP://a/b/d", "HTTP://a/b/d"),
        // A target that is read at the base.
        ("http://a/b/c", "../b/./d", "d"),
        // A base without a scheme.
        ("docs/a.html", "docs/b.html", "b.html"),
        ("docs/a.html", "img/x.png", "../img/x.png"),
        ("docs/a.html", "docs/a.html#top", "#top"),
        ("docs/a.html", "./docs/", "."),
        ("docs/a.html", "..", "../.."),
        ("../docs/a.html", "../img/x.png", "../img/x.png"),
        ("a", "./b:c", "./b:c"),
        ("a/b", "./b:c", "../b:c"),
        ("/docs/a/b", "/x", "/x"),
        ("/docs/a", "/docs/b", "b"),
        ("docs/a", "/x", "/x"),
        ("//h/a/b", "//h/a/c", "c"),
        ("//h/a/b", "//i/a/c", "//i/a/c"),
        ("a/b", "http://h/x", "http://h/x"),
        ("", "a", "a"),
        ("", "", ""),
    ] {
        assert_eq!(relativize(base, target).as_deref(), Ok(reference), "{target} at {base}");
    }
}

#[test]
fn targets_that_nothing_leads_to() {
    for (base, target) in [
        // The name of the folder is not known.
        ("../a", "b"),
        ("../../a", "../b"),
        // A host, a root and a path are not left.
        ("//h/a", "/a"),
        ("//h/a", "a"),
        ("/a", "b"),
        ("a", ""),
        ("a", "?q"),
    ] {
        let error = relativize(base, target).expect_err(target);
        assert_eq!((error.kind(), error.offset()), (UriErrorKind::Unreachable, 0));
        assert_eq!(error.kind().name(), "unreachable");
        assert!(error.to_string().contains("give a base with a scheme"));
    }
}

/// All texts over an alphabet, of some length at most.
fn texts(alphabet: &str, most: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..most {
        last = last
            .iter()
            .flat_map(|text| alphabet.chars().map(move |letter| format!("{text}{letter}")))
            .collect();
        all.extend_from_slice(&last);
    }
    all
}

/// A target, resolved at a base. A base without a scheme has no known place.
fn read_at(base: &str, target: &str) -> String {
    if Reference::split(base).scheme().is_some() {
        resolve(base, target, Strictness::Strict).expect("a base with a scheme")
    } else {
        join("", target)
    }
}

/// No shorter reference leads to the target, and if there is an error, none does: for all targets that short references lead to.
#[test]
fn no_reference_is_shorter() {
    // `.:` is read as a path, but is not a reference (section 4.2).
    let is_reference = |text: &String| validate(text, Grammar::UriReference).is_ok();
    let references: Vec<String> = texts("a./:?#", 5).into_iter().filter(is_reference).collect();
    let mut is_one = tier::one_in_stride();
    for start in ["s:", "s://a", "s://", "", "//a", "s:a", "s://a/a"] {
        for rest in texts("a./?", 4) {
            let base = format!("{start}{rest}");
            // A part of the bases is enough for a machine that is emulated, and one in five of the long ones for any.
            if !is_one()
                || (rest.len() > 3
                    && !rest.len().is_multiple_of(5)
                    && rest.bytes().map(usize::from).sum::<usize>() % 5 != 0)
            {
                continue;
            }
            let most = if rest.len() > 2 { 4 } else { 5 };
            let mut shortest: HashMap<String, &str> = HashMap::new();
            for reference in references.iter().filter(|reference| reference.len() <= most) {
                // The shortest come first.
                shortest.entry(join(&base, reference)).or_insert(reference);
            }
            for target in shortest.keys() {
                let whole = read_at(&base, target);
                let found = relativize(&base, target);
                let expected = shortest.get(&whole);
                match (&found, expected) {
                    (Ok(found), Some(expected)) => {
                        assert!(
                            found.len() <= expected.len(),
                            "{target} at {base}: {found}, but {expected}"
                        );
                    }
                    (Err(_), Some(expected)) => panic!("{target} at {base}: {expected}"),
                    _ => {}
                }
                if let Ok(found) = found {
                    assert_eq!(join(&base, &found), whole, "{found} at {base}");
                }
            }
        }
    }
}

fn reference() -> impl Strategy<Value = String> {
    "(s:|t:|S:)?(//(a|b|u@a:1)?)?(/|\\.|\\.\\.|a|b|c:|%2e|é){0,8}(\\?[a/?]?)?(#[a/#]?)?"
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// Whatever the base and the target are: the answer leads to the target, and is not longer than it.
    #[test]
    fn it_leads_there(base in reference(), target in reference()) {
        let whole = read_at(&base, &target);
        match relativize(&base, &target) {
            Ok(found) => {
                prop_assert_eq!(join(&base, &found), &*whole, "{} for {} at {}", found, target, base);
                if join(&base, &whole) == whole {
                    prop_assert!(found.len() <= whole.len());
                }
            }
            Err(_) => prop_assert!(Reference::split(&base).scheme().is_none(), "{} at {}", target, base),
        }
    }
}
