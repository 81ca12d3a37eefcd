"""The functions of columns in DuckDB.

>>> import duckdb
>>> import triplet.duckdb
>>> con = duckdb.connect()
>>> triplet.duckdb.register(con)
>>> con.sql("SELECT pct_decode('caf%C3%A9'), form_get('a=1+2&b=%26', 'b')").fetchall()
[('café', '&')]
>>> con.sql("SELECT try_pct_decode(u) FROM (VALUES ('%41'), ('100%'), (NULL)) log(u)").fetchall()
[('A',), (None,), (None,)]

There are two ways. ``register`` adds SQL functions, for queries: they can be used everywhere, DuckDB calls them with 2,048 rows at
a time, and a good part of the time goes into these calls. ``stream`` sends the result of a query through functions of
``triplet.columns`` in large batches, for whole tables: it takes 0.5 to 0.8 of the time.

pyarrow is required.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, cast

import pyarrow as pa
from duckdb.func import FunctionNullHandling, PythonUDFType

from triplet._triplet import Call, sql_functions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import duckdb

__all__ = ["register", "stream"]


# What the argument of a function may be in SQL, and in Arrow.
_TYPES = {"VARCHAR": pa.string(), "BLOB": pa.binary()}


def register(connection: duckdb.DuckDBPyConnection) -> None:
    r"""Adds all functions to a connection; its cursors have them too. Registering again changes nothing.

    The first argument is ``VARCHAR`` or ``BLOB``, with results of the same types; arguments after the columns are constants, such as the
    name of a set. A ``BLOB`` need not be UTF-8: ``pct_encode`` encodes its octets, and the functions that require text name the row.

    >>> import duckdb
    >>> con = duckdb.connect()
    >>> register(con)
    >>> con.sql(r"SELECT pct_encode('\xFF'::BLOB), pct_decode('caf%C3%A9'::BLOB)").fetchall()
    [('%FF', 'café')]
    """
    # If the connection is in a transaction, that does not begin to read the catalog before the functions are there.
    cursor = connection.cursor()
    have = _registered(cursor)
    functions = sql_functions()
    for name, count, *_ in functions:
        call = Call.any(name)
        for parameter, column in _TYPES.items():
            if (name, parameter) in have:
                continue
            none = pa.chunked_array([], column)
            result = cursor.from_arrow(pa.table({"": pa.chunked_array(call.run(*[none] * count))})).types[0]
            # A connection refuses a second function of one name, but the catalog has one for each type. A cursor is a connection of its
            # own to the same catalog.
            connection.cursor().create_function(
                name,
                _function(name, count),
                [parameter],
                result,
                type=PythonUDFType.ARROW,
                null_handling=FunctionNullHandling.SPECIAL,
            )
    if not _registered(connection).issuperset((name, parameter) for name, *_ in functions for parameter in _TYPES):
        raise RuntimeError("the connection is in a transaction that began before: the functions are there when it has ended")


def _registered(connection: duckdb.DuckDBPyConnection) -> set[tuple[str, str]]:
    """The functions that a connection has, with the type of their first argument."""
    query = "SELECT function_name, parameter_types[1] FROM duckdb_functions() WHERE function_type = 'scalar'"
    return set(connection.execute(query).fetchall())


# The catalog calls a function after the connection that registered it is gone, for its cursors, and holds no reference to it then. The
# cache does, and never lets go.
@functools.cache
def _function(name: str, count: int) -> Callable[..., pa.ChunkedArray]:
    calls: dict[tuple[str, ...], Call] = {}

    def function(*arguments: pa.ChunkedArray) -> pa.ChunkedArray:
        columns, constants = arguments[:count], tuple(_constant(name, values) for values in arguments[count:])
        call = calls.get(constants)
        if call is None:
            call = calls[constants] = Call(name, list(constants))
        return pa.chunked_array(call.run(*columns))

    return function


def _constant(name: str, values: pa.ChunkedArray) -> str:
    """DuckDB repeats a constant for each row."""
    first = values[0]
    if not first.is_valid or not values[1:].equals(values[:-1]):
        raise ValueError(f"{name}: the arguments after the columns must be constants, and not NULL")
    return str(first.as_py())


def stream(
    relation: duckdb.DuckDBPyRelation, /, *, rows: int = 1_000_000, **functions: Callable[[pa.Array], pa.Array]
) -> pa.RecordBatchReader:
    """The rows of a relation, with functions applied to the columns that are named, in batches of ``rows``.

    While the reader is read, the connection of the relation is busy: use a cursor of it, or another library, to read.

    >>> import duckdb
    >>> from triplet import columns
    >>> con = duckdb.connect()
    >>> reader = stream(con.sql("SELECT 1 AS n, '%41' AS url"), url=columns.decode)
    >>> con.cursor().sql("SELECT url FROM reader").fetchall()
    [('A',)]
    """
    source = relation.to_arrow_reader(rows)
    schema = source.schema
    missing = functions.keys() - set(schema.names)
    if missing:
        raise ValueError(f"the relation has no column {', '.join(sorted(missing))}; it has {', '.join(schema.names)}")
    for name, function in functions.items():
        at = schema.get_field_index(name)
        empty = function(pa.array([], schema.field(at).type))
        schema = schema.set(at, schema.field(at).with_type(empty.type))

    def batches() -> Iterator[pa.RecordBatch]:
        for batch in source:
            yield pa.record_batch(
                [
                    functions[name](column) if name in functions else column
                    for name, column in zip(batch.schema.names, batch.columns)
                ],
                schema=schema,
            )

    return pa.RecordBatchReader.from_batches(schema, batches())


def run_relation(
    call: Call, relation: duckdb.DuckDBPyRelation, other: Any, threads: int | None
) -> duckdb.DuckDBPyRelation:
    """For ``triplet.columns``: a relation with one column as a column, and the result as a relation of its connection."""
    if not hasattr(relation, "columns") or not hasattr(relation, "query"):
        raise TypeError(f"{type(relation).__name__} is not a column: give a relation with one column")
    names = relation.columns
    if len(names) != 1:
        raise TypeError(
            f"the relation has the columns {', '.join(names)}; a function of columns takes one of them: relation.select('url')"
        )
    result = pa.table({names[0]: pa.chunked_array(call.run(relation, other, unwrap=True, threads=threads))})
    # The declared type includes None, for statements other than SELECT.
    return cast("duckdb.DuckDBPyRelation", relation.query("triplet_column", "SELECT * FROM result"))
