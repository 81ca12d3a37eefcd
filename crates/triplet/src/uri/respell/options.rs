//! What can be said of a spelling: conventions and options, by name.
#![forbid(unsafe_code)]

use alloc::string::String;
use core::str::FromStr;

use crate::UnknownName;
use crate::names::names;

names! { "convention";
    /// A convention by which the path and the query of a reference are spelled.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Convention {
        /// RFC 3986: triplets of unreserved characters are decoded (section 2.3), what a segment or a query does not allow is encoded, and
        /// hexadecimal digits are in upper case. A delimiter stays as it is written, raw or as a triplet, since the two are not equivalent
        /// (section 2.2): so does `+`.
        Rfc3986 => "rfc3986",
        /// The URL standard: as [`Rfc3986`](Convention::Rfc3986), but what stays raw is said by its path and special-query sets (section 1.3).
        Whatwg => "whatwg",
        /// `application/x-www-form-urlencoded`, the parser and the serializer of the URL standard (section 5): a space is `+`, `flag` is
        /// `flag=`, and empty parameters go. The query only.
        Form => "form",
        /// OAuth 1.0, RFC 5849 sections 3.4.1.3.2 and 3.6: the parameters of a query are read as a form, and written with the unreserved
        /// characters raw, sorted, with `=` each. The query only.
        Rfc5849 => "rfc5849",
        /// The canonical path and query of AWS Signature Version 4: the path without dot segments and empty segments, and its octets encoded
        /// once more, as it is in the request; the query with the unreserved characters raw, sorted, with `=` each. `+` is `+`.
        AwsSigv4 => "aws-sigv4",
        /// As [`AwsSigv4`](Convention::AwsSigv4) for S3: the path is decoded once and encoded once, and has all its segments.
        AwsSigv4S3 => "aws-sigv4-s3",
    }
}

names! { "reading of `+`";
    /// What `+` in a query means when it is read.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum PlusReading {
        /// Nobody knows: `+` stays `+`, and `%2B` stays `%2B`.
        #[default]
        Keep => "keep",
        /// Itself.
        Plus => "plus",
        /// A space, as in a form.
        Space => "space",
    }
}

names! { "form of a space";
    /// How a space in a query is written.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum SpaceForm {
        /// `%20`.
        #[default]
        Percent => "percent",
        /// `+`.
        Plus => "plus",
    }
}

names! { "order of parameters";
    /// In which order the parameters of a query are.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum ParameterOrder {
        /// The parameters keep their order.
        #[default]
        Keep => "keep",
        /// Sorted by their names as they are written in the result, then by their values, octet by octet. Empty parameters are removed.
        Name => "name",
    }
}

names! { "form of a flag";
    /// How a parameter with an empty value is written.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum FlagForm {
        /// `flag` and `flag=` as they are.
        #[default]
        Keep => "keep",
        /// `flag`.
        Bare => "bare",
        /// `flag=`.
        Equals => "equals",
    }
}

names! { "case of hexadecimal digits";
    /// How the hexadecimal digits of triplets are written. RFC 3986 section 2.1 says that they should be in upper case. Lower case is for
    /// signatures of what a program wrote so: `HttpUtility` of .NET, and SAML messages of AD FS.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum HexCase {
        /// `%2F`.
        #[default]
        Upper => "upper",
        /// `%2f`.
        Lower => "lower",
    }
}

/// A part of a reference that is spelled again.
///
/// ```
/// use triplet::uri::RespellPart;
///
/// assert_eq!("query:a b".parse(), Ok(RespellPart::Parameter("a b".into())));
/// assert!("fragment".parse::<RespellPart>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RespellPart {
    /// The path.
    Path,
    /// The query.
    Query,
    /// The parameters of the query that have this name. The name is data: it is not encoded.
    Parameter(String),
}

/// Reads `path`, `query` or `query:NAME`.
impl FromStr for RespellPart {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<RespellPart, UnknownName> {
        match name {
            "path" => Ok(RespellPart::Path),
            "query" => Ok(RespellPart::Query),
            _ => match name.strip_prefix("query:") {
                Some(name) => Ok(RespellPart::Parameter(name.into())),
                None => Err(UnknownName::new("part to respell", &["path", "query", "query:NAME"])),
            },
        }
    }
}
