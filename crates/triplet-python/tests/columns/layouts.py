"""Every layout that Arrow has for rows of text or octets, made of the same rows: what is said of a layout is said of all."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pyarrow as pa

Row = bytes | None

TEXT = [pa.string(), pa.large_string(), pa.string_view()]
OCTETS = [pa.binary(), pa.large_binary(), pa.binary_view()]
KEYS = [pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64()]
ENDS = [pa.int16(), pa.int32(), pa.int64()]

# What a null row may hold: neither text, nor well-formed, nor short enough for a view.
JUNK = b"\xff%z\xc3 and so on, for more than twelve octets"


def plain(rows: list[Row], type: pa.DataType) -> pa.Array:
    """Null rows hold nothing."""
    if type in TEXT:
        return pa.array([None if row is None else row.decode() for row in rows], type)
    return pa.array(rows, type)


def with_junk(rows: list[Row], type: pa.DataType) -> pa.Array:
    """Null rows hold octets that are not text; those of a column of views are not views either."""
    octets = OCTETS[TEXT.index(type)] if type in TEXT else type
    filled = pa.array([JUNK if row is None else row for row in rows], octets)
    valid = pa.array([row is not None for row in rows], pa.bool_()).buffers()[1]
    if octets != pa.binary_view():
        return pa.Array.from_buffers(type, len(rows), [valid, *filled.buffers()[1:]])
    views = bytearray(filled.buffers()[1].to_pybytes())
    for at, row in enumerate(rows):
        if row is None:
            views[16 * at : 16 * at + 16] = b"\xff" * 16
    return pa.Array.from_buffers(type, len(rows), [valid, pa.py_buffer(bytes(views)), *filled.buffers()[2:]])


def dictionary(rows: list[Row], type: pa.DataType, keys: pa.DataType) -> pa.Array:
    """Some values no row has, one of them is null, and null keys are not keys of any value."""
    distinct: list[Row] = list(dict.fromkeys(row for row in rows if row is not None))
    # Rows that are null are so by their key and by their value in turn.
    values = with_junk([None, *distinct, None], type)
    by_value = itertools.cycle([True, False])
    numbers: list[int | None] = [1 + distinct.index(row) if row is not None else 0 if next(by_value) else None for row in rows]
    valid = pa.array([number is not None for number in numbers], pa.bool_()).buffers()[1]
    filled = pa.array([127 if number is None else number for number in numbers], keys)
    indices = pa.Array.from_buffers(keys, len(rows), [valid, filled.buffers()[1]])
    return pa.DictionaryArray.from_arrays(indices, values, safe=False)


def runs(rows: list[Row], type: pa.DataType, ends: pa.DataType) -> pa.Array:
    """Equal neighbours are one run."""
    groups = [(row, len(list(group))) for row, group in itertools.groupby(rows)]
    last = list(itertools.accumulate(length for _, length in groups))
    return pa.RunEndEncodedArray.from_arrays(pa.array(last, ends), plain([row for row, _ in groups], type))


def layouts(is_text: bool) -> Iterator[tuple[str, Callable[[list[Row]], pa.Array]]]:
    """The layouts by their names, for rows that are text or that need not be."""
    for type in TEXT if is_text else OCTETS:
        yield f"{type}", lambda rows, type=type: plain(rows, type)
        yield f"{type}, junk", lambda rows, type=type: with_junk(rows, type)
        for keys in KEYS:
            yield f"{type}, keys {keys}", lambda rows, type=type, keys=keys: dictionary(rows, type, keys)
        for ends in ENDS:
            yield f"{type}, runs {ends}", lambda rows, type=type, ends=ends: runs(rows, type, ends)


def cuts(make: Callable[[list[Row]], pa.Array], rows: list[Row]) -> Iterator[tuple[str, pa.Array | pa.ChunkedArray, list[Row]]]:
    """A column with these rows, and parts of it: the name, the column, and the rows that it has."""
    column = make(rows)
    count = len(rows)
    yield "whole", column, rows
    for start, length in [(0, 0), (1, 0), (count, 0), (1, 1), (count // 2, count - count // 2), (1, max(count - 2, 0))]:
        if start + length <= count:
            yield f"{start} to {start + length}", column.slice(start, length), rows[start : start + length]
    empty = column.slice(count // 2, 0)
    chunks = [empty, column.slice(0, count // 3), empty, column.slice(count // 3), empty]
    yield "chunks", pa.chunked_array(chunks), rows
    yield "empty chunks", pa.chunked_array([empty, empty]), []
    yield "no chunks", pa.chunked_array([], column.type), []
