//! Every named encode set, transcribed from its grammar.
//!
//! `rule!` names a list of characters as a grammar names a rule; the escape alternative of a rule
//! (`pct-encoded`, `escaped`, `escape`) is left out, for a set says which characters stand *raw*.
//! Nothing is computed: what a set keeps is there to be read.

/// What a set does with characters outside ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NonAscii {
    /// Each octet becomes a triplet.
    Encode,
    /// `ucschar` of RFC 3987 is kept.
    Ucschar,
    /// `ucschar` and `iprivate` stand as they are.
    UcscharAndPrivate,
    /// Every character stands as it is.
    All,
}

/// One named encode set.
#[derive(Clone, Copy, Debug)]
pub struct SetOracle {
    pub name: &'static str,
    /// The clause that it is read from.
    pub source: &'static str,
    /// Exactly the ASCII characters that are kept.
    pub kept: &'static str,
    /// A space is written `+`.
    pub plus: bool,
    /// A valid triplet in the input passes through.
    pub keep_triplets: bool,
    pub non_ascii: NonAscii,
}

impl SetOracle {
    /// Whether this octet, standing alone, is kept.
    pub fn keeps(&self, byte: u8) -> bool {
        byte.is_ascii() && self.kept.contains(char::from(byte))
    }

    const fn plus(self) -> Self {
        SetOracle { plus: true, ..self }
    }

    const fn keeping_triplets(self) -> Self {
        SetOracle { keep_triplets: true, ..self }
    }

    const fn with(self, non_ascii: NonAscii) -> Self {
        SetOracle { non_ascii, ..self }
    }
}

/// Every set, in the order of the documentation.
pub fn all() -> Vec<SetOracle> {
    [
        rfc3986(),
        rfc3987(),
        rfc2396_and_2732(),
        rfc1738(),
        rfc1630(),
        rfc8187(),
        rfc6265(),
        gff3_and_vcf(),
        rfc6570(),
        whatwg(),
        ecmascript(),
        dialect(),
    ]
    .concat()
}

/// The set of that name, which must exist.
pub fn named(name: &str) -> SetOracle {
    let found = all().into_iter().find(|set| set.name == name);
    found.unwrap_or_else(|| panic!("no set is called {name}"))
}

/// Whether the set of that name keeps this octet.
pub fn keeps(name: &str, byte: u8) -> bool {
    named(name).keeps(byte)
}

/// Whether a character outside ASCII is kept. RFC 3987 2.2 and 4.1.
pub fn keeps_scalar(non_ascii: NonAscii, scalar: char) -> bool {
    match non_ascii {
        NonAscii::Encode => false,
        NonAscii::All => true,
        NonAscii::Ucschar => ucschar(scalar) && !bidi_formatting(scalar),
        NonAscii::UcscharAndPrivate => {
            (ucschar(scalar) || iprivate(scalar)) && !bidi_formatting(scalar)
        }
    }
}

/// RFC 3987 2.2.
fn ucschar(scalar: char) -> bool {
    matches!(u32::from(scalar),
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF
        | 0x10000..=0x1FFFD | 0x20000..=0x2FFFD | 0x30000..=0x3FFFD
        | 0x40000..=0x4FFFD | 0x50000..=0x5FFFD | 0x60000..=0x6FFFD
        | 0x70000..=0x7FFFD | 0x80000..=0x8FFFD | 0x90000..=0x9FFFD
        | 0xA0000..=0xAFFFD | 0xB0000..=0xBFFFD | 0xC0000..=0xCFFFD
        | 0xD0000..=0xDFFFD | 0xE1000..=0xEFFFD)
}

/// RFC 3987 2.2.
fn iprivate(scalar: char) -> bool {
    matches!(u32::from(scalar), 0xE000..=0xF8FF | 0xF0000..=0xFFFFD | 0x100000..=0x10FFFD)
}

/// RFC 3987 4.1 forbids LRM, RLM, LRE, RLE, PDF, LRO and RLO. UAX #9 has since added ALM and the
/// isolates LRI, RLI, FSI and PDI, which do the same to the order of what is shown.
fn bidi_formatting(scalar: char) -> bool {
    matches!(u32::from(scalar),
        0x061C | 0x200E | 0x200F | 0x202A..=0x202E | 0x2066..=0x2069)
}

