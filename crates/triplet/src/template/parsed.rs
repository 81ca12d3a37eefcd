//! A template that was parsed, and the variables in it.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::{borrow::Cow, string::String};
use core::fmt;
use core::iter::FusedIterator;
#[cfg(feature = "alloc")]
use core::str::FromStr;

use super::error::TemplateError;
use super::grammar;
use super::operator::{Modifier, Operator};
use crate::kernel;

#[cfg(feature = "alloc")]
type Text<'t> = Cow<'t, str>;
#[cfg(not(feature = "alloc"))]
type Text<'t> = &'t str;

/// A URI template (RFC 6570), of any of the four levels. Only parsing makes one, so its grammar is checked once.
///
/// A template holds its text, borrowed or owned. Without the feature `alloc` the text is always borrowed, and there is no expansion.
///
/// ```
/// use triplet::template::Template;
///
/// let template = Template::parse("https://example.com/search{?q,lang}")?;
/// let url = template.expand(&[("q", "a b"), ("lang", "é")])?;
/// assert_eq!(url, "https://example.com/search?q=a%20b&lang=%C3%A9");
/// # Ok::<(), triplet::template::TemplateError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Template<'t> {
    text: Text<'t>,
    /// Whether all literals are ASCII, so that they are copied.
    pub(super) has_ascii_literals: bool,
    pub(super) has_literal_names: bool,
}

impl<'t> Template<'t> {
    /// Parses a template, and borrows its text. [`str::parse`] gives an owned template instead.
    ///
    /// Linear time; allocates nothing.
    ///
    /// # Errors
    ///
    /// The first thing that is not part of a template (RFC 6570 section 2), with its offset. A literal has the characters that a
    /// URI or an IRI has, so a space or a `"` is an error: write it as a triplet.
    ///
    /// ```
    /// use triplet::template::{Template, TemplateErrorKind};
    ///
    /// assert!(Template::parse("/users/{id}{?fields*}").is_ok());
    /// let error = Template::parse("/users/{id").unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (TemplateErrorKind::UnclosedExpression, 7));
    /// ```
    pub const fn parse(text: &'t str) -> Result<Template<'t>, TemplateError> {
        match grammar::check(text) {
            Ok(is_ascii) => Ok(Template::borrowed(text, is_ascii)),
            Err(error) => Err(error),
        }
    }

    const fn borrowed(text: &'t str, has_ascii_literals: bool) -> Template<'t> {
        #[cfg(feature = "alloc")]
        let text = Cow::Borrowed(text);
        Template { text, has_ascii_literals, has_literal_names: false }
    }

    /// The names of pairs in `{;map*}`, `{?map*}` and `{&map*}` are encoded as literals, as RFC 6570 section 3.2.1 says:
    /// reserved characters and triplets in them are kept.
    ///
    /// By default they are encoded as values are, as in `{map*}`. Otherwise a name that comes from a user can add pairs to a
    /// query: a `&` in it would begin the next one.
    ///
    /// ```
    /// use triplet::template::{Template, Value};
    ///
    /// let template = Template::parse("{?filter*}")?;
    /// let filter = [("filter", Value::map([("a&admin", "1")]))];
    /// assert_eq!(template.expand(&filter)?, "?a%26admin=1");
    /// assert_eq!(template.literal_names().expand(&filter)?, "?a&admin=1");
    /// # Ok::<(), triplet::template::TemplateError>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn literal_names(mut self) -> Template<'t> {
        self.has_literal_names = true;
        self
    }

    /// The text of the template.
    #[must_use]
    #[allow(clippy::needless_borrow, reason = "with `alloc` it may be owned")]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The same, owned: copies the text if it was borrowed.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn into_owned(self) -> Template<'static> {
        Template { text: Cow::Owned(self.text.into_owned()), ..self }
    }

    /// The variables in the template, in order, as often as they are in it.
    ///
    /// ```
    /// use triplet::template::{Modifier, Operator, Template};
    ///
    /// let template = Template::parse("/{user}/notes{?tag*,user}")?;
    /// let names: Vec<_> = template.variables().map(|variable| variable.name()).collect();
    /// assert_eq!(names, ["user", "tag", "user"]);
    /// let tag = template.variables().nth(1).unwrap();
    /// assert_eq!((tag.operator(), tag.modifier()), (Operator::Query, Modifier::Explode));
    /// assert_eq!(tag.offset(), 15);
    /// # Ok::<(), triplet::template::TemplateError>(())
    /// ```
    #[must_use]
    pub fn variables(&self) -> VariableSpecs<'_> {
        VariableSpecs { text: self.as_str(), at: 0, inside: None }
    }
}

