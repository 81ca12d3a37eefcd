"""The encode sets of RFC 2732, RFC 2396 with the brackets of IPv6."""

from triplet._triplet import EncodeSet as _EncodeSet

URIC: _EncodeSet = _EncodeSet.by_name("rfc2732:uric")
"""RFC 2396 with the brackets of IPv6."""

QUERY: _EncodeSet = _EncodeSet.by_name("rfc2732:query")
"""A query, with brackets."""

FRAGMENT: _EncodeSet = _EncodeSet.by_name("rfc2732:fragment")
"""A fragment, with brackets."""
