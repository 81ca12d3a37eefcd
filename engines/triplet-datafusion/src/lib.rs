//! Percent-encoding, URIs and forms as SQL functions of [Apache DataFusion](https://datafusion.apache.org).
//!
//! ```
//! use datafusion::prelude::SessionContext;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! let ctx = SessionContext::new();
//! triplet_datafusion::register_all(&ctx);
//! let table = ctx.sql("SELECT pct_decode('caf%C3%A9') AS text").await?;
//! assert_eq!(
//!     table.to_string().await?,
//!     "\
//! +------+
//! | text |
//! +------+
//! | café |
//! +------+"
//! );
//! # Ok(())
//! # }
//! ```
//!
//! The functions, their results and their errors are those of the crate `triplet-arrow`. That crate does the work. This crate
//! only translates: names and documentation into DataFusion's catalogue, literals into bound arguments when the query is
//! planned, and errors into DataFusion's errors. `README.md` shows each function in SQL.
//!
//! - [`register_all`] makes all functions known to a session.
//! - [`all`] gives them as [`ScalarUDF`]s, for a session's builder or a registry.
//! - [`udf`] gives one, to be called from Rust: `udf(Function::Decode).call(vec![col("url")])`.
//!
//! An error in a row is a [`RowError`]. A program can read the row of the batch and the offset from it.

mod arguments;
mod documentation;
mod error;
mod function;

use std::sync::Arc;

use datafusion::error::Result;
use datafusion::execution::FunctionRegistry;
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::SessionContext;

pub use error::RowError;
pub use function::ColumnFunction;
pub use triplet_arrow::Function;

/// Makes all functions known to a session. Functions that have one of their names are replaced.
pub fn register_all(ctx: &SessionContext) {
    for function in all() {
        ctx.register_udf(function);
    }
}

/// Makes all functions known to a registry, such as a [`SessionState`](datafusion::execution::SessionState).
///
/// # Errors
///
/// The error of the registry. A registry that accepts no functions refuses the first one.
pub fn register_in(registry: &mut dyn FunctionRegistry) -> Result<()> {
    for function in all() {
        registry.register_udf(Arc::new(function))?;
    }
    Ok(())
}

/// All functions, in the order of [`Function::ALL`].
#[must_use]
pub fn all() -> Vec<ScalarUDF> {
    Function::ALL.map(udf).into()
}

/// One function, for expressions that are built in Rust.
///
/// ```
/// use datafusion::prelude::{col, lit};
/// use triplet_datafusion::{Function, udf};
///
/// let decoded = udf(Function::FormGet).call(vec![col("query"), lit("q")]);
/// assert_eq!(decoded.to_string(), "form_get(query, Utf8(\"q\"))");
/// ```
#[must_use]
pub fn udf(function: Function) -> ScalarUDF {
    ScalarUDF::new_from_impl(ColumnFunction::new(function))
}

/// The README's Rust runs, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
