//! Parts of a path in which ASP.NET keeps the identifier of a session, and which it removes before it looks for a file:
//! `/(S(lit3py55t21z5v55vlm25s55))/orders.aspx` (Microsoft Learn, "ASP.NET Session State Overview", cookieless SessionIDs).
#![forbid(unsafe_code)]

use core::ops::Range;

use super::climb::is_separator;

/// The first such part of a path, and whether a filter sees another path than the program does: the part splits a name
/// (`/b/(S(x))in`), or is not the only one.
pub(super) fn find(path: &[u8]) -> Option<(Range<usize>, bool)> {
    if !path.contains(&b'(') {
        return None;
    }
    let (mut first, mut hides) = (None, false);
    let mut at = 0;
    while let Some(range) = next(path, at) {
        let begins = range.start == 0 || is_separator(&path[range.start - 1]);
        let ends = path.get(range.end).is_none_or(is_separator);
        hides |= first.is_some() || !(begins && ends);
        at = range.end;
        first = first.or(Some(range));
    }
    first.map(|range| (range, hides))
}

/// The next part from an offset: `(S(x))`, `(A(x)F(y))`.
fn next(path: &[u8], from: usize) -> Option<Range<usize>> {
    let opens = |window: &[u8]| matches!(window, [b'(', b'S' | b'A' | b'F', b'(']);
    let start = from + path.get(from..)?.windows(3).position(opens)?;
    let ends = |window: &[u8]| window == b"))" || is_separator(&window[0]);
    let end = start + path[start..].windows(2).position(ends)?;
    (path[end] == b')').then_some(start..end + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts() {
        assert_eq!(find(b"/(S(x1))/a.aspx"), Some((1..8, false)));
        assert_eq!(find(b"/b/(S(X))in/App.dll"), Some((3..9, true)));
        assert_eq!(find(b"/pro/(S(X))tected/a"), Some((5..11, true)));
        assert_eq!(find(b"/(A(a))/admin/(S(X))/x"), Some((1..7, true)));
        assert_eq!(find(b"/(A(a)F(b))/x"), Some((1..11, false)));
        assert_eq!(find(b"/wiki/A_(film)"), None);
        assert_eq!(find(b"/(S(x)/a))"), None);
    }
}
