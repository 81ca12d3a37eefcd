"""The encode sets of GFF3, the Generic Feature Format."""

from triplet._triplet import EncodeSet as _EncodeSet

COLUMN: _EncodeSet = _EncodeSet.by_name("gff3:column")
"""A column."""

ATTRIBUTE: _EncodeSet = _EncodeSet.by_name("gff3:attribute")
"""A name or value of the attributes."""
