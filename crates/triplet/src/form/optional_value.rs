//! A value that may lack its `=`.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

/// The name by which the deserializer and the serializer of forms know `OptionalValue`.
pub(super) const OPTIONAL_VALUE: &str = "$triplet::form::OptionalValue";

/// The value of a field of a `serde` type, where `a` (a name alone) and `a=` (an empty value) are different.
///
/// Without it both are the empty value, as for most decoders. In another format than forms it is `T`; there
/// [`NameOnly`](OptionalValue::NameOnly) is written as a unit struct (in JSON `null`), and is never read.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use triplet::form::{self, OptionalValue};
///
/// #[derive(Serialize, Deserialize)]
/// struct Query {
///     #[serde(default)]
///     download: Option<OptionalValue<String>>,
/// }
///
/// let read = |query: &'static str| form::from_str::<Query>(query).map(|query| query.download);
/// assert_eq!(read("")?, None);
/// assert_eq!(read("download")?, Some(OptionalValue::NameOnly));
/// assert_eq!(read("download=")?, Some(OptionalValue::Value(String::new())));
/// assert_eq!(read("download=a.txt")?.and_then(OptionalValue::into_value).as_deref(), Some("a.txt"));
///
/// let query = Query { download: Some(OptionalValue::NameOnly) };
/// assert_eq!(form::to_string(&query).as_deref(), Ok("download"));
/// # Ok::<(), form::DeserializeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OptionalValue<T> {
    /// There is no `=`.
    #[default]
    NameOnly,
    /// The part after the `=`: a value that may be empty.
    Value(T),
}

impl<T> OptionalValue<T> {
    /// The value, if there is a `=`.
    #[must_use]
    pub fn into_value(self) -> Option<T> {
        match self {
            OptionalValue::NameOnly => None,
            OptionalValue::Value(value) => Some(value),
        }
    }

    /// A reference to the value, if there is a `=`.
    #[must_use]
    pub const fn value(&self) -> Option<&T> {
        match self {
            OptionalValue::NameOnly => None,
            OptionalValue::Value(value) => Some(value),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OptionalValue<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ValueVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for ValueVisitor<T> {
            type Value = OptionalValue<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name with or without a value")
            }

            fn visit_unit<E: de::Error>(self) -> Result<OptionalValue<T>, E> {
                Ok(OptionalValue::NameOnly)
            }

            fn visit_newtype_struct<D: Deserializer<'de>>(
                self,
                deserializer: D,
            ) -> Result<OptionalValue<T>, D::Error> {
                T::deserialize(deserializer).map(OptionalValue::Value)
            }
        }

        deserializer.deserialize_newtype_struct(OPTIONAL_VALUE, ValueVisitor(PhantomData))
    }
}

impl<T: Serialize> Serialize for OptionalValue<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            OptionalValue::NameOnly => serializer.serialize_unit_struct(OPTIONAL_VALUE),
            OptionalValue::Value(value) => {
                serializer.serialize_newtype_struct(OPTIONAL_VALUE, value)
            }
        }
    }
}
