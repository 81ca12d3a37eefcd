//! The values of variables (RFC 6570 section 2.3), and where they come from.
#![forbid(unsafe_code)]

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;
use core::marker::PhantomData;

/// The value of a variable: undefined, a text, a list of texts, or a map from texts to texts (RFC 6570 section 2.3).
///
/// A list or a map without members is undefined. A map is a list of pairs, and expands in their order.
///
/// ```
/// use triplet::template::{Template, Value};
///
/// let template = Template::parse("{/path*}{?q,page,filter*}")?;
/// let values = [
///     ("path", Value::list(["a/b", "c"])),
///     ("q", "tea & milk".into()),
///     ("page", 2.into()),
///     ("filter", Value::map([("lang", "en")])),
/// ];
/// assert_eq!(template.expand(&values)?, "/a%2Fb/c?q=tea%20%26%20milk&page=2&lang=en");
/// # Ok::<(), triplet::template::TemplateError>(())
/// ```
#[derive(Clone, Default)]
pub struct Value<'v>(Form<'v>);

type Pair<'v> = (Cow<'v, str>, Cow<'v, str>);

#[derive(Clone, Default)]
enum Form<'v> {
    #[default]
    Undefined,
    Text(Cow<'v, str>),
    List(Vec<Cow<'v, str>>),
    Map(Vec<Pair<'v>>),
    BorrowedList(&'v [Cow<'v, str>]),
    BorrowedMap(&'v [Pair<'v>]),
}

/// What a value is, whoever owns it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum View<'a> {
    Undefined,
    Text(&'a str),
    List(&'a [Cow<'a, str>]),
    Map(&'a [Pair<'a>]),
}

impl<'v> Value<'v> {
    /// No value: the expression is expanded as if the variable were not in it. That is not the same as an empty text.
    pub const UNDEFINED: Value<'static> = Value(Form::Undefined);

    /// A text.
    #[must_use]
    pub fn text(text: impl Into<Cow<'v, str>>) -> Value<'v> {
        Value(Form::Text(text.into()))
    }

    /// A list of texts.
    #[must_use]
    pub fn list<I>(members: I) -> Value<'v>
    where
        I: IntoIterator,
        I::Item: Into<Cow<'v, str>>,
    {
        Value(Form::List(members.into_iter().map(Into::into).collect()))
    }

    /// A map: names and their texts, in this order. Of equal names all are kept.
    #[must_use]
    pub fn map<N, T, I>(pairs: I) -> Value<'v>
    where
        N: Into<Cow<'v, str>>,
        T: Into<Cow<'v, str>>,
        I: IntoIterator<Item = (N, T)>,
    {
        let pairs = pairs.into_iter().map(|(name, text)| (name.into(), text.into()));
        Value(Form::Map(pairs.collect()))
    }

    /// Whether it is undefined, or a list or map without members.
    ///
    /// ```
    /// use triplet::template::Value;
    ///
    /// assert!(Value::list([""; 0]).is_undefined());
    /// assert!(!Value::text("").is_undefined());
    /// ```
    #[must_use]
    pub fn is_undefined(&self) -> bool {
        self.view() == View::Undefined
    }

    /// The same value, borrowed from this one. Copies nothing.
    #[must_use]
    pub fn borrowed(&self) -> Value<'_> {
        Value(match self.view() {
            View::Undefined => Form::Undefined,
            View::Text(text) => Form::Text(Cow::Borrowed(text)),
            View::List(members) => Form::BorrowedList(members),
            View::Map(pairs) => Form::BorrowedMap(pairs),
        })
    }

    /// The same value without a borrow: copies the texts that were borrowed.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        fn owned(text: &str) -> Cow<'static, str> {
            Cow::Owned(String::from(text))
        }
        Value(match self.0 {
            Form::Undefined => Form::Undefined,
            Form::Text(text) => Form::Text(Cow::Owned(text.into_owned())),
            Form::List(members) => {
                Form::List(members.into_iter().map(|text| Cow::Owned(text.into_owned())).collect())
            }
            Form::Map(pairs) => {
                let owned = |(name, text): Pair<'_>| {
                    (Cow::Owned(name.into_owned()), Cow::Owned(text.into_owned()))
                };
                Form::Map(pairs.into_iter().map(owned).collect())
            }
            Form::BorrowedList(members) => {
                Form::List(members.iter().map(|text| owned(text)).collect())
            }
            Form::BorrowedMap(pairs) => {
                Form::Map(pairs.iter().map(|(name, text)| (owned(name), owned(text))).collect())
            }
        })
    }

    /// A list or map without members is undefined.
    pub(super) fn view(&self) -> View<'_> {
        fn list<'a>(members: &'a [Cow<'a, str>]) -> View<'a> {
            if members.is_empty() { View::Undefined } else { View::List(members) }
        }
        fn map<'a>(pairs: &'a [Pair<'a>]) -> View<'a> {
            if pairs.is_empty() { View::Undefined } else { View::Map(pairs) }
        }
        match &self.0 {
            Form::Undefined => View::Undefined,
            Form::Text(text) => View::Text(text),
            Form::List(members) => list(members),
            Form::BorrowedList(members) => list(members),
            Form::Map(pairs) => map(pairs),
            Form::BorrowedMap(pairs) => map(pairs),
        }
    }
}

