//! Expansion (RFC 6570 section 3). What is encoded is encoded by [`encode`](crate::encode); only the order of things is decided
//! here.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;

use super::error::{TemplateError, TemplateErrorKind};
use super::operator::{Behaviour, Modifier};
use super::parsed::{Template, VariableSpec, VariableSpecs};
use super::value::{Variables, View};
use crate::encode::encode;
use crate::kernel;
use crate::set::rfc6570;
use crate::triplet::{decode_triplet, first_scalar};

impl Template<'_> {
    /// Replaces each expression by its expansion with these values (RFC 6570 section 3).
    ///
    /// Undefined variables expand to nothing. Values are not normalised: section 1.6 recommends Unicode's form C for text that
    /// people type. Linear time in the length of the template and the result, and one question for each variable.
    ///
    /// # Errors
    ///
    /// [`PrefixOfComposite`](TemplateErrorKind::PrefixOfComposite) if a variable with a prefix (`{var:3}`) is a list or a map
    /// (section 2.4.1).
    ///
    /// ```
    /// use triplet::template::{Template, TemplateErrorKind, Value};
    ///
    /// let template = Template::parse("/{+file:8}{#part}")?;
    /// assert_eq!(template.expand(&[("file", "dir/été.txt")])?, "/dir/%C3%A9t%C3%A9.");
    ///
    /// let error = template.expand(&[("file", Value::list(["a"]))]).unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (TemplateErrorKind::PrefixOfComposite, 7));
    /// # Ok::<(), triplet::template::TemplateError>(())
    /// ```
    pub fn expand(&self, values: &(impl Variables + ?Sized)) -> Result<String, TemplateError> {
        let mut out = String::with_capacity(self.as_str().len());
        self.append_to(values, &mut out)?;
        Ok(out)
    }

    /// [`Template::expand`], appended to a string.
    ///
    /// # Errors
    ///
    /// As of [`Template::expand`]; nothing is appended then.
    ///
    /// ```
    /// use triplet::template::Template;
    ///
    /// let mut request = String::from("GET ");
    /// Template::parse("/search{?q}")?.append_to(&[("q", "1+1")], &mut request)?;
    /// assert_eq!(request, "GET /search?q=1%2B1");
    /// # Ok::<(), triplet::template::TemplateError>(())
    /// ```
    pub fn append_to(
        &self,
        values: &(impl Variables + ?Sized),
        out: &mut String,
    ) -> Result<(), TemplateError> {
        let before = out.len();
        let expanded = self.append(values, out);
        if expanded.is_err() {
            out.truncate(before);
        }
        expanded
    }

    fn append(
        &self,
        values: &(impl Variables + ?Sized),
        out: &mut String,
    ) -> Result<(), TemplateError> {
        let text = self.as_str();
        let mut rest = 0;
        loop {
            let open = rest + kernel::find_either(&text.as_bytes()[rest..], *b"{{");
            let literal = &text[rest..open];
            if self.has_ascii_literals {
                out.push_str(literal);
            } else {
                encode(literal, rfc6570::RESERVED).append_to(out);
            }
            // A literal at the end of the text has no expression after it.
            let Some(mut specs) = VariableSpecs::of_expression(text, open) else { return Ok(()) };
            let Some(operator) = specs.operator() else { return Ok(()) };
            let behaviour = operator.behaviour();
            let keeps_names = self.has_literal_names;
            let mut expression = Expression { behaviour, keeps_names, has_begun: false, out };
            while let Some(spec) = specs.next_inside() {
                expression.append(&spec, values.value(spec.name()).view())?;
            }
            rest = specs.offset();
        }
    }
}

/// The expansion of one expression (section 3.2.1).
struct Expression<'o> {
    behaviour: &'static Behaviour,
    keeps_names: bool,
    /// Whether a defined variable was appended.
    has_begun: bool,
    out: &'o mut String,
}

