//! Where `uri get` and `uri set` find parameters and hosts: in a fragment, in any case, in a query by itself, without a scheme.

use crate::running::{fails, gives, run};

#[test]
fn parameters_of_fragments() {
    let url = "https://a/cb?t=0#t=1&state=a%20b&x=%7e";
    gives(
        &["uri", "get", "{fragment:state}|{raw:fragment:x}|{fragment:none}", url],
        b"",
        "a b|%7e|\n",
    );
    fails(&["uri", "get", "{must:fragment:y}", url], b"", 1, "\n", "there is no must:fragment:y");
    gives(
        &["uri", "set", "--remove", "fragment:t", url],
        b"",
        "https://a/cb?t=0#state=a%20b&x=%7e\n",
    );
    let edits = ["uri", "set", "fragment:n+=a&b", "fragment:x=y", "--replace", "fragment:t=Z", url];
    gives(&edits, b"", "https://a/cb?t=0#t=Z&state=a%20b&x=y&n=a%26b\n");
    gives(&["uri", "set", "--remove", "fragment:t*", "#t=1"], b"", "\n");
    gives(&["uri", "set", "fragment=x", "/#t=1"], b"", "/#x\n");
}

#[test]
fn names_in_any_case() {
    let url = "/?UTM_Source=1&FBCLID=2&id=3&Id=4";
    let removed =
        ["uri", "set", "--ignore-case", "--remove", "query:utm_*", "--remove", "query:fbclid", url];
    gives(&removed, b"", "/?id=3&Id=4\n");
    gives(
        &["uri", "set", "--ignore-case", "--replace", "passwd=X", "/?PASSWD=a"],
        b"",
        "/?PASSWD=X\n",
    );
    gives(&["uri", "set", "--ignore-case", "--keep-param", "id", url], b"", "/?id=3&Id=4\n");
    gives(&["uri", "get", "--ignore-case", "{query-all:ID}", url], b"", "3 4\n");
    gives(
        &["uri", "get", "--ignore-case", "--charset", "gbk", "{query:ID}", "/?id=%D6%D0"],
        b"",
        "中\n",
    );
    let noted = run(&["uri", "set", "--remove", "query:fbclid", url], b"");
    assert!(String::from_utf8_lossy(&noted.stderr).contains("--ignore-case takes both"));
    let request = b"{\"op\":\"uri_set\",\"ignore_case\":true,\"remove\":[\"query:ID\"],\"input\":\"/?id=3&Id=4&x\"}\n";
    gives(&["batch"], request, "{\"output\":\"/?x\"}\n");
}

#[test]
fn queries_by_themselves() {
    let get = ["uri", "get", "--query", "--separator", ";", "{query:Note}"];
    gives(&get, b"ID=x;Note=a%3Bb\n\nID=y\n", "a;b\n\n\n");
    fails(&get, b"Note=%zz\n", 1, "\n", "stdin:1:6: `%z` at offset 5");
    let set = ["uri", "set", "--query", "--separator", ";", "query:Note=x;y", "query:N+=1"];
    gives(&set, b"ID=%7e;Note=a%3Bb\n", "ID=%7e;Note=x%3By;N=1\n");
    gives(&["uri", "set", "--query", "--remove", "query:a"], b"a=1\na=1&b=2\n", "\nb=2\n");
    let noted = run(&["uri", "get", "--query", "{query:a}", "?a=1"], b"");
    assert!(String::from_utf8_lossy(&noted.stderr).contains("`?` is of the first name here"));
    let both = ["uri", "get", "--query", "--default-scheme", "https", "{host}", "x"];
    fails(&both, b"", 2, "", "--default-scheme");
}

#[test]
fn addresses_without_a_scheme() {
    let lines = b"www.a.example/x\na.example:8080/y\nhttps://b/\n/p\nlocalhost:3000\n";
    let hosts = ["uri", "get", "--default-scheme", "https", "{host}:{port}"];
    gives(&hosts, lines, "www.a.example:\na.example:8080\nb:\n:\nlocalhost:3000\n");
    let set = ["uri", "set", "--default-scheme", "https", "query:q=1"];
    gives(&set, b"www.a.example/x\nftp://b/\n", "https://www.a.example/x?q=1\nftp://b/?q=1\n");
    fails(
        &["uri", "get", "--default-scheme", "a b", "{host}", "x"],
        b"",
        2,
        "",
        "--default-scheme: ",
    );
    let invalid = ["uri", "get", "--default-scheme", "https", "{query:q}", "www.a.example/?q=%zz"];
    fails(&invalid, b"", 1, "\n", "`%z` at offset 17");
    for (arguments, line) in [
        (["uri", "get", "{host}"], "www.a.example/x"),
        (["uri", "get", "{host}"], "a.example:8080/y"),
        (["uri", "set", "scheme=https"], "www.a.example/x"),
        (["uri", "set", "port=8080"], "//h/"),
    ] {
        let output = run(&[&arguments[..], &[line]].concat(), b"");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            message.contains("is not a host here"),
            !line.starts_with("//"),
            "{line}: {message}"
        );
    }
}

