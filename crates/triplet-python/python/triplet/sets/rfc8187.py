"""The encode sets of RFC 8187, parameters of HTTP header fields."""

from triplet._triplet import EncodeSet as _EncodeSet

ATTR_CHAR: _EncodeSet = _EncodeSet.by_name("rfc8187:attr-char")
"""Parameters of HTTP header fields."""
