"""What importing `triplet.polars`, `triplet.pandas` and `triplet.duckdb` adds."""

from __future__ import annotations

import gc
import inspect
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import triplet.duckdb
import triplet.pandas
import triplet.polars
from awkward import DECODE, ROWS
from triplet import columns
from triplet._methods import Methods

URLS = ["http://example.com/%63?q=a+b", "/100%", None]


def pct(column: Any) -> Any:
    return column.pct


def test_methods_are_the_functions() -> None:
    for name in columns.__all__:
        if name in ("Column", "ColumnError"):
            continue
        function = inspect.signature(getattr(columns, name)).parameters
        method = inspect.signature(getattr(Methods, name)).parameters
        assert list(function)[1:] == list(method)[1:], name
        assert [parameter.default for parameter in function.values()][1:] == [parameter.default for parameter in method.values()][1:]


EXPRESSIONS: list[tuple[Any, Any]] = [
    (lambda c: c.encode("spark"), lambda c: columns.encode(c, "spark")),
    (lambda c: c.try_decode(plus_as_space=True), lambda c: columns.try_decode(c, plus_as_space=True)),
    (lambda c: c.decode_lossy(), columns.decode_lossy),
    (lambda c: c.decode_layers(3), lambda c: columns.decode_layers(c, 3)),
    (lambda c: c.error(), columns.error),
    (lambda c: c.normalize("scheme"), lambda c: columns.normalize(c, "scheme")),
    (lambda c: c.equivalent("/"), lambda c: columns.equivalent(c, "/")),
    (lambda c: c.key("decoded", nfc=True), lambda c: columns.key(c, "decoded", nfc=True)),
    (lambda c: c.key("path", any_order=True, iri=True), lambda c: columns.key(c, "path", any_order=True, iri=True)),
    (lambda c: c.resolve("http://a/b/c"), lambda c: columns.resolve(c, "http://a/b/c")),
    (lambda c: c.requote(), columns.requote),
    (lambda c: c.remove(["q", "utm_*"]), lambda c: columns.remove(c, ["q", "utm_*"])),
    (lambda c: c.uri_parts(), columns.uri_parts),
    (lambda c: c.form_parse(), columns.form_parse),
    (lambda c: c.form_get("q"), lambda c: columns.form_get(c, "q")),
    (lambda c: c.lint("url"), lambda c: columns.lint(c, "url")),
    (lambda c: c.lint(), lambda c: columns.lint(c, "url")),
]


@pytest.mark.parametrize("dtype", [pl.String, pl.Categorical, pl.Binary])
def test_polars_expressions(dtype: Any) -> None:
    """Eager, lazy and streaming give what the function gives, with the type that the plan was told."""
    urls = pl.Series("url", [*ROWS, *URLS])
    urls = urls.cast(dtype)
    frame = pl.DataFrame({"url": urls})
    for expression, function in EXPRESSIONS:
        expected = function(urls)
        query = frame.lazy().select(expression(pct(pl.col("url"))))
        for result in (frame.select(expression(pct(pl.col("url")))), query.collect(), query.collect(engine="streaming")):
            assert result.schema == query.collect_schema()
            assert result["url"].to_list() == expected.to_list()
        assert expression(pct(urls)).to_list() == expected.to_list()


def test_lint_reads_a_reference_unless_a_context_is_given() -> None:
    rows = ["/a/%2e%2e/b", "https://example.com/..%2f..%2fetc", "http://127.0.0.1/", "https://example.com/a"]
    by_row = [[{"id": f.id, "severity": f.severity, "offset": f.offset} for f in triplet.lint(row)] for row in rows]
    assert by_row[0] == [{"id": "encoded-dot-segment", "severity": "error", "offset": 3}] and by_row[3] == []
    assert columns.lint(pa.array(rows)).to_pylist() == by_row
    assert pct(pl.Series(rows)).lint().to_list() == by_row
    assert pa.array(pct(pd.Series(rows)).lint()).to_pylist() == by_row
    con = duckdb.connect()
    triplet.duckdb.register(con)
    for row, findings in zip(rows, by_row):
        assert con.execute("SELECT pct_lint(?)", [row]).fetchall() == [(findings,)]
        assert con.execute("SELECT pct_lint(?, 'any')", [row]).fetchall() != [(findings,)]


def test_a_key_may_read_a_plus_as_a_space() -> None:
    rows = pa.array(["/?q=a+b", "/?q=a%20b", "/?q=a%2Bb", None])
    with_spaces = ["/?q=a%20b", "/?q=a%20b", "/?q=a%2Bb", None]
    assert columns.key(rows, plus_as_space=True).to_pylist() == with_spaces
    assert with_spaces[:3] == [triplet.reference_key(row.as_py(), plus_as_space=True) for row in rows[:3]]
    assert pct(pl.Series(rows)).key(plus_as_space=True).to_list() == with_spaces
    with pytest.raises(ValueError, match="plus_as_space goes with level='decoded'"):
        columns.key(rows, "path", plus_as_space=True)
    assert columns.key(rows).to_pylist() == ["/?q=a+b", "/?q=a%20b", "/?q=a+b", None]


