//! Every kind of every error, from an input that a person may write: its name, and what its message says. The table is
//! `messages.txt`; `TRIPLET_WRITE_TABLES=1 cargo test -p triplet --all-features --test it messages::` writes it anew.

use std::collections::BTreeSet;
use std::{env, fs, io};

use serde::Serialize;
use triplet::charset::{self, Charset};
use triplet::content_disposition::{self, ContentDisposition, ContentDispositionErrorKind};
use triplet::data_url::{self, DataUrl, DataUrlErrorKind};
use triplet::ecmascript::{self, JsUriErrorKind};
use triplet::ext_value::{self, ExtValue, ExtValueErrorKind};
use triplet::filename::{self, FileNameErrorKind};
use triplet::form::{self, CgiRequest, Method, Submission, nested};
use triplet::iri;
use triplet::rows::decode_rows;
use triplet::set::rfc3986;
use triplet::template::{Template, TemplateErrorKind};
use triplet::uri::file::{self, FileUriErrorKind, System};
use triplet::uri::{
    self, Builder, Component, Edit, Grammar, Reference, Respell, Strictness, UriErrorKind, Value,
};
use triplet::{
    DecodeErrorKind, EncodeSet, ErrorKind, InputError, LineBreak, TryDecodeError, decode, encode,
};

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/messages.txt");

/// The rows: the type of the error, its kind, the input and the message.
#[derive(Default)]
struct Rows(Vec<[String; 4]>);

impl Rows {
    #[track_caller]
    fn add<T, E: InputError>(&mut self, input: impl ToString, result: Result<T, E>) {
        let Err(error) = result else { panic!("{} is no error", input.to_string()) };
        let (shown, message) = (error.to_string(), error.message().to_string());
        assert!(!message.contains(" offset "), "{message}");
        // One form: what is there, its place, and what is wrong with it.
        let without_row = shown.split_once(": ").filter(|(row, _)| row.starts_with("row "));
        let without_row = without_row.map_or(&*shown, |(_, rest)| rest);
        let placed = match error.place() {
            Some(place) => without_row.replacen(&format!(" at offset {place}: "), ": ", 1),
            None => without_row.to_owned(),
        };
        assert_eq!(placed, message, "{shown}");
        assert_eq!(error.message().placed(error.place()).to_string(), without_row);
        let path = std::any::type_name::<E>();
        let name = path.rsplit("::").next().unwrap_or(path);
        let input = input.to_string().escape_debug().to_string();
        let input = if input.chars().count() > 70 {
            input.chars().take(60).chain("…".chars()).collect()
        } else {
            input
        };
        self.0.push([name.to_owned(), error.kind_name().to_owned(), input, shown]);
    }

    /// Every kind of these types has a row.
    fn has_all(&self, types: &[&str], kinds: &[&str]) {
        let found: BTreeSet<&str> =
            self.0.iter().filter(|row| types.contains(&&*row[0])).map(|row| &*row[1]).collect();
        let missing: Vec<_> = kinds.iter().filter(|kind| !found.contains(**kind)).collect();
        assert!(missing.is_empty(), "{types:?}: no row of {missing:?}");
    }
}

fn decoding(rows: &mut Rows) {
    for text in ["100%", "%4", "50% off", "%zz", "%u4E2D"] {
        rows.add(text, decode(text).to_bytes());
    }
    rows.add("%C3%A9%E9", decode("%C3%A9%E9").to_str());
    rows.add("a b", encode("a b", rfc3986::PATH).write_into(&mut [0; 2]));
    rows.add("a%20b", decode("a%20b").write_into(&mut [0; 2]));
    rows.add("a%20%b", decode("a%20%b").write_into(&mut [0; 9]));
    rows.add("a%2", decode("a%2").try_append_to(&mut Vec::new()));
    let refused = Vec::<u8>::new().try_reserve(usize::MAX);
    rows.add("", refused.map_err(TryDecodeError::from));
    for text in ["%u00", "%uD83D"] {
        rows.add(text, triplet::decode_percent_u(text));
    }
    let both = || (Vec::new(), vec![0]);
    let ((mut out, mut ends), text) = (both(), "%20%zz");
    rows.add(text, decode_rows(text.as_bytes(), &[0, 3, 6]).append_to(&mut out, &mut ends));
    rows.add("a", decode_rows(b"a", &[1, 0]).append_to(&mut out, &mut ends));
    // Pages that nobody touches take no memory.
    out = vec![0; i32::MAX as usize - 3];
    rows.add("ab%20%41", decode_rows(b"ab%20%41", &[0, 5, 8]).append_to(&mut out, &mut ends));
    rows.add("é", rfc3986::PATH.try_also_keep("é".as_bytes()));
    rows.add("segment", "segment".parse::<EncodeSet>());
    rows.add("unix", "unix".parse::<LineBreak>());
}

