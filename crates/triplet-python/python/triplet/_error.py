"""The exceptions of this package."""

from __future__ import annotations


class TripletError(ValueError):
    """An error in an input. Its text says what, where, and what to do.

    >>> import triplet
    >>> try:
    ...     triplet.decode("é 100%")
    ... except triplet.TripletError as error:
    ...     print(error.kind, error.offset, repr(error.input))
    truncated 5 'é 100%'
    """

    kind: str
    """A stable name, for programs: ``truncated``, ``not-hex``, ``invalid-utf-8``, ``lone-surrogate``, ``unmappable``, …"""

    offset: int | None
    """Where, as Python counts the input: in characters of a string, in bytes of anything else. ``None`` if it is nowhere in particular."""

    input: object | None
    """The input, as it was passed. ``None`` if it came in chunks."""

    def __init__(self, message: str, kind: str, offset: int | None = None, input: object | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.offset = offset
        self.input = input

    def __reduce__(self) -> tuple[type[TripletError], tuple[str, str, int | None, object | None]]:
        return (type(self), (str(self), self.kind, self.offset, self.input))


class UnknownName(KeyError, ValueError):
    """No encode set or no charset has this name."""

    def __str__(self) -> str:
        # A `KeyError` shows its text in quotation marks.
        return str(self.args[0])


TripletError.__module__ = "triplet"
