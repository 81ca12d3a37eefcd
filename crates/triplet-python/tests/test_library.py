"""The library in Python's habits: results, errors with their offsets, types, values."""

import ast
import copy
import os
import pickle
import random
import subprocess
import sys
import urllib.parse
import xml.etree.ElementTree
from pathlib import Path

import pytest

import triplet
from helpers import fails
from triplet import EncodeSet, TripletError
from triplet.sets import rfc3986, rfc3987, whatwg


class TestDecode:
    """The rows of malformed input: strict, with the offset as Python counts; and lenient."""

    @pytest.mark.parametrize(
        "text, kind, offset, lenient",
        [
            ("%", "truncated", 0, "%"),
            ("a%", "truncated", 1, "a%"),
            ("%4", "truncated", 0, "%4"),
            ("%zz", "not-hex", 0, "%zz"),
            ("%4z", "not-hex", 0, "%4z"),
            ("%%41", "not-hex", 0, "%A"),
            ("%+1", "not-hex", 0, "%+1"),
            ("% 1", "not-hex", 0, "% 1"),
            ("%0x", "not-hex", 0, "%0x"),
            ("%４１", "not-hex", 0, "%４１"),
            ("%u4E2D", "not-hex", 0, "%u4E2D"),
            ("é日\U0001f600%zz", "not-hex", 3, "é日\U0001f600%zz"),
            ("%41é%4", "truncated", 4, "Aé%4"),
        ],
    )
    def test_malformed(self, text, kind, offset, lenient):
        error = fails(triplet.decode, text)
        assert (error.kind, error.offset) == (kind, offset)
        assert error.input is text
        assert f"at offset {offset}" in str(error)
        assert text[error.offset] == "%"
        assert triplet.decode(text, lenient=True) == lenient
        octets = text.encode()
        error = fails(triplet.decode, octets)
        assert octets[error.offset : error.offset + 1] == b"%"
        assert error.input is octets
        assert f"at offset {error.offset}" in str(error)
        assert triplet.decode_to_bytes(octets, lenient=True) == lenient.encode()
        assert fails(triplet.decode_to_bytes, text).offset == offset

    @pytest.mark.parametrize(
        "text, offset, lossy",
        [
            ("%C0%AF", 0, "\ufffd\ufffd"),
            ("%ED%A0%80", 0, "\ufffd\ufffd\ufffd"),
            ("%F4%90%80%80", 0, "\ufffd\ufffd\ufffd\ufffd"),
            ("é%FF", 1, "é\ufffd"),
            ("日%C3%A9%C3", 7, "日é\ufffd"),
        ],
    )
    def test_not_utf8(self, text, offset, lossy):
        error = fails(triplet.decode, text)
        assert (error.kind, error.offset) == ("invalid-utf-8", offset)
        assert triplet.decode(text, errors="replace") == lossy
        assert triplet.decode_to_bytes(text) == urllib.parse.unquote_to_bytes(text)

    def test_options(self):
        assert triplet.decode("a+b%2B") == "a+b+"
        assert triplet.decode("a+b%2B", plus_as_space=True) == "a b+"
        assert triplet.decode("%2541") == "%41"
        assert triplet.decode("%41%2F%25", keep_triplets_of="/%") == "A%2F%25"
        assert triplet.decode("%00") == "\0"
        assert triplet.decode(b"\xc3\xa9%41") == "éA"
        assert fails(triplet.decode, b"ab\xff").offset == 2
        assert triplet.decode("%C4%E3%BA%C3é", charset="GBK") == "你好é"
        assert triplet.decode(b"\xc4\xe3%BA%C3", charset="gb2312") == "你好"
        assert triplet.decode("%E9", charset="latin1") == "é"
        error = fails(triplet.decode, "é%81", charset="gbk")
        assert error.offset == 1
        assert triplet.decode("é%81", charset="gbk", errors="replace") == "é\ufffd"
        assert fails(triplet.decode, "é%4", charset="gbk", errors="replace").offset == 1
        for wrong in [{"errors": "surrogateescape"}, {"keep_triplets_of": "é"}]:
            with pytest.raises(ValueError):
                triplet.decode("a", **wrong)
        with pytest.raises(LookupError, match="klingon"):
            triplet.decode("a", charset="klingon")

    @pytest.mark.parametrize("text", ["a%20%C3%A9", "%FF", "a%E4%BDb%F0%9F%98é", "%C0%AF%ED%A0%80%zz"])
    def test_errors_are_those_of_urllib(self, text):
        for errors in ["replace", "ignore", "backslashreplace"]:
            expected = urllib.parse.unquote(text, errors=errors)
            assert triplet.decode(text, lenient=True, errors=errors) == expected

    def test_errors(self):
        assert triplet.decode("%C3%A9%FF", errors="keep") == "é%FF"
        assert triplet.decode("100%25 %2541 %ff", errors="keep") == "100% %2541 %ff"
        assert triplet.decode("a+%2B%FF", errors="keep", plus_as_space=True) == "a %2B%FF"
        assert fails(triplet.decode, "é%FF%z", errors="keep").offset == 4
        assert triplet.decode("é%FF%z", errors="keep", lenient=True) == "é%FF%z"
        for errors, expected in {"keep": "你%FF", "replace": "你\ufffd", "ignore": "你", "backslashreplace": "你\\xff"}.items():
            assert triplet.decode("%C4%E3%FF", charset="gbk", errors=errors) == expected
            assert triplet.decode(b"\xc4\xe3\xff", charset="gbk", errors=errors) == expected
        with pytest.raises(ValueError, match="'backslashreplace', 'keep'"):
            triplet.decode("a", errors="xmlcharrefreplace")

    def test_unchanged_is_the_same_object(self):
        for text in ["abc", "é" * 10, "x" * 100_000, "é日" * 50_000]:
            assert triplet.decode(text) is text
        octets = b"abc" * 1000
        assert triplet.decode_to_bytes(octets) is octets
        text = "x" * 100_000
        assert triplet.encode(text) is text
        assert triplet.normalize("http://a/b") == "http://a/b"


