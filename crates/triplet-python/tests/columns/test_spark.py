"""Spark: the dialect, and the functions by the jar and by Arrow, on a cluster of two executors. A test kills one executor.

`TRIPLET_SPARK_ROWS` is the number of rows of the table (default: 200,000). The cluster is real: each executor is a process of its own.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
import triplet.spark
from awkward import DECODE, ENCODE, ROWS
from test_document import blocks, check_column, differences, make_log
from triplet import columns

pyspark = pytest.importorskip("pyspark")

TABLE_ROWS = int(os.environ.get("TRIPLET_SPARK_ROWS", "200000"))


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    """Two executors with one core each. Without PYSPARK_PYTHON workers take `python3` from the path."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("triplet")
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.executor.memory": "512m",
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "4",
        # A task for each file of the table, however small it is.
        "spark.sql.files.maxPartitionBytes": "32m",
        "spark.sql.files.openCostInBytes": "32m",
    }
    for key, value in settings.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="module", params=["arrow", "jar"])
def path(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def spark(session: Any, path: Any) -> Any:
    """The session, with the functions by this path."""
    assert triplet.spark.register(session, path) == path
    return session


def frame(spark: Any, rows: list[Any]) -> Any:
    return spark.createDataFrame([(at, row) for at, row in enumerate(rows)], "i int, u string")


def test_spark_encodes(spark: Any) -> None:
    theirs = [row[0] for row in frame(spark, ENCODE).orderBy("i").selectExpr("url_encode(u)").collect()]
    assert columns.encode(pa.array(ENCODE), "spark").to_pylist() == theirs
    assert columns.encode(pa.array(ENCODE), "java").to_pylist() == theirs


def test_hive_and_spark_name_partitions(spark: Any) -> None:
    texts = [text for text in ENCODE if text]
    ours = columns.encode(pa.array(texts), "hive-partition").to_pylist()
    jvm = spark._jvm
    assert ours == [jvm.org.apache.hadoop.hive.common.FileUtils.escapePathName(text) for text in texts]
    # Spark keeps NUL.
    catalog = jvm.org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils
    assert [row.replace("%00", "\0") for row in ours] == [catalog.escapePathName(text) for text in texts]


def test_spark_decodes_as_documented(spark: Any) -> None:
    """`+` is a space, octets that are not UTF-8 become U+FFFD without a word, and any malformed triplet fails the query, except that
    Java reads signs and the digits of other scripts as digits."""
    theirs = [row[0] for row in frame(spark, ROWS).orderBy("i").selectExpr("try_url_decode(u)").collect()]
    lossy = columns.decode_lossy(pa.array(ROWS), plus_as_space=True).to_pylist()
    java = {"%+1": "\x01", "%\uff14\uff11": "A"}
    surrogate = {"%ED%A0%80": "\ufffd"}  # One for all three octets; WHATWG gives one for each.
    for (value, _, kind, _), text, kept in zip(DECODE, theirs, lossy):
        expected = java.get(value) if kind in ("truncated", "not-hex") else surrogate.get(value, kept)
        assert text == expected, value
    for value in ("%", "%zz"):
        with pytest.raises(Exception, match="CANNOT_DECODE_URL"):
            spark.sql(f"SELECT url_decode('{value}')").collect()


def test_functions_show_their_examples(spark: Any) -> None:
    from triplet._triplet import sql_functions

    for name, *_, example, result in sql_functions():
        value = spark.sql(f"SELECT {example} AS x").first().x
        if isinstance(value, pyspark.sql.Row):
            value = "{" + ", ".join(f"{key}: {'' if field is None else field}" for key, field in value.asDict().items()) + "}"
        elif isinstance(value, list):
            value = "[" + ", ".join("{" + ", ".join(f"{key}: {field}" for key, field in item.asDict().items()) + "}" for item in value) + "]"
        elif isinstance(value, (bytes, bytearray)):
            value = value.hex()
        else:
            value = {True: "true", None: ""}.get(value, value)
        assert value == result, name


def test_the_jar_describes_the_signatures(spark: Any, path: str) -> None:
    from triplet._triplet import sql_functions

    if path != "jar":
        pytest.skip("Spark describes no function of Python")
    for name, _, _, _, signature, *_ in sql_functions():
        lines = [row[0] for row in spark.sql(f"DESCRIBE FUNCTION {name}").collect()]
        assert f"Usage: {signature}" in lines, name


def test_every_awkward_row(spark: Any) -> None:
    table = frame(spark, [*ROWS, None]).repartition(3)
    result = table.selectExpr("i", "try_pct_decode(u) AS t", "pct_error(u) AS e").orderBy("i").collect()
    for row, (_, text, kind, offset) in zip(result, [*DECODE, (None, None, "", 0)], strict=True):
        assert row.t == text
        assert (None if row.e is None else (row.e.kind, row.e.offset)) == ((kind, offset) if kind else None)
    made = triplet.spark.with_columns(table, t=("try_pct_decode", "u"), gbk=("try_pct_decode", "u", "gbk"), same=("pct_equivalent", "u", "u"))
    assert made.columns == ["i", "u", "t", "gbk", "same"]
    assert [row.t for row in made.orderBy("i").collect()] == [row.t for row in result]


def test_without_a_path_the_jar_is_taken(session: Any) -> None:
    assert triplet.spark.register(session) == "jar"
    names = [name for name, *_ in triplet.spark.sql_functions()]
    assert sorted(session._jvm.triplet.spark.Extensions.names()) == sorted(names)


def test_a_package_without_a_jar_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(triplet.spark, "__file__", str(tmp_path / "spark.py"))
    with pytest.raises(FileNotFoundError, match=r"built without a jar .*mvn package"):
        triplet.spark.jar()


def test_generated_code_calls_the_functions(spark: Any, path: str) -> None:
    """One list of functions and arguments: that of the Arrow functions. Each has a static method for each number of arguments."""
    for name, count, constants, required, *_ in triplet.spark.sql_functions():
        for given in range(required, len(constants) + 1):
            values = {"set": "'java'", "charset": "'gbk'", "max": "'3'", "context": "'url'", "options": "'any-order'", "names": "'a*'"}
            names = [values.get(constant, "'rfc3986'" if constant == "convention" else "'path'") for constant in constants[:given]]
            call = f"{name}({', '.join(['u'] * count + names)})"
            plan = spark.sql(f"EXPLAIN CODEGEN SELECT {call} FROM (SELECT concat('a', id) AS u FROM range(9))").first()[0]
            assert ("triplet.spark.Functions$" in plan and ".invoke(" in plan) == (path == "jar"), call
        with pytest.raises(Exception, match=name if path == "jar" else "."):
            spark.sql(f"SELECT {name}({', '.join(['u'] * (count + len(constants) + 1))}) FROM (SELECT concat('a', id) AS u FROM range(9))").collect()


def test_rows_are_those_of_the_arrow_functions(spark: Any, tmp_path: Path) -> None:
    """Each function on a dictionary and on a column of nulls, beside the same without Spark."""
    from triplet._triplet import Call

    rows = [*ROWS, *ENCODE, None, "http://u@h:8/a/../%7eb?q=1+2&q=%26&=#f", "x" * 40_000 + "%41", "%2525252541"]
    texts = pa.array(rows, pa.string())
    nulls = pa.nulls(len(rows), pa.string())
    pq.write_table(pa.table({"i": pa.array(range(len(rows))), "u": texts, "d": texts.dictionary_encode(), "n": nulls}), tmp_path / "rows.parquet")
    table = spark.read.parquet(str(tmp_path / "rows.parquet")).repartition(3)
    for name, count, _, required, *_ in triplet.spark.sql_functions():
        constants = {"form_get": ["q"], "pct_respell": ["rfc3986"], "pct_remove": ["q"]}.get(name, [])
        call = Call(name, constants)
        good = []
        for at, text in enumerate(rows):
            try:
                call.run(*[pa.array([text], pa.string())] * count)
                good.append(at)
            except columns.ColumnError:
                assert name in ("pct_decode", "pct_decode_bytes", "pct_respell"), name
        expected = pa.chunked_array(call.run(*[texts.take(pa.array(good))] * count)).to_pylist()
        kept = table.where(f"i IN ({', '.join(map(str, good))})").orderBy("i")
        quoted = "".join(f", '{constant}'" for constant in constants)
        calls = [f"{name}({', '.join([column] * count)}{quoted}) AS {column}" for column in "udn"]
        found = [row.asDict(recursive=True) for row in kept.selectExpr(*calls).collect()]
        assert [row["u"] for row in found] == expected, name
        assert [row["d"] for row in found] == expected, name
        assert [row["n"] for row in found] == [None] * len(good), name


def test_a_bad_row_is_named(spark: Any, path: str) -> None:
    table = frame(spark, ["a"] * 1000 + ["x%4z\x1b"] + ["a"] * 1000).coalesce(1)
    by_name = lambda: table.selectExpr("pct_decode(u)").collect()  # noqa: E731
    for failing in (
        by_name,
        lambda: triplet.spark.with_columns(table, t=("pct_decode", "u")).collect(),
    ):
        with pytest.raises(Exception, match=r"pct_decode: .*partition \d+: 'x%4z\\x1b': .*offset 1: .z. is not") as failed:
            failing()
        # Arrow has the row of the batch too.
        assert ("row 1000 " in str(failed.value)) == (path == "arrow" or failing is not by_name), path
    # The session goes on.
    assert table.selectExpr("count(try_pct_decode(u)) AS n").first().n == 2000


def test_strings_that_are_not_utf8(spark: Any) -> None:
    rows = "SELECT explode(array(cast(X'61FF' AS string), 'b')) AS url"
    read = "pct_decode_lossy(url), try_pct_decode(url), pct_encode(url), pct_error(url).offset"
    assert [tuple(row) for row in spark.sql(f"SELECT {read} FROM ({rows})").collect()] == [
        ("a\ufffd", None, "a%FF", 1),
        ("b", "b", "b", None),
    ]
    with pytest.raises(Exception, match=r"b'a\\xff': .*offset 1"):
        spark.sql(f"SELECT pct_decode(url) FROM ({rows})").collect()


def test_types_of_the_results(spark: Any) -> None:
    text = "string"
    parts = ",".join(f"{part}:string" for part in ["scheme", "userinfo", "host", "port", "path", "query", "fragment"])
    results = {
        "pct_decode_bytes": "binary",
        "pct_decode_layers": "struct<text:string,layers:bigint>",
        "pct_error": "struct<offset:bigint,kind:string>",
        "pct_equivalent": "boolean",
        "uri_parts": f"struct<{parts}>",
        "form_parse": "array<struct<name:string,value:string>>",
        "pct_lint": "array<struct<id:string,severity:string,offset:bigint>>",
    }
    for name, count, _, required, *_ in triplet.spark.sql_functions():
        arguments = ", ".join(["'a'"] * count + ["'java'"] * required)
        schema = spark.sql(f"SELECT {name}({arguments})").schema
        assert schema[0].dataType.simpleString() == results.get(name, text), name


def test_wrong_calls(spark: Any) -> None:
    table = frame(spark, ["a"])
    for query, message in [
        ("pct_encode(u, 'rfc3986:segmnt')", "rfc3986:segment"),
        ("pct_decode(i)", "of type (Int32|INT) is not text"),
        ("form_get(u)", "form_get"),
        ("pct_encode(u, NULL)", "NULL"),
    ]:
        with pytest.raises(Exception, match=message):
            table.selectExpr(query).collect()
    for wrong, message in [
        (("pct_decod", "u"), "there are pct_encode"),
        (("pct_decode", "v"), "there is no column v"),
        (("form_get", "u"), "name"),
        (("pct_encode", "u", "rfc3986:segmnt"), "rfc3986:segment"),
    ]:
        with pytest.raises(ValueError, match=message):
            triplet.spark.with_columns(table, x=wrong)


def value_of(row: int) -> str:
    """The text of a row of the table; each hundredth is malformed."""
    return f"/caf%C3%A9/{row}?q=%{'zz' if row % 100 == 99 else '41'}+b"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Parquet table in sixteen files."""
    folder = tmp_path_factory.mktemp("table")
    parts = 16
    for part in range(parts):
        rows = range(part * TABLE_ROWS // parts, (part + 1) * TABLE_ROWS // parts)
        pq.write_table(pa.table({"i": pa.array(rows), "u": pa.array([value_of(row) for row in rows])}), folder / f"{part:02}.parquet")
    return folder


QUERY = """
    SELECT count(*) AS n, count(t) AS decoded, sum(length(t)) AS letters, bit_xor(xxhash64(i, t)) AS hash FROM
    (SELECT i, try_pct_decode(u) AS t FROM parquet.`{table}`)
"""


@pytest.fixture(scope="module")
def expected(spark: Any, table: Path) -> tuple[int, int, int, int]:
    """What the functions give without Spark; only the hash is Spark's own."""
    decoded, letters = 0, 0
    for file in sorted(table.glob("*.parquet")):
        part = pq.read_table(file)
        text = columns.try_decode(part["u"])
        decoded += len(text) - text.null_count
        letters += pc.sum(pc.utf8_length(text)).as_py()
        pq.write_table(pa.table({"i": part["i"], "t": text}), file.parent.parent / f"{table.name}-{file.name}")
    local = str(table.parent / f"{table.name}-*.parquet")
    hash = spark.sql(f"SELECT bit_xor(xxhash64(i, t)) AS hash FROM parquet.`{local}`").first().hash
    assert decoded == TABLE_ROWS - TABLE_ROWS // 100
    return TABLE_ROWS, decoded, letters, hash


def test_a_table_gives_what_one_process_gives(spark: Any, table: Path, expected: tuple[int, int, int, int]) -> None:
    start = time.perf_counter()
    result = tuple(spark.sql(QUERY.format(table=table)).first())
    print(f"\n{TABLE_ROWS} rows on two executors: {time.perf_counter() - start:.1f} s")
    assert result == expected
    made = triplet.spark.with_columns(spark.read.parquet(str(table)), t=("try_pct_decode", "u"))
    assert tuple(made.selectExpr("count(*)", "count(t)", "sum(length(t))", "bit_xor(xxhash64(i, t))").first()) == expected


def executors() -> list[int]:
    """The processes that run executors, among the descendants of this one."""
    parents = {}
    names = {}
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                parents[int(process.name)] = int((process / "stat").read_text().rpartition(")")[2].split()[1])
                names[int(process.name)] = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue

    def is_ours(process: int) -> bool:
        while process in parents:
            if process == os.getpid():
                return True
            process = parents[process]
        return False

    return sorted(process for process, name in names.items() if "CoarseGrainedExecutorBackend" in name and "java" in name.split(" ")[0] and is_ours(process))


def test_one_executor_is_killed_in_the_middle(spark: Any, table: Path, expected: tuple[int, int, int, int]) -> None:
    before = executors()
    assert len(before) == 2, before
    tracker = spark.sparkContext.statusTracker()
    answer: list[tuple[Any, ...]] = []
    query = threading.Thread(target=lambda: answer.append(tuple(spark.sql(QUERY.format(table=table)).first())))
    query.start()
    # In the middle: some tasks have ended, some have not.
    deadline = time.monotonic() + 120
    ended = total = 0
    while time.monotonic() < deadline:
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        busy = [stage for stage in stages if stage and stage.numTasks >= 4 and stage.numCompletedTasks >= 1]
        if busy:
            ended, total = busy[0].numCompletedTasks, busy[0].numTasks
            os.kill(before[0], signal.SIGKILL)
            break
        time.sleep(0.005)
    query.join()
    assert 0 < ended < total, (ended, total)
    print(f"\nkilled executor {before[0]} after {ended} of {total} tasks")
    assert answer == [expected]
    assert before[0] not in executors()


def test_the_block_of_the_document(spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = make_log(tmp_path)
    monkeypatch.chdir(tmp_path)
    (block,) = [block for block in blocks("python") if "pyspark" in block]
    names: dict[str, Any] = {}
    # The folder in which Java began is another one.
    exec(block.replace("log.csv", str(tmp_path / "log.csv")), names)
    assert names["answers"] == expected


def test_differences_of_spark(spark: Any) -> None:
    values = [value for value, _ in differences(2)]
    results = [row[0] for row in frame(spark, values).orderBy("i").selectExpr("try_url_decode(u)").collect()]
    check_column(2, dict(zip(values, results)).get)
