"""The texts that the models are made from: names of CLDR (Unicode licence) and messages of LibreOffice and Firefox (MPL-2.0).

Only frequencies of letters and characters are derived from them. Nothing of them is in the tree.
"""

import gettext
import json
import re
import struct
import zipfile
from pathlib import Path

from languages import ALPHABETS, EAST_ASIA, clean

# The models of alphabets have these Firefox language packs, and LibreOffice for the languages that are measured.
PACKS = sorted({pack for languages, _ in ALPHABETS.values() for _, _, pack, _ in languages} | {row[2] for row in EAST_ASIA.values()})
OFFICES = sorted(
    {office for languages, _ in ALPHABETS.values() for _, office, _, _ in languages if office} | {row[1] for row in EAST_ASIA.values()}
)


def packages():
    """The Debian packages that are unpacked for training."""
    office = [f"libreoffice-l10n-{name.lower().replace('_', '-')}" for name in OFFICES]
    return office + [f"firefox-esr-l10n-{name.lower()}" for name in PACKS]


def catalog(path):
    """The translations of a compiled catalogue that differ from the original."""
    try:
        with open(path, "rb") as file:
            entries = gettext.GNUTranslations(file)._catalog
    except (OSError, UnicodeDecodeError, ValueError, struct.error):
        return []
    return [
        text for key, text in entries.items() if key and isinstance(text, str) and text != (key if isinstance(key, str) else key[0])
    ]


def strings_of(node):
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        for key, below in node.items():
            if not key.startswith("_") and key not in ("identity", "version"):
                yield from strings_of(below)


def names(cldr, language):
    """Names of languages, scripts and territories, months and days, and cities of time zones."""
    found = []
    for name in ["languages", "scripts", "territories"]:
        found += strings_of(json.loads((cldr / "cldr-localenames-full/main" / language / f"{name}.json").read_bytes()))
    for name in ["ca-gregorian", "timeZoneNames"]:
        tree = json.loads((cldr / "cldr-dates-full/main" / language / f"{name}.json").read_bytes())
        found += [text for text in strings_of(tree) if not re.search(r"[{}']|[yMdEHhms]{2}", text)]
    return found


def messages(folder, office, pack):
    """The messages of LibreOffice and Firefox in a language."""
    found = []
    if office:
        for path in sorted(folder.glob(f"usr/lib/libreoffice/program/resource/{office}/LC_MESSAGES/*.mo")):
            found += catalog(path)
    for path in sorted(folder.glob(f"usr/lib/firefox-esr/browser/extensions/langpack-{pack}@*.xpi")):
        with zipfile.ZipFile(path) as archive:
            for name in sorted(archive.namelist()):
                if name.endswith((".ftl", ".properties")):
                    for line in archive.read(name).decode("utf-8", "replace").splitlines():
                        if "=" in line and not line.startswith("#"):
                            found.append(re.sub(r"\{.*?\}|<.*?>|%[0-9]*\$?S", " ", line.split("=", 1)[1]))
    return found


def texts(folder, cldr, language, office, pack):
    """All texts of a language, cleaned: the names, and the messages."""
    kinds = [names(cldr, language), messages(folder, office, pack)]
    return [[text for text in map(clean, kind) if text] for kind in kinds]
