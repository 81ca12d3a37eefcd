//! IRIs: to a URI and back, and their hosts.

use triplet::iri::{self, HostDisplay, HostEncoding, ToUri};
use triplet::uri::{
    Component, Edit, EditError, Level, Reference, UriErrorKind, Value, equivalent,
    requote_reference, unrepaired,
};

/// Question marks and dots are delimiters in a URN: encoded ones stay encoded in the IRI and back.
#[test]
fn urns_to_iri_and_back() {
    for (urn, readable) in [
        ("URN:x:?%2e", "URN:x:?%2e"),
        ("urn:example:%C3%A9", "urn:example:é"),
        ("urn:example:a%2Fb%41", "urn:example:a%2Fb%41"),
    ] {
        let iri = iri::from_uri(urn, HostDisplay::Keep);
        assert_eq!(iri, readable);
        let back = ToUri::new().convert(&iri).expect("an IRI").into_owned();
        assert!(equivalent(&back, urn, Level::Percent).is_equivalent(), "{urn} → {iri} → {back}");
    }
}

/// What a path may have that a query may not, and the other way round; and what would be read as a scheme.
#[test]
fn triplets_by_component() {
    for (uri, iri) in [
        ("%61b", "ab"),
        ("%61/b:c", "a/b:c"),
        ("%61:b", "%61:b"),
        ("x-db:%61b:%63", "x-db:ab:c"),
        ("a%3Ab", "a%3Ab"),
        // U+E000 is private: only a query has it (RFC 3987 section 2.2).
        ("/%EE%80%80?%EE%80%80#%EE%80%80", "/%EE%80%80?\u{E000}#%EE%80%80"),
        ("x-db://%EE%80%80@%EE%80%80/", "x-db://%EE%80%80@%EE%80%80/"),
        ("x-db://%C3%A9@%C3%A9/", "x-db://é@é/"),
    ] {
        assert_eq!(iri::from_uri(uri, HostDisplay::Keep), iri, "{uri}");
    }
}

#[test]
fn hosts_of_iris() {
    let convert = |iri| iri::to_uri(iri).map(|uri| uri.into_owned());
    assert_eq!(
        convert("http://BÜCHER.example/ä").as_deref(),
        Ok("http://xn--bcher-kva.example/%C3%A4")
    );
    let error = convert("http://ex\u{2044}ample.é\u{2000}/").unwrap_err();
    assert_eq!((error.kind(), error.offset()), (UriErrorKind::DomainName, 7));
    assert_eq!(
        iri::from_uri("http://xn--bcher-kva.example/", HostDisplay::Unicode),
        "http://bücher.example/"
    );
    assert_eq!(
        iri::from_uri("http://XN--bcher-kva.example/", HostDisplay::Unicode),
        "http://bücher.example/"
    );
    // No domain name has these characters, so they stay.
    for host in ["xn--", "xn--a-", "xn--zzzzzz99999"] {
        let uri = format!("http://{host}/");
        assert_eq!(iri::from_uri(&uri, HostDisplay::Unicode), uri);
    }
    assert!(iri::equivalent(
        "http://bücher.example",
        "http://xn--bcher-kva.example/",
        Level::Scheme
    ));
    assert!(
        !iri::equivalent("http://a/é", "http://a/e\u{301}", Level::Scheme),
        "no Unicode normalisation"
    );
}

