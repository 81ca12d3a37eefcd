//! Forms: the rows of what happens on awkward input, random pairs there and back, the oracle, and the
//! crate `form_urlencoded` where it means the same.

use crate::oracle;
use std::borrow::Cow;

use proptest::prelude::*;
use triplet::form::{
    self, ActionError, CgiError, CgiRequest, FormError, Method, Newlines, Separators, Serializer,
    Space, Submission,
};
use triplet::{DecodeErrorKind, EncodeSet};

fn lossy(form: &[u8]) -> Vec<(String, String)> {
    let pairs = form::parse(form).to_lossy_pairs().expect("no limits, not strict");
    pairs.into_iter().map(|(n, v)| (n.into_owned(), v.into_owned())).collect()
}

fn pair(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

#[test]
fn blanks_and_empty_pieces() {
    assert_eq!(lossy(b""), []);
    assert_eq!(lossy(b"&&&"), []);
    assert_eq!(lossy(b"a"), [pair("a", "")]);
    assert_eq!(lossy(b"a="), [pair("a", "")]);
    assert_eq!(lossy(b"=a"), [pair("", "a")]);
    assert_eq!(lossy(b"="), [pair("", "")]);
    assert_eq!(lossy(b"a=b=c"), [pair("a", "b=c")]);
    assert_eq!(lossy(b"a&a&&b="), [pair("a", ""), pair("a", ""), pair("b", "")]);
    let mut pairs = form::parse("a&a=").pairs().map(|pair| pair.expect("no limit").has_equals);
    assert_eq!((pairs.next(), pairs.next(), pairs.next()), (Some(false), Some(true), None));
    let dropped = form::parse("a=&b=1&c").drop_blank().to_text_pairs().expect("text");
    assert_eq!(dropped, [(Cow::from("b"), Cow::from("1"))]);
}

#[test]
fn semicolons_separate_only_when_asked() {
    assert_eq!(lossy(b"a=1;b=2"), [pair("a", "1;b=2")]);
    let read = |separators| {
        let pairs = form::parse("a=1;b=2&c").separators(separators).to_text_pairs();
        pairs.expect("text").into_iter().map(|(n, v)| format!("{n}:{v}")).collect::<Vec<_>>()
    };
    assert_eq!(read(Separators::Semicolon), ["a:1", "b:2&c"]);
    assert_eq!(read(Separators::Both), ["a:1", "b:2", "c:"]);
}

#[test]
fn question_mark() {
    assert_eq!(lossy(b"?a=1"), [pair("?a", "1")]);
    let pairs = form::parse("??a=1").strip_question_mark().to_text_pairs().expect("text");
    assert_eq!(pairs, [(Cow::from("?a"), Cow::from("1"))]);
    assert_eq!(form::parse("?").strip_question_mark().to_text_pairs(), Ok(vec![]));
}

/// The library reads 32 bytes at once. The ends of names and values at each place around that, before the end of the form
/// and far from it, with something to decode or outside ASCII in the name, in the value, in both and after them.
#[test]
fn names_and_values_of_each_length() {
    let fill = |length: usize, special: &str| {
        let text = format!("{}{special}", "x".repeat(length.saturating_sub(special.len())));
        text.get(..length).map_or(text.clone(), str::to_owned)
    };
    for (name, value) in (0..70).flat_map(|name| (0..70).map(move |value| (name, value))) {
        for (in_name, in_value, after) in [
            ("", "", ""),
            ("%41", "+", "&b=%42"),
            ("é", "é", "&"),
            ("+", "", "&&=c"),
            ("", "%2", "&é+"),
        ] {
            let (name, value) = (fill(name, in_name), fill(value, in_value));
            for form in [format!("{name}={value}{after}"), format!("{name}{after}&{value}")] {
                let mut at = 0;
                let mut expected = Vec::new();
                for piece in form.split('&') {
                    let (name, value) = piece.split_once('=').unwrap_or((piece, ""));
                    let value_at =
                        if piece.contains('=') { at + name.len() + 1 } else { at + name.len() };
                    if !piece.is_empty() {
                        expected.push((at, name, value_at, value, piece.contains('=')));
                    }
                    at += piece.len() + 1;
                }
                let pairs: Vec<form::Pair<'_>> =
                    form::parse(&form).pairs().map(|pair| pair.expect("no limit")).collect();
                fn raw<'a>(part: form::Part<'a>) -> &'a str {
                    str::from_utf8(part.raw()).expect("a part of a text")
                }
                let found: Vec<_> = pairs
                    .iter()
                    .map(|p| {
                        (p.name.offset(), raw(p.name), p.value.offset(), raw(p.value), p.has_equals)
                    })
                    .collect();
                assert_eq!(found, expected, "{form}");
                let decoded: Vec<(Cow<'_, str>, Cow<'_, str>)> =
                    form_urlencoded::parse(form.as_bytes()).collect();
                assert_eq!(
                    form::parse(&form).to_lossy_pairs().expect("no limits"),
                    decoded,
                    "{form}"
                );
                assert_eq!(form::parse(&form).to_text_pairs().expect("text"), decoded, "{form}");
                let whole = form::parse(&form).to_form().expect("no limits");
                assert!(whole.iter().eq(decoded.iter().map(|(n, v)| (&**n, &**v))), "{form}");
            }
        }
    }
}

