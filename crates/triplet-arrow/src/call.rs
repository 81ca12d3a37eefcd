//! A function with its constant arguments, and which code runs it for a column of which type.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, ByteViewType, GenericBinaryType, GenericStringType};
use arrow_array::{
    Array, ArrayRef, BinaryViewArray, GenericByteArray, GenericByteViewArray, OffsetSizeTrait,
    StringViewArray, new_null_array,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Fields};
use triplet::charset::Charset;
use triplet::inspect::Context;
use triplet::set::EncodeSet;
use triplet::uri::{Component, Level};

use crate::error::ColumnError;
use crate::value::{self, Rewrite};
use crate::{nested, offsets, repeated, views};

/// What happens to a value that cannot be decoded: because of a malformed triplet, or because its octets are not text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Malformed {
    /// The function fails with an error that names the row and the offset.
    #[default]
    Error,
    /// The row becomes null.
    Null,
    /// Malformed triplets are kept, and what is not text becomes U+FFFD.
    Lossy,
}

/// A function of columns with its constant arguments, ready to run. [`Function::bind`](crate::Function::bind) makes one from
/// SQL's arguments.
///
/// Null rows stay null, except that [`Call::Error`] and the like give null for them as well. A dictionary or run-end column
/// is converted value by value, not row by row.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{ArrayRef, StringArray};
/// use triplet::set::rfc3986;
/// use triplet_arrow::Call;
///
/// let column: ArrayRef = Arc::new(StringArray::from(vec![Some("a b"), None, Some("c/d")]));
/// let call = Call::Encode { set: rfc3986::SEGMENT, charset: triplet::charset::Charset::UTF_8 };
/// let encoded = call.run(&[column])?;
/// assert_eq!(*encoded, StringArray::from(vec![Some("a%20b"), None, Some("c%2Fd")]));
/// # Ok::<(), triplet_arrow::ColumnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Call {
    /// Encodes text, or octets.
    Encode {
        /// What is kept.
        set: EncodeSet,
        /// The charset that the text is encoded in. Octets of binary columns are encoded as they are only in UTF-8.
        charset: Charset,
    },
    /// Decodes to text.
    Decode {
        /// The charset of the decoded octets.
        charset: Charset,
        /// What becomes of malformed values.
        malformed: Malformed,
        /// A `+` is a space, as in forms.
        plus_as_space: bool,
    },
    /// Decodes to octets; a malformed triplet is an error.
    DecodeBytes {
        /// A `+` is a space, as in forms.
        plus_as_space: bool,
    },
    /// Decodes until nothing changes, at most `max` times: a struct of the text and the number of layers; null if the limit
    /// is reached first or the octets are not UTF-8.
    DecodeLayers {
        /// The highest number of layers.
        max: usize,
    },
    /// What is wrong with a value that [`Call::Decode`] cannot decode: a struct of offset and kind; null if nothing is.
    Error,
    /// Normalises references (RFC 3986 section 6).
    Normalize(Level),
    /// Compares references of two columns. If one has a single row, that is compared with each row of the other.
    Equivalent(Level),
    /// Splits references into components, which stay encoded: a struct. What a reference does not have is null; a path is
    /// always there.
    UriParts,
    /// The pairs of a form, decoded: a list of structs of name and value.
    FormParse,
    /// The value of the first pair with this name, decoded; null if there is none.
    FormGet {
        /// The decoded name.
        name: String,
    },
    /// What to look at in a value: a list of structs of rule, severity and offset.
    Lint(Context),
}

impl Call {
    /// How many columns the function takes.
    #[must_use]
    pub const fn columns(&self) -> usize {
        match self {
            Call::Equivalent(_) => 2,
            _ => 1,
        }
    }

