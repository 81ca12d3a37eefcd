"""CPython's own tests of ``urllib.parse`` run with our functions in it. The tests come with Python."""

import ast
import importlib.util
import re
import subprocess
import sys

import pytest

PROGRAM = """
import sys, unittest
import triplet.urllib
if sys.argv[2] == "ours":
    triplet.urllib.install()
module = __import__("test." + sys.argv[1], fromlist=["x"])
import urllib.parse
assert (urllib.parse.quote is triplet.urllib.quote) == (sys.argv[2] == "ours")
suite = unittest.defaultTestLoader.loadTestsFromModule(module)
result = unittest.TextTestRunner(verbosity=0).run(suite)
print("ran", result.testsRun, "wrong", sorted(test.id() for test, _ in result.failures + result.errors))
"""


def run(module, whose):
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", PROGRAM, module, whose], capture_output=True, text=True, timeout=300)
    found = re.search(r"^ran (\d+) wrong (.*)$", done.stdout, re.M)
    assert found, done.stdout + done.stderr
    return int(found[1]), set(ast.literal_eval(found[2])), done.stderr


# What differs, and why. A test that is here must fail with our functions: the list only becomes shorter.
DIFFERENCES = {
    "test_urlparse": {
        # `urllib.parse.__all__` is compared with the functions that say that they are from `urllib.parse`; ours say where they are from.
        "test.test_urlparse.UrlParseTestCase.test_all",
    },
    "test_urllib": {
        # Asks `quote.__defaults__`, which a built-in function does not have; `inspect.signature(quote)` has the default.
        "test.test_urllib.QuotingTests.test_default_safe",
    },
}


@pytest.mark.parametrize("module", ["test_urlparse", "test_urllib"])
def test_cpython(module):
    """All tests pass that pass without our functions (some need a network), except those that are listed."""
    assert importlib.util.find_spec("test." + module), "this Python has no tests: on Debian they are in libpython3-testsuite"
    count, wrong, errors = run(module, "ours")
    assert count > 60
    count_before, wrong_before, _ = run(module, "standard")
    assert count == count_before
    assert wrong - wrong_before == DIFFERENCES[module], errors
