//! Charsets: every character of each there and back, the standard's examples, states, what a charset
//! lacks, and undeclared octets.

mod cesu;
mod isomorphic;
mod text_errors;

use triplet::charset::{self, Charset, CharsetError, Evidence, candidates};
use triplet::set::{rfc3986, rfc3987, whatwg};
use triplet::{EncodeSet, encode};

fn charset(label: &str) -> Charset {
    Charset::for_label(label).unwrap_or_else(|| panic!("no charset {label}"))
}

#[test]
fn every_character_of_every_charset_comes_back() {
    assert_eq!(Charset::all().count(), 39 + 2 + 3 + 2 + 2);
    for each in Charset::all() {
        let mut known = 0u32;
        for scalar in ('\u{20}'..=char::MAX).step_by(1) {
            // One character in seven of the large ones: all of them takes minutes.
            let code = u32::from(scalar);
            if code > 0x3000 && code % 7 != 0 {
                continue;
            }
            let text = scalar.to_string();
            let Ok(encoded) = charset::encode(&text, each, rfc3986::UNRESERVED).try_to_cow() else {
                continue;
            };
            known += 1;
            let back = charset::decode(&encoded, each).to_str();
            let back =
                back.unwrap_or_else(|error| panic!("{each:?} U+{code:04X} {encoded}: {error}"));
            // Some charsets write two characters with the same octets, and read back one.
            let folded = back != text;
            let twins =
                matches!(each.name(), "ISO-2022-JP" | "Shift_JIS" | "EUC-JP" | "GBK" | "gb18030");
            assert!(!folded || twins, "{each:?} U+{code:04X} {encoded} {back:?}");
        }
        assert!(known >= 96, "{each:?} knows {known}");
        let ascii = encode("A", rfc3986::UNRESERVED).to_string();
        let same = *charset::encode("A", each, rfc3986::UNRESERVED).to_cow() == *ascii;
        // The first has escape sequences, the second another NUL.
        let letters = ["ISO-2022-JP", "java-modified-utf-8"].contains(&each.name());
        let expected = each.is_ascii_compatible() || letters;
        assert_eq!(same, expected, "{each:?}");
    }
}

#[test]
fn the_examples_of_the_url_standard() {
    let form =
        |text, label| charset::encode(text, charset(label), whatwg::FORM).to_cow().into_owned();
    assert_eq!(form("≡", "shift_jis"), "%81%DF");
    assert_eq!(form("‽", "shift_jis"), "%26%238253%3B");
    assert_eq!(form("1+1 ≡ 2%20‽", "shift_jis"), "1%2B1+%81%DF+2%2520%26%238253%3B");
    let user = |text| charset::encode(text, charset("iso-2022-jp"), whatwg::USERINFO).to_cow();
    assert_eq!(user("¥"), "%1B(J\\%1B(B".replace('\\', "%5C"));
}

#[test]
fn stateful() {
    let jp = charset("iso-2022-jp");
    let query = |text| charset::encode(text, jp, whatwg::SPECIAL_QUERY).to_cow().into_owned();
    assert_eq!(query("日本"), "%1B$BF|K\\%1B(B");
    // At a character that the charset lacks, the Roman state stays, and the double-byte state returns to ASCII.
    assert_eq!(query("‾\u{1F600}~"), "%1B(J~%26%23128512%3B%1B(B~");
    assert_eq!(query("日\u{1F600}"), "%1B$BF|%1B(B%26%23128512%3B");
    assert_eq!(*charset::encode_octets("日", jp), *b"\x1B$BF|\x1B(B");
    assert_eq!(charset::decode("%1B$BF|K\\%1B(B", jp).to_str().expect("well-formed"), "日本");
    // A control that would change the state is not in the charset.
    let error = charset::encode("ab\x0E", jp, whatwg::QUERY).try_to_cow().unwrap_err();
    assert_eq!((error.character(), error.offset()), ('\u{E}', 2));
}

