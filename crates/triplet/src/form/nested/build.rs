//! Writing a tree as a form with nested names.

use alloc::{collections::BTreeMap, string::String, vec::Vec};
use core::fmt::{self, Write};
use core::ops::Range;

use super::plain::is_plain;
use super::rules::{Rules, Style};
use super::tree::numeral;
use super::value::{Map, Value};
use crate::encode::encode;
use crate::form::{FormError, Separators, Space};
use crate::message::{ErrorKind, Piece, Words, Writer, error_text};
use crate::set::{EncodeSet, whatwg};

impl Rules {
    /// Writes a tree as a form, as the program of the style does: PHP and `qs` number the elements of lists, Rack writes `[]`. Brackets
    /// in names are triplets, so that the form is the query of a URL too. A space is `+`, and in the styles of OpenAPI `%20`.
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
        let mut build = Build::new(self);
        let failed = |name: &str, cause| TreeError { name: name.into(), style: self.style, cause };
        for (name, value) in tree.entries() {
            build.member(name, value, 0).map_err(|cause| failed(name, Some(cause)))?;
        }
        let form = match build.finish() {
            Ok(form) => return Ok(form),
            Err(form) => form,
        };
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

    const fn is_delimited(&self) -> bool {
        matches!(self.style, Style::PipeDelimited | Style::SpaceDelimited)
    }

    const fn is_openapi(&self) -> bool {
        self.is_delimited() || matches!(self.style, Style::DeepObject)
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

fn numbered<'a>(values: &[Value<'a>]) -> Map<'a> {
    let entries = values.iter().enumerate();
    entries.map(|(index, value)| (numeral(index as i64), value.clone())).collect()
}

/// Writes pairs, and finds out whether they need to be read again.
///
/// The pairs need not be read again if each name is plain and unique, each element of a list has pairs, and Rack sees where an element
/// begins. Then every program reads the tree that was written. A property test checks this.
pub(super) struct Build<'r> {
    rules: &'r Rules,
    form: String,
    /// The name of the part that is written, encoded.
    name: String,
    /// How many names and elements lead to it.
    level: usize,
    pairs: usize,
    is_plain: bool,
    /// The names of the maps around what is written, each after its length.
    seen: Vec<u8>,
}

/// The room that a form begins with.
const ROOM: usize = 128;
/// How many bytes of [`Build::seen`] are compared with a name.
const COMPARED: usize = 1024;

impl<'r> Build<'r> {
    pub(super) fn new(rules: &'r Rules) -> Build<'r> {
        let is_program = matches!(rules.style, Style::Php | Style::Rack | Style::Qs);
        Build {
            rules,
            form: String::with_capacity(ROOM),
            name: String::with_capacity(ROOM / 2),
            level: 0,
            pairs: 0,
            is_plain: is_program && rules.separators == Separators::Ampersand,
            seen: Vec::with_capacity(ROOM / 2),
        }
    }

    /// The form: an error if it is not known whether it is read as what was written.
    pub(super) fn finish(self) -> Result<String, String> {
        let Rules { max_pairs, max_bytes, .. } = *self.rules;
        let is_within = self.pairs <= max_pairs && self.form.len() <= max_bytes;
        if self.is_plain && is_within { Ok(self.form) } else { Err(self.form) }
    }

    #[cfg(feature = "serde")]
    pub(super) fn style(&self) -> Style {
        self.rules.style
    }

    #[cfg(feature = "serde")]
    pub(super) fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Begins a map, for [`enter`](Build::enter).
    pub(super) fn begin_map(&self) -> usize {
        self.seen.len()
    }

    pub(super) fn end_map(&mut self, map: usize) {
        self.seen.truncate(map);
    }

    /// Goes to a name in a map. The result leads back, by [`leave`](Build::leave).
    pub(super) fn enter(&mut self, name: &str, map: usize) -> Result<usize, FormError> {
        let length = self.name.len();
        let is_below = self.level > 0;
        self.go_down()?;
        let is_plain = is_plain(name, self.rules.style) && !self.has(name, map);
        self.is_plain &= is_plain;
        if is_below {
            self.name.push_str("%5B");
        }
        if is_plain {
            self.name.push_str(name);
        } else {
            encode(name.as_bytes(), self.set()).append_to(&mut self.name);
        }
        if is_below {
            self.name.push_str("%5D");
        }
        Ok(length)
    }

    pub(super) fn leave(&mut self, length: usize) {
        self.name.truncate(length);
        self.level -= 1;
    }

    fn go_down(&mut self) -> Result<(), FormError> {
        let limit = usize::from(self.rules.max_depth);
        if self.level > limit {
            return Err(FormError::TooDeep { limit, offset: self.form.len() });
        }
        self.level += 1;
        Ok(())
    }

    pub(super) fn begin_list(&mut self) -> Elements {
        self.need_name();
        Elements::default()
    }

    /// Notes that a form cannot express this value at the top, where only a map can be.
    fn need_name(&mut self) {
        self.is_plain &= self.level > 0;
    }

    /// Goes to the next element of a list. The result leads back, by [`leave_element`](Build::leave_element).
    pub(super) fn enter_element(&mut self, list: &mut Elements) -> Result<usize, FormError> {
        let length = self.name.len();
        self.go_down()?;
        self.name.push_str("%5B");
        match list.count {
            _ if self.rules.style == Style::Rack => {}
            index @ 0..10 => self.name.push(char::from(b'0' + index as u8)),
            index => self.name.push_str(&numeral(index as i64)),
        }
        self.name.push_str("%5D");
        list.count += 1;
        list.start = self.form.len();
        Ok(length)
    }

    pub(super) fn leave_element(&mut self, list: &mut Elements, length: usize) {
        let start = list.start + usize::from(list.start > 0);
        match self.rules.style {
            _ if self.form.len() == list.start => self.is_plain = false,
            Style::Qs => self.is_plain &= list.count as u64 <= u64::from(self.rules.list_limit),
            Style::Rack if self.is_plain => {
                let pair = &self.form[start..];
                let end = start + pair.find(['=', '&']).unwrap_or(pair.len());
                let below = &self.form[start + self.name.len()..end];
                let is_first = list.first.is_empty();
                let is_same = self.form[list.first.clone()] == self.form[start..end];
                self.is_plain &= (is_first || is_same) && !below.contains("%5B%5D");
                list.first = start..end;
            }
            _ => {}
        }
        self.leave(length);
    }

    /// Whether a map has this name already, or may have it; if not, it has it from now on.
    fn has(&mut self, name: &str, map: usize) -> bool {
        let mut seen = &self.seen[map..];
        let Ok(length) = u8::try_from(name.len()) else { return true };
        if seen.len() > COMPARED {
            return true;
        }
        while let Some((length, rest)) = seen.split_first() {
            let (other, rest) = rest.split_at(usize::from(*length));
            if other == name.as_bytes() {
                return true;
            }
            seen = rest;
        }
        self.seen.push(length);
        self.seen.extend_from_slice(name.as_bytes());
        false
    }
}

impl Build<'_> {
    fn member(&mut self, name: &str, value: &Value<'_>, map: usize) -> Result<(), FormError> {
        let length = self.enter(name, map)?;
        self.value(value)?;
        self.leave(length);
        Ok(())
    }

