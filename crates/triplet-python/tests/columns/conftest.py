from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def clickhouse() -> Iterator[object]:
    from engines import ClickHouse

    yield ClickHouse()
