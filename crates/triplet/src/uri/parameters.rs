//! The parameters of a query, changed one by one; those that are not changed stay as they are written.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::error::Component;
use super::value::{EditError, Value};
use crate::line_breaks::{LineBreak, convert_line_breaks};
use crate::set::rfc3986;
use crate::{EncodeSet, decode};

/// The parameters of a query, to read: the parts between `&`, and in each the name and the value before and after the first `=`.
/// No specification of URIs has them (RFC 3986 section 3.4 mentions them); this is what forms and most servers do.
///
/// A name that is searched for is data. It is compared with the decoded names of the query, in which a malformed triplet
/// is kept. Names and values are given as they are written: decode each on its own.
///
/// ```
/// use triplet::uri::Parameters;
///
/// let parameters = Parameters::of("a=1;b=2;%61=x%3By;a").separator(';');
/// let found: Vec<_> = parameters.named("a").map(|(_, value)| value).collect();
/// assert_eq!(found, [Some("1"), Some("x%3By"), None]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Parameters<'a> {
    query: &'a str,
    rule: Rule,
}

/// How the parameters of a query are told apart.
#[derive(Clone, Copy, Debug)]
struct Rule {
    separator: char,
    plus: bool,
    /// Whether the parameters are the header fields of a `mailto:`.
    mailto: bool,
    /// Whether names are compared without case, as those of a `mailto:` are.
    any_case: bool,
}

impl Rule {
    /// `&`, and `+` means itself.
    const GENERIC: Rule = Rule { separator: '&', plus: false, mailto: false, any_case: false };

    fn separated_by(self, separator: char) -> Rule {
        let separator = if Parameters::takes_separator(separator) { separator } else { '&' };
        Rule { separator, ..self }
    }

    fn decoded(self, text: &str) -> Cow<'_, [u8]> {
        let view = decode(text).lenient();
        if self.reads_plus() { view.plus_as_space().to_bytes() } else { view.to_bytes() }
    }

    /// Whether `+` is a space. In a `mailto:` it never is.
    fn reads_plus(self) -> bool {
        self.plus && !self.mailto
    }

    /// Whether names have no case.
    fn ignores_case(self) -> bool {
        self.mailto || self.any_case
    }

    /// A name in the case in which names are compared.
    fn in_case(self, name: &str) -> Cow<'_, [u8]> {
        match self.ignores_case() {
            true => name.to_ascii_lowercase().into_bytes().into(),
            false => name.as_bytes().into(),
        }
    }

    /// Whether a name, as it is written, is this one.
    fn is(self, written: &str, name: &str) -> bool {
        let found = self.decoded(written);
        match self.ignores_case() {
            true => found.eq_ignore_ascii_case(name.as_bytes()),
            false => *found == *name.as_bytes(),
        }
    }
}

impl<'a> Parameters<'a> {
    /// The parameters of a query. Pass the query without its `?`.
    #[must_use]
    pub fn of(query: &'a str) -> Parameters<'a> {
        Parameters { query, rule: Rule::GENERIC }
    }

    /// The matrix parameters of a segment of a path: what follows its first `;`, separated by `;` (RFC 3986 section 3.3 has
    /// `name;v=1.1`; JAX-RS, Spring and `jsessionid` write them so). A `+` in them is a plus.
    ///
    /// ```
    /// use triplet::uri::{Parameters, Reference};
    ///
    /// let mut segments = Reference::split("https://a.example/cars;color=red;year=2020/list").segments();
    /// let parameters = Parameters::of_segment(segments.next().unwrap());
    /// assert_eq!(parameters.named("year").next(), Some(("year", Some("2020"))));
    /// assert_eq!(Parameters::of_segment(segments.next().unwrap()).iter().next(), None);
    /// ```
    #[must_use]
    pub fn of_segment(segment: &'a str) -> Parameters<'a> {
        let parameters = segment.split_once(';').map_or("", |(_, parameters)| parameters);
        Parameters::of(parameters).separator(';')
    }

    /// Whether a character can separate parameters: a query keeps it (section 3.4), and it is not a letter, a digit or `=`.
    #[must_use]
    pub fn takes_separator(character: char) -> bool {
        let is_kept =
            |byte: u8| rfc3986::QUERY.keeps(byte) && byte != b'=' && !byte.is_ascii_alphanumeric();
        u8::try_from(character).is_ok_and(is_kept)
    }

    /// Another separator than `&`: of old servers, `;`. A character that can't be one
    /// ([`takes_separator`](Parameters::takes_separator)) is taken for `&`.
    #[must_use]
    pub fn separator(self, separator: char) -> Parameters<'a> {
        Parameters { rule: self.rule.separated_by(separator), ..self }
    }

    /// Reads `+` in a name as a space.
    #[must_use]
    pub fn plus_as_space(mut self) -> Parameters<'a> {
        self.rule.plus = true;
        self
    }