def test_polars_compares_two_expressions() -> None:
    frame = pl.DataFrame({"a": ["/%7E", "/b", None], "b": ["/~", "/c", "/"]})
    assert frame.select(x=pct(pl.col("a")).equivalent(pl.col("b")))["x"].to_list() == [True, False, None]
    assert frame.lazy().select(x=pct(pl.col("a")).equivalent(pl.col("b"))).collect(engine="streaming")["x"].to_list() == [True, False, None]


def test_polars_errors_and_wrong_types() -> None:
    frame = pl.DataFrame({"url": ["a", "%"], "n": [1, 2]})
    with pytest.raises(columns.ColumnError, match="row 1: .*offset 0"):
        frame.select(pct(pl.col("url")).decode())
    with pytest.raises(TypeError, match="Int64"):
        frame.select(pct(pl.col("n")).decode())
    with pytest.raises(ValueError, match="rfc3986:segment"):
        pct(pl.col("url")).encode("rfc3986:segmnt")


def test_polars_pushes_filters_below() -> None:
    query = pl.LazyFrame({"url": URLS, "n": [1, 2, 3]}).with_columns(text=pct(pl.col("url")).try_decode()).filter(pl.col("n") > 1)
    plan = query.explain()
    assert plan.index("WITH_COLUMNS") < plan.index("n") < len(plan)
    below = plan[plan.index("WITH_COLUMNS") :]
    assert "FILTER" in below or "SELECTION" in below, plan
    # So a row that is filtered out cannot fail the query.
    strict = pl.LazyFrame({"url": URLS, "n": [1, 2, 3]}).with_columns(text=pct(pl.col("url")).decode()).filter(pl.col("n") != 2)
    assert strict.collect()["text"].to_list() == ["http://example.com/c?q=a+b", None]


def test_polars_streams_a_file(tmp_path: Path) -> None:
    file = tmp_path / "log.parquet"
    pl.DataFrame({"url": [f"/caf%C3%A9?n={n}" for n in range(300_000)]}).write_parquet(file, row_group_size=10_000)
    text = pct(pl.col("url")).decode()
    query = pl.scan_parquet(file).select(text.str.len_chars().sum().alias("n"), text.str.starts_with("/café").all().alias("all"))
    assert query.collect(engine="streaming").row(0) == (sum(len(f"/café?n={n}") for n in range(300_000)), True)


def test_pandas_accessor() -> None:
    urls = pd.Series(URLS, index=["a", "b", "c"], name="url")
    for expression, function in EXPRESSIONS:
        result = expression(pct(urls))
        pd.testing.assert_series_equal(result, function(urls))
        assert result.name == "url" and list(result.index) == ["a", "b", "c"]
    parts = pct(urls).uri_parts()
    assert parts.struct.field("host").iloc[0] == "example.com"
    with pytest.raises(columns.ColumnError, match="row 1"):
        pct(urls).decode()
    with pytest.raises(TypeError):
        pct(pd.Series([1.5])).decode()


@pytest.fixture
def con() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    triplet.duckdb.register(con)
    return con


def test_duckdb_functions_show_their_examples(con: duckdb.DuckDBPyConnection) -> None:
    """Each function is there; its documented example gives its documented result."""
    from triplet._triplet import sql_functions

    for name, *_, example, result in sql_functions():
        value = con.sql(f"SELECT {example}").fetchall()[0][0]
        shown = {True: "true", None: ""}.get(value, value) if not isinstance(value, (list, dict)) else value
        if isinstance(value, bytes):
            shown = value.hex()
        if not isinstance(shown, (list, dict)):
            assert shown == result, name
        else:
            flat = str(value).replace("'", "").replace("None", "")
            assert flat == result, name


def test_duckdb_has_every_awkward_row(con: duckdb.DuckDBPyConnection) -> None:
    for value, text, kind, offset in DECODE:
        assert con.execute("SELECT try_pct_decode(?)", [value]).fetchall() == [(text,)], value
        expected = None if text is not None else {"offset": offset, "kind": kind}
        assert con.execute("SELECT pct_error(?)", [value]).fetchall() == [(expected,)]
        if text is None:
            with pytest.raises(duckdb.InvalidInputException, match=f"row 0: .*offset {offset}"):
                con.execute("SELECT pct_decode(?)", [value]).fetchall()
        else:
            assert con.execute("SELECT pct_decode(?)", [value]).fetchall() == [(text,)]
    # A constant is folded, a column is not; NULL stays NULL in both.
    assert con.sql("SELECT pct_decode(NULL), pct_encode(NULL), pct_lint(NULL)").fetchall() == [(None, None, None)]
    rows = con.execute("SELECT u, try_pct_decode(u) FROM (SELECT unnest(?) AS u)", [[*ROWS, None] * 100]).fetchall()
    assert rows == [(value, text) for value, text, *_ in [*DECODE, (None, None, "", 0)]] * 100


