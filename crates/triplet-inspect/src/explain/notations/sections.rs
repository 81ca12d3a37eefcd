//! Values of header fields in sections (RFC 2231 section 3), `filename*0*=UTF-8''a; filename*1=b`, which are one value.
#![forbid(unsafe_code)]

use alloc::boxed::Box;
use alloc::string::String;
use core::ops::Range;

use triplet::charset::Charset;

use super::super::node::Kind;
use super::super::recognized::{Part, Reading};
use super::parameters::kind_of;

/// A value in sections.
pub(super) struct Sections<'t> {
    pub(super) base: &'t str,
    pub(super) span: Range<usize>,
    /// Where the value of the first one begins.
    value: usize,
    /// A header field with the same sections under the name `filename`, which the library can read.
    header: String,
}

impl<'t> Sections<'t> {
    /// The first section of the parameter with a name.
    pub(super) fn new(base: &'t str, span: Range<usize>, value: usize) -> Sections<'t> {
        Sections { base, span, value, header: "attachment".into() }
    }

    /// Adds the section that a text has from an offset on.
    pub(super) fn push(&mut self, text: &str, span: Range<usize>) {
        self.span.end = span.end;
        self.header.push_str("; filename");
        self.header.push_str(&text[span.start + self.base.len()..span.end]);
    }

    /// The parameter.
    pub(super) fn part(self, text: &str) -> Part {
        let start = self.span.start;
        // A parameter that begins with an encoded section names its charset.
        let is_named = text[start + self.base.len()..self.value].contains("*0*");
        let (read, charset, detail) = read(&self.header, is_named);
        let reading = match read {
            Some(read) => {
                let charset = charset.filter(|_| !read.is_ascii());
                let named = charset.map(|charset| Box::new((charset, [self.base, "*0*"].concat())));
                Reading::Text { read, named, octets: None }
            }
            None => Reading::AsWritten,
        };
        let span = self.value - start..self.span.end - start;
        let value = Part { detail, ..Part::new(kind_of(self.base), span, reading) };
        let name = Part::new(Kind::Name, 0..self.base.len(), Reading::AsWritten);
        Part::new(Kind::Parameter, self.span, Reading::Pair([name, value].into()))
    }
}

/// The value, its charset, and what is wrong.
#[cfg(feature = "all-notations")]
fn read(header: &str, is_named: bool) -> (Option<String>, Option<Charset>, Option<String>) {
    use alloc::borrow::Cow;

    use triplet::content_disposition::{
        ContentDisposition, ContentDispositionErrorKind as Problem,
    };
    use triplet::set::rfc8187;
    use triplet::{charset, encode};

    let read = ContentDisposition::parse(header);
    let charset = read.charset().filter(|_| is_named).and_then(super::parameters::charset_of);
    let in_charset = |charset| {
        let encoded = encode(read.octets()?, rfc8187::ATTR_CHAR).to_cow();
        charset::decode(&encoded, charset).to_str().ok().map(Cow::into_owned)
    };
    let name = read.name().map(String::from).or_else(|| in_charset(charset?));
    let is_of_sections =
        |kind: &Problem| matches!(kind, Problem::MissingSection | Problem::Duplicate);
    let problem = read.problems().iter().map(|problem| problem.kind()).find(is_of_sections);
    (name, charset, problem.map(|kind| alloc::format!("RFC 2231 refuses it: {kind}")))
}

/// Nothing: without the feature `all-notations`, none is recognised.
#[cfg(not(feature = "all-notations"))]
fn read(_: &str, _: bool) -> (Option<String>, Option<Charset>, Option<String>) {
    (None, None, None)
}
