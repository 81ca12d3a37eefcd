"""References and IRIs: split, normalised, compared, resolved, repaired, built."""

import copy
import pickle
import warnings

import pytest

import triplet
from helpers import fails
from triplet.sets import rfc3986


class TestReferences:
    def test_reference(self):
        url = triplet.Reference("http://u@[::1]:80/a//b?q=%26&x#f")
        assert (url.scheme, url.authority, url.userinfo, url.host, url.port) == ("http", "u@[::1]:80", "u", "[::1]", 80)
        assert (url.path, url.query, url.fragment) == ("/a//b", "q=%26&x", "f")
        assert url.segments == ["a", "", "b"]
        assert url.pairs == [("q", "%26"), ("x", None)]
        assert str(url) == "http://u@[::1]:80/a//b?q=%26&x#f"
        assert eval(repr(url), vars(triplet)) == url and hash(url) == hash(triplet.Reference(str(url)))
        assert url != str(url)
        assert pickle.loads(pickle.dumps(url)) == url
        empty = triplet.Reference("")
        assert (empty.scheme, empty.authority, empty.path, empty.query, empty.fragment) == (None, None, "", None, None)
        assert str(url.resolve("../c")) == "http://u@[::1]:80/a/c"
        assert str(url.resolve(triplet.Reference("?y"))) == "http://u@[::1]:80/a//b?y"
        assert str(triplet.Reference("HTTP://A/%7e").normalize()) == "http://a/~"
        assert fails(empty.resolve, "a").kind == "no-scheme"

    def test_valid_references(self):
        types = [triplet.Uri, triplet.UriRef, triplet.Iri, triplet.IriRef]
        for text, valid in [
            ("http://a/b", types),
            ("../b", [triplet.UriRef, triplet.IriRef]),
            ("http://a/é", [triplet.Iri, triplet.IriRef]),
            ("é", [triplet.IriRef]),
            ("a b", []),
        ]:
            for type in types:
                if type not in valid:
                    assert fails(type, text).input == text
                    continue
                typed = type(text)
                assert typed == triplet.Reference(text) and hash(typed) == hash(triplet.Reference(text))
                assert eval(repr(typed), vars(triplet)) == typed and repr(typed).startswith(type.__name__ + "(")
                copy = pickle.loads(pickle.dumps(typed))
                assert copy == typed and copy.__class__ is type
                assert typed.normalize().__class__ is type
                with pytest.raises(AttributeError):
                    typed.more = 1
        assert fails(triplet.Uri, "http://a/b c").offset == 10
        uri = triplet.Uri("HTTP://a/b/%C3%A9")
        assert all(isinstance(uri, type) for type in types)
        assert not isinstance(triplet.UriRef("b"), triplet.Iri)
        assert [str(uri.normalize("scheme")), str(uri.to_iri()), uri.to_uri()] == ["http://a/b/%C3%A9", "HTTP://a/b/é", uri]
        for base, reference, target in [
            (uri, "../c", triplet.Uri("HTTP://a/c")),
            (uri, triplet.UriRef("c"), triplet.Uri("HTTP://a/b/c")),
            (triplet.Iri("http://a/"), "é", triplet.Iri("http://a/é")),
            (triplet.Iri("http://a/"), triplet.Uri("x:y"), triplet.Iri("x:y")),
        ]:
            found = base.resolve(reference)
            assert found == target and found.__class__ is target.__class__
        assert fails(uri.resolve, "é").offset == 0
        assert str(uri.resolve("HTTP:g", strict=False)) == "HTTP://a/b/g"
        assert triplet.Iri("http://a/é").to_uri().__class__ is triplet.Uri
        assert triplet.IriRef("é").to_uri().__class__ is triplet.UriRef
        assert triplet.UriRef("%C3%A9").to_iri() == triplet.IriRef("é")

    def test_valid_references_are_made_by_a_check_only(self):
        class Below(triplet.Uri):
            """A class of a caller."""

        class Both(triplet.UriRef, triplet.Iri):
            """A URI by its two bases, though it is not below `Uri`."""

        class Free(triplet.Reference):
            """Not below any that is checked."""

        class Unchecked(triplet.Uri):
            def __new__(cls, text):
                return triplet.Reference.__new__(cls, text)

        new = triplet.Reference.__new__
        for type in [triplet.Uri, triplet.UriRef, triplet.Iri, triplet.IriRef, Below, Both, Unchecked]:
            for text, offset in [("a:b c", 3), ("a:%zz", 2)]:
                assert fails(type, text).offset == fails(new, type, text).offset == offset
            assert new(type, "a:b").__class__ is type
        for type in [triplet.Uri, triplet.UriRef, Below, Both, Unchecked]:
            assert fails(new, type, "a:é").offset == 2
        for type in [triplet.Uri, triplet.Iri, Below, Both, Unchecked]:
            assert fails(new, type, "a").kind == "no-scheme"
        assert str(Free("a b")) == str(new(Free, "a b")) == str(new(triplet.Reference, "a b")) == "a b"
        for wrong in [(), (str, "a"), (triplet.Uri,), (triplet.Uri, 5)]:
            with pytest.raises(TypeError):
                new(*wrong)
        with pytest.raises(TypeError):
            object.__new__(triplet.Uri)
        # Nor does a reference become one.
        for reference, type in [(triplet.Reference("a b"), triplet.Uri), (triplet.IriRef("é"), triplet.Uri)]:
            with pytest.raises(AttributeError):
                reference.__class__ = type
            with pytest.raises(AttributeError):
                object.__setattr__(reference, "__class__", type)
            assert not isinstance(reference, type)

    def test_normalize(self):
        assert triplet.normalize("http://a:80/%2e/b", "percent") == "http://a:80/./b"
        assert triplet.normalize("http://a:80/%2e/b") == "http://a:80/b"
        assert triplet.normalize("http://a:80/%2e/b", "scheme") == "http://a/b"
        assert triplet.normalize("http://a/%E4%BD%A0", iri=True) == "http://a/你"
        with pytest.raises(ValueError, match="'percent', 'path', 'scheme' or 'decoded'"):
            triplet.normalize("a", "none")

    def test_equivalent(self):
        same = triplet.equivalent("http://a/%7e", "HTTP://A/~")
        assert same and same.is_equivalent and "unreserved triplet" in same.reason and "host case" in same.steps
        assert triplet.equivalent("a", "a").reason == "identical"
        other = triplet.equivalent("http://é/日x", "http://é/日y")
        assert not other and other.component == "path" and other.offsets == (10, 10)
        assert "offset 10 and 10" in other.reason
        assert triplet.equivalent("a/b", "a%2Fb").kind == "reserved-character"
        assert triplet.equivalent("http://a:80", "http://a/", "scheme")

    def test_the_same_to_a_person(self):
        same = triplet.equivalent("http://é/@me?q=a:b", "http://xn--9ca/%40me?q=a%3Ab", "decoded")
        assert same and "decoded triplet" in same.steps and same.reason.endswith("`%40` is `@` in a segment")
        assert triplet.equivalent("/a%2Fb", "/a/b", "decoded").kind == "delimiter"
        assert triplet.equivalent("/?a+b", "/?a%20b", "decoded").kind == "plus"
        assert triplet.equivalent("/?a+b", "/?a%20b", "decoded", plus_as_space=True)
        assert triplet.equivalent_iris("/é:", "/%C3%A9%3A", "decoded")
        assert triplet.equivalent("/e%CC%81", "/é", "decoded", nfc=True) and not triplet.equivalent("/e%CC%81", "/é", "decoded")
        assert triplet.reference_key("/e%CC%81", nfc=True) == "/%C3%A9"
        with pytest.raises(ValueError, match="goes with level='decoded'"):
            triplet.equivalent("a", "b", plus_as_space=True)
        assert triplet.normalize("/cafe%CC%81", nfc=True) == triplet.respell("/cafe\u0301", "rfc3986", nfc=True) == "/caf%C3%A9"
        assert triplet.normalize("/cafe\u0301", iri=True, nfc=True) == "/café"
        with pytest.raises(ValueError, match="`nfc` and `charset`"):
            triplet.respell("/", "rfc3986", charset="gbk", nfc=True)
        urls = ["HTTP://é/@", "http://xn--9ca:80/%40", "http://xn--9ca/%2F", "http://xn--9ca/?a+b"]
        assert len({triplet.reference_key(url) for url in urls}) == 3
        assert triplet.reference_key(urls[0]) == "http://xn--9ca/@"
        assert triplet.reference_key("/~%41", "percent") == triplet.normalize("/%7EA", "percent")
        assert triplet.reference_key("/?a+b", plus_as_space=True) == triplet.reference_key("/?a%20b")
        for normalize in [triplet.normalize, lambda text, level: triplet.Reference(text).normalize(level)]:
            with pytest.raises(ValueError, match="has no normal form"):
                normalize("/%40", "decoded")

    def test_resolve_and_relativize(self):
        base = "http://a/b/c/d;p?q"
        assert triplet.resolve(base, "http:g") == "http:g"
        assert triplet.resolve(base, "http:g", strict=False) == "http://a/b/c/g"
        error = fails(triplet.resolve, "/é", "b")
        assert error.kind == "no-scheme" and error.input == "/é"
        target = "http://a/b/e"
        assert triplet.resolve(base, triplet.relativize(base, target)) == target
        assert triplet.relativize("docs/a.html", "img/x.png") == "../img/x.png"
        error = fails(triplet.relativize, "../a", "b")
        assert (error.kind, error.input) == ("unreachable", "b")
        assert triplet.remove_dot_segments("/a/../b/.") == "/b/"

    def test_validate(self):
        assert triplet.validate("http://a/b?c#d", "uri") is None
        error = fails(triplet.validate, "http://a/é", "uri")
        assert (error.kind, error.offset) == ("character", 9)
        triplet.validate("http://é/日", "iri")
        error = fails(triplet.validate, "http://é/日 x", "iri")
        assert error.offset == 10 and "offset 10:" in str(error)
        assert fails(triplet.validate, "/a%4", "uri-reference").kind == "triplet"
        assert fails(triplet.validate, "a", "uri").kind == "no-scheme"
        with pytest.raises(ValueError):
            triplet.validate("a", "url")

    def test_requote_and_build(self):
        assert triplet.requote("https://a.example/b c?q=50%") == "https://a.example/b%20c?q=50%25"
        assert triplet.requote("a b%2F%", rfc3986.SEGMENT) == "a%20b%2F%25"
        assert triplet.requote("https://bücher.example/a b/é", iri=True) == "https://bücher.example/a%20b/é"
        assert triplet.requote("https://{{h}}/{{a b}}/c d|", also_keep=["{{*}}", "|"]) == "https://{{h}}/{{a b}}/c%20d|"
        assert triplet.requote("/?a=1&amp;b", html=True) == "/?a=1&b"
        assert triplet.requote("pg://u:p@/s#@h/a b", raw_userinfo=True) == "pg://u:p%40%2Fs%23@h/a%20b"
        with pytest.raises(ValueError, match="raw_userinfo"):
            triplet.requote("/", "rfc3986:path", raw_userinfo=True)
        assert triplet.requote(b"/\xe9/\xc3\xa9", iri=True) == triplet.requote(bytearray(b"/\xe9/\xc3\xa9"), iri=True) == "/%E9/é"
        with pytest.raises(ValueError, match="also_keep"):
            triplet.requote("/", also_keep=["é"])
        with pytest.raises(ValueError, match="set and iri"):
            triplet.requote("/", rfc3986.PATH, iri=True)
        with pytest.warns(UserWarning, match="offset 10"):
            assert triplet.requote(b"http://\xfc:8o/") == "http://%FC:8o/"
        for text, offset in [("<loc>https://a.example/x y</loc>", 5), (b"see https://a.example/x y", 4), ("é: https://a.example/", 3)]:
            with pytest.warns(UserWarning, match=f"after other text at offset {offset}: "):
                triplet.requote(text)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert triplet.requote("<https://a.example/x y>") == "https://a.example/x%20y"
            assert triplet.requote("/login?next=https://a.example/") == "/login?next=https://a.example/"
        for url, quoted, offset in [
            ("mongodb://u:p%40w@h1:27017,h2:27017/a b", "mongodb://u:p%40w@h1:27017,h2:27017/a%20b", 20),
            ("http://é:80 /x", "http://é:80 /x", 11),
        ]:
            with pytest.warns(UserWarning, match=f" at offset {offset}: "):
                assert triplet.requote(url) == quoted
        assert triplet.build_uri(scheme="http", user="u:x", host="::1", port=8080, segments=["a/b"], query="x y") == "http://u%3Ax@[::1]:8080/a%2Fb?x%20y"
        assert triplet.build_uri() == ""
        for arguments, kind in [({"scheme": "1"}, "scheme"), ({"segments": [".."]}, "dot-segment"), ({"port": 5}, "no-host")]:
            error = fails(triplet.build_uri, **arguments)
            assert (error.kind, error.offset, error.input) == (kind, None, None)
        with pytest.raises(ValueError):
            triplet.build_uri(pairs=[], query="")

    def test_edit_uri(self):
        edit = triplet.edit_uri
        assert edit("/a;x=1/b;y;x?x=1", remove=["matrix:x", "query"]) == "/a/b;y"
        with pytest.raises(triplet.TripletError):
            edit("/..;x=1", remove=["matrix:x"])
        url = "http://u:p@a.example:80/a%2fb/?utm_id=7&q=a+b&Utm_x&%71=2#top"
        assert edit(url) == url
        assert edit(url, scheme="https", host="é.example", port=8080, user="x@y") == "https://x%40y:p@xn--9ca.example:8080/a%2fb/?utm_id=7&q=a+b&Utm_x&%71=2#top"
        assert edit(url, remove=["password", "port", "fragment"], remove_pairs=["utm_*", "Utm_x"]) == "http://u@a.example/a%2fb/?q=a+b&%71=2"
        assert edit(url, set_pairs=[("q", "50%")], pairs=[("q", None)], remove=["fragment"]) == "http://u:p@a.example:80/a%2fb/?utm_id=7&q=50%25&Utm_x&q"
        assert edit("/a", segments=["b/c", "%2E"]) == "/a/b%2Fc/%252E"
        assert edit("/?b&a=1", sort_query=True) == "/?a=1&b"
        assert edit("/?a+b=1;c", set_pairs=[("a b", "1 2")], plus_as_space=True, separator=";") == "/?a+b=1+2;c"
        assert edit("mailto:a@e?Subject=1&cc=b", remove_pairs=["subject"], pairs=[("body", "1\n2")]) == "mailto:a@e?cc=b&body=1%0D%0A2"
        for values, query in [("data", "a%2520b%20"), ("keep-triplets", "a%20b%20")]:
            assert edit("/", query="a%20b ", values=values) == f"/?{query}"
        error = fails(edit, "/", query="a b", values="as-written")
        assert (error.kind, error.offset, error.input) == ("not-allowed", 1, None)
        assert fails(edit, "/", port=80).kind == "no-host"
        for wrong in [{"values": "raw"}, {"separator": "="}, {"remove": ["query:a"]}]:
            with pytest.raises(ValueError):
                edit("/", **wrong)

    def test_parameters_in_any_order(self):
        same = triplet.equivalent("/?b=1&a=%7E", "/?a=~&b=1", any_order=True)
        assert same and same.steps == ["unreserved triplet", "parameter order"]
        other = triplet.equivalent("/é?b=1&a=2", "/é?a=2&b=3", any_order=True)
        assert (other.component, other.offsets) == ("query", (5, 9))
        assert not triplet.equivalent("/?a=1&a=2", "/?a=2&a=1", any_order=True)
        urls = ["/?b=+&a", "/?a&b=%20", "/?a&&b=%20"]
        assert {triplet.reference_key(url, any_order=True, plus_as_space=True) for url in urls} == {"/?a&b=%20"}

    def test_as_iris(self):
        assert triplet.equivalent("/é", "/%C3%A9", iri=True).steps == ["IRI encoding"]
        other = triplet.equivalent("/é/x", "/%C3%A9/y", iri=True)
        assert (other.component, other.offsets) == ("path", (3, 8))
        assert triplet.reference_key("http://é/", "scheme", iri=True) == "http://xn--9ca/"

    @pytest.mark.parametrize(
        ("text", "kind", "offset"),
        [
            ("é see https://a.example/", "after-text", 6),
            ("https://a.example/ https://b.example/", "text-after", 19),
            ("/docs see a/../b", "text-lost", 5),
            ("# Read me", "not-reference", 0),
        ],
    )
    def test_words_beside_a_reference_are_not_lost(self, text, kind, offset):
        for function, arguments in [
            (triplet.normalize, [text]),
            (triplet.Reference(text).normalize, []),
            (triplet.respell, [text, "aws-sigv4"]),
            (triplet.resolve, ["http://a/b", text]),
            (triplet.Reference("http://a/b").resolve, [text]),
        ]:
            error = fails(function, *arguments)
            assert (error.kind, error.offset) == (kind, offset), function
        assert triplet.respell(text, "rfc3986", query=True)

    def test_respell(self):
        assert triplet.respell("https://b.example/f?d=a%3B+b&s=c", space="percent") == "https://b.example/f?d=a%3B%20b&s=c"
        assert triplet.respell("foo=first%2Csecond&a=b+c*~&flag", "rfc5849", query=True) == "a=b%20c%2A~&flag=&foo=first%2Csecond"
        assert triplet.respell("https://c.example/s?s=%e4%b8%ad", to_charset="gbk") == "https://c.example/s?s=%D6%D0"
        assert triplet.respell("/é?b=%D6%D0", charset="gbk", only=["query"]) == "/é?b=%E4%B8%AD"
        assert triplet.respell("/a'b", rfc3986.UNRESERVED) == triplet.respell("/a'b", "rfc3986:unreserved") == "/a%27b"
        assert triplet.respell("?b=1+&a&b=0", order="name", flags="equals", plus="space") == "?a=&b=0&b=1%20"
        assert triplet.respell("/%7e?x=%7e&y=%7e", "rfc3986", only=["query:y"]) == "/%7e?x=%7e&y=~"
        same = "/a?b"
        assert triplet.respell(same, "rfc3986") is same
        error = fails(triplet.respell, "/é?a=%4", "form")
        assert (error.kind, error.offset) == ("truncated", 5) and "offset 5" in str(error)
        assert fails(triplet.respell, "/é?é=中", to_charset="latin1").offset == 5
        assert fails(triplet.respell, "/é?é=中", to_charset="latin1").kind == "unmappable"
        for arguments, message in [
            ({"space": "plus", "plus": "plus"}, "`space plus` and `plus plus`"),
            ({"only": ["path"], "order": "name"}, "`only path` and `order`"),
            ({"flags": "="}, "flags is 'keep', 'bare' or 'equals'"),
            ({"only": ["host"]}, "only is 'path', 'query' or 'query:NAME'"),
        ]:
            with pytest.raises(ValueError, match=message):
                triplet.respell("", **arguments)
        with pytest.raises(KeyError, match="rfc3986:unreserved"):
            triplet.respell("", "rfc3986:unreservd")

    def test_iri(self):
        assert triplet.to_uri("http://例え.jp/é") == "http://xn--r8jz45g.jp/%C3%A9"
        assert triplet.to_uri("http://例え.jp/", host="percent") == "http://%E4%BE%8B%E3%81%88.jp/"
        assert triplet.from_uri("http://xn--r8jz45g.jp/%C3%A9%2F") == "http://例え.jp/é%2F"
        assert triplet.from_uri("http://xn--r8jz45g.jp/", host="keep") == "http://xn--r8jz45g.jp/"
        error = fails(triplet.to_uri, "http://é/日 x")
        assert error.offset == 10
        assert triplet.to_uri("/日 x", encode_disallowed=True) == "/%E6%97%A5%20x"
        for iri, kind, offset in [
            ("http://h/致50%", "triplet", 12),
            ("http://h/a[b]é", "character", 10),
            ("/é#a#", "character", 4),
            ("http://h:8o/é", "port", 10),
            ("1:é", "first-segment", 1),
            ("http://é。" + "é" * 64 + "/", "domain-name-length", 9),
        ]:
            error = fails(triplet.to_uri, iri)
            assert (error.kind, error.offset) == (kind, offset)
        error = fails(triplet.from_uri, "/é%41%4")
        assert error.offset == 5 and "offset 5" in str(error)
        assert triplet.from_uri("http://[fe80::123%34]/") == "http://[fe80::123%34]/"


def test_equivalent_iris():
    assert triplet.equivalent_iris("http://a/é", "http://a/%c3%a9") is True
    assert triplet.equivalent_iris("http://例え.jp", "http://xn--r8jz45g.jp", "scheme")
    assert not triplet.equivalent_iris("http://a/é", "http://a/e")
