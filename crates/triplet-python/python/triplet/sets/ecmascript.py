"""The encode sets of JavaScript's functions."""

from triplet._triplet import EncodeSet as _EncodeSet

URI: _EncodeSet = _EncodeSet.by_name("ecmascript:uri")
"""EncodeURI."""

URI_COMPONENT: _EncodeSet = _EncodeSet.by_name("ecmascript:uri-component")
"""EncodeURIComponent."""

ESCAPE: _EncodeSet = _EncodeSet.by_name("ecmascript:escape")
"""Escape, for bytes."""
