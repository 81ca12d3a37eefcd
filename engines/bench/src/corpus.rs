//! Rows like those of a log, the same each time.

use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, RecordBatch, StringArray, StringViewArray};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::arrow::error::ArrowError;

/// What the rows are.
#[allow(dead_code)] // The example `measure` of `triplet-ballista` has one of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Corpus {
    /// Paths with some triplets among plain text.
    Escaped,
    /// Paths without any.
    Clean,
    /// Nothing but triplets: text in Chinese.
    Dense,
    /// Text as people type it, to be encoded.
    Text,
}

impl Corpus {
    /// In a few words.
    #[allow(dead_code)]
    pub fn about(self) -> &'static str {
        match self {
            Self::Escaped => "paths with some triplets",
            Self::Clean => "paths without triplets",
            Self::Dense => "Chinese, all triplets",
            Self::Text => "text of words",
        }
    }

    fn row(self, n: u64, out: &mut String) {
        // Numbers that do not repeat soon, so that rows have many lengths.
        let mixed = n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        let (a, b) = (mixed % 1000, mixed % 37);
        let _ = match self {
            Self::Escaped => {
                write!(out, "/articles/{a}/caf%C3%A9-{b}%2Flist/%7Euser{n}?q=a%20b%26c")
            }
            Self::Clean => write!(out, "/articles/{a}/overview-{b}/list/user-{n}/index.html"),
            Self::Dense => {
                write!(out, "%E4%B8%AD%E6%96%87%E7%BC%96%E7%A0%{:02X}%E6%B5%8B%E8%AF%95", 0x80 + b)
            }
            Self::Text => {
                write!(out, "café {a}: 50% off & more for user {n}, ask at the {b}. door")
            }
        };
    }
}

/// Batches of at most 8,192 of these rows, as a scan gives them, and how many octets a row has on average.
pub fn batches(
    corpus: Corpus,
    rows: Range<u64>,
    views: bool,
) -> Result<(Vec<RecordBatch>, u64), ArrowError> {
    let data_type = if views { DataType::Utf8View } else { DataType::Utf8 };
    let schema = Arc::new(Schema::new(vec![Field::new("s", data_type, true)]));
    let count = rows.end.saturating_sub(rows.start);
    let mut batches = Vec::new();
    let mut octets = 0;
    let mut first = rows.start;
    while first < rows.end {
        let last = rows.end.min(first + 8192);
        let texts = (first..last).map(|n| {
            let mut text = String::new();
            corpus.row(n, &mut text);
            octets += text.len() as u64;
            text
        });
        let array: ArrayRef = if views {
            Arc::new(StringViewArray::from_iter_values(texts))
        } else {
            Arc::new(StringArray::from_iter_values(texts))
        };
        batches.push(RecordBatch::try_new(Arc::clone(&schema), vec![array])?);
        first = last;
    }
    Ok((batches, octets / count.max(1)))
}
