//! The names of the sets, for programs that take a name from a user.

use super::{
    EncodeSet, dialect, ecmascript, gff3, rfc1630, rfc1738, rfc2396, rfc2732, rfc3986, rfc3987,
    rfc6265, rfc6570, rfc8187, vcf, whatwg,
};

/// A set and the name by which [`EncodeSet::by_name`] finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Named {
    /// `specification:rule`, in lower case.
    pub name: &'static str,
    /// The set.
    pub set: EncodeSet,
    /// What the set is for, in a few words.
    pub about: &'static str,
}

/// The iterator that [`EncodeSet::names`] returns.
#[derive(Clone, Debug)]
pub struct Names(core::slice::Iter<'static, Named>);

impl Iterator for Names {
    type Item = Named;

    fn next(&mut self) -> Option<Named> {
        self.0.next().copied()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Names {
    fn next_back(&mut self) -> Option<Named> {
        self.0.next_back().copied()
    }
}

impl ExactSizeIterator for Names {}

impl core::iter::FusedIterator for Names {}

const fn named(name: &'static str, set: EncodeSet, about: &'static str) -> Named {
    Named { name, set, about }
}

/// Grouped by specification, the current ones first.
#[rustfmt::skip]
static REGISTRY: &[Named] = &[
    named("rfc3986:unreserved", rfc3986::UNRESERVED, "any data, anywhere in a URI"),
    named("rfc3986:userinfo", rfc3986::USERINFO, "a whole userinfo"),
    named("rfc3986:reg-name", rfc3986::REG_NAME, "a registered name as host"),
    named("rfc3986:segment", rfc3986::SEGMENT, "one segment of a path"),
    named("rfc3986:segment-nz-nc", rfc3986::SEGMENT_NZ_NC, "the first segment of a relative path"),
    named("rfc3986:segment-data", rfc3986::SEGMENT_DATA, "data in one segment, no delimiter kept"),
    named("rfc3986:path", rfc3986::PATH, "a whole path with its /"),
    named("rfc3986:query", rfc3986::QUERY, "a whole query with its & and ="),
    named("rfc3986:query-value", rfc3986::QUERY_VALUE, "one name or value of a query of pairs"),
    named("rfc3986:fragment", rfc3986::FRAGMENT, "a fragment"),
    named("rfc3987:iunreserved", rfc3987::IUNRESERVED, "any data in an IRI, letters readable"),
    named("rfc3987:iuserinfo", rfc3987::IUSERINFO, "a userinfo of an IRI"),
    named("rfc3987:ireg-name", rfc3987::IREG_NAME, "a registered name of an IRI"),
    named("rfc3987:isegment", rfc3987::ISEGMENT, "one segment of an IRI's path"),
    named("rfc3987:isegment-nz-nc", rfc3987::ISEGMENT_NZ_NC, "the first segment of a relative IRI path"),
    named("rfc3987:ipath", rfc3987::IPATH, "an IRI's path"),
    named("rfc3987:iquery", rfc3987::IQUERY, "an IRI's query"),
    named("rfc3987:ifragment", rfc3987::IFRAGMENT, "an IRI's fragment"),
    named("whatwg:c0-control", whatwg::C0_CONTROL, "URL standard: opaque hosts and paths"),
    named("whatwg:fragment", whatwg::FRAGMENT, "URL standard: fragments"),
    named("whatwg:query", whatwg::QUERY, "URL standard: queries"),
    named("whatwg:special-query", whatwg::SPECIAL_QUERY, "URL standard: queries of special schemes"),
    named("whatwg:path", whatwg::PATH, "URL standard: paths"),
    named("whatwg:userinfo", whatwg::USERINFO, "URL standard: user names and passwords"),
    named("whatwg:component", whatwg::COMPONENT, "URL standard: what encodeURIComponent does"),
    named("whatwg:form", whatwg::FORM, "URL standard: names and values of forms; space is +"),
    named("ecmascript:uri", ecmascript::URI, "encodeURI"),
    named("ecmascript:uri-component", ecmascript::URI_COMPONENT, "encodeURIComponent"),
    named("ecmascript:escape", ecmascript::ESCAPE, "escape, for bytes"),
    named("rfc8187:attr-char", rfc8187::ATTR_CHAR, "parameters of HTTP header fields"),
    named("rfc6265:cookie-octet", rfc6265::COOKIE_OCTET, "the value of a cookie"),
    named("gff3:column", gff3::COLUMN, "GFF3: a column"),
    named("gff3:attribute", gff3::ATTRIBUTE, "GFF3: a name or value of the attributes"),
    named("vcf:info", vcf::INFO, "VCF: a value of INFO"),
    named("rfc6570:unreserved", rfc6570::UNRESERVED, "URI templates: {var}"),
    named("rfc6570:reserved", rfc6570::RESERVED, "URI templates: {+var} and {#var}; keeps triplets"),
    named("rfc2732:uric", rfc2732::URIC, "RFC 2396 with the brackets of IPv6"),
    named("rfc2732:query", rfc2732::QUERY, "a query, with brackets"),
    named("rfc2732:fragment", rfc2732::FRAGMENT, "a fragment, with brackets"),
    named("rfc2396:unreserved", rfc2396::UNRESERVED, "any data, as of 1998"),
    named("rfc2396:userinfo", rfc2396::USERINFO, "a userinfo"),
    named("rfc2396:reg-name", rfc2396::REG_NAME, "a registry-based authority"),
    named("rfc2396:segment", rfc2396::SEGMENT, "one segment of a path with its parameters"),
    named("rfc2396:path", rfc2396::PATH, "a path"),
    named("rfc2396:rel-segment", rfc2396::REL_SEGMENT, "the first segment of a relative path"),
    named("rfc2396:uric", rfc2396::URIC, "every character that a URI may have"),
    named("rfc2396:query", rfc2396::QUERY, "a query"),
    named("rfc2396:fragment", rfc2396::FRAGMENT, "a fragment"),
    named("rfc1738:unreserved", rfc1738::UNRESERVED, "any data, as of 1994"),
    named("rfc1738:xchar", rfc1738::XCHAR, "a gopher selector, a mail address"),
    named("rfc1738:user", rfc1738::USER, "a user or a password"),
    named("rfc1738:fsegment", rfc1738::FSEGMENT, "one segment of a path of ftp and file"),
    named("rfc1738:hsegment", rfc1738::HSEGMENT, "one segment of a path of http"),
    named("rfc1738:search", rfc1738::SEARCH, "a search of http and gopher"),
    named("rfc1738:psegment", rfc1738::PSEGMENT, "one segment of a path of prospero"),
    named("rfc1738:fieldname", rfc1738::FIELDNAME, "a field's name or value of prospero"),
    named("rfc1738:article", rfc1738::ARTICLE, "an article of news, before its @"),
    named("rfc1630:xalpha", rfc1630::XALPHA, "a word of a search, a fragment, as of 1994"),
    named("rfc1630:xpalpha", rfc1630::XPALPHA, "one segment of a path"),
    named("dialect:java", dialect::JAVA_URL_ENCODER, "Java URLEncoder; space is +"),
    named("dialect:python-quote", dialect::PYTHON_QUOTE, "Python quote"),
    named("dialect:python-quote-plus", dialect::PYTHON_QUOTE_PLUS, "Python quote_plus; space is +"),
    named("dialect:go-query", dialect::GO_QUERY, "Go url.QueryEscape; space is +"),
    named("dialect:go-path", dialect::GO_PATH, "Go url.PathEscape"),
    named("dialect:php-raw", dialect::PHP_RAW, "PHP rawurlencode"),
    named("dialect:php-form", dialect::PHP_FORM, "PHP urlencode; space is +"),
    named("dialect:spark", dialect::SPARK, "Spark url_encode; space is +"),
    named("dialect:duckdb", dialect::DUCKDB, "DuckDB url_encode"),
    named("dialect:clickhouse", dialect::CLICKHOUSE, "ClickHouse encodeURLComponent"),
    named("dialect:clickhouse-form", dialect::CLICKHOUSE_FORM, "ClickHouse encodeURLFormComponent; space is +"),
    named("dialect:dotnet-data", dialect::DOTNET_DATA, ".NET Uri.EscapeDataString"),
    named("dialect:dotnet-form", dialect::DOTNET_FORM, ".NET WebUtility.UrlEncode, and HttpUtility.UrlEncode with --lower; space is +"),
    named("dialect:aws-sigv4", dialect::AWS_SIGV4, "AWS Signature Version 4"),
    named("dialect:aws-sigv4-path", dialect::AWS_SIGV4_PATH, "AWS Signature Version 4, object keys"),
    named("dialect:oauth1", dialect::OAUTH1, "OAuth 1.0"),
    named("dialect:purl", dialect::PURL, "package URLs: a segment, a name, a version, a value"),
    named("dialect:grpc-message", dialect::GRPC_MESSAGE, "gRPC: the message of a status"),
    named("dialect:hive-partition", dialect::HIVE_PARTITION, "Hive and Spark: a name or value in a partition's path"),
    named("dialect:ruby-url-encode", dialect::RUBY_URL_ENCODE, "Ruby ERB::Util.url_encode, CGI.escapeURIComponent"),
    named("dialect:ruby-form", dialect::RUBY_FORM, "Ruby URI.encode_www_form_component; space is +"),
    named("dialect:ruby-uri-component", dialect::RUBY_URI_COMPONENT, "Ruby URI.encode_uri_component"),
    named("dialect:ruby-cgi", dialect::RUBY_CGI, "Ruby CGI.escape; space is +"),
    named("dialect:perl", dialect::PERL, "Perl uri_escape, uri_escape_utf8"),
    named("dialect:elixir-uri", dialect::ELIXIR_URI, "Elixir URI.encode"),
    named("dialect:elixir-form", dialect::ELIXIR_FORM, "Elixir URI.encode_www_form; space is +"),
    named("dialect:swift-user", dialect::SWIFT_USER, "Swift urlUserAllowed, urlPasswordAllowed"),
    named("dialect:swift-host", dialect::SWIFT_HOST, "Swift urlHostAllowed"),
    named("dialect:swift-path", dialect::SWIFT_PATH, "Swift urlPathAllowed"),
    named("dialect:swift-query", dialect::SWIFT_QUERY, "Swift urlQueryAllowed"),
    named("dialect:swift-fragment", dialect::SWIFT_FRAGMENT, "Swift urlFragmentAllowed"),
    named("dialect:r-url", dialect::R_URL, "R URLencode"),
    named("dialect:r-url-reserved", dialect::R_URL_RESERVED, "R URLencode(x, reserved = TRUE)"),
    named("dialect:dart-component", dialect::DART_COMPONENT, "Dart Uri.encodeComponent"),
    named("dialect:dart-full", dialect::DART_FULL, "Dart Uri.encodeFull"),
    named("dialect:dart-query", dialect::DART_QUERY, "Dart Uri.encodeQueryComponent; space is +"),
];

/// Other names of sets. [`EncodeSet::names`] does not list them.
static ALIASES: &[(&str, &str)] = &[
    ("rfc3986:path-segment", "rfc3986:segment"),
    ("rfc3986:pchar", "rfc3986:segment"),
    ("rfc2396:pchar", "rfc2396:segment"),
    ("rfc1738:password", "rfc1738:user"),
    ("rfc1738:uchar", "rfc1738:unreserved"),
    ("rfc1738:fieldvalue", "rfc1738:fieldname"),
    ("dialect:js", "ecmascript:uri-component"),
    ("dialect:cookie-octet", "rfc6265:cookie-octet"),
    ("dialect:gff3", "gff3:attribute"),
    ("dialect:vcf", "vcf:info"),
    ("dialect:segment-data", "rfc3986:segment-data"),
];

pub(super) fn all() -> Names {
    Names(REGISTRY.iter())
}

/// A name without a colon is that of a dialect: `duckdb` is `dialect:duckdb`. Nobody can tell of `segment` which
/// specification is meant, but there is one `duckdb`.
pub(super) fn find(name: &str) -> Option<&'static Named> {
    let (specification, rule) = name.split_once(':').unwrap_or(("dialect", name));
    let is_named = |known: &str| known.split_once(':') == Some((specification, rule));
    let known = ALIASES.iter().find(|(alias, _)| is_named(alias)).map(|(_, name)| *name);
    REGISTRY.iter().find(|named| match known {
        Some(known) => named.name == known,
        None => is_named(named.name),
    })
}
