"""A drop-in for the quoting functions of ``urllib.parse``: the same signatures, results and exceptions, many times as fast.

>>> from triplet.urllib import parse_qsl, quote, unquote, urlencode
>>> quote("tea & milk/été")
'tea%20%26%20milk/%C3%A9t%C3%A9'
>>> unquote("caf%C3%A9")
'café'
>>> urlencode({"q": "tea & milk", "page": 2})
'q=tea+%26+milk&page=2'
>>> parse_qsl("q=tea+%26+milk&page=2")
[('q', 'tea & milk'), ('page', '2')]

``str``, ``bytes`` and ``bytearray`` are handled by compiled code. Subclasses of ``str`` and ``bytes``, iterables of numbers as ``safe``, and
arguments of wrong types are handed over to the function of the standard library, so results and exceptions are those of the Python
that runs. Three things differ from the standard library, none of them in a result:

- the functions are built-in functions, so they have no ``__code__`` and no ``__defaults__``; ``inspect.signature`` works;
- ``quote`` and ``quote_plus`` return the same object, not a copy, if nothing changes;
- patching one function does not change another: ``urllib.parse.quote`` calls whatever ``urllib.parse.quote_from_bytes`` is,
  ``triplet.urllib.quote`` does not.

`install` puts the functions into ``urllib.parse``, so that a program that you do not change uses them.
"""

from __future__ import annotations

import urllib.parse as _parse
from collections.abc import Callable
from types import TracebackType as _TracebackType
from typing import Any

# First, so that it keeps the functions of the standard library before any are replaced.
import triplet._standard  # noqa: F401  # pyright: ignore[reportUnusedImport]
from triplet._triplet import (
    parse_qs,
    parse_qsl,
    quote,
    quote_from_bytes,
    quote_plus,
    unquote,
    unquote_plus,
    unquote_to_bytes,
    urlencode as _urlencode,
)

__all__ = [
    "Installed",
    "install",
    "parse_qs",
    "parse_qsl",
    "quote",
    "quote_from_bytes",
    "quote_plus",
    "unquote",
    "unquote_plus",
    "unquote_to_bytes",
    "urlencode",
]


def urlencode(
    query: Any,
    doseq: bool = False,
    safe: str | bytes = "",
    encoding: str | None = None,
    errors: str | None = None,
    quote_via: Callable[..., str] = quote_plus,
) -> str:
    """Encodes a mapping or a sequence of pairs as a query, as `urllib.parse.urlencode` does.

    >>> from triplet.urllib import urlencode
    >>> urlencode([("q", "tea & milk"), ("page", 2)])
    'q=tea+%26+milk&page=2'
    >>> urlencode({"id": [1, 2]}, doseq=True)
    'id=1&id=2'
    """
    # This function is here and not compiled, because no signature of a compiled one can have a function as default.
    return _urlencode(query, doseq, safe, encoding, errors, quote_via)


_FUNCTIONS = {
    "parse_qs": parse_qs,
    "parse_qsl": parse_qsl,
    "quote": quote,
    "quote_from_bytes": quote_from_bytes,
    "quote_plus": quote_plus,
    "unquote": unquote,
    "unquote_plus": unquote_plus,
    "unquote_to_bytes": unquote_to_bytes,
    "urlencode": urlencode,
}


class Installed:
    """What `install` returns: a context manager that restores ``urllib.parse`` at its end."""

    def __init__(self) -> None:
        self._before: dict[str, Any] = {name: getattr(_parse, name) for name in _FUNCTIONS}
        for name, function in _FUNCTIONS.items():
            setattr(_parse, name, function)

    def undo(self) -> None:
        """Restores the functions that were in ``urllib.parse`` before. A second call does nothing."""
        before, self._before = self._before, {}
        for name, function in before.items():
            setattr(_parse, name, function)

    def __enter__(self) -> Installed:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: _TracebackType | None,
    ) -> None:
        self.undo()


def install() -> Installed:
    """Puts the functions of this module into ``urllib.parse``.

    Code that calls ``urllib.parse.quote(…)`` uses them from then on; code that did ``from urllib.parse import quote`` before keeps what it
    has. Use it as a statement, or as a context manager that restores ``urllib.parse`` at its end:

    >>> import urllib.parse
    >>> import triplet.urllib
    >>> with triplet.urllib.install():
    ...     urllib.parse.quote is triplet.urllib.quote
    True
    >>> urllib.parse.quote is triplet.urllib.quote
    False
    """
    return Installed()
