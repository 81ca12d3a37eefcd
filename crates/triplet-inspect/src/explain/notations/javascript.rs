//! `javascript:` URLs (HTML standard, section 7.4.2.3.2): the rest is a program, whose triplets a browser decodes as UTF-8.
#![forbid(unsafe_code)]

use super::super::form::has_triplet;
use super::super::node::Kind;
use super::super::recognized::{Inner, Part, Place, Reading, Recognized};

const SCHEME: &str = "javascript:";

pub(crate) fn recognize(text: &str, _: Place) -> Option<Recognized> {
    let scheme = text.get(..SCHEME.len())?;
    if !scheme.eq_ignore_ascii_case(SCHEME) || !is_program(&text[SCHEME.len()..]) {
        return None;
    }
    Recognized::certain(Inner::Parts(
        [
            Part::new(Kind::Scheme, 0..SCHEME.len() - 1, Reading::AsWritten),
            Part::new(Kind::Program, SCHEME.len()..text.len(), Reading::Decode),
        ]
        .into(),
    ))
}

/// Whether a text is a program and not words: *JavaScript: The Good Parts (2008)*.
fn is_program(text: &str) -> bool {
    let program = text.trim_start();
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_$.".contains(c);
    let after = program.trim_start_matches(is_name);
    let is_call = after.len() < program.len() && after.starts_with(['(', '=', '[', '+', ';']);
    let is_code = program.starts_with(['(', '{', '[', '"', '\'', '`', '!', '/', '%', ';'])
        || ["var ", "let ", "const ", "void ", "function", "return ", "if(", "if (", "try"]
            .iter()
            .any(|word| program.starts_with(word));
    is_call || is_code || (program.len() == text.len() && has_triplet(text))
}

#[cfg(test)]
mod tests {
    use super::super::super::node::Kind;
    use super::super::says;
    use crate::explain;

    #[test]
    fn what_is_a_program_and_what_is_not() {
        for text in [
            "javascript:alert(1)",
            "JavaScript:void(0)",
            "javascript: void 0",
            "javascript:(function(){})()",
            "javascript:alert%28%22a%22%29",
            "javascript:location.href='/x'",
        ] {
            assert_eq!(says(Kind::Javascript, text), alloc::format!("is {text}"));
        }
        for text in [
            "JavaScript: The Good Parts (2008)",
            "javascript:",
            "javascript: tips and tricks",
            "javascript:es6",
            "JavaScript is = to nothing",
        ] {
            assert_eq!(says(Kind::Javascript, text), "is not", "{text}");
        }
    }

    #[test]
    fn the_program_is_decoded_once() {
        let link = explain("javascript:alert(%22a%2525+1%22)");
        assert_eq!(link.root().child(Kind::Program).unwrap().read(), "alert(\"a%25+1\")");
    }
}
