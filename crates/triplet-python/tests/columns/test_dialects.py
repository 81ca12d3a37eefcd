"""The sets of other engines encode as these engines do, and each decoder differs from ours where the table in docs/data.md says.

The engines are the real ones; Spark is in `test_spark.py`.
"""

from __future__ import annotations

import urllib.parse

import duckdb
import pyarrow as pa
import pytest
from awkward import ENCODE, ROWS
from engines import ClickHouse
from grpclib.metadata import encode_grpc_message
from packageurl import PackageURL
from triplet import columns


def encoded(name: str) -> list[str]:
    return columns.encode(pa.array(ENCODE), name).to_pylist()


def test_duckdb_encodes() -> None:
    con = duckdb.connect()
    theirs = [con.execute("SELECT url_encode(?)", [text]).fetchone() for text in ENCODE]
    assert encoded("duckdb") == [row[0] for row in theirs if row]


def test_python_encodes() -> None:
    assert encoded("python-quote") == [urllib.parse.quote(text) for text in ENCODE]
    assert encoded("python-quote-plus") == [urllib.parse.quote_plus(text) for text in ENCODE]


def test_grpc_encodes() -> None:
    assert encoded("grpc-message") == [encode_grpc_message(text) for text in ENCODE]


def test_package_urls_encode() -> None:
    """A version. Against the standard, that library trims it and keeps its `/`."""
    for text, ours in zip(ENCODE, encoded("purl")):
        if text.strip() == text != "":
            theirs = PackageURL("generic", name="a", version=text).to_string()
            assert theirs == "pkg:generic/a@" + ours.replace("%2F", "/"), text


@pytest.mark.parametrize(("name", "function"), [("clickhouse", "encodeURLComponent"), ("clickhouse-form", "encodeURLFormComponent")])
def test_clickhouse_encodes(clickhouse: ClickHouse, name: str, function: str) -> None:
    assert encoded(name) == [octets.decode() for octets in clickhouse.all(function, ENCODE)]


def test_duckdb_decodes_as_documented() -> None:
    """Malformed triplets are kept without a word; octets that are not UTF-8 fail the query."""
    con = duckdb.connect()
    ours = columns.try_decode(pa.array(ROWS)).to_pylist()
    kinds = columns.error(pa.array(ROWS)).to_pylist()
    lossy = columns.decode_lossy(pa.array(ROWS)).to_pylist()
    for row, text, kind, kept in zip(ROWS, ours, kinds, lossy):
        if kind and kind["kind"] == "invalid-utf-8":
            with pytest.raises(duckdb.InvalidInputException, match="invalid UTF8"):
                con.execute("SELECT url_decode(?)", [row]).fetchone()
        else:
            theirs = con.execute("SELECT url_decode(?)", [row]).fetchone()
            # A malformed triplet stays, as in `decode_lossy`.
            assert theirs == (kept,), row
            assert text is None or text == kept


def test_clickhouse_decodes_as_documented(clickhouse: ClickHouse) -> None:
    """Malformed triplets are kept, with the two bytes after the `%`; octets that are not UTF-8 become a String that is not text."""
    theirs = clickhouse.all("decodeURLComponent", ROWS)
    form = clickhouse.all("decodeURLFormComponent", ROWS)
    kinds = columns.error(pa.array(ROWS)).to_pylist()
    for row, octets, plus, kind in zip(ROWS, theirs, form, kinds):
        if kind is None or kind["kind"] == "invalid-utf-8":
            assert octets == columns.decode_bytes(pa.array([row])).to_pylist()[0], row
            assert plus == columns.decode_bytes(pa.array([row]), plus_as_space=True).to_pylist()[0], row
        elif row in ("%%41", "a%%%41", "%4%31"):
            # The second `%` is skipped with the first: what follows is not decoded.
            assert octets == row.encode(), row
        else:
            assert octets == columns.decode_lossy(pa.array([row])).to_pylist()[0].encode(), row


def test_python_decodes_as_documented() -> None:
    """Malformed triplets are kept, and octets that are not UTF-8 become U+FFFD: `decode_lossy`."""
    assert columns.decode_lossy(pa.array(ROWS)).to_pylist() == [urllib.parse.unquote(row) for row in ROWS]
    plus = columns.decode_lossy(pa.array(ROWS), plus_as_space=True).to_pylist()
    assert plus == [urllib.parse.unquote_plus(row) for row in ROWS]
