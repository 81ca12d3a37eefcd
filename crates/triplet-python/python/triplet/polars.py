"""Importing this module gives Polars the namespace ``pct``, for expressions and Series.

>>> import polars as pl
>>> import triplet.polars
>>> log = pl.LazyFrame({"url": ["/caf%C3%A9?q=a+b", "/100%"]})
>>> log.select(pl.col("url").pct.try_decode()).collect()["url"].to_list()
['/café?q=a+b', None]
>>> log.select(pl.col("url").pct.uri_parts().struct.field("query").pct.form_get("q")).collect().item(0, 0)
'a b'

The methods are those of ``triplet.columns``. An expression stays elementwise: lazy and streaming queries run it in parallel on
parts of the column, and filters that need no result of it are pushed below it. An error then names the row of the part.

In an expression, the result of a categorical column is text.
"""

from __future__ import annotations

from typing import Any

import polars as pl

from triplet import columns
from triplet._methods import Methods
from triplet._triplet import Call

__all__ = ["ExprPct", "SeriesPct"]

@pl.api.register_series_namespace("pct")
class SeriesPct(Methods[pl.Series]):
    """``series.pct``"""

    def __init__(self, series: pl.Series) -> None:
        self._series = series

    def _run(self, call: Call, other: Any, threads: int | None) -> pl.Series:
        return columns.run(call, self._series, other, threads=threads)


@pl.api.register_expr_namespace("pct")
class ExprPct(Methods[pl.Expr]):
    """``pl.col("url").pct``"""

    def __init__(self, expr: pl.Expr) -> None:
        self._expr = expr

    def _run(self, call: Call, other: Any, threads: int | None) -> pl.Expr:
        dtype = pl.Series(call.no_rows()).dtype
        if other is None:
            return self._expr.map_batches(
                lambda column: _as_declared(columns.run(call, column, threads=threads), dtype), return_dtype=dtype, is_elementwise=True
            )
        if isinstance(other, str):
            return self._expr.map_batches(
                lambda column: columns.run(call, column, other, threads=threads), return_dtype=dtype, is_elementwise=True
            )
        return pl.map_batches(
            [self._expr, other], lambda both: columns.run(call, both[0], both[1], threads=threads), return_dtype=dtype, is_elementwise=True
        )


def _as_declared(result: pl.Series, dtype: pl.DataType) -> pl.Series:
    """A plan needs the type of the result before it knows that of the column, so a categorical column gives text."""
    return result.cast(dtype) if isinstance(result.dtype, (pl.Categorical, pl.Enum)) else result
