//! `uri::join`: bases that may be relative.

use proptest::prelude::*;
use triplet::uri::{Strictness, join, resolve};

#[test]
fn bases_without_a_scheme() {
    for (base, reference, expected) in [
        ("a/b", "c", "a/c"),
        ("a/b", "../c", "c"),
        ("a/b", ".", "a/"),
        ("a/b/", "c", "a/b/c"),
        ("", "g", "g"),
        ("a", "", "a"),
        ("a?q", "#f", "a?q#f"),
        ("a?q", "?x", "a?x"),
        ("a/b", "//h/x", "//h/x"),
        ("//h/a", "../b", "//h/b"),
        ("//h", "b", "//h/b"),
        ("//h?q", "", "//h?q"),
        ("/a/b", "../c", "/c"),
        ("a/b", "http://x/../y", "http://x/y"),
        ("../a", "b", "../b"),
        ("./a", "b", "b"),
        ("a/b", "c/..", "a/"),
        // Python's urljoin drops what climbs above a relative base, and makes something else of an absolute one.
        ("a/b", "../../c", "../c"),
        ("../a", "../b", "../../b"),
        ("/a/b", "../../../c", "/c"),
        // The result stays relative.
        ("a", "..", "../"),
        ("a/b", "..", "./"),
        ("a", ".", "./"),
        ("a/b", "../c:d", "./c:d"),
        ("a", ".//x", ".//x"),
        // A base with a scheme.
        ("http://a/b/c", "../../../d", "http://a/d"),
        ("http://a/b", "http:c", "http:c"),
    ] {
        assert_eq!(join(base, reference), expected, "{base} {reference}");
    }
}

fn relative() -> impl Strategy<Value = String> {
    "(\\.{0,2}/|[ab:]/){0,3}(\\.{0,2}|[ab])(\\?q)?(#f)?".prop_filter(
        "no scheme, no authority",
        |text| {
            let reference = triplet::uri::Reference::split(text);
            reference.scheme().is_none() && reference.authority().is_none()
        },
    )
}

proptest! {
    /// The order of joining does not matter: a page that includes another one resolves its links in either way.
    #[test]
    fn joining_is_associative(b in relative(), c in relative()) {
        // A base without a path is a document, and has no folder to climb from.
        prop_assume!(!b.starts_with(['?', '#']) && !b.is_empty());
        // A last segment that is `..` is removed from a base like any other (section 5.2.3).
        let path = b.split(['?', '#']).next().unwrap_or_default();
        prop_assume!(!matches!(path.rsplit('/').next(), Some("." | "..")));
        let base = "http://h/1/2/3/4/5/6/7/8";
        let at = |base: &str, reference: &str| resolve(base, reference, Strictness::Strict).expect("a URI");
        prop_assert_eq!(at(base, &join(&b, &c)), at(&at(base, &b), &c), "{} {} {}", b, c, join(&b, &c));
    }

    #[test]
    fn a_base_with_a_scheme_is_resolve(c in "[a:/?#.%]{0,10}") {
        let base = "x://h/a/b?q";
        prop_assert_eq!(join(base, &c), resolve(base, &c, Strictness::Strict).expect("a URI"));
    }
}

#[test]
fn scratch() {
    let alphabet = "a./:?#";
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..4 {
        last = last.iter().flat_map(|text| alphabet.chars().map(move |letter| format!("{text}{letter}"))).collect();
        all.extend_from_slice(&last);
    }
    let all: Vec<_> = all.into_iter().filter(|t| triplet::uri::validate(t, triplet::uri::Grammar::UriReference).is_ok()).collect();
    for a in ["s://h/1/2", "s://h/1/2/3/4/5/6/", "s://h", "s://h/", "s:x", "s:x/y", "s:/x", "s:", "s://h?q", "s:/x/../y", "s://h/a/.."] {
        let mut n = 0;
        for b in &all {
            let path = b.split(['?', '#']).next().unwrap_or_default();
            if matches!(path.rsplit('/').next(), Some("." | "..")) { continue; }
            for c in &all {
                let at = |base: &str, reference: &str| resolve(base, reference, Strictness::Strict).expect("a URI");
                let (x, y) = (at(a, &join(b, c)), at(&at(a, b), c));
                if x != y {
                    n += 1;
                    if n <= 12 { println!("{a} | {b} | {c} | join {} | {x} | {y}", join(b, c)); }
                }
            }
        }
        println!("{a}: {n}");
    }
}
