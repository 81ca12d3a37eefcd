//! Forms with nested names, such as `user[tags][]=a`: to a tree and back, by the rules of the programs that read them.
//!
//! No standard says what brackets in names mean. Each [`Style`] has the rules of one program, exactly, so that a form means here what
//! it means there. They differ:
//!
//! | form | [`Php`](Style::Php) | [`Rack`](Style::Rack) | [`Qs`](Style::Qs) |
//! |---|---|---|---|
//! | `a=1&a=2` | `{"a":"2"}` | `{"a":"2"}` | `{"a":["1","2"]}` |
//! | `a[]=1&a[]=2` | `{"a":["1","2"]}` | `{"a":["1","2"]}` | `{"a":["1","2"]}` |
//! | `a[b]=1&a[c]=2` | `{"a":{"b":"1","c":"2"}}` | `{"a":{"b":"1","c":"2"}}` | `{"a":{"b":"1","c":"2"}}` |
//! | `a[][b]=1&a[][c]=2` | `{"a":[{"b":"1"},{"c":"2"}]}` | `{"a":[{"b":"1","c":"2"}]}` | `{"a":[{"b":"1","c":"2"}]}` |
//! | `a[1]=x&a[0]=y` | `{"a":{"1":"x","0":"y"}}` | `{"a":{"1":"x","0":"y"}}` | `{"a":["y","x"]}` |
//! | `a[5]=x` | `{"a":{"5":"x"}}` | `{"a":{"5":"x"}}` | `{"a":["x"]}` |
//! | `a[5]=x&a[]=y` | `{"a":{"5":"x","6":"y"}}` | error: `conflict` | `{"a":["y","x"]}` |
//! | `a[20]=x` | `{"a":{"20":"x"}}` | `{"a":{"20":"x"}}` | `{"a":{"20":"x"}}` |
//! | `a=1&a[b]=2` | `{"a":{"b":"2"}}` | error: `conflict` | `{"a":["1",{"b":"2"}]}` |
//! | `a[b]=2&a=1` | `{"a":"1"}` | `{"a":"1"}` | `{"a":[{"b":"2"},"1"]}` |
//! | `a` | `{"a":""}` | `{"a":null}` | `{"a":""}` |
//! | `=1` | `{}` | `{}` | `{}` |
//! | `a[b=1` | `{"a_b":"1"}` | `{"a":{"b":"1"}}` | `{"a":{"[b":"1"}}` |
//! | `a]b=1` | `{"a]b":"1"}` | `{"a":{"b":"1"}}` | `{"a]b":"1"}` |
//! | `a[b]c=1` | `{"a":{"b":"1"}}` | `{"a":{"b":{"c":"1"}}}` | `{"a":{"b":"1"}}` |
//! | `a[[b]]=1` | `{"a":{"[b":"1"}}` | `{"a":{"b":"1"}}` | `{"a":{"[b]":"1"}}` |
//! | `[a]=1` | `{}` | `{"a":"1"}` | `{"a":"1"}` |
//! | `a[b=c]=1` | `{"a_b":"c]=1"}` | `{"a":{"b":"c]=1"}}` | `{"a":{"b=c":"1"}}` |
//! | `a.b c=1` | `{"a_b_c":"1"}` | `{"a.b c":"1"}` | `{"a.b c":"1"}` |
//! | `a[b.c d]=1` | `{"a":{"b.c d":"1"}}` | `{"a":{"b.c d":"1"}}` | `{"a":{"b.c d":"1"}}` |
//! | `a[ ]=1` | `{"a":["1"]}` | `{"a":{" ":"1"}}` | `{"a":{" ":"1"}}` |
//! | `a%5Bb%5D=1+2%2B` | `{"a":{"b":"1 2+"}}` | `{"a":{"b":"1 2+"}}` | `{"a":{"b":"1 2+"}}` |
//! | `a=%zz%41` | `{"a":"%zzA"}` | error: `not-hex` | `{"a":"%zz%41"}` |
//! | `a%00b=1` | `{"a":"1"}` | `{"a\u0000b":"1"}` | `{"a\u0000b":"1"}` |
//! | `toString=1` | `{"toString":"1"}` | `{"toString":"1"}` | `{}` |
//!
//! The programs drop pairs, overwrite values and cut names without a word. [`Rules::strict`] makes an error of whatever would be lost.
//!
//! A hostile form meets limits with defaults, and whoever meets one gets an error that names it: these are [`Rules::max_depth`],
//! [`Rules::max_pairs`] and [`Rules::max_bytes`]. An index costs nothing, however large it is. Time is linear in the length of the form,
//! but for the logarithm of the number of names in a map.
//!
//! With the feature `serde`, `from_str` and `to_string` read and write structs in structs and lists of structs.
//!
//! ```
//! use triplet::form::nested::{Rules, Style, Value, parse};
//!
//! let form = parse("a[b][]=1&a[b][]=2", Style::Qs)?;
//! assert_eq!(form.get("a").and_then(|a| a.get("b")), Some(&Value::List(vec!["1".into(), "2".into()])));
//!
//! let rules = Rules::new(Style::Php).max_depth(2);
//! let error = rules.parse("a=1&b[c][d][e]=2").unwrap_err();
//! assert_eq!(error.to_string(), "a pair at offset 4: the limit of depth is 2 (`max_depth`)");
//! # Ok::<(), triplet::form::FormError>(())
//! ```
#![forbid(unsafe_code)]

