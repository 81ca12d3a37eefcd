//! Texts with addresses in them: logs, mails, CSV, Markdown.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Range;

use triplet::decode;

#[cfg(feature = "all-notations")]
use super::arithmetic::is_arithmetic;
use super::find::find;
use super::form::{self, has_pairs, has_triplet};
#[cfg(feature = "all-notations")]
use super::formats::has_pattern;
#[cfg(feature = "all-notations")]
use super::markup::reference_len;
use super::node::Kind;
use super::notations::header;
#[cfg(feature = "all-notations")]
use super::notations::{doubled, ed2k};
use super::pieces::with_pieces;
use super::recognized::{Inner, MAX_PARTS, Part, Place, Reading, Recognized, span_of};
use super::reference::{self, ENDS_AFTER_ASCII};

/// The methods of the requests in logs (RFC 9110 section 9.3).
const METHODS: [&str; 9] =
    ["GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE"];

/// Header fields whose value is a reference, or the path of one: of HTTP, of HTTP/2, of proxies, WebDAV and S3.
const FIELDS: [&str; 10] = [
    "location",
    "content-location",
    "referer",
    "destination",
    ":path",
    "x-original-url",
    "x-rewrite-url",
    "x-forwarded-uri",
    "x-amz-copy-source",
    "x-accel-redirect",
];

pub(super) fn recognize(text: &str, place: Place) -> Option<Recognized> {
    if place == Place::Value && !text.contains(char::is_whitespace) || is_in_query(text) {
        return None;
    }
    let mut found = addresses(text);
    if cfg!(feature = "all-notations")
        && found.is_empty()
        && place == Place::Whole
        && form::recognize(text, place).is_none()
    {
        found = targets(text);
    }
    let is_whole = found.len() == 1 && found[0] == (0..text.len());
    if found.is_empty() || is_whole {
        return None;
    }
    // A link with raw spaces looks like one with words after it.
    let is_one = cfg!(feature = "all-notations") && found.len() == 1 && found[0].start == 0;
    let rest = &text[found[0].end..];
    let may_have_more = is_one
        && rest.starts_with(' ')
        && rest.len() <= 64
        && !rest.contains(['\n', '\t'])
        && find(&text[..found[0].end], "://").is_some_and(|at| text[at + 3..].contains('/'));
    let detail = may_have_more.then(|| "without what follows the first space".into());
    let part = |span: Range<usize>| {
        #[cfg(feature = "all-notations")]
        if !text[span.clone()].starts_with(['/', '?'])
            && reference_len(&text[..span.start], &text[span.start..]) == Some(span.len())
        {
            let parts = reference::parts(&text[span.clone()]);
            return Part::new(Kind::Reference, span, Reading::Pair(parts));
        }
        #[cfg(feature = "all-notations")]
        if let Some(length) = doubled::length(&text[..span.start], &text[span.start..])
            && length == span.len()
        {
            let read = doubled::read(&text[span.clone()]);
            let reading = Reading::Text { read, named: None, octets: None };
            return Part::new(Kind::Quoted, span, reading);
        }
        // Among words it is an address for certain.
        #[cfg(feature = "all-notations")]
        if let Some(found) = reference::www(&text[span.clone()], Place::Whole)
            && let Inner::Parts(parts) = found.inner
        {
            let part = Part::new(Kind::Url, span, Reading::Pair(parts));
            return Part { detail: found.detail, ..part };
        }
        Part::new(Kind::Url, span, Reading::Explain)
    };
    let found = Recognized::certain(Inner::Parts(found.into_iter().map(part).collect()))?;
    Some(Recognized { detail, ..found })
}

/// Where the addresses of a text are, in order.
fn addresses(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        find_in_line(text, line_start..line_start + line.len(), &mut found);
        line_start += line.len();
    }
    if cfg!(feature = "all-notations") && !found.is_empty() {
        return with_pieces(text, &found);
    }
    #[cfg(feature = "all-notations")]
    if text.contains('%') && has_pattern(text) {
        // Beside a format or a pattern, words with triplets and UTF-8 outside ASCII are encoded by themselves.
        let is_encoded = |span: &Range<usize>| {
            let piece = &text[span.clone()];
            let read = decode(piece).lenient().to_str();
            read.is_ok_and(|read| !piece.starts_with('%') || !read.is_ascii())
        };
        found = with_pieces(text, &found);
        found.retain(is_encoded);
    }
    found
}

