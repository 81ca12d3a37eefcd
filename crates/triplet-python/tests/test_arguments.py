"""What functions on URIs take, and what the errors of their arguments say."""

import pytest

import triplet
from helpers import fails


def test_references_are_taken_where_texts_are():
    uri = triplet.Uri("HTTP://A.example/b%7e/../c?q=1&x")
    text = str(uri)
    for function in [
        triplet.normalize, triplet.reference_key, triplet.requote, triplet.lint, triplet.explain, triplet.layers, triplet.readers, triplet.tokens,
        triplet.from_uri, triplet.to_uri, triplet.validate, triplet.is_valid, lambda one: triplet.respell(one, "rfc3986"),
        lambda one: triplet.edit_uri(one, fragment="top"), lambda one: triplet.equivalent(one, "http://a.example/c?q=1&x"),
        lambda one: triplet.resolve(one, "d"), lambda one: triplet.resolve("http://b/", one), lambda one: triplet.relativize(one, "http://A.example/d"),
        lambda one: triplet.submit_form({"a": "1"}, one), lambda one: triplet.equivalent_iris(one, one),
    ]:  # fmt: skip
        assert function(uri) == function(text)
    assert type(triplet.normalize(uri)) is str
    assert triplet.Uri(triplet.Reference("a:b")) == triplet.Uri("a:b")
    assert triplet.uri_to_path(triplet.Uri("file:///a%20b")) == "/a b"
    error = fails(triplet.Uri, triplet.Reference("a:b c"))
    assert (error.offset, error.input) == (3, "a:b c")
    assert fails(triplet.resolve, triplet.Reference("a"), "b").input == "a"
    with pytest.raises(TypeError, match="a string is required, not 'int'"):
        triplet.Reference("http://a/").resolve(5)


PAIRS = [{"a": "1", "b": 2, "c": None}, [("a", "1"), ("b", 2), ("c", None)], [["a", "1"], ["b", 2], ["c", None]]]


@pytest.mark.parametrize("pairs", PAIRS)
def test_pairs_of_every_kind(pairs):
    assert triplet.build_uri(path="/", pairs=pairs) == "/?a=1&b=2&c"
    assert triplet.edit_uri("/?b=1&b&x", set_pairs=pairs) == "/?b=2&x&a=1&c"
    assert triplet.edit_uri("/?b=1&b&x", replace_pairs=pairs) == "/?b=2&x"
    for given in (iter(pairs), pairs):
        assert triplet.edit_uri("/?x", pairs=given if isinstance(pairs, list) else pairs) == "/?x&a=1&b=2&c"


def test_lists_as_values():
    tags = {"tag": ["a", "b c"], "page": 2, "none": []}
    assert triplet.serialize_form(tags) == "tag=a&tag=b+c&page=2"
    assert triplet.serialize_form([("t", (1, b"\xff"))]) == "t=1&t=%FF"
    assert triplet.build_uri(path="/", pairs=tags) == triplet.edit_uri("/", pairs=tags) == "/?tag=a&tag=b%20c&page=2"
    with pytest.raises(TypeError, match="a value of set_pairs is a string, a number or None, not 'list'"):
        triplet.edit_uri("/", set_pairs=tags)
    for value in [True, {"b": 1}, {1}, [True], [None], [["a"]], object()]:
        with pytest.raises(TypeError, match="a string, bytes or a number"):
            triplet.serialize_form({"a": value})
        with pytest.raises(TypeError):
            triplet.build_uri(pairs={"a": value})


URL = "http://h/a?b"


