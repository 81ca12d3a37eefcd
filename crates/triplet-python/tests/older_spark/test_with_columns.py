"""``with_columns`` in Spark 3, which has no Arrow UDFs. Structs as results are new in Spark 3.5."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import pyspark
import pytest
import triplet.spark

STRUCTS = tuple(map(int, pyspark.__version__.split(".")[:2])) >= (3, 5)
ROWS = ["caf%C3%A9?q=a+b", "%zz", None, "100%25"]


@pytest.fixture(scope="module")
def table() -> Iterator[Any]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    session = pyspark.sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session.createDataFrame(list(enumerate(ROWS)), "i int, u string")
    session.stop()


def results(table: Any, *call: str) -> list[Any]:
    frame = triplet.spark.with_columns(table, result=call)
    return [row.result for row in frame.orderBy("i").select("result").collect()]


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (("try_pct_decode", "u"), ["café?q=a+b", None, None, "100%"]),
        (("pct_encode", "u"), ["caf%25C3%25A9%3Fq%3Da%2Bb", "%25zz", None, "100%2525"]),
        (("pct_normalize", "u"), ["caf%C3%A9?q=a+b", "%zz", None, "100%25"]),
        (("pct_equivalent", "u", "u"), [True, True, None, True]),
        (("form_get", "u", "caf%C3%A9?q"), [None, None, None, None]),
        (("form_get", "u", "café?q"), ["a b", None, None, None]),
    ],
)
def test_text(table: Any, call: tuple[str, ...], expected: list[Any]) -> None:
    assert results(table, *call) == expected


def test_lists_of_structs(table: Any) -> None:
    rows = [row and [(pair.name, pair.value) for pair in row] for row in results(table, "form_parse", "u")]
    assert rows == [[("café?q", "a b")], [("%zz", "")], None, [("100%", "")]]
    rows = [row and [(finding.id, finding.offset) for finding in row] for row in results(table, "pct_lint", "u")]
    assert ("malformed-escape", 0) in rows[1]


def test_a_malformed_row_is_named(table: Any) -> None:
    with pytest.raises(Exception, match=r"pct_decode: row 1 of partition 0: '%zz': `%z` at offset 0"):
        results(table, "pct_decode", "u")


@pytest.mark.parametrize("call", [("uri_parts", "u"), ("pct_error", "u"), ("pct_decode_layers", "u")])
def test_structs(table: Any, call: tuple[str, ...]) -> None:
    if not STRUCTS:
        with pytest.raises(NotImplementedError, match=r"^Spark 3\.4\S* takes no struct from `mapInArrow`, but `result` is one; Spark 3\.5"):
            results(table, *call)
        return
    rows = results(table, *call)
    expected = {
        "uri_parts": ("caf%C3%A9", "%zz", None, "100%25"),
        "pct_error": (None, "not-hex", None, None),
        "pct_decode_layers": ("café?q=a+b", "%zz", None, "100%"),
    }[call[0]]
    field = {"uri_parts": "path", "pct_error": "kind", "pct_decode_layers": "text"}[call[0]]
    assert tuple(row and row[field] for row in rows) == expected


def test_functions_of_sql_need_spark_4(table: Any) -> None:
    with pytest.raises(ImportError, match=r"has no Arrow UDFs; use triplet\.spark\.with_columns"):
        triplet.spark.register(table.sparkSession)
