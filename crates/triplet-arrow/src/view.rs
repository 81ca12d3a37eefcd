//! What a view is: a value of at most 12 bytes, or the length of a longer one, its first four bytes, the number of a buffer and an
//! offset in it.
#![forbid(unsafe_code)]

use arrow_array::types::ByteViewType;
use arrow_array::{Array, GenericByteViewArray};

use crate::error::{ColumnError, check_memory, unexpected};

/// A view holds a value of at most this length.
pub(crate) const INLINE: usize = 12;

/// The length of a value.
pub(crate) fn length(view: u128) -> usize {
    // The lowest 32 bits.
    view as u32 as usize
}

/// The column with empty views in its null rows: what these hold need not be a view at all.
pub(crate) fn without_junk<T: ByteViewType>(
    column: &GenericByteViewArray<T>,
) -> Result<Option<GenericByteViewArray<T>>, ColumnError> {
    let views = column.views();
    let Some(nulls) = column.nulls().filter(|nulls| nulls.null_count() > 0) else {
        return Ok(None);
    };
    if (0..views.len()).all(|row| views[row] == 0 || nulls.is_valid(row)) {
        return Ok(None);
    }
    check_memory(size_of_val(&views[..]))?;
    let sound = views.iter().zip(nulls).map(|(&view, is_valid)| if is_valid { view } else { 0 });
    let buffers = column.data_buffers().to_vec();
    let column = GenericByteViewArray::try_new(sound.collect(), buffers, Some(nulls.clone()));
    column.map(Some).map_err(unexpected)
}