class TestEncode:
    def test_sets_and_options(self):
        assert triplet.encode("a b/é%41") == "a%20b%2F%C3%A9%2541"
        assert triplet.encode("a b/é%41", rfc3986.PATH) == "a%20b/%C3%A9%2541"
        assert triplet.encode("a b/é%41", "rfc3986:path", keep_triplets=True) == "a%20b/%C3%A9%41"
        assert triplet.encode("a b+", whatwg.FORM) == "a+b%2B"
        assert triplet.encode("a b+", whatwg.FORM, space_as_plus=False) == "a%20b%2B"
        assert triplet.encode("a b+", space_as_plus=True) == "a+b%2B"
        assert triplet.encode("a/b", also_keep="/", also_encode="a") == "%61/b"
        assert triplet.encode("/", lowercase_hex=True) == "%2f"
        assert triplet.encode("é b", rfc3987.ISEGMENT) == "é%20b"
        assert triplet.encode(b"\xff\x00") == "%FF%00"
        assert triplet.encode(bytearray(b"a b")) == triplet.encode(memoryview(b"a b")) == "a%20b"
        assert triplet.encode(memoryview(b"a-b-")[::2]) == "ab"
        assert triplet.encode("你好", charset="gbk") == "%C4%E3%BA%C3"
        assert triplet.encode("é" * 3000) == "%C3%A9" * 3000
        assert triplet.encode("") == ""

    def test_errors(self):
        error = fails(triplet.encode, "日a\ud800b")
        assert (error.kind, error.offset, error.input) == ("lone-surrogate", 2, "日a\ud800b")
        error = fails(triplet.encode, "äöа", charset="latin1")
        assert (error.kind, error.offset) == ("unmappable", 2)
        assert "at offset 2" in str(error)
        assert triplet.encode("ä😀", charset="latin1", errors="xmlcharrefreplace") == "%E4%26%23128512%3B"
        with pytest.raises(KeyError, match="rfc3986:segment"):
            triplet.encode("a", "segment")
        with pytest.raises(ValueError, match="offset 1"):
            triplet.encode("a", also_keep="/é")
        with pytest.raises(TypeError, match="charset is for a string"):
            triplet.encode(b"a", charset="gbk")

    def test_round_trip(self):
        rng = random.Random(19)
        for name in EncodeSet.names():
            encode_set = EncodeSet.by_name(name)
            if not encode_set.is_reversible or encode_set.non_ascii != "encode":
                continue
            for _ in range(50):
                octets = rng.randbytes(rng.randrange(200))
                text = triplet.encode(octets, encode_set)
                assert triplet.decode_to_bytes(text, plus_as_space=encode_set.writes_space_as_plus) == octets


