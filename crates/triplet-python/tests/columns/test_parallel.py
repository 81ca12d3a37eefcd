"""Columns that several threads run are those that one thread runs: values, nulls, types, errors, and buffers that are shared."""

import itertools

import pyarrow as pa
import pytest

from triplet import columns

ROWS = 300_000
"""More than twice the rows from which on a second thread is started."""

TEXTS = ["/caf%C3%A9/{}%2Fx?a=1+2", "/item/{}", None, "https://www.example.com/{}?b=2&a=%26", "", "a b {}"]
CALLS = {
    "encode": columns.encode,
    "decode": columns.decode,
    "decode_bytes": columns.decode_bytes,
    "error": columns.error,
    "normalize": columns.normalize,
    "uri_parts": columns.uri_parts,
    "form_parse": columns.form_parse,
    "form_get": lambda column, **threads: columns.form_get(column, "a", **threads),
}


def texts(rows=ROWS):
    return [text and text.format(row) for row, text in zip(range(rows), itertools.cycle(TEXTS))]


@pytest.fixture(scope="module")
def column():
    return pa.array(texts())


def chunked(column, *lengths):
    """The column in chunks of these lengths, and one of the rest."""
    starts = itertools.accumulate(lengths, initial=0)
    chunks = [column.slice(start, length) for start, length in zip(starts, lengths)]
    return pa.chunked_array([*chunks, column.slice(sum(lengths))])


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("layout", [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())], ids=str)
def test_an_array_has_the_same_result(call, layout, column):
    column = column.dictionary_encode() if pa.types.is_dictionary(layout) else column.cast(layout)
    column = column.slice(7)
    one = call(column, threads=1)
    for threads in (2, 4, 8, None):
        many = call(column, threads=threads)
        many.validate(full=True)
        assert type(many) is type(one) and many.type == one.type and many.equals(one)


@pytest.mark.parametrize(
    "lengths", [(), (0,), (1,), (150_000,), (150_000, 0, 1), (10_000,) * 29, (200_000, 99_000), (64 << 10, 64 << 10), (3,) * 50]
)
def test_chunks_have_the_same_result(lengths, column):
    column = chunked(column, *lengths)
    for call in CALLS.values():
        one = call(column, threads=1)
        many = call(column, threads=3)
        many.validate(full=True)
        assert many.type == one.type and many.equals(one)


@pytest.mark.parametrize("bad", [(0,), (299_999,), (100, 299_000), (290_000, 150_000), (199_999, 100_000, 200_000)])
def test_the_first_error_is_named(bad):
    rows = texts()
    for row in bad:
        rows[row] = "100%"
    column = pa.array(rows)
    for column in (column, chunked(column, 100_000, 50, 0, 60_000)):
        for threads in (1, 2, 7):
            with pytest.raises(columns.ColumnError) as raised:
                columns.decode(column, threads=threads)
            assert (raised.value.row, raised.value.offset, raised.value.kind) == (min(bad), 3, "truncated")


@pytest.mark.parametrize("layout", [pa.string(), pa.string_view()], ids=str)
def test_a_clean_column_comes_back_with_its_buffers(layout):
    column = pa.array([f"/a-clean-row/{row}" for row in range(ROWS)]).cast(layout)
    found = columns.decode(column, threads=4)
    addresses = [[buffer and buffer.address for buffer in array.buffers()] for array in (found, column)]
    assert addresses[0] == addresses[1]
    found = columns.normalize(pa.chunked_array([column, column]), threads=4)
    assert found.num_chunks == 2


def test_two_columns(column):
    other = columns.decode(column)
    one = columns.equivalent(column, other, threads=1)
    lengths = (100_000, 1, 99_999)
    assert columns.equivalent(column, other, threads=4).equals(one)
    assert columns.equivalent(chunked(column, *lengths), other, threads=4).combine_chunks().equals(one)
    alone = columns.equivalent(column, "/item/7", threads=1)
    assert columns.equivalent(chunked(column, *lengths), "/item/7", threads=4).combine_chunks().equals(alone)


def test_no_thread_is_an_error(column):
    with pytest.raises(ValueError, match="threads must be 1 or more"):
        columns.decode(column, threads=0)


def test_more_threads_than_there_can_be(column):
    assert columns.decode(column, threads=1 << 40).equals(columns.decode(column, threads=1))


def test_a_producer_that_fails(column):
    """Its error comes after those of the rows before."""

    def batches(*rows):
        yield from (pa.record_batch([pa.array(rows).cast(pa.string())], names=["a"]) for rows in rows)
        raise OSError("the disk is gone")

    class Column:
        def __init__(self, *rows):
            self.rows = rows

        def __arrow_c_stream__(self, requested_schema=None):
            fields = pa.struct([("a", pa.string())])
            reader = pa.RecordBatchReader.from_batches(pa.schema(fields), batches(*self.rows))
            return reader.__arrow_c_stream__(requested_schema)

    from triplet._triplet import Call

    for threads in (1, 4):
        decode = Call("pct_decode", [])
        with pytest.raises(ValueError, match="the disk is gone"):
            decode.run(Column(["%41"] * ROWS), unwrap=True, threads=threads)
        with pytest.raises(columns.ColumnError) as raised:
            decode.run(Column(["%41"] * ROWS, ["a", "%"]), unwrap=True, threads=threads)
        assert raised.value.row == ROWS + 1


def test_polars_pandas_and_duckdb(column):
    import duckdb
    import pandas as pd
    import polars as pl

    import triplet.pandas  # noqa: F401
    import triplet.polars  # noqa: F401

    expected = columns.decode(column, threads=1).to_pylist()
    series = pl.Series("url", column)
    assert columns.decode(series, threads=3).to_list() == expected
    assert series.pct.decode(threads=3).to_list() == expected
    frame = series.to_frame().lazy().select(pl.col("url").pct.decode(threads=3))
    assert frame.collect()["url"].to_list() == expected
    of_pandas = pd.Series(column, dtype=pd.ArrowDtype(pa.string()), name="url")
    assert of_pandas.pct.decode(threads=3).array._pa_array.combine_chunks().to_pylist() == expected
    con = duckdb.connect()
    log = pa.table({"url": column})  # noqa: F841
    found = columns.decode(con.sql("SELECT url FROM log"), threads=3)
    assert [row for (row,) in found.fetchall()] == expected
