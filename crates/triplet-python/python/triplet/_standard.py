"""The functions of ``urllib.parse`` as they are when ``triplet`` is imported.

The compiled functions hand arguments of rare types over to them, so that results and exceptions are those of the interpreter that runs.
"""

from urllib.parse import (
    parse_qs,
    parse_qsl,
    quote,
    quote_from_bytes,
    quote_plus,
    unquote,
    unquote_plus,
    unquote_to_bytes,
    urlencode,
)

__all__ = [
    "parse_qs",
    "parse_qsl",
    "quote",
    "quote_from_bytes",
    "quote_plus",
    "unquote",
    "unquote_plus",
    "unquote_to_bytes",
    "urlencode",
]