/// What decoding does not change is borrowed, whatever is known about it.
#[test]
fn what_does_not_change_is_borrowed() {
    for form in [
        "abc=def",
        "é=100%",
        "a=b&long=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx&c=é",
    ] {
        for (name, value) in form::parse(form).to_lossy_pairs().expect("no limits") {
            assert!(matches!(name, Cow::Borrowed(_)), "{name}");
            assert!(matches!(value, Cow::Borrowed(_)), "{value}");
        }
    }
    let [(_, value)] = &form::parse("a=b+c").to_lossy_pairs().expect("no limits")[..] else {
        panic!("one pair");
    };
    assert!(matches!(value, Cow::Owned(_)) && value == "b c");
}

/// A form that is decoded as a whole finds values by name, owns its text if it is asked to, and copies nothing if nothing is
/// encoded.
#[test]
fn a_form_as_a_whole() {
    let form = form::parse("q=caf%C3%A9&q=x&=e&flag&a%3Db=c%26d&q=").to_form().expect("text");
    assert_eq!((form.len(), form.is_empty()), (6, false));
    assert_eq!((form.get("q"), form.get("flag"), form.get("a")), (Some("café"), Some(""), None));
    assert_eq!((form.get(""), form.get("a=b"), form.get("&d")), (Some("e"), Some("c&d"), None));
    assert_eq!(form.get_all("q").collect::<Vec<_>>(), ["café", "x", ""]);
    let names: Vec<&str> = form.iter().map(|pair| pair.0).collect();
    assert_eq!(names, ["q", "q", "", "flag", "a=b", "q"]);
    assert_eq!(form.iter().next_back(), Some(("q", "")));
    assert_eq!(form.iter().len(), 6);
    let other = form::parse("q=caf%c3%a9&q=x&=e&flag=&a%3db=c%26d&q").to_form().expect("text");
    assert_eq!(form, other, "as a list of pairs");
    assert_ne!(form, form::parse("q=caf%C3%A9").to_form().expect("text"));
    assert_eq!(form.clone().into_owned(), form);
    let debug = format!("{:?}", form::parse("a=%26&b").to_form().expect("text"));
    assert_eq!(debug, r#"[("a", "&"), ("b", "")]"#);

    let plain = String::from("a=1&b=2");
    let form = form::parse(&plain).to_form().expect("text");
    let value = form.get("b").expect("a value").as_ptr();
    assert_eq!(value, plain[6..].as_ptr(), "nothing is encoded, so nothing is copied");
    assert!(form::Form::default().is_empty());
}

/// The pairs of a form that is decoded as a whole, and why it cannot be.
fn whole(parse: form::Parse<'_>) -> Result<Vec<(String, String)>, FormError> {
    let form = parse.to_form()?;
    Ok(form.iter().map(|(name, value)| pair(name, value)).collect())
}

#[test]
fn limits_are_errors_that_say_which() {
    let error = form::parse("a&b&c").max_pairs(2).to_text_pairs().unwrap_err();
    assert_eq!(error, FormError::TooManyPairs { limit: 2, offset: 4 });
    assert_eq!(error.to_string(), "a pair at offset 4: the limit of pairs is 2 (`max_pairs`)");
    assert!(form::parse("a&b&&").max_pairs(2).to_text_pairs().is_ok());
    let error = form::parse("a&b&c").max_bytes(4).to_text_pairs().unwrap_err();
    assert_eq!(error, FormError::TooManyBytes { limit: 4, length: 5, offset: 4 });
    assert_eq!((error.kind().name(), error.offset()), ("too-many-bytes", 4));
    assert!(form::parse("a&b&c").max_bytes(5).to_text_pairs().is_ok());
    // After an error nothing more comes.
    let mut pairs = form::parse("a&b").max_pairs(1).pairs();
    assert!(pairs.next().expect("a").is_ok() && pairs.next().expect("b").is_err());
    assert!(pairs.next().is_none() && pairs.next().is_none());
}

#[test]
fn offsets_count_from_the_start_of_the_form() {
    let error = form::parse("ok=1&a=x%zz").strict().to_bytes_error();
    assert_eq!(error.offset(), 8);
    let error = form::parse("ok=1&%FF=x").to_text_pairs().unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), ("invalid-utf-8", 5));
    for pair in form::parse("&name=value&&x=") {
        let pair = pair.expect("no limit");
        let form = b"&name=value&&x=";
        for part in [pair.name, pair.value] {
            assert_eq!(&form[part.offset()..part.offset() + part.raw().len()], part.raw());
        }
    }
}

