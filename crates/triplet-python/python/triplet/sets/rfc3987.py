"""The encode sets of RFC 3987, IRIs: letters outside ASCII are kept."""

from triplet._triplet import EncodeSet as _EncodeSet

IUNRESERVED: _EncodeSet = _EncodeSet.by_name("rfc3987:iunreserved")
"""Any data in an IRI, letters readable."""

IUSERINFO: _EncodeSet = _EncodeSet.by_name("rfc3987:iuserinfo")
"""A userinfo of an IRI."""

IREG_NAME: _EncodeSet = _EncodeSet.by_name("rfc3987:ireg-name")
"""A registered name of an IRI."""

ISEGMENT: _EncodeSet = _EncodeSet.by_name("rfc3987:isegment")
"""One segment of an IRI's path."""

ISEGMENT_NZ_NC: _EncodeSet = _EncodeSet.by_name("rfc3987:isegment-nz-nc")
"""The first segment of a relative IRI path."""

IPATH: _EncodeSet = _EncodeSet.by_name("rfc3987:ipath")
"""An IRI's path."""

IQUERY: _EncodeSet = _EncodeSet.by_name("rfc3987:iquery")
"""An IRI's query."""

IFRAGMENT: _EncodeSet = _EncodeSet.by_name("rfc3987:ifragment")
"""An IRI's fragment."""
