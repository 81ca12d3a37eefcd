//! `uri get`, `set`, `split`, `build` and `validate`, as a person runs them.

use std::fs;

use serde_json::{Value, json};

use crate::running::{Folder, fails, gives, run, text};

#[track_caller]
fn get(format: &str, url: &str, expected: &str) {
    gives(&["uri", "get", format, url], b"", format!("{expected}\n"));
}

/// Edits, the last one being the URL.
#[track_caller]
fn set(arguments: &[&str], expected: &str) {
    gives(&[&["uri", "set"], arguments].concat(), b"", format!("{expected}\n"));
}

const FULL: &str =
    "https://me:pa%3Ass@example.com:8443/a%2Fb/c%20d?q=tea%20%26%20milk&flag&q=2#to%70";

#[test]
fn fields_are_decoded_or_raw() {
    get("{scheme} {user} {password} {host} {port}", FULL, "https me pa:ss example.com 8443");
    get("{segment:1}|{segment:2}|{segment:-1}|{segment:3}", FULL, "a/b|c d|c d|");
    get("{path}|{raw:path}", FULL, "/a%2Fb/c d|/a%2Fb/c%20d");
    get("{query:q}|{raw:query:q}|{query:flag}|{query:no}", FULL, "tea & milk|tea%20%26%20milk||");
    get("{query-all:q}", FULL, "tea%20&%20milk 2");
    get("{query}", FULL, "q=tea %26 milk&flag&q=2");
    get(
        "{userinfo} {raw:userinfo} {fragment} {raw:fragment}",
        FULL,
        "me:pa%3Ass me:pa%3Ass top to%70",
    );
    get("{url}", FULL, FULL);
    get("{authority}", FULL, "me:pa%3Ass@example.com:8443");
    get("\\{x\\}\\t{host}\\\\", FULL, "{x}\texample.com\\");
    get("{default:port} {port}", "HTTPS://a/", "443 ");
    get("{default:port}", "http://a:/", "80");
    get("{default:port}", "x://a/", "");
    for (scheme, port) in [
        ("ldap", "389"),
        ("imap", "143"),
        ("imaps", "993"),
        ("pop3", "110"),
        ("smtp", "25"),
        ("smtps", "465"),
        ("rtsp", "554"),
        ("ftps", "990"),
        ("gopher", "70"),
        ("sftp", "22"),
        ("mqtt", "1883"),
        ("dict", "2628"),
        ("telnet", "23"),
        ("tftp", "69"),
    ] {
        get("{default:port}", &format!("{scheme}://a/"), port);
    }
    get("{default:port}", "sip:a@b", "5060");
    // An IP literal has no triplets: decoded, it would be another address.
    get(
        "{host}|{puny:host}|{idn:host}",
        "http://[fe80::123%34]/",
        "[fe80::123%34]|[fe80::123%34]|[fe80::123%34]",
    );
    get("{idn:url}", "http://[fe80::123%34]/%41", "http://[fe80::123%34]/%41");
    get("{puny:host} {puny:url}", "http://é.example/é", "xn--9ca.example http://xn--9ca.example/é");
    get("{idn:host}", "http://xn--9ca.example/", "é.example");
    get("{host}", "http://[2001:db8::1]:80/", "[2001:db8::1]");
    // A name may have any character, and is found however it is written.
    get("{query:a%7Db}", "/?%61%7db=1", "1");
    get("{query:a b}", "/?a+b=1&a%20b=2", "2");
    gives(
        &["uri", "get", "--plus", "{query:a b} {query}", "/?a+b=x+y%2B"],
        b"",
        "x y+ a b=x y%2B\n",
    );
    gives(&["uri", "get", "--separator", ";", "{query:b}", "/?a=1;b=2&3"], b"", "2&3\n");
    // A decoded line break would forge an answer.
    get("{query:q}", "/?q=a%0Ab%0d", "a%0Ab%0d");
    gives(&["uri", "get", "-0", "{query:q}", "/?q=a%0Ab%00"], b"", "a\nb%00\0");
    // Octets that are not text are octets.
    gives(&["uri", "get", "{query:q}", "/?q=%FF"], b"", b"\xFF\n");
}

