"""The encode sets of well-known functions of other languages and services."""

from triplet._triplet import EncodeSet as _EncodeSet

JAVA_URL_ENCODER: _EncodeSet = _EncodeSet.by_name("dialect:java")
"""Java URLEncoder; space is +."""

PYTHON_QUOTE: _EncodeSet = _EncodeSet.by_name("dialect:python-quote")
"""Python quote."""

PYTHON_QUOTE_PLUS: _EncodeSet = _EncodeSet.by_name("dialect:python-quote-plus")
"""Python quote_plus; space is +."""

GO_QUERY: _EncodeSet = _EncodeSet.by_name("dialect:go-query")
"""Go url.QueryEscape; space is +."""

GO_PATH: _EncodeSet = _EncodeSet.by_name("dialect:go-path")
"""Go url.PathEscape."""

PHP_RAW: _EncodeSet = _EncodeSet.by_name("dialect:php-raw")
"""PHP rawurlencode."""

PHP_FORM: _EncodeSet = _EncodeSet.by_name("dialect:php-form")
"""PHP urlencode; space is +."""

SPARK: _EncodeSet = _EncodeSet.by_name("dialect:spark")
"""Spark url_encode; space is +."""

DUCKDB: _EncodeSet = _EncodeSet.by_name("dialect:duckdb")
"""DuckDB url_encode."""

CLICKHOUSE: _EncodeSet = _EncodeSet.by_name("dialect:clickhouse")
"""ClickHouse encodeURLComponent."""

CLICKHOUSE_FORM: _EncodeSet = _EncodeSet.by_name("dialect:clickhouse-form")
"""ClickHouse encodeURLFormComponent; space is +."""

DOTNET_DATA: _EncodeSet = _EncodeSet.by_name("dialect:dotnet-data")
""".NET Uri.EscapeDataString."""

DOTNET_FORM: _EncodeSet = _EncodeSet.by_name("dialect:dotnet-form")
""".NET WebUtility.UrlEncode, and HttpUtility.UrlEncode with --lower; space is +."""

AWS_SIGV4: _EncodeSet = _EncodeSet.by_name("dialect:aws-sigv4")
"""AWS Signature Version 4."""

AWS_SIGV4_PATH: _EncodeSet = _EncodeSet.by_name("dialect:aws-sigv4-path")
"""AWS Signature Version 4, object keys."""

OAUTH1: _EncodeSet = _EncodeSet.by_name("dialect:oauth1")
"""OAuth 1.0."""

PURL: _EncodeSet = _EncodeSet.by_name("dialect:purl")
"""Package URLs: a segment, a name, a version, a value."""

GRPC_MESSAGE: _EncodeSet = _EncodeSet.by_name("dialect:grpc-message")
"""gRPC: the message of a status."""

HIVE_PARTITION: _EncodeSet = _EncodeSet.by_name("dialect:hive-partition")
"""Hive and Spark: a name or value in a partition's path."""

RUBY_URL_ENCODE: _EncodeSet = _EncodeSet.by_name("dialect:ruby-url-encode")
"""Ruby ERB::Util.url_encode, CGI.escapeURIComponent."""

RUBY_FORM: _EncodeSet = _EncodeSet.by_name("dialect:ruby-form")
"""Ruby URI.encode_www_form_component; space is +."""

RUBY_URI_COMPONENT: _EncodeSet = _EncodeSet.by_name("dialect:ruby-uri-component")
"""Ruby URI.encode_uri_component."""

RUBY_CGI: _EncodeSet = _EncodeSet.by_name("dialect:ruby-cgi")
"""Ruby CGI.escape; space is +."""

PERL: _EncodeSet = _EncodeSet.by_name("dialect:perl")
"""Perl uri_escape, uri_escape_utf8."""

ELIXIR_URI: _EncodeSet = _EncodeSet.by_name("dialect:elixir-uri")
"""Elixir URI.encode."""

ELIXIR_FORM: _EncodeSet = _EncodeSet.by_name("dialect:elixir-form")
"""Elixir URI.encode_www_form; space is +."""

SWIFT_USER: _EncodeSet = _EncodeSet.by_name("dialect:swift-user")
"""Swift urlUserAllowed, urlPasswordAllowed."""

SWIFT_HOST: _EncodeSet = _EncodeSet.by_name("dialect:swift-host")
"""Swift urlHostAllowed."""

SWIFT_PATH: _EncodeSet = _EncodeSet.by_name("dialect:swift-path")
"""Swift urlPathAllowed."""

SWIFT_QUERY: _EncodeSet = _EncodeSet.by_name("dialect:swift-query")
"""Swift urlQueryAllowed."""

SWIFT_FRAGMENT: _EncodeSet = _EncodeSet.by_name("dialect:swift-fragment")
"""Swift urlFragmentAllowed."""

R_URL: _EncodeSet = _EncodeSet.by_name("dialect:r-url")
"""R URLencode."""

R_URL_RESERVED: _EncodeSet = _EncodeSet.by_name("dialect:r-url-reserved")
"""R URLencode(x, reserved = TRUE)."""

DART_COMPONENT: _EncodeSet = _EncodeSet.by_name("dialect:dart-component")
"""Dart Uri.encodeComponent."""

DART_FULL: _EncodeSet = _EncodeSet.by_name("dialect:dart-full")
"""Dart Uri.encodeFull."""

DART_QUERY: _EncodeSet = _EncodeSet.by_name("dialect:dart-query")
"""Dart Uri.encodeQueryComponent; space is +."""
