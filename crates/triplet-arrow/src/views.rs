//! Columns of views: `Utf8View`, `BinaryView`. A view of at most 12 bytes holds its value; a longer one holds its length, its first four
//! bytes, the number of a buffer and an offset in it.
//!
//! A row that does not change keeps its view, and so shares the buffers of the column that was given. Results are written
//! to new buffers after those, none of which exceeds 1 GiB. A column where nothing changes is kept whole.

use arrow_array::builder::make_view;
use arrow_array::types::ByteViewType;
use arrow_array::{Array, GenericByteViewArray};
use arrow_buffer::{Buffer, NullBuffer};

use crate::call::Malformed;
use crate::error::ColumnError;
use crate::offsets::with_nulls;
use crate::value::{Change, Rewrite, Sink};

/// A view holds a value of at most this length.
const INLINE: usize = 12;

/// A new buffer is begun when one has this length.
const FULL: usize = 1 << 30;

/// The parts of a new column.
pub(crate) struct Parts {
    pub(crate) views: Vec<u128>,
    pub(crate) buffers: Vec<Buffer>,
    pub(crate) nulls: Option<NullBuffer>,
}

/// The length of the values of some views together.
fn length(views: &[u128]) -> usize {
    // The lowest 32 bits are the length.
    views.iter().map(|&view| view as u32 as usize).sum()
}

/// Rewrites all rows. `None` if nothing changes.
///
/// `joined` says that a value which [`Rewrite::unchanged_up_to`] finds unchanged needs no more than that.
pub(crate) fn rewrite<R: Rewrite, T: ByteViewType>(
    column: &GenericByteViewArray<T>,
    with: &R,
    malformed: Malformed,
    joined: bool,
) -> Result<Option<Parts>, ColumnError> {
    let mut buffers = column.data_buffers().to_vec();
    let mut out = R::Out::with_capacity(0);
    let mut has_room = false;
    let mut views = Vec::new();
    let mut failed = Vec::new();
    let mut changed = false;
    // As long as rows change, the next one is rewritten without a scan.
    let mut scan = joined;
    for (row, &view) in column.views().iter().enumerate() {
        let value: &[u8] = column.value(row).as_ref();
        let is_null = column.is_null(row);
        let is_clean = (scan || joined && is_null) && with.unchanged_up_to(value) == value.len();
        let mut new = view;
        if is_null {
            // What a null row holds need not be text, so it is kept only if it would be otherwise.
            new = if is_clean { view } else { 0 };
        } else if !value.is_empty() && !is_clean {
            if !has_room {
                out = R::Out::with_capacity(length(&column.views()[row..]).min(FULL));
                has_room = true;
            }
            let start = out.length();
            match with.rewrite(value, &mut out) {
                Ok(Change::None) => {}
                Ok(Change::Appended) if out.bytes()[start..] == *value => out.shorten(start),
                Ok(Change::Appended) => {
                    let result = &out.bytes()[start..];
                    // A value exceeds 4 GiB only if its encoding does: then no view can hold it.
                    let (Ok(_), Ok(buffer), Ok(at)) = (
                        u32::try_from(result.len()),
                        u32::try_from(buffers.len()),
                        u32::try_from(start),
                    ) else {
                        return Err(ColumnError::TooLong { row });
                    };
                    new = make_view(result, buffer, at);
                    if result.len() <= INLINE {
                        out.shorten(start);
                    }
                }
                Err(error) if malformed == Malformed::Error => {
                    return Err(ColumnError::at(row, error));
                }
                Err(_) => {
                    out.shorten(start);
                    failed.push(row);
                    new = 0;
                }
            }
            if out.length() >= FULL {
                let full = std::mem::replace(&mut out, R::Out::with_capacity(0));
                buffers.push(full.into_bytes().into());
                has_room = false;
            }
        }
        scan = joined && new == view;
        if new != view && !changed {
            changed = true;
            views.reserve_exact(column.len());
            views.extend_from_slice(&column.views()[..row]);
        }
        if changed {
            views.push(new);
        }
    }
    if !changed {
        return Ok(None);
    }
    if out.length() > 0 {
        let mut values = out.into_bytes();
        values.shrink_to_fit();
        buffers.push(values.into());
    }
    let nulls = with_nulls(column.nulls(), &failed, column.len());
    Ok(Some(Parts { views, buffers, nulls }))
}