#[test]
fn get_answers_each_line() {
    let lines = b"http://a/?q=1\nhttp://b/?q=%zz\n\nhttp://c/\nhttp://\xFF/\nhttp://d/?q=4";
    let output = run(&["uri", "get", "{host} {query:q}"], lines);
    assert_eq!(output.stdout, b"a 1\n\n\nc \n\nd 4");
    assert_eq!(output.status.code(), Some(1));
    let messages = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(
        messages,
        "triplet: stdin:2:13: `%z` at offset 26: `z` is not a hexadecimal digit; write a literal `%` as `%25`\n  \
         http://b/?q=%zz\n              ^\ntriplet: stdin:5:8: offset 48: a reference is text, and these bytes are not \
         UTF-8\n  http://\\xFF/\n         ^\n"
    );
    gives(&["uri", "get", "--lenient", "{query:q}"], b"/?q=%zz%41\n", "%zzA\n");
    fails(
        &["uri", "get", "{must:query:q}"],
        b"/?p\n",
        1,
        "\n",
        "stdin:1:4: offset 3: there is no must:query:q",
    );
    fails(&["uri", "get", "--verify", "{path}"], b"/a b\n/c\n", 1, "\n/c\n", "stdin:1:3");
    // A line of any length.
    let long = format!("http://a/?q={}\n", "x%20".repeat(3 << 20));
    gives(&["uri", "get", "{query:q}"], long.as_bytes(), format!("{}\n", "x ".repeat(3 << 20)));
}

#[test]
fn formats_that_mean_nothing() {
    for (format, words) in [
        ("{hots}", "no field is named `hots`"),
        ("{host", "not closed"),
        ("a\\x", "after a backslash"),
        ("{segment:0}", "counted from 1"),
        ("{puny:path}", "for host and url"),
        ("{default:host}", "for port"),
        ("é\\", "after a backslash"),
    ] {
        fails(&["uri", "get", format, "/"], b"", 2, "", words);
    }
}

#[test]
fn components_are_set_and_the_rest_is_kept() {
    set(&["host=b.example", "HTTP://A/%7e?x=%3d#%20"], "HTTP://b.example/%7e?x=%3d#%20");
    set(&["scheme=https", "port=8443", "http://a:80/"], "https://a:8443/");
    set(&["path=/a b", "fragment=50%", "x://a/?q#f"], "x://a/a%20b?q#50%25");
    set(&["path=a", "http://h"], "http://h/a");
    set(&["host=h", "a/b"], "//h/a/b");
    set(&["user=a:b", "password=c@d", "ftp://h/"], "ftp://a%3Ab:c%40d@h/");
    set(&["password=a:$;!", "mongodb://u@h1:1,h2:2/db"], "mongodb://u:a%3A%24%3B%21@h1:1,h2:2/db");
    set(&["user=x", "ftp://a:b@h/"], "ftp://x:b@h/");
    set(&["host=é.example", "http://a/"], "http://xn--9ca.example/");
    set(&["host=é", "x://a/"], "x://%C3%A9/");
    set(&["host=::1", "http://a:80/"], "http://[::1]:80/");
    set(&["host=[::1]", "http://a:80/"], "http://[::1]:80/");
    set(&["path+=a/b", "path+=c", "http://h/x/?q"], "http://h/x/a%2Fb/c?q");
    set(&["path=//x", "a:b"], "a:/.//x");
    set(&["path=x:y", "z"], "./x:y");
    set(&["query=", "/a"], "/a?");
    set(&["port?=80", "host?=b", "http://a/"], "http://a:80/");
    set(&["path:=/%7e", "/a"], "/%7e");
    set(&["--remove", "fragment", "--remove", "query", "/a?b#c"], "/a");
    set(&["--remove", "host", "--remove", "scheme", "http://u@h:1/a"], "/a");
    set(&["--remove", "password", "http://u:p@h/"], "http://u@h/");
    set(&["--remove", "user", "http://u@h/"], "http://h/");
    set(&["--remove", "scheme", "http:a:b"], "./a:b");
}

