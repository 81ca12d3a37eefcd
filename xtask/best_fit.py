#!/usr/bin/env python3
"""Writes best_fit.rs from the conversion tables of Windows: xtask/best_fit.py FOLDER > crates/triplet-inspect/src/lint/best_fit.rs

FOLDER has the files c_874.nls, c_932.nls, c_1252.nls and so on, as Wine has them. Unicode publishes the same tables as
bestfit874.txt, bestfit932.txt, bestfit1252.txt and so on.
"""
import struct
import sys
import unicodedata
from pathlib import Path

PAGES = [874, 932, 936, 949, 950, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258, 437, 850, 852, 855, 857, 862, 866]
# What a program, a shell or a file system acts on. The default character `?` is what is written for everything unknown.
DANGEROUS = b"\"'-/\\<>|&;`:%$.#@*=("


def page(folder, number):
    octets = (folder / f"c_{number:03}.nls").read_bytes()
    words = struct.unpack(f"<{len(octets) // 2}H", octets[: len(octets) // 2 * 2])
    start = words[0] + words[words[0]] + 1
    wide = words[2] > 1
    return lambda code: words[start + code] if wide else octets[2 * start + code]


pages = {number: page(Path(sys.argv[1]), number) for number in PAGES}
# Characters that windows-1252 has itself are ordinary typography; only the yen sign is a backslash elsewhere.
own = set(bytes(range(0x80, 0x100)).decode("cp1252", "ignore")) - {"\u00a5"}
found = {}
for code in range(0x80, 0x10000):
    # An accent belongs to the letter before it.
    if chr(code) in own or unicodedata.combining(chr(code)):
        continue
    targets = {pages[number](code) for number in PAGES}
    targets = sorted(t for t in targets if t < 0x80 and t in DANGEROUS)
    if targets:
        found[code] = targets
rows, width = [], 0
for code in found:
    row = f"0x{code:X},"
    rows.append(("\n    " if width == 0 else " ") + row)
    width = (width + 1) % 16
print(f"""//! Characters that a code page of Windows replaces by a character that programs act on, made by `xtask/best_fit.py`: do not edit.
#![forbid(unsafe_code)]

/// In the order of their numbers.
#[rustfmt::skip]
pub(super) static BEST_FIT: [u16; {len(found)}] = [{"".join(rows)}
];""")
