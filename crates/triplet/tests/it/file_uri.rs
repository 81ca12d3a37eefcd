//! Paths as `file:` URIs: the examples of RFC 8089's appendices, what has no URI or no path, and the way back.

use proptest::prelude::*;
use triplet::uri::file::System::{Posix, Windows};
use triplet::uri::file::{System, from_path, to_path};
use triplet::uri::{Grammar, validate};

#[test]
fn paths_and_their_uris() {
    for (system, path, uri) in [
        (Posix, "/", "file:///"),
        (Posix, "/a b/%41?#;:@\\", "file:///a%20b/%2541%3F%23;:@%5C"),
        (Posix, "//a/./../b/", "file:////a/./../b/"),
        (Posix, "/C:/é", "file:///C:/%C3%A9"),
        (Windows, r"C:\", "file:///C:/"),
        (Windows, r"z:\a%b\é c", "file:///z:/a%25b/%C3%A9%20c"),
        (Windows, r"C:\a\\b\..\.", "file:///C:/a//b/../."),
        (Windows, r"\\server\share\a b", "file://server/share/a%20b"),
        (Windows, r"\\sérver", "file://s%C3%A9rver"),
    ] {
        assert_eq!(from_path(path, system).as_deref(), Ok(uri), "{path}");
        assert_eq!(to_path(uri, system).as_deref(), Ok(path.as_bytes()), "{uri}");
        assert_eq!(validate(uri, Grammar::Uri), Ok(()));
    }
    assert_eq!(from_path(b"/\xFF\xC3", Posix).as_deref(), Ok("file:///%FF%C3"));
    // Other spellings of a path.
    for (path, uri) in [
        ("C:/a\\b", "file:///C:/a/b"),
        ("//server/share", "file://server/share"),
        (r"\\?\C:\a", "file:///C:/a"),
        (r"\\?\unc\server\share\a", "file://server/share/a"),
    ] {
        assert_eq!(from_path(path, Windows).as_deref(), Ok(uri), "{path}");
    }
}

#[test]
fn other_spellings_of_a_uri() {
    for (system, uri, path) in [
        // RFC 8089 appendices B, E.2, E.2.2 and E.3.2; backslashes of appendix E.4.
        (Posix, "FILE:/a", "/a"),
        (Posix, "file://localhost/a", "/a"),
        (Posix, "file:///%7E/%2E", "/~/."),
        (Windows, "file:c:/a", r"c:\a"),
        (Windows, "file:/c:/a", r"c:\a"),
        (Windows, "file://LocalHost/c:/a", r"c:\a"),
        (Windows, "file:///c|/a", r"c:\a"),
        (Windows, "file:c|", r"c:\"),
        (Windows, "file:///C%3a/a", r"C:\a"),
        (Windows, "file:////server/share", r"\\server\share"),
        (Windows, "file://///server/share", r"\\server\share"),
        (Windows, r"file:\\server\share\a", r"\\server\share\a"),
        (Windows, r"file:///C:\a\b", r"C:\a\b"),
    ] {
        assert_eq!(to_path(uri, system).as_deref(), Ok(path.as_bytes()), "{uri}");
    }
}

#[test]
fn errors_have_their_offset() {
    for (system, path, kind, offset) in [
        (Posix, "a", "relative", 0),
        (Posix, "", "relative", 0),
        (Posix, "/a\0", "nul", 2),
        (Windows, r"\a", "relative", 0),
        (Windows, "C:", "relative", 2),
        (Windows, "C:a", "relative", 2),
        (Windows, "a", "relative", 0),
        (Windows, r"\\.\COM1", "device", 2),
        (Windows, "//?/C:/a", "device", 2),
        (Windows, r"\\?\Volume{1}\a", "device", 4),
        (Windows, r"\\?\C:\a\..\b", "verbatim", 9),
        (Windows, r"\\?\C:\a/b", "verbatim", 8),
        (Windows, r"\\", "host", 2),
        (Windows, r"\\localhost\c$", "host", 2),
        (Windows, r"\\a:1\b", "host", 2),
    ] {
        let error = from_path(path, system).unwrap_err();
        assert_eq!((error.kind().name(), error.offset()), (kind, offset), "{path}");
    }
    assert_eq!(from_path(b"C:\\\xFF", Windows).unwrap_err().offset(), 3);
    for (system, uri, kind, offset) in [
        (Posix, "http://a/b", "not-file", 0),
        (Posix, "/a", "not-file", 0),
        (Posix, "file:a", "relative", 5),
        (Posix, "file://", "relative", 7),
        (Posix, "file://server/a", "host", 7),
        (Posix, "file:///a?b", "query", 9),
        (Posix, "file:///a#b", "query", 9),
        (Posix, "file:///%20%2Fa", "encoded-separator", 11),
        (Posix, "file:///a%00", "nul", 9),
        (Posix, "file:///a%2", "malformed-triplet", 9),
        (Windows, "file:///a", "no-drive", 8),
        (Windows, "file:///C:a", "no-drive", 8),
        (Windows, "file:///C:/a%5Cb", "encoded-separator", 12),
        (Windows, "file:///C:/%41%FF", "not-text", 14),
        (Windows, "file://%3F/C:/a", "host", 7),
        (Windows, "file:////./PIPE/a", "device", 9),
        (Windows, "file://u@server/a", "host", 7),
        (Windows, "file://server:1/a", "host", 7),
    ] {
        let error = to_path(uri, system).unwrap_err();
        assert_eq!((error.kind().name(), error.offset()), (kind, offset), "{uri}");
    }
}

proptest! {
    #[test]
    fn a_path_leads_back(
        octets in any::<Vec<u8>>(),
        names in prop::collection::vec("[^\\\\/\0]{0,6}", 1..5),
        near in "(file:)?[/\\\\]{0,4}(C[:|])?[/\\\\]?[a?.%2F5C:é@]{0,8}",
    ) {
        let path = [b"/", &octets[..]].concat();
        if let Ok(uri) = from_path(&path, Posix) {
            prop_assert_eq!(validate(&uri, Grammar::Uri), Ok(()));
            prop_assert_eq!(to_path(&uri, Posix).unwrap(), path);
        }
        let path = format!("C:\\{}", names.join("\\"));
        let uri = from_path(&path, Windows).unwrap();
        prop_assert_eq!(validate(&uri, Grammar::Uri), Ok(()));
        prop_assert_eq!(to_path(&uri, Windows).unwrap(), path.as_bytes());
        for system in System::ALL {
            if let Ok(uri) = from_path(&near, system) {
                prop_assert_eq!(validate(&uri, Grammar::Uri), Ok(()));
                let path = to_path(&uri, system).unwrap();
                prop_assert_eq!(from_path(&path, system), Ok(uri));
            }
            match to_path(&near, system) {
                // No segment becomes two names, and no path is one that the system takes as it is.
                Ok(path) => {
                    let uri = from_path(&path, system).unwrap();
                    prop_assert_eq!(to_path(&uri, system).unwrap(), path);
                }
                Err(error) => prop_assert!(near.is_char_boundary(error.offset())),
            }
        }
    }
}
