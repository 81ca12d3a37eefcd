//! Explain: which charset a short value is in, by what is around it, and UTF-8 that something has damaged.

use triplet::charset::{Evidence, Languages, Reason};
use triplet_inspect::{Explain, Kind, Why, explain};

/// The last part that was read in a charset: its text, and the charset.
fn part(explain: Explain, text: &str) -> (String, &'static str) {
    let explanation = explain.explain(text);
    let read = explanation.root().nodes().filter(|node| node.charset.is_some()).last();
    let node = read.unwrap_or_else(|| panic!("{text}"));
    (node.read().to_owned(), node.charset.as_ref().unwrap().charset.name())
}

#[test]
fn two_octets_each_are_of_a_few_alphabets_or_of_chinese() {
    for (text, languages, read, charset) in [
        ("%CD%BC%C6%AC", "", "图片", "gb18030"),
        ("%D2%BB", "en", "һ", "UTF-8"),
        ("%D2%BB", "zh", "一", "gb18030"),
        ("%C3%A9", "zh", "é", "UTF-8"),
        ("%D0%B4%D0%B0", "zh", "да", "UTF-8"),
        ("%CE%BA%CE%B1%CE%B9", "zh", "και", "UTF-8"),
        ("%C4%8D", "ja", "č", "UTF-8"),
        ("%D7%9C%D7%90", "ko", "לא", "UTF-8"),
        ("%C2%A9", "zh", "©", "UTF-8"),
    ] {
        let explain = Explain::new().languages(Languages::of([languages]));
        assert_eq!(part(explain, text), (read.to_owned(), charset), "{text} {languages}");
    }
    // What is likely as well is offered.
    let explanation = explain("%D2%BB");
    let read = explanation.root().charset.as_ref().unwrap();
    assert_eq!(read.runner_up.as_ref().unwrap().1, "一");
    assert_eq!(explain("%C3%A9").root().charset.as_ref().unwrap().runner_up, None);
}

#[test]
fn the_host_and_the_other_values_show_the_language() {
    for (text, read, charset) in [
        ("http://www.baidu.com/s?wd=%C0%CF%C8%FD&cl=3", "老三", "gb18030"),
        ("http://a.example.cn/?q=%CA%D6%BB%FA", "手机", "gb18030"),
        ("http://s.taobao.com/search?q=%CA%D6%BB%FA", "手机", "gb18030"),
        // A Cyrillic letter is not beside a spacing mark.
        ("http://a.example/?key=%D0%A1%CB%B5", "小说", "gb18030"),
        ("http://a.example/?q=%D0%BE%CA%BC%D1%94%D0%BA%D1%82", "оʼєкт", "UTF-8"),
        ("http://a.example.jp/?q=%CA%D6%BB%FA", "返字", "EUC-JP"),
        ("https://example.com/?q=%E4%BD%A0&r=%C4%E3", "你", "gb18030"),
        // A host is not a proof, and a part of a name is not a domain.
        ("http://a.example.cn/?q=%EC%EE%F1%EA%E2%E0", "москва", "windows-1251"),
        ("http://a.example.cn/?q=caf%E9", "café", "windows-1252"),
        ("http://notbaidu.com/s?wd=%CA%D6%BB%FA", "返字", "EUC-JP"),
        ("http://cn.example/?q=%CA%D6%BB%FA", "返字", "EUC-JP"),
        // The letters of Japanese have the same octets in both charsets.
        ("%A5%AB%A5%BF%A5%AB%A5%CA", "カタカナ", "EUC-JP"),
    ] {
        assert_eq!(part(Explain::new(), text), (read.to_owned(), charset), "{text}");
    }
}

#[test]
fn a_reason_is_true() {
    let why = |text| explain(text).root().charset.as_ref().unwrap().why.to_string();
    assert_eq!(why("%A3%A4%BD%A0"), "the other readings have rarer characters");
    assert_eq!(why("%C7%D1%B1%B9"), "frequent Korean syllables");
}