WRONG = [None, 5, 1.5, [], ["a"], object(), "a".encode]


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_wrong_types_are_type_errors(wrong):
    for function in [
        triplet.encode, triplet.decode, triplet.decode_to_bytes, triplet.parse_form, triplet.parse_form_to_bytes, triplet.explain, triplet.lint, triplet.layers,
        triplet.readers, triplet.charset_candidates, triplet.Encoder().encode, triplet.Decoder().decode, triplet.encode_uri, triplet.encode_uri_component,
        triplet.decode_uri, triplet.decode_uri_component, triplet.escape, triplet.unescape, triplet.normalize, triplet.requote, triplet.validate,
        triplet.to_uri, triplet.from_uri, triplet.remove_dot_segments, triplet.Reference, triplet.Uri, triplet.UriRef, triplet.Iri,
        triplet.IriRef, triplet.Uri("a:b").resolve, triplet.Iri("a:b").resolve,
    ]:  # fmt: skip
        with pytest.raises(TypeError, match="required, not"):
            function(wrong)
    for function in [triplet.equivalent, triplet.resolve, triplet.relativize]:
        with pytest.raises(TypeError, match="required, not"):
            function("http://a/", wrong)
    for option in ["lenient", "plus_as_space"]:
        with pytest.raises(TypeError):
            triplet.decode("a", **{option: "yes"})
    if wrong is not None:
        with pytest.raises(TypeError):
            triplet.encode("a", wrong)


class TestEncodeSet:
    def test_names(self):
        names = EncodeSet.names()
        assert len(names) == len(set(names)) > 60
        for name in names:
            encode_set = EncodeSet.by_name(name)
            assert encode_set.name in names
            assert encode_set.about
            module, _, rule = name.partition(":")
            constants = vars(__import__("triplet.sets", fromlist=[module]).__dict__[module])
            assert encode_set in [item for item in constants.values() if isinstance(item, EncodeSet)], name
        with pytest.raises(KeyError):
            EncodeSet.by_name("rfc3986:nothing")

    def test_value(self):
        a = EncodeSet.keeping("ab")
        assert a == EncodeSet.keeping(b"ba") and hash(a) == hash(EncodeSet.keeping("ba"))
        assert a != EncodeSet.keeping("abc") and a != "ab" and not a == 5
        assert "a" in a and "c" not in a and 97 in a and "é" not in a
        assert list(a) == ["a", "b"] and len(a) == 2 and a.kept == "ab" and bool(EncodeSet.keeping(""))
        assert (a | EncodeSet.keeping("c")).kept == "abc"
        assert (a & EncodeSet.keeping("bc")).kept == "b"
        assert (a - EncodeSet.keeping("b")).kept == "a"
        assert a.also_keep("~").also_encode("a").kept == "b~"
        assert a < a.also_keep("c") and a <= a and not a < a and a.also_keep("c") > a and a >= a
        assert EncodeSet.encoding("%").keeps_triplets is False
        for wrong in ["ab", 5.0, None, b"a", 300]:
            with pytest.raises(TypeError):
                wrong in a
        with pytest.raises(TypeError):
            a | "a"
        with pytest.raises(AttributeError):
            a.name = "x"
        with pytest.raises(TypeError):
            EncodeSet()

    def test_repr_copy_and_pickle(self):
        samples = [EncodeSet.by_name(name) for name in EncodeSet.names()]
        samples += [
            EncodeSet.keeping("'\\\"\n\0\x7f ~"), EncodeSet.keeping("ab").space_as_plus(), EncodeSet.keeping("+").space_as_ambiguous_plus(),
            EncodeSet.keeping("ab+").keep_triplets().with_non_ascii("keep-ucschar"), whatwg.FORM.space_by_set(),
        ]  # fmt: skip
        for sample in samples:
            assert eval(repr(sample)) == sample, repr(sample)
            assert pickle.loads(pickle.dumps(sample)) == sample
            assert copy.copy(sample) is sample and copy.deepcopy(sample) is sample
        from triplet._sets import restore

        for wrong in ["5", "open('x')", "EncodeSet.names()", "EncodeSet.by_name(5)", "EncodeSet.__class__('x')", "x.keeping('a')"]:
            with pytest.raises((ValueError, TypeError)):
                restore(wrong)


