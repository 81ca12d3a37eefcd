//! Operations of `batch` on forms.

use serde_json::json;

use super::{answers, batch, fails};

#[test]
fn forms() {
    answers(
        json!({"op": "form_parse", "input": "a=1+1&b"}),
        json!({"output": [["a", "1 1"], ["b", ""]]}),
    );
    answers(
        json!({"op": "form_parse", "input": "?a=;b", "strip_question_mark": true, "separator": "&;", "keep_blank": false}),
        json!({"output": []}),
    );
    answers(
        json!({"op": "form_parse", "input": "%FF", "text": "bytes"}),
        json!({"output_hex": [["ff", ""]]}),
    );
    answers(
        json!({"op": "form_parse", "input": "%C4%E3", "charset": "gbk"}),
        json!({"output": [["你", ""]]}),
    );
    answers(
        json!({"op": "form_parse", "input": "名=%96%BC+日", "charset": "shift_jis"}),
        json!({"output": [["名", "名 日"]]}),
    );
    answers(
        json!({"op": "form_parse", "input_hex": "96BC 3D 2539 3625 4243", "charset": "shift_jis"}),
        json!({"output": [["名", "名"]]}),
    );
    fails(
        json!({"op": "form_parse", "input": "名=é%82", "charset": "sjis", "text": "strict"}),
        "invalid-charset",
        Some(6),
    );
    fails(json!({"op": "form_parse", "input": "a=%zz", "malformed": "error"}), "not-hex", Some(2));
    let url = "https://e/x?q=1&r=%zz#f=2";
    answers(
        json!({"op": "form_parse", "input": url, "url": true}),
        json!({"output": [["q", "1"], ["r", "%zz"]]}),
    );
    fails(
        json!({"op": "form_parse", "input": url, "url": true, "malformed": "error"}),
        "not-hex",
        Some(18),
    );
    fails(
        json!({"op": "form_parse", "input": url, "url": true, "max_pairs": 1}),
        "too-many-pairs",
        Some(16),
    );
    answers(json!({"op": "form_parse", "input": "/x#?q", "url": true}), json!({"output": []}));
    let found = &batch(b"{\"op\":\"form_parse\",\"input\":\"https://e/x?q=1\"}\n")[0];
    assert_eq!(found["output"], json!([["https://e/x?q", "1"]]));
    assert!(found["note"].as_str().expect("a note").contains("`url`"));
    // Forms are the URL standard's, too.
    answers(
        json!({"op": "form_parse", "input_utf16": "D800003D0062"}),
        json!({"output": [["\u{FFFD}", "b"]]}),
    );
    fails(
        json!({"op": "form_parse", "input": "a=%FF", "text": "strict"}),
        "invalid-utf-8",
        Some(2),
    );
    answers(
        json!({"op": "form_parse", "input": "%u4F60+%E5%A5%BD=%uD83D%uDE00%", "percent_u": true}),
        json!({"output": [["你 好", "😀%"]]}),
    );
    fails(
        json!({"op": "form_parse", "input": "/?a=%u00", "url": true, "percent_u": true, "malformed": "error"}),
        "not-hex",
        Some(4),
    );
    fails(
        json!({"op": "form_parse", "input": "a", "percent_u": true, "charset": "gbk"}),
        "bad-request",
        None,
    );
    let found = &batch(
        b"{\"op\":\"form_parse\",\"input\":\"a=%C4%E3%BA%C3%CA%C0%BD%E7\",\"charset\":\"auto\"}\n",
    )[0];
    assert_eq!(found["output"], json!([["a", "你好世界"]]));
    assert_eq!(found["charset"], json!("gb18030"));
    answers(
        json!({"op": "form_parse", "input": "mailto:a@e?subject=1+2", "url": true}),
        json!({"output": [["subject", "1+2"]]}),
    );
    fails(json!({"op": "form_parse", "input": "a&b", "max_pairs": 1}), "too-many-pairs", Some(2));
    fails(json!({"op": "form_parse", "input": "a&b", "max_bytes": 1}), "too-many-bytes", Some(1));
    answers(
        json!({"op": "form_serialize", "input": [["a b", "\n"]], "newlines": "crlf", "space": "percent"}),
        json!({"output": "a%20b=%0D%0A"}),
    );
    answers(
        json!({"op": "form_serialize", "input_hex": [["ff", "00"]], "separator": ";"}),
        json!({"output": "%FF=%00"}),
    );
    answers(
        json!({"op": "form_sort", "input": "b&a=2&a=1"}),
        json!({"output": [["a", "2"], ["a", "1"], ["b", ""]]}),
    );
}

