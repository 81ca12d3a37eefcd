//! The languages that the parts of a link say it is in: by the domain of its host, and by the letters of what is UTF-8 in it.
#![forbid(unsafe_code)]

use alloc::vec::Vec;

use triplet::charset::Languages;
use triplet::decode;
use triplet::readings::Writing;

use super::latin::is_kana;
use super::node::Kind;
use super::recognized::{Part, Reading};

/// Domains of countries (ISO 3166) whose languages have charsets of their own, and hosts of search engines that are in one language.
const DOMAINS: [(&str, &str); 64] = [
    (".cn", "zh"),
    (".baidu.com", "zh"),
    (".taobao.com", "zh"),
    (".tmall.com", "zh"),
    (".1688.com", "zh"),
    (".jd.com", "zh"),
    (".360buy.com", "zh"),
    (".soso.com", "zh"),
    (".163.com", "zh"),
    (".qq.com", "zh"),
    (".sohu.com", "zh"),
    (".sogou.com", "zh"),
    (".sina.com", "zh"),
    (".youku.com", "zh"),
    (".ctrip.com", "zh"),
    (".dangdang.com", "zh"),
    (".hupu.com", "zh"),
    (".hao123.com", "zh"),
    (".douban.com", "zh"),
    (".2345.com", "zh"),
    (".qidian.com", "zh"),
    (".tw", "zh-TW"),
    (".hk", "zh-HK"),
    (".jp", "ja"),
    (".kr", "ko"),
    (".naver.com", "ko"),
    (".daum.net", "ko"),
    (".ru", "ru"),
    (".su", "ru"),
    (".by", "be"),
    (".ua", "uk"),
    (".bg", "bg"),
    (".gr", "el"),
    (".il", "he"),
    (".sa", "ar"),
    (".eg", "ar"),
    (".ir", "fa"),
    (".th", "th"),
    (".tr", "tr"),
    (".vn", "vi"),
    (".pl", "pl"),
    (".cz", "cs"),
    (".hu", "hu"),
    (".sk", "sk"),
    (".ro", "ro"),
    (".hr", "hr"),
    (".si", "sl"),
    (".fr", "fr"),
    (".de", "de"),
    (".at", "de"),
    (".ch", "de"),
    (".es", "es"),
    (".mx", "es"),
    (".ar", "es"),
    (".cl", "es"),
    (".pt", "pt"),
    (".br", "pt"),
    (".it", "it"),
    (".nl", "nl"),
    (".se", "sv"),
    (".dk", "da"),
    (".no", "no"),
    (".fi", "fi"),
    (".is", "is"),
];

/// A language of each writing.
const WRITINGS: [(Writing, &str); 13] = [
    (Writing::Western, "en"),
    (Writing::Central, "pl"),
    (Writing::Cyrillic, "ru"),
    (Writing::Greek, "el"),
    (Writing::Hebrew, "he"),
    (Writing::Arabic, "ar"),
    (Writing::Thai, "th"),
    (Writing::Turkish, "tr"),
    (Writing::Vietnamese, "vi"),
    (Writing::Simplified, "zh"),
    (Writing::Traditional, "zh-TW"),
    (Writing::Japanese, "ja"),
    (Writing::Korean, "ko"),
];

/// At most this number of letters of the parts is looked at.
const LETTERS: usize = 64;

/// The languages of the reader, and those that the parts of a text show.
pub(super) fn languages_of(text: &str, parts: &[Part], reader: Languages) -> Languages {
    let known = WRITINGS.iter().filter(|(writing, _)| reader.contains(*writing));
    let mut tags: Vec<&str> = known.map(|(_, tag)| *tag).collect();
    let host = parts.iter().find(|part| part.kind == Kind::Host);
    if let Some(host) = host.map(|part| text[part.span.clone()].trim_end_matches('.')) {
        let is_in = |domain: &str| {
            let start = host.len().checked_sub(domain.len());
            let end = start.and_then(|start| host.get(start..));
            end.is_some_and(|end| end.eq_ignore_ascii_case(domain))
                || host.eq_ignore_ascii_case(&domain[1..])
        };
        tags.extend(DOMAINS.iter().find(|(domain, _)| is_in(domain)).map(|(_, tag)| *tag));
    }
    let mut letters = Vec::new();
    gather(text, parts, &mut letters);
    let has_kana = letters.iter().any(|&c| is_kana(c));
    for c in letters {
        match c {
            _ if is_kana(c) => tags.push("ja"),
            '\u{4E00}'..='\u{9FFF}' if !has_kana => tags.extend(["zh", "zh-TW"]),
            '\u{AC00}'..='\u{D7A3}' => tags.push("ko"),
            '\u{E01}'..='\u{E5B}' => tags.push("th"),
            _ => {}
        }
    }
    Languages::of(tags)
}

/// Collects the letters of three octets of the parts that are UTF-8.
fn gather(text: &str, parts: &[Part], letters: &mut Vec<char>) {
    for part in parts {
        let written = &text[part.span.clone()];
        match &part.reading {
            Reading::Pair(parts) => gather(written, parts, letters),
            Reading::Decode | Reading::DecodePlus if letters.len() < LETTERS => {
                let read = decode(written).lenient().to_str();
                let read = read.as_deref().unwrap_or_default();
                let long = read.chars().filter(|c| c.len_utf8() == 3);
                letters.extend(long.take(LETTERS));
            }
            _ => {}
        }
    }
}
