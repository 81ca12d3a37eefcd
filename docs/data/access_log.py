"""Writes a day of an access log as CSV, and the answers that any engine must find in it.

    python3 docs/data/access_log.py --rows 1000000 log.csv
    python3 docs/data/access_log.py --rows 1000000 --answers answers.csv

The same seed and number of rows give the same log. The answers are what was put into it, counted while writing: nothing is decoded,
so they do not depend on what they check. `docs/data/answers.sql` is the query.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from urllib.parse import quote, quote_plus

# What people search for, and how their browsers write it: charset (None: UTF-8, and no parameter says so), words.
WORDS = {
    None: ["coffee", "café", "naïve résumé", "C++", "50% off", "rock & roll", "北京", "東京", "서울", "Straße", "данные", "😀 smile", "a=b?"],
    "gbk": ["你好", "北京", "天气 预报"],
    "shift_jis": ["東京", "天気", "引き出し"],
    "euc-kr": ["서울", "날씨"],
    "windows-1252": ["café", "Straße"],
}

# Searches that are not text in the charset that they claim, and the findings of severity `error` in them.
BROKEN = [("100%", ["malformed-escape"]), ("50%+off", ["malformed-escape"]), ("caf%E9", []), ("%E4%B8", []), ("%zz", ["malformed-escape"])]

# Pages as normalisation writes them.
PAGES = ["/", "/about", "/~ada/notes.html", "/wiki/Percent-encoding", "/wiki/caf%C3%A9", "/img/a%2Fb.png", "/shop/item-7"]

# What attackers send: the path, how normalisation writes it, and its findings of severity `error`.
ATTACKS = [
    ("/static/%2e%2e/%2e%2e/etc/passwd", "/etc/passwd", ["encoded-dot-segment", "encoded-dot-segment"]),
    ("/static/.%2e/secret", "/secret", ["encoded-dot-segment"]),
    ("/files/..;/admin", "/files/..;/admin", ["dot-segment-path-param"]),
    ("/cgi-bin/%C0%AE%C0%AE/etc", "/cgi-bin/%C0%AE%C0%AE/etc", ["overlong-utf8", "overlong-utf8", "dot-segment"]),
    ("/report.pdf%00.jpg", "/report.pdf%00.jpg", ["nul-byte"]),
    ("/go%0D%0ASet-Cookie:%20a=b", "/go%0D%0ASet-Cookie:%20a=b", ["crlf", "crlf"]),
    ("/log/%1B%5B2J", "/log/%1B%5B2J", ["control-char", "terminal-escape"]),
    ("/x/%ED%A0%80", "/x/%ED%A0%80", ["surrogate-utf8"]),
]


def lower(text: str) -> str:
    """The same with hexadecimal digits in lower case."""
    return re.sub("%[0-9A-F]{2}", lambda triplet: triplet[0].lower(), text)


def spellings(page: str) -> Iterator[str]:
    """The ways in which clients write the same path."""
    yield page
    yield "/." + page
    yield "/old/.." + page
    yield lower(page)
    # Triplets of characters that need none.
    yield page.replace("~", "%7e").replace("a", "%61", 1) if "%" not in page else page
    yield page.replace("-", "%2D").replace("i", "%69", 1) if "%" not in page else page


# A request: its target, with `{n}` where a number of the visit goes; and the answers that it adds to.
Request = tuple[str, list[tuple[str, str]]]


def searches() -> Iterator[Request]:
    for charset, words in WORDS.items():
        for word in words:
            octets = word.encode(charset or "utf-8")
            claim = f"&ie={charset}" if charset else ""
            answers = [("word", word)]
            yield f"/search?q={quote_plus(octets)}{claim}&page={{n}}", answers
            yield f"/search?q={quote(octets, safe='')}{claim}&session={{n}}", answers
            yield f"/search?q={lower(quote(octets, safe=''))}{claim}&from={{n}}", answers


def requests() -> tuple[list[Request], list[int]]:
    """All requests, and how often each is made compared with the others."""
    kinds: list[tuple[int, list[Request]]] = [
        (500, list(searches())),
        (20, [(f"/search?q={raw}&page={{n}}", [("word", "(not text)"), *(("finding", id) for id in ids)]) for raw, ids in BROKEN]),
        (460, [(f"{path}?visit={{n}}", [("page", page)]) for page in PAGES for path in spellings(page)]),
        (20, [(f"{path}?n={{n}}", [("page", page), *(("finding", id) for id in ids)]) for path, page, ids in ATTACKS]),
    ]
    # Requests of a kind are not equally frequent: the first ones are more popular.
    made = [(request, weight / (at + 4)) for weight, kind in kinds for at, request in enumerate(kind)]
    return [request for request, _ in made], [round(weight * 1000) for _, weight in made]


def rows(count: int, seed: int) -> Iterator[tuple[str, int, list[tuple[str, str]]]]:
    """The lines of the log, each with the answers that it adds to."""
    chance = random.Random(seed)
    all_requests, weights = requests()
    for start in range(0, count, 100_000):
        part = min(100_000, count - start)
        chosen = chance.choices(all_requests, weights, k=part)
        numbers = chance.choices(range(1_000_000), k=part)
        for at, ((target, answers), number) in enumerate(zip(chosen, numbers)):
            second = (start + at) * 86_400 // count
            clock = f"2026-11-01T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}Z"
            client = f"192.0.2.{number % 251}"
            url = target.replace("{n}", str(number))
            yield f"{clock},{client},{200 if number % 17 else 404},{url}\n", number, answers


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes a day of an access log as CSV.")
    parser.add_argument("--rows", type=int, default=1_000_000, help="the number of requests (default: a million)")
    parser.add_argument("--seed", type=int, default=1, help="another seed is another day (default: 1)")
    parser.add_argument("--answers", action="store_true", help="write the answers instead of the log")
    parser.add_argument("file", nargs="?", help="where to; standard output without it")
    arguments = parser.parse_args()
    out = open(arguments.file, "w", encoding="utf-8", newline="") if arguments.file else sys.stdout
    with out:
        if arguments.answers:
            counts = Counter(answer for _, _, answers in rows(arguments.rows, arguments.seed) for answer in answers)
            out.write("what,value,hits\n")
            for (what, value), hits in sorted(counts.items(), key=lambda item: (item[0][0], -item[1], item[0][1].encode())):
                out.write(f"{what},{value},{hits}\n")
        else:
            out.write("time,client,status,url\n")
            out.writelines(line for line, _, _ in rows(arguments.rows, arguments.seed))


if __name__ == "__main__":
    main()