/// A host becomes a domain name by default only if its scheme is known to have domain names; both readings can be asked
/// for.
#[test]
fn hosts_by_scheme() {
    let convert =
        |iri: &str, host| ToUri::new().host(host).convert(iri).map(|uri| uri.into_owned());
    for (iri, by_scheme, punycode, percent) in [
        ("http://é/", "http://xn--9ca/", "http://xn--9ca/", "http://%C3%A9/"),
        ("WSS://é/", "WSS://xn--9ca/", "WSS://xn--9ca/", "WSS://%C3%A9/"),
        ("foo://é/", "foo://%C3%A9/", "foo://xn--9ca/", "foo://%C3%A9/"),
        ("//é/", "//%C3%A9/", "//xn--9ca/", "//%C3%A9/"),
        ("httpx://é/", "httpx://%C3%A9/", "httpx://xn--9ca/", "httpx://%C3%A9/"),
    ] {
        assert_eq!(convert(iri, HostEncoding::ByScheme).as_deref(), Ok(by_scheme));
        assert_eq!(iri::to_uri(iri).as_deref(), Ok(by_scheme), "the default");
        assert_eq!(convert(iri, HostEncoding::Punycode).as_deref(), Ok(punycode));
        assert_eq!(convert(iri, HostEncoding::Percent).as_deref(), Ok(percent));
        assert_eq!(iri::from_uri(by_scheme, HostDisplay::ByScheme), iri);
        assert_eq!(iri::from_uri(punycode, HostDisplay::Unicode), iri);
        assert_eq!(iri::from_uri(percent, HostDisplay::Keep), iri);
        assert_eq!(requote_reference(iri), by_scheme);
    }
    assert_eq!(iri::from_uri("foo://xn--9ca/", HostDisplay::ByScheme), "foo://xn--9ca/");
    // A host that can't be a domain name stays as it is written, so the way back gives the same URI.
    for uri in ["http://a%2Fb.%C3%A9/", "http://a%2Cb.%C3%A9/", "http://%C3%A9%20/"] {
        assert_eq!(iri::from_uri(uri, HostDisplay::ByScheme), uri);
        assert_eq!(iri::to_uri(uri).as_deref(), Ok(uri));
    }
    assert_eq!(iri::from_uri("http://%C3%A9%/", HostDisplay::ByScheme), "http://%C3%A9%/");
    assert_eq!(iri::from_uri("foo://a%2Fb.%C3%A9/", HostDisplay::ByScheme), "foo://a%2Fb.é/");
    // RFC 3987 section 4.4, example 10: the letter of section 3.2, and no name by the rules of today.
    let (uri, iri) = ("http://ab.%D7%92.123/", "http://ab.\u{5D2}.123/");
    assert_eq!(iri::from_uri(uri, HostDisplay::ByScheme), uri);
    assert_eq!(iri::from_uri(uri, HostDisplay::Keep), iri);
    assert_eq!(iri::to_uri(iri).map_err(|error| error.kind()), Err(UriErrorKind::DomainName));
    assert_eq!(convert(iri, HostEncoding::Percent).as_deref(), Ok(uri));
    assert!(iri::equivalent(uri, iri, Level::Scheme));
    // No reserved character comes out of a triplet.
    for iri in ["http://a%2Fb.é/", "http://a%2Cb.é/", "http://a%25b.é/"] {
        let error = iri::to_uri(iri).expect_err(iri);
        assert_eq!((error.kind(), error.offset()), (UriErrorKind::DomainName, 7), "{iri}");
    }
    for [a, b] in [
        ["http://é/", "http://%C3%A9/"],
        ["http://%C3%A9/", "http://xn--9ca/"],
        ["http://e/é", "http://e/%C3%A9"],
        ["http://e/ ", "http://e/%20"],
    ] {
        assert!(iri::equivalent(a, b, Level::Scheme), "{a} and {b}");
    }
    for [a, b] in [
        ["foo://é/", "foo://xn--9ca/"],
        ["http://e/é", "http://e/%E9"],
        ["http://e/a/b", "http://e/a%2Fb"],
    ] {
        assert!(!iri::equivalent(a, b, Level::Scheme), "{a} and {b}");
    }
}

/// `from_uri` never completes a malformed triplet to a triplet, and decodes all that it may.
#[test]
fn malformed_triplets_of_iris() {
    for (uri, iri) in [
        ("http://h/%z%41", "http://h/%zA"),
        ("http://h/%%34%31", "http://h/%%341"),
        ("http://h/%4%31", "http://h/%4%31"),
        ("http://h/%a%7E%41", "http://h/%a~A"),
        ("http://h/%ab%41", "http://h/%ABA"),
        ("http://h/%4%", "http://h/%4%"),
        ("http://h/%C3%A9%", "http://h/é%"),
        ("%68:b/%63", "%68:b/c"),
        ("/%68:b", "/h:b"),
        ("?%EE%80%80", "?\u{E000}"),
        ("#%EE%80%80", "#%EE%80%80"),
        ("%ff%c3", "%FF%C3"),
        ("%f0%9f%98%80", "😀"),
    ] {
        assert_eq!(iri::from_uri(uri, HostDisplay::Keep), iri, "{uri}");
    }
}

/// What is not an IRI is an error with its offset, and never a URI.
#[test]
fn what_is_not_an_iri() {
    use UriErrorKind::{Character, DomainName, FirstSegment, IpLiteral, Port, Triplet};
    for (text, kind, offset) in [
        ("http://h/50%致", (Triplet, Component::Path), 11),
        ("http://h/50%", (Triplet, Component::Path), 11),
        ("http://h/a[b]é", (Character, Component::Path), 10),
        ("http://h/a[b]", (Character, Component::Path), 10),
        ("http://h/#é#", (Character, Component::Fragment), 12),
        ("http://h:8o/é", (Port, Component::Port), 10),
        ("1:é", (FirstSegment, Component::Path), 1),
        // A bracket that is not closed; the text after the `:` is a port.
        ("//[:é", (IpLiteral, Component::Host), 3),
        ("//[é]/", (IpLiteral, Component::Host), 3),
        ("http://é:80,b:1/", (Character, Component::Host), 9),
        ("http://h/a b", (Character, Component::Path), 10),
        ("/\u{202E}", (Character, Component::Path), 1),
        ("/é\u{E000}", (Character, Component::Path), 3),
        ("http://a%2Cé/", (DomainName, Component::Host), 7),
    ] {
        let error = iri::to_uri(text).expect_err(text);
        let (kind, component) = kind;
        assert_eq!(
            (error.kind(), error.component(), error.offset()),
            (kind, Some(component), offset),
            "{text}"
        );
    }
    assert_eq!(iri::to_uri("?\u{E000}").as_deref(), Ok("?%EE%80%80"));
}

