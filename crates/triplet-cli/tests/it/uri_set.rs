//! `uri set`: parameters that are kept and renamed, and segments by their numbers.

use crate::running::{fails, gives};

/// Edits, the last one being the URL.
#[track_caller]
fn set(arguments: &[&str], expected: &str) {
    gives(&[&["uri", "set"], arguments].concat(), b"", format!("{expected}\n"));
}

/// Arguments of `uri set` that are refused, with a part of the message.
#[track_caller]
fn refused(arguments: &[&str], told: &str) {
    fails(&[&["uri", "set"], arguments].concat(), b"", 2, "", told);
}

#[test]
fn parameters_are_kept_and_renamed() {
    set(&["--keep-param", "id", "/?utm_a=1&id=7&%69d=8&q=2#f"], "/?id=7&%69d=8#f");
    set(
        &["--keep-param", "q", "--keep-param", "query:utm_*", "/?utm_a=1&id=7&q=2"],
        "/?utm_a=1&q=2",
    );
    set(&["--keep-param", "no", "/?a=1&b"], "/");
    set(&["--keep-param", "no", "/a"], "/a");
    set(&["--keep-param", "subject", "mailto:a@b?Subject=x&cc=y"], "mailto:a@b?Subject=x");
    set(&["--separator", ";", "--keep-param", "b", "/?a=1;b=2"], "/?b=2");
    set(&["--rename-param", "q=find", "/?q=a%20b&x&q&%71=%7e"], "/?find=a%20b&x&find&find=%7e");
    set(&["--rename-param", "no=find", "/?q=%7e"], "/?q=%7e");
    set(&["--rename-param", "q=a=b&c", "/?q=1&a=2"], "/?a%3Db%26c=1&a=2");
    set(&["--rename-param", "a=b", "--rename-param", "b=c", "/?a=1&b=2"], "/?c=1&c=2");
    set(&["--rename-param", "a%2A:=b", "/?a*=1&a=2"], "/?b=1&a=2");
    // What is kept has its old name, and what is edited has the new one.
    set(&["--rename-param", "a=b", "--keep-param", "a", "query:b=3", "/?a=1&b=2"], "/?b=3");
    refused(&["--rename-param", "a", "/"], "--rename-param: `a` is not OLD=NEW");
    refused(&["--rename-param", "a*=b", "/"], "stands for several");
    for removed in ["query", "query:a", "query:a*"] {
        let told = "--keep-param and --remove query do not go together";
        refused(&["--keep-param", "b", "--remove", removed, "/"], told);
    }
    set(&["--keep-param", "b", "--remove", "fragment", "/?a&b#c"], "/?b");
    let told = "the result would be split in another way";
    fails(&["uri", "set", "--rename-param", "a="], b"/?a\n", 1, "/?a\n", told);
}

#[test]
fn segments_are_set_by_number() {
    set(&["segment:2=c/d", "/a/b%2f/x"], "/a/c%2Fd/x");
    set(&["segment:-1=z", "/a%7e/b"], "/a%7e/z");
    set(&["segment:-2=z", "/a/b"], "/z/b");
    set(&["segment:1=", "http://h/a/b?q"], "http://h//b?q");
    set(&["segment:2=i.html", "/a/"], "/a/i.html");
    set(&["segment:1:=a%2Fb", "segment:2=50%", "x/y"], "a%2Fb/50%25");
    set(&["segment:1=b:c", "a"], "./b:c");
    let missing = "there is no such segment; path+=VALUE adds one";
    for edit in ["segment:3=x", "segment:-3=x"] {
        fails(&["uri", "set", edit], b"/a/b\n", 1, "/a/b\n", missing);
    }
    fails(&["uri", "set", "segment:1=x"], b"http://h\n", 1, "http://h\n", missing);
    fails(&["uri", "set", "segment:1=.."], b"/a\n", 2, "", "dot segment");
    refused(&["segment:0=x", "/a"], "counted from 1");
    refused(&["segment:a=x", "/a"], "counted from 1");
    refused(&["segment:1+=x", "/a"], "only query:NAME, fragment:NAME and path can be added to");
    refused(&["segment:1?=x", "/a"], "path+=VALUE adds one");
    refused(&["--remove", "segment:1", "/a"], "is none of scheme");
}
