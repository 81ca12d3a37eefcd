"""The functions of columns as methods, for objects that have a column: expressions and Series of Polars, Series of pandas."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

from triplet._triplet import Call, EncodeSet
from triplet.columns import compare_call, encode_call

T = TypeVar("T")


class Methods(ABC, Generic[T]):
    """``column.pct``: the functions of ``triplet.columns`` with this column as their first argument."""

    @abstractmethod
    def _run(self, call: Call, other: Any, threads: int | None) -> T: ...

    def encode(
        self,
        set: EncodeSet | str = "rfc3986:unreserved",
        *,
        also_keep: str = "",
        also_encode: str = "",
        keep_triplets: bool = False,
        space_as_plus: bool | None = None,
        charset: str = "utf-8",
        threads: int | None = None,
    ) -> T:
        """Percent-encodes text, or octets of a binary column: ``triplet.columns.encode``."""
        return self._run(encode_call(set, also_keep, also_encode, keep_triplets, space_as_plus, charset), None, threads)

    def decode(self, *, charset: str = "utf-8", plus_as_space: bool = False, threads: int | None = None) -> T:
        """Percent-decodes to text, once; a malformed value is an error: ``triplet.columns.decode``."""
        return self._run(Call("pct_decode", [charset], plus_as_space=plus_as_space), None, threads)

    def try_decode(self, *, charset: str = "utf-8", plus_as_space: bool = False, threads: int | None = None) -> T:
        """Percent-decodes to text, once; a malformed value becomes null: ``triplet.columns.try_decode``."""
        return self._run(Call("try_pct_decode", [charset], plus_as_space=plus_as_space), None, threads)

    def decode_lossy(self, *, charset: str = "utf-8", plus_as_space: bool = False, threads: int | None = None) -> T:
        """Percent-decodes to text, once; what is malformed is kept: ``triplet.columns.decode_lossy``."""
        return self._run(Call("pct_decode_lossy", [charset], plus_as_space=plus_as_space), None, threads)

    def decode_bytes(self, *, plus_as_space: bool = False, threads: int | None = None) -> T:
        """Percent-decodes to octets: ``triplet.columns.decode_bytes``."""
        return self._run(Call("pct_decode_bytes", [], plus_as_space=plus_as_space), None, threads)

    def decode_layers(self, max: int = 8, *, threads: int | None = None) -> T:
        """Decodes until nothing changes: ``triplet.columns.decode_layers``."""
        return self._run(Call("pct_decode_layers", [str(max)]), None, threads)

    def error(self, *, threads: int | None = None) -> T:
        """What ``decode`` would refuse: ``triplet.columns.error``."""
        return self._run(Call("pct_error", []), None, threads)

    def normalize(self, level: str = "path", *, threads: int | None = None) -> T:
        """Normalises references: ``triplet.columns.normalize``."""
        return self._run(Call("pct_normalize", [level]), None, threads)

    def respell(self, convention: str, *, threads: int | None = None) -> T:
        """Spells references again: ``triplet.columns.respell``."""
        return self._run(Call("pct_respell", [convention]), None, threads)

    def key(
        self,
        level: str = "decoded",
        *,
        plus_as_space: bool = False,
        nfc: bool = False,
        any_order: bool = False,
        iri: bool = False,
        threads: int | None = None,
    ) -> T:
        """The text that equivalent references share: ``triplet.columns.key``."""
        return self._run(compare_call("pct_key", level, plus_as_space, nfc, any_order, iri), None, threads)

    def equivalent(
        self,
        other: Any,
        level: str = "path",
        *,
        plus_as_space: bool = False,
        nfc: bool = False,
        any_order: bool = False,
        iri: bool = False,
        threads: int | None = None,
    ) -> T:
        """Whether references are equivalent: ``triplet.columns.equivalent``."""
        return self._run(compare_call("pct_equivalent", level, plus_as_space, nfc, any_order, iri), other, threads)

    def resolve(self, base: Any, *, threads: int | None = None) -> T:
        """The targets of references at a base: ``triplet.columns.resolve``."""
        return self._run(Call("pct_resolve", [], reference_first=True), base, threads)

    def requote(self, *, threads: int | None = None) -> T:
        """Repairs references: ``triplet.columns.requote``."""
        return self._run(Call("pct_requote", []), None, threads)

    def remove(self, names: str | list[str], *, threads: int | None = None) -> T:
        """Removes parameters from queries: ``triplet.columns.remove``."""
        return self._run(Call("pct_remove", [""], names=names), None, threads)

    def uri_parts(self, *, threads: int | None = None) -> T:
        """Splits references into components: ``triplet.columns.uri_parts``."""
        return self._run(Call("uri_parts", []), None, threads)

    def form_parse(self, *, threads: int | None = None) -> T:
        """The pairs of forms, decoded: ``triplet.columns.form_parse``."""
        return self._run(Call("form_parse", []), None, threads)

    def form_get(self, name: str, *, threads: int | None = None) -> T:
        """The first value with this name, decoded: ``triplet.columns.form_get``."""
        return self._run(Call("form_get", [name]), None, threads)

    def lint(self, context: str = "url", *, threads: int | None = None) -> T:
        """What to look at before a value is used: ``triplet.columns.lint``."""
        return self._run(Call("pct_lint", [context]), None, threads)
