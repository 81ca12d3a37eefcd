//! Operations of `batch` that encode or decode a text.

use serde_json::{Value, json};

use super::{answers, batch, fails};

#[test]
fn encoding() {
    let encode = |mut options: Value, expected: &str| {
        options["op"] = json!("encode");
        answers(options, json!({ "output": expected }));
    };
    encode(json!({"input": "a/b c", "set": "rfc3986:path"}), "a/b%20c");
    encode(json!({"input": "abc", "keep_only": "b"}), "%61b%63");
    encode(json!({"input": "abc", "keep_only": ""}), "%61%62%63");
    encode(json!({"input": "a b/", "also_keep": "/", "also_encode": "a", "plus": true}), "%61+b/");
    encode(json!({"input": "%41/", "keep_triplets": true, "lower": true}), "%41%2f");
    encode(json!({"input_hex": "00 ff"}), "%00%FF");
    encode(json!({"input_utf16": "D83DDE00"}), "%F0%9F%98%80");
    // The URL standard has no half surrogate pairs; elsewhere they are errors, as in JavaScript.
    encode(json!({"input_utf16": "0061D800", "set": "whatwg:component"}), "a%EF%BF%BD");
    for op in ["encode", "decode", "js_encode_uri_component", "lint", "candidates"] {
        fails(json!({"op": op, "input_utf16": "0061D800"}), "lone-surrogate", Some(1));
    }
    fails(
        json!({"op": "encode", "input_utf16": "DC00", "charset": "gbk"}),
        "lone-surrogate",
        Some(0),
    );
    let said = |op: &str| {
        let request = json!({"op": op, "input_utf16": "00E9D800"});
        batch(format!("{request}\n").as_bytes())[0]["error"].clone()
    };
    assert_eq!(said("encode"), said("js_encode_uri_component"));
    encode(json!({"input": "é", "charset": "utf-16be"}), "%00%E9");
    encode(json!({"input": "é", "charset": "utf-16be", "set": "whatwg:query"}), "%C3%A9");
    encode(json!({"input": "你", "charset": "latin1"}), "%26%2320320%3B");
    encode(json!({"input": "a b", "set": "whatwg:form"}), "a+b");
    for set in ["whatwg:form", "dialect:java", "dialect:go-query"] {
        encode(json!({"input": "a b+", "set": set, "plus": false}), "a%20b%2B");
        encode(json!({"input": "a b+", "set": set, "plus": true}), "a+b%2B");
        encode(json!({"input": "a b+", "set": set, "plus": false, "also_keep": "+"}), "a%20b+");
    }
    encode(json!({"input": "a+b c", "set": "rfc3986:query", "plus": true}), "a%2Bb+c");
    encode(
        json!({"input": "a+b c", "set": "rfc3986:query", "plus": true, "also_keep": "+"}),
        "a%2Bb+c",
    );
    encode(json!({"input": "a+b c", "set": "rfc3986:query", "plus": false}), "a+b%20c");
    encode(
        json!({"input": "é c", "set": "dialect:java", "plus": false, "charset": "latin1"}),
        "%E9%20c",
    );
    encode(
        json!({"input": "é+ c", "set": "rfc3986:query", "plus": true, "charset": "latin1"}),
        "%E9%2B+c",
    );
    encode(json!({"input": ""}), "");
    fails(
        json!({"op": "encode", "input": "aé你", "charset": "latin1", "unmappable": "error"}),
        "unmappable",
        Some(3),
    );
}

