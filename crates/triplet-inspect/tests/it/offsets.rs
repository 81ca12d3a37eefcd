//! The spans of findings and tokens of text begin and end at characters, so that a caret and a slice can stand there.

use proptest::prelude::*;
use triplet_inspect::{Context, lint, tokens};

/// Texts with characters of every width, and pieces that rules and tokens have a meaning for, or almost have.
fn text() -> impl Strategy<Value = String> {
    #[rustfmt::skip]
    const PIECES: &[&str] = &[
        "é", "你", "😀", "\u{202E}", "\u{200B}", "e\u{301}", "а", "ａ", "\u{E000}", "\u{FFFD}", "\u{85}", "。", "①",
        "%", "%4", "%é", "%4é", "%zz", "%41", "%C3", "%A9", "%c3%a9", "%E4%BD", "%ED%A0%80", "%u00e9", "%u00é", "%uD83D", "%00",
        "http:", "HTTP://", "//", "\\", "/", "/../", "?", "#", "&", "=", "@", ":", ":80", "[", "]", "[::1%25é]", "urn:é:", "data:,",
        "a", "b", " ", "\n", "<", "{", "}", "xn--é", "é.é", "é.com", "..", "+", ";", "\"", "q=", "url=http:é",
    ];
    let piece = (0..PIECES.len()).prop_map(|i| PIECES[i]);
    proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn of_findings_and_tokens(text in text()) {
        for context in Context::ALL {
            for finding in lint(text.as_bytes(), context).iter() {
                let span = finding.span();
                assert!(text.get(span.clone()).is_some(), "{} at {span:?} of {text:?}", finding.rule().name());
            }
        }
        for token in tokens(text.as_bytes()) {
            assert!(text.get(token.span()).is_some(), "a token at {:?} of {text:?}", token.span());
        }
    }
}
