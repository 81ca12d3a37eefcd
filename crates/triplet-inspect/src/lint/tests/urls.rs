//! URLs: ordinary ones, with each byte, each triplet, each character and each part that a rule is about.
#![forbid(unsafe_code)]

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Random, same};
use crate::{Context, lint};

#[track_caller]
fn check(url: &[u8]) {
    same(url, Context::Url);
}

/// Parts of URLs: ordinary ones, and those that a rule is about.
#[rustfmt::skip]
const PARTS: &[&str] = &[
    "a", "b", "c", "index", "page", "search", "Docs", "x1", "2024", "10", "-", "_", "__", ".", "..", "...", "~", "~1",
    "~user", "\u{1}", "\u{7F}", "/", "//", "\\", ":", "::", ";", "?", "??", "#", "&", "&&", "=", "==", "+", "+A", "+ADw-",
    ",", "!", "*", "@", "$", "'", "\"", "(", ")", "[", "]", "{", "}", "|", "^", "`", "<", ">", " ", "\t", "\n", "%", "%2",
    "%zz", "%u0041", "%00", "%0A", "%20", "%21", "%22", "%23", "%25", "%252F", "%26", "%27", "%28", "%2A", "%2B", "%2C",
    "%2D", "%2E", "%2F", "%2f", "%3A", "%3B", "%3C", "%3D", "%3F", "%40", "%41", "%5B", "%5C", "%5F", "%7B", "%7C", "%7E",
    "%7F", "%C3%A9", "%c3%a9", "%C3%9F", "%C3", "%A9", "%E4%B8%AD", "%E4%B8%8A", "%E2%80%8B", "%EF%BC%8F", "%F0%9F%98%80",
    "%D0%90", "%CE%B1", "%E3%81%82", "%EA%B0%80", "é", "中", "con", "CON", "aux.", "nul", "com1", "com", "lpt9", "prn",
    "clock$", "COMPUT~1", "localhost", "127.0.0.1", "0x7f", "10-0-0-1", "xn--", "xn--e1afmkfd", "home.arpa", "local",
    "lacolhost.com", "example.com", "nip.io", "8080", "65536", "user", "__proto__", "constructor", "class", "classLoader",
    "CLASSLOADER", "protectionDomain", "x_memberAccess", "GLOBALS", "_GET", "_SERVER", "HTTP_SESSION_VARS", "utm_source=a",
    "q=1", "id=7", "a[0]", "javascript:alert(1)", "http://h/", "${x}", "%7B%7B", "jndi", "Class.x", "x_classloader",
    "redirect:$", "a=b",
];

#[test]
fn random_urls() {
    let mut random = Random(20);
    let mut silent = 0;
    for _ in 0..if cfg!(miri) { 50 } else { 240_000 } {
        let mut url = random
            .pick(&[
                "https://",
                "http://",
                "https:/",
                "HTTP://",
                "hTtPs://",
                "http\u{1A}//",
                "ftp://",
            ])
            .to_string();
        if random.below(4) > 0 {
            url.push_str(random.pick(&[
                "www.example.org",
                "a.b.example.com",
                "example.test:8080",
                "h1-x.example.io",
            ]));
        }
        // Mostly few parts that a rule may be about.
        for _ in 0..random.below(3) {
            url.push_str(random.pick(&[
                "/",
                "/a/",
                "/café/",
                "/a%C3%A9b/",
                "/x.html",
                "/~user",
                "/en-GB_1",
            ]));
        }
        for _ in 0..random.below(5) {
            url.push_str(random.pick(PARTS));
        }
        if random.below(2) > 0 {
            url.push_str(random.pick(&[
                "?q=a+b",
                "?a=1&b=2",
                "?page",
                "?a=%E4%B8%AD&t=x,y",
                "?x_y=1",
            ]));
            for _ in 0..random.below(4) {
                url.push_str(random.pick(PARTS));
            }
        }
        if random.below(3) == 0 {
            url.push_str(random.pick(&["#top", "#", "#!/x", "#a=b"]));
            for _ in 0..random.below(2) {
                url.push_str(random.pick(PARTS));
            }
        }
        check(url.as_bytes());
        silent += usize::from(lint(url.as_bytes(), Context::Url).is_empty());
    }
    assert!(cfg!(miri) || silent > 5_000, "only {silent} URLs without a finding");
}