/// Equal values expand alike.
impl PartialEq for Value<'_> {
    fn eq(&self, other: &Value<'_>) -> bool {
        self.view() == other.view()
    }
}

impl Eq for Value<'_> {}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.view() {
            View::Undefined => f.write_str("Undefined"),
            View::Text(text) => text.fmt(f),
            View::List(members) => f.debug_list().entries(members).finish(),
            View::Map(pairs) => {
                f.debug_map().entries(pairs.iter().map(|(name, text)| (name, text))).finish()
            }
        }
    }
}

impl<'v> From<&'v str> for Value<'v> {
    fn from(text: &'v str) -> Value<'v> {
        Value::text(text)
    }
}

impl<'v> From<&'v String> for Value<'v> {
    fn from(text: &'v String) -> Value<'v> {
        Value::text(text)
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::text(text)
    }
}

impl<'v> From<Cow<'v, str>> for Value<'v> {
    fn from(text: Cow<'v, str>) -> Value<'v> {
        Value::text(text)
    }
}

/// Nothing is undefined.
impl<'v, T: Into<Value<'v>>> From<Option<T>> for Value<'v> {
    fn from(value: Option<T>) -> Value<'v> {
        value.map_or(Value::UNDEFINED, Into::into)
    }
}

/// What can be the value of a variable: texts, whole numbers, `true` and `false`, lists and maps of texts, and options of them.
///
/// ```
/// use std::collections::BTreeMap;
/// use triplet::template::{Template, ToValue};
///
/// let template = Template::parse("/{id}{?tags*,sort}")?;
/// let tags = vec![String::from("new"), String::from("red")];
/// let values: BTreeMap<&str, &dyn ToValue> =
///     BTreeMap::from([("id", &7 as &dyn ToValue), ("tags", &tags), ("sort", &None::<&str>)]);
/// assert_eq!(template.expand(&values)?, "/7?tags=new&tags=red");
/// # Ok::<(), triplet::template::TemplateError>(())
/// ```
pub trait ToValue {
    /// The value, borrowed if it can be.
    fn to_value(&self) -> Value<'_>;
}

impl ToValue for Value<'_> {
    fn to_value(&self) -> Value<'_> {
        self.borrowed()
    }
}

impl ToValue for str {
    fn to_value(&self) -> Value<'_> {
        Value::text(self)
    }
}

macro_rules! pointers {
    ($($pointer:ty),*) => {$(
        impl<T: ToValue + ?Sized> ToValue for $pointer {
            fn to_value(&self) -> Value<'_> {
                (**self).to_value()
            }
        }
    )*};
}

pointers!(&T, Box<T>, Rc<T>, Arc<T>);

impl<T: ToValue + ToOwned + ?Sized> ToValue for Cow<'_, T> {
    fn to_value(&self) -> Value<'_> {
        (**self).to_value()
    }
}

impl ToValue for String {
    fn to_value(&self) -> Value<'_> {
        Value::text(self)
    }
}

/// Nothing is undefined.
impl<T: ToValue> ToValue for Option<T> {
    fn to_value(&self) -> Value<'_> {
        self.as_ref().map_or(Value::UNDEFINED, T::to_value)
    }
}

macro_rules! by_their_text {
    ($($kind:ty),*) => {$(
        impl ToValue for $kind {
            fn to_value(&self) -> Value<'_> {
                Value::text(self.to_string())
            }
        }

        impl From<$kind> for Value<'_> {
            fn from(value: $kind) -> Self {
                Value::text(value.to_string())
            }
        }
    )*};
}

by_their_text!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, bool, char);

impl<S: AsRef<str>> ToValue for [S] {
    fn to_value(&self) -> Value<'_> {
        Value::list(self.iter().map(AsRef::as_ref))
    }
}

impl<S: AsRef<str>, const N: usize> ToValue for [S; N] {
    fn to_value(&self) -> Value<'_> {
        self[..].to_value()
    }
}

