//! Writing a tree as a form with nested names.

use alloc::{collections::BTreeMap, string::String, vec::Vec};
use core::fmt::{self, Write};

use super::rules::{Rules, Style};
use super::tree::numeral;
use super::value::{Map, Value};
use crate::encode::encode;
use crate::form::FormError;
use crate::message::{ErrorKind, Piece, Words, Writer, error_text};
use crate::set::whatwg;

impl Rules {
    /// Writes a tree as a form, as the program of the style does: PHP and `qs` number the elements of lists, Rack writes `[]`. Brackets
    /// in names are triplets, so that the form is the query of a URL too.
    ///
    /// A [`Null`](Value::Null) is a name without `=` in Rack, an empty value in `qs`, and nothing in PHP; lists and maps without elements
    /// are nothing, as with these programs. What is written is read again by the same rules, so that nothing else is lost: what would
    /// be read as another tree is an error. A list and a map from the numbers 0, 1, … are the same here; in the styles of OpenAPI, where a
    /// schema tells them apart, so are a list of one value and the value, and a delimited list and the map that it is.
    ///
    /// # Errors
    ///
    /// If the form would be read as another tree, or is beyond a limit. Linear time, as [`Rules::parse`].
    ///
    /// ```
    /// use triplet::form::nested::{Rules, Style, parse};
    ///
    /// let tree = parse("a[b][]=1&a[b][]=2 3", Style::Php)?;
    /// assert_eq!(Rules::new(Style::Php).build(&tree).unwrap(), "a%5Bb%5D%5B0%5D=1&a%5Bb%5D%5B1%5D=2+3");
    /// assert_eq!(Rules::new(Style::Rack).build(&tree).unwrap(), "a%5Bb%5D%5B%5D=1&a%5Bb%5D%5B%5D=2+3");
    ///
    /// // Rack begins a new map only where a name comes again.
    /// let tree = parse("a[0][b]=1&a[1][c]=2", Style::Php)?;
    /// let error = Rules::new(Style::Rack).build(&tree).unwrap_err();
    /// assert_eq!(error.to_string(), "`a`: rack would read another tree from its form");
    /// # Ok::<(), triplet::form::FormError>(())
    /// ```
    pub fn build(&self, tree: &Map<'_>) -> Result<String, TreeError> {
        let mut build = Build { rules: self, form: String::new(), name: String::new() };
        let failed = |name: &str, cause| TreeError { name: name.into(), style: self.style, cause };
        for (name, value) in tree.entries() {
            build.name.clear();
            encode(name.as_bytes(), whatwg::FORM).append_to(&mut build.name);
            build.value(value, 0).map_err(|cause| failed(name, Some(cause)))?;
        }
        let form = build.form;
        match self.parse(&form) {
            Err(error) => {
                let rest = form.get(error.offset()..).unwrap_or_default();
                let pair = crate::form::parse(rest).pairs().next().and_then(Result::ok);
                let name = pair.and_then(|pair| pair.name.to_str_lossy().ok()).unwrap_or_default();
                Err(failed(&name, Some(error)))
            }
            Ok(read) => {
                let mut path = String::new();
                if self.same_map(tree, &read, &mut path) {
                    Ok(form)
                } else {
                    Err(failed(&path, None))
                }
            }
        }
    }

    fn is_delimited(&self) -> bool {
        matches!(self.style, Style::PipeDelimited | Style::SpaceDelimited)
    }

    fn is_openapi(&self) -> bool {
        self.is_delimited() || self.style == Style::DeepObject
    }

    /// Whether a value writes nothing.
    fn is_nothing(&self, value: &Value<'_>) -> bool {
        match value {
            Value::Null => !matches!(self.style, Style::Rack | Style::Qs),
            Value::Text(_) => false,
            Value::List(values) => values.iter().all(|value| self.is_nothing(value)),
            Value::Map(map) => map.entries().iter().all(|(_, value)| self.is_nothing(value)),
        }
    }

    /// Whether what was read is what was written. If not, the path leads to where they differ.
    fn same(&self, written: &Value<'_>, read: &Value<'_>, path: &mut String) -> bool {
        match (written, read) {
            (Value::Null, Value::Null) => true,
            (Value::Null, Value::Text(text)) => self.style == Style::Qs && text.is_empty(),
            (Value::Text(written), Value::Text(read)) => written == read,
            (Value::Map(written), Value::Map(read)) => self.same_map(written, read, path),
            (Value::List(written), Value::List(read)) => {
                let mut pairs = written.iter().zip(read);
                written.len() == read.len() && pairs.all(|(a, b)| self.same(a, b, path))
            }
            (Value::List(values), Value::Map(read)) => self.same_map(&numbered(values), read, path),
            // A schema says whether one value is a list, and whether a list is a map.
            (Value::List(values), Value::Text(_)) if self.is_openapi() && values.len() == 1 => {
                self.same(&values[0], read, path)
            }
            (Value::Map(written), Value::List(read)) if self.is_delimited() => {
                let names =
                    written.entries().iter().map(|(name, value)| (Some(&**name), value.as_text()));
                let texts = names.flat_map(|(name, value)| [name, value]);
                texts.eq(read.iter().map(Value::as_text))
            }
            (Value::Map(written), Value::List(values)) => {
                self.same_map(written, &numbered(values), path)
            }
            _ => false,
        }
    }

