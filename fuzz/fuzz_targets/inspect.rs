//! Findings, tokens, layers and readers, on any bytes and in every tier, against the oracle.
#![no_main]
#![forbid(unsafe_code)]

use libfuzzer_sys::fuzz_target;
use triplet::uri::Component;
use triplet_fuzz::input::Input;
use triplet_fuzz::oracle::codec::{self, DecodeOptions};
use triplet_fuzz::oracle::uri::parts;
use triplet_inspect::{
    Class, Context, Finding, Part, Reading, Rule, TokenKind, Tokens, layers, lint, lint_at_most,
    readers, tokens,
};

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    input.force_tier();
    let number = usize::from(input.byte().wrapping_sub(b'a'));
    let bytes = input.bytes();
    for context in Context::ALL {
        linted(bytes, context, number);
    }
    // The rules without the search for ordinary URLs: a whole URL where a userinfo is expected.
    if bytes.windows(3).any(|three| three == b"://") {
        assert_eq!(lint(bytes, Context::Url), lint(bytes, Context::Userinfo), "{}", told(bytes));
    }
    in_tokens(bytes);
    in_layers(bytes, number % 10);
    read(bytes);
});

fn told(bytes: &[u8]) -> String {
    format!("b\"{}\"", bytes.escape_ascii())
}

/// Whether a span begins and ends between characters. What is not text has no characters.
fn is_between_characters(bytes: &[u8], start: usize, end: usize) -> bool {
    str::from_utf8(bytes)
        .map_or(true, |text| text.is_char_boundary(start) && text.is_char_boundary(end))
}

fn linted(bytes: &[u8], context: Context, cap: usize) {
    let all = lint_at_most(bytes, context, usize::MAX);
    let what = || format!("{} as {context:?}: {all:?}", told(bytes));
    assert!(!all.is_capped());
    for finding in all.iter() {
        let span = finding.span();
        assert!(span.start < span.end && span.end <= bytes.len(), "{finding:?}: {}", what());
        assert!(is_between_characters(bytes, span.start, span.end), "{finding:?}: {}", what());
    }
    let place = |finding: &Finding| (finding.span().start, finding.rule());
    assert!(all.is_sorted_by_key(place), "{}", what());
    assert_eq!(all.worst(), all.iter().map(Finding::severity).max());

    let usual = lint(bytes, context);
    assert_eq!(usual.len(), all.len().min(1000), "{}", what());
    assert_eq!(usual.is_capped(), all.len() > 1000, "{}", what());
    if !usual.is_capped() {
        assert_eq!(usual, all);
    }
    let some = lint_at_most(bytes, context, cap);
    assert_eq!(some.len(), all.len().min(cap), "{}", what());
    assert_eq!(some.is_capped(), all.len() > cap, "{}", what());
    let mut rest = all.iter();
    assert!(some.iter().all(|one| rest.any(|other| other == one)), "{some:?}: {}", what());

    // Each malformed `%` is found, or is in what is wrong as a whole (a port, an address); and nothing else is. So is each NUL, raw
    // or encoded once.
    let is_malformed = |at: usize| bytes[at] == b'%' && octet(&bytes[at..]).is_none();
    let is_nul = |at: usize| bytes[at] == 0 || octet(&bytes[at..]) == Some(0);
    let malformed = starts(&all, |rule| matches!(rule, Rule::MalformedEscape | Rule::PercentU));
    let nul = starts(&all, |rule| rule == Rule::NulByte);
    for at in 0..bytes.len() {
        let is_found = all.iter().any(|finding| finding.span().contains(&at));
        for (found, is_wanted) in [(&malformed, is_malformed(at)), (&nul, is_nul(at))] {
            let count = found.iter().filter(|&&start| start == at).count();
            assert!(count == usize::from(is_wanted) || is_wanted && is_found, "{at}: {}", what());
        }
    }
}

/// Where the findings of some rules begin that are there before the second decoding.
fn starts(findings: &[Finding], is_wanted: impl Fn(Rule) -> bool) -> Vec<usize> {
    let wanted = findings.iter().filter(|finding| finding.layer() < 2 && is_wanted(finding.rule()));
    wanted.map(|finding| finding.span().start).collect()
}

/// The octet of the triplet at the front.
fn octet(bytes: &[u8]) -> Option<u8> {
    let digit = |at: usize| char::from(*bytes.get(at)?).to_digit(16);
    let octet = (bytes.first() == Some(&b'%'))
        .then_some(())
        .and_then(|()| Some(digit(1)? * 16 + digit(2)?))?;
    u8::try_from(octet).ok()
}

