"""What each function of columns gives for one row, by other means: Python's own, as the standards say it.

Only `normalize`, `equivalent` and `lint` are asked of the library, row by row: their rules are tested there, and here only which row
has which answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import triplet
from triplet import columns

UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
HEX = frozenset(b"0123456789ABCDEFabcdef")


class Refused(Exception):
    """There is no result for the row: the offset and the kind of the error."""


def encode(row: bytes) -> str:
    return "".join(chr(octet) if octet in UNRESERVED else f"%{octet:02X}" for octet in row)


def octets(row: bytes, plus: bool = False, lenient: bool = False) -> tuple[bytes, list[int]]:
    """The decoded octets, and where in the row each of them comes from."""
    found, places, at = bytearray(), [], 0
    while at < len(row):
        places.append(at)
        if row[at] != ord("%"):
            found.append(ord(" ") if plus and row[at] == ord("+") else row[at])
            at += 1
        elif len(row) > at + 2 and row[at + 1] in HEX and row[at + 2] in HEX:
            found.append(int(row[at + 1 : at + 3], 16))
            at += 3
        elif lenient:
            found.append(row[at])
            at += 1
        else:
            is_cut = all(octet in HEX for octet in row[at + 1 : at + 3])
            raise Refused(at, "truncated" if is_cut else "not-hex")
    return bytes(found), places


def decode(row: bytes) -> str:
    found, places = octets(row)
    try:
        return found.decode()
    except UnicodeDecodeError as error:
        raise Refused(places[error.start], "invalid-utf-8") from None


def error(row: bytes) -> dict[str, Any] | None:
    try:
        decode(row)
    except Refused as refused:
        offset, kind = refused.args
        return {"offset": offset, "kind": kind}
    return None


def lossy(row: bytes, plus: bool = False) -> str:
    return octets(row, plus, lenient=True)[0].decode(errors="replace")


def layers(row: bytes) -> dict[str, Any] | None:
    for count in range(9):
        found = octets(row, lenient=True)[0]
        if found == row:
            try:
                return {"text": row.decode(), "layers": count}
            except UnicodeDecodeError:
                return None
        row = found
    return None


def text(row: bytes) -> str:
    try:
        return row.decode()
    except UnicodeDecodeError as error:
        raise Refused(error.start, "invalid-utf-8") from None


# RFC 3986 appendix B.
REFERENCE = re.compile(r"(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", re.DOTALL)


def uri_parts(row: bytes) -> dict[str, Any]:
    matched = REFERENCE.fullmatch(text(row))
    assert matched
    authority = matched[4]
    userinfo = host = port = None
    if authority is not None:
        before, at, host = authority.rpartition("@")
        userinfo = before if at else None
        named = re.fullmatch(r"(.*):([0-9]*)", host)
        host, port = (named[1], named[2]) if named else (host, None)
    return {
        "scheme": matched[2], "userinfo": userinfo, "host": host, "port": port,
        "path": matched[5], "query": matched[7], "fragment": matched[9],
    }  # fmt: skip


def form_parse(row: bytes) -> list[dict[str, str]]:
    """The URL standard, section 5.1."""
    pairs = [piece.partition(b"=") for piece in row.split(b"&") if piece]
    return [{"name": lossy(name, plus=True), "value": lossy(value, plus=True)} for name, _, value in pairs]


def normal(row: str) -> str:
    """A text that is not one reference alone stays."""
    try:
        return triplet.normalize(row, "path")
    except triplet.TripletError as error:
        assert error.kind in ("after-text", "text-after", "not-reference", "text-lost")
        return row


def or_refused(function: Callable[[], str]) -> str | None:
    try:
        return function()
    except (triplet.TripletError, Refused):
        return None


def removed(row: str) -> str:
    triplet.normalize(row, "percent")  # Refuses what is not one reference alone.
    return triplet.edit_uri(row, remove_pairs="a*")


def form_get(row: bytes) -> str | None:
    return next((pair["value"] for pair in form_parse(row) if pair["name"] == "a"), None)


def lint(row: bytes) -> list[dict[str, Any]]:
    found = triplet.lint(row)
    return [{"id": finding.id, "severity": finding.severity, "offset": finding.offset} for finding in found]


def or_none(function: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    def tried(row: bytes) -> Any:
        try:
            return function(row)
        except Refused:
            return None

    return tried


# The name, the function of columns, and what it gives for a row.
FUNCTIONS: list[tuple[str, Callable[[Any], Any], Callable[[bytes], Any]]] = [
    ("encode", columns.encode, encode),
    ("decode", columns.decode, decode),
    ("try_decode", columns.try_decode, or_none(decode)),
    ("decode_lossy", columns.decode_lossy, lossy),
    ("decode_lossy, plus", lambda column: columns.decode_lossy(column, plus_as_space=True), lambda row: lossy(row, plus=True)),
    ("try_decode, gbk", lambda column: columns.try_decode(column, charset="gbk"), lambda row: gbk(row)),
    ("decode_bytes", columns.decode_bytes, lambda row: octets(row)[0]),
    ("decode_layers", columns.decode_layers, layers),
    ("error", columns.error, error),
    ("normalize", lambda column: columns.normalize(column, "path"), lambda row: normal(text(row))),
    ("equivalent", lambda column: columns.equivalent(column, column, "path"), lambda row: text(row) is not None),
    ("equivalent, one", lambda column: columns.equivalent(column, "A"), lambda row: bool(triplet.equivalent(text(row), "A", "percent"))),
    ("key", lambda column: columns.key(column, nfc=True), lambda row: triplet.reference_key(text(row), nfc=True)),
    ("key, plus", lambda column: columns.key(column, plus_as_space=True), lambda row: triplet.reference_key(text(row), plus_as_space=True)),
    ("key, any order", lambda column: columns.key(column, any_order=True), lambda row: triplet.reference_key(text(row), any_order=True)),
    ("resolve", lambda column: columns.resolve(column, "http://a/b/c"), lambda row: or_refused(lambda: triplet.resolve("http://a/b/c", text(row)))),
    ("requote", columns.requote, lambda row: or_refused(lambda: triplet.requote(row, strict=True))),
    ("remove", lambda column: columns.remove(column, "a*"), lambda row: or_refused(lambda: removed(text(row)))),
    ("uri_parts", columns.uri_parts, uri_parts),
    ("form_parse", columns.form_parse, form_parse),
    ("form_get", lambda column: columns.form_get(column, "a"), form_get),
    ("lint", columns.lint, lint),
]  # fmt: skip


def gbk(row: bytes) -> str | None:
    """Only rows of ASCII, or with triplets of GBK, are among those of the table."""
    try:
        found = octets(row)[0].decode("gbk")
    except (Refused, UnicodeDecodeError):
        return None
    return found
