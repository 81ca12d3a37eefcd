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

AWS_SIGV4: _EncodeSet = _EncodeSet.by_name("dialect:aws-sigv4")
"""AWS Signature Version 4."""

AWS_SIGV4_PATH: _EncodeSet = _EncodeSet.by_name("dialect:aws-sigv4-path")
"""AWS Signature Version 4, object keys."""

OAUTH1: _EncodeSet = _EncodeSet.by_name("dialect:oauth1")
"""OAuth 1.0."""
