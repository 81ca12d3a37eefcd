//! The header field `Content-Disposition`, which names a file (RFC 6266, RFC 8187, RFC 2231 section 3): read as senders write it, and
//! written.
//!
//! Reading never fails: it gives what can be read, and says with offsets what is wrong. [`ContentDisposition::parse_strict`] refuses
//! what the grammar does not allow.
//!
//! ```
//! use triplet::content_disposition::{ContentDisposition, Source, encode};
//!
//! let header = encode("naïve plan.txt").to_string();
//! assert_eq!(header, "attachment; filename=\"na_ve plan.txt\"; filename*=UTF-8''na%C3%AFve%20plan.txt");
//!
//! let read = ContentDisposition::parse(&header);
//! assert_eq!((read.disposition_type(), read.name()), ("attachment", Some("naïve plan.txt")));
//! assert_eq!(read.source(), Some(Source::Extended));
//!
//! // What a sender must not choose stays a triplet.
//! let read = ContentDisposition::parse("attachment; filename=\"../a.txt\";");
//! let name = read.file_name().expect("a name").to_name()?;
//! assert_eq!(name.as_str(), "..%2Fa.txt");
//! assert_eq!(read.problems()[0].to_string(), "`;` at offset 31: no parameter follows; leave out the `;`");
//! # Ok::<(), triplet::filename::FileNameError>(())
//! ```
#![forbid(unsafe_code)]

mod encoded_word;
mod error;
mod name;
mod read;
mod write;

use alloc::string::String;
use alloc::vec::Vec;

use crate::filename;

pub use encoded_word::{EncodedWords, decode_encoded_words};
pub use error::{ContentDispositionError, ContentDispositionErrorKind};
pub use name::Source;
pub use write::{EncodeContentDisposition, encode};

/// A header field that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentDisposition {
    disposition_type: String,
    parameters: Vec<(String, Vec<u8>)>,
    name: Option<name::Name>,
    problems: Vec<ContentDispositionError>,
}

impl ContentDisposition {
    /// Reads a value, with `Content-Disposition:` before it or without. The octets may be those of any charset.
    ///
    /// The name is that of `filename*`, of `filename*0` and the following, or of `filename`: the first of them that is there and can be
    /// read. Octets outside ASCII in `filename` are UTF-8 if they are well-formed, otherwise ISO-8859-1. Of two parameters with one
    /// name the first counts. Encoded words of mail such as `=?UTF-8?Q?a=20b?=` (RFC 2047) are read, though no parameter may have one. A
    /// `\` stands for itself in `form-data` and in a path such as `C:\a.txt`; elsewhere the character after it stands for itself.
    ///
    /// Linear time, for at most a hundred parameters; allocates for the parts.
    ///
    /// ```
    /// use triplet::content_disposition::ContentDisposition;
    ///
    /// let name = |header: &[u8]| ContentDisposition::parse(header).name().map(str::to_owned);
    /// assert_eq!(name(b"attachment; filename=na\xEFve plan.txt").as_deref(), Some("naïve plan.txt"));
    /// assert_eq!(name(b"attachment; filename*=\"UTF-8''a%20b.txt\"").as_deref(), Some("a b.txt"));
    /// assert_eq!(name(b"attachment; filename=\"=?UTF-8?B?w6k=?=.txt\"").as_deref(), Some("é.txt"));
    /// assert_eq!(name(b"inline; filename*1=b.txt; filename*0*=UTF-8''%C3%A9").as_deref(), Some("éb.txt"));
    /// ```
    #[must_use]
    pub fn parse<I: AsRef<[u8]> + ?Sized>(header: &I) -> ContentDisposition {
        let header = header.as_ref();
        let (read, mut problems) = read::read(header);
        let name = name::choose(header, &read.parameters, &mut problems);
        ContentDisposition {
            disposition_type: read.disposition_type,
            parameters: read.parameters.iter().map(|parameter| parameter.text(header)).collect(),
            name,
            problems,
        }
    }

    /// Reads a value that must be as the grammar has it.
    ///
    /// # Errors
    ///
    /// The first of the [`problems`](Self::problems).
    ///
    /// ```
    /// use triplet::content_disposition::{ContentDisposition, ContentDispositionErrorKind as Kind};
    ///
    /// assert!(ContentDisposition::parse_strict("attachment; filename=a.txt").is_ok());
    /// let error = ContentDisposition::parse_strict("attachment; filename=a b.txt").unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (Kind::Token, 22));
    /// ```
    pub fn parse_strict<I: AsRef<[u8]> + ?Sized>(
        header: &I,
    ) -> Result<ContentDisposition, ContentDispositionError> {
        let read = ContentDisposition::parse(header);
        read.problems.first().map_or(Ok(()), |problem| Err(*problem))?;
        Ok(read)
    }

    /// The type as it is written, such as `attachment`. Types are compared without regard to case. Empty if there is none.
    #[must_use]
    pub fn disposition_type(&self) -> &str {
        &self.disposition_type
    }

    /// All parameters in their order: the names in lower case, and the octets of the values without quotes, not decoded.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.parameters.iter().map(|(name, value)| (name.as_str(), value.as_slice()))
    }

    /// The name as the sender gives it: a path, or anything else. [`file_name`](Self::file_name) makes it the name of a file. `None` if
    /// there is no name, or its octets are not text in its charset.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_ref()?.text.as_deref()
    }

    /// The octets of the name: UTF-8 if it is text.
    #[must_use]
    pub fn octets(&self) -> Option<&[u8]> {
        let name = self.name.as_ref()?;
        Some(name.text.as_deref().map_or(&name.octets, str::as_bytes))
    }

    /// The parameter that the name is from.
    #[must_use]
    pub fn source(&self) -> Option<Source> {
        Some(self.name.as_ref()?.source)
    }

    /// The charset by which the name was read: that of the parameter as it is written, or that of its octets.
    #[must_use]
    pub fn charset(&self) -> Option<&str> {
        Some(&self.name.as_ref()?.charset)
    }

    /// The language of the name (RFC 5646), if the parameter says it.
    #[must_use]
    pub fn language(&self) -> Option<&str> {
        Some(self.name.as_ref()?.language.as_str()).filter(|language| !language.is_empty())
    }

    /// The name of a file: a view as of [`filename::from_octets`], with its options. `None` if there is no name.
    #[must_use]
    pub fn file_name(&self) -> Option<filename::Decode<'_>> {
        self.octets().map(filename::from_octets)
    }

    /// What is wrong, in the order of the offsets.
    #[must_use]
    pub fn problems(&self) -> &[ContentDispositionError] {
        &self.problems
    }
}
