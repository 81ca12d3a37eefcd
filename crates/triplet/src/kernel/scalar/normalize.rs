//! Triplets in their normal form, one after the other.

use super::search::{find_either, is_kept};
use crate::kernel::table;

/// Writes the triplet at a place in its normal form, if one is there, and gives how many bytes it became.
///
/// # Safety
///
/// `at < src.len()`; `to` is writable for three bytes, or for one if fewer are left.
#[inline(always)]
unsafe fn triplet(
    src: &[u8],
    at: usize,
    rows: &[u8; 16],
    upper: bool,
    to: *mut u8,
) -> Option<usize> {
    let [b'%', high, low, ..] = src[at..] else { return None };
    let octet = table::hex_value(high)? << 4 | table::hex_value(low)?;
    // SAFETY: three bytes are left, so three may be written.
    unsafe {
        if is_kept(rows, octet) {
            to.write(octet);
            return Some(1);
        }
        let digit = |digit: u8| if upper { digit.to_ascii_uppercase() } else { digit };
        to.copy_from_nonoverlapping([b'%', digit(high), digit(low)].as_ptr(), 3);
    }
    Some(3)
}

/// Writes what begins in the first two bytes. Returns how many bytes were read and written, and false if it was stopped
/// by a malformed `%`.
///
/// # Safety
///
/// `to` is writable for the length of the input.
#[inline(always)]
pub(in crate::kernel) unsafe fn first_two(
    src: &[u8],
    rows: &[u8; 16],
    upper: bool,
    to: *mut u8,
) -> (usize, usize, bool) {
    let (mut read, mut written) = (0, 0);
    while read < 2 {
        // SAFETY: no more was written than read, and room is left for what is left.
        unsafe {
            match src.get(read) {
                None => return (read, written, false),
                Some(b'%') => match triplet(src, read, rows, upper, to.add(written)) {
                    Some(bytes) => (read, written) = (read + 3, written + bytes),
                    None => return (read, written, false),
                },
                Some(&byte) => {
                    to.add(written).write(byte);
                    (read, written) = (read + 1, written + 1);
                }
            }
        }
    }
    (read, written, true)
}

/// See [`crate::kernel::normalize_append`]; gives how many bytes were read and written.
///
/// # Safety
///
/// `to` is writable for the length of the input.
pub(in crate::kernel) unsafe fn normalize(
    src: &[u8],
    rows: &[u8; 16],
    upper: bool,
    to: *mut u8,
) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    loop {
        let clean = find_either(&src[read..], [b'%'; 2]);
        // SAFETY: no more was written than read, and room is left for what is left.
        unsafe {
            to.add(written).copy_from_nonoverlapping(src.as_ptr().add(read), clean);
            (read, written) = (read + clean, written + clean);
            if read == src.len() {
                return (read, written);
            }
            match triplet(src, read, rows, upper, to.add(written)) {
                Some(bytes) => (read, written) = (read + 3, written + bytes),
                None => return (read, written),
            }
        }
    }
}
