//! Columns that say a value once for many rows: dictionaries and run-end encoding. Each value is converted once.
//!
//! A dictionary may hold values that no row has, and those may be malformed. They must not fail a column, and an error must
//! name a row of the column, not an entry of its dictionary.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, Int16Type, Int32Type, Int64Type, RunEndIndexType,
};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, PrimitiveArray, RunArray, UInt64Array,
    downcast_dictionary_array,
};
use arrow_buffer::ArrowNativeType;
use arrow_schema::DataType;
use arrow_select::take::take;

use crate::call::plain;
use crate::error::{ColumnError, unexpected};

/// A function of a column.
type Run<'a> = &'a dyn Fn(&ArrayRef) -> Result<ArrayRef, ColumnError>;

/// Runs a function on a dictionary column. If its result is a dictionary too, the keys stay.
pub(crate) fn dictionary(
    column: &ArrayRef,
    result: &DataType,
    run: Run<'_>,
) -> Result<ArrayRef, ColumnError> {
    let Some(array) = column.as_any_dictionary_opt() else {
        return Err(ColumnError::Type { found: column.data_type().clone() });
    };
    let values = used_values(column, run)?;
    let DataType::Dictionary(_, new_type) = result else {
        // One result for each value; each row takes that of its key.
        return take(&values, array.keys(), None).map_err(unexpected);
    };
    debug_assert_eq!(values.data_type(), new_type.as_ref());
    if Arc::ptr_eq(&values, array.values()) {
        return Ok(Arc::clone(column));
    }
    let made = array.with_values(values);
    Ok(if made.logical_nulls().is_some() { null_keys(&made) } else { made })
}

/// Gives the keys of null values to no value: some readers expect a dictionary without nulls.
fn null_keys(column: &ArrayRef) -> ArrayRef {
    fn with<K: ArrowDictionaryKeyType>(column: &DictionaryArray<K>) -> ArrayRef {
        let keys = PrimitiveArray::<K>::new(column.keys().values().clone(), column.logical_nulls());
        Arc::new(DictionaryArray::new(keys, Arc::clone(column.values())))
    }
    downcast_dictionary_array!(
        column => with(column),
        _ => Arc::clone(column)
    )
}

/// The results for the values of a dictionary. Only those that a row has may fail, and the error names the first such row.
fn used_values(column: &ArrayRef, run: Run<'_>) -> Result<ArrayRef, ColumnError> {
    let array = column.as_any_dictionary();
    let values = array.values();
    let (first, of) = match run(values) {
        Err(error) if error.row().is_some() => (error, rows_of_values(column, values.len())),
        other => return other,
    };
    if values.is_empty() {
        return Err(first);
    }
    // Once more, without the values that no row has.
    let used: UInt64Array =
        of.iter().enumerate().map(|(value, row)| row.map(|_| value as u64)).collect();
    let result = run(&take(values, &used, None).map_err(unexpected)?);
    let Err(ColumnError::Row { .. }) = &result else { return result };
    // A later value can be that of an earlier row: ask for the rows in order.
    let mut in_order: Vec<(usize, usize)> =
        of.iter().enumerate().filter_map(|(value, row)| row.map(|row| (row, value))).collect();
    in_order.sort_unstable();
    for (row, value) in in_order {
        if let Err(error) = run(&values.slice(value, 1)) {
            return Err(error.moved_by(row));
        }
    }
    result
}

/// The first row of each value.
fn rows_of_values(column: &ArrayRef, values: usize) -> Vec<Option<usize>> {
    let array = column.as_any_dictionary();
    let mut rows = vec![None; values];
    if values == 0 {
        return rows;
    }
    for (row, key) in array.normalized_keys().into_iter().enumerate() {
        if array.keys().is_valid(row) {
            rows[key].get_or_insert(row);
        }
    }
    rows
}

/// Runs a function on a run-end column. If its result is one too, the ends of the runs stay.
pub(crate) fn run_ends(
    column: &ArrayRef,
    result: &DataType,
    run: Run<'_>,
) -> Result<ArrayRef, ColumnError> {
    match column.data_type() {
        DataType::RunEndEncoded(ends, _) => match ends.data_type() {
            DataType::Int16 => runs::<Int16Type>(column, result, run),
            DataType::Int32 => runs::<Int32Type>(column, result, run),
            _ => runs::<Int64Type>(column, result, run),
        },
        found => Err(ColumnError::Type { found: found.clone() }),
    }
}

fn runs<E: RunEndIndexType>(
    column: &ArrayRef,
    result: &DataType,
    run: Run<'_>,
) -> Result<ArrayRef, ColumnError> {
    let Some(array) = column.as_any().downcast_ref::<RunArray<E>>() else {
        return Err(ColumnError::Type { found: column.data_type().clone() });
    };
    if array.is_empty() {
        return Ok(arrow_array::new_empty_array(result));
    }
    // A slice has all runs of its column, and refers to some of them.
    let (first, last) = (array.get_start_physical_index(), array.get_end_physical_index());
    let values = array.values().slice(first, last - first + 1);
    let new = run(&values).map_err(|error| match error.row() {
        Some(first_bad) => {
            // The run begins where the one before it ends.
            let before = (first + first_bad).checked_sub(1);
            let start = before.map_or(0, |run| array.run_ends().values()[run].as_usize());
            error.in_row(start.saturating_sub(array.offset()))
        }
        None => error,
    })?;
    if !matches!(result, DataType::RunEndEncoded(..)) {
        return take(&new, &indices(array, first), None).map_err(unexpected);
    }
    if Arc::ptr_eq(&new, &values) || new.to_data().ptr_eq(&values.to_data()) {
        return Ok(Arc::clone(column));
    }
    let ends = PrimitiveArray::<E>::from_iter_values(array.run_ends().sliced_values());
    let made = RunArray::<E>::try_new(&ends, &new).map_err(unexpected)?;
    Ok(Arc::new(made))
}

/// For each row the number of its run, counted from run `first`.
fn indices<E: RunEndIndexType>(array: &RunArray<E>, first: usize) -> UInt64Array {
    (0..array.len()).map(|row| (array.get_physical_index(row) - first) as u64).collect()
}

/// The column with a value for each row.
pub(crate) fn expand(column: &ArrayRef) -> Result<ArrayRef, ColumnError> {
    fn values<E: RunEndIndexType>(column: &ArrayRef) -> Option<Result<ArrayRef, ColumnError>> {
        let array = column.as_any().downcast_ref::<RunArray<E>>()?;
        Some(take(array.values(), &indices(array, 0), None).map_err(unexpected))
    }
    let expanded = match column.data_type() {
        DataType::Dictionary(..) => {
            let array = column.as_any_dictionary();
            take(array.values(), array.keys(), None).map_err(unexpected)?
        }
        DataType::RunEndEncoded(..) => values::<Int16Type>(column)
            .or_else(|| values::<Int32Type>(column))
            .or_else(|| values::<Int64Type>(column))
            .unwrap_or_else(|| Err(ColumnError::Type { found: column.data_type().clone() }))?,
        _ => return Ok(Arc::clone(column)),
    };
    if plain(column.data_type()) == expanded.data_type() { Ok(expanded) } else { expand(&expanded) }
}
