//! `filename`, `content-disposition`, `uri from-path` and `uri to-path`.

use crate::running::{fails, gives};

#[test]
fn names_of_files() {
    let decode = |text| ["filename", "decode", text];
    gives(&decode("na%C3%AFve%3A%20a%2Fb.txt"), b"", "naïve%3A a%2Fb.txt\n");
    gives(&["filename", "decode", "--rules", "posix", "a%3A."], b"", "a:.\n");
    gives(&["filename", "decode", "-l"], b"nul\n%0A\n", "%6Eul\n%0A\n");
    gives(&["filename", "decode", "--url", "http://a/b/c%2Fd.txt?e/f#g/h"], b"", "c%2Fd.txt\n");
    gives(&["filename", "decode", "--lenient", "50%"], b"", "50%\n");
    fails(&decode("a%"), b"", 1, "", "`%` at offset 1");
    fails(&["filename", "decode", "--url", "http://a/b/"], b"", 1, "", "an empty name");
    fails(&["filename", "decode", "--url", "http://a/%zz"], b"", 1, "", "offset 9");
    let long = "a".repeat(300) + ".txt";
    fails(&decode(&long), b"", 1, "", "at offset 255");
    let cut = "a".repeat(251) + ".txt\n";
    fails(&["filename", "decode", "--cut", &long], b"", 1, &cut, "49 of its octets");
    gives(&["filename", "encode", "é 100%.txt"], b"", "é%20100%25.txt\n");
    gives(&["filename", "encode", "-l"], b"a%2Fb\n..\n\xFF\n", "a%2Fb\n%2E%2E\n%FF\n");
}

#[test]
fn header_fields() {
    let read = |header| ["content-disposition", "read", header];
    gives(&read("attachment; filename=e; filename*=UTF-8''%C3%A9"), b"", "é\n");
    gives(
        &["content-disposition", "read"],
        b"attachment;\r\n filename*0*=UTF-8''a;\r\n filename*1=b\r\n",
        "ab\n",
    );
    fails(&read("attachment; filename=\"../a\";"), b"", 1, "..%2Fa\n", "`;` at offset 27");
    fails(
        &["content-disposition", "read"],
        b"attachment; filename=na\xEFve",
        1,
        "naïve",
        "offset 23",
    );
    fails(
        &read("attachment; filename=%C3%A9.txt"),
        b"",
        0,
        "%25C3%25A9.txt\n",
        "--decode-filename reads é.txt",
    );
    fails(
        &read("attachment; filename=\"=?UTF-8?B?Li4vw6k=?=.txt\""),
        b"",
        1,
        "..%2Fé.txt\n",
        "an encoded word of mail",
    );
    fails(
        &["content-disposition", "read", "--strict", "inline; filename=a b"],
        b"",
        1,
        "",
        "offset 18",
    );
    fails(&read("inline"), b"", 1, "", "names no file");
    fails(&read("inline; filename=\"\""), b"", 1, "", "an empty name");
    gives(
        &["content-disposition", "read", "--as-sent", "inline; filename=\"../a\""],
        b"",
        "../a\n",
    );
    fails(&["content-disposition", "read", "--as-sent", "--cut", "inline"], b"", 2, "", "--cut");
    fails(
        &["content-disposition", "read", "--json", "inline; filename=\"a/b\"; x=\"1\";"],
        b"",
        1,
        "{\"type\":\"inline\",\"name\":\"a/b\",\"file_name\":\"a%2Fb\",\"source\":\"filename\",\"charset\":\"US-ASCII\",\
         \"language\":null,\"parameters\":[[\"filename\",\"a/b\"],[\"x\",\"1\"]],\"problems\":[{\"kind\":\"empty-parameter\",\
         \"offset\":29,\"message\":\"`;` at offset 29: no parameter follows; leave out the `;`\"}]}\n",
        "offset 29",
    );

    let build = ["content-disposition", "build", "naïve.txt"];
    gives(&build, b"", "attachment; filename=\"na_ve.txt\"; filename*=UTF-8''na%C3%AFve.txt\n");
    gives(
        &["content-disposition", "build", "--type", "inline", "a b"],
        b"",
        "inline; filename=\"a b\"\n",
    );
    gives(
        &["content-disposition", "build", "--fallback", "a", "-l"],
        "é\nb\n".as_bytes(),
        "attachment; filename=\"a\"; filename*=UTF-8''%C3%A9\nattachment; filename=\"a\"; filename*=UTF-8''b\n",
    );
    fails(&["content-disposition", "build", "--type", "a b", "c"], b"", 2, "", "--type:");
    fails(&["content-disposition", "build", "--fallback", "é", "c"], b"", 2, "", "--fallback:");
    fails(&["content-disposition", "build"], b"a\xFF", 1, "", "not UTF-8");
}

#[test]
fn paths_and_uris() {
    let from = |path| ["uri", "from-path", path];
    gives(&from("/tmp/50% é"), b"", "file:///tmp/50%25%20%C3%A9\n");
    gives(&from(r"C:\a b"), b"", "file:///C:/a%20b\n");
    gives(
        &["uri", "from-path"],
        b"/\xFF\n\\\\server\\share\n",
        "file:///%FF\nfile://server/share\n",
    );
    gives(&["uri", "from-path", "-0"], b"/a\nb\0", "file:///a%0Ab\0");
    fails(
        &["uri", "from-path"],
        b"a\n/b\n",
        1,
        "\nfile:///b\n",
        "the path at offset 0: it is not absolute",
    );
    fails(&["uri", "from-path", "--system", "windows", "/a"], b"", 1, "\n", "not absolute");
    let to = |uri| ["uri", "to-path", uri];
    gives(&to("file:///tmp/caf%C3%A9"), b"", "/tmp/café\n");
    gives(&to("file:///C:/a%20b"), b"", "C:\\a b\n");
    gives(&["uri", "to-path", "--system", "posix", "file:///C:/a"], b"", "/C:/a\n");
    gives(&["uri", "to-path", "-0", "file:///a%0Ab"], b"", "/a\nb\0");
    fails(&to("file:///a%0Ab"), b"", 1, "\n", "--null");
    fails(&to("file:///a%2Fb"), b"", 1, "\n", "offset 9");
    fails(&to("http://a/"), b"", 1, "\n", "does not begin with `file:`");
}
