"""Memory that is refused: each function raises `MemoryError` where it lacks the memory for its result, and the interpreter goes on.

The limit is that of the address space of a process of its own, which a failed allocation of Rust would end.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("resource", reason="the limit is one of Unix")
if not sys.platform.startswith("linux"):
    pytest.skip("other systems do not keep to RLIMIT_AS", allow_module_level=True)

# What runs in the process: the call is made under limits from far too small to large enough, each time with no other end than its result
# or `MemoryError`.
PROGRAM = """
import gc, resource, sys
import triplet, triplet.urllib
from triplet import streams

M = 1 << 20
INPUT = {input}
def call():
    x = INPUT
    return {call}

def used():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()

def one(free):
    resource.setrlimit(resource.RLIMIT_AS, (used() + free, resource.RLIM_INFINITY))
    try:
        call()
    except MemoryError:
        return "refused"
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    return "done"

# The modules that it imports, and the strings that it makes once.
triplet.urllib.unquote(triplet.urllib.quote("a b")); triplet.lint("%41"); triplet.encode("a b")
outcomes = []
for free in [M // 2, M, 2 * M, 4 * M, 8 * M, 12 * M, 16 * M, 24 * M, 32 * M, 48 * M, 64 * M, 96 * M, 128 * M, 256 * M]:
    outcomes.append(one(free))
    gc.collect()
    # After a refusal the functions still work.
    assert triplet.encode("a b") == "a%20b" and triplet.decode("a%20b") == "a b"
    assert triplet.urllib.parse_qsl("a=%41") == [("a", "A")]
print(outcomes[0], one({enough} * M))
"""

TEXT = "'% ' * (4 * M)"
TRIPLETS = "'%41' * (3 * M)"
OCTETS = "'%FF' * (3 * M)"
WIDE = "'%E4%BD%A0' * M"
PAIRS = "'ab=cd&' * (M // 4)"
LONG_PAIR = "'a=' + '%41' * (3 * M)"

# What is called, with which input.
CALLS = [
    ("triplet.urllib.quote(x)", TEXT),
    ("triplet.urllib.quote(x, safe='')", TEXT),
    ("triplet.urllib.quote(x.encode())", TEXT),
    ("triplet.urllib.quote(bytearray(x.encode()))", TEXT),
    ("triplet.urllib.quote(x, encoding='latin-1')", TEXT),
    ("triplet.urllib.quote('\\xe9' * len(x))", TEXT),
    ("triplet.urllib.quote_plus(x)", TEXT),
    ("triplet.urllib.quote_from_bytes(x.encode())", TEXT),
    ("triplet.urllib.unquote(x)", TRIPLETS),
    ("triplet.urllib.unquote(x)", OCTETS),
    ("triplet.urllib.unquote(x)", WIDE),
    ("triplet.urllib.unquote(x, errors='strict')", WIDE),
    ("triplet.urllib.unquote(x, encoding='latin-1')", OCTETS),
    ("triplet.urllib.unquote(x.encode())", TRIPLETS),
    ("triplet.urllib.unquote_plus(x)", TRIPLETS),
    ("triplet.urllib.unquote_to_bytes(x)", TRIPLETS),
    ("triplet.urllib.unquote_to_bytes(x.encode())", TRIPLETS),
    ("triplet.urllib.urlencode({'a': x})", TEXT),
    ("triplet.urllib.urlencode([('a', [x, x])], doseq=True)", TEXT),
    ("triplet.urllib.urlencode([('a', x.encode())])", TEXT),
    ("triplet.urllib.urlencode([('ab', 'c d')] * len(x))", "'a' * (M // 2)"),
    ("triplet.urllib.parse_qs(x)", LONG_PAIR),
    ("triplet.urllib.parse_qsl(x)", LONG_PAIR),
    ("triplet.urllib.parse_qsl(x.encode())", LONG_PAIR),
    ("triplet.urllib.parse_qs(x)", PAIRS),
    ("triplet.urllib.parse_qsl(x)", PAIRS),
    ("triplet.encode(x)", TEXT),
    ("triplet.encode(x, keep_triplets=True)", TEXT),
    ("triplet.encode(x, 'rfc3987:iunreserved')", TEXT),
    ("triplet.encode(x, charset='gbk')", TEXT),
    ("triplet.encode(memoryview(x.encode()))", TEXT),
    ("triplet.decode(x)", TRIPLETS),
    ("triplet.decode(x, lenient=True, errors='replace')", OCTETS),
    ("triplet.decode(x, errors='ignore')", OCTETS),
    ("triplet.decode(x, errors='backslashreplace')", OCTETS),
    ("triplet.decode(x, errors='keep')", OCTETS),
    ("triplet.decode(x, keep_triplets_of='/')", TRIPLETS),
    ("triplet.decode(x, charset='gbk')", TRIPLETS),
    ("triplet.decode_to_bytes(x)", TRIPLETS),
    ("triplet.decode_to_bytes(x.encode(), lenient=True)", TRIPLETS),
    ("triplet.charset_candidates(x)", WIDE),
    ("triplet.encode_uri(x)", TEXT),
    ("triplet.encode_uri_component(x)", TEXT),
    ("triplet.decode_uri_component(x)", TRIPLETS),
    ("triplet.escape(x)", TEXT),
    ("triplet.unescape(x)", TRIPLETS),
    ("triplet.unescape(x + chr(0xd800))", TRIPLETS),
    ("triplet.parse_form(x)", LONG_PAIR),
    ("triplet.parse_form(x)", PAIRS),
    ("triplet.parse_form_to_bytes(x)", LONG_PAIR),
    ("triplet.parse_form_to_bytes(x)", PAIRS),
    ("triplet.serialize_form({'a': x})", TEXT),
    ("triplet.submit_form({'a': x}, '/b').url", TEXT),
    ("triplet.submit_form({'a': x}, '/b', method='post').body", TEXT),
    ("triplet.parse_cgi_form({'REQUEST_METHOD': 'GET', 'QUERY_STRING': x})", LONG_PAIR),
    ("triplet.cgi_search_words({'REQUEST_METHOD': 'GET', 'QUERY_STRING': x})", TRIPLETS),
    ("triplet.lint(x)", TRIPLETS),
    ("triplet.explain(x)", PAIRS),
    ("triplet.layers(x).text", TRIPLETS),
    ("triplet.layers(x).octets", TRIPLETS),
    ("[reading.text for reading in triplet.readers(x)]", "'%41' * (M // 2)"),
    ("triplet.tokens(x)", "'a%41' * (M // 16)"),
    ("triplet.Encoder().encode(x, final=True)", TEXT),
    ("triplet.Decoder().decode(x, final=True)", TRIPLETS),
    ("triplet.normalize('http://h/' + x)", TRIPLETS),
    ("triplet.Reference('http://h/' + x).normalize().path", TRIPLETS),
    ("triplet.Reference('http://h/' + x).segments", "'a/' * (M // 2)"),
    ("triplet.Reference('http://h/?' + x).pairs", PAIRS),
    ("triplet.equivalent('http://h/' + x, 'http://h/' + x + '%')", TRIPLETS),
    ("triplet.resolve('http://h/', x)", TRIPLETS),
    ("triplet.relativize('http://h/', 'http://h/' + x)", TRIPLETS),
    ("triplet.remove_dot_segments('/' + x)", TRIPLETS),
    ("triplet.requote(x)", "'a ' * (2 * M)"),
    ("triplet.respell('http://h/?' + x, 'rfc5849')", PAIRS),
    ("triplet.build_uri(segments=[x])", TEXT),
    ("triplet.edit_uri(x, query=x)", TEXT),
    ("triplet.build_uri(pairs=[(x, x)])", TEXT),
    ("triplet.parse_form(x, charset=\"gbk\")", TEXT),
    ("triplet.serialize_form([(x, x)], charset=\"gbk\")", TEXT),
    ("triplet.Reference(x).get_all(\"x\")", TEXT),
    ("triplet.encode_filename(x)", TEXT),
    ("triplet.parse_content_disposition('a; filename*=' + x)", TRIPLETS),
    ("triplet.build_content_disposition(x)", TEXT),
    ("triplet.path_to_uri('/' + x)", TEXT),
    ("triplet.uri_to_path('file:///' + x)", TRIPLETS),
    ("triplet.to_uri('http://h/' + '\\xe9' * len(x))", "'a' * (4 * M)"),
    ("triplet.from_uri('http://h/' + x)", WIDE),
    ("triplet.expand('{x}', x=x)", TEXT),
]


@pytest.mark.parametrize(("call", "input"), CALLS, ids=[f"{number}: {call}" for number, (call, _) in enumerate(CALLS)])
def test_refused_memory_is_a_memory_error(call: str, input: str) -> None:
    program = PROGRAM.replace("{input}", input).replace("{call}", call).replace("{enough}", "2048")
    # A hang is a fault as well.
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split() == ["refused", "done"], done.stderr[-2000:]
    assert done.stderr == ""


def test_a_stream_has_not_read_what_it_refused() -> None:
    program = PROGRAM.split("# The modules")[0].replace("{input}", "'%41' * (3 * M)").replace("{call}", "decoder.decode(x)")
    program += """
decoder = triplet.Decoder()
assert decoder.decode("a%4") == b"a"
position = decoder.position
assert one(M) == "refused" and decoder.position == position
assert decoder.decode("1b", final=True) == b"Ab"
"""
    subprocess.run([sys.executable, "-c", program], timeout=300, check=True)
