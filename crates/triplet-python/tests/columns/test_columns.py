"""Functions over columns of pyarrow, Polars, pandas and DuckDB: what comes in comes back, at the same address if nothing changes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from awkward import DECODE, ENCODE, ROWS
from triplet import columns

CLEAN = ["a value that is too long for a view to hold", "another one that is too long as well", None]
ESCAPED = ["caf%C3%A9 is a word that is written with an accent", None, "%41"]
DECODED = ["café is a word that is written with an accent", None, "A"]

ARROW_TYPES = [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()]


def addresses(column: pa.Array) -> list[int]:
    """Where the values are. (A slice is passed on with its offsets moved, not with an offset.)"""
    return [buffer.address for buffer in column.buffers()[2:] if buffer]


@pytest.mark.parametrize("type", ARROW_TYPES, ids=str)
def test_pyarrow_arrays(type: pa.DataType) -> None:
    text = str(type).replace("binary", "string")
    column = pa.array(ESCAPED).cast(pa.large_string()).cast(pa.large_binary()).cast(type) if "binary" in str(type) else pa.array(ESCAPED, type)
    result = columns.decode(column)
    assert isinstance(result, pa.Array) and str(result.type) == text
    assert result.to_pylist() == DECODED
    assert columns.decode(column[1:2]).to_pylist() == [None]
    assert columns.decode(column[2:]).to_pylist() == ["A"]
    assert columns.decode(column[:0]).to_pylist() == []


@pytest.mark.parametrize("type", ARROW_TYPES[:3], ids=str)
@pytest.mark.parametrize("function", [columns.decode, columns.try_decode, columns.decode_lossy], ids=lambda f: f.__name__)
def test_a_clean_column_has_the_same_address(type: pa.DataType, function: Callable[[Any], Any]) -> None:
    column = pa.array(CLEAN, type)
    assert addresses(function(column)) == addresses(column)
    chunked = pa.chunked_array([column, column[1:]])
    for before, after in zip(chunked.chunks, function(chunked).chunks):
        assert addresses(after) == addresses(before)


def test_dictionaries_and_runs() -> None:
    column = pa.array(["%41", "b", "%41", None]).dictionary_encode()
    result = columns.decode(column)
    assert pa.types.is_dictionary(result.type) and result.to_pylist() == ["A", "b", "A", None]
    runs = pa.RunEndEncodedArray.from_arrays([2, 3], pa.array(["%41", "b"]))
    result = columns.decode(runs)
    assert pa.types.is_run_end_encoded(result.type) and result.to_pylist() == ["A", "A", "b"]


def test_chunked_errors_name_the_row_of_the_whole_column() -> None:
    column = pa.chunked_array([["a", "b"], [], ["c", "d%4"], ["%"]])
    with pytest.raises(columns.ColumnError, match="^row 3: ") as caught:
        columns.decode(column)
    assert (caught.value.row, caught.value.offset, caught.value.kind) == (3, 1, "truncated")
    assert isinstance(caught.value, ValueError)
    assert columns.try_decode(column).to_pylist() == ["a", "b", "c", None, None]
    assert columns.try_decode(column).num_chunks == 4


@pytest.mark.parametrize(("value", "text", "kind", "offset"), DECODE)
def test_every_awkward_row(value: str, text: str | None, kind: str, offset: int) -> None:
    column = pa.array(["first", value, None])
    if text is None:
        with pytest.raises(columns.ColumnError) as caught:
            columns.decode(column)
        assert (caught.value.row, caught.value.offset, caught.value.kind) == (1, offset, kind)
        assert columns.error(column).to_pylist() == [None, {"offset": offset, "kind": kind}, None]
    else:
        assert columns.decode(column).to_pylist() == ["first", text, None]
        assert columns.error(column).to_pylist() == [None, None, None]
    assert columns.try_decode(column).to_pylist() == ["first", text, None]


def test_all_kinds_agree() -> None:
    """Each kind of column gives the values that a pyarrow array gives, for every function."""
    column = pa.array([*ROWS, *ENCODE, None])
    con = duckdb.connect()
    calls: list[Callable[[Any], Any]] = [
        lambda c: columns.encode(c, "rfc3986:segment", also_keep="/", also_encode="a", space_as_plus=True),
        columns.encode,
        columns.try_decode,
        lambda c: columns.try_decode(c, charset="gbk", plus_as_space=True),
        columns.decode_lossy,
        columns.decode_layers,
        columns.error,
        lambda c: columns.normalize(c, "scheme"),
        lambda c: columns.equivalent(c, "%7E"),
        lambda c: columns.equivalent(c, c, "path"),
        columns.uri_parts,
        columns.form_parse,
        lambda c: columns.form_get(c, "a b"),
        lambda c: columns.lint(c, "url"),
        lambda c: columns.key(c, "path", any_order=True),
        columns.requote,
        lambda c: columns.remove(c, "a*"),
        lambda c: columns.resolve(c, "http://a/b/c"),
    ]
    for call in calls:
        expected = call(column).to_pylist()
        assert len(expected) == len(column)
        assert call(pa.chunked_array([column[:7], column[7:]])).to_pylist() == expected
        assert call(pl.Series("x", column)).to_list() == expected
        in_pandas = call(pd.Series(column.to_pylist(), dtype=pd.ArrowDtype(pa.string())))
        assert pa.array(in_pandas).to_pylist() == expected
        in_objects = call(pd.Series(column.to_pylist(), dtype=object))
        assert pa.array(in_objects).to_pylist() == expected
        table = pa.table({"x": column})
        relation = con.from_arrow(table)
        assert call(relation).to_arrow_table().column(0).to_pylist() == expected if call is not calls[9] else True


def test_polars_series() -> None:
    column = pl.Series("url", ESCAPED)
    result = columns.decode(column)
    assert isinstance(result, pl.Series) and result.name == "url" and result.dtype == pl.String
    assert result.to_list() == DECODED
    clean = pl.Series("url", CLEAN)
    newest = pl.CompatLevel.newest()
    before, after = clean.to_arrow(compat_level=newest), columns.decode(clean).to_arrow(compat_level=newest)
    assert addresses(before)[-1] == addresses(after)[-1]
    assert columns.decode(pl.Series(["%41"], dtype=pl.Categorical)).cast(pl.String).to_list() == ["A"]
    assert columns.decode_bytes(pl.Series(["%FF"])).dtype == pl.Binary
    assert columns.encode(pl.Series([b"\xff"])).to_list() == ["%FF"]
    assert columns.decode(pl.Series([None, None])).to_list() == [None, None]
    assert columns.decode(pl.Series("e", [], dtype=pl.String)).to_list() == []


@pytest.mark.parametrize("dtype", [object, "str", pd.ArrowDtype(pa.string()), pd.ArrowDtype(pa.large_string()), pd.StringDtype("pyarrow"), pd.StringDtype("python")], ids=str)
def test_pandas_series(dtype: Any) -> None:
    column = pd.Series(ESCAPED, dtype=dtype, index=[5, 7, 9], name="url")
    result = columns.decode(column)
    assert isinstance(result, pd.Series) and result.name == "url" and list(result.index) == [5, 7, 9]
    assert result.dtype == column.dtype
    assert [None if pd.isna(value) else value for value in result] == DECODED
    bools = columns.equivalent(column, column)
    assert list(bools.index) == [5, 7, 9] and bools.iloc[0]
    assert columns.decode(column.iloc[:0]).dtype == column.dtype


def test_pandas_categories_may_become_equal() -> None:
    column = pd.Series(["%41", "A", None], dtype="category")
    result = columns.decode(column)
    assert result.dtype == "category" and result.iloc[0] == result.iloc[1] == "A" and pd.isna(result.iloc[2])


def test_pandas_columns_with_different_indexes_are_not_compared() -> None:
    with pytest.raises(ValueError, match="indexes"):
        columns.equivalent(pd.Series(["a"], index=[1]), pd.Series(["a"], index=[2]))


def test_pandas_arrow_columns_are_not_copied() -> None:
    column = pd.Series(CLEAN, dtype=pd.ArrowDtype(pa.string()))
    before, after = pa.array(column), pa.array(columns.decode(column))
    assert addresses(before)[-1] == addresses(after)[-1]


def test_duckdb_relations() -> None:
    con = duckdb.connect()
    con.sql("CREATE TABLE log AS SELECT * FROM (VALUES ('%41', 1), (NULL, 2)) t(url, n)")
    result = columns.decode(con.sql("SELECT url FROM log ORDER BY n"))
    assert isinstance(result, duckdb.DuckDBPyRelation) and result.columns == ["url"]
    assert result.fetchall() == [("A",), (None,)]
    assert columns.uri_parts(con.sql("SELECT 'http://h/p' AS u")).fetchall()[0][0]["host"] == "h"
    with pytest.raises(TypeError, match="url, n"):
        columns.decode(con.sql("SELECT url, n FROM log"))
    with pytest.raises(TypeError, match="Int32"):
        columns.decode(con.sql("SELECT n::INTEGER FROM log"))
    with pytest.raises(columns.ColumnError, match="^row 1: "):
        columns.decode(con.sql("SELECT u FROM (VALUES ('a'), ('%')) t(u)"))


class Other:
    """Another library's column, which has nothing but the interface."""

    def __init__(self, column: Any) -> None:
        self._column = column

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._column.__arrow_c_stream__(requested_schema)


