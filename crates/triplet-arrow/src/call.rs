//! A function with its constant arguments, and the type of its result.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields};
use triplet::charset::Charset;
use triplet::set::EncodeSet;
use triplet::uri::{CompareOption, Component, Level, Normalizer, Respell};
use triplet_inspect::Context;

use crate::error::ColumnError;

/// What happens to a value that cannot be decoded: because of a malformed triplet, or because its octets are not text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Malformed {
    /// The function fails with an error that names the row and the offset.
    #[default]
    Error,
    /// The row becomes null.
    Null,
    /// Malformed triplets are kept, and what is not text becomes U+FFFD.
    Lossy,
}

/// How references are compared, or keys of them made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Comparing {
    /// The level.
    pub level: Level,
    /// Characters are the same as their triplets, as in IRIs.
    pub iri: bool,
    /// A `+` in a query is a space, as in forms, at the level `Level::Decoded`.
    pub plus_as_space: bool,
    /// Text is compared in the form NFC, at the level `Level::Decoded`.
    pub nfc: bool,
    /// Parameters of different names are compared in any order.
    pub any_order: bool,
}

impl Comparing {
    /// At a level, without options.
    #[must_use]
    pub const fn at(level: Level) -> Comparing {
        Comparing { level, iri: false, plus_as_space: false, nfc: false, any_order: false }
    }

    /// With an option.
    #[must_use]
    pub const fn with(mut self, option: CompareOption) -> Comparing {
        match option {
            CompareOption::Iri => self.iri = true,
            CompareOption::Plus => self.plus_as_space = true,
            CompareOption::Nfc => self.nfc = true,
            CompareOption::AnyOrder => self.any_order = true,
            _ => {}
        }
        self
    }

    /// What compares.
    #[must_use]
    pub fn normalizer(self) -> Normalizer<'static> {
        let options = [
            (self.iri, CompareOption::Iri),
            (self.plus_as_space, CompareOption::Plus),
            (self.nfc, CompareOption::Nfc),
            (self.any_order, CompareOption::AnyOrder),
        ];
        let asked = options.into_iter().filter(|(is_asked, _)| *is_asked);
        asked.fold(Normalizer::new(self.level), |all, (_, option)| all.with(option))
    }
}

/// A function of columns with its constant arguments, ready to run. [`Function::bind`](crate::Function::bind) makes one from
/// SQL's arguments.
///
/// Null rows stay null. A dictionary or run-end column is converted value by value, not row by row.
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
        /// The charset that the text is encoded in. Octets of binary columns are encoded as they are only in UTF-8. A
        /// character that it lacks is an error.
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
    /// Normalises references (RFC 3986 section 6). [`Function::bind`](crate::Function::bind) refuses `Level::Decoded`, which has no
    /// normal form; a call that is made by hand with it does the same as with `Level::Scheme`. A text that is not one reference, or that
    /// would lose raw white space, stays as it is.
    Normalize(Level),
    /// Spells references again. A text that is not one reference, or that would lose raw white space, is an error.
    Respell(Box<Respell>),
    /// Compares references of two columns. If one has a single row, that is compared with each row of the other.
    Equivalent(Comparing),
    /// The text that two references share exactly where they are equivalent.
    Key(Comparing),
    /// Resolves the references of the second column at the bases of the first; null where a base has no scheme, and where one of the two is
    /// not one reference. If a column has a single row, that is taken for each row of the other.
    Resolve,
    /// Repairs references; null where a text is not one reference.
    Requote,
    /// Removes parameters from queries; null where a text is not one reference.
    RemoveParameters {
        /// The decoded names. One that ends with `*` stands for all that begin with the rest of it.
        names: Vec<String>,
    },
    /// Splits references into components: a struct. Components stay encoded. What a reference does not have is null; a path is
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
            Call::Equivalent(_) | Call::Resolve => 2,
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
        // The layout of a second column counts: the first is often a single row.
        let (text, octets) = match plain(&inputs[inputs.len() - 1]) {
            DataType::LargeUtf8 | DataType::LargeBinary => {
                (DataType::LargeUtf8, DataType::LargeBinary)
            }
            DataType::Utf8View | DataType::BinaryView => (DataType::Utf8View, DataType::BinaryView),
            _ => (DataType::Utf8, DataType::Binary),
        };
        Ok(match self {
            Call::Encode { .. }
            | Call::Decode { .. }
            | Call::Normalize(_)
            | Call::Respell(_)
            | Call::Requote
            | Call::RemoveParameters { .. }
            | Call::Key(_) => like(&inputs[0], text),
            Call::DecodeBytes { .. } => like(&inputs[0], octets),
            Call::Equivalent(_) => DataType::Boolean,
            Call::FormGet { .. } | Call::Resolve => text,
            Call::DecodeLayers { .. } => {
                DataType::Struct(fields([("text", text), ("layers", DataType::Int64)]))
            }
            Call::Error => {
                DataType::Struct(fields([("offset", DataType::Int64), ("kind", DataType::Utf8)]))
            }
            Call::UriParts => DataType::Struct(
                Component::ALL
                    .iter()
                    .map(|part| Field::new(part.name(), text.clone(), true))
                    .collect::<Fields>(),
            ),
            Call::FormParse => list(fields([("name", text.clone()), ("value", text)])),
            Call::Lint(_) => list(fields([
                ("id", DataType::Utf8),
                ("severity", DataType::Utf8),
                ("offset", DataType::Int64),
            ])),
        })
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

/// The fields of a struct. Each may be null.
fn fields<const N: usize>(list: [(&str, DataType); N]) -> Fields {
    list.into_iter().map(|(name, data_type)| Field::new(name, data_type, true)).collect()
}

/// A list of such structs.
fn list(fields: Fields) -> DataType {
    DataType::List(Arc::new(Field::new_list_field(DataType::Struct(fields), true)))
}
