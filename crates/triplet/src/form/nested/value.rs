//! The value of a form with nested names.

use alloc::{borrow::Cow, vec::Vec};

/// What a form with nested names says: a text, a list or a map of such values.
///
/// ```
/// use triplet::form::nested::{Style, Value, parse};
///
/// let form = parse("user[name]=Zoë&user[tags][]=a&user[tags][]=b", Style::Php)?;
/// let user = form.get("user").unwrap();
/// assert_eq!(user.get("name").and_then(Value::as_text), Some("Zoë"));
/// assert_eq!(user.get("tags").and_then(|tags| tags.at(1)), Some(&Value::from("b")));
/// # Ok::<(), triplet::form::FormError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A name without `=`, which only [`Style::Rack`](super::Style::Rack) tells from an empty value.
    Null,
    /// The value of a pair.
    Text(Cow<'a, str>),
    /// Values in order.
    List(Vec<Value<'a>>),
    /// Values with their names.
    Map(Map<'a>),
}

impl<'a> Value<'a> {
    /// The text, if it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value of a name, if it is a map that has it. Linear in the number of names.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value<'a>> {
        match self {
            Value::Map(map) => map.get(name),
            _ => None,
        }
    }

    /// The element at an index, if it is a list that has one.
    #[must_use]
    pub fn at(&self, index: usize) -> Option<&Value<'a>> {
        match self {
            Value::List(values) => values.get(index),
            _ => None,
        }
    }
}

impl Value<'_> {
    fn unsafe_name(&self) -> Option<&str> {
        match self {
            Value::Map(map) => map.unsafe_name(),
            Value::List(values) => values.iter().find_map(Value::unsafe_name),
            Value::Null | Value::Text(_) => None,
        }
    }
}

/// Whether a name changes how objects of JavaScript work when it is used as a key: `__proto__`, `constructor` and `prototype`. A program
/// that copies such a key into another object changes more than that object (CWE-1321).
#[must_use]
pub fn is_unsafe_name(name: &str) -> bool {
    matches!(name, "__proto__" | "constructor" | "prototype")
}

impl<'a, T: Into<Cow<'a, str>>> From<T> for Value<'a> {
    fn from(text: T) -> Value<'a> {
        Value::Text(text.into())
    }
}

/// Names with their values, in the order in which the names first came. A name is there once, if a reader made the map.
///
/// ```
/// use triplet::form::nested::{Style, parse};
///
/// let map = parse("a[]=1&b=2", Style::Php)?;
/// assert_eq!(map.len(), 2);
/// let names: Vec<&str> = (&map).into_iter().map(|(name, _)| &**name).collect();
/// assert_eq!(names, ["a", "b"]);
/// # Ok::<(), triplet::form::FormError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Map<'a>(pub(super) Vec<(Cow<'a, str>, Value<'a>)>);

impl<'a> Map<'a> {
    /// The value of a name. Linear in the number of names.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value<'a>> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    /// How many names there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no name.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All names with their values.
    #[must_use]
    pub fn entries(&self) -> &[(Cow<'a, str>, Value<'a>)] {
        &self.0
    }

    /// The first name, at any depth, that [is unsafe](is_unsafe_name) as the key of an object of JavaScript.
    ///
    /// ```
    /// use triplet::form::nested::{Style, parse};
    ///
    /// let map = parse("a[][constructor][x]=1", Style::Rack)?;
    /// assert_eq!(map.unsafe_name(), Some("constructor"));
    /// # Ok::<(), triplet::form::FormError>(())
    /// ```
    #[must_use]
    pub fn unsafe_name(&self) -> Option<&str> {
        self.0.iter().find_map(|(name, value)| {
            is_unsafe_name(name).then_some(&**name).or_else(|| value.unsafe_name())
        })
    }

    /// All names with their values, to take apart.
    #[must_use]
    pub fn into_entries(self) -> Vec<(Cow<'a, str>, Value<'a>)> {
        self.0
    }
}

/// All names with their values.
impl<'a> IntoIterator for Map<'a> {
    type Item = (Cow<'a, str>, Value<'a>);
    type IntoIter = alloc::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// All names with their values.
impl<'m, 'a> IntoIterator for &'m Map<'a> {
    type Item = &'m (Cow<'a, str>, Value<'a>);
    type IntoIter = core::slice::Iter<'m, (Cow<'a, str>, Value<'a>)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a> FromIterator<(Cow<'a, str>, Value<'a>)> for Map<'a> {
    fn from_iter<I: IntoIterator<Item = (Cow<'a, str>, Value<'a>)>>(entries: I) -> Map<'a> {
        Map(entries.into_iter().collect())
    }
}