def test_other_producers() -> None:
    result: Any = columns.decode(Other(pa.chunked_array([ESCAPED])))
    assert isinstance(result, columns.Column) and len(result) == 3
    assert pa.chunked_array(result).to_pylist() == DECODED
    assert pl.Series(result).to_list() == DECODED
    assert columns.encode(result).__len__() == 3
    assert "3 rows" in repr(result)


@pytest.mark.parametrize(
    "wrong",
    [
        ["a"],
        "a",
        b"a",
        None,
        7,
        pa.array([1]),
        pa.chunked_array([[1.5]]),
        pa.array([["a"]]),
        pa.array([{"a": "b"}]),
        pa.table({"a": ["b"]}),
        pa.record_batch({"a": ["b"]}),
        pa.scalar("a"),
        pl.Series([1]),
        pl.Series([True]),
        pl.DataFrame({"a": ["b"]}),
        pl.LazyFrame({"a": ["b"]}),
        pl.col("a"),
        pd.Series([1]),
        pd.Series(["a", 1], dtype=object),
        pd.DataFrame({"a": ["b"]}),
        pd.Index(["a"]),
        pa.array([1]).dictionary_encode(),
    ],
    ids=lambda wrong: type(wrong).__module__ + "." + type(wrong).__name__,
)
def test_what_is_no_column_of_text_is_a_type_error(wrong: Any) -> None:
    with pytest.raises(TypeError):
        columns.decode(wrong)


