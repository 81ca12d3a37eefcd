"""The encode set of VCF, the Variant Call Format."""

from triplet._triplet import EncodeSet as _EncodeSet

INFO: _EncodeSet = _EncodeSet.by_name("vcf:info")
"""A value of INFO."""
