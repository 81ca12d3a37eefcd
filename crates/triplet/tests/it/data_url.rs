//! `data:` URLs: rows of the Fetch standard's cases, errors with their offsets, and the crate `data-url` as an oracle.

use proptest::prelude::*;
use triplet::data_url::{self, DataUrl, DataUrlErrorKind as Kind};

/// A URL, its media type as it is written by the standard, and its octets; `None` if its base64 is not.
type Row = (&'static str, &'static str, Option<&'static [u8]>);

const ASCII: &str = "text/plain;charset=US-ASCII";

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("data:,X", ASCII, Some(b"X")),
    ("data:,X#Y", ASCII, Some(b"X")),
    ("data:,%FF", ASCII, Some(b"\xFF")),
    ("data:,%F", ASCII, Some(b"%F")),
    ("data:,\u{E9}", ASCII, Some(b"\xC3\xA9")),
    ("DATA:,X", ASCII, Some(b"X")),
    (" \u{1}data:,X \n", ASCII, Some(b"X")),
    ("da\tta\n:,a\r\nb%\n41", ASCII, Some(b"abA")),
    ("data:text/plain,X", "text/plain", Some(b"X")),
    ("data:text/plain ,X", "text/plain", Some(b"X")),
    ("data:text/plain%20,X", "text/plain%20", Some(b"X")),
    ("data:text/plain\u{C},X", "text/plain%0c", Some(b"X")),
    ("data:text/plain;,X", "text/plain", Some(b"X")),
    ("data:;x=x;charset=x,X", "text/plain;x=x;charset=x", Some(b"X")),
    ("data:IMAGE/gif;CHARSET=x,X", "image/gif;charset=x", Some(b"X")),
    ("data:text/plain;charset=a;charset=b,X", "text/plain;charset=a", Some(b"X")),
    ("data: ,X", ASCII, Some(b"X")),
    ("data:%20,X", ASCII, Some(b"X")),
    ("data:X,X", ASCII, Some(b"X")),
    ("data:/x,X", ASCII, Some(b"X")),
    ("data:x/,X", ASCII, Some(b"X")),
    ("data://host/,X", ASCII, Some(b"X")),
    ("data:\u{2020}/\u{2020},X", "%e2%80%a0/%e2%80%a0", Some(b"X")),
    ("data:image/png,X X", "image/png", Some(b"X X")),
    ("data:text/plain;a=\",\",X", "text/plain;a=\"\"", Some(b"\",X")),
    ("data:text/plain;a=%2C,X", "text/plain;a=%2C", Some(b"X")),
    ("data:;charset= x,X", "text/plain;charset=\" x\"", Some(b"X")),
    ("data:;charset =x,X", "text/plain", Some(b"X")),
    ("data:;charset=,X", "text/plain", Some(b"X")),
    ("data:;charset=\"x\"y;a=b,X", "text/plain;charset=x;a=b", Some(b"X")),
    ("data:;a=\"x\\\"y\\\\\",X", "text/plain;a=\"x\\\"y\\\\\"", Some(b"X")),
    ("data:;a=\" ;base64,WA", "text/plain;a=\"\"", Some(b"X")),
    // A query begins at the first `?`, and the URL parser encodes more in it.
    ("data:;a=\"?b\",X", "text/plain;a=\"?b%22\"", Some(b"X")),
    ("data:;a=\"?b ,X", "text/plain;a=\"?b%20\"", Some(b"X")),
    ("data:?; base64,WA", ASCII, Some(b"WA")),
    // Which of them is base64.
    ("data:;base64,WA", ASCII, Some(b"X")),
    ("data:;BASe64,WA", ASCII, Some(b"X")),
    ("data:; base64,WA", ASCII, Some(b"X")),
    ("data:;base64 ,WA", ASCII, Some(b"X")),
    ("data:;base64;base64,WA", "text/plain", Some(b"X")),
    ("data:x/x;base64;charset=x,WA", "x/x;charset=x", Some(b"WA")),
    ("data:x/x;base64;charset=x;base64,WA", "x/x;charset=x", Some(b"X")),
    ("data:base64,WA", ASCII, Some(b"WA")),
    ("data:;base64;,WA", "text/plain", Some(b"WA")),
    ("data:;%62ase64,WA", "text/plain", Some(b"WA")),
    // What base64 may be.
    ("data:;base64,", ASCII, Some(b"")),
    ("data:;base64,W%20A", ASCII, Some(b"X")),
    ("data:;base64,W\nA%0C%3D%3D", ASCII, Some(b"X")),
    ("data:;base64,abcd", ASCII, Some(b"\x69\xB7\x1D")),
    ("data:;base64,abc=", ASCII, Some(b"\x69\xB7")),
    ("data:;base64,ab", ASCII, Some(b"\x69")),
    ("data:;base64,///A", ASCII, Some(b"\xFF\xFF\xC0")),
    ("data:;base64,%2F%2FA", ASCII, Some(b"\xFF\xF0")),
    ("data:;base64,a", ASCII, None),
    ("data:;base64,abcde", ASCII, None),
    ("data:;base64,=", ASCII, None),
    ("data:;base64,abcd=", ASCII, None),
    ("data:;base64,ab=", ASCII, None),
    ("data:;base64,ab=c", ASCII, None),
    ("data:;base64,ab===", ASCII, None),
    ("data:;base64,ab-_", ASCII, None),
    ("data:;base64,ab\u{A0}cd", ASCII, None),
    ("data:;base64,abcd%00", ASCII, None),
];