class TestForms:
    def test_parse(self):
        assert triplet.parse_form("a=1&b&=2&&a=%26+x") == [("a", "1"), ("b", ""), ("", "2"), ("a", "& x")]
        assert triplet.parse_form("a=1;b=2") == [("a", "1;b=2")]
        assert triplet.parse_form("a=1;b=2&c=3", separators="&;") == [("a", "1"), ("b", "2"), ("c", "3")]
        assert triplet.parse_form("?a=1") == [("?a", "1")]
        assert triplet.parse_form("?a=1", strip_question_mark=True) == [("a", "1")]
        assert triplet.parse_form("a=&b=1", drop_blank=True) == [("b", "1")]
        assert triplet.parse_form("a=%zz%FF") == [("a", "%zz\ufffd")]
        assert triplet.parse_form(b"a=\xff") == [("a", "\ufffd")]
        assert triplet.parse_form_to_bytes("a=%FF&é=1") == [(b"a", b"\xff"), ("é".encode(), b"1")]

    def test_errors(self):
        error = fails(triplet.parse_form, "é=1&b=%zz", strict=True)
        assert (error.kind, error.offset) == ("not-hex", 6)
        error = fails(triplet.parse_form, "é=%FF", errors="strict")
        assert (error.kind, error.offset) == ("invalid-utf-8", 2)
        error = fails(triplet.parse_form, "é=1&b=2&c=3", max_pairs=2)
        assert (error.kind, error.offset) == ("too-many-pairs", 8)
        assert "at offset 8" in str(error)
        error = fails(triplet.parse_form, "a=1234", max_bytes=3)
        assert (error.kind, error.offset) == ("too-many-bytes", 3)
        for wrong in [{"separators": ","}, {"errors": "x"}]:
            with pytest.raises(ValueError):
                triplet.parse_form("a", **wrong)
        with pytest.raises(ValueError, match="max_pairs is a number"):
            triplet.parse_form("a", max_pairs=-1)

    def test_serialize(self):
        pairs = [("a b", "é&="), (b"\xff", 1.5), ("n", None), ("", "")]
        text = triplet.serialize_form(pairs)
        assert text == "a+b=%C3%A9%26%3D&%FF=1.5&n&="
        assert triplet.serialize_form(pairs, space_as_plus=False).startswith("a%20b=")
        assert triplet.serialize_form({"a": "x\ny"}, newlines="crlf") == "a=x%0D%0Ay"
        assert triplet.serialize_form({"a": "1", "b": "2"}, semicolons=True) == "a=1;b=2"
        assert triplet.serialize_form(iter([["a", 1]])) == "a=1"
        assert triplet.serialize_form({}) == ""
        for wrong in [5, None, "ab", b"ab", [5], ["ab"], [("a",)], [("a", "b", "c")], {"a": True}, {"a": [[1]]}, [(None, "a")]]:
            with pytest.raises(TypeError):
                triplet.serialize_form(wrong)
        assert fails(triplet.serialize_form, {"a": "\ud800"}).kind == "lone-surrogate"
        rng = random.Random(7)
        for _ in range(300):
            pairs = [("".join(rng.choices("a&=+% é日\n", k=rng.randrange(8))) + "x", "".join(rng.choices("a&=+% é日;", k=5))) for _ in range(4)]
            assert triplet.parse_form(triplet.serialize_form(pairs)) == pairs
            assert urllib.parse.parse_qsl(triplet.serialize_form(pairs), keep_blank_values=True) == pairs


class TestJavaScript:
    def test_functions(self):
        assert triplet.encode_uri("a b/é") == "a%20b/%C3%A9"
        assert triplet.encode_uri_component("a b/é!") == "a%20b%2F%C3%A9!"
        assert triplet.decode_uri("%2F%C3%A9") == "%2Fé"
        assert triplet.decode_uri_component("%2F%C3%A9") == "/é"
        assert triplet.escape("ä你\U0001f600") == "%E4%u4F60%uD83D%uDE00"
        assert triplet.unescape("%E4%u4F60%uD83D%uDE00%zz") == "ä你\U0001f600%zz"

    def test_lone_surrogates(self):
        error = fails(triplet.encode_uri_component, "\U0001f600a\ud800b")
        assert (error.kind, error.offset) == ("lone-surrogate", 2)
        assert triplet.escape("a\ud800") == "a%uD800"
        assert triplet.unescape("%uD800") == "\ud800"
        assert triplet.unescape("\udc00%41") == "\udc00A"
        assert triplet.decode_uri_component("\ud800%41") == "\ud800A"
        error = fails(triplet.decode_uri_component, "\U0001f600\ud800%zz")
        assert (error.kind, error.offset) == ("malformed", 2)
        assert "at offset 2:" in str(error)
        assert "at offset 1:" in str(fails(triplet.decode_uri, "é%"))

    def test_malformed(self):
        error = fails(triplet.decode_uri_component, "é日%C3")
        assert error.offset == 2
        assert error.input == "é日%C3"


