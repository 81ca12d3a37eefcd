"""The functions of columns as methods, for objects that have a column: expressions and Series of Polars, Series of pandas."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

from triplet._triplet import Call, EncodeSet
from triplet.columns import encode_call

T = TypeVar("T")


class Methods(ABC, Generic[T]):
    """``column.pct``: the functions of ``triplet.columns`` with this column as their first argument."""

    @abstractmethod
    def _run(self, call: Call, other: Any = None) -> T: ...

    def encode(
        self,
        set: EncodeSet | str = "rfc3986:unreserved",
        *,
        also_keep: str = "",
        also_encode: str = "",
        keep_triplets: bool = False,
        space_as_plus: bool = False,
        charset: str = "utf-8",
    ) -> T:
        """Percent-encodes text, or octets of a binary column: ``triplet.columns.encode``."""
        return self._run(encode_call(set, also_keep, also_encode, keep_triplets, space_as_plus, charset))

    def decode(self, *, charset: str = "utf-8", plus_as_space: bool = False) -> T:
        """Percent-decodes to text, once; a malformed value is an error: ``triplet.columns.decode``."""
        return self._run(Call("pct_decode", [charset], plus_as_space=plus_as_space))

    def try_decode(self, *, charset: str = "utf-8", plus_as_space: bool = False) -> T:
        """Percent-decodes to text, once; a malformed value becomes null: ``triplet.columns.try_decode``."""
        return self._run(Call("try_pct_decode", [charset], plus_as_space=plus_as_space))

    def decode_lossy(self, *, charset: str = "utf-8", plus_as_space: bool = False) -> T:
        """Percent-decodes to text, once; what is malformed is kept: ``triplet.columns.decode_lossy``."""
        return self._run(Call("pct_decode_lossy", [charset], plus_as_space=plus_as_space))

    def decode_bytes(self, *, plus_as_space: bool = False) -> T:
        """Percent-decodes to octets: ``triplet.columns.decode_bytes``."""
        return self._run(Call("pct_decode_bytes", [], plus_as_space=plus_as_space))

    def decode_layers(self, max: int = 8) -> T:
        """Decodes until nothing changes: ``triplet.columns.decode_layers``."""
        return self._run(Call("pct_decode_layers", [str(max)]))

    def error(self) -> T:
        """What ``decode`` would refuse: ``triplet.columns.error``."""
        return self._run(Call("pct_error", []))

    def normalize(self, level: str = "percent") -> T:
        """Normalises references: ``triplet.columns.normalize``."""
        return self._run(Call("pct_normalize", [level]))

    def respell(self, convention: str) -> T:
        """Spells references again: ``triplet.columns.respell``."""
        return self._run(Call("pct_respell", [convention]))

    def key(self, level: str = "decoded", *, nfc: bool = False) -> T:
        """The text that equivalent references share: ``triplet.columns.key``."""
        return self._run(Call("pct_key", [level, "nfc"] if nfc else [level]))

    def equivalent(self, other: Any, level: str = "percent") -> T:
        """Whether references are equivalent: ``triplet.columns.equivalent``."""
        return self._run(Call("pct_equivalent", [level]), other)

    def uri_parts(self) -> T:
        """Splits references into components: ``triplet.columns.uri_parts``."""
        return self._run(Call("uri_parts", []))

    def form_parse(self) -> T:
        """The pairs of forms, decoded: ``triplet.columns.form_parse``."""
        return self._run(Call("form_parse", []))

    def form_get(self, name: str) -> T:
        """The first value with this name, decoded: ``triplet.columns.form_get``."""
        return self._run(Call("form_get", [name]))

    def lint(self, context: str = "any") -> T:
        """What to look at before a value is used: ``triplet.columns.lint``."""
        return self._run(Call("pct_lint", [context]))