    /// Reads the parameters as the header fields of a `mailto:` (RFC 6068 section 2): their names have no case, and `+` is a plus, whatever
    /// [`plus_as_space`](Parameters::plus_as_space) says.
    ///
    /// ```
    /// use triplet::uri::Parameters;
    ///
    /// let fields = Parameters::of("Subject=1+1&cc=a").mailto().plus_as_space();
    /// assert_eq!(fields.named("subject").next(), Some(("Subject", Some("1+1"))));
    /// ```
    #[must_use]
    pub fn mailto(mut self) -> Parameters<'a> {
        self.rule.mailto = true;
        self
    }

    /// Compares names without the case of ASCII letters.
    ///
    /// ```
    /// use triplet::uri::Parameters;
    ///
    /// assert_eq!(Parameters::of("FBCLID=1").any_case().named("fbclid").next(), Some(("FBCLID", Some("1"))));
    /// ```
    #[must_use]
    pub fn any_case(mut self) -> Parameters<'a> {
        self.rule.any_case = true;
        self
    }

    /// The pairs as they are written: a part without `=` has no value. Empty parts are left out. Linear time.
    #[must_use]
    pub fn iter(self) -> ParametersIter<'a> {
        ParametersIter(self.query.split(self.rule.separator))
    }

    /// The pairs of this name, as they are written. Linear time.
    pub fn named(self, name: &str) -> impl Iterator<Item = (&'a str, Option<&'a str>)> {
        self.iter().filter(move |(written, _)| self.rule.is(written, name))
    }

    /// Whether there is a parameter of this name.
    #[must_use]
    pub fn contains(self, name: &str) -> bool {
        self.named(name).next().is_some()
    }
}

/// The pairs as they are written: see [`Parameters::iter`].
impl<'a> IntoIterator for Parameters<'a> {
    type Item = (&'a str, Option<&'a str>);
    type IntoIter = ParametersIter<'a>;

    fn into_iter(self) -> ParametersIter<'a> {
        self.iter()
    }
}

/// The iterator that [`Parameters::iter`] returns.
#[derive(Clone, Debug)]
pub struct ParametersIter<'a>(core::str::Split<'a, char>);

impl<'a> Iterator for ParametersIter<'a> {
    type Item = (&'a str, Option<&'a str>);

    fn next(&mut self) -> Option<Self::Item> {
        let part = self.0.find(|part| !part.is_empty())?;
        Some(match part.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (part, None),
        })
    }
}

impl core::iter::FusedIterator for ParametersIter<'_> {}

/// The parameters of a query, to change: see [`Parameters`] for what they are.
///
/// What is written is encoded with [`rfc3986::QUERY_VALUE`], which servers read in the same way whether `+` is a space for them
/// or not. Those of a `mailto:` are header fields (RFC 6068 section 2): their names have no case, `+` is a plus, and a line break in a value
/// is written `%0D%0A`. Each call takes linear time.
///
/// ```
/// use triplet::uri::{Edit, Value};
///
/// let mut edit = Edit::new("/search?lang=en&q=a%20b&utm_id=7&q=c");
/// edit.parameters_mut().set("q", Some(Value::Data("tea & milk")))?;
/// edit.parameters_mut().remove(|name| name.starts_with(b"utm_"));
/// edit.parameters_mut().push("exact", None)?;
/// assert_eq!(edit.finish()?, "/search?lang=en&q=tea%20%26%20milk&exact");
///
/// let mut edit = Edit::new("mailto:tea@example.com?Subject=a");
/// edit.parameters_mut().set("subject", Some(Value::Data("1+1")))?;
/// edit.parameters_mut().push("body", Some(Value::Data("one\ntwo")))?;
/// assert_eq!(edit.finish()?, "mailto:tea@example.com?Subject=1%2B1&body=one%0D%0Atwo");
/// # Ok::<(), triplet::uri::EditError>(())
/// ```
#[derive(Debug)]
pub struct ParametersMut<'e, 'a> {
    query: &'e mut Option<Cow<'a, str>>,
    rule: Rule,
}

