"""The encode sets of JavaScript's functions."""

from triplet._triplet import EncodeSet as _EncodeSet

URI: _EncodeSet = _EncodeSet.by_name("ecmascript:uri")
"""``encodeURI``."""

URI_COMPONENT: _EncodeSet = _EncodeSet.by_name("ecmascript:uri-component")
"""``encodeURIComponent``."""

ESCAPE: _EncodeSet = _EncodeSet.by_name("ecmascript:escape")
"""``escape``, for bytes."""
