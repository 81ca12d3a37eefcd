//! IRIs: to a URI and back, and their hosts.

use triplet::iri::{self, HostDisplay, HostEncoding, ToUri};
use triplet::uri::{Level, UriErrorKind, equivalent, requote_reference};

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
    let error = convert("http://ex\u{2044}ample\u{FFFD}é/").unwrap_err();
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
    for uri in
        ["http://a%2Fb.%C3%A9/", "http://a%2Cb.%C3%A9/", "http://%C3%A9%20/", "http://%C3%A9%/"]
    {
        assert_eq!(iri::from_uri(uri, HostDisplay::ByScheme), uri);
        assert_eq!(iri::to_uri(uri).as_deref(), Ok(uri));
    }
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
