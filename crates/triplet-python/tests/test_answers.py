"""Answers are values: equal where they say the same, hashed alike, copied and pickled."""

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor

import pytest

import triplet

URL = "https://a.example/%252e%252e/?wd=%C7%D1%B1%B9%BE%EE&next=%2Fhome%3Fa%3D1%252B1"
OTHER = "https://b.example/x y?utm_id=1"
HEADERS = ["attachment; filename=a b.txt; filename*=UTF-8''..%2F%C3%A9.txt", b"inline; filename=\xff"]

# Each gives an answer of one kind, for one of two inputs.
MAKERS = {
    "Candidate": lambda text: triplet.charset_candidates(text)[0],
    "CharsetRead": lambda text: triplet.explain("https://h/?a=" + ("%C3%A9" if text == URL else "%C7%D1%B1%B9%BE%EE")).root.value("a").charset,
    "Comparison": lambda text: triplet.equivalent(text, "HTTPS://a.example/%252e"),
    "ContentDisposition": lambda text: triplet.parse_content_disposition(HEADERS[text == URL]),
    "Explanation": triplet.explain,
    "Explanation of bytes": lambda text: triplet.explain(text.encode() + b"\xe9", languages=["ko"]),
    "Finding": lambda text: triplet.lint(text)[-1],
    "Findings": triplet.lint,
    "FormRequest": lambda text: triplet.submit_form({"a": "1"}, text, method="get" if text == URL else "post"),
    "Found": lambda text: [found for found in found_in(triplet.explain(text + "%2e%2e/").root)][-1],
    "HeaderProblem": lambda text: triplet.parse_content_disposition(HEADERS[text == URL]).problems[0],
    "Layers": triplet.layers,
    "Node": lambda text: triplet.explain(text).root.children[-1],
    "Reading": lambda text: triplet.readers(text)[1],
    "a reader that refuses": lambda text: next(reading for reading in triplet.readers(text + "%FF%") if reading.is_refused),
    "Remedy": lambda text: triplet.explain("https://a.example/x y.pdf" if text == URL else text).root.remedies[0],
    "Token": lambda text: triplet.tokens(text)[-1],
}


def found_in(node):
    yield from node.findings
    for child in node.children:
        yield from found_in(child)


@pytest.mark.parametrize("name", MAKERS)
def test_an_answer_is_a_value(name):
    make = MAKERS[name]
    answer, again = make(URL), make(URL)
    assert answer == again and not answer != again and hash(answer) == hash(again)
    assert answer != "text"
    # What a reader refuses is the same for every text.
    assert answer != make(OTHER) or name == "a reader that refuses"
    copies = [copy.copy(answer), copy.deepcopy(answer), copy.deepcopy({"in": answer})["in"]]
    copies += [pickle.loads(pickle.dumps(answer, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    for other in copies:
        assert type(other) is type(answer) and other == answer and hash(other) == hash(answer) and repr(other) == repr(answer)
        for member in dir(type(answer)):
            if not member.startswith("_") and not callable(getattr(answer, member)):
                assert getattr(other, member) == getattr(answer, member), member


def test_answers_come_from_other_processes():
    with ProcessPoolExecutor(1) as pool:
        assert list(pool.map(triplet.lint, [URL, OTHER])) == [triplet.lint(URL), triplet.lint(OTHER)]


def test_answers_that_differ_in_little():
    capped = triplet.lint("/%252e" * 9, limit=2)
    other = pickle.loads(pickle.dumps(capped))
    assert other.is_capped and other.worst == capped.worst and list(other) == list(capped)
    of_bytes = triplet.explain(URL.encode())
    assert of_bytes == triplet.explain(URL) and hash(of_bytes) == hash(triplet.explain(URL))
    assert capped != triplet.lint("/%252e" * 9, limit=3)
