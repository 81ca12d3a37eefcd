//! Paths: segment by segment, or as AWS Signature Version 4 has them.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::ops::Range;

use super::error::RespellError;
use super::piece::Spelling;
use super::plan::PathRule;
use super::writer::{Stops, Writer};
use crate::set::rfc3986;
use crate::{EncodeSet, encode, kernel};

/// Writes a path, which is a part of the writer's text. `is_first` says that the reference begins with it, so that a `:` in its first segment
/// would end a scheme (RFC 3986 section 4.2).
pub(super) fn append(
    rule: PathRule,
    path: Range<usize>,
    is_first: bool,
    writer: &mut Writer<'_>,
) -> Result<(), RespellError> {
    match rule {
        PathRule::Kept => {}
        PathRule::Segments(spelling) => segments(&spelling, path, is_first, writer)?,
        PathRule::Object(_) if path.is_empty() => writer.replace(path).push('/'),
        PathRule::Object(spelling) => segments(&spelling, path, is_first, writer)?,
        PathRule::Again => again(path, writer),
    }
    Ok(())
}

fn segments(
    spelling: &Spelling,
    path: Range<usize>,
    is_first: bool,
    writer: &mut Writer<'_>,
) -> Result<(), RespellError> {
    if spelling.is_by_octets() {
        return segments_by_octets(spelling, path, is_first, writer);
    }
    let mut at = path.start;
    let text = writer.text;
    for segment in text[path.clone()].split('/') {
        let end = at + segment.len();
        let spelling = match at == path.start && is_first {
            true => &spelling.encoding(b":"),
            false => spelling,
        };
        spelling.append(segment, writer.replace(at..end)).map_err(|error| error.moved_by(at))?;
        at = end + 1;
    }
    Ok(())
}

/// In one pass: a slash stays.
fn segments_by_octets(
    spelling: &Spelling,
    path: Range<usize>,
    is_first: bool,
    writer: &mut Writer<'_>,
) -> Result<(), RespellError> {
    let mut from = path.start;
    if is_first {
        let first = spelling.encoding(b":");
        from = first.append_octets(path.clone(), *b"//", &mut Stops::new(first.raw), writer)?;
    }
    let mut stops = Stops::new(spelling.raw.also_keep(b"/"));
    spelling.append_octets(from..path.end, *b"//", &mut stops, writer)?;
    Ok(())
}

/// A path without dot segments and empty segments, then each octet encoded that is not unreserved, `%` too. `..` at the root is nothing, and a
/// slash at the end stays.
fn again(path: Range<usize>, writer: &mut Writer<'_>) {
    let text = &writer.text[path.clone()];
    // Without an early end, for the compiler to take several bytes at once.
    let neighbours = text.as_bytes().iter().zip(text.as_bytes().iter().skip(1));
    let goes = neighbours.fold(false, |any, (a, b)| any | (*a == b'/') & matches!(b, b'/' | b'.'));
    if text.starts_with('/') && !goes {
        // No segment goes.
        let bytes = &writer.text.as_bytes()[..path.end];
        let mut stops = Stops::new(SLASHES_KEPT);
        let mut at = path.start;
        loop {
            at = stops.next(bytes, at);
            let Some(&byte) = bytes.get(at) else { return };
            writer.replace(at..at + 1).push_str(kernel::triplet_str(byte, false));
            at += 1;
        }
    }
    let mut kept: Vec<&str> = Vec::new();
    for segment in text.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                kept.pop();
            }
            segment => kept.push(segment),
        }
    }
    let is_relative = !text.starts_with('/') && !kept.is_empty();
    let out = writer.replace(path);
    for (index, segment) in kept.iter().enumerate() {
        if index > 0 || !is_relative {
            out.push('/');
        }
        encode(segment, rfc3986::UNRESERVED).append_to(out);
    }
    if kept.is_empty() || text.ends_with('/') {
        out.push('/');
    }
}

/// [`UNRESERVED`](rfc3986::UNRESERVED) for several segments at once.
const SLASHES_KEPT: EncodeSet = rfc3986::UNRESERVED.also_keep(b"/");
