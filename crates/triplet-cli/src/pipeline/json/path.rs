//! The path of a value in JSON, as `--json-field` takes it: `Records[].s3.object.key`.
#![forbid(unsafe_code)]

use std::fmt::{self, Display};

/// A path from the value of a line to the texts in it. A path has at least one step.
pub struct JsonPath {
    /// The path as it was given, for messages.
    pub text: String,
    pub steps: Vec<Step>,
}

/// One step into a value.
pub struct Step {
    pub to: To,
    /// Whether what this step leads to may be missing or null.
    pub optional: bool,
}

/// Where a step leads.
pub enum To {
    /// To all members of this name. There is more than one only if the object has the name twice.
    Member(String),
    /// To every element of an array.
    Elements,
    /// To the element with this index, from 0.
    Element(usize),
}

/// The names of members are separated by dots. `[]` is every element of an array, `[0]` the first one, `["a.b"]` a member with any name.
/// In a name, `\` comes before each of `.`, `[`, `]`, `?`, `\`. A step with `?` after it may be missing.
pub fn parse(text: &str) -> Result<JsonPath, String> {
    let failed = |at: usize, what: &str| Err(format!("`{text}`: offset {at}: {what}"));
    let mut steps = Vec::new();
    let mut rest = text;
    loop {
        let at = text.len() - rest.len();
        let to = if let Some(inside) = rest.strip_prefix('[') {
            let (to, length) = match bracket(inside) {
                Ok(step) => step,
                Err(what) => return failed(at, what),
            };
            rest = &inside[length..];
            to
        } else {
            let (name, length) = match bare_name(rest) {
                Ok(name) => name,
                Err(offset) => {
                    return failed(at + offset, "after a backslash comes one of . [ ] ? \\");
                }
            };
            rest = &rest[length..];
            To::Member(name)
        };
        let after = rest.strip_prefix('?');
        steps.push(Step { to, optional: after.is_some() });
        rest = after.unwrap_or(rest);
        let at = text.len() - rest.len();
        match rest.as_bytes() {
            [] => return Ok(JsonPath { text: text.to_owned(), steps }),
            [b'['] | [b'[', ..] => {}
            [b'.', b'[', ..] => return failed(at, "no dot comes before a bracket"),
            [b'.', ..] => rest = &rest[1..],
            _ => return failed(at, "a dot, a bracket or the end comes here"),
        }
    }
}

/// The step that is written in brackets, and the length of the text up to and with the closing one.
fn bracket(inside: &str) -> Result<(To, usize), &'static str> {
    const FORMS: &str =
        "brackets have nothing, an index from 0, or a name as JSON writes it: [] [0] [\"a.b\"]";
    if inside.starts_with('"') {
        let mut names = serde_json::Deserializer::from_str(inside).into_iter::<String>();
        let Some(Ok(name)) = names.next() else { return Err(FORMS) };
        let end = names.byte_offset();
        return match inside[end..].starts_with(']') {
            true => Ok((To::Member(name), end + 1)),
            false => Err(FORMS),
        };
    }
    let (index, _) = inside.split_once(']').ok_or(FORMS)?;
    let is_index = !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit());
    match index.parse() {
        _ if index.is_empty() => Ok((To::Elements, 1)),
        Ok(number) if is_index => Ok((To::Element(number), index.len() + 1)),
        _ => Err(FORMS),
    }
}

/// The name of a member without quotes, and the length of its text; or the offset of a backslash that is followed by something else
/// than a character of paths.
fn bare_name(text: &str) -> Result<(String, usize), usize> {
    let mut name = String::new();
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '.' | '[' | ']' | '?' => return Ok((name, at)),
            '\\' => match characters.next() {
                Some((_, itself @ ('.' | '[' | ']' | '?' | '\\'))) => name.push(itself),
                _ => return Err(at),
            },
            other => name.push(other),
        }
    }
    Ok((name, text.len()))
}

/// How a path of members and elements came to a value, for messages.
pub enum Trail<'t> {
    /// The value of the line.
    Start,
    Member(&'t Trail<'t>, &'t str),
    Element(&'t Trail<'t>, usize),
}

impl Display for Trail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trail::Start => Ok(()),
            Trail::Element(before, index) => write!(f, "{before}[{index}]"),
            Trail::Member(before, name)
                if name.contains(['.', '[', ']', '?', '\\', '"']) || name.is_empty() =>
            {
                write!(f, "{before}[{}]", serde_json::Value::from(*name))
            }
            Trail::Member(Trail::Start, name) => f.write_str(name),
            Trail::Member(before, name) => write!(f, "{before}.{name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Step, To, parse};

    /// The steps of a path, written in one way.
    fn steps(text: &str) -> Option<Vec<String>> {
        let write = |Step { to, optional }: Step| {
            let step = match to {
                To::Member(name) => format!("{name:?}"),
                To::Elements => "every".to_owned(),
                To::Element(index) => index.to_string(),
            };
            if optional { format!("{step} or none") } else { step }
        };
        parse(text).ok().map(|path| path.steps.into_iter().map(write).collect())
    }

    #[test]
    fn paths() {
        let is = |text: &str, expected: &[&str]| {
            let expected = expected.iter().map(|step| (*step).to_owned()).collect();
            assert_eq!(steps(text), Some(expected), "{text}");
        };
        is("a", &["\"a\""]);
        is("a.b.é", &["\"a\"", "\"b\"", "\"é\""]);
        is(r"a\.b\\.c\[\]\?", &[r#""a.b\\""#, "\"c[]?\""]);
        is("a..b", &["\"a\"", "\"\"", "\"b\""]);
        is("Records[].s3.object.key", &["\"Records\"", "every", "\"s3\"", "\"object\"", "\"key\""]);
        is("[].u", &["every", "\"u\""]);
        is("a[0][12]", &["\"a\"", "0", "12"]);
        is(r#"a["b.c"]["]\"\u00e9"].d"#, &["\"a\"", "\"b.c\"", "\"]\\\"é\"", "\"d\""]);
        is("a?.b[]?[3]?", &["\"a\" or none", "\"b\"", "every or none", "3 or none"]);
        is("", &["\"\""]);
        for wrong in [
            r"a\b",
            "a\\",
            "a[",
            "a[b]",
            "a[-1]",
            "a[+1]",
            "a[*]",
            "a[1",
            "a[\"b]",
            "a[\"b\"",
            "a]b",
            "a[]b",
            "a.[0]",
            "a??",
            "a[99999999999999999999999]",
            "a[\"b\" ]",
            "?a",
        ] {
            assert_eq!(steps(wrong), None, "{wrong}");
        }
    }
}