#[test]
fn utf_8_with_damage_is_utf_8() {
    for (text, read) in [
        ("%E4%BD%A0%E5%A5%BD%C4%E3", "你好%C4%E3"),
        ("%E5%A5%BD%E4%BD and more", "好%E4%BD and more"),
        ("Caf%E9 & caf%C3%A9", "Caf%E9 & café"),
        ("%E0%A4%A", "%E0%A4%A"),
        ("decodeURIComponent(\"%E0%A4%A\")", "decodeURIComponent(\"%E0%A4%A\")"),
        ("https://a.example/?q=%E4%BD%…", "%E4%BD%…"),
        ("%E4 %BD %A0", "你"),
        ("%E4%BD\n%A0%E5%A5%BD", "你好"),
        ("\\%E4\\%BD\\%A0", "你"),
        ("%%E4%%BD%%A0", "你"),
    ] {
        assert_eq!(part(Explain::new(), text), (read.to_owned(), "UTF-8"), "{text}");
    }
    for (text, charset) in [
        ("%D6%D0%B9%FA %D0%C2%CE%C5", "gb18030"),
        ("%D6%D0\n%B9%FA", "gb18030"),
        ("%E1%BC%B9%B7%D5%E8", "windows-874"),
        ("caf%E9 %E0 la", "windows-1252"),
        ("%EF%F0%E8%E2%E5%F2 %EC%E8%F0", "windows-1251"),
    ] {
        assert_eq!(part(Explain::new(), text).1, charset, "{text}");
    }
}

#[test]
fn what_a_charset_has_explained_is_not_a_finding() {
    let findings = |text| {
        let explanation = explain(text);
        let nodes = explanation.root().nodes().flat_map(|node| &node.findings);
        nodes.map(|found| found.rule.name()).collect::<Vec<_>>()
    };
    for text in [
        "http://a.example/?q=%D6%D0%B9%FA",
        "http://a.example/?q=caf%E9",
        "http://tieba.baidu.com/f?kw=%C0%EE%D2%E3",
        "https://a.example/wiki/%D0%97",
        "https://a.example/?q=%F0%9F%98%82",
    ] {
        assert_eq!(findings(text), Vec::<&str>::new(), "{text}");
    }
    assert!(findings("https://a.example/%E4%BD%A0%E5%A5%BD%FF").contains(&"invalid-utf8"));
}

#[test]
fn links_end_at_punctuation_of_other_scripts() {
    for (text, expected) in [
        ("https://a.example/b%20c，很好", &["https://a.example/b%20c"][..]),
        ("https://a.example/b！很好", &["https://a.example/b"]),
        ("URL：https://a.example/%E4%BD%A0（点击）", &["https://a.example/%E4%BD%A0"]),
        (
            "https://a.example/b、https://a.example/c",
            &["https://a.example/b", "https://a.example/c"],
        ),
        ("مرحبا https://a.example/%D9%85، شكرا", &["https://a.example/%D9%85"]),
        ("https://a.example/%D9%85؛ x", &["https://a.example/%D9%85"]),
        ("https://a.example/%E0%A4%95। अगला", &["https://a.example/%E0%A4%95"]),
        ("https://a.example/%D7%90׃ x", &["https://a.example/%D7%90"]),
        ("https://t.example/abc RT @x: 20%off", &["https://t.example/abc"]),
    ] {
        let explanation = explain(text);
        assert_eq!(explanation.root().kind, Kind::Text, "{text}");
        let found: Vec<_> =
            explanation.root().children.iter().map(|child| &*child.written).collect();
        assert_eq!(found, expected, "{text}");
    }
    // An address in the script has its punctuation.
    for text in ["https://zh.example/wiki/你好，世界", "https://ja.example/東京（駅"] {
        assert_eq!(explain(text).root().kind, Kind::Iri, "{text}");
    }
    assert_eq!(explain("https://a.example/b c?d=e%20f").root().kind, Kind::Url);
}