class TestInspection:
    def test_lint(self):
        text = "https://é.example/日/..%2fetc"
        findings = triplet.lint(text)
        assert len(findings) == len(list(findings)) >= 2
        found = {finding.id: finding for finding in findings}
        dots = found["dot-segment"]
        assert text[dots.offset : dots.offset + dots.length] == ".."
        separator = found["encoded-separator"]
        assert text[separator.offset : separator.offset + separator.length] == "%2f"
        octets = text.encode()
        found = {finding.id: finding for finding in triplet.lint(octets)}["encoded-separator"]
        assert octets[found.offset : found.offset + found.length] == b"%2f"
        assert findings.worst == "error" and not findings.is_capped
        assert findings[-1] == list(findings)[-1] and findings[:1] == [findings[0]]
        assert "dot-segment" in repr(findings) and dots.message in str(dots) and dots.reference
        assert dots.cwe == [22] and all(f"CWE-{number}" in f.reference for f in findings for number in f.cwe)
        with pytest.raises(IndexError):
            findings[99]
        assert triplet.lint("%41" * 100, limit=3).is_capped
        assert not triplet.lint("abc") and triplet.lint("abc").worst is None
        assert triplet.lint(b"\xff\x00%", "any")
        with pytest.raises(ValueError, match="'userinfo'"):
            triplet.lint("a", "uri")

    def test_explain(self):
        text = "é https://a.example/日?q=%C4%E3%BA%C3&next=%2Fb%3Fc%3D%252541 ö"
        explanation = triplet.explain(text)
        root = explanation.root
        link = root.children[0]
        assert (root.kind, link.kind, text[link.start : link.end]) == ("text", "iri", link.written)
        segment = link.child("segment")
        assert (segment.start, segment.read, link.written[segment.start : segment.end]) == (18, "日", "日")
        word = link.value("q")
        assert (word.read, word.charset.name, word.charset.reason, word.charset.evidence) == ("你好", "gb18030", "least-rare", "possible")
        assert word.charset.runner_up[0] == "Big5" and word.charset == link.value("q").charset
        inner = link.value("next").children[0]
        assert (inner.kind, inner.title, inner.value("c").read, inner.value("nothing")) == ("reference", "a relative reference", "%41", None)
        likely = inner.value("c").children[0]
        assert (likely.kind, likely.is_likely, likely.read, likely.is_cut) == ("encoded", True, "A", False)
        assert explanation.readable() == text and triplet.explain("a b").readable() is None
        wrong = triplet.explain("http://日.example/a b/%2e").root
        assert wrong.remedies[0].kind == "requote" and wrong.remedies[0].text.endswith(".example/a%20b/%2e")
        assert wrong.written[wrong.remedies[0].offset] == " " and "offset" in wrong.remedies[0].message
        dots = wrong.children[-1]
        assert [(found.rule, dots.written[found.start : found.end]) for found in dots.findings] == [("encoded-dot-segment", "%2e")]

    def test_explain_of_octets(self):
        assert triplet.explain(b"q=%C4%E3\xba\xc3").root.value("q").read == "你好"
        assert triplet.explain(b"a%ED%A0%80").root.octets == b"a\xed\xa0\x80"
        assert triplet.explain("%B9%AE", languages=["ko", "en"]).root.read == "문"
        with pytest.raises(ValueError, match="tlh"):
            triplet.explain("a", languages=["tlh"])
        assert fails(triplet.explain, "a\ud800").kind == "lone-surrogate"
        for wrong in [5, None]:
            with pytest.raises(TypeError):
                triplet.explain(wrong)
        with pytest.raises(TypeError):
            triplet.explain("a", languages="fr")

    def test_explain_is_shown(self):
        assert repr(triplet.explain("q=%C7%D1%B1%B9%BE%EE&a+b=1&flag")) == (
            "<Explanation: a form>\nq = '한국어' (EUC-KR)\n'a b' = '1'\n'flag'"
        )
        assert repr(triplet.explain("%252541").root) == (
            "<Node: percent-encoded text>\n'%2541'\nencoded '%41'\n  encoded 'A'"
        )
        many = repr(triplet.explain("&".join(f"n{number}={'x' * 100}" for number in range(100))))
        assert many.count("\n") == 41 and many.endswith("\n…") and f"n0 = '{'x' * 60}'…" in many
        # Nothing of a text is markup, and lists are closed.
        html = triplet.explain("q=%3Cscript%3E%26%22%27&r=%E2%80%AE&s=a%3Db%26c%3D%25C3%25A9&t=1")._repr_html_()
        assert "<script" not in html and "&lt;script&gt;&amp;&quot;&#39;" in html and "\\u{202E}" in html
        assert html.count("<ul>") == html.count("</ul>") == 3 and html.count("<li>") == html.count("</li>") == 7
        assert xml.etree.ElementTree.fromstring(html).tag == "div"

    def test_layers(self):
        found = triplet.layers("%252541é")
        assert (found.count, found.is_limited, found.text, found.octets) == (3, False, "Aé", "Aé".encode())
        found = triplet.layers("%25252541", limit=2)
        assert (found.count, found.is_limited, found.text, found.octets) == (2, True, None, None)
        assert triplet.layers("%FF").text == "\ufffd"

    def test_readers(self):
        readings = triplet.readers("%zz+%FF")
        assert len(readings) == 15 and len({reading.reader for reading in readings}) == 15
        assert any(reading.is_refused and reading.octets is None for reading in readings)
        assert any(reading.text is None and reading.octets for reading in readings)

    def test_charsets(self):
        assert "GBK" in triplet.charsets()
        assert all(triplet.encode("a", charset=name) for name in triplet.charsets())
        best = triplet.charset_candidates("%E4%BD%A0")[0]
        assert (best.charset, best.text, best.evidence, best.malformed) == ("UTF-8", "你", "strong", 0)
        assert triplet.charset_candidates(b"\xc4\xe3\xba\xc3\xca\xc0\xbd\xe7")[0].text == "你好世界"


