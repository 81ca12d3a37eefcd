"""The encode sets of the URL standard."""

from triplet._triplet import EncodeSet as _EncodeSet

C0_CONTROL: _EncodeSet = _EncodeSet.by_name("whatwg:c0-control")
"""URL standard: opaque hosts and paths."""

FRAGMENT: _EncodeSet = _EncodeSet.by_name("whatwg:fragment")
"""URL standard: fragments."""

QUERY: _EncodeSet = _EncodeSet.by_name("whatwg:query")
"""URL standard: queries."""

SPECIAL_QUERY: _EncodeSet = _EncodeSet.by_name("whatwg:special-query")
"""URL standard: queries of special schemes."""

PATH: _EncodeSet = _EncodeSet.by_name("whatwg:path")
"""URL standard: paths."""

USERINFO: _EncodeSet = _EncodeSet.by_name("whatwg:userinfo")
"""URL standard: user names and passwords."""

COMPONENT: _EncodeSet = _EncodeSet.by_name("whatwg:component")
"""URL standard: what encodeURIComponent does."""

FORM: _EncodeSet = _EncodeSet.by_name("whatwg:form")
"""URL standard: names and values of forms; space is +."""