#[test]
fn not_ascii_compatible() {
    let octets = |text, label| {
        charset::encode(text, charset(label), EncodeSet::NOTHING).to_cow().into_owned()
    };
    assert_eq!(octets("é", "utf-16be"), "%00%E9");
    assert_eq!(octets("é", "utf-16le"), "%E9%00");
    assert_eq!(octets("😀", "utf-16be"), "%D8%3D%DE%00");
    assert_eq!(octets("😀", "utf-32be"), "%00%01%F6%00");
    assert_eq!(octets("😀", "utf-32le"), "%00%F6%01%00");
    let ebcdic = charset("cp037");
    assert_eq!(
        charset::encode("Laguna Beach", ebcdic, rfc3986::SEGMENT).to_cow(),
        "%D3%81%87%A4%95%81@%C2%85%81%83%88"
    );
    assert_eq!(
        charset::decode("%D3%81%87%A4%95%81@%C2%85%81%83%88", ebcdic).to_str().expect("all octets"),
        "Laguna Beach"
    );
    // ASCII has other octets there, before anything is percent-encoded too.
    assert_eq!(*charset::encode_octets("a/", charset("utf-16be")), *b"\0a\0/");
    assert_eq!(*charset::encode_octets("a/", charset("cp037")), *b"\x81\x61");
    assert_eq!(charset("utf-16").output_encoding(), Charset::UTF_8);
    assert_eq!(charset("utf-32").output_encoding(), Charset::UTF_8);
    assert_eq!(ebcdic.output_encoding(), Charset::UTF_8);
    assert_eq!(charset("big5").output_encoding(), charset("big5"));
}

#[test]
fn errors_have_the_place_in_the_input() {
    let error = charset::decode("a%20%82", charset("shift_jis")).to_str().unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), ("invalid-charset", 4));
    assert!(error.to_string().contains("offset 4") && error.to_string().contains("Shift_JIS"));
    let error = charset::decode("%41%zz", charset("gbk")).to_str().unwrap_err();
    assert_eq!((error.kind().name(), error.offset(), error.is_text_error()), ("not-hex", 3, false));
    let error = charset::decode("%41%C0%AF", Charset::UTF_8).to_str().unwrap_err();
    assert_eq!((error.offset(), error.is_text_error()), (3, true));
    let error = charset::decode("%00%41%D8%00", charset("utf-16be")).to_str().unwrap_err();
    assert_eq!(error.offset(), 6);
    let error =
        charset::decode("%00%00%00%41%00%11%00%00", charset("utf-32")).to_str().unwrap_err();
    assert!(matches!(error, CharsetError::Malformed { offset: 12, .. }));
    // A long text, so that the place is after more than one buffer.
    let long = "%82%A0".repeat(5000) + "%82";
    let error = charset::decode(&long, charset("shift_jis")).to_str().unwrap_err();
    assert_eq!(error.offset(), 30_000);
    assert_eq!(error.moved_by(7).offset(), 30_007);
}

#[test]
fn lossy_and_lenient() {
    let view = charset::decode("%82%zz+%2B", charset("shift_jis")).plus_as_space();
    assert!(view.to_str_lossy().is_err());
    // 0x82 0x25 is not a character; the second octet is ASCII and stays.
    assert_eq!(view.lenient().to_str_lossy().expect("lenient"), "\u{FFFD}%zz +");
    assert_eq!(charset::decode("", charset("gbk")).to_str().expect("empty"), "");
    assert_eq!(charset::encode("", charset("gbk"), rfc3986::SEGMENT).to_cow(), "");
    // A byte order mark is text.
    assert_eq!(charset::decode("%EF%BB%BFa", Charset::UTF_8).to_str().expect("UTF-8"), "\u{FEFF}a");
    assert_eq!(
        charset::decode("%FF%FEa%00", charset("utf-16le")).to_str().expect("well-formed"),
        "\u{FEFF}a"
    );
    // Octets of another charset that look like UTF-8 are not letters under a set of RFC 3987.
    let latin = charset::encode("Ã©", charset("windows-1252"), rfc3987::ISEGMENT).to_cow();
    assert_eq!(latin, "%C3%A9");
}