#[test]
fn parameters_are_edited_and_their_neighbours_are_kept() {
    set(&["query:q=a b&c=d+e", "/?x=%7e&&q=1&Q=2&q=3"], "/?x=%7e&&q=a%20b%26c%3Dd%2Be&Q=2");
    set(&["query:q=1", "/"], "/?q=1");
    set(&["query:q=1", "/?"], "/?q=1");
    set(&["query:q=1", "/#f?q=2"], "/?q=1#f?q=2");
    set(&["--keep-triplets", "query:%71=1", "/?%71=0"], "/?%71=1");
    set(&["query:q+=1", "query:q+=2", "query:flag+", "/?q=0"], "/?q=0&q=1&q=2&flag");
    set(&["query:q?=1", "query:r?=2", "/?q"], "/?q&r=2");
    set(&["query:q:=%7e", "/?q=1"], "/?q=%7e");
    set(&["query:a=b:c=d", "/"], "/?a=b:c%3Dd");
    set(&["--remove", "query:q", "/?q=1&r&q"], "/?r");
    set(&["--remove", "query:q", "/?q=1#f"], "/#f");
    set(&["--remove", "query:utm_*", "/?utm_a=1&x=%2b&utm%5Fb"], "/?x=%2b");
    set(&["--keep-triplets", "--remove", "query:a%2A", "/?a*=1&ab=2"], "/?ab=2");
    set(&["--replace", "q=1", "--replace", "r=2", "/?q=0&s"], "/?q=1&s");
    set(&["--sort-query", "/?b=%7e&%61=2&b&a=1&A"], "/?A&%61=2&a=1&b=%7e&b");
    set(&["--plus", "query:a b=c d+", "/?a+b=1"], "/?a+b=c+d%2B");
    set(&["--separator", ";", "query:b=x;y&z", "/?a=1;b=2;c"], "/?a=1;b=x%3By%26z;c");
    // An edit that changes nothing.
    set(&["--replace", "no=1", "/?%7e&&=#"], "/?%7e&&=#");
}

#[test]
fn edits_that_mean_nothing() {
    for (arguments, words) in [
        (&["http://a/"][..], "no edit is given"),
        (&["http://a/", "host=b"], "`host=b` looks like an edit, and comes after a URL"),
        (
            &["host=a:b", "/"],
            "`host=a:b`: a character of the host at offset 1: a host has no delimiter",
        ),
        (&["host=a/b", "/"], "a host has no delimiter"),
        (&["port=x", "//a"], "a port is a number up to 65535"),
        (&["port=65536", "//a"], "a port is a number up to 65535"),
        (&["scheme=1", "//a"], "a scheme is a letter"),
        (
            &["path:=/a b", "/"],
            "`path:=/a b`: a character of the path at offset 2: it is not allowed",
        ),
        (&["query:q:=%zz", "/"], "`%` of the query at offset 0"),
        (&["query:q:=a&b", "/"], "split in another way"),
        (&["hots=b", "http://a/"], "`hots=b` is not an edit"),
        (&["host=b", "query:flag", "http://a/"], "`query:flag` is not an edit"),
        (&["path+=..", "/"], "readers remove it as a dot segment"),
        (&["path+:=%2e", "/"], "readers remove it as a dot segment"),
        (&["--separator", "=", "query:a=1", "/"], "no letter, digit or ="),
        (&["--separator", "é", "query:a=1", "/"], "no letter, digit or ="),
        (&["host+=a", "/"], "only query:NAME, fragment:NAME and path can be added to"),
        (&["--remove", "hots", "/"], "`hots` is none of"),
    ] {
        fails(&[&["uri", "set"], arguments].concat(), b"", 2, "", words);
    }
    // What depends on the reference is an error of the input.
    fails(&["uri", "set", "port=1", "/a"], b"", 1, "", "a user or a port requires a host");
}

#[test]
fn set_reads_lines_and_fields() {
    let lines = b"http://a/\r\n\nnot a \xFF\n/b?q=1";
    let output = run(&["uri", "set", "query:q=2"], lines);
    assert_eq!(output.stdout, b"http://a/?q=2\r\n\nnot a \xFF\n/b?q=2");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("stdin:3:7"));
    gives(
        &["uri", "set", "host=b", "--json-field", "u"],
        b"{ \"n\": 1.0, \"u\": \"http://a/%7e\" }\n",
        "{ \"n\": 1.0, \"u\": \"http://b/%7e\" }\n",
    );
    gives(&["uri", "get", "{host}", "--csv-column", "2"], b"1,http://a/\n2,/\n", "1,a\n2,\n");
    fails(
        &["uri", "get", "{must:host}", "--json-field", "u"],
        b"{\"u\":\"/a\"}\n{\"u\":\"//b\"}\n",
        1,
        "{\"u\":\"/a\"}\n{\"u\":\"b\"}\n",
        "there is no must:host",
    );
    let long = format!("/{}\n", "x".repeat(9 << 20));
    gives(&["uri", "set", "query:q=1"], long.as_bytes(), format!("{}?q=1\n", long.trim_end()));
}