    /// The type of the result for columns of these types.
    ///
    /// # Errors
    ///
    /// If the number of columns is wrong, or if a type is not text, binary, or a dictionary or run-end encoding of them.
    pub fn return_type(&self, inputs: &[DataType]) -> Result<DataType, ColumnError> {
        self.check_count(inputs.len())?;
        for input in inputs {
            check(plain(input))?;
        }
        let (text, octets) = match plain(&inputs[0]) {
            DataType::LargeUtf8 | DataType::LargeBinary => {
                (DataType::LargeUtf8, DataType::LargeBinary)
            }
            DataType::Utf8View | DataType::BinaryView => (DataType::Utf8View, DataType::BinaryView),
            _ => (DataType::Utf8, DataType::Binary),
        };
        Ok(match self {
            Call::Encode { .. } | Call::Decode { .. } | Call::Normalize(_) => {
                like(&inputs[0], text)
            }
            Call::DecodeBytes { .. } => like(&inputs[0], octets),
            Call::Equivalent(_) => DataType::Boolean,
            Call::FormGet { .. } => text,
            Call::DecodeLayers { .. } => {
                DataType::Struct(nested::fields([("text", text), ("layers", DataType::Int64)]))
            }
            Call::Error => DataType::Struct(nested::fields([
                ("offset", DataType::Int64),
                ("kind", DataType::Utf8),
            ])),
            Call::UriParts => DataType::Struct(
                Component::ALL
                    .iter()
                    .map(|part| Field::new(part.name(), text.clone(), true))
                    .collect::<Fields>(),
            ),
            Call::FormParse => {
                nested::list(nested::fields([("name", text.clone()), ("value", text)]))
            }
            Call::Lint(_) => nested::list(nested::fields([
                ("id", DataType::Utf8),
                ("severity", DataType::Utf8),
                ("offset", DataType::Int64),
            ])),
        })
    }

    /// Runs the function. The columns have the same length.
    ///
    /// Where nothing changes, the result shares the buffers of the column that was given.
    ///
    /// # Errors
    ///
    /// Those of [`Call::return_type`]; a malformed value where the function has no other answer to it; a result that needs
    /// 64-bit offsets and was given a column with 32-bit ones.
    pub fn run(&self, columns: &[ArrayRef]) -> Result<ArrayRef, ColumnError> {
        let types: Vec<_> = columns.iter().map(|column| column.data_type().clone()).collect();
        let result = self.return_type(&types)?;
        if let [a, b] = columns {
            return nested::equivalent(self, a, b);
        }
        let column = &columns[0];
        match column.data_type() {
            DataType::Null => Ok(new_null_array(&result, column.len())),
            DataType::Dictionary(..) => repeated::dictionary(self, column, &result),
            DataType::RunEndEncoded(..) => repeated::run_ends(self, column, &result),
            _ => self.run_plain(column, &result),
        }
    }

    /// Runs the function on a column of text or octets.
    pub(crate) fn run_plain(
        &self,
        column: &ArrayRef,
        result: &DataType,
    ) -> Result<ArrayRef, ColumnError> {
        let utf8 = Charset::UTF_8;
        match *self {
            Call::Encode { set, charset } if charset == utf8 => {
                let encode = value::Encode(set);
                let joined = encode.joins_octets();
                rewrite(column, &encode, Malformed::Error, joined, result)
            }
            Call::Encode { set, charset } => rewrite(
                column,
                &value::EncodeCharset { set, charset },
                Malformed::Error,
                false,
                result,
            ),
            Call::Decode { charset, malformed, plus_as_space: plus } if charset == utf8 => {
                decode_text(column, plus, malformed, result)
            }
            Call::Decode { charset, malformed, plus_as_space: plus } => {
                let lossy = malformed == Malformed::Lossy;
                let binary = is_binary(column.data_type());
                let decode = value::DecodeCharset { charset, plus, lossy, binary };
                rewrite(column, &decode, malformed, false, result)
            }
            Call::DecodeBytes { plus_as_space: plus } => {
                rewrite(column, &value::DecodeBytes { plus }, Malformed::Error, true, result)
            }
            Call::Normalize(level) => {
                rewrite(column, &value::Normalize(level), Malformed::Error, false, result)
            }
            _ => nested::run(self, column, result),
        }
    }

