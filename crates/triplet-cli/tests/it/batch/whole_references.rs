//! Operations of `batch` on whole references and what they are made of: normal forms, templates, components, `data:` URLs.

use serde_json::json;

use super::{answers, batch, fails};

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
    answers(
        json!({"op": "equivalent", "input": pair, "iri": true}),
        json!({"output": true, "reason": "same by IRI encoding"}),
    );
    // At level decoded a character is the same as its triplets already, so `iri` changes nothing.
    for (option, pair, reason) in [
        ("plus", ["/?a=+", "/?a=%20"], "same by decoded triplet, plus as space"),
        ("nfc", ["/caf%C3%A9", "/cafe%CC%81"], "same by NFC"),
    ] {
        for iri in [false, true] {
            let request = json!({"op": "equivalent", "input": pair, "level": "decoded", option: true, "iri": iri});
            answers(request, json!({"output": true, "reason": reason}));
        }
    }
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
    fails(get("{puny:host}", "http://é%2F/"), "domain-name", Some(7));
    fails(get("{puny:host}", "http://é..%/"), "triplet", Some(11));
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
        json!({"op": "uri_set", "input": "/", "edits": ["query:q=%41 b"], "plus": true}),
        json!({"output": "/?q=%2541+b"}),
    );
    answers(
        json!({"op": "uri_set", "input": "/a", "edits": ["path+=%2Fb", "query:q=%41%"], "keep_triplets": true}),
        json!({"output": "/a/%2Fb?q=%41%25"}),
    );
    answers(
        json!({
            "op": "uri_set", "input": "/v1/a?b=2&utm_x=1&a=%20", "keep_param": ["a", "utm_*"], "rename_param": ["utm_x=u"],
            "edits": ["segment:1=v2"]
        }),
        json!({"output": "/v2/a?u=1&a=%20"}),
    );
    let pair = ["/?b=1&a=%7E", "/?a=~&b=1"];
    answers(
        json!({"op": "equivalent", "input": pair, "any_order": true}),
        json!({"output": true, "reason": "same by unreserved triplet, parameter order"}),
    );
    answers(
        json!({"op": "equivalent", "input": pair, "any_order": true, "iri": true}),
        json!({"output": true, "reason": "same by unreserved triplet, parameter order"}),
    );
    answers(
        json!({"op": "normalize", "input": "/?b&a=%7E", "key": true, "any_order": true}),
        json!({"output": "/?a=~&b"}),
    );
    fails(json!({"op": "normalize", "input": "/?b&a", "any_order": true}), "bad-request", None);
    answers(
        json!({"op": "equivalent", "input": ["/?a=1&a=2", "/?a=2&a=1"], "any_order": true, "iri": true}),
        json!({"output": false, "reason": "different: in the query at offset 4 and 4"}),
    );
    fails(set(&["segment:2=x"], "/a"), "missing", None);
    fails(
        json!({"op": "uri_set", "input": "/?a", "keep_param": ["a"], "remove": ["query:b"]}),
        "bad-request",
        None,
    );
    fails(json!({"op": "uri_set", "input": "/", "rename_param": ["a"]}), "bad-request", None);
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
fn names_of_files_header_fields_and_paths() {
    let decode =
        |input: &str, rules: &str| json!({"op": "filename_decode", "input": input, "rules": rules});
    answers(decode("a%2Fb%3A.", "both"), json!({"output": "a%2Fb%3A%2E"}));
    answers(decode("a%2Fb%3A.", "posix"), json!({"output": "a%2Fb:."}));
    fails(decode("a%", "both"), "malformed-triplet", Some(1));
    fails(decode("", "both"), "empty-name", Some(0));
    fails(decode("a", "none"), "bad-request", None);
    let long = "a".repeat(256);
    fails(decode(&long, "windows"), "too-long", Some(255));
    answers(
        json!({"op": "filename_decode", "input": long + "%", "malformed": "keep", "cut": true}),
        json!({"output": "a".repeat(255), "left_out": 2}),
    );
    answers(json!({"op": "filename_encode", "input": "é 1%"}), json!({"output": "é%201%25"}));

    answers(
        json!({"op": "content_disposition_read", "input": "inline; filename*=UTF-8'en'%2E%2E; filename=a;"}),
        json!({
            "output": "%2E%2E", "name": "..", "type": "inline", "source": "filename*", "charset": "UTF-8", "language": "en",
            "problems": [{"kind": "empty-parameter", "offset": 45, "message": "`;` at offset 45: no parameter follows; leave out the `;`"}],
        }),
    );
    answers(
        json!({"op": "content_disposition_read", "input": "inline; filename*=UTF-8''%FF", "strict": false}),
        json!({
            "output": "%FF", "name_hex": "ff", "type": "inline", "source": "filename*", "charset": "UTF-8", "language": null,
            "problems": [{"kind": "not-text", "offset": 25, "message": "`%` at offset 25: these octets are not text in the charset"}],
        }),
    );
    answers(
        json!({"op": "content_disposition_read", "input": "inline; filename=\"\""}),
        json!({
            "output": null, "name_error": {"kind": "empty-name", "offset": 0, "message": "an empty name at offset 0: no file has one; give the name"},
            "name": "", "type": "inline", "source": "filename", "charset": "US-ASCII", "language": null, "problems": [],
        }),
    );
    answers(
        json!({"op": "content_disposition_read", "input": "inline"}),
        json!({
            "output": null, "name_hex": null, "type": "inline", "source": null, "charset": null, "language": null, "problems": [],
        }),
    );
    fails(
        json!({"op": "content_disposition_read", "input": "inline; filename=a b", "strict": true}),
        "token",
        Some(18),
    );
    answers(
        json!({"op": "content_disposition_build", "input": "é", "type": "inline", "fallback": "e"}),
        json!({"output": "inline; filename=\"e\"; filename*=UTF-8''%C3%A9"}),
    );
    fails(
        json!({"op": "content_disposition_build", "input": "a", "type": ""}),
        "bad-request",
        None,
    );

    answers(json!({"op": "path_to_uri", "input_hex": "2fff"}), json!({"output": "file:///%FF"}));
    answers(json!({"op": "path_to_uri", "input": "c:\\a"}), json!({"output": "file:///c:/a"}));
    fails(json!({"op": "path_to_uri", "input": "c:\\a", "system": "posix"}), "relative", Some(0));
    answers(json!({"op": "uri_to_path", "input": "file:///%FF"}), json!({"output_hex": "2fff"}));
    answers(json!({"op": "uri_to_path", "input": "file:c|/a"}), json!({"output": "c:\\a"}));
    fails(json!({"op": "uri_to_path", "input": "file:///a%2Fb"}), "encoded-separator", Some(9));
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

#[test]
fn what_a_reference_is_made_of() {
    answers(
        json!({"op": "split", "input": "a://u:p@h:1/x%2F/y?k=%41&l#f"}),
        json!({"output": {
            "scheme": "a", "authority": "u:p@h:1", "userinfo": "u:p", "host": "h", "port": "1", "path": "/x%2F/y",
            "query": "k=%41&l", "fragment": "f", "segments": ["x%2F", "y"], "pairs": [["k", "%41"], ["l", null]],
        }}),
    );
    answers(
        json!({"op": "split", "input": "a"}),
        json!({"output": {"path": "a", "segments": ["a"], "pairs": []}}),
    );
    answers(
        json!({"op": "remove_dot_segments", "input": "/a/./b/../c"}),
        json!({"output": "/a/c"}),
    );
    for (op, yes, no, offset) in [
        ("validate_uri", "a:b", "/b", 0),
        ("validate_uri_reference", "/b", "/é", 1),
        ("validate_iri", "a:é", "é", 0),
        ("validate_iri_reference", "é", "/ ", 1),
    ] {
        answers(json!({"op": op, "input": yes}), json!({"output": true}));
        let kind = if offset == 0 { "no-scheme" } else { "character" };
        fails(json!({"op": op, "input": no}), kind, Some(offset));
    }
}

#[test]
fn references_of_references() {
    let base = "http://a/b/c?d";
    answers(
        json!({"op": "resolve", "input": "../x", "base": base}),
        json!({"output": "http://a/x"}),
    );
    answers(json!({"op": "resolve", "input": "http:g", "base": base}), json!({"output": "http:g"}));
    answers(
        json!({"op": "resolve", "input": "http:g", "base": base, "strict": false}),
        json!({"output": "http://a/b/g"}),
    );
    answers(
        json!({"op": "relativize", "input": "http://a/b/x", "base": base}),
        json!({"output": "x"}),
    );
    answers(json!({"op": "relativize", "input": "c/a", "base": "c/b"}), json!({"output": "a"}));
    fails(json!({"op": "relativize", "input": "a", "base": "../b"}), "unreachable", Some(0));
    fails(json!({"op": "relativize", "input": "a"}), "bad-request", None);
}

#[test]
fn normal_forms() {
    answers(
        json!({"op": "normalize", "input": "HTTP://a:80/%7e/%zz?%"}),
        json!({"output": "http://a:80/~/%zz?%", "malformed": [16, 20]}),
    );
    for (level, expected) in
        [("percent", "http://a:80/./~"), ("path", "http://a:80/~"), ("scheme", "http://a/~")]
    {
        let request = |op: &str| json!({"op": op, "input": "HTTP://a:80/./%7e", "level": level});
        answers(request("normalize"), json!({"output": expected}));
        answers(request("normalize_iri"), json!({"output": expected}));
    }
    answers(
        json!({"op": "normalize_iri", "input": "http://h/%C3%A9"}),
        json!({"output": "http://h/é"}),
    );
    // As test suites name levels: two of them compare as IRIs.
    for (level, pair, expected) in [
        ("syntax", ["/%7e/./é", "/~/é"], true),
        ("syntax", ["/é", "/%C3%A9"], false),
        ("syntax", ["http://a", "http://a:80/"], false),
        ("iri-syntax", ["/é", "/%C3%A9"], true),
        ("iri-syntax", ["http://a/é", "http://a:80/é"], false),
        ("scheme-mailto", ["http://a", "http://a:80/"], true),
        ("scheme-mailto", ["http://a/é", "http://a/%C3%A9"], false),
        ("iri-scheme-idn", ["http://é/", "http://xn--9ca:80"], true),
    ] {
        let request = json!({"op": "equivalent", "input": pair, "level": level, "suite": "s"});
        let answer = &batch(format!("{request}\n").as_bytes())[0];
        assert_eq!(answer["output"], expected, "{request}: {answer}");
    }
    answers(
        json!({"op": "iri_to_uri", "input": "http://é/", "host": "percent"}),
        json!({"output": "http://%C3%A9/"}),
    );
    answers(
        json!({"op": "uri_to_iri", "input": "http://xn--9ca/%C3%A9", "host": "keep"}),
        json!({"output": "http://xn--9ca/é"}),
    );
    answers(
        json!({"op": "uri_to_iri", "input": "http://xn--9ca/"}),
        json!({"output": "http://é/"}),
    );
    fails(json!({"op": "iri_to_uri", "input": "http://h/ "}), "character", Some(9));
    let disallowed = |key: &str, suite: bool| {
        let mut request = json!({"op": "iri_to_uri", "input": "http://h/ ", key: true});
        if suite {
            request["suite"] = json!("s");
        }
        request
    };
    let output = json!({"output": "http://h/%20"});
    answers(disallowed("encode_disallowed", false), output.clone());
    answers(disallowed("encode_disallowed_ascii", true), output);
    fails(disallowed("encode_disallowed_ascii", false), "bad-request", None);
    let respell = json!({"op": "respell", "input": "/%7e?b=+&a&b", "as": "rfc3986", "only": ["query"], "plus": "space", "order": "name", "flags": "equals"});
    answers(respell, json!({"output": "/%7e?a=&b=&b=%20"}));
    answers(
        json!({"op": "respell", "input": "中#", "query": true, "to": "gbk", "space": "plus"}),
        json!({"output": "%D6%D0%23"}),
    );
    fails(json!({"op": "respell", "input": "/é?a=%4", "as": "form"}), "truncated", Some(6));
    fails(json!({"op": "respell", "input": "/中", "to": "latin1"}), "unmappable", Some(1));
    for wrong in [
        json!({"as": "rfc5850"}),
        json!({"only": ["host"]}),
        json!({"flags": "="}),
        json!({"space": "plus", "plus": "plus"}),
    ] {
        let mut request = json!({"op": "respell", "input": "/"});
        request
            .as_object_mut()
            .expect("an object")
            .extend(wrong.as_object().expect("an object").clone());
        fails(request, "bad-request", None);
    }
    answers(json!({"op": "requote", "input": "/a b%"}), json!({"output": "/a%20b%25"}));
    answers(
        json!({"op": "requote", "input_hex": "2fe9c3a9", "iri": true}),
        json!({"output": "/%E9é"}),
    );
    answers(
        json!({"op": "requote", "input": "/{{a b}}?x&amp;y [z]", "html": true, "also_keep": ["{{*}}", "[]"]}),
        json!({"output": "/{{a b}}?x&y%20[z]"}),
    );
    answers(
        json!({"op": "requote", "input": "a/{{b c}}", "set": "rfc3986:segment", "also_keep": ["{{*}}"]}),
        json!({"output": "a%2F{{b c}}"}),
    );
    fails(json!({"op": "requote", "input": "a", "also_keep": ["é"]}), "bad-request", None);
    fails(json!({"op": "requote", "input": "a", "also_keep": vec!["x"; 17]}), "too-long", None);
    fails(
        json!({"op": "requote", "input": "a", "set": "rfc3986:path", "iri": true}),
        "bad-request",
        None,
    );
    let several = "mongodb://u:p%40w@h1:27017,h2:27017/a b";
    let request = json!({"op": "requote", "input": several}).to_string() + "\n";
    let answer = &batch(request.as_bytes())[0];
    assert_eq!(answer["output"], "mongodb://u:p%40w@h1:27017,h2:27017/a%20b");
    assert_eq!(answer["unrepaired"]["kind"], "character");
    assert_eq!(answer["unrepaired"]["offset"], 20);
    for op in ["uri_to_iri", "normalize_iri", "normalize"] {
        let expected = json!({"output": "/%zz%", "malformed": [1, 4]});
        answers(json!({"op": op, "input": "/%zz%"}), expected);
    }
    answers(
        json!({"op": "requote", "input": "/a b%", "set": "rfc3986:segment"}),
        json!({"output": "%2Fa%20b%25"}),
    );
}

#[test]
fn what_is_in_a_text() {
    answers(
        json!({"op": "layers", "input": "%2541"}),
        json!({
            "output": "A", "layers": 2, "limited": false, "texts": [{"text": "%41"}, {"text": "A"}],
        }),
    );
    answers(
        json!({"op": "layers", "input": "%25FF"}),
        json!({"output_hex": "ff", "layers": 2, "limited": false, "texts": [{"text": "%FF"}, {"hex": "ff"}]}),
    );
    answers(
        json!({"op": "layers", "input": "%252541", "max": 1}),
        json!({"layers": 1, "limited": true, "texts": [{"text": "%2541"}]}),
    );
    // A token of each kind.
    answers(
        json!({"op": "inspect", "input": "/é%c3%A9%61%FF%fg"}),
        json!({"output": [
            {"offset": 0, "length": 1, "text": "/", "part": "path", "kind": "raw", "class": "gen-delim"},
            {"offset": 1, "length": 2, "text": "é", "part": "path", "kind": "raw", "class": "non-ascii"},
            {"offset": 3, "length": 6, "text": "%c3%A9", "part": "path", "kind": "character", "character": "é",
             "code_point": "U+00E9", "name": "LATIN SMALL LETTER E WITH ACUTE", "needless": false, "lowercase": true},
            {"offset": 9, "length": 3, "text": "%61", "part": "path", "kind": "character", "character": "a",
             "code_point": "U+0061", "name": "LATIN SMALL LETTER A", "needless": true, "lowercase": false},
            {"offset": 12, "length": 3, "text": "%FF", "part": "path", "kind": "octet", "octet": 255, "lowercase": false},
            {"offset": 15, "length": 1, "text": "%", "part": "path", "kind": "malformed", "wrong": 103},
            {"offset": 16, "length": 2, "text": "fg", "part": "path", "kind": "raw", "class": "unreserved"},
        ]}),
    );
    let tokens = &batch(b"{\"op\":\"inspect\",\"input\":\"//h%\"}\n")[0]["output"];
    assert_eq!(tokens[0]["part"], "delimiter");
    assert_eq!(tokens[2]["wrong"], json!(null));
    answers(json!({"op": "lint", "input": "/a"}), json!({"findings": [], "capped": false}));
    let request = json!({"op": "lint", "input": "/%00%zz", "max": 1, "as": "path"});
    let answer = &batch(format!("{request}\n").as_bytes())[0];
    assert_eq!(answer["capped"], true);
    let findings = answer["findings"].as_array().expect("findings");
    assert_eq!(findings.len(), 1);
    assert_eq!(
        findings[0],
        json!({
            "id": "nul-byte", "severity": "error", "offset": 1, "length": 3, "layer": 1,
            "message": "the octet NUL: where it ends strings, the rest is lost", "reference": "CWE-158", "cwe": ["CWE-158"],
        })
    );
    fails(json!({"op": "lint", "input": "/", "as": "nothing"}), "bad-request", None);
    // One reading of each kind.
    let readings = &batch(b"{\"op\":\"readers\",\"input\":\"+%FF%zz\"}\n")[0]["output"];
    let of = |name: &str| {
        let mut rows = readings.as_array().expect("rows").iter();
        rows.find(|row| row["reader"] == name).expect(name).clone()
    };
    assert_eq!(of("PHP urldecode"), json!({"reader": "PHP urldecode", "output_hex": "20ff257a7a"}));
    assert_eq!(of("Go QueryUnescape"), json!({"reader": "Go QueryUnescape", "refused": true}));
    assert_eq!(of("Python unquote"), json!({"reader": "Python unquote", "output": "+\u{FFFD}%zz"}));
}

/// A reference has no line break (RFC 3986 section 2). What analyses any text takes one.
#[test]
fn a_line_break_in_a_reference() {
    for line_break in ["\n", "\r", "\r\n"] {
        let reference = format!("http://a/é{line_break}b");
        for op in ["normalize", "normalize_iri", "iri_to_uri", "uri_to_iri", "requote", "respell"] {
            fails(json!({"op": op, "input": reference}), "line-break", Some(11));
        }
        let requote = json!({"op": "requote", "set": "rfc3986:path", "input": reference});
        fails(requote, "line-break", Some(11));
        for op in ["resolve", "relativize"] {
            let at_base = json!({"op": op, "base": "http://a/", "input": reference});
            fails(at_base, "line-break", Some(11));
            fails(json!({"op": op, "base": reference, "input": "b"}), "line-break", None);
        }
        for pair in [[&*reference, "b"], ["b", &*reference]] {
            fails(json!({"op": "equivalent", "input": pair}), "line-break", Some(11));
        }
        for op in ["split", "inspect", "lint", "readers", "layers", "remove_dot_segments"] {
            let answer =
                &batch(format!("{}\n", json!({"op": op, "input": reference})).as_bytes())[0];
            assert_eq!(answer["error"], json!(null), "{op}: {answer}");
        }
    }
    let request = json!({"op": "resolve", "base": "http://a/\n", "input": "b"});
    let answer = &batch(format!("{request}\n").as_bytes())[0];
    let message = answer["error"]["message"].as_str().expect("words");
    assert!(message.starts_with("`base`, at offset 9: a reference has no line break"), "{message}");
}
