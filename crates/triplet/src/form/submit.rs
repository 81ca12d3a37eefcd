//! The request that a browser sends for the fields of an HTML form (HTML standard, *form submission
//! algorithm*, with the default `enctype`).

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::fmt;

use super::{Newlines, Serializer, Space};
#[cfg(feature = "charset")]
use crate::charset::{self, Charset};
use crate::encode::encode;
use crate::message::{ErrorKind, Piece, Words, Writer, error_text};
use crate::names::names;
use crate::set::rfc3986;

names! { "method";
    /// The `method` attribute of a form: how it is sent.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Method {
        /// The form is sent in the query of the URL.
        #[default]
        Get => "get",
        /// The form is sent in the body of the request.
        Post => "post",
    }
}

/// The request that [`Submission::request`] returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The method. For a `mailto:` action nothing is sent, and the method only chooses how `url` is built.
    pub method: Method,
    /// The URL: that of the action, with the form in its query if the method is GET.
    pub url: String,
    /// The value of `Content-Type`, if there is a body.
    pub content_type: Option<&'static str>,
    /// The body, if there is one.
    pub body: Option<String>,
}

/// Why a form cannot be sent to an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ActionError {
    /// The action has a control character at this offset, in bytes. It could inject a header or a second request.
    Control(usize),
    /// No form is sent to a URL of this scheme: HTML opens `javascript:` and `ftp:`, and for POST also
    /// `data:`, without the form.
    Scheme,
}

impl ActionError {
    /// What is wrong: [`ErrorKind::ControlCharacter`] or [`ErrorKind::Scheme`].
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            ActionError::Control(_) => ErrorKind::ControlCharacter,
            ActionError::Scheme => ErrorKind::Scheme,
        }
    }

    /// The offset in the action, in bytes; `None` if the scheme is at fault.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match self {
            ActionError::Control(offset) => Some(*offset),
            ActionError::Scheme => None,
        }
    }
}

impl Words for ActionError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        match self {
            ActionError::Control(_) => to.write(
                &[Piece::Text("a control character")],
                &[Piece::Text("it could inject a header or a second request; remove or encode it")],
            ),
            ActionError::Scheme => to.write(
                &[],
                &[Piece::Text("no form is sent to a URL of this scheme; use `http:` or `https:`")],
            ),
        }
    }
}

error_text!(ActionError);

impl core::error::Error for ActionError {}

pub(super) const MEDIA_TYPE: &str = "application/x-www-form-urlencoded";

/// The fields of a form that is to be submitted.
///
/// Line breaks become CRLF. The value of a field named `_charset_` (in any case) is replaced by the name of
/// the charset, as the HTML standard says for hidden fields.
///
/// ```
/// use triplet::form::{Method, Submission};
///
/// let form = Submission::new().field("q", "tea & milk").field("_charset_", "");
/// let get = form.request(Method::Get, "https://example.com/search?old#top")?;
/// assert_eq!(get.url, "https://example.com/search?q=tea+%26+milk&_charset_=UTF-8#top");
///
/// let mail = form.request(Method::Post, "mailto:tea@example.com")?;
/// assert_eq!(
///     mail.url,
///     "mailto:tea@example.com?body=q%3Dtea%2B%2526%2Bmilk%26_charset_%3DUTF-8",
/// );
/// # Ok::<(), triplet::form::ActionError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Submission<'a> {
    fields: Vec<(Cow<'a, str>, Cow<'a, str>)>,
    #[cfg(feature = "charset")]
    charset: Charset,
}

