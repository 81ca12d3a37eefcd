//! Texts with addresses in them: logs, mails, CSV, Markdown.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Range;

use super::form::{has_pairs, has_triplet};
use super::node::Kind;
use super::recognizers::{Inner, Part, Place, Reading, Recognized};

/// The methods of the requests in logs (RFC 9110 section 9.3).
const METHODS: [&str; 9] =
    ["GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE"];

pub(super) fn recognize(text: &str, place: Place) -> Option<Recognized> {
    if place == Place::Value && !text.contains(char::is_whitespace) {
        return None;
    }
    let found = addresses(text);
    let is_whole = found.len() == 1 && found[0] == (0..text.len());
    if found.is_empty() || is_whole {
        return None;
    }
    let part = |span| Part::new(Kind::Url, span, Reading::Explain);
    Recognized::certain(Inner::Parts(found.into_iter().map(part).collect()))
}

/// Where the addresses of a text are, in order.
fn addresses(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        find_in_line(text, line_start..line_start + line.len(), &mut found);
        line_start += line.len();
    }
    found
}

fn find_in_line(text: &str, line: Range<usize>, found: &mut Vec<Range<usize>>) {
    let trimmed = text[line.clone()].trim();
    // A line that is a form or a reference as a whole.
    let start = line.start + (text[line.clone()].len() - text[line.clone()].trim_start().len());
    let is_alone = trimmed.len() < text.len()
        && !trimmed.contains(char::is_whitespace)
        && ((trimmed.starts_with('/') && has_triplet(trimmed))
            || (has_pairs(trimmed) && has_triplet(trimmed)));
    if is_alone && !trimmed.contains("://") {
        found.push(start..start + trimmed.len());
        return;
    }
    let mut at = line.start;
    while at < line.end {
        let rest = &text[at..line.end];
        let Some((start, is_path)) = next_start(rest) else { return };
        let start = at + start;
        let before = text[line.start..start].chars().next_back();
        let end = start + length(&text[start..line.end], before, is_path);
        if end > start + 3 {
            found.push(start..end);
        }
        at = end.max(start + 1);
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
}

/// Where the next address begins, and whether it is the path of a request.
fn next_start(text: &str) -> Option<(usize, bool)> {
    let authority = text.match_indices("://").find_map(|(at, _)| {
        let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        let length =
            text.as_bytes()[..at].iter().rev().take(32).take_while(|byte| is_scheme(byte)).count();
        let scheme = &text[at - length..at];
        // What stands before a scheme without a space, such as a number, is not part of it.
        let skipped = scheme.find(|c: char| c.is_ascii_alphabetic())?;
        (length - skipped > 1).then_some(at - length + skipped)
    });
    let starts =
        |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric() || "./@-_=%".contains(c));
    let word = |word: &str| text.match_indices(word).map(|(at, _)| at).find(|&at| starts(at));
    let www = word("www.").filter(|&at| text[at + 4..].starts_with(|c: char| c.is_alphanumeric()));
    let mailto =
        word("mailto:").filter(|&at| text[at + 7..].starts_with(|c: char| c.is_alphanumeric()));
    let request = request(text);
    let links = [authority, www, mailto].into_iter().flatten().map(|at| (at, false));
    links.chain(request.map(|at| (at, true))).min()
}

/// Where the path of the first request begins: `GET /path`.
fn request(text: &str) -> Option<usize> {
    text.match_indices(" /").find_map(|(at, _)| {
        let before = &text[..at];
        let is_method = METHODS.iter().any(|method| {
            before
                .strip_suffix(method)
                .is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric()))
        });
        is_method.then_some(at + 1)
    })
}

/// The length of the address with which a text begins. `before` is the character before it.
fn length(text: &str, before: Option<char>, is_path: bool) -> usize {
    let closing = match before {
        Some('(') => Some(')'),
        Some('[') => Some(']'),
        Some('{') => Some('}'),
        Some('\'') => Some('\''),
        Some(field @ (',' | ';' | '|')) => Some(field),
        _ => None,
    };
    let mut depth = 0_usize;
    let mut end = text.len();
    for (at, c) in text.char_indices() {
        let is_end = c.is_whitespace()
            || c.is_control()
            || "<>\"`".contains(c)
            || "，。；！？）」』】》、".contains(c);
        if is_end || (Some(c) == closing && depth == 0) {
            end = at;
            break;
        }
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                // The text may have opened it, as in Markdown.
                if depth == 0
                    && !is_path
                    && (before != Some('[') || c == ']')
                    && matches!(c, ')' | '}')
                {
                    end = at;
                    break;
                }
                depth = depth.saturating_sub(1);
            }
            // The next field of CSV, or of a list.
            ',' | ';' | '|' if at > 0 && begins_address(&text[at + 1..]) => {
                end = at;
                break;
            }
            _ => {}
        }
    }
    text[..end].trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '"', '*', '_']).len()
}

fn begins_address(text: &str) -> bool {
    let text = text.trim_start_matches(['"', ' ']);
    text.starts_with("http://") || text.starts_with("https://") || text.starts_with("www.")
}
