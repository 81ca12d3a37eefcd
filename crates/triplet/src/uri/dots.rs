//! Dot segments: where they are, and paths without them (RFC 3986 section 5.2.4).
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

use super::places::Places;
use crate::kernel;
use crate::set::EncodeSet;

/// What ends a path.
const PATH_END: EncodeSet = EncodeSet::keeping(b"?#");

/// The dot segments of a path of fewer than 64 bytes that begins with a slash or is empty.
struct DotSegments {
    /// Where each begins, with its slash.
    starts: u64,
    /// Which of them have two dots.
    double: u64,
    slash: u64,
    /// Where the path ends.
    end: u64,
}

impl DotSegments {
    /// Of the path with which these bytes begin. None if it is longer.
    #[inline]
    fn of(path_and_more: &[u8]) -> Option<DotSegments> {
        const SLASH: EncodeSet = EncodeSet::keeping(b"/");
        const DOT: EncodeSet = EncodeSet::keeping(b".");
        let sets = [SLASH.rows(), DOT.rows(), PATH_END.rows()];
        let [slash, dot, end] = kernel::marks(path_and_more, &sets)?;
        let end = Places::first(Places::with_end(end, path_and_more.len()));
        if end == 0 {
            return None;
        }
        let (slash, dot) = (slash & Places::before(end), dot & Places::before(end));
        let stop = slash | end;
        let single = slash & dot >> 1 & stop >> 2;
        let double = slash & dot >> 1 & dot >> 2 & stop >> 3;
        Some(DotSegments { starts: single | double, double, slash, end })
    }

    /// Which bytes of the path are to be removed (section 5.2.4).
    fn removed(&self) -> u64 {
        let (mut left, mut removed) = (self.starts, 0);
        while left != 0 {
            let start = Places::first(left);
            left ^= start;
            let (from, behind) = if start & self.double != 0 {
                // With the segment before it, if there is one.
                let slashes = self.slash & !removed & Places::before(start);
                (slashes.checked_ilog2().map_or(start, |at| 1 << at), start << 3)
            } else {
                (start, start << 2)
            };
            // At the end, a slash stays.
            let from = if behind == self.end { from << 1 } else { from };
            removed |= Places::from(from) & Places::before(behind);
        }
        removed
    }
}

/// Removes the dot segments of the path that begins at a place.
pub(super) fn remove_dot_segments(text: &mut String, start: usize) {
    let path_and_more = &text.as_bytes()[start..];
    if let Some(segments) = DotSegments::of(path_and_more) {
        let mut removed = segments.removed();
        while let Some(last) = removed.checked_ilog2() {
            let first = last + 1 - (removed << (63 - last)).leading_ones();
            text.drain(start + first as usize..=start + last as usize);
            removed &= Places::before(1 << first);
        }
        return;
    }
    let end = kernel::find_either(path_and_more, *b"?#");
    if let Some(dots) = find_dot_segment(&path_and_more[..end]) {
        remove_dot_segments_in_place(text, start, start + dots, start + end);
    }
}

/// Whether the path with which these bytes begin has dot segments.
pub(super) fn has_dot_segments(path_and_more: &[u8]) -> bool {
    match DotSegments::of(path_and_more) {
        Some(segments) => segments.starts != 0,
        None => {
            let end = kernel::find_either(path_and_more, *b"?#");
            find_dot_segment(&path_and_more[..end]).is_some()
        }
    }
}

/// Where the first segment that is `.` or `..` stands, with the slash before it if it has one.
pub(super) fn find_dot_segment(path: &[u8]) -> Option<usize> {
    let is_dots = |rest: &[u8]| {
        let rest = rest.strip_prefix(b".").unwrap_or(rest);
        rest.first().is_none_or(|&next| next == b'/')
    };
    if path.first() == Some(&b'.') && is_dots(&path[1..]) {
        return Some(0);
    }
    let mut at = 0;
    loop {
        at += kernel::find_pair(&path[at..], *b"/.");
        if at == path.len() {
            return None;
        }
        if is_dots(&path[at + 2..]) {
            return Some(at);
        }
        at += 2;
    }
}

/// Removes the dot segments of a path that begins with a slash (section 5.2.4) and goes from `start` to `end`; the first
/// of them is at `dots`.
pub(super) fn remove_dot_segments_in_place(
    text: &mut String,
    start: usize,
    dots: usize,
    end: usize,
) {
    let mut bytes = mem::take(text).into_bytes();
    let (mut read, mut written) = (dots, dots);
    while read < end {
        // A dot segment, and then what is none.
        let two_dots = bytes[read..end].get(2) == Some(&b'.');
        read += if two_dots { 3 } else { 2 };
        if two_dots {
            let slash = bytes[start..written].iter().rposition(|&byte| byte == b'/');
            written = start + slash.unwrap_or(0);
        }
        if read == end {
            bytes[written] = b'/';
            written += 1;
        }
        let next = find_dot_segment(&bytes[read..end]).map_or(end, |at| read + at);
        bytes.copy_within(read..next, written);
        written += next - read;
        read = next;
    }
    bytes.copy_within(end.., written);
    bytes.truncate(bytes.len() - (end - written));
    *text = String::from_utf8(bytes).unwrap_or_else(|_| unreachable!("whole segments were moved"));
}

/// The path of a relative reference, which begins with no slash, without dot segments but for those at its start that
/// climb. A first segment with a `:` would be read as a scheme, so `./` comes before it.
pub(super) fn remove_relative_dot_segments(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut climbs = 0;
    let mut folder = false;
    for segment in path.split('/') {
        folder = matches!(segment, "." | "..");
        match segment {
            "." => {}
            ".." => {
                if kept.pop().is_none() {
                    climbs += 1;
                }
            }
            _ => kept.push(segment),
        }
    }
    let mut out = String::with_capacity(path.len() + 2);
    for _ in 0..climbs {
        out.push_str("../");
    }
    let first = kept.first().copied().unwrap_or_default();
    if climbs == 0 && (first.is_empty() || first.contains(':')) {
        out.push_str("./");
    }
    for (i, segment) in kept.iter().enumerate() {
        out.push_str(segment);
        if i + 1 < kept.len() || folder {
            out.push('/');
        }
    }
    out
}