impl Template<'static> {
    /// A template for a constant: one that is wrong is an error at compile time.
    ///
    /// # Panics
    ///
    /// If the text is not a template; in a constant that is an error at compile time. Use [`Template::parse`] for a text that is
    /// not known at compile time.
    ///
    /// ```
    /// use triplet::template::Template;
    ///
    /// const SEARCH: Template<'static> = Template::constant("/search{?q}");
    /// assert_eq!(SEARCH.expand(&[("q", "a b")])?, "/search?q=a%20b");
    /// # Ok::<(), triplet::template::TemplateError>(())
    /// ```
    ///
    /// ```compile_fail
    /// const WRONG: triplet::template::Template<'static> = triplet::template::Template::constant("/search{?q");
    /// ```
    #[must_use]
    pub const fn constant(text: &'static str) -> Template<'static> {
        match grammar::check(text) {
            Ok(is_ascii) => Template::borrowed(text, is_ascii),
            Err(_) => panic!("the text is not a URI template: `Template::parse` says why"),
        }
    }
}

impl<'t> TryFrom<&'t str> for Template<'t> {
    type Error = TemplateError;

    fn try_from(text: &'t str) -> Result<Template<'t>, TemplateError> {
        Template::parse(text)
    }
}

#[cfg(feature = "alloc")]
impl TryFrom<String> for Template<'_> {
    type Error = TemplateError;

    fn try_from(text: String) -> Result<Self, TemplateError> {
        let has_ascii_literals = grammar::check(&text)?;
        Ok(Template { text: Cow::Owned(text), has_ascii_literals, has_literal_names: false })
    }
}

#[cfg(feature = "alloc")]
impl FromStr for Template<'_> {
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Self, TemplateError> {
        Template::parse(text).map(Template::into_owned)
    }
}

#[cfg(feature = "alloc")]
impl From<Template<'_>> for String {
    fn from(template: Template<'_>) -> String {
        template.text.into_owned()
    }
}

impl AsRef<str> for Template<'_> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for Template<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Template<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Template").field(&self.as_str()).finish()
    }
}

/// A variable in a template (`varspec`, RFC 6570 section 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariableSpec<'t> {
    name: &'t str,
    operator: Operator,
    modifier: Modifier,
    offset: usize,
}

impl<'t> VariableSpec<'t> {
    /// Its name. Triplets are a part of the name, and are not decoded (section 2.3).
    #[must_use]
    pub const fn name(&self) -> &'t str {
        self.name
    }

    /// The operator of its expression.
    #[must_use]
    pub const fn operator(&self) -> Operator {
        self.operator
    }

    /// What comes after its name.
    #[must_use]
    pub const fn modifier(&self) -> Modifier {
        self.modifier
    }

    /// The offset of its name in the template, in bytes.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

/// The iterator that [`Template::variables`] returns.
#[derive(Clone, Debug)]
pub struct VariableSpecs<'t> {
    text: &'t str,
    at: usize,
    /// The offset of the `{` of the expression that `at` is in, and its operator.
    inside: Option<(usize, Operator)>,
}

impl<'t> VariableSpecs<'t> {
    /// The iterator over the variables of one expression, whose `{` is at this offset of a template.
    #[cfg(feature = "alloc")]
    pub(super) fn of_expression(text: &'t str, open: usize) -> Option<VariableSpecs<'t>> {
        let (operator, at) = grammar::operator(text.as_bytes(), open).ok()?;
        Some(VariableSpecs { text, at, inside: Some((open, operator)) })
    }

    /// The operator of the expression that is being read.
    #[cfg(feature = "alloc")]
    pub(super) fn operator(&self) -> Option<Operator> {
        self.inside.map(|(_, operator)| operator)
    }

    /// The offset up to which the template was read.
    #[cfg(feature = "alloc")]
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// The next variable of the expression that is being read; none after its last one.
    pub(super) fn next_inside(&mut self) -> Option<VariableSpec<'t>> {
        let (open, operator) = self.inside?;
        let offset = self.at;
        let spec = grammar::spec(self.text.as_bytes(), open, offset).ok()?;
        self.at = spec.next;
        if spec.is_last {
            self.inside = None;
        }
        let name = &self.text[offset..spec.name_end];
        Some(VariableSpec { name, operator, modifier: spec.modifier, offset })
    }
}

impl<'t> Iterator for VariableSpecs<'t> {
    type Item = VariableSpec<'t>;

    fn next(&mut self) -> Option<VariableSpec<'t>> {
        if self.inside.is_none() {
            let bytes = self.text.as_bytes();
            let open = self.at + kernel::find_either(&bytes[self.at..], *b"{{");
            self.at = open;
            if open == bytes.len() {
                return None;
            }
            // The text was checked, so there is no error here.
            let (operator, at) = grammar::operator(bytes, open).ok()?;
            self.inside = Some((open, operator));
            self.at = at;
        }
        self.next_inside()
    }
}

impl FusedIterator for VariableSpecs<'_> {}
