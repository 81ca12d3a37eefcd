//! Texts with addresses in them: logs, mails, CSV, Markdown.
#![forbid(unsafe_code)]

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::ops::Range;

use super::form::{has_pairs, has_triplet};
use super::node::Kind;
use super::recognized::{Inner, MAX_PARTS, Part, Place, Reading, Recognized};

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
    for (start, is_path) in starts(&text[line.clone()]) {
        let start = line.start + start;
        if start < at || found.len() == MAX_PARTS {
            continue;
        }
        let before = text[line.start..start].chars().next_back();
        let end = start + length(&text[start..line.end], before, is_path);
        if end > start + 3 {
            found.push(start..end);
        }
        at = end;
    }
}

/// Where addresses may begin, in order, and whether each is the path of a request.
fn starts(text: &str) -> Vec<(usize, bool)> {
    let begins_word =
        |at: usize| !text[..at].ends_with(|c: char| c.is_alphanumeric() || "./@-_=%".contains(c));
    let word = |word: &'static str| {
        let found = text.match_indices(word).map(|(at, _)| at).filter(move |&at| begins_word(at));
        found.filter(move |at| text[at + word.len()..].starts_with(char::is_alphanumeric))
    };
    let urls = text.match_indices("://").filter_map(|(at, _)| {
        let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        let before = &text.as_bytes()[..at];
        let length = before.iter().rev().take(32).take_while(|byte| is_scheme(byte)).count();
        let scheme = &text[at - length..at];
        // What stands before a scheme without a space, such as a number, is not part of it.
        let skipped = scheme.find(|c: char| c.is_ascii_alphabetic())?;
        (length - skipped > 1).then_some(at - length + skipped)
    });
    let requests = text.match_indices(" /").filter_map(|(at, _)| {
        let method = METHODS.iter().find_map(|method| text[..at].strip_suffix(method))?;
        (!method.ends_with(char::is_alphanumeric)).then_some(at + 1)
    });
    let links = urls.chain(word("www.")).chain(word("mailto:"));
    // Of all ways to sort, this one is the least code, which counts in the module of the page.
    let starts: BinaryHeap<_> =
        links.map(|at| (at, false)).chain(requests.map(|at| (at, true))).collect();
    starts.into_sorted_vec()
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