/// The paths with triplets and the forms of a text that has no other address, such as a line of a log, a row of CSV or JSON: all its encoded
/// pieces, if one of them is to be split before it is decoded, or if its lines are in several charsets.
fn targets(text: &str) -> Vec<Range<usize>> {
    if !text.contains('%') {
        return Vec::new();
    }
    #[cfg(feature = "all-notations")]
    if is_arithmetic(text) {
        return Vec::new();
    }
    if cfg!(feature = "all-notations")
        && let Some(found) = signed_request(text)
    {
        return found.into();
    }
    let found = with_pieces(text, &[]);
    let is_target = |span: &Range<usize>| {
        let piece = &text[span.clone()];
        let is_part = found.len() > 1 || text.trim() != piece;
        piece.starts_with('/') && is_part
            || piece.contains('&') && has_pairs(piece)
            || piece.contains('?') && is_part && is_reference(piece)
    };
    if found.iter().any(is_target) || found.len() > 1 && has_several_charsets(text, &found) {
        return found;
    }
    Vec::new()
}

/// Whether a word with a query is a reference that has no two slashes: without its scheme, or of a scheme that has no host.
fn is_reference(word: &str) -> bool {
    [reference::url, reference::relative].iter().any(|each| each(word, Place::Whole).is_some())
}

/// The address and the parameters of a request that OAuth signs: between `&`, each encoded as a whole (RFC 5849 section 3.4.1).
fn signed_request(text: &str) -> Option<[Range<usize>; 2]> {
    let (method, rest) = text.split_once('&')?;
    let (address, parameters) = rest.split_once('&')?;
    let is_encoded = |text: &str| {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~%".contains(&byte);
        text.bytes().all(is_part) && has_triplet(text)
    };
    let is_one = METHODS.contains(&method)
        && is_encoded(address)
        && is_encoded(parameters)
        && find(&address.to_ascii_lowercase(), "%3a%2f%2f").is_some();
    is_one.then(|| [span_of(text, address), span_of(text, parameters)])
}

/// Whether each piece of a text is a line, and the lines are in several charsets: one is UTF-8 for certain, and another one is not UTF-8.
fn has_several_charsets(text: &str, pieces: &[Range<usize>]) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    if lines.count() != pieces.len() {
        return false;
    }
    let (mut utf8, mut others) = (false, false);
    for piece in pieces {
        match decode(&text[piece.clone()]).lenient().to_str() {
            Ok(read) => utf8 |= read.chars().any(|c| c.len_utf8() > 2),
            Err(_) => others = true,
        }
    }
    utf8 && others
}

/// Whether the first address in a text is part of the query of a reference: `/?x=${jndi:ldap://a.example/}`.
fn is_in_query(text: &str) -> bool {
    let before = |end: usize| find(&text[..end], "://").is_none();
    let query = text.find('?').filter(|&at| text.starts_with('/') && before(at));
    query.is_some_and(|at| {
        let query = &text[at + 1..];
        has_pairs(query)
            || cfg!(feature = "all-notations")
                && !query.contains(char::is_whitespace)
                && find(query, "://").is_some()
    })
}

fn find_in_line(text: &str, line: Range<usize>, found: &mut Vec<Range<usize>>) {
    let trimmed = text[line.clone()].trim();
    // A line that is a form or a reference as a whole.
    let start = line.start + (text[line.clone()].len() - text[line.clone()].trim_start().len());
    let is_alone = trimmed.len() < text.len()
        && !trimmed.contains(char::is_whitespace)
        && ((trimmed.starts_with('/') && has_triplet(trimmed))
            || (has_pairs(trimmed) && has_triplet(trimmed)));
    if is_alone && find(trimmed, "://").is_none() {
        found.push(start..start + trimmed.len());
        return;
    }
    if cfg!(feature = "all-notations")
        && let Some(value) = path_of_field(trimmed)
    {
        let end = value.find(char::is_whitespace).unwrap_or(value.len());
        let start = start + (trimmed.len() - value.len());
        found.push(start..start + end);
        return;
    }
    if cfg!(feature = "all-notations") && extended_parameters(trimmed).next().is_some() {
        let at = |span: Range<usize>| start + span.start..start + span.end;
        found.extend(extended_parameters(trimmed).map(at));
        return;
    }
    let mut at = line.start;
    for (start, is_path) in starts(&text[line.clone()]) {
        let start = line.start + start;
        if start < at || found.len() == MAX_PARTS {
            continue;
        }
        let before = &text[line.start..start];
        let rest = &text[start..line.end];
        let end =
            start + target_len(rest, is_path).unwrap_or_else(|| length(rest, before, is_path));
        if end > start + 3 {
            found.push(start..end);
        }
        at = end;
    }
}

