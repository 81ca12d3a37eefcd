//! Errors of references, with their offsets.
#![forbid(unsafe_code)]

use core::fmt;

use crate::message::{DIGITS, Piece, Words, Writer, error_text};
use crate::names::names;

names! { "component";
    /// A part of a reference (RFC 3986 section 3).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Component {
        /// Section 3.1.
        Scheme => "scheme",
        /// Section 3.2.1.
        Userinfo => "userinfo",
        /// Section 3.2.2.
        Host => "host",
        /// Section 3.2.3.
        Port => "port",
        /// Section 3.3.
        Path => "path",
        /// Section 3.4.
        Query => "query",
        /// Section 3.5.
        Fragment => "fragment",
    }
}

names! { "kind of error";
    /// What is wrong at [`UriError::offset`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum UriErrorKind {
        /// There is no scheme where there must be one.
        NoScheme => "no-scheme",
        /// A character that the component does not allow as it is.
        Character => "character",
        /// A `%` that is not followed by two hexadecimal digits (section 2.1).
        Triplet => "triplet",
        /// An IP literal that is neither an IPv6 address nor an `IPvFuture` (section 3.2.2).
        IpLiteral => "ip-literal",
        /// A port with a character that is not a digit (section 3.2.3).
        Port => "port",
        /// A `:` in the first segment of a relative path, where it would end a scheme (section 4.2).
        FirstSegment => "first-segment",
        /// A host that the rules for domain names refuse (UTS #46).
        DomainName => "domain-name",
        /// A target to which no reference leads from a base without a scheme.
        Unreachable => "unreachable",
        /// A label of a domain name above 63 octets, or a name above 253 (RFC 3987 section 3.1, RFC 5890 section 2.3.2.1, RFC 1035
        /// section 2.3.4).
        DomainNameLength => "domain-name-length",
        /// An address with other text before it, so the text as a whole is not a reference.
        AfterText => "after-text",
        /// Text after a reference, so the text as a whole is not a reference.
        TextAfter => "text-after",
        /// A tag, a heading, an item of a list, a key, JSON or a sentence.
        NotReference => "not-reference",
        /// A change would leave out what is perhaps text after a reference.
        TextLost => "text-lost",
    }
}

/// What a text looks like that is not a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    Tag,
    Heading,
    Json,
    Item,
    Code,
    Key,
    WordsBefore,
    Sentence,
    Markdown,
    Attribute,
}

impl Shape {
    const fn words(self) -> &'static str {
        match self {
            Shape::Tag => "a tag of HTML or XML",
            Shape::Heading => "a heading or a comment",
            Shape::Json => "JSON",
            Shape::Item => "an item of a list, a quotation or a table",
            Shape::Code => "the fence of a block of code",
            Shape::Key => "a key and its value",
            Shape::WordsBefore => "words before a path",
            Shape::Sentence => "a sentence",
            Shape::Markdown => "a link of Markdown",
            Shape::Attribute => "an attribute and its value",
        }
    }
}

/// Why a text is not a valid reference, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UriError {
    kind: UriErrorKind,
    component: Option<Component>,
    shape: Option<Shape>,
    offset: usize,
}

impl UriError {
    #[cold]
    pub(crate) fn new(kind: UriErrorKind, offset: usize) -> UriError {
        let component = match kind {
            UriErrorKind::NoScheme => Some(Component::Scheme),
            UriErrorKind::IpLiteral | UriErrorKind::DomainName | UriErrorKind::DomainNameLength => {
                Some(Component::Host)
            }
            UriErrorKind::Port => Some(Component::Port),
            UriErrorKind::FirstSegment => Some(Component::Path),
            UriErrorKind::Character
            | UriErrorKind::Triplet
            | UriErrorKind::Unreachable
            | UriErrorKind::AfterText
            | UriErrorKind::TextAfter
            | UriErrorKind::NotReference
            | UriErrorKind::TextLost => None,
        };
        UriError { kind, component, shape: None, offset }
    }

    #[cold]
    pub(crate) fn within(component: Component, kind: UriErrorKind, offset: usize) -> UriError {
        UriError { kind, component: Some(component), shape: None, offset }
    }

