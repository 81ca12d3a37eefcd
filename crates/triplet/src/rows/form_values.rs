//! The values of a name in the forms of many rows.
//!
//! # The algorithm
//!
//! 1. Mark each `&` of a stretch, and each `%` and `+`.
//! 2. At the start of each pair the name is compared as it is written. The marks say where the pair ends.
//! 3. Where a pair has `%` or `+`, its name may be written in another way: if its name has one of them, it is decoded.
#![forbid(unsafe_code)]

use core::ops::Range;

use super::column::{Column, STRETCH};
use super::error::RowError;
use super::marks::all_but;
use crate::form;
use crate::kernel::{self, Cell, Offset};
use crate::runs::EncodePolicy;

/// Finds the value of the first pair with a decoded name in each row, which is a form: see [`form::parse`]. Calls a function for each
/// row in order, with the place of the value in `values`, as it is written; the place is `None` if there is no such pair. Linear
/// time.
///
/// `values` are the octets of all rows, one after the other, and `offsets` the start of the first row and the end of each: see
/// [the module](super). Octets of a name that are not UTF-8 are U+FFFD.
///
/// # Errors
///
/// If the offsets are not in order or beyond the values, or if memory is refused. The function has been called for some rows then.
///
/// ```
/// use triplet::rows::form_values;
///
/// let (values, offsets) = (b"a=1&b=2%26b%62=3", [0, 7, 16]);
/// let mut found = Vec::new();
/// form_values(values, &offsets, "b", |place| found.push(place))?;
/// assert_eq!(found, [Some(6..7), None]);
/// # Ok::<(), triplet::rows::RowError>(())
/// ```
pub fn form_values<O: Offset>(
    values: &[u8],
    offsets: &[O],
    name: &str,
    mut found: impl FnMut(Option<Range<usize>>),
) -> Result<(), RowError> {
    const AMPERSAND: EncodePolicy = EncodePolicy::of(&all_but(b"&"));
    const CHANGES: EncodePolicy = EncodePolicy::of(&all_but(b"%+"));

    let column = Column { values, offsets, skip: &[] };
    let is_plain =
        !name.is_empty() && name.bytes().all(|octet| octet.is_ascii() && !b"%+&=".contains(&octet));
    let (mut ends, mut changes) = (column.cells()?, column.cells()?);
    column.each_stretch(|rows, _| {
        let src = column.bytes(rows.clone())?;
        let base = column.start(rows.start);
        let marks = (is_plain && src.len() <= STRETCH).then(|| {
            let count = kernel::cells_for(src.len());
            let (ends, changes) = (&mut ends[..count], &mut changes[..count]);
            kernel::mark_encoded(src, &AMPERSAND.rule, ends);
            kernel::mark_encoded(src, &CHANGES.rule, changes);
            Marks { src, ends, changes, name: Name::of(name) }
        });
        let mut start = 0;
        for row in rows {
            let end = column.start(row + 1).wrapping_sub(base);
            let form = src.get(start..end).ok_or_else(|| column.misplaced(row..row + 1))?;
            let place = match &marks {
                Some(marks) => marks.value(start..end),
                None => value(form, name).map(|place| start + place.start..start + place.end),
            };
            found(place.map(|place| base + place.start..base + place.end));
            start = end;
        }
        Ok(())
    })
}

/// The place of the value in a form.
fn value(form: &[u8], name: &str) -> Option<Range<usize>> {
    let mut pairs = form::parse(form).pairs().flatten();
    let pair = pairs.find(|pair| pair.name.to_str_lossy().is_ok_and(|found| found == name))?;
    let start = pair.value.offset();
    Some(start..start + pair.value.raw().len())
}

/// A name that is not empty and is ASCII without `%`, `+`, `&` and `=`.
struct Name<'n> {
    text: &'n str,
    /// Its first eight octets as a number, and the bits of that number.
    first: u64,
    bits: u64,
}

