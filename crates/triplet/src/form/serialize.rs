//! Writing a form from pairs.

use alloc::{borrow::Cow, string::String};
use core::borrow::Borrow;

use crate::encode::encode;
use crate::line_breaks::{LineBreak, convert_line_breaks};
use crate::names::names;
use crate::set::whatwg;

names! { "way to write a space";
    /// How a space is written, for [`Serializer::space`].
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Space {
        /// `+`, as the URL standard says (section 5.2).
        #[default]
        Plus => "plus",
        /// `%20`, for decoders that read `+` as a plus, such as those of `mailto:`.
        Percent => "percent",
    }
}

names! { "treatment of line breaks";
    /// What happens to line breaks in names and values, for [`Serializer::newlines`].
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Newlines {
        /// Line breaks are kept, as in `URLSearchParams`.
        #[default]
        Keep => "keep",
        /// LF, CR and CRLF become CRLF, as in the submission of an HTML form.
        Crlf => "crlf",
    }
}

/// Appends pairs to a string as `application/x-www-form-urlencoded` (URL standard section 5.2).
///
/// Each pair is written when it is appended, in linear time; there is nothing to finish.
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
    pub(super) out: &'s mut String,
    pub(super) started: bool,
    separator: char,
    space: Space,
    newlines: Newlines,
}

impl<'s> Serializer<'s> {
    /// A serializer that appends to `out`, without a separator before the first pair. So `out` may already
    /// hold, for example, a URL up to its `?`.
    #[must_use]
    pub fn new(out: &'s mut String) -> Serializer<'s> {
        Serializer {
            out,
            started: false,
            separator: '&',
            space: Space::Plus,
            newlines: Newlines::Keep,
        }
    }

    /// A serializer that appends to a form that already has pairs: it writes a separator before the first
    /// new pair.
    ///
    /// ```
    /// # use triplet::form::Serializer;
    /// let mut query = String::from("a=1");
    /// Serializer::continuing(&mut query).append("b", "2");
    /// assert_eq!(query, "a=1&b=2");
    /// ```
    #[must_use]
    pub fn continuing(out: &'s mut String) -> Serializer<'s> {
        Serializer { started: true, ..Serializer::new(out) }
    }

    /// Writes `;` between pairs instead of `&`.
    #[must_use]
    pub fn semicolons(mut self) -> Self {
        self.separator = ';';
        self
    }

    /// Sets how a space is written.
    #[must_use]
    pub fn space(mut self, space: Space) -> Self {
        self.space = space;
        self
    }

    /// Sets what happens to line breaks.
    #[must_use]
    pub fn newlines(mut self, newlines: Newlines) -> Self {
        self.newlines = newlines;
        self
    }

    /// Appends a pair. Text is written as UTF-8. For another charset pass the octets that
    /// `triplet::charset::encode_octets` returns.
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

    /// Appends pairs in order, by value or by reference.
    ///
    /// ```
    /// # use triplet::form::Serializer;
    /// let mut query = String::new();
    /// Serializer::new(&mut query).extend([("a", "1"), ("b", "2")]);
    /// assert_eq!(query, "a=1&b=2");
    /// ```
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

    /// Appends a name without `=` and value. Most decoders read it as a pair with an empty value.
    pub fn append_name<N: AsRef<[u8]> + ?Sized>(&mut self, name: &N) -> &mut Self {
        self.append_part(name.as_ref());
        self
    }

    fn append_part(&mut self, part: &[u8]) {
        self.begin_pair();
        self.put(part);
    }

    /// Writes the separator, unless this is the first pair.
    pub(super) fn begin_pair(&mut self) {
        if self.started {
            self.out.push(self.separator);
        }
        self.started = true;
    }

    pub(super) fn put(&mut self, part: &[u8]) {
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

/// The form set, but a space is written `%20`.
const WITHOUT_PLUS: crate::EncodeSet = whatwg::FORM.space_by_set();

/// Replaces each LF, CR and CRLF by CRLF, as the HTML standard does for the submission of a form. Borrows
/// the text if nothing changes.
///
/// ```
/// use triplet::form::normalize_newlines;
/// assert_eq!(*normalize_newlines(b"a\nb\r\nc\rd\n\r"), *b"a\r\nb\r\nc\r\nd\r\n\r\n");
/// ```
#[must_use]
pub fn normalize_newlines(text: &[u8]) -> Cow<'_, [u8]> {
    convert_line_breaks(text, LineBreak::CrLf)
}
