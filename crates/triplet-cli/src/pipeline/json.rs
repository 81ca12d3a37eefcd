//! Transforms a member of the object in each line of JSON (RFC 8259, one object a line).
#![forbid(unsafe_code)]

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{OutputBuffer, Problem, Transform};
use crate::error::json_error;

/// Transforms the text in each member of this name of a line's object. All else on the line is kept byte for byte, and so is a
/// member that is missing, null, or does not change. An empty line has no object.
pub struct JsonField {
    /// The name as it was given, for messages.
    pub name: String,
    /// The names of the members, from the outside in. There is at least one.
    pub path: Vec<String>,
    pub transform: Box<dyn Transform>,
}

impl Transform for JsonField {
    fn text(
        &self,
        line: &[u8],
        out: &mut OutputBuffer,
        skipped: &mut dyn FnMut(Problem),
    ) -> Result<(), Problem> {
        if line.trim_ascii().is_empty() {
            out.push(line);
            return Ok(());
        }
        let text = Problem::unless_text(line, "the line is not UTF-8")?;
        let mut values = Vec::new();
        self.find(text, text, &self.path, &mut values)?;
        let mut copied = 0;
        // A line without a result has one message.
        let mut errors = Vec::new();
        for value in values {
            let raw = value.get();
            let at = offset_in(text, raw);
            let Some(new) = self.member(raw, at, &mut errors)? else { continue };
            out.push(&line[copied..at]);
            out.push(&new);
            copied = at + raw.len();
        }
        out.push(&line[copied..]);
        errors.into_iter().for_each(skipped);
        Ok(())
    }
}

impl JsonField {
    /// Finds the members at this path in an object, which is a part of the line, in their order.
    fn find<'l>(
        &self,
        line: &str,
        object: &'l str,
        path: &[String],
        found: &mut Vec<&'l RawValue>,
    ) -> Result<(), Problem> {
        let Some((name, rest)) = path.split_first() else { return Ok(()) };
        let start = offset_in(line, object);
        let mut deserializer = serde_json::Deserializer::from_str(object);
        let values = Members(name)
            .deserialize(&mut deserializer)
            .and_then(|values| deserializer.end().map(|()| values))
            .map_err(|error| {
                Problem::new(start + error.column().saturating_sub(1), json_error(&error))
            })?;
        if rest.is_empty() {
            found.extend(values);
            return Ok(());
        }
        for value in values {
            let raw = value.get();
            if raw.starts_with('{') {
                self.find(line, raw, rest, found)?;
            } else if raw != "null" {
                let what = format_args!("field `{}`: `{name}` is not an object", self.name);
                return Err(Problem::new(offset_in(line, raw), what));
            }
        }
        Ok(())
    }

    /// The new value of a member that is written as `raw`, at this offset of the line; none if it does not change.
    fn member(
        &self,
        raw: &str,
        at: usize,
        errors: &mut Vec<Problem>,
    ) -> Result<Option<Vec<u8>>, Problem> {
        if raw == "null" {
            return Ok(None);
        }
        let wrong = |offset: usize, message: &dyn fmt::Display| {
            Problem::new(at + offset, format_args!("field `{}`: {message}", self.name))
        };
        if !raw.starts_with('"') {
            return Err(wrong(0, &"it is not a string"));
        }
        let old: String =
            serde_json::from_str(raw).map_err(|error| wrong(0, &json_error(&error)))?;
        // Its offset counts in the text of the member, and its place is in the line.
        let in_line =
            |problem: Problem| wrong(offset_in_string(raw, problem.offset), &problem.message());
        let mut new = OutputBuffer::default();
        let mut skipped = |problem| errors.push(in_line(problem));
        self.transform.text(old.as_bytes(), &mut new, &mut skipped).map_err(in_line)?;
        let new = new.filled();
        if new == old.as_bytes() {
            return Ok(None);
        }
        let new = str::from_utf8(new)
            .map_err(|_| wrong(0, &"the result is not UTF-8, and JSON has nothing else"))?;
        serde_json::to_vec(new).map(Some).map_err(|error| wrong(0, &error))
    }
}

/// The offset in a line of a part that is borrowed from it.
fn offset_in(line: &str, part: &str) -> usize {
    part.as_ptr().addr() - line.as_ptr().addr()
}

/// The offset in a JSON string, as it is written, of the byte at `offset` of its text.
fn offset_in_string(raw: &str, offset: usize) -> usize {
    let (mut at, mut passed) = (1, 0);
    while passed < offset && at < raw.len() {
        let rest = &raw[at..];
        let unit =
            |at: usize| rest.get(at..at + 4).and_then(|hex| u16::from_str_radix(hex, 16).ok());
        let (written, meant) = if !rest.starts_with('\\') {
            let length = rest.chars().next().map_or(1, char::len_utf8);
            (length, length)
        } else if !rest.starts_with("\\u") {
            (2, 1)
        } else {
            match unit(2) {
                Some(0xD800..=0xDBFF) => (12, 4),
                Some(0x800..) => (6, 3),
                Some(0x80..) => (6, 2),
                _ => (6, 1),
            }
        };
        at += written;
        passed += meant;
    }
    at
}

/// Finds all members of this name, each as it is written.
struct Members<'a>(&'a str);

impl<'de> DeserializeSeed<'de> for Members<'_> {
    type Value = Vec<&'de RawValue>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Members<'_> {
    type Value = Vec<&'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = Vec::new();
        while let Some(key) = map.next_key::<String>()? {
            let value: &RawValue = map.next_value()?;
            if key == self.0 {
                found.push(value);
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::offset_in_string;

    #[test]
    fn offsets_after_escapes() {
        let raw = r#""a\n\u00e9\u4f60\ud83d\ude00é\\z""#;
        let text: String = serde_json::from_str(raw).expect("JSON");
        let places = [('a', 1), ('\n', 2), ('é', 4), ('你', 10), ('😀', 16), ('\\', 30), ('z', 32)];
        for (character, place) in places {
            let offset = text.find(character).expect("it is there");
            assert_eq!(offset_in_string(raw, offset), place, "{character}");
        }
    }
}
