"""The encode sets of RFC 1630, URLs as of 1994."""

from triplet._triplet import EncodeSet as _EncodeSet

XALPHA: _EncodeSet = _EncodeSet.by_name("rfc1630:xalpha")
"""A word of a search, a fragment, as of 1994."""

XPALPHA: _EncodeSet = _EncodeSet.by_name("rfc1630:xpalpha")
"""One segment of a path."""
