//! How many times a text is encoded, and how known decoders read it.

use proptest::prelude::*;
use triplet_inspect::{Context, Reader, Reading, Rule, layers, lint, readers, tokens};

#[test]
fn layers_fail_closed() {
    let text = b"%252525";
    assert!(layers(text, 3).texts().eq([&b"%2525"[..], b"%25", b"%"]));
    assert!(!layers(text, 3).is_limited());
    let limited = layers(text, 2);
    assert!(limited.is_limited() && limited.fixpoint().is_none() && limited.count() == 2);
    assert!(limited.texts().eq([&b"%2525"[..], b"%25"]));
    assert_eq!(layers(b"plain", 0).fixpoint(), Some(&b"plain"[..]));
    assert!(layers(b"%41", 0).is_limited());
}

/// Each triplet replaced by its octet (RFC 3986 section 2.1), and everything else kept. No code of the library is used.
fn decoded_once(input: &[u8]) -> Vec<u8> {
    let digit = |at: usize| match input.get(at)? {
        byte @ b'0'..=b'9' => Some(byte - b'0'),
        byte @ b'a'..=b'f' => Some(byte - b'a' + 10),
        byte @ b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    };
    let (mut out, mut at) = (Vec::new(), 0);
    while at < input.len() {
        let octet = match (input[at], digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => Some(16 * high + low),
            _ => None,
        };
        out.push(octet.unwrap_or(input[at]));
        at += if octet.is_some() { 3 } else { 1 };
    }
    out
}

/// Decodes again and again, as `layers` is defined: all texts, and whether the limit came first.
fn decoded_again_and_again(input: &[u8], max: usize) -> (Vec<Vec<u8>>, bool) {
    let mut texts: Vec<Vec<u8>> = Vec::new();
    loop {
        let last = texts.last().map_or(input, Vec::as_slice);
        let next = decoded_once(last);
        if next == last {
            return (texts, false);
        }
        if texts.len() == max {
            return (texts, true);
        }
        texts.push(next);
    }
}

#[track_caller]
fn same_layers(input: &[u8], max: usize) {
    let found = layers(input, max);
    let (texts, limited) = decoded_again_and_again(input, max);
    let shown = input.escape_ascii();
    assert_eq!((found.count(), found.is_limited()), (texts.len(), limited), "{shown} at {max}");
    let last = texts.last().map_or(input, Vec::as_slice);
    assert_eq!(found.fixpoint(), (!limited).then_some(last), "{shown} at {max}");
    assert!(found.texts().eq(texts), "{shown} at {max}");
}

/// All texts of these bytes: triplets within triplets in every order.
#[test]
fn layers_of_all_short_texts() {
    let bytes = b"%235\xC3";
    for length in 0..=8 {
        for number in 0..bytes.len().pow(length) {
            let digit = |place| bytes[number / bytes.len().pow(place) % bytes.len()];
            let text: Vec<u8> = (0..length).map(digit).collect();
            same_layers(&text, 9);
        }
    }
    for max in 0..6 {
        for text in ["%%32%35", "%2%35", "%2%325", "%%32535", "%%%33%32%%33535", "%25%2525%252525"]
        {
            same_layers(text.as_bytes(), max);
        }
    }
}

#[test]
fn layers_are_linear_whatever_the_maximum() {
    // Half a million layers: decoded one by one, they would take hours.
    let text = format!("%{}41", "25".repeat(500_000));
    let found = layers(text.as_bytes(), 1_000_000);
    assert_eq!((found.count(), found.fixpoint()), (500_001, Some(&b"A"[..])));
    assert!(layers(text.as_bytes(), 500_000).is_limited());
    // What never becomes a triplet.
    for piece in ["%", "%2", "%%25", "%4%", "%25z"] {
        let text = piece.repeat(1_000_000 / piece.len());
        assert!(!layers(text.as_bytes(), 1_000_000).is_limited());
    }
}