#[test]
fn a_space_in_a_link_stays_a_triplet() {
    let readable = |text| explain(text).readable().unwrap();
    assert_eq!(readable("www.example.com/a%20b"), "www.example.com/a%20b");
    assert_eq!(readable("www.example.com/caf%C3%A9%20b"), "www.example.com/café%20b");
    let explanation = explain("https://href.example/?https://a.example/b%20c");
    let inner = explanation.root().children.last().unwrap();
    assert_eq!((inner.kind, &*inner.written), (Kind::Url, "https://a.example/b%20c"));
    assert_eq!(
        explain("https://a.example/?b%20c").root().children.last().unwrap().kind,
        Kind::Query
    );
}

#[test]
fn placeholders_of_formats_and_percent_u_are_not_percent_signs() {
    let placeholders = Some("with placeholders of a format");
    for text in [
        "https://x.example/%s/%d",
        "https://x.example/%1$s?p=%2$d",
        "https://x.example/%@?q=%20",
        "https://x.example/?q=%{QUERY_STRING}",
    ] {
        let explanation = explain(text);
        let root = explanation.root();
        assert_eq!((root.detail.as_deref(), root.remedies.len()), (placeholders, 0), "{text}");
        let mut findings = root.nodes().flat_map(|node| &node.findings);
        assert!(findings.all(|found| found.rule.name() != "malformed-escape"), "{text}");
    }
    for text in ["https://x.example/?q=50%", "https://x.example/100%zz"] {
        let explanation = explain(text);
        assert_ne!(explanation.root().detail.as_deref(), placeholders, "{text}");
        assert!(explanation.root().remedies[0].text.contains("%25"), "{text}");
    }
    let explanation = explain("https://x.example/?q=%u4F60%uD83D%uDE00&r=a%20b");
    let repaired = "https://x.example/?q=%E4%BD%A0%F0%9F%98%80&r=a%20b";
    assert_eq!(explanation.root().remedies[0].text, repaired);
}

#[test]
fn characters_of_two_octets_may_be_of_another_charset() {
    // A code point that stands for nothing is not read.
    let read = |value: &str| {
        let explanation = explain(&format!("https://s.example/?q={value}&p=1"));
        let value = explanation.root().value("q").unwrap();
        let charset = value.charset.clone().unwrap();
        (value.read().to_owned(), charset.evidence, charset.runner_up.map(|(_, text)| text))
    };
    let (text, ..) = read("%CE%A2");
    assert_ne!(text, "\u{3A2}");
    for (value, other) in
        [("%CD%AC%D6%BE", "同志"), ("%CD%B3%CB%A7", "统帅"), ("%D6%A7", "支"), ("%CD%AF", "童")]
    {
        let (text, evidence, runner_up) = read(value);
        assert!(text == other || runner_up.as_deref() == Some(other), "{value}: {text}");
        assert_ne!(evidence, Evidence::Strong, "{value}");
    }
    // Letters that few languages have are weaker evidence than usual ones.
    assert_eq!(read("%C7%AD").1, Evidence::Possible);
    for usual in ["%C3%A9", "%D0%B4%D0%B0", "%CE%B1", "%D7%A9%D7%9C", "%C6%A1", "%C8%99"] {
        assert_eq!(read(usual).1, Evidence::Plausible, "{usual}");
        assert_eq!(read(usual).2, None, "{usual}");
    }
}

#[test]
fn utf_8_that_a_program_cut_in_a_text() {
    for text in [
        "{\"q\":\"%E6%97%A5%E6\"}",
        "log: q=%E6%97%A5%E6 (truncated)",
        "log: q=%D0%BF%D1%80%D0 status=200",
        "log: path=/x/%E6%97%A5%E6 (truncated)",
    ] {
        let explanation = explain(text);
        let mut charsets = explanation.root().nodes().filter_map(|node| node.charset.as_ref());
        let read = charsets.next().unwrap();
        assert_eq!(read.why, Why::Octets(Reason::CutUtf8), "{text}");
    }
}
