//! Reading the form of a CGI request (RFC 3875, the Common Gateway Interface).

use alloc::{borrow::Cow, vec::Vec};
use core::fmt;

use super::submit::MEDIA_TYPE;
use super::{Parse, parse};
use crate::decode::decode;
use crate::error::DecodeError;
use crate::message::{ErrorKind, Piece, Words, Writer, error_text};

/// The input of a CGI program: the meta-variables (RFC 3875 section 4.1) and the body (section 4.2).
///
/// ```
/// use triplet::form::CgiRequest;
///
/// let request = CgiRequest {
///     method: "POST",
///     content_type: Some("application/x-www-form-urlencoded; charset=utf-8"),
///     content_length: Some("7"),
///     body: b"a=1+1&b",
///     ..CgiRequest::default()
/// };
/// let pairs = request.form()?.to_text_pairs().unwrap();
/// assert_eq!(pairs, [("a".into(), "1 1".into()), ("b".into(), "".into())]);
/// assert_eq!(request.charset(), Some("utf-8"));
/// # Ok::<(), triplet::form::CgiError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CgiRequest<'a> {
    /// `REQUEST_METHOD`, which is case-sensitive (section 4.1.12).
    pub method: &'a str,
    /// `QUERY_STRING`, not decoded (section 4.1.7). A server may pass bytes that are not UTF-8.
    pub query_string: &'a [u8],
    /// `CONTENT_TYPE` (section 4.1.3).
    pub content_type: Option<&'a str>,
    /// `CONTENT_LENGTH` (section 4.1.2).
    pub content_length: Option<&'a str>,
    /// The bytes of the standard input.
    pub body: &'a [u8],
}

/// Why a request has no form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CgiError {
    /// The media type of the body is missing or not that of a form.
    NotAForm,
    /// `CONTENT_LENGTH` is not a decimal number.
    BadLength,
    /// The body is shorter or longer than `CONTENT_LENGTH` says.
    Length {
        /// The value of `CONTENT_LENGTH`.
        declared: u64,
        /// The length of the body.
        actual: u64,
    },
}

impl CgiError {
    /// What is wrong: [`ErrorKind::NotAForm`] or [`ErrorKind::ContentLength`].
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            CgiError::NotAForm => ErrorKind::NotAForm,
            CgiError::BadLength | CgiError::Length { .. } => ErrorKind::ContentLength,
        }
    }

    /// `None`: no place of the body is at fault.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        None
    }
}

impl Words for CgiError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        match *self {
            CgiError::NotAForm => {
                to.write(&[], &[Piece::Text("CONTENT_TYPE is not "), Piece::Text(MEDIA_TYPE)])
            }
            CgiError::BadLength => {
                to.write(&[], &[Piece::Text("CONTENT_LENGTH is not a decimal number")])
            }
            CgiError::Length { declared, actual } => to.write(
                &[],
                &[
                    Piece::Text("CONTENT_LENGTH is "),
                    Piece::Number(declared),
                    Piece::Text(", but the body has "),
                    Piece::Number(actual),
                    Piece::Text(" bytes"),
                ],
            ),
        }
    }
}

error_text!(CgiError);

impl core::error::Error for CgiError {}

impl<'a> CgiRequest<'a> {
    /// Whether the method has no body, so that the form is in the query.
    fn reads_query(&self) -> bool {
        matches!(self.method, "" | "GET" | "HEAD")
    }

    /// The form of the request: the query for `GET` and `HEAD`, the body for every other method. Returns the
    /// view of [`parse`], whose options may be set next.
    ///
    /// # Errors
    ///
    /// If the media type is not that of a form, or if the length of the body is not `CONTENT_LENGTH`. Without
    /// `CONTENT_LENGTH` there must be no body (section 4.1.2).
    pub fn form(&self) -> Result<Parse<'a>, CgiError> {
        if self.reads_query() {
            return Ok(parse(self.query_string));
        }
        let media_type =
            self.content_type.unwrap_or_default().split(';').next().unwrap_or_default();
        if !media_type.trim().eq_ignore_ascii_case(MEDIA_TYPE) {
            return Err(CgiError::NotAForm);
        }
        let length = self.content_length.filter(|length| !length.is_empty()).unwrap_or("0");
        // The integer parser would accept a sign.
        if !length.bytes().all(|b| b.is_ascii_digit()) {
            return Err(CgiError::BadLength);
        }
        let declared = length.parse().map_err(|_| CgiError::BadLength)?;
        let actual = self.body.len() as u64;
        if declared != actual {
            return Err(CgiError::Length { declared, actual });
        }
        Ok(parse(self.body))
    }

    /// The `charset` parameter of `CONTENT_TYPE`, without quotes: a label for
    /// `triplet::charset::Charset::for_label`. Most browsers send none; then the form is in the charset of
    /// the page.
    #[must_use]
    pub fn charset(&self) -> Option<&'a str> {
        let (_, mut rest) = self.content_type?.split_once(';')?;
        loop {
            let (name, value) = rest.split_once('=')?;
            let name = name.rsplit(';').next().unwrap_or(name).trim();
            let value = value.trim_start();
            // A quoted value ends at the next quote that no backslash escapes.
            let (value, after) = match value.strip_prefix('"') {
                Some(quoted) => {
                    let mut escaped = false;
                    let end = quoted.find(|c| {
                        let ends = c == '"' && !escaped;
                        escaped = c == '\\' && !escaped;
                        ends
                    })?;
                    (&quoted[..end], &quoted[end + 1..])
                }
                None => {
                    let end = value.find(';').unwrap_or(value.len());
                    (value[..end].trim(), &value[end..])
                }
            };
            if name.eq_ignore_ascii_case("charset") {
                return Some(value);
            }
            rest = after.split_once(';')?.1;
        }
    }

    /// The search words of an *indexed* query, decoded: a query without `=`, whose words are separated by `+`
    /// and which the server passes as command-line arguments (section 4.4). `None` if the query is not
    /// indexed.
    ///
    /// # Errors
    ///
    /// On a malformed triplet, with its offset in the query.
    ///
    /// ```
    /// use triplet::form::CgiRequest;
    ///
    /// let request =
    ///     CgiRequest { method: "GET", query_string: b"green+te%61", ..CgiRequest::default() };
    /// let words = request.search_words().expect("no `=`")?;
    /// assert_eq!(words, [&b"green"[..], b"tea"]);
    /// # Ok::<(), triplet::DecodeError>(())
    /// ```
    #[must_use]
    pub fn search_words(&self) -> Option<Result<Vec<Cow<'a, [u8]>>, DecodeError>> {
        let query = self.query_string;
        if !self.reads_query() || query.is_empty() || query.contains(&b'=') {
            return None;
        }
        let mut offset = 0;
        let words = query.split(|&b| b == b'+').map(|word| {
            let decoded = decode(word).to_bytes().map_err(|error| error.moved_by(offset));
            offset += word.len() as u64 + 1;
            decoded
        });
        Some(words.collect())
    }
}
