//! Functions whose result is not text of the same layout: structs, lists, and text that is looked up.

use std::sync::Arc;

use arrow_array::builder::{Int64Builder, NullBufferBuilder};
use arrow_array::{ArrayRef, Int64Array, ListArray, StringArray, new_null_array};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Fields};
use triplet::DecodeErrorKind;
use triplet::form::{self, Part};
use triplet_inspect as inspect;

use crate::call::Call;
use crate::error::{ColumnError, check_memory, unexpected};
use crate::form_get::form_get;
use crate::text::{Rows, TextBuilder, struct_of};
use crate::together;
use crate::uri_parts::uri_parts;

/// Runs one of these functions of a single column.
pub(crate) fn run(
    call: &Call,
    column: &ArrayRef,
    result: &DataType,
) -> Result<ArrayRef, ColumnError> {
    let rows = Rows::of(column)?;
    // The text of the results together is at most as long as that of the rows, or three times as long where it becomes U+FFFD,
    // and a builder that grows has it twice. The findings of `lint` have no such bound.
    check_memory(rows.octets().saturating_mul(4))?;
    match (call, result) {
        (Call::DecodeLayers { max }, DataType::Struct(fields)) => layers(&rows, *max, fields),
        (Call::Error, DataType::Struct(fields)) => error(column, &rows, result, fields),
        (Call::UriParts, DataType::Struct(fields)) => uri_parts(column, fields),
        (Call::FormParse, DataType::List(item)) => form_parse(&rows, item),
        (Call::FormGet { name }, _) => form_get(column, name),
        (Call::Lint(context), DataType::List(item)) => lint(&rows, *context, item),
        _ => Err(ColumnError::Type { found: result.clone() }),
    }
}

fn layers(rows: &Rows<'_>, max: usize, fields: &Fields) -> Result<ArrayRef, ColumnError> {
    let mut texts = TextBuilder::new(fields[0].data_type(), rows.len());
    let mut counts = Int64Builder::with_capacity(rows.len());
    let mut nulls = NullBufferBuilder::new(rows.len());
    for (row, value) in rows.iter().enumerate() {
        let found = value.map(|value| inspect::layers(value, max));
        let text = found.as_ref().and_then(|found| str::from_utf8(found.fixpoint()?).ok());
        let count = found.as_ref().and_then(|found| i64::try_from(found.count()).ok());
        texts.append(text, row)?;
        counts.append_option(text.and(count));
        nulls.append(text.is_some());
    }
    struct_of(fields, vec![texts.finish(), Arc::new(counts.finish())], rows.len(), nulls.finish())
}

/// Nearly no row has an error. Those that have one are found by decoding all rows together.
fn error(
    column: &ArrayRef,
    rows: &Rows<'_>,
    result: &DataType,
    fields: &Fields,
) -> Result<ArrayRef, ColumnError> {
    let failed = together::failed(column)?;
    if failed.is_empty() {
        return Ok(new_null_array(result, rows.len()));
    }
    let mut offsets = vec![0; rows.len()];
    let mut kinds = String::new();
    let mut ends = Vec::with_capacity(rows.len() + 1);
    let mut valid = BooleanBufferBuilder::new(rows.len());
    valid.append_n(rows.len(), false);
    for row in failed {
        let error = rows.get(row).and_then(|value| triplet::decode(value).to_str().err());
        if let Some(error) = error {
            ends.resize(row + 1, i32::try_from(kinds.len()).unwrap_or(i32::MAX));
            offsets[row] = i64::try_from(error.offset()).unwrap_or(i64::MAX);
            kinds.push_str(error.kind().name());
            valid.set_bit(row, true);
        }
    }
    // All names fit if there are fewer than 2^27 errors.
    let end = i32::try_from(kinds.len()).map_err(|_| ColumnError::TooLong { row: rows.len() })?;
    ends.resize(rows.len() + 1, end);
    let nulls = Some(NullBuffer::new(valid.finish()));
    let kinds =
        StringArray::new(OffsetBuffer::new(ends.into()), kinds.into_bytes().into(), nulls.clone());
    let offsets = Int64Array::new(offsets.into(), nulls.clone());
    struct_of(fields, vec![Arc::new(offsets), Arc::new(kinds)], rows.len(), nulls)
}

