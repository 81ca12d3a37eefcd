"""Compares ``triplet.urllib`` with ``urllib.parse`` and with yarl, and prints tables in Markdown.

    python crates/triplet-python/bench/compare.py [--quick] [--passes N] [ROWS…]

All contestants of a row run in turns, in one process, and the fastest pass of each counts, as nanoseconds a call with the loop around it:
other load on the machine can only add to a time. Before anything is measured, all must give what ``urllib.parse`` gives; yarl has other sets, so its result is only decoded again and compared with the input.

yarl is measured by the compiled quoter that its ``URL`` uses: yarl's fastest call, and not a public interface.
"""

import argparse
import platform
import sys
import time
import urllib.parse as standard

import triplet
import triplet.urllib as ours

from yarl._quoting import _Quoter, _Unquoter

YARL_QUOTE = _Quoter(requote=False)
YARL_UNQUOTE = _Unquoter()

CLEAN = "docs/2026/a-file_of.plain~names/index.html/"
ASCII = "tea & milk/50% off, size=[M] <new> "
MIXED = "tea & milk/été 50% 日本語, "


def cut(text, length):
    return (text * (length // len(text) + 1))[:length]


LENGTHS = [(8, "8 B"), (64, "64 B"), (1024, "1 kB"), (1 << 20, "1 MB")]
TEXTS = [("clean", CLEAN, "docs/a-b"), ("ASCII", ASCII, "a b/50%c"), ("mixed", MIXED, "a &/é b%")]


def rows():
    """Name, and the contestants: what calls each, its argument, and whether it must give what the first one gives."""
    for kind, text, short in TEXTS:
        for length, name in LENGTHS:
            value = short if length == 8 else cut(text, length)
            yield f"quote {kind} {name}", [(standard.quote, value), (YARL_QUOTE, value), (ours.quote, value)]
    for kind, text, short in TEXTS:
        for length, name in LENGTHS:
            value = short.replace("%", "") if length == 8 else cut(text.replace("%", ""), length)
            value = standard.quote(value) if kind != "clean" else value
            if length == 8 and kind != "clean":
                value = {"ASCII": "a%20b%2Fc", "mixed": "a%C3%A9bc"}[kind]
            yield f"unquote {kind} {name}", [(standard.unquote, value), (YARL_UNQUOTE, value), (ours.unquote, value)]
    for name, value in [("as it is", "日本語"), ("encoded", standard.quote("日本語"))]:
        yield f"unquote 日本語 {name}", [(standard.unquote, value), (YARL_UNQUOTE, value), (ours.unquote, value)]
    for kind, text in [("clean", "abcdefgh"), ("mixed", "tea & été")]:
        for count in (5, 100):
            pairs = {f"name{i}": f"{text}{i}" for i in range(count)}
            query = standard.urlencode(pairs)
            yield f"parse_qsl {kind}, {count} pairs", [(standard.parse_qsl, query), None, (ours.parse_qsl, query)]
            yield f"parse_qs {kind}, {count} pairs", [(standard.parse_qs, query), None, (ours.parse_qs, query)]
            yield f"urlencode {kind}, {count} pairs", [(standard.urlencode, pairs), None, (ours.urlencode, pairs)]
    yield "quote_plus mixed 64 B", [(standard.quote_plus, cut(MIXED, 64)), None, (ours.quote_plus, cut(MIXED, 64))]
    yield "unquote_to_bytes mixed 1 kB", [(standard.unquote_to_bytes, standard.quote(cut(MIXED, 1024))), None, (ours.unquote_to_bytes, standard.quote(cut(MIXED, 1024)))]
    yield "quote_from_bytes random 1 kB", [(standard.quote_from_bytes, bytes(range(256)) * 4), None, (ours.quote_from_bytes, bytes(range(256)) * 4)]
    # The time of PyO3 for a call: the least time that a compiled function of this package takes.
    yield "a compiled call with next to nothing to do, remove_dot_segments", [None, None, (triplet.remove_dot_segments, "")]
    yield "the loop and a call of a built-in, len", [None, None, (len, "docs/a-b")]


def checked(name, contestants):
    first, yarl, mine = contestants
    if first is not None:
        wanted = first[0](first[1])
        assert mine[0](mine[1]) == wanted, name
        if yarl is not None:
            found = yarl[0](yarl[1])
            if name.startswith("quote"):
                assert standard.unquote(found) == yarl[1], name
            else:
                assert found == wanted, name


def once(function, argument, count):
    """Seconds for ``count`` calls, with the loop around them."""
    repeat = range(count)
    start = time.perf_counter()
    for _ in repeat:
        function(argument)
    return time.perf_counter() - start


def race(contestants, passes, seconds):
    """The time of a call of each contestant in each pass, in nanoseconds.

    A pass is short, so that many of them fall between two interruptions. Long calls have fewer passes.
    """
    counts, longest = [], seconds
    for function, argument in contestants:
        count = 1
        while (took := once(function, argument, count)) < seconds / 4:
            count *= 4
        counts.append(max(1, int(count * seconds / max(took, 1e-9))))
        longest = max(longest, took)
    passes = max(1, min(passes, int(passes * 10 * seconds / longest)))
    times = [[] for _ in contestants]
    for _ in range(passes):
        for i, ((function, argument), count) in enumerate(zip(contestants, counts)):
            times[i].append(once(function, argument, count) / count * 1e9)
    return times


def shown(nanoseconds):
    if nanoseconds is None:
        return "–"
    return f"{nanoseconds:,.0f}" if nanoseconds >= 100 else f"{nanoseconds:.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", nargs="*", help="only rows whose name contains one of these")
    parser.add_argument("--quick", action="store_true", help="only that everything runs: the figures say nothing")
    parser.add_argument("--passes", type=int, default=600)
    options = parser.parse_args()
    passes, seconds = (1, 0.0005) if options.quick else (options.passes, 0.0004)
    print(f"Python {platform.python_version()}, triplet {triplet.__version__}, {platform.machine()}, {passes} passes\n")
    print("| ns a call | urllib | yarl | triplet | × urllib | × yarl |")
    print("|---|--:|--:|--:|--:|--:|")
    count = 0
    for name, contestants in rows():
        if options.quick and "MB" in name:
            continue
        if options.rows and not any(part in name for part in options.rows):
            continue
        checked(name, contestants)
        there = [contestant for contestant in contestants if contestant is not None]
        times = iter(race(there, passes, seconds))
        columns = [next(times) if contestant is not None else None for contestant in contestants]
        mine = columns[2]
        ratios = [min(column) / min(mine) if column else None for column in columns[:2]]
        best = [shown(min(column)) if column else "–" for column in columns]
        print(f"| {name} | {' | '.join(best)} | " + " | ".join(f"{ratio:,.0f}" if ratio and ratio >= 1000 else f"{ratio:.3g}" if ratio else "–" for ratio in ratios) + " |", flush=True)
        count += 1
    if not count:
        sys.exit("no row has such a name")


if __name__ == "__main__":
    main()
