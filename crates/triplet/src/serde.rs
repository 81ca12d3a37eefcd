//! `Serialize` and `Deserialize` for encode sets, and `Serialize` for `DecodeError`. A set is
//! serialized as its name, an error as its kind, offset and message.
#![forbid(unsafe_code)]

use core::fmt;

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::error::DecodeError;
use crate::set::EncodeSet;

/// Serializes a named set as its name, such as `"rfc3986:segment"`. A set without a name in
/// [`EncodeSet::names`] is an error.
impl Serialize for EncodeSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.named() {
            Some(named) => serializer.serialize_str(named.name),
            None => Err(serde::ser::Error::custom("only a set with a name can be serialized")),
        }
    }
}

/// Deserializes a set from a name that [`EncodeSet::by_name`] finds.
impl<'de> Deserialize<'de> for EncodeSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EncodeSet, D::Error> {
        struct NameVisitor;
        impl Visitor<'_> for NameVisitor {
            type Value = EncodeSet;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of an encode set, such as `rfc3986:segment`")
            }

            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<EncodeSet, E> {
                EncodeSet::by_name(name)
                    .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(name), &self))
            }
        }
        deserializer.deserialize_str(NameVisitor)
    }
}

/// Serializes an error as `{"kind": "not-hex", "offset": 3, "message": "…"}`. The message is what `Display` writes, with the offset; that of
/// [`DecodeError::message`] has none.
impl Serialize for DecodeError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Message<'a>(&'a DecodeError);
        impl Serialize for Message<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self.0)
            }
        }
        let mut fields = serializer.serialize_struct("DecodeError", 3)?;
        fields.serialize_field("kind", self.kind().name())?;
        fields.serialize_field("offset", &self.stream_offset())?;
        fields.serialize_field("message", &Message(self))?;
        fields.end()
    }
}
