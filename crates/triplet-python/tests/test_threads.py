"""Threads: long work leaves the interpreter to others, and what threads share."""

import sys
import threading
import time
import urllib.parse

import pytest

import triplet
from triplet import TripletError
from triplet.sets import dialect, rfc3986


def test_long_work_leaves_the_interpreter_to_others():
    """While one thread encodes 64 MB, another one runs: else it would wait until the call returns."""
    octets = bytes(range(256)) * (1 << 18)
    ticks, calls, done = [], [], threading.Event()

    def count():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.0005)

    thread = threading.Thread(target=count)
    thread.start()
    encoder, short = triplet.Encoder(), octets[: 1 << 22]
    for work in (lambda: encoder.encode(octets, True), lambda: triplet.lint(short)) * 3:
        start = time.perf_counter()
        work()
        calls.append((start, time.perf_counter()))
    done.set()
    thread.join()
    during = [sum(start < tick < end for tick in ticks) for start, end in calls]
    # A tick at either end may fall between the clock and the call.
    assert all(count > 2 for count in during), during


def test_threads_share_everything_that_is_immutable():
    text = "tea & milk/été " * 5_000
    wanted = triplet.encode(text)
    failures = []

    def work():
        for _ in range(20):
            if triplet.encode(text, rfc3986.UNRESERVED) != wanted or triplet.decode(wanted) != text or dialect.PYTHON_QUOTE.kept[0] != "-":
                failures.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def together(count, work):
    """Runs ``work(number)`` in ``count`` threads that start at the same moment, and returns their results."""
    from concurrent.futures import ThreadPoolExecutor

    barrier = threading.Barrier(count)

    def begin(number):
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(begin, range(count)))


def test_no_lock_is_asked_for():
    """In a free-threaded Python, a module that does not say that it needs no lock switches the lock on for all."""
    import sysconfig

    if not sysconfig.get_config_var("Py_GIL_DISABLED"):
        pytest.skip("this Python has a lock")
    assert not sys._is_gil_enabled()


def test_threads_share_objects():
    """One object of each kind, asked by eight threads at once, answers each as it answers one."""
    reference = triplet.Reference("HTTP://Example.COM/%7Ea/./b?q=%C3%A9&r=1#f")
    template = triplet.Template("/search{?q,list*}")
    findings = triplet.lint("http://a@b/..%2f")

    def ask():
        try:
            triplet.decode("%C3%A9%zz")
            error = None
        except TripletError as found:
            error = (found.offset, found.kind, str(found))
        return [
            str(reference.normalize()),
            str(reference.resolve("../c")),
            template.expand(q="é b", list=["x", "y"]),
            triplet.parse_form("a=1&b=%C3%A9&a=3"),
            triplet.encode("日本 /", charset="iso-2022-jp"),
            [str(finding) for finding in findings],
            findings == triplet.lint("http://a@b/..%2f"),
            hash(rfc3986.UNRESERVED),
            error,
        ]

    wanted = ask()
    for found in together(8, lambda _: [ask() for _ in range(200)]):
        assert all(answers == wanted for answers in found)


def test_threads_share_a_stream():
    """An encoder and a decoder are for one thread at a time. Another one gets an error, or its turn, and nothing is lost or torn."""
    encoder, decoder = triplet.Encoder(), triplet.Decoder()
    # Longer than what is encoded without the lock, so that a Python that has one shows it too.
    text, triplets = "é " * 20_000, "%41b" * 20_000

    def push(_):
        wrong = refused = 0
        for _ in range(50):
            try:
                wrong += encoder.encode(text) != b"%C3%A9%20" * 20_000
                wrong += decoder.decode(triplets) != b"Ab" * 20_000
            except RuntimeError:
                refused += 1
        return wrong, refused

    assert [wrong for wrong, _ in together(8, push)] == [0] * 8
    assert encoder.encode("é") == b"%C3%A9"


def test_no_leak():
    """Repeating calls, failing ones too, does not let memory grow."""
    import tracemalloc

    def once():
        for _ in range(200):
            triplet.decode("%41é")
            triplet.encode("a b" * 1000)
            triplet.urllib.parse_qsl("a=%41&b=2") if hasattr(triplet, "urllib") else None
            triplet.lint("/..%2f")[0]
            try:
                triplet.decode("é%zz")
            except TripletError:
                pass

    once()
    tracemalloc.start()
    once()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(5):
        once()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 20_000, grown
