//! What `uri set` and `uri build` are given: data, or what is encoded already.

use crate::running::{fails, gives};

/// Edits, the last one being the URL.
#[track_caller]
fn set(arguments: &[&str], expected: &str) {
    gives(&[&["uri", "set"], arguments].concat(), b"", format!("{expected}\n"));
}

/// What is given is data, in each component; its triplets are kept on request.
#[test]
fn what_is_given_is_data() {
    for (name, written) in [
        ("userinfo", "x://{}@h/p"),
        ("user", "x://{}@h/p"),
        ("password", "x://:{}@h/p"),
        ("host", "x://{}/p"),
        ("path", "x://h/{}"),
        ("path+", "x://h/p/{}"),
        ("path?", "x://h/p"),
        ("query", "x://h/p?{}"),
        ("query:n", "x://h/p?n={}"),
        ("query:n+", "x://h/p?n={}"),
        ("query:n?", "x://h/p?n={}"),
        ("query:%41n", "x://h/p?{n}={}"),
        ("fragment", "x://h/p#{}"),
        ("fragment?", "x://h/p#{}"),
    ] {
        let edit = format!("{name}=%41%");
        let of = |value: &str, name: &str| written.replace("{}", value).replace("{n}", name);
        set(&[&edit, "x://h/p"], &of("%2541%25", "%2541n"));
        set(&["--keep-triplets", &edit, "x://h/p"], &of("%41%25", "An"));
        let (edit, written) = (format!("{name}:=%41"), of("%41", "An"));
        set(&[&edit, "x://h/p"], &written);
        set(&["--keep-triplets", &edit, "x://h/p"], &written);
    }
    // A name that has a sign of edits, or that the URL has in triplets.
    set(&["query:a%3D:=1", "/?a=0&a%3d=0"], "/?a=0&a%3d=1");
    set(&["--keep-triplets", "query:a%3D=%26", "/?a%3D=0"], "/?a%3D=%26");
    set(&["query:a[b]=1", "/?a%5Bb%5D=0"], "/?a%5Bb%5D=1");
    set(&["--replace", "a%62=1", "/?ab=0&a%2562=0"], "/?ab=0&a%2562=1");
    set(&["--keep-triplets", "--replace", "a%62=1", "/?ab=0&a%2562=0"], "/?ab=1&a%2562=0");
    set(&["--remove", "query:a%62", "/?ab=0&a%2562=0"], "/?ab=0");
    set(&["--keep-triplets", "--remove", "query:a%62", "/?ab=0&a%2562=0"], "/?a%2562=0");
    gives(&["uri", "build", "host=h", "path+=%2E"], b"", "//h/%252E\n");
    gives(&["uri", "build", "--keep-triplets", "host=h", "path+=a%2F"], b"", "//h/a%2F\n");
    fails(&["uri", "set", "--keep-triplets", "path+=%2E", "/"], b"", 2, "", "`path+=%2E`: ");
    fails(&["uri", "set", "path:=%2", "/"], b"", 2, "", "`path:=%2`: ");
}

/// Parameters after the `;` of a segment are read, in one segment or in all, and removed.
#[test]
fn matrix_parameters() {
    let get = |format: &str, expected: &str| {
        let cars = "https://a/cars;color=r%20+;y/x;color=b;%3Bz=1;x=%26/?color=q";
        gives(&["uri", "get", format, cars], b"", format!("{expected}\n"));
    };
    get("{matrix:color}|{matrix:2;color}|{matrix:-2;color}", "r +|b|b");
    get("{matrix:y}|{matrix:1;x}|{raw:matrix:x}|{matrix:%3Bz}|{matrix:9;x}", "||%26|1|");
    set(&["--remove", "matrix:x", "a;x=1/b;y;x;%78=2/?x;x=1"], "a/b;y/?x;x=1");
    let dots = ["uri", "set", "--remove", "matrix:x", "/a/%2E.;x=1/b"];
    fails(&dots, b"", 1, "", "a segment `.` or `..`");
    fails(&["uri", "get", "{must:matrix:x}", "/a;y=1"], b"", 1, "\n", "there is no must:matrix:x");
    fails(&["uri", "get", "{matrix:0;x}", "/"], b"", 2, "", "segments are counted from 1");
}
