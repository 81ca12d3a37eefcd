//! Appending to a string, which grows as far as the result needs.
#![forbid(unsafe_code)]

use alloc::string::String;
use core::convert::Infallible;
use core::mem::MaybeUninit;

use super::encoded_len;
use crate::kernel::{self, EncodeRule};

/// Grows a string, or aborts. `None` stands for a length that exceeds `usize`.
pub(super) fn reserve(out: &mut String, more: Option<usize>) -> Result<(), Infallible> {
    out.reserve(more.unwrap_or(usize::MAX));
    Ok(())
}

/// [`Encode::append_to`] under a rule alone, for an input that is not short or a string that must grow.
#[inline(never)]
pub(super) fn append_growing(input: &[u8], rows: u128, plus: bool, lower: bool, out: &mut String) {
    let rule = EncodeRule::new(rows.to_ne_bytes(), plus, lower);
    if let Some(room) = kernel::encode_short_room(input.len()) {
        // Grow by the most that a short input can need, so that the next call finds enough capacity.
        out.reserve(room);
        kernel::encode_append_short_called(input, &rule, out);
        return;
    }
    let Ok(()) = append_long(input, &rule, out, &reserve);
}

pub(super) fn append_octets<E>(
    bytes: &[u8],
    rule: &EncodeRule,
    out: &mut String,
    grow: &impl Fn(&mut String, Option<usize>) -> Result<(), E>,
) -> Result<(), E> {
    if !kernel::OPTIMIZE_FOR_SIZE
        && !bytes.is_empty()
        && kernel::encode_append_short_called(bytes, rule, out)
    {
        return Ok(());
    }
    let mut text = [MaybeUninit::uninit(); size_of::<kernel::ShortText>()];
    if let Some(text) = kernel::encode_short(bytes, rule, &mut text) {
        if out.capacity() - out.len() < text.len() {
            grow(out, Some(text.len()))?;
        }
        out.push_str(text);
        return Ok(());
    }
    append_long(bytes, rule, out, grow)
}

#[inline]
pub(super) fn append_long<E>(
    bytes: &[u8],
    rule: &EncodeRule,
    out: &mut String,
    grow: &impl Fn(&mut String, Option<usize>) -> Result<(), E>,
) -> Result<(), E> {
    let rest = &bytes[kernel::encode_append(bytes, rule, out)..];
    if !rest.is_empty() {
        grow(out, encoded_len(rest, rule))?;
        let read = kernel::encode_append(rest, rule, out);
        debug_assert_eq!(read, rest.len(), "the length was exact");
    }
    Ok(())
}
