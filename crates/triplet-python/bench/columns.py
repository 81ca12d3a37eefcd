"""Columns of ten million short rows, beside what people do without this package. All rows of a table run in turn, in one process.

    python crates/triplet-python/bench/columns.py [ROWS [TURNS]]

Needs the packages of the job `columns`. Each cell is the smallest time of the turns, in seconds; the second number is the ratio to the
first row of its table.
"""

from __future__ import annotations

import sys
import tempfile
import time
import urllib.parse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import triplet.duckdb
import triplet.pandas
import triplet.polars
from triplet import columns

Rows = list[tuple[str, Callable[[], Any]]]


def table(title: str, turns: int, rows: Rows) -> None:
    """Runs the rows in turn, and prints the smallest time of each."""
    best = {name: float("inf") for name, _ in rows}
    for _ in range(turns):
        for name, run in rows:
            start = time.perf_counter()
            run()
            best[name] = min(best[name], time.perf_counter() - start)
    first = best[rows[0][0]]
    print(f"\n## {title}\n\n| | s | × |\n|---|--:|--:|")
    for name, _ in rows:
        print(f"| {name} | {best[name]:.3f} | {best[name] / first:.2f} |", flush=True)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    print(f"{count:,} rows, the best of {turns} turns; Python {sys.version.split()[0]}, Polars {pl.__version__}, pandas {pd.__version__}, "
          f"pyarrow {pa.__version__}, DuckDB {duckdb.__version__}; {pl.thread_pool_size()} threads of Polars")

    # A third of the rows has nothing to decode, as in a log.
    numbers = pl.select(pl.int_range(count)).to_series()
    frame = pl.DataFrame({"n": numbers}).select(
        url=pl.when(pl.col("n") % 3 == 0).then(pl.format("/item/{}", "n")).otherwise(pl.format("/caf%C3%A9/{}%2Fx", "n"))
    )
    series = frame["url"]
    decoded = series.pct.decode()
    folder = Path(tempfile.mkdtemp())
    frame.write_parquet(folder / "log.parquet")
    scan = pl.scan_parquet(folder / "log.parquet")
    url = pl.col("url")
    replaced = url.str.replace_all("%2F", "/", literal=True)
    best = replaced.str.replace_all("%C3%A9", "é", literal=True)
    length = pl.len(), pl.col("url").str.len_bytes().sum()

    # Everybody must have the same answer, where it can.
    head = series.head(1000)
    assert decoded.head(1000).to_list() == [urllib.parse.unquote(text) for text in head]
    assert frame.head(1000).select(best)["url"].to_list() == decoded.head(1000).to_list()

    table("Polars, eager: decode", turns, [
        ("`replace_all` of one literal", lambda: frame.select(replaced)),
        ("**`pct.decode()`**", lambda: frame.select(url.pct.decode())),
        ("`pct.try_decode()`", lambda: frame.select(url.pct.try_decode())),
        ("two `replace_all`: decodes `%2F` and `%C3%A9` only", lambda: frame.select(best)),
    ])
    table("Polars, lazy and streaming, from Parquet: lengths of the decoded text", turns, [
        ("streaming: reading the column", lambda: scan.select(length).collect(engine="streaming")),
        ("streaming: `replace_all`", lambda: scan.select(replaced).select(length).collect(engine="streaming")),
        ("streaming: **`pct.decode()`**", lambda: scan.select(url.pct.decode()).select(length).collect(engine="streaming")),
        ("in memory: reading the column", lambda: scan.select(length).collect()),
        ("in memory: `replace_all`", lambda: scan.select(replaced).select(length).collect()),
        ("in memory: **`pct.decode()`**", lambda: scan.select(url.pct.decode()).select(length).collect()),
    ])
    clean = frame.select(url=pl.lit("/item/") + pl.int_range(count).cast(pl.String))
    table("Polars, eager, nothing to decode; and encode", turns, [
        ("`replace_all` of one literal", lambda: clean.select(replaced)),
        ("**`pct.decode()`**, clean", lambda: clean.select(url.pct.decode())),
        ("**`pct.encode()`** of the decoded text", lambda: decoded.pct.encode()),
        ("**`pct.encode('rfc3986:path')`**, clean", lambda: clean["url"].pct.encode("rfc3986:path")),
    ])

    arrow = series.to_arrow()
    assert isinstance(arrow, pa.LargeStringArray)
    utf8, views = arrow.cast(pa.string()), series.to_arrow(compat_level=pl.CompatLevel.newest())
    in_pandas = pd.Series(utf8, dtype=pd.ArrowDtype(pa.string()))
    table("pyarrow and pandas: decode", turns, [
        ("pyarrow `replace_substring` of one literal", lambda: pc.replace_substring(utf8, "%2F", "/")),
        ("**`columns.decode`**, string", lambda: columns.decode(utf8)),
        ("**`columns.decode`**, large_string", lambda: columns.decode(arrow)),
        ("**`columns.decode`**, string_view", lambda: columns.decode(views)),
        ("pandas **`.pct.decode()`**, Arrow-backed", lambda: in_pandas.pct.decode()),
        ("pandas `.str.replace` of one literal, Arrow-backed", lambda: in_pandas.str.replace("%2F", "/", regex=False)),
    ])

    small = count // 10
    part, objects = utf8[:small], in_pandas.head(small).astype(object)
    short = series.head(small)
    table(f"Per-row Python, on a tenth of the rows ({small:,})", turns, [
        ("**`columns.decode`**, string", lambda: columns.decode(part)),
        ("pandas **`.pct.decode()`**, objects", lambda: objects.pct.decode()),
        ("pandas `.map(unquote)`, objects", lambda: objects.map(urllib.parse.unquote)),
        ("Polars `.map_elements(unquote)`", lambda: short.map_elements(urllib.parse.unquote, return_dtype=pl.String)),
        ("`[unquote(row) for row in …]` to pyarrow", lambda: pa.array([urllib.parse.unquote(row) for row in part.to_pylist()])),
        ("`columns.normalize`, path", lambda: columns.normalize(part, "path")),
        ("`columns.uri_parts`", lambda: columns.uri_parts(part)),
        ("`columns.lint`, url", lambda: columns.lint(part, "url")),
        ("`[urlsplit(row) for row in …]`", lambda: [urllib.parse.urlsplit(row) for row in part.to_pylist()]),
    ])

    con = duckdb.connect()
    triplet.duckdb.register(con)
    con.create_function("nothing", lambda text: text, ["VARCHAR"], "VARCHAR", type="arrow", null_handling="special")  # type: ignore[arg-type]
    text = pa.table({"url": decoded.to_arrow()})
    con.sql("CREATE TABLE plain AS FROM text")
    escaped = pa.table({"url": utf8})
    con.sql("CREATE TABLE log AS FROM escaped")
    assert con.sql("SELECT count(*) FROM plain WHERE pct_encode(url, 'duckdb') <> url_encode(url)").fetchall() == [(0,)]

    def sql(query: str) -> Callable[[], Any]:
        return lambda: con.sql(query).fetchall()

    def streamed(source: str, function: Callable[[Any], Any]) -> Callable[[], Any]:
        def run() -> None:
            reader = triplet.duckdb.stream(con.sql(f"SELECT url FROM {source}"), url=function)
            con.cursor().sql("SELECT sum(strlen(url)) FROM reader").fetchall()

        return run

    table("DuckDB: `SELECT sum(strlen(…)) FROM …`", turns, [
        ("no function", sql("SELECT sum(strlen(url)) FROM plain")),
        ("built-in `url_encode`", sql("SELECT sum(strlen(url_encode(url))) FROM plain")),
        ("an Arrow function that does nothing", sql("SELECT sum(strlen(nothing(url))) FROM plain")),
        ("**`pct_encode(url, 'duckdb')`**", sql("SELECT sum(strlen(pct_encode(url, 'duckdb'))) FROM plain")),
        ("**`pct_encode(url)`**", sql("SELECT sum(strlen(pct_encode(url))) FROM plain")),
        ("**`stream`** with `columns.encode`", streamed("plain", columns.encode)),
        ("built-in `url_decode`", sql("SELECT sum(strlen(url_decode(url))) FROM log")),
        ("**`pct_decode(url)`**", sql("SELECT sum(strlen(pct_decode(url))) FROM log")),
        ("**`stream`** with `columns.decode`", streamed("log", columns.decode)),
    ])

    import chdb.session

    session: Any = chdb.session.Session()
    plain_file = folder / "plain.parquet"
    pl.DataFrame({"url": decoded}).write_parquet(plain_file)
    session.query("CREATE DATABASE d ENGINE = Atomic")
    session.query("CREATE TABLE d.plain (url String) ENGINE = Memory")
    session.query(f"INSERT INTO d.plain SELECT url FROM file('{plain_file}', Parquet)")
    session.query("CREATE TABLE d.log (url String) ENGINE = Memory")
    session.query(f"INSERT INTO d.log SELECT url FROM file('{folder / 'log.parquet'}', Parquet)")
    plain = decoded.to_arrow().cast(pa.string())
    table("ClickHouse (chdb, its own threads) beside `columns` (one thread)", turns, [
        ("ClickHouse: no function", lambda: session.query("SELECT sum(length(url)) FROM d.plain")),
        ("ClickHouse `encodeURLComponent`", lambda: session.query("SELECT sum(length(encodeURLComponent(url))) FROM d.plain")),
        ("**`columns.encode`** and the sum of lengths", lambda: pc.sum(pc.binary_length(columns.encode(plain)))),
        ("ClickHouse `decodeURLComponent`", lambda: session.query("SELECT sum(length(decodeURLComponent(url))) FROM d.log")),
        ("**`columns.decode`** and the sum of lengths", lambda: pc.sum(pc.binary_length(columns.decode(utf8)))),
    ])


if __name__ == "__main__":
    main()
