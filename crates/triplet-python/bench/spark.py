"""Spark: the functions beside its own `url_encode`, and beside what people write in Python, on one executor and on two.

    python crates/triplet-python/bench/spark.py [ROWS [TURNS]]

Needs the packages of the job `spark`. The rows of a table run in turn; a cell is the smallest time of the turns, in seconds.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
import urllib.parse
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import triplet.spark

os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"


def session(executors: int) -> Any:
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(f"local-cluster[{executors},1,1024]").appName("triplet")
    for key, value in {
        "spark.driver.host": "127.0.0.1",
        "spark.executor.memory": "512m",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.files.maxPartitionBytes": "32m",
        "spark.sql.files.openCostInBytes": "32m",
    }.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    return spark


def register(spark: Any) -> None:
    from pyspark.sql.functions import arrow_udf, pandas_udf, udf

    quote = urllib.parse.quote

    @arrow_udf("string")
    def with_urllib(column: pa.Array) -> pa.Array:
        return pa.array([quote(text, safe="") for text in column.to_pylist()])

    @arrow_udf("string")
    def nothing(column: pa.Array) -> pa.Array:
        return column

    @pandas_udf("string")
    def in_pandas(column: pd.Series) -> pd.Series:
        return column.map(lambda text: quote(text, safe=""))

    triplet.spark.register(spark)
    spark.udf.register("nothing", nothing)
    spark.udf.register("with_urllib", with_urllib)
    spark.udf.register("in_pandas", in_pandas)
    spark.udf.register("row_by_row", udf(lambda text: quote(text, safe=""), "string"))


ROWS = [
    ("no function", "u"),
    ("built-in `url_encode`", "url_encode(u)"),
    ("an Arrow UDF that does nothing", "nothing(u)"),
    ("**`pct_encode(u)`**", "pct_encode(u)"),
    ("**`pct_encode(u, 'spark')`**", "pct_encode(u, 'spark')"),
    ("Arrow UDF with `urllib.parse.quote`", "with_urllib(u)"),
    ("pandas UDF with `quote`", "in_pandas(u)"),
    ("row UDF with `quote`", "row_by_row(u)"),
]


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000_000
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    folder = Path(tempfile.mkdtemp())
    for part in range(16):
        rows = range(part * count // 16, (part + 1) * count // 16)
        pq.write_table(pa.table({"u": pa.array([f"/café/{row} x" if row % 3 else f"/item/{row}" for row in rows])}), folder / f"{part:02}.parquet")
    best: dict[tuple[str, int], float] = {}
    for executors in (1, 2):
        spark = session(executors)
        register(spark)
        spark.read.parquet(str(folder)).createOrReplaceTempView("t")
        # Java compiles what it runs often, and Python's workers start once.
        for expression in ("u", "url_encode(u)", "pct_encode(u)"):
            spark.sql(f"SELECT sum(length({expression})) FROM t").collect()
        for _ in range(turns):
            for name, expression in ROWS:
                start = time.perf_counter()
                spark.sql(f"SELECT sum(length({expression})) FROM t").collect()
                taken = time.perf_counter() - start
                best[name, executors] = min(best.get((name, executors), taken), taken)
        spark.stop()
    print(f"\n{count:,} rows, the best of {turns} turns; built-in = 1\n")
    print("| | 1 executor, s | × | rows/s | 2 executors, s | × | rows/s |\n|---|--:|--:|--:|--:|--:|--:|")
    for name, _ in ROWS:
        cells = []
        for executors in (1, 2):
            taken = best[name, executors]
            cells.append(f"{taken:.1f} | {taken / best['built-in `url_encode`', executors]:.2f} | {count / taken / 1e6:.2f} M")
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