#[test]
fn decoding() {
    let decode = |mut options: Value, expected: Value| {
        options["op"] = json!("decode");
        answers(options, expected);
    };
    decode(json!({"input": "a%20b+"}), json!({"output": "a b+"}));
    decode(json!({"input": "a+b", "plus": true}), json!({"output": "a b"}));
    decode(json!({"input": "%2f%41", "keep_triplets_of": "/"}), json!({"output": "%2fA"}));
    for list in ["é", "/é"] {
        fails(
            json!({"op": "decode", "input": "%C3%A9", "keep_triplets_of": list}),
            "bad-request",
            None,
        );
    }
    decode(json!({"input": "%zz", "malformed": "keep"}), json!({"output": "%zz"}));
    decode(json!({"input": "%FF", "text": "lossy"}), json!({"output": "\u{FFFD}"}));
    decode(json!({"input": "%FF", "text": "bytes"}), json!({"output_hex": "ff"}));
    decode(json!({"input": "%41", "text": "bytes"}), json!({"output": "A"}));
    decode(json!({"input": "%C4%E3", "charset": "gbk"}), json!({"output": "你"}));
    decode(json!({"input_hex": "2534 31"}), json!({"output": "A"}));
    // Letters of text are kept; octets are octets of the charset.
    decode(json!({"input": "日本%93%FA", "charset": "shift_jis"}), json!({"output": "日本日"}));
    decode(json!({"input": "%83A%83%41", "charset": "shift_jis"}), json!({"output": "アア"}));
    decode(
        json!({"input_utf16": "65E5002500380033", "charset": "cp037"}),
        json!({"output": "日c"}),
    );
    decode(
        json!({"input_hex": "93FA 2539 3625 3742", "charset": "sjis"}),
        json!({"output": "日本"}),
    );
    decode(
        json!({"input": "é%82", "charset": "sjis", "text": "lossy"}),
        json!({"output": "é\u{FFFD}"}),
    );
    fails(
        json!({"op": "decode", "input": "é%82日", "charset": "sjis"}),
        "invalid-charset",
        Some(2),
    );
    for (input, kind, offset) in [
        ("a%", "truncated", 1),
        ("%4", "truncated", 0),
        ("%zz", "not-hex", 0),
        ("%%41", "not-hex", 0),
        ("%+1", "not-hex", 0),
        ("%u4E2D", "not-hex", 0),
        ("a%C0%AF", "invalid-utf-8", 1),
    ] {
        fails(json!({"op": "decode", "input": input}), kind, Some(offset));
    }
    fails(json!({"op": "decode", "input": "a%FF", "charset": "gbk"}), "invalid-charset", Some(1));
}

#[test]
fn what_old_systems_write() {
    answers(
        json!({"op": "decode_percent_u", "input": "%u4F60%E5%A5%BD"}),
        json!({"output": "你好"}),
    );
    answers(json!({"op": "decode_percent_u", "input": "%u0041%FF"}), json!({"output_hex": "41ff"}));
    answers(
        json!({"op": "decode_percent_u", "input": "%uD83D%zz", "malformed": "keep"}),
        json!({"output": "\u{FFFD}%zz"}),
    );
    fails(json!({"op": "decode_percent_u", "input": "a%uD83D"}), "lone-surrogate", Some(1));
    fails(json!({"op": "decode_percent_u", "input": "a%u00"}), "not-hex", Some(1));
    answers(json!({"op": "decode", "input": "a%FFb", "text": "ignore"}), json!({"output": "ab"}));
    answers(
        json!({"op": "decode", "input": "a+%FF", "text": "backslashreplace", "plus": true}),
        json!({"output": "a \\xff"}),
    );
    fails(json!({"op": "decode", "input": "a%F", "text": "ignore"}), "truncated", Some(1));
    for (text, expected) in [
        ("ignore", "你"),
        ("backslashreplace", "你\\xff"),
        ("lossy", "你\u{FFFD}"),
        ("keep", "你%FF"),
    ] {
        let request = json!({"op": "decode", "input": "%C4%E3%FF", "text": text, "charset": "gbk"});
        answers(request, json!({"output": expected}));
    }
    answers(
        json!({"op": "decode", "input": "%C3%A9%FF", "text": "keep"}),
        json!({"output": "é%FF"}),
    );
    fails(json!({"op": "decode", "input": "%FF%F", "text": "keep"}), "truncated", Some(3));
    answers(
        json!({"op": "decode", "input": "%80%E9", "charset": "x-iso-8859-1"}),
        json!({"output": "\u{80}é"}),
    );
    answers(
        json!({"op": "encode", "input": "a\r\nb\rc\n", "newlines": "lf"}),
        json!({"output": "a%0Ab%0Ac%0A"}),
    );
    answers(
        json!({"op": "encode", "input": "a\nb", "newlines": "crlf", "charset": "gbk"}),
        json!({"output": "a%0D%0Ab"}),
    );
    fails(
        json!({"op": "encode", "input": "a\nb€", "newlines": "crlf", "charset": "x-iso-8859-1", "unmappable": "error"}),
        "unmappable",
        Some(3),
    );
    answers(
        json!({"op": "resolve", "input": "../c", "base": "a/b", "relative_base": true}),
        json!({"output": "c"}),
    );
    fails(
        json!({"op": "resolve", "input": "../c", "base": "a/b", "relative_base": true, "strict": false}),
        "bad-request",
        None,
    );
}