def test_duckdb_functions_of_a_table(con: duckdb.DuckDBPyConnection) -> None:
    con.sql("CREATE TABLE log AS SELECT 'caf%C3%A9 ' || i AS url, i FROM range(100000) t(i)")
    assert con.sql("SELECT count(*), count(DISTINCT t), min(t) FROM (SELECT pct_decode(url) AS t FROM log)").fetchall() == [(100_000, 100_000, "café 0")]
    # A dictionary column with a bad row.
    con.sql("CREATE TABLE bad AS SELECT (CASE WHEN i = 99999 THEN '%zz' ELSE '%41' END)::ENUM('%41', '%zz') AS url FROM range(100000) t(i)")
    assert con.sql("SELECT count(try_pct_decode(url)) FROM bad").fetchall() == [(99_999,)]
    with pytest.raises(duckdb.InvalidInputException, match="not a hexadecimal digit|malformed"):
        con.sql("SELECT count(pct_decode(url)) FROM bad").fetchall()
    # The connection goes on.
    assert con.sql("SELECT pct_encode('a b', 'spark'), pct_decode('%C4%E3', 'gbk')").fetchall() == [("a+b", "你")]
    assert con.cursor().sql("SELECT pct_encode('/')").fetchall() == [("%2F",)]


def test_duckdb_refuses_when_it_plans(con: duckdb.DuckDBPyConnection) -> None:
    for query in ["SELECT pct_decode(1)", "SELECT pct_encode([1])", "SELECT pct_lint(DATE '2026-01-01')", "SELECT pct_decode()"]:
        with pytest.raises(duckdb.BinderException):
            con.sql(query)
    for query, message in [
        ("SELECT pct_encode('a', 'rfc3986:segmnt')", "rfc3986:segment"),
        ("SELECT pct_encode('a', NULL)", "NULL"),
        ("SELECT form_get('a=1', n) FROM (VALUES ('a'), ('b')) t(n)", "constants"),
        ("SELECT form_get('a=1')", "form_get"),
        ("SELECT uri_parts('a', 'b')", "uri_parts"),
    ]:
        with pytest.raises(duckdb.InvalidInputException, match=message):
            con.sql(query).fetchall()


PARTS = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"]
PAIRS = [("name", "VARCHAR"), ("value", "VARCHAR")]
RESULTS = {
    "pct_decode_bytes": "BLOB",
    "pct_decode_layers": [("text", "VARCHAR"), ("layers", "BIGINT")],
    "pct_error": [("offset", "BIGINT"), ("kind", "VARCHAR")],
    "pct_equivalent": "BOOLEAN",
    "uri_parts": [(part, "VARCHAR") for part in PARTS],
    "form_parse": [("child", PAIRS)],
    "pct_lint": [("child", [("id", "VARCHAR"), ("severity", "VARCHAR"), ("offset", "BIGINT")])],
}


def plain(type: Any) -> Any:
    """A type of DuckDB as the table above has it."""
    if type.id not in ("struct", "list"):
        return str(type)
    return [(name, plain(child)) for name, child in type.children]


def test_duckdb_knows_the_types_of_the_results(con: duckdb.DuckDBPyConnection) -> None:
    for name, count, _, required, *_ in triplet.duckdb.sql_functions():
        for column in ("'a'", "'a'::BLOB", "NULL"):
            arguments = ", ".join([column] * count + ["'java'"] * required)
            assert plain(con.sql(f"SELECT {name}({arguments})").types[0]) == RESULTS.get(name, "VARCHAR"), name


def test_duckdb_registers_twice(con: duckdb.DuckDBPyConnection) -> None:
    triplet.duckdb.register(con)
    triplet.duckdb.register(con.cursor())
    assert con.sql("SELECT pct_decode('%41')").fetchall() == [("A",)]
    forms = con.sql("SELECT function_name, parameter_types FROM duckdb_functions() WHERE function_name IN ('pct_decode', 'uri_parts')").fetchall()
    assert sorted(forms) == [(name, [type]) for name in ("pct_decode", "uri_parts") for type in ("BLOB", "VARCHAR")]


