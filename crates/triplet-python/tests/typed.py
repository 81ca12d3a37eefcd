"""What type checkers must say of the package. Not run: mypy and pyright check it in strict mode, and each `type: ignore` is needed."""

import io
from typing_extensions import assert_type

import triplet
import triplet.urllib
from triplet import EncodeSet
from triplet.sets import rfc3986
from triplet.streams import DecodeReader, EncodeWriter

assert_type(triplet.encode("a b"), str)
assert_type(triplet.encode(bytearray(b"a"), rfc3986.SEGMENT | EncodeSet.keeping("/")), str)
assert_type(triplet.encode(memoryview(b"a"), "rfc3986:segment", also_keep="/", charset="gbk"), str)
assert_type(triplet.decode("%41", errors="replace", lenient=True), str)
assert_type(triplet.decode_to_bytes("%41"), bytes)
assert_type(triplet.decode_percent_u("%u0041"), bytes)
assert_type(triplet.parse_form("a=1"), list[tuple[str, str]])
assert_type(triplet.parse_form_to_bytes("a=1"), list[tuple[bytes, bytes]])
triplet.serialize_form({"a": 1, "b": "c", "d": None})
triplet.serialize_form([("a", 1), ("b", b"c"), ("d", None)])
triplet.serialize_form([["a", None], ["b", "c"]])
triplet.serialize_form({"a": ["b", "c"], "d": ["e"]})
assert_type(triplet.build_uri(path="/", pairs={"a": 1, "b": ["c", "d"], "e": None}), str)
assert_type(triplet.build_uri(pairs=[["a", "1"]], segments=("a",)), str)
assert_type(triplet.edit_uri(triplet.Uri("a:b"), set_pairs={"a": 1}, pairs=[("a", None)], remove="query"), str)
assert_type(triplet.normalize(triplet.Reference("a")), str)
assert_type(triplet.Reference("http://a:1").port, int | None)
assert_type(triplet.Reference("?a").get("a", ""), str | None)
assert_type(triplet.is_valid("a"), bool)
assert_type(sorted([triplet.Uri("a:b")]), list[triplet.Uri])
triplet.edit_uri("a", set_pairs={"a": ["b"]})  # type: ignore[arg-type]
assert_type(triplet.Reference("http://a/b").host, str | None)
assert_type(triplet.Uri("http://a/b").resolve("c"), triplet.Uri)
assert_type(triplet.Uri("http://a/b").normalize(), triplet.Uri)
assert_type(triplet.Uri("http://a/b").to_iri().to_uri(), triplet.Uri)
assert_type(triplet.Iri("http://a/b").resolve("c"), triplet.Iri)
assert_type(triplet.IriRef("é").to_uri().to_iri(), triplet.IriRef)
assert_type(triplet.Reference("http://a/b").pairs, list[tuple[str, str | None]])
assert_type(triplet.equivalent("a", "b").offsets, tuple[int, int] | None)
assert_type(triplet.decode_filename(b"a", rules="windows", cut=True), str)
assert_type(triplet.parse_content_disposition("a").file_name(rules="posix"), str | None)
assert_type(triplet.parse_content_disposition("a").problems[0].offset, int)
assert_type(triplet.parse_content_disposition("a").parameters, list[tuple[str, bytes]])
assert_type(triplet.build_content_disposition("a", type="inline", fallback=None), str)
assert_type(triplet.path_to_uri(b"/a", system="posix"), str)
assert_type(triplet.uri_to_path("file:///a"), str)
assert_type(triplet.expand("{a}", {"a": {"b": 1}}, b=["c", None], c=True, d=None), str)
assert_type(triplet.Template("{a}", literal_names=True).variables, list[str])
assert_type(triplet.Template("{a}").expand(a=("x", 1)), str)
assert_type(triplet.explain("a").root.child("pair"), triplet.Node | None)
assert_type(triplet.lint("a")[0], triplet.Finding)
assert_type(triplet.lint("a")[1:], list[triplet.Finding])
assert_type(list(triplet.lint("a")), list[triplet.Finding])
assert_type(triplet.layers("a").text, str | None)
assert_type([reading.octets for reading in triplet.readers(b"a")], list[bytes | None])
assert_type("a" in rfc3986.SEGMENT, bool)
assert_type(rfc3986.SEGMENT <= rfc3986.PATH, bool)
assert_type(triplet.Decoder(lenient=True).decode(b"%4", final=False), bytes)
assert_type(DecodeReader(io.BytesIO(b"a")).readable(), bool)
with EncodeWriter(io.BytesIO(), rfc3986.PATH) as writer:
    assert_type(writer.write(b"a"), int | None)
try:
    triplet.decode("%")
except triplet.TripletError as error:
    assert_type(error.kind, str)
    assert_type(error.offset, int | None)
assert_type(triplet.urllib.quote("a", safe=""), str)
assert_type(triplet.urllib.parse_qs("a=1"), dict[str, list[str]])
assert_type(triplet.urllib.parse_qsl(b"a=1"), list[tuple[bytes, bytes]])
assert_type(triplet.urllib.urlencode({"a": 1}, quote_via=triplet.urllib.quote), str)
with triplet.urllib.install() as installed:
    installed.undo()

triplet.encode(5)  # type: ignore[arg-type]
assert_type(triplet.decode("a", errors="keep"), str)
triplet.decode("a", errors="surrogatepass")  # type: ignore[arg-type]
triplet.normalize("a", "none")  # type: ignore[arg-type]
triplet.expand(b"a")  # type: ignore[arg-type]
triplet.expand("a", a=[["b"]])  # type: ignore[list-item]
triplet.normalize(b"a")  # type: ignore[arg-type]
rfc3986.SEGMENT | "a"  # type: ignore[operator]
assert_type(triplet.submit_form({"a": 1}, "/", method="post").body, str | None)
assert_type(triplet.parse_cgi_form({"QUERY_STRING": "a"}), list[tuple[str, str]])
assert_type(triplet.tokens("a")[0].octet, int | None)
