//! The functions as SQL names them.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryArray, StringArray};
use triplet::charset::Charset;
use triplet::set::{rfc3986, whatwg};
use triplet::uri::{CompareOption, Convention, Level, Respell};
use triplet_arrow::{Call, Comparing, Function, Malformed};
use triplet_inspect::Context;

fn call(name: &str, constants: &[&str]) -> Call {
    Function::by_name(name).expect("a function").bind(constants).expect("constants that suit it")
}

#[test]
fn names_and_constants_make_calls() {
    let utf8 = Charset::UTF_8;
    let decode = |charset, malformed| Call::Decode { charset, malformed, plus_as_space: false };
    let shift_jis = Charset::for_label("shift_jis").expect("a charset");
    assert_eq!(call("pct_encode", &[]), Call::Encode { set: rfc3986::UNRESERVED, charset: utf8 });
    assert_eq!(
        call("PCT_ENCODE", &["whatwg:query"]),
        Call::Encode { set: whatwg::QUERY, charset: utf8 }
    );
    assert_eq!(
        call("pct_encode", &["rfc3986:path", "sjis"]),
        Call::Encode { set: rfc3986::PATH, charset: shift_jis }
    );
    assert_eq!(call("pct_decode", &[]), decode(utf8, Malformed::Error));
    assert_eq!(call("try_pct_decode", &["Shift_JIS"]), decode(shift_jis, Malformed::Null));
    assert_eq!(call("pct_decode_lossy", &[]), decode(utf8, Malformed::Lossy));
    assert_eq!(call("pct_decode_layers", &["3"]), Call::DecodeLayers { max: 3 });
    let decoded = Comparing::at(Level::Decoded);
    assert_eq!(call("pct_equivalent", &["scheme"]), Call::Equivalent(Comparing::at(Level::Scheme)));
    assert_eq!(call("pct_equivalent", &["decoded"]), Call::Equivalent(decoded));
    assert_eq!(call("pct_key", &[]), Call::Key(decoded));
    assert_eq!(call("pct_key", &["path"]), Call::Key(Comparing::at(Level::Path)));
    assert_eq!(call("pct_key", &["decoded", "NFC"]), Call::Key(decoded.with(CompareOption::Nfc)));
    let any = Comparing::at(Level::Path).with(CompareOption::AnyOrder).with(CompareOption::Iri);
    assert_eq!(call("pct_key", &["path", "any-order iri"]), Call::Key(any));
    assert_eq!(call("pct_equivalent", &["path", "iri,any-order"]), Call::Equivalent(any));
    let names = vec!["utm_*".to_owned(), "gclid".to_owned()];
    assert_eq!(call("pct_remove", &["utm_*  gclid"]), Call::RemoveParameters { names });
    let sigv4 = Call::Respell(Box::new(Respell::by(Convention::AwsSigv4)));
    assert_eq!(call("pct_respell", &["aws-sigv4"]), sigv4);
    assert_eq!(call("form_get", &["q"]), Call::FormGet { name: "q".to_owned() });
    assert_eq!(call("pct_lint", &["path"]), Call::Lint(Context::Path));
    // Without a context, the one that `triplet_inspect` and the command take.
    assert_eq!(call("pct_lint", &[]), Call::Lint(Context::default()));
    assert_eq!(call("pct_lint", &[]), Call::Lint(Context::Url));
    assert_eq!(Function::by_name("url_decode"), None);
}

#[test]
fn wrong_constants_have_messages_that_help() {
    for (name, constants, message) in [
        (
            "pct_encode",
            vec!["rfc3986:segmnt"],
            "no encode set is named `rfc3986:segmnt`; the nearest one is `rfc3986:segment`",
        ),
        (
            "pct_encode",
            vec!["segment"],
            "no encode set is named `segment`; the nearest are `rfc3986:segment` and `",
        ),
        ("pct_decode", vec!["utf-9"], "no charset is named `utf-9`; the nearest one is `UTF-8`"),
        (
            "pct_normalize",
            vec!["full"],
            "no level is named `full`; there are `percent`, `path`, `scheme` and `decoded`",
        ),
        (
            "pct_normalize",
            vec!["decoded"],
            "the level `decoded` has no normal form (RFC 3986 section 2.2); these levels have one: `percent`, `path`, `scheme`",
        ),
        (
            "pct_respell",
            vec!["aws-sigv5"],
            "no convention or encode set is named `aws-sigv5`; the nearest one is `aws-sigv4`",
        ),
        ("pct_respell", vec![], "pct_respell requires 1 constant, and 0 were given: "),
        (
            "pct_key",
            vec!["decoded", "nfkc"],
            "no option is named `nfkc`; there are `iri`, `plus`, `nfc` and `any-order`",
        ),
        ("pct_key", vec!["path", "nfc"], "the option `nfc` goes with the level `decoded`"),
        ("pct_equivalent", vec!["path", "plus"], "the option `plus` goes with the level `decoded`"),
        ("pct_lint", vec!["\u{1b}[2J"], "no context is named `\\u{1b}[2J`; there are `url`, "),
        ("pct_decode_layers", vec!["-1"], "`-1` is not a number from 0 on"),
        (
            "form_get",
            vec![],
            "form_get requires 1 constant, and 0 were given: form_get(query, name)",
        ),
        (
            "uri_parts",
            vec!["x"],
            "uri_parts takes at most 0 constants, and 1 were given: uri_parts(reference)",
        ),
    ] {
        let error = Function::by_name(name)
            .expect("a function")
            .bind(&constants)
            .expect_err("a wrong constant");
        assert!(error.to_string().starts_with(message), "{error}");
    }
}