class TestSubmittedForms:
    def test_submit(self):
        get = triplet.submit_form([("q", "tea & milk"), ("_charset_", "")], "  https://a.example/s?old#top")
        assert (get.method, get.url) == ("GET", "https://a.example/s?q=tea+%26+milk&_charset_=UTF-8#top")
        assert get.body is None and get.content_type is None
        post = triplet.submit_form({"a": "x\ny", "n": 2, "e": "€"}, "/save", method="post", charset="latin1")
        assert post.body == "a=x%0D%0Ay&n=2&e=%80"
        assert post.content_type == "application/x-www-form-urlencoded" and post.url == "/save"
        assert triplet.submit_form({"e": "日"}, "/", charset="latin1").url == "/?e=%26%2326085%3B"
        mail = triplet.submit_form({"subject": "a b"}, "mailto:tea@a.example")
        assert mail.url == "mailto:tea@a.example?subject=a%20b"
        assert mail == triplet.submit_form({"subject": "a b"}, "mailto:tea@a.example") and hash(mail)

    def test_submit_refuses(self):
        error = fails(triplet.submit_form, {}, "  /é\nx")
        assert (error.kind, error.offset, error.input[error.offset]) == ("control-character", 4, "\n")
        assert fails(triplet.submit_form, {}, "javascript:alert(1)").kind == "scheme"
        with pytest.raises(ValueError, match="method is"):
            triplet.submit_form({}, "/", method="put")
        with pytest.raises(LookupError):
            triplet.submit_form({}, "/", charset="klingon")
        for wrong in [{"a": None}, {"a": b"x"}, {"a": ["x"]}, "a=b", [("a",)], 5]:
            with pytest.raises(TypeError):
                triplet.submit_form(wrong, "/")

    def test_cgi(self):
        body = b"a=1+1&b=%FF"
        environ = {"REQUEST_METHOD": "POST", "CONTENT_TYPE": "application/x-www-form-urlencoded", "CONTENT_LENGTH": str(len(body))}
        assert triplet.parse_cgi_form(environ, body) == [("a", "1 1"), ("b", "\ufffd")]
        error = fails(triplet.parse_cgi_form, environ, body, errors="strict")
        assert error.input == body and error.offset == body.index(b"%FF")
        assert fails(triplet.parse_cgi_form, environ, body + b"x").kind == "content-length"
        assert fails(triplet.parse_cgi_form, {"REQUEST_METHOD": "POST"}, b"a").kind == "not-a-form"
        assert triplet.parse_cgi_form({"QUERY_STRING": "a=b&c"}, drop_blank=True) == [("a", "b")]
        error = fails(triplet.parse_cgi_form, {"QUERY_STRING": "a=%zz"}, strict=True)
        assert (error.input, error.offset) == (b"a=%zz", 2)
        with pytest.raises(TypeError, match="mapping"):
            triplet.parse_cgi_form(5)
        with pytest.raises(TypeError, match="as body"):
            triplet.parse_cgi_form(environ, "text")
        with pytest.raises(TypeError):
            triplet.parse_cgi_form({"QUERY_STRING": 5})

    def test_octets_outside_ascii_of_a_server(self):
        # Octets as `os.environ` has them, and as WSGI has them.
        query = "q=é".encode() + b"\xff"
        wanted = [("q", "é\ufffd")]
        assert triplet.parse_cgi_form({"QUERY_STRING": query.decode(errors="surrogateescape")}) == wanted
        assert triplet.parse_cgi_form({"QUERY_STRING": query.decode("latin-1"), "wsgi.version": (1, 0)}) == wanted

    def test_search_words(self):
        words = triplet.cgi_search_words
        assert words({"REQUEST_METHOD": "GET", "QUERY_STRING": "green+te%61"}) == [b"green", b"tea"]
        assert words({"QUERY_STRING": "a=b"}) is None and words({}) is None
        assert fails(words, {"QUERY_STRING": "a+%zz"}).offset == 2


