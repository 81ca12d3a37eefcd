//! Text to bytes, in blocks of 64 bytes (`block.rs`).
//!
//! The last block of the input is copied into a padded buffer first, and the last blocks of the output are written to one.

use core::mem::MaybeUninit;

use super::block::{BLOCK, READABLE, WRITABLE, block};
use super::search::find_either;
use crate::kernel::rule::{DecodeRule, Decoded, End, decode_events};
use crate::kernel::short::{LONGEST, inline};
use crate::kernel::table;

/// Decodes as much as fits. `dst[..written]` is initialised afterwards.
#[inline]
fn decode(src: &[u8], rule: &DecodeRule, dst: &mut [MaybeUninit<u8>]) -> Decoded {
    if src.len() <= LONGEST && dst.len() >= src.len() {
        let DecodeRule { lenient, plus, ref kept } = *rule;
        // SAFETY: the input is short, and there is room for all of it.
        let written = unsafe {
            let to = dst.as_mut_ptr().cast();
            inline::decode_in_room(src, lenient, plus, kept.as_ref(), to, dst.len())
        };
        if let Some(written) = written {
            return Decoded { read: src.len(), written, end: End::Input };
        }
    }
    blocks(src, rule, dst)
}

/// [`decode`] from one place to another. Both may be the same place.
///
/// # Safety
///
/// `src` is readable for `length` bytes and `dst` writable for `room`. They do not overlap, or `dst` is `src`
/// and `room >= length`.
#[inline(never)]
pub(in crate::kernel) unsafe fn decode_at(
    src: *const u8,
    length: usize,
    rule: &DecodeRule,
    dst: *mut u8,
    room: usize,
) -> Decoded {
    // If two slices that do not overlap begin at the same place, one of them is empty.
    if core::ptr::eq(src, dst) && room >= length {
        // SAFETY: `src` and `dst` are those of this function, and what changes nothing need not be moved.
        return unsafe {
            let clean = clean(core::slice::from_raw_parts(src, length), rule);
            resume_after(src, length, rule, dst, room, clean, clean)
        };
    }
    // SAFETY: two slices that do not overlap.
    unsafe {
        let src = core::slice::from_raw_parts(src, length);
        decode(src, rule, core::slice::from_raw_parts_mut(dst.cast(), room))
    }
}

fn blocks(src: &[u8], rule: &DecodeRule, dst: &mut [MaybeUninit<u8>]) -> Decoded {
    let out = dst.as_mut_ptr().cast::<u8>();
    let (mut read, mut written) = (0, 0);
    while src.len() - read >= READABLE && dst.len() - written >= WRITABLE {
        // SAFETY: as much is left of both as the block asks for, and `src` and `dst` are borrowed
        // apart; what follows the block is input.
        let end = unsafe { block(src.as_ptr().add(read), BLOCK, out.add(written), rule) };
        read += end.read;
        written += end.written;
        if end.malformed {
            return Decoded { read, written, end: End::Malformed };
        }
    }
    while read < src.len() {
        let left = &src[read..];
        let length = left.len().min(BLOCK);
        // NUL is not a hexadecimal digit, so a triplet that the end cuts is malformed.
        let mut from = [0u8; READABLE];
        let known = left.len().min(READABLE);
        from[..known].copy_from_slice(&left[..known]);
        let mut to = [0u8; WRITABLE];
        // SAFETY: `from` and `to` are as large as the block asks for; what follows the block in
        // `from` is the rest of the input, or NUL.
        let end = unsafe { block(from.as_ptr(), length, to.as_mut_ptr(), rule) };
        if end.written > dst.len() - written {
            let (length, room) = (src.len(), dst.len());
            // A new pointer, because the use of the slice ended the borrow of `out` above.
            let out = dst.as_mut_ptr().cast();
            // SAFETY: `src` and `dst` are slices that do not overlap.
            return unsafe { resume_after(src.as_ptr(), length, rule, out, room, read, written) };
        }
        for (slot, &byte) in dst[written..].iter_mut().zip(&to[..end.written]) {
            slot.write(byte);
        }
        read += end.read;
        written += end.written;
        if end.malformed {
            return Decoded { read, written, end: End::Malformed };
        }
    }
    Decoded { read, written, end: End::Input }
}

/// What begins at `src[at]`: its octet, or nothing if bytes are copied, and how many bytes are read. `None` at a malformed `%`.
#[inline(always)]
fn unit(src: &[u8], at: usize, rule: &DecodeRule) -> Option<(Option<u8>, usize)> {
    Some(match src[at] {
        b'%' => match src.get(at + 1..at + 3).and_then(|digits| table::octet(digits[0], digits[1]))
        {
            Some(value) if rule.keeps_triplet_of(value) => (None, 3),
            Some(value) => (Some(value), 3),
            None if rule.lenient => (None, 1),
            None => return None,
        },
        b'+' if rule.plus => (Some(b' '), 1),
        _ => (None, 1),
    })
}

/// [`decode`] from `read` and `written` on, one triplet or run after the other, to the last byte of room.
///
/// # Safety
///
/// `src` is readable for `length` bytes and `dst` writable for `room`; if they overlap, `dst + written` is not
/// after `src + read`.
pub(in crate::kernel) unsafe fn resume_after(
    src: *const u8,
    length: usize,
    rule: &DecodeRule,
    dst: *mut u8,
    room: usize,
    mut read: usize,
    mut written: usize,
) -> Decoded {
    while read < length {
        // SAFETY: `src` is readable for `length` bytes, and nothing is written while this borrow lives.
        let input = unsafe { core::slice::from_raw_parts(src, length) };
        let Some((octet, mut width)) = unit(input, read, rule) else {
            return Decoded { read, written, end: End::Malformed };
        };
        if octet.is_none() && input[read] != b'%' {
            width = clean(&input[read..], rule).min(room - written).max(1);
        }
        let count = if octet.is_some() { 1 } else { width };
        if room - written < count {
            return Decoded { read, written, end: End::Room };
        }
        // SAFETY: `count` bytes of room are left, and `width` to read.
        unsafe {
            match octet {
                Some(octet) => dst.add(written).write(octet),
                None => dst.add(written).copy_from(src.add(read), count),
            }
        }
        read += width;
        written += count;
    }
    Decoded { read, written, end: End::Input }
}

/// The length of the prefix without a `%` or, under a rule that reads it, a `+`.
fn clean(src: &[u8], rule: &DecodeRule) -> usize {
    find_either(src, decode_events(rule.plus))
}

/// The place of the first `%` that begins no triplet, or the length of the input.
pub(in crate::kernel) fn well_formed_len(src: &[u8]) -> usize {
    let mut at = 0;
    loop {
        at += clean(&src[at..], &DecodeRule::STRICT);
        match src.get(at + 1..at + 3) {
            Some(digits) if table::octet(digits[0], digits[1]).is_some() => at += 3,
            _ => return at,
        }
    }
}

pub(in crate::kernel) fn decoded_len(src: &[u8], rule: &DecodeRule) -> Decoded {
    let mut read = 0;
    let mut written = 0;
    while read < src.len() {
        let width = clean(&src[read..], rule);
        read += width;
        written += width;
        if read == src.len() {
            break;
        }
        let Some((octet, width)) = unit(src, read, rule) else {
            return Decoded { read, written, end: End::Malformed };
        };
        read += width;
        written += if octet.is_some() { 1 } else { width };
    }
    Decoded { read, written, end: End::Input }
}
