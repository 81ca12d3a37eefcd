//! Many texts in one buffer: the rows of a column.
//!
//! A column of a database or a data frame keeps its texts one after the other in one buffer, with the offset at which each ends. Its
//! rows are short, so that a call for each takes longer than its work. [`decode_rows`] and [`encode_rows`] take the buffer and
//! the offsets, and append to a buffer and to offsets. The result of each row is that of [`decode`](crate::decode()) or
//! [`encode`](crate::encode()) of the row by itself: a triplet or a character never goes on in the next row.
//!
//! ```
//! use triplet::rows::decode_rows;
//!
//! // Three rows: `caf%C3%A9`, an empty one, `a%20b`.
//! let (values, offsets) = (b"caf%C3%A9a%20b", [0, 9, 9, 14]);
//! let (mut text, mut ends) = (String::new(), vec![0]);
//! decode_rows(values, &offsets).append_text_to(&mut text, &mut ends)?;
//! assert_eq!((&*text, &*ends), ("caféa b", &[0, 5, 5, 8][..]));
//! # Ok::<(), triplet::rows::RowError>(())
//! ```
//!
//! The offsets are the start of the first row and the end of each, as Arrow has them: one more than there are rows, none lower than
//! the one before, none beyond the buffer. Each offset is checked. The rows need not begin at 0, nor end where the buffer ends.
//!
//! Where rows end afterwards is computed from masks of 64 bytes, without a branch for a row, and about 32 KiB of rows are decoded or
//! encoded in one call. Rows that cannot be decoded with others, such as one that ends in `%`, are found in the same masks. All
//! take linear time, whatever the rows are.
#![forbid(unsafe_code)]

mod column;
mod decode;
mod encode;
mod error;
#[cfg(feature = "form")]
mod form_values;
#[cfg(any(feature = "form", feature = "uri"))]
mod marks;
#[cfg(feature = "uri")]
mod normal;
#[cfg(feature = "respell")]
mod respelled;
mod sink;
#[cfg(feature = "uri")]
mod split;

pub use self::decode::{DecodeRows, decode_rows};
pub use self::encode::{EncodeRows, encode_rows};
pub use self::error::RowError;
#[cfg(feature = "form")]
pub use self::form_values::form_values;
#[cfg(feature = "uri")]
pub use self::normal::normal_rows;
#[cfg(feature = "respell")]
pub use self::respelled::respelled_rows;
#[cfg(feature = "uri")]
pub use self::split::split_rows;
pub use crate::kernel::Offset;