class TestTokens:
    def test_tokens(self):
        text = "http://é@h/%41%c3%a9%FF%zz?q=日"
        tokens = triplet.tokens(text)
        assert [text[token.start : token.end] for token in tokens] == [
            *["http", "://", "é", "@", "h", "/", "%41", "%c3%a9", "%FF", "%", "zz", "?", "q", "=", "日"]
        ]
        by_text = {text[token.start : token.end]: token for token in tokens}
        assert by_text["%41"].is_needless and by_text["%41"].character == "A"
        assert by_text["%c3%a9"].is_lowercase and by_text["%c3%a9"].character == "é"
        assert by_text["%FF"].octet == 255 and by_text["%FF"].character is None
        assert by_text["%"].kind == "malformed" and by_text["://"].part == "delimiter"
        assert (by_text["日"].part, by_text["日"].kind) == ("query", "non-ascii")
        assert triplet.tokens(b"") == [] and triplet.tokens(b"%")[0].kind == "malformed"
        with pytest.raises(TypeError):
            triplet.tokens(5)


class TestErrors:
    def test_exception(self):
        error = fails(triplet.decode, "é%")
        assert isinstance(error, ValueError)
        copied = pickle.loads(pickle.dumps(error))
        assert (type(copied), str(copied), copied.kind, copied.offset, copied.input) == (TripletError, str(error), error.kind, error.offset, error.input)
        assert f"{type(error).__module__}.{type(error).__qualname__}" == "triplet.TripletError"

    def test_shown(self):
        done = subprocess.run([sys.executable, "-c", "import triplet; triplet.decode('é%zz')"], capture_output=True, text=True, check=False)
        assert done.stderr.splitlines()[-1] == "triplet.TripletError: `%z` at offset 1: `z` is not a hexadecimal digit; write a literal `%` as `%25`"

    def test_no_panic_reaches_python(self):
        """Nonsense of all kinds is a result or an ordinary exception."""
        rng = random.Random(23)
        functions = [getattr(triplet, name) for name in triplet.__all__ if callable(getattr(triplet, name)) and name[0].islower() and name != "build_uri"]
        alphabet = ["%", "%4", "%zz", "%C3%A9", "é", "日", "\U0001f600", "\ud800", "/", "..", ":", "//", "[", "]", "@", "?", "#", "&", "=", "\0", " ", "+", "a", "xn--", "1"]
        for _ in range(6000):
            text = "".join(rng.choices(alphabet, k=rng.randrange(9)))
            value = text if rng.random() < 0.7 else text.encode("utf-8", "surrogatepass")
            for function in functions:
                arguments = (value, text) if function in (triplet.equivalent, triplet.resolve, triplet.relativize) else (value,)
                try:
                    function(*arguments)
                except (TripletError, TypeError, UnicodeError, KeyError, ValueError):
                    pass


def test_modules_import_in_one_direction():
    """As the test `imports` says it of the files in Rust: no module imports, over others, itself."""
    imports: dict[str, set[str]] = {}
    for path in Path(triplet.__file__).parent.glob("*.py"):
        module = "triplet" if path.stem == "__init__" else f"triplet.{path.stem}"
        found = imports[module] = set()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found.update(name.name for name in node.names)
            elif isinstance(node, ast.ImportFrom):
                found.update((str(node.module), *(f"{node.module}.{name.name}" for name in node.names)))
    assert "triplet.duckdb" in imports["triplet.columns"]
    for module in imports:
        reached, new = set[str](), {module}
        while new:
            new = set().union(*(imports.get(name, set()) for name in new)) - reached
            reached |= new
        assert module not in reached