#[test]
fn each_character_in_each_component() {
    for character in '\u{80}'..=char::MAX {
        let encoded: String =
            character.to_string().bytes().map(|octet| format!("%{octet:02X}")).collect();
        // Beyond the scripts that people write, one component is enough.
        let places: &[&str] = if u32::from(character) < 0x3000 {
            &["/a{}b", "/{}", "/?q={}", "/#{}", "/?{}=1"]
        } else {
            &["/{}?q={}"]
        };
        for place in places {
            check(format!("https://example.org{}", place.replace("{}", &encoded)).as_bytes());
        }
    }
}

#[test]
fn each_byte_and_each_triplet_at_each_place() {
    let urls = [
        &b"https://www.example.org:80/con/a.b/~u/c_d?x_y=1&q=a+b,c.d#top"[..],
        b"http://e.com/a%C3%A9%20b?q=%E4%B8%AD%2C&t=A",
        b"https://a-b.example.net/lpt/x-1?class=1&G=2",
    ];
    for url in urls {
        check(url);
        for at in 1..=url.len() {
            for byte in 0..=u8::MAX {
                let with = |part: &[u8], rest: &[u8]| check(&[&url[..at], part, rest].concat());
                with(&[byte], &url[at..]);
                if let Some(rest) = url.get(at + 1..) {
                    with(&[byte], rest);
                }
                with(format!("%{byte:02X}").as_bytes(), &url[at..]);
            }
        }
    }
}

#[test]
fn names_in_a_fragment() {
    for name in ["GLOBALS", "_GET", "classLoader", "x_memberAccess", "Class.x", "class[x]", "a"] {
        for rest in ["", "=", "=1", "=1&b=2", "=a=b"] {
            for before in ["", "?q=1", "?q"] {
                check(format!("https://example.org/{before}#{name}{rest}").as_bytes());
            }
        }
    }
}

#[test]
fn private_hosts_and_many_pairs() {
    let ends = [
        "localhost",
        "local",
        "internal",
        "corp",
        "home.arpa",
        "arpa",
        "lacolhost.com",
        "xlacolhost.com",
        "me",
        "lvh.me",
        "svc",
        "goog",
        "metadata.goog",
        "default",
        "com",
        "org",
    ];
    for name in ["", "a", "kubernetes", "metadata", "LACOLHOST", "1.2.3", "12.34", "127.0.0"] {
        for end in ends {
            for port in ["", ":", ":1", ":65535", ":99999", ":0080"] {
                check(format!("https://{name}.{end}{port}/").as_bytes());
                check(format!("https://{name}{end}{port}").as_bytes());
            }
        }
    }
    for count in 0..40 {
        let pairs: Vec<_> = (0..count).map(|at| format!("n{at}=v")).collect();
        check(format!("https://e.org/?{}", pairs.join("&")).as_bytes());
        check(format!("https://e.org/?{}&n3=w", pairs.join("&")).as_bytes());
        check(format!("https://{}.org/{}", "l".repeat(count * 4), "s".repeat(count)).as_bytes());
        check(format!("https://{}org/", "label.".repeat(count * 2)).as_bytes());
    }
}

#[test]
fn urls_that_are_almost_ordinary() {
    let urls = [
        "https\u{1A}//www.example.org/a",
        "https:\u{F}/www.example.org/a",
        "https:/\u{F}www.example.org/a",
        "https://www.example.org/?GLOBALS=1",
        "https://www.example.org/?_SERVER=1",
        "https://www.example.org/?HTTP_SESSION_VARS=1",
        "https://www.example.org/?x_memberAccess=1",
        "https://www.example.org/?a=1&a=2",
        "https://www.example.org/a.",
    ];
    for url in urls {
        check(url.as_bytes());
        assert!(!lint(url.as_bytes(), Context::Url).is_empty(), "{url}");
    }
    let fragment = format!("https://www.example.org/#{}_memberAccess=1", "p".repeat(80));
    for url in [
        "https://www.example.org/?classLoader=1",
        "https://www.example.org/?xCLASSLOADER=1",
        "https://www.example.org/?classloaderX=1",
        "https://www.example.org/?protectionDomain=1",
        "https://www.example.org/?a=1&",
        "https://www.example.org/?a=1?",
        &fragment,
    ] {
        check(url.as_bytes());
    }
}
