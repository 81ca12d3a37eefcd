//! Line breaks in one form.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::kernel;
use crate::names::names;

names! { "form of line breaks";
    /// A form of line breaks, for [`convert_line_breaks`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum LineBreak {
        /// A line feed, as Unix has it: `%0A` when encoded.
        Lf => "lf",
        /// A carriage return and a line feed, as Windows, mail and the submission of HTML forms have it: `%0D%0A`.
        CrLf => "crlf",
        /// A carriage return, as old Macintosh systems had it: `%0D`.
        Cr => "cr",
    }
}

impl LineBreak {
    /// Its bytes.
    #[must_use]
    pub const fn as_bytes(self) -> &'static [u8] {
        match self {
            LineBreak::Lf => b"\n",
            LineBreak::CrLf => b"\r\n",
            LineBreak::Cr => b"\r",
        }
    }
}

/// Replaces each line break of a text (LF, CR, and the two together as CRLF) by one form. Do it before encoding, if the
/// reader expects one form; encoding itself keeps every byte.
///
/// The bytes are those of a charset in which these two characters are those of ASCII, such as UTF-8. Borrows the text if nothing
/// changes; linear time. For CRLF it is what the HTML standard does to the entries of a form (*normalize newlines*, then CRLF).
///
/// ```
/// use triplet::{LineBreak, convert_line_breaks, encode, set::rfc3986};
///
/// let text = convert_line_breaks(b"a\r\nb\nc\rd\n\r", LineBreak::Lf);
/// assert_eq!(encode(&text, rfc3986::UNRESERVED).to_cow(), "a%0Ab%0Ac%0Ad%0A%0A");
/// ```
#[must_use]
pub fn convert_line_breaks(text: &[u8], to: LineBreak) -> Cow<'_, [u8]> {
    let first = kernel::find_either(text, *b"\r\n");
    if first == text.len() {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len() + 8);
    let mut rest = text;
    loop {
        let length = kernel::find_either(rest, *b"\r\n");
        out.extend_from_slice(&rest[..length]);
        rest = match &rest[length..] {
            [] => break,
            [b'\r', b'\n', after @ ..] | [_, after @ ..] => after,
        };
        out.extend_from_slice(to.as_bytes());
    }
    if out == text { Cow::Borrowed(text) } else { Cow::Owned(out) }
}
