//! What lint looks for: each rule with its stable id, what it says to a person, where that stands, and how bad it
//! is where.
#![forbid(unsafe_code)]

use super::context::{Context, Severity};

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident $id:literal $severity:ident $reference:literal $message:literal;)*) => {
        /// One thing that [`lint`](super::lint) looks for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[$doc])* $name,)*
        }

        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Rule] = &[$(Rule::$name,)*];

            /// The stable name for programs, such as `double-encoding`.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Rule::$name => $id,)* }
            }

            /// What it means, for a person.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self { $(Rule::$name => $message,)* }
            }

            /// Where it is defined or explained.
            #[must_use]
            pub const fn reference(self) -> &'static str {
                match self { $(Rule::$name => $reference,)* }
            }

            const fn base_severity(self) -> Severity {
                match self { $(Rule::$name => Severity::$severity,)* }
            }
        }
    };
}

rules! {
    /// `%` without two digits.
    MalformedEscape "malformed-escape" Error "RFC 3986 2.1" "a `%` without two hexadecimal digits; decoders refuse it, keep it or drop it";
    /// `%u4E2D`.
    PercentU "percent-u" Warn "ECMA-262 B.2.1.1" "JavaScript's `%uXXXX`, which no URI has; some servers decode it all the same";
    /// `%2541`.
    DoubleEncoding "double-encoding" Warn "CWE-174" "encoded more than once: a decoder that decodes twice sees something else";
    /// More layers than are looked at.
    LayerLimit "layer-limit" Error "CWE-174" "encoded more often than is looked at";
    /// `%41`.
    OverEncoded "over-encoded" Info "RFC 3986 2.3" "an unreserved character needs no triplet; filters that compare text miss it";
    /// `%7e` and `%7E` in one text.
    LowercaseHex "lowercase-hex" Info "RFC 3986 2.1, 6.2.2.1" "the same octet is written in two ways; upper-case digits are the normal form";
    /// `%2e%2e` as a segment.
    EncodedDotSegment "encoded-dot-segment" Error "RFC 3986 6.2.2.3, CWE-22" "an encoded dot segment: it climbs where the decoder comes after the filter";
    /// `..` as a segment.
    DotSegment "dot-segment" Info "RFC 3986 5.2.4, CWE-22" "a dot segment: what is opened is not what is written";
    /// `..;` as a segment.
    DotSegmentPathParam "dot-segment-path-param" Error "RFC 3986 3.3, CWE-22" "a dot segment with a parameter: servers that strip parameters climb";
    /// `%2F` or `%5C` in a path.
    EncodedSeparator "encoded-separator" Info "RFC 3986 2.2" "an encoded slash or backslash: a server that decodes first divides here";
    /// `%3F` or `%23` in a path, `%3D` in the name of a pair.
    EncodedDelimiter "encoded-delimiter" Info "RFC 3986 2.2" "an encoded delimiter: what decodes first ends the component here";
    /// A delimiter in a host.
    EncodedDelimiterInHost "encoded-delimiter-in-host" Error "RFC 3986 3.2.2, CWE-918" "an encoded character in the host that no host has: decoded, the host is another one";
    /// `%65xample.org`.
    OverEncodedHost "over-encoded-host" Warn "RFC 3986 2.3, CWE-918" "an encoded letter in the host: filters that compare hosts miss it";
    /// A character that becomes a delimiter.
    NfkcDelimiter "nfkc-delimiter" Info "UTS #46, CWE-180" "a character that compatibility normalisation turns into a delimiter";
    /// `xn--` that is none.
    InvalidAceLabel "invalid-ace-label" Error "RFC 5891 4.2" "a label with `xn--` that no name has";
    /// `-` at the start of a host or a user.
    LeadingDash "leading-dash" Error "CWE-88" "begins with `-`: a command reads it as an option";
    /// `%00`.
    NulByte "nul-byte" Error "CWE-158" "the octet NUL: where strings end with it, the rest is lost";
    /// `%2500`.
    NulByteNested "nul-byte-nested" Error "CWE-158, CWE-174" "the octet NUL, encoded more than once";
    /// `%0D`, `%0A`.
    Crlf "crlf" Error "CWE-93" "a line break: in a header or a log it begins a new line";
    /// Other control characters.
    ControlChar "control-char" Error "CWE-150" "a control character";
    /// ESC and CSI.
    TerminalEscape "terminal-escape" Error "CWE-150" "the start of a terminal's control sequence";
    /// U+010A and its like.
    LossyNarrowing "lossy-narrowing" Info "CWE-197" "a character whose low byte is a line break: where characters are cut to bytes it becomes one";
    /// `%C0%AF`.
    OverlongUtf8 "overlong-utf8" Error "RFC 3629 3, 10" "a character in more bytes than it needs: forbidden, and read by some as what it hides";
    /// `%ED%A0%80`.
    SurrogateUtf8 "surrogate-utf8" Error "RFC 3629 3" "half of a surrogate pair: CESU-8, not UTF-8";
    /// `%F4%90%80%80`.
    BeyondUnicode "beyond-unicode" Error "RFC 3629 3" "beyond U+10FFFF";
    /// Other octets that are no UTF-8.
    InvalidUtf8 "invalid-utf8" Warn "RFC 3629 3" "octets that are not UTF-8: another charset, or broken";
    /// `é` as it is.
    RawNonAscii "raw-non-ascii" Info "RFC 3987 3.1" "a character outside ASCII as it is: an IRI, not a URI";
    /// `\` as it is.
    RawBackslash "raw-backslash" Warn "WHATWG URL 4.4" "a backslash: browsers read a slash, others do not";
    /// U+202E and its like.
    BidiControl "bidi-control" Error "RFC 3987 4.1" "a character that changes the direction of text: what is shown is not what is there";
    /// U+200B and its like; spaces that are not U+0020, which outside a host are information only.
    InvisibleChar "invisible-char" Warn "UTS #39" "a character that is not seen";
    /// `e` and U+0301.
    NotNfc "not-nfc" Info "RFC 3987 5.3.2.2" "a letter and its accent as two characters: looks like one, compares as two";
    /// `<`, `>`, `"` and `'` together with them.
    HtmlMetachar "html-metachar" Warn "CWE-79" "a character that begins markup where text is not escaped";
    /// `;` between pairs.
    SemicolonSeparator "semicolon-separator" Info "WHATWG URL 5.1" "a `;` that some decoders read as `&`";
    /// A name twice.
    DuplicateKey "duplicate-key" Info "CWE-235" "a name twice: some take the first, some the last, some both";
    /// `+` and `%2B`.
    PlusAmbiguity "plus-ambiguity" Info "WHATWG URL 5.1" "`+` and `%2B` in one text: the first is a space in a form, and a plus elsewhere";
    /// `__proto__`.
    ProtoKey "proto-key" Error "CWE-1321" "a name that reaches into JavaScript's prototypes";
    /// `a[100000000]`.
    DeepOrHugeIndex "deep-or-huge-index" Error "CWE-770" "an index or a depth that makes a decoder allocate";
    /// `::$DATA`.
    NtfsAds "ntfs-ads" Error "CWE-69" "a stream of an NTFS file: the same file under another name";
    /// `CON`, `COM1`.
    WindowsDevice "windows-device" Info "CWE-67" "the name of a device on Windows";
}

impl Rule {
    /// The rule of this [`id`](Rule::id).
    #[must_use]
    pub fn by_id(id: &str) -> Option<Rule> {
        Rule::ALL.iter().copied().find(|rule| rule.id() == id)
    }

    /// How bad it is in a context.
    #[must_use]
    pub fn severity(self, context: Context) -> Severity {
        match self {
            // A URI within a query is encoded twice, and people search for anything.
            Rule::DoubleEncoding | Rule::HtmlMetachar if context.is_free() => Severity::Info,
            // Other charsets are old there, not wrong.
            Rule::InvalidUtf8 if context.is_free() => Severity::Info,
            // The text of a message has lines.
            Rule::Crlf if context.is_free() => Severity::Info,
            Rule::ControlChar if context == Context::Form => Severity::Info,
            Rule::NfkcDelimiter | Rule::EncodedSeparator | Rule::InvisibleChar
                if context == Context::Host =>
            {
                Severity::Error
            }
            _ => self.base_severity(),
        }
    }
}
