//! Transforms texts in the JSON of each line (RFC 8259, one value a line), at the paths that are given.
#![forbid(unsafe_code)]

mod path;

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

pub use self::path::JsonPath;
use self::path::{Step, To, Trail};
use super::{Mark, OutputBuffer, Problem, Results, Skipped, Transform, push_alone};
use crate::error::{json_error, kind_of_json};

/// Transforms the text at each of these paths. All else on the line is kept byte for byte, and so is a text that does not change.
/// A missing value, or one that is not a text, is an error, unless the path allows for it. An empty line has no value.
pub struct JsonField {
    paths: Vec<JsonPath>,
    /// Whether a text is a line, and JSON with line breaks is cut.
    by_lines: bool,
    results: Results,
    transform: Box<dyn Transform>,
}

impl Transform for JsonField {
    fn mark(&self) -> Mark {
        match self.results {
            Results::Alone => Mark::LeftOut,
            Results::InPlace | Results::New(_) => Mark::Passed,
        }
    }

    fn is_json(&self) -> bool {
        self.results != Results::Alone
    }

    fn text(
        &self,
        line: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<(), Problem> {
        let before = out.filled().len();
        match self.line(line, out, skipped) {
            // The line is not a result.
            Err(problem) if self.results == Results::Alone => {
                out.truncate(before);
                skipped(problem);
                Ok(())
            }
            done => done,
        }
    }
}

impl JsonField {
    fn line(
        &self,
        line: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<(), Problem> {
        if line.trim_ascii().is_empty() {
            out.push(line);
            return Ok(());
        }
        let text = Problem::unless_text(line, "the line is not UTF-8")?;
        let mut values = Vec::new();
        for path in &self.paths {
            let new = match &self.results {
                Results::New(name) => Some(name.as_str()),
                Results::InPlace | Results::Alone => None,
            };
            Find { line: text, path, by_lines: self.by_lines, new }.steps(
                text,
                &path.steps,
                &Trail::Start,
                &mut values,
            )?;
        }
        // Two paths may lead to one text, which is transformed once.
        values.sort_by_key(|value| value.at);
        values.dedup_by_key(|value| value.at);
        let mut copied = 0;
        // A line without a result has one message.
        let mut errors = Vec::new();
        for (index, value) in values.into_iter().enumerate() {
            let (old, new) = self.transformed(&value, &mut errors)?;
            let end = value.at + value.raw.len();
            match &self.results {
                Results::InPlace if old.as_bytes() == new.filled() => {}
                Results::InPlace => {
                    out.push(&line[copied..value.at]);
                    out.push(&value.written(new.filled())?);
                    copied = end;
                }
                Results::New(name) => {
                    out.push(&line[copied..end]);
                    let name = value.written(name.as_bytes())?;
                    out.push(&[b",", &*name, b":", &*value.written(new.filled())?].concat());
                    copied = end;
                }
                Results::Alone => {
                    out.push(if self.by_lines && index > 0 { b"\n" } else { b"" });
                    push_alone(new.filled(), out);
                    out.push(if self.by_lines { b"" } else { b"\n" });
                }
            }
        }
        if self.results != Results::Alone {
            out.push(&line[copied..]);
        }
        errors.into_iter().for_each(skipped);
        Ok(())
    }
}

/// A text that a path leads to.
struct Found<'l> {
    /// The text as it is written, with its quotes, and then its offset in the line.
    raw: &'l str,
    at: usize,
    /// The path, with an index for each array.
    place: String,
}

impl Found<'_> {
    fn wrong(&self, what: &dyn fmt::Display) -> Problem {
        Problem::new(self.at, format_args!("field `{}`: {what}", self.place))
    }

    /// A text as JSON writes it.
    fn written(&self, text: &[u8]) -> Result<Vec<u8>, Problem> {
        let text = str::from_utf8(text)
            .map_err(|_| self.wrong(&"the result is not UTF-8, and JSON has nothing else"))?;
        serde_json::to_vec(text).map_err(|error| self.wrong(&error))
    }
}

