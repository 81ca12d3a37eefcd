//! The ranking of readings: short phrases in each charset, written for this test and not taken from what the tables are made of. `cargo xtask
//! charsets` measures thousands of others.

use triplet::charset::{
    Charset, Evidence, Languages, Reason, candidates, candidates_for, candidates_octets,
    candidates_octets_for,
};
use triplet::readings::{TRIED, Writing, judge, rank};

/// The charset, a language, and phrases.
#[rustfmt::skip]
const PHRASES: &[(&str, &str, &[&str])] = &[
    ("gb18030", "zh-CN", &["春天来了", "我的家乡", "图书馆", "火车时刻表", "今天晚上吃什么", "旧书店", "学生证", "夏天的海边"]),
    ("Big5", "zh-TW", &["春天來了", "我的家鄉", "圖書館", "火車時刻表", "今天晚上吃什麼", "舊書店", "學生證", "夏天的海邊"]),
    ("Shift_JIS", "ja", &["春が来た", "図書館", "電車の時間", "今日の晩ごはん", "古い本屋", "ラーメン", "夏の海辺", "東京タワー"]),
    ("EUC-JP", "ja", &["春が来た", "図書館", "電車の時間", "今日の晩ごはん", "古い本屋", "ラーメン", "夏の海辺", "東京タワー"]),
    ("ISO-2022-JP", "ja", &["春が来た", "図書館", "電車の時間", "古い本屋"]),
    ("EUC-KR", "ko", &["봄이 왔다", "우리 동네", "도서관", "기차 시간표", "오늘 저녁 메뉴", "헌책방", "학생증", "여름 바다"]),
    ("windows-1251", "ru", &["весна пришла", "библиотека", "расписание поездов", "Что на ужин", "старый дом", "лето у моря", "окно", "Москва"]),
    ("KOI8-R", "ru", &["весна пришла", "библиотека", "расписание поездов", "Что на ужин", "старый дом", "лето у моря", "окно", "Москва"]),
    ("windows-1252", "de", &["Frühling", "Bücherei am Fluß", "schöne Grüße", "l'été à la mer", "garçon", "mañana", "corazón", "São Paulo"]),
    ("ISO-8859-2", "pl", &["księżyc", "zażółć gęślą", "Łódź", "žluťoučký kůň", "příliš", "időjárás", "könyvtár és ősz", "wieża"]),
    ("windows-1250", "cs", &["księżyc", "zażółć gęślą", "Łódź", "žluťoučký kůň", "příliš", "időjárás", "könyvtár és ősz", "wieża"]),
    ("windows-1253", "el", &["άνοιξη", "βιβλιοθήκη", "παλιό σπίτι", "Αθήνα", "θάλασσα", "Καλημέρα", "τι ώρα είναι", "βροχή"]),
    ("ISO-8859-7", "el", &["άνοιξη", "βιβλιοθήκη", "παλιό σπίτι", "Αθήνα", "θάλασσα", "Καλημέρα", "τι ώρα είναι", "βροχή"]),
    ("windows-1254", "tr", &["kütüphane", "güneş doğdu", "bugün yağmur yağıyor", "İstanbul", "çarşı pazar", "akşam yemeği", "ışık", "eski bir şarkı"]),
    ("windows-1255", "he", &["האביב הגיע", "ספרייה", "בית ישן", "ירושלים", "מה השעה", "ארוחת ערב", "גשם", "חוף הים"]),
    ("windows-1256", "ar", &["جاء الربيع", "مكتبة", "بيت قديم", "القاهرة", "كم الساعة", "مطر", "شاطئ البحر", "وجبة العشاء"]),
    ("windows-874", "th", &["ห้องสมุด", "บ้านเก่า", "กรุงเทพ", "ฝนตก", "อาหารเย็น", "ชายทะเล", "สวัสดีครับ", "รถไฟ"]),
    ("windows-1258", "vi", &["thư viện", "mùa xuân đến", "nhà cũ", "Hà Nội", "trời mưa", "bữa tối", "bãi biển", "mấy giờ rồi"]),
];