mod build;
#[cfg(feature = "serde")]
mod de;
mod php;
mod qs;
mod rack;
#[cfg(feature = "serde")]
mod ser;
mod tree;
mod value;

pub use build::TreeError;
#[cfg(feature = "serde")]
pub use de::from_str;
#[cfg(feature = "serde")]
pub use ser::to_string;
pub use value::{Map, Value};

use self::tree::{Branch, Text};
use super::{FormError, Pair, Part, Separators};
use crate::names::names;

/// Whose rules give brackets in names a meaning. [The module](self) says how they differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Style {
    /// PHP 8: `$_GET`, `$_POST`, `parse_str`, `http_build_query`.
    #[default]
    Php,
    /// Rack 2, and so Rails and Sinatra: `Rack::Utils.parse_nested_query`, `build_nested_query`.
    Rack,
    /// The package `qs` of npm 6.17, and so Express: `parse`, `stringify`.
    Qs,
}

impl Style {
    /// How the program writes a boolean: PHP as `1` and `0`, as its functions of text do.
    #[must_use]
    pub const fn boolean(self, value: bool) -> &'static str {
        match (self, value) {
            (Style::Php, true) => "1",
            (Style::Php, false) => "0",
            (_, true) => "true",
            (_, false) => "false",
        }
    }
}

names! { Style, "style of nested names", 3;
    Php => "php",
    Rack => "rack",
    Qs => "qs",
}

/// Reads a form by the rules of a style, with its limits.
///
/// # Errors
///
/// If a limit is exceeded, or where the program refuses the form.
///
/// ```
/// use triplet::form::nested::{Style, parse};
///
/// assert_eq!(parse("a[b]=1", Style::Rack)?.get("a").and_then(|a| a.get("b")?.as_text()), Some("1"));
/// assert_eq!(
///     parse("a=1&a[b]=2", Style::Rack).unwrap_err().to_string(),
///     "a pair at offset 4: a pair before it gives its name another value, or makes it a list or a map",
/// );
/// # Ok::<(), triplet::form::FormError>(())
/// ```
pub fn parse<I: AsRef<[u8]> + ?Sized>(form: &I, style: Style) -> Result<Map<'_>, FormError> {
    Rules::new(style).parse(form)
}

/// The rules and limits by which a form with nested names is read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    style: Style,
    separators: Separators,
    strict: bool,
    strip_question_mark: bool,
    max_depth: u8,
    max_pairs: usize,
    max_bytes: usize,
    list_limit: u32,
}

impl Rules {
    /// The rules of a style, with limits: those of the program itself where it has them.
    ///
    /// | | PHP | Rack | `qs` |
    /// |---|---|---|---|
    /// | [`max_depth`](Rules::max_depth) | 64 | 99 | 5 |
    /// | [`max_pairs`](Rules::max_pairs) | 1000 | 4096 | 1000 |
    /// | [`max_bytes`](Rules::max_bytes) | 4 MiB | 4 MiB | 4 MiB |
    /// | [`list_limit`](Rules::list_limit) | | | 20 |
    ///
    /// PHP and `qs` cut off what is beyond a limit. Here that is always an error.
    #[must_use]
    pub const fn new(style: Style) -> Rules {
        let (max_depth, max_pairs) = match style {
            Style::Php => (64, 1000),
            Style::Rack => (99, 4096),
            Style::Qs => (5, 1000),
        };
        Rules {
            style,
            separators: Separators::Ampersand,
            strict: false,
            strip_question_mark: false,
            max_depth,
            max_pairs,
            max_bytes: 4 << 20,
            list_limit: 20,
        }
    }

