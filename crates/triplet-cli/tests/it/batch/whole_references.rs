//! Operations of `batch` on whole references and what they are made of: normal forms, templates, components, `data:` URLs.

use serde_json::json;

use super::{answers, fails};

#[test]
fn references() {
    answers(
        json!({"op": "normalize", "input": "data:text/plain,a/../b"}),
        json!({"output": "data:text/plain,a/../b"}),
    );
    answers(
        json!({"op": "normalize", "input": "foo://[0::1]:/"}),
        json!({"output": "foo://[::1]/"}),
    );
    let pair = ["http://e/é", "http://e/%C3%A9"];
    answers(
        json!({"op": "equivalent", "input": pair}),
        json!({"output": false, "reason": "different: in the path at offset 9 and 9: a URI has characters outside ASCII only as triplets; compare them as IRIs"}),
    );
    answers(json!({"op": "equivalent", "input": pair, "iri": true}), json!({"output": true}));
    answers(
        json!({"op": "equivalent", "input": ["urn:a:b?=x", "urn:a:b#f"], "level": "scheme"}),
        json!({"output": true, "reason": "same by scheme's own rule"}),
    );
    answers(json!({"op": "iri_to_uri", "input": "foo://é/"}), json!({"output": "foo://%C3%A9/"}));
    answers(
        json!({"op": "iri_to_uri", "input": "http://é/"}),
        json!({"output": "http://xn--9ca/"}),
    );
    answers(
        json!({"op": "iri_to_uri", "input": "foo://é/", "host": "punycode"}),
        json!({"output": "foo://xn--9ca/"}),
    );
    answers(
        json!({"op": "uri_to_iri", "input": "foo://xn--9ca/"}),
        json!({"output": "foo://xn--9ca/"}),
    );
    answers(
        json!({"op": "uri_to_iri", "input": "foo://xn--9ca/", "host": "unicode"}),
        json!({"output": "foo://é/"}),
    );
}

#[test]
fn templates() {
    let variables =
        json!({"q": "a b", "list": ["x", 1, 2.5, true, null], "map": {"k&": "v"}, "no": null});
    let request =
        |template: &str| json!({"op": "expand", "input": template, "variables": variables});
    answers(
        request("/s{?q,list*,no}"),
        json!({"output": "/s?q=a%20b&list=x&list=1&list=2.5&list=true"}),
    );
    answers(request("{?map*}"), json!({"output": "?k%26=v"}));
    answers(json!({"op": "expand", "input": "/a{/b}"}), json!({"output": "/a"}));
    answers(
        json!({"op": "expand", "input": "{?m*}", "variables": {"m": {"k&": "v"}}, "literal_names": true}),
        json!({"output": "?k&=v"}),
    );
    fails(request("/é{?q"), "unclosed-expression", Some(3));
    fails(request("{list:3}"), "prefix-of-composite", Some(5));
    fails(request("{q q}"), "disallowed-in-name", Some(2));
    for wrong in
        [json!([]), json!("q"), json!(1), json!(null), json!({"a": [[]]}), json!({"a": {"b": {}}})]
    {
        fails(json!({"op": "expand", "input": "{a}", "variables": wrong}), "bad-request", None);
    }
    fails(json!({"op": "expand", "input": "{a}", "values": {}}), "bad-request", None);
}

