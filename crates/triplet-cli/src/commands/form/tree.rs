//! Forms with nested names as JSON.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use triplet::form::nested::{Map, Style, Value};

/// Names that change how JavaScript objects work when they are used as keys.
pub const UNSAFE_KEYS: [&str; 3] = ["__proto__", "constructor", "prototype"];

/// A tree, to be written as JSON.
pub struct Tree<'t>(pub &'t Map<'t>);

impl Tree<'_> {
    /// The first name that is unsafe as a key of an object.
    pub fn unsafe_key(&self) -> Option<&str> {
        fn of<'t>(map: &'t Map<'_>) -> Option<&'t str> {
            map.entries().iter().find_map(|(name, value)| {
                UNSAFE_KEYS.contains(&&**name).then_some(&**name).or_else(|| below(value))
            })
        }
        fn below<'t>(value: &'t Value<'_>) -> Option<&'t str> {
            match value {
                Value::Map(map) => of(map),
                Value::List(values) => values.iter().find_map(below),
                _ => None,
            }
        }
        of(self.0)
    }
}

impl Serialize for Tree<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.entries().iter().map(|(name, value)| (name, Part(value))))
    }
}

struct Part<'t>(&'t Value<'t>);

impl Serialize for Part<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Null => serializer.serialize_unit(),
            Value::Text(text) => serializer.serialize_str(text),
            Value::List(values) => serializer.collect_seq(values.iter().map(Part)),
            Value::Map(map) => Tree(map).serialize(serializer),
        }
    }
}

/// A tree, read from JSON: an object. Numbers are written as JSON writes them, booleans as the program of the style does.
pub fn read_tree(json: &str, style: Style) -> Result<Map<'static>, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let value = JsonValue(style).deserialize(&mut deserializer)?;
    deserializer.end()?;
    match value {
        Value::Map(map) => Ok(map),
        _ => Err(serde_json::Error::custom("nested names are those of an object")),
    }
}

#[derive(Clone, Copy)]
struct JsonValue(Style);

impl<'de> DeserializeSeed<'de> for JsonValue {
    type Value = Value<'static>;

    fn deserialize<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Value<'static>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for JsonValue {
    type Value = Value<'static>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_unit<E>(self) -> Result<Value<'static>, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value<'static>, E> {
        Ok(Value::from(self.0.boolean(value)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value<'static>, E> {
        Ok(Value::from(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value<'static>, E> {
        Ok(Value::from(value.to_string()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value<'static>, E> {
        serde_json::to_string(&value).map(Value::from).map_err(E::custom)
    }

    fn visit_str<E>(self, text: &str) -> Result<Value<'static>, E> {
        Ok(Value::from(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value<'static>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = seq.next_element_seed(self)? {
            values.push(value);
        }
        Ok(Value::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value<'static>, A::Error> {
        let mut entries = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            entries.push((Cow::Owned(name), map.next_value_seed(self)?));
        }
        Ok(Value::Map(entries.into_iter().collect()))
    }
}
