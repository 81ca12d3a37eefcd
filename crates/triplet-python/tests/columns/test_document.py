"""The blocks and tables of docs/data.md. What needs Spark is in `test_spark.py`, by the functions of this file."""

from __future__ import annotations

import re
import subprocess
import sys
import urllib.parse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from triplet import columns

ROOT = Path(__file__).resolve().parents[4]
TEXT = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
GENERATOR = ROOT / "docs" / "data" / "access_log.py"
LOG_ROWS = 50_000

Answers = list[tuple[str, str, int]]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.M | re.S)


def make_log(folder: Path) -> Answers:
    """Writes the log where the blocks expect it, and gives the answers. The folder `docs` is there too."""
    for arguments in (["log.csv"], ["--answers", "answers.csv"]):
        subprocess.run([sys.executable, GENERATOR, "--rows", str(LOG_ROWS), *arguments], check=True, cwd=folder)
    (folder / "docs").symlink_to(ROOT / "docs")
    lines = (folder / "answers.csv").read_text(encoding="utf-8").splitlines()[1:]
    return [(what, value, int(hits)) for what, value, hits in (line.split(",") for line in lines)]


def test_blocks_of_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks run one after the other. A block with findings has those that the generator made."""
    expected = make_log(tmp_path)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    found = 0
    for block in blocks("python"):
        if "pyspark" in block:
            continue
        names.pop("answers", None)
        exec(block, names)
        if "answers" in names:
            assert names["answers"] == expected
            found += 1
    assert found == 2


def test_the_query_is_the_file() -> None:
    assert blocks("sql") == [(ROOT / "docs" / "data" / "answers.sql").read_text(encoding="utf-8")]


def test_commands_are_those_of_this_test() -> None:
    # Jobs of Rust run the last two: `datafusion` and `ballista`.
    known = (
        "pip install ./crates/triplet-python",
        "python3 docs/data/access_log.py --rows 1000000 ",
        "cargo run --manifest-path engines/Cargo.toml ",
        "engines/target/release/triplet-ballista query ",
    )
    for line in "".join(blocks("sh")).splitlines():
        assert line.startswith(known), line


def test_the_answers_of_a_million_rows() -> None:
    rows = re.findall(r"^\| (word|page|finding) \| `?(.*?)`? \| ([0-9,]+) \|$", TEXT, re.M)
    answers = subprocess.run([sys.executable, GENERATOR, "--rows", "1000000", "--answers"], check=True, capture_output=True, encoding="utf-8")
    assert len(rows) >= 10
    for what, value, hits in rows:
        assert f"{what},{value},{hits.replace(',', '')}" in answers.stdout.splitlines()


def differences(column: int) -> list[tuple[str, str]]:
    """The values of the table and the cells of a column of it."""
    section = TEXT.split("## Where decoders differ")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| `")]
    rows = [row for row in rows if len(row) == 6]
    assert len(rows) >= 15
    return [(unescaped(row[0]), row[column]) for row in rows]


def unescaped(cell: str) -> str:
    return cell.strip("`").encode("ascii").decode("unicode_escape")


def check_column(column: int, decode: Callable[[str], str | bytes | None]) -> None:
    """`decode` gives None where the query fails."""
    for value, cell in differences(column):
        result = decode(value)
        if cell == "error":
            assert result is None, value
        elif cell == "octets":
            assert isinstance(result, bytes), value
            with pytest.raises(UnicodeDecodeError):
                result.decode()
        else:
            assert (result.decode() if isinstance(result, bytes) else result) == unescaped(cell), value


def test_differences_of_duckdb() -> None:
    import duckdb

    con = duckdb.connect()

    def decode(value: str) -> str | None:
        try:
            return con.execute("SELECT url_decode(?)", [value]).fetchall()[0][0]
        except duckdb.InvalidInputException:
            return None

    check_column(3, decode)


def test_differences_of_clickhouse(clickhouse: Any) -> None:
    check_column(4, lambda value: clickhouse.all("decodeURLComponent", [value])[0])


def test_differences_of_ours_and_python() -> None:
    check_column(1, lambda value: columns.try_decode(pa.array([value]))[0].as_py())
    check_column(5, urllib.parse.unquote)