impl<'e, 'a> ParametersMut<'e, 'a> {
    pub(super) fn new(query: &'e mut Option<Cow<'a, str>>, mailto: bool) -> ParametersMut<'e, 'a> {
        ParametersMut { query, rule: Rule { mailto, ..Rule::GENERIC } }
    }

    /// As [`Parameters::separator`].
    #[must_use]
    pub fn separator(self, separator: char) -> ParametersMut<'e, 'a> {
        ParametersMut { rule: self.rule.separated_by(separator), ..self }
    }

    /// Reads `+` in a name as a space, and writes a space as `+`: the query is a form. Where `+` separates parameters, a space is written
    /// `%20`.
    #[must_use]
    pub fn plus_as_space(mut self) -> ParametersMut<'e, 'a> {
        self.rule.plus = true;
        self
    }

    /// As [`Parameters::any_case`].
    ///
    /// ```
    /// use triplet::uri::Edit;
    ///
    /// let mut edit = Edit::new("?UTM_Source=a&id=7");
    /// assert_eq!(edit.parameters_mut().any_case().remove_prefixed("utm_"), 1);
    /// assert_eq!(edit.finish()?, "?id=7");
    /// # Ok::<(), triplet::uri::EditError>(())
    /// ```
    #[must_use]
    pub fn any_case(mut self) -> ParametersMut<'e, 'a> {
        self.rule.any_case = true;
        self
    }

