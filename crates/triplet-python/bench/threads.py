"""How much more two and four threads do than one, with short texts, and prints a table in Markdown.

    python crates/triplet-python/bench/threads.py [--quick]

In a Python with a lock only one thread runs at a time, and work on short texts keeps the lock: there the column says what changing
threads costs. All rows are taken in turns, and the best of each counts.
"""

import argparse
import sys
import sysconfig
import threading
import time
import urllib.parse as standard

import triplet
import triplet.urllib as ours

REFERENCE = "https://www.example.com/caf%C3%A9/index.html?q=a%20b&page=2"
ROWS = [
    ("`urllib.parse.quote`", standard.quote, "tea & milk/été"),
    ("`quote`", ours.quote, "tea & milk/été"),
    ("`urllib.parse.unquote`", standard.unquote, "tea%20%26%20milk/%C3%A9t%C3%A9"),
    ("`unquote`", ours.unquote, "tea%20%26%20milk/%C3%A9t%C3%A9"),
    ("`normalize`", triplet.normalize, REFERENCE),
    ("`lint`", triplet.lint, REFERENCE),
]


def rate(function, text, threads, count):
    """Calls a second, of all threads together."""
    barrier, times = threading.Barrier(threads), []

    def work():
        # Each thread has its own text: on a shared one, the threads would contend for its reference count.
        mine = (text + "x")[:-1]
        barrier.wait()
        start = time.perf_counter()
        for _ in range(count):
            function(mine)
        times.append((start, time.perf_counter()))

    running = [threading.Thread(target=work) for _ in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    starts, ends = zip(*times, strict=True)
    return threads * count / (max(ends) - min(starts))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    count, passes = (1_000, 1) if quick else (100_000, 9)
    best = {}
    for _ in range(passes):
        for name, function, text in ROWS:
            for threads in (1, 2, 4):
                found = rate(function, text, threads, count)
                best[name, threads] = max(found, best.get((name, threads), 0))
    lock = "without a lock" if sysconfig.get_config_var("Py_GIL_DISABLED") else "with a lock"
    print(f"Python {sys.version.split()[0]}, {lock}\n")
    print("| | 1 thread, calls a second | 2 threads | 4 threads |\n|---|---:|---:|---:|")
    for name, _, _ in ROWS:
        one, two, four = (best[name, threads] for threads in (1, 2, 4))
        print(f"| {name} | {one:,.0f} | {two / one:.2f} × | {four / one:.2f} × |")


if __name__ == "__main__":
    main()