def test_wrong_constants() -> None:
    column = pa.array(["a"])
    for call, message in [
        (lambda: columns.encode(column, "rfc3986:segmnet"), "rfc3986:segment"),
        (lambda: columns.decode(column, charset="utf-9"), "utf-9"),
        (lambda: columns.normalize(column, "paht"), "`path`"),
        (lambda: columns.lint(column, "body"), "`form`"),
        (lambda: columns.encode(column, also_keep="é"), "ASCII"),
    ]:
        with pytest.raises(ValueError, match=message):
            call()
    with pytest.raises(ValueError, match="2 and 3 rows"):
        columns.equivalent(pa.array(["a", "b"]), pa.array(["a", "b", "c"]))


def test_sets_are_values() -> None:
    from triplet import EncodeSet

    own = EncodeSet.by_name("rfc3986:segment").also_encode(":")
    assert columns.encode(pa.array(["a:b c/"]), own).to_pylist() == ["a%3Ab%20c%2F"]
    assert columns.encode(pa.array(["a b+"]), "whatwg:form", space_as_plus=False).to_pylist() == ["a%20b%2B"]
    assert columns.encode(pa.array(["a b+"]), "whatwg:form").to_pylist() == ["a+b%2B"]
    assert columns.encode(pa.array(["a:b c%41"]), own, keep_triplets=True, space_as_plus=True).to_pylist() == ["a%3Ab+c%41"]
    with pytest.raises(TypeError):
        columns.encode(pa.array(["a"]), 7)  # type: ignore[arg-type]


def test_errors_are_pickled() -> None:
    import pickle

    with pytest.raises(columns.ColumnError) as caught:
        columns.decode(pa.array(["%"]))
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.row, again.offset, again.kind, str(again)) == (0, 0, "truncated", str(caught.value))


def not_utf8(type: str, rows: list[bytes | None]) -> pa.Array:
    """A column of type text whose octets were not validated, as Spark can make one."""
    small = pa.array(rows, pa.binary()).view(pa.string())
    if type == "string":
        return small
    if type == "large_string":
        return pa.array(rows, pa.large_binary()).view(pa.large_string())
    if type == "string_view":
        views = pa.array(rows, pa.binary_view())
        return pa.Array.from_buffers(pa.string_view(), len(views), views.buffers())
    if type == "dictionary":
        return pa.DictionaryArray.from_arrays(pa.array(range(len(rows)), pa.int32()), small)
    # Here pyarrow looks. So the octets come after the column.
    nulls, offsets, octets = small.buffers()
    later = bytearray(b"a" * len(octets))
    values = pa.Array.from_buffers(pa.string(), len(rows), [nulls, offsets, pa.py_buffer(later)])
    column = pa.RunEndEncodedArray.from_arrays(pa.array(range(1, len(rows) + 1), pa.int32()), values)
    later[:] = octets.to_pybytes()
    return column