#[test]
fn one_layer_off() {
    let url = "https://a/%2541?next=http%253A%252F%252Fb&q=100%2525&next=%41#%2541";
    let next = ["respell", "--layer-off", "--only", "query:next", url];
    gives(&next, b"", "https://a/%2541?next=http%3A%2F%2Fb&q=100%2525&next=%41#%2541\n");
    gives(
        &["respell", "--layer-off", url],
        b"",
        "https://a/%41?next=http%3A%2F%2Fb&q=100%25&next=%41#%2541\n",
    );
    gives(&["respell", "--layer-off", "--query"], b"a=%2541\nb=%252F\n", "a=%41\nb=%2F\n");
    for option in ["--as=form", "--space=percent", "--order=name", "--from=gbk", "--nfc"] {
        fails(&["respell", "--layer-off", option, "/"], b"", 2, "", "--layer-off");
    }
    let request = b"{\"op\":\"layer_off\",\"only\":[\"path\"],\"input\":\"/%2541?a=%2541\"}\n";
    gives(&["batch"], request, "{\"output\":\"/%41?a=%2541\"}\n");
    let wrong = b"{\"op\":\"layer_off\",\"only\":[\"host\"],\"input\":\"/\"}\n";
    let answer = String::from_utf8(run(&["batch"], wrong).stdout).expect("UTF-8");
    assert!(answer.contains("`only` is one of path, query, query:NAME"), "{answer}");
}

#[test]
fn layers_in_a_charset() {
    gives(&["decode", "--layers", "2", "--charset", "gbk", "%25C4%25E3"], b"", "你\n");
    gives(&["decode", "--layers", "5", "--charset", "gbk"], b"%252525C4%252525E3", "你");
    gives(&["decode", "--layers", "3", "--charset", "shift_jis"], b"%25%93%FA", "%日");
    fails(
        &["decode", "--layers", "2", "--charset", "gbk", "%2525C4"],
        b"",
        1,
        "",
        "still encoded after 2 layers",
    );
    fails(
        &["decode", "--layers", "1", "%2520"],
        b"",
        1,
        "",
        "without --layers one layer is decoded",
    );
}

#[test]
fn names_and_fragments_that_are_data() {
    let url = "data:image/svg+xml;utf8,<svg fill=\"#fff\"/>";
    let encoded = "data:image/svg+xml;utf8,%3Csvg%20fill=%22%23fff%22/%3E\n";
    gives(&["requote", "--raw-hash", url], b"", encoded);
    gives(&["data-url", "decode"], encoded.as_bytes(), "<svg fill=\"#fff\"/>");
    gives(&["requote", "--raw-hash", "--html", "/a&#35;b#c&amp;d"], b"", "/a%23b%23c&d\n");
    fails(&["requote", "--raw-hash", "--set", "rfc3986:path", "#"], b"", 2, "", "--raw-hash");
    let read = ["content-disposition", "read", "--decode-filename"];
    let of = |field: &'static str| [&read[..], &[field]].concat();
    gives(&of("inline; filename=\"%EC%82%AC.jpg\""), b"", "사.jpg\n");
    gives(&of("inline; filename=\"..%2Fa%22.jpg\""), b"", "..%2Fa%22.jpg\n");
    gives(&of("inline; filename*=UTF-8''%2541.jpg"), b"", "%2541.jpg\n");
    fails(&[&read[..], &["--as-sent", "x"]].concat(), b"", 2, "", "--as-sent");
    let request = b"{\"op\":\"content_disposition_read\",\"decode_filename\":true,\"input\":\"inline; filename=\\\"%C3%A9\\\"\"}\n";
    let answer = String::from_utf8(run(&["batch"], request).stdout).expect("UTF-8");
    assert!(answer.starts_with("{\"output\":\"é\""), "{answer}");
    fails(
        &["form", "build", "--charset", "utf-16", "a=é"],
        b"",
        2,
        "",
        "a browser sends UTF-8 then",
    );
}
