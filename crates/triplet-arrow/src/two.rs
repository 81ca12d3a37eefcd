//! Functions of two columns, row by row.
#![forbid(unsafe_code)]

use std::sync::Arc;

use arrow_array::builder::BooleanBuilder;
use arrow_array::{ArrayRef, new_null_array};
use arrow_schema::DataType;
use triplet::uri::{self, Strictness};

use crate::call::Call;
use crate::error::{ColumnError, ValueError, check_memory};
use crate::repeated;
use crate::text::{Rows, TextBuilder};

/// Runs a function of two columns. If one has a single row, that is taken for each row of the other.
pub(crate) fn run(
    call: &Call,
    a: &ArrayRef,
    b: &ArrayRef,
    result: &DataType,
) -> Result<ArrayRef, ColumnError> {
    let rows = match (a.len(), b.len()) {
        (a, b) if a == b => a,
        (1, rows) | (rows, 1) => rows,
        (a, b) => {
            let message = format!(
                "the columns have {a} and {b} rows; they must have as many rows as each other, or one of them one"
            );
            return Err(ColumnError::Columns { message });
        }
    };
    let (a, b) = (repeated::expand(a)?, repeated::expand(b)?);
    let (Some(a), Some(b)) = (known(&a)?, known(&b)?) else {
        return Ok(new_null_array(result, rows));
    };
    let at = |side: &Rows<'_>, row: usize| if side.len() == 1 { 0 } else { row };
    let pairs = (0..rows).map(|row| a.get(at(&a, row)).zip(b.get(at(&b, row))));
    match call {
        Call::Equivalent(comparing) => {
            let normalizer = comparing.normalizer();
            let mut answers = BooleanBuilder::with_capacity(rows);
            for (row, pair) in pairs.enumerate() {
                let texts = |(a, b)| Ok::<_, ColumnError>((text(a, row)?, text(b, row)?));
                let pair = pair.map(texts).transpose()?;
                let same = pair.map(|(a, b)| normalizer.equivalent(a, b).is_equivalent());
                answers.append_option(same);
            }
            Ok(Arc::new(answers.finish()))
        }
        Call::Resolve => {
            let of_each = |side: &Rows<'_>| match side.len() {
                1 => side.octets().saturating_mul(rows),
                _ => side.octets(),
            };
            check_memory(of_each(&a).saturating_add(of_each(&b)).saturating_mul(2))?;
            let mut targets = TextBuilder::new(result, rows);
            for (row, pair) in pairs.enumerate() {
                let target = pair.and_then(|(base, reference)| resolved(base, reference));
                targets.append(target.as_deref(), row)?;
            }
            Ok(targets.finish())
        }
        _ => Err(ColumnError::Columns { message: "this function takes one column".to_owned() }),
    }
}

/// The target of a reference at a base; `None` where the base has no scheme, or one of them is not one reference, or not text.
fn resolved(base: &[u8], reference: &[u8]) -> Option<String> {
    let (base, reference) = (str::from_utf8(base).ok()?, str::from_utf8(reference).ok()?);
    let target = uri::resolve(base, reference, Strictness::Strict).ok()?;
    let is_one = uri::text_beside(base).is_none()
        && uri::text_beside(reference).is_none()
        && uri::text_lost(reference, &target).is_none();
    is_one.then_some(target)
}

/// The value as text, or an error that names the row.
fn text(value: &[u8], row: usize) -> Result<&str, ColumnError> {
    str::from_utf8(value).map_err(|error| ColumnError::at(row, ValueError::not_text(error)))
}

/// The rows of a column; `None` if its type is `Null`: that type has only nulls.
fn known(column: &ArrayRef) -> Result<Option<Rows<'_>>, ColumnError> {
    if *column.data_type() == DataType::Null { Ok(None) } else { Rows::of(column).map(Some) }
}
