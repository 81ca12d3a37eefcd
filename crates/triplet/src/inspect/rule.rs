//! The rules of lint as data: each has a stable id, a severity, a reference and a message.
#![forbid(unsafe_code)]

use super::context::{Context, Severity};

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident $id:literal $severity:ident $reference:literal $message:literal;)*) => {
        /// A rule that [`lint`](super::lint) checks. The documentation of each rule is an example of what it finds.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[$doc])* $name,)*
        }

        impl Rule {
            /// All rules.
            pub const ALL: &'static [Rule] = &[$(Rule::$name,)*];

            /// The stable name, for programs, such as `double-encoding`.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Rule::$name => $id,)* }
            }

            /// What a finding of this rule means, for a person.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self { $(Rule::$name => $message,)* }
            }

            /// The clause or the CWE entry that explains the rule.
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
    /// `%zz`: a malformed triplet.
    MalformedEscape "malformed-escape" Error "RFC 3986 2.1" "a `%` without two hexadecimal digits; decoders refuse it, keep it or drop it";
    /// `%u4E2D`.
    PercentU "percent-u" Warn "ECMA-262 B.2.1.1" "JavaScript's `%uXXXX`, which no URI may have; some servers decode it";
    /// `%2541`.
    DoubleEncoding "double-encoding" Warn "CWE-174" "encoded more than once: a decoder that decodes twice sees another text";
    /// `%2525252541`: more layers than lint checks.
    LayerLimit "layer-limit" Error "CWE-174" "encoded more often than lint checks";
    /// `%41`.
    OverEncoded "over-encoded" Info "RFC 3986 2.3" "an unreserved character needs no triplet; filters that compare text miss it";
    /// `%7e` and `%7E` in one text.
    LowercaseHex "lowercase-hex" Info "RFC 3986 2.1, 6.2.2.1" "the same octet is written in two ways; upper-case digits are the normal form";
    /// `%2e%2e` as a segment.
    EncodedDotSegment "encoded-dot-segment" Error "RFC 3986 6.2.2.3, CWE-22" "an encoded dot segment: it goes up if a filter runs before the decoder";
    /// `..` as a segment.
    DotSegment "dot-segment" Info "RFC 3986 5.2.4, CWE-22" "a dot segment: what is opened is not what is written";
    /// `..;` as a segment.
    DotSegmentPathParam "dot-segment-path-param" Error "RFC 3986 3.3, CWE-22" "a dot segment with a parameter: servers that strip parameters go up";
    /// `%2F` or `%5C` in a path.
    EncodedSeparator "encoded-separator" Info "RFC 3986 2.2" "an encoded slash or backslash: a server that decodes first splits here";
    /// `%3F` or `%23` in a path, `%3D` in the name of a pair.
    EncodedDelimiter "encoded-delimiter" Info "RFC 3986 2.2" "an encoded delimiter: if decoded first, it ends the component";
    /// `%40` in a host.
    EncodedDelimiterInHost "encoded-delimiter-in-host" Error "RFC 3986 3.2.2, CWE-918" "an encoded character that no host may have: decoded, the host is another one";
    /// `%65xample.org`.
    OverEncodedHost "over-encoded-host" Warn "RFC 3986 2.3, CWE-918" "an encoded letter in the host: filters that compare hosts miss it";
    /// `／` (U+FF0F).
    NfkcDelimiter "nfkc-delimiter" Info "UTS #46, CWE-180" "a character that compatibility normalisation turns into a delimiter";
    /// `xn--.org`.
    InvalidAceLabel "invalid-ace-label" Error "RFC 5891 4.2" "a label with `xn--` that is not punycode";
    /// `-` at the start of a host or a userinfo.
    LeadingDash "leading-dash" Error "CWE-88" "begins with `-`: a command reads it as an option";
    /// `%00`.
    NulByte "nul-byte" Error "CWE-158" "the octet NUL: where it ends strings, the rest is lost";
    /// `%2500`.
    NulByteNested "nul-byte-nested" Error "CWE-158, CWE-174" "the octet NUL, encoded more than once";
    /// `%0D` and `%0A`.
    Crlf "crlf" Error "CWE-93" "a line break: in a header or a log it begins a new line";
    /// Other control characters.
    ControlChar "control-char" Error "CWE-150" "a control character";
    /// ESC and CSI.
    TerminalEscape "terminal-escape" Error "CWE-150" "the start of a terminal's control sequence";
    /// `Ċ` (U+010A).
    LossyNarrowing "lossy-narrowing" Info "CWE-197" "a character whose low byte is a line break: truncated to a byte, it becomes one";
    /// `%C0%AF`.
    OverlongUtf8 "overlong-utf8" Error "RFC 3629 3, 10" "a character in more bytes than it needs: forbidden, but some decoders accept it";
    /// `%ED%A0%80`.
    SurrogateUtf8 "surrogate-utf8" Error "RFC 3629 3" "half of a surrogate pair: CESU-8, not UTF-8";
    /// `%F4%90%80%80`.
    BeyondUnicode "beyond-unicode" Error "RFC 3629 3" "beyond U+10FFFF";
    /// `%FF`, and all other octets that are not UTF-8.
    InvalidUtf8 "invalid-utf8" Warn "RFC 3629 3" "octets that are not UTF-8: another charset, or broken";
    /// A raw `é`.
    RawNonAscii "raw-non-ascii" Info "RFC 3987 3.1" "a raw character outside ASCII: an IRI, not a URI";
    /// A raw `\`.
    RawBackslash "raw-backslash" Warn "WHATWG URL 4.4" "a backslash: browsers read a slash, others do not";
    /// U+202E.
    BidiControl "bidi-control" Error "RFC 3987 4.1" "a character that changes the direction of text: what is shown is not what is there";
    /// U+200B. Spaces other than U+0020 are found too, with [`Severity::Info`] outside a host.
    InvisibleChar "invisible-char" Warn "UTS #39" "an invisible character";
    /// `e` and U+0301.
    NotNfc "not-nfc" Info "RFC 3987 5.3.2.2" "a letter and its accent as two characters: looks like one, compares as two";
    /// `<script>`.
    HtmlMetachar "html-metachar" Warn "CWE-79" "a character that begins markup where text is not escaped";
    /// `;` between pairs.
    SemicolonSeparator "semicolon-separator" Info "WHATWG URL 5.1" "a `;` that some decoders read as `&`";
    /// `a=1&a=2`.
    DuplicateKey "duplicate-key" Info "CWE-235" "a name twice: some take the first, some the last, some both";
    /// `+` and `%2B` in one text.
    PlusAmbiguity "plus-ambiguity" Info "WHATWG URL 5.1" "`+` and `%2B` in one text: the first is a space in a form, and a plus elsewhere";
    /// `__proto__`.
    ProtoKey "proto-key" Error "CWE-1321" "a name that reaches into JavaScript's prototypes";
    /// `a[100000000]`.
    DeepOrHugeIndex "deep-or-huge-index" Error "CWE-770" "an index or a depth that makes a decoder allocate";
    /// `file::$DATA`.
    NtfsAds "ntfs-ads" Error "CWE-69" "a stream of an NTFS file: the same file under another name";
    /// `CON`.
    WindowsDevice "windows-device" Info "CWE-67" "the name of a device on Windows";
}

impl Rule {
    /// The rule with this [`id`](Rule::id).
    #[must_use]
    pub fn by_id(id: &str) -> Option<Rule> {
        Rule::ALL.iter().copied().find(|rule| rule.id() == id)
    }

    /// How bad a finding of this rule is in a context. A few findings are less or more severe because of the
    /// characters around them: see [`Finding::severity`](super::Finding::severity).
    #[must_use]
    pub fn severity(self, context: Context) -> Severity {
        match self {
            // A URI in a query is encoded twice, and people search for any text.
            Rule::DoubleEncoding | Rule::HtmlMetachar if context.is_free_text() => Severity::Info,
            // Old pages send other charsets there.
            Rule::InvalidUtf8 if context.is_free_text() => Severity::Info,
            // A message that people write has line breaks.
            Rule::Crlf if context.is_free_text() => Severity::Info,
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