/// In text, a raw letter is that letter. In octets, its UTF-8 is read as octets of the charset.
#[test]
fn raw_letters_of_text_stay() {
    let jis = charset("shift_jis");
    fn decoded<'t>(text: &'t str, label: &str) -> Result<std::borrow::Cow<'t, str>, CharsetError> {
        charset::decode(text, charset(label)).to_str()
    }
    for (text, label, expected) in [
        ("日本%93%FA", "shift_jis", "日本日"),
        ("%93%FA日%96%7B本", "shift_jis", "日日本本"),
        ("q=é&r=%E9", "latin1", "q=é&r=é"),
        ("naïve 日本語", "gbk", "naïve 日本語"),
        ("é", "utf-16be", "é"),
        ("é%00%E9%00a😀", "utf-16be", "ééa😀"),
        ("é%00%00%00%E9", "utf-32", "éé"),
        // `K` and `%C2` are octets of EBCDIC.
        ("Kü%C2", "cp037", ".üB"),
    ] {
        assert_eq!(decoded(text, label).expect(text), expected, "{text} as {label}");
    }
    assert!(matches!(decoded("naïve", "gbk"), Ok(std::borrow::Cow::Borrowed("naïve"))));
    // The same bytes as octets of the charset are something else.
    assert_eq!(charset::decode_octets("é", charset("latin1")).to_str().expect("octets"), "Ã©");
    assert_eq!(charset::decode_octets(b"\x93\xFA%96%7B", jis).to_str().expect("octets"), "日本");
    assert_eq!(
        charset::decode_octets("日%93%FA", Charset::UTF_8).to_str_lossy().expect("a"),
        "日\u{FFFD}\u{FFFD}"
    );
}

/// A trail octet may be an ASCII character, and servers wrote it raw.
#[test]
fn raw_ascii_is_octets_of_the_charset() {
    for (text, label, expected) in [
        ("%83A", "shift_jis", "ア"),
        ("%83%41", "shift_jis", "ア"),
        ("%93V%8BC", "shift_jis", "天気"),
        ("%83\\", "shift_jis", "ソ"),
        ("%B9A", "gbk", "笰"),
        ("%A7A%A6n", "big5", "你好"),
        ("%1B$BF|K\\%1B(B é", "iso-2022-jp", "日本 é"),
        ("%00a%00%E9", "utf-16be", "aé"),
    ] {
        let found = charset::decode(text, charset(label)).to_str();
        assert_eq!(found.expect(text), expected, "{text} as {label}");
    }
}

/// A raw letter, or a kept triplet, cuts a sequence; each part begins in the charset's first state.
#[test]
fn letters_and_kept_triplets_cut() {
    let jis = charset("shift_jis");
    for (text, offset, lossy) in [
        ("a%83é", 1, "a\u{FFFD}é"),
        ("é%83日A", 2, "é\u{FFFD}日A"),
        ("日本%93%FA%83", 12, "日本日\u{FFFD}"),
        ("é%83%41%83", 8, "éア\u{FFFD}"),
    ] {
        let view = charset::decode(text, jis);
        let error = view.to_str().unwrap_err();
        assert_eq!((error.kind().name(), error.offset()), ("invalid-charset", offset), "{text}");
        assert_eq!(view.to_str_lossy().expect("triplets are well-formed"), lossy, "{text}");
    }
    // A code unit that the letter cuts, and a state that the letter ends.
    let error = charset::decode("%00%E9%00é%E9", charset("utf-16be")).to_str().unwrap_err();
    assert_eq!(error.offset(), 6);
    let jp = charset("iso-2022-jp");
    assert_eq!(charset::decode("%1B$BF|éK", jp).to_str().expect("whole"), "日éK");
    // A malformed triplet is the first error wherever it is, with the same error as in the whole text.
    let error = charset::decode("%83日%é1", jis).to_str().unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), ("not-hex", 6));
    let lenient = charset::decode("%82%A0日%é1", jis).lenient();
    assert_eq!(lenient.to_str().expect("lenient"), "あ日%é1");
    // Kept letters are text in every charset.
    fn kept<'t>(text: &'t str, label: &str) -> Result<std::borrow::Cow<'t, str>, CharsetError> {
        charset::decode(text, charset(label)).keep_triplets_of(b"/%").to_str()
    }
    assert_eq!(kept("%2F%61%25", "cp037").expect("all octets"), "%2F/%25");
    assert_eq!(kept("%00a%2f%00b", "utf-16be").expect("whole"), "a%2fb");
    assert_eq!(kept("%00%2F", "utf-16be").unwrap_err().offset(), 0);
    assert_eq!(kept("%1B$BF|%2F", "iso-2022-jp").expect("whole"), "日%2F");
    let plus = charset::decode("é+%82%A0+%2B", jis).plus_as_space();
    assert_eq!(plus.to_str().expect("well-formed"), "é あ +");
    assert_eq!(charset::decode("é+", jis).plus_as_space().to_str().expect("text"), "é ");
}