    /// The style.
    #[must_use]
    pub const fn style(&self) -> Style {
        self.style
    }

    /// Sets the characters that separate pairs. By default only `&` does.
    #[must_use]
    pub const fn separators(mut self, separators: Separators) -> Self {
        self.separators = separators;
        self
    }

    /// Makes an error of what would be lost: a pair that the style drops, a value that another one replaces, a part of a name that is
    /// not read, a list that is too long for one, a malformed triplet, and octets that are not UTF-8.
    #[must_use]
    pub const fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Ignores one `?` at the start.
    #[must_use]
    pub const fn strip_question_mark(mut self) -> Self {
        self.strip_question_mark = true;
        self
    }

    /// Makes more than `limit` levels below a name an error: `a[b][c]` has two.
    #[must_use]
    pub const fn max_depth(mut self, limit: u8) -> Self {
        self.max_depth = limit;
        self
    }

    /// Makes more than `limit` pairs an error.
    #[must_use]
    pub const fn max_pairs(mut self, limit: usize) -> Self {
        self.max_pairs = limit;
        self
    }

    /// Makes a form of more than `limit` bytes an error.
    #[must_use]
    pub const fn max_bytes(mut self, limit: usize) -> Self {
        self.max_bytes = limit;
        self
    }

    /// For [`Style::Qs`]: a list of more than `limit` elements is a map from their numbers, and so is one with an index that is not
    /// less. It is the option `arrayLimit` there. With [`strict`](Rules::strict) it is an error.
    #[must_use]
    pub const fn list_limit(mut self, limit: u32) -> Self {
        self.list_limit = limit;
        self
    }