// A name of a kind has less than 16 octets.
const _: () = {
    let mut kind = 0;
    while kind < DecodeErrorKind::ALL.len() {
        assert!(DecodeErrorKind::ALL[kind].name().len() < 16);
        kind += 1;
    }
};

/// Collects the lists of a list column: how many items each row has.
struct Lists {
    ends: Vec<i32>,
    nulls: NullBufferBuilder,
    items: usize,
}

impl Lists {
    fn new(rows: usize) -> Lists {
        let mut ends = Vec::with_capacity(rows + 1);
        ends.push(0);
        Lists { ends, nulls: NullBufferBuilder::new(rows), items: 0 }
    }

    /// Ends the list of a row.
    fn end(&mut self, is_valid: bool, row: usize) -> Result<(), ColumnError> {
        self.ends.push(i32::try_from(self.items).map_err(|_| ColumnError::TooLong { row })?);
        self.nulls.append(is_valid);
        Ok(())
    }

    fn finish(
        mut self,
        item: &Arc<Field>,
        columns: Vec<ArrayRef>,
    ) -> Result<ArrayRef, ColumnError> {
        let DataType::Struct(fields) = item.data_type() else {
            return Err(ColumnError::Type { found: item.data_type().clone() });
        };
        let items = struct_of(fields, columns, self.items, None)?;
        let offsets = OffsetBuffer::new(ScalarBuffer::from(self.ends));
        let made = ListArray::try_new(Arc::clone(item), offsets, items, self.nulls.finish());
        made.map(|made| Arc::new(made) as ArrayRef).map_err(unexpected)
    }
}

/// The type of the first field of the items of a list.
fn first_field(item: &Field) -> DataType {
    match item.data_type() {
        DataType::Struct(fields) => fields[0].data_type().clone(),
        other => other.clone(),
    }
}

fn form_parse(rows: &Rows<'_>, item: &Arc<Field>) -> Result<ArrayRef, ColumnError> {
    let text_type = first_field(item);
    let mut names = TextBuilder::new(&text_type, rows.len());
    let mut values = TextBuilder::new(&text_type, rows.len());
    let mut lists = Lists::new(rows.len());
    for (row, value) in rows.iter().enumerate() {
        for pair in value.map(form::parse).into_iter().flatten().flatten() {
            names.append(Some(&decoded(&pair.name)), row)?;
            values.append(Some(&decoded(&pair.value)), row)?;
            lists.items += 1;
        }
        lists.end(value.is_some(), row)?;
    }
    lists.finish(item, vec![names.finish(), values.finish()])
}

/// Parsing a form keeps malformed triplets and never fails.
fn decoded<'a>(part: &Part<'a>) -> std::borrow::Cow<'a, str> {
    part.to_str_lossy().unwrap_or_default()
}

fn lint(
    rows: &Rows<'_>,
    context: inspect::Context,
    item: &Arc<Field>,
) -> Result<ArrayRef, ColumnError> {
    let mut ids = TextBuilder::new(&DataType::Utf8, rows.len());
    let mut severities = TextBuilder::new(&DataType::Utf8, rows.len());
    let mut offsets = Int64Builder::new();
    let mut lists = Lists::new(rows.len());
    for (row, value) in rows.iter().enumerate() {
        if let Some(value) = value {
            for finding in inspect::lint(value, context).iter() {
                ids.append(Some(finding.rule().name()), row)?;
                severities.append(Some(finding.severity().name()), row)?;
                offsets.append_value(i64::try_from(finding.span().start).unwrap_or(i64::MAX));
                lists.items += 1;
            }
        }
        lists.end(value.is_some(), row)?;
    }
    let offsets: Int64Array = offsets.finish();
    lists.finish(item, vec![ids.finish(), severities.finish(), Arc::new(offsets)])
}
