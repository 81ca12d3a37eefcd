"""Percent-encoding over columns.

Each function takes a column and gives back a column of the same kind: a ``pyarrow.Array`` or ``ChunkedArray``, a ``polars.Series``,
a ``pandas.Series`` (with its index and name), a DuckDB relation with one column. Any other object that speaks the `Arrow PyCapsule
interface`_ gives a ``Column``. A ``Column`` speaks the interface too. Nothing is copied on the way in or out, and a column in which nothing
changes comes back with the same buffers. Null stays null. The interpreter's lock is released while a function runs.

Each function takes ``threads``, the number of threads that run it: without it, all processors that the process may use. A column of fewer
than 131,072 rows is run by one thread. The chunks of a column are divided among the threads. A large chunk is divided into parts, and
the result then has a chunk for each part. Values, nulls and errors are those of one thread.

>>> import pyarrow as pa
>>> from triplet import columns
>>> columns.decode(pa.array(["caf%C3%A9", None, "tea"])).to_pylist()
['café', None, 'tea']
>>> columns.decode(pa.array(["tea", "100%"]))
Traceback (most recent call last):
    ...
triplet.columns.ColumnError: row 1: ...
>>> columns.try_decode(pa.array(["tea", "100%"])).to_pylist()
['tea', None]

A malformed value raises ``ColumnError`` with ``row``, ``offset`` and ``kind``; ``try_decode`` gives null instead, and
``decode_lossy`` keeps what is malformed. A column that is not text and not binary raises ``TypeError``.

.. _Arrow PyCapsule interface: https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from triplet._error import TripletError
from triplet._triplet import Call as _Call
from triplet._triplet import Column, EncodeSet

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "Column",
    "ColumnError",
    "decode",
    "decode_bytes",
    "decode_layers",
    "decode_lossy",
    "encode",
    "equivalent",
    "error",
    "form_get",
    "form_parse",
    "key",
    "lint",
    "normalize",
    "remove",
    "requote",
    "resolve",
    "respell",
    "try_decode",
    "uri_parts",
]

C = TypeVar("C")


class ColumnError(TripletError):
    """A value of a column cannot be converted. ``offset`` is in bytes, within the value.

    >>> import pyarrow as pa
    >>> try:
    ...     decode(pa.array(["tea", "100%"]))
    ... except ColumnError as error:
    ...     print(error.row, error.offset, error.kind)
    1 3 truncated
    """

    row: int | None
    """The row of the value, from 0, in the whole column. ``None`` if an engine has passed on only the text of the error."""

    in_value: str | None
    """What is wrong in the value, without its row. ``None`` as for ``row``."""

    # Polars makes a new error of the same class from the text.
    def __init__(
        self,
        message: str,
        kind: str = "malformed",
        offset: int | None = None,
        row: int | None = None,
        in_value: str | None = None,
    ) -> None:
        super().__init__(message, kind, offset)
        self.row = row
        self.in_value = in_value

    def __reduce__(self) -> Any:
        return (type(self), (str(self), self.kind, self.offset, self.row, self.in_value))


def encode(
    column: C,
    set: EncodeSet | str = "rfc3986:unreserved",
    *,
    also_keep: str = "",
    also_encode: str = "",
    keep_triplets: bool = False,
    space_as_plus: bool | None = None,
    charset: str = "utf-8",
    threads: int | None = None,
) -> C:
    """Percent-encodes text, or octets of a binary column.

    ``set`` says what is kept; ``triplet sets`` lists the names, and those of other programs are found without a prefix, such as
    ``"spark"`` or ``"python-quote"``; sets of your own are values: ``triplet.EncodeSet``. ``space_as_plus`` says whether a space is written
    as ``+``; without it the set decides. A character that ``charset`` lacks is an error.

    >>> import pyarrow as pa
    >>> encode(pa.array(["50% off", "a/b"]), "rfc3986:segment").to_pylist()
    ['50%25%20off', 'a%2Fb']
    """
    return run(encode_call(set, also_keep, also_encode, keep_triplets, space_as_plus, charset), column, threads=threads)


def decode(column: C, *, charset: str = "utf-8", plus_as_space: bool = False, threads: int | None = None) -> C:
    """Percent-decodes to text, once. A malformed triplet, or octets that are not text in ``charset``, raise ``ColumnError``.

    >>> import pyarrow as pa
    >>> decode(pa.array(["a%2Bb+c"]), plus_as_space=True).to_pylist()
    ['a+b c']
    """
    return run(_Call("pct_decode", [charset], plus_as_space=plus_as_space), column, threads=threads)


def try_decode(column: C, *, charset: str = "utf-8", plus_as_space: bool = False, threads: int | None = None) -> C:
    """Percent-decodes to text, once. A value that ``decode`` refuses becomes null.

    >>> import pyarrow as pa
    >>> try_decode(pa.array(["%C4%E3", "%C3%A9"]), charset="gbk").to_pylist()
    ['你', '茅']
    """
    return run(_Call("try_pct_decode", [charset], plus_as_space=plus_as_space), column, threads=threads)


def decode_lossy(column: C, *, charset: str = "utf-8", plus_as_space: bool = False, threads: int | None = None) -> C:
    """Percent-decodes to text, once. Malformed triplets are kept, and octets that are not text become U+FFFD.

    >>> import pyarrow as pa
    >>> decode_lossy(pa.array(["100%", "caf%E9"])).to_pylist()
    ['100%', 'caf\ufffd']
    """
    return run(_Call("pct_decode_lossy", [charset], plus_as_space=plus_as_space), column, threads=threads)


def decode_bytes(column: C, *, plus_as_space: bool = False, threads: int | None = None) -> C:
    r"""Percent-decodes to octets: a binary column. A malformed triplet raises ``ColumnError``.

    >>> import pyarrow as pa
    >>> decode_bytes(pa.array(["%00%FF"])).to_pylist()
    [b'\x00\xff']
    """
    return run(_Call("pct_decode_bytes", [], plus_as_space=plus_as_space), column, threads=threads)


def decode_layers(column: C, max: int = 8, *, threads: int | None = None) -> C:
    """Decodes until nothing changes: a struct of the text and of how often it was encoded; null if that is more than ``max``.

    >>> import pyarrow as pa
    >>> decode_layers(pa.array(["%252F"])).to_pylist()
    [{'text': '/', 'layers': 2}]
    """
    return run(_Call("pct_decode_layers", [str(max)]), column, threads=threads)


def error(column: C, *, threads: int | None = None) -> C:
    """What ``decode`` would refuse: a struct of the offset and the kind of the error; null where nothing is wrong.

    >>> import pyarrow as pa
    >>> error(pa.array(["100%", "%25"])).to_pylist()
    [{'offset': 3, 'kind': 'truncated'}, None]
    """
    return run(_Call("pct_error", []), column, threads=threads)


def normalize(column: C, level: str = "path", *, threads: int | None = None) -> C:
    """Normalises references (RFC 3986 section 6): ``level`` is ``percent``, ``path`` or ``scheme``. What is malformed stays, and so does a text
    that is not one reference alone, which `triplet.normalize` refuses.

    >>> import pyarrow as pa
    >>> normalize(pa.array(["HTTP://example.com:80/%7euser/./x"]), "scheme").to_pylist()
    ['http://example.com/~user/x']
    """
    return run(_Call("pct_normalize", [level]), column, threads=threads)


def respell(column: C, convention: str, *, threads: int | None = None) -> C:
    """Spells the path and the query of references again by a convention or under a set, and keeps all else: see `triplet.respell`.

    >>> import pyarrow as pa
    >>> respell(pa.array(["https://a.example/?b=2+3&a"]), "rfc5849").to_pylist()
    ['https://a.example/?a=&b=2%203']
    """
    return run(_Call("pct_respell", [convention]), column, threads=threads)


def equivalent(
    column: C,
    other: Any,
    level: str = "path",
    *,
    plus_as_space: bool = False,
    nfc: bool = False,
    any_order: bool = False,
    iri: bool = False,
    threads: int | None = None,
) -> C:
    """Whether the references of two columns are equivalent at a level (``decoded`` too). ``other`` may be a single string. The options are those
    of `triplet.equivalent`.

    >>> import pyarrow as pa
    >>> equivalent(pa.array(["/%7Euser", "/a%2Fb"]), pa.array(["/~user", "/a/b"])).to_pylist()
    [True, False]
    """
    return run(compare_call("pct_equivalent", level, plus_as_space, nfc, any_order, iri), column, other, threads=threads)


def key(
    column: C,
    level: str = "decoded",
    *,
    plus_as_space: bool = False,
    nfc: bool = False,
    any_order: bool = False,
    iri: bool = False,
    threads: int | None = None,
) -> C:
    """The text that two references share exactly where `equivalent` says that they are equivalent: to group and join by. The options are those of
    `triplet.equivalent`.

    >>> import pyarrow as pa
    >>> key(pa.array(["HTTP://a/%40b%2fc", "http://a/@b%2Fc"])).to_pylist()
    ['http://a/@b%2Fc', 'http://a/@b%2Fc']
    """
    return run(compare_call("pct_key", level, plus_as_space, nfc, any_order, iri), column, threads=threads)


def resolve(column: C, base: Any, *, threads: int | None = None) -> C:
    """The targets of references at a base (RFC 3986 section 5.2): what links in a document mean. ``base`` is a string, or a column. Null if the base
    has no scheme, and where one of the two is not one reference alone.

    >>> import pyarrow as pa
    >>> resolve(pa.array(["../d", "https://b.example/", "see https://b.example/"]), "http://a/b/c").to_pylist()
    ['http://a/d', 'https://b.example/', None]
    """
    return run(_Call("pct_resolve", [], reference_first=True), column, base, threads=threads)


def requote(column: C, *, threads: int | None = None) -> C:
    """Repairs references that were pasted or built from parts: see `triplet.requote`. Null where a text is not one reference alone.

    >>> import pyarrow as pa
    >>> requote(pa.array(["https://a.example/b c?q=50%", "see https://a.example/"])).to_pylist()
    ['https://a.example/b%20c?q=50%25', None]
    """
    return run(_Call("pct_requote", []), column, threads=threads)


def remove(column: C, names: str | list[str], *, threads: int | None = None) -> C:
    """Removes parameters from queries, by their decoded names; ``"utm_*"`` is each that begins with ``utm_``. All else stays as it is. Null where a
    text is not one reference alone.

    >>> import pyarrow as pa
    >>> remove(pa.array(["/a?utm_id=7&q=x%20y&gclid=1"]), ["utm_*", "gclid"]).to_pylist()
    ['/a?q=x%20y']
    """
    return run(_Call("pct_remove", [""], names=names), column, threads=threads)


def uri_parts(column: C, *, threads: int | None = None) -> C:
    """Splits references into scheme, userinfo, host, port, path, query and fragment, which stay encoded: a struct.

    >>> import pyarrow as pa
    >>> parts = uri_parts(pa.array(["http://example.com/a%2Fb?c=d"]))
    >>> parts[0]["path"].as_py(), parts[0]["query"].as_py()
    ('/a%2Fb', 'c=d')
    """
    return run(_Call("uri_parts", []), column, threads=threads)


def form_parse(column: C, *, threads: int | None = None) -> C:
    """The pairs of ``application/x-www-form-urlencoded`` text, split first and decoded after: a list of structs.

    >>> import pyarrow as pa
    >>> form_parse(pa.array(["a=1+2&b=%26"])).to_pylist()
    [[{'name': 'a', 'value': '1 2'}, {'name': 'b', 'value': '&'}]]
    """
    return run(_Call("form_parse", []), column, threads=threads)


def form_get(column: C, name: str, *, threads: int | None = None) -> C:
    """The decoded value of the first pair with this name; null if there is none.

    >>> import pyarrow as pa
    >>> form_get(pa.array(["a=1+2&b=%26", "a=3"]), "b").to_pylist()
    ['&', None]
    """
    return run(_Call("form_get", [name]), column, threads=threads)


def lint(column: C, context: str = "url", *, threads: int | None = None) -> C:
    """What to look at in a value before it is used: a list of structs of rule, severity and offset. As in `triplet.lint`, a value is a
    reference unless ``context`` says what else it is: ``path``, ``query``, … or ``any``, a text of an unknown kind.

    >>> import pyarrow as pa
    >>> lint(pa.array(["/a/%2e%2e/b"]), "path").to_pylist()
    [[{'id': 'encoded-dot-segment', 'severity': 'error', 'offset': 3}]]
    """
    return run(_Call("pct_lint", [context]), column, threads=threads)


def encode_call(
    set: EncodeSet | str, also_keep: str, also_encode: str, keep_triplets: bool, space_as_plus: bool | None, charset: str
) -> _Call:
    """The call of ``encode`, for the modules that register functions elsewhere."""
    return _Call(
        "pct_encode",
        [set if isinstance(set, str) else "rfc3986:unreserved", charset],
        set=None if isinstance(set, str) else set,
        also_keep=also_keep,
        also_encode=also_encode,
        keep_triplets=keep_triplets,
        space_as_plus=space_as_plus,
    )


def compare_call(name: str, level: str, plus_as_space: bool, nfc: bool, any_order: bool, iri: bool) -> _Call:
    """The call of ``equivalent`` or ``key``, for the modules that register functions elsewhere."""
    if plus_as_space and level != "decoded":
        raise ValueError("plus_as_space goes with level='decoded'")
    options = {"plus": plus_as_space, "nfc": nfc, "any-order": any_order, "iri": iri}
    return _Call(name, [level, " ".join(option for option, is_asked in options.items() if is_asked)])


def run(call: _Call, column: C, other: Any = None, *, threads: int | None = None) -> C:
    """Runs a call on a column of any kind, for the modules that register functions elsewhere."""
    # The libraries are not imported here: an object of one of them says that it is loaded.
    library = type(column).__module__.partition(".")[0]
    result: C = _LIBRARIES.get(library, _run_other)(call, column, _other(column, other), threads)
    return result


def _other(column: Any, other: Any) -> Any:
    if other is None or isinstance(other, str):
        return other
    if type(other).__module__.partition(".")[0] == "pandas":
        if type(column).__module__.partition(".")[0] == "pandas" and not column.index.equals(other.index):
            raise ValueError("the two columns have different indexes; align them first")
        return _of_pandas(other)
    _refuse_tables(other)
    return other


def _refuse_tables(column: Any) -> None:
    """A table speaks the same interface as a column of structs."""
    name = type(column).__name__
    if name in ("Table", "RecordBatch", "RecordBatchReader", "DataFrame", "LazyFrame", "GroupBy"):
        example = {"LazyFrame": ".with_columns(pl.col('url').pct.decode())"}.get(name, "['url']")
        raise TypeError(f"a {name} is a table; a function of columns takes one of its columns: table{example}")


def _run_other(call: _Call, column: Any, other: Any, threads: int | None) -> Any:
    _refuse_tables(column)
    if not (hasattr(column, "__arrow_c_array__") or hasattr(column, "__arrow_c_stream__")):
        raise TypeError(
            f"{type(column).__name__} is not a column: give an array of pyarrow, a Series of Polars or pandas, "
            "or another object with __arrow_c_array__ or __arrow_c_stream__"
        )
    return call.run(column, other, threads=threads)


def _run_pyarrow(call: _Call, column: Any, other: Any, threads: int | None) -> Any:
    import pyarrow as pa

    if isinstance(column, pa.Array):
        result = pa.chunked_array(call.run(column, other, threads=threads))
        # A second column may have come in chunks.
        return result.chunk(0) if result.num_chunks == 1 else result.combine_chunks()
    if isinstance(column, pa.ChunkedArray):
        return pa.chunked_array(call.run(column, other, threads=threads))
    return _run_other(call, column, other, threads)


def _run_polars(call: _Call, column: Any, other: Any, threads: int | None) -> Any:
    import polars as pl

    if isinstance(column, pl.Series):
        # Polars' type of nulls has a buffer, and Arrow's has none.
        text = column.cast(pl.String) if column.dtype == pl.Null else column
        return pl.Series(column.name, call.run(text, other, threads=threads))
    if isinstance(column, pl.Expr):
        raise TypeError("this is an expression: after `import triplet.polars`, write pl.col('url').pct.decode()")
    return _run_other(call, column, other, threads)


def _run_pandas(call: _Call, column: Any, other: Any, threads: int | None) -> Any:
    import pandas as pd

    if isinstance(column, pd.Series):
        import pyarrow as pa

        result = pa.chunked_array(call.run(_of_pandas(column), other, threads=threads))
        values = _to_pandas(column, result)
        return pd.Series(values, index=column.index, name=column.name, dtype=values.dtype, copy=False)
    return _run_other(call, column, other, threads)


def _of_pandas(column: Any) -> Any:
    """The column of a Series as pyarrow's: a Series gives a capsule from pandas 3 on only."""
    import pyarrow as pa

    if type(column).__name__ != "Series":
        _refuse_tables(column)
        raise TypeError(f"{type(column).__name__} is not a column: give a Series")
    try:
        return pa.array(column)
    except pa.ArrowInvalid as error:
        # Objects that are not all text.
        raise TypeError(f"the Series is not a column of text or of bytes: {error}") from error


def _to_pandas(column: Any, result: Any) -> Any:
    import pandas as pd
    import pyarrow as pa

    is_text = result.type in (pa.string(), pa.large_string(), pa.string_view())
    is_plain = is_text or result.type in (pa.binary(), pa.large_binary(), pa.binary_view())
    if pa.types.is_dictionary(result.type):
        # Two values may have become one.
        return result.cast(result.type.value_type).dictionary_encode().to_pandas().array
    if isinstance(column.dtype, pd.StringDtype) and is_text:
        return column.dtype.__from_arrow__(result)
    if column.dtype == object and is_plain:
        return result.to_numpy(zero_copy_only=False)
    return pd.ArrowDtype(result.type).__from_arrow__(result)


def _run_duckdb(call: _Call, column: Any, other: Any, threads: int | None) -> Any:
    from triplet.duckdb import run_relation

    return run_relation(call, column, other, threads)


_LIBRARIES: dict[str, Callable[[_Call, Any, Any, int | None], Any]] = {
    "pyarrow": _run_pyarrow,
    "polars": _run_polars,
    "pandas": _run_pandas,
    "duckdb": _run_duckdb,
    "_duckdb": _run_duckdb,
}