    fn value(&mut self, value: &Value<'_>) -> Result<(), FormError> {
        match (value, self.rules.style) {
            (Value::Null, _) => self.null(),
            (Value::Text(text), _) => self.pair(Some(text)),
            (_, Style::PipeDelimited) => self.delimited(value, "|"),
            (_, Style::SpaceDelimited) => self.delimited(value, " "),
            (Value::List(values), Style::DeepObject) => {
                for value in values {
                    self.value(value)?;
                }
            }
            (Value::List(values), _) => {
                let mut list = self.begin_list();
                for value in values {
                    let length = self.enter_element(&mut list)?;
                    self.value(value)?;
                    self.leave_element(&mut list, length);
                }
            }
            (Value::Map(members), _) => {
                let map = self.begin_map();
                for (name, value) in members.entries() {
                    self.member(name, value, map)?;
                }
                self.end_map(map);
            }
        }
        Ok(())
    }

    /// A list as one value, or a map as its names and values. Their elements cannot be
    /// lists or maps, so elements are not read again.
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

    /// What the program writes for nothing.
    pub(super) fn null(&mut self) {
        self.need_name();
        match self.rules.style {
            Style::Rack => self.pair(None),
            Style::Qs => self.pair(Some("")),
            _ => {}
        }
    }

    /// The set that writes a space as the style does.
    const fn set(&self) -> EncodeSet {
        match self.rules.style.space() {
            Space::Plus => whatwg::FORM,
            Space::Percent => whatwg::FORM.space_by_set(),
        }
    }

    pub(super) fn pair(&mut self, value: Option<&str>) {
        self.begin_pair();
        if let Some(value) = value {
            self.form.push('=');
            encode(value.as_bytes(), self.set()).append_to(&mut self.form);
        }
    }

    /// A pair whose value is ASCII letters, digits, `-` and `.`.
    #[cfg(feature = "serde")]
    pub(super) fn kept_pair(&mut self, value: &str) {
        self.begin_pair();
        self.form.push('=');
        self.form.push_str(value);
    }

    fn begin_pair(&mut self) {
        self.need_name();
        if !self.form.is_empty() {
            self.form.push('&');
        }
        self.form.push_str(&self.name);
        self.pairs += 1;
    }
}

/// The list that is written.
#[derive(Default)]
pub(super) struct Elements {
    count: usize,
    /// Where the pairs of the last element begin.
    start: usize,
    /// Where the name of the first pair of the last element is.
    first: Range<usize>,
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