    /// The parameters as they are now.
    #[must_use]
    pub fn parameters(&self) -> Parameters<'_> {
        Parameters { query: self.query.as_deref().unwrap_or_default(), rule: self.rule }
    }

    /// Gives the parameter of this name a value, or none, and removes all others of this name. It is added at the end if there is
    /// no such parameter; otherwise it is where the first one was, with its name as it was written.
    ///
    /// # Errors
    ///
    /// A value that is [`AsWritten`](Value::AsWritten), and is not allowed or has the separator; an empty name without a value, which
    /// would be read as no parameter.
    pub fn set(self, name: &str, value: Option<Value<'_>>) -> Result<(), EditError> {
        if !self.parameters().contains(name) {
            return self.push(name, value);
        }
        self.replace(name, value).map(|_| ())
    }

    /// As [`set`](ParametersMut::set), but adds nothing: says whether there was such a parameter.
    ///
    /// # Errors
    ///
    /// As of [`set`](ParametersMut::set).
    pub fn replace(self, name: &str, value: Option<Value<'_>>) -> Result<bool, EditError> {
        let value = value.map(|value| self.written(value)).transpose()?;
        if name.is_empty() && value.is_none() && self.parameters().contains(name) {
            return Err(EditError::Ambiguous(Component::Query));
        }
        let mut found = false;
        let mut parts: Vec<Cow<'_, str>> = Vec::new();
        for part in self.parts() {
            let written = part.split_once('=').map_or(part, |(name, _)| name);
            if part.is_empty() || !self.rule.is(written, name) {
                parts.push(Cow::Borrowed(part));
                continue;
            }
            if !core::mem::replace(&mut found, true) {
                parts.push(Cow::Owned(pair(written, value.as_deref())));
            }
        }
        if found {
            let query = join(&parts, self.rule.separator);
            *self.query = Some(Cow::Owned(query));
        }
        Ok(found)
    }

    /// Adds a parameter at the end, whether there is one of this name or not.
    ///
    /// # Errors
    ///
    /// As of [`set`](ParametersMut::set).
    pub fn push(self, name: &str, value: Option<Value<'_>>) -> Result<(), EditError> {
        let value = value.map(|value| self.written(value)).transpose()?;
        if name.is_empty() && value.is_none() {
            return Err(EditError::Ambiguous(Component::Query));
        }
        let name = self.written(Value::Data(name))?;
        let query = self.query.get_or_insert(Cow::Borrowed("")).to_mut();
        if !query.is_empty() {
            query.push(self.rule.separator);
        }
        query.push_str(&pair(&name, value.as_deref()));
        Ok(())
    }

    /// Removes the parameters whose decoded names are chosen, and says how many there were. Names without case, such as those of a
    /// `mailto:`, are given in lower case. If none is left, the query is removed. Empty parts are not parameters, and stay.
    pub fn remove(self, mut is_chosen: impl FnMut(&[u8]) -> bool) -> usize {
        let (mut count, mut left) = (0, Vec::new());
        for part in self.parts() {
            let name = part.split_once('=').map_or(part, |(name, _)| name);
            let mut name = self.rule.decoded(name);
            if self.rule.ignores_case() {
                name.to_mut().make_ascii_lowercase();
            }
            if !part.is_empty() && is_chosen(&name) {
                count += 1;
            } else {
                left.push(part);
            }
        }
        if count > 0 {
            let query = (!left.is_empty()).then(|| Cow::Owned(join(&left, self.rule.separator)));
            *self.query = query;
        }
        count
    }

    /// Removes the parameters of this name, and says how many there were: see [`remove`](ParametersMut::remove).
    pub fn remove_named(self, name: &str) -> usize {
        let rule = self.rule;
        self.remove(|found| rule.in_case(name) == found)
    }

    /// Removes the parameters whose decoded names begin like this, and says how many there were: see [`remove`](ParametersMut::remove).
    ///
    /// ```
    /// use triplet::uri::Edit;
    ///
    /// let mut edit = Edit::new("?utm_id=7&q=a&utm%5Fterm=b");
    /// assert_eq!(edit.parameters_mut().remove_prefixed("utm_"), 2);
    /// assert_eq!(edit.finish()?, "?q=a");
    /// # Ok::<(), triplet::uri::EditError>(())
    /// ```
    pub fn remove_prefixed(self, prefix: &str) -> usize {
        let rule = self.rule;
        self.remove(|found| found.starts_with(&rule.in_case(prefix)))
    }

    /// Removes all parameters but those that have one of these names or begin with one of these prefixes, and says how many were removed:
    /// see [`remove`](ParametersMut::remove).
    ///
    /// ```
    /// use triplet::uri::Edit;
    ///
    /// let mut edit = Edit::new("?id=7&q=a&utm%5Fterm=b&%71=c");
    /// assert_eq!(edit.parameters_mut().keep_only(&["q"], &["utm_"]), 1);
    /// assert_eq!(edit.finish()?, "?q=a&utm%5Fterm=b&%71=c");
    /// # Ok::<(), triplet::uri::EditError>(())
    /// ```
    pub fn keep_only(self, names: &[&str], prefixes: &[&str]) -> usize {
        let rule = self.rule;
        let names: Vec<_> = names.iter().map(|name| rule.in_case(name)).collect();
        let prefixes: Vec<_> = prefixes.iter().map(|prefix| rule.in_case(prefix)).collect();
        self.remove(|found| {
            !names.iter().any(|name| **name == *found)
                && !prefixes.iter().any(|prefix| found.starts_with(prefix))
        })
    }

    /// Gives the parameters of this name another name, and says how many there were. Their values and places stay, and so does a parameter that
    /// has the new name already.
    ///
    /// # Errors
    ///
    /// An empty new name for a parameter without a value, which would be read as no parameter. Then nothing is changed.
    ///
    /// ```
    /// use triplet::uri::Edit;
    ///
    /// let mut edit = Edit::new("?q=a%20b&x&%71=c");
    /// assert_eq!(edit.parameters_mut().rename("q", "find=")?, 2);
    /// assert_eq!(edit.finish()?, "?find%3D=a%20b&x&find%3D=c");
    /// # Ok::<(), triplet::uri::EditError>(())
    /// ```
    pub fn rename(self, name: &str, new: &str) -> Result<usize, EditError> {
        let new = self.written(Value::Data(new))?;
        let (mut count, mut parts): (usize, Vec<Cow<'_, str>>) = (0, Vec::new());
        for part in self.parts() {
            let written = part.split_once('=').map_or(part, |(written, _)| written);
            if part.is_empty() || !self.rule.is(written, name) {
                parts.push(Cow::Borrowed(part));
                continue;
            }
            let after = &part[written.len()..];
            if new.is_empty() && after.is_empty() {
                return Err(EditError::Ambiguous(Component::Query));
            }
            parts.push(Cow::Owned([&*new, after].concat()));
            count += 1;
        }
        if count > 0 {
            let query = join(&parts, self.rule.separator);
            *self.query = Some(Cow::Owned(query));
        }
        Ok(count)
    }

    /// Sorts the parameters by their decoded names, in the order of UTF-16 code units, as `URLSearchParams.sort()` does (URL
    /// standard section 6.2). Parameters of one name stay in their order. Empty parts are removed, as there; if no parameter is left,
    /// the query is removed.
    ///
    /// ```
    /// use triplet::uri::Edit;
    ///
    /// let mut edit = Edit::new("?b=%7e&%61=2&b&a=1");
    /// edit.parameters_mut().sort();
    /// assert_eq!(edit.finish()?, "?%61=2&a=1&b=%7e&b");
    /// # Ok::<(), triplet::uri::EditError>(())
    /// ```
    pub fn sort(self) {
        let count = self.parts().count();
        let mut parts: Vec<&str> = self.parts().filter(|part| !part.is_empty()).collect();
        let key = |part: &&str| -> Vec<u16> {
            let name = part.split_once('=').map_or(*part, |(name, _)| name);
            String::from_utf8_lossy(&self.rule.decoded(name)).encode_utf16().collect()
        };
        if !parts.is_sorted_by_key(key) {
            parts.sort_by_cached_key(key);
        } else if parts.len() == count {
            return;
        }
        let query = (!parts.is_empty()).then(|| Cow::Owned(join(&parts, self.rule.separator)));
        *self.query = query;
    }

    /// The parts between separators. A reference without a query has no parts, and an empty query has one empty part.
    fn parts(&self) -> impl Iterator<Item = &str> {
        self.query.as_deref().into_iter().flat_map(|query| query.split(self.rule.separator))
    }

    fn written(&self, value: Value<'_>) -> Result<Cow<'static, str>, EditError> {
        let separator = self.rule.separator;
        if let Value::AsWritten(text) = value
            && text.chars().any(|character| character == separator)
        {
            return Err(EditError::Ambiguous(Component::Query));
        }
        let mut set: EncodeSet = rfc3986::QUERY_VALUE;
        if self.rule.reads_plus() && self.rule.separator != '+' {
            set = set.space_as_plus();
        }
        let lines;
        let value = match value {
            Value::Data(text) | Value::KeepTriplets(text) if self.rule.mailto => {
                lines = convert_line_breaks(text.as_bytes(), LineBreak::CrLf);
                // Only line breaks were changed.
                let text = str::from_utf8(&lines).unwrap_or(text);
                match value {
                    Value::Data(_) => Value::Data(text),
                    _ => Value::KeepTriplets(text),
                }
            }
            value => value,
        };
        value
            .write(Component::Query, set.also_encode(separator.encode_utf8(&mut [0; 4]).as_bytes()))
    }
}

fn pair(name: &str, value: Option<&str>) -> String {
    match value {
        Some(value) => alloc::format!("{name}={value}"),
        None => String::from(name),
    }
}

fn join(parts: &[impl AsRef<str>], separator: char) -> String {
    let length = parts.iter().map(|part| part.as_ref().len() + 1).sum();
    let mut out = String::with_capacity(length);
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push(separator);
        }
        out.push_str(part.as_ref());
    }
    out
}