/// Text is read part by part: raw letters as they are, and the triplets between them as octets of the charset.
#[test]
fn text_is_the_sum_of_its_parts() {
    let letters = ["é", "日本", "ü😀", "\u{80}"];
    let encoded =
        ["a", "%93%FA", "%83A", "%FF%FE", "%1B$BF|", "+", "%00a", "%2F", "&x=", "%A4", ""];
    let mut seed = 7u32;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) as usize % below
    };
    for each in Charset::all().filter(|each| *each != Charset::UTF_8) {
        for _ in 0..200 {
            let (mut text, mut expected, mut first_error) = (String::new(), String::new(), None);
            for _ in 0..next(6) {
                let part: String = (0..next(4)).map(|_| encoded[next(encoded.len())]).collect();
                let view = charset::decode_octets(&part, each);
                expected += &view.to_str_lossy().expect("triplets are well-formed");
                let error = view.to_str().err().map(|error| text.len() + error.offset());
                first_error = first_error.or(error);
                text += &part;
                let letter = letters[next(letters.len())];
                text += letter;
                expected += letter;
            }
            let view = charset::decode(&text, each);
            assert_eq!(view.to_str_lossy().expect("well-formed"), expected, "{each:?} {text}");
            let strict = view.to_str();
            assert_eq!(
                strict.as_ref().err().map(CharsetError::offset),
                first_error,
                "{each:?} {text}"
            );
            assert!(strict.is_err() || strict.is_ok_and(|strict| strict == expected));
        }
    }
}

/// The bytes before the first malformed sequence are well-formed; with one octet of that sequence they are not.
#[test]
fn a_malformed_sequence_begins_where_the_error_says() {
    let octets =
        [0x1B, 0x24, 0x28, 0x42, 0x4A, 0x81, 0x30, 0x8F, 0xA1, 0xFF, 0x61, 0xD8, 0x00, 0x0A];
    let mut seed = 11u32;
    let mut errors = 0;
    for each in Charset::all() {
        for _ in 0..400 {
            let mut next = || {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                octets[(seed >> 16) as usize % octets.len()]
            };
            let input: Vec<u8> = (0..6).map(|_| next()).collect();
            let view = charset::decode_octets(&input, each);
            let Err(error) = view.to_str() else { continue };
            errors += 1;
            let at = error.offset();
            let before = charset::decode_octets(&input[..at], each).to_str().map(String::from);
            assert!(before.is_ok(), "{each:?} {input:02X?}: byte {at}");
            let lossy = view.to_str_lossy().expect("no triplets").into_owned();
            assert!(
                lossy.starts_with(&(before.expect("it is") + "\u{FFFD}")),
                "{each:?} {input:02X?}"
            );
            // Written as triplets, its offset is three times as great.
            let triplets: String = input.iter().map(|octet| format!("%{octet:02X}")).collect();
            let found = charset::decode(&triplets, each).to_str().map(drop);
            assert_eq!(found.unwrap_err().offset(), 3 * at, "{each:?} {input:02X?}");
        }
    }
    assert!(errors > 1000);
}

#[test]
fn options() {
    let gbk = charset("gbk");
    let view = charset::encode("你 %41", gbk, rfc3986::SEGMENT);
    assert_eq!(view.to_cow(), "%C4%E3%20%2541");
    assert_eq!(view.lowercase_hex().space_as_plus().keep_triplets().to_cow(), "%c4%e3+%41");
    assert_eq!(
        charset::decode("%2F%C4%E3", gbk).keep_triplets_of(b"/").to_str().expect("GBK"),
        "%2F你"
    );
}

