//! References: the tables of the RFC, an oracle for normalising, properties, and the crates that have the same purpose.

mod comparing;
mod connection;
mod decoded;
mod edit;
mod ip_literals;
mod join;
mod normal_forms;
mod relativize;
mod requote;
mod resolve;

use crate::oracle;
use std::collections::HashSet;

use crate::oracle::uri::Form;
use triplet::uri::{
    BuildError, Builder, Component, Equivalence, Grammar, Level, Normalized, Normalizer, Reason,
    Reference, SchemeRules, Step, Strictness, UriErrorKind, equivalent, normalize, relativize,
    remove_dot_segments, requote, resolve, validate,
};
use triplet::{decode, set::rfc3986};

const LEVELS: [Level; 3] = [Level::Percent, Level::Path, Level::Scheme];

/// What each level makes of a reference.
#[rustfmt::skip]
const NORMAL: &[(&str, [&str; 3])] = &[
    ("", ["", "", ""]),
    ("http://a/b", ["http://a/b", "http://a/b", "http://a/b"]),
    ("HTTP://USER@WWW.Example.COM/%7Euser/%2fA", ["http://USER@www.example.com/~user/%2FA", "http://USER@www.example.com/~user/%2FA", "http://USER@www.example.com/~user/%2FA"]),
    ("http://a/b/../c", ["http://a/b/../c", "http://a/c", "http://a/c"]),
    ("http://a/b/%2e%2E/c", ["http://a/b/../c", "http://a/c", "http://a/c"]),
    ("http://a/b%2F..%2Fc", ["http://a/b%2F..%2Fc", "http://a/b%2F..%2Fc", "http://a/b%2F..%2Fc"]),
    ("http://a:80", ["http://a:80", "http://a:80", "http://a/"]),
    // An empty port is removed, whatever the scheme is, unless another `:` would be taken for its delimiter then.
    ("http://a:", ["http://a:", "http://a", "http://a/"]),
    ("foo://h:/", ["foo://h:/", "foo://h/", "foo://h/"]),
    ("//h:/", ["//h:/", "//h/", "//h/"]),
    ("https://h:/", ["https://h:/", "https://h/", "https://h/"]),
    ("//u:p@h:?q", ["//u:p@h:?q", "//u:p@h?q", "//u:p@h?q"]),
    ("//[::1]:", ["//[::1]:", "//[::1]", "//[::1]"]),
    ("//:", ["//:", "//", "//"]),
    ("//@:", ["//@:", "//@", "//@"]),
    ("http://:80:/", ["http://:80:/", "http://:80:/", "http://:80:/"]),
    ("//a::", ["//a::", "//a::", "//a::"]),
    ("//a:[B]:", ["//a:[b]:", "//a:[b]:", "//a:[b]:"]),
    ("//[a:80:", ["//[a:80:", "//[a:80:", "//[a:80:"]),
    ("file://localhost:/x", ["file://localhost:/x", "file://localhost/x", "file:///x"]),
    ("file://u@localhost/x", ["file://u@localhost/x", "file://u@localhost/x", "file://u@localhost/x"]),
    ("file://localhost:80/x", ["file://localhost:80/x", "file://localhost:80/x", "file://localhost:80/x"]),
    ("https://a:80?x", ["https://a:80?x", "https://a:80?x", "https://a:80/?x"]),
    ("wss://a:443/", ["wss://a:443/", "wss://a:443/", "wss://a/"]),
    ("ftp://a:021/x", ["ftp://a:021/x", "ftp://a:021/x", "ftp://a/x"]),
    ("http://[2001:DB8::A]/", ["http://[2001:db8::a]/", "http://[2001:db8::a]/", "http://[2001:db8::a]/"]),
    // An IPv6 address has one form (RFC 5952); what is not an address does not change.
    ("http://[2001:0DB8:0:0:0:0:0:1]/", ["http://[2001:0db8:0:0:0:0:0:1]/", "http://[2001:db8::1]/", "http://[2001:db8::1]/"]),
    ("//u@[0:0:0:0:0:0:0:0]:8", ["//u@[0:0:0:0:0:0:0:0]:8", "//u@[::]:8", "//u@[::]:8"]),
    ("x://[2001:db8::1:1:1:1:1]", ["x://[2001:db8::1:1:1:1:1]", "x://[2001:db8:0:1:1:1:1:1]", "x://[2001:db8:0:1:1:1:1:1]"]),
    ("x://[2001:db8:0:0:1:0:0:1]", ["x://[2001:db8:0:0:1:0:0:1]", "x://[2001:db8::1:0:0:1]", "x://[2001:db8::1:0:0:1]"]),
    ("x://[2001:0:0:1:0:0:0:1]", ["x://[2001:0:0:1:0:0:0:1]", "x://[2001:0:0:1::1]", "x://[2001:0:0:1::1]"]),
    ("x://[1:2:3:4:5:6:0:0]", ["x://[1:2:3:4:5:6:0:0]", "x://[1:2:3:4:5:6::]", "x://[1:2:3:4:5:6::]"]),
    ("x://[::FFFF:C000:0201]", ["x://[::ffff:c000:0201]", "x://[::ffff:192.0.2.1]", "x://[::ffff:192.0.2.1]"]),
    ("x://[64:ff9b::192.0.2.33]", ["x://[64:ff9b::192.0.2.33]", "x://[64:ff9b::c000:221]", "x://[64:ff9b::c000:221]"]),
    // A host with a bracket has no triplets (section 3.2.2): decoded, this would be another address.
    ("http://[fe80::123%34]/", ["http://[fe80::123%34]/", "http://[fe80::123%34]/", "http://[fe80::123%34]/"]),
    ("x://[::%31]", ["x://[::%31]", "x://[::%31]", "x://[::%31]"]),
    ("x://%41@[::%3a%3A%41]:%38", ["x://A@[::%3a%3A%41]:%38", "x://A@[::%3a%3A%41]:%38", "x://A@[::%3a%3A%41]:%38"]),
    ("x://[V1.%41%2f]", ["x://[v1.%41%2f]", "x://[v1.%41%2f]", "x://[v1.%41%2f]"]),
    ("x://[A%41", ["x://[a%41", "x://[a%41", "x://[a%41"]),
    ("x://[FE80:0::01%25En0%2d%2f]/", ["x://[fe80:0::01%25En0%2d%2f]/", "x://[fe80:0::01%25En0%2d%2f]/", "x://[fe80:0::01%25En0%2d%2f]/"]),
    ("x://[V1.A:00:0]/", ["x://[v1.a:00:0]/", "x://[v1.a:00:0]/", "x://[v1.a:00:0]/"]),
    ("x://[1:2]", ["x://[1:2]", "x://[1:2]", "x://[1:2]"]),
    ("x://[0::01::0]", ["x://[0::01::0]", "x://[0::01::0]", "x://[0::01::0]"]),
    ("x://[0::01]a", ["x://[0::01]a", "x://[0::01]a", "x://[0::01]a"]),
    ("x://0::01", ["x://0::01", "x://0::01", "x://0::01"]),
    ("http://%41%c3%a9.B/", ["http://a%C3%A9.b/", "http://a%C3%A9.b/", "http://a%C3%A9.b/"]),
    ("file://localhost/x", ["file://localhost/x", "file://localhost/x", "file:///x"]),
    // RFC 8089 section 2: the minimal form has no authority.
    ("file:/x", ["file:/x", "file:/x", "file:///x"]),
    ("FILE:/a/../b?q", ["file:/a/../b?q", "file:/b?q", "file:///b?q"]),
    ("file:", ["file:", "file:", "file:"]),
    ("file:x/../y", ["file:x/../y", "file:x/../y", "file:x/../y"]),
    ("file:c:/x", ["file:c:/x", "file:c:/x", "file:c:/x"]),
    ("file:/c:/x", ["file:/c:/x", "file:/c:/x", "file:///c:/x"]),
    ("file:%2Fx", ["file:%2Fx", "file:%2Fx", "file:%2Fx"]),
    ("file://", ["file://", "file://", "file:///"]),
    // An empty authority and the path `//h/x`, which is not the host `h`.
    ("file:/.//h/x", ["file:/.//h/x", "file:/.//h/x", "file:////h/x"]),
    ("file:/..//h/x", ["file:/..//h/x", "file:/.//h/x", "file:////h/x"]),
    ("file:////h/x", ["file:////h/x", "file:////h/x", "file:////h/x"]),
    ("file://h/x", ["file://h/x", "file://h/x", "file://h/x"]),
    ("foo:/x", ["foo:/x", "foo:/x", "foo:/x"]),
    ("imaps://h:993", ["imaps://h:993", "imaps://h:993", "imaps://h"]),
    ("ldap://h:0389/x", ["ldap://h:0389/x", "ldap://h:0389/x", "ldap://h/x"]),
    // The port of a SIP URI is in its path, and one without it is another URI (RFC 3261 section 19.1.4).
    ("sip:a@h:5060", ["sip:a@h:5060", "sip:a@h:5060", "sip:a@h:5060"]),
    // What is removed completes no triplet.
    ("tel:%4-1", ["tel:%4-1", "tel:%4-1", "tel:%4-1"]),
    ("tel:1-2%", ["tel:1-2%", "tel:1-2%", "tel:1-2%"]),
    ("tel:%2b1-2;a=%4-1", ["tel:%2B1-2;a=%4-1", "tel:%2B1-2;a=%4-1", "tel:%2B12;a=%4-1"]),
    ("urn:%2f:B", ["urn:%2F:B", "urn:%2F:B", "urn:%2F:B"]),
    ("file://LOCALHOST/x", ["file://localhost/x", "file://localhost/x", "file:///x"]),
    ("mailto:Joe@Example.COM,a@B.C?subject=X", ["mailto:Joe@Example.COM,a@B.C?subject=X", "mailto:Joe@Example.COM,a@B.C?subject=X", "mailto:Joe@example.com,a@b.c?subject=X"]),
    ("URN:ISBN:0-395%2c%41", ["urn:ISBN:0-395%2C%41", "urn:ISBN:0-395%2C%41", "urn:isbn:0-395%2C%41"]),
    ("urn:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6?+R", ["urn:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6?+R", "urn:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6?+R", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6?+R"]),
    ("urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BFG", ["urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BFG", "urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BFG", "urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BFG"]),
    ("urn:uuid:F81D4FAE7-DEC-11D0-A765-00A0C91E6BF6", ["urn:uuid:F81D4FAE7-DEC-11D0-A765-00A0C91E6BF6", "urn:uuid:F81D4FAE7-DEC-11D0-A765-00A0C91E6BF6", "urn:uuid:F81D4FAE7-DEC-11D0-A765-00A0C91E6BF6"]),
    ("urn:uuid:F81D4FAE", ["urn:uuid:F81D4FAE", "urn:uuid:F81D4FAE", "urn:uuid:F81D4FAE"]),
    ("urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6A", ["urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6A", "urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6A", "urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6A"]),
    ("urn:x:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", ["urn:x:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "urn:x:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "urn:x:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"]),
    ("mailto:?To=a@B", ["mailto:?To=a@B", "mailto:?To=a@B", "mailto:?To=a@B"]),
    ("urn:a:b/../c", ["urn:a:b/../c", "urn:a:b/../c", "urn:a:b/../c"]),
    ("tel:+1-(816).555;ext=1-2", ["tel:+1-(816).555;ext=1-2", "tel:+1-(816).555;ext=1-2", "tel:+1816555;ext=1-2"]),
    // Malformed triplets do not change, and decoding never completes them to triplets.
    ("%%41%zz%4", ["%%41%zz%4", "%%41%zz%4", "%%41%zz%4"]),
    ("%%34%31", ["%%341", "%%341", "%%341"]),
    ("%4%31", ["%4%31", "%4%31", "%4%31"]),
    ("%z%41", ["%zA", "%zA", "%zA"]),
    ("%31URN:x://..", ["%31URN:x://..", "./1URN:x:/", "./1URN:x:/"]),
    ("http://:80:80", ["http://:80:80", "http://:80:80", "http://:80:80/"]),
    ("%25%34%31", ["%2541", "%2541", "%2541"]),
    // Nor does decoding make a scheme.
    ("h%74tp://a", ["h%74tp://a", "h%74tp://a", "h%74tp://a"]),
    ("%68:b/%63", ["%68:b/c", "%68:b/c", "%68:b/c"]),
    ("./a:b", ["./a:b", "./a:b", "./a:b"]),
    ("c/../a:b", ["c/../a:b", "./a:b", "./a:b"]),
    // Nor an authority.
    ("/a/..//b", ["/a/..//b", "/.//b", "/.//b"]),
    ("/.//b", ["/.//b", "/.//b", "/.//b"]),
    ("s:/a/..//b", ["s:/a/..//b", "s:/.//b", "s:/.//b"]),
    ("a/..//b", ["a/..//b", ".//b", ".//b"]),
    // The path of a URI that does not begin with a slash has no dot segments: its dots are data.
    ("s:a/..//b", ["s:a/..//b", "s:a/..//b", "s:a/..//b"]),
    ("data:text/plain,a/../b", ["data:text/plain,a/../b", "data:text/plain,a/../b", "data:text/plain,a/../b"]),
    ("tag:example.com,2020:x/../y", ["tag:example.com,2020:x/../y", "tag:example.com,2020:x/../y", "tag:example.com,2020:x/../y"]),
    ("mailto:a/./b@c", ["mailto:a/./b@c", "mailto:a/./b@c", "mailto:a/./b@c"]),
    ("javascript:a/../b", ["javascript:a/../b", "javascript:a/../b", "javascript:a/../b"]),
    ("FOO:%61/%2e%2E/c", ["foo:a/../c", "foo:a/../c", "foo:a/../c"]),
    ("ftp:../a", ["ftp:../a", "ftp:../a", "ftp:../a"]),
    ("ftp:..", ["ftp:..", "ftp:..", "ftp:.."]),
    ("http:a/../b", ["http:a/../b", "http:a/../b", "http:a/../b"]),
    ("http:.", ["http:.", "http:.", "http:."]),
    ("http:/a/../b", ["http:/a/../b", "http:/b", "http:/b"]),
    ("urn:/a/../b", ["urn:/a/../b", "urn:/b", "urn:/b"]),
    ("tel:-/1;a/../b", ["tel:-/1;a/../b", "tel:-/1;a/../b", "tel:-/1;a/../b"]),
    ("a/./b", ["a/./b", "a/b", "a/b"]),
    // A relative path keeps `..` at its start.
    ("../a/./b/../c", ["../a/./b/../c", "../a/c", "../a/c"]),
    ("a/..", ["a/..", "./", "./"]),
    ("../..", ["../..", "../../", "../../"]),
    ("/../../a/..", ["/../../a/..", "/", "/"]),
    ("http://h/a/..?q#f", ["http://h/a/..?q#f", "http://h/?q#f", "http://h/?q#f"]),
    ("?%7e#%7E", ["?~#~", "?~#~", "?~#~"]),
    ("é%C3%A9/%e9", ["é%C3%A9/%E9", "é%C3%A9/%E9", "é%C3%A9/%E9"]),
];

#[test]
fn normal_forms() {
    for (reference, forms) in NORMAL {
        for (level, form) in LEVELS.into_iter().zip(forms) {
            let got = normalize(reference, level);
            assert_eq!(got, *form, "{reference} at {level:?}");
            assert_eq!(normalize(&got, level), *form, "again {reference} at {level:?}");
            if reference == form {
                assert!(matches!(got, std::borrow::Cow::Borrowed(_)), "{reference} is borrowed");
            }
        }
    }
}

/// The table “where other crates differ” of the guide: what each makes of the same input. A row that has become false
/// fails.
#[test]
fn where_other_crates_differ() {
    let ours = |base: &str, reference: &str| {
        resolve(base, reference, Strictness::Strict).expect("an absolute base")
    };
    let fluent = |base: &str, reference: &str| {
        let base = fluent_uri::Uri::parse(base).expect("a URI");
        let reference = fluent_uri::UriRef::parse(reference).expect("a reference");
        reference.resolve_against(&base).expect("a base without fragment").into_string()
    };
    let iri_string = |base: &str, reference: &str| {
        use iri_string::types::{UriAbsoluteStr, UriReferenceStr};
        let base = UriAbsoluteStr::new(base).expect("an absolute URI");
        UriReferenceStr::new(reference).expect("a reference").resolve_against(base).to_string()
    };
    let url = |base: &str, reference: &str| {
        url::Url::parse(base).expect("a URL").join(reference).expect("a reference").to_string()
    };
    // Ours, fluent-uri's, iri-string's, url's.
    #[rustfmt::skip]
    let resolved = [
        ("http://h/a/./b", "", ["http://h/a/./b", "http://h/a/b", "http://h/a/./b", "http://h/a/b"]),
        ("http://h/a/", "%2e%2e/g", ["http://h/a/%2e%2e/g", "http://h/g", "http://h/g", "http://h/g"]),
        ("http://h/a/b/..", "g", ["http://h/a/b/g", "http://h/a/g", "http://h/a/b/g", "http://h/a/g"]),
    ];
    for (base, reference, expected) in resolved {
        let got = [
            ours(base, reference),
            fluent(base, reference),
            iri_string(base, reference),
            url(base, reference),
        ];
        assert_eq!(got, expected, "{reference} at {base}");
    }
    let refused = "refused";
    #[rustfmt::skip]
    let normalised = [
        ("data:,a/../b", ["data:,a/../b", "data:,a/../b", "data:/b", "data:,a/../b"]),
        ("urn:example:%41", ["urn:example:%41", "urn:example:A", "urn:example:A", "urn:example:%41"]),
        ("http://h/%41%7e%2f", ["http://h/A~%2F", "http://h/A~%2F", "http://h/A~%2F", "http://h/%41%7e%2f"]),
        ("http://h/%%34%31", ["http://h/%%341", refused, refused, "http://h/%%34%31"]),
        ("http://h/a|b\\c", ["http://h/a|b\\c", refused, refused, "http://h/a|b/c"]),
    ];
    for (reference, expected) in normalised {
        let or_refused = |text: Option<String>| text.unwrap_or_else(|| refused.to_owned());
        let fluent = fluent_uri::Uri::parse(reference).ok();
        let iri_string = iri_string::types::UriStr::new(reference).ok();
        let got = [
            normalize(reference, Level::Path).into_owned(),
            or_refused(fluent.map(|uri| uri.normalize().into_string())),
            or_refused(iri_string.map(|uri| uri.normalize().to_string())),
            or_refused(url::Url::parse(reference).ok().map(String::from)),
        ];
        assert_eq!(got, expected, "{reference}");
    }
}

/// Each `%` that begins no triplet has its place, in every component.
#[test]
fn malformed_triplets() {
    for (text, offsets) in [
        ("", &[][..]),
        ("%41%C3", &[]),
        ("%", &[0]),
        ("%4", &[0]),
        ("%%41%", &[0, 4]),
        ("%4%41", &[0]),
        ("s%://u%@h%zz:%/%+1?%u00e9#%é", &[1, 6, 9, 13, 15, 19, 26]),
    ] {
        let reference = Reference::split(text);
        let found: Vec<usize> =
            reference.malformed_triplets().map(|error| error.offset()).collect();
        assert_eq!(found, offsets, "{text}");
        for offset in found {
            let error = decode(&text[offset..]).to_bytes().expect_err("malformed");
            assert_eq!(error.offset(), 0, "{text}");
        }
    }
}

/// The three causes of ambiguous references, in every place of a reference.
#[test]
fn the_three_seeds_of_confusion() {
    for place in ["http://h/aXb", "http://h/?aXb", "http://h/#aXb", "http://uXu@h/", "aXb", "s:aXb"]
    {
        let with = |what: &str| place.replace('X', what);
        for level in LEVELS {
            let same = |a: &str, b: &str| equivalent(&with(a), &with(b), level).is_equivalent();
            assert!(!same("/", "%2F"), "{place}");
            assert!(same("A", "%41"), "{place}");
            assert!(same("%2f", "%2F"), "{place}");
            assert!(!same("%2F", "%252F"), "{place}");
            assert!(!same("%25", "%"), "{place}");
        }
    }
    let reasons = |a, b| match equivalent(a, b, Level::Scheme) {
        Equivalence::Equivalent(steps) => steps.iter().collect::<Vec<_>>(),
        other => panic!("{other}"),
    };
    assert_eq!(reasons("http://h/%2f", "http://h/%2F"), [Step::HexCase]);
    assert_eq!(reasons("http://h/A", "http://h/%41"), [Step::UnreservedTriplet]);
    assert_eq!(
        reasons("http://h:80/a/../", "http://H"),
        [Step::HostCase, Step::DotSegments, Step::DefaultPort, Step::EmptyPath]
    );
    assert_eq!(reasons("urn:a:b?+x", "urn:A:b#f"), [Step::SchemeRule]);
    assert_eq!(reasons("http://h:/", "http://h/"), [Step::EmptyPort]);
    assert_eq!(reasons("http://[::0]/", "http://[::]/"), [Step::Ipv6Form]);
    assert_eq!(reasons("mailto:?to=a@B", "mailto:a@b"), [Step::SchemeRule]);
    let Equivalence::Different(difference) =
        equivalent("http://h/%41/b%2fc", "http://h/A/b/c", Level::Path)
    else {
        panic!()
    };
    assert_eq!(difference.component(), Component::Path);
    assert_eq!(difference.offsets(), [14, 12]);
    assert!(difference.is_reserved_character());
}

/// Why two references differ that look alike, and the first place where they do.
#[test]
fn reasons_of_differences() {
    let iri = "a URI has characters outside ASCII only as triplets; compare them as IRIs";
    let disallowed = "a URI has this character only as a triplet";
    let reserved = "a reserved character is not its triplet";
    for (a, b, reason, said) in [
        (
            "http://e/é",
            "http://e/%C3%A9",
            Some(Reason::OutsideAscii),
            format!("different: in the path at offset 9 and 9: {iri}"),
        ),
        (
            "http://e/?%c3%a9",
            "http://e/?é",
            Some(Reason::OutsideAscii),
            format!("different: in the query at offset 10 and 10: {iri}"),
        ),
        (
            "http://e/a b",
            "http://e/a%20b",
            Some(Reason::DisallowedCharacter),
            format!("different: in the path at offset 10 and 10: {disallowed}"),
        ),
        (
            "http://e/%41|",
            "http://e/A%7C",
            Some(Reason::DisallowedCharacter),
            format!("different: in the path at offset 12 and 10: {disallowed}"),
        ),
        (
            "http://e/100%",
            "http://e/100%25",
            Some(Reason::DisallowedCharacter),
            format!("different: in the path at offset 12 and 12: {disallowed}"),
        ),
        (
            "http://e/a:",
            "http://e/a%3a",
            Some(Reason::ReservedCharacter),
            format!("different: in the path at offset 10 and 10: {reserved}"),
        ),
        (
            "http://e/[",
            "http://e/%5B",
            Some(Reason::ReservedCharacter),
            format!("different: in the path at offset 9 and 9: {reserved}"),
        ),
        ("http://e/é", "http://e/è", None, "different: in the path at offset 9 and 9".to_owned()),
        ("http://Ab/", "http://aC/", None, "different: in the host at offset 8 and 8".to_owned()),
        ("urn:a:xA", "urn:a:x%41", None, "different: in the path at offset 7 and 7".to_owned()),
        (
            "http://h/",
            "http://h/#",
            None,
            "different: in the fragment at offset 9 and 10".to_owned(),
        ),
    ] {
        let answer = equivalent(a, b, Level::Scheme);
        assert_eq!(answer.to_string(), said, "{a} and {b}");
        let Equivalence::Different(difference) = answer else { panic!("{a} and {b}") };
        assert_eq!(difference.reason(), reason, "{a} and {b}");
        assert_eq!(difference.is_reserved_character(), reason == Some(Reason::ReservedCharacter));
    }
}

/// What does not distinguish two URNs or `mailto:` URIs: their keys are the same, and `normalize` keeps the difference.
#[test]
fn what_does_not_count() {
    let same = [
        // RFC 8141 section 3.1 and 3.2.
        ["urn:example:a123,z456", "URN:example:a123,z456?+abc"],
        ["urn:example:a123,z456?=xyz", "urn:EXAMPLE:a123,z456#789"],
        ["urn:a:b?=x", "urn:a:b#f"],
        ["urn:a:b?+x?=y#f", "urn:a:b"],
        [
            "urn:uuid:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6",
            "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        ],
        // RFC 6068 section 2.
        [
            "mailto:addr1@an.example,addr2@an.example",
            "mailto:?to=addr1@an.example,addr2@an.example",
        ],
        ["mailto:addr1@an.example,addr2@an.example", "mailto:addr1@an.example?to=addr2@an.example"],
        ["mailto:?to=joe@example.com", "mailto:joe@EXAMPLE.com"],
        ["mailto:a@b?Subject=X&to=c@D", "mailto:a@b,c@d?subject=X"],
        ["mailto:a@b?to=", "mailto:a@b"],
        ["mailto:?to=&to=a@b", "mailto:a@b"],
    ];
    let different = [
        ["urn:example:a123,z456", "urn:example:a123%2Cz456"],
        ["urn:example:a123,z456", "urn:example:A123,z456"],
        ["urn:a:b", "urn:a:b?x"],
        ["urn:a:b?x", "urn:a:b?x#f"],
        ["http://h/?+x", "http://h/?=x"],
        ["mailto:a@b,c@d", "mailto:c@d,a@b"],
        ["mailto:a@b?subject=X", "mailto:a@b?subject=x"],
        ["mailto:a@b?cc=x&subject=y", "mailto:a@b?subject=y&cc=x"],
        ["mailto:A@b", "mailto:a@b"],
        ["mailto:a?to=b?c", "mailto:a,b?c"],
        ["x:a?to=b", "x:a,b"],
    ];
    for (pairs, expected) in [(&same[..], true), (&different[..], false)] {
        for [a, b] in pairs {
            let (x, y) = (Normalized::new(a, Level::Scheme), Normalized::new(b, Level::Scheme));
            assert_eq!(equivalent(a, b, Level::Scheme).is_equivalent(), expected, "{a} and {b}");
            assert_eq!(x == y, expected, "{a} and {b}");
            for (text, key) in [(a, &x), (b, &y)] {
                assert_eq!(key.as_str(), normalize(text, Level::Scheme));
                assert_eq!(key.original(), *text);
                assert_eq!(Reference::split(key.as_str()).query(), Reference::split(text).query());
            }
        }
    }
    // At the other levels, each of these is a difference.
    assert!(!equivalent("urn:a:b?+x", "urn:a:b", Level::Path).is_equivalent());
    assert!(!equivalent("mailto:?to=a", "mailto:a", Level::Path).is_equivalent());
}

#[test]
fn invalid_references_and_where() {
    use UriErrorKind as K;
    #[rustfmt::skip]
    let cases: &[(&str, Grammar, UriErrorKind, usize)] = &[
        ("a/b", Grammar::Uri, K::NoScheme, 0),
        ("http://a b/", Grammar::Uri, K::Character, 8),
        ("http://a/é", Grammar::Uri, K::Character, 9),
        ("http://a/%4", Grammar::Uri, K::Triplet, 9),
        ("http://a/?%zz", Grammar::Uri, K::Triplet, 10),
        ("http://a/#a#", Grammar::Uri, K::Character, 11),
        ("http://[::1/", Grammar::Uri, K::IpLiteral, 8),
        ("http://[1:2:3]/", Grammar::Uri, K::IpLiteral, 8),
        ("http://[::ffff:1.2.3]/", Grammar::Uri, K::IpLiteral, 8),
        ("http://[v1.]/", Grammar::Uri, K::IpLiteral, 8),
        ("http://[v.a]/", Grammar::Uri, K::IpLiteral, 8),
        ("http://[fe80::1%25en0]/", Grammar::Uri, K::IpLiteral, 8),
        ("http://a:b/", Grammar::Uri, K::Port, 9),
        ("http://u[@a/", Grammar::Uri, K::Character, 8),
        ("1:b", Grammar::UriReference, K::FirstSegment, 1),
        ("http://a/\u{202E}", Grammar::Iri, K::Character, 9),
        ("http://a/\u{E000}", Grammar::Iri, K::Character, 9),
    ];
    for (text, kind, error, offset) in cases {
        let got = validate(text, *kind).expect_err(text);
        assert_eq!((got.kind(), got.offset()), (*error, *offset), "{text}");
        assert!(!got.to_string().is_empty());
    }
    for (text, kind) in [
        ("http://[::1]:/", Grammar::Uri),
        ("http://[v1F.a:b]", Grammar::Uri),
        ("http://[::ffff:1.2.3.4]", Grammar::Uri),
        ("a:", Grammar::Uri),
        ("", Grammar::UriReference),
        ("//", Grammar::UriReference),
        ("./a:b", Grammar::UriReference),
        ("http://a/é?\u{E000}", Grammar::Iri),
        ("é", Grammar::IriReference),
    ] {
        assert_eq!(validate(text, kind), Ok(()), "{text}");
    }
}

#[test]
fn a_scheme_of_ones_own() {
    const OWN: SchemeRules = SchemeRules {
        default_port: Some(7070),
        empty_path_is_root: true,
        ..SchemeRules::new("gopher")
    };
    const LOCAL: SchemeRules =
        SchemeRules { host_like_none: Some("here"), ..SchemeRules::new("x-local") };
    let normalizer = Normalizer::new(Level::Scheme).with_schemes(&[OWN, LOCAL]);
    assert_eq!(normalizer.normalize("GOPHER://h:7070"), "gopher://h/", "it comes first");
    assert_eq!(normalizer.normalize("gopher://h:70/"), "gopher://h:70/");
    assert_eq!(normalize("gopher://h:70", Level::Scheme), "gopher://h");
    for same in ["x-local:/a", "x-local:///a", "x-local://HERE/a"] {
        assert_eq!(normalizer.normalize(same), "x-local:///a");
    }
    assert_eq!(normalize("x-local:/a", Level::Scheme), "x-local:/a", "others do not know it");
}

/// A first segment that is empty or has a `:` gets `./` before it, which is shorter than what else would do.
#[test]
fn relative_references_that_need_a_dot() {
    for (target, reference) in [
        ("http://a/b/d:e", "./d:e"),
        ("http://a/b//d", ".//d"),
        ("http://a/b/", "."),
        ("http://a/d:e", "/d:e"),
        ("http://a/x/d:e", "/x/d:e"),
        ("ftp://a/b/d", "ftp://a/b/d"),
    ] {
        let got = relativize("http://a/b/c", target);
        assert_eq!(got.as_deref(), Ok(reference), "{target}");
    }
    // A `/.` before two slashes is not a segment of the path that the base leads to.
    for base in ["h:/e/..//h/a", "h:/.//h/a", "h:/e/.././/h/a"] {
        assert_eq!(relativize(base, "h:/.//h/b/x").as_deref(), Ok("b/x"), "{base}");
    }
}

/// `Debug` of a reference shows its components, as they are written.
#[test]
fn shown_for_debugging() {
    let shown = format!("{:?}", Reference::split("s://u@h:1/p?q#f"));
    assert_eq!(
        shown,
        r#"Reference { scheme: Some("s"), authority: Some("u@h:1"), path: "/p", query: Some("q"), fragment: Some("f") }"#
    );
    let shown = format!("{:?}", Reference::split(""));
    assert_eq!(
        shown,
        r#"Reference { scheme: None, authority: None, path: "", query: None, fragment: None }"#
    );
}

/// A scheme that does not fit into a register is put into lower case like any other.
#[test]
fn long_schemes() {
    for length in 1..200 {
        for rest in ["", "x", "/A", "//H", "//H/A"] {
            let text = format!("{}:{rest}", "A".repeat(length));
            for (level, form) in LEVELS.into_iter().zip([Form::Percent, Form::Path, Form::Scheme]) {
                assert_eq!(normalize(&text, level), oracle::uri::normal(&text, form), "{text}");
            }
        }
    }
}

#[test]
fn parts() {
    let segments = |text| Reference::split(text).segments().collect::<Vec<_>>();
    assert_eq!(segments(""), [""; 0]);
    assert_eq!(segments("/"), [""]);
    assert_eq!(segments("/a//b/"), ["a", "", "b", ""]);
    assert_eq!(segments("a/b"), ["a", "b"]);
    let authority = Reference::split("//a@b@[::1]:80").authority().expect("an authority");
    assert_eq!(
        (authority.userinfo(), authority.host(), authority.port()),
        (Some("a@b"), "[::1]", Some("80"))
    );
    assert_eq!(remove_dot_segments("/../a/./b/.."), "/a/");
    assert_eq!(requote("a b%20c%", rfc3986::SEGMENT), "a%20b%20c%25");
    let key = |text| Normalized::new(text, Level::Scheme);
    let set: HashSet<_> =
        ["http://a", "HTTP://A:80/", "http://a/%2f", "http://a/%2F", "http://a//"]
            .into_iter()
            .map(key)
            .collect();
    assert_eq!(set.len(), 3);
    assert_eq!(Builder::new().scheme("1").build(), Err(BuildError::Scheme));
    assert_eq!(Builder::new().port(1).build(), Err(BuildError::NoHost));
    let v6 = Builder::new()
        .scheme("http")
        .address("::1".parse().expect("an address"))
        .port(8)
        .segment("é")
        .build();
    assert_eq!(v6.as_deref(), Ok("http://[::1]:8/%C3%A9"));
    let changed =
        Builder::from_reference(&Reference::split("http://a/b?c#d")).pair("e", "&").build();
    assert_eq!(changed.as_deref(), Ok("http://a/b?c&e=%26#d"));
}
