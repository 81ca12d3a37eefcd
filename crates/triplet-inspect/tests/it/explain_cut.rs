//! Explain: links that a chat, a log or a terminal has cut, and octets that are not quite UTF-8.

use triplet::readings::Reason;
use triplet_inspect::{Kind, Node, Why, explain};

/// The first part that was read in a charset: its text, the charset, and whether its last character is cut.
fn part(text: &str) -> (String, &'static str, bool) {
    let explanation = explain(text);
    let mut nodes = explanation.root().nodes();
    let node = nodes.find(|node| node.charset.is_some()).unwrap_or_else(|| panic!("{text}"));
    let read = node.charset.as_ref().unwrap();
    (node.read().to_owned(), read.charset.name(), read.why == Why::Octets(Reason::CutUtf8))
}

#[test]
fn a_link_that_was_cut_is_utf_8() {
    for text in [
        "北京市天安门",
        "東京タワー",
        "대한민국 서울",
        "Москва и область",
        "مرحبا بالعالم",
        "Hi 😀😀",
        "Grüße aus Köln ä",
        "Ελλάδα",
        "ירושלים",
        "Đà Nẵng",
        "สวัสดี",
        "Ωmega ½",
        "été",
    ] {
        let link = "https://x.example/wiki/";
        let encoded: String = text
            .bytes()
            .map(|byte| match byte {
                b'a'..=b'z' | b'A'..=b'Z' => char::from(byte).to_string(),
                _ => format!("%{byte:02X}"),
            })
            .collect();
        // Wherever the cut is behind the first character outside ASCII.
        let first = text.chars().find(|c| !c.is_ascii()).unwrap();
        let octet = format!("%{:02X}", first.to_string().as_bytes()[0]);
        let least = encoded.find(&octet).unwrap() + 3 * first.len_utf8();
        for end in least..encoded.len() {
            let link = format!("{link}{}", &encoded[..end]);
            let explanation = explain(&link);
            let root = explanation.root();
            let segment = root.children.last().unwrap();
            assert!(root.remedies.is_empty(), "{link}: {:?}", root.remedies);
            if let Some(read) = &segment.charset {
                assert_eq!(read.charset.name(), "UTF-8", "{link}");
            }
            let shown = segment.read().split('%').next().unwrap();
            assert!(text.starts_with(shown), "{link}: {shown}");
            let octets = encoded[..end].rsplit_once('%').unwrap().1.len();
            let is_triplet = encoded[..end].ends_with('%') || octets == 1;
            let detail = root.detail.as_deref();
            if is_triplet {
                assert_eq!(detail, Some("cut in a triplet"), "{link}");
            } else if segment.read().contains('%') {
                assert_eq!(detail, Some("cut in a character"), "{link}");
            } else {
                assert_eq!(detail, None, "{link}");
            }
        }
    }
}

#[test]
fn where_else_a_value_is_cut() {
    for (text, read, is_cut) in [
        ("q=%E6%9D%B1%E4%BA&lang=ja", "東%E4%BA", true),
        ("https://zh.a.example/wiki/%E5%8C%97%E4%BA%...", "北%E4%BA%...", true),
        ("https://zh.a.example/wiki/%E5%8C%97%E4%BA…", "北%E4%BA…", true),
        ("https://a.example/caf%C3", "caf%C3", true),
        ("see https://a.example/%D0%9C%D0%BE%D1 for more", "Мо%D1", true),
        ("https://a.example/?q=%F0%9F%98", "%F0%9F%98", true),
        (
            "https://x.example/?q=Gr%C3%BC%C3%9Fe%20aus%20K%C3%B6ln%20%FF%20und%20M%C3%BCnchen",
            "Grüße aus Köln %FF und München",
            false,
        ),
        ("/?q=%E4%BD%A0%E5%A5%BD%FE%E5%90%97", "你好%FE吗", false),
        ("/?q=%D0%BF%D1%80%D0%B8%FF%D0%B2", "при%FFв", false),
    ] {
        let found = part(text);
        assert_eq!((&*found.0, found.1, found.2), (read, "UTF-8", is_cut), "{text}");
    }
    // Text in another charset is not UTF-8 with something wrong, and neither is a lone octet.
    for (text, charset) in [
        ("/?q=%D6%D0%B9%FA%D0%C2%CE%C5", "gb18030"),
        ("/?q=%C4%E3%BA%C3%CA%C0%BD%E7", "gb18030"),
        ("/?q=%BE%C8%B3%E7%C7%CF%BC%BC%BF%E4", "EUC-KR"),
        ("/?q=%EC%EE%F1%EA%E2%E0", "windows-1251"),
        ("/?q=caf%E9", "windows-1252"),
    ] {
        assert_eq!(part(text).1, charset, "{text}");
    }
}

#[test]
fn a_percent_sign_at_the_end_is_one() {
    for (text, repaired) in [
        ("https://a.example/?q=50%", "https://a.example/?q=50%25"),
        ("https://a.example/?q=%C3%A9&r=100%", "https://a.example/?q=%C3%A9&r=100%25"),
        ("/a%20100%", "/a%20100%25"),
    ] {
        let explanation = explain(text);
        assert_eq!(explanation.root().detail, None, "{text}");
        assert_eq!(explanation.root().remedies[0].text, repaired, "{text}");
    }
}

#[test]
fn a_charset_that_the_text_names_is_not_guessed() {
    for (text, read) in [
        ("Content-Disposition: attachment; filename*=UTF-8''%E2%82", "%E2%82"),
        ("filename*=UTF-8''%E2%82%AC%FF", "€%FF"),
        ("filename*=gbk''%D6%D0%FF", "%D6%D0%FF"),
    ] {
        let explanation = explain(text);
        let name = explanation.root().nodes().find(|node| node.kind == Kind::FileName);
        assert_eq!(name.map(Node::read), Some(read), "{text}");
        let why = &name.unwrap().charset.as_ref().unwrap().why;
        assert_eq!(*why, Why::NamedBy("filename*".into()), "{text}");
    }
}

#[test]
fn characters_in_more_octets_than_they_need() {
    for (text, read) in [
        ("/a%c0%af..%c0%afetc/passwd", "a/../etc"),
        ("/x/%C0%AE%C0%AE%2f", "../"),
        ("/?q=%C0%BCscript%E0%80%BE", "<script>"),
        ("/?q=%F0%80%80%AE.%C3%A9", "..é"),
    ] {
        let found = part(text);
        assert_eq!((&*found.0, found.1), (read, "UTF-8"), "{text}");
    }
    // A Korean syllable.
    assert_ne!(part("/?q=%C0%AF").0, "/");
}
