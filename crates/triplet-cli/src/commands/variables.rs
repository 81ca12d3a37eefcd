//! JSON to the values of a template's variables: for `expand`, and for its operation of `batch`.
//!
//! A string is a text; a number is the text that was written, so that no digit is lost; `true` and `false` are these words; null is
//! undefined. An array of them is a list, an object a map, and a null in it is left out.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use triplet::template::{ToValue, Value};

use super::json_text::Text;
use crate::error::json_error;

/// What is wrong with JSON: the offset in it, and a message.
pub type Wrong = (usize, String);

/// The members of an object, by name. A member borrows what it can from the JSON.
pub type Members<'t> = HashMap<Cow<'t, str>, Member<'t>>;

/// The value of a member, with its length as it is written, and the number of its own members, which are what is between its
/// commas at most.
pub struct Member<'t> {
    pub value: Value<'t>,
    pub length: usize,
    pub count: usize,
}

impl ToValue for Member<'_> {
    fn to_value(&self) -> Value<'_> {
        self.value.borrowed()
    }
}

/// A value that is written as JSON.
pub fn value(text: &str) -> Result<Value<'static>, Wrong> {
    let raw: &RawValue = serde_json::from_str(text).map_err(|error| wrong(text, &error))?;
    Ok(of_raw(text, raw)?.into_owned())
}

/// The members of a JSON object, no more than this number. Two with one name are an error.
pub fn members(text: &str, most: usize) -> Result<Members<'_>, Wrong> {
    let object: Object<'_> = serde_json::from_str(text).map_err(|error| wrong(text, &error))?;
    if let Some((_, raw)) = object.0.get(most) {
        return Err((offset(text, raw), format!("an object has at most {most} variables here")));
    }
    let mut found = Members::with_capacity(object.0.len());
    for (name, raw) in object.0 {
        if found.contains_key(&name) {
            return Err((offset(text, raw), format!("`{name}` is given twice")));
        }
        let (value, length) = (of_raw(text, raw)?, raw.get().len());
        let count = match raw.get().starts_with(['[', '{']) {
            true => 1 + raw.get().bytes().filter(|byte| *byte == b',').count(),
            false => 0,
        };
        found.insert(name, Member { value, length, count });
    }
    Ok(found)
}

/// A value in the text that it is borrowed from.
fn of_raw<'t>(text: &'t str, raw: &'t RawValue) -> Result<Value<'t>, Wrong> {
    let here = |error: serde_json::Error| (offset(text, raw), json_error(&error));
    Ok(match raw.get().as_bytes().first() {
        Some(first @ (b'[' | b'{')) => {
            let mut wrong = None;
            let scalars = Scalars { text, wrong: &mut wrong };
            let mut json = serde_json::Deserializer::from_str(raw.get());
            let read = match first {
                b'[' => json.deserialize_seq(scalars),
                _ => json.deserialize_map(scalars),
            };
            match (wrong, read) {
                (Some(wrong), _) => return Err(wrong),
                (None, read) => read.map_err(here)?,
            }
        }
        _ => scalar(text, raw)?.map_or(Value::UNDEFINED, Value::from),
    })
}

/// The members of an array or an object, each made when it is read: what is written takes two bytes for a member.
struct Scalars<'w, 't> {
    text: &'t str,
    wrong: &'w mut Option<Wrong>,
}

impl<'t> Scalars<'_, 't> {
    fn scalar<E: serde::de::Error>(
        &mut self,
        raw: &'t RawValue,
    ) -> Result<Option<Cow<'t, str>>, E> {
        scalar(self.text, raw).map_err(|wrong| {
            *self.wrong = Some(wrong);
            E::custom("a member is wrong")
        })
    }
}

impl<'t> Visitor<'t> for Scalars<'_, 't> {
    type Value = Value<'t>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array or an object")
    }

    fn visit_seq<A: SeqAccess<'t>>(mut self, mut seq: A) -> Result<Value<'t>, A::Error> {
        let mut members = Vec::new();
        while let Some(raw) = seq.next_element()? {
            members.extend(self.scalar::<A::Error>(raw)?);
        }
        Ok(Value::list(members))
    }

    fn visit_map<A: MapAccess<'t>>(mut self, mut map: A) -> Result<Value<'t>, A::Error> {
        let mut pairs = Vec::new();
        while let Some(Text(name)) = map.next_key()? {
            let raw = map.next_value()?;
            pairs.extend(self.scalar::<A::Error>(raw)?.map(|member| (name, member)));
        }
        Ok(Value::map(pairs))
    }
}

/// A text, a number or a truth value as text; nothing for null.
fn scalar<'t>(text: &'t str, raw: &'t RawValue) -> Result<Option<Cow<'t, str>>, Wrong> {
    match raw.get().as_bytes().first() {
        Some(b'n') => Ok(None),
        Some(b'"') => {
            let decoded = serde_json::from_str(raw.get());
            let Text(decoded) = decoded.map_err(|error| (offset(text, raw), json_error(&error)))?;
            Ok(Some(decoded))
        }
        Some(b'[' | b'{') => {
            let what = "a member of a list or a map is a text, a number, true, false or null";
            Err((offset(text, raw), what.to_owned()))
        }
        _ => Ok(Some(Cow::Borrowed(raw.get()))),
    }
}

/// Where a value is in the text that it is borrowed from.
fn offset(text: &str, raw: &RawValue) -> usize {
    raw.get().as_ptr().addr().saturating_sub(text.as_ptr().addr())
}

fn wrong(text: &str, error: &serde_json::Error) -> Wrong {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let start: usize = lines.map(str::len).sum();
    ((start + error.column().saturating_sub(1)).min(text.len()), json_error(error))
}

/// The members of an object, each as it is written.
struct Object<'de>(Vec<(Cow<'de, str>, &'de RawValue)>);

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object<'de>, D::Error> {
        struct ObjectVisitor;
        impl<'de> Visitor<'de> for ObjectVisitor {
            type Value = Object<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of variables")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(Text(name)) = map.next_key()? {
                    members.push((name, map.next_value().map_err(A::Error::custom)?));
                }
                Ok(Object(members))
            }
        }
        deserializer.deserialize_map(ObjectVisitor)
    }
}
