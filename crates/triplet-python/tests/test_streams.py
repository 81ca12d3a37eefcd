"""Streams: encoders and decoders of any chunks, and files that convert what goes through them."""

import io
import os
import time

import pytest

import triplet
from helpers import fails
from triplet import TripletError
from triplet.sets import rfc3986
from triplet.streams import DecodeReader, DecodeWriter, EncodeReader, EncodeWriter


class TestStreams:
    TEXT = "a b/é%41日\U0001f600" * 9

    def test_any_chunks(self):
        data = self.TEXT.encode()
        wanted = triplet.encode(data, rfc3986.PATH, keep_triplets=True).encode()
        encoder = triplet.Encoder(rfc3986.PATH, keep_triplets=True)
        decoder = triplet.Decoder()
        for size in [*range(1, 12), len(data)]:
            chunks = [data[i : i + size] for i in range(0, len(data), size)]
            assert b"".join([*map(encoder.encode, chunks), encoder.encode(b"", True)]) == wanted
            chunks = [wanted[i : i + size] for i in range(0, len(wanted), size)]
            assert b"".join([*map(decoder.decode, chunks), decoder.decode(b"", final=True)]) == triplet.decode_to_bytes(wanted)

    def test_errors_count_from_the_start(self):
        decoder = triplet.Decoder()
        assert decoder.decode(b"abc%4") == b"abc"
        error = fails(decoder.decode, b"z")
        assert (error.kind, error.offset, error.input) == ("not-hex", 3, None)
        decoder.reset()
        assert decoder.decode("a%") == b"a"
        assert fails(decoder.decode, b"", True).kind == "truncated"
        assert triplet.Decoder(lenient=True).decode(b"%z%", True) == b"%z%"

    @pytest.mark.parametrize("size", [1, 3, 100, 70_000])
    def test_files(self, size):
        data = (self.TEXT * 900).encode()
        wanted = triplet.encode(data, "rfc3986:path").encode()

        def read_all(file):
            parts = []
            while part := file.read(size):
                parts.append(part)
            return b"".join(parts)

        if size > 1:
            assert read_all(EncodeReader(io.BytesIO(data), "rfc3986:path")) == wanted
            assert read_all(DecodeReader(io.BytesIO(wanted))) == data
        assert EncodeReader(io.BytesIO(data), rfc3986.PATH).read() == wanted
        assert io.BufferedReader(DecodeReader(io.BytesIO(wanted))).read() == data
        out, back = io.BytesIO(), io.BytesIO()
        with EncodeWriter(out, "rfc3986:path") as encoder, DecodeWriter(back) as decoder:
            for i in range(0, len(data), max(size, 50)):
                encoder.write(data[i : i + max(size, 50)])
            encoder.close()
            for i in range(0, len(wanted), max(size, 50)):
                assert decoder.write(memoryview(wanted)[i : i + max(size, 50)]) > 0
        assert out.getvalue() == wanted and back.getvalue() == data
        assert not out.closed

    def test_misuse(self):
        writer = EncodeWriter(io.BytesIO())
        writer.close()
        writer.close()
        for call in [lambda: writer.write(b"a")]:
            with pytest.raises(ValueError, match="closed"):
                call()
        with pytest.raises(TypeError):
            EncodeWriter(io.BytesIO()).write("text")
        out = io.BytesIO()
        with pytest.raises(KeyError), DecodeWriter(out) as writer:
            writer.write(b"a%4")
            raise KeyError
        assert out.getvalue() == b"a"
        with pytest.raises(TripletError), DecodeWriter(io.BytesIO()) as writer:
            writer.write(b"a%4")
        reader = DecodeReader(io.BytesIO(b"a%zz"))
        assert fails(reader.read).offset == 1

        class Short(io.RawIOBase):
            """A raw file that takes two bytes at a time."""

            taken = b""

            def write(self, data):
                self.taken += bytes(data[:2])
                return min(2, len(data))

        short = Short()
        with EncodeWriter(short) as writer:
            writer.write(b"a b c d")
        assert short.taken == b"a%20b%20c%20d"

        class Nothing:
            def read(self, size):
                return None

        assert EncodeReader(Nothing()).read(5) is None

        class Wrong(io.RawIOBase):
            def write(self, data):
                return len(data) + 1

        with pytest.raises(OSError, match="returned 2 for 1 bytes"):
            EncodeWriter(Wrong()).write(b"a")

        class Uncounted:
            """Not a raw file, and its `write` returns nothing, as that of a queue."""

            taken = b""

            def write(self, data):
                self.taken += data

        uncounted = Uncounted()
        with EncodeWriter(uncounted) as writer:
            assert writer.write(b"a b") == 3
        assert uncounted.taken == b"a%20b"

    @pytest.mark.parametrize("nothing", [None, 0])
    def test_a_file_that_takes_no_more(self, nothing):
        class Full(io.RawIOBase):
            """A raw file that does not block, with room for a number of bytes."""

            taken = b""
            room = 4

            def write(self, data):
                count = min(self.room, len(data))
                self.taken += bytes(data[:count])
                self.room -= count
                return count or nothing

        full = Full()
        writer = EncodeWriter(full)
        assert writer.write(b"a b c") == 5  # taken, and written in part
        assert full.taken == b"a%20"
        assert writer.write(b"never") is None  # not taken
        with pytest.raises(BlockingIOError, match="5 bytes are pending") as raised:
            writer.flush()
        assert raised.value.characters_written == 0
        with pytest.raises(BlockingIOError):
            writer.close()
        assert not writer.closed
        full.room = 2
        assert writer.write(b"never") is None
        full.room = 100
        assert writer.write(b" d") == 2
        writer.close()
        assert writer.closed and full.taken == b"a%20b%20c%20d"

        full = Full()
        with pytest.raises(BlockingIOError), EncodeWriter(full) as writer:
            writer.write(b"     ")
        full.room = 100
        writer.close()
        assert full.taken == b"%20" * 5

    def test_a_pipe_that_does_not_block(self):
        data = b" " * 200_000
        for buffering in [0, 8192]:
            read, write = os.pipe()
            os.set_blocking(write, False)
            received = b""
            with open(read, "rb", buffering=0) as source, open(write, "wb", buffering=buffering) as sink:
                writer = EncodeWriter(sink)
                assert writer.write(data) == len(data)
                while True:
                    try:
                        writer.close()
                        sink.flush()
                        break
                    except BlockingIOError:
                        received += source.read(1 << 16)
                sink.close()
                while part := source.read(1 << 16):
                    received += part
            assert received == b"%20" * len(data)