#[test]
fn a_file_with_a_bad_line_is_left_as_it_was() {
    let folder = Folder::new("uri-edit");
    let good = folder.file("good", b"http://a/\nhttp://b/\n");
    let bad = folder.file("bad", b"http://a/\n/no-host\n");
    let output = run(&["uri", "set", "-i", "port=1", text(&good), text(&bad)], b"");
    assert_ne!(output.status.code(), Some(0));
    assert_eq!(fs::read(&good).expect("it is there"), b"http://a:1/\nhttp://b:1/\n");
    assert_eq!(fs::read(&bad).expect("it is there"), b"http://a/\n/no-host\n");
    let out = folder.file("out", b"old");
    let output = run(&["uri", "get", "{must:query}", "-f", text(&good), "-o", text(&out)], b"");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read(&out).expect("it is there"), b"old");
}

fn split(url: &str) -> Value {
    let output = run(&["uri", "split", url], b"");
    assert_eq!(output.status.code(), Some(0));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn split_and_build_are_the_reverse_of_each_other() {
    assert_eq!(
        split(FULL),
        json!({
            "url": FULL, "scheme": "https", "userinfo": "me:pa%3Ass", "user": "me", "password": "pa:ss",
            "host": "example.com", "port": "8443", "path": "/a%2Fb/c%20d", "segments": ["a/b", "c d"],
            "query": "q=tea%20%26%20milk&flag&q=2", "pairs": [["q", "tea & milk"], ["flag", null], ["q", "2"]],
            "fragment": "to%70",
        })
    );
    assert_eq!(split("/?q=%FF")["pairs"], json!([["q", {"hex": "ff"}]]));
    let urls = [
        FULL,
        "",
        "a",
        "?",
        "#",
        "//h",
        "http://h",
        "a/b",
        "./a:b",
        "mailto:a@b",
        "/?q=%FF&%zz",
        "//h:/",
        "//@h/",
        "//u:@h/",
        "/?a&&b=",
    ];
    for url in urls.iter().filter(|url| !url.contains("%zz")) {
        gives(&["uri", "build", &split(url).to_string()], b"", format!("{url}\n"));
    }
    let lines: String = urls.iter().map(|url| format!("{url}\n")).collect();
    let split = run(&["uri", "split"], lines.as_bytes());
    assert_eq!(split.stdout.iter().filter(|byte| **byte == b'\n').count(), urls.len());
    // A malformed triplet is data when a reference is built.
    let built = run(&["uri", "build"], &split.stdout);
    assert_eq!(String::from_utf8_lossy(&built.stdout), lines.replace("%zz", "%25zz"));
    assert_eq!(String::from_utf8_lossy(&built.stderr), "");
    fails(
        &["uri", "split"],
        b"/a\n\xFF\n",
        1,
        format!("{}\nnull\n", self::split("/a")),
        "stdin:2:1",
    );
}

#[test]
fn build() {
    gives(
        &[
            "uri",
            "build",
            "scheme=https",
            "host=h.example",
            "path+=a/b",
            "query:q=x y",
            "query:f+",
            "fragment=é",
        ],
        b"",
        "https://h.example/a%2Fb?q=x%20y&f#%C3%A9\n",
    );
    let json = |value: Value| format!("{value}\n").into_bytes();
    let one = |value: Value, expected: &str| {
        gives(&["uri", "build"], &json(value), format!("{expected}\n"));
    };
    one(
        json!({"scheme": "http", "host": "h", "port": 80, "segments": ["a/b", ""], "pairs": [["q", "100%41"]]}),
        "http://h:80/a%2Fb/?q=100%2541",
    );
    one(json!({"host": "h", "user": "a:b", "password": "c"}), "//a%3Ab:c@h");
    one(json!({"path": "/a b%20"}), "/a%20b%20");
    let wrong = |value: Value, words: &str| {
        fails(&["uri", "build"], &json(value), 1, "\n", words);
    };
    wrong(json!({"hots": "a"}), "no key is named `hots`");
    wrong(json!({"path": "/a", "segments": ["b"]}), "`path` and `segments` say different things");
    wrong(json!({"path": "", "segments": ["b"]}), "`path` and `segments` say different things");
    wrong(json!({"path": "/a", "segments": []}), "`path` and `segments` say different things");
    one(json!({"path": "", "segments": []}), "");
    wrong(
        json!({"query": "a=1", "pairs": [["a", "2"]]}),
        "`query` and `pairs` say different things",
    );
    wrong(
        json!({"userinfo": "a", "host": "h", "user": "b"}),
        "`userinfo` and `user` say different things",
    );
    wrong(json!({"segments": ["a", ".."]}), "readers remove it as a dot segment");
    wrong(json!({"port": 1}), "requires a host");
    wrong(json!({"path": 1}), "`path` is not a string");
    wrong(json!({"pairs": [["a"]]}), "an array of [name, value]");
    wrong(json!({"pairs": [["a", {"hex": "ff"}]]}), "octets that are not text");
    fails(
        &["uri", "build"],
        b"{\"path\":\"/a\"}\n{\"path\" 1}\n{}\n",
        1,
        "/a\n\n\n",
        "stdin:2:9: offset 22:",
    );
    fails(&["uri", "build", "host=a", "http://b/"], b"", 2, "", "take no other input");
}

#[test]
fn validate() {
    gives(&["uri", "validate", "http://a/%41", "urn:x"], b"", "valid\nvalid\n");
    let output = run(&["uri", "validate"], b"http://a/\n/b\nhttp://a/ b\n");
    assert_eq!(output.stdout, b"valid\ninvalid\ninvalid\n");
    assert_eq!(output.status.code(), Some(1));
    let messages = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        messages.contains("stdin:2:1: the text at offset 10: a URI begins with a scheme"),
        "{messages}"
    );
    assert!(messages.contains("stdin:3:10: a character of the path at offset 22: "), "{messages}");
    gives(&["uri", "validate", "--as", "iri-reference", "é"], b"", "valid\n");
    let output = run(&["uri", "validate", "--json", "http://a/", "a b:"], b"");
    let answers: Vec<Value> = String::from_utf8(output.stdout)
        .expect("UTF-8")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(answers[0], json!({"valid": true}));
    assert_eq!(answers[1]["error"]["kind"], "no-scheme");
    assert_eq!(answers[1]["error"]["offset"], 0);
}

