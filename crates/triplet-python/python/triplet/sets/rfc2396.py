"""The encode sets of RFC 2396, URIs as of 1998."""

from triplet._triplet import EncodeSet as _EncodeSet

UNRESERVED: _EncodeSet = _EncodeSet.by_name("rfc2396:unreserved")
"""Any data, as of 1998."""

USERINFO: _EncodeSet = _EncodeSet.by_name("rfc2396:userinfo")
"""A userinfo."""

REG_NAME: _EncodeSet = _EncodeSet.by_name("rfc2396:reg-name")
"""A registry-based authority."""

SEGMENT: _EncodeSet = _EncodeSet.by_name("rfc2396:segment")
"""One segment of a path with its parameters."""

PATH: _EncodeSet = _EncodeSet.by_name("rfc2396:path")
"""A path."""

REL_SEGMENT: _EncodeSet = _EncodeSet.by_name("rfc2396:rel-segment")
"""The first segment of a relative path."""

URIC: _EncodeSet = _EncodeSet.by_name("rfc2396:uric")
"""Every character that a URI may have."""

QUERY: _EncodeSet = _EncodeSet.by_name("rfc2396:query")
"""A query."""

FRAGMENT: _EncodeSet = _EncodeSet.by_name("rfc2396:fragment")
"""A fragment."""
