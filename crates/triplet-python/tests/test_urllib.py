"""``triplet.urllib`` beside ``urllib.parse``: on each call the same result of the same type, or the same exception with the same message."""

import codecs
import inspect
import itertools
import pickle
import random
import sys
import urllib.parse as standard
from collections import OrderedDict, UserDict

import pytest

import triplet
import triplet.urllib as ours

NAMES = [name for name in ours.__all__ if name not in ("install", "Installed")]


def percent_handler(error):
    """An error handler of the caller's own: writes what is wrong as question marks and digits."""
    bad = error.object[error.start : error.end]
    text = "".join(f"?{item:x}" if isinstance(item, int) else f"?{ord(item):x}" for item in bad)
    return (text, error.end)


codecs.register_error("triplet-test", percent_handler)

HANDLERS = [
    "strict", "replace", "ignore", "xmlcharrefreplace", "backslashreplace", "namereplace", "surrogateescape", "surrogatepass",
    "triplet-test", "no-such-handler",
]  # fmt: skip
ENCODINGS = [
    "utf-8", "UTF-8", "utf8", "U8", "latin-1", "ascii", "cp1252", "gbk", "shift_jis", "euc-kr", "utf-16", "utf-16-le", "utf-32-be", "utf-7",
    "idna", "punycode", "cp037", "unicode_escape", "no-such-encoding", "rot13", "hex",
]  # fmt: skip


class Text(str):
    """A subclass that changes nothing."""


class Loud(str):
    """A subclass that changes what the functions call."""

    def encode(self, *arguments):
        return b"LOUD " + str.encode(self, *arguments)

    def replace(self, *arguments):
        return Loud("replaced")

    def __contains__(self, item):
        return False


class Octets(bytes):
    """A subclass that changes what the functions call."""

    def __iter__(self):
        return iter(b"octets")

    def rstrip(self, *arguments):
        return b"x"


class Spoken:
    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text


def outcome(function, arguments, keywords):
    """The result with its type, or the exception with its type and message."""
    try:
        result = function(*arguments, **keywords)
    except Exception as error:
        details = ()
        if isinstance(error, UnicodeError) and hasattr(error, "object"):
            details = (error.encoding, error.object, error.start, error.end, error.reason)
        return ("raises", type(error), str(error).replace("triplet._triplet.", ""), details)
    return ("gives", types(result), result)


def types(value):
    if type(value) is list or type(value) is tuple:
        return (type(value), [types(item) for item in value])
    if type(value) is dict:
        return (dict, [(types(key), types(item)) for key, item in value.items()])
    return type(value)


def same(name, *arguments, **keywords):
    theirs = outcome(getattr(standard, name), arguments, keywords)
    found = outcome(getattr(ours, name), arguments, keywords)
    assert found == theirs, f"{name}(*{arguments!r}, **{keywords!r})"


TEXTS = [
    "", "a", "abc", "a b", "a+b", "+", " ", "%", "%%", "%4", "%41", "%zz", "a%20b", "%2", "%C3%A9", "%c3%a9", "%FF", "%C3", "%E4%BD", "é", "日本",
    "\U0001f600", "é%C3%A9", "é%C3", "%A9é", "\ud800", "a\udc80%41", "%ED%A0%80", "\x00", "%00", "\x7f", "~", "a/b?c=d&e=f#g", "%F0%9F%98%80",
    "%u4E2D", "%+1", "% 1", "％41", "%\uff14\uff11", "a" * 63, "a b" * 100, "é" * 700, "日 " * 2500, "%E6%97%A5" * 900, "x" * 50_000, "x y" * 30_000,
    "\u2000 a", "\u2020b", "=", "&", "a=b", "a=b&c=d", "a=b;c=d", "&&a=1&", "a", "a=", "=a", "a=b=c", "a=+&b=%2B", "?a=1", "a=%FF&b=\ud800", "q=日本&r=é+é",
    "a=1&a=2&b=3&a=4", "x&y", "a%3Db=c%26d",
]  # fmt: skip
OCTETS = [text.encode("utf-8", "surrogatepass") for text in TEXTS] + [bytes(range(256)), b"\xff", b"\x80%41", b"a=\xe9&b=2"]
ODD = [
    None, 0, 1, 1.5, True, [], [1], ["a"], (), {}, {"a": 1}, set(), object, memoryview(b"a b"), memoryview(b""), range(3), Text("a b%41+é"),
    Text(""), Loud("a b%41"), Loud(""), Octets(b"a b%41"), Octets(b""), Spoken("a b"), bytearray(), Ellipsis,
]  # fmt: skip
SAFE = [
    "", "/", " ", "+", "é", "/é日", "%", "\ud800", "a\udc80/", "~!$&'()*+,;=:@/?", b"", b"/", b" ", b"+/", b"\xff/", bytearray(b"/:"), None, 5, [47, 300],
    [47], ["/"], (58,), [-1], Text("/"), Loud("/"), Octets(b"/"), {47}, "".join(map(chr, range(256))), bytes(range(256)),
]  # fmt: skip


