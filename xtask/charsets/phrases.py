"""Phrases to measure the ranking with: `phrases.py PACKAGES TRAINED OUTPUT`, with the unpacked Debian packages and the texts that were
trained on, which are left out.

They are names of places and countries, messages of other programs than those of the training, titles of help pages, words of dictionaries
and sayings, of 2, 3, 4, 6, about 10 and about 20 characters, in equal parts where there are enough. Nothing of them is in the tree.
"""

import collections
import html
import json
import random
import re
import sys
import unicodedata
from pathlib import Path

from languages import clean, vietnamese
from sources import catalog

# The language, its name in the catalogues, and the charsets of its old texts by their names in Python. The names of the Encoding standard
# come first.
LANGUAGES = {
    "zh-Hans": ("zh_CN", [("gb18030", "gbk")]),
    "zh-Hant": ("zh_TW", [("Big5", "cp950")]),
    "ja": ("ja", [("Shift_JIS", "cp932"), ("EUC-JP", "euc_jp"), ("ISO-2022-JP", "iso2022_jp")]),
    "ko": ("ko", [("EUC-KR", "cp949")]),
    "ru": ("ru", [("windows-1251", "cp1251"), ("KOI8-R", "koi8_r")]),
    "de": ("de", [("windows-1252", "cp1252")]),
    "fr": ("fr", [("windows-1252", "cp1252")]),
    "es": ("es", [("windows-1252", "cp1252")]),
    "pl": ("pl", [("ISO-8859-2", "iso8859_2"), ("windows-1250", "cp1250")]),
    "cs": ("cs", [("ISO-8859-2", "iso8859_2"), ("windows-1250", "cp1250")]),
    "hu": ("hu", [("ISO-8859-2", "iso8859_2"), ("windows-1250", "cp1250")]),
    "el": ("el", [("windows-1253", "cp1253"), ("ISO-8859-7", "iso8859_7")]),
    "he": ("he", [("windows-1255", "cp1255")]),
    "ar": ("ar", [("windows-1256", "cp1256")]),
    "th": ("th", [("windows-874", "cp874")]),
    "tr": ("tr", [("windows-1254", "cp1254")]),
    "vi": ("vi", [("windows-1258", "cp1258")]),
}
SCRIPTS = {
    "zh": "\u4e00-\u9fff", "ja": "\u3041-\u30ff\u4e00-\u9fff", "ko": "\uac00-\ud7a3", "ru": "\u0400-\u04ff", "el": "\u0370-\u03ff",
    "he": "\u05d0-\u05ea", "ar": "\u0620-\u06ff", "th": "\u0e00-\u0e7f",
}
SAYINGS = {
    "zh-Hans": ["chinese", "tang300", "song100"], "ru": ["ru/*"], "de": ["de/*"], "es": ["es/*"], "pl": ["pl/*"], "cs": ["cs/*"],
}
DICTIONARIES = {
    "ar": "ar", "he": "he_IL", "el": "el_GR", "tr": "tr_TR", "vi": "vi_VN", "th": "th_TH", "hu": "hu_HU",
}
PROGRAMS = [
    "nautilus", "epiphany", "gnome-control-center-2.0", "gnome-shell", "gnome-maps", "evolution", "gtk30", "gnucash", "gramps", "apt", "coreutils",
]
# The Debian packages of all this.
PACKAGES = """
    apt coreutils edict epiphany-browser-data evolution-common fortunes-cs fortunes-de fortunes-es fortunes-pl fortunes-ru fortunes-zh
    gnome-control-center-data gnome-maps gnome-shell-common gnome-user-docs gnucash-common gramps hunspell-ar hunspell-el hunspell-he hunspell-hu
    hunspell-th hunspell-tr hunspell-vi iso-codes kgeography-data libgtk-3-common libgweather-4-common libreoffice-help-ko
    libreoffice-help-zh-tw nautilus-data python3-jieba
""".split()


def packages():
    return PACKAGES


# The number of phrases of a language and a length, at most.
NUMBER = 150
SEED = 7


def encoded(text, charset):
    return (vietnamese(text) if charset == "cp1258" else text).encode(charset)


def length(text):
    """The class of a length; 0 for those between."""
    n = len(text)
    return n if n in (2, 3, 4, 6) else 10 if 9 <= n <= 11 else 20 if 18 <= n <= 22 else 0


def fits(text, language):
    """Whether it is a phrase of the language: one line, no syntax, and mostly its own letters."""
    if not text or text.isascii() or re.search(r"[\n%<>{}\\|=$@#/\ufffd]|--|https?:", text):
        return False
    letters = [c for c in text if c.isalpha() or unicodedata.category(c).startswith("M")]
    script = SCRIPTS.get(language.split("-")[0])
    if script:
        own = len(re.findall(f"[{script}]", text))
        return own >= 1 and own >= 0.6 * len(letters)
    return any(c.isalpha() and not c.isascii() for c in text)


