//! `ext-value` and `data-url`.

use std::fs;

use crate::running::{Folder, fails, gives, run, text};

#[test]
fn values_of_header_fields() {
    gives(&["ext-value", "encode", "€ rates"], b"", "UTF-8''%E2%82%AC%20rates\n");
    let english = ["ext-value", "encode", "--language", "en-GB", "£"];
    gives(&english, b"", "UTF-8'en-GB'%C2%A3\n");
    gives(&["ext-value", "encode", "-l"], "é\na b\n".as_bytes(), "UTF-8''%C3%A9\nUTF-8''a%20b\n");
    gives(&["ext-value", "encode"], b"a\n", "UTF-8''a\n");
    gives(&["ext-value", "encode", "--exact"], b"a\n", "UTF-8''a%0A");
    fails(&["ext-value", "encode"], b"a\xFF", 1, "", "offset 1");
    fails(&["ext-value", "encode", "--language", "e n", "a"], b"", 2, "", "--language:");

    let decode = |value| ["ext-value", "decode", value];
    gives(&decode("UTF-8'en'%C2%A3%20rates"), b"", "£ rates\n");
    gives(&decode("iso-8859-1''%A3"), b"", "£\n");
    gives(&decode("gbk''%C4%E3"), b"", "你\n");
    fails(&decode("UTF-8''a b"), b"", 1, "", "a space at offset 8");
    fails(&decode("UTF-8''%A3"), b"", 1, "", "offset 7");
    fails(&decode("klingon''a"), b"", 1, "", "argument 1");
    fails(&decode("a"), b"", 1, "", "argument 1");
    // No value forges a line.
    let lines = b"UTF-8''a%0Ab\nx\nUTF-8''%C3%A9\n";
    fails(&["ext-value", "decode", "-l"], lines, 1, "a%0Ab\nx\né\n", "stdin:2:");
    gives(&decode("UTF-8''a%0Ab"), b"", "a\nb\n");
    gives(
        &["ext-value", "decode", "--json", "-l"],
        b"UTF-8'en'%0A\nutf-8''a\n",
        "{\"charset\":\"UTF-8\",\"language\":\"en\",\"text\":\"\\n\"}\n\
         {\"charset\":\"utf-8\",\"language\":null,\"text\":\"a\"}\n",
    );
    gives(
        &["ext-value", "decode", "--json-field", "v"],
        br#"{"v":"UTF-8''%C3%A9"}"#,
        "{\"v\":\"é\"}",
    );
}

#[test]
fn a_file_is_a_data_url_and_comes_back() {
    let folder = Folder::new("data-url");
    // Every octet, and a line feed at the end.
    let octets: Vec<u8> = (0..=255).chain(*b"\r\n\n").collect();
    let file = folder.file("octets", &octets);
    let (url, copy) = (folder.0.join("url"), folder.0.join("copy"));
    for form in ["--base64", "--percent", "--type=image/png"] {
        gives(&["data-url", "encode", form, "-f", text(&file), "-o", text(&url)], b"", "");
        let written = fs::read_to_string(&url).expect("a URL");
        assert_eq!(written.contains(";base64,"), form != "--percent", "{written}");
        let kind =
            if form.starts_with("--type") { "image/png" } else { "application/octet-stream" };
        gives(&["data-url", "decode", "--type", "-f", text(&url)], b"", format!("{kind}\n"));
        gives(&["data-url", "decode", "-f", text(&url), "-o", text(&copy)], b"", "");
        assert_eq!(fs::read(&copy).expect("a copy"), octets, "{form}");
        gives(&["data-url", "decode"], written.as_bytes(), &octets);
        gives(&["data-url", "decode", "-"], written.as_bytes(), &octets);
    }
}

#[test]
fn what_is_in_a_data_url() {
    let encode = |text| ["data-url", "encode", text];
    gives(&encode("a b"), b"", "data:text/plain;charset=UTF-8,a%20b\n");
    gives(&encode(""), b"", "data:text/plain;charset=UTF-8,\n");
    // The shorter form.
    gives(&encode("%%%%%%%%"), b"", "data:text/plain;charset=UTF-8;base64,JSUlJSUlJSU=\n");
    // Base64 of n octets is 7 characters longer than four thirds of n; of two forms as long as each other, triplets are taken.
    let letters = "a".repeat(100);
    gives(&encode(&letters), b"", format!("data:text/plain;charset=UTF-8,{letters}\n"));
    gives(&encode("%%%%%aaaa"), b"", "data:text/plain;charset=UTF-8,%25%25%25%25%25aaaa\n");
    gives(&encode("%%%%%%aaa"), b"", "data:text/plain;charset=UTF-8;base64,JSUlJSUlYWFh\n");
    gives(&["data-url", "encode", "--percent", "%"], b"", "data:text/plain;charset=UTF-8,%25\n");
    gives(&["data-url", "encode", "--type", "", "a"], b"", "data:,a\n");
    gives(&["data-url", "encode"], b"a\n", "data:text/plain;charset=UTF-8,a%0A\n");
    fails(&["data-url", "encode", "--type", "a b", "a"], b"", 2, "", "--type: a space at offset 1");
    fails(&["data-url", "encode", "--base64", "--percent", "a"], b"", 2, "", "cannot be used");
    fails(&["data-url", "encode", "-f", "/no/such/file"], b"", 3, "", "/no/such/file");

    let decode = |url| ["data-url", "decode", url];
    gives(&decode("data:,a%20b"), b"", "a b");
    gives(&decode(" DATA:,50%25%zz#top"), b"", "50%%zz");
    gives(&decode("data:;base64,/9g"), b"", b"\xFF\xD8");
    gives(&["data-url", "decode", "--type", "data:,a"], b"", "text/plain;charset=US-ASCII\n");
    gives(
        &["data-url", "decode", "--json", "data:image/PNG;a=\"b c\";base64,/9g="],
        b"",
        "{\"type\":\"image/png\",\"parameters\":{\"a\":\"b c\"},\"base64\":true,\"length\":2,\"hex\":\"ffd8\"}\n",
    );
    fails(&decode("http://a/"), b"", 1, "", "argument 1: ");
    fails(&decode("data:a"), b"", 1, "", "offset 6");
    fails(&decode("data:;base64,a"), b"", 1, "", "argument 1: ");
    fails(&["data-url", "decode"], b"data:,\xFF", 1, "", "stdin");
    fails(&["data-url", "decode", "--type", "--json", "data:,"], b"", 2, "", "cannot be used");

    // Five megabytes.
    let long = "é".repeat(2_500_000);
    let url = run(&["data-url", "encode"], long.as_bytes()).stdout;
    gives(&["data-url", "decode"], &url, &long);
}
