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
    /// The order of joining does not matter: a page that includes another one resolves its links in either way. For each base
    /// with an authority, or with a path that begins with a slash, however deep.
    #[test]
    fn joining_is_associative(base in "s:(//h?(/(a/|\\./|\\.\\./|/){0,4}(b|\\.\\.)?)?|/(a/|\\./|\\.\\./){0,4}(b|\\.\\.)?)(\\?q)?(#f)?", b in relative(), c in relative()) {
        // A last segment that is `..` is removed from a base like any other (section 5.2.3).
        let path = b.split(['?', '#']).next().unwrap_or_default();
        prop_assume!(!matches!(path.rsplit('/').next(), Some("." | "..")));
        let at = |base: &str, reference: &str| resolve(base, reference, Strictness::Strict).expect("a URI");
        prop_assert_eq!(at(&base, &join(&b, &c)), at(&at(&base, &b), &c), "{} {} {} {}", base, b, c, join(&b, &c));
    }

    #[test]
    fn a_base_with_a_scheme_is_resolve(c in "[a:/?#.%]{0,10}") {
        let base = "x://h/a/b?q";
        prop_assert_eq!(join(base, &c), resolve(base, &c, Strictness::Strict).expect("a URI"));
    }
}

/// Why a base of another kind is left out: climbing adds a slash, by the letter of section 5.2.4.
#[test]
fn joining_at_a_path_without_a_slash() {
    let at =
        |base: &str, reference: &str| resolve(base, reference, Strictness::Strict).expect("a URI");
    assert_eq!(at("s:x", &join("a/", "../b")), "s:b");
    assert_eq!(at(&at("s:x", "a/"), "../b"), "s:/b");
}
