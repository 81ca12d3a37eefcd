//! Names of pairs that say what their values are for, and names in values that reach into a program.
#![forbid(unsafe_code)]

use core::ops::Range;

/// Whether programs that run on a person's own machine are called back at the value of this name.
pub(super) fn is_callback(name: &[u8]) -> bool {
    let names = [&b"redirect_uri"[..], b"post_logout_redirect_uri", b"state"];
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Ends of names whose values are hosts or references that a program follows. They are the parameters that lists of requests
/// forged by servers and of open redirects have in common (CWE-918, CWE-601).
const TARGETS: [&[u8]; 20] = [
    b"url",
    b"uri",
    b"host",
    b"hostname",
    b"dest",
    b"destination",
    b"target",
    b"server",
    b"domain",
    b"site",
    b"endpoint",
    b"redirect",
    b"proxy",
    b"upstream",
    b"remote",
    b"webhook",
    b"callback",
    b"feed",
    b"fetch",
    b"origin",
];

/// Whether a program follows the value of this name.
pub(super) fn is_target(name: &[u8]) -> bool {
    TARGETS.iter().any(|target| {
        let Some(start) = name.len().checked_sub(target.len()) else { return false };
        // A word of its own: `imageUrl`, `dest_host`, `url`.
        let apart = start == 0
            || !name[start - 1].is_ascii_alphabetic()
            || name[start].is_ascii_uppercase() && name[start - 1].is_ascii_lowercase();
        apart && name[start..].eq_ignore_ascii_case(target)
    })
}

/// Where a value names the prototypes of JavaScript, as a path or as keys of JSON.
pub(super) fn reaches_into_prototypes(text: &[u8]) -> Option<Range<usize>> {
    let keys = || {
        let constructor = find(text, b"\"constructor\"")?;
        find(text, b"\"prototype\"").map(|_| constructor)
    };
    find(text, b"__proto__").or_else(|| find(text, b"constructor.prototype")).or_else(keys)
}

/// Where a value names what objects of Python are made of.
pub(super) fn reaches_into_objects(text: &[u8]) -> Option<Range<usize>> {
    let names: [&[u8]; 6] = [
        b"__class__",
        b"__mro__",
        b"__subclasses__",
        b"__globals__",
        b"__builtins__",
        b"__import__",
    ];
    if !text.contains(&b'_') || !text.windows(2).any(|two| matches!(two, b"__")) {
        return None;
    }
    names.iter().find_map(|name| find(text, name))
}

fn find(text: &[u8], name: &[u8]) -> Option<Range<usize>> {
    text.windows(name.len()).position(|window| window == name).map(|at| at..at + name.len())
}
