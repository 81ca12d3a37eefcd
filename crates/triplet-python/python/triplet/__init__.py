"""Percent-encoding by the specifications."""

from triplet._triplet import __version__

__all__ = ["__version__"]