    /// Reads a form.
    ///
    /// # Errors
    ///
    /// As [`parse`], and with [`strict`](Rules::strict) if something would be lost.
    ///
    /// ```
    /// use triplet::form::nested::{Rules, Style};
    ///
    /// let rules = Rules::new(Style::Php);
    /// assert_eq!(rules.parse("a=1&a=2")?.get("a").and_then(|a| a.as_text()), Some("2"));
    /// let error = rules.strict().parse("a=1&a=2").unwrap_err();
    /// assert_eq!((error.kind().name(), error.offset()), ("conflict", 4));
    /// # Ok::<(), triplet::form::FormError>(())
    /// ```
    pub fn parse<'a, I: AsRef<[u8]> + ?Sized>(&self, form: &'a I) -> Result<Map<'a>, FormError> {
        let Rules { style, strict, .. } = *self;
        self.parse_with(form, |part, is_name| {
            Ok(match style {
                _ if strict => part.strictly().to_str()?,
                Style::Rack if is_name => part.strictly().to_str()?,
                Style::Rack => part.strictly().to_str_lossy()?,
                Style::Php => part.to_str_lossy()?,
                Style::Qs => match part.strictly().to_str() {
                    Ok(text) => text,
                    Err(_) => qs::undecoded(part.raw()),
                },
            })
        })
    }

    /// Reads a form whose names and values `decode` decodes, for other charsets and notations. It gets each part, and whether that is
    /// a name.
    ///
    /// # Errors
    ///
    /// As [`Rules::parse`], and those of `decode`.
    ///
    /// ```
    /// use triplet::form::{FormError, nested::{Rules, Style}};
    ///
    /// let form = Rules::new(Style::Php).parse_with("a[b]=%E9", |part, _| {
    ///     let latin_1 = part.to_bytes()?.iter().map(|octet| char::from(*octet)).collect::<String>();
    ///     Ok::<_, FormError>(latin_1.into())
    /// })?;
    /// assert_eq!(form.get("a").and_then(|a| a.get("b")?.as_text()), Some("é"));
    /// # Ok::<(), FormError>(())
    /// ```
    pub fn parse_with<'a, I: AsRef<[u8]> + ?Sized, E: From<FormError>>(
        &self,
        form: &'a I,
        mut decode: impl FnMut(Part<'a>, bool) -> Result<Text<'a>, E>,
    ) -> Result<Map<'a>, E> {
        let form = form.as_ref();
        let mut pairs = super::parse(form)
            .separators(self.separators)
            .max_pairs(self.max_pairs)
            .max_bytes(self.max_bytes);
        if self.strip_question_mark {
            pairs = pairs.strip_question_mark();
        }
        let mut tree = Branch::default();
        let mut groups = qs::Groups::default();
        for pair in pairs.pairs() {
            let pair = pair?;
            let at = At { offset: pair.name.offset(), rules: *self };
            let Some(pair) = self.split(form, pair) else { continue };
            let name = decode(pair.name, true)?;
            let value = match self.style {
                Style::Rack if !pair.has_equals => None,
                _ => Some(decode(pair.value, false)?),
            };
            match (self.style, value) {
                (Style::Rack, value) => rack::add(&mut tree, name, value, at)?,
                (Style::Php, Some(value)) => php::add(&mut tree, name, value, at)?,
                (Style::Qs, Some(value)) => groups.add(name, value, at)?,
                (_, None) => {}
            }
        }
        if self.style == Style::Qs {
            tree = groups.tree()?;
        }
        Ok(tree.finish())
    }

    /// The pair as the style splits it; none if it is empty.
    fn split<'a>(&self, form: &'a [u8], pair: Pair<'a>) -> Option<Pair<'a>> {
        let start = pair.name.offset();
        let end = pair.value.offset() + pair.value.raw().len();
        match self.style {
            // Spaces after a separator are of the separator.
            Style::Rack if start > 0 && form[start] == b' ' => {
                let spaces = form[start..end].iter().take_while(|byte| **byte == b' ').count();
                let name = pair.name.raw().get(spaces..);
                match name {
                    Some(name) if !name.is_empty() || pair.has_equals => {
                        Some(Pair { name: Part::new(name, start + spaces), ..pair })
                    }
                    _ => None,
                }
            }
            // A `=` after a bracket ends the name, even if it is not the first.
            Style::Qs if pair.has_equals && !closes(pair.name.raw()) => {
                let value = pair.value.raw();
                let mut equals = value.iter().enumerate().filter(|(_, byte)| **byte == b'=');
                let Some((at, _)) = equals.find(|(at, _)| closes(&value[..*at])) else {
                    return Some(pair);
                };
                let equals = pair.value.offset() + at;
                Some(Pair {
                    name: Part::new(&form[start..equals], start),
                    value: Part::new(&form[equals + 1..end], equals + 1),
                    has_equals: true,
                })
            }
            _ => Some(pair),
        }
    }
}

/// Whether a part of a pair ends in a bracket.
fn closes(part: &[u8]) -> bool {
    let triplet = part.len().checked_sub(3).map(|start| &part[start..]);
    part.last() == Some(&b']')
        || triplet.is_some_and(|triplet| triplet.eq_ignore_ascii_case(b"%5D"))
}

/// A pair that is added, for the errors about it.
#[derive(Clone, Copy, Debug)]
struct At {
    offset: usize,
    rules: Rules,
}

impl At {
    /// The pair is this many levels deep.
    fn depth(self, depth: usize) -> Result<(), FormError> {
        let limit = usize::from(self.rules.max_depth);
        if depth > limit {
            return Err(FormError::TooDeep { limit, offset: self.offset });
        }
        Ok(())
    }

    /// The pair, or a part of its name, is dropped.
    fn dropped(self) -> Result<(), FormError> {
        self.unless_strict(FormError::Dropped { offset: self.offset })
    }

    /// What is there has another value.
    fn conflict(self) -> Result<(), FormError> {
        self.unless_strict(self.conflicting())
    }

    fn conflicting(self) -> FormError {
        FormError::Conflict { offset: self.offset }
    }

    /// A list is too long for one.
    fn too_many(self) -> Result<(), FormError> {
        let limit = self.rules.list_limit as usize;
        self.unless_strict(FormError::TooManyElements { limit, offset: self.offset })
    }

    fn unless_strict(self, error: FormError) -> Result<(), FormError> {
        if self.rules.strict { Err(error) } else { Ok(()) }
    }
}