@pytest.mark.parametrize("name", ["quote", "quote_plus", "quote_from_bytes"])
def test_quote(name):
    inputs = TEXTS + OCTETS + [bytearray(octets) for octets in OCTETS] + ODD
    for value in inputs:
        same(name, value)
        for safe in SAFE:
            same(name, value, safe)
            same(name, value, safe=safe)


@pytest.mark.parametrize("name", ["quote", "quote_plus"])
def test_quote_in_charsets(name):
    inputs = [text for text in TEXTS if len(text) < 1000] + OCTETS[:20] + ODD
    for value, encoding, errors in itertools.product(inputs, [*ENCODINGS, None, 5, Text("latin-1")], [*HANDLERS, None, 5, Text("replace")]):
        same(name, value, encoding=encoding, errors=errors)
        same(name, value, "/", encoding, errors)
        same(name, value, " ", encoding=encoding)
        same(name, value, errors=errors)


@pytest.mark.parametrize("name", ["unquote", "unquote_plus"])
def test_unquote(name):
    inputs = [text for text in TEXTS if len(text) < 1000]
    inputs += [octets for octets in OCTETS if len(octets) < 1000] + [bytearray(b"a%41+")] + ODD
    for value in TEXTS + OCTETS + ODD:
        same(name, value)
    for value, encoding, errors in itertools.product(inputs, [*ENCODINGS, None, 5, Text("latin-1")], [*HANDLERS, None, 5, Text("replace")]):
        same(name, value, encoding, errors)
        same(name, value, encoding=encoding)
        same(name, value, errors=errors)


def test_unquote_to_bytes():
    for value in TEXTS + OCTETS + [bytearray(octets) for octets in OCTETS] + ODD:
        same("unquote_to_bytes", value)


QUERIES = [text for text in TEXTS if len(text) < 5000] + [octets for octets in OCTETS if len(octets) < 5000]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("name", ["parse_qs", "parse_qsl"])
def test_parse(name):
    for query in QUERIES + [bytearray(b"a=1&b=%41"), *ODD]:
        same(name, query)
        for blank, strict in itertools.product([False, True, 0, 1, "", "x", None], repeat=2):
            same(name, query, blank, strict)
            same(name, query, keep_blank_values=blank, strict_parsing=strict)
        for separator in ["&", ";", "", "&&", "日", "é", "%", "=", " ", "\ud800", b"&", b";", b"", b"\xff", None, 5, [], bytearray(b"&"), Text("&"), Octets(b"&")]:
            same(name, query, separator=separator)
            same(name, query, True, False, separator=separator)
        for limit in [None, 0, 1, 2, 10, -1, 2**70, 1.5, True, "3", []]:
            same(name, query, max_num_fields=limit)
        for encoding, errors in itertools.product(ENCODINGS[::2] + [None, 5], HANDLERS[::2] + [None]):
            same(name, query, encoding=encoding, errors=errors)
            same(name, query, True, False, encoding, errors, 100, ";")


class Pairs:
    def __init__(self, *pairs):
        self.pairs = pairs

    def items(self):
        return iter(self.pairs)


class Changing(dict):
    def items(self):
        return [("items", "of the subclass")]