@pytest.mark.parametrize(
    "function, arguments, exception, message",
    [
        (triplet.edit_uri, {"segments": "abc"}, TypeError, "segments is a list of strings, not 'str'"),
        (triplet.edit_uri, {"segments": [1]}, TypeError, "an element of segments is a string, not 'int'"),
        (triplet.edit_uri, {"segments": 5}, TypeError, "segments is a list of strings, not 'int'"),
        (triplet.edit_uri, {"remove": b"query"}, TypeError, "remove is a list of strings, not 'bytes'"),
        (triplet.edit_uri, {"pairs": "a"}, TypeError, "pairs: a mapping or an iterable of pairs is required, not 'str'"),
        (triplet.edit_uri, {"pairs": 5}, TypeError, "pairs: a mapping or an iterable of pairs is required, not 'int'"),
        (triplet.edit_uri, {"set_pairs": [("a",)]}, TypeError, "a pair of set_pairs has two elements: a name and a value"),
        (triplet.edit_uri, {"pairs": [5]}, TypeError, "a pair of pairs has two elements: a name and a value"),
        (triplet.edit_uri, {"pairs": {"a": b"1"}}, TypeError, "a name or a value of pairs is a string or a number, not 'bytes'"),
        (triplet.edit_uri, {"pairs": [(bytearray(b"a"), 1)]}, TypeError, "a name or a value of pairs is a string or a number, not 'bytearray'"),
        (triplet.edit_uri, {"set_segments": ["a"]}, TypeError, "set_segments is a mapping of numbers of segments to strings"),
        (triplet.edit_uri, {"set_segments": {5: "a"}}, ValueError, "set_segments: the path has no segment 5"),
        (triplet.edit_uri, {"port": 70000}, ValueError, "port is a number from 0 to 65535, not 70000"),
        (triplet.edit_uri, {"port": -1}, ValueError, "port is a number from 0 to 65535, not -1"),
        (triplet.edit_uri, {"port": 10**30}, ValueError, f"port is a number from 0 to 65535, not {10**30}"),
        (triplet.edit_uri, {"port": "8080"}, TypeError, "port is a whole number, not 'str'"),
        (triplet.edit_uri, {"separator": ""}, ValueError, 'separator is one character, not ""'),
        (triplet.requote, {"also_keep": 5}, TypeError, "also_keep is a list of strings, not 'int'"),
        (triplet.requote, {"set": "rfc3986:path", "strict": True}, ValueError, "set and strict do not go together"),
        (triplet.respell, {"only": 5}, TypeError, "only is a list of strings, not 'int'"),
        (triplet.explain, {"languages": "ko"}, TypeError, "languages is a list of strings, not 'str'"),
        (triplet.parse_form, {"max_pairs": -1}, ValueError, f"max_pairs is a number from 0 to {2**64 - 1}, not -1"),
        (triplet.parse_form_to_bytes, {"max_bytes": 1.5}, TypeError, "max_bytes is a whole number, not 'float'"),
        (triplet.parse_nested_form, {"max_depth": 10**6}, ValueError, "max_depth is a number from 0 to 255, not 1000000"),
        (triplet.parse_nested_form, {"style": "qs", "list_limit": -5}, ValueError, f"list_limit is a number from 0 to {2**32 - 1}, not -5"),
        (triplet.lint, {"limit": -1}, ValueError, f"limit is a number from 0 to {2**64 - 1}, not -1"),
        (triplet.layers, {"limit": "8"}, TypeError, "limit is a whole number, not 'str'"),
    ],
)
def test_errors_name_the_argument(function, arguments, exception, message):
    with pytest.raises(exception) as raised:
        function(URL, **arguments)
    assert str(raised.value) == message and type(raised.value) is exception


def test_one_text_where_one_means_the_same():
    assert triplet.edit_uri(URL, remove="query") == "http://h/a"
    assert triplet.edit_uri("/?utm_a&b", remove_pairs="utm_*") == triplet.edit_uri("/?utm_a&b", keep_pairs="b") == "/?b"
    assert triplet.requote("/a|{{b c}}", also_keep="|") == "/a|%7B%7Bb%20c%7D%7D"
    assert triplet.requote("/a|{{b c}}", also_keep=("|", "{{*}}")) == "/a|{{b c}}"
    assert triplet.respell("/%7e?%7e", "rfc3986", only="query") == "/%7e?~"