#[test]
fn undeclared_octets() {
    let best = |text: &str, label: &str| {
        let encoded = charset::encode(text, charset(label), EncodeSet::NOTHING).to_cow();
        let found = candidates(&encoded);
        let best = (found[0].evidence, found[0].malformed, found[0].score);
        // All that tie for the first place.
        found
            .into_iter()
            .take_while(|each| (each.evidence, each.malformed, each.score) == best)
            .map(|each| each.text)
            .collect::<Vec<_>>()
    };
    for (text, label) in [
        ("你好世界", "gbk"),
        ("中华人民共和国", "gbk"),
        ("你好，世界", "utf-8"),
        ("安娜·卡列尼娜", "utf-8"),
        ("這是繁體中文的例子", "big5"),
        ("안녕하세요 세계", "euc-kr"),
        ("こんにちは世界", "shift_jis"),
        ("これは日本語の文章です", "euc-jp"),
        ("日本語", "iso-2022-jp"),
        ("Привет мир", "windows-1251"),
        ("Привет мир", "koi8-r"),
        ("café au lait", "windows-1252"),
        ("Übergröße", "windows-1252"),
    ] {
        let found = best(text, label);
        assert!(found.iter().any(|reading| reading == text), "{label}: {text} is not in {found:?}");
        assert!(found.len() <= 5, "{label}: {text}: a tie of {found:?}");
    }
    let ascii = candidates("plain%20text");
    assert_eq!((ascii.len(), ascii[0].evidence), (1, Evidence::AsciiOnly));
    assert_eq!(candidates("").len(), 1);
    // Raw letters of text are not evidence for a charset, but the triplets beside them are.
    let found = candidates("你好%CA%C0%BD%E7");
    assert_eq!((found[0].charset.name(), &*found[0].text), ("gb18030", "你好世界"));
    assert_eq!(candidates("é%41")[0].evidence, Evidence::AsciiOnly);
    assert_eq!(candidates("é%41")[0].text, "éA");
    assert!(candidates("é%1B(B").iter().all(|each| each.evidence != Evidence::Strong));
    assert_eq!(charset::candidates_octets(b"\xC4\xE3%BA%C3")[0].text, "你好");
    // Nothing reads this: every candidate says so, and none is missing.
    let broken = candidates("%FF%FF%80");
    assert!(broken.iter().all(|each| each.charset != Charset::UTF_8 || each.malformed > 0));
}

/// What ISO-2022-JP lacks is named as it is in the text, not as the standard's encoder reports it.
#[test]
fn controls_that_iso_2022_jp_lacks() {
    let jp = charset("iso-2022-jp");
    for control in ['\u{E}', '\u{F}', '\u{1B}'] {
        for (before, after) in [("", ""), ("ab", "c"), ("日本", "語")] {
            let text = format!("{before}{control}{after}");
            let error = charset::encode(&text, jp, rfc3986::SEGMENT).try_to_cow().unwrap_err();
            assert_eq!((error.character(), error.offset()), (control, before.len()), "{text:?}");
            let code = u32::from(control);
            let said = format!("U+{code:04X} at offset {}: ISO-2022-JP does not", before.len());
            assert!(error.to_string().starts_with(&said), "{error}");
            // The standard writes the replacement character's number (section 12.2.2).
            assert!(
                charset::encode(&text, jp, rfc3986::SEGMENT).to_cow().contains("%26%2365533%3B")
            );
        }
    }
}

/// US-ASCII has 128 characters, and nothing else is read or written.
#[test]
fn strict_us_ascii() {
    let ascii = charset("x-us-ascii");
    assert_eq!(ascii.name(), "x-us-ascii");
    assert_eq!(charset("us-ascii").name(), "windows-1252");
    for octet in 0..=0xFF_u8 {
        let triplets = format!("a%{octet:02X}b");
        let read = charset::decode_octets(&triplets, ascii);
        let written = char::from(octet).to_string();
        let back = charset::encode(&written, ascii, rfc3986::UNRESERVED);
        if octet < 0x80 {
            assert_eq!(read.to_str().expect("ASCII"), format!("a{written}b"));
            assert_eq!(
                back.try_to_cow().expect("ASCII"),
                *encode(&written, rfc3986::UNRESERVED).to_string()
            );
        } else {
            let error = read.to_str().unwrap_err();
            assert_eq!((error.kind().name(), error.offset()), ("invalid-charset", 1));
            assert_eq!(read.to_str_lossy().expect("no malformed triplet"), "a\u{FFFD}b");
            assert_eq!(back.try_to_cow().unwrap_err().offset(), 0);
        }
    }
    assert_eq!(
        charset::decode("%80%81é%41", ascii).to_str_lossy().expect("whole"),
        "\u{FFFD}\u{FFFD}éA"
    );
}
