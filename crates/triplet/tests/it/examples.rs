//! The programs of `examples/`, run as they are written.

#[cfg(feature = "uri")]
#[path = "../../examples/compare_urls.rs"]
#[allow(dead_code, reason = "`main` is for those who run the example")]
mod compare_urls;
#[cfg(feature = "content_disposition")]
#[path = "../../examples/content_disposition.rs"]
#[allow(dead_code, reason = "`main` is for those who run the example")]
mod content_disposition;
#[cfg(feature = "uri")]
#[path = "../../examples/encode_url.rs"]
#[allow(dead_code, reason = "`main` is for those who run the example")]
mod encode_url;
#[cfg(feature = "serde")]
#[path = "../../examples/form_serde.rs"]
#[allow(dead_code, reason = "`main` is for those who run the example")]
mod form_serde;
#[cfg(feature = "idna")]
#[path = "../../examples/iri.rs"]
#[allow(dead_code, reason = "`main` is for those who run the example")]
mod iri;
#[cfg(feature = "charset")]
#[path = "../../examples/legacy_charset.rs"]
#[allow(dead_code, reason = "`main` is for those who run the example")]
mod legacy_charset;
#[path = "../../examples/parse_form.rs"]
#[allow(dead_code, reason = "`main` is for those who run the example")]
mod parse_form;
#[path = "../../examples/stream_file.rs"]
#[allow(dead_code, reason = "`main` is for those who run the example")]
mod stream_file;
#[cfg(feature = "template")]
#[path = "../../examples/template.rs"]
#[allow(dead_code, reason = "`main` is for those who run the example")]
mod template;

#[cfg(feature = "uri")]
#[test]
fn encode_a_url() {
    let url = encode_url::download_url("zoë", "50% off/2026", "a & b.pdf").expect("a URL");
    assert_eq!(url, "https://files.example/zo%C3%AB/50%25%20off%2F2026?as=a%20%26%20b.pdf");
    assert_eq!(encode_url::segments(&url).expect("text"), ["zoë", "50% off/2026"]);
    assert_eq!(encode_url::segments("/a%").unwrap_err().offset(), 1);
    let url = encode_url::page_url(&["docs", "50% off"], "part 2").expect("a URL");
    assert_eq!(url, "https://pages.example:8443/docs/50%25%20off#part%202");
    assert!(encode_url::page_url(&["docs", ".."], "").is_err());
}

#[test]
fn stream_a_file() {
    let text = "a/é ".repeat(100_000);
    let mut encoded = Vec::new();
    let read = stream_file::encode(text.as_bytes(), &mut encoded).expect("memory takes all");
    assert_eq!(read, 500_000);
    assert_eq!(encoded, "a%2F%C3%A9%20".repeat(100_000).as_bytes());
    let mut decoded = Vec::new();
    let written = stream_file::decode(&encoded[..], &mut decoded).expect("it is well-formed");
    assert_eq!((written, &decoded[..]), (500_000, text.as_bytes()));
    encoded.push(b'%');
    let error = stream_file::decode(&encoded[..], std::io::sink()).unwrap_err();
    assert_eq!(stream_file::malformed_at(&error), Some(encoded.len() as u64 - 1));
}

#[cfg(feature = "template")]
#[test]
fn expand_a_template() {
    let text = "https://api.example/issues{?q,label*,page,sort}";
    let search = template::Search { text: "50% & more", labels: &["bug", "c++"], page: Some(2) };
    assert_eq!(
        template::address(text, &search).as_deref(),
        Ok("https://api.example/issues?q=50%25%20%26%20more&label=bug&label=c%2B%2B&page=2")
    );
    let search = template::Search { text: "", labels: &[], page: None };
    assert_eq!(template::address(text, &search).as_deref(), Ok("https://api.example/issues?q="));
    assert_eq!(template::unknown(text).as_deref(), Ok(&["sort".to_owned()][..]));
    assert_eq!(template::address("/{q", &search).unwrap_err().offset(), 1);
}