/// Encoding what no IRI has does not make a URI of everything.
#[test]
fn disallowed_characters_are_encoded_where_a_triplet_may_be() {
    let to_uri = ToUri::new().encode_disallowed();
    for (text, uri) in [
        ("http://h/a b|é", "http://h/a%20b%7C%C3%A9"),
        ("x://a b@h c/", "x://a%20b@h%20c/"),
        // Section 3.1: number signs, percent signs and brackets "MUST NOT be converted".
        ("/%23[ ]#f", "/%23[%20]#f"),
        ("/\u{202E}\u{E000}?<#\\", "/%E2%80%AE%EE%80%80?%3C#%5C"),
    ] {
        assert_eq!(to_uri.convert(text).as_deref(), Ok(uri));
    }
    for (text, offset) in [
        ("http://h:8 0/", 10),
        ("//[::1 ]/", 3),
        ("/a b%", 4),
        ("//a[b ]/", 3),
        ("/# #", 3),
        ("1: ", 1),
    ] {
        assert_eq!(to_uri.convert(text).expect_err(text).offset(), offset, "{text}");
    }
}

/// A label has at most 63 octets as Punycode, and a name 253.
#[test]
fn long_domain_names() {
    let long = "é".repeat(64);
    let label = format!("http://{long}/");
    let second = format!("http://bücher。{long}.example/");
    let name = format!("http://{}é/", "abcdefgh.".repeat(28));
    for (text, offset) in [(&label, 7), (&second, 7 + 10), (&name, 7)] {
        let error = iri::to_uri(text).expect_err(text);
        assert_eq!(
            (error.kind(), error.offset()),
            (UriErrorKind::DomainNameLength, offset),
            "{text}"
        );
        assert!(error.to_string().contains("at most 63 octets"), "{error}");
        // `requote` reports the same, and its result has triplets.
        let left = unrepaired(text).map(|error| (error.kind(), error.offset()));
        assert_eq!(left, Some((UriErrorKind::DomainNameLength, offset)));
        let percent = ToUri::new().host(HostEncoding::Percent).convert(text).expect("an IRI");
        assert_eq!(requote_reference(text), percent);
        // And of an edit, with the offset in the value.
        let host = Reference::split(text).authority().expect("one").host();
        let mut edit = Edit::new("http://h/");
        match edit.set(Component::Host, Value::Data(host)) {
            Err(EditError::NotAllowed(error)) => {
                assert_eq!(
                    (error.kind(), error.offset()),
                    (UriErrorKind::DomainNameLength, offset - 7)
                );
            }
            other => panic!("{other:?}"),
        }
    }
    // Where a host is not known to be a domain name, there is no such limit.
    assert!(iri::to_uri(&format!("x://{long}/")).is_ok());
    // A label of 63 octets is one: `xn--` and 59 more.
    let fits = format!("http://{}é/", "a".repeat(54));
    let uri = iri::to_uri(&fits).expect("a name").into_owned();
    assert!(uri.len() <= "http:///".len() + 63, "{uri}");
    assert_eq!(iri::from_uri(&uri, HostDisplay::ByScheme), fits);
    // A host that is asked for as a domain name has the length of one, in ASCII too.
    let ascii = format!("http://{}.example/", "a".repeat(64));
    assert_eq!(iri::to_uri(&ascii).as_deref(), Ok(&*ascii), "a URI is its own");
    let punycode = ToUri::new().host(HostEncoding::Punycode).convert(&ascii);
    assert_eq!(punycode.map_err(|error| error.kind()), Err(UriErrorKind::DomainNameLength));
    // Triplets that would be a name of that length are not read.
    let triplets = format!("http://{}/", "%C3%A9".repeat(64));
    assert_eq!(iri::from_uri(&triplets, HostDisplay::ByScheme), triplets);
}

/// An IP literal has no triplets, so none is read.
#[test]
fn triplets_in_brackets_stay() {
    for uri in ["http://[fe80::123%34]/", "x://u@[fe80::1%25eth%30]:80/", "//[v1.%41]/", "//[%41"] {
        for names in [HostDisplay::Keep, HostDisplay::Unicode, HostDisplay::ByScheme] {
            assert_eq!(iri::from_uri(uri, names), uri);
        }
    }
    assert_eq!(iri::from_uri("//[::1]/%41", HostDisplay::Keep), "//[::1]/A");
}

/// Nor is a triplet written into a malformed one, where letters after it would be compared as they are written.
#[test]
fn malformed_ip_literals_are_compared_as_their_normal_forms_are() {
    for level in [Level::Percent, Level::Path, Level::Scheme] {
        for text in ["http://[::1]é.La", "http://[V1.é%4A]B/", "//[é", "//[x\u{1}C/"] {
            let normal = iri::normalize(text, level);
            assert!(iri::equivalent(text, &normal, level), "{text} and {normal} at {level:?}");
        }
    }
    assert!(!iri::equivalent("//[::1]é", "//[::1]è", Level::Scheme));
}
