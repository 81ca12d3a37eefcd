//! `uri::resolve`, and the dot segments that it removes.

use triplet::uri::{Strictness, UriErrorKind, normalize, remove_dot_segments, resolve};

use super::LEVELS;
use crate::oracle;

/// RFC 3986 section 5.4: a reference and its target at `http://a/b/c/d;p?q`.
#[rustfmt::skip]
const RESOLVED: &[(&str, &str)] = &[
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
    ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
    ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
    ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
    ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
    ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
    ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
    // Not in the RFC: an encoded delimiter divides nothing, and an encoded dot segment removes no segment.
    ("..%2Fg", "http://a/b/c/..%2Fg"), ("%2e%2e/g", "http://a/b/c/%2e%2e/g"), ("é/../ü", "http://a/b/c/ü"),
];

#[test]
fn resolving() {
    for (reference, target) in RESOLVED {
        let got = resolve("http://a/b/c/d;p?q", reference, Strictness::Strict);
        assert_eq!(got.as_deref(), Ok(*target), "{reference}");
    }
    let lenient = resolve("http://a/b/c/d;p?q", "HTTP:g", Strictness::Lenient);
    assert_eq!(lenient.as_deref(), Ok("http://a/b/c/g"));
    let error = resolve("/a/b", "c", Strictness::Strict).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (UriErrorKind::NoScheme, 0));
    // A path never becomes an authority.
    assert_eq!(resolve("a:/b", "/.//c", Strictness::Strict).as_deref(), Ok("a:/.//c"));
    assert_eq!(resolve("http://h", "g", Strictness::Strict).as_deref(), Ok("http://h/g"));
}

/// Section 5.2.4, step by step, for every path of up to nine of these characters.
#[test]
fn dot_segments_are_those_of_the_oracle() {
    const CHARACTERS: [&str; 4] = [".", "/", "a", ":"];
    for length in 0..=9 {
        for number in 0..4_usize.pow(length) {
            let path: String =
                (0..length).map(|place| CHARACTERS[number >> (2 * place) & 3]).collect();
            assert_eq!(
                remove_dot_segments(&path),
                oracle::uri::remove_dot_segments(&path),
                "{path}"
            );
        }
    }
}

/// A reference with a scheme whose path begins without a slash keeps its dots. A reference that is merged with such a base
/// loses its dot segments by section 5.2; if they lead above the base, the path gets a slash.
#[test]
fn resolving_paths_without_a_slash_at_the_start() {
    for target in [
        "data:text/plain,a/../b",
        "tag:example.com,2020:x/../y",
        "mailto:a/./b@c",
        "javascript:a/../b",
        "foo:a/../c",
        "ftp:../a",
        "ftp:..",
        "http:a/../b",
        "http:.",
        "urn:a:b/../c",
    ] {
        for base in ["http://a/b/c/d;p?q", "foo:x/y", "urn:a:b"] {
            let got = resolve(base, target, Strictness::Strict);
            assert_eq!(got.as_deref(), Ok(target), "{target} at {base}");
        }
    }
    for (base, reference, target) in [
        ("foo:a/b", "c", "foo:a/c"),
        ("foo:a/b", "./c/../d", "foo:a/d"),
        ("foo:a/b", "../c", "foo:/c"),
        ("foo:a/b", "../../c", "foo:/c"),
        ("foo:a/b/c", "../d", "foo:a/d"),
        ("foo:a", "../c", "foo:c"),
        ("foo:", "c", "foo:c"),
        ("foo:?q", "./c", "foo:c"),
        ("foo:a", "./..", "foo:"),
        ("foo:a/b", "..//c", "foo:/.//c"),
        ("foo:../b", "c", "foo:c"),
        ("mailto:a@b", "./c", "mailto:c"),
        ("tag:example.com,2020:x/y", "../z", "tag:/z"),
        // The path of a base does not change if nothing is merged with it.
        ("foo:a/../b", "?q", "foo:a/../b?q"),
    ] {
        let got = resolve(base, reference, Strictness::Strict).expect("a base with a scheme");
        assert_eq!(got, target, "{reference} at {base}");
        for level in LEVELS {
            assert_eq!(normalize(&got, level), target, "{reference} at {base}, at {level:?}");
        }
    }
}