/// The octets of a phrase; Vietnamese with the tones after the letters, as windows-1258 has them.
fn octets(phrase: &str, charset: Charset) -> (String, Vec<u8>) {
    use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
    let written: String = match charset.name() {
        "windows-1258" => phrase
            .chars()
            .flat_map(|letter| {
                let parts: Vec<char> = letter.nfd().collect();
                let is_tone = |mark: &&char| {
                    matches!(mark, '\u{300}' | '\u{301}' | '\u{303}' | '\u{309}' | '\u{323}')
                };
                let base = parts.iter().filter(|part| !is_tone(part)).copied().nfc();
                base.chain(parts.iter().filter(is_tone).copied()).collect::<Vec<_>>()
            })
            .collect(),
        _ => phrase.to_owned(),
    };
    assert!(
        phrase.chars().all(|letter| !is_combining_mark(letter)) || charset.name() == "windows-874"
    );
    let triplets = triplet::charset::encode(&written, charset, triplet::set::rfc3986::UNRESERVED);
    let triplets = triplets.try_to_cow().expect("the charset has it");
    let octets = triplet::decode(&*triplets).to_bytes().expect("well-formed").into_owned();
    (written, octets)
}

#[test]
fn the_first_reading_of_short_phrases() {
    let (mut right, mut told, mut all) = (0, 0, 0);
    for (charset, language, phrases) in PHRASES {
        let charset = Charset::for_label(charset).expect("a label");
        let mut here = 0;
        for phrase in *phrases {
            let (written, octets) = octets(phrase, charset);
            let first = &candidates_octets(&octets)[0];
            here += usize::from(first.text == written);
            if first.text != written {
                println!("{}: {phrase} was read as {first:?}", charset.name());
            }
            let first = &candidates_octets_for(&octets, Languages::of([*language]))[0];
            told += usize::from(first.text == written);
        }
        assert!(4 * here >= 3 * phrases.len(), "{}: {here} of {}", charset.name(), phrases.len());
        right += here;
        all += phrases.len();
    }
    println!("{right} of {all}, {told} with the language");
    assert!(100 * right >= 94 * all, "{right} of {all}");
    assert!(100 * told >= 97 * all, "{told} of {all} with the language");
}

/// A word is in one script: none of these is a Latin word with one Arabic or Hebrew letter.
#[test]
fn a_latin_word_has_no_letter_of_another_script() {
    for octets in [&b"Ume\xE5"[..], b"\xDDmge", b"\xC8len", b"\xC9mile"] {
        let first = candidates_octets(octets).swap_remove(0);
        assert!(first.text.chars().all(|letter| letter < '\u{250}'), "{first:?}");
    }
}

/// UTF-8 is never taken for another charset, whole or cut within its last character.
#[test]
fn utf_8_is_found() {
    for (charset, _, phrases) in PHRASES {
        for phrase in *phrases {
            let first = &candidates(phrase.encode_percent().as_str())[0];
            assert_eq!(&first.text, phrase, "{charset}");
            let last = phrase.chars().last().expect("not empty");
            let before = &phrase[..phrase.len() - last.len_utf8()];
            for left in 1..last.len_utf8() {
                if before.is_ascii() {
                    continue;
                }
                let cut = &phrase.as_bytes()[..phrase.len() - left];
                let first = &candidates_octets(cut)[0];
                assert_eq!(first.charset, Charset::UTF_8, "{phrase}: {first:?}");
                assert_eq!(first.text, format!("{before}\u{FFFD}"));
                assert_eq!((first.reason, first.malformed), (Reason::CutUtf8, 1));
            }
        }
    }
}

trait EncodePercent {
    fn encode_percent(&self) -> String;
}

impl EncodePercent for str {
    fn encode_percent(&self) -> String {
        triplet::encode(self, triplet::set::rfc3986::UNRESERVED).to_cow().into_owned()
    }
}

