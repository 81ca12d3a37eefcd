"""The functions of columns in Spark.

``register`` makes them functions of Spark SQL: functions of the JVM, by the jar of this package (Spark 3.5 and later), or native Arrow UDFs
where the session cannot use the jar (Spark 4.1 and later). ``register`` returns the name of the path: ``"jar"`` or ``"arrow"``.

    spark = SparkSession.builder.getOrCreate()
    triplet.spark.register(spark)
    spark.sql("SELECT form_get(uri_parts(url).query, 'q') AS word, count(*) FROM log GROUP BY word")

``with_columns`` adds results to a DataFrame by ``mapInArrow``, in Spark 3.4 and later with this package's Python (results
that are structs: 3.5):

    log = triplet.spark.with_columns(log, parts=("uri_parts", "url"), text=("try_pct_decode", "url", "gbk"))

Names, arguments and results are those of the other engines; ``struct<…>`` and ``array<struct<…>>`` are read with Spark's own means. The
package must be installed where the executors' Python is. A malformed value in a function that has no other answer to it fails the
query, with an error that shows the value.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pyarrow as pa

from triplet._triplet import Call, sql_functions
from triplet.columns import ColumnError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import DataType

__all__ = ["jar", "register", "with_columns"]


def jar() -> str:
    """The path of the jar in this package, for ``spark.jars``. The jar has the functions for Spark 3.5 and 4.x, and the native library.

    Raises ``FileNotFoundError`` if the package was built without it.
    """
    path = Path(__file__).with_name("triplet-spark.jar")
    if not path.is_file():
        raise FileNotFoundError(
            f"this package of triplet was built without a jar for Spark: {path} is not there; build one by `mvn package` in `jvm/`"
        )
    return str(path)


def register(spark: SparkSession, path: Literal["jar", "arrow"] | None = None) -> Literal["jar", "arrow"]:
    """Registers all functions with a session, by their names in SQL, and returns the path that was taken.

    ``"jar"``: they run in the JVM. The jar is that of the session (``spark.jars``), or the one of this package, which is added to the
    session. The functions also have names with the prefix ``triplet.``. ``"arrow"``: they run in the executors' Python; requires Spark 4.1.

    Without ``path``, the jar is taken if a query can use it, and Arrow otherwise: for example over Spark Connect, on a machine that the jar has
    no library for, or if the package was built without it. With ``path``, what hinders that path is an error.
    """
    if path != "arrow":
        try:
            _register_jar(spark)
            return "jar"
        except Exception:
            if path == "jar":
                raise
    _register_arrow(spark)
    return "arrow"


def _register_jar(spark: SparkSession) -> None:
    jvm = spark._jvm
    if type(jvm.triplet.spark.Extensions).__name__ != "JavaClass":
        # In a string of SQL a backslash escapes.
        escaped = jar().replace("\\", "\\\\").replace("'", "\\'")
        spark.sql(f"ADD JAR '{escaped}'")
    if spark.conf.get("spark.sql.catalog.triplet", None) is None:
        spark.conf.set("spark.sql.catalog.triplet", "triplet.spark.Catalog")
    # An executor must find the jar and load the library: a query says so before the names are taken.
    spark.sql("SELECT triplet.pct_decode(concat('%4', id)) FROM range(1)").collect()
    registry = spark._jsparkSession.sessionState().functionRegistry()
    for name in jvm.triplet.spark.Extensions.names():
        registry.createOrReplaceTempFunction(name, jvm.triplet.spark.Extensions.builder(name), "java_udf")


def _register_arrow(spark: SparkSession) -> None:
    try:
        from pyspark.sql.functions import arrow_udf
    except ImportError as error:
        from pyspark import __version__

        raise ImportError(f"Spark {__version__} has no Arrow UDFs; use the jar, or triplet.spark.with_columns") from error
    for name, count, *_ in sql_functions():
        function = _arrow_function(name, count)
        spark.udf.register(name, arrow_udf(function, _type(Call.any(name))))


def _type(call: Call) -> DataType:
    from pyspark.sql.pandas.types import from_arrow_type

    return from_arrow_type(pa.chunked_array(call.no_rows()).type)


def _arrow_function(name: str, count: int) -> Callable[..., pa.Array]:
    def function(*arguments: pa.Array) -> pa.Array:
        return run_batch(name, count, arguments)

    return function


def run_batch(name: str, count: int, arguments: Sequence[pa.Array]) -> pa.Array:
    """Runs a function on a batch of rows, in a worker. Spark repeats a constant for each row."""
    columns, constants = arguments[:count], arguments[count:]
    if len(columns[0]) == 0:
        # Nobody knows the constants, and the type of the result does not depend on them.
        return _run(Call.any(name), columns, "")
    return _run(_call(name, tuple(_constant(name, values) for values in constants)), columns, " of a batch")


def _constant(name: str, values: pa.Array) -> str:
    first = values[0]
    if not first.is_valid or not values[1:].equals(values[:-1]):
        raise ValueError(f"{name}: the arguments after the columns must be constants, and not NULL")
    return str(first.as_py())


_calls: dict[tuple[str, tuple[str, ...]], Call] = {}


def _call(name: str, constants: tuple[str, ...]) -> Call:
    """The call with these constants, made once in a worker."""
    call = _calls.get((name, constants))
    if call is None:
        call = _calls[name, constants] = Call(name, list(constants))
    return call


def _run(call: Call, columns: Sequence[pa.Array], of: str, first: int = 0) -> pa.Array:
    try:
        return pa.chunked_array(call.run(*columns)).chunk(0)
    except ColumnError as error:
        from pyspark import TaskContext

        # A row of a distributed table has no number, so the value is shown too, escaped.
        row = error.row or 0
        scalar = columns[0][row]
        try:
            value = scalar.as_py()
        except UnicodeDecodeError:  # Spark's strings need not be UTF-8.
            value = scalar.as_buffer().to_pybytes()
        shown = ascii(value[:80]) + ("…" if len(value) > 80 else "")
        context = TaskContext.get()
        partition = f" of partition {context.partitionId()}" if context else ""
        message = f"{call.name}: row {first + row}{of}{partition}: {shown}: {error.in_value}"
        raise ColumnError(message, error.kind, error.offset, first + row, error.in_value) from None


def with_columns(frame: DataFrame, **columns: Sequence[str]) -> DataFrame:
    """A DataFrame with further columns, or with others in their place, made by ``mapInArrow`` in one pass.

    Each is a tuple: a function, its column (two for ``pct_equivalent``), and its constants.
    """
    from pyspark.sql.types import StructField, StructType

    functions = {name: (count, names, required) for name, count, names, required, *_ in sql_functions()}
    fields = {field.name: field for field in frame.schema.fields}
    counts = {}
    for new, (name, *arguments) in columns.items():
        if name not in functions:
            raise ValueError(f"no function is named {name}; there are {', '.join(functions)}")
        count, names, required = functions[name]
        if len(arguments) < count + required:
            raise ValueError(f"{name} takes {count} column and the constants {', '.join(names)}; {arguments} were given")
        for column in arguments[:count]:
            if column not in frame.columns:
                raise ValueError(f"there is no column {column}; there are {', '.join(frame.columns)}")
        counts[new] = count
        fields[new] = StructField(new, _type(_call(name, tuple(arguments[count:]))))
    schema = StructType(list(fields.values()))

    def batches(iterator):  # type: ignore[no-untyped-def]
        return map_batches(columns, counts, iterator)

    try:
        return frame.mapInArrow(batches, schema)
    except NotImplementedError:
        structs = [name for name in columns if isinstance(fields[name].dataType, StructType)]
        if not structs:
            raise
        from pyspark import __version__

        message = f"Spark {__version__} takes no struct from `mapInArrow`, but `{'`, `'.join(structs)}` is one; Spark 3.5 takes it"
        raise NotImplementedError(message) from None


def map_batches(
    columns: dict[str, Sequence[str]], counts: dict[str, int], batches: Iterator[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """Adds the columns to each batch, in a worker."""
    first = 0
    for batch in batches:
        table = dict(zip(batch.schema.names, batch.columns))
        made = {}
        for new, (name, *arguments) in columns.items():
            call = _call(name, tuple(arguments[counts[new] :]))
            made[new] = _run(call, [table[column] for column in arguments[: counts[new]]], "", first)
        table.update(made)
        first += batch.num_rows
        yield pa.RecordBatch.from_arrays(list(table.values()), names=list(table))
