//! The tree that [`explain`](crate::explain) gives.
#![forbid(unsafe_code)]

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use triplet::charset::Charset;
use triplet::readings::{Evidence, Reason};

use crate::lint::{Rule, Severity};
use crate::names::names;

/// What a text is, or which part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A URI with a scheme (RFC 3986 section 3): `https://example.com/`, `urn:isbn:0`.
    Url,
    /// An IRI: a reference with a scheme and with characters outside ASCII (RFC 3987).
    Iri,
    /// A reference without a scheme (RFC 3986 section 4.2): `/path?query`, `//host/`.
    Reference,
    /// The scheme of a reference.
    Scheme,
    /// The name of the user in an authority, or in a connection string.
    User,
    /// The password in an authority, or in a connection string.
    Password,
    /// A host. It is read with letters where it is written in Punycode.
    Host,
    /// A port.
    Port,
    /// A segment of a path.
    Segment,
    /// A part of a query or a form between `&`: a [`Name`](Kind::Name), and a [`Value`](Kind::Value) if it has a `=`.
    Pair,
    /// The name in a pair.
    Name,
    /// The value in a pair.
    Value,
    /// A query that is not a list of pairs.
    Query,
    /// A fragment.
    Fragment,
    /// `application/x-www-form-urlencoded`: pairs without a URL.
    Form,
    /// A `mailto:` URI (RFC 6068).
    Mailto,
    /// An address of a `mailto:` URI.
    Address,
    /// A `data:` URL (RFC 2397).
    DataUrl,
    /// The media type of a `data:` URL.
    MediaType,
    /// The data of a `data:` URL.
    Data,
    /// A `javascript:` URL.
    Javascript,
    /// A program in a `javascript:` URL.
    Program,
    /// The header field `Content-Disposition` (RFC 6266), or its value.
    ContentDisposition,
    /// A parameter of a header field with its charset (RFC 8187): `filename*=UTF-8''a%20b`.
    Parameter,
    /// The name of a file.
    FileName,
    /// A connection string: a scheme, user, password, hosts and a database, which is often not a valid URI.
    ConnectionString,
    /// The database of a connection string.
    Database,
    /// The header field `Cookie` or `Set-Cookie` (RFC 6265 section 4), or its value.
    Cookie,
    /// Text that was read in the wrong charset, and encoded in UTF-8 again: `Ã©` for `é`, `ÖÐ¹ú` for `中国`. It is read as the first text.
    Mojibake,
    /// Lines of a calendar or of a card that are folded (RFC 5545 section 3.1). It is read with each of them in one line.
    Folded,
    /// A link in a string of SQL, whose apostrophes are doubled: `it''s`. It is read as the link.
    Quoted,
    /// A text of several words or lines with addresses in it: a log, a mail, CSV, Markdown. Its parts are the addresses, and what else is
    /// encoded between them, such as a field of a log.
    Text,
    /// Text with triplets (RFC 3986 section 2.1).
    Encoded,
    /// Text with `%uXXXX`, as the function `escape` of JavaScript writes it (ECMA-262 section B.2.1.1).
    PercentU,
    /// Text with character references of HTML: `&amp;`, `&#38;`.
    Html,
    /// Quoted-printable (RFC 2045 section 6.7): `=3D`, lines that end with `=`.
    QuotedPrintable,
    /// Encoded words of mail (RFC 2047): `=?UTF-8?Q?=C3=A4?=`.
    EncodedWord,
    /// Text in base64 (RFC 4648).
    Base64,
    /// A JSON Web Token (RFC 7519): its parts are the header and the claims.
    Jwt,
    /// Escapes with a caret, as Windows' command prompt reads them: `^%^20`.
    Caret,
    /// A link that was made so that nobody opens it by accident: `hxxps://a[.]example`. It is read as the link.
    Defanged,
    /// Escapes with a backslash, of JSON, of programs and of logs: `\u0026`, `\/`, `\xE4`.
    Backslash,
    /// The anchors of MediaWiki: `.C3.BC`.
    Mediawiki,
    /// A link that a program has rewritten so that it leads through a site of its own. It is read as the original link.
    RewrittenLink,
    /// None of these.
    Plain,
}

