//! The sets of well-known functions of other languages, query engines and services. Encoding UTF-8 text under one of them
//! gives the same bytes as the original function.
//!
//! A set that writes a space as `+` does so without an option of the view.

use super::{EncodeSet, NonAscii, ecmascript, rfc3986, whatwg};

/// Java `URLEncoder.encode(text, UTF_8)`: keeps letters, digits, `.`, `-`, `*`, `_`; a space is `+`.
pub const JAVA_URL_ENCODER: EncodeSet = EncodeSet::ALPHANUMERIC.also_keep(b".-*_").space_as_plus();

/// Python `urllib.parse.quote(text)`: keeps unreserved and, by default, `/`.
pub const PYTHON_QUOTE: EncodeSet = rfc3986::UNRESERVED.also_keep(b"/");

/// Python `urllib.parse.quote_plus(text)`: keeps unreserved; a space is `+`. With `safe="+"` Python keeps `+`
/// too, and the result is ambiguous: see [`EncodeSet::space_as_ambiguous_plus`].
pub const PYTHON_QUOTE_PLUS: EncodeSet = rfc3986::UNRESERVED.space_as_plus();

/// Go `url.QueryEscape`: keeps unreserved; a space is `+`.
pub const GO_QUERY: EncodeSet = rfc3986::UNRESERVED.space_as_plus();

/// Go `url.PathEscape`: keeps unreserved and `$ & + = : @`.
pub const GO_PATH: EncodeSet = rfc3986::UNRESERVED.also_keep(b"$&+=:@");

/// PHP `rawurlencode`: keeps unreserved.
pub const PHP_RAW: EncodeSet = rfc3986::UNRESERVED;

/// PHP `urlencode`: keeps letters, digits, `-`, `_`, `.`; a space is `+`, and `~` is encoded.
pub const PHP_FORM: EncodeSet = EncodeSet::ALPHANUMERIC.also_keep(b"-_.").space_as_plus();

/// Apache Spark `url_encode(text)`: calls Java's `URLEncoder`, so it keeps letters, digits, `.`, `-`, `*`, `_`; a
/// space is `+`.
pub const SPARK: EncodeSet = JAVA_URL_ENCODER;

/// DuckDB `url_encode(text)`: keeps unreserved.
pub const DUCKDB: EncodeSet = rfc3986::UNRESERVED;

/// ClickHouse `encodeURLComponent(text)`: keeps unreserved.
pub const CLICKHOUSE: EncodeSet = rfc3986::UNRESERVED;

/// ClickHouse `encodeURLFormComponent(text)`: keeps unreserved; a space is `+`.
pub const CLICKHOUSE_FORM: EncodeSet = rfc3986::UNRESERVED.space_as_plus();

/// .NET `Uri.EscapeDataString`: keeps unreserved.
pub const DOTNET_DATA: EncodeSet = rfc3986::UNRESERVED;

/// .NET `WebUtility.UrlEncode`: keeps ASCII alphanumerics, `-_.!*()`; a space is `+`. `HttpUtility.UrlEncode` keeps the same, and writes
/// hexadecimal digits in lower case.
pub const DOTNET_FORM: EncodeSet = EncodeSet::ALPHANUMERIC.also_keep(b"-_.!*()").space_as_plus();

/// AWS Signature Version 4 `UriEncode` with the slash encoded: keeps unreserved.
pub const AWS_SIGV4: EncodeSet = rfc3986::UNRESERVED;

/// AWS Signature Version 4 `UriEncode` for an object key: keeps unreserved and `/`.
pub const AWS_SIGV4_PATH: EncodeSet = rfc3986::UNRESERVED.also_keep(b"/");

/// OAuth 1.0 (RFC 5849 section 3.6): keeps unreserved.
pub const OAUTH1: EncodeSet = rfc3986::UNRESERVED;

/// Package URL (ECMA-427, *Character encoding*): a segment, a name, a version or a qualifier's value keeps unreserved and `:`.
pub const PURL: EncodeSet = rfc3986::UNRESERVED.also_keep(b":");

/// gRPC over HTTP/2, *Status-Message*: keeps `%x20-24` and `%x26-7E`, that is the space and all visible ASCII but `%`. Who
/// decodes must not refuse a malformed triplet: use [`Decode::lenient`](crate::Decode::lenient).
pub const GRPC_MESSAGE: EncodeSet = EncodeSet::encoding(b"%");

