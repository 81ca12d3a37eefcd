"""The encode sets of RFC 1738, URLs as of 1994."""

from triplet._triplet import EncodeSet as _EncodeSet

UNRESERVED: _EncodeSet = _EncodeSet.by_name("rfc1738:unreserved")
"""Any data, as of 1994."""

XCHAR: _EncodeSet = _EncodeSet.by_name("rfc1738:xchar")
"""A gopher selector, a mail address."""

USER: _EncodeSet = _EncodeSet.by_name("rfc1738:user")
"""A user or a password."""

FSEGMENT: _EncodeSet = _EncodeSet.by_name("rfc1738:fsegment")
"""One segment of a path of ftp and file."""

HSEGMENT: _EncodeSet = _EncodeSet.by_name("rfc1738:hsegment")
"""One segment of a path of http."""

SEARCH: _EncodeSet = _EncodeSet.by_name("rfc1738:search")
"""A search of http and gopher."""

PSEGMENT: _EncodeSet = _EncodeSet.by_name("rfc1738:psegment")
"""One segment of a path of prospero."""

FIELDNAME: _EncodeSet = _EncodeSet.by_name("rfc1738:fieldname")
"""A field's name or value of prospero."""

ARTICLE: _EncodeSet = _EncodeSet.by_name("rfc1738:article")
"""An article of news, before its @."""