names! {
    Kind, "kind of text";
    Url => "url",
    Iri => "iri",
    Reference => "reference",
    Scheme => "scheme",
    User => "user",
    Password => "password",
    Host => "host",
    Port => "port",
    Segment => "segment",
    Pair => "pair",
    Name => "name",
    Value => "value",
    Query => "query",
    Fragment => "fragment",
    Form => "form",
    Mailto => "mailto",
    Address => "address",
    DataUrl => "data-url",
    MediaType => "media-type",
    Data => "data",
    Javascript => "javascript",
    Program => "program",
    ContentDisposition => "content-disposition",
    Parameter => "parameter",
    FileName => "file-name",
    ConnectionString => "connection-string",
    Database => "database",
    Cookie => "cookie",
    Mojibake => "mojibake",
    Folded => "folded",
    Quoted => "quoted",
    Text => "text",
    Encoded => "encoded",
    PercentU => "percent-u",
    Html => "html",
    QuotedPrintable => "quoted-printable",
    EncodedWord => "encoded-word",
    Base64 => "base64",
    Jwt => "jwt",
    Caret => "caret",
    Defanged => "defanged",
    Backslash => "backslash",
    Mediawiki => "mediawiki",
    RewrittenLink => "rewritten-link",
    Plain => "plain",
}

impl Kind {
    /// What it is, for a person: a few words without a full stop.
    ///
    /// ```
    /// assert_eq!(triplet_inspect::Kind::Form.title(), "a form");
    /// ```
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Kind::Url => "a URL",
            Kind::Iri => "a URL with characters outside ASCII (an IRI)",
            Kind::Reference => "a relative reference",
            Kind::Scheme => "the scheme",
            Kind::User => "the user",
            Kind::Password => "the password",
            Kind::Host => "the host",
            Kind::Port => "the port",
            Kind::Segment => "a segment of the path",
            Kind::Pair => "a pair",
            Kind::Name => "the name of a pair",
            Kind::Value => "the value of a pair",
            Kind::Query => "the query",
            Kind::Fragment => "the fragment",
            Kind::Form => "a form",
            Kind::Mailto => "a mail that a link begins",
            Kind::Address => "an address of mail",
            Kind::DataUrl => "a data: URL",
            Kind::MediaType => "the media type",
            Kind::Data => "the data",
            Kind::Javascript => "a javascript: URL",
            Kind::Program => "the program",
            Kind::ContentDisposition => "a header field Content-Disposition",
            Kind::Parameter => "a parameter of a header field",
            Kind::FileName => "the name of a file",
            Kind::ConnectionString => "a connection string",
            Kind::Database => "the database",
            Kind::Cookie => "cookies",
            Kind::Mojibake => "text that was read in another charset",
            Kind::Folded => "text with folded lines, as calendars and cards have them",
            Kind::Quoted => "a link in a string of SQL",
            Kind::Text => "a text with addresses",
            Kind::Encoded => "percent-encoded text",
            Kind::PercentU => "text with %uXXXX, as JavaScript's escape() writes it",
            Kind::Html => "text with character references of HTML",
            Kind::QuotedPrintable => "quoted-printable text of a mail",
            Kind::EncodedWord => "text with encoded words of a mail",
            Kind::Base64 => "text in base64",
            Kind::Jwt => "a JSON Web Token",
            Kind::Caret => "text with carets, as Windows' command prompt reads it",
            Kind::Defanged => "a defanged link",
            Kind::Backslash => "text with backslash escapes",
            Kind::Mediawiki => "an anchor of MediaWiki",
            Kind::RewrittenLink => "a link that leads through another site",
            Kind::Plain => "plain text",
        }
    }
}

/// A text in one notation: a node of the tree.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Node {
    /// What the text is.
    pub kind: Kind,
    /// Where the text is in the text read ([`Node::read`]) of the parent, in octets. Of the root: in the whole text.
    pub span: Range<usize>,
    /// The text as it is written.
    pub written: String,
    /// The text as it is read: without the notation of this node, decoded once. `None` if it is the same.
    pub decoded: Option<String>,
    /// The octets, if they are not text. Then the text read has the triplets that are not text.
    pub octets: Option<Vec<u8>>,
    /// The charset of the octets, if some of them are outside ASCII.
    pub charset: Option<CharsetRead>,
    /// More about the kind, for a person: the program that rewrites links so, the media type of data.
    pub detail: Option<String>,
    /// Whether the notation is only likely: the parent may as well be what it is without it. Such a node is another reading of the
    /// whole text of the parent: as that is read, or, beside a notation that is certain, as it is written.
    pub is_likely: bool,
    /// What is wrong, and the text that is right.
    pub remedies: Vec<Remedy>,
    /// The findings of [`lint`](crate::lint) that lie in this node and not in one of its children.
    pub findings: Vec<Found>,
    /// The parts of the text read, in their order; or the notation that the text read is in.
    pub children: Vec<Node>,
    /// Whether children are missing, because a limit of [`Explain`](crate::Explain) was reached.
    pub is_cut: bool,
}