/// Apache Hive `FileUtils.escapePathName`, and Spark's function of the same name: the name or the value of a partition in a path
/// `name=value/…`. Keeps the space, `}`, and all characters outside ASCII. An empty value is `__HIVE_DEFAULT_PARTITION__` there.
pub const HIVE_PARTITION: EncodeSet =
    EncodeSet::encoding(b"\"#%'*/:=?\\[]^{").non_ascii(NonAscii::Keep);

/// Ruby `ERB::Util.url_encode` and `CGI.escapeURIComponent`: keeps unreserved.
pub const RUBY_URL_ENCODE: EncodeSet = rfc3986::UNRESERVED;

/// Ruby `URI.encode_www_form_component`, which Rack and Rails use for queries: [`whatwg::FORM`]; a space is `+`, and `~` is encoded.
pub const RUBY_FORM: EncodeSet = whatwg::FORM;

/// Ruby `URI.encode_uri_component`: [`RUBY_FORM`], but a space is `%20`.
pub const RUBY_URI_COMPONENT: EncodeSet = whatwg::FORM.space_by_set();

/// Ruby `CGI.escape`: keeps unreserved; a space is `+`.
pub const RUBY_CGI: EncodeSet = rfc3986::UNRESERVED.space_as_plus();

/// Perl `URI::Escape`, `uri_escape(octets)` and `uri_escape_utf8(text)`: keeps unreserved.
pub const PERL: EncodeSet = rfc3986::UNRESERVED;

/// Elixir `URI.encode`, for a whole URI: keeps unreserved and reserved. A `%` is encoded, so a triplet is encoded twice.
pub const ELIXIR_URI: EncodeSet =
    rfc3986::UNRESERVED.union(rfc3986::GEN_DELIMS).union(rfc3986::SUB_DELIMS);

/// Elixir `URI.encode_www_form`: keeps unreserved; a space is `+`.
pub const ELIXIR_FORM: EncodeSet = rfc3986::UNRESERVED.space_as_plus();

/// Swift `CharacterSet.urlUserAllowed` and `urlPasswordAllowed`: keeps unreserved and sub-delims.
pub const SWIFT_USER: EncodeSet = rfc3986::UNRESERVED.union(rfc3986::SUB_DELIMS);

/// Swift `CharacterSet.urlHostAllowed`: keeps unreserved, sub-delims and `: [ ]`.
pub const SWIFT_HOST: EncodeSet = SWIFT_USER.also_keep(b":[]");

/// Swift `CharacterSet.urlPathAllowed`: [`rfc3986::PATH`], but `;` is encoded.
pub const SWIFT_PATH: EncodeSet = rfc3986::PATH.also_encode(b";");

/// Swift `CharacterSet.urlQueryAllowed`: [`rfc3986::QUERY`]. It keeps `&`, `=` and `+`, so it does not encode a value.
pub const SWIFT_QUERY: EncodeSet = rfc3986::QUERY;

/// Swift `CharacterSet.urlFragmentAllowed`: [`rfc3986::FRAGMENT`].
pub const SWIFT_FRAGMENT: EncodeSet = rfc3986::FRAGMENT;

/// R `utils::URLencode(text)`: keeps unreserved and reserved. R does not change a text that has a triplet anywhere, unless
/// `repeated = TRUE`.
pub const R_URL: EncodeSet = ELIXIR_URI;

/// R `utils::URLencode(text, reserved = TRUE)`: keeps unreserved, and is as [`R_URL`] otherwise.
pub const R_URL_RESERVED: EncodeSet = rfc3986::UNRESERVED;

/// Dart `Uri.encodeComponent`: JavaScript's `encodeURIComponent`.
pub const DART_COMPONENT: EncodeSet = ecmascript::URI_COMPONENT;

/// Dart `Uri.encodeFull`: JavaScript's `encodeURI`.
pub const DART_FULL: EncodeSet = ecmascript::URI;

/// Dart `Uri.encodeQueryComponent`: keeps unreserved; a space is `+`.
pub const DART_QUERY: EncodeSet = rfc3986::UNRESERVED.space_as_plus();
