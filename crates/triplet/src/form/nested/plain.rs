//! The short way through ordinary forms. All styles split the names of an ordinary form alike, and no two of its pairs have one place, unless a
//! name without brackets comes again at once.
//!
//! The names are borrowed from the form; their brackets may be encoded. [`parse`] returns `None` for a form in which the styles differ, and
//! for an error. Then the rules of the style read the form.

use alloc::{borrow::Cow, vec::Vec};

use super::qs::{PROTOTYPE, closes};
use super::rules::{Rules, Style};
use super::value::{Map, Value};

/// In how many names of a map one is looked for.
const SEARCHED: usize = 64;

/// The tree of a form, if all its pairs are ordinary.
pub(super) fn parse<'a>(rules: &Rules, form: &'a [u8]) -> Option<Map<'a>> {
    if matches!(rules.style, Style::PipeDelimited | Style::SpaceDelimited) {
        return None;
    }
    let text = str::from_utf8(form).ok()?;
    let mut tree = Value::Map(Map::default());
    let (mut before, mut repeated) = ("", Vec::new());
    let mut pairs = rules.pairs_of(form, true);
    while let Some(pair) = pairs.step() {
        let pair = pair.ok()?;
        // `qs` looks for the `=` after a bracket.
        if rules.style == Style::Qs && !closes(pair.name.raw()) && pair.value.raw().contains(&b'=')
        {
            return None;
        }
        let value = match rules.style {
            Style::Rack if !pair.has_equals => Value::Null,
            _ => Value::Text(pair.value.to_str().ok()?),
        };
        let name = text.get(pair.name.offset()..)?.get(..pair.name.raw().len())?;
        let is_repeated = name == before;
        let value = match is_repeated {
            true => match again(&mut tree, rules, name, value) {
                Ok(()) => {
                    if repeated.last() != Some(&name) {
                        repeated.push(name);
                    }
                    continue;
                }
                Err(value) => value,
            },
            false => value,
        };
        // Brackets change what is repeated.
        if !is_flat(name) && repeated.iter().any(|flat| name.starts_with(flat)) {
            return None;
        }
        add(&mut tree, Steps { rules, rest: name, depth: 0 }, value, is_repeated)?;
        before = name;
    }
    match tree {
        Value::Map(map) => Some(map),
        _ => None,
    }
}

/// Whether a name has no brackets, encoded or not.
fn is_flat(name: &str) -> bool {
    !name.contains(['[', '%'])
}

/// Adds a value to the name of the pair before, if it has no brackets. If that is not possible, gives the value back.
fn again<'a>(
    tree: &mut Value<'a>,
    rules: &Rules,
    name: &str,
    value: Value<'a>,
) -> Result<(), Value<'a>> {
    let Value::Map(Map(entries)) = tree else { return Err(value) };
    let found = entries.iter_mut().rfind(|(other, _)| other == name);
    let Some((_, node)) = found.filter(|_| is_flat(name) && !rules.strict) else {
        return Err(value);
    };
    let limit = rules.list_limit as usize;
    match (rules.style, node) {
        (Style::Php | Style::Rack, node) => *node = value,
        (Style::Qs, Value::List(values)) if values.len() < limit => values.push(value),
        (Style::Qs, node @ Value::Text(_)) if limit >= 2 => {
            let first = core::mem::replace(node, Value::Null);
            *node = Value::List(Vec::from([first, value]));
        }
        _ => return Err(value),
    }
    Ok(())
}

/// Puts a value at its place; none if something is there, or if what is to be done is not the same in all styles.
fn add<'a>(
    tree: &mut Value<'a>,
    mut steps: Steps<'a, '_>,
    value: Value<'a>,
    is_repeated: bool,
) -> Option<()> {
    let style = steps.rules.style;
    let limit = if style == Style::Qs { steps.rules.list_limit as usize } else { usize::MAX };
    let mut node = tree;
    let mut step = Step::Name(steps.name()?);
    loop {
        let next = steps.next()?;
        let mut is_new = false;
        node = match (node, step) {
            (Value::Map(Map(entries)), Step::Name(name)) => {
                let place = match entries.iter().rposition(|(other, _)| other == name) {
                    Some(place) => place,
                    None => {
                        is_new = true;
                        entries.push((Cow::Borrowed(name), Value::Null));
                        entries.len() - 1
                    }
                };
                if place >= SEARCHED {
                    return None;
                }
                &mut entries[place].1
            }
            (Value::List(values), Step::Index(index)) => {
                if index == values.len() && index < limit {
                    is_new = true;
                    values.push(Value::Null);
                }
                values.get_mut(index)?
            }
            (Value::List(values), Step::Append) => {
                let is_of_last = match (style, next) {
                    // `qs` has the values of one name together.
                    (Style::Qs, None) if values.is_empty() || is_repeated => false,
                    (Style::Php, _) | (Style::Rack, None) => false,
                    (Style::Rack, Some(Step::Name(name))) => match values.last() {
                        Some(Value::Map(last)) => !has(last, name, steps)?,
                        _ => false,
                    },
                    _ => return None,
                };
                if !is_of_last {
                    is_new = true;
                    values.push(Value::Null);
                }
                if values.len() > limit {
                    return None;
                }
                values.last_mut()?
            }
            _ => return None,
        };
        step = match next {
            Some(next) => next,
            None if is_new => {
                *node = value;
                return Some(());
            }
            None => return None,
        };
        if is_new {
            *node = match step {
                Step::Name(_) => Value::Map(Map::default()),
                _ => Value::List(Vec::new()),
            };
        }
    }
}