#[test]
fn a_plus_is_a_space_where_it_is_asked_for() {
    get("{query} {query:q} {query-all:q}", "/?q=a+b", "q=a+b a+b a+b");
    get("{raw:query-all:a}|{query-all:a}", "/?a=%26&a=%20%25é", "%26 %20%25é|& %20%25é");
    get("{raw:query-all:a}", "/?a=b c&a=d", "b%20c d");
    gives(
        &[
            "uri",
            "get",
            "--plus",
            "{path} {query} {query:q} {query-all:q} {fragment}",
            "/a+b?q=a+b#a+b",
        ],
        b"",
        "/a+b q=a b a b a%20b a+b\n",
    );
    let output = run(&["uri", "split", "--plus", "/a+b?c+d=e+f"], b"");
    let parts: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(parts["pairs"], json!([["c d", "e f"]]));
    assert_eq!(parts["segments"], json!(["a+b"]));
    assert_eq!(split("/?c+d=e+f")["pairs"], json!([["c+d", "e+f"]]));
    gives(&["uri", "build", "--plus", "query:a b=c d"], b"", "?a+b=c+d\n");
    let json = b"{\"query\":\"a+b\",\"pairs\":[[\"a b\",null]]}\n";
    gives(&["uri", "build", "--plus"], json, "?a+b\n");
    fails(&["uri", "build"], json, 1, "\n", "`query` and `pairs` say different things");
}

