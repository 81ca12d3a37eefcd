//! Parts of a path in which ASP.NET keeps the identifier of a session, and which it removes before it looks for a file:
//! `/(S(lit3py55t21z5v55vlm25s55))/orders.aspx` (Microsoft Learn, "ASP.NET Session State Overview", cookieless SessionIDs).
#![forbid(unsafe_code)]

use core::ops::Range;

use super::climb::is_separator;

/// What such a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// It has an identifier as long as those that ASP.NET makes.
    Session,
    /// It has none, and is removed as well.
    Short,
    /// A filter sees another path than the program does: the part splits a name (`/b/(S(x))in`), or is not the only one.
    Hides,
}

/// The fewest letters of an identifier of a session.
const LEAST: usize = 20;

/// The first such part of a path, and what it is.
pub(super) fn find(path: &[u8]) -> Option<(Range<usize>, Kind)> {
    if !path.contains(&b'(') {
        return None;
    }
    let (mut first, mut kind) = (None, Kind::Session);
    let mut at = 0;
    while let Some(range) = next(path, at) {
        at = range.end;
        let begins = range.start == 0 || is_separator(&path[range.start - 1]);
        let ends = path.get(range.end).is_none_or(is_separator);
        let part = &path[range.clone()];
        let is_session = matches!(part[1], b'S' | b'A' | b'F');
        if !is_session && (!begins || !ends || !is_list(part)) {
            continue;
        }
        if first.is_some() || !(begins && ends) {
            kind = Kind::Hides;
        } else if part.split(|b| matches!(b, b'(' | b')')).all(|id| id.len() < LEAST) {
            kind = kind.max(Kind::Short);
        }
        first = first.or(Some(range));
    }
    first.map(|range| (range, kind))
}

/// Whether a part is a list of letters with something in brackets after each: `(A(x)F(y))`.
fn is_list(part: &[u8]) -> bool {
    let inner = &part[1..part.len() - 1];
    inner.split(|&b| b == b')').all(|item| {
        item.is_empty() || matches!(item, [letter, b'(', ..] if letter.is_ascii_uppercase())
    })
}

/// The next part from an offset: `(S(x))`, `(A(x)F(y))`.
fn next(path: &[u8], from: usize) -> Option<Range<usize>> {
    let opens = |window: &[u8]| matches!(window, [b'(', b'A'..=b'Z', b'(']);
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
        assert_eq!(find(b"/(S(lit3py55t21z5v55vlm25s55))/a.aspx"), Some((1..30, Kind::Session)));
        assert_eq!(find(b"/(S(x1))/a.aspx"), Some((1..8, Kind::Short)));
        assert_eq!(find(b"/(G(AAA-BBB)D(CCC=DDD)E(0-1))/x.aspx"), Some((1..29, Kind::Short)));
        assert_eq!(find(b"/b/(S(X))in/App.dll"), Some((3..9, Kind::Hides)));
        assert_eq!(find(b"/pro/(S(X))tected/a"), Some((5..11, Kind::Hides)));
        assert_eq!(find(b"/(A(a))/admin/(S(X))/x"), Some((1..7, Kind::Hides)));
        assert_eq!(find(b"/(A(a)F(b))/x"), Some((1..11, Kind::Short)));
        assert_eq!(find(b"/wiki/A_(film)"), None);
        assert_eq!(find(b"/wiki/Group_(U(n))_x"), None);
        assert_eq!(find(b"/(S(x)/a))"), None);
    }
}
