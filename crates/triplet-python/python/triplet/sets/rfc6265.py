"""The encode set of RFC 6265, cookies."""

from triplet._triplet import EncodeSet as _EncodeSet

COOKIE_OCTET: _EncodeSet = _EncodeSet.by_name("rfc6265:cookie-octet")
"""The value of a cookie."""