impl<'a> Submission<'a> {
    /// A form without fields, in UTF-8.
    #[must_use]
    pub fn new() -> Submission<'a> {
        Submission::default()
    }

    /// Adds a field.
    #[must_use]
    pub fn field(
        mut self,
        name: impl Into<Cow<'a, str>>,
        value: impl Into<Cow<'a, str>>,
    ) -> Submission<'a> {
        self.fields.push((name.into(), value.into()));
        self
    }

    /// Sets the charset of the page. A character that the charset lacks is sent as `&#N;`. A charset that
    /// forms cannot be sent in, such as UTF-16, is replaced by UTF-8 (Encoding standard, *get an output
    /// encoding*).
    #[cfg(feature = "charset")]
    #[must_use]
    pub fn charset(mut self, charset: Charset) -> Submission<'a> {
        self.charset = charset.output_encoding();
        self
    }

    /// Sets the first known charset of an `accept-charset` attribute, which is a list of labels separated by
    /// white space; UTF-8 if none is known (HTML standard, *picking an encoding for the form*).
    #[cfg(feature = "charset")]
    #[must_use]
    pub fn accept_charset(self, labels: &str) -> Submission<'a> {
        let known = labels.split_ascii_whitespace().find_map(Charset::for_label);
        self.charset(known.unwrap_or_default())
    }

    fn charset_name(&self) -> &'static str {
        #[cfg(feature = "charset")]
        return self.charset.name();
        #[cfg(not(feature = "charset"))]
        "UTF-8"
    }

    fn octets<'t>(&self, text: &'t str) -> Cow<'t, [u8]> {
        #[cfg(feature = "charset")]
        return charset::encode_octets(text, self.charset);
        #[cfg(not(feature = "charset"))]
        Cow::Borrowed(text.as_bytes())
    }

    /// The fields as `application/x-www-form-urlencoded`, without a request.
    #[must_use]
    pub fn body(&self, space: Space) -> String {
        let mut out = String::new();
        let mut serializer = Serializer::new(&mut out).newlines(Newlines::Crlf).space(space);
        for (name, value) in &self.fields {
            let is_charset = name.eq_ignore_ascii_case("_charset_");
            let value = if is_charset { self.charset_name() } else { value };
            serializer.append(&self.octets(name), &self.octets(value));
        }
        out
    }

    /// The request for an action. The action is a URL.
    ///
    /// | action | GET | POST |
    /// |---|---|---|
    /// | `mailto:` | replaces the header fields; a space is `%20` | adds a header field `body`, which is encoded again (RFC 6068 section 2) so that the mail holds the form |
    /// | anything else | replaces the query, keeps the fragment | keeps the URL; the form is the body |
    ///
    /// For `mailto:` and POST the HTML standard does not encode `&` and `%` in the body again, so a mail
    /// program would truncate it at the first `&`. This method follows RFC 6068 instead.
    ///
    /// Control characters and spaces around the action are ignored (URL standard section 4.4).
    ///
    /// # Errors
    ///
    /// If the action has a control character in it, or a scheme to which no form is sent.
    pub fn request(&self, method: Method, action: &str) -> Result<Request, ActionError> {
        let begun = action.trim_start_matches(|c| c <= ' ');
        let spaces = action.len() - begun.len();
        let action = begun.trim_end_matches(|c| c <= ' ');
        if let Some(at) = action.bytes().position(|b| b < b' ' || b == 0x7F) {
            return Err(ActionError::Control(spaces + at));
        }
        let scheme = action.split_once(':').map_or("", |(scheme, _)| scheme);
        let is = |name: &str| scheme.eq_ignore_ascii_case(name);
        if is("javascript") || is("ftp") || (is("data") && method == Method::Post) {
            return Err(ActionError::Scheme);
        }
        let mail = is("mailto");
        let (before_fragment, fragment) = split_at_first(action, '#');
        let (resource, query) = split_at_first(before_fragment, '?');
        let url = match (method, mail) {
            (Method::Post, false) => {
                return Ok(Request {
                    method,
                    url: action.into(),
                    content_type: Some(MEDIA_TYPE),
                    body: Some(self.body(Space::Plus)),
                });
            }
            (Method::Get, _) => {
                let space = if mail { Space::Percent } else { Space::Plus };
                String::from_iter([resource, "?", &self.body(space), fragment])
            }
            (Method::Post, true) => {
                let body = self.body(Space::Plus);
                let body = encode(&body, rfc3986::UNRESERVED).to_cow();
                let joint = match query {
                    "" => "?",
                    "?" => "",
                    _ => "&",
                };
                String::from_iter([resource, query, joint, "body=", &body, fragment])
            }
        };
        Ok(Request { method, url, content_type: None, body: None })
    }
}

/// Splits a text before the first occurrence of a character; the second part is empty if there is none.
fn split_at_first(text: &str, at: char) -> (&str, &str) {
    text.split_at(text.find(at).unwrap_or(text.len()))
}