/// The parameters of a header field that have their charset with them (RFC 8187), or that are in sections (RFC 2231). Other fields than
/// `Content-Disposition` have other things too.
fn extended_parameters(line: &str) -> impl Iterator<Item = Range<usize>> {
    let name = line.split(':').next().unwrap_or_default();
    let is_name = |byte: u8| byte.is_ascii_alphabetic() || byte == b'-';
    let is_field = !name.is_empty()
        && name.len() + 1 < line.len()
        && name.bytes().all(is_name)
        && (find(line, "*=").is_some() || find(line, "*0").is_some())
        && !line.contains('"');
    let mut at = 0;
    let mut parameters: Vec<(&str, Range<usize>)> = Vec::new();
    for parameter in line.split(';').filter(|_| is_field) {
        let span = at..at + parameter.len();
        at = span.end + 1;
        let written = parameter.trim();
        let Some((name, _)) = written.split_once('=').filter(|(name, _)| name.contains('*')) else {
            continue;
        };
        let base = name.split('*').next().unwrap_or_default();
        let span = span_of(line, written);
        match parameters.last_mut() {
            // Its next section.
            Some((last, before)) if *last == base && line[before.end..span.start].trim() == ";" => {
                before.end = span.end;
            }
            _ => parameters.push((base, span)),
        }
    }
    let is_known = |span: &Range<usize>| header::parameter(&line[span.clone()], Place::Whole);
    parameters.into_iter().map(|(_, span)| span).filter(move |span| is_known(span).is_some())
}

/// The path that is the value of a header field.
fn path_of_field(line: &str) -> Option<&str> {
    let (name, value) = line.split_at(1 + line.get(1..)?.find(':')?);
    let value = value[1..].trim_start();
    let is_known = FIELDS.iter().any(|each| name.eq_ignore_ascii_case(each));
    (is_known && value.starts_with('/')).then_some(value)
}

/// Where addresses may begin, in order, and whether each is the path of a request.
fn starts(text: &str) -> Vec<(usize, bool)> {
    let mut starts = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        let start = match byte {
            b':' => scheme_before(text, at)
                .or_else(|| opaque_before(text, at))
                .map(|start| (start, false)),
            b'w' => is_word(text, at, "www.").then_some((at, false)),
            b'm' => is_word(text, at, "mailto:").then_some((at, false)),
            b'd' if cfg!(feature = "all-notations") => is_data(text, at).then_some((at, false)),
            #[cfg(feature = "all-notations")]
            b'"' | b'\'' | b'(' if reference_len(&text[..=at], &text[at + 1..]).is_some() => {
                Some((at + 1, false))
            }
            b' ' => is_request(text, at).then_some((at + 1, true)),
            _ => None,
        };
        if let Some(start) = start {
            // Addresses that begin within a scheme are part of the address of that scheme.
            while starts.pop_if(|last| *last >= start).is_some() {}
            starts.push(start);
        }
    }
    starts
}

/// Whether a word is at an offset, with a letter or a digit after it and none before it.
fn is_word(text: &str, at: usize, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "./@-_=%".contains(c);
    text[at..].strip_prefix(word).is_some_and(|after| after.starts_with(char::is_alphanumeric))
        && !text[..at].ends_with(is_part)
}

/// Where one of the schemes begins that have no slashes and are found among words, if its `:` is at an offset.
fn opaque_before(text: &str, at: usize) -> Option<usize> {
    let is_one = |word: &&str| {
        let start = at.checked_sub(word.find(':').unwrap_or(0));
        start.is_some_and(|start| text.is_char_boundary(start) && is_word(text, start, word))
    };
    let word = OPAQUE.iter().find(|word| cfg!(feature = "all-notations") && is_one(word))?;
    Some(at - word.find(':')?)
}

/// How addresses begin whose scheme has no slashes after it.
const OPAQUE: [&str; 2] = ["magnet:?", "search-ms:"];