fn charsets(rows: &mut Rows) {
    let jis = Charset::for_label("shift_jis").expect("a charset");
    rows.add("klingon", "klingon".parse::<Charset>());
    rows.add("%93%FA%FF", charset::decode("%93%FA%FF", jis).to_str());
    rows.add("%93%F", charset::decode("%93%F", jis).to_str());
    rows.add("日€", charset::encode("日€", jis, rfc3986::PATH).try_to_cow());
    let respell = Respell::new().charsets(Charset::UTF_8, jis);
    for text in ["/?q=%zz", "/?q=%FF", "/?q=€"] {
        rows.add(text, respell.convert(text));
    }
    rows.add("/?q=%FF", Respell::new().charsets(jis, Charset::UTF_8).convert("/?q=%FF"));
}

#[derive(Debug, serde::Deserialize, Serialize)]
struct Page {
    page: u32,
}

/// A reader that fails.
struct Closed;

impl io::Read for Closed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::ConnectionReset.into())
    }
}

fn forms(rows: &mut Rows) {
    let strict = |text| form::parse(text).strict().to_text_pairs();
    rows.add("q=100%", strict("q=100%"));
    rows.add("q=%E9", strict("q=%E9"));
    rows.add("a=1&b=2&c=3", form::parse("a=1&b=2&c=3").max_pairs(2).to_text_pairs());
    rows.add("a=1&b=2", form::parse("a=1&b=2").max_bytes(5).to_text_pairs());
    let php = nested::Rules::new(nested::Style::Php);
    rows.add("a=1&b[c][d]=2", php.max_depth(1).parse("a=1&b[c][d]=2"));
    rows.add("a=1&a[b]=2", php.strict().parse("a=1&a[b]=2"));
    rows.add("a=1&[b]=2", php.strict().parse("a=1&[b]=2"));
    let qs = nested::Rules::new(nested::Style::Qs);
    rows.add("a=1&b[20]=2", qs.strict().parse("a=1&b[20]=2"));
    let tree = php.parse("a[0][b]=1&a[1][c]=2").expect("a tree");
    let rack = nested::Rules::new(nested::Style::Rack);
    rows.add("a[0][b]=1&a[1][c]=2", rack.build(&tree));
    rows.add("a[0][b]=1&a[1][c]=2", php.max_depth(1).build(&tree));
    for text in ["q=tea&page=two", "page=1&page=2", "", "page=%zz"] {
        let parse = form::parse(text).strict();
        rows.add(text, parse.deserialize::<Page>());
    }
    rows.add("a reader that fails", form::from_reader::<Page, _>(Closed));
    rows.add("5", form::to_string(&5));
    rows.add("{\"a\": {\"page\": 1}}", form::to_string(&[("a", Page { page: 1 })]));
    let request = CgiRequest { method: "POST", ..CgiRequest::default() };
    rows.add("no CONTENT_TYPE", request.form());
    let media_type = Some("application/x-www-form-urlencoded");
    let request = CgiRequest { content_type: media_type, body: b"a=1", ..request };
    rows.add("CONTENT_LENGTH=x", CgiRequest { content_length: Some("x"), ..request }.form());
    rows.add("CONTENT_LENGTH=7", CgiRequest { content_length: Some("7"), ..request }.form());
    for action in ["  /x\r\nHost: evil", "javascript:void(0)"] {
        rows.add(action, Submission::new().request(Method::Post, action));
    }
}