impl Node {
    pub(super) fn new(kind: Kind, written: &str, span: Range<usize>) -> Node {
        Node {
            kind,
            span,
            written: written.into(),
            decoded: None,
            octets: None,
            charset: None,
            detail: None,
            is_likely: false,
            remedies: Vec::new(),
            findings: Vec::new(),
            children: Vec::new(),
            is_cut: false,
        }
    }

    /// The text as it is read: [`Node::decoded`], or the text as it is written if that is the same.
    #[must_use]
    pub fn read(&self) -> &str {
        self.decoded.as_deref().unwrap_or(&self.written)
    }

    pub(super) fn set_read(&mut self, read: Cow<'_, str>) {
        self.decoded = (*read != *self.written).then(|| read.into_owned());
    }

    /// The first child of a kind.
    #[must_use]
    pub fn child(&self, kind: Kind) -> Option<&Node> {
        self.children.iter().find(|child| child.kind == kind)
    }

    /// The value, as it is read, of the first pair with this name.
    ///
    /// ```
    /// let link = triplet_inspect::explain("https://a.example/?next=%2Fhome");
    /// assert_eq!(link.root().value("next").map(|value| value.read()), Some("/home"));
    /// ```
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&Node> {
        let pairs = self.children.iter().filter(|child| child.kind == Kind::Pair);
        let mut named =
            pairs.filter(|pair| pair.child(Kind::Name).is_some_and(|child| child.read() == name));
        named.next()?.child(Kind::Value)
    }

    /// This node and all nodes below it, each before its children.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        let mut rest = alloc::vec![self];
        core::iter::from_fn(move || {
            let node = rest.pop()?;
            rest.extend(node.children.iter().rev());
            Some(node)
        })
    }
}

/// The charset in which octets are read, and why.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CharsetRead {
    /// The charset.
    pub charset: Charset,
    /// How strong the evidence is.
    pub evidence: Evidence,
    /// Why.
    pub why: Why,
    /// The next best charset that reads the octets, and the text in it; none if the evidence is strong.
    pub runner_up: Option<(Charset, String)>,
}

/// Why octets are read in a charset. `Display` writes it in words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// The octets themselves are the evidence, together with those of the other values.
    Octets(Reason),
    /// The pair with this name names the charset: `ie=gbk`.
    NamedBy(String),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Octets(reason) => reason.fmt(f),
            Why::NamedBy(name) => write!(f, "`{name}` names it"),
        }
    }
}

/// What to do about a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RemedyKind {
    /// Encode what must be encoded, and keep the triplets.
    Requote,
    /// Encode the user and the password of a connection string, and nothing else.
    EncodeUserinfo,
    /// Encode the `#` in the data of a `data:` URL.
    EncodeNumberSign,
    /// Remove the tracking parameters ([`is_tracking`](crate::is_tracking)).
    RemoveTracking,
}

names! {
    RemedyKind, "kind of remedy";
    Requote => "requote",
    EncodeUserinfo => "encode-userinfo",
    EncodeNumberSign => "encode-number-sign",
    RemoveTracking => "remove-tracking",
}

/// What is wrong with a text, or need not be in it, and the text that is right.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Remedy {
    /// What to do.
    pub kind: RemedyKind,
    /// What is wrong, for a person.
    pub message: String,
    /// The first place, an offset in the text as it is written.
    pub offset: usize,
    /// The text of the node after the remedy.
    pub text: String,
}

/// A finding of [`lint`](crate::lint) in a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Found {
    /// The rule.
    pub rule: Rule,
    /// How bad it is there.
    pub severity: Severity,
    /// Where: offsets in the text of the node as it is written.
    pub start: usize,
    /// Its end.
    pub end: usize,
}

/// The answer of [`explain`](crate::explain).
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    pub(super) root: Node,
}

impl Explanation {
    /// The tree: what the whole text is.
    #[must_use]
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// The tree, taken out.
    #[must_use]
    pub fn into_root(self) -> Node {
        self.root
    }
}
