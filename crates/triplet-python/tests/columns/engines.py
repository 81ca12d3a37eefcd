"""ClickHouse in this process, for tests and benchmarks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import chdb.session


class ClickHouse:
    """One session of chdb; a process can have only one."""

    def __init__(self) -> None:
        self._session: Any = chdb.session.Session()

    def all(self, function: str, rows: Sequence[str]) -> list[bytes]:
        """The octets that a function gives for each row."""
        values = ", ".join(f"unhex('{row.encode().hex()}')" for row in rows)
        query = f"SELECT hex({function}(arrayJoin([{values}])))"
        answer = self._session.query(query, "CSV").bytes().decode()
        return [bytes.fromhex(line.strip('"')) for line in answer.splitlines()]
