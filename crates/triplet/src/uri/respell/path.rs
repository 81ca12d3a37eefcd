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
    let before = writer.state();
    if again_in_place(path.clone(), writer) {
        return;
    }
    writer.restore(before);
    let text = &writer.text[path.clone()];
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

/// Writes a path whose segments all stay, as most do, 64 bytes at a time. Says whether they do; if not, what is written is of no use.
fn again_in_place(path: Range<usize>, writer: &mut Writer<'_>) -> bool {
    let bytes = &writer.text.as_bytes()[..path.end];
    if bytes.get(path.start) != Some(&b'/') {
        return false;
    }
    let mut at = path.start;
    while at < path.end {
        let rest = &bytes[at..];
        // The same function as of `Stops`. A slash is followed by another one or by a dot where a segment goes.
        let Some(scan) = kernel::scan(rest, &[*SLASHES_KEPT.rows()], b"/./.", None) else {
            return false;
        };
        let [slash, dot, ..] = scan.equal;
        if slash & ((slash | dot) >> 1) != 0 {
            return false;
        }
        // The last byte of a block is the first one of the next, for the pair of them.
        let length = if rest.len() > 64 { 63 } else { rest.len() };
        let mut stops = !scan.kept[0] & (u64::MAX >> (64 - length));
        while stops != 0 {
            let stop = at + stops.trailing_zeros() as usize;
            writer.replace(stop..stop + 1).push_str(kernel::triplet_str(bytes[stop], false));
            stops &= stops - 1;
        }
        at += length;
    }
    true
}