def test_build_uri():
    build = triplet.build_uri
    assert build(scheme="https", host="例え.jp") == "https://xn--r8jz45g.jp" == triplet.edit_uri("https://h", host="例え.jp")
    assert build(scheme="x-db", host="é") == "x-db://%C3%A9"
    assert build(scheme="mailto", path="tea@example.com", pairs={"body": "a\nb"}) == "mailto:tea@example.com?body=a%0D%0Ab"
    assert build(scheme="urn", path="isbn:1") == "urn:isbn:1" and build(scheme="tel", path="+1-2") == "tel:+1-2"
    assert build(path="a/b c") == "a/b%20c" and build(path="a:b") == "./a:b" and build(path="//a") == "/.//a"
    assert build(user="a@b", password="c:d", host="h") == "//a%40b:c%3Ad@h"
    assert build(host="::1", segments=["", "a/b"]) == "//[::1]//a%2Fb"
    assert build(scheme="https", host="h", segments=("a",), port=8080) == "https://h:8080/a"
    for arguments, kind in [({"host": "a/b"}, "host"), ({"segments": ["a", "."]}, "dot-segment"), ({"user": "a"}, "no-host")]:
        assert fails(build, **arguments).kind == kind
    with pytest.raises(ValueError, match="give path or segments"):
        build(path="/a", segments=["b"])


def test_more_edits():
    edit = triplet.edit_uri
    assert edit("/?a=1&b=2&utm_c=3&%61", keep_pairs=["a", "utm_*"]) == "/?a=1&utm_c=3&%61"
    assert edit("/?a=1&b=2", keep_pairs=[]) == "/"
    assert edit("/?q=1&x&%71", rename_pairs={"q": "find"}) == "/?find=1&x&find"
    assert edit("/v1/a%2fb/c", set_segments={0: "v2", -1: "c/d"}) == "/v2/a%2fb/c%2Fd"
    assert edit("/?a=1", replace_pairs={"a": "2", "b": "3"}) == "/?a=2"
    assert edit("see http://h/a", query="x") == "see http://h/a?x"
    for text, kind, offset in [("see http://h/a", "after-text", 4), ("http://a/\nb", "text-after", 9), ("/a b", "character", 2)]:
        error = fails(edit, text, query="x", strict=True)
        assert (error.kind, error.offset, error.input) == (kind, offset, text)
    assert edit("/é?a", query="b", strict=True) == "/é?b"


def test_requote_strictly():
    for text, kind, offset in [("see https://a.example/x y", "after-text", 4), ("http://h:8o/", "port", 10)]:
        error = fails(triplet.requote, text, strict=True)
        assert (error.kind, error.offset, error.input) == (kind, offset, text)
    assert triplet.requote(" https://a.example/b c ", strict=True) == "https://a.example/b%20c"
    assert triplet.requote("\ufeff“https://a.example/b c”\u200b", strict=True) == "https://a.example/b%20c"


def test_one_parameter():
    url = triplet.Reference("/?q=tea%20%26+milk&x&%71=2&bad=%FF%zz")
    assert url.get("q") == "tea &+milk" and url.get("q", plus_as_space=True) == "tea & milk"
    assert url.get_all("q") == ["tea &+milk", "2"] and url.get_all("no") == []
    assert url.get("x") == "" and url.get("no") is None and url.get("no", "default") == "default"
    assert url.get("bad") == "\ufffd%zz"
    assert triplet.Reference("mailto:a?Subject=1+1").get("subject", plus_as_space=True) == "1+1"
    with pytest.raises(TypeError):
        url.get(5)


def test_members_of_references():
    url = triplet.Reference("http://a%40:b:c@h:080/")
    assert (url.user, url.password, url.port) == ("a%40", "b:c", 80)
    assert [triplet.Reference(text).port for text in ["//h", "//h:", "//h:8o", "//h:65536", "/"]] == [None] * 5
    assert (triplet.Reference("//h").user, triplet.Reference("//u@h").password) == (None, None)
    assert triplet.edit_uri("http://b/", port=url.port) == "http://b:80/"
    texts = ["b", "a:c", "a"]
    assert [str(one) for one in sorted(map(triplet.Reference, texts))] == sorted(texts)
    assert f"{triplet.UriRef('ab'):>4}|{url}" == f"  ab|{url!s}"
    with pytest.raises(TypeError):
        triplet.Reference("a") < "b"
    assert triplet.is_valid("/a") and not triplet.is_valid("/é") and triplet.is_valid("/é", "iri-reference")
    with pytest.raises(ValueError, match="grammar is 'uri'"):
        triplet.is_valid("a", "url")