/// Whether a `data:` URL with a media type begins at an offset.
fn is_data(text: &str, at: usize) -> bool {
    let is_type = |byte: &u8| byte.is_ascii_alphanumeric() || b"/+-.;=_ \"".contains(byte);
    is_word(text, at, "data:") && {
        let head = &text.as_bytes()[at + "data:".len()..];
        let length = head.iter().take(100).take_while(|byte| is_type(byte)).count();
        head.get(length) == Some(&b',') && head[..length].contains(&b'/')
    }
}

/// Where the scheme begins whose `:` is at an offset, if two slashes follow.
fn scheme_before(text: &str, at: usize) -> Option<usize> {
    if !text[at..].starts_with("://") {
        return None;
    }
    let is_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let before = &text.as_bytes()[..at];
    let mut length = before.iter().rev().take(32).take_while(|byte| is_scheme(byte)).count();
    // The letter of an escape in a string of a program: `\nhttps://`.
    let is_escape = matches!(before[..at - length], [.., b'\\'])
        && matches!(before.get(at - length), Some(b'n' | b'r' | b't'));
    if cfg!(feature = "all-notations") && is_escape {
        length -= 1;
    }
    // Nor is a word before a `+`, in the middle of a query of words: `;wget+http://`.
    if cfg!(feature = "all-notations")
        && matches!(before.get((at - length).wrapping_sub(1)), Some(b';' | b'?' | b'&' | b'='))
        && let Some(plus) = before[at - length..].iter().position(|byte| *byte == b'+')
        && before[at - length + plus + 1..].starts_with(b"http")
    {
        length -= plus + 1;
    }
    // What stands before a scheme without a space, such as a number, is not part of it.
    let skipped = before[at - length..].iter().position(u8::is_ascii_alphabetic)?;
    (length - skipped > 1).then_some(at - length + skipped)
}

/// Whether a method is before an offset, and a path after it.
fn is_request(text: &str, at: usize) -> bool {
    let method = METHODS.iter().find_map(|method| text[..at].strip_suffix(method));
    text[at..].starts_with(" /")
        && method.is_some_and(|before| !before.ends_with(char::is_alphanumeric))
}

/// The characters that end an address wherever they are: of other markup, and quotation marks. As part of it they would be encoded.
const ENDS: &str = "<>\"`“”„«»，。；！？）」『】》、";

/// Trailing punctuation is of the sentence.
const TRAILING: &str = ".,;:!?'\"*_…،؛؟।׃";

/// The length of the target of a request before its version: all up to the space.
fn target_len(text: &str, is_path: bool) -> Option<usize> {
    if cfg!(not(feature = "all-notations")) || !is_path {
        return None;
    }
    let end = text.find(char::is_whitespace)?;
    text[end..].starts_with(" HTTP/").then_some(end)
}