#[test]
fn every_word_of_forms() {
    answers(
        json!({"op": "form_parse", "input": "a=1&b;c", "separator": ";"}),
        json!({"output": [["a", "1&b"], ["c", ""]]}),
    );
    answers(
        json!({"op": "form_parse", "input": "a=1&b;c", "separator": "&;"}),
        json!({"output": [["a", "1"], ["b", ""], ["c", ""]]}),
    );
    answers(
        json!({"op": "form_parse", "input": "a=1&b=&c", "keep_blank": false}),
        json!({"output": [["a", "1"]]}),
    );
    for (text, expected) in [
        ("strict", json!({"output": [["é", ""]]})),
        ("lossy", json!({"output": [["é", ""]]})),
        ("bytes", json!({"output_hex": [["c3a9", ""]]})),
    ] {
        answers(json!({"op": "form_parse", "input": "%C3%A9", "text": text}), expected);
    }
    answers(
        json!({"op": "form_serialize", "input": [["é \n", "你"]], "charset": "latin1"}),
        json!({"output": "%E9+%0A=%26%2320320%3B"}),
    );
    answers(
        json!({"op": "form_serialize", "input": [["a", "b"], ["c", "é"]]}),
        json!({"output": "a=b&c=%C3%A9"}),
    );
    fails(
        json!({"op": "form_serialize", "input_hex": [["ff", ""]], "charset": "latin1"}),
        "bad-request",
        None,
    );
    // Pairs are sorted by code units of UTF-16, and equal names keep their order.
    answers(
        json!({"op": "form_sort", "input": [["\u{FF5E}", "1"], ["😀", "2"], ["a", "3"], ["a", ""]]}),
        json!({"output": [["a", "3"], ["a", ""], ["😀", "2"], ["\u{FF5E}", "1"]]}),
    );
    // A name that only test suites have.
    fails(
        json!({"op": "form_parse", "input": "?a", "strip_leading_question": true}),
        "bad-request",
        None,
    );
    answers(
        json!({"op": "encode", "input": "a\r\nb\n", "newlines": "cr"}),
        json!({"output": "a%0Db%0D"}),
    );
    // Octets are octets of the charset, also where they are UTF-8 by chance.
    answers(
        json!({"op": "decode", "input_hex": "C3A9", "charset": "latin1"}),
        json!({"output": "Ã©"}),
    );
    let read = |key: &str, input: &str| {
        let request = json!({"op": "candidates", key: input});
        let answer = batch(format!("{request}\n").as_bytes());
        let readings = answer[0]["output"].as_array().expect("readings").clone();
        readings.iter().any(|reading| reading["text"] == "éé")
    };
    assert!(read("input", "é%E9") && !read("input_hex", "C3A9254539"));
}

#[test]
fn nested_names() {
    for (style, flag) in [("php", json!("")), ("rack", json!(null)), ("qs", json!(""))] {
        answers(
            json!({"op": "form_parse_nested", "input": "a[b][]=1&a[b][]=2&c", "style": style}),
            json!({"output": {"a": {"b": ["1", "2"]}, "c": flag}}),
        );
    }
    answers(
        json!({"op": "form_serialize_nested", "input": {"a": {"b": [1, true, "x y"]}}}),
        json!({"output": "a%5Bb%5D%5B0%5D=1&a%5Bb%5D%5B1%5D=1&a%5Bb%5D%5B2%5D=x+y"}),
    );
    answers(
        json!({"op": "form_parse_nested", "input": "https://e/?a[20]=1", "url": true, "style": "qs", "list_limit": 30}),
        json!({"output": {"a": ["1"]}}),
    );
    answers(
        json!({"op": "form_parse_nested", "input": "?a=1;b[c]=2", "separator": ";", "strip_question_mark": true}),
        json!({"output": {"a": "1", "b": {"c": "2"}}}),
    );
    answers(
        json!({"op": "form_parse_nested", "input": "a[b]=%C4%E3", "charset": "gbk"}),
        json!({"output": {"a": {"b": "你"}}}),
    );
    answers(
        json!({"op": "form_parse_nested", "input": "a[%u4F60]=1+2", "percent_u": true}),
        json!({"output": {"a": {"你": "1 2"}}}),
    );
    for (request, kind, offset) in [
        (
            json!({"input": "/?a&b", "url": true, "max_pairs": 1, "percent_u": true}),
            "too-many-pairs",
            Some(4),
        ),
        (
            json!({"input": "/?a=%C4%", "url": true, "strict": true, "charset": "gbk"}),
            "truncated",
            Some(7),
        ),
        (json!({"input": "x&a[b][c]=1", "max_depth": 1}), "too-deep", Some(2)),
        (json!({"input": "a=1&a[b]=2", "style": "rack"}), "conflict", Some(4)),
        (
            json!({"input": "https://e/?a=1&a[b]=2", "url": true, "strict": true}),
            "conflict",
            Some(15),
        ),
        (json!({"input": "a&[b]=2", "strict": true}), "dropped", Some(2)),
        (
            json!({"input": "a&b[20]=2", "strict": true, "style": "qs"}),
            "too-many-elements",
            Some(2),
        ),
        (json!({"input": "a&b", "max_pairs": 1}), "too-many-pairs", Some(2)),
        (json!({"input": "a[constructor][x]=1", "style": "rack"}), "unsafe-name", None),
        (json!({"input": "a[][__proto__]=1", "charset": "gbk"}), "unsafe-name", None),
        (json!({"input": "a&b", "max_bytes": 1}), "too-many-bytes", Some(1)),
        (json!({"input": "a", "max_depth": 256}), "bad-request", None),
        (json!({"input": "a", "list_limit": 3}), "bad-request", None),
        (json!({"input": "a", "style": "perl"}), "bad-request", None),
    ] {
        let mut request = request;
        request["op"] = json!("form_parse_nested");
        fails(request, kind, offset);
    }
    fails(json!({"op": "form_serialize_nested", "input": [1]}), "bad-request", None);
    fails(
        json!({"op": "form_serialize_nested", "input": {"a": [{"b": 1}, {"c": 2}]}, "style": "rack"}),
        "ambiguous",
        None,
    );
}
