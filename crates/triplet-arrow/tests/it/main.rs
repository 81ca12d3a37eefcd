//! Tests of the column functions.

mod columns;
mod errors;
mod functions;
mod layouts;
mod sharing;
mod table;