const fn set(name: &'static str, source: &'static str, kept: &'static str) -> SetOracle {
    SetOracle { name, source, kept, plus: false, keep_triplets: false, non_ascii: NonAscii::Encode }
}

macro_rules! rule {
    ($name:ident = $($part:expr),+) => {
        macro_rules! $name { () => { concat!($($part),+) }; }
    };
}

rule!(alpha = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz");
rule!(digit = "0123456789");

// RFC 3986, appendix A. RFC 3987, RFC 6570 and several dialects build upon it.
rule!(unreserved = alpha!(), digit!(), "-", ".", "_", "~");
rule!(gen_delims = ":", "/", "?", "#", "[", "]", "@");
rule!(sub_delims = "!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "=");

fn rfc3986() -> Vec<SetOracle> {
    rule!(pchar = unreserved!(), sub_delims!(), ":", "@");
    // A name or value of a query of pairs: `query` without what divides pairs (`&`, by custom also
    // `;`), what divides name from value (`=`), and what many read as a space (`+`).
    rule!(sub_delims_no_pairs = "!", "$", "'", "(", ")", "*", ",");
    vec![
        set("rfc3986:unreserved", "RFC 3986 2.3", unreserved!()),
        set("rfc3986:userinfo", "RFC 3986 3.2.1", concat!(unreserved!(), sub_delims!(), ":")),
        set("rfc3986:reg-name", "RFC 3986 3.2.2", concat!(unreserved!(), sub_delims!())),
        set("rfc3986:segment", "RFC 3986 3.3", pchar!()),
        set("rfc3986:segment-nz-nc", "RFC 3986 3.3", concat!(unreserved!(), sub_delims!(), "@")),
        set("rfc3986:segment-data", "RFC 3986 3.3", concat!(unreserved!(), ":", "@")),
        set("rfc3986:path", "RFC 3986 3.3", concat!(pchar!(), "/")),
        set("rfc3986:query", "RFC 3986 3.4", concat!(pchar!(), "/", "?")),
        set(
            "rfc3986:query-value",
            "RFC 3986 3.4",
            concat!(unreserved!(), sub_delims_no_pairs!(), ":", "@", "/", "?"),
        ),
        set("rfc3986:fragment", "RFC 3986 3.5", concat!(pchar!(), "/", "?")),
    ]
}

/// RFC 3987 2.2: the rules of RFC 3986, where `iunreserved` adds `ucschar`. Only `iquery` has
/// `iprivate`.
fn rfc3987() -> Vec<SetOracle> {
    rule!(ipchar = unreserved!(), sub_delims!(), ":", "@");
    let iri = |name, kept| set(name, "RFC 3987 2.2", kept).with(NonAscii::Ucschar);
    vec![
        iri("rfc3987:iunreserved", unreserved!()),
        iri("rfc3987:isegment", ipchar!()),
        iri("rfc3987:isegment-nz-nc", concat!(unreserved!(), sub_delims!(), "@")),
        iri("rfc3987:ipath", concat!(ipchar!(), "/")),
        iri("rfc3987:iquery", concat!(ipchar!(), "/", "?")).with(NonAscii::UcscharAndPrivate),
        iri("rfc3987:ifragment", concat!(ipchar!(), "/", "?")),
        iri("rfc3987:iuserinfo", concat!(unreserved!(), sub_delims!(), ":")),
        iri("rfc3987:ireg-name", concat!(unreserved!(), sub_delims!())),
    ]
}

/// RFC 2396, appendix A, and what RFC 2732 section 3 (3) changed: `[` and `]` became reserved.
fn rfc2396_and_2732() -> Vec<SetOracle> {
    rule!(mark = "-", "_", ".", "!", "~", "*", "'", "(", ")");
    rule!(unreserved_2396 = alpha!(), digit!(), mark!());
    rule!(reserved = ";", "/", "?", ":", "@", "&", "=", "+", "$", ",");
    rule!(uric = reserved!(), unreserved_2396!());
    rule!(pchar = unreserved_2396!(), ":", "@", "&", "=", "+", "$", ",");
    rule!(segment = pchar!(), ";"); // *pchar *( ";" param ), and param is *pchar
    rule!(userinfo = unreserved_2396!(), ";", ":", "&", "=", "+", "$", ",");
    rule!(reg_name = unreserved_2396!(), "$", ",", ";", ":", "@", "&", "=", "+");
    rule!(rel_segment = unreserved_2396!(), ";", "@", "&", "=", "+", "$", ",");
    rule!(uric_of_2732 = uric!(), "[", "]");
    vec![
        set("rfc2396:unreserved", "RFC 2396 2.3", unreserved_2396!()),
        set("rfc2396:userinfo", "RFC 2396 3.2.2", userinfo!()),
        set("rfc2396:reg-name", "RFC 2396 3.2.1", reg_name!()),
        set("rfc2396:segment", "RFC 2396 3.3", segment!()),
        set("rfc2396:path", "RFC 2396 3.3", concat!(segment!(), "/")), // path_segments
        set("rfc2396:rel-segment", "RFC 2396 5", rel_segment!()),
        set("rfc2396:uric", "RFC 2396 2", uric!()),
        set("rfc2396:query", "RFC 2396 3.4", uric!()),
        set("rfc2396:fragment", "RFC 2396 4.1", uric!()),
        set("rfc2732:uric", "RFC 2732 3", uric_of_2732!()),
        set("rfc2732:query", "RFC 2732 3", uric_of_2732!()),
        set("rfc2732:fragment", "RFC 2732 3", uric_of_2732!()),
    ]
}

/// RFC 1738 section 5. `uchar` is `unreserved | escape`.
fn rfc1738() -> Vec<SetOracle> {
    rule!(safe = "$", "-", "_", ".", "+");
    rule!(extra = "!", "*", "'", "(", ")", ",");
    rule!(reserved = ";", "/", "?", ":", "@", "&", "=");
    rule!(uchar = alpha!(), digit!(), safe!(), extra!());
    rule!(xchar = uchar!(), reserved!());
    let rfc = |name, kept| set(name, "RFC 1738 5", kept);
    vec![
        rfc("rfc1738:unreserved", uchar!()),
        rfc("rfc1738:xchar", xchar!()),
        rfc("rfc1738:user", concat!(uchar!(), ";", "?", "&", "=")), // and password
        rfc("rfc1738:fsegment", concat!(uchar!(), "?", ":", "@", "&", "=")),
        rfc("rfc1738:hsegment", concat!(uchar!(), ";", ":", "@", "&", "=")),
        rfc("rfc1738:search", concat!(uchar!(), ";", ":", "@", "&", "=")),
        rfc("rfc1738:psegment", concat!(uchar!(), "?", ":", "@", "&", "=")),
        rfc("rfc1738:fieldname", concat!(uchar!(), "?", ":", "@", "&")), // and fieldvalue
        // article = 1*[ uchar | … ] "@" host: the part before the "@".
        rfc("rfc1738:article", concat!(uchar!(), ";", "/", "?", ":", "&", "=")),
    ]
}

/// RFC 1630, "BNF of Generic URI Syntax". Its `extra` does have the quotation mark. (The second
/// BNF of that document, for single schemes, puts `+` into `safe`, and then the two rules are one.)
fn rfc1630() -> Vec<SetOracle> {
    rule!(safe = "$", "-", "_", "@", ".", "&");
    rule!(extra = "!", "*", "\"", "'", "(", ")", ",");
    rule!(xalpha = alpha!(), digit!(), safe!(), extra!());
    vec![
        set("rfc1630:xalpha", "RFC 1630, generic BNF", xalpha!()),
        set("rfc1630:xpalpha", "RFC 1630, generic BNF", concat!(xalpha!(), "+")),
    ]
}

fn rfc8187() -> Vec<SetOracle> {
    rule!(
        attr_char = alpha!(),
        digit!(),
        "!",
        "#",
        "$",
        "&",
        "+",
        "-",
        ".",
        "^",
        "_",
        "`",
        "|",
        "~"
    );
    vec![set("rfc8187:attr-char", "RFC 8187 3.2.1", attr_char!())]
}

/// RFC 6265 4.1.1, and of it without `%`: what js-cookie writes.
fn rfc6265() -> Vec<SetOracle> {
    let kept =
        concat!(alpha!(), digit!(), "!", "#$&'()*+", "-./", ":", "<=>?@", "[", "]^_`", "{|}~");
    vec![set("rfc6265:cookie-octet", "RFC 6265 4.1.1", kept)]
}

/// GFF3 1.26, "Description of the Format", and VCF 4.3 section 1.2. Both encode some characters and no others.
fn gff3_and_vcf() -> Vec<SetOracle> {
    let column = concat!(" !\"#$", "&'()*+,-./", digit!(), ":;<=>?@", alpha!(), "[\\]^_`{|}~");
    let attribute = concat!(" !\"#$", "'()*+", "-./", digit!(), ":<>?@", alpha!(), "[\\]^_`{|}~");
    let info = concat!(" !\"#$", "&'()*+", "-./", digit!(), "<>?@", alpha!(), "[\\]^_`{|}~");
    vec![
        set("gff3:column", "GFF3 1.26", column).with(NonAscii::All),
        set("gff3:attribute", "GFF3 1.26", attribute).with(NonAscii::All),
        set("vcf:info", "VCF 4.3 1.2", info).with(NonAscii::All),
    ]
}

/// RFC 6570 3.2.1: `U` allows `unreserved`, `U+R` allows also `reserved` and `pct-encoded`.
fn rfc6570() -> Vec<SetOracle> {
    vec![
        set("rfc6570:unreserved", "RFC 6570 3.2.1", unreserved!()),
        set(
            "rfc6570:reserved",
            "RFC 6570 3.2.1",
            concat!(unreserved!(), gen_delims!(), sub_delims!()),
        )
        .keeping_triplets(),
    ]
}

/// WHATWG URL 1.3. The standard says what is *encoded*: to the right of each set is what it
/// encodes beyond C0 controls, DEL and everything outside ASCII. The self-test derives the left
/// from the right. Only `component` and `form` encode `%`. Only for `form` does "percent-encode
/// after encoding" write a space as `+`.
#[rustfmt::skip]
fn whatwg() -> Vec<SetOracle> {
    macro_rules! url {
        ($name:literal keeps $punctuation:literal) => {
            set($name, "WHATWG URL 1.3", concat!(alpha!(), digit!(), $punctuation))
        };
    }
    vec![
        url!("whatwg:c0-control"    keeps r##" !"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"##),
        url!("whatwg:fragment"      keeps r"!#$%&'()*+,-./:;=?@[\]^_{|}~"), // SP " < > `
        url!("whatwg:query"         keeps r"!$%&'()*+,-./:;=?@[\]^_`{|}~"), // SP " # < >
        url!("whatwg:special-query" keeps r"!$%&()*+,-./:;=?@[\]^_`{|}~"),  // query and '
        url!("whatwg:path"          keeps r"!$%&'()*+,-./:;=@[\]_|~"),      // query and ? ^ ` { }
        url!("whatwg:userinfo"      keeps "!$%&'()*+,-._~"),    // path and / : ; = @ [ \ ] |
        url!("whatwg:component"     keeps "!'()*-._~"),         // userinfo and $ % & + ,
        url!("whatwg:form"          keeps "*-._").plus(),       // component and ! ' ( ) ~
    ]
}

/// ECMA-262 19.2.6 and B.2.1.1.
fn ecmascript() -> Vec<SetOracle> {
    rule!(uri_reserved = ";", "/", "?", ":", "@", "&", "=", "+", "$", ",");
    rule!(uri_mark = "-", "_", ".", "!", "~", "*", "'", "(", ")");
    rule!(uri_unescaped = alpha!(), digit!(), uri_mark!());
    vec![
        set("ecmascript:uri", "ECMA-262 19.2.6.3", concat!(uri_reserved!(), uri_unescaped!(), "#")),
        set("ecmascript:uri-component", "ECMA-262 19.2.6.4", uri_unescaped!()),
        set("ecmascript:escape", "ECMA-262 B.2.1.1", concat!(alpha!(), digit!(), "@*_+-./")),
    ]
}

/// What widely used encoders do, whatever a specification says.
fn dialect() -> Vec<SetOracle> {
    rule!(alnum = alpha!(), digit!());
    vec![
        set("dialect:java", "java.net.URLEncoder", concat!(alnum!(), ".-*_")).plus(),
        set("dialect:python-quote", "urllib.parse.quote", concat!(alnum!(), "_.-~", "/")),
        set("dialect:python-quote-plus", "urllib.parse.quote_plus", concat!(alnum!(), "_.-~"))
            .plus(),
        set("dialect:go-query", "net/url.QueryEscape", concat!(alnum!(), "-_.~")).plus(),
        set("dialect:go-path", "net/url.PathEscape", concat!(alnum!(), "-_.~", "$&+:=@")),
        set("dialect:php-raw", "rawurlencode, PHP 5.3", concat!(alnum!(), "-_.~")),
        set("dialect:php-form", "urlencode", concat!(alnum!(), "-_.")).plus(),
        set("dialect:spark", "java.net.URLEncoder", concat!(alnum!(), ".-*_")).plus(),
        set("dialect:duckdb", "DuckDB 1.2 url_encode", concat!(alnum!(), "-_.~")),
        set("dialect:clickhouse", "encodeURLComponent", concat!(alnum!(), "-_.~")),
        set("dialect:clickhouse-form", "encodeURLFormComponent", concat!(alnum!(), "-_.~")).plus(),
        set("dialect:dotnet-data", "Uri.EscapeDataString, .NET Framework 4.5", unreserved!()),
        set("dialect:dotnet-form", "WebUtility.UrlEncode, .NET 4.5", concat!(alnum!(), "-_.!*()"))
            .plus(),
        set("dialect:aws-sigv4", "AWS Signature 4, UriEncode", unreserved!()),
        set("dialect:aws-sigv4-path", "AWS Signature 4, UriEncode", concat!(unreserved!(), "/")),
        set("dialect:oauth1", "RFC 5849 3.6", unreserved!()),
        set("dialect:purl", "ECMA-427, Character encoding", concat!(alnum!(), ".-_~", ":")),
        // %x20-%x24 / %x26-%x7E.
        set(
            "dialect:grpc-message",
            "gRPC over HTTP/2",
            concat!(" !\"#$", "&'()*+,-./", digit!(), ":;<=>?@", alpha!(), "[\\]^_`{|}~"),
        ),
        set(
            "dialect:hive-partition",
            "Hive 4, charToEscape",
            concat!(alnum!(), " !$&()+,-.;<>@_`|}~"),
        )
        .with(NonAscii::All),
        set("dialect:ruby-url-encode", "erb/util.rb", concat!(alnum!(), "_-.~")),
        set("dialect:ruby-form", "uri/common.rb, TBLENCWWWCOMP_", concat!("*-.", alnum!(), "_"))
            .plus(),
        set(
            "dialect:ruby-uri-component",
            "uri/common.rb, TBLENCURICOMP_",
            concat!("*-.", alnum!(), "_"),
        ),
        set("dialect:ruby-cgi", "cgi/util.rb", concat!(alnum!(), "_.-~")).plus(),
        set("dialect:perl", "URI::Escape, RFC3986", concat!(alnum!(), "-._~")),
        set(
            "dialect:elixir-uri",
            "URI.char_unescaped?",
            concat!(":/?#[]@!$&'()*+,;=", alnum!(), "~_-."),
        ),
        set("dialect:elixir-form", "URI.char_unreserved?", concat!(alnum!(), "~_-.")).plus(),
        set(
            "dialect:swift-user",
            "kURLUserAllowedCharacters",
            concat!("!$&'()*+,-.", digit!(), ";=", alpha!(), "_~"),
        ),
        set(
            "dialect:swift-host",
            "kURLHostAllowedCharacters",
            concat!("!$&'()*+,-.", digit!(), ":;=", alpha!(), "[]_~"),
        ),
        set(
            "dialect:swift-path",
            "kURLPathAllowedCharacters",
            concat!("!$&'()*+,-./", digit!(), ":=@", alpha!(), "_~"),
        ),
        set(
            "dialect:swift-query",
            "kURLQueryAllowedCharacters",
            concat!("!$&'()*+,-./", digit!(), ":;=?@", alpha!(), "_~"),
        ),
        set(
            "dialect:swift-fragment",
            "kURLFragmentAllowedCharacters",
            concat!("!$&'()*+,-./", digit!(), ":;=?@", alpha!(), "_~"),
        ),
        set("dialect:r-url", "URLencode, R 4.2", concat!("][!$&'()*+,;=:/?@#", alnum!(), "._~-")),
        set("dialect:r-url-reserved", "URLencode, R 4.2", concat!(alnum!(), "._~-")),
        set(
            "dialect:dart-component",
            "dart:core _unreserved2396Table",
            concat!("!'()*-.", alnum!(), "_~"),
        ),
        set(
            "dialect:dart-full",
            "dart:core _encodeFullTable",
            concat!("!#$&'()*+,-./:;=?@_~", alnum!()),
        ),
        set("dialect:dart-query", "dart:core _unreservedTable", concat!("-._~", alnum!())).plus(),
    ]
}
