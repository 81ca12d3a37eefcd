//! Nothing is lost by the needles: what the rules find when each check is asked, they find when a component is asked for
//! needles first. And each row is proved for itself: a component in which its rule is found has what the row needs.

mod urls;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::context::Context;
use super::facts::{Component, Facts};
use super::prefilter::Signs;
use super::report::Report;
use super::{Rule, check, check_text};

/// All contexts whose components are searched for needles, and that of whole references.
const CONTEXTS: [Context; 6] =
    [Context::Url, Context::Path, Context::Query, Context::Form, Context::Fragment, Context::Host];

/// Whether components in this context are searched for needles. In the others each check is asked.
fn is_searched(context: Context) -> bool {
    context != Context::Url && CONTEXTS.contains(&context)
}

/// Checks a text in a context. Returns the rules that were found in components that are searched for needles.
#[track_caller]
fn same(text: &[u8], context: Context) -> Vec<Rule> {
    let (mut all, mut asked) = (Report::new(usize::MAX), Report::new(usize::MAX));
    check(text, context, true, &mut all);
    check(text, context, false, &mut asked);
    let mut rules = Vec::new();
    for (rule, span, context, inner) in &all.found {
        if !is_searched(*context) {
            continue;
        }
        let facts = Facts::of_whole(text, false, check_text);
        let component = Component::of(&facts, span.clone(), *context);
        // A text within a component is looked for by the needs of the rules for values.
        assert!(
            *inner && !component.is_clear() || component.may_have(Signs::of_rules(&[*rule])),
            "{} in the {} of {}",
            rule.name(),
            context.name(),
            text.escape_ascii()
        );
        rules.push(*rule);
    }
    assert_eq!(all.into_findings(), asked.into_findings(), "{}", text.escape_ascii());
    rules
}

/// Numbers that look random and are the same each time (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// Pieces that rules are about, or almost: made by hand, whatever the rows say of needles.
#[rustfmt::skip]
const PIECES: &[&[u8]] = &[
    b"/", b"//", b".", b"..", b"%2e", b"%2F", b"%5c", b"\\", b";", b":", b"?", b"#", b"&", b"=", b"+", b"@", b"[", b"]", b"{", b"}",
    b"(", b")", b"$", b"~1", b"|", b" ", b"\t", b"\r\n", b"\0", b"\x1B[", b"\x7F", b"<", b">", b"\"", b"'", b"%20", b"%00", b"%0a",
    b"%25", b"%2525", b"%", b"%4", b"%zz", b"%u0041", b"%25u003c", b"%61", b"%7e", b"%7E", b"%C3%A9", b"%c3%a9", b"%FF", b"%C0%AF", b"%ED%A0%80",
    b"%E2%80%AE", b"%EF%BC%8F", b"%C4%8A", b"%D0%B0", b"%CC%81", b"\xC3\xA9", b"\xFF", b"\xE2\x80\x8B", b"con", b"nul", b"aux", b"com1",
    b"conin$", b"clock$", b"c", b"xn--", b"xn--80ak6aa92e", b"-", b"0x7f", b"127", b"1", b"10", b"169", b"2130706433", b"localhost",
    b"local", b"internal", b"nip.io", b"lvh.me", b"lacolhost.com", b"metadata.goog", b"http", b"https:", b"javascript:", b"data:text/html,",
    b"file:///", b"jar:", b"gopher:", b"&colon;", b"%26colon;", b"&amp;", b"amp;", b"&#x26;", b"\\u003a", b"%3A", b"__proto__", b"prototype", b"constructor", b"length",
    b"99999", b"_SERVER", b"GLOBALS", b"_memberAccess", b"class.", b"classLoader", b"protectionDomain", b".getClass", b"redirect:$",
    b"@java.", b"action:$", b"${", b"#{", b"{{", b"T(java", b"$(x", b"(#a", b"<%", b"+ADw-", b"+ACI-", b"onload=x", b"script", b"::$DATA",
    b"user", b"example", b"com", b"test", b"a", b"b", b"id", b"[::1]", b"[fe80::1%25e]", b"-x", b"_", b"a_b", b"x-y", b"Z",
];

fn random_text(random: &mut Random) -> Vec<u8> {
    let mut text = Vec::new();
    match random.below(4) {
        0 => text.extend_from_slice(b"https://example.com/"),
        1 => text.extend_from_slice(b"http://"),
        2 => text.push(b'/'),
        _ => {}
    }
    for _ in 0..random.below(9) {
        text.extend_from_slice(random.pick(PIECES));
    }
    // And a byte somewhere that nobody thought of.
    if !text.is_empty() && random.below(3) == 0 {
        let at = random.below(text.len());
        text[at] = random.below(256) as u8;
    }
    text
}