/// What the library has, requests can ask for.
#[test]
fn what_the_library_has() {
    // A name without a value has no `=`.
    answers(
        json!({"op": "form_serialize", "input": [["a", null], ["b", ""], ["é", null]]}),
        json!({"output": "a&b=&%C3%A9"}),
    );
    answers(
        json!({"op": "form_serialize", "input_hex": [["ff", null]], "separator": ";"}),
        json!({"output": "%FF"}),
    );
    answers(
        json!({"op": "form_serialize", "input": [["é", null], ["a", "é"]], "charset": "latin1"}),
        json!({"output": "%E9&a=%E9"}),
    );
    answers(
        json!({"op": "form_sort", "input": [["b", null], ["a", ""]]}),
        json!({"output": [["a", ""], ["b", null]]}),
    );
    fails(json!({"op": "form_serialize", "input": [[null, "a"]]}), "bad-request", None);
    fails(json!({"op": "form_serialize", "input": [["a", "b", "c"]]}), "bad-request", None);
    // US-ASCII and nothing else.
    answers(
        json!({"op": "decode", "input": "%41", "charset": "x-us-ascii"}),
        json!({"output": "A"}),
    );
    fails(
        json!({"op": "decode", "input": "a%E9", "charset": "x-us-ascii"}),
        "invalid-charset",
        Some(1),
    );
    fails(
        json!({"op": "encode", "input": "aé", "charset": "x-us-ascii", "unmappable": "error"}),
        "unmappable",
        Some(1),
    );
    // Line breaks of what was decoded.
    let decode =
        |newlines: &str| json!({"op": "decode", "input": "a%0D%0Ab%0Ac%0D", "newlines": newlines});
    answers(decode("keep"), json!({"output": "a\r\nb\nc\r"}));
    answers(decode("lf"), json!({"output": "a\nb\nc\n"}));
    answers(decode("crlf"), json!({"output": "a\r\nb\r\nc\r\n"}));
    answers(decode("cr"), json!({"output": "a\rb\rc\r"}));
    fails(decode("unix"), "bad-request", None);
}

/// The likeliest charset is named, and a text whose `%` are percent signs stays as it is.
#[test]
fn the_likeliest_charset() {
    let request = |rest: Value| {
        let mut request = json!({"op": "decode", "charset": "auto"});
        request.as_object_mut().expect("an object").extend(rest.as_object().expect("one").clone());
        batch(format!("{request}\n").as_bytes()).swap_remove(0)
    };
    let found = request(json!({"input": "%C4%E3%BA%C3"}));
    assert_eq!((&found["output"], &found["charset"]), (&json!("你好"), &json!("gb18030")));
    let found = request(json!({"input": "%E4%E0", "languages": "ru"}));
    assert_eq!((&found["output"], &found["charset"]), (&json!("да"), &json!("windows-1251")));
    let plain = "100%abgesichert und 50%de Rabatt";
    let found = request(json!({ "input": plain }));
    assert_eq!((&found["output"], &found["reason"]), (&json!(plain), &json!("plain")));
    let found = request(json!({"input": "a%ED%A0%80b"}));
    assert_eq!(
        (&found["error"]["kind"], &found["error"]["offset"]),
        (&json!("invalid-utf-8"), &json!(1))
    );
    let found = request(json!({"input": "a%ED%A0%80b", "text": "keep"}));
    assert_eq!((&found["output"], &found["reason"]), (&json!("a%ED%A0%80b"), &json!("surrogates")));
    let found = &batch(b"{\"op\":\"candidates\",\"input\":\"a%ED%A0%80b\"}\n")[0]["output"][0];
    assert_eq!((&found["charset"], &found["reason"]), (&json!("UTF-8"), &json!("surrogates")));
    fails(json!({"op": "decode", "input": "a", "languages": "ru"}), "bad-request", None);
    assert_eq!(request(json!({"input": "a", "languages": "tlh"}))["error"]["kind"], "bad-request");
}