#[test]
fn formats_to_the_letter() {
    get("\\n\\r\\t\\{\\}\\\\}", "/", "\n\r\t{}\\}");
    get("{segment:-2}{segment:-3}{segment:2}", "/a/b", "ab");
    get("{must:path}{must:query-all:q}{raw:must:port}", "//h:1/a?q=", "/a1");
    for (format, words) in [
        ("aé\\", "the format: offset 3: after a backslash comes \\t, \\n, \\r, \\\\, \\{ or \\}"),
        ("é{host", "the format: offset 2: the { is not closed; \\{ is a brace"),
        ("é\\t{a}", "the format: offset 4: no field is named `a`; fields are url, scheme, "),
        ("{host}{segment:x}", "the format: offset 6: segments are counted from 1"),
        ("{idn:port}", "puny: and idn: are for host and url"),
        ("{default:url}", "default: is for port"),
        ("{query:%zz}", "the format: offset 0: the name of a parameter: `%z` at offset 0"),
        ("{segment:--1}", "counted from 1"),
        ("{query}{nothing:a}", "no field is named `nothing:a`"),
    ] {
        fails(&["uri", "get", format, "/"], b"", 2, "", words);
    }
    fails(
        &["uri", "get", "{must:query-all:q}", "/?p"],
        b"",
        1,
        "\n",
        "there is no must:query-all:q",
    );
    fails(&["uri", "get", "{path}", "/%4"], b"", 1, "\n", "argument 1: `%4` at offset 1: ");
    fails(
        &["uri", "get", "{puny:host}", "http://u@é..%/"],
        b"",
        1,
        "\n",
        "argument 1: `%` of the host at offset 13: two hexadecimal digits must follow",
    );
    fails(
        &["uri", "get", "{puny:host}", "http://u@é%2Fa/"],
        b"",
        1,
        "\n",
        "argument 1: the host at offset 9: it is not a valid domain name",
    );
    fails(
        &["uri", "get", "{puny:host}", "//a.é b/"],
        b"",
        1,
        "\n",
        "argument 1: text after the reference at offset 6: ",
    );
    let long = format!("http://u@é.{}/", "é".repeat(64));
    fails(
        &["uri", "get", "{puny:host}", &long],
        b"",
        1,
        "\n",
        "argument 1: the host at offset 12: it is too long as a domain name",
    );
    get("{idn:url}", "http://u@xn--9ca.example:1/xn--9ca", "http://u@é.example:1/xn--9ca");
    get("{puny:url}|{idn:url}|{puny:host}", "/a", "/a|/a|");
}

/// What looks almost like an edit.
#[test]
fn edits_to_the_letter() {
    for (arguments, words) in [
        (&["query:q:+", "/"][..], "`query:q:+`"),
        (&["path+", "/"], "`path+`: only query:NAME, fragment:NAME and path can be added to"),
        (&["user+=a", "//h"], "only query:NAME, fragment:NAME and path can be added to"),
        (&["query:q+:", "/"], "`query:q+:` is not an edit"),
        (&["query:q?", "/"], "`query:q?` is not an edit"),
        (&["query:q:", "/"], "`query:q:` is not an edit"),
        (&["HOST=b", "/"], "`HOST=b` is not an edit"),
        (&["hots?:=b", "/"], "`hots?:=b` is not an edit"),
        (&["--replace", "q:=a&b", "/?q"], "`q:=a&b`: "),
        (
            &["--keep-triplets", "--replace", "%FF=a", "/?q"],
            "--replace: the name `%FF` is not UTF-8",
        ),
        (&["--keep-triplets", "query:%FF=a", "/?q"], "`query:%FF=a`: the name `%FF` is not UTF-8"),
        (&["--keep-triplets", "--remove", "query:%FF*", "/?q"], "the name `%FF` is not UTF-8"),
    ] {
        if arguments[0] == "query:q:+" {
            // The name may have a colon.
            set(arguments, "/?q:");
            continue;
        }
        fails(&[&["uri", "set"], arguments].concat(), b"", 2, "", words);
    }
    // URLs that are words with a sign at their end, and texts without a name.
    set(&["host=h", "port?"], "//h/port?");
    set(&["host=h", "host:"], "host://h");
    set(&["host=h", "=x", "/=x"], "//h/=x\n//h/=x");
    // What is missing is set, and what is there is kept.
    set(&["path?=/x", "http://a"], "http://a/x");
    set(&["path?=/x", "http://a/"], "http://a/");
    set(&["user?=u", "password?=p", "//h"], "//u:p@h");
    set(&["user?=u", "password?=p", "//a:b@h"], "//a:b@h");
    set(&["query?=q", "fragment?=f", "scheme?=x", "//h?"], "x://h?#f");
    set(&["query:q?:=%7e", "/"], "/?q=%7e");
    set(&["query:p:q=1", "/?p%3Aq=0"], "/?p%3Aq=1");
    // Replacements are made where the parameter is there, as data or as written.
    set(&["--replace", "query:q=%7e", "--replace", "r", "/?q=1&r=2&q"], "/?q=%257e&r");
    set(&["--replace", "q:=%7e", "--keep-triplets", "/?q=1"], "/?q=%7e");
    set(&["--remove", "userinfo", "--remove", "port", "//u:p@h:1/"], "//h/");
    set(&["--remove", "path", "http://h/a?q"], "http://h?q");
    set(&["--sort-query", "--separator", ";", "/?b;a"], "/?a;b");
    set(&["--sort-query", "/?a=b&c=d&"], "/?a=b&c=d");
    set(&["--sort-query", "/?&"], "/");
    // A space that separates nothing is written as it is read.
    set(&["--separator", "+", "--plus", "query:a=b c", "/?x"], "/?x+a=b%20c");
    set(&["--remove", "scheme", "urn:1a:b"], "./1a:b");
    set(&["--remove", "host", "http://h//b"], "http:/.//b");
    gives(&["uri", "set", "host=h", "--verify"], b"\n/\n", "\n//h/\n");
    fails(
        &["uri", "set", "host=h", "--verify"],
        b"/ \n",
        1,
        "/ \n",
        "stdin:1:2: a character of the path at offset 1: ",
    );
    fails(&["uri", "build", "host=h", "-f", "/no/such/file"], b"", 2, "", "take no other input");
    // Arguments that are not UTF-8 are URLs.
    use std::os::unix::ffi::OsStrExt;
    let arguments = [&b"uri"[..], b"set", b"host=h", b"/\xFF"].map(std::ffi::OsStr::from_bytes);
    let output = run(&arguments, b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("argument 1: offset 1: "));
}

