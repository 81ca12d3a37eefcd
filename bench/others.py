"""PHP and ClickHouse on the corpora of `triplet-bench`, beside Triplet: `cargo xtask bench-others`.

    python bench/others.py target/release/triplet-bench [ROUNDS]

Each program encodes and decodes the same 64 texts of 64 KiB, in one thread. In each round all three run, one after the other; a cell is
the median of the rounds, in GB/s of input. Triplet writes into a buffer; PHP and ClickHouse make new strings, as they always do.
ClickHouse runs on a table in memory with 16 copies of the texts; the time of a query that only adds up the lengths is taken off.
Before anything is measured, what they decode must be the plain text.
"""

import glob
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import chdb.session

CORPORA = ["clean", "paths3", "urls", "prose", "cjk", "random", "form"]
COPIES = 16
PASSES = 15

PHP = r"""
[$folder, $corpora] = [$argv[1], array_slice($argv, 2)];
$out = [];
foreach ($corpora as $corpus) foreach (["plain", "encoded"] as $kind) {
    $texts = array_map("file_get_contents", glob("$folder/$corpus.$kind.*"));
    $form = $corpus === "form";
    $function = $kind === "plain" ? ($form ? "urlencode" : "rawurlencode") : ($form ? "urldecode" : "rawurldecode");
    if ($kind === "encoded") {
        // By name: `glob` orders both in the same way.
        foreach (glob("$folder/$corpus.plain.*") as $i => $name) if ($function($texts[$i]) !== file_get_contents($name)) throw new Exception("PHP decodes $name to something else");
    }
    $times = [];
    for ($pass = 0; $pass < 25; $pass++) {
        $start = hrtime(true);
        foreach ($texts as $text) $function($text);
        $times[] = hrtime(true) - $start;
    }
    sort($times);
    $out["$corpus.$kind"] = array_sum(array_map("strlen", $texts)) / $times[12];
}
echo json_encode($out);
"""


def php(folder):
    run = subprocess.run(["php", "-r", PHP, "--", folder, *CORPORA], capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


class ClickHouse:
    def __init__(self, folder):
        self.session = chdb.session.Session()
        self.sizes = {}
        for corpus in CORPORA:
            for kind in ("plain", "encoded"):
                table = f"{corpus}_{kind}"
                files = f"file('{folder}/{corpus}.{kind}.*', 'RawBLOB', 's String')"
                self.query(f"CREATE TABLE {table} (name String, s String) ENGINE = Memory")
                for _ in range(COPIES):
                    self.query(f"INSERT INTO {table} SELECT replaceRegexpOne(_file, '[.][a-z]+[.]', ''), s FROM {files}")
                self.sizes[f"{corpus}.{kind}"] = int(self.query(f"SELECT sum(length(s)) FROM {table}"))
            same = self.query(
                f"SELECT count() FROM (SELECT DISTINCT * FROM {corpus}_plain) p JOIN (SELECT DISTINCT * FROM {corpus}_encoded) e USING (name) "
                f"WHERE p.s = {self.function(corpus, 'encoded')}(e.s)"
            )
            assert int(same) == 64, f"ClickHouse decodes {corpus} to something else: {same}"

    @staticmethod
    def function(corpus, kind):
        form = "Form" if corpus == "form" else ""
        return f"{'encode' if kind == 'plain' else 'decode'}URL{form}Component"

    def query(self, text):
        return str(self.session.query(text)).strip()

    def seconds(self, text):
        times = []
        for _ in range(PASSES):
            start = time.perf_counter()
            self.session.query(text)
            times.append(time.perf_counter() - start)
        return statistics.median(times)

    def speeds(self):
        out = {}
        for name, size in self.sizes.items():
            corpus, kind = name.split(".")
            query = f"SELECT sum(length({{}})) FROM {corpus}_{kind} SETTINGS max_threads = 1"
            floor = self.seconds(query.format("s"))
            out[name] = size / (self.seconds(query.format(f"{self.function(corpus, kind)}(s)")) - floor) / 1e9
        return out


def triplet(program):
    out = {}
    for job, kind in (("encode", "plain"), ("decode", "encoded")):
        run = subprocess.run([program, job, "--size", "64k", "--passes", "9"], capture_output=True, text=True, check=True)
        rows = [line.split("|") for line in run.stdout.splitlines() if line.startswith("|")]
        columns = [cell.strip() for cell in rows[0]]
        ours = next(row for row in rows if row[1].strip() == "triplet")
        out |= {f"{corpus}.{kind}": float(ours[columns.index(corpus)]) for corpus in CORPORA}
    return out, run.stdout.splitlines()[0]


def main():
    program, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "corpora", "--into", folder], check=True)
        assert len(glob.glob(os.path.join(folder, "*"))) == 64 * 2 * len(CORPORA)
        clickhouse = ClickHouse(folder)
        results = {"Triplet": [], "PHP": [], "ClickHouse": []}
        for _ in range(rounds):
            ours, machine = triplet(program)
            results["Triplet"].append(ours)
            results["PHP"].append(php(folder))
            results["ClickHouse"].append(clickhouse.speeds())
    version = clickhouse.query("SELECT version()")
    php_version = subprocess.run(["php", "-r", "echo PHP_VERSION;"], capture_output=True, text=True, check=True).stdout
    print(f"{machine.split(';')[0]};{machine.split(';')[1]}; PHP {php_version}; ClickHouse {version} (chdb); {rounds} rounds\n")
    for kind, verb in (("plain", "encode"), ("encoded", "decode")):
        print(f"| {verb}, GB/s | {' | '.join(CORPORA)} |\n|---|{'--:|' * len(CORPORA)}")
        medians = {name: [statistics.median(run[f"{corpus}.{kind}"] for run in runs) for corpus in CORPORA] for name, runs in results.items()}
        for name, speeds in medians.items():
            print(f"| {name} | {' | '.join(f'{speed:.3g}' for speed in speeds)} |")
        ratios = [ours / max(other) for ours, *other in zip(*medians.values())]
        print(f"| Triplet ÷ the faster one | {' | '.join(f'{ratio:.3g}' for ratio in ratios)} |\n")


main()