impl<S: AsRef<str>> ToValue for Vec<S> {
    fn to_value(&self) -> Value<'_> {
        self[..].to_value()
    }
}

impl<N: AsRef<str>, T: AsRef<str>> ToValue for BTreeMap<N, T> {
    fn to_value(&self) -> Value<'_> {
        Value::map(self.iter().map(|(name, text)| (name.as_ref(), text.as_ref())))
    }
}

/// In the order of the map, which is not the same in two runs of a program.
#[cfg(feature = "std")]
impl<N: AsRef<str>, T: AsRef<str>, S> ToValue for std::collections::HashMap<N, T, S> {
    fn to_value(&self) -> Value<'_> {
        Value::map(self.iter().map(|(name, text)| (name.as_ref(), text.as_ref())))
    }
}

/// Where the values of variables come from: slices, arrays and vectors of pairs, maps, [`from_fn`], and types of your own.
///
/// ```
/// use triplet::template::{Template, Value, Variables};
///
/// struct Note { user: String, number: u32 }
///
/// impl Variables for Note {
///     fn value(&self, name: &str) -> Value<'_> {
///         match name {
///             "user" => Value::from(&self.user),
///             "number" => Value::from(self.number),
///             _ => Value::UNDEFINED,
///         }
///     }
/// }
///
/// let note = Note { user: "zoë".into(), number: 7 };
/// let template = Template::parse("/{user}/notes/{number}{?page}")?;
/// assert_eq!(template.expand(&note)?, "/zo%C3%AB/notes/7");
/// # Ok::<(), triplet::template::TemplateError>(())
/// ```
pub trait Variables {
    /// The value of the variable with this name, which is written as in the template: its triplets are not decoded (RFC 6570
    /// section 2.3).
    fn value(&self, name: &str) -> Value<'_>;
}

/// Takes as many comparisons as there are pairs. Of equal names the first counts.
impl<N: AsRef<str>, V: ToValue> Variables for [(N, V)] {
    fn value(&self, name: &str) -> Value<'_> {
        let found = self.iter().find(|pair| pair.0.as_ref() == name);
        found.map_or(Value::UNDEFINED, |pair| pair.1.to_value())
    }
}

/// As of a slice.
impl<N: AsRef<str>, V: ToValue, const COUNT: usize> Variables for [(N, V); COUNT] {
    fn value(&self, name: &str) -> Value<'_> {
        self[..].value(name)
    }
}

/// As of a slice.
impl<N: AsRef<str>, V: ToValue> Variables for Vec<(N, V)> {
    fn value(&self, name: &str) -> Value<'_> {
        self[..].value(name)
    }
}

impl<N: Borrow<str> + Ord, V: ToValue> Variables for BTreeMap<N, V> {
    fn value(&self, name: &str) -> Value<'_> {
        self.get(name).map_or(Value::UNDEFINED, V::to_value)
    }
}

#[cfg(feature = "std")]
impl<N, V, S> Variables for std::collections::HashMap<N, V, S>
where
    N: Borrow<str> + Eq + core::hash::Hash,
    V: ToValue,
    S: core::hash::BuildHasher,
{
    fn value(&self, name: &str) -> Value<'_> {
        self.get(name).map_or(Value::UNDEFINED, V::to_value)
    }
}

impl<T: Variables + ?Sized> Variables for &T {
    fn value(&self, name: &str) -> Value<'_> {
        (**self).value(name)
    }
}

/// Variables whose values a function returns.
///
/// ```
/// use triplet::template::{Template, Value, from_fn};
///
/// let template = Template::parse("{/user,page}{?q}")?;
/// let values = from_fn(|name| match name {
///     "user" => Value::from("zoë"),
///     "q" => Value::from("a b"),
///     _ => Value::UNDEFINED,
/// });
/// assert_eq!(template.expand(&values)?, "/zo%C3%AB?q=a%20b");
/// # Ok::<(), triplet::template::TemplateError>(())
/// ```
#[must_use]
pub fn from_fn<'v, F: Fn(&str) -> Value<'v>>(function: F) -> FromFn<'v, F> {
    FromFn { function, values: PhantomData }
}

/// The variables that [`from_fn`] returns.
#[derive(Clone, Copy)]
pub struct FromFn<'v, F> {
    function: F,
    values: PhantomData<&'v ()>,
}

impl<'v, F: Fn(&str) -> Value<'v>> Variables for FromFn<'v, F> {
    fn value(&self, name: &str) -> Value<'_> {
        (self.function)(name)
    }
}

impl<F> fmt::Debug for FromFn<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FromFn").finish_non_exhaustive()
    }
}
