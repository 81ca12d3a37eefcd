//! A reference whose path and query are spelled again: each piece of data decoded once, and encoded again by a named convention.
#![forbid(unsafe_code)]

mod error;
mod layer;
mod options;
mod path;
mod piece;
mod plan;
mod query;
mod writer;

use alloc::borrow::Cow;

pub use error::RespellError;
pub use layer::{layer_off, query_layer_off};
pub use options::{
    Convention, FlagForm, HexCase, ParameterOrder, PlusReading, RespellPart, SpaceForm,
};

use self::plan::{Options, PathRule, Plan, Rule};
use self::writer::Writer;
use super::{Level, UriError, normalize, split, text_beside, text_lost};
use crate::EncodeSet;
#[cfg(feature = "charset")]
use crate::charset::Charset;

/// Spells the path and the query of a reference again: takes them apart at their delimiters, decodes each segment and the name and the value
/// of each parameter once, and encodes them again by a [`Convention`] or under an encode set.
///
/// Whatever is not named stays byte for byte: the scheme, the authority, the fragment, the delimiters, and with
/// [`only`](Respell::only) the other part or the other parameters. Without a convention and a set, only that changes which an option names: spaces,
/// the order, `flag` and `flag=`, the charset. A path without a slash after a scheme (`mailto:`, `urn:`) has no segments, and stays.
///
/// Respelling the result changes nothing, with two exceptions: the path of [`AwsSigv4`](Convention::AwsSigv4), which is encoded once more by
/// its own rule, and another charset, in which the result can't be read as the text was.
///
/// ```
/// use triplet::uri::{Convention, Respell, SpaceForm};
///
/// let spaces = Respell::new().space(SpaceForm::Percent);
/// assert_eq!(spaces.convert("https://b.example/f?d=a%3B+b&s=c")?, "https://b.example/f?d=a%3B%20b&s=c");
///
/// let oauth = Respell::by(Convention::Rfc5849);
/// assert_eq!(oauth.convert_query("foo=first%2Csecond&a=b+c*~&flag")?, "a=b%20c%2A~&flag=&foo=first%2Csecond");
/// # Ok::<(), triplet::uri::RespellError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[must_use = "options do nothing until a text is converted"]
pub struct Respell {
    options: Options,
    /// What follows from the options.
    plan: Plan,
}

impl Default for Respell {
    fn default() -> Respell {
        Respell::new()
    }
}

impl Respell {
    fn with(options: Options) -> Respell {
        Respell { plan: Plan::of(&options), options }
    }

    /// Changes nothing until an option says so.
    pub fn new() -> Respell {
        Respell::with(Options::default())
    }

    /// By a convention, which says what is respelled and how; options can say otherwise.
    pub fn by(convention: Convention) -> Respell {
        Respell::with(Options { rule: Rule::Convention(convention), ..Options::default() })
    }

    /// With this set for each segment and for the name and the value of each parameter. Their delimiters and `%` are encoded also if the set keeps
    /// them, and a `+` in a query stays as it is written, unless the set writes a space as `+`, or [`plus`](Respell::plus) says what it means.
    /// A space in a path is never `+`.
    ///
    /// ```
    /// use triplet::{set::rfc3986, uri::Respell};
    ///
    /// let strict = Respell::under(rfc3986::UNRESERVED);
    /// assert_eq!(strict.convert("http://a.example/it's?q=(%7e)%2f")?, "http://a.example/it%27s?q=%28~%29%2F");
    /// # Ok::<(), triplet::uri::RespellError>(())
    /// ```
    pub fn under(set: EncodeSet) -> Respell {
        Respell::with(Options { rule: Rule::Set(set), ..Options::default() })
    }

