//! Transforms of whole references. A reference must be text.
#![forbid(unsafe_code)]

use std::borrow::Cow;

use triplet::normalization::NormalizationForm;
use triplet::uri::{self, Grammar, Reference, UriError, UriErrorKind};

use crate::pipeline::{Mark, OutputBuffer, Problem, Skipped, Transform};

/// What is wrong with a line break in a reference.
pub const LINE_BREAK: &str = "a reference has no line break (RFC 3986 section 2); give each a line or an argument, and write a \
     line break in one as %0A";

/// The place of the first line break.
pub fn line_break(bytes: &[u8]) -> Option<usize> {
    memchr::memchr2(b'\n', b'\r', bytes)
}

/// A reference, or what is wrong with bytes that are not text, or are more than one line.
pub fn text_of(bytes: &[u8]) -> Result<&str, Problem> {
    one_line(bytes).and_then(utf8_of)
}

/// Bytes that are one line, or what is wrong with them.
pub fn one_line(bytes: &[u8]) -> Result<&[u8], Problem> {
    match line_break(bytes) {
        Some(at) => Err(Problem::new(at, LINE_BREAK).of_kind("line-break")),
        None => Ok(bytes),
    }
}

/// Bytes of a reference as text, or what is wrong with them.
pub fn utf8_of(bytes: &[u8]) -> Result<&str, Problem> {
    Problem::unless_text(bytes, "a reference is text, and these bytes are not UTF-8")
}

/// The reference that a text is, or what is wrong with a text that has something beside an address. By the grammar all of the text is one
/// reference, so a change of it would be made at a wrong place.
pub fn alone(text: &[u8]) -> Result<&str, Problem> {
    let text = text_of(text)?;
    uri::text_beside(text).map_or(Ok(text), |error| Err(problem(error)))
}

/// The text of a line whose triplets are only decoded: nothing of the line is lost or moved, and text with a relative reference in it, as a
/// line of a log, stays what it is.
pub fn in_line(text: &[u8]) -> Result<&str, Problem> {
    let text = text_of(text)?;
    let error = uri::text_beside(text).filter(|error| error.kind() == UriErrorKind::AfterText);
    error.map_or(Ok(text), |error| Err(problem(error)))
}

/// The reference of a line, or `None` if the line is empty. With `verify` one that is not valid by RFC 3986 is an error.
pub fn reference_of(line: &[u8], verify: bool) -> Result<Option<&str>, Problem> {
    let text = alone(line)?;
    if verify && !text.is_empty() {
        uri::validate(text, Grammar::UriReference).map_err(problem)?;
    }
    Ok((!text.is_empty()).then_some(text))
}

/// The changed reference, or what is wrong with a change that leaves out what is perhaps text after the reference.
pub fn unless_lost<T: AsRef<str>>(reference: &str, changed: T) -> Result<T, UriError> {
    uri::text_lost(reference, changed.as_ref()).map_or(Ok(changed), Err)
}

/// Reports the first malformed triplet of a reference, and how many more there are. All of them are kept.
pub fn report_malformed(reference: &str, skipped: Skipped<'_>) {
    let mut malformed = Reference::split(reference).malformed_triplets();
    let Some(first) = malformed.next() else { return };
    let more = match malformed.count() {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let message = format_args!("a malformed triplet is kept as it is{more}");
    skipped(Problem::new(first.offset(), message));
}

pub fn problem(error: UriError) -> Problem {
    Problem::from(error)
}

/// Rewrites a reference whose text is brought into a normalization form first, if there is one.
pub fn in_form<'a>(
    form: Option<NormalizationForm>,
    reference: &'a str,
    rewrite: impl for<'b> Fn(&'b str) -> Cow<'b, str>,
) -> Cow<'a, str> {
    match form.map(|form| form.encoded(reference)) {
        Some(Cow::Owned(formed)) => Cow::Owned(rewrite(&formed).into_owned()),
        _ => rewrite(reference),
    }
}

/// What is reported of a reference that was rewritten.
type Notes = Box<dyn Fn(&str, Skipped<'_>) + Send + Sync>;

/// A function that rewrites a reference, and what is reported of the reference then.
pub struct Rewrite<F> {
    rewrite: F,
    notes: Notes,
    mark: Mark,
    /// How a text is read.
    read: fn(&[u8]) -> Result<&str, Problem>,
}

impl<F> Rewrite<F>
where
    F: for<'a> Fn(&'a str) -> Result<Cow<'a, str>, Problem>,
{
    pub fn new(rewrite: F) -> Rewrite<F> {
        Rewrite { rewrite, notes: Box::new(|_, _| {}), mark: Mark::Passed, read: alone }
    }

    pub fn reporting(
        self,
        notes: impl Fn(&str, &mut dyn FnMut(Problem)) + Send + Sync + 'static,
    ) -> Rewrite<F> {
        Rewrite { notes: Box::new(notes), ..self }
    }

    /// Each text is a query by itself.
    pub fn of_queries(self) -> Rewrite<F> {
        Rewrite { read: text_of, ..self }
    }

    /// Each text is a line that may have a reference in it.
    pub fn in_lines(self) -> Rewrite<F> {
        Rewrite { read: in_line, ..self }
    }

    /// A byte order mark is not written: results are compared with each other.
    pub fn without_mark(self) -> Rewrite<F> {
        Rewrite { mark: Mark::LeftOut, ..self }
    }
}

impl<F> Transform for Rewrite<F>
where
    F: for<'a> Fn(&'a str) -> Result<Cow<'a, str>, Problem> + Send + Sync,
{
    fn mark(&self) -> Mark {
        self.mark
    }

    fn text(
        &self,
        text: &[u8],
        out: &mut OutputBuffer,
        skipped: Skipped<'_>,
    ) -> Result<(), Problem> {
        let reference = (self.read)(text)?;
        out.push((self.rewrite)(reference)?.as_bytes());
        (self.notes)(reference, skipped);
        Ok(())
    }
}
