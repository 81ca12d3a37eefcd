"""Memory that is refused to a function of columns is a `MemoryError`. The limit is that of the address space of a process of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

if not sys.platform.startswith("linux"):
    pytest.skip("other systems do not keep to RLIMIT_AS", allow_module_level=True)

PROGRAM = """
import gc, resource
import pyarrow as pa
from triplet import columns

M = 1 << 20
column = pa.array(["a%20b c/d"] * M).cast(pa.{type}())

def used():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()

def one(free):
    resource.setrlimit(resource.RLIMIT_AS, (used() + free, resource.RLIM_INFINITY))
    try:
        {call}
    except MemoryError:
        return "refused"
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    return "done"

columns.decode(column[:2]); columns.form_get(column[:2], "a")
outcomes = []
for free in [M // 2, M, 2 * M, 4 * M, 6 * M, 8 * M, 12 * M]:
    outcomes.append(one(free))
    gc.collect()
    assert columns.decode(pa.array(["%41"])).to_pylist() == ["A"]
print(outcomes[0], one(2048 * M))
"""

CALLS = [
    "columns.encode(column)",
    "columns.encode(column, 'rfc3987:iunreserved')",
    "columns.decode(column)",
    "columns.try_decode(column)",
    "columns.decode_lossy(column)",
    "columns.decode_bytes(column)",
]


@pytest.mark.parametrize("type", ["string", "large_string", "string_view", "binary", "binary_view"])
@pytest.mark.parametrize("call", CALLS)
def test_refused_memory_is_a_memory_error(call: str, type: str) -> None:
    program = PROGRAM.replace("{type}", type).replace("{call}", call)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split() == ["refused", "done"]


@pytest.mark.parametrize("call", ["decode_layers(c)", "uri_parts(c)", "form_parse(c)", "form_get(c, 'a')", "normalize(c)", "lint(c)"])
def test_one_long_row_without_memory_is_a_memory_error(call: str) -> None:
    column = "pa.array(['a=' + '%41' * (4 * M)])"
    program = PROGRAM.replace("{type}", "string").replace('pa.array(["a%20b c/d"] * M)', column)
    program = program.replace("{call}", f"columns.{call}".replace("(c", "(column"))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split() == ["refused", "done"]
