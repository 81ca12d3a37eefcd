"""The languages that the ranking knows: how the sources name them, and in which charsets their old texts are."""

import re
import unicodedata

# The models of alphabets, in the order of `Writing`. Each has the languages that it is made from (CLDR, LibreOffice, Firefox; None
# where a source lacks the language), their weights, and the charsets whose letters it must know.
ALPHABETS = {
    "Western": (
        [("de", "de", "de", 2), ("fr", "fr", "fr", 2), ("es", "es", "es-ES", 2), ("it", None, "it", 1), ("pt", None, "pt-PT", 1),
         ("nl", None, "nl", 1), ("sv", None, "sv-SE", 1), ("da", None, "da", 1), ("fi", None, "fi", 1), ("nb", None, "nb-NO", 1),
         ("ca", None, "ca", 1), ("is", None, "is", 1)],
        ["cp1252"],
    ),
    "Central": (
        [("pl", "pl", "pl", 2), ("cs", "cs", "cs", 2), ("hu", "hu", "hu", 2), ("sk", None, "sk", 1), ("sl", None, "sl", 1),
         ("hr", None, "hr", 1), ("ro", None, "ro", 1)],
        ["iso8859_2", "cp1250"],
    ),
    "Cyrillic": (
        [("ru", "ru", "ru", 4), ("uk", None, "uk", 1), ("bg", None, "bg", 1), ("mk", None, "mk", 1)],
        ["cp1251", "koi8_r"],
    ),
    "Greek": ([("el", "el", "el", 1)], ["cp1253", "iso8859_7"]),
    "Hebrew": ([("he", "he", "he", 1)], ["cp1255"]),
    "Arabic": ([("ar", "ar", "ar", 3), ("fa", None, "fa", 1)], ["cp1256"]),
    "Thai": ([("th", "th", "th", 1)], ["cp874"]),
    "Turkish": ([("tr", "tr", "tr", 1)], ["cp1254"]),
    "Vietnamese": ([("vi", "vi", "vi", 1)], ["cp1258"]),
}
LATIN = {"Western", "Central", "Turkish", "Vietnamese"}
# The models of East Asia: CLDR, LibreOffice, Firefox, and the number of characters.
EAST_ASIA = {
    "Simplified": ("zh-Hans", "zh_CN", "zh-CN", 800),
    "Traditional": ("zh-Hant", "zh_TW", "zh-TW", 800),
    "Japanese": ("ja", "ja", "ja", 800),
    "Korean": ("ko", "ko", "ko", 600),
}

TONES = "\u0300\u0309\u0303\u0301\u0323"


def vietnamese(text):
    """Letters of windows-1258: some with their mark, the tone after the letter where there is no such character."""
    out = []
    for character in unicodedata.normalize("NFC", text):
        try:
            character.encode("cp1258")
            out.append(character)
        except UnicodeEncodeError:
            parts = unicodedata.normalize("NFD", character)
            out.append(unicodedata.normalize("NFC", "".join(c for c in parts if c not in TONES)))
            out += [c for c in parts if c in TONES]
    return "".join(out)


def clean(text):
    """A message without what only a program reads: keys of menus, the colon or full stop at its end."""
    text = unicodedata.normalize("NFC", text).strip()
    text = re.sub(r"\([_&~]?[A-Za-z]\)", "", text)
    text = re.sub("[_&~\u200e\u200f]", "", text)
    return re.sub(r"(\.\.\.|…|[:：.。])$", "", text).strip()
