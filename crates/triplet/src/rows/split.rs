//! The components of the references of many rows.
//!
//! # The algorithm
//!
//! 1. Mark each octet of a stretch that no scheme has, and each `?` and `#`.
//! 2. The first mark of a row ends its scheme. The marks after `//` end the host and the port. The marks of `?` and `#` end the path
//!    and the query. The octet at each mark is looked at. A row has a mask of its first 64 octets; only the ends of the path and the
//!    query are sought after them.
//! 3. A row with other characters in its authority, such as a userinfo, is split by itself, and so is a row whose path or query has
//!    octets outside ASCII before a mark that ends it.
#![forbid(unsafe_code)]

use super::column::{Column, STRETCH};
use super::error::RowError;
use super::marks::all_but;
use crate::kernel::{self, Cell, Offset};
use crate::runs::EncodePolicy;
use crate::set::EncodeSet;
use crate::uri::{BLOCK, Spans, from};

/// Splits each row, which is a reference, and calls a function with its components in order: [`Spans::of`] of the row by itself. Any
/// octets are split, valid or not. Linear time.
///
/// `values` are the octets of all rows, one after the other, and `offsets` the start of the first row and the end of each: see
/// [the module](super). The spans count from the start of their row.
///
/// # Errors
///
/// If the offsets are not in order or beyond the values, or if memory is refused. The function has been called for some rows then.
///
/// ```
/// use triplet::rows::split_rows;
///
/// let (values, offsets) = (b"http://h/a?q/b", [0, 12, 14]);
/// let mut paths = Vec::new();
/// split_rows(values, &offsets, |spans| paths.push(spans.path()))?;
/// assert_eq!(paths, [8..10, 0..2]);
/// # Ok::<(), triplet::rows::RowError>(())
/// ```
pub fn split_rows<O: Offset>(
    values: &[u8],
    offsets: &[O],
    mut found: impl FnMut(&Spans),
) -> Result<(), RowError> {
    const HEAD: EncodePolicy = EncodePolicy::of(&EncodeSet::ALPHANUMERIC.also_keep(b"+-."));
    const TAIL: EncodePolicy = EncodePolicy::of(&all_but(b"?#"));

    let column = Column { values, offsets, skip: &[] };
    let (mut head, mut tail) = (column.cells()?, column.cells()?);
    column.each_stretch(|rows, _| {
        let src = column.bytes(rows.clone())?;
        let base = column.start(rows.start);
        let marks = (src.len() <= STRETCH).then(|| {
            let count = kernel::cells_for(src.len());
            let (head, tail) = (&mut head[..count], &mut tail[..count]);
            kernel::mark_encoded(src, &HEAD.rule, head);
            kernel::mark_encoded(src, &TAIL.rule, tail);
            Marks { head, tail }
        });
        let mut start = 0;
        for row in rows {
            let end = column.start(row + 1).wrapping_sub(base);
            let text = src.get(start..end).ok_or_else(|| column.misplaced(row..row + 1))?;
            let spans = marks.as_ref().and_then(|marks| marks.spans(text, start));
            found(&spans.unwrap_or_else(|| Spans::of(text)));
            start = end;
        }
        Ok(())
    })
}

/// What is marked in a stretch. Octets outside ASCII are marked too.
struct Marks<'s> {
    head: &'s [Cell],
    tail: &'s [Cell],
}

impl Marks<'_> {
    /// The components of a row at a place of the stretch. `None` if the marks do not say all of them.
    #[inline(always)]
    fn spans(&self, text: &[u8], place: usize) -> Option<Spans> {
        let end = text.len();
        // After a row that is shorter is a mark.
        let stop = if end < BLOCK { 1 << end } else { 0 };
        let head = kernel::marks_from(self.head, place) | stop;
        let tail = kernel::marks_from(self.tail, place) | stop;
        let first = head.trailing_zeros() as usize;
        let has_scheme = text.get(first) == Some(&b':') && text[0].is_ascii_alphabetic();
        let start = if has_scheme { first + 1 } else { 0 };
        let (mut host, mut host_end, mut path) = (start, start, start);
        if text[start..].starts_with(b"//") {
            host = start + 2;
            host_end = (head & from(host)).trailing_zeros() as usize;
            path = host_end;
            if text.get(path) == Some(&b':') {
                path = (head & from(path + 1)).trailing_zeros() as usize;
            }
            if !matches!(text.get(path), None | Some(b'/' | b'?' | b'#')) {
                return None;
            }
        }
        // Nothing is known of what is after the mask.
        if first == BLOCK || path >= BLOCK {
            return None;
        }
        let path_end = self.tail_mark(tail, path, place, end);
        let query_end = match text.get(path_end) {
            None | Some(b'#') => path_end,
            Some(b'?') => {
                let mut at = self.tail_mark(tail, path_end + 1, place, end);
                // A query may have a `?`.
                while text.get(at) == Some(&b'?') {
                    at = self.tail_mark(tail, at + 1, place, end);
                }
                at
            }
            Some(_) => return None,
        };
        let is_end = matches!(text.get(query_end), None | Some(b'#'));
        is_end.then_some(Spans { start, host, host_end, path, path_end, query_end, end })
    }

    /// The mark of `?`, `#` or an octet outside ASCII at an offset of a row or after it, or the end of the row. `mask` has those of its
    /// first 64 octets.
    #[inline(always)]
    fn tail_mark(&self, mask: u64, at: usize, place: usize, end: usize) -> usize {
        match mask & from(at) {
            0 => kernel::next_mark_before(self.tail, place + at.max(BLOCK), place + end) - place,
            found => found.trailing_zeros() as usize,
        }
    }
}