fn references(rows: &mut Rows) {
    for (text, grammar) in [
        ("example.com/", Grammar::Uri),
        ("http://h/a b", Grammar::Uri),
        ("http://a:b@c:80:90/", Grammar::Uri),
        ("http://h/100%?q", Grammar::Uri),
        ("http://[::g]/", Grammar::Uri),
        ("http://h:8o/", Grammar::Uri),
        ("1:b", Grammar::UriReference),
    ] {
        rows.add(text, uri::validate(text, grammar));
    }
    rows.add("b", uri::resolve("a", "b", Strictness::Strict));
    rows.add("http://xn--a/", iri::to_uri("http://xn--é/"));
    let long = format!("http://{}/", "é".repeat(64));
    rows.add(&long, iri::to_uri(&long));
    rows.add("//h/a", uri::relativize("/b", "a/../b//"));
    for line in ["see https://a.example/", "https://a.example/\tHome", "# Read me"] {
        rows.add(line, uri::text_beside(line).map_or(Ok(()), Err));
    }
    rows.add("/a?b=1 and more", uri::text_lost("/a?b=1 and more", "/a").map_or(Ok(()), Err));
    let empty = Builder::new;
    rows.add("scheme 1a", empty().scheme("1a").build());
    rows.add("segment ..", empty().host("h").segment("..").build());
    rows.add("port 80", empty().port(80).build());
    rows.add("//h/a b", Builder::from_reference(&Reference::split("//h/a b")).build());
    for (component, value) in [
        (Component::Scheme, Value::Data("1a")),
        (Component::Host, Value::Data("u@h")),
        (Component::Port, Value::Data("65536")),
        (Component::Path, Value::AsWritten("/a b")),
    ] {
        let input = format!("{component} {value:?}");
        rows.add(input, Edit::new("http://h/").set(component, value).map(|_| ()));
    }
    rows.add("segment ..", Edit::new("/").push_segment(Value::Data("..")).map(|_| ()));
    let mut edit = Edit::new("/a");
    edit.set(Component::Port, Value::Data("80")).expect("a port");
    rows.add("/a with the port 80", edit.finish());
    let mut edit = Edit::new("http://a:b:80/");
    edit.remove(Component::Port);
    rows.add("http://a:b:80/ without its port", edit.finish());
}

fn file_uris(rows: &mut Rows) {
    for (system, path) in [
        (System::Posix, "a"),
        (System::Posix, "/a\0"),
        (System::Windows, r"\\.\COM1"),
        (System::Windows, r"\\?\C:\a\..\b"),
    ] {
        rows.add(path, file::from_path(path, system));
    }
    for (system, uri) in [
        (System::Posix, "http://a/b"),
        (System::Posix, "file://server/a"),
        (System::Posix, "file:///a?b"),
        (System::Posix, "file:///a%2Fb"),
        (System::Posix, "file:///100%"),
        (System::Windows, "file:///a"),
        (System::Windows, "file:///C:/%FF"),
    ] {
        rows.add(uri, file::to_path(uri, system));
    }
}

fn fields(rows: &mut Rows) {
    let many = format!("attachment{}", ";a=1".repeat(101));
    for header in [
        "attach ment",
        "attachment;",
        "attachment; a.txt",
        "attachment; filename=a; filename=b",
        "attachment; filename=a b.txt",
        "attachment; filename=\"the \"red\" tree.txt\"",
        "attachment; filename=\"a.txt",
        "attachment; filename=\"a.txt\"b; x=1",
        "attachment; filename=\"f\\oo.txt\"",
        "attachment; filename=\"naïve.txt\"",
        "attachment; filename=\"a\0b\"",
        "attachment; filename=\"=?UTF-8?B?w6k=?=\"",
        "attachment; filename*=\"UTF-8''a%20b.txt\"",
        "attachment; filename*=a%20b.txt",
        "attachment; filename*=UTF-8'e_n'a",
        "attachment; filename*=UTF-8''naïve.txt",
        "attachment; filename*=UTF-8''50%.txt",
        "attachment; filename*=none''%E9; filename=e",
        "attachment; filename*=UTF-8''%E9",
        "attachment; filename*1=b; filename=c",
        &many,
    ] {
        let read = ContentDisposition::parse(header);
        rows.add(header, read.problems().last().map_or(Ok(()), |error| Err(*error)));
    }
    rows.add("in line", content_disposition::encode("a").disposition_type("in line"));
    for text in ["UTF-8", "UTF-8'e_n'a", "UTF-8''a b", "UTF-8''50%"] {
        rows.add(text, ExtValue::parse(text));
    }
    for text in ["klingon''a", "UTF-8''%E9"] {
        rows.add(text, ExtValue::parse(text).expect("a value").to_str());
    }
    rows.add("en us", ext_value::encode("x").language("en us"));
    for text in ["http://a/", "data:text/plain"] {
        rows.add(text, DataUrl::parse(text));
    }
    for text in ["data:;base64,YW!h", "data:;base64,Y"] {
        rows.add(text, DataUrl::parse(text).expect("a URL").to_bytes());
    }
    for media_type in ["text", "text/pl ain"] {
        rows.add(media_type, data_url::percent(b"", media_type));
    }
    for text in ["100%", ""] {
        rows.add(text, filename::decode(text).to_name());
    }
    let long = "a".repeat(300);
    rows.add(&long, filename::decode(&long).to_name());
}

