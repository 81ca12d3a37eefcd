"""Spark: the functions of the jar and of Arrow beside its own `url_encode` and `url_decode`, on one thread and on two executors.

    python crates/triplet-python/bench/spark.py [ROWS [TURNS]]

Needs the packages of the job `spark`, and the jar in the package. The columns of a table run in turn; a cell is the median of the turns, in
seconds, with the time of a query that calls no function. Long values are ten times fewer.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
import urllib.parse
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import triplet.spark

os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"


def start(master: str) -> Any:
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(master).appName("triplet")
    for key, value in {
        "spark.driver.host": "127.0.0.1",
        "spark.executor.memory": "512m",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.files.maxPartitionBytes": "32m",
        "spark.sql.files.openCostInBytes": "32m",
        "spark.jars": triplet.spark.jar(),
        "spark.sql.catalog.triplet": "triplet.spark.Catalog",
    }.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    # Names with the prefix are those of the jar.
    triplet.spark.register(spark, "arrow")
    return spark


FUNCTIONS = [
    ("raw", "u"),
    ("raw", "url_encode(u)"),
    ("raw", "triplet.pct_encode(u, 'spark')"),
    ("raw", "pct_encode(u, 'spark')"),
    ("encoded", "u"),
    ("encoded", "url_decode(u)"),
    ("encoded", "triplet.pct_decode(u)"),
    ("encoded", "pct_decode(u)"),
]


def write(folder: Path, count: int, repeats: int) -> None:
    """Short values are paths of some 15 characters, long ones have 32 times `repeats` more."""
    parts = 4
    for part in range(parts):
        rows = range(part * count // parts, (part + 1) * count // parts)
        more = "/café x&y=1.2/item-name_09/abcd " * repeats
        raw = [(f"/café/{row} x" if row % 3 else f"/item/{row}") + more for row in rows]
        for name, texts in (("raw", raw), ("encoded", [urllib.parse.quote(text, safe="") for text in raw])):
            (folder / name).mkdir(exist_ok=True)
            pq.write_table(pa.table({"u": pa.array(texts)}), folder / name / f"{part:02}.parquet")


def measure(master: str, folder: Path, turns: int) -> dict[tuple[str, str], float]:
    spark = start(master)
    for table in ("raw", "encoded"):
        spark.read.parquet(str(folder / table)).createOrReplaceTempView(table)
    times: dict[tuple[str, str], list[float]] = {call: [] for call in FUNCTIONS}
    # Java compiles what it runs often, and Python's workers start once: the first two turns do not count.
    for turn in range(turns + 2):
        for table, expression in FUNCTIONS:
            begin = time.perf_counter()
            spark.sql(f"SELECT sum(length({expression})) FROM {table}").collect()
            if turn >= 2:
                times[table, expression].append(time.perf_counter() - begin)
    spark.stop()
    return {call: statistics.median(taken) for call, taken in times.items()}


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000
    turns = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    masters = ["local[1]", "local-cluster[2,1,1024]"]
    print(f"\nshort: {count:,} rows; long: {count // 10:,}; medians of {turns} turns, in seconds; × the built-in function\n")
    print(f"| values | function | {' | × | '.join(masters)} | × |\n|---|---|--:|--:|--:|--:|", flush=True)
    for length, rows, repeats in (("short", count, 0), ("long", count // 10, 8)):
        folder = Path(tempfile.mkdtemp())
        write(folder, rows, repeats)
        found = [measure(master, folder, turns) for master in masters]
        for table, expression in FUNCTIONS:
            built_in = (table, "url_encode(u)" if table == "raw" else "url_decode(u)")
            cells = [f"{times[table, expression]:.2f} | {times[table, expression] / times[built_in]:.2f}" for times in found]
            name = "none" if expression == "u" else f"`{expression}`"
            print(f"| {length} | {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