trait BytesError {
    fn to_bytes_error(self) -> FormError;
}

impl BytesError for form::Parse<'_> {
    fn to_bytes_error(self) -> FormError {
        self.to_byte_pairs().unwrap_err()
    }
}

#[test]
fn plus_and_its_triplet() {
    assert_eq!(lossy(b"a=1+1&b=1%2B1"), [pair("a", "1 1"), pair("b", "1+1")]);
    let mut out = String::new();
    Serializer::new(&mut out).append("1+1", "1 1");
    assert_eq!(out, "1%2B1=1+1");
    out.clear();
    Serializer::new(&mut out).space(Space::Percent).append("1+1", "1 1");
    assert_eq!(out, "1%2B1=1%201");
}

#[test]
fn serializer_options() {
    let mut out = String::from("path?");
    Serializer::new(&mut out)
        .semicolons()
        .append("a", "1")
        .append_name("b")
        .extend([("c", b"\xFF")]);
    assert_eq!(out, "path?a=1;b;c=%FF");
    Serializer::continuing(&mut out).append("d", "");
    assert_eq!(out, "path?a=1;b;c=%FF&d=");
    out.clear();
    Serializer::new(&mut out).newlines(Newlines::Crlf).append("a\r", "\n\r\n\n\r");
    assert_eq!(out, "a%0D%0A=%0D%0A%0D%0A%0D%0A%0D%0A");
}

#[test]
fn sending() {
    let form = Submission::new().field("a b", "1\n2").field("a b", "");
    let get = form.request(Method::Get, "http://h/p?old=1#frag").expect("an action");
    assert_eq!(get.url, "http://h/p?a+b=1%0D%0A2&a+b=#frag");
    assert_eq!((get.body, get.content_type), (None, None));
    let post = form.request(Method::Post, "http://h/p?kept#frag").expect("an action");
    assert_eq!(post.url, "http://h/p?kept#frag");
    assert_eq!(post.body.as_deref(), Some("a+b=1%0D%0A2&a+b="));
    assert_eq!(post.content_type, Some("application/x-www-form-urlencoded"));
    let headers = Submission::new()
        .field("subject", "tea & milk")
        .request(Method::Get, "MAILTO:a@example.com?cc=b@example.com")
        .expect("an action");
    assert_eq!(headers.url, "MAILTO:a@example.com?subject=tea%20%26%20milk");
    // The body of the mail is the form: read as RFC 6068 says, it comes back.
    for (action, before) in
        [("mailto:a@b", "?"), ("mailto:a@b?", "?"), ("mailto:a@b?subject=x", "?subject=x&")]
    {
        let mail = form.request(Method::Post, action).expect("an action").url;
        let body = mail.strip_prefix(&format!("mailto:a@b{before}body=")).expect("a body");
        let body = triplet::decode(body).to_str().expect("text");
        assert_eq!(lossy(body.as_bytes()), [pair("a b", "1\r\n2"), pair("a b", "")]);
    }
    assert_eq!(Submission::new().request(Method::Get, "").expect("an action").url, "?");
    // What would split the request, and what no form is sent to.
    let refused = |method, action| form.request(method, action).unwrap_err();
    assert_eq!(refused(Method::Post, "/x\r\nHost: evil"), ActionError::Control(2));
    for action in ["javascript:alert(1)", "FTP://h/"] {
        assert_eq!(refused(Method::Get, action), ActionError::Scheme);
    }
    assert_eq!(refused(Method::Post, "data:,x"), ActionError::Scheme);
    let spaces = form.request(Method::Post, " \n mailto:a@b ").expect("an action");
    assert!(spaces.url.starts_with("mailto:a@b?body="));
}