impl Expression<'_> {
    fn append(&mut self, spec: &VariableSpec<'_>, value: View<'_>) -> Result<(), TemplateError> {
        let explodes = match (spec.modifier(), &value) {
            (_, View::Undefined) => return Ok(()),
            (Modifier::Prefix(_), View::List(_) | View::Map(_)) => {
                let colon = spec.offset() + spec.name().len();
                let kind = TemplateErrorKind::PrefixOfComposite;
                return Err(TemplateError::new(kind, colon, Some(':')));
            }
            (modifier, _) => modifier == Modifier::Explode,
        };
        match value {
            View::Undefined => {}
            View::Text(text) => {
                let text = match spec.modifier() {
                    Modifier::Prefix(length) => {
                        prefix(text, length.get().into(), self.behaviour.keeps_reserved)
                    }
                    _ => text,
                };
                self.append_member(spec.name(), text);
            }
            View::List(members) if explodes => {
                for member in members {
                    self.append_member(spec.name(), member);
                }
            }
            View::Map(pairs) if explodes => {
                for (name, text) in pairs {
                    self.append_pair(name, text);
                }
            }
            View::List(members) => {
                self.begin_joined(spec.name());
                self.append_joined(members.iter());
            }
            View::Map(pairs) => {
                self.begin_joined(spec.name());
                self.append_joined(pairs.iter().flat_map(|(name, text)| [name, text]));
            }
        }
        Ok(())
    }

    /// Writes the separator, or at first the prefix, that comes before each variable, and before each member of an exploded one.
    fn separate(&mut self) {
        if self.has_begun {
            self.out.push(self.behaviour.separator);
        } else {
            self.out.push_str(self.behaviour.first);
            self.has_begun = true;
        }
    }

    /// A text, or a member of a list that explodes. A variable's name has only characters that literals keep.
    fn append_member(&mut self, name: &str, text: &str) {
        self.separate();
        if self.behaviour.is_named {
            self.out.push_str(name);
            self.append_named(text);
        } else {
            self.encode(text);
        }
    }

    /// A pair of a map that explodes.
    fn append_pair(&mut self, name: &str, text: &str) {
        self.separate();
        if self.behaviour.is_named && self.keeps_names {
            encode(name, rfc6570::RESERVED).append_to(self.out);
        } else {
            self.encode(name);
        }
        if self.behaviour.is_named {
            self.append_named(text);
        } else {
            self.out.push('=');
            self.encode(text);
        }
    }

    /// What comes after a name.
    fn append_named(&mut self, text: &str) {
        if text.is_empty() {
            self.out.push_str(self.behaviour.if_empty);
        } else {
            self.out.push('=');
            self.encode(text);
        }
    }

    fn begin_joined(&mut self, name: &str) {
        self.separate();
        if self.behaviour.is_named {
            self.out.push_str(name);
            self.out.push('=');
        }
    }

    /// The members of a list or map that does not explode: whatever the operator, there are commas between them.
    fn append_joined<'a>(&mut self, texts: impl Iterator<Item = &'a Cow<'a, str>>) {
        for (index, text) in texts.enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            self.encode(text);
        }
    }

    fn encode(&mut self, text: &str) {
        if self.behaviour.keeps_reserved {
            encode(text, rfc6570::RESERVED).append_to(self.out);
        } else {
            encode(text, rfc6570::UNRESERVED).append_to(self.out);
        }
    }
}

/// The first characters of a text (section 2.4.1). Where triplets are kept, those of one character in UTF-8 count as one, and so
/// does any other triplet: a prefix splits neither.
fn prefix(text: &str, length: usize, keeps_triplets: bool) -> &str {
    if !keeps_triplets || !text.as_bytes().contains(&b'%') {
        return text.char_indices().nth(length).map_or(text, |(end, _)| &text[..end]);
    }
    let mut end = 0;
    for _ in 0..length {
        let rest = &text[end..];
        let octets = triplets_of_character(rest.as_bytes());
        end += match (octets, rest.chars().next()) {
            (1.., _) => 3 * octets,
            (0, Some(character)) => character.len_utf8(),
            (0, None) => return text,
        };
    }
    &text[..end]
}

/// How many triplets at the start of these bytes are one character in UTF-8; one, if those that are there are not one; zero, if there
/// are none.
fn triplets_of_character(bytes: &[u8]) -> usize {
    let mut octets = [0; 4];
    let mut count = 0;
    let triplets = bytes.as_chunks::<3>().0.iter().map_while(|bytes| decode_triplet(bytes));
    for (place, octet) in octets.iter_mut().zip(triplets) {
        *place = octet;
        count += 1;
    }
    first_scalar(&octets[..count]).map_or(count.min(1), char::len_utf8)
}
