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

import errno as _errno
import io as _io
from types import TracebackType as _TracebackType
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Generic as _Generic
from typing import Protocol as _Protocol
from typing import TypeVar as _TypeVar

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


_File = _TypeVar("_File")


class _Converted(_io.RawIOBase, _Generic[_File]):
    """A file that converts what goes through it to or from another file."""

    def __init__(self, file: _File) -> None:
        super().__init__()
        self._file = file
        self._pending = memoryview(b"")
        self._ended = False

    def _convert(self, chunk: _Buffer, final: bool) -> bytes:
        raise NotImplementedError


class _Encoded(_Converted[_File]):
    def __init__(
        self,
        file: _File,
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


class _Decoded(_Converted[_File]):
    def __init__(self, file: _File, *, lenient: bool = False, plus_as_space: bool = False, keep_triplets_of: str = "") -> None:
        super().__init__(file)
        self._decoder = Decoder(lenient=lenient, plus_as_space=plus_as_space, keep_triplets_of=keep_triplets_of)

    def _convert(self, chunk: _Buffer, final: bool) -> bytes:
        return self._decoder.decode(chunk, final)


class _Reader(_Converted[_Readable]):
    """Reads a file through a codec."""

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


class _Writer(_Converted[_Writable]):
    """Writes a file through a codec."""

    def _write_pending(self) -> bool:
        """Writes as much as the file takes. False if it is one that does not block, and takes no more now."""
        while self._pending:
            length = len(self._pending)
            try:
                count = self._file.write(bytes(self._pending))
            except BlockingIOError as blocked:
                # A buffered file says so how much it took. A raw file raises it only where it took nothing.
                self._pending = self._pending[getattr(blocked, "characters_written", 0) :]
                return not self._pending
            if count is None and not isinstance(self._file, _io.RawIOBase):
                # Not a raw file, and not one that counts, such as a queue: it took all, or would have raised.
                count = length
            if count is None or count == 0:
                return False
            if not isinstance(count, int) or not 0 < count <= length:
                raise OSError(f"write() returned {count!r} for {length} bytes")
            self._pending = self._pending[count:]
        return True

    def _blocked(self) -> BlockingIOError:
        return BlockingIOError(_errno.EAGAIN, f"the file takes no more now; {len(self._pending)} bytes are pending", 0)

    def writable(self) -> bool:
        """True."""
        return True

    def write(self, data: _Buffer, /) -> int | None:
        """Writes bytes. Returns how many were taken: all, or ``None`` if the file is one that does not block and takes nothing now.

        What was taken and could not be written yet is written before the next bytes, or by ``flush`` or ``close``.
        """
        if self.closed:
            raise ValueError("I/O operation on closed file")
        if not self._write_pending():
            return None
        with memoryview(data) as view:
            length = view.nbytes
        self._pending = memoryview(self._convert(data, False))
        self._write_pending()
        return length

    def flush(self) -> None:
        """Writes what was taken, except an incomplete triplet at its end. ``BlockingIOError`` if the file takes no more now."""
        super().flush()
        if not self._write_pending():
            raise self._blocked()

    def close(self) -> None:
        """Writes what is pending. The underlying file stays open.

        If the file is one that does not block and takes no more now, raises ``BlockingIOError`` and stays open, so that ``close`` can be
        called again and nothing is lost.
        """
        if self.closed:
            return
        try:
            written = self._write_pending()
            if written and not self._ended:
                self._ended = True
                self._pending = memoryview(self._convert(b"", True))
                written = self._write_pending()
        except BaseException:
            self._discard()
            raise
        if not written:
            raise self._blocked()
        super().close()

    def _discard(self) -> None:
        self._pending = memoryview(b"")
        super().close()

    def __enter__(self) -> _Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: _TracebackType | None) -> None:
        if error is None:
            self.close()
        else:
            self._discard()


class EncodeReader(_Encoded[_Readable], _Reader):
    """A readable file with the encoded contents of another. The options are those of `triplet.Encoder`."""


class DecodeReader(_Decoded[_Readable], _Reader):
    """A readable file with the decoded contents of another. The options are those of `triplet.Decoder`."""


class EncodeWriter(_Encoded[_Writable], _Writer):
    """A writable file whose contents are encoded into another. The options are those of `triplet.Encoder`."""


class DecodeWriter(_Decoded[_Writable], _Writer):
    """A writable file whose contents are decoded into another. The options are those of `triplet.Decoder`."""
