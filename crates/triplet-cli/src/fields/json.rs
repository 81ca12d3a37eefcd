//! A member of the object in a line of JSON (RFC 8259; one object a line).
#![forbid(unsafe_code)]

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::Inner;
use crate::report::without_place;
use crate::transform::Problem;

/// The line with the new text in every member of this name; with what was left out of it, if the work goes on there. A member that is missing or null stays, and so
/// does an empty line.
pub fn rewrite(line: &[u8], name: &str, work: &Inner) -> Result<Vec<u8>, Problem> {
    if line.trim_ascii().is_empty() {
        return Ok(line.to_vec());
    }
    let text = str::from_utf8(line)
        .map_err(|error| Problem::new(error.valid_up_to(), "the line is not UTF-8"))?;
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let values = Members(name)
        .deserialize(&mut deserializer)
        .and_then(|values| deserializer.end().map(|()| values))
        .map_err(|error| Problem::new(error.column().saturating_sub(1), without_place(&error)))?;
    let mut out = Vec::with_capacity(line.len());
    let mut copied = 0;
    let mut skipped = Vec::new();
    for value in values {
        let raw = value.get();
        // The value is borrowed from the line.
        let at = raw.as_ptr().addr() - text.as_ptr().addr();
        if raw == "null" {
            continue;
        }
        let wrong = |at: usize, message: &dyn fmt::Display| {
            Problem::new(at, format_args!("field `{name}`: {message}"))
        };
        if !raw.starts_with('"') {
            return Err(wrong(at, &"it is not a string"));
        }
        let old: String =
            serde_json::from_str(raw).map_err(|error| wrong(at, &without_place(&error)))?;
        let in_line = |offset| at + place_in_string(raw, offset);
        let new = match work.apply(old.as_bytes()) {
            Ok(new) => new,
            Err(Problem { offset, message, result, before }) => {
                let Some(result) = result else { return Err(wrong(in_line(offset), &message)) };
                let all = before.into_iter().chain([(offset, message)]);
                skipped.extend(all.map(|(offset, message)| wrong(in_line(offset), &message)));
                result
            }
        };
        if new == old.as_bytes() {
            continue;
        }
        let new = str::from_utf8(&new)
            .map_err(|_| wrong(at, &"the result is not UTF-8, and JSON has nothing else"))?;
        out.extend_from_slice(&line[copied..at]);
        serde_json::to_writer(&mut out, new).map_err(|error| wrong(at, &error))?;
        copied = at + raw.len();
    }
    out.extend_from_slice(&line[copied..]);
    match skipped.pop() {
        None => Ok(out),
        Some(last) => Err(Problem {
            result: Some(out),
            before: skipped.into_iter().map(|one| (one.offset, one.message)).collect(),
            ..last
        }),
    }
}

/// Where in the JSON string the byte stands that is `offset` bytes into its text.
fn place_in_string(raw: &str, offset: usize) -> usize {
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

/// Finds all members of this name, as they are written.
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
    use super::place_in_string;

    #[test]
    fn places_behind_escapes() {
        let raw = r#""a\n\u00e9\u4f60\ud83d\ude00é\\z""#;
        let text: String = serde_json::from_str(raw).expect("JSON");
        let places = [('a', 1), ('\n', 2), ('é', 4), ('你', 10), ('😀', 16), ('\\', 30), ('z', 32)];
        for (character, place) in places {
            let offset = text.find(character).expect("it is there");
            assert_eq!(place_in_string(raw, offset), place, "{character}");
        }
    }
}
