//! Pairs to a form.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::borrow::Borrow;

use crate::encode::encode;
use crate::kernel;
use crate::set::whatwg;

/// How a space is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Space {
    /// `+`, as the standard says.
    #[default]
    Plus,
    /// `%20`, for readers that know only RFC 3986, such as those of `mailto:`.
    Percent,
}

/// What happens to line breaks in names and values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Newlines {
    /// Nothing: `URLSearchParams`.
    #[default]
    Keep,
    /// LF, CR and CRLF all become CRLF: the submission of an HTML form.
    Crlf,
}

/// Writes `application/x-www-form-urlencoded` by the URL standard, section 5.2, to the end of a string.
///
/// ```
/// use triplet::form::{Newlines, Serializer};
///
/// let mut body = String::new();
/// Serializer::new(&mut body).newlines(Newlines::Crlf).append("text", "a\nb").append("é", "~");
/// assert_eq!(body, "text=a%0D%0Ab&%C3%A9=%7E");
/// ```
#[derive(Debug)]
pub struct Serializer<'s> {
    out: &'s mut String,
    started: bool,
    separator: char,
    space: Space,
    newlines: Newlines,
}

impl<'s> Serializer<'s> {
    /// Appends to `out`. What `out` holds already is not looked at: the first pair is written without a
    /// separator before it.
    pub fn new(out: &'s mut String) -> Serializer<'s> {
        Serializer {
            out,
            started: false,
            separator: '&',
            space: Space::Plus,
            newlines: Newlines::Keep,
        }
    }

    /// Appends to a form that already has pairs in `out`: a separator comes before the first new one.
    pub fn continuing(out: &'s mut String) -> Serializer<'s> {
        Serializer { started: true, ..Serializer::new(out) }
    }

    /// Writes `;` between pairs instead of `&`.
    #[must_use]
    pub fn semicolons(mut self) -> Self {
        self.separator = ';';
        self
    }

    /// How a space is written.
    #[must_use]
    pub fn space(mut self, space: Space) -> Self {
        self.space = space;
        self
    }

    /// What happens to line breaks.
    #[must_use]
    pub fn newlines(mut self, newlines: Newlines) -> Self {
        self.newlines = newlines;
        self
    }

    /// Appends a pair. Text is written as UTF-8; for another charset give the bytes that
    /// `triplet::charset::encode_octets` makes of it.
    pub fn append<N, V>(&mut self, name: &N, value: &V) -> &mut Self
    where
        N: AsRef<[u8]> + ?Sized,
        V: AsRef<[u8]> + ?Sized,
    {
        self.append_part(name.as_ref());
        self.out.push('=');
        self.put(value.as_ref());
        self
    }

    /// Appends pairs, in order: by value or by reference.
    pub fn extend<N, V, P>(&mut self, pairs: P) -> &mut Self
    where
        N: AsRef<[u8]>,
        V: AsRef<[u8]>,
        P: IntoIterator,
        P::Item: Borrow<(N, V)>,
    {
        for pair in pairs {
            let (name, value) = pair.borrow();
            self.append(name, value);
        }
        self
    }

    /// Appends a name without `=`, which most readers take for one with an empty value.
    pub fn append_name<N: AsRef<[u8]> + ?Sized>(&mut self, name: &N) -> &mut Self {
        self.append_part(name.as_ref());
        self
    }

    fn append_part(&mut self, part: &[u8]) {
        if self.started {
            self.out.push(self.separator);
        }
        self.started = true;
        self.put(part);
    }

    fn put(&mut self, part: &[u8]) {
        let part = match self.newlines {
            Newlines::Keep => Cow::Borrowed(part),
            Newlines::Crlf => normalize_newlines(part),
        };
        match self.space {
            Space::Plus => encode(&part, whatwg::FORM).append_to(self.out),
            Space::Percent => encode(&part, WITHOUT_PLUS).append_to(self.out),
        }
    }
}

/// The form set that writes a space as `%20`.
const WITHOUT_PLUS: crate::EncodeSet = whatwg::FORM.space_by_set();

/// Replaces every LF, CR and CRLF by CRLF, as HTML does for the submission of a form. Borrows if
/// nothing changes.
///
/// ```
/// use triplet::form::normalize_newlines;
/// assert_eq!(*normalize_newlines(b"a\nb\r\nc\rd\n\r"), *b"a\r\nb\r\nc\r\nd\r\n\r\n");
/// ```
#[must_use]
pub fn normalize_newlines(text: &[u8]) -> Cow<'_, [u8]> {
    if kernel::find_either(text, *b"\r\n") == text.len() {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len() + 8);
    let mut bytes = text.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\r' => {
                bytes.next_if_eq(&b'\n');
                out.extend_from_slice(b"\r\n");
            }
            b'\n' => out.extend_from_slice(b"\r\n"),
            other => out.push(other),
        }
    }
    if out == text { Cow::Borrowed(text) } else { Cow::Owned(out) }
}
