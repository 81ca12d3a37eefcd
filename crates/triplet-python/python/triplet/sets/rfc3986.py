"""The encode sets of RFC 3986, the generic syntax of URIs."""

from triplet._triplet import EncodeSet as _EncodeSet

UNRESERVED: _EncodeSet = _EncodeSet.by_name("rfc3986:unreserved")
"""Any data, anywhere in a URI."""

USERINFO: _EncodeSet = _EncodeSet.by_name("rfc3986:userinfo")
"""A whole userinfo."""

REG_NAME: _EncodeSet = _EncodeSet.by_name("rfc3986:reg-name")
"""A registered name as host."""

SEGMENT: _EncodeSet = _EncodeSet.by_name("rfc3986:segment")
"""One segment of a path."""

SEGMENT_NZ_NC: _EncodeSet = _EncodeSet.by_name("rfc3986:segment-nz-nc")
"""The first segment of a relative path."""

SEGMENT_DATA: _EncodeSet = _EncodeSet.by_name("rfc3986:segment-data")
"""Data in one segment, no delimiter kept."""

PATH: _EncodeSet = _EncodeSet.by_name("rfc3986:path")
"""A whole path with its /."""

QUERY: _EncodeSet = _EncodeSet.by_name("rfc3986:query")
"""A whole query with its & and =."""

QUERY_VALUE: _EncodeSet = _EncodeSet.by_name("rfc3986:query-value")
"""One name or value of a query of pairs."""

FRAGMENT: _EncodeSet = _EncodeSet.by_name("rfc3986:fragment")
"""A fragment."""
