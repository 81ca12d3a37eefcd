//! Which code runs a function, by the type of the column.

use arrow_array::{Array, ArrayRef, new_empty_array, new_null_array};
use arrow_schema::DataType;
use triplet::charset::Charset;
use triplet::set::NonAscii;
use triplet::uri::Requote;

use crate::call::{Call, Malformed};
use crate::error::ColumnError;
use crate::unchecked::ToText;
use crate::{nested, repeated, rewrite, two, value};

impl Call {
    /// Runs the function. The columns have the same length.
    ///
    /// Where nothing changes, the result shares the buffers of the column that was given.
    ///
    /// # Errors
    ///
    /// Those of [`Call::return_type`]; a malformed value where the function has no other answer to it; a result that needs
    /// 64-bit offsets and was given a column with 32-bit ones; memory that is refused.
    pub fn run(&self, columns: &[ArrayRef]) -> Result<ArrayRef, ColumnError> {
        let types: Vec<_> = columns.iter().map(|column| column.data_type().clone()).collect();
        let result = self.return_type(&types)?;
        if let [a, b] = columns {
            return two::run(self, a, b, &result);
        }
        let column = &columns[0];
        if column.is_empty() {
            // The offset of an empty slice may point past the values: a producer need not pass on values that no row has.
            return Ok(new_empty_array(&result));
        }
        let run = |values: &ArrayRef| self.run(std::slice::from_ref(values));
        match column.data_type() {
            DataType::Null => Ok(new_null_array(&result, column.len())),
            DataType::Dictionary(..) => repeated::dictionary(column, &result, &run),
            DataType::RunEndEncoded(..) => repeated::run_ends(column, &result, &run),
            _ => plain(self, column, &result),
        }
    }
}

/// Runs a function on a column of text or octets.
fn plain(call: &Call, column: &ArrayRef, result: &DataType) -> Result<ArrayRef, ColumnError> {
    let utf8 = Charset::UTF_8;
    match *call {
        Call::Encode { set, charset }
            if charset == utf8
                && !set.keeps_triplets()
                && set.non_ascii_policy() == NonAscii::Encode =>
        {
            rewrite::to_text(column, ToText::Encode(set), result)
        }
        Call::Encode { set, charset } if charset == utf8 => {
            let encode = value::Encode(set);
            let joined = encode.joins_octets();
            rewrite::column(column, &encode, Malformed::Error, joined, result)
        }
        Call::Encode { set, charset } => rewrite::column(
            column,
            &value::EncodeCharset { set, charset },
            Malformed::Error,
            false,
            result,
        ),
        Call::Decode { charset, malformed, plus_as_space: plus } if charset == utf8 => {
            rewrite::to_text(column, ToText::Decode { plus, malformed }, result)
        }
        Call::Decode { charset, malformed, plus_as_space: plus } => {
            let lossy = malformed == Malformed::Lossy;
            let binary = is_binary(column.data_type());
            let decode = value::DecodeCharset { charset, plus, lossy, binary };
            rewrite::column(column, &decode, malformed, false, result)
        }
        Call::DecodeBytes { plus_as_space: plus } => rewrite::decoded_octets(column, plus, result),
        Call::Normalize(level) => {
            rewrite::column(column, &value::Normalize(level), Malformed::Error, true, result)
        }
        Call::Key(comparing) => {
            rewrite::column(column, &value::Key(comparing), Malformed::Error, false, result)
        }
        Call::Requote => {
            let requote = value::Requote(Requote::new());
            rewrite::column(column, &requote, Malformed::Null, false, result)
        }
        Call::RemoveParameters { ref names } => {
            let remove = value::RemoveParameters(names);
            rewrite::column(column, &remove, Malformed::Null, false, result)
        }
        Call::Respell(ref respell) => {
            rewrite::column(column, &value::Respell(respell), Malformed::Error, false, result)
        }
        _ => nested::run(call, column, result),
    }
}

fn is_binary(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Binary | DataType::LargeBinary | DataType::BinaryView)
}