fn in_tokens(bytes: &[u8]) {
    let all = tokens(bytes);
    assert!(Tokens::of(bytes).eq(all.iter().copied()), "{}", told(bytes));
    let what = || format!("{}: {all:?}", told(bytes));
    let mut end = 0;
    for token in &all {
        let span = token.span();
        assert!(span.start == end && span.start < span.end, "{token:?}: {}", what());
        assert!(is_between_characters(bytes, span.start, span.end), "{token:?}: {}", what());
        end = span.end;
        let piece = &bytes[span];
        let is_lower = || piece.iter().any(u8::is_ascii_lowercase);
        match token.kind() {
            TokenKind::Raw(class) => {
                assert!(piece.iter().all(|&byte| Class::of(byte) == class), "{token:?}");
                assert!(!piece.contains(&b'%'), "{token:?}: {}", what());
            }
            TokenKind::Character { scalar, needless, lowercase } => {
                let octets: Option<Vec<u8>> = piece.chunks(3).map(octet).collect();
                assert_eq!(octets, Some(scalar.to_string().into_bytes()), "{token:?}: {}", what());
                let is_unreserved = scalar.is_ascii_alphanumeric() || "-._~".contains(scalar);
                assert_eq!((needless, lowercase), (is_unreserved, is_lower()), "{token:?}");
            }
            TokenKind::Octet { octet: found, lowercase } => {
                assert_eq!((octet(piece), piece.len()), (Some(found), 3), "{token:?}: {}", what());
                assert!(!found.is_ascii());
                assert_eq!(lowercase, is_lower(), "{token:?}");
            }
            TokenKind::Malformed { wrong } => {
                assert_eq!(piece[0], b'%', "{token:?}: {}", what());
                let start = token.span().start;
                // What is after a component is never a hexadecimal digit.
                assert_eq!(octet(&bytes[start..]), None, "{token:?}: {}", what());
                if let Some(wrong) = wrong {
                    let mut after = bytes[start + 1..].iter();
                    assert_eq!(after.find(|byte| !byte.is_ascii_hexdigit()), Some(&wrong));
                }
            }
            other => panic!("a kind that the target does not know: {other:?}"),
        }
    }
    assert_eq!(end, bytes.len(), "{}", what());
    let Ok(text) = str::from_utf8(bytes) else { return };
    for (component, expected) in Component::ALL.into_iter().zip(parts(text)) {
        let of = all.iter().filter(|token| token.part() == Part::Component(component));
        let found: String = of.map(|token| &text[token.span()]).collect();
        assert_eq!(found, expected.unwrap_or_default(), "{component:?} of {text:?}");
    }
}

fn in_layers(bytes: &[u8], max: usize) {
    let lenient = DecodeOptions { lenient: true, ..DecodeOptions::default() };
    let mut texts = Vec::new();
    let mut text = bytes.to_vec();
    let is_limited = loop {
        let next = codec::decode(&text, lenient).expect("lenient decoding has no error");
        if next == text {
            break false;
        }
        if texts.len() == max {
            break true;
        }
        text.clone_from(&next);
        texts.push(next);
    };
    let found = layers(bytes, max);
    assert_eq!(found.count(), texts.len(), "{}", told(bytes));
    assert_eq!(found.is_limited(), is_limited, "{}", told(bytes));
    assert_eq!(found.fixpoint(), (!is_limited).then_some(&*text), "{}", told(bytes));
    assert!(found.texts().eq(texts), "{}", told(bytes));
}

fn read(bytes: &[u8]) {
    let options = |plus| DecodeOptions { plus, lenient: true, ..DecodeOptions::default() };
    let is_text = str::from_utf8(bytes).is_ok();
    let octets = |plus| codec::decode(bytes, options(plus)).expect("lenient");
    let lossy = |plus| match is_text {
        true => Reading::Text(codec::decode_lossy(bytes, options(plus)).expect("lenient")),
        false => Reading::Refused,
    };
    let strict = |plus| {
        let strict = DecodeOptions { plus, ..DecodeOptions::default() };
        codec::decode(bytes, strict).map_or(Reading::Refused, Reading::Bytes)
    };
    for (reader, found) in readers(bytes) {
        let name = reader.name();
        let expected = match name {
            "WHATWG percent-decode"
            | "PHP rawurldecode"
            | "Perl uri_unescape"
            | "curl_easy_unescape" => Reading::Bytes(octets(false)),
            "PHP urldecode" => Reading::Bytes(octets(true)),
            "WHATWG form" | "Python unquote_plus" | ".NET WebUtility.UrlDecode" => lossy(true),
            "Python unquote" => lossy(false),
            "Go QueryUnescape" => strict(true),
            "Go PathUnescape" => strict(false),
            "ECMAScript decodeURIComponent" => {
                let text = codec::decode_text(bytes, DecodeOptions::default());
                text.ok().filter(|_| is_text).map_or(Reading::Refused, Reading::Text)
            }
            // The oracle has no model of these: they are compared with the real decoders elsewhere.
            "Java URLDecoder" | "nginx path" | ".NET UnescapeDataString" => continue,
            other => panic!("a reader that the target does not know: {other}"),
        };
        assert_eq!(found, expected, "{name} of {}", told(bytes));
    }
}