#[test]
fn build_to_the_letter() {
    let one = |json: &str, expected: &str| {
        gives(&["uri", "build"], format!("{json}\n").as_bytes(), format!("{expected}\n"));
    };
    let wrong = |json: &str, words: &str| {
        fails(&["uri", "build"], format!("{json}\n").as_bytes(), 1, "\n", words);
    };
    one(r#"{"userinfo":"a:b","user":"a","password":"b","host":"h"}"#, "//a:b@h");
    one(r#"{"host":"h","port":"80"}"#, "//h:80");
    one(r#"{"url":"/x","path":"/a"}"#, "/a");
    one(r#"{"scheme":null,"path":null,"segments":null,"pairs":null,"user":null}"#, "");
    one("  ", "");
    wrong(
        r#"{"userinfo":"a:b","host":"h","password":"c"}"#,
        "`userinfo` and `password` say different things",
    );
    wrong(r#"{"segments":["."]}"#, "`segments`: ");
    wrong(r#"{"segments":"a"}"#, "`segments` is not an array");
    wrong(r#"{"segments":[1]}"#, "`segments` has something else than strings");
    wrong(r#"{"pairs":"a"}"#, "`pairs` is not an array");
    wrong(r#"{"pairs":[["a","b","c"]]}"#, "`pairs` is not an array of [name, value]");
    wrong(r#"{"pairs":[[1,"b"]]}"#, "`pairs` has something else than strings");
    wrong(r#"{"user":1,"host":"h"}"#, "`user` has something else than strings");
    wrong(r#"{"user":"a"}"#, "a user or a port requires a host");
    wrong(r#"{"host":"a/b"}"#, "`host`: ");
    wrong("[]", "stdin:1:1: offset 0: this is an array, and not an object");
    gives(
        &["uri", "build"],
        b"{\"path\":\"/%41%\",\"pairs\":[[\"%41\",null]]}\n",
        "/%41%25?%2541\n",
    );
    // Octets that are not text are asked for as they are written.
    for (json, expected) in [("\"a\"", "valid"), ("1", "invalid")] {
        let words = format!("{{\"u\":{json}}}\n");
        let arguments = ["uri", "validate", "--json-field", "u", "--as", "uri-reference"];
        let output = run(&arguments, words.as_bytes());
        assert_eq!(output.status.success(), expected == "valid");
    }
    for (grammar, valid, invalid) in [
        ("uri", "a:", "a"),
        ("uri-reference", "a", "é"),
        ("iri", "a:é", "é"),
        ("iri-reference", "é", "a b"),
    ] {
        gives(&["uri", "validate", "--as", grammar, valid], b"", "valid\n");
        fails(&["uri", "validate", "--as", grammar, invalid], b"", 1, "invalid\n", "argument 1: ");
    }
    let output = run(&["uri", "validate", "--json"], b"a\xFF\n");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        answer,
        json!({"valid": false, "error": {
            "kind": "invalid-utf-8", "offset": 1,
            "message": "a reference is text, and these bytes are not UTF-8",
        }})
    );
}