#[cfg(feature = "charset")]
#[test]
fn sending_in_a_charset() {
    let form = Submission::new().field("_CHARSET_", "wrong").field("é", "你");
    let body = |form: &Submission<'_>| form.body(Space::Plus);
    assert_eq!(body(&form), "_CHARSET_=UTF-8&%C3%A9=%E4%BD%A0");
    let latin = form.clone().accept_charset("unknown latin1 utf-8");
    assert_eq!(body(&latin), "_CHARSET_=windows-1252&%E9=%26%2320320%3B");
    assert_eq!(body(&form.clone().accept_charset("")), body(&form));
    assert_eq!(body(&form.clone().accept_charset("utf-16le")), body(&form));
}

#[test]
fn cgi() {
    let get = CgiRequest {
        method: "GET",
        query_string: b"a=1+2",
        body: b"ignored",
        ..Default::default()
    };
    let pairs = get.form().expect("a query").to_text_pairs().expect("text");
    assert_eq!(pairs, [(Cow::from("a"), Cow::from("1 2"))]);
    let post = CgiRequest {
        method: "POST",
        content_type: Some("Application/X-WWW-Form-urlencoded ; Charset=\"EUC-KR\""),
        content_length: Some("3"),
        body: b"a=1",
        query_string: b"b=2",
    };
    for method in ["POST", "PUT", "post"] {
        let read = CgiRequest { method, ..post }.form().expect("a form");
        assert_eq!(read.to_text_pairs().expect("text"), [(Cow::from("a"), Cow::from("1"))]);
    }
    assert_eq!(post.charset(), Some("EUC-KR"));
    for (content_type, charset) in [
        ("text/plain", None),
        ("a/b; charset=utf-8", Some("utf-8")),
        ("a/b;x=1 ; CHARSET = gbk ; y=2", Some("gbk")),
        ("a/b; x=\";charset=bad\\\";\"; charset=good", Some("good")),
        ("a/b; flag; charset=gbk", Some("gbk")),
        ("a/b; charset=\"open", None),
    ] {
        let found = CgiRequest { content_type: Some(content_type), ..post }.charset();
        assert_eq!(found, charset, "{content_type}");
    }
    let declared = |length| CgiRequest { content_length: length, ..post }.form().err();
    let none = Some(CgiError::Length { declared: 0, actual: 3 });
    assert_eq!((declared(None), declared(Some(""))), (none, none));
    assert_eq!(declared(Some("+3")), Some(CgiError::BadLength));
    assert_eq!(declared(Some("99999999999999999999")), Some(CgiError::BadLength));
    assert_eq!(declared(Some("2")), Some(CgiError::Length { declared: 2, actual: 3 }));
    assert_eq!(declared(Some("4")), Some(CgiError::Length { declared: 4, actual: 3 }));
    for other in [None, Some("multipart/form-data"), Some("")] {
        let error = CgiRequest { content_type: other, ..post }.form().err();
        assert_eq!(error, Some(CgiError::NotAForm));
    }
    let words = |query| CgiRequest { query_string: query, ..Default::default() }.search_words();
    let found = words(b"tea+%26+milk%2B").expect("indexed").expect("well-formed");
    assert_eq!(found, [b"tea" as &[u8], b"&", b"milk+"]);
    assert!(words(b"a=1").is_none() && words(b"").is_none());
    assert!(CgiRequest { method: "POST", query_string: b"a+b", ..post }.search_words().is_none());
    let error = words(b"ok+%zz").expect("indexed").unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::NotHex, 3));
}

