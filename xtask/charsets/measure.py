"""How often the first reading is right: `measure.py TRIPLET PHRASES`, by `triplet batch`. Prints the tables of docs/charsets.md, and fails
below the floors.

Each phrase is read alone, as a value of a form, or in the name of a file, in each charset of its language. A reading is right if its text
is, whatever the name of its charset: many texts are the same octets in two of them. The mean is that of the cells of language and charset.
"""

import collections
import json
import random
import subprocess
import sys
import threading
import unicodedata

LENGTHS = [2, 3, 4, 6, 10, 20]
AROUND = [(b"", b""), (b"q=", b"&page=2"), (b"file=", b"-2024.pdf")]
# The least means, by what is known of the reader, for the lengths up to 10; and the least value of each charset at four characters. They
# are just below what was measured.
FLOORS = {"nothing": [74, 86, 94, 96, 98], "the language": [89, 94, 97, 98, 99]}
CHARSET_FLOOR = 85


def readings(triplet, requests):
    """The results of `candidates`, in order."""
    process = subprocess.Popen([triplet, "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def feed():
        for octets, languages in requests:
            # All of them as triplets: 0x25 is an octet of ISO-2022-JP too.
            request = {"op": "candidates", "input": "".join(f"%{octet:02X}" for octet in octets)}
            if languages:
                request["languages"] = languages
            process.stdin.write(json.dumps(request) + "\n")
        process.stdin.close()

    threading.Thread(target=feed).start()
    for line in process.stdout:
        answer = json.loads(line)
        yield answer["output"] if "output" in answer else sys.exit(f"triplet batch: {line}")
    if process.wait() != 0:
        sys.exit("triplet batch failed")


def place(found, text):
    """The place of the right text, from 0; 99 if it is not there."""
    same = lambda row: unicodedata.normalize("NFC", row["text"]) == text
    return next((index for index, row in enumerate(found) if same(row)), 99)


def table(head, rows):
    print(f"| {head} | " + " | ".join(map(str, LENGTHS)) + " |")
    print("|---|" + "--:|" * len(LENGTHS))
    for name, values in rows:
        print(f"| {name} | " + " | ".join("–" if value is None else f"{value:.0f}" for value in values) + " |")
    print()


def shares(places, most=1):
    return 100 * sum(place < most for place in places) / len(places)


def means(cells, most=1):
    """For each length the mean of the cells with at least 15 phrases."""
    out = []
    for length in LENGTHS:
        values = [shares(places, most) for (_, charset, size), places in cells.items() if size == length and charset != "UTF-8" and len(places) >= 15]
        out.append(sum(values) / len(values))
    return out


def by_charset(cells):
    names = list(dict.fromkeys(charset for _, charset, _ in cells))
    rows = []
    for name in names:
        values = []
        for length in LENGTHS:
            places = [place for (_, charset, size), cell in cells.items() if (charset, size) == (name, length) for place in cell]
            values.append(shares(places) if len(places) >= 15 else None)
        rows.append((name, values))
    return rows


def main():
    triplet, phrases = sys.argv[1:3]
    with open(phrases, encoding="utf-8") as file:
        phrases = [json.loads(line) for line in file]
    languages = list(dict.fromkeys(phrase["language"] for phrase in phrases))
    chosen = random.Random(3)
    items = []
    for phrase in phrases:
        before, after = AROUND[phrase["around"]]
        text = before.decode() + phrase["text"] + after.decode()
        rows = [("UTF-8", phrase["text"].encode())] + [(name, bytes.fromhex(octets)) for name, octets in phrase["octets"]]
        wrong = chosen.choice([each for each in languages if each != phrase["language"]])
        items += [(phrase["language"], charset, phrase["length"], before + octets + after, unicodedata.normalize("NFC", text), wrong) for charset, octets in rows]
    results = {}
    for knows in ["nothing", "the language", "another one"]:
        tags = [{"nothing": "", "the language": item[0], "another one": item[5]}[knows] for item in items]
        cells = collections.defaultdict(list)
        for item, found in zip(items, readings(triplet, [(item[3], tag) for item, tag in zip(items, tags)]), strict=True):
            cells[item[:3]].append(place(found, item[4]))
        results[knows] = cells
    print(f"{len(phrases)} phrases of {len(languages)} languages. The first reading is right, in percent, by the number of characters:\n")
    rows = [(f"the reader is known to read: {knows}", means(cells)) for knows, cells in results.items()]
    table("mean", rows + [("nothing is known; among the first three", means(results["nothing"], 3))])
    charsets = by_charset(results["nothing"])
    table("charset, nothing known", charsets)
    table("charset, the language known", by_charset(results["the language"]))
    # UTF-8 whose last character is cut, with at least one whole character outside ASCII before.
    cut = []
    for phrase in phrases:
        octets = phrase["text"].encode()
        character = phrase["text"][-1]
        if not character.isascii() and not phrase["text"][:-1].isascii():
            length = len(character.encode())
            cut += [(phrase["length"], phrase["text"][:-1], octets[:-left]) for left in range(1, length)]
    found = list(readings(triplet, [(octets, "") for _, _, octets in cut]))
    right = collections.defaultdict(list)
    for (length, text, _), rows in zip(cut, found, strict=True):
        first = rows[0]
        right[length].append(0 if first["charset"] == "UTF-8" and first["text"].rstrip("\ufffd") == text else 99)
    table("UTF-8", [("its last character is cut", [shares(right[length]) if right[length] else None for length in LENGTHS])])
    utf8 = [each for (_, charset, _), places in results["nothing"].items() if charset == "UTF-8" for each in places]
    print(f"Of {len(utf8)} phrases in UTF-8, {sum(each > 0 for each in utf8)} were taken for another charset.")
    failed = [
        f"{knows}: {value:.1f} % at {length} characters, and {floor} are required"
        for knows, floors in FLOORS.items()
        for length, value, floor in zip(LENGTHS, means(results[knows]), floors)
        if value < floor
    ]
    failed += [f"{name}: {values[2]:.1f} % at four characters" for name, values in charsets if values[2] is not None and values[2] < CHARSET_FLOOR]
    if failed:
        sys.exit("below the floors:\n" + "\n".join(failed))


if __name__ == "__main__":
    main()