#[test]
fn each_row_is_found_with_what_it_needs() {
    let mut found: Vec<Rule> = Vec::new();
    for &rule in Rule::ALL {
        let (_, text) = rule.example();
        for context in Context::ALL {
            found.extend(same(text, context));
        }
    }
    let mut random = Random(0x5EED);
    for _ in 0..if cfg!(miri) { 50 } else { 200_000 } {
        let text = random_text(&mut random);
        let context = random.pick(&CONTEXTS);
        found.extend(same(&text, context));
    }
    // Each rule is proved, except those that are found by the shape of a reference, also of one in a value, or in a userinfo.
    #[rustfmt::skip]
    const OUTSIDE: [Rule; 1] = [Rule::Credentials];
    // More than a thousand pairs.
    let pairs = b"a&".repeat(1100);
    found.extend(same(&pairs, Context::Query));
    for rule in Rule::ALL {
        assert!(found.contains(rule) || OUTSIDE.contains(rule), "{}", rule.name());
    }
}

/// A text as the value of a pair, or as a segment, encoded as often as random.
fn random_value(random: &mut Random) -> Vec<u8> {
    let mut value = random_text(random);
    for _ in 0..random.below(3) {
        let encoded = value.iter().map(|&octet| match octet {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' => {
                char::from(octet).into()
            }
            _ => format!("%{octet:02X}"),
        });
        value = encoded.collect::<String>().into_bytes();
    }
    let name: &[u8] = random.pick(&[b"url=", b"q=", b"a=1&b=", b"/a/", b""]);
    [name, &value].concat()
}

/// A value is asked by its own needles.
#[test]
fn values_are_asked_enough() {
    let mut random = Random(0xA5);
    for _ in 0..if cfg!(miri) { 50 } else { 200_000 } {
        let text = random_value(&mut random);
        same(&text, random.pick(&CONTEXTS));
    }
    for value in [&b"a\\.\\.\\.\\.\\x"[..], b".%01./.%01./x", b"%22constructor%22,%22prototype%22"]
    {
        let text = [b"url=", value].concat();
        same(&text, Context::Query);
    }
}

/// The references and texts of the tests, each also cut and with a byte changed.
#[test]
fn ordinary_texts_are_asked_enough() {
    let lists = [
        include_str!("../../../tests/data/ordinary-urls.txt"),
        include_str!("../../../tests/data/ordinary-texts.txt"),
    ];
    let mut random = Random(0x0FF);
    for line in lists.iter().flat_map(|list| list.lines()) {
        for context in CONTEXTS {
            same(line.as_bytes(), context);
        }
        for _ in 0..if cfg!(miri) { 0 } else { 20 } {
            let mut text = line.as_bytes().to_vec();
            let at = random.below(text.len().max(1));
            match random.below(3) {
                0 => text.truncate(at),
                1 if !text.is_empty() => text[at] = random.below(256) as u8,
                _ => drop(text.splice(at..at, random.pick(PIECES).iter().copied())),
            }
            same(&text, Context::Url);
        }
    }
}

/// Each line of the given cases, each of its fields, and each of its strings.
#[test]
#[ignore = "needs the folder TRIPLET_VECTORS: cargo xtask conformance"]
fn given_cases() {
    let folder = std::env::var_os("TRIPLET_VECTORS").expect("TRIPLET_VECTORS names a folder");
    let mut count = 0;
    for file in std::fs::read_dir(folder).expect("TRIPLET_VECTORS is a folder") {
        let text = std::fs::read(file.expect("a file").path()).expect("a file of cases");
        for line in text.split(|&b| b == b'\n') {
            for part in line.split(|b| matches!(b, b'\t' | b'"')).chain([line]) {
                for context in Context::ALL {
                    same(part, context);
                    count += 1;
                }
            }
        }
    }
    assert!(count > 100_000, "only {count} texts");
}

/// Ordinary URLs are not asked: only this test fails when they are, as what is found is the same.
#[test]
fn ordinary_components_have_no_needle() {
    for (text, context) in [
        (&b"/a.b/~user/c_d/index.html"[..], Context::Path),
        (b"/search/word-3/a%20b", Context::Path),
        (b"page=2", Context::Query),
        (b"q=a+b%20c", Context::Query),
        (b"section-2", Context::Fragment),
        (b"www.example.com", Context::Host),
        (b"cdn-1.example.co.uk", Context::Host),
    ] {
        let facts = Facts { whole: false, ..Facts::of_whole(text, false, check_text) };
        let component = Component::of(&facts, 0..text.len(), context);
        let asked: Vec<&str> = Rule::ALL
            .iter()
            .filter(|rule| component.may_have(Signs::of_rules(&[**rule])))
            .map(|rule| rule.name())
            .collect();
        assert!(component.is_clear(), "{}: {asked:?}", text.escape_ascii());
    }
}