/// Follows a path through a line.
struct Find<'l, 'p> {
    line: &'l str,
    path: &'p JsonPath,
    by_lines: bool,
    /// The member that is added beside what the path leads to. It may not be there yet.
    new: Option<&'p str>,
}

impl<'l> Find<'l, '_> {
    /// Finds the texts that these steps lead to from a value, which is a part of the line, in their order.
    fn steps(
        &self,
        value: &'l str,
        steps: &[Step],
        trail: &Trail<'_>,
        found: &mut Vec<Found<'l>>,
    ) -> Result<(), Problem> {
        let Some((step, rest)) = steps.split_first() else {
            if !value.starts_with('"') {
                return Err(self.wrong(
                    value,
                    format_args!("it is {}, and not a string", kind_of_json(value)),
                    trail,
                ));
            }
            found.push(Found {
                raw: value,
                at: offset_in(self.line, value),
                place: trail.to_string(),
            });
            return Ok(());
        };
        let mut next = |value: &'l RawValue, trail: &Trail<'_>| match value.get() {
            "null" if step.optional => Ok(()),
            raw => self.steps(raw, rest, trail, found),
        };
        let missing = |what: &dyn fmt::Display| {
            // As JSONPath, JSON Pointer and jq begin one.
            let is_foreign = self.path.text.starts_with(['$', '/', '.']);
            let hint = match matches!(trail, Trail::Start) && is_foreign {
                true => PATHS,
                false => "a ? after what may be missing passes the line",
            };
            Err(self.wrong(value, format_args!("{what}; {hint}"), trail))
        };
        let is_array = value.trim_ascii_start().starts_with('[');
        match &step.to {
            To::Member(_) if is_array => Err(self.wrong(
                value,
                "it is an array, and not an object: [] is every element",
                trail,
            )),
            To::Member(name) => {
                let members = self.read(value, Members(name), "an object", trail)?;
                if members.is_empty() && !step.optional {
                    return missing(&format_args!("it has no member `{name}`"));
                }
                if let (Some(new), []) = (self.new, rest)
                    && !self.read(value, Members(new), "an object", trail)?.is_empty()
                {
                    let what = format_args!("it has a member `{new}` already (--new-field)");
                    return Err(self.wrong(value, what, trail));
                }
                members.into_iter().try_for_each(|value| next(value, &Trail::Member(trail, name)))
            }
            To::Elements => {
                let elements = self.read(value, Elements(None), "an array", trail)?;
                let mut elements = elements.into_iter().enumerate();
                elements.try_for_each(|(index, value)| next(value, &Trail::Element(trail, index)))
            }
            To::Element(index) => {
                let elements = self.read(value, Elements(Some(*index)), "an array", trail)?;
                match elements.first() {
                    Some(value) => next(value, &Trail::Element(trail, *index)),
                    None if step.optional => Ok(()),
                    None => missing(&format_args!("it has no element {index}")),
                }
            }
        }
    }

    /// Reads a value, which must be what is wanted.
    fn read<S>(
        &self,
        value: &'l str,
        seed: S,
        wanted: &str,
        trail: &Trail<'_>,
    ) -> Result<Vec<&'l RawValue>, Problem>
    where
        S: DeserializeSeed<'l, Value = Vec<&'l RawValue>>,
    {
        let first = value.trim_ascii_start();
        let is_wanted = first.starts_with(if wanted == "an array" { '[' } else { '{' });
        if !is_wanted
            && (!matches!(trail, Trail::Start) || serde_json::from_str::<&RawValue>(value).is_ok())
        {
            return Err(self.wrong(
                first,
                format_args!("it is {}, and not {wanted}", kind_of_json(first)),
                trail,
            ));
        }
        let mut deserializer = serde_json::Deserializer::from_str(value);
        let values = seed.deserialize(&mut deserializer);
        values.and_then(|values| deserializer.end().map(|()| values)).map_err(|error| {
            let place = offset_in(self.line, value) + offset_of(&error, value);
            let what = json_error(&error);
            if !is_wanted {
                let what = format_args!("the line is not JSON ({what}); {PATHS}");
                return Problem::new(place, what);
            }
            let hint = match error.is_eof() && self.by_lines {
                true => "; JSON with line breaks is read as a whole with --null (-0)",
                false => "",
            };
            Problem::new(place, format_args!("{what}{hint}"))
        })
    }

    /// What is wrong with a part of the line.
    fn wrong(&self, part: &str, what: impl fmt::Display, trail: &Trail<'_>) -> Problem {
        let text = &self.path.text;
        let at = offset_in(self.line, part);
        match trail {
            Trail::Start => {
                Problem::new(at, format_args!("field `{text}`: the value of the line: {what}"))
            }
            _ => Problem::new(at, format_args!("field `{text}`: `{trail}`: {what}")),
        }
    }
}

