//! Sessions with tables for the other tests.

use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayRef, AsArray, BinaryArray, Int64Array, RecordBatch, RunArray, StringArray,
};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field, Int32Type, Schema};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::datasource::MemTable;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};

/// A session that knows the functions and answers `SHOW FUNCTIONS`.
pub fn session() -> SessionContext {
    let config = SessionConfig::new().with_information_schema(true).with_target_partitions(2);
    let ctx = SessionContext::new_with_config(config);
    triplet_datafusion::register_all(&ctx);
    ctx
}

/// All layouts in which a column of text can come.
pub fn layouts() -> Vec<DataType> {
    let values = |of: DataType| DataType::Dictionary(Box::new(DataType::Int32), Box::new(of));
    let runs = DataType::RunEndEncoded(
        Arc::new(Field::new("run_ends", DataType::Int32, false)),
        Arc::new(Field::new("values", DataType::Utf8, true)),
    );
    vec![
        DataType::Utf8,
        DataType::LargeUtf8,
        DataType::Utf8View,
        DataType::Binary,
        DataType::LargeBinary,
        DataType::BinaryView,
        values(DataType::Utf8),
        values(DataType::LargeUtf8),
        DataType::Dictionary(Box::new(DataType::UInt8), Box::new(DataType::Utf8)),
        runs,
    ]
}

/// A column in one of those layouts.
pub fn column(texts: &[Option<&str>], layout: &DataType) -> ArrayRef {
    let plain: ArrayRef = Arc::new(StringArray::from(texts.to_vec()));
    match layout {
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView => {
            let octets: Vec<_> = texts.iter().map(|text| text.map(str::as_bytes)).collect();
            cast(&BinaryArray::from(octets), layout).unwrap()
        }
        DataType::RunEndEncoded(..) => {
            let texts: RunArray<Int32Type> = texts.iter().copied().collect();
            Arc::new(texts)
        }
        layout => cast(&plain, layout).unwrap(),
    }
}

/// A session in which the table `t` has the rows' numbers `n` and a column `s`.
pub fn session_with(column: ArrayRef) -> SessionContext {
    let ctx = session();
    let numbers: ArrayRef = Arc::new(Int64Array::from_iter_values(0..column.len() as i64));
    let schema = Arc::new(Schema::new(vec![
        Field::new("n", DataType::Int64, false),
        Field::new("s", column.data_type().clone(), true),
    ]));
    let batch = RecordBatch::try_new(Arc::clone(&schema), vec![numbers, column]).unwrap();
    let table = MemTable::try_new(schema, vec![vec![batch]]).unwrap();
    ctx.register_table("t", Arc::new(table)).unwrap();
    ctx
}

/// The answer's batches.
pub async fn batches(ctx: &SessionContext, sql: &str) -> Result<Vec<RecordBatch>> {
    ctx.sql(sql).await?.collect().await
}

/// The answer as a table.
pub async fn table(ctx: &SessionContext, sql: &str) -> String {
    let batches = batches(ctx, sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    pretty_format_batches(&batches).unwrap().to_string()
}

/// The answer's first column, as text.
pub async fn texts(ctx: &SessionContext, sql: &str) -> Vec<Option<String>> {
    let batches = batches(ctx, sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    let mut texts = Vec::new();
    for batch in batches {
        let column = cast(batch.column(0), &DataType::Utf8).unwrap();
        texts.extend(column.as_string::<i32>().iter().map(|text| text.map(str::to_owned)));
    }
    texts
}

/// The message of a query that fails.
pub async fn error(ctx: &SessionContext, sql: &str) -> String {
    match batches(ctx, sql).await {
        Ok(batches) => panic!("{sql} gave\n{}", pretty_format_batches(&batches).unwrap()),
        Err(error) => error.strip_backtrace(),
    }
}
