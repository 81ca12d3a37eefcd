"""ClickHouse beside Triplet on columns of many shapes, one thread each: `cargo xtask bench-others`.

    python bench/columns.py target/release/examples/shapes [ROUNDS [ROWS]]

Both decode and encode the same rows, in blocks of 65,536, in turns: each round runs Triplet and then ClickHouse.
Each makes five passes, and the shortest counts. A cell is the median of the rounds. Nanoseconds of processor time for a row. ClickHouse runs on a
table in memory; the time of a query that only adds up the lengths is taken off. Before anything is measured, the lengths of the
results are compared, where ClickHouse has the same results: it keeps what is malformed, and Triplet makes it null.
"""

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import chdb.session

SHAPES = ["log", "clean", "sparse", "long", "chinese", "tiny", "malformed", "percent at the end", "a third malformed", "cut"]
PASSES = 5
SETTINGS = "SETTINGS max_threads = 1, max_block_size = 65536"


class ClickHouse:
    def __init__(self, folder, rows):
        self.session, self.rows = chdb.session.Session(), rows
        self.query("CREATE DATABASE IF NOT EXISTS columns")
        for index, shape in enumerate(SHAPES):
            self.query(f"CREATE TABLE columns.c{index} (s String) ENGINE = Memory")
            self.query(f"INSERT INTO columns.c{index} SELECT line FROM file('{folder}/{shape}', 'LineAsString', 'line String')")
            assert int(self.query(f"SELECT count() FROM columns.c{index}")) == rows, shape

    def query(self, text):
        return str(self.session.query(text)).strip()

    def seconds(self, text):
        times = []
        for _ in range(PASSES):
            start = time.process_time()
            self.session.query(text)
            times.append(time.process_time() - start)
        return min(times)

    def times(self):
        out = {}
        for index, shape in enumerate(SHAPES):
            query = f"SELECT sum(length({{}})) FROM columns.c{index} {SETTINGS}"
            floor = self.seconds(query.format("s"))
            for verb in ("decode", "encode"):
                out[shape, verb] = (self.seconds(query.format(f"{verb}URLComponent(s)")) - floor) * 1e9 / self.rows
        return out

    def length(self, index, verb):
        return int(self.query(f"SELECT sum(length({verb}URLComponent(s))) FROM columns.c{index}"))


def triplet(program, rows):
    run = [program, *SHAPES, "--rows", str(rows), "--passes", str(PASSES)]
    lines = subprocess.run(run, capture_output=True, text=True, check=True).stdout.splitlines()
    out, verb, layout = {}, None, None
    for line in lines:
        if line.endswith("ns a row"):
            verb, layout = line.split()[:2]
            layout = layout.rstrip(",")
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if cells and cells[0] in SHAPES:
            out[cells[0], verb, layout] = float(cells[-1])
    return out, lines[0]


def unquoted(line):
    """The octets that both decode a well-formed row to."""
    octets, at = bytearray(), 0
    while at < len(line):
        triplet = line[at + 1 : at + 3]
        if line[at] == ord("%"):
            octets += bytes.fromhex(triplet.decode())
            at += 3
        else:
            octets.append(line[at])
            at += 1
    return bytes(octets)


def main():
    program, rounds, rows = sys.argv[1], *(int(number) for number in [*sys.argv[2:], *["3", "1000000"][len(sys.argv) - 2 :]])
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, *SHAPES, "--rows", str(rows), "--write", folder], check=True, capture_output=True)
        clickhouse = ClickHouse(folder, rows)
        for index, shape in enumerate(SHAPES[:6]):
            decoded = sum(len(unquoted(line)) for line in Path(folder, shape).read_bytes().splitlines())
            assert decoded == clickhouse.length(index, "decode"), shape
    results = {"triplet": [], "ClickHouse": []}
    before = os.getloadavg()
    for _ in range(rounds):
        ours, machine = triplet(program, rows)
        results["triplet"].append(ours)
        results["ClickHouse"].append(clickhouse.times())
    load = " to ".join(f"{load[0]:.1f}" for load in (before, os.getloadavg()))
    version = clickhouse.query("SELECT version()")
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    print(f"{model}, {os.cpu_count()} processors, load {load}; {machine}; ClickHouse {version} (chdb); {rounds} rounds\n")

    def median(of, *key):
        return statistics.median(run[key] for run in results[of])

    print("| shape | decode | ClickHouse | × | encode | ClickHouse | × | decode views | encode views |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for shape in SHAPES:
        cells = []
        for verb in ("decode", "encode"):
            own, other = median("triplet", shape, verb, "Utf8"), median("ClickHouse", shape, verb)
            cells += [f"{own:.1f}", f"{other:.1f}", f"{other / own:.2f}"]
        cells += [f"{median('triplet', shape, verb, 'Utf8View'):.1f}" for verb in ("decode", "encode")]
        print(f"| {shape} | {' | '.join(cells)} |")


main()
