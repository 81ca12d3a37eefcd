//! How the names and values of a form are decoded.
#![forbid(unsafe_code)]

use std::borrow::Cow;

use triplet::charset::{Charset, CharsetError};
use triplet::form::{FormError, Part};
use triplet::{ErrorKind, InputError as _, decode_percent_u, decode_percent_u_lenient};

use crate::commands::charset;
use crate::pipeline::Problem;

#[derive(Clone, Copy)]
pub struct Decoding {
    pub charset: Charset,
    pub is_text: bool,
    /// Whether `%uXXXX` is decoded too. Triplets are octets of UTF-8 then.
    pub percent_u: bool,
    pub plus: bool,
    /// Whether malformed triplets are kept.
    pub is_lenient: bool,
    /// Whether what is not text becomes U+FFFD.
    pub is_lossy: bool,
}

impl Decoding {
    /// A name or a value as text. The form begins at `start`.
    pub fn text<'p>(&self, part: Part<'p>, start: usize) -> Result<Cow<'p, str>, Problem> {
        if self.percent_u {
            let octets = self.percent_u(part, start)?;
            return match String::from_utf8(octets) {
                Ok(text) => Ok(text.into()),
                Err(error) if self.is_lossy => {
                    Ok(String::from_utf8_lossy(error.as_bytes()).into_owned().into())
                }
                Err(_) => Err(Problem::new(start + part.offset(), "a part that is not UTF-8")
                    .of_kind(ErrorKind::InvalidUtf8.name())),
            };
        }
        let view = charset::decode(part.raw(), self.charset, self.is_text);
        let view = if self.plus { view.plus_as_space() } else { view };
        let view = if self.is_lenient { view.lenient() } else { view };
        let text = match self.is_lossy {
            true => view.to_str_lossy().map_err(CharsetError::from),
            false => view.to_str(),
        };
        text.map_err(|error| error.moved_by(start + part.offset()).into())
    }

    /// A note on octets of a name or a value that are not text, and that U+FFFD stands for. The form begins at `start`.
    pub fn replaced(&self, part: Part<'_>, start: usize) -> Option<Problem> {
        let replacement = char::REPLACEMENT_CHARACTER;
        self.text(part, start).ok().filter(|_| self.is_lossy)?.find(replacement)?;
        let exact = Decoding { is_lossy: false, ..*self };
        let offset = exact.text(part, start).err()?.offset;
        let what = "octets that are not text become U+FFFD; --charset names another charset, and --strict makes this an error";
        Some(Problem::note(offset, what))
    }

    /// A name or a value as octets. The form begins at `start`.
    pub fn octets<'p>(&self, part: Part<'p>, start: usize) -> Result<Cow<'p, [u8]>, Problem> {
        if self.percent_u {
            return self.percent_u(part, start).map(Cow::Owned);
        }
        let view = charset::decode(part.raw(), self.charset, self.is_text);
        let view = if self.plus { view.plus_as_space() } else { view };
        let view = if self.is_lenient { view.lenient() } else { view };
        view.to_bytes().map_err(|error| error.moved_by((start + part.offset()) as u64).into())
    }

    fn percent_u(&self, part: Part<'_>, start: usize) -> Result<Vec<u8>, Problem> {
        let mut raw = part.raw().to_vec();
        if self.plus {
            raw.iter_mut().filter(|byte| **byte == b'+').for_each(|byte| *byte = b' ');
        }
        if self.is_lenient {
            return Ok(decode_percent_u_lenient(&raw));
        }
        decode_percent_u(&raw).map_err(|error| {
            let at = start + part.offset() + error.offset();
            Problem::new(at, error.message()).of_kind(error.kind_name())
        })
    }
}

/// Why a form whose parts are decoded like this has no tree.
pub enum NotNested {
    Form(FormError),
    Part(Problem),
}

impl From<FormError> for NotNested {
    fn from(error: FormError) -> NotNested {
        NotNested::Form(error)
    }
}

impl NotNested {
    /// The problem at its place in the input. The form begins at `start` there.
    pub fn problem(self, start: usize) -> Problem {
        match self {
            NotNested::Form(error) => error.moved_by(start).into(),
            NotNested::Part(problem) => problem,
        }
    }
}
