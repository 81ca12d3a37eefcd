//! Hosts of IRIs in a build without the feature `idna`: the same names and the same default, and no host is known to be a domain name.

use triplet::iri::{self, HostDisplay, HostEncoding, ToUri};
use triplet::uri::UriErrorKind;

#[test]
fn hosts_by_default_are_triplets() {
    assert_eq!(HostEncoding::default(), HostEncoding::ByScheme);
    assert_eq!(iri::to_uri("http://é.example/").as_deref(), Ok("http://%C3%A9.example/"));
    assert_eq!("punycode".parse(), Ok(HostEncoding::Punycode));
    let error = ToUri::new().host(HostEncoding::Punycode).convert("http://a.é/").unwrap_err();
    assert_eq!((error.kind(), error.offset()), (UriErrorKind::DomainName, 7));
    let punycode = ToUri::new().host(HostEncoding::Punycode).convert("http://a.example/é");
    assert_eq!(punycode.as_deref(), Ok("http://a.example/%C3%A9"));
}

#[test]
fn names_in_punycode_stay() {
    assert_eq!(HostDisplay::default(), HostDisplay::ByScheme);
    for display in HostDisplay::ALL {
        assert_eq!(
            iri::from_uri("http://xn--9ca.example/%C3%A9", display),
            "http://xn--9ca.example/é"
        );
        assert_eq!(iri::from_uri("http://%C3%A9%E2%80%80/", display), "http://é%E2%80%80/");
    }
}