/// Each reason occurs, and says what is so.
#[test]
fn reasons() {
    let first = |text| {
        let first = candidates(text).swap_remove(0);
        (first.charset.name(), first.evidence, first.reason)
    };
    assert_eq!(first("a%20b"), ("UTF-8", Evidence::AsciiOnly, Reason::Ascii));
    assert_eq!(first("%E6%97%A5"), ("UTF-8", Evidence::Strong, Reason::Utf8));
    assert_eq!(first("caf%C3%A9"), ("UTF-8", Evidence::Plausible, Reason::Utf8));
    assert_eq!(first("%1B%24B%46%7C%1B(B"), ("ISO-2022-JP", Evidence::Strong, Reason::Escapes));
    let korean = Reason::Frequent(Writing::Korean);
    assert_eq!(first("%BE%C8%B3%E7"), ("EUC-KR", Evidence::Plausible, korean));
    // A greeting with half of its characters not frequent: the reason is not one that speaks against it.
    let greeting = candidates("%C4%E3%BA%C3%CA%C0%BD%E7");
    assert_eq!((&*greeting[0].text, greeting[0].reason), ("你好世界", Reason::LeastRare));
    assert!(greeting[1..].iter().all(|each| each.reason != Reason::LeastRare));
    // 0x80 and 0xA0 are in no other charset than this one here.
    let found = candidates("%FF%FF%80");
    assert!(found.iter().all(|each| each.reason != Reason::Only || each.malformed == 0));
    let controls = found.iter().find(|each| each.charset.name() == "KOI8-R").expect("tried");
    assert_ne!(controls.reason, Reason::Controls);
    let latin = candidates("%85%90%9A");
    let controls = latin.iter().find(|each| each.charset.name() == "ISO-8859-2").expect("tried");
    assert_eq!((controls.evidence, controls.reason), (Evidence::Possible, Reason::Controls));
    for (index, each) in latin.iter().enumerate() {
        assert!(each.malformed == 0 || latin[index..].iter().all(|after| after.malformed > 0));
        assert!(!each.reason.to_string().is_empty() && !each.reason.name().contains(' '));
    }
}

/// The scores of the readings fall from 100, malformed ones have none, and every charset is there.
#[test]
fn scores() {
    for input in ["%C4%E3%BA%C3", "%CF%F0%E8", "%E4", "\u{e9}%E4%F6", "%81%40%FF", "%C3%A9"] {
        for languages in [Languages::default(), Languages::of(["de", "ru", "zh-TW"])] {
            let found = candidates_for(input, languages);
            assert_eq!(found.len(), TRIED.len() - 1, "all but ISO-2022-JP");
            assert!(found[0].malformed > 0 || found[0].score == 100, "{input}");
            assert!(
                found.is_sorted_by(|a, b| (a.malformed > 0, b.score) <= (b.malformed > 0, a.score))
            );
            assert!(found.iter().all(|each| each.malformed == 0 || each.score == 0));
        }
    }
}

/// The language of the reader decides where little else does, and changes nothing where the octets are clear.
#[test]
fn languages_of_the_reader() {
    let text =
        |octets: &[u8], languages| candidates_octets_for(octets, languages).swap_remove(0).text;
    assert_eq!(text(b"\xE4\xE0", Languages::of(["ru"])), "да");
    let mut changed = 0;
    for first in 0xC0..=0xFF {
        for second in 0xC0..=0xFF {
            let octets = [first, second];
            changed += usize::from(
                text(&octets, Languages::of(["ru"])) != text(&octets, Languages::of(["ko"])),
            );
        }
    }
    assert!(changed > 1000, "{changed} of 4096 pairs of octets");
    let (_, octets) =
        octets("расписание поездов", Charset::for_label("windows-1251").expect("a label"));
    for tag in ["ko", "de", "zh", "th"] {
        assert_eq!(
            candidates_octets_for(&octets, Languages::of([tag]))[0].text,
            "расписание поездов"
        );
    }
    for (tag, writing) in [
        ("zh", Some(Writing::Simplified)),
        ("zh_HK", Some(Writing::Traditional)),
        ("zh-Hans-HK", Some(Writing::Simplified)),
        ("ZH-hant", Some(Writing::Traditional)),
        ("sr", Some(Writing::Cyrillic)),
        ("sr-Latn-RS", Some(Writing::Central)),
        ("PT-br", Some(Writing::Western)),
        ("", None),
        ("-", None),
        ("k", None),
        ("korean", None),
    ] {
        assert_eq!(Writing::of_language(tag), writing, "{tag}");
    }
    assert_eq!(Languages::of(["x", "", "\u{1F600}"]), Languages::default());
}