QUERY_OBJECTS = [
    {}, {"a": "b"}, {"a b": "c&d", "é": 1, 2: None, "x": 1.5, "y": True}, {b"a\xff": b"\x00 "}, {"a": ["b", "c d"], "e": ("f",), "g": [], "h": {"i": 1}},
    {"a": "日本", "b": bytearray(b"x y"), "c": memoryview(b"x")}, {"a": [b"\xff", 1, "é"]}, {"a": {1, }}, {"a": range(3)}, {"a": Spoken("s t")}, {Spoken("k"): "v"},
    OrderedDict(a="1", b="2"), UserDict({"a": "1 2"}), Pairs(("a", "b c"), ("d", "e")), Pairs(("a",)), Pairs(("a", "b", "c")), Pairs(1), Changing(a=1),
    [], (), "", b"", [("a", "b"), ("a", "c d")], (("a", 1), ("b", [1, 2])), [("a", "b"), ["c", "d"]], [["a", "b"]], [("a",)], [("a", "b", "c")], [("a", "b"), 5],
    [("a", "b"), "cd"], [("a", "b"), "cde"], ["ab"], "ab", b"ab", 5, None, object, {"a": "\ud800"}, {"\ud800": "a"}, [("", "")], {"": ""}, {"a": Text("é ")}, {"a": Loud("x")},
    {"a": Octets(b"x y")}, iter([("a", "b")]), ((k, v) for k, v in [("a", "b")]), {"a": {}.keys()}, [("a", "b")] * 50,
]  # fmt: skip


def test_urlencode():
    import copy

    def fresh(query):
        try:
            return copy.copy(query)
        except TypeError:
            return query

    def both(query, *arguments, **keywords):
        if hasattr(query, "__next__"):
            return  # It has no length, which is an error before anything is read; reading it once would change the second call.
        theirs = outcome(standard.urlencode, (fresh(query), *arguments), keywords)
        found = outcome(ours.urlencode, (fresh(query), *arguments), keywords)
        assert found == theirs, f"urlencode({query!r}, *{arguments!r}, **{keywords!r})"

    for query in QUERY_OBJECTS:
        for doseq in [False, True, 0, 1, None, "", "x", []]:
            both(query, doseq)
            both(query, doseq=doseq)
            for safe in SAFE:
                both(query, doseq, safe)
            for via in [standard.quote, standard.quote_plus, ours.quote, ours.quote_plus, lambda *_: "via", lambda *_: 5, None]:
                both(query, doseq, quote_via=via)
                both(query, doseq, " /", quote_via=via)
            for encoding, errors in itertools.product(["latin-1", "utf-16", "utf-8", "no-such", 5, None], ["strict", "replace", "xmlcharrefreplace", "no-such", None]):
                both(query, doseq, "", encoding, errors)
                both(query, doseq, encoding=encoding, errors=errors, quote_via=standard.quote)
    same("urlencode", iter([("a", "b")]))


ALPHABETS = [
    "ab", "a%", "%0123456789abcdefABCDEF", "%C3A9Ff+ ", "a b+%20/", "é%C3%A9", "日本%E6%97%A5a", "\ud800\udfff%ED%A0%80a", "a=&;+%26 ", "\x00\x7f\x80\xffa%",
    "\U0001f600%F0%9F%98%80", "=&", "".join(map(chr, range(128))),
]  # fmt: skip