#[test]
fn every_function_says_how_it_is_called() {
    assert_eq!(Function::Encode.signature(), "pct_encode(text [, set [, charset]])");
    assert_eq!(
        Function::Equivalent.signature(),
        "pct_equivalent(reference, other [, level [, options]])"
    );
    assert_eq!(Function::FormGet.signature(), "form_get(query, name)");
    for function in Function::ALL {
        assert_eq!(Function::by_name(function.name()), Some(function));
        assert_eq!(function.column_names().len(), function.columns());
        assert!(function.about().ends_with('.'), "{function:?}");
        assert!(function.example().0.starts_with(function.name()), "{function:?}");
    }
}

#[test]
fn a_call_of_each_function_runs() {
    let column: ArrayRef = Arc::new(StringArray::from(vec!["a=%41"]));
    for function in Function::ALL {
        // A name of a parameter and of a set.
        let call = function.bind(&["java"][..function.required_constants()]).expect("its defaults");
        let found = call.run(&vec![column.clone(); call.columns()]).expect("a result");
        assert_eq!(found.len(), 1, "{function:?}");
    }
}

/// The rows that a function gives for these.
fn found(name: &str, constants: &[&str], columns: &[&[Option<&str>]]) -> Vec<Option<String>> {
    let columns: Vec<ArrayRef> =
        columns.iter().map(|rows| Arc::new(StringArray::from(rows.to_vec())) as ArrayRef).collect();
    let found = call(name, constants).run(&columns).expect("a result");
    found.as_string::<i32>().iter().map(|row| row.map(str::to_owned)).collect()
}

fn some<const N: usize>(rows: [&str; N]) -> Vec<Option<String>> {
    rows.into_iter().map(|row| Some(row.to_owned())).collect()
}

#[test]
fn words_beside_a_reference_are_not_lost() {
    let beside = [
        Some("https://a.example/docs see a/../b"),
        Some("see https://A.example/%7e"),
        Some("/%7e"),
    ];
    // What is malformed stays, as malformed triplets do.
    let expected = some(["https://a.example/docs see a/../b", "see https://A.example/%7e", "/~"]);
    assert_eq!(found("pct_normalize", &[], &[&beside]), expected);
    for (text, kind) in [
        ("see https://a.example/", "after-text"),
        ("https://a.example/ https://b.example/", "text-after"),
        ("https://a.example/docs see a/../b", "text-lost"),
        ("A sentence of words.", "not-reference"),
    ] {
        let column: ArrayRef = Arc::new(StringArray::from(vec!["/a", text]));
        let error = call("pct_respell", &["aws-sigv4"]).run(&[column]).expect_err("no reference");
        assert_eq!((error.row(), error.kind()), (Some(1), kind), "{text}");
    }
}

#[test]
fn references_are_repaired_resolved_and_changed() {
    assert_eq!(
        found(
            "pct_requote",
            &[],
            &[&[
                Some("https://a.example/b c?q=50%"),
                None,
                Some("see https://a.example/"),
                Some("/a")
            ]]
        ),
        [Some("https://a.example/b%20c?q=50%25".to_owned()), None, None, Some("/a".to_owned())]
    );
    let links = [
        Some("../d"),
        Some("https://b.example/"),
        None,
        Some("see https://b.example/"),
        Some("docs see a/../b"),
    ];
    assert_eq!(
        found("pct_resolve", &[], &[&[Some("http://a/b/c?q")], &links]),
        [Some("http://a/d".to_owned()), Some("https://b.example/".to_owned()), None, None, None]
    );
    // A base without a scheme has no targets.
    assert_eq!(
        found("pct_resolve", &[], &[&[Some("/b/c"), Some("http://a/b/c")], &[Some("d")]]),
        [None, Some("http://a/b/d".to_owned())]
    );
    let tracked = [
        Some("/?utm_id=7&q=x%20y&utm%5Fterm=b#f"),
        Some("/?q=%zz&gclid=1"),
        Some("/?gclid"),
        Some("/x?utm_id=1 closed"),
        Some("/"),
    ];
    assert_eq!(
        found("pct_remove", &["utm_* gclid"], &[&tracked]),
        [Some("/?q=x%20y#f"), Some("/?q=%zz"), Some("/"), None, Some("/")]
            .map(|row| row.map(str::to_owned))
    );
    let same = some(["/?a=~&b", "/?a=~&b"]);
    assert_eq!(
        found("pct_key", &["path", "any-order"], &[&[Some("/?b&a=%7E"), Some("/?a=~&b")]]),
        same
    );
}

#[test]
fn octets_that_are_not_text_are_repaired() {
    let octets: ArrayRef = Arc::new(BinaryArray::from(vec![Some(&b"/caf\xe9"[..]), None]));
    let repaired = call("pct_requote", &[]).run(&[octets]).expect("a result");
    assert_eq!(repaired.as_string::<i32>(), &StringArray::from(vec![Some("/caf%E9"), None]));
    // Where text is required, such a row is not a reference.
    let octets: ArrayRef = Arc::new(BinaryArray::from(vec![&b"/caf\xe9"[..], b"d"]));
    let base: ArrayRef = Arc::new(StringArray::from(vec!["http://a/b"]));
    let expected = |row| StringArray::from(vec![None, Some(row)]);
    let targets = call("pct_resolve", &[]).run(&[base, octets.clone()]).expect("a result");
    assert_eq!(targets.as_string::<i32>(), &expected("http://a/d"));
    let left = call("pct_remove", &["a"]).run(&[octets]).expect("a result");
    assert_eq!(left.as_string::<i32>(), &expected("d"));
}