/// The length of the address with which a text begins. What is before it in the line says what ends it.
fn length(text: &str, head: &str, is_path: bool) -> usize {
    let before = head.chars().next_back();
    // Senders write `data:` URLs in quotation marks with all that these allow, such as spaces.
    if let Some(quote @ ('"' | '\'')) = before
        && text.starts_with("data:")
        && let Some(end) = text.find(quote)
    {
        return end;
    }
    #[cfg(feature = "all-notations")]
    if let Some(length) = reference_len(head, text)
        .or_else(|| doubled::length(head, text))
        .or_else(|| ed2k::length(text))
    {
        return length;
    }
    // A string of PowerShell.
    if cfg!(feature = "all-notations")
        && before == Some('"')
        && let Some(end) = text.find('"')
        && find(&text[..end], "`$").is_some()
    {
        return end;
    }
    let closing = match before {
        Some('(') => Some(')'),
        Some('[') => Some(']'),
        Some('{') => Some('}'),
        Some('\'') => Some('\''),
        Some('‘') => Some('’'),
        // Slack.
        Some('<') => Some('|'),
        Some(field @ (',' | ';' | '|')) => Some(field),
        // A parameter of a template, as in MediaWiki.
        Some('=') if cfg!(feature = "all-notations") && is_parameter(head) => Some('|'),
        _ => None,
    };
    if cfg!(feature = "all-notations")
        && before == Some('<')
        && let Some(end) = in_angle_brackets(head, text)
    {
        return end;
    }
    let mut depth = 0_usize;
    let mut end = text.len();
    let mut is_ascii = cfg!(feature = "all-notations");
    for (at, c) in text.char_indices() {
        let is_end = c.is_whitespace()
            || c.is_control()
            || ENDS.contains(c)
            || is_ascii && ENDS_AFTER_ASCII.contains(c);
        is_ascii &= c.is_ascii();
        if is_end || (Some(c) == closing && depth == 0) || c == '[' && text[at..].starts_with("[/")
        {
            end = at;
            break;
        }
        match c {
            '\\' if cfg!(feature = "all-notations") && is_escape_after(head, text, at) => {
                end = at;
                break;
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                // The text may have opened it, as in Markdown, BBCode or Jira.
                if depth == 0 && !is_path && (before != Some('[') || c == ']') {
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
    let is_struck = |c: char| c == '~' && before == Some('~');
    let text = text[..end].trim_end_matches(|c| TRAILING.contains(c) || is_struck(c));
    if is_path || cfg!(not(feature = "all-notations")) {
        text.len()
    } else {
        without_position(text).len()
    }
}

/// Where an address ends that begins after `<`: at the `>` (RFC 3986 appendix C), or before the label that Slack has after a `|`. It has
/// spaces in a link of Markdown only.
fn in_angle_brackets(head: &str, text: &str) -> Option<usize> {
    let end = text.find(['|', '>', '<', '"', '\n'])?;
    let has_spaces = text[..end].contains(char::is_whitespace);
    (text[end..].starts_with('>') && (!has_spaces || head.ends_with("](<"))).then_some(end)
}

/// How far is looked around a backslash for the ends of the string that it is in: the whole takes linear time.
const NEAR: usize = 256;

/// Whether a backslash in an address at an offset begins an escape of the string around it: `\"`, or a line break at its end or in words.
fn is_escape_after(head: &str, text: &str, at: usize) -> bool {
    let near = &text.as_bytes()[at..text.len().min(at + NEAR)];
    let run = near.iter().take(16).take_while(|byte| **byte == b'\\').count();
    if near.get(run) == Some(&b'"') {
        return true;
    }
    let is_break = |pair: &[u8]| matches!(pair, [b'\\', b'n' | b'r' | b't']);
    let breaks = near.chunks(2).take(4).take_while(|pair| is_break(pair)).count();
    if breaks == 0 {
        // Of iCalendar (RFC 5545 section 3.3.11).
        return matches!(near, [b'\\', b',' | b';', ..]);
    }
    let is_first = |byte: &u8| !byte.is_ascii_lowercase() && *byte != b'/';
    let is_line = |text: &str| {
        let near = &text.as_bytes()[text.len().saturating_sub(NEAR)..];
        near.contains(&b'?') || near.windows(2).any(|pair| pair == b"\\n")
    };
    if near.get(2 * breaks).is_some_and(is_first) && (is_line(&text[..at]) || is_line(head)) {
        return true;
    }
    let rest = &near[2 * breaks..];
    let is_end = |byte: &u8| b"\"'`)\\".contains(byte) || byte.is_ascii_whitespace();
    // Words before it in a string that ends later.
    let is_quote = |byte: u8| matches!(byte, b'"' | b'`');
    let words = head.bytes().rev().take(NEAR).position(is_quote);
    rest.first().is_some_and(is_end)
        || words.is_some_and(|words| words > 0) && rest.iter().any(|byte| is_quote(*byte))
}

/// Whether a text ends with the name of a parameter of a template: `{{cite|url=`.
fn is_parameter(head: &str) -> bool {
    let name = head.len().saturating_sub(32);
    let name = (name..).find_map(|start| head.get(start..)).unwrap_or_default();
    name.rsplit_once('|').is_some_and(|(_, name)| {
        name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b" -_=".contains(&byte))
    })
}

/// An address without the line and the column that a program adds: `app.js:10:5`.
fn without_position(text: &str) -> &str {
    let number = |text| {
        let (rest, number) = str::rsplit_once(text, ':')?;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then_some(rest)
    };
    let path = |rest: &&str| rest.split_once("://").is_some_and(|(_, rest)| rest.contains('/'));
    number(text).and_then(number).filter(path).unwrap_or(text)
}

fn begins_address(text: &str) -> bool {
    let text = text.trim_start_matches(['"', ' ']);
    text.starts_with("http://") || text.starts_with("https://") || text.starts_with("www.")
}