#[test]
fn what_is_left_out_is_checked_too() {
    let error = form::parse("a=1&%zz=").strict().drop_blank().to_text_pairs().unwrap_err();
    assert_eq!(error.offset(), 4);
}

#[test]
fn every_byte_of_a_value() {
    for byte in 0..=255u8 {
        let mut out = String::new();
        Serializer::new(&mut out).append(&[byte], &[byte]);
        let expected = oracle::form::serialize(&[([byte], [byte])], Default::default());
        assert_eq!(out.as_bytes(), expected, "{byte:02X}");
    }
    assert!(triplet::set::whatwg::FORM.is_subset_of(&EncodeSet::encoding(b"")));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn pairs_come_back(
        pairs in proptest::collection::vec((any::<Vec<u8>>(), any::<Vec<u8>>()), 0..6),
    ) {
        let mut out = String::new();
        Serializer::new(&mut out).extend(&pairs);
        let back = form::parse(&out).strict().to_byte_pairs().expect("well-formed");
        let back: Vec<(Vec<u8>, Vec<u8>)> =
            back.into_iter().map(|(n, v)| (n.into_owned(), v.into_owned())).collect();
        prop_assert_eq!(back, pairs);
    }

    #[test]
    fn parses_as_the_oracle_and_its_peer(form in "[a-c%&=+;0-9é\\x00-\\x20]{0,40}|[ -~]{0,40}") {
        let ours = lossy(form.as_bytes());
        prop_assert_eq!(&ours, &oracle::form::parse_text(form.as_bytes(), Default::default()));
        let peer: Vec<(String, String)> = form_urlencoded::parse(form.as_bytes())
            .map(|(n, v)| (n.into_owned(), v.into_owned()))
            .collect();
        prop_assert_eq!(&ours, &peer);
    }

    /// With all options, long enough for several blocks: the same pairs and the same errors as one pair after the other.
    #[test]
    fn the_whole_is_what_its_pairs_are(
        pieces in proptest::collection::vec("&|=|;|%[0-9a-fA-F]{2}|%E4%BD%A0|%[gz%&=]|\\+|é|[a-z]{1,9}|[0-9]{1,40}", 0..90),
        octet in proptest::option::of((any::<prop::sample::Index>(), 0x80..=0xFFu8)),
        (question, strict, drop_blank) in any::<(bool, bool, bool)>(),
        separators in prop::sample::select(&[Separators::Ampersand, Separators::Semicolon, Separators::Both][..]),
        most in prop::sample::select(&[0, 1, 5, 20, usize::MAX][..]),
    ) {
        let mut form = pieces.concat().into_bytes();
        if let Some((at, octet)) = octet {
            form.insert(at.index(form.len() + 1), octet);
        }
        let mut parse = form::parse(&form).separators(separators).max_pairs(most).max_bytes(400);
        if question {
            parse = parse.strip_question_mark();
        }
        if drop_blank {
            parse = parse.drop_blank();
        }
        if strict {
            parse = parse.strict();
        }
        let pairs = if strict { parse.to_text_pairs() } else { parse.to_lossy_pairs() };
        let pairs = pairs.map(|pairs| pairs.into_iter().map(|(n, v)| pair(&n, &v)).collect::<Vec<_>>());
        prop_assert_eq!(whole(parse), pairs);
        if !question && !strict && !drop_blank && separators == Separators::Ampersand && most == usize::MAX && form.len() <= 400 {
            prop_assert_eq!(whole(parse), Ok(oracle::form::parse_text(&form, Default::default())));
        }
    }

    #[test]
    fn serializes_as_its_peer(pairs in proptest::collection::vec((any::<String>(), any::<String>()), 0..5)) {
        let mut out = String::new();
        Serializer::new(&mut out).extend(&pairs);
        let mut peer = form_urlencoded::Serializer::new(String::new());
        peer.extend_pairs(&pairs);
        prop_assert_eq!(out, peer.finish());
    }
}
