//! What is encoded between the addresses of a text: fields of logs, rows of CSV, forms and cookies in commands.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Range;

use triplet::decode_triplet;
use triplet::readings::is_plain;

#[cfg(feature = "all-notations")]
use super::arithmetic::is_arithmetic;
#[cfg(feature = "all-notations")]
use super::find::find;
use super::form::has_triplet;
#[cfg(feature = "all-notations")]
use super::formats::is_format;
use super::recognized::{MAX_PARTS, span_of};

/// Addresses, and what is encoded between them.
pub(super) fn with_pieces(text: &str, found: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut all = Vec::with_capacity(found.len());
    let mut start = 0;
    let is_end = |c: char| c.is_whitespace() || "\"'`<>{}".contains(c);
    let pieces = |between| {
        let words = str::split(between, is_end).filter_map(encoded_piece);
        words.map(|piece| span_of(text, piece)).collect::<Vec<_>>()
    };
    for address in found {
        all.extend(pieces(&text[start..address.start]));
        all.push(address.clone());
        start = address.end;
    }
    all.extend(pieces(&text[start..]));
    all.truncate(MAX_PARTS);
    all
}

/// The part of a word that is encoded, without the punctuation around it; `None` if one of its percent signs begins no triplet.
fn encoded_piece(word: &str) -> Option<&str> {
    if !word.contains('%') {
        return None;
    }
    #[cfg(feature = "all-notations")]
    let word = value_of_field(field(word)).trim_end_matches('\\');
    let word = word.trim_start_matches(['(', '[', ',', ';', ':', '=']);
    let word = word.trim_end_matches([',', ';', ':', '.', '!', '?', ']']);
    let word = if word.contains('(') { word } else { word.trim_end_matches(')') };
    let is_encoded = |(at, _): (usize, &str)| {
        let rest = &word.as_bytes()[at..];
        decode_triplet(rest).is_some() || rest.starts_with(b"%u")
    };
    let is_piece = has_triplet(word) && word.match_indices('%').all(is_encoded) && !is_plain(word);
    #[cfg(feature = "all-notations")]
    let is_piece = is_piece && !is_format(word) && !is_arithmetic(word);
    is_piece.then_some(word)
}

/// The path in a word that is a field of a log or an attribute without quotation marks: `uri=/s?q=a%26b`. A form whose first value is a
/// path has its `&` before any `?`.
#[cfg(feature = "all-notations")]
fn value_of_field(word: &str) -> &str {
    let Some((name, path)) = word.split_once('=').filter(|(_, path)| path.starts_with('/')) else {
        return word;
    };
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.:".contains(&byte);
    let is_target = match path.find(['?', '&']) {
        Some(at) => path[at..].starts_with('?'),
        None => true,
    };
    if name.bytes().all(is_name) && is_target { path } else { word }
}

/// The path in a word that is a row of CSV, without the fields before it and the numbers after it.
#[cfg(feature = "all-notations")]
fn field(word: &str) -> &str {
    let start = [",/", ";/", "|/"].iter().filter_map(|start| find(word, start)).min();
    let is_field = |at: &usize| !word[..*at].contains(['/', '?', '=', '%']);
    let mut path = start.filter(is_field).map_or(word, |at| &word[at + 1..]);
    while let Some((before, number)) = path.rsplit_once([',', ';', '|'])
        && path.starts_with('/')
        && !number.is_empty()
        && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        path = before;
    }
    path
}
