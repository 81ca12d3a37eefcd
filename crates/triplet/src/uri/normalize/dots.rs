//! Paths without dot segments (RFC 3986 section 5.2.4).
#![forbid(unsafe_code)]

use alloc::string::String;

use super::super::scan;

/// What a `..` does if no segment is left that it could remove.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Climb {
    /// Nothing: section 5.2.4 never leaves the root.
    Dropped,
    /// It is kept: a relative reference may climb above the folder of its base.
    Kept,
}

/// Whether a path has a segment `.` or `..`.
pub(super) fn has_dot_segments(path: &str) -> bool {
    scan::may_have_dot_segments(path.as_bytes())
        && path
            .as_bytes()
            .split(|&byte| byte == b'/')
            .any(|segment| matches!(segment, b"." | b".."))
}

/// Appends a path without its dot segments.
///
/// ```text
/// path      /a/b/../c/.
/// output    /  /a/  /a/b/  /a/  /a/c/  /a/c/      after each segment
/// ```
///
/// 1. Between two segments, the output is empty or ends with a slash.
/// 2. A segment is appended with a slash after it; the last segment without.
/// 3. `.` appends nothing.
/// 4. `..` removes the last folder of the output. If there is none, `climb` says what `..` does. If climbing is dropped, a path that
///    began without a slash begins with one once its first segment is removed: so says the letter of section 5.2.4.
///
/// Each byte is written once, and removed at most once: linear time.
pub(in super::super) fn push_without_dot_segments(path: &str, climb: Climb, out: &mut String) {
    let start = out.len();
    let mut rest = path.strip_prefix('/').inspect(|_| out.push('/')).unwrap_or(path);
    let mut root = out.len();
    loop {
        let slash = rest.bytes().position(|byte| byte == b'/');
        let segment = &rest[..slash.unwrap_or(rest.len())];
        match segment {
            "." => {}
            ".." if out.len() > root => {
                let above = &out.as_bytes()[root..out.len() - 1];
                let slash = above.iter().rposition(|&byte| byte == b'/');
                let folder = slash.map_or(root, |at| root + at + 1);
                out.truncate(folder);
                if folder == start && climb == Climb::Dropped {
                    out.push('/');
                    root = out.len();
                }
            }
            ".." if climb == Climb::Kept => {
                out.push_str("../");
                root = out.len();
            }
            ".." => {}
            _ => {
                out.push_str(segment);
                if slash.is_some() {
                    out.push('/');
                }
            }
        }
        let Some(slash) = slash else { break };
        rest = &rest[slash + 1..];
    }
}