/// What a path looks like, for whoever has another text than JSON, or writes the path as elsewhere.
const PATHS: &str = "a path leads to a string in JSON, and is written url, request.url, urls[], urls[0] or [\"a.b\"]";

impl JsonField {
    /// Transforms the texts at these paths, at least one. An error says what is wrong with a path.
    pub fn new(
        paths: &[String],
        by_lines: bool,
        results: Results,
        transform: Box<dyn Transform>,
    ) -> Result<JsonField, String> {
        let paths: Vec<JsonPath> =
            paths.iter().map(|text| path::parse(text)).collect::<Result<_, _>>()?;
        let is_member = |path: &JsonPath| {
            path.steps.last().is_some_and(|step| matches!(step.to, To::Member(_)))
        };
        if matches!(results, Results::New(_)) && !paths.iter().all(is_member) {
            return Err(
                "--new-field adds a member beside a member, and this path leads to an element"
                    .to_owned(),
            );
        }
        Ok(JsonField { paths, by_lines, results, transform })
    }

    /// The text of a value, and the result for it.
    fn transformed(
        &self,
        value: &Found<'_>,
        errors: &mut Vec<Problem>,
    ) -> Result<(String, OutputBuffer), Problem> {
        let Found { raw, at, place } = value;
        let old: String =
            serde_json::from_str(raw).map_err(|error| value.wrong(&json_error(&error)))?;
        // Its offset counts in the text of the value, and its place is in the line.
        let in_line = |problem: Problem| {
            let at = at + offset_in_string(raw, problem.offset);
            problem.told(at, format_args!("field `{place}`: {}", problem.message()))
        };
        let mut new = OutputBuffer::default();
        let mut skipped = |problem| errors.push(in_line(problem));
        self.transform.text(old.as_bytes(), &mut new, &mut skipped).map_err(in_line)?;
        Ok((old, new))
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

/// The offset of an error in this text. The parser counts lines, and bytes in the last of them.
fn offset_of(error: &serde_json::Error, text: &str) -> usize {
    let mut lines = text.split_inclusive('\n');
    let before: usize = lines.by_ref().take(error.line().saturating_sub(1)).map(str::len).sum();
    (before + error.column().saturating_sub(1)).min(text.len())
}

/// Finds all members of this name, each as it is written.
struct Members<'a>(&'a str);

/// Finds all elements, or the one with this index, each as it is written.
struct Elements(Option<usize>);

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

impl<'de> DeserializeSeed<'de> for Elements {
    type Value = Vec<&'de RawValue>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Elements {
    type Value = Vec<&'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
        let mut found = Vec::new();
        let mut index = 0;
        while let Some(value) = elements.next_element::<&RawValue>()? {
            if self.0.is_none_or(|wanted| wanted == index) {
                found.push(value);
            }
            index += 1;
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
