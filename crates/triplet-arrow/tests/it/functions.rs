//! The functions as SQL names them.

use std::sync::Arc;

use arrow_array::{ArrayRef, StringArray};
use triplet::charset::Charset;
use triplet::set::{rfc3986, whatwg};
use triplet::uri::{Convention, Level, Respell};
use triplet_arrow::{Call, Function, Malformed};
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
    assert_eq!(call("pct_equivalent", &["scheme"]), Call::Equivalent(Level::Scheme));
    assert_eq!(call("pct_equivalent", &["decoded"]), Call::Equivalent(Level::Decoded));
    let key = |level, nfc| Call::Key { level, nfc, plus_as_space: false };
    assert_eq!(call("pct_key", &[]), key(Level::Decoded, false));
    assert_eq!(call("pct_key", &["path"]), key(Level::Path, false));
    assert_eq!(call("pct_key", &["decoded", "NFC"]), key(Level::Decoded, true));
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
        ("pct_key", vec!["decoded", "nfkc"], "no form is named `nfkc`; there is `nfc`"),
        ("pct_key", vec!["path", "nfc"], "the form `nfc` goes with the level `decoded`"),
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
    assert_eq!(Function::Equivalent.signature(), "pct_equivalent(reference, other [, level])");
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