def test_random_texts():
    """The seed is printed, so that a failure can be run again."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    for _ in range(60_000):
        alphabet = rng.choice(ALPHABETS)
        length = rng.choice([rng.randrange(12), rng.randrange(12), rng.randrange(100), rng.randrange(1200) if rng.random() < 0.1 else 3])
        text = "".join(rng.choices(alphabet, k=length))
        value = text if rng.random() < 0.7 else text.encode("utf-8", "surrogatepass")
        safe = rng.choice(SAFE)
        encoding, errors = rng.choice(ENCODINGS[:14]), rng.choice(HANDLERS)
        name = rng.choice(NAMES)
        if name.startswith("quote"):
            same(name, value, safe)
        elif name == "unquote_to_bytes":
            same(name, value)
        elif name.startswith("unquote"):
            same(name, value)
            same(name, value, encoding, errors)
        elif name.startswith("parse"):
            same(name, value, rng.random() < 0.5, rng.random() < 0.3, separator=rng.choice("&;"))
        else:
            same(name, [(value, text), (text, value)], rng.random() < 0.5, safe)


@pytest.mark.parametrize("letters", ["é", "aé", "ÿ\x7f", "Ā", "日", "a日", "\uffff", "\U0001f600", "\U0010ffffa", "aé日\U0001f600", "\x80", "\xff\u0100"])
def test_strings_of_every_length_and_width(letters):
    """Short strings are made otherwise than long ones; Python cannot tell them apart, nor by how much memory they have."""
    for length in range(140):
        text = (letters * length)[:length]
        quoted = standard.quote(text)
        for found in (ours.unquote(quoted), ours.unquote_plus(quoted), ours.parse_qsl("a=" + quoted, True)[0][1], triplet.decode(quoted)):
            assert found == text and hash(found) == hash(text) and found.isascii() == text.isascii()
            assert sys.getsizeof(found) == sys.getsizeof("".join(text))
            assert found.encode() == text.encode()
        # The decoded text beside encoded text, in one argument.
        same("unquote", text)
        same("unquote_plus", text)
        same("unquote", text + "+" + quoted)
        same("unquote_plus", text + "+" + quoted)
        same("unquote_plus", text + "+")


@pytest.mark.parametrize("name", NAMES)
def test_signatures(name):
    theirs, found = inspect.signature(getattr(standard, name)), inspect.signature(getattr(ours, name))
    # `_stacklevel` of Python 3.14 is for `parse_qs` alone; `test_cpython` has a case that passes it.
    originals = [parameter for parameter in theirs.parameters.values() if parameter.name != "_stacklevel"]
    assert list(found.parameters) == [parameter.name for parameter in originals]
    for mine, original in zip(found.parameters.values(), originals, strict=True):
        assert mine.kind == original.kind
        if callable(original.default) and original.default is not inspect.Parameter.empty:
            continue  # `quote_via=quote_plus`: each has its own.
        assert mine.default == original.default
    for arguments, keywords in [((), {}), (("a", *range(9)), {}), (("a",), {"no_such_keyword": 1})]:
        with pytest.raises(TypeError, match=name):
            getattr(ours, name)(*arguments, **keywords)


def test_the_same_object_if_nothing_changes():
    for text in ["abc", "x" * 100, "x" * 100_000]:
        assert ours.quote(text) is text
        assert ours.quote_plus(text) is text
        assert ours.unquote(text) is text
        assert ours.unquote_plus(text) is text
    for text in ["日本", "é" * 100_000]:
        assert ours.unquote(text) is text
    octets = b"x" * 1000
    assert ours.unquote_to_bytes(octets) is octets


def test_long_strings_keep_no_second_copy():
    """A string object that is not ASCII would keep its UTF-8."""
    text = "é %41" * 10_000
    before = sys.getsizeof(text)
    ours.quote(text)
    ours.unquote(text)
    ours.parse_qsl("a=" + text)
    assert sys.getsizeof(text) == before


@pytest.mark.parametrize("name", NAMES)
def test_pickle_and_names(name):
    function = getattr(ours, name)
    assert pickle.loads(pickle.dumps(function)) is function
    assert function.__name__ == name
    assert function.__doc__


def test_install():
    before = {name: getattr(standard, name) for name in NAMES}
    with ours.install() as installed:
        for name in NAMES:
            assert getattr(standard, name) is getattr(ours, name)
        # A call that is handed over to the standard library comes back here, once.
        with pytest.raises(TypeError):
            standard.quote(None)
        with pytest.raises(TypeError):
            standard.unquote(5)
        assert standard.urlencode(UserDict({"a": "b c"})) == "a=b+c"
        assert standard.quote(Loud("a b")) == "LOUD%20a%20b"
    assert {name: getattr(standard, name) for name in NAMES} == before
    installed.undo()
    installed = ours.install()
    assert standard.quote is ours.quote
    installed.undo()
    assert standard.quote is before["quote"]
    with pytest.raises(RuntimeError), ours.install():
        raise RuntimeError
    assert standard.quote is before["quote"]


def test_threads():
    """Long work runs without the interpreter's lock, on inputs that other threads read too."""
    from concurrent.futures import ThreadPoolExecutor

    text = "tea & milk/été " * 20_000
    wanted = standard.quote(text)
    with ThreadPoolExecutor(4) as pool:
        for quoted in pool.map(lambda _: ours.quote(text), range(16)):
            assert quoted == wanted
        for unquoted in pool.map(lambda _: ours.unquote(wanted), range(16)):
            assert unquoted == text
