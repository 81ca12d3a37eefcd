//! The notations that are recognised: a row each, in the order in which they are asked.
#![forbid(unsafe_code)]

use super::node::Kind;
use super::recognized::{Place, Recognized};
use super::{addresses, encoded, form, notations, reference};

/// One notation.
pub(super) struct Recognizer {
    pub(super) kind: Kind,
    /// What the text is in this notation; `None` if it is not. Linear time.
    pub(super) recognize: fn(&str, Place) -> Option<Recognized>,
}

/// All of them. The first that is certain answers, so one that is more special comes first.
pub(super) static ROWS: &[Recognizer] = &[
    Recognizer { kind: Kind::ContentDisposition, recognize: notations::header::field },
    Recognizer { kind: Kind::Parameter, recognize: notations::header::parameter },
    #[cfg(feature = "all-notations")]
    Recognizer { kind: Kind::Folded, recognize: notations::folded::recognize },
    #[cfg(feature = "all-notations")]
    Recognizer { kind: Kind::Text, recognize: notations::columns::rows },
    #[cfg(feature = "all-notations")]
    Recognizer { kind: Kind::Cookie, recognize: notations::cookie::recognize },
    #[cfg(feature = "all-notations")]
    Recognizer { kind: Kind::EncodedWord, recognize: notations::encoded_word::recognize },
    #[cfg(feature = "all-notations")]
    Recognizer { kind: Kind::Caret, recognize: notations::caret::recognize },
    #[cfg(feature = "all-notations")]
    Recognizer { kind: Kind::Jwt, recognize: notations::base64::token },
    #[cfg(feature = "all-notations")]
    Recognizer { kind: Kind::Form, recognize: notations::columns::pairs },
    Recognizer { kind: Kind::QuotedPrintable, recognize: notations::quoted_printable::recognize },
    Recognizer { kind: Kind::ConnectionString, recognize: notations::connection::with_instance },
    Recognizer { kind: Kind::Backslash, recognize: notations::backslash::recognize },
    #[cfg(feature = "all-notations")]
    Recognizer { kind: Kind::Backslash, recognize: notations::escaped::recognize },
    Recognizer { kind: Kind::Html, recognize: notations::html::recognize },
    Recognizer { kind: Kind::ConnectionString, recognize: notations::connection::recognize },
    Recognizer { kind: Kind::ConnectionString, recognize: notations::oracle::recognize },
    Recognizer { kind: Kind::DataUrl, recognize: notations::data_url::recognize },
    Recognizer { kind: Kind::Mailto, recognize: notations::mailto::recognize },
    Recognizer { kind: Kind::Javascript, recognize: notations::javascript::recognize },
    Recognizer { kind: Kind::RewrittenLink, recognize: notations::rewritten::recognize },
    #[cfg(feature = "all-notations")]
    Recognizer { kind: Kind::Defanged, recognize: notations::defanged::recognize },
    #[cfg(feature = "all-notations")]
    Recognizer { kind: Kind::Base64, recognize: notations::download::recognize },
    #[cfg(feature = "all-notations")]
    Recognizer { kind: Kind::Url, recognize: notations::ed2k::recognize },
    #[cfg(feature = "all-notations")]
    Recognizer { kind: Kind::Url, recognize: notations::search::recognize },
    Recognizer { kind: Kind::Url, recognize: reference::url },
    Recognizer { kind: Kind::Iri, recognize: reference::iri },
    #[cfg(feature = "all-notations")]
    Recognizer { kind: Kind::Host, recognize: reference::host },
    #[cfg(feature = "all-notations")]
    Recognizer { kind: Kind::Url, recognize: reference::www },
    Recognizer { kind: Kind::Text, recognize: addresses::recognize },
    Recognizer { kind: Kind::Form, recognize: form::recognize },
    Recognizer { kind: Kind::Reference, recognize: reference::relative },
    Recognizer { kind: Kind::Mediawiki, recognize: notations::mediawiki::recognize },
    #[cfg(feature = "all-notations")]
    Recognizer { kind: Kind::Mojibake, recognize: notations::mojibake::recognize },
    #[cfg(feature = "all-notations")]
    Recognizer { kind: Kind::Base64, recognize: notations::base64::recognize },
    Recognizer { kind: Kind::PercentU, recognize: notations::percent_u::recognize },
    Recognizer { kind: Kind::Encoded, recognize: encoded::with_plus },
    Recognizer { kind: Kind::Encoded, recognize: encoded::recognize },
];
