"""References that are known to be valid: types that only a check makes. `Reference.__new__` has the check, for these and what is below them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from triplet._triplet import Reference, from_uri, normalize, to_uri

if TYPE_CHECKING:
    from typing_extensions import Self

_Level: TypeAlias = Literal["percent", "path", "scheme"]


class IriRef(Reference):
    """An IRI reference (RFC 3987 section 2.2): an IRI, or relative; characters outside ASCII are allowed.

    A ``str`` may be anything; an `IriRef` is an IRI reference. With the type, the check happens once, where a text comes
    into a program. Any other text is a `TripletError` with its offset, as of `validate`.

    An `IriRef` has all that `Reference` has, and is equal to another reference with the same characters. `equivalent` says whether two
    texts mean the same.

    >>> from triplet import IriRef
    >>> link = IriRef("../rosé?v=2")
    >>> link.path, link.query
    ('../rosé', 'v=2')
    >>> link.to_uri()
    UriRef('../ros%C3%A9?v=2')
    >>> IriRef("a b")
    Traceback (most recent call last):
    triplet.TripletError: ...
    """

    __slots__ = ()

    def normalize(self, level: _Level = "path") -> Self:
        """The normal form, of the same type: see the function `normalize`."""
        return type(self)(normalize(str(self), level))

    def to_uri(self) -> UriRef:
        """The same for protocols (RFC 3987 section 3.1): see the function `to_uri`. A host that can't be a domain name, where the
        scheme needs one, is a `TripletError`."""
        return UriRef(to_uri(str(self)))


class UriRef(IriRef):
    """A URI reference (RFC 3986 section 4.1): a URI, or relative; ASCII only. Each one is an `IriRef` too.

    >>> from triplet import UriRef
    >>> UriRef("../images/logo.svg?v=2").segments
    ['..', 'images', 'logo.svg']
    >>> UriRef("a/%zz")
    Traceback (most recent call last):
    triplet.TripletError: ...
    """

    __slots__ = ()

    def to_iri(self) -> IriRef:
        """The same for people to read (RFC 3987 section 3.2): see the function `from_uri`."""
        return IriRef(from_uri(str(self)))


class Iri(IriRef):
    """An IRI (RFC 3987 section 2.2): with a scheme; characters outside ASCII are allowed.

    >>> from triplet import Iri
    >>> Iri("https://example.com/a/").resolve("rosé").to_uri()
    Uri('https://example.com/a/ros%C3%A9')
    """

    __slots__ = ()

    def resolve(self, reference: str | Reference, *, strict: bool = True) -> Iri:
        """The target of an IRI reference at this base: see the function `resolve`."""
        target = IriRef(reference)
        return Iri(str(super().resolve(target, strict=strict)))

    def to_uri(self) -> Uri:
        """The same for protocols: as `IriRef.to_uri`, and a `Uri`."""
        return Uri(to_uri(str(self)))


class Uri(UriRef, Iri):
    """A URI (RFC 3986 section 3): with a scheme, ASCII only. Each one is a `UriRef` and an `Iri` too.

    >>> from triplet import Uri
    >>> base = Uri("https://example.com/a/b")
    >>> base.resolve("../c?q")
    Uri('https://example.com/c?q')
    >>> base.resolve("rosé")
    Traceback (most recent call last):
    triplet.TripletError: ...
    """

    __slots__ = ()

    def resolve(self, reference: str | Reference, *, strict: bool = True) -> Uri:
        """The target of a URI reference at this base: see the function `resolve`."""
        target = UriRef(reference)
        return Uri(str(super().resolve(target, strict=strict)))

    def to_iri(self) -> Iri:
        """The same for people to read: as `UriRef.to_iri`, and an `Iri`."""
        return Iri(from_uri(str(self)))

    def to_uri(self) -> Uri:
        """This URI: protocols take it as it is."""
        return self


for _type in (IriRef, UriRef, Iri, Uri):
    _type.__module__ = "triplet"