@pytest.mark.parametrize("type", ["string", "large_string", "string_view", "dictionary", "runs"])
def test_text_that_is_not_utf8(type: str) -> None:
    long = b"a text that is too long for a view to hold it \xff"
    column = not_utf8(type, [b"a%20b", b"\xff", None, "é".encode(), long])
    rows = columns.decode_lossy(column).to_pylist()
    assert rows == ["a b", "\ufffd", None, "é", long.decode(errors="replace")]
    assert columns.try_decode(column).to_pylist() == ["a b", None, None, "é", None]
    assert columns.try_decode(column[1:4]).to_pylist() == [None, None, "é"]
    with pytest.raises(columns.ColumnError) as raised:
        columns.decode(column)
    assert (raised.value.row, raised.value.offset) == (1, 0)
    encoded = columns.encode(column).to_pylist()
    assert encoded[:4] == ["a%2520b", "%FF", None, "%C3%A9"] and encoded[4].endswith("%FF")
    assert columns.decode_bytes(column).to_pylist()[:2] == [b"a b", b"\xff"]
    for function in [columns.normalize, columns.uri_parts, columns.form_parse, columns.lint, columns.error]:
        try:
            assert len(function(column)) == 5
        except columns.ColumnError as error:
            assert error.row == 1


def test_a_character_in_two_rows_is_not_utf8() -> None:
    # Together the rows are UTF-8; each of the two is not.
    column = not_utf8("string", [b"a", b"\xc3", b"\xa9", b"b"])
    assert columns.try_decode(column).to_pylist() == ["a", None, None, "b"]
    assert columns.try_decode(not_utf8("string", ["é".encode(), "日本".encode()])).to_pylist() == ["é", "日本"]
    # A slice begins after the wrong rows.
    assert columns.decode(column[3:]).to_pylist() == ["b"]
    # The octets of a null row may be anything.
    column = not_utf8("string", [b"a", b"\xff", b"b"])
    null = pa.Array.from_buffers(pa.string(), 3, [pa.py_buffer(b"\x05"), *column.buffers()[1:]])
    assert columns.decode(null).to_pylist() == ["a", None, "b"]


def test_two_columns_in_different_chunks() -> None:
    a = pa.chunked_array([["/%7E", "/a"], ["/b"], ["/c"]])
    b = pa.chunked_array([["/~"], ["/a", "/x", "/c"]])
    assert columns.equivalent(a, b).to_pylist() == [True, True, False, True]
    assert columns.equivalent(a, pa.array(["/~"])).to_pylist() == [True, False, False, False]
    assert columns.equivalent(pa.array(["/~"]), a).to_pylist() == [True, False, False, False]
    assert columns.equivalent(a[:0], b[:0]).to_pylist() == []


def test_buffers_that_are_not_aligned() -> None:
    """A producer may cut its buffers out of a message. Arrow allows that, and Rust does not."""
    whole = pa.array(ESCAPED)
    validity, offsets, values = whole.buffers()
    shifted = pa.py_buffer(b"\0" + offsets.to_pybytes())[1:]
    column = pa.StringArray.from_buffers(3, shifted, values, validity)
    assert columns.decode(column).to_pylist() == DECODED


def test_a_result_past_two_gibibytes_is_an_error() -> None:
    row = "\u00e9" * (1 << 20)
    column = pa.array([row] * 360)
    with pytest.raises(OverflowError, match="LargeUtf8"):
        columns.encode(column)


def test_the_interpreter_runs_meanwhile() -> None:
    column = pa.array(["caf%C3%A9 " * 50] * 200_000)
    beats = 0
    done = threading.Event()

    def work() -> None:
        columns.decode(column)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.wait(0.001):
        beats += 1
    thread.join()
    assert beats >= 5


def test_threads() -> None:
    column = pa.array(ESCAPED * 1000)
    results: list[Any] = []
    threads = [threading.Thread(target=lambda: results.append(columns.decode(column).to_pylist())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [DECODED * 1000] * 8