    fn same_map(&self, written: &Map<'_>, read: &Map<'_>, path: &mut String) -> bool {
        let read = read.entries();
        // In most maps the names are in the same order.
        let mut places: Option<BTreeMap<&str, usize>> = None;
        let mut count = 0;
        for (name, value) in written.entries().iter().filter(|(_, value)| !self.is_nothing(value)) {
            let next = read.get(count).filter(|(other, _)| other == name).map(|_| count);
            let place = next.or_else(|| {
                let places = places.get_or_insert_with(|| {
                    read.iter().enumerate().map(|(place, (name, _))| (&**name, place)).collect()
                });
                places.get(&**name).copied()
            });
            count += 1;
            let length = path.len();
            let is_first = length == 0;
            let _ = if is_first { write!(path, "{name}") } else { write!(path, "[{name}]") };
            if !place.is_some_and(|place| self.same(value, &read[place].1, path)) {
                return false;
            }
            path.truncate(length);
        }
        count == read.len()
    }
}

/// A list as a map from its numbers.
fn numbered<'a>(values: &[Value<'a>]) -> Map<'a> {
    let entries = values.iter().enumerate();
    entries.map(|(index, value)| (numeral(index as i64), value.clone())).collect()
}

struct Build<'r> {
    rules: &'r Rules,
    form: String,
    /// The name of the part that is written, encoded.
    name: String,
}

impl Build<'_> {
    fn value(&mut self, value: &Value<'_>, depth: usize) -> Result<(), FormError> {
        let limit = usize::from(self.rules.max_depth);
        if depth > limit {
            return Err(FormError::TooDeep { limit, offset: self.form.len() });
        }
        match (value, self.rules.style) {
            (Value::Null, Style::Rack) => self.pair(None),
            (Value::Null, Style::Qs) => self.pair(Some("")),
            (Value::Null, _) => {}
            (Value::Text(text), _) => self.pair(Some(text)),
            (_, Style::PipeDelimited) => self.delimited(value, "|"),
            (_, Style::SpaceDelimited) => self.delimited(value, " "),
            (Value::List(values), style) => {
                for (index, value) in values.iter().enumerate() {
                    match style {
                        Style::DeepObject => self.value(value, depth)?,
                        Style::Rack => self.child("", value, depth)?,
                        _ => self.child(&numeral(index as i64), value, depth)?,
                    }
                }
            }
            (Value::Map(map), _) => {
                for (name, value) in map.entries() {
                    self.child(name, value, depth)?;
                }
            }
        }
        Ok(())
    }

    /// A list as one value, or a map as its names and values. What is within these has no place, so it is not read again.
    fn delimited(&mut self, value: &Value<'_>, delimiter: &str) {
        let mut texts: Vec<&str> = Vec::new();
        match value {
            Value::List(values) => texts.extend(values.iter().filter_map(Value::as_text)),
            Value::Map(map) => {
                for (name, value) in map.entries() {
                    texts.push(name);
                    texts.extend(value.as_text());
                }
            }
            _ => {}
        }
        if !texts.is_empty() {
            self.pair(Some(&texts.join(delimiter)));
        }
    }

    fn child(&mut self, name: &str, value: &Value<'_>, depth: usize) -> Result<(), FormError> {
        let length = self.name.len();
        self.name.push_str("%5B");
        encode(name.as_bytes(), whatwg::FORM).append_to(&mut self.name);
        self.name.push_str("%5D");
        self.value(value, depth + 1)?;
        self.name.truncate(length);
        Ok(())
    }

    fn pair(&mut self, value: Option<&str>) {
        if !self.form.is_empty() {
            self.form.push('&');
        }
        self.form.push_str(&self.name);
        if let Some(value) = value {
            self.form.push('=');
            encode(value.as_bytes(), whatwg::FORM).append_to(&mut self.form);
        }
    }
}

/// Why a tree has no form by the rules of a style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeError {
    name: String,
    style: Style,
    /// What is wrong with the form that the tree would have; if nothing is, it is the form of another tree.
    cause: Option<FormError>,
}

impl TreeError {
    /// The name of the part that has no form, such as `a[b]`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is wrong: [`ErrorKind::Ambiguous`], or a limit of [`FormError`].
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.cause.map_or(ErrorKind::Ambiguous, |cause| cause.kind())
    }

    /// `None`: a tree has no offsets.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        None
    }
}

impl Words for TreeError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        let name = [Piece::Name(&self.name)];
        match &self.cause {
            Some(cause) => {
                to.write(&name, &[Piece::Text("of its form, "), Piece::Other(&cause.message())])
            }
            None => to.write(
                &name,
                &[
                    Piece::Text(self.style.name()),
                    Piece::Text(" would read another tree from its form"),
                ],
            ),
        }
    }
}

error_text!(TreeError);

impl core::error::Error for TreeError {}