def test_duckdb_functions_outlive_the_connection() -> None:
    def cursor() -> duckdb.DuckDBPyConnection:
        con = duckdb.connect()
        triplet.duckdb.register(con)
        return con.cursor()

    only = cursor()
    gc.collect()
    assert only.sql("SELECT pct_decode('%41'), pct_encode('\\xFF'::BLOB)").fetchall() == [("A", "%FF")]


def test_duckdb_registers_in_a_transaction() -> None:
    con = duckdb.connect().begin()
    triplet.duckdb.register(con)
    assert con.sql("SELECT pct_decode('%41')").fetchall() == [("A",)]
    con.rollback()
    assert con.sql("SELECT pct_decode('%41'), pct_decode('%41'::BLOB)").fetchall() == [("A", "A")]
    # A transaction that has read the catalog before does not see the functions.
    con = duckdb.connect().begin()
    con.execute("SELECT upper('a')")
    for _ in range(2):
        with pytest.raises(RuntimeError, match="in a transaction"):
            triplet.duckdb.register(con)
    con.commit()
    assert con.sql("SELECT pct_decode('%41'), pct_decode('%41'::BLOB)").fetchall() == [("A", "A")]


def test_duckdb_takes_octets(con: duckdb.DuckDBPyConnection) -> None:
    """A BLOB that is UTF-8 gives what its text gives; one that is not gives what its octets give."""
    con.execute("CREATE TABLE rows AS SELECT u, encode(u) AS b FROM (SELECT unnest(?) AS u)", [[*ROWS, None] * 60])
    for call in [
        "pct_encode(x)",
        "pct_encode(x, 'spark')",
        "pct_decode_lossy(x)",
        "try_pct_decode(x)",
        "pct_decode_layers(x)",
        "pct_error(x)",
        "pct_normalize(x, 'scheme')",
        "pct_equivalent(x, '%7E')",
        "pct_equivalent('%7E', x)",
        "pct_equivalent(x, x)",
        "uri_parts(x)",
        "form_parse(x)",
        "form_get(x, 'a b')",
        "pct_lint(x, 'url')",
    ]:
        text, octets = (call.replace("x", column, 1) if call != "pct_equivalent(x, x)" else f"pct_equivalent({column}, u)" for column in "ub")
        assert con.sql(f"SELECT {octets} FROM rows").fetchall() == con.sql(f"SELECT {text} FROM rows").fetchall(), call
    assert con.sql("SELECT pct_decode('%41'::BLOB), pct_decode_bytes('%FF'::BLOB)").fetchall() == [("A", b"\xff")]
    # In another charset the octets that are not triplets are in that charset too.
    assert con.execute("SELECT pct_decode(?, 'gbk')", ["%C4%E3\xc4\xe3".encode("latin-1")]).fetchall() == [("你你",)]
    raw = bytes(range(256))
    assert con.execute("SELECT pct_encode(?), pct_decode_bytes(pct_encode(?))", [raw, raw]).fetchall() == [(quote_from_bytes(raw, safe=""), raw)]
    # Octets that are not text.
    assert con.execute("SELECT try_pct_decode(?), pct_decode_lossy(?)", [b"a\xff", b"a\xff"]).fetchall() == [(None, "a\ufffd")]
    for call, offset in [("pct_decode(?)", 1), ("uri_parts(?)", 1)]:
        with pytest.raises(duckdb.InvalidInputException, match=f"row 0: .*offset {offset}"):
            con.execute(f"SELECT {call}", [b"a\xff"]).fetchall()
    # JSON and enumerations are text.
    assert con.sql("SELECT pct_encode('[1]'::JSON), pct_decode('%41'::ENUM('%41'))").fetchall() == [("%5B1%5D", "A")]


def test_duckdb_streams(con: duckdb.DuckDBPyConnection) -> None:
    con.sql("CREATE TABLE log AS SELECT i, '%41' || i AS url FROM range(250000) t(i)")
    reader = triplet.duckdb.stream(con.sql("SELECT * FROM log"), rows=100_000, url=columns.decode)
    assert reader.schema.names == ["i", "url"]
    con.cursor().sql("CREATE TABLE decoded AS SELECT * FROM reader")
    assert con.sql("SELECT count(*), sum(i), bool_and(url = 'A' || i) FROM decoded").fetchall() == [(250_000, 250_000 * 249_999 // 2, True)]
    reader = triplet.duckdb.stream(con.sql("SELECT url FROM log LIMIT 3"), url=columns.uri_parts)
    assert pa.types.is_struct(reader.schema.field("url").type)
    assert reader.read_all().num_rows == 3
    with pytest.raises(ValueError, match="no column link; it has i, url"):
        triplet.duckdb.stream(con.sql("SELECT * FROM log"), link=columns.decode)