/// Any octets and any text give a ranking, in any charset.
#[test]
fn any_octets() {
    let mut state = 1u32;
    for length in 0..400 {
        let octets: Vec<u8> = (0..length % 40)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 24) as u8
            })
            .collect();
        let found = candidates_octets(&octets);
        assert!(!found.is_empty());
        for name in TRIED.iter().chain(&["no charset"]) {
            let text = String::from_utf8_lossy(&octets);
            let judged = judge(name, &octets, &text, 0, Languages::default());
            rank(&mut [judged], |judgement| judgement);
        }
    }
    rank(&mut [], |judgement| judgement);
}

/// The reason of a reading says that it is the only one, if all others are malformed, and only then.
#[test]
fn the_only_reading() {
    let octets = b"\xCF\xF0\xE8\xE2\xE5\xF2";
    let reading =
        |name, text, malformed| judge(name, octets, text, malformed, Languages::default());
    let utf8 = || reading("UTF-8", "\u{FFFD}", 6);
    let cyrillic = || reading("windows-1251", "Привет", 0);
    let mut found = [utf8(), cyrillic()];
    rank(&mut found, |judgement| judgement);
    assert_eq!((found[0].reason, found[0].score), (Reason::Only, 100));
    assert_eq!(found[0].reason.to_string(), "no other charset reads this");
    assert_eq!((found[1].reason, found[1].score), (Reason::Malformed, 0));
    let mut found = [utf8(), cyrillic(), reading("windows-1252", "Ïðèâåò", 0)];
    rank(&mut found, |judgement| judgement);
    assert_ne!(found[0].reason, Reason::Only);
}

/// UTF-8 with surrogates is not a legacy charset: the octets of U+D800 to U+DFFF are named. Pairs are CESU-8.
#[test]
fn surrogates_encoded_as_utf_8() {
    for input in [
        "a%ED%A0%80b",
        "%ED%A0%80",
        "%ED%BF%BF",
        "%ED%A0%BD%ED%B8%80%ED%B8%80",
        "caf%C3%A9 %ED%A0%BDx%E4%BD%A0",
        "%ED%A0%80%E4%BD",
    ] {
        let octets = triplet::decode(input).to_bytes().expect("well-formed");
        for first in [&candidates(input)[0], &candidates_octets(&octets)[0]] {
            let found = (first.charset.name(), first.evidence, first.reason, first.reason.name());
            assert_eq!(
                found,
                ("UTF-8", Evidence::Strong, Reason::Surrogates, "surrogates"),
                "{input}"
            );
            assert!(first.malformed > 0 && first.reason.to_string().contains("surrogates"));
        }
    }
    // Characters of UTF-8, and octets that are more than surrogates.
    for input in ["%ED%9F%BF", "%EE%80%80", "%ED%A0", "%ED%A0%80%FF", "%BE%C8%B3%E7"] {
        assert!(candidates(input).iter().all(|each| each.reason != Reason::Surrogates), "{input}");
    }
}

/// Percent signs whose next two letters are hexadecimal digits.
#[test]
fn percent_signs() {
    for input in [
        "100%abgesichert und 50%de Rabatt",
        "100%Abgesichert",
        "100%ABGESICHERT",
        "5 %be",
        "50%de",
        "%beste 100%",
        "3%ab, 4%fe",
    ] {
        let found = candidates(input);
        assert_eq!((found.len(), &*found[0].text, found[0].malformed), (1, input, 0));
        assert_eq!((found[0].evidence, found[0].reason), (Evidence::AsciiOnly, Reason::Plain));
        assert_eq!(found, candidates_octets(input));
        assert_eq!((found[0].reason.name(), found[0].score), ("plain", 100));
    }
    for input in [
        "caf%E9",
        "20%B0C",
        "100%C3%A9",
        "100%e5%b9%b4",
        "1%80",
        "50%de%20Rabatt",
        "%E9cole",
        "%be",
        "caf%E9 50%de",
        "5%BD",
        "a b",
        "100%",
        "100%20",
        "%",
        "",
        "100%AAb",
        "caf%E9 100%",
        "%C4%E3%BA%C3",
    ] {
        assert!(candidates(input)[0].reason != Reason::Plain, "{input}");
        assert!(!triplet::readings::is_plain(input), "{input}");
    }
    // Raw octets are in the charset in question.
    assert!(candidates_octets(b"100%abgesichert \xE9")[0].reason != Reason::Plain);
    assert_eq!(candidates("für 100%abgesichert")[0].reason, Reason::Plain);
}