#[test]
fn components_and_parameters() {
    let get =
        |format: &str, input: &str| json!({"op": "uri_get", "format": format, "input": input});
    answers(get("{host} {query:q}", "http://a/?q=b%20c"), json!({"output": "a b c"}));
    answers(get("{path}|{segment:1}", "/a%2Fb"), json!({"output": "/a%2Fb|a/b"}));
    answers(get("{query:q}", "?q=%FF"), json!({"output_hex": "ff"}));
    answers(get("{query:q}", "?q=a%0Ab"), json!({"output": "a\nb"}));
    answers(get("{host}", ""), json!({"output": ""}));
    answers(
        json!({"op": "uri_get", "format": "{query:q}", "input": "?p=1;q=a+b", "separator": ";", "plus": true}),
        json!({"output": "a b"}),
    );
    fails(get("{must:port}", "http://a/"), "missing", Some(9));
    fails(get("{query:q}", "/?q=%z"), "not-hex", Some(4));
    answers(
        json!({"op": "uri_get", "format": "{query:q}", "input": "/?q=%z", "lenient": true}),
        json!({"output": "%z"}),
    );
    fails(
        json!({"op": "uri_get", "format": "{path}", "input": "a b", "verify": true}),
        "character",
        Some(1),
    );
    fails(get("{puny:host}", "http://é..%/"), "domain-name", Some(7));
    fails(get("{nonsense}", "a"), "bad-request", None);
    fails(json!({"op": "uri_get", "input": "a"}), "bad-request", None);
    fails(
        json!({"op": "uri_get", "format": "", "input": "a", "separator": "ab"}),
        "bad-request",
        None,
    );

    let set =
        |edits: &[&str], input: &str| json!({"op": "uri_set", "edits": edits, "input": input});
    answers(
        set(&["host=b", "query:q=a&b=c"], "http://a/?q=1"),
        json!({"output": "http://b/?q=a%26b%3Dc"}),
    );
    answers(set(&[], "http://a/%7e"), json!({"output": "http://a/%7e"}));
    answers(set(&["path+=x y"], "/a"), json!({"output": "/a/x%20y"}));
    answers(
        json!({
            "op": "uri_set", "input": "/?b=2&utm_x=1&a=%20", "remove": ["query:utm_*"], "replace": ["b=3"],
            "sort_query": true
        }),
        json!({"output": "/?a=%20&b=3"}),
    );
    answers(
        json!({"op": "uri_set", "input": "/", "edits": ["query:q=%41 b"], "encode_triplets": true, "plus": true}),
        json!({"output": "/?q=%2541+b"}),
    );
    fails(set(&["port=8080"], "/a"), "no-host", None);
    fails(set(&["port=x"], "//a"), "port", None);
    fails(set(&["path+=.."], "/a"), "dot-segment", None);
    fails(set(&["query:=a b"], "/a"), "not-allowed", None);
    fails(set(&["nonsense"], "/a"), "bad-request", None);
    fails(json!({"op": "uri_set", "input": "/", "edits": "host=a"}), "bad-request", None);
    fails(json!({"op": "uri_set", "input": "/", "remove": [1]}), "bad-request", None);
    fails(
        json!({"op": "uri_set", "input": "/ ", "edits": ["path=a"], "verify": true}),
        "character",
        Some(1),
    );
}

#[test]
fn values_of_header_fields_and_data_urls() {
    let encode =
        |language: &str| json!({"op": "ext_value_encode", "input": "£ é", "language": language});
    answers(encode(""), json!({"output": "UTF-8''%C2%A3%20%C3%A9"}));
    answers(encode("en"), json!({"output": "UTF-8'en'%C2%A3%20%C3%A9"}));
    fails(encode("e n"), "bad-request", None);
    fails(json!({"op": "ext_value_encode", "input_hex": "ff"}), "invalid-utf-8", Some(0));
    let decode = |value: &str| json!({"op": "ext_value_decode", "input": value});
    answers(
        decode("iso-8859-1'en'%A3"),
        json!({"output": "£", "charset": "iso-8859-1", "language": "en"}),
    );
    answers(decode("UTF-8''a"), json!({"output": "a", "charset": "UTF-8", "language": null}));
    fails(decode("a"), "charset", Some(1));
    fails(decode("UTF-8'e n'a"), "language", Some(7));
    fails(decode("UTF-8''a b"), "value", Some(8));
    fails(decode("UTF-8''%4"), "malformed-triplet", Some(7));
    fails(decode("klingon''a"), "unknown-charset", Some(0));
    fails(decode("UTF-8''%FF"), "not-text", Some(7));

    answers(
        json!({"op": "data_url_encode", "input": "a b"}),
        json!({"output": "data:text/plain;charset=UTF-8,a%20b"}),
    );
    answers(
        json!({"op": "data_url_encode", "input_hex": "89504e47", "type": "image/png", "form": "base64"}),
        json!({"output": "data:image/png;base64,iVBORw=="}),
    );
    answers(
        json!({"op": "data_url_encode", "input_hex": "ff", "form": "percent"}),
        json!({"output": "data:application/octet-stream,%FF"}),
    );
    fails(json!({"op": "data_url_encode", "input": "a", "type": "a b"}), "bad-request", None);
    let decode = |url: &str| json!({"op": "data_url_decode", "input": url});
    answers(
        decode("data:text/html;charset=utf-8,%3C"),
        json!({"output": "<", "type": "text/html;charset=utf-8", "base64": false}),
    );
    answers(
        decode("data:image/png;base64,/9g="),
        json!({"output_hex": "ffd8", "type": "image/png", "base64": true}),
    );
    fails(decode("http://a"), "other-scheme", Some(0));
    fails(decode("data:a"), "no-comma", Some(6));
    fails(decode("data:;base64,a!"), "base64-octet", Some(14));
    fails(decode("data:;base64,a"), "base64-length", Some(14));
}