#[test]
fn parse_a_form() {
    let form = parse_form::read(b"q=tea+%26+milk&lang=en").expect("a form");
    assert!(form.iter().eq([("q", "tea & milk"), ("lang", "en")]));
    assert_eq!(parse_form::body(&form), "q=tea+%26+milk&lang=en");
    assert!(parse_form::read(b"a=%").is_err(), "strict");
    assert!(parse_form::read(&b"a=1&".repeat(101)).is_err(), "a limit");
    assert!(parse_form::read(&[b'a'; 65_537]).is_err(), "another limit");
}

#[cfg(feature = "serde")]
#[test]
fn a_form_with_serde() {
    use triplet::form::{self, OptionalValue};

    let query = "q=tea+%26+milk&tag=hot&tag=new&debug";
    let search = form_serde::search(query).expect("a search");
    let expected = form_serde::Search {
        q: "tea & milk".into(),
        page: None,
        tag: vec!["hot".into(), "new".into()],
        debug: Some(OptionalValue::NameOnly),
    };
    assert_eq!(search, expected);
    assert_eq!(form::to_string(&search).expect("a form"), query);
    assert_eq!(form_serde::search("q=1&page=two").unwrap_err().offset(), Some(9));
    assert_eq!(form_serde::search("q=1&x=2").unwrap_err().name(), Some("x"));
    assert!(form_serde::search("q=%").is_err(), "strict");
}

#[test]
#[cfg(feature = "content_disposition")]
fn name_a_file() {
    use content_disposition::{attachment, file_name};
    let header = attachment("naïve \"plan\".txt");
    assert_eq!(
        header,
        "attachment; filename=\"na_ve _plan_.txt\"; filename*=UTF-8''na%C3%AFve%20%22plan%22.txt"
    );
    assert_eq!(file_name(&header).as_deref(), Some("naïve %22plan%22.txt"));
    assert_eq!(
        file_name("attachment; filename=\"a.txt\"; filename*=UTF-8''%FF").as_deref(),
        Some("a.txt")
    );
    assert_eq!(
        file_name("attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd").as_deref(),
        Some("..%2F..%2Fetc%2Fpasswd")
    );
    assert_eq!(file_name("attachment; filename*=UTF-8''%2E%2E").as_deref(), Some("%2E%2E"));
    assert_eq!(file_name("inline"), None);
}

#[cfg(feature = "uri")]
#[test]
fn compare_urls() {
    let urls = [
        "HTTP://Example.com:80/%7Eann/./a",
        "http://example.com/~ann/a",
        "http://example.com/~ann/A",
    ];
    let groups = compare_urls::groups(&urls);
    assert_eq!(groups.len(), 2);
    assert_eq!(groups["http://example.com/~ann/a"], urls[..2]);
}

#[test]
#[cfg(feature = "idna")]
fn send_and_show_an_iri() {
    let uri = iri::to_send("https://bücher.example/straße?q=é").expect("a host in Punycode");
    assert_eq!(uri, "https://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%A9");
    assert_eq!(iri::to_show(&uri), "https://bücher.example/straße?q=é");
    assert!(iri::to_send("https://a b/").is_err());
}

#[test]
#[cfg(feature = "charset")]
fn read_and_write_a_legacy_charset() {
    let value = legacy_charset::value("中文搜索").expect("GBK has these characters");
    assert_eq!(value, "%D6%D0%CE%C4%CB%D1%CB%F7");
    assert_eq!(
        legacy_charset::text(&value, "gb2312").expect("known").expect("well-formed"),
        "中文搜索"
    );
    assert_eq!(legacy_charset::text(&value, "no-charset"), None);
    assert!(legacy_charset::value("한").is_err());
    let (charset, text, reason) = legacy_charset::guess(&value).expect("it is text");
    assert_eq!((charset, text.as_str()), ("gb18030", "中文搜索"));
    assert_eq!(reason, "frequent characters of simplified Chinese");
}