    /// By the [`Convention`] with this name, or else under the set that [`EncodeSet::by_name`] finds.
    ///
    /// ```
    /// use triplet::uri::{Convention, Respell};
    ///
    /// assert_eq!(Respell::by_name("form"), Some(Respell::by(Convention::Form)));
    /// assert!(Respell::by_name("whatwg:component").is_some());
    /// assert_eq!(Respell::by_name("rfc5850"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Respell> {
        match Convention::by_name(name) {
            Some(convention) => Some(Respell::by(convention)),
            None => EncodeSet::by_name(name).map(Respell::under),
        }
    }

    /// Only these parts, whatever the convention respells. The order of parameters that are not all named stays.
    ///
    /// ```
    /// use triplet::uri::{Convention, Respell, RespellPart};
    ///
    /// let callback = Respell::by(Convention::Rfc5849).only([RespellPart::Parameter("cb".into())]);
    /// assert_eq!(callback.convert("/?x=%7e&cb=a+b&a")?, "/?x=%7e&cb=a%20b&a");
    /// # Ok::<(), triplet::uri::RespellError>(())
    /// ```
    pub fn only(mut self, parts: impl IntoIterator<Item = RespellPart>) -> Respell {
        self.options.only = parts.into_iter().collect();
        Respell::with(self.options)
    }

    /// What `+` in a query means. If this is not said, the convention says it; otherwise `+` stays, or is a space if
    /// [`space`](Respell::space) is said.
    pub fn plus(mut self, reading: PlusReading) -> Respell {
        self.options.plus = Some(reading);
        Respell::with(self.options)
    }

    /// How a space in a query is written. Where it is `+`, a `+` is always read as a space, since the result could not be read otherwise.
    pub fn space(mut self, form: SpaceForm) -> Respell {
        self.options.space = Some(form);
        Respell::with(self.options)
    }

    /// The order of the parameters.
    pub fn order(mut self, order: ParameterOrder) -> Respell {
        self.options.order = Some(order);
        Respell::with(self.options)
    }

    /// How a parameter with an empty value is written. One with an empty name, too, keeps its `=`.
    pub fn flags(mut self, form: FlagForm) -> Respell {
        self.options.flags = Some(form);
        Respell::with(self.options)
    }

    /// How the hexadecimal digits of triplets are written. If this is not said, a convention or a set writes upper case, and otherwise they stay.
    /// It is a [`conflict`](Respell::conflict) to ask a convention for signatures, which says upper case, for lower case.
    ///
    /// ```
    /// use triplet::uri::{HexCase, Respell};
    ///
    /// let saml = Respell::new().hex(HexCase::Lower);
    /// assert_eq!(saml.convert_query("SAMLRequest=a%2Fb%2B&SigAlg=%41")?, "SAMLRequest=a%2fb%2b&SigAlg=%41");
    /// # Ok::<(), triplet::uri::RespellError>(())
    /// ```
    pub fn hex(mut self, case: HexCase) -> Respell {
        self.options.hex = Some(case);
        Respell::with(self.options)
    }

    /// Reads the octets in one charset, and writes the characters in another. A piece with a character outside ASCII is data as a whole; the
    /// others are spelled as without this option.
    ///
    /// ```
    /// use triplet::{charset::Charset, uri::Respell};
    ///
    /// let gbk: Charset = "gbk".parse()?;
    /// let respell = Respell::new().charsets(Charset::UTF_8, gbk);
    /// assert_eq!(respell.convert("https://c.example/s?a=%7e&s=%e4%b8%ad")?, "https://c.example/s?a=%7e&s=%D6%D0");
    /// assert_eq!(respell.convert("/%e4%b8%ad%F0%9F%98%80").unwrap_err().offset(), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "charset")]
    pub fn charsets(mut self, from: Charset, to: Charset) -> Respell {
        self.options.charsets = Some((from, to));
        Respell::with(self.options)
    }

    /// Two options that do not go together, if there are such: a face refuses them, and [`convert`](Respell::convert) lets the first one win.
    ///
    /// ```
    /// use triplet::uri::{PlusReading, Respell, SpaceForm};
    ///
    /// let respell = Respell::new().space(SpaceForm::Plus).plus(PlusReading::Plus);
    /// assert_eq!(respell.conflict(), Some(["space plus", "plus plus"]));
    /// assert_eq!(Respell::new().conflict(), None);
    /// ```
    #[must_use]
    pub fn conflict(&self) -> Option<[&'static str; 2]> {
        self.options.conflict()
    }

    /// The reference with its path and query respelled. Borrowed if nothing changes; linear time, and that of sorting the parameters if they
    /// are sorted.
    ///
    /// # Errors
    ///
    /// A malformed triplet, octets that are not text in the first charset, or a character that the second charset lacks, in a part
    /// that is respelled. Each error has its offset.
    pub fn convert<'a>(&self, reference: &'a str) -> Result<Cow<'a, str>, RespellError> {
        let spans = split::spans(reference.as_bytes());
        let (path, query) = (spans.path(), spans.query());
        let mut writer = self.writer(reference);
        let is_opaque = spans.scheme().is_some()
            && !spans.has_authority()
            && !reference[path.clone()].starts_with('/');
        if !is_opaque {
            path::append(self.plan.path, path, spans.begins_with_path(), &mut writer)?;
        }
        if let Some(query) = query {
            query::append(&self.plan, query, &mut writer)?;
        }
        Ok(writer.finish())
    }

    /// The error of a text that is not one reference alone, as [`text_beside`](super::text_beside) says it, or in which raw white space would
    /// be removed with a dot segment: a program that is given lines asks this first.
    ///
    /// ```
    /// use triplet::uri::{Convention, Respell};
    ///
    /// let aws = Respell::by(Convention::AwsSigv4);
    /// let found = |text| aws.text_beside(text).map(|error| error.kind().name());
    /// assert_eq!(found("see https://a.example/"), Some("after-text"));
    /// assert_eq!(found("/docs see a/../b"), Some("text-lost"));
    /// assert_eq!(found("/docs a/x/../b"), None);
    /// ```
    #[must_use]
    pub fn text_beside(&self, reference: &str) -> Option<UriError> {
        let lost = || match self.plan.path {
            PathRule::Again => text_lost(reference, &normalize(reference, Level::Path)),
            _ => None,
        };
        text_beside(reference).or_else(lost)
    }

    /// A query by itself, without its `?`: as [`convert`](Respell::convert) respells that of a reference. A `#` is data.
    ///
    /// # Errors
    ///
    /// As of [`convert`](Respell::convert).
    ///
    /// ```
    /// use triplet::uri::{Convention, Respell};
    ///
    /// let canonical = Respell::by(Convention::AwsSigv4);
    /// assert_eq!(canonical.convert_query("Param=b&%e1%88%b4=c&Param=a!&acl")?, "%E1%88%B4=c&Param=a%21&Param=b&acl=");
    /// # Ok::<(), triplet::uri::RespellError>(())
    /// ```
    pub fn convert_query<'a>(&self, query: &'a str) -> Result<Cow<'a, str>, RespellError> {
        let mut writer = self.writer(query);
        query::append(&self.plan, 0..query.len(), &mut writer)?;
        Ok(writer.finish())
    }

    /// The ASCII characters that stay wherever they are, if there are such: not a `:` in the first segment of a relative path.
    pub(crate) fn quiet(&self) -> Option<EncodeSet> {
        self.plan.quiet()
    }

    fn writer<'a>(&self, text: &'a str) -> Writer<'a> {
        Writer::new(text, text.len() + text.len() / 4)
    }
}