impl<'n> Name<'n> {
    fn of(text: &'n str) -> Name<'n> {
        let mut first = [0; 8];
        let length = text.len().min(8);
        first[..length].copy_from_slice(&text.as_bytes()[..length]);
        let bits = u64::MAX >> (64 - 8 * length);
        Name { text, first: u64::from_le_bytes(first), bits }
    }

    /// Whether octets begin with the name.
    #[inline(always)]
    fn begins(&self, octets: &[u8]) -> bool {
        match octets.first_chunk() {
            Some(first) => {
                (u64::from_le_bytes(*first) ^ self.first) & self.bits == 0
                    && (self.text.len() <= 8 || octets.starts_with(self.text.as_bytes()))
            }
            None => octets.starts_with(self.text.as_bytes()),
        }
    }
}

/// A stretch, what is marked in it, and the name that is sought. Octets outside ASCII are marked too.
struct Marks<'s> {
    src: &'s [u8],
    ends: &'s [Cell],
    changes: &'s [Cell],
    name: Name<'s>,
}

impl Marks<'_> {
    /// The place of the value in a form.
    #[inline(always)]
    fn value(&self, form: Range<usize>) -> Option<Range<usize>> {
        if form.len() < 64 { self.value_in_short(form) } else { self.value_in_long(form) }
    }

    /// The same in a form of less than 64 octets, by masks of all of them.
    #[inline(always)]
    fn value_in_short(&self, form: Range<usize>) -> Option<Range<usize>> {
        let all = &self.src[form.start..];
        let length = form.len();
        // After the form is a mark.
        let ends = kernel::marks_from(self.ends, form.start) | 1 << length;
        let changes = kernel::marks_from(self.changes, form.start);
        let mut start = 0;
        while start < length {
            let end = (ends >> start).trailing_zeros() as usize + start;
            if end < length && all[end] != b'&' {
                return self.value_in_long(form);
            }
            let value = start + self.name.text.len();
            if value <= end && self.name.begins(&all[start..]) {
                if value == end {
                    return Some(form.start + value..form.start + value);
                }
                if all[value] == b'=' {
                    return Some(form.start + value + 1..form.start + end);
                }
            }
            let here = (changes >> start) & ((1 << (end - start)) - 1);
            if here != 0
                && let Some(place) = value_if_changed(&all[start..end], self.name.text)
            {
                let start = form.start + start;
                return Some(start + place.start..start + place.end);
            }
            start = end + 1;
        }
        None
    }

    /// The same in a form of any length.
    #[inline(never)]
    fn value_in_long(&self, form: Range<usize>) -> Option<Range<usize>> {
        let (mut start, end) = (form.start, form.end);
        while start < end {
            let stop = self.end(start, end);
            let value = start + self.name.text.len();
            if value <= stop && self.name.begins(&self.src[start..]) {
                if value == stop {
                    return Some(value..value);
                }
                if self.src[value] == b'=' {
                    return Some(value + 1..stop);
                }
            }
            if kernel::next_mark_before(self.changes, start, stop) < stop
                && let Some(place) = value_if_changed(&self.src[start..stop], self.name.text)
            {
                return Some(start + place.start..start + place.end);
            }
            start = stop + 1;
        }
        None
    }

    /// Where the pair ends that a place is in.
    #[inline]
    fn end(&self, place: usize, end: usize) -> usize {
        let mut at = kernel::next_mark_before(self.ends, place, end);
        while at < end && self.src[at] != b'&' {
            at = kernel::next_mark_before(self.ends, at + 1, end);
        }
        at
    }
}

/// The place of the value in a pair, if its name has a `%` or `+` and is this one decoded.
#[inline(never)]
fn value_if_changed(pair: &[u8], name: &str) -> Option<Range<usize>> {
    let written = pair.iter().position(|octet| *octet == b'=').unwrap_or(pair.len());
    pair[..written].iter().any(|octet| b"%+".contains(octet)).then(|| value(pair, name))?
}