#[test]
fn readers_disagree_as_they_do() {
    let read = |name: &str, text: &[u8]| {
        let (_, reading) = readers(text).find(|(reader, _)| reader.name() == name).expect(name);
        reading
    };
    let text = |text: &str| Reading::Text(text.into());
    let bytes = |bytes: &[u8]| Reading::Bytes(bytes.to_vec());
    assert_eq!(read("ECMAScript decodeURIComponent", b"%C3%A9+"), text("é+"));
    for wrong in [&b"%"[..], b"%zz", b"%FF", b"%C0%AF", b"%ED%A0%80"] {
        assert_eq!(read("ECMAScript decodeURIComponent", wrong), Reading::Refused);
    }
    assert_eq!(read("Java URLDecoder", b"%+1a+"), text("\u{1}a "));
    for (java, reads) in [
        ("%-0", "\0"),
        ("%+f%+F", "\u{F}\u{F}"),
        ("%４F%Ｆa", "O\u{FFFD}"),
        ("%４１", "A"),
        ("%4１", "A"),
        ("%Ａf%ｆＦ", "\u{FFFD}\u{FFFD}"),
        ("%Ｃ３%ａ９é", "éé"),
        ("%٤۱", "A"),
        ("%+１%-٠", "\u{1}\0"),
        // Half of a surrogate pair is one error, whole or cut, and none of its octets belongs to the next.
        ("%ED%A0%80", "\u{FFFD}"),
        ("%ED%BF%BF%ED%A0", "\u{FFFD}\u{FFFD}"),
        ("%ED%A0a%80", "\u{FFFD}a\u{FFFD}"),
        ("%EDa%A0", "\u{FFFD}a\u{FFFD}"),
        ("%ED%A0%80%80", "\u{FFFD}\u{FFFD}"),
        ("%ED%A0%ED%9F%BF%80", "\u{FFFD}\u{D7FF}\u{FFFD}"),
        ("%ED%FF%80", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ] {
        assert_eq!(read("Java URLDecoder", java.as_bytes()), text(reads), "{java}");
    }
    for java in [
        "%",
        "%1",
        "%-1",
        "%+",
        "%++",
        "%1+",
        "%Ｇ0",
        "%g0",
        "%G0",
        "%`0",
        "%@0",
        "%1:",
        "%:1",
        "%٪1",
        "%²1",
        "%𝟜𝟙",
        "%４",
        "%4𝟙",
    ] {
        assert_eq!(read("Java URLDecoder", java.as_bytes()), Reading::Refused, "{java}");
    }
    assert_eq!(read("WHATWG form", b"%ED%A0%80"), text("\u{FFFD}\u{FFFD}\u{FFFD}"));
    assert_eq!(read("Python unquote", "%C3é%A9".as_bytes()), text("\u{FFFD}é\u{FFFD}"));
    assert_eq!(read("PHP urldecode", b"a+%zz%FF"), bytes(b"a %zz\xFF"));
    assert_eq!(read("Perl uri_unescape", b"a+%zz%FF"), bytes(b"a+%zz\xFF"));
    for refused in [&b"/%00"[..], b"/%zz", b"/ ", b"/\x7F", b"/?\x01"] {
        assert_eq!(read("nginx path", refused), Reading::Refused, "{}", refused.escape_ascii());
    }
    assert_eq!(read("nginx path", b"/a%2F+%3F%FF\xFF?b%"), bytes(b"/a/+?\xFF\xFF"));
    assert_eq!(read("nginx path", b"/a#b"), bytes(b"/a"));
    assert_eq!(read(".NET UnescapeDataString", b"%C3%A9%FF%41"), text("é%FFA"));
    assert_eq!(readers(b"").count(), Reader::ALL.len());
}

/// A list of hosts in which one is missing: the comma beside it is marked, as there is nothing else to see.
#[test]
fn a_host_that_is_missing_in_a_list() {
    for (text, comma) in [("//,", vec![2]), ("db://a,,b/x", vec![7]), ("db://u@a:1,/x", vec![10])] {
        let findings = lint(text.as_bytes(), Context::Url);
        let missing = findings.iter().filter(|finding| finding.rule() == Rule::EmptyHost);
        let spans: Vec<_> = missing.map(|finding| finding.span()).collect();
        let wanted: Vec<_> = comma.iter().map(|&at| at..at + 1).collect();
        assert_eq!(spans, wanted, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn any_bytes_get_an_answer(text in proptest::collection::vec(prop_oneof![any::<u8>(), proptest::sample::select(&b"%%%2525cC3eE0F/\\.;:@?#&=+[]-xn"[..])], 0..60)) {
        for context in Context::ALL {
            for finding in lint(&text, context).iter() {
                let span = finding.span();
                prop_assert!(span.start < span.end && span.end <= text.len(), "{:?}", finding);
            }
        }
        // Tokens are the whole text.
        let mut at = 0;
        for token in tokens(&text) {
            prop_assert_eq!(token.span().start, at);
            prop_assert!(token.span().end > at);
            at = token.span().end;
        }
        prop_assert_eq!(at, text.len());
        for (reader, reading) in readers(&text) {
            if let (Reading::Text(_), Err(_)) = (&reading, std::str::from_utf8(&text)) {
                prop_assert!(false, "{} gives text for bytes that are none", reader.name());
            }
        }
    }

    #[test]
    fn layers_are_decodings(text in "(%|25|2|5|4|1|a|%41|%25){0,16}", max in 0..6usize) {
        same_layers(text.as_bytes(), max);
        same_layers(text.as_bytes(), 30);
    }

    /// Texts of many layers: bytes of a text become triplets, again and again, each or not.
    #[test]
    fn layers_within_layers(
        text in proptest::collection::vec(proptest::sample::select(&b"%2541zC\xE9"[..]), 0..6),
        rounds in proptest::collection::vec(any::<u64>(), 0..6),
        max in 0..8usize,
    ) {
        let mut text = text;
        for round in rounds {
            let encoded = |(at, byte): (usize, &u8)| match round.rotate_left(at as u32 * 7) & 3 {
                0 => format!("%{byte:02X}").into_bytes(),
                1 if text.len() < 200 => format!("%{byte:02x}").into_bytes(),
                _ => vec![*byte],
            };
            text = text.iter().enumerate().flat_map(encoded).collect();
        }
        same_layers(&text, max);
        same_layers(&text, 100);
    }
}