    fn check_count(&self, found: usize) -> Result<(), ColumnError> {
        let expected = self.columns();
        if found == expected {
            return Ok(());
        }
        let plural = if expected == 1 { "column" } else { "columns" };
        let message = format!("this function takes {expected} {plural}, and {found} were given");
        Err(ColumnError::Columns { message })
    }
}

/// Decodes to text in UTF-8.
///
/// Almost all columns are UTF-8 when they are decoded. So they are decoded to octets, and these are validated at once. Only
/// if that fails, each row is validated by itself: to find the first bad row, to make it null, or to replace what is bad.
fn decode_text(
    column: &ArrayRef,
    plus: bool,
    malformed: Malformed,
    result: &DataType,
) -> Result<ArrayRef, ColumnError> {
    let octets = value::DecodeBytes { plus };
    let lossy = |replaces| value::DecodeLossy { plus, replaces };
    let decoded = match malformed {
        Malformed::Lossy => rewrite(column, &lossy(false), malformed, true, result),
        _ => rewrite(column, &octets, malformed, true, result),
    };
    decoded.or_else(|_| match malformed {
        Malformed::Lossy => rewrite(column, &lossy(true), malformed, false, result),
        _ => rewrite(column, &value::DecodeText { octets }, malformed, false, result),
    })
}

/// The type of the values of a dictionary or run-end column; any other type is its own.
pub(crate) fn plain(data_type: &DataType) -> &DataType {
    match data_type {
        DataType::Dictionary(_, values) => plain(values),
        DataType::RunEndEncoded(_, values) => plain(values.data_type()),
        other => other,
    }
}

fn check(found: &DataType) -> Result<(), ColumnError> {
    use DataType::{Binary, BinaryView, LargeBinary, LargeUtf8, Null, Utf8, Utf8View};
    match found {
        Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView | Null => Ok(()),
        found => Err(ColumnError::Type { found: found.clone() }),
    }
}

fn is_binary(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Binary | DataType::LargeBinary | DataType::BinaryView)
}

/// A type with the encoding of another one, dictionary or run-end, and new values.
fn like(encoded: &DataType, values: DataType) -> DataType {
    match encoded {
        DataType::Dictionary(keys, old) => {
            DataType::Dictionary(keys.clone(), Box::new(like(old, values)))
        }
        DataType::RunEndEncoded(ends, old) => {
            let field = old
                .as_ref()
                .clone()
                .with_data_type(like(old.data_type(), values))
                .with_nullable(true);
            DataType::RunEndEncoded(ends.clone(), Arc::new(field))
        }
        _ => values,
    }
}

/// Rewrites a column of any layout. `octets` says that unchanged values may be found by a scan of several together even if
/// they are not text.
fn rewrite<R: Rewrite>(
    column: &ArrayRef,
    with: &R,
    malformed: Malformed,
    octets: bool,
    result: &DataType,
) -> Result<ArrayRef, ColumnError> {
    match column.data_type() {
        DataType::Utf8 => {
            by_offsets::<R, GenericStringType<i32>>(column, with, malformed, true, result)
        }
        DataType::LargeUtf8 => {
            by_offsets::<R, GenericStringType<i64>>(column, with, malformed, true, result)
        }
        DataType::Binary => {
            by_offsets::<R, GenericBinaryType<i32>>(column, with, malformed, octets, result)
        }
        DataType::LargeBinary => {
            by_offsets::<R, GenericBinaryType<i64>>(column, with, malformed, octets, result)
        }
        DataType::Utf8View => {
            by_views(column.as_string_view(), column, with, malformed, true, result)
        }
        DataType::BinaryView => {
            by_views(column.as_binary_view(), column, with, malformed, octets, result)
        }
        found => Err(ColumnError::Type { found: found.clone() }),
    }
}

