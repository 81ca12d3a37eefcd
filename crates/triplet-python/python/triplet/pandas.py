"""Importing this module gives Series of pandas the accessor ``pct``.

>>> import pandas as pd
>>> import triplet.pandas
>>> urls = pd.Series(["/caf%C3%A9", "/100%", None], index=["a", "b", "c"], name="url")
>>> urls.pct.try_decode().to_dict()["a"]
'/café'

The methods are those of ``triplet.columns``. Text gives text of the same dtype; structs, lists and truth values are
Arrow-backed, and ``.struct`` and ``.list`` of pandas read them. pyarrow is required.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from triplet import columns
from triplet._methods import Methods

if TYPE_CHECKING:
    from triplet._triplet import Call

__all__ = ["SeriesPct"]


@pd.api.extensions.register_series_accessor("pct")
class SeriesPct(Methods["pd.Series[Any]"]):
    """``series.pct``"""

    def __init__(self, series: pd.Series[Any]) -> None:
        self._series = series

    def _run(self, call: Call, other: Any, threads: int | None) -> pd.Series[Any]:
        return columns.run(call, self._series, other, threads=threads)
