//! From a line to a request, whose values are not read yet, and its `id`.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::failure::{Failure, located};
use super::request::{Given, Request};
use crate::commands::json_text::Text;
use crate::error::json_error;

/// The most members that a request has: more than any operation knows.
const MOST_MEMBERS: usize = 64;

/// Reads a request. The `id` is returned by itself, as it is written. If the line is not a request, the `id` is the first one of
/// the object, unless the line is not JSON before it.
pub fn read(line: &[u8]) -> (Result<Request<'_>, Failure>, Option<&RawValue>) {
    let (mut id, mut wrong) = (None, None);
    let request = parse(line, Fields { line, id: &mut id, wrong: &mut wrong });
    let request = request.map_err(|error| {
        if id.is_none() {
            // Only the id is read, so that no other value of the line matters. The error of the line is known
            // already.
            let _ = parse(line, IdAlone { id: &mut id });
        }
        let at = error.column().saturating_sub(1);
        wrong.unwrap_or_else(|| Failure::new("bad-request", Some(at), json_error(&error)))
    });
    (request, id)
}

fn parse<'de, T: DeserializeSeed<'de>>(
    line: &'de [u8],
    seed: T,
) -> Result<T::Value, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_slice(line);
    let value = seed.deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// An object whose keys are all different: of two equal ones, one would be dropped.
struct Fields<'i, 'de> {
    line: &'de [u8],
    id: &'i mut Option<&'de RawValue>,
    /// An error that has its place already.
    wrong: &'i mut Option<Failure>,
}

impl<'de> DeserializeSeed<'de> for Fields<'_, 'de> {
    type Value = Request<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Request<'de>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Fields<'_, 'de> {
    type Value = Request<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a request, which is a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Request<'de>, A::Error> {
        let mut fields: Vec<(Cow<'de, str>, Given<'de>)> = Vec::new();
        while let Some(Text(key)) = map.next_key()? {
            let is_known = fields.iter().any(|(known, _)| *known == key);
            if is_known || (key == "id" && self.id.is_some()) {
                return Err(A::Error::custom(format_args!("`{key}` is given twice")));
            }
            if key == "id" {
                *self.id = Some(map.next_value()?);
                continue;
            }
            if fields.len() == MOST_MEMBERS {
                let what = format_args!("a request has at most {MOST_MEMBERS} members");
                return Err(A::Error::custom(what));
            }
            let raw: &RawValue = map.next_value()?;
            let text = match raw.get().starts_with('"').then(|| serde_json::from_str(raw.get())) {
                None => None,
                Some(Ok(Text(text))) => Some(text),
                Some(Err(error)) => {
                    *self.wrong = Some(located(self.line, raw, &error));
                    return Err(A::Error::custom(error));
                }
            };
            fields.push((key, Given { raw, text }));
        }
        Ok(Request { line: self.line, fields })
    }
}

/// The first `id` of an object. Other values need only be JSON: numbers of any size, nested to any depth.
struct IdAlone<'i, 'de> {
    id: &'i mut Option<&'de RawValue>,
}

impl<'de> DeserializeSeed<'de> for IdAlone<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for IdAlone<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == "id" && self.id.is_none() {
                *self.id = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}