fn by_offsets<R: Rewrite, T: ByteArrayType>(
    column: &ArrayRef,
    with: &R,
    malformed: Malformed,
    joined: bool,
    result: &DataType,
) -> Result<ArrayRef, ColumnError> {
    let array = column.as_bytes::<T>();
    let parts = offsets::Column {
        offsets: array.offsets(),
        values: array.value_data(),
        nulls: array.nulls(),
    }
    .rewrite(with, malformed, joined)?;
    let Some(offsets::Parts { offsets, values, nulls }) = parts else {
        return same(column, result);
    };
    if *result == GenericStringType::<T::Offset>::DATA_TYPE {
        let text =
            GenericByteArray::<GenericStringType<T::Offset>>::try_new(offsets, values, nulls);
        text.map(|text| Arc::new(text) as ArrayRef).map_err(unexpected)
    } else {
        let octets =
            GenericByteArray::<GenericBinaryType<T::Offset>>::try_new(offsets, values, nulls);
        octets.map(|octets| Arc::new(octets) as ArrayRef).map_err(unexpected)
    }
}

fn by_views<R: Rewrite, T: ByteViewType>(
    array: &GenericByteViewArray<T>,
    column: &ArrayRef,
    with: &R,
    malformed: Malformed,
    joined: bool,
    result: &DataType,
) -> Result<ArrayRef, ColumnError> {
    let Some(views::Parts { views, buffers, nulls }) =
        views::rewrite(array, with, malformed, joined)?
    else {
        return same(column, result);
    };
    if *result == DataType::Utf8View {
        let text = StringViewArray::try_new(views.into(), buffers, nulls);
        text.map(|text| Arc::new(text) as ArrayRef).map_err(unexpected)
    } else {
        let octets = BinaryViewArray::try_new(views.into(), buffers, nulls);
        octets.map(|octets| Arc::new(octets) as ArrayRef).map_err(unexpected)
    }
}

/// The column itself, with the same buffers, as the type of the result: as text or as octets.
fn same(column: &ArrayRef, result: &DataType) -> Result<ArrayRef, ColumnError> {
    if column.data_type() == result {
        return Ok(Arc::clone(column));
    }
    fn other<O: OffsetSizeTrait>(
        column: &ArrayRef,
        to_text: bool,
    ) -> Result<ArrayRef, ColumnError> {
        if to_text {
            let (offsets, values, nulls) = column.as_binary::<O>().clone().into_parts();
            // The values of a slice are those of its column, and the others need not be text.
            let (start, end) = (offsets[0], offsets[offsets.len() - 1]);
            let values = values.slice_with_length(start.as_usize(), (end - start).as_usize());
            let offsets = if start == O::zero() {
                offsets
            } else {
                OffsetBuffer::new(offsets.iter().map(|&offset| offset - start).collect())
            };
            let text = GenericByteArray::<GenericStringType<O>>::try_new(offsets, values, nulls);
            text.map(|text| Arc::new(text) as ArrayRef).map_err(unexpected)
        } else {
            let (offsets, values, nulls) = column.as_string::<O>().clone().into_parts();
            let octets = GenericByteArray::<GenericBinaryType<O>>::try_new(offsets, values, nulls);
            octets.map(|octets| Arc::new(octets) as ArrayRef).map_err(unexpected)
        }
    }
    match column.data_type() {
        DataType::Utf8 => other::<i32>(column, false),
        DataType::LargeUtf8 => other::<i64>(column, false),
        DataType::Binary => other::<i32>(column, true),
        DataType::LargeBinary => other::<i64>(column, true),
        DataType::Utf8View => Ok(Arc::new(column.as_string_view().clone().to_binary_view())),
        _ => match column.as_binary_view().clone().to_string_view() {
            Ok(text) => Ok(Arc::new(text)),
            Err(error) => Err(unexpected(error)),
        },
    }
}

/// Arrow refused the parts of a column, all of which were checked before.
#[cold]
pub(crate) fn unexpected(error: arrow_schema::ArrowError) -> ColumnError {
    ColumnError::Columns { message: format!("the result is no valid column: {error}") }
}
