//! Paths: segment by segment, or as AWS Signature Version 4 has them.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;

use super::error::RespellError;
use super::piece::Spelling;
use super::plan::PathRule;
use crate::kernel::{self, EncodeRule};
use crate::set::rfc3986;
use crate::{EncodeSet, encode};

/// Writes a path. The offset of an error is that in the path. `is_first` says that the reference begins with it, so that a `:` in its first
/// segment would end a scheme (RFC 3986 section 4.2).
pub(super) fn append(
    rule: PathRule,
    path: &str,
    is_first: bool,
    out: &mut String,
) -> Result<(), RespellError> {
    match rule {
        PathRule::Kept => out.push_str(path),
        PathRule::Segments(spelling) => segments(&spelling, path, is_first, out)?,
        PathRule::Object(_) if path.is_empty() => out.push('/'),
        PathRule::Object(spelling) => segments(&spelling, path, is_first, out)?,
        PathRule::Again => again(path, out),
    }
    Ok(())
}

fn segments(
    spelling: &Spelling,
    path: &str,
    is_first: bool,
    out: &mut String,
) -> Result<(), RespellError> {
    if spelling.is_by_octets() {
        return segments_by_octets(spelling, path, is_first, out);
    }
    let mut at = 0;
    for segment in path.split('/') {
        let written = match at {
            0 if is_first => spelling.encoding(b":").append(segment, out),
            0 => spelling.append(segment, out),
            _ => {
                out.push('/');
                spelling.append(segment, out)
            }
        };
        written.map_err(|error| error.moved_by(at))?;
        at += segment.len() + 1;
    }
    Ok(())
}

/// In one pass: a slash stays.
fn segments_by_octets(
    spelling: &Spelling,
    path: &str,
    is_first: bool,
    out: &mut String,
) -> Result<(), RespellError> {
    let from = match is_first {
        true => spelling.encoding(b":").append_octets(path, 0, *b"//", out)?,
        false => 0,
    };
    let spelling = spelling.keeping(b"/");
    let rule = EncodeRule::new(*spelling.raw.rows(), false, false);
    let kept = kernel::kept_prefix(&path.as_bytes()[from..], &rule);
    out.push_str(kept);
    spelling.append_octets(path, from + kept.len(), *b"//", out)?;
    Ok(())
}

/// A path without dot segments and empty segments, then each octet encoded that is not unreserved, `%` too. `..` at the root is nothing, and a
/// slash at the end stays.
fn again(path: &str, out: &mut String) {
    let mut neighbours = path.as_bytes().windows(2);
    if path.starts_with('/') && !neighbours.any(|two| matches!(two, b"//" | b"/.")) {
        // No segment goes.
        return encode(path, SLASHES_KEPT).append_to(out);
    }
    let mut kept: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                kept.pop();
            }
            segment => kept.push(segment),
        }
    }
    let is_relative = !path.starts_with('/') && !kept.is_empty();
    for (index, segment) in kept.iter().enumerate() {
        if index > 0 || !is_relative {
            out.push('/');
        }
        encode(segment, rfc3986::UNRESERVED).append_to(out);
    }
    if kept.is_empty() || path.ends_with('/') {
        out.push('/');
    }
}

/// [`UNRESERVED`](rfc3986::UNRESERVED) for several segments at once.
const SLASHES_KEPT: EncodeSet = rfc3986::UNRESERVED.also_keep(b"/");
