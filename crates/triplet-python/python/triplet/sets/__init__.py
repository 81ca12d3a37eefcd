"""The encode sets of the specifications, one module for each.

>>> from triplet.sets import rfc3986, whatwg
>>> rfc3986.QUERY_VALUE
EncodeSet.by_name('rfc3986:query-value')
>>> whatwg.FORM.writes_space_as_plus
True
"""

from triplet.sets import dialect, ecmascript, gff3, rfc1630, rfc1738, rfc2396, rfc2732, rfc3986, rfc3987, rfc6265, rfc6570, rfc8187, vcf, whatwg

__all__ = [
    "dialect",
    "ecmascript",
    "gff3",
    "rfc1630",
    "rfc1738",
    "rfc2396",
    "rfc2732",
    "rfc3986",
    "rfc3987",
    "rfc6265",
    "rfc6570",
    "rfc8187",
    "vcf",
    "whatwg",
]
