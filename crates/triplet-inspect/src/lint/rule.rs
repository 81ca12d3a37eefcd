//! The rules of lint by name.
#![forbid(unsafe_code)]

/// A rule that [`lint`](crate::lint) checks. The documentation of each rule is an example of what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// `%zz`: a malformed triplet.
    MalformedEscape,
    /// `%u4E2D`.
    PercentU,
    /// `%2541`.
    DoubleEncoding,
    /// `%2525252541`: more layers than lint checks.
    LayerLimit,
    /// `%41`.
    OverEncoded,
    /// `%7e` and `%7E` in one text.
    LowercaseHex,
    /// `%2e%2e` as a segment.
    EncodedDotSegment,
    /// `..` as a segment.
    DotSegment,
    /// `..;` as a segment.
    DotSegmentPathParam,
    /// `%2F` or `%5C` in a path.
    EncodedSeparator,
    /// `%3F` or `%23` in a path, `%3D` in the name of a pair.
    EncodedDelimiter,
    /// `%40` in a host.
    EncodedDelimiterInHost,
    /// `%65xample.org`.
    OverEncodedHost,
    /// `／` (U+FF0F).
    NfkcDelimiter,
    /// `xn--.org`.
    InvalidAceLabel,
    /// `-` at the start of a host or a userinfo.
    LeadingDash,
    /// `%00`.
    NulByte,
    /// `%2500`.
    NulByteNested,
    /// `%0D` and `%0A`.
    Crlf,
    /// Other control characters.
    ControlChar,
    /// ESC and CSI.
    TerminalEscape,
    /// `Ċ` (U+010A).
    LossyNarrowing,
    /// `%C0%AF`.
    OverlongUtf8,
    /// `%ED%A0%80`.
    SurrogateUtf8,
    /// `%F4%90%80%80`.
    BeyondUnicode,
    /// `%FF`, and all other octets that are not UTF-8.
    InvalidUtf8,
    /// A raw `é`.
    RawNonAscii,
    /// A raw `\`.
    RawBackslash,
    /// U+202E.
    BidiControl,
    /// U+200B. Spaces other than U+0020 are found too, with [`Severity::Info`](crate::Severity::Info) outside a host.
    InvisibleChar,
    /// `e` and U+0301.
    NotNfc,
    /// `<script>`.
    HtmlMetachar,
    /// `;` between pairs.
    SemicolonSeparator,
    /// `a=1&a=2`.
    DuplicateKey,
    /// `+` and `%2B` in one text.
    PlusAmbiguity,
    /// `__proto__`.
    ProtoKey,
    /// `a[100000000]`.
    DeepOrHugeIndex,
    /// `file::$DATA`.
    NtfsAds,
    /// `CON`.
    WindowsDevice,
    // The grammar.
    /// `4files://a`: no scheme, but a colon in the first segment.
    InvalidScheme,
    /// `http://:8080/`.
    EmptyHost,
    /// `http://h:80a/`, and ports above 65535.
    InvalidPort,
    /// `http://[::1/`, `http://[name]/`.
    InvalidIpLiteral,
    /// `a..b`, and labels longer than 63 octets.
    InvalidLabel,
    /// `"`, `{`, or a delimiter of another component.
    DisallowedChar,
    /// A space in a path.
    RawSpace,
    /// A tab that is not a triplet.
    RawControl,
    /// A raw 0xE9.
    RawByte,
    // Schemes.
    /// `javascript:` in any spelling, `data:text/html`.
    ScriptScheme,
    /// `gopher:`, `dict:`, `file:`, `jar:`.
    FetcherScheme,
    // Which host is it?
    /// `https:evil.test`, `https:///evil.test`.
    WrongSlashes,
    /// `https://bank.test@evil.test/`.
    MisleadingUserinfo,
    /// `user:secret@`.
    Credentials,
    /// `http://evil.test#@good.test/`.
    AtSignAfterHost,
    /// `2130706433`, `0x7f.1`, `127.1`.
    NumericHost,
    /// `127.0.0.1`, `localhost`, `[fd00::1]`.
    PrivateHost,
    /// `[::ffff:127.0.0.1]`, `127.0.0.1.nip.io`.
    EmbeddedIpv4,
    /// `[fe80::1%25eth0]`, with [`Severity::Info`](crate::Severity::Info) for a link-local address and a plain zone.
    ZoneId,
    // Values.
    /// `next=https://example.com/`.
    UrlInValue,
    /// `next=//evil.test`, `next=/\evil.test`.
    SchemeRelativeValue,
    /// `//evil.test` as a path.
    NetworkPath,
    // Names.
    /// A Cyrillic letter among Latin ones.
    MixedScript,
    /// `xn--80ak6aa92e.com`.
    ConfusableLabel,
    /// `faß.de`.
    IdnaDeviation,
    /// `evil。test`.
    IdnaDot,
    /// U+2215 in a host.
    ConfusableDelimiter,
    /// `ı`, `ſ`, the Kelvin sign.
    CaseFold,
    /// `ａ`, `①`, `＂`.
    CompatChar,
    /// U+2212, which becomes `-`.
    BestFitChar,
    // Octets.
    /// `%E4%B8`.
    TruncatedUtf8,
    /// U+FDD0, U+FFFE.
    Noncharacter,
    /// `+ADw-`.
    Utf7,
    // Layers and paths.
    /// `%%35c`.
    NestedTriplet,
    /// `//` within a path.
    EmptySegment,
    /// `;x=1` in a segment.
    PathParameter,
    /// `/index.php.`.
    WindowsTrailing,
    /// `/PROGRA~1`.
    WindowsShortName,
    /// `/C:/windows`.
    WindowsDrive,
    // Forms.
    /// More than 1,000 pairs.
    FieldLimit,
    /// `class.classLoader.x`, `_SESSION[x]`.
    ObjectGraphName,
    /// `password[$ne]=x`.
    QueryOperator,
    /// `${jndi:…}`, `{{7*7}}`.
    Expression,
    /// `a=1&amp;b=2`.
    HtmlAmpersand,
    // What programs are asked for.
    /// `file=/etc/passwd`, `~/.ssh/id_rsa`.
    SystemFile,
    /// `/.git/config`, `/.env`.
    HiddenFile,
    /// `/account.php/x.css`, `/account;x.css`.
    CacheDeception,
    /// `callback=alert(1)`.
    CallbackCode,
    /// `password=secret` in the query of a reference.
    SecretInQuery,
    /// `X-Forwarded-Host=evil.test`.
    HeaderAsName,
    /// `next=/a?b=1&c=2`: a second `?`.
    NestedQuery,
}
