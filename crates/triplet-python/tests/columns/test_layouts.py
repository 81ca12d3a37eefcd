"""Every function of columns on every layout, whole and cut anywhere, beside an oracle that is asked row by row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from layouts import JUNK, OCTETS, TEXT, cuts, dictionary, layouts, with_junk
from oracle import FUNCTIONS, Refused
from triplet import columns

Row = bytes | None

# No value is malformed.
GOOD: list[Row] = [
    b"a%20b", None, b"", b"%41", b"%41", None, None, b"index.html", b"a text that is longer than twelve octets",
    b"caf%C3%A9 and more than twelve octets", b"a=1+2&b=%26&c", None, b"HTTP://u@h.example:80/a/../%7E?q=1#f", b"%2541",
]  # fmt: skip
# Some are, among clean neighbours that could complete them.
BAD: list[Row] = [*GOOD, b"%4", b"1", None, b"%zz", "ä".encode(), b"%E4", b"%C3%A4 in a text that is not short", None]
# Some are not text.
OTHER: list[Row] = [*BAD, b"\xff", b"\xc3", b"\xa4 %", None, b"%41\xff and more than twelve octets"]
ROWS = [GOOD, BAD, [row for row in GOOD if row is not None], [None] * 5, []]


def check(what: str, function: Callable[[Any], Any], oracle: Callable[[bytes], Any], column: Any, rows: list[Row]) -> None:
    expected, refused = [], None
    for number, row in enumerate(rows):
        try:
            expected.append(None if row is None else oracle(row))
        except Refused as error:
            refused = refused or (number, *error.args)
    try:
        found = function(column)
    except columns.ColumnError as error:
        assert (error.row, error.offset, error.kind) == refused, what
        return
    assert refused is None, what
    found.validate(full=True)
    assert found.to_pylist() == expected, what


@pytest.mark.parametrize(("name", "function", "oracle"), FUNCTIONS, ids=[name for name, *_ in FUNCTIONS])
@pytest.mark.parametrize("is_text", [True, False], ids=["text", "octets"])
def test_every_layout(is_text: bool, name: str, function: Callable[[Any], Any], oracle: Callable[[bytes], Any]) -> None:
    for layout, make in layouts(is_text):
        for rows in ROWS if is_text else [*ROWS, OTHER]:
            if "gbk" in name:
                # Raw octets of text are not decoded in the charset.
                rows = [row for row in rows if row is None or row.isascii()]
            for cut, column, part in cuts(make, rows):
                check(f"{name} of {layout}, {cut} of {len(rows)}", function, oracle, column, part)


@pytest.mark.parametrize(("name", "function", "oracle"), FUNCTIONS, ids=[name for name, *_ in FUNCTIONS])
def test_columns_without_values(name: str, function: Callable[[Any], Any], oracle: Callable[[bytes], Any]) -> None:
    for type in [*TEXT, *OCTETS]:
        no_values = pa.array(["abc"]).cast(pa.binary()).slice(1, 0).cast(type) if type in OCTETS else pa.array(["abc"], type).slice(1, 0)
        keys = pa.array([None, None, None], pa.int32())
        empty = pa.DictionaryArray.from_arrays(keys, no_values)
        check(f"{name} of a dictionary of no {type}", function, oracle, empty, [None] * 3)
        check(f"{name} of a dictionary of no {type}", function, oracle, empty.slice(1, 1), [None])
        check(f"{name} of a dictionary of no {type}", function, oracle, empty.slice(3, 0), [])
    for column in [pa.nulls(3), pa.nulls(3).slice(1), pa.chunked_array([pa.nulls(2), pa.nulls(0), pa.nulls(1)])]:
        check(f"{name} of nulls", function, oracle, column, [None] * len(column))
    check(f"{name} of no nulls", function, oracle, pa.nulls(3).slice(2, 0), [])


@pytest.mark.parametrize(("name", "function", "oracle"), FUNCTIONS, ids=[name for name, *_ in FUNCTIONS])
def test_what_is_not_taken_is_a_type_error(name: str, function: Callable[[Any], Any], oracle: Callable[[bytes], Any]) -> None:
    text = pa.array(["a", None])
    others = [
        pa.array([b"ab", None], pa.binary(2)),
        pa.array([["a"], None]),
        pa.StructArray.from_arrays([text], ["a"]),
        pa.array([1, None]).dictionary_encode(),
        pa.RunEndEncodedArray.from_arrays(pa.array([1, 2], pa.int32()), pa.array([1, None])),
        pa.DictionaryArray.from_arrays(pa.array([0, None], pa.int8()), pa.array([["a"]])),
    ]
    for column in others:
        for cut in [column, column.slice(1), column.slice(2), column.slice(1, 0)]:
            with pytest.raises(TypeError):
                function(cut)


@pytest.mark.parametrize(("name", "function", "oracle"), FUNCTIONS, ids=[name for name, *_ in FUNCTIONS])
def test_polars_and_pandas(name: str, function: Callable[[Any], Any], oracle: Callable[[bytes], Any]) -> None:
    text = [None if row is None else row.decode() for row in GOOD]
    frames = [
        pl.Series("x", text),
        pl.Series("x", text, dtype=pl.Categorical),
        pl.Series("x", text, dtype=pl.Enum(sorted({row for row in text if row is not None}))),
        pl.Series("x", GOOD, dtype=pl.Binary),
        pl.concat([pl.Series("x", text[:3]), pl.Series("x", [], dtype=pl.String), pl.Series("x", text[3:])], rechunk=False),
        pd.Series(text, dtype=object),
        pd.Series(text, dtype=pd.ArrowDtype(pa.string())),
        pd.Series(text, dtype=pd.ArrowDtype(pa.string_view())),
        pd.Series(text, dtype=pd.StringDtype("pyarrow")),
        pd.Series(text, dtype="category"),
        pd.Series(pd.arrays.ArrowExtensionArray(with_junk(GOOD, pa.binary()))),
        pd.Series(pd.arrays.ArrowExtensionArray(dictionary(GOOD, pa.string(), pa.int16()))),
    ]
    for column in frames:
        is_polars = isinstance(column, pl.Series)
        for start, end in [(0, len(GOOD)), (0, 0), (1, 1), (len(GOOD), len(GOOD)), (3, 9), (1, 2)]:
            part = column[start:end] if is_polars else column.iloc[start:end]
            found = function(part)
            listed = found.to_list() if is_polars else pa.array(found).to_pylist()
            expected = [None if row is None else oracle(row) for row in GOOD[start:end]]
            assert listed == expected, f"{name} of {column.dtype}, {start} to {end}"


def test_an_empty_slice_has_an_empty_result() -> None:
    found = columns.decode(pa.array(["abc"]).slice(1, 0))
    assert found.type == pa.string() and len(found) == 0
    runs = pa.RunEndEncodedArray.from_arrays(pa.array([1, 3], pa.int32()), pa.array(["a", "b"]))
    assert columns.decode(runs.slice(2, 0)).to_pylist() == []


def test_octets_of_null_rows_are_not_judged() -> None:
    for type in [*TEXT, *OCTETS]:
        column = with_junk([b"%41", None, b"a clean text of more than twelve octets"], type)
        for function in [columns.decode, columns.try_decode, columns.decode_lossy]:
            assert function(column).to_pylist() == ["A", None, "a clean text of more than twelve octets"], type
        # Nor passed on in a result that is text.
        clean = columns.decode(with_junk([b"a", None], type))
        clean.validate(full=True)
        assert clean.to_pylist() == ["a", None], type
        assert JUNK not in b"".join(buffer.to_pybytes() for buffer in clean.buffers()[1:2] if buffer), type


def test_a_column_that_is_not_valid_is_an_exception() -> None:
    """A program that makes such a column is wrong. Whatever is said of it, Python goes on."""
    number = lambda *numbers: pa.py_buffer(b"".join(n.to_bytes(4, "little", signed=True) for n in numbers))  # noqa: E731
    octets = pa.py_buffer(b"a%20b%zzc and more than twelve octets")
    broken = [
        # Offsets that go down, and that go down below a null.
        pa.Array.from_buffers(pa.string(), 2, [None, number(0, 9, 3), octets]),
        pa.Array.from_buffers(pa.string(), 3, [pa.py_buffer(b"\x05"), number(0, 9, 3, 9), octets]),
        # Views of a buffer that is not there, and of more than a buffer has.
        pa.Array.from_buffers(pa.string_view(), 1, [None, number(30, 0, 7, 0), octets]),
        pa.Array.from_buffers(pa.binary_view(), 1, [None, number(30, 0, 0, 20), octets]),
        pa.Array.from_buffers(pa.string_view(), 1, [None, number(-1, 0, 0, -1), octets]),
        # Keys of no value: here it is Rust's own check that fails, with a panic.
        pa.DictionaryArray.from_arrays(pa.array([0, 50, None]), pa.array(["%41", None]), safe=False),
        pa.DictionaryArray.from_arrays(pa.array([0, -1]), pa.array(["%41"]), safe=False),
    ]
    raised = set()
    for column in broken:
        for name, function, _ in FUNCTIONS:
            try:
                len(function(column))
            except Exception as error:
                raised.add(type(error))
                continue
            assert pa.types.is_dictionary(column.type), f"{name} of {column.type}"
    assert raised == {ValueError, RuntimeError}
    assert columns.decode(pa.array(["%41"])).to_pylist() == ["A"]