def titles(folder, pattern, tag):
    found = []
    for path in sorted(folder.glob(pattern)):
        page = path.read_text(encoding="utf-8", errors="replace")
        found += [re.sub(r"<[^>]+>", "", title) for title in re.findall(rf"<{tag}[^>]*>(.*?)</{tag}>", page, re.S)]
    return found


def sayings(folder, patterns):
    found = []
    for pattern in patterns:
        for path in sorted(folder.glob(f"games/fortunes*/{pattern}")):
            if path.suffix == ".dat" or path.is_dir():
                continue
            try:
                text = path.read_bytes().decode("utf-8")
            except UnicodeDecodeError:
                continue
            for line in re.sub(r"\x1b\[[0-9;]*m", "", text).split("\n"):
                found += re.split(r"[.!?…;:,，。！？；：\"»«„“()—-]+", line)
    return found


def dictionary(path):
    declared = re.search(rb"SET\s+(\S+)", path.with_suffix(".aff").read_bytes()[:3000])
    text = path.read_bytes().decode(declared.group(1).decode() if declared else "utf-8", "replace")
    return [line.split("/")[0].split("\t")[0].strip() for line in text.splitlines()[1:]]


def sources(root, language, locale):
    share = root / "usr/share"
    catalogs = lambda names: [text for name in names for text in catalog(share / f"locale/{locale}/LC_MESSAGES/{name}.mo")]
    found = {
        "places": catalogs(["libgweather-4.0-locations", "gnome-control-center-2.0-timezones", "kgeography"]),
        "codes": catalogs(["iso_3166-1", "iso_639-2", "iso_4217", "iso_15924"]),
        "messages": catalogs(PROGRAMS),
        "help": titles(share, f"help/{locale}/gnome-help/*.page", "title"),
        "sayings": sayings(share, SAYINGS.get(language, [])),
    }
    if language in ("zh-Hant", "ko"):
        name = "zh-TW" if language == "zh-Hant" else "ko"
        found["help"] += titles(share, f"libreoffice/help/{name}/text/**/*.html", "title")
    if language == "zh-Hans":
        rows = (root / "usr/lib/python3/dist-packages/jieba/dict.txt").read_text(encoding="utf-8").splitlines()
        found["words"] = [row.split(" ")[0] for row in rows if int(row.split(" ")[1]) >= 20]
    if language == "ja":
        rows = (share / "edict/edict").read_bytes().decode("euc_jp", "replace").split("\n")
        found["words"] = [re.split(r"[ ;(]", row)[0] for row in rows if "(P)" in row]
    if language in DICTIONARIES:
        found["words"] = dictionary(share / f"hunspell/{DICTIONARIES[language]}.dic")
    return found


def main():
    root, trained, output = map(Path, sys.argv[1:4])
    trained = set(json.loads(trained.read_text(encoding="utf-8")))
    chosen = random.Random(SEED)
    count = left_out = 0
    with output.open("w", encoding="utf-8") as out:
        for language, (locale, charsets) in LANGUAGES.items():
            pools = collections.defaultdict(lambda: collections.defaultdict(set))
            for kind, texts in sources(root, language, locale).items():
                for text in texts:
                    text = clean(html.unescape(text))
                    parts = {text} | ({clean(part) for part in re.split(r"[,(（、)）]", text)} if kind == "places" else set())
                    for part in parts:
                        size = length(part)
                        if size == 0 or not fits(part, language):
                            continue
                        try:
                            for _, charset in charsets:
                                encoded(part, charset)
                        except UnicodeEncodeError:
                            continue
                        if part in trained:
                            left_out += 1
                        else:
                            pools[size][kind].add(part)
            for size, kinds in sorted(pools.items()):
                rest = {kind: chosen.sample(sorted(texts), len(texts)) for kind, texts in sorted(kinds.items())}
                got = []
                while len(got) < NUMBER and any(rest.values()):
                    for kind in rest:
                        if rest[kind] and len(got) < NUMBER:
                            text = rest[kind].pop()
                            if text not in got:
                                got.append(text)
                for index, text in enumerate(got):
                    rows = [[name, encoded(text, charset).hex()] for name, charset in charsets]
                    row = {"language": language, "length": size, "text": text, "around": index % 3, "octets": rows}
                    out.write(json.dumps(row, ensure_ascii=False) + "\n")
                count += len(got)
    print(f"{count} phrases; {left_out} were left out, because the tables were made from them too")


if __name__ == "__main__":
    main()