/// Rack: whether a map has a value at a path, so that the path begins another map. A path with `[]` never does.
fn has(map: &Map<'_>, name: &str, mut steps: Steps<'_, '_>) -> Option<bool> {
    let mut node = map.get(name);
    let mut has_append = false;
    while let Some(step) = steps.next()? {
        match step {
            Step::Name(name) => node = node.and_then(|node| node.get(name)),
            _ => has_append = true,
        }
    }
    Some(node.is_some() && !has_append)
}

#[derive(Clone, Copy)]
enum Step<'a> {
    /// `[]`
    Append,
    Index(usize),
    Name(&'a str),
}

/// The steps of a name that is not decoded yet.
#[derive(Clone, Copy)]
struct Steps<'a, 'r> {
    rules: &'r Rules,
    rest: &'a str,
    depth: u8,
}

impl<'a, 'r> Steps<'a, 'r> {
    /// The next brackets; `Some(None)` at the end, and none if the rest is not ordinary.
    #[expect(
        clippy::option_option,
        reason = "`None` says that the form is not ordinary, `Some(None)` that the name ends"
    )]
    #[inline]
    fn next(&mut self) -> Option<Option<Step<'a>>> {
        let opening = match self.rest.as_bytes() {
            [] => return Some(None),
            [b'[', ..] => 1,
            [b'%', b'5', b'B' | b'b', ..] => 3,
            _ => return None,
        };
        self.rest = self.rest.get(opening..)?;
        if self.depth == self.rules.max_depth {
            return None;
        }
        self.depth += 1;
        let step = match self.rest.as_bytes().first()? {
            b']' | b'%' if self.rules.style != Style::DeepObject => Step::Append,
            b'0'..=b'9' => self.number()?,
            _ => Step::Name(self.name()?),
        };
        let closing = match self.rest.as_bytes() {
            [b']', ..] => 1,
            [b'%', b'5', b'D' | b'd', ..] => 3,
            _ => return None,
        };
        self.rest = self.rest.get(closing..)?;
        Some(Some(step))
    }

    /// A name that begins with a letter or one `_`. PHP has a rule for a dot outside brackets.
    #[inline]
    fn name(&mut self) -> Option<&'a str> {
        let name = self.take(|byte| READ[usize::from(byte)])?;
        let is_changed = self.rules.style == Style::Php && self.depth == 0 && name.contains('.');
        (!is_changed && means_itself(name, self.rules.style)).then_some(name)
    }

    /// A number as a computer writes it. To Rack and OpenAPI it is a name.
    #[inline]
    fn number(&mut self) -> Option<Step<'a>> {
        let digits = self.take(|byte| byte.is_ascii_digit())?;
        if digits.len() > 9 || (digits.len() > 1 && digits.starts_with('0')) {
            return None;
        }
        Some(match self.rules.style {
            Style::Php | Style::Qs => Step::Index(digits.parse().ok()?),
            _ => Step::Name(digits),
        })
    }

    fn take(&mut self, of: impl Fn(u8) -> bool) -> Option<&'a str> {
        let length = self.rest.bytes().position(|byte| !of(byte)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }
}

/// ASCII letters, digits, `-` and `_`.
const OF_NAMES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let c = byte as u8;
        table[byte] = c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_');
        byte += 1;
    }
    table
};

/// What no program gives a meaning in a name: these, some other marks, and all that is not ASCII.
const READ: [bool; 256] = {
    let mut table = OF_NAMES;
    let marks = b".:@/$!~*()";
    let mut index = 0;
    while index < marks.len() {
        table[marks[index] as usize] = true;
        index += 1;
    }
    let mut byte = 128;
    while byte < 256 {
        table[byte] = true;
        byte += 1;
    }
    table
};

/// Whether a name is of ASCII letters, digits, `-` and `_`, begins with a letter or one `_`, and means itself in a style.
pub(super) fn is_plain(name: &str, style: Style) -> bool {
    name.bytes().all(|byte| OF_NAMES[usize::from(byte)]) && means_itself(name, style)
}

/// Whether a name of these characters is not a number, PHP has no rule for its prefix, and JavaScript no such property.
fn means_itself(name: &str, style: Style) -> bool {
    let begins = match name.as_bytes() {
        [b'_', second, ..] => *second != b'_',
        [first, ..] => first.is_ascii_alphabetic() || *first == b'_' || !first.is_ascii(),
        [] => false,
    };
    begins && (style != Style::Qs || name.len() < 7 || !PROTOTYPE.contains(&name))
}