#[test]
fn rows() {
    for &(url, media_type, octets) in ROWS {
        let read = DataUrl::parse(url).unwrap();
        assert_eq!(read.media_type().to_string(), media_type, "{url:?}");
        assert_eq!(read.to_bytes().ok().as_deref(), octets, "{url:?}");
    }
}

#[test]
fn errors_have_their_offset() {
    let parse = |url| DataUrl::parse(url).map(|_| ()).unwrap_err();
    for (url, kind, offset) in [
        ("", Kind::OtherScheme, 0),
        ("dat:,", Kind::OtherScheme, 0),
        (" http://x/,", Kind::OtherScheme, 1),
        ("data", Kind::OtherScheme, 0),
        ("data:", Kind::NoComma, 5),
        ("data:a/b;c", Kind::NoComma, 10),
        ("data:a#,", Kind::NoComma, 6),
    ] {
        assert_eq!((parse(url).kind(), parse(url).offset()), (kind, offset), "{url:?}");
    }
    for (url, kind, offset) in [
        ("data:;base64,YWJj!", Kind::Base64Octet, 17),
        ("data:;base64,YW\t%21", Kind::Base64Octet, 16),
        ("data:;base64,YW=x", Kind::Base64Octet, 16),
        ("data:;base64,Y", Kind::Base64Length, 14),
        ("data:;base64,YW=#x", Kind::Base64Length, 16),
    ] {
        let error = DataUrl::parse(url).unwrap().to_bytes().unwrap_err();
        assert_eq!((error.kind(), error.offset()), (kind, offset), "{url:?}");
    }
    for (media_type, offset) in [
        ("text", 4),
        ("text/", 5),
        ("/plain", 0),
        ("text/plain;", 11),
        ("a/b;c", 5),
        ("a/b;c=", 6),
        (";", 1),
        ("a/b;c=d,e", 7),
        ("a/b;c=\"d\"", 6),
        ("a/b#", 3),
        ("é/b", 0),
        ("a/b; c=d", 4),
        ("a/b/c", 3),
        ("a/b;c=d=e", 7),
    ] {
        let error = data_url::percent(b"", media_type).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (Kind::MediaType, offset), "{media_type:?}");
        assert_eq!(data_url::base64(b"", media_type).unwrap_err(), error);
    }
}

#[test]
fn what_is_borrowed() {
    let url = DataUrl::parse("data:,plain").unwrap();
    assert!(matches!(url.to_bytes().unwrap(), std::borrow::Cow::Borrowed(_)));
}

/// Texts that look like such URLs.
fn url() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "[a-zA-Z0-9/;=, \"\\\\+%.?<>]",
        1 => Just(";base64".to_owned()),
        1 => Just("charset=".to_owned()),
        1 => any::<u8>().prop_map(|octet| format!("%{octet:02X}")),
        1 => "[\t\n\r\u{0}-\u{20}\u{7f}é€#]",
    ];
    (prop::collection::vec(part, 0..12), "[a-zA-Z0-9+/=% \t]{0,12}")
        .prop_map(|(head, data)| format!("data:{},{data}", head.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn what_is_read_is_what_the_crate_data_url_reads(url in url()) {
        // The URL parser removes these first; the crate only where it does not read a triplet.
        let parsed = url.replace(['\t', '\n', '\r'], "");
        // The crate trims the part before the comma first, and encodes the spaces of a query then.
        let head = parsed.split(',').next().unwrap_or_default();
        prop_assume!(!head.split_once('?').is_some_and(|(_, query)| query.contains(' ')));
        let (ours, theirs) = (DataUrl::parse(&url), ::data_url::DataUrl::process(&parsed));
        prop_assert_eq!(ours.is_ok(), theirs.is_ok());
        let (Ok(ours), Ok(theirs)) = (ours, theirs) else { return Ok(()) };
        // Of two parameters with the same name the first one counts (MIME Sniffing 4.4). The crate keeps both if the name has capitals.
        let parameters = &theirs.mime_type().parameters;
        let is_repeated = |at: usize| parameters[..at].iter().any(|(name, _)| *name == parameters[at].0);
        prop_assume!(!(0..parameters.len()).any(is_repeated));
        prop_assert_eq!(ours.media_type().to_string(), theirs.mime_type().to_string());
        let decoded = theirs.decode_to_vec().map(|(octets, _)| octets);
        prop_assert_eq!(ours.to_bytes().ok().map(|octets| octets.into_owned()), decoded.ok());
    }

    #[test]
    fn nothing_panics(text in any::<String>(), octets in any::<Vec<u8>>()) {
        if let Ok(url) = DataUrl::parse(&text) {
            let _ = url.to_bytes();
        }
        let _ = data_url::percent(&octets, &text);
    }

    #[test]
    fn what_is_written_is_read(octets in any::<Vec<u8>>()) {
        for media_type in ["", "image/png", "text/plain;charset=UTF-8", ";charset=x"] {
            for url in [data_url::percent(&octets, media_type).unwrap(), data_url::base64(&octets, media_type).unwrap()] {
                let read = DataUrl::parse(&url).unwrap();
                prop_assert_eq!(&*read.to_bytes().unwrap(), &octets[..]);
                let expected = match media_type { "" => ASCII.to_owned(), ";charset=x" => "text/plain;charset=x".to_owned(), known => known.to_owned() };
                prop_assert_eq!(read.media_type().to_string(), expected);
                prop_assert!(triplet::uri::validate(&url, triplet::uri::Grammar::Uri).is_ok());
            }
        }
    }
}
