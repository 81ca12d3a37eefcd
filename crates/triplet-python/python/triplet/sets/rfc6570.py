"""The encode sets of RFC 6570, URI templates."""

from triplet._triplet import EncodeSet as _EncodeSet

UNRESERVED: _EncodeSet = _EncodeSet.by_name("rfc6570:unreserved")
"""URI templates: {var}."""

RESERVED: _EncodeSet = _EncodeSet.by_name("rfc6570:reserved")
"""URI templates: {+var} and {#var}; keeps triplets."""
