//! The sets of well-known functions of other languages, query engines and services. Encoding UTF-8 text under one of them
//! gives the same bytes as the original function.
//!
//! A set that writes a space as `+` does so without an option of the view.

use super::{EncodeSet, rfc3986};

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

/// AWS Signature Version 4 `UriEncode` with the slash encoded: keeps unreserved.
pub const AWS_SIGV4: EncodeSet = rfc3986::UNRESERVED;

/// AWS Signature Version 4 `UriEncode` for an object key: keeps unreserved and `/`.
pub const AWS_SIGV4_PATH: EncodeSet = rfc3986::UNRESERVED.also_keep(b"/");

/// OAuth 1.0 (RFC 5849 section 3.6): keeps unreserved.
pub const OAUTH1: EncodeSet = rfc3986::UNRESERVED;