def test_strings_of_wsgi():
    request = {"REQUEST_METHOD": "GET", "QUERY_STRING": "q=\xc3\xa9"}
    for key in ["wsgi.version", "wsgi.input"]:
        assert triplet.parse_cgi_form({**request, key: None}) == [("q", "é")]
    assert triplet.parse_cgi_form({**request, "QUERY_STRING": "q=é"}) == [("q", "é")]


def test_charsets_of_forms():
    assert triplet.parse_form("wd=%C4%E3+%BA%C3&%zz=1", charset="gbk") == [("wd", "你 好"), ("%zz", "1")]
    assert triplet.parse_form("é=%E9", charset="latin1") == [("é", "é")]
    assert triplet.parse_form(b"\xe9=%E9", charset="latin1") == [("é", "é")]
    assert triplet.parse_form("a=%81%20", charset="gbk") == [("a", "\ufffd ")]
    for text, options, offset in [("é=%81%20", {"errors": "strict"}, 2), ("a=b&c=%zz", {"strict": True}, 6)]:
        error = fails(triplet.parse_form, text, charset="gbk", **options)
        assert (error.offset, error.input) == (offset, text)
    form = triplet.serialize_form([("wd", "你 好"), ("n", 1), (b"\xe9", None), ("x", ["é", "💧"])], charset="gbk")
    assert form == "wd=%C4%E3+%BA%C3&n=1&%E9&x=%A8%A6&x=%26%23128167%3B"
    environ = {"REQUEST_METHOD": "POST", "CONTENT_TYPE": "application/x-www-form-urlencoded", "CONTENT_LENGTH": "9"}
    assert triplet.parse_cgi_form(environ, b"a=%C4%E3 ", charset="gbk") == [("a", "你 ")]
    with pytest.raises(LookupError):
        triplet.parse_form("a", charset="gkb")


def test_other_notations():
    assert triplet.decode_data_url("data:text/plain;charset=UTF-8,50%20%C3%A9#x") == ("text/plain;charset=UTF-8", "50 é".encode())
    for data in [b"", b"\xff\x00", "é"]:
        for base64 in [False, True]:
            url = triplet.encode_data_url(data, "a/b", base64=base64)
            assert triplet.decode_data_url(url) == ("a/b", data if isinstance(data, bytes) else data.encode())
    error = fails(triplet.decode_data_url, "data:é")
    assert (error.kind, error.offset, error.input) == ("no-comma", 6, "data:é")
    assert fails(triplet.encode_data_url, b"", "text plain").offset == 4
    assert triplet.encode_ext_value("naïve") == "UTF-8''na%C3%AFve"
    assert triplet.decode_ext_value("UTF-8''%C3%A9") == ("é", "UTF-8", None)
    assert fails(triplet.decode_ext_value, "UTF-8''é").offset == 7
    error = fails(triplet.encode_ext_value, "a", language="1 2")
    assert (error.kind, error.input) == ("language", "1 2")


def test_unknown_names():
    for call in [lambda: triplet.encode("a", "rfc3986:segmnt"), lambda: triplet.EncodeSet.by_name("rfc3986:segmnt")]:
        with pytest.raises(ValueError) as raised:
            call()
        assert isinstance(raised.value, KeyError)
        assert str(raised.value) == (
            "no encode set is named `rfc3986:segmnt`; the nearest one is `rfc3986:segment`; EncodeSet.names() lists all"
        )
    with pytest.raises(ValueError, match='^no charset is named `gkb`; the nearest one is `GBK`; ') as other:
        triplet.decode("a", charset="gkb")
    assert isinstance(other.value, LookupError)
