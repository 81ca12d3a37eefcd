//! Reading a form with nested names.

#[cfg(feature = "serde")]
use super::flat::Flat;
use super::rules::{At, Rules, Style};
use super::tree::{Branch, Text};
use super::value::Map;
use super::{openapi, php, plain, qs, rack};
use crate::form::{FormError, Pair, Pairs, Part};

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

impl Rules {
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
        match plain::parse(self, form.as_ref()) {
            Some(tree) => Ok(tree.into_map()),
            None => self.parse_slowly(form.as_ref()),
        }
    }

    /// As [`Rules::parse`], for serde.
    #[cfg(feature = "serde")]
    pub(super) fn parse_flat<'a>(&self, form: &'a [u8]) -> Result<Flat<'a>, FormError> {
        match plain::parse(self, form) {
            Some(tree) => Ok(tree),
            None => self.parse_slowly(form).map(Flat::of),
        }
    }

    fn parse_slowly<'a>(&self, form: &'a [u8]) -> Result<Map<'a>, FormError> {
        self.parse_with(form, |part, is_name| self.decode(part, is_name))
    }

    /// A name or value, decoded as the program decodes it.
    fn decode<'a>(&self, part: Part<'a>, is_name: bool) -> Result<Text<'a>, FormError> {
        Ok(match self.style {
            _ if self.strict => part.strictly().to_str()?,
            Style::Rack if is_name => part.strictly().to_str()?,
            Style::Rack => part.strictly().to_str_lossy()?,
            Style::Php | Style::DeepObject | Style::PipeDelimited | Style::SpaceDelimited => {
                part.to_str_lossy()?
            }
            Style::Qs => match part.strictly().to_str() {
                Ok(text) => text,
                Err(_) => qs::undecoded(part.raw()),
            },
        })
    }

    /// The pairs of a form, with the limits; a malformed triplet is an error on request.
    #[inline]
    pub(super) fn pairs_of<'a>(&self, form: &'a [u8], strict: bool) -> Pairs<'a> {
        let mut pairs = crate::form::parse(form)
            .separators(self.separators)
            .max_pairs(self.max_pairs)
            .max_bytes(self.max_bytes);
        if self.strip_question_mark {
            pairs = pairs.strip_question_mark();
        }
        if strict {
            pairs = pairs.strict();
        }
        pairs.pairs()
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
        let mut tree = Branch::default();
        let mut groups = qs::Groups::default();
        for pair in self.pairs_of(form, false) {
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
                (_, Some(value)) => openapi::add(&mut tree, name, value, at)?,
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
            // Spaces after a separator belong to the separator.
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
            Style::Qs if pair.value.raw().contains(&b'=') && !qs::closes(pair.name.raw()) => {
                let value = pair.value.raw();
                let mut equals = value.iter().enumerate().filter(|(_, byte)| **byte == b'=');
                let Some((at, _)) = equals.find(|(at, _)| qs::closes(&value[..*at])) else {
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
