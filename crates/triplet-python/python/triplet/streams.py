"""Percent-encoding of files: readable and writable binary files that encode or decode what goes through them.

>>> import io
>>> from triplet.streams import DecodeReader, EncodeWriter
>>> DecodeReader(io.BytesIO(b"caf%C3%A9")).read().decode()
'café'
>>> file = io.BytesIO()
>>> with EncodeWriter(file, "rfc3986:segment") as writer:
...     _ = writer.write(b"a b")
...     _ = writer.write(b"/c")
>>> file.getvalue()
b'a%20b%2Fc'

They need constant memory. `EncodeReader` and `DecodeReader` are raw binary files, so ``io.BufferedReader`` and ``io.TextIOWrapper`` take them:

>>> text = io.TextIOWrapper(io.BufferedReader(DecodeReader(io.BytesIO(b"one%0Atwo"))), encoding="utf-8")
>>> [line.rstrip() for line in text]
['one', 'two']

``close``, and the end of ``with``, writes the last octets and leaves the underlying file open: it is closed by who opened it. An error
within ``with`` discards what is pending.
"""

from __future__ import annotations

import io as _io
from types import TracebackType as _TracebackType
from typing import Protocol as _Protocol

from typing import TYPE_CHECKING as _TYPE_CHECKING

from triplet._triplet import Decoder, EncodeSet, Encoder

if _TYPE_CHECKING:
    from typing_extensions import Buffer as _Buffer
    from typing_extensions import Self as _Self

__all__ = ["DecodeReader", "DecodeWriter", "EncodeReader", "EncodeWriter"]

_CHUNK = 64 * 1024


class _Readable(_Protocol):
    def read(self, size: int, /) -> bytes | None: ...


class _Writable(_Protocol):
    def write(self, data: bytes, /) -> object: ...


class _Reader(_io.RawIOBase):
    """Reads a file through a codec."""

    def __init__(self, file: _Readable) -> None:
        super().__init__()
        self._file = file
        self._pending = memoryview(b"")
        self._ended = False

    def _convert(self, chunk: bytes, final: bool) -> bytes:
        raise NotImplementedError

    def readable(self) -> bool:
        """True."""
        return True

    def readinto(self, buffer: _Buffer, /) -> int | None:
        """Reads into a buffer. Returns 0 at the end of the file, and ``None`` if a file that does not block has nothing yet."""
        if self.closed:
            raise ValueError("I/O operation on closed file")
        with memoryview(buffer) as view, view.cast("B") as wanted:
            if not len(wanted):
                return 0
            while not self._pending and not self._ended:
                chunk = self._file.read(_CHUNK)
                if chunk is None:
                    return None
                self._ended = not chunk
                self._pending = memoryview(self._convert(chunk, self._ended))
            count = min(len(wanted), len(self._pending))
            wanted[:count] = self._pending[:count]
            self._pending = self._pending[count:]
            return count


class EncodeReader(_Reader):
    """A readable file with the encoded contents of another. The options are those of `triplet.Encoder`."""

    def __init__(
        self,
        file: _Readable,
        set: EncodeSet | str = "rfc3986:unreserved",
        *,
        also_keep: str = "",
        also_encode: str = "",
        keep_triplets: bool = False,
        space_as_plus: bool | None = None,
        lowercase_hex: bool = False,
    ) -> None:
        super().__init__(file)
        self._encoder = Encoder(
            set,
            also_keep=also_keep,
            also_encode=also_encode,
            keep_triplets=keep_triplets,
            space_as_plus=space_as_plus,
            lowercase_hex=lowercase_hex,
        )

    def _convert(self, chunk: bytes, final: bool) -> bytes:
        return self._encoder.encode(chunk, final)


class DecodeReader(_Reader):
    """A readable file with the decoded contents of another. The options are those of `triplet.Decoder`."""

    def __init__(self, file: _Readable, *, lenient: bool = False, plus_as_space: bool = False, keep_triplets_of: str = "") -> None:
        super().__init__(file)
        self._decoder = Decoder(lenient=lenient, plus_as_space=plus_as_space, keep_triplets_of=keep_triplets_of)

    def _convert(self, chunk: bytes, final: bool) -> bytes:
        return self._decoder.decode(chunk, final)


class _Writer(_io.RawIOBase):
    """Writes a file through a codec."""

    def __init__(self, file: _Writable) -> None:
        super().__init__()
        self._file = file

    def _convert(self, chunk: _Buffer, final: bool) -> bytes:
        raise NotImplementedError

    def _write_all(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            count = self._file.write(bytes(rest))
            # A raw file may write less than it is given; what is no number says nothing.
            rest = rest[count:] if isinstance(count, int) else rest[:0]

    def writable(self) -> bool:
        """True."""
        return True

    def write(self, data: _Buffer, /) -> int:
        """Writes bytes. Returns how many were taken: all."""
        if self.closed:
            raise ValueError("I/O operation on closed file")
        with memoryview(data) as view:
            length = view.nbytes
        self._write_all(self._convert(data, False))
        return length

    def close(self) -> None:
        """Writes what is pending. The underlying file stays open."""
        if not self.closed:
            try:
                self._write_all(self._convert(b"", True))
            finally:
                super().close()

    def __enter__(self) -> _Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: _TracebackType | None) -> None:
        if error is None:
            self.close()
        else:
            super().close()


class EncodeWriter(_Writer):
    """A writable file whose contents are encoded into another. The options are those of `triplet.Encoder`."""

    def __init__(
        self,
        file: _Writable,
        set: EncodeSet | str = "rfc3986:unreserved",
        *,
        also_keep: str = "",
        also_encode: str = "",
        keep_triplets: bool = False,
        space_as_plus: bool | None = None,
        lowercase_hex: bool = False,
    ) -> None:
        super().__init__(file)
        self._encoder = Encoder(
            set,
            also_keep=also_keep,
            also_encode=also_encode,
            keep_triplets=keep_triplets,
            space_as_plus=space_as_plus,
            lowercase_hex=lowercase_hex,
        )

    def _convert(self, chunk: _Buffer, final: bool) -> bytes:
        return self._encoder.encode(chunk, final)


class DecodeWriter(_Writer):
    """A writable file whose contents are decoded into another. The options are those of `triplet.Decoder`."""

    def __init__(self, file: _Writable, *, lenient: bool = False, plus_as_space: bool = False, keep_triplets_of: str = "") -> None:
        super().__init__(file)
        self._decoder = Decoder(lenient=lenient, plus_as_space=plus_as_space, keep_triplets_of=keep_triplets_of)

    def _convert(self, chunk: _Buffer, final: bool) -> bytes:
        return self._decoder.decode(chunk, final)
