//! Forms with nested names as JSON.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use triplet::form::nested::{Map, Rules, Style, Value};

use crate::pipeline::Problem;

/// The rules of a style, with its limits unless others are given.
pub fn rules(
    style: Style,
    max_depth: Option<u8>,
    list_limit: Option<u32>,
) -> Result<Rules, String> {
    let rules = Rules::new(style);
    let rules = max_depth.map_or(rules, |limit| rules.max_depth(limit));
    match list_limit {
        Some(_) if !rules.style().has_list_limit() => Err(format!(
            "--list-limit goes with --nested=qs, and not with --nested={}",
            rules.style()
        )),
        Some(limit) => Ok(rules.list_limit(limit)),
        None => Ok(rules),
    }
}

/// What is wrong with a name that is unsafe as the key of an object.
pub fn unsafe_name_problem(name: &str) -> Problem {
    let what = format_args!("the name `{name}` is unsafe as a key of an object");
    Problem::new(0, what).of_kind("unsafe-name")
}

/// A tree, to be written as JSON.
pub struct Tree<'t>(pub &'t Map<'t>);

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

/// Reads a tree from JSON, which is an object with at most `max_pairs` values in it. A number is written as in the JSON. A boolean is
/// written as the program of the style writes it.
pub fn read_tree(
    json: &str,
    style: Style,
    max_pairs: usize,
) -> Result<Map<'static>, serde_json::Error> {
    let left = Cell::new(max_pairs);
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let tree = (&mut deserializer).deserialize_map(JsonObject(JsonValue {
        style,
        max_pairs,
        left: &left,
    }))?;
    deserializer.end()?;
    Ok(tree)
}

struct JsonObject<'c>(JsonValue<'c>);

impl<'de> Visitor<'de> for JsonObject<'_> {
    type Value = Map<'static>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object, whose members have the nested names")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Map<'static>, A::Error> {
        let mut entries = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            entries.push((Cow::Owned(name), map.next_value_seed(self.0)?));
        }
        Ok(entries.into_iter().collect())
    }
}

#[derive(Clone, Copy)]
struct JsonValue<'c> {
    style: Style,
    max_pairs: usize,
    /// How many more values there may be.
    left: &'c Cell<usize>,
}

impl<'de> DeserializeSeed<'de> for JsonValue<'_> {
    type Value = Value<'static>;

    fn deserialize<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Value<'static>, D::Error> {
        let Some(left) = self.left.get().checked_sub(1) else {
            let limit = self.max_pairs;
            return Err(D::Error::custom(format_args!(
                "the limit of pairs is {limit} (`max_pairs`)"
            )));
        };
        self.left.set(left);
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for JsonValue<'_> {
    type Value = Value<'static>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_unit<E>(self) -> Result<Value<'static>, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value<'static>, E> {
        Ok(Value::from(self.style.boolean(value)))
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

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Value<'static>, A::Error> {
        JsonObject(self).visit_map(map).map(Value::Map)
    }
}