    /// The error of a text that is not a reference, and looks like something else.
    #[cold]
    pub(super) fn of_shape(shape: Shape, offset: usize) -> UriError {
        UriError { shape: Some(shape), ..UriError::new(UriErrorKind::NotReference, offset) }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> UriErrorKind {
        self.kind
    }

    /// The component that is wrong, or missing; `None` if the whole reference is at fault.
    #[must_use]
    pub const fn component(&self) -> Option<Component> {
        self.component
    }

    /// Where, in bytes from the start of the text.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The same error in a text that begins this number of bytes earlier, such as the file of a line.
    ///
    /// ```
    /// use triplet::uri::{Grammar, validate};
    ///
    /// let error = validate("/a b", Grammar::UriReference).unwrap_err().moved_by(100);
    /// assert_eq!(error.offset(), 102);
    /// assert!(error.to_string().starts_with("a character of the path at offset 102: "));
    /// ```
    #[must_use]
    pub const fn moved_by(self, bytes: usize) -> UriError {
        UriError { offset: self.offset.saturating_add(bytes), ..self }
    }

    /// This error at another offset.
    #[cfg(feature = "requote")]
    pub(super) const fn at(self, offset: usize) -> UriError {
        UriError { offset, ..self }
    }
}

#[cfg(feature = "alloc")]
pub(super) const SCHEME: &str = "a scheme is a letter, and then letters, digits, `+`, `-` or `.`";
#[cfg(feature = "alloc")]
pub(super) const DOT_SEGMENT: &str =
    "a segment `.` or `..` cannot be data; readers remove it as a dot segment";
const ALONE: &str = "the text as a whole is not a reference; give the reference alone: the column, the member of JSON or the field of a log";
#[cfg(feature = "alloc")]
pub(super) const NO_HOST: &str = "a user or a port requires a host; set one";

impl Words for UriError {
    fn words(&self, to: &mut Writer<'_, '_>) -> fmt::Result {
        let component = Piece::Text(self.component.map_or("reference", Component::name));
        let (what, why) = match self.kind {
            UriErrorKind::NoScheme => ("the text", "a URI begins with a scheme, such as `https:`"),
            UriErrorKind::Character => {
                let why = match self.component {
                    Some(Component::Host) => {
                        "it is not allowed there; a reference has one host and one port, an IPv6 address is in brackets, and other \
                         characters are written as triplets"
                    }
                    _ => "it is not allowed there; write its triplets",
                };
                return to
                    .write(&[Piece::Text("a character of the "), component], &[Piece::Text(why)]);
            }
            UriErrorKind::Triplet => {
                return to.write(&[Piece::Text("`%` of the "), component], &[DIGITS]);
            }
            UriErrorKind::IpLiteral => ("the host", "what is in the brackets is not an IP address"),
            UriErrorKind::Port => ("the port", "it has decimal digits only"),
            UriErrorKind::FirstSegment => (
                "`:`",
                "in the first segment of a relative path it would end a scheme; begin with `./`",
            ),
            UriErrorKind::DomainName => ("the host", "it is not a valid domain name"),
            UriErrorKind::Unreachable => {
                ("the target", "no reference leads from the base to it; give a base with a scheme")
            }
            UriErrorKind::DomainNameLength => (
                "the host",
                "it is too long as a domain name; a label has at most 63 octets, a name 253",
            ),
            UriErrorKind::AfterText => ("an address after other text", ALONE),
            UriErrorKind::TextAfter => ("text after the reference", ALONE),
            UriErrorKind::NotReference => (
                self.shape.map_or("other text", Shape::words),
                "the text is not a reference; give the reference alone, and begin the name of a file like this with `./`",
            ),
            UriErrorKind::TextLost => (
                "a raw space, quotation mark or angle bracket",
                "it would be lost, and is perhaps of other text; give the reference alone, or write its triplet",
            ),
        };
        to.write(&[Piece::Text(what)], &[Piece::Text(why)])
    }
}

error_text!(UriError);

impl core::error::Error for UriError {}