class TestTemplates:
    """Values of Python's types, errors with their offsets; what expansion is, the library's tests know."""

    @pytest.mark.parametrize(
        "template, values, expected",
        [
            ("{a}{/b}", {"a": "x/y", "b": "é"}, "x%2Fy/%C3%A9"),
            ("{?a*}", {"a": [1, 2.5, True, False, None, "x"]}, "?a=1&a=2.5&a=true&a=false&a=x"),
            ("{?a}", {"a": ("x", "y")}, "?a=x,y"),
            ("{?a*}", {"a": {"k&": "v", "n": None, 1: 2}}, "?k%26=v&1=2"),
            ("{?a,b,c,d}", {"a": None, "b": [], "c": {}, "d": ""}, "?d="),
            ("{a}", {"a": (str(n) for n in range(3))}, "0,1,2"),
            ("{a.b}{%41}", {"a.b": 1, "%41": 10**30}, "1" + "1" + "0" * 30),
            ("{+a:2}", {"a": "%C3%A9tude"}, "%C3%A9t"),
            ("plain", {}, "plain"),
        ],
    )
    def test_values(self, template, values, expected):
        again = {name: list(value) if hasattr(value, "__next__") else value for name, value in values.items()}
        assert triplet.expand(template, again) == expected
        assert triplet.Template(template).expand(again) == expected
        assert triplet.expand(template, **again) == expected

    def test_names_count_before_the_mapping(self):
        assert triplet.expand("{a}{b}", {"a": 1, "b": 2}, b=3) == "13"
        assert triplet.expand("{a}{b}", {"a": 1, "b": 2}, b=None) == "1"
        assert triplet.expand("{a,template,values}", None, template=1, values=2) == "1,2"

    def test_a_mapping_of_ones_own(self):
        from collections import ChainMap, UserDict, defaultdict

        for mapping in (ChainMap({"a": 1}), UserDict(a=1), os.environ | {"a": "1"}):
            assert triplet.expand("{a}{not_there_at_all}", mapping) == "1"
        made = defaultdict(list)
        assert triplet.expand("{a}", made) == "" and not made

    @pytest.mark.parametrize(
        "template, kind, offset",
        [("é{", "unclosed-expression", 1), ("é{a b}", "disallowed-in-name", 3), ("a b", "disallowed-literal", 1), ("日}", "stray-brace", 1)],
    )
    def test_errors(self, template, kind, offset):
        for call in (triplet.expand, triplet.Template):
            error = fails(call, template)
            assert (error.kind, error.offset, error.input) == (kind, offset, template)
            assert f"at offset {offset}:" in str(error)

    def test_prefix_of_a_list(self):
        template = triplet.Template("é{a:1}")
        for call in (template.expand, lambda **values: triplet.expand("é{a:1}", **values)):
            error = fails(call, a=["x"])
            assert (error.kind, error.offset, error.input) == ("prefix-of-composite", 3, "é{a:1}")

    def test_wrong_types(self):
        for wrong in (b"x", bytearray(b"x"), object(), [["x"]], [b"x"], {"k": ["x"]}, {b"k": "x"}, {None: "x"}, len):
            with pytest.raises(TypeError):
                triplet.expand("{a}", a=wrong)
            # Only what the template has is read.
            assert triplet.expand("{b}", a=wrong) == ""
        for values in ("a", [("a", 1)], 5):
            with pytest.raises(TypeError):
                triplet.expand("{a}", values)
        for template in (b"{a}", None, 5):
            with pytest.raises(TypeError):
                triplet.expand(template)
        assert fails(triplet.expand, "{a}", a="\ud800").kind == "lone-surrogate"
        assert fails(triplet.expand, "\ud800").kind == "lone-surrogate"

    def test_an_error_of_the_iterable_is_raised(self):
        def broken():
            yield "x"
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            triplet.expand("{a}", a=broken())

    def test_is_a_value(self):
        template = triplet.Template("/é{?a*}", literal_names=True)
        assert str(template) == "/é{?a*}"
        assert repr(template) == "Template('/é{?a*}', literal_names=True)"
        assert template.literal_names and template.variables == ["a"]
        assert template.expand(a={"x&y": 1}) == "/%C3%A9?x&y=1"
        for other in (pickle.loads(pickle.dumps(template)), copy.deepcopy(template)):
            assert other == template and hash(other) == hash(template) and other.literal_names
        assert template != triplet.Template("/é{?a*}")
        assert template != "/é{?a*}"


def test_percent_u_beside_triplets():
    assert triplet.decode_percent_u("/caf%u00e9/%C3%A9%20%uD83D%uDE00") == "/café/é 😀".encode()
    assert triplet.decode_percent_u(b"%FF%u0041") == b"\xffA"
    error = fails(triplet.decode_percent_u, "é%uD83D!")
    assert error.offset == 1
    assert triplet.decode_percent_u("100% %uD83D", lenient=True) == "100% \ufffd".encode()