fn javascript_and_templates(rows: &mut Rows) {
    rows.add("100%", ecmascript::decode_uri("100%"));
    rows.add("é%FF", ecmascript::decode_uri_component("é%FF"));
    rows.add("0xD800", ecmascript::encode_uri_utf16(&[0xD800]));
    for text in
        ["/{a", "/a}", "/a b", "/100%", "/{}", "/{=a}", "/{la ng}", "/{a:0}", "/{a:1*}", "/{a,"]
    {
        rows.add(text, Template::parse(text));
    }
    let list = Template::parse("/{a:1}").expect("a template").expand(&[("a", ["1"])]);
    rows.add("/{a:1}", list);
}

#[test]
fn each_kind_has_a_message() {
    let mut rows = Rows::default();
    for part in [decoding, charsets, forms, references, file_uris, fields, javascript_and_templates]
    {
        part(&mut rows);
    }
    rows.has_all(&["DecodeError"], &DecodeErrorKind::ALL.map(DecodeErrorKind::name));
    rows.has_all(&["UriError"], &UriErrorKind::ALL.map(UriErrorKind::name));
    rows.has_all(&["FileUriError"], &FileUriErrorKind::ALL.map(FileUriErrorKind::name));
    let kinds = ContentDispositionErrorKind::ALL.map(ContentDispositionErrorKind::name);
    rows.has_all(&["ContentDispositionError"], &kinds);
    rows.has_all(&["ExtValueError"], &ExtValueErrorKind::ALL.map(ExtValueErrorKind::name));
    rows.has_all(&["DataUrlError"], &DataUrlErrorKind::ALL.map(DataUrlErrorKind::name));
    rows.has_all(&["FileNameError"], &FileNameErrorKind::ALL.map(FileNameErrorKind::name));
    rows.has_all(&["JsUriError"], &JsUriErrorKind::ALL.map(JsUriErrorKind::name));
    rows.has_all(&["TemplateError"], &TemplateErrorKind::ALL.map(TemplateErrorKind::name));
    let shared = [
        "BufferTooSmall",
        "WriteError",
        "TryDecodeError",
        "PercentUError",
        "RowError",
        "NotAscii",
        "UnknownSet",
        "UnknownName",
        "UnknownCharset",
        "CharsetError",
        "Unmappable",
        "RespellError",
        "FormError",
        "TreeError",
        "DeserializeError",
        "SerializeError",
        "CgiError",
        "ActionError",
        "BuildError",
        "EditError",
    ];
    rows.has_all(&shared, &ErrorKind::ALL.map(ErrorKind::name));
    for name in shared {
        assert!(rows.0.iter().any(|row| row[0] == name), "no row of {name}");
    }

    rows.0.sort();
    let text: String = rows.0.iter().map(|row| row.join(" | ") + "\n").collect();
    if env::var_os("TRIPLET_WRITE_TABLES").is_some() {
        fs::write(TABLE, text).expect("the table");
    } else {
        let table = fs::read_to_string(TABLE).expect("the table");
        assert!(
            table == text,
            "messages differ from tests/it/messages.txt; if that is meant, set TRIPLET_WRITE_TABLES=1 to write it anew:\n{}",
            text.lines()
                .filter(|line| !table.lines().any(|known| known == *line))
                .collect::<Vec<_>>()
                .join("\n")
        );
    }
}
